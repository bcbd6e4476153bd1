"""Take-away with several heaps under one quota, which follows from the last move in whatever heap.

Such a position is no sum of its heaps, for a move in one changes what may be taken from the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import attrs

from cgt.core.compounds import ComponentMove
from cgt.core.game import position_of
from cgt.core.language import _
from cgt.core.numbers import exact_repr, format_int, format_value, is_whole
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.reading import check_sizes, parse_size, parse_sizes
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.digits.fibonacci import fibonacci, place_above, zeckendorf, zeckendorf_places
from cgt.errors import IllegalMoveError, PositionError
from cgt.families.matches import MatchPosition
from cgt.games.heaps.quota import LinearQuota, TakeAwayRuleset, opening_quota, shown_parts

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves


Heaps = tuple[tuple[int, ...], int]
"""The sizes of the heaps, and the quota."""


@attrs.frozen
class GlobalTakeAway(TakeAwayRuleset[Heaps, ComponentMove]):
    """Any number of heaps under one quota: take from one heap, at most the quota of what the last move took.

    >>> import cgt
    >>> game = GlobalTakeAway("2n")
    >>> print(cgt.outcome(game.parse("50,50:2"), "misere"))
    P
    """

    name = "global-takeaway"
    title = "Take-away with one quota for all heaps"
    references = (
        "U. Larsson and S. Rubinstein-Salzedo, Global Fibonacci nim, Int. J. Game Theory 47 (2018)",
        "A. Mothe, L. Orban, E. Privat, S. Rocher and L. Thouy, La stratégie des allumettes, MATh.en.JEANS (2005)",
    )
    example_arguments = ("2n",)
    argument_form = (
        "the most that may be taken after a move that took n, such as global-takeaway(3n), global-takeaway(n+1), "
        "global-takeaway(3n/2), or global-takeaway([3,1,8]) for n = 1, 2, and 3 or more; then the most that the first "
        "move may take, as in global-takeaway(2n,5) or global-takeaway(2n,unlimited), by default one less than the "
        "largest heap"
    )
    position_form = "heaps separated by commas, the one quota after a colon at the end, such as 50,50:2"
    example = "7,5:4"
    listed_heaps: ClassVar[int] = 2  # with one heap the quota is never shared

    @property
    def rules(self) -> str:
        """The rules with the quota and the opening."""
        text = _(
            "Take at least one match from one heap; after a move that took n, wherever it was, the next may take at "
            "most {quota}."
        )
        if self.opening == "all but one":
            begun = _("The first move may not take the whole of the largest heap.")
        elif self.opening == "unlimited":
            begun = _("The first move may take any number.")
        else:
            begun = _("The first move may take at most {count}.").format(count=exact_repr(self.opening))
        return f"{text.format(quota=self._next_quota_text)} {begun}"

    def moves(self, state: Heaps, /) -> Iterator[ComponentMove]:
        """The moves, pairs (heap from 0, amount)."""
        heaps, quota = state
        for heap, size in enumerate(heaps):
            for amount in range(1, min(size, quota) + 1):
                yield ComponentMove(heap, amount)

    def after(self, state: Heaps, move: ComponentMove, /) -> Heaps:
        """The heaps and quota that remain; raises `IllegalMoveError`."""
        heaps, quota = state
        heap, amount = move if isinstance(move, tuple) and len(move) == 2 else (None, None)
        if not (is_whole(heap) and is_whole(amount)):
            raise IllegalMoveError(f"{format_value(move)} is no move here: give (heap from 0, amount)")
        if not (0 <= heap < len(heaps) and 1 <= amount <= min(heaps[heap], quota)):
            raise IllegalMoveError(
                f"{format_value(amount)} may not be taken from heap {format_value(heap)}: "
                f"take 1 to {format_int(quota)} from one heap, and no more than it holds"
            )
        return self._left(heaps, heap, amount)

    def options(self, state: Heaps, /) -> Iterator[Heaps]:
        """The heaps and quota that remain after each move."""
        heaps, quota = state
        for heap, size in enumerate(heaps):
            for amount in range(1, min(size, quota) + 1):
                yield self._left(heaps, heap, amount)

    def _left(self, heaps: tuple[int, ...], heap: int, amount: int) -> Heaps:
        left = (*heaps[:heap], heaps[heap] - amount, *heaps[heap + 1 :])
        return left, min(max(left), self.next_quota(amount))

    def canonical(self, state: Heaps, /) -> Heaps:
        """The heaps ascending, without empty ones."""
        return tuple(sorted(filter(None, state[0]))), state[1]

    def write(self, state: Heaps, /) -> str:
        """The text of a position: the heaps, and after a colon the quota where anything may be taken."""
        heaps = ",".join(map(exact_repr, state[0])) or "0"
        return f"{heaps}:{exact_repr(state[1])}" if state[1] else heaps

    def position(self, *heaps: int | tuple[int, ...], quota: int | None = None) -> GlobalPosition:
        """The position of heaps under `quota`; without one, the opening rule is applied to the largest heap."""
        sizes = check_sizes(heaps) or (0,)
        largest = max(sizes)
        if quota is None:
            return GlobalPosition(self, (sizes, opening_quota(self.opening, largest)))
        check_sizes([quota])
        if quota == 0 and largest > 0:
            raise PositionError("the quota is at least 1: a quota of 0 allows no move")
        return GlobalPosition(self, (sizes, min(quota, largest)))

    def under_quota(self, quota: int, *heaps: int) -> GlobalPosition:
        """The heaps under this quota."""
        return self.position(*heaps, quota=quota)

    def read(self, text: str) -> Heaps:
        """Read heaps and quota such as `50,50:2`."""
        heaps, colon, quota = text.partition(":")
        sizes = parse_sizes(heaps, self.position_form)
        if not colon:
            return self.position(*sizes).state
        return self.position(*sizes, quota=parse_size(quota, text, len(heaps) + 1, self.position_form)).state

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of a move: the heap and the amount."""
        heap, amount = move if isinstance(move, tuple) else (0, move)
        return {"heap": heap, "amount": amount}

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """Sample positions: every two heaps up to `bound` under every quota."""
        for high in range(bound + 1):
            for low in range(high + 1):
                for quota in range(1, high + 1):
                    yield self.position(low, high, quota=quota)

    def linear_moves(self) -> LinearMoves | None:
        """The moves of two heaps as formulas."""
        from cgt.games.heaps.linear_moves import shared_moves

        return shared_moves(self.quota)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The closed forms: the mirror for two equal heaps; any two heaps for the quota 2n in normal play."""
        return (EqualHeaps(self), TwoHeapsOneQuota(self))


class GlobalPosition(MatchPosition[Heaps, ComponentMove]):
    """A position: the heaps, and the greatest amount that may be taken now from one of them."""

    __slots__ = ()

    @property
    def heaps(self) -> tuple[int, ...]:
        """The sizes of the heaps."""
        return self.state[0]

    @property
    def quota(self) -> int:
        """The greatest amount that may be taken."""
        return self.state[1]


def _two_heaps(position: Position, ruleset: GlobalTakeAway) -> tuple[int, int, int] | None:
    """The smaller heap, the larger heap and the quota, if there are at most two heaps that are not empty."""
    if not isinstance(position, GlobalPosition) or position.game != ruleset:
        return None
    heaps = sorted(size for size in position.heaps if size)
    if len(heaps) > 2:
        return None
    low, high = (*(0,) * (2 - len(heaps)), *heaps)
    return low, high, position.quota


position_of.register(GlobalTakeAway, GlobalPosition)


@attrs.frozen
class EqualHeaps(ClosedForm):
    """The closed form for two equal heaps, which are lost: the opponent mirrors every move in the other heap.

    In normal play the quota of n must be at least n. In misère play it must be at least n + 1, and the heaps at least
    2: the mirror stops when a move leaves a heap of 0 or 1, and the answer is to leave one match in all.
    """

    ruleset: GlobalTakeAway
    name = "mirror"
    statement = (
        "Two equal heaps, in misère play of at least 2, are lost where the quota lets the opponent mirror each move."
    )
    strategy = "do in one heap what the other player does in the other"
    reference = GlobalTakeAway.references[1]

    def answer(self, question: Question) -> Answer | None:
        """The answer for two equal heaps, of at least 2 in misère play, and a quota k·n+q that allows the mirror."""
        misere = question.convention is Convention.MISERE
        heaps, quota = _two_heaps(question.position, self.ruleset), self.ruleset.quota
        if heaps is None or heaps[0] != heaps[1] or not isinstance(quota, LinearQuota) or quota.k < 1:
            return None
        if quota.k + quota.q < 1 + misere or heaps[0] < 2 * misere:
            return None
        text = _("the heaps are equal: whatever is taken from one, the opponent takes as much from the other")
        if misere:
            text += _(
                ", as long as both keep at least 2; if a move leaves a heap of 1, the opponent empties the other heap, "
                "and if a move empties a heap, the opponent leaves 1 of the other"
            )
        return self.build_answer(question, Outcome.P, tuple, lambda _moves: text)


@attrs.frozen
class TwoHeapsOneQuota(ClosedForm):
    """The closed form for two heaps under the quota 2n in normal play, by the Zeckendorf parts of the difference.

    For heaps a < b let F be the least part of b - a, and F' the Fibonacci number before it. The least winning quota is
    1 if F = 1; else F' if F' can be taken from a and leaves the opponent too small a quota; else F.
    """

    ruleset: GlobalTakeAway
    name = "Zeckendorf's sum of the difference"
    statement = (
        "Two heaps, one quota 2n, normal play: the least winning quota from the Zeckendorf parts of the difference."
    )
    reference = GlobalTakeAway.references[0]

    def answer(self, question: Question) -> Answer | None:
        """The answer for at most two heaps under the quota 2n: N exactly when it reaches the least winning quota."""
        position = question.position
        if question.convention is not Convention.NORMAL or self.ruleset.quota != LinearQuota(2):
            return None
        two = _two_heaps(position, self.ruleset)
        if two is None or not isinstance(position, GlobalPosition):
            return None
        low, high, quota = two
        least = least_winning_quota(low, high)

        def moves() -> tuple[Move, ...]:
            """Every move after which twice the amount is less than the opponent's least winning quota."""
            takes = [take for take in winning_takes(low, high) if take.amount <= quota]
            pair = low, high  # of a single heap the lower is 0, and nothing is taken from it
            return tuple(sorted(ComponentMove(position.heaps.index(pair[larger]), amount) for larger, amount in takes))

        outcome = Outcome.N if least is not None and quota >= least else Outcome.P

        def reason(winning: Sequence[Move]) -> str:
            move_text = self.ruleset.wording.move_text(position, winning[0]) if winning else None
            return _difference_reason(low, high, quota, least, move_text)

        return self.build_answer(question, outcome, moves, reason)


