"""Coins that are turned: moves as the rules say them, and the longest rows."""

from __future__ import annotations

import tracemalloc
from functools import reduce
from itertools import combinations, islice, product
from operator import xor

import pytest

import cgt
from cgt.apps.web.bridge import Bridge
from cgt.core.game import GamePosition
from cgt.errors import BudgetError, IllegalMoveError, ParseError, PositionError
from cgt.games.coins import turning_game
from cgt.games.coins.tartan import FACTORS, Tartan

ROWS = [kind() for kind in FACTORS.values()]
SUBSETS = [coins for length in range(7) for coins in combinations(range(1, 7), length)]
BOARDS = [Tartan("ruler", "twins"), Tartan("triplets", "mock-turtles"), cgt.games.Rugs(), cgt.games.TurningCorners()]
SQUARES = list(product(range(1, 4), repeat=2))

ALLOWED = {
    "turning-turtles": lambda coins: len(coins) <= 2,
    "mock-turtles": lambda coins: len(coins) <= 3,
    "moebius": lambda coins: len(coins) <= 5,
    "mogul": lambda coins: len(coins) <= 7,
    "ruler": lambda coins: coins[-1] - coins[0] == len(coins) - 1,
    "twins": lambda coins: len(coins) == 2,
    "triplets": lambda coins: len(coins) == 3,
    "motley": lambda coins: True,
}
"""What may be turned, by the rules."""


@pytest.mark.full("mock-turtles", "moebius", "mogul", "ruler", "triplets", "turning-turtles", "twins")
@pytest.mark.parametrize("game", ROWS, ids=str)
def test_every_move_is_one_by_the_rules_and_no_other(game, upto):
    for heads in SUBSETS[:: upto(4, full=1)]:
        allowed = {coins for coins in SUBSETS if coins and coins[-1] in heads and ALLOWED[game.name](coins)}
        position = GamePosition(game, heads)
        assert set(position.moves()) == allowed
        assert {move: position.play(move).state for move in allowed} == {
            move: tuple(sorted(set(heads) ^ set(move))) for move in allowed
        }
        for wrong in {*SUBSETS, (2, 1), (3, 3), (0, 1), (1.0,), 3, "1", ((1,),)} - allowed:
            with pytest.raises(IllegalMoveError):
                position.play(wrong)


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_every_move_on_a_board_is_one_by_the_rules_and_no_other(game):
    for heads in [(), *((square,) for square in SQUARES), ((1, 2), (3, 3)), ((2, 2), (2, 3), (3, 1))]:
        position = GamePosition(game, heads)
        allowed = set(position.moves())
        rows = [coins for coins in SUBSETS if coins and coins[-1] <= 3]
        assert allowed == {
            tuple(product(first, second))
            for first in rows
            for second in rows
            if (first[-1], second[-1]) in heads
            and ALLOWED[game.first.name](first)
            and ALLOWED[game.second.name](second)
        }
        assert dict(game.steps(heads)) == {move: position.play(move).state for move in allowed}
        for wrong in [((1, 1), (1, 2), (2, 1)), ((2, 2), (1, 1)), (), 3, (1, 2), ((1, 1), (2,)), (("a", "b"),)]:
            if wrong not in allowed:
                with pytest.raises(IllegalMoveError):
                    position.play(wrong)


@pytest.mark.parametrize("game", ROWS, ids=str)
def test_the_sets_of_a_value_are_all_of_that_value(game):
    for coin in range(1, 10):
        found = {}
        for others in game.turned_with(coin):
            found.setdefault(reduce(xor, map(game.coin_value, others), 0), []).append(tuple(others))
        for value in range(40):
            assert sorted(map(tuple, game.turned_to(coin, value))) == sorted(found.get(value, [])), (coin, value)


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_winning_moves_on_a_board_are_those_that_leave_nothing(game):
    for heads in [*((square,) for square in SQUARES), ((1, 2), (3, 3)), ((2, 2), (2, 3), (3, 1)), ((1, 3), (2, 2))]:
        form = game.closed_forms()[0]
        for value in range(6):
            wanted = [move for move, after in game.steps(heads) if form.value(after) == value]
            assert sorted(form.moves_to(heads, value)) == sorted(wanted)


@pytest.mark.full("rugs 1000:1000", "ruler 524288,1000000")
@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    "text",
    [
        "ruler 524288,1000000",
        "motley 5,1000",
        "twins 7,1000000",
        "rugs 1000:1000",
        *(
            pytest.param(text, marks=pytest.mark.full)
            for text in (
                "mock-turtles 1000000",
                "mock-turtles 3,500,999999,1000000",
                "triplets 999,1000000",
                "moebius 128",
                "mogul 40,48",
                "turning-corners 1000000:999",
                "tartan(motley,mogul) 9:48",
            )
        ),
    ],
)
def test_the_longest_rows_are_answered(text):
    """Where not all moves can be tried, by some of them."""
    solution = cgt.solve(text)
    assert solution.outcome is cgt.Outcome.N
    assert all(cgt.nim_value(solution.position.play(move)) == 0 for move in islice(solution.winning_moves, 3))
    assert len(str(solution.card().rows)) < 3_000


