(** wythoff(2): the P-positions, decided for all sizes by an automaton that reads digits, of 15 states. *)

From Cgt Require Import Certificates.

Definition game : linear_moves := {|
linear_options := [
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [0; 0; 1; 0]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; 0]; [0; 0; 1; (-1)]] |};
{| chosen := 2; at_least_0 := [[(-1); 0; 0; 1; 0]; [(-1); 0; 0; 0; 1]; [1; 0; 0; (-1); 1]; [1; 0; 0; 1; (-1)]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1); 0]; [0; 0; 1; 0; (-1)]] |}
]%Z;
size := [1; 1];
reach := 1
|}.

Theorem moves : forall p p', length p = 2 -> (In p' (options (g := stated game) p) <-> allowed_by game p p').
Proof. by_computation stated_moves_by_computation. Qed.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3; 4; 5; 6; 7; 8];
[4; 4; 5; 9; 1; 2; 7; 7; 8];
[4; 15; 15; 4; 15; 15; 10; 15; 15];
[4; 11; 5; 4; 3; 5; 7; 6; 8];
[4; 4; 5; 4; 4; 5; 7; 7; 8];
[4; 15; 15; 4; 15; 15; 7; 15; 15];
[4; 4; 12; 15; 15; 15; 15; 15; 15];
[4; 4; 5; 15; 15; 15; 15; 15; 15];
[4; 15; 15; 15; 15; 15; 15; 15; 15];
[13; 1; 2; 4; 4; 5; 7; 7; 8];
[13; 1; 2; 15; 15; 15; 15; 15; 15];
[14; 4; 5; 3; 4; 5; 6; 7; 8];
[14; 15; 15; 3; 15; 15; 6; 15; 15];
[9; 1; 2; 4; 4; 5; 7; 7; 8];
[11; 4; 5; 3; 4; 5; 6; 7; 8]
]%N;
outputs := [
  0; 1; 1; 1; 1; 1; 1; 1; 1; 0; 0; 0; 0; 1; 1
]
|}.

Theorem outcome : forall p, length p = 2 ->
  (P_position normal (G := stated game) p <-> tells (ostrowski 2) automaton p 0).
Proof. by_computation stated_outcome_by_computation. Qed.

Print Assumptions moves.
Print Assumptions outcome.
