"""The knight and other leapers, which jump a squares along one axis and b along the other, brought to the corner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import gcd

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import exact_repr, format_int, format_value
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm, length_text
from cgt.errors import RulesetError
from cgt.families.state_form import ValueForm
from cgt.games.boards.pieces import WINNING_WAYS, Piece, Square
from cgt.games.heaps.number_rows import Change, Numbers


class JumpingPiece(Piece):
    """The base of pieces that jump: give `far` and `near`, the squares along one axis and along the other."""

    far: int
    near: int

    @property
    def legs(self) -> tuple[Square, ...]:
        """The vectors (x, y) of a jump towards the corner."""
        if self.far == self.near:
            return ((self.far, self.far),)
        both = ((self.far, self.near), (self.far, -self.near), (self.near, self.far), (-self.near, self.far))
        return tuple(dict.fromkeys(both))

    def _least_positions(self, position: Position) -> int:
        """A lower bound on the moves of a play: a coordinate divided by the longer leg, rounded down."""
        square = state_of(self, position) or (0, 0)
        return (min(square) if self.far == self.near else max(square)) // self.far

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy in misère play; the closed forms have that of normal play."""
        state, blocks = state_of(self, position), InBlocks(self)
        if convention is Convention.NORMAL or state is None or not blocks.covers(state):
            return ""
        return blocks.strategy


