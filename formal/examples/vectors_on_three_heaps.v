(** vectors((1,0,0),(0,1,0),(0,0,1),(1,1,1)): the P-positions, decided for all sizes by an automaton that reads digits, of 2 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 1; 0; 1; 0; 0; 1];
[0; 1; 1; 0; 1; 0; 0; 1]
]%N;
outputs := [
  0; 1
]
|}.

Theorem outcome : forall p, length p = 3 ->
  (P_position normal (G := vectors [[0; 0; 1]; [0; 1; 0]; [1; 0; 0]; [1; 1; 1]]%Z) p <-> tells (base 2) automaton p 0).
Proof. by_computation vector_outcome_by_computation. Qed.

Print Assumptions outcome.
