"""Games in which one move may take from several heaps at once, so that the heaps are not independent."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from cgt.core.errors import IllegalMoveError
from cgt.core.game import GamePosition
from cgt.core.numbers import brief, is_whole, shortened, to_decimal
from cgt.core.reading import check_sizes, parse_sizes
from cgt.families.matches import MatchRuleset
from cgt.games.heaps.numbers import less, taken_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.position import Move, Position

Amounts = tuple[int, ...]
"""A move: what is taken from each heap, 0 where nothing is."""


class JointRuleset(MatchRuleset[Amounts, Amounts]):
    """A taking game on heaps that one move may touch together; the order of the heaps must not matter.

    Write `moves(heaps)` and `allows(heaps, amounts)`. A move is the tuple of what is taken from each heap.
    """

    @abstractmethod
    def moves(self, heaps: Amounts, /) -> Iterable[Amounts]:
        """Every legal move, lazily."""

    def after(self, heaps: Amounts, move: Amounts, /) -> Amounts:
        """The heaps less the amounts; raises `IllegalMoveError`."""
        if (
            not isinstance(move, tuple)
            or len(move) != len(heaps)
            or not all(is_whole(amount) and 0 <= amount <= heap for amount, heap in zip(move, heaps, strict=True))
            or not self.allows(heaps, move)
        ):
            raise IllegalMoveError(
                f"{brief(move)} may not be taken from the heaps {', '.join(map(shortened, heaps))} "
                f"under {self}: give an amount for each heap, none more than its heap. {self.rules}"
            )
        return less(heaps, move)

    def options(self, heaps: Amounts, /) -> Iterator[Amounts]:
        """The heaps less the amounts of each move."""
        return (less(heaps, move) for move in self.moves(heaps))

    def canonical(self, heaps: Amounts, /) -> Amounts:
        """The heaps ascending: their order does not matter."""
        return tuple(sorted(heaps))

    def write(self, heaps: Amounts, /) -> str:
        """The sizes separated by commas."""
        return ",".join(map(to_decimal, heaps))

    def placed(self, heaps: Amounts, /) -> JointHeaps:
        return JointHeaps(self, heaps)

    @abstractmethod
    def allows(self, heaps: tuple[int, ...], amounts: Amounts) -> bool:
        """Whether a move is legal, given one amount for each heap, none negative and none more than its heap."""

    def position(self, *heaps: int | tuple[int, ...]) -> JointHeaps:
        """The position with these heaps."""
        return JointHeaps(self, check_sizes(heaps))

    def parse_component(self, text: str) -> JointHeaps:
        """Read heaps such as `3,5`."""
        return self.position(*parse_sizes(text, self.position_form))

    def owns(self, position: Position) -> bool:
        """Whether this is a position of this game (a sum of several is none)."""
        return isinstance(position, JointHeaps) and position.game == self

    @property
    def listed_heaps(self) -> int:
        """Two: what one move does to several heaps shows from there on."""
        return 2

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """`heap` and `amount`, or `heaps` and `amounts` when several heaps are taken from."""
        return taken_record(move if isinstance(move, tuple) else ())


class JointHeaps(GamePosition[Amounts, Amounts]):
    """Heaps of a `JointRuleset`; the state is their sizes.

    >>> from cgt.games.heaps.wythoff import Wythoff
    >>> heaps = Wythoff().position(3, 5)
    >>> print(heaps, "->", heaps.play((2, 2)))
    3,5 -> 1,3
    """

    __slots__ = ()

    @property
    def heaps(self) -> Amounts:
        """The sizes."""
        return self.state
