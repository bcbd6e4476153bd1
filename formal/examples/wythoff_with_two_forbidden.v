(** blocked(wythoff,3): the P-positions, decided for all sizes by an automaton that reads digits, of 8 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 3; 5; 1];
[6; 7; 3; 2];
[3; 3; 3; 3];
[3; 3; 4; 3];
[5; 1; 3; 3];
[3; 6; 3; 3];
[7; 3; 2; 3]
]%N;
outputs := [
  0; 0; 0; 1; 0; 1; 0; 1
]
|}.

Theorem outcome : forall x y,
  lost_with_blocking (wythoff_until 0) pair_eq_dec 2 (x, y) <-> tells (base 2) automaton [x; y] 0.
Proof. by_computation blocked_wythoff_outcome_by_computation. Qed.

Print Assumptions outcome.
