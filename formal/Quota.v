(** * The base of a linear quota follows a recurrence for ever

    The quota is (k x + q) / d, rounded down; the terms of its base are H 1 = 1, H 2, H 3, ….  Where the steps from [g + 1]
    consecutive terms go back equally far, with room to spare, every later step does: H p = H (p - 1) + H (p - g). *)

From Coq Require Import Arith Bool List Lia ZArith.
From Cgt Require Import Game Schwenk.
Import ListNotations.

Definition quota (k q d : Z) (x : nat) : nat := Z.to_nat ((k * Z.of_nat x + q) / d).

(** The terms, counted from 1. *)
Definition term (f : nat -> nat) (p : nat) : nat := base f (p - 1).

Section Quota.

Variables k q d : Z.
Hypothesis d_pos : (1 <= d)%Z.
Hypothesis d_le_k : (d <= k)%Z.
Hypothesis first_take : (d <= k + q)%Z.

Let f := quota k q d.

Lemma quota_reaches x y : 1 <= y -> (y <= f x <-> (d * Z.of_nat y <= k * Z.of_nat x + q)%Z).
Proof.
  intros Hy. unfold f, quota. split; intros H.
  - assert (H' : (Z.of_nat y <= (k * Z.of_nat x + q) / d)%Z) by lia.
    apply (Z.mul_le_mono_nonneg_l _ _ d) in H'; [|lia].
    pose proof (Z.mul_div_le (k * Z.of_nat x + q) d ltac:(lia)). lia.
  - assert (Z.of_nat y <= (k * Z.of_nat x + q) / d)%Z by (apply Z.div_le_lower_bound; lia). lia.
Qed.

Lemma quota_never_falls x y : x <= y -> f x <= f y.
Proof.
  intros H. unfold f, quota.
  assert ((k * Z.of_nat x + q) / d <= (k * Z.of_nat y + q) / d)%Z by (apply Z.div_le_mono; nia). lia.
Qed.

Lemma quota_lets_repeat x : 1 <= x -> x <= f x.
Proof. intros H. apply quota_reaches; [exact H|]. nia. Qed.

Theorem takeaway_quota n x : P_position normal (G := takeaway f) (n, x) <-> n = 0 \/ x < least_part f n.
Proof. apply Schwenk; [exact quota_never_falls|exact quota_lets_repeat]. Qed.

Theorem takeaway_quota_misere n x : 1 <= x ->
  P_position misere (G := takeaway f) (S n, x) <-> n = 0 \/ x < least_part f n.
Proof. intros H. rewrite Schwenk_misere by (exact H || exact quota_lets_repeat). apply takeaway_quota. Qed.

(** ** A step with room to spare *)

Let H (j : nat) : Z := Z.of_nat (base f j).

Variable g : nat.
Hypothesis g_pos : 1 <= g.

Definition room (j : nat) : Prop := g <= j /\
  (d * H j <= k * H (S j - g) + Z.min q 0)%Z /\ (k * H (j - g) + Z.max (q + 1) 0 <= d * H j)%Z.

Lemma room_step j : room j -> base f (S j) = base f j + base f (S j - g).
Proof.
  intros [Hj [R1 R2]]. destruct (base_step f quota_lets_repeat j) as [m [Hm [-> [S2 S3]]]]. f_equal. f_equal.
  pose proof (base_pos f quota_lets_repeat j) as pos. unfold H in *.
  destruct (lt_eq_lt_dec m (S j - g)) as [[L|L]|L]; [exfalso|exact L|exfalso].
  - pose proof (base_mono f quota_lets_repeat m (j - g) ltac:(lia)) as M. apply quota_never_falls in M.
    assert (S2' : base f j <= f (base f (j - g))) by lia. apply quota_reaches in S2'; [|exact pos]. lia.
  - specialize (S3 _ L). assert (base f j <= f (base f (S j - g))) by (apply quota_reaches; [exact pos|lia]). lia.
Qed.

Lemma room_step_Z j : room j -> H (S j) = (H j + H (S j - g))%Z.
Proof. intros R. unfold H. rewrite (room_step j R). lia. Qed.

Theorem room_for_ever s : (forall j, s <= j <= s + g -> room j) -> forall j, s <= j -> room j.
Proof.
  intros window j. induction j as [j IH] using lt_wf_ind. intros Hj.
  destruct (Nat.le_gt_cases j (s + g)) as [L|L]; [apply window; lia|].
  (* i is the step whose window ends just before j *)
  set (i := j - g - 1). assert (Ej : j = S (i + g)) by lia.
  pose proof (IH i ltac:(lia) ltac:(lia)) as R0. pose proof (IH (S i) ltac:(lia) ltac:(lia)) as R1.
  pose proof (IH (i + g) ltac:(lia) ltac:(lia)) as R2.
  pose proof (room_step_Z i R0) as E0. pose proof (room_step_Z (S i) R1) as E1. pose proof (room_step_Z (i + g) R2) as E2.
  destruct R0 as [G0 _]. destruct R1 as [G1 [A1 B1]]. destruct R2 as [G2 [A2 B2]].
  replace (S (i + g) - g) with (S i) in * by lia. replace (i + g - g) with i in * by lia.
  replace (S (S i) - g) with (S (S i - g)) in * by lia.
  unfold room. rewrite Ej. replace (S (S (i + g)) - g) with (S (S i)) by lia. replace (S (i + g) - g) with (S i) by lia.
  replace (S (S i - g)) with (S (S i) - g) in * by lia.
  split; [lia|]. rewrite E2, E1. split; [nia|]. rewrite E0 at 1. nia.
Qed.

(** ** The terms, computed in binary *)

Fixpoint binary_terms (j : nat) : list Z :=
  match j with
  | 0 => [1%Z]
  | S i => let l := binary_terms i in let h := last l 0%Z in
           l ++ [(h + match find (fun x => (d * h <=? k * x + q)%Z) l with Some x => x | None => h end)%Z]
  end.

Lemma find_binary h l : 1 <= h ->
  find (fun x => (d * Z.of_nat h <=? k * x + q)%Z) (map Z.of_nat l) = option_map Z.of_nat (find (fun x => h <=? f x) l).
Proof.
  intros Hh. induction l as [|x l IH]; [reflexivity|]. cbn [map find].
  assert (E : (d * Z.of_nat h <=? k * Z.of_nat x + q)%Z = (h <=? f x)).
  { apply eq_iff_eq_true. rewrite Z.leb_le, Nat.leb_le. symmetry. apply quota_reaches, Hh. }
  rewrite E. destruct (h <=? f x); [reflexivity|exact IH].
Qed.

Lemma binary_terms_are j : binary_terms j = map Z.of_nat (map (base f) (seq 0 (S j))).
Proof.
  induction j as [|j IH]; [reflexivity|]. rewrite (seq_S (S j)), !map_app, <- IH. cbn [map Nat.add binary_terms]. cbv zeta.
  f_equal. f_equal. rewrite base_succ.
  assert (L : last (binary_terms j) 0%Z = Z.of_nat (base f j)).
  { rewrite IH, (seq_S j), !map_app. cbn [map Nat.add]. apply last_last. }
  rewrite L, IH, find_binary by (apply base_pos, quota_lets_repeat).
  destruct (find _ _) as [x|]; cbn [option_map]; lia.
Qed.

Lemma nth_binary_terms j i : i <= j -> nth i (binary_terms j) 0%Z = H i.
Proof.
  intros Hi. rewrite binary_terms_are, map_map.
  rewrite (nth_indep _ 0%Z (Z.of_nat (base f 0))) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun i => Z.of_nat (base f i))), seq_nth by lia. reflexivity.
