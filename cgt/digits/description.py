"""The description of an automaton's set by a sentence, such as `x <= y & x mod 3 == 0 | y <= x & y mod 3 == 0`.

The sentence is looked for on a box of small numbers: comparisons, remainders, nim-sums and sets that have a name, alone
or two together, as parts of the set, and few parts that cover it. That it speaks of the same set is decided, for all
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import combinations, permutations, product
from math import gcd
from operator import or_
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.repetition import least_periodicity
from cgt.digits.decide import define
from cgt.digits.expressions import BELOW, DOPEY, OF_DIGITS, SHIFT, VILE, named_sets
from cgt.digits.formula import Formula, Predicate, Term
from cgt.digits.grammar import NIM_SUM, parse_sentence
from cgt.digits.linear import no_addition
from cgt.digits.work import Work
from cgt.errors import BudgetError, NoAdditionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.digits.automaton import Automaton
    from cgt.digits.system import NumberSystem


@attrs.frozen
class _Reach:
    """The bounds of a look: the box's side, and the greatest numbers of each use in a sentence.

    Attributes:
        side: the box's.
        factor, constant, divisor, period: the greatest in comparisons and remainders.
        part: the greatest number that one is multiplied with, or divided by, before it is in a set with a name.
    """

    side: int
    factor: int
    constant: int
    divisor: int
    period: int
    part: int


REACHES = {1: _Reach(160, 1, 20, 24, 8_192, 7), 2: _Reach(24, 3, 5, 7, 31, 1), 3: _Reach(9, 1, 3, 4, 4, 1)}
"""The reach of a description, by the count of numbers; sets of four and more are not described."""

LARGEST_SIDE = 128
"""The greatest side of a box of pairs that is chosen by their number system."""

MOST_PARTS = 6
GREATEST_NIM_SUM = 15
"""The greatest number that a nim-sum is compared with."""

GREATEST_SHIFT = 3
"""The greatest number that is added to one that is in a set with a name."""

NEGATION = 24
"""The letters that a reader would rather read than `~`."""

WRITING = 8
"""The price of a set of digits, in letters: a reader has to write the number down."""

LONGEST = 160
"""A longer sentence tells a reader nothing."""

MOST_STATES = 20_000
"""A sentence that takes more states on the way is passed over."""

LENGTH_WEIGHTS = (0.1, 0.5, 1.0, 2.0)
"""The weights of the length of a part beside the members that it covers, in turn."""


@attrs.frozen
class _Turn:
    """The period of a set along its first number, and what stands at the borders between members and others.

    Attributes:
        preperiod, period: from where on it comes again, and after how many numbers.
        remainders: at the borders within the period, where it is no divisor in reach.
        constants: at the last borders before it, of a set of single numbers, where they are out of reach.
    """

    preperiod: int
    period: int
    remainders: Sequence[int]
    constants: Sequence[int]


_DIGITS = re.compile(rf"\b(?:{'|'.join(OF_DIGITS)})\(")
"""A set of digits, whose numbers have to be written down."""

_SET = re.compile(r"[a-z0-9]\(")
"""The end of a set's name, and the bracket behind it."""


@attrs.frozen
class _Part:
    """A sentence, and the tuples of the box for which it holds, as bits."""

    text: str
    bits: int
    cost: int = attrs.field(init=False)

    @cost.default
    def _cost_of_its_text(self) -> int:
        """The length, and something for each part, each set, each `<`, since `<=` reads as well, and more for `~`."""
        return _length(self.text) + 4 + 2 * (self.text.count(" < ") + len(_SET.findall(self.text)))


def _length(text: str) -> int:
    """The length of a sentence to its reader, for whom `dopey(n) | n == 0` is shorter than `~vile(n)`."""
    return len(text) + NEGATION * text.count("~")


def _writing(text: str) -> int:
    """The price of the sets of digits in a sentence, in letters."""
    return WRITING * len(_DIGITS.findall(text))


