"""Compare what a user would write today, both our backends and the same algorithm in C: `python -m benchmarks.compare`.

Prints a table a workload, in processor seconds, and writes the whole as JSON and Markdown. Pieces that are missing on
this machine (a C compiler, numba) are left out, with a word. Under ten minutes; `--quick` takes sizes a hundred times
smaller.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import re
import shlex
import sys
import tempfile
from pathlib import Path

import attrs

from benchmarks import commands, cores
from benchmarks.measure import (
    Measurement,
    compiler,
    measure_crossover,
    measure_reference,
    measure_statement,
    measure_variant,
)
from benchmarks.workload import Crossover, Workload, crossovers, workloads
from cgt.fast.jit import compiled_available

REFERENCE = "C -O3"
PAGE = """# Measured

The last output of the comparison, as it stands, and below it what was measured by hand. With `--only NAME` a part is
measured again, and says when.

```console
$ python -m benchmarks.compare {arguments}
```

Measured on: {about}. The seconds are those of the processor, not of the clock, unless it is said otherwise; on a busy
machine they are too many, and the ratios are what to read. *× C* is against the same algorithm in C (`-O3
-march=native`), an item for an item. *naive* is a cached recursive function with a set, as a user would write it;
*grows as* is the exponent between this size and smaller ones. What the figures mean stands under
[performance](performance.md).

