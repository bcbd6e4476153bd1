"""The sets of a game's positions that a sentence may speak of, as automata: P-positions, and those of one nim-value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.outcome import Convention
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.errors import BudgetError, NotApplicableError
from cgt.families.registry import parse_ruleset

if TYPE_CHECKING:
    from cgt.core.game import Game
    from cgt.digits.formula import Predicate
    from cgt.digits.system import NumberSystem
    from cgt.theory.levels import LevelCertificate


def linear_moves(ruleset: Game) -> LinearMoves:
    """The moves of a ruleset as linear formulas in its own number system.

    Raises:
        NotApplicableError: the moves are not linear, or not stated as such.
    """
    moves = ruleset.linear_moves() if isinstance(ruleset, HasLinearMoves) else None
    if moves is None:
        text = _(
            "the moves of {game} are not linear formulas, or not stated as such: state them, as those of two "
            "heaps of nim, moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t)"
        )
        raise NotApplicableError(text.format(game=ruleset))
    return moves


def game_sets(
    game: str,
    names: Sequence[str],
    system: NumberSystem | None = None,
    convention: Convention = Convention.NORMAL,
) -> dict[str, Predicate]:
    """The sets of those names, recognised and proved before they are used; nim-values are of normal play.

    Raises:
        NotApplicableError: the moves of the game are not linear, or nim-values are asked where there are none.
        BudgetError: a set is not proved.

    >>> sets = game_sets("wythoff", ("P", "G0"))
    >>> list(sets["P"].automaton.members(4)), sets["G0"].automaton == sets["P"].automaton
    ([(0, 0), (1, 2), (2, 1)], True)
    """
    from cgt.digits.formula import Predicate

    if not names:
        return {}
    values = [int(name[1:]) for name in names if name != "P"]
    if values and convention is Convention.MISERE:
        raise NotApplicableError("G0, G1, … speak of nim-values, which are of normal play; P is the set of misère play")
    levels = certificate_of_sets(parse_ruleset(game), names, system, convention).automata
    if convention is Convention.MISERE:
        return {"P": Predicate("P", levels[0])}
    if len(levels) <= max(values, default=0):
        raise NotApplicableError(f"{game} has no nim-values, since moves are forbidden in it: P is all there is")
    result = {}
    for name in names:
        value = 0 if name == "P" else int(name[1:])
        result[name] = Predicate(name, levels[value - 1] - levels[value] if value else ~levels[0])
    return result


def certificate_of_sets(
    game: Game, names: Sequence[str], system: NumberSystem | None, convention: Convention = Convention.NORMAL
) -> LevelCertificate:
    """The certificate that those sets rest on; raises as `game_sets` does."""
    return _certificate(game, 1 + max((int(name[1:]) for name in names if name != "P"), default=0), system, convention)


@MEMORY.cache("sets of other games", maxsize=40)
def _certificate(game: Game, up_to: int, system: NumberSystem | None, convention: Convention) -> LevelCertificate:
    from cgt.theory.levels import LevelCertificate, levels, lost_positions

    moves = linear_moves(game)
    if system is not None:
        moves = attrs.evolve(moves, system=system, systems=())
    misere = convention is Convention.MISERE
    results = [lost_positions(moves, convention)] if misere else list(levels(moves, up_to))
    automata = [level.automaton for level in results if level.automaton is not None and level.status == "proved"]
    if len(automata) < len(results):
        raise BudgetError(f"of {game} this is known: {results[-1]}; a sentence speaks of what is proved")
    return LevelCertificate(str(game), convention, tuple(automata))
