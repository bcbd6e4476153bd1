(** wythoff: the P-positions, decided for all sizes by an automaton that reads digits, of 13 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 13; 5; 13];
[4; 6; 13; 13];
[4; 13; 13; 13];
[4; 7; 8; 3];
[9; 1; 13; 13];
[10; 13; 2; 13];
[4; 13; 8; 13];
[4; 7; 13; 13];
[11; 1; 8; 3];
[12; 7; 2; 3];
[9; 1; 8; 3];
[10; 7; 2; 3]
]%N;
outputs := [
  0; 1; 1; 1; 1; 0; 0; 1; 1; 1; 1; 0; 0
]
|}.

Theorem outcome : forall x y,
  P_position normal (G := wythoff_until 0) (x, y) <-> tells zeckendorf automaton [x; y] 0.
Proof. by_computation wythoff_outcome_by_computation. Qed.

Print Assumptions outcome.
