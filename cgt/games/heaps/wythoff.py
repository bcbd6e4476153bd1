"""Wythoff's game and its relatives: take from one heap, or nearly the same from two (articles 002 and 003)."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, count
from math import isqrt
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.closed_form import ClosedForm
from cgt.core.memory import check_list
from cgt.core.numbers import check_whole, shortened, to_decimal, written
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.reading import check_parameter, parse_parameter
from cgt.errors import NotApplicableError, NumberError, PositionError, RulesetError
from cgt.games.heaps.joint_heaps import Amounts, JointHeaps, JointRuleset
from cgt.language import _
from cgt.numeration.fibonacci import from_notation, to_notation
from cgt.numeration.ostrowski import digits, from_digits, is_wythoff_pair, wythoff_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cgt.core.position import Position
    from cgt.tables import Progress, Route
    from cgt.tables.pair_table import PairTable

Pair = tuple[int, int]

_NEEDS_SLACK = "wythoff(a) needs a whole number a of at least 1, as in wythoff(2)"
_NEEDS_HEAPS = "wythoff(a,heaps) needs 2 to 50 heaps, as in wythoff(1,3)"


def _check_heaps(heaps: object) -> int:
    checked = check_parameter(heaps, _NEEDS_HEAPS, least=2)
    if checked > 50:
        raise RulesetError(f"{_NEEDS_HEAPS}, not {shortened(checked)}")
    return checked


def _example(ruleset: Wythoff) -> str:
    return ",".join(str(3 + 2 * index) for index in range(_check_heaps(ruleset.heaps)))


@attrs.frozen
class Wythoff(JointRuleset):
    """Take any number from one heap, or k >= 1 and l >= 1 from two heaps with |k - l| < a; a = 1 is Wythoff's game.

    Args:
        a: the slack; with a = d + 1 the two amounts may differ by d.
        heaps: how many heaps a position has at least, and how many the listed P-positions have.

    >>> game = Wythoff()
    >>> game.p_positions(14), Wythoff(2).p_positions(14)
    ([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)], [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13)])
    >>> print(TwoHeaps(game).explain(game.position(4, 7)))
    4 = 101F ends in an even number of zeros, and 7 = 1010F is it with a zero appended: every move can be answered
    """

    name: ClassVar[str] = "wythoff"
    title: ClassVar[str] = "Wythoff's game"
    rules: ClassVar[str] = (
        "Take any number of matches from one heap, or some from each of two heaps, "
        "the two amounts differing by less than a (the same from both when a is 1)."
    )
    references: ClassVar[tuple[str, ...]] = (
        "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)",
        "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
        "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, TCS 29 (1984)",
    )
    position_form: ClassVar[str] = "two heaps or more separated by commas, such as 3,5"
    board: ClassVar[str] = "queen"

    a: int = attrs.field(default=1, repr=written)
    heaps: int = 2
    example: str = attrs.field(  # type: ignore[misc]  # the example must have as many heaps as the game
        init=False, eq=False, repr=False, default=attrs.Factory(_example, takes_self=True)
    )

    def __attrs_post_init__(self) -> None:
        check_parameter(self.a, _NEEDS_SLACK)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The slack and the number of heaps, as far as they are not the usual 1 and 2."""
        if self.heaps != 2:
            return to_decimal(self.a), str(self.heaps)
        return (to_decimal(self.a),) if self.a != 1 else ()

    @classmethod
    def from_arguments(cls, *arguments: str) -> Wythoff:
        """Nothing, the slack, or the slack and the number of heaps."""
        if len(arguments) > 2:
            raise RulesetError(f"{_NEEDS_SLACK}, or {_NEEDS_HEAPS}; got {len(arguments)} arguments")
        slack = parse_parameter(arguments[0], _NEEDS_SLACK) if arguments else 1
        return cls(slack, parse_parameter(arguments[1], _NEEDS_HEAPS, least=2) if len(arguments) == 2 else 2)

    def position(self, *heaps: int | tuple[int, ...]) -> JointHeaps:
        """The position with these heaps, of which there must be enough."""
        position = super().position(*heaps)
        if len(heaps) < self.heaps:
            raise PositionError(f"{self} has at least {self.heaps} heaps, not {len(heaps)}: give {self.position_form}")
        return position

    def joint_moves(self, heaps: tuple[int, ...]) -> Iterator[Amounts]:
        """Moves in one heap first, then those in two."""
        none = (0,) * len(heaps)
        for index, heap in enumerate(heaps):
            before, after = none[:index], none[index + 1 :]
            for amount in range(1, heap + 1):
                yield (*before, amount, *after)
        for one, two in combinations(range(len(heaps)), 2):
            before, between, after = none[:one], none[one + 1 : two], none[two + 1 :]
            for amount in range(1, heaps[one] + 1):
                for other in range(max(1, amount - self.a + 1), min(heaps[two], amount + self.a - 1) + 1):
                    yield (*before, amount, *between, other, *after)

    def allows(self, heaps: tuple[int, ...], amounts: Amounts) -> bool:
        """One heap, or two with amounts that differ by less than a."""
        taken = [amount for amount in amounts if amount]
        return len(taken) == 1 or (len(taken) == 2 and abs(taken[0] - taken[1]) < self.a)

    def pair_table(
        self,
        rows: int,
        cols: int,
        *,
        route: Route = "auto",
        progress: Progress | None = None,
        memory_limit: int | None = None,
        path: str | Path | None = None,
    ) -> PairTable:
        """The nim-values of two heaps, the first below `rows`, the second below `cols`: see `PairTable.wythoff`.

        Raises:
            NotApplicableError: the game is played on more than two heaps.

        >>> Wythoff().pair_table(4, 5).values[2].tolist()
        [2, 0, 1, 5, 3]
        """
        from cgt.tables.pair_table import PairTable

        if self.heaps != 2:
            raise NotApplicableError(f"{self} is played on {self.heaps} heaps: a table of pairs holds two")
        return PairTable.wythoff(
            rows, cols, self.a, route=route, progress=progress, memory_limit=memory_limit, path=path
        )

    def nim_value_rows(
        self, rows: int, columns: int, *, route: Route = "auto", progress: Progress | None = None
    ) -> list[list[int]]:
        """The nim-values of two heaps; raises `NotApplicableError` for a game on more."""
        found: list[list[int]] = self.pair_table(rows, columns, route=route, progress=progress).values.tolist()
        return found

    def keep_table(
        self, rows: int, columns: int, path: Path, *, route: Route = "auto", progress: Progress | None = None
    ) -> PairTable:
        """The table of two heaps, in a file that goes on from where it stopped."""
        return self.pair_table(rows, columns, path=path, route=route, progress=progress)

    def sample_positions(self, bound: int) -> Iterable[JointHeaps]:
        """All positions with heaps up to `bound`, up to their order."""
        for heaps in combinations_with_replacement(range(bound + 1), self.heaps):
            yield self.position(*heaps)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Fraenkel's pairs, wherever at most two heaps are left."""
        return (TwoHeaps(self),)

    @property
    def listed_heaps(self) -> int:
        """As many as the game has."""
        return self.heaps

    def p_positions(self, stop: int, convention: ConventionLike = Convention.NORMAL) -> list[Pair]:
        """The P-positions (x, y), x <= y, of two heaps below `stop`, ascending: about stop / (a + 1) of them.

        Raises:
            NotApplicableError: the game is played on more than two heaps, where no formula is known.
            NumberError: `stop` is no whole number of at least 0.
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        if self.heaps != 2:
            raise NotApplicableError(f"the P-positions of {self} are known by no formula: only those of two heaps are")
        check_list(check_whole(stop, "stop is a whole number of at least 0") // (self.a + 1), "P-positions", width=2)
        found = []
        for pair in losing_pairs(self.a, Convention.of(convention)):
            if pair[1] >= stop:
                break
            found.append(pair)
        return found


def losing_pairs(a: int, convention: Convention) -> Iterator[Pair]:
    """The P-positions (x, y), x <= y, of two heaps, ascending, without end.

    >>> from itertools import islice
    >>> list(islice(losing_pairs(1, Convention.MISERE), 4)), list(islice(losing_pairs(2, Convention.MISERE), 4))
    ([(0, 1), (2, 2), (3, 5), (4, 7)], [(0, 1), (2, 5), (3, 8), (4, 11)])
    """
    if convention is Convention.MISERE and a == 1:
        yield (0, 1)
        yield (2, 2)
        yield from (wythoff_pair(rank) for rank in count(2))
    else:
        yield from (pair_of_rank(rank, a, convention) for rank in count())


def pair_of_rank(rank: int, a: int, convention: Convention) -> Pair:
    """The P-position of that rank: its lesser heap is the least number in no pair before, the heaps are a·rank apart.

    In misère play with a >= 2 they are a·rank + 1 apart, and with α = (2 - a + √(a² + 4)) / 2 the lesser heap is
    ⌊rank·α + 1/α⌋ (Fraenkel 1984), here in integers. In misère play with a = 1 the pairs are those of normal play but
    for the first two; they are listed by their difference, so ranks 0 and 1 are (2, 2) and (0, 1).
    """
    if convention is Convention.NORMAL:
        return wythoff_pair(rank, a)
    if a == 1:
        return ((2, 2), (0, 1))[rank] if rank < 2 else wythoff_pair(rank)
    # α = (2 - a + s) / 2 and 1/α = (a - 2 + s) / 2a with s = √(a² + 4).
    scale = a * rank + 1
    low = (isqrt(scale * scale * (a * a + 4)) + (a - 2) * (1 - a * rank)) // (2 * a)
    return low, low + scale


def partner(heap: int, a: int, convention: Convention) -> int:
    """The one size that makes a P-position together with `heap`.

    In normal play read off the digits of Fraenkel's numeration: a lesser heap ends in an even number of zeros, and the
    greater one is the lesser with a zero appended.

    >>> [partner(heap, 1, Convention.NORMAL) for heap in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    if convention is Convention.MISERE and a > 1:
        return _misere_partner(heap, a)
    if convention is Convention.MISERE and heap < 3:
        return (1, 0, 2)[heap]
    if heap == 0:
        return 0
    written = digits(heap, a)
    zeros = next(zeros for zeros, digit in enumerate(reversed(written)) if digit)
    return from_digits((*written, 0) if zeros % 2 == 0 else written[:-1], a)


def _misere_partner(heap: int, a: int) -> int:
    """By rank: with ⌊heap/α⌋ known, only a few ranks can have this heap as their lesser or greater one."""
    below = (isqrt(heap * heap * (a * a + 4)) + heap * (a - 2)) // (2 * a)
    for rank in range(max(0, below - 1), below + 2):
        low, high = pair_of_rank(rank, a, Convention.MISERE)
        if low == heap:
            return high
    # 1/α + 1/β = 1, so ⌊heap/β⌋ is what remains.
    beyond = max(0, heap - 1 - below)
    for rank in range(max(0, beyond - 1), beyond + 1):
        low, high = pair_of_rank(rank, a, Convention.MISERE)
        if high == heap:
            return low
    raise NumberError(f"{heap} is in no losing pair, though every number of at least 0 should be")


@attrs.frozen
class TwoHeaps(ClosedForm):
    """Two heaps (further heaps being empty), any slack, both conventions: exact at any size.

    There are at most six winning moves. In one heap: to the other heap's partner. In both: a losing pair's difference
    is a multiple of a (one more in misère play with a >= 2), and fewer than three such differences are less than a
    away from the difference of the heaps.
    """

    ruleset: Wythoff
    name: ClassVar[str] = "Fraenkel's pairs"
    reference: ClassVar[str] = Wythoff.references[1]

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """At most two heaps are not empty; both conventions."""
        if not isinstance(position, JointHeaps) or position.ruleset != self.ruleset:
            return False
        return len(position.heaps) >= 2 and sum(map(bool, position.heaps)) <= 2

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """Whether the heaps are a losing pair: in normal play by the numeration's digits."""
        x, y = self._two(position, convention)[1]
        a = self.ruleset.a
        losing = is_wythoff_pair(x, y, a) if convention is Convention.NORMAL else partner(x, a, convention) == y
        return Outcome.P if losing else Outcome.N

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int | None:
        """0 for a P-position; no formula is known for other nim-values."""
        return 0 if self.outcome(position, convention) is Outcome.P else None

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> tuple[Amounts, ...]:
        """All of them, found from the losing pairs they lead to."""
        (first, second), (x, y) = self._two(position, convention)
        count_of_heaps = len(position.heaps) if isinstance(position, JointHeaps) else 0
        moves = []
        for one, two in _winning_takes(x, y, self.ruleset.a, convention):
            amounts = [0] * count_of_heaps
            amounts[first], amounts[second] = one, two
            moves.append(tuple(amounts))
        return tuple(moves)

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """The reason: for Wythoff's own game in Fibonacci notation, else by the pairs' construction."""
        (first, second), (x, y) = self._two(position, convention)
        takes = _winning_takes(x, y, self.ruleset.a, convention)
        if not takes and (x, y) == (0, 0):
            if convention is Convention.NORMAL:
                return _("no match is left, and the player to move has lost")
            return _("no match is left, and the player to move has won")
        if self.ruleset.a == 1 and convention is Convention.NORMAL:
            reason, takes = _notation_reason(x, y)
        else:
            reason = _pair_reason(x, y, takes, self.ruleset.a, convention)
        if not takes:
            return reason + ": " + _("every move can be answered")
        amounts = [0] * self.ruleset.heap_count(position)
        amounts[first], amounts[second] = takes[0]
        return reason + ": " + self.ruleset.move_text(position, tuple(amounts))

    def _two(self, position: Position, convention: Convention) -> tuple[Pair, Pair]:
        """The places of the two heaps that are left, and their sizes."""
        self.require(position, convention)
        heaps = position.heaps if isinstance(position, JointHeaps) else ()
        # Empty heaps fill up where fewer than two are left.
        places = sorted(range(len(heaps)), key=lambda index: heaps[index] == 0)[:2]
        first, second = sorted(places)
        return (first, second), (heaps[first], heaps[second])


def _winning_takes(x: int, y: int, a: int, convention: Convention) -> list[Pair]:
    """All winning (taken from x, taken from y): from x alone, from y alone, from both."""
    takes = []
    if (left := partner(y, a, convention)) < x:
        takes.append((x - left, 0))
    if (left := partner(x, a, convention)) < y:
        takes.append((0, y - left))
    both = {(x - u, y - v) for u, v in _pairs_near(y - x, a, convention)}
    takes += sorted((one, two) for one, two in both if min(one, two) >= 1 and abs(one - two) < a)
    return takes


def _pairs_near(difference: int, a: int, convention: Convention) -> Iterator[Pair]:
    """The losing pairs (u, v), in either order, with v - u near enough to `difference`, and perhaps a few more."""
    apart = abs(difference)
    extra = int(convention is Convention.MISERE and a > 1)
    below = (apart - extra) // a
    for rank in (below, below + 1):
        if rank >= 0:
            low, high = pair_of_rank(rank, a, convention)
            yield (low, high) if difference >= 0 else (high, low)
    # The closest pair may also lie the other way round.
    low, high = pair_of_rank(0, a, convention)
    yield (high, low) if difference >= 0 else (low, high)


def _notation_reason(x: int, y: int) -> tuple[str, list[Pair]]:
    """Wythoff's game in normal play: why, in Fibonacci notation, and the move if there is a winning one."""
    swapped = x > y
    lesser, greater = min(x, y), max(x, y)
    reason, take = _notation_case(lesser, greater)
    return reason, [take[::-1] if swapped else take] if take is not None else []


def _notation_case(lesser: int, greater: int) -> tuple[str, Pair | None]:
    """The cases of article 002 for lesser <= greater, greater >= 1, with the case it forgets (the second)."""
    if lesser == 0:
        return _("one heap is empty"), (0, greater)
    if lesser == greater:
        return _("the heaps are equal"), (lesser, greater)
    short, long = to_notation(lesser), to_notation(greater)
    even = _zeros(short) % 2 == 0
    mate = from_notation(short[:-1] + "0" if even else short[:-2])
    facts = {"lesser": _shown(lesser), "greater": _shown(greater), "mate": _shown(mate)}
    if greater == mate:
        text = _("{lesser} ends in an even number of zeros, and {greater} is it with a zero appended")
        return text.format(**facts), None
    if even and greater > mate:
        text = _("{lesser} ends in an even number of zeros; with one more it is {mate}, and {greater} is larger")
        return text.format(**facts), (0, greater - mate)
    if not even:
        text = _("{lesser} ends in an odd number of zeros; with one fewer it is {mate}, and {greater} is larger")
        return text.format(**facts), (0, greater - mate)
    if _zeros(long) % 2 and lesser > (mate := from_notation(long[:-2])):
        text = _("{greater} ends in an odd number of zeros; with one fewer it is {mate}, and {lesser} is larger")
        return text.format(lesser=_shown(lesser), greater=_shown(greater), mate=_shown(mate)), (lesser - mate, 0)
    apart = greater - lesser
    tail = to_notation(apart - 1)
    target = from_notation(tail[:-1] + "1")
    text = _(
        "the heaps differ by {apart}, and {apart} - 1 = {tail}; with a 1 appended that is {low}, with a 0 more {high}"
    )
    shown = {"apart": shortened(apart), "tail": _cut(tail), "low": shortened(target), "high": shortened(target + apart)}
    return text.format(**shown), (lesser - target, lesser - target)


def _pair_reason(x: int, y: int, takes: list[Pair], a: int, convention: Convention) -> str:
    """Why, by the losing pair that the heaps are or that the first winning move leads to."""
    one, two = takes[0] if takes else (0, 0)
    low, high = sorted((x - one, y - two))
    facts = {"low": shortened(low), "high": shortened(high), "a": shortened(a)}
    if convention is Convention.MISERE and a == 1:
        rule = _("the losing pairs are those of normal play, but 0,1 and 2,2 in place of 0,0 and 1,2")
        return rule + _("; leave {low},{high}").format(**facts) if takes else rule
    extra = int(convention is Convention.MISERE)
    facts["rank"] = shortened((high - low - extra) // a)
    text = _("leave losing pair {rank}") if takes else _("this is losing pair {rank}")
    text += _(": {low} is the least number in no pair before, and {high} = {low} + {a}·{rank}")
    return text.format(**facts) + (" + 1" if extra else "")


def _zeros(notation: str) -> int:
    digits_only = notation.removesuffix("F")
    return len(digits_only) - len(digits_only.rstrip("0"))


def _shown(number: int) -> str:
    """A number with its Fibonacci notation, both cut short when they are long."""
    return f"{shortened(number)} = {_cut(to_notation(number))}"


def _cut(notation: str) -> str:
    return notation if len(notation) <= 24 else f"{notation[:6]}…{notation[-12:]}"
