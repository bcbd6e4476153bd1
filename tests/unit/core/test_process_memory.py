"""The memory of the process: it changes no answer, grows, is bounded, and is safe for threads and forks."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier, Event, Thread
from types import SimpleNamespace

import attrs
import pytest

import cgt
from cgt.core import memory as module
from cgt.core.code import HeapCode
from cgt.core.memory import DEFAULT_BYTES, MEMORY, OVERHEAD, Memory
from cgt.errors import BudgetError, NumberError, PositionError
from cgt.families.function_heap_game import HeapRule
from cgt.fast.sequence import DefinitionSequence
from cgt.fast.subtraction_values import SubtractionSequence
from cgt.fast.taking_breaking_values import sequence_of


@pytest.fixture(autouse=True)
def bound():
    """The bound is what it was, after the test."""
    yield
    MEMORY.max_bytes = DEFAULT_BYTES


@attrs.frozen
class Pile:
    """A heap of which one, two or three may be taken, counted each time that its moves are listed."""

    size: int
    listed = []  # noqa: RUF012 - shared on purpose

    def moves(self):
        self.listed.append(self.size)
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return Pile(self.size - take)


def thing(nbytes):
    return lambda: SimpleNamespace(nbytes=nbytes - OVERHEAD)


def keys(kept):
    return [key for key, _ in kept.held()]


@pytest.mark.parametrize("limit", range(16))
def test_a_period_that_is_known_changes_no_answer_to_a_smaller_limit(limit):
    game = cgt.games.Subtraction(1, 3, 4)
    cgt.forget()
    alone = game.period(limit)
    cgt.forget()
    game.period()
    assert game.period(limit) == alone
    assert alone.checked_to == min(limit, 12)


def test_what_is_asked_again_is_looked_up():
    assert cgt.nim_value(Pile(30)) == 2
    del Pile.listed[:]
    assert [cgt.nim_value(Pile(size)) for size in range(31)] == [size % 4 for size in range(31)]
    assert cgt.outcome(Pile(28)) is cgt.Outcome.P
    assert Pile.listed == []
    cgt.forget()
    cgt.nim_value(Pile(3))
    assert Pile.listed


def test_a_loop_opens_every_position_once():
    del Pile.listed[:]
    for size in range(200):
        cgt.nim_value(Pile(size))
    assert len(Pile.listed) <= 2 * 200  # once more where it is asked itself


def test_periods_lists_and_lessons_go_by_the_same_memory():
    asked = []

    def halved(size):
        asked.append(size)
        return [(size // 2,)] if size else []

    game = HeapRule(halved, name="halves")
    report = cgt.period(game, 300)
    assert max(asked) < 300
    del asked[:]
    assert cgt.period(game, 300) == report
    assert len(cgt.nim_values(game, 300)) == 300
    assert asked == []

    def one_or_two_less(size):
        asked.append(size)
        return range(max(size - 2, 0), size)

    numbers = cgt.game(one_or_two_less, name="numbers")
    seen = cgt.discover(numbers, 40).values
    del asked[:]
    assert [cgt.nim_value(numbers.position(size)) for size in range(len(seen))] == list(seen)
    assert len(seen) > 10
    assert asked == []


def test_a_budget_spent_leaves_what_was_found():
    game = cgt.game(lambda pair: [(pair[0] - 1, pair[1]), (pair[0], pair[1] - 1)] if min(pair) else [], example=(2, 2))
    times = 0
    while True:
        try:
            found = cgt.solve(game.position((20, 20)), max_positions=100)
            break
        except BudgetError:
            times += 1
            assert times < 20
    assert times >= 2
    assert found.outcome is cgt.solve(game.position((20, 20)), evaluator=cgt.Evaluator()).outcome


def test_two_lambdas_are_two_games():
    one, two = (cgt.game(lambda n, k=k: [n - take for take in range(1, k + 1) if take <= n]) for k in (2, 3))
    assert one.name == two.name
    assert [(cgt.nim_value(one.position(n)), cgt.nim_value(two.position(n))) for n in range(12)] == [
        (n % 3, n % 4) for n in range(12)
    ]
    heaps = [cgt.HeapRule(lambda n, k=k: [(n - take,) for take in range(1, k + 1) if take <= n]) for k in (2, 3)]
    assert [[cgt.nim_value(game.position(n)) for n in range(12)] for game in heaps] == [
        [n % 3 for n in range(12)],
        [n % 4 for n in range(12)],
    ]


def test_a_class_that_is_defined_anew_is_another_game():
    def define(most):
        @attrs.frozen
        class Heap:
            size: int

            def moves(self):
                return range(1, min(most, self.size) + 1)

            def play(self, take):
                return Heap(self.size - take)

        return Heap

    for most in (2, 3, 5, 2):
        heap = define(most)
        assert [cgt.nim_value(heap(size)) for size in range(20)] == [size % (most + 1) for size in range(20)]
    tuples = []
    for most in (2, 3):

        class Heap(tuple):
            __slots__ = ()
            most_taken = most

            def moves(self):
                return range(1, min(self.most_taken, self[0]) + 1)

            def play(self, take):
                return type(self)((self[0] - take,))

        tuples.append(Heap)
    assert [[cgt.nim_value(kind((size,))) for kind in tuples] for size in range(13)] == [
        [size % 3, size % 4] for size in range(13)
    ]


def test_equal_games_share_and_a_class_with_other_rules_does_not():
    class Doubled(cgt.games.TakingBreaking):
        """Equal to the game of its code, by the equality that it inherits, and played by other rules."""

        def heap_options(self, size):
            return ((size - 2,),) if size > 1 else ()

        def closed_forms(self):
            return ()

        code = row = None
        sequence, hints = cgt.HeapRuleset.sequence, cgt.HeapRuleset.hints

    ours, code = Doubled("0.77"), cgt.games.TakingBreaking("0.77")
    assert ours == code
    for _ in range(2):
        assert cgt.solve(code.position(5), "misere", route="search").outcome is cgt.Outcome.N
        assert cgt.solve(ours.position(5), "misere", route="search").outcome is cgt.Outcome.N
        assert cgt.solve(ours.position(4), "misere", route="search").outcome is cgt.Outcome.N
        assert cgt.solve(code.position(4), "misere", route="search").outcome is cgt.Outcome.P
    del code
    before = cgt.memory().entries
    cgt.solve(cgt.parse_position("octal(0.77) 5"), "misere", route="search")
    cgt.solve(cgt.parse_position("kayles 5"), "misere", route="search")
    assert [what for what, _ in cgt.memory().entries][1:] == [what for what, _ in before][:1]


def test_conventions_are_kept_apart():
    heap = cgt.game(range).position(1)
    for _ in range(2):
        assert cgt.outcome(heap) is cgt.Outcome.N
        assert cgt.outcome(heap, "misere") is cgt.Outcome.P


def test_a_state_that_was_changed_is_refused():
    class Board:
        def __init__(self, heaps):
            self.heaps = heaps

        def __eq__(self, other):
            return self.heaps == other.heaps

        def __hash__(self):
            return hash(tuple(self.heaps))

        def __repr__(self):
            return f"Board({self.heaps})"

        def moves(self):
            return [(i, k) for i, heap in enumerate(self.heaps) for k in range(1, heap + 1)]

        def play(self, move):
            left = list(self.heaps)
            left[move[0]] -= move[1]
            return Board(left)

    board = Board([3, 5])
    assert cgt.nim_value(board) == 6
    board.heaps[1] = 3
    with pytest.raises(
        PositionError, match=r"Board\(\[3, 3\]\) had another hash when it was asked before: a position must not change"
    ):
        cgt.nim_value(board)
    assert cgt.nim_value(Board([3, 3])) == 0


def test_equal_states_that_hash_otherwise_are_refused():
    class Heap:
        def __init__(self, size):
            self.size = size

        def __eq__(self, other):
            return self.size == other.size

        def __hash__(self):
            return id(self) >> 4

        def moves(self):
            return range(1, self.size + 1)

        def play(self, take):
            return Heap(self.size - take)

    kept = [Heap(2), Heap(2)]
    cgt.nim_value(kept[0])
    with pytest.raises(PositionError, match="another hash"):
        cgt.nim_value(kept[1])


def test_a_loop_is_a_loop_each_time():
    ring = cgt.game({0: [1], 1: [0, 2], 2: []}.__getitem__)
    told = [
        (cgt.solve(ring.position(state)).outcome, cgt.solve(ring.position(state)).winning_moves) for state in (0, 1)
    ]
    assert told == [(cgt.Outcome.P, ()), (cgt.Outcome.N, (2, 0))]
    assert (cgt.solve(ring.position(0)).outcome, cgt.solve(ring.position(0)).explanation) == (
        cgt.Outcome.P,
        "the play can go round for ever, but here an end is forced within 2 moves",
    )


# What is bounded.


def test_what_was_used_least_recently_goes_first():
    kept = Memory(3 * OVERHEAD + 300)
    for name in ("a", "b", "c"):
        with kept.borrow((name, 0, None), thing(OVERHEAD + 100)):
            pass
    with kept.borrow(("a", 0, None), thing(0)):
        pass
    with kept.borrow(("d", 0, None), thing(OVERHEAD + 100)):
        pass
    assert [key[0] for key in keys(kept)] == ["c", "a", "d"]
    kept.max_bytes = OVERHEAD + 100
    assert [key[0] for key in keys(kept)] == ["d"]


def test_what_alone_is_too_large_is_not_kept():
    kept = Memory(5_000)
    with kept.borrow(("a", 0, None), thing(5_001)) as found:
        assert found.nbytes
    assert keys(kept) == []


def test_a_bound_of_one_megabyte_changes_nothing():
    game = cgt.game(lambda n: [n - 1, n - 2, n // 2] if n > 1 else [])
    expected = [cgt.nim_value(game.position(n)) for n in range(0, 6_000, 100)]
    cgt.forget()
    cgt.memory(1_000_000)
    for others in range(20):
        other = cgt.game(lambda n, others=others: [n - 1, n - 2 - others] if n > 2 + others else [])
        cgt.nim_value(other.position(1_000))
        assert cgt.memory().nbytes <= 1_000_000
    assert [cgt.nim_value(game.position(n)) for n in range(0, 6_000, 100)] == expected
    assert cgt.memory().nbytes <= 1_000_000
    cgt.memory(0)
    assert (cgt.nim_value(Pile(9)), cgt.memory().entries) == (1, ())


@pytest.mark.parametrize("bound", [-1, 1.5, "1 MB", True, float("inf")])
def test_a_bound_that_is_no_number_of_bytes(bound):
    with pytest.raises(
        NumberError, match="the bound of the memory is a whole number of bytes, at least 0, not"
    ) as told:
        cgt.memory(bound)
    assert "\n" not in str(told.value)
    assert cgt.memory().max_bytes == DEFAULT_BYTES


@pytest.mark.full
def test_the_estimate_is_near_what_is_taken():
    import tracemalloc

    game = cgt.game(
        lambda state: [(state[0] - 1, state[1]), (state[0], state[1] - 1)] if min(state) else [], example=(2, 2)
    )
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    cgt.solve(game.position((150, 150)), route="search", max_positions=50_000)
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert taken / 3 < cgt.memory().nbytes < 3 * taken


def test_what_is_told_of_it():
    cgt.remoteness(cgt.parse_position("kayles 5"))
    cgt.nim_value(Pile(4))
    cgt.outcome(cgt.parse_position("chomp 2,2 + kayles 3"), "misere")
    held = cgt.memory()
    assert [what for what, _ in held.entries if what.startswith("search")] == [
        "search: Pile (normal play)",
        "search: kayles (normal play)",
    ]
    assert held.nbytes == sum(nbytes for _, nbytes in held.entries)
    assert "MB" in str(held)
    assert held.card().rows


# Threads and forks.


def test_eight_threads_that_ask_in_a_loop():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    game = cgt.game(lambda n: [n - 1, n - 2, n // 2] if n > 1 else [])
    alone = cgt.Evaluator()
    expected = {n: alone.nim_value(game.position(n)) for n in range(120)}
    barrier = Barrier(8)

    def ask(seed):
        order = random.Random(seed).sample(range(120), 120)
        barrier.wait()
        for turn, n in enumerate(order):
            if cgt.nim_value(game.position(n)) != expected[n]:
                return n
            if turn % 40 == seed:
                cgt.forget()
        return None

    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(ask, range(8))) == [None] * 8
    finally:
        sys.setswitchinterval(before)


def test_a_thread_that_would_wait_long_works_apart(monkeypatch):
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.01)
    kept, holding, enough = Memory(), Event(), Event()

    def hold():
        with kept.borrow(("a", 0, None), thing(1_000)) as found:
            found.mark = "held"
            holding.set()
            enough.wait(10)

    thread = Thread(target=hold)
    thread.start()
    holding.wait(10)
    with kept.borrow(("a", 0, None), thing(2_000)) as found:
        assert not hasattr(found, "mark")
    enough.set()
    thread.join()
    with kept.borrow(("a", 0, None), thing(3_000)) as found:
        assert found.mark == "held"


def test_rules_that_ask_about_their_own_game():
    """What is half searched is not asked: the inner question is worked out apart."""

    def options(n):
        return [m for m in range(n) if m == 0 or cgt.outcome(game.position(m - 1)) is cgt.Outcome.N]

    game = cgt.game(options)
    found = [cgt.nim_value(game.position(n)) for n in range(7)]
    cgt.forget()
    assert [cgt.nim_value(game.position(n)) for n in reversed(range(7))] == found[::-1]


def test_an_interruption_that_leaves_something_held(monkeypatch):
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.01)
    kept = Memory()
    with kept.borrow(("a", 0, None), thing(1_000)):
        pass
    kept._entries["a", 0, None].lock.acquire()  # as where Ctrl-C comes between two steps
    for _ in range(2):
        with kept.borrow(("a", 0, None), thing(2_000)) as found:
            found.mark = True
    with kept.borrow(("a", 0, None), thing(2_000)) as found:
        assert found.mark


def test_what_could_not_be_made_is_not_kept():
    kept = Memory()

    def fail():
        raise ValueError("not to be had")

    with pytest.raises(ValueError, match="not to be had"), kept.borrow(("a", 0, None), fail):
        pass
    assert keys(kept) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_goes_on_with_what_is_known_and_with_nothing_half_done():
    game = cgt.game(lambda n: [n - 1, n - 2] if n > 1 else [])
    slow, started, enough = {}, Event(), Event()

    def options(n):
        if n == 5 and not slow:
            slow[0] = started.set()
            enough.wait(20)
        return [n - 1] if n else []

    halfway = cgt.game(options)
    known = cgt.nim_value(game.position(50))
    thread = Thread(target=cgt.nim_value, args=[halfway.position(10)])
    thread.start()
    started.wait(20)
    child = os.fork()
    if child == 0:
        before = time.monotonic()
        right = cgt.nim_value(halfway.position(10)) == 0 and cgt.nim_value(game.position(50)) == known
        os._exit(0 if right and time.monotonic() - before < 5 else 1)
    _, status = os.waitpid(child, 0)
    enough.set()
    thread.join()
    assert status == 0
    assert cgt.nim_value(halfway.position(10)) == 0


def coded(code, backend):
    def make():
        if backend == "compiled":
            pytest.importorskip("numba")
        return sequence_of(HeapCode.parse(code), backend=backend)

    return make


@pytest.mark.full("make-1000", "make-1500_0", "make-4000", "make-500")
@pytest.mark.parametrize(
    ("make", "stop"),
    [
        (lambda: SubtractionSequence([2, 5, 9], backend="python"), 20_000),
        (lambda: DefinitionSequence(lambda known: (heap % 7 for heap in count(len(known)))), 20_000),
        (coded("0.77", "python"), 4_000),
        (coded("4.[3]", "python"), 1_500),
        (coded("0.1[3]", "python"), 1_500),
        (coded("0.f", "python"), 1_000),
        pytest.param(coded("0.[f]", "python"), 250, marks=pytest.mark.full),
        (coded("0.6!6", "python"), 300),
        pytest.param(coded("4.[3]", "compiled"), 3_000, marks=pytest.mark.full),
        (coded("0.[f]", "compiled"), 500),
    ],
)
def test_a_sequence_says_what_it_takes(make, stop):
    make().extend_to(stop)  # what is imported and compiled is not the sequence's
    tracemalloc.start()
    sequence = make()
    sequence.extend_to(stop)
    taken, _most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (taken - OVERHEAD) * 2 / 3 <= sequence.nbytes + 8_000 <= 3 * taken + 20_000
