"""Pictures of a position on the way of a play: as it was drawn, and with everything where it stood before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cgt.core.card import html, svg
from cgt.core.game import Game, state_of
from cgt.core.position import Move, Position
from cgt.families.capabilities import DrawnInPlay, DrawnPosition

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

_HEAD = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="(\d+)" height="(\d+)"')


@runtime_checkable
class Alignable(Protocol):
    """A sketch that can be drawn with everything in the place that it had in an earlier sketch."""

    def aligned_with(self, before: object) -> Sketch:
        """This sketch aligned with an earlier one; itself where it is no part of that."""
        ...


def aligned_picture(ruleset: Game, position: Position, start: Position | None, *, title: str = "") -> str | None:
    """The picture of what is left of an earlier position, with everything where it stood there.

    None where it is drawn alike without the other. Without a title, the picture has none.

    >>> import cgt
    >>> queen = cgt.parse_ruleset("queen")
    >>> far, near = queen.position(6, 9), queen.position(3, 9)
    >>> [aligned_picture(queen, one, far).count("<rect") for one in (far, near)]
    [88, 88]
    """
    here, before = (None if one is None else state_of(ruleset, one) for one in (position, start))
    if here is None or before is None:
        return None
    sketch, first = ruleset.sketch(here), ruleset.sketch(before)
    return sketch.aligned_with(first).svg(title=title) if isinstance(sketch, Alignable) else None


def stacked(pictures: Iterable[tuple[str, str]]) -> str | None:
    """One picture of several, each below its number and title; the names of its parts begin with the number: `2/1:3`.

    None where one does not begin as `cgt.core.card.svg` does.

    >>> import cgt
    >>> boards = [(text, cgt.parse_position(text)._repr_svg_()) for text in ("cram 2x3", "nim 3")]
    >>> stacked(boards).count("<svg"), ">1. cram 2x3</text>" in stacked(boards), stacked([("mine", "<svg/>")])
    (3, True, None)
    """
    shapes, top, wide = "", 0, 0
    for number, (title, picture) in enumerate(pictures, start=1):
        head = _HEAD.match(picture)
        if head is None:
            return None
        width, height = int(head[1]), int(head[2])
        shapes += f'<text x="4" y="{top + 14}" font-size="13" fill="#7a7a7a">{number}. {html(title)}</text>'
        rest = picture[head.end() :].replace('data-part="', f'data-part="{number}/')
        # Without a role: a picture that has one hides what is in it.
        shapes += f'<svg y="{top + 20}" width="{width}" height="{height}"{rest}'
        top, wide = top + height + 30, max(wide, width, 24 + 8 * len(title))
    return svg(wide, top, shapes)


def drawing_after(game: Game, start: Position, moves: Sequence[Move]) -> DrawnPosition | None:
    """The drawing after some moves from the start; None where moves are not drawn."""
    if not isinstance(game, DrawnInPlay) or (state := state_of(game, start)) is None:
        return None
    return game.drawn(state, moves)
