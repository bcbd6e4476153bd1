"""Compounds: several games played as one, each compound a position itself.

The disjunctive `Sum` is the usual one: move in one component. The others go back to Smith and Conway and are told apart
by where one must move (every component, some, one) and by when the play ends (when one component ends, or all).
`cgt.engine.compound_theory` evaluates them from their components; played move by move they are ordinary positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import chain, groupby, islice, product, starmap
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, cast

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int, format_value, is_whole, plain_ints
from cgt.core.position import (
    Move,
    Position,
    check_position,
    identities,
    identity,
    is_decomposable,
    is_over,
    is_position,
    options,
    position_error,
)
from cgt.errors import BudgetError, IllegalMoveError, PositionError, RulesetError

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

T = TypeVar("T", bound=Hashable)

DEEPEST = 100
"""The most compounds that may stand in each other: each is looked at through all above it."""

MOST_CHOICES = 100_000
"""The most moves of one component that are combined with those of the others."""

MOST_NESTED = 100_000
"""The number of components, each one of the other's, after which it is said that they have no end."""


class ComponentMove(NamedTuple):
    """A move in one component of a sum; components count from 0. A plain pair will do in its place."""

    component: int
    move: Move


def depth_of(part: Position) -> int:
    """The number of compounds inside each other; a sum is none, but may hold some."""
    return max(map(depth_of, part.parts), default=0) if isinstance(part, Sum) else getattr(part, "_depth", 0)


def check_depth(parts: Collection[Position]) -> int:
    """The depth of a compound of those parts; raises `PositionError` for one that is no position, or is too deep."""
    for part in parts:
        check_position(part)
    depth = 1 + max(map(depth_of, parts))
    if depth > DEEPEST:
        raise PositionError(f"at most {DEEPEST} compounds may stand in each other")
    return depth


def _moves_in_one(parts: Iterable[Position]) -> Iterator[ComponentMove]:
    for index, part in enumerate(parts):
        for move in part.moves():
            yield ComponentMove(index, move)


def _beside(parts: Sequence[Position]) -> Sketch | None:
    """The drawing of components beside each other; None where they are not drawn in one way."""
    from cgt.core.sketch import RowOfSketches, sketch_of  # most positions are never drawn

    sketches = list(filter(None, map(sketch_of, parts)))
    if not sketches or len(sketches) < len(parts) or not isinstance(sketches[0], RowOfSketches):
        return None
    return sketches[0].beside(sketches[1:])


class Summable:
    """A base class for positions that opt in to `p + q`, and to a picture in notebooks if their ruleset draws one."""

    __slots__ = ()

    def __add__(self, other: Position) -> Sum:
        if not is_position(other):
            return NotImplemented
        return Sum(cast("Position", self), other)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows, where the position's ruleset draws one."""
        from cgt.core.sketch import picture_of

        return picture_of(self)

    def title(self) -> str:
        """The title of its picture."""
        return str(self)

    def sketch(self) -> Sketch | None:
        """The drawing; by default none."""
        return None

    def named_game(self) -> tuple[Any, str] | None:
        """Its game and the name of that: components of a sum that share them are written together. By default none."""
        return None


