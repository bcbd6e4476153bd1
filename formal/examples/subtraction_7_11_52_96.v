(** The subtraction set {7, 11, 52, 96}: period 103 from heap 107. *)

From Cgt Require Import Certificates.

Definition game : code := subtraction [7; 11; 52; 96].

Theorem period : forall n, 107 <= n -> nim game (n + 103) = nim game n.
Proof. by_computation period_by_computation. Qed.

Print Assumptions period.
