"""No game and no package is left out of the documentation, and no page out of its navigation."""

import doctest
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

import cgt
from cgt.core.language import language
from cgt.core.plugins import Plugin, Plugins
from cgt.families import registry
from cgt.families.registry import example_ruleset
from cgt.games import RULESETS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WRITTEN = [path for path in DOCS.rglob("*.md") if DOCS / "_generated" not in path.parents]


@pytest.fixture(scope="module")
def before():
    pytest.importorskip("yaml", reason="PyYAML is not installed: see the group `docs`")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        from docs.generate import before

        yield before


@pytest.fixture(scope="module")
def settings(before):
    """The settings of the site in each language."""
    return {code: before.configuration(code) for code in before.CODES}


@pytest.mark.parametrize("name", ["before", "finding", "games", "reference", "rulesets"])
def test_the_examples_of_a_generator_are_true(before, name):
    """One told what another example had been."""
    found = doctest.testmod(import_module(f"docs.generate.{name}"))
    assert found.attempted > found.failed == 0


def named(entries):
    """The paths that a navigation names, in order."""
    for entry in entries:
        inside = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from named(inside) if isinstance(inside, list) else [inside]


def test_every_game_has_its_pages(before):
    paths = before.paths()
    assert {f"{folder}/{name}.md" for folder in ("games", "fr/games") for name in RULESETS} <= paths


def test_a_strangers_game_is_no_page_of_ours_whatever_it_is_made_of(before, monkeypatch):
    """A function that `cgt.game` makes a game of is of a class of ours."""
    import cgt

    stranger = Plugins({"function-game": Plugin("game", "function-game", "strange:game", "strange")}, {})
    monkeypatch.setattr(registry, "_plugins", lambda: stranger)
    monkeypatch.setattr(Plugin, "load", lambda _plugin: cgt.game(range))
    before.games.names.cache_clear()
    assert registry.ruleset_names() == ["function-game"]
    assert "function-game" not in before.games.names()
    assert "nim" in before.games.names()


def test_words_about_a_game_are_of_a_game_and_of_rulesets_that_are(before):

    for file in (path for path in WRITTEN if path.parent.name == "games" and path.name != "index.md"):
        assert file.stem in before.games.names(), file
        for text in before.games.words(file.stem, "en").rulesets:
            assert str(cgt.parse_ruleset(text)) == text


def test_a_games_page_holds_what_it_says_and_what_was_written(before):
    written = before.games.written("wythoff")
    english, french = written.pages["games/wythoff.md"], written.pages["fr/games/wythoff.md"]
    assert english.startswith("# Wythoff's game\n\nA queen that walks home")
    assert "## `wythoff(2)`" in english
    assert french.startswith("# Jeu de Wythoff\n\n")
    assert 'data-kind="heaps" data-state="known"' in written.cards["en"]
    assert "<sup>" in english
    assert "<svg" in written.cards["fr"]


def test_what_is_proved_of_a_game_is_said_in_french_where_it_is_translated(before):
    from docs.generate import rulesets

    wythoff = example_ruleset("wythoff")
    for form in wythoff.closed_forms():
        english = rulesets.about(form)
        with language("fr"):
            assert rulesets.about(form) != english


def test_a_page_names_no_period_that_more_values_refute(before):
    """Factorials were said to have the period 25, observed to 3,000: `cgt period` finds none in 10,000 values."""
    from docs.generate import rulesets

    page = rulesets.page("take-a-factorial")
    assert "no period, proved (every number has a multiple that may be taken)" in page
    assert "period 25" not in page


def test_the_table_of_a_piece_is_of_its_squares(before):
    from docs.generate import rulesets

    assert "The nim-value of a position: first number down, second number across." in rulesets.page("king")
    assert "The nim-value of two heaps." in rulesets.page("wythoff")
    assert "The nim-value of two heaps." not in rulesets.page("king")
    assert "premier nombre de haut en bas, second nombre de gauche à droite" in rulesets.page("king", code="fr")


@pytest.mark.parametrize(("code", "period", "count"), [("en", ": period 12", "2,197"), ("fr", ": période 12", "2 197")])
def test_a_page_writes_numbers_and_periods_as_its_language_does(before, code, period, count):
    from docs.generate import rulesets

    kayles, lim = (rulesets.page(name, code=code).replace("\N{NO-BREAK SPACE}", " ") for name in ("kayles", "lim"))
    assert period in kayles
    assert "kayles: p" not in kayles
    assert "kayles : p" not in kayles
    assert count in lim


def test_every_closed_form_of_a_game_has_a_statement():
    forms = {type(form) for _name, ruleset in registry.iter_rulesets() for form in ruleset.closed_forms()}
    ours = [form for form in forms if form.__module__.startswith("cgt.")]
    assert len(ours) > 50
    assert [form.__name__ for form in ours if "statement" not in vars(form) or not form.statement.endswith(".")] == []


