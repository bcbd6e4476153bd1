"""Euclid: from two numbers, take a multiple of the smaller one from the larger one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from math import comb, gcd
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.progress import Progress, reporting
from cgt.core.reading import truth_value
from cgt.core.route import LIST_LIMIT
from cgt.errors import NotApplicableError
from cgt.families.state_form import StateForm, ValueForm
from cgt.games.heaps.number_rows import HeapNumbers, Numbers, replaced

if TYPE_CHECKING:
    from cgt.families.lesson_words import LessonWords

COLE = "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Mathematical Gazette 53 (1969)"
GURVICH = "V. Gurvich, On the misère version of game Euclid and miserable games, Discrete Mathematics 307 (2007)"
NIVASCH = "G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Mathematics 306 (2006)"


@attrs.frozen
class Euclid(HeapNumbers[int]):
    """Take a multiple of the smaller number from the larger; both stay positive, or one may become 0 (`to_zero`).

    >>> import cgt
    >>> cgt.nim_value(Euclid().position(7, 50)), cgt.outcome(Euclid(to_zero=True).position(5, 8))
    (7, <Outcome.P: 'P'>)
    >>> cgt.p_positions("euclid", 6), cgt.p_positions("euclid", 6, "misere")
    ([(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)], [(1, 2), (2, 4), (3, 4), (3, 5), (4, 5)])
    """

    name = "euclid"
    title = "Euclid"
    references = (NIVASCH, COLE, GURVICH)
    argument_form = "none, or the word zero, as in euclid(zero): a number may become 0"
    position_form = "two numbers, such as 7,50"
    example = "7,50"
    counts = range(2, 3)
    listed_heaps: ClassVar[int] = 2
    phrase = "the numbers {sizes}"
    table_axes = ("first number", "second number")

    to_zero: bool = attrs.field(default=False, validator=truth_value, metadata={"word": "zero"})

    @property
    def rules(self) -> str:
        """The rules, which depend on `to_zero`."""
        rules = _("From two positive numbers, take a multiple of the smaller one from the larger one.")
        may_be_zero = _("Whoever makes a 0 has moved last.") if self.to_zero else _("Both stay positive.")
        return f"{rules} {may_be_zero}"

    @property
    def least(self) -> int:
        """The least number in a state: 1, or 0 where a number may become 0."""
        return 0 if self.to_zero else 1

    def steps(self, state: Numbers) -> Iterator[tuple[int, Numbers]]:
        """The moves, each the new value of the larger number, with the numbers they leave in their places."""
        a, b = sorted(state)
        if a == 0:
            return
        for left in range(b - a, self.least - 1, -a):
            yield left, replaced(state, state.index(b), left)

    def after(self, state: Numbers, move: Move) -> Numbers:
        """The numbers after the move, in their places."""
        a, b = sorted(state)
        if type(move) is not int or a == 0 or not self.least <= move < b or (b - move) % a:
            raise KeyError(move)
        return replaced(state, state.index(b), move)

    def canonical(self, state: Numbers) -> Numbers:
        return tuple(sorted(state))

    def p_positions(self, stop: int, convention: Convention, progress: Progress | None = None) -> list[Numbers]:
        """The P-positions x <= y < stop, by the formulas.

        Raises:
            NotApplicableError: a fixed share of all pairs are P-positions, and there are too many of them.
        """
        if stop * stop > 2 * LIST_LIMIT:
            raise NotApplicableError(f"{self} has too many P-positions to list them all")
        (form,) = (form for form in self.closed_forms() if convention in form.conventions)
        count = max(stop - self.least, 0)
        pairs = reporting(combinations_with_replacement(range(self.least, stop), 2), comb(count + 1, 2), progress)
        return [pair for pair in pairs if form.is_p(pair, convention)]

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of the golden ratio, where both numbers stay positive."""
        if self.to_zero:
            return ""
        if convention is Convention.NORMAL:
            return _("leave two numbers of which the larger is less than 1.618 times the smaller")
        return _(
            "leave two numbers of which the larger is less than 1.618 times the smaller; but more, where they are "
            "equal multiples of neighbours in 1, 1, 2, 3, 5, 8, 13, …"
        )

    def lesson_words(self) -> LessonWords | None:
        """The texts of the lesson on this game; None where a number may become 0."""
        from cgt.games.lesson_texts import written_words  # a question is answered without

        if self.to_zero:
            return None
        return written_words("euclid")

    def closed_forms(self) -> tuple[StateForm[Numbers, int], ...]:
        return (GoldenRatio(self),) if self.to_zero else (Nivasch(self), Gurvich(self))


def _whole_part(state: Numbers) -> int:
    a, b = sorted(state)
    return (b * b - a * a) // (a * b)


