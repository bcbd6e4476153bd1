"""Files written whole or not at all; texts and JSON read back within bounds.

What is written goes into a file beside the target, which takes its place when complete: a reader sees the old one or
the new one. Writers in one folder come one after the other, by a lock on the folder, which ends with the process that
holds it. So any leftover file must come from a killed writer, and the next one removes it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from time import monotonic, sleep
from typing import IO

from cgt.core.concurrency import raised_by_handler, suppress_own
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.core.plugins import installed
from cgt.errors import CGTError, MissingExtraError, OutputError, ParseError

LONGEST_TEXT = 20_000_000
"""More characters than any certificate or sequence in use has."""

LOCK_SECONDS = 10.0
"""Seconds to wait for another writer in the same folder; after them both write, and neither removes leftovers."""

_held: set[tuple[int, Path]] = set()
"""The threads that have a lock, with the folder."""

_KINDS = {stat.S_IFIFO: "named pipe", stat.S_IFSOCK: "socket", stat.S_IFCHR: "device", stat.S_IFBLK: "device"}


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write: it replaces the one at `path` when the block ends without an error, and is removed otherwise.

    Links are followed, and the new file has the mode of the old one.

    Raises:
        OutputError: it cannot be written, or is not a regular file.
    """
    target = check_writable(path)
    with lock(target.parent) as alone:
        if alone:
            _clear(target)
        part = _unused_name(target)
        try:
            with _output_errors(path):
                with part.open("xb") as file:
                    yield file
                    file.flush()
                    _keep_mode(target, file.fileno())
                    os.fsync(file.fileno())
                part.replace(target)
                _sync(target.parent)
        except UnicodeEncodeError as error:
            text = f"{path} cannot be written: {error.object[error.start]!r} is half a character"
            raise OutputError(text) from error
        finally:
            with suppress_own(OSError):
                part.unlink(missing_ok=True)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to fill: it appears at `path` when the block ends without an error, and is removed otherwise.

    Raises:
        OutputError: there is something at `path` already, or it cannot be written.
    """
    target = path.absolute()
    with lock(target.parent):
        if os.path.lexists(target):
            raise OutputError(f"{path} is there already: nothing was written")
        part = _unused_name(target)
        try:
            with _output_errors(path):
                part.mkdir()
                yield part
                part.rename(target)
        finally:
            if part.is_dir():
                import shutil

                shutil.rmtree(part, ignore_errors=True)
        _sync(target.parent)


def suffix_of(path: str | Path, suffixes: Collection[str]) -> str:
    """The suffix by which a file's name says its format, one of these in whatever case.

    Raises:
        OutputError: the suffix is another, or this names no file.
        MissingExtraError: it is that of Parquet, and pyarrow is not installed.

    >>> suffix_of("records.CSV.GZ", (".csv", ".csv.gz"))
    '.csv.gz'
    """
    name = path_of(path, OutputError).name.lower()
    for suffix in suffixes:
        if name.endswith(suffix):
            if suffix == ".parquet" and not installed("pyarrow"):
                raise MissingExtraError("Parquet needs pyarrow: pip install 'cgt-impartial[survey]'")
            return suffix
    raise OutputError(
        _("{path}: the suffix names the format, one of {choices}").format(path=path, choices=", ".join(suffixes))
    )


def check_target(path: str | Path, suffixes: Collection[str]) -> str:
    """Check before long work that a file of one of these suffixes can be written there; returns the suffix.

    Raises:
        OutputError, MissingExtraError: as `suffix_of` and `check_writable`.
    """
    suffix = suffix_of(path, suffixes)
    check_writable(path)
    return suffix


def check_writable(path: str | Path) -> Path:
    """Check before long work that a file can be written there; returns the file behind any links.

    Raises:
        OutputError: it is not a regular file, its folder does not exist, or writing is not allowed.
    """
    named = path_of(path, OutputError)
    with _output_errors(path, (OSError, RuntimeError)):
        target = named.resolve()
        if target.is_symlink():  # of links in a loop Python 3.13 gives one, where older ones raise RuntimeError
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return _check(path, target)


def _check(path: str | Path, target: Path) -> Path:
    kind = stat.S_IFMT(os.stat(target).st_mode) if target.exists() else None  # noqa: PTH116 - as os.fstat is
    if kind == stat.S_IFDIR:
        raise OutputError(_("{path} is a folder: name a file").format(path=path))
    if kind not in {None, stat.S_IFREG}:
        raise OutputError(f"{path} is a {_KINDS.get(kind or 0, 'special file')}, no file that can be replaced")
    if not target.parent.is_dir():
        raise OutputError(
            _("{path} cannot be written: there is no folder {parent}").format(path=path, parent=target.parent)
        )
    if not os.access(target if kind else target.parent, os.W_OK):
        raise OutputError(_("{path} cannot be written: permission denied").format(path=path))
    trial = _unused_name(target)
    try:
        trial.touch(exist_ok=False)
    finally:
        trial.unlink(missing_ok=True)
    return target


@contextmanager
def lock(folder: Path) -> Iterator[bool]:
    """Lock a folder inside a `with` block against other writers; gives False where it cannot be locked in time.

    A thread that holds the lock may ask for it again.
    """
    key = get_ident(), folder
    if key in _held:
        yield True
        return
    try:
        import fcntl

        number = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield False
        return
    try:
        alone = _try_lock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if alone:
            _held.add(key)
        yield alone
    finally:
        _held.discard(key)
        with suppress_own(OSError):
            fcntl.flock(number, fcntl.LOCK_UN)  # a child of `fork` has the file open as well, and would keep it
        with suppress_own(OSError):
            os.close(number)


def read_text(path: str | Path, what: str, longest: int = LONGEST_TEXT) -> str:
    """The text of a file; `what` names its content in errors, and a longer file than `longest` is refused.

    A byte order mark, as spreadsheets write it, is skipped.

    Raises:
        OSError: it cannot be read.
        ParseError: it is not text in UTF-8, is too long, or its name is not a valid file name.
    """
    named = path_of(path, ParseError)
    try:
        with named.open(encoding="utf-8-sig") as file:
            text = file.read(longest + 1)
    except UnicodeDecodeError:
        raise ParseError(f"{path} is not text in UTF-8, so it is no {what}") from None
    if len(text) > longest:
        raise ParseError(f"{path} is longer than {longest:,} characters, so it is no {what}")
    return text


def write_text(path: str | Path, text: str) -> None:
    """Write a text, whole or not at all; raises `OutputError` if it cannot be written."""
    with replacing(path) as file:
        file.write(text.encode())


def path_of(path: str | Path, error: type[CGTError]) -> Path:
    """The path that a user gave; raises `error` for what can be the name of no file.

    >>> path_of("kayles.json", ParseError).suffix
    '.json'
    """
    given: object = path
    if not isinstance(given, str | os.PathLike) or not isinstance(name := os.fspath(given), str):
        raise error(f"a file is named by a text or a path, not {format_value(given)}")
    try:
        usable = "\0" not in name and bool(os.fsencode(name))
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise error(_("{name!r} is not a valid file name").format(name=name))
    return Path(path)


def _prefix(target: Path) -> str:
    """The prefix of unfinished files for a target, short enough for any file name."""
    return f".cgt-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]}-"


def _unused_name(target: Path) -> Path:
    """An unused name beside the target."""
    return target.with_name(f"{_prefix(target)}{os.urandom(4).hex()}.part")


def _clear(target: Path) -> None:
    """Remove the unfinished files that killed writers left beside a target."""
    with suppress_own(OSError):
        for left in target.parent.glob(f"{_prefix(target)}*.part"):
            left.unlink()


def _keep_mode(target: Path, number: int) -> None:
    if hasattr(os, "fchmod") and target.exists():
        os.fchmod(number, stat.S_IMODE(target.stat().st_mode))


def _sync(folder: Path) -> None:
    """Sync the folder, where the system can, so that the new name survives a power failure."""
    with suppress_own(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def alone_at(path: Path, refusal: str) -> Iterator[None]:
    """Hold a file's own lock, a file beside it; raises `OutputError`, which says `refusal`, where it is held."""
    beside, process = _lock_beside(path), os.getpid()
    while True:
        file = beside.open("w", encoding="utf-8")
        try:
            _lock_file(file)
        except ImportError:  # a system without such locks, such as a browser
            break
        except OSError as error:
            file.close()
            raise OutputError(refusal) from error
        # Its holder before may have removed it meanwhile.
        if beside.exists() and os.fstat(file.fileno()).st_ino == beside.stat().st_ino:
            break
        file.close()
    try:
        yield
    finally:
        # Windows removes no open file, and elsewhere another one may make its own once this one is closed.
        if sys.platform == "win32":
            file.close()
        with suppress(OSError):
            if os.getpid() == process:  # the lock of a child of `fork` is its parent's
                beside.unlink()
        file.close()


