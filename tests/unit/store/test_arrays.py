from __future__ import annotations

import json
import pickle
import tracemalloc
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

import cgt
from cgt.errors import OutputError, TableError
from cgt.store import array_files as storage
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable

ENDINGS = ["npz", "npy"]


@pytest.fixture(params=ENDINGS)
def saved(request, tmp_path):
    path = tmp_path / f"table.{request.param}"
    SequenceTable(np.arange(1000) % 7, ruleset="bounded nim 6", backend="compiled").save(path)
    return path


def test_what_is_saved_is_loaded(saved):
    table = SequenceTable.load(saved, ruleset="bounded nim 6")
    assert table.values.tolist() == (np.arange(1000) % 7).tolist()
    assert table.values.dtype == np.uint8
    assert (table.ruleset, table.backend) == ("bounded nim 6", "compiled")


def test_numpy_itself_opens_the_file(saved):
    opened = np.load(saved, allow_pickle=False)
    values = opened if saved.suffix == ".npy" else opened["values"]
    assert values.tolist() == (np.arange(1000) % 7).tolist()


def test_the_header_says_what_the_table_is(saved):
    header, _ = storage.load(saved, "sequence")
    assert header["ruleset"] == "bounded nim 6"
    assert header["range"] == [0, 1000]
    assert header["version"]
    assert header["arrays"] == {"values": {"dtype": "|u1", "shape": [1000]}}


def test_a_large_npy_is_mapped_and_not_read(tmp_path, monkeypatch):
    path = tmp_path / "large.npy"
    SequenceTable(np.arange(1000), ruleset="nim").save(path)
    assert storage.load(path, "sequence")[1]["values"].tolist() == list(range(1000))
    monkeypatch.setattr(storage, "MAPPED_FROM", 100)
    _, arrays = storage.load(path, "sequence")
    assert isinstance(arrays["values"], np.memmap)
    assert not arrays["values"].flags.writeable


def test_a_file_cut_anywhere_is_refused_by_name(saved):
    whole = saved.read_bytes()
    for length in [0, 1, 10, *range(50, len(whole), 97), len(whole) - 1]:
        saved.write_bytes(whole[:length])
        with pytest.raises(TableError, match=saved.name):
            SequenceTable.load(saved)


def test_a_byte_altered_anywhere_is_refused_or_changes_nothing(saved, upto):
    """A zip file has bytes that nobody reads (dates, attributes); where they are altered the table is the same."""
    whole = saved.read_bytes()
    refused = 0
    places = range(0, len(whole), upto(19, full=7))
    for place in places:
        altered = bytearray(whole)
        altered[place] ^= 0x15
        saved.write_bytes(altered)
        try:
            table = SequenceTable.load(saved)
        except TableError as error:
            assert saved.name in str(error)  # noqa: PT017 - both ends are right, each with its own check
            refused += 1
        else:
            assert table.values.tolist() == (np.arange(1000) % 7).tolist()
            assert table.ruleset == "bounded nim 6"
    assert refused > len(places) * 0.8


def test_data_trailing_a_file_is_refused(saved):
    saved.write_bytes(saved.read_bytes() + b"more")
    if saved.suffix == ".npy":
        with pytest.raises(TableError):
            SequenceTable.load(saved)


def test_another_ruleset_or_kind_is_refused(saved, tmp_path):
    with pytest.raises(TableError, match=r"table of 'bounded nim 6', not of 'bounded nim 5'"):
        SequenceTable.load(saved, ruleset="bounded nim 5")
    with pytest.raises(TableError, match="kind 'sequence', not 'quota'"):
        QuotaTable.load(saved)


def test_other_files_are_refused(tmp_path):
    plain, zipped, text, objects = (tmp_path / name for name in ("a.npy", "b.npz", "c.npz", "d.npz"))
    np.save(plain, np.arange(5))
    np.savez(zipped, values=np.arange(5))
    text.write_text("no table")
    np.savez(objects, header=np.array([{"kind": "sequence"}], dtype=object), values=np.arange(5))
    for path in (plain, zipped, text, objects):
        with pytest.raises(TableError, match=path.name):
            SequenceTable.load(path)
    with pytest.raises(FileNotFoundError):
        SequenceTable.load(tmp_path / "absent.npz")


def test_nothing_pickled_is_ever_run(tmp_path):
    class Bomb:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "ran",))

    for ending in ENDINGS:
        path = tmp_path / f"bomb.{ending}"
        path.write_bytes(pickle.dumps(Bomb()))
        with pytest.raises(TableError):
            SequenceTable.load(path)
    assert not (tmp_path / "ran").exists()


