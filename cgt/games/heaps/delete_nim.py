"""Delete nim: delete one of two heaps, and divide the other."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.numbers import exact_repr
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import truth_value
from cgt.core.route import ClosedForm
from cgt.families.state_form import StateForm, ValueForm
from cgt.games.heaps.number_rows import Change, HeapNumbers, Numbers, whole_numbers

SHOWN_DIGITS = 60
"""The greatest number of binary digits in a reason, the last ones."""

ABUKU = "T. Abuku and K. Suetsugu, Delete Nim, Journal of Mathematics, Tokushima University 55 (2021)"


@attrs.frozen
class DeleteNim(HeapNumbers[Change]):
    """Two heaps: delete one, take one counter from the other and divide what is left in two, maybe empty, heaps.

    With `divide_only` nothing is taken, and both heaps that are left hold a counter at least.

    >>> import cgt
    >>> cgt.nim_value(DeleteNim().position(5, 2)), cgt.nim_value(DeleteNim(divide_only=True).position(5, 2))
    (3, 1)
    """

    name = "delete-nim"
    title = "Delete nim"
    references = (ABUKU,)
    argument_form = "none, or the word divide, as in delete-nim(divide): nothing is taken, and no heap is left empty"
    position_form = "two heaps, such as 5,2"
    example = "5,2"
    counts = range(2, 3)

    divide_only: bool = attrs.field(default=False, validator=truth_value, metadata={"word": "divide"})

    @property
    def least(self) -> int:
        """The least number in a state: 0, or 1 where no heap may be left empty."""
        return int(self.divide_only)

    def steps(self, state: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves, each the pair of heaps left, ascending."""
        least = self.least
        left = {heap - (not self.divide_only) for heap in state}
        for total in sorted(left):
            for small in range(least, total // 2 + 1):
                yield (small, total - small), (small, total - small)

    def after(self, state: Numbers, move: Move) -> Numbers:
        """The heaps after the move."""
        small, large = whole_numbers(move, 2)
        wanted = small + large + (not self.divide_only)
        if not self.least <= small <= large or wanted not in state:
            raise KeyError(move)
        return small, large

    def canonical(self, state: Numbers) -> Numbers:
        return tuple(sorted(state))

    @property
    def rules(self) -> str:
        """The rules, which depend on `divide_only`."""
        if self.divide_only:
            return _("Delete one of the two heaps, and divide the other in two heaps that are not empty.")
        return _(
            "Delete one of the two heaps; take one counter from the other and divide the rest in two heaps, which may "
            "be empty."
        )

    def _move_record(self, position: Position, move: Change) -> dict[str, object]:
        """The record of a move: the divided heap with its amount, the deleted heap, and what the first one `leaves`."""
        heaps = state_of(self, position) or ()
        taken = int(not self.divide_only)
        divided = heaps.index(sum(move) + taken)
        return {"heaps": [divided, 1 - divided], "amounts": [taken, heaps[1 - divided]], "leaves": list(move)}

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `leave 1 and 3`."""
        small, large = move
        return _("leave {small} and {large}").format(small=exact_repr(small), large=exact_repr(large))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OnesTogether(self), OneOfThree(self))


@attrs.frozen
class OnesTogether(ValueForm[Numbers, Change]):
    """The closed form in binary: the number of consecutive places, from the right end, where at least one heap has a 1.

    Where nothing is taken, both heaps less 1.
    """

    ruleset: DeleteNim

    name = "ones of either heap"
    statement = (
        "Write both heaps in binary: the value is the number of consecutive places, counted from the right end, in "
        "which at least one of them has a 1."
    )
    reference = ABUKU

    @property
    def strategy(self) -> str:
        return _("leave two odd heaps") if self.ruleset.divide_only else _("leave two even heaps")

    def value(self, state: Numbers) -> int:
        """The nim-value v₂((x | y) + 1)."""
        total = self._together(state) + 1
        return (total & -total).bit_length() - 1

    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The divisions that give the value, by the last `value` + 1 digits: all but the first have a 1 in either heap.

        The sum of the heaps determines in how many places both have a 1; each other 1 may be in either.
        """
        game = self.ruleset
        if value > max(state).bit_length():
            return
        least, ones, block = game.least, (1 << value) - 1, 1 << (value + 1)
        for heap in sorted(set(state)):
            total = heap - 1 - least  # of what is left, each less 1 where nothing is taken
            both = total % block - ones
            if total < 0 or not 0 <= both <= ones:
                continue
            for start in range(0, total // 2 + 1, block):
                for low in _submasks(ones & ~both):
                    small = start + both + low
                    if small > total // 2:
                        break
                    yield small + least, total - small + least

    def reason(self, state: Numbers, convention: Convention) -> str:
        text = _("together the heaps have the binary digits {digits}; the number of ones at the end is {value}")
        if self.ruleset.divide_only:
            text = _(
                "together the heaps, each less 1, have the binary digits {digits}; the number of ones at the end is "
                "{value}"
            )
        digits = f"{self._together(state):b}"
        if len(digits) > SHOWN_DIGITS:
            digits = "…" + digits[-SHOWN_DIGITS:]
        return text.format(digits=digits, value=self.value(state))

    def _together(self, state: Numbers) -> int:
        x, y = (heap - self.ruleset.divide_only for heap in state)
        return x | y


@attrs.frozen
class OneOfThree(StateForm[Numbers, Change]):
    """The closed form in misère play: lost where each heap is empty or leaves 1 divided by 3, but for two empty ones.

    A heap of 3k + 1 leaves two that together hold 3k, and these are not lost; one of 3k + 2 leaves 0 and 3k + 1, and
    one of 3k + 3 leaves 1 and 3k + 1. Where nothing is taken it is all the same with both heaps less 1.

    >>> import cgt
    >>> cgt.outcome("delete-nim 4,10^30", "misere"), cgt.winning_moves("delete-nim 9,4", "misere")
    (<Outcome.P: 'P'>, ((1, 7), (4, 4)))
    """

    ruleset: DeleteNim

    name = "one of three"
    statement = (
        "In misère play a position is lost where each heap is empty or leaves 1 when divided by 3, and one is not "
        "empty; where nothing is taken, both heaps less 1."
    )
    reference = "by induction: a heap of 3k + 1 leaves 3k in two heaps, and any other leaves a lost position"
    conventions = (Convention.MISERE,)

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        heaps = self._heaps(state)
        return any(heaps) and all(heap == 0 or heap % 3 == 1 for heap in heaps)

    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The divisions into 0 and the rest of a heap that leaves 2, and by threes of one that leaves nothing."""
        least = self.ruleset.least
        for heap in sorted(set(filter(None, self._heaps(state)))):
            for small in range(1, (heap + 1) // 2, 3) if heap % 3 == 0 else range(heap % 3 - 1):
                yield small + least, heap - 1 - small + least

    def reason(self, state: Numbers, convention: Convention) -> str:
        if self.ruleset.divide_only:
            return _("two heaps are lost in misère play where each is 1 or leaves 2 when divided by 3, but for 1 and 1")
        return _("two heaps are lost in misère play where each is empty or leaves 1 when divided by 3, but for 0 and 0")

    def _heaps(self, state: Numbers) -> list[int]:
        """The heaps, each less 1 where nothing is taken."""
        return [heap - self.ruleset.divide_only for heap in state]


def _submasks(mask: int) -> Iterator[int]:
    """The numbers whose binary ones are all in a mask, ascending."""
    masks = 0
    yield masks
    while masks != mask:
        masks = (masks - mask) & mask
        yield masks
