"""Known periods of taking-and-breaking games, with ours beside them."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import cgt
from cgt.core.code import HEX
from cgt.core.periodicity import least_periodicity
from cgt.solving.novelty import PUBLISHED

LIMIT = 700_000
SHOWN = 1_200


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
    """The hexadecimal codes 0.d and 0.de whose values come back larger, by period and saltus, each proved here."""
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for first, second in product(HEX, repeat=2):
        code = f"0.{first}{second}" if second != "0" else f"0.{first}"
        if not set("89ABCDEF") & {first, second}:
            continue
        game = cgt.games.TakingBreaking(code)
        seen = least_periodicity(game.table().values(SHOWN))
        if seen is None or not seen.saltus:
            continue
        report = game.period()
        if report.periodicity != seen or report.status != "proved":
            raise ValueError(f"the page says that all are proved, but {report}")
        found[seen.period, seen.saltus].append(code)
    lines = ["| Period | Saltus | Games | Codes |", "| ---: | ---: | ---: | --- |"]
    for (period, saltus), codes in sorted(found.items()):
        lines.append(f"| {period} | {saltus} | {len(codes)} | {', '.join(f'`{code}`' for code in codes)} |")
    return "\n".join(lines)
