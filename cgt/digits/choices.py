"""The choices of a move in one position, found from the comparisons that bound the chosen numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.digits.digit_table import DigitTable
from cgt.digits.evaluate import Computed, NimSum, holds, term_value
from cgt.digits.formula import And, Compare, Formula, Member, Not, Term, conjuncts
from cgt.errors import BudgetError, SentenceError

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton


MOST_COMBINED = 50
"""The most pairs of comparisons from which bounds are derived, for each number that is computed."""

LEAST = 64
"""The numbers below this are looked at to see from which one on a set has members."""

FEW = 64
"""The most numbers in a row that are all yielded: the formula tests them, too, and walks through sets may be long."""

MOST_TRIED = 200_000
"""The most choices in a row that are tried where none of them is a move."""


@attrs.frozen(eq=False)
class Bounds:
    """The bounds of one chosen number once the numbers before it are known.

    Attributes:
        name: of the number.
        most: terms and divisors: the number times the divisor is at most each of them.
        least: likewise at least.
        among: a set that it is a member of, if one is named.
        nim_sums: each with a term and a factor, 1 or -1: the number is the factor times what the nim-sum has more.
    """

    name: str
    most: tuple[tuple[Term, int], ...]
    least: tuple[tuple[Term, int], ...]
    among: Automaton | DigitTable | None = None
    nim_sums: tuple[tuple[NimSum, Term, int], ...] = ()

    def values(self, numbers: Mapping[str, int]) -> Iterator[int]:
        """The values that the number may have, ascending, and perhaps a few that the formula rules out."""
        most = min(term_value(term, numbers) // divisor for term, divisor in self.most)
        least = max((-(-term_value(term, numbers) // divisor) for term, divisor in self.least), default=0)
        row = range(max(least, 0), most + 1)
        for nim_sum, term, factor in self.nim_sums:
            only = factor * (nim_sum.at(numbers) - term_value(term, numbers))
            row = range(only, only + 1) if only in row else range(0)
        if self.among is None or not row[FEW:]:
            yield from row
        else:
            yield from (number for (number,) in self.among.members(row.stop) if number >= row.start)


@attrs.frozen(eq=False)
class Choices:
    """The values of some variables that satisfy a formula, given the values of the others.

    >>> from cgt.digits.formula import variables
    >>> x, t = variables("x t")
    >>> list(Choices.of((t >= 1) & (x - t >= 0), ("x",), ("t",)).at({"x": 3}))
    [{'x': 3, 't': 1}, {'x': 3, 't': 2}, {'x': 3, 't': 3}]
    """

    required: Formula
    """The part that speaks of the known numbers alone: without it there is nothing to choose."""
    allowed: Formula
    """The parts of the formula that no bound stands for."""
    bounds: tuple[Bounds, ...]

    @classmethod
    def of(cls, allowed: Formula, names: Sequence[str], chosen: Sequence[str]) -> Choices:
        """The choices of the variables `chosen` under a formula without quantifiers; those of `names` are known.

        Raises:
            SentenceError: no comparison bounds one of them.
        """
        parts = list(conjuncts(allowed))
        known_terms = at_most_0(parts)
        sets = {
            part.terms[0].variable: part.predicate.relation
            for part in parts
            if isinstance(part, Member) and len(part.terms) == 1
        }
        sums = [sides for part in parts if isinstance(part, Computed) and (sides := _nim_sum_of_0(part))]
        known, waiting, bounds = set(names), list(chosen), list[Bounds]()
        while waiting:
            results = [_bounds(name, known_terms, known, sets.get(name), sums) for name in waiting]
            each = max((bound for bound in results if bound.most), key=partial(_haste, sums), default=None)
            if each is None:
                text = _(
                    "{name} is no number of the position, and nothing bounds it, so that there would be options "
                    "without end: say {name} <= …"
                )
                raise SentenceError(text.format(name=waiting[0]))
            bounds.append(each)
            known.add(each.name)
            waiting.remove(each.name)
        required = [part for part in parts if set(part.free) <= set(names)]
        # A comparison bounds the last of its numbers that is chosen, so that it holds for each value between bounds.
        others = tuple(part for part in parts if part not in required and not isinstance(part, Compare))
        return cls(And(tuple(required)), And(others), tuple(bounds))

    def at(self, numbers: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """Each choice, as a dict that holds the known numbers, too; `BudgetError` where very many are none."""
        if not holds(self.required, numbers):
            return
        tried = 0
        for chosen in self._from(0, dict(numbers)):
            tried += 1
            if holds(self.allowed, chosen):
                tried = 0
                yield chosen
            elif tried >= MOST_TRIED:
                text = _("{most} numbers in a row were tried here, and none of them makes a move")
                raise BudgetError(text.format(most=format_int(MOST_TRIED, group=True)))

    def _from(self, place: int, numbers: dict[str, int]) -> Iterator[dict[str, int]]:
        """Each choice between the bounds of this place and of those behind it."""
        if place == len(self.bounds):
            yield numbers
            return
        bound = self.bounds[place]
        for value in bound.values(numbers):
            yield from self._from(place + 1, {**numbers, bound.name: value})


def at_most_0(parts: Iterable[Formula]) -> list[Term]:
    """Terms that are at most 0 where all of these formulas hold, without the numbers that are computed inside.

    >>> from cgt.digits.expressions import named_sets
    >>> from cgt.digits.formula import variables
    >>> from cgt.digits.system import kary
    >>> n, t = variables("n t")
    >>> at_most_0([t <= n, named_sets(kary())["power2"](t)])
    [t - n, -t + 1]
    """
    results, pairs = list[Term](), list[Member]()
    for part in parts:
        if isinstance(part, Compare):
            results += part.at_most_0
        elif isinstance(part, Member | Not):
            results += _below_all_members(part)
            pairs += [part] if isinstance(part, Member) and len(part.terms) == 2 else []
        elif isinstance(part, Computed):
            inside, (name,) = at_most_0(conjuncts(part.body)), part.names
            results += [term for term in inside if name not in term.coefficients]
            above = [term for term in inside if term.coefficients.get(name, 0) > 0]
            below = [*(term for term in inside if term.coefficients.get(name, 0) < 0), Term({name: -1})]
            for one, other in islice(product(above, below), MOST_COMBINED):  # t <= k and 2k <= n: 2t <= n
                results.append(one * -other.coefficients[name] + other * one.coefficients[name])
    for pair in pairs:
        results += _differences(pair, results)
    return results


def _below_all_members(part: Member | Not) -> Iterator[Term]:
    """The term that is at most 0 since a number is in a set, or not in it, which begins at some number."""
    member, wanted = (part.body, False) if isinstance(part, Not) else (part, True)
    if isinstance(member, Member) and len(member.terms) == 1:
        (term,) = member.terms
        if wanted or term.variable is not None:  # any other term may be below 0, and is then not in the set
            accepts = member.predicate.relation.accepts
            yield next((number for number in range(LEAST) if accepts(number) is wanted), LEAST) - term


def _differences(pair: Member, known: Sequence[Term]) -> Iterator[Term]:
    """The differences of two numbers that are at most 0 since the pair is in a set; `known` are at most 0, too."""
    first, second = pair.terms
    bounds = [[each + term for term in known] for each in pair.terms]  # 1 - t <= 0: t is above 0
    above = [any(not bound.coefficients and bound.constant > 0 for bound in each) for each in bounds]
    orders = pair.predicate.relation.orders if isinstance(pair.predicate.relation, DigitTable) else ()
    signs = {sign for one, other, sign in orders if one >= above[0] and other >= above[1]}
    for sign, difference in ((1, first - second), (-1, second - first)):
        if signs and sign not in signs:
            yield difference if 0 in signs else difference + 1


def _nim_sum_of_0(part: Computed) -> tuple[Term, ...]:
    """Three terms whose nim-sum is 0, where the part says so; none where it does not."""
    (name,), value = part.names, part.value
    if isinstance(value, NimSum):
        for each in conjuncts(part.body):
            if not isinstance(each, Compare) or each.at_most:
                continue
            factor = each.term.coefficients.get(name, 0)
            if abs(factor) == 1:
                return value.one, value.other, each.term.replaced(name, Term({})) * -factor
    return ()


def _haste(sums: Sequence[object], bound: Bounds) -> int:
    """2 for a number that is computed, 1 where others may be computed from one of few values, 0 else."""
    few = any(not term.coefficients for term, _divisor in bound.most)
    return 2 if bound.nim_sums else int(bool(sums) and few)


def _bounds(
    name: str,
    at_most_0: Sequence[Term],
    known: set[str],
    among: Automaton | DigitTable | None,
    sums: Iterable[tuple[Term, ...]],
) -> Bounds:
    """The bounds of a variable by these terms, where the known ones are given and the others are at least 0."""
    most, least = list[tuple[Term, int]](), list[tuple[Term, int]]()
    for term in at_most_0:
        factor = term.coefficients.get(name, 0)
        others = {other: c for other, c in term.coefficients.items() if other != name}
        if factor and all(other in known or c > 0 for other, c in others.items()):
            # factor * name + rest <= 0, and what is not known adds at least 0 to the rest
            rest = Term({other: c for other, c in others.items() if other in known}, term.constant)
            (most if factor > 0 else least).append((-rest if factor > 0 else rest, abs(factor)))
    nim_sums = list[tuple[NimSum, Term, int]]()
    for sides in sums:
        for side, one, other in (sides[place:] + sides[:place] for place in range(3)):
            factor, rest = side.coefficients.get(name, 0), side.replaced(name, Term({}))
            spoken = {*rest.coefficients, *one.coefficients, *other.coefficients}
            if abs(factor) == 1 and spoken <= known:
                nim_sums.append((NimSum(one, other), rest, factor))
    return Bounds(name, tuple(most), tuple(least), among, tuple(nim_sums))
