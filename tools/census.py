"""Make the files of the census of periods: `python tools/census.py [NAME ...]`; hours for all on one core.

What is finished is kept in ledgers beside this file (`--ledgers FOLDER`), and the same again goes on from there.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import attrs

from cgt.apps.sweep import Record, rules_of, sweep
from cgt.apps.sweep.studies import save
from cgt.core.code import HeapCode

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
HASH_DIGITS = 16


@attrs.frozen
class Census:
    """One file: a family, how many values are looked at, and more for the games that take longer.

    Attributes:
        family: as `cgt sweep` reads it.
        limit: how many nim-values are looked at.
        later: games, in their standard form, that are looked at to a limit of their own.
        further: limits to which those go on that have no proof, and have no value as large as this so far.
        short: whether hashes are cut, to keep a file of many rows small.
    """

    family: str
    limit: int
    later: dict[str, int] = attrs.Factory(dict)
    further: dict[int, int] = attrs.Factory(dict)
    short: bool = False


LATE = dict.fromkeys(("0.16", "0.56", "0.127", "0.376", "0.354"), 22_000_000)
LATE |= {"0.7377": 250_000, "0.7737": 650_000, "0.561": 700_000, "0.562": 700_000, "0.563": 700_000}
LATE |= dict.fromkeys(("4.364", "4.366", "4.374", "4.376"), 30_000)
SEEN = dict.fromkeys(
    (
        "0.113377",
        "0.11377",
        "0.116",
        "0.01B",
        "0.33E",
        "0.37E",
        "0.3DC",
        "0.3DD",
        "0.3DE",
        "0.3DF",
        "0.3FC",
        "0.7B8",
        "0.7B9",
        "0.7F8",
        "0.7F9",
        "0.B14",
        "0.B16",
        "0.B34",
        "0.B36",
        "0.B3C",
        "0.B3E",
        "0.B74",
        "0.B76",
        "0.B7C",
        "0.B7E",
        "0.BF9",
        "0.BFB",
    ),
    5_000,
)
"""A pattern shows within 2,000 values, and more are needed for the proof."""

LATE4 = {"0.13707": 10_000, "0.1146": 1_400_000}
EVERY = 1 << 20
"""No value is as large."""

FILES = {
    "octal3.csv": Census("{0,4}.???", 20_000, LATE),
    "octal4.csv.gz": Census("0.????", 5_000, LATE4, {20_000: EVERY, 100_000: EVERY, 1_000_000: 200}),
    "hex2.csv": Census("0.##", 2_000),
    "hex3.csv.gz": Census("0.###", 2_000, SEEN),
    "sets16.csv.gz": Census("subtraction(subsets(1..16))", 5_000, short=True),
}


def made(name: str, census: Census, ledgers: Path, workers: int) -> list[Record]:
    """The rows of a file."""

    def swept(rules: str | list[str], limit: int) -> Sequence[Record]:
        def told(done: int, total: int) -> None:
            sys.stderr.write(f"\r{name}: {done} of {total} at {limit} ")

        return sweep(rules, limit, workers=workers, ledger=ledgers / f"{name}.ledger", progress=told).records

    rows = {record.rule: record for record in swept(census.family, census.limit)}
    limits = {rule: census.later.get(game(record), 0) for rule, record in rows.items()}
    again = sorted((limit, rule) for rule, limit in limits.items() if limit > census.limit)
    for limit, group in groupby(again, key=lambda pair: pair[0]):
        rows |= {record.rule: record for record in swept([rule for _limit, rule in group], limit)}
    for limit, bound in census.further.items():
        rules = [rule for rule, record in rows.items() if record.status != "proved" and (record.largest or 0) < bound]
        rows |= {record.rule: record for record in swept(rules, limit)}
    records = [rows[rule] for rule in rules_of(census.family)]
    if census.short:
        return [attrs.evolve(one, certificate=one.certificate and one.certificate[:HASH_DIGITS]) for one in records]
    return records


def game(record: Record) -> str:
    """The code that was studied, as codes are written."""
    name = record.same_as or record.rule
    return str(HeapCode.parse(name)) if name[:1].isdecimal() else name


def main() -> None:
    """Write the files that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *FILES], metavar="NAME")
    parser.add_argument("--ledgers", type=Path, default=Path(__file__).parent)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.names or FILES:
        save(made(name, FILES[name], arguments.ledgers, arguments.workers), ASSETS / f"census-{name}")


if __name__ == "__main__":
    main()
