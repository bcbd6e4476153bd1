"""Numbers too long for Python to print, quotas that are none, and openings that allow no move."""

import time
from contextlib import suppress

import pytest

import cgt
from cgt.errors import CGTError, IllegalMoveError, PositionError, RulesetError
from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names

HUGE = 10**5000


@pytest.mark.parametrize("game", [cgt.games.FibonacciNim(), cgt.games.TakeAway("2n"), cgt.games.TakeAway([3, 1, 8])])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_an_opening_that_allows_no_move_is_over(game, convention):
    position = game.position(1)
    assert not list(position.moves())
    solution = cgt.solve(position, convention)
    assert solution.outcome is cgt.Evaluator(convention).outcome(position)
    assert not solution.winning_moves


def test_quotas_of_many_digits_are_read():
    nines = "9" * 5000
    assert str(parse_ruleset(f"takeaway([2,{nines}])")) == f"takeaway([2,{nines}])"
    assert str(parse_ruleset(f"takeaway(2n,{nines})")) == f"takeaway(2n,{nines})"


NO_POSITIONS = (
    "3 5", "3, 5 5", "3;4", "5x", "x5", "3x", "path 5 5", "path \u00b2", "pa1h 5", "path 5,", "path", "grid 3",
    "\u0663x3", "-", "a-", "a-b-c", "a-a", "a-b;c", "ground", "ground-", ":", "1:", ":1", "+", "3 +", "(", "()", "[]",
    "\0", "", "9" * 5000, "9" * 5000 + "x3", "path " + "9" * 5000, "9" * 5000 + ":2", "a-" + "b" * 5000,
)  # fmt: skip


@pytest.mark.full("sprouts")
@pytest.mark.parametrize("name", ruleset_names())
def test_what_is_no_position_is_refused_by_every_game(name):
    """By an error of ours: one that Python raises on the way is an internal error to whoever typed it."""
    game = example_ruleset(name)
    for text in (*NO_POSITIONS, *(game.example.replace(a, b, 1) for a, b in ((",", ", "), ("-", " "), (" ", "1 ")))):
        with suppress(CGTError):
            game.parse(text)


@pytest.mark.parametrize("quota", [3, None, [1.5, 2.5], ["2"], [True], []])
def test_what_is_no_quota_is_refused(quota):
    with pytest.raises(RulesetError, match="quota"):
        cgt.games.TakeAway(quota)


@pytest.mark.parametrize(
    ("game", "heaps", "move"),
    [
        ("takeaway(2n)", [(HUGE, HUGE // 3)], HUGE),
        ("global-takeaway(2n)", [HUGE, HUGE], (0, HUGE + 1)),
        ("kayles", [HUGE], (HUGE - 7,)),
    ],
    ids=["take-away", "one quota", "breaking"],
)
def test_a_huge_illegal_move_is_refused_in_one_short_line(game, heaps, move):
    with pytest.raises(IllegalMoveError) as refusal:
        parse_ruleset(game).position(*heaps).play(move)
    assert len(str(refusal.value)) < 300


def test_huge_heaps_are_refused_and_shown_as_others_are():
    game = cgt.games.TakeAway("2n")
    for heap in [(HUGE, 0), (HUGE, 1, 2)]:
        with pytest.raises(PositionError):
            game.position(heap)
    assert "0" * 5000 in repr(game.position((HUGE, 5)))
    assert "0" * 5000 in repr(cgt.games.GlobalTakeAway("2n").position(HUGE, 5))
    assert len(str(cgt.games.Subtraction(1, 3, HUGE))) > 5000
    assert ", leaving " in dict(cgt.solve(parse_ruleset("0.07").position(HUGE)).card().rows)["winning moves"]


def test_whether_a_large_number_is_prime_takes_no_sieve():
    heap = parse_ruleset("take-a-prime").position(10**12)
    assert str(heap.play(10**9 + 7)) == str(10**12 - 10**9 - 7)
    with pytest.raises(CGTError):
        heap.play(10**9)


@pytest.mark.parametrize("game", [cgt.games.Subtraction(1, 5, 10**12), cgt.games.AllBut(1, 10**12)], ids=str)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_an_amount_beyond_every_heap_costs_nothing(game, convention):
    near = type(game)(min(int(amount), 60) for amount in game.listed)
    far_solution, near_solution = (cgt.solve(each.position(40, 23), convention) for each in (game, near))
    assert far_solution.outcome is near_solution.outcome
    assert list(far_solution.winning_moves) == list(near_solution.winning_moves)
    assert cgt.nim_values(game, 50) == cgt.nim_values(near, 50)


@pytest.mark.parametrize("quota", [lambda taken: 1.5 * taken, lambda _taken: None], ids=["fractions", "nothing"])
def test_a_function_that_gives_no_whole_number_is_refused_by_name(quota):
    with pytest.raises(RulesetError, match="whole number of at least 1"):
        cgt.solve(cgt.games.TakeAway(quota).position((20, 5)))


@pytest.mark.parametrize("heap", [0, 1, 7, 10**309 + 7])
def test_one_heap_of_the_game_of_two_is_a_heap_beside_an_empty_one(heap):
    game = parse_ruleset("global-takeaway(2n)")
    alone, beside = cgt.solve(game.parse(str(heap))), cgt.solve(game.parse(f"0,{heap}"))
    assert alone.outcome == beside.outcome
    assert [move.move for move in alone.winning_moves] == [move.move for move in beside.winning_moves]


@pytest.mark.parametrize("text", ["a" * 100_000, "x: t >= 1 -> x - t;" + "," * 100_000 + "="], ids=["word", "commas"])
def test_a_long_text_that_is_no_rule_is_refused_at_once(text):
    """Each letter of the word, and each comma, was looked at again from every one before it."""
    begun = time.process_time()
    with pytest.raises(CGTError):
        parse_ruleset(f"moves({text})")
    assert time.process_time() - begun < 2
