(** Kayles, 0.77: period 12 from heap 71. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 7; 7].

Theorem period : forall n, 71 <= n -> nim game (n + 12) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
