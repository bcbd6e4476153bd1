"""Equal games under different codes: by their rules (standard form, heap shift), or by their nim-sequences."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import NAMED, Digit, HeapCode
from cgt.core.language import _
from cgt.core.numbers import shorten_ints
from cgt.fast.taking_breaking_values import sequence_of

if TYPE_CHECKING:
    from cgt.theory.period_certificate import ValuesCertificate

NONE, ONE, TWO = 1, 2, 4
MOST_SHIFT = 3
GLIMPSE = 60
"""Compare so many heaps first: most sequences differ there."""
WHOLE = {0, NONE, NONE | ONE, NONE | ONE | TWO}


@attrs.frozen
class Equality:
    """The equality of two games: heap n of one is worth heap n + shift of `other`.

    Attributes:
        other: the other game, by name or code.
        shift: how much larger the heaps are there.
        by_rule: move by move, up to heaps without moves: equal in every sum, in either play convention.
        checked_to: how many heaps here were compared; None when it holds for all.
    """

    other: str
    shift: int
    by_rule: bool
    checked_to: int | None = None

    @property
    def for_ever(self) -> bool:
        """Whether the equality is proved for every heap."""
        return self.by_rule or self.checked_to is None

    def __str__(self) -> str:
        if self.by_rule:
            text = _("the same game as {other}")
            text += _(": heap n here is heap {heap} there") if self.shift else ""
        else:
            text = _("the same nim-sequence as {other}")
            text += _(", heap n here being worth heap {heap} there") if self.shift else ""
            text += (
                _(": for ever, proved by both periods") if self.for_ever else _(": equal for the first {count} heaps")
            )
        heap = f"n {'+' if self.shift > 0 else '-'} {abs(self.shift)}"
        return text.format(other=shorten_ints(self.other), heap=heap, count=self.checked_to)


def larger_by_one(code: HeapCode) -> HeapCode | None:
    """The code of the same game with every heap one larger, where there is one.

    A heap of n counters becomes one of n + 1, so the empty heap becomes a heap of 1 without moves. Leaving a and b of
    a heap less k then leaves a + 1 and b + 1 of the heap less k - 1. It works when a digit that allows a number of
    heaps allows every smaller number too.

    >>> print(larger_by_one(HeapCode.parse("0.137")), larger_by_one(HeapCode.parse("0.07")))
    0.07 0.4
    """
    masks = code.masks
    if masks is None or not any(masks) or masks[0] or not set(masks) <= WHOLE:
        return None
    moved = [0] * (len(masks) + 1)
    for taken, mask in enumerate(masks):
        if mask & TWO:
            moved[taken - 1] |= TWO
        elif mask & ONE:
            moved[taken] |= ONE
        elif mask:
            moved[taken + 1] |= NONE
    larger = HeapCode.of(map(Digit.of_mask, moved))
    # Taking the whole heap of one would be a move of the empty heap.
    return None if larger.digit(1).constraint(0) else larger


def standard_form(code: HeapCode) -> tuple[HeapCode, int]:
    """The form of the code with the least heaps, whose first digit is odd, and by how much its heaps are smaller.

    >>> form, shift = standard_form(HeapCode.parse("0.4"))
    >>> str(form), shift
    ('0.137', 2)
    """
    masks = code.masks
    if masks is None or not any(masks) or max(masks) > 7:
        return code, 0
    # The least heap with a move becomes a heap of 1.
    shift = min(taken + (mask & -mask).bit_length() for taken, mask in enumerate(masks) if mask) - 2
    return _smaller(masks, shift), shift


def _smaller(masks: Sequence[int], shift: int) -> HeapCode:
    """The code with these digits, if every heap is smaller by `shift`, at most as in the standard form."""
    moved = [0] * (len(masks) + shift)

    def allow(heaps: int, first: int, last: int) -> None:
        for taken in range(first, last + 1):
            moved[taken] |= heaps

    # A heap that becomes empty is left out: where so many heaps may be left, so may fewer.
    for taken, mask in enumerate(masks):
        if mask & TWO:
            allow(TWO, taken + shift, taken + shift)
            allow(ONE, taken + 1, taken + shift)
            allow(NONE, taken + 2 - shift, taken + shift)
        if mask & ONE:
            allow(ONE, taken, taken)
            allow(NONE, taken + 1 - shift, taken)
        if mask & NONE:
            allow(NONE, taken - shift, taken - shift)
    return HeapCode.of(map(Digit.of_mask, moved))


def same_by_rule(code: HeapCode) -> list[tuple[HeapCode, int]]:
    """The codes of the same game by heap shift, each with the shift: the standard form, and shifts up to three.

    >>> [(str(other), shift) for other, shift in same_by_rule(HeapCode.parse("0.07"))]
    [('0.137', -1), ('0.4', 1)]
    """
    form: HeapCode | None
    form, below = standard_form(code)
    forms = []
    if below > MOST_SHIFT and code.masks is not None:
        forms.append((form, -below))
        form, below = _smaller(code.masks, MOST_SHIFT), MOST_SHIFT
    shift = -below
    while form is not None and shift <= MOST_SHIFT:
        if form != code:
            forms.append((form, shift))
        form, shift = larger_by_one(form), shift + 1
    return forms


def equalities(code: HeapCode, values: Sequence[int], certificate: ValuesCertificate | None) -> list[Equality]:
    """The named games and shifted codes that equal this one: by rule, for ever, or as far as `values` go.

    Nim-sequences are compared at shifts of up to three heaps; two games with certificates for ever.
    """
    by_rule = dict(same_by_rule(code))
    equal = [Equality(str(other), shift, by_rule=True) for other, shift in by_rule.items()]
    for game in NAMED.values():
        if game.code == code or game.code in by_rule:
            equal.append(Equality(game.name, by_rule.get(game.code, 0), by_rule=True))
        else:
            equal += _by_sequence(values, certificate, game.name, game.code)
    return equal


def relatives(code: HeapCode, shift: int) -> list[Equality]:
    """The codes and named games that a game equals by its rule, if its heap n is heap n + shift of a code.

    >>> [(same.other, same.shift) for same in relatives(HeapCode.parse("0.07"), -1)]
    [('0.07', -1), ('0.137', -2), ('0.4', 0), ('dawsons-kayles', -1), ('dawsons-chess', -2)]
    """
    codes = [(code, shift), *((other, shift + more) for other, more in same_by_rule(code))]
    known = {game.code: game.name for game in NAMED.values()}
    named = [(known[other], more) for other, more in codes if other in known]
    return [Equality(name, more, by_rule=True) for name, more in [*((str(c), more) for c, more in codes), *named]]


def same_sequences(values: Sequence[int]) -> list[Equality]:
    """The named games with the same nim-sequence as far as the values go, for a game without a code."""
    return [same for game in NAMED.values() for same in _by_sequence(values, None, game.name, game.code)]


def _by_sequence(
    values: Sequence[int], certificate: ValuesCertificate | None, name: str, code: HeapCode
) -> list[Equality]:
    count = _compared(code)
    if certificate is None:
        count = min(len(values), count)
    other = sequence_of(code)
    shifts = [0, 1, -1, 2, -2, 3, -3]
    for stop in (min(GLIMPSE, count), count):
        other.extend_to(stop + 3)
        ours = [int(value) for value in values[:stop]]
        if certificate is not None:
            ours = [certificate.nim_value(heap) for heap in range(stop)]
        theirs = [int(value) for value in other.values[: stop + 3]]
        shifts = [shift for shift in shifts if _agree(ours, theirs, shift)]
        if not shifts:
            return []
    for shift in shifts:
        forever = certificate is not None and _for_ever(certificate, code, shift)
        if not forever or any(theirs[: count + shift]):
            return [Equality(name, shift, by_rule=False, checked_to=None if forever else count)]
    return []


def _agree(ours: list[int], theirs: list[int], shift: int) -> bool:
    low, stop = max(0, -shift), len(ours)
    return stop - low >= 12 and ours[low:] == theirs[low + shift : stop + shift]


def _compared(code: HeapCode) -> int:
    return 2_000 if (code.most_parts or 9) < 3 else 200


def _for_ever(ours: ValuesCertificate, code: HeapCode, shift: int) -> bool:
    """Whether both periods, from the later preperiod on and over a common multiple, make the sequences equal."""
    from cgt.theory.period import period_of_code

    theirs = period_of_code(code, _compared(code)).certificate
    if theirs is None:
        return False
    one, two = ours.periodicity, theirs.periodicity
    common = lcm(one.period, two.period)
    if one.saltus * (common // one.period) != two.saltus * (common // two.period) or common > 1_000_000:
        return False
    low = max(0, -shift)
    stop = max(one.preperiod, two.preperiod - shift) + common
    return all(ours.nim_value(heap) == theirs.nim_value(heap + shift) for heap in range(low, stop))
