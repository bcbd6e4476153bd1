"""A lesson asks what the engine answers, at two levels, and is written as a page and as PDF."""

import html
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from itertools import count
from math import gcd
from random import Random

import attrs
import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.lessons import lesson
from cgt.apps.lessons.exercise_positions import ExercisePositions
from cgt.apps.lessons.lesson import _Maker
from cgt.apps.lessons.lesson_pages import Pictures, pages_of
from cgt.apps.lessons.phrases import position_text
from cgt.apps.lessons.written import lesson_html, lesson_pdf
from cgt.core.compounds import Sum, component_move, components_of
from cgt.core.language import language
from cgt.core.memory_limit import resident_memory
from cgt.core.outcome import Convention, Outcome
from cgt.core.wording import plainly_spaced
from cgt.errors import NotApplicableError, NumberError, OutputError
from cgt.families.lesson_words import words_of
from cgt.families.registry import example_ruleset, iter_rulesets

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
LOOKED_AT = [
    "fibonacci-nim",
    "kayles",
    "nim",
    "wythoff",
    "bounded-nim(3)",
    "chomp",
    "treblecross",
    "euclid",
    "turning-turtles",
]
"""The games with words of their own."""


MISERE = {"nim", "takeaway(2n)", "kayles"}
"""The games that are tried in misère play too by default."""


@cache
def lesson_on_nim():
    """One for the tests that only look at it."""
    return lesson(cgt.games.Nim())


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(
    ("text", "convention"),
    [
        *((text, "normal") for text in GAMES),
        *(pytest.param(text, "misere", marks=() if text in MISERE else pytest.mark.full) for text in GAMES),
    ],
)
def test_every_answer_is_what_the_search_says(text, convention, level, upto):
    game = cgt.parse_ruleset(text)
    sheet = lesson(game, convention, level=level, seed=3)
    assert [exercise.part for exercise in sheet.exercises][:6] == ["ladder"] * 6
    assert len(sheet.exercises) in (10, 12)
    evaluator = cgt.Evaluator(convention, max_positions=upto(5_000, full=200_000))
    checked = 0
    for exercise in sheet.exercises:
        position = game.parse(exercise.position)
        try:
            wins = evaluator.outcome(position) is Outcome.N
        except cgt.errors.CGTError:
            continue
        checked += 1
        assert exercise.wins == wins, exercise
        solution = cgt.solve(position, convention)
        assert level == 2 or "⊕" not in exercise.reason
        by_search = solution.answer.components or solution.route in {"search", "table"}
        few = len(list(position.moves())) <= 4
        assert exercise.reason or exercise.leaves or by_search or not (wins or few)
        assert wins or not exercise.moves
    assert checked >= 8


@pytest.mark.full("nim")  # of the many moves from three heaps each is searched; the pairs are in fibonacci-nim
@pytest.mark.parametrize("text", ["kayles", "nim", "fibonacci-nim", "chomp", "treblecross"])
def test_the_key_has_every_winning_move(text):
    """By the definition: a move wins that leads to a position lost for the player to move."""
    game, lost = cgt.parse_ruleset(text), cgt.Evaluator("normal")
    for level in (1, 2):
        for exercise in lesson(game, level=level).exercises:
            position = game.parse(exercise.position)
            winning = [move for move in position.moves() if lost.outcome(position.play(move)) is Outcome.P]
            parts = components_of(position)
            inner = [component_move(move, len(parts)) if isinstance(position, Sum) else (0, move) for move in winning]
            expected = {
                (position_text(game, parts[index]), game.wording.move_text(parts[index], move)) for index, move in inner
            }
            assert len(exercise.moves) == len(expected)
            for part, words in expected:
                assert any(move == words and (len(parts) == 1 or part in where) for where, move in exercise.moves)


def test_the_key_of_an_own_rule_tells_its_secret():
    pytest.importorskip("numpy")
    advice = lesson(cgt.parse_ruleset("vectors((1,0),(0,1),(1,1))")).advice
    assert plainly_spaced(advice) == "leave numbers x, y such that x mod 2 = 0 and y mod 2 = 0"


def test_the_table_says_who_wins_from_one_heap():
    table = lesson(cgt.parse_ruleset("takeaway(2n)")).table
    lost = [size for size, cell in zip(table.columns, *table.cells, strict=True) if cell == "L"]
    assert lost == ["0", "1", "2", "3", "5", "8", "13"]
    assert table.lines(filled=False)[1][1:] == ("",) * 17


@pytest.mark.parametrize(
    ("game", "lost"),
    [
        ("nim", {(n, n) for n in range(9)}),
        ("wythoff", {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}),
        pytest.param("queen", {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}, marks=pytest.mark.full),
        ("chomp", {(n + 1, n) for n in range(1, 9)}),
        (
            "kayles",
            {(n, n) for n in range(9)}
            | {(1, 4), (4, 1), (1, 8), (8, 1), (4, 8), (8, 4)}
            | {(2, 7), (7, 2), (3, 6), (6, 3)},
        ),
    ],
)
def test_two_numbers_make_a_square_to_fill_in(game, lost):
    """The losing pairs of equal heaps, of Wythoff (1907), of Chomp on two rows, and of Kayles on two rows."""
    table = lesson(cgt.parse_ruleset(game)).table
    cells = zip(table.rows, table.cells, strict=True)
    found = {
        (int(down), int(across))
        for down, row in cells
        for across, cell in zip(table.columns, row, strict=True)
        if cell == "L"
    }
    assert found == lost
    blank, key = table.lines(filled=False), table.lines(filled=True)
    assert len(blank) == len(key) == 10
    assert {cell for line in blank[1:] for cell in line[1:]} <= {"", "–"}
    assert sum(cell == "L" for line in key[1:] for cell in line[1:]) == len(lost)


