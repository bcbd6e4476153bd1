"""Coins that move down: on the steps of a staircase, and along a strip, with or without passing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.nimber import nim_sum, sum_text
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.errors import PositionError
from cgt.families.state_form import ValueForm
from cgt.families.tame_form import tame_value
from cgt.games.boards.board_picture import Board
from cgt.games.heaps.number_rows import (
    Change,
    HeapNumbers,
    Numbers,
    NumbersRuleset,
    lowered,
    replaced,
    whole_numbers,
)
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

WINNING_WAYS = winning_ways(15)
ONAG = "J. H. Conway, On Numbers and Games, chapter 11 (1976)"
SATO = "M. Sato, On a game (notes by K. Ueno), Sugaku no Ayumi 15 (1970)"
WELTER = "C. P. Welter, The theory of a class of games on a sequence of squares, Indagationes Mathematicae 16 (1954)"


LONGEST_STRIP = 1_000
"""A strip with more squares is not drawn."""


@attrs.frozen
class Staircase(HeapNumbers[Change]):
    """Coins on the steps 1, 2, 3, … of a staircase: bring any number of one step down to the next, or the ground.

    >>> import cgt
    >>> cgt.nim_value(Staircase().position(3, 7, 5))
    6
    """

    name = "staircase"
    title = "Staircase nim"
    rules = "Bring any number of coins, at least one, from one step down to the next step or the ground."
    references = (WINNING_WAYS,)
    position_form = "the coins on steps 1, 2, 3, …, such as 3,7,5"
    example = "3,7,5"
    listed_heaps: ClassVar[int] = 3
    phrase = "steps with {sizes} coins"
    table_axes = ("first step", "second step")
    ordered_heaps = True
    pieces = "stairs"

    def steps(self, coins: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves (step, number), steps from 1, with the coins they leave."""
        for place, there in enumerate(coins):
            for number in range(1, there + 1):
                yield (place + 1, number), brought(coins, place, number)

    def after(self, state: Numbers, move: Move) -> Numbers:
        step, number = whole_numbers(move, 2)
        if not 1 <= step <= len(state) or not 1 <= number <= state[step - 1]:
            raise KeyError(move)
        return brought(state, step - 1, number)

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `bring 2 down from step 3`."""
        step, number = move
        return _("bring {number} down from step {step}").format(number=exact_repr(number), step=step)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OddSteps(self),)


def brought(coins: Numbers, place: int, number: int) -> Numbers:
    """The coins after `number` of one step go to the next lower one, or to the ground."""
    after = list(coins)
    after[place] -= number
    if place:
        after[place - 1] += number
    return tuple(after)


class InBothConventions(ValueForm[Numbers, Change]):
    """The base of closed forms of both conventions, in which what is lost in either is worth 0 or 1 in normal play."""

    conventions = (Convention.NORMAL, Convention.MISERE)

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[Change]:
        if convention is Convention.NORMAL:
            return super().winning_moves(state, convention)
        moves = sorted({*self.candidates(state, 0), *self.candidates(state, 1)})
        return tuple(move for move in moves if self.is_p(self.ruleset.after(state, move), convention))

    @abstractmethod
    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The moves that may lead to a nim-value in normal play."""


class NimWithRetreats(InBothConventions):
    """The base of closed forms by heaps of nim, some of which may be enlarged: write `heaps`.

    What enlarges a heap can be taken again at once, so a position is worth what its heaps are in nim, in misère play as
    well: there, if all heaps are empty, one of them is enlarged by 1, or no move is left.
    """

    @abstractmethod
    def heaps(self, state: Numbers) -> Sequence[int]:
        """The sizes of the heaps."""

    def value(self, state: Numbers) -> int:
        return nim_sum(*self.heaps(state))

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        return tame_value(self.heaps(state), convention)

    def misere_text(self, state: Numbers, convention: Convention) -> str:
        """The clause on misère play of small heaps; empty where there is nothing to add."""
        if convention is Convention.NORMAL or max(self.heaps(state), default=0) > 1:
            return ""
        return _("; none of them is more than 1, so in misère play an odd number of ones should be left")


