"""The nim-sequence of a taking-and-breaking code, extended as far as asked: compiled where that pays, else as it reads.

A set of nim-values is one integer with bit v set for the value v; mex is its lowest zero bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, cast

from cgt.codes.code import Constraint, partitions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.codes.code import Digit, HeapCode
    from cgt.kernels.route import Route


COMFORTABLE = (10_000, 10_000, 5_000, 300)
"""How many values plain Python finds in a few seconds, by the greatest number of heaps left."""
COMFORTABLE_IF_CONSTRAINED = 45


class NimSequence(Protocol):
    """This is a Protocol: nim-values of heaps 0, 1, 2, …, as many as were asked for so far."""

    @property
    def values(self) -> Sequence[int]:
        """The values known, heap 0 first."""
        ...

    @property
    def comfortable(self) -> int:
        """How many values take a few seconds at most, as far as the ones known can tell: more of them, it may grow."""
        ...

    def extend_to(self, stop: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the values of all heaps below `stop` known; interrupted, it keeps what it has finished."""
        ...


class ResumableSequence(NimSequence, Protocol):
    """This is a Protocol: a sequence that can take up another's values."""

    def resume(self, values: Sequence[int]) -> None:
        """Take the values of the heaps 0, 1, … as known, and go on from there."""
        ...


