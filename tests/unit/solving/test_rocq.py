"""What is exported to Rocq compiles there, and does not once a number in it is changed: with `--full`, a minute."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path

import attrs
import pytest

import cgt
from cgt.apps.cli import main
from cgt.core.code import HeapCode
from cgt.core.outcome import Convention
from cgt.core.repetition import Periodicity
from cgt.digits.automaton import Automaton
from cgt.digits.evaluate import holds, term_value
from cgt.digits.system import kary, takeaway
from cgt.errors import NotApplicableError
from cgt.solving.rocq import rocq_text
from cgt.solving.rocq.stated_moves import reach_of, stated_options
from cgt.theory.base_recurrence import linear_recurrence
from cgt.theory.levels import LevelCertificate, levels, lost_positions
from cgt.theory.quotient_growth import quotient_of_positions

FORMAL = Path(__file__).parents[3] / "formal"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """Compiles a text beside the library of theorems; the library itself is compiled once."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not here: apt-get install coq")
    folder = tmp_path_factory.mktemp("rocq")

    def run(name):
        command = ["coqc", "-q", "-w", "-abstract-large-number", "-Q", ".", "Cgt", name]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=900)

    names = [name for name in (FORMAL / "_CoqProject").read_text().split() if name.endswith(".v")]
    for name in names:
        if name != "Theorems.v":
            shutil.copy(FORMAL / name, folder)
            assert run(name).returncode == 0, name

    def compile_text(text):
        (folder / "exported.v").write_text(text)
        return run("exported.v")

    return compile_text


CODES = ["0.77", "4.31", "0.303033", "0.0"]


@pytest.mark.full
@pytest.mark.parametrize("code", CODES)
def test_a_period_is_accepted(code, compiled):
    done = compiled(rocq_text(cgt.period(code).certificate))
    assert done.returncode == 0, done.stderr
    named = [line for line in done.stdout.splitlines() if line and line[0].isalpha() and not line.startswith("Axioms:")]
    assert named or "Closed under the global context" in done.stdout
    assert all(line.startswith(("PrimInt63.", "Uint63.", "PArray.", "Closed under")) for line in named)


@pytest.mark.full
@pytest.mark.parametrize("code", ["0.[3]", "0.30330[3]", "0.030003030[3]", "0.33303333033330[3]"])
def test_a_saltus_is_accepted(code, compiled):
    text = rocq_text(cgt.period(code).certificate)
    done = compiled(text)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) == {"Closed under the global context"}


@pytest.mark.full
@pytest.mark.parametrize("code", ["0.123", "0.31"])
def test_a_misere_quotient_is_accepted(code, compiled):
    done = compiled(rocq_text(cgt.misere_quotient(code).certificate))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "Closed under the global context"


@pytest.mark.full
def test_a_misere_quotient_of_some_heaps_is_accepted(compiled):
    text = rocq_text(cgt.misere_quotient("0.77", stop=6).certificate)
    assert "Forall (fun h => h <= 5) hs" in text
    assert compiled(text).returncode == 0


@pytest.mark.full
@pytest.mark.parametrize("quota", [(3, 0, 1), (7, -3, 1), (5, 1, 2)])
def test_the_recurrence_of_a_base_is_accepted(quota, compiled):
    done = compiled(rocq_text(linear_recurrence(*quota)))
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) == {"Closed under the global context"}


WYTHOFF = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t"


def level_certificate(name, up_to):
    automata = tuple(level.automaton for level in levels(cgt.parse_ruleset(name).linear_moves(), up_to, limit=2_000))
    return LevelCertificate(name, Convention.NORMAL, automata)


