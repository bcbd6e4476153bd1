"""The memory guard where Linux's files are not: by psutil on Windows and macOS, and with neither."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import cgt
from cgt.core import memory_limit
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError


@pytest.fixture
def elsewhere(monkeypatch):
    """A system without the files of Linux."""
    monkeypatch.setattr(memory_limit, "STATM", "/no/such/file")
    monkeypatch.setattr(memory_limit, "_available", lambda _root: None)
    monkeypatch.setattr(memory_limit, "_container_limits", lambda _root: ())


def test_both_ways_tell_about_the_same(monkeypatch, request):
    psutil = pytest.importorskip("psutil")
    told, left = memory_limit.resident_memory(), memory_limit._available(Path("/"))
    if left is None:
        pytest.skip("not on Linux: there is one way alone")
    request.getfixturevalue("elsewhere")
    assert 0.8 < memory_limit.resident_memory() / told < 1.25
    assert 0.5 < memory_limit.default_memory_limit() / left < 2
    assert memory_limit.default_memory_limit() < psutil.virtual_memory().total


def test_a_search_ends_where_the_process_may_not_grow(elsewhere, monkeypatch):
    pytest.importorskip("psutil")
    grown = iter(range(0, 10**12, 4 * 10**7))
    monkeypatch.setattr("psutil.Process.memory_info", lambda _self: type("Info", (), {"rss": next(grown)}))
    with pytest.raises(BudgetError, match=r"100 MB.*max_bytes"):
        Evaluator(max_bytes=10**8, prune=False).nim_value(cgt.games.Cram().parse("5x5"))


def test_with_neither_a_table_may_take_little_and_nothing_breaks(elsewhere, monkeypatch):
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory_limit.resident_memory() == 0
    assert memory_limit.default_memory_limit() == memory_limit.FALLBACK_MEMORY_LIMIT
    assert cgt.nim_value("nim 3,5") == 6
