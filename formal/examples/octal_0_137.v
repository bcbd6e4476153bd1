(** Dawson's chess, 0.137: period 34 from heap 52. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 1; 3; 7].

Theorem period : forall n, 52 <= n -> nim game (n + 34) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
