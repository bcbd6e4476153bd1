"""The tables that games hand out against the generic search, which knows only moves."""

from __future__ import annotations

import pytest

from cgt.engine.evaluator import Evaluator
from cgt.errors import NotApplicableError, RulesetError
from cgt.games.heaps.fibonacci_nim import FibonacciNim
from cgt.games.heaps.takeaway import TakeAway
from cgt.games.heaps.wythoff import Wythoff
from cgt.solving.lists import nim_value_table, nim_values


@pytest.mark.parametrize(
    "game",
    [
        TakeAway("2n"),
        TakeAway("n"),
        TakeAway("3n+1"),
        TakeAway("[3,1,8,2]"),
        TakeAway(lambda n: 1 + n // 2),
        FibonacciNim(),
    ],
    ids=["2n", "n", "3n+1", "falling", "half", "fibonacci"],
)
def test_a_quota_table_is_what_the_search_finds(game, upto):
    limit = upto(24, full=40)
    table, evaluator = game.table().arrays(limit), Evaluator()
    assert table.name == str(game)
    assert table.method == ("dense" if "[" in str(game) else "event-driven")
    for heap in range(limit + 1):
        for quota in range(heap + 1):
            assert table.nim_value(heap, quota) == evaluator.nim_value(game.table_position(heap, quota))


@pytest.mark.parametrize("game", [Wythoff(), Wythoff(2), Wythoff(4)], ids=str)
def test_a_pair_table_is_what_the_search_finds(game):
    table, evaluator = game.table().arrays(13, 17), Evaluator()
    assert table.ruleset == str(game)
    for i in range(13):
        for j in range(17):
            assert table.nim_value(i, j) == evaluator.nim_value(game.position(i, j))


def test_games_without_such_a_table_say_so():
    with pytest.raises(NotApplicableError, match="3 heaps"):
        Wythoff(1, 3).table().arrays(3, 3)
    with pytest.raises(RulesetError, match="at least 1"):
        TakeAway(lambda n: 3 - n).table().arrays(10)


@pytest.mark.parametrize(
    "game", [TakeAway("2n"), TakeAway("[3,1,8]", "unlimited"), FibonacciNim(), Wythoff(3)], ids=str
)
def test_lists_by_tables_are_the_lists_of_the_search(game, upto):
    evaluator = Evaluator()
    rows, columns = upto((13, 19), full=(21, 33))
    wanted = [[evaluator.nim_value(game.table_position(row, col)) for col in range(columns)] for row in range(rows)]
    assert nim_value_table(game, rows, columns) == wanted
    if isinstance(game, TakeAway):
        assert nim_values(game, 2 * rows) == [evaluator.nim_value(game.position(size)) for size in range(2 * rows)]
