"""The campaign of sizes: every list of every game, asked for 10^3 to 10^6 heaps, each question in a process of its own.

A question is answered, refused in one line, or stopped at its processor time. Stopped, it must have reported how far it
is, so that a terminal shows it. *Silent* ones, those that end at the limit of memory, and tracebacks are faults: they
are listed, and the exit code is 1. Stopped by Ctrl-C it prints what it has; with `--kept` it goes on where it was.

    nice -n 15 python tools/sizes.py --kept build/sizes.jsonl [--seconds 2] [--sizes 1000 10000] [--games kayles euclid]
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
from itertools import product
from pathlib import Path
from typing import NoReturn

from cgt.errors import CGTError
from cgt.families.registry import load_ruleset, ruleset_names
from cgt.solving.genera import genera
from cgt.solving.lists import nim_value_table, nim_values, p_positions

SIZES = (1_000, 10_000, 100_000, 1_000_000)
MEMORY = 2 << 30
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
    """The end of a question that has so much processor time, in a word."""
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
    """The end of a question in a process of its own, its processor seconds, and its memory in megabytes."""
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


def kept_answers(path: Path | None) -> dict[tuple[str, str, int], tuple[str, float, int]]:
    """The end of each question, as an earlier run has written it."""
    if path is None or not path.exists():
        return {}
    entries = map(json.loads, path.read_text().splitlines())
    return {(game, kind, size): (end, taken, used) for game, kind, size, end, taken, used in entries}


def table(answers: dict[tuple[str, str, int], tuple[str, float, int]], sizes: list[int]) -> str:
    """The numbers of questions of each list and size by their end; what a smaller size did not end is not asked."""
    lines = [
        f"| {len({game for game, _kind, _size in answers})} games | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    ]
    lines.append("|---|" + "---|" * len(sizes))
    for kind in LISTS:
        cells = []
        for size in sizes:
            ends = Counter(
                end for (_game, list_, asked_), (end, *_) in answers.items() if (list_, asked_) == (kind, size)
            )
            cells.append(", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Ask all, print a table of how the questions ended, and the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor seconds for a question")
    parser.add_argument("--sizes", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--games", nargs="*", default=None)
    parser.add_argument("--kept", type=Path, default=None, help="a file of what was asked, which is not asked again")
    options = parser.parse_args()
    answers = kept_answers(options.kept)
    with suppress(KeyboardInterrupt):
        for name, (kind, ask) in product(options.games or games(), LISTS.items()):
            for size in sorted(options.sizes):
                if (name, kind, size) not in answers:
                    answers[name, kind, size] = asked(partial(ask, name, size), options.seconds)
                    if options.kept is not None:
                        with options.kept.open("a") as file:
                            file.write(json.dumps([name, kind, size, *answers[name, kind, size]]) + "\n")
                if answers[name, kind, size][0] in {"stopped", *FAULTS}:
                    break  # a larger size is no sooner done
    faults = [
        f"{name}: {kind} {size}: {end} after {taken:.1f} s, {used} MB"
        for (name, kind, size), (end, taken, used) in answers.items()
        if end in FAULTS
    ]
    counts = sorted(Counter(end for end, *_ in answers.values()).items())
    ends = ", ".join(f"{count} {end}" for end, count in counts)
    largest = max((used for *_, used in answers.values()), default=0)
    sys.stdout.write(f"{table(answers, sorted(options.sizes))}\n\n{len(answers)} questions: {ends}. ")
    sys.stdout.write("\n".join([f"The most memory was {largest} MB. Faults: {len(faults)}", *faults, ""]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
