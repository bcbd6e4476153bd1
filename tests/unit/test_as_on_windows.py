"""The library and its tests where Windows' Python would run them: see `tests/as_on_windows`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def as_on_windows(*arguments, **settings):
    found = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / "as_on_windows"), **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr
    return found.stdout


def test_the_disguise_holds():
    """For a file of this project; the standard library keeps what it needs."""
    script = "import os, signal, sys, subprocess, tempfile; from cgt.core import atomic; print(vars(atomic)['os'].name)"
    assert as_on_windows("-c", script) == "posix\n"  # a text given with -c is nobody's file
    asked = "import cgt.core.memory_limit as asked; print(asked.resident_memory() > 10**7)"
    assert as_on_windows("-c", asked) == "True\n"


@pytest.mark.full
def test_what_is_written_is_written_in_utf_8_whatever_the_system_would(tmp_path):
    """Windows' own encoding has no ≥: a text file opened without an encoding would fail, or be read wrongly there."""
    commands = [
        ["solve", "kayles", "5"],
        ["discover", "kayles", "-o", "a.html"],
        ["lesson", "nim", "--lang", "fr", "-o", "a.html"],
        ["values", "kayles", "--stop", "50", "-o", "a.csv"],
        ["sweep", "0.1?", "--stop", "50", "-o", "b.csv"],
        ["period", "kayles", "--lang", "fr"],
        ["new", "mygame"],
    ]
    script = f"""
import os, warnings
warnings.filterwarnings("error", category=EncodingWarning, module="cgt")
os.chdir({str(tmp_path)!r})
from cgt.apps.cli import main
for command in {commands!r}:
    assert main(command) == 0, command
"""
    as_on_windows("-c", script, PYTHONWARNDEFAULTENCODING="1", PYTHONIOENCODING="cp1252")


@pytest.mark.full
def test_the_whole_suite():
    as_on_windows("-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", "--ignore=tests/docs")
