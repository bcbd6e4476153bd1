"""Games of states with huge numbers: answered, or refused in one line, and never tried for ever."""

from __future__ import annotations

from itertools import islice, product

import attrs
import pytest

import cgt
from cgt.apps.play.session import GameSession
from cgt.core.game import Game
from cgt.core.lazy_moves import counted
from cgt.core.outcome import Outcome
from cgt.core.route import Question
from cgt.errors import BudgetError, CGTError, IllegalMoveError
from cgt.families.matches import MatchRuleset
from cgt.families.registry import example_ruleset, parse_ruleset
from cgt.families.state_form import ValueForm
from cgt.games.heaps.number_rows import NumbersRuleset

STATES = [name for name in cgt.ruleset_names() if not isinstance(example_ruleset(name), MatchRuleset)]
JOINT = {"cyclic-nimhoff", "exact-nim", "exact-slow-nim"}
NUMBERS = [name for name in cgt.ruleset_names() if isinstance(example_ruleset(name), NumbersRuleset) or name in JOINT]
SEARCHED = {
    "exact-slow-nim",
    "chocolate",
    "chomp",
    "leaper",
    "sylver",
    "lctr",
    "downright",
    "circular-nim",
    "hypergraph-nim",
}
"""What no formula answers so far away: by a search, or refused."""


@pytest.mark.full(
    "circular-nim-normal",
    "delete-nim-normal",
    "hypergraph-nim-normal",
    "moves-normal",
    "vectors-normal",
    "welter-misere",
)
@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    ("name", "convention"),
    [
        *((name, "normal") for name in NUMBERS),
        *(
            pytest.param(name, "misere", marks=() if name in {"welter", "euclid", "chomp"} else pytest.mark.full)
            for name in NUMBERS
        ),
    ],
)
def test_huge_numbers_are_answered_or_refused(name, convention):
    game = example_ruleset(name)
    count = len(game.parse(game.example).state)
    message = ""
    try:
        position = game.position(*(10**30 + place for place in range(count)))
        solution = cgt.solve(position, convention, max_positions=200)
    except CGTError as refused:
        message = str(refused)
    else:
        assert all(len(game.wording.move_text(position, move)) < 300 for move in islice(solution.winning_moves, 3))
        assert bool(solution.winning_moves) == (solution.outcome is Outcome.N)
    assert len(message) < 300
    assert not message or name in SEARCHED or convention == "misere"


FAR = 10**30
HUGE = [
    ("welter", (1, 3, FAR), 4),
    ("welter", (5, 9, FAR, FAR + 2, FAR + 7), 3),
    ("lim", (FAR, FAR + 1, 3 * FAR), 0),
    ("end-nim", (FAR, 1, 2), 0),
    ("antonim", (1, 3, FAR), 0),
    ("staircase", (FAR, FAR + 5, 7), 5),
    ("silver-dollar", (1, FAR, 2 * FAR), 5),
    ("delete-nim", (FAR, 17), 4),
    ("delete-nim(divide)", (FAR, 17), 4),
    ("cyclic-nimhoff(3)", (FAR, 5), 8),
    ("euclid", (7, FAR), 6),
    ("euclid(zero)", (7, FAR), 0),
    ("exact-nim(2)", (FAR, 4, 5), 2),
    ("chocolate(2)", (FAR, 5 * FAR), 11),
]


@pytest.mark.full("delete-nim(divide)-state8-4")
@pytest.mark.parametrize(("text", "state", "value"), HUGE)
def test_winning_moves_of_huge_states_are_found_by_formula(text, state, value):
    """The state that the first of them leads to is a P-position, or has the value asked for."""
    game = parse_ruleset(text)
    position = game.position(*state)
    form = next(form for form in game.closed_forms() if form.answer(Question(position)) is not None)
    assert cgt.solve(position, closed_form=form).outcome is Outcome.N
    first = next(iter(cgt.solve(position, closed_form=form).winning_moves))
    assert form.is_p(next(option for move, option in form.candidate_steps(position.state) if move == first), "normal")
    if value:
        first = next(iter(form.answer(Question(position)).moves_to(value)))
        steps = form.candidate_steps(position.state, value)
        assert form.value(next(option for move, option in steps if move == first)) == value


