"""A game given by one function: from a state, which is any hashable value, to the states that a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.compounds import Summable
from cgt.core.numbers import brief
from cgt.errors import IllegalMoveError, PositionError, RulesetError

if TYPE_CHECKING:
    from cgt.core.position import Move

State: TypeAlias = Hashable
"""An int, a text, a tuple or frozenset of such: whatever can be a key of a dict and is not changed."""


@attrs.frozen
class StateGame:
    """A game whose positions are hashable states; `game` makes it, `position(state)` gives its positions."""

    options: Callable[[State], Iterable[State]]
    components: Callable[[State], Iterable[State]] | None = None
    canonical: Callable[[State], State] | None = None
    moves: Callable[[State], Iterable[Move]] | None = None
    name: str = "game"
    # The moves of the state that was asked last, for who looks at one option soon looks at the next.
    _last: list[tuple[State, Mapping[Move, State]]] = attrs.field(factory=list, init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for name in ("options", "components", "canonical", "moves"):
            function = getattr(self, name)
            if not callable(function) and (function is not None or name == "options"):
                raise RulesetError(f"{name} is a function of a state, not {brief(function)}")

    def position(self, state: State) -> StatePosition:
        """The position of a state.

        Raises:
            PositionError: the state is not hashable.
        """
        _check_hashable(state, "a state")
        return StatePosition(self, state)

    def steps(self, state: State) -> Mapping[Move, State]:
        """The moves of a state with the states they lead to, in order.

        Raises:
            RulesetError: the options are no iterable, or there is not one name of a move for each of them.
            PositionError: an option is not hashable.
        """
        if self._last and self._last[0][0] is state:
            return self._last[0][1]
        options = self._checked(self.options, "options", state)
        moves = options if self.moves is None else self._checked(self.moves, "moves", state)
        if len(moves) != len(options):
            raise RulesetError(f"moves({brief(state)}) names {len(moves)} moves for {len(options)} options")
        steps = dict(zip(moves, options, strict=True))
        if self.moves is not None and len(steps) != len(options):
            raise RulesetError(f"moves({brief(state)}) gives two moves the same name")
        self._last[:] = [(state, steps)]
        return steps

    def check(self, state: State) -> None:
        """Make sure that a state's options and components are what they should be.

        Raises:
            RulesetError: they are no iterable.
            PositionError: one of them is not hashable.
        """
        for option in self._checked(self.options, "options", state):
            if self.components is not None:
                self._checked(self.components, "components", option)

    @staticmethod
    def _checked(function: Callable[[State], object], name: str, state: State) -> list[State]:
        found = function(state)
        if not isinstance(found, Iterable):
            raise RulesetError(f"{name}({brief(state)}) gave {brief(found)}: return a list, or yield one by one")
        values = list(found)
        for value in values:
            _check_hashable(value, f"what {name}({brief(state)}) gives")
        return values


def _check_hashable(value: object, what: str) -> None:
    try:
        hash(value)
    except TypeError:
        raise PositionError(f"{what} is hashable: an int, a text, a tuple or a frozenset, not {brief(value)}") from None


@attrs.frozen
class StatePosition(Summable):
    """A state of a game that one function gives, as a position; two are equal when game and state are."""

    game: StateGame = attrs.field(repr=lambda game: str(game.name))
    state: State

    def moves(self) -> Iterable[Move]:
        """The names of the moves where the game has such, else the states that they lead to."""
        return self.game.steps(self.state).keys()

    def play(self, move: Move) -> StatePosition:
        """The option that the move leads to; raises `IllegalMoveError`."""
        try:
            return StatePosition(self.game, self.game.steps(self.state)[move])
        except (KeyError, TypeError):
            raise IllegalMoveError(f"{brief(move)} is not a move from {brief(self.state)}") from None

    def components(self) -> tuple[StatePosition, ...]:
        """What the state falls into; itself alone where the game names no components."""
        if self.game.components is None:
            return (self,)
        return tuple(StatePosition(self.game, part) for part in self.game.components(self.state))

    def canonical(self) -> StatePosition:
        """The representative of the state under the game's symmetry; itself where the game names none."""
        return self if self.game.canonical is None else StatePosition(self.game, self.game.canonical(self.state))

    def __str__(self) -> str:
        return str(self.state)


def game(
    options: Callable[[State], Iterable[State]],
    *,
    components: Callable[[State], Iterable[State]] | None = None,
    canonical: Callable[[State], State] | None = None,
    moves: Callable[[State], Iterable[Move]] | None = None,
    name: str = "",
) -> StateGame:
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
    return StateGame(options, components, canonical, moves, name or getattr(options, "__name__", "game"))