def description(automaton: Automaton, names: Sequence[str]) -> str | None:
    """The shortest sentence found that holds for the numbers that an automaton accepts and no others; None for none.

    `cgt.digits.rules` reads it again, with the number system behind it where it speaks of digits in one that needs to
    be named. That both agree on all numbers is decided.

    >>> from cgt.digits.system import kary
    >>> automaton = define(parse_sentence("exists m: x + y == 2m & x <= y"), kary())
    >>> description(automaton, ("x", "y"))
    'x <= y & (x + y) mod 2 == 0'
    """
    reach = REACHES.get(automaton.tracks)
    if reach is None or no_addition(automaton.system):
        return None
    turn = _turn(automaton, reach)
    side = max(reach.side, 0 if turn is None else turn.preperiod + 2 * turn.period, _side_of_three_digits(automaton))
    box = np.indices((side,) * automaton.tracks).reshape(automaton.tracks, -1)
    members = _bits(automaton.accepts_box(*(side,) * automaton.tracks).ravel())
    divisors = [*range(3, reach.divisor + 1)]
    literals = list(_literals(box, names, reach))
    if turn is not None:
        literals += _up_to(box[0], names[0], turn.constants)
        if turn.remainders:
            divisors.append(turn.period)
            literals += _remainders(box[0], names[0], turn.period, turn.remainders)
    literals += _equal_remainders(box, names, divisors)
    sets = named_sets(automaton.system)
    literals += _named(box, names, sets, reach.part)
    if automaton.tracks > 1 and BELOW in sets:
        literals += _below(box, names, sets)
        if len(automaton.system.recurrence) > 1:  # else it is the product with a number
            literals += _appended(box, names, sets)
    if NIM_SUM in sets:
        literals += _nim_sums(box, names)
    parts = _parts(members, (1 << box.shape[1]) - 1 - members, literals)
    plain = [part for part in parts if not _DIGITS.search(part.text)]
    texts = dict.fromkeys([*_covers(members, parts), *_covers(members, plain)])
    for text in sorted(texts, key=lambda text: (_length(text) + _writing(text), text.count("!="))):
        with suppress(BudgetError, NoAdditionError):  # too many states
            if len(text) <= LONGEST and _set_of(parse_sentence(text, sets), automaton, names) == automaton:
                return text + _clause(text, automaton.system)
    return None


def _side_of_three_digits(automaton: Automaton) -> int:
    """The side of a box of pairs of which some have three digits, as Fraenkel's systems need; 0 where it is large."""
    system = automaton.system
    side = 2 * system.place(2)
    return side if automaton.tracks == 2 and len(system.recurrence) > 1 and side <= LARGEST_SIDE else 0


def _clause(text: str, system: NumberSystem) -> str:
    """The clause that names the number system of a sentence on digits; empty where it is the usual one."""
    if str(system) == "base 2" or not _DIGITS.search(text):
        return ""
    return f"; base {str(system).removeprefix('base ')}"


def _set_of(sentence: Formula, automaton: Automaton, names: Sequence[str]) -> Automaton:
    return define(sentence, automaton.system, tuple(names), work=Work(MOST_STATES))


def _bits(answers: NDArray[Any]) -> int:
    return int.from_bytes(np.packbits(answers, bitorder="little").tobytes(), "little")


def _literals(box: NDArray[Any], names: Sequence[str], reach: _Reach) -> Iterator[_Part]:
    """Comparisons and remainders of small sums of the numbers."""

    def term(factors: Sequence[int], constant: int = 0) -> Term:
        return Term({name: factor for name, factor in zip(names, factors, strict=True) if factor}, constant)

    for factors in product(range(reach.factor, -reach.factor - 1, -1), repeat=len(names)):
        used = [factor for factor in factors if factor]
        if used and used[0] > 0 and gcd(*used) == 1:
            values = np.tensordot(factors, box, 1)
            most = reach.constant + 3 * (len(used) == 1)
            for constant in range(-most, most + 1):
                value = term(factors, -constant)
                yield _Part(str(value == 0), _bits(values == constant))
                yield _Part(_at_most(value), _bits(values <= constant))
                yield _Part(_at_most(-value), _bits(values >= constant))
    for divisor in range(2, reach.divisor + 1):
        for factors in sorted(product(range(divisor), repeat=len(names)), reverse=True):
            used = [factor for factor in factors if factor]
            if used and used[0] == 1 and (sum(used) <= 3 or divisor <= 4):
                divided = f"{term(factors)}" if len(used) == 1 else f"({term(factors)})"
                yield from _remainders(np.tensordot(factors, box, 1), divided, divisor, range(divisor))


