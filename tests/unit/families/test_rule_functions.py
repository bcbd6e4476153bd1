"""The functions that rules are made of: what they say wrongly is refused by every question, in both conventions."""

import itertools

import pytest

import cgt
from cgt.errors import BudgetError, IllegalMoveError, RulesetError
from cgt.games.modified import BlockingGame

WRONG = [
    (cgt.TakingRule(lambda n: [2] if n else []), "from a heap of 1 one takes a whole number from 1 to 1, not 2"),
    (cgt.TakingRule(lambda n: [1, 3, 4] if n else []), "not 3"),
    (cgt.TakingRule(lambda n: range(n + 1)), "not 0"),
    (cgt.TakingRule(lambda n: [1]), "from a heap of 0 nothing is taken, not 1"),
    (cgt.TakingRule(lambda n: [True] if n else []), "not True"),
    (cgt.TakingRule(lambda n: [(n - 1,)] if n else []), r"not \(\d,\)"),
    (cgt.HeapRule(lambda n: [(n / 2,)] if n else []), "heaps must get smaller"),
    (cgt.HeapRule(lambda n: [(n,)] if n else []), "heaps must get smaller"),
    (cgt.HeapRule(lambda n: [(n - 2,)] if n else []), "heaps must get smaller"),
    (cgt.HeapRule(lambda n: [n - 1] if n else []), "an option is the tuple of the heaps that remain"),
]
QUESTIONS = {
    "outcome": cgt.outcome,
    "misere": lambda position: cgt.outcome(position, "misere"),
    "remoteness": cgt.remoteness,
    "search": lambda position: cgt.Evaluator().outcome(position),
    "moves": lambda position: cgt.winning_moves(position, "misere"),
    "solve": lambda position: cgt.solve(position, "misere"),
    "list": lambda position: cgt.p_positions(position.game, 4, "misere"),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("rule", "message"), WRONG)
def test_a_wrong_function_is_refused_whatever_is_asked(rule, message, question):
    with pytest.raises(RulesetError, match=message):
        QUESTIONS[question](rule.position(5))


@pytest.mark.parametrize("kind", [cgt.HeapRule, cgt.TakingRule])
@pytest.mark.parametrize("name", [None, 3, b"own", ["own"]], ids=repr)
def test_a_name_is_a_text(kind, name):
    with pytest.raises(RulesetError, match="name is a text, not "):
        kind(lambda _n: [], name=name)


def test_amounts_of_numpy_in_a_class_are_moves():
    np = pytest.importorskip("numpy")

    class OneOrTwo(cgt.TakingRuleset):
        name = "one-or-two"

        def takes(self, size):
            return np.arange(1, min(size, 2) + 1)

    position = OneOrTwo().position(7)
    assert [type(move) for move in position.moves()] == [int, int]
    (move,) = cgt.winning_moves(position)
    assert str(position.play(move)) == "6"


def test_heaps_of_numpy_in_a_class_are_heaps():
    np = pytest.importorskip("numpy")

    class OneLess(cgt.HeapRuleset):
        name = "one-less"

        def heap_options(self, size):
            return [(np.int64(size - 1),)] if size else []

    position = OneLess().position(5)
    assert [cgt.nim_value(position), cgt.outcome(position, "misere")] == [1, cgt.Outcome.P]
    assert str(list(position.moves())) == "[(4,)]"
    assert str(position.play((np.int64(4),))) == "4"
    with pytest.raises(IllegalMoveError, match=r"\(3,\) is not what a heap of 5 may become under one-less: \(4,\)$"):
        position.play((3,))


def test_numbers_of_numpy_are_numbers():
    np = pytest.importorskip("numpy")
    taking = cgt.TakingRule(lambda n: np.arange(1, n + 1))
    heaps = cgt.HeapRule(lambda n: [(np.int64(n - 1),)] if n else [])
    assert [cgt.nim_value(taking.position(5)), cgt.outcome(taking.position(5), "misere")] == [5, cgt.Outcome.N]
    assert cgt.winning_moves(taking.position(5), "misere") == (4,)
    assert [cgt.nim_value(heaps.position(5)), cgt.outcome(heaps.position(5), "misere")] == [1, cgt.Outcome.P]


@pytest.mark.parametrize(
    "rule",
    [
        cgt.TakingRule(lambda n: [take for take in (1, 1, 2) if take <= n]),
        cgt.TakingRule(lambda n: (take for take in (1, 2, 1) if take <= n)),
        cgt.HeapRule(lambda n: [(n - 1,), [n - 1], (n - 1,)] if n else []),
    ],
)
def test_what_a_function_names_twice_is_one_move(rule):
    """Each was a winning move twice; and where one may be forbidden, the other won in one answer and not in another."""
    position = rule.position(1)
    assert len(list(position.moves())) == len(cgt.winning_moves(position)) == 1
    blocking = BlockingGame(rule, 2)
    for size in range(8):
        lost = cgt.Evaluator().outcome(cgt.blocked(rule.position(size), 2))
        assert cgt.outcome(blocking.position(size)) is lost, size


def test_a_range_of_any_length_is_not_gone_through():
    assert cgt.TakingRule(lambda n: range(1, n + 1)).takes(10**30) == range(1, 10**30 + 1)


def _ever_longer(size):
    return ((1,) * count for count in itertools.count(1)) if size > 1 else []


class EverLonger(cgt.HeapRuleset):
    name = "ever-longer"

    def heap_options(self, size):
        return _ever_longer(size)


class Stated(cgt.Game):
    name = "stated"

    def steps(self, state):
        return ((len(after), after) for after in _ever_longer(max(state)))


@pytest.mark.parametrize(
    "position",
    [
        cgt.HeapRule(_ever_longer).position(2),
        EverLonger().position(2),
        Stated().position((2, 2)),
    ],
    ids=["function", "class", "steps"],
)
def test_endless_options_that_get_ever_longer_end(position, monkeypatch):
    """Only their number was bounded, and the first hundred thousand of them have five billion heaps."""
    monkeypatch.setattr("cgt.core.game.MOST_BYTES", 1 << 22)
    for question in (cgt.nim_value, cgt.Evaluator().nim_value):
        with pytest.raises(BudgetError, match=r"has more than [12],\d{3} moves here, too many"):
            question(position)
