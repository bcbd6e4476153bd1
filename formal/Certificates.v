(** * What an exported certificate imports *)

From Coq Require Export ZArith List.
From Cgt Require Export Game Heaps TakingBreaking Subtraction AllBut Schwenk Quota Compute Quotient Digits Counting Stated Readable Blocking.
Export ListNotations.

(** Closes a goal that a theorem [..._by_computation] turns into an equation between booleans: the kernel computes. *)

Ltac by_computation theorem := apply theorem; vm_cast_no_check (eq_refl true).

Coercion taking_breaking : code >-> rule.
