"""Bare `cgt play` asks which game, who begins and what wins; and the system's language is heard."""

import io

import pytest
from rich.console import Console

import cgt
from cgt.apps.cli import main
from cgt.apps.cli.runs import split_language
from cgt.apps.cli.terminal_board import ask_beginning


def answered(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return ask_beginning(Console(file=io.StringIO()))


@pytest.mark.parametrize(
    ("lines", "game", "computer_begins", "misere"),
    [
        (("", "", ""), "nim", False, False),
        (("2", "no", "no"), "takeaway(2n)", True, True),
        (("99", "kayles", "perhaps", "oui", "non"), "kayles", False, True),
        (("no such game", "0.77", "n", "y"), "octal(0.77)", True, False),
    ],
)
def test_the_three_questions(monkeypatch, lines, game, computer_begins, misere):
    chosen = answered(monkeypatch, *lines)
    assert (str(chosen.game), chosen.computer_begins, chosen.misere) == (game, computer_begins, misere)


def test_bare_play_begins_a_game(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nyes\nyes\nquit\n"))
    assert main(["play"]) == 0
    assert cgt.games.Nim.rules in capsys.readouterr().out


def test_without_anybody_to_answer_one_line_says_what_to_name(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play"]) == 2
    assert "name a ruleset" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR", "CGT_LANG": "en"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_BE.UTF-8"}, "fr"),
    ],
)
def test_the_systems_language_is_heard(monkeypatch, variables, code):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "CGT_LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert split_language(["play"])[0] == code