def test_a_page_says_the_secret_as_people_do(before, monkeypatch):
    """One heap by its number, no `20:19`; and Wythoff's queen is played as the queen, where there is a page for it."""
    monkeypatch.setattr(before.games.rulesets, "can_play", lambda: True)
    for path, page in before.games.written("fibonacci-nim").pages.items():
        secret = page.split("\n## ")[1]
        assert " (`20`)" in secret, path
        assert "20:19" not in secret, path
    assert "play/index.html?embed=1#queen/5,8" in before.games.written("wythoff").pages["games/wythoff.md"]


def test_a_page_says_the_amounts_of_each_ruleset_and_calls_secret_what_is_one(before):
    for path, amounts, secret in (
        ("games/subtraction.md", "from one heap: {}.", "An example"),
        ("fr/games/subtraction.md", "l’un des nombres donnés\N{NO-BREAK SPACE}: {}.", "Un exemple"),
    ):
        first, second = before.games.written("subtraction").pages[path].split("## `subtraction(2,5)`")
        assert amounts.format("1, 3, 4") in first
        assert amounts.format("2, 5") in second
        assert f"## {secret}" in first
    assert "by search" not in before.games.written("cram").pages["games/cram.md"]
    assert "## The secret" in before.games.written("chomp").pages["games/chomp.md"]
    assert "## An example" in before.games.written("grundy").pages["games/grundy.md"]


@pytest.mark.full
def test_the_page_of_compounds_names_each_kind_of_move(before):
    assert (
        "; or component 2: take 1; component 3: take 5; or "
        in before.games.written("compound").pages["games/compound.md"]
    )


def test_the_atlas_tells_what_is_known(before):
    """A period that is proved is no formula, and each word has its games."""
    known = {"nim": "known", "bounded-nim": "known", "kayles": "decided", "subtraction": "decided", "chomp": "in part"}
    known |= {"grundy": "open", "vectors": "in part"}
    assert {name: before.games.rulesets.state(before.games.example_ruleset(name)) for name in known} == known


def test_the_page_of_a_game_that_an_automaton_reads_says_so(before):
    page = before.games.written("vectors").pages["games/vectors.md"]
    assert "**automaton** (theorem)" in page
    assert "an automaton the others where one is proved" in page
    assert "no closed form" not in page


def test_the_atlas_says_where_no_game_is_left(before):
    card = '<a class="card" data-kind="{}" data-state="{}"></a>'
    cards = {"nim": card.format("heaps", "known"), "kayles": card.format("heaps", "decided")}
    cards |= {"chomp": card.format("boards", "in part")}
    rule = before.games.atlas(cards, "fr").partition(".nothing { display: none }")[2].partition("</style>")[0]
    empty = {tuple(re.findall(r'value="([^"]*)"', one)) for one in rule.split(" .nothing")} - {()}
    kinds = {kind for kind, _games in before.games.by_kind()}
    left = {("heaps", "known"), ("heaps", "decided"), ("boards", "in part")}
    assert empty == {(kind, state) for kind in kinds for state in before.games.rulesets.STATES} - left


def test_a_table_ends_where_a_search_would_be_long(before):
    """A compound has hundreds of options where a sum has ten: its whole table took minutes."""
    ruleset = cgt.parse_ruleset("compound(kayles,selective)")
    table = before.games.rulesets._value_rows(ruleset, range(6), max_positions=20)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)[1:] for row in table.split("<tr>")[2:]]
    assert [len(row) for row in cells] == [6] * 6
    assert cells[0] == ["0", "1", "2", "0", "1", "2"]
    assert cells[5][5] == "–"
    widths = [row.index("–") if "–" in row else 6 for row in cells]
    assert widths == sorted(widths, reverse=True)


def test_an_accent_does_not_change_the_order(before):
    heaps = next(titles for kind in before.games.navigation("fr") for key, titles in kind.items() if key == "Tas")
    titles = [next(iter(one)) for one in heaps]
    assert titles.index("Double Kayles") < titles.index("Échecs de Dawson") < titles.index("Euclide")


def test_a_long_picture_is_cut_in_the_atlas_before_it_is_too_small(before):
    fitted = 'preserveAspectRatio="xMinYMid slice" style="min-height: calc(0.45px * '
    assert f'{fitted}40)"' in before.games.written("fibonacci-nim").cards["en"]


