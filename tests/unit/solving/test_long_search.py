"""A search of hours: interrupted, and gone on with from its file."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

import cgt
from cgt.apps.cli import main
from cgt.core.atomic import alone_at
from cgt.core.hints import WordRules
from cgt.errors import MemoryBudgetError, NotApplicableError, OutputError, TableError, TableWarning
from cgt.fast.jit import compiled_available
from cgt.fast.threads import using
from cgt.solving import long_search, word_search
from cgt.solving.long_search import searched_value

pytestmark = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 512)
    monkeypatch.setattr(word_search, "ENTRIES_AT_ONCE", 1_000)
    monkeypatch.setattr(long_search, "ENTRIES_AT_ONCE", 1_000)


@pytest.mark.full
def test_a_table_is_written_and_read_without_a_second_one(tmp_path, monkeypatch):
    """Saving copied all entries: Cram 6x7 took 4.8 GB with a table of 2.1."""
    keep, position, largest = tmp_path / "a.table", cgt.parse_position("cram 5x6"), []
    monkeypatch.setattr(long_search, "SAVED_EVERY", 0.0)
    written = long_search._write

    def write(path, name, entries):
        written(path, name, (largest.append(some.nbytes) or some for some in entries))

    monkeypatch.setattr(long_search, "_write", write)
    assert searched_value(position, keep=keep) == 2
    assert max(largest) <= 16_000 < keep.stat().st_size
    count, entries = long_search._read(keep, json.loads(keep.read_bytes().partition(b"\n")[0])["board"], "a board", 16)
    read = list(entries)
    assert sum(map(len, read)) == count
    assert max(some.nbytes for some in read) <= 16_000


# Beling's table of Cram nim-values (impartial-games, README).
@pytest.mark.parametrize(("board", "value"), [pytest.param("4x7", 3, marks=pytest.mark.full), ("5x6", 2), ("3x9", 1)])
@pytest.mark.parametrize("threads", [1, 2])
def test_values_within_a_small_table_and_with_threads(board, value, threads, monkeypatch):
    monkeypatch.setattr(word_search, "SHARED_FROM", 5_000)
    with using(threads):
        assert searched_value(cgt.parse_position(f"cram {board}"), max_bytes=1 << 18) == value


def test_an_interrupted_search_goes_on_from_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 256)
    keep, position, looks = tmp_path / "a.table", cgt.parse_position("cram 4x7"), []

    def stop(done, total):
        looks.append((done, total))
        if len(looks) == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), using(1):
        searched_value(position, keep=keep, progress=stop)
    assert all(0 <= done <= total == 1_000_000 for done, total in looks)
    assert any(0 < done < 1_000_000 // 45 for done, _total in looks)  # finer than the dominoes of the board
    first, again = len(looks), []
    with using(1):
        assert searched_value(position, keep=keep, progress=lambda *both: again.append(both)) == 3
        whole = []
        assert searched_value(position, progress=lambda *both: whole.append(both)) == 3
    assert len(again) < len(whole) < first + len(again) + 10
    once_more = []
    assert searched_value(position, keep=keep, progress=lambda *both: once_more.append(both)) == 3
    assert len(once_more) <= 1
    # Another position on the same board goes on from it, too.
    assert searched_value(cgt.parse_position("cram 4x6"), keep=keep) == 0


def test_a_file_that_cannot_be_written_any_more_costs_no_value(tmp_path, monkeypatch, capsys):
    """A disk that was full at the end threw the answer of many hours away, and for a moment before it the search."""

    def fill(path, _name, _entries):
        raise OutputError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(long_search, "_write", fill)
    monkeypatch.setattr(long_search, "SAVED_EVERY", 0.0)
    keep = tmp_path / "a.table"
    with pytest.warns(TableWarning, match="what was learnt since"):
        assert searched_value(cgt.parse_position("cram 3x9"), keep=keep) == 1
    assert main(["search", "cram", "3x9", "--keep", str(keep)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("nim-value 1")
    (line,) = captured.err.splitlines()
    assert "No space left" in line


KILLED = """
import sys
from pathlib import Path
import cgt
from cgt.fast.threads import using
from cgt.solving import long_search, word_search
long_search.SAVED_EVERY, word_search.SLICE, word_search.SHARED_FROM = 0.0, 256, 0
with using(int(sys.argv[2])):
    position = cgt.parse_position("cram 4x7")
    long_search.searched_value(position, keep=Path(sys.argv[1]), progress=lambda *_both: print("went on", flush=True))
