"""Optional capabilities of a ruleset: small Protocols that lists, plots and pages ask for.

Nothing to inherit and nothing to register. The lists, the plots, the pages and the command line ask for these; where a
game cannot, they say so with `NotApplicableError`. What is of heaps alone, such as a misère quotient, asks for the
class `HeapRuleset`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cgt.core.code import HeapCode
from cgt.core.game import Game, GamePosition
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.core.wording import Wording
    from cgt.families.discovery import Discovery
    from cgt.theory.certificate import Certificate
    from cgt.theory.period import PeriodReport


@runtime_checkable
class HasHeaps(Protocol):
    """A ruleset whose positions are given by sizes of heaps, so that they can be listed size by size."""

    @property
    def listed_heaps(self) -> int:
        """The number of heaps that a list of P-positions shows by default."""
        ...

    def position(self, *heaps: int) -> Position:
        """The initial position with these heaps."""
        ...

    def sizes(self, position: Position) -> Sequence[int]:
        """The heaps that a position shows."""
        ...


class DrawnPosition(Protocol):
    """A position as drawn during a play; its named parts keep their names from move to move."""

    def svg(self, *, title: str = "", cut: bool = False) -> str:
        """The picture as SVG; with `cut`, cropped to the drawn part for print."""
        ...

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """The drawing as lines of text, with the names of the picture; empty where there is no room."""
        ...

    def move_text(self, move: Move, /) -> str:
        """A move, by the names in the picture."""
        ...

    def move_parts(self, move: Move, /) -> Sequence[str]:
        """The `data-part` names of the parts of the picture that a player touches to make a move."""
        ...


@runtime_checkable
class DrawnInPlay(Protocol):
    """A game whose moves are drawn: the picture of a position is what was drawn on the way to it."""

    def drawn(self, start: object, moves: Sequence[Move], /) -> DrawnPosition | None:
        """The drawing after some moves from a state; None where there is none, or no room."""
        ...


@runtime_checkable
class ChangesGame(Protocol):
    """A ruleset on the positions of another game, with something to be remembered besides."""

    game: Game

    def plain(self, state: Position, /) -> Position:
        """The position of the other game in a state."""
        ...


def plain_position(position: Position) -> Position | None:
    """The position of the game that its game changes; None where it changes none.

    >>> import cgt
    >>> print(plain_position(cgt.parse_position("with-pass(nim) 3")), plain_position(cgt.parse_position("nim 3")))
    3 None
    """
    if not isinstance(position, GamePosition):
        return None
    game: object = position.game
    return game.plain(position.state) if isinstance(game, ChangesGame) else None


def code_of(ruleset: object) -> HeapCode | None:
    """The taking-and-breaking code of a game, if it has one: theorems on periods and quotients refer to codes.

    >>> import cgt
    >>> str(code_of(cgt.games.Subtraction({1, 2}))), code_of(cgt.games.TakeASquare()), code_of(cgt.games.TakeAway("2n"))
    ('0.33', None, None)
    """
    code = getattr(ruleset, "code", None)
    return code if isinstance(code, HeapCode) else None


@runtime_checkable
class ListsPPositions(Protocol):
    """A ruleset with a formula that lists its P-positions."""

    def p_positions(
        self, stop: int, convention: Convention, progress: Progress | None = None, /
    ) -> Sequence[tuple[int, ...]]:
        """The P-positions of `listed_heaps` heaps below `stop`, ascending; `NotApplicableError` where none is known."""
        ...


@runtime_checkable
class BorrowsSets(Protocol):
    """A ruleset whose sentences may speak of another game's positions."""

    @property
    def borrowed(self) -> Certificate | None:
        """The certificate of those sets, which is verified with the ruleset's own; None where there are none."""
        ...


@runtime_checkable
class HasTable(Protocol):
    """A ruleset whose positions are given by two whole numbers, so that nim-values fill a table."""

    @property
    def wording(self) -> Wording:
        """The words of the game, with `table_axes`, the names of rows and columns, among them."""
        ...

    def table_position(self, row: int, column: int) -> Position:
        """The position in a row and column of the table."""
        ...


@runtime_checkable
class HasPeriod(Protocol):
    """A ruleset whose nim-values of one heap are a sequence that may have a period."""

    def period(self, limit: int | None = None, *, progress: Progress | None = None) -> PeriodReport:
        """The period found within `limit` nim-values, and whether it is proved."""
        ...


@runtime_checkable
class HasQuota(Protocol):
    """A ruleset with a quota that bounds the next take, and a base whose terms add up to every number."""

    def parts(self, number: int) -> tuple[int, ...]:
        """The terms of the base that add up to a number of at least 1, ascending."""
        ...

    def under_quota(self, quota: int, *heaps: int) -> Position:
        """The position of the heaps under `quota`."""
        ...


@runtime_checkable
class Studied(Protocol):
    """A ruleset with a study of its own for `cgt.discover`."""

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """The study of the game: values, period, strategy, proof."""
        ...
