(** * All-but subtraction: any number of counters may be taken, except finitely many amounts

    Its nim-values come round with a saltus s: the value of n + p is that of n, plus s.  With w the greatest amount
    that may not be taken, every heap more than w below can be reached, so its value is spent for ever.  When the last w
    values and the set of the spent ones come again, s higher, everything does. *)

From Coq Require Import Arith Bool List Lia NArith MSetPositive.
From Cgt Require Import Game Heaps.
Import ListNotations.

Definition all_but (out : list nat) : rule.
Proof.
  refine (Rule (fun n => flat_map (fun k => if existsb (Nat.eqb k) out then [] else [[n - k]]) (seq 1 n)) (fun n => n) _).
  intros n hs H. apply in_flat_map in H. destruct H as [k [Hk H]]. apply in_seq in Hk.
  destruct (existsb (Nat.eqb k) out); [destruct H|]. destruct H as [<-|[]]. cbn. lia.
Defined.

(** The values reached from [n] are those of [n - k], for all amounts [k] but the excepted. *)

Theorem all_but_reaches out v n u :
  reaches (all_but out) v n u <-> exists k, 1 <= k <= n /\ ~ In k out /\ v (n - k) = u.
Proof.
  unfold reaches. cbn [moves all_but]. split.
  - intros [hs [H E]]. apply in_flat_map in H. destruct H as [k [Hk H]]. apply in_seq in Hk.
    destruct (existsb (Nat.eqb k) out) eqn:X; [destruct H|]. destruct H as [<-|[]].
    cbn in E. rewrite Nat.lxor_0_r in E. exists k. split; [lia|]. split; [|exact E].
    intros Hin. apply mem_nat in Hin. congruence.
  - intros [k [Hk [X E]]]. exists [n - k]. split; [|cbn; rewrite Nat.lxor_0_r; exact E].
    apply in_flat_map. exists k. split; [apply in_seq; lia|].
    destruct (existsb (Nat.eqb k) out) eqn:Y; [apply mem_nat in Y; tauto|left; reflexivity].
Qed.

Definition greatest (l : list nat) : nat := fold_right max 0 l.

Lemma in_greatest k l : In k l -> k <= greatest l.
Proof. unfold greatest. induction l as [|m l IH]; cbn; [tauto|]. intros [->|H]; [lia|apply IH in H; lia]. Qed.

(** ** The theorem *)

Section Saltus.

Variables (out : list nat) (v : nat -> nat).
Hypothesis sequence : nim_sequence (all_but out) v.

Let w := greatest out.

(** [u] is the value of a heap below [n]. *)

Definition value_below (n u : nat) : Prop := exists m, m < n /\ v m = u.

Variables n0 p s : nat.

(** From the heap n0 on to n0 + w, and for the values below n0, everything is as p heaps earlier, and s higher. *)

Hypothesis window : forall n, n0 <= n < n0 + w -> v (n + p) = v n + s.
Hypothesis spent : forall u, value_below (n0 + p) u <-> u < s \/ exists t, value_below n0 t /\ u = t + s.

