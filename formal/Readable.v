(** * Games whose nim-values a machine may read from digits

    Vector subtraction on any number of heaps, take-away games under a quota kx + q, and Wythoff's game, also when it
    ends where x + y <= l.  Each has its moves here as linear conditions; the theorems ask for one computation. *)

From Coq Require Import ZArith List Bool Lia.
From Cgt Require Import Game Schwenk Quota Wythoff Digits Counting.
Import ListNotations.

(** One number of the position less that of the option. *)

Fixpoint unit (i : nat) : list Z := match i with 0 => [1%Z] | S i => 0%Z :: unit i end.

Definition less (i : nat) (sure : bool) (k : Z) : condition :=
  {| before := unit i; after := map Z.opp (unit i); exactly := sure; bound := k |}.

Lemma dots_unit i : forall xs, dots (unit i) xs = nth i xs 0%Z.
Proof.
  induction i as [|i IH]; intros [|x xs]; cbn [unit dots nth]; try reflexivity; [lia|]. rewrite IH. lia.
Qed.

Lemma dots_opp c : forall xs, dots (map Z.opp c) xs = (- dots c xs)%Z.
Proof. induction c as [|k c IH]; intros [|x xs]; cbn; try reflexivity. rewrite IH. lia. Qed.

(** ** Vector subtraction

    A move subtracts one of the vectors; no number may fall below 0.  An entry may be below 0, as long as the sum of the
    heaps falls: a vector whose entries do not add up to 1 or more is no move. *)

Fixpoint subtract (v : list Z) (p : list nat) : option (list nat) :=
  match v, p with
  | [], [] => Some []
  | k :: v, x :: p =>
      if (k <=? Z.of_nat x)%Z then option_map (cons (Z.to_nat (Z.of_nat x - k))) (subtract v p) else None
  | _, _ => None
  end.

Definition total_of (v : list Z) : Z := fold_right Z.add 0%Z v.

Definition by_vector (p : list nat) (v : list Z) : list (list nat) :=
  if (0 <? total_of v)%Z then match subtract v p with Some p' => [p'] | None => [] end else [].

Definition weight (p : list nat) : nat := fold_right Nat.add 0 p.

Lemma subtract_weight v : forall p p', subtract v p = Some p' -> Z.of_nat (weight p) = (Z.of_nat (weight p') + total_of v)%Z.
Proof.
  induction v as [|k v IH]; intros [|x p] p' H; try discriminate; cbn in H; [injection H as <-; reflexivity|].
  destruct (Z.leb_spec k (Z.of_nat x)); [|discriminate]. destruct (subtract v p) as [p1|] eqn:E; [|discriminate].
  injection H as <-. cbn [weight total_of fold_right]. fold (weight p) (weight p1) (total_of v). specialize (IH p p1 E). lia.
Qed.

Definition vectors (V : list (list Z)) : game.
Proof.
  refine (Game (list nat) (fun p => flat_map (by_vector p) V) weight _).
  intros p p' H. apply in_flat_map in H. destruct H as [v [_ H]]. unfold by_vector in H.
  destruct (Z.ltb_spec 0 (total_of v)); [|destruct H]. destruct (subtract v p) as [p1|] eqn:E; [|destruct H].
  destruct H as [<-|[]]. apply subtract_weight in E. lia.
Defined.

Lemma in_vectors V p p' : In p' (options (g := vectors V) p) <->
  exists v, In v V /\ (0 < total_of v)%Z /\ subtract v p = Some p'.
Proof.
  cbn. rewrite in_flat_map. unfold by_vector. split.
  - intros [v [Hv H]]. exists v. destruct (Z.ltb_spec 0 (total_of v)); [|destruct H].
    destruct (subtract v p) as [p1|]; [|destruct H]. destruct H as [<-|[]]. tauto.
  - intros [v [Hv [L E]]]. exists v. split; [exact Hv|]. apply Z.ltb_lt in L. rewrite L, E. left. reflexivity.
Qed.

Lemma subtract_is v : forall p p', subtract v p = Some p' <-> length v = length p /\ length p' = length p /\
  forall i, i < length v -> (Z.of_nat (nth i p 0%nat) - Z.of_nat (nth i p' 0%nat) = nth i v 0)%Z.
