"""Plugins on the command line: one that fails is named and harms no other."""

from __future__ import annotations

import sys

import pytest

from cgt.cli import main
from cgt.rulesets import registry


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Install a plugin for the length of a test: its entry points, and the module they name."""

    def install(entries, module=""):
        info = tmp_path / "strange_games-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-games\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[cgt.games]\n" + "\n".join(entries) + "\n")
        (tmp_path / "strange_games.py").write_text(module)
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    def forget():
        registry._entry_points.cache_clear()
        registry.load_ruleset.cache_clear()
        sys.modules.pop("strange_games", None)

    yield install
    monkeypatch.undo()
    forget()


ENTRIES = [
    "absent = no_such_module:Game",
    "raising = strange_games:Raising",
    "missing = strange_games:Missing",
    "number = strange_games:NUMBER",
    "ready = strange_games:READY",
]
MODULE = """
import cgt

class Raising(cgt.Nim):
    @classmethod
    def from_arguments(cls, *arguments):
        raise ZeroDivisionError("oh")

NUMBER = 7
READY = cgt.TakeAway("5n")
"""


def test_games_warns_of_each_plugin_that_fails_and_lists_the_rest(plugin, capsys):
    plugin(ENTRIES, MODULE)
    assert main(["games"]) == 0
    captured = capsys.readouterr()
    assert "takeaway(5n)" in captured.out
    assert "takeaway(2n)" in captured.out
    lines = captured.err.splitlines()
    assert len(lines) == 4
    for name, reason in [
        ("absent", "no_such_module"),
        ("raising", "ZeroDivisionError: oh"),
        ("missing", "Missing"),
        ("number", "not a Ruleset"),
    ]:
        (line,) = (line for line in lines if f"'{name}'" in line)
        assert line.startswith("cgt: warning: ")
        assert reason in line


def test_a_plugin_that_fails_is_bad_input_where_it_is_asked_for(plugin, capsys):
    plugin(ENTRIES, MODULE)
    assert main(["solve", "absent", "3"]) == 2
    assert "from strange-games" in capsys.readouterr().err
    assert main(["solve", "nim", "3"]) == 0
    assert capsys.readouterr().err == ""


def test_a_ready_made_ruleset_takes_no_arguments(plugin, capsys):
    plugin(ENTRIES, MODULE)
    assert main(["solve", "ready", "10:1"]) == 0
    assert main(["solve", "ready(2)", "10:1"]) == 2
    assert "takes no arguments" in capsys.readouterr().err


def test_a_module_that_raises_while_it_is_imported(plugin, capsys):
    plugin(["bad = strange_games:Game"], "raise RuntimeError('not today')")
    assert main(["games"]) == 0
    assert "RuntimeError: not today" in capsys.readouterr().err


def test_a_plugin_that_asks_to_exit_is_only_left_out(plugin, capsys):
    plugin(["bad = strange_games:Game"], "import sys; sys.exit('bye')")
    assert main(["games"]) == 0
    assert "'bad'" in capsys.readouterr().err


def test_an_entry_point_that_is_no_entry_point(plugin, capsys):
    plugin(["bad = !!", "worse ="], "")
    assert main(["games"]) == 0
    captured = capsys.readouterr()
    assert "takeaway(2n)" in captured.out
    assert "Traceback" not in captured.err
