"""`cgt decide`: a sentence about whole numbers, or about a game's positions, decided by automata."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, MaxSeconds, Misere, complete_ruleset, convention_of
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import show


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
