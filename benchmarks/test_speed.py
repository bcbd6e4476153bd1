"""Every workload as a pytest-benchmark group, at a hundredth of its size; never a timed assertion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.workload import workloads
from cgt.fast.jit import compiled_available

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

CASES = [(work.name, variant) for work in workloads().values() for variant in work.variants]


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_speed(benchmark: BenchmarkFixture, name: str, variant: str) -> None:
    """Time one variant at a hundredth of its size, in the group of its workload."""
    if variant == "compiled" and not compiled_available():
        pytest.skip("numba is not here")
    work = workloads()[name].variants[variant]
    benchmark.group = name
    benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark leaves it untyped
        work.run, args=(max(work.size // 100, min(work.size, 100)),), rounds=5, warmup_rounds=1
    )
