"""The two programs in the annexes of article 000, as algorithms: what to take from a heap, rule 2n, misère.

They are reproduced with their limits: the sizes of the arrays, the order of the steps, and what they do with a single
match. The printed texts would not run as they stand (names such as `un-1`, a missing semicolon, an apostrophe in a
string, labels that do not exist); those are slips of the page and are not imitated.
"""

from __future__ import annotations

import attrs

from cgt.core.language import _, grouped
from cgt.errors import BudgetError, NumberError

PASCAL_ARRAY_END = 12_045
"""The last index of the Turbo Pascal arrays."""
PASCAL_LIMIT = 10_950
"""The largest number of matches that the program asks for."""
CALCULATOR_OVERFLOW = 10**100
"""Where the calculator's numbers end."""


@attrs.frozen
class PascalRun:
    """What the Turbo Pascal program does with one number of matches."""

    takes: tuple[int, ...]
    """The table it prints: what to take from 2, 3, … matches."""
    answer: int
    """The number it tells to take; 0 for one match."""
    last_index: int
    """The greatest index it writes to, which may lie beyond the array's end."""


def turbo_pascal(matches: int) -> PascalRun:
    """Run annex 1: mark the Fibonacci numbers, then fill the gaps after every number above 2 from the marked table.

    Raises:
        NumberError: below 1 or above 10,950 matches, which the program forbids.

    >>> run = turbo_pascal(50)
    >>> run.answer, run.takes[-5:], turbo_pascal(10_950).last_index
    (2, (3, 1, 13, 1, 2), 16419)
    """
    if not 1 <= matches <= PASCAL_LIMIT:
        raise NumberError(
            _("the program takes 1 to {pascal_limit} matches, not {matches}").format(
                pascal_limit=grouped(PASCAL_LIMIT), matches=matches
            )
        )
    number = matches - 1
    marked = [0] * (2 * PASCAL_ARRAY_END)
    low, high = 1, 2
    while low <= number:
        marked[low] = low
        low, high = high, low + high
    table = list(marked)
    last_index = number
    for index in range(1, number + 1):
        if table[index] > 2:
            count = table[index] // 2
            # The terms come from the marked table, holes and all: the number that ends each stretch fills the next.
            table[index + 1 : index + count + 1] = marked[1 : count + 1]
            last_index = max(last_index, index + count)
    return PascalRun(tuple(table[1 : number + 1]), table[number], last_index)


def ti_83(matches: int) -> int:
    """Run annex 2 and return C, the number of matches it has left when it stops: what to take.

    The printed program displays M, which nothing sets; C is what holds the answer.

    Raises:
        BudgetError: one match: C is 0, A and B never meet it, and they grow until the calculator overflows.

    >>> [ti_83(matches) for matches in range(2, 15)]
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13]
    """
    a, b, c = 1, 2, matches - 1
    while c not in {a, b}:
        if a < c < b:
            b = 2
            c -= a
            a = 1
        else:
            b = a + b
            a = b - a
            if b >= CALCULATOR_OVERFLOW:
                raise BudgetError(
                    _("the calculator overflows: with {matches} match it goes round until B is 10^100").format(
                        matches=matches
                    )
                )
    return c
