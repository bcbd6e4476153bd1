"""The base of games of turning coins in a row, the rightmost turned from heads to tails (Lenstra)."""

from __future__ import annotations

import re
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import combinations, count, islice, pairwise, repeat
from typing import TYPE_CHECKING, ClassVar, TypeVar

import attrs
from more_itertools import consecutive_groups

from cgt.core.game import Game, GamePosition, position_of
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves, listed
from cgt.core.memory import MEMORY
from cgt.core.nimber import SHOWN_TERMS, nim_sum, sum_text
from cgt.core.numbers import check_whole, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import parse_sizes, refuse_list, unexpected
from cgt.core.route import ClosedForm
from cgt.core.wording import COMPARED_MOVES, Wording
from cgt.errors import BudgetError, PositionError
from cgt.families.state_form import StateForm, ValueForm
from cgt.games.boards.board_picture import CoinRow
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

LENSTRA = "H. W. Lenstra, Nim multiplication (1978)"
WINNING_WAYS = winning_ways(14)

Coin = TypeVar("Coin", int, tuple[int, int])
"""A place in a row, or a square."""

Coins = tuple[int, ...]
"""The coins that show heads, counted from 1, ascending."""

LONGEST_ROW = 10**6
"""The last coin that a row may have."""

_NEEDS = "a coin's place is a whole number from 1 to {longest}"

MOST_COINS = 10**6
"""The greatest number of coins examined for the moves of a position."""

LONG_RUN = 5
"""The number of coins side by side from which a text names the first and the last of them."""

_RUN = re.compile(r"(\d{1,7})(?:\s*(?:to|à|-)\s*(\d{1,7}))?", re.ASCII)


SHOWN_WORTHS = 8
"""The number of first places whose worths a strategy names."""


class TurningGame(Game[tuple[Coin, ...], tuple[Coin, ...]]):
    """Coin turning in a row or on a board: a state is the set of heads, a move the coins turned, a head last."""

    phrase: ClassVar[str]
    """A position as one says it."""

    @abstractmethod
    def coin_value(self, coin: Coin) -> int:
        """The nim-value of the position in which this coin alone shows heads."""

    @abstractmethod
    def turned(self, heads: tuple[Coin, ...]) -> Iterator[tuple[Coin, ...]]:
        """All moves; raises `BudgetError` on a walk along too many."""

    @abstractmethod
    def turning(self, heads: tuple[Coin, ...], wanted: int) -> Iterator[tuple[Coin, ...]]:
        """The moves whose coins have the nim-sum `wanted`, above 0; raises `BudgetError` after too many tries."""

    def worth_text(self, coin: Coin) -> str:
        """The nim-value of a head, as a clause of a reason."""
        return format_int(self.coin_value(coin))

    def moves(self, heads: tuple[Coin, ...]) -> LazyMoves[tuple[Coin, ...]]:
        """The moves: each set of coins whose last shows heads."""
        return LazyMoves(lambda: self.turned(heads))

    def steps(self, heads: tuple[Coin, ...]) -> Iterator[tuple[tuple[Coin, ...], tuple[Coin, ...]]]:
        """The moves with the sets of heads that they leave."""
        there = frozenset(heads)
        return ((turned, tuple(sorted(there.symmetric_difference(turned)))) for turned in self.turned(heads))

    @property
    def wording(self) -> Wording:
        """The wording, by which few moves are compared with a text, as its numbers name the coins."""
        return Wording(
            self.phrase, searched=COMPARED_MOVES, component_text=self._move_text, candidates=self._candidate_moves
        )

    @abstractmethod
    def _move_text(self, position: Position, move: tuple[Coin, ...]) -> str:
        """The move as text."""

    @abstractmethod
    def _candidate_moves(self, position: Position, text: str) -> Iterable[tuple[Coin, ...]]:
        """The moves that turn the coins of a text."""

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumOfHeads(self),)


