"""Optional capabilities of a ruleset: small Protocols, noticed where a ruleset has the methods.

Nothing to inherit and nothing to register. The lists, the plots, the pages and the command line ask for these, never
for a class; where a game cannot, they say so with `NotApplicableError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cgt.core.code import HeapCode
from cgt.core.game import Game
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.families.discovery import Discovery
    from cgt.theory.period import PeriodReport


@runtime_checkable
class HasHeaps(Protocol):
    """The positions are told by the sizes of heaps, so that they can be listed size by size."""

    @property
    def listed_heaps(self) -> int:
        """How many heaps the positions have that a list of P-positions shows by default."""
        ...

    def position(self, *heaps: int) -> Position:
        """The position with these heaps, as the game begins with them."""
        ...

    def sizes(self, position: Position) -> Sequence[int]:
        """The heaps that a position shows."""
        ...


@runtime_checkable
class HasOptions(Protocol):
    """Each heap is a game of its own, told by what it may become."""

    @property
    def breaks(self) -> bool:
        """Whether a move may leave several heaps of one."""
        ...

    def options(self, size: int, /) -> Iterable[tuple[int, ...]]:
        """What one heap may become, each option a tuple of the heaps that remain."""
        ...

    def position(self, *heaps: int) -> Position:
        """The sum of these heaps."""
        ...


@runtime_checkable
class HasTamePositions(Protocol):
    """Every position is tame, so that misère sums are played by the nim-values of normal play.

    No option of a position has the pair (0, 0).
    """

    def pair(self, position: Position, value: int) -> tuple[int, int]:
        """The nim-values in normal and in misère play of a component that is worth `value` in normal play."""
        ...


@runtime_checkable
class ChangesGame(Protocol):
    """The positions are those of another game, with something to be remembered besides."""

    game: Game

    def plain(self, state: Position, /) -> Position:
        """The position of the game behind a state."""
        ...


@runtime_checkable
class ForbidsMoves(ChangesGame, Protocol):
    """Such positions in which fewer than `count` moves are forbidden for one turn."""

    count: int


@runtime_checkable
class HasMoveParts(Protocol):
    """A move is made on parts of the drawing that its words do not name."""

    def move_parts(self, position: Position, move: Move, /) -> Iterable[str]:
        """The names, `data-part` in the drawing, of what one touches for this move of one component."""
        ...


def code_of(ruleset: object) -> HeapCode | None:
    """The taking-and-breaking code of a game that has one: what is known of periods and quotients speaks of codes.

    >>> import cgt
    >>> str(code_of(cgt.games.Subtraction({1, 2}))), code_of(cgt.games.TakeASquare()), code_of(cgt.games.TakeAway("2n"))
    ('0.33', None, None)
    """
    code = getattr(ruleset, "code", None)
    return code if isinstance(code, HeapCode) else None


@runtime_checkable
class ListsPPositions(Protocol):
    """A formula lists the P-positions."""

    def p_positions(self, stop: int, convention: Convention, /) -> Sequence[tuple[int, ...]]:
        """The P-positions of `listed_heaps` heaps below `stop`, ascending; `NotApplicableError` where none is known."""
        ...


@runtime_checkable
class HasTable(Protocol):
    """Two whole numbers from 0 tell a position, so that nim-values fill a table."""

    @property
    def table_axes(self) -> tuple[str, str]:
        """What the rows and the columns count."""
        ...

    def table_position(self, row: int, column: int) -> Position:
        """The position at a place of the table."""
        ...


@runtime_checkable
class HasPeriod(Protocol):
    """The nim-values of one heap are a sequence whose period can be looked for and proved."""

    def period(self, limit: int | None = None, *, progress: Progress | None = None) -> PeriodReport:
        """The period found within `limit` nim-values, and whether it is proved."""
        ...


@runtime_checkable
class HasNumeration(Protocol):
    """The game is played by writing numbers as sums of a base."""

    def parts(self, number: int) -> tuple[int, ...]:
        """The terms of the base that add up to a number of at least 1, ascending."""
        ...


@runtime_checkable
class HasQuota(Protocol):
    """A quota says how many may be taken now."""

    def under_quota(self, quota: int, *heaps: int) -> Position:
        """The heaps when at most `quota` may be taken."""
        ...


@runtime_checkable
class Studied(Protocol):
    """The game knows how to find out about itself; `cgt.discover` asks."""

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """What there is to find: values, period, strategy, proof."""
        ...