@pytest.mark.parametrize("plays", [True, False])
def test_no_page_promises_a_board_that_is_not_built(before, monkeypatch, plays):
    monkeypatch.setattr(before, "can_play", lambda: plays)
    monkeypatch.setattr(before.games.rulesets, "can_play", lambda: plays)
    pages = {path: before.finished(path, (DOCS / path).read_text(encoding="utf-8")) for path in before.by_hand()}
    doors = {path for path, text in pages.items() if "play/index.html" in text}
    named = {"index.md", "guide/play-in-a-page.md", "guide/pupil.md"}
    assert doors == ({*named, *(f"fr/{path}" for path in named)} if plays else set())
    assert not any("<!-- where it plays" in text or "<!-- end" in text for text in pages.values())
    assert "](guide/play-in-a-page.md){ .md-button" in pages["index.md"] or plays
    for code, words in (("en", "Play it here"), ("fr", "Jouer ici")):
        board = before.games.rulesets.page("kayles", code=code)
        assert ("<iframe" in board, words in board, "<svg" in board) == (plays, plays, True)


def test_every_module_has_its_page_in_the_reference(before):
    """And no constant: they are for those who read the code."""
    files = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "cgt").rglob("*.py")]
    modules = {".".join(path.parts).removesuffix(".__init__") for path in files} - {"cgt", "cgt.__main__"}
    pages = before.reference.pages()
    assert {name for name in modules if f"::: {name}\n" in pages[before.reference.page_of(name)]} == modules
    assert len(pages) == len(modules)
    assert "| [`cgt.core.outcome`](outcome.md) |" in pages["reference/core/index.md"]


def test_the_navigation_names_every_page_once(before, settings):
    english = list(named(settings["en"]["nav"]))
    french = [f"fr/{path}" for path in named(settings["fr"]["nav"])]
    assert len(set(english)) == len(english)
    assert {*english, *french} == before.paths()


def test_there_are_six_tabs(settings):
    assert [next(iter(tab)) for tab in settings["en"]["nav"]] == [
        *("Play", "Learn", "Games", "Research", "Reference", "Project")
    ]


def test_a_french_page_leads_to_english_ones_by_plain_links(before):
    text = "# T\n\n[a](../../periods.md#b) [c](sums.md) [`d`][cgt.theory.genus.Genus]"
    finished = before.finished("fr/concepts/genus.md", text)
    assert '<a href="../../concepts/genus.html" hreflang="en" lang="en">English</a>' in finished
    assert '<a href="../../periods.html#b">a</a> [c](sums.md)' in finished
    assert '<a href="../../reference/theory/genus.html#cgt.theory.genus.Genus">`d`</a>' in finished


