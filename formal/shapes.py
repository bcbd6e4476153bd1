"""The texts of certificates, for `formal/check`: one of those below with its own numbers, and nothing else.

A file for Coq can seem to say one thing and prove another: by a notation, by a name that stands for something else, by
an axiom, by a setting of the kernel. So nothing is forbidden here: what is not written as below is refused.
"""  # noqa: INP001 - beside the theorems, in no package

from __future__ import annotations

import re
from collections.abc import Iterator

LIST = r"\[\s*(?:\d+(?:;\s+\d+)*\s*)?\]"
WHOLE = r"(?:\d+|\(-\d+\))"
WHOLES = rf"\[{WHOLE}(?:;\s+{WHOLE})*\]"
FORMS = rf"\[(?:{WHOLES}(?:;\s+{WHOLES})*)?\]"
SYSTEM = r"(?:\(base\s+(?:[2-9]|[1-9]\d+)\)|\(ostrowski\s+[1-9]\d*\)|zeckendorf)"
SET = (
    rf"\{{\|\s+member\s+:=\s+\d+;\s+in_system\s+:=\s+{SYSTEM};\s+"
    rf"read_by\s+:=\s+\{{\|\s+steps\s+:=\s+\[{LIST}(?:;\s+{LIST})*\]%N;\s+outputs\s+:=\s+{LIST}%nat\s+\|\}}\s+\|\}}"
)
OPTION = (
    r"\{\|\s+chosen\s+:=\s+\d+;\s+"
    rf"at_least_0\s+:=\s+{FORMS};\s+equal_to_0\s+:=\s+{FORMS};\s+"
    rf"in_sets\s+:=\s+\[(?:{SET}(?:;\s+{SET})*)?\];\s+result\s+:=\s+{FORMS}\s+\|\}}"
)
PIECES = {
    "NUMBER": r"\d+",
    "WHOLE": WHOLE,
    "LIST": LIST,
    "LISTS": rf"\[\s*(?:{LIST}(?:;\s+{LIST})*\s*)?\]",
    "FAMILY": rf"\[\s*(?:\(\d+,\s+{LIST}\)(?:;\s+\(\d+,\s+{LIST}\))*\s*)?\]",
    "VECTORS": rf"\[\s*{WHOLES}(?:;\s+{WHOLES})*\s*\]",
    "OPTIONS": rf"\[\s*(?:{OPTION}(?:;\s+{OPTION})*\s*)?\]",
    "SYSTEM": SYSTEM,
    "CODE": rf"(?:subtraction\s+)?{LIST}",
}
"""The signs for numbers in a text; WHOLE may be below 0."""

PERIOD = """
Definition game : code := CODE.
Theorem period : forall n, NUMBER <= n -> nim game (n + NUMBER) = nim game n.
Proof. by_computation period_by_computation. Qed.
"""
VALUES = """
Definition first := LIST.
Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
Proof. by_computation values_by_computation. Qed.
"""
SALTUS = """
Definition game : rule := all_but LIST.
Theorem period : forall n, NUMBER <= n -> nim game (n + NUMBER) = nim game n + NUMBER.
Proof. by_computation (all_but_period_by_computation NUMBER). Qed.
"""
MONOID = """
Definition game : code := CODE.
Definition monoid : quotient :=
  {| actions := LISTS; portion := LIST; family_of := FAMILY; elements := LIST; period := NUMBER |}.
"""
QUOTIENT = """
Theorem quotient : forall hs,
  (P_position misere (G := heaps game) hs <-> In (product_of monoid hs) (portion monoid)).
Proof. by_computation quotient_by_computation. Qed.
"""
PARTIAL_QUOTIENT = """
Theorem quotient : forall hs, Forall (fun h => h <= NUMBER) hs ->
  (P_position misere (G := heaps game) hs <-> In (product_of monoid hs) (portion monoid)).
Proof. by_computation partial_quotient_by_computation. Qed.
"""
BASE = """
Definition f := quota NUMBER WHOLE NUMBER.
Theorem recurrence : forall p, NUMBER <= p -> term f p = term f (p - 1) + term f (p - NUMBER).
Proof. by_computation (recurrence_by_computation NUMBER WHOLE NUMBER NUMBER NUMBER NUMBER). Qed.
Theorem outcome : forall n x, P_position normal (G := takeaway f) (n, x) <-> n = 0 \\/ x < least_part f n.
Proof. by_computation (outcome_by_computation NUMBER WHOLE NUMBER). Qed.
Theorem misere_outcome : forall n x, 1 <= x ->
  P_position misere (G := takeaway f) (S n, x) <-> n = 0 \\/ x < least_part f n.
Proof. by_computation (misere_outcome_by_computation NUMBER WHOLE NUMBER). Qed.
"""

