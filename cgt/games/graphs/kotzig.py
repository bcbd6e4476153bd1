"""Kotzig's nim: a token goes round a circle of squares by given steps, never onto a square where it has been."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.game import GamePosition
from cgt.core.language import _
from cgt.core.numbers import check_whole, exact_repr, format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import WholeNumber, as_list, check_parameter, parse_parameter, parse_size, text_form
from cgt.core.route import ClosedForm, length_text
from cgt.errors import PositionError, RulesetError
from cgt.families.state_form import StateForm
from cgt.games.boards.board_picture import Board
from cgt.games.drawn_game import DrawnGame
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

KOTZIG = "A. Kotzig, O k-posunutiach, Casopis pro pestovani matematiky a fysiky 71 (1946)"
WINNING_WAYS = winning_ways(15)

Trail: TypeAlias = tuple[int, tuple[int, ...]]
"""The square of the token, and all squares where it has been, ascending, this one too."""

MOST_SQUARES = 10_000
"""The greatest number of squares of a circle."""

_NEEDS_SIZE = "a circle has a whole number of squares here, 1 to 10,000"
_NEEDS_STEP = "a step is a whole number of squares, at least 1"
_NEEDS_SQUARE = "a square of {game} is a whole number from 0 to {last}"


def _steps(steps: Iterable[int]) -> tuple[int, ...]:
    given = as_list(steps, "steps are given as a list, such as [1, 2], not as {value}", error=RulesetError)
    return tuple(check_parameter(step, _NEEDS_STEP) for step in given)


@attrs.frozen
class Kotzig(DrawnGame[Trail, int]):
    """Kotzig's nim on a circle of squares 0, 1, …, size-1: move the token forward by one of the steps.

    The text form is `kotzig(size,step,step,…)`.

    >>> import cgt
    >>> [size for size in range(3, 16) if cgt.outcome(Kotzig(size, (1, 2)).position(0)) is cgt.Outcome.P]
    [3, 7]
    """

    name = "kotzig"
    title = "Kotzig's nim"
    references = (KOTZIG, WINNING_WAYS)
    example_arguments = ("10", "1", "2")
    argument_form = "the number of squares, then the steps that a move may make, such as kotzig(12,1,3)"
    phrase = "the circle that is drawn"
    position_form = "the token's square, and where it has been, such as 5 or 5: 0,3"
    example = "0"

    size: int = attrs.field(validator=WholeNumber(_NEEDS_SIZE, most=MOST_SQUARES))
    steps_allowed: tuple[int, ...] = attrs.field(converter=_steps, repr=exact_repr)

    def __attrs_post_init__(self) -> None:
        if list(self.steps_allowed) != sorted(set(self.steps_allowed)) or not self.steps_allowed:
            raise RulesetError(f"the steps are given once each, ascending, not {format_value(self.steps_allowed)}")

    def __str__(self) -> str:
        return text_form(self.name, [str(self.size), *map(exact_repr, self.steps_allowed)])

    @classmethod
    def from_arguments(cls, *arguments: str) -> Kotzig:
        """The size, then the steps, in any order."""
        if len(arguments) < 2:
            raise RulesetError(_("kotzig takes the number of squares, then the steps, such as kotzig(10,1,2)"))
        steps = {parse_parameter(text, _NEEDS_STEP) for text in arguments[1:]}
        return cls(parse_parameter(arguments[0], _NEEDS_SIZE), tuple(sorted(steps)))

    def position(self, token: int, been: Iterable[int] = ()) -> GamePosition[Trail, int]:
        """The position with the token on a square, and the squares it has visited; raises `PositionError`."""
        before = as_list(been, "where the token has been is a list of squares, not {value}")
        last = self.size - 1
        squares = [
            check_whole(square, _NEEDS_SQUARE, most=last, error=PositionError, game=self, last=last)
            for square in (token, *before)
        ]
        return GamePosition(self, (squares[0], tuple(sorted(set(squares)))))

    def moves(self, state: Trail) -> tuple[int, ...]:
        """The squares that the token can go to, in ascending order of the step."""
        token, been = state
        targets = ((token + step) % self.size for step in self.steps_allowed)
        return tuple(dict.fromkeys(target for target in targets if target not in been))

    def after(self, state: Trail, move: Move) -> Trail:
        if not isinstance(move, int) or isinstance(move, bool) or move not in self.moves(state):
            raise KeyError(move)
        return move, tuple(sorted((*state[1], move)))

    def read(self, text: str) -> Trail:
        """Read `5` or `5: 0,3`."""
        token, colon, rest = text.partition(":")
        numbers, start = [], 0
        for entry in (token, *(rest.split(",") if colon else ())):
            numbers.append(parse_size(entry, text, start, self.position_form))
            start += len(entry) + 1
        return self.position(numbers[0], numbers[1:]).state

    def write(self, state: Trail) -> str:
        token, been = state
        others = ",".join(str(square) for square in been if square != token)
        return f"{token}: {others}" if others else str(token)

    def canonical(self, state: Trail) -> Trail:
        """The circle rotated so that the token is on square 0."""
        token, been = state
        return 0, tuple(sorted((square - token) % self.size for square in been))

    def _size(self, state: Trail) -> tuple[int, ...]:
        _token, been = state
        return (self.size - len(been),)

    @property
    def rules(self) -> str:
        """The rules with the circle and the steps."""
        text = _(
            "A token goes round a circle of {size} squares, forward by one of the steps {steps} each time, never onto "
            "a square where it has been."
        )
        return text.format(size=self.size, steps=", ".join(map(str, self.steps_allowed)))

    def _move_text(self, position: Position, move: int) -> str:
        return _("go to square {square}").format(square=move)

    def sketch(self, state: Trail) -> Sketch:
        """The drawing of the circle unrolled: token filled, visited squares grey, squares it can go to marked."""
        at, been = state
        signs = dict.fromkeys(been, "#") | dict.fromkeys(self.moves(state), "!") | {at: "X"}
        return Board(["".join(signs.get(square, ".") for square in range(self.size))], first=0)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OneStep(self),)


@attrs.frozen
class OneStep(StateForm[Trail, int]):
    """The closed form for one step s: from the beginning there are size / gcd(size, s) - 1 moves."""

    ruleset: Kotzig

    name = "one step"
    statement = (
        "With one step s the token goes round by the same squares: from the beginning size / gcd(size, s) - 1 moves."
    )
    reference = WINNING_WAYS
    conventions = (Convention.NORMAL, Convention.MISERE)

    def covers(self, state: Trail) -> bool:
        """Whether there is one step, and the token has visited no other square."""
        return len(self.ruleset.steps_allowed) == 1 and len(state[1]) == 1

    def _moves(self) -> int:
        return self.ruleset.size // gcd(self.ruleset.size, self.ruleset.steps_allowed[0]) - 1

    def is_p(self, state: Trail, convention: Convention) -> bool:
        """Whether the number of moves is even, odd in misère play."""
        return self._moves() % 2 == (0 if convention is Convention.NORMAL else 1)

    def winning_moves(self, state: Trail, convention: Convention) -> tuple[int, ...]:
        return self.ruleset.moves(state)

    def reason(self, state: Trail, convention: Convention) -> str:
        return length_text(self._moves())
