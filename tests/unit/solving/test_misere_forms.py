"""The route by misère canonical forms: against the definition, where it is asked, and where it gives up."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

import cgt
from cgt.core.compounds import Sum
from cgt.core.route import Facts, Question
from cgt.solving import lists
from cgt.solving.routes import Routes
from cgt.solving.routes.by_search import search_seconds
from cgt.solving.routes.misere_forms import SHARE, FormRoute
from cgt.theory.form_sums import FormSums

MISERE = cgt.Convention.MISERE
GAMES = ("grundy", "treblecross", "couples-are-forever", "kayles", "0.15", "hexadecimal(0.3F)")


@cache
def is_p(position):
    """By definition: whoever cannot move wins."""
    options = [position.play(move) for move in position.moves()]
    return bool(options) and not any(map(is_p, options))


@cache
def misere_nim_value(position):
    values = {misere_nim_value(position.play(move)) for move in position.moves()}
    return min(set(range(len(values) + 1)) - values) if values else 1


def answer_of(position, facts=Facts.OUTCOME):
    return FormRoute(10.0).answer(Question(position, MISERE, facts))


@pytest.mark.full("couples-are-forever-0", "hexadecimal(0.3F)-0", "kayles-0")
@pytest.mark.parametrize("joined", [0, 2_000])
@pytest.mark.parametrize("text", GAMES)
def test_outcomes_moves_and_values_are_those_of_the_definition(text, joined, monkeypatch, upto):
    """Also where no two forms are added, so that all sums are searched."""
    cgt.forget()
    monkeypatch.setattr("cgt.theory.form_sums.MOST_JOINED", joined)
    game = cgt.parse_ruleset(text)
    heaps = [game.position(size) for size in range(upto(7, full=8))]
    for parts in [(heap,) for heap in heaps] + list(combinations_with_replacement(heaps[3:], 3)):
        position = Sum(*parts) if len(parts) > 1 else parts[0]
        whole = answer_of(position, Facts.OUTCOME | Facts.WINNING_MOVES)
        assert whole.outcome is answer_of(position).outcome
        assert (whole.outcome is cgt.Outcome.P) == is_p(position)
        assert list(whole.winning_moves) == [move for move in position.moves() if is_p(position.play(move))]
        assert answer_of(position, Facts.NIM_VALUE).nim_value == misere_nim_value(position)


def test_sums_of_two_games_are_those_of_the_definition():
    one, other = map(cgt.parse_ruleset, ("grundy", "treblecross"))
    for sizes in combinations_with_replacement(range(3, 10), 2):
        position = Sum(one.position(sizes[0]), other.position(sizes[1]), one.position(5))
        assert (answer_of(position).outcome is cgt.Outcome.P) == is_p(position)


@pytest.mark.full("grundy 60", "couples-are-forever 45")
@pytest.mark.parametrize("text", ["grundy 60", "grundy 20,25,30", "treblecross 70", "couples-are-forever 45"])
def test_what_a_short_search_does_not_reach_is_answered_by_forms(text, upto):
    position = cgt.parse_position(text)
    solution = cgt.solve(position, "misere")
    assert solution.route == "canonical forms"
    assert "On Numbers and Games" in solution.reference
    assert "canonical forms" in solution.explanation
    if upto(False, full=True):
        assert cgt.solve(position, "misere", route="search", max_positions=None).winning_moves == solution.winning_moves
    for move in solution.winning_moves[:2]:
        assert cgt.outcome(position.play(move), "misere") is cgt.Outcome.P


def test_small_positions_are_searched_as_before_and_no_forms_are_made():
    cgt.forget()
    solution = cgt.solve("treblecross 20", "misere")
    assert solution.route == "search"
    assert not [what for what, _bytes in cgt.memory().entries if "form" in what]


@pytest.mark.parametrize("text", ["grundy 1000000000", "0.15 400", "sprouts 7", "treblecross 300"])
def test_positions_beyond_the_bound_are_left_to_the_search(text):
    assert FormRoute(0.3).answer(Question(cgt.parse_position(text), MISERE)) is None


def test_a_route_that_gave_up_does_not_try_again():
    route = FormRoute(10.0)
    assert route.answer(Question(cgt.parse_position("grundy 30"), MISERE, max_positions=5)) is None
    assert route.answer(Question(cgt.parse_position("grundy 7"), MISERE)) is None


def test_what_is_beyond_the_bound_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr("cgt.solving.routes.misere_forms.SHARE", 60)
    with pytest.raises(cgt.errors.BudgetError, match="max_positions allows more") as refused:
        cgt.solve("treblecross 80,70", "misere", max_positions=12_000)
    assert "\n" not in str(refused.value)


class Roundabout(cgt.Game):
    """From each number to the next one, round and round, or to 0."""

    name = title = "roundabout"

    def options(self, state):
        return [state % 3 + 1, 0] if state else []

    def components(self, state):
        return (state,) if state else ()


def test_a_loop_is_left_to_the_search():
    position = cgt.Sum(Roundabout().position(1), Roundabout().position(2))
    assert answer_of(position) is None
    assert cgt.solve(position, "misere").route == "search"


def test_normal_play_and_what_does_not_fall_apart_are_not_asked():
    assert FormRoute(10.0).answer(Question(cgt.parse_position("grundy 9"))) is None
    assert answer_of(cgt.parse_position("chomp 3,2")) is None
    names = [route.name for route in Routes().routes(Question(cgt.parse_position("chomp 3"), MISERE))]
    assert "canonical forms" not in names


def test_lists_of_misere_play_are_made_by_forms_and_equal_those_of_the_search():
    for text, stop in (("grundy", 25), ("treblecross", 25), ("couples-are-forever", 20)):
        game, evaluator = cgt.parse_ruleset(text), cgt.Evaluator("misere")
        lost = [size for size in range(stop) if evaluator.outcome(game.position(size)) is cgt.Outcome.P]
        assert cgt.p_positions(game, stop, "misere") == lost
        values = [evaluator.nim_value(game.position(size)) for size in range(stop)]
        assert cgt.nim_values(game, stop, "misere") == values
    pairs = cgt.p_positions("grundy", 14, "misere", heaps=2)
    grundy = cgt.parse_ruleset("grundy")
    assert pairs == [sizes for sizes in combinations_with_replacement(range(14), 2) if is_p(grundy.position(*sizes))]


def test_the_memory_counts_the_forms_and_drops_them():
    cgt.forget()
    assert cgt.solve("grundy 60", "misere").route == "canonical forms"
    sizes = {what: size for what, size in cgt.memory().entries if "canonical forms" in what}
    assert sizes
    assert all(size > 100_000 for size in sizes.values())
    sums = FormSums()
    before = sums.nbytes
    sums.is_p(cgt.parse_position("grundy 30"))
    assert sums.nbytes > before + 20_000


def test_interrupted_forms_are_whole():
    """The memo that an interrupted question leaves gives the same answers."""
    sums, position = FormSums(), cgt.parse_position("grundy 16,17,18")
    sums.begin(5)
    with pytest.raises(cgt.errors.BudgetError):
        sums.is_p(position)
    sums.begin()
    assert sums.is_p(position) == FormSums().is_p(position)


@pytest.mark.parametrize("ask", [cgt.nim_values, cgt.p_positions])
def test_the_forms_of_a_list_take_no_longer_than_its_search_may(ask, monkeypatch):
    """A list of officers within 1,000 positions was refused after half a minute."""
    asked = []
    monkeypatch.setattr(lists, "informed_routes", lambda *_game, **_counting: ())
    monkeypatch.setattr(FormRoute, "answer", lambda route, _question: asked.append(route.seconds))
    for most in (1_000, 100_000):
        ask("officers", 6, "misere", max_positions=most)
    assert set(asked) == {search_seconds(1_000) / SHARE, search_seconds(100_000) / SHARE}
