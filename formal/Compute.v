(** * Nim-values by the kernel's own arithmetic

    Coq computes with 63-bit integers and with arrays ([Uint63], [PArray]).  Here a program fills an array with the
    nim-values of a code with digits up to 7, and it is proved that what it returns are the nim-values.  So a period becomes
    a theorem when [vm_compute] says [true].  The program stops with [false] at a value above 62. *)

From Coq Require Import Uint63 PArray.
From Coq Require Import Arith Bool List Lia ZArith.
From Cgt Require Import Game Heaps TakingBreaking.
Import ListNotations.

Local Open Scope nat_scope.

(** ** Machine integers as numbers *)

Definition int_of (n : nat) : int := Uint63.of_Z (Z.of_nat n).
Definition nat_of (x : int) : nat := Z.to_nat (Uint63.to_Z x).

(** [small n]: far from the end of the machine's integers, so that nothing wraps round. *)
Definition small (n : nat) : Prop := (Z.of_nat n < 2 ^ 62)%Z.

Lemma wB_is : wB = (2 * 2 ^ 62)%Z. Proof. reflexivity. Qed.

Lemma nat_of_int_of n : small n -> nat_of (int_of n) = n.
Proof.
  unfold small, nat_of, int_of. intros H. rewrite of_Z_spec, Z.mod_small by (rewrite wB_is; lia). lia.
Qed.

Lemma int_of_nat_of x : int_of (nat_of x) = x.
Proof.
  unfold nat_of, int_of. pose proof (to_Z_bounded x). rewrite Z2Nat.id by lia. apply of_to_Z.
Qed.

Lemma int_of_inj m n : small m -> small n -> int_of m = int_of n -> m = n.
Proof. intros Hm Hn E. rewrite <- (nat_of_int_of m Hm), <- (nat_of_int_of n Hn), E. reflexivity. Qed.

Lemma int_of_succ n : small n -> (int_of n + 1)%uint63 = int_of (S n).
Proof.
  unfold small. intros H. apply to_Z_inj. unfold int_of. rewrite add_spec, !of_Z_spec, to_Z_1.
  rewrite !Z.mod_small; rewrite ?Z.mod_small; rewrite ?wB_is; lia.
Qed.

Lemma int_of_pred n : small n -> (int_of (S n) - 1)%uint63 = int_of n.
Proof.
  unfold small. intros H. apply to_Z_inj. unfold int_of. rewrite sub_spec, !of_Z_spec, to_Z_1.
  rewrite !Z.mod_small; rewrite ?Z.mod_small; rewrite ?wB_is; lia.
Qed.

Lemma testbit_of_nat a n : Z.testbit (Z.of_nat a) (Z.of_nat n) = Nat.testbit a n.
Proof.
  rewrite Z.testbit_eqb, Nat.testbit_eqb by lia.
  rewrite <- (Nat2Z.inj_pow 2), <- Nat2Z.inj_div, <- (Nat2Z.inj_mod _ 2).
  destruct (Nat.eqb_spec ((a / 2 ^ n) mod 2) 1) as [E|E].
  - rewrite E. reflexivity.
  - apply Z.eqb_neq. lia.
Qed.

Lemma nat_of_lxor x y : nat_of (x lxor y)%uint63 = Nat.lxor (nat_of x) (nat_of y).
Proof.
  unfold nat_of. rewrite lxor_spec'. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y).
  assert (0 <= Z.lxor (to_Z x) (to_Z y))%Z by (apply Z.lxor_nonneg; lia).
  apply Nat.bits_inj. intros n. rewrite Nat.lxor_spec, <- !testbit_of_nat, !Z2Nat.id by lia. apply Z.lxor_spec.
Qed.

(** ** Sets of small numbers as the bits of a word *)

Definition mark (word x : int) : int := (word lor (1 << x))%uint63.

(** The word holds, of the numbers below 63, those of [S]. *)

Definition holds (word : int) (S : nat -> Prop) : Prop :=
  forall u, u < 63 -> (bit word (int_of u) = true <-> S u).

Lemma small_63 u : u < 63 -> small u. Proof. unfold small. lia. Qed.

Lemma holds_nothing : holds 0 (fun _ => False).
Proof. intros u _. rewrite bit_0. split; [discriminate|tauto]. Qed.

Lemma holds_mark word S x : holds word S -> holds (mark word x) (fun u => S u \/ u = nat_of x).
Proof.
  intros H u Hu. unfold mark. rewrite lor_spec, orb_true_iff, (H u Hu), bit_lsl, bit_1.
  apply or_iff_compat_l. pose proof (small_63 u Hu) as Su.
  assert (E : to_Z (int_of u) = Z.of_nat u).
  { unfold int_of. rewrite of_Z_spec, Z.mod_small; [reflexivity|]. rewrite wB_is. unfold small in Su. lia. }
  pose proof (to_Z_bounded x) as Bx.
  replace (digits <=? int_of u)%uint63 with false
    by (symmetry; apply not_true_is_false; rewrite leb_spec, E; intros L; change (to_Z digits) with 63%Z in L; lia).
  rewrite orb_false_r. destruct (int_of u <? x)%uint63 eqn:L.
  - apply ltb_spec in L. rewrite E in L. split; [discriminate|]. unfold nat_of. lia.
  - assert (L' : ~ (Z.of_nat u < to_Z x)%Z) by (rewrite <- E, <- ltb_spec, L; discriminate).
    rewrite Uint63.eqb_spec. split.
    + intros D. apply (f_equal to_Z) in D. rewrite sub_spec, E, to_Z_0, Z.mod_small in D by (rewrite wB_is in *; lia).
      unfold nat_of. lia.
    + intros ->. rewrite int_of_nat_of. apply to_Z_inj. rewrite sub_spec, Z.sub_diag. reflexivity.
Qed.

Lemma holds_iff word S T : (forall u, S u <-> T u) -> holds word S -> holds word T.
Proof. intros E H u Hu. rewrite (H u Hu). apply E. Qed.

(** The least number that a word does not hold, or 63. *)

Fixpoint least_from (tries : nat) (u word : int) : int :=
  match tries with
  | 0 => u
  | S t => if bit word u then least_from t (u + 1)%uint63 word else u
  end.

Definition least (word : int) : int := least_from 63 0 word.

Lemma least_is_mex word S : holds word S -> (least word <? 63)%uint63 = true -> is_mex S (nat_of (least word)).
Proof.
  intros H. unfold least.
  assert (general : forall t u, u + t = 63 -> (forall w, w < u -> S w) ->
    (least_from t (int_of u) word <? 63)%uint63 = true -> is_mex S (nat_of (least_from t (int_of u) word))).
  { induction t as [|t IH]; intros u Hu below; cbn [least_from].
    - replace u with 63 by lia. discriminate.
    - destruct (bit word (int_of u)) eqn:B.
      + rewrite int_of_succ by (apply small_63; lia). apply IH; [lia|]. intros w Hw.
        destruct (Nat.eq_dec w u) as [->|Ne]; [apply H; [lia|exact B]|apply below; lia].
      + intros _. rewrite nat_of_int_of by (apply small_63; lia). split; [|exact below].
        rewrite <- (H u) by lia. congruence. }
  change 0%uint63 with (int_of 0). apply general; [reflexivity|lia].
Qed.

(** ** The values that the options of one heap reach *)

(** Two heaps [i <= j]: [pairs] goes inwards from both ends. *)

Fixpoint pairs (t : array int) (count : nat) (i j word : int) : int :=
  match count with
  | 0 => word
  | S c => pairs t c (i + 1)%uint63 (j - 1)%uint63 (mark word (t.[i] lxor t.[j])%uint63)
  end.

Fixpoint options_word (t : array int) (g : code) (k m : nat) (mi word : int) : int :=
  match g with
  | [] => word
  | d :: g =>
      let word := if Nat.testbit d 0 && (1 <=? k) && (m =? 0) then mark word 0 else word in
      let word := if Nat.testbit d 1 && (1 <=? k) && (1 <=? m) then mark word t.[mi] else word in
      let word := if Nat.testbit d 2 then pairs t (Nat.div2 m) 1 (mi - 1) word else word in
      match m with 0 => word | S m => options_word t g (S k) m (mi - 1)%uint63 word end
  end.

(** The array holds the values [v] of the heaps below [n]. *)

Definition table (t : array int) (v : nat -> nat) (n : nat) : Prop :=
  forall m, m < n -> nat_of t.[int_of m] = v m.

Lemma holds_pairs t v n : table t v n -> small n -> forall c i j word S,
  i + j <= n -> 1 <= i -> c <= j -> holds word S ->
  holds (pairs t c (int_of i) (int_of j) word)
    (fun u => S u \/ exists a b, i <= a < i + c /\ a + b = i + j /\ u = Nat.lxor (v a) (v b)).
Proof.
  intros Ht Hn. induction c as [|c IH]; intros i j word S Hij Hi Hc H; cbn [pairs].
  - apply (holds_iff word S); [|exact H]. intros u. split; [tauto|]. intros [Hu|[a [b [Ha _]]]]; [exact Hu|lia].
  - destruct j as [|j]; [lia|]. unfold small in Hn.
    rewrite int_of_succ, int_of_pred by (unfold small; lia).
    eapply holds_iff; [|apply IH; [| | |apply holds_mark, H]; lia].
    intros u. cbv beta. rewrite nat_of_lxor, !Ht by lia. split.
    + intros [[Hu|Hu]|[a [b [Ha [Hab Hu]]]]]; [left; exact Hu|right..].
      * exists i, (Datatypes.S j). repeat split; try lia; exact Hu.
      * exists a, b. repeat split; try lia; exact Hu.
    + intros [Hu|[a [b [Ha [Hab Hu]]]]]; [left; left; exact Hu|].
      destruct (Nat.eq_dec a i) as [->|Ne].
      * left. right. replace b with (Datatypes.S j) in Hu by lia. exact Hu.
      * right. exists a, b. repeat split; try lia; exact Hu.
Qed.

(** The values that the digit [d] reaches, [k] counters taken and [m] left. *)

Definition by_digit (v : nat -> nat) (d k m u : nat) : Prop := exists hs,
  Nat.testbit d (length hs) && (1 <=? k + (length hs - 1)) = true /\ list_sum hs = m /\
  Forall (fun b => 1 <= b) hs /\ nim_sum (map v hs) = u.

Lemma nat_of_0 : nat_of 0 = 0. Proof. reflexivity. Qed.

Lemma holds_by_digit t v d k m word S : table t v (k + m) -> small (k + m) -> Nat.log2 d <= 2 -> holds word S ->
  let word := if Nat.testbit d 0 && (1 <=? k) && (m =? 0) then mark word 0 else word in
  let word := if Nat.testbit d 1 && (1 <=? k) && (1 <=? m) then mark word t.[int_of m] else word in
  let word := if Nat.testbit d 2 then pairs t (Nat.div2 m) 1 (int_of m - 1) word else word in
  holds word (fun u => S u \/ by_digit v d k m u).
Proof.
  intros Ht Hn Hd H word0 word1 word2.
  assert (H0 : holds word0 (fun u => S u \/ (Nat.testbit d 0 && (1 <=? k) && (m =? 0) = true /\ u = 0))).
  { unfold word0. destruct (Nat.testbit d 0 && (1 <=? k) && (m =? 0)).
    - eapply holds_iff; [|apply holds_mark, H]. intros u. rewrite nat_of_0. tauto.
    - eapply holds_iff; [|exact H]. intros u. split; [tauto|]. intros [Hu|[Hu _]]; [exact Hu|discriminate]. }
  assert (H1 : holds word1 (fun u => (S u \/ (Nat.testbit d 0 && (1 <=? k) && (m =? 0) = true /\ u = 0)) \/
                                     (Nat.testbit d 1 && (1 <=? k) && (1 <=? m) = true /\ u = v m))).
  { unfold word1. destruct (Nat.testbit d 1 && (1 <=? k) && (1 <=? m)) eqn:E.
    - eapply holds_iff; [|apply holds_mark, H0]. intros u. cbv beta.
      rewrite !andb_true_iff, !Nat.leb_le in E. rewrite Ht by lia. tauto.
    - eapply holds_iff; [|exact H0]. intros u. cbv beta. split; [tauto|].
      intros [Hu|[Hu _]]; [exact Hu|discriminate]. }
  assert (H2 : holds word2 (fun u => ((S u \/ (Nat.testbit d 0 && (1 <=? k) && (m =? 0) = true /\ u = 0)) \/
                                     (Nat.testbit d 1 && (1 <=? k) && (1 <=? m) = true /\ u = v m)) \/
       (Nat.testbit d 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ a + b = m /\ u = Nat.lxor (v a) (v b)))).
  { unfold word2. destruct (Nat.testbit d 2) eqn:E.
    - pose proof (Nat.div2_odd m) as D. set (h := Nat.div2 m) in *.
      assert (Nat.b2n (Nat.odd m) <= 1) by (destruct (Nat.odd m); cbn; lia).
      destruct m as [|m].
      + replace h with 0 by lia. cbn [pairs]. eapply holds_iff; [|exact H1]. intros u. split; [tauto|].
        intros [Hu|[_ [a [b Hab]]]]; [exact Hu|lia].
      + rewrite int_of_pred by (unfold small in *; lia). change 1%uint63 with (int_of 1).
        eapply holds_iff; [|eapply (holds_pairs t v (k + Datatypes.S m)); [exact Ht|exact Hn| | | |exact H1]; lia].
        intros u. apply or_iff_compat_l. split.
        * intros [a [b [Ha [Hab Hu]]]]. split; [reflexivity|]. exists a, b. repeat split; try lia; exact Hu.
        * intros [_ [a [b [Ha [Hb [Hab Hu]]]]]]. destruct (Nat.le_gt_cases a h) as [L|L].
          -- exists a, b. repeat split; try lia; exact Hu.
          -- exists b, a. repeat split; try lia. rewrite Nat.lxor_comm. exact Hu.
    - eapply holds_iff; [|exact H1]. intros u. split; [tauto|]. intros [Hu|[Hu _]]; [exact Hu|discriminate]. }
  eapply holds_iff; [|exact H2]. intros u. cbv beta. split.
  - intros [[[Hu|[A Hu]]|[A Hu]]|[A [a [b [Ha [Hb [Hab Hu]]]]]]]; [left; exact Hu|right..].
    + rewrite !andb_true_iff, Nat.leb_le, Nat.eqb_eq in A. exists []. cbn [length].
      repeat split; [rewrite andb_true_iff, Nat.leb_le; split; [tauto|lia]|symmetry; tauto|constructor|].
      cbn. symmetry. exact Hu.
    + rewrite !andb_true_iff, !Nat.leb_le in A. exists [m]. cbn [length].
      repeat split; [rewrite andb_true_iff, Nat.leb_le; split; [tauto|lia]|cbn; lia|constructor; [lia|constructor]|].
      cbn. rewrite Nat.lxor_0_r. symmetry. exact Hu.
    + exists [a; b]. cbn [length].
      repeat split; [rewrite andb_true_iff, Nat.leb_le; split; [tauto|lia]|cbn; lia| |].
      * constructor; [exact Ha|constructor; [exact Hb|constructor]].
      * cbn. rewrite Nat.lxor_0_r. symmetry. exact Hu.
  - intros [Hu|[hs [A [tot [pos Hu]]]]]; [left; left; left; exact Hu|].
    rewrite andb_true_iff, Nat.leb_le in A. destruct A as [A B].
    destruct hs as [|a [|b [|c hs]]]; cbn [length] in A, B.
    + left. left. right. cbn in tot, Hu. subst m. split; [|symmetry; exact Hu].
      rewrite A, andb_true_l, andb_true_r. apply Nat.leb_le. lia.
    + left. right. inversion pos; subst. unfold list_sum, nim_sum. cbn [fold_right map]. rewrite Nat.add_0_r, Nat.lxor_0_r. split; [|reflexivity].
      rewrite A, andb_true_l, andb_true_iff, !Nat.leb_le. lia.
    + right. inversion pos as [|? ? Ha pos']; subst. inversion pos' as [|? ? Hb pos'']; subst.
      split; [exact A|]. exists a, b. unfold list_sum, nim_sum. cbn [fold_right map]. rewrite Nat.add_0_r, Nat.lxor_0_r. repeat split; assumption.
    + rewrite Nat.bits_above_log2 in A by lia. discriminate.
Qed.

Lemma most_heaps_cons d g : most_heaps (d :: g) <= 2 -> Nat.log2 d <= 2 /\ most_heaps g <= 2.
Proof. unfold most_heaps. cbn [map fold_right]. lia. Qed.

Lemma holds_options_word t v : forall g k m word S,
  table t v (k + m) -> small (k + m) -> most_heaps g <= 2 -> holds word S ->
  holds (options_word t g k m (int_of m) word)
    (fun u => S u \/ exists i, i <= m /\ by_digit v (nth i g 0) (k + i) (m - i) u).
Proof.
  induction g as [|d g IH]; intros k m word S Ht Hn Hg H.
  - cbn [options_word]. eapply holds_iff; [|exact H]. intros u. split; [tauto|].
    intros [Hu|[i [_ [hs [A _]]]]]; [exact Hu|]. destruct i; cbn [nth] in A; rewrite Nat.bits_0 in A; discriminate.
  - apply most_heaps_cons in Hg. destruct Hg as [Hd Hg].
    pose proof (holds_by_digit t v d k m word S Ht Hn Hd H) as H0. cbv zeta in H0.
    cbn [options_word]. cbv zeta. destruct m as [|m].
    + eapply holds_iff; [|exact H0]. intros u. cbv beta. split.
      * intros [Hu|Hu]; [left; exact Hu|right]. exists 0. rewrite Nat.add_0_r. split; [lia|exact Hu].
      * intros [Hu|[i [Hi Hu]]]; [left; exact Hu|right]. replace i with 0 in Hu by lia.
        rewrite Nat.add_0_r in Hu. exact Hu.
    + rewrite int_of_pred in H0 |- * by (unfold small in *; lia).
      assert (Ht' : table t v (Datatypes.S k + m)) by (rewrite Nat.add_succ_comm; exact Ht).
      assert (Hn' : small (Datatypes.S k + m)) by (rewrite Nat.add_succ_comm; exact Hn).
      eapply holds_iff; [|apply (IH (Datatypes.S k) m _ _ Ht' Hn' Hg H0)].
      intros u. cbv beta. split.
      * intros [[Hu|Hu]|[i [Hi Hu]]]; [left; exact Hu|right..].
        -- exists 0. rewrite Nat.add_0_r. split; [lia|exact Hu].
        -- exists (Datatypes.S i). cbn [nth]. rewrite <- Nat.add_succ_comm. split; [lia|exact Hu].
      * intros [Hu|[[|i] [Hi Hu]]]; [left; left; exact Hu|left; right|right].
        -- rewrite Nat.add_0_r in Hu. exact Hu.
        -- exists i. cbn [nth] in Hu. rewrite <- Nat.add_succ_comm in Hu. split; [lia|exact Hu].
Qed.

Lemma reaches_by_digit (g : code) v n u :
  reaches (taking_breaking g) v n u <-> exists i, i <= n /\ by_digit v (nth i g 0) i (n - i) u.
Proof.
  unfold reaches, by_digit. cbn [moves taking_breaking]. split.
  - intros [hs [H E]]. apply in_take in H. destruct H as [k [A [tot pos]]].
    exists k. split; [lia|]. exists hs. repeat split; [exact A|lia|exact pos|exact E].
  - intros [k [Hk [hs [A [tot [pos E]]]]]]. exists hs. split; [|exact E]. apply in_take.
    exists k. repeat split; [exact A|lia|exact pos].
Qed.

(** ** Filling the array, and comparing it with itself *)

Fixpoint fill (g : code) (count n : nat) (ni : int) (t : array int) : option (array int) :=
  match count with
  | 0 => Some t
  | S c =>
      let value := least (options_word t g 0 n ni 0) in
      let t := t.[ni <- value] in
      if (value <? 63)%uint63 && (t.[ni] =? value)%uint63 then fill g c (S n) (ni + 1)%uint63 t else None
  end.

Lemma fill_table (g : code) : most_heaps g <= 2 -> forall count n t t',
  table t (nim (taking_breaking g)) n -> small (n + count) -> fill g count n (int_of n) t = Some t' ->
  table t' (nim (taking_breaking g)) (n + count).
Proof.
  intros Hg. induction count as [|c IH]; intros n t t' Ht Hn E.
  - cbn [fill] in E. injection E as <-. rewrite Nat.add_0_r. exact Ht.
  - cbn [fill] in E. cbv zeta in E.
    destruct ((_ <? 63)%uint63 && _) eqn:C in E; [|discriminate]. apply andb_prop in C. destruct C as [C1 C2].
    apply Uint63.eqb_spec in C2. unfold small in Hn.
    rewrite int_of_succ in E by (unfold small; lia).
    rewrite <- Nat.add_succ_comm. revert E. apply IH; [|unfold small; lia].
    assert (H : holds (options_word t g 0 n (int_of n) 0) (reaches (taking_breaking g) (nim (taking_breaking g)) n)).
    { eapply holds_iff; [|apply (holds_options_word t (nim (taking_breaking g)));
        [exact Ht|unfold small; cbn; lia|exact Hg|exact holds_nothing]].
      intros u. rewrite reaches_by_digit. cbn. tauto. }
    apply least_is_mex in H; [|exact C1].
    intros m Hm. destruct (Nat.eq_dec m n) as [->|Ne].
    + rewrite C2. apply (is_mex_unique _ _ _ _ (fun u => iff_refl _) H). apply nim_is_sequence.
    + rewrite get_set_other; [apply Ht; lia|]. intros E. apply Ne. symmetry.
      apply int_of_inj; [unfold small; lia|unfold small; lia|exact E].
Qed.

Definition values (g : code) (count : nat) : option (array int) :=
  if most_heaps g <=? 2 then fill g count 0 0 (make (int_of count) 0%uint63) else None.

Lemma values_table (g : code) count t : small count -> values g count = Some t -> table t (nim (taking_breaking g)) count.
Proof.
  unfold values. destruct (most_heaps g <=? 2) eqn:Hg; [|discriminate]. apply Nat.leb_le in Hg.
  intros Hc E. apply (fill_table g Hg count 0 _ t) in E; [exact E| |exact Hc]. intros m Hm. lia.
Qed.

Fixpoint equal_stretches (t : array int) (count : nat) (i j : int) : bool :=
  match count with
  | 0 => true
  | S c => (t.[i] =? t.[j])%uint63 && equal_stretches t c (i + 1)%uint63 (j + 1)%uint63
  end.

Lemma equal_stretches_are t : forall count i j, small (i + count) -> small (j + count) ->
  equal_stretches t count (int_of i) (int_of j) = true ->
  forall d, d < count -> t.[int_of (i + d)] = t.[int_of (j + d)].
Proof.
  induction count as [|c IH]; intros i j Hi Hj E d Hd; [lia|]. unfold small in *.
  cbn [equal_stretches] in E. apply andb_prop in E. destruct E as [E1 E2]. apply Uint63.eqb_spec in E1.
  destruct d as [|d]; [rewrite !Nat.add_0_r; exact E1|].
  rewrite !int_of_succ in E2 by (unfold small; lia).
  rewrite <- !Nat.add_succ_comm. apply IH; [lia|lia|exact E2|lia].
Qed.

(** How many values the theorem of Guy and Smith asks for. *)

Definition window (g : code) (n0 p : nat) : nat :=
  let t := max 1 (most_heaps g) in S (t * (max 1 n0 + p) + (length g - 1) - t).

Definition check_period (g : code) (n0 p : nat) : bool :=
  let count := window g n0 p in
  (1 <=? p) && (Z.of_nat count <? 2 ^ 60)%Z &&
  match values g count with
  | Some t => equal_stretches t (count - p - n0) (int_of n0) (int_of (n0 + p))
  | None => false
  end.

Theorem period_by_computation (g : code) (n0 p : nat) : check_period g n0 p = true ->
  forall n, n0 <= n -> nim (taking_breaking g) (n + p) = nim (taking_breaking g) n.
Proof.
  unfold check_period. cbv zeta. set (count := window g n0 p). rewrite !andb_true_iff, Nat.leb_le, Z.ltb_lt.
  intros [[Hp small_count] E]. destruct (values g count) as [t|] eqn:F; [|discriminate].
  apply values_table in F; [|unfold small; lia].
  assert (most : 1 <= max 1 (most_heaps g)) by lia. set (m := max 1 (most_heaps g)) in *.
  assert (long : n0 + p <= count /\ p < count).
  { unfold count, window. fold m. cbv zeta.
    assert (max 1 n0 + p - 1 <= m * (max 1 n0 + p - 1)) by nia.
    rewrite Nat.mul_sub_distr_l in *. lia. }
  pose proof (equal_stretches_are t (count - p - n0) n0 (n0 + p)) as same.
  assert (seen : forall n, n0 <= n -> n + p < count -> nim (taking_breaking g) (n + p) = nim (taking_breaking g) n).
  { intros n Hn Hn'. rewrite <- (F n), <- (F (n + p)) by lia. f_equal. symmetry.
    specialize (same ltac:(unfold small; lia) ltac:(unfold small; lia) E (n - n0) ltac:(lia)).
    replace (n0 + (n - n0)) with n in same by lia. replace (n0 + p + (n - n0)) with (n + p) in same by lia.
    exact same. }
  intros n Hn. destruct (Nat.eq_dec n 0) as [->|Ne]; [apply seen; lia|].
  apply (Guy_Smith g _ m (length g - 1) (max 1 n0) p); try lia.
  - apply nim_is_sequence.
  - intros w Hw Hw'. apply seen; [lia|]. unfold count, window. cbv zeta. fold m. lia.
Qed.

(** The first values themselves. *)

Fixpoint equal_list (t : array int) (i : int) (l : list nat) : bool :=
  match l with
  | [] => true
  | v :: l => (nat_of t.[i] =? v) && equal_list t (i + 1)%uint63 l
  end.

Definition check_values (g : code) (l : list nat) : bool :=
  (Z.of_nat (length l) <? 2 ^ 60)%Z &&
  match values g (length l) with Some t => equal_list t 0 l | None => false end.

Theorem values_by_computation (g : code) (l : list nat) : check_values g l = true ->
  forall n, n < length l -> nim (taking_breaking g) n = nth n l 0.
Proof.
  unfold check_values. rewrite andb_true_iff, Z.ltb_lt. intros [small_count E].
  destruct (values g (length l)) as [t|] eqn:F; [|discriminate]. apply values_table in F; [|unfold small; lia].
  intros n Hn. rewrite <- (F n Hn). clear F.
  assert (general : forall l i, (Z.of_nat i + Z.of_nat (length l) < 2 ^ 60)%Z -> equal_list t (int_of i) l = true ->
            forall d, d < length l -> nat_of t.[int_of (i + d)] = nth d l 0).
  { clear. induction l as [|v l IH]; intros i Hi E d Hd; cbn [length] in *; [lia|].
    cbn [equal_list] in E. apply andb_prop in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1.
    destruct d as [|d]; [rewrite Nat.add_0_r; exact E1|]. cbn [nth].
    rewrite int_of_succ in E2 by (unfold small; lia). rewrite <- Nat.add_succ_comm. apply IH; [lia|exact E2|lia]. }
  apply (general l 0); [lia|exact E|exact Hn].
Qed.