"""
STARTUP_KERNEL = (
    "from cgt.fast.subtraction_values import SubtractionSequence; SubtractionSequence([2, 5, 7], backend='compiled')"
    ".extend_to(1000)"
)
LARGE_KERNEL = (
    "from cgt.core.code import HeapCode; from cgt.fast.taking_breaking_values import sequence_of;"
    "sequence_of(HeapCode.parse('0.77'), backend='compiled').extend_to(1000)"
)


def machine() -> dict[str, str]:
    """The machine and the versions that the figures were measured on."""
    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        models = [line for line in information.read_text().splitlines() if line.startswith("model name")]
        processor = models[0].split(":", 1)[1].strip() if models else processor
    return {
        "date": dt.datetime.now(tz=dt.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": processor,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _shrunk(size: int, shrink: int) -> int:
    """A size for a quick run: so many times smaller, but not below a hundred, nor above what it was."""
    return max(size // shrink, min(size, 100))


def measure(workload: Workload, directory: Path, shrink: int) -> dict[str, Measurement]:
    """Every variant of a workload that can be measured here."""
    found = {}
    for name, variant in workload.variants.items():
        if name == "compiled" and not compiled_available():
            continue
        measurement = measure_variant(workload.name, name, _shrunk(variant.size, shrink))
        if measurement:
            found[name] = measurement
    if workload.reference and compiler():
        measurement = measure_reference(workload.reference, _shrunk(workload.reference.size, shrink), directory)
        if measurement:
            found[REFERENCE] = measurement
    return found


def disagreement(found: dict[str, Measurement]) -> str:
    """A warning if two variants of the same size have different checksums, else nothing."""
    sums: dict[int, dict[int, str]] = {}
    for name, measurement in found.items():
        if measurement.checksum is not None:
            sums.setdefault(measurement.size, {})[measurement.checksum] = name
    return "".join(f"\n**Checksums differ at {size}: {names}**\n" for size, names in sums.items() if len(names) > 1)


def table(workload: Workload, found: dict[str, Measurement]) -> str:
    """The workload's table in Markdown."""
    last = "grows as" if workload.opened is None else "opened"
    lines = [
        f"### {workload.name}",
        "",
        *([f"Mark: {workload.mark}.", ""] if workload.mark else []),
        f"| backend | size | seconds | ns a {workload.unit} | × C | memory | {last} |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    costs = {name: m.seconds / workload.work(m.size) * 1e9 for name, m in found.items()}
    for name, measurement in found.items():
        power = "" if measurement.exponent is None else f"size^{measurement.exponent:.1f}"
        power = f"{measurement.opened:,}" if measurement.opened else power
        ratio = f"{costs[name] / costs[REFERENCE]:.2f}" if REFERENCE in costs else "–"
        lines.append(
            f"| {name} | {measurement.size:,} | {measurement.seconds:.4g} | {costs[name]:.4g} | {ratio} "
            f"| {'–' if measurement.memory is None else f'{measurement.memory / 1e6:.0f} MB'} | {power} |"
        )
    return "\n".join(lines) + "\n" + disagreement(found)


def startup() -> dict[str, float]:
    """Seconds a fresh interpreter spends before the first answer."""
    costs = {
        "import cgt": measure_statement("import cgt"),
        "import numpy": measure_statement("import numpy"),
        "import cgt.fast.subtraction_values": measure_statement("import cgt.fast.subtraction_values"),
    }
    if compiled_available():
        costs["import numba"] = measure_statement("import numba")
        with tempfile.TemporaryDirectory() as cache:
            environment = {"NUMBA_CACHE_DIR": cache}
            costs["first compiled answer, nothing kept"] = measure_statement(STARTUP_KERNEL, environment)
            costs["first compiled answer, kept"] = measure_statement(STARTUP_KERNEL, environment)
            costs["the same of the largest kernel, nothing kept"] = measure_statement(LARGE_KERNEL, environment)
            costs["the same of the largest kernel, kept"] = measure_statement(LARGE_KERNEL, environment)
    return costs


def crossover(found: Crossover, start: float) -> tuple[int | None, list[tuple[int, float | None, float | None]]]:
    """The first size at which pure Python takes longer than compiled with its start-up, and all timings."""
    timings: list[tuple[int, float | None, float | None]] = []
    for size in found.sizes:
        python = measure_crossover(found.family, "python", size)
        compiled = measure_crossover(found.family, "compiled", size)
        timings.append((size, python, compiled))
        if python is not None and compiled is not None and python > compiled + start:
            return size, timings
    return None, timings


def page(path: Path, measured: str, about: dict[str, str], *, whole: bool) -> str:
    """The page of the site: what was measured, on what, and how to read it.

    What was not measured now, or is told by hand, stays as it stands there; a part of the whole says when it was run.
    """
    told, command = "; ".join(f"{key}: {value}" for key, value in about.items()), shlex.join(sys.argv[1:])
    new = _sections(re.sub("^### ", "## ", measured, flags=re.MULTILINE))
    before = _sections(path.read_text()) if path.exists() else {}
    head = PAGE.format(about=told, arguments=command) if whole else before.pop("", "")
    if not whole:
        run = f"(measured again: {about['date']})\n\n"
        new = {name: text.rstrip() + "\n\n" + run for name, text in new.items()}
    new.pop("", None)
    before.pop("", None)
    by_hand = before.pop("## By hand", "")
    return head + "".join({**before, **new}.values()) + by_hand


def _sections(text: str) -> dict[str, str]:
    """The parts of a page by their headings, what stands before the first under no name."""
    parts = re.split("^(?=## )", text, flags=re.MULTILINE)
    return {part.partition("\n")[0] if part.startswith("## ") else "": part for part in parts}


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="sizes a hundred times smaller")
    parser.add_argument(
        "--only", action="append", default=[], help="only what has a name that contains this; may be given repeatedly"
    )
    parser.add_argument(
        "--without", action="append", default=[], help="no workload whose name contains this; may be given repeatedly"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("benchmarks/results"), help="directory for compare.json and compare.md"
    )
    parser.add_argument(
        "--page", type=Path, help="write the page of the site anew, docs/measured.md, from what was measured just now"
    )
    options = parser.parse_args()

    def wanted(name: str) -> bool:
        """Whether that is asked for."""
        asked = not options.only or any(part in name for part in options.only)
        return asked and not any(part in name for part in options.without)

    about = machine()
    pages = ["# Kernels compared", "", "; ".join(f"{key}: {value}" for key, value in about.items()), ""]
    pages += [] if compiler() else ["No C compiler here: the reference is left out.", ""]
    pages += [] if compiled_available() else ["No numba here: the compiled backend is left out.", ""]
    print("\n".join(pages))
    results = []
    with tempfile.TemporaryDirectory() as directory:
        for workload in workloads().values():
            if not wanted(workload.name) or (options.quick and workload.long):
                continue
            found = measure(workload, Path(directory), 100 if options.quick else 1)
            pages.append(table(workload, found))
            print(pages[-1])
            results.append(
                {
                    "name": workload.name,
                    "unit": workload.unit,
                    "mark": workload.mark,
                    "variants": {
                        name: {**attrs.asdict(m), "ns a unit": m.seconds / workload.work(m.size) * 1e9}
                        for name, m in found.items()
                    },
                }
            )
    if not options.quick and wanted("whole commands"):
        pages.append(commands.table())
        print(pages[-1])
    if compiled_available() and not options.quick and wanted("cores"):
        pages.append(cores.table())
        print(pages[-1])
    compares = compiled_available() and not options.quick and wanted("crossover")
    costs = startup() if compares or wanted("start-up") else {}
    if costs:
        rows = "".join(f"| {what} | {cost:.3f} |\n" for what, cost in costs.items())
        pages.append(f"### Start-up\n\n| what | seconds |\n|---|---:|\n{rows}")
        print(pages[-1])
    crossings = {}
    if compares:
        start = costs["first compiled answer, kept"] - costs["import cgt.fast.subtraction_values"]
        lines = [
            "### Crossover: from which size kept machine code pays for its start-up",
            "",
            "| family | measured | in use |",
            "|---|---:|---:|",
        ]
        for family, candidate in crossovers().items():
            size, timings = crossover(candidate, start)
            crossings[family] = {"measured": size, "in use": candidate.in_use, "timings": timings}
            measured = f"{size:,}" if size else f"above {candidate.sizes[-1]:,}"
            lines.append(f"| {family} | {measured} | {candidate.in_use:,} |")
        pages.append("\n".join(lines) + "\n")
        print(pages[-1])
    options.output.mkdir(parents=True, exist_ok=True)
    record = {"machine": about, "workloads": results, "startup": costs, "crossover": crossings}
    (options.output / "compare.json").write_text(json.dumps(record, indent=1) + "\n")
    (options.output / "compare.md").write_text("\n".join(pages))
    if options.page is not None:
        options.page.write_text(page(options.page, "\n".join(pages[4:]), about, whole=not options.only))


if __name__ == "__main__":
    main()