@attrs.frozen
class OddSteps(NimWithRetreats):
    """The closed form of the staircase: the nim-sum of the coins on odd steps, since others can be sent on."""

    name = "odd steps"
    statement = (
        "The nim-sum of the coins on the odd steps: what comes down from an even step can be sent on. In misère play "
        "as in nim."
    )
    strategy = "only steps 1, 3, 5, … count: play nim with them, and bring down further what comes to them from above"
    reference = WINNING_WAYS

    def heaps(self, state: Numbers) -> Sequence[int]:
        return state[::2]

    def candidates(self, coins: Numbers, value: int) -> Iterator[Change]:
        """The moves that may fit: one from each step, off an odd step or onto the odd step below."""
        change = value ^ self.value(coins)
        for place, there in enumerate(coins):
            odd = coins[place - place % 2]
            number = (odd ^ change) - odd if place % 2 else odd - (odd ^ change)
            if 0 < number <= there:
                yield place + 1, number

    def reason(self, state: Numbers, convention: Convention) -> str:
        total = sum_text(state[::2], self.value(state))
        text = _("the odd steps have the nim-sum {sum}").format(sum=total)
        return text + self.misere_text(state, convention)


class Strip(NumbersRuleset[Change]):
    """Coins on the squares 0, 1, 2, … of a strip, at most one on each; a move is the pair (from, to)."""

    phrase = "coins on the squares {sizes}"

    def check(self, state: Numbers) -> None:
        """Check that no two coins are on one square."""
        super().check(state)
        if len(set(state)) < len(state):
            text = _("two coins cannot stand on one square: {squares}")
            raise PositionError(text.format(squares=",".join(map(format_int, state))[:60]))

    def arrange(self, numbers: Numbers) -> Numbers:
        """The squares in ascending order."""
        return tuple(sorted(numbers))

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `coin from 6 to 2`."""
        start, end = move
        return _("coin from {start} to {end}").format(start=exact_repr(start), end=exact_repr(end))

    def sketch(self, squares: Numbers) -> Sketch | None:
        """The drawing of the strip, coins filled."""
        if max(squares, default=LONGEST_STRIP) >= LONGEST_STRIP:
            return None
        return Board(["".join("X" if square in squares else "." for square in range(squares[-1] + 1))], first=0)


@attrs.frozen
class SilverDollar(Strip):
    """Coins on different squares of a strip; move one any number of squares down, never onto or past another.

    This is the game without the dollar: in that with it one coin is the dollar, and who gets it has won.

    >>> import cgt
    >>> cgt.nim_value(SilverDollar().position(1, 4, 6))
    0
    """

    name = "silver-dollar"
    title = "The silver dollar game without the dollar"
    rules = "Move one coin any number of squares down the strip, never onto or past another coin."
    references = (ONAG, WINNING_WAYS)
    position_form = "the squares of the coins, from 0 and all different, such as 1,4,6"
    example = "1,4,7"

    def steps(self, squares: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves of each coin to each square above the coin before it, with the squares they leave."""
        for place, square in enumerate(squares):
            for target in range(squares[place - 1] + 1 if place else 0, square):
                yield (square, target), replaced(squares, place, target)

    def after(self, squares: Numbers, move: Move) -> Numbers:
        square, target = whole_numbers(move, 2)
        place = squares.index(square) if square in squares else 0
        if square not in squares or not (squares[place - 1] + 1 if place else 0) <= target < square:
            raise KeyError(move)
        return replaced(squares, place, target)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (EverySecondGap(self),)


@attrs.frozen
class EverySecondGap(NimWithRetreats):
    """The closed form of the silver dollar game: every second gap, from the last, is a heap of nim."""

    name = "every second gap"
    statement = (
        "The nim-sum of every second gap, that before the last coin first: the gaps are the steps of a staircase. In "
        "misère play as in nim."
    )
    strategy = (
        "only every second gap counts, the one before the last coin first: play nim with these gaps, and when one "
        "is widened, close it again by as much"
    )
    reference = WINNING_WAYS

    def heaps(self, state: Numbers) -> Sequence[int]:
        before = (-1, *state[:-1])
        return [square - other - 1 for other, square in zip(before, state, strict=True)][::-1][::2]

    def candidates(self, squares: Numbers, value: int) -> Iterator[Change]:
        """The moves that may fit: each coin by one distance, which reduces its gap or enlarges the next."""
        change = value ^ self.value(squares)
        bounds = (-1, *squares)
        for place, square in enumerate(squares):
            before = square - bounds[place] - 1
            if (len(squares) - place) % 2:
                distance = before - (before ^ change)
            else:
                after = squares[place + 1] - square - 1
                distance = (after ^ change) - after
            if 0 < distance <= before:
                yield square, square - distance

    def reason(self, state: Numbers, convention: Convention) -> str:
        total = sum_text(self.heaps(state), self.value(state))
        text = _("the nim-sum of every second gap is {sum}").format(sum=total)
        return text + self.misere_text(state, convention)


