(** takeaway(n): the nim-values below 4, decided for all sizes by an automaton that reads digits, of 13 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[1; 1; 3; 3];
[2; 4; 2; 5];
[6; 6; 6; 6];
[4; 4; 7; 7];
[8; 9; 6; 10];
[9; 9; 9; 9];
[11; 11; 12; 12];
[9; 11; 11; 11];
[11; 11; 11; 11];
[9; 11; 9; 9];
[11; 11; 11; 11];
[11; 11; 9; 9]
]%N;
outputs := [
  0; 0; 0; 1; 0; 1; 2; 1; 2; 3; 2; 4; 2
]
|}.

Theorem values : forall n x v, v < 4 ->
  (nim_value (G := takeaway (quota 1 0 1)) (n, x) = v <-> tells (base 2) automaton [n; x] v).
Proof. by_computation quota_values_by_computation. Qed.

Print Assumptions values.
