"""Cyclic nimhoff: nim, or less than h counters in all from any heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf

import attrs

from cgt.core.game import within_limit
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves, listed
from cgt.core.nimber import nim_sum
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm
from cgt.errors import BudgetError
from cgt.families.state_form import ValueForm
from cgt.games.heaps.number_rows import JointRuleset, Numbers, taken_from_one

FRAENKEL = "A. S. Fraenkel and M. Lorberbom, Nimhoff games, Journal of Combinatorial Theory A 58 (1991)"


@attrs.frozen
class CyclicNimhoff(JointRuleset):
    """Take any number from one heap, or fewer than h counters in all from any heaps.

    >>> import cgt
    >>> cgt.nim_value(CyclicNimhoff(3).position(4, 7))
    11
    """

    name = "cyclic-nimhoff"
    title = "Cyclic nimhoff"
    rules = "Take any number, at least one, from one heap, or fewer than h counters in all from any heaps."
    references = (FRAENKEL,)
    example_arguments = ("3",)
    argument_form = (
        "a number h of at least 2, such as cyclic-nimhoff(4): a move in several heaps takes fewer than h in all"
    )
    example = "4,7"

    cycle: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "h"},
        validator=WholeNumber("cyclic-nimhoff(h) needs a whole number h of at least 2", least=2),
    )

    def moves(self, heaps: Numbers) -> LazyMoves[Numbers]:
        """The moves in one heap, then the moves in several."""
        return LazyMoves(lambda: within_limit(self, chain(taken_from_one(heaps), self.in_several(heaps))))

    def in_several(self, heaps: Numbers) -> Iterator[Numbers]:
        """The moves that take from two heaps or more."""
        return _amounts(heaps, self.cycle - 1, 2)

    def allows(self, heaps: Numbers, amounts: Numbers) -> bool:
        taken_from = sum(map(bool, amounts))
        return taken_from == 1 or (taken_from > 1 and sum(amounts) < self.cycle)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (QuotientsAndRemainders(self), RemaindersInMisere(self))


def _amounts(heaps: Numbers, most: int, least: int) -> Iterator[Numbers]:
    """The amounts taken from at least `least` of the heaps, at most `most` in all."""
    if sum(map(bool, heaps)) < least or most < least:
        return
    if not heaps:
        yield ()
        return
    for amount in range(min(heaps[0], most - max(least - 1, 0)) + 1):
        for others in _amounts(heaps[1:], most - amount, least - bool(amount)):
            yield (amount, *others)


@attrs.frozen
class QuotientsAndRemainders(ValueForm[Numbers, Numbers]):
    """The closed form: h times the nim-sum of the quotients by h, plus the remainders' sum modulo h."""

    ruleset: CyclicNimhoff

    name = "quotients and remainders"
    statement = (
        "The value is h times the nim-sum of the quotients by h, and what the remainders' sum leaves divided by h."
    )
    reference = FRAENKEL

    @property
    def strategy(self) -> str:
        text = _(
            "divide each heap by {cycle}: play nim with the quotients, and let the remainders add up to a multiple of "
            "{cycle}"
        )
        return text.format(cycle=format_int(self.ruleset.cycle))

    def value(self, heaps: Numbers) -> int:
        cycle = self.ruleset.cycle
        return cycle * nim_sum(*(heap // cycle for heap in heaps)) + sum(heaps) % cycle

    def candidates(self, heaps: Numbers, value: int) -> Iterator[Numbers]:
        """The moves that may fit: one from each heap, and all in several heaps."""
        game = self.ruleset
        quotient, rest = divmod(value, game.cycle)
        total = nim_sum(*(heap // game.cycle for heap in heaps))
        for place, heap in enumerate(heaps):
            wanted = quotient ^ total ^ heap // game.cycle
            left = game.cycle * wanted + (rest - sum(heaps) + heap) % game.cycle
            if left < heap:
                yield tuple((heap - left) * (other == place) for other in range(len(heaps)))
        yield from within_limit(game, game.in_several(heaps))

    def reason(self, heaps: Numbers, convention: Convention) -> str:
        cycle = self.ruleset.cycle
        text = _("divided by {cycle}, the quotients have the nim-sum {total} and the remainders' sum leaves {rest}")
        total, rest = self.value(heaps) // cycle, sum(heaps) % cycle
        return text.format(cycle=format_int(cycle), total=format_int(total), rest=format_int(rest))


@attrs.frozen
class RemaindersInMisere(QuotientsAndRemainders):
    """The closed form in misère play: for h >= 3, lost is what is worth 1 in normal play; for h = 2 the game is nim.

    No move leads from the value 1 to the value 1, and the empty position is worth 0. From a greater value there is a
    move to 1. So let the value be 0, and a heap be left. If a remainder is left, fewer than h counters of the
    remainders can be taken so that their sum leaves 1. If none is, no quotient ends in fewer binary zeros than two of
    them; take h - 1 counters from these two heaps. Each of the two quotients is 1 less, which changes the same binary
    digits in both, and the remainders add up to h + 1.

    >>> import cgt
    >>> cgt.outcome("cyclic-nimhoff(3) 4,3", "misere"), cgt.winning_moves("cyclic-nimhoff(3) 3,3", "misere")
    (<Outcome.P: 'P'>, ((1, 1),))
    """

    name = "quotients and remainders in misère play"
    statement = (
        "In misère play and with h of at least 3, a position is lost if the quotients by h have the nim-sum 0 and the "
        "remainders' sum leaves 1 divided by h. With h = 2 the game is nim."
    )
    reference = "by induction: h - 1 counters from two heaps change no nim-sum of quotients that end in as many zeros"
    conventions = (Convention.MISERE,)

    @property
    def strategy(self) -> str:
        if self.ruleset.cycle == 2:
            return _("play nim: while a heap of 2 or more stays, leave a nim-sum of 0, then an odd number of ones")
        text = _(
            "divide each heap by {cycle}: play nim with the quotients, and let the sum of the remainders leave 1 when "
            "divided by {cycle}"
        )
        return text.format(cycle=format_int(self.ruleset.cycle))

    def nim_value(self, state: Numbers, convention: Convention) -> None:
        """None: the theorem tells the outcome."""

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        return self.value(state) == (0 if self.ruleset.cycle == 2 and max(state, default=0) > 1 else 1)

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[Numbers]:
        lost = (0, 1) if self.ruleset.cycle == 2 else (1,)

        def walk() -> Iterator[Numbers]:
            met = False
            try:
                for value in lost:
                    for move, option in self.candidate_steps(state, value):
                        if self.value(option) == value and self.is_p(option, convention):
                            met = True
                            yield move
            except BudgetError:
                if not met and (move_in_several := self._move_in_several(state)):
                    yield move_in_several
                raise

        return listed(walk)

    def _move_in_several(self, heaps: Numbers) -> Numbers | None:
        """A move to the value 1 where the quotients have the nim-sum 0, as in the proof; None elsewhere."""
        cycle, taken = self.ruleset.cycle, [0] * len(heaps)
        if cycle == 2 or self.value(heaps) >= cycle or not any(heaps):
            return None
        if left := (sum(heap % cycle for heap in heaps) - 1) % cycle:
            for place, heap in enumerate(heaps):
                taken[place] = min(left, heap % cycle)
                left -= taken[place]
        if left:
            one, other = sorted(range(len(heaps)), key=lambda place: _zeros(heaps[place] // cycle))[:2]
            taken[one], taken[other] = 1, cycle - 2
        return tuple(taken)


def _zeros(number: int) -> float:
    """The number of zeros in which the binary digits end."""
    return (number & -number).bit_length() - 1 if number else inf
