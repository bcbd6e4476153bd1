"""The census of misère quotients, from the file that `tools/misere_census.py` writes."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, islice
from pathlib import Path

from more_itertools import map_reduce

import cgt

ROWS = Path(__file__).resolve().parents[1] / "assets" / "misere-census.csv"

PUBLISHED = ROWS.with_name("misere-published.csv")

LATEST = 1_000
"""The heap up to which a quotient is worked out again for the atlas."""

# Codes that a published table calls one game, and where they first differ; None beyond the census.
NOT_THE_SAME = (
    ("0.27", "0.06", "Winning Ways, ch. 4, game locator", "0.27 is the same game as 0.26"),
    ("0.314", "0.31", "Winning Ways, ch. 4, game locator", "they differ from heap 5 on"),
    ("0.161", "0.36", "Flammenkamp's tables", "they differ first at heap 519, beyond what is settled here"),
)


def rows() -> list[dict[str, str]]:
    """Every row of the census."""
    with ROWS.open(newline="") as file:
        return list(csv.DictReader(file))


def summary() -> str:
    """The number of codes of each family that are proved."""
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
    """The frequency of each quotient order among the proved codes."""
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
    """The printed results of the literature, worked out again while the page is built; a difference stops the build."""
    lines = ["| | Heaps | Printed | Source | Text read | Here |", "| --- | --- | --- | --- | --- | --- |"]
    with PUBLISHED.open(newline="") as file:
        for row in csv.DictReader(file):
            found = _genera(row) if row["what"] == "genus" else _quotient(row)
            given = row["printed"].split()
            if any(mine != theirs for mine, theirs in zip(found, given, strict=True) if theirs != "-"):
                raise ValueError(f"{row['code']}: {row['printed']} is printed, but here it is {' '.join(found)}")
            same = "the same" if "-" not in given else f"the same; in full {_figures(found)}"
            shown = " ".join(given) if row["what"] == "genus" else _figures(given)
            lines.append(
                f"| {row['what']} of `{row['code']}` | {row['heaps'] or 'all'} | {shown} | {row['source']} | "
                f"{row['read']} | {same} |"
            )
    return "\n".join(lines)


def corrected() -> str:
    """The errors of published tables of octal games, found by T. Czajka, beside the rows here."""
    known = {row["code"]: row for row in rows()}
    lines = ["| Published as one game | Where | Rows here | |", "| --- | --- | --- | --- |"]
    for one, other, where, why in NOT_THE_SAME:
        shown = " and ".join(f"order {known[code]['order']} to heap {known[code]['heaps']}" for code in (one, other))
        lines.append(f"| `{one}` and `{other}` | {where} | {shown} | {why} |")
    return "\n".join(lines)


def _quotient(row: dict[str, str]) -> list[str]:
    found = cgt.misere_quotient(row["code"], stop=int(row["heaps"]) + 1 if row["heaps"] else None)
    found.verify()
    return [str(number) for number in (found.order, found.p_order, found.preperiod, found.period)]


def _genera(row: dict[str, str]) -> list[str]:
    first, last = map(int, row["heaps"].split("-"))
    return [str(genus) for genus in islice(cgt.genera(row["code"], last + 1), first, None)]


def _figures(numbers: Sequence[str]) -> str:
    """Order, P-portion, preperiod and period, as far as they are known."""
    names = ("order", "P-portion", "from heap", "period")
    known = [f"{name} {number}" for name, number in zip(names, numbers, strict=True) if number not in {"-", "None"}]
    return ", ".join(known)


def _is_octal(code: str) -> bool:
    return code.startswith("0.") and len(code) <= 5


def _numbers(row: dict[str, str], names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(row[name]) for name in names)


def atlas() -> str:
    """The quotients that codes of the census have: one for each isomorphism class, with its codes."""
    proved = sorted((row for row in rows() if row["period"]), key=lambda row: (len(row["code"]), row["code"]))
    classes = sorted(map_reduce(proved, lambda row: row["form"]).values(), key=lambda found: int(found[0]["order"]))
    lines = ["| Order | P-portion | Codes | Least code |", "| ---: | ---: | ---: | --- |"]
    lines += [
        f"| [{least['order']}](#{_place(least)}) | {least['p_order']} | {len(found)} | `{least['code']}` |"
        for found in classes
        for least in found[:1]
    ]
    return "\n".join(lines + [section for found in classes for section in _class(found)])


def _class(found: Sequence[dict[str, str]]) -> list[str]:
    least = found[0]
    title = f"\n## Order {least['order']}, {least['p_order']} in the P-portion {{ #{_place(least)} }}\n"
    period = f"The least code is `{least['code']}`, with period {least['period']} from heap {least['preperiod']}."
    if int(least["heaps"]) > LATEST:
        return [title, f"{period} `cgt quotient {least['code']} {int(least['heaps']) + 1}` takes some minutes."]
    quotient = cgt.misere_quotient(least["code"], stop=int(least["heaps"]) + 1)
    if quotient.form != least["form"]:
        raise ValueError(f"the census has another class for {least['code']}")
    presentation = quotient.presentation
    relations = ", ".join(f"{left} = {right}" for left, right in presentation.relations)
    return [
        title,
        "Tame: misère play goes as in nim." if least["tame"] == "True" else "Wild.",
        f"Class `{least['form'][:12]}`.",
        f"{period}\n",
        "| Generator | Heap |",
        "| --- | --- |",
        *(f"| {letter} | {heap} |" for letter, heap in presentation.generators),
        f"\nRelations: {relations}.\n",
        f"P-positions: {', '.join(presentation.portion)}.\n",
        f"All codes: {', '.join('`' + row['code'] + '`' for row in found)}.",
    ]


def _place(row: dict[str, str]) -> str:
    return f"class-{row['form'][:8]}"