def test_a_newer_format_is_refused(monkeypatch, tmp_path):
    path = tmp_path / "new.npz"
    monkeypatch.setattr(storage, "FORMAT", 2)
    SequenceTable([0, 1], ruleset="nim").save(path)
    monkeypatch.undo()
    with pytest.raises(TableError, match="format 2"):
        SequenceTable.load(path)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_interrupted_save_leaves_the_old_table_and_nothing_else(monkeypatch, tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    SequenceTable([0, 1, 2], ruleset="nim").save(path)

    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        SequenceTable([0, 1, 2, 3], ruleset="nim").save(path)
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    assert SequenceTable.load(path).stop == 3


def test_an_ending_that_is_neither_is_refused(tmp_path):
    table = SequenceTable([0, 1], ruleset="nim")
    with pytest.raises(OutputError, match=r"one of \.npz, \.npy"):
        table.save(tmp_path / "table.json")
    with pytest.raises(OutputError, match=r"one of \.npz$"):
        QuotaTable.build((2, 0), 10).save(tmp_path / "table.npy")
    assert not list(tmp_path.iterdir())


def test_the_checksum_covers_the_header(tmp_path):
    path = tmp_path / "table.npz"
    SequenceTable([0, 1, 2], ruleset="nim").save(path)
    arrays = dict(np.load(path))
    header = json.loads(arrays["header"].tobytes())
    header["ruleset"] = "another"
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(TableError, match="checksum"):
        SequenceTable.load(path)


def npz(path, **members):
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(f"{name}.npy", content)
    return path


def npy(array):
    content = BytesIO()
    np.save(content, array)
    return content.getvalue()


def header(**arrays):
    told = {"kind": "sequence", "format": 1, "arrays": arrays}
    return npy(np.frombuffer(json.dumps(told).encode(), np.uint8))


HUGE = {"dtype": "|u1", "shape": [2_000_000_000]}


@pytest.mark.parametrize(
    "members",
    [
        {"header": header(values={"dtype": "|u1", "shape": [3]}), "values": b"no array"},
        {"header": b"no array", "values": npy(np.arange(3))},
        {"header": npy(np.zeros(2_000_000, np.uint8)), "values": npy(np.arange(3))},
        {"header": header(values=HUGE), "values": npy(np.zeros(20_000_000, np.uint8))},
        {"header": header(values=HUGE), "values": npy(np.zeros(3, np.uint8)).replace(b"(3,)", b"(2000000000,)")},
        {"header": header(values={"dtype": "|O", "shape": [3]}), "values": npy(np.zeros(3))},
        {"header": header(values={"dtype": "<f8", "shape": [3]}), "values": npy(np.zeros(3))},
        {"header": header(values=3), "values": npy(np.arange(3))},
        {"header": header(), "values": npy(np.arange(3))},
        {"header": npy(np.frombuffer(b'{"format": ' + b"9" * 500_000 + b"}", np.uint8))},
        {"header": npy(np.frombuffer(b"[" * 100_000, np.uint8))},
        {"header": npy(np.frombuffer(b"[]", np.uint8))},
    ],
)
def test_a_hostile_archive_is_refused_before_it_is_unpacked(tmp_path, members):
    path = npz(tmp_path / "hostile.npz", **members)
    tracemalloc.start()
    try:
        with pytest.raises(TableError, match=r"hostile\.npz"):
            SequenceTable.load(path)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_an_npy_that_promises_more_than_it_holds_is_refused(tmp_path):
    path = tmp_path / "hostile.npy"
    SequenceTable(np.arange(3), ruleset="nim").save(path)
    content = path.read_bytes()
    for place in (b"(3,), }       ", b"(3,), }"):
        content = content.replace(place, b"(2000000000,)}" if len(place) > 7 else place, 1)
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"hostile\.npy"):
        SequenceTable.load(path)


@pytest.mark.parametrize("ending", ["NPZ", "Npy"])
def test_a_suffix_in_capitals_is_one(tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    SequenceTable.build(cgt.games.Nim(), 6, path=path)
    assert SequenceTable.build(cgt.games.Nim(), 9, path=path).values.tolist() == list(range(9))
    assert SequenceTable.load(path).stop == 9


def test_what_is_loaded_can_be_written_to(saved):
    SequenceTable.load(saved).values[0] = 5
