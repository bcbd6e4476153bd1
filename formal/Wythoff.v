(** * Wythoff's game, and the same with slack

    Two heaps.  A move takes any number from one heap, or numbers k and l from the two that differ by less than [a].
    With a = 1 this is Wythoff's game (1907); with any a it is Fraenkel's (1982).  The P-positions are the pairs
    (A n, A n + a n), where A n is the least number in no earlier pair.  No square root is needed. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game.
Import ListNotations.

Section Wythoff.

Variable a : nat.
Hypothesis a_pos : 1 <= a.

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

(** ** The pairs *)

(** The numbers of the first [n] pairs. *)

Fixpoint used (n : nat) : list nat :=
  match n with
  | 0 => []
  | S m => let x := mex (used m) in x :: (x + a * m) :: used m
  end.

Definition A (n : nat) : nat := mex (used n).
Definition B (n : nat) : nat := A n + a * n.

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

Lemma A_is_B m n : A m = B n -> m = 0 /\ n = 0.
Proof.
  intros E. destruct (lt_eq_lt_dec m n) as [[L|L]|L].
  - pose proof (A_increasing _ _ L). unfold B in E. lia.
  - subst. unfold B in E. nia.
  - destruct (A_new m n L). contradiction.
Qed.

(** Every number stands in a pair; but for 0 in one only, by the lemmas before. *)

Theorem complementary x : exists n, x = A n \/ x = B n.
Proof.
  destruct (A_least (S x) x) as [i [_ E]]; [pose proof (A_above (S x)); lia|]. exists i. exact E.
Qed.

(** ** Normal play *)

Definition pair (x y : nat) : Prop := exists n, (x = A n /\ y = B n) \/ (x = B n /\ y = A n).

Lemma pair_sym x y : pair x y -> pair y x.
Proof. intros [n H]. exists n. tauto. Qed.

Lemma pair_dec x y : pair x y \/ ~ pair x y.
Proof.
  destruct (complementary x) as [n [->| ->]].
  - destruct (Nat.eq_dec y (B n)) as [->|Ne]; [left; exists n; auto|right].
    intros [m [[E1 E2]|[E1 E2]]].
    + apply A_injective in E1. subst. contradiction.
    + apply A_is_B in E1. destruct E1 as [-> ->]. apply Ne. rewrite E2. unfold B. lia.
  - destruct (Nat.eq_dec y (A n)) as [->|Ne]; [left; exists n; auto|right].
    intros [m [[E1 E2]|[E1 E2]]].
    + symmetry in E1. apply A_is_B in E1. destruct E1 as [-> ->]. apply Ne. rewrite E2. unfold B. lia.
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
    { unfold B in *. change (A 0) with 0 in *. lia. }
    destruct legal as [->|[->|L]].
    + rewrite Nat.sub_0_r in E1. apply A_is_B in E1. lia.
    + rewrite Nat.sub_0_r in E2. symmetry in E2. apply A_is_B in E2. lia.
    + unfold B in *. nia.
Qed.

(** From elsewhere some move does; [x] is the smaller heap. *)

Lemma move_to_a_pair x y : x <= y -> ~ pair x y -> exists k l, k <= x /\ l <= y /\ 1 <= k + l /\
  (k = 0 \/ l = 0 \/ (k < l + a /\ l < k + a)) /\ pair (x - k) (y - l).
Proof.
  intros Hxy no. destruct (complementary x) as [n [E|E]].
  - destruct (lt_eq_lt_dec y (B n)) as [[L|L]|L].
    + set (d := y - x). set (m := d / a).
      pose proof (Nat.div_mod d a ltac:(lia)) as D. fold m in D. pose proof (Nat.mod_upper_bound d a ltac:(lia)).
      assert (Hm : m < n) by (unfold B in L; nia). pose proof (A_increasing m n Hm).
      exists (x - A m), (y - B m). unfold B in *. repeat split; try lia.
      exists m. left. unfold B. lia.
    + exfalso. apply no. exists n. auto.
    + exists 0, (y - B n). repeat split; try lia. exists n. left. lia.
  - destruct (Nat.eq_dec y (A n)) as [E'|Ne]; [exfalso; apply no; exists n; auto|].
    assert (A n <= y) by (unfold B in E; lia).
    exists 0, (y - A n). repeat split; try lia. exists n. right. lia.
Qed.

Theorem Wythoff_positions x y : P_position normal (G := wythoff) (x, y) <->
  exists n, (x = A n /\ y = B n) \/ (x = B n /\ y = A n).
Proof.
  change (P_position normal (G := wythoff) (x, y) <-> (fun '(x, y) => pair x y) (x, y)).
  generalize (x, y). clear x y. apply (P_positions_are normal wythoff (fun '(x, y) => pair x y)).
  - intros [x y]. apply pair_dec.
  - intros [x y] E. split; [reflexivity|intros _].
    assert (none : forall k l, k <= x -> l <= y -> 1 <= k + l -> (k = 0 \/ l = 0) -> False).
    { intros k l Hk Hl Hs Ho. assert (I : In (x - k, y - l) (options (g := wythoff) (x, y))).
      { apply in_wythoff. exists k, l. repeat split; try lia; tauto. }
      rewrite E in I. destruct I. }
    assert (x = 0) by (destruct x; [reflexivity|exfalso; apply (none 1 0); lia]).
    assert (y = 0) by (destruct y; [reflexivity|exfalso; apply (none 0 1); lia]).
    subst. exists 0. left. split; reflexivity || (unfold B; cbn; lia).
  - intros [x y] p Hp H. apply in_wythoff in H. destruct H as [k [l [Hk [Hl [some [legal ->]]]]]].
    destruct Hp as [n [[-> ->]|[-> ->]]].
    + apply (no_move_between_pairs n k l); assumption.
    + intros Q. apply pair_sym in Q. revert Q. apply (no_move_between_pairs n l k); try assumption; lia.
  - intros [x y] no _. destruct (Nat.le_ge_cases x y) as [L|L].
    + destruct (move_to_a_pair x y L no) as [k [l [Hk [Hl [some [legal Q]]]]]].
      exists (x - k, y - l). split; [apply in_wythoff; exists k, l; tauto|exact Q].
    + destruct (move_to_a_pair y x L (fun Q => no (pair_sym _ _ Q))) as [l [k [Hl [Hk [some [legal Q]]]]]].
      exists (x - k, y - l). split; [|apply pair_sym, Q].
      apply in_wythoff. exists k, l. repeat split; try lia. 
Qed.

End Wythoff.
