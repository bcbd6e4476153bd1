(** moves(n: t >= 1 & t mod 3 != 0 -> n - t): the nim-values below 2, decided for all sizes by an automaton that reads digits, of 3 states. *)

From Cgt Require Import Certificates.

Definition game : linear_moves := {|
linear_options := [
{| chosen := 2; at_least_0 := [[(-1); 0; 1; 0]; [(-1); 0; 1; (-3)]; [2; 0; (-1); 3]]; equal_to_0 := []; in_sets := []; result := [[0; 1; (-1); 0]] |}
]%Z;
size := [1];
reach := 1
|}.

Theorem moves : forall p p', length p = 1 -> (In p' (options (g := stated game) p) <-> allowed_by game p p').
Proof. by_computation stated_moves_by_computation. Qed.

Definition automaton : machine := {|
steps := [
[0; 1];
[2; 0];
[1; 2]
]%N;
outputs := [
  0; 1; 2
]
|}.

Theorem values : forall p v, length p = 1 -> v < 2 ->
  (nim_value (G := stated game) p = v <-> tells (base 2) automaton p v).
Proof. by_computation stated_values_by_computation. Qed.

Print Assumptions moves.
Print Assumptions values.
