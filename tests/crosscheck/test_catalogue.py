"""The games of the catalogue against the definition, on every small instance, and against published values.

Sources of the golden values: the theorems' own papers, as each game names them; computed anew for this project.
"""

from functools import cache
from itertools import combinations, product

import pytest

import cgt
from cgt.core.game import position_of
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import options
from cgt.core.route import Question
from cgt.games.heaps.number_rows import JointRuleset


@cache
def brute_value(position):
    reached = {brute_value(option) for option in options(position)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def brute_misere(position):
    """Whether the player to move wins when the last move loses."""
    after = list(options(position))
    return not after or not all(map(brute_misere, after))


def states(text, sets):
    game = cgt.parse_ruleset(text)
    joint = isinstance(game, JointRuleset)
    return [game.position(*state) if joint else position_of(game, state) for state in sets]


FULL = pytest.mark.full
COINS = ("turning-turtles", "mock-turtles", "moebius", "mogul", "ruler", "twins", "triplets", "motley")
CASES = [
    ("welter", [s for k in range(1, 4) for s in combinations(range(8), k)]),
    ("end-nim", [s for k in range(1, 4) for s in product(range(1, 4), repeat=k)]),
    ("lim", list(product(range(5), repeat=3))),
    ("antonim", [s for k in range(1, 4) for s in combinations(range(1, 8), k)]),
    ("euclid", [s for s in product(range(1, 13), repeat=2) if s[0] <= s[1]]),
    ("euclid(zero)", [s for s in product(range(13), repeat=2) if s[0] <= s[1]]),
    ("delete-nim", list(product(range(10), repeat=2))),
    ("delete-nim(divide)", list(product(range(1, 10), repeat=2))),
    ("cyclic-nimhoff(2)", list(product(range(9), repeat=2))),
    ("cyclic-nimhoff(5)", list(product(range(9), repeat=2))),
    ("cyclic-nimhoff(3)", list(product(range(4), repeat=3))),
    ("chocolate(2)", [(y, z) for z in range(16) for y in range(z // 2 + 1)]),
    ("chocolate(4)", [(y, z) for z in range(20) for y in range(z // 4 + 1)]),
    ("exact-nim(2)", list(product(range(5), repeat=3))),
    ("exact-nim(3)", list(product(range(3), repeat=4))),
    ("exact-slow-nim(2)", list(product(range(5), repeat=3))),
    ("exact-slow-nim(3)", list(product(range(3), repeat=4))),
    *((text, [s for k in range(7) for s in combinations(range(1, 7), k)]) for text in COINS),
    *(
        (text, [tuple(s) for k in range(1, 3) for s in combinations(list(product(range(1, 4), repeat=2)), k)])
        for text in ("tartan(ruler,twins)", "tartan(mock-turtles,triplets)", "turning-corners", "rugs")
    ),
    ("staircase", list(product(range(3), repeat=4))),
    ("silver-dollar", [s for k in range(1, 5) for s in combinations(range(7), k)]),
    pytest.param("welter", list(combinations(range(12), 4)), marks=FULL),
    pytest.param("delete-nim", list(product(range(14), repeat=2)), marks=FULL),
    pytest.param("delete-nim(divide)", list(product(range(1, 14), repeat=2)), marks=FULL),
    pytest.param("cyclic-nimhoff(3)", list(product(range(5), repeat=3)), marks=FULL),
    pytest.param("exact-nim(2)", list(product(range(6), repeat=3)), marks=FULL),
    pytest.param("exact-slow-nim(2)", list(product(range(7), repeat=3)), marks=FULL),
    *(pytest.param(text, [s for k in range(8) for s in combinations(range(1, 8), k)], marks=FULL) for text in COINS),
    pytest.param("staircase", list(product(range(4), repeat=4)), marks=FULL),
    pytest.param("silver-dollar", list(combinations(range(8), 4)), marks=FULL),
    pytest.param("end-nim", list(product(range(1, 5), repeat=5)), marks=FULL),
    pytest.param("lim", list(product(range(13), repeat=3)), marks=FULL),
    pytest.param("antonim", list(combinations(range(1, 14), 3)), marks=FULL),
    pytest.param("euclid", [s for s in product(range(1, 70), repeat=2) if s[0] <= s[1]], marks=FULL),
    pytest.param("euclid(zero)", [s for s in product(range(80), repeat=2) if s[0] <= s[1]], marks=FULL),
    pytest.param("cyclic-nimhoff(4)", list(product(range(14), repeat=2)), marks=FULL),
    pytest.param("chocolate(6)", [(y, z) for z in range(60) for y in range(z // 6 + 1)], marks=FULL),
    pytest.param("exact-nim(3)", list(product(range(4), repeat=5)), marks=FULL),
    pytest.param("exact-slow-nim(4)", list(product(range(4), repeat=5)), marks=FULL),
]


@pytest.mark.full("exact-nim(2)-instances13", "moebius-instances19", "mogul-instances20", "motley-instances24")
@pytest.mark.parametrize(("text", "instances"), CASES)
def test_closed_forms_against_the_definition(text, instances):
    game = cgt.parse_ruleset(text)
    compared = 0
    for position in states(text, instances):
        for form in game.closed_forms():
            if not form.kinds or form.answer(Question(position, Convention.NORMAL)) is None:
                continue
            compared += 1
            value = brute_value(position)
            solution = cgt.solve(position, closed_form=form)
            assert (solution.outcome is Outcome.N) == (value != 0), position
            assert solution.nim_value in {None, value}, position
            wins = [move for move in position.moves() if brute_value(position.play(move)) == 0]
            assert sorted(solution.winning_moves) == sorted(wins), position
            assert solution.explanation
            moves_to = form.answer(Question(position)).moves_to
            for wanted in {2, value} if moves_to is not None else ():  # no move leads to the value that it has
                if (moves := moves_to(wanted)) is not None:
                    there = sorted(m for m in position.moves() if brute_value(position.play(m)) == wanted)
                    assert sorted(moves) == there, (position, wanted)
    assert compared >= 36


@pytest.mark.parametrize(
    "text", ["welter", "end-nim", "lim", "antonim", "euclid", "staircase", "silver-dollar", "delete-nim"]
)
def test_misere_play_is_searched_right(text, upto):
    game = cgt.parse_ruleset(text)
    for position in game.sample_positions(upto(4, full=6)):
        assert (cgt.outcome(position, "misere") is Outcome.N) == brute_misere(position), position


@pytest.mark.parametrize(("name", "stop"), [("aliquot", 60), ("dim", 60), ("prim", 60), ("mark", 80)])
def test_one_heap_and_two(name, stop, upto):
    stop *= upto(1, full=3)
    game = cgt.parse_ruleset(name)
    form = game.closed_forms()[0]
    values = game.table().values(stop)
    assert [cgt.solve(game.position(heap), closed_form=form).nim_value for heap in range(stop)] == values
    for first, second in product(range(upto(7, full=12)), repeat=2):
        position = game.position(first, second)
        assert cgt.solve(position, closed_form=form).nim_value == values[first] ^ values[second]
        wins = {move for move in position.moves() if not cgt.Evaluator().nim_value(position.play(move))}
        assert set(cgt.solve(position, closed_form=form).winning_moves) == wins


@pytest.mark.parametrize(
    ("text", "position", "value"),
    [
        ("welter", "1,3,6", 7),
        ("welter", "2,5,9", 9),
        ("welter", "3,7,10", 9),
        ("euclid", "2,3", 0),
        ("euclid", "3,10", 3),
        ("euclid", "7,50", 7),
        ("euclid", "89,144", 0),
    ],
)
def test_golden_values(text, position, value):
    """Of Welter's function (Conway, On Numbers and Games, chapter 13) and Nivasch's formula (2006)."""
    assert cgt.nim_value(cgt.parse_ruleset(text).parse(position)) == value


def test_antonim_of_three_heaps():
    """Winning Ways, chapter 15: 135 146 179 236 245 289 are the P-positions of three heaps up to 9."""
    found = [
        "".join(map(str, heaps))
        for heaps in combinations(range(1, 10), 3)
        if cgt.outcome(cgt.parse_ruleset("antonim").position(*heaps)) is Outcome.P
    ]
    assert found == ["135", "146", "179", "236", "245", "289"]


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("welter", "3,3", "two coins"),
        ("welter", "3,-1", "character 3"),
        ("antonim", "2,2", "no two heaps"),
        ("lim", "3,5", "3 numbers"),
        ("euclid", "0,5", "at least 1"),
        ("chocolate(2)", "5,6", "at most 3 high"),
        ("silver-dollar", "1,1", "two coins"),
        ("end-nim", "x", "character 1"),
    ],
)
def test_bad_positions_are_refused_in_one_line(text, position, message):
    with pytest.raises(cgt.errors.CGTError, match=message):
        cgt.parse_ruleset(text).parse(position)


@pytest.mark.parametrize(
    "text", ["cyclic-nimhoff(1)", "chocolate(0)", "euclid(one)", "delete-nim(x)", "exact-nim", "lim(3)"]
)
def test_bad_arguments_are_refused(text):
    with pytest.raises(cgt.errors.CGTError):
        cgt.parse_ruleset(text)


def test_large_positions_answer_at_once():
    assert cgt.nim_value(cgt.parse_ruleset("welter").parse("1,3,600")) == 1 ^ 3 ^ 600 ^ 3 ^ (599 ^ 598) ^ (597 ^ 596)
    assert cgt.outcome(cgt.parse_ruleset("end-nim").parse("5,9,2,900,4,5,9,1,3")) in Outcome


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("mock-turtles", [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31]),
        ("moebius", [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494]),
        (
            "mogul",
            [
                1,
                2,
                4,
                8,
                16,
                32,
                64,
                127,
                128,
                256,
                512,
                911,
                1024,
                1459,
                1749,
                1897,
                2048,
                2518,
                2787,
                2874,
                3320,
                3357,
                3662,
                4004,
            ],
        ),
        ("triplets", [0, 0, 1, 2, 4, 7, 8, 11, 13, 14]),
        ("ruler", [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]),
    ],
)
def test_coins_in_winning_ways(name, values):
    """Winning Ways, chapter 14: the odious numbers, the codes of 18 and 24 coins, and the rest."""
    game = cgt.parse_ruleset(name)
    assert [game.coin_value(coin) for coin in range(1, len(values) + 1)] == values


def test_coins_are_read_as_sides_and_as_places():
    game = cgt.parse_ruleset("ruler")
    assert game.parse("THHTH") == game.parse("2,3,5") == game.position(2, 3, 5)
    assert str(game.parse("TTT")) == "0"
    assert game.parse("0") == game.position()
    for text, message in (("THX", "character 1"), ("2,,3", "character 3"), ("2,0", "from 1"), ("1:2", "character 1")):
        with pytest.raises(cgt.errors.CGTError, match=message):
            game.parse(text)


@pytest.mark.parametrize("name", ["ruler", "motley"])
def test_coins_in_misere_play_against_the_definition(name, upto):
    game = cgt.parse_ruleset(name)
    (form,) = (form for form in game.closed_forms() if form.answer(Question(game.position(1), Convention.MISERE)))
    coins = range(1, upto(7, full=10 if name == "ruler" else 8))
    for position in states(name, [heads for k in range(len(coins) + 1) for heads in combinations(coins, k)]):
        solution = cgt.solve(position, "misere", closed_form=form)
        assert (solution.outcome is Outcome.N) == brute_misere(position), position
        wins = [move for move in position.moves() if not brute_misere(position.play(move))]
        assert sorted(solution.winning_moves) == sorted(wins), position


@pytest.mark.parametrize("name", ["delete-nim", "delete-nim(divide)", "knight", "leaper(3,1)"])
def test_pairs_in_misere_play_against_the_definition(name, upto):
    game = cgt.parse_ruleset(name)
    (form,) = (form for form in game.closed_forms() if Convention.MISERE in form.conventions)
    for position in states(name, list(product(range(name.endswith("(divide)"), upto(13, full=26)), repeat=2))):
        solution = cgt.solve(position, "misere", closed_form=form)
        assert (solution.outcome is Outcome.N) == brute_misere(position), position
        wins = [move for move in position.moves() if not brute_misere(position.play(move))]
        assert sorted(solution.winning_moves) == sorted(wins), position
    assert cgt.solve(game.position(3 * 10**30 + 2, 3 * 10**30 + 8), "misere").route == "closed form"


def test_the_reason_in_misere_play_of_delete_nim_excepts_two_empty_heaps():
    """Two empty heaps were won, by the reason that two heaps are lost where each is empty or leaves 1."""
    for position, excepted in (("delete-nim 0,0", "0 and 0"), ("delete-nim(divide) 1,1", "1 and 1")):
        solution = cgt.solve(position, "misere")
        assert solution.outcome is Outcome.N
        assert f"when divided by 3, but for {excepted}: no move is left" in solution.explanation


@pytest.mark.parametrize(
    ("heads", "moves"),
    [
        ("1000,5", [(1000,)]),
        ("1000000,999992", [tuple(range(999_985, 1_000_001))]),
        ("6", [(5, 6)]),
        ("5,7", [(5,), (7,)]),
        ("999999,5,7", []),
    ],
)
def test_a_long_row_in_misere_play_is_answered_without_a_search(heads, moves):
    assert list(cgt.solve(f"ruler {heads}", "misere", max_positions=1).winning_moves) == moves


@pytest.mark.full
def test_a_huge_row_answers_at_once():
    position = cgt.parse_ruleset("mock-turtles").parse("1,5,77,999999")
    solution = cgt.solve(position)
    assert solution.outcome is Outcome.N
    assert solution.winning_moves


@pytest.mark.parametrize("first", ["twins", "turning-turtles", "mock-turtles", "ruler"])
@pytest.mark.parametrize("second", ["twins", "turning-turtles", "mock-turtles", "ruler"])
def test_the_tartan_theorem_head_by_head(first, second):
    """One head is worth the mex of the nim-sums of the other heads that a move leaves, each known before."""
    game = cgt.parse_ruleset(f"tartan({first},{second})")
    side = 6
    values = {}
    for square in product(range(1, side + 1), repeat=2):
        reached = set()
        for move in game.position(square).moves():
            total = 0
            for other in set(move) - {square}:
                total ^= values[other]
            reached.add(total)
        values[square] = next(value for value in range(len(reached) + 1) if value not in reached)
        assert cgt.nim_value(game.position(square)) == values[square]
