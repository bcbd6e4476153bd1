"""The verdicts on record, and whether a new verdict agrees with them.

The wrong cells of the tables and the counterexamples of 000.14, 000.17, 000.19, 002.6, 002.7 and 003.4 were first found
by brute force over the rules of each game, written for the purpose and sharing nothing with the library.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

import attrs

from cgt.apps.claims.claim import Claim, Finding, Verdict, VerdictStatus
from cgt.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "recorded.csv"
COLUMNS = ["id", "status", "bound", "fails_from", "findings", "where", "says", "true"]


@attrs.frozen
class Recorded:
    """The verdict on record and the bound it was reached at, None for a table or an example, which has none."""

    status: VerdictStatus
    bound: int | None
    fails_from: int = 0
    """For a refuted claim the least bound that finds the counterexample."""
    findings: int = 0
    """How many places are wrong: every cell of a table, one for any other claim."""
    counterexample: Finding | None = None


@cache
def recorded() -> Mapping[str, Recorded]:
    """The verdicts on record, by claim id.

    Raises:
        TableError: the file is missing or a line cannot be read.

    >>> print(recorded()["000.17a"].counterexample)
    k = 4, p = 7: it says U_7 = 10; true is U_7 = 9
    """
    try:
        text = (files("cgt.apps.claims") / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise TableError(f"{FILE} is missing: it should hold the verdicts on record") from None
    lines = list(csv.reader(StringIO(text)))
    if not lines or lines[0] != COLUMNS:
        raise TableError(f"{FILE}, line 1: the header should be {','.join(COLUMNS)!r}")
    verdicts = {}
    for number, cells in enumerate(lines[1:], start=2):
        if len(cells) != len(COLUMNS) or cells[1] not in set(VerdictStatus):
            raise TableError(f"{FILE}, line {number}: not a verdict on record")
        claim_id, status, bound, fails_from, findings, where, says, true = cells
        refuted = status == VerdictStatus.REFUTED
        if not (bound or "1").isdecimal():
            raise TableError(f"{FILE}, line {number}: {bound!r} is no bound")
        if refuted != fails_from.isdecimal() or refuted != findings.isdecimal():
            raise TableError(f"{FILE}, line {number}: a bound and findings belong to a refuted claim, and to no other")
        verdicts[claim_id] = Recorded(
            VerdictStatus(status),
            int(bound) if bound else None,
            int(fails_from or 0),
            int(findings or 0),
            Finding(where, says, true) if refuted else None,
        )
    return verdicts


def agrees(claim: Claim, verdict: Verdict) -> bool:
    """Whether a verdict is the one on record; a bound too small to reach the recorded counterexample finds none.

    >>> from cgt.apps.claims import get
    >>> claim = get("000.19a")
    >>> agrees(claim, claim.verdict(100)), agrees(claim, claim.verdict(101))
    (True, True)
    """
    known = recorded().get(claim.id)
    if known is None:
        return False
    if known.status is VerdictStatus.REFUTED and verdict.bound < known.fails_from:
        return not verdict.findings or not all(verdict.decisions)  # a sentence speaks of all numbers
    return (verdict.status, len(verdict.findings), verdict.counterexample) == (
        known.status,
        known.findings,
        known.counterexample,
    )
