"""Formulas at given numbers: plain integers of any length, or whole arrays of them.

A quantifier over a number that the others determine, such as `exists k: n == 3k + 1` or that of a nim-sum, is done
without by computing that number; any other is made a predicate with an automaton.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from cgt.digits.formula import And, Compare, Exists, ForAll, Formula, Iff, Member, Not, Or, Predicate, Term, conjuncts
from cgt.digits.grammar import NIM_SUM
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from cgt.digits.system import NumberSystem

SMALL = 1 << 31
"""Constants and coefficients below this bound stay within 64 bits."""


class Quotient(NamedTuple):
    """A term divided by a whole number from 1, and rounded down."""

    divided: Term
    divisor: int

    def at(self, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, or an array of them
        """The value, given those of the variables."""
        value = term_value(self.divided, numbers)
        if self.divisor >= SMALL and not isinstance(value, int):
            value = value.astype(object)  # beyond 64 bits
        return value // self.divisor


class NimSum(NamedTuple):
    """The nim-sum of two terms."""

    one: Term
    other: Term

    @property
    def signs(self) -> tuple[Formula, Formula]:
        """The formulas that no term is below 0: there it means nothing."""
        return self.one >= 0, self.other >= 0

    def at(self, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - likewise
        """The value, given those of the variables."""
        return term_value(self.one, numbers) ^ term_value(self.other, numbers)


@attrs.frozen(eq=False)
class Computed(Exists):
    """The formula that one number makes its body true, which has to be this quotient or nim-sum."""

    value: Quotient | NimSum


def quotient_for(name: str, parts: Iterable[Formula]) -> Quotient | None:
    """The quotient that a number has to be where all of these formulas hold; None where they leave room for others.

    >>> from cgt.digits.formula import variables
    >>> n, k = variables("n k")
    >>> quotient_for("k", [3 * k <= n + 1, n <= 3 * k + 1]), quotient_for("k", [3 * k <= n, n <= 3 * k + 3])
    (Quotient(divided=n + 1, divisor=3), None)
    """
    at_most_0 = [term for part in parts if isinstance(part, Compare) for term in part.at_most_0]
    for above, below in product(at_most_0, repeat=2):
        factor = above.coefficients.get(name, 0)
        if factor > 0 and below.coefficients.get(name, 0) == -factor:
            room = -(above + below)  # factor * name is at most the rest of `above`, and so much less at the least
            if not room.coefficients and room.constant < factor:
                return Quotient(-above.replaced(name, Term({})), factor)
    return None


def nim_sum_for(name: str, parts: Iterable[Formula]) -> tuple[Formula, NimSum] | None:
    """The part by which a number has to be a nim-sum of terms without it, and that nim-sum; None for no such part.

    >>> from cgt.digits.grammar import parse_sentence
    >>> from cgt.digits.expressions import named_sets
    >>> from cgt.digits.system import kary
    >>> sentence = parse_sentence("x xor (y + 1) <= 3", named_sets(kary()))
    >>> nim_sum_for(sentence.names[0], conjuncts(sentence.body))[1]
    NimSum(one=x, other=y + 1)
    """
    for part in parts:
        if isinstance(part, Member) and part.predicate.name == NIM_SUM:
            others = [term for term in part.terms if name not in term.coefficients]
            if len(others) == 2 and any(term.variable == name for term in part.terms):
                return part, NimSum(*others)
    return None


def term_value(term: Term, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, or an array of them
    """The value of a term, given the values of its variables.

    >>> from cgt.digits.formula import variables
    >>> n, t = variables("n t")
    >>> term_value(2 * n - t, {"n": 10**30, "t": 1})
    1999999999999999999999999999999
    """
    total = term.constant
    for name, factor in term.coefficients.items():
        if type(numbers[name]) is not int:
            break
        total += factor * numbers[name]
    else:  # integers of any length, as a search asks most often
        return total
    if max(map(abs, (term.constant, *term.coefficients.values()))) >= SMALL:
        import numpy as np

        numbers = {name: np.asarray(numbers[name], object) for name in term.coefficients}  # beyond 64 bits
    return term.constant + sum(c * numbers[name] for name, c in term.coefficients.items())


def holds(formula: Formula, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an answer, or an array of them
    """Whether a formula without quantifiers holds, given the values of its variables.

    Raises:
        SentenceError: it has a quantifier: `without_quantifiers` makes a predicate of it.

    >>> from cgt.digits.formula import variables
    >>> n, t = variables("n t")
    >>> holds((1 <= t) & (t <= n), {"n": 5, "t": 6})
    False
    """
    if isinstance(formula, Compare):
        value = term_value(formula.term, numbers)
        return value <= 0 if formula.at_most else value == 0
    if isinstance(formula, Member):
        return _is_member(formula.predicate, [term_value(term, numbers) for term in formula.terms])
    if isinstance(formula, And):
        return reduce(and_, (holds(part, numbers) for part in formula.parts), True)
    if isinstance(formula, Or):
        return reduce(or_, (holds(part, numbers) for part in formula.parts), False)
    if isinstance(formula, Iff):
        one, other = (holds(part, numbers) for part in formula.parts)
        return one == other
    if isinstance(formula, Not):
        result = holds(formula.body, numbers)
        return not result if isinstance(result, bool) else ~result
    if isinstance(formula, Computed):
        value = formula.value.at(numbers)
        return (value >= 0) & holds(formula.body, {**numbers, formula.names[0]: value})
    raise SentenceError(f"a formula with a quantifier is not read off at numbers: {formula}")


def _is_member(predicate: Predicate, values: list[Any]) -> Any:  # noqa: ANN401 - likewise
    if all(isinstance(value, int) for value in values):
        return all(value >= 0 for value in values) and predicate.relation.accepts(*values)
    import numpy as np

    arrays = np.broadcast_arrays(*values)
    allowed = np.logical_and.reduce([array >= 0 for array in arrays])
    return allowed & predicate.automaton.accepts_all(*(np.maximum(array, 0) for array in arrays))


def without_quantifiers(formula: Formula, system: NumberSystem) -> Formula:
    """The formula where each part with a quantifier is computed, or replaced by a predicate, made here.

    >>> from cgt.digits.formula import exists, variables
    >>> from cgt.digits.system import kary
    >>> n, m = variables("n m")
    >>> holds(without_quantifiers(exists("m", n == 3 * m), kary()), {"n": 9})
    True
    """
    if isinstance(formula, Exists) and len(formula.names) == 1:
        (name,), parts = formula.names, list(conjuncts(formula.body))
        if (quotient := quotient_for(name, parts)) is not None:
            return Computed(formula.names, without_quantifiers(formula.body, system), quotient)
        if (known := nim_sum_for(name, parts)) is not None:
            implied, nim_sum = known
            others = (without_quantifiers(part, system) for part in parts if part is not implied)
            return Computed(formula.names, And((*nim_sum.signs, *others)), nim_sum)
    if isinstance(formula, Member) and formula.predicate.name == NIM_SUM:
        *summands, third = formula.terms
        nim_sum = NimSum(*summands)
        return Computed((NIM_SUM,), And((*nim_sum.signs, third == Term({NIM_SUM: 1}))), nim_sum)
    if isinstance(formula, Exists | ForAll):
        from cgt.digits.decide import define

        return Predicate(f"({formula})", define(formula, system))(*(Term({name: 1}) for name in formula.free))
    if isinstance(formula, And | Or | Iff):
        return type(formula)(tuple(without_quantifiers(part, system) for part in formula.parts))
    return _negated(formula.body, system) if isinstance(formula, Not) else formula


def _negated(formula: Formula, system: NumberSystem) -> Formula:
    """The negation without quantifiers, as deep inside as it can stand: bounds are seen there."""
    if isinstance(formula, And | Or):
        parts = tuple(without_quantifiers(Not(part), system) for part in formula.parts)
        return Or(parts) if isinstance(formula, And) else And(parts)
    if isinstance(formula, Not):
        return without_quantifiers(formula.body, system)
    if isinstance(formula, Compare) and formula.at_most:
        return Compare(1 - formula.term, at_most=True)
    return Not(without_quantifiers(formula, system))