Theorem all_but_saltus : forall n, n0 <= n -> v (n + p) = v n + s.
Proof.
  enough (all : forall d, (forall n, n0 <= n < n0 + w + d -> v (n + p) = v n + s) /\
    forall u, value_below (n0 + d + p) u <-> u < s \/ exists t, value_below (n0 + d) t /\ u = t + s).
  { intros n Hn. apply (proj1 (all (S (n - n0)))). lia. }
  induction d as [|d [near far]].
  { split; [intros n Hn; apply window; lia|]. rewrite Nat.add_0_r. exact spent. }
  set (n := n0 + w + d) in *.
  assert (above : forall u, reaches (all_but out) v (n + p) u <->
            u < s \/ exists t, reaches (all_but out) v n t /\ u = t + s).
  { intros u. rewrite all_but_reaches. split.
    - intros [k [Hk [X E]]]. destruct (Nat.le_gt_cases k w) as [L|L].
      + right. exists (v (n - k)). split; [apply all_but_reaches; exists k; repeat split; [lia|lia|exact X]|].
        rewrite <- near by lia. rewrite <- E. f_equal. lia.
      + destruct (proj1 (far u)) as [H|[t [[m [Hm Et]] Eu]]]; [exists (n + p - k); split; [lia|exact E]|tauto|].
        right. exists t. split; [|exact Eu]. apply all_but_reaches. exists (n - m). split; [lia|].
        split; [intros Hin; apply in_greatest in Hin; fold w in Hin; lia|]. rewrite <- Et. f_equal. lia.
    - intros [H|[t [R Eu]]].
      + destruct (proj2 (far u)) as [m [Hm E]]; [tauto|]. exists (n + p - m). split; [lia|].
        split; [intros Hin; apply in_greatest in Hin; fold w in Hin; lia|]. rewrite <- E. f_equal. lia.
      + apply all_but_reaches in R. destruct R as [k [Hk [X E]]]. destruct (Nat.le_gt_cases k w) as [L|L].
        * exists k. split; [lia|]. split; [exact X|]. rewrite Eu, <- E, <- near by lia. f_equal. lia.
        * destruct (proj2 (far u)) as [m [Hm Em]].
          { right. exists t. split; [|exact Eu]. exists (n - k). split; [lia|exact E]. }
          exists (n + p - m). split; [lia|].
          split; [intros Hin; apply in_greatest in Hin; fold w in Hin; lia|]. rewrite <- Em. f_equal. lia. }
  assert (here : v (n + p) = v n + s).
  { destruct (sequence n) as [no below].
    apply (is_mex_unique (reaches (all_but out) v (n + p)) (reaches (all_but out) v (n + p))); [tauto|apply sequence|].
    split.
    - intros R. apply above in R. destruct R as [R|[t [R E]]]; [lia|]. apply no. replace (v n) with t by lia. exact R.
    - intros u Hu. apply above. destruct (Nat.le_gt_cases s u) as [L|L]; [right|tauto].
      exists (u - s). split; [apply below; lia|lia]. }
  split.
  - intros m Hm. destruct (Nat.eq_dec m n) as [->|Ne]; [exact here|apply near; lia].
  - intros u. split.
    + intros [m [Hm E]]. destruct (Nat.eq_dec m (n0 + d + p)) as [->|Ne].
      * right. exists (v (n0 + d)). split; [exists (n0 + d); split; [lia|reflexivity]|].
        rewrite <- E. destruct (Nat.eq_dec w 0) as [W|W]; [|apply near; lia].
        replace (n0 + d) with n by lia. exact here.
      * destruct (proj1 (far u)) as [H|[t [[k [Hk Et]] Eu]]]; [exists m; split; [lia|exact E]|tauto|].
        right. exists t. split; [exists k; split; [lia|exact Et]|exact Eu].
    + intros [H|[t [[m [Hm Et]] Eu]]].
      * destruct (proj2 (far u)) as [m [Hm E]]; [tauto|]. exists m. split; [lia|exact E].
      * destruct (Nat.eq_dec m (n0 + d)) as [->|Ne].
        { exists (n0 + d + p). split; [lia|]. rewrite Eu, <- Et.
          destruct (Nat.eq_dec w 0) as [W|W]; [|apply near; lia]. replace (n0 + d) with n by lia. exact here. }
        destruct (proj2 (far u)) as [k [Hk E]].
        { right. exists t. split; [exists m; split; [lia|exact Et]|exact Eu]. }
        exists k. split; [lia|exact E].
Qed.

End Saltus.

(** ** The values by computation

    A value u is kept as the positive number u + 1; [spent] holds those that lie more than w below the heap. *)

Module Values := PositiveSet.

Definition value_of (x : positive) : nat := pred (Pos.to_nat x).

Fixpoint least_free (fuel : nat) (taken : positive -> bool) (x : positive) : option positive :=
  match fuel with
  | 0 => None
  | S fuel => if taken x then least_free fuel taken (Pos.succ x) else Some x
  end.

(** Of the amounts 1, …, w: which may be taken. *)

Definition allowed (out : list nat) : list bool :=
  map (fun k => negb (existsb (Nat.eqb k) out)) (seq 1 (greatest out)).

(** [earlier] has the values of the heaps n - 1, n - 2, …, 0; below [low] all values are spent. *)

Fixpoint near (may : list bool) (earlier : list positive) : list positive :=
  match may, earlier with
  | b :: may, x :: earlier => if b then x :: near may earlier else near may earlier
  | _, _ => []
  end.

Fixpoint run (may : list bool) (count : nat) : option (list positive * Values.t * positive) :=
  match count with
  | 0 => Some ([], Values.empty, 1%positive)
  | S count =>
    match run may count with
    | None => None
    | Some (earlier, spent, low) =>
      let reached := near may earlier in
      match least_free (S count) (fun x => if Values.mem x spent then true else existsb (Pos.eqb x) reached) low with
      | None => None
      | Some x =>
        let spent := match nth_error (x :: earlier) (length may) with Some y => Values.add y spent | None => spent end in
        match least_free (S (S count)) (fun x => Values.mem x spent) low with
        | None => None
        | Some low => Some (x :: earlier, spent, low)
        end
      end
    end
  end.

