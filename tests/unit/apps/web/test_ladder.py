"""The ladder: each level is played, foretold by the engine, and its secret found by the right guess only."""

import pytest

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.ladder import LADDER, Guess, wrong_at
from cgt.core.errors import ParseError

SECRETS = {
    "Seven matches": ("0, 3", "steps"),
    "One more": ("0 4", "steps"),
    "Got it": ("0 5", "steps"),
    "Hot potato": ("1 5", "steps"),
    "Odd ones": ("0 2", "steps"),
    "Doubles": ("0 3", "steps"),
    "A gap": ("0 2 7", "steps"),
    "Two heaps": ("7", "end"),
    "Three heaps": ("6", "end"),
    "Hot heaps": ("1", "end"),
    "The queen": ("4", "end"),
    "The queen again": ("10", "end"),
    "Euclid": ("5 6 7 8 9 10 11 12", "end"),
    "Skittles": ("0", "end"),
    "Three crosses": ("0 6 12", "end"),
    "Chocolate": ("7", "end"),
    "A corner of chocolate": ("6", "end"),
    "No more than I": ("1 2", "double"),
    "Fibonacci nim": ("1 2", "sum"),
    "The last pin": ("1 4 9 12 20", "end"),
}


@pytest.mark.parametrize("level", range(len(LADDER)), ids=[rung.title for rung in LADDER])
def test_each_level_is_played_foretold_and_found(level):
    page = Bridge()
    told = page.answer({"do": "ladder"})["ladder"][level]
    new = {"do": "new", "game": told["game"], "position": told["start"], "convention": told["convention"]}
    assert page.answer(new)["moves"]
    numbers, then = SECRETS[told["title"]]
    assert page.answer({"do": "guess", "level": level, "numbers": numbers, "then": then})["found"]
    for seed in range(3):
        asked = page.answer({"do": "ask", "level": level, "seed": seed})
        begun = page.answer({**new, "position": asked["position"]})
        wins = page.answer({"do": "explain"})["outcome"] == "N"
        assert begun["position"].startswith(asked["position"])
        for answer in (True, False):
            what = {"do": "foretell", "level": level, "number": asked["number"], "wins": answer}
            assert page.answer(what)["right"] is (answer is wins)


@pytest.mark.parametrize(
    ("level", "guess", "said"),
    [
        (0, ("0 3 6 9", "end"), "True to 11, wrong at 12: whoever begins there loses."),
        (0, ("1 4", "steps"), "Wrong at 0: whoever begins there loses."),
        (18, ("1 2 3 5 8", "steps"), "True to 8, wrong at 9: whoever begins there wins."),
        (19, ("1 4 9 12 20 28", "end"), "True to 27, wrong at 28: whoever begins there wins."),
    ],
)
def test_a_wrong_guess_is_shown_where_it_is_wrong(level, guess, said):
    answer = Bridge().answer({"do": "guess", "level": level, "numbers": guess[0], "then": guess[1]})
    assert (answer["found"], answer["said"]) == (False, said)
    assert answer["position"] == LADDER[level].position(answer["number"])


@pytest.mark.parametrize(
    ("numbers", "then"),
    [("", "steps"), ("3", "steps"), ("3", "sum"), ("0", "double"), ("3 2", "end"), ("1 1", "sum"), ("1 2", "never")],
)
def test_what_is_no_guess_is_refused(numbers, then):
    with pytest.raises(ParseError):
        Guess.read(numbers, then)


def test_a_guess_of_nothing_is_a_guess():
    assert wrong_at(LADDER[13], Guess.read("", "end")) == 0


def test_what_is_no_level_is_refused():
    page = Bridge()
    for level in (-1, len(LADDER), "2", None, True):
        assert "level" in page.answer({"do": "ask", "level": level})["error"]
    assert "number" in page.answer({"do": "foretell", "level": 0, "number": 61})["error"]


def test_the_history_tells_who_was_winning():
    page = Bridge()
    page.answer({"do": "new", "game": "bounded-nim(3)", "position": "6"})
    page.answer({"do": "play", "move": "1"})
    page.answer({"do": "reply"})
    assert page.answer({"do": "history"})["history"] == [
        {"winner": 0, "lasts": 3},
        {"winner": 1, "lasts": 3},
        {"winner": 1, "lasts": 2},
    ]
