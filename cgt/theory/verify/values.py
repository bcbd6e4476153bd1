"""The second check of nim-values and bases, one by one, from the rule alone.

Nothing here computes a nim-value. For each heap the set of values that its options have, by the table under test, is
formed; the table's own value must be missing from it and every smaller value in it. Shares no code with the
sequences that make such tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import count
from operator import xor
from typing import TYPE_CHECKING

from cgt.core.memory_limit import check_memory
from cgt.core.plugins import installed
from cgt.core.progress import Effort
from cgt.errors import CertificateError

MOST_DIVISIONS = 5_000_000
"""The number of divisions into three heaps or more that are looked at one by one: some twenty seconds."""

if TYPE_CHECKING:
    from cgt.core.code import HeapCode


def first_wrong_value(
    code: HeapCode, values: Sequence[int], progress: Callable[[int, int], None] | None = None
) -> int | None:
    """The least heap whose value is not the mex of its options' values, or None if every value is right.

    O(n) numpy operations of length n for codes that leave two heaps at most; three heaps cost a factor of the number
    of values more.

    Raises:
        BudgetError: too many divisions would be looked at one by one, of codes that leave many heaps.

    >>> from cgt.core.code import HeapCode
    >>> first_wrong_value(HeapCode.parse("0.77"), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
    >>> first_wrong_value(HeapCode.parse("0.77"), [0, 1, 2, 3, 1, 4, 3, 0])
    7
    """
    if min(values, default=0) < 0:
        return next(heap for heap, value in enumerate(values) if value < 0)
    effort = Effort(MOST_DIVISIONS, "the check was stopped after {limit} divisions into three heaps or more")
    if installed("numpy"):
        from cgt.theory.verify.value_arrays import Checker

        checker: Checker | _PlainChecker = Checker(code, values, effort)
    else:
        checker = _PlainChecker(code, values, effort)
    for heap in range(len(values)):
        if not checker.is_right(heap):
            return heap
        if progress and heap % 1024 == 1023:
            progress(heap + 1, len(values))
    return None


class _PlainChecker:
    """The check without numpy: all divisions one by one, O(n²) steps for codes that leave at most two heaps."""

    def __init__(self, code: HeapCode, values: Sequence[int], effort: Effort) -> None:
        self.code = code
        self.values = values
        self.effort = effort

    def is_right(self, heap: int) -> bool:
        """Whether the value is the mex of the options' values."""
        option_values = set(self.option_values(heap))
        return self.values[heap] not in option_values and all(
            lesser in option_values for lesser in range(self.values[heap])
        )

    def option_values(self, heap: int) -> Iterator[int]:
        """The values of the options, with repetitions."""
        for part in self.code.options(heap):
            self.effort.spend(len(part) > 2)
            yield reduce(xor, (self.values[left] for left in part), 0)


def check_recurrence(k: int, q: int, gap: int, start: int, window: tuple[int, int], d: int = 1) -> None:
    """Check that steps `window` of the base prove H_p = H_{p-1} + H_{p-gap} for p >= start, the least start.

    The theorem stands in `cgt.theory.base_recurrence`. Every step is made by the definition, until
    the window ends.

    Raises:
        CertificateError: naming the step that fails.

    >>> check_recurrence(2, 0, gap=2, start=3, window=(3, 5))
    >>> check_recurrence(2, 0, gap=2, start=4, window=(3, 5))
    Traceback (most recent call last):
    cgt.errors.CertificateError: the recurrence holds from term 3 on, not only from 4
    """
    first, last = window
    if not 1 <= d <= min(k, k + q):
        raise CertificateError(f"a quota ({k}x + {q})/{d} has no endless base")
    if gap < 1 or not 0 < first <= last - gap:
        raise CertificateError(f"the window must have {gap + 1} steps or more, not {first} to {last}")
    check_memory(last * last // 8, f"the first {last} terms of the base")
    terms, least = [0, 1], 1
    for step in range(1, last + 1):
        # The quota never falls as x grows: what was too little for the last step is too little for this one.
        least = next(m for m in count(least) if (k * terms[m] + q) // d >= terms[step])
        terms.append(terms[step] + terms[least])
        if step < first:
            continue
        if least != step + 1 - gap:
            raise CertificateError(f"the step from term {step} has the gap {step + 1 - least}, not {gap}")
        wanted = d * terms[step]
        if k * terms[least] + min(q, 0) < wanted or k * terms[least - 1] + max(q + 1, 0) > wanted:
            raise CertificateError(f"the step from term {step} has no room to spare")
    holds = [p > gap and terms[p] == terms[p - 1] + terms[p - gap] for p in range(1, last + 2)]
    least_start = next(p for p in range(last + 1, 0, -1) if p == 1 or not holds[p - 2])
    if start != least_start:
        not_so = "not only from" if start > least_start else "not yet from"
        raise CertificateError(f"the recurrence holds from term {least_start} on, {not_so} {start}")
