"""The widget for notebooks: what its views send, and what a text of its own does."""

import attrs
import pytest

import cgt
from cgt.errors import ParseError

pytest.importorskip("anywidget", reason="anywidget is not installed: the widget is not tried")

from cgt.apps.web import explorer as module
from cgt.apps.web.explorer import Explorer


@pytest.fixture
def sent(monkeypatch):
    """What widgets send to their views."""
    messages = []
    monkeypatch.setattr(Explorer, "send", lambda self, message: messages.append(message))
    return messages


def ask(explorer, what):
    explorer._handle_custom_msg({"id": "1", "what": what}, [])


def test_a_move_on_the_board_is_the_position_in_python(sent):
    explorer = Explorer("nim 3,4,5")
    ask(explorer, {"do": "play", "move": "2 from 1"})
    assert explorer.position == sent[0]["answer"]["named"] == "nim 1,4,5"
    assert explorer.solution.outcome == "P"
    ask(explorer, {"do": "undo"})
    assert explorer.position == "nim 3,4,5"
    assert sent[0]["id"] == "1"


def test_a_text_in_python_moves_the_board(sent):
    explorer = Explorer("nim 3,4,5", "misere")
    explorer.position = "kayles 7+nim 3"
    assert explorer.position == "kayles 7 + nim 3"
    ask(explorer, {"do": "state"})
    assert sent[-1]["answer"]["position"] == "kayles 7 + nim 3"
    assert sent[-1]["answer"]["convention"] == "misere"


def test_heaps_of_a_sum_are_counted_through(sent):
    ask(Explorer("kayles 7 + nim 3"), {"do": "state"})
    assert {move["takes"][0][0] for move in sent[0]["answer"]["moves"] if move["text"].startswith("2:")} == {1}


def test_values_stand_beside_the_board(sent):
    ask(Explorer("wythoff 5,8"), {"do": "state", "lang": "fr"})
    beside = sent[0]["answer"]["beside"]
    assert "valeur de Grundy" in beside
    assert str(cgt.nim_value("wythoff 5,8")) in beside
    assert "svg" not in beside


def test_a_position_too_large_to_solve_is_shown_all_the_same(sent, monkeypatch, upto):
    monkeypatch.setattr(module, "PLAY_LIMIT", upto(1_000, full=module.PLAY_LIMIT))
    ask(Explorer("cram 7x7"), {"do": "state"})
    assert "too large" in sent[0]["answer"]["beside"]


def test_a_game_of_ones_own_is_played_but_has_no_text(sent):
    halving = cgt.game(lambda n: [n - 1, n // 2] if n else [], name="halving")
    explorer = Explorer(halving.position(5))
    ask(explorer, {"do": "play", "move": "4"})
    assert "error" not in sent[-1]["answer"]
    with pytest.raises(LookupError, match="halving"):
        explorer.position = "halving 2"


def test_a_text_that_is_no_position_changes_nothing(sent):
    explorer = Explorer("nim 3")
    with pytest.raises(ParseError):
        explorer.position = "nim x"
    assert explorer.position == "nim 3"


def test_a_position_of_a_class_of_ones_own_is_played(sent):
    @attrs.frozen
    class Stones:
        left: int

        def moves(self):
            return range(1, min(self.left, 2) + 1)

        def play(self, move):
            return Stones(self.left - move)

    explorer = Explorer(Stones(4))
    ask(explorer, {"do": "state"})
    ask(explorer, {"do": "play", "move": sent[0]["answer"]["moves"][0]["text"]})
    assert explorer.position == "Stones(left=3)"
    assert explorer.solution.outcome == "P"
