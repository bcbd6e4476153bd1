"""The results: sequences from the files in `docs/assets/results`, which are b-files (`n a(n)`, a line each)."""

from __future__ import annotations

from pathlib import Path

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


def three_moves() -> str:
    """The last line that the program on sets of three moves printed."""
    return (RESULTS / "three-moves.txt").read_text().splitlines()[-1]