def test_a_function_of_one_heap_is_asked_for_two_where_one_is_always_won():
    """Of nim, from 0: two equal heaps are lost."""
    table = lesson(cgt.game(range, name="nim by options", rules="Take any.")).table
    won = [[down != across for across in table.columns] for down in table.rows]
    assert [[cell == "W" for cell in row] for row in table.cells] == won
    assert len(table.rows) == len(table.columns) == 9


def test_several_amounts_that_win_are_an_answer_with_or():
    game = cgt.parse_ruleset("subtraction(1,3,4)")
    assert any(exercise.answer == "W: take 1 or 3" for exercise in lesson(game).exercises)
    with language("fr"):
        assert any(exercise.answer.endswith("prendre 1 ou 3") for exercise in lesson(game).exercises)


@pytest.mark.parametrize("text", ["kayles", "ruler", "turning-corners", "grundy"])
def test_nim_values_are_introduced_where_they_are_added(text):
    """Ruler and turning corners have no table that numbers tell."""
    _left, right, *_others = pages_of(lesson(cgt.parse_ruleset(text), level=2))
    kinds = [getattr(block, "text", type(block).__name__) for block in right.blocks]
    assert kinds.index("Several games at once: nim-values") < kinds.index("Sums")


def test_the_table_of_nim_values_is_that_of_the_article():
    """Kayles of Guy and Smith (1956): 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4."""
    sheet = lesson(cgt.parse_ruleset("kayles"), level=2)
    assert sheet.values.cells == (tuple("0123143214264"),)
    assert lesson(cgt.parse_ruleset("kayles"), "misere", level=2).values is None


SITE = "https://example.org/games/"


@pytest.mark.parametrize(
    ("text", "level", "site"),
    [
        *((text, 1, None) for text in LOOKED_AT),
        *(pytest.param(text, 2, None, marks=() if text in MISERE else pytest.mark.full) for text in LOOKED_AT),
        ("fibonacci-nim", 1, SITE),
    ],
)
def test_a_person_reads_no_notation_and_no_gap_is_left_open(text, level, site, monkeypatch):
    """But in the links to the page, which are there once the project has an address."""
    monkeypatch.setattr(sys.modules["cgt.apps.lessons.lesson"], "site_address", lambda: site)
    sheet = lesson(cgt.parse_ruleset(text), level=level)
    page = lesson_html(sheet)
    assert sheet.words.statement
    words = re.sub(r"<svg.*?</svg>|<style.*?</style>|(bite |; |“)\d+:\d+", "", page, flags=re.DOTALL)
    words, links = re.subn(rf"{SITE}[^<\s]*", "", words)
    assert (links > 0) is (site is not None)
    assert not re.search(r"\d:\d", words)
    assert "[[" not in page
    assert page.count('class="gap"') == page.count('class="filled"')


@pytest.mark.parametrize(("text", "lost"), [("bounded-nim(3)", {0, 4, 8, 12, 16}), ("treblecross", {0, 6, 12})])
def test_the_statement_of_a_game_is_what_its_table_says(text, lost):
    table = lesson(cgt.parse_ruleset(text)).table
    assert {int(size) for size, cell in zip(table.columns, *table.cells, strict=True) if cell == "L"} == lost


@pytest.mark.parametrize(
    ("changed", "convention", "lost"),
    [
        ("takeaway(n)", "normal", {0, 1, 2, 4, 8, 16}),
        ("dawsons-kayles", "normal", {0, 1, 5, 9, 15, 21, 25}),
        ("dawsons-chess", "normal", {0, 4, 8, 14, 20, 24, 28}),
        ("bounded-nim(3)", "misere", {1, 5, 9}),
    ],
)
def test_what_is_told_of_the_changed_rule_is_what_the_search_says(changed, convention, lost):
    """Fibonacci nim without doubling, Kayles by twos, treblecross with crosses next but one, take 1 to 3 misère."""
    game, evaluator = cgt.parse_ruleset(changed), cgt.Evaluator(convention)
    found = [size for size in range(max(lost) + 1) if evaluator.outcome(game.position(size)) is Outcome.P]
    assert set(found) == lost
    texts = {
        "takeaway(n)": "takeaway(2n)",
        "dawsons-kayles": "kayles",
        "dawsons-chess": "treblecross",
        "bounded-nim(3)": "bounded-nim(3)",
    }
    told = words_of(cgt.parse_ruleset(texts[changed]), cgt.Convention.NORMAL).changed
    assert ", ".join(map(str, sorted(lost - {0}))) in told


def test_on_three_rows_of_chocolate_these_are_lost():
    told = words_of(cgt.parse_ruleset("chomp"), cgt.Convention.NORMAL).changed
    chomp, evaluator = cgt.games.Chomp(), cgt.Evaluator("normal")
    bars = [tuple(map(int, re.findall(r"\d+", bar))) for bar in told.split(";")[:-1]]
    rows = [(a, b, c) for a in range(1, 7) for b in range(1, a + 1) for c in range(1, b + 1)]
    lost = [bar for bar in rows if evaluator.outcome(chomp.position(*bar)) is Outcome.P]
    assert sorted(bars) == sorted(lost)


def test_a_cross_shades_what_goes_with_it():
    sheet = lesson(cgt.parse_ruleset("treblecross"))
    before, after = sheet.pictures
    assert before.svg.count("<rect") == after.svg.count("<rect") == 9
    assert after.svg.count("×") == 1
    assert 2 <= after.svg.count("#cccccc") <= 4


