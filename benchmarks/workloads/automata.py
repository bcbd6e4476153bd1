"""Levels of nim-values proved by automata, from the ruleset to the proof: table, guess and decision together."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import cgt
from benchmarks.workload import Variant, Workload
from cgt.automata.decide import decide
from cgt.automata.formula import Predicate
from cgt.proofs.levels import Level, levels

if TYPE_CHECKING:
    from cgt.automata.moves import LinearMoves


def prove(name: str, up_to: int) -> list[Level]:
    """The levels of a ruleset, all of them proved."""
    game = cgt.parse_ruleset(name)
    found = list(levels(_moves(cast("cgt.TakeAway", game)), up_to))
    if not all(level.status == "proved" for level in found):
        raise AssertionError(found)
    return found


def _moves(game: cgt.TakeAway) -> LinearMoves:
    moves = game.linear_moves()
    if moves is None:
        raise AssertionError(game)
    return moves


def whinihan(times: int) -> int:
    """Decide Whinihan's theorem: in Fibonacci nim (n, q) is won just when q is at least n's least Zeckendorf part."""
    moves = _moves(cgt.TakeAway("2n"))
    (first,) = levels(moves, 1, limit=3_000)
    if first.automaton is None:
        raise AssertionError(first)
    won = Predicate("won", first.automaton)
    for _ in range(times):
        if not decide(moves.level(won, None), moves.system):
            raise AssertionError(moves)
    return first.automaton.states


WORKLOADS = (
    Workload(
        name="levels proved, quota 2n",
        variants={"python": Variant(6, lambda size: prove("takeaway(2n)", size))},
        unit="level",
        mark="level 6 in 5 s, level 7 in 60 s",
    ),
    Workload(
        name="levels proved, quota n",
        variants={"python": Variant(12, lambda size: prove("takeaway(n)", size))},
        unit="level",
        mark="level 16",
    ),
    Workload(
        name="levels proved, quota 3n",
        variants={"python": Variant(6, lambda size: prove("takeaway(3n)", size))},
        unit="level",
        mark="level 6",
    ),
    Workload(
        name="Whinihan's theorem decided",
        variants={"python": Variant(10, whinihan)},
        unit="decision",
        mark="0.2 s",
    ),
)
