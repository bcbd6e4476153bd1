"""`cgt recognise` and `cgt decide`: levels of nim-values as finite automata, and sentences that automata decide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import (
    WHOLE,
    Json,
    MaxSeconds,
    Misere,
    ResultOutput,
    RulesetText,
    check_stop,
    complete_ruleset,
    convention_of,
)
from cgt.apps.cli.screen import DOCUMENT, Sheet, check_output, progress_bar, show
from cgt.core.card import Card
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
    walnut: Annotated[
        Path | None,
        Parameter(help="Write the automaton of the P-positions to this .txt file, for the prover Walnut."),
    ] = None,
    output: ResultOutput = None,
    as_json: Json = False,
) -> None:
    """Recognise the nim-values of a game with linear moves by finite automata, and prove them.

    Example: cgt recognise fibonacci-nim --level 4
    """
    from cgt.core.atomic import replacing
    from cgt.digits.system import number_system
    from cgt.digits.walnut import to_walnut
    from cgt.families.game_sets import linear_moves
    from cgt.families.registry import parse_ruleset
    from cgt.theory.levels import LevelCertificate, descriptions, levels, lost_positions

    check_output(certificate)
    check_output(walnut, (".txt",))
    check_output(output, DOCUMENT)
    game = parse_ruleset(ruleset)
    moves = linear_moves(game)
    if stop is not None:
        check_stop(stop, 2)
    limit = None if stop is None else stop - 1
    if base is not None:
        moves = attrs.evolve(moves, system=number_system(base), systems=())
    results: list[Level] = []
    with progress_bar("states") as progress:
        if misere:
            results.append(lost_positions(moves, Convention.MISERE, limit=limit, progress=progress))
        else:
            results.extend(levels(moves, level, limit=limit, progress=progress))
    proved = tuple(each.automaton for each in results if each.status == "proved" and each.automaton is not None)
    if certificate is not None:
        if not proved:
            raise RulesetError(_("nothing to certify: {result}").format(result=results[-1]))
        convention = convention_of(misere=misere)
        LevelCertificate(str(game), convention, proved).save(certificate)
    if walnut is not None:
        if (known := results[0].automaton) is None:
            raise RulesetError(_("no automaton to write: {result}").format(result=results[0]))
        with replacing(walnut) as file:  # level 1 holds the won positions, misère play's level the lost ones
            file.write(to_walnut(known if misere else ~known).encode())
    system = next((each.automaton.system for each in results if each.automaton is not None), moves.system)
    title = _("{game} in {system}").format(game=game, system=system)
    described = list(zip(results, descriptions(results, moves.names), strict=True))
    lines = [line for level, sentence in described for line in _lines(level, sentence)]
    record = {"ruleset": str(game), "system": str(system), "levels": [_record(*each) for each in described]}
    document = Card(title, [(level, text) for level, _colon, text in (line.partition(": ") for line in lines)])
    show(Sheet(record, document=document), Text("\n".join([title, *lines])), as_json=as_json, output=output)


def _lines(level: Level, sentence: str | None) -> list[str]:
    """The lines on a level."""
    if sentence is None:
        return [str(level)]
    text = _("nim-value {value}: {sentence}") if level.value else _("P-positions: {sentence}")
    return [str(level), text.format(value=level.value - 1, sentence=sentence)]


def _record(level: Level, sentence: str | None) -> dict[str, object]:
    states = None if level.automaton is None else level.automaton.states
    return {
        "level": level.value,
        "states": states,
        "status": level.status,
        "limit": level.limit,
        "note": level.note,
        "sentence": sentence,
    }


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
    from cgt.digits.rules import Clauses
    from cgt.digits.work import Work
    from cgt.solving.sentences import decide_sentence

    with progress_bar("states") as progress:
        work = Work(max_states, max_seconds, progress)
        decision = decide_sentence(sentence, base, game=game, convention=convention_of(misere=misere), work=work)
    *steps_text, answer = decision.explain().splitlines()[1:]
    record = {
        "sentence": sentence,
        "system": decision.system,
        "game": game or Clauses.of(sentence).game,
        "holds": decision.holds,
        "counterexample": decision.counterexample,
        "steps": [{"what": step.what, "made": step.made, "kept": step.kept} for step in decision.steps],
    }
    lines_shown = [f"{sentence.strip()}  [{decision.system}]", *(steps_text if steps else ()), answer]
    show(record, Text("\n".join(lines_shown)), as_json=as_json, wrap=True)
    return 0 if decision else 1
