"""Mark: take a few, or divide the heap, rounded down."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _, ngettext
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm
from cgt.families.heap_game import TakingRuleset
from cgt.families.matches import heaps_of
from cgt.families.one_heap_form import OneHeapInMisere
from cgt.games.heaps.divisors import NormalPlayForm, twos

if TYPE_CHECKING:
    from cgt.core.position import Position
    from cgt.digits.moves import LinearMoves

FRAENKEL = "A. S. Fraenkel, The vile, dopey, evil and odious game players, Discrete Mathematics 312 (2012)"
GUO = "A. Guo, Winning strategies for aperiodic subtraction games, Theoretical Computer Science 421 (2012)"

MOST_READ = 16
"""The greatest t of `mark(t)` for which automata are looked for, in base t."""

MOST_STEPS = 10**6
"""The greatest product of t and the number of digits in base t with which a value takes a fraction of a second."""


@attrs.frozen
class Mark(TakingRuleset):
    """Take one, or halve the heap, rounded down; `mark(t)`: take up to t - 1, or leave a t-th, rounded down.

    >>> Mark().table().values(16)
    [0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2]
    >>> Mark(3).table().values(12)
    [0, 1, 2, 0, 3, 2, 0, 1, 3, 2, 1, 3]
    """

    name = "mark"
    title = "Mark"
    references = (
        FRAENKEL,
        "A. S. Fraenkel, Aperiodic subtraction games, Electronic Journal of Combinatorics 18 (2011)",
        GUO,
    )
    argument_form = (
        "a number t, 2 by default, such as mark(3): a move takes fewer than t, or leaves the heap divided by t, "
        "rounded down"
    )
    example = "12,7"
    _first_step = 2  # one is taken from any heap of two or more

    parts: int = attrs.field(
        default=2, repr=exact_repr, validator=WholeNumber("mark(t) needs a whole number t of at least 2", least=2)
    )

    @property
    def rules(self) -> str:
        """The rules with the number itself."""
        if self.parts == 2:
            return _("Take one object from a heap, or halve it, rounded down.")
        text = _("Take up to {few} from a heap, or leave 1/{parts} of it, rounded down.")
        return text.format(few=exact_repr(self.parts - 1), parts=exact_repr(self.parts))

    def takes(self, size: int) -> Iterable[int]:
        few = range(1, min(self.parts - 1, size) + 1)
        rest = size - size // self.parts
        return chain(few, (rest,) if rest > few.stop - 1 else ())

    def allows(self, size: int, take: int) -> bool:
        """Whether the amount is small enough, or leaves a t-th of the heap."""
        return 1 <= take <= size and (take < self.parts or take == size - size // self.parts)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy by halving, of one heap in both conventions."""
        if self.parts != 2:
            return ""
        if len(heaps_of(position)) == 1:
            if convention is Convention.MISERE:
                return _(
                    "leave a number that can be halved an odd number of times; but of the powers 1, 2, 4, 8, … leave "
                    "those that can be halved an even number of times"
                )
            return _("leave nothing, or a number that can be halved an odd number of times")
        if convention is Convention.MISERE:
            return ""
        return _(
            "a heap that can be halved an odd number of times counts nothing; any other counts 2 where a move makes it "
            "one that counts 1, else 1: leave an even number of ones and an even number of twos"
        )

    def linear_moves(self) -> LinearMoves | None:
        """The moves of one heap as formulas; None where the number of parts is no base that automata read."""
        from cgt.games.heaps.linear_moves import stated_moves

        t = self.parts
        if t > MOST_READ:
            return None
        rule = f"n: r >= 1 & r < {t} -> n - r | n >= 1 & {t}m <= n & n < {t}m + {t} -> m; base {t}"
        return stated_moves(rule, self._level_table, (1_000, 20_000))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (VileAndDopey(self) if self.parts == 2 else ReplacedRemainders(self), MisereMark(self))


@attrs.frozen
class VileAndDopey(NormalPlayForm):
    """The closed form of Mark: 0 exactly for the empty heap and for odd exponents of 2 (Fraenkel's dopey numbers).

    Of the two options of any other heap at most one is worth more than 0: it is worth 1, or 2 if that one is worth 1.
    """

    name = "vile and dopey numbers"
    statement = (
        "A heap is worth 0 exactly when it is 0 or 2 divides it an odd number of times (Fraenkel's dopey numbers)."
    )
    reference = FRAENKEL

    def value(self, size: int) -> int:
        """The nim-value; O(log n) steps."""
        if _is_dopey(size):
            return 0
        steps = 0
        while not _is_dopey(size):
            size = size - 1 if size % 2 == 0 or not _is_dopey(size - 1) else size // 2
            steps += 1
        return 1 if steps % 2 else 2

    def describe(self, size: int) -> str:
        if not size:
            return _("the empty heap is worth 0")
        often = twos(size)
        text = ngettext(
            "2 divides {size} exactly {often} time, and it is worth {value}",
            "2 divides {size} exactly {often} times, and it is worth {value}",
            often,
        )
        return text.format(size=format_int(size), often=often, value=self.value(size))


def _is_dopey(number: int) -> bool:
    return number == 0 or twos(number) % 2 == 1


