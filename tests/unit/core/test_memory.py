"""Memory is estimated before it is taken, wherever a list or table may be asked for that no machine holds."""

from __future__ import annotations

import sys

import pytest

import cgt
from cgt.core.memory_limit import BYTES_A_NUMBER, BYTES_A_TUPLE, check_list, check_memory
from cgt.core.progress import reporting
from cgt.errors import MemoryBudgetError, NumberError
from cgt.families.registry import parse_ruleset

GAMES = ["nim", "subtraction(1,3,4)", "all-but(1,3)", "take-a-square", "kayles", "lasker", "taking-breaking(0.{4})"]
FAR = 10**15


@pytest.mark.parametrize("game", [*map(parse_ruleset, GAMES), cgt.HeapRule(lambda _n: [])], ids=str)
@pytest.mark.parametrize("stop", [FAR, 10**1000])
def test_a_list_that_no_machine_holds_is_refused_in_one_short_line(game, stop):
    for ask in (game.table().values, lambda stop: cgt.nim_values(game, stop, max_positions=None)):
        with pytest.raises(MemoryBudgetError, match=r"a list of .* nim-values would take about") as refusal:
            ask(stop)
        assert len(str(refusal.value)) < 200


def test_tables_and_pairs_are_refused_too():
    with pytest.raises(MemoryBudgetError):
        cgt.nim_value_table(cgt.games.Nim(), 10**7, 10**8, max_positions=None)
    with pytest.raises(MemoryBudgetError):
        cgt.nim_values(cgt.games.TakeAway("2n"), FAR, max_positions=None)
    for ask in (
        cgt.games.Wythoff(3).p_positions,
        lambda stop: cgt.p_positions(cgt.games.Wythoff(), stop, max_positions=None),
    ):
        with pytest.raises(MemoryBudgetError, match="P-positions"):
            ask(FAR)


@pytest.mark.parametrize("wrong", [-1, 2.5, "7", True, None])
def test_a_stop_is_a_whole_number(wrong):
    for ask in (
        cgt.games.Nim().table().values,
        parse_ruleset("take-a-prime").table().values,
        cgt.games.Wythoff().p_positions,
    ):
        with pytest.raises(NumberError, match="stop is a whole number of at least 0, not"):
            ask(wrong)


def test_what_a_list_takes():
    numbers, pairs = [10**9 + size for size in range(100)], [(10**9 + size, 10**9 - size) for size in range(100)]
    size = sys.getsizeof
    assert 100 * BYTES_A_NUMBER <= size(numbers) + sum(map(size, numbers)) <= 105 * BYTES_A_NUMBER
    taken = size(pairs) + sum(size(pair) + sum(map(size, pair)) for pair in pairs)
    assert 0.9 * taken <= 100 * (BYTES_A_TUPLE + 2 * BYTES_A_NUMBER) <= 1.1 * taken
    check_list(1000, "numbers", width=3)


@pytest.mark.parametrize(
    ("needed", "text"),
    [(10**3, "1.0 kB"), (1_999_999, "1.9 MB"), (36 * 10**15, "36.0 PB"), (10**40, "10000000000000000000000000 PB")],
)
def test_how_memory_is_told(needed, text):
    with pytest.raises(MemoryBudgetError, match=f"it would take about {text}, and the limit is 500 bytes"):
        check_memory(needed, "it", 500)


def test_reports_come_now_and_then_and_at_the_end():
    seen = []
    assert sum(reporting(range(600), 600, lambda done, total: seen.append((done, total)))) == 600 * 599 // 2
    assert [done for done, _total in seen] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600]


def test_memory_is_refused_with_the_estimate():
    with pytest.raises(MemoryBudgetError, match=r"a table would take about 3\.0 MB, and the limit is 500 bytes"):
        check_memory(3_000_000, "a table", memory_limit=500)
    check_memory(500, "a table", memory_limit=500)
    check_memory(1, "a table")


@pytest.mark.parametrize(
    ("build", "error"),
    [
        (lambda: cgt.games.Wythoff().table().arrays(3, 10**30), MemoryBudgetError),
        (lambda: cgt.games.Wythoff().table().arrays(3, 2.5), NumberError),
        (lambda: cgt.games.Wythoff().table().arrays(0, 3), NumberError),
        (lambda: cgt.games.TakeAway("2n").table().arrays(float("nan")), NumberError),
        (lambda: cgt.games.TakeAway("2n").table().arrays(-1), NumberError),
    ],
)
def test_tables_without_a_size_are_refused(build, error):
    with pytest.raises(error):
        build()