def _remainders(numbers: NDArray[Any], divided: str, divisor: int, remainders: Iterable[int]) -> Iterator[_Part]:
    """Comparisons of what is left of numbers modulo a divisor."""
    values = numbers % divisor
    for remainder in remainders:
        for sign, answers in (
            ("==", values == remainder),
            ("!=", values != remainder),
            ("<=", values <= remainder),
            (">=", values >= remainder),
        )[: 1 if divisor == 2 else None]:  # of two remainders it is one or the other
            yield _Part(f"{divided} mod {divisor} {sign} {remainder}", _bits(answers))


def _equal_remainders(box: NDArray[Any], names: Sequence[str], divisors: Iterable[int]) -> Iterator[_Part]:
    """Equations of the remainders of two numbers."""
    for divisor in divisors:
        for one, other in combinations(range(len(names)), 2):
            equal = box[one] % divisor == box[other] % divisor
            for sign, answers in (("==", equal), ("!=", ~equal)):
                text = f"{names[one]} mod {divisor} {sign} {names[other]} mod {divisor}"
                yield _Part(text, _bits(answers))


def _turn(automaton: Automaton, reach: _Reach) -> _Turn | None:
    """The period along the first number; None for none in reach, and for a long one with many borders."""
    numbers = 2 * reach.period
    answers = automaton.accepts_box(numbers, *(1,) * (automaton.tracks - 1)).ravel()
    known = least_periodicity(answers.tobytes(), plain=True)
    if known is None:
        return None
    first, last = np.split(answers[: known.preperiod + known.period], [known.preperiod])
    borders = known.preperiod + np.flatnonzero(last != np.roll(last, 1))
    is_long = known.period > reach.divisor
    if is_long and len(borders) > 2 * MOST_PARTS:
        return None
    remainders = {*(borders % known.period).tolist(), *((borders - 1) % known.period).tolist()} if is_long else ()
    early = [*np.flatnonzero(first[1:] != first[:-1]).tolist()[-MOST_PARTS:], known.preperiod - 1]
    near = {number for border in early for number in (border, border + 1) if number > reach.constant}
    constants = near if automaton.tracks == 1 else ()
    return _Turn(known.preperiod, known.period, sorted(remainders), sorted(constants))


def _up_to(numbers: NDArray[Any], name: str, constants: Iterable[int]) -> Iterator[_Part]:
    """Comparisons of numbers with constants."""
    for constant in constants:
        yield _Part(f"{name} <= {constant}", _bits(numbers <= constant))
        yield _Part(f"{constant} <= {name}", _bits(numbers >= constant))


def _named(box: NDArray[Any], names: Sequence[str], sets: Mapping[str, Predicate], most: int) -> Iterator[_Part]:
    """The sets of single numbers that have a name, and what is not in them, of a number or of one made from it."""
    met: list[Automaton] = []
    for called, known in sets.items():
        if known.relation.tracks == 1 and known.automaton not in met:  # lower Wythoff numbers are vile in Zeckendorf
            met.append(known.automaton)
            members = known.automaton.accepts_box(most * (int(box.max()) + GREATEST_SHIFT) + 1)
            for name, numbers in zip(names, box, strict=True):
                for text, values in _made_from(name, numbers, most):
                    yield _Part(f"{called}({text})", _bits(members[values]))
                    yield _Part(f"~{called}({text})", _bits(~members[values]))


def _made_from(name: str, numbers: NDArray[Any], most: int) -> Iterator[tuple[str, NDArray[Any]]]:
    """Numbers soon after given ones, multiples of them, and their quotients, each with its text."""
    for factor, shift in product(range(1, most + 1), range(GREATEST_SHIFT + 1)):
        if gcd(factor, shift) == 1 or factor == 1:
            yield str(Term({name: factor}, shift)), factor * numbers + shift
    for divisor in range(2, most + 1):
        for shift in range(divisor):
            term = Term({name: 1}, shift)
            yield f"{f'({term})' if shift else term} // {divisor}", (numbers + shift) // divisor


def _below(box: NDArray[Any], names: Sequence[str], sets: Mapping[str, Predicate]) -> Iterator[_Part]:
    """Pairs of numbers, or of ones near them, of which one is less than each part of the other."""
    side, near = int(box.max()) + GREATEST_SHIFT + 1, range(-1, GREATEST_SHIFT + 1)
    pairs = sets[BELOW].automaton.accepts_box(side, side)
    for (one, number), (other, numbers) in permutations(zip(names, box, strict=True), 2):
        for more, further in product(near, repeat=2):
            answers = pairs[number + more, numbers + further] & (number + more >= 0) & (numbers + further >= 0)
            yield _Part(f"{BELOW}({Term({one: 1}, more)}, {Term({other: 1}, further)})", _bits(answers))


