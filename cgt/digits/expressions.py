"""Regular expressions over digits, which name sets of numbers; and the named sets.

expression = word { "|" word }
word       = { piece [ "*" | "+" | "?" ] }
piece      = digit | "." | "[" digit … "]" | "(" expression ")"

The greatest place comes first, and zeros in front never matter.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.reading import SignReader
from cgt.digits.formula import Predicate
from cgt.digits.grammar import NIM_SUM
from cgt.errors import ParseError

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton
    from cgt.digits.system import NumberSystem

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


def recognised_by(expression: str, system: NumberSystem) -> Automaton:
    """The numbers of which a word of the expression gives the digits, with or without leading zeros.

    Raises:
        ParseError: with the place that cannot be read; or the automaton has very many states.

    >>> from cgt.digits.system import kary
    >>> list(recognised_by("1(01)*", kary()).members(90))
    [(1,), (5,), (21,), (85,)]
    """
    from cgt.digits.automaton import Automaton

    arrows = _Arrows(system.digit_count)
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
        for digit in range(system.digit_count):
            after = arrows.after(states, digit)
            if after and after not in numbers:
                numbers[after] = len(met)
                met.append(after)
            row.append(numbers.get(after, -1))
        rows.append(row if rows else [0, *row[1:]])
        if len(met) > MOST_STATES:
            message = "the automaton of this expression has more than {most} states"
            raise ParseError(message.format(most=format_int(MOST_STATES, group=True)))
    import numpy as np

    ends = np.array([last in states for states in met])
    return Automaton.made(system, 1, np.array(rows, np.int32), ends) & Automaton.everything(system, 1)


def named_sets(system: NumberSystem) -> dict[str, Predicate]:
    """The sets that have a name and are read in this number system.

    >>> from cgt.digits.system import zeckendorf
    >>> list(named_sets(zeckendorf()))
    ['fib', 'lower', 'upper', 'vile', 'dopey', 'shift', 'below']
    """
    from cgt.digits.system import number_system

    named = {
        name: recognised_by(expression, system)
        for name, (base, expression) in NAMED.items()
        if number_system(base) == system
    }
    sets = {name: Predicate(name, automaton) for name, automaton in (named | _of_digits(system)).items()}
    return nim_sum_sets(system) | sets


def _of_digits(system: NumberSystem) -> dict[str, Automaton]:
    """The automata of the sets of digits that are read in any number system."""
    import numpy as np

    from cgt.digits.automaton import Automaton

    def of(tracks: int, steps: list[list[int]], ends: list[bool]) -> Automaton:
        every = Automaton.everything(system, tracks)
        return Automaton.made(system, tracks, np.array(steps, np.int32), np.array(ends)) & every

    digits = range(system.digit_count)
    # No digit but 0 so far; then an even number of zeros behind the last one; then an odd number.
    zeros = [[after if digit == 0 else 1 for digit in digits] for after in (0, 2, 1)]
    ends = {VILE: of(1, zeros, [False, True, False]), DOPEY: of(1, zeros, [False, False, True])}
    if system.digit_count > PAIRED_DIGITS:
        return ends
    pairs = list(product(digits, repeat=2))
    # Each digit comes again one place higher, where it is awaited.
    shift = [[other if digit == awaited else -1 for digit, other in pairs] for awaited in digits]
    # The first number is 0 so far; then it is less than the last part seen of the second, which has no further one.
    below = [
        [0 if digit == 0 else 1 if other == 0 or digit < other else -1 for digit, other in pairs],
        [1 if other == 0 else -1 for _digit, other in pairs],
    ]
    return ends | {SHIFT: of(2, shift, [awaited == 0 for awaited in digits]), BELOW: of(2, below, [True, True])}


def nim_sum_sets(system: NumberSystem) -> dict[str, Predicate]:
    """The predicate that the nim-sum of three numbers is 0, as `x xor y` is read; none in most systems.

    >>> from cgt.digits.system import kary
    >>> nim_sum, = nim_sum_sets(kary()).values()
    >>> nim_sum.automaton.accepts(3, 5, 6), nim_sum.automaton.accepts(3, 5, 8), nim_sum_sets(kary(3))
    (True, False, {})
    """
    from cgt.digits.automaton import Automaton
    from cgt.digits.system import kary

    digits = system.digit_count
    if digits not in {2, 4, 8, 16} or system != kary(digits):
        return {}
    row = [-1 if one ^ other ^ third else 0 for one, other, third in product(range(digits), repeat=3)]
    return {NIM_SUM: Predicate(NIM_SUM, Automaton.of(system, 3, [row], [True]))}


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