def _whole_part_text(state: Numbers) -> str:
    a, b = map(format_int, sorted(state))
    return _("{b}/{a} - {a}/{b} has the whole part {value}").format(a=a, b=b, value=format_int(_whole_part(state)))


@attrs.frozen
class Nivasch(ValueForm[Numbers, int]):
    """Nivasch's closed form: the nim-value of a <= b is the integer part of b/a - a/b."""

    name = "Nivasch's formula"
    statement = "The nim-value of a <= b is the whole part of b/a - a/b."
    reference = NIVASCH

    def candidates(self, state: Numbers, value: int) -> Iterator[int]:
        """The moves to b = r + ja with quotient j of `value` or one more, or to below a: the value grows with j."""
        return _left(state, (0, value, value + 1), least=1)

    def value(self, state: Numbers) -> int:
        """The nim-value, in integer arithmetic of any size."""
        return _whole_part(state)

    def reason(self, state: Numbers, convention: Convention) -> str:
        return _whole_part_text(state)


@attrs.frozen
class Gurvich(StateForm[Numbers, int]):
    """Gurvich's closed form for misère play: Nivasch's value v, but 1 - v for kF(i) and kF(i+1), F(i) Fibonacci's.

    From those all play is forced, so that the two conventions give opposite outcomes, values 0 and 1. Every other
    position with a move to a forced one has one to a forced one of either value: with (x, y - jx) forced, so is its
    neighbour in the chain, (x, y - jx + x) or (x, y - jx - x), and one of them is an option as well. By induction its
    options have the same values in both conventions. x <= y are k times neighbours exactly when their quotients by the
    greatest common divisor satisfy y² - xy - x² = ±1 (Wasteels 1902).
    """

    name = "Gurvich's formula"
    statement = (
        "In misère play the nim-value is v, Nivasch's; but 1 - v where the numbers are kF(i) and kF(i+1), Fibonacci's."
    )
    reference = GURVICH
    conventions = (Convention.MISERE,)

    def candidates(self, state: Numbers, value: int) -> Iterator[int]:
        """The moves to at most twice the smaller number."""
        return _left(state, (0, 1, 2), least=1)

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        value = _whole_part(state)
        return 1 - value if _is_forced(state) else value

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        return self.nim_value(state, convention) == 0

    def reason(self, state: Numbers, convention: Convention) -> str:
        text = _whole_part_text(state)
        if _is_forced(state):
            text += _("; the numbers are a multiple of Fibonacci numbers, so play is forced and ends the other way")
        return text


@attrs.frozen
class GoldenRatio(StateForm[Numbers, int]):
    """The closed form of the golden ratio: N above the ratio, P below, but for equal numbers.

    In normal play equal numbers are won by making a 0. In misère play whoever makes a 0 loses, so a 0 is made from
    equal numbers alone, by force: they are lost, and the others are played as where both numbers stay positive.
    """

    name = "golden ratio"
    statement = (
        "The larger number is more than the golden ratio times the smaller: N; less: P; but equal numbers, of which a "
        "move makes a 0, are N in normal play."
    )
    reference = COLE
    conventions = (Convention.NORMAL, Convention.MISERE)

    def candidates(self, state: Numbers, value: int) -> Iterator[int]:
        """The moves to below twice the smaller number."""
        return _left(state, (0, 1), least=0)

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        """Whether b < φa, in integers: b² < ab + a²; equal numbers and 0 apart."""
        a, b = sorted(state)
        if a in {0, b}:
            return (a == 0) == (convention is Convention.NORMAL)
        return b * b <= a * b + a * a

    def reason(self, state: Numbers, convention: Convention) -> str:
        a, b = sorted(state)
        if a == 0:
            return _("a number is 0")
        if a == b:
            return _("the numbers are equal")
        if self.is_p(state, convention):
            return _("{b}/{a} is less than the golden ratio").format(a=format_int(a), b=format_int(b))
        return _("{b}/{a} is more than the golden ratio").format(a=format_int(a), b=format_int(b))


def _is_forced(state: Numbers) -> bool:
    """Whether the numbers are a multiple of neighbouring Fibonacci numbers."""
    x, y = (number // gcd(*state) for number in sorted(state))
    return abs(y * y - x * y - x * x) == 1


def _left(state: Numbers, quotients: Iterable[int], *, least: int) -> Iterator[int]:
    """The moves to b mod a + q·a for numbers a <= b and each q of `quotients`, not below `least`."""
    a, b = sorted(state)
    lefts = (b % a + quotient * a for quotient in (sorted(set(quotients)) if a else ()))
    return (left for left in lefts if least <= left < b)
