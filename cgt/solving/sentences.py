"""Sentences as text, in a number system or about the positions of a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cgt.core.errors import BudgetError, NotApplicableError
from cgt.core.game import Game
from cgt.core.outcome import Convention, ConventionLike
from cgt.digits.decide import Decision, decide, define
from cgt.digits.expressions import named_sets
from cgt.digits.formula import Predicate
from cgt.digits.grammar import parse_sentence
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.digits.system import number_system
from cgt.families.registry import parse_ruleset
from cgt.theory.levels import Level, levels, lost_positions

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton
    from cgt.digits.work import Work

_NAMED = re.compile(r"\b(P|G\d{1,3})\s*\(", re.ASCII)


def linear_moves(ruleset: Game) -> LinearMoves:
    """The moves of a ruleset as linear formulas in its own number system.

    Raises:
        NotApplicableError: the moves are not linear, or not stated as such.
    """
    moves = ruleset.linear_moves() if isinstance(ruleset, HasLinearMoves) else None
    if moves is None:
        raise NotApplicableError(f"the moves of {ruleset} are not linear formulas, or not stated as such")
    return moves


def decide_sentence(
    text: str,
    base: str | None = None,
    *,
    game: str | None = None,
    convention: ConventionLike = Convention.NORMAL,
    work: Work | None = None,
) -> Decision:
    """The decision of a sentence given as text, such as `forall n: exists m: n == 2m | n == 2m + 1`.

    Args:
        text: what `cgt.digits.grammar` reads; `power2`, `evil`, `odious` (base 2), `power3` (base 3), `fib`, `lower`
            and `upper` (zeckendorf) are sets of one number.
        base: the number system, such as `zeckendorf`; by default the game's own, without a game base 2.
        game: a ruleset with linear moves. `P(…)` in the text is then the set of its P-positions, `G0(…)`, … the
            positions of that nim-value; each is recognised and proved first.
        convention: of `P`.
        work: the budget of the decision.

    Raises:
        ParseError: the text, with the place that cannot be read; or the names of the system or game.
        SentenceError: a variable is bound by no quantifier, or a set has another number of places.
        NotApplicableError: the moves of the game are not linear, or nim-values are asked of misère play.
        BudgetError: more states or seconds are needed, or a set of the game is not proved; nothing is claimed then.

    >>> bool(decide_sentence("forall n: exists m: n == 2m | n == 2m + 1", "zeckendorf"))
    True
    >>> decide_sentence("forall n: n >= 1 => ~P(n, n - 1)", game="fibonacci-nim").counterexample
    {'n': 1}
    """
    convention = Convention.of(convention)
    if game is None:
        system = number_system(base or "base 2")
        return decide(parse_sentence(text, named_sets(system)), system, work=work)
    ruleset = parse_ruleset(game)
    moves = linear_moves(ruleset)
    system = moves.system if base is None else number_system(base)
    names = dict.fromkeys(_NAMED.findall(text))
    sets = {name: Predicate(name, _set(name, moves, ruleset, convention)) for name in names} | named_sets(system)
    return decide(parse_sentence(text, sets), system, work=work)


def _set(name: str, moves: LinearMoves, ruleset: Game, convention: Convention) -> Automaton:
    """The set of positions that a name in a sentence stands for."""
    if name == "P":
        return _proved(lost_positions(moves, convention), ruleset)
    if convention is Convention.MISERE:
        raise NotApplicableError(
            f"{name} speaks of nim-values, which are of normal play; P is the set of misère play too"
        )
    value = int(name[1:])
    at_least = list(levels(moves, value + 1))
    above = Predicate("above", _proved(at_least[-1], ruleset))
    position = moves.position
    if value == 0:
        return define(~above(*position), moves.system, moves.names)
    reached = Predicate("reached", _proved(at_least[value - 1], ruleset))
    return define(reached(*position) & ~above(*position), moves.system, moves.names)


def _proved(level: Level, ruleset: Game) -> Automaton:
    if level.automaton is None or level.status != "proved":
        raise BudgetError(f"of {ruleset} this is known: {level}; so nothing is decided")
    return level.automaton
