"""The campaign of sizes: every list of every game, asked for 10^3 to 10^6 heaps, each question in a process of its own.

A question is answered, refused in one line, or stopped at its processor time. Stopped, it must have reported how far it
is, so that a terminal shows it. *Silent* ones, those that end at the limit of memory, and tracebacks are faults: they
are listed, and the exit code is 1. Stopped by Ctrl-C it prints what it has.

    nice -n 15 python tools/sizes.py [--seconds 2] [--sizes 1000 10000] [--games kayles euclid]
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NoReturn

from cgt.core.errors import CGTError
from cgt.families.registry import load_ruleset, ruleset_names
from cgt.solving.genus import genera
from cgt.solving.lists import nim_value_table, nim_values, p_positions

SIZES = (1_000, 10_000, 100_000, 1_000_000)
MEMORY = 4 << 30
LISTS: dict[str, Callable[..., object]] = {
    "values": lambda game, size, progress: nim_values(game, size, progress=progress),
    "p-positions": lambda game, size, progress: p_positions(game, size, progress=progress),
    "table (2 columns)": lambda game, size, progress: nim_value_table(game, size, 2, progress=progress),
    "genus": lambda game, size, progress: genera(game, size, progress=progress),
}
FAULTS = {"silent", "memory", "traceback"}


class StoppedError(Exception):
    """The processor time of a question is over."""


def games() -> list[str]:
    """Every registered game, with the arguments of its example."""
    names = []
    for name in ruleset_names():
        arguments = getattr(load_ruleset(name), "example_arguments", ())
        names.append(f"{name}({','.join(arguments)})" if arguments else name)
    return names


def end_of(ask: Callable[[Callable[[int, int], None]], object], seconds: float) -> str:
    """How a question ends that has so much processor time: a word."""
    reports = []

    def stop(*_: object) -> NoReturn:
        raise StoppedError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        ask(lambda done, total: reports.append((done, total)))
    except StoppedError:
        return "stopped" if reports else "silent"
    except CGTError:
        return "refused"
    except MemoryError:
        return "memory"
    except Exception:  # noqa: BLE001 - whatever it is, it is a fault
        return "traceback"
    return "answered"


def asked(ask: Callable[[Callable[[int, int], None]], object], seconds: float) -> tuple[str, float, int]:
    """How a question ends in a process of its own, its processor seconds, and its memory in megabytes."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            began = time.process_time()
            end = end_of(ask, seconds)
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            os.write(writer, json.dumps((end, time.process_time() - began, used)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        report = pipe.read()
    os.waitpid(child, 0)
    if not report:
        return "traceback", 0.0, 0
    end, taken, used = json.loads(report)
    return end, taken, used


def main() -> int:
    """Ask all, print a table of how the questions ended, and the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor seconds for a question")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--games", nargs="*", default=None)
    options = parser.parse_args()
    ends = {(kind, size): Counter[str]() for kind in LISTS for size in options.sizes}
    faults, largest, done = list[str](), 0, 0
    with suppress(KeyboardInterrupt):
        for name in options.games or games():
            for kind, ask in LISTS.items():
                over = ""
                for size in options.sizes:
                    if over:  # a larger size is no sooner done
                        ends[kind, size][over] += 1
                        continue
                    end, taken, used = asked(partial(ask, name, size), options.seconds)
                    ends[kind, size][end] += 1
                    largest = max(largest, used)
                    if end in FAULTS:
                        faults.append(f"{name}: {kind} {size}: {end} after {taken:.1f} s, {used} MB")
                    over = end if end in {"stopped", *FAULTS} else ""
            done += 1
    lines = [f"| {done} games | " + " | ".join(f"{size:,}" for size in options.sizes) + " |"]
    lines.append("|---|" + "---|" * len(options.sizes))
    for kind in LISTS:
        counts = [sorted(ends[kind, size].items()) for size in options.sizes]
        cells = [", ".join(f"{count} {end}" for end, count in each) for each in counts]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    lines += [f"\nThe most memory was {largest} MB. Faults: {len(faults)}", *faults]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
