"""`cgt recognise` and `cgt decide`: levels of nim-values as finite automata, and sentences that automata decide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, MaxSeconds, Misere, RulesetText, complete_ruleset, convention_of
from cgt.apps.cli.screen import check_output, progress_bar, show
from cgt.core.errors import RulesetError
from cgt.core.language import _
from cgt.core.outcome import Convention

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


def decide(
    sentence: Annotated[str, Parameter(help='Such as "forall n: exists m: n == 2m | n == 2m + 1".')],
    /,
    *,
    base: Annotated[
        str | None,
        Parameter(help="The number system: base 2, zeckendorf, ostrowski(2); or the game's own."),
    ] = None,
    game: Annotated[
        str | None,
        Parameter(
            help="A game with linear moves: P(...) are its P-positions, G1(...) the positions of nim-value 1.",
            completer=complete_ruleset,
        ),
    ] = None,
    misere: Misere = False,
    steps: Annotated[bool, Parameter(help="Tell each automaton made on the way, with its size.", negative=())] = False,
    max_states: Annotated[int, WHOLE, Parameter(help="The most states that one automaton may have.")] = 4_000_000,
    max_seconds: MaxSeconds = 60.0,
    as_json: Json = False,
) -> int:
    """Decide a sentence about whole numbers, for all of them; exit code 1 if it is false.

    Example: cgt decide "forall n: exists m: n == 2m | n == 2m + 1"

    Example: cgt decide "forall x: x >= 1 => ~P(x, 2x + 1)" --game wythoff
    """
    from cgt.digits.work import Work
    from cgt.solving.sentences import decide_sentence

    with progress_bar("states") as progress:
        work = Work(max_states, max_seconds, progress)
        decision = decide_sentence(sentence, base, game=game, convention=convention_of(misere=misere), work=work)
    *steps_told, answer = decision.explain().splitlines()[1:]
    record = {
        "sentence": sentence,
        "system": decision.system,
        "game": game,
        "holds": decision.holds,
        "counterexample": decision.counterexample,
        "steps": [{"what": step.what, "made": step.made, "kept": step.kept} for step in decision.steps],
    }
    told = [f"{sentence.strip()}  [{decision.system}]", *(steps_told if steps else ()), answer]
    show(record, Text("\n".join(told)), as_json=as_json, wrap=True)
    return 0 if decision else 1
