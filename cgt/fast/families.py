"""Which kernels there are: a family is a folder, and a new one enters here by one line.

A folder holds its `rule` (what the kernel reads, and from which size `auto` compiles), `plain` Python, `compiled`
(which loop runs) and the `loops` themselves. A family for codes has `sequence_for`; see `cgt.fast.sequence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cgt.fast import all_but, subtraction, taking_breaking

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import CodeFamily, NimSequence

CODE_FAMILIES: Final[tuple[CodeFamily, ...]] = (subtraction, all_but, taking_breaking)
"""The families that take codes; of several that take one, the first is the fastest. The last takes every code."""


def sequence_of(code: HeapCode, *, backend: Backend = "auto") -> NimSequence:
    """The nim-values of a code by the fastest kernel that takes it, in plain Python or compiled as the backend says.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.

    >>> from cgt.core.code import HeapCode
    >>> kayles = sequence_of(HeapCode.parse("0.77"))
    >>> kayles.extend_to(14)
    >>> list(kayles.values)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]
    """
    found = (family.sequence_for(code, backend) for family in CODE_FAMILIES)
    return next(sequence for sequence in found if sequence is not None)


def crossovers() -> dict[str, int]:
    """The size from which each kernel compiles, by its name; `python -m benchmarks.compare` measures them."""
    from cgt.fast import nimbers, quota, wythoff

    others = (quota.CROSSOVER, wythoff.CROSSOVER, nimbers.CROSSOVER)
    found: dict[str, int] = {}
    for sizes in (*(family.CROSSOVER for family in CODE_FAMILIES), *others):
        found |= sizes
    return found
