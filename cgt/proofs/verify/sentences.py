"""A second way to decide sentences about numbers, apart from the first: formulas read digit by digit, in plain Python.

What a formula says after some digits is again a formula: of an equation the worth of what was read, of a predicate a
state, of `exists` the set of all that the bound digits may have led to. So digits are read until nothing new is met,
and at each stop it is asked whether the formula holds with no digit more. Nothing is reordered or put in another's
place, and no array is used; `cgt.automata` gives the formula, the arrows and the places of the number system, no more.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from cgt.automata.formula import And, Compare, Exists, ForAll, Formula, Iff, Member, Not, Or
from cgt.errors import BudgetError, SentenceError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.automata.formula import Term
    from cgt.core.progress import Progress
    from cgt.numeration.system import NumberSystem

Said = Any
"""What a formula still says: True, False, or a node's own hashable state."""

Digits = dict[str, int]

MOST_STOPS = 2_000_000
AHEAD = 48


def refutation(sentence: Formula, system: NumberSystem, progress: Progress | None = None) -> dict[str, int] | None:
    """Numbers for which a sentence `forall …: …` fails, None when it holds for all: the shortest that are met.

    Raises:
        SentenceError: the sentence does not begin with `forall`, or a variable is not bound.
        BudgetError: more than two million stops.

    >>> from cgt.automata.formula import exists, forall, iff, variables
    >>> from cgt.numeration.system import zeckendorf
    >>> n, m = variables("n m")
    >>> refutation(forall("n", exists("m", (n == 2 * m) | (n == 2 * m + 1))), zeckendorf()) is None
    True
    >>> refutation(forall("n", exists("m", n == 2 * m)), zeckendorf())
    {'n': 1}
    """
    if not isinstance(sentence, ForAll) or sentence.free:
        raise SentenceError("what is checked again is a sentence that begins with forall and binds all its variables")
    names, reader = sentence.names, _Reader(system)
    body = reader.node(sentence.body)
    valid = tuple(reader.valid(name) for name in names)
    start = (tuple(each.start for each in valid), body.start)
    met: dict[Said, tuple[Said, tuple[int, ...]] | None] = {start: None}
    level = [start]
    while level:
        deeper = []
        for stop in level:
            words, said = stop
            if all(each.ends(word) for each, word in zip(valid, words, strict=True)) and not body.ends(said):
                return _numbers(met, stop, names, system)
            for letter in product(range(system.digit_count), repeat=len(names)):
                digits = dict(zip(names, letter, strict=True))
                onwards = tuple(each.after(word, digits) for each, word in zip(valid, words, strict=True))
                if False in onwards:
                    continue
                after = (onwards, body.after(said, digits))
                if after[1] is not True and after not in met:
                    met[after] = (stop, letter)
                    deeper.append(after)
        if progress is not None:
            progress(len(met), MOST_STOPS)
        if len(met) > MOST_STOPS:
            raise BudgetError(f"more than {MOST_STOPS:,} stops: the sentence is not checked again")
        level = deeper
    return None


def _numbers(met: dict[Said, Any], stop: Said, names: tuple[str, ...], system: NumberSystem) -> dict[str, int]:
    letters = []
    while met[stop] is not None:
        stop, letter = met[stop]
        letters.append(letter)
    digits = zip(*reversed(letters), strict=True) if letters else ((),) * len(names)
    return {name: system.number(tuple(word)) for name, word in zip(names, digits, strict=True)}


class _Node:
    """A part of the formula: what it says at the beginning, after one more digit of each variable, and at the end."""

    def __init__(self, start: Said, after: Callable[[Said, Digits], Said], ends: Callable[[Said], bool]) -> None:
        self.start, self._after, self._ends = start, after, ends

    def after(self, said: Said, digits: Digits) -> Said:
        return said if said is True or said is False else self._after(said, digits)

    def ends(self, said: Said) -> bool:
        return said if said is True or said is False else self._ends(said)


