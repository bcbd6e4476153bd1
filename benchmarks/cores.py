"""The time that further cores save: the same work by one thread and by one for each core, one run after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import attrs
import numpy as np

from benchmarks.workloads.taking_breaking import nim_values as octal_values
from cgt.fast.threads import thread_count, using
from cgt.fast.wythoff_values import nim_values as wythoff_values
from cgt.solving.long_search import searched_value
from cgt.solving.subjects import parse_position
from cgt.store.quota_table import QuotaTable

RUNS = 3


@attrs.frozen
class Work:
    """Work by so many threads, with its size in words."""

    name: str
    run: Callable[[], object]


def octal(heaps: int) -> Work:
    """A game without a sparse space."""
    return Work(f"0.007, {heaps:,} heaps", lambda: octal_values("0.007", heaps, "compiled"))


def wythoff(side: int) -> Work:
    """A square table."""
    return Work(f"Wythoff table, {side:,}²", lambda: wythoff_values(side, side, backend="compiled"))


def sums(positions: int) -> Work:
    """Positions of ten heaps at random, in a table of the quota 2n to 1,000,000 heaps."""
    table = QuotaTable.build((2, 0), 1_000_000)
    random = np.random.default_rng(1)
    heaps = random.integers(0, table.limit + 1, (positions, 10))
    quotas = random.integers(0, heaps + 1)
    return Work(
        f"nim-sums of {positions:,} positions",
        lambda: table.nim_sum(heaps, quotas, backend="compiled"),
    )


def board(size: str) -> Work:
    """An empty board of Cram, by the compiled search."""
    position = parse_position(f"cram {size}")
    return Work(f"Cram {size}", lambda: searched_value(position))


WORKS = (
    partial(octal, 100_000),
    partial(octal, 200_000),
    partial(wythoff, 4_000),
    partial(wythoff, 10_000),
    partial(sums, 1_000_000),
    partial(board, "5x8"),
    partial(board, "4x11"),
)


def seconds(work: Work, threads: int) -> tuple[float, float]:
    """By the clock, and of the processors."""
    clock, processor = time.perf_counter(), time.process_time()
    with using(threads):
        work.run()
    return time.perf_counter() - clock, time.process_time() - processor


def table() -> str:
    """The least seconds of some runs in Markdown; the runs with one thread and with several take turns."""
    threads = thread_count()
    lines = [
        "### Cores",
        "",
        f"By the clock, one thread and {threads}, in turn. On a busy machine only the seconds of the processors tell",
        "something: how little the threads cost together beyond one.",
        "",
        "| work | one thread | several | times as fast | processor, one | processor, several |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for make in WORKS:
        work = make()
        seconds(work, 1)  # what is loaded and compiled once
        runs = [(seconds(work, 1), seconds(work, threads)) for _ in range(RUNS)]
        (one, one_cost), (several, several_cost) = (
            tuple(min(run[which][kind] for run in runs) for kind in (0, 1)) for which in (0, 1)
        )
        lines.append(
            f"| {work.name} | {one:.2f} | {several:.2f} | {one / several:.2f} | {one_cost:.2f} | {several_cost:.2f} |"
        )
    return "\n".join(lines) + "\n"
