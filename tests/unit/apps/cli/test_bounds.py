"""One style of bounds, defaults for them, and what a command line is told of files that hold or do not."""

from __future__ import annotations

import json
import re
from importlib import import_module
from inspect import signature

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.cli.app import COMMANDS, GROUPS
from cgt.errors import BudgetError


def options(command):
    """The options of a command, by the names of its arguments."""
    module, _, function = command.partition(":")
    return {f"--{name.replace('_', '-')}" for name in signature(getattr(import_module(module), function)).parameters}


def options_told(capsys, name):
    assert main([name, "--help"]) == 0
    return set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def test_there_are_as_few_bounds_as_meanings(capsys, upto):
    """By default those of the functions; to set the help of all commands takes a second."""
    found = {}
    for command in COMMANDS:
        name = command.partition(":")[2].replace("_", "-")
        for option in options_told(capsys, name) if upto(False, full=True) else options(command):
            found.setdefault(option, set()).add(name)
    assert not {"--limit", "--heap", "--effort", "--bound"} & found.keys()
    assert {option for option in found if option.startswith("--max-")} == {
        "--max-bytes",
        "--max-positions",
        "--max-states",
        "--max-seconds",
    }
    assert found["--stop"] == {
        *(
            "values",
            "p-positions",
            "plot",
            "check",
            "period",
            "discover",
            "quotient",
            "genus",
            "recognise",
            "sweep",
            "claims",
        )
    }


