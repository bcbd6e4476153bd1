"""The census of misère quotients, from the file that `tools/misere_census.py` writes."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import groupby
from pathlib import Path

import cgt

ROWS = Path(__file__).resolve().parents[1] / "assets" / "misere-census.csv"

# Code, order, order of the P-portion, preperiod and period as printed (None: not printed), and where.
PRINTED = (
    ("0.77", 40, 9, 71, 12, "Plambeck and Siegel 2008 (Kayles)"),
    ("0.123", 20, 5, 5, 5, "Plambeck 2005"),
    ("0.312", None, None, 5, 2, "Plambeck, web page on 0.312, 2003"),
)


def rows() -> list[dict[str, str]]:
    """Every row of the census."""
    with ROWS.open(newline="") as file:
        return list(csv.DictReader(file))


def summary() -> str:
    """How many codes of each family are proved."""
    found = rows()
    families = {
        "octal, to three digits": [row for row in found if _is_octal(row["code"])],
        "4.d": [row for row in found if row["code"].startswith("4")],
        "quaternary, to four digits": [
            row for row in found if row["code"].startswith("0.") and set(row["code"][2:]) <= set("0123")
        ],
    }
    lines = ["| Codes | In all | Proved for all heaps | of them wild |", "| --- | ---: | ---: | ---: |"]
    for name, family in families.items():
        proved = [row for row in family if row["period"]]
        wild = sum(row["tame"] == "False" for row in proved)
        lines.append(f"| {name} | {len(family)} | {len(proved)} | {wild} |")
    return "\n".join(lines)


def orders() -> str:
    """How often each quotient order occurs among the proved codes."""
    found = Counter((int(row["order"]), int(row["p_order"])) for row in rows() if row["period"])
    lines = ["| Order | P-portion | Codes |", "| ---: | ---: | ---: |"]
    return "\n".join(lines + [f"| {order} | {inside} | {count} |" for (order, inside), count in sorted(found.items())])


def wild() -> str:
    """The wild codes that are proved, those of one quotient and period together."""
    proved = [row for row in rows() if row["period"] and row["tame"] == "False"]
    key = ("order", "p_order", "preperiod", "period")
    lines = ["| Order | P-portion | Preperiod | Period | Codes |", "| ---: | ---: | ---: | ---: | --- |"]
    for numbers, group in groupby(sorted(proved, key=lambda row: _numbers(row, key)), lambda row: _numbers(row, key)):
        codes = ", ".join(f"`{row['code']}`" for row in group)
        lines.append("| " + " | ".join(map(str, numbers)) + f" | {codes} |")
    return "\n".join(lines)


def unsettled() -> str:
    """The codes whose quotient is not proved: how far it is known."""
    lines = ["| Code | Known for heaps to | Order there | P-portion |", "| --- | ---: | ---: | ---: |"]
    lines += [
        f"| `{row['code']}` | {row['heaps']} | {row['order']} | {row['p_order']} |"
        for row in rows()
        if not row["period"]
    ]
    return "\n".join(lines)


def printed() -> str:
    """What the literature prints, worked out again while the page is built; a difference stops the build."""
    lines = [
        "| Code | Order | P-portion | From heap | Period | Source | Here |",
        "| --- | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for code, order, inside, preperiod, period, source in PRINTED:
        found = cgt.misere_quotient(code)
        found.verify()
        ours = (found.order, found.p_order, found.preperiod, found.period)
        theirs = (order, inside, preperiod, period)
        if any(mine != given for mine, given in zip(ours, theirs, strict=True) if given is not None):
            raise ValueError(f"{code}: {theirs} is printed, but here it is {ours}")
        shown = ["not printed" if given is None else str(given) for given in theirs]
        same = "the same" if None not in theirs else f"the same; order {ours[0]}, P-portion {ours[1]}"
        lines.append(f"| `{code}` | {' | '.join(shown)} | {source} | {same} |")
    return "\n".join(lines)


def _is_octal(code: str) -> bool:
    return code.startswith("0.") and len(code) <= 5


def _numbers(row: dict[str, str], names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(row[name]) for name in names)
