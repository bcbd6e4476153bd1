"""The moves of a compound that is a game are read and counted without all their combinations."""

from __future__ import annotations

import pytest

import cgt
from cgt.core.lazy_moves import counted
from cgt.errors import IllegalMoveError, ParseError
from cgt.games.operators import KINDS, CompoundGame

MANY = ",".join(map(str, range(1, 29)))


def test_the_first_moves_are_known_without_what_the_others_leave(monkeypatch):
    """Of 28 heaps 100,000 combinations were played, in 12 seconds, before it was said that there are more."""
    monkeypatch.setattr(CompoundGame, "after", lambda *_: pytest.fail("a move was made"))
    position = cgt.parse_position(f"compound(nim,selective) {MANY}")
    moves = position.moves()
    assert moves[0] == (*(None,) * 27, 1)
    assert counted(moves) is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_is_read_as_it_is_written(kind):
    for text in (f"compound(nim,{kind}) 2,3", f"compound(kayles,{kind}) 3,2", f"compound(nim,{kind}) 4"):
        position = cgt.parse_position(text)
        words = position.game.wording
        assert len(position.moves()) > 0
        for move in position.moves():
            assert words.read_move(position, words.write_move(position, move)) == move
            assert words.read_move(position, words.move_text(position, move)) == move


def test_a_move_among_more_than_can_be_tried_is_read():
    position = cgt.parse_position(f"compound(nim,selective) {MANY}")
    words = position.game.wording
    for text in ("1: 1; 3: 2", "Component 1: take 1; component 3: take 2"):
        assert words.read_move(position, text) == (1, None, 2, *(None,) * 25)
    for text in ("1: 77", "29: 1", "1: 1; 1: 1; 2: 3", "but not 1: 1", "heap 1: 1"):
        with pytest.raises((IllegalMoveError, ParseError)):
            words.read_move(position, text)


def test_what_moves_in_one_component_alone_is_no_move_of_all():
    position = cgt.parse_position("compound(nim,conjunctive) 2,3")
    with pytest.raises((IllegalMoveError, ParseError)):
        position.game.wording.read_move(position, "1: 1; 1: 1")
