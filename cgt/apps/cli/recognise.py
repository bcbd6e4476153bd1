"""`cgt recognise`: the levels of a game's nim-values as finite automata, proved for all positions where that can be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, RulesetText, convention_of
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from cgt.theory.levels import Level


def recognise(
    ruleset: RulesetText,
    /,
    stop: Annotated[
        int | None,
        WHOLE,
        Parameter(name="--stop", help="The first heap left out of the tables to guess from; by default what suits."),
    ] = None,
    *,
    level: Annotated[int, WHOLE, Parameter(help="The highest level: the positions worth at least so much.")] = 3,
    base: Annotated[
        str | None, Parameter(help="The number system to read in, such as zeckendorf; else the game's own.")
    ] = None,
    misere: Annotated[bool, Parameter(help="The P-positions of misère play instead.", negative=())] = False,
    certificate: Annotated[Path | None, Parameter(help="Write what is proved to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Recognise the nim-values of a game with linear moves by finite automata, and prove them.

    Example: cgt recognise fibonacci-nim --level 4
    """
    from cgt.digits.system import number_system
    from cgt.families.registry import parse_ruleset
    from cgt.solving.sentences import linear_moves
    from cgt.theory.levels import LevelCertificate, levels, lost_positions

    check_output(certificate)
    game = parse_ruleset(ruleset)
    moves = linear_moves(game)
    limit = None if stop is None else stop - 1
    if base is not None:
        moves = attrs.evolve(moves, system=number_system(base))
    found: list[Level] = []
    with progress_bar("states") as progress:
        if misere:
            found.append(lost_positions(moves, Convention.MISERE, limit=limit, progress=progress))
        else:
            found.extend(levels(moves, level, limit=limit, progress=progress))
    proved = tuple(each.automaton for each in found if each.status == "proved" and each.automaton is not None)
    if certificate is not None:
        if not proved:
            raise RulesetError(_("nothing to certify: {found}").format(found=found[-1]))
        convention = convention_of(misere=misere)
        LevelCertificate(str(game), convention, proved).save(certificate)
    lines = [_("{game} in {system}").format(game=game, system=moves.system), *map(str, found)]
    record = {"ruleset": str(game), "system": str(moves.system), "levels": [_record(each) for each in found]}
    show(record, Text("\n".join(lines)), as_json=as_json)


def _record(level: Level) -> dict[str, object]:
    states = None if level.automaton is None else level.automaton.states
    return {"level": level.value, "states": states, "status": level.status, "limit": level.limit, "note": level.note}