def test_no_page_names_another_server():
    """The site is built to be read offline; only links that a reader may click on lead outside."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in WRITTEN)
    assert not re.search(r"<(script|link|img|iframe)[^>]*https?://", pages)


def test_a_bar_in_code_is_written_as_it_is_typed():
    """In a table, too: there a backslash in front of it would be shown, and copied with the rule."""
    escaped = [
        path.relative_to(DOCS) for path in WRITTEN if re.search(r"`[^`\n]*\\\|[^`\n]*`", path.read_text("utf-8"))
    ]
    assert escaped == []


def test_every_command_that_a_page_names_is_one():
    from cgt.apps.cli.app import COMMANDS

    ours = {target.rpartition(":")[2].replace("_", "-") for target in COMMANDS}
    commands = re.compile(r"(?:^\$ |^ {4}|^|[`'\"])cgt ([a-z][a-z-]*)(?=[ `'\"\n])", re.MULTILINE)
    pages = [*WRITTEN, *(ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
    named = {(path.name, name) for path in pages for name in commands.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 100
    assert {(page, name) for page, name in named if name not in ours} == set()


ENTRY_POINTS = {"cgt.games", "cgt.routes", "cgt.theorems", "cgt.number_systems"}


@pytest.mark.parametrize("page", [*WRITTEN, *ROOT.glob("*.md")], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_name_of_ours_on_a_page_exists(page):
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w./-])cgt(?:\.[A-Za-z_]\w*)+(?!\.\w)", text)) - ENTRY_POINTS
    for module, names in re.findall(r"^from (cgt[\w.]*) import \(?([\w, ]+)", text, re.MULTILINE):
        named |= {f"{module}.{name.split()[0]}" for name in names.split(",") if name.strip()}
    assert {name for name in named if not exists(name)} == set()


def exists(name):
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        owner, _dot, field = name.rpartition(".")
        return owner != "cgt" and exists(owner) and field in getattr(resolve_name(owner), "__annotations__", {})
    return True


def test_every_known_period_names_its_source():
    tables = DOCS.parent / "cgt" / "solving" / "novelty.py"
    lines = [line for line in tables.read_text(encoding="utf-8").splitlines() if line.startswith('    ("0.')]
    assert len(lines) > 5
    assert all(re.search(r"OEIS|Guy|TCZAJKA|heap later", line) for line in lines)


def test_every_crossover_has_words(before):
    from cgt.fast.backend import CROSSOVER
    from docs.generate import performance

    assert list(performance.WORK) == list(CROSSOVER)
    assert performance.crossovers().count("\n") == len(CROSSOVER) + 1


def test_the_page_on_threads_has_the_bounds_of_the_loops():
    """It named 5,000,000 heaps when sums were compiled from 12,000,000 on, and no default of four threads."""
    pytest.importorskip("numba", reason="numba is not installed")
    from cgt.apps.cli.options import Threads
    from cgt.fast.backend import CROSSOVER
    from cgt.fast.taking_breaking_loops import PAIRS_FOR_THREADS
    from cgt.fast.threads import MOST_BY_DEFAULT
    from cgt.fast.wythoff_loops import COLUMNS_FOR_THREADS
    from cgt.solving.word_search import SHARED_FROM

    text = (DOCS / "performance.md").read_text(encoding="utf-8").split("## Several cores")[1]
    bounds = re.findall(r"([\d,]+)[^|]* or more \|$", text, re.MULTILINE)
    expected = [COLUMNS_FOR_THREADS, PAIRS_FOR_THREADS, SHARED_FROM, CROSSOVER["quota-look-up"]]
    assert bounds == [f"{bound:,}" for bound in expected]
    assert MOST_BY_DEFAULT == 4
    assert "one thread per core, four at most" in text
    assert "by default one for each core, at most four" in str(Threads)


def test_the_first_page_plays_as_the_rule_says(before):
    from docs.generate import matches

    @cache
    def won(left, quota):
        """Whoever takes the last match loses, so with none left the player to move has won."""
        return left == 0 or any(not won(left - take, 2 * take) for take in range(1, min(left, quota) + 1))

    takes = matches.takes()
    assert len(takes) == matches.HEAP + 1
    for left, row in enumerate(takes[1:], start=1):
        for quota, take in enumerate(row, start=1):
            wins = [one for one in range(1, min(left, quota) + 1) if not won(left - one, 2 * one)]
            assert take == min(wins, default=0), (left, quota)
    assert won(matches.HEAP, matches.QUOTA)
    assert "J’en prends {count}." in matches.board("fr")


def test_a_page_opened_from_a_file_is_searched_by_a_script_of_ours(settings):
    """The plugin `offline` writes the index as a script, and would fetch this one from elsewhere."""
    for one in settings.values():
        assert "offline" in one["plugins"]
        (script,) = one["extra"]["polyfills"]
        assert "iframe-worker" in script
        assert (DOCS / script).exists()


def test_the_site_knows_where_it_is_published(before, monkeypatch, tmp_path):
    monkeypatch.setattr(before, "ROOT", tmp_path)
    (tmp_path / "addresses.toml").write_text('site = ""')
    assert "site_url" not in before.configuration("en")
    (tmp_path / "addresses.toml").write_text('site = "https://example.org/cgt/"')
    assert before.configuration("en")["site_url"] == "https://example.org/cgt/"
    assert before.configuration("fr")["site_url"] == "https://example.org/cgt/fr/"


def test_a_games_page_ends_with_a_command_that_runs(before):
    import shlex

    from cgt.apps.cli import main
    from docs.generate import rulesets

    for name in RULESETS:
        game = example_ruleset(name)
        _program, _command, ruleset, position, *_options = shlex.split(rulesets.command(game))
        assert cgt.parse_ruleset(ruleset) == game
        assert game.parse(position)
        assert getattr(cgt.games, type(game).__name__) is type(game)
    for name in ("wythoff", "takeaway", "hackenbush"):
        assert main(shlex.split(rulesets.command(example_ruleset(name)))[1:]) == 0
    page = rulesets.page("wythoff")
    assert page.endswith("```console\n$ cgt solve wythoff 3,6\n```")
    assert "[`cgt.games.Wythoff`][cgt.games.heaps.wythoff.Wythoff]" in page


def test_a_missing_page_of_the_french_site_is_missing_in_french(before, tmp_path, monkeypatch):
    from docs.generate import after

    monkeypatch.setattr(after, "SITES", tmp_path / "built")
    monkeypatch.setattr(after, "can_play", lambda: False)
    for code in before.CODES:
        folder = tmp_path / "built" / code
        folder.mkdir(parents=True)
        (folder / "404.html").write_text("<h1>404 - Not found</h1>", encoding="utf-8")
    after.finish(tmp_path / "site")
    shown = [(tmp_path / "site" / page).read_text(encoding="utf-8") for page in ("404.html", "fr/404.html")]
    assert shown == ["<h1>404 - Not found</h1>", "<h1>404 - Page introuvable</h1>"]