@pytest.mark.parametrize("text", ["kayles", "treblecross", "wythoff", "chomp", "fibonacci-nim"])
def test_pictures_can_be_read_on_paper_and_no_position_is_asked_twice(text, upto):
    """A row of 17 pins is 450 pixels wide; of 21 pins nobody reads the numbers on half a page."""
    for seed in range(upto(1, full=2)):
        sheet = lesson(cgt.parse_ruleset(text), seed=seed)
        sizes = [picture.size for exercise in sheet.exercises for picture in exercise.pictures]
        assert all(width <= 450 and height <= 340 for width, height in sizes)
        assert len({exercise.position for exercise in sheet.exercises}) == len(sheet.exercises)
        assert len(sheet.exercises) == (10 if text == "wythoff" else 12)  # large boards, of which fewer fit


def test_what_may_be_taken_stands_in_words_above_the_heap():
    sheet = lesson(cgt.parse_ruleset("fibonacci-nim"))
    limited = [exercise for exercise in sheet.exercises if "at most" in exercise.text]
    assert len(limited) == 6
    drawn = [picture.svg.partition("</title>")[2] for exercise in limited for picture in exercise.pictures]
    assert len(drawn) == 6
    assert not any("at most" in text for text in drawn)


def test_a_game_that_no_two_numbers_tell_has_no_table():
    assert lesson(cgt.parse_ruleset("node-kayles")).table is None
    assert "A table to fill in" not in lesson_html(lesson(cgt.parse_ruleset("node-kayles")))


@pytest.mark.parametrize(
    ("text", "axes"),
    [
        ("chomp", "first row down, second row across"),
        ("kayles", "first row down, second row across"),
        ("delete-nim", "first heap down, second heap across"),
        ("wythoff", "row from below, column across"),
        ("euclid", "first number down, second number across"),
    ],
)
def test_a_table_says_what_its_numbers_count(text, axes):
    assert lesson(cgt.parse_ruleset(text)).table.axes == axes


def test_a_game_that_says_rows_in_a_sentence_has_heaps_all_the_same():
    @attrs.frozen
    class Own(cgt.games.Nim):
        said = "coins in the rows of a wall: {sizes}"

    assert lesson(Own()).table.axes == "first heap down, second heap across"


def test_a_game_of_ones_own_has_words_of_its_own_in_normal_play():
    @attrs.frozen
    class Own(cgt.games.Nim):
        def lesson_words(self):
            return attrs.evolve(super().lesson_words(), statement="Take [[all]].")

    assert lesson(Own()).words.statement == "Take [[all]]."
    words = lesson(Own(), "misere").words
    assert words.statement == ""
    assert words.change.endswith("moves last wins?")


def _lamps(burning: int) -> list[int]:
    """Each lamp that burns, or all three of a row that burn."""
    return [burning ^ lamps for lamps in (*(1 << lamp for lamp in range(6)), 7, 56) if burning & lamps == lamps]


