(** Kayles, 0.77: period 12 from heap 71, and the nim-values of the heaps before 83. *)

From Cgt Require Import Certificates.

Definition game : code := [0; 7; 7].

Theorem period : forall n, 71 <= n -> nim game (n + 12) = nim game n.
Proof. by_computation period_by_computation. Qed.

Definition first := [
  0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7; 4; 1; 2; 8; 5; 4; 7; 2; 1; 8; 6; 7; 4;
  1; 2; 3; 1; 4; 7; 2; 1; 8; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 4; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 6; 7; 4; 1;
  2; 8; 1; 4; 7; 2; 1; 8; 2
].

Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
Proof. by_computation values_by_computation. Qed.

Print Assumptions period.
Print Assumptions first_values.
