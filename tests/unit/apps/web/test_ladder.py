"""The ladder: each level is played, predicted by the engine, and its secret said in the words of a person."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.ladder import LADDER, question
from cgt.apps.web.secret import Verdict, verdict_on
from cgt.core.errors import ParseError

SECRETS = json.loads((Path(__file__).parents[3] / "secrets.json").read_text())
"""What people write who have understood, in each language, and what those write who have not or not quite."""


@pytest.mark.parametrize("level", range(len(LADDER)), ids=[rung.title for rung in LADDER])
def test_each_level_is_played_predicted_and_its_secret_said(level):
    page = Bridge()
    listed = page.answer({"do": "ladder"})["ladder"][level]
    new = {"do": "new", "game": listed["game"], "position": listed["start"], "convention": listed["convention"]}
    assert page.answer(new)["moves"]
    for lang in ("en", "fr"):
        for secret in SECRETS[listed["title"]][lang]:
            answer = page.answer({"do": "secret", "level": level, "secret": secret, "lang": lang})
            assert answer.get("found"), (secret, answer)
    for secret in SECRETS[listed["title"]]["wrong"]:
        assert not page.answer({"do": "secret", "level": level, "secret": secret}).get("found"), secret
    for seed in range(3):
        asked = page.answer({"do": "ask", "level": level, "seed": seed})
        begun = page.answer({**new, "position": asked["position"]})
        wins = page.answer({"do": "explain"})["outcome"] == "N"
        assert begun["position"].startswith(asked["position"])
        for answer in (True, False):
            what = {"do": "predict", "level": level, "number": asked["number"], "wins": answer}
            assert page.answer(what)["right"] is (answer is wins)


@pytest.mark.parametrize("level", range(len(LADDER)), ids=[rung.title for rung in LADDER])
def test_the_size_of_a_number_tells_nobody_who_wins(level):
    rung = LADDER[level]
    numbers = [question(rung, Random(seed)) for seed in range(60)]
    assert {number for number in numbers if number in rung.losing} or rung.losing == (0,)
    assert max(numbers) <= 24


@pytest.mark.parametrize(
    ("level", "secret", "said"),
    [
        (0, "3, 6, 8", "Not yet: at 8, whoever begins wins."),
        (0, "multiples of 4", "Not yet: at 3, whoever begins loses."),
        (0, "even", "Not yet: at 2, whoever begins wins."),
        (0, "1 4", "Not yet: at 1, whoever begins wins."),
        (6, "2 more than a multiple of 7", "Not yet: at 7, whoever begins loses."),
        (6, "multiples of 7 and 3 more", "Not yet: at 2, whoever begins loses."),
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


CHARACTERS = st.one_of(st.integers(0, 0x7F), st.integers(0, 0x10FFFF)).map(chr)
"""As in `st.text`, which reads all of Unicode before."""

PIECES = [*"abcdefghijklmnopqrstuvwxyz ,;+*-0123456789\u0663\uff15", "multiples of ", "every ", "every 1"]


@given(st.lists(CHARACTERS, max_size=60).map("".join) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
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
        {"winner": 0, "draw": False, "lasts": 3},
        {"winner": 1, "draw": False, "lasts": 3},
        {"winner": 1, "draw": False, "lasts": 2},
    ]