class CoinTurning(TurningGame[int]):
    """A coin-turning game on a row, given by the sets of coins that may be turned with the n-th, to its left.

    Write `turned_with(coin)` and `coin_value(coin)`, and where there are many moves `may_turn` and `turned_to`.
    """

    references = (WINNING_WAYS, LENSTRA)
    position_form = "the coins from left to right such as THHT, or the heads' places such as 2,3"
    example = "THHTH"
    phrase = "heads at {sizes}"

    @abstractmethod
    def turned_with(self, coin: int) -> Iterable[Sequence[int]]:
        """The sets of coins to the left that may be turned with this one, each ascending."""

    def may_turn(self, coins: Coins) -> bool:
        """Whether a move may turn these coins, ascending, the last from heads to tails."""
        return coins[:-1] in map(tuple, self.turned_with(coins[-1]))

    def turned_to(self, coin: int, value: int, tries: Iterator[None] | None = None) -> Iterable[Sequence[int]]:
        """The sets of `turned_with` that have this nim-sum; each set examined uses one of the `tries`."""
        sets = zip(tries or repeat(None), self.turned_with(coin))  # noqa: B905 - as far as the shorter goes
        return (others for _try, others in sets if self.sum_of(others) == value)

    def sum_of(self, coins: Sequence[int]) -> int:
        """The nim-sum of the coins' values."""
        return nim_sum(*map(self.coin_value, coins))

    def position(self, *heads: int) -> GamePosition[Coins, Coins]:
        """The position with heads at these places, from 1; raises `PositionError`."""
        refuse_list(self.position, heads)
        longest = format_int(LONGEST_ROW, group=True)
        places = {
            check_whole(coin, _NEEDS, least=1, most=LONGEST_ROW, error=PositionError, longest=longest) for coin in heads
        }
        return GamePosition(self, tuple(sorted(places)))

    def turned(self, heads: Coins) -> Iterator[Coins]:
        tries = tries_of(self)
        for coin in heads:
            for others in self.turned_with(coin):
                spend(tries, len(others) + 1)
                yield (*others, coin)

    def turning(self, heads: Coins, wanted: int) -> Iterator[Coins]:
        tries = tries_of(self)
        for coin in heads:
            for others in self.turned_to(coin, wanted ^ self.coin_value(coin), tries):
                yield (*others, coin)

    def after(self, heads: Coins, move: Move) -> Coins:
        if not (isinstance(move, tuple) and move and all(type(coin) is int for coin in move) and move[-1] in heads):
            raise KeyError(move)
        if move[0] < 1 or not all(coin < following for coin, following in pairwise(move)) or not self.may_turn(move):
            raise KeyError(move)
        return tuple(sorted(frozenset(heads).symmetric_difference(move)))

    def read(self, text: str) -> Coins:
        """Read `THHT`, or the places of the heads such as `2,3`; `0` is a row without heads."""
        row = "".join(text.split()).upper()
        if re.fullmatch(r"[HT]+", row):
            return self.position(*(place for place, side in enumerate(row, start=1) if side == "H")).state
        if re.fullmatch("0[01]+", row):  # coins as digits, which would be read as one far place
            raise unexpected(self.position_form, text, 0)
        heads = parse_sizes(text, self.position_form)
        return self.position(*(coin for coin in heads if coin or len(heads) > 1)).state

    def write(self, state: Coins) -> str:
        """The places of the heads as text, separated by commas; 0 when there is none."""
        return ",".join(map(str, state)) or "0"

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: every set of heads among the first coins, up to 20 rows for each step of `bound`."""
        length = max((20 * bound).bit_length() - 1, 1)
        for number in range(2**length):
            yield position_of(self, tuple(coin + 1 for coin in range(length) if number >> coin & 1))

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, family="{n}", strategy=self._strategy)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of nim with what the heads are worth by their places, in misère play where that is proved."""
        worths = list(map(self.coin_value, range(1, SHOWN_WORTHS + 1)))
        if convention is Convention.MISERE:
            if not any(isinstance(form, HeadsAsHeaps) for form in self.closed_forms()):
                return ""
            text = _(
                "a head is worth, by its place from the left, {worths}, …: leave a nim-sum of 0 as long as a head "
                "worth 2 or more stays; then leave an odd number of heads worth 1"
            )
        elif worths == list(range(1, SHOWN_WORTHS + 1)):
            return _("each head is a heap as large as its place: play nim")
        else:
            text = _("a head is worth, by its place from the left, {worths}, …: play nim with these worths")
        return text.format(worths=", ".join(map(format_int, worths)))

    def _move_text(self, position: Position, move: Coins) -> str:
        """The move as text: `turn 2 and 5`, or for many neighbours `turn 2 to 9`."""
        return _("turn {coins}").format(coins=coins_text(move))

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Coins]:
        """The move that turns all coins of a text."""
        if coins := coins_named(text):
            yield coins

    def sketch(self, state: Coins) -> Sketch:
        return CoinRow(state)


def tries_of(game: Game) -> Iterator[None]:
    """An iterator with a step for each coin that may be examined in one position; then it raises `BudgetError`."""
    yield from repeat(None, MOST_COINS)
    text = _("to find all moves of {game} here, more than {most} coins would have to be tried")
    raise BudgetError(text.format(game=game, most=format_int(MOST_COINS, group=True)))


def spend(tries: Iterator[None], count: int) -> None:
    """Use up some of the tries; raises `BudgetError` when none is left."""
    next(islice(tries, count, count), None)