def has_lock(path: Path) -> bool:
    """Whether a file has the lock of `alone_at`: it is held, or was when its holder was killed."""
    return _lock_beside(path).exists()


def _lock_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _lock_file(file: IO[str]) -> None:
    """Lock a file until it is closed; raises `OSError` where another process or handle has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _try_lock(number: int, operation: int) -> bool:
    import fcntl

    deadline = monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(number, operation)
        except BlockingIOError:
            if monotonic() > deadline:
                return False
            sleep(0.02)
        except OSError:  # a file system without locks
            return False
        else:
            return True


@contextmanager
def _output_errors(path: str | Path, kinds: tuple[type[Exception], ...] = (OSError,)) -> Iterator[None]:
    """Turn what the system raises into `OutputError`; what a signal handler raises stays as it is."""
    try:
        yield
    except OutputError:
        raise
    except kinds as error:
        if raised_by_handler(error):
            raise
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise OutputError(_("{path} cannot be written: {reason}").format(path=path, reason=_(reason))) from error


def versioned(record: Mapping[str, object]) -> dict[str, object]:
    """A JSON record with its schema version, which grows when a field is removed or changed, not when one is added.

    >>> versioned({"outcome": "N"})
    {'schema': 1, 'outcome': 'N'}
    """
    return {"schema": 1, **record}


MOST_DIGITS = 18
"""Every number in our files fits into 8 bytes."""


def parse_json(text: str | bytes) -> object:
    """Parse JSON from an untrusted source: bounded in depth and in the length of its numbers, each key once.

    Raises:
        ParseError: it is not JSON, is nested too deep, or holds a number of more than `MOST_DIGITS` digits, or a key
            twice, of whose values one reader takes the first and another the last.

    >>> parse_json('{"period": 12}')
    {'period': 12}
    """
    if not isinstance(text, str | bytes):
        raise ParseError(f"JSON is read from text, not from {format_value(text)}")
    try:
        return json.loads(text, parse_int=_parse_int, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ParseError(f"line {error.lineno}, column {error.colno} is not JSON") from None
    except RecursionError:
        raise ParseError("the JSON is nested too deep") from None
    except ValueError as error:
        raise ParseError(str(error)) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _value in pairs).items() if count > 1)
        raise ParseError(f"the key {format_value(twice)} stands there twice")
    return record


def _parse_int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ParseError(f"a number has at most {MOST_DIGITS} digits here, not {len(digits)}")
    return int(digits)
