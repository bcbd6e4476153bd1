"""Drawings of heaps as rows of matchsticks, as text and as SVG, summarised where they are too large."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs
from more_itertools import chunked

from cgt.core.card import svg
from cgt.core.language import _, ngettext
from cgt.core.numbers import format_int
from cgt.families.rows import HEAD, WOOD, Row, letters, rows_svg, rows_text

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

    Quotas = Sequence[int | None]

TITLE_LENGTH = 80
"""The longest text of a position that serves as its picture's title."""

LEAST_LONG_SIZE = 10**15
"""The least size that is shown by its magnitude."""

SHOWN_HEAPS = 20
"""The greatest number of heaps drawn; of more, the first and the last ones are."""

SHOWN_MATCHES = 50
"""The greatest number of matches of a heap in a picture."""

# An SVG's measures, in pixels.
_PITCH, _GROUP_GAP, _ROW, _MATCH, _LABEL, _LETTER = 9, 7, 40, 26, 26, 7


def number(size: int) -> str:
    """A size as a label; beyond 10^15 its magnitude alone.

    >>> number(1234), number(10**400)
    ('1,234', 'about 10^400')
    """
    if size < LEAST_LONG_SIZE:
        return format_int(size, group=True)
    return _("about 10^{exponent}").format(exponent=math.floor(math.log10(size) + 1e-9))


def _rows(heaps: Sequence[int]) -> Iterator[tuple[int, int] | None]:
    """The heaps to draw as pairs (index, size), with None where some are left out."""
    if len(heaps) <= SHOWN_HEAPS:
        yield from enumerate(heaps)
        return
    half = SHOWN_HEAPS // 2
    yield from enumerate(heaps[:half])
    yield None
    yield from enumerate(heaps[-half:], start=len(heaps) - half)


def _caption(size: int, quota: int | None) -> str:
    """The label of a heap: its size, and the greatest take under a quota."""
    if not size:
        return _("empty")
    if quota is None:
        return number(size)
    return _("{size}, at most {quota} may be taken").format(size=number(size), quota=number(quota))


def _left_out(heaps: Sequence[int]) -> str:
    more = len(heaps) - SHOWN_HEAPS
    return ngettext("… {count} more heap …", "… {count} more heaps …", more).format(count=number(more))


def _quota(quotas: Quotas, index: int) -> int | None:
    return quotas[index] if index < len(quotas) else None


def matchsticks_text(heaps: Sequence[int], quotas: Quotas, *, width: int, stick: str) -> str:
    """The heaps as lines of text, in groups of five, with their sizes and quotas; several are numbered from 1.

    Args:
        heaps: sizes, each at least 0.
        quotas: the most that may be taken from each heap, None where nothing says so; may be shorter than `heaps`.
        width: the longest line wanted; a heap that does not fit shows as many matches as do, and an ellipsis.
        stick: the sign for a match.

    >>> print(matchsticks_text([7, 0, 10**20], [2], width=72, stick="|"))
    1  ||||| ||  7, at most 2 may be taken
    2  empty
    3  ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| …  about 10^20
    """
    lines = []
    # A heap that is alone needs no number.
    margin = len(str(len(heaps))) if len(heaps) > 1 else 0
    for row in _rows(heaps):
        if row is None:
            lines.append(" " * margin + "  " + _left_out(heaps))
            continue
        index, size = row
        caption = _caption(size, _quota(quotas, index))
        sticks = _sticks(size, width - margin - 4 - len(caption), stick)
        lines.append("  ".join(filter(None, (f"{index + 1:>{margin}}" if margin else "", sticks, caption))))
    return "\n".join(lines)


def _sticks(size: int, room: int, stick: str) -> str:
    """The matches for which there is room, in groups of five."""
    room = max(room, 8)
    whole = size + max(size - 1, 0) // 5 <= room
    # Five matches and a space take six places; the ellipsis takes two.
    shown = size if whole else (room - 2) * 5 // 6
    groups = " ".join("".join(group) for group in chunked(stick * shown, 5))
    return groups if whole else f"{groups} …"


def matchsticks_svg(heaps: Sequence[int], quotas: Quotas = (), *, title: str = "") -> str:
    """The heaps as an SVG picture with a title for screen readers, legible on light and dark ground.

    Args:
        heaps: sizes, each at least 0.
        quotas: the most that may be taken from each heap, None where nothing says so; may be shorter than `heaps`.
        title: what the picture shows; without one, the heaps are named.

    >>> matchsticks_svg([3]).count("<circle")
    3
    """
    rows = list(_rows(heaps))
    # A heap that is alone needs no number.
    left = _LABEL if len(heaps) > 1 else 4
    width, height = left + 8, _ROW * max(len(rows), 1)
    drawn = []
    for place, row in enumerate(rows):
        top = 6 + _ROW * place
        if row is None:
            caption, at = _left_out(heaps), left
            drawn.append(letters(at, top + 18, caption, anchor="start"))
        else:
            index, size = row
            shown = min(size, SHOWN_MATCHES)
            caption, at = _caption(size, _quota(quotas, index)), left + _x(shown) + (6 if shown else 0)
            caption = f"… {caption}" if size > shown else caption
            drawn += [*_sticks_svg(shown, left, top), letters(at, top + 20, caption, anchor="start")]
            if len(heaps) > 1:
                drawn.append(letters(left - 12, top + 20, index + 1, anchor="end"))
        width = max(width, at + _LETTER * len(caption) + 4)
    named = title or _("Heaps of matches: {sizes}").format(sizes=", ".join(number(row[1]) for row in rows if row))
    return svg(width, height, "".join(drawn), named, size=13)


def _x(index: int) -> int:
    return index * _PITCH + index // 5 * _GROUP_GAP


def _sticks_svg(shown: int, left: int, top: int) -> Iterator[str]:
    for place in range(shown):
        x = left + _x(place) + 3
        yield f'<rect x="{x - 1.5}" y="{top + 4}" width="3" height="{_MATCH - 4}" rx="1" fill="{WOOD}"/>'
        yield f'<circle cx="{x}" cy="{top + 4}" r="3.2" fill="{HEAD}"/>'


@attrs.frozen
class Matches:
    """A sketch of heaps as rows of matches with the amounts allowed, or as rows of pieces with places."""

    heaps: tuple[int, ...]
    quotas: tuple[int | None, ...] = ()
    row: Row | None = None

    def svg(self, *, title: str = "") -> str | None:
        """The SVG picture; None without heaps."""
        if not self.heaps:
            return None
        title = title if len(title) <= TITLE_LENGTH else ""
        drawn = rows_svg(self.row, self.heaps, title=title) if self.row else None
        return drawn or matchsticks_svg(self.heaps, self.quotas, title=title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """The lines of text; empty without heaps."""
        if not self.heaps:
            return ""
        drawn = rows_text(self.row, self.heaps, width=width, plain=plain) if self.row else None
        return drawn or matchsticks_text(self.heaps, self.quotas, width=width, stick="|" if plain else "╿")

    def beside(self, others: Sequence[Sketch]) -> Sketch | None:
        """One sketch of all the heaps; as rows where all are rows of one kind."""
        matches = [self, *(other for other in others if isinstance(other, Matches))]
        if len(matches) <= len(others):
            return None
        heaps, quotas = (tuple(chain.from_iterable(map(attrgetter(name), matches))) for name in ("heaps", "quotas"))
        return Matches(heaps, quotas, self.row if all(one.row == self.row for one in matches) else None)
