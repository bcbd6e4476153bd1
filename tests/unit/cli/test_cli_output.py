"""`--output`: the format from the suffix, and a path that cannot be written refused before the work."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from cgt.cli import main


@pytest.fixture
def saved(tmp_path, capsys):
    """Run a command with `--output`, which must print nothing; give back the file."""

    def saved(name, *arguments):
        path = tmp_path / name
        assert main([*arguments, "--output", str(path)]) == 0
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == ("", "")
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
    "arguments", [["games"], ["solve", "nim", "3"], ["check", "nim", "--bound", "5"]], ids=lambda args: args[0]
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
    ],
)
def test_a_bad_path_is_refused_before_the_work(tmp_path, capsys, monkeypatch, arguments, name):
    def never(*_arguments, **_options):
        raise AssertionError("the work has begun")

    for function in ("listing.nim_values", "listing.nim_value_table", "listing.p_positions"):
        monkeypatch.setattr(f"cgt.{function}", never)
    monkeypatch.setattr("cgt.solution.solve", never)
    monkeypatch.setattr("cgt.audit.crosscheck", never)
    assert main([*arguments, "-o", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
