"""The positions and moves of a lesson in words, without the signs of their notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cgt.apps.lessons.exercise_tables import BOARD, NUMBERS, in_rows, is_queen
from cgt.core.compounds import Sum, component_move, components_of
from cgt.core.game import Game, state_of
from cgt.core.language import _
from cgt.core.sketch import picture_of
from cgt.errors import CGTError
from cgt.families.capabilities import DrawnPosition, HasQuota
from cgt.families.heap_game import HeapRuleset
from cgt.families.matches import heaps_of, quotas_of
from cgt.families.matchsticks import Matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cgt.core.position import Move, Position
    from cgt.solving.solve import Solution

NUMBER = re.compile(r"\d+")
"""A number in words, which say a position without its picture then."""


def position_text(game: Game, position: Position) -> str:
    """A position in words, without the signs of its notation.

    >>> import cgt
    >>> fibonacci = cgt.games.FibonacciNim()
    >>> position_text(fibonacci, fibonacci.position(21)), position_text(fibonacci, fibonacci.parse("10:4"))
    ('a heap of 21', 'a heap of 10, at most 4 may be taken')
    >>> position_text(cgt.games.Nim(), cgt.games.Nim().position(3, 4, 5))
    'heaps of 3, 4 and 5'
    """
    heaps, text = heaps_of(position), game.wording.position_text(position)
    if isinstance(position, Sum) and not isinstance(game, HeapRuleset) and not isinstance(game, HasQuota):
        if not heaps and not NUMBERS.search(text):
            return _("the positions that are drawn")
        return _(" beside ").join(position_text(game, part) for part in position.parts)
    if is_queen(game) and len(heaps) == 2:
        return _("the queen on {x}, {y}").format(x=heaps[0], y=heaps[1])
    if BOARD.fullmatch(text):
        down, across = text.split("x")
        return _("a board of {rows} by {columns}").format(rows=down, columns=across)
    if game.wording.phrase and not heaps:
        return _(game.wording.phrase).format(sizes=_listed(text.split(",")), text=text)
    if not heaps:
        state = state_of(game, position)
        sketch = None if state is None else game.sketch(state)
        heaps = sketch.heaps if isinstance(sketch, Matches) else heaps
    if not heaps:
        if NUMBERS.fullmatch(text):
            return _listed(text.split(","))
        drawn = picture_of(position) is not None
        return _("the position that is drawn") if drawn else text
    rows = in_rows(game)
    begun = any(quota is not None for quota in quotas_of(position)) and not _as_it_begins(game, position, heaps)
    if begun:
        one = _("{heap}, at most {quota} may be taken")
        sizes = [one.format(heap=heap, quota=quota) for heap, quota in zip(heaps, quotas_of(position), strict=True)]
        return _("a heap of {sizes}").format(sizes=_("; ").join(sizes))
    if len(heaps) == 1:
        return (_("a row of {sizes}") if rows else _("a heap of {sizes}")).format(sizes=heaps[0])
    sizes_text = _listed(map(str, heaps))
    return (_("rows of {sizes}") if rows else _("heaps of {sizes}")).format(sizes=sizes_text)


def move_in_part(game: Game, position: Position, move: Move) -> tuple[str, str]:
    """The part of a sum in which a move is made, as a phrase with a place for the moves; and the move there."""
    if not isinstance(position, Sum):
        return "{moves}", move_text_of(game, position, move)
    index, inner = component_move(move, len(position.parts))
    part = position.parts[index]
    where = "{moves} ({part})"
    if not NUMBER.search(position_text(game, part)) and len(components_of(position)) == len(position.parts):
        where = _("{moves} in picture {number}").replace("{number}", str(index + 1))
    if heaps_of(part) and not is_queen(game):
        where = _("{moves} in {part}") if in_rows(game) else _("{moves} from {part}")
    return where.replace("{part}", position_text(game, part)), move_text_of(game, part, inner)


def move_text_of(game: Game, position: Position, move: Move) -> str:
    """A move in words: for a queen, where she goes."""
    if not is_queen(game) or isinstance(position, Sum):
        return game.wording.move_text(position, move)
    return _("to {square}").format(square=", ".join(map(str, heaps_of(position.play(move)))))


def drawn_moves(drawing: DrawnPosition, solved: Solution) -> Iterator[tuple[str, str]]:
    """The winning moves as the drawing names them, each after `{moves}`."""
    return (("{moves}", text) for text in dict.fromkeys(map(drawing.move_text, solved.winning_moves)))


def _listed(sizes: Iterable[str]) -> str:
    *before, final = sizes
    return _("{sizes} and {last}").format(sizes=", ".join(before), last=final) if before else final


def _as_it_begins(game: Game, position: Position, heaps: Sequence[int]) -> bool:
    try:
        return bool(game.position(*heaps) == position)
    except CGTError:
        return False
