"""Positions of very many parts, and games in games: an answer, or one clear line, and never a recursion too deep."""

from __future__ import annotations

from functools import reduce
from itertools import repeat
from operator import add

import pytest

import cgt
from cgt.apps.cli import main
from cgt.core.compounds import components_of
from cgt.core.outcome import Outcome
from cgt.core.reading import DEEPEST
from cgt.errors import BudgetError, ParseError, RulesetError
from cgt.games.heaps.wythoff import PairsOfHeaps


def test_very_many_heaps_are_answered(upto):
    count = upto(8_000, full=1_000_000)
    position = cgt.games.Nim().position(*range(count))
    assert cgt.nim_value(position) == 0  # a multiple of four, from 0
    assert cgt.outcome(position) is Outcome.P
    assert hash(position) == hash(cgt.games.Nim().position(*range(count)))
    assert len(repr(position)) > count


@pytest.mark.full("right")
@pytest.mark.parametrize("of_two", [add, lambda one, other: other + one], ids=["left", "right"])
def test_a_sum_of_sums_thousands_deep_is_answered(of_two, upto):
    pairs = upto(600, full=5_000)
    parts = [cgt.games.Nim().position(3), cgt.parse_ruleset("kayles").position(2)] * pairs
    total = reduce(of_two, parts)
    assert len(total.parts) == 2 * pairs
    assert total == reduce(of_two, parts)
    assert hash(total) == hash(reduce(of_two, parts))
    assert len(repr(total)) > 2 * pairs
    assert cgt.nim_value(total) == 0
    assert cgt.solve(total).outcome is Outcome.P
    assert cgt.nim_value(cgt.parse_position(" + ".join(["nim 3", "kayles 2"] * pairs))) == 0


@pytest.mark.full("misere-one and the others")
@pytest.mark.parametrize("first", [True, False], ids=["one and the others", "the others and one"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_state_falls_into_two_again_and_again(first, convention):
    """Into one heap and all the others: as deep as there are heaps."""

    def components(heaps):
        cut = 1 if first else len(heaps) - 1
        return (heaps[:cut], heaps[cut:]) if len(heaps) > 1 else (heaps,)

    game = cgt.game(
        lambda heaps: [(size, *heaps[1:]) for size in range(heaps[0])], components=components, example=(1, 1)
    )
    position = game.position((1,) * 1_101)
    assert cgt.outcome(position, convention) is (Outcome.N if convention == "normal" else Outcome.P)
    assert cgt.Evaluator(convention).outcome(position) is cgt.outcome(position, convention)
    assert len(components_of(position + game.position((1,)))) == 1_102


@pytest.mark.parametrize("components", [lambda size: (size + 1,), lambda size: (1, size)])
def test_components_that_lead_back_are_told(components):
    game = cgt.game(lambda size: [size - 1] if size else [], components=lambda size: components(size % 3))
    for ask in (cgt.solve, cgt.nim_value, cgt.Evaluator("misere").outcome):
        with pytest.raises(RulesetError, match="lead back to it"):
            ask(game.position(2))


def test_components_without_end_are_told(monkeypatch):
    """A class whose positions are equal to themselves alone, and a state that is not even that."""

    class Pile:
        def __init__(self, size):
            self.size = size

        def moves(self):
            return range(1, min(3, self.size) + 1)

        def play(self, take):
            return Pile(self.size - take)

        def components(self):
            return [Pile(self.size)]

    monkeypatch.setattr("cgt.core.compounds.MOST_NESTED", 10_000)
    endless = cgt.game(lambda number: [], components=lambda number: (number + 1,), example=1)
    for position in (Pile(7), endless.position(1)):
        with pytest.raises(RulesetError, match="more than 10,000 deep"):
            cgt.outcome(position)


def test_a_sum_of_many_games_is_looked_through_once_a_game(monkeypatch):
    """Not once more for each of its parts."""
    looked = []
    entries = PairsOfHeaps.entries
    monkeypatch.setattr(PairsOfHeaps, "entries", lambda table, whole: looked.append(whole) or entries(table, whole))
    position = cgt.parse_position(" + ".join(["nim 3", "wythoff 3,4", "wythoff 1,7"] * 20))
    assert cgt.outcome(position) is Outcome.P
    assert len(looked) <= 4


@pytest.mark.full
def test_options_without_end_are_counted_while_they_come():
    game = cgt.game(lambda n: repeat(0))
    with pytest.raises(BudgetError, match="was stopped at its limit"):
        cgt.outcome(game.position(3))
    for ask in (cgt.solve, cgt.winning_moves, lambda position: list(position.moves())):
        with pytest.raises(BudgetError, match="more than 100,000 moves"):
            ask(game.position(3))


@pytest.mark.parametrize("depth", [DEEPEST + 1, 1_000, 10_000])
@pytest.mark.parametrize("text", ["with-pass({})", "blocked({},2)"])
def test_games_too_deep_in_games_are_refused_in_one_line(text, depth, capsys):
    before, after = text.split("{}")
    nested = before * depth + "nim" + after * depth
    with pytest.raises(ParseError, match=f"more than {DEEPEST} deep"):
        cgt.parse_ruleset(nested)
    assert main(["solve", nested, "2"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("depth", [3, 6, DEEPEST])
@pytest.mark.parametrize("text", ["blocked({},2)", "blocked(with-pass({}),2)"])
def test_a_game_that_is_blocked_too_often_is_refused_at_once(text, depth, capsys):
    """Each time the moves are sets of the moves before: six deep did not end."""
    before, after = text.split("{}")
    nested = before * depth + "kayles" + after * depth
    assert main(["solve", nested, "3"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["solve", before * 2 + "kayles" + after * 2, "2"]) in {0, 1}


def test_games_in_games_are_read_as_deep_as_is_said():
    text = "with-pass(" * DEEPEST + "nim" + ")" * DEEPEST
    assert str(cgt.parse_ruleset(text)) == text
