"""`check_ruleset` passes what keeps the laws, and says which law is broken by what does not."""

from __future__ import annotations

import attrs
import pytest

import cgt
from cgt.apps.testing import check_ruleset
from cgt.core.language import language
from cgt.core.nim_table import NimTable
from cgt.core.route import ClosedForm
from cgt.core.wording import Wording
from cgt.errors import IllegalMoveError, LawError
from cgt.families.registry import example_ruleset, ruleset_names
from cgt.families.state_form import Game

DEAR = {"sprouts", "cram", "notakto", "mogul", "moebius", "motley", "moves", "push-the-button"}
"""Games whose laws take four tenths of the time of all."""

SLOW = {"kotzig", "hackenbush", "nimstring", "ruler", "graph-octal", "brussels-sprouts", "mock-turtles"}
"""Games of which fewer positions are looked at by default."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full if name in DEAR else ()) for name in ruleset_names()]
)
def test_every_registered_game_keeps_the_laws(name, upto):
    report = check_ruleset(example_ruleset(name), bound=upto(2 if name in SLOW else 3, full=6))
    assert report.positions > 0
    assert all(crosscheck.agrees or not crosscheck.checked for crosscheck in report.crosschecks)


@attrs.frozen
class Halving(cgt.TakingRuleset):
    """Take at most half a heap, rounded up."""

    name = "halving"
    title = "Halving"
    rules = "Take at most half of a heap, rounded up."

    def takes(self, size):
        return range(1, (size + 1) // 2 + 1)


@attrs.frozen
class Claimed(ClosedForm):
    """A closed form whose answers are given."""

    ruleset: cgt.Game
    truthful: bool = True
    name = "claimed"
    reference = "nobody, 2000"

    def answer(self, question):
        position, convention = question.position, question.convention
        if getattr(position, "game", None) != self.ruleset:
            return None
        evaluator = cgt.Evaluator(convention)
        outcome = evaluator.outcome(position) if self.truthful or position.size != 7 else cgt.Outcome.P
        return self.build_answer(question, outcome, lambda: evaluator.winning_moves(position), lambda _moves: "because")


@attrs.frozen
class Mute(Wording):
    """Words that say no move."""

    def move_text(self, position, move):
        return ""


def broken(**changes):
    """Halving with some of its parts replaced."""
    return attrs.frozen(type("Broken", (Halving,), {"__module__": __name__, **changes}))()


class AlwaysOne(NimTable):
    """A table that is wrong."""

    nbytes = 0

    def entries(self, position):
        return 1

    def extend_to(self, position, progress=None):
        pass

    def __call__(self, position):
        return 1


def silent(self, question):
    """Without a reason."""
    told = Claimed.answer(self, question)
    return None if told is None else attrs.evolve(told, explanation="")


def vague(self, question):
    """Without the moves."""
    told = Claimed.answer(self, question)
    return None if told is None else attrs.evolve(told, winning_moves=None)


def test_a_good_ruleset_passes_with_and_without_closed_forms():
    assert "no closed form" in str(check_ruleset(Halving(), bound=7))
    report = check_ruleset(broken(closed_forms=lambda self: (Claimed(self),)), bound=7)
    assert [crosscheck.agrees for crosscheck in report.crosschecks] == [True, True]


def test_a_class_without_equality_hears_how_it_gets_one():
    class Unequal(Halving):
        """Not decorated."""

        __eq__, __hash__ = object.__eq__, object.__hash__

    with pytest.raises(LawError, match=r"not equal to itself: its class lacks @attrs\.frozen"):
        check_ruleset(Unequal())


def test_a_game_whose_play_goes_round_or_does_not_end_says_so_instead_of_values_compared():
    @attrs.frozen
    class Turning(cgt.Game):
        """Add a counter modulo 3, for ever."""

        name, title, rules, position_form, example = "turning-round", "Turning", "Go on by one or two.", "a number", "1"

        def read(self, text):
            return int(text)

        def moves(self, state):
            return [1, 2]

        def after(self, state, move):
            if move not in (1, 2):
                raise IllegalMoveError("one or two")
            return (state + move) % 3

        def check(self, state):
            return state

        def sample_positions(self, bound):
            return [self.position(number) for number in range(3)]

    @attrs.frozen
    class Growing(Turning):
        """Add a counter, for ever."""

        name = "growing"

        def after(self, state, move):
            super().after(state, move)
            return state + move

    turning, growing = check_ruleset(Turning()), check_ruleset(Growing())
    assert (turning.positions, turning.valued, turning.loops) == (3, 0, True)
    assert "play can go round for ever" in str(turning)
    assert (growing.positions, growing.valued, growing.loops) == (3, 0, False)
    assert "too long to compare a value" in str(growing)
    nim = check_ruleset(cgt.games.Nim(), bound=3)
    assert nim.valued == nim.positions
    assert not nim.loops
    assert "compare a value" not in str(nim)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": " "}, "needs a text as its title"),
        ({"conventions": ()}, "at least one convention"),
        ({"conventions": ("normal",)}, "cgt.Convention"),
        ({"__str__": lambda self: f"{self.name}(3)"}, "made again"),
        ({"__str__": lambda self: str(id(self))}, "shows itself as"),
        ({"example": "x"}, "example 'x' cannot be parsed"),
        ({"sample_positions": lambda self, bound: ()}, "gives no position"),
        ({"sample_positions": lambda self, bound: [cgt.games.Nim().position(3)]}, "does not name its game"),
        ({"sample_positions": lambda self, bound: [7]}, "not a position"),
        ({"write": lambda self, state: "1"}, "is read as"),
        ({"takes": lambda self, size: [1, 1] if size else []}, "a move twice"),
        ({"takes": lambda self, size: [size + 1]}, "will not play it"),
        ({"takes": lambda self, size: ([1],) if size else ()}, "cannot be hashed"),
        ({"takes": lambda size: [1]}, "state=(0,)): TypeError"),
        ({"takes": lambda self, size: [6 // (size - 2)] if size > 1 else []}, "state=(2,)): ZeroDivisionError"),
        ({"sample_positions": lambda self, bound: [self.position(1 // 0)]}, "sample_positions(5) fails: ZeroDivision"),
        ({"closed_forms": lambda self: Claimed(self, truthful=True)}, "closed_forms() gives "),
        ({"closed_forms": lambda self: (Claimed(self, 1, 2, 3, 4),)}, "closed_forms() fails: TypeError"),
        ({"after": lambda self, state, move: (max(state[0] - 1, 0),)}, "is not among its moves"),
        ({"after": lambda self, state, move: (state[0] - move,)}, "is not among its moves, yet it is played"),
        ({"_move_record": lambda self, position, move: {"heap": {0}}}, "JSON"),
        ({"wording": Mute()}, "move_text"),
        ({"table": lambda self: AlwaysOne()}, "table() says"),
        ({"p_positions": lambda self, stop, convention: [(0,), (2,)]}, "p_positions(8) gives"),
    ],
)
def test_each_broken_law_is_named(changes, said):
    with pytest.raises(LawError) as caught:
        check_ruleset(broken(**changes), bound=5)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reference": ""}, "names no reference"),
        ({"status": "surely"}, "no status"),
        ({"answer": lambda self, question: cgt.Answer("", "")}, "answers for a position of another game"),
        ({"answer": lambda self, question: question.position.game}, "fails for another game's position"),
        ({"answer": silent}, "gives no reason"),
        ({"answer": vague}, "leaves open what was asked"),
    ],
)
def test_each_broken_law_of_closed_forms_is_named(changes, said):
    kind = attrs.frozen(type("BrokenForm", (Claimed,), {"__module__": __name__, **changes}))
    with pytest.raises(LawError) as caught:
        check_ruleset(broken(closed_forms=lambda self: (kind(self),)), bound=5)
    assert said in str(caught.value)


def test_a_closed_form_without_a_reference_is_named():
    @attrs.frozen
    class Unsourced(ClosedForm):
        name = "unsourced"

        def answer(self, question):
            return None

    with pytest.raises(LawError, match=r"closed_forms\(\) fails: TypeError: .*Unsourced.*reference"):
        check_ruleset(broken(closed_forms=lambda self: (Unsourced(),)), bound=5)


def test_a_wrong_closed_form_is_caught_at_the_least_position():
    with pytest.raises(LawError, match=r"closed form is wrong: 7: claimed says outcome P, but it is N"):
        check_ruleset(broken(closed_forms=lambda self: (Claimed(self, truthful=False),)), bound=12)


def test_a_law_is_said_in_english_in_every_language():
    """The convention alone was translated: "Broken, normale play"."""
    wrong = broken(closed_forms=lambda self: (Claimed(self, truthful=False),))
    with language("fr"), pytest.raises(LawError, match="normal play: a closed form is wrong"):
        check_ruleset(wrong, bound=8)


@attrs.frozen
class Splits(cgt.HeapRuleset):
    """Split a heap into two that are not empty."""

    name = "splits"
    title = "Splits"
    rules = "Split a heap into two."

    def heap_options(self, size):
        return [(part, size - part) for part in range(1, size // 2 + 1)]


def test_the_options_are_what_the_moves_lead_to():
    assert check_ruleset(Splits(), bound=6).positions

    class Wrong(Splits):
        def after(self, state, move):
            super().after(state, move)
            return move[:1]

    with pytest.raises(LawError, match="options"):
        check_ruleset(attrs.frozen(Wrong)(), bound=6)


@attrs.frozen
class OneOrTwo(Game):
    """Take 1 or 2 from one of two heaps; a state is their sizes, the smaller first."""

    name = "one-or-two"
    title = "Take 1 or 2"
    rules = "Take 1 or 2 from one heap."
    position_form = "two heaps"
    example = "3,5"

    def steps(self, state):
        for place, size in enumerate(state):
            for take in range(1, min(size, 2) + 1):
                left = (*state[:place], size - take, *state[place + 1 :])
                yield (place, take), left

    def read(self, text):
        return tuple(map(int, text.split(",")))

    def write(self, state):
        return ",".join(map(str, state))


@pytest.mark.parametrize(
    ("shortcut", "said"),
    [
        ({}, None),
        ({"canonical": lambda self, state: tuple(sorted(state))}, None),
        ({"components": lambda self, state: [(size,) for size in state]}, None),
        ({"canonical": lambda self, state: tuple(size % 3 for size in state)}, None),
        ({"canonical": lambda self, state: tuple(size % 4 for size in state)}, "normal play: with components() and"),
        ({"components": lambda self, state: [(state[0],)]}, "normal play: with components() and"),
        ({"components": lambda self, state: [(size,) for size in state if size != 4] or [(0,)]}, "by its moves alone"),
        ({"canonical": lambda self, state: state if any(state) else (0, 1)}, "goes round for ever, but by its moves"),
        # Equal heaps cancel in normal play alone: two heaps of 1 are won by who begins to lose.
        ({"canonical": lambda self, state: (0, 0) if state[0] == state[-1] else state}, "misère play"),
    ],
)
def test_symmetry_and_components_must_not_change_a_value(shortcut, said):
    ruleset = attrs.frozen(type("Shortened", (OneOrTwo,), {"__module__": __name__, **shortcut}))()
    if said is None:
        assert check_ruleset(ruleset, bound=3).positions
    else:
        with pytest.raises(LawError) as caught:
            check_ruleset(ruleset, bound=3)
        assert said in str(caught.value)


def test_what_is_no_ruleset_is_refused():
    with pytest.raises(LawError, match="not a Game"):
        check_ruleset("nim")


def test_a_list_that_leaves_out_what_does_not_ascend_is_refused(monkeypatch):
    """Where the numbers of a position differ, (2, 0) is another position than (0, 2)."""
    from cgt.apps.testing import laws
    from cgt.games.heaps.formula_game import VectorGame

    game = VectorGame((1, 0), (0, 1), (2, 2))
    laws._check_listed(game, cgt.Convention.NORMAL, None)
    whole = VectorGame.p_positions
    ascending = lambda *arguments: [sizes for sizes in whole(*arguments) if sizes[0] <= sizes[1]]  # noqa: E731
    monkeypatch.setattr(VectorGame, "p_positions", ascending)
    with pytest.raises(LawError, match="gives"):
        laws._check_listed(game, cgt.Convention.NORMAL, None)


def test_rules_of_functions_are_checked_too():
    assert "the laws hold" in str(check_ruleset(cgt.TakingRule(lambda n: range(1, n + 1)), bound=6))
    assert "the laws hold" in str(check_ruleset(cgt.HeapRule(lambda n: [(n - 1,)] if n else []), bound=6))


@pytest.mark.parametrize("drawn", ["###", ["###"], 0])
def test_a_sketch_that_draws_nothing_is_refused(drawn):
    """The laws were said to hold; a card, a lesson and a notebook then failed with an AttributeError."""
    game = cgt.game(lambda n: [n - 1] if n else [], sketch=lambda n: drawn, name="row")
    for ask in (game.position(3).sketch, cgt.solve(game.position(3)).card, lambda: check_ruleset(game)):
        with pytest.raises(cgt.errors.RulesetError, match=r"^sketch of row gives .*: give None, or an object with svg"):
            ask()
