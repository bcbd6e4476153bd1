"""Coin turning: coins in a row, each move turns some of them, the rightmost of these from heads to tails (Lenstra)."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import reduce
from itertools import combinations, count
from operator import xor
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import Game, GamePosition
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import brief, check_whole, shortened
from cgt.core.outcome import Convention
from cgt.errors import PositionError
from cgt.families.sizes import parse_sizes
from cgt.families.states import StateForm, ValueForm
from cgt.games.boards.picture import CoinRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.game import Sketch
    from cgt.core.position import Position

LENSTRA = "H. W. Lenstra, Nim multiplication (1978)"
WINNING_WAYS = (
    "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 14 (1982)"
)

Coins = tuple[int, ...]
"""The coins that show heads, counted from 1, ascending."""

LONGEST_ROW = 10**6
"""The last coin that a row may have."""


class CoinTurning(Game[Coins, Coins]):
    """A coin-turning game: say which other coins may be turned together with the n-th, all to the left of it.

    A state is the coins that show heads; a move is the coins that are turned. Write `turned_with(coin)`, and
    `coin_value(coin)` where a formula tells the nim-value of one coin alone.
    """

    references = (WINNING_WAYS, LENSTRA)
    position_form = "the coins from left to right such as THHT, or the heads' places such as 2,3"
    example = "THHTH"
    coloured = "●"

    @abstractmethod
    def turned_with(self, coin: int) -> Iterable[Coins]:
        """The sets of coins to the left that may be turned with this one, each ascending."""

    @abstractmethod
    def coin_value(self, coin: int) -> int:
        """The nim-value of the position in which this coin alone shows heads."""

    def turned_to(self, coin: int, value: int) -> Iterable[Coins]:
        """Those among `turned_with` that have this nim-sum."""
        return (others for others in self.turned_with(coin) if reduce(xor, map(self.coin_value, others), 0) == value)

    def of(self, *heads: int) -> GamePosition[Coins, Coins]:
        """The position with heads at these places, from 1; raises `PositionError`."""
        needs = f"a coin's place is a whole number from 1 to {LONGEST_ROW:,}"
        places = {check_whole(coin, needs, least=1, error=PositionError) for coin in heads}
        if max(places, default=0) > LONGEST_ROW:
            raise PositionError(_("{needs}, not {places}").format(needs=_(needs), places=brief(max(places))))
        return self.position(tuple(sorted(places)))

    def steps(self, heads: Coins) -> Iterator[tuple[Coins, Coins]]:
        """Each set of coins whose last shows heads, with the heads that it leaves."""
        there = frozenset(heads)
        for coin in heads:
            for others in self.turned_with(coin):
                turned = (*others, coin)
                yield turned, tuple(sorted(there.symmetric_difference(turned)))

    def read(self, text: str) -> Coins:
        """Read `THHT`, or the places of the heads such as `2,3`; `0` is a row without heads."""
        row = "".join(text.split()).upper()
        if re.fullmatch(r"[HT]+", row):
            return self.of(*(place for place, side in enumerate(row, start=1) if side == "H")).state
        heads = parse_sizes(text, self.position_form)
        return self.of(*(coin for coin in heads if coin or len(heads) > 1)).state

    def write(self, state: Coins) -> str:
        """The places of the heads, separated by commas; 0 when there is none."""
        return ",".join(map(str, state)) or "0"

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Every row whose heads stand among the first coins: as many rows as 20 times the bound allows."""
        length = max((20 * bound).bit_length() - 1, 1)
        for number in range(2**length):
            yield self.position(tuple(coin + 1 for coin in range(length) if number >> coin & 1))

    def component_move_text(self, position: Position, move: Coins) -> str:
        return _("turn {coins}").format(coins=_(" and ").join(map(str, move)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self),)

    def sketch(self, state: Coins) -> Sketch:
        return CoinRow(state)


