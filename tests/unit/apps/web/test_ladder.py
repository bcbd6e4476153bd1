"""The ladder: each level is played, predicted by the engine, and its secret said in the words of a person."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.ladder import LADDER, question
from cgt.apps.web.written_rule import Verdict, verdict_on
from cgt.errors import ParseError

SECRETS = json.loads((Path(__file__).parents[3] / "secrets.json").read_text())
"""What people write who have understood, in each language, and what those write who have not or not quite."""


def test_a_level_says_how_many_may_be_taken_where_that_is_not_as_in_the_one_before():
    """After a level with up to four, up to three were taken, and only the last match was said to be new."""
    words = {"bounded-nim(2)": "one or two", "bounded-nim(3)": "up to three", "bounded-nim(4)": "up to four"}
    bounded = [rung for rung in LADDER if rung.game in words]
    assert len(bounded) == 4
    assert [rung.title for rung in bounded if words[rung.game] not in rung.news] == []


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
    assert (answer["found"], answer["text"]) == (False, said)
    assert answer["position"] == LADDER[level].position(answer["number"])


@pytest.mark.parametrize(("level", "secret"), [(0, "3"), (6, "2, 7"), (17, "1, 2"), (18, "1, 2, 3"), (19, "1 4 9")])
def test_a_secret_that_is_true_and_too_short_is_asked_to_go_on(level, secret):
    answer = Bridge().answer({"do": "secret", "level": level, "secret": secret})
    assert answer == {"found": False, "text": "Right so far. Which numbers come next?"}


def test_the_phrases_of_secrets_are_compiled_when_one_is_written():
    """They are two hundred, and a page in a browser is slow to begin as it is."""
    program = "import sys; import cgt.apps.web.bridge; sys.exit('cgt.apps.web.written_rule' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_nobody_is_asked_about_nothing():
    """At 0 nobody begins: with it or without it a secret is the same."""
    assert verdict_on("0, 3, 6", {0, 3, 6, 9}, 0, 10) == verdict_on("3, 6", {3, 6, 9}, 0, 10) == Verdict(True)
    assert verdict_on("1, 5", {0, 1, 5}, 0, 8) == Verdict(True)


@pytest.mark.parametrize(("text", "other"), [("-4", "-4"), ("4, -8", "-8"), ("4.5", "4.5"), ("−4, −8", "-4")])
def test_a_number_that_is_not_whole_or_below_0_is_refused(text, other):
    with pytest.raises(ParseError, match=f"^I read whole numbers of at least 0, such as 10, 20, 30, and not {other}$"):
        verdict_on(text, {4, 8}, 0, 10)


@pytest.mark.parametrize("text", ["", "?", "I do not know", "x" * 500])
def test_what_says_nothing_is_answered_by_a_neutral_example(text):
    with pytest.raises(ParseError, match="10, 20, 30"):
        verdict_on(text, {3, 6}, 0, 8)


@pytest.mark.parametrize(
    ("secret", "word"), [("numbers coprime to 6", "coprime"), ("Le chiffre des Unités est 3", "chiffre")]
)
def test_a_word_that_is_not_read_is_named(secret, word):
    with pytest.raises(ParseError, match=f"^I read numbers, .* and rules, .* but not the word '{word}'$"):
        verdict_on(secret, {3, 6}, 0, 8)


CHARACTERS = st.one_of(st.integers(0, 0x7F), st.integers(0, 0x10FFFF)).map(chr)
"""As in `st.text`, which reads all of Unicode before."""

PIECES = [*"abcdefghijklmnopqrstuvwxyz ,;+*-0123456789\u0663\uff15", "multiples of ", "every ", "every 1"]


@given(st.lists(CHARACTERS, max_size=60).map("".join) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_is_written_is_answered(text):
    answer = Bridge().answer({"do": "secret", "level": 0, "secret": text})
    assert answer.get("text") or "10, 20, 30" in answer["error"]


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


@pytest.mark.parametrize(
    "opposite",
    [
        "n mod {0} is not 0",
        "n % {0} != 0",
        "n \u2260 0 mod {0}",
        "n mod {0} n'est pas 0",
        "everything but multiples of {0}",
        "numbers other than multiples of {0}",
        "between multiples of {0}",
        "indivisible by {0}",
        "never a multiple of {0}",
        "cannot be divided by {0}",
        "n mod {0} différent de 0",
        "{0} doesn't divide n",
        "multiples of {0} do not lose",
        "there is a remainder when you divide by {0}",
        "les nombres autres que les multiples de {0}",
        "il y a un reste quand on divise par {0}",
        "whoever begins wins at multiples of {0}",
        "the first player wins at multiples of {0}",
        "celui qui commence gagne aux multiples de {0}",
    ],
)
def test_the_opposite_of_a_secret_is_no_secret_and_is_one_where_it_is_true(opposite):
    """Words that negate were passed over: "n mod 3 is not 0" earned the star of "n mod 3 is 0"."""
    for step in (2, 3, 7):
        multiples, text = set(range(0, 61, step)), opposite.format(step)
        assert not verdict_on(text, multiples, 0, 60).holds, text
        assert verdict_on(text, set(range(61)) - multiples, 0, 60).holds, text


@pytest.mark.parametrize(
    "secret",
    [
        "different from 7",
        "différent de 7",
        "everything else than 7",
        "never 7",
        "7 is not losing",
        "7 does not lose",
        "the nim-sum is not 0",
        "at least as many as the other",
        "half of 7",
        "7 and more",
        "7 and up",
        "no 7",
        "pas 7",
    ],
)
def test_another_number_than_the_secret_is_no_secret(secret):
    answer = Bridge().answer({"do": "secret", "level": 7, "secret": secret})
    assert not answer.get("found"), answer


@pytest.mark.parametrize(
    "secret",
    [
        "n mod 3 is not 1 or 2",
        "there isn't a remainder when you divide by 3",
        "it never leaves a remainder when divided by 3",
        "the first player wins except at multiples of 3",
        "whoever begins wins at 1, 2, 4, 5, 7, 8",
        "the first player loses at multiples of 3",
        "the second player wins at multiples of 3",
        "whoever begins can't win at multiples of 3",
        "to win, leave a multiple of 3",
        "the sum of the digits is a multiple of 3",
        "3(n+1)",
    ],
)
def test_a_secret_said_by_its_opposite_is_a_secret(secret):
    assert verdict_on(secret, range(0, 61, 3), 0, 60).holds


@pytest.mark.parametrize(
    ("secret", "rest"),
    [
        ("n plus 1 is a multiple of 5", 4),
        ("n minus 1 is a multiple of 5", 1),
        ("if you add 1 you get a multiple of 5", 4),
        ("si on ajoute un c'est un multiple de 5", 4),
        ("if you take away 1 you get a multiple of 5", 1),
        ("multiples of 5 plus 1", 1),
        ("a remainder of 1 when divided by 5", 1),
        ("reste 2 par 5", 2),
        ("1 short of a multiple of 5", 4),
        ("a multiple of 5, take away 1", 4),
        ("un multiple de 5 auquel on enlève 1", 4),
        ("a number that 5 goes into", 0),
        ("des paquets de 5", 0),
    ],
)
def test_what_is_added_to_the_number_is_not_added_to_the_multiple(secret, rest):
    for other in range(5):
        assert verdict_on(secret, range(other, 61, 5), 0, 60).holds is (other == rest)


@pytest.mark.parametrize(
    ("secret", "losing"),
    [
        ("multiples of 2 but not of 3", {2, 4, 8, 10, 14, 16, 20, 22, 26, 28}),
        ("les multiples de 2 mais pas de 3", {2, 4, 8, 10, 14, 16, 20, 22, 26, 28}),
        ("all but 3, 6, 9, ...", set(range(31)) - set(range(0, 31, 3))),
        ("no more than 4", {1, 2, 3, 4}),
        ("greater than or equal to 28", {28, 29, 30}),
        ("inférieur ou égal à 4", {1, 2, 3, 4}),
        ("odd from 25 on", {25, 27, 29}),
        ("twenty one and twenty-two only", {21, 22}),
        ("vingt et un, vingt-deux, trente seulement", {21, 22, 30}),
    ],
)
def test_a_part_of_a_secret_is_not_passed_over(secret, losing):
    """Of "but not of 3" the last words were, and even numbers earned a star."""
    assert verdict_on(secret, losing, 0, 30).holds
    assert not verdict_on(secret, set(range(0, 31, 2)), 0, 30).holds


def test_numbers_in_french_words():
    written = "1, deux, trois, cinq, huit, treize, vingt et un, trente-quatre, cinquante-cinq, quatre-vingt-neuf"
    fibonacci = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89}
    assert verdict_on(f"seulement {written}", fibonacci, 2, 100).holds
    assert verdict_on("soixante-dix, soixante et onze, quatre-vingts, rien d'autre", {70, 71, 80}, 2, 100).holds


@pytest.mark.parametrize(
    "text",
    [
        "squares of multiples of 4",
        "4n squared",
        "prime numbers 4n+1",
        "half of a multiple of 4",
        "4n where n is prime",
        "4 sur 8",
        "multiples of 4 except the first one",
        "4 of 8",
        "coprime to 4",
        "within one of a multiple of 4",
        "halfway between multiples of 4",
        "an even number of ones in binary",
        "in binary it ends in 00",
        "two-digit multiples of 4",
        "4n(n+1)",
        "n & 3 == 0",
        "multiples of 4 or 6 but not both",
        "premier avec 4",
        "les multiples de 4 à deux chiffres",
    ],
)
def test_a_rule_that_is_read_in_part_is_not_read(text):
    with pytest.raises(ParseError, match="10, 20, 30"):
        verdict_on(text, range(0, 61, 4), 0, 60)


def test_a_sum_of_digits_is_added_up():
    """Of a multiple of 3 alone it is one."""
    assert not verdict_on("the sum of the digits is a multiple of 4", range(0, 61, 4), 0, 60).holds
    assert verdict_on("la somme des chiffres est un multiple de 4", [4, 8, 13, 17, 22, 26], 0, 30).holds


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


@pytest.mark.parametrize(
    ("secret", "holds"),
    [
        ("even or more than 5", lambda n: n % 2 == 0 or n > 5),
        ("pair ou plus que 5", lambda n: n % 2 == 0 or n > 5),
        ("not even or more than 5", lambda n: n % 2 and n <= 5),
        ("even and more than 5", lambda n: n % 2 == 0 and n > 5),
        ("less than 5 or more than 10", lambda n: n < 5 or n > 10),
        ("multiples of 4 or more than 20", lambda n: n % 4 == 0 or n > 20),
        ("odd or multiples of 4", lambda n: n % 2 or n % 4 == 0),
        ("divisible by 2 and by 3", lambda n: n % 6 == 0),
        ("divisible by both 4 and 6", lambda n: n % 12 == 0),
        ("divisible par 2 et par 3", lambda n: n % 6 == 0),
        ("divisible by 2 or by 3", lambda n: n % 2 == 0 or n % 3 == 0),
        ("multiples of 2 and multiples of 3", lambda n: n % 2 == 0 or n % 3 == 0),
        ("multiples of 3 or 5", lambda n: n % 3 == 0 or n % 5 == 0),
        ("un multiple de 3 ou de 5", lambda n: n % 3 == 0 or n % 5 == 0),
        ("n is divisible by three or by five", lambda n: n % 3 == 0 or n % 5 == 0),
        ("all multiples of 3 and 5", lambda n: n % 3 == 0 or n % 5 == 0),
        ("all but multiples of 3 or 5", lambda n: n % 3 and n % 5),
        ("pas un multiple de 3 ou de 5", lambda n: n % 3 and n % 5),
        ("more than 50 or multiples of 3 or 5", lambda n: n > 50 or n % 3 == 0 or n % 5 == 0),
        ("multiples of 3, 5 or 7", lambda n: not all((n % 3, n % 5, n % 7))),
        ("divisible par 3, par 5 ou par 7", lambda n: not all((n % 3, n % 5, n % 7))),
        ("multiples of 4 and 1", lambda n: n % 4 in {0, 1}),
        ("odd under 10 and even over 20", lambda n: n < 10 if n % 2 else n > 20),
        (
            "multiples of 3 under 9 or multiples of 5 over 20",
            lambda n: n % (3 if n < 9 else 5) == 0 and not 9 <= n <= 20,
        ),
        ("multiples de 3 jusqu'a 12, multiples de 4 a partir de 16", lambda n: n % (3 if n < 15 else 4) == 0),
        ("odd over 5 and odd under 20", lambda n: n % 2 and 5 < n < 20),
    ],
)
def test_or_is_one_of_two_conditions_and_divisible_by_two_numbers_is_both(secret, holds):
    numbers = set(filter(holds, range(61)))
    assert verdict_on(secret, numbers, 0, 60).holds
    assert not verdict_on(secret, numbers ^ {7}, 0, 60).holds
    assert not verdict_on(secret, numbers ^ {12}, 0, 60).holds


FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55}
SQUARES = {1, 4, 9, 16, 25, 36, 49}
POWERS = {1, 2, 4, 8, 16, 32}


@pytest.mark.parametrize(
    ("secrets", "holds"),
    [
        ("player 2 wins when n is a multiple of 6|le joueur 1 perd aux multiples de 6", lambda n: n % 6 == 0),
        ("multiples of both 2 and 3|even multiples of 3|les multiples pairs de 3", lambda n: n % 6 == 0),
        ("not n % 6|6 est un diviseur de n|le double d'un multiple de 3", lambda n: n % 6 == 0),
        ("les multiples impairs de 3|three times an odd number", lambda n: n % 6 == 3),
        ("6n+2 and 6n+3|6n+2 et 6n+3|2 or 3 more than a multiple of 6", lambda n: n % 6 in {2, 3}),
        ("n mod 6 >= 4|n mod 6 is at least 4|le reste de la division par 6 est au moins 4", lambda n: n % 6 >= 4),
        ("n mod 5 is neither 0 nor 1|le reste par 5 n'est ni 0 ni 1|n mod 5 greater than 1", lambda n: n % 5 > 1),
        ("the remainder by 5 is even|le reste de la division par 5 est pair", lambda n: n % 5 % 2 == 0),
        ("n = 1 mod 3 and n = 2 mod 5|n = 1 mod 3 et n = 2 mod 5", lambda n: n % 15 == 7),
        ("one more or one less than a multiple of 6|next to a multiple of 6", lambda n: n % 6 in {1, 5}),
        ("5n+1 and 5n-1|les voisins des multiples de 5|1 mod 5 and 4 mod 5", lambda n: n % 5 in {1, 4}),
        ("multiples of 6 win|you win at multiples of 6|les multiples de 6 gagnent", lambda n: n % 6),
        ("the second player loses at multiples of 6|on gagne aux multiples de 6", lambda n: n % 6),
        ("you win unless it is a multiple of 5|everything wins except multiples of 5", lambda n: n % 5 == 0),
        ("on gagne toujours sauf aux multiples de 5|on ne peut pas gagner aux multiples de 5", lambda n: n % 5 == 0),
        ("odd loses, even wins|even wins|on gagne avec les pairs", lambda n: n % 2),
        ("you always win except with 3|on gagne partout sauf à 3", lambda n: n == 3),
        ("you only win with 3|on gagne seulement à 3|any number but three", lambda n: n != 3),
        (
            "neither divisible by 2 nor by 3|not divisible by 2 and not by 3|ni multiple de 2 ni de 3",
            lambda n: n % 2 and n % 3,
        ),
        ("divisible by neither 3 nor 7|divisible ni par 3 ni par 7", lambda n: n % 3 and n % 7),
        ("a multiple of 3 and of 7|divisible à la fois par 3 et par 7", lambda n: n % 21 == 0),
        ("multiples of 3 without the multiples of 7|multiples of 3 but not of 7", lambda n: n % 3 == 0 and n % 7),
        ("1 and all multiples of 4|1 et les multiples de 4|multiples of 4 and also 1", lambda n: n % 4 == 0 or n == 1),
        ("multiples of 4, or one less|les multiples de 4 et le nombre avant", lambda n: n % 4 in {0, 3}),
        ("odd numbers and multiples of 4|les impairs et les multiples de 4", lambda n: n % 2 or n % 4 == 0),
        ("odd numbers bigger than 10 and multiples of 4", lambda n: n % 4 == 0 or (n % 2 and n > 10)),
        ("multiples of 4 from 10 on|les multiples de 4 à partir de 10", lambda n: n % 4 == 0 and n >= 10),
        ("multiples of 4 from 20 to 40|les multiples de 4 entre 20 et 40", lambda n: n % 4 == 0 and 20 <= n <= 40),
        ("twice an odd number|half of n is odd|n/2 is odd|le double d'un impair", lambda n: n % 4 == 2),
        ("20 or fewer|up to and including 20|20 au plus", lambda n: n <= 20),
        ("less than 5 and greater than 20|moins de 5 et plus de 20", lambda n: n < 5 or n > 20),
        ("3 to 5 and 9 to 11|de 3 à 5 et de 9 à 11", lambda n: n in {3, 4, 5, 9, 10, 11}),
        ("powers of two greater than 4|les puissances de 2 supérieures à 4", lambda n: n in POWERS and n > 4),
        ("powers of 2 up to 32|two to some power", lambda n: n in POWERS),
        ("powers of 2 and powers of 3|les puissances de 2 et les puissances de 3", lambda n: n in POWERS | {3, 9, 27}),
        ("one more than a Fibonacci number|les nombres de Fibonacci plus 1", lambda n: n - 1 in FIBONACCI),
        ("even Fibonacci numbers|les nombres de Fibonacci pairs", lambda n: n in FIBONACCI and n % 2 == 0),
        ("squares|les carrés parfaits|n^2|square numbers", lambda n: n in SQUARES),
        ("not a square|pas un carré parfait", lambda n: n not in SQUARES),
        ("primes|les nombres premiers", lambda n: n > 1 and all(n % divisor for divisor in range(2, n))),
        ("the digits add up to 5|la somme des chiffres est 5", lambda n: n // 10 + n % 10 == 5),
        ("odd nubmers|les nonbres impairs", lambda n: n % 2),
        ("leave a multiple of 3 for your opponent|u lose in the three times tables", lambda n: n % 3 == 0),
        ("whoever goes first loses at multiples of 3|the person who starts loses at 3n", lambda n: n % 3 == 0),
        ("celui qui joue en premier perd aux multiples de 3", lambda n: n % 3 == 0),
    ],
)
def test_every_word_of_a_secret_counts(secrets, holds):
    """Words between those that were looked for were passed over, and one secret in five was taken for another."""
    numbers = set(filter(holds, range(1, 61)))
    for secret in secrets.split("|"):
        assert verdict_on(secret, numbers, 0, 60).holds, secret
        assert not verdict_on(secret, numbers ^ {11}, 0, 60).holds, secret


@pytest.mark.parametrize(
    ("secrets", "holds"),
    [
        ("more than the other|plus que l'autre", lambda n: n > 7),
        ("at most as many as the other|no more than the other heap", lambda n: n <= 7),
        ("twice the other|le double de l'autre|twice 7", lambda n: n == 14),
        ("two more than the other|deux de plus que l'autre", lambda n: n == 9),
        ("multiples of the other", lambda n: n % 7 == 0),
        ("equal heaps win|pas autant que l'autre", lambda n: n != 7),
        ("you win unless both are the same|on gagne si les tas sont différents", lambda n: n == 7),
    ],
)
def test_a_number_is_compared_with_the_one_beside_it(secrets, holds):
    numbers = set(filter(holds, range(1, 61)))
    for secret in secrets.split("|"):
        assert verdict_on(secret, numbers, 0, 60, (7,)).holds, secret
        assert not verdict_on(secret, numbers ^ {11}, 0, 60, (7,)).holds, secret
    with pytest.raises(ParseError, match="10, 20, 30"):
        verdict_on("the same or more", numbers, 0, 60, (7,))


KINDS = {
    "en": [
        ("multiples of 4", {n for n in range(61) if n % 4 == 0}),
        ("the five times table", {n for n in range(61) if n % 5 == 0}),
        ("numbers that are 2 more than a multiple of 7", {n for n in range(61) if n % 7 == 2}),
        ("6n + 1", {n for n in range(61) if n % 6 == 1}),
        ("3 mod 8", {n for n in range(61) if n % 8 == 3}),
        ("numbers greater than 33", set(range(34, 61))),
        ("odd numbers", set(range(1, 61, 2))),
        ("powers of 2", POWERS),
        ("Fibonacci numbers", FIBONACCI),
        ("square numbers", SQUARES),
    ],
    "fr": [
        ("les multiples de 4", {n for n in range(61) if n % 4 == 0}),
        ("la table de cinq", {n for n in range(61) if n % 5 == 0}),
        ("2 de plus qu'un multiple de 7", {n for n in range(61) if n % 7 == 2}),
        ("6n + 1", {n for n in range(61) if n % 6 == 1}),
        ("3 modulo 8", {n for n in range(61) if n % 8 == 3}),
        ("plus de 33", set(range(34, 61))),
        ("les nombres impairs", set(range(1, 61, 2))),
        ("les puissances de 2", POWERS),
        ("les nombres de Fibonacci", FIBONACCI),
        ("les carrés parfaits", SQUARES),
    ],
}
JOINTS = {
    "en": ("{} or {}", "{} except {}", "not {}", "{} win", "you lose at {}", "you win unless it is {}"),
    "fr": ("{} ou {}", "{} sauf {}", "pas {}", "{} gagnent", "on perd avec {}", "on gagne sauf avec {}"),
}


@pytest.mark.full("fr")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_secret_put_together_of_two_is_what_they_are_together(lang, upto):
    everything = set(range(61))
    step = upto(3, full=1)
    for index, (first, one) in enumerate(KINDS[lang]):
        for second, other in KINDS[lang][index % step :: step]:
            meant = (one | other, one - other, everything - one, everything - one, one, one)
            for joint, numbers in zip(JOINTS[lang], meant, strict=True):
                if numbers - {0}:
                    secret = joint.format(first, second)
                    assert verdict_on(secret, numbers, 0, 60).holds, secret
                    assert not verdict_on(secret, numbers ^ {58}, 0, 60).holds, secret
