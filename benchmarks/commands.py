"""Whole commands, as a person waits for them: start-up, work and output, in processor seconds of a fresh process."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from compileall import compile_dir
from pathlib import Path

import attrs

import cgt

RUNS = 3


@attrs.frozen
class Command:
    """A command that `cgt` is asked, and the mark in seconds where there is one."""

    arguments: tuple[str, ...]
    mark: float | None = None

    def __str__(self) -> str:
        return " ".join(("cgt", *self.arguments))


COMMANDS = (
    Command(("--version",)),
    Command(("--help",), 0.1),
    Command(("solve", "nim", "3,5,7"), 0.08),
    Command(("solve", "kayles", "20"), 0.1),
    Command(("solve", "cram", "4x5"), 0.15),
    Command(("values", "0.007", "20000"), 0.4),
    Command(("table", "wythoff", "100000", "1")),
    Command(("solve", "0.6", "4")),
    Command(("solve", "0.007", "4")),
    Command(("solve", "wythoff", "100,100")),
    Command(("solve", "fibonacci-nim", "51000:100")),
    *(Command(("period", code), 0.1) for code in ("0.45", "0.156", "0.356", "0.644", "0.165")),
    Command(("period", "0.127")),
    Command(("period", "0.16"), 1.0),
    Command(("period", "0.56")),
    Command(("period", "0.376", "--stop", "10000000"), 10.0),
)


def seconds(command: Sequence[str]) -> float:
    """The least processor seconds of some runs."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def table() -> str:
    """The commands' costs in Markdown; the modules are compiled to bytecode before, as an installed package's are."""
    compile_dir(Path(cgt.__file__).parent, quiet=1)
    lines = ["### Whole commands", "", "| command | seconds | mark |", "|---|---:|---:|"]
    for command in COMMANDS:
        found = seconds([sys.executable, "-m", "cgt", *command.arguments])
        lines.append(f"| {command} | {found:.2f} | {'' if command.mark is None else command.mark} |")
    return "\n".join(lines) + "\n"
