"""Formulas at given numbers: plain integers of any length, or whole arrays of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any

from cgt.digits.formula import And, Compare, Exists, ForAll, Formula, Iff, Member, Not, Or, Predicate, Term
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from cgt.digits.system import NumberSystem

SMALL = 1 << 31
"""Constants and coefficients below this bound stay within 64 bits."""


def term_value(term: Term, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, or an array of them
    """The value of a term, given the values of its variables.

    >>> from cgt.digits.formula import variables
    >>> n, t = variables("n t")
    >>> term_value(2 * n - t, {"n": 10**30, "t": 1})
    1999999999999999999999999999999
    """
    large = max(map(abs, (term.constant, *term.coefficients.values()))) >= SMALL
    if large and any(type(numbers[name]) is not int for name in term.coefficients):
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
    raise SentenceError(f"a formula with a quantifier is not read off at numbers: {formula}")


def _is_member(predicate: Predicate, values: list[Any]) -> Any:  # noqa: ANN401 - likewise
    if all(isinstance(value, int) for value in values):
        return all(value >= 0 for value in values) and predicate.automaton.accepts(*values)
    import numpy as np

    arrays = np.broadcast_arrays(*values)
    allowed = np.logical_and.reduce([array >= 0 for array in arrays])
    return allowed & predicate.automaton.accepts_all(*(np.maximum(array, 0) for array in arrays))


def without_quantifiers(formula: Formula, system: NumberSystem) -> Formula:
    """The formula with each part that has a quantifier replaced by a predicate, whose automaton is built here.

    >>> from cgt.digits.formula import exists, variables
    >>> from cgt.digits.system import kary
    >>> n, m = variables("n m")
    >>> holds(without_quantifiers(exists("m", n == 3 * m), kary()), {"n": 9})
    True
    """
    if isinstance(formula, Exists | ForAll):
        from cgt.digits.decide import define

        return Predicate(f"({formula})", define(formula, system))(*(Term({name: 1}) for name in formula.free))
    if isinstance(formula, And | Or | Iff):
        return type(formula)(tuple(without_quantifiers(part, system) for part in formula.parts))
    return Not(without_quantifiers(formula.body, system)) if isinstance(formula, Not) else formula
