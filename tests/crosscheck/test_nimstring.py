"""Nimstring, cut by cut, against its turns and its values."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

import cgt
from cgt.core.game import position_of
from cgt.core.outcome import Outcome
from cgt.errors import CGTError
from cgt.games.graphs.nimstring import LOONY, Nimstring, nimstring_value, sorted_strings

GAME = Nimstring()


@cache
def wins(strings):
    """Whether who cuts next wins: whoever frees a coin goes on, whoever finds no string has lost."""
    for place, string in enumerate(strings):
        rest = strings[:place] + strings[place + 1 :]
        coins = [coin for coin in string if coin != "ground"]
        frees = any(all(coin not in other for other in rest) for coin in coins)
        if wins(rest) == frees:
            return True
    return False


@cache
def wins_beside(strings, heap):
    """The same beside a heap of nim, where a turn may go on: what a value is."""
    if any(not wins_beside(strings, left) for left in range(heap)):
        return True
    for place, string in enumerate(strings):
        rest = strings[:place] + strings[place + 1 :]
        frees = any(all(coin not in other for other in rest) for coin in string if coin != "ground")
        if wins_beside(rest, heap) == frees:
            return True
    return False


def small_positions(upto):
    ends = ["ground", "a", "b", "c", "d"]
    pairs = [(a, b) for at, a in enumerate(ends) for b in ends[at + 1 :]]
    for count in range(upto(5, full=7)):
        yield from map(sorted_strings, combinations_with_replacement(pairs, count))


def test_outcomes_and_values_by_definition(upto):
    evaluator = cgt.Evaluator()
    for number, strings in enumerate(small_positions(upto)):
        value = nimstring_value(strings)
        assert (value != 0) == wins(strings), strings
        if number % 7 == 0:
            position = position_of(GAME, strings)
            assert (evaluator.outcome(position) is Outcome.N) == wins(strings), strings  # by whole turns
            lost = [heap for heap in range(6) if not wins_beside(strings, heap)]
            assert lost == ([] if value == LOONY else [value]), strings


@pytest.mark.parametrize("text", ["1x1", "1x2", "1x4", "2x2", "cycle 5", "path 6", "grid 2x3"])
def test_boards(text):
    position = GAME.parse(text)
    assert (cgt.outcome(position) is Outcome.N) == wins(position.state)
    assert GAME.parse(str(position)) == position


def test_turns_are_written_and_read():
    position = GAME.parse("ground-a,a-b,b-c,ground-c")
    assert list(position.moves()) == ["a-b", "b-c", "ground-a", "ground-c"]
    after = position.play("a-b")
    assert list(after.moves()) == ["ground-c", "ground-a,ground-c"]
    for text in ("ground-a,ground-c", "cut ground-a, ground-c"):
        assert GAME.wording.read_move(after, text) == "ground-a,ground-c"
    assert GAME.wording.move_text(after, "ground-a,ground-c") == "cut ground-a, ground-c"


def test_what_is_no_position_is_refused():
    for text in ("a", "a-a", "0x3", "3x40", "path x"):
        with pytest.raises(CGTError):
            GAME.parse(text)
