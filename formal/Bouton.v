(** * Nim

    Take any number of counters from one heap.  Bouton (1901): in normal play a position is lost exactly where the nim-sum of the
    heaps is 0; in misère play too, except where no heap has two counters: then where the nim-sum is 1. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game Heaps.
Import ListNotations.

Definition nim_rule : rule.
Proof.
  refine (Rule (fun n => map (fun m => [m]) (seq 0 n)) (fun n => n) _).
  intros n hs H. apply in_map_iff in H. destruct H as [m [<- H]]. apply in_seq in H. cbn. lia.
Defined.

Lemma nim_rule_moves n new : In new (moves nim_rule n) <-> exists m, new = [m] /\ m < n.
Proof.
  cbn. rewrite in_map_iff. split.
  - intros [m [<- H]]. apply in_seq in H. exists m. split; [reflexivity|lia].
  - intros [m [-> H]]. exists m. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma nim_value_of_heap n : nim nim_rule n = n.
Proof.
  apply (nim_sequence_unique nim_rule (fun n => n)). clear n. intros n. split.
  - intros [hs [H E]]. apply nim_rule_moves in H. destruct H as [m [-> H]]. cbn in E. rewrite Nat.lxor_0_r in E. lia.
  - intros u Hu. exists [u]. split; [apply nim_rule_moves; exists u; tauto|]. cbn. apply Nat.lxor_0_r.
Qed.

Theorem Bouton (hs : list nat) : P_position normal (G := heaps nim_rule) hs <-> nim_sum hs = 0.
Proof. rewrite heaps_lost_iff, (map_ext _ _ nim_value_of_heap), map_id. reflexivity. Qed.

(** ** Misère play *)

Definition some_heap_of_two (hs : list nat) : bool := existsb (fun h => 2 <=? h) hs.

Lemma some_heap_middle l h r : some_heap_of_two (l ++ h :: r) = (2 <=? h) || some_heap_of_two (l ++ r).
Proof.
  unfold some_heap_of_two. rewrite !existsb_app. cbn [existsb].
  destruct (existsb _ l), (2 <=? h), (existsb _ r); reflexivity.
Qed.

Lemma nim_sum_of_middle l h r : nim_sum (l ++ h :: r) = Nat.lxor h (nim_sum (l ++ r)).
Proof.
  rewrite !nim_sum_app. cbn [nim_sum fold_right]. fold (nim_sum r).
  rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (nim_sum l) h). reflexivity.
Qed.

Lemma no_heap_of_two hs : some_heap_of_two hs = false -> nim_sum hs = 0 \/ nim_sum hs = 1.
Proof.
  induction hs as [|h hs IH]; [left; reflexivity|]. unfold some_heap_of_two in *. cbn [existsb]. intros H.
  apply orb_false_iff in H. destruct H as [Hh H]. apply Nat.leb_gt in Hh. unfold nim_sum in *. cbn [fold_right].
  destruct (IH H) as [-> | ->]; destruct h as [|[|h]]; try lia; cbn; auto.
Qed.

Lemma nim_option (l : list nat) h r m : m < h ->
  In (l ++ m :: r) (options (g := heaps nim_rule) (l ++ h :: r)).
Proof.
  intros H. cbn. apply in_move_one. exists l, h, [m], r. repeat split. apply nim_rule_moves. exists m. tauto.
Qed.

Lemma nim_options (x y : list nat) : In y (options (g := heaps nim_rule) x) ->
  exists l h r m, x = l ++ h :: r /\ y = l ++ m :: r /\ m < h.
Proof.
  intros H. cbn in H. apply in_move_one in H. destruct H as [l [h [new [r [E [Hn ->]]]]]].
  apply nim_rule_moves in Hn. destruct Hn as [m [-> Hm]]. exists l, h, r, m. tauto.
Qed.

Theorem Bouton_misere (hs : list nat) : P_position misere (G := heaps nim_rule) hs <->
  nim_sum hs = if some_heap_of_two hs then 0 else 1.
