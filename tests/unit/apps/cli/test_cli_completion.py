"""What the shell is offered when a word is to be completed."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps import claims
from cgt.apps.cli import main


@pytest.fixture
def offered(capsys):
    def offered(*words):
        assert main(["__complete", *words]) == 0
        _before, _mark, records = capsys.readouterr().out.partition("\x1fbegin\n")
        return [record.partition("\t")[0] for record in records.splitlines()]

    return offered


@pytest.mark.parametrize("command", ["solve", "values", "table", "p-positions", "check", "games", "play", "period"])
def test_games_are_offered_by_name(offered, command):
    assert offered(command, "") == cgt.ruleset_names()


def test_figures_and_claims_are_offered(offered):
    figures = claims.FIGURES
    assert offered("plot", "") == [
        "sequence",
        "heatmap",
        "p-positions",
        "numeration",
        "quotient",
        "genus",
        *figures,
    ]
    assert offered("plot", "heatmap", "") == cgt.ruleset_names()
    assert offered("claims", "") == [claim.id for claim in claims.claims()]


@pytest.mark.parametrize(
    ("shell", "begins"),
    [
        ("bash", "# Bash"),
        ("powershell", "# PowerShell"),
        *(pytest.param(*named, marks=pytest.mark.full) for named in [("zsh", "#compdef cgt"), ("fish", "# Fish")]),
    ],
)
def test_the_completion_is_that_of_the_shell_that_is_named(shell, begins, tmp_path, monkeypatch, capsys, upto):
    """Whichever runs; and the one that runs is asked for where none is named."""
    monkeypatch.setattr("cyclopts.completion.detect.detect_shell", lambda: "fish")
    path = tmp_path / "completion"
    assert main(["--install-completion", "--shell", shell, "-o", str(path)]) == 0
    named = path.read_text()
    assert f"the completion for {shell}" in capsys.readouterr().out
    assert named.startswith(begins)
    if upto(True, full=False):
        monkeypatch.setattr("cyclopts.App.generate_completion", lambda _app, shell: f"that for {shell}, in no time")
    assert main(["--install-completion", "-o", str(path)]) == 0
    assert "the completion for fish" in capsys.readouterr().out
    assert (path.read_text() == named) == (shell == "fish")
    assert main(["--install-completion", "--help"]) == 0
    assert ".json" not in capsys.readouterr().out
