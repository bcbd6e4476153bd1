"""Every text a person reads has its translation, and the library reads the catalogues as Babel does."""

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("babel")

DOCS = Path(__file__).resolve().parents[2] / "docs"
TOOL = Path(__file__).resolve().parents[2] / "tools" / "catalogue.py"
_spec = importlib.util.spec_from_file_location("catalogue", TOOL)
catalogue = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(catalogue)


def test_nothing_is_missing_and_all_is_read_as_babel_does():
    assert list(catalogue.problems()) == []


def test_a_catalogue_that_is_read_otherwise_would_be_noticed(monkeypatch):
    monkeypatch.setattr(catalogue, "_", str)
    assert "fr.po: 'winning' is read otherwise than by Babel" in catalogue.problems()


def test_a_missing_translation_would_be_noticed(monkeypatch):
    monkeypatch.setattr(catalogue, "spoken_by_name", lambda: [("a new text", "cgt.core.outcome")])
    assert any("'a new text'" in problem for problem in catalogue.problems())


def test_translations_fill_in_the_same_blanks():
    blanks = re.compile(r"\{[^}]*\}")
    found = 0
    for _path, translated in catalogue.translations():
        for message in translated:
            if message.id:
                found += 1
                assert sorted(blanks.findall(message.id)) == sorted(blanks.findall(message.string)), message.id
    assert found > 150


FRENCH = sorted((DOCS / "fr").rglob("*.md"))


def prose(page):
    """The page without its code, and without what stands in backquotes."""
    return re.sub(r"```.*?```|`[^`\n]*`", "x", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_french_page_is_whole_and_set_as_french_is(page):
    english = DOCS / page.relative_to(DOCS / "fr")
    assert prose(page).count("\n## ") == prose(english).count("\n## ")
    words = re.sub(r"\]\([^)]*\)|\{[^}]*\}|<[^>]*>", "", prose(page))
    assert not re.findall(r".* [:;!?»](?=\s).*|.*« .*", re.sub(r"^(:|!!!).*", "", words, flags=re.MULTILINE))
    assert not re.findall(r".*\w'\w.*", words)


def test_pages_for_pupils_and_teachers_are_in_french():
    wanted = {
        *(DOCS / "concepts").glob("*.md"),
        *(DOCS / name for name in ("index.md", "start.md", "gallery.md", "games/index.md")),
        *(DOCS / "guide" / name for name in ("index.md", "pupil.md", "teacher.md", "play-in-a-page.md")),
    }
    assert {page.relative_to(DOCS) for page in wanted} == {page.relative_to(DOCS / "fr") for page in FRENCH}