@attrs.frozen
class ReplacedRemainders(NormalPlayForm):
    """The closed form of `mark(t)`: heaps tq, …, tq + t - 1 are worth 0, …, t - 1, some of them replaced.

    Any t heaps in a row have different values of 0, …, t, so a heap is worth the smaller of two: what the heap t less
    is worth, and what those between lack; or the greater of them, where q is worth the smaller. So from q = 1 on the
    row of q lacks what q is worth. The chain of q is t and, coming down to what q is worth, the value of each heap from
    1 to q that is followed by smaller ones alone: in the row of q each number of the chain, but t, is replaced by the
    next greater one. The chain is told by the t - 1 heaps before q, which are worth different numbers.

    >>> form = ReplacedRemainders(Mark(5))
    >>> form.values(25, 29), form.value(10**30)
    ([4, 1, 2, 3, 5], 5)
    """

    ruleset: Mark
    name = "replaced remainders"
    statement = (
        "A heap n is worth its remainder r by t, unless of the heaps from 1 to n/t the last worth at least r is worth "
        "r: then it is worth what the last one worth more is worth, or t where there is none."
    )
    reference = GUO

    def is_known(self, size: int) -> bool:
        """Whether a value takes few steps, or the heap is smaller than t, which is worth itself."""
        t = self.ruleset.parts
        return size < t or t * size.bit_length() <= MOST_STEPS * (t.bit_length() - 1)

    def values(self, first: int, last: int) -> list[int]:
        """The nim-values of the heaps from `first` to `last`; O((t + last - first) · log last) steps.

        Down the rows it is noted how many heaps before `last` are needed, its remainder, and how many rows before its
        own these begin; from the lowest row up, their values follow.
        """
        t, width, needed = self.ruleset.parts, last - first, list[tuple[int, int, int]]()
        while last >= t:
            last, rest = divmod(last, t)
            rows = max(0, (width - rest + t - 1) // t)
            needed.append((width, rest, rows))
            width = min(last - 1, rows + t - 1)
        values = list(range(last - width, last + 1))
        for width, rest, rows in reversed(needed):
            result = list(range(t)) if rows == len(values) else []  # the row of 0, whose numbers are not replaced
            falling = [t]
            for row, value in enumerate(values, rows + 1 - len(values)):
                while falling and falling[-1] <= value:
                    falling.pop()
                falling.append(value)
                if row >= 0:
                    worth = list(range(t))
                    for place, greater in zip(falling[1:], falling, strict=False):
                        worth[place] = greater
                    result += worth
            end = rows * t + rest + 1
            values = result[end - width - 1 : end]
        return values

    def value(self, size: int) -> int:
        return self.values(size, size)[0]

    def takes_to(self, size: int, value: int) -> Iterable[int]:
        t = self.ruleset.parts
        if size < t:
            return (size - value,) if value < size else ()
        near = self.values(size - t + 1, size - 1)
        takes = [size - heap for heap in range(size - 1, size - t, -1) if near[heap - size] == value]
        rest = size - size // t
        return [*takes, rest] if rest >= t and self.value(size // t) == value else takes

    def describe(self, size: int) -> str:
        text = _("{size} leaves {rest} when divided by {modulus}, and it is worth {value}")
        modulus = self.ruleset.parts
        return text.format(
            size=format_int(size), rest=format_int(size % modulus), modulus=format_int(modulus), value=self.value(size)
        )


@attrs.frozen
class MisereMark(OneHeapInMisere):
    """The closed form of one heap in misère play: lost where t divides it an odd number of times.

    Of the powers of t those are lost that it divides an even number of times: a heap of 1 must be taken, and those of
    2 to t lead to it. Any greater heap that t does not divide leads to the multiple of t below it and to a t-th of
    that, one of which is lost; a greater multiple of t leads to one such heap alone, a t-th of itself.

    >>> import cgt
    >>> [size for size in range(30) if cgt.outcome(f"mark {size}", "misere") is cgt.Outcome.P]
    [1, 4, 6, 10, 14, 16, 18, 22, 24, 26]
    """

    ruleset: Mark
    name = "vile and dopey numbers in misère play"
    statement = (
        "One heap is lost in misère play exactly when t divides it an odd number of times; of the powers of t, an even "
        "number of times."
    )
    reference = GUO

    def is_lost(self, size: int) -> bool:
        exponent, rest = self._parted(size)
        return (exponent % 2 == 1) != (rest == 1)

    def takes_to_lost(self, size: int) -> list[int]:
        """Those to 1, to the multiple of t below the heap, and to a t-th."""
        t = self.ruleset.parts
        return sorted({size - 1, size % t, size - size // t})

    def describe(self, size: int) -> str:
        exponent, rest = self._parted(size)
        if rest == 1:
            text = _("{size} is {parts}^{often}, and such a power is lost where the exponent is even")
        else:
            text = ngettext(
                "{parts} divides {size} exactly {often} time, and a heap that is no power of {parts} is lost where "
                "that is odd",
                "{parts} divides {size} exactly {often} times, and a heap that is no power of {parts} is lost where "
                "that is odd",
                exponent,
            )
        return text.format(size=format_int(size), parts=format_int(self.ruleset.parts), often=exponent)

    def _parted(self, size: int) -> tuple[int, int]:
        """The exponent of t in a heap, and what is left without it; 0 and 0 for the empty heap."""
        return _divided_out(size, self.ruleset.parts) if size else (0, 0)


def _divided_out(number: int, divisor: int) -> tuple[int, int]:
    """The exponent of a divisor in a number of at least 1, and what is left without it; by squares of the divisor."""
    if number % divisor:
        return 0, number
    half, rest = _divided_out(number // divisor, divisor * divisor)
    exponent = 2 * half + 1
    return (exponent, rest) if rest % divisor else (exponent + 1, rest // divisor)
