"""The second check whether a pattern of nim-values lasts for ever, from the rule and the pattern.

Shares no code with `cgt.theory.option_automaton`, which finds what lasts: a certificate is checked here
by other means than those that made it.

Let F be the sequence that follows the pattern G(n + p) = G(n) + s, n >= n0, for ever, and N = max(n0, 1). If F is right
below N, then F = G if and only if for every n >= N the options of heap n, by F, have every value below F(n) and not
F(n) itself. A heap below N is a constant. Any other is N + r + p·q with 0 <= r < p, and is worth F(N + r) + s·q. So for
n = N + t + p·m, an option is a choice of constants and of residues r, which leaves

    m = carry + the sum of weight·q,        w = fixed XOR the values (value + s·q)

to be solved in numbers q >= 0. Both sides are read here from the last binary digit to the first, a digit of every q
guessed at each step; `carry`, `fixed` and each `value` then stand for what is carried to the digits above. What can be
left when some digits of m and w are read, whatever was guessed, is a set of such equations, and there are finitely many
sets. Where 2^g divides s, the g last digits of w do not depend on q: they belong to the choice.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import lcm
from typing import TYPE_CHECKING

from cgt.core.code import Constraint, Digit, HeapCode
from cgt.errors import NotApplicableError

if TYPE_CHECKING:
    from cgt.core.repetition import Periodicity

Unknown = tuple[int, int, int]
"""A number q: 1 if it tells in the value (else 0), its weight in the sum of sizes, the value it tells in."""

Remains = tuple[int, int, bool, tuple[Unknown, ...]]
"""Heaps that a move may leave: the sum of sizes for q = 0, the XOR of the values known, tied, the unknown numbers."""

Equations = tuple[int, int, bool, tuple[Unknown, ...]]
"""The carry, the fixed part of the value, tied (the last two numbers must differ yet), the unknown numbers, sorted."""

State = tuple[frozenset[Equations], int, int]
"""The equations left, the carry of the heap's own value, and -1, 0 or 1 as the digits read of w compare with its."""


