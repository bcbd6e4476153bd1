"""Sylver coinage: name numbers that are no sums of those named before; who has to name 1 has lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import gcd
from typing import TYPE_CHECKING

import attrs
from more_itertools import factor, locate

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.memory import MEMORY
from cgt.core.numbers import exact_repr, format_value
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import Answer, ClosedForm, Question
from cgt.errors import BudgetError
from cgt.families.state_form import StateForm
from cgt.games.boards.board_picture import Board
from cgt.games.heaps.number_rows import Numbers, NumbersRuleset
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

GUY = "R. K. Guy, Twenty questions concerning Conway's Sylver coinage, American Mathematical Monthly 83 (1976)"
WINNING_WAYS = winning_ways(18)

LARGEST_TABLE = 10**6
"""The greatest number of which it is worked out whether it is a sum of those named."""

LARGEST_NUMBER = 10**12
"""The greatest opening whose prime divisors are looked for."""


@attrs.frozen
class SylverCoinage(NumbersRuleset[int]):
    """Name a number from 2 on that is no sum of those named, each as often as you like; 1 is never named.

    By the usual rules whoever names 1 loses: that is this game in normal play. The state is the numbers named,
    without those that are sums of others. As long as they have a common divisor there are moves without end.

    >>> import cgt
    >>> cgt.winning_moves(SylverCoinage().position(4, 5)), cgt.winning_moves(SylverCoinage().position(5, 6))
    ((11,), (19,))
    >>> cgt.outcome(SylverCoinage().position(7)), cgt.winning_moves(SylverCoinage().position(4))
    (<Outcome.P: 'P'>, (6,))
    """

    name = "sylver"
    title = "Sylver coinage"
    rules = (
        "Name a whole number, at least 2, that is no sum of the numbers named before, each taken as often as you like. "
        "Whoever can name 1 alone has lost."
    )
    references = (GUY, WINNING_WAYS)
    position_form = "the numbers named, such as 4,5"
    example = "4,5"
    conventions = (Convention.NORMAL,)
    least = 2
    counts = range(1, 1_000)
    phrase = "the numbers {sizes}"
    family = "4,5,{n}"

    def arrange(self, numbers: Numbers) -> Numbers:
        """The numbers ascending, without sums of others; raises `BudgetError`."""
        return _independent(tuple(sorted(set(numbers))))

    def moves(self, named: Numbers) -> Iterable[int]:
        """The numbers that are no sums, ascending: without end where all named numbers have a common divisor."""
        if gcd(*named) > 1:
            return LazyMoves(lambda: (number for number in count(2) if not _is_sum(number, named)), slow=True)
        return tuple(number for number in _gaps(named) if number > 1)

    def after(self, named: Numbers, move: Move) -> Numbers:
        if isinstance(move, bool) or not isinstance(move, int) or move < 2 or _is_sum(move, named):
            raise KeyError(move)
        return _independent(tuple(sorted((*named, move))))

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """Sample positions: two coprime numbers up to the bound, and some with a third number."""
        for second in range(3, bound + 2):
            for first in range(2, second):
                if gcd(first, second) == 1 and first * second < 8 * bound:
                    yield self.position(first, second)
                    if third := [gap for gap in _gaps((first, second)) if gap > second]:
                        yield self.position(first, second, third[-1])

    def _size(self, state: Numbers) -> tuple[int, ...]:
        return (len(_gaps(state)) if gcd(*state) == 1 else LARGEST_TABLE,)

    def _move_text(self, position: Position, move: int) -> str:
        return _("name {number}").format(number=exact_repr(move))

    def sketch(self, named: Numbers) -> Sketch | None:
        """The drawing: numbers from 1 in rows of ten, sums filled, the others free to be named."""
        if not named or named[0] * named[-1] > LARGEST_TABLE:
            return None
        last = max(_gaps(named), default=1) + 1 if gcd(*named) == 1 else 100
        rows = range(0, min(last, 400), 10)
        sums = _sums(named, 410)
        lines = ["".join("#" if sums >> row + place & 1 else "." for place in range(1, 11)) for row in rows]
        return Board(lines, first=1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (Openings(self), PrimeDivisors(self), StolenEnd(self))


_OPENINGS: dict[Numbers, tuple[int, ...]] = {
    (2,): (3,),
    (3,): (2,),
    (4,): (6,),
    (6,): (4, 9),
    (9,): (6,),
    (2, 3): (),
    (4, 6): (),
    (6, 9): (),
}
"""The openings 2, 3, 4, 6, 9 and the P-positions that answer them, with all winning moves."""


@attrs.frozen
class Openings(StateForm[Numbers, int]):
    """The known openings: primes from 5 on are P (R. L. Hutchings), and 4,6 and 6,9; every reply to 2, 3, 4, 6, 9.

    For two numbers without a common divisor are N, but for 2,3 (see `StolenEnd`), which leaves few replies to try.
    """

    name = "openings"
    statement = (
        "The primes from 5 on are P as openings (R. L. Hutchings), and 4,6 and 6,9 are; of 2, 3, 4, 6 and 9 every "
        "winning reply is known."
    )
    reference = WINNING_WAYS

    def covers(self, named: Numbers) -> bool:
        """Whether it is an opening 2, 3, 4, 6, 9, a prime, or one of the pairs 2,3 and 4,6 and 6,9."""
        return named in _OPENINGS or (
            len(named) == 1 and named[0] <= LARGEST_NUMBER and named[0] in _large_primes(named[0])
        )

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        """Whether no reply is known to win, which is a theorem here."""
        return not _OPENINGS.get(state, ())

    def candidates(self, state: Numbers, value: int) -> tuple[int, ...]:
        return _OPENINGS.get(state, ())

    def reason(self, named: Numbers, convention: Convention) -> str:
        if len(named) == 1 and named not in _OPENINGS:
            return _("{number} is a prime of at least 5").format(number=named[0])
        return _("the openings 2, 3, 4, 6 and 9 are settled")


@attrs.frozen
class PrimeDivisors(StateForm[Numbers, int]):
    """The theorem that an opening with a prime divisor p >= 5 is N: p wins.

    Other moves may win as well; the list is cut.
    """

    name = "prime divisors"
    statement = (
        "A multiple of a prime p of at least 5, but not p itself, is N as an opening: p is answered by nothing, and "
        "takes the opening with it."
    )
    reference = WINNING_WAYS

    def covers(self, named: Numbers) -> bool:
        """Whether there is one number, not a prime, with such a divisor."""
        return len(named) == 1 and named[0] <= LARGEST_NUMBER and bool(_large_primes(named[0]) - {named[0]})

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        return False

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[int]:
        """The prime divisors from 5 on, which are winning moves."""
        (number,) = state
        return LazyMoves(sorted(_large_primes(number)).__iter__, cut=True)

    def reason(self, state: Numbers, convention: Convention) -> str:
        shown = ", ".join(map(str, sorted(_large_primes(state[0]))))
        return _("the primes from 5 on that divide it are {primes}").format(primes=shown)


@attrs.frozen
class StolenEnd(ClosedForm):
    """Strategy stealing: N where every other move also excludes the greatest number t that is no sum.

    So it is where n and t - n are never both no sums: for two numbers without a common divisor, and some more
    (R. L. Hutchings). 2,3 leave 1 alone, and are P.
    """

    ruleset: SylverCoinage

    name = "stolen strategy"
    statement = (
        "N where the greatest number t left is taken away by every other move, too: t wins, or the reply to it at once."
    )
    kinds = ()
    reference = WINNING_WAYS

    def covers(self, named: Numbers) -> bool:
        """Whether half of the numbers from 0 to the greatest non-sum are sums, and that non-sum is above 1."""
        if gcd(*named) > 1 or named == (2, 3):
            return False
        if len(named) == 2:
            return True
        if named[0] * named[-1] > LARGEST_TABLE:
            return False
        gaps = _gaps(named)
        return len(gaps) > 1 and 2 * len(gaps) == gaps[-1] + 1

    def answer(self, question: Question) -> Answer | None:
        """The outcome alone, in normal play."""
        named = state_of(self.ruleset, question.position)
        if question.convention is not Convention.NORMAL or named is None or not self.covers(named):
            return None
        why = _("every move takes the greatest number away, too: if naming that one does not win, the reply to it does")
        return Answer(self.name, self.reference, self.status, Outcome.N, explanation=why)


@MEMORY.cache("sylver: large primes", 1 << 8)
def _large_primes(number: int) -> frozenset[int]:
    """The primes of at least 5 that divide a number."""
    return frozenset(factor(number)) - {2, 3}


@MEMORY.cache("sylver: sums", 1 << 12)
def _sums(named: Numbers, stop: int) -> int:
    """The sums of these numbers below `stop`, as a set of bits."""
    sums, mask = 1, (1 << stop) - 1
    for number in named:
        shift = number
        while shift < stop:
            sums |= sums << shift & mask
            shift *= 2
    return sums


@MEMORY.cache("sylver: gaps", 1 << 14)
def _gaps(named: Numbers) -> tuple[int, ...]:
    """The numbers that are no sums, for coprime numbers; raises `BudgetError`."""
    if named[0] * named[-1] > LARGEST_TABLE:
        text = _("the sums of {named} go on too far: numbers whose products are up to 10^6 are searched")
        raise BudgetError(text.format(named=format_value(named)))
    stop = named[0] * named[-1]  # beyond, all are sums (I. Schur)
    return tuple(locate(reversed(f"{_sums(named, stop):0{stop}b}"), "0".__eq__))


def _is_sum(number: int, named: Numbers) -> bool:
    """Whether a number is a sum of the named numbers."""
    if number % gcd(*named):
        return False
    if len(named) == 1 or (number >= named[0] * named[-1] and gcd(*named) == 1):
        return True
    if number > LARGEST_TABLE:
        raise BudgetError(_("whether {number} is a sum is worked out up to 10^6").format(number=format_value(number)))
    return bool(_sums(named, number + 1) >> number & 1)


def _independent(named: Numbers) -> Numbers:
    """The numbers that are no sums of smaller ones."""
    kept: Numbers = ()
    for number in named:
        if not kept or not _is_sum(number, kept):
            kept = (*kept, number)
    return kept