@pytest.mark.parametrize(
    ("command", "stop"),
    [
        (["values", "kayles"], "20"),
        (["p-positions", "wythoff"], "20"),
        (["genus", "kayles"], "9"),
        (["check", "nim"], "4"),
        (["period", "kayles"], "200"),
        (["quotient", "0.07"], "12"),
        (["discover", "0.75"], "150"),
        pytest.param(["discover", "0.07"], "150", marks=pytest.mark.full),
        (["sweep", "0.0?", "--workers", "1"], "60"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_bound_is_an_argument_or_an_option(run, command, stop):
    named = run(*command, "--stop", stop, "--json")
    assert run(*command, stop, "--json") == named
    assert named[0] == 0


def test_lists_have_defaults(run):
    assert len(run("values", "kayles")[1].splitlines()) == 5
    assert run("p-positions", "wythoff")[1].startswith("0,0\n1,2\n3,5\n")
    assert len(run("genus", "nim")[1].split()) == 20
    lines = run("table", "wythoff")[1].splitlines()
    assert len(lines) == 12
    assert run("table", "wythoff", "10")[1] == run("table", "wythoff", "10", "10")[1]


def test_a_list_without_a_named_end_stops_before_what_takes_long(run):
    """It took a minute and showed nothing."""
    command = ("values", "dawsons-chess", "--misere", "--max-positions", "3000")
    cgt.forget()
    with pytest.raises(BudgetError) as stopped:
        cgt.nim_values("dawsons-chess", 100, "misere", max_positions=300)
    cgt.forget()
    code, shown, _err = run(*command, "--json")
    assert (code, json.loads(shown)["values"]) == (0, stopped.value.partial)
    assert 10 < len(stopped.value.partial) < 100
    following = len(stopped.value.partial) + 1
    cgt.forget()
    assert run(*command)[1].endswith(f"\nthe next value takes long: --stop {following} asks for it\n")
    assert run(*command, str(following))[0] == 0
    assert run(*command, "100")[0] == 3
    assert run("values", "dawsons-chess", "--misere", "--max-positions", "90")[0] == 3


def test_a_table_of_boards_is_small_by_default(run):
    code, shown, _err = run("table", "cram", "--max-positions", "10000")
    assert (code, len(shown.splitlines())) == (0, 2 + 6)


def test_the_least_stops(run):
    assert run("values", "kayles", "0")[:2] == (0, "")
    for command in ("check", "quotient"):
        code, _out, err = run(command, "kayles", "0")
        assert code == 2
        assert "--stop is a whole number of at least 1" in err


def test_a_bound_is_refused_in_the_readers_language(run):
    code, _out, err = run("p-positions", "nim", "3", "--heaps", "0", "--lang", "fr")
    assert code == 2
    assert "une liste de positions P demande au moins 1 tas, et non 0" in err.replace("\N{NO-BREAK SPACE}", " ")


def test_the_seconds_of_a_quotient_have_a_bound(run):
    code, _out, err = run("quotient", "0.07", "--max-seconds", "1e12")
    assert code == 2
    assert "a quotient may take less than 1,000,000,000 seconds, not 1000000000000.0" in err


def test_the_work_of_a_quotient_is_given_in_seconds(run):
    code, out, _err = run("quotient", "0.07", "--max-seconds", "0.005")
    assert code == 0
    assert "--max-seconds, may settle more heaps" in out
    for seconds in ("-1", "nan", "inf", "1e12"):
        code, _out, err = run("quotient", "0.07", "--max-seconds", seconds)
        assert code == 2
        assert "None" not in err


@pytest.mark.full("kayles-Nim-values", "takeaway(2n)-quota")
@pytest.mark.parametrize(
    ("game", "named"), [("wythoff", "P-positions"), ("kayles", "Nim-values"), ("takeaway(2n)", "quota")]
)
def test_a_plot_of_a_game_alone(run, tmp_path, game, named, drawn):
    path = tmp_path / "a.svg"
    assert run("plot", game, "-o", str(path))[0] == 0
    assert any(text.startswith(named) for text in drawn.texts)
    assert not drawn.files or f"<!-- {named}" in path.read_text(encoding="utf-8")


def test_a_plot_of_what_is_neither(run, tmp_path):
    pytest.importorskip("matplotlib")
    path = str(tmp_path / "a.svg")
    assert "did you mean wythoff" in run("plot", "wythof", "-o", path)[2]
    assert "did you mean sequence" in run("plot", "sequense", "-o", path)[2]
    code, _out, err = run("plot", "hackenbush", "-o", path)
    assert code == 4
    assert "no heaps to list" in err


def test_the_help_begins_with_six_commands(run):
    out = run("--help")[1]
    places = [out.index(title) for title in ("Commands", "Research", "The installation")]
    assert places == sorted(places)
    first = re.findall(r"^│ ([a-z-]+)  ", out[places[0] : places[1]], re.MULTILINE)
    assert first == ["solve", "play", "web", "lesson", "discover", "games"]
    assert [name for name in GROUPS if name in out] == list(GROUPS)
    for command in COMMANDS:
        module, _, name = command.partition(":")
        assert callable(getattr(import_module(module), name))


@pytest.mark.full("0.137", "kenyons", "takeaway(3n)")
@pytest.mark.parametrize("game", ["kayles", "0.137", "takeaway(3n)", "subtraction(1,3,4)", "kenyons"])
def test_a_discovery_that_is_proved_can_be_verified(run, tmp_path, game):
    path = tmp_path / "x.json"
    assert run("discover", game, "-o", str(path))[0] == 0
    assert json.loads(path.read_text())["proved"]
    code, out, _err = run("verify", str(path))
    assert code == 0
    assert "holds" in out


def test_a_discovery_that_was_changed_does_not_hold(run, tmp_path):
    path = tmp_path / "x.json"
    run("discover", "0.75", "-o", str(path))
    record = json.loads(path.read_text())
    record["certificate"]["period"] = 11
    path.write_text(json.dumps(record))
    code, _out, err = run("verify", str(path))
    assert code == 2
    assert "preperiod + period" in err


def test_a_discovery_without_a_certificate_says_so(run, tmp_path, upto):
    path = tmp_path / "x.json"
    run("discover", upto("take-a-square", full="grundy"), "300", "-o", str(path))
    code, _out, err = run("verify", str(path))
    assert code == 2
    assert "this discovery has no certificate" in err


def test_a_decision_echoes_the_sentence_as_it_was_written(run, run_json):
    sentence = "forall x: x >= 1 => ~ (x == 0)"
    assert run("decide", sentence)[1].startswith(f"{sentence}  [base 2]\n")
    assert run_json("decide", sentence)["sentence"] == sentence


HERE = ("--workers", "1")  # no processes, which would take longer than the work


def test_a_sweep_says_whether_it_is_kept(run, tmp_path):
    assert "nothing will be kept: name a file with -o" in run("sweep", "0.0?", "60", *HERE)[2]
    assert run("sweep", "0.0?", "60", *HERE, "-o", str(tmp_path / "a.csv"))[2] == ""
    assert run("sweep", "0.0?", "60", *HERE, "--json")[2] == ""


@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupted_sweep_says_how_much_is_kept(run, tmp_path, monkeypatch, kept):
    from cgt.apps.sweep import run as sweeps

    def interrupted(rule, limit, *, misere=False):
        if len(studied) == 2:
            raise KeyboardInterrupt
        studied.append(rule)
        return study(rule, limit, misere=misere)

    study, studied = sweeps.study, []
    monkeypatch.setattr(sweeps, "study", interrupted)
    output = ["-o", str(tmp_path / "a.csv")] if kept else []
    code, _out, err = run("sweep", "0.0?", "60", *HERE, *output)
    assert code == 130
    told = r"interrupted: \d of \d rules are kept in .*a\.ledger" if kept else r"\d of \d rules .*, and nothing is kept"
    assert re.search(told, err)
