(** vectors((1,3),(2,2),(2,3)): the P-positions, decided for all sizes by an automaton that reads digits, of 34 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 4; 5; 6];
[2; 7; 2; 7];
[8; 9; 10; 11];
[4; 4; 12; 12];
[13; 14; 15; 16];
[17; 17; 18; 19];
[10; 20; 10; 20];
[21; 22; 21; 2];
[23; 24; 3; 25];
[21; 2; 21; 2];
[7; 8; 7; 10];
[17; 17; 4; 4];
[26; 6; 27; 28];
[12; 12; 13; 14];
[9; 29; 11; 15];
[30; 16; 16; 31];
[12; 12; 17; 17];
[18; 19; 32; 24];
[4; 4; 26; 6];
[7; 10; 7; 10];
[20; 21; 20; 21];
[22; 23; 2; 3];
[24; 33; 25; 27];
[27; 28; 28; 29];
[29; 30; 15; 16];
[13; 14; 30; 16];
[16; 31; 31; 32];
[32; 24; 24; 33];
[33; 27; 27; 28];
[28; 29; 29; 30];
[31; 32; 32; 24];
[24; 33; 33; 27];
[29; 30; 30; 16]
]%N;
outputs := [
  0; 0; 0; 0; 0; 0; 1; 0; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 0; 0; 1; 1; 0; 0; 0; 0; 0; 1; 1; 1; 1; 0; 0; 0
]
|}.

Theorem outcome : forall p, length p = 2 ->
  (P_position normal (G := vectors [[1; 3]; [2; 2]; [2; 3]]%Z) p <-> tells (base 2) automaton p 0).
Proof. by_computation vector_outcome_by_computation. Qed.

Print Assumptions outcome.