@attrs.frozen
class Welter(Strip):
    """Coins on squares 0, 1, 2, …, no two on one; move one coin to any lower square that is free.

    >>> import cgt
    >>> cgt.nim_value(Welter().position(1, 3, 6))
    7
    """

    name = "welter"
    title = "Welter's game"
    rules = "Coins stand on different squares of a strip. Move one of them to any lower square that is free."
    references = (WELTER, SATO)
    position_form = "the squares of the coins, from 0 and all different, such as 1,3,6"
    example = "1,3,6"

    def steps(self, squares: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves of each coin to each lower free square, with the squares they leave."""
        for (place, square), after in lowered(squares):
            if square not in squares:
                yield (squares[place], square), tuple(sorted(after))

    def after(self, squares: Numbers, move: Move) -> Numbers:
        square, to = whole_numbers(move, 2)
        if square not in squares or to >= square or to in squares:
            raise KeyError(move)
        return tuple(sorted((*(other for other in squares if other != square), to)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (WelterFunction(self),)


@attrs.frozen
class WelterFunction(InBothConventions):
    """Welter's theorem: the nim-sum of the squares, and of d ^ (d - 1) for the distance d of any two coins.

    In misère play the values 0 and 1 change places where k coins are *paired*: one on each two squares i and 2k-1-i.

    *Proof.* The partner of a square i is i' = 2k-1-i; a coin above its partner is high, and a pair position
    is one of those. From a pair position a high coin can go to its partner, and leaves one with one high coin less; all
    else leaves none, but a move from e to f can be answered by one from f' to e', which leaves one again. From a
    position that is none, let a coin go from c to d and leave one. If d' is below c, the coin may go there, too; else
    the coin on c' may go to d. Just one of the two leaves an even number of high coins. So all others leave no pair
    position or both kinds, and by induction a pair position is worth the parity of its high coins, in misère play the
    other way round, for all else that it leaves is worth 2 or more; all others are worth the same in both. ∎
    """

    name = "Welter's function"
    statement = (
        "The nim-sum of the squares, and of d ^ (d - 1) for the distance d of every two coins; in misère play 0 and 1 "
        "change places where each two squares i and 2k - 1 - i hold one of the k coins."
    )
    strategy = (
        "the squares are heaps of nim, and every two coins make one more heap: 1 if their distance is odd, 3 if it "
        "can be halved once, 7 if twice, 15 if three times, and so on; leave a nim-sum of 0"
    )
    reference = WELTER

    def value(self, squares: Numbers) -> int:
        """The Welter function; O(k²) for k coins."""
        distances = (abs(a - b) for a, b in combinations(squares, 2))
        return nim_sum(*squares, *(distance ^ (distance - 1) for distance in distances))

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        return self.value(state) ^ (convention is Convention.MISERE and _are_paired(state))

    def candidates(self, squares: Numbers, value: int) -> Iterator[Change]:
        """The moves of each coin to the one square that gives the value, found digit by digit."""
        for place, square in enumerate(squares):
            others = squares[:place] + squares[place + 1 :]
            to = self._fitting(others, value)
            if to < square and to not in others:
                yield square, to

    def _fitting(self, others: Numbers, value: int) -> int:
        """The square for one more coin that gives the value together with the others; O(k) for each digit."""
        wanted = value ^ self.value(others)
        to, near = 0, list(others)  # those that agree with the square in all digits so far
        for place in range(max(wanted, *others, 1).bit_length() + 1):
            # A distance has a 1 at this digit of d ^ (d - 1) when 2 divides it as often at least.
            to |= ((wanted >> place ^ len(near)) & 1) << place
            near = [other for other in near if (other ^ to) >> place & 1 == 0]
        return to

    def reason(self, state: Numbers, convention: Convention) -> str:
        total = nim_sum(*state)
        text = _("the squares have the nim-sum {total}, and {value} with the heaps that the distances make").format(
            total=format_int(total), value=format_int(self.value(state))
        )
        if convention is Convention.MISERE and _are_paired(state):
            last = format_int(2 * len(state) - 1)
            text += _(
                "; each two squares that add up to {last} hold one coin, so in misère play 0 and 1 change places"
            ).format(last=last)
        return text


def _are_paired(squares: Numbers) -> bool:
    """Whether each two squares i and 2k-1-i hold one of the k coins."""
    last = 2 * len(squares) - 1
    return {min(square, last - square) for square in squares} == set(range(len(squares)))
