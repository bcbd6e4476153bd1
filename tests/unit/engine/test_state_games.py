"""A game given by one function: the same answers as by the definition and by a class, and named errors."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import attrs
import numpy as np
import pytest

import cgt
from cgt.apps.testing import check_ruleset
from cgt.core.compounds import Selective
from cgt.core.outcome import Outcome
from cgt.engine.nodes import States
from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
from cgt.errors import (
    BudgetError,
    IllegalMoveError,
    LoopError,
    NotApplicableError,
    ParseError,
    PositionError,
    RulesetError,
)


def sent(value):
    """What another process would have of a value."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - these bytes are our own


def kayles(rows):
    """Kayles on rows kept as a sorted tuple."""
    for at, row in enumerate(rows):
        rest = rows[:at] + rows[at + 1 :]
        for taken in (1, 2):
            for left in range((row - taken) // 2 + 1 if row >= taken else 0):
                yield tuple(sorted((*rest, *filter(None, (left, row - taken - left)))))


def one_by_one(rows):
    return [(row,) for row in rows]


def down(n):
    return range(n)


def by_definition(options):
    @cache
    def solved(state):
        after = [solved(option) for option in options(state)]
        values, misere = {value for value, _, _ in after}, {value for _, value, _ in after}
        quick = [steps for value, _, steps in after if not value]
        steps = 1 + (min(quick) if quick else max(steps for _, _, steps in after)) if after else 0
        return (
            next(n for n in range(99) if n not in values),
            next(n for n in range(99) if n not in misere) if after else 1,
            steps,
        )

    return solved


@attrs.frozen
class Rows:
    """The same game by the other door."""

    rows: tuple

    def moves(self):
        return list(kayles(self.rows))

    def play(self, move):
        return Rows(move)


GAMES = [
    cgt.game(kayles, example=(2, 3)),
    cgt.game(lambda rows: list(kayles(rows)), example=(2, 3)),
    cgt.game(kayles, components=one_by_one, example=(2, 3)),
    cgt.game(kayles, canonical=lambda rows: tuple(sorted(rows)), example=(2, 3)),
    cgt.game(kayles, components=one_by_one, canonical=lambda rows: tuple(sorted(rows)), example=(2, 3)),
]


@pytest.mark.parametrize("game", GAMES)
def test_both_doors_and_the_definition_agree(game, upto):
    solved = by_definition(kayles)
    normal, misere = cgt.Evaluator(), cgt.Evaluator("misere")
    door, misere_door = cgt.Evaluator(), cgt.Evaluator("misere")
    for rows in [(), (1,), (5,), (8,), (2, 2), (3, 4), (1, 3, 5), *upto([], full=[(9,), (1, 5, 7), (3, 3, 4)])]:
        value, misere_value, steps = solved(rows)
        position, other = game.position(rows), Rows(rows)
        assert normal.outcome(position) is (Outcome.N if value else Outcome.P)
        assert normal.nim_value(position) == door.nim_value(other) == value
        assert misere.nim_value(position) == misere_door.nim_value(other) == misere_value
        assert misere.outcome(position) is (Outcome.N if misere_value else Outcome.P)
        assert normal.remoteness(position) == door.remoteness(other) == steps
        assert normal.suspense(position) == door.suspense(other)
        for evaluator, by_class in ((normal, door), (misere, misere_door)):
            assert set(evaluator.winning_moves(position)) == set(by_class.winning_moves(other))
        assert len(normal.best_line(position)) == steps


def test_states_in_sums_and_under_the_front_door():
    game = cgt.game(kayles, components=one_by_one, example=(2, 3))
    nim = cgt.games.Nim().position(3)
    solved = by_definition(kayles)
    total = cgt.Sum(game.position((5, 2)), nim)
    assert cgt.nim_value(total) == solved((2, 5))[0] ^ 3
    assert cgt.outcome(cgt.Sum(game.position((2,)), cgt.games.Nim().position(2))) is Outcome.P
    assert cgt.solve(game.position((3, 4))).nim_value == solved((3, 4))[0]
    assert cgt.outcome(Selective(game.position((2,)), nim)) is Outcome.N


def test_moves_have_names():
    game = cgt.game(down, moves=lambda n: [f"leave {left}" for left in range(n)], name="heap")
    position = game.position(4)
    assert cgt.winning_moves(position) == ("leave 0",)
    assert position.play("leave 2") == game.position(2)
    assert str(position) == "4"
    assert "heap" in repr(position)
    for move in ("leave 4", 2, [1]):
        with pytest.raises(IllegalMoveError):
            position.play(move)


def test_equal_states_of_different_games_are_different():
    one, two = cgt.game(down), cgt.game(lambda n: [n - 1] if n else [])
    evaluator = cgt.Evaluator()
    assert [evaluator.nim_value(game.position(4)) for game in (one, two)] == [4, 0]
    assert one.position(4) != two.position(4)
    assert one.position(4) == cgt.game(down).position(4)
    assert sent(one.position(4)) == one.position(4)


@pytest.mark.parametrize("ask", ["nim_value", "outcome", "remoteness", "winning_moves"])
@pytest.mark.parametrize("components", [None, lambda state: [state]])
def test_what_is_wrong_with_a_game_is_said_by_name(ask, components):
    def asked(options, state=3):
        return getattr(cgt.Evaluator(), ask)(cgt.game(options, components=components).position(state))

    with pytest.raises(PositionError, match=r"options\(2\) gives is hashable: .*not \[2\]"):
        asked(lambda n: [n - 1] if n > 2 else [[n]])
    with pytest.raises(RulesetError, match=r"options\(1\) gave 7: return a list"):
        asked(lambda n: [n - 1] if n > 1 else 7)
    with pytest.raises(LoopError, match=r"3 -> 2 -> 3|2 -> 3 -> 2"):
        asked(lambda n: [5 - n])

    def broken(n):
        return ["x" + n]

    with pytest.raises(TypeError, match=r"concatenate|unsupported"):  # the user's own mistake stays what it is
        asked(broken)


@pytest.mark.parametrize("ask", [cgt.solve, cgt.remoteness, cgt.Evaluator().outcome, cgt.LoopyEvaluator().outcome])
def test_components_that_are_no_list_are_told(ask):
    for components, error, message in (
        (lambda _state: 7, RulesetError, r"components\(5\) gave 7: return a list"),
        (lambda state: (part for part in [state]), RulesetError, r"components\(5\) gave <generator"),
        (lambda state: [[state]], PositionError, r"what components\(5\) gives is hashable"),
        (lambda state: [state] if state > 3 else 7, RulesetError, r"components\(\d\) gave 7: return a list"),
    ):
        with pytest.raises(error, match=message):
            ask(cgt.game(down, components=components).position(5))


def test_a_game_that_cannot_be_remembered_is_told():
    @attrs.frozen
    class Roads(cgt.Game):
        roads: list
        name = "roads"

        def options(self, state):
            return self.roads[state]

    with pytest.raises(RulesetError, match="roads cannot be remembered: unhashable type: 'list'; a field may be a tup"):
        Roads([[], [0]]).position(1)
    assert cgt.nim_value(Roads(((), (0,))).position(1)) == 1


def test_a_move_writes_no_position():
    class Unwritten(cgt.Game):
        name = "unwritten"

        def options(self, state):
            return [state - 1] if state else []

        def write(self, state):
            raise AssertionError(state)

    game = Unwritten()
    assert game.position(3).play(2) == game.position(2)


def test_bad_games_and_states():
    with pytest.raises(PositionError, match="a state is hashable"):
        cgt.game(down).position([1, 2])
    with pytest.raises(RulesetError, match="options is a function of a state, not 5"):
        cgt.game(5)
    with pytest.raises(RulesetError, match=r"write\(10\) gave 10: return a text"):
        cgt.game(range, write=lambda n: n)
    with pytest.raises(RulesetError, match=r"write\(\(1, 2\)\) gave None: return a text"):
        cgt.game(lambda pair: [], example=(1, 2), write=lambda pair: None)
    with pytest.raises(RulesetError, match=r"write\(10\) raises AttributeError.*cgt.game\(…, example=state\)"):
        cgt.game(lambda text: [], write=lambda text: text.replace("+", "_"), read=str)
    with pytest.raises(RulesetError, match=r"read undoes write, but read\(write\(\(3, 4\)\)\) raises ParseError"):
        cgt.game(lambda pair: [], example=(3, 4), write=lambda pair: "3x4")
    with pytest.raises(RulesetError, match=r"but read\(write\(\(3, 4\)\)\) is array\(\[3, 4\]\)$"):
        cgt.game(lambda pair: [], example=(3, 4), read=lambda text: np.array([3, 4]))
    with pytest.raises(RulesetError, match=r"example is a state, .* but read\(write\(10\)\) is 2$"):
        cgt.game(down, read=lambda text: int(text, 2))
    with pytest.raises(PositionError, match=r"is made of one state, not \(1, 2\)$"):
        cgt.game(lambda state: [], example=frozenset({1, 2})).position(1, 2)
    for references in ("A book", None, 3):  # such as [3] was advised, and refused in turn
        with pytest.raises(
            RulesetError, match=rf"references are several texts, such as \['A book'\], not {references!r}$"
        ):
            cgt.game(lambda n: [], references=references)
    with pytest.raises(RulesetError, match="components is a function"):
        cgt.game(down, components=5)
    with pytest.raises(RulesetError, match="names 1 moves for 3 options"):
        cgt.winning_moves(cgt.game(down, moves=lambda n: ["one"]).position(3))
    for found in (None, 3):
        with pytest.raises(RulesetError, match=rf"options\(0\) gave {found}: return a list"):
            cgt.discover(cgt.game(lambda n, found=found: found))
    with pytest.raises(RulesetError, match="same name"):
        list(cgt.game(down, moves=lambda n: ["one"] * n).position(3).moves())


@pytest.mark.full("True")
@pytest.mark.parametrize("listed", [True, False])
def test_budgets_bound_games_of_states(listed, upto):
    size = upto(150, full=400)
    options = (lambda n: list(range(n))) if listed else down
    with pytest.raises(BudgetError):
        cgt.Evaluator(max_positions=100).nim_value(cgt.game(options).position(3_000))
    with pytest.raises(BudgetError):
        cgt.Evaluator(max_positions=100).outcome(cgt.game(lambda n: [n - 1] if n else []).position(3_000))
    with pytest.raises(BudgetError):
        cgt.Evaluator(max_positions=10_000).nim_value(cgt.game(options).position(9_000))
    with pytest.raises(BudgetError, match=r"0\.05 s: a higher max_seconds"):
        cgt.Evaluator(max_seconds=0.05).nim_value(cgt.game(options).position(20_000))
    evaluator = cgt.Evaluator(max_positions=50)
    learnt = 0
    for _ in range(1_000):
        try:
            assert evaluator.nim_value(cgt.game(options).position(size)) == size
            break
        except BudgetError:
            assert len(evaluator) > learnt
            learnt = len(evaluator)
    else:
        pytest.fail("never came to an end")


def test_a_chain_of_states_is_as_long_as_you_like(upto):
    chain, long = cgt.game(lambda n: [n - 1] if n else []), upto(8_000, full=300_000)
    assert cgt.Evaluator().nim_value(chain.position(long)) == 0
    assert cgt.Evaluator().outcome(chain.position(long + 1)) is Outcome.N


def test_one_evaluator_may_be_shared_by_threads():
    evaluator = cgt.Evaluator()
    wythoff = cgt.games.Wythoff().position
    places = [(a, b) for a in range(12, 17) for b in range(14, 20)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda place: evaluator.nim_value(wythoff(*place)), places))
    alone = cgt.Evaluator()
    assert found == [alone.nim_value(wythoff(*place)) for place in places]


