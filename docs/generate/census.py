"""The census of sweeps: what the files beside the page say, and the published periods they are compared with."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from more_itertools import map_reduce, unique_everseen

from cgt.core.code import HeapCode
from cgt.solving.novelty import LATE, PUBLISHED

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SHOWN = 12
FIRST_LOOK = 5_000
LONGEST_OCTAL = len("0.777")

FILES = {
    "octal3": ("Octal codes of up to three digits, `{0,4}.???`", "census-octal3.csv"),
    "octal4": ("Octal codes of four digits, `0.????`", "census-octal4.csv.gz"),
    "hex2": ("Hexadecimal codes of two digits, `0.##`", "census-hex2.csv"),
    "hex3": ("Hexadecimal codes of three digits, `0.###`", "census-hex3.csv.gz"),
    "sets16": ("Subtraction sets within 1 to 16", "census-sets16.csv.gz"),
}

OBSERVED = {"0.3DC", "0.3DD", "0.3DE", "0.3DF", "0.3FC", "0.7B8", "0.7B9"}
"""The games that the page names as merely observed."""


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of a file."""
    path = ASSETS / FILES[name][1]
    with gzip.open(path, "rt", newline="") if path.suffix == ".gz" else path.open(newline="") as file:
        return tuple(csv.DictReader(file))


def games(name: str) -> list[dict[str, str]]:
    """The first row of each game: codes that differ by a shift of the heaps are one."""
    return list(unique_everseen(rows(name), key=lambda row: row["same_as"] or row["rule"]))


def proved(name: str) -> list[dict[str, str]]:
    """The games of a file that are proved."""
    return [row for row in games(name) if row["status"] == "proved"]


def alike(chosen: Iterable[dict[str, str]], *columns: str) -> dict[tuple[int, ...], list[dict[str, str]]]:
    """The rows by their numbers in some columns."""
    return map_reduce(chosen, lambda row: tuple(int(row[column]) for column in columns))


def in_code(chosen: Iterable[dict[str, str]]) -> str:
    """The rules of some rows, as code."""
    return ", ".join(f"`{row['rule']}`" for row in chosen)


def summary() -> str:
    """The numbers of rules of each file that are proved, and of games among them."""
    lines = [
        "| Family | Values looked at | Rules | Games studied | Proved | with a saltus | No period seen |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, (family, file) in FILES.items():
        found, different = rows(name), games(name)
        odd = {row["rule"] for row in found if row["status"] not in {"proved", "none seen"}} - OBSERVED
        if odd:
            raise ValueError(f"{name}: the page speaks of proved and none seen alone, not of {odd}")
        status = Counter(row["status"] for row in different)
        arithmetic = sum(row["saltus"] not in {"", "0"} for row in different)
        limits = sorted({int(row["limit"]) for row in found})
        looked = " to ".join(f"{limit:,}" for limit in dict.fromkeys((limits[0], limits[-1])))
        counts = (len(found), len(different), status["proved"], arithmetic, status["none seen"])
        lines.append(
            f"| {family} ([CSV](assets/{file})) | {looked} | " + " | ".join(f"{count:,}" for count in counts) + " |"
        )
    return "\n".join(lines)


def further() -> str:
    """The octal codes of four digits whose periods show after 5,000 values; codes that agree stand together.

    Left out are games that published tables have under fewer digits.
    """
    late = [row for row in proved("octal4") if int(row["checked_to"]) > FIRST_LOOK]
    groups = alike(late, "period", "preperiod", "checked_to")
    known = {(str(period), str(last + 1)) for _code, period, last, _source in PUBLISHED}
    known.add(("442", "3255"))  # 0.644, a heap earlier
    lines = ["| Codes | Period | From heap | Values computed |", "| --- | ---: | ---: | ---: |"]
    for (period, preperiod, checked), agreeing in sorted(groups.items(), key=lambda group: group[0][2]):
        if (str(period), str(preperiod)) not in known:
            lines.append(f"| {in_code(agreeing)} | {period:,} | {preperiod:,} | {checked:,} |")
    return "\n".join(lines)


def unseen() -> str:
    """The heaps up to which octal codes of four digits were looked at that show no period."""
    limits = Counter(int(row["limit"]) for row in games("octal4") if row["status"] == "none seen")
    return ", ".join(f"{count:,} games to {limit:,} values" for limit, count in sorted(limits.items()))


def published() -> str:
    """The published periods of octal codes of at most three digits, and two of more; a difference stops the build."""
    lines = [
        "| Code | Period, as printed | Last exception, as printed | In the census | Values computed | Source |",
        "| --- | ---: | ---: | --- | ---: | --- |",
    ]
    for code, period, last, source in (*PUBLISHED, *LATE):
        if len(code) > LONGEST_OCTAL:
            continue
        row = row_of(code)
        if row["status"] != "proved" or (row["period"], row["preperiod"]) != (str(period), str(last + 1)):
            raise ValueError(f"{code}: {period} after {last} is printed, but the census has {row}")
        told = f"the same: **proved** ({row['theorem']})"
        lines.append(f"| `{code}` | {period:,} | {last:,} | {told} | {int(row['checked_to']):,} | {source} |")
    return "\n".join(lines)


def row_of(code: str) -> dict[str, str]:
    """The row of an octal code of at most three digits, however many zeros it is written with."""
    return next(row for row in rows("octal3") if HeapCode.parse(row["rule"]) == HeapCode.parse(code))


def periods(name: str, *, saltus: bool = False) -> str:
    """The proved rules of a file that take longest to become periodic; those that agree stand together."""
    more = ("Saltus", "saltus") if saltus else ("Largest value seen", "largest")
    groups = alike([row for row in proved(name) if (row["saltus"] != "0") == saltus], "period", "preperiod", more[1])
    longest = sorted(groups.items(), key=lambda group: -group[0][0] - group[0][1])[:SHOWN]
    lines = [f"| Rule | Period | From heap | {more[0]} | Values computed |", "| --- | ---: | ---: | ---: | ---: |"]
    for (period, preperiod, third), agreeing in longest:
        checked = max(int(row["checked_to"]) for row in agreeing)
        lines.append(f"| {in_code(agreeing)} | {period:,} | {preperiod:,} | {third} | {checked:,} |")
    return "\n".join(lines)


def unknown() -> str:
    """The octal codes of at most three digits without a period in the census, one for each game."""
    codes = [row["rule"] for row in games("octal3") if row["status"] == "none seen"]
    return f"{len(codes)} games: " + ", ".join(f"`{code}`" for code in codes) + "."


def extremes() -> str:
    """The subtraction sets with the longest period and the longest preperiod."""
    sets = rows("sets16")
    longest = max(sets, key=lambda row: int(row["period"]))
    latest = max(sets, key=lambda row: int(row["preperiod"]))
    at_once = sum(row["preperiod"] == "0" for row in sets)
    return (
        f"The longest period is {longest['period']}, of `{longest['rule']}`; the longest preperiod is "
        f"{latest['preperiod']}, of `{latest['rule']}`. No nim-value above {max(int(row['largest']) for row in sets)} "
        f"comes up, and {at_once:,} of the {len(sets):,} sets are periodic from the start."
    )
