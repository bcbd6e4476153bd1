"""The theorems that turn a repetition seen in finitely many nim-values into one that holds for ever.

Each theorem covers some codes and says how many values prove a periodicity it is shown; `proves` checks every
hypothesis against the values. Notation: the code's last digit is d_k, at most c heaps are left by a move, and the
sequence has been seen to satisfy G(n + p) = G(n) + s for n >= n0 as far as it is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, ClassVar

from cgt.codes.code import Digit, Parts
from cgt.proofs.decision import breaking_heap
from cgt.proofs.option_automaton import OptionAutomaton, first_heap
from cgt.proofs.recheck_pattern import pattern_lasts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity

WAYS = 3_000_000
UNORDERED = {None, Parts.ANY, Parts.EQUAL}
TAKE = Digit.of_mask(3)
PLAIN = {Digit.of_mask(mask) for mask in range(4)}


class Theorem(ABC):
    """A sufficient condition for a periodicity to hold for ever, for the codes it covers."""

    name: ClassVar[str]
    statement: ClassVar[str]
    reference: ClassVar[str]
    plain: ClassVar[bool] = True
    """Whether the theorem is about plain periods, saltus 0."""

    @abstractmethod
    def covers(self, code: HeapCode) -> bool:
        """Whether the theorem speaks of this game."""

    @abstractmethod
    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """How many values, of the heaps from 0, decide whether this periodicity is proved."""

    def window(self, code: HeapCode, count: int) -> int:
        """How many values at the end must recur before a periodicity is worth a look, with `count` values known."""
        return count // 3

    def affordable(self, code: HeapCode, found: Periodicity) -> bool:
        """Whether the hypotheses can be checked in a few seconds."""
        return True

    def proves(self, code: HeapCode, found: Periodicity, values: Sequence[int], *, again: bool = False) -> bool:
        """Whether these values, from heap 0 on, prove the periodicity for ever; `again`, by `holds_again`."""
        holds = self.holds_again if again else self.holds
        return (
            self.covers(code)
            and (found.saltus == 0 if self.plain else found.saltus >= 0)
            and len(values) >= self.needed(code, found)
            and found.first_failure(values) is None
            and self.affordable(code, found)
            and holds(code, found, values)
        )

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The theorem's own hypotheses, the repetition itself apart."""
        return True

    def holds_again(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """As `holds`, for who checks a proof: by other code, where the hypotheses take more than a comparison."""
        return self.holds(code, found, values)

    def breaks_by(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> int | None:
        """A heap by which the periodicity is known to fail, though these values show it; None if it is not known to."""
        return None


class RepeatedWindow(Theorem):
    """Finite sets of takes: the last k values decide all that follow.

    For n > k, taking and never breaking, G(n) is a function of G(n-1), …, G(n-k), the same for every n: that a digit
    may demand or forbid an empty rest only matters for n <= k. So when the k values from max(n0, 1) on come again p
    later, everything after them does.
    """

    name = "repeated window"
    statement = "k consecutive nim-values that occur again, k the greatest take, determine all that follows"
    reference = "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"

    def covers(self, code: HeapCode) -> bool:
        """Finite codes that only take."""
        return code.last is not None and code.is_taking

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """Two windows, a period apart."""
        return max(found.preperiod, 1) + found.period + (code.last or 0)

    def window(self, code: HeapCode, count: int) -> int:
        """As many as the greatest take."""
        return max(code.last or 0, 1)


class GuySmith(Theorem):
    """At most c heaps left, d_k the last digit, N0 = max(n0, 1): the values up to c(N0 + p - 1) + k prove the period.

    Let m > c(N0 + p - 1) + k and suppose G(x + p) = G(x) for N0 <= x, x + p < m. An option of m has a heap of at least
    (m - k)/c > N0 + p - 1; making it p smaller leaves it nonempty and gives an option of m - p of the same value. An
    option of m - p has a heap of at least N0, and making it p larger gives an option of m of the same value. So
    G(m) = G(m - p). For c = 2 this is Guy and Smith's theorem with the least bound the argument gives: values of the
    heaps up to 2·N0 + 2p + k - 2.
    """

    name = "Guy-Smith"
    statement = "G(n + p) = G(n) for all heaps n + p <= c(n0 + p - 1) + k implies it for ever"
    reference = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"

    def covers(self, code: HeapCode) -> bool:
        """Finite codes that leave a bounded number of heaps, without constraints."""
        return (
            code.last is not None
            and code.most_parts is not None
            and all(parts in {None, Parts.ANY} for digit in code.digits for parts in digit.allowed)
        )

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """All up to c(N0 + p - 1) + k."""
        heaps = max(code.most_parts or 0, 1)
        return heaps * (max(found.preperiod, 1) + found.period - 1) + (code.last or 0) + 1


class GuySmithConstrained(Theorem):
    """At most two heaps left, some demanded equal or unequal: the values up to 2·N0 + 3P + k - 1 prove the period.

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
        """Finite codes that leave at most two heaps, some of them constrained."""
        return code.last is not None and code.most_parts == 2 and not code.is_octal

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """All up to 2·N0 + 3P + k - 1."""
        equal = any(digit.constraint(2) is Parts.EQUAL for digit in code.digits)
        period = found.period * (2 if equal and found.period % 2 else 1)
        return 2 * max(found.preperiod, 1) + 3 * period + (code.last or 0)


class AllBut(Theorem):
    """Any number may be taken except finitely many, the greatest x: when the state comes again, everything does.

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
        """Codes that only take, with the digit 3 repeating."""
        return (
            code.tail == (TAKE,)
            and not (code.digits and code.digits[0])
            and all(digit in PLAIN for digit in code.digits)
        )

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """A period beyond every excepted take and the preperiod."""
        return max(found.preperiod, 1) + found.period + 2 * len(code.digits)

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The state at the end is the state a period earlier."""
        late = len(values)
        early = late - found.period
        width = len(code.digits) - 1
        if early - width <= max(found.preperiod, 0):
            return False
        return _unspent(values, early, width, 0) == _unspent(values, late, width, found.saltus)


class BinaryAutomaton(Theorem):
    """Whether an arithmetic period lasts for ever is decidable, and decided, for three heaps, endless codes and more.

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
        """Codes with a tail, or that leave three heaps or four; of those only all-equal ones may be demanded."""
        most = code.most_parts
        demanded = {parts for digit in (*code.digits, *code.tail) for parts in digit.allowed[3:]}
        return most is not None and most <= 4 and (most > 2 or bool(code.tail)) and demanded <= UNORDERED

    def affordable(self, code: HeapCode, found: Periodicity) -> bool:
        """Some millions of ways to choose the heaps left, each up to a multiple of the period."""
        span = lcm(found.period, len(code.tail)) if code.tail else 0
        sizes = max(found.preperiod, 1) + found.period
        moves = len(code.digits) + span
        return found.saltus >= 0 and moves * comb(sizes + max(code.most_parts or 0, 1), code.most_parts or 0) <= WAYS

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """The heaps below n0, a period, and as many as can have an option all of whose heaps are below n0."""
        return max(first_heap(code, found), max(found.preperiod, 1) + found.period)

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The automaton finds no heap that breaks the pattern."""
        return self.breaks_by(code, found, values) is None

    def holds_again(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """A second automaton, which shares no code with the first, finds none either."""
        return pattern_lasts(code, found, values)

    def breaks_by(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> int | None:
        """A heap by which the pattern breaks."""
        return _breaks_by(code, found, tuple(map(int, values[: max(found.preperiod, 1) + found.period])))


THEOREMS: tuple[Theorem, ...] = (RepeatedWindow(), GuySmith(), GuySmithConstrained(), AllBut(), BinaryAutomaton())


def theorem_named(name: str) -> Theorem | None:
    """The theorem of that name, or None.

    >>> theorem_named("Guy-Smith").name
    'Guy-Smith'
    """
    return next((theorem for theorem in THEOREMS if theorem.name == name), None)


def theorems_for(code: HeapCode) -> tuple[Theorem, ...]:
    """The theorems that speak of a code.

    >>> from cgt.codes.code import HeapCode
    >>> [theorem.name for theorem in theorems_for(HeapCode.parse("0.77"))]
    ['Guy-Smith']
    """
    return tuple(theorem for theorem in THEOREMS if theorem.covers(code))


@lru_cache(maxsize=64)
def _breaks_by(code: HeapCode, found: Periodicity, values: tuple[int, ...]) -> int | None:
    return breaking_heap(OptionAutomaton(code, found, values))


def _unspent(values: Sequence[int], at: int, width: int, lift: int) -> tuple[int, list[int | None]]:
    """The greatest value below heap `at`, and the last `width` values, None where spent; all of them `lift` less."""
    spent = set(map(int, values[: at - width]))
    window = [None if int(value) in spent else int(value) - lift for value in values[at - width : at]]
    return max(map(int, values[:at])) - lift, window
