"""Plugins on the command line: one that fails is named and harms no other."""

from __future__ import annotations

import json
import sys

import pytest

from cgt.apps.cli import main
from cgt.core.plugins import plugins
from cgt.families import registry


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Install a plugin for the length of a test: its entry points, and the module they name."""

    def install(entries, module="", package="strange-games"):
        info = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[cgt.games]\n" + "\n".join(entries) + "\n")
        (tmp_path / "strange_games.py").write_text(module)
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    def forget():
        plugins.cache_clear()
        registry.load_ruleset.cache_clear()
        registry.example_ruleset.cache_clear()
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

class Raising(cgt.games.Nim):
    name = "raising"

    @classmethod
    def from_arguments(cls, *arguments):
        raise ZeroDivisionError("oh")

NUMBER = 7
READY = cgt.games.TakeAway("5n")
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
        ("number", "not a Game"),
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


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "kayle", "3"],
        ["solve", "king to corner", "3"],
        ["solve", "divisor", "3"],
        ["games", "zzzz"],
        ["games", "triangular number"],
    ],
)
def test_a_plugin_that_fails_is_not_named_where_another_name_is_looked_for(plugin, capsys, arguments):
    plugin([*ENTRIES, "two words = strange_games:READY"], MODULE)
    assert "warning" not in run(capsys, *arguments)[2]


def test_a_ready_made_ruleset_takes_no_arguments(plugin, capsys):
    plugin(ENTRIES, MODULE)
    assert main(["solve", "ready", "10:1"]) == 0
    assert main(["solve", "ready(2)", "10:1"]) == 2
    assert "takes no arguments" in capsys.readouterr().err


def test_a_ready_made_ruleset_is_read_as_it_is_shown(plugin, capsys):
    module = "import attrs, cgt\n@attrs.frozen\nclass Most(cgt.games.BoundedNim):\n    name = 'most'\nMOST = Most(3)\n"
    plugin(["most = strange_games:MOST"], module)
    code, out, _err = run(capsys, "games", "most")
    assert code == 0
    assert 'cgt solve "most(3)"' in out
    assert run(capsys, "solve", "most(3)", "7")[0] == 0
    assert run(capsys, "solve", "most(4)", "7")[0] == 2


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


def run(capsys, *arguments):
    code = main(list(arguments))
    return code, *capsys.readouterr()


def test_our_own_games_win_and_a_warning_names_both(plugin, capsys):
    plugin(["nim = strange_games:Nim"], "import cgt\nclass Nim(cgt.games.Wythoff):\n    name = 'nim'\n")
    code, out, err = run(capsys, "solve", "nim", "3,5")
    assert code == 0
    assert "winning: take 2 from heap 2" in out
    assert err.count("\n") == 1
    assert "'nim'" in err
    assert "strange-games" in err
    assert "cgt-impartial" in err
    code, out, err = run(capsys, "doctor")
    assert code == 1
    assert "strange-games" in out
    assert run(capsys, "games")[2].count("strange-games") == 1


def test_of_two_strangers_the_first_wins(plugin, capsys):
    plugin(["same = strange_games:ONE"], "import cgt\nONE = cgt.games.TakeAway('5n')\nTWO = cgt.games.TakeAway('7n')\n")
    plugin(
        ["same = strange_games:TWO"],
        "import cgt\nONE = cgt.games.TakeAway('5n')\nTWO = cgt.games.TakeAway('7n')\n",
        "a-second",
    )
    code, out, _err = run(capsys, "games", "same")
    assert code == 0
    assert "takeaway(7n)" in out
    assert run(capsys, "doctor")[0] == 1


BROKEN = {
    "untitled": "class Game(cgt.Game):\n    name = 'untitled'\n    def read(self, t): ...",
    "raising": "class Game(cgt.games.Nim):\n    @property\n    def title(self): raise ValueError('no title today')",
    "nothing": "class Game(cgt.games.Nim):\n    @classmethod\n    def from_arguments(cls, *a): return None",
    "number": "class Game(cgt.games.Nim):\n    title = 7",
    "coloured": "class Game(cgt.games.Nim):\n    title = 'a\\x1b[31mb'",
    "turned": "class Game(cgt.games.Nim):\n    rules = 'a\\u202eb'",
    "leaving": "class Game(cgt.games.Nim):\n    @classmethod\n    def from_arguments(cls, *a): raise SystemExit(3)",
    "loose": "class Game(cgt.games.Nim):\n    references = (3,)",
    "odd": "class Game(cgt.games.Nim):\n    conventions = ('sideways',)",
    "sourced": "class Game(cgt.games.Nim):\n    references = 'a book'",
    "sampled": "class Game(cgt.games.TakeAway):\n    example_arguments = '2n'",
    "misnamed": "class Game(cgt.games.Nim):\n    name = 'another'",
    "base": "class Oh(BaseException): pass\nraise Oh('no')",
    "generator": "raise GeneratorExit",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name in {"untitled", "coloured", "leaving", "sourced", "misnamed"} else pytest.mark.full
        )
        for name in BROKEN
    ],
)
def test_a_game_that_says_nothing_of_itself_is_named_and_set_apart(plugin, capsys, name):
    plugin([f"{name} = strange_games:Game"], f"import cgt\n{BROKEN[name]}\n")
    code, out, err = run(capsys, "games")
    assert code == 0
    assert "takeaway(2n)" in out
    assert f"'{name}'" in err
    assert err.count("\n") == 1
    assert "\x1b" not in out + err
    code, out, err = run(capsys, "doctor", "--json")
    assert code == 1
    assert name in out
    for arguments in (["games", name], ["solve", name, "3"]):
        assert run(capsys, *arguments)[0] in {0, 2, 4}


def test_what_a_plugin_prints_does_not_spoil_the_output(plugin, capsys):
    plugin(["loud = strange_games:Game"], "import cgt\nprint('hello')\nclass Game(cgt.games.Nim): name = 'loud'\n")
    code, out, err = run(capsys, "games", "--json")
    assert code == 0
    assert "hello" not in out
    assert json.loads(out)["games"]
    assert "hello" in err


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("BaseException('panicked')", "BaseException: panicked"),  # so a panic of Rust arrives
        ("type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})()", "Mute: <exception str() failed>"),
    ],
)
def test_whatever_a_rule_raises_is_one_line_that_blames_it(plugin, capsys, error, message):
    rule = (
        f"class Rude(cgt.TakingRuleset):\n    name = title = rules = 'rude'\n    def takes(self, size): raise {error}"
    )
    plugin(["rude = strange_games:Rude"], f"import attrs\nimport cgt\n@attrs.frozen\n{rule}\n")
    code, out, err = run(capsys, "solve", "rude", "3")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert "in takes, line 6" in err


@pytest.mark.parametrize(
    "name",
    ["a\x1b[31m", *(pytest.param(name, marks=pytest.mark.full) for name in ("9bad", "a b", "a(b)", "-x", "é"))],
)
def test_a_name_that_is_none_is_named_and_set_apart(plugin, capsys, name):
    plugin([f"{name} = cgt.games.heaps.nim:Nim"])
    code, out, err = run(capsys, "games")
    assert code == 0
    assert "is left out" in err
    assert "\x1b" not in out + err
    assert run(capsys, "doctor")[0] == 1


FAULTY = """
import attrs
import cgt

@attrs.frozen
class Dividing(cgt.TakingRuleset):
    name, title, rules = "dividing", "Dividing", "Take what divides."

    def takes(self, size):
        return [10 // size]

@attrs.frozen
class Selfless(Dividing):
    name = "selfless"

    def takes(size):
        return [1]
"""


def test_a_game_whose_code_fails_is_no_mistake_of_ours(plugin, capsys):
    plugin(["dividing = strange_games:Dividing"], FAULTY)
    code, _out, err = run(capsys, "solve", "dividing", "2")
    assert code == 2
    assert "ZeroDivisionError" in err
    assert "in takes, line 10 of " in err
    assert "strange_games.py" in err
    assert "internal" not in err


def test_what_may_be_the_mistake_of_a_game_is_said_of_it_too(plugin, capsys):
    plugin(["selfless = strange_games:Selfless"], FAULTY)
    code, _out, err = run(capsys, "solve", "selfless", "2")
    assert code == 70
    assert "an error of selfless, or an internal one; check_ruleset of cgt.apps.testing" in err
    assert err.count("\n") == 1
