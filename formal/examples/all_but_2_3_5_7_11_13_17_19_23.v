(** 0.30030303330303330303330[3]: period 10 with saltus 3 from heap 2, and the nim-values of the heaps before 12. *)

From Cgt Require Import Certificates.

Definition game : rule := all_but [2; 3; 5; 7; 11; 13; 17; 19; 23].

Theorem period : forall n, 2 <= n -> nim game (n + 10) = nim game n + 3.
Proof. by_computation (all_but_period_by_computation 60). Qed.

Definition first := [
  0; 1; 0; 1; 2; 0; 1; 0; 1; 2; 3; 2
].

Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
Proof. by_computation all_but_values_by_computation. Qed.

Print Assumptions period.
Print Assumptions first_values.
