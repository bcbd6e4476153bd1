"""Sums of tame heaps, whose misère play is that of nim, by their normal nim-values.

Bouton's misère rule for nim: play as in normal play until no heap larger than 1 would be left, then leave an odd number
of ones. It holds word for word with nim-values in place of heap sizes for every game that lets the same amounts be
taken from every heap, for there a heap has the nim-value 1 exactly when the heap less the smallest amount has the value
0 (T. S. Ferguson, "On sums of graph games with last player losing", Int. J. Game Theory 3 (1974)): so a heap of value 0
that still has a move always has one to value 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import islice
from operator import xor

import attrs

from cgt.core.compounds import move_in
from cgt.core.language import _
from cgt.core.lazy_moves import listed
from cgt.core.nimber import SHOWN_TERMS, sum_text
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.errors import BudgetError
from cgt.families.heap_game import HeapRuleset, own_sizes

WORK = 20_000_000
"""The greatest number of options examined to tabulate nim-values."""


def tame_value(values: Iterable[int], convention: Convention) -> int:
    """The nim-value of a sum of tame heaps with these nim-values, under the convention; 0 exactly for P-positions.

    >>> tame_value([1, 2, 3], Convention.MISERE), tame_value([1, 1], Convention.MISERE)
    (0, 1)
    """
    total = largest = 0
    for value in values:
        total ^= value
        largest = max(largest, value)
    return total ^ 1 if convention is Convention.MISERE and largest <= 1 else total


def values_for_p(values: Sequence[int], convention: Convention) -> list[int]:
    """The nim-values, one for each heap, that would make the sum a P-position if that heap alone were changed.

    >>> values_for_p([1, 5], Convention.NORMAL), values_for_p([1, 5], Convention.MISERE)
    ([5, 1], [5, 0])
    """
    total = reduce(xor, values, 0)
    big = sum(value > 1 for value in values)
    misere = convention is Convention.MISERE
    return [total ^ value ^ int(misere and big == (value > 1)) for value in values]


def small_heaps_text() -> str:
    """The clause for misère play where no heap is worth more than 1."""
    return _("no heap is worth more than 1, so in misère play an odd number of ones should be left")


@attrs.frozen
class TameForm(ClosedForm):
    """A closed form for any number of tame heaps, from the nim-values of single heaps; both conventions."""

    ruleset: HeapRuleset

    @abstractmethod
    def value(self, size: int) -> int:
        """The nim-value of one heap of this size."""

    @abstractmethod
    def describe(self, size: int) -> str:
        """The rule for the nim-value of a heap, as a clause."""

    def takes_to(self, size: int, value: int) -> Iterable[int]:
        """The amounts that reduce a heap of `size` to nim-value `value`, ascending; by default every one is tried."""
        takes = (take for take in self.ruleset.moves((size,)) if isinstance(take, int))
        return (take for take in takes if self.value(size - take) == value)

    @property
    def premise(self) -> str:
        """The premise that holds for every heap, as a clause; empty by default."""
        return ""

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether the theorem covers these heaps; by default all, under both conventions."""
        return True

    def answer(self, question: Question) -> Answer | None:
        """The answer by the nim-sum of the heaps' nim-values; in misère play by its parity while none exceeds 1."""
        position, convention = question.position, question.convention
        sizes = own_sizes(self.ruleset, position)
        if sizes is None or not self.covers(sizes, convention):
            return None
        values = [self.value(size) for size in sizes]
        total = tame_value(values, convention)
        outcome = Outcome.N if total else Outcome.P

        def reason(moves: Sequence[Move]) -> str:
            move_text = self.ruleset.wording.move_text(position, moves[0]) if moves else None
            return with_conclusion(self._reason(sizes, values, convention), outcome, move_text)

        return self.build_answer(
            question,
            outcome,
            lambda: self._moves(position, sizes, values_for_p(values, convention)),
            reason,
            nim_value=total,
            moves_to=partial(self._moves_to, position, sizes, values),
        )

    def _moves_to(self, position: Position, sizes: Sequence[int], values: list[int], value: int) -> Sequence[Move]:
        """The moves to options of nim-sum `value` in normal play."""
        targets = [targets ^ value for targets in values_for_p(values, Convention.NORMAL)]
        return () if targets == values else self._moves(position, sizes, targets)

    def _moves(self, position: Position, sizes: Sequence[int], targets: Sequence[int]) -> Sequence[Move]:
        """The moves that change a heap's nim-value to the one for it in `targets`."""

        def walk() -> Iterator[Move]:
            too_many = None
            for index, (size, value) in enumerate(zip(sizes, targets, strict=True)):
                try:
                    for take in self.takes_to(size, value):
                        yield move_in(position, index, take)
                except BudgetError as error:
                    too_many = error
            if too_many is not None:
                raise too_many

        return listed(walk)

    def _reason(self, sizes: Sequence[int], values: Sequence[int], convention: Convention) -> str:
        different = list(dict.fromkeys(sizes))
        described = list(filter(None, dict.fromkeys(map(self.describe, different[:SHOWN_TERMS]))))
        more = ["…"] if described and len(different) > SHOWN_TERMS else []
        clauses = [*filter(None, [self.premise]), *described, *more]
        if len(sizes) > 1 or not clauses:
            total = tame_value(values, Convention.NORMAL)
            clauses.append(_("the nim-sum is {sum}").format(sum=sum_text(values, total)))
        if convention is Convention.MISERE and max(values, default=0) <= 1:
            alone = _("in misère play a 1 should be left to the opponent")
            clauses.append(alone if len(sizes) == 1 else small_heaps_text())
        return _("; ").join(clauses)


@attrs.frozen
class TabulatedMisere(TameForm):
    """The closed form for misère play of a tame game by Ferguson's theorem, with tabulated nim-values.

    Normal play needs no theorem besides the nim-sum; this one spares misère play the search of all sums.

    >>> import cgt
    >>> game = cgt.games.Subtraction(1, 3, 4)
    >>> print(cgt.solve(game.position(50, 70), "misere", closed_form=TabulatedMisere(game)).explanation)
    a heap of 50 is worth 1; a heap of 70 is worth 0; the nim-sum is 1 ⊕ 0 = 1; no heap is worth more than 1, \
so in misère play an odd number of ones should be left: every move can be answered
    """

    name = "Ferguson's pairing"
    statement = "Misère play of a tame game by Ferguson's theorem, the nim-values of single heaps tabulated."
    reference = "T. S. Ferguson, On sums of graph games with last player losing (1974)"

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether it is misère play and the table takes about a second: heaps times moves up to 20 million."""
        if convention is not Convention.MISERE:
            return False
        largest = max(sizes, default=0)
        most = WORK // max(largest, 1)
        return sum(1 for _move in islice(self.ruleset.moves((largest,)), most + 1)) <= most

    def value(self, size: int) -> int:
        return self.ruleset.table().known(size + 1)[size]

    def takes_to(self, size: int, value: int) -> list[int]:
        values = self.ruleset.table().known(size + 1)
        takes = (take for take in self.ruleset.moves((size,)) if isinstance(take, int))
        return [take for take in takes if values[size - take] == value]

    def describe(self, size: int) -> str:
        return _("a heap of {size} is worth {value}").format(size=size, value=self.value(size))
