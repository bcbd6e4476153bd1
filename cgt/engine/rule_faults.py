"""The explanation of what rules raise: a question checks none of them, and looks for the fault afterwards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from cgt.core.compounds import components_of
from cgt.core.game import Game, GamePosition, check_components, check_hashable, check_steps, held_in, listed_of
from cgt.core.numbers import format_value
from cgt.core.position import Position, check_position, is_decomposable, is_position, is_symmetric
from cgt.errors import CGTError, RulesetError

MOST_CHECKED = 10_000
"""The greatest number of positions that are looked at, and of moves of one."""


@contextmanager
def explaining(position: Position) -> Iterator[None]:
    """Explain in this block what rules raise, by `explain_failure`."""
    try:
        yield
    except (AttributeError, TypeError, ValueError) as error:
        explain_failure(position, error)
        raise


def explain_failure(root: Position, error: Exception) -> None:
    """Raise an error that names what is wrong with the rules of a position, or of one it leads to, after one of them.

    They are looked at in the order of a search, which stopped at the first. Nothing is raised where nothing is wrong,
    or where the error is one that names what it is about.

    Raises:
        RulesetError: its methods, or the functions of its game, give something of the wrong kind.
        PositionError: what they give is no position, or is not hashable.
    """
    if isinstance(error, CGTError):
        return
    try:
        _look_from(root)
    except CGTError:
        raise
    except type(error):  # the author's own, which is raised again
        return


def _look_from(root: Position) -> None:
    seen, waiting = {root}, [root]
    while waiting and len(seen) < MOST_CHECKED:
        here = waiting.pop()
        new = [one for one in dict.fromkeys(held_in(here) or _reached(here)) if one not in seen]
        seen.update(new)
        waiting += reversed(new)


def _reached(position: Position) -> tuple[Position, ...]:
    """The components and the options of a position, which is checked."""
    if isinstance(position, GamePosition):
        _check_game(position.game, position.state)
    else:
        _check_methods(position)
    return (*components_of(position), *map(position.play, islice(position.moves(), MOST_CHECKED)))


def _check_game(game: Game, state: Hashable) -> None:
    kind = type(game)
    if kind.moves is not Game.moves:
        listed_of(game.moves, "moves", state)
    if kind.options is Game.options:
        check_steps(game, state)
    check_components(game, state)
    check_hashable(game.canonical(state), f"what canonical({format_value(state)}) gives")
    listed_of(game.options, "options", state)


def _check_methods(position: Any) -> None:  # noqa: ANN401 - what its author calls a position
    name, moves = type(position).__name__, position.moves()
    if not isinstance(moves, Iterable):
        raise RulesetError(f"moves() of {name} gave {format_value(moves)}: return a list, or yield one by one")
    given = [(f"play({format_value(move)})", position.play(move)) for move in islice(moves, MOST_CHECKED)]
    if is_decomposable(position):
        parts: object = position.components()
        if not isinstance(parts, Iterable):
            raise RulesetError(f"components() of {name} gave {format_value(parts)}: return a list of positions")
        given += [("components()", part) for part in parts]
    if is_symmetric(position):
        given.append(("canonical()", position.canonical()))
    for call, one in given:
        if not is_position(one):
            gave = f"{call} of {name} gave {format_value(one)}"
            raise RulesetError(f"{gave}: return a position, with moves() and play(move)")
        check_position(one)
