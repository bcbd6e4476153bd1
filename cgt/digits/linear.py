"""Linear equations, inequalities and addition as automata, built from the places of the number system.

What the digits read so far are worth when D more places follow is a number for each D; these numbers obey the
system's recurrence, so the first few of them are all there is to remember. They stay within bounds, or it is settled
that the sum can no more be made up for. In a Pisot base they are finitely many (C. Frougny, *Representations of numbers
and finite automata*, 1992; C. Frougny and B. Solomyak, *On representation of integers in linear numeration systems*,
1996); in others they need not be.

The system's words in order count through the numbers, so the order alone determines the next number. An automaton
adds if and only if x + 0 = x, and x + (y + 1) is the number next to x + y: by induction on y nothing else does.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import exact_repr, format_decimal, format_int
from cgt.digits.automaton import Automaton, combine, conjunction, valid_parts
from cgt.digits.automaton_arrays import check_steps, columns, digits_of, least_word
from cgt.digits.constructions import Part, product
from cgt.digits.system import DEAD, NumberSystem
from cgt.digits.work import Work
from cgt.errors import NoAdditionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.digits.automaton_arrays import Steps


MOST_STATES = 100_000
"""Terms that a person writes never need more; in a base that is not Pisot the states never end."""

BEYOND = 1 << 60
"""Stands for a worth that no further digits can balance; negated, for one that stays below 0."""

AT_ONCE = 1 << 17
"""The number of letters read at once."""

BYTES_LOOKED_AT = 24
"""The bytes that a letter takes meanwhile, for each number and each place ahead."""

PLACES_AHEAD = 61
"""The greatest number of places ahead: a pattern of so many bits, and one more, is a number of 64 bits."""


def no_addition(system: NumberSystem) -> str | None:
    """The reason why no automaton is known to add in this system; None where addition is known.

    >>> from cgt.digits.system import takeaway
    >>> no_addition(takeaway(3)), no_addition(takeaway(4))[:35]
    (None, 'the base of takeaway(4n) is not Pis')
    """
    order = len(system.recurrence)
    polynomial = np.array([1, *(-c for c in system.recurrence)], float)
    sizes = sorted(np.abs(np.roots(polynomial)), reverse=True)
    if order == 1 or sizes[1] < 1 - 1e-9:
        return None
    reason = _(
        "the base of {system} is not Pisot: the roots of its recurrence have the sizes {first} and {second}, and only "
        "where all but the first are below 1 is addition known to be done by an automaton"
    )
    first, second = (format_decimal(size, 4) for size in sizes[:2])
    return reason.format(system=system, first=first, second=second)


def linear(system: NumberSystem, coefficients: tuple[int, ...], constant: int, *, at_most: bool) -> Automaton:
    """The tuples x with c_1·x_1 + … + c_k·x_k + constant = 0, or <= 0 when `at_most`.

    Raises:
        NoAdditionError: the system's base is not Pisot, and this is no mere comparison of two numbers.

    >>> from cgt.digits.system import zeckendorf
    >>> double = linear(zeckendorf(), (2, -1), 0, at_most=False)
    >>> list(double.members(9))
    [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8)]
    """
    if is_comparison(coefficients, constant, at_most=at_most):
        if constant:  # x < y is the complement of y <= x
            return ~_comparison(system, ascending=coefficients[0] != 1, at_most=True)
        return _comparison(system, ascending=coefficients[0] == 1, at_most=at_most)
    reason = no_addition(system)
    equation = _equation(system, coefficients, constant, at_most=at_most) if reason is None else reason
    if isinstance(equation, str):
        raise NoAdditionError(equation)
    return equation


@MEMORY.cache("automata of equations")
def _equation(system: NumberSystem, coefficients: tuple[int, ...], constant: int, *, at_most: bool) -> Automaton | str:
    """The automaton, or the reason why there is none; both take long to find, and are cached."""
    try:
        return _Equation(system, coefficients, constant, at_most=at_most).automaton()
    except NoAdditionError as error:
        return str(error)


def is_comparison(coefficients: tuple[int, ...], constant: int, *, at_most: bool) -> bool:
    """Whether the terms only compare two numbers: x = y, x <= y or x < y.

    >>> is_comparison((1, -1), 1, at_most=True), is_comparison((1, -1), 1, at_most=False)
    (True, False)
    """
    return sorted(coefficients) == [-1, 1] and (constant == 0 or (constant == 1 and at_most))


@MEMORY.cache("automata of comparisons")
def _comparison(system: NumberSystem, *, ascending: bool, at_most: bool) -> Automaton:
    """The relation x <= y or x >= y, or x = y, by the first digit that differs; in any system."""
    digits = range(system.digit_count)
    steps = np.full((3, system.digit_count**2), DEAD, np.int32)
    for x, y in itertools.product(digits, digits):
        order = (x > y) - (x < y) if ascending else (y > x) - (y < x)
        steps[:, x * system.digit_count + y] = (order % 3, 1, 2)  # 0: alike so far; 2: less; 1: greater
    compared = Automaton.made(system, 2, steps, np.array([True, False, at_most]))
    return combine(system, 2, [compared], lambda ends: ends[0])


class _Equation:
    """The search for the states of an equation, breadth first.

    A state is a row of numbers: the states of the tracks' valid words; 1 when it is settled, for every number of places
    that may follow, whether the relation holds, and else 0; the window of worths, or the pattern of what is settled.
    """

    def __init__(self, system: NumberSystem, coefficients: tuple[int, ...], constant: int, *, at_most: bool) -> None:
        self.system, self.constant, self.at_most = system, constant, at_most
        self.order = len(system.first)
        self.tracks = len(coefficients)
        self.letters = digits_of(system.digit_count, self.tracks).astype(np.int64)
        self.far = self.order + 1  # how many places ahead are looked at
        while system.place(self.far) < 1 << 30 and self.far < PLACES_AHEAD:
            self.far += 1
        # The worth after one more digit, looked at with up to `far` places to follow, is below this.
        greatest = 4 * self.order * system.digit_count * system.place(self.far)
        if (sum(map(abs, coefficients)) + abs(constant)) * greatest >= BEYOND:
            shown = ", ".join(map(exact_repr, coefficients))
            raise NoAdditionError(f"the coefficients {shown} are too large for an automaton in {system}")
        self.coefficients = np.array(coefficients, np.int64)
        self.places = np.array([system.place(index) for index in range(self.far)], np.int64)
        self.ahead = self._ahead()
        self.more = int(self.coefficients[self.coefficients > 0].sum())
        self.less = -int(self.coefficients[self.coefficients < 0].sum())
        self.highest = _largest_endings(system, self.far)

    def _ahead(self) -> NDArray[np.int64]:
        """The matrix from the first `order` worths to the worths with 0, 1, …, far - 1 places to follow."""
        rows = list(np.eye(self.order, dtype=np.int64))
        while len(rows) < self.far:
            rows.append(sum((c * rows[-j] for j, c in enumerate(self.system.recurrence, 1)), np.zeros_like(rows[0])))
        return np.array(rows)

    def automaton(self) -> Automaton:
        read = BYTES_LOOKED_AT * self.tracks * self.far * len(self.letters)
        check_memory(read, f"the letters of an equation of {self.tracks} numbers")
        level = np.zeros((1, self.tracks + 1 + self.order), np.int64)
        numbers = {level.tobytes(): 0}
        rows, states = [], [level]
        while len(level):
            met = []
            for block in np.array_split(level, -(-len(level) * len(self.letters) // AT_ONCE)):
                row, fresh = self._read(block, numbers)
                rows.append(row)
                met.append(fresh)
                self._check(len(numbers))
            level = np.concatenate(met)
            states.append(level)
        ends = self._ends(np.concatenate(states))
        return Automaton.made(self.system, self.tracks, np.concatenate(rows), ends)

    def _read(self, block: NDArray[np.int64], numbers: dict[bytes, int]) -> tuple[Steps, NDArray[np.int64]]:
        """The numbers of the states after one more letter, and the new ones among them, which are numbered here."""
        after, alive = self._after(block)
        distinct, back = np.unique(after[alive], axis=0, return_inverse=True)
        keys = [row.tobytes() for row in distinct]
        fresh = [index for index, key in enumerate(keys) if key not in numbers]
        for index in fresh:
            numbers[keys[index]] = len(numbers)
        row = np.full(len(after), DEAD, np.int32)
        row[alive] = np.array([numbers[key] for key in keys], np.int32)[back.ravel()]
        return row.reshape(len(block), len(self.letters)), distinct[fresh]

    def _check(self, states: int) -> None:
        """Check that there is room for so many states; raises `NoAdditionError` or `MemoryBudgetError`."""
        check_steps(states, len(self.letters), f"an equation of {self.tracks} numbers")
        if states > MOST_STATES:
            coefficients = ", ".join(map(str, self.coefficients))
            raise NoAdditionError(
                f"an equation with the coefficients {coefficients} needs more than "
                f"{format_int(MOST_STATES, group=True)} states in {self.system}"
            )

    def _after(self, level: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The states after every letter, and whether each can still lead to acceptance."""
        tracks, count = self.tracks, len(self.letters)
        valid_steps = np.array(self.system.steps, np.int64)
        before = np.repeat(level, count, axis=0)
        letters = np.tile(self.letters, (len(level), 1))
        after = np.empty_like(before)
        after[:, :tracks] = valid_steps[before[:, :tracks], letters]
        alive = (after[:, :tracks] != DEAD).all(axis=1)
        settled = before[:, tracks] == 1
        worth = before[:, tracks + 1 :]
        following = worth[:, ::-1][:, : len(self.system.recurrence)] @ np.array(self.system.recurrence, np.int64)
        weight = letters @ self.coefficients
        shifted = np.column_stack([worth[:, 1:], following])
        beyond = np.abs(shifted) == BEYOND
        shifted += np.where(beyond, 0, weight[:, None] * self.places[: self.order])
        after[:, tracks], after[:, tracks + 1 :] = settled, shifted
        pattern = worth[:, 0]
        constant_end = pattern & (1 << self.far)
        after[settled, tracks + 1 :] = 0
        after[settled, tracks + 1] = (pattern >> 1 | constant_end)[settled]
        open_rows = np.flatnonzero(alive & ~settled)
        self._settle(after, open_rows)
        dead = (after[:, tracks] == 1) & (after[:, tracks + 1] == 0)
        return after, alive & ~dead

    def _settle(self, after: NDArray[np.int64], rows: NDArray[Any]) -> None:
        """Mark the states whose result is settled, however many places follow.

        Up to `far` places are looked at one by one, with the largest number that can follow. Beyond, what follows in D
        places adds at most more·(U_D - 1) and takes away at most less·(U_D - 1). If the worth exceeds less·U_D by a
        number of at least 0 for as many D as the recurrence looks back, it does by as much for all larger D, for the
        recurrence has no negative coefficient; in the same way if it falls short of -more·U_D.
        """
        worth = after[rows][:, self.tracks + 1 :] @ self.ahead.T + self.constant
        ranges = self.highest[after[rows][:, : self.tracks]]  # rows, tracks, places
        added = np.einsum("rtp,t->rp", ranges, np.maximum(self.coefficients, 0))
        taken = np.einsum("rtp,t->rp", ranges, np.maximum(-self.coefficients, 0))
        never = (ranges < 0).any(axis=1)  # no valid word ends so
        too_high, too_low = never | (worth > taken), worth < -added
        sure = too_high | (worth <= -added if self.at_most else too_low)
        last, places = worth[:, -self.order :] - self.constant, self.places[-self.order :]
        high = (last - self.less * places).min(axis=1) >= max(0, 1 - self.less - self.constant)
        low = (-last - self.more * places).min(axis=1) >= max(0, 1 - self.more + self.constant)
        settled = sure.all(axis=1) & (high | low)
        # Of a worth that the recurrence does not go on from, only that it is out of reach is remembered.
        low_places = slice(self.tracks + 1, self.tracks + 1 + self.order - len(self.system.recurrence))
        beyond = np.where(too_high | (not self.at_most), BEYOND, -BEYOND)
        remembered = np.where(sure, beyond, worth - self.constant)
        after[rows, low_places] = remembered[:, : self.order - len(self.system.recurrence)]
        holds = ~too_high if self.at_most else np.zeros_like(too_high)
        pattern = holds @ (1 << np.arange(self.far, dtype=np.int64))
        if self.at_most:
            pattern |= low.astype(np.int64) << self.far
        chosen = rows[settled]
        after[chosen, self.tracks] = 1
        after[chosen, self.tracks + 1 :] = 0
        after[chosen, self.tracks + 1] = pattern[settled]

    def _ends(self, states: NDArray[np.int64]) -> NDArray[np.bool_]:
        valid = np.array(self.system.ends)[states[:, : self.tracks]].all(axis=1)
        worth = states[:, self.tracks + 1]
        total = worth + self.constant
        holds = total <= 0 if self.at_most else total == 0
        return np.asarray(valid & np.where(states[:, self.tracks] == 1, worth & 1 == 1, holds))