Proof.
  induction v as [|k v IH]; intros [|x p] p'; cbn [subtract length].
  - split; [intros [= <-]; repeat split; cbn; lia|]. intros [_ [H _]]. destruct p'; [reflexivity|discriminate].
  - split; [discriminate|]. intros [H _]. discriminate.
  - split; [discriminate|]. intros [H _]. discriminate.
  - destruct (Z.leb_spec k (Z.of_nat x)) as [L|L].
    + split.
      * destruct (subtract v p) as [p1|] eqn:E; [|discriminate]. intros [= <-]. apply IH in E. destruct E as [H1 [H2 H3]].
        repeat split; [lia|cbn; lia|]. intros [|i] Hi; cbn [nth]; [lia|]. apply H3. lia.
      * intros [H1 [H2 H3]]. destruct p' as [|x' p']; [discriminate|].
        assert (E : subtract v p = Some p').
        { apply IH. cbn in H2. repeat split; [lia|lia|]. intros i Hi. apply (H3 (S i)). lia. }
        rewrite E. cbn. specialize (H3 0 ltac:(lia)). cbn in H3. do 2 f_equal. lia.
    + split; [discriminate|]. intros [H1 [H2 H3]]. destruct p' as [|x' p']; [discriminate|].
      specialize (H3 0 ltac:(lia)). cbn in H3. lia.
Qed.

Definition vector_kind (v : list Z) : kind := map (fun i => less i true (nth i v 0%Z)) (seq 0 (length v)).

Definition vector_kinds (m : nat) (V : list (list Z)) : list kind :=
  map vector_kind (filter (fun v => (length v =? m) && (0 <? total_of v)%Z) V).

Lemma vector_kind_is v p p' : length p = length v -> length p' = length v ->
  (allows_move (vector_kind v) p p' <-> subtract v p = Some p').
Proof.
  intros L L'. rewrite subtract_is. unfold allows_move, vector_kind. rewrite Forall_map, Forall_forall. cbn [before after].
  assert (E : forall i q, dots (unit i) (map Z.of_nat q) = Z.of_nat (nth i q 0%nat)).
  { intros i q. rewrite dots_unit. change 0%Z with (Z.of_nat 0). apply map_nth. }
  split.
  - intros H. repeat split; [lia|lia|]. intros i Hi. specialize (H i ltac:(apply in_seq; lia)). unfold meets in H. cbn in H.
    rewrite dots_opp, !E in H. lia.
  - intros [_ [_ H]] i Hi. apply in_seq in Hi. unfold meets. cbn. rewrite dots_opp, !E. specialize (H i ltac:(lia)). lia.
Qed.

Section Vectors.

Variable s : system.
Variable m : nat.
Variable V : list (list Z).
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s m (vector_kinds m V) (table_of M) most = true.

Lemma vector_move p p' : length p = m -> In p' (options (g := vectors V) p) ->
  length p' = m /\ exists k, In k (vector_kinds m V) /\ allows_move k p p'.
Proof.
  intros L H. apply in_vectors in H. destruct H as [v [Hv [P E]]]. assert (S := E). apply subtract_is in S. destruct S as [L1 [L2 _]].
  split; [lia|]. exists (vector_kind v). split; [|apply vector_kind_is; [lia|lia|exact E]].
  unfold vector_kinds. apply in_map. apply filter_In. split; [exact Hv|]. rewrite andb_true_iff, Nat.eqb_eq, Z.ltb_lt. split; lia.
Qed.

Lemma move_vector p p' k : length p = m -> length p' = m -> In k (vector_kinds m V) -> allows_move k p p' ->
  exists y, In y (options (g := vectors V) p) /\ y = p'.
Proof.
  intros L L' Hk A. apply in_map_iff in Hk. destruct Hk as [v [<- Hv]]. apply filter_In in Hv. destruct Hv as [Hv P].
  rewrite andb_true_iff, Nat.eqb_eq, Z.ltb_lt in P. exists p'. split; [|reflexivity]. apply in_vectors. exists v.
  split; [exact Hv|]. split; [lia|]. apply vector_kind_is; [lia|lia|exact A].
Qed.

Lemma vector_values p v : length p = m -> v < most -> (nim_value (G := vectors V) p = v <-> tells s M p v).
Proof. apply (told_values s m (vector_kinds m V) M most checked (vectors V) (fun p => p) vector_move move_vector). Qed.

Lemma vector_outcome p : 0 < most -> length p = m -> (P_position normal (G := vectors V) p <-> tells s M p 0).
Proof. apply (told_P_positions s m (vector_kinds m V) M most checked (vectors V) (fun p => p) vector_move move_vector). Qed.

End Vectors.

(** ** Take-away games

    The quota kx + q, k not below 1 and q not below 0.  The option (n - t, kt + q) is told by its numbers. *)

Definition quota_kinds (k q : Z) : list kind :=
  [[{| before := []; after := [0; 1]%Z; exactly := false; bound := (k + q)%Z |};
    {| before := [0%Z; k]; after := [0; -1]%Z; exactly := false; bound := (- q)%Z |};
    {| before := [k; 0%Z]; after := [- k; -1]%Z; exactly := true; bound := (- q)%Z |}]].

Definition both_of (x : nat * nat) : list nat := [fst x; snd x].

Section Takeaway.

Variable s : system.
Variables k q : Z.
Hypothesis positive : (1 <= k)%Z /\ (0 <= q)%Z.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s 2 (quota_kinds k q) (table_of M) most = true.

Lemma quota_is x : quota k q 1 x = Z.to_nat (k * Z.of_nat x + q).
Proof. unfold quota. rewrite Z.div_1_r. reflexivity. Qed.

Lemma quota_move x y : length (both_of x) = 2 -> In y (options (g := takeaway (quota k q 1)) x) ->
  length (both_of y) = 2 /\ exists c, In c (quota_kinds k q) /\ allows_move c (both_of x) (both_of y).
Proof.
  intros _ H. destruct x as [n x]. apply in_takeaway in H. destruct H as [t [H1 [H2 ->]]]. split; [reflexivity|].
  eexists. split; [left; reflexivity|]. unfold allows_move. rewrite quota_is. cbn [fst snd both_of map].
  repeat apply Forall_cons; [| | |apply Forall_nil]; unfold meets, less; cbn [exactly before after bound dots unit map fst snd];
    rewrite Z2Nat.id by nia; try replace (Z.of_nat (n - t)) with (Z.of_nat n - Z.of_nat t)%Z by lia; nia.
Qed.

Lemma move_quota x p c : length (both_of x) = 2 -> length p = 2 -> In c (quota_kinds k q) -> allows_move c (both_of x) p ->
  exists y, In y (options (g := takeaway (quota k q 1)) x) /\ both_of y = p.
Proof.
  intros _ L [<-|[]] A. destruct x as [n x]. destruct p as [|n' [|x' [|? ?]]]; try discriminate.
  exists (n', x'). split; [|reflexivity]. apply in_takeaway. unfold allows_move in A. cbn [both_of fst snd map] in A.
  inversion A as [|? ? A1 A']; subst. inversion A' as [|? ? A2 A'']; subst. inversion A'' as [|? ? A3 _]; subst.
  unfold meets, less in *. cbn [exactly before after bound dots unit map fst snd] in *.
  assert (B1 : (1 <= Z.of_nat n - Z.of_nat n')%Z) by nia.
  assert (B2 : (Z.of_nat n - Z.of_nat n' <= Z.of_nat x)%Z) by nia.
  exists (n - n'). repeat split; try lia. f_equal; [lia|]. rewrite quota_is. rewrite Nat2Z.inj_sub by lia.
  apply Nat2Z.inj. rewrite Z2Nat.id by nia. lia.
Qed.

Lemma quota_values n x v : v < most -> (nim_value (G := takeaway (quota k q 1)) (n, x) = v <-> tells s M [n; x] v).
Proof.
  apply (told_values s 2 (quota_kinds k q) M most checked (takeaway (quota k q 1)) both_of quota_move move_quota (n, x)).
  reflexivity.
Qed.

Lemma quota_outcome n x : 0 < most -> (P_position normal (G := takeaway (quota k q 1)) (n, x) <-> tells s M [n; x] 0).
Proof.
  intros H. apply (told_P_positions s 2 (quota_kinds k q) M most checked (takeaway (quota k q 1)) both_of quota_move move_quota (n, x)).
  - exact H.
  - reflexivity.
Qed.

End Takeaway.

(** ** Wythoff's game that ends where x + y <= l

    With l = 0 it is Wythoff's game. *)

Definition wythoff_until (l : nat) : game.
Proof.
  refine (Game (nat * nat) (fun x => if fst x + snd x <=? l then [] else options (g := wythoff 1) x) (rank (g := wythoff 1)) _).
  intros x y H. destruct (fst x + snd x <=? l); [destruct H|]. exact (options_lower_rank (wythoff 1) x y H).
Defined.

Definition playable (l : nat) : condition :=
  {| before := [1; 1]%Z; after := []; exactly := false; bound := (Z.of_nat l + 1)%Z |}.

Definition wythoff_kinds (l : nat) : list kind :=
  [[playable l; less 1 true 0; less 0 false 1];
   [playable l; less 0 true 0; less 1 false 1];
   [playable l; {| before := [1; -1]%Z; after := [-1; 1]%Z; exactly := true; bound := 0%Z |}; less 0 false 1]].

Section Wythoff.

Variable l : nat.
Variable s : system.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s 2 (wythoff_kinds l) (table_of M) most = true.

Lemma in_wythoff_until x y p : In p (options (g := wythoff_until l) (x, y)) <-> l < x + y /\ In p (options (g := wythoff 1) (x, y)).
Proof.
  cbn [options wythoff_until]. destruct (Nat.leb_spec (fst (x, y) + snd (x, y)) l) as [L|L]; cbn [fst snd] in L.
  - split; [intros []|lia].
  - tauto.
Qed.

Ltac conditions := unfold allows_move, playable, less, meets in *; cbn [both_of fst snd map] in *;
  cbn [exactly before after bound dots unit map fst snd] in *.

Lemma wythoff_move x y : length (both_of x) = 2 -> In y (options (g := wythoff_until l) x) ->
  length (both_of y) = 2 /\ exists c, In c (wythoff_kinds l) /\ allows_move c (both_of x) (both_of y).
Proof.
  intros _ H. split; [reflexivity|]. destruct x as [x1 x2]. apply in_wythoff_until in H. destruct H as [L H].
  apply in_wythoff in H. destruct H as [a [b [H1 [H2 [H3 [H4 ->]]]]]]. destruct H4 as [->|[->|H4]].
  - eexists. split; [right; left; reflexivity|]. repeat (apply Forall_cons; [conditions; lia|]). apply Forall_nil.
  - eexists. split; [left; reflexivity|]. repeat (apply Forall_cons; [conditions; lia|]). apply Forall_nil.
  - eexists. split; [right; right; left; reflexivity|]. repeat (apply Forall_cons; [conditions; lia|]). apply Forall_nil.
Qed.

Lemma move_wythoff x p c : length (both_of x) = 2 -> length p = 2 -> In c (wythoff_kinds l) -> allows_move c (both_of x) p ->
  exists y, In y (options (g := wythoff_until l) x) /\ both_of y = p.
Proof.
  intros _ L Hc A. destruct x as [x1 x2]. destruct p as [|y1 [|y2 [|? ?]]]; try discriminate.
  exists (y1, y2). split; [|reflexivity]. apply in_wythoff_until. rewrite in_wythoff.
  destruct Hc as [<-|[<-|[<-|[]]]]; inversion A as [|? ? A1 A']; subst; inversion A' as [|? ? A2 A'']; subst;
    inversion A'' as [|? ? A3 _]; subst; conditions; (split; [lia|]); exists (x1 - y1), (x2 - y2);
    repeat split; try lia; f_equal; lia.
Qed.

Lemma wythoff_until_values x y v : v < most -> (nim_value (G := wythoff_until l) (x, y) = v <-> tells s M [x; y] v).
Proof.
  apply (told_values s 2 (wythoff_kinds l) M most checked (wythoff_until l) both_of wythoff_move move_wythoff (x, y)).
  reflexivity.
Qed.

Lemma wythoff_until_outcome x y : 0 < most -> (P_position normal (G := wythoff_until l) (x, y) <-> tells s M [x; y] 0).
Proof.
  intros H. apply (told_P_positions s 2 (wythoff_kinds l) M most checked (wythoff_until l) both_of wythoff_move move_wythoff (x, y)).
  - exact H.
  - reflexivity.
Qed.

End Wythoff.

(** ** The theorems that a certificate uses *)

Theorem vector_values_by_computation s m V M most :
  checks s m (vector_kinds m V) (table_of M) most = true ->
  forall p v, length p = m -> v < most -> (nim_value (G := vectors V) p = v <-> tells s M p v).
Proof. intros C p v L. apply (vector_values s m V M most C p v L). Qed.

Theorem vector_outcome_by_computation s m V M :
  checks s m (vector_kinds m V) (table_of M) 1 = true ->
  forall p, length p = m -> (P_position normal (G := vectors V) p <-> tells s M p 0).
Proof. intros C p. apply (vector_outcome s m V M 1 C p). lia. Qed.

Theorem quota_values_by_computation s k q M most :
  (1 <=? k)%Z && (0 <=? q)%Z && checks s 2 (quota_kinds k q) (table_of M) most = true ->
  forall n x v, v < most -> (nim_value (G := takeaway (quota k q 1)) (n, x) = v <-> tells s M [n; x] v).
Proof.
  intros C. apply andb_prop in C. destruct C as [P C]. apply andb_prop in P. rewrite !Z.leb_le in P.
  exact (quota_values s k q P M most C).
Qed.

Theorem quota_outcome_by_computation s k q M :
  (1 <=? k)%Z && (0 <=? q)%Z && checks s 2 (quota_kinds k q) (table_of M) 1 = true ->
  forall n x, P_position normal (G := takeaway (quota k q 1)) (n, x) <-> tells s M [n; x] 0.
Proof.
  intros C. apply andb_prop in C. destruct C as [P C]. apply andb_prop in P. rewrite !Z.leb_le in P.
  intros n x. apply (quota_outcome s k q P M 1 C). lia.
Qed.

Theorem wythoff_values_by_computation l s M most :
  checks s 2 (wythoff_kinds l) (table_of M) most = true ->
  forall x y v, v < most -> (nim_value (G := wythoff_until l) (x, y) = v <-> tells s M [x; y] v).
Proof. exact (wythoff_until_values l s M most). Qed.

Theorem wythoff_outcome_by_computation l s M :
  checks s 2 (wythoff_kinds l) (table_of M) 1 = true ->
  forall x y, P_position normal (G := wythoff_until l) (x, y) <-> tells s M [x; y] 0.
Proof. intros C x y. apply (wythoff_until_outcome l s M 1 C). lia. Qed.
