"""Lists of nim-values and P-positions, against the definitions."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

import cgt
from cgt.errors import BudgetError, MemoryBudgetError, NotApplicableError, NumberError, RulesetError
from cgt.solving.lists import count_p_positions


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


@cache
def takeaway_value(heap, quota, factor=2):
    takes = range(1, min(heap, quota) + 1)
    return mex({takeaway_value(heap - take, factor * take, factor) for take in takes})


def test_values_of_heaps_by_definition():
    values = []
    for heap in range(60):
        values.append(mex({values[heap - take] for take in (1, 3, 4) if take <= heap}))
    rule = cgt.TakingRule(lambda n: [take for take in (1, 3, 4) if take <= n], name="1,3,4")
    assert cgt.nim_values(rule, 60) == values


def test_values_of_takeaway_heaps_are_those_of_the_opening():
    assert cgt.nim_values(cgt.games.TakeAway("2n"), 30) == [takeaway_value(heap, heap - 1) for heap in range(30)]
    unlimited = cgt.games.TakeAway("3n", "unlimited")
    assert cgt.nim_values(unlimited, 20) == [takeaway_value(heap, heap, 3) for heap in range(20)]


def test_the_table_of_a_takeaway_game_is_heap_by_quota():
    table = cgt.nim_value_table(cgt.games.TakeAway("2n"), 15, 20)
    assert table == [[takeaway_value(heap, quota) for quota in range(20)] for heap in range(15)]


def test_the_table_of_a_heap_game_is_heap_by_heap():
    values = cgt.nim_values(cgt.games.FibonacciNim(), 9)
    rule = cgt.HeapRule(lambda n: [(k, n - 1 - k) for k in range(n)] if n else [])
    for game in (rule, cgt.games.Nim()):
        values = cgt.nim_values(game, 9)
        assert cgt.nim_value_table(game, 9, 6) == [[values[i] ^ values[j] for j in range(6)] for i in range(9)]


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(
    "game",
    [
        cgt.games.Nim(),
        cgt.games.GlobalTakeAway("n+1"),
        cgt.games.TakeAway("2n"),
        cgt.games.Wythoff(2),
        cgt.games.MooreNim(1),
    ],
    ids=str,
)
def test_p_positions_are_those_of_the_engine(game, convention):
    evaluator = cgt.Evaluator(convention)
    expected = [
        sizes
        for sizes in combinations_with_replacement(range(9), 2)
        if evaluator.outcome(game.position(*sizes)) is cgt.Outcome.P
    ]
    assert cgt.p_positions(game, 9, convention, heaps=2) == expected


def test_one_heap_is_listed_by_its_size():
    assert cgt.p_positions(cgt.games.TakeAway("2n"), 22) == [0, 1, 2, 3, 5, 8, 13, 21]


def test_progress_reaches_the_end():
    seen = []
    cgt.p_positions(cgt.games.Nim(), 12, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (78, 78)  # two heaps, from which the third follows
    assert seen == sorted(seen)
    cgt.p_positions("officers", 12, heaps=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (12, 12)
    seen.clear()
    cgt.nim_values("kayles", 50, progress=lambda done, total: seen.append((done, total)))
    assert (seen[0], seen[-1]) == ((0, 50), (50, 50))  # the first before the loops are loaded


@pytest.mark.parametrize("size", [0, 1])
def test_the_smallest_lists(size):
    assert cgt.nim_values(cgt.games.Nim(), size) == [0] * size
    assert cgt.nim_value_table(cgt.games.Nim(), size, size) == [[0]] * size
    assert cgt.p_positions(cgt.games.TakeAway("2n"), size) == [0] * size


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("rule", ["officers", "kayles", "0.137", "nim", "subtraction(1,3,4)"])
def test_lost_heaps_follow_from_the_nim_values(rule, count):
    """As the definition has it, without the table."""
    game, evaluator = cgt.parse_ruleset(rule), cgt.Evaluator()
    every = combinations_with_replacement(range(9), count)
    lost = [heaps for heaps in every if evaluator.outcome(game.position(*heaps)) is cgt.Outcome.P]
    assert cgt.p_positions(rule, 9, heaps=count) == ([heap for (heap,) in lost] if count == 1 else lost)


def test_long_lists_are_found_at_once_or_refused(upto):
    stop = upto(3_001, full=10_000)
    assert cgt.p_positions("officers", stop)[-1] == 408
    assert cgt.nim_value_table("cyclic-nimhoff(3)", stop, 2)[stop - 1] == [stop - 1, stop]
    with pytest.raises(BudgetError, match="2,000,000"):
        cgt.p_positions("euclid", 1_000_000)


class StoppedError(Exception):
    """Raised by the test's own `progress`."""


