(** * Subtraction games

    From a heap one may take as many counters as a set says.  A subtraction game is a code with the digits 3 and 0, and
    the theorem of Guy and Smith with one heap left is the repeated window: as many equal consecutive values as the
    greatest amount prove a period for ever.  With the amounts 1 to m the nim-value of n is n mod (m+1), and article 001's rule of
    parity follows. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game Heaps TakingBreaking.
Import ListNotations.

Definition subtraction (amounts : list nat) : code :=
  0 :: map (fun k => if existsb (Nat.eqb k) amounts then 3 else 0) (seq 1 (fold_right max 0 amounts)).

Lemma in_below_max k l : In k l -> k <= fold_right max 0 l.
Proof. induction l as [|m l IH]; cbn; [tauto|]. intros [->|H]; [lia|apply IH in H; lia]. Qed.

Lemma digit_of_subtraction amounts k : nth k (subtraction amounts) 0 =
  if (1 <=? k) && existsb (Nat.eqb k) amounts then 3 else 0.
Proof.
  unfold subtraction. destruct k as [|k]; [reflexivity|]. cbn [nth].
  set (m := fold_right max 0 amounts). set (f := fun k => if existsb (Nat.eqb k) amounts then 3 else 0).
  change (1 <=? S k) with true. rewrite andb_true_l. destruct (Nat.le_gt_cases m k) as [L|L].
  - rewrite nth_overflow by (rewrite map_length, seq_length; exact L).
    destruct (existsb (Nat.eqb (S k)) amounts) eqn:E; [|reflexivity].
    apply mem_nat, in_below_max in E. unfold m in L. lia.
  - rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, seq_length; exact L).
    rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.

Lemma subtraction_allows amounts k c :
  allows (subtraction amounts) k c = true <-> c <= 1 /\ 1 <= k /\ In k amounts.
Proof.
  unfold allows. rewrite andb_true_iff, Nat.leb_le, digit_of_subtraction, <- mem_nat.
  destruct k as [|k]; cbn [Nat.leb andb].
  - rewrite Nat.bits_0. split; [intros [H _]; discriminate|lia].
  - destruct (existsb (Nat.eqb (S k)) amounts).
    + destruct c as [|[|c]].
      * cbn. split; intros _; repeat split; lia.
      * cbn. split; intros _; repeat split; lia.
      * replace (Nat.testbit 3 (S (S c))) with false by (symmetry; apply Nat.bits_above_log2; cbn; lia).
        split; [intros [H _]; discriminate|lia].
    + rewrite Nat.bits_0. split; [intros [H _]; discriminate|intros [_ [_ H]]; discriminate].
Qed.

(** The values reached from [n] are those of [n - k], for the amounts [k]; 0 counters have the value 0. *)

Theorem subtraction_reaches amounts (v : nat -> nat) n u : v 0 = 0 ->
  (reaches (taking_breaking (subtraction amounts)) v n u <-> exists k, In k amounts /\ 1 <= k <= n /\ v (n - k) = u).
Proof.
  intros v0. unfold reaches. cbn [moves taking_breaking]. split.
  - intros [hs [H E]]. apply in_take in H. destruct H as [k [A [tot pos]]].
    apply subtraction_allows in A. destruct A as [len [Hk Hin]]. exists k. split; [exact Hin|]. split; [lia|].
    destruct hs as [|b [|c hs]]; cbn in len, tot, E; [| |lia].
    + replace (n - k) with 0 by lia. congruence.
    + rewrite Nat.lxor_0_r in E. replace (n - k) with b by lia. exact E.
  - intros [k [Hin [Hk E]]]. destruct (Nat.eq_dec n k) as [->|Ne].
    + exists []. split; [|rewrite Nat.sub_diag in E; cbn; congruence]. apply in_take. exists k.
      repeat split; [apply subtraction_allows; cbn; repeat split; [lia|lia|exact Hin]|cbn; lia|constructor].
    + exists [n - k]. split; [|cbn; rewrite Nat.lxor_0_r; exact E]. apply in_take. exists k.
      repeat split; [apply subtraction_allows; cbn; repeat split; [lia|lia|exact Hin]|cbn; lia|].
      constructor; [lia|constructor].
Qed.

Lemma most_heaps_of_subtraction amounts : most_heaps (subtraction amounts) <= 1.
Proof.
  unfold most_heaps, subtraction. cbn [map fold_right]. rewrite map_map. change (Nat.log2 0) with 0.
  induction (seq 1 (fold_right max 0 amounts)) as [|k l IH]; cbn [map fold_right]; [lia|].
  destruct (existsb (Nat.eqb k) amounts); [change (Nat.log2 3) with 1|change (Nat.log2 0) with 0]; lia.
Qed.

(** The repeated window: with the greatest amount m, the values at n0, …, n0+m-1 equal those at n0+p, …, n0+p+m-1. *)

