"""What is public is what was recorded: a break is seen before anybody meets it."""

import difflib
import importlib.util
import re
from pathlib import Path

import pytest

import cgt

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("promises", ROOT / "tools" / "promises.py")
promises = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(promises)


@pytest.mark.full  # until 1.0.0 what is public still moves; from then on each time
def test_what_is_public_is_on_record():
    recorded = promises.RECORD.read_text(encoding="utf-8").splitlines()
    changed = list(difflib.unified_diff(recorded, promises.text().splitlines(), "recorded", "now", lineterm="", n=0))
    assert not changed, "\n".join([*changed, "meant so? docs/stability.md, then python tools/promises.py"])


def test_a_break_would_be_seen(monkeypatch):
    """A name that goes, an argument that is called otherwise, a game that is registered under another name."""
    before = set(promises.promises())
    monkeypatch.setattr(cgt, "nim_value", lambda place, convention="normal": 0)
    monkeypatch.delitem(cgt.games.RULESETS, "kayles")
    monkeypatch.setattr(cgt, "__all__", [name for name in cgt.__all__ if name != "outcome"])
    promises.plugins.cache_clear()
    try:
        gone = before - set(promises.promises())
    finally:
        promises.plugins.cache_clear()
    named = {line.partition("(")[0] for line in gone}
    assert named == {"cgt.nim_value", "cgt.outcome", "game kayles: cgt.games.Kayles"}


def test_what_the_guide_to_ones_own_game_names_is_public():
    text = (ROOT / "docs" / "guide" / "own-game.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(cgt\.(?:core|families|apps)\.[\w.]+\w)", text))
    assert len(named) > 5
    for name in named - {"cgt.core.reading", "cgt.families.capabilities"}:  # of which classes are named beside them
        assert any(each == name or each.startswith(f"{name}.") for each in promises.FOR_AUTHORS), name
