(** * Take-away games: the last take bounds the next

    A position is a heap of [n] counters and a quota [q].  A move takes [k] counters, 1 <= k <= n and k <= q; the next quota is
    [f k].  Schwenk (1970): where [f] never falls, the game has a base H, each number is a sum of terms of the base, taken
    greedily, and the player to move wins exactly where the least part is within the quota; to take it wins.  With [f k = 2k]
    this is Whinihan's theorem on Fibonacci nim. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game.
Import ListNotations.

Section TakeAway.

Variable f : nat -> nat.

Definition takeaway : game.
Proof.
  refine (Game (nat * nat) (fun '(n, q) => map (fun k => (n - k, f k)) (seq 1 (min n q))) fst _).
  intros [n q] [n' q'] H. apply in_map_iff in H. destruct H as [k [E H]]. apply in_seq in H. inversion E. cbn. lia.
Defined.

Lemma in_takeaway n q y : In y (options (g := takeaway) (n, q)) <-> exists k, 1 <= k <= n /\ k <= q /\ y = (n - k, f k).
Proof.
  cbn. rewrite in_map_iff. split.
  - intros [k [<- H]]. apply in_seq in H. exists k. repeat split; lia.
  - intros [k [H1 [H2 ->]]]. exists k. split; [reflexivity|apply in_seq; lia].
Qed.

(** ** The base

    H 0 = 1, and H (j+1) = H j + H m with the least m such that f (H m) >= H j. *)

Fixpoint terms (j : nat) : list nat :=
  match j with
  | 0 => [1]
  | S i => let l := terms i in let h := last l 0 in
           l ++ [h + match find (fun x => h <=? f x) l with Some x => x | None => h end]
  end.

Definition base (j : nat) : nat := last (terms j) 0.

Lemma terms_are j : terms j = map base (seq 0 (S j)).
Proof.
  induction j as [|j IH]; [reflexivity|]. rewrite seq_S, map_app, <- IH. cbn [map Nat.add].
  unfold base at 1. cbn [terms]. cbv zeta. rewrite last_last. reflexivity.
Qed.

Hypothesis f_never_falls : forall x y, x <= y -> f x <= f y.
Hypothesis f_lets_repeat : forall x, 1 <= x -> x <= f x.

Lemma find_first (p : nat -> bool) (h : nat -> nat) n : (exists i, i < n /\ p (h i) = true) ->
  exists m, m < n /\ find p (map h (seq 0 n)) = Some (h m) /\ p (h m) = true /\ forall i, i < m -> p (h i) = false.
Proof.
  assert (general : forall n s, (exists i, s <= i < s + n /\ p (h i) = true) ->
    exists m, s <= m < s + n /\ find p (map h (seq s n)) = Some (h m) /\ p (h m) = true /\
      forall i, s <= i < m -> p (h i) = false).
  { clear n. induction n as [|n IH]; intros s [i [Hi Hp]]; [lia|]. cbn [seq map find].
    destruct (p (h s)) eqn:E.
    - exists s. repeat split; try lia; assumption.
    - destruct (IH (S s)) as [m [Hm [F [Pm first]]]].
      + exists i. split; [|exact Hp]. assert (i <> s) by congruence. lia.
      + exists m. split; [lia|]. split; [exact F|]. split; [exact Pm|]. intros i' Hi'.
        destruct (Nat.eq_dec i' s) as [->|Ne]; [exact E|]. apply first. lia. }
  intros [i [Hi Hp]]. destruct (general n 0) as [m [Hm [F [Pm first]]]].
  - exists i. split; [lia|exact Hp].
  - exists m. split; [lia|]. split; [exact F|]. split; [exact Pm|]. intros i' Hi'. apply first. lia.
Qed.

Lemma base_0 : base 0 = 1. Proof. reflexivity. Qed.

Lemma base_succ j : base (S j) =
  base j + match find (fun x => base j <=? f x) (map base (seq 0 (S j))) with Some x => x | None => base j end.
Proof. rewrite <- terms_are. unfold base at 1. cbn [terms]. cbv zeta. rewrite last_last. reflexivity. Qed.

Lemma base_step_weak j : base j <= base (S j) /\ (1 <= base j -> exists m, m <= j /\ base (S j) = base j + base m /\
    base j <= f (base m) /\ forall i, i < m -> f (base i) < base j).
Proof.
  rewrite base_succ. split; [lia|]. intros pos. destruct (find_first (fun x => base j <=? f x) base (S j)) as [m [Hm [-> [Pm first]]]].
  - exists j. split; [lia|]. apply Nat.leb_le, f_lets_repeat, pos.
  - exists m. split; [lia|]. split; [reflexivity|]. split; [apply Nat.leb_le, Pm|].
    intros i Hi. apply Nat.leb_gt, first, Hi.
Qed.

Lemma base_pos j : 1 <= base j.
Proof. induction j as [|j IH]; [cbn; lia|]. destruct (base_step_weak j). lia. Qed.

Theorem base_step j : exists m, m <= j /\ base (S j) = base j + base m /\
  base j <= f (base m) /\ forall i, i < m -> f (base i) < base j.
Proof. apply base_step_weak, base_pos. Qed.

Lemma base_grows j : base j < base (S j).
Proof. destruct (base_step j) as [m [_ [-> _]]]. pose proof (base_pos m). lia. Qed.

Lemma base_increasing i j : i < j -> base i < base j.
Proof. induction 1 as [|j _ IH]; [apply base_grows|]. pose proof (base_grows j). lia. Qed.

Lemma base_mono i j : i <= j -> base i <= base j.
Proof. intros H. destruct (Nat.eq_dec i j) as [->|Ne]; [lia|]. pose proof (base_increasing i j). lia. Qed.

Lemma base_index i j : base i < base j -> i < j.
Proof. intros H. destruct (Nat.le_gt_cases j i) as [L|L]; [|exact L]. pose proof (base_mono j i L). lia. Qed.

Lemma base_above n : n < base n.
Proof. induction n as [|n IH]; [cbn; lia|]. pose proof (base_grows n). lia. Qed.

Lemma base_around n : 1 <= n -> exists i, base i <= n < base (S i).
Proof.
  intros H. assert (general : forall j, n < base j -> exists i, base i <= n < base (S i)).
  { induction j as [|j IH]; intros Hj; [cbn in Hj; lia|].
    destruct (Nat.le_gt_cases (base j) n) as [L|L]; [exists j; lia|apply IH, L]. }
  apply (general n), base_above.
Qed.

(** ** Greedy sums

    The greatest term that fits, then the rest. *)

Fixpoint greedy_below (j n : nat) : list nat :=
  match j with
  | 0 => []
  | S i => if base i <=? n then base i :: greedy_below i (n - base i) else greedy_below i n
  end.

Definition greedy (n : nat) : list nat := greedy_below n n.

(** The least part: the last one. Of 0 there is none. *)
Definition least_part (n : nat) : nat := last (greedy n) 0.

Lemma greedy_below_any j n : n < base j -> greedy_below j n = greedy n.
Proof.
  unfold greedy. pose proof (base_above n) as A. intros H.
  assert (up : forall d k, n < base k -> greedy_below (d + k) n = greedy_below k n).
  { induction d as [|d IH]; intros k Hk; [reflexivity|]. cbn [Nat.add greedy_below].
    replace (base (d + k) <=? n) with false; [apply IH, Hk|].
    symmetry. apply Nat.leb_gt. pose proof (base_mono k (d + k)). lia. }
  destruct (Nat.le_gt_cases j n) as [L|L].
  - replace n with ((n - j) + j) at 2 by lia. symmetry. apply up, H.
  - replace j with ((j - n) + n) by lia. apply up, A.
Qed.

Lemma remainder_small i n : n < base (S i) -> n - base i < base i.
Proof. destruct (base_step i) as [m [Hm [-> _]]]. pose proof (base_mono m i Hm). pose proof (base_pos i). lia. Qed.

Theorem greedy_step i n : base i <= n < base (S i) -> greedy n = base i :: greedy (n - base i).
Proof.
  intros [lo hi]. rewrite <- (greedy_below_any (S i) n hi). cbn [greedy_below].
  replace (base i <=? n) with true by (symmetry; apply Nat.leb_le; exact lo).
  rewrite (greedy_below_any i) by (apply remainder_small, hi). reflexivity.
Qed.

Lemma least_part_step i n : base i < n < base (S i) -> least_part n = least_part (n - base i).
Proof.
  intros H. unfold least_part. rewrite (greedy_step i n) by lia.
  destruct (base_around (n - base i)) as [i' Hi']; [lia|].
  rewrite (greedy_step i' (n - base i) Hi'). reflexivity.
Qed.

Lemma least_part_of_base i : least_part (base i) = base i.
Proof.
  unfold least_part. rewrite (greedy_step i (base i)) by (pose proof (base_grows i); lia).
  rewrite Nat.sub_diag. reflexivity.
Qed.

Theorem greedy_sum n : list_sum (greedy n) = n.
Proof.
  induction n as [n IH] using lt_wf_ind. destruct (Nat.eq_dec n 0) as [->|Ne]; [reflexivity|].
  destruct (base_around n) as [i Hi]; [lia|]. rewrite (greedy_step i n Hi).
  change (base i + list_sum (greedy (n - base i)) = n). rewrite IH; [lia|]. pose proof (base_pos i). lia.
Qed.

Lemma least_part_bounds n : 1 <= n -> 1 <= least_part n <= n.
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hn. destruct (base_around n Hn) as [i Hi]. pose proof (base_pos i).
  destruct (Nat.eq_dec n (base i)) as [->|Ne]; [rewrite least_part_of_base; lia|].
  rewrite (least_part_step i n) by lia. specialize (IH (n - base i)). lia.
Qed.

(** The quota after the least part does not let the opponent take the next part. *)

Lemma after_the_least_part n : 1 <= n -> n <> least_part n -> f (least_part n) < least_part (n - least_part n).
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hn Ne. destruct (base_around n Hn) as [i Hi].
  pose proof (base_pos i) as pos.
  destruct (Nat.eq_dec n (base i)) as [E|Ne']; [rewrite E, least_part_of_base in Ne; lia|].
  set (r := n - base i) in *. assert (Er : least_part n = least_part r) by (apply least_part_step; lia).
  pose proof (least_part_bounds r ltac:(lia)) as Br. rewrite Er.
  destruct (Nat.eq_dec r (least_part r)) as [E|E].
  - rewrite <- E. replace (n - r) with (base i) by lia. rewrite least_part_of_base.
    destruct (base_step i) as [m [Hm [S1 [S2 S3]]]].
    destruct (base_around r ltac:(lia)) as [i' Hi'].
    assert (E' : r = base i').
    { destruct (Nat.eq_dec r (base i')) as [Q|Q]; [exact Q|exfalso].
      pose proof (base_pos i'). rewrite (least_part_step i' r) in E by lia.
      pose proof (least_part_bounds (r - base i') ltac:(lia)). lia. }
    rewrite E'. apply S3, base_index. lia.
  - specialize (IH r ltac:(lia) ltac:(lia) E).
    replace (least_part (n - least_part r)) with (least_part (r - least_part r)); [exact IH|].
    replace (r - least_part r) with (n - least_part r - base i) by lia. symmetry. apply least_part_step. lia.
Qed.

(** A smaller take leaves a least part within the next quota. *)

Lemma after_less_than_a_term i : forall k, 1 <= k < base i -> least_part (base i - k) <= f k.
Proof.
  induction i as [i IH] using lt_wf_ind. intros k Hk. destruct i as [|i]; [cbn in Hk; lia|].
  destruct (base_step i) as [m [Hm [S1 [S2 S3]]]]. pose proof (base_pos m). rewrite S1 in *.
  destruct (Nat.le_gt_cases (base m) k) as [L|L].
  - pose proof (least_part_bounds (base i + base m - k) ltac:(lia)). pose proof (f_never_falls _ _ L). lia.
  - rewrite (least_part_step i) by lia. replace (base i + base m - k - base i) with (base m - k) by lia.
    apply IH; lia.
Qed.

Lemma after_less_than_the_least_part n k : 1 <= k < least_part n -> least_part (n - k) <= f k.
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hk.
  assert (Hn : 1 <= n) by (destruct n; [cbn in Hk; lia|lia]).
  destruct (base_around n Hn) as [i Hi]. pose proof (base_pos i).
  destruct (Nat.eq_dec n (base i)) as [E|Ne].
  - rewrite E in *. rewrite least_part_of_base in Hk. apply after_less_than_a_term, Hk.
  - rewrite (least_part_step i n) in Hk by lia. pose proof (least_part_bounds (n - base i) ltac:(lia)).
    rewrite (least_part_step i) by lia. replace (n - k - base i) with (n - base i - k) by lia. apply IH; lia.
Qed.

(** ** Schwenk's theorem, in normal play: lost exactly where the least part is above the quota. *)

Theorem Schwenk n q : P_position normal (G := takeaway) (n, q) <-> n = 0 \/ q < least_part n.
Proof.
  apply (P_positions_are normal takeaway (fun '(n, q) => n = 0 \/ q < least_part n)); clear n q.
  - intros [n q]. destruct (Nat.eq_dec n 0); [tauto|]. destruct (lt_dec q (least_part n)); tauto.
  - intros [n q] E. split; [reflexivity|intros _]. destruct n as [|n]; [left; reflexivity|right].
    destruct q as [|q]; [|discriminate]. apply least_part_bounds. lia.
  - intros [n q] y H Hy. apply in_takeaway in Hy. destruct Hy as [k [Hk [Hq ->]]].
    destruct H as [->|H]; [lia|]. pose proof (least_part_bounds n ltac:(lia)).
    pose proof (after_less_than_the_least_part n k ltac:(lia)). lia.
  - intros [n q] H _. assert (Hn : 1 <= n) by lia. pose proof (least_part_bounds n Hn).
    exists (n - least_part n, f (least_part n)). split.
    + apply in_takeaway. exists (least_part n). repeat split; lia.
    + destruct (Nat.eq_dec n (least_part n)) as [E|E]; [left; lia|right]. apply after_the_least_part; [exact Hn|exact E].
Qed.

(** ** Misère play: one counter less. *)

Theorem Schwenk_misere n q : 1 <= q -> P_position misere (G := takeaway) (S n, q) <-> P_position normal (G := takeaway) (n, q).
Proof.
  revert q. induction n as [n IH] using lt_wf_ind. intros q Hq.
  unfold P_position in *. pose proof (mover_wins_iff misere takeaway (S n, q)) as M.
  pose proof (mover_wins_iff normal takeaway (n, q)) as N.
  assert (empty : mover_wins misere (G := takeaway) (0, q) = true) by reflexivity.
  assert (same : mover_wins misere (G := takeaway) (S n, q) = true <-> mover_wins normal (G := takeaway) (n, q) = true).
  { rewrite M, N. split.
    - intros [[E _]|[y [Hy Py]]].
      + exfalso. assert (H : In (n, f 1) (options (g := takeaway) (S n, q))).
        { apply in_takeaway. exists 1. repeat split; try lia. rewrite Nat.sub_succ, Nat.sub_0_r. reflexivity. }
        rewrite E in H. destruct H.
      + right. apply in_takeaway in Hy. destruct Hy as [k [Hk [Hkq ->]]].
        destruct (Nat.eq_dec k (S n)) as [->|Ne].
        * rewrite Nat.sub_diag in Py. discriminate Py.
        * exists (n - k, f k). split; [apply in_takeaway; exists k; repeat split; lia|].
          apply IH; [lia|pose proof (f_lets_repeat k); lia|].
          replace (S (n - k)) with (S n - k) by lia. exact Py.
    - intros [[_ E]|[y [Hy Py]]]; [discriminate|]. right.
      apply in_takeaway in Hy. destruct Hy as [k [Hk [Hkq ->]]]. exists (S n - k, f k). split.
      + apply in_takeaway. exists k. repeat split; lia.
      + replace (S n - k) with (S (n - k)) by lia. apply IH; [lia|pose proof (f_lets_repeat k); lia|exact Py]. }
  destruct (mover_wins misere (G := takeaway) (S n, q)), (mover_wins normal (G := takeaway) (n, q)); intuition congruence.
Qed.

End TakeAway.

(** ** Quotas [k * x + q] *)

Corollary takeaway_linear k q : 1 <= k -> forall n quota,
  P_position normal (G := takeaway (fun x => k * x + q)) (n, quota) <-> n = 0 \/ quota < least_part (fun x => k * x + q) n.
Proof. intros Hk. apply Schwenk; intros; nia. Qed.

Corollary takeaway_linear_misere k q : 1 <= k -> forall n quota, 1 <= quota ->
  P_position misere (G := takeaway (fun x => k * x + q)) (S n, quota) <-> n = 0 \/ quota < least_part (fun x => k * x + q) n.
Proof.
  intros Hk n quota Hq. rewrite Schwenk_misere by (exact Hq || (intros; nia)).
  apply takeaway_linear, Hk.
Qed.

(** ** Fibonacci nim (Whinihan 1963)

    With the quota [2 x] the base is 1, 2, 3, 5, 8, …; so the greedy sum is Zeckendorf's.  The first player may take any number but
    not all: that is the quota [n - 1]. *)

Fixpoint fibonacci (j : nat) : nat :=
  match j with
  | 0 => 1
  | S i => match i with 0 => 2 | S h => fibonacci i + fibonacci h end
  end.

Definition double (x : nat) : nat := 2 * x.

Theorem base_of_Fibonacci_nim j : base double j = fibonacci j.
Proof.
  set (f := double). assert (fi : forall x, 1 <= x -> x <= f x) by (unfold f, double; intros; lia).
  induction j as [j IH] using lt_wf_ind. destruct j as [|[|j]]; [reflexivity|reflexivity|].
  change (fibonacci (S (S j))) with (fibonacci (S j) + fibonacci j). rewrite <- !IH by lia.
  destruct (base_step f fi (S j)) as [m [Hm [-> [S2 S3]]]]. f_equal. f_equal.
  pose proof (base_mono f fi) as mono. pose proof (base_increasing f fi) as incr.
  (* 2 H (j-1) < H (j+1) = H j + H (j-1) <= 2 H j *)
  destruct j as [|j].
  - destruct m as [|m]; [reflexivity|]. specialize (S3 0 ltac:(lia)). cbn in S3. lia.
  - assert (E : base f (S (S j)) = base f (S j) + base f j).
    { rewrite !IH by lia. reflexivity. }
    specialize (incr j (S j) ltac:(lia)).
    assert (double : forall x, f x = 2 * x) by (intros x; unfold f, double; lia).
    destruct (lt_eq_lt_dec m (S j)) as [[L|L]|L]; [exfalso|exact L|exfalso].
    + specialize (mono m j ltac:(lia)). rewrite double in S2. lia.
    + specialize (S3 (S j) L). rewrite double in S3. lia.
Qed.

Theorem Whinihan n q : P_position normal (G := takeaway double) (n, q) <-> n = 0 \/ q < least_part double n.
Proof. apply Schwenk; unfold double; intros; lia. Qed.

(** All but the whole heap may be taken first: lost exactly at the Fibonacci numbers. *)

Theorem first_move_of_Fibonacci_nim n : 2 <= n ->
  P_position normal (G := takeaway double) (n, n - 1) <-> exists j, n = fibonacci j.
Proof.
  intros Hn. assert (fi : forall x, 1 <= x -> x <= double x) by (unfold double; intros; lia).
  rewrite Whinihan. pose proof (least_part_bounds double fi n ltac:(lia)) as B. split.
  - intros [H|H]; [lia|]. destruct (base_around double fi n ltac:(lia)) as [i Hi]. exists i.
    rewrite <- base_of_Fibonacci_nim. destruct (Nat.eq_dec n (base double i)) as [E|E]; [exact E|exfalso].
    rewrite (least_part_step _ fi i n) in H by lia. pose proof (base_pos double fi i).
    pose proof (least_part_bounds double fi (n - base double i) ltac:(lia)). lia.
  - intros [j ->]. right. rewrite <- base_of_Fibonacci_nim, least_part_of_base by exact fi.
    pose proof (base_pos double fi j). lia.
Qed.