class PlainSequence:
    """The sequence of any code at all, straight from its digits, in plain Python.

    O(n) set operations a heap for two parts, O(n) translations of a set for each number of parts beyond, and for any
    number; every partition where three parts and more are constrained.

    >>> from cgt.codes.code import HeapCode
    >>> kayles = PlainSequence(HeapCode.parse("0.77"))
    >>> kayles.extend_to(14)
    >>> kayles.values
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]
    """

    def __init__(self, code: HeapCode) -> None:
        self.code = code
        self.values: list[int] = []
        self._pairs: dict[tuple[int, Constraint], int] = {}
        self._many: dict[tuple[int, int, bool], int] = {}

    @property
    def comfortable(self) -> int:
        """By the greatest number of heaps left."""
        every = [parts for digit in (*self.code.digits, *self.code.tail) for parts in (*digit.allowed[3:], digit.more)]
        if set(every) - {None, Constraint.ANY}:
            return COMFORTABLE_IF_CONSTRAINED
        most = self.code.most_parts
        return COMFORTABLE[3 if most is None else min(most, 3)]

    def extend_to(self, stop: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the values of all heaps below `stop` known."""
        for heap in range(len(self.values), stop):
            reached = self._reached(heap)
            self.values.append((~reached & (reached + 1)).bit_length() - 1)
            if progress and heap % 256 == 255:
                progress(heap + 1, stop)

    def resume(self, values: Sequence[int]) -> None:
        """Take the values of the heaps 0, 1, … as known, and go on from there."""
        self.values = [int(value) for value in values]

    def _reached(self, heap: int) -> int:
        code, reached = self.code, 0
        for taken in range(heap + 1 if code.tail else min(heap + 1, len(code.digits))):
            digit, rest = code.digit(taken), heap - taken
            free = digit.more is Constraint.ANY
            for heaps in range(rest + 1 if digit.more and not free else min(rest + 1, len(digit.allowed))):
                parts = digit.constraint(heaps)
                if parts is not None:
                    reached |= self._set_of(rest, heaps, parts)
            if free:
                reached |= self._set_of_many(rest, len(digit.allowed), more=True)
        return reached

    def _set_of(self, rest: int, heaps: int, parts: Constraint) -> int:
        """The nim-values of dividing `rest` into so many heaps."""
        values = self.values
        if heaps == 0:
            return 1 if rest == 0 else 0
        if heaps == 1:
            return 1 << values[rest]
        if heaps == 2:
            return self._set_of_pairs(rest, parts)
        if parts is Constraint.ANY:
            return self._set_of_many(rest, heaps)
        reached = 0
        for part in partitions(rest, heaps, parts):
            value = 0
            for heap in part:
                value ^= values[heap]
            reached |= 1 << value
        return reached

    def _set_of_many(self, rest: int, heaps: int, *, more: bool = False) -> int:
        """The nim-values of dividing `rest` into so many heaps of any sizes, or `more`: into as many at least."""
        known = self._many.get((rest, heaps, more))
        if known is None:
            known = self._set_of(rest, heaps, Constraint.ANY) if more else 0
            fewer = heaps if more else heaps - 1
            for least in range(1, rest if heaps else rest + 1):
                others = (
                    self._set_of_many(rest - least, fewer, more=True)
                    if more
                    else self._set_of(rest - least, fewer, Constraint.ANY)
                )
                known |= translated(others, self.values[least])
            self._many[rest, heaps, more] = known
        return known

    def _set_of_pairs(self, rest: int, parts: Constraint) -> int:
        known = self._pairs.get((rest, parts))
        if known is None:
            known, values = 0, self.values
            if parts is Constraint.EQUAL:
                known = 1 if rest % 2 == 0 and rest else 0
            else:
                for least in range(1, (rest - (parts is not Constraint.ANY)) // 2 + 1):
                    known |= 1 << (values[least] ^ values[rest - least])
            self._pairs[rest, parts] = known
        return known


def translated(word: int, value: int) -> int:
    """The set of v XOR `value` for the v in a set.

    >>> bin(translated(0b0110, 1)), bin(translated(0b1, 5))
    ('0b1001', '0b100000')
    """
    bit = 0
    while value >> bit:
        if value >> bit & 1:
            width = 1 << bit
            # Blocks of `width` bits change places two by two.
            ones = (1 << width) - 1
            low = ones * (((1 << 2 * width * (word.bit_length() // (2 * width) + 1)) - 1) // ((1 << 2 * width) - 1))
            word = (word & low) << width | (word >> width) & low
        bit += 1
    return word


def sequence_of(code: HeapCode, *, route: Route = "auto") -> ResumableSequence:
    """The fastest sequence there is for a code; a kernel takes the route asked for.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.
    """
    return _subtraction(code, route) or _all_but(code, route) or _compiled(code, route) or PlainSequence(code)


def _subtraction(code: HeapCode, route: Route) -> ResumableSequence | None:
    """Pure subtraction games have a kernel of their own; the copied tail after a period is as good as computed."""
    if code.masks is None or set(code.masks) - {0, 3} or not any(code.masks):
        return None
    from cgt.kernels.subtraction import SubtractionSequence

    # An array of numbers serves where a sequence of them is read.
    return cast(
        "ResumableSequence", SubtractionSequence([take for take, mask in enumerate(code.masks) if mask], route=route)
    )


def _all_but(code: HeapCode, route: Route) -> ResumableSequence | None:
    """So have the games in which all but finitely many amounts may be taken."""
    masks = [digit.mask for digit in code.digits]
    if [digit.mask for digit in code.tail] != [3] or set(masks) - {0, 3}:
        return None
    from cgt.kernels.all_but import AllButSequence

    kept = [take for take, mask in enumerate(masks) if take and not mask]
    return cast("ResumableSequence", AllButSequence(kept, route=route))


def _compiled(code: HeapCode, route: Route) -> ResumableSequence | None:
    """The kernel takes digits as numbers, and one constraint for every pair."""
    allowed = {digit.constraint(2) for digit in (*code.digits, *code.tail)} - {None}
    heads, tail = [_mask(digit) for digit in code.digits], [_mask(digit) for digit in code.tail]
    parts = _KERNEL_PARTS.get(allowed.pop()) if len(allowed) == 1 else "any" if not allowed else None
    if parts is None or None in heads or None in tail or (parts != "any" and (code.most_parts or 0) > 2):
        return None
    from cgt.kernels.taking_breaking import TakingBreakingSequence

    masks = [mask for mask in heads if mask is not None], [mask for mask in tail if mask is not None]
    return cast("ResumableSequence", TakingBreakingSequence(masks[0], tail=masks[1], parts=parts, route=route))


_KERNEL_PARTS: dict[Constraint | None, Literal["any", "unequal", "equal"]] = {
    Constraint.ANY: "any",
    Constraint.DISTINCT: "unequal",
    Constraint.EQUAL: "equal",
}


def _mask(digit: Digit) -> int | None:
    """The digit as a number, constraints on pairs left out; None for any other constraint, or no bound."""
    if digit.more or any(parts not in {None, Constraint.ANY} for parts in digit.allowed[3:]):
        return None
    return sum(1 << heaps for heaps, parts in enumerate(digit.allowed) if parts)
