"""Exact nim: every move takes from exactly k heaps; and exact slow nim, exactly one from each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb, prod
from operator import gt

import attrs

from cgt.core.game import MOST_MOVES, state_of, within_limit
from cgt.core.language import _, ngettext
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum, sum_text
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm
from cgt.errors import BudgetError
from cgt.families.state_form import StateForm, ValueForm
from cgt.families.tame_form import small_heaps_text, tame_value
from cgt.games.heaps.number_rows import JointRuleset, Numbers, less, taken_from
from cgt.games.references import BOUTON

BOROS = "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague-Grundy function of Exact k-Nim (2018)"
MOST_CHOICES = 1_000
"""The greatest number of choices of heaps in which a winning move is looked for, where each choice has very many
moves."""

GURVICH = (
    "V. Gurvich, D. Martynov, V. Maximchuk and M. Vyalyi, On remoteness functions of exact slow k-NIM with k+1 piles "
    "(2023)"
)


class _ExactRuleset(JointRuleset):
    """The base of games whose moves take from exactly `taken_from` heaps."""

    taken_from: int

    def canonical(self, heaps: Numbers) -> Numbers:
        """The heaps ascending, without empty ones."""
        return tuple(sorted(filter(None, heaps)))

    def moves(self, heaps: Numbers) -> LazyMoves[Numbers]:
        """The moves: for each choice of nonempty heaps, each choice of amounts."""
        return LazyMoves(lambda: within_limit(self, self._choices(heaps)))

    def allows(self, heaps: Numbers, amounts: Numbers) -> bool:
        return sum(map(bool, amounts)) == self.taken_from and not any(map(gt, amounts, map(self._most, heaps)))

    def _choices(self, heaps: Numbers) -> Iterator[Numbers]:
        alive, most = [place for place, heap in enumerate(heaps) if heap], tuple(map(self._most, heaps))
        for chosen in combinations(alive, min(self.taken_from, len(heaps) + 1)):
            yield from taken_from(most, chosen)

    def _most(self, heap: int) -> int:
        """The greatest amount that a move takes from one heap."""
        return heap


@attrs.frozen
class ExactNim(_ExactRuleset):
    """Take any numbers, at least one each, from exactly k heaps.

    >>> import cgt
    >>> cgt.nim_value(ExactNim(2).position(3, 4, 5))
    6
    """

    name = "exact-nim"
    title = "Exact nim"
    rules = "Take counters, at least one from each, from exactly k of the heaps."
    references = (BOROS, BOUTON)
    example_arguments = ("2",)
    argument_form = "a number k, such as exact-nim(3): a move takes from exactly k heaps"
    example = "3,4,5"

    taken_from: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "k"},
        validator=WholeNumber("exact-nim(k) needs a whole number k of at least 1"),
    )

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OneHeap(self),) if self.taken_from == 1 else (SlowMoves(self), SlowMovesInMisere(self))


@attrs.frozen
class OneHeap(ValueForm[Numbers, Numbers]):
    """The closed form for moves on one heap, which is nim: the nim-sum, in misère play Bouton's rule.

    >>> import cgt
    >>> print(cgt.solve("exact-nim(1) 1000000000,3").explanation)
    the nim-sum is 1000000000 ⊕ 3 = 1000000003: take 999999997 from heap 1
    """

    name = "nim-sum"
    statement = "Taking from one heap alone is nim: the nim-sum in normal play; in misère play Bouton's rule."
    reference = BOUTON
    conventions = (Convention.NORMAL, Convention.MISERE)

    def candidates(self, heaps: Numbers, value: int) -> Iterator[Numbers]:
        """The moves in each heap to this nim-sum, and to 1 more or less, as misère play may need."""
        for place, heap in enumerate(heaps):
            wanted = nim_sum(*heaps, heap, value)
            for left in sorted({wanted, wanted ^ 1}):
                if left < heap:
                    yield tuple(heap - left if other == place else 0 for other in range(len(heaps)))

    def value(self, state: Numbers) -> int:
        return nim_sum(*state)

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        return tame_value(state, convention)

    def reason(self, heaps: Numbers, convention: Convention) -> str:
        text = _("the nim-sum is {sum}").format(sum=sum_text(heaps, self.value(heaps)))
        if convention is Convention.MISERE and max(heaps, default=0) <= 1:
            text += _("; ") + small_heaps_text()
        return text


@attrs.frozen
class SlowMoves(ValueForm[Numbers, Numbers]):
    """The closed form for k above half the heaps: the greatest number of moves of one counter from k heaps each."""

    ruleset: ExactNim

    name = "number of slow moves"
    statement = (
        "A closed form for k above half the number of heaps: the most moves that take one counter from each of k heaps."
    )
    reference = BOROS

    @property
    def strategy(self) -> str:
        text = _("take {count} heaps whole: fewer than {count} are left, and no move")
        return text.format(count=format_int(self.ruleset.taken_from))

    def covers(self, state: Numbers) -> bool:
        """Whether moves take from more than half of the heaps."""
        return 2 * self.ruleset.taken_from > len(state)

    def candidates(self, heaps: Numbers, value: int) -> Iterator[Numbers]:
        """All moves, or where they are too many, one that fits from each choice of heaps."""
        game = self.ruleset
        places = [place for place, heap in enumerate(heaps) if heap]
        chosen = islice(combinations(places, game.taken_from), MOST_CHOICES)
        if prod(sorted(heaps, reverse=True)[: game.taken_from]) * comb(len(places), game.taken_from) <= MOST_MOVES:
            yield from game.moves(heaps)
            return
        for choice in chosen:
            yield less(heaps, self._fitting(heaps, choice, value))
        text = _("{ruleset} has more than {most} moves here, too many to try one by one")
        raise BudgetError(text.format(ruleset=self.ruleset, most=format_int(MOST_MOVES, group=True)))

    def _fitting(self, heaps: Numbers, choice: Sequence[int], value: int) -> Numbers:
        """The heaps after the least amounts that reach the value: each counter lowers it by 1 or 0."""
        left = [heap - (place in choice) for place, heap in enumerate(heaps)]
        for place in choice:
            low, high = 0, left[place]
            while low < high:  # the most to be left here by which the value is not above what is wanted
                left[place] = (low + high + 1) // 2
                low, high = (low, left[place] - 1) if self.value(tuple(left)) > value else (left[place], high)
            left[place] = low
        return tuple(left)

    def value(self, heaps: Numbers) -> int:
        """The greatest m for which the heaps, cut at m, hold k·m counters.

        The l largest heaps, l < k, that are cut count m each, and the others hold (k - l)·m: the least of these bounds.
        """
        taken_from = self.ruleset.taken_from
        rest, least = sum(heaps), sum(heaps) // taken_from
        for cut, heap in enumerate(sorted(heaps, reverse=True)[: taken_from - 1], start=1):
            rest -= heap
            least = min(least, rest // (taken_from - cut))
        return least

    def reason(self, state: Numbers, convention: Convention) -> str:
        return ngettext(
            "at most {value} move can take one from each of {heaps} heaps",
            "at most {value} moves can take one from each of {heaps} heaps",
            self.value(state),
        ).format(value=format_int(self.value(state)), heaps=self.ruleset.taken_from)


@attrs.frozen
class SlowMovesInMisere(SlowMoves):
    """The closed form in misère play for k above half the heaps: lost is what is worth 1.

    Only what is over is worth 0. So a move from the value 1 ends the play, and from a greater one there is a move to 1.

    >>> import cgt
    >>> cgt.outcome("exact-nim(2) 10^30,1", "misere"), cgt.winning_moves("exact-nim(2) 3,3", "misere")[0]
    (<Outcome.P: 'P'>, (1, 2))
    """

    name = "number of slow moves in misère play"
    statement = "In misère play and for k above half the number of heaps, lost is where just one slow move can be made."
    reference = "by induction: only what is over is worth 0 in normal play"
    conventions = (Convention.MISERE,)

    @property
    def strategy(self) -> str:
        text = _("leave heaps from which {count} can give one counter just once")
        return text.format(count=format_int(self.ruleset.taken_from))

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        value = self.value(state)
        return value if value > 1 else 1 - value

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[Numbers]:
        return self.moves_to(state, 1)


@attrs.frozen
class ExactSlowNim(_ExactRuleset):
    """Take one counter from each of exactly k heaps.

    >>> import cgt
    >>> cgt.outcome(ExactSlowNim(2).position(2, 3, 4))
    <Outcome.P: 'P'>
    """

    name = "exact-slow-nim"
    title = "Exact slow nim"
    rules = "Take one counter each from exactly k of the heaps."
    references = (GURVICH,)
    example_arguments = ("2",)
    argument_form = "a number k, such as exact-slow-nim(3): a move takes one from each of exactly k heaps"
    example = "2,3,5"

    taken_from: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "k"},
        validator=WholeNumber("exact-slow-nim(k) needs a whole number k of at least 1"),
    )

    def _most(self, heap: int) -> int:
        return min(heap, 1)

    def _least_positions(self, position: Position) -> int:
        """The least length of a play, the size of the k-th largest heap."""
        heaps = sorted((state_of(self, position) or ()), reverse=True)
        return heaps[self.taken_from - 1] if len(heaps) >= self.taken_from else 0

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The closed forms: fixed length of play, or the rule of the heap left alone for moves on all heaps but one."""
        return (OneLength(self), HeapLeftAlone(self))


