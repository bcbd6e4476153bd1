"""Games with linear moves: options as formulas, the sentences about them, and the known families.

A position is a tuple of numbers; an option is made by numbers that the mover chooses, under a condition, and is a
tuple of linear terms. From that alone come the sentences that define which positions are lost, and which are worth v.
If every option is smaller than the position it comes from, such a sentence has one solution, by induction: an
automaton that satisfies it is the answer, however it was guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import chain, combinations, combinations_with_replacement, islice, pairwise
from operator import or_
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from cgt.core.outcome import Convention
from cgt.digits.formula import (
    And,
    Exists,
    ForAll,
    Formula,
    Or,
    Predicate,
    Term,
    forall,
    formula,
    iff,
    implies,
    renamed,
    speaks_of_sets,
    terms_of,
    variables,
)
from cgt.digits.system import NumberSystem, kary, ostrowski, takeaway
from cgt.digits.work import Work
from cgt.errors import BudgetError, NoAdditionError, NotApplicableError, SentenceError

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton
    from cgt.digits.choices import Choices
    from cgt.digits.recognise import JudgedTuples

MOST_STATES = 100_000
"""Whether two kinds of moves share an option is decided by so many states at most; else they are taken to."""


@attrs.frozen
class LinearOption:
    """One kind of move, as linear terms under a condition.

    Attributes:
        chosen: the names of the numbers that the mover chooses.
        condition: when the move is allowed, a formula of them and the position's variables.
        result: the option, a term for each of the position's variables.
    """

    chosen: tuple[str, ...]
    condition: Formula = attrs.field(repr=str)
    result: tuple[Term, ...]

    @property
    def allowed(self) -> Formula:
        """The formula that the condition holds and no number of the option is negative."""
        return And((self.condition, *(term >= 0 for term in self.result)))

    def choices(self, names: Sequence[str], system: NumberSystem) -> Choices:
        """The choices in a position of the numbers `names`; raises `SentenceError` where one has no bound."""
        from cgt.digits.choices import Choices
        from cgt.digits.evaluate import without_quantifiers

        return Choices.of(without_quantifiers(self.allowed, system), names, self.chosen)

    def copy(self, number: int) -> LinearOption:
        """The same option with fresh variables for the choices, for a second move beside the first."""
        names = {name: name + "'" * number for name in self.chosen}
        result = tuple(term.renamed(names) for term in self.result)
        return LinearOption(tuple(names.values()), renamed(self.condition, names), result)


@attrs.frozen
class LinearMoves:
    """The moves of a game, as formulas in its own number system.

    Attributes:
        names: of the numbers that a position is made of.
        system: the number system in which to read them.
        options: the kinds of moves.
        size: a sum of the position's numbers that every move makes smaller, so that every play ends.
        table: the positions worth at least v, of sizes up to a limit, for a guess; None to play all of them out.
        sizes: the limits to try, one after the other.
        won_table: of the positions with a move, up to a limit, those won under a convention; None to play out all.
        sentences: those that together say what `level` says, where they are easier to decide; the second procedure of
            `cgt.theory.verify` keeps to the definition.
        kept: the automata of the first levels, from a certificate that ships with the package.
        needed: how many lost options a won position has at least: k where k - 1 moves are forbidden for one turn.
        systems: further number systems to look in where nothing is recognised in the first.

    Raises:
        SentenceError: the size takes a number of the position away: what falls could fall for ever.

    >>> from cgt.digits.decide import decide, define
    >>> from cgt.digits.system import kary
    >>> n, t = variables("n t")
    >>> up_to_three = LinearMoves(("n",), kary(), (LinearOption(("t",), (1 <= t) & (t <= 3), (n - t,)),), n)
    >>> multiples_of_four = Predicate("P", define(Exists(("t",), n == 4 * t), kary()))
    >>> bool(decide(up_to_three.ends(), kary())), bool(decide(up_to_three.lost(multiples_of_four), kary()))
    (True, True)
    """

    names: tuple[str, ...]
    system: NumberSystem = attrs.field(repr=str)
    options: tuple[LinearOption, ...]
    size: Term
    table: Callable[[int, int], JudgedTuples] | None = attrs.field(default=None, eq=False, repr=False)
    sizes: tuple[int, ...] = attrs.field(default=(24, 48, 96), eq=False, repr=False)
    sentences: Callable[[Predicate, Predicate | None], And] | None = attrs.field(default=None, eq=False, repr=False)
    won_table: Callable[[int, Convention], JudgedTuples] | None = attrs.field(default=None, eq=False, repr=False)
    kept: Callable[[], Sequence[Automaton]] | None = attrs.field(default=None, eq=False, repr=False)
    needed: int = 1
    systems: tuple[NumberSystem, ...] = attrs.field(default=(), eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse a size without a least value."""
        if any(c < 0 for c in self.size.coefficients.values()):
            raise SentenceError(f"the size of a position is a sum of its numbers, not {self.size}")

    @property
    def position(self) -> tuple[Term, ...]:
        """The position's variables, as terms."""
        return variables(" ".join(self.names))

    @property
    def has_sets(self) -> bool:
        """Whether a condition contains a set, which is read in its own number system."""
        return any(map(speaks_of_sets, (each.condition for each in self.options)))

    @property
    def greatest(self) -> int:
        """The greatest constant or coefficient in the moves; a smaller table shows nothing of some moves."""
        numbers = (number for term in terms_in(self.options) for number in (term.constant, *term.coefficients.values()))
        return max(map(abs, numbers), default=0)

    def some_option(self, membership: Callable[[tuple[Term, ...]], Formula]) -> Formula:
        """The formula that some option satisfies `membership`."""
        return Or(tuple(_some([each], membership) for each in self.options))

    def enough_options(self, membership: Callable[[tuple[Term, ...]], Formula]) -> Formula:
        """The formula that at least `needed` different options satisfy `membership`."""
        if self.needed == 1:
            return self.some_option(membership)
        ways = combinations_with_replacement(range(len(self.options)), self.needed)
        possible = (way for way in ways if all(one != two or self.options[one].chosen for one, two in pairwise(way)))
        return Or(tuple(self._some_way(way, membership) for way in possible))

    def _some_way(self, way: tuple[int, ...], membership: Callable[[tuple[Term, ...]], Formula]) -> Formula:
        """The formula that moves of these kinds, by place, lead to different options that satisfy `membership`.

        Kinds that never share an option stand apart, so that each is projected by itself.
        """
        groups: list[tuple[int, ...]] = []
        for place in way:
            meeting = {place, *(other for other, last in self._meeting if last == place)}
            joint = [group for group in groups if meeting & {*group}]
            groups = [group for group in groups if group not in joint] + [(*chain(*joint), place)]
        return And(tuple(_some([self.options[place] for place in group], membership) for group in groups))

    @cached_property
    def _meeting(self) -> frozenset[tuple[int, int]]:
        """The pairs of kinds, by place, that may lead to one option, or of which that is too much to decide."""
        pairs = combinations(range(len(self.options)), 2)
        return frozenset(pair for pair in pairs if self._may_meet(*(self.options[place] for place in pair)))

    def _may_meet(self, one: LinearOption, other: LinearOption) -> bool:
        from cgt.digits.decide import decide  # which works on arrays

        other = other.copy(1)
        apart = implies(one.allowed & other.allowed, _different(one, other))
        try:
            names = (*self.names, *one.chosen, *other.chosen)
            return not decide(ForAll(names, apart), self.system, work=Work(MOST_STATES))
        except (BudgetError, NoAdditionError):
            return True

    def ends(self) -> Formula:
        """The sentence that every move makes the position smaller."""
        shrinks = []
        for each in self.options:
            after = self.size
            for name in self.names:
                after = after.replaced(name, Term({f"{name}'": 1}))
            for name, result in zip(self.names, each.result, strict=True):
                after = after.replaced(f"{name}'", result)
            smaller = implies(each.allowed, after < self.size)
            shrinks.append(forall((*self.names, *each.chosen), smaller))
        return And(tuple(shrinks))

    def check_counted(self, convention: Convention) -> None:
        """Refuse misère play with forbidden moves: whoever has none left wins, so lost options are not all that counts.

        Raises:
            NotApplicableError: the convention is misère, and moves are forbidden.
        """
        if self.needed > 1 and convention is Convention.MISERE:
            raise NotApplicableError("where moves are forbidden, misère play is not decided by counting lost options")

    def lost(self, lost: Predicate, convention: Convention = Convention.NORMAL) -> Formula:
        """The sentence that the predicate is true of the P-positions and no others.

        In normal play a position is lost when no option is, or fewer than are needed; in misère play when it has
        options, and none is lost.

        Raises:
            NotApplicableError: as `check_counted`.
        """
        self.check_counted(convention)
        meant: Formula = ~self.enough_options(lambda result: lost(*result))
        if convention is Convention.MISERE:
            meant = self.some_option(lambda _result: formula(value=True)) & meant
        return forall(self.names, iff(lost(*self.position), meant))

    def level(self, reached: Predicate, below: Predicate | None) -> Formula:
        """The sentence that `reached` holds exactly for nim-values of at least v, given `below` for v - 1.

        A position is worth at least v if it is worth at least v - 1 and an option is worth just v - 1. Without `below`
        v is 1.
        """

        def just_below(result: tuple[Term, ...]) -> Formula:
            not_more = ~reached(*result)
            return not_more if below is None else below(*result) & not_more

        meant = self.enough_options(just_below)
        if below is not None:
            meant = below(*self.position) & meant
        return forall(self.names, iff(reached(*self.position), meant))