Qed.

End Quota.

(** ** The recurrence by computation: [first] is the first of the steps with room to spare. *)

Definition check_recurrence (k q d : Z) (gap start first : nat) : bool :=
  let s := first - 1 in
  let l := binary_terms k q d (s + gap) in
  let h i := nth i l 0%Z in
  (1 <=? d)%Z && (d <=? k)%Z && (d <=? k + q)%Z && (1 <=? gap) && (gap <=? s) && (gap <? start)
  && forallb (fun j =>
       (d * h j <=? k * h (S j - gap)%nat + Z.min q 0)%Z && (k * h (j - gap)%nat + Z.max (q + 1) 0 <=? d * h j)%Z)
       (seq s (S gap))
  && forallb (fun i => (h i =? h (i - 1)%nat + h (i - gap)%nat)%Z) (seq (start - 1) (S first - start)).

Theorem recurrence_by_computation (k q d : Z) (gap start first : nat) : check_recurrence k q d gap start first = true ->
  forall p, start <= p -> term (quota k q d) p = term (quota k q d) (p - 1) + term (quota k q d) (p - gap).
Proof.
  unfold check_recurrence. cbv zeta. rewrite !andb_true_iff, !Z.leb_le, !Nat.leb_le, Nat.ltb_lt, !forallb_forall.
  intros [[[[[[[H1 H2] H3] H4] H5] H6] rooms] early] p Hp. unfold term.
  pose proof (nth_binary_terms k q d H1 H2 H3 gap H4 (first - 1 + gap)) as value.
  destruct (Nat.le_gt_cases p first) as [L|L].
  - specialize (early (p - 1) ltac:(apply in_seq; lia)). apply Z.eqb_eq in early.
    rewrite !value in early by lia. replace (p - gap - 1) with (p - 1 - gap) by lia. lia.
  - assert (R : forall j, first - 1 <= j -> room k q d gap j).
    { apply (room_for_ever k q d H1 H2 H3 gap H4). intros j Hj.
      specialize (rooms j ltac:(apply in_seq; lia)). rewrite andb_true_iff, !Z.leb_le in rooms.
      rewrite !value in rooms by lia. split; [lia|exact rooms]. }
    pose proof (room_step k q d H1 H2 H3 gap H4 (p - 2) (R (p - 2) ltac:(lia))) as E.
    replace (S (p - 2)) with (p - 1) in E by lia. rewrite E. f_equal; f_equal; lia.
Qed.

(** And who wins, by the same numbers: the least part of the greedy sum. *)

Definition check_quota (k q d : Z) : bool := (1 <=? d)%Z && (d <=? k)%Z && (d <=? k + q)%Z.

Theorem outcome_by_computation (k q d : Z) : check_quota k q d = true -> forall n x,
  P_position normal (G := takeaway (quota k q d)) (n, x) <-> n = 0 \/ x < least_part (quota k q d) n.
Proof.
  unfold check_quota. rewrite !andb_true_iff, !Z.leb_le. intros [[H1 H2] H3]. apply takeaway_quota; assumption.
Qed.

Theorem misere_outcome_by_computation (k q d : Z) : check_quota k q d = true -> forall n x, 1 <= x ->
  P_position misere (G := takeaway (quota k q d)) (S n, x) <-> n = 0 \/ x < least_part (quota k q d) n.
Proof.
  unfold check_quota. rewrite !andb_true_iff, !Z.leb_le. intros [[H1 H2] H3]. apply takeaway_quota_misere; assumption.
Qed.
