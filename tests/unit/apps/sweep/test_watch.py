"""A sweep that is watched: what its ledger tells while it runs and afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from cgt.apps.cli import main
from cgt.apps.sweep.families import rules_of
from cgt.apps.sweep.ledger import SHOWN_SLOWEST, Ledger, look
from cgt.apps.sweep.run import sweep
from cgt.errors import OutputError


def test_a_running_sweep_is_seen_from_outside(tmp_path):
    """Whoever looks while it runs sees what is finished then; a second process may look as well."""
    ledger, seen = tmp_path / "a.ledger", []

    def progress(done, total):
        seen.append((done, total, look(ledger)))

    sweep(["nim(3)", *rules_of("0.??")], 60, ledger=ledger, progress=progress)
    assert len(seen) > 3
    assert all((state.done, state.total) == (done, total) for done, total, state in seen)
    first, last = seen[0][2], seen[-1][2]
    assert (first.is_finished, last.is_finished) == (False, True)
    assert first.is_running
    assert not look(ledger).is_running
    assert (last.failed, last.family) == (1, "nim(3), 0.00, 0.01")
    assert 0 < last.proved < last.done
    assert last.rate > 0
    assert last.seconds_left == 0
    assert [seconds for _rule, seconds in last.slowest] == sorted((s for _r, s in last.slowest), reverse=True)
    assert len(last.slowest) == SHOWN_SLOWEST


def test_a_running_sweep_is_seen_through_a_link(tmp_path):
    """Its lock lies beside the ledger, and not beside the link: it was called stopped."""
    ledger, link, seen = tmp_path / "a.ledger", tmp_path / "link.ledger", []
    link.symlink_to(ledger)
    sweep("0.0?", 60, ledger=ledger, progress=lambda _done, _total: seen.append(look(link).is_running))
    assert seen
    assert all(seen)


@pytest.mark.parametrize("path", [".", "/"])
def test_a_folder_is_refused_as_a_ledger(path):
    with pytest.raises(OutputError, match="cannot be used as a sweep's ledger: it is no file"):
        look(path)


def test_a_sweep_that_was_stopped_is_so_called_and_watched_no_longer(tmp_path, capsys, monkeypatch):
    """Time and rate went on, as if somebody were at it."""
    ledger = tmp_path / "a.ledger"

    def stop(done, _total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep("0.??", 60, ledger=ledger, progress=stop)
    state = look(ledger)
    assert 0 < state.done < state.total
    assert not state.is_running
    assert state.seconds == look(ledger).seconds
    assert ("left", "stopped: the same sweep goes on from here") in state.card().rows
    assert main(["watch", str(ledger), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["is_running"] is False
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["watch", str(ledger)]) == 0
    assert "stopped" in capsys.readouterr().out


def test_going_on_counts_what_was_there(tmp_path):
    ledger = tmp_path / "a.ledger"
    sweep("0.0?", 60, ledger=ledger)
    sweep("0.{0,1}?", 60, ledger=ledger)
    state = look(ledger)
    assert (state.done, state.total) == (state.total, state.total)
    assert state.family == "0.{0,1}?"
    assert state.slowest
    sweep("0.0?", 60, ledger=ledger)
    again = look(ledger)
    assert (again.done, again.total, again.slowest, again.rate, again.seconds_left) == (8, 8, (), 0.0, 0.0)


def test_the_command_tells_it(tmp_path, capsys):
    output = tmp_path / "sets.csv"
    assert main(["sweep", "0.0?", "60", "-o", str(output), "--workers", "1"]) == 0
    capsys.readouterr()
    for file in (output, output.with_suffix(".ledger")):
        assert main(["watch", str(file)]) == 0
        told = capsys.readouterr().out
        assert "0.0?" in told
        assert "8 of 8" in told
        assert "slowest" in told
    assert main(["watch", str(output), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["done"], record["total"], record["failed"], record["seconds_left"]) == (8, 8, 0, 0.0)


def test_another_process_may_look(tmp_path):
    ledger = tmp_path / "a.ledger"
    with Ledger(ledger) as kept:
        kept.set_question(60)
        kept.begin("0.{01,02}", 2)
        command = [sys.executable, "-m", "cgt", "watch", str(ledger)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "0 of 2" in done.stdout


def test_a_finished_ledger_is_one_file(tmp_path):
    """SQLite's log lay beside it, made anew by whoever read it."""
    ledger = tmp_path / "a.ledger"
    records = sweep("0.0?", 60, ledger=ledger).records
    assert (len(list(records)), look(ledger).done) == (8, 8)
    with Ledger(ledger) as again, Ledger(ledger, reading=True) as reader:
        again.set_question(60)
        assert reader.last_run().total == 8
        again.close()
    assert sweep("0.0?", 60, ledger=ledger).studied == 0
    assert look(ledger).done == 8
    assert [file.name for file in tmp_path.iterdir()] == ["a.ledger"]


