"""Hypothesis strategies: registered rulesets, their positions, and games played at random.

This module alone imports hypothesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from cgt.core.game import Game
from cgt.core.memory import MEMORY
from cgt.core.position import Move, Position
from cgt.errors import MissingExtraError
from cgt.families.registry import example_ruleset, ruleset_names

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise MissingExtraError("cgt.apps.testing.strategies needs hypothesis: pip install hypothesis") from error

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


MOST_SAMPLES = 10_000
MOST_MOVES = 1_000


def rulesets(names: Sequence[str] | None = None) -> SearchStrategy[Game]:
    """Typical games of the registered families, or of those named."""
    return st.sampled_from(list(names or ruleset_names())).map(example_ruleset)


def positions(ruleset: Game, *, bound: int = 12) -> SearchStrategy[Position]:
    """Positions of a ruleset, from its `sample_positions(bound)`; small ones first.

    >>> import cgt
    >>> from hypothesis import find
    >>> print(find(positions(cgt.games.Nim()), lambda position: cgt.outcome(position) is cgt.Outcome.N))
    1
    """
    return st.sampled_from(_samples(ruleset, bound))


@st.composite
def plays(draw: DrawFn, ruleset: Game, *, bound: int = 12) -> list[tuple[Position, Move | None]]:
    """A game played at random to its end: each position with the move made there, None at the last."""
    position = draw(positions(ruleset, bound=bound))
    game: list[tuple[Position, Move | None]] = []
    while moves := list(islice(position.moves(), MOST_MOVES)):
        move = draw(st.sampled_from(moves))
        game.append((position, move))
        position = position.play(move)
    return [*game, (position, None)]


@MEMORY.cache("sample positions", 64)
def _samples(ruleset: Game, bound: int) -> list[Position]:
    return list(islice(ruleset.sample_positions(bound), MOST_SAMPLES))