@pytest.mark.full(
    "moves(n: n mod 2 == 1 -> n - 1)-2",
    "moves(n: t >= 1 -> n - t)-2",
    "moves(n: t mod 2 == 1 -> n - t)-1",
    "moves(n: t mod 2 == 1 -> n - t)-2",
    "moves(x, y, z: s < t -> x - t, y + s, z)-1",
    "moves(x, y, z: s < t -> x - t, y + s, z)-2",
)
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(
    "game",
    [
        cgt.game(_lamps, example=63),
        cgt.game(lambda n: [n - 1, n // 2] if n else []),
        cgt.game(lambda abc: [(*abc[1:], n) for n in range(abc[0])], example=(3, 4, 5)),
        "moves(n: t >= 1 -> n - t)",
        "moves(n: t mod 2 == 1 -> n - t)",
        "moves(n: n mod 2 == 1 -> n - 1)",
        "moves(x, y, z: s < t -> x - t, y + s, z)",
    ],
    ids=str,
)
def test_a_game_of_functions_or_a_sentence_on_numbers_has_a_lesson(game, level):
    game = cgt.parse_ruleset(game) if isinstance(game, str) else game
    sheet = lesson(game, level=level)
    assert len(sheet.exercises) >= 10
    for exercise in sheet.exercises:
        assert exercise.wins == (cgt.outcome(game.parse(exercise.position)) is Outcome.N)


def test_the_same_seed_gives_the_same_lesson():
    game = cgt.parse_ruleset("hackenbush")
    sheets = [lesson(game, seed=seed) for seed in (5, 5, 6)]
    assert sheets[0] == sheets[1] != sheets[2]


def test_the_same_seed_gives_the_same_lesson_whatever_was_asked_before(monkeypatch):
    """A search that goes on from what the process remembers gets further: other exercises were chosen."""
    game, limit = cgt.games.Cram(), "cgt.apps.lessons.exercise_positions.SEARCHED"
    cgt.forget()
    sheets = []
    for most in (50, 500, 50):
        monkeypatch.setattr(limit, most)
        sheets.append(lesson(game))
    assert sheets[0] == sheets[2] != sheets[1]


def test_the_same_seed_gives_the_same_lesson_on_a_slow_machine(monkeypatch):
    """A search was given a second, and what it did not solve by then was no exercise."""
    game = cgt.games.ArcKayles()
    sheet = lesson(game)
    seconds = count(step=1_000)
    monkeypatch.setattr("cgt.engine.budget.time.process_time", lambda: float(next(seconds)))
    assert lesson(game) == sheet


def test_numbers_of_sylver_coinage_that_leave_moves_without_end_are_no_exercise():
    """Each of nine took most of a second, to no avail."""
    positions = ExercisePositions(cgt.games.SylverCoinage(), cgt.Convention.NORMAL, Random(0))
    assert len(positions.large()) > 12
    assert all(gcd(*position.state) == 1 for position in (*positions.small(), *positions.large()))


def test_a_game_with_too_few_positions_is_refused():
    tiny = cgt.TakingRule(lambda n: [], name="tiny")
    with pytest.raises(NotApplicableError, match="too few positions"):
        lesson(tiny)


def test_a_game_with_enough_positions_for_the_ladder_alone_has_a_page():
    """There is nothing to use the sentence on: the page was a traceback."""
    six = cgt.game(lambda n: [each for each in (n - 1, n - 2) if each >= 0] if n < 7 else [], example=6)
    sheet = lesson(six)
    assert {exercise.part for exercise in sheet.exercises} == {"ladder"}
    assert "Use it" not in lesson_html(sheet)
    assert "Use it" in lesson_html(lesson_on_nim())


def test_a_small_pool_is_asked_to_its_end():
    """Of eight positions the steps of misere play took the later ones first, and the lesson was refused."""
    sheet = lesson(cgt.games.ArcKayles(), "misere")
    positions = [exercise.position for exercise in sheet.exercises if exercise.part == "ladder"]
    assert len(positions) == len(set(positions)) == 6


def test_a_third_level_is_refused():
    with pytest.raises(NumberError, match="level 1 or 2, not 3"):
        lesson(cgt.games.Nim(), level=3)


def test_the_page_stands_alone_and_is_whole():
    page = lesson_html(lesson(cgt.parse_ruleset("wythoff")), "en")
    assert not re.search(r"(src|href)=", page)
    assert page.count('class="task"') == 10
    assert page.count("<section") == page.count("</section>") == 5


class Tags(HTMLParser):
    """The tags of a page, in their order."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, *attrs))


@pytest.mark.parametrize("title", ["</title><script>alert(1)</script></h1><img src=x onerror='alert(1)'>"])
def test_a_title_is_only_text_in_a_lesson(monkeypatch, title):
    usual = lesson_html(lesson_on_nim())
    monkeypatch.setattr(cgt.games.Nim, "title", title)
    monkeypatch.setattr(cgt.games.Nim, "rules", title)
    page = lesson_html(lesson(cgt.games.Nim()))
    assert title in html.unescape(page)
    assert Tags(page).found == Tags(usual).found


def test_the_command_writes_a_page(tmp_path, capsys):
    path = tmp_path / "lesson.html"
    assert main(["lesson", "takeaway(2n)", "--misere", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exercises"] == 12
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["--lang", "fr", "lesson", "nim", "--level", "2", "-o", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    assert "Valeurs de Grundy" in page


def pages_in(pdf):
    """How many pages a PDF has, counted in its structure."""
    import zlib

    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    text = pdf
    for stream in streams:
        try:
            text += zlib.decompress(stream)
        except zlib.error:
            continue
    return len(re.findall(rb"/Type\s*/Page\b", text))


@pytest.mark.full  # by default a PDF is set of a user's game, below
@pytest.mark.parametrize(
    ("text", "level"), [("bounded-nim(3)", 1), *((name, level) for name, _game in iter_rulesets() for level in (1, 2))]
)
def test_a_pdf_has_a_page_for_each_purpose(text, level):
    """Two pages of exercises, key, teacher, wall: nothing runs over."""
    pytest.importorskip("typst")
    from cgt.apps.lessons.written import lesson_pdf

    game = cgt.parse_ruleset(text) if "(" in text else example_ruleset(text)
    with language("fr"):
        pdf = lesson_pdf(lesson(game, game.conventions[0], level=level), "fr")
    assert pdf.startswith(b"%PDF")
    assert pages_in(pdf) == 5


@pytest.mark.full
def test_an_edge_is_printed_in_one_line():
    """`ground-` stood at the end of a line of the key, and `a` on the next."""
    pytest.importorskip("typst")
    reader = shutil.which("pdftotext")
    if not reader:
        pytest.skip("no pdftotext here")
    with language("fr"):
        pdf = lesson_pdf(lesson(example_ruleset("nimstring")), "fr")
    read = subprocess.run([reader, "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    lines = read.stdout.decode().splitlines()
    assert sum("ground-a" in line for line in lines) > 5
    assert not [line for line in lines if re.search(r"\w-( {2}|$)", line)]


def test_a_text_of_a_user_is_never_read_as_typst(tmp_path):
    """Neither code nor a file: the words stand in the PDF as they are written."""
    pytest.importorskip("typst")
    from cgt.apps.lessons.written import lesson_pdf

    secret = tmp_path / "secret.txt"
    secret.write_text("do not read", encoding="utf-8")
    evil = f'#read("{secret}") #panic() $1/0$ *bold* ]] }} #import "@preview/x:1.0.0"'
    game = cgt.game(range, title=evil, rules=evil, example=30, read=int)
    with language("fr"):  # the longer words: nothing runs over
        pdf = lesson_pdf(lesson(game), "fr")
    assert pdf.startswith(b"%PDF")
    assert pages_in(pdf) == 5


def test_a_picture_that_asks_for_a_file_is_refused_by_name(tmp_path):
    pytest.importorskip("typst")
    from cgt.apps.lessons.written import lesson_pdf

    class Asking:
        def svg(self, *, title=""):
            size = 'width="10" height="10"'
            return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image href="{tmp_path}/a.png" {size}/></svg>'

        def text(self, *, width=80, plain=False):
            return ""

    game = cgt.game(range, title="x", rules="y.", example=30, read=int, sketch=lambda _state: Asking())
    with pytest.raises(OutputError, match="could not be set"):
        lesson_pdf(lesson(game))


@pytest.mark.full
def test_winning_moves_are_searched_of_those_alone_that_may_be_chosen(monkeypatch):
    """Of most positions in Sylver coinage the outcome is known at once, and the winning moves take seconds."""
    module = sys.modules["cgt.apps.lessons.exercise_positions"]
    asked = []

    def solve(position, *arguments, **options):
        asked.append(position)
        return cgt.solve(position, *arguments, **options)

    monkeypatch.setattr(module, "solve", solve)
    monkeypatch.setattr(module, "SEARCHED", 300)
    assert len(lesson(cgt.games.SylverCoinage()).exercises) >= 6
    assert len(asked) <= 24


@pytest.mark.full
def test_the_memory_for_one_pdf_is_free_for_the_next():
    pytest.importorskip("typst")
    from cgt.apps.lessons.written import lesson_pdf

    def taken(seed):
        lesson_pdf(lesson(cgt.games.Nim(), level=2, seed=seed))
        return resident_memory()

    begin = taken(0)
    assert max(map(taken, range(1, 4))) - begin < 400_000_000  # kept, they would be 600 MB


@pytest.fixture(scope="module")
def pdf_of_nim():
    pytest.importorskip("typst")
    return lesson_pdf(lesson(cgt.games.Nim()))


@pytest.mark.full
def test_a_pdf_is_tagged_and_the_same_twice(pdf_of_nim):
    assert b"/MarkInfo" in pdf_of_nim or b"StructTreeRoot" in pdf_of_nim
    assert pdf_of_nim == lesson_pdf(lesson(cgt.games.Nim()))


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


@pytest.fixture
def short_boards(monkeypatch, upto):
    """Boards of up to eight columns: of longer ones each move is tried, which takes seconds."""
    monkeypatch.setattr(sys.modules["cgt.apps.lessons.exercise_positions"], "WIDEST", upto(200, full=450))


@pytest.mark.usefixtures("short_boards")
@cache
def cram_sheet(seed):
    return lesson(cgt.games.Cram(), seed=seed)


@pytest.mark.full
def test_cram_is_taught_on_small_boards_with_the_answer_by_symmetry():
    sheet = cram_sheet(0)
    boards = [re.fullmatch(r"a board of (\d+) by (\d+)", exercise.text) for exercise in sheet.exercises]
    assert all(boards)
    for board, exercise in zip(boards, sheet.exercises, strict=True):
        rows, columns = map(int, board.groups())
        if rows % 2 == 0 == columns % 2:
            assert not exercise.wins
            assert "image" in exercise.reason
        elif (rows + columns) % 2:
            assert exercise.wins
            assert exercise.reason.startswith("cover the two squares in the middle")
        else:
            assert exercise.reason.endswith("is its own image; all moves were tried")
    assert "What no reason explains" not in str(pages_of(sheet))
    cells = sheet.table.lines(filled=True)
    assert [line[1:] for line in cells[1:]] == [
        ("L", "W", "W", "W", "L"),  # one row is Dawson's Kayles; the rest: Lemoine and Viennot (2012)
        ("W", "L", "W", "L", "W"),
        ("W", "W", "L", "W", "W"),
        ("W", "L", "W", "L", "W"),
        ("L", "W", "W", "W", "L"),
    ]


@pytest.mark.full("1", "2")
@pytest.mark.usefixtures("short_boards")
@pytest.mark.parametrize("seed", range(3))
def test_the_key_of_cram_names_each_winning_move_or_its_mirror_image(seed):
    game, lost = cgt.games.Cram(), cgt.Evaluator("normal")
    for exercise in cram_sheet(seed).exercises:
        position = game.parse(exercise.position)
        if not exercise.wins or "4 by 5" in exercise.text or "3 by 9" in exercise.text:
            continue  # these take long by the definition
        down, across = map(int, exercise.position.split("x"))
        named = [
            [tuple(map(int, pair)) for pair in re.findall(r"(\d+):(\d+)", words)] for _part, words in exercise.moves
        ]
        images = {
            frozenset(
                (down + 1 - row if tops else row, across + 1 - column if sides else column) for row, column in squares
            )
            for squares in named
            for tops in (False, True)
            for sides in (False, True)
        }
        assert images == {
            frozenset(move) for move in position.moves() if lost.outcome(position.play(move)) is Outcome.P
        }
        assert len(named) <= 4
        assert ("or mirrored" in exercise.answer) is (len(images) > len(named))


PRINTED = {("chomp", "normal"), ("kayles", "normal"), ("wythoff", "misere"), ("grundy", "normal")}


@pytest.mark.parametrize(
    ("name", "convention"),
    [
        pytest.param(name, convention, marks=() if (name, convention) in PRINTED else pytest.mark.full)
        for name in ("cram", "kayles", "chomp", "wythoff", "nim", "grundy")
        for convention in ("normal", "misere")
    ],
)
def test_no_command_line_and_no_nim_sum_stands_on_the_paper_of_level_one(name, convention):
    pages = pages_of(lesson(cgt.parse_ruleset(name), convention))
    words = str(pages)
    assert "cgt lesson" not in words
    assert "--" not in words
    assert "⊕" not in words
    assert "search of every line" not in words


@pytest.mark.full
def test_letter_as_well_as_a4(pdf_of_nim):
    sheet = lesson(cgt.games.Nim())
    assert "size: letter;" in lesson_html(sheet, paper="letter")
    assert boxes(lesson_pdf(sheet, paper="letter")) == {b"[0 0 612 792]", b"[0 0 792 612]"}
    assert not {b"[0 0 612 792]"} & boxes(pdf_of_nim)


@pytest.mark.full
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_sheets_of_wythoff_have_letters_of_nine_points_on_letter_paper(code, level):
    """With the numbers along the boards, which were of 4 points."""
    pytest.importorskip("typst")
    with language(code):
        pages = letters(lesson_pdf(lesson(cgt.games.Wythoff(), level=level), code, "letter"))
    assert len(pages) == 5
    assert min(size for sheet in pages[:2] for size in sheet) >= 9


def letters(pdf):
    """The sizes of letters in points, as they are printed, and how often each is set: of each page."""
    import zlib

    found, step = [], re.compile(rb"(?<![\w.])(?:([qQ])(?=\s)|((?:-?[\d.]+ ){6})cm)|/\w+ ([\d.]+) Tf")
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(stream)
        except zlib.error:
            continue
        scales, sizes = [1.0], Counter()
        for keep, matrix, size in step.findall(text):
            if keep == b"q":
                scales.append(scales[-1])
            elif keep == b"Q":
                scales.pop()
            elif matrix:
                scales[-1] *= abs(float(matrix.split()[3]))
            else:
                sizes[round(float(size) * scales[-1], 1)] += 1
        if sizes:
            found.append(sizes)
    return found


def boxes(pdf):
    """The sizes of the pages of a PDF."""
    return set(re.findall(rb"/MediaBox *(\[[^]]*\])", pdf))


def test_the_board_stays_where_it_is_when_a_queen_is_shown_to_move():
    """The second picture was cut to the squares below the queen, so that she stood where she had stood before."""
    before, after = lesson(cgt.games.Wythoff(), seed=3).pictures
    assert before.size == after.size
    places = [re.search(r"translate\((\d+) (\d+)\)", picture.svg) for picture in (before, after)]
    assert places[0].groups() != places[1].groups()


def maker_of(game):
    return _Maker(ExercisePositions(game, Convention.NORMAL, Random(0)), 1)


def test_the_key_says_what_each_winning_move_leaves():
    """From 27, of which 14 may be taken, 6 wins as well as the part 1 of the sum of Fibonacci numbers."""
    maker = maker_of(cgt.parse_ruleset("takeaway(2n)"))
    exercise = maker._exercise("further", cgt.parse_position("takeaway(2n) 27:14"))
    assert [move for _part, move in exercise.moves] == ["take 1", "take 6"]
    assert exercise.reason == "27 = 21 + 5 + 1: take 1"
    assert exercise.leaves == ("take 6 leaves a heap of 21, at most 12 may be taken",)


def test_reasons_on_level_1_are_in_the_words_of_the_game():
    maker = maker_of(cgt.games.Cram())
    assert "two squares in the middle" in maker._exercise("ladder", cgt.games.Cram().position(3, 4)).reason
    assert maker._exercise("ladder", cgt.games.Cram().position(2, 4)).reason
    kayles = maker_of(cgt.games.Kayles())
    alike = kayles._exercise("further", cgt.games.Kayles().position(4, 4))
    assert alike.reason.startswith("for whoever is second: ")
    assert kayles._exercise("further", cgt.games.Kayles().position(5)).reason.startswith("begin in the middle")
    nodes = lesson(cgt.parse_ruleset("node-kayles"), seed=0)
    assert not any("worth" in exercise.reason for exercise in nodes.exercises)


@pytest.mark.full
def test_sprouts_are_drawn_as_they_were_played():
    sheet = lesson(cgt.games.Sprouts(), seed=0)
    assert len({exercise.position for exercise in sheet.exercises}) == 12
    for exercise in sheet.exercises:
        (picture,) = exercise.pictures
        spots = set(re.findall(r'data-part="(\d+)"', picture.svg))
        for _part, move in exercise.moves:
            assert set(re.findall(r"\d+", move)) <= spots, "a move names spots of the picture"
            assert "leaving" not in move
    start, after = sheet.pictures
    assert (start.svg.count("<circle"), after.svg.count("<circle")) == (3, 4)
    assert all(width < 240 and height < 240 for width, height in (start.size, after.size)), "cut to what is drawn"


def test_an_exercise_is_no_other_one_under_new_names_and_its_graph_is_small(upto):
    game = cgt.games.Hackenbush()
    for seed in range(upto(1, full=3)):
        states = [game.parse(exercise.position).state for exercise in lesson(game, seed=seed).exercises]
        assert len({game.canonical(state) for state in states}) == len(states)
    graphs = [exercise.position for exercise in lesson(cgt.games.Geography()).exercises]
    assert all(graph.count("-") <= 10 for graph in graphs)


@pytest.mark.full
def test_a_key_does_not_say_twice_where_a_move_leads_nor_a_value_that_is_not_known(monkeypatch, upto):
    game = cgt.parse_ruleset("delete-nim")
    for exercise in lesson(game).exercises:
        assert not any("leaves" in text for text in exercise.leaves), exercise
    assert "delete-nim(" not in lesson(game).rules
    assert "euclid(" not in lesson(cgt.games.Euclid(to_zero=True)).rules
    monkeypatch.setattr(sys.modules["cgt.apps.lessons.exercise_positions"], "SEARCHED", upto(200, full=5_000))
    blocked = cgt.parse_ruleset("blocked(kayles,2)")
    assert not any("None" in exercise.reason for exercise in lesson(blocked, level=2).exercises)


@pytest.mark.parametrize("name", ["peg-duotaire", "poset"])
def test_positions_suffice_for_exercises_that_differ_in_more_than_names(name):
    game = cgt.parse_ruleset(name)
    asked = [game.canonical(game.parse(one.position).state) for one in lesson(game).exercises]
    assert len(set(asked)) == len(asked) == 12


def test_pictures_of_a_key_are_low_so_that_its_letters_can_be_read():
    key = pages_of(lesson(cgt.games.Hackenbush()))[2]
    assert all(block.low for block in key.blocks if isinstance(block, Pictures))


def test_what_the_lessons_on_euclid_and_turning_turtles_tell_is_true():
    def is_lost(game, *numbers):
        return cgt.Evaluator("normal").outcome(game.position(*numbers)) is Outcome.P

    euclid, turtles, mock = cgt.games.Euclid(), cgt.games.TurningTurtles(), cgt.games.MockTurtles()
    assert [is_lost(euclid, 4, 6), is_lost(euclid, 4, 7)] == [True, False]
    assert [is_lost(euclid, 5, 3), is_lost(euclid, 5, 8), cgt.nim_value(euclid.position(2, 5))] == [False, True, 2]
    for low in range(1, 15):
        for high in range(low, 15):
            changed = is_lost(cgt.games.Euclid(to_zero=True), low, high)
            assert changed is (low != high and is_lost(euclid, low, high))
    assert is_lost(turtles, 1, 2, 3)
    assert is_lost(turtles, 1, 2, 4, 7)
    assert not any(is_lost(turtles, place) or is_lost(turtles, place, place + 2) for place in range(1, 6))
    worths = [cgt.Evaluator("normal").nim_value(mock.position(place)) for place in range(1, 9)]
    assert ", ".join(map(str, worths)) in turtles.lesson_words().changed


def backwards(roads):
    """The letters of a graph's vertices, by the definition, from the ends on."""
    letters = {}
    for _round in roads.targets:
        for vertex in {end for edge in roads.edges for end in edge} - letters.keys():
            there = [letters.get(target) for target in roads.targets.get(vertex, ())]
            if "L" in there or all(letter == "W" for letter in there):
                letters[vertex] = "W" if "L" in there else "L"
    return letters


@pytest.mark.parametrize("level", [1, 2])
def test_a_draw_is_no_loss_in_the_lesson_on_walks(level):
    """Of three vertices from which the play goes on for ever the key said that every move loses."""
    game = cgt.games.Walk()
    sheet = lesson(game, level=level)
    for exercise in sheet.exercises:
        start, roads = game.read(exercise.position)
        letters = backwards(roads)
        assert exercise.answer[0] == letters.get(start, "D"), exercise
        wanted = {"W": "L", "L": None}.get(letters.get(start, "D"), "D")
        right = [target for target in roads.targets[start] if letters.get(target, "D") == wanted]
        assert {move for _part, move in exercise.moves} == {f"go to {target}" for target in right}
    assert [sum(one.answer[0] == letter for one in sheet.exercises) >= 2 for letter in "WLD"] == [True] * 3
    names, cells = sheet.table.lines(filled=True)
    assert dict(zip(names[1:], cells[1:], strict=True)) == dict.fromkeys("abc", "D") | {"d": "W", "e": "L"}
    assert "Write D, a draw" in str(pages_of(sheet))
    assert "Write D" not in str(pages_of(lesson_on_nim()))


def test_the_general_words_are_true_of_a_game_that_may_go_round():
    """They said that each position is W or L, and that two things prove a sentence, which they do of plays that end."""
    drawn, ended = lesson(cgt.games.Walk(), "misere"), lesson(cgt.games.Chomp(), "misere")
    assert drawn.has_draws
    assert not ended.has_draws
    for sheet in (drawn, ended):
        pages = str(pages_of(sheet))
        assert ("things prove your sentence" in pages) is not sheet.has_draws
        assert ("each position is W or L" in pages) is not sheet.has_draws
        assert ("each position is W, L or D" in pages) is sheet.has_draws
        assert ("from the end of the play: after that each W leads to an L that was found" in pages) is sheet.has_draws


@pytest.mark.parametrize("name", ["kayles", "walk"])
def test_the_general_words_do_not_call_the_end_of_a_misere_play_lost(name):
    """They said that L is where every move leads to a W, so where none is left; and proved the rule of normal play."""
    sheet = lesson(cgt.parse_ruleset(name), "misere")
    assert sheet.words.proof[:2] == (
        "Where no move is left, the player to move has won: that is [[W]].",
        "Any other position is L when every move from it leads to a [[W]].",
    )
    assert sheet.words.proof[-1].startswith("And from every other position that has a move") is not sheet.has_draws
    teacher = str(pages_of(sheet)[3])
    assert "as long as the play goes on, every move from a lost position" in teacher
    assert "While the play goes on: L if every move" in teacher


def test_the_general_words_speak_of_no_table_where_there_is_none():
    sheet = lesson(cgt.games.NodeKayles())
    assert sheet.table is None
    assert "table" not in str(sheet.words)


def test_what_the_lesson_on_nimstring_says_of_rows_and_rings_is_what_the_search_says():
    game, lost = cgt.games.Nimstring(), cgt.Evaluator("normal")
    rows = game.lesson_words().lines
    found = [[lost.outcome(game.parse(text)) is Outcome.P if text else None for text in row[1:]] for row in rows]
    assert found[0] == [True, *[False] * 6]
    assert found[1] == [False, False, *[True] * 5]
    assert found[2] == [None, None, False, *[True] * 4]
    letters = [exercise.answer[0] for exercise in lesson(game).exercises]
    assert letters.count("L") >= 3
    assert letters[:6].count("L") >= 1


def test_a_move_in_a_sum_of_pictures_says_in_which_one_and_no_arrow_stands_between_them():
    game, lost = cgt.games.Nimstring(), cgt.Evaluator("normal")
    sheet = lesson(game, level=2)
    sums = [exercise for exercise in sheet.exercises if exercise.part == "sum"]
    assert sum(exercise.wins for exercise in sums) >= 2
    for exercise in sums:
        parts = [game.parse(text) for text in exercise.position.split(" + ")]
        assert len(exercise.pictures) == len(parts) == 2
        assert set(exercise.moves) == {
            (f"{{moves}} in picture {number}", game.wording.move_text(part, move))
            for number, (part, other) in enumerate((parts, parts[::-1]), start=1)
            for move in part.moves()
            if lost.outcome(Sum(part.play(move), other)) is Outcome.P
        }
    assert "→  →" not in lesson_html(sheet)


@pytest.mark.full
@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("name", sorted(name for name, _game in iter_rulesets()))
def test_each_game_has_a_lesson_that_can_be_handed_out(name, code):
    for level in (1, 2):
        with language(code):
            page = lesson_html(lesson(example_ruleset(name), level=level), code)
        text = html.unescape(re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", page, flags=re.DOTALL))
        unfit = re.findall(r"closed form|search of|by search|None|\{|\}|\[\[|cgt |pip |--\w", text)
        unfit += re.findall(r"⊕|nim-value|valeurs? de Grundy", text) if level == 1 else []
        assert unfit == []


def test_a_game_that_counts_lost_options_is_valued_by_them():
    """Its turns, in which moves are forbidden, would be too many to search."""
    game = cgt.parse_ruleset("blocked(kayles,2)")
    positions = ExercisePositions(game, Convention.NORMAL, Random(0))
    rows = [game.position(size) for size in range(20)]
    assert [positions.nim_value(row) for row in rows] == [int(cgt.outcome(row) is Outcome.N) for row in rows]


@pytest.mark.parametrize(
    "text", [*(pytest.param(name, marks=pytest.mark.full) for name in ("sprouts", "sylver")), "lctr", "notakto"]
)
def test_no_pupil_is_asked_for_a_secret_that_the_key_does_not_have(text):
    game = cgt.parse_ruleset(text)
    sheet = lesson(game, game.conventions[0])
    assert not sheet.has_secret
    said = lesson_html(sheet)
    assert "The player to move loses exactly when" not in said
    assert "The secret<" not in said
    assert "Which positions are L for sure?" in said
    assert lesson(cgt.games.Kayles()).has_secret


def test_the_key_of_misere_nim_has_boutons_rule():
    sheet = lesson(cgt.games.Nim(), "misere")
    assert "then leave an odd number of heaps of 1" in sheet.advice
    assert sheet.advice in lesson_html(sheet).replace("Leave", "leave")


@pytest.mark.parametrize("text", [pytest.param("sprouts", marks=pytest.mark.full), "brussels-sprouts"])
def test_drawn_exercises_can_be_read(text):
    """No spot touches another one, and the picture is not so high that its numbers become too small in print."""
    for seed in range(3):
        drawn = [exercise.pictures[0] for exercise in lesson(cgt.parse_ruleset(text), seed=seed).exercises]
        assert len(drawn) >= 6
        for picture in drawn:
            dots = [
                complex(*map(float, dot)) for dot in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture.svg)
            ]
            assert all(abs(one - other) >= 24 for place, one in enumerate(dots) for other in dots[:place])
            assert picture.size[1] <= 130


@pytest.mark.parametrize(
    "name",
    [
        "blocked(subtraction(1,2,3),2)",
        "enforced(subtraction(1,2),subtraction(3))",
        *(pytest.param(name, marks=pytest.mark.full) for name in ("blocked(kayles,2)", "enforced(nim,wythoff)")),
    ],
)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_reasons_are_true_where_the_other_player_chooses(name, convention):
    """From an L every move was said to lead to a W: a heap of 1 is an L, since its move to 0, an L, is forbidden."""
    made = lesson(cgt.parse_ruleset(name), convention)
    assert made.words.proof[0].startswith("Before each move the other player chooses")
    assert lesson_html(made).count("Before each move the other player chooses") == 3  # the pupils, the key, the teacher
    assert "the other player chooses" not in lesson(cgt.parse_ruleset("kayles"), convention).words.proof[0]


def test_where_the_other_player_chooses_first_the_key_says_what_that_changes():
    """To ask is no move: winning moves that may be forbidden are counted, each enforced ruleset is answered."""
    blocked = lesson(cgt.parse_ruleset("blocked(subtraction(1,2,3),2)"), seed=3)
    assert blocked.move == ""
    for exercise in blocked.exercises:
        assert exercise.answer == (
            "W, whatever the other player chooses" if exercise.wins else "L, if the other player chooses well"
        )
        count = int(re.match(r"winning moves: (\d+) of", exercise.reason)[1])
        assert exercise.wins is (count > 1)  # one may be forbidden
        assert not exercise.leaves
    enforced = lesson(cgt.parse_ruleset("enforced(subtraction(1,2),subtraction(3))"), level=2)
    assert {exercise.part for exercise in enforced.exercises} == {"ladder", "further"}
    for exercise in enforced.exercises:
        if exercise.wins:
            assert [text.partition(" is answered: ")[0] for text in exercise.leaves] == [
                "enforce subtraction(1,2)",
                "enforce subtraction(3)",
            ]
        else:
            assert exercise.answer.startswith("L, if the other player chooses this: enforce ")


@pytest.mark.parametrize("name", [pytest.param("circular-nim(2)", marks=pytest.mark.full), "moore-nim(2)"])
def test_a_game_whose_two_heaps_are_taken_at_once_has_exercises_with_more(name):
    sheet = lesson(cgt.parse_ruleset(name))
    assert sheet.table is None  # every cell would be won
    further = [exercise for exercise in sheet.exercises if exercise.part == "further"]
    assert {exercise.wins for exercise in further} == {True, False}
    assert all(exercise.position.count(",") > 1 for exercise in further)


def test_where_few_positions_are_lost_these_are_asked():
    sheet = lesson(cgt.parse_ruleset("all-but(1,3)"), "misere")
    assert [exercise.position for exercise in sheet.exercises if not exercise.wins] == ["2", "3"]


def test_few_exercises_are_won_by_whatever_is_played():
    game, search = cgt.parse_ruleset("arc-kayles"), cgt.Evaluator("normal")
    for seed in range(2):
        positions = [game.parse(exercise.position) for exercise in lesson(game, seed=seed).exercises]
        won = [position for position in positions if search.outcome(position) is cgt.Outcome.N]
        assert sum(len(search.winning_moves(one)) == len(list(one.moves())) for one in won) <= 3


def test_each_file_of_words_is_of_a_game_that_reads_it():
    texts = {
        file.name: file.read_text(encoding="utf-8")
        for file in files("cgt.games.lesson_texts").iterdir()
        if file.is_file()
    }
    names = [name.removesuffix(".toml") for name in texts if name.endswith(".toml")]
    assert len(names) == 12
    for name in names:
        opening, _place, _rest = example_ruleset(name).lesson_words().change.partition(".")
        assert opening in texts[f"{name}.toml"], name
