"""The theorems that prove a period for ever from finitely many values: ours, and those of packages.

Notation of all theorems: the code's last digit is d_k, at most c heaps are left by a move, and the sequence has been
seen to satisfy G(n + p) = G(n) + s for n >= n0 as far as it is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, lcm
from typing import ClassVar

from cgt.core.code import GUY_SMITH, Constraint, Digit, HeapCode
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_value
from cgt.core.plugins import Plugin, plugin_objects
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.errors import PluginError
from cgt.theory.verify.pattern import pattern_lasts


class Theorem(ABC):
    """A theorem that proves a period for ever from finitely many nim-values of a game with a code.

    Most theorems are a sufficient condition for a periodicity to last: `covers` and `needed` must be written, and
    further hypotheses go into `holds`.

    Attributes:
        name: in reports and certificates: no two theorems share one, and it never changes.
        statement: what it says, in one sentence.
        reference: the source: author, title, year.
        plain: whether it is about plain periods, of saltus 0.
    """

    name: ClassVar[str]
    statement: ClassVar[str]
    reference: ClassVar[str]
    plain: ClassVar[bool] = True

    @abstractmethod
    def covers(self, code: HeapCode) -> bool:
        """Whether the theorem covers this game."""

    @abstractmethod
    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values, of the heaps from 0, that decide whether this periodicity is proved."""

    def window(self, code: HeapCode, count: int) -> int:
        """The number of last values, of `count` known ones, that must recur before a periodicity is a candidate."""
        return count // 3

    def affordable(self, code: HeapCode, periodicity: Periodicity) -> bool:
        """Whether the hypotheses can be checked in a few seconds."""
        return True

    def holds(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the theorem's own hypotheses hold, apart from the repetition itself."""
        return True

    def verified(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the hypotheses hold, by code independent of `holds` where there is any."""
        return self.holds(code, periodicity, values)

    def candidate(self, code: HeapCode, values: Sequence[int]) -> Periodicity | None:
        """A periodicity that these values show and that the theorem could prove, perhaps with more values."""
        periodicity = least_periodicity(values, window=self.window(code, len(values)), plain=self.plain)
        return periodicity if periodicity is not None and self.affordable(code, periodicity) else None

    def proves(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether these values, from heap 0 on, prove the periodicity for ever; every hypothesis is checked."""
        return self._is_ready(code, periodicity, values) and self.holds(code, periodicity, values)

    def verifies(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether these values prove the periodicity, with `verified` in place of `holds`."""
        return self._is_ready(code, periodicity, values) and self.verified(code, periodicity, values)

    def refutes(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the periodicity is known to fail, though these values show it; most theorems cannot tell."""
        return False

    def _is_ready(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        return (
            self.covers(code)
            and (periodicity.saltus == 0 if self.plain else periodicity.saltus >= 0)
            and len(values) >= self.needed(code, periodicity)
            and periodicity.first_failure(values) is None
            and self.affordable(code, periodicity)
        )


class RepeatedWindow(Theorem):
    """The theorem for finite sets of takes: the last k values determine all that follow.

    For n > k, taking and never breaking, G(n) is a function of G(n-1), …, G(n-k), the same for every n: that a digit
    may demand or forbid an empty rest only matters for n <= k. So when the k values from max(n0, 1) on come again p
    later, everything after them does.
    """

    name = "repeated window"
    statement = "k consecutive nim-values that occur again, k the greatest take, determine all that follows"
    reference = "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"

    def covers(self, code: HeapCode) -> bool:
        """Whether the code is finite and only takes."""
        return code.last is not None and code.is_taking

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values, from heap 0, up to the end of the second of two windows that lie a period apart."""
        return max(periodicity.preperiod, 1) + periodicity.period + (code.last or 0)

    def window(self, code: HeapCode, count: int) -> int:
        """The number of last values that must recur: the greatest take."""
        return max(code.last or 0, 1)


class GuySmith(Theorem):
    """The theorem for moves that leave at most c heaps: values up to c(max(n0, 1) + p - 1) + k prove the period.

    Let m > c(N0 + p - 1) + k and suppose G(x + p) = G(x) for N0 <= x, x + p < m. An option of m has a heap of at least
    (m - k)/c > N0 + p - 1; making it p smaller leaves it nonempty and gives an option of m - p of the same value. An
    option of m - p has a heap of at least N0, and making it p larger gives an option of m of the same value. So
    G(m) = G(m - p). For c = 2 this is Guy and Smith's theorem with the least bound the argument gives: values of the
    heaps up to 2·N0 + 2p + k - 2.
    """

    name = "Guy-Smith"
    statement = "G(n + p) = G(n) for all heaps n + p <= c(n0 + p - 1) + k implies it for ever"
    reference = GUY_SMITH

    def covers(self, code: HeapCode) -> bool:
        """Whether the code is finite and leaves a bounded number of heaps, without constraints."""
        return code.masks is not None

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values up to c(N0 + p - 1) + k."""
        heaps = max(code.most_parts or 0, 1)
        return heaps * (max(periodicity.preperiod, 1) + periodicity.period - 1) + (code.last or 0) + 1


class GuySmithConstrained(Theorem):
    """The Guy-Smith theorem extended to codes that leave at most two heaps, some of them constrained.

    P is p, or 2p when p is odd and some digit demands equal heaps. Let m >= 2·N0 + 3P + k. Unequal heaps (a, b), a < b,
    of an option of m: b > N0 + P, and (a, b - P) is an option of m - P of the same value unless b - P = a; then the
    value is 0, a >= N0 + P, and (a - P, a + P) is an unequal option of m - P of value 0. Backwards, (a, b + P) is
    unequal with (a, b). Equal heaps have value 0 and exist for a rest that is even and positive; since P is even where
    that matters, m and m - P have such options together. Other options go as in Guy and Smith's proof. So the sequence
    has period P from N0 on for ever, and with it the period p that P's stretch was seen to have.
    """

    name = "Guy-Smith, constrained"
    statement = "the Guy-Smith argument, extended to two heaps demanded equal (=) or unequal (!)"
    reference = "after R. K. Guy and C. A. B. Smith (1956); the argument stands in the documentation of the class"

    def covers(self, code: HeapCode) -> bool:
        """Whether the code is finite and leaves at most two heaps, some of them constrained."""
        return code.last is not None and code.most_parts == 2 and not code.is_octal

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values up to 2·N0 + 3P + k - 1."""
        equal = any(digit.constraint(2) is Constraint.EQUAL for digit in code.digits)
        period = periodicity.period * (2 if equal and periodicity.period % 2 else 1)
        return 2 * max(periodicity.preperiod, 1) + 3 * period + (code.last or 0)


TAKE = Digit.of_mask(3)
PLAIN = {Digit.of_mask(mask) for mask in range(4)}


class UnspentValues(Theorem):
    """The theorem for all-but sets: a period follows when the values that may still occur recur, up to the saltus.

    G(n) is the least v such that every earlier heap m of value v has n - m among the excepted takes. So a value that
    occurs below n - x is spent for ever; the other values are those of the last x heaps that are not spent (each with
    the places where it stands) and the fresh ones above the greatest value so far. Which place of that list G(n) takes
    depends on nothing else. If the lists at n and at n + p agree, place by place and the values s apart, the greatest
    value s apart as well, then by induction G(m + p) = G(m) + s for every m >= n; and below n it was seen. A digit that
    demands or forbids an empty rest only matters for heaps up to x. There are finitely many orders of such lists,
    which is why these games always become arithmetic periodic.
    """

    name = "all-but state"
    statement = "the unspent values of the last x heaps, x the greatest excepted take, come again with the saltus added"
    reference = "A. N. Siegel, Combinatorial Game Theory (2013), chapter IV; the argument stands in the class"
    plain = False

    def covers(self, code: HeapCode) -> bool:
        """Whether the code only takes, with the digit 3 repeating."""
        return (
            code.tail == (TAKE,)
            and not (code.digits and code.digits[0])
            and all(digit in PLAIN for digit in code.digits)
        )

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values for a period beyond every excepted take and the preperiod."""
        return max(periodicity.preperiod, 1) + periodicity.period + 2 * len(code.digits)

    def holds(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the state at the end is the state a period earlier."""
        late = len(values)
        early = late - periodicity.period
        width = len(code.digits) - 1
        if early - width <= max(periodicity.preperiod, 0):
            return False
        return _unspent(values, early, width, 0) == _unspent(values, late, width, periodicity.saltus)


def _unspent(values: Sequence[int], at: int, width: int, lift: int) -> tuple[int, list[int | None]]:
    """The greatest value below `at` and the last `width`, less `lift`; None for one that can occur no more."""
    spent = set(map(int, values[: at - width]))
    window = [None if int(value) in spent else int(value) - lift for value in values[at - width : at]]
    return max(map(int, values[:at])) - lift, window


WAYS = 3_000_000
"""The greatest number of ways to choose the heaps left, or the last digits of a value, that are tried: seconds."""

UNORDERED = {None, Constraint.ANY, Constraint.EQUAL}


class BinaryAutomaton(Theorem):
    """The decision by a binary automaton whether an arithmetic period lasts, for three heaps, endless codes and more.

    Let G(n + p) = G(n) + s for n >= n0 among the values at hand, and let F be the sequence that goes on so. The first
    heaps, to `OptionAutomaton.first`, are seen to have G = F. For the others, "the values of the options that F gives
    to heap n are all that are below F(n), and not F(n)" speaks of additions and XORs of multiples only, which finite
    automata carry out digit by digit: so an automaton tells for which n it is true. If that is all n, G = F by
    induction. If not, the pattern breaks. Nothing else is asked of the game: no power of two as saltus (Kenyon's 0.3F
    has 3), no digits that divide in three at both parities, as in the theorems of R. B. Austin (1976) and of S. Howse
    and R. J. Nowakowski (Theoret. Comput. Sci. 313, 2004), whose games are covered.
    """

    name = "binary automaton"
    statement = "an automaton that reads binary digits finds no heap where the pattern fails to reproduce itself"
    reference = (
        "J. R. Büchi, Weak second-order arithmetic and finite automata, Z. Math. Logik Grundlagen Math. 6 (1960)"
    )
    plain = False

    def covers(self, code: HeapCode) -> bool:
        """Whether the code has a tail, or leaves three or four heaps; of constraints, equality of all heaps alone."""
        most = code.most_parts
        if most is None or most > 4 or (most < 3 and not code.tail):
            return False
        return {constraint for digit in (*code.digits, *code.tail) for constraint in digit.allowed[3:]} <= UNORDERED

    def affordable(self, code: HeapCode, periodicity: Periodicity) -> bool:
        """Whether the choices of heaps left, up to multiples of the period, and of last digits are some millions."""
        span = lcm(periodicity.period, len(code.tail)) if code.tail else 0
        sizes = max(periodicity.preperiod, 1) + periodicity.period
        moves = len(code.digits) + span
        most = code.most_parts or 0
        ways = moves * comb(sizes + most, most)
        last_digits = periodicity.period * (periodicity.saltus & -periodicity.saltus)
        return periodicity.saltus >= 0 and max(ways, last_digits) <= WAYS

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """The number of values up to the end of the first period, and at least up to `first_heap`."""
        from cgt.theory.option_automaton import first_heap  # automata, which most codes do without

        return max(first_heap(code, periodicity), max(periodicity.preperiod, 1) + periodicity.period)

    def holds(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the automaton finds no heap that breaks the pattern."""
        return self.breaks_by(code, periodicity, values) is None

    def verified(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether a second automaton, which shares no code with the first, finds none either."""
        return pattern_lasts(code, periodicity, values)

    def refutes(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the automaton finds a heap that breaks the pattern, which the known values do not."""
        asked = (
            self.covers(code) and self.affordable(code, periodicity) and len(values) >= self.needed(code, periodicity)
        )
        return asked and self.breaks_by(code, periodicity, values) is not None

    def breaks_by(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> int | None:
        """A heap that breaks the pattern, or None."""
        return _breaks_by(
            code, periodicity, tuple(map(int, values[: max(periodicity.preperiod, 1) + periodicity.period]))
        )


@MEMORY.cache("breaks of periods", 64)
def _breaks_by(code: HeapCode, periodicity: Periodicity, values: tuple[int, ...]) -> int | None:
    from cgt.theory.option_automaton import OptionAutomaton, breaking_heap

    return breaking_heap(OptionAutomaton(code, periodicity, values))


class NoSaltus(Theorem):
    """The theorem that a finite code which leaves at most two heaps has no saltus, under any constraint.

    Suppose G(n + p) = G(n) + s for n >= n0 with s > 0, so that G(n) lies within a constant C of n·s/p. Then heap n has
    about n·s/p values among its options, all those below G(n). The options with fewer than two heaps, or with a heap
    below n0, have boundedly many. Of two heaps a and b, x = G(a) and y = G(b) add up to some N within 2C + ks/p of
    n·s/p: boundedly many sums N. From x + y = N the value v = x XOR y satisfies N = v + 2u where u = x AND y has no
    digit 1 in common with v. The number f(N) of such v obeys f(2N + 1) = f(N) and f(2N) = f(N) + f(N - 1): it is
    Stern's diatomic sequence, which grows as N to the power 0.695 at most. So heap n has fewer values than it needs,
    once n is large. A negative saltus is impossible since no nim-value is negative.
    """

    name = "no saltus for two heaps"
    statement = "where bounded takes leave at most two heaps, the saltus of an arithmetic period is 0"
    reference = "after R. B. Austin, Impartial and partisan games (1976); the argument is the class's"

    def covers(self, code: HeapCode) -> bool:
        """Whether the code has no tail and leaves at most two heaps."""
        return code.last is not None and code.most_parts is not None and code.most_parts < 3

    def needed(self, code: HeapCode, periodicity: Periodicity) -> int:
        """0, since the theorem needs no values."""
        return 0

    def candidate(self, code: HeapCode, values: Sequence[int]) -> Periodicity | None:
        """None: the theorem proves no period."""
        return None

    def holds(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """False, since the theorem proves no period."""
        return False

    def refutes(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the saltus is not 0."""
        return self.covers(code) and periodicity.saltus != 0


GROUP = "cgt.theorems"
"""The entry-point group; an entry is a `Theorem`, or a class or function that makes one without arguments."""

THEOREMS: tuple[Theorem, ...] = (
    RepeatedWindow(),
    GuySmith(),
    GuySmithConstrained(),
    UnspentValues(),
    BinaryAutomaton(),
    NoSaltus(),
)
"""The theorems of the library, in the order in which they are asked."""


def theorems() -> tuple[Theorem, ...]:
    """All theorems in the order in which they are tried: ours, and those of installed packages."""
    return (*THEOREMS, *_installed())


def theorem_named(name: str) -> Theorem | None:
    """The theorem of that name, or None.

    >>> theorem_named("Guy-Smith").name
    'Guy-Smith'
    """
    return next((theorem for theorem in theorems() if theorem.name == name), None)


def reference_of(name: str) -> str:
    """The source of the theorem of that name; the name where there is none.

    >>> reference_of("Guy-Smith")
    'R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)'
    """
    theorem = theorem_named(name)
    return name if theorem is None else theorem.reference


def theorems_for(code: HeapCode) -> Iterator[Theorem]:
    """The theorems that cover a code, in their order.

    >>> from cgt.core.code import HeapCode
    >>> [theorem.name for theorem in theorems_for(HeapCode.parse("0.77"))]
    ['Guy-Smith', 'no saltus for two heaps']
    """
    return (theorem for theorem in theorems() if theorem.covers(code))


@cache
def _installed() -> tuple[Theorem, ...]:
    """The theorems of other packages; one that cannot be loaded is left out with a warning."""
    known = list(THEOREMS)

    def loaded(plugin: Plugin) -> Theorem:
        theorem = plugin.made(Theorem)
        if isinstance(theorem, type) or not isinstance(theorem, Theorem):
            raise PluginError(
                f"{plugin} is no theorem: {format_value(theorem)} does not derive from cgt.theory.theorems.Theorem"
            )
        if any(theorem.name == other.name for other in known):
            raise PluginError(
                f"{plugin} is called {theorem.name!r}, as another theorem is: certificates go by the name"
            )
        known.append(theorem)
        return theorem

    return plugin_objects(GROUP, "theorem", loaded)
