"""Compiled code: kept and found again, called in each way, and done without where it cannot be had."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from cgt.fast.code_folder import code_folder, is_ours
from cgt.fast.jit import Loop, compiled_available

np = pytest.importorskip("numpy")

SOURCE = """
import numpy as np

from cgt.fast.jit import njit

ONE = np.uint64(1)

@njit
def more(x):
    return x + {by}

@njit
def spread(values, steps, by):
    for index in range(steps.shape[0]):
        values[index] = more(values[index]) + by * steps[index]
    return values.shape[0], more(by)

@njit
def again(x):
    return more(more(x))

@njit
def last(table):
    return table[table.shape[0] - 1, table.shape[1] - 1]

@njit
def is_high(word):
    return 1 if word >> ONE > 2**61 else 0

@njit
def divided(x, by):
    return x // by
"""
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
"""
COMPILED = """
import sys
from cgt.errors import MissingExtraError
from cgt.fast.backend import choose_backend
try:
    choose_backend("compiled", "all-but", 1)
except MissingExtraError as error:
    sys.exit(str(error))
sys.path.insert(0, sys.argv[1])
import little
print(little.more(1))
"""

pytestmark = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owners here")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder for compiled code; and nothing is remembered of what other tests broke."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(Loop, "keeps", True)
    monkeypatch.setattr(Loop, "made", [])
    return tmp_path / "kept"