def terms_in(options: Iterable[LinearOption]) -> Iterator[Term]:
    """The terms of kinds of moves, and of their conditions."""
    return (term for each in options for term in (*each.result, *terms_of(each.condition)))


def _some(way: Sequence[LinearOption], membership: Callable[[tuple[Term, ...]], Formula]) -> Formula:
    """The formula that moves of these kinds lead to different options, all of which satisfy `membership`."""
    moves = [each.copy(place) for place, each in enumerate(way)]
    parts = [part for each in moves for part in (each.allowed, membership(each.result))]
    for (kind, one), (other, two) in combinations(zip(way, moves, strict=True), 2):
        parts.append(_ascending(one, two) if kind is other and _has_one_choice(kind) else _different(one, two))
    chosen = tuple(name for each in moves for name in each.chosen)
    return Exists(chosen, And(tuple(parts))) if chosen else And(tuple(parts))


def _has_one_choice(kind: LinearOption) -> bool:
    """Whether the moves of this kind have one chosen number, and different ones give different options."""
    return len(kind.chosen) == 1 and any(kind.chosen[0] in term.coefficients for term in kind.result)


def _ascending(one: LinearOption, two: LinearOption) -> Formula:
    return Term({one.chosen[0]: 1}) < Term({two.chosen[0]: 1})


