"""Take-away with several heaps under ONE quota: what may be taken follows from the last move, in whatever heap it was.

Such a position is no sum of its heaps, for a move in one changes what may be taken from the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.closed_form import ClosedForm
from cgt.core.compounds import ComponentMove, Summable
from cgt.core.numbers import brief, shortened, to_decimal, written
from cgt.core.outcome import Convention, Outcome
from cgt.core.ruleset import check_sizes, parse_size, parse_sizes
from cgt.errors import BudgetError, IllegalMoveError, PositionError
from cgt.games.quota import LinearQuota
from cgt.games.takeaway import LISTED_MOVES, TakeAwayRuleset, opening_quota
from cgt.language import _
from cgt.numeration.fibonacci import fibonacci, zeckendorf_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.position import Move, Position


@attrs.frozen
class GlobalTakeAway(TakeAwayRuleset):
    """Any number of heaps under one quota: take from one heap, at most the quota of what the last move took.

    >>> import cgt
    >>> game = GlobalTakeAway("2n")
    >>> print(cgt.outcome(game.parse("50,50:2"), "misere"))
    P
    """

    name: ClassVar[str] = "global-takeaway"
    title: ClassVar[str] = "Take-away with one quota for all heaps"
    rules: ClassVar[str] = (
        "Take at least one match from one heap; after a move that took n, wherever it was, "
        "the next may take at most the quota of n."
    )
    references: ClassVar[tuple[str, ...]] = (
        "U. Larsson and S. Rubinstein-Salzedo, Global Fibonacci nim, Int. J. Game Theory 47 (2018)",
        "A. Mothe, L. Orban, E. Privat, S. Rocher and L. Thouy, La stratégie des allumettes, MATh.en.JEANS (2005)",
    )
    example_arguments: ClassVar[tuple[str, ...]] = ("2n",)
    position_form: ClassVar[str] = "heaps separated by commas, the one quota after a colon at the end, such as 50,50:2"
    example: ClassVar[str] = "7,5:4"

    def position(self, *heaps: int | tuple[int, ...], quota: int | None = None) -> GlobalPosition:
        """Heaps under one quota; without one, the opening rule speaks of the largest heap."""
        sizes = check_sizes(heaps)
        largest = max(sizes, default=0)
        if quota is None:
            return GlobalPosition(self, sizes, opening_quota(self.opening, largest))
        check_sizes([quota])
        if quota == 0 and largest > 0:
            raise PositionError("the quota is at least 1: a quota of 0 allows no move")
        return GlobalPosition(self, sizes, min(quota, largest))

    def parse_component(self, text: str) -> GlobalPosition:
        """Read heaps and quota such as `50,50:2`."""
        heaps, colon, quota = text.partition(":")
        sizes = parse_sizes(heaps, self.position_form)
        if not colon:
            return self.position(*sizes)
        return self.position(*sizes, quota=parse_size(quota, text, len(heaps) + 1, self.position_form))

    @property
    def listed_heaps(self) -> int:
        """Two: with one heap the quota is never shared."""
        return 2

    def heap_count(self, position: Position) -> int:
        """The number of heaps, empty ones included."""
        return len(position.heaps) if isinstance(position, GlobalPosition) else 1

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The heap and the amount."""
        heap, amount = move if isinstance(move, tuple) else (0, move)
        return {"heap": heap, "amount": amount}

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """Every two heaps up to `bound` under every quota."""
        for high in range(bound + 1):
            for low in range(high + 1):
                for quota in range(1, high + 1):
                    yield self.position(low, high, quota=quota)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The mirror for two equal heaps; for the quota 2n in normal play any two heaps."""
        return (EqualHeaps(self), TwoHeaps(self))


@attrs.frozen(eq=False)
class GlobalPosition(Summable):
    """Heaps and the most that may be taken now from one of them (never more than the largest heap)."""

    ruleset: GlobalTakeAway = attrs.field(repr=str)
    heaps: tuple[int, ...] = attrs.field(repr=written)
    quota: int = attrs.field(repr=to_decimal)

    # By hand, because the engine compares and hashes millions: numbers first, and one game shares one ruleset object.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GlobalPosition):
            return NotImplemented
        same = self.heaps == other.heaps and self.quota == other.quota
        return same and (self.ruleset is other.ruleset or self.ruleset == other.ruleset)

    def __hash__(self) -> int:
        return hash((self.heaps, self.quota))

    def moves(self) -> Iterator[ComponentMove]:
        """Pairs (heap from 0, amount)."""
        for heap, size in enumerate(self.heaps):
            for amount in range(1, min(size, self.quota) + 1):
                yield ComponentMove(heap, amount)

    def play(self, move: Move) -> GlobalPosition:
        """The heaps and quota that remain; raises `IllegalMoveError`."""
        if not (isinstance(move, tuple) and len(move) == 2 and all(isinstance(part, int) for part in move)):
            raise IllegalMoveError(f"{brief(move)} is no move here: give (heap from 0, amount)")
        heap, amount = move
        if not (0 <= heap < len(self.heaps) and 1 <= amount <= min(self.heaps[heap], self.quota)):
            raise IllegalMoveError(
                f"{brief(amount)} may not be taken from heap {brief(heap)}: "
                f"take 1 to {shortened(self.quota)} from one heap, and no more than it holds"
            )
        heaps = (*self.heaps[:heap], self.heaps[heap] - amount, *self.heaps[heap + 1 :])
        return GlobalPosition(self.ruleset, heaps, min(max(heaps), self.ruleset.next_quota(amount)))

    def canonical(self) -> GlobalPosition:
        """The same heaps, ascending, without the empty ones."""
        heaps = tuple(sorted(size for size in self.heaps if size))
        return self if heaps == self.heaps else GlobalPosition(self.ruleset, heaps, self.quota)

    def __str__(self) -> str:
        heaps = ",".join(map(to_decimal, self.heaps)) or "0"
        return f"{heaps}:{to_decimal(self.quota)}" if self.quota else heaps


def _two_heaps(position: Position, ruleset: GlobalTakeAway) -> tuple[int, int, int] | None:
    """The smaller heap, the larger heap and the quota, if there are at most two heaps that are not empty."""
    if not isinstance(position, GlobalPosition) or position.ruleset != ruleset:
        return None
    heaps = sorted(size for size in position.heaps if size)
    if len(heaps) > 2:
        return None
    low, high = (*(0,) * (2 - len(heaps)), *heaps)
    return low, high, position.quota


@attrs.frozen
class EqualHeaps(ClosedForm):
    """Two equal heaps are lost for the player to move: the opponent mirrors every move in the other heap.

    In normal play the quota of n must be at least n. In misère play it must be at least n + 1, and the heaps at least
    2: the mirror stops when a move leaves a heap of 0 or 1, and the answer is to leave one match in all.
    """

    ruleset: GlobalTakeAway
    name: ClassVar[str] = "mirror"
    reference: ClassVar[str] = GlobalTakeAway.references[1]

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Two equal heaps, of at least 2 in misère play, and a quota k·n+q that lets the mirror answer."""
        heaps, quota = _two_heaps(position, self.ruleset), self.ruleset.quota
        if heaps is None or heaps[0] != heaps[1] or not isinstance(quota, LinearQuota) or quota.k < 1:
            return False
        misere = convention is Convention.MISERE
        return quota.k + quota.q >= 1 + misere and heaps[0] >= 2 * misere

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """P, always."""
        self.require(position, convention)
        return Outcome.P

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> tuple[Move, ...]:
        """None."""
        self.require(position, convention)
        return ()

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int:
        """0, for the position is P."""
        self.require(position, convention)
        return 0

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """How the opponent answers, with the end-game in misère play."""
        self.require(position, convention)
        text = _("the heaps are equal: whatever is taken from one, the opponent takes as much from the other")
        if convention is Convention.MISERE:
            text += _(
                ", as long as both keep at least 2; if a move leaves a heap of 1, the opponent empties the other heap, "
                "and if a move empties a heap, the opponent leaves 1 of the other"
            )
        return text


