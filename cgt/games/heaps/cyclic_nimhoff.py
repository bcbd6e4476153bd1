"""Cyclic nimhoff: nim, or less than h counters in all from any heaps."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from typing import TYPE_CHECKING, ClassVar, cast

import attrs

from cgt.core.numbers import to_decimal, written
from cgt.core.reading import check_parameter, parse_parameter
from cgt.errors import RulesetError
from cgt.games.heaps.numbers import Numbers, NumbersRuleset, numbers_of
from cgt.language import _
from cgt.rulesets.states import State, ValueForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.outcome import Convention
    from cgt.core.position import Move, Position

FRAENKEL = "A. S. Fraenkel and M. Lorberbom, Nimhoff games, Journal of Combinatorial Theory A 58 (1991)"
_NEEDS = "cyclic-nimhoff(h) needs a whole number h of at least 2"


@attrs.frozen
class CyclicNimhoff(NumbersRuleset):
    """Take any number from one heap, or fewer than h counters in all from any heaps.

    >>> import cgt
    >>> cgt.nim_value(CyclicNimhoff(3).of(4, 7))
    11
    """

    name: ClassVar[str] = "cyclic-nimhoff"
    title: ClassVar[str] = "Cyclic nimhoff"
    rules: ClassVar[str] = (
        "Take any number, at least one, from one heap, or fewer than h counters in all from any heaps."
    )
    references: ClassVar[tuple[str, ...]] = (FRAENKEL,)
    example_arguments: ClassVar[tuple[str, ...]] = ("3",)
    example: ClassVar[str] = "4,7"

    cycle: int = attrs.field(repr=written)

    def __attrs_post_init__(self) -> None:
        check_parameter(self.cycle, _NEEDS, least=2)

    @property
    def arguments(self) -> tuple[str, ...]:
        return (to_decimal(self.cycle),)

    @classmethod
    def from_arguments(cls, *arguments: str) -> CyclicNimhoff:
        if len(arguments) != 1:
            raise RulesetError(f"{_NEEDS}, such as cyclic-nimhoff(3); got {len(arguments)} arguments")
        return cls(parse_parameter(arguments[0], _NEEDS, least=2))

    def steps(self, state: State) -> Iterator[tuple[Move, State]]:
        """The move is the tuple of what is taken from each heap."""
        heaps = numbers_of(state)
        for place, heap in enumerate(heaps):
            for amount in range(1, heap + 1):
                amounts = tuple(amount if other == place else 0 for other in range(len(heaps)))
                yield amounts, _less(heaps, amounts)
        small = [range(min(heap, self.cycle - 1) + 1) for heap in heaps]
        for amounts in product(*small):
            if sum(map(bool, amounts)) > 1 and sum(amounts) < self.cycle:
                yield amounts, _less(heaps, amounts)

    def canonical(self, state: State) -> State:
        return tuple(sorted(numbers_of(state)))

    def component_move_text(self, position: Position, move: Move) -> str:
        """`take 1 from heap 0 and 1 from heap 1`."""
        taken = [(heap, amount) for heap, amount in enumerate(cast("Numbers", move)) if amount]
        pairs = (_("{amount} from heap {heap}").format(amount=amount, heap=heap) for heap, amount in taken)
        return _("take {what}").format(what=_(" and ").join(pairs))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (QuotientsAndRemainders(self),)


def _less(heaps: Numbers, amounts: Numbers) -> Numbers:
    return tuple(heap - amount for heap, amount in zip(heaps, amounts, strict=True))


@attrs.frozen
class QuotientsAndRemainders(ValueForm):
    """The value is h times the nim-sum of the quotients by h, and what the remainders' sum leaves divided by h."""

    name: ClassVar[str] = "quotients and remainders"
    reference: ClassVar[str] = FRAENKEL

    def value(self, state: State) -> int:
        heaps, cycle = numbers_of(state), self._cycle
        return cycle * reduce(xor, (heap // cycle for heap in heaps), 0) + sum(heaps) % cycle

    def reason(self, state: State, convention: Convention) -> str:
        heaps, cycle = numbers_of(state), self._cycle
        text = _("divided by {cycle}, the quotients have the nim-sum {total} and the remainders leave {rest}")
        return text.format(cycle=cycle, total=self.value(state) // cycle, rest=sum(heaps) % cycle)

    @property
    def _cycle(self) -> int:
        return cast("CyclicNimhoff", self.ruleset).cycle
