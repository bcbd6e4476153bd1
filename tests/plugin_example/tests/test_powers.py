"""The tests a plugin needs: it is found by its name, and it keeps the laws."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from cgt_powers_example import Powers

import cgt
from cgt.apps.testing import check_ruleset
from cgt.errors import RulesetError


@pytest.mark.parametrize("base", [2, 3, 4, 5])
def test_it_keeps_the_laws(base):
    (report, _misere) = check_ruleset(Powers(base), bound=40).crosschecks
    assert report.checked >= 41


def test_it_is_found_by_its_name():
    assert "powers" in cgt.ruleset_names()
    assert cgt.parse_ruleset("powers(4)") == Powers(4)
    assert cgt.solve(cgt.parse_ruleset("powers(2)").parse("20")).winning_moves == (2, 8)


def test_the_command_line_lists_and_solves_it():
    def run(*arguments):
        command = [sys.executable, "-m", "cgt", *arguments, "--json"]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert "powers" in [game["name"] for game in run("games")["games"]]
    assert run("solve", "powers(2)", "20")["winning_moves"] == [{"heap": 0, "amount": 2}, {"heap": 0, "amount": 8}]


@pytest.mark.parametrize("text", ["powers(1)", "powers(x)", "powers(2,3)", "powers(-2)"])
def test_bad_arguments_are_refused(text):
    with pytest.raises(RulesetError):
        cgt.parse_ruleset(text)