Proof.
  revert hs.
  apply (P_positions_are misere (heaps nim_rule) (fun hs => nim_sum hs = if some_heap_of_two hs then 0 else 1)).
  - intros x. destruct (Nat.eq_dec (nim_sum x) (if some_heap_of_two x then 0 else 1)); tauto.
  - intros x E. split; [|discriminate]. intros H. exfalso.
    assert (zero : forall l, incl l x -> nim_sum l = 0 /\ some_heap_of_two l = false).
    { induction l as [|h l IH]; intros Hl; [split; reflexivity|].
      destruct IH as [IH1 IH2]; [intros z Hz; apply Hl; right; exact Hz|].
      assert (h = 0).
      { destruct h as [|h]; [reflexivity|exfalso].
        destruct (in_split (S h) x) as [l1 [l2 E2]]; [apply Hl; left; reflexivity|].
        pose proof (nim_option l1 (S h) l2 0 ltac:(lia)) as O. rewrite <- E2, E in O. destruct O. }
      subst h. split; [|exact IH2]. change (Nat.lxor 0 (nim_sum l) = 0). rewrite IH1. reflexivity. }
    destruct (zero x (incl_refl x)) as [Z1 Z2]. rewrite Z1, Z2 in H. discriminate.
  - intros x y H Hy H'. apply nim_options in Hy. destruct Hy as [l [h [r [m [-> [-> Hm]]]]]].
    rewrite some_heap_middle, nim_sum_of_middle in *.
    assert (same : Nat.lxor h (nim_sum (l ++ r)) = Nat.lxor m (nim_sum (l ++ r)) -> False).
    { intros E. apply lxor_cancel in E. lia. }
    destruct (some_heap_of_two (l ++ r)) eqn:R; rewrite ?orb_true_r, ?orb_false_r in *; [apply same; congruence|].
    destruct (2 <=? h) eqn:B.
    + apply Nat.leb_le in B. apply Nat.lxor_eq in H. destruct (no_heap_of_two _ R); lia.
    + apply Nat.leb_gt in B. replace (2 <=? m) with false in H' by (symmetry; apply Nat.leb_gt; lia).
      apply same. congruence.
  - intros x H nonterminal. destruct (some_heap_of_two x) eqn:B.
    + pose proof (nim_value_is_mex (heaps nim_rule) x) as [_ below].
      rewrite nim_value_of_heaps, (map_ext _ _ nim_value_of_heap), map_id in below.
      destruct (below 0) as [y [Hy E]]; [lia|].
      rewrite nim_value_of_heaps, (map_ext _ _ nim_value_of_heap), map_id in E.
      destruct (some_heap_of_two y) eqn:By; [exists y; rewrite By; tauto|].
      apply nim_options in Hy. destruct Hy as [l [h [r [m [-> [-> Hm]]]]]].
      rewrite some_heap_middle in B, By. apply orb_false_iff in By. destruct By as [_ By].
      rewrite By, orb_false_r in B. apply Nat.leb_le in B.
      destruct (no_heap_of_two _ By) as [S|S];
        [exists (l ++ 1 :: r)|exists (l ++ 0 :: r)]; (split; [apply nim_option; lia|]);
        rewrite some_heap_middle, nim_sum_of_middle, By, S; reflexivity.
    + assert (Z : nim_sum x = 0) by (destruct (no_heap_of_two x B); lia).
      destruct (options (g := heaps nim_rule) x) as [|y ys] eqn:E; [congruence|].
      assert (Hy : In y (options (g := heaps nim_rule) x)) by (rewrite E; left; reflexivity). rewrite <- E.
      apply nim_options in Hy. destruct Hy as [l [h [r [m [-> [_ Hm]]]]]].
      rewrite some_heap_middle in B. apply orb_false_iff in B. destruct B as [Bh B]. apply Nat.leb_gt in Bh.
      rewrite nim_sum_of_middle in Z. apply Nat.lxor_eq in Z.
      exists (l ++ 0 :: r). split; [apply nim_option; lia|].
      rewrite some_heap_middle, nim_sum_of_middle, B, <- Z. replace h with 1 by lia. reflexivity.
Qed.
