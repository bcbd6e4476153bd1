"""Games with linear moves as Coq states them: kinds of moves by the coefficients of sums, without `or` and `not`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from typing import TYPE_CHECKING

import attrs

from cgt.digits.formula import And, Compare, Exists, ForAll, Formula, Names, Not, Or, Term, conjuncts, implies, normal
from cgt.digits.system import kary
from cgt.digits.work import Work
from cgt.errors import BudgetError, NotApplicableError

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves

MOST_KINDS = 60
"""The most kinds of moves that are stated, each without `or`."""

MOST_TRIED = 10_000
"""The most combinations of conditions that are tried for them, as most exclude each other."""

REACHES = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64)
"""Tried in turn: nothing that is chosen is more than so many times 1 and the numbers of the position."""

COMPARED_STATES = 20_000
"""The most states on the way when such a bound is tried, which takes dozens."""


@attrs.frozen
class StatedOption:
    """One kind of move, without `or`, `not` and quantifiers.

    Attributes:
        chosen: the numbers that are chosen, those included that there have only to be.
        conditions: the comparisons that hold.
        result: the option, a term for each of the position's numbers.
    """

    chosen: tuple[str, ...]
    conditions: tuple[Compare, ...]
    result: tuple[Term, ...]

    @classmethod
    def of(cls, names: Sequence[str], conditions: Iterable[Compare], result: tuple[Term, ...]) -> StatedOption | None:
        """The kind of move on numbers of those names, by the narrowest conditions; None where none satisfies two."""
        narrowest = dict[frozenset[tuple[str, int]], Term]()
        for term in chain(*(each.at_most_0 for each in conditions)):
            key = frozenset(term.coefficients.items())
            if key not in narrowest or narrowest[key].constant < term.constant:
                narrowest[key] = term
        kept = list[Compare]()
        for key, term in narrowest.items():
            opposite = narrowest.get(frozenset((-term).coefficients.items()))
            room = 1 if opposite is None else -(term + opposite).constant
            if room < 0:
                return None
            if key and (room or not any(each.term is opposite for each in kept)):
                kept.append(Compare(term, at_most=room > 0))
        spoken = chain(*(each.free for each in kept), *(term.coefficients for term in result))
        return cls(tuple(dict.fromkeys(name for name in spoken if name not in names)), tuple(kept), result)

    @property
    def allowed(self) -> Formula:
        """The formula that the conditions hold and no number of the option is negative."""
        return And((*self.conditions, *(term >= 0 for term in self.result)))

    def text(self, names: Sequence[str]) -> str:
        """The record, with the coefficients of 1, of the position's numbers and of those that are chosen."""
        among = (*names, *self.chosen)
        fields = {
            "at_least_0": [-each.term for each in self.conditions if each.at_most],
            "equal_to_0": [each.term for each in self.conditions if not each.at_most],
            "result": self.result,
        }
        forms = "; ".join(f"{name} := {list_text(_form(term, among) for term in fields[name])}" for name in fields)
        return f"{{| chosen := {len(self.chosen)}; {forms} |}}"


def stated_options(moves: LinearMoves) -> tuple[StatedOption, ...]:
    """The kinds of moves, each `or` made several of them.

    Raises:
        NotApplicableError: a condition has a set or `forall` in it, or there are too many kinds.

    >>> from cgt.digits.moves import subtraction_moves
    >>> [option.text(("n",)) for option in stated_options(subtraction_moves([2]))]
    ['{| chosen := 1; at_least_0 := []; equal_to_0 := [[(-2); 0; 1]]; result := [[0; 1; (-1)]] |}']
    """
    found = list[StatedOption]()
    for option in moves.options:
        bound = Names()
        for number, conditions in enumerate(_conjunctions(normal(option.condition, bound), bound)):
            stated = StatedOption.of(moves.names, conditions, option.result)
            if stated is not None:
                found.append(stated)
            if len(found) > MOST_KINDS or number > MOST_TRIED:
                message = "moves with so many cases cannot be exported to Rocq: `|` and `~` give more than {most} kinds"
                raise NotApplicableError(message.format(most=MOST_KINDS))
    return tuple(found)


def reach_of(names: Sequence[str], options: Iterable[StatedOption]) -> int:
    """A number such that nothing that is chosen is more than so many times 1 and the position's numbers.

    Raises:
        NotApplicableError: none is found.
    """
    least = 0
    for option in options:
        for name in option.chosen:
            least = next((reach for reach in (least, *REACHES) if reach and _bounds(reach, name, names, option)), -1)
            if least < 0:
                message = "the moves cannot be exported to Rocq: nothing bounds what is chosen, or only a great number"
                raise NotApplicableError(message)
    return least


def _bounds(reach: int, name: str, names: Sequence[str], option: StatedOption) -> bool:
    from cgt.digits.decide import decide  # periods are exported without numpy

    most = sum((Term({each: reach}) for each in names), start=Term({}, reach))
    bounded = ForAll((*names, *option.chosen), implies(option.allowed, Term({name: 1}) <= most))
    with suppress(BudgetError):
        return bool(decide(bounded, kary(), work=Work(COMPARED_STATES)))
    return False


def _conjunctions(condition: Formula, bound: Names) -> Iterator[tuple[Compare, ...]]:
    """The comparisons of each case of a formula in normal form; what exists is chosen."""
    if isinstance(condition, Compare):
        yield (condition,)
    elif isinstance(condition, Not) and isinstance(condition.body, Compare):
        for side in (condition.body.term, -condition.body.term):
            yield (Compare(side + 1, at_most=True),)
    elif isinstance(condition, Or):
        for part in condition.parts:
            yield from _conjunctions(part, bound)
    elif isinstance(condition, And):
        for parts in product(*(_conjunctions(part, bound) for part in condition.parts)):
            yield tuple(chain(*parts))
    elif isinstance(condition, Exists):
        yield from _conjunctions(condition.body, bound)
    else:
        yield from _conjunctions(_without_forall(condition, bound), bound)


def _without_forall(condition: Formula, bound: Names) -> Formula:
    """The same without `forall`, where the only number that could be an exception is a quotient: in `n mod 3 != 1`."""
    from cgt.digits.evaluate import quotient_for

    if isinstance(condition, ForAll) and len(condition.names) == 1:
        (name,) = condition.names
        value = quotient_for(name, conjuncts(normal(Not(condition.body), bound)))
        if value is not None:
            least = Term({name: value.divisor})
            in_range = (least <= value.divided) & (value.divided <= least + (value.divisor - 1))
            return Or((value.divided <= -1, And((in_range, condition.body))))
    raise NotApplicableError(
        "moves with sets or `forall` in their conditions cannot be exported to Rocq: only those by comparisons"
    )


def _form(term: Term, names: Sequence[str]) -> str:
    """The constant and the coefficients of these names."""
    return list_text(map(whole, (term.constant, *(term.coefficients.get(name, 0) for name in names))))


def whole(number: int) -> str:
    """The number, one below 0 in brackets."""
    return str(number) if number >= 0 else f"({number})"


def list_text(items: Iterable[object]) -> str:
    """The list of the items, as text.

    >>> list_text(map(whole, [0, 1, -2]))
    '[0; 1; (-2)]'
    """
    return f"[{'; '.join(map(str, items))}]"