@pytest.mark.parametrize(
    ("ask", "first"),
    [
        (lambda stop: cgt.nim_values("blocked(kayles,2)", 1_000, progress=stop), 1),
        (lambda stop: cgt.nim_value_table("prim", 100_000, 2, progress=stop), 256),
        (lambda stop: cgt.genera("nim", 5_000, progress=stop), 1),
    ],
    ids=["values", "table", "genera"],
)
def test_a_list_whose_sizes_take_ever_longer_reports_early(ask, first):
    reports = []

    def stop(done, total):
        reports.append((done, total))
        if done >= 4:
            raise StoppedError

    with pytest.raises(StoppedError):
        ask(stop)
    assert reports[0][0] <= first


def test_bad_sizes_and_spent_budgets():
    with pytest.raises(NumberError, match="stop"):
        cgt.nim_values(cgt.games.Nim(), -1)
    with pytest.raises(NumberError, match="columns"):
        cgt.nim_value_table(cgt.games.Nim(), 3, -1)
    for heaps in (0, -1):
        with pytest.raises(NumberError, match=f"needs at least 1 heap, not {heaps}"):
            cgt.p_positions(cgt.games.Nim(), 3, heaps=heaps)
    for heaps in (1001, 10**20):
        with pytest.raises(BudgetError, match="at most 1,000 heaps"):
            cgt.p_positions(cgt.games.Nim(), 2, heaps=heaps, max_positions=None)
    with pytest.raises(BudgetError, match="1,000"):
        cgt.nim_value_table(cgt.games.TakeAway("2n"), 40, 40, max_positions=1000)
    with pytest.raises(BudgetError, match="100"):
        cgt.p_positions(cgt.games.Nim(), 20, max_positions=100)


@pytest.mark.parametrize(
    "game", [cgt.games.TakeAway("2n"), cgt.games.Subtraction(2, 5, 7), cgt.parse_ruleset("kayles")], ids=str
)
def test_the_routes_agree_on_values(game):
    pytest.importorskip("numba")
    python = cgt.nim_values(game, 200, backend="python")
    assert cgt.nim_values(game, 200, backend="compiled") == python == cgt.nim_values(game, 200)


def test_a_route_that_is_not_there_is_refused():
    rule = cgt.TakingRule(lambda n: [1] if n else [], name="one")
    assert cgt.nim_values(rule, 3, backend="python") == [0, 1, 0]
    for ask in (
        lambda: cgt.nim_values(rule, 3, backend="compiled"),
        lambda: cgt.nim_values(cgt.games.TakeAway("2n"), 3, "misere", backend="compiled"),
        lambda: cgt.nim_value_table(cgt.games.GlobalTakeAway("2n"), 3, 3, backend="compiled"),
    ):
        with pytest.raises(RulesetError, match="no compiled backend"):
            ask()


def test_a_table_larger_than_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr("cgt.core.memory_limit.default_memory_limit", lambda: 100_000_000)
    with pytest.raises(MemoryBudgetError, match="a list of 9000000 nim-values"):
        cgt.nim_value_table("wythoff", 3_000, 3_000, max_positions=None)


