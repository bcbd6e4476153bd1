"""`cgt solve`: who wins, how, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from cgt import solution
from cgt.cli.options import Json, MaxPositions, Misere, PositionText, RulesetText, convention_of
from cgt.cli.screen import show
from cgt.core.outcome import Outcome
from cgt.registry import parse_ruleset

if TYPE_CHECKING:
    from cgt.core.ruleset import Ruleset
    from cgt.solution import Solution

SHOWN_MOVES = 12
"""How many winning moves the text lists; JSON has them all."""


def solve(
    ruleset: RulesetText,
    position: PositionText,
    /,
    *,
    misere: Misere = False,
    max_positions: MaxPositions = solution.SEARCH_LIMIT,
    as_json: Json = False,
) -> None:
    """Say who wins a position, by which moves, and why.

    Example: cgt solve "takeaway(2n)" 50:2 --misere
    """
    game = parse_ruleset(ruleset)
    solved = solution.solve(game.parse(position), convention_of(misere=misere), max_positions=max_positions)
    show(record_of(game, solved), text_of(game, solved), as_json=as_json)


def record_of(ruleset: Ruleset, solved: Solution) -> dict[str, object]:
    """A solution as JSON-ready data."""
    return {
        "ruleset": str(ruleset),
        "position": str(solved.position),
        "convention": str(solved.convention),
        "outcome": str(solved.outcome),
        "nim_value": solved.nim_value,
        "winning_moves": [ruleset.move_record(solved.position, move) for move in solved.winning_moves],
        "route": str(solved.route),
        "reference": solved.reference,
        "explanation": solved.explanation,
    }


def text_of(ruleset: Ruleset, solved: Solution) -> Text:
    """A solution for a person: the verdict and all winning moves, the reason, and what it rests on."""
    misere = "misère" if solved.convention == "misere" else "normal"
    text = Text(f"{ruleset}, {solved.position}, {misere} play\n")
    if solved.outcome is Outcome.P:
        text.append("losing", style="bold red")
        text.append(": the player who moves next loses against best play")
    elif solved.winning_moves:
        text.append("winning", style="bold green")
        moves = [ruleset.move_text(solved.position, move) for move in solved.winning_moves[:SHOWN_MOVES]]
        more = len(solved.winning_moves) - len(moves)
        text.append(f": {'; or '.join(moves)}" + (f"; or {more:,} other moves" if more else ""))
    else:
        text.append(f"{solved.outcome.meaning}")
    text.append(f"\nbecause {solved.explanation}")
    if solved.nim_value is not None:
        text.append(f"\nnim-value {solved.nim_value}")
    return text.append(f"\nby {solved.route}: {solved.reference}", style="dim")
