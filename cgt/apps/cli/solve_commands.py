"""The command `cgt solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import Json, MaxPositions, Misere, PicturedOutput, PositionText, RulesetText, convention_of
from cgt.apps.cli.solutions import show_solution
from cgt.core.route import SEARCH_LIMIT


def solve(
    ruleset: RulesetText,
    position: PositionText = None,
    /,
    *,
    misere: Misere = False,
    route: Annotated[
        str | None,
        Parameter(help="Insist on this route, such as closed form, table or search; a wrong name lists them all."),
    ] = None,
    remoteness: Annotated[
        bool,
        Parameter(
            negative="", help="Also say how many moves the play lasts when the winner hurries and the loser delays."
        ),
    ] = False,
    genus: Annotated[
        bool,
        Parameter(
            negative="", help="Also say the genus: the nim-value, and the misère nim-values beside heaps of two."
        ),
    ] = False,
    max_positions: MaxPositions = SEARCH_LIMIT,
    certificate: Annotated[
        Path | None, Parameter(help="Answer by this file that `cgt period --certificate` wrote, unchecked.")
    ] = None,
    output: PicturedOutput = None,
    as_json: Json = False,
) -> None:
    """Say who wins a position, by which moves, and why; in one argument, a sum of several games.

    Example: cgt solve "takeaway(2n)" 50:2 --misere

    Example: cgt solve "kayles 7 + nim 3,5 + wythoff 1,2"
    Example: cgt solve nim 3,4,5 -o position.svg
    Example: cgt solve kayles 5 --genus --remoteness
    """
    show_solution(
        ruleset,
        position,
        convention=convention_of(misere=misere),
        route=route,
        remoteness=remoteness,
        genus=genus,
        max_positions=max_positions,
        certificate=certificate,
        output=output,
        as_json=as_json,
    )
