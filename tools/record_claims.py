"""The verdicts on record: `python tools/record_claims.py` puts every claim to the test and writes `recorded.csv` anew.

Look at what changed before you commit it: `cgt claims` holds every later verdict against this file.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING

from cgt.apps.claims import claims
from cgt.apps.claims.catalogue import COLUMNS, FILE
from cgt.store.oeis import csv_text

if TYPE_CHECKING:
    from cgt.apps.claims import Claim

TARGET = Path(__file__).resolve().parents[1] / "cgt" / "apps" / "claims" / FILE


def line_of(claim: Claim) -> list[str]:
    """The claim's line, for its verdict at its own bound."""
    verdict = claim.verdict()
    found = verdict.counterexample
    reached = [claim.id, str(verdict.status), str(verdict.bound) if claim.unit else ""]
    if found is None:
        return [*reached, "", "", "", "", ""]
    least = least_bound(claim, verdict.bound) if claim.unit else 1
    return [*reached, str(least), str(len(verdict.findings)), found.where, found.says, found.true]


def least_bound(claim: Claim, bound: int) -> int:
    """The least bound up to which the claim is found to fail; a greater bound finds whatever a smaller one does."""

    def fails(tried: int) -> bool:
        return claim.check is not None and any(True for _finding in claim.check(tried))

    return 1 + bisect_left(range(1, bound + 1), True, key=fails)


def main() -> int:
    """Write the file, and tell which lines are new."""
    text = csv_text(COLUMNS, map(line_of, claims()))
    before = TARGET.read_text(encoding="utf-8").splitlines()
    TARGET.write_text(text, encoding="utf-8")
    for line in text.splitlines():
        if line not in before:
            sys.stdout.write(f"new: {line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
