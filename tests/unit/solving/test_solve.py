from __future__ import annotations

import attrs
import pytest

import cgt
from cgt.apps.show.exports import game_graph, position_sample
from cgt.apps.web.explorer import Explorer
from cgt.core.game import ruleset_of
from cgt.errors import BudgetError, NotApplicableError, ParseError, PositionError


@attrs.frozen
class Pile:
    """A user's own position: nothing but the two methods."""

    size: int

    def moves(self):
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return Pile(self.size - take)


def test_a_bare_class_works_everywhere():
    assert [cgt.nim_value(Pile(size)) for size in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    solution = cgt.solve(cgt.Sum(Pile(5), Pile(7)))
    assert (solution.outcome, solution.nim_value, solution.route) == ("N", 2, "search")
    assert solution.winning_moves == ((0, 2), (1, 2))
    assert cgt.outcome(Pile(4), "misère") is cgt.Outcome.N
    assert cgt.winning_moves(Pile(6)) == (2,)
    assert cgt.remoteness(Pile(8)) == 4


def test_the_three_routes_agree():
    game = cgt.games.Nim()
    for heaps in [(3, 4, 5), (1, 2, 3), (7,), (0, 0), (6, 6)]:
        by = [cgt.solve(game.position(*heaps), route=route) for route in ("closed form", "table", "search")]
        assert len({(s.outcome, s.nim_value, tuple(s.winning_moves)) for s in by}) == 1
        assert [s.route for s in by] == ["closed form", "table", "search"]


def test_sums_of_different_games():
    total = cgt.Sum(cgt.games.FibonacciNim().position(10), cgt.games.Nim().position(4))
    assert ruleset_of(total) is None
    solution = cgt.solve(total)
    assert solution.route == "components"
    assert [part.route for part in solution.components] == ["closed form", "closed form"]
    assert solution.nim_value == cgt.nim_value(cgt.games.FibonacciNim().position(10)) ^ 4


def test_insisting_on_a_route_that_does_not_exist():
    with pytest.raises(NotApplicableError, match="no answer by closed form"):
        cgt.solve(Pile(3), route="closed form")


def test_a_search_does_not_say_that_no_formula_is_known():
    """There may be one: of these moves the losses are those of x mod 4 = 1."""
    solution = cgt.solve(cgt.parse_ruleset("moves(x: t >= 1 & t <= 3 -> x - t)").parse("21"), "misere")
    assert (solution.route, solution.explanation) == ("search", "found by search")


def test_the_limit_of_a_search_is_named():
    with pytest.raises(BudgetError, match="limit of 100 positions"):
        cgt.solve(Pile(1000), max_positions=100)


@pytest.mark.parametrize(
    "ask",
    [
        *[cgt.solve, cgt.outcome, cgt.nim_value, cgt.winning_moves, cgt.remoteness, Explorer, game_graph],
        lambda position, _convention: cgt.genus(position),
        lambda position, convention: position_sample(position, 2, convention),
    ],
)
@pytest.mark.parametrize("text", ["sylver 5,7", "nimstring a-ground + nim 3"])
def test_a_question_about_play_that_a_game_does_not_have_is_refused(ask, text):
    position = cgt.parse_position(text)
    with pytest.raises(NotApplicableError, match="is not played under the misère convention"):
        ask(position, "misere")


def test_a_list_of_play_that_a_game_does_not_have_is_refused():
    with pytest.raises(NotApplicableError, match="sylver is not played under the misère convention"):
        cgt.nim_values("sylver", 7, "misere", along="4,{n}", start=5)


def test_unknown_conventions():
    with pytest.raises(ParseError, match="'normal' or 'misere'"):
        cgt.solve(Pile(3), "reverse")


@pytest.mark.parametrize("ask", [cgt.solve, cgt.outcome, cgt.nim_value, cgt.winning_moves, cgt.remoteness])
@pytest.mark.parametrize("thing", [42, None, Pile])
def test_what_is_no_position_is_refused_at_the_door(ask, thing):
    with pytest.raises(PositionError, match="is not a position"):
        ask(thing)


def test_unknown_routes():
    names = "'closed form', 'certificate', 'table', 'equal components', 'components', 'tame sum', 'quotient search',"
    with pytest.raises(ParseError, match=f"it is {names} 'canonical forms', 'search'"):
        cgt.solve(Pile(3), route="guess")


@pytest.mark.parametrize("text", ["kayles", "grundy", "0.2B", "take-a-prime", "0.{2+}", "lasker", "subtraction(2,5,9)"])
def test_a_table_finds_the_winning_moves_that_playing_each_finds(text):
    game = cgt.parse_ruleset(text)
    for sizes in [(12,), (9, 14), (5, 5), (0, 7)]:
        position = game.position(*sizes)
        expected = {move for move in position.moves() if not cgt.Evaluator().nim_value(position.play(move))}
        assert set(cgt.solve(position, route="table").winning_moves) == expected


@pytest.mark.parametrize(("text", "heap", "far"), [("0.{2+}", 30, 70), ("0.2B", 150, 1500)])
def test_among_millions_of_moves_the_winning_ones_are_found_as_one_walks(text, heap, far, upto):
    solved = cgt.solve(cgt.parse_ruleset(text).position(upto(heap, full=far)))
    assert solved.outcome is cgt.Outcome.N
    first = solved.winning_moves[0]
    assert not cgt.solve(solved.position.play(first)).nim_value
