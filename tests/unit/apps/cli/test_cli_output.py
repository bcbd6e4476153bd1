"""`--output`: the format from the suffix, and a path that cannot be written refused before the work."""

from __future__ import annotations

import csv
import gzip
import json
import re
from contextlib import nullcontext

import numpy as np
import pytest

from cgt.apps.cli import list_commands, main


@pytest.fixture
def saved(tmp_path, capsys):
    """Run a command with `--output`, which says what it wrote and nothing else; give back the file."""

    def saved(name, *arguments):
        path = tmp_path / name
        assert main([*arguments, "--output", str(path)]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        assert captured.out in (f"wrote {path}\n", json.dumps({"schema": 1, "file": str(path)}) + "\n")
        return path

    return saved


def test_values_in_every_format(saved):
    command = ("values", "subtraction(1,3,4)", "--stop", "10")
    expected = [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    assert json.loads(saved("a.json", *command).read_text())["values"] == expected
    assert np.load(saved("a.npy", *command)).tolist() == expected
    assert saved("b.txt", *command).read_text().split()[1::2] == list(map(str, expected))
    with saved("a.csv", *command).open(newline="") as file:
        assert [(int(row["heap"]), int(row["nim_value"])) for row in csv.DictReader(file)] == list(enumerate(expected))


def test_a_family_stands_in_a_b_file_at_its_own_sizes(saved):
    """A b-file that began at 0 would give each value to another position."""
    path = saved("b.txt", "values", "node-kayles", "--stop", "8", "--along", "cycle {n}", "--start", "3")
    assert path.read_text() == "3 1\n4 0\n5 0\n6 0\n7 1\n"


def test_columns_as_a_data_frame_packed_and_for_a_paper(saved):
    command = ("values", "kayles", "--stop", "4")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(saved("a.parquet", *command)).to_pydict() == {
        "heap": [0, 1, 2, 3],
        "nim_value": [0, 1, 2, 3],
    }
    assert gzip.decompress(saved("a.csv.gz", *command).read_bytes()) == saved("a.csv", *command).read_bytes()
    lines = saved("a.tex", "p-positions", "wythoff", "--stop", "4").read_text().splitlines()
    assert lines[1:-1] == [r"heap\_0 & heap\_1\\ \hline", r"0 & 0\\", r"1 & 2\\"]


def test_results_to_read(saved):
    assert r"\overline{(" in saved("a.tex", "period", "kayles").read_text()
    assert "0.07" in saved("a.html", "quotient", "0.07", "20").read_text()
    assert "**level 1**: 8 states" in saved("a.md", "recognise", "fibonacci-nim", "--level", "1").read_text()


def test_tables(saved):
    expected = [[i ^ j for j in range(5)] for i in range(4)]
    assert np.load(saved("a.npy", "table", "nim", "4", "5")).tolist() == expected
    with saved("a.csv", "table", "nim", "4", "5").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["heap", "0", "1", "2", "3", "4"]
    assert [list(map(int, row))[1:] for row in rows] == expected


def test_p_positions(saved):
    pairs = [[0, 0], [1, 2], [3, 5], [4, 7]]
    assert np.load(saved("a.npy", "p-positions", "wythoff", "--stop", "10")).tolist() == pairs
    assert saved("a.csv", "p-positions", "wythoff", "--stop", "10").read_text().splitlines()[:2] == [
        "heap_0,heap_1",
        "0,0",
    ]
    assert saved("a.txt", "p-positions", "fibonacci-nim", "--stop", "6").read_text() == "0 0\n1 1\n2 2\n3 3\n4 5\n"


@pytest.mark.parametrize(
    "arguments",
    [["games"], ["solve", "nim", "3"], ["check", "nim", "--stop", "6"], ["claims", "001.6"]],
    ids=lambda args: args[0],
)
def test_the_other_commands_write_json(saved, arguments):
    assert json.loads(saved("a.json", *arguments).read_text())


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["values", "nim", "--stop", "5"], "no/such/folder/a.csv"),
        (["values", "nim", "--stop", "5"], "a.xlsx"),
        (["table", "nim", "5", "5"], "a.txt"),
        (["p-positions", "wythoff", "--stop", "5"], "a.txt"),
        (["solve", "nim", "5"], "a.csv"),
        (["check", "nim"], "a.npy"),
        (["games"], "a.txt"),
        (["claims"], "a.csv"),
    ],
)
def test_a_bad_path_is_refused_before_the_work(tmp_path, capsys, monkeypatch, arguments, name):
    def never(*_arguments, **_options):
        raise AssertionError("the work has begun")

    for function in ("nim_values", "nim_value_table", "p_positions"):
        monkeypatch.setattr(f"cgt.solving.lists.{function}", never)
    monkeypatch.setattr("cgt.solving.solve.solve", never)
    monkeypatch.setattr("cgt.solving.crosscheck.crosscheck", never)
    assert main([*arguments, "-o", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("values", "kayles", "--stop", "1000"),
        pytest.param(("table", "takeaway(2n)", "3000", "5"), marks=pytest.mark.full),
        ("table", "wythoff(2)", "90", "120"),
    ],
    ids=lambda command: command[1],
)
def test_a_stopped_table_is_kept_and_continued(saved, tmp_path, capsys, monkeypatch, command):
    def stops(done, total):
        if done > total / 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("cgt.fast.taking_breaking_values.MOST_HEAPS_A_CHUNK", 256)
    path = tmp_path / "table.npz"
    with monkeypatch.context() as patched:
        patched.setattr(list_commands, "progress_bar", lambda _what: nullcontext(stops))
        assert main([*command, "--output", str(path)]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cgt: interrupted; ")
    assert "table.npz keeps " in captured.err
    stopped, started = path.stat().st_size, []
    monkeypatch.setattr(
        list_commands, "progress_bar", lambda _what: nullcontext(lambda done, _total: started.append(done))
    )
    saved("table.npz", *command)
    assert path.stat().st_size > stopped
    assert started[0] > 0
    saved("whole.npz", *command)
    assert np.load(path).files == np.load(tmp_path / "whole.npz").files
    for name in set(np.load(path).files) - {"header"}:
        assert np.array_equal(np.load(path)[name], np.load(tmp_path / "whole.npz")[name])


@pytest.mark.parametrize(
    "command",
    [
        ("values", "takeaway(2n)", "--stop", "5"),
        ("values", "kayles", "--stop", "5", "--misere"),
        ("values", "kayles", "--stop", "5", "--along", "{n},{n}"),
        ("values", "kayles", "--stop", "5", "--start", "3"),
        ("table", "nim", "3", "3"),
        ("table", "takeaway(2n)", "3", "3", "--misere"),
    ],
)
def test_what_no_table_keeps_is_refused(tmp_path, capsys, command):
    assert main([*command, "--output", str(tmp_path / "table.npz")]) == 2
    assert ".npz keeps" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "formats"),
    [
        (["verify", "no.json", "--export", "rocq"], ".v"),
        (["genus", "kayles", "--stop", "5"], ".json, .csv, .csv.gz, .parquet, .tex"),
        (["games"], ".json, .csv, .csv.gz, .parquet, .tex"),
        (["period", "kayles"], ".json, .html, .md, .tex"),
        (["quotient", "kayles"], ".json, .html, .md, .tex"),
        (["recognise", "fibonacci-nim"], ".json, .html, .md, .tex"),
        (["lesson", "kayles"], ".html, .pdf"),
        (["discover", "kayles"], ".html, .json, .tex"),
        (["plot", "kayles"], ".svg, .png, .pdf"),
        (["sweep", "0.0?"], ".csv, .csv.gz, .parquet, .tex, .json"),
    ],
)
def test_another_suffix_is_refused_with_those_there_are(arguments, formats, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "-o", "result.npz"]) == 2
    said = f"cgt: result.npz: the suffix names the format, one of {formats}\n"
    assert capsys.readouterr().err == said
    assert list(tmp_path.iterdir()) == []


