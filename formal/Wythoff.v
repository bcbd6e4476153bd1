(** * Wythoff's game, and the same with slack

    Two heaps.  A move takes any number from one heap, or numbers k and l from the two that differ by less than [a].
    With a = 1 this is Wythoff's game (1907); with any a it is Fraenkel's (1982).  The P-positions are the pairs
    (A n, A n + a n), where A n is the least number in no earlier pair.  No square root is needed.  In misère play
    they are the pairs (A n, A n + a n + 1) if a >= 2; if a = 1, only (0,0) and (1,2) change, to (0,1) and (2,2). *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game.
Import ListNotations.

Section Wythoff.

Variable a : nat.

Definition legal (k l : nat) : bool :=
  (1 <=? k + l) && ((k =? 0) || (l =? 0) || ((k <? l + a) && (l <? k + a))).

Definition wythoff : game.
Proof.
  refine (Game (nat * nat) (fun '(x, y) => flat_map (fun k => map (fun l => (x - k, y - l))
    (filter (legal k) (seq 0 (S y)))) (seq 0 (S x))) (fun '(x, y) => x + y) _).
  intros [x y] [x' y'] H. apply in_flat_map in H. destruct H as [k [Hk H]]. apply in_map_iff in H.
  destruct H as [l [E H]]. apply filter_In in H. destruct H as [Hl L]. apply in_seq in Hk, Hl.
  unfold legal in L. apply andb_prop in L. destruct L as [L _]. apply Nat.leb_le in L. inversion E. lia.
Defined.

Lemma in_wythoff x y p : In p (options (g := wythoff) (x, y)) <-> exists k l, k <= x /\ l <= y /\ 1 <= k + l /\
  (k = 0 \/ l = 0 \/ (k < l + a /\ l < k + a)) /\ p = (x - k, y - l).
Proof.
  cbn [options wythoff]. rewrite in_flat_map. split.
  - intros [k [Hk H]]. apply in_map_iff in H. destruct H as [l [<- H]]. apply filter_In in H. destruct H as [Hl L].
    apply in_seq in Hk, Hl. unfold legal in L.
    rewrite andb_true_iff, !orb_true_iff, andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt, Nat.leb_le in L.
    exists k, l. repeat split; try lia; tauto.
  - intros [k [l [Hk [Hl [L1 [L2 ->]]]]]]. exists k. split; [apply in_seq; lia|]. apply in_map_iff. exists l.
    split; [reflexivity|]. apply filter_In. split; [apply in_seq; lia|]. unfold legal.
    rewrite andb_true_iff, !orb_true_iff, andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt, Nat.leb_le. tauto.
Qed.

(** ** The pairs

    [c] is 0 for normal play and 1 for misère play. *)

Variable c : nat.
Hypothesis cases : 1 <= a /\ (c = 0 \/ (c = 1 /\ 2 <= a)).

(** The numbers of the first [n] pairs. *)

Fixpoint used (n : nat) : list nat :=
  match n with
  | 0 => []
  | S m => let x := mex (used m) in x :: (x + a * m + c) :: used m
  end.

Definition A (n : nat) : nat := mex (used n).
Definition B (n : nat) : nat := A n + a * n + c.

Lemma in_used n x : In x (used n) <-> exists i, i < n /\ (x = A i \/ x = B i).
Proof.
  induction n as [|n IH]; cbn [used]; cbv zeta.
  - split; [intros []|intros [i [Hi _]]; lia].
  - fold (A n). fold (B n). split.
    + intros [E|[E|H]]; [exists n; split; [lia|auto]..|].
      apply IH in H. destruct H as [i [Hi E]]. exists i. split; [lia|exact E].
    + intros [i [Hi E]]. destruct (Nat.eq_dec i n) as [->|Ne].
      * destruct E as [-> | ->]; [left|right; left]; reflexivity.
      * right. right. apply IH. exists i. split; [lia|exact E].
Qed.

Lemma A_new n i : i < n -> A n <> A i /\ A n <> B i.
Proof.
  intros Hi. destruct (mex_is_mex (used n)) as [out _]. fold (A n) in out.
  split; intros E; apply out, in_used; exists i; auto.
Qed.

Lemma A_least n x : x < A n -> exists i, i < n /\ (x = A i \/ x = B i).
Proof. intros H. apply in_used. destruct (mex_is_mex (used n)) as [_ below]. apply below, H. Qed.

Lemma A_increasing m n : m < n -> A m < A n.
Proof.
  intros H. destruct (A_new n m H) as [Ne _].
  destruct (Nat.lt_ge_cases (A n) (A m)) as [L|L]; [exfalso|lia].
  destruct (A_least m _ L) as [i [Hi E]]. destruct (A_new n i); lia.
Qed.

Lemma A_above n : n <= A n.
Proof. induction n as [|n IH]; [lia|]. pose proof (A_increasing n (S n)). lia. Qed.

Lemma A_injective m n : A m = A n -> m = n.
Proof.
  intros E. destruct (lt_eq_lt_dec m n) as [[L|L]|L]; [|exact L|]; apply A_increasing in L; lia.
Qed.

Lemma B_injective m n : B m = B n -> m = n.
Proof.
  unfold B. intros E. destruct (lt_eq_lt_dec m n) as [[L|L]|L]; [exfalso|exact L|exfalso];
    pose proof (A_increasing _ _ L); nia.
Qed.

Lemma A_is_B m n : A m = B n -> m = 0 /\ n = 0 /\ c = 0.
Proof.
  intros E. destruct (lt_eq_lt_dec m n) as [[L|L]|L].
  - pose proof (A_increasing _ _ L). unfold B in E. lia.
  - subst. unfold B in E. nia.
  - destruct (A_new m n L). contradiction.
Qed.

(** Every number stands in a pair, and in one only, by the lemmas before. *)

Theorem complementary x : exists n, x = A n \/ x = B n.
Proof.
  destruct (A_least (S x) x) as [i [_ E]]; [pose proof (A_above (S x)); lia|]. exists i. exact E.
Qed.

(** ** The P-positions *)

Definition pair (x y : nat) : Prop := exists n, (x = A n /\ y = B n) \/ (x = B n /\ y = A n).

Lemma pair_sym x y : pair x y -> pair y x.
Proof. intros [n H]. exists n. tauto. Qed.

Lemma pair_dec x y : pair x y \/ ~ pair x y.
Proof.
  destruct (complementary x) as [n [->| ->]].
  - destruct (Nat.eq_dec y (B n)) as [->|Ne]; [left; exists n; auto|right].
    intros [m [[E1 E2]|[E1 E2]]].
    + apply A_injective in E1. subst. contradiction.
    + apply A_is_B in E1. destruct E1 as [-> [-> C]]. apply Ne. rewrite E2. unfold B. lia.
  - destruct (Nat.eq_dec y (A n)) as [->|Ne]; [left; exists n; auto|right].
    intros [m [[E1 E2]|[E1 E2]]].
    + symmetry in E1. apply A_is_B in E1. destruct E1 as [-> [-> C]]. apply Ne. rewrite E2. unfold B. lia.
    + apply B_injective in E1. subst. contradiction.
Qed.

(** From a pair no move leads to a pair. *)

Lemma no_move_between_pairs n k l : 1 <= k + l -> k <= A n -> l <= B n ->
  (k = 0 \/ l = 0 \/ (k < l + a /\ l < k + a)) -> ~ pair (A n - k) (B n - l).
Proof.
  intros some Hk Hl legal [m [[E1 E2]|[E1 E2]]].
  - destruct legal as [->|[->|L]].
    + rewrite Nat.sub_0_r in E1. apply A_injective in E1. subst. lia.
    + rewrite Nat.sub_0_r in E2. apply B_injective in E2. subst. lia.
    + destruct (Nat.eq_dec k 0) as [->|Nk].
      { rewrite Nat.sub_0_r in E1. apply A_injective in E1. subst. lia. }
      assert (m < n).
      { destruct (lt_eq_lt_dec m n) as [[G|G]|G]; [exact G|subst; lia|apply A_increasing in G; lia]. }
      unfold B in *. nia.
  - destruct (Nat.eq_dec n 0) as [->|Nn].
    { assert (A 0 = 0) by reflexivity. unfold B in *. assert (k = 0) by lia. subst k. rewrite Nat.sub_0_r in E1.
      symmetry in E1. destruct m as [|m]; [|pose proof (A_increasing 0 (S m)); nia]. lia. }
    destruct legal as [->|[->|L]].
    + rewrite Nat.sub_0_r in E1. apply A_is_B in E1. lia.
    + rewrite Nat.sub_0_r in E2. symmetry in E2. apply A_is_B in E2. lia.
    + unfold B in *. nia.
Qed.

(** From elsewhere some move does; [x] is the smaller heap. *)

Lemma move_to_a_pair x y : x <= y -> 1 <= y -> ~ pair x y -> exists k l, k <= x /\ l <= y /\ 1 <= k + l /\
  (k = 0 \/ l = 0 \/ (k < l + a /\ l < k + a)) /\ pair (x - k) (y - l).
Proof.
  intros Hxy Hy no. destruct (complementary x) as [n [E|E]].
  - destruct (lt_eq_lt_dec y (B n)) as [[L|L]|L].
    + set (d := y - x). set (m := (d - c) / a).
      pose proof (Nat.div_mod (d - c) a ltac:(lia)) as D. fold m in D.
      pose proof (Nat.mod_upper_bound (d - c) a ltac:(lia)).
      assert (n = 0 -> False) by (intros ->; assert (A 0 = 0) by reflexivity; unfold B in L; lia).
      assert (Hm : m < n) by (unfold B in L; nia). pose proof (A_increasing m n Hm).
      exists (x - A m), (y - B m). unfold B in *. repeat split; try nia.
      exists m. left. unfold B. nia.
    + exfalso. apply no. exists n. auto.
    + exists 0, (y - B n). repeat split; try lia. exists n. left. lia.
  - destruct (Nat.eq_dec y (A n)) as [E'|Ne]; [exfalso; apply no; exists n; auto|].
    assert (A n <= y) by (unfold B in E; lia).
    exists 0, (y - A n). repeat split; try lia. exists n. right. lia.
Qed.

Lemma pairs_are_lost x y :
  P_position (match c with 0 => normal | _ => misere end) (G := wythoff) (x, y) <-> pair x y.
Proof.
  change (pair x y) with ((fun '(x, y) => pair x y) (x, y)).
  generalize (x, y). clear x y. apply (P_positions_are _ wythoff (fun '(x, y) => pair x y)).
  - intros [x y]. apply pair_dec.
  - intros [x y] E.
    assert (none : forall k l, k <= x -> l <= y -> 1 <= k + l -> (k = 0 \/ l = 0) -> False).
    { intros k l Hk Hl Hs Ho. assert (I : In (x - k, y - l) (options (g := wythoff) (x, y))).
      { apply in_wythoff. exists k, l. repeat split; try lia; tauto. }
      rewrite E in I. destruct I. }
    assert (x = 0) by (destruct x; [reflexivity|exfalso; apply (none 1 0); lia]).
    assert (y = 0) by (destruct y; [reflexivity|exfalso; apply (none 0 1); lia]).
    subst. assert (A 0 = 0) by reflexivity. destruct cases as [_ [C|[C _]]]; rewrite C; split; try reflexivity.
    + intros _. exists 0. left. split; [reflexivity|]. unfold B. lia.
    + intros [m [[_ Q]|[Q _]]]; unfold B in Q; lia.
    + discriminate.
  - intros [x y] p Hp H. apply in_wythoff in H. destruct H as [k [l [Hk [Hl [some [legal ->]]]]]].
    destruct Hp as [n [[-> ->]|[-> ->]]].
    + apply (no_move_between_pairs n k l); assumption.
    + intros Q. apply pair_sym in Q. revert Q. apply (no_move_between_pairs n l k); try assumption; lia.
  - intros [x y] no some_move.
    assert (1 <= x + y).
    { destruct x; [|lia]. destruct y; [|lia]. exfalso. apply some_move. reflexivity. }
    assert (start : x <= y \/ y <= x) by lia. destruct start as [L|L].
    + destruct (move_to_a_pair x y L ltac:(lia) no) as [k [l [Hk [Hl [some [legal Q]]]]]].
      exists (x - k, y - l). split; [apply in_wythoff; exists k, l; tauto|exact Q].
    + destruct (move_to_a_pair y x L ltac:(lia) (fun Q => no (pair_sym _ _ Q))) as [l [k [Hl [Hk [some [legal Q]]]]]].
      exists (x - k, y - l). split; [|apply pair_sym, Q].
      apply in_wythoff. exists k, l. repeat split; try lia.
Qed.

End Wythoff.

Theorem Wythoff_positions a x y : 1 <= a -> P_position normal (G := wythoff a) (x, y) <->
  exists n, (x = A a 0 n /\ y = A a 0 n + a * n) \/ (x = A a 0 n + a * n /\ y = A a 0 n).
Proof.
  intros Ha. rewrite (pairs_are_lost a 0 ltac:(lia)). unfold pair, B.
  split; intros [n H]; exists n; rewrite ?Nat.add_0_r in *; exact H.
Qed.

Theorem Wythoff_positions_misere a x y : 2 <= a -> P_position misere (G := wythoff a) (x, y) <->
  exists n, (x = A a 1 n /\ y = A a 1 n + a * n + 1) \/ (x = A a 1 n + a * n + 1 /\ y = A a 1 n).
Proof. intros Ha. apply (pairs_are_lost a 1 ltac:(lia)). Qed.

(** ** Wythoff's game in misère play: (0,0) and (1,2) become (0,1) and (2,2). *)

Definition misere_pair (x y : nat) : Prop :=
  (x = 0 /\ y = 1) \/ (x = 1 /\ y = 0) \/ (x = 2 /\ y = 2) \/
  exists n, 2 <= n /\ ((x = A 1 0 n /\ y = A 1 0 n + n) \/ (x = A 1 0 n + n /\ y = A 1 0 n)).

Lemma normal_case : 1 <= 1 /\ (0 = 0 \/ (0 = 1 /\ 2 <= 1)). Proof. lia. Qed.

Lemma later_pairs n : 2 <= n -> 3 <= A 1 0 n.
Proof.
  intros H. assert (E : A 1 0 2 = 3) by reflexivity. destruct (Nat.eq_dec n 2) as [->|Ne]; [lia|].
  pose proof (A_increasing 1 0 normal_case 2 n ltac:(lia)). lia.
Qed.

Lemma pair_from_2 x y : 3 <= x -> pair 1 0 x y -> misere_pair x y.
Proof.
  intros Hx [n H]. right. right. right. exists n. unfold B in H. rewrite Nat.add_0_r, Nat.mul_1_l in H. split; [|exact H].
  assert (A 1 0 0 = 0 /\ A 1 0 1 = 1) by (split; reflexivity). destruct n as [|[|n]]; lia.
Qed.

Lemma misere_pair_sym x y : misere_pair x y -> misere_pair y x.
Proof.
  unfold misere_pair. intros [H|[H|[H|[n H]]]]; [tauto..|]. right. right. right. exists n. tauto.
Qed.

Lemma misere_pair_dec x y : misere_pair x y \/ ~ misere_pair x y.
Proof.
  destruct (le_lt_dec 3 x) as [L|L].
  - destruct (pair_dec 1 0 normal_case x y) as [H|H]; [left; apply pair_from_2; assumption|right].
    intros [Q|[Q|[Q|[n [_ Q]]]]]; [lia..|]. apply H. exists n. unfold B. rewrite Nat.add_0_r, Nat.mul_1_l. exact Q.
  - assert (small : misere_pair x y <-> (x = 0 /\ y = 1) \/ (x = 1 /\ y = 0) \/ (x = 2 /\ y = 2)).
    { split; [|unfold misere_pair; tauto]. intros [Q|[Q|[Q|[n [Hn Q]]]]]; [tauto..|].
      pose proof (later_pairs n Hn). lia. }
    rewrite small. lia.
Qed.

Lemma no_move_between_misere_pairs x y k l : misere_pair x y -> 1 <= k + l -> k <= x -> l <= y ->
  (k = 0 \/ l = 0 \/ (k < l + 1 /\ l < k + 1)) -> ~ misere_pair (x - k) (y - l).
Proof.
  intros H some Hk Hl legal Q.
  assert (big : forall n, 2 <= n -> 3 <= A 1 0 n) by exact later_pairs.
  assert (small : x <= 2 -> False).
  { intros small. destruct H as [H|[H|[H|[n [Hn H]]]]]; [..|specialize (big n Hn); lia];
      (destruct Q as [Q|[Q|[Q|[m [Hm Q]]]]]; [lia..|specialize (big m Hm); lia]). }
  destruct H as [H|[H|[H|[n [Hn H]]]]]; [lia..|]. pose proof (big n Hn) as Bn.
  destruct Q as [Q|[Q|[Q|[m [Hm Q]]]]]; [lia..|].
  assert (P : pair 1 0 (x - k) (y - l)).
  { exists m. unfold B. rewrite Nat.mul_1_l, Nat.add_0_r. exact Q. }
  destruct H as [[-> ->]|[-> ->]].
  - refine (no_move_between_pairs 1 0 normal_case n k l some Hk _ legal _); unfold B; [lia|].
    replace (A 1 0 n + 1 * n + 0 - l) with (A 1 0 n + n - l) by lia. exact P.
  - refine (no_move_between_pairs 1 0 normal_case n l k _ Hl _ _ _); unfold B; [lia..|].
    replace (A 1 0 n + 1 * n + 0 - k) with (A 1 0 n + n - k) by lia. destruct P as [i P]. exists i. tauto.
Qed.

Lemma move_to_a_misere_pair x y : x <= y -> 1 <= y -> ~ misere_pair x y -> exists k l, k <= x /\ l <= y /\ 1 <= k + l /\
  (k = 0 \/ l = 0 \/ (k < l + 1 /\ l < k + 1)) /\ misere_pair (x - k) (y - l).
Proof.
  intros Hxy Hy no.
  assert (ones : misere_pair 0 1 /\ misere_pair 1 0 /\ misere_pair 2 2) by (unfold misere_pair; tauto).
  destruct ones as [M01 [M10 M22]].
  destruct x as [|[|[|x]]].
  - exists 0, (y - 1). replace (y - (y - 1)) with 1 by lia. repeat split; try lia; [|exact M01].
    destruct (Nat.eq_dec y 1) as [->|]; [contradiction|lia].
  - exists 0, y. rewrite Nat.sub_diag. repeat split; try lia. exact M10.
  - exists 0, (y - 2). replace (y - (y - 2)) with 2 by lia. repeat split; try lia; [|exact M22].
    destruct (Nat.eq_dec y 2) as [->|]; [contradiction|lia].
  - set (z := S (S (S x))) in *. assert (Hz : 3 <= z) by lia.
    destruct (move_to_a_pair 1 0 normal_case z y Hxy Hy) as [k [l [Hk [Hl [some [legal [m Q]]]]]]].
    { intros Q. apply no, pair_from_2; [exact Hz|exact Q]. }
    unfold B in Q. rewrite Nat.mul_1_l, Nat.add_0_r in Q.
    assert (A 1 0 0 = 0 /\ A 1 0 1 = 1) by (split; reflexivity).
    destruct m as [|[|m]].
    + (* to (0,0): equal heaps, or one is empty; go to (2,2) *)
      exists (z - 2), (y - 2). replace (z - (z - 2)) with 2 by lia. replace (y - (y - 2)) with 2 by lia.
      repeat split; try lia. exact M22.
    + (* to (1,2): go to (0,1) *)
      assert (y = z + 1) by lia.
      exists z, (y - 1). rewrite Nat.sub_diag. replace (y - (y - 1)) with 1 by lia. repeat split; try lia. exact M01.
    + exists k, l. repeat split; try lia. right. right. right. exists (S (S m)). split; [lia|exact Q].
Qed.

Theorem Wythoff_misere x y : P_position misere (G := wythoff 1) (x, y) <-> misere_pair x y.
Proof.
  change (misere_pair x y) with ((fun '(x, y) => misere_pair x y) (x, y)).
  generalize (x, y). clear x y. apply (P_positions_are _ (wythoff 1) (fun '(x, y) => misere_pair x y)).
  - intros [x y]. apply misere_pair_dec.
  - intros [x y] E. split; [|discriminate]. intros M. exfalso.
    assert (positive : 1 <= x \/ 1 <= y).
    { destruct M as [M|[M|[M|[n [Hn M]]]]]; [lia..|]. pose proof (later_pairs n Hn). lia. }
    assert (I : exists p, In p (options (g := wythoff 1) (x, y))).
    { destruct positive; [exists (x - 1, y - 0)|exists (x - 0, y - 1)]; apply in_wythoff;
        [exists 1, 0|exists 0, 1]; repeat split; lia. }
    destruct I as [p I]. rewrite E in I. destruct I.
  - intros [x y] p Hp H. apply in_wythoff in H. destruct H as [k [l [Hk [Hl [some [legal ->]]]]]].
    apply no_move_between_misere_pairs; assumption.
  - intros [x y] no some_move.
    assert (1 <= x + y).
    { destruct x; [|lia]. destruct y; [|lia]. exfalso. apply some_move. reflexivity. }
    assert (start : x <= y \/ y <= x) by lia. destruct start as [L|L].
    + destruct (move_to_a_misere_pair x y L ltac:(lia) no) as [k [l [Hk [Hl [some [legal Q]]]]]].
      exists (x - k, y - l). split; [apply in_wythoff; exists k, l; tauto|exact Q].
    + destruct (move_to_a_misere_pair y x L ltac:(lia) (fun Q => no (misere_pair_sym _ _ Q)))
        as [l [k [Hl [Hk [some [legal Q]]]]]].
      exists (x - k, y - l). split; [|apply misere_pair_sym, Q].
      apply in_wythoff. exists k, l. repeat split; try lia.
Qed.
