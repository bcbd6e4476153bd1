"""A sweep on a disk that is full: one line, a ledger that is whole, and the same again goes on."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

import cgt.apps.sweep.run
from cgt.apps.cli import main
from cgt.apps.sweep import sweep
from cgt.apps.sweep.studies import Record
from cgt.apps.sweep.workers import Workers
from cgt.errors import OutputError

resource = pytest.importorskip("resource", reason="limits of POSIX")


@contextmanager
def room_for(size):
    """No file grows beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def fake_study(rule, limit, *, misere=False):
    return Record(rule, limit, "proved", period=12, preperiod=71, saltus=0, checked_to=limit, certificate="ab" * 32)


def test_a_full_disk_is_said_in_a_line_and_nothing_is_lost(tmp_path, monkeypatch, capsys, upto):
    rules, room = upto((120, 100_000), full=(400, 150_000))
    monkeypatch.setattr(cgt.apps.sweep.run, "study", fake_study)
    monkeypatch.setattr(cgt.apps.sweep.run, "representative", str)
    ledger = tmp_path / "a.ledger"
    command = ["sweep", f"wythoff({{1..{rules}}})", "100", "--ledger", str(ledger), "--workers", "1"]
    with room_for(room):
        assert main(command) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert "the ledger cannot be written" in line
    assert line.endswith("make room, and the same again goes on from there")
    with closing(sqlite3.connect(ledger)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ((kept,),) = base.execute("SELECT count(*) FROM studies")
    assert 0 < kept < rules
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"rules: {rules}; studied now: {rules - kept}; proved: {rules}"


@pytest.mark.parametrize("room", [0, 5_000, 35_000, 45_000])  # with some tables and no version it was "an older" ledger
def test_a_disk_that_is_full_from_the_start_is_said_likewise(room, tmp_path, capsys):
    command = ["sweep", "0.0?", "60", "--ledger", str(tmp_path / "a.ledger"), "--workers", "1"]
    with room_for(room):
        assert main(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("make room, and the same again goes on from there")
    assert main(command) == 0


def test_workers_are_ended_where_the_notes_about_their_batches_cannot_be_dropped(tmp_path, monkeypatch):
    # What that raised was printed as an exception that is ignored, and the workers went on.
    monkeypatch.setattr(cgt.apps.sweep.run, "study", fake_study)
    monkeypatch.setattr(cgt.apps.sweep.run, "representative", str)
    ended = []
    monkeypatch.setattr(Workers, "end", lambda _workers, *, well: ended.append(well))
    with ThreadPoolExecutor(2) as pool, room_for(100_000), pytest.raises(OutputError, match="make room"):
        sweep("wythoff({1..400})", 100, executor=pool, ledger=tmp_path / "a.ledger")
    assert ended == [False]
    with ThreadPoolExecutor(2) as pool:
        again = sweep("wythoff({1..400})", 100, executor=pool, ledger=tmp_path / "a.ledger")
    assert len(list(again.records)) == again.proved == 400