OFFERED = {
    "games": (),
    "solve": ("nim", "3,5"),
    "values": ("kayles",),
    "table": ("nim",),
    "p-positions": ("kayles",),
    "genus": ("kayles",),
    "period": ("kayles",),
    "quotient": ("kayles",),
    "recognise": ("fibonacci-nim",),
    "check": ("nim",),
    "claims": (),
    "doctor": (),
    "export": ("nim", "3"),
    "sweep": ("0.0?",),
    "plot": ("kayles",),
    "lesson": ("kayles",),
    "discover": ("kayles",),
}
"""The commands that write a file, with as much as they need."""


@pytest.mark.parametrize("command", OFFERED)
def test_the_help_names_the_suffixes_that_are_written(command, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suffix = re.compile(r"\.[a-z]+(?:\.gz)?\b")
    assert main([command, *OFFERED[command], "-o", "result.xyz"]) == 2
    refusal = capsys.readouterr().err.partition("one of ")[2]
    assert main([command, "--help"]) == 0
    shown = re.sub(r"[│\s]+", " ", capsys.readouterr().out).partition("--output -o ")[2]
    assert set(suffix.findall(re.split(" --|╰", shown)[0])) == set(suffix.findall(refusal)) != set()


def test_the_list_of_games_is_a_table(tmp_path):
    assert main(["games", "-o", str(tmp_path / "games.csv")]) == 0
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert rows["euclid"]["title"] == "Euclid"
    assert rows["wythoff"]["example"] == "3,6"
