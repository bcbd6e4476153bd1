(** Take-away with the quota (5n + 1)/2, rounded down: its base, and who wins. *)

From Cgt Require Import Certificates.

Definition f := quota 5 1 2.

Theorem recurrence : forall p, 4 <= p -> term f p = term f (p - 1) + term f (p - 3).
Proof. by_computation (recurrence_by_computation 5 1 2 3 4 4). Qed.

Theorem outcome : forall n x, P_position normal (G := takeaway f) (n, x) <-> n = 0 \/ x < least_part f n.
Proof. by_computation (outcome_by_computation 5 1 2). Qed.

Theorem misere_outcome : forall n x, 1 <= x ->
  P_position misere (G := takeaway f) (S n, x) <-> n = 0 \/ x < least_part f n.
Proof. by_computation (misere_outcome_by_computation 5 1 2). Qed.

Print Assumptions recurrence.
Print Assumptions outcome.
Print Assumptions misere_outcome.
