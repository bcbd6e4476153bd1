"""Regular expressions over digits, which name sets of numbers; and the named sets.

expression = word { "|" word }
word       = { piece [ "*" | "+" | "?" ] }
piece      = digit | "." | "[" digit … "]" | "(" expression ")"

The greatest place comes first, and zeros in front never matter.
"""

from __future__ import annotations

from functools import partial
from itertools import product

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.reading import SignReader
from cgt.digits.digit_table import DigitTable, Table
from cgt.digits.formula import Predicate
from cgt.digits.grammar import NIM_SUM
from cgt.digits.system import DEAD, NumberSystem, kary, number_system
from cgt.errors import ParseError

NAMED = {
    "power2": ("base 2", "10*"),
    "power3": ("base 3", "10*"),
    "evil": ("base 2", "0*(10*10*)*"),
    "odious": ("base 2", "0*10*(10*10*)*"),
    "fib": ("zeckendorf", "10*"),
    "lower": ("zeckendorf", ".*1(00)*"),
    "upper": ("zeckendorf", ".*10(00)*"),
}
"""The sets that have a name, each with its number system: powers, numbers of an even or odd count of binary ones,
Fibonacci numbers, the lower and the upper Wythoff numbers."""

VILE, DOPEY, SHIFT, BELOW = OF_DIGITS = "vile", "dopey", "shift", "below"
"""The sets of any number system, the last two where digits are few: the numbers from 1 that end in an even or an odd
number of zeros (Fraenkel, 2012), the pairs of a number and the same with a zero appended, and those of a number less
than each part of another; its parts are its digits, each with the places behind it as zeros (Schwenk, 1970)."""

PAIRED_DIGITS = 64
"""The most digits of a number system in which `shift` and `below` are read: with 1,000 they take minutes."""

LONGEST = 1_000
DEEPEST = 20
MOST_STATES = 20_000


def recognised_by(expression: str, system: NumberSystem) -> DigitTable:
    """The numbers of which a word of the expression gives the digits, with or without leading zeros.

    Raises:
        ParseError: with the place that cannot be read; or the table has very many states.

    >>> from cgt.digits.system import kary
    >>> list(recognised_by("1(01)*", kary()).members(90))
    [(1,), (5,), (21,), (85,)]
    """
    result = DigitTable(system, 1, partial(_of_expression, expression, system.digit_count))
    result.table  # noqa: B018 - what cannot be read is refused at once
    return result


def _of_expression(expression: str, digit_count: int) -> Table:
    arrows = _Arrows(digit_count)
    reader = _Reader(expression, arrows)
    last = reader.expression(arrows.state())
    if reader.at < len(expression):
        raise reader.error(_("a digit, or the end of the expression, was expected"))
    start = arrows.closed({0})
    while (more := arrows.after(start, 0) | start) != start:  # zeros in front, read or left out
        start = more
    numbers, met, rows = dict[frozenset[int], int](), [start], list[list[int]]()
    for states in met:  # more are met meanwhile
        row = []
        for digit in range(digit_count):
            after = arrows.after(states, digit)
            if after and after not in numbers:
                numbers[after] = len(met)
                met.append(after)
            row.append(numbers.get(after, DEAD))
        rows.append(row if rows else [0, *row[1:]])
        if len(met) > MOST_STATES:
            message = "the automaton of this expression has more than {most} states"
            raise ParseError(message.format(most=format_int(MOST_STATES, group=True)))
    return rows, [last in states for states in met]


def named_sets(system: NumberSystem) -> dict[str, Predicate]:
    """The sets that have a name and are read in this number system; each is made when it is asked for.

    >>> from cgt.digits.system import zeckendorf
    >>> list(named_sets(zeckendorf()))
    ['fib', 'lower', 'upper', 'vile', 'dopey', 'shift', 'below']
    """
    count, tables = system.digit_count, dict[str, DigitTable]()
    for name, (base, expression) in NAMED.items():
        if number_system(base) == system:
            tables[name] = DigitTable(system, 1, partial(_of_expression, expression, count))
    for name, tracks, make in ((VILE, 1, _vile), (DOPEY, 1, _dopey), (SHIFT, 2, _shift), (BELOW, 2, _below)):
        if tracks == 1 or count <= PAIRED_DIGITS:
            tables[name] = DigitTable(system, tracks, partial(make, count))
    return nim_sum_sets(system) | {name: Predicate(name, table) for name, table in tables.items()}


def _vile(digit_count: int) -> Table:
    return _zeros_behind(digit_count), [False, True, False]


def _dopey(digit_count: int) -> Table:
    return _zeros_behind(digit_count), [False, False, True]


def _zeros_behind(digit_count: int) -> list[list[int]]:
    """The steps of three states: no digit but 0 so far; an even number of zeros behind the last one; an odd number."""
    return [[after, *(1,) * (digit_count - 1)] for after in (0, 2, 1)]


