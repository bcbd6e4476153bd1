"""The two programs of article 000's annexes, run as printed: what to take from a heap, rule 2n, misère.

They are reproduced with their limits: the sizes of the arrays, the order of the steps, and what they do with a single
match. The printed texts would not run as they stand (names such as `un-1`, a missing semicolon, an apostrophe in a
string, labels that do not exist); those are slips of the page and are not imitated.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cgt.apps.claims.articles.oracles import true_takes
from cgt.apps.claims.claim import Fact, Finding, Trials
from cgt.core.numbers import format_int
from cgt.errors import BudgetError, NumberError

PASCAL_ARRAY_END = 12_045
"""The last index of the Turbo Pascal arrays."""
PASCAL_LIMIT = 10_950
"""The largest number of matches that the program asks for."""
CALCULATOR_OVERFLOW = 10**100
"""The first number that the calculator cannot show."""


@attrs.frozen
class PascalRun:
    """A run of the Turbo Pascal program with one number of matches."""

    takes: tuple[int, ...]
    """The table it prints: what to take from 2, 3, … matches."""
    answer: int
    """The number it tells to take; 0 for one match."""
    last_index: int
    """The greatest index it writes to, which may lie beyond the array's end."""


def turbo_pascal(matches: int) -> PascalRun:
    """A run of annex 1: mark the Fibonacci numbers, then fill the gaps above 2 from the marked table.

    Raises:
        NumberError: below 1 or above 10,950 matches, which the program forbids.

    >>> run = turbo_pascal(50)
    >>> run.answer, run.takes[-5:], turbo_pascal(10_950).last_index
    (2, (3, 1, 13, 1, 2), 16419)
    """
    if not 1 <= matches <= PASCAL_LIMIT:
        raise NumberError(f"the program takes 1 to {format_int(PASCAL_LIMIT, group=True)} matches, not {matches}")
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
    """The result C of annex 2, the number of matches when the program stops: the take.

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
                raise BudgetError(f"the calculator overflows: with {matches} match it goes round until B is 10^100")
    return c


def _pascal_answers(_bound: int) -> Iterator[Finding]:
    true = true_takes(2, PASCAL_LIMIT + 1)
    table = turbo_pascal(PASCAL_LIMIT).takes
    sample = {*range(2, 200), *range(200, PASCAL_LIMIT, 977), *range(PASCAL_LIMIT - 5, PASCAL_LIMIT + 1)}
    answers = {a: turbo_pascal(a).answer for a in sample}
    for a, printed in enumerate(table, start=2):
        for says in (printed, answers.get(a, printed)):
            if says != true[a - 2]:
                yield Finding(f"a = {a}", f"take {says}", f"take {true[a - 2]}")


def _pascal_arrays(_bound: int) -> Iterator[Finding]:
    # The last index grows with the number of matches: only the top of the range can leave the array.
    for a in range(10_900, PASCAL_LIMIT + 1):
        if (last := turbo_pascal(a).last_index) > PASCAL_ARRAY_END:
            yield Finding(f"a = {a}", f"arrays 0..{PASCAL_ARRAY_END} suffice", f"it writes up to T[{last}]")


def _pascal_facts(_bound: int) -> Iterator[Fact]:
    yield Fact("with one match", f"it says: take {turbo_pascal(1).answer} (the position is lost)")


def _calculator(bound: int) -> Iterator[Finding]:
    for a, true in enumerate(true_takes(2, bound + 1), start=2):
        if (says := ti_83(a)) != true:
            yield Finding(f"a = {a}", f"take {says}", f"take {true}")


def _calculator_as_printed(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        # A calculator's variable that was never set holds 0.
        yield Finding(f"a = {a}", "take M = 0", f"take {ti_83(a)}")


TRIALS: Trials = {
    "000.9a": {"check": _pascal_answers, "facts": _pascal_facts},
    "000.9b": {"check": _pascal_arrays},
    "000.9c": {"check": _calculator},
    "000.9d": {"check": _calculator_as_printed},
}
