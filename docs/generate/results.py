"""The results: sequences from the files in `docs/assets/results`, b-files of lines `n a(n)`, and tables."""

from __future__ import annotations

from pathlib import Path

import cgt

RESULTS = Path(__file__).resolve().parents[1] / "assets" / "results"

BOARDS = {
    "grid": "a rook's step",
    "king": "a king's step",
    "triangle": "a rook's step, or one along one of the two diagonals",
}


def terms(name: str) -> dict[int, int]:
    """The terms of a b-file by their index."""
    lines = (RESULTS / f"{name}.txt").read_text().splitlines()
    return {int(index): int(term) for index, term in (line.split(" ") for line in lines)}


def node_kayles() -> str:
    """The nim-values of Node Kayles on strips, a row for each kind of board and each number of rows."""
    lines = ["| Neighbours | Rows | Nim-values for 1, 2, … columns | b-file |", "| --- | ---: | --- | --- |"]
    for file in sorted(RESULTS.glob("node-kayles-*.txt")):
        kind, rows = file.stem.split("-")[2:]
        values = ", ".join(map(str, terms(file.stem).values()))
        lines.append(f"| {BOARDS[kind]} | {rows} | {values} | [{file.name}](assets/results/{file.name}) |")
    return "\n".join(lines)


def lost_heaps() -> str:
    """The heaps of Dawson's Kayles that are lost in misère play."""
    return ", ".join(map(str, terms("misere-dawson-lost").values()))


def powers_and_more() -> str:
    """The proved periods of the amounts b^k + c, a row for each b and a column for each c."""
    added = range(-3, 6)
    lines = ["| b | " + " | ".join(f"c = {more}" for more in added) + " |", "| ---: |" + " ---: |" * len(added)]
    for base in range(2, 11):
        reports = [cgt.parse_ruleset(f"subtraction({base}^k{more:+d})").period(3_000) for more in added]
        periods = [
            str(report.periodicity.period) if report.theorem and report.periodicity else "–" for report in reports
        ]
        lines.append(f"| {base} | " + " | ".join(periods) + " |")
    return "\n".join(lines)


def three_moves() -> str:
    """The last line that the program on sets of three moves printed."""
    return (RESULTS / "three-moves.txt").read_text().splitlines()[-1]