@attrs.frozen
class Leaper(JumpingPiece):
    """Jump `far` squares nearer to one edge and, at once, `near` squares nearer to, or away from, the other.

    The knight is `leaper(2,1)`; `far` is at least `near`, and with equal ones every jump is nearer to both edges.

    >>> import cgt
    >>> [cgt.nim_value(Leaper(3, 1).position(x, 4)) for x in range(8)]
    [1, 1, 2, 2, 0, 3, 4, 1]
    """

    name = "leaper"
    title = "Leaper to the corner"
    rules = (
        "Jump a squares nearer to one edge of the board and, at once, b squares nearer to, or away from, the other; "
        "where a and b are equal, nearer to both."
    )
    references = (WINNING_WAYS,)
    example_arguments = ("3", "1")
    argument_form = (
        "two numbers a and b, the greater first, such as leaper(4,2): a jump goes a squares along one side of the "
        "board and b along the other"
    )
    example = "7,4"

    far: int = attrs.field(
        repr=exact_repr, validator=WholeNumber("a leaper jumps a whole number of squares, at least 1")
    )
    near: int = attrs.field(
        repr=exact_repr, validator=WholeNumber("a leaper jumps a whole number of squares, at least 0", least=0)
    )

    def __attrs_post_init__(self) -> None:
        if self.near > self.far:
            text = _("the longer leg of a leaper comes first: leaper({near},{far})")
            raise RulesetError(text.format(near=format_value(self.near), far=format_value(self.far)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (CutDown(self), InBlocks(self))


@attrs.frozen
class Knight(JumpingPiece):
    """Move a knight as in chess, by one of the four moves that bring it nearer to the corner.

    >>> import cgt
    >>> cgt.nim_value(Knight().position(7, 3))
    3
    """

    name = "knight"
    phrase = "the knight on {text}"
    sign = "N"
    title = "Knight to the corner"
    rules = (
        "Move the knight as in chess, by a move that brings it two squares nearer to one edge and one square "
        "nearer to, or away from, the other."
    )
    references = (WINNING_WAYS,)
    far = 2
    near = 1

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (KnightByFours(self), InBlocks(self))


_FOURS = ("001100110011", "002100110011", "122232223222", "112143233323")
"""The values of the four rows at the edge: of the first four squares, of the next four, and of every four after."""


@attrs.frozen
class KnightByFours(ValueForm[Numbers, Change]):
    """The closed form of the knight: values repeat by squares of 4 x 4 along the diagonal, and away from it.

    The rule holds at every square if it holds in the blocks at distance 0, 1, 2 and 3 from the diagonal at the edge and
    one step from it, since a move reaches neighbouring blocks only: a finite check.
    """

    name = "blocks of four"
    statement = (
        "Periodic by squares of 4 x 4: the same along the diagonal, and the same from the second step away from it."
    )
    strategy = (
        "cut the board into blocks of four by four: reach one of the four squares in a block's corner nearest to "
        "the end"
    )
    reference = WINNING_WAYS

    def value(self, state: Numbers) -> int:
        low, high = sorted(state)
        blocks = min(high // 4 - low // 4, 2)
        return int(_FOURS[low % 4][4 * blocks + high % 4])

    def reason(self, state: Numbers, convention: Convention) -> str:
        x, y = state
        return _("in blocks of four the square is {place}, of nim-value {value}").format(
            place=f"{x % 4},{y % 4}", value=self.value(state)
        )


@attrs.frozen
class CutDown(ValueForm[Numbers, Change]):
    """The closed form for legs with a common divisor g: coordinates are divided by g.

    There it jumps as the leaper with legs g times shorter: one step straight is worth the parity of x + y, one slanting
    step that of the lesser coordinate, and the knight is known in blocks of four.
    """

    ruleset: Leaper

    name = "shorter legs"
    statement = (
        "A leaper stays on the squares whose coordinates leave the same when divided by the g that its legs share."
    )
    reference = WINNING_WAYS

    @property
    def strategy(self) -> str:
        if _cut_down(self.ruleset) != (2, 1):
            return _("whatever you two play, the game lasts equally long: count the moves")
        text = _("cut the board into blocks of {side} by {side}: reach the quarter of a block nearest to the end")
        return text.format(side=format_int(2 * self.ruleset.far))

    def covers(self, state: Numbers) -> bool:
        return _cut_down(self.ruleset) in {(1, 0), (1, 1), (2, 1)}

    def value(self, state: Numbers) -> int:
        """The nim-value, by the square with coordinates divided by g."""
        moves = self._moves(state)
        return KnightByFours(self.ruleset).value(self._square(state)) if moves is None else moves % 2

    def _square(self, state: Numbers) -> Numbers:
        """The square with coordinates divided by g."""
        shared = gcd(self.ruleset.far, self.ruleset.near)
        return tuple(number // shared for number in state)

    def _moves(self, state: Numbers) -> int | None:
        """The number of moves of every play; None for a knight."""
        square = self._square(state)
        return {(1, 0): sum(square), (1, 1): min(square)}.get(_cut_down(self.ruleset))

    def reason(self, state: Numbers, convention: Convention) -> str:
        moves, shared = self._moves(state), gcd(self.ruleset.far, self.ruleset.near)
        if moves is not None:
            return length_text(moves)
        text = KnightByFours(self.ruleset).reason(self._square(state), convention)
        if shared == 1:
            return text
        return _("with both numbers divided by {shared}, {reason}").format(shared=format_int(shared), reason=text)


MOST_SQUARES = 250_000
"""The number of squares computed to find the blocks: a few seconds at the most."""

STARTS = ((8, 2), (16, 8), (32, 16))
"""The pairs of m and w that are tried, in multiples of the longer leg: blocks repeat from m along the diagonal, and
from w away from it.

The first do for legs up to 40 but where b is nearly a; the nearer, the later the blocks begin.
"""


@attrs.frozen
class InBlocks(ValueForm[Numbers, Change]):
    """The closed form for legs a > b > 0 whose nim-values repeat in blocks of 2a, along the diagonal and away from it.

    It is seen that G(x + 2a, y + 2a) = G(x, y) from some m on, and G(x + 2a, y) = G(x, y) where x - y is at least
    some w. For each a and b this is proved anew before it answers. Let F be the function that continues the first
    values so. F is G as soon as every F(x, y) is the least number that is missing among its options'. What a square
    and its options are worth does not change with both coordinates 2a further where they are at least m + a, nor with
    one of them 2a further where they are at least w + a + b apart, since an option lies at most a back and a + b nearer
    to the diagonal. So finitely many squares tell of all, and each of them is looked at.
    """

    ruleset: JumpingPiece

    name = "blocks of 2a"
    statement = "With legs a > b > 0 the nim-values repeat in blocks of 2a, along the diagonal and away from it."
    reference = "found by computation, and proved for each leaper by checking finitely many squares"
    conventions = (Convention.NORMAL, Convention.MISERE)

    @property
    def strategy(self) -> str:
        text = _(
            "from some square on, what a square is worth repeats every {step} squares, along the diagonal and away "
            "from it: find the lost squares up to there, reach one of these, or one that is like it, and do so after "
            "every move"
        )
        return text.format(step=format_int(2 * self.ruleset.far))

    def covers(self, state: Numbers) -> bool:
        """Whether the legs are different and positive, and blocks were found among the computed squares."""
        far, near = _cut_down(self.ruleset)
        return 0 < near < far and all(_blocks(far, near, misere) is not None for misere in (False, True))

    def value(self, state: Numbers) -> int:
        return self.nim_value(state, Convention.NORMAL)

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        shared, (far, near) = gcd(self.ruleset.far, self.ruleset.near), _cut_down(self.ruleset)
        x, y = (number // shared for number in state)
        blocks = _blocks(far, near, convention is Convention.MISERE)
        assert blocks is not None  # noqa: S101 - as `covers` has it; this tells the type checker
        return blocks.value(x, y)

    def reason(self, state: Numbers, convention: Convention) -> str:
        return _("in the blocks of {step} by {step} that repeat, this one is worth {value}").format(
            step=format_int(2 * self.ruleset.far), value=self.nim_value(state, convention)
        )


@attrs.frozen
class Blocks:
    """The nim-values of the first squares, by lesser and greater coordinate, which the others repeat.

    Attributes:
        far: the longer leg a.
        start: m, the lesser coordinate from which they repeat along the diagonal.
        apart: w, the difference of the coordinates from which they repeat away from it.
        values: those with coordinates low < m + 2a and high < low + w + 2a, and some more.
    """

    far: int
    start: int
    apart: int
    values: Mapping[Square, int]

    def value(self, x: int, y: int) -> int:
        """The nim-value of a square, by the first square in its class."""
        low, high, step = min(x, y), max(x, y), 2 * self.far
        back = max(0, (low - self.start) // step) * step
        apart = high - low - max(0, (high - low - self.apart) // step) * step
        return self.values[low - back, low - back + apart]


def _cut_down(game: JumpingPiece) -> Square:
    """The legs divided by their greatest common divisor."""
    shared = gcd(game.far, game.near)
    return game.far // shared, game.near // shared


@MEMORY.cache("blocks of leapers", 32)
def _blocks(far: int, near: int, misere: bool) -> Blocks | None:
    """The blocks of nim-values, if it is proved that all values repeat them; else None."""
    legs = ((far, near), (far, -near), (near, far), (-near, far))

    def least_missing(x: int, y: int, value: Callable[[int, int], int]) -> int:
        reached = {value(x - along, y - up) for along, up in legs if along <= x and up <= y}
        return next(number for number in range(5) if number not in reached) if reached else int(misere)

    values: dict[Square, int] = {}

    def known(x: int, y: int) -> int:
        return values[min(x, y), max(x, y)]

    def goes_on(blocks: Blocks) -> bool:
        squares = product(range(blocks.start + 3 * far), range(blocks.apart + 3 * far + near))
        return all(
            blocks.value(low, low + apart) == least_missing(low, low + apart, blocks.value) for low, apart in squares
        )

    total = 0
    for start, apart in STARTS:
        stop = (2 * start + apart + 6) * far  # no play leads to a greater sum of the coordinates
        if stop * stop > 4 * MOST_SQUARES:
            return None
        while total < stop:
            for low in range(total // 2 + 1):
                values[low, total - low] = least_missing(low, total - low, known)
            total += 1
        if goes_on(blocks := Blocks(far, start * far, apart * far, values)):
            return blocks
    return None
