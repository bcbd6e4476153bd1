"""The figures on the page about performance that come from the code itself, or are measured while the site is built."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import cgt
from cgt.fast.backend import CROSSOVER
from docs.generate.figures import picture

WORK = {
    "subtraction": ("values of a subtraction game", "heaps"),
    "all-but": ("values of an all-but game", "heaps"),
    "taking-breaking": ("values of an octal game", "heaps"),
    "taking-breaking-sparse": ("the same, where few heaps are rare", "heaps"),
    "taking-breaking-tail": ("values of a code that never ends", "heaps"),
    "taking-breaking-many": ("values where a move may leave three heaps or more", "heaps"),
    "quota-table": ("take-away heaps under every quota", "heaps"),
    "quota-look-up": ("look-ups in such a table", "look-ups"),
    "wythoff-table": ("values of Wythoff's game", "cells"),
    "wythoff-p-positions": ("P-positions of Wythoff's game", "ranks"),
}
SIZES = (500, 1000, 2000, 4000, 8000)
RUNS = 3


def crossovers() -> str:
    """From which size each family of tables is compiled, as the library itself has it."""
    lines = ["| Work | Compiled from | counted in |", "| --- | ---: | --- |"]
    for family, size in CROSSOVER.items():
        what, unit = WORK[family]
        lines.append(f"| {what} | {size:,} | {unit} |")
    return "\n".join(lines)


def growth() -> str:
    """The time of the plain Python by the largest heap: the least of three runs, here and now."""
    from cgt.apps.show import plot

    work: dict[str, Callable[[int], object]] = {
        "subtraction(1,3,4)": lambda n: cgt.nim_values("subtraction(1,3,4)", n, backend="python"),
        "kayles": lambda n: cgt.nim_values("kayles", n, backend="python"),
        "grundy": lambda n: cgt.nim_values("grundy", n, backend="python"),
        "fibonacci-nim, every quota": lambda n: cgt.games.FibonacciNim().table("python").arrays(n),
    }
    timings = {name: (SIZES, [_least_time(task, size) for size in SIZES]) for name, task in work.items()}
    axes = plot.cost(timings, title="Nim-values in plain Python", x_label="heaps")
    return picture(
        axes, "Time against the number of heaps for four games, both on logarithmic scales: four rising lines"
    )


def _least_time(task: Callable[[int], object], size: int) -> float:
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        task(size)
        times.append(perf_counter() - start)
    return min(times)