"""


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_search_that_is_killed_goes_on_from_its_file(threads, tmp_path, monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 256)
    keep, position, sizes = tmp_path / "a.table", cgt.parse_position("cram 4x7"), []
    for _kill in range(2):
        command = [sys.executable, "-c", KILLED, str(keep), str(threads)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            for _slice in range(8):
                assert running.stdout.readline() == "went on\n"
            running.kill()
        assert running.returncode != 0
        sizes.append(keep.stat().st_size)
    assert 0 < sizes[0] < sizes[1]
    again, whole = [], []
    with using(1):
        assert searched_value(position, keep=keep, progress=lambda *both: again.append(both)) == 3
        assert searched_value(position, progress=lambda *both: whole.append(both)) == 3
    assert len(again) + 8 < len(whole)


def test_an_altered_file_is_refused_and_not_believed(tmp_path):
    """With the second bit of every entry turned, cram 4x5 was worth 5."""
    keep, position = tmp_path / "a.table", cgt.parse_position("cram 4x5")
    assert searched_value(position, keep=keep) == 2
    head, _end, entries = (content := keep.read_bytes()).partition(b"\n")
    altered = bytearray(entries)
    altered[8::16] = bytes(byte ^ 2 for byte in entries[8::16])
    keep.write_bytes(head + b"\n" + altered)
    with pytest.raises(TableError, match="is altered"):
        searched_value(position, keep=keep)
    assert keep.read_bytes() == head + b"\n" + altered
    keep.write_bytes(content)
    assert searched_value(position, keep=keep) == 2


def test_a_file_of_another_board_or_none_is_refused(tmp_path):
    keep = tmp_path / "a.table"
    searched_value(cgt.parse_position("cram 3x5"), keep=keep)
    with pytest.raises(TableError, match="no table of the board of cram 3x9 as this version keeps one: name another"):
        searched_value(cgt.parse_position("cram 3x9"), keep=keep)
    now = keep.read_bytes()
    keep.write_bytes(now.replace(b'"2 ', b'"1 ', 1))
    with pytest.raises(TableError, match="as this version keeps one"):
        searched_value(cgt.parse_position("cram 3x5"), keep=keep)
    keep.write_bytes(now)
    keep.write_bytes(keep.read_bytes()[:-16])
    nested = tmp_path / "nested"
    nested.write_bytes(b"[" * 9_000 + b"\n")
    with pytest.raises(TableError, match=r"nested too deep|not JSON"):  # a newer Python reads it to its end
        searched_value(cgt.parse_position("cram 2x3"), keep=nested)
    with pytest.raises(TableError, match="cut short"):
        searched_value(cgt.parse_position("cram 3x5"), keep=keep)
    keep.write_text("nothing\n")
    with pytest.raises(TableError, match="cannot be read"):
        searched_value(cgt.parse_position("cram 3x5"), keep=keep)


@pytest.mark.parametrize("text", ["nim 3,5", "kayles 5", "sprouts 4", "nim 3 + cram 2x3"])
def test_what_has_no_compiled_rules_is_refused_by_its_name(text):
    with pytest.raises(NotApplicableError, match=f"^{re.escape(text)} is no board .* with compiled rules"):
        searched_value(cgt.parse_position(text))


def test_a_board_that_is_too_large_is_refused():
    with pytest.raises(NotApplicableError, match=r"^cram 11x11 is no board"):
        searched_value(cgt.parse_position("cram 11x11"))


def test_compiled_rules_of_ones_own_are_left_to_solve():
    rules = WordRules(lambda word, data, out: 0)
    with pytest.raises(NotApplicableError, match="no board of this library with compiled rules"):
        searched_value(cgt.game(lambda state: (), compiled=rules).position(5))


def test_what_was_learnt_is_not_written_over_by_less(tmp_path):
    """A table that is smaller than the file would forget most of it, and two searches at one file half of it each."""
    keep, position = tmp_path / "a.table", cgt.parse_position("cram 5x6")
    searched_value(position, keep=keep)
    learnt = keep.read_bytes()
    with pytest.raises(MemoryBudgetError, match="would forget what is in it: a higher max_bytes allows more"):
        searched_value(position, keep=keep, max_bytes=100_000)
    assert keep.read_bytes() == learnt
    with (
        alone_at(keep, "held"),
        pytest.raises(OutputError, match=r"another search is at .*: name another file, or wait for it"),
    ):
        searched_value(position, keep=keep)
    assert keep.read_bytes() == learnt
    assert searched_value(position, keep=keep, max_bytes=len(learnt)) == 2
    assert [*tmp_path.iterdir()] == [keep]
