"""Positions and moves: the two small Protocols that everything else works with.

Any class with `moves()` and `play(move)` is a position. There is nothing to inherit and nothing to register. Further
small Protocols are optional: the engine notices them and is faster for it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from cgt.core.numbers import format_value
from cgt.errors import LoopError, PositionError

T = TypeVar("T", bound=Hashable)

Move: TypeAlias = Any
"""A move is any hashable value; what it means, and so its type, is its position's affair."""


NEEDS_EQUALITY = "equal positions need __eq__ and __hash__, which @dataclass(frozen=True) or @attrs.frozen writes"


@runtime_checkable
class Position(Protocol):
    """An immutable, hashable state of a game, seen by the player who is to move.

    >>> import attrs, cgt
    >>> @attrs.frozen
    ... class Pile:
    ...     size: int
    ...     def moves(self):
    ...         return range(1, min(3, self.size) + 1)
    ...     def play(self, take):
    ...         return Pile(self.size - take)
    >>> cgt.nim_value(Pile(7))
    3
    """

    def moves(self) -> Iterable[Move]:
        """Every legal move, lazily where there are many; no move at all means that the game is over."""
        ...

    def play(self, move: Move) -> Position:
        """The option that the move leads to; raises `IllegalMoveError` (or any `ValueError`) for another move."""
        ...

    def __hash__(self) -> int: ...


class Decomposable(Position, Protocol):
    """A position that is a disjunctive sum of independent components."""

    def components(self) -> Iterable[Position]:
        """The components; a position that does not fall apart gives itself alone."""
        ...


class Canonical(Position, Protocol):
    """A position that knows one representative of all positions equal to it by symmetry."""

    def canonical(self) -> Position:
        """The representative: the same game value under either convention, and `canonical()` of it is itself."""
        ...


def is_position(value: object) -> TypeGuard[Position]:
    """Whether a value has the two methods of a position (quicker than `isinstance` with a Protocol)."""
    kind = type(value)
    return callable(getattr(kind, "moves", None)) and callable(getattr(kind, "play", None))


def object_wanted(kind: type) -> str:
    """The advice to one who gave a class."""
    return f"it is a class; give an object, such as {kind.__name__}(…)"


def position_error(value: object) -> PositionError:
    """The error for a value that is not a position, with what to give in its place."""
    advice = "it needs moves() and play(move)"
    if isinstance(value, str):
        advice = "a text is read by cgt.parse_position, such as cgt.parse_position('nim 3,5')"
    elif isinstance(value, type):
        advice = object_wanted(value)
    elif hasattr(type(value), "parse") and hasattr(type(value), "position"):
        advice = "it is a game; give one of its positions, made by its position(…) or parse(text)"
    return PositionError(f"{format_value(value)} is not a position: {advice}")


def check_position(value: object) -> None:
    """Check that a value is a position that can be remembered; raises `PositionError`."""
    if not is_position(value):
        raise position_error(value)
    try:
        hash(value)
    except TypeError as error:
        what = f"a position cannot be remembered: {error}"
        raise PositionError(f"{what}; a class with __eq__ needs __hash__, too, and fields that are hashable") from None


def check_play(position: Position) -> bool:
    """Check by the first move that positions do not change, and are equal where it is played again; false without one.

    Raises:
        PositionError: else a search would take one position for another, or for ever.
    """
    for move in position.moves():
        before = hash(position)
        once = position.play(move)
        if hash(position) != before:
            raise PositionError(f"{_call(position, move)} changed the position: return a new one")
        lacks_equality = type(position).__eq__ is object.__eq__ and once is position
        if lacks_equality or once != position.play(move):
            raise PositionError(f"{_call(position, move)} gave two positions that differ: {NEEDS_EQUALITY}")
        return True
    return False


def _call(position: Position, move: Move) -> str:
    return f"play({format_value(move)}) of {type(position).__name__}"


def is_decomposable(position: object) -> TypeGuard[Decomposable]:
    """Whether a position has the method `components`."""
    return callable(getattr(type(position), "components", None))


def canonical(position: Position) -> Position:
    """The position's representative under symmetry; the position itself when it names none."""
    return position.canonical() if is_symmetric(position) else position


def is_symmetric(position: object) -> TypeGuard[Canonical]:
    """Whether a position has the method `canonical`."""
    return callable(getattr(type(position), "canonical", None))


def identity(position: Position) -> tuple[type, Position]:
    """The position with its class: Python holds equal tuples of different classes equal, which games are not."""
    return type(position), position


def identities(positions: Iterable[Position]) -> tuple[tuple[type, Position], ...]:
    """Each of several positions with its class."""
    return tuple(map(identity, positions))


def is_over(position: Position) -> bool:
    """Whether a position has no move; the first one is asked for alone."""
    return not any(True for _move in position.moves())


def options(position: Position) -> Iterable[Position]:
    """The options of a position, lazily, in the order of its moves.

    >>> import cgt
    >>> [str(option) for option in options(cgt.games.Nim().position(3))]
    ['2', '1', '0']
    """
    return map(position.play, position.moves())


def options_first(start: T, reached: Callable[[T], Iterable[T]], known: Container[T]) -> Iterator[T]:
    """The unknown positions among `start` and all that can be reached from it, each after its options.

    Whoever is given one makes it known before asking for the next.

    Raises:
        LoopError: something is reached from itself.

    >>> heights = {}
    >>> for size in options_first(3, lambda size: range(max(size - 2, 0), size), heights):
    ...     heights[size] = 1 + max((heights[size - take] for take in (1, 2) if take <= size), default=-1)
    >>> heights
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    path = {} if start in known else {start: iter(reached(start))}
    while path:
        last, rest = next(reversed(path.items()))
        further = next((one for one in rest if one not in known), None)
        if further is None:
            path.popitem()
            yield last
        elif further in path:
            loop = list(path)
            raise LoopError(tuple(loop[loop.index(further) :]))
        else:
            path[further] = iter(reached(further))
