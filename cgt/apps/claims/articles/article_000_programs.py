"""Article 000, what the pupils computed with: their two programs and the lost plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles.article_000 import ZECKENDORF, true_takes
from cgt.apps.claims.articles.pupils_programs import PASCAL_ARRAY_END, PASCAL_LIMIT, ti_83, turbo_pascal
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator


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
