"""Levels of Wythoff's game decided again: by six statements that have one solution, written anew, and a table beside.

The definition itself is too dear for the second procedure at value 1 (825 states). So each level is checked by what
`cgt.games.heaps.wythoff_levels.pair_sentences` argues, in words of this module: every `exists` has one variable
besides, so that all that it can say is soon met. What the six statements have to do with the rule is held against it,
too: the nim-values of small heaps, found by trying every move, have to be those that the automata tell.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from cgt.automata.formula import And, Formula, Or, Predicate, exists, forall, formula, implies, variables
from cgt.errors import CertificateError
from cgt.proofs.verify.sentences import refutation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.automata.automaton import Automaton
    from cgt.automata.formula import Term
    from cgt.core.progress import Progress
    from cgt.numeration.system import NumberSystem

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
                raise CertificateError(f"level {value}: {what} is not so at {numbers}")
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
                    raise CertificateError(f"level {level} does not satisfy its definition at x = {x}, y = {y}")
