"""The games of turning coins in a row, by how many a move may turn, and which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import attrs

from cgt.core.route import ClosedForm
from cgt.games.coins.turning_game import (
    ByCount,
    Coins,
    CoinTurning,
    HeadsAsHeaps,
    SumOfHeads,
    UpTo,
    place_of,
    value_up_to,
)

if TYPE_CHECKING:
    from cgt.families.lesson_words import LessonWords


@attrs.frozen
class TurningTurtles(UpTo):
    """Turn one coin, or two.

    >>> import cgt
    >>> cgt.nim_value(TurningTurtles().position(2, 5))
    7
    """

    name = "turning-turtles"
    title = "Turning turtles"
    rules = "Turn one coin or two; the rightmost turned goes from heads to tails."
    turns = range(1, 3)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("turning-turtles")


@attrs.frozen
class MockTurtles(UpTo):
    """Turn up to three coins.

    >>> [MockTurtles().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """

    name = "mock-turtles"
    title = "Mock turtles"
    rules = "Turn up to three coins; the rightmost turned goes from heads to tails."
    turns = range(1, 4)


@attrs.frozen
class Moebius(UpTo):
    """Turn up to five coins.

    >>> [Moebius().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 4, 8, 16, 31, 32, 64]
    """

    name = "moebius"
    title = "Moebius"
    rules = "Turn up to five coins; the rightmost turned goes from heads to tails."
    turns = range(1, 6)


@attrs.frozen
class Mogul(UpTo):
    """Turn up to seven coins.

    >>> [Mogul().coin_value(coin) for coin in range(1, 11)]
    [1, 2, 4, 8, 16, 32, 64, 127, 128, 256]
    """

    name = "mogul"
    title = "Mogul"
    rules = "Turn up to seven coins; the rightmost turned goes from heads to tails."
    turns = range(1, 8)


@attrs.frozen
class Ruler(CoinTurning):
    """Turn any number of coins that stand side by side.

    >>> [Ruler().coin_value(coin) for coin in range(1, 9)]
    [1, 2, 1, 4, 1, 2, 1, 8]
    """

    name = "ruler"
    title = "Ruler"
    rules = "Turn coins that stand side by side; the rightmost turned goes from heads to tails."

    def turned_with(self, coin: int) -> Iterator[range]:
        """The runs of coins that end next to this one, from none to all."""
        return (range(first, coin) for first in range(coin, 0, -1))

    def may_turn(self, coins: Coins) -> bool:
        return coins[-1] - coins[0] == len(coins) - 1

    def turned_to(self, coin: int, value: int, tries: Iterator[None] | None = None) -> Iterator[range]:
        """The one run of coins that fits, if it lies to the left: coins up to n have the Gray code of n as nim-sum."""
        before = coin - 1
        while value:
            before ^= value
            value >>= 1
        if before < coin:
            yield range(before + 1, coin)

    def coin_value(self, coin: int) -> int:
        """The nim-value of a coin: the largest power of two that divides its place."""
        return coin & -coin

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self), HeadsAsHeaps(self))


@attrs.frozen
class Twins(ByCount):
    """Turn exactly two coins.

    >>> import cgt
    >>> cgt.nim_value(Twins().position(2, 5))
    5
    """

    name = "twins"
    title = "Twins"
    rules = "Turn exactly two coins; the right one goes from heads to tails."

    turns = range(2, 3)

    def coin_value(self, coin: int) -> int:
        """The nim-value of a coin: the number of coins to the left."""
        return coin - 1

    def coins_worth(self, value: int) -> tuple[int]:
        return (value + 1,)


@attrs.frozen
class Triplets(ByCount):
    """Turn exactly three coins.

    >>> [Triplets().coin_value(coin) for coin in range(1, 10)]
    [0, 0, 1, 2, 4, 7, 8, 11, 13]
    """

    name = "triplets"
    title = "Triplets"
    rules = "Turn exactly three coins; the rightmost goes from heads to tails."

    turns = range(3, 4)

    def coin_value(self, coin: int) -> int:
        """The nim-value of coin n: that of coin n - 2 in mock turtles, and 0 for the first two coins."""
        return 0 if coin < 3 else value_up_to(3, coin - 2)

    def coins_worth(self, value: int) -> tuple[int, ...]:
        coin = place_of(3, value) if value else 0
        return (coin + 2,) if coin else () if value else (1, 2)


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
        """All sets of coins to the left."""
        for others in range(coin):
            yield from combinations(range(1, coin), others)

    def may_turn(self, coins: Coins) -> bool:
        return True

    def turned_to(self, coin: int, value: int, tries: Iterator[None] | None = None) -> Iterator[Coins]:
        """The coins of the bits of the value, if they lie to the left."""
        if value < self.coin_value(coin):
            yield tuple(place for place, bit in enumerate(reversed(f"{value:b}"), start=1) if bit == "1")

    def coin_value(self, coin: int) -> int:
        """The nim-value of a coin, a power of two."""
        return 1 << (coin - 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self), HeadsAsHeaps(self))
