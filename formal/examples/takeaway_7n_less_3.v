(** Take-away with the quota 7n - 3: its base, and who wins. *)

From Cgt Require Import Certificates.

Definition f := quota 7 (-3) 1.

Theorem recurrence : forall p, 23 <= p -> term f p = term f (p - 1) + term f (p - 13).
Proof. by_computation (recurrence_by_computation 7 (-3) 1 13 23 32). Qed.

Theorem outcome : forall n x, P_position normal (G := takeaway f) (n, x) <-> n = 0 \/ x < least_part f n.
Proof. by_computation (outcome_by_computation 7 (-3) 1). Qed.

Theorem misere_outcome : forall n x, 1 <= x ->
  P_position misere (G := takeaway f) (S n, x) <-> n = 0 \/ x < least_part f n.
Proof. by_computation (misere_outcome_by_computation 7 (-3) 1). Qed.

Print Assumptions recurrence.
Print Assumptions outcome.
Print Assumptions misere_outcome.
