"""Find the misère quotients of the census again, and write them to `docs/assets/misere-census.csv`.

Run it from the project's folder: `python tools/misere_census.py`. Rows that are in the file with the same effort are
kept, so that it can be stopped and gone on with; `--fresh` begins anew. It takes about twenty minutes.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import csv
import sys
from pathlib import Path

import attrs

from cgt.theory.quotient_growth import CensusRow, census_codes, census_row

TARGET = Path(__file__).resolve().parents[1] / "docs" / "assets" / "misere-census.csv"
EFFORT = 1_000_000

LONGER = {"0.156": 8_200}
"""Codes whose period comes late: they are settled to this heap, whatever the work; about two minutes."""
FIELDS = [field.name for field in attrs.fields(CensusRow)]


def main(*, fresh: bool) -> None:
    """Write the missing rows, one at a time."""
    known = set()
    if TARGET.exists() and not fresh:
        with TARGET.open(newline="") as file:
            known = {row["code"] for row in csv.DictReader(file)}
    with TARGET.open("a" if known else "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if not known:
            writer.writeheader()
        for code in census_codes():
            if str(code) in known:
                continue
            longer = LONGER.get(str(code))
            row = attrs.asdict(census_row(code, None if longer else EFFORT, longer))
            writer.writerow({name: "" if value is None else value for name, value in row.items()})
            file.flush()
            print(*row.values(), flush=True)  # noqa: T201 - a tool's progress


if __name__ == "__main__":
    main(fresh="--fresh" in sys.argv[1:])
