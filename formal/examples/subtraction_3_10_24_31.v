(** The subtraction set {3, 10, 24, 31}: period 34 from heap 0. *)

From Cgt Require Import Certificates.

Definition game : code := subtraction [3; 10; 24; 31].

Theorem period : forall n, 0 <= n -> nim game (n + 34) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