@pytest.fixture
def little(tmp_path, monkeypatch):
    """Loads the loops of a file in a folder of its own, anew at every call."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # of a source changed within a second it would be the old one

    def little(by=1):
        path = tmp_path / "little.py"
        path.write_text(SOURCE.format(by=by))
        spec = importlib.util.spec_from_file_location("little", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return little


@pytest.mark.parametrize("content", [b"", b"{}\n", None], ids=["empty", "no", "half"])
def test_broken_code_is_made_anew(little, folder, content):
    assert little().more(1) == 2
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2] if content is None else content)
    assert little().more(1) == 2
    assert little().more(1) == 2


def test_a_changed_source_is_compiled_anew(little):
    """Also of a loop that stands unchanged itself, and calls one that was changed."""
    assert little(1).again(3) == 5
    assert little(5).again(3) == 13


def test_arrays_of_another_kind_are_compiled_for_before_the_loop_is_called(little, monkeypatch):
    """Out of the reach of signal handlers: numba itself would compile them where the loop is called."""
    made = []
    ready = Loop._made_ready_for
    monkeypatch.setattr(Loop, "_made_ready_for", lambda loop, given: made.append(given[0].dtype) or ready(loop, given))
    last = little().last
    for dtype in (np.int64, np.int64, np.uint8):
        assert last(np.ones((1, 1), dtype)) == 1
    assert made == [np.int64, np.uint8]


def files_of(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@posix
@pytest.mark.parametrize("mask", [0o022, 0])
def test_what_is_kept_lies_in_a_folder_of_the_user_alone(little, folder, mask):
    before = os.umask(mask)
    try:
        folder.mkdir(mode=0o755)
        assert little().more(1) == 2
    finally:
        os.umask(before)
    assert files_of(folder)
    assert code_folder().stat().st_mode & 0o777 == 0o700
    assert all(code_folder() in file.parents for file in files_of(folder))


@posix
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770])
def test_a_folder_that_others_may_write_is_neither_read_nor_written(little, folder, mode):
    assert little().more(1) == 2
    planted = files_of(folder)
    for file in planted:
        file.write_bytes(b"planted")
    next(iter(folder.iterdir())).chmod(mode)
    assert code_folder() is None
    assert little().more(1) == 2
    assert [file.read_bytes() for file in files_of(folder)] == [b"planted"] * len(planted)


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_in_one_that_others_may_write_is_not_used(little, folder, mode):
    folder.mkdir()
    folder.chmod(mode)
    assert code_folder() is None
    assert little().more(1) == 2
    assert not files_of(folder)


@posix
def test_a_folder_of_another_user_is_not_ours(folder, monkeypatch):
    folder.mkdir()
    assert is_ours(folder)
    assert code_folder() is not None
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not is_ours(folder)
    assert code_folder() is None


@posix
def test_a_pipe_in_the_place_of_what_is_kept_does_not_hang(little, folder):
    assert little().more(1) == 2
    code_folder().rename(folder / "aside")
    os.mkfifo(code_folder())
    assert little().more(1) == 2


@posix
def test_old_folders_are_removed_and_nothing_else(little, folder, monkeypatch):
    monkeypatch.setattr("cgt.fast.code_folder.OTHERS_KEPT", 2)
    folder.mkdir(mode=0o755)
    for day in range(6):
        old = folder / f"cgt-{day:016x}" / "little_1"
        old.mkdir(parents=True, mode=0o700)
        (old / "little.more-1.py311.nbi").write_bytes(b"old")
        os.utime(old.parent, (day, day))
    (folder / "cgt-0000000000000000" / "notes.txt").write_text("not ours to remove")
    os.utime(folder / "cgt-0000000000000000", (0, 0))
    (folder / "cgt-0000000000000001" / "little_1").chmod(0o777)
    (folder / "cgt-mine").mkdir()
    elsewhere = folder.parent / "elsewhere"
    (folder / "cgt-0000000000000002").rename(elsewhere)
    (folder / "cgt-0000000000000002").symlink_to(elsewhere)
    assert little().more(1) == 2
    left = {path.name for path in folder.iterdir()} - {code_folder().name}
    assert left == {*(f"cgt-{day:016x}" for day in (0, 1, 2, 4, 5)), "cgt-mine"}
    assert files_of(elsewhere)


def test_arrays_are_handed_over_as_they_lie(little, upto):
    spread = little().spread
    for dtype, step in [(np.int16, -1), (np.uint8, 1)][: upto(1, full=2)]:
        steps = np.arange(24, dtype=np.int64)[::step][:6]
        steps.flags.writeable = False
        values = np.arange(40, dtype=dtype)[10::step][:8]
        expected = [value + 1 + 3 * by for value, by in zip(values.tolist(), steps.tolist(), strict=False)]
        expected += values.tolist()[6:]
        assert spread(values, steps, 3) == (8, 4)
        assert values.tolist() == expected


def test_tables_of_two_dimensions_are_handed_over_as_they_lie(little):
    last = little().last
    for order in ("C", "F"):
        table = np.asarray(np.arange(12).reshape(3, 4), order=order)
        assert [last(part) for part in (table, table.T, table[::2], table[:, :2])] == [11, 11, 11, 9]


def test_numbers_of_each_kind(little):
    more = little().more
    for number in (-(2**63), 2**62, np.int64(-3), np.uint64(7), 0.5, np.uint8(7)):
        assert more(number) == number + 1
    assert [little().is_high(np.uint64(word)) for word in (2**62, 2**63, 2**64 - 1)] == [0, 1, 1]


def test_what_a_loop_cannot_do_is_an_error_and_no_answer(little):
    assert little().divided(7, 2) == 3
    with pytest.raises(ArithmeticError):
        little().divided(7, 0)


def test_a_folder_that_cannot_be_written_is_done_without(little, folder):
    folder.write_text("a file")
    assert little().more(1) == 2


def test_a_loop_whose_source_is_gone_is_compiled_and_kept_nowhere(little, folder, tmp_path):
    more = little().more
    (tmp_path / "little.py").unlink()
    assert more(1) == 2
    assert not files_of(folder)


def test_a_cache_of_numba_that_cannot_be_written_is_done_without(little, monkeypatch):
    from numba.core import caching

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "_save_index", full)
    assert little().more(1) == 2


def run(program, *arguments):
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_numba_that_cannot_be_imported_is_done_without_and_doctor_says_why():
    both = """
from contextlib import suppress
from cgt.apps.cli import main
from cgt.fast.backend import CROSSOVER
CROSSOVER["taking-breaking"] = 100  # so that compiled code would be taken
for arguments in (["values", "kayles", "--stop", "3000", "--json"], ["doctor", "--json"]):
    with suppress(SystemExit):
        main(arguments)
"""
    found = run(BROKEN + both)
    assert (found.returncode, found.stderr) == (0, "")
    assert '"values": [0, 1, 2, 3, 1, 4,' in found.stdout
    assert "no: numba cannot be imported (ImportError: numba needs NumPy 2.2 or less)" in found.stdout


def test_the_compiled_route_is_refused_where_numba_cannot_be_imported(tmp_path):
    refused = run(BROKEN + COMPILED, tmp_path)
    assert refused.returncode == 1
    assert "numba cannot be imported" in refused.stderr
