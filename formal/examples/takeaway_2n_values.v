(** takeaway(2n): the nim-values below 4, decided for all sizes by an automaton that reads digits, of 22 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 22; 5; 22];
[0; 6; 22; 22];
[7; 22; 22; 22];
[4; 1; 5; 3];
[7; 8; 22; 22];
[9; 22; 10; 22];
[11; 12; 13; 14];
[11; 22; 13; 22];
[4; 6; 5; 15];
[7; 16; 22; 22];
[17; 18; 19; 20];
[17; 22; 19; 22];
[17; 18; 22; 22];
[17; 22; 22; 22];
[21; 22; 22; 22];
[17; 22; 13; 22];
[17; 18; 19; 20];
[17; 22; 19; 22];
[17; 18; 22; 22];
[17; 22; 22; 22];
[11; 18; 13; 14]
]%N;
outputs := [
  0; 0; 0; 1; 0; 1; 0; 2; 2; 0; 1; 3; 3; 3; 3; 1; 2; 4; 4; 4; 4; 2
]
|}.

Theorem values : forall n x v, v < 4 ->
  (nim_value (G := takeaway (quota 2 0 1)) (n, x) = v <-> tells zeckendorf automaton [n; x] v).
Proof. by_computation quota_values_by_computation. Qed.

Print Assumptions values.