def test_the_examples_of_the_documentation_are_what_is_exported(upto):
    """The page that prints `kayles.v` says that it is the whole certificate; the values were missing."""
    dear = {
        "vectors_1_3_2_2_2_3.v": ("vectors((1,3),(2,2),(2,3))", 1),
        "wythoff_with_slack_2.v": ("wythoff(2)", 1),
        "take_no_multiple_of_3.v": ("moves(n: t >= 1 & t mod 3 != 0 -> n - t)", 2),
    }
    examples = {name: level_certificate(*asked) for name, asked in upto({}, full=dear).items()}
    examples |= {
        "kayles.v": cgt.period("kayles").certificate,
        "wythoff.v": level_certificate("wythoff", 1),
        "take_at_most_half.v": level_certificate("moves(n: 1 <= t <= n // 2 -> n - t)", 1),
        "yama_nim.v": level_certificate("moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)", 1),
        "wythoff_that_ends_in_a_square.v": level_certificate(
            f"moves({WYTHOFF}; ends x <= 1 & y <= 1; base zeckendorf)", 1
        ),
        "take_one_or_two_or_leave_a_third.v": level_certificate("mark(3)", 1),
        "take_a_power_of_2.v": level_certificate("moves(n: power2(t) -> n - t)", 1),
    }
    for name, certificate in examples.items():
        assert (FORMAL / "examples" / name).read_text(encoding="utf-8") == rocq_text(certificate), name


LEVELS = [
    ("vectors((1,0),(0,1),(2,2))", 1),
    ("vectors((1,0),(0,1),(2,2))", 3),
    ("vectors((1,3),(2,2),(2,3))", 1),
    ("vectors((2,-1),(0,1))", 2),
    ("vectors((1,0,0),(0,1,0),(0,0,1),(1,1,1))", 1),
    ("takeaway(n)", 1),
    ("takeaway(n)", 4),
    ("takeaway(n+1)", 2),
    ("takeaway(2n)", 1),
    ("takeaway(2n)", 4),
    ("wythoff", 1),
    (f"moves({WYTHOFF})", 1),
    ("moves(n: 1 <= t <= n // 2 -> n - t)", 1),
    ("moves(n: 1 <= t <= n // 2 -> n - t; ends n <= 2)", 1),
    ("moves(n: n - 1 | n >= 1 -> n // 2)", 2),
    ("moves(n: t mod 3 == 1 -> n - t)", 1),
    ("moves(n: t >= 1 & t mod 3 != 1 -> n - t)", 1),
    ("moves(n: t >= 1 -> n - 2t)", 1),
    ("moves(x, y: t >= 1 & t mod 2 == y mod 2 -> x - t, y | t >= 1 -> x, y - t)", 1),
    ("moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)", 1),
    ("moves(x, y: 1 <= s & s < t -> x - t, y + s | 1 <= s & s < t -> x + s, y - t)", 1),
    ("moves(n, q: 1 <= t & t < q -> n - t, 2t)", 1),
    (f"moves({WYTHOFF}; ends x <= 1 & y <= 1; base zeckendorf)", 1),
    ("moves(n: 1 <= t & 3t <= 2n -> n - t)", 1),
    ("mark(3)", 2),
    ("wythoff(2)", 2),
    ("wythoff(3)", 1),
    ("moves(n: 1 <= t <= 3 -> n - t; base ostrowski(2))", 3),
    ("moves(n: n >= 1 -> n // 5 | 1 <= t <= (n mod 5) -> n - t; base 5)", 1),
    ("moves(x, y: x - 1, y | x, y - 1 | x - 2, y - 2; base 3)", 1),
    ("moves(n: power2(t) -> n - t)", 3),
    ("moves(n: power3(t) -> n - t; base 3)", 1),
    ("moves(n: S(t) & t <= n -> n - t; S = 10*1; base 2)", 1),
    ("moves(n: t >= 1 & ~power2(t + 1) -> n - t)", 1),
    ("moves(n: power2(t) & power2(s) -> n - t - s)", 1),
    ("moves(n, q: power2(t) & t <= q -> n - t, t)", 1),
    ("moves(n: power2(n) & t >= 1 -> n - t | n - 1 | n - 3)", 1),
    ("moves(n: S(t) & ~S(t) -> n - t | n - 1; S = 1|10; base 2)", 1),
    ("moves(n: n >= 1 & ~fib(n) & t >= 1 -> n - t | n - 1; base zeckendorf)", 1),
    ("moves(n: ~fib(t) & t >= 1 -> n - t; base zeckendorf)", 1),
    ("moves(n: ~S(t) & t >= 1 -> n - t; S = 10*; base ostrowski(2))", 1),
    ("vectors((2,-3),(0,1))", 1),
    ("bounded-nim(4)", 3),
    ("subtraction(1,3,4)", 3),
    ("blocked(wythoff,2)", 1),
    ("blocked(wythoff,3)", 1),
]


