"""What a game on one heap must say for its sequence to be tabulated and its period looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.codes.code import HeapCode


class HeapGame(Protocol):
    """This is a Protocol: a game given by what one heap may become."""

    @property
    def code(self) -> HeapCode | None:
        """The code of this very game, if it has one."""
        ...

    def options(self, size: int, /) -> Iterable[Iterable[int]]:
        """The heaps that each move from a heap leaves."""
        ...

    def iter_nim_values(self, known: Iterable[int] = ()) -> Iterator[int]:
        """The nim-values of the heaps 0, 1, 2, … from the definition, those after the `known` ones."""
        ...