@attrs.frozen
class OneLength(ValueForm[Numbers, Numbers]):
    """The closed form for moves on one heap, or on all left: every play has the same length, so parity decides.

    With k = 1 each move takes one counter of all there are. With k heaps left all of them lose a counter each time,
    until the smallest is gone.
    """

    ruleset: ExactSlowNim

    name = "one length of play"
    statement = (
        "A closed form for moves from one heap, or from all that are left: every play is as long, so parity decides."
    )
    reference = GURVICH
    conventions = (Convention.NORMAL, Convention.MISERE)

    def covers(self, state: Numbers) -> bool:
        """Whether moves take from one heap, or no heap can be left alone."""
        taken_from = self.ruleset.taken_from
        return taken_from == 1 or taken_from >= sum(map(bool, state))

    def length(self, state: Numbers) -> int:
        """The number of moves of every play."""
        heaps, taken_from = [heap for heap in state if heap], self.ruleset.taken_from
        if taken_from == 1:
            return sum(heaps)
        return min(heaps) if len(heaps) == taken_from else 0

    def value(self, state: Numbers) -> int:
        return self.length(state) % 2

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        return self.value(state) ^ int(convention is Convention.MISERE)

    def reason(self, state: Numbers, convention: Convention) -> str:
        moves = self.length(state)
        return ngettext("every play has {moves} move", "every play has {moves} moves", moves).format(
            moves=format_int(moves)
        )


