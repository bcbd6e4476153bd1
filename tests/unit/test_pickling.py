"""What is handed to another process arrives: every game's position, its solution and its ruleset, and the evaluator."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

import pytest

import cgt
from cgt.apps.sweep.run import sweep
from cgt.errors import BudgetError, CGTError, MemoryBudgetError, OutputError
from cgt.families.registry import example_ruleset


def again(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - these bytes are our own


@pytest.mark.full("circular-nim", "compound")
@pytest.mark.parametrize("name", cgt.ruleset_names())
def test_every_game_is_sent(name, upto):
    """By default with a solution in normal play alone."""
    game = example_ruleset(name)
    start = game.parse(game.example)
    assert again(game) == game
    assert again(start) == start
    for convention in game.conventions[: upto(1, full=2)]:
        solved = cgt.solve(start, convention)
        sent = again(solved)
        assert str(sent) == str(solved)
        assert list(islice(sent.winning_moves, 50)) == list(islice(solved.winning_moves, 50))


@pytest.mark.parametrize("text", ["moore-nim(2) 300,400,500,600", "nim 1000000,77,9", "fibonacci-nim 5000", "0.77 50"])
def test_moves_that_are_found_as_one_walks_are_sent(text):
    solved = cgt.solve(cgt.parse_position(text))
    assert list(islice(again(solved).winning_moves, 20)) == list(islice(solved.winning_moves, 20))


@pytest.mark.parametrize("error", [BudgetError("a search", "max_positions"), MemoryBudgetError("a table", "max_bytes")])
def test_a_spent_budget_keeps_its_limit(error):
    assert vars(again(error)) == vars(error)
    assert str(again(error)) == str(error)


def test_an_evaluator_is_sent():
    evaluator = cgt.Evaluator("misere", max_positions=5_000, max_seconds=9.0)
    heap = cgt.games.Subtraction({1, 2, 3}).position(6)
    assert evaluator.outcome(heap) == again(evaluator).outcome(heap)
    assert again(cgt.LoopyEvaluator("misere")).outcome(heap) == evaluator.outcome(heap)


@pytest.mark.full("discover-grundy")
@pytest.mark.parametrize(
    ("look", "rule"),
    [
        (cgt.period, "kayles"),
        (lambda rule: cgt.period(rule, 50), "0.137"),
        (cgt.discover, "grundy"),
        (cgt.discover, "kenyons"),
    ],
)
def test_what_was_seen_of_a_sequence_is_sent_and_copied(look, rule):
    result = look(rule)
    for other in (again(result), copy.deepcopy(result)):
        assert str(other) == str(result)
        assert list(getattr(other, "values", ())) == list(getattr(result, "values", ()))


@pytest.mark.full
def test_a_pool_of_processes_solves_and_fails_by_name():
    positions = [cgt.parse_position(text) for text in ("moore-nim(2) 3,4,5", "kayles 7 + nim 3,5", "wythoff 3,5")]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert [str(found) for found in pool.map(cgt.solve, positions)] == [str(cgt.solve(each)) for each in positions]
        with pytest.raises(CGTError, match="ruleset"):
            pool.submit(cgt.parse_ruleset, "no-such-game").result()


def test_the_records_of_a_sweep_are_sent_with_a_ledger_or_as_a_list(tmp_path):
    kept, here = sweep("0.0?", 50, ledger=tmp_path / "kept.ledger"), sweep("0.0?", 50)
    assert again(kept).records == again(list(here.records)) == here.records
    for value in (here, here.records):
        with pytest.raises(OutputError, match=r"sweep with a ledger, or send list\(records\)"):
            again(value)
