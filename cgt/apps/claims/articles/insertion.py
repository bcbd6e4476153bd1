"""The pupils' insertion rule: the winning sequence grown from its base numbers (article 000, parts A.II and B.III)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def inserted(term: int, k: int) -> int:
    """How many terms the rule for the quota kn inserts after `term`: the quotient by k, one less for a multiple of k.

    For k = 2 the pupils state no exception; the one term more is the same as its neighbour's own insertion.

    >>> [inserted(term, 3) for term in (3, 4, 6, 8, 15)], [inserted(term, 2) for term in (2, 3, 5, 8)]
    ([0, 1, 1, 2, 4], [0, 1, 2, 4])
    """
    if term <= k:
        return 0
    return term // k - (1 if k > 2 and term % k == 0 else 0)


def insert_at_once(base: Iterable[int], k: int) -> list[int]:
    """The sequence when every number, inserted ones too, has its own terms inserted as soon as it is written.

    Returns the list with the terms of index 1, 2, … from position 0 on, up to and including the last base number; a
    term that the rule leaves without a value is 0.

    >>> insert_at_once([1, 2, 3, 5, 8, 13, 21], 2)
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13, 1, 2, 3, 1, 5, 1, 2, 21]
    """
    numbers = sorted(base)
    last = numbers[-1]
    sequence = [0] * (last + 1)
    for number in numbers:
        sequence[number] = number
    for index in range(1, last + 1):
        count = min(inserted(sequence[index], k), last - index)
        sequence[index + 1 : index + 1 + count] = sequence[1 : count + 1]
    return sequence[1:]


def insert_once(base: Iterable[int], k: int) -> list[int]:
    """The sequence when each base number is followed by its inserted terms, and then by the next base number.

    >>> insert_once([1, 2, 3, 5, 8, 13], 2)
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13, 1, 2, 3, 1, 5, 1]
    """
    sequence: list[int] = []
    for number in base:
        sequence.append(number)
        sequence += sequence[: inserted(number, k)]
    return sequence