Definition values_of_rule (out : list nat) (count : nat) : list positive :=
  match run (allowed out) count with Some (earlier, _, _) => rev earlier | None => [] end.

Lemma least_free_spec taken fuel : forall x y, least_free fuel taken x = Some y ->
  taken y = false /\ (x <= y)%positive /\ forall z, (x <= z)%positive -> (z < y)%positive -> taken z = true.
Proof.
  induction fuel as [|fuel IH]; intros x y E; [discriminate|]. cbn in E. destruct (taken x) eqn:T.
  - apply IH in E. destruct E as [F [L A]]. split; [exact F|]. split; [lia|].
    intros z Hz Hz'. destruct (Pos.eq_dec z x) as [->|N]; [exact T|apply A; lia].
  - injection E as <-. split; [exact T|]. split; [lia|]. lia.
Qed.

Lemma in_near x : forall may earlier,
  In x (near may earlier) <-> exists i, nth_error may i = Some true /\ nth_error earlier i = Some x.
Proof.
  induction may as [|b may IH]; intros earlier; [split; [intros []|intros [[|i] [H _]]; discriminate]|].
  destruct earlier as [|y earlier]; [split; [intros []|intros [[|i] [_ H]]; discriminate]|].
  cbn [near]. assert (later : In x (near may earlier) <->
    exists i, nth_error (b :: may) (S i) = Some true /\ nth_error (y :: earlier) (S i) = Some x) by apply IH.
  destruct b; cbn [In]; rewrite later.
  - split.
    + intros [<-|[i H]]; [exists 0; tauto|exists (S i); exact H].
    + intros [[|i] H]; [left; cbn in H; destruct H; congruence|right; exists i; exact H].
  - split; [intros [i H]; exists (S i); exact H|].
    intros [[|i] H]; [destruct H; discriminate|exists i; exact H].
Qed.

Lemma length_allowed out : length (allowed out) = greatest out.
Proof. unfold allowed. rewrite map_length. apply seq_length. Qed.

Lemma allowed_spec out k : 1 <= k -> nth_error (allowed out) (k - 1) = Some true <-> k <= greatest out /\ ~ In k out.
Proof.
  intros Hk. destruct (Nat.le_gt_cases k (greatest out)) as [L|L].
  - unfold allowed. rewrite (map_nth_error _ (k - 1) _ (d := k)).
    + rewrite <- mem_nat. destruct (existsb (Nat.eqb k) out); cbn; split; intros H;
        [discriminate|destruct H as [_ H]; destruct H; reflexivity|split; [exact L|discriminate]|reflexivity].
    + rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). rewrite seq_nth by lia. f_equal. lia.
  - split; [|lia]. intros H. assert (k - 1 < length (allowed out)) by (apply nth_error_Some; congruence).
    rewrite length_allowed in *. lia.
Qed.

Lemma nth_error_skipn {A} w : forall i (l : list A), nth_error (skipn w l) i = nth_error l (w + i).
Proof. induction w as [|w IH]; intros i [|a l]; cbn; try reflexivity; [destruct i; reflexivity|apply IH]. Qed.

Lemma nth_error_firstn {A} n : forall i (l : list A), i < n -> nth_error (firstn n l) i = nth_error l i.
Proof. induction n as [|n IH]; intros [|i] [|a l] H; cbn; try reflexivity; [lia|lia|apply IH; lia]. Qed.

Lemma in_nth_error {A} (l : list A) x : In x l <-> exists i, nth_error l i = Some x.
Proof.
  split; [apply In_nth_error|]. intros [i E]. exact (nth_error_In l i E).
Qed.

Lemma skipn_step {A} w : forall x (l : list A), skipn w (x :: l) =
  match nth_error (x :: l) w with Some y => y :: skipn w l | None => skipn w l end.
Proof.
  induction w as [|w IH]; intros x l; [reflexivity|]. destruct l as [|y l]; cbn [skipn nth_error]; [destruct w; reflexivity|].
  exact (IH y l).
Qed.