@attrs.frozen(init=False, eq=False)
class Sum(Summable):
    """The disjunctive sum: a move is a move in exactly one component; the play ends when every component has ended.

    Sums are flat (a sum of sums is one sum) and equal up to the order of their components. A move is a pair
    `(index, move)`. After a move the components keep their order and their index, unless one of them has split.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> total = cgt.Sum(nim.position(3), nim.position(5))
    >>> print(total, "->", total.play((1, 2)))
    3,5 -> 3,3
    >>> cgt.nim_value(total)
    6
    """

    parts: tuple[Position, ...]

    def __init__(self, *components: Position) -> None:
        for component in components:
            if not is_position(component):
                raise position_error(component)
        self.__attrs_init__(tuple(chain.from_iterable(map(parts_of, components))))

    def components(self) -> tuple[Position, ...]:
        """The components, in order."""
        return self.parts

    def moves(self) -> Iterator[ComponentMove]:
        """A move in any one component."""
        return _moves_in_one(self.parts)

    def play(self, move: Move) -> Sum:
        """The sum after a move; raises `IllegalMoveError` unless it is a pair (index, a legal move there)."""
        index, inner = component_move(move, len(self.parts))
        return Sum(*self.parts[:index], self.parts[index].play(inner), *self.parts[index + 1 :])

    def sketch(self) -> Sketch | None:
        """The components beside each other, where all are drawn in one way."""
        return _beside(self.parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        if self.parts == other.parts and all(map(is_, map(type, self.parts), map(type, other.parts))):
            return True
        return Counter(identities(self.parts)) == Counter(identities(other.parts))

    def __hash__(self) -> int:
        # Addition commutes, so the order does not matter. The squares tell apart the splits of one heap, whose sizes,
        # and so whose hashes, all have the same sum.
        hashes = [hash(part) for part in self.parts]
        return hash((len(hashes), sum(hashes), sum(value * value for value in hashes)))

    def __str__(self) -> str:
        games = list(map(_game_itself, self.parts))
        examples = dict(zip(games, self.parts, strict=True))
        names = {game: _named_game(part) for game, part in examples.items()}  # a name is written once for each
        neighbours = groupby(zip(games, self.parts, strict=True), lambda pair: names[pair[0]])
        groups = [(named, tuple(part for _game, part in alike)) for named, alike in neighbours]
        if len(groups) == 1 and (named := groups[0][0]):
            return str(named[0].wording.position_text(self))
        return " + ".join(starmap(_neighbours_text, groups)) or "0"


def _game_itself(part: Position) -> tuple[type, int]:
    return type(part), id(getattr(part, "game", part))


def _named_game(part: Position) -> tuple[Any, str] | None:
    return part.named_game() if isinstance(part, Summable) else None


def _neighbours_text(named: tuple[Any, str] | None, parts: Sequence[Position]) -> str:
    """The text of neighbours in a sum of several games, as `cgt.parse_position` reads it."""
    return named[0].wording.named_text(named[1], parts) if named else " + ".join(map(str, parts))


def component_move(move: Move, count: int) -> ComponentMove:
    """The move of a sum of `count` components that a pair stands for; raises `IllegalMoveError` for anything else."""
    index, inner = move if isinstance(move, tuple) and len(move) == 2 else (None, None)
    index = plain_ints(index)
    if not is_whole(index) or not 0 <= index < count:
        raise IllegalMoveError(
            f"{format_value(move)} is not a move in a sum: give (index from 0 to {count - 1}, move there)"
        )
    return ComponentMove(index, inner)


def parts_of(position: Position) -> tuple[Position, ...]:
    """The components of a sum as they stand in it; another position alone."""
    return position.parts if isinstance(position, Sum) else (position,)


def move_in(position: Position, index: int, move: Move) -> Move:
    """The move of the whole position that makes `move` in component `index`; `move` itself if it is no sum."""
    return ComponentMove(index, move) if isinstance(position, Sum) else move


def components_of(position: Position) -> tuple[Position, ...]:
    """The components of any position, taken apart all the way: a position that does not fall apart is its only one.

    >>> import cgt
    >>> len(components_of(cgt.games.Nim().position(1, 2, 3)))
    3
    """
    if type(position) is Sum:  # its parts are no sums
        return tuple(atom for part in position.parts for atom in components_of(part))
    if not is_decomposable(position):
        return (position,)
    parts = tuple(position.components())
    if len(parts) == 1 and type(parts[0]) is type(position) and parts == (position,):
        return parts
    return tuple(part for _kind, part in atoms_of(identity(position), _identities_of_components))


def _identities_of_components(one: tuple[type, Position]) -> tuple[tuple[type, Position], ...]:
    position = one[1]
    return identities(position.components()) if is_decomposable(position) else (one,)


def atoms_of(whole: T, components: Callable[[T], Sequence[T]]) -> Iterator[T]:
    """The parts that a whole falls into, each taken apart in its turn until it is its only component.

    Raises:
        RulesetError: something is among the components of its components, or these go on for ever.

    >>> list(atoms_of("abc", lambda text: (text[:1], text[1:]) if len(text) > 1 else (text,)))
    ['a', 'b', 'c']
    """
    opened: dict[T, Iterator[T]] = {}  # each with what comes behind it: a thousand parts may be one and all the others
    waiting = iter((whole,))
    while True:
        for one in waiting:
            parts = components(one)
            if len(parts) == 1 and (parts[0] is one or parts[0] == one):
                yield parts[0]
                continue
            if one in opened:
                raise RulesetError(f"the components of {format_value(one)} lead back to it")
            if len(opened) == MOST_NESTED:
                raise RulesetError(
                    f"the components of {format_value(whole)} have components of their own more than {MOST_NESTED:,} "
                    "deep: of what does not fall apart, the only component is equal to it (a class needs __eq__)"
                )
            opened[one] = waiting
            waiting = iter(parts)
            break
        else:
            if not opened:
                return
            _one, waiting = opened.popitem()


def option_components(position: Position) -> Iterable[tuple[Position, ...]]:
    """The components of each option of any position, lazily, in the order of its moves.

    >>> import cgt
    >>> kayles = cgt.games.TakingBreaking("0.77")
    >>> [len(components) for components in option_components(kayles.position(4))]
    [1, 2, 1, 2]
    """
    return map(components_of, options(position))


@attrs.frozen(init=False)
class _Joined(Summable):
    """A compound of components in order, at least one; those of a component of the same kind stand in its place."""

    parts: tuple[Position, ...] = attrs.field(eq=identities)
    _depth: int = attrs.field(eq=False, repr=False)

    def __init__(self, *components: Position) -> None:
        if not components:
            raise PositionError("a compound needs at least one component")
        same: type[object] = type(self)
        parts = [cast("Self", part).parts if type(part) is same else (part,) for part in components]
        flat = tuple(chain.from_iterable(parts))
        self.__attrs_init__(flat, check_depth(flat))

    def sketch(self) -> Sketch | None:
        """The components beside each other, where all are drawn in one way."""
        return _beside(self.parts)

    def __str__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.parts))})"


