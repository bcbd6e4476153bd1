(** 0.156: period 349 from heap 3479. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 1; 5; 6].

Theorem period : forall n, 3479 <= n -> nim game (n + 349) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