Theorem run_spec out : forall count earlier spent low, run (allowed out) count = Some (earlier, spent, low) ->
  length earlier = count /\
  (forall x, Values.mem x spent = true <-> In x (skipn (greatest out) earlier)) /\
  (forall x, (x < low)%positive -> Values.mem x spent = true) /\
  forall i x, nth_error earlier i = Some x -> nim (all_but out) (count - 1 - i) = value_of x.
Proof.
  induction count as [|n IH]; intros earlier spent low E; cbn [run] in E.
  { injection E as <- <- <-. split; [reflexivity|]. split; [|split; [lia|intros [|i] x; discriminate]].
    intros x. rewrite skipn_nil. split; [intros H; apply Values.mem_spec, Values.empty_spec in H; tauto|intros []]. }
  destruct (run (allowed out) n) as [[[before far] from]|]; [|discriminate].
  specialize (IH _ _ _ eq_refl). destruct IH as [len [held [all vals]]].
  destruct (least_free _ _ from) as [x|] eqn:F; [|discriminate]. rewrite length_allowed in E.
  set (now := match nth_error (x :: before) (greatest out) with Some y => Values.add y far | None => far end) in E.
  destruct (least_free _ (fun x => Values.mem x now) from) as [next|] eqn:F'; [|discriminate]. injection E as <- <- <-.
  apply least_free_spec in F. destruct F as [no [_ yes]]. apply least_free_spec in F'. destruct F' as [_ [_ yes']].
  assert (kept : forall z, Values.mem z now = true <-> In z (skipn (greatest out) (x :: before))).
  { intros z. unfold now. rewrite skipn_step. destruct (nth_error (x :: before) (greatest out)) as [y|]; [|apply held].
    rewrite Values.mem_spec, Values.add_spec, <- Values.mem_spec, held. cbn [In]. split; intros [H|H]; subst; tauto. }
  assert (met : forall z, (if Values.mem z far then true else existsb (Pos.eqb z) (near (allowed out) before)) = true <->
            reaches (all_but out) (nim (all_but out)) n (value_of z)).
  { intros z.
    assert (either : (if Values.mem z far then true else existsb (Pos.eqb z) (near (allowed out) before)) = true <->
              In z (skipn (greatest out) before) \/ In z (near (allowed out) before)).
    { rewrite <- held. destruct (Values.mem z far); [tauto|]. rewrite existsb_exists. split.
      - intros [y [H Ey]]. apply Pos.eqb_eq in Ey. subst y. tauto.
      - intros [H|H]; [discriminate|]. exists z. split; [exact H|apply Pos.eqb_refl]. }
    rewrite either, in_near, all_but_reaches, in_nth_error. clear either.
    assert (same : forall i y, nth_error before i = Some y -> nim (all_but out) (n - S i) = value_of z -> y = z).
    { intros i y Hy Ez. specialize (vals i y Hy). replace (n - 1 - i) with (n - S i) in vals by lia.
      unfold value_of in *. lia. }
    split.
    - intros [[i Hi]|[i [X Hi]]].
      + rewrite nth_error_skipn in Hi. assert (greatest out + i < n).
        { rewrite <- len. apply nth_error_Some. congruence. }
        exists (S (greatest out + i)). split; [lia|]. split; [intros Hin; apply in_greatest in Hin; lia|].
        rewrite <- (vals _ _ Hi). f_equal. lia.
      + assert (i < n) by (rewrite <- len; apply nth_error_Some; congruence).
        replace i with (S i - 1) in X by lia. apply allowed_spec in X; [|lia].
        exists (S i). split; [lia|]. split; [tauto|]. rewrite <- (vals _ _ Hi). f_equal. lia.
    - intros [k [Hk [X E]]]. destruct (nth_error before (k - 1)) as [y|] eqn:Hy.
      2: { apply nth_error_None in Hy. lia. }
      assert (y = z) as -> by (apply (same (k - 1)); [exact Hy|rewrite <- E; f_equal; lia]).
      destruct (Nat.le_gt_cases k (greatest out)) as [L|L].
      + right. exists (k - 1). split; [apply allowed_spec; [lia|tauto]|exact Hy].
      + left. exists (k - 1 - greatest out). rewrite nth_error_skipn. rewrite <- Hy. f_equal. lia. }
  assert (here : nim (all_but out) n = value_of x).
  { apply (is_mex_unique (reaches (all_but out) (nim (all_but out)) n) (reaches (all_but out) (nim (all_but out)) n));
      [tauto|apply nim_is_sequence|]. split.
    - intros R. apply met in R. congruence.
    - intros u Hu. replace u with (value_of (Pos.of_succ_nat u)) in * by (unfold value_of; lia).
      apply met. destruct (Pos.ltb_spec (Pos.of_succ_nat u) from) as [L|L]; [rewrite all by exact L; reflexivity|].
      apply yes; [exact L|]. unfold value_of in *. lia. }
  split; [cbn; lia|]. split; [exact kept|]. split.
  - intros z Hz. destruct (Pos.ltb_spec z from) as [L|L]; [|apply yes'; assumption].
    apply all in L. apply held in L. apply kept. rewrite skipn_step.
    destruct (nth_error (x :: before) (greatest out)); [right|]; exact L.
  - intros [|i] z Hz; cbn in Hz.
    + injection Hz as <-. replace (S n - 1 - 0) with n by lia. exact here.
    + replace (S n - 1 - S i) with (n - 1 - i) by lia. apply vals, Hz.
Qed.

Lemma values_of_rule_spec out count n x : nth_error (values_of_rule out count) n = Some x -> nim (all_but out) n = value_of x.
Proof.
  unfold values_of_rule. destruct (run (allowed out) count) as [[[earlier spent] low]|] eqn:E; [|destruct n; discriminate].
  apply run_spec in E. destruct E as [len [_ [_ vals]]]. intros H.
  assert (n < count) by (rewrite <- len, <- rev_length; apply nth_error_Some; congruence).
  rewrite <- (vals (count - 1 - n) x); [f_equal; lia|].
  rewrite (nth_error_nth' earlier 1%positive) by lia. rewrite <- H, (nth_error_nth' _ 1%positive) by (rewrite rev_length; lia).
  f_equal. rewrite rev_nth by lia. f_equal. lia.
Qed.

(** ** The period by computation *)

Definition higher (s : N) (x : positive) : positive := match s with N0 => x | Npos d => (x + d)%positive end.

Fixpoint shifted (s : N) (later earlier : list positive) : bool :=
  match later, earlier with
  | y :: later, x :: earlier => Pos.eqb y (higher s x) && shifted s later earlier
  | _, _ => true
  end.

Definition within (xs : list positive) : positive -> bool :=
  let set := fold_right Values.add Values.empty xs in fun x => Values.mem x set.

Definition up_to (s : nat) : list positive := map (fun u => Pos.of_succ_nat u) (seq 0 s).

(** With [count] values, those of the last w heaps and the spent ones are compared with p heaps earlier. *)

Definition saltus_shows (out : list nat) (count n0 p s : nat) : bool :=
  let xs := values_of_rule out count in
  let early := firstn (count - p - greatest out) xs in
  let late := firstn (count - greatest out) xs in
  let saltus := N.of_nat s in
  let lifted := up_to s ++ map (higher saltus) early in
  (length xs =? count) && (n0 + p + greatest out <=? count) && shifted saltus (skipn (n0 + p) xs) (skipn n0 xs)
  && (let set := within lifted in forallb set late) && (let set := within late in forallb set lifted).

Lemma within_spec xs x : within xs x = true <-> In x xs.
Proof.
  unfold within. induction xs as [|y xs IH]; cbn [fold_right In].
  - split; [intros H; apply Values.mem_spec, Values.empty_spec in H; tauto|intros []].
  - rewrite Values.mem_spec, Values.add_spec, <- Values.mem_spec, IH. split; intros [H|H]; subst; tauto.
Qed.

Lemma shifted_spec s : forall later earlier i x y, shifted s later earlier = true ->
  nth_error later i = Some y -> nth_error earlier i = Some x -> y = higher s x.
Proof.
  induction later as [|b later IH]; intros [|a earlier] [|i] x y E Hy Hx; try discriminate;
    cbn in E, Hx, Hy; apply andb_true_iff in E; destruct E as [E E'].
  - injection Hx as <-. injection Hy as <-. apply Pos.eqb_eq, E.
  - exact (IH _ _ _ _ E' Hy Hx).
Qed.

Lemma value_of_higher s x : value_of (higher (N.of_nat s) x) = value_of x + s.
Proof. unfold value_of, higher. destruct (N.of_nat s) eqn:E; lia. Qed.

Lemma value_of_inj x y : value_of x = value_of y -> x = y.
Proof. unfold value_of. lia. Qed.

Theorem all_but_period_by_computation count out n0 p s : saltus_shows out count n0 p s = true ->
  forall n, n0 <= n -> nim (all_but out) (n + p) = nim (all_but out) n + s.
Proof.
  unfold saltus_shows. set (xs := values_of_rule out count). set (w := greatest out). intros E.
  repeat (apply andb_true_iff in E; let E' := fresh "E" in destruct E as [E E']).
  apply Nat.eqb_eq in E. apply Nat.leb_le in E3.
  rewrite forallb_forall in E0, E1.
  assert (known : forall n, n < count -> exists x, nth_error xs n = Some x /\ nim (all_but out) n = value_of x).
  { intros n Hn. destruct (nth_error xs n) as [x|] eqn:F; [|apply nth_error_None in F; lia].
    exists x. split; [reflexivity|exact (values_of_rule_spec _ _ _ _ F)]. }
  assert (first : forall n, n0 <= n -> n + p < count -> nim (all_but out) (n + p) = nim (all_but out) n + s).
  { intros n Hn Hc. destruct (known n ltac:(lia)) as [x [Hx ->]]. destruct (known (n + p) Hc) as [y [Hy ->]].
    rewrite (shifted_spec (N.of_nat s) _ _ (n - n0) x y E2); [apply value_of_higher| |]; rewrite nth_error_skipn.
    - rewrite <- Hy. f_equal. lia.
    - rewrite <- Hx. f_equal. lia. }
  assert (below : forall n x, n <= count -> (In x (firstn n xs) <-> value_below (nim (all_but out)) n (value_of x))).
  { intros n x Hn. rewrite in_nth_error. split.
    - intros [i Hi]. assert (i < n).
      { rewrite <- (firstn_length_le xs (n := n)) by lia. apply nth_error_Some. congruence. }
      exists i. split; [lia|]. apply (values_of_rule_spec out count). fold xs. rewrite <- Hi.
      symmetry. apply nth_error_firstn. lia.
    - intros [m [Hm V]]. destruct (known m ltac:(lia)) as [y [Hy V']]. exists m.
      rewrite nth_error_firstn by lia. rewrite Hy. f_equal. apply value_of_inj. congruence. }
  intros n Hn. destruct (Nat.lt_ge_cases (n + p) count) as [L|L]; [apply first; assumption|].
  apply (all_but_saltus out _ (nim_is_sequence (all_but out)) (count - p - w) p s); [intros; apply first; lia| |lia].
  fold w. intros u. replace (count - p - w + p) with (count - w) by lia.
  replace u with (value_of (Pos.of_succ_nat u)) by (unfold value_of; lia). set (x := Pos.of_succ_nat u).
  assert (lifted : In x (up_to s ++ map (higher (N.of_nat s)) (firstn (count - p - w) xs)) <->
            value_of x < s \/ exists t, value_below (nim (all_but out)) (count - p - w) t /\ value_of x = t + s).
  { rewrite in_app_iff. unfold up_to. rewrite !in_map_iff. split.
    - intros [[t [<- Ht]]|[y [<- Hy]]]; [left; apply in_seq in Ht; unfold value_of; lia|right].
      exists (value_of y). split; [apply below; [lia|exact Hy]|apply value_of_higher].
    - intros [H|[t [B V]]]; [left; exists (value_of x); split; [apply value_of_inj; unfold value_of; lia|apply in_seq; lia]|right].
      exists (Pos.of_succ_nat t). replace t with (value_of (Pos.of_succ_nat t)) in B by (unfold value_of; lia).
      split; [|apply below in B; [exact B|lia]]. apply value_of_inj. rewrite value_of_higher, V. unfold value_of. lia. }
  rewrite <- lifted, <- below by lia. split; intros H; apply within_spec; [apply E1|apply E0]; exact H.
Qed.

Definition values_show (out : list nat) (values : list nat) : bool :=
  let xs := values_of_rule out (length values) in
  (length xs =? length values) && forallb (fun '(x, u) => value_of x =? u) (combine xs values).

Theorem all_but_values_by_computation out values : values_show out values = true ->
  forall n, n < length values -> nim (all_but out) n = nth n values 0.
Proof.
  unfold values_show. set (xs := values_of_rule out (length values)). intros E n Hn.
  apply andb_true_iff in E. destruct E as [len E]. apply Nat.eqb_eq in len. rewrite forallb_forall in E.
  destruct (nth_error xs n) as [x|] eqn:F; [|apply nth_error_None in F; lia].
  rewrite (values_of_rule_spec _ _ _ _ F). apply Nat.eqb_eq.
  apply (E (x, nth n values 0)). apply (nth_error_nth _ _ 1%positive) in F. rewrite <- F.
  rewrite <- combine_nth by exact len. apply nth_In. rewrite combine_length. lia.
Qed.
