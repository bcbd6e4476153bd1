"""The second decision procedure for sentences about numbers: formulas read digit by digit, in plain Python.

What a formula says after some digits is again a formula: of an equation the worth of what was read, of a predicate a
state, of `exists` the set of all that the bound digits may have led to. So digits are read until nothing new is met,
and at each stop it is asked whether the formula holds with no digit more. Under `exists` all that the body can say is
met first, from the inside out, and what is alike in all that may follow is one; so it is the sentence, as it is
written, that keeps the work small. Nothing is reordered or put in another's place, and no array is used;
`cgt.digits` gives the formula, the arrows and the places of the number system, no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.numbers import format_int
from cgt.core.progress import Progress, notify
from cgt.digits.formula import And, Compare, Exists, ForAll, Formula, Iff, Member, Not, Or, Term
from cgt.errors import BudgetError, NumberSystemError, SentenceError

if TYPE_CHECKING:
    from cgt.digits.system import NumberSystem

State = Any
"""The truth that is left of a formula: True, False, or a node's own hashable state."""

Digits = dict[str, int]

MOST_STOPS = 2_000_000
MOST_LETTERS = 1 << 16
"""The most letters by which one state goes on: the digits of all variables that are read side by side."""
MOST_SECONDS = 600.0
"""The most seconds that one sentence may take."""

PLACES_AHEAD = 48
"""The number of places ahead that are examined one by one; more where the recurrence begins later."""


def refutation(sentence: Formula, system: NumberSystem, progress: Progress | None = None) -> dict[str, int] | None:
    """Numbers that refute a sentence `forall …: …`, among the shortest; None when it holds for all.

    Raises:
        SentenceError: the sentence does not begin with `forall`, or a variable is not bound.
        NumberSystemError: a predicate is read in another number system.
        BudgetError: more than two million stops, ten minutes, or 65,536 letters.

    >>> from cgt.digits.formula import exists, forall, iff, variables
    >>> from cgt.digits.system import zeckendorf
    >>> n, m = variables("n m")
    >>> refutation(forall("n", exists("m", (n == 2 * m) | (n == 2 * m + 1))), zeckendorf()) is None
    True
    >>> refutation(forall("n", exists("m", n == 2 * m)), zeckendorf())
    {'n': 1}
    """
    if not isinstance(sentence, ForAll) or sentence.free:
        raise SentenceError("what is checked again is a sentence that begins with forall and binds all its variables")
    names, reader = sentence.names, _Reader(system)
    reader.check_letters(names)
    body = reader.node(sentence.body)
    valid = tuple(reader.valid(name) for name in names)
    start = (tuple(each.start for each in valid), body.start)
    met: dict[State, tuple[State, tuple[int, ...]] | None] = {start: None}
    level = [start]
    while level:
        deeper = []
        for stop in level:
            reader.check(len(met))
            words, state = stop
            if all(each.ends(word) for each, word in zip(valid, words, strict=True)) and not body.ends(state):
                return _numbers(met, stop, names, system)
            for letter in product(range(system.digit_count), repeat=len(names)):
                digits = dict(zip(names, letter, strict=True))
                onwards = tuple(each.after(word, digits) for each, word in zip(valid, words, strict=True))
                if False in onwards:
                    continue
                after = (onwards, body.after(state, digits))
                if after[1] is not True and after not in met:
                    met[after] = (stop, letter)
                    deeper.append(after)
        notify(progress, len(met), MOST_STOPS)
        level = deeper
    return None


def _numbers(met: dict[State, Any], stop: State, names: tuple[str, ...], system: NumberSystem) -> dict[str, int]:
    letters = []
    while met[stop] is not None:
        stop, letter = met[stop]
        letters.append(letter)
    digits = zip(*reversed(letters), strict=True) if letters else ((),) * len(names)
    return {name: system.number(tuple(word)) for name, word in zip(names, digits, strict=True)}