MOST_COUNTERS = 100_000
"""The longest play that is followed to its end."""


@attrs.frozen
class HeapLeftAlone(StateForm[Numbers, Numbers]):
    """The closed form for moves on all heaps but one: leave the smallest even heap, or the largest if all are odd.

    Both players do best by that rule, so its play, followed to the end, tells who wins.
    """

    ruleset: ExactSlowNim

    name = "heap that is left alone"
    statement = "Moves from all heaps but one: leave alone the smallest even heap, or the largest if all are odd."
    reference = GURVICH

    def covers(self, heaps: Numbers) -> bool:
        """Whether moves take from all heaps but one, and the play is short enough to be followed."""
        return self.ruleset.taken_from == len(heaps) - 1 and sum(heaps) <= MOST_COUNTERS

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        """Whether the play by the rule has an even number of moves."""
        return _length(state) % 2 == 0

    def reason(self, state: Numbers, convention: Convention) -> str:
        moves = _length(state)
        return ngettext(
            "leaving alone the smallest even heap, or the largest if all are odd, the play has {moves} move",
            "leaving alone the smallest even heap, or the largest if all are odd, the play has {moves} moves",
            moves,
        ).format(moves=moves)


def _length(heaps: Numbers) -> int:
    piles, moves = list(heaps), 0
    while sum(map(bool, piles)) >= len(piles) - 1:
        evens = [pile for pile in piles if pile % 2 == 0]
        alone = piles.index(min(evens) if evens else max(piles))
        if not all(pile for place, pile in enumerate(piles) if place != alone):
            return moves
        piles = [pile - (place != alone) for place, pile in enumerate(piles)]
        moves += 1
    return moves
