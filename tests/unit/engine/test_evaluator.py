from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

import attrs
import pytest

import cgt
from cgt.core.changed_rules import PASS
from cgt.core.compounds import Conjunctive, Selective, ShortenedSelective, Sum
from cgt.core.outcome import Outcome
from cgt.core.position import is_over
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, LoopError, ParseError
from cgt.games.heaps.nim import Nim
from cgt.games.heaps.subtraction import Subtraction
from cgt.games.heaps.taking_breaking import Kayles
from cgt.games.heaps.wythoff import Wythoff

BOTH = pytest.mark.parametrize("convention", ["normal", "misere"])


class Pile:
    """A user's own class with nothing but what a position needs."""

    def __init__(self, size):
        self.size = size

    def __eq__(self, other):
        return isinstance(other, Pile) and other.size == self.size

    def __hash__(self):
        return hash(self.size)

    def moves(self):
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return Pile(self.size - take)


class TuplePile(NamedTuple):
    size: int

    def moves(self):
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return TuplePile(self.size - take)


@dataclass(frozen=True)
class DataPile:
    size: int

    def moves(self):
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return DataPile(self.size - take)


class IntPile(int):
    """Even a number can be a position."""

    def moves(self):
        return range(1, min(3, self) + 1)

    def play(self, take):
        return IntPile(self - take)


class Chain(NamedTuple):
    length: int

    def moves(self):
        return (0,) if self.length else ()

    def play(self, move):
        return Chain(self.length - 1)