@pytest.mark.full
@pytest.mark.parametrize(("name", "up_to"), LEVELS)
def test_levels_are_accepted(name, up_to, compiled):
    text = rocq_text(level_certificate(name, up_to))
    assert ("nim_value" in text) is (up_to > 1)
    done = compiled(text)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) == {"Closed under the global context"}


def misere_certificate(name):
    moves = cgt.parse_ruleset(name).linear_moves()
    return LevelCertificate(name, Convention.MISERE, (lost_positions(moves, Convention.MISERE).automaton,))


@pytest.mark.full
@pytest.mark.parametrize(
    "name",
    [
        "moves(n: 1 <= t <= n // 2 -> n - t)",
        "moves(n: power2(t) -> n - t)",
        "vectors((1,2),(2,1))",
        "wythoff",
        "wythoff(2)",
    ],
)
def test_misere_play_is_accepted_and_normal_play_is_not(name, compiled):
    text = rocq_text(misere_certificate(name))
    assert "P_position misere (G := stated game) p <-> tells" in text
    done = compiled(text)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) == {"Closed under the global context"}
    normal = text.replace("P_position misere", "P_position normal").replace(
        "stated_misere_outcome_by", "stated_outcome_by"
    )
    done = compiled(normal.replace("misere_outcome", "outcome"))
    assert done.returncode != 0
    assert "stated_checks" in done.stderr


