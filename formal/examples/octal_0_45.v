(** 0.45: period 20 from heap 498. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 4; 5].

Theorem period : forall n, 498 <= n -> nim game (n + 20) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
