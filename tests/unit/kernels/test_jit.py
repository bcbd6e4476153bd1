"""Compiled code that cannot be had is done without: a broken cache, a numba that cannot be imported."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from cgt.kernels.jit import compiled_available, njit

SOURCE = "def more(x):\n    return x + 1\n"
BROKEN = """
import importlib.abc, importlib.machinery, sys

class Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name == "numba":
            return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        raise ImportError("numba needs NumPy 2.2 or less")

sys.meta_path.insert(0, Broken())
from cgt.cli import main
"""


@pytest.fixture
def more(tmp_path):
    """Compiles a function of a file in a folder of its own, anew at every call, and gives what it makes of 1."""
    if not compiled_available():
        pytest.skip("numba is not installed, or switched off")
    path = tmp_path / "little.py"
    path.write_text(SOURCE)

    def more():
        spec = importlib.util.spec_from_file_location("little", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return njit(module.more)(1)

    return more


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"no pickle at all", None], ids=["empty", "garbled", "half"])
def test_a_broken_cache_is_made_anew(more, tmp_path, suffix, content):
    assert more() == 2
    files = list((tmp_path / "__pycache__").glob(f"*.{suffix}"))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2] if content is None else content)
    assert more() == 2
    assert more() == 2


def test_a_cache_that_cannot_be_written_is_done_without(more, monkeypatch):
    from numba.core import caching

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "_save_index", full)
    assert more() == 2


def run(program):
    return subprocess.run(
        [sys.executable, "-c", BROKEN + program], capture_output=True, text=True, timeout=120, check=False
    )


def test_a_numba_that_cannot_be_imported_is_done_without():
    found = run("sys.exit(main(['values', 'kayles', '--stop', '12000', '--json']))")
    assert found.returncode == 0, found.stderr
    assert '"values": [0, 1, 2, 3, 1, 4,' in found.stdout


def test_doctor_says_why_nothing_is_compiled():
    found = run("sys.exit(main(['doctor', '--json']))")
    assert found.returncode == 0
    assert "no: numba cannot be imported (ImportError: numba needs NumPy 2.2 or less)" in found.stdout


def test_who_asks_for_the_compiled_route_is_told():
    found = run("sys.exit(main(['values', 'kayles', '--stop', '100', '--route', 'compiled']))")
    assert found.returncode == 2
    assert "numba cannot be imported" in found.stderr
