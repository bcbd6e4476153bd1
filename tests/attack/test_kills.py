"""A process killed while it saves: the file is the old one or the new one, and the next save leaves no litter."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time

import pytest

from cgt.apps.play.record import read_record
from cgt.core.atomic import write_text
from cgt.errors import CGTError
from cgt.games.heaps.nim import Nim
from cgt.store.pair_table import PairTable
from cgt.store.sequence_table import SequenceTable
from cgt.theory.period_certificate import PeriodCertificate

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

HEAD = """
import sys, cgt, numpy as np
if "census" in sys.argv[1]:
    from cgt.apps.sweep import sweep
from cgt.core.atomic import write_text
from cgt.apps.cli.screen import Sheet
from cgt.store.pair_table import PairTable
from cgt.store.sequence_table import SequenceTable
from pathlib import Path
path = sys.argv[1]
RECORDS = [*sweep("0.??", 60).records] * 200 if "census" in path else ()
def save(n):
    """
SEQUENCE = "SequenceTable(np.arange(400_000 + n) % 7, ruleset='x').save(path)"
RECORD = "cgt game\nruleset: nim\nconvention: normal\nposition: 3,5\nfirst: person\nsecond: person\nseed: 7\n"
SAVES = {
    "sequence.npz": SEQUENCE,
    "sequence.npy": SEQUENCE,
    "pair.npz": "PairTable.wythoff(60, 60 + n % 2).save(path)",
    "certificate.json": "cgt.parse_ruleset('subtraction(1,3,4)').period().certificate.save(path)",
    "values.csv": "Sheet({}, columns={'n': list(range(60_000 + n))}).save(path)",
    "census.csv.gz": "from cgt.apps.sweep.studies import save as keep; keep(RECORDS[n % 2 :], Path(path))",
    "record.txt": f"write_text(path, {RECORD!r} + '#' * (200_000 + n))",
}
NAMES = [pytest.param(name, marks=[] if name == "sequence.npz" else pytest.mark.full) for name in SAVES]
LOOP = "\nprint('ready', flush=True)\nn = 0\nwhile True:\n    save(n)\n    n += 1\n"


def check(path):
    """The file is whole."""
    if path.name.startswith("sequence"):
        assert len(SequenceTable.load(path).values) >= 400_000
    elif path.name.startswith("pair"):
        assert PairTable.load(path).rows == 60
    elif path.name.startswith("certificate"):
        assert PeriodCertificate.load(path).periodicity.period == 7
    elif path.name.startswith("values"):
        lines = path.read_text().splitlines()
        assert lines[1:] == [str(n) for n in range(len(lines) - 1)]
        assert len(lines) > 60_000
    elif path.name.startswith("census"):
        with gzip.open(path, "rt") as file:
            assert len(file.readlines()) in {1 + 64 * 200, 64 * 200}
    else:
        assert read_record(path.read_text()).ruleset == Nim()


@pytest.mark.parametrize("name", NAMES)
def test_a_kill_leaves_the_old_file_or_the_new(name, amount, chance, tmp_path, monkeypatch):
    path = tmp_path / name
    litter = 0
    for _ in range(amount(1, 35)):
        with subprocess.Popen(
            [sys.executable, "-c", HEAD + SAVES[name] + LOOP, str(path)], stdout=subprocess.PIPE, text=True
        ) as process:
            process.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.12))
            os.kill(process.pid, signal.SIGKILL)
        if path.exists():
            check(path)
        litter += sum(1 for _ in tmp_path.glob("*.part")) + sum(1 for _ in tmp_path.glob(".*.part"))
        if chance.random() < 0.3:
            save_once(path, name, monkeypatch)
            check(path)
            assert [found.name for found in tmp_path.iterdir()] == [name]
    save_once(path, name, monkeypatch)
    assert [found.name for found in tmp_path.iterdir()] == [name]


def save_once(path, name, monkeypatch):
    """In this process, which is another one than the killed."""
    monkeypatch.setattr(sys, "argv", ["", str(path)])
    exec(HEAD + SAVES[name] + "\nsave(0)\n", {})  # noqa: S102 - what the killed process runs


@pytest.mark.parametrize("name", ["table.npz", pytest.param("table.npy", marks=pytest.mark.full)])
def test_two_writers_at_once_keep_the_longer_table(name, amount, upto, tmp_path):
    size = upto(3_000, full=30_000)
    program = (
        "import sys, cgt\nfrom cgt.store.sequence_table import SequenceTable\n"
        "SequenceTable.build(cgt.games.Subtraction(1, 3, 4), int(sys.argv[2]), path=sys.argv[1])\n"
    )
    for turn in range(amount(1, 12)):
        path = tmp_path / f"{turn}{name}"
        lengths = [size + 7 * turn, 3 * size + 7 * turn]
        writers = [subprocess.Popen([sys.executable, "-c", program, str(path), str(length)]) for length in lengths]
        assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
        table = SequenceTable.load(path)
        assert table.stop == lengths[1]
        assert table.values[:6].tolist() == [0, 1, 0, 1, 2, 3]


CALLS = ["open", "fsync", "stat", "close", "rename", "replace", "unlink", "fchmod", "access", "mkdir", "lstat", "fstat"]


@pytest.mark.parametrize(
    "name", ["a.json", "b.npz", *(pytest.param(name, marks=pytest.mark.full) for name in ("c.npy", "d.csv"))]
)
def test_every_system_call_of_a_save_may_fail(name, tmp_path, monkeypatch):
    """Each call of `os` that a save makes fails in turn: one error of ours, or none; never half a file, nor litter."""
    import numpy as np

    from cgt.apps.cli.screen import Sheet

    path = tmp_path / name

    def save(size):
        if path.suffix in {".npz", ".npy"}:
            SequenceTable(np.arange(size), ruleset="x").save(path)
        else:
            Sheet({"values": list(range(size))}, columns={"n": list(range(size))}).save(path)

    save(10)
    old = path.read_bytes()
    save(20)
    new = path.read_bytes()
    failed = 0
    for call in CALLS:
        usual = getattr(os, call)
        for which in range(12):
            path.write_bytes(old)
            count = 0

            def fails(*arguments, call=call, usual=usual, which=which, **options):
                nonlocal count
                count += 1
                if count == which + 1:
                    if call == "close":
                        usual(*arguments)  # a file that is closed is closed, whatever is said of it
                    raise OSError(5, "Input/output error")
                return usual(*arguments, **options)

            monkeypatch.setattr(os, call, fails)
            try:
                save(20)
            except CGTError:
                failed += 1
            finally:
                monkeypatch.undo()
            assert path.read_bytes() in {old, new}, (call, which)
            if call != "unlink":
                assert [found.name for found in tmp_path.iterdir()] == [name], (call, which)
            if count <= which:
                break
    assert failed > 3
    write_text(path, "x")
    assert [found.name for found in tmp_path.iterdir()] == [name]