def test_a_row_with_a_coin_of_unknown_value_is_refused_before_the_values_are_computed(monkeypatch):
    monkeypatch.setattr(turning_game._CoinValues, "extend_to", lambda *_: pytest.fail("values were computed"))
    with pytest.raises(PositionError, match="up to coin 48, not 49"):
        cgt.solve(cgt.games.Mogul().position(*range(1, 50)))


@pytest.mark.full
def test_every_winning_move_of_many_coins_is_told():
    """No set of up to seven coins has the nim-sum 0, so one head alone is turned; of others, all sets by the rules."""
    assert cgt.winning_moves(cgt.games.Mogul().position(48)) == ((48,),)
    game, heads = cgt.games.Mogul(), (2, 5, 11, 12)
    found = cgt.winning_moves(game.position(*heads))
    rows = [coins for length in range(1, 8) for coins in combinations(range(1, 13), length)]
    wanted = game.sum_of(heads)
    assert set(found) == {coins for coins in rows if coins[-1] in heads and game.sum_of(coins) == wanted}
    assert len(cgt.winning_moves(game.position(3, 17, 20, 33, 48))) == 88


@pytest.mark.usefixtures("guarded")
def test_moves_that_are_not_found_among_those_tried_are_refused(monkeypatch, upto):
    tried = upto(50_000, full=turning_game.MOST_COINS)
    monkeypatch.setattr(turning_game, "MOST_COINS", tried)
    told = f"nim-value is 102, but to find all moves of rugs here, more than {tried:,} coins"
    with pytest.raises(BudgetError, match=told):
        cgt.solve("rugs 1000000:1000000,999999:1")


@pytest.mark.full
@pytest.mark.usefixtures("guarded")
def test_a_long_row_is_played_on_the_page():
    page = Bridge()
    state = page.answer({"do": "new", "game": "ruler", "position": "100000"})
    assert state["moves"][2]["text"] == "turn 99998, 99999 and 100000"
    assert state["more"]
    assert page.answer({"do": "play", "move": "turn 99999 and 100000"})["position"] == "99999"
    assert page.answer({"do": "play", "move": "turn 3 and 7"})["error"].count("\n") == 0
    assert page.answer({"do": "play", "move": "turn 12 to 99999"})["turns"][-1]["text"] == "turn 12 to 99999"


def test_as_many_coins_are_read_as_the_longest_row_has():
    assert len(turning_game.coins_named("turn 1 to 1000000")) == 10**6
    assert turning_game.coins_named("turn 1 to 1000001") == ()
    assert turning_game.coins_named("turn 1 and 1 to 1000000") == ()


def test_long_runs_are_told_by_their_ends():
    ruler = cgt.games.Ruler()
    position = ruler.position(9)
    assert ruler.wording.move_text(position, (6, 7, 8, 9)) == "turn 6, 7, 8 and 9"
    assert ruler.wording.move_text(position, (5, 6, 7, 8, 9)) == "turn 5 to 9"
    assert ruler.wording.read_move(position, "turn 5 to 9") == (5, 6, 7, 8, 9)
    motley = cgt.games.Motley()
    move = (1, 3, 4, 5, 6, 7, 9)
    assert motley.wording.move_text(motley.position(9), move) == "turn 1, 3 to 7 and 9"
    assert motley.wording.read_move(motley.position(9), "turn 1, 3 to 7 and 9") == move


class Stopping(dict):
    """Ctrl-C comes at an entry, once."""

    left = 0

    def __setitem__(self, number, coins):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        super().__setitem__(number, coins)


@pytest.mark.parametrize("left", [1, 2, 5, 40, 333])
def test_values_that_were_stopped_half_way_go_on(monkeypatch, left):
    game = cgt.games.Moebius()
    alone = [game.coin_value(coin) for coin in range(1, 20)]
    known = turning_game._CoinValues()
    known.fewest = Stopping(known.fewest)
    known.fewest.left = left
    cgt.forget()
    monkeypatch.setattr(turning_game, "_CoinValues", lambda: known)
    with pytest.raises(KeyboardInterrupt):
        game.coin_value(19)
    assert [game.coin_value(coin) for coin in range(1, 20)] == alone


@pytest.mark.full
def test_moves_that_turn_a_million_squares_are_not_all_written_down():
    """The move is the squares where rows and columns cross, so it is counted by these."""
    tracemalloc.start()
    solution = cgt.solve("rugs 9999:9999")
    assert tracemalloc.get_traced_memory()[1] < 200_000_000
    tracemalloc.stop()
    assert solution.winning_moves.cut
    assert solution.winning_moves[0] == ((9999, 9999),)


@pytest.mark.parametrize("row", ["0110", "0 1 1 0", "01"])
def test_a_row_of_digits_is_no_place(row):
    """`0110` was answered as a head at place 110."""
    with pytest.raises(ParseError, match="expected the coins from left to right such as THHT"):
        cgt.games.Ruler().parse(row)
    assert str(cgt.games.Ruler().parse("110")) == "110"
