(** * The theorems, in one place

    Coq prints each statement; [check] asks what [pure] and [computed] rest on. *)

From Cgt Require Import Certificates Bouton Wythoff.

Check P_position_iff_nim_value_0.
Check Sprague_Grundy.
Check nim_value_of_heaps.
Check Bouton.
Check Bouton_misere.
Check in_take.
Check Guy_Smith.
Check repeated_window.
Check all_but_saltus.
Check nim_value_of_bounded_nim.
Check parity_rule.
Check Schwenk.
Check Schwenk_misere.
Check takeaway_linear.
Check takeaway_linear_misere.
Check Whinihan.
Check first_move_of_Fibonacci_nim.
Check room_for_ever.
Check recurrence_by_computation.
Check complementary.
Check Wythoff_positions.
Check Wythoff_positions_misere.
Check Wythoff_misere.
Check misere_quotient.
Check quotient_by_computation.
Check partial_quotient_by_computation.
Check period_by_computation.
Check values_by_computation.
Check all_but_period_by_computation.
Check all_but_values_by_computation.
Check spelled.
Check is_member_iff.
Check told_values.
Check told_misere_P_positions.
Check leads_iff.
Check leads_unseen.
Check never_allows.
Check stated_moves_by_computation.
Check stated_outcome_by_computation.
Check stated_misere_outcome_by_computation.
Check stated_values_by_computation.
Check vector_outcome_by_computation.
Check vector_values_by_computation.
Check quota_outcome_by_computation.
Check quota_values_by_computation.
Check wythoff_outcome_by_computation.
Check wythoff_values_by_computation.
Check lost_with_blocking_iff.
Check told_lost.
Check blocked_wythoff_outcome_by_computation.

Definition pure := (P_position_iff_nim_value_0, Sprague_Grundy, nim_value_of_heaps, in_take, @Guy_Smith, repeated_window,
  nim_value_of_bounded_nim, parity_rule, Bouton, Bouton_misere, @Schwenk, @Schwenk_misere, @takeaway_linear,
  @takeaway_linear_misere, Whinihan, first_move_of_Fibonacci_nim,
  room_for_ever, recurrence_by_computation, outcome_by_computation, misere_outcome_by_computation, complementary, Wythoff_positions,
  Wythoff_positions_misere, Wythoff_misere, @misere_quotient, quotient_by_computation,
  partial_quotient_by_computation, all_but_saltus, all_but_period_by_computation, all_but_values_by_computation,
  spelled, is_member_iff, @told_values, @told_misere_P_positions, leads_iff, leads_unseen, never_allows, stated_moves_by_computation,
  stated_outcome_by_computation, stated_misere_outcome_by_computation, stated_values_by_computation, vector_outcome_by_computation, vector_values_by_computation, quota_outcome_by_computation,
  quota_values_by_computation, wythoff_outcome_by_computation, wythoff_values_by_computation,
  lost_with_blocking_iff, @told_lost, blocked_wythoff_outcome_by_computation).

Definition computed := (period_by_computation, values_by_computation).
