"""Levels of nim-values, and P-positions, decided again: by another decision procedure, from a sentence written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.automata.formula import And, Compare, Exists, ForAll, Formula, Iff, Not, Or, Predicate, Term
from cgt.core.outcome import Convention
from cgt.errors import BudgetError, CertificateError
from cgt.proofs.verify.sentences import refutation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.automata.automaton import Automaton
    from cgt.automata.moves import LinearMoves
    from cgt.core.progress import Progress


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
        raise BudgetError(f"{what}: {error}") from None
    if wrong is not None:
        numbers = ", ".join(f"{name} = {number}" for name, number in wrong.items())
        raise CertificateError(f"{what} does not satisfy its definition at {numbers}")


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