def test_what_an_evaluator_knows_is_counted_while_another_thread_searches(monkeypatch):
    evaluator = cgt.Evaluator("misere")
    evaluator.outcome(cgt.game(down).position(3))

    def learning(_states):  # as it may come to be between one game and the next
        evaluator.outcome(cgt.game(lambda n: [n - 1] if n else []).position(3))
        return 4

    monkeypatch.setattr(States, "__len__", learning)
    assert (len(evaluator), evaluator.visited) == (4, 0)


def test_evaluators_go_to_other_processes():
    evaluator = cgt.Evaluator("misere", max_positions=1_000)
    evaluator.nim_value(cgt.games.Nim().position(4, 4))
    again = sent(evaluator)
    assert (again.convention, again.max_positions, len(again)) == ("misere", 1_000, 0)
    assert again.outcome(cgt.games.Nim().position(1, 1)) is Outcome.N
    for other in (cgt.LoopyEvaluator("misere"), PodiumEvaluator(4), WinnerEvaluator(3)):
        other_again = sent(other)
        assert (type(other_again), other_again.convention) == (type(other), other.convention)
    assert sent(PodiumEvaluator(4)).players == 4


def test_a_game_of_numbers_is_listed_and_studied():
    halving = cgt.game(lambda n: [n - 1, n // 2] if n else [], name="halving")
    assert cgt.nim_values(halving, 8) == [0, 1, 0, 2, 1, 2, 0, 1]
    assert cgt.p_positions(halving, 8) == [0, 2, 6]
    found = cgt.discover(cgt.game(down))
    assert found.values[:5] == (0, 1, 2, 3, 4)
    assert found.strategy == "a heap of n is worth n; move to nim-sum 0"
    assert not found.proved
    assert str(cgt.period(cgt.game(down), 50)) == "down: period 1, saltus 1, from heap 0, observed to 50 only"
    assert str(cgt.period(cgt.game(lambda n: range(max(n - 3, 0), n), name="to-three"), 50)) == (
        "to-three: period 4, from heap 0, observed to 50 only"
    )
    assert [genus.nim_value for genus in cgt.genera(halving, 8)] == cgt.nim_values(halving, 8)
    assert check_ruleset(halving).positions > 10


def test_a_period_that_takes_too_long_to_search_advises_no_argument_that_it_does_not_have():
    endless = cgt.game(lambda n: [n + 2, n - 1] if n else [])
    with pytest.raises(BudgetError) as error:
        cgt.period(endless, 20)
    assert "max_positions" not in str(error.value)


def test_a_game_of_other_states_names_one():
    game = cgt.game(kayles, components=one_by_one, example=(2, 3), name="rows")
    assert game.parse("3,1") == game.position((3, 1))
    assert str(cgt.solve(game.parse(str(game.position((3, 1))))).outcome) == "N"
    assert any("P-positions with heaps below 24: 0 0, 1 1" in line for line in cgt.discover(game).seen)
    assert check_ruleset(game).positions > 5
    with pytest.raises(NotApplicableError, match="rows has no positions of one heap"):
        cgt.nim_values(game, 5)
    with pytest.raises(RulesetError, match=r"options\(0\) raises TypeError.*example=state"):
        cgt.discover(cgt.game(kayles))
    with pytest.raises(ParseError, match="read=function"):
        cgt.game(lambda state: [state - {1}] if 1 in state else [], example=frozenset({1})).parse("1")


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("+-_+", "a + joins positions"),
        ("ab ", "spaces at an end are cut off"),
        ("a\tb ", "spaces at an end are cut off"),
    ],
)
def test_what_is_advised_for_a_text_that_cannot_stand_for_itself_works(state, reason):
    """The advice was `read=…, write=…`, and read=str, write=str was refused with it again."""
    with pytest.raises(PositionError, match=re.escape(reason)) as refusal:
        cgt.game(lambda text: [], example="ab").position(state)
    call = re.search(r"cgt\.game\(…(.*)\) gives", str(refusal.value))[1]
    advised = eval(f"cgt.game(lambda text: [], example='ab'{call})", {"cgt": cgt})  # noqa: S307 - what a reader types
    assert advised.parse(str(advised.position(state))) == advised.position(state)


