"""The games on boards against the definition, on every small instance, and against published values.

Sources of the golden values: P. Beling's list of Cram nimbers (github.com/beling/impartial-games); Gale 1974 for Chomp;
and the definition, worked out anew for this project.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

import cgt
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Question
from cgt.core.sketch import drawing_of, picture_of
from cgt.errors import BudgetError, CGTError, IllegalMoveError
from cgt.theory.quotient_growth import quotient_of_positions


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
    ("cram", [text for r, c in ((2, 2), (1, 6), (2, 4), (3, 2)) for text in cram_boards(r, c)]),
    ("chomp", [text for rows in range(1, 5) for text in chomp_boards(rows, 5)]),
    *((name, [f"{x},{y}" for x in range(9) for y in range(9)]) for name in ("rook", "queen", "king", "knight")),
    *(
        (f"leaper({legs})", [f"{x},{y}" for x in range(11) for y in range(11)])
        for legs in ("3,0", "1,1", "2,2", "2,1", "4,2", "3,1")
    ),
    ("dawsons-pawns", ["".join(signs) for length in range(1, 8) for signs in product(".#", repeat=length)]),
    *(
        pytest.param(name, [f"{x},{y}" for x in range(40) for y in range(40)], marks=pytest.mark.full)
        for name in ("king", "knight", "leaper(6,3)", "leaper(3,3)", "leaper(4,2)", "leaper(2,1)")
    ),
    *(
        pytest.param(name, [f"{x},{y}" for x in range(14) for y in range(14)], marks=pytest.mark.full)
        for name in ("rook", "queen")
    ),
    pytest.param("dawsons-pawns", ["".join(signs) for signs in product(".#", repeat=8)], marks=pytest.mark.full),
    pytest.param("cram", [text for r, c in ((2, 5), (3, 3)) for text in cram_boards(r, c)], marks=pytest.mark.full),
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
            if form.kinds and form.answer(Question(position, Convention.NORMAL)) is not None:
                compared += 1
                solution = cgt.solve(position, closed_form=form)
                assert (solution.outcome is Outcome.N) == (value != 0), position
                assert solution.nim_value in {None, value}, position
                wins = [move for move in position.moves() if brute_value(position.play(move)) == 0]
                assert sorted(solution.winning_moves) == sorted(wins), position
                assert solution.explanation
    assert compared >= 36 or name == "leaper(3,1)"  # of which no theorem is known


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (4, 2), (3, 3)])
def test_dominoes_against_the_definition(rows, columns):
    game = cgt.parse_ruleset("cram")

    def free(position):
        lines = enumerate(game.lines(position.state), 1)
        return {(row, column) for row, line in lines for column, sign in enumerate(line, 1) if sign == "."}

    for position in map(game.parse, cram_boards(rows, columns)):
        pairs = combinations(sorted(free(position)), 2)
        beside = {(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
        assert {move: free(position.play(move)) for move in position.moves()} == {
            move: free(position).difference(move) for move in beside
        }


@pytest.mark.parametrize(("name", "texts"), [("cram", list(cram_boards(2, 4))), ("chomp", list(chomp_boards(4, 4)))])
def test_misere_play_against_the_definition(name, texts):
    for position in map(cgt.parse_ruleset(name).parse, texts):
        assert (cgt.outcome(position, "misere") is Outcome.N) == brute_misere(position), position


@pytest.mark.parametrize("name", ["rook", "queen", "king", "knight"])
def test_pieces_in_misere_play(name, upto):
    game, side = cgt.parse_ruleset(name), upto(8, full=12)
    for position in (game.position(x, y) for x in range(side) for y in range(side)):
        solution = cgt.solve(position, "misere")
        assert (solution.outcome is Outcome.N) == brute_misere(position), position
        if tuple(position.moves()):
            wins = [move for move in position.moves() if not brute_misere(position.play(move))]
            assert sorted(solution.winning_moves) == sorted(wins), position


@pytest.mark.parametrize("name", ["rook", "queen", "king", "knight"])
def test_pieces_far_away_answer_at_once(name):
    game = cgt.parse_ruleset(name)
    position = game.position(10**50 + 1, 10**50 + 7)
    solution = cgt.solve(position)
    for move in solution.winning_moves:
        assert cgt.outcome(position.play(move)) is Outcome.P
    assert picture_of(position) is None
    for move in ((0, -1), (10**51, 3), (10**50, 10**50 + 7, 1), "a", None, (True, 0)):
        with pytest.raises(IllegalMoveError):
            position.play(move)


CRAM = {"1x8": 1, "2x3": 1, "2x5": 1, "3x3": 0, "3x4": 1, "3x5": 1, "4x4": 0}
CHOMP = {"2x2": 2, "2x3": 4, "3x3": 5, "3x4": 9, "4x4": 6, "4x5": 13, "5x6": 21}


@pytest.mark.parametrize(("name", "values"), [("cram", CRAM), ("chomp", CHOMP)])
def test_golden_values(name, values):
    game = cgt.parse_ruleset(name)
    assert {text: cgt.nim_value(game.parse(text)) for text in values} == values


def notakto_wins(boards):
    """Whether the player to move wins, a board being the set of its crosses: whoever kills the last board loses."""
    return notakto_known(frozenset(Counter(board for board in boards if not any(board >= row for row in ROWS)).items()))


@cache
def notakto_known(counted):
    boards = [board for board, count in counted for _ in range(count)]
    after = (
        [*boards[:place], board | {square}, *boards[place + 1 :]]
        for place, board in enumerate(boards)
        for square in range(9)
        if square not in board
    )
    return not boards or not all(map(notakto_wins, after))


ROWS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def notakto_text(board):
    return "/".join("".join(".x"[line * 3 + place in board] for place in range(3)) for line in range(3))


def test_every_board_of_notakto_in_misere_play(upto):
    game = cgt.parse_ruleset("notakto")
    boards = [frozenset(square for square in range(9) if number >> square & 1) for number in range(512)]
    for board in boards[:: upto(7, full=1)]:
        position = game.parse(notakto_text(board))
        solution = cgt.solve(position, "misere")
        assert solution.route == "misère quotient"
        assert (solution.outcome is Outcome.N) == notakto_wins([board]), position
        assert game.is_dead(position.state) == any(board >= row for row in ROWS)
        wins = [(s // 3 + 1, s % 3 + 1) for s in range(9) if s not in board and not notakto_wins([board | {s}])]
        assert sorted(solution.winning_moves) == ([] if game.is_dead(position.state) else wins)


def test_sums_of_notakto_boards_in_misere_play():
    game, random = cgt.parse_ruleset("notakto"), Random(1)
    for _ in range(30):
        boards = [frozenset(random.sample(range(9), random.randrange(3, 6))) for _ in range(random.randrange(2, 4))]
        position = game.parse(" + ".join(map(notakto_text, boards)))
        solution = cgt.solve(position, "misere")
        assert (solution.outcome is Outcome.N) == notakto_wins(boards), position
        for move in solution.winning_moves:
            assert cgt.outcome(position.play(move), "misere") is Outcome.P
        assert cgt.Evaluator().nim_value(position) == cgt.nim_value(position)


def test_the_secrets_of_notakto():
    """Order 18 with 4 in the P-portion; one board is won from the centre alone (Plambeck and Whitehead, 2013)."""
    found = quotient_of_positions([cgt.parse_ruleset("notakto").position(3, 3)])
    assert (found.quotient.order, found.quotient.p_order) == (18, 4)
    assert cgt.winning_moves(cgt.parse_position("notakto 3x3"), "misere") == ((2, 2),)
    assert cgt.outcome(cgt.parse_position("notakto 3x3 + notakto 3x3"), "misere") is Outcome.P


def test_notakto_with_four_in_a_row_and_other_boards():
    four = cgt.parse_ruleset("notakto(4)")
    assert four.is_dead(four.parse("x..../.x.../..x../...x.").state)
    assert four.is_dead(four.parse("...x/..x./.x../x...").state)
    assert not four.is_dead(four.parse("xxx./..../..../....").state)
    game = cgt.parse_ruleset("notakto")
    for rows, columns in ((1, 5), (2, 4), (4, 2)):
        position = game.position(rows, columns)
        assert cgt.nim_value(position) == brute_value(position)
        assert (cgt.outcome(position, "misere") is Outcome.N) == brute_misere(position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("notakto 3x0", "at least 1 row"),
        ("notakto xo./.../...", "character 10"),
        ("notakto xx./..", "rows of different lengths: 3 and 2"),
        ("notakto 1000000000000000000000000000000x3", "at most 400 squares"),
        ("notakto(1) 3x3", "in a row"),
        ("notakto(99999999999999999999) 3x3", "in a row"),
        ("leaper(1,2) 3,4", "longer leg"),
        ("leaper(0,0) 3,4", "at least 1"),
        ("leaper(2,1) 3,4,5", "2 numbers"),
        ("dawsons-pawns ..x", "character 17"),
        ("dawsons-pawns 1000000000000000000000000000000", "1 to 100,000 files"),
        ("dawsons-pawns 0", "1 to 100,000 files"),
        ("cram ..#/..", "rows of different lengths: 3 and 2"),
        ("cram 1000000000000000000000000000000x2", "at most 2,500"),
    ],
)
def test_bad_boards_are_refused_with_their_place(text, message):
    with pytest.raises(CGTError, match=message):
        cgt.parse_position(text)


def test_dawsons_chess_far_away():
    position = cgt.parse_position("dawsons-pawns 100000")
    assert cgt.nim_value(position) == cgt.nim_value(cgt.parse_position("dawsons-chess 100000"))


def test_dawsons_chess_far_away_in_misere_play_ends_at_its_limit():
    """As squares of a board, all moves of each length of a row were made first, and no limit ended that."""
    with pytest.raises(BudgetError, match=r"its limit of 1,000 positions"):
        cgt.outcome("dawsons-pawns 2000", "misere", max_positions=1_000)


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
        ("cram", "../...", "rows of different lengths: 2 and 3"),
        ("cram", "..x", "character 3"),
        ("cram", "", "an empty row"),
        ("cram", "0x5", "at least 1 row"),
        ("cram", "1000x1000", "at most 2,500"),
        ("cram", "9" * 90 + "x7", "at most 2,500"),
        ("chomp", "3,5", "no row is longer"),
        ("chomp", "3,,5", "character 3"),
        ("chomp", "3,0", "at least 1"),
        ("chomp", "9" * 90 + "x1", "at most 10,000 rows"),
        ("chomp", "1," * 10_000 + "1", "at most 10,000 rows"),
    ],
)
def test_bad_boards_are_refused_in_one_line(name, text, message):
    with pytest.raises(cgt.errors.CGTError, match=message) as refused:
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
    assert picture_of(position).startswith("<svg")
    assert len(drawing_of(position, plain=True).splitlines()) == 4
    assert len(drawing_of(position, width=5, plain=True).splitlines()) == 3
    assert all(
        game.wording.read_move(position, game.wording.write_move(position, move)) == move for move in position.moves()
    )
