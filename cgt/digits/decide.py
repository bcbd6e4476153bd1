"""The decision of sentences, and formulas as automata of their free variables.

The plan: what stands on the same variables is joined first, and made least. Under `exists`, parts that do not speak of
the bound variables are left outside; a bound variable that an equation gives by others, and no predicate speaks of, is
put in its place; the others are projected away together with those that stand in the same parts, the cheapest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Any

import attrs
from more_itertools import map_reduce

from cgt.core.arrays import np
from cgt.core.language import _, ngettext
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_int
from cgt.digits.automaton import Automaton, check_same, valid_parts
from cgt.digits.automaton_arrays import check_letters, columns, fibres, least_word
from cgt.digits.constructions import Guess, Part, determinise, product
from cgt.digits.formula import (
    TERM_PREFIX,
    And,
    Compare,
    Exists,
    ForAll,
    Formula,
    Member,
    Names,
    Not,
    Or,
    Term,
    cases,
    formula,
    joined,
    name_list,
    normal,
    renamed,
)
from cgt.digits.linear import addition, is_comparison, linear, number_automaton
from cgt.digits.work import Step, Work
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from cgt.digits.automaton_arrays import Ends, Steps
    from cgt.digits.system import NumberSystem


LARGEST_CONSTANT = 64
"""A larger constant becomes a variable whose digits are given."""

HEAVIEST = 5
"""A term is not put in a variable's place where a comparison's coefficients would add up to more."""


@attrs.frozen
class Decision:
    """The decision of a sentence: true or false, as the sentence is.

    Attributes:
        sentence: what was decided, as text.
        holds: the answer.
        counterexample: where the sentence begins with `forall` and fails, numbers it fails for: with the fewest digits,
            and of these the first in the order of the variables; of those found first, where an inclusion on the fly
            found them (the steps tell). Else None.
        steps: what was made on the way.
    """

    sentence: str
    system: str
    holds: bool
    counterexample: dict[str, int] | None
    steps: tuple[Step, ...] = attrs.field(repr=False)

    def __bool__(self) -> bool:
        return self.holds

    def explain(self) -> str:
        """The sentence, the answer and each automaton made on the way with its size."""
        if self.holds:
            answer = _("true, for all numbers") if self.sentence.startswith("forall") else _("true")
        elif self.counterexample is None:
            answer = _("false")
        else:
            numbers = ", ".join(f"{name} = {format_int(number)}" for name, number in self.counterexample.items())
            answer = _("false: it fails for {numbers}").format(numbers=numbers)
        return "\n".join([f"{self.sentence}  [{self.system}]", *(f"  {step}" for step in self.steps), answer])


def decide(sentence: Formula, system: NumberSystem, *, work: Work | None = None) -> Decision:
    """Decide a sentence about the numbers 0, 1, 2, … by automata that read them in a number system.

    Raises:
        SentenceError: a variable is bound by no quantifier.
        NumberSystemError: an automaton in it reads another number system.
        NoAdditionError: it adds, and in this system no automaton is known to.
        BudgetError: more states or seconds are needed than `work` allows; nothing is claimed then.

    >>> from cgt.digits.formula import exists, forall, variables
    >>> from cgt.digits.system import zeckendorf
    >>> n, m = variables("n m")
    >>> bool(decide(forall("n", exists("m", (n == 2 * m) | (n == 2 * m + 1))), zeckendorf()))
    True
    >>> decide(forall("n m", n + m <= 2 * n), zeckendorf()).counterexample
    {'n': 0, 'm': 1}
    """
    sentence = formula(sentence)
    if sentence.free:
        message = ngettext(
            "{free} is bound by no quantifier: begin with `forall {free}:`, for all numbers, or with `exists {free}:`, "
            "for some",
            "{free} are bound by no quantifier: begin with `forall {free}:`, for all numbers, or with "
            "`exists {free}:`, for some",
            len(sentence.free),
        )
        raise SentenceError(message.format(free=", ".join(sentence.free)))
    work = work or Work()
    compiler = Compiler(system, work)
    names: tuple[str, ...] = ()
    body: Formula = sentence
    while isinstance(body, ForAll):
        names = (*names, *(name for name in body.names if name not in names))
        body = body.body
    against = normal(body, compiler.names, wanted=False)
    with work.in_hand():
        counterexample = _counterexample(compiler, against, names)
    return Decision(str(sentence), system.name, counterexample is None, counterexample or None, tuple(work.steps))


def define(
    body: Formula, system: NumberSystem, names: str | Iterable[str | Term] | None = None, *, work: Work | None = None
) -> Automaton:
    """The automaton of a formula's free variables: one track each, in the order of `names`.

    Without names they are in the order in which the formula speaks of them. Raises as `decide` does.

    >>> from cgt.digits.formula import exists, variables
    >>> from cgt.digits.system import kary
    >>> n, m = variables("n m")
    >>> multiples = define(exists("m", n == 3 * m), kary())
    >>> list(multiples.members(10)), multiples.states
    ([(0,), (3,), (6,), (9,)], 3)
    """
    body = formula(body)
    order = body.free if names is None else name_list(names)
    missing = [name for name in body.free if name not in order]
    if missing:
        raise SentenceError(f"{missing[0]} is neither bound nor among {', '.join(order)}")
    compiler = Compiler(system, work or Work())
    relation = compiler.relation(normal(body, compiler.names))
    steps, ends = compiler.raw_product([relation], order, what="the answer")
    return Automaton.made(system, len(order), steps, ends)


def _counterexample(compiler: Compiler, against: Formula, names: tuple[str, ...]) -> dict[str, int] | None:
    """Numbers that refute a sentence; an empty dict where it is refuted without naming any."""
    results = (_witness(compiler, case, names) for case in cases(against))
    witnesses = (result for result in results if result is not None)
    return min(witnesses, key=partial(_size, compiler.system), default=None) if names else next(witnesses, None)


def _size(system: NumberSystem, numbers: dict[str, int]) -> tuple[int, list[int]]:
    return max(map(system.length, numbers.values()), default=0), list(numbers.values())


def _witness(compiler: Compiler, case: Formula, names: tuple[str, ...]) -> dict[str, int] | None:
    """Numbers for the names, and some for the variables of an outer `exists`, that make a formula true."""
    outside, inside, bound = compiler.prepared((), case)
    parts = [*outside, *inside]
    if any(isinstance(part, Or) and not part.parts for part in parts):
        return None
    plain = [part for part in parts if not isinstance(part, ForAll)]
    guarded = [part for part in parts if isinstance(part, ForAll)]
    waiting = dict.fromkeys(name for part in guarded for name in part.free)
    premise = compiler.relations(plain, [name for name in bound if _is_term(name) and name not in waiting])
    order = tuple(dict.fromkeys([*names, *waiting, *(name for part in premise for name in part.names)]))
    if guarded and premise:
        premise = [compiler.join(premise, "the premise")]
    known = [part for part in guarded if all(map(_is_term, part.names))]  # nothing is guessed: a product is enough
    guarded = [part for part in guarded if part not in known]
    premise += map(compiler.negation, known)
    what = "the search for a counterexample"
    steps, ends = compiler.raw_product(premise, order, what=what, first=order == names and not guarded)
    if not guarded:
        compiler.work.note(what, len(ends), len(ends))
    for part in guarded:
        turned = normal(part, compiler.names, wanted=False)
        assert isinstance(turned, Exists)  # noqa: S101 - the negation of ForAll
        guess = _guess(compiler, turned, order)
        result = determinise(guess, compiler.work, (steps, ends), until_missing=len(guarded) == 1, what="the inclusion")
        assert result.guides is not None  # noqa: S101 - a guide was given
        without = f", {result.dropped:,} supersets left out" if result.dropped else ""
        what = f"the inclusion on the fly in exists {', '.join(turned.names)}{without}"
        compiler.work.note(what, len(result.ends), len(result.ends))
        steps, ends = result.steps, ends[result.guides] & ~result.ends
    word = least_word(steps, ends, compiler.system.digit_count, len(order), len(names))
    if word is None:
        return None
    return dict(zip(names, map(compiler.system.number, word), strict=True))


def _guess(compiler: Compiler, exists: Exists, order: Sequence[str]) -> Guess:
    """The body of `exists` as one automaton that guesses the bound variables."""
    if isinstance(exists.body, Or):
        relation = compiler.relation(exists)
        return compiler.guess(relation, order)
    outside, inside, bound = compiler.prepared(exists.names, exists.body)
    relation = compiler.join(compiler.relations([*inside, *outside], filter(_is_term, bound)), "the conclusion")
    return compiler.guess(relation, order)


@attrs.frozen(eq=False)
class Relation:
    """An automaton with the variable of each of its tracks; `wanted` is false where its complement is meant."""

    names: tuple[str, ...]
    automaton: Automaton
    wanted: bool = True

    def part(self, system: NumberSystem, names: Sequence[str]) -> Part:
        """This relation as a part of a product over those names."""
        chosen = [names.index(name) for name in self.names]
        letters = columns(system.digit_count, len(names), chosen)
        return Part(self.automaton.steps, self.automaton.ends, letters, needed=self.wanted)


@attrs.frozen(eq=False)
class Compiler:
    """A compiler of formulas to automata in one number system, within a budget."""

    system: NumberSystem
    work: Work
    names: Names = attrs.field(factory=Names)
    _made: dict[object, Automaton] = attrs.field(init=False, factory=dict)
    """The automata made, by their parts whatever the names of variables: a sentence says the same of many."""

    def relation(self, formula: Formula) -> Relation:
        """The automaton of a formula in normal form."""
        if isinstance(formula, Compare):
            return self._comparison(formula.term, at_most=formula.at_most)
        if isinstance(formula, Member):
            return self._member(formula)
        if isinstance(formula, Not):
            return self.join([attrs.evolve(self.relation(formula.body), wanted=False)], "a negation")
        if isinstance(formula, And):
            return self.join(self.parts(formula.parts), "all of them")
        if isinstance(formula, Or):
            return self._one_of(formula)
        if isinstance(formula, Exists):
            return self._exists(formula.names, formula.body)
        if isinstance(formula, ForAll):
            return self.join([self.negation(formula)], "for all")
        raise SentenceError(f"{formula} is not in normal form")

    def _member(self, formula: Member) -> Relation:
        """The relation of a predicate, where one variable may stand on several tracks."""
        check_same(self.system, formula.predicate.automaton.system)
        tracks = tuple(term.variable or "" for term in formula.terms)
        relation = Relation(tracks, formula.predicate.automaton)
        if len(formula.free) == len(tracks):
            return relation
        steps, ends = self.raw_product([relation], formula.free, what="a diagonal")
        return Relation(formula.free, Automaton.made(self.system, len(formula.free), steps, ends))

    def negation(self, formula: ForAll | Or) -> Relation:
        """The relation of a negated formula, marked as complemented."""
        turned = normal(formula, self.names, wanted=False)
        return attrs.evolve(self.relation(turned), wanted=False)

    def parts(self, formulas: Iterable[Formula]) -> list[Relation]:
        """The relations of formulas that are to be joined; negations are left to the product."""
        results = []
        for each in formulas:
            if isinstance(each, Not):
                results.append(attrs.evolve(self.relation(each.body), wanted=False))
            else:
                results.append(self.negation(each) if isinstance(each, ForAll) else self.relation(each))
        return results

    def join(self, parts: Sequence[Relation], what: str) -> Relation:
        """The conjunction of all relations, those on the same variables first."""
        groups = map_reduce(parts, lambda part: frozenset(part.names))
        if len(groups) > 1:
            parts = [self._joined(group, what) if len(group) > 1 else group[0] for group in groups.values()]
        return self._joined(parts, what)

    def _joined(self, parts: Sequence[Relation], what: str) -> Relation:
        if len(parts) == 1 and parts[0].wanted:
            return parts[0]
        names = tuple(dict.fromkeys(name for part in parts for name in part.names))
        key = tuple((part.automaton, *map(names.index, part.names), part.wanted) for part in parts)
        automaton = self._made.get(key)
        if automaton is None:
            steps, ends = self.raw_product(parts, names, what=what)
            automaton = self._made[key] = Automaton.made(self.system, len(names), steps, ends)
            self.work.note(f"{what} on {', '.join(names)}", len(ends), automaton.states)
        return Relation(names, automaton)

    def raw_product(
        self, parts: Sequence[Relation], names: tuple[str, ...], *, what: str, first: bool = False
    ) -> tuple[Steps, Ends]:
        """The product of the relations over those names, not minimised; `first` stops at its shortest words."""
        covered = {names.index(name) for part in parts if part.wanted for name in part.names}
        valid = valid_parts(self.system, len(names), covered)
        every = [*valid, *(part.part(self.system, names) for part in parts)]

        def accepts(ends: list[Ends]) -> Ends:
            right = np.ones(len(ends[0]), np.bool_)
            for end, part in zip(ends, every, strict=True):
                right &= end if part.needed else ~end
            return right

        return product(every, self.work, accepts, first=first, what=what)

    def _comparison(self, term: Term, *, at_most: bool) -> Relation:
        common = gcd(*term.coefficients.values())
        if common > 1 and not (term.constant % common and not at_most):
            term = Term({name: c // common for name, c in term.coefficients.items()}, -(-term.constant // common))
        names, coefficients = tuple(term.coefficients), tuple(term.coefficients.values())
        if len(names) == 1:
            return Relation(names, self._single(coefficients[0], term.constant, at_most=at_most))
        if abs(term.constant) > LARGEST_CONSTANT:
            return self._with_large_constant(term, at_most=at_most)
        if not is_comparison(coefficients, term.constant, at_most=at_most):
            addition(self.system)  # verified, once
        return Relation(names, linear(self.system, coefficients, term.constant, at_most=at_most))

    def _single(self, factor: int, constant: int, *, at_most: bool) -> Automaton:
        """The relation factor·x + constant = 0 or <= 0: a comparison with a number, in any system."""
        bound, rest = divmod(-constant, abs(factor)) if factor > 0 else divmod(constant, -factor)
        if not at_most:
            whole = not rest and bound >= 0
            return number_automaton(self.system, bound) if whole else Automaton.nothing(self.system, 1)
        if factor > 0:
            return _up_to(self.system, bound)
        return ~_up_to(self.system, bound + (rest > 0) - 1)

    def _with_large_constant(self, term: Term, *, at_most: bool) -> Relation:
        name = self.names.fresh("c")
        size, sign = abs(term.constant), 1 if term.constant > 0 else -1
        open_term = Term({**term.coefficients, name: sign})
        constant = Relation((name,), number_automaton(self.system, size))
        together = self._joined([self._comparison(open_term, at_most=at_most), constant], "a large number")
        return self.project(together, [name], "a large number")

    def _one_of(self, formula: Or) -> Relation:
        if not formula.parts:
            return Relation((), Automaton.nothing(self.system, 0))
        others = tuple(normal(part, self.names, wanted=False) for part in formula.parts)
        none = self.join(self.parts(others), "none of them")
        return self.join([attrs.evolve(none, wanted=False)], "one of them")

    # Exists

    def _exists(self, bound: tuple[str, ...], body: Formula) -> Relation:
        if isinstance(body, Or):
            return self._one_of(Or(tuple(_bound(bound, part) for part in body.parts)))
        outside, inside, left = self.prepared(bound, body)
        return self.join([*self.relations(inside, left), *self.parts(outside)], "exists")

    def prepared(self, bound: Sequence[str], body: Formula) -> tuple[list[Formula], list[Formula], list[str]]:
        """The parts without the bound variables, the parts with them, and the variables still to project away."""
        bound = list(bound)
        parts = list(body.parts) if isinstance(body, And) else [body]
        flat: list[Formula] = []
        while parts:
            part = parts.pop(0)
            if isinstance(part, Exists):
                bound.extend(part.names)
                parts[:0] = part.body.parts if isinstance(part.body, And) else [part.body]
            else:
                flat.append(part)
        flat, bound = _shared(flat, bound)
        flat, bound = _substituted(flat, bound)
        outside = [part for part in flat if not set(part.free) & set(bound)]
        inside = [part for part in flat if set(part.free) & set(bound)]
        return outside, inside, bound

    def relations(self, parts: Iterable[Formula], gone: Iterable[str]) -> list[Relation]:
        """The relations of formulas to be joined, some bound variables being projected away."""
        result, left = self.parts(parts), list(gone)
        while left:
            result, left = self._eliminated(result, left)
        return result

    def _eliminated(self, relations: list[Relation], bound: list[str]) -> tuple[list[Relation], list[str]]:
        """The relations after the cheapest bound variable is projected away, and the bound variables still left."""

        def cost(name: str) -> tuple[int, int]:
            meant = [part for part in relations if name in part.names]
            tracks = len({other for part in meant for other in part.names})
            return tracks, sum(part.automaton.states for part in meant)

        name = min(bound, key=cost)
        meant = [part for part in relations if name in part.names]
        rest = [part for part in relations if name not in part.names]
        if not meant:
            return relations, [other for other in bound if other != name]
        together = self.join(meant, "a conjunction")
        elsewhere = {other for part in rest for other in part.names}
        gone = [other for other in bound if other in together.names and other not in elsewhere]
        return [*rest, self.project(together, gone, "exists")], [other for other in bound if other not in gone]

    def project(self, relation: Relation, gone: Sequence[str], what: str) -> Relation:
        """The relation without some of its variables."""
        kept = tuple(name for name in relation.names if name not in gone)
        key = (relation.automaton, *map(relation.names.index, kept))
        automaton = self._made.get(key)
        if automaton is None:
            result = determinise(self.guess(relation, kept), self.work, what=what)
            automaton = self._made[key] = Automaton.made(self.system, len(kept), result.steps, result.ends)
            self.work.note(f"{what} {', '.join(gone)}", len(result.ends), automaton.states)
        return Relation(kept, automaton)

    def guess(self, relation: Relation, kept: Sequence[str]) -> Guess:
        """The relation with all variables but `kept` guessed; a kept one that it does not contain is free."""
        check_letters(self.system.digit_count, len({*kept, *relation.names}))
        own = [name for name in kept if name in relation.names]
        chosen = [relation.names.index(name) for name in own]
        rows: Any = fibres(self.system.digit_count, len(relation.names), chosen)
        rows = rows[columns(self.system.digit_count, len(kept), [kept.index(name) for name in own])]
        return Guess.of(relation.automaton.steps, relation.automaton.ends, rows)


def _is_term(name: str) -> bool:
    """Whether a variable stands for a term: it has one right value, so that nothing is to be guessed."""
    return name.startswith(TERM_PREFIX)


@MEMORY.cache("automata of bounds")
def _up_to(system: NumberSystem, bound: int) -> Automaton:
    if bound < 0:
        return Automaton.nothing(system, 1)
    below = linear(system, (1, -1), 0, at_most=True)
    fixed = number_automaton(system, bound).on(2, 1)
    return (below & fixed).project(1)


def _bound(names: tuple[str, ...], body: Formula) -> Formula:
    used = tuple(name for name in names if name in body.free)
    return Exists(used, body) if used else body


def _equation(part: Formula, name: str) -> Term | None:
    """The term that an equation gives for a variable of coefficient 1 or -1; None for other formulas."""
    if not isinstance(part, Compare) or part.at_most:
        return None
    factor = part.term.coefficients.get(name)
    if factor not in {1, -1}:
        return None
    rest = Term({other: c for other, c in part.term.coefficients.items() if other != name}, part.term.constant)
    return rest * -factor


def _shared(parts: list[Formula], bound: list[str]) -> tuple[list[Formula], list[str]]:
    """The parts and the bound variables, those that equal the same term being merged into one."""
    terms: dict[object, str] = {}
    merged: dict[str, str] = {}
    kept: list[Formula] = []
    for part in parts:
        equations = ((name, _equation(part, name)) for name in bound if _is_term(name))
        name, given = next((each for each in equations if each[1] is not None), ("", None))
        if given is None or (first := terms.setdefault(given.key, name)) == name:
            kept.append(part)
        else:
            merged[name] = first
    return [renamed(part, merged) for part in kept], [name for name in bound if name not in merged]


def _substituted(parts: list[Formula], bound: list[str]) -> tuple[list[Formula], list[str]]:
    """The parts and bound variables left after those in comparisons alone give way to terms that equal them."""
    for name in list(bound):
        speaking = [part for part in parts if name in part.free]
        if not all(isinstance(part.body if isinstance(part, Not) else part, Compare) for part in speaking):
            continue
        source = next((part for part in speaking if _equation(part, name) is not None), None)
        given = None if source is None else _equation(source, name)
        if given is None:
            continue
        fresh = [part if name not in part.free else _put(part, name, given) for part in parts if part is not source]
        if max(map(_weight, fresh), default=0) > max(HEAVIEST, *map(_weight, speaking)):
            continue
        parts = [*fresh, Compare(-given, at_most=True)]
        bound = [other for other in bound if other != name]
    flat = joined(True, tuple(normal(part, Names()) if isinstance(part, Compare) else part for part in parts))
    return _strongest(list(flat.parts) if isinstance(flat, And) else [flat]), bound


def _weight(part: Formula) -> int:
    """The sum of a comparison's absolute coefficients, with which its automaton grows; 0 for other formulas."""
    compare = part.body if isinstance(part, Not) else part
    return sum(map(abs, compare.term.coefficients.values())) if isinstance(compare, Compare) else 0


def _put(part: Formula, name: str, given: Term) -> Formula:
    if isinstance(part, Compare):
        return Compare(part.term.replaced(name, given), at_most=part.at_most)
    assert isinstance(part, Not) and isinstance(part.body, Compare)  # noqa: S101, PT018 - the caller looked
    return Not(_put(part.body, name, given))


def _strongest(parts: list[Formula]) -> list[Formula]:
    """The parts without inequalities that another of the same terms implies, or that hold for all numbers."""
    best: dict[object, int] = {}
    for part in parts:
        if isinstance(part, Compare) and part.at_most:
            key = frozenset(part.term.coefficients.items())
            best[key] = max(best.get(key, part.term.constant), part.term.constant)
    kept = []
    for part in parts:
        if isinstance(part, Compare) and part.at_most:
            term = part.term
            plain = term.constant <= 0 and all(c < 0 for c in term.coefficients.values())
            if plain or best.get(frozenset(term.coefficients.items())) != term.constant:
                continue
            best.pop(frozenset(term.coefficients.items()))
        kept.append(part)
    return kept
