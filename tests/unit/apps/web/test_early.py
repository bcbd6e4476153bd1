"""The tables of the first games tell what the library tells, and their draws are those of the computer's errors."""

import json
from random import Random

import pytest

from cgt.apps.play.opponent import Analyst, Level, choose_move
from cgt.apps.play.session import GameSession
from cgt.apps.web import early
from cgt.apps.web.bridge import FIRST_GAMES, Bridge
from cgt.apps.web.early import FIRST_RUNGS, MOVES, first_tables, random_numbers, table
from cgt.families.registry import example_ruleset

QUICK = {"bounded-nim", "nim", "treblecross"}


@pytest.mark.full("nim")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in FIRST_GAMES]
)
def test_a_table_tells_what_the_library_tells(name):
    """Games of random moves, and what a perfect computer plays in each position of them."""
    game, start = example_ruleset(name), FIRST_GAMES[name]
    convention = str(game.conventions[0])
    told = json.loads(json.dumps(table(GameSession(game, game.parse(start), convention))))
    random = Random(0)
    for lang in ("en", "fr"):
        page, here = Bridge(), 0
        new = {"do": "new", "game": str(game), "position": start, "convention": convention, "lang": lang, "who": "two"}
        state = page.answer(new)
        while here is not None:
            node = told["nodes"][here]
            expected = {**told["of"][lang], **node[lang]}
            hint = expected.pop("hint")
            assert state.items() >= expected.items()
            if hint is not None:
                assert page.answer({"do": "hint", "lang": lang}) == hint
            if node["best"] is not None:
                after = page.answer({"do": "reply", "lang": lang})
                assert after["turns"][-1]["words"] == node[lang]["moves"][node["best"]]["words"]
                page.answer({"do": "undo", "lang": lang})
            if not node["to"]:
                assert state["over"]
                break
            move = random.randrange(len(node["to"]))
            state = page.answer({"do": "play", "move": node[lang]["moves"][move]["text"], "lang": lang})
            here = node["to"][move]


def test_a_table_has_its_first_moves_at_least(monkeypatch, upto):
    monkeypatch.setattr(early, "LARGEST_TABLE", upto(44, full=early.LARGEST_TABLE))
    game = example_ruleset("cram")
    told = table(GameSession(game, game.parse(upto("2x4", full="3x4"))))
    assert len(told["nodes"]) == early.LARGEST_TABLE
    assert None not in told["nodes"][0]["to"]
    assert all(None not in told["nodes"][after]["to"] for after in told["nodes"][0]["to"])


def test_the_draws_are_those_of_the_computers_errors():
    game = example_ruleset("nim")
    for seed, turn in ((0, 0), (3, 5), (15, 11)):
        chance, picks = random_numbers()[seed][turn]
        assert 0 <= chance < 1
        for size in (1, 2, 7, MOVES):
            drawn = Random(f"{seed}:{turn}")
            position = game.position(size)
            choice = choose_move(Analyst("normal"), position, Level(0.9999), drawn)
            assert list(position.moves()).index(choice.move) == picks[size - 1]


@pytest.mark.full
def test_each_first_game_has_a_table():
    tables = first_tables()
    assert len(tables) == len(FIRST_GAMES) + FIRST_RUNGS
    assert "notakto 3x3 misere" in tables