def pattern_lasts(code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
    """Whether the sequence that continues a pattern for ever satisfies the mex rule from heap max(n0, 1) on.

    With that, and with all values below max(n0, 1) right, it is the code's nim-sequence. Time and memory grow with the
    ways to leave heaps below max(n0, 1) + p, and steeply with s / 2^g.

    Args:
        code: a code that leaves a bounded number of heaps; three or more only unconstrained or all equal.
        periodicity: preperiod n0, period p, saltus s.
        values: the values of the heaps from 0, at least to n0 + p.

    Raises:
        NotApplicableError: the code leaves heaps without bound, or three or more of different sizes.

    >>> from cgt.core.code import HeapCode
    >>> from cgt.core.repetition import Periodicity
    >>> pattern_lasts(HeapCode.parse("4.[3]"), Periodicity(1, 4, 4), [0, 1, 2, 4, 3])
    True
    >>> pattern_lasts(HeapCode.parse("4.[3]"), Periodicity(1, 4, 4), [0, 1, 2, 3, 4])
    False
    """
    if periodicity.period < 1 or periodicity.preperiod < 0 or periodicity.saltus < 0 or min(values) < 0:
        return False
    if periodicity.saltus > 2 * periodicity.period:
        return False  # no play from n counters has more than 2n moves, so no value is above 2n
    start = max(periodicity.preperiod, 1)
    worth = [periodicity.value(heap, values) for heap in range(start + periodicity.period)]
    steady = periodicity.saltus & -periodicity.saltus  # the last binary digits of a value that it never changes
    places = steady.bit_length() - 1 if steady else max(worth).bit_length()
    options = _options(code, start, worth, places)
    own = [divmod(value, 1 << places) for value in worth[start:]]
    return _DigitWalk(periodicity.saltus >> places).agrees(
        (frozenset(options[place, last]), first, _compare(last, last_of_own))
        for place, (first, last_of_own) in enumerate(own)
        for last in range(1 << places)
    )


def _options(code: HeapCode, start: int, worth: list[int], places: int) -> dict[tuple[int, int], set[Equations]]:
    """The equations of the options of heaps `start` + place + p·m with given last digits, by (place, digits)."""
    period, heaps = len(worth) - start, _Heaps(start, worth, places)
    block = lcm(period, len(code.tail)) if code.tail else 0
    options: dict[tuple[int, int], set[Equations]] = defaultdict(set)
    for taken in range(len(code.digits) + block):
        # Taking from the tail, one may take any number of whole blocks more.
        blocks = [] if taken < len(code.digits) else [(0, block // period, 0)]
        for size, known, tied, unknowns in heaps.left(code.digit(taken)):
            carry, place = divmod(taken + size - start, period)
            equations = (carry, known >> places, tied, tuple(sorted([*blocks, *unknowns])))
            options[place, known % (1 << places)].add(equations)
    return options


class _Heaps:
    """The heaps that a move may leave, constants below `start` or residues, by number and constraint."""

    def __init__(self, start: int, worth: list[int], places: int) -> None:
        self.single: list[Remains] = [(size, worth[size], False, ()) for size in range(1, start)]
        for size in range(start, len(worth)):
            value, known = divmod(worth[size], 1 << places)
            self.single.append((size, known, False, ((1, 1, value),)))
        self.many: list[set[Remains]] = [{(0, 0, False, ())}]

    def left(self, digit: Digit) -> Iterator[Remains]:
        """The choices that a digit allows."""
        if digit.more:
            raise NotApplicableError("a pattern is decided for codes that leave a bounded number of heaps")
        for heaps, constraint in enumerate(digit.allowed):
            if constraint is Constraint.EQUAL:
                yield from self.equal(heaps)
            elif constraint is Constraint.ANY:
                yield from self.any(heaps)
            elif constraint:
                if heaps > 2:
                    raise NotApplicableError("a pattern is not decided for three heaps of different sizes")
                yield from self.distinct()

    def any(self, heaps: int) -> set[Remains]:
        """The choices of that many heaps of any sizes, built one at a time, equal ones merged."""
        while len(self.many) <= heaps:
            self.many.append({_together(remains, single) for remains in self.many[-1] for single in self.single})
        return self.many[heaps]

    def equal(self, heaps: int) -> Iterator[Remains]:
        """The choices of that many heaps of one size: their values cancel in pairs."""
        odd = heaps % 2
        for size, known, tied, unknowns in self.single:
            yield size * heaps, known * odd, tied, tuple((odd, heaps, value * odd) for _place, _one, value in unknowns)

    def distinct(self) -> Iterator[Remains]:
        """The choices of two heaps of different sizes; of one residue, until a digit of their numbers q differs."""
        for one, other in combinations_with_replacement(self.single, 2):
            size, known, _untied, unknowns = _together(one, other)
            if one is not other or unknowns:
                yield size, known, one is other, unknowns


def _together(one: Remains, other: Remains) -> Remains:
    return one[0] + other[0], one[1] ^ other[1], False, tuple(sorted(one[3] + other[3]))


class _DigitWalk:
    """A reader of m and w digit by digit, for a saltus without the powers of two that the choice accounts for."""

    def __init__(self, saltus: int) -> None:
        self.saltus = saltus
        self.after = cache(self._after)
        self.after_all = cache(self._after_all)
        self.ends = cache(self._ends)

    def agrees(self, starts: Iterable[State]) -> bool:
        """Whether options have every value below the heap's own, and not its own, whatever digits are read.

        Short m and w come first: a pattern that breaks, breaks at a small heap more often than not.
        """
        states = set(starts)
        waiting = deque(states)
        while waiting:
            options, own, order = waiting.popleft()
            # The digits may end here. Then m and w go on with zeros, and the heap's own value with `own`.
            below = own > 0 or order < 0
            if (below or order == 0) and any(map(self.ends, options)) is not below:
                return False
            for digit_m, digit_w in product((0, 1), repeat=2):
                grown = own + self.saltus * digit_m
                higher = _compare(digit_w, grown % 2) or order
                state = (self.after_all(options, digit_m, digit_w), grown // 2, higher)
                if state not in states:
                    states.add(state)
                    waiting.append(state)
        return True

    def _after_all(self, options: frozenset[Equations], digit_m: int, digit_w: int) -> frozenset[Equations]:
        left: set[Equations] = set()
        for equations in options:
            left |= self.after(equations).get((digit_m, digit_w), set())
        return frozenset(left)

    def _after(self, equations: Equations) -> dict[tuple[int, int], set[Equations]]:
        """The equations after one digit of m and w, for every digit of the numbers q."""
        carry, fixed, tied, unknowns = equations
        left: dict[tuple[int, int], set[Equations]] = defaultdict(set)
        for digits in product((0, 1), repeat=len(unknowns)):
            total, value, above = carry, fixed, []
            for digit, (pattern_text, weight, part) in zip(digits, unknowns, strict=True):
                grown = part + pattern_text * self.saltus * digit
                total += weight * digit
                value ^= grown
                above.append((pattern_text, weight, grown // 2))
            still = tied and digits[-1] == digits[-2]
            left[total % 2, value % 2].add((total // 2, fixed // 2, still, tuple(sorted(above))))
        return left

    def _ends(self, equations: Equations) -> bool:
        """Whether the equations have a solution when m and w go on with zeros and the numbers q are free."""
        met, waiting = {equations}, [equations]
        while waiting:
            carry, fixed, tied, unknowns = one = waiting.pop()
            if not (carry or fixed or tied or any(part for _place, _weight, part in unknowns)):
                return True
            new = self.after(one).get((0, 0), set()) - met
            met |= new
            waiting += new
        return False


def _compare(one: int, other: int) -> int:
    return (one > other) - (one < other)