MACHINE = """
Definition automaton : machine := {| steps := LISTS%N; outputs := LIST |}.
"""
VECTOR_OUTCOME = """
Theorem outcome : forall p, length p = NUMBER ->
  (P_position normal (G := vectors VECTORS%Z) p <-> tells SYSTEM automaton p 0).
Proof. by_computation vector_outcome_by_computation. Qed.
"""
VECTOR_VALUES = """
Theorem values : forall p v, length p = NUMBER -> v < NUMBER ->
  (nim_value (G := vectors VECTORS%Z) p = v <-> tells SYSTEM automaton p v).
Proof. by_computation vector_values_by_computation. Qed.
"""
STATED = """
Definition game : linear_moves := {| linear_options := OPTIONS%Z; size := LIST; reach := NUMBER |}.
Theorem moves : forall p p', length p = NUMBER -> (In p' (options (g := stated game) p) <-> allowed_by game p p').
Proof. by_computation stated_moves_by_computation. Qed.
"""
STATED_OUTCOME = """
Theorem outcome : forall p, length p = NUMBER ->
  (P_position normal (G := stated game) p <-> tells SYSTEM automaton p 0).
Proof. by_computation stated_outcome_by_computation. Qed.
"""
STATED_MISERE_OUTCOME = """
Theorem misere_outcome : forall p, length p = NUMBER ->
  (P_position misere (G := stated game) p <-> tells SYSTEM automaton p 0).
Proof. by_computation stated_misere_outcome_by_computation. Qed.
"""
STATED_VALUES = """
Theorem values : forall p v, length p = NUMBER -> v < NUMBER ->
  (nim_value (G := stated game) p = v <-> tells SYSTEM automaton p v).
Proof. by_computation stated_values_by_computation. Qed.
"""
QUOTA_OUTCOME = """
Theorem outcome : forall n x,
  P_position normal (G := takeaway (quota NUMBER NUMBER 1)) (n, x) <-> tells SYSTEM automaton [n; x] 0.
Proof. by_computation quota_outcome_by_computation. Qed.
"""
QUOTA_VALUES = """
Theorem values : forall n x v, v < NUMBER ->
  (nim_value (G := takeaway (quota NUMBER NUMBER 1)) (n, x) = v <-> tells SYSTEM automaton [n; x] v).
Proof. by_computation quota_values_by_computation. Qed.
"""
WYTHOFF_OUTCOME = """
Theorem outcome : forall x y,
  P_position normal (G := wythoff_until NUMBER) (x, y) <-> tells SYSTEM automaton [x; y] 0.
Proof. by_computation wythoff_outcome_by_computation. Qed.
"""
BLOCKED_OUTCOME = """
Theorem outcome : forall x y,
  lost_with_blocking (wythoff_until NUMBER) pair_eq_dec NUMBER (x, y) <-> tells SYSTEM automaton [x; y] 0.
Proof. by_computation blocked_wythoff_outcome_by_computation. Qed.
"""
WYTHOFF_VALUES = """
Theorem values : forall x y v, v < NUMBER ->
  (nim_value (G := wythoff_until NUMBER) (x, y) = v <-> tells SYSTEM automaton [x; y] v).
Proof. by_computation wythoff_values_by_computation. Qed.
"""

SHAPES = (
    PERIOD,
    PERIOD + VALUES,
    SALTUS,
    SALTUS + VALUES.replace("values_by", "all_but_values_by"),
    MONOID + QUOTIENT,
    MONOID + PARTIAL_QUOTIENT,
    BASE,
    STATED + MACHINE + STATED_OUTCOME,
    STATED + MACHINE + STATED_MISERE_OUTCOME,
    STATED + MACHINE + STATED_VALUES,
    MACHINE + VECTOR_OUTCOME,
    MACHINE + VECTOR_VALUES,
    MACHINE + QUOTA_OUTCOME,
    MACHINE + QUOTA_VALUES,
    MACHINE + WYTHOFF_OUTCOME,
    MACHINE + WYTHOFF_VALUES,
    MACHINE + BLOCKED_OUTCOME,
)

HEADING = re.compile(r'\(\*\* [^*"]* \*\)')
SPACE = re.compile(r"\s*", re.ASCII)
MOST_SHOWN = 100


def theorems_of(text: str) -> list[str]:
    """The names of a certificate's theorems, in order.

    Raises:
        ValueError: the text has not the shape of a certificate; with the line where it leaves it.
    """
    if not all(line.isprintable() for line in text.split("\n")):
        raise ValueError("it holds a character that cannot be printed")
    heading = HEADING.match(text)
    start = heading.end() if heading else 0
    furthest = start
    for shape in SHAPES:
        place = start
        for word in _words(shape):
            found = word.match(text, SPACE.match(text, place).end())  # type: ignore[union-attr]  # matches always
            if found is None:
                break
            place = found.end()
        else:
            if not text[place:].strip():
                return _names(shape)
        furthest = max(furthest, place)
    number = text.count("\n", 0, SPACE.match(text, furthest).end()) + 1  # type: ignore[union-attr]
    line = text.split("\n")[number - 1].strip()
    shown = line if len(line) <= MOST_SHOWN else line[:MOST_SHOWN] + "…"
    raise ValueError(f"line {number} is nothing that an exported certificate holds there: {shown or 'its end'}")


def _names(shape: str) -> list[str]:
    return re.findall(r"^Theorem (\w+)", shape, re.MULTILINE)


def _words(shape: str) -> Iterator[re.Pattern[str]]:
    """The patterns of the words of a whole certificate; between two of them there is space, and within none."""
    printed = "".join(f"Print Assumptions {name}.\n" for name in _names(shape))
    for word in f"From Cgt Require Import Certificates. {shape} {printed}".split():
        pattern = re.sub(rf"\b(?:{'|'.join(PIECES)})\b", lambda piece: PIECES[piece[0]], re.escape(word))
        yield re.compile(rf"{pattern}(?!\S)", re.ASCII)