@MEMORY.cache("largest endings")
def _largest_endings(system: NumberSystem, far: int) -> NDArray[np.int64]:
    """The greatest value of an ending of a valid word, by state and number of places; -1 where there is none.

    Valid words in order count through the numbers, so what may follow is worth 0, 1, 2, … up to it.
    """
    steps, counts = np.array(system.steps), [np.array(system.ends, np.int64)]
    for _step in range(far - 1):
        counts.append(np.append(counts[-1], 0)[steps].sum(axis=1))
    return np.stack(counts, axis=1) - 1


@MEMORY.cache("automata of numbers")
def number_automaton(system: NumberSystem, value: int) -> Automaton:
    """The automaton of the set of one number, from its digits.

    >>> from cgt.digits.system import kary
    >>> list(number_automaton(kary(), 10**30).members())
    [(1000000000000000000000000000000,)]
    """
    digits = system.digits(value)
    steps = np.full((len(digits) + 1, system.digit_count), DEAD, np.int32)
    for place, digit in enumerate(digits):
        steps[place, digit] = place + 1
    steps[0, 0] = 0
    return Automaton.made(system, 1, steps, np.append(np.zeros(len(digits), np.bool_), np.True_))


@attrs.frozen
class Refuted:
    """A counterexample to addition by an automaton for x + y = z."""

    axiom: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.axiom} fails for {', '.join(map(str, self.numbers))}"