Theorem repeated_window amounts n0 p :
  1 <= n0 -> 1 <= p -> 
  (forall n, n0 <= n < n0 + fold_right max 0 amounts ->
     nim (taking_breaking (subtraction amounts)) (n + p) = nim (taking_breaking (subtraction amounts)) n) ->
  forall n, n0 <= n -> nim (taking_breaking (subtraction amounts)) (n + p) = nim (taking_breaking (subtraction amounts)) n.
Proof.
  intros Hn0 Hp start.
  apply (Guy_Smith (subtraction amounts) _ 1 (fold_right max 0 amounts) n0 p).
  - apply nim_is_sequence.
  - unfold subtraction. cbn [length]. rewrite map_length, seq_length. lia.
  - apply most_heaps_of_subtraction.
  - lia.
  - exact Hn0.
  - exact Hp.
  - intros n Hn Hn'. apply start. lia.
Qed.

(** ** Bounded nim: take 1 to m *)

Definition bounded_nim (m : nat) : rule := taking_breaking (subtraction (seq 1 m)).

Theorem nim_value_of_bounded_nim m n : nim (bounded_nim m) n = n mod (S m).
Proof.
  apply (nim_sequence_unique (bounded_nim m) (fun n => n mod (S m))). clear n. intros n.
  assert (v0 : 0 mod S m = 0) by (apply Nat.mod_0_l; lia).
  pose proof (Nat.div_mod n (S m) ltac:(lia)) as D. pose proof (Nat.mod_upper_bound n (S m) ltac:(lia)) as B.
  set (q := n / S m) in *. set (r := n mod S m) in *.
  split.
  - intros H. apply (subtraction_reaches (seq 1 m) (fun n => n mod (S m)) n _ v0) in H.
    destruct H as [k [Hk [Hk' E]]]. apply in_seq in Hk.
    destruct (Nat.le_gt_cases k r) as [L|L].
    + assert (r - k = (n - k) mod S m) by (apply (Nat.mod_unique _ _ q); lia). lia.
    + destruct q as [|q]; [lia|].
      assert (S m + r - k = (n - k) mod S m) by (apply (Nat.mod_unique _ _ q); nia). lia.
  - intros u Hu. apply (subtraction_reaches (seq 1 m) (fun n => n mod (S m)) n _ v0).
    exists (r - u). split; [apply in_seq; lia|]. split; [lia|].
    symmetry. apply (Nat.mod_unique _ _ q); lia.
Qed.

(** Several rows, normal play: lost exactly where the nim-sum of the remainders is 0. *)

Theorem rows_lost_iff m (rows : list nat) :
  P_position normal (G := heaps (bounded_nim m)) rows <-> nim_sum (map (fun n => n mod S m) rows) = 0.
Proof.
  rewrite heaps_lost_iff. rewrite (map_ext _ _ (nim_value_of_bounded_nim m)). reflexivity.
Qed.

(** Article 001: take 1, 2 or 3.  With n1, n2, n3 rows of remainder 1, 2, 3 modulo 4, the position is lost exactly
    where the three have the same parity. *)

Definition rows_of_remainder (r : nat) (rows : list nat) : nat :=
  length (filter (fun n => n mod 4 =? r) rows).

Lemma nim_sum_of_remainders rows : nim_sum (map (fun n => n mod 4) rows) =
  Nat.lxor (Nat.b2n (Nat.odd (rows_of_remainder 1 rows)))
    (Nat.lxor (2 * Nat.b2n (Nat.odd (rows_of_remainder 2 rows))) (3 * Nat.b2n (Nat.odd (rows_of_remainder 3 rows)))).
Proof.
  unfold rows_of_remainder. induction rows as [|n rows IH]; [reflexivity|].
  cbn [map filter]. unfold nim_sum in *. cbn [fold_right]. rewrite IH.
  pose proof (Nat.mod_upper_bound n 4 ltac:(lia)) as B.
  destruct (n mod 4) as [|[|[|[|r]]]]; [| | | |lia]; cbn [Nat.eqb length]; rewrite ?Nat.odd_succ, <- ?Nat.negb_odd;
    destruct (Nat.odd (length (filter (fun n => n mod 4 =? 1) rows))),
      (Nat.odd (length (filter (fun n => n mod 4 =? 2) rows))),
      (Nat.odd (length (filter (fun n => n mod 4 =? 3) rows))); reflexivity.
Qed.

Theorem parity_rule (rows : list nat) :
  P_position normal (G := heaps (bounded_nim 3)) rows <->
  Nat.odd (rows_of_remainder 1 rows) = Nat.odd (rows_of_remainder 2 rows) /\
  Nat.odd (rows_of_remainder 2 rows) = Nat.odd (rows_of_remainder 3 rows).
Proof.
  rewrite rows_lost_iff, (nim_sum_of_remainders rows).
  destruct (Nat.odd (rows_of_remainder 1 rows)), (Nat.odd (rows_of_remainder 2 rows)),
    (Nat.odd (rows_of_remainder 3 rows)); 
    split; intros H; try (split; reflexivity); try discriminate H; try reflexivity;
    destruct H; discriminate.
Qed.
