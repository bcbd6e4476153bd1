"""A game given by functions: from a state, which is any hashable value, to the states that a move leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import attrs

from cgt.core.game import Game, M, S, listed_of
from cgt.core.numbers import brief
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def _alone(state: S) -> Sequence[S]:
    return (state,)


def _itself(state: S) -> S:
    return state


@attrs.frozen
class FunctionGame(Game[S, M]):
    """A game whose rules are functions; `game` makes it."""

    # The search calls these functions themselves.
    options: Callable[[S], Iterable[S]]
    components: Callable[[S], Sequence[S]] = _alone
    canonical: Callable[[S], S] = _itself
    names: Callable[[S], Iterable[M]] | None = None
    name: str = "game"  # type: ignore[misc]  # each has a name of its own

    @property
    def falls_apart(self) -> bool:
        return self.components is not _alone

    @property
    def has_symmetry(self) -> bool:
        return self.canonical is not _itself

    @property
    def arguments(self) -> tuple[str, ...]:
        """None: functions have no text."""
        return ()

    def steps(self, state: S, /) -> Iterable[tuple[M, S]]:
        """The moves of a state with the states they lead to, in order.

        Raises:
            RulesetError: the options are no iterable, or there is not one name of a move for each of them.
            PositionError: an option is not hashable.
        """
        options = listed_of(self.options, "options", state)
        if self.names is None:
            return [(cast("M", option), option) for option in options]
        moves = listed_of(self.names, "moves", state)
        if len(moves) != len(options):
            raise RulesetError(f"moves({brief(state)}) names {len(moves)} moves for {len(options)} options")
        if len(set(moves)) != len(moves):
            raise RulesetError(f"moves({brief(state)}) gives two moves the same name")
        return list(zip(moves, options, strict=True))


def game(
    options: Callable[[S], Iterable[S]],
    *,
    components: Callable[[S], Sequence[S]] | None = None,
    canonical: Callable[[S], S] | None = None,
    moves: Callable[[S], Iterable[M]] | None = None,
    name: str = "",
) -> FunctionGame[S, M]:
    """A game in three lines, from a function that gives the options of a state.

    A state is any hashable value: an int, a tuple, a frozenset. The search keeps the states themselves, so this is the
    fastest way into the engine for a game that is defined in Python.

    Args:
        options: the states that a move leads to, as a list or another iterable; none when the game is over.
        components: the states that a state falls into, itself alone where it does not; the game must then be the
            disjunctive sum of them.
        canonical: one representative of all states equal to a state by symmetry.
        moves: the names of the moves, in the order of the options; without it a move is named by the state it leads to.
        name: what the game is called.

    Raises:
        RulesetError: an argument is no function; later, options that are no iterable.
        PositionError: later, a state that is not hashable.

    >>> import cgt
    >>> halving = cgt.game(lambda n: [n - 1, n // 2] if n else [])
    >>> position = halving.position(10)
    >>> cgt.nim_value(position), cgt.winning_moves(position)
    (0, ())
    """
    functions = {"options": options, "components": components, "canonical": canonical, "moves": moves}
    for argument, function in functions.items():
        if not callable(function) and (function is not None or argument == "options"):
            raise RulesetError(f"{argument} is a function of a state, not {brief(function)}")
    called = name or getattr(options, "__name__", "game")
    return FunctionGame(options, components or _alone, canonical or _itself, moves, called)
