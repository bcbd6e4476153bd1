"""The memory of the process: what was computed of games, kept in one place that is bounded in bytes.

Searches, sequences and tables are kept by what they are, by game and by convention, and grow there. What was used least
recently goes first. Threads share what is kept, one at a time; one that would wait long, or that asks while it holds
something, works apart, and what it finds is not kept. A child of `fork` goes on with what no thread was at.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock, RLock, get_ident, local
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from cgt.core.card import Card, Shown
from cgt.core.game import Game
from cgt.core.language import _
from cgt.core.numbers import check_whole
from cgt.core.outcome import Convention

DEFAULT_BYTES: Final = 1 << 28
"""What all that is kept may take unless somebody says otherwise."""

PATIENCE: Final = 0.5
"""How many seconds a thread waits for what another one is at."""

OVERHEAD: Final = 1_000
"""About how many bytes a thing that is kept takes besides its own."""

SHOWN: Final = 12
"""How many things a card shows."""


class Kept(Protocol):
    """Something that grows, and says how large it is."""

    @property
    def nbytes(self) -> int:
        """About how many bytes it takes; asked after each use."""
        ...


K = TypeVar("K", bound=Kept)

Key: TypeAlias = "tuple[str, object, Convention | None]"
"""What it is, of which game, and under which convention, where that matters."""


@attrs.define(eq=False)
class _Place:
    """Where one thing is kept."""

    lock: Lock = attrs.field(init=False, factory=Lock)
    nbytes: int = 0
    owner: int | None = None
    thing: Any = None


class _Held(local):
    """How many things a thread is at."""

    count = 0


@attrs.define(eq=False)
class _Loan(Generic[K]):
    """A block in which a thing is one thread's alone; by hand, because questions in a loop make thousands."""

    _memory: Memory
    _key: Key
    _make: Callable[[], K]
    _place: _Place | None = None

    def __enter__(self) -> K:
        place = self._place = self._memory.take(self._key)
        if place is None:
            return self._make()
        if place.thing is None:
            try:
                place.thing = self._make()
            except BaseException:
                self.__exit__()
                raise
        thing: K = place.thing
        return thing

    def __exit__(self, *_: object) -> None:
        if self._place is not None:
            self._memory.give_back(self._key, self._place)