@attrs.frozen
class TwoHeaps(ClosedForm):
    """Two heaps, one quota 2n, normal play: the least winning quota from the Zeckendorf parts of the difference.

    For heaps a < b let F be the least part of b - a, and F' the Fibonacci number before it. The least winning quota is
    1 if F = 1; else F' if F' can be taken from a and leaves the opponent too small a quota; else F.
    """

    ruleset: GlobalTakeAway
    name: ClassVar[str] = "Zeckendorf's sum of the difference"
    reference: ClassVar[str] = GlobalTakeAway.references[0]

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """At most two heaps, quota 2n, normal play."""
        return (
            convention is Convention.NORMAL
            and self.ruleset.quota == LinearQuota(2)
            and _two_heaps(position, self.ruleset) is not None
        )

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """N exactly when the quota reaches the least winning one."""
        low, high, quota = self._heaps(position, convention)
        least = least_winning_quota(low, high)
        return Outcome.N if least is not None and quota >= least else Outcome.P

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> tuple[Move, ...]:
        """Every move after which twice the amount is less than the opponent's least winning quota."""
        _low, _high, quota = self._heaps(position, convention)
        if self.outcome(position, convention) is Outcome.P or not isinstance(position, GlobalPosition):
            return ()
        if quota > LISTED_MOVES:
            raise BudgetError(f"{position} allows more than {LISTED_MOVES:,} moves: too many to look through")
        return tuple(move for move in position.moves() if self.outcome(position.play(move)) is Outcome.P)

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """The difference of the heaps as a sum, and the least winning quota that follows."""
        low, high, quota = self._heaps(position, convention)
        least = least_winning_quota(low, high)
        if least is None:
            return _("the heaps are equal: whatever is taken from one, the opponent takes as much from the other")
        parts = " + ".join(shortened(fibonacci(place)) for place in reversed(zeckendorf_places(high - low)))
        text = _("the difference is {difference} = {parts}, so the least winning quota is {least}").format(
            difference=shortened(high - low), parts=parts, least=shortened(least)
        )
        if quota >= least:
            return text
        return text + _(", more than the {quota} that may be taken: every move loses").format(quota=shortened(quota))

    def _heaps(self, position: Position, convention: Convention) -> tuple[int, int, int]:
        self.require(position, convention)
        return _two_heaps(position, self.ruleset) or (0, 0, 0)


def least_winning_quota(low: int, high: int) -> int | None:
    """The least quota with which two heaps low <= high are won under the rule 2n in normal play; None for equal heaps.

    The steps back grow with the Fibonacci numbers, so there are O(log high) of them.

    >>> [least_winning_quota(2, high) for high in range(2, 10)]
    [None, 1, 1, 2, 1, 5, 1, 1]
    """
    tried: list[tuple[int, int]] = []
    while True:
        if low == high:
            least: int | None = None
            break
        place = zeckendorf_places(high - low)[0]
        if place == 1:
            least = 1
            break
        whole, before = fibonacci(place), fibonacci(place - 1)
        if low < before:
            least = whole
            break
        tried.append((whole, before))
        low -= before
    for whole, before in reversed(tried):
        least = before if least is None or least > 2 * before else whole
    return least
