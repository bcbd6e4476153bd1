(** The subtraction set {1, 5, 9, 14}: period 23 from heap 0. *)

From Cgt Require Import Certificates.

Definition game : code := subtraction [1; 5; 9; 14].

Theorem period : forall n, 0 <= n -> nim game (n + 23) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
