"""A transposition table that is bounded in bytes: when it is full, what took least work to learn makes room."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain, islice
from statistics import median_low
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from cgt.errors import NumberError

if TYPE_CHECKING:
    from collections.abc import Iterable

Key = TypeVar("Key", bound=Hashable)

DEFAULT_BYTES: Final = 1 << 29
"""What a table may take when nobody says."""

_SLOTS = 2 * 104
"""What an entry takes in two dicts besides its key: slots are at most two thirds and at least one third full."""

_SAMPLE = 8
"""So many entries from either end of a dict stand for all of them when its size is estimated."""

_DEPTH = 3
"""How deep a key's own parts are looked into when its size is estimated."""


class TranspositionTable(Generic[Key]):
    """Values of positions, each with the work it took; equal keys are kept once.

    Args:
        max_bytes: an estimate of the memory, keys included, that is not exceeded.

    >>> table = TranspositionTable(1000)
    >>> for number in range(10):
    ...     table.put(number, 0, work=number)
    >>> table.values
    {6: 0, 7: 0, 8: 0, 9: 0}
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        if max_bytes < 1:
            raise NumberError(f"a table takes at least one byte, not {max_bytes}")
        self.max_bytes = max_bytes
        self.values: dict[Key, int] = {}
        self.dropped = 0
        self._works: dict[Key, int] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self.values)

    @property
    def nbytes(self) -> int:
        """The estimate of the memory that it takes now."""
        return self._bytes

    def put(self, key: Key, value: int, work: int) -> None:
        """Keep a value; the half of the entries that took least work is dropped first where there is no room."""
        if key not in self.values:
            self._bytes += _SLOTS + _size(key)
            if self._bytes > self.max_bytes:
                self._drop_half()
                self._bytes += _SLOTS + _size(key)
        self._works[key] = work
        self.values[key] = value

    def _drop_half(self) -> None:
        # Of equal works the older go first: a dict keeps the order in which keys came.
        works = sorted(self._works.values())
        bar = median_low(works) if works else 0
        surplus = len(works) // 2 + 1
        for key in [key for key, work in self._works.items() if work <= bar][:surplus]:
            del self._works[key]
            self.values.pop(key, None)
            self.dropped += 1
        self._bytes = sum(_SLOTS + _size(key) for key in self.values)


def size_of_words(words: dict[Any, Any]) -> int:
    """About how many bytes a dict takes, judged by the entries that came first and last.

    >>> size_of_words({}), size_of_words({heap: 1 for heap in range(1000)}) > 1000 * 100
    (0, True)
    """
    if not words:
        return 0
    sample = [*islice(words.items(), _SAMPLE), *islice(reversed(words.items()), _SAMPLE)]
    return len(words) * (_SLOTS // 2 + sum(map(_size, chain.from_iterable(sample))) // len(sample))


def _size(value: object, depth: int = _DEPTH) -> int:
    """About how many bytes a key takes, its own parts included."""
    total = getsizeof(value)
    if depth and not isinstance(value, int | str | bytes | type):
        total += sum(_size(part, depth - 1) for part in _parts(value))
    return total


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, tuple | frozenset | list | set):
        return value
    kind: type = type(value)
    if attrs.has(kind):
        return [getattr(value, field.name) for field in attrs.fields(kind) if field.eq and field.repr]
    return vars(value).values() if hasattr(value, "__dict__") else ()
