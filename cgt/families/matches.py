"""Games with heaps of matches: positions made of sizes, lists and tables by size, moves, and pictures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar, cast

from cgt.core.compounds import Compound, DiminishedDisjunctive, Sum
from cgt.core.game import Game, GamePosition, M, S, position_of
from cgt.core.hints import SearchHints
from cgt.core.language import _
from cgt.core.numbers import exact_repr
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position, check_position
from cgt.core.reading import parse_sizes

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.core.wording import Wording
    from cgt.families.rows import Row


class MatchRuleset(Game[S, M]):
    """A game played with heaps of matches; its positions, or their components, have their sizes as `heaps`.

    `position` must be written besides the rules. A game on independent heaps is a `HeapRuleset`.
    """

    row: ClassVar[Row | None] = None
    """The pieces of a row where the heaps are rows; a move then names them by their places."""

    position_form: Any = "heaps separated by commas"
    example: Any = "3,5"

    @abstractmethod
    def position(self, *heaps: int | tuple[int, ...]) -> Position:
        """The position with these heaps; raises `PositionError` for impossible sizes."""

    @property
    def listed_heaps(self) -> int:
        """The number of heaps that a list of P-positions shows by default."""
        return 1

    def write(self, state: S, /) -> str:
        """The sizes separated by commas; no heap at all is written 0."""
        return ",".join(map(exact_repr, cast("tuple[int, ...]", state) or (0,)))

    def read(self, text: str, /) -> S:
        """Read heaps such as `5,7`."""
        return cast("S", tuple(parse_sizes(text, self.position_form)))

    def table_position(self, row: int, column: int) -> Position:
        """The position in a row and column of the table of two coordinates: by default two heaps."""
        return self.position(row, column)

    def sizes(self, position: Position) -> tuple[int, ...]:
        """The heap sizes that a position shows; raises `PositionError` for what is no position."""
        return heaps_of(position)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: one heap up to `bound`, and smaller ones for two and three heaps."""
        for count, largest in ((1, bound), (2, bound // 2), (3, bound // 4)):
            for heaps in combinations_with_replacement(range(largest + 1), count):
                yield self.position(*heaps)

    @property
    def hints(self) -> SearchHints:
        """The search hints: matches are only taken away, so every play ends."""
        return SearchHints(ends=True, least_positions=self._least_positions)

    def _least_positions(self, position: Position) -> int:
        """A lower bound on the positions that a search opens, known without one; by default 0."""
        return 0

    @property
    def wording(self) -> Wording:
        """The words for amounts and heaps; in rows for places."""
        from cgt.families.heap_wording import HeapWording, RowWording  # a value is found without words

        words: dict[str, Any] = {
            "sizes": self.sizes,
            "moves_leaving": self._moves_leaving,
            "weight": _weight,
            "strategy": self._strategy,
            "advised": self._advice,
            "component_record": self._move_record,
            "candidates": self._candidate_moves,
        }
        return HeapWording(**words) if self.row is None else RowWording(**words, row=self.row, pieces=self.row.pieces)

    def _moves_leaving(self, component: Position, heaps: tuple[int, ...]) -> Iterable[Move]:
        """The candidate moves of one component that leave these heaps, legal or not: by default the heaps."""
        return (tuple(sorted(heaps)),)

    def _candidate_moves(self, component: Position, text: str) -> Iterable[Move]:
        """The moves of one component that a text may mean besides amounts and heaps; by default none."""
        return ()

    def _strategy(self, position: Position, convention: Convention) -> str:
        """A way to win from a position, in words; empty, the default, where no rule is known."""
        return ""

    def _advice(self, position: Position, move: Move, convention: Convention) -> str | None:
        """The advice on what a winning move leaves; None, the default, where there is nothing to say of it."""
        return None

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of a move in one component; by default the move is the amount taken from heap 0."""
        return {"heap": 0, "amount": move}

    def sketch(self, state: S, /) -> Sketch:
        """The drawing: heaps as matchsticks with their quotas, rows with the numbers of their pieces."""
        from cgt.families.matchsticks import Matches

        position = position_of(self, state)
        return Matches(heaps_of(position), quotas_of(position), self.row)


def _weight(position: Position) -> tuple[int, ...]:
    """A key to order positions by: the number of matches, then that of heaps."""
    sizes = heaps_of(position)
    return sum(sizes), len(sizes)


class MatchPosition(GamePosition[S, M]):
    """A position, or the component of one, that shows heaps; by default they are its state."""

    __slots__ = ()

    @property
    def heaps(self) -> tuple[int, ...]:
        """The sizes of the heaps."""
        return cast("tuple[int, ...]", self.state)

    @property
    def quota(self) -> int | None:
        """The most that may be taken now; None where the size alone says so."""
        return None


def heaps_of(position: Position) -> tuple[int, ...]:
    """The heap sizes that a position shows, those of its parts one after another; none for a position without heaps.

    Raises `PositionError` for what is no position.

    >>> import cgt
    >>> heaps_of(cgt.games.Nim().parse("3,4,5")), heaps_of(cgt.games.GlobalTakeAway("2n").parse("7,5:4"))
    ((3, 4, 5), (7, 5))
    """
    if isinstance(position, MatchPosition):
        return position.heaps
    check_position(position)
    return tuple([size for part in _parts_with_heaps(position) for size in part.heaps])


def largest_heap(position: Position) -> int:
    """The size of the largest heap, a lower bound on the positions searched where moves may take single matches."""
    return max(heaps_of(position), default=0)


def quotas_of(position: Position) -> tuple[int | None, ...]:
    """The most that may be taken from each heap, None where the position has no quota.

    >>> import cgt
    >>> quotas_of(cgt.games.TakeAway("2n").parse("10:4,3")), quotas_of(cgt.games.Nim().position(3))
    ((4, 2), (None,))
    """
    parts = _parts_with_heaps(position)
    return tuple([None if (most := part.quota) is None else min(size, most) for part in parts for size in part.heaps])


def _parts_with_heaps(position: Position) -> Iterator[MatchPosition]:
    """The parts that show heaps, in order."""
    if isinstance(position, MatchPosition):
        yield position
    elif isinstance(position, Sum | Compound | DiminishedDisjunctive):
        for part in position.parts:
            yield from _parts_with_heaps(part)


def middle_or_copy(position: Position, convention: Convention, *, odd: bool = False) -> str:
    """The strategy for one row, or for rows alike in pairs, in words; empty for other positions."""
    rows = [size for size in heaps_of(position) if size]
    if convention is not Convention.NORMAL or not rows:
        return ""
    if len(rows) == 1:
        begin = _("begin in the middle, then do on one side what the other player does on the other")
        return begin if rows[0] % 2 or not odd else ""
    alike = all(rows.count(size) % 2 == 0 for size in rows)
    return _("do in one row what the other player does in the other that is like it") if alike else ""
