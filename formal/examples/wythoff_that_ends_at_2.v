(** moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t; ends x + y <= 2; base zeckendorf): the P-positions, decided for all sizes by an automaton that reads digits, of 34 states. *)

From Cgt Require Import Certificates.

Definition automaton : machine := {|
steps := [
[0; 1; 2; 3];
[4; 34; 5; 34];
[6; 7; 34; 34];
[8; 34; 34; 34];
[8; 9; 10; 11];
[12; 13; 34; 34];
[8; 14; 15; 11];
[16; 34; 17; 34];
[8; 9; 15; 11];
[8; 34; 15; 34];
[18; 9; 34; 34];
[8; 34; 34; 34];
[19; 20; 15; 11];
[21; 34; 5; 34];
[22; 34; 15; 34];
[8; 9; 34; 34];
[23; 9; 24; 11];
[25; 7; 34; 34];
[8; 9; 26; 11];
[19; 27; 15; 11];
[28; 34; 29; 34];
[8; 9; 10; 11];
[8; 30; 15; 11];
[23; 9; 31; 11];
[32; 33; 34; 34];
[8; 14; 15; 11];
[28; 9; 34; 34];
[18; 34; 29; 34];
[8; 9; 26; 11];
[19; 27; 34; 34];
[32; 34; 15; 34];
[22; 33; 34; 34];
[8; 30; 15; 11];
[23; 34; 31; 34]
]%N;
outputs := [
  0; 0; 0; 0; 0; 1; 0; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 0; 1; 1; 1; 0; 1; 0; 1; 0; 1; 0; 1; 0; 1
]
|}.

Theorem outcome : forall x y,
  P_position normal (G := wythoff_until 2) (x, y) <-> tells zeckendorf automaton [x; y] 0.
Proof. by_computation wythoff_outcome_by_computation. Qed.

Print Assumptions outcome.
