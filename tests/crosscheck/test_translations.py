"""The translations there are fit their texts and are read as Babel does; what is missing `tools/catalogue.py` lists."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

import cgt
from cgt.core.language import language

pytest.importorskip("babel")

DOCS = Path(__file__).resolve().parents[2] / "docs"
TOOL = Path(__file__).resolve().parents[2] / "tools" / "catalogue.py"
_spec = importlib.util.spec_from_file_location("catalogue", TOOL)
catalogue = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(catalogue)


def test_the_catalogues_are_read_as_babel_does():
    assert list(catalogue.faults()) == []


def test_a_catalogue_that_is_read_otherwise_would_be_noticed(monkeypatch):
    monkeypatch.setattr(catalogue, "_", str)
    assert "fr.po: 'winning' is read otherwise than by Babel" in catalogue.faults()


@pytest.mark.full
def test_a_missing_translation_is_listed(monkeypatch):
    monkeypatch.setattr(catalogue, "spoken_by_name", lambda: [("a new text", "cgt.core.outcome")])
    assert any("'a new text'" in line for line in catalogue.missing())


def test_what_a_closed_form_states_is_translated_whether_or_not_its_reference_is_inherited():
    texts = set(catalogue.form_texts(catalogue.PACKAGE / "games" / "coins" / "tartan.py"))
    assert "Tartan theorem" in texts
    (_path, translated), *_others = catalogue.translations()
    known = {message.id for message in translated if message.string}
    assert texts <= known


def test_translations_fill_in_the_same_blanks():
    blanks = re.compile(r"\{[^}]*\}")
    found = 0
    for _path, translated in catalogue.translations():
        for message in translated:
            if message.id and message.string:
                found += 1
                assert sorted(blanks.findall(message.id)) == sorted(blanks.findall(message.string)), message.id
    assert found > 150


def test_french_texts_are_set_as_french_is():
    straight = re.compile(r"\w'\w|\S [:;!?»](?=[\s.,]|$)|« ")
    texts = [
        str(message.string) for _path, translated in catalogue.translations() for message in translated if message.id
    ]
    page = catalogue.PACKAGE / "apps" / "web" / "page" / "words.json"
    texts += json.loads(page.read_text(encoding="utf-8"))["fr"].values()
    assert [text for text in texts if straight.search(text)] == []
    assert straight.search("l'autre")
    assert straight.search("perdu !")


def test_moves_and_positions_in_a_french_line_are_set_as_french_is():
    with language("fr"):
        texts = [
            *dict(cgt.solve("fibonacci-nim 50").card().rows).values(),
            *dict(cgt.solve("walk a: a>b,b>a,a>a").card().rows).values(),
            cgt.solve("blocked(subtraction(1,2,3,4),3) 1000000002").explanation,
            cgt.parse_ruleset("forbidden(wythoff,[1,2],[3,4])").rules,
        ]
    assert sum("\u00a0; " in text for text in texts) == 4
    assert not [text for text in texts if re.search(r"[^\u00a0];", text)]


FRENCH = sorted((DOCS / "fr").rglob("*.md"))


def prose(page):
    """The page without its code, and without what stands in backquotes."""
    return re.sub(r"```.*?```|`[^`\n]*`", "x", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def sections(page):
    return len(re.findall("^## ", prose(page), flags=re.MULTILINE))


@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_french_page_is_set_as_french_is(page):
    words = re.sub(r"\]\([^)]*\)|\{[^}]*\}|<[^>]*>", "", prose(page))
    assert not re.findall(r".* [:;!?»](?=\s).*|.*« .*", re.sub(r"^(:|!!!).*", "", words, flags=re.MULTILINE))
    assert not re.findall(r".*\w'\w.*", words)


@pytest.mark.full  # before a release: who adds a section or a page need not translate it at once
@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_french_page_is_whole(page):
    english = DOCS / page.relative_to(DOCS / "fr")
    assert sections(page) == sections(english)


@pytest.mark.full  # likewise
def test_pages_for_pupils_and_teachers_are_in_french():
    wanted = {
        *(DOCS / "concepts").glob("*.md"),
        *(DOCS / name for name in ("index.md", "start.md", "gallery.md", "games/index.md")),
        *(DOCS / "guide" / name for name in ("index.md", "pupil.md", "teacher.md", "play-in-a-page.md")),
        *(page for page in (DOCS / "games").glob("*.md") if sections(page)),
    }
    assert {page.relative_to(DOCS) for page in wanted} == {page.relative_to(DOCS / "fr") for page in FRENCH}
