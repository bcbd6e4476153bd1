"""Formulas made ready for automata: negations moved inwards, bound variables renamed, predicates of variables alone."""

from __future__ import annotations

from itertools import count, product
from math import prod
from typing import TYPE_CHECKING

import attrs

from cgt.automata.formula import And, Compare, Exists, ForAll, Formula, Iff, Member, Not, Or, Term
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOR_A_TERM = "v."
"""How the names of variables begin that stand for a term."""

MOST_CASES = 32
"""Above, an Or inside an And is left where it is."""

Literal = Compare | Member | Not
"""A comparison or a predicate, or the negation of one."""


@attrs.define
class Names:
    """Names of variables that no person writes."""

    _count: Iterator[int] = attrs.field(factory=count)

    def fresh(self, name: str) -> str:
        """A new name that tells what it stands for."""
        return f"{name.split('.', maxsplit=1)[0]}.{next(self._count)}"


def normal(formula: Formula, names: Names, renamed: Mapping[str, str] | None = None, *, wanted: bool = True) -> Formula:
    """The formula, or with `wanted=False` its negation, of And, Or, Exists, ForAll and literals alone.

    Every bound variable has a name of its own, and predicates stand on variables alone, each its own: a predicate of
    other terms is said of new variables that equal them. Only predicates and equations are left negated.
    """
    renamed = renamed or {}
    if isinstance(formula, Not):
        return normal(formula.body, names, renamed, wanted=not wanted)
    if isinstance(formula, Iff):
        one, other = formula.parts
        there = Or((Not(one), other)) if wanted else And((one, Not(other)))
        back = Or((one, Not(other))) if wanted else And((Not(one), other))
        return normal(And((there, back)) if wanted else Or((there, back)), names, renamed)
    if isinstance(formula, And | Or):
        parts = tuple(normal(part, names, renamed, wanted=wanted) for part in formula.parts)
        return joined(isinstance(formula, And) is wanted, parts)
    if isinstance(formula, Exists | ForAll):
        own = {name: names.fresh(name) for name in formula.names}
        body = normal(formula.body, names, {**renamed, **own}, wanted=wanted)
        kind = Exists if isinstance(formula, Exists) is wanted else ForAll
        used = tuple(name for name in own.values() if name in body.free)
        if not used:
            return body
        if isinstance(body, kind):
            return kind((*used, *body.names), body.body)
        return kind(used, body)
    if isinstance(formula, Compare):
        return _comparison(attrs.evolve(formula, term=_renamed(formula.term, renamed)), wanted=wanted)
    if isinstance(formula, Member):
        return _on_variables(
            Member(formula.predicate, tuple(_renamed(t, renamed) for t in formula.terms)), names, wanted
        )
    raise SentenceError(f"a formula of the kind {type(formula).__name__} cannot be decided")


def cases(formula: Formula) -> list[Formula]:
    """Formulas of which one holds just when the formula does: those that Or joins, or that And joins with others.

    >>> from cgt.automata.formula import variables
    >>> n, m = variables("n m")
    >>> [str(case) for case in cases(And((n <= 2, Or((m <= 3, m == n)))))]
    ['n <= 2 & m <= 3', 'n <= 2 & m == n']
    """
    if isinstance(formula, Or):
        return [case for part in formula.parts for case in cases(part)]
    if isinstance(formula, Exists):
        return [Exists(formula.names, case) for case in cases(formula.body)]
    if isinstance(formula, And):
        choices = [cases(part) if isinstance(part, Or) else [part] for part in formula.parts]
        if prod(map(len, choices)) <= MOST_CASES:
            return [joined(True, chosen) for chosen in product(*choices)]
    return [formula]


def joined(all_of: bool, parts: tuple[Formula, ...]) -> Formula:
    """And or Or, without one inside another of its kind, and without parts whose answer is plain."""
    kind, other = (And, Or) if all_of else (Or, And)
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else [part])
    if any(isinstance(part, other) and not part.parts for part in flat):
        return other(())
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def _renamed(term: Term, renamed: Mapping[str, str]) -> Term:
    return Term({renamed.get(name, name): c for name, c in term.coefficients.items()}, term.constant)


def _comparison(compare: Compare, *, wanted: bool) -> Formula:
    if not compare.term.coefficients:
        holds = compare.term.constant <= 0 if compare.at_most else compare.term.constant == 0
        return And(()) if holds is wanted else Or(())
    if wanted:
        return compare
    return Compare(1 - compare.term, at_most=True) if compare.at_most else Not(compare)


def _on_variables(member: Member, names: Names, wanted: bool) -> Formula:
    met: set[str] = set()
    terms, equal = [], []
    for term in member.terms:
        name = term.variable
        if name is None or name in met:
            name = names.fresh("v")
            equal.append(Compare(term - Term({name: 1}), at_most=False))
        met.add(name)
        terms.append(Term({name: 1}))
    plain: Formula = Member(member.predicate, tuple(terms))
    new = tuple(name for name in (term.variable for term in terms) if name not in member.free and name is not None)
    if not new:
        return plain if wanted else Not(plain)
    # A term below 0 equals no number: then no new variable fits, and the predicate is false.
    if wanted:
        return Exists(new, And((*equal, plain)))
    return ForAll(new, Or((*(Not(each) for each in equal), Not(plain))))