def _appended(box: NDArray[Any], names: Sequence[str], sets: Mapping[str, Predicate]) -> Iterator[_Part]:
    """Pairs of numbers, or of ones soon after them, of which one is the other with a zero appended.

    With how many zeros end the lesser one, they are parts by themselves, to which something may be added.
    """
    side = int(box.max()) + GREATEST_SHIFT + 1
    pairs = sets[SHIFT].automaton.accepts_box(side, side)
    ends = {called: sets[called].automaton.accepts_box(side) for called in (VILE, DOPEY)}
    for one, other in permutations(range(len(names)), 2):
        for more, further in product(range(GREATEST_SHIFT + 1), repeat=2):
            number, longer = Term({names[one]: 1}, more), Term({names[other]: 1}, further)
            answers = pairs[box[one] + more, box[other] + further]
            yield _Part(f"{SHIFT}({number}, {longer})", _bits(answers))
            for called, members in ends.items():
                text = f"{called}({number}) & {SHIFT}({number}, {longer})"
                yield _Part(text, _bits(answers & members[box[one] + more]))


def _nim_sums(box: NDArray[Any], names: Sequence[str]) -> Iterator[_Part]:
    """Equations of the nim-sum of two numbers or more."""
    for count in range(2, len(names) + 1):
        for chosen in combinations(range(len(names)), count):
            values = np.bitwise_xor.reduce(box[list(chosen)])
            text = " xor ".join(names[each] for each in chosen)
            for constant in range(GREATEST_NIM_SUM + 1):
                yield _Part(f"{text} == {constant}", _bits(values == constant))


def _at_most(value: Term) -> str:
    """The sentence that a term is at most 0: `x < y` rather than `x + 1 <= y`."""
    has_two_sides = min(value.coefficients.values()) < 0 < max(value.coefficients.values())
    if value.constant == 1 and has_two_sides:
        return str(value - 1 <= 0).replace("<=", "<")
    return str(value <= 0)


def _parts(members: int, others: int, literals: Sequence[_Part]) -> list[_Part]:
    """Literals, and conjunctions of two, that hold for members alone; of those that hold for the same the shortest."""
    results: dict[int, _Part] = {}

    def is_shorter(known: dict[int, _Part], bits: int, cost: int) -> bool:
        return bits not in known or cost < known[bits].cost

    wider: dict[int, _Part] = {}
    for literal in literals:
        known = wider if literal.bits & others else results
        if literal.bits & members and is_shorter(known, literal.bits, literal.cost):
            known[literal.bits] = literal
    open_parts = sorted(wider.values(), key=lambda part: part.cost)
    wrong = _rows([part.bits & others for part in open_parts], others.bit_length())
    for first, second in np.argwhere(np.triu(wrong @ wrong.T == 0, 1)).tolist():
        one, other = open_parts[first], open_parts[second]
        bits = one.bits & other.bits
        cost = one.cost + other.cost - 1  # with the three letters of ` & `, and with one part less
        if bits and is_shorter(results, bits, cost):  # most are not, and are not written
            results[bits] = _Part(f"{one.text} & {other.text}", bits)
    return list(results.values())


def _rows(sets: Sequence[int], size: int) -> NDArray[np.float32]:
    """Sets of numbers below `size`, each as a row of zeros and ones: products of rows count what two have in common."""
    width = -(-size // 8)
    packed = np.frombuffer(b"".join(each.to_bytes(width, "little") for each in sets), np.uint8)
    return np.unpackbits(packed.reshape(len(sets), width), axis=1).astype(np.float32)


def _covers(members: int, parts: Sequence[_Part]) -> Iterator[str]:
    """Disjunctions of few parts that together hold for all members, the part that covers most first."""
    for weight in LENGTH_WEIGHTS:
        left, chosen = members, list[_Part]()
        while left and parts and len(chosen) < MOST_PARTS:
            best = max(parts, key=lambda part: (part.bits & left).bit_count() / part.cost**weight)
            if not best.bits & left:
                break
            chosen.append(best)
            left &= ~best.bits
        if chosen and not left:
            for part in sorted(chosen, key=lambda part: -part.cost):
                if not members & ~reduce(or_, (other.bits for other in chosen if other is not part), 0):
                    chosen.remove(part)
            yield " | ".join(part.text for part in chosen)