def coins_text(coins: Sequence[int]) -> str:
    """The places as text: `2 and 5`; for many neighbours the first and the last, `2 to 9`."""
    named: list[str] = []
    for run in map(list, consecutive_groups(coins)):
        long = len(run) >= LONG_RUN
        named += [_("{first} to {last}").format(first=run[0], last=run[-1])] if long else map(str, run)
    *before, last = named
    return _("{coins} and {last}").format(coins=", ".join(before), last=last) if before else last


def coins_named(text: str) -> Coins:
    """The places in a text such as `turn 2 and 4 to 7`, ascending; none where they are more than a row has."""
    runs = [(int(first), int(last or first)) for first, last in _RUN.findall(text)]
    if sum(max(last - first, 0) + 1 for first, last in runs) > LONGEST_ROW:
        return ()
    return tuple(sorted({coin for first, last in runs for coin in range(first, last + 1)}))


@attrs.frozen
class SumOfHeads(ValueForm[tuple[Coin, ...], tuple[Coin, ...]]):
    """The closed form of coin turning: the nim-sum of the heads, each as if it were alone."""

    ruleset: TurningGame[Coin]

    name = "nim-sum of the heads"
    statement = (
        "A row is worth the nim-sum of its heads, each as if it were alone: every tail can be thought of as two heads."
    )
    reference = LENSTRA

    def value(self, state: tuple[Coin, ...]) -> int:
        return nim_sum(*map(self.ruleset.coin_value, reversed(state)))  # the last first: where unknown, no other is

    def moves_to(self, state: tuple[Coin, ...], value: int) -> Sequence[tuple[Coin, ...]]:
        """The moves whose coins have the nim-sum of the difference; where there are too many to try, those found."""
        worth = self.value(state)
        known = _("the nim-value is {value}").format(value=format_int(worth))
        # No move leaves the value as it is.
        return listed(lambda: self.ruleset.turning(state, worth ^ value), known) if worth != value else ()

    def reason(self, heads: tuple[Coin, ...], convention: Convention) -> str:
        if not heads:
            return _("no coin shows heads")
        worths = list(map(self.ruleset.worth_text, heads[: SHOWN_TERMS + 1]))
        return _("the heads are worth {worth}").format(worth=sum_text(worths, self.value(heads)))


@attrs.frozen
class HeadsAsHeaps(StateForm[Coins, Coins]):
    """The misère closed form by misère nim: P where the nim-sum is 0, or 1 where every head is worth 1.

    Motley is a heap of nim, written in binary. In Ruler the run of coins from k to n is worth G(n) ^ G(k - 1), with the
    Gray code G, so that a run worth 1 is one odd coin. Hence no move leads from such a position to another. From any
    other with heads, a move of normal play to 0 will do; if it leaves none but odd heads, the run with its first coin
    k, where k is odd, left out, or else with k - 1 besides, leaves an odd number of them.
    """

    ruleset: CoinTurning

    name = "misère nim with the heads"
    statement = "Misère play by the rule of misère nim: P where the nim-sum is 0, or 1 where every head is worth 1."
    reference = (
        "proved here by the Gray code, after C. L. Bouton, Nim, a game with a complete mathematical theory (1901)"
    )
    conventions = (Convention.MISERE,)

    def is_p(self, state: Coins, convention: Convention) -> bool:
        values = [self.ruleset.coin_value(coin) for coin in state]
        return nim_sum(*values) == (max(values, default=0) <= 1)

    def winning_moves(self, state: Coins, convention: Convention) -> LazyMoves[Coins]:
        total = SumOfHeads(self.ruleset).value(state)
        there = frozenset(state)

        def walk() -> Iterator[Coins]:
            # In the order of the moves: by the coin that goes to tails, and few coins first.
            both = (self.ruleset.turning(state, total ^ left) for left in (0, 1) if left != total)
            for turned in merge(*both, key=lambda turned: (turned[-1], len(turned), turned)):
                if self.is_p(tuple(there.symmetric_difference(turned)), convention):
                    yield turned

        return LazyMoves(walk)

    def reason(self, heads: Coins, convention: Convention) -> str:
        text = SumOfHeads(self.ruleset).reason(heads, convention)
        if heads and max(map(self.ruleset.coin_value, heads)) == 1:
            text += _("; ") + _("no coin is worth more than 1, so in misère play an odd number of ones should be left")
        return text