PLAYED = [
    ("welter", (1, 3, FAR), (FAR, FAR // 2), (1, 3, FAR // 2), (FAR, 3)),
    ("lim", (FAR, FAR, FAR), (2, FAR // 3), (FAR - FAR // 3, FAR - FAR // 3, FAR + FAR // 3), (2, FAR + 1)),
    ("end-nim", (7, 5, FAR), (2, FAR // 3), (7, 5, FAR // 3), (1, 3)),
    ("antonim", (1, 3, FAR), (2, FAR // 3), (1, 3, FAR // 3), (2, 3)),
    ("euclid", (7, FAR), FAR - 7 * 10**20, (7, FAR - 7 * 10**20), FAR - 7 * 10**20 - 1),
    ("staircase", (1, FAR), (2, FAR // 3), (1 + FAR // 3, FAR - FAR // 3), (3, 1)),
    ("silver-dollar", (1, FAR), (FAR, FAR // 3), (1, FAR // 3), (FAR, 1)),
    ("delete-nim", (FAR, 17), (FAR // 2 - 5, FAR // 2 + 4), (FAR // 2 - 5, FAR // 2 + 4), (5, FAR)),
    ("delete-nim(divide)", (FAR, 17), (FAR // 2 - 5, FAR // 2 + 5), (FAR // 2 - 5, FAR // 2 + 5), (0, FAR)),
    ("cyclic-nimhoff(3)", (FAR, 5), (FAR // 3, 0), (FAR - FAR // 3, 5), (2, 1)),
    ("exact-nim(2)", (FAR, 4, FAR), (FAR // 3, 0, 5), (FAR - FAR // 3, 4, FAR - 5), (FAR // 3, 1, 5)),
    ("chocolate(2)", (FAR, 5 * FAR), (1, FAR + 1), (FAR // 2, FAR + 1), (0, FAR)),
    ("chomp", (FAR, FAR - 9), (2, FAR // 3 + 1), (FAR, FAR // 3), (1, 1)),
    ("rook", (FAR, 5), (FAR // 3, 5), (FAR // 3, 5), (FAR, 6)),
    ("queen", (FAR, FAR + 9), (FAR // 3, FAR // 3 + 9), (FAR // 3, FAR // 3 + 9), (FAR, FAR + 9)),
    ("knight", (FAR, 7), (FAR - 2, 8), (FAR - 2, 8), (FAR, 6)),
]


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(("text", "state", "move", "left", "illegal"), PLAYED)
def test_a_move_of_a_huge_state_is_checked_by_the_rule(text, state, move, left, illegal):
    game = parse_ruleset(text)
    position = game.position(*state)
    after = position.play(move)
    assert after == game.position(*left)
    assert after.state == game.position(*left).state
    for wrong in (illegal, ("x", 1), None, -1, (-1, 0)):
        with pytest.raises(IllegalMoveError, match=r"is not a move|may not be taken"):
            position.play(wrong)
    assert game.wording.read_move(position, str(move)) == move
    session = GameSession(game, position)
    session.play_text(game.wording.write_move(position, move))
    assert session.position == after
    assert not session.is_over
    assert len(session.move_summary()) < 2000
    session.play_computer()


@pytest.mark.parametrize("text", [text for text, *_ in PLAYED] + ["euclid(zero)", "exact-slow-nim(2)", "king"])
def test_the_rule_allows_the_moves_that_are_listed(text, upto):
    """Every pair or triple of small numbers, and every number, is a move by the rule when the definition lists it."""
    game = parse_ruleset(text)
    for position in game.sample_positions(upto(4, full=9)):
        steps = dict(game.steps(position.state))
        tried = {*range(-1, 11), *product(range(-1, 8), repeat=2), *product(range(4), repeat=3), "pass", (1,), ()}
        for move in tried | steps.keys():
            try:
                after = game.after(position.state, move)
            except (KeyError, IllegalMoveError):
                assert move not in steps
            else:
                assert after == steps[move]


def test_a_list_of_winning_moves_that_is_cut_says_so():
    solution = cgt.solve(parse_ruleset("exact-nim(2)").parse(f"{FAR},4,5"))
    assert counted(solution.winning_moves) is None
    assert list(islice(solution.winning_moves, 5)) != []
    total = cgt.solve(cgt.parse_position(f"exact-nim(2) {FAR},4,5 + nim 3"))
    assert counted(total.winning_moves) is None


def test_very_many_winning_moves_are_walked_along():
    solution = cgt.solve(parse_ruleset("delete-nim").parse(f"{FAR + 1},17"))
    assert solution.winning_moves[:2] == ((0, 16), (2, 14))
    total = cgt.solve(cgt.parse_position(f"delete-nim {FAR + 1},17 + nim {FAR}"))
    assert total.outcome is Outcome.N


@attrs.frozen
class Heap(Game):
    """Nim with one heap, whose closed form tries every move."""

    name, title, rules, position_form, example = "heap", "Heap", "Take any number.", "a number", "5"

    def steps(self, state):
        return ((number, number) for number in range(state - 1, -1, -1))

    def read(self, text):
        return int(text)

    def closed_forms(self):
        return (OneHeap(self),)


@attrs.frozen
class OneHeap(ValueForm):
    name, reference = "one heap", "C. L. Bouton (1901)"

    def value(self, state):
        return state

    def reason(self, state, convention):
        return "a heap can be taken whole"


def test_what_has_too_many_moves_is_said():
    position = Heap().position(10**9)
    assert cgt.nim_value(position) == 10**9
    assert cgt.outcome(position) is Outcome.N
    with pytest.raises(BudgetError, match="the nim-value is 1000000000, but heap has more than 100,000 moves"):
        cgt.solve(position)
    assert cgt.winning_moves(Heap().position(99)) == (0,)
