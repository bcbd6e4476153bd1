"""`cgt decide`: sentences from the command line, compared with what counting says."""

from __future__ import annotations

import json
from itertools import product

import pytest

import cgt
from cgt.apps.cli import main
from cgt.solving.sentences import decide_sentence


def asked(capsys, *arguments):
    code = main(["decide", *arguments])
    return code, capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "code", "last"),
    [
        (("forall n: exists m: n == 2m | n == 2m + 1",), 0, "true, for all numbers"),
        (("exists n: n == 2n",), 0, "true"),
        (("∀ n: ∃m: n ≥ 1 ⇒ n ⊕ m = 1 ∧ n ≠ m + 2 ∨ n = m",), 0, "true, for all numbers"),
        (("forall n: lower(n) => ~upper(n)",), 0, "true, for all numbers"),
        (("forall n: n + 1 > n", "--base", "10"), 0, "true, for all numbers"),
        (("forall n: ~(vile(n) & dopey(n))", "--base", "1000"), 0, "true, for all numbers"),
        (("forall n: shift(n, 5n)", "--base", "5"), 0, "true, for all numbers"),
        (("forall n: n + 1 <= 2n", "--base", "zeckendorf"), 1, "false: it fails for n = 0"),
        (("forall x: x >= 1 => ~P(x, 2x + 1)", "--game", "wythoff"), 0, "true, for all numbers"),
        (("exists x: x >= 3 & P(x, x)", "--game", "takeaway(n)", "--misere"), 1, "false"),
        (("forall n: P(n) <=> exists m: n == 4m", "--game", "bounded-nim(3)"), 0, "true, for all numbers"),
    ],
)
def test_a_sentence_is_true_or_fails_where_it_says(capsys, arguments, code, last):
    got, shown = asked(capsys, *arguments)
    assert (got, shown.err) == (code, "")
    assert shown.out.splitlines()[-1] == last


def test_the_record_names_the_game_of_the_sentence(capsys):
    for arguments in (["exists x: P(x, 2x); game wythoff"], ["exists x: P(x, 2x)", "--game", "wythoff"]):
        assert main(["decide", *arguments, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == "wythoff"


def test_the_steps_and_the_record(capsys):
    sentence = "forall n: exists m: n == 2m | n == 2m + 1"
    code, shown = asked(capsys, sentence, "--base", "zeckendorf", "--steps")
    assert code == 0
    assert "states" in shown.out
    code, shown = asked(capsys, sentence, "--base", "zeckendorf", "--json")
    record = json.loads(shown.out)
    assert (record["sentence"], record["system"], record["holds"]) == (sentence, "zeckendorf", True)
    assert all(step["made"] >= step["kept"] for step in record["steps"])


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("forall n m: n*m == m",), 2, "not linear, at character 14"),
        (("n == 2",), 2, "n is bound by no quantifier: begin with `forall n:`, for all numbers, or with `exists n:`"),
        (("y = x + 1",), 2, "y, x are bound by no quantifier: begin with `forall y, x:`"),
        (("forall n: Q(n)",), 2, "take power2, evil, odious, vile, dopey, shift, below, or define one"),
        (("forall n: n == n", "--base", "roman"), 2, "roman"),
        (
            ("forall n: shift(n, n)", "--base", "65"),
            2,
            "shift is read with at most 64 digits, and base 65 has 65",
        ),
        (
            ("forall n: below(n, n); base 1000",),
            2,
            "below is read with at most 64 digits, and base 1000 has 1,000",
        ),
        (("forall x: x in vile => x >= 1",), 2, "write S(t) for t in S, at character 13"),
        (("forall x: x ∈ vile => x >= 1",), 2, "write S(t) for t ∈ S, at character 13"),
        (("forall n: P(n)", "--game", "kayles"), 4, "not linear"),
        (("forall n: P(n, n, n)", "--game", "takeaway(n)"), 2, "about 2 numbers, not 3"),
        (("forall n: G1(n)", "--game", "bounded-nim(3)", "--misere"), 4, "of normal play"),
        (("forall x y z: x + y == 3z | x == 5y", "--max-states", "3"), 3, "nothing is decided"),
        (("forall n: n == n", "--max-states", "0"), 2, "at least 1"),
        (("forall n: n == n", "--max-seconds", "0"), 2, "above 0"),
    ],
)
def test_what_cannot_be_decided_is_said_in_one_line(capsys, arguments, code, told):
    got, shown = asked(capsys, *arguments)
    assert (got, shown.out) == (code, "")
    assert told in shown.err
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize("value", [1, *(pytest.param(value, marks=pytest.mark.full) for value in (0, 2))])
def test_the_positions_of_a_nim_value_are_those_that_the_engine_finds(value, upto):
    """The least position that is not of the value is the one that the sentence fails for, among all that are."""
    game = cgt.parse_ruleset("fibonacci-nim")
    evaluator = cgt.Evaluator()
    most = upto(5, full=7)
    pairs = product(range(most + 1), range(1, most + 1))
    worth = {(n, q): evaluator.nim_value(game.position((n, q))) for n, q in pairs}
    listed = " | ".join(f"n == {n} & q == {q}" for (n, q), found in worth.items() if found == value)
    sentence = f"forall n q: n <= {most} & q >= 1 & q <= {most} => (G{value}(n, q) <=> ({listed}))"
    assert decide_sentence(sentence, game="fibonacci-nim")


