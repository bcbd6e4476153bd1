"""Games with linear moves as Coq states them: kinds of moves by the coefficients of sums, without `or` and `not`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from typing import TYPE_CHECKING

import attrs

from cgt.digits.formula import (
    And,
    Compare,
    Exists,
    ForAll,
    Formula,
    Member,
    Names,
    Not,
    Or,
    Predicate,
    Term,
    conjuncts,
    implies,
    normal,
)
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


NOT_STATED = (
    "moves with sets of several numbers or `forall` in their conditions cannot be exported to Rocq: only those by "
    "comparisons and sets of one number"
)


@attrs.frozen
class StatedOption:
    """One kind of move, without `or`, `not` and quantifiers.

    Attributes:
        chosen: the numbers that are chosen, those included that there have only to be.
        conditions: the comparisons that hold.
        members: which of the chosen numbers are in which sets.
        result: the option, a term for each of the position's numbers.
    """

    chosen: tuple[str, ...]
    conditions: tuple[Compare, ...]
    members: tuple[Member, ...]
    result: tuple[Term, ...]

    @classmethod
    def of(
        cls, names: Sequence[str], conditions: Sequence[Compare | Member], result: tuple[Term, ...]
    ) -> StatedOption | None:
        """The kind of move on numbers of those names, by the narrowest conditions; None where none satisfies two."""
        members = tuple(each for each in conditions if isinstance(each, Member))
        narrowest = dict[frozenset[tuple[str, int]], Term]()
        for term in chain(*(each.at_most_0 for each in conditions if isinstance(each, Compare))):
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
        spoken = chain(*(each.free for each in (*kept, *members)), *(term.coefficients for term in result))
        return cls(tuple(dict.fromkeys(name for name in spoken if name not in names)), tuple(kept), members, result)

    @property
    def compared(self) -> Formula:
        """The formula that the comparisons hold and no number of the option is negative."""
        return And((*self.conditions, *(term >= 0 for term in self.result)))

    @property
    def allowed(self) -> Formula:
        """The formula that the conditions hold and no number of the option is negative."""
        return And((self.compared, *self.members))

    def text(self, names: Sequence[str], system: str) -> str:
        """The record, with the coefficients of 1, of the position's numbers and of those that are chosen.

        Sets are read in the `system`, as Coq states it.
        """
        among = (*names, *self.chosen)
        fields = {
            "at_least_0": [-each.term for each in self.conditions if each.at_most],
            "equal_to_0": [each.term for each in self.conditions if not each.at_most],
            "result": self.result,
        }
        forms = [f"{name} := {list_text(_form(term, among) for term in fields[name])}" for name in fields]
        forms.insert(2, f"in_sets := {list_text(self._set_text(each, system) for each in self.members)}")
        return f"{{| chosen := {len(self.chosen)}; {'; '.join(forms)} |}}"

    def _set_text(self, member: Member, system: str) -> str:
        place = self.chosen.index(member.free[0])
        automaton = member.predicate.automaton
        steps = list_text(
            list_text(state if state >= 0 else automaton.states for state in row) for row in automaton.steps.tolist()
        )
        ends = list_text(map(int, automaton.ends.tolist()))
        read_by = f"{{| steps := {steps}%N; outputs := {ends}%nat |}}"
        return f"{{| member := {place}; in_system := {system}; read_by := {read_by} |}}"


def stated_options(moves: LinearMoves) -> tuple[StatedOption, ...]:
    """The kinds of moves, each `or` made several of them.

    Raises:
        NotApplicableError: a condition has a set of several numbers or `forall` in it, there are too many kinds, or it
            is by a set that every play ends.

    >>> from cgt.digits.moves import subtraction_moves
    >>> [option.text(("n",), "(base 2)") for option in stated_options(subtraction_moves([2]))]
    ['{| chosen := 1; at_least_0 := []; equal_to_0 := [[(-2); 0; 1]]; in_sets := []; result := [[0; 1; (-1)]] |}']
    """
    found = list[StatedOption]()
    for option in moves.options:
        bound = Names()
        for number, conditions in enumerate(_conjunctions(normal(option.condition, bound), bound, moves.names)):
            stated = StatedOption.of(moves.names, conditions, option.result)
            if stated is not None:
                _check_falls(moves, stated)
                found.append(stated)
            if len(found) > MOST_KINDS or number > MOST_TRIED:
                message = "moves with so many cases cannot be exported to Rocq: `|` and `~` give more than {most} kinds"
                raise NotApplicableError(message.format(most=MOST_KINDS))
    return tuple(found)


def _check_falls(moves: LinearMoves, option: StatedOption) -> None:
    """Refuse a kind of move that makes the size smaller by its sets alone: Coq looks at the comparisons."""
    factors = [moves.size.coefficients.get(name, 0) for name in moves.names]
    left = sum((factor * term for factor, term in zip(factors, option.result, strict=True)), start=Term({}))
    if option.members and not _holds(moves.names, option, left <= moves.size - 1):
        raise NotApplicableError(
            f"the moves cannot be exported to Rocq: that {moves.size} falls is not seen from the comparisons and the "
            "least members of the sets"
        )


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
    most = sum((Term({each: reach}) for each in names), start=Term({}, reach))
    return _holds(names, option, Term({name: 1}) <= most)


def _holds(names: Sequence[str], option: StatedOption, claim: Formula) -> bool:
    """Whether the comparisons of a kind of move imply a claim, as far as that is seen."""
    from cgt.digits.decide import decide  # periods are exported without numpy

    with suppress(BudgetError):
        sentence = ForAll((*names, *option.chosen), implies(option.compared, claim))
        return bool(decide(sentence, kary(), work=Work(COMPARED_STATES)))
    return False


def _conjunctions(condition: Formula, bound: Names, names: Sequence[str]) -> Iterator[tuple[Compare | Member, ...]]:
    """The conditions of each case of a formula in normal form; what exists is chosen."""
    if isinstance(condition, Compare):
        yield (condition,)
    elif isinstance(condition, Member):
        yield from _membership(condition, bound, names)
    elif isinstance(condition, Not) and isinstance(condition.body, Member):
        yield from _membership(condition.body, bound, names, wanted=False)
    elif isinstance(condition, Not) and isinstance(condition.body, Compare):
        for side in (condition.body.term, -condition.body.term):
            yield (Compare(side + 1, at_most=True),)
    elif isinstance(condition, Or):
        for part in condition.parts:
            yield from _conjunctions(part, bound, names)
    elif isinstance(condition, And):
        for parts in product(*(_conjunctions(part, bound, names) for part in condition.parts)):
            yield tuple(chain(*parts))
    elif isinstance(condition, Exists):
        yield from _conjunctions(condition.body, bound, names)
    else:
        yield from _conjunctions(_without_forall(condition, bound), bound, names)


def _membership(
    member: Member, bound: Names, names: Sequence[str], *, wanted: bool = True
) -> Iterator[tuple[Compare | Member, ...]]:
    """The conditions that a number is in a set, or in none: one that is chosen, not below the least of the set."""
    if len(member.terms) > 1:
        raise NotApplicableError(NOT_STATED)
    predicate, (number,) = member.predicate, member.terms
    if not wanted:
        predicate = Predicate(f"~{predicate.name}", ~predicate.automaton)
    least = predicate.automaton.least()
    if least is not None:
        chosen = Term({bound.fresh("member"): 1}) if number.variable in names else number
        at_least = Compare(least[0] - number, at_most=True)
        yield Member(predicate, (chosen,)), at_least, Compare(chosen - number, at_most=False)


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
    raise NotApplicableError(NOT_STATED)


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
