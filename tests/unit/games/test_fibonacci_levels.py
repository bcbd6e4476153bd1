"""Nim-values of Fibonacci nim by the machine that ships: against the definition, and decided again."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random

import pytest

import cgt
from cgt.core.route import Question
from cgt.digits.decide import decide
from cgt.digits.formula import Predicate
from cgt.errors import TableError
from cgt.games.heaps import level_machine
from cgt.games.heaps.level_machine import shipped


@cache
def nim_value(heap, quota):
    """By the definition."""
    options = {nim_value(heap - take, min(2 * take, heap - take)) for take in range(1, min(heap, quota) + 1)}
    return next(value for value in range(heap + 2) if value not in options)


def test_values_and_takes_are_what_the_definition_gives(upto):
    machine = shipped()
    for heap in range(1, upto(26, full=36)):
        for quota in range(1, heap + 1):
            value = nim_value(heap, quota)
            assert machine.value(heap, quota) == (value if value < 7 else None)
            for wanted in range(7) if quota % 5 == 0 else ():
                takes = machine.takes_to(heap, quota, wanted)
                right = [t for t in range(1, quota + 1) if nim_value(heap - t, min(2 * t, heap - t)) == wanted]
                assert (list(takes), takes.total) == (right, len(right))


@pytest.mark.parametrize("up_to", [2, *(pytest.param(each, marks=pytest.mark.full) for each in (4, 7))])
def test_the_levels_that_ship_are_decided_again(up_to):
    moves = cgt.games.TakeAway("2n").linear_moves()
    below = None
    for value in range(1, up_to + 1):
        reached = Predicate(f"G{value}", shipped().automaton(value))
        assert decide(moves.level(reached, below), moves.system)
        below = reached


def test_sums_of_huge_heaps_are_answered_with_all_winning_moves():
    game = cgt.games.FibonacciNim()
    solution = cgt.solve(game.parse(f"12:3,10:3,{10**18}:5"))
    assert (solution.outcome, solution.status) == (cgt.Outcome.N, "theorem")
    assert len(solution.winning_moves) > 0
    for move in solution.winning_moves:
        assert cgt.outcome(game.parse(f"12:3,10:3,{10**18}:5").play(move)) is cgt.Outcome.P


@pytest.mark.parametrize(
    ("heaps", "told"),
    [
        (["8:3"] * 2, "8, of which 3 may be taken, is worth 0; the nim-sum is 0: every move can be answered"),
        (["5:2", "7:3"], "7, of which 3 may be taken, is worth 2; the nim-sum is 2: take 2 from heap 2"),
        (["5:2"] * 12, "5, of which 2 may be taken, is worth 0; the nim-sum is 0: every move can be answered"),
        (["5:2"] * 13, "5, of which 2 may be taken, is worth 0; …; the nim-sum is 0: every move can be answered"),
    ],
)
def test_the_values_of_a_dozen_heaps_are_told(heaps, told):
    game = cgt.games.FibonacciNim()
    form = next(form for form in game.closed_forms() if form.name == "proved levels")
    shown = cgt.solve(game.parse(" + ".join(heaps)), closed_form=form).explanation
    assert (shown.endswith(told), shown.count("is worth")) == (True, min(len(heaps), 12))


def test_many_heaps_are_looked_up_without_numpy(monkeypatch):
    positions = [(heap, heap // 3) for heap in range(1, 1_500)]
    wanted = shipped().nim_values(positions)
    monkeypatch.setattr(level_machine, "numpy_installed", lambda: False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert shipped().nim_values(positions) == wanted


def test_winning_moves_agree_with_the_search():
    game = cgt.games.FibonacciNim()
    form = game.closed_forms()[2]
    for text in ("12:3,20:2", "12:5,11:4,7:2", "30:4,29:3", "19:9,14:5"):
        position = game.parse(text)
        if form.answer(Question(position)) is not None:
            assert list(cgt.solve(position, closed_form=form).winning_moves) == sorted(
                cgt.Evaluator().winning_moves(position)
            )


def test_one_heap_above_the_levels_does_not_matter():
    position = cgt.games.FibonacciNim().parse(f"21:4,10:3,{10**18}:100")
    assert cgt.outcome(position) is cgt.Outcome.N


def test_the_machine_needs_no_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from cgt.games.heaps.level_machine import shipped\n"
        "print(shipped().value(10**1000, 3))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "0"
    )


def test_a_changed_file_is_refused(monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    text = (level_machine.files("cgt.games.heaps") / "data" / level_machine.FILE).read_text()
    (tmp_path / "data" / level_machine.FILE).write_text(text.replace('"levels":7', '"levels":8'))
    monkeypatch.setattr(level_machine, "files", lambda _package: tmp_path)
    with pytest.raises(TableError, match="changed"):
        shipped.__wrapped__()


def test_many_heaps_at_once_are_worth_what_each_is():
    random = Random(11)
    pairs = [(random.randrange(10 ** random.choice([2, 9, 18, 25])), random.randrange(1, 10**6)) for _ in range(300)]
    pairs += [(0, 5), (2**63 - 1, 2**70), (2**63, 3), (10**100, 10**99)]
    machine = shipped()
    assert machine.nim_values(iter(pairs)) == [machine.value(heap, quota) for heap, quota in pairs]