def test_the_form_of_a_position_is_told_by_how_the_example_is_written():
    board = cgt.game(lambda free: [], read=lambda text: int(text, 2), write="{:04b}".format, example=5)
    assert board.position_form == "a state, such as 0101"
    assert cgt.game(lambda n: [n - 1] if n else []).position_form == "a state, such as 10"


def test_a_loop_has_no_nim_sequence_and_is_told_in_words():
    loop = cgt.game(lambda n: [5 - n] if 0 < n < 5 else [])
    assert cgt.discover(loop).values == ()
    with pytest.raises(LoopError):
        cgt.period(loop)


class Pair(NamedTuple):
    one: int
    other: int


@pytest.mark.parametrize(
    ("example", "options"),
    [
        (Pair(3, 4), lambda pair: [pair._replace(one=pair.one - 1)] if pair.one else []),
        ((-3, 2), lambda pair: [(pair[0] + 1, pair[1])] if pair[0] < 0 else []),
        (-3, lambda number: [number + 1] if number < 0 else []),
    ],
)
def test_an_example_is_a_position_of_its_game(example, options):
    own = cgt.game(options, example=example)
    assert cgt.remoteness(own.position(example)) == 3
    with pytest.raises(ParseError, match="not read from text"):
        own.parse("3,4")
    assert cgt.outcome(cgt.game(lambda yes: [False] if yes else [], example=True).position(True)) is cgt.Outcome.N


