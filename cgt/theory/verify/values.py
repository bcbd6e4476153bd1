"""Nim-values and bases checked again, one by one, from the rule alone.

Nothing here computes a nim-value. For each heap the set of values that its options have, by the table under test, is
formed with numpy; the table's own value must be missing from it and every smaller value in it. Shares no code with the
sequences that make such tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.code import Constraint, HeapCode, partitions
from cgt.core.errors import CertificateError
from cgt.core.language import _
from cgt.core.memory import check_memory

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]


def first_wrong_value(
    code: HeapCode, values: Sequence[int], progress: Callable[[int, int], None] | None = None
) -> int | None:
    """The least heap whose value is not the mex of its options' values, or None if every value is right.

    O(n) numpy operations of length n for codes that leave two heaps at most; three heaps cost a factor of the number
    of values more.

    >>> from cgt.core.code import HeapCode
    >>> first_wrong_value(HeapCode.parse("0.77"), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
    >>> first_wrong_value(HeapCode.parse("0.77"), [0, 1, 2, 3, 1, 4, 3, 0])
    7
    """
    checker = _Checker(code, np.asarray(values, np.int64))
    for heap in range(len(values)):
        if not checker.is_right(heap):
            return heap
        if progress and heap % 1024 == 1023:
            progress(heap + 1, len(values))
    return None


class _Checker:
    def __init__(self, code: HeapCode, values: Array) -> None:
        self.code = code
        # As bytes, where they fit, the pairs of a heap are searched as fast as memory is read.
        self.in_bytes = values.min(initial=0) >= 0 and values.max(initial=0) < 256
        self.values = values.astype(np.uint8) if self.in_bytes else values
        self.mirror = self.values[::-1].copy()
        # A XOR of up to 64 values stays below the power of two above them all.
        self.size = 1 << int(values.max(initial=0)).bit_length()
        self.pair_rows: dict[int, Array] = {}
        self.labels = np.arange(self.size)

    def is_right(self, heap: int) -> bool:
        value = int(self.values[heap])
        if value < 0:
            return False
        seen = np.zeros(self.size, bool)
        texts: list[bytes] = []
        digits = self.code.digits
        bound = heap + 1 if self.code.tail else min(heap + 1, len(digits))
        for taken in range(bound):
            digit, rest = self.code.digit(taken), heap - taken
            most = rest if digit.more else min(rest, len(digit.allowed) - 1)
            for heaps in range(most + 1):
                constraint = digit.constraint(heaps)
                if constraint is None:
                    continue
                if self.in_bytes and heaps == 2 and constraint is not Constraint.EQUAL:
                    texts.append(self.pairs(rest, distinct=constraint is not Constraint.ANY).tobytes())
                else:
                    self.mark(seen, rest, heaps, constraint)
        missing = np.flatnonzero(~seen[:value]).tolist()
        if not all(any(wanted in text for text in texts) for wanted in missing):
            return False
        return value >= self.size or not (seen[value] or any(value in text for text in texts))

    def mark(self, seen: Array, rest: int, heaps: int, constraint: Constraint) -> None:
        if heaps == 0:
            if rest == 0:
                seen[0] = True
        elif heaps == 1:
            seen[self.values[rest]] = True
        elif heaps == 2 and constraint is not Constraint.EQUAL:
            seen[self.pairs(rest, distinct=constraint is not Constraint.ANY)] = True
        elif heaps == 3 and constraint is Constraint.ANY:
            rows = [self.row(rest - least)[self.labels ^ self.values[least]] for least in range(1, rest - 1)]
            if rows:
                seen |= np.logical_or.reduce(rows)
        else:
            for part in partitions(rest, heaps, constraint):
                seen[np.bitwise_xor.reduce(self.values[list(part)])] = True

    def pairs(self, rest: int, *, distinct: bool) -> Array:
        half = (rest - distinct) // 2
        if half <= 0:
            return self.values[:0]
        start = len(self.values) - rest
        return self.values[1 : half + 1] ^ self.mirror[start : start + half]

    def row(self, rest: int) -> Array:
        found = self.pair_rows.get(rest)
        if found is None:
            found = np.zeros(self.size, bool)
            found[self.pairs(rest, distinct=False)] = True
            self.pair_rows[rest] = found
        return found


def check_recurrence(k: int, q: int, gap: int, start: int, window: tuple[int, int], d: int = 1) -> None:
    """Make sure that steps `window` of the base prove H_p = H_{p-1} + H_{p-gap} for p >= start, the least such start.

    The theorem stands in `cgt.theory.base_recurrence`. Every step is made by the definition, until
    the window ends.

    Raises:
        CertificateError: naming the step that fails.

    >>> check_recurrence(2, 0, gap=2, start=3, window=(3, 5))
    >>> check_recurrence(2, 0, gap=2, start=4, window=(3, 5))
    Traceback (most recent call last):
    cgt.core.errors.CertificateError: the recurrence holds from term 3 on, not only from 4
    """
    first, last = window
    if not 1 <= d <= min(k, k + q):
        raise CertificateError(_("a quota ({k}x + {q})/{d} has no endless base").format(k=k, q=q, d=d))
    if gap < 1 or not 0 < first <= last - gap:
        raise CertificateError(
            _("the window must have {gap} steps or more, not {first} to {last}").format(
                gap=gap + 1, first=first, last=last
            )
        )
    check_memory(last * last // 8, f"the first {last} terms of the base")
    terms, least = [0, 1], 1
    for step in range(1, last + 1):
        # The quota never falls as x grows: what was too little for the last step is too little for this one.
        least = next(m for m in count(least) if (k * terms[m] + q) // d >= terms[step])
        terms.append(terms[step] + terms[least])
        if step < first:
            continue
        if least != step + 1 - gap:
            raise CertificateError(
                _("the step from term {step} has the gap {step2}, not {gap}").format(
                    step=step, step2=step + 1 - least, gap=gap
                )
            )
        wanted = d * terms[step]
        if k * terms[least] + min(q, 0) < wanted or k * terms[least - 1] + max(q + 1, 0) > wanted:
            raise CertificateError(_("the step from term {step} has no room to spare").format(step=step))
    holds = [p > gap and terms[p] == terms[p - 1] + terms[p - gap] for p in range(1, last + 2)]
    least_start = next(p for p in range(last + 1, 0, -1) if p == 1 or not holds[p - 2])
    if start != least_start:
        not_so = "not only from" if start > least_start else "not yet from"
        raise CertificateError(
            _("the recurrence holds from term {least_start} on, {not_so} {start}").format(
                least_start=least_start, not_so=not_so, start=start
            )
        )
