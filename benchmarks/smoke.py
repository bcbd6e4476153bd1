"""Whether every workload still runs to its end, once and at a small size: `python -m benchmarks.smoke`.

Nothing is measured. Variants that answer at the same size must have the same checksum.
"""

from __future__ import annotations

import sys
import time
import traceback

from benchmarks.workload import Workload, workloads
from cgt.fast.jit import compiled_available

SHRINK = 1_000
LEAST = 2


def small(size: int) -> int:
    """A size so small that nobody waits for it."""
    return max(size // SHRINK, min(size, LEAST))


def problems(workload: Workload) -> list[str]:
    """The failures: a variant that raises, or two that disagree."""
    found, sums = list[str](), dict[int, dict[int, str]]()
    for name, variant in workload.variants.items():
        if name == "compiled" and not compiled_available():
            continue
        size, start = small(variant.size), time.process_time()
        try:
            answer = variant.run(size)
            if workload.checksum is not None:
                sums.setdefault(size, {}).setdefault(int(workload.checksum(answer)), name)
        except Exception:  # noqa: BLE001 - whatever it is, the other workloads are to run as well
            found.append(f"{workload.name}, {name}, {size}:\n{traceback.format_exc()}")
        print(f"{workload.name}, {name}, size {size}: {time.process_time() - start:.2f} s", flush=True)
    found += [
        f"{workload.name}, {size}: {' and '.join(names.values())} disagree"
        for size, names in sums.items()
        if len(names) > 1
    ]
    return found


def main() -> int:
    """Run each workload; 1 if something fails."""
    found = [problem for workload in workloads().values() for problem in problems(workload)]
    print("\n".join(found) or "every workload runs to its end")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