@pytest.mark.parametrize("text", ["X+X", " X", "X\n"])
def test_a_text_that_would_be_read_as_another_position_is_none(text):
    own = cgt.game(lambda cells: [cells[:at] + cells[at + 1 :] for at in range(len(cells))], example="XX")
    with pytest.raises(PositionError, match="has no text for"):
        own.position(text)
    assert own.parse(str(own.position("XoX"))) == own.position("XoX")


@pytest.mark.parametrize(
    ("options", "at"),
    [
        (lambda n: [n - 1], "options(0) of game gives -1"),
        (lambda n: [n - 2] if n else [], "options(1) of game gives -1"),
        (lambda n: [n - 1, n - 3] if n > 1 else [], "options(2) of game gives -1"),
        (lambda n: [n / 2] if n else [], "options(1) of game gives 0.5"),
    ],
)
def test_a_play_that_falls_below_0_is_refused_before_it_begins(options, at):
    game = cgt.game(options)
    for ask in (lambda: game.position(30), lambda: cgt.nim_values(game, 5), lambda: cgt.discover(game)):
        with pytest.raises(RulesetError, match=re.escape(at)):
            ask()


def test_small_numbers_that_a_function_does_not_know_are_not_asked_of_it():
    known = cgt.game({5: [], 6: [5], 7: [5, 6]}.__getitem__)
    assert cgt.nim_value(known.position(7)) == 2