class Memory:
    """A bounded number of bytes for things that grow.

    Args:
        max_bytes: what all of them may take together.
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self._max_bytes = max_bytes
        self._places: OrderedDict[Key, _Place] = OrderedDict()
        self._nbytes = 0
        self._lock = RLock()
        self._held = _Held()
        if hasattr(os, "register_at_fork"):  # not on Windows
            os.register_at_fork(after_in_child=self._after_fork)

    @property
    def max_bytes(self) -> int:
        """What all that is kept may take."""
        return self._max_bytes

    @max_bytes.setter
    def max_bytes(self, limit: object) -> None:
        self._max_bytes = check_whole(limit, _("the bound of the memory is a whole number of bytes, at least 0"))
        with self._lock:
            self._make_room()

    def lent(self, key: Key, make: Callable[[], K]) -> _Loan[K]:
        """What is kept under a key, else what `make` makes, for this thread alone until the block ends."""
        return _Loan(self, key, make)

    def forget(self) -> None:
        """Keep nothing of all this."""
        with self._lock:
            self._places.clear()
            self._nbytes = 0

    def held(self) -> list[tuple[Key, int]]:
        """What is kept and how many bytes each takes, the least recently used first."""
        with self._lock:
            return [(key, place.nbytes) for key, place in self._places.items()]

    def take(self, key: Key) -> _Place | None:
        """The place of a key, locked; None where the thread has to work apart."""
        with self._lock:
            place = self._places.get(key)
            if place is None:
                place = self._places[key] = _Place()
            else:
                self._places.move_to_end(key)
        # Whoever holds something does not wait: two threads might wait for each other.
        nested = self._held.count > 0
        taken = place.lock.acquire(blocking=False) or (not nested and place.lock.acquire(timeout=PATIENCE))
        if taken:
            place.owner = get_ident()
            self._held.count += 1
            return place
        if not nested and place.owner in (None, get_ident()):  # an interruption came just before it was given back
            with self._lock:
                self._drop(key, place)
        return None

    def give_back(self, key: Key, place: _Place) -> None:
        """Let others have what was taken, which may have grown."""
        self._held.count -= 1
        nbytes = OVERHEAD + (0 if place.thing is None else place.thing.nbytes)
        with self._lock:
            if self._places.get(key) is place:
                self._nbytes += nbytes - place.nbytes
                place.nbytes = nbytes
                if place.thing is None:
                    self._drop(key, place)
                if self._nbytes > self._max_bytes:
                    self._make_room()
        place.owner = None
        place.lock.release()

    def _make_room(self) -> None:
        while self._nbytes > self._max_bytes:
            self._drop(*next(iter(self._places.items())))

    def _drop(self, key: Key, place: _Place) -> None:
        if self._places.get(key) is place:
            del self._places[key]
            self._nbytes -= place.nbytes

    def _after_fork(self) -> None:
        """Leave what another thread was at when the process was split: it may be half done, and nobody ends it."""
        self._lock = RLock()
        alone = get_ident()
        for key, place in list(self._places.items()):
            if place.lock.locked() and place.owner != alone:
                del self._places[key]
        self._nbytes = sum(place.nbytes for place in self._places.values())


MEMORY: Final = Memory()
"""The one of the process."""


def rules_of(game: Game) -> object:
    """What tells a game's rules apart from all others': itself, and where its options are defined.

    Equal games share what is kept. A class that inherits from another one's equality may have options of its own.
    """
    return type(game).options, game


@attrs.frozen
class Held(Shown):
    """What the memory of the process holds.

    Attributes:
        nbytes: about how many bytes all of it takes.
        max_bytes: what it may take.
        things: what each is and how many bytes it takes, the last used first.
    """

    nbytes: int
    max_bytes: int
    things: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return _("{count} things in {size} of {most} MB").format(
            count=len(self.things), size=f"{self.nbytes / 1e6:,.1f}", most=f"{self.max_bytes / 1e6:,.1f}"
        )

    def card(self) -> Card:
        """The sizes in megabytes, the last used first."""
        rows = [(what, f"{size / 1e6:,.3f} MB") for what, size in self.things[:SHOWN]]
        return Card(str(self), rows)


def memory(max_bytes: int | None = None) -> Held:
    """What was computed in this process and is kept for the next question, and how much memory it takes.

    Every question to `cgt.solve` and its like, every list and every table adds to it, so a question that is asked
    again is looked up. It is kept by game and convention; equal games share it. A game given by a function is known by
    that very function, and a position of your own by its very class. So the rules must not change: where they do,
    `cgt.forget` first. An `Evaluator` of your own keeps a memo apart, and so does a sweep its sequences.

    Args:
        max_bytes: from now on, keep so much at most, and drop what was used least recently; None leaves it as it is, a
            quarter of a GiB at first.

    Raises:
        NumberError: that is no whole number of bytes.

    >>> import cgt
    >>> cgt.forget()
    >>> cgt.remoteness("nim 3,3")
    6
    >>> [what for what, _ in cgt.memory().things]
    ['search: nim (normal play)']
    """
    if max_bytes is not None:
        MEMORY.max_bytes = max_bytes
    held = MEMORY.held()
    things = tuple((_told(key), nbytes) for key, nbytes in reversed(held))
    return Held(sum(nbytes for _key, nbytes in held), MEMORY.max_bytes, things)


def forget() -> None:
    """Keep nothing of what was computed in this process; the next question begins anew.

    >>> import cgt
    >>> cgt.forget()
    >>> cgt.memory().nbytes
    0
    """
    MEMORY.forget()


def _told(key: Key) -> str:
    what, game, convention = key
    subject = _subject(game)
    return f"{_(what)}{_(': ')}{subject if convention is None else convention.play_of(subject)}"


def _subject(game: object) -> str:
    if isinstance(game, frozenset):
        return " + ".join(sorted(map(_subject, game)))
    if isinstance(game, type):
        return game.__qualname__
    return str(game[-1] if isinstance(game, tuple) else game)
