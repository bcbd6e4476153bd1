"""Games with one rule changed, for any position: moves may be forbidden, or the players have a pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from itertools import combinations, islice
from typing import Final, Self

import attrs
from more_itertools import first, spy

from cgt.core.compounds import Summable, check_depth, depth_of
from cgt.core.game import check_hashable
from cgt.core.language import _
from cgt.core.numbers import check_whole, exact_repr, format_int, format_value
from cgt.core.position import Move, Position, canonical, check_position, identities, identity, is_over
from cgt.errors import BudgetError, IllegalMoveError, PositionError


class Pass(Enum):
    """The move that leaves everything as it is: its one member is no move of any other game."""

    PASS = "pass"  # noqa: S105 - a move

    def __str__(self) -> str:
        return self.value


PASS: Final = Pass.PASS
"""The pass."""

HOLSHOUSER: Final = "A. Holshouser and H. Reiter, Blocking nim (2001)"

MOST_MOVES = 100_000
"""The greatest number of moves among which some are forbidden."""

ASK: Final = "ask"
"""The first move of a game with blocking: the player to move asks what is forbidden to him."""


class _ChangedPosition(Summable):
    """The base of positions that are another one with a rule changed."""

    __slots__ = ()

    position: Position

    @property
    def parts(self) -> tuple[Position]:
        """The position inside."""
        return (self.position,)

    @property
    def _depth(self) -> int:
        return 1 + depth_of(self.position)


@attrs.frozen
class WithPass(_ChangedPosition):
    """A position with unused passes; once they are used up, play goes on in the position itself."""

    position: Position = attrs.field(eq=identity)
    passes: int = attrs.field(default=1, repr=exact_repr)

    def moves(self) -> Iterator[Move]:
        """The position's own moves, then `PASS`; no move at all where the play has ended."""
        head, moves = spy(self.position.moves())
        if head:
            yield from (move for move in moves if move is not PASS)  # of a pass within, the outer one is used first
            yield PASS

    def play(self, move: Move) -> Position:
        """The option of the position with as many passes; after `PASS` the same position with one pass less."""
        if move is not PASS:
            return WithPass(self.position.play(move), self.passes)
        if is_over(self.position):
            raise IllegalMoveError(_("nobody may pass when the play has ended"))
        return WithPass(self.position, self.passes - 1) if self.passes > 1 else self.position

    def canonical(self) -> WithPass:
        """This position with the representative of the position inside."""
        return WithPass(canonical(self.position), self.passes)

    def __str__(self) -> str:
        return f"{self.position} with {'a pass' if self.passes == 1 else f'{exact_repr(self.passes)} passes'}"


@attrs.frozen
class _Limited(_ChangedPosition):
    """The base of positions in which fewer than `count` moves may be forbidden."""

    position: Position = attrs.field(eq=identity)
    count: int = attrs.field(repr=exact_repr)

    def canonical(self) -> Self:
        """This position with the representative of the position inside."""
        return type(self)(canonical(self.position), self.count)


@attrs.frozen
class Blocked(_Limited):
    """A position before the first forbidden moves are chosen: the only move lets the opponent choose them."""

    def moves(self) -> tuple[Move, ...]:
        """The one move, `"ask"`."""
        return (ASK,)

    def play(self, move: Move) -> Blocking:
        """The position in which the other player chooses the forbidden moves."""
        if move != ASK:
            raise IllegalMoveError(
                _("{move} is not a move here: the only one is {ask!r}").format(move=format_value(move), ask=ASK)
            )
        return Blocking(self.position, self.count)

    def __str__(self) -> str:
        return f"{self.position}, {exact_repr(self.count - 1)} to be forbidden"


@attrs.frozen
class Blocking(_Limited):
    """A position whose player to move chooses the moves that are forbidden to the other one."""

    def moves(self) -> Iterator[frozenset[Move]]:
        """The choices: sets of fewer than `count` moves, the empty one first."""
        return _forbidden_sets(self.position, self.count)

    def steps(self) -> Iterator[tuple[frozenset[Move], BlockedMoves]]:
        """Every move with its option, without further checks."""
        return ((forbidden, BlockedMoves(self.position, self.count, forbidden)) for forbidden in self.moves())

    def play(self, move: Move) -> BlockedMoves:
        """The position in which the other player moves, without the forbidden moves."""
        return BlockedMoves(self.position, self.count, _checked(move, self.position, self.count))

    def __str__(self) -> str:
        return f"{self.position}, at most {exact_repr(self.count - 1)} are forbidden now"