def _different(one: LinearOption, two: LinearOption) -> Formula:
    return Or(tuple(a != b for a, b in zip(one.result, two.result, strict=True)))


@runtime_checkable
class HasLinearMoves(Protocol):
    """A ruleset whose moves can be stated by linear formulas."""

    def linear_moves(self) -> LinearMoves | None:
        """The moves; None where this ruleset's parameters make them not linear."""
        ...


HEAP_NAMES = "abcdefgh"


def takeaway_moves(k: int, q: int = 0, *, heaps: int = 1) -> LinearMoves:
    """The moves on heaps under one quota: take t from one heap, t at most the quota, which becomes kt + q.

    All is read in the game's own base, and where that doubles in the end, for k of at most 1, in base 2, where less is
    to be carried. A quota above the heap is as good as the heap.

    >>> print(takeaway_moves(2).options[0].condition)
    1 <= t & t <= q
    """
    names = ("n",) if heaps == 1 else tuple(islice(HEAP_NAMES, heaps))
    *sizes, quota, t = variables(" ".join((*names, "q", "t")))
    options = []
    for taken in range(heaps):
        left = [size - t if heap == taken else size for heap, size in enumerate(sizes)]
        options.append(LinearOption(("t",), (t >= 1) & (t <= quota), (*left, k * t + q)))
    total = sum(sizes, start=Term({}))
    system = takeaway(k, q) if k > 1 else kary(2)
    return LinearMoves((*names, "q"), system, tuple(options), total)


def wythoff_moves(a: int = 1) -> LinearMoves:
    """The moves on two heaps: take any number from one, or numbers that differ by less than a from both.

    >>> wythoff_moves(2).system.name
    'ostrowski(2)'
    """
    x, y, s, t = variables("x y s t")
    if a == 1:  # one number is chosen, so that fewer are to be guessed
        both = LinearOption(("t",), t >= 1, (x - t, y - t))
    else:
        both = LinearOption(("s", "t"), (s >= 1) & (t >= 1) & (s - t <= a - 1) & (t - s <= a - 1), (x - s, y - t))
    one = LinearOption(("t",), t >= 1, (x - t, y)), LinearOption(("t",), t >= 1, (x, y - t))
    return LinearMoves(("x", "y"), ostrowski(a), (*one, both), x + y)


def subtraction_moves(takes: Iterable[int]) -> LinearMoves:
    """The moves on one heap: take one of finitely many numbers.

    >>> subtraction_moves([1, 3, 4]).names
    ('n',)
    """
    n, t = variables("n t")
    allowed = reduce(or_, [t == take for take in takes])
    return LinearMoves(("n",), kary(2), (LinearOption(("t",), allowed & (t >= 1), (n - t,)),), n)


def bounded_moves(most: int) -> LinearMoves:
    """The moves on one heap: take 1 to `most`."""
    n, t = variables("n t")
    return LinearMoves(("n",), kary(2), (LinearOption(("t",), (t >= 1) & (t <= most), (n - t,)),), n)
