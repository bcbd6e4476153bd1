"""The README tells the truth: its Python runs, its first command prints what it says, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

from cgt.apps.cli import main

README = Path(__file__).resolve().parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_the_python_runs():
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= 8


def test_the_first_command_prints_what_the_readme_shows(capsys):
    command = next(line for line in TEXT.splitlines() if ".venv/bin/cgt" in line)
    shown = re.search(r"```text\n(.*?)```", TEXT, re.DOTALL)[1]
    assert main(shlex.split(command.rsplit(".venv/bin/cgt", 1)[1])) == 0
    assert capsys.readouterr().out == shown


def test_the_links_lead_somewhere():
    targets = [target for target in re.findall(r"\]\(([^)#]+)", TEXT) if "://" not in target]
    assert targets
    assert [target for target in targets if not (README.parent / target).exists()] == []