@MEMORY.cache("automata of successors")
def successor(system: NumberSystem) -> Automaton:
    """The automaton of the pairs (x, x + 1), by definition: x < y, and no number stands between.

    >>> from cgt.digits.system import takeaway
    >>> list(successor(takeaway(4)).members(5))
    [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    less = linear(system, (1, -1), 0, at_most=True) - linear(system, (1, -1), 0, at_most=False)
    between = conjunction(system, 3, [(less, (0, 1)), (less, (1, 2))], Work()).project(1)
    return less - between


def addition_fault(add: Automaton) -> Refuted | None:
    """A counterexample that shows an automaton of three tracks not to add; None where it is right for all numbers.

    >>> from cgt.digits.system import zeckendorf
    >>> addition_fault(linear(zeckendorf(), (1, 1, -1), 0, at_most=False)) is None
    True
    >>> print(addition_fault(linear(zeckendorf(), (1, 2, -1), 0, at_most=False)))
    x + (y + 1) = (x + y) + 1 fails for 0, 0, 1, 0, 1
    """
    system = add.system
    zero = number_automaton(system, 0)
    with_zero = conjunction(system, 3, [(add, (0, 1, 2)), (zero, (1,))], Work()).project(1)
    wrong = (with_zero ^ linear(system, (1, -1), 0, at_most=False)).least()
    if wrong is not None:
        return Refuted("x + 0 = x", wrong)
    following = successor(system)
    positive = following.project(0)
    wrong = conjunction(system, 3, [(add, (0, 1, 2)), (zero, (2,)), (positive, (1,))], Work()).least()
    if wrong is not None:
        return Refuted("x + y > 0 for y > 0", wrong)
    # x, y, y + 1, w, w + 1: x + y = w just when x + (y + 1) = w + 1
    parts = [
        *(Part(following.steps, following.ends, columns(system.digit_count, 5, chosen)) for chosen in ((1, 2), (3, 4))),
        *valid_parts(system, 5, range(1, 5)),
        *(Part(add.steps, add.ends, columns(system.digit_count, 5, c), needed=False) for c in ((0, 1, 3), (0, 2, 4))),
    ]
    steps, ends = product(parts, Work(), lambda ends: ends[0] & ends[1] & ends[2] & (ends[3] ^ ends[4]), first=True)
    word = least_word(steps, ends, system.digit_count, 5)
    return None if word is None else Refuted("x + (y + 1) = (x + y) + 1", tuple(map(system.number, word)))


MOST_DIGITS_TO_ADD = 21
"""The greatest number of digits of a system in which addition is proved: the proof has a letter for every five of them,
and takes half a minute for 21."""


@MEMORY.cache("automata of addition")
def addition(system: NumberSystem) -> Automaton:
    """The triples (x, y, x + y), verified.

    Raises:
        NoAdditionError: no automaton is known to add in this system, or it has too many digits.

    >>> from cgt.digits.system import zeckendorf
    >>> addition(zeckendorf())
    <Automaton of 16 states, 3 tracks in zeckendorf>
    """
    if system.digit_count > MOST_DIGITS_TO_ADD:
        raise NoAdditionError(
            f"addition in {system} is not proved here: it has {system.digit_count} digits, and more than "
            f"{MOST_DIGITS_TO_ADD} take minutes and many gigabytes"
        )
    add = linear(system, (1, 1, -1), 0, at_most=False)
    wrong = addition_fault(add)
    if wrong is not None:
        raise NoAdditionError(f"the automaton found for {system} does not add: {wrong}")
    return add