CHANGED = {
    "a vector": ("[2; 2]", "[2; 3]"),
    "a vector left out": ("; [2; 2]]%Z", "]%Z"),
    "a step": ("[0; 1; 2; 3]", "[0; 1; 2; 2]"),
    "a step that is missing": ("[0; 1; 2; 3]", "[0; 1; 2; 99]"),
    "a state that is left out": ("[0; 1; 2; 3];\n", ""),
    "an output": ("outputs := [\n  0; 1", "outputs := [\n  0; 0"),
    "a sentence": ("length p = 2", "length p = 3"),
    "another value": ("automaton p 0", "automaton p 1"),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", CHANGED)
def test_changed_levels_are_refused(kind, compiled):
    text = rocq_text(level_certificate("vectors((1,0),(0,1),(2,2))", 1))
    assert compiled(text).returncode == 0
    before, after = CHANGED[kind]
    assert before in text
    assert compiled(text.replace(before, after, 1)).returncode != 0


POWER_OF_2 = "moves(n: power2(t) -> n - t)"
NO_FIBONACCI_NUMBER = "moves(n: ~fib(t) & t >= 1 -> n - t; base zeckendorf)"
YAMA_NIM = "moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)"

OTHERS_CHANGED = {
    "a condition of a sentence": (YAMA_NIM, 1, "[(-2); 0; 0; 1]", "[(-1); 0; 0; 1]"),
    "what a move leaves": (YAMA_NIM, 1, "[1; 0; 1; 0]", "[2; 0; 1; 0]"),
    "another condition of which all plays end": (
        "moves(n: 1 <= t <= n // 2 -> n - t)",
        1,
        "[0; 1; (-2)]",
        "[0; 1; (-3)]",
    ),
    "a kind of moves left out": (
        YAMA_NIM,
        1,
        (
            ";\n{| chosen := 1; at_least_0 := [[(-2); 0; 0; 1]]; equal_to_0 := []; in_sets := []; "
            "result := [[1; 1; 0; 0]; [0; 0; 1; (-1)]] |}"
        ),
        "",
    ),
    "a sum that does not fall": (YAMA_NIM, 1, "size := [1; 1]", "size := [1; 3]"),
    "a choice beyond what is tried": (YAMA_NIM, 1, "reach := 1", "reach := 0"),
    "a factor of no number": ("moves(n: 1 <= t <= n // 2 -> n - t)", 1, "[(-1); 0; 1]", "[(-1); 0; 1; (-5)]"),
    "fewer choices than factors": ("moves(n: n < 0 & t <= n -> n - t)", 1, "chosen := 1", "chosen := 0"),
    "a number too many": (YAMA_NIM, 1, "forall p, length p = 2", "forall p, length p = 3"),
    "a step, of a sentence": (YAMA_NIM, 1, "steps := [\n[0;", "steps := [\n[1;"),
    "an output, of a sentence": (YAMA_NIM, 1, "outputs := [\n  0", "outputs := [\n  1"),
    "a remainder": ("moves(n: t mod 3 == 1 -> n - t)", 1, "[(-1); 0; 1; (-3)]", "[(-1); 0; 1; (-2)]"),
    "a digit, in base 3": ("mark(3)", 1, "[2; 1; 1]", "[2; 1; 2]"),
    "another slack": ("wythoff(2)", 1, "[1; 0; 0; (-1); 1]", "[2; 0; 0; (-1); 1]"),
    "a system of another slack": ("wythoff(2)", 1, "(ostrowski 2)", "(ostrowski 1)"),
    "a digit, in ostrowski(2)": ("wythoff(2)", 1, "[4; 4; 5; 9;", "[4; 4; 5; 4;"),
    "another base": ("mark(3)", 1, "(base 3)", "(base 4)"),
    "a smaller base": ("mark(3)", 1, "(base 3)", "(base 2)"),
    "a step of a set": (POWER_OF_2, 1, "[[0; 1]; [1; 2]]%N", "[[0; 1]; [1; 1]]%N"),
    "a set that zeros in front change": (POWER_OF_2, 1, "[[0; 1]; [1; 2]]%N", "[[1; 1]; [1; 2]]%N"),
    "what a set tells": (POWER_OF_2, 1, "outputs := [0; 1]%nat", "outputs := [1; 0]%nat"),
    "a set of no number": (POWER_OF_2, 1, "outputs := [0; 1]%nat", "outputs := [0; 2]%nat"),
    "a number that is not chosen": (POWER_OF_2, 1, "member := 0", "member := 1"),
    "the system of a set": (POWER_OF_2, 1, "in_system := (base 2)", "in_system := (base 3)"),
    "a set left out": (
        POWER_OF_2,
        1,
        "{| member := 0; in_system := (base 2); read_by := {| steps := [[0; 1]; [1; 2]]%N; outputs := [0; 1]%nat |} |}",
        "",
    ),
    "the system of a set, zeckendorf": (NO_FIBONACCI_NUMBER, 1, "in_system := zeckendorf", "in_system := (base 2)"),
    "the least number of a set": (POWER_OF_2, 1, "[(-1); 0; 1]", "[0; 0; 1]"),
    "a kind of play": (YAMA_NIM, 1, "P_position normal", "P_position misere"),
    "a step, with a remainder": ("moves(n: t mod 3 == 1 -> n - t)", 1, "steps := [\n[0; 1]", "steps := [\n[0; 0]"),
    "a quota": ("takeaway(2n)", 2, "quota 2 0 1", "quota 2 1 1"),
    "the end of the play": ("wythoff", 1, "wythoff_until 0", "wythoff_until 1"),
    "the number system": ("wythoff", 1, "tells zeckendorf", "tells (base 2)"),
    "an output, of pairs": ("wythoff", 1, "outputs := [\n  0; 1", "outputs := [\n  0; 0"),
    "the closed form that is asked": ("wythoff", 1, "wythoff_outcome_by", "quota_outcome_by"),
    "fewer forbidden options": ("blocked(wythoff,3)", 1, "pair_eq_dec 2", "pair_eq_dec 1"),
    "more forbidden options": ("blocked(wythoff,3)", 1, "pair_eq_dec 2", "pair_eq_dec 3"),
    "a step, with two forbidden": ("blocked(wythoff,3)", 1, "[6; 7; 3; 2]", "[6; 7; 3; 3]"),
    "a state left out, with two forbidden": ("blocked(wythoff,3)", 1, ";\n[7; 3; 2; 3]", ""),
    "an output, with two forbidden": ("blocked(wythoff,3)", 1, "0; 0; 0; 1; 0; 1", "0; 0; 0; 1; 1; 1"),
    "two forbidden instead of one": ("blocked(wythoff,2)", 1, "pair_eq_dec 1", "pair_eq_dec 2"),
    "a step, with one forbidden": ("blocked(wythoff,2)", 1, "[4; 89; 5; 89]", "[4; 89; 4; 89]"),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", OTHERS_CHANGED)
def test_changed_levels_of_other_games_are_refused(kind, compiled):
    name, up_to, before, after = OTHERS_CHANGED[kind]
    text = rocq_text(level_certificate(name, up_to))
    assert before in text
    assert compiled(text.replace(before, after, 1)).returncode != 0


def wrong_quotient():
    certificate = cgt.misere_quotient("0.123").certificate
    return attrs.evolve(certificate, portion=certificate.portion[:-1])


def changed(code="0.77", **change):
    return attrs.evolve(cgt.period(code).certificate, **change)


def with_value(heap):
    values = list(cgt.period("0.77").certificate.values)
    values[heap] += 1
    return changed(values=tuple(values))


ALL_BUT_PRIMES = "all-but(2,3,5,7,11)"

WRONG = {
    "a preperiod one too small": lambda: changed(periodicity=Periodicity(70, 12)),
    "another period": lambda: changed(periodicity=Periodicity(71, 6)),
    "a changed value": lambda: with_value(40),
    "a P-position left out": wrong_quotient,
    "a base with a wrong recurrence": lambda: attrs.evolve(linear_recurrence(3), gap=3),
    "a recurrence that begins too early": lambda: attrs.evolve(linear_recurrence(3), start=4),
    "another code": lambda: attrs.evolve(changed(), code=HeapCode.parse("0.37")),
    "another saltus": lambda: changed(ALL_BUT_PRIMES, periodicity=Periodicity(2, 10, 4)),
    "a preperiod too small, with a saltus": lambda: changed(ALL_BUT_PRIMES, periodicity=Periodicity(1, 10, 3)),
    "a changed value, with a saltus": lambda: changed(ALL_BUT_PRIMES, values=(0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 3)),
    "too few values": lambda: changed(ALL_BUT_PRIMES, window=20),
}


@pytest.mark.full
@pytest.mark.parametrize("kind", WRONG)
def test_a_changed_certificate_is_refused(kind, compiled):
    done = compiled(rocq_text(WRONG[kind]()))
    assert done.returncode != 0
    assert "Error" in done.stderr


def test_the_statement_is_in_words_of_the_game():
    text = rocq_text(cgt.period("kayles").certificate)
    assert text.startswith("(** Kayles, 0.77: period 12 from heap 71")
    assert "Definition game : code := [0; 7; 7]." in text
    assert "Theorem period : forall n, 71 <= n -> nim game (n + 12) = nim game n." in text
    assert max(map(len, text.splitlines())) <= 120
    assert "subtraction [1; 3; 4]" in rocq_text(cgt.period("subtraction(1,3,4)").certificate)


@cache
def any_machine():
    """The automata of a certificate: whether they are right is for Coq to say."""
    return level_certificate("takeaway(2n)", 1).automata


@pytest.mark.parametrize(
    ("rule", "game"),
    [
        ("n, q: 1 <= t <= q -> n - t, 2t", "takeaway (quota 2 0 1)} (n, x)"),
        ("heap, most: k <= most & k >= 1 & k <= heap -> heap - k, 2k + 1", "takeaway (quota 2 1 1)} (n, x)"),
        ("b, t: k > 0 -> b - k, t - k | 1 <= k <= t -> b, t - k | k > 0 -> b - k, t", "wythoff_until 0} (x, y)"),
        (
            "x, y: t > 0 -> x, y - t | t > 0 -> x - t, y | t > 0 -> x - t, y - t; ends x <= 3 - y",
            "wythoff_until 3} (x, y)",
        ),
        (
            "x, y: t > 0 -> x, y - t | t > 0 -> x - t, y | t > 0 -> x - t, y - t; ends x + y <= -1",
            "wythoff_until 0} (x, y)",  # Coq has no natural number -1
        ),
        ("x, y: x >= 1 & y >= 2 -> x - 1, y - 2", "vectors [[1; 2]]%Z} p"),
    ],
)
def test_a_rule_is_exported_however_it_is_written(rule, game):
    """Fibonacci nim and Wythoff's game were refused unless their conditions stood in one order."""
    automata = any_machine()
    text = rocq_text(LevelCertificate(f"moves({rule})", Convention.NORMAL, automata))
    assert f"P_position normal (G := {game}".replace("}", ")") in text


RULES = [
    "n, q: 1 <= t & t < q -> n - t, 2t",
    "n, q: 1 <= t <= q & (exists m: t == 2m) -> n - t, 2t",
    "x, y: t >= 1 -> x - t, y | t >= 1 -> x - t, y | t >= 1 -> x - t, y - t",
    "x, y: t >= 1 -> x - t, y | t >= 2 -> x, y - t | t >= 1 -> x - t, y - t",
    "x, y: x >= 2 & y >= 2 -> x - 1, y - 2",
]


@pytest.mark.parametrize("rule", RULES)
def test_another_rule_is_not_exported_as_one_of_these(rule):
    automata = any_machine()
    text = rocq_text(LevelCertificate(f"moves({rule})", Convention.NORMAL, automata))
    assert "Definition game : linear_moves" in text
    assert "P_position normal (G := stated game) p" in text


@pytest.mark.parametrize(
    "rule",
    [
        *RULES,
        "n: t >= 1 & t != 3 & ~(t == 5) -> n - t; ends n <= 2",
        "n: n < 0 -> n - 1",
        "n: n - 1 | n >= 1 -> n // 2",
        "n: n >= 10 -> n // 10 | 1 <= t <= (n mod 10) -> n - t",
        "n: t >= 1 & t mod 3 != 0 -> n - t",
        "n: t >= 1 & (n - 4) mod 3 != 1 -> n - t",
        "n: t >= 1 & ~((exists m: t == 2m) | t == 3) -> n - 2t",
        "n: t == 2 | t == 4 -> n - t",
        "n: t >= 1 & (t <= 2 <=> n <= 5) -> n - t",
        "x, y: t >= 1 & (x <= y => (t + y) mod 2 == 0) -> x - t, y | t >= 1 -> x, y - t; ends x + y <= 2 | y == 4",
        "x, y: 1 <= s & s < t -> x - t, y + s | 1 <= s & s < t -> x + s, y - t",
        "x, y: x >= 1 & t <= 3 & x <= t + y -> x - 1, y; ends x == 3",
        "n: power2(t) -> n - t",
        "n: t >= 1 & ~power2(t + 1) -> n - t",
        "n: t >= 1 & ~power2(t - n) -> n - t",
        "n: power2(n) & t >= 1 -> n - t | ~power2(n) -> n - 1",
        "n: power2(n - t) & t >= 1 -> n - t",
        "n: power2(t) & ~S(t) & power2(s) -> n - t - s; S = 10; base 2",
        "n: S(t) & ~S(t) -> n - t | n - 1; S = 1|10; base 2",
        "n: power2(4) & t == 1 -> n - t | power2(5) -> n - 2 | ~power2(5) -> n - 3",
        "n: ~fib(t) & t >= 1 -> n - t; base zeckendorf",
        "n: t >= 1 & (forall m: power2(m) => m != t) -> n - t",
    ],
)
def test_the_kinds_that_are_stated_are_the_moves(rule, upto):
    """By the choices up to the number that Coq tries, at all small positions."""
    moves = cgt.games.FormulaGame(rule).linear_moves()
    options = stated_options(moves)
    reach = reach_of(moves.names, options)
    for position in product(range(upto(11, full=13) if len(moves.names) == 1 else 5), repeat=len(moves.names)):
        found = set()
        for option in options:
            for chosen in product(range(reach * (1 + sum(position)) + 1), repeat=len(option.chosen)):
                numbers = dict(zip((*moves.names, *option.chosen), (*position, *chosen), strict=True))
                if holds(option.allowed, numbers):
                    found.add(tuple(term_value(term, numbers) for term in option.result))
        assert found == set(cgt.games.FormulaGame(rule).options(position)), position


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("n: power2(t) -> n - t", "power2(t) cannot be exported to Rocq: positions are read in zeckendorf"),
        (
            "x, y: t xor x >= y & t >= 1 -> x - t, y",
            "moves with sets of several numbers or `forall` in their conditions",
        ),
        ("x, y: ~(t xor x >= y) & t >= 1 -> x - t, y", "only those by comparisons and sets of one number"),
        ("n: S(t) & t >= 1 -> n + 1 - t; S = (0|1)*0; base 2", "that n falls is not seen from the comparisons"),
        ("n: t >= 1 & (forall m: m <= t | 2m >= n) -> n - t", "only those by comparisons"),
        ("n, q: n >= 1 & t <= 999 -> n - 1, t", "nothing bounds what is chosen, or only a great number"),
        (
            "n: t >= 1 & " + " & ".join(f"t != {2 * each}" for each in range(1, 62)) + " -> n - t",
            "`|` and `~` give more than 60 kinds",
        ),
    ],
)
def test_a_rule_that_cannot_be_stated_is_refused_in_one_line(rule, told):
    automata = any_machine()
    with pytest.raises(NotApplicableError, match=re.escape(told)) as caught:
        rocq_text(LevelCertificate(f"moves({rule})", Convention.NORMAL, automata))
    assert "\n" not in str(caught.value)