@pytest.mark.parametrize("heaps", [1, 2])
def test_of_no_sizes_there_are_no_heaps_to_count(heaps):
    assert count_p_positions("nim", 0, heaps=heaps) == len(cgt.p_positions("nim", 0, heaps=heaps)) == 0


@pytest.mark.parametrize(
    ("game", "heaps"), [("wythoff", 1), ("euclid", 3), ("selective(nim,wythoff)", 1), ("vectors((1,0),(0,1))", 3)]
)
def test_no_list_is_empty_for_a_number_of_heaps_that_the_game_has_not(game, heaps):
    """`p_positions("wythoff", 9, heaps=1)` was an empty list: as if every position were won."""
    for convention in ("normal", "misere"):
        with pytest.raises(NotApplicableError, match="has no positions to list here"):
            cgt.p_positions(game, 4, convention, heaps=heaps)
    assert cgt.p_positions(game, 0, heaps=heaps) == []


def test_numbers_that_are_no_position_are_left_out():
    """In Chomp a row is no longer than the one above it; two rows are lost where they are n and n - 1."""
    assert cgt.p_positions("chomp", 5, heaps=2) == [(2, 1), (3, 2), (4, 3)]


@pytest.mark.parametrize(
    ("game", "sizes"),
    [("chomp", (5, 3, 1)), ("euclid", (7, 50)), ("wythoff", (1, 2)), ("nim", (1, 4)), ("with-pass(nim)", (3,))],
)
def test_a_position_shows_the_sizes_that_it_was_given(game, sizes):
    ruleset = cgt.parse_ruleset(game)
    assert tuple(ruleset.sizes(ruleset.position(*sizes))) == sizes


def test_genera_that_are_cut_off_tell_those_before_if_there_are_any():
    with pytest.raises(BudgetError, match="the genera of the heaps below 21 are known") as cut:
        cgt.genera("kayles", 30, max_positions=2)
    assert len(cut.value.partial) == 21
    with pytest.raises(BudgetError) as cut:
        cgt.genera("kayles", 10, max_positions=0)
    assert "genera" not in str(cut.value)


def test_a_game_that_has_no_text_is_listed_as_the_message_says():
    """A command reads the text of a game, which one of `cgt.game` has not: what is advised is a call, and works."""
    pairs = cgt.game(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [], example=(2, 3), name="pairs")
    words = cgt.game(lambda word: [word[1:]] if word else [], example="ab2", name="words")
    assert cgt.nim_value_table(pairs, 2, 2) == [[0, 0], [1, 1]]
    assert cgt.nim_values(words, 6, along="ab{n}") == [1] * 6
    for ask, advice in (
        (lambda: cgt.nim_values(pairs, 4), "`cgt.nim_value_table(game, rows, columns)` lists two"),
        (lambda: cgt.nim_values(words, 4), "`cgt.nim_values(game, 6, along='ab{n}')` lists a family"),
        (lambda: cgt.nim_value_table(words, 4, 4), "`cgt.nim_values(game, 6, along='ab{n}')` lists a family"),
        (lambda: cgt.nim_values("wythoff", 4), "`cgt table wythoff` lists two"),
        (lambda: cgt.nim_value_table("end-nim", 2, 2), "`cgt p-positions end-nim` lists its P-positions"),
    ):
        with pytest.raises(NotApplicableError) as error:
            ask()
        assert advice in str(error.value)


def test_no_family_of_graphs_is_advised_to_a_game_that_reads_any_text():
    letters = cgt.game(lambda word: [word[1:]] if word else [], example="abc", name="letters")
    with pytest.raises(
        NotApplicableError, match=r"letters has no heaps to list: its positions are not given by sizes$"
    ):
        cgt.nim_values(letters, 4)


def test_no_table_is_advised_where_states_have_three_numbers():
    threes = cgt.game(lambda state: [(state[0] - 1, *state[1:])] if state[0] else [], example=(2, 3, 1), name="threes")
    with pytest.raises(NotApplicableError, match="no positions of one heap to list: threes has 3 numbers"):
        cgt.nim_values(threes, 4)
