"""`formal/check` reads a certificate strictly: what is not the shape that is exported never comes to Coq."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.core.repetition import Periodicity
from cgt.families.game_sets import linear_moves
from cgt.solving.rocq import rocq_text
from cgt.theory.base_recurrence import linear_recurrence
from cgt.theory.levels import LevelCertificate, levels, lost_positions

FORMAL = Path(__file__).parents[3] / "formal"


@pytest.fixture
def theorems_of(monkeypatch):
    monkeypatch.syspath_prepend(str(FORMAL))
    monkeypatch.delitem(sys.modules, "shapes", raising=False)
    from shapes import theorems_of

    return theorems_of


HEAD = "From Cgt Require Import Certificates.\n"
GAME = "Definition game : code := [0; 7; 7].\n"
FALSE = "Theorem period : forall n, 0 <= n -> nim game (n + 1) = nim game n.\n"
TRUE = "Theorem period : forall n, 71 <= n -> nim game (n + 12) = nim game n.\n"
BY = "Proof. by_computation period_by_computation. Qed.\n"
ADMITTED = "Proof. Admitted.\n"
PRINT = "Print Assumptions period.\n"
OF_TRUTH = "Theorem one : 1 = 1. Proof. reflexivity. Qed.\nPrint Assumptions one.\n"
BY_CHEAT = "Proof. exact cheat. Qed.\n"
STATED = "forall n, 0 <= n -> nim game (n + 1) = nim game n"

CHEATS = {
    "admitted, and the assumptions of another": HEAD + GAME + FALSE + ADMITTED + OF_TRUTH,
    "an axiom in a module of a library's name": HEAD
    + GAME
    + f"Module Uint63. Axiom cheat : {STATED}. End Uint63.\n"
    + FALSE
    + "Proof. exact Uint63.cheat. Qed.\n"
    + PRINT,
    "a module type with an axiom": HEAD
    + GAME
    + f"Module Type T. Parameter cheat : {STATED}. End T.\nModule F (X : T).\n"
    + f"{FALSE} Proof. exact X.cheat. Qed. End F.\n"
    + OF_TRUTH,
    "an axiom, of a name that no filter takes for one": HEAD
    + GAME
    + f"Axiom αcheat : {STATED}.\n"
    + FALSE
    + "Proof. exact αcheat. Qed.\n"
    + PRINT,
    "a local axiom": HEAD + GAME + f"Local Axiom cheat : {STATED}.\n" + FALSE + BY_CHEAT + OF_TRUTH,
    "a conjecture": HEAD + GAME + f"Conjecture cheat : {STATED}.\n" + FALSE + BY_CHEAT + OF_TRUTH,
    "a parameter of a section": HEAD
    + GAME
    + f"Section S. Hypothesis cheat : {STATED}.\n"
    + FALSE
    + BY_CHEAT
    + "End S.\n"
    + PRINT,
    "a context": HEAD + GAME + f"Section S. Context (cheat : {STATED}).\n" + FALSE + BY_CHEAT + "End S.\n" + PRINT,
    "a variable that is the game": HEAD
    + "Section S. Variable game : code. Let cheat := game.\n"
    + OF_TRUTH
    + "End S.\n",
    "nim is something else": HEAD
    + GAME
    + "Definition nim (g : code) (n : nat) := 0.\n"
    + FALSE
    + "Proof. reflexivity. Qed.\n"
    + PRINT,
    "code is something else": HEAD
    + "Definition code := list nat.\n"
    + GAME
    + "Definition nim (g : code) (n : nat) := 0.\n"
    + FALSE
    + "Proof. reflexivity. Qed.\n"
    + PRINT,
    "a notation for equality": HEAD
    + GAME
    + 'Notation "x = y" := (x = x) (at level 70) : nat_scope.\n'
    + FALSE
    + "Proof. reflexivity. Qed.\n"
    + PRINT,
    "a notation for nim": HEAD
    + GAME
    + "Notation nim := (fun (_ : code) (_ : nat) => 0).\n"
    + FALSE
    + "Proof. reflexivity. Qed.\n"
    + PRINT,
    "a notation for less or equal": HEAD
    + GAME
    + 'Notation "x <= y" := (y < x) : nat_scope.\n'
    + FALSE
    + "Proof. intros n h. inversion h. Qed.\n"
    + PRINT,
    "an infix": HEAD
    + GAME
    + 'Infix "+" := (fun a _ : nat => a) : nat_scope.\n'
    + FALSE
    + "Proof. reflexivity. Qed.\n"
    + PRINT,
    "a custom entry": HEAD
    + GAME
    + "Declare Custom Entry told.\n"
    + "Notation \"'Theorem' x\" := x (in custom told at level 0).\n"
    + TRUE
    + BY
    + PRINT,
    "a coercion": HEAD
    + GAME
    + "Definition as_false (_ : nat) : False := match 0 with end.\nCoercion as_false : nat >-> False.\n"
    + TRUE
    + BY
    + PRINT,
    "a canonical structure": HEAD + GAME + "Canonical Structure trick := Certificates.trick.\n" + TRUE + BY + PRINT,
    "a scope opened": HEAD + GAME + "Open Scope Z_scope.\n" + FALSE + BY + PRINT,
    "the guard is off": HEAD
    + GAME
    + f"Unset Guard Checking.\nFixpoint cheat (n : nat) : {STATED} := cheat n.\n"
    + FALSE
    + "Proof. exact (cheat 0). Qed.\n"
    + OF_TRUTH,
    "positivity is off": HEAD
    + GAME
    + "Unset Positivity Checking.\nInductive bad := make : (bad -> False) -> bad.\n"
    + OF_TRUTH,
    "universes are off": HEAD + GAME + "Unset Universe Checking.\nDefinition U : Type := Type.\n" + TRUE + BY + PRINT,
    "a bypass by attribute": HEAD
    + GAME
    + f"#[bypass_check(guard)] Fixpoint cheat (n : nat) : {STATED} := cheat n.\n"
    + FALSE
    + "Proof. exact (cheat 0). Qed.\n"
    + OF_TRUTH,
    "a type for all types": HEAD
    + "#[universes(polymorphic)] Definition code@{i} := Type@{i}.\n"
    + GAME
    + TRUE
    + BY
    + PRINT,
    "warnings are off": HEAD + 'Set Warnings "-all".\n' + GAME + TRUE + BY + PRINT,
    "a command that fails on purpose": HEAD + GAME + "Fail " + FALSE + TRUE + BY + PRINT,
    "output goes elsewhere": HEAD + GAME + TRUE + BY + 'Redirect "said" ' + PRINT,
    "a file is loaded": HEAD + GAME + 'Load "cheat".\n' + TRUE + BY + PRINT,
    "a stranger's file beside it": HEAD + "Require Import cheat.\n" + GAME + FALSE + BY_CHEAT + PRINT,
    "a stranger's file is exported": HEAD
    + "From Cheat Require Export Certificates.\n"
    + GAME
    + FALSE
    + BY_CHEAT
    + PRINT,
    "a plugin": HEAD + 'Declare ML Module "cheat.plugin".\n' + GAME + TRUE + BY + PRINT,
    "a program is extracted": HEAD
    + "Require Extraction.\n"
    + GAME
    + 'Extraction "/tmp/cheat" game.\n'
    + TRUE
    + BY
    + PRINT,
    "a tactic of the old name": HEAD
    + GAME
    + "Ltac by_computation t := admit.\n"
    + FALSE
    + "Proof. by_computation 0. Admitted.\n"
    + OF_TRUTH,
    "a program with obligations": HEAD
    + GAME
    + f"Program Definition cheat : {STATED} := _. Admit Obligations.\n"
    + OF_TRUTH,
    "a comment within a comment": "(** Kayles (* *) *)\n" + HEAD + GAME + TRUE + BY + PRINT,
    "a theorem in a comment": HEAD + GAME + "(* " + TRUE + BY + "*)\n" + FALSE + ADMITTED + PRINT,
    "a string that hides the end of a comment": '(** " *) " *)\n' + HEAD + GAME + TRUE + BY + PRINT,
    "letters that look alike": HEAD + GAME + TRUE.replace("nim", "nіm") + BY + PRINT,
    "writing turned around": HEAD + GAME + "\u202e" + TRUE + BY + PRINT,
    "a space that is none": HEAD + GAME + TRUE.replace("n +", "n\u00a0+") + BY + PRINT,
    "another statement": HEAD + GAME + TRUE.replace("nim game n.", "nim game n \\/ True.") + BY + PRINT,
    "a statement weaker by a word": HEAD
    + GAME
    + TRUE.replace("forall n, 71 <= n ->", "forall n, n < 0 ->")
    + BY
    + PRINT,
    "another proof": HEAD + GAME + TRUE + "Proof. easy. Qed.\n" + PRINT,
    "a theorem twice": HEAD + GAME + TRUE + BY + TRUE + BY + PRINT,
    "assumptions of no theorem": HEAD + GAME + TRUE + BY,
    "an end that is none": HEAD + GAME + TRUE + BY + PRINT + "Admitted.\n",
    "a number that is none": HEAD + GAME.replace("7;", "0x7;") + TRUE + BY + PRINT,
    "nothing": "",
    "a heading that ends early": "(** Kayles. *) Axiom cheat : False. (** *)\n" + HEAD + GAME + TRUE + BY + PRINT,
    "a heading glued to a command": "(** Kayles. *)Axiom cheat : False.\n" + HEAD + GAME + TRUE + BY + PRINT,
    "a comment between two words": HEAD + GAME + TRUE.replace("game n.", "(* of *) game n.") + BY + PRINT,
    "a proof in a comment": HEAD + GAME + FALSE + "(* " + BY + "*)\n" + ADMITTED + PRINT,
    "two theorems, one proof": HEAD + GAME + TRUE + FALSE + BY + PRINT,
    "two theorems in a line": HEAD + GAME + TRUE.strip() + " " + FALSE + BY + BY + PRINT,
    "an axiom with an attribute": HEAD + "#[local] Axiom cheat : False.\n" + GAME + TRUE + BY + PRINT,
    "a goal": HEAD + GAME + "Goal False. Admitted.\n" + TRUE + BY + PRINT,
    "a primitive": HEAD + "Primitive nim := #int63_add.\n" + GAME + FALSE + BY + PRINT,
    "a registration": HEAD + GAME + "Register game as core.nat.type.\n" + TRUE + BY + PRINT,
    "a scheme": HEAD + GAME + "Scheme nim := Induction for nat Sort Prop.\n" + TRUE + BY + PRINT,
    "a notation for a tactic": HEAD
    + 'Tactic Notation "by_computation" constr(x) := admit.\n'
    + GAME
    + FALSE
    + BY
    + PRINT,
    "numbers that are read otherwise": HEAD + "Number Notation nat f g : nat_scope.\n" + GAME + TRUE + BY + PRINT,
    "a scope bound": HEAD + GAME + "Bind Scope Z_scope with nat.\n" + TRUE + BY + PRINT,
    "a command that is timed": HEAD + GAME + "Time " + TRUE + BY + PRINT,
    "a proof that is admitted at its end": HEAD + GAME + FALSE + BY.replace("Qed", "Admitted") + PRINT,
    "a proof saved under another name": HEAD + GAME + TRUE + BY.replace("Qed.", "Save other.") + PRINT,
    "an import behind": HEAD + GAME + TRUE + BY + PRINT + HEAD,
    "a character that ends strings": HEAD + GAME + "\0" + TRUE + BY + PRINT,
    "a mark of the byte order": "\ufeff" + HEAD + GAME + TRUE + BY + PRINT,
    "other ends of lines": (HEAD + GAME + TRUE + BY + PRINT).replace("\n", "\u2028"),
    "digits of another script": HEAD + GAME + TRUE.replace("71", "\u0667\u0661") + BY + PRINT,
    "a space of no width": HEAD + GAME + TRUE.replace("game n.", "game\u200b n.") + BY + PRINT,
}


@pytest.mark.parametrize("kind", CHEATS)
def test_a_cheat_is_refused_with_one_line(kind, theorems_of):
    with pytest.raises(ValueError, match=r"exported certificate|cannot be printed") as caught:
        theorems_of(CHEATS[kind])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


YAMA_NIM = (FORMAL / "examples" / "yama_nim.v").read_text()
"""The text of a certificate of a game from a sentence."""

STATED_CHANGED = {
    "a kind of moves that is computed": ("[[(-2); 0; 0; 1]]", "(map (fun f => f) [[(-2); 0; 0; 1]])"),
    "a field that is something else": ("chosen := 1", "chosen := length (A := nat) nil"),
    "a field twice": ("chosen := 1;", "chosen := 1; chosen := 1;"),
    "a field left out": ("equal_to_0 := []; ", ""),
    "another scope": ("]%Z;\nsize", "]%N;\nsize"),
    "another game": ("(G := stated game)", "(G := vectors [])"),
    "the moves of another game": ("allowed_by game p p')", "In p' (options (g := stated game) p))"),
    "a kind of moves of its own": (
        "Theorem moves",
        "Definition stated (M : linear_moves) := vectors [].\n\nTheorem moves",
    ),
    "moves that are not proved": ("stated_moves_by_computation. Qed", "stated_moves_by_computation. Admitted"),
    "moves that are not printed": ("Print Assumptions moves.\n", ""),
    "a comment in a form": ("[(-2); 0", "[(-2); (* *) 0"),
    "another number system": ("(base 2)", "(base b)"),
    "a base that there is not": ("(base 2)", "(base 1)"),  # Coq reads it as base 2
    "a number system without digits": ("(base 2)", "(ostrowski 0)"),  # Coq reads it as ostrowski 1
    "a number that is a name": ("reach := 1", "reach := most"),
}


@pytest.mark.parametrize("kind", STATED_CHANGED)
def test_a_changed_sentence_is_refused_with_one_line(kind, theorems_of):
    before, after = STATED_CHANGED[kind]
    assert before in YAMA_NIM
    assert theorems_of(YAMA_NIM) == ["moves", "outcome"]
    with pytest.raises(ValueError, match="exported certificate") as caught:
        theorems_of(YAMA_NIM.replace(before, after, 1))
    assert "\n" not in str(caught.value)


POWER_OF_2 = (FORMAL / "examples" / "take_a_power_of_2.v").read_text()
"""The text of a certificate of a game with a set."""

SET_CHANGED = {
    "a set that is computed": ("[{| member := 0", "rev [{| member := 0"),
    "a set by another name": ("{| steps := [[0; 1]; [1; 2]]%N; outputs := [0; 1]%nat |}", "automaton"),
    "a set without a machine": ("; read_by := {| steps := [[0; 1]; [1; 2]]%N; outputs := [0; 1]%nat |}", ""),
    "a set of a number of another kind": ("member := 0", "member := t"),
    "another scope of the steps": ("[1; 2]]%N; outputs", "[1; 2]]%Z; outputs"),
    "another scope of what is told": ("[0; 1]%nat", "[0; 1]%Z"),
    "a set in a system that there is not": ("in_system := (base 2)", "in_system := (base 0)"),
    "a set in the system of a name": ("in_system := (base 2)", "in_system := s"),
    "sets left out": ("in_sets := [", "("),
    "a comment in a set": ("[[0; 1]; [1; 2]]%N", "[[0; 1]; (* *) [1; 2]]%N"),
    "a definition beside": ("Definition game", "Definition belongs := nat.\n\nDefinition game"),
}


@pytest.mark.parametrize("kind", SET_CHANGED)
def test_a_changed_set_is_refused_with_one_line(kind, theorems_of):
    before, after = SET_CHANGED[kind]
    assert before in POWER_OF_2
    assert theorems_of(POWER_OF_2) == ["moves", "outcome"]
    with pytest.raises(ValueError, match="exported certificate") as caught:
        theorems_of(POWER_OF_2.replace(before, after, 1))
    assert "\n" not in str(caught.value)


def level_certificate(name, up_to):
    automata = tuple(level.automaton for level in levels(linear_moves(cgt.parse_ruleset(name)), up_to))
    return LevelCertificate(name, Convention.NORMAL, automata)


MADE = {
    "a period": lambda: cgt.period("kayles").certificate,
    "a subtraction set": lambda: cgt.period("subtraction(1,2)").certificate,
    "a saltus": lambda: cgt.period("all-but(2,3,5,7,11)").certificate,
    "a quotient": lambda: cgt.misere_quotient("0.123").certificate,
    "a quotient of some heaps": lambda: cgt.misere_quotient("0.77", stop=6).certificate,
    "a base": lambda: linear_recurrence(7, -3),
    "P-positions of vectors": lambda: level_certificate("vectors((2,-1),(0,1))", 1),
    "levels of vectors": lambda: level_certificate("vectors((1,0),(0,1),(2,2))", 2),
    "P-positions under a quota": lambda: level_certificate("takeaway(n)", 1),
    "levels of Fibonacci nim": lambda: level_certificate("fibonacci-nim", 4),
    "Wythoff's game that ends early": lambda: level_certificate(
        "moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t; "
        "ends x + y <= 2; base zeckendorf)",
        1,
    ),
    "a game whose text would end the heading": lambda: level_certificate(
        "moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t; S = (10*)*; base zeckendorf)", 1
    ),
    "P-positions of Wythoff's game": lambda: level_certificate("wythoff", 1),
    "Wythoff's game with one option forbidden": lambda: level_certificate("blocked(wythoff,2)", 1),
    "levels under a quota": lambda: level_certificate("takeaway(n+1)", 3),
    "P-positions of a sentence": lambda: level_certificate(
        "moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)", 1
    ),
    "levels of a sentence without a choice": lambda: level_certificate(
        "moves(x, y: x - 2, y + 1 | y == x -> x, y - 1)", 2
    ),
    "a sentence in base 3": lambda: level_certificate("moves(n: 1 <= t & 3t <= 2n -> n - t)", 1),
    "misère play": lambda: LevelCertificate(
        "bounded-nim(2)",
        Convention.MISERE,
        (lost_positions(linear_moves(cgt.parse_ruleset("bounded-nim(2)")), Convention.MISERE).automaton,),
    ),
    "a sentence with a set": lambda: level_certificate("moves(n: power2(t) & ~power2(t + 1) -> n - t)", 1),
    "a sentence with sets, in Zeckendorf's system": lambda: level_certificate(
        "moves(n: n >= 1 & ~fib(n) & t >= 1 -> n - t | n - 1; base zeckendorf)", 1
    ),
    "a sentence without moves": lambda: level_certificate("moves(n: n < 0 -> n - 1)", 1),
}


@pytest.mark.full(
    "P-positions of vectors",
    "P-positions under a quota",
    "Wythoff's game that ends early",
    "a sentence in base 3",
    "a sentence with a set",
    "levels of vectors",
    "levels under a quota",
)
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.full if "forbidden" in kind else ()) for kind in MADE]
)
def test_what_is_exported_has_the_shape(kind, theorems_of):
    text = rocq_text(MADE[kind]())
    assert theorems_of(text)
    assert all(f"Theorem {name} :" in text and f"Print Assumptions {name}." in text for name in theorems_of(text))


@pytest.mark.parametrize("path", sorted((FORMAL / "examples").glob("*.v")), ids=lambda path: path.stem)
def test_the_examples_have_the_shape(path, theorems_of):
    assert theorems_of(path.read_text())


def test_a_true_text_of_the_same_words_passes(theorems_of):
    assert theorems_of("(** Kayles. *)\n" + HEAD + GAME + TRUE + BY + PRINT) == ["period"]


def test_the_program_refuses_before_it_compiles(tmp_path):
    (tmp_path / "cheat.v").write_text(CHEATS["admitted, and the assumptions of another"])
    (tmp_path / "binary.v").write_bytes(b"\xff\xfe")
    for name, told in (("cheat.v", "line 4 is nothing"), ("binary.v", "utf-8"), ("none.v", "No such file")):
        command = [sys.executable, FORMAL / "check", tmp_path / name]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"refused: {name}: ")
        assert told in done.stderr


@pytest.mark.full
def test_the_program_accepts_what_is_exported(tmp_path):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not here: apt-get install coq")
    for name, made in (("period.v", "a period"), ("base.v", "a base")):
        (tmp_path / name).write_text(rocq_text(MADE[made]()))
    wrong = attrs.evolve(MADE["a period"](), periodicity=Periodicity(71, 6))
    (tmp_path / "wrong.v").write_text(rocq_text(wrong))
    command = [sys.executable, FORMAL / "check", *(tmp_path / name for name in ("period.v", "base.v", "wrong.v"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    lines = done.stdout.splitlines()
    assert any(line.startswith("period.v") and line.endswith("primitive integers and arrays") for line in lines)
    assert any(line.startswith("base.v") and line.endswith("  closed under the global context") for line in lines)
    assert done.returncode == 1
    assert done.stderr == "refused: wrong.v: Coq does not accept it\n"