FIBONACCI_NIM, SCHWENK = "moves(n, q: 1 <= t <= q -> n - t, 2t)", "below(q, n); base zeckendorf"


def test_a_description_with_its_number_system_is_read_in_brackets(capsys, upto):
    """As it is printed; the number system is that of the whole text, and may be named twice."""
    for sentence in (
        *upto((), full=(f"forall n, q: P(n, q) <=> ({SCHWENK})", f"forall n, q: ({SCHWENK}) => P(n, q)")),
        f"forall n, q: ({SCHWENK}) & n >= 1 => ~(n + q == 0 | ~({SCHWENK}))",
        f"forall n, q: ({SCHWENK}) <=> P(n, q); base zeckendorf",
    ):
        assert asked(capsys, sentence, "--game", FIBONACCI_NIM)[0] == 0, sentence
    assert decide_sentence("forall n: S(n) => (vile(n); base ostrowski(2)); S = 1(00)*").system == "ostrowski(2)"
    early = FIBONACCI_NIM.replace(")", "; ends n <= 0)")
    assert decide_sentence(f"forall n, q: P(n, q) <=> ({SCHWENK}); game {early}")


def test_a_rule_reads_a_description_in_brackets():
    rule = f"n, q: 1 <= t <= q & ~({SCHWENK}) -> n - t, 2t; ends n <= 3 & ({SCHWENK})"
    plain = "n, q: 1 <= t <= q & ~below(q, n) -> n - t, 2t; ends n <= 3 & below(q, n); base zeckendorf"
    read, meant = (cgt.games.FormulaGame(text).linear_moves() for text in (rule, plain))
    assert (str(read.options), read.system) == (str(meant.options), meant.system)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("forall n: (vile(n); base zeckendorf) <=> (vile(n); base 2)", "one number system is enough, at character 56"),
        ("forall n: (vile(n); base zeckendorf); base 2", "one number system is enough, at character 43"),
        ("forall n: (S(n); S = 10*) => n >= 1", "what follows a semicolon stands at the end, behind all brackets, at"),
        ("forall n: (n >= 1 => vile(n); base 3", "')' was expected, at character 29"),
    ],
)
def test_what_follows_a_semicolon_in_brackets_is_told_where_it_stands(capsys, sentence, told):
    code, shown = asked(capsys, sentence)
    assert (code, shown.out) == (2, "")
    assert told in shown.err
