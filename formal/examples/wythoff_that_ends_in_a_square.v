(** moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t; ends x <= 1 & y <= 1; base zeckendorf): the P-positions, decided for all sizes by an automaton that reads digits, of 12 states. *)

From Cgt Require Import Certificates.

Definition game : linear_moves := {|
linear_options := [
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 1; 0; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [0; 0; 1; 0]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 0; 1; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [0; 0; 1; 0]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 1; 0; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; 0]; [0; 0; 1; (-1)]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 0; 1; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; 0]; [0; 0; 1; (-1)]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 1; 0; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [0; 0; 1; (-1)]] |};
{| chosen := 1; at_least_0 := [[(-1); 0; 0; 1]; [(-2); 0; 1; 0]]; equal_to_0 := []; in_sets := []; result := [[0; 1; 0; (-1)]; [0; 0; 1; (-1)]] |}
]%Z;
size := [1; 1];
reach := 1
|}.

Theorem moves : forall p p', length p = 2 -> (In p' (options (g := stated game) p) <-> allowed_by game p p').
Proof. by_computation stated_moves_by_computation. Qed.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 12; 5; 12];
[4; 6; 12; 12];
[4; 12; 12; 12];
[4; 7; 8; 9];
[10; 1; 12; 12];
[11; 12; 2; 12];
[4; 12; 8; 12];
[4; 7; 12; 12];
[4; 12; 12; 12];
[10; 1; 8; 9];
[11; 7; 2; 9]
]%N;
outputs := [
  0; 0; 0; 0; 1; 1; 1; 1; 1; 1; 1; 1
]
|}.

Theorem outcome : forall p, length p = 2 ->
  (P_position normal (G := stated game) p <-> tells zeckendorf automaton p 0).
Proof. by_computation stated_outcome_by_computation. Qed.

Print Assumptions moves.
Print Assumptions outcome.