def test_an_automaton_of_one_state_is_so_called():
    everything = Automaton.everything(kary(), 1)
    text = rocq_text(LevelCertificate("moves(n: n - 1)", Convention.NORMAL, (everything,)))
    assert text.partition("\n")[0].endswith("by an automaton that reads digits, of 1 state. *)")


def test_a_forbidden_option_is_in_the_statement():
    moves = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t"
    automata = any_machine()
    for rule, end in (("wythoff", 0), (f"moves({moves})", 0), (f"moves({moves}; ends x + y <= 3)", 3)):
        text = rocq_text(LevelCertificate(f"blocked({rule},2)", Convention.NORMAL, automata))
        lost = f"lost_with_blocking (wythoff_until {end}) pair_eq_dec 1 (x, y)"
        assert f"forall x y,\n  {lost} <-> tells zeckendorf automaton [x; y] 0." in text
    assert "pair_eq_dec 2 (x, y)" in rocq_text(LevelCertificate("blocked(wythoff,3)", Convention.NORMAL, automata))
    with pytest.raises(NotApplicableError, match=r"levels of blocked\(fibonacci-nim,2\) cannot be exported"):
        rocq_text(LevelCertificate("blocked(fibonacci-nim,2)", Convention.NORMAL, automata))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: cgt.period("0.8").certificate, "not for 0.8"),
        (lambda: cgt.period("0.7!").certificate, "only finite octal codes"),
        (lambda: attrs.evolve(cgt.period("0.77").certificate, values=(63,) * 83), "above 62"),
        (lambda: cgt.misere_quotient("0.7!").certificate, "only finite octal codes"),
        (lambda: quotient_of_positions([cgt.games.Nim().position(2)]).quotient.certificate, "of one code"),
        (lambda: cgt.misere_quotient("0.0").certificate, "has one element"),
        (
            lambda: LevelCertificate(
                "blocked(vectors((1,0),(0,1)),2)", Convention.NORMAL, (Automaton.everything(kary(), 2),)
            ),
            "levels of blocked.* cannot be exported to Rocq: where moves are forbidden, only those of Wythoff's game",
        ),
        (
            lambda: LevelCertificate("takeaway(3n)", Convention.NORMAL, (Automaton.everything(takeaway(3), 2),)),
            r"digits in takeaway\(3n\) cannot be exported",
        ),
    ],
)
def test_what_the_library_does_not_cover_is_refused_in_one_line(make, told):
    with pytest.raises(NotApplicableError, match=told) as caught:
        rocq_text(make())
    assert "\n" not in str(caught.value)


@pytest.fixture
def kayles(tmp_path):
    path = tmp_path / "kayles.json"
    cgt.period("kayles").certificate.save(path)
    return path


def test_the_command_line_writes_what_holds(kayles, tmp_path, capsys):
    target = tmp_path / "kayles.v"
    assert main(["verify", str(kayles), "--export", "rocq", "-o", str(target)]) == 0
    assert target.read_text() == rocq_text(cgt.period("kayles").certificate)
    assert "holds for every heap" in capsys.readouterr().out


def test_and_writes_nothing_otherwise(kayles, tmp_path, capsys):
    target = tmp_path / "kayles.v"
    kayles.write_text(kayles.read_text().replace('"code": "0.77"', '"code": "0.37"'))
    assert main(["verify", str(kayles), "--export", "rocq", "-o", str(target)]) == 1
    assert main(["verify", str(kayles), "--export", "rocq"]) != 0
    assert main(["verify", str(kayles), "-o", str(target)]) != 0
    assert main(["verify", str(kayles), "--export", "rocq", "-o", str(tmp_path / "kayles.txt")]) != 0
    assert not target.exists()
    assert capsys.readouterr().err.count("go together") == 2
