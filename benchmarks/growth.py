"""Measure cost by size, of boards by squares and of sweeps by rules: `python -m benchmarks.growth`.

Studies of a sweep are fakes that take no time: what is left is the work of the sweep itself, on one core.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from cgt.apps.sweep import Record, sweep
from cgt.fast.threads import using
from cgt.solving.long_search import searched_value
from cgt.solving.subjects import parse_position

BOARDS = ("4x5", "4x7", "5x6", "4x9", "5x7", "5x8", "4x11", "5x9")
RULES = (10_000, 100_000, 1_000_000, 10_000_000)


def fake_study(rule: str, limit: int, *, misere: bool = False) -> Record:  # noqa: ARG001 - as a study
    """A record of usual length."""
    return Record(rule, limit, "proved", period=12, preperiod=71, saltus=0, checked_to=limit, certificate="ab" * 32)


def boards() -> None:
    """Processor seconds of empty boards of Cram, once the loop is compiled."""
    print("\n| Cram | squares | nim-value | processor seconds |\n|---|---:|---:|---:|")
    with using(1):
        searched_value(parse_position("cram 3x3"))
        for size in BOARDS:
            began = time.process_time()
            value = searched_value(parse_position(f"cram {size}"))
            rows, columns = map(int, size.split("x"))
            print(f"| {size} | {rows * columns} | {value} | {time.process_time() - began:.2g} |", flush=True)


def sweeps() -> None:
    """Seconds, memory and ledger of sweeps that are new, and of the same again."""
    print("\n| rules | new, s | again, s | memory, MB | ledger, MB |\n|---:|---:|---:|---:|---:|")
    with patch("cgt.apps.sweep.run.study", fake_study), patch("cgt.apps.sweep.run.representative", str):
        for count in RULES:
            with TemporaryDirectory() as folder:
                ledger, seconds = Path(folder, "a.ledger"), []
                for _ in range(2):
                    began = time.process_time()
                    sweep(f"wythoff({{1..{count}}})", 100, ledger=ledger)
                    seconds.append(time.process_time() - began)
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
                size = ledger.stat().st_size / 1e6
            print(f"| {count:,} | {seconds[0]:.2g} | {seconds[1]:.2g} | {memory:,} | {size:,.1f} |", flush=True)


if __name__ == "__main__":
    sweeps()
    boards()