def _shift(digit_count: int) -> Table:
    """Each digit comes again one place higher, where it is awaited."""
    digits = range(digit_count)
    steps = [[other if digit == awaited else DEAD for digit, other in product(digits, repeat=2)] for awaited in digits]
    return steps, [awaited == 0 for awaited in digits]


def _below(digit_count: int) -> Table:
    """The first number is 0 so far; then it is less than the last part seen of the second, which has no further one."""
    pairs = list(product(range(digit_count), repeat=2))
    so_far = [0 if digit == 0 else 1 if other == 0 or digit < other else DEAD for digit, other in pairs]
    return [so_far, [1 if other == 0 else DEAD for _digit, other in pairs]], [True, True]


def nim_sum_sets(system: NumberSystem) -> dict[str, Predicate]:
    """The predicate that the nim-sum of three numbers is 0, as `x xor y` is read; none in most systems.

    >>> from cgt.digits.system import kary
    >>> nim_sum, = nim_sum_sets(kary()).values()
    >>> nim_sum.relation.accepts(3, 5, 6), nim_sum.relation.accepts(3, 5, 8), nim_sum_sets(kary(3))
    (True, False, {})
    """
    digits = system.digit_count
    if digits not in {2, 4, 8, 16} or system != kary(digits):
        return {}
    return {NIM_SUM: Predicate(NIM_SUM, DigitTable(system, 3, partial(_nim_sum, digits)))}


def _nim_sum(digit_count: int) -> Table:
    letters = product(range(digit_count), repeat=3)
    return [[DEAD if one ^ other ^ third else 0 for one, other, third in letters]], [True]


@attrs.define
class _Arrows:
    """The arrows of a nondeterministic automaton: by digit, and without reading."""

    digit_count: int
    by_digit: list[list[tuple[int, int]]] = attrs.field(factory=list)
    free: list[list[int]] = attrs.field(factory=list)

    def state(self) -> int:
        """A new state, without arrows."""
        self.by_digit.append([])
        self.free.append([])
        return len(self.free) - 1

    def closed(self, states: set[int]) -> frozenset[int]:
        """The states reached without reading."""
        result, waiting = set(states), list(states)
        while waiting:
            fresh = set(self.free[waiting.pop()]) - result
            result |= fresh
            waiting.extend(fresh)
        return frozenset(result)

    def after(self, states: frozenset[int], digit: int) -> frozenset[int]:
        """The states after reading one more digit."""
        return self.closed({to for state in states for read, to in self.by_digit[state] if read == digit})


class _Reader(SignReader):
    skips_blanks = True

    def __init__(self, text: str, arrows: _Arrows) -> None:
        if len(text) > LONGEST:
            message = "an expression of more than {longest} characters is not read"
            raise ParseError(message.format(longest=format_int(LONGEST, group=True)))
        super().__init__(text)
        self.arrows, self.depth = arrows, 0

    def expression(self, start: int) -> int:
        """The state after a word of the expression that begins in the state `start`."""
        last = self.arrows.state()
        while True:
            self.arrows.free[self.word(start)].append(last)
            if not self.takes("|"):
                return last

    def word(self, start: int) -> int:
        while self.sign and self.sign not in "|)":
            begin = self.arrows.state()
            self.arrows.free[start].append(begin)
            end = self.piece(begin)
            start = self.arrows.state()
            self.arrows.free[end].append(start)
            if self.sign and self.sign in "*+?":
                if self.sign in "*?":
                    self.arrows.free[begin].append(start)
                if self.sign in "*+":
                    self.arrows.free[end].append(begin)
                self.at += 1
        return start

    def piece(self, start: int) -> int:
        if self.takes("("):
            self.depth += 1
            if self.depth > DEEPEST:
                raise self.error(_("brackets are nested more than {deepest} deep").format(deepest=DEEPEST))
            end = self.expression(start)
            self.depth -= 1
            if not self.takes(")"):
                raise self.error(_("{text!r} was expected").format(text=")"))
            return end
        digits = self.digits()
        end = self.arrows.state()
        self.arrows.by_digit[start].extend((digit, end) for digit in digits)
        return end

    def digits(self) -> list[int]:
        """The digits that one place may have."""
        if self.takes("."):
            return list(range(self.arrows.digit_count))
        if not self.takes("["):
            return [self.digit()]
        results = [self.digit()]
        while not self.takes("]"):
            results.append(self.digit())
        return results

    def digit(self) -> int:
        sign = self.sign
        if not (sign.isascii() and sign.isdigit() and int(sign) < self.arrows.digit_count):
            most = self.arrows.digit_count - 1
            raise self.error(_("a digit from 0 to {most} was expected").format(most=most))
        self.at += 1
        return int(sign)
