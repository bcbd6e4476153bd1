"""What threads share, knowingly or not: eight of them at once, switched as often as can be."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from threading import Barrier

import attrs
import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.errors import CGTError
from cgt.digits.system import number_system
from cgt.digits.takeaway_base import Base
from cgt.families import periodic, quotient_form, tame
from cgt.families.registry import example_ruleset
from cgt.fast.sequence import DefinitionSequence
from cgt.fast.subtraction import AllButSequence, EndlessSubtraction, SubtractionSequence
from cgt.fast.taking_breaking import sequence_of
from cgt.games.coins import turning
from cgt.games.heaps.quota import parse_quota

THREADS = 8


@pytest.fixture(autouse=True)
def restless():
    """Threads are switched every microsecond."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work, turns=range(THREADS)):
    """What the work gives for each of these turns, a thread each, all let go together."""
    turns = list(turns)
    barrier = Barrier(len(turns))

    def do(turn):
        barrier.wait()
        return work(turn)

    with ThreadPoolExecutor(len(turns)) as pool:
        return list(pool.map(do, turns))


def code(text):
    return lambda backend: sequence_of(HeapCode.parse(text), backend=backend)


# Each sequence with its number of heaps; the loops for three heaps or more, and for tails, are others.
SEQUENCES = {
    "kayles": (code("0.77"), 6_000),
    "grundy": (code("4!.0"), 6_000),
    "sparse": (code("0.137"), 30_000),
    "tail": (code("4.[3]"), 1_500),
    "three heaps": (code("0.f"), 150),
    "constrained": (code("0.6!6"), 120),
    "subtraction": (lambda backend: SubtractionSequence([2, 5, 9], backend=backend), 40_000),
    "endless": (lambda backend: EndlessSubtraction(lambda: (n * n for n in count(1)), backend=backend), 1_000),
    "all-but": (lambda backend: AllButSequence([2, 5, 9], backend=backend), 20_000),
    "definition": (lambda _: DefinitionSequence(lambda known: (heap % 7 for heap in count(len(known)))), 20_000),
}


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("name", SEQUENCES)
def test_a_sequence_that_eight_threads_extend(name, backend, upto):
    if backend == "compiled":
        pytest.importorskip("numba")
    make, stop = SEQUENCES[name]
    alone = make(backend)
    alone.extend_to(stop)
    expected = list(alone.values)
    for _ in range(upto(2, full=40)):
        shared = make(backend)

        def extend(turn, shared=shared):
            for part in range(1, 41):
                goal = stop * part // 40
                shared.extend_to(goal)
                known = shared.values
                if list(known) != expected[: len(known)] or len(known) < goal:
                    return f"thread {turn}: wrong among the first {goal}"
            return None

        assert at_once(extend) == [None] * THREADS
        assert list(shared.values) == expected


def test_a_period_that_eight_threads_prove(upto):
    alone = SubtractionSequence([2, 5, 7])
    expected = alone.prove_period(10_000)
    for _ in range(upto(5, full=200)):
        shared = SubtractionSequence([2, 5, 7])
        found = at_once(lambda _, shared=shared: shared.prove_period(10_000))
        assert set(found) == {expected}
        assert (shared.period, shared.values) == (alone.period, alone.values)


@pytest.mark.parametrize("text", ["2n", "3n-1", "4n+2"])
def test_terms_that_eight_threads_ask_for(text, upto):
    quota = parse_quota(text)
    system = number_system(f"takeaway({text})")
    steps = range(1, 600, 7)
    expected = [Base(quota).term(step) for step in steps]
    for _ in range(upto(5, full=200)):
        base, places = Base(quota), attrs.evolve(system)

        def terms(_, base=base, places=places):
            return [base.term(step) for step in steps], [places.place(step - 1) for step in steps]

        assert at_once(terms) == [(expected, expected)] * THREADS


def compared(work, turns, times):
    """Every turn of the work in threads of its own, compared with the same done one after the other."""
    cgt.forget()
    expected = [work(turn) for turn in turns]
    for _ in range(times):
        cgt.forget()
        assert at_once(work, turns) == expected


def test_a_misere_quotient_that_grows(upto):
    code = HeapCode.parse("0.45")

    def elements(first):
        found = [quotient_form._grown((code,), [heap]).quotient for heap in range(first, 20, 3)]
        return [quotient.outcome(heap) for quotient, heap in zip(found, range(first, 20, 3), strict=True)]

    compared(elements, range(THREADS), upto(4, full=100))


def test_misere_play_by_a_table_that_grows(upto):
    game = cgt.games.Subtraction({2, 5, 9, 31})

    def outcomes(turn):
        form = tame.TabulatedMisere(game)
        return [form.value(heap) for heap in range(turn, 4_000, 97)]

    compared(outcomes, range(THREADS), upto(5, full=100))


def test_a_period_that_is_looked_for_as_far_as_the_heap_deserves(upto):
    def periods(turn):
        found = [periodic.certificate_of(HeapCode.parse("0.17"), 10 << (turn + step) % 9) for step in range(9)]
        return [certificate and certificate.periodicity for certificate in found[-1:]]

    def last(turn):
        periods(turn)
        return periodic.certificate_of(HeapCode.parse("0.17")).periodicity

    compared(last, range(THREADS), upto(5, full=100))


def test_coins_whose_values_grow(monkeypatch, upto):
    game = cgt.games.Moebius()
    expected = [game.coin_value(coin) for coin in range(1, 24)]
    for _ in range(upto(5, full=100)):
        monkeypatch.setattr(turning, "_levels", {})
        found = at_once(lambda turn: [(coin, game.coin_value(coin)) for coin in range(1 + turn, 24, 2)])
        assert all(value == expected[coin - 1] for asked in found for coin, value in asked)


def test_boards_that_eight_threads_search(upto):
    """One memory, one pruned search for each kind of board: who comes meanwhile searches apart."""
    texts = [
        "cram 3x4",
        "node-kayles 3x3",
        "chomp 3x4",
        "arc-kayles 2x3",
        "notakto 3x3",
        "sprouts 2",
        "kayles 7 + nim 3",
    ]

    def values(turn):
        return {text: cgt.nim_value(text) for text in texts[turn % 7 :] + texts[: turn % 7]}

    compared(values, range(THREADS), upto(2, full=40))


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_what_eight_threads_ask_at_the_front_door(convention, upto):
    """Every thread asks of every game, each beginning with another one; all share what is remembered."""
    games = [example_ruleset(name) for name in cgt.ruleset_names()[:: upto(9, full=1)]]

    def answers(turn):
        found = {}
        for ruleset in games[turn:] + games[:turn]:
            try:
                solution = cgt.solve(ruleset.parse(ruleset.example), convention, max_positions=2_000)
                found[str(ruleset)] = solution.outcome, solution.nim_value, tuple(islice(solution.winning_moves, 5))
            except CGTError as error:
                found[str(ruleset)] = str(error)
        return found

    compared(answers, range(THREADS), upto(1, full=10))
