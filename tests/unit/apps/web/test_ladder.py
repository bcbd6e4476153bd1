"""The ladder: each level is played, predicted by the engine, and its secret said in the words of a person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.ladder import LADDER
from cgt.apps.web.secret import Verdict, verdict_on
from cgt.core.errors import ParseError

SECRETS = {
    "Seven matches": ("3,6", "3 6 9", "0, 3, 6", "multiples of 3", "every third", "un sur trois", "la table de trois"),
    "One more": ("4, 8", "multiples of four", "every fourth", "4n", "tous les quatre", "de 4 en 4"),
    "Got it": ("5, 10, 15…", "divisible by 5", "the 5 times table", "n mod 5 = 0", "multiples de cinq"),
    "Hot potato": ("1, 5, 9", "4n + 1", "one more than a multiple of 4", "every fourth from 1", "1, puis tous les 4"),
    "Odd ones": ("2, 4, 6", "even numbers", "les nombres pairs", "multiples of 2", "every second"),
    "Doubles": ("3, 6", "three, six, nine", "3;6;9", "1 in 3", "divisible par 3"),
    "A gap": ("2, 7, 9", "2 7 9 14", "2, 7, 9, 14, 16, 21", "2; 7; 9; 14; 16", "0, 2, 7"),
    "Two heaps": ("7", "only 7", "seven", "sept", "7 matches"),
    "Three heaps": ("6", "only 6", "six", "at 6", "6 !"),
    "Hot heaps": ("1", "one", "only 1", "un", "with 1"),
    "The queen": ("4", "only 4", "four", "quatre", "4."),
    "The queen again": ("10", "only 10", "ten", "dix", "10 !"),
    "Euclid": ("5 to 12", "5-12", "between 5 and 12", "de 5 à 12", "5 6 7 8 9 10 11 12"),
    "Skittles": ("none", "never", "jamais", "aucun", "0"),
    "Three crosses": ("6, 12", "6 and 12", "6 et 12", "0 6 12", "six, twelve"),
    "Chocolate": ("7", "seven", "only 7", "sept", "7."),
    "A corner of chocolate": ("6", "six", "only 6", "6!", "seulement 6"),
    "No more than I": ("1, 2, 4", "1 2 4 8 16", "powers of two", "puissances de 2", "doubling"),
    "Fibonacci nim": ("1 2 3 5", "1, 2, 3, 5, 8, 13", "Fibonacci", "the Fibonacci numbers", "nombres de Fibonacci"),
    "The last pin": (
        "1 4 9 12 20",
        "1, 4, 9, 12, 20",
        "1;4;9;12;20",
        "1 and 4 and 9 and 12 and 20",
        "only 1 4 9 12 20",
    ),
}


@pytest.mark.parametrize("level", range(len(LADDER)), ids=[rung.title for rung in LADDER])
def test_each_level_is_played_predicted_and_its_secret_said(level):
    page = Bridge()
    listed = page.answer({"do": "ladder"})["ladder"][level]
    new = {"do": "new", "game": listed["game"], "position": listed["start"], "convention": listed["convention"]}
    assert page.answer(new)["moves"]
    for secret in SECRETS[listed["title"]]:
        assert page.answer({"do": "secret", "level": level, "secret": secret})["found"], secret
    for seed in range(3):
        asked = page.answer({"do": "ask", "level": level, "seed": seed})
        begun = page.answer({**new, "position": asked["position"]})
        wins = page.answer({"do": "explain"})["outcome"] == "N"
        assert begun["position"].startswith(asked["position"])
        for answer in (True, False):
            what = {"do": "predict", "level": level, "number": asked["number"], "wins": answer}
            assert page.answer(what)["right"] is (answer is wins)


@pytest.mark.parametrize(
    ("level", "secret", "said"),
    [
        (0, "3, 6, 8", "Not yet: at 8, whoever begins wins."),
        (0, "multiples of 4", "Not yet: at 3, whoever begins loses."),
        (0, "even", "Not yet: at 2, whoever begins wins."),
        (0, "1 4", "Not yet: at 1, whoever begins wins."),
        (0, "never", "Not yet: at 3, whoever begins loses."),
        (18, "1 2 4 8", "Not yet: at 3, whoever begins loses."),
        (19, "1 4 9 12 20 28", "Not yet: at 28, whoever begins wins."),
    ],
)
def test_a_wrong_secret_is_said_to_be_wrong_and_where(level, secret, said):
    answer = Bridge().answer({"do": "secret", "level": level, "secret": secret})
    assert (answer["found"], answer["said"]) == (False, said)
    assert answer["position"] == LADDER[level].position(answer["number"])


@pytest.mark.parametrize(("level", "secret"), [(0, "3"), (6, "2, 7"), (17, "1, 2"), (18, "1, 2, 3"), (19, "1 4 9")])
def test_a_secret_that_is_true_and_too_short_is_asked_to_go_on(level, secret):
    answer = Bridge().answer({"do": "secret", "level": level, "secret": secret})
    assert answer == {"found": False, "said": "Right so far. Which numbers come next?"}


def test_nobody_is_asked_about_nothing():
    """At 0 nobody begins: with it or without it a secret is the same."""
    assert verdict_on("0, 3, 6", {0, 3, 6, 9}, 0, 10) == verdict_on("3, 6", {3, 6, 9}, 0, 10) == Verdict(True)
    assert verdict_on("1, 5", {0, 1, 5}, 0, 8) == Verdict(True)


@pytest.mark.parametrize("text", ["", "?", "I do not know", "x" * 500])
def test_what_says_nothing_is_answered_by_a_neutral_example(text):
    with pytest.raises(ParseError, match="10, 20, 30"):
        verdict_on(text, {3, 6}, 0, 8)


@given(st.text(max_size=60) | st.from_regex(r"([a-z ,;+*-]|multiples of |every |1|\d){0,30}", fullmatch=True))
def test_whatever_is_written_is_answered(text):
    answer = Bridge().answer({"do": "secret", "level": 0, "secret": text})
    assert answer.get("said") or "10, 20, 30" in answer["error"]


@given(st.integers(2, 9), st.integers(0, 8))
def test_a_rule_is_what_its_list_is(step, rest):
    losing = {number for number in range(61) if number % step == rest % step}
    first = min(number for number in losing if number > 0)
    for secret in (
        f"{rest % step} more than a multiple of {step}",
        f"{first}, {first + step}, {first + 2 * step}",
        f"every {step}th from {first}",
        f"{step}n + {rest % step}",
        f"{rest % step} mod {step}",
    ):
        assert verdict_on(secret, losing, 0, 60).holds, secret


def test_what_is_no_level_is_refused():
    page = Bridge()
    for level in (-1, len(LADDER), "2", None, True):
        assert "level" in page.answer({"do": "ask", "level": level})["error"]
    assert "number" in page.answer({"do": "predict", "level": 0, "number": 61})["error"]


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
