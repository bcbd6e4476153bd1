"""Every text a person reads has its translation, and the compiled catalogues are those of the sources."""

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("babel")

TOOL = Path(__file__).resolve().parents[2] / "tools" / "catalogue.py"
_spec = importlib.util.spec_from_file_location("catalogue", TOOL)
catalogue = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(catalogue)


def test_nothing_is_missing_and_the_compiled_files_match():
    assert list(catalogue.problems()) == []


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
