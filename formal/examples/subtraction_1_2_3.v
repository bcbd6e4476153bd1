(** The subtraction set {1, 2, 3}: period 4 from heap 0. *)

From Cgt Require Import Certificates.

Definition game : code := subtraction [1; 2; 3].

Theorem period : forall n, 0 <= n -> nim game (n + 4) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
