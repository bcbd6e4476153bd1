from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cgt.errors import MissingExtraError
from cgt.fast import backend, jit


def without_jit(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def test_a_route_named_is_the_route_taken(monkeypatch):
    without_jit(monkeypatch)
    assert backend.choose_backend("python", "all-but", 10**9) == "python"
    assert backend.choose_backend("compiled", "all-but", 1) == "compiled"


def test_auto_goes_by_size_only_where_numba_runs(monkeypatch):
    monkeypatch.setattr(backend, "compiled_before", lambda: True)
    monkeypatch.setitem(backend.CROSSOVER, "all-but", 100)
    monkeypatch.setattr(backend, "compiled_works", lambda: True)
    assert backend.choose_backend("auto", "all-but", 99) == "python"
    assert backend.choose_backend("auto", "all-but", 100) == "compiled"
    monkeypatch.setattr(backend, "compiled_works", lambda: False)
    assert backend.choose_backend("auto", "all-but", 100) == "python"


def test_where_nothing_was_compiled_yet_it_takes_ten_times_the_size(monkeypatch):
    monkeypatch.setattr(backend, "compiled_before", lambda: False)
    monkeypatch.setitem(backend.CROSSOVER, "all-but", 100)
    monkeypatch.setattr(backend, "compiled_works", lambda: True)
    assert backend.choose_backend("auto", "all-but", 999) == "python"
    assert backend.choose_backend("auto", "all-but", 1000) == "compiled"
    monkeypatch.setitem(backend.CROSSOVER, "taking-breaking-many", 100)
    assert backend.choose_backend("auto", "taking-breaking-many", 299) == "python"
    assert backend.choose_backend("auto", "taking-breaking-many", 300) == "compiled"


def test_the_compiled_route_without_numba_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(backend, "numba_installed", lambda: False)
    monkeypatch.setattr(backend, "jit_disabled", lambda: False)
    with pytest.raises(MissingExtraError, match="fast"):
        backend.choose_backend("compiled", "all-but", 1)


def test_an_unknown_route_is_refused():
    with pytest.raises(ValueError, match="quick"):
        backend.choose_backend("quick", "all-but", 1)


@pytest.mark.parametrize(("text", "disabled"), [("1", True), ("0", False), ("", False), (" 2 ", True)])
def test_the_environment_switches_the_jit_off(monkeypatch, text, disabled):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", text)
    assert jit.jit_disabled() is disabled
    assert not (disabled and jit.compiled_available())


def test_without_jit_the_decorator_hands_the_function_back(monkeypatch):
    without_jit(monkeypatch)

    def double(x):
        return 2 * x

    assert jit.njit(double) is double


def test_without_jit_the_trailing_zeros_are_counted():
    pytest.importorskip("numpy")
    from cgt.fast.bits import count_trailing_zeros

    assert [count_trailing_zeros(word) for word in (0, 1, 8, 1 << 63)] == [64, 0, 3, 63]


def test_asking_whether_numba_is_there_does_not_import_it():
    script = "import sys; from cgt.fast import jit; jit.compiled_available(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], env=dict(os.environ), check=False).returncode == 0


def test_the_python_route_never_loads_numba():
    script = """
import sys
from cgt.fast.subtraction_values import SubtractionSequence
from cgt.core.code import HeapCode
from cgt.fast.taking_breaking_values import sequence_of
SubtractionSequence([2, 5, 7]).prove_period(1000)
for text in ("0.30[3]", "0.9", "4!.0"):
    sequence_of(HeapCode.parse(text)).extend_to(100)
sys.exit("numba" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", script], env=dict(os.environ), check=False).returncode == 0


def test_every_kernel_has_its_crossover():
    assert all(size > 0 for size in backend.CROSSOVER.values())


def test_what_is_fetched_early_changes_nothing(monkeypatch):
    np = pytest.importorskip("numpy")
    from cgt.fast.bits import prefetch
    from cgt.fast.jit import Loop, njit

    monkeypatch.setattr(Loop, "keeps", False)  # numba cannot pickle what this loop closes over

    @njit
    def total(table):
        result = np.uint64(0)
        for row in range(len(table)):
            prefetch(table, np.uint64(row + 5))  # beyond the end as well
            result += table[row, 0] + table[row, 1]
        return result

    assert total(np.arange(20, dtype=np.uint64).reshape(10, 2)) == 190