@attrs.frozen
class ByCount(CoinTurning):
    """The base of games given by the numbers of coins, `turns`, that a move may turn; write `coins_worth`."""

    turns: ClassVar[range]
    """The numbers of coins that a move may turn."""

    @abstractmethod
    def coins_worth(self, value: int) -> Iterable[int]:
        """The coins with this nim-value."""

    def turned_with(self, coin: int) -> Iterator[Coins]:
        """All sets of coins to the left, of the right size."""
        for turned in self.turns:
            yield from combinations(range(1, coin), turned - 1)

    def may_turn(self, coins: Coins) -> bool:
        return len(coins) in self.turns

    def turned_to(self, coin: int, value: int, tries: Iterator[None] | None = None) -> Iterator[Coins]:
        for turned in self.turns:
            if turned == 1:
                yield from () if value else ((),)
                continue
            tried = combinations(range(1, coin), turned - 2)
            for _try, others in zip(tries or repeat(None), tried):  # noqa: B905 - as far as the shorter goes
                for last in self.coins_worth(value ^ self.sum_of(others)):
                    if (others[-1] if others else 0) < last < coin:
                        yield (*others, last)


@attrs.frozen
class UpTo(ByCount):
    """A game that turns up to a number of coins: turning turtles (2), mock turtles (3), moebius (5), mogul (7).

    A coin is worth the least number that is no nim-sum of fewer smaller coins than a move turns: the code of least
    words of a distance above it (Conway and Sloane, Lexicographic codes, 1986).
    """

    def coin_value(self, coin: int) -> int:
        """The nim-value of a coin, from the table of values, which grows on demand."""
        return value_up_to(self.turns[-1], coin)

    def coins_worth(self, value: int) -> Iterator[int]:
        """The coins with this nim-value, at most one: the values ascend."""
        if value and (coin := place_of(self.turns[-1], value)):
            yield coin

    def turned_to(self, coin: int, value: int, tries: Iterator[None] | None = None) -> Iterator[Coins]:
        most = self.turns[-1]
        if most <= 3:
            return super().turned_to(coin, value, tries)
        values, fewest = _coin_values(most, coin)
        tried = tries or repeat(None)

        def with_sum(first: int, value: int, left: int) -> Iterator[Coins]:
            """The sets of so many coins from the first one on, pruned where too few coins are left to reach the sum."""
            if left == 0:
                yield from () if value else ((),)
                return
            for taken in range(first, coin - left + 1):
                next(tried)
                rest = value ^ values[taken]
                if fewest.get(rest, most) < left:
                    for others in with_sum(taken + 1, rest, left - 1):
                        yield (taken, *others)

        return (others for turned in self.turns for others in with_sum(1, value, turned - 1))


LARGEST_TABLE = {5: 128, 7: 48}
"""The greatest number of coins in a table of nim-values, by the most coins turned; a larger table would take long."""


BYTES_A_SUM = 100
"""About how many bytes the fewest coins of one number take."""


class _CoinValues:
    """The values of the coins so far, and for each number the fewest coins with that nim-sum."""

    def __init__(self) -> None:
        self.values = [0]
        self.fewest = {0: 0}

    @property
    def nbytes(self) -> int:
        return BYTES_A_SUM * (len(self.values) + len(self.fewest))

    def extend_to(self, coin: int, most: int) -> None:
        """Add the values of the coins up to this one, for moves of at most `most` coins."""
        values, fewest = self.values, self.fewest
        while len(values) <= coin:
            # An interrupted run has entered sums with a coin that is not yet there: it is entered again.
            value = next(number for number in count(1) if fewest.get(number, 1) == 1 and number not in values)
            for number, coins in list(fewest.items()):
                if coins + 1 < most:
                    with_it = number ^ value
                    fewest[with_it] = min(coins + 1, fewest.get(with_it, most))
            values.append(value)


def _coin_values(most: int, coin: int) -> tuple[list[int], dict[int, int]]:
    """The values of the coins up to this one at least, and for each number the fewest coins with that nim-sum."""
    if coin > LARGEST_TABLE[most]:
        text = _("the nim-values of this game are known here up to coin {largest_table}, not {coin}")
        raise PositionError(text.format(largest_table=LARGEST_TABLE[most], coin=coin))
    with MEMORY.borrow((f"coin values, up to {most} coins turned", None, None), _CoinValues) as known:
        known.extend_to(coin, most)
        return known.values, known.fewest


def value_up_to(most: int, coin: int) -> int:
    """The nim-value of a coin where a move turns at most `most` coins."""
    if most <= 3:  # the whole numbers, and those with an odd number of ones
        return coin if most == 2 else 2 * (coin - 1) + (1 - (coin - 1).bit_count() % 2)
    return _coin_values(most, coin)[0][coin]


def place_of(most: int, value: int) -> int:
    """The coin with this value among those computed so far; 0 where there is none."""
    if most <= 3:
        coin = value if most == 2 else value // 2 + 1
        return coin if value_up_to(most, coin) == value else 0
    values = _coin_values(most, 0)[0]
    place = bisect_left(values, value)
    return place if values[place : place + 1] == [value] else 0
