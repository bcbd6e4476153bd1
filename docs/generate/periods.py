"""Known periods of taking-and-breaking games, with ours beside them."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import cgt
from cgt.core.digit import HEX
from cgt.theory.periodicity import least_periodicity

TCZAJKA = "as tabulated in [tczajka/octal-games](https://github.com/tczajka/octal-games)"
# Code, period and last exception as printed, and where.
KNOWN = (
    ("0.77", 12, 70, "Guy and Smith 1956 (Kayles); OEIS A002186"),
    ("0.137", 34, 51, "Guy and Smith 1956 (Dawson's Chess); OEIS A002187"),
    ("0.07", 34, 52, "the same, one heap later (Dawson's Kayles)"),
    ("0.115", 14, 0, "OEIS A125829"),
    ("0.141", 11, 13, "OEIS A125912"),
    ("0.176", 8, 23, "OEIS A125920"),
    ("0.117", 48, 46, "Winning Ways, ch. 4; OEIS A071453"),
    ("0.1377", 24, 140, "Winning Ways, ch. 4; OEIS A071434"),
    ("0.11377", 32, 186, "Winning Ways, ch. 4; OEIS A071452"),
    ("0.177", 20, 496, "Winning Ways, ch. 4; OEIS A071435"),
    ("0.45", 20, 497, f"Winning Ways, ch. 4; {TCZAJKA}"),
    ("0.156", 349, 3_478, f"Kenyon 1967; {TCZAJKA}"),
    ("0.644", 442, 3_255, f"Austin 1976; {TCZAJKA}"),
    ("0.165", 1_550, 5_180, f"Austin 1976; {TCZAJKA}"),
    ("0.356", 142, 7_314, f"Austin 1976; {TCZAJKA}"),
    ("0.127", 4, 46_577, "Gangolli and Plambeck 1989; OEIS A071464"),
    ("0.16", 149_459, 105_350, f"Gangolli and Plambeck 1989; {TCZAJKA}"),
    ("0.56", 144, 326_639, f"Gangolli and Plambeck 1989; {TCZAJKA}"),
)
LIMIT = 700_000
SHOWN = 1_200


def table() -> str:
    """The known periods and what the library finds now; a difference stops the build."""
    lines = [
        "| Code | Period, as printed | Last exception, as printed | Here | Values computed | Source |",
        "| --- | ---: | ---: | --- | ---: | --- |",
    ]
    for code, period, last, source in KNOWN:
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
        seen = least_periodicity(game.nim_values(SHOWN))
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
