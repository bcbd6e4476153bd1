"""The second check of levels and P-positions, by other sentences: for linear moves, and for Wythoff's game.

Of Wythoff's game the definition itself is too dear for the second procedure at value 1 (885 states). Each level is
checked by the argument of `cgt.games.heaps.linear_moves.pair_sentences`, written again here so that every `exists`
has one variable besides: all its cases are soon met. The six statements are compared with the rule, too: the nim-values
of small heaps, found by trying every move, must be those of the automata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, count
from math import comb
from typing import TYPE_CHECKING

from cgt.core.numbers import format_int
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
    implies,
    renamed,
    variables,
)
from cgt.errors import BudgetError, CertificateError, NumberSystemError
from cgt.theory.verify.sentence_check import refutation

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.digits.automaton import Automaton
    from cgt.digits.moves import LinearMoves
    from cgt.digits.system import NumberSystem

MOST_NEEDED, MOST_WAYS = 16, 2_000
"""The most different options that a sentence speaks of, each with a digit in every letter; the most ways by kinds."""


def check_levels(moves: LinearMoves, automata: Sequence[Automaton], progress: Progress | None) -> None:
    """Check that the automata are the sets of positions worth at least 1, 2, …; raises `CertificateError`.

    Raises:
        CertificateError: they are not; with a position at which, or before which, it shows.
    """
    _check_that_play_ends(moves)
    if moves.needed > 1 and len(automata) > 1:
        raise CertificateError("where moves are forbidden there are no nim-values: one level is all there is")
    below: Predicate | None = None
    for value, automaton in enumerate(automata, 1):
        level = Predicate(f"level {value}", automaton)
        better = _some_option(moves, [below] if below else [], [level])
        here = [below(*moves.position)] if below else []
        sentence = ForAll(moves.names, Iff((level(*moves.position), And((*here, better)))))
        _check(moves, sentence, f"level {value}", progress)
        below = level


def check_lost(moves: LinearMoves, lost: Automaton, convention: Convention, progress: Progress | None) -> None:
    """Check that the automaton is the set of P-positions under a convention; raises `CertificateError`."""
    if moves.needed > 1 and convention is Convention.MISERE:
        raise CertificateError("where moves are forbidden, misère play is not decided by counting lost options")
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
    except NumberSystemError as error:
        raise CertificateError(f"{what} cannot be decided: {error}") from None
    if wrong is not None:
        numbers = ", ".join(f"{name} = {number}" for name, number in wrong.items())
        raise CertificateError(f"{what} does not satisfy its definition at {numbers}")


def _some_option(moves: LinearMoves, true_of: Sequence[Predicate], false_of: Sequence[Predicate]) -> Formula:
    """The formula that enough different options satisfy `true_of` and not `false_of`."""
    kinds, needed = range(len(moves.options)), moves.needed
    if needed > MOST_NEEDED or comb(len(kinds) + needed - 1, needed) > MOST_WAYS:
        raise BudgetError(
            f"a sentence about {format_int(needed, group=True)} options that differ is not checked again: "
            f"{MOST_NEEDED} are the most, fewer where moves are of many kinds"
        )
    ways = combinations_with_replacement(kinds, needed)
    return Or(tuple(_of_kinds(moves, way, (), true_of, false_of) for way in ways))


def _of_kinds(
    moves: LinearMoves,
    kinds: Sequence[int],
    before: tuple[tuple[Term, ...], ...],
    true_of: Sequence[Predicate],
    false_of: Sequence[Predicate],
) -> Formula:
    """The formula for options by moves of these kinds, different from those before.

    A number that hangs on the fewest others is bound innermost.
    """
    if not kinds:
        return And(())
    each, place = moves.options[kinds[0]], len(before) + 1
    names = {name: f"{name}.{place}" for name in each.chosen}
    results = [result.renamed(names) for result in each.result]
    option = [result.variable or f"{name}'{place}" for name, result in zip(moves.names, results, strict=True)]
    terms = [Term({name: 1}) for name in option]
    body: Formula = And((*(p(*terms) for p in true_of), *(Not(p(*terms)) for p in false_of)))
    new = [(name, result) for name, result in zip(option, results, strict=True) if not result.variable]
    for name, result in sorted(new, key=lambda pair: len(pair[1].coefficients)):
        body = Exists((name,), And((Compare(result - Term({name: 1}), at_most=False), body)))
    # None of the results is below 0 where some number equals it: here that is said already.
    others = [_unlike(results, other) for other in before]
    more = _of_kinds(moves, kinds[1:], (*before, tuple(results)), true_of, false_of)
    rest = (more,) if kinds[1:] else ()
    whole = And((renamed(each.condition, names), body, *others, *rest))
    return Exists(tuple(names.values()), whole) if names else whole


def _unlike(one: Sequence[Term], other: Sequence[Term]) -> Formula:
    same = tuple(Compare(mine - its, at_most=False) for mine, its in zip(one, other, strict=True))
    return Not(And(same))


def _check_that_play_ends(moves: LinearMoves) -> None:
    """Check that every option is a smaller position, by the size that the moves name."""
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


def check_pairs(automata: Sequence[Automaton], system: NumberSystem, progress: Progress | None) -> None:
    """Check that the automata are the sets of positions of Wythoff's game worth at least 1, 2, and so on.

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
                raise CertificateError(f"level {value}: {what} is not so at {numbers}")
        below = reached


def _statements(reached: Predicate, below: Predicate | None) -> Iterator[tuple[str, Formula]]:
    x, y = _PLACES
    p, s, t, r = variables("p s t r")

    def worth(one: Term, other: Term) -> Formula:
        """The formula that a position is worth one less than the level."""
        less = ~reached(one, other)
        return less if below is None else And((below(one, other), less))

    same_difference = exists("t", worth(s, t) & (t + x == y + s))
    beyond = (
        exists("p", worth(x, p) & (y < p)),
        exists("p", worth(p, y) & (x < p)),
        exists("s", (x < s) & same_difference),
    )
    if below is not None:
        yield "that a level lies within the one below it", forall("x y", implies(reached(x, y), below(x, y)))
    yield "that a pair may be turned", forall("x y", implies(worth(x, y), worth(y, x)))
    yield "that a number has one partner", forall("x y", ~(worth(x, y) & exists("p", worth(x, p) & ~(p == y))))
    yield "that a number has a partner", forall("x", exists("y", worth(x, y)))
    yield "that differences differ", forall("x y", ~(worth(x, y) & exists("s", (x < s) & same_difference)))
    yield "that a difference is met", forall("r", exists("s", exists("t", worth(s, t) & (t == s + r))))
    some_near = ~And(((x <= y), *beyond))
    if below is None:
        yield "that a pair is won where none is near", forall("x y", some_near)
    else:
        yield "that a pair is worth less where none is near", forall("x y", Or((some_near, ~below(x, y))))


def _check_small_heaps(automata: Sequence[Automaton]) -> None:
    """Check every move from every position of small heaps."""
    values: dict[tuple[int, int], int] = {}
    for x in range(TABLED):
        for y in range(TABLED):
            met = {values[left, y] for left in range(x)} | {values[x, left] for left in range(y)}
            met |= {values[x - taken, y - taken] for taken in range(1, min(x, y) + 1)}
            values[x, y] = next(value for value in count() if value not in met)
            for level, automaton in enumerate(automata, 1):
                if automaton.accepts(x, y) is not (values[x, y] >= level):
                    raise CertificateError(f"level {level} does not satisfy its definition at x = {x}, y = {y}")
