"""The memory of the process: values computed of games, kept in one place that is bounded in bytes.

Searches, sequences and tables are kept by what they are, by game and by convention, and grow there; results of
functions are kept by `MEMORY.cache`. What was used least recently goes first. Threads share what is kept, one at a
time; one that would wait long, or that asks while it holds something, works apart, and what it finds is not kept. A
child of `fork` goes on with what no thread was at.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from itertools import islice
from sys import getsizeof
from threading import Lock, get_ident, local
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast

import attrs

from cgt.core.card import Card, Shown
from cgt.core.concurrency import ForkSafeLock
from cgt.core.language import _
from cgt.core.numbers import bytes_text, check_whole
from cgt.core.outcome import Convention
from cgt.errors import CGTError

if TYPE_CHECKING:
    from cgt.core.game import Game

DEFAULT_BYTES: Final = 1 << 28
"""The default bound of all entries together, in bytes."""

WAIT_SECONDS: Final = 0.5
"""The seconds that a thread waits for an entry that another one has borrowed."""

OVERHEAD: Final = 1_000
"""About the bytes that an entry takes besides its contents."""

MEASURED: Final = 32
"""The number of results of a function that are all measured; of later ones, one in so many is."""

SHOWN: Final = 12
"""The number of entries that a card shows."""


class Growing(Protocol):
    """A value that the memory keeps: it may grow, and reports its size."""

    @property
    def nbytes(self) -> int:
        """About how many bytes it takes; asked after each use."""
        ...


K = TypeVar("K", bound=Growing)
P = ParamSpec("P")
R = TypeVar("R")

Key: TypeAlias = "tuple[str, object, Convention | None]"
"""The name of an entry, its game, and its convention where that matters."""


@attrs.define(eq=False)
class _Entry:
    """One entry of the memory, with its lock and its size."""

    lock: Lock = attrs.field(init=False, factory=Lock)
    nbytes: int = 0
    owner: int | None = None
    value: Any = None


class _LoanCount(local):
    """The number of entries that a thread has borrowed."""

    count = 0


@attrs.define(eq=False)
class _Loan(Generic[K]):
    """A context manager that borrows an entry for this thread; a class, because questions in a loop make thousands."""

    _memory: Memory
    _key: Key
    _make: Callable[[], K]
    _entry: _Entry | None = None

    def __enter__(self) -> K:
        entry = self._entry = self._memory.take(self._key)
        if entry is None:
            return self._make()
        if entry.value is None:
            try:
                entry.value = self._make()
            except BaseException:
                self.__exit__()
                raise
        value: K = entry.value
        return value

    def __exit__(self, _kind: object = None, error: BaseException | None = None, _trace: object = None) -> None:
        if self._entry is not None:
            if error is not None and not isinstance(error, CGTError | KeyboardInterrupt):
                # It may be half done: only our own errors and Ctrl-C are known to leave it whole.
                self._entry.value = None
            self._memory.release(self._key, self._entry)


class _Results(Generic[R]):
    """The results of a function, as `functools.lru_cache` keeps them, with their size, estimated from a sample."""

    def __init__(self, memory: Memory, key: Key, function: Callable[..., R], maxsize: int | None) -> None:
        self._memory = memory
        self._key = key
        self._made = self._measured = self._measured_bytes = 0

        def result_of(*args: object, **kwargs: object) -> R:
            result = function(*args, **kwargs)
            made = self._made = self._made + 1
            if made < MEASURED or not made % MEASURED:
                self._measured += 1
                self._measured_bytes += size_of(result) + size_of(args)
                memory.count(key, self)
            return result

        self.function = lru_cache(maxsize)(update_wrapper(result_of, function, updated=()))

    @property
    def nbytes(self) -> int:
        """About how many bytes the kept results and their arguments take."""
        kept = self.function.cache_info().currsize + 1  # with the one that is just made
        return OVERHEAD + self._measured_bytes * kept // max(self._measured, 1)

    def count(self) -> None:
        """Report the size to the memory."""
        self._memory.count(self._key, self)

    def clear(self) -> None:
        """Drop all results."""
        self.function.cache_clear()
        self._made = self._measured = self._measured_bytes = 0


class Memory:
    """A store of entries that grow, bounded in bytes together.

    Args:
        max_bytes: what all of them may take together.
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._nbytes = 0
        self._results: list[_Results[Any]] = []
        self._lock = ForkSafeLock()
        self._held = _LoanCount()
        if hasattr(os, "register_at_fork"):  # not on Windows
            os.register_at_fork(after_in_child=self._after_fork)

    @property
    def max_bytes(self) -> int:
        """The upper bound of all entries together, in bytes."""
        return self._max_bytes

    @max_bytes.setter
    def max_bytes(self, limit: object) -> None:
        self._max_bytes = check_whole(limit, "the bound of the memory is a whole number of bytes, at least 0")
        with self._lock:
            self._make_room()

    def borrow(self, key: Key, make: Callable[[], K]) -> _Loan[K]:
        """The value under a key, made by `make` where it is missing; no other thread gets it until the block ends."""
        return _Loan(self, key, make)

    def cache(self, what: str, maxsize: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """A decorator like `functools.lru_cache`, for a function whose results this memory keeps, counts and drops.

        Args:
            what: what the results are, in words; no two functions share it.
            maxsize: how many results are kept at most; None: as many as the memory holds.

        >>> @Memory().cache("squares")
        ... def square(number):
        ...     return number * number
        >>> square(3), square.cache_info().currsize
        (9, 1)
        """

        def cached(function: Callable[P, R]) -> Callable[P, R]:
            results = _Results(self, (what, None, None), function, maxsize)
            self._results.append(results)
            return cast("Callable[P, R]", results.function)

        return cached

    def forget(self) -> None:
        """Drop every entry."""
        with self._lock:
            self._entries.clear()
            self._nbytes = 0
            for results in self._results:
                results.clear()

    def held(self) -> list[tuple[Key, int]]:
        """The keys of all entries with the bytes each takes, the least recently used first."""
        with self._lock:
            for results in self._results:
                if results.function.cache_info().currsize:
                    results.count()
            return [(key, entry.nbytes) for key, entry in self._entries.items()]

    def count(self, key: Key, results: _Results[Any]) -> None:
        """Record the size of a function's results, which have just grown."""
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            entry.value = results
            nbytes = results.nbytes
            self._nbytes += nbytes - entry.nbytes
            entry.nbytes = nbytes
            self._entries.move_to_end(key)
            self._make_room()

    def take(self, key: Key) -> _Entry | None:
        """The entry under a key, locked; None if it is in use and waiting would be too long or could deadlock."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
            else:
                self._entries.move_to_end(key)
        # Whoever holds something does not wait: two threads might wait for each other.
        nested = self._held.count > 0
        taken = entry.lock.acquire(blocking=False) or (not nested and entry.lock.acquire(timeout=WAIT_SECONDS))
        if taken:
            entry.owner = get_ident()
            self._held.count += 1
            return entry
        if not nested and entry.owner in (None, get_ident()):  # an interruption came just before it was given back
            with self._lock:
                self._drop(key, entry)
        return None

    def release(self, key: Key, entry: _Entry) -> None:
        """Release a borrowed entry, and update its size."""
        self._held.count -= 1
        nbytes = OVERHEAD + (0 if entry.value is None else entry.value.nbytes)
        with self._lock:
            if self._entries.get(key) is entry:
                self._nbytes += nbytes - entry.nbytes
                entry.nbytes = nbytes
                if entry.value is None:
                    self._drop(key, entry)
                if self._nbytes > self._max_bytes:
                    self._make_room()
        entry.owner = None
        entry.lock.release()

    def _make_room(self) -> None:
        while self._nbytes > self._max_bytes:
            self._drop(*next(iter(self._entries.items())))

    def _drop(self, key: Key, entry: _Entry) -> None:
        if self._entries.get(key) is entry:
            del self._entries[key]
            self._nbytes -= entry.nbytes
            if isinstance(entry.value, _Results):
                entry.value.clear()

    def _after_fork(self) -> None:
        """Drop, in a forked child, what other threads had borrowed: it may be half done and is never released."""
        alone = get_ident()
        for key, entry in list(self._entries.items()):
            if entry.lock.locked() and entry.owner != alone:
                del self._entries[key]
        self._nbytes = sum(entry.nbytes for entry in self._entries.values())


MEMORY: Final = Memory()
"""The memory of the process, which all questions share."""


_RULES = ("options", "steps", "after", "heap_options", "takes")


def size_of(value: object, depth: int = 4) -> int:
    """About how many bytes a value takes, estimated from some of its items to a depth; shared objects count each time.

    >>> size_of(()) < size_of((1, 2)) < size_of([(1, 2)] * 100)
    True
    """
    if isinstance(value, int | str | bytes | type):
        return getsizeof(value)
    nbytes = getattr(value, "nbytes", None)
    if isinstance(nbytes, int):
        return nbytes + getsizeof(None)
    size = getsizeof(value)
    if not depth:
        return size
    if isinstance(value, tuple | list | set | frozenset | dict) and value:
        items = value.items() if isinstance(value, dict) else value
        some = [*islice(items, 0, None, len(value) // 8 + 1)]
        size += len(value) * sum(size_of(item, depth - 1) for item in some) // len(some)
    elif isinstance(fields := getattr(value, "__attrs_attrs__", None), tuple):
        size += sum(size_of(getattr(value, field.name, None), depth - 1) for field in fields if field.eq)
    elif own := getattr(value, "__dict__", None):
        size += sum(size_of(part, depth - 1) for part in own.values())
    return size


def rules_of(game: Game) -> object:
    """The key that tells a game's rules apart from all others': itself, and the functions that its class plays by.

    Equal games share what is kept. A class that inherits from another one's equality may have rules of its own.
    """
    return tuple([getattr(type(game), name, None) for name in _RULES]), game


@attrs.frozen
class MemoryUse(Shown):
    """The contents of the memory of the process, for display.

    Attributes:
        nbytes: the size of all entries together, about, in bytes.
        max_bytes: the upper bound of it.
        entries: the name and the size of each entry, the last used first.
    """

    nbytes: int
    max_bytes: int
    entries: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        text = _("entries: {count}, in {size} of {most}")
        return text.format(count=len(self.entries), size=bytes_text(self.nbytes), most=bytes_text(self.max_bytes))

    def card(self) -> Card:
        """The sizes in megabytes, the last used first."""
        rows = [(what, f"{size / 1e6:,.3f} MB") for what, size in self.entries[:SHOWN]]
        return Card(str(self), rows)


def memory(max_bytes: int | None = None) -> MemoryUse:
    """The contents of the process's memory, with the bytes of each entry; kept results answer later questions.

    Every question to `cgt.solve` and the functions like it, every list and every table adds to it, so a repeated
    question is looked up. Entries are kept by game and convention; equal games share them. A game given by a function
    is identified by that function object, and a position of your own by its class. So the rules must not change: if
    they do, call `cgt.forget` first. An `Evaluator` that you make has a separate memo, and a sweep keeps its sequences
    separately.

    Args:
        max_bytes: the new bound in bytes, beyond which the least recently used entries are dropped; None leaves the old
            bound, a quarter of a GiB by default.

    Raises:
        NumberError: `max_bytes` is no whole number of bytes.

    >>> import cgt
    >>> cgt.forget()
    >>> cgt.remoteness("nim 3,3")
    6
    >>> [what for what, _ in cgt.memory().entries]
    ['search: nim (normal play)']
    """
    if max_bytes is not None:
        MEMORY.max_bytes = max_bytes
    held = MEMORY.held()
    entries = tuple((_text_of(key), nbytes) for key, nbytes in reversed(held))
    return MemoryUse(sum(nbytes for _key, nbytes in held), MEMORY.max_bytes, entries)


def forget() -> None:
    """Drop all results kept in this process; the next question computes its answer again.

    >>> import cgt
    >>> cgt.forget()
    >>> cgt.memory().nbytes
    0
    """
    MEMORY.forget()


def _text_of(key: Key) -> str:
    what, game, convention = key
    if game is None:
        return _(what)
    subject = _subject(game)
    return f"{_(what)}{_(': ')}{subject if convention is None else convention.play_of(subject)}"


def _subject(game: object) -> str:
    if isinstance(game, frozenset):
        return " + ".join(sorted(map(_subject, game)))
    if isinstance(game, type):
        return game.__qualname__
    return str(game[-1] if isinstance(game, tuple) else game)
