(** moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t): the P-positions, decided for all sizes by an automaton that reads digits, of 4 states. *)

From Cgt Require Import Certificates.

Definition game : linear_moves := {|
linear_options := [
{| chosen := 1; at_least_0 := [[(-2); 0; 0; 1]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [1; 0; 1; 0]] |};
{| chosen := 1; at_least_0 := [[(-2); 0; 0; 1]]; equal_to_0 := []; in_sets := []; result := [[1; 1; 0; 0]; [0; 0; 1; (-1)]] |}
]%Z;
size := [1; 1];
reach := 1
|}.

Theorem moves : forall p p', length p = 2 -> (In p' (options (g := stated game) p) <-> allowed_by game p p').
Proof. by_computation stated_moves_by_computation. Qed.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 0];
[3; 3; 1; 3];
[3; 2; 3; 3];
[3; 3; 3; 3]
]%N;
outputs := [
  0; 0; 0; 1
]
|}.

Theorem outcome : forall p, length p = 2 ->
  (P_position normal (G := stated game) p <-> tells (base 2) automaton p 0).
Proof. by_computation stated_outcome_by_computation. Qed.

Print Assumptions moves.
Print Assumptions outcome.
