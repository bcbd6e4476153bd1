"""What a person gets wrong, and the one line that says what would be right."""

from __future__ import annotations

import shlex
from functools import cache

import attrs
import pytest

import cgt
from cgt.errors import BudgetError, NotApplicableError, ParseError, PositionError, RulesetError


@attrs.define(eq=True, unsafe_hash=False)
class Pile:
    """A heap with `__eq__` and without `__hash__`."""

    size: int

    def moves(self):
        return range(1, self.size + 1)

    def play(self, take):
        return Pile(self.size - take)


@attrs.frozen
class Rows(Pile):
    """Hashable but for what it holds."""

    size: list


QUESTIONS = [
    cgt.solve,
    cgt.outcome,
    cgt.nim_value,
    cgt.winning_moves,
    cgt.remoteness,
    cgt.genus,
    cgt.Evaluator().outcome,
    cgt.LoopyEvaluator().outcome,
    lambda position: cgt.solve(cgt.Sum(position, position)),
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_position_that_is_not_hashable(question):
    with pytest.raises(PositionError, match="unhashable type: 'Pile'; a class with __eq__ needs __hash__, too"):
        question(Pile(3))
    with pytest.raises(PositionError, match=r"unhashable type: 'list'; .* fields that are hashable"):
        question(Rows([3]))


def test_a_rule_that_is_no_function():
    with pytest.raises(RulesetError, match=r"TakingRule is made from a function .* lambda n: \[1, 2\], not \[1, 2\]"):
        cgt.TakingRule([1, 2])
    with pytest.raises(RulesetError, match="HeapRule is made from a function"):
        cgt.HeapRule({3: (1,)})


def test_a_game_by_function_is_discovered():
    found = cgt.discover(cgt.game(lambda n: range(max(n - 3, 0), n), name="at most three"), 100)
    assert found.values[:6] == (0, 1, 2, 3, 0, 1)


def test_a_crosscheck_without_a_closed_form():
    told = r"no closed form .* closed_forms\(\) .* crosscheck\(form, positions=…\)"
    with pytest.raises(NotApplicableError, match=told):
        cgt.crosscheck(cgt.game(range, name="down"))


def test_a_nim_value_of_thousands_of_digits(run):
    solution = cgt.solve("motley 15000")
    assert solution.nim_value == 1 << 14_999
    for shown in (str(solution), repr(solution), solution.explanation, solution._repr_html_()):
        assert "(4516 digits)" in shown
    code, out, err = run("solve", "motley", "15000")
    assert (code, err) == (0, "")
    assert "(4516 digits)" in out


def test_a_limit_of_one(run):
    with pytest.raises(BudgetError):
        cgt.solve("twins 1000,5", "misere", max_positions=1)
    code, _out, err = run("solve", "twins", "1000,5", "--misere", "--max-positions", "1")
    assert code == 3
    assert "a higher --max-positions allows more" in err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_heaps_that_are_typed_apart(run, language):
    code, out, err = run("--lang", language, "solve", "nim", "3", "5", "7")
    assert (code, out) == (2, "")
    assert "3,5,7" in err


def test_capitals(run):
    assert cgt.parse_ruleset("Kayles") == cgt.games.Kayles()
    assert run("solve", "KAYLES", "5")[:2] == run("solve", "kayles", "5")[:2]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("137", "0.137"),
        ("77", "0.77"),
        ("{1,3,4}", r"subtraction\(1,3,4\)"),
        ("{ 1, 3 }", r"subtraction\(1,3\)"),
    ],
)
def test_what_is_nearly_a_code(text, meant):
    with pytest.raises(ParseError, match=f"is not a code: did you mean {meant}"):
        cgt.discover(text)


def test_a_coin_too_far_away():
    for coin in ("1000001", "9" * 30):
        with pytest.raises(PositionError, match="from 1 to 1,000,000"):
            cgt.solve(f"turning-turtles {coin}")
    with pytest.raises(ParseError, match=r"is not a whole number of at least 0 \(expected the coins"):
        cgt.solve("turning-turtles 2x")


def test_a_token_that_cannot_move():
    walk = cgt.games.Walk()
    for text in ("a: a", "a: a,b>c"):
        position = walk.parse(text)
        assert str(position) == text
        assert walk.parse(str(position)) == position
        assert cgt.outcome(position) is cgt.Outcome.P
    with pytest.raises(ParseError, match="one without edges is named among them, such as a: a,b>c"):
        walk.parse("a: b>c")


def test_an_equation_that_needs_too_many_states(monkeypatch):
    pytest.importorskip("numpy")
    from cgt.digits import linear
    from cgt.solving.sentences import decide_sentence

    monkeypatch.setattr(linear, "MOST_STATES", 3)
    monkeypatch.setattr(linear, "_equation", cache(linear._equation.__wrapped__))  # what it keeps is gone with it
    with pytest.raises(cgt.errors.CGTError, match=r"coefficients 1, .* needs more than 3 states"):
        decide_sentence("forall n: exists m: n == 3m", game="takeaway(3n)")


@pytest.mark.parametrize(
    "line",
    [
        ["values", "vectors((1,0),(0,1))", "5"],
        ["values", "moves(x, y: x - 1, y | x, y - 1)", "5"],
    ],
    ids=" ".join,
)
def test_a_command_that_is_advised_can_be_pasted_into_a_shell(line, run):
    code, _, err = run(*line)
    assert code != 0
    _cgt, *advised = shlex.split(err.split("`")[1])
    assert run(*advised)[0] == 0
