"""Article 000, what the pupils computed with: the two programs of its annexes, and the lost plot.

The programs tell what to take from a heap, rule 2n, misère. They are reproduced with their limits: the sizes of the
arrays, the order of the steps, and what they do with a single match. The printed texts would not run as they stand
(names such as `un-1`, a missing semicolon, an apostrophe in a string, labels that do not exist); those are slips of the
page and are not imitated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.apps.claims.articles.article_000 import ZECKENDORF, true_takes
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.core.language import _, grouped
from cgt.errors import BudgetError, NumberError

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def _pascal_answers(_bound: int) -> Iterator[Finding]:
    true = true_takes(2, PASCAL_LIMIT + 1)
    table = turbo_pascal(PASCAL_LIMIT).takes
    sample = [*range(2, 200), *range(200, PASCAL_LIMIT, 977), *range(PASCAL_LIMIT - 5, PASCAL_LIMIT + 1)]
    answers = {a: turbo_pascal(a).answer for a in sample} | dict(enumerate(table, start=2))
    for a in sorted(answers):
        if answers[a] != true[a - 2]:
            yield Finding(f"a = {a}", f"take {answers[a]}", f"take {true[a - 2]}")


def _pascal_arrays(_bound: int) -> Iterator[Finding]:
    # The last index grows with the number of matches: only the top of the range can leave the array.
    for a in range(10_900, PASCAL_LIMIT + 1):
        if (last := turbo_pascal(a).last_index) > PASCAL_ARRAY_END:
            yield Finding(f"a = {a}", f"arrays 0..{PASCAL_ARRAY_END} suffice", f"it writes up to T[{last}]")


def _pascal_facts(_bound: int) -> Iterator[Fact]:
    yield Fact("with one match", f"it says: take {turbo_pascal(1).answer} (the position is lost)")
    yield Fact(
        "above 10,946 matches",
        "the writes past the end fall into the neighbouring array, where nothing that matters is read any more: with "
        "range checks off the answer is still right, with range checks on the program stops",
    )
    yield Fact("as printed", "it does not compile: names such as un-1, Array[0...Nmax], missing semicolons")


def _calculator(bound: int) -> Iterator[Finding]:
    for a, true in enumerate(true_takes(2, bound + 1), start=2):
        if (says := ti_83(a)) != true:
            yield Finding(f"a = {a}", f"take {says}", f"take {true}")


def _calculator_as_printed(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        # A calculator's variable that was never set holds 0.
        yield Finding(f"a = {a}", "take M = 0", f"take {ti_83(a)}")


def _calculator_facts(_bound: int) -> Iterator[Fact]:
    yield Fact("with one match", "it goes round until B overflows, for C = 0 meets neither A nor B")


def _lost_plot(_bound: int) -> Iterator[Fact]:
    yield Fact("the figure", "cgt plot take-against-matches -o plot.svg draws it; its points are those of 000.4")


CLAIMS = (
    Claim(
        id="000.9a",
        kind=Kind.ALGORITHM,
        statement="The Turbo Pascal program of annex 1 tells what to take, for 2 to 10,950 matches.",
        how="the whole table it prints for 10,950, and its answer for 220 other heaps, against the base numeration",
        reference="by computation",
        check=_pascal_answers,
        facts=_pascal_facts,
        french="programme en Turbo Pascal",
        seconds=0.4,
    ),
    Claim(
        id="000.9b",
        kind=Kind.ALGORITHM,
        statement="Its arrays, declared 0..12,045, are long enough for every number of matches up to 10,950.",
        how="the greatest index written for the 51 largest heaps it accepts",
        reference="by computation",
        check=_pascal_arrays,
        french="programme en Turbo Pascal",
        seconds=0.2,
    ),
    Claim(
        id="000.9c",
        kind=Kind.ALGORITHM,
        statement="The TI-83 program of annex 2 finds what to take from every a >= 2, if it displays C where it "
        "prints M.",
        how="every heap against the base numeration",
        reference=ZECKENDORF,
        bound=20_000,
        unit="heaps up to {}",
        check=_calculator,
        facts=_calculator_facts,
        theorem="it removes greedy Fibonacci parts until one is left, and that is the least",
        proof="While C lies strictly between two neighbouring Fibonacci numbers the lesser is subtracted and the "
        "search starts again; it stops at a remainder that is a Fibonacci number: the least Zeckendorf part of a - "
        "1.",
        french="programme pour TI-83+",
        seconds=0.2,
        growth=1.0,
    ),
    Claim(
        id="000.9d",
        kind=Kind.ALGORITHM,
        statement="The TI-83 program as printed displays what to take.",
        how="reading: the program displays M, which no line sets",
        reference="by reading the program",
        bound=100,
        unit="heaps up to {}",
        check=_calculator_as_printed,
        french="programme pour TI-83+",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.21",
        kind=Kind.QUESTION,
        statement="A plot of the number to take against the matches left is mentioned, and lost.",
        how="drawn again from the winning sequence",
        reference="this library",
        facts=_lost_plot,
        french="graphique",
    ),
)
