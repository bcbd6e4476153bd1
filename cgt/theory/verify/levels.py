"""Levels of nim-values and P-positions checked again by other sentences: for linear moves, and for Wythoff's game.

Of Wythoff's game the definition itself is too dear for the second procedure at value 1 (825 states). Each level is
checked by the argument of `cgt.games.heaps.linear_moves.pair_sentences`, written again here so that every `exists`
has one variable besides: all its cases are soon met. The six statements are compared with the rule, too: the nim-values
of small heaps, found by trying every move, must be those of the automata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING

from cgt.core.errors import BudgetError, CertificateError
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.digits.formula import (
    And,
    Compare,
    Exists,
    ForAll,
    Formula,
    Iff,
    Not,
    Or,
    Predicate,
    Term,
    exists,
    forall,
    formula,
    implies,
    variables,
)
from cgt.theory.verify.sentences import refutation

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.digits.automaton import Automaton
    from cgt.digits.moves import LinearMoves
    from cgt.digits.system import NumberSystem


def check_levels(moves: LinearMoves, automata: Sequence[Automaton], progress: Progress | None = None) -> None:
    """Whether the automata are the positions worth at least 1, 2, …, decided for all positions.

    Raises:
        CertificateError: they are not; with a position at which, or before which, it shows.
    """
    _check_that_play_ends(moves)
    below: Predicate | None = None
    for value, automaton in enumerate(automata, 1):
        level = Predicate(f"level {value}", automaton)
        better = _some_option(moves, [below] if below else [], [level])
        here = [below(*moves.position)] if below else []
        sentence = ForAll(moves.names, Iff((level(*moves.position), And((*here, better)))))
        _check(moves, sentence, f"level {value}", progress)
        below = level


def check_lost(moves: LinearMoves, lost: Automaton, convention: Convention, progress: Progress | None = None) -> None:
    """The same for the P-positions under a convention."""
    _check_that_play_ends(moves)
    is_lost = Predicate("lost", lost)
    wins = _some_option(moves, [is_lost], [])
    if convention is Convention.MISERE:
        wins = Or((wins, Not(_some_option(moves, [], []))))
    sentence = ForAll(moves.names, Iff((is_lost(*moves.position), Not(wins))))
    _check(moves, sentence, "the set of P-positions", progress)


def _check(moves: LinearMoves, sentence: Formula, what: str, progress: Progress | None) -> None:
    try:
        wrong = refutation(sentence, moves.system, progress)
    except BudgetError as error:
        raise BudgetError(_("{what}: {error}").format(what=what, error=error)) from None
    if wrong is not None:
        numbers = ", ".join(f"{name} = {number}" for name, number in wrong.items())
        raise CertificateError(
            _("{what} does not satisfy its definition at {numbers}").format(what=what, numbers=numbers)
        )


def _some_option(moves: LinearMoves, true_of: Sequence[Predicate], false_of: Sequence[Predicate]) -> Formula:
    """Some option has all of one kind and none of the other; its numbers stand as variables, bound one by one.

    A number that hangs on the fewest others is bound innermost.
    """
    kinds = []
    for each in moves.options:
        names = [result.variable or f"{name}'" for name, result in zip(moves.names, each.result, strict=True)]
        option = [Term({name: 1}) for name in names]
        body: Formula = And((*(p(*option) for p in true_of), *(Not(p(*option)) for p in false_of)))
        new = [(name, result) for name, result in zip(names, each.result, strict=True) if not result.variable]
        for name, result in sorted(new, key=lambda pair: len(pair[1].coefficients)):
            body = Exists((name,), And((Compare(result - Term({name: 1}), at_most=False), body)))
        kinds.append(Exists(each.chosen, And((each.condition, body))))
    return Or(tuple(kinds))


def _check_that_play_ends(moves: LinearMoves) -> None:
    """Every option is a smaller position, by the size that the moves name."""
    for each in moves.options:
        after = Term({}, moves.size.constant)
        for name, c in moves.size.coefficients.items():
            after += each.result[moves.names.index(name)] * c
        allowed = And((each.condition, *(result >= 0 for result in each.result)))
        sentence = ForAll((*moves.names, *each.chosen), Or((Not(allowed), after < moves.size)))
        _check(moves, sentence, "the size of a position", None)


TABLED = 40
"""Heaps below this are played out move by move."""

_PLACES = variables("x y")


def check_pairs(automata: Sequence[Automaton], system: NumberSystem, progress: Progress | None = None) -> None:
    """Whether the automata are the positions of Wythoff's game worth at least 1, 2 and so on.

    Raises:
        CertificateError: they are not; with numbers at which it shows.
        BudgetError: it is too large for the second procedure.
    """
    _check_small_heaps(automata)
    below: Predicate | None = None
    for value, automaton in enumerate(automata, 1):
        reached = Predicate(f"level {value}", automaton)
        for what, statement in _statements(reached, below):
            wrong = refutation(statement, system, progress)
            if wrong is not None:
                numbers = ", ".join(f"{name} = {number}" for name, number in wrong.items())
                raise CertificateError(
                    _("level {value}: {what} is not so at {numbers}").format(value=value, what=what, numbers=numbers)
                )
        below = reached


def _statements(reached: Predicate, below: Predicate | None) -> Iterator[tuple[str, Formula]]:
    x, y = _PLACES
    p, s, t, r = variables("p s t r")

    def worth(one: Term, other: Term) -> Formula:
        """Worth one less than the level."""
        less = ~reached(one, other)
        return less if below is None else And((below(one, other), less))

    same_difference = exists("t", worth(s, t) & (t + x == y + s))
    beyond = (
        exists("p", worth(x, p) & (y < p)),
        exists("p", worth(p, y) & (x < p)),
        exists("s", (x < s) & same_difference),
    )
    worth_more = reached if below is None else below
    settled = formula(value=True) if below is None else ~below(x, y)
    if below is not None:
        yield "that a level lies within the one below it", forall("x y", implies(reached(x, y), worth_more(x, y)))
    yield "that a pair may be turned", forall("x y", implies(worth(x, y), worth(y, x)))
    yield "that a number has one partner", forall("x y", ~(worth(x, y) & exists("p", worth(x, p) & ~(p == y))))
    yield "that a number has a partner", forall("x", exists("y", worth(x, y)))
    yield "that differences differ", forall("x y", ~(worth(x, y) & exists("s", (x < s) & same_difference)))
    yield "that a difference is met", forall("r", exists("s", exists("t", worth(s, t) & (t == s + r))))
    if below is None:
        yield "that a pair is won where none is near", forall("x y", ~And(((x <= y), *beyond)))
    else:
        yield "that a pair is worth less where none is near", forall("x y", Or((~And(((x <= y), *beyond)), settled)))


def _check_small_heaps(automata: Sequence[Automaton]) -> None:
    """Every move from every position of small heaps is tried."""
    values: dict[tuple[int, int], int] = {}
    for x in range(TABLED):
        for y in range(TABLED):
            met = {values[left, y] for left in range(x)} | {values[x, left] for left in range(y)}
            met |= {values[x - taken, y - taken] for taken in range(1, min(x, y) + 1)}
            values[x, y] = next(value for value in count() if value not in met)
            for level, automaton in enumerate(automata, 1):
                if automaton.accepts(x, y) is not (values[x, y] >= level):
                    raise CertificateError(
                        _("level {level} does not satisfy its definition at x = {x}, y = {y}").format(
                            level=level, x=x, y=y
                        )
                    )
