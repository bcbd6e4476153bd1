"""Does the base of a quota ⌊(kx + q)/d⌋ follow a recurrence? Decided again, from the definition of the base alone."""

from __future__ import annotations

from itertools import count

from cgt.core.memory import check_memory
from cgt.errors import CertificateError


def check_recurrence(k: int, q: int, gap: int, start: int, window: tuple[int, int], d: int = 1) -> None:
    """Make sure that steps `window` of the base prove H_p = H_{p-1} + H_{p-gap} for p >= start, the least such start.

    The theorem stands in `cgt.proofs.base_recurrence`. Every step is made by the definition, until
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
        raise CertificateError(f"a window of {gap + 1} steps is asked for, not {first} to {last}")
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
