"""What threads share, knowingly or not: eight of them at once, switched as often as can be."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path
from re import findall
from threading import Barrier

import attrs
import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.route import STRATEGY
from cgt.digits.system import number_system
from cgt.digits.takeaway_base import Base
from cgt.errors import CGTError
from cgt.families import periodic_form, quotient_form, tame_form
from cgt.families.registry import example_ruleset
from cgt.fast import backend
from cgt.fast.jit import Loop
from cgt.fast.sequence import DefinitionSequence
from cgt.fast.subtraction_values import AllButSequence, EndlessSubtraction, SubtractionSequence
from cgt.fast.taking_breaking_values import sequence_of
from cgt.games.heaps.quota import parse_quota
from cgt.solving import word_search
from cgt.solving.routes import Routes
from cgt.theory.genus import FormEvaluator

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
    "tail": (code("4.[3]"), 250),
    "tail beyond a byte": (code("4.[3]"), 1_500),
    "three heaps": (code("0.f"), 150),
    "constrained": (code("0.6!6"), 120),
    "subtraction": (lambda backend: SubtractionSequence([2, 5, 9], backend=backend), 40_000),
    "endless": (lambda backend: EndlessSubtraction(lambda: (n * n for n in count(1)), backend=backend), 1_000),
    "all-but": (lambda backend: AllButSequence([2, 5, 9], backend=backend), 20_000),
    "definition": (lambda _: DefinitionSequence(lambda known: (heap % 7 for heap in count(len(known)))), 20_000),
}


@pytest.mark.full(
    "all-but-compiled",
    "all-but-python",
    "grundy-python",
    "sparse-compiled",
    "sparse-python",
    "subtraction-python",
    "tail beyond a byte-compiled",
    "tail beyond a byte-python",
    "tail-python",
)
@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("name", SEQUENCES)
def test_a_sequence_that_eight_threads_extend(name, backend, upto):
    if backend == "compiled":
        pytest.importorskip("numba")
    make, stop = SEQUENCES[name]
    alone = make(backend)
    alone.extend_to(stop)
    expected, parts = list(alone.values), upto(20, full=40)
    for _ in range(upto(1, full=40)):
        shared = make(backend)

        def extend(turn, shared=shared):
            for part in range(1, parts + 1):
                goal = stop * part // parts
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


@pytest.mark.full("2n", "4n+2")
@pytest.mark.parametrize("text", ["2n", "3n-1", "4n+2"])
def test_terms_that_eight_threads_ask_for(text, upto):
    quota = parse_quota(text)
    system = number_system(f"takeaway({text})")
    steps = range(1, 600, 7)
    expected = [Base(quota).term(step) for step in steps]
    for _ in range(upto(2, full=200)):
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
        found = [quotient_form._grow((code,), [heap]).quotient for heap in range(first, 20, 3)]
        return [quotient.outcome(heap) for quotient, heap in zip(found, range(first, 20, 3), strict=True)]

    compared(elements, range(THREADS), upto(2, full=100))


def test_misere_play_by_a_table_that_grows(upto):
    game = cgt.games.Subtraction({2, 5, 9, 31})

    def outcomes(turn):
        form = tame_form.TabulatedMisere(game)
        return [form.value(heap) for heap in range(turn, 4_000, 97)]

    compared(outcomes, range(THREADS), upto(5, full=100))


def test_a_period_that_is_looked_for_as_far_as_the_heap_deserves(upto):
    def periods(turn):
        plays = [periodic_form.periodic_play(HeapCode.parse("0.17"), 10 << (turn + step) % 9) for step in range(9)]
        return [play and play.periodicity for play in plays[-1:]]

    def last(turn):
        periods(turn)
        return periodic_form.periodic_play(HeapCode.parse("0.17")).periodicity

    compared(last, range(THREADS), upto(5, full=100))


def test_coins_whose_values_grow(upto):
    game = cgt.games.Moebius()
    expected = [game.coin_value(coin) for coin in range(1, 24)]
    for _ in range(upto(5, full=100)):
        cgt.forget()
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
def test_what_eight_threads_ask_at_the_front_door(convention, upto, monkeypatch):
    """Every thread asks of every game, each beginning with another one; all share what is remembered.

    A nim-value that is not needed is given where the time is left for it: threads spend the process's time together.
    What is needed is limited by positions alone, so that a busy machine refuses the same.
    """
    monkeypatch.setattr("cgt.solving.routes.by_search.SECONDS_A_POSITION", 1.0)
    games = [example_ruleset(name) for name in cgt.ruleset_names()[:: upto(13, full=1)]]

    def answers(turn):
        found = {}
        for ruleset in games[turn:] + games[:turn]:
            try:
                solution = cgt.solve(ruleset.parse(ruleset.example), convention, max_positions=2_000)
                found[str(ruleset)] = solution.outcome, tuple(islice(solution.winning_moves, 5))
                if solution.nim_value is not None:
                    values.setdefault(str(ruleset), set()).add(solution.nim_value)
            except CGTError as error:
                found[str(ruleset)] = str(error)
        return found

    values: dict[str, set[int]] = {}
    compared(answers, range(THREADS), upto(1, full=10))
    assert len(values) > 1
    assert all(len(given) == 1 for given in values.values()), values


BOARDS = ["cram 3x4", "node-kayles 3x3", "kayles 7 + nim 3", "fibonacci-nim 30:7", "dawsons-kayles 20", "sylver 5,7,8"]


@pytest.mark.parametrize("make", [lambda _: None, cgt.Evaluator], ids=["remembered", "evaluator"])
@pytest.mark.parametrize("convention", [cgt.Convention.NORMAL, cgt.Convention.MISERE])
def test_routes_that_eight_threads_ask(make, convention, upto):
    """One list of routes for all, with an evaluator of its own or with what the process remembers."""
    positions = [cgt.parse_position(text) for text in BOARDS]

    def asked(routes, turn):
        found = {}
        for position in positions[turn % len(positions) :] + positions[: turn % len(positions)]:
            try:
                answer = routes.ask(cgt.Question(position, convention, STRATEGY, max_positions=3_000))
                found[str(position)] = answer.outcome, tuple(islice(answer.winning_moves, 5))
            except CGTError as error:
                found[str(position)] = type(error)
        return found

    cgt.forget()
    expected = asked(Routes(make(convention)), 0)
    for _ in range(upto(1, full=40)):
        cgt.forget()
        routes = Routes(make(convention))
        assert at_once(lambda turn, routes=routes: asked(routes, turn)) == [expected] * THREADS


KAYLES = [cgt.parse_position(f"kayles {size} + nim {size % 4}") for size in range(1, 9)]
ROUND = [cgt.parse_position(f"walk {token}: a>b,b>c,c>a,c>d,d>e") for token in "abcde"]


@pytest.mark.parametrize(
    ("make", "ask", "positions"),
    [
        (cgt.Evaluator, "nim_value", KAYLES),
        (partial(cgt.Evaluator, "misere"), "outcome", KAYLES),
        (FormEvaluator, "genus", KAYLES),
        (cgt.LoopyEvaluator, "value", ROUND),
        (partial(cgt.LoopyEvaluator, "misere"), "outcome", ROUND),
    ],
)
def test_evaluators_that_eight_threads_ask(make, ask, positions, upto):
    alone = make()
    expected = {position: str(getattr(alone, ask)(position)) for position in positions}
    for _ in range(upto(5, full=200)):
        shared = make()

        def asked(turn, shared=shared):
            first = turn % len(positions)
            return {position: str(getattr(shared, ask)(position)) for position in positions[first:] + positions[:first]}

        assert at_once(asked) == [expected] * THREADS


@pytest.fixture
def compiled_late(monkeypatch):
    """No loop is ready, and a third of the way is the size from which compiled code pays."""
    pytest.importorskip("numba")

    def late(size):
        monkeypatch.setattr(backend, "CROSSOVER", dict.fromkeys(backend.CROSSOVER, size))
        monkeypatch.setattr(backend, "NOT_YET_COMPILED", dict.fromkeys(backend.CROSSOVER, 1))
        for loop in Loop.made:
            monkeypatch.setattr(loop, "_compiled", None)

    return late


@pytest.mark.full("grundy", "tail beyond a byte", "three heaps")
@pytest.mark.parametrize("name", ["kayles", "tail beyond a byte", "grundy", "three heaps"])
def test_eight_threads_that_go_from_plain_to_compiled_loops(name, compiled_late, upto):
    """Each with a sequence of its own, and all with one that they share."""
    make, stop = SEQUENCES[name]
    alone = make("python")
    alone.extend_to(stop)
    expected = list(alone.values)
    for _ in range(upto(1, full=10)):
        compiled_late(stop // 3)
        shared = make("auto")

        def extend(_turn, shared=shared):
            own = make("auto")
            for part in range(1, 11):
                for sequence in (own, shared):
                    sequence.extend_to(stop * part // 10)
            return list(own.values[:stop]), own.backend

        assert at_once(extend) == [(expected, "compiled")] * THREADS
        assert (list(shared.values[:stop]), shared.backend) == (expected, "compiled")


@pytest.mark.full
def test_eight_threads_that_go_from_plain_to_compiled_boards(compiled_late, monkeypatch, upto):
    texts = ["cram 4x4", "node-kayles 4x4", "chomp 4x4", "notakto 3x3", "cram 3x5"]
    for name in ("READY", "KEPT", "NEW"):
        monkeypatch.setattr(word_search, name, float("inf"))

    def values(turn):
        return {text: cgt.nim_value(text) for text in texts[turn % 5 :] + texts[: turn % 5]}

    cgt.forget()
    expected = values(0)
    for _ in range(upto(1, full=10)):
        compiled_late(1)
        for name in ("READY", "KEPT", "NEW"):
            monkeypatch.setattr(word_search, name, 20)
        cgt.forget()
        assert at_once(values) == [expected] * THREADS


@pytest.mark.full
def test_widgets_that_eight_threads_make_and_move(monkeypatch, upto):
    """A widget is one thread's own; what it is made of is shared."""
    explorer = pytest.importorskip("cgt.apps.web.explorer", exc_type=CGTError)
    monkeypatch.setattr(explorer.Explorer, "send", lambda _self, _message: None)

    def moved(turn):
        widget = explorer.Explorer("nim 3,4,5", "misere" if turn % 2 else "normal")
        seen = []
        for text in ("kayles 7 + nim 3", "nim 3,4,5", f"wythoff {turn},5"):
            widget.position = text
            widget._handle_custom_msg({"id": "1", "what": {"do": "state"}}, [])
            solution = widget.solution
            seen.append((widget.position, solution.outcome, tuple(solution.move_texts())))
        return seen

    compared(moved, range(THREADS), upto(2, full=40))


def test_the_guide_says_of_every_public_name_whether_threads_may_share_it():
    guide = Path(__file__).parents[2] / "docs" / "guide" / "programmer.md"
    _before, section = guide.read_text(encoding="utf-8").split("## Threads\n")
    told = {name for code in findall("`([^`]+)`", section.split("\n## ")[0]) for name in findall(r"\w+", code)}
    assert set(cgt.__all__) <= told