def _difference_reason(low: int, high: int, quota: int, least: int | None, move_text: str | None) -> str:
    """The reason: the heaps' difference as a sum, and the least winning quota that follows."""
    if least is None:
        return _("the heaps are equal: whatever is taken from one, the opponent takes as much from the other")
    parts = shown_parts([(part, 1) for part in reversed(zeckendorf(high - low))])
    difference = " = ".join([format_int(high - low), *([" + ".join(parts)] if len(parts) > 1 else [])])
    text = _("the difference is {difference}, so the least winning quota is {least}").format(
        difference=difference, least=format_int(least)
    )
    if quota >= least:
        return with_conclusion(text, Outcome.N, move_text)
    text += _(", more than the {quota} that may be taken").format(quota=format_int(quota))
    return with_conclusion(text, Outcome.P, None)


def least_winning_quota(low: int, high: int) -> int | None:
    """The least quota with which two heaps low <= high are won under the rule 2n in normal play; None for equal heaps.

    As long as finding Zeckendorf's sum of their difference: quadratic in the number of digits.

    >>> [least_winning_quota(2, high) for high in range(2, 10)]
    [None, 1, 1, 2, 1, 5, 1, 1]
    """
    places = zeckendorf_places(high - low)
    if not places:
        return None
    place, further = places[0], places[1] if len(places) > 1 else None
    part = fibonacci(place)
    if place == 1 or _is_the_part(place, further, place_above(low + part)):
        return part
    return fibonacci(place - 1)


