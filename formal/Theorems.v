(** * The theorems, in one place

    Coq prints each statement and what it rests on. *)

From Cgt Require Import Certificates.

Check P_position_iff_nim_value_0.
Check Sprague_Grundy.
Check nim_value_of_heaps.
Check in_take.
Check Guy_Smith.
Check repeated_window.
Check nim_value_of_bounded_nim.
Check parity_rule.
Check period_by_computation.
Check values_by_computation.

Definition pure := (P_position_iff_nim_value_0, Sprague_Grundy, nim_value_of_heaps, in_take, @Guy_Smith, repeated_window,
  nim_value_of_bounded_nim, parity_rule).
Print Assumptions pure.

Definition computed := (period_by_computation, values_by_computation).
Print Assumptions computed.
