"""Tables of the first games, by which a page plays while Python still loads.

A table tells of each position what `Bridge` would, in each language, where its moves lead, and which move the computer
chooses when it makes no error. The computer errs by the draws of a seed: those of a few seeds are written, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from cgt.apps.play.opponent import Level, choose_move
from cgt.apps.play.session import GameSession
from cgt.apps.web.bridge import FIRST_GAMES, facts_of_game, facts_of_position, hint_of
from cgt.apps.web.ladder import LADDER
from cgt.core.language import available_languages, language
from cgt.core.position import Position
from cgt.families.registry import example_ruleset, parse_ruleset

LARGEST_TABLE = 460
"""The most positions of a table; from a larger game it has those of the first moves."""

FIRST_RUNGS = 4
"""The number of levels of the ladder that have tables."""

SEEDS, TURNS, MOVES = 16, 12, 32
"""The numbers of seeds, turns and moves that the draws are written for."""


@cache
def first_tables() -> Mapping[str, bytes]:
    """The tables as JSON texts, by game, first position and convention."""
    games = [(example_ruleset(name), start) for name, start in FIRST_GAMES.items()]
    firsts = [(game, start, game.conventions[0]) for game, start in games]
    firsts += [(parse_ruleset(rung.game), rung.position(rung.start), rung.convention) for rung in LADDER[:FIRST_RUNGS]]
    return {
        f"{game} {start} {convention}": json.dumps(
            table(GameSession(game, game.parse(start), convention)), ensure_ascii=False
        ).encode()
        for game, start, convention in firsts
    }


def table(session: GameSession) -> dict[str, object]:
    """The table of a game from its current position, breadth first, so that at least the first moves are covered.

    >>> import cgt.games
    >>> text = table(GameSession(cgt.games.Nim(), cgt.games.Nim().position(2)))
    >>> [(node["en"]["position"], node["to"], node["best"]) for node in text["nodes"]]
    [('2', [1, 2], 1), ('1', [2], 0), ('0', [], None)]
    """
    write = session.ruleset.wording.position_text  # equal positions may have their heaps in another order
    places = {write(session.position): 0}
    reached, nodes = [session.position], []
    for position in reached:
        leads: list[int | None] = []
        for move in position.moves():
            after = position.play(move)
            if write(after) not in places and len(places) < LARGEST_TABLE:
                places[write(after)] = len(places)
                reached.append(after)
            leads.append(places.get(write(after)))
        here = GameSession(session.ruleset, position, session.convention, analyst=session.analyst)
        advised = None not in leads  # what is seldom reached before Python is here need not be searched
        best = _best(here) if advised else None
        nodes.append({"to": leads, "best": best, **_position_facts(here, session.position, advised=advised)})
    return {"of": _in_each_language(lambda: facts_of_game(session)), "nodes": nodes}


def _position_facts(session: GameSession, start: Position, *, advised: bool) -> dict[str, object]:
    return _in_each_language(
        lambda: {**facts_of_position(session, start), "hint": hint_of(session) if advised else None}
    )


def _in_each_language(facts: Callable[[], object]) -> dict[str, object]:
    results = {}
    for code in available_languages():
        with language(code):
            results[code] = facts()
    return results


def _best(session: GameSession) -> int | None:
    """The number of a perfect computer's move; None where there is none, or it is not sure."""
    if session.is_over or session.analyst.solution(session.position) is None:
        return None
    never = Random(0)  # noqa: S311 - draws nothing
    choice = choose_move(session.analyst, session.position, Level(), never)
    return list(session.position.moves()).index(choice.move)


def random_numbers() -> list[list[tuple[float, list[int]]]]:
    """The random numbers of the computer's errors, by seed and turn: a chance, and an index for each move count.

    They are those of `GameSession.play_computer` and `choose_move`.
    """
    return [[_draws(f"{seed}:{turn}") for turn in range(TURNS)] for seed in range(SEEDS)]


def _draws(seed: str) -> tuple[float, list[int]]:
    drawn = []
    for count in range(1, MOVES + 1):
        random = Random(seed)  # noqa: S311 - errors of play, no secrets
        chance = random.random()
        drawn.append(random.choice(range(count)))
    return chance, drawn