class _Node:
    """A part of the formula as an automaton: its first state, the steps, and whether a state accepts."""

    def __init__(self, start: State, after: Callable[[State, Digits], State], ends: Callable[[State], bool]) -> None:
        self.start, self._after, self._ends = start, after, ends

    def after(self, state: State, digits: Digits) -> State:
        return state if state is True or state is False else self._after(state, digits)

    def ends(self, state: State) -> bool:
        return state if state is True or state is False else self._ends(state)


@attrs.frozen
class _Listed:
    """A part of the formula with all its states: the arrows by state and letter, and whether each accepts."""

    node: _Node
    rows: list[list[int]]
    ends: list[bool]
    start: int


class _Reader:
    def __init__(self, system: NumberSystem) -> None:
        self.system = system
        self._start = monotonic()

    def check(self, stops: int) -> None:
        """Raise `BudgetError` beyond the states and the seconds allowed."""
        if stops > MOST_STOPS:
            raise BudgetError(
                f"more than {format_int(MOST_STOPS, group=True)} stops: the sentence is not checked again"
            )
        if monotonic() - self._start > MOST_SECONDS:
            raise BudgetError(
                f"at {format_int(stops, group=True)} stops after {MOST_SECONDS:g} s: the sentence is not checked again"
            )

    def check_letters(self, names: Sequence[str]) -> None:
        """Raise `BudgetError` where there are too many letters: a state would take minutes."""
        letters = self.system.digit_count ** len(names)
        if letters > MOST_LETTERS:
            raise BudgetError(
                f"{len(names)} numbers in {self.system} have {format_int(letters, group=True)} letters, more than "
                f"{format_int(MOST_LETTERS, group=True)}: the sentence is not checked again"
            )

    def node(self, formula: Formula) -> _Node:
        """The node of a formula."""
        if isinstance(formula, Compare):
            return self._listed(self._compare(formula.term, at_most=formula.at_most), formula.free).node
        if isinstance(formula, Member):
            return self._member(formula)
        if isinstance(formula, Not):
            inner = self.node(formula.body)
            return _Node(
                ("not", inner.start), lambda state, d: _not(inner.after(state[1], d)), lambda s: not inner.ends(s[1])
            )
        if isinstance(formula, And):
            return self._all([self.node(part) for part in formula.parts])
        if isinstance(formula, Or):
            return self.node(Not(And(tuple(Not(part) for part in formula.parts))))
        if isinstance(formula, Iff):
            return self._same([self.node(part) for part in formula.parts])
        if isinstance(formula, ForAll):
            return self.node(Not(Exists(formula.names, Not(formula.body))))
        if isinstance(formula, Exists):
            return self._exists(formula)
        raise SentenceError(f"a formula of the kind {type(formula).__name__} is not checked again")

    def valid(self, name: str) -> _Node:
        """The node that accepts the valid digits of a variable."""
        return self._by_steps(self.system.steps, self.system.ends, (name,))

    def _member(self, formula: Member) -> _Node:
        """The node of a predicate of variables; another term is a number that equals it."""
        names = [term.variable for term in formula.terms if term.variable]
        automaton = formula.predicate.automaton
        if automaton.system != self.system:
            name = formula.predicate.name
            raise NumberSystemError(f"the set {name} is read in {automaton.system}, not in {self.system}")
        if len(names) < len(formula.terms):
            return self._of_terms(formula)
        return self._by_steps(automaton.steps.tolist(), automaton.ends.tolist(), names)

    def _by_steps(
        self, steps: Sequence[Sequence[int]], ends: Sequence[bool], names: Sequence[str], start: int = 0
    ) -> _Node:
        """The node of an automaton that reads the digits of these names as one letter; -1 where none can accept."""

        def after(text: State, digits: Digits) -> State:
            state = steps[text[0]][self._letter(names, digits)]
            return (state,) if state >= 0 else False

        return _Node((start,) if start >= 0 else False, after, lambda state: ends[state[0]])

    def _of_terms(self, formula: Member) -> _Node:
        terms, equal, names = [], [], []
        for place, term in enumerate(formula.terms):
            if term.variable is None:
                names.append(f"{formula}#{place}")
                equal.append(Compare(term - Term({names[-1]: 1}), at_most=False))
            terms.append(term if term.variable else Term({names[-1]: 1}))
        return self.node(Exists(tuple(names), And((*equal, Member(formula.predicate, tuple(terms))))))

    def _exists(self, formula: Exists) -> _Node:
        """The node of `exists`, which guesses the digits of bound names, leading ones included."""
        parts = formula.body.parts if isinstance(formula.body, And) else (formula.body,)
        inside = [self.node(part) for part in parts]
        listed = [
            self._listed(node, part.free).node if isinstance(part, Exists) else node
            for part, node in zip(parts, inside, strict=True)
        ]
        free, names = formula.free, formula.names
        body = self._listed(self._all(listed), (*free, *names))
        guesses = self.system.digit_count ** len(names)
        arrows = [
            [{to for to in row[first : first + guesses] if to >= 0} for first in range(0, len(row), guesses)]
            for row in body.rows
        ]

        def onwards(known: frozenset[int], digits: Digits) -> State:
            letter = self._letter(free, digits)
            return frozenset().union(*(arrows[state][letter] for state in known)) or False

        start: set[int] = {body.start} - {-1}
        waiting = list(start)
        while waiting:
            fresh = arrows[waiting.pop()][0] - start
            start |= fresh
            waiting.extend(fresh)
        ends = {state for state, end in enumerate(body.ends) if end}
        return _Node(frozenset(start) or False, onwards, lambda known: not known.isdisjoint(ends))

    def _listed(self, node: _Node, names: Sequence[str]) -> _Listed:
        """The states of a part over valid digits of its variables, in the order met; -1 where none can accept."""
        self.check_letters(names)
        checked = self._all([*(self.valid(name) for name in names), node])
        letters = [
            dict(zip(names, letter, strict=True))
            for letter in product(range(self.system.digit_count), repeat=len(names))
        ]
        numbers: dict[State, int] = {False: -1, checked.start: 0}
        states: list[State] = [checked.start]
        rows: list[list[int]] = []
        while len(rows) < len(states):
            state, row = states[len(rows)], []
            for digits in letters:
                after = checked.after(state, digits)
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                row.append(numbers[after])
            rows.append(row)
            self.check(len(states))
        return self._merged(rows, [checked.ends(state) for state in states], names)

    def _merged(self, rows: list[list[int]], ends: list[bool], names: Sequence[str]) -> _Listed:
        kinds = _kinds(rows, ends)
        chosen = {kind: state for state, kind in enumerate(kinds) if kind >= 0}
        numbers = {kind: number for number, kind in enumerate(chosen)} | {-1: -1}
        kinds.append(-1)
        kept = [[numbers[kinds[to]] for to in rows[state]] for state in chosen.values()]
        accepted = [ends[state] for state in chosen.values()]
        start = numbers[kinds[0]]
        return _Listed(self._by_steps(kept, accepted, names, start), kept, accepted, start)

    def _letter(self, names: Sequence[str], digits: Digits) -> int:
        letter = 0
        for name in names:
            letter = letter * self.system.digit_count + digits[name]
        return letter

    def _all(self, parts: list[_Node]) -> _Node:
        def after(states: State, digits: Digits) -> State:
            results = []
            for part, state in zip(parts, states, strict=True):
                new = part.after(state, digits)
                if new is False:
                    return False
                results.append(new)
            return True if all(new is True for new in results) else tuple(results)

        return _Node(
            tuple(part.start for part in parts),
            after,
            lambda states: all(part.ends(state) for part, state in zip(parts, states, strict=True)),
        )

    def _same(self, parts: list[_Node]) -> _Node:
        one, other = parts

        def after(states: State, digits: Digits) -> State:
            result = one.after(states[0], digits), other.after(states[1], digits)
            return result[0] is result[1] if isinstance(result[0], bool) and isinstance(result[1], bool) else result

        return _Node((one.start, other.start), after, lambda states: one.ends(states[0]) == other.ends(states[1]))

    def _compare(self, term: Term, *, at_most: bool) -> _Node:
        """The node of a comparison, by the sums with 0, 1, 2, … places to follow; the recurrence gives the others."""
        weights = list(term.coefficients.items())
        window = len(self.system.first)
        places = [self.system.place(index) for index in range(max(PLACES_AHEAD, window))]
        more = sum(c for _, c in weights if c > 0)
        less = -sum(c for _, c in weights if c < 0)
        recurrence = [(c, back) for back, c in enumerate(self.system.recurrence, 1) if c]
        # Every number short of the bound is a state: how many places follow decides whether it is passed.
        steps = [abs(c) for _, c in weights if at_most and c * term.constant < 0]
        self.check(abs(term.constant) // max(steps) if steps else 0)

        @lru_cache(maxsize=1 << 20)
        def settled(worth: tuple[int, ...]) -> State:
            """False or True when the comparison fails or holds however many places follow; else the sums."""
            ahead = list(worth)
            while len(ahead) < len(places):
                ahead.append(sum(c * ahead[-back] for c, back in recurrence))
            lows = [value + term.constant - less * (place - 1) for value, place in zip(ahead, places, strict=True)]
            highs = [value + term.constant + more * (place - 1) for value, place in zip(ahead, places, strict=True)]
            # From some place on a worth that runs ahead of all that can follow stays ahead, as do its multiples.
            runs_up = all(
                value - less * place >= max(0, 1 - less - term.constant)
                for value, place in zip(ahead[-window:], places[-window:], strict=True)
            )
            runs_down = all(
                -value - more * place >= max(0, 1 - more + term.constant)
                for value, place in zip(ahead[-window:], places[-window:], strict=True)
            )
            if runs_up and min(lows) > 0:
                return False
            if runs_down and max(highs) <= 0 and at_most:
                return True
            if (
                (runs_up or runs_down)
                and not at_most
                and all(low > 0 or high < 0 for low, high in zip(lows, highs, strict=True))
            ):
                return False
            return worth

        def after(worth: State, digits: Digits) -> State:
            weight = sum(c * digits[name] for name, c in weights)
            following = sum(c * worth[-back] for c, back in recurrence)
            shifted = (*worth[1:], following)
            return settled(tuple(value + weight * place for value, place in zip(shifted, places, strict=False)))

        def ends(worth: State) -> bool:
            total = worth[0] + term.constant
            return bool(total <= 0 if at_most else total == 0)

        return _Node((0,) * window, after, ends)


def _kinds(rows: list[list[int]], ends: list[bool]) -> list[int]:
    """The class of each state by equivalence; -1 for those from which no accepting state is reached."""
    before: list[list[int]] = [[] for _ in rows]
    for number, row in enumerate(rows):
        for target in set(row) - {-1}:
            before[target].append(number)
    waiting = [number for number, end in enumerate(ends) if end]
    alive = set(waiting)
    while waiting:
        fresh = [number for number in before[waiting.pop()] if number not in alive]
        alive.update(fresh)
        waiting.extend(fresh)
    kinds = [int(end) if number in alive else -1 for number, end in enumerate(ends)] + [-1]  # the last is for no stop
    count = len(set(kinds))
    while True:
        looks: dict[tuple[int, ...], int] = {}
        finer = [
            looks.setdefault((kinds[number], *(kinds[target] for target in row)), len(looks)) if number in alive else -1
            for number, row in enumerate(rows)
        ]
        kinds = [*finer, -1]
        if len(set(kinds)) == count:
            return finer
        count = len(set(kinds))


def _not(state: State) -> State:
    return (not state) if isinstance(state, bool) else ("not", state)