def listed_moves(part: Position, compound: object, most: int) -> tuple[Move, ...]:
    """The moves of a compound's component, all at once; raises `BudgetError` where there are more than `most`."""
    moves = tuple(islice(part.moves(), most + 1))
    if len(moves) > most:
        text = _("a part of {game} has more than {most} moves, too many to join with those of others")
        raise BudgetError(text.format(game=compound, most=format_int(most, group=True)))
    return moves


class Compound(_Joined):
    """The base of the compounds that move in several components: a move is a tuple, None where one passes."""

    def _choices(self) -> list[Iterable[Move | None]] | None:
        """The choices in each component, where None means no move there; None when the play is over."""
        raise NotImplementedError

    def _listed(self, part: Position) -> tuple[Move, ...]:
        return listed_moves(part, type(self).__name__, MOST_CHOICES)

    def moves(self) -> Iterator[tuple[Move | None, ...]]:
        """The moves: tuples with one entry for each component, None where the component is left alone."""
        choices = self._choices()
        if choices is None:
            return
        for move in product(*choices):
            if any(inner is not None for inner in move):
                yield move

    def play(self, move: Move) -> Self:
        """The compound after a tuple of moves; raises `IllegalMoveError` where one is missing, too many or illegal."""
        choices = self._choices()
        if choices is None or not isinstance(move, tuple) or len(move) != len(self.parts):
            raise IllegalMoveError(
                f"{format_value(move)} is not a tuple of {len(self.parts)} moves, or the play is over"
            )
        if all(inner is None for inner in move) or any(
            inner not in choice for inner, choice in zip(move, choices, strict=True)
        ):
            raise IllegalMoveError(f"{format_value(move)} is not allowed: an entry is not a move of its component")
        return type(self)(
            *(part if inner is None else part.play(inner) for part, inner in zip(self.parts, move, strict=True))
        )


