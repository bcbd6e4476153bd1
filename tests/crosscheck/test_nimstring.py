"""Nimstring, cut by cut, against its turns and its values."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, islice

import pytest

import cgt
from cgt.core.game import position_of, state_of
from cgt.core.outcome import Outcome
from cgt.errors import CGTError
from cgt.fast.jit import compiled_available
from cgt.games.graphs import nimstring
from cgt.games.graphs.nimstring import LOONY, WINNING_WAYS, Nimstring, nimstring_value, sorted_strings
from cgt.games.graphs.nimstring_table import table_of

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


@pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")
@pytest.mark.parametrize(
    ("text", "most"), [("2x2", 4), ("1x4", 4), ("grid 2x3", 2), pytest.param("2x3", 16, marks=pytest.mark.full)]
)
def test_a_table_of_all_sets_agrees_with_the_definition(text, most, monkeypatch):
    board = GAME.parse(text).state
    table, sets = table_of(board), 1 << len(board)
    known = {}
    for number in range(0, sets, 1 + sets // 4096):
        strings = tuple(string for place, string in enumerate(board) if number >> place & 1)
        known[strings] = nimstring_value(strings)
        assert table.value(strings) == known[strings], strings
        assert (known[strings] == 0) == (not wins(strings)), strings
    monkeypatch.setattr(nimstring, "MOST_STRINGS", most)
    cgt.forget()
    for strings in islice((strings for strings in known if len(strings) > most), 0, None, 97):
        position = position_of(GAME, strings)
        solution = cgt.solve(position)
        assert solution.reference == WINNING_WAYS, "another route has answered"
        won = {move for move, left in GAME.steps(strings) if not wins(left)}
        assert set(solution.winning_moves) == won, strings
        assert (solution.outcome is Outcome.N) == bool(won) == wins(strings), strings
        assert nimstring_value(strings) == known[strings]


def test_what_is_compiled_values_no_larger_part_than_the_formula_says(monkeypatch):
    """A table takes a byte for each set of strings."""
    (form,) = GAME.closed_forms()
    assert form.covers(GAME.parse("2x2").state)
    assert form.covers(GAME.parse("2x5").state) == compiled_available()
    assert not form.covers(GAME.parse("3x4").state)
    monkeypatch.setattr(nimstring, "compiled_works", lambda: False)
    assert not form.covers(GAME.parse("2x3").state)


def test_what_no_table_holds_is_valued_part_by_part(monkeypatch):
    """Without numba a table takes forty times as long, and a long row has few parts but more sets than memory."""
    monkeypatch.setattr("cgt.games.graphs.nimstring_table.table_of", lambda _strings: pytest.fail("a table was made"))
    cgt.forget()
    row = ["ground-v0", *(f"v{place}-v{place + 1}" for place in range(39))]
    assert nimstring_value(GAME.parse(",".join(row)).state) == LOONY
    assert nimstring_value(GAME.parse(",".join([*row, "ground-v39"])).state) == 0
    monkeypatch.setattr(nimstring, "compiled_works", lambda: False)
    assert nimstring_value(GAME.parse("1x6").state) == 1


@pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")
def test_a_board_of_six_boxes_and_a_row_are_valued_together():
    """Two parts, each with a table of its own: the board is worth 1, and so is the row, so that the whole is lost."""
    board, row = (GAME.parse(text).state for text in ("2x3", "1x1"))
    both = (*board, *(tuple("z" if end != "ground" else end for end in string) for string in row))
    assert [nimstring_value(strings) for strings in (board, row, both)] == [1, 1, 0]
    position = position_of(GAME, sorted_strings(both))
    assert cgt.outcome(position) is Outcome.P
    turn = next(iter(position.moves()))
    answered = cgt.winning_moves(position.play(turn))
    assert answered
    assert all(nimstring_value(state_of(GAME, position.play(turn).play(move))) == 0 for move in answered)


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
