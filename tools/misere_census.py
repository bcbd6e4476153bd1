"""Find the misère quotients of the census again, and write them to `docs/assets/misere-census.csv`.

Run it from the project's folder: `python tools/misere_census.py`. Rows that are in the file with the same effort are
kept, so that it can be stopped and gone on with; `--fresh` begins anew. It takes about twenty minutes. Every
certificate is verified. A row has the greatest heap that was settled one by one, the preperiod and period where they
are proved for all heaps, and then what is the same for isomorphic quotients (`MisereQuotient.form`).
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from cgt.core.code import HeapCode
from cgt.theory.quotient_growth import quotient_of_codes

TARGET = Path(__file__).resolve().parents[1] / "docs" / "assets" / "misere-census.csv"
EFFORT = 1_000_000

LONGER = {"0.156": 8_200}
"""Codes whose period comes late: they are settled to this heap, whatever the work; about two minutes."""
COLUMNS = ("code", "order", "p_order", "tame", "heaps", "preperiod", "period", "sha256", "form")


def codes() -> Iterator[HeapCode]:
    """Octal to three digits, 4.d, and quaternary to four digits; each once, 0.0 left out."""
    texts = ["0." + "".join(digits) for digits in product("01234567", repeat=3)]
    texts += [f"4.{digit}" for digit in range(8)]
    texts += ["0." + "".join(digits) for digits in product("0123", repeat=4)]
    return (code for code in dict.fromkeys(map(HeapCode.parse, texts)) if code.digits)


def row(code: HeapCode) -> dict[str, object]:
    """Find the quotient of a code within the effort, and verify its certificate."""
    longer = LONGER.get(str(code))
    found = quotient_of_codes([code], longer, effort=None if longer else EFFORT)
    found.verify()
    told = found.record() | {"code": code, "sha256": found.certificate.sha256}
    told["form"] = found.form if found.is_proved else None
    return {name: "" if told[name] is None else told[name] for name in COLUMNS}


def main(*, fresh: bool) -> None:
    """Write the missing rows, one at a time."""
    known = set()
    if TARGET.exists() and not fresh:
        with TARGET.open(newline="") as file:
            known = {line["code"] for line in csv.DictReader(file)}
    with TARGET.open("a" if known else "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not known:
            writer.writeheader()
        for code in codes():
            if str(code) not in known:
                found = row(code)
                writer.writerow(found)
                file.flush()
                print(*found.values(), flush=True)  # noqa: T201 - a tool's progress


if __name__ == "__main__":
    main(fresh="--fresh" in sys.argv[1:])