@pytest.mark.parametrize("kind", [Pile, TuplePile, DataPile, IntPile])
def test_any_class_with_moves_and_play_will_do(kind):
    normal, misere = Evaluator(), Evaluator("misere")
    assert [normal.nim_value(kind(size)) for size in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert [misere.outcome(kind(size)).value for size in range(9)] == list("NPNNNPNNN")
    assert [misere.nim_value(kind(size)) for size in range(6)] == [1, 0, 2, 3, 1, 0]
    assert normal.winning_moves(kind(7)) == [3]
    assert misere.winning_moves(kind(7)) == [2]
    assert normal.nim_value(Sum(kind(7), kind(6))) == 1
    assert misere.winning_moves(Sum(kind(7), kind(1))) == [(0, 3)]
    assert normal.best_line(kind(5)) == [1, 1, 3] or normal.remoteness(kind(5)) == 3


def test_a_chain_of_a_million_positions(upto):
    long = upto(8_000, full=1_000_000)
    assert Evaluator().remoteness(Chain(long)) == long
    evaluator, long = Evaluator("misere"), upto(3_000, full=100_000)
    assert evaluator.outcome(Sum(Chain(long + 1), Chain(1))) is Outcome.N
    assert evaluator.nim_value(Chain(long)) == 1


class Ring(NamedTuple):
    """From 0 one may step round a ring of `size`, or leave it."""

    size: int
    place: int

    def moves(self):
        return () if self.place < 0 else (1, 2) if self.place == 0 else (1,)

    def play(self, step):
        return Ring(self.size, (self.place + 1) % self.size if step == 1 else -1)


@BOTH
def test_a_loop_is_named_and_shown(convention):
    evaluator = Evaluator(convention)
    for ask in (evaluator.nim_value, evaluator.remoteness, evaluator.suspense, evaluator.best_move):
        with pytest.raises(LoopError, match="loop") as caught:
            ask(Ring(3, 1))
        assert set(caught.value.loop) == {Ring(3, 0), Ring(3, 1), Ring(3, 2)}
        assert str(Ring(3, 1)) in str(caught.value)
    # Nothing is left marked as being searched: what has no loop is still answered.
    assert evaluator.remoteness(Ring(3, -1)) == 0


@BOTH
def test_a_loop_inside_a_sum_is_named(convention):
    evaluator = Evaluator(convention)
    with pytest.raises(LoopError):
        evaluator.outcome(Sum(Ring(3, 1), Ring(2, 1)))
    with pytest.raises(LoopError):
        evaluator.nim_value(Sum(Ring(3, 1), Chain(4)))


def test_a_loop_of_one_position():
    with pytest.raises(LoopError) as caught:
        Evaluator().nim_value(Ring(1, 0))
    assert caught.value.loop == (Ring(1, 0),)


@BOTH
def test_a_spent_budget_keeps_what_was_learnt(convention):
    position = Wythoff().position(9, 12)
    evaluator = Evaluator(convention, max_positions=40)
    known = []
    for _ in range(1000):
        try:
            answer = evaluator.nim_value(position)
            break
        except BudgetError:
            known.append(len(evaluator))
    # Each call learnt something more, and the answer is that of an evaluator that never stopped.
    assert known == sorted(set(known))
    assert known[0] > 0
    assert answer == Evaluator(convention).nim_value(position)


def test_the_budget_counts_options_too():
    evaluator = Evaluator(max_positions=100)
    with pytest.raises(BudgetError):
        evaluator.nim_value(Nim().position(10**30))
    assert evaluator.nim_value(Nim().position(20)) == 20


def test_a_budget_of_nothing():
    evaluator = Evaluator(max_positions=0)
    with pytest.raises(BudgetError):
        evaluator.outcome(Pile(3))


@BOTH
def test_an_interruption_leaves_the_memo_good(convention, upto):
    class Interrupting(TuplePile):
        countdown = 0

        def moves(self):
            Interrupting.countdown -= 1
            if Interrupting.countdown == 0:
                raise KeyboardInterrupt
            return super().moves()

        def play(self, take):
            return Interrupting(self.size - take)

    expected = Evaluator(convention)
    for countdown in range(1, 60, upto(16, full=3)):
        evaluator = Evaluator(convention)
        for name in ("outcome", "nim_value", "remoteness", "suspense", "winning_moves"):
            for position in (Interrupting(30), Sum(Interrupting(9), Interrupting(10), Interrupting(4))):
                Interrupting.countdown = countdown
                with suppress(KeyboardInterrupt):
                    getattr(evaluator, name)(position)
                Interrupting.countdown = 0
                assert getattr(evaluator, name)(position) == getattr(expected, name)(position)


@BOTH
def test_a_second_interruption_leaves_the_memo_good_too(convention):
    """Ctrl-C again, while the marks of the first search are taken out."""

    class Interrupting(dict):
        countdown = 0

        def pop(self, *arguments):
            self.countdown -= 1
            if self.countdown == 0:
                raise KeyboardInterrupt
            return super().pop(*arguments)

    pile = cgt.game(lambda size: [size - 1, size // 2] if size else [])
    for countdown in (1, 7, 20):
        evaluator = Evaluator(convention, max_positions=30)
        with suppress(BudgetError):
            evaluator.nim_value(pile.position(200))
        ((states, _node),) = evaluator._nodes.atoms(pile.position(200))
        words = states.words["nim-value"] = Interrupting(states.words["nim-value"])
        words.countdown = countdown
        with pytest.raises(KeyboardInterrupt):
            evaluator.nim_value(pile.position(200))
        assert 0 not in words.values()
        evaluator.max_positions = None
        assert evaluator.nim_value(pile.position(200)) == Evaluator(convention).nim_value(pile.position(200))


@attrs.frozen
class Mirrored:
    """Two piles whose order does not matter; counts how often moves are asked for."""

    piles: tuple[int, int]
    asked: list = attrs.field(eq=False, factory=list)

    def moves(self):
        self.asked.append(self.piles)
        return [(index, take) for index in (0, 1) for take in range(1, self.piles[index] + 1)]

    def play(self, move):
        piles = list(self.piles)
        piles[move[0]] -= move[1]
        return Mirrored(tuple(piles), self.asked)

    def canonical(self):
        return Mirrored(tuple(sorted(self.piles)), self.asked)


@BOTH
def test_symmetric_positions_are_searched_once(convention):
    position = Mirrored((6, 3))
    assert Evaluator(convention).nim_value(position) == Evaluator(convention).nim_value(Nim().position(6, 3))
    assert all(low <= high for low, high in position.asked)
    assert len(set(position.asked)) == len(position.asked)


@attrs.frozen
class Strip:
    """Kayles on a strip: take one or two neighbours; the strip falls apart where they were."""

    runs: tuple[int, ...]

    def moves(self):
        return [
            (index, left, taken)
            for index, run in enumerate(self.runs)
            for taken in (1, 2)
            for left in range(run - taken + 1)
        ]

    def play(self, move):
        index, left, taken = move
        run = self.runs[index]
        return Strip((*self.runs[:index], left, run - left - taken, *self.runs[index + 1 :]))


class Decomposed(Strip):
    """The same, but it says what it falls into."""

    def components(self):
        return [Decomposed((run,)) for run in self.runs]

    def play(self, move):
        return Decomposed(super().play(move).runs)


class Couple(NamedTuple):
    """Two heaps, as a tuple."""

    low: int
    high: int

    def moves(self):
        return [(heap, take) for heap in (0, 1) for take in range(1, self[heap] + 1)]

    def play(self, move):
        return Couple(*(size - move[1] * (heap == move[0]) for heap, size in enumerate(self)))


class Slow(Couple):
    """Equal to the couple, as tuples are, with moves of its own."""

    def moves(self):
        return [(heap, 1) for heap in (0, 1) if self[heap]]

    def play(self, move):
        return Slow(*super().play(move))


@attrs.frozen
class Start:
    """A whole position that leads to one of any kind, or to another like itself."""

    leads: tuple
    left: int = 3

    def moves(self):
        return range(len(self.leads) + bool(self.left))

    def play(self, move):
        return self.leads[move] if move < len(self.leads) else Start(self.leads, self.left - 1)


@BOTH
@pytest.mark.parametrize("known", [False, True])
def test_positions_whose_options_are_of_another_kind(convention, known):
    """Symmetric, a tuple, one that falls apart, a sum, a game's; each is worth what it is worth alone."""
    nim = Nim()
    kinds = [
        Mirrored((4, 2)),
        Couple(2, 4),
        Slow(2, 4),
        Decomposed((5, 3)),
        Sum(Pile(3), Mirrored((1, 1))),
        nim.position(1, 4),
    ]
    for leads in [(kind,) for kind in kinds] + [tuple(kinds[1:3]), tuple(kinds[2:0:-1]), tuple(kinds)]:
        evaluator = Evaluator(convention)
        if known:
            evaluator.nim_value(Start(()))
        worth = {Evaluator(convention).nim_value(lead) for lead in leads}
        expected = next(value for value in range(10) if value not in worth)
        for _ in range(3):
            expected = next(value for value in range(10) if value not in worth | {expected})
        assert evaluator.nim_value(Start(leads)) == expected
        assert evaluator.outcome(Start(leads)) is (Outcome.N if expected else Outcome.P)


@BOTH
def test_positions_that_fall_apart(convention, upto):
    evaluator = Evaluator(convention)
    for size in range(upto(6, full=8)):
        for other in range(3):
            flat, split = Strip((size, other)), Decomposed((size, other))
            assert evaluator.outcome(split) is evaluator.outcome(flat)
            assert evaluator.nim_value(split) == evaluator.nim_value(flat)
            assert evaluator.winning_moves(split) == evaluator.winning_moves(flat)
            assert evaluator.remoteness(split) == evaluator.remoteness(flat)
            assert evaluator.suspense(split) == evaluator.suspense(flat)


class Summed(Strip):
    """The same again, but its options are sums."""

    def play(self, move):
        return Sum(*(Summed((run,)) for run in super().play(move).runs))


@BOTH
def test_positions_whose_options_are_sums(convention, upto):
    evaluator = Evaluator(convention)
    for size in range(upto(7, full=9)):
        flat, summed = Strip((size,)), Summed((size,))
        assert evaluator.outcome(summed) is evaluator.outcome(flat)
        assert evaluator.nim_value(summed) == evaluator.nim_value(flat)
        assert evaluator.winning_moves(summed) == evaluator.winning_moves(flat)
        assert evaluator.remoteness(summed) == evaluator.remoteness(flat)
        both = Sum(Summed((size,)), Pile(3), TuplePile(2))
        assert evaluator.nim_value(both) == evaluator.nim_value(Sum(flat, Pile(3), TuplePile(2)))
        assert evaluator.outcome(both) is evaluator.outcome(Sum(flat, Pile(3), TuplePile(2)))


class TupleSummed(NamedTuple):
    """Kayles once more, as a tuple, and with symmetric options: a component may be of either class."""

    size: int

    def moves(self):
        return [(left, taken) for taken in (1, 2) for left in range(self.size - taken + 1)]

    def play(self, move):
        left, taken = move
        return Sum(TupleSummed(left), Mirrored((self.size - left - taken, 0)))


def test_components_of_any_kind():
    """One half goes on as a heap of nim: compared with the definition."""
    values = []
    for size in range(12):
        options = {values[left] ^ (size - left - taken) for taken in (1, 2) for left in range(size - taken + 1)}
        values.append(next(value for value in range(99) if value not in options))
    evaluator = Evaluator()
    assert [evaluator.nim_value(TupleSummed(size)) for size in range(12)] == values
    assert [Evaluator().nim_value(TupleSummed(size)) for size in range(12)] == values
    assert [Evaluator().outcome(TupleSummed(size)) is Outcome.P for size in range(12)] == [not v for v in values]


class Motley(DataPile):
    """A heap of nim whose options are of four classes in turn: its own, a tuple, one with symmetries, and sums."""

    def moves(self):
        return range(self.size)

    def play(self, left):
        kinds = (Motley, TupleMotley, lambda size: Mirrored((0, size)), lambda size: Sum(Motley(size), Motley(0)))
        return kinds[(self.size + left) % 4](left)


class TupleMotley(NamedTuple):
    size: int

    def moves(self):
        return range(self.size)

    def play(self, left):
        return Motley(left) if left % 2 else TupleMotley(left)


@BOTH
@pytest.mark.parametrize("kind", [Motley, TupleMotley])
def test_options_of_many_classes(convention, kind):
    evaluator, heap = Evaluator(convention), Nim()
    for size in (*range(7), 9):
        assert evaluator.outcome(kind(size)) is cgt.outcome(heap.position(size), convention)
        assert evaluator.nim_value(kind(size)) == cgt.nim_value(heap.position(size), convention)
        for other in range(4):
            both = Sum(kind(size), Motley(other))
            assert evaluator.outcome(both) is cgt.outcome(heap.position(size, other), convention)


def test_sums_are_not_remembered_in_normal_play():
    evaluator = Evaluator(prune=False)
    assert evaluator.nim_value(Kayles().position(40)) == 1
    assert len(evaluator) <= 41
    assert evaluator.nim_value(Kayles().position(40, 39, 38)) == 1 ^ 3 ^ 2
    assert len(evaluator) == 41


@attrs.frozen
class Fan:
    """From the top every smaller size can be reached, the least first, each beside a component that is over."""

    size: int
    top: bool = False

    def moves(self):
        return range(1, self.size) if self.top else range(self.size - 1, self.size) if self.size else ()

    def play(self, size):
        return Sum(Fan(size), Fan(0))


def test_options_that_wait_for_a_new_component_each(upto):
    """They wait one after the other: the cost of going on does not grow with how many have waited."""
    assert Evaluator().nim_value(Fan(upto(1_500, full=50_000), top=True)) == 2


class LoopSummed(Ring):
    """A ring whose options stand beside a pile each."""

    def play(self, step):
        return Sum(LoopSummed(*super().play(step)), Pile(2))


def test_a_loop_among_components_is_shown():
    evaluator = Evaluator(prune=False)  # a pruned search need not go round
    for ask in (evaluator.nim_value, evaluator.outcome):
        with pytest.raises(LoopError) as caught:
            ask(Sum(LoopSummed(3, 1), Pile(7)))
        assert set(caught.value.loop) == {LoopSummed(3, 0), LoopSummed(3, 1), LoopSummed(3, 2)}
    assert evaluator.nim_value(LoopSummed(3, -1)) == 0


def test_falling_apart_saves_positions():
    split = Evaluator()
    # OEIS A002186: the nim-values of Kayles.
    assert [split.nim_value(Decomposed((size,))) for size in range(13)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert split.nim_value(Decomposed((40,))) == 1
    assert len(split) < 1000


def test_misere_kayles():
    """W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20 (1992)."""
    evaluator = Evaluator("misere")
    assert [size for size in range(1, 21) if evaluator.outcome(Decomposed((size,))) is Outcome.P] == [1, 4, 9, 12, 20]


@BOTH
def test_best_play_takes_as_long_as_the_remoteness(convention):
    evaluator = Evaluator(convention)
    for position in (Pile(11), Subtraction(1, 3, 4).position(9, 5), Wythoff().position(4, 6)):
        line = evaluator.best_line(position)
        assert len(line) == evaluator.remoteness(position)
        last = reduce(lambda now, move: now.play(move), line, position)
        assert list(last.moves()) == []
    assert evaluator.best_move(Pile(0)) is None


def test_a_best_line_is_within_one_budget():
    """Here the first move shows what the others need but for one position."""
    rng = random.Random(0)
    after = [[option for option in range(size) if rng.random() < 3 / (size + 1)] for size in range(40)]
    start = cgt.game(after.__getitem__).position(39)

    def least(method):
        for most in range(200):
            with suppress(BudgetError):
                getattr(Evaluator(max_positions=most), method)(start)
                return most
        return None

    assert least("best_move") < least("best_line")


def test_any_value_is_the_name_of_a_move():
    """None, too."""
    game = cgt.game({"a": [None, "b"], "b": ["c"], "c": [], None: []}.__getitem__, example="a")
    start = game.position("a")
    assert not is_over(start)
    assert Evaluator().best_line(start) == [None]
    assert cgt.with_pass(start).play(PASS) == start


@pytest.mark.parametrize("seconds", [10**400, float("inf"), 1], ids=["huge", "endless", "one"])
def test_seconds_of_any_size(seconds):
    assert Evaluator(max_seconds=seconds).nim_value(Kayles().position(20)) == 1


def test_conventions_have_names():
    assert Evaluator("misère").convention == "misere"
    assert repr(Evaluator("misere")) == "Evaluator('misere', 0 positions known)"
    with pytest.raises(ParseError):
        Evaluator("reverse")


class Placing(NamedTuple):
    size: int

    def moves(self):
        return ("start",)

    def play(self, move):
        return TuplePile(self.size)


class Double(NamedTuple):
    """Equal as a tuple to a `TuplePile` of the same size, but another game: one may only halve."""

    size: int

    def moves(self):
        return ("halve",) if self.size else ()

    def play(self, move):
        return Double(self.size // 2)


@BOTH
def test_tuples_of_different_classes_are_different_positions(convention):
    """Python holds them equal; the evaluator must not."""
    evaluator = Evaluator(convention)
    assert evaluator.nim_value(TuplePile(2)) == 2
    fresh = Evaluator(convention)
    for kind in (Double, Placing, TuplePile):
        for size in range(6):
            assert evaluator.outcome(kind(size)) is fresh.outcome(kind(size)), (kind, size)
            fresh = Evaluator(convention)
            assert evaluator.nim_value(kind(size)) == fresh.nim_value(kind(size))
            fresh = Evaluator(convention)
            assert evaluator.remoteness(kind(size)) == fresh.remoteness(kind(size))
            fresh = Evaluator(convention)
    total = Sum(TuplePile(2), Double(2))
    if convention == "normal":
        assert Evaluator().nim_value(total) == 2
    assert Evaluator(convention).outcome(total) is Outcome.N


def test_a_loop_is_told_without_the_way_to_it():
    game = cgt.game(lambda state: {0: [1], 1: [2], 2: [3], 3: [1]}[state])
    with pytest.raises(LoopError, match=r"loop: 1 -> 2 -> 3 -> 1;"):
        cgt.nim_value(game.position(0))


@pytest.mark.parametrize(("kind", "places"), [(Conjunctive, (1, 3, 4)), (ShortenedSelective, (1, 3))])
def test_a_compound_may_end_before_a_component_that_goes_round(kind, places):
    """The theorems ask the components, whose play need not end where that of the compound does."""
    roads = [[2], [], [0, 1], [1], [1, 3]]
    place = cgt.game(roads.__getitem__, example=0).position
    for at in places:
        compound = kind(place(0), place(at))
        assert Evaluator().outcome(compound) is cgt.LoopyEvaluator().outcome(compound)
    with pytest.raises(LoopError):
        Evaluator().outcome(kind(place(0), place(2)))


def test_a_component_that_is_won_does_not_win_a_selective_compound_beside_one_that_goes_round():
    roads = [[], [0], [3], [2]]
    place = cgt.game(roads.__getitem__, example=0).position
    for parts in ((1, 2), (2, 1)):
        compound = Selective(*map(place, parts))
        assert cgt.LoopyEvaluator().outcome(compound) is Outcome.D
        with pytest.raises(LoopError):
            Evaluator().outcome(compound)