def has_ended(compound: Position) -> bool:
    """Whether a compound has ended with one of its parts, whatever moves the others have.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> has_ended(Conjunctive(nim.position(0), nim.position(3))), has_ended(Selective(nim.position(0), nim.position(3)))
    (True, False)
    """
    return isinstance(compound, ENDING_EARLY) and any(map(is_over, compound.parts))


class Conjunctive(Compound):
    """Move in every component; the play ends as soon as one component has ended.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> cgt.outcome(Conjunctive(nim.position(2), nim.position(3)))
    <Outcome.N: 'N'>
    """

    def _choices(self) -> list[Iterable[Move | None]] | None:
        return None if has_ended(self) else list(map(self._listed, self.parts))


class ContinuedConjunctive(Compound):
    """Move in every component that has not ended; the play ends when all have."""

    def _choices(self) -> list[Iterable[Move | None]] | None:
        return [self._listed(part) or (None,) for part in self.parts]


class Selective(Compound):
    """Move in any nonempty set of components; the play ends when all have ended."""

    def _choices(self) -> list[Iterable[Move | None]] | None:
        return [(None, *self._listed(part)) for part in self.parts]


class ShortenedSelective(Compound):
    """Move in any nonempty set of components; the play ends as soon as one component has ended."""

    def _choices(self) -> list[Iterable[Move | None]] | None:
        return None if has_ended(self) else [(None, *self._listed(part)) for part in self.parts]


class DiminishedDisjunctive(_Joined):
    """Move in exactly one component; the play ends as soon as one component has ended."""

    def moves(self) -> Iterator[ComponentMove]:
        """The moves in any one component; none once a component has ended."""
        if not has_ended(self):
            yield from _moves_in_one(self.parts)

    def play(self, move: Move) -> DiminishedDisjunctive:
        """The option after a move in one component; raises `IllegalMoveError` for a bad pair and after the end."""
        if has_ended(self):
            raise IllegalMoveError("a component has ended, and with it the play")
        index, inner = component_move(move, len(self.parts))
        return DiminishedDisjunctive(*self.parts[:index], self.parts[index].play(inner), *self.parts[index + 1 :])


ENDING_EARLY = (Conjunctive, ShortenedSelective, DiminishedDisjunctive)
"""The compounds whose play ends with that of the first component."""


@attrs.frozen
class OrdinalSum(Summable):
    """The ordinal sum base : top. A move in the base wipes the top away; a move in the top leaves the base.

    A move is `(0, move in the base)` or `(1, move in the top)`.
    """

    base: Position = attrs.field(eq=identity)
    top: Position = attrs.field(eq=identity)
    _depth: int = attrs.field(init=False, eq=False, repr=False)

    @_depth.default
    def _depth_of_both(self) -> int:
        return check_depth(self.parts)

    @property
    def parts(self) -> tuple[Position, Position]:
        """The base and the top."""
        return self.base, self.top

    def moves(self) -> Iterator[ComponentMove]:
        """The moves in the base, then the moves in the top."""
        return _moves_in_one(self.parts)

    def play(self, move: Move) -> Position:
        """The base's option alone, or the same base under the top's option."""
        index, inner = component_move(move, 2)
        return self.base.play(inner) if index == 0 else OrdinalSum(self.base, self.top.play(inner))

    def __str__(self) -> str:
        return f"({self.base} : {self.top})"


COMPOUNDS = (Compound, DiminishedDisjunctive, OrdinalSum)
"""The compounds besides the disjunctive sum."""
