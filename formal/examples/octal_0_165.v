(** 0.165: period 1550 from heap 5181. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 1; 6; 5].

Theorem period : forall n, 5181 <= n -> nim game (n + 1550) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
