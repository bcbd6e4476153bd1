"""The games on boards against the definition, on every small instance, and against published values.

Sources of the golden values: P. Beling's list of Cram nimbers (github.com/beling/impartial-games); Gale 1974 for Chomp;
and the definition, worked out anew for this project.
"""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import cgt
from cgt.core.outcome import Convention, Outcome
from cgt.errors import IllegalMoveError


@cache
def brute_value(position):
    reached = {brute_value(position.play(move)) for move in position.moves()}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def brute_misere(position):
    """Whether the player to move wins when the last move loses."""
    after = [position.play(move) for move in position.moves()]
    return not after or not all(map(brute_misere, after))


def cram_boards(rows, columns):
    for signs in product(".#", repeat=rows * columns):
        yield "/".join("".join(signs[line * columns : (line + 1) * columns]) for line in range(rows))


def chomp_boards(rows, columns):
    for board in combinations_with_replacement(range(columns, 0, -1), rows):
        yield ",".join(map(str, board))


CASES = [
    ("cram", [text for r, c in ((2, 2), (1, 6), (2, 5), (3, 3)) for text in cram_boards(r, c)]),
    ("chomp", [text for rows in range(1, 6) for text in chomp_boards(rows, 6)]),
    *((name, [f"{x},{y}" for x in range(14) for y in range(14)]) for name in ("rook", "queen", "king", "knight")),
    *(
        pytest.param(name, [f"{x},{y}" for x in range(40) for y in range(40)], marks=pytest.mark.full)
        for name in ("king", "knight")
    ),
    pytest.param("cram", list(cram_boards(3, 4)), marks=pytest.mark.full),
    pytest.param("chomp", [text for rows in range(1, 8) for text in chomp_boards(rows, 7)], marks=pytest.mark.full),
]


@pytest.mark.parametrize(("name", "texts"), CASES)
def test_boards_against_the_definition(name, texts):
    game = cgt.parse_ruleset(name)
    evaluator = cgt.Evaluator()
    compared = 0
    for position in map(game.parse, texts):
        assert game.parse(str(position)) == position
        value = brute_value(position)
        assert evaluator.nim_value(position) == value, position
        for form in game.closed_forms():
            if form.applies(position, Convention.NORMAL):
                compared += 1
                assert (form.outcome(position) is Outcome.N) == (value != 0), position
                assert form.nim_value(position) in {None, value}, position
                wins = [move for move in position.moves() if brute_value(position.play(move)) == 0]
                assert sorted(form.winning_moves(position)) == sorted(wins), position
                assert form.explain(position)
    assert compared >= 36


@pytest.mark.parametrize(("name", "texts"), [("cram", list(cram_boards(2, 4))), ("chomp", list(chomp_boards(4, 4)))])
def test_misere_play_against_the_definition(name, texts):
    for position in map(cgt.parse_ruleset(name).parse, texts):
        assert (cgt.outcome(position, "misere") is Outcome.N) == brute_misere(position), position


@pytest.mark.parametrize("name", ["rook", "queen", "king", "knight"])
def test_pieces_in_misere_play(name):
    game = cgt.parse_ruleset(name)
    for position in (game.of(x, y) for x in range(12) for y in range(12)):
        solution = cgt.solve(position, "misere")
        assert (solution.outcome is Outcome.N) == brute_misere(position), position
        if tuple(position.moves()):
            wins = [move for move in position.moves() if not brute_misere(position.play(move))]
            assert sorted(solution.winning_moves) == sorted(wins), position


@pytest.mark.parametrize("name", ["rook", "queen", "king", "knight"])
def test_pieces_far_away_answer_at_once(name):
    game = cgt.parse_ruleset(name)
    position = game.of(10**50 + 1, 10**50 + 7)
    solution = cgt.solve(position)
    for move in solution.winning_moves:
        assert cgt.outcome(position.play(move)) is Outcome.P
    assert game.picture(position) is None
    for move in ((0, -1), (10**51, 3), (10**50, 10**50 + 7, 1), "a", None, (True, 0)):
        with pytest.raises(IllegalMoveError):
            position.play(move)


CRAM = {"1x8": 1, "2x3": 1, "2x5": 1, "3x3": 0, "3x4": 1, "3x5": 1, "4x4": 0}
CHOMP = {"2x2": 2, "2x3": 4, "3x3": 5, "3x4": 9, "4x4": 6, "4x5": 13, "5x6": 21}


@pytest.mark.parametrize(("name", "values"), [("cram", CRAM), ("chomp", CHOMP)])
def test_golden_values(name, values):
    game = cgt.parse_ruleset(name)
    assert {text: cgt.nim_value(game.parse(text)) for text in values} == values


@pytest.mark.full
def test_cram_of_more_squares():
    assert cgt.nim_value(cgt.parse_ruleset("cram").parse("4x5")) == 2


def test_three_rows_of_chomp():
    """The P-positions of three rows with the first of at most 7: worked out by the definition."""
    game, evaluator = cgt.parse_ruleset("chomp"), cgt.Evaluator()
    found = [
        text.replace(",", "") for text in sorted(chomp_boards(3, 7)) if evaluator.outcome(game.parse(text)) is Outcome.P
    ]
    assert found == ["221", "311", "422", "532", "553", "633", "642", "743", "752", "774"]


def test_every_rectangle_of_chomp_but_one_square_is_won():
    game = cgt.parse_ruleset("chomp")
    for rows, columns in product(range(1, 6), repeat=2):
        assert (cgt.outcome(game.parse(f"{rows}x{columns}")) is Outcome.P) == (rows == columns == 1)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("cram", "../...", "a row of 3 squares"),
        ("cram", "..x", "character 3"),
        ("cram", "", "row of 0"),
        ("cram", "0x5", "at least 1 row"),
        ("cram", "1000x1000", "at most 2,500"),
        ("cram", "9" * 90 + "x7", "at most 2,500"),
        ("chomp", "3,5", "no row is longer"),
        ("chomp", "3,,5", "character 3"),
        ("chomp", "3,0", "at least 1"),
        ("chomp", "9" * 90, "at most 10,000"),
        ("chomp", "1x" + "9" * 90, "at most 10,000"),
    ],
)
def test_bad_boards_are_refused_in_one_line(name, text, message):
    with pytest.raises(cgt.CGTError, match=message) as refused:
        cgt.parse_ruleset(name).parse(text)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("name", "text"), [("cram", "50x50"), ("chomp", "100x100"), ("chomp", "9999,1")])
def test_large_boards_answer_at_once(name, text):
    solution = cgt.solve(cgt.parse_ruleset(name).parse(text))
    assert solution.outcome is (Outcome.P if name == "cram" else Outcome.N)


@pytest.mark.parametrize("name", ["cram", "chomp"])
def test_boards_are_drawn(name):
    game = cgt.parse_ruleset(name)
    position = game.parse(game.example)
    assert game.picture(position).startswith("<svg")
    assert len(game.drawing(position, plain=True).splitlines()) == 3
    assert all(game.read_move(position, game.write_move(position, move)) == move for move in position.moves())