@pytest.mark.parametrize("canonical", [lambda _state: None, str, list])
def test_a_representative_that_is_no_state_is_refused(canonical):
    game = cgt.game(lambda s: [(s[0] - 1, s[1])] if s[0] else [], example=(3, 5), canonical=canonical)
    with pytest.raises(RulesetError, match=r"canonical\(\(3, 5\)\) of game gave .*: return a state"):
        game.position(3, 5)


@pytest.mark.parametrize("argument", ["name", "title", "rules"])
def test_what_is_read_by_people_is_a_text(argument):
    with pytest.raises(RulesetError, match=f"{argument} is a text, not 3"):
        cgt.game(lambda n: [n - 1] if n else [], **{argument: 3})


def test_options_that_change_the_state_are_refused():
    @attrs.define(eq=True, unsafe_hash=True)
    class Heap:
        size: int

    def options(heap):
        reached = []
        for take in (1, 2):
            if heap.size >= take:
                heap.size -= take
                reached.append(Heap(heap.size))
        return reached

    with pytest.raises(RulesetError, match="options of options change the state"):
        cgt.game(options, example=Heap(5)).position(Heap(5))
    right = cgt.game(lambda heap: [Heap(heap.size - take) for take in (1, 2) if take <= heap.size], example=Heap(5))
    assert cgt.nim_value(right.position(Heap(5))) == 2
