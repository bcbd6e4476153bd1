"""Files are written whole or not at all, to regular files alone, and what a killed save left is cleared by the next."""

from __future__ import annotations

import os
import signal
import stat
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from cgt.apps.cli.screen import Sheet
from cgt.core import atomic
from cgt.core.atomic import alone_at, check_writable, new_folder, read_text, replacing, write_text
from cgt.errors import OutputError, ParseError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and FIFOs of POSIX")


def test_a_fifo_is_refused_and_stays(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(OutputError, match="is a named pipe, no file"):
        write_text(fifo, "x")
    assert stat.S_ISFIFO(fifo.lstat().st_mode)


def test_a_socket_and_a_folder_are_refused(tmp_path, monkeypatch):
    import socket

    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OutputError, match="is a folder: name a file"):
        write_text(folder, "x")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)  # a socket's name is short
        server.bind("socket")
        with pytest.raises(OutputError, match="is a socket, no file"):
            write_text(tmp_path / "socket", "x")


def test_a_device_is_refused(tmp_path, monkeypatch):
    """No real device is touched: the file only says of itself that it is one."""
    told = tmp_path / "null"
    told.write_text("kept")
    usual = os.stat

    def of_a_device(path, **options):
        found = usual(path, **options)
        device = os.stat_result([stat.S_IFCHR | 0o666, *found[1:]])
        return device if os.path.basename(os.fspath(path)) == "null" else found  # noqa: PTH119 - what os.stat is given

    monkeypatch.setattr(atomic.os, "stat", of_a_device)
    with pytest.raises(OutputError, match="is a device, no file"):
        write_text(told, "x")
    monkeypatch.undo()
    assert told.read_text() == "kept"


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "file", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(Path("there") / "file")
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_link_to_nothing_makes_its_target(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_loop_of_links_is_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OutputError, match="cannot be written"):
        write_text(tmp_path / "a", "x")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_is_kept(tmp_path, mode):
    target = tmp_path / "file"
    target.write_text("old")
    target.chmod(mode)
    write_text(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_has_the_usual_mode(tmp_path):
    write_text(tmp_path / "ours", "x")
    (tmp_path / "usual").write_text("x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_the_folder_is_synced(tmp_path, monkeypatch):
    synced = []
    usual = os.fsync

    def watched(number):
        synced.append(stat.S_ISDIR(os.fstat(number).st_mode))
        usual(number)

    monkeypatch.setattr(atomic.os, "fsync", watched)
    write_text(tmp_path / "file", "x")
    assert synced == [False, True]


@pytest.mark.parametrize("length", [200, 241, 255])
def test_a_name_of_any_length_that_the_system_takes(tmp_path, length):
    target = tmp_path / ("é" * (length // 2) + "x" * (length % 2))
    write_text(target, "x")
    write_text(target, "y")
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_what_a_killed_save_left_is_cleared_by_the_next(tmp_path):
    target = tmp_path / "table.npz"
    pid = os.fork()
    if pid == 0:
        with replacing(target) as file:
            file.write(b"half")
            file.flush()
            os.kill(os.getpid(), 9)
    os.waitpid(pid, 0)
    assert not target.exists()
    left = [path.name for path in tmp_path.iterdir()]
    assert len(left) == 1
    write_text(target, "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["table.npz"]


def test_the_unfinished_file_of_another_that_still_writes_is_left_alone(tmp_path):
    target = tmp_path / "file"
    ready, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        with replacing(target) as file:
            os.write(told, b"x")
            file.write(b"slow")
            import time

            time.sleep(0.15)
        os._exit(0)
    os.read(ready, 1)
    write_text(target, "fast")
    assert os.waitpid(pid, 0)[1] == 0
    assert target.read_text() in {"fast", "slow"}
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_child_of_fork_leaves_the_lock_of_its_parent_alone(tmp_path):
    # It removed the file, and another one made a lock of its own beside the parent's.
    with ExitStack() as held:
        held.enter_context(alone_at(tmp_path / "a", "held"))
        if (pid := os.fork()) == 0:
            held.close()
            os._exit(0)
        os.waitpid(pid, 0)
        with pytest.raises(OutputError, match="held"), alone_at(tmp_path / "a", "held"):
            pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_system_takes(tmp_path, name):
    with pytest.raises(OutputError, match="is not a valid file name"):
        write_text(tmp_path / name, "x")
    with pytest.raises(ParseError, match="is not a valid file name"):
        read_text(tmp_path / name, "certificate")


def test_what_no_file_can_hold_is_refused_and_the_old_file_stays(tmp_path):
    target = tmp_path / "sheet.json"
    write_text(target, "old")
    with pytest.raises(OutputError, match=r"'\\ud800' is half a character"):
        write_text(target, "a\ud800b")
    for sheet in (Sheet({"game": "a\ud800b"}), Sheet({}, columns={"a\ud800b": [1, 2]})):
        with pytest.raises(OutputError, match=r"'\\ud800' is half a character"):
            sheet.save(target if sheet.columns is None else tmp_path / "sheet.csv")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_an_error_without_a_reason_still_says_something(tmp_path, monkeypatch):
    def fails(self, target):
        raise OSError

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OutputError) as told:
        write_text(tmp_path / "file", "x")
    assert "None" not in str(told.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("where", ["fsync", "write", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch, where):
    target = tmp_path / "file"
    target.write_text("old")

    def fails(*_arguments):
        raise OSError(28, "No space left on device")

    def written():
        with replacing(target) as file:
            if where == "write":
                fails()
            file.write(b"new")
            monkeypatch.setattr(*((atomic.os, "fsync") if where == "fsync" else (Path, "replace")), fails)

    with pytest.raises(OutputError, match="No space left on device"):
        written()
    monkeypatch.undo()
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_can_be_written_is_told_before_the_work(tmp_path):
    check_writable(tmp_path / "new")
    assert not list(tmp_path.iterdir())
    with pytest.raises(OutputError, match="no folder"):
        check_writable(tmp_path / "absent" / "file")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a time limit by signals")
@pytest.mark.parametrize("write", [replacing, new_folder])
def test_a_time_limit_of_the_caller_is_not_taken_for_a_full_disk(tmp_path, write):
    """`TimeoutError` is an `OSError`."""

    def stop(_number, _frame):
        raise TimeoutError("the caller's")

    def wait_for_the_limit():
        signal.setitimer(signal.ITIMER_REAL, 0.02, 5)  # again after 5 s: once the first was lost, and nothing ended
        while True:
            pass

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with pytest.raises(TimeoutError, match="the caller's"), write(tmp_path / "result"):
            wait_for_the_limit()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_too_long_is_not_read_whole(tmp_path):
    (tmp_path / "long").write_text("x" * 1000)
    with pytest.raises(ParseError, match="longer than 100 characters"):
        read_text(tmp_path / "long", "certificate", longest=100)
