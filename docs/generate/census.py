"""The census of sweeps: what the files beside the page say, and the published periods they are compared with."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from more_itertools import unique_everseen

from docs.generate.periods import KNOWN

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SHOWN = 12
LONGEST_OCTAL = len("0.777")


def rows(name: str) -> list[dict[str, str]]:
    """Every row of a sweep's file."""
    with (ASSETS / f"census-{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def games(name: str) -> list[dict[str, str]]:
    """The first row of each game: codes that differ by a shift of the heaps are one."""
    return list(unique_everseen(rows(name), key=lambda row: row["same_as"] or row["rule"]))


def summary() -> str:
    """How many rules of each sweep are proved, and how many games there are among them."""
    lines = [
        "| Sweep | Values looked at | Rules | Games studied | Proved | No period seen |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for sweep, name in (("`0.???`", "octal3"), ("`subtraction(subsets(1..12))`", "sets12")):
        found = rows(name)
        status = Counter(row["status"] for row in found)
        if set(status) - {"proved", "none seen"}:
            raise ValueError(f"{name}: the page speaks of proved and none seen alone, not {status}")
        counts = (int(found[0]["limit"]), len(found), len(games(name)), status["proved"], status["none seen"])
        lines.append(f"| {sweep} | " + " | ".join(f"{count:,}" for count in counts) + " |")
    return "\n".join(lines)


def published() -> str:
    """The published periods of octal codes of at most three digits; a difference stops the build."""
    found = {row["rule"]: row for row in rows("octal3")}
    lines = [
        "| Code | Period, as printed | Last exception, as printed | In the census | Source |",
        "| --- | ---: | ---: | --- | --- |",
    ]
    for code, period, last, source in KNOWN:
        if len(code) > LONGEST_OCTAL:
            continue
        row = found[code.ljust(LONGEST_OCTAL, "0")]
        ours = (row["period"], row["preperiod"])
        if row["status"] == "none seen" and last < int(row["limit"]) // 2:
            raise ValueError(f"{code} has no period in the census, but {last} is printed as its last exception")
        if row["status"] == "proved" and ours != (str(period), str(last + 1)):
            raise ValueError(f"{code}: {period} after {last} is printed, but the census has {ours}")
        told = f"the same: **proved** ({row['theorem']})" if row["status"] == "proved" else "later than it looks"
        lines.append(f"| `{code}` | {period:,} | {last:,} | {told} | {source} |")
    return "\n".join(lines)


def periods(name: str) -> str:
    """The proved rules of a sweep that take longest to become periodic, one line a game."""
    proved = [row for row in games(name) if row["status"] == "proved"]
    longest = sorted(proved, key=lambda row: -int(row["preperiod"]) - int(row["period"]))[:SHOWN]
    lines = ["| Rule | Period | From heap | Largest value seen |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| `{row['rule']}` | {row['period']} | {row['preperiod']} | {row['largest']} |" for row in longest]
    return "\n".join(lines)


def unknown() -> str:
    """The octal codes without a period in the census, one for each game."""
    codes = [row["rule"] for row in games("octal3") if row["status"] == "none seen"]
    return f"{len(codes)} games: " + ", ".join(f"`{code}`" for code in codes) + "."