class _Reader:
    def __init__(self, system: NumberSystem) -> None:
        self.system = system

    def node(self, formula: Formula) -> _Node:
        """The node of a formula."""
        if isinstance(formula, Compare):
            return self._compare(formula.term, at_most=formula.at_most)
        if isinstance(formula, Member):
            return self._member(formula)
        if isinstance(formula, Not):
            inner = self.node(formula.body)
            return _Node(
                ("not", inner.start), lambda said, d: _not(inner.after(said[1], d)), lambda s: not inner.ends(s[1])
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
        """That the digits of a variable are a number's."""
        steps, ends = self.system.steps, self.system.ends

        def after(said: Said, digits: Digits) -> Said:
            state = steps[said[0]][digits[name]]
            return (state,) if state >= 0 else False

        return _Node((0,), after, lambda said: ends[said[0]])

    def _member(self, formula: Member) -> _Node:
        """Of terms that are no variables it is said of numbers that equal them."""
        names = [f"{formula.predicate.name}.{track}" for track in range(len(formula.terms))]
        plain = [term.variable for term in formula.terms]
        tracks = [name if own is None else own for name, own in zip(names, plain, strict=True)]
        automaton, count = formula.predicate.automaton, self.system.digit_count
        steps, ends = automaton.steps.tolist(), automaton.ends.tolist()

        def after(said: Said, digits: Digits) -> Said:
            letter = 0
            for track in tracks:
                letter = letter * count + digits[track]
            state = steps[said[0]][letter]
            return (state,) if state >= 0 else False

        member = _Node((0,), after, lambda said: ends[said[0]])
        new = [(name, term) for name, own, term in zip(names, plain, formula.terms, strict=True) if own is None]
        if not new:
            return member
        from cgt.automata.formula import Term

        equations = [self._compare(term - Term({name: 1}), at_most=False) for name, term in new]
        return self._guess([name for name, _ in new], formula.free, self._all([*equations, member]))

    def _exists(self, formula: Exists) -> _Node:
        return self._guess(formula.names, formula.free, self.node(formula.body))

    def _guess(self, names: Sequence[str], free: Sequence[str], body: _Node) -> _Node:
        """Digits of the bound names are guessed; also digits in front of all that is read.

        All that the body may say is met beforehand; what can never come true is left out, so that the sets stay small.
        """
        checked = self._all([*(self.valid(name) for name in names), body])
        digits = range(self.system.digit_count)
        numbers: dict[Said, int] = {checked.start: 0}
        saids: list[Said] = [checked.start]
        letters = list(product(product(digits, repeat=len(free)), product(digits, repeat=len(names))))
        tracks = [dict(zip((*free, *names), (*outer, *guessed), strict=True)) for outer, guessed in letters]
        rows: list[list[int]] = []
        while len(rows) < len(saids):
            said, row = saids[len(rows)], []
            for track in tracks:
                after = checked.after(said, track)
                if after is not False and after not in numbers:
                    numbers[after] = len(saids)
                    saids.append(after)
                row.append(-1 if after is False else numbers[after])
            rows.append(row)
            if len(saids) > MOST_STOPS:
                raise BudgetError(f"more than {MOST_STOPS:,} stops: the sentence is not checked again")
        kinds = _kinds(rows, [checked.ends(said) for said in saids])
        ends = {kind for kind, said in zip(kinds, saids, strict=True) if checked.ends(said)}
        arrows: dict[int, dict[tuple[int, ...], set[int]]] = {}
        for kind, row in zip(kinds, rows, strict=True):
            if kind not in arrows:
                leads = arrows[kind] = {outer: set() for outer, _ in letters}
                for (outer, _), target in zip(letters, row, strict=True):
                    if target >= 0 and kinds[target] >= 0:
                        leads[outer].add(kinds[target])

        def onwards(known: frozenset[int], read: Digits) -> Said:
            letter = tuple(read[name] for name in free)
            return frozenset().union(*(arrows[number][letter] for number in known)) or False

        zeros = (0,) * len(free)
        start = {kinds[0]} - {-1}
        waiting = list(start)
        while waiting:
            fresh = arrows[waiting.pop()][zeros] - start
            start |= fresh
            waiting.extend(fresh)
        return _Node(frozenset(start) or False, onwards, lambda known: not known.isdisjoint(ends))

    def _all(self, parts: list[_Node]) -> _Node:
        def after(saids: Said, digits: Digits) -> Said:
            found = []
            for part, said in zip(parts, saids, strict=True):
                new = part.after(said, digits)
                if new is False:
                    return False
                found.append(new)
            return True if all(new is True for new in found) else tuple(found)

        return _Node(
            tuple(part.start for part in parts),
            after,
            lambda saids: all(part.ends(said) for part, said in zip(parts, saids, strict=True)),
        )

    def _same(self, parts: list[_Node]) -> _Node:
        one, other = parts

        def after(saids: Said, digits: Digits) -> Said:
            found = one.after(saids[0], digits), other.after(saids[1], digits)
            return found[0] is found[1] if isinstance(found[0], bool) and isinstance(found[1], bool) else found

        return _Node((one.start, other.start), after, lambda saids: one.ends(saids[0]) == other.ends(saids[1]))

    def _compare(self, term: Term, *, at_most: bool) -> _Node:
        """What is read is worth so much with 0, 1, 2, … places to follow; by the recurrence a few of these tell all."""
        weights = list(term.coefficients.items())
        places = [self.system.place(index) for index in range(AHEAD)]
        window = len(self.system.first)
        more = sum(c for _, c in weights if c > 0)
        less = -sum(c for _, c in weights if c < 0)
        recurrence = [(c, back) for back, c in enumerate(self.system.recurrence, 1) if c]

        @lru_cache(maxsize=1 << 20)
        def settled(worth: tuple[int, ...]) -> Said:
            """False or True when, however many places follow, the comparison fails or holds; else the worths."""
            ahead = list(worth)
            while len(ahead) < AHEAD:
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

        def after(worth: Said, digits: Digits) -> Said:
            weight = sum(c * digits[name] for name, c in weights)
            following = sum(c * worth[-back] for c, back in recurrence)
            shifted = (*worth[1:], following)
            return settled(tuple(value + weight * place for value, place in zip(shifted, places, strict=False)))

        def ends(worth: Said) -> bool:
            total = worth[0] + term.constant
            return bool(total <= 0 if at_most else total == 0)

        return _Node((0,) * window, after, ends)


def _kinds(rows: list[list[int]], ends: list[bool]) -> list[int]:
    """Numbers of stops that are alike in all that may follow; -1 for those from which no end is reached."""
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


def _not(said: Said) -> Said:
    return (not said) if isinstance(said, bool) else ("not", said)
