"""Certificates as theorems for Rocq (Coq 8.16), which the library of the folder `formal/` proves by computation."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill
from typing import TYPE_CHECKING

from cgt.core.code import NAMED, HeapCode
from cgt.core.errors import NotApplicableError
from cgt.core.language import _
from cgt.theory.base_recurrence import Recurrence
from cgt.theory.period_certificate import PeriodCertificate
from cgt.theory.quotient_certificate import QuotientCertificate

if TYPE_CHECKING:
    from cgt.theory.certificate import Certificate

MOST_VALUE = 62
"""The library keeps the values of the options as bits of one primitive integer."""

WIDTH = 112


def rocq_text(certificate: Certificate) -> str:
    """A file that states the certificate's claim as theorems about the game, for `formal/check`.

    Periods of finite octal codes, and of all-but subtraction games with their saltus, state the period and the values
    before it comes round; misère quotients of one such
    code state which sums of heaps are P-positions; recurrences of a base also state who wins the take-away game.

    The certificate is not verified here: Rocq refuses the file where the claim does not hold.

    Raises:
        NotApplicableError: the library of theorems does not cover this kind of certificate, or this code.

    >>> import cgt
    >>> print(rocq_text(cgt.period("subtraction(1,2)").certificate))
    (** 0.33: period 3 from heap 0, and the nim-values of the heaps before 3. *)
    <BLANKLINE>
    From Cgt Require Import Certificates.
    <BLANKLINE>
    Definition game : code := subtraction [1; 2].
    <BLANKLINE>
    Theorem period : forall n, 0 <= n -> nim game (n + 3) = nim game n.
    Proof. by_computation period_by_computation. Qed.
    <BLANKLINE>
    Definition first := [
      0; 1; 2
    ].
    <BLANKLINE>
    Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
    Proof. by_computation values_by_computation. Qed.
    <BLANKLINE>
    Print Assumptions period.
    Print Assumptions first_values.
    <BLANKLINE>
    """
    if isinstance(certificate, PeriodCertificate):
        return _period_text(certificate)
    if isinstance(certificate, QuotientCertificate):
        return _quotient_text(certificate)
    if isinstance(certificate, Recurrence):
        return _base_text(certificate)
    raise NotApplicableError(
        _("certificates of the kind {kind!r} cannot be exported to Rocq").format(kind=certificate.kind)
    )


def _period_text(certificate: PeriodCertificate) -> str:
    code, found, stop = certificate.code, certificate.periodicity, len(certificate.values)
    if found.saltus:
        game, of_rule, by = _all_but(code), "all_but_", f"(all_but_period_by_computation {certificate.window})"
        comes_again, higher = f"period {found.period} with saltus {found.saltus}", f" + {found.saltus}"
    elif max(certificate.values) > MOST_VALUE:
        raise NotApplicableError(_("nim-values above {most} cannot be exported to Rocq").format(most=MOST_VALUE))
    else:
        game, of_rule, by = _code(code), "", "period_by_computation"
        comes_again, higher = f"period {found.period}", ""
    return f"""\
(** {_name(code)}: {comes_again} from heap {found.preperiod}, and the nim-values of the heaps before {stop}. *)

From Cgt Require Import Certificates.

Definition game : {game}.

Theorem period : forall n, {found.preperiod} <= n -> nim game (n + {found.period}) = nim game n{higher}.
Proof. by_computation {by}. Qed.

Definition first := [
{_joined(certificate.values)}
].

Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
Proof. by_computation {of_rule}values_by_computation. Qed.

Print Assumptions period.
Print Assumptions first_values.
"""


def _quotient_text(certificate: QuotientCertificate) -> str:
    game, *others = certificate.games
    if others or game.code is None:
        raise NotApplicableError(_("only the misère quotient of one code can be exported to Rocq"))
    if game.preperiod is None or game.period is None:
        kept, heaps, theorem = game.elements, f"heaps up to {game.last}", "partial_quotient_by_computation"
        given = f"forall hs, Forall (fun h => h <= {game.last}) hs ->\n  "
    else:
        kept, heaps = game.elements[: game.preperiod + game.period], "all heaps"
        theorem, given = "quotient_by_computation", "forall hs, "
    actions = ";\n".join(f"[\n{_joined(action)}\n]" for action in certificate.actions)
    family = ";\n".join(f"({element}, [\n{_joined(among)}\n])" for element, among in certificate.family)
    return f"""\
(** The misère quotient of {_name(game.code)}, for {heaps}: {certificate.order} elements, \
{len(certificate.portion)} of them in the P-portion. *)

From Cgt Require Import Certificates.

Definition game : {_code(game.code)}.

Definition monoid : quotient := {{|
actions := [
{actions}
];
portion := [
{_joined(certificate.portion)}
];
family_of := [
{family}
];
elements := [
{_joined(kept)}
];
period := {game.period or 0}
|}}.

Theorem quotient : {given}\
(P_position misere (G := heaps game) hs <-> In (product_of monoid hs) (portion monoid)).
Proof. by_computation {theorem}. Qed.

Print Assumptions quotient.
"""


def _base_text(base: Recurrence) -> str:
    quota = f"{base.k} {base.q if base.q >= 0 else f'({base.q})'} {base.d}"
    return f"""\
(** Take-away with the quota {base.quota}: the recurrence of its base, and who wins. *)

From Cgt Require Import Certificates.

Definition f := quota {quota}.

Theorem recurrence : forall p, {base.start} <= p -> term f p = term f (p - 1) + term f (p - {base.gap}).
Proof. by_computation (recurrence_by_computation {quota} {base.gap} {base.start} {base.window[0]}). Qed.

Theorem outcome : forall n x, P_position normal (G := takeaway f) (n, x) <-> n = 0 \\/ x < least_part f n.
Proof. by_computation (outcome_by_computation {quota}). Qed.

Theorem misere_outcome : forall n x, 1 <= x ->
  P_position misere (G := takeaway f) (S n, x) <-> n = 0 \\/ x < least_part f n.
Proof. by_computation (misere_outcome_by_computation {quota}). Qed.

Print Assumptions recurrence.
Print Assumptions outcome.
Print Assumptions misere_outcome.
"""


def _name(code: HeapCode) -> str:
    """The code, with the game's title before it where it has one."""
    return next((f"{named.title}, {code}" for named in NAMED.values() if named.code == code), str(code))


def _code(code: HeapCode) -> str:
    """The type of a game by its code, and its definition: the digits as numbers, or the amounts that may be taken."""
    if code.masks is None or not code.is_octal:
        raise NotApplicableError(
            _("the code {code} cannot be exported to Rocq: only finite octal codes can").format(code=code)
        )
    if set(code.masks) <= {0, 3} and any(code.masks):
        return f"code := subtraction {_listed(amount for amount, mask in enumerate(code.masks) if mask)}"
    return f"code := {_listed(code.masks)}"


def _all_but(code: HeapCode) -> str:
    """The type of an all-but subtraction game and its definition: the amounts that may not be taken."""
    excepted = [amount for amount, digit in enumerate(code.digits) if not digit]
    if code != HeapCode.of_all_but(excepted):
        raise NotApplicableError(
            _("a saltus can be exported to Rocq for all-but subtraction only, not for {code}").format(code=code)
        )
    return f"rule := all_but {_listed(excepted[1:])}"


def _listed(numbers: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _joined(numbers: Iterable[int]) -> str:
    """The numbers with semicolons between them, in lines of a readable width."""
    return fill("; ".join(map(str, numbers)), WIDTH, initial_indent="  ", subsequent_indent="  ")
