from __future__ import annotations

import pickle
from itertools import count

import pytest

import cgt
from cgt.core.lazy_moves import LIMIT, LazyMoves, counted
from cgt.errors import BudgetError

FEW = LazyMoves(lambda: iter("abc"))
MANY = LazyMoves(count)


def test_a_short_list_is_like_a_tuple():
    assert list(FEW) == ["a", "b", "c"]
    assert FEW == ("a", "b", "c") == FEW
    assert FEW != ("a", "b")
    assert hash(FEW) == hash(("a", "b", "c"))
    assert (len(FEW), FEW[0], FEW[-1], FEW[1:], FEW[::-1], FEW.index("b")) == (
        3,
        "a",
        "c",
        ("b", "c"),
        ("c", "b", "a"),
        1,
    )
    assert repr(FEW) == "LazyMoves('a', 'b', 'c')"
    assert not LazyMoves(lambda: iter(()))
    for index in (3, -4):
        with pytest.raises(IndexError):
            FEW[index]


def test_places_beyond_what_python_counts():
    moves = LazyMoves(lambda: iter(range(5)))
    assert moves[: 10**30] == moves[::1] == (0, 1, 2, 3, 4)
    assert moves[10**30 :] == ()
    assert moves[:: 10**30] == (0,)
    with pytest.raises(IndexError):
        moves[10**30]


def test_an_endless_list_can_be_walked_but_not_counted():
    assert MANY
    assert MANY[5] == 5
    assert MANY[2:5] == (2, 3, 4)
    assert repr(MANY) == "LazyMoves(0, 1, 2, 3, …)"
    for ask in (len, list, tuple, lambda moves: moves[-1]):
        with pytest.raises(BudgetError, match=f"{LIMIT:,}"):
            ask(MANY)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("moore-nim(2)", "3,5,6"),
        ("kayles", "1000000000000"),
        ("0.3F", "30,7"),
        ("hackenbush", None),
        ("turning-turtles", None),
    ],
)
def test_a_solution_goes_to_another_process(text, position):
    try:
        game = cgt.parse_ruleset(text)
    except cgt.errors.UnknownNameError:
        pytest.skip(f"no game {text}")
    solved = cgt.solve(game.parse(game.example if position is None else position))
    again = pickle.loads(pickle.dumps(solved))  # noqa: S301 - pickled in this line
    assert again.outcome == solved.outcome
    assert list(again.winning_moves[:5]) == list(solved.winning_moves[:5])


def test_a_list_that_was_cut_is_walked_and_says_so():
    moves = LazyMoves([1, 2].__iter__, cut=True)
    assert (list(moves), len(moves), moves[-1], repr(moves)) == ([1, 2], 2, 2, "LazyMoves(1, 2, perhaps others)")
    assert counted(moves) is None
    assert moves != (1, 2)
    assert pickle.loads(pickle.dumps(moves)).cut  # noqa: S301 - what this very test wrote


def test_moves_without_end_are_compared_as_far_as_it_takes():
    moves = LazyMoves(count, total=10**30)
    assert moves != ()
    assert moves != (0, 2)
    assert moves == LazyMoves(count, total=10**30)
    assert 7 in moves
    with pytest.raises(IndexError):
        moves[10**30]
    with pytest.raises(BudgetError, match="none of the first 100,000"):
        assert -1 in moves
    assert 3 not in LazyMoves([1, 2].__iter__)
