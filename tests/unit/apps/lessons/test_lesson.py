"""A lesson asks what the engine answers, in three grades, and is written as a page and as PDF."""

import json
import re
import subprocess
import sys
from functools import partial

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.lessons import lesson
from cgt.apps.lessons.html import lesson_html
from cgt.core.outcome import Outcome
from cgt.errors import NotApplicableError

GAMES = [
    "nim",
    "takeaway(2n)",
    "wythoff",
    "kayles",
    "welter",
    "ruler",
    "end-nim",
    "global-takeaway(2n)",
    "moore-nim(2)",
]


MISERE = {"nim", "takeaway(2n)", "kayles"}
"""The games that are tried in misère play too by default."""


@pytest.mark.parametrize(
    ("text", "convention"),
    [
        *((text, "normal") for text in GAMES),
        *(pytest.param(text, "misere", marks=() if text in MISERE else pytest.mark.full) for text in GAMES),
    ],
)
def test_every_answer_is_what_the_search_says(text, convention, upto):
    game = cgt.parse_ruleset(text)
    sheet = lesson(game, convention, seed=3)
    assert [exercise.level for exercise in sheet.exercises] == [1] * 4 + [2] * 4 + [3] * 4
    evaluator = cgt.Evaluator(convention, max_positions=upto(5_000, full=200_000))
    checked = 0
    for exercise in sheet.exercises:
        position = game.parse(exercise.position)
        try:
            wins = evaluator.outcome(position) is Outcome.N
        except cgt.errors.CGTError:
            continue
        checked += 1
        assert exercise.answer.startswith("the player to move wins") == wins, exercise
        assert exercise.reason
    assert checked >= 8


def test_the_table_says_who_wins_from_one_heap():
    table = lesson(cgt.parse_ruleset("takeaway(2n)")).table
    lost = [size for size, wins in zip(table.columns, *table.wins, strict=True) if not wins]
    assert lost == ["0", "1", "2", "3", "5", "8"]
    assert table.lines(filled=False) == (table.columns, ("",) * 13)


@pytest.mark.parametrize(
    ("game", "lost"),
    [
        ("nim", {(n, n) for n in range(9)}),
        ("wythoff", {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}),
        pytest.param("queen", {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}, marks=pytest.mark.full),
        ("chomp", {(n + 1, n) for n in range(1, 9)}),
    ],
)
def test_two_numbers_make_a_square_to_fill_in(game, lost):
    """The losing pairs of equal heaps, of Wythoff (1907), and of Chomp on two rows."""
    table = lesson(cgt.parse_ruleset(game)).table
    cells = zip(table.rows, table.wins, strict=True)
    found = {
        (int(down), int(across))
        for down, row in cells
        for across, wins in zip(table.columns, row, strict=True)
        if wins is False
    }
    assert found == lost
    blank, key = table.lines(filled=False), table.lines(filled=True)
    assert len(blank) == len(key) == 10
    assert {cell for line in blank[1:] for cell in line[1:]} <= {"", "–"}
    assert sum(cell == "L" for line in key[1:] for cell in line[1:]) == len(lost)


def test_a_game_that_no_two_numbers_tell_has_no_table():
    assert lesson(cgt.parse_ruleset("node-kayles")).table is None
    assert "<table" not in lesson_html(lesson(cgt.parse_ruleset("node-kayles")))


def test_the_same_seed_gives_the_same_lesson():
    game = cgt.parse_ruleset("kayles")
    assert lesson(game, seed=5) == lesson(game, seed=5)
    assert lesson(game, seed=5) != lesson(game, seed=6)


def test_a_game_with_too_few_positions_is_refused():
    tiny = cgt.TakingRule(lambda n: [], name="tiny")
    with pytest.raises(NotApplicableError, match="too few positions"):
        lesson(tiny)


def test_the_page_stands_alone_and_is_whole():
    page = lesson_html(lesson(cgt.parse_ruleset("wythoff")), "en")
    assert not re.search(r"(src|href)=", page)
    assert page.count("<li>") >= 24
    assert page.count("<section") == page.count("</section>") == 2


def test_the_command_writes_a_page(tmp_path, capsys):
    path = tmp_path / "lesson.html"
    assert main(["lesson", "takeaway(2n)", "--misere", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exercises"] == 12
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["--lang", "fr", "lesson", "nim", "-o", str(path)]) == 0
    assert '<html lang="fr">' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "game", ["nim", *(pytest.param(game, marks=pytest.mark.full) for game in ("wythoff", "queen"))]
)
def test_the_command_writes_pdf_whose_key_and_wall_take_a_page_each(tmp_path, monkeypatch, game):
    pytest.importorskip("fpdf")
    from cgt.apps.lessons import pdf

    pages = {}

    def counted(name, write, document, sheet):
        before = document.page_no()
        write(document, sheet)
        pages[name] = document.page_no() - before

    for name in ("_key", "_wall"):
        monkeypatch.setattr(pdf, name, partial(counted, name, getattr(pdf, name)))
    path = tmp_path / "lesson.pdf"
    assert main(["lesson", game, "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert pages == {"_key": 1, "_wall": 1}


@pytest.mark.parametrize(
    ("arguments", "code"), [(["nim", "-o", "a.doc"], 2), (["nope", "-o", "a.html"], 2), (["nim", "-o", "no/a.html"], 2)]
)
def test_bad_input_is_one_line_and_no_file(tmp_path, capsys, monkeypatch, arguments, code):
    monkeypatch.chdir(tmp_path)
    assert main(["lesson", *arguments]) == code
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_lesson_needs_no_numpy():
    call = "import sys; from cgt.apps.lessons import lesson; from cgt.games import Nim; lesson(Nim())"
    script = f"{call}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], timeout=60, check=False).returncode == 0
