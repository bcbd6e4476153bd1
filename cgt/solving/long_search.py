"""Board searches of hours: on several threads, within a memory limit, continued from a file."""

from __future__ import annotations

import json
import warnings
from contextlib import ExitStack
from functools import reduce
from hashlib import sha256
from operator import xor
from time import monotonic
from typing import TYPE_CHECKING, Any

from cgt.core.atomic import alone_at, check_writable, parse_json, replacing
from cgt.core.concurrency import raised_by_handler
from cgt.core.game import GamePosition
from cgt.core.numbers import check_whole, is_whole
from cgt.core.progress import Progress, notify
from cgt.engine.budget import Budget
from cgt.engine.nodes import States
from cgt.errors import MemoryBudgetError, NotApplicableError, OutputError, TableError, TableWarning
from cgt.solving.subjects import PositionText
from cgt.solving.word_search import BYTES_A_WORD, ENTRIES_AT_ONCE, WordSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cgt.core.position import Position

SAVED_EVERY = 600.0
"""Seconds between two times that what was learnt is written down."""

FORMAT = 2


def searched_value(
    position: Position, *, keep: Path | None = None, max_bytes: int = 1 << 30, progress: Progress | None = None
) -> int:
    """The nim-value of a position on a board that the compiled search knows, such as Cram; for searches of hours.

    It works on as many threads as `cgt.fast.threads.using` allows. A full table drops the entries that took least work.
    The table is saved to `keep` every ten minutes, at the end, and when the search is interrupted; the same call
    continues from there, and so does one for any other position on the same board. The values in the file are believed:
    use only files of people whom you trust. If it cannot be written any more, a `TableWarning` says so, and the search
    continues.

    Args:
        position: a position of one game, no sum.
        keep: the file of the table, of up to `max_bytes`.
        max_bytes: the memory that the table may take.
        progress: called with (done, 1,000,000), for each question in turn: is it worth 0, is it worth 1, …

    Raises:
        NotApplicableError: the game has no rules on words, or the board is too large.
        MissingExtraError: numba is not installed.
        MemoryBudgetError: the file has more bytes than the table may take.
        OutputError: the file could not be written to begin with, or another search is at it.
        TableError: the file is not of this board.

    >>> import cgt
    >>> searched_value(cgt.parse_position("cram 4x5"))
    2
    """
    check_whole(max_bytes, "a table takes at least one byte", least=1)
    asked, answer = PositionText(position).name, None
    if isinstance(position, GamePosition):
        answer = position.game.hints.searched_as(position.state, ())
    rules = None if answer is None else answer[0].hints.word_rules
    if answer is None or rules is None:
        why = "is no board of this library with compiled rules"
        raise NotApplicableError(f"{asked} {why}: cgt.solve answers it, and `cgt solve`")
    board, state = answer
    states: States[Any] = States(board)
    search = WordSearch(rules, states.options_in_parts, states.mobility, table_bytes=max_bytes)
    words = search.compiled()
    name = f"{FORMAT} {board!r}"
    saved = monotonic()

    def watch(done: int, total: int) -> None:
        nonlocal saved
        notify(progress, done, total)
        if keep is not None and monotonic() - saved > SAVED_EVERY:
            _save(keep, name, words.entries())
            saved = monotonic()

    words.watch = watch
    with ExitStack() as stack:
        if keep is not None:
            refusal = f"another search is at {keep}: name another file, or wait for it"
            stack.enter_context(alone_at(check_writable(keep), refusal))
            if keep.exists():
                _check_room(keep, max_bytes)
                words.learn(*_read(keep, name, asked, words.bytes_an_entry))
            stack.callback(lambda: _save(keep, name, words.entries()))
        return reduce(xor, (search.nim_value(part, Budget(None)) for part in board.components(state)), 0)


def _check_room(path: Path, max_bytes: int) -> None:
    """Check that a table as large as a file may be made: a smaller one would forget, and be written over the file."""
    size = path.stat().st_size
    if size > max_bytes:
        raise MemoryBudgetError(
            f"{path} has {size:,} bytes, and a table of {max_bytes:,} at most would forget what is in it", "max_bytes"
        )


def _save(path: Path, name: str, entries: Iterable[Any]) -> None:
    """Write what was learnt; warn where it cannot be written, for a value is worth more than its file."""
    try:
        _write(path, name, entries)
    except OutputError as error:
        text = f"{error}: what was learnt since it was last written is not kept"
        warnings.warn(text, TableWarning, stacklevel=2)


def _write(path: Path, name: str, entries: Iterable[Any]) -> None:
    with replacing(path) as file:
        digest = sha256()
        file.write(_head(name, 0, digest.hexdigest()))
        count = 0
        for some in entries:
            content = some.tobytes()
            file.write(content)
            digest.update(content)
            count += len(some)
        file.seek(0)
        file.write(_head(name, count, digest.hexdigest()))


def _head(name: str, count: int, checksum: str) -> bytes:
    """The first line of a file, of one length whatever the entries."""
    return f'{{"board": {json.dumps(name)}, "entries": {count:20}, "sha256": "{checksum}"}}\n'.encode()


def _read(path: Path, name: str, asked: str, bytes_an_entry: int) -> tuple[int, Iterator[Any]]:
    """The number of entries in a file, and the entries; `asked` is the position that is asked about."""
    try:
        with path.open("rb") as file:
            head = parse_json(file.readline(10_000))
            if not isinstance(head, dict) or head.get("board") != name or not is_whole(head.get("entries")):
                raise TableError(
                    f"{path} is no table of the board of {asked} as this version keeps one: name another file"
                )
            start = file.tell()
        if path.stat().st_size - start != bytes_an_entry * head["entries"]:
            raise TableError(f"{path} is cut short: remove it, to begin anew")
    except (OSError, ValueError) as error:
        if isinstance(error, TableError) or raised_by_handler(error):
            raise
        raise TableError(f"{path} cannot be read: {error}") from error
    return head["entries"], _entries(path, start, bytes_an_entry // BYTES_A_WORD, head.get("sha256"))


def _entries(path: Path, start: int, row: int, checksum: object) -> Iterator[Any]:
    """The entries of a file; raises `TableError` after the last one where they are not those that were written."""
    import numpy as np

    digest = sha256()
    with path.open("rb") as file:
        file.seek(start)
        while len(words := np.fromfile(file, np.uint64, row * ENTRIES_AT_ONCE)):
            digest.update(words.data)
            yield words.reshape(-1, row)
    if digest.hexdigest() != checksum:
        raise TableError(f"{path} is altered: remove it, to begin anew")