@attrs.frozen
class SumOfHeads(ValueForm[Coins, Coins]):
    """A row is worth the nim-sum of its heads, each as if it were alone: every tail can be thought of as two heads."""

    ruleset: CoinTurning

    name = "nim-sum of the heads"
    reference = LENSTRA

    def value(self, state: Coins) -> int:
        return reduce(xor, map(self.ruleset.coin_value, state), 0)

    def winning_moves(self, state: Coins, convention: Convention) -> LazyMoves[Coins]:
        return self.moves_to(state, 0)

    def moves_to(self, state: Coins, value: int) -> LazyMoves[Coins]:
        """The moves whose coins have together the difference, lazily."""
        return LazyMoves(lambda: _turning(self.ruleset, state, self.value(state) ^ value))

    def reason(self, heads: Coins, convention: Convention) -> str:
        if not heads:
            return _("no coin shows heads")
        shown = " ⊕ ".join(shortened(self.ruleset.coin_value(coin)) for coin in heads[:12])
        shown += " ⊕ …" if heads[12:] else ""
        return _("the heads are worth {shown} = {total}").format(shown=shown, total=shortened(self.value(heads)))


def _turning(game: CoinTurning, heads: Coins, wanted: int) -> Iterator[Coins]:
    """The moves that turn coins of this nim-sum; none for 0, since no move leaves the value as it is."""
    for coin in heads if wanted else ():
        for others in game.turned_to(coin, wanted ^ game.coin_value(coin)):
            yield (*others, coin)


@attrs.frozen
class HeadsAsHeaps(StateForm[Coins, Coins]):
    """Misère play by the rule of misère nim: P where the nim-sum is 0, or 1 where every head is worth 1.

    Motley is a heap of nim, written in binary. In Ruler the run of coins from k to n is worth G(n) ^ G(k - 1), with the
    Gray code G, so that a run worth 1 is one odd coin. Hence no move leads from such a position to another. From any
    other with heads, a move of normal play to 0 will do; if it leaves none but odd heads, the run with its first coin
    k, where k is odd, left out, or else with k - 1 besides, leaves an odd number of them.
    """

    ruleset: CoinTurning

    name = "misère nim with the heads"
    reference = (
        "proved here by the Gray code, after C. L. Bouton, Nim, a game with a complete mathematical theory (1901)"
    )
    conventions = (Convention.MISERE,)

    def is_p(self, state: Coins, convention: Convention) -> bool:
        values = [self.ruleset.coin_value(coin) for coin in state]
        return reduce(xor, values, 0) == (max(values, default=0) <= 1)

    def winning_moves(self, state: Coins, convention: Convention) -> LazyMoves[Coins]:
        total = SumOfHeads(self.ruleset).value(state)
        there = frozenset(state)

        def walk() -> Iterator[Coins]:
            for left in (0, 1):
                for turned in _turning(self.ruleset, state, total ^ left):
                    if self.is_p(tuple(there.symmetric_difference(turned)), convention):
                        yield turned

        return LazyMoves(walk)

    def reason(self, heads: Coins, convention: Convention) -> str:
        text = SumOfHeads(self.ruleset).reason(heads, convention)
        if heads and max(map(self.ruleset.coin_value, heads)) == 1:
            text += _("; ") + _("no coin is worth more than 1, so in misère play an odd number of ones should be left")
        return text


@attrs.frozen
class UpTo(CoinTurning):
    """At most so many coins in one move: turning turtles (2), mock turtles (3), moebius (5), mogul (7).

    A coin is worth the least number that is no nim-sum of fewer than `most` smaller coins: the code of least words of
    distance above `most` (Conway and Sloane, Lexicographic codes, 1986).
    """

    most: ClassVar[int]

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """Up to `most` - 1 coins to the left."""
        for others in range(self.most):
            yield from combinations(range(1, coin), others)

    def coin_value(self, coin: int) -> int:
        """By the table of values, which grows as far as asked."""
        return _up_to(self.most, coin)


LARGEST_TABLE = {5: 128, 7: 48}
"""How many coins the nim-values are found for, by the most coins turned; a table beyond would take long."""


# By the most coins turned: the values of the coins so far, and the fewest coins each number is a nim-sum of, below it.
_levels: dict[int, tuple[list[int], dict[int, int]]] = {}
_growing = Lock()


def _up_to(most: int, coin: int) -> int:
    if most <= 3:  # the whole numbers, and those with an odd number of ones
        return coin if most == 2 else 2 * (coin - 1) + (1 - (coin - 1).bit_count() % 2)
    if coin > LARGEST_TABLE[most]:
        raise PositionError(
            _("the nim-values of this game are known here up to coin {largest_table}, not {coin}").format(
                largest_table=LARGEST_TABLE[most], coin=coin
            )
        )
    with _growing:
        values, fewest = _levels.setdefault(most, ([0], {0: 0}))
        while len(values) <= coin:
            value = next(number for number in count(1) if number not in fewest)
            for number, coins in list(fewest.items()):
                if coins + 1 < most:
                    with_it = number ^ value
                    fewest[with_it] = min(coins + 1, fewest.get(with_it, most))
            values.append(value)
        return values[coin]


