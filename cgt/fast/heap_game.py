"""What a game on one heap must say for its sequence to be tabulated and its period looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.core.code import HeapCode
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence


class HeapGame(Protocol):
    """This is a Protocol: a game given by what one heap may become."""

    @property
    def code(self) -> HeapCode | None:
        """The code of this very game, if it has one."""
        ...

    def options(self, size: int, /) -> Iterable[Iterable[int]]:
        """The heaps that each move from a heap leaves."""
        ...

    def sequence(self, *, backend: Backend = "auto") -> NimSequence:
        """The nim-values of the heaps 0, 1, 2, … by the fastest way there is."""
        ...
