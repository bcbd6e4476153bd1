"""The table of a game grows from question to question, and tells what a search tells."""

from __future__ import annotations

import random

import pytest

import cgt
from cgt.core.compounds import components_of
from cgt.errors import NotApplicableError, PositionError
from cgt.families.registry import parse_ruleset

GAMES = {
    "kayles": lambda game, n: game.position(n, n // 2),
    "4=.3": lambda game, n: game.position(n),
    "subtraction(2,5)": lambda game, n: game.position(n, 3),
    "treblecross": lambda game, n: game.position(n),
    "takeaway(2n)": lambda game, n: game.position((n + 100, 7), 3),
    "takeaway([3,1,2])": lambda game, n: game.position((n + 100, 7)),
    "wythoff": lambda game, n: game.position(n + 25, n + 40),
    "wythoff(2)": lambda game, n: game.position(n + 40, n + 25),
}


@pytest.mark.full("wythoff", "wythoff(2)")
@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_grew_is_the_one_made_at_once(name):
    game = parse_ruleset(name)
    grown, chance = game.table(), random.Random(name)
    for n in chance.sample(range(40), 8):
        position = GAMES[name](game, n)
        fresh = game.table()
        entries = fresh.entries(position)
        assert entries is not None
        assert entries > n
        for table in (fresh, grown):
            table.extend_to(position)
        assert grown.nbytes > 0
        for part in components_of(position):
            assert grown(part) == fresh(part)
            for value in range(4):
                assert list(grown.moves_to(part, value)) == list(fresh.moves_to(part, value))
                assert all(fresh(part.play(move)) == value for move in fresh.moves_to(part, value))


def test_a_table_that_is_asked_for_lists_lists_what_the_game_lists():
    kayles, takeaway, wythoff = (parse_ruleset(name).table() for name in ("kayles", "takeaway(2n)", "wythoff"))
    assert kayles.values(5) == [0, 1, 2, 3, 1]
    assert kayles.rows(2, 3) == [[0, 1, 2], [1, 0, 3]]
    assert takeaway.values(12) == [0, 0, 0, 0, 3, 0, 4, 4, 0, 5, 5, 5]
    assert (takeaway.values(0), takeaway.rows(0, 3)) == ([], [])
    assert takeaway.rows(3, 4) == [[0, 0, 0, 0], [0, 1, 1, 1], [0, 0, 2, 2]]
    assert wythoff.rows(2, 3) == [[0, 1, 2], [1, 2, 0]]
    with pytest.raises(NotApplicableError):
        wythoff.values(3)
    assert cgt.games.Chomp().table() is None


def test_a_position_of_another_game_is_not_looked_up():
    wythoff = cgt.games.Wythoff()
    table = wythoff.table()
    table.extend_to(wythoff.position(40, 40))
    with pytest.raises(PositionError, match="is not a position of wythoff"):
        table(cgt.games.Wythoff(2).position(3, 4))
    assert table.entries(wythoff.position(1, 2)) is None  # a search is done sooner


def test_who_asks_in_a_loop_has_one_table():
    cgt.forget()
    game = parse_ruleset("0.007")
    values = cgt.nim_values(game, 300)
    assert [cgt.nim_value(game.position(n)) for n in range(300)] == values
    assert "nim-sequence: 0.007" in [what for what, _ in cgt.memory().entries]
    takeaway = parse_ruleset("takeaway(3n)")
    assert [cgt.nim_value(takeaway.position((n, 5))) for n in (150, 140, 160, 170)] == [
        takeaway.table().arrays(170).nim_value(n, 5) for n in (150, 140, 160, 170)
    ]
    assert [what for what, _ in cgt.memory().entries if what.startswith("table")] == ["table: takeaway(3n)"]
