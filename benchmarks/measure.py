"""Measuring one thing at a time, each in a process of its own, so that memory and start-up costs do not mix.

`python -m benchmarks.measure NAME VARIANT SIZE` is what `benchmarks.compare` starts; it prints one line of JSON.
"""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import attrs

from benchmarks.workload import Reference, crossovers, workloads
from cgt.core.memory import forget
from cgt.fast.threads import using

ROOT = Path(__file__).resolve().parent.parent
KILOBYTE = 1 if sys.platform == "darwin" else 1024


@attrs.frozen
class Measurement:
    """The best time of several runs, the bytes the work added at its peak, and the answer's checksum, where known.

    `opened` is how many positions a search opened, `growth` holds (size, seconds) for smaller sizes, the greatest last.
    """

    size: int
    seconds: float
    memory: int | None
    checksum: int | None = None
    growth: tuple[tuple[int, float], ...] = ()
    opened: int | None = None

    @property
    def exponent(self) -> float | None:
        """The e of a cost that grows like size^e, from the last step of its growth."""
        if not self.growth:
            return None
        size, seconds = self.growth[-1]
        return math.log(self.seconds / seconds) / math.log(self.size / size)


def best_time(run: Callable[[], object], *, runs: int = 5, budget: float = 3.0) -> float:
    """The shortest of several runs in processor seconds: as many as `runs`, fewer once `budget` seconds are spent.

    Each begins with nothing remembered, and is one thread, as the reference is: several would wait for the memory.

    Processor time: another process on the machine would count in time by the clock.
    """
    best, spent = float("inf"), 0.0
    while runs and (spent == 0 or spent < budget):
        forget()
        with using(1):
            start = time.process_time()
            run()
            took = time.process_time() - start
        best, spent, runs = min(best, took), spent + took, runs - 1
    return best


def peak_memory() -> int:
    """The most bytes this process has held at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE


def _start(arguments: list[str], environment: dict[str, str] | None = None) -> dict[str, float] | None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.measure", *arguments],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"  {' '.join(arguments)} failed:\n{done.stderr}", file=sys.stderr)
        return None
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def measure_variant(name: str, variant: str, size: int) -> Measurement | None:
    """Measure one variant in a process of its own; None, with a word on stderr, if it fails."""
    answer = _start(["variant", name, variant, str(size)])
    return None if answer is None else Measurement(**answer)  # type: ignore[arg-type]  # the fields written below


def measure_crossover(family: str, backend: str, size: int) -> float | None:
    """Seconds one backend takes for a size, start-up not counted."""
    answer = _start(["crossover", family, backend, str(size)])
    return None if answer is None else answer["seconds"]


def measure_statement(statement: str, environment: dict[str, str] | None = None) -> float:
    """Seconds a fresh interpreter takes for a statement: the start-up cost of what it imports."""
    timed = f"import time; t = time.perf_counter()\n{statement}\nprint(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", timed],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def compiler() -> str | None:
    """The C compiler, if there is one."""
    return shutil.which("cc")


def measure_reference(reference: Reference, size: int, directory: Path) -> Measurement | None:
    """Build the reference once into `directory` and run it; None where there is no compiler."""
    cc = compiler()
    if cc is None:
        return None
    source = ROOT / "benchmarks" / "reference" / reference.source
    program = directory / source.stem
    if not program.exists():
        subprocess.run([cc, "-O3", "-march=native", "-o", str(program), str(source), "-lm"], check=True)
    best: Measurement | None = None
    for _ in range(3):
        done = subprocess.run([program, str(size), *reference.arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"  {source.name} failed: {done.stderr}", file=sys.stderr)
            return None
        seconds, checksum = done.stdout.split()
        found = Measurement(size, float(seconds), None, int(checksum))
        best = found if best is None or found.seconds < best.seconds else best
        if best.seconds > 2:
            break
    return best


def _variant(name: str, variant: str, size: int) -> Measurement:
    workload = workloads()[name]
    run = workload.variants[variant].run
    answer = run(min(size, 100))  # imports, compilation and caches are start-up, measured by themselves
    before = peak_memory()
    seconds = best_time(lambda: run(size))
    memory = peak_memory() - before
    if size > 100 and workload.checksum and seconds < 10:
        answer = run(size)
    checksum = workload.checksum(answer) if workload.checksum and (size <= 100 or seconds < 10) else None
    opened = workload.opened(answer) if workload.opened and size <= 100 else None
    smaller = [size // shrink for shrink in (64, 16, 4) if size // shrink >= 100]
    growth = tuple((part, best_time(partial(run, part), runs=3, budget=0.5)) for part in smaller)
    return Measurement(size, seconds, memory, checksum, growth, opened)


def _crossover(family: str, backend: str, size: int) -> dict[str, float]:
    run = crossovers()[family].run
    run(backend, 100)  # type: ignore[arg-type]  # the command line's word for a backend
    return {"seconds": best_time(lambda: run(backend, size), runs=3, budget=1.0)}  # type: ignore[arg-type]  # likewise


def main(arguments: list[str]) -> None:
    """Measure what the arguments name and print it as a line of JSON."""
    kind, name, variant, size = arguments
    answer = (
        attrs.asdict(_variant(name, variant, int(size))) if kind == "variant" else _crossover(name, variant, int(size))
    )
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
