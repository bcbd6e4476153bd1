"""Results in files: the formats, and what is refused before anything is written."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from cgt.apps.cli.screen import Sheet
from cgt.core import atomic
from cgt.core.atomic import check_target
from cgt.errors import OutputError
from cgt.store.oeis import Indexed

TABLE = Sheet({"rows": [[1, 2], [3, 4]]}, columns={"heap": range(2), "0": [1, 3], "1": [2, 4]}, array=[[1, 2], [3, 4]])
TERMS = Sheet(
    {"values": [5, 7, 9]},
    columns={"n": range(3), "value": [5, 7, 9]},
    array=[5, 7, 9],
    terms=Indexed(0, [5, 7, 9]),
)


def test_json(tmp_path):
    TABLE.save(tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text()) == {"schema": 1, **TABLE.record}


def test_csv(tmp_path):
    TABLE.save(tmp_path / "a.CSV")
    with (tmp_path / "a.CSV").open(newline="") as file:
        assert list(csv.DictReader(file)) == [{"heap": "0", "0": "1", "1": "2"}, {"heap": "1", "0": "3", "1": "4"}]


def test_npy(tmp_path):
    TABLE.save(tmp_path / "a.npy")
    assert np.load(tmp_path / "a.npy", allow_pickle=False).tolist() == [[1, 2], [3, 4]]


def test_b_file(tmp_path):
    TERMS.save(tmp_path / "b000001.txt")
    assert (tmp_path / "b000001.txt").read_text() == "0 5\n1 7\n2 9\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.xlsx", r"one of \.json, \.csv"),
        ("a", "suffix"),
        ("no/such/a.json", "no folder"),
        (".", "suffix"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, name, said):
    with pytest.raises(OutputError, match=said):
        check_target(tmp_path / name, (".json", ".csv"))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "a.json").mkdir()
    with pytest.raises(OutputError, match="folder"):
        check_target(tmp_path / "a.json", (".json",))


def test_a_format_the_result_does_not_have_is_refused(tmp_path):
    with pytest.raises(OutputError, match="suffix"):
        TABLE.save(tmp_path / "a.txt")
    with pytest.raises(OutputError, match="suffix"):
        Sheet({}).save(tmp_path / "a.csv")


def test_checking_leaves_the_file_and_nothing_else(tmp_path):
    target = tmp_path / "a.json"
    target.write_text("old")
    assert check_target(target, (".csv", ".json")) == ".json"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert target.read_text() == "old"


def test_an_interrupted_save_leaves_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "a.json"
    target.write_text("old")

    def interrupted(_descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        TABLE.save(target)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert target.read_text() == "old"


def test_a_full_disk_is_one_named_error(tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        TABLE.save(tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_a_lesson_is_by_default_on_the_game_as_it_is_played(run, tmp_path):
    """Notakto: misère play, from an empty board, about boards on which three in a row fit."""
    file = tmp_path / "lesson.html"
    assert run("lesson", "notakto", "-o", str(file))[0] == 0
    said = file.read_text(encoding="utf-8")
    assert "Whoever kills the last board loses." in said
    assert "a board of 3 by 3" in said
    assert "a board of 1 by" not in said
    assert run("lesson", "notakto", "--normal", "-o", str(file))[0] == 0
    assert "Whoever kills the last board wins." in file.read_text(encoding="utf-8")