def test_what_a_killed_sweep_left_where_nobody_may_write_is_told(tmp_path):
    ledger, copy = tmp_path / "a.ledger", tmp_path / "b.ledger"
    with Ledger(ledger) as kept:
        kept.set_question(60)
        for end in ("", "-wal"):
            shutil.copy(f"{ledger}{end}", f"{copy}{end}")
    (tmp_path / "b.ledger-shm").symlink_to("b.ledger-shm")  # so it cannot be made, as in such a folder
    with pytest.raises(OutputError, match=r"b\.ledger-wal, .* a folder that may be written"):
        look(copy)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("absent", "unable to open"),
        ("text", "not a database"),
        ("strange", "it tells of no sweep"),
        ("blank", "it tells of no sweep"),  # as in the first moment of a sweep
        ("empty", "tells of no sweep"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left_alone(kind, message, tmp_path, capsys):
    path = tmp_path / "a.ledger"
    if kind == "blank":
        path.touch()
    elif kind == "text":
        path.write_text("no ledger at all, but long enough to be looked at" * 10)
    elif kind == "strange":
        base = sqlite3.connect(path)
        base.execute("CREATE TABLE other (a TEXT)")
        base.commit()
        base.close()
    elif kind == "empty":
        Ledger(path).__exit__(None, None, None)
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(OutputError, match=message):
        look(path)
    assert main(["watch", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_view_in_the_place_of_a_table_is_refused(tmp_path, capsys):
    """Its rows may have no end, and it was read to the end."""
    path = tmp_path / "a.ledger"
    with contextlib.closing(sqlite3.connect(path)) as base:
        base.execute(
            "CREATE VIEW Runs AS SELECT 1 AS number, 'nim' AS family, 1 AS total, 0.0 AS begun, '[0,0,0]' AS done"
        )
    for arguments in (["watch", str(path)], ["sweep", "0.?", "--stop", "50", "--ledger", str(path)]):
        assert main(arguments) == 2
        assert capsys.readouterr().err.endswith("runs is a view, and no table\n")


def test_no_sweep_is_advised_over_a_file_that_is_there(tmp_path, capsys):
    file = tmp_path / "certificate.json"
    file.write_text("{}")
    assert main(["watch", str(file)]) == 2
    assert "is no ledger" in (message := capsys.readouterr().err)
    assert "cgt sweep" not in message


@pytest.mark.parametrize("folder", [".", "", "/"])
def test_a_folder_is_not_watched(folder, capsys):
    assert main(["watch", folder]) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(("name", "message"), [("a", "is no ledger, and there is no"), ("a.ledger", "it is no file")])
def test_nobody_waits_for_the_other_end_of_a_pipe(name, message, tmp_path):
    os.mkfifo(tmp_path / name)
    command = [sys.executable, "-m", "cgt", "watch", str(tmp_path / name)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert message in process.communicate(timeout=20)[1]
        finally:
            process.kill()
    assert process.returncode == 2


@pytest.mark.full("a", "a.CSV.gz", "a.csv")
@pytest.mark.parametrize("name", ["a.csv", "a.CSV.gz", "a.ledger", "a"])
def test_the_sweep_that_is_advised_writes_what_is_watched(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["watch", name]) == 2
    advised = capsys.readouterr().err.partition("`cgt ")[2].partition("`")[0].replace("FAMILY", "0.0?")
    assert main([*advised.split(), "--stop", "30"]) == 0
    assert main(["watch", name]) == 0
    assert "8 of 8" in capsys.readouterr().out


def test_a_state_is_a_card(tmp_path):
    sweep("0.0?", 60, ledger=tmp_path / "a.ledger")
    card = look(tmp_path / "a.ledger").card()
    assert card.title == "0.0?"
    assert ("done", "8 of 8") in card.rows


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """The ledger of a sweep that has ended."""
    ledger = tmp_path_factory.mktemp("swept") / "a.ledger"
    sweep("0.0?", 30, ledger=ledger)
    return ledger


@pytest.mark.parametrize(
    ("command", "change"),
    [
        *(
            ("watch", change)
            for change in [
                *(f"runs SET done = '{text}'" for text in ("x", "[1, 2, 3, 4]", '["a", 1, 1]', "[1e999, 1, 1]", "7")),
                *(f"runs SET done = '{text}'" for text in ("[]", "[8, 6]", "[-8, -6, 0]", "[8, 6, 3]", "[6, 8, 0]")),
                "runs SET done = replace(hex(zeroblob(50000)), '0', '[')",
                *(f"runs SET {column} = 'x'" for column in ("total", "begun")),
                "runs SET begun = 9e999",
                "runs SET total = 9e999",
                *(f"batches SET slowest = '{text}'" for text in ("x", "null", "[[1]]", '[["a", "b"]]', '[["a", NaN]]')),
                "batches SET finished = 'x'",
            ]
        ),
        *(("sweep", f"runs SET passed = {number}") for number in ("'x'", "-5", "0", "5", "1e30", "9e999")),
        *(("sweep", f"runs SET passed_done = '{text}'") for text in ("[1e999, 2, 3]", "[1, 2, 3, 4]", "x", "7")),
        *(
            ("sweep", f"runs SET passed_done = '{text}'")
            for text in ("[]", "[8, 6]", "[8, 9, 0]", "[8, -6, 0]", "[7, 6, 0]")
        ),
    ],
)
def test_a_ledger_that_holds_something_else_is_refused_in_one_line(command, change, swept, tmp_path, capsys):
    ledger = tmp_path / "a.ledger"
    shutil.copyfile(swept, ledger)
    with contextlib.closing(sqlite3.connect(ledger)) as base:
        base.execute(f"UPDATE {change}")
        base.commit()
    arguments = {"watch": ["watch", str(ledger)], "sweep": ["sweep", "0.0?", "30", "--ledger", str(ledger)]}
    assert main(arguments[command]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(ledger) in line


def test_a_note_about_no_rule_is_passed_over(tmp_path):
    ledger = tmp_path / "a.ledger"
    sweep("0.0?", 30, ledger=ledger)
    with contextlib.closing(sqlite3.connect(ledger)) as base:
        base.execute("INSERT INTO under_way VALUES (1, 1, 1, '[]')")
        base.commit()
    assert sweep("0.0?", 30, ledger=ledger).studied == 0


@pytest.mark.parametrize(
    ("begun", "finished", "running_for"),
    [(90_000, 0, "0:00:00"), (-3_600, 90_000, "1:00:00")],
)
def test_a_clock_that_was_set_back_makes_no_time_below_zero_and_no_rate(begun, finished, running_for, tmp_path):
    """What was finished later than now was not finished lately."""
    ledger = tmp_path / "a.ledger"
    sweep("0.0?", 30, ledger=ledger)
    with contextlib.closing(sqlite3.connect(ledger)) as base:
        base.execute("UPDATE runs SET begun = begun + ?, total = 99", (begun,))
        base.execute("UPDATE batches SET finished = finished + ?", (finished,))
        base.commit()
    (tmp_path / "a.ledger.lock").touch()  # somebody is at it
    state = look(ledger)
    assert ("running for", running_for) in state.card().rows
    assert state.rate == 0