@attrs.frozen
class TurningTurtles(UpTo):
    """Turn one coin, or two.

    >>> import cgt
    >>> cgt.nim_value(TurningTurtles().of(2, 5))
    7
    """

    name = "turning-turtles"
    title = "Turning turtles"
    rules = "Turn one coin or two; the rightmost turned goes from heads to tails."
    most = 2


@attrs.frozen
class MockTurtles(UpTo):
    """Turn up to three coins.

    >>> [MockTurtles().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """

    name = "mock-turtles"
    title = "Mock turtles"
    rules = "Turn up to three coins; the rightmost turned goes from heads to tails."
    most = 3


@attrs.frozen
class Moebius(UpTo):
    """Turn up to five coins.

    >>> [Moebius().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 4, 8, 16, 31, 32, 64]
    """

    name = "moebius"
    title = "Moebius"
    rules = "Turn up to five coins; the rightmost turned goes from heads to tails."
    most = 5


@attrs.frozen
class Mogul(UpTo):
    """Turn up to seven coins.

    >>> [Mogul().coin_value(coin) for coin in range(1, 11)]
    [1, 2, 4, 8, 16, 32, 64, 127, 128, 256]
    """

    name = "mogul"
    title = "Mogul"
    rules = "Turn up to seven coins; the rightmost turned goes from heads to tails."
    most = 7


@attrs.frozen
class Ruler(CoinTurning):
    """Turn any number of coins that stand side by side.

    >>> [Ruler().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 1, 4, 1, 2, 1, 8]
    """

    name = "ruler"
    title = "Ruler"
    rules = "Turn coins that stand side by side; the rightmost turned goes from heads to tails."

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """Those that stand next to it, from none to all."""
        return (tuple(range(first, coin)) for first in range(coin, 0, -1))

    def turned_to(self, coin: int, value: int) -> Iterator[Coins]:
        """The one run of coins, if it lies to the left: those up to n are together worth the Gray code of n."""
        before = coin - 1
        while value:
            before ^= value
            value >>= 1
        if before < coin:
            yield tuple(range(before + 1, coin))

    def coin_value(self, coin: int) -> int:
        """The largest power of two that divides its place."""
        return coin & -coin

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self), HeadsAsHeaps(self))


@attrs.frozen
class Twins(CoinTurning):
    """Turn exactly two coins.

    >>> import cgt
    >>> cgt.nim_value(Twins().of(2, 5))
    5
    """

    name = "twins"
    title = "Twins"
    rules = "Turn exactly two coins; the right one goes from heads to tails."

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """One coin to the left."""
        return ((other,) for other in range(1, coin))

    def coin_value(self, coin: int) -> int:
        """How many coins stand to the left."""
        return coin - 1


@attrs.frozen
class Triplets(CoinTurning):
    """Turn exactly three coins.

    >>> [Triplets().coin_value(coin) for coin in range(1, 10)]
    [0, 0, 1, 2, 4, 7, 8, 11, 13]
    """

    name = "triplets"
    title = "Triplets"
    rules = "Turn exactly three coins; the rightmost goes from heads to tails."

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """Two coins to the left."""
        return combinations(range(1, coin), 2)

    def coin_value(self, coin: int) -> int:
        """As mock turtles two coins before."""
        return 0 if coin < 3 else _up_to(3, coin - 2)


@attrs.frozen
class Motley(CoinTurning):
    """Turn any coins, as many as you like.

    >>> [Motley().coin_value(coin) for coin in range(1, 6)]
    [1, 2, 4, 8, 16]
    """

    name = "motley"
    title = "Motley"
    rules = "Turn any coins; the rightmost turned goes from heads to tails."

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """Any of those to the left."""
        for others in range(coin):
            yield from combinations(range(1, coin), others)

    def turned_to(self, coin: int, value: int) -> Iterator[Coins]:
        """The bits of the value, if they lie to the left."""
        if value < self.coin_value(coin):
            yield tuple(place for place, bit in enumerate(reversed(f"{value:b}"), start=1) if bit == "1")

    def coin_value(self, coin: int) -> int:
        """A power of two."""
        return 1 << (coin - 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self), HeadsAsHeaps(self))
