"""The pictures of a lesson: of its start, of a move and of its exercises, each with its words."""

from __future__ import annotations

import re

import attrs

from cgt.apps.lessons.exercise_tables import is_queen, row_of
from cgt.apps.lessons.phrases import position_text
from cgt.apps.show.drawings import aligned_picture, drawing_after
from cgt.core.compounds import Sum, components_of
from cgt.core.game import Game
from cgt.core.position import Move, Position
from cgt.core.sketch import picture_of
from cgt.families.capabilities import DrawnPosition, HasQuota
from cgt.families.matches import heaps_of
from cgt.families.matchsticks import matchsticks_svg
from cgt.families.registry import parse_ruleset
from cgt.families.rows import rows_svg

_SIZE = re.compile(r'<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"')


@attrs.frozen
class Picture:
    """An SVG picture with a description in words."""

    svg: str
    alt: str

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height, in pixels."""
        match = _SIZE.search(self.svg)
        return (float(match[1]), float(match[2])) if match else (300.0, 60.0)


def pictures(game: Game, position: Position) -> tuple[Picture, ...]:
    """The picture of a position, or of each part if a sum has none as a whole; empty if one cannot be drawn.

    Two heaps that a queen can stand for are drawn as her board.
    """
    whole = _drawn(game, position)
    if whole:
        return (Picture(whole, position_text(game, position)),)
    parts = [(part, _drawn(game, part)) for part in components_of(position)]
    if len(parts) < 2 or not all(drawn for _part, drawn in parts):
        return ()
    return tuple(Picture(drawn, position_text(game, part)) for part, drawn in parts if drawn)


def pictures_asked(game: Game, position: Position) -> tuple[Picture, ...]:
    """The pictures of an exercise: heaps without the amounts allowed, which stand above them in words."""
    heaps, words = heaps_of(position), position_text(game, position)
    if not isinstance(game, HasQuota) or not heaps:
        return pictures(game, position)
    return (Picture(matchsticks_svg(heaps, title=words), words),)


def pictures_at_start(game: Game, position: Position) -> tuple[Picture, ...]:
    """The pictures of the start, drawn as the game's moves are, where these are drawn."""
    drawing, words = drawing_after(game, position, ()), position_text(game, position)
    return pictures(game, position) if drawing is None else pictures_on_paper(drawing, words)


def pictures_on_paper(drawing: DrawnPosition, words: str) -> tuple[Picture, ...]:
    """The picture of a drawing, cut to what is drawn."""
    return (Picture(drawing.svg(title=words, cut=True), words),)


def pictures_after(game: Game, position: Position, move: Move) -> tuple[Picture, ...]:
    """The pictures after a move; in a row where neighbours go too, with the named pieces crossed."""
    row, heaps, left = row_of(game), heaps_of(position), position.play(move)
    if row is not None and row.reach and len(heaps) == 1 and (named := row.read(heaps[0], move)):
        drawn = rows_svg(row, heaps, title=position_text(game, left), crossed=row.places(heaps[0], named))
        return () if drawn is None else (Picture(drawn, position_text(game, left)),)
    if (drawing := drawing_after(game, position, [move])) is not None:
        return pictures_on_paper(drawing, position_text(game, left))
    words = position_text(game, left)
    if is_queen(game):
        aligned = aligned_picture(parse_ruleset("queen"), _queen_at(left), _queen_at(position), title=words)
    else:
        aligned = aligned_picture(game, left, position, title=words)
    return pictures(game, left) if aligned is None else (Picture(aligned, words),)


def _drawn(game: Game, position: Position) -> str | None:
    if not is_queen(game):
        return picture_of(position)
    heaps = heaps_of(position)
    if isinstance(position, Sum) or len(heaps) != 2:
        return None
    return picture_of(_queen_at(position))


def _queen_at(position: Position) -> Position:
    """The queen on the square whose coordinates are the heaps of a position."""
    return parse_ruleset("queen").parse(",".join(map(str, heaps_of(position))))
