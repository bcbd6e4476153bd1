(** * Misère quotients

    In misère play a sum is not settled by nim-values.  Plambeck (2005): let each heap have an element of a commutative monoid,
    and a sum the product of its heaps.  The conditions below make sure that the P-positions are the sums whose product lies in a
    certain set, the P-portion.  For a code whose elements repeat, finitely many heaps prove it for all (Plambeck and
    Siegel 2008). *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game Heaps TakingBreaking.
Import ListNotations.

(** ** The theorem *)

Section MonoidOfAGame.

Variables (r : rule) (among : nat -> Prop).
(** The heaps that are spoken of: no move leaves them. *)
Hypothesis closed : forall h new, among h -> In new (moves r h) -> Forall among new.

Variables (Q : Type) (one : Q) (mul : Q -> Q -> Q).
Hypothesis mul_one : forall x, mul one x = x.
Hypothesis mul_comm : forall x y, mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, mul x (mul y z) = mul (mul x y) z.

Variables (P : Q -> bool) (element : nat -> Q).

Definition product (hs : list nat) : Q := fold_right (fun h x => mul (element h) x) one hs.

(** Where a heap with no move is the identity, which is not in the P-portion, … *)
Hypothesis one_not_in_P : P one = false.
Hypothesis stuck_is_one : forall h, among h -> moves r h = [] -> element h = one.

(** … and no move of a heap leads from the P-portion into it, whatever [y] stands beside, … *)
Hypothesis no_way_back : forall h new y, among h -> In new (moves r h) ->
  P (mul (element h) y) = true -> P (mul (product new) y) = false.

(** … [enters h y]: some move of [h], beside [y], leads into the P-portion; … *)
Definition enters (h : nat) (y : Q) : Prop := exists new, In new (moves r h) /\ P (mul (product new) y) = true.

(** … a family of pairs of an element and a set: the set holds only such [y] that every sum of that element which has a
    move can, beside [y], be led into the P-portion. *)
Variable family : Q -> (Q -> Prop) -> Prop.
Hypothesis family_starts : forall h, among h -> moves r h <> [] ->
  exists f, family (element h) f /\ forall y, f y -> enters h y.
Hypothesis family_goes_on : forall x f h, family x f -> among h -> moves r h <> [] ->
  exists f', family (mul x (element h)) f' /\ forall y, f' y -> f (mul (element h) y) \/ enters h (mul x y).
Hypothesis family_ends : forall x f, family x f -> P x = false -> f one.

Lemma mul_one_r x : mul x one = x.
Proof. rewrite mul_comm. apply mul_one. Qed.

Lemma product_app l m : product (l ++ m) = mul (product l) (product m).
Proof.
  unfold product. induction l as [|h l IH]; cbn; [symmetry; apply mul_one|]. rewrite IH. apply mul_assoc.
Qed.

Lemma product_middle l new rest : product (l ++ new ++ rest) = mul (product new) (product (l ++ rest)).
Proof.
  rewrite !product_app, !mul_assoc. f_equal. apply mul_comm.
Qed.

Lemma product_one h : product [h] = element h.
Proof. apply mul_one_r. Qed.

Lemma no_moves (hs : list nat) : move_one r hs = [] -> forall h, In h hs -> moves r h = [].
Proof.
  intros E h Hh. apply in_split in Hh. destruct Hh as [l [rest ->]].
  destruct (moves r h) as [|new more] eqn:M; [reflexivity|exfalso].
  assert (H : In (l ++ new ++ rest) (move_one r (l ++ h :: rest))).
  { apply in_move_one. exists l, h, new, rest. rewrite M. repeat split. left. reflexivity. }
  rewrite E in H. destruct H.
Qed.

Lemma stuck_product (hs : list nat) : Forall among hs -> move_one r hs = [] -> product hs = one.
Proof.
  intros A E. pose proof (no_moves hs E) as none. clear E. induction A as [|h hs Hh A IH]; [reflexivity|].
  unfold product in *. cbn. rewrite (stuck_is_one h Hh), mul_one.
  - apply IH. intros k Hk. apply none. right. exact Hk.
  - apply none. left. reflexivity.
Qed.

(** Beside [y], the sum [hs] can be led into the P-portion. *)
Definition sum_enters (hs : list nat) (y : Q) : Prop :=
  exists X, In X (move_one r hs) /\ P (mul (product X) y) = true.

Lemma sum_enters_family (hs : list nat) : Forall among hs -> move_one r hs <> [] ->
  exists f, family (product hs) f /\ forall y, f y -> sum_enters hs y.
Proof.
  induction 1 as [|h hs Hh A IH]; [cbn; congruence|]. intros some.
  assert (first : forall y, enters h (mul (product hs) y) -> sum_enters (h :: hs) y).
  { intros y [new [Hn E]]. exists (new ++ hs). split.
    - apply in_move_one. exists [], h, new, hs. tauto.
    - rewrite product_app, <- mul_assoc. exact E. }
  assert (others : forall y, sum_enters hs (mul (element h) y) -> sum_enters (h :: hs) y).
  { intros y [X [HX E]]. exists (h :: X). split.
    - cbn. apply in_or_app. right. apply in_map. exact HX.
    - change (h :: X) with ([h] ++ X). rewrite product_app, product_one, (mul_comm (element h)), <- mul_assoc.
      exact E. }
  destruct (moves r h) as [|m ms] eqn:M.
  - destruct IH as [f [F1 F2]].
    { cbn in some. rewrite M in some. intros E. rewrite E in some. apply some. reflexivity. }
    exists f. change (h :: hs) with ([h] ++ hs) at 1. rewrite product_app, product_one, (stuck_is_one h Hh M), mul_one.
    split; [exact F1|]. intros y Hy. apply others. rewrite (stuck_is_one h Hh M), mul_one. apply F2, Hy.
  - assert (M' : moves r h <> []) by (rewrite M; discriminate).
    assert (E : product (h :: hs) = mul (product hs) (element h)) by apply mul_comm. rewrite E.
    destruct (move_one r hs) as [|X Xs] eqn:S.
    + destruct (family_starts h Hh M') as [f [F1 F2]]. exists f.
      rewrite (stuck_product hs A S), mul_one. split; [exact F1|].
      intros y Hy. apply first. rewrite (stuck_product hs A S), mul_one. apply F2, Hy.
    + destruct IH as [f [F1 F2]]; [discriminate|]. destruct (family_goes_on _ f h F1 Hh M') as [f' [G1 G2]].
      exists f'. split; [exact G1|]. intros y Hy. destruct (G2 y Hy) as [H|H]; [|apply first, H].
      apply others. destruct (F2 _ H) as [X' HX']. exists X'. exact HX'.
Qed.

Theorem misere_quotient (hs : list nat) : Forall among hs ->
  (P_position misere (G := heaps r) hs <-> P (product hs) = true).
Proof.
  revert hs. apply (P_positions_among misere (heaps r) (Forall among) (fun hs => P (product hs) = true)).
  - intros x y A H. cbn in H. apply in_move_one in H. destruct H as [l [h [new [rest [-> [Hn ->]]]]]].
    rewrite Forall_app in A |- *. destruct A as [Al A]. inversion A; subst. split; [exact Al|].
    rewrite Forall_app. split; [eapply closed; eassumption|assumption].
  - intros x. destruct (P (product x)); [left; reflexivity|right; discriminate].
  - intros x A E. rewrite (stuck_product x A E), one_not_in_P. split; discriminate.
  - intros x y A Hx H. cbn in H. apply in_move_one in H. destruct H as [l [h [new [rest [-> [Hn ->]]]]]].
    rewrite product_middle. rewrite Forall_app in A. destruct A as [_ A]. inversion A; subst.
    rewrite (no_way_back h new (product (l ++ rest))); [discriminate|assumption|exact Hn|].
    change (h :: rest) with ([h] ++ rest) in Hx. rewrite product_middle, product_one in Hx. exact Hx.
  - intros x A Hx some. destruct (sum_enters_family x A some) as [f [F1 F2]].
    destruct (F2 one) as [X [HX E]].
    + apply (family_ends _ f F1). destruct (P (product x)); [congruence|reflexivity].
    + exists X. rewrite mul_one_r in E. split; [exact HX|exact E].
Qed.

End MonoidOfAGame.

(** ** A finite monoid, as a certificate writes it

    The elements are 0, …, n-1, and 0 is the identity.  For each generator the certificate lists the products of all elements
    with it. *)

Record quotient := Quotient {
  actions : list (list nat);
  portion : list nat;
  family_of : list (nat * list nat);
  elements : list nat;  (* of the heaps 0, 1, 2, … *)
  period : nat          (* with which the elements go on for ever; 0: they do not *)
}.

Definition order (q : quotient) : nat := length (hd [] (actions q)).

Definition get (l : list nat) (n i : nat) : nat := let x := nth i l 0 in if x <? n then x else 0.

Fixpoint replace (l : list (list nat)) (i : nat) (row : list nat) : list (list nat) :=
  match l, i with
  | [], _ => []
  | _ :: l, 0 => row :: l
  | x :: l, S i => x :: replace l i row
  end.

(** The multiplication table: from the identity's row, row by row along the generators.  Nothing is assumed of it: that it is the
    table of a commutative monoid is checked. *)

Fixpoint explore (steps : nat) (queue : list nat) (rows actions : list (list nat)) : list (list nat) :=
  match steps, queue with
  | S s, x :: queue =>
      let '(queue, rows) :=
        fold_left (fun '(queue, rows) action =>
          let z := nth x action 0 in
          match nth z rows [] with
          | [] => (queue ++ [z], replace rows z (map (fun y => nth y action 0) (nth x rows [])))
          | _ => (queue, rows)
          end) actions (queue, rows) in
      explore s queue rows actions
  | _, _ => rows
  end.

Definition table_of (q : quotient) : list (list nat) :=
  let n := order q in explore n [0] (seq 0 n :: repeat [] (n - 1)) (actions q).

Definition times (n : nat) (table : list (list nat)) (x y : nat) : nat := get (nth x table []) n y.

(** The element of a heap of any size. *)

Definition element_index (q : quotient) (h : nat) : nat :=
  let len := length (elements q) in
  if h <? len then h else len - period q + (h - len) mod period q.

Definition element_of (q : quotient) (h : nat) : nat := get (elements q) (order q) (element_index q h).

Definition product_with (q : quotient) (table : list (list nat)) (hs : list nat) : nat :=
  fold_right (fun h x => times (order q) table (element_of q h) x) 0 hs.

(** The element of a sum. *)

Definition product_of (q : quotient) (hs : list nat) : nat := product_with q (table_of q) hs.

(** The checks, one condition each. *)

Section Checks.

Variables (g : code) (q : quotient) (table : list (list nat)).

Let n := order q.
Let mul := times n table.
Definition in_portion (x : nat) : bool := existsb (Nat.eqb x) (portion q).

Definition check_monoid : bool :=
  let all := seq 0 n in
  (1 <=? n) && forallb (fun x => mul 0 x =? x) all
  && forallb (fun x => forallb (fun y => mul x y =? mul y x) all) all
  && forallb (fun x => forallb (fun y => let xy := mul x y in forallb (fun z => mul x (mul y z) =? mul xy z) all) all) all
  && negb (in_portion 0).

(** What the options of a heap are, and whether each [y] beside it can be led into the P-portion. *)

Definition option_elements (h : nat) : list nat := nodup Nat.eq_dec (map (product_with q table) (take g h)).

Definition entered (targets : list nat) : list bool :=
  map (fun y => existsb (fun t => in_portion (mul t y)) targets) (seq 0 n).

Definition check_heap (h : nat) : bool :=
  let x := element_of q h in
  let targets := option_elements h in
  let entry := entered targets in
  match targets with
  | [] => x =? 0
  | _ =>
      forallb (fun y => negb (in_portion (mul x y) && nth y entry false)) (seq 0 n)
      && existsb (fun '(z, f) => if z =? x then forallb (fun y => nth y entry false) f else false) (family_of q)
      && forallb (fun '(z, f) =>
           let zx := mul z x in
           existsb (fun '(z', f') => if z' =? zx
             then forallb (fun y => existsb (Nat.eqb (mul x y)) f || nth (mul z y) entry false) f' else false) (family_of q))
         (family_of q)
  end.

Definition check_family : bool :=
  forallb (fun '(z, f) => (z <? n) && (in_portion z || existsb (Nat.eqb 0) f)) (family_of q).

(** Of the heaps from 0 to [last]. *)

Definition check_quotient (last : nat) : bool :=
  check_monoid && check_family && forallb check_heap (seq 0 (S last)).

End Checks.

(** *** From the checks to the hypotheses *)

Definition below (n : nat) : Type := {x : nat | (x <? n) = true}.

Definition index {n} (x : below n) : nat := proj1_sig x.

Lemma index_inj n (x y : below n) : index x = index y -> x = y.
Proof.
  destruct x as [x Hx], y as [y Hy]. cbn. intros ->. f_equal. apply Eqdep_dec.UIP_dec, bool_dec.
Qed.

Lemma index_below n (x : below n) : index x < n.
Proof. destruct x as [x Hx]. exact (proj1 (Nat.ltb_lt x n) Hx). Qed.

Lemma in_all n (x : below n) : In (index x) (seq 0 n).
Proof. apply in_seq. pose proof (index_below n x). lia. Qed.

Lemma get_below l n i : 1 <= n -> (get l n i <? n) = true.
Proof. intros H. unfold get. destruct (nth i l 0 <? n) eqn:E; [exact E|apply Nat.ltb_lt; lia]. Qed.

Section Soundness.

Variables (g : code) (q : quotient) (last : nat).
Let n := order q.
Let table := table_of q.
Let mul := times n table.
Hypothesis checked : check_quotient g q table last = true.

(** All heaps, or those to [last]. *)
Variable among : nat -> Prop.
Hypothesis closed : forall h new, among h -> In new (take g h) -> Forall among new.

(** Every heap has the element and the options' elements of a heap that was checked. *)
Hypothesis like_a_checked_heap : forall h, among h -> exists c, c <= last /\ element_of q c = element_of q h /\
  (forall new, In new (take g h) -> exists new', In new' (take g c) /\ map (element_of q) new' = map (element_of q) new) /\
  (forall new, In new (take g c) -> exists new', In new' (take g h) /\ map (element_of q) new' = map (element_of q) new).

Lemma checked_monoid : check_monoid q table = true.
Proof. pose proof checked as C. unfold check_quotient in C. rewrite !andb_true_iff in C. tauto. Qed.

Lemma n_pos : 1 <= n.
Proof. pose proof checked_monoid as C. unfold check_monoid in C. rewrite !andb_true_iff, Nat.leb_le in C. tauto. Qed.

Definition elem (l : list nat) (i : nat) : below n := exist _ (get l n i) (get_below l n i n_pos).
Definition Qmul (x y : below n) : below n := elem (nth (index x) table []) (index y).
Definition Qone : below n := exist _ 0 (proj2 (Nat.ltb_lt 0 n) n_pos).
Definition Qelement (h : nat) : below n := elem (elements q) (element_index q h).

Lemma index_mul x y : index (Qmul x y) = mul (index x) (index y). Proof. reflexivity. Qed.
Lemma index_element h : index (Qelement h) = element_of q h. Proof. reflexivity. Qed.

Lemma Qmul_one x : Qmul Qone x = x.
Proof.
  apply index_inj. rewrite index_mul. pose proof checked_monoid as C. unfold check_monoid in C.
  rewrite !andb_true_iff in C. destruct C as [[[[_ C] _] _] _]. rewrite forallb_forall in C.
  apply Nat.eqb_eq, C, in_all.
Qed.

Lemma Qmul_comm x y : Qmul x y = Qmul y x.
Proof.
  apply index_inj. rewrite !index_mul. pose proof checked_monoid as C. unfold check_monoid in C.
  rewrite !andb_true_iff in C. destruct C as [[[_ C] _] _]. rewrite forallb_forall in C.
  specialize (C _ (in_all n x)). rewrite forallb_forall in C. apply Nat.eqb_eq, C, in_all.
Qed.

Lemma Qmul_assoc x y z : Qmul x (Qmul y z) = Qmul (Qmul x y) z.
Proof.
  apply index_inj. rewrite !index_mul. pose proof checked_monoid as C. unfold check_monoid in C.
  rewrite !andb_true_iff in C. destruct C as [[_ C] _]. rewrite forallb_forall in C.
  specialize (C _ (in_all n x)). rewrite forallb_forall in C. specialize (C _ (in_all n y)). cbv zeta in C.
  rewrite forallb_forall in C. apply Nat.eqb_eq, C, in_all.
Qed.

Definition QP (x : below n) : bool := in_portion q (index x).

Definition Qproduct (hs : list nat) : below n := product (below n) Qone Qmul Qelement hs.

Lemma index_product hs : index (Qproduct hs) = product_with q table hs.
Proof.
  induction hs as [|h hs IH]; [reflexivity|].
  change (times n table (element_of q h) (index (Qproduct hs)) = product_with q table (h :: hs)).
  rewrite IH. reflexivity.
Qed.

Lemma product_with_map hs hs' : map (element_of q) hs' = map (element_of q) hs ->
  product_with q table hs' = product_with q table hs.
Proof.
  assert (E : forall l, product_with q table l = fold_right (times (order q) table) 0 (map (element_of q) l)).
  { induction l as [|h l IH]; [reflexivity|]. cbn. rewrite <- IH. reflexivity. }
  intros H. rewrite !E, H. reflexivity.
Qed.

Lemma checked_heap h : h <= last -> check_heap g q table h = true.
Proof.
  intros H. pose proof checked as C. unfold check_quotient in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  rewrite forallb_forall in C. apply C, in_seq. lia.
Qed.

Lemma in_option_elements h t : In t (option_elements g q table h) <-> exists new, In new (take g h) /\ product_with q table new = t.
Proof.
  unfold option_elements. rewrite nodup_In, in_map_iff. split; intros [new H]; exists new; tauto.
Qed.

Lemma nth_entered targets y : y < n ->
  nth y (entered q table targets) false = existsb (fun t => in_portion q (mul t y)) targets.
Proof.
  intros H. unfold entered. fold n.
  rewrite (nth_indep _ false (existsb (fun t => in_portion q (times n table t 0)) targets))
    by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth (fun y => existsb (fun t => in_portion q (times n table t y)) targets)), seq_nth by exact H. reflexivity.
Qed.

(** [among]: a heap that is spoken of has the same targets as a checked one. *)

Lemma entered_is h c y :
  (forall new, In new (take g h) -> exists new', In new' (take g c) /\ map (element_of q) new' = map (element_of q) new) ->
  (forall new, In new (take g c) -> exists new', In new' (take g h) /\ map (element_of q) new' = map (element_of q) new) ->
  (nth (index y) (entered q table (option_elements g q table c)) false = true <->
   enters (taking_breaking g) (below n) Qone Qmul QP Qelement h y).
Proof.
  intros to from. rewrite nth_entered by apply index_below. rewrite existsb_exists. unfold enters. cbn [moves taking_breaking].
  split.
  - intros [t [Ht E]]. apply in_option_elements in Ht. destruct Ht as [new [Hn Et]].
    destruct (from new Hn) as [new' [Hn' M]]. exists new'. split; [exact Hn'|].
    unfold QP. rewrite index_mul. fold (Qproduct new'). rewrite index_product, (product_with_map new new' M), Et. exact E.
  - intros [new [Hn E]]. destruct (to new Hn) as [new' [Hn' M]]. exists (product_with q table new'). split.
    + apply in_option_elements. exists new'. tauto.
    + unfold QP in E. rewrite index_mul in E. fold (Qproduct new) in E. rewrite index_product in E.
      rewrite (product_with_map new new' M). exact E.
Qed.

Definition Qfamily (x : below n) (f : below n -> Prop) : Prop :=
  exists l, In (index x, l) (family_of q) /\ f = (fun y => In (index y) l).

Lemma mem_false_nil {A} (l l' : list A) : (forall x, In x l -> exists y, In y l') -> l' = [] -> l = [].
Proof. intros H ->. destruct l as [|x l]; [reflexivity|]. destruct (H x) as [y []]. left. reflexivity. Qed.

Theorem sound (hs : list nat) : Forall among hs ->
  (P_position misere (G := heaps (taking_breaking g)) hs <-> In (product_of q hs) (portion q)).
Proof.
  intros A. unfold product_of. fold table. rewrite <- index_product, <- mem_nat.
  change (existsb (Nat.eqb (index (Qproduct hs))) (portion q)) with (QP (Qproduct hs)).
  apply (misere_quotient (taking_breaking g) among closed (below n) Qone Qmul Qmul_one Qmul_comm Qmul_assoc
    QP Qelement) with (family := Qfamily); [..|exact A].
  - pose proof checked_monoid as C. unfold check_monoid in C. rewrite !andb_true_iff in C. destruct C as [_ C].
    apply negb_true_iff in C. exact C.
  - intros h Hh M. destruct (like_a_checked_heap h Hh) as [c [Hc [E [to from]]]].
    apply index_inj. rewrite index_element, <- E. pose proof (checked_heap c Hc) as C. unfold check_heap in C.
    destruct (option_elements g q table c) as [|t ts] eqn:T; [apply Nat.eqb_eq in C; exact C|exfalso].
    assert (Ht : In t (option_elements g q table c)) by (rewrite T; left; reflexivity).
    apply in_option_elements in Ht. destruct Ht as [new [Hn _]]. destruct (from new Hn) as [new' [Hn' _]].
    cbn [moves taking_breaking] in M. rewrite M in Hn'. destruct Hn'.
  - intros h new y Hh Hn HP. destruct (like_a_checked_heap h Hh) as [c [Hc [E [to from]]]].
    destruct (QP (Qmul (product (below n) Qone Qmul Qelement new) y)) eqn:W; [exfalso|reflexivity].
    pose proof (proj2 (entered_is h c y to from)) as into.
    specialize (into (ex_intro _ new (conj Hn W))).
    pose proof (checked_heap c Hc) as C. unfold check_heap in C.
    destruct (option_elements g q table c) as [|t ts] eqn:T.
    + destruct (to new Hn) as [new' [Hn' _]].
      assert (Ht : In (product_with q table new') (option_elements g q table c)) by (apply in_option_elements; exists new'; tauto).
      rewrite T in Ht. destruct Ht.
    + rewrite !andb_true_iff in C. destruct C as [[C _] _]. rewrite forallb_forall in C.
      specialize (C _ (in_all n y)). rewrite into in C. fold n mul in C. rewrite E in C.
      unfold QP in HP. rewrite index_mul, index_element in HP. rewrite HP in C. discriminate.
  - intros h Hh some. destruct (like_a_checked_heap h Hh) as [c [Hc [E [to from]]]].
    pose proof (checked_heap c Hc) as C. unfold check_heap in C.
    pose proof (fun y => entered_is h c y to from) as into.
    destruct (option_elements g q table c) as [|t ts] eqn:T.
    + exfalso. apply some. cbn [moves taking_breaking]. destruct (take g h) as [|new news] eqn:M; [reflexivity|exfalso].
      destruct (to new) as [new' [Hn' _]]; [left; reflexivity|].
      assert (Ht : In (product_with q table new') (option_elements g q table c)) by (apply in_option_elements; exists new'; tauto).
      rewrite T in Ht. destruct Ht.
    + rewrite !andb_true_iff in C. destruct C as [[_ C] _]. apply existsb_exists in C. destruct C as [[z f] [Hf C]].
      destruct (z =? _) eqn:Ez in C; [|discriminate]. apply Nat.eqb_eq in Ez. rewrite forallb_forall in C.
      exists (fun y => In (index y) f). split.
      * exists f. split; [|reflexivity]. rewrite index_element, <- E, <- Ez. exact Hf.
      * intros y Hy. specialize (C _ Hy). apply into. exact C.
  - intros x f h [l [Hl ->]] Hh some. destruct (like_a_checked_heap h Hh) as [c [Hc [E [to from]]]].
    pose proof (checked_heap c Hc) as C. unfold check_heap in C.
    pose proof (fun y => entered_is h c y to from) as into.
    destruct (option_elements g q table c) as [|t ts] eqn:T.
    + exfalso. apply some. cbn [moves taking_breaking]. destruct (take g h) as [|new news] eqn:M; [reflexivity|exfalso].
      destruct (to new) as [new' [Hn' _]]; [left; reflexivity|].
      assert (Ht : In (product_with q table new') (option_elements g q table c)) by (apply in_option_elements; exists new'; tauto).
      rewrite T in Ht. destruct Ht.
    + rewrite !andb_true_iff in C. destruct C as [_ C]. rewrite forallb_forall in C. specialize (C _ Hl).
      cbv beta iota zeta in C. apply existsb_exists in C. destruct C as [[z' f'] [Hf' C]].
      destruct (z' =? _) eqn:Ez in C; [|discriminate]. apply Nat.eqb_eq in Ez. rewrite forallb_forall in C.
      exists (fun y => In (index y) f'). split.
      * exists f'. split; [|reflexivity]. rewrite index_mul, index_element.
        assert (Ez' : z' = mul (index x) (element_of q h)) by (rewrite <- E; exact Ez). rewrite <- Ez'. exact Hf'.
      * intros y Hy. specialize (C _ Hy).
        apply orb_prop in C. destruct C as [C|C].
        -- left. apply mem_nat in C. rewrite index_mul, index_element, <- E. exact C.
        -- right. apply into. rewrite index_mul. exact C.
  - intros x f [l [Hl ->]] HP. pose proof checked as C. unfold check_quotient in C. rewrite !andb_true_iff in C.
    destruct C as [[_ C] _]. unfold check_family in C. rewrite forallb_forall in C. specialize (C _ Hl).
    cbv beta iota in C. apply andb_prop in C. destruct C as [_ C]. unfold QP in HP. rewrite HP in C.
    apply mem_nat in C. exact C.
Qed.

End Soundness.

(** ** Misère quotients by computation: of the heaps to [last], and of a whole game *)

Theorem partial_quotient_by_computation (g : code) (q : quotient) (last : nat) :
  check_quotient g q (table_of q) last = true ->
  forall hs, Forall (fun h => h <= last) hs ->
    (P_position misere (G := heaps (taking_breaking g)) hs <-> In (product_of q hs) (portion q)).
Proof.
  intros C. apply (sound g q last C).
  - intros h new Hh Hn. apply Forall_forall. intros b Hb. pose proof (parts_smaller g h new b Hn Hb). lia.
  - intros h Hh. exists h. split; [exact Hh|]. split; [reflexivity|]. split; intros new Hn; exists new; tauto.
Qed.

(** How many heaps prove a period (Plambeck and Siegel 2008, with Guy and Smith's count). *)

Definition last_heap (g : code) (q : quotient) : nat :=
  let t := max 1 (most_heaps g) in t * length (elements q) + (length g - 1) - t.

Definition check_whole_quotient (g : code) (q : quotient) : bool :=
  (1 <=? period q) && (period q <? length (elements q)) && check_quotient g q (table_of q) (last_heap g q).

Lemma element_of_periodic (q : quotient) h : 1 <= period q -> period q <= length (elements q) ->
  length (elements q) - period q <= h -> element_of q (h + period q) = element_of q h.
Proof.
  intros Hp Hl Hh. unfold element_of. f_equal. unfold element_index.
  set (len := length (elements q)) in *. set (p := period q) in *.
  replace (h + p <? len) with false by (symmetry; apply Nat.ltb_ge; lia).
  destruct (h <? len) eqn:E; [apply Nat.ltb_lt in E|apply Nat.ltb_ge in E].
  - replace (h + p - len) with (h - (len - p)) by lia. rewrite Nat.mod_small by lia. lia.
  - f_equal. replace (h + p - len) with (h - len + 1 * p) by lia. apply Nat.mod_add. lia.
Qed.

Theorem quotient_by_computation (g : code) (q : quotient) : check_whole_quotient g q = true ->
  forall hs, P_position misere (G := heaps (taking_breaking g)) hs <-> In (product_of q hs) (portion q).
Proof.
  unfold check_whole_quotient. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt. intros [[Hp Hl] C] hs.
  apply (sound g q (last_heap g q) C (fun _ => True)).
  - intros h new _ _. apply Forall_forall. trivial.
  - intros h _. induction h as [h IH] using lt_wf_ind.
    destruct (Nat.le_gt_cases h (last_heap g q)) as [L|L].
    + exists h. split; [exact L|]. split; [reflexivity|]. split; intros new Hn; exists new; tauto.
    + set (t := max 1 (most_heaps g)) in *. set (p := period q) in *.
      set (n0 := length (elements q) - p) in *.
      assert (last : last_heap g q = t * (n0 + p) + (length g - 1) - t).
      { unfold last_heap. fold t. replace (n0 + p) with (length (elements q)) by lia. reflexivity. }
      assert (big : n0 + p - 1 <= last_heap g q).
      { rewrite last. assert (n0 + p - 1 <= t * (n0 + p - 1)) by nia. rewrite Nat.mul_sub_distr_l in *. lia. }
      destruct (IH (h - p) ltac:(lia)) as [c [Hc [E [to from]]]].
      destruct (moves_repeat g (element_of q) t (length g - 1) n0 p (h - p)) as [down up]; try lia.
      { intros m Hm. apply element_of_periodic; lia. }
      replace (h - p + p) with h in * by lia.
      exists c. split; [exact Hc|]. split.
      * rewrite E. replace h with (h - p + p) at 2 by lia. symmetry. apply element_of_periodic; lia.
      * split.
        -- intros new Hn. destruct (down new Hn) as [new1 [H1 E1]]. destruct (to new1 H1) as [new2 [H2 E2]].
           exists new2. split; [exact H2|congruence].
        -- intros new Hn. destruct (from new Hn) as [new1 [H1 E1]]. destruct (up new1 H1) as [new2 [H2 E2]].
           exists new2. split; [exact H2|congruence].
  - apply Forall_forall. trivial.
Qed.
