"""`cgt search`, interrupted, killed and gone on with, and `cgt export`."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from cgt.apps.cli import search_commands
from cgt.fast.jit import compiled_available
from cgt.solving import word_search

compiled = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")


@compiled
def test_an_interrupted_search_says_what_is_kept_and_goes_on(run, run_json, tmp_path, monkeypatch):
    keep, looks = tmp_path / "cram.table", []

    @contextmanager
    def interrupted_bar(_what):
        def report(*both):
            looks.append(both)
            if len(looks) == 20:
                raise KeyboardInterrupt

        yield report

    monkeypatch.setattr(word_search, "SLICE", 256)
    monkeypatch.setattr(search_commands, "progress_bar", interrupted_bar)
    code, out, err = run("search", "cram", "4x7", "--threads", "1", "--keep", str(keep))
    assert (code, out) == (130, "")
    assert f"{keep} keeps what was learnt" in err
    first = len(looks)
    record = run_json("search", "cram", "4x7", "--threads", "1", "--keep", str(keep))
    assert record == {"ruleset": "cram", "position": "4x7", "nim_value": 3, "outcome": "N"}
    again = len(looks) - first
    looks[:] = [None] * 20
    assert run("search", "cram 4x7", "--threads", "1")[1] == "nim-value 3; the next player wins\n"
    assert again < len(looks) - 20
    looks.clear()
    assert "nothing is kept: name a file with --keep" in run("search", "cram 4x7", "--threads", "1")[2]


KILLED = """
import sys
from cgt.apps.cli import main
from cgt.solving import long_search, word_search
word_search.SLICE, long_search.SAVED_EVERY, write = 512, 0.0, long_search._write
def saved(*arguments):
    write(*arguments)
    print("kept", flush=True)
long_search._write = saved
main(["search", "cram", "5x7", "--threads", "1", "--keep", sys.argv[1]])
"""


@pytest.mark.full
@compiled
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_killed_search_goes_on_from_its_file(run, tmp_path):
    keep = tmp_path / "cram.table"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(keep)], stdout=subprocess.PIPE, text=True) as running:
        for _write in range(5):
            assert running.stdout.readline() == "kept\n"
        os.kill(running.pid, signal.SIGKILL)
    before = keep.stat().st_size
    assert run("search", "cram", "4x6", "--keep", str(keep))[:2] == (0, "nim-value 0; the previous player wins\n")
    assert keep.stat().st_size > before > 10_000


def test_what_cannot_be_searched_is_refused_in_one_line(run, tmp_path):
    assert run("search", "nim", "3,5")[0] == 4
    code, _out, err = run("search", "cram", "3x3", "--max-bytes", "0")
    assert (code, "at least" in err) == (2, True)


def test_a_graph_and_a_sample_are_written(run, run_json, tmp_path):
    files = [str(tmp_path / "k.csv"), str(tmp_path / "k-moves.csv")]
    assert run_json("export", "kayles", "5", "-o", files[0])["files"] == files
    with Path(files[0]).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0] == {"position": "5", "outcome": "N", "nim_value": "4"}
    samples = []
    for seed in ("1", "1", "2"):
        path = tmp_path / "c.csv"
        assert run("export", "cram 3x3", "-o", str(path), "--sample", "7", "--seed", seed)[0] == 0
        samples.append(path.read_text(encoding="utf-8"))
    assert samples[0] == samples[1] != samples[2]
    assert samples[0].splitlines()[0] == "position,outcome,nim_value,winning_moves"
    assert len(set(samples[0].splitlines())) == 8


def test_an_export_that_cannot_be_is_refused_before_the_work(run, tmp_path):
    assert run("export", "cram", "3x3", "-o", str(tmp_path / "a.graphml"), "--sample", "3")[0] == 2
    assert run("export", "cram", "3x3", "-o", str(tmp_path / "a.xlsx"))[0] == 2
    code, _out, err = run("export", "cram", "3x3", "-o", str(tmp_path / "a.csv"), "--seed", "1")
    assert (code, "--sample" in err) == (2, True)
    code, _out, err = run("export", "cram", "4x4", "-o", str(tmp_path / "a.csv"), "--max-positions", "9", "--json")
    assert (code, json.loads(err)["error"]["kind"]) == (3, "BudgetError")
    assert list(tmp_path.iterdir()) == []
