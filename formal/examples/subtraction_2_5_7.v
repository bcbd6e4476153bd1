(** The subtraction set {2, 5, 7}: period 22 from heap 0. *)

From Cgt Require Import Certificates.

Definition game : code := subtraction [2; 5; 7].

Theorem period : forall n, 0 <= n -> nim game (n + 22) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