@attrs.frozen(eq=False)
class BlockedMoves(_ChangedPosition):
    """A position in which some moves are forbidden now; a move is a pair (move, what is forbidden to the other one).

    What is forbidden counts by where it leads: equal sums in another order name their moves otherwise.
    """

    position: Position
    count: int = attrs.field(repr=exact_repr)
    forbidden: frozenset[Move]

    @cached_property
    def _key(self) -> object:
        led_to = identities(self.position.play(move) for move in self.forbidden)
        return identity(self.position), self.count, frozenset(Counter(led_to).items())

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, BlockedMoves) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def moves(self) -> Iterator[tuple[Move, frozenset[Move]]]:
        """Every move that is not forbidden, with every set of moves that may be forbidden after it."""
        return (move for move, _after in self.steps())

    def steps(self) -> Iterator[tuple[tuple[Move, frozenset[Move]], BlockedMoves]]:
        """Every move with its option, without further checks."""
        for move in self.position.moves():
            if move not in self.forbidden:
                option = self.position.play(move)
                for forbidden in _forbidden_sets(option, self.count):
                    yield (move, forbidden), BlockedMoves(option, self.count, forbidden)

    def play(self, move: Move) -> BlockedMoves:
        """The position after a move, with the moves that are forbidden there."""
        if not isinstance(move, tuple) or len(move) != 2:
            raise IllegalMoveError(
                f"{format_value(move)} is not a pair: a move, and the set of moves forbidden after it"
            )
        if move[0] in self.forbidden:
            raise IllegalMoveError(_("{move} is forbidden").format(move=format_value(move[0])))
        option = self.position.play(move[0])
        return BlockedMoves(option, self.count, _checked(move[1], option, self.count))

    def __str__(self) -> str:
        shown = ", ".join(sorted(map(format_value, self.forbidden)))
        return f"{self.position} without {shown}" if shown else str(self.position)


def with_pass(position: Position, passes: int = 1) -> WithPass:
    """The game with a pass: once in the play one of the players may pass, but not after the last move.

    Args:
        position: any position; a sum shares the one pass.
        passes: the number of passes for both players together.

    Raises:
        PositionError: `position` is no position, or `passes` is below 1.

    Source: R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012).

    >>> import cgt
    >>> [cgt.nim_value(with_pass(cgt.games.Nim().position(size))) for size in range(8)]
    [0, 2, 1, 4, 3, 6, 5, 8]
    """
    check_position(position)
    number = check_whole(passes, "the number of passes is a whole number of at least 1", least=1, error=PositionError)
    if isinstance(position, WithPass):
        return WithPass(position.position, position.passes + number)
    check_depth((position,))
    return WithPass(position, number)


def blocked(position: Position, count: int, forbidden: Iterable[Move] | None = None) -> Blocked | BlockedMoves:
    """The game in which the player who has moved forbids the opponent up to `count` - 1 moves, for one turn.

    In normal play the player to move wins exactly when at least `count` of the moves lead to a position that is lost
    for the opponent; different moves count, also where they lead to the same position.

    Args:
        position: any position.
        count: at least 1; for 1 nothing is ever forbidden.
        forbidden: the moves that are forbidden now. Without it the play begins with two turns before the first move:
            the player to move plays `"ask"`, and the opponent names a set of moves.

    Raises:
        PositionError: `position` is no position, or `count` is below 1.
        IllegalMoveError: `forbidden` contains what is no move, or too many moves.
        BudgetError: there are too many moves.

    Source: U. Larsson, Blocking Wythoff nim, Electronic Journal of Combinatorics 18 (2011); A. Holshouser and
    H. Reiter, Blocking nim (2001).

    >>> import cgt
    >>> cgt.outcome(blocked(cgt.games.Nim().position(3, 4), 2)), cgt.outcome(blocked(cgt.games.Nim().position(4, 4), 2))
    (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """
    check_position(position)
    needs = "the number of options that must win is a whole number of at least 1"
    limit = check_whole(count, needs, least=1, error=PositionError)
    check_depth((position,))
    if forbidden is None:
        return Blocked(position, limit)
    try:
        moves = frozenset(forbidden)
    except TypeError:
        raise IllegalMoveError(f"{format_value(forbidden)} are no moves: give a list of them, such as [1]") from None
    return BlockedMoves(position, limit, _checked(moves, position, limit))


def _moves(position: Position) -> list[Move]:
    """All moves of a position; raises `BudgetError` where there are too many, `PositionError` for one not hashable."""
    moves = list(islice(position.moves(), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        text = _("{position} has more than {most} moves, too many to forbid some of them")
        raise BudgetError(text.format(position=format_value(str(position)), most=format_int(MOST_MOVES, group=True)))
    for move in moves:
        check_hashable(move, "a move that may be forbidden")
    return moves


def _forbidden_sets(position: Position, count: int) -> Iterator[frozenset[Move]]:
    moves = _moves(position)
    for size in range(min(count - 1, len(moves)) + 1):
        yield from map(frozenset, combinations(moves, size))


def _checked(forbidden: object, position: Position, count: int) -> frozenset[Move]:
    """The forbidden moves as a set of fewer than `count` moves of the position; raises `IllegalMoveError`."""
    if not isinstance(forbidden, frozenset):
        raise IllegalMoveError(f"{format_value(forbidden)} is not a frozenset of moves")
    if len(forbidden) >= count:
        most = format_int(count - 1)
        raise IllegalMoveError(f"the number of forbidden moves is at most {most}, not {format_int(len(forbidden))}")
    strange = forbidden - set(_moves(position))
    if strange:
        raise IllegalMoveError(f"{format_value(first(strange))} is not a move, so it cannot be forbidden")
    return forbidden
