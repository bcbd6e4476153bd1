"""Known periods of taking-and-breaking games, with ours beside them."""

from __future__ import annotations

from collections import defaultdict

import cgt
from cgt.solving.novelty import PUBLISHED
from docs.generate import census

LIMIT = 700_000


def table() -> str:
    """The known periods and what the library finds now; a difference stops the build."""
    lines = [
        "| Code | Period, as printed | Last exception, as printed | Here | Values computed | Source |",
        "| --- | ---: | ---: | --- | ---: | --- |",
    ]
    for code, period, last, source in PUBLISHED:
        report = cgt.games.TakingBreaking(code).period(LIMIT)
        found = report.periodicity
        if found is None or (found.period, report.exceptions[-1]) != (period, last):
            raise ValueError(f"{code}: {period} after {last} is printed, but here it is {report}")
        lines.append(
            f"| `{code}` | {period:,} | {last:,} | the same: **{report.status}** ({report.theorem}) "
            f"| {report.checked_to:,} | {source} |"
        )
    return "\n".join(lines)


def arithmetic_table() -> str:
    """The hexadecimal codes 0.d and 0.de whose values come back larger, by period and saltus, from the census."""
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for row in census.rows("hex2"):
        if not set("89ABCDEF") & set(row["rule"]) or row["saltus"] in {"", "0"}:
            continue
        if row["status"] != "proved":
            raise ValueError(f"the page says that all are proved, but {row}")
        found[int(row["period"]), int(row["saltus"])].append(row["rule"].removesuffix("0"))
    lines = ["| Period | Saltus | Games | Codes |", "| ---: | ---: | ---: | --- |"]
    for (period, saltus), codes in sorted(found.items()):
        lines.append(f"| {period} | {saltus} | {len(codes)} | {', '.join(f'`{code}`' for code in codes)} |")
    return "\n".join(lines)
