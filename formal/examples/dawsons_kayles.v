(** Dawson's Kayles, 0.07: period 34 from heap 53. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 0; 7].

Theorem period : forall n, 53 <= n -> nim game (n + 34) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
