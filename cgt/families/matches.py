"""What every game with heaps of matches has: positions made of sizes, lists and tables by size, moves, and pictures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, ClassVar

from cgt.core.game import Game, M, S, ruleset_of
from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.families import rows
from cgt.families.matchsticks import matchsticks_svg, matchsticks_text
from cgt.families.notation import HeapNotation, RowNotation

if TYPE_CHECKING:
    from cgt.families.rows import Row

TITLE_LENGTH = 80
"""The longest text of a position that serves as its picture's title."""


class MatchRuleset(Game[S, M]):
    """A game played with heaps of matches. Its positions, or the components of them, tell their sizes as `heaps`.

    `position` must be written besides the texts and `parse_component`. A game on independent heaps is a `HeapRuleset`.
    """

    position_form = "heaps separated by commas"
    example = "3,5"
    ends = True
    table_axes: ClassVar[tuple[str, str]] = ("heap", "heap")
    """What the rows and the columns of a two-coordinate table count."""
    coloured = "╿|"
    """The signs of a drawing that a terminal shows in colour."""
    row: ClassVar[Row | None] = None
    """Where the heaps are rows: what their pieces are, which a move then names by their places."""

    @abstractmethod
    def position(  # type: ignore[override]  # several heaps may be a sum
        self, *heaps: int | tuple[int, ...]
    ) -> Position:
        """The position with these heaps; raises `PositionError` for sizes that cannot be."""

    @property
    def listed_heaps(self) -> int:
        """How many heaps the positions have that a list of P-positions shows by default."""
        return 1

    def table_position(self, row: int, column: int) -> Position:
        """The position at a place of the two-coordinate table: by default two heaps."""
        return self.position(row, column)

    def sizes(self, position: Position) -> tuple[int, ...]:
        """The heap sizes that a position shows."""
        return heaps_of(position)

    def weight(self, position: Position) -> tuple[int, ...]:
        """The number of matches, then that of heaps."""
        sizes = heaps_of(position)
        return sum(sizes), len(sizes)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """One heap up to `bound`, and smaller ones for two and three."""
        for count, largest in ((1, bound), (2, bound // 2), (3, bound // 4)):
            for heaps in combinations_with_replacement(range(largest + 1), count):
                yield self.position(*heaps)

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """What a winning move leaves: nothing, two equal heaps, or the position as it is."""
        left = [size for size in heaps_of(position.play(move)) if size]
        if not left:
            return _("take what is left")
        if len(left) == 2 and left[0] == left[1]:
            return _("leave your opponent two equal heaps, {heaps}").format(heaps=",".join(map(brief, left)))
        return super().advice(position, move, convention)

    def goal(self, convention: Convention) -> str:
        """What wins, as one says it to a player."""
        if convention.terminal_outcome is Outcome.N:
            return _("Whoever takes last loses.")
        return _("Whoever takes last wins.")

    @property
    def notation(self) -> HeapNotation:
        """Amounts and heaps; in rows places."""
        return HeapNotation(self) if self.row is None else RowNotation(self, self.row)

    def moves_leaving(self, component: Position, heaps: tuple[int, ...]) -> Iterable[Move]:
        """The moves of one component that may leave these heaps, whether legal or not: by default the heaps."""
        return (tuple(sorted(heaps)),)

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """`move_record` for one component; by default the move is the amount taken from heap 0."""
        return {"heap": 0, "amount": move}

    def picture(self, position: Position) -> str | None:
        """The heaps as matchsticks, rows with the numbers of their pieces; None for a position without heaps."""
        heaps = heaps_of(position)
        if not heaps:
            return None
        text = str(position)
        ruleset = getattr(position, "game", None)
        title = text if ruleset is None else f"{ruleset}: {text}"
        title = title if len(title) <= TITLE_LENGTH else ""
        drawn = rows.rows_svg(self.row, heaps, title=title) if self.row and ruleset_of(position) == self else None
        return drawn or matchsticks_svg(heaps, quotas_of(position), title=title)

    def drawing(self, position: Position, *, width: int = 72, plain: bool = False) -> str:
        """The heaps as rows of matches, with their sizes and quotas; rows with the numbers of their pieces."""
        heaps, drawn = heaps_of(position), None
        if self.row and ruleset_of(position) == self:
            drawn = rows.rows_text(self.row, heaps, width=width, plain=plain)
        return drawn or matchsticks_text(heaps, quotas_of(position), width=width, stick="|" if plain else "╿")


def heaps_of(position: object) -> tuple[int, ...]:
    """The heap sizes that a position shows, those of its parts one after another; none for a position without heaps.

    >>> import cgt
    >>> heaps_of(cgt.games.Nim().parse("3,4,5")), heaps_of(cgt.games.GlobalTakeAway("2n").parse("7,5:4"))
    ((3, 4, 5), (7, 5))
    """
    heaps = getattr(position, "heaps", None)
    if isinstance(heaps, tuple):
        return tuple([size for size in heaps if isinstance(size, int)])
    parts = getattr(position, "parts", ())
    return tuple([size for part in parts for size in heaps_of(part)]) if isinstance(parts, tuple) else ()


def quotas_of(position: object) -> tuple[int | None, ...]:
    """The most that may be taken from each heap, None where the position has no quota.

    >>> import cgt
    >>> quotas_of(cgt.games.TakeAway("2n").parse("10:4,3")), quotas_of(cgt.games.Nim().position(3))
    ((4, 2), (None,))
    """
    if isinstance(getattr(position, "heaps", None), tuple):
        quota = getattr(position, "quota", None)
        return tuple([min(size, quota) if isinstance(quota, int) else None for size in heaps_of(position)])
    parts = getattr(position, "parts", ())
    return tuple([quota for part in parts for quota in quotas_of(part)]) if isinstance(parts, tuple) else ()