def _is_the_part(place: int, further: int | None, above: int) -> bool:
    """Whether the least winning quota is the least part F of the difference, and not the number before it.

    Taking F' from the smaller heap makes of F the number after it, as long as the heap suffices and the next part is
    not so near that the two join. Where the heap does not suffice, F must be taken; where two parts join, the opponent
    has by far too small a quota, and F' will do. Before that the two cases alternate: F' will do when the opponent
    needs the number after F, and not when the opponent needs no more than F. So the number of steps decides.

    Args:
        place: the place of F.
        further: the place of the next part, None if there is none.
        above: the place of the least Fibonacci number greater than the smaller heap and F together.
    """
    until_short = above - place - 1
    until_joined = until_short if further is None else further - place - 2
    return until_short % 2 == 0 if until_short <= until_joined else until_joined % 2 == 1


class Take(NamedTuple):
    """An amount taken from the larger or from the smaller of two heaps."""

    larger: bool
    amount: int


def winning_takes(low: int, high: int) -> Iterator[Take]:
    """All moves that win from two heaps low <= high under the rule 2n in normal play, if the quota allows them.

    A take that wins is less than half the least part of the difference that it leaves. So it takes the least parts of
    the difference from the larger heap, all of them or up to some part; or it takes from the smaller heap what makes
    the least parts grow into one new part. That is at most one take for each place, and one step along the Fibonacci
    numbers tries it: as quadratic in the number of digits as Zeckendorf's sum itself.

    >>> [tuple(take) for take in winning_takes(30, 41)]
    [(False, 2), (True, 11)]
    """
    parts = list(reversed(zeckendorf_places(high - low)))
    if not parts:
        return
    above_low = place_above(low)
    number_above_low = fibonacci(above_low)
    rest = 0  # the sum of the parts below the place
    before, number = 1, 1
    for place in range(1, parts[0] + 3):
        after = before + number
        is_part = bool(parts) and parts[-1] == place
        if is_part:
            parts.pop()
        further = parts[-1] if parts else None
        take = Take(larger=is_part, amount=rest if is_part else number - rest)
        # If the next place has a part, the new part would join it: a later place tries that take.
        if 0 < 2 * take.amount < number and further != place + 1 and (is_part or take.amount <= low):
            reach = low + (number if is_part else rest)  # the smaller heap after the take, and the least part then
            above, limit = max((above_low, number_above_low), (place + 1, after))
            whole = _is_the_part(place, further, above + (reach >= limit))
            if 2 * take.amount < (number if whole else before):
                yield take
        rest += number if is_part else 0
        before, number = number, after
    yield Take(larger=True, amount=high - low)
