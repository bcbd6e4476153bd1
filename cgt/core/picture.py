"""What a position looks like: its heaps, and a drawing of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgt.core.position import Position

TITLE_LENGTH = 80
"""The longest text of a position that serves as its picture's title."""


def heaps_of(position: object) -> tuple[int, ...]:
    """The heap sizes that a position shows, those of its parts one after another; none for a position without heaps.

    >>> import cgt
    >>> heaps_of(cgt.Nim().parse("3,4,5")), heaps_of(cgt.GlobalTakeAway("2n").parse("7,5:4"))
    ((3, 4, 5), (7, 5))
    """
    return tuple(size for size, _quota in _heaps_and_quotas(position))


def quotas_of(position: object) -> tuple[int | None, ...]:
    """The most that may be taken from each heap, None where the position has no quota.

    >>> import cgt
    >>> quotas_of(cgt.TakeAway("2n").parse("10:4,3")), quotas_of(cgt.Nim().position(3))
    ((4, 2), (None,))
    """
    return tuple(quota for _size, quota in _heaps_and_quotas(position))


def _heaps_and_quotas(position: object) -> list[tuple[int, int | None]]:
    heaps = getattr(position, "heaps", None)
    if isinstance(heaps, tuple):
        quota = getattr(position, "quota", None)
        return [(size, min(size, quota) if isinstance(quota, int) else None) for size in heaps if isinstance(size, int)]
    parts = getattr(position, "parts", ())
    return [pair for part in parts for pair in _heaps_and_quotas(part)] if isinstance(parts, tuple) else []


def picture_svg(position: Position) -> str | None:
    """The heaps as matchsticks; None for a position without heaps.

    >>> import cgt
    >>> picture_svg(cgt.Nim().position(3)).startswith("<svg")
    True
    """
    heaps = heaps_of(position)
    if not heaps:
        return None
    from cgt.faces.matchsticks import matchsticks_svg

    text = str(position)
    ruleset = getattr(position, "ruleset", None)
    title = text if ruleset is None else f"{ruleset}: {text}"
    return matchsticks_svg(heaps, quotas_of(position), title=title if len(title) <= TITLE_LENGTH else "")
