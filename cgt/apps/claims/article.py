"""An article of the literature: what it is about, its claims, and its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from cgt.apps.claims.claim import Claim


@attrs.frozen
class Figure:
    """A figure of an article: `draw(axes=None, *, stop=…)` gives back the Axes it drew on, by default new ones."""

    name: str
    claim: str
    """The id of the claim that it goes with."""
    draw: Callable[..., Axes]
    caption: str
    alt_text: str
    """What it shows, for readers who do not see it."""


@attrs.frozen
class Article:
    """An article: its game, its claims in its own order, its figures."""

    number: str
    title: str
    french: str
    """Its title in the original."""
    source: str
    rules: str
    """The game, in a sentence or two."""
    words: tuple[tuple[str, str], ...]
    """The original's words with the ones used here."""
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...] = ()
