(** * Games whose nim-values a machine may read from digits

    Vector subtraction on any number of heaps, take-away games under a quota kx + q, and Wythoff's game, also when it
    ends where x + y <= l.  Each has its moves here as linear conditions; the theorems ask for one computation. *)

From Coq Require Import ZArith List Bool Lia.
From Cgt Require Import Game Schwenk Quota Wythoff Digits Counting Stated.
Import ListNotations.

(** One number of the position less that of the option. *)

Definition less (i : nat) (sure : bool) (k : Z) : demand :=
  Compares {| before := unit_form i; after := map Z.opp (unit_form i); exactly := sure; bound := k |}.

(** ** Vector subtraction

    A move subtracts one of the vectors; no number may fall below 0.  An entry may be below 0, as long as the sum of the
    heaps falls. *)

Definition vector_option (v : list Z) : linear_option :=
  {| chosen := 0; at_least_0 := []; equal_to_0 := []; in_sets := []; result := map (fun x => (- snd x)%Z :: unit_form (fst x)) (with_places v) |}.

Definition vector_moves (V : list (list Z)) : linear_moves :=
  {| linear_options := map vector_option V; size := repeat 1 (length (hd [] V)); reach := 0 |}.

Definition vectors (V : list (list Z)) : game := stated (vector_moves V).

(** ** Take-away games

    The quota kx + q, k not below 1 and q not below 0.  The option (n - t, kt + q) is told by its numbers. *)

Definition quota_kinds (k q : Z) : list kind :=
  [[Compares {| before := []; after := [0; 1]%Z; exactly := false; bound := (k + q)%Z |};
    Compares {| before := [0%Z; k]; after := [0; -1]%Z; exactly := false; bound := (- q)%Z |};
    Compares {| before := [k; 0%Z]; after := [- k; -1]%Z; exactly := true; bound := (- q)%Z |}]].

Definition both_of (x : nat * nat) : list nat := [fst x; snd x].

Section Takeaway.

Variable s : system.
Variables k q : Z.
Hypothesis positive : (1 <= k)%Z /\ (0 <= q)%Z.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s 2 (quota_kinds k q) (table_of s M) most = true.

Lemma quota_is x : quota k q 1 x = Z.to_nat (k * Z.of_nat x + q).
Proof. unfold quota. rewrite Z.div_1_r. reflexivity. Qed.

Lemma quota_move x y : length (both_of x) = 2 -> In y (options (g := takeaway (quota k q 1)) x) ->
  length (both_of y) = 2 /\ exists c, In c (quota_kinds k q) /\ allows_move c (both_of x) (both_of y).
Proof.
  intros _ H. destruct x as [n x]. apply in_takeaway in H. destruct H as [t [H1 [H2 ->]]]. split; [reflexivity|].
  eexists. split; [left; reflexivity|]. unfold allows_move, holds. rewrite quota_is. cbn [fst snd both_of map].
  repeat apply Forall_cons; [| | |apply Forall_nil]; unfold meets, less; cbn [exactly before after bound dots unit_form repeat app map fst snd];
    rewrite Z2Nat.id by nia; try replace (Z.of_nat (n - t)) with (Z.of_nat n - Z.of_nat t)%Z by lia; nia.
Qed.

Lemma move_quota x p c : length (both_of x) = 2 -> length p = 2 -> In c (quota_kinds k q) -> allows_move c (both_of x) p ->
  exists y, In y (options (g := takeaway (quota k q 1)) x) /\ both_of y = p.
Proof.
  intros _ L [<-|[]] A. destruct x as [n x]. destruct p as [|n' [|x' [|? ?]]]; try discriminate.
  exists (n', x'). split; [|reflexivity]. apply in_takeaway. unfold allows_move, holds in A. cbn [both_of fst snd map] in A.
  inversion A as [|? ? A1 A']; subst. inversion A' as [|? ? A2 A'']; subst. inversion A'' as [|? ? A3 _]; subst.
  unfold meets, less in *. cbn [exactly before after bound dots unit_form repeat app map fst snd] in *.
  assert (B1 : (1 <= Z.of_nat n - Z.of_nat n')%Z) by nia.
  assert (B2 : (Z.of_nat n - Z.of_nat n' <= Z.of_nat x)%Z) by nia.
  exists (n - n'). repeat split; try lia. f_equal; [lia|]. rewrite quota_is. rewrite Nat2Z.inj_sub by lia.
  apply Nat2Z.inj. rewrite Z2Nat.id by nia. lia.
Qed.

Lemma quota_alone c : In c (quota_kinds k q) -> wide 2 c = 2.
Proof. intros [<-|[]]. reflexivity. Qed.

Let quota_is_move := alone_is_move 2 _ quota_alone (takeaway (quota k q 1)) both_of move_quota.
Let quota_move_is := alone_move_is 2 _ quota_alone (takeaway (quota k q 1)) both_of quota_move.

Lemma quota_values n x v : v < most -> (nim_value (G := takeaway (quota k q 1)) (n, x) = v <-> tells s M [n; x] v).
Proof.
  apply (told_values s 2 (quota_kinds k q) M most checked (takeaway (quota k q 1)) both_of quota_move_is quota_is_move (n, x)).
  reflexivity.
Qed.

Lemma quota_outcome n x : 0 < most -> (P_position normal (G := takeaway (quota k q 1)) (n, x) <-> tells s M [n; x] 0).
Proof.
  intros H. apply (told_P_positions s 2 (quota_kinds k q) M most checked (takeaway (quota k q 1)) both_of quota_move_is quota_is_move (n, x)).
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

Definition playable (l : nat) : demand :=
  Compares {| before := [1; 1]%Z; after := []; exactly := false; bound := (Z.of_nat l + 1)%Z |}.

Definition wythoff_kinds (l : nat) : list kind :=
  [[playable l; less 1 true 0; less 0 false 1];
   [playable l; less 0 true 0; less 1 false 1];
   [playable l; Compares {| before := [1; -1]%Z; after := [-1; 1]%Z; exactly := true; bound := 0%Z |}; less 0 false 1]].

Section Wythoff.

Variable l : nat.
Variable s : system.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s 2 (wythoff_kinds l) (table_of s M) most = true.

Lemma in_wythoff_until x y p : In p (options (g := wythoff_until l) (x, y)) <-> l < x + y /\ In p (options (g := wythoff 1) (x, y)).
Proof.
  cbn [options wythoff_until]. destruct (Nat.leb_spec (fst (x, y) + snd (x, y)) l) as [L|L]; cbn [fst snd] in L.
  - split; [intros []|lia].
  - tauto.
Qed.

Ltac conditions := unfold allows_move, holds, playable, less, meets in *; cbn [both_of fst snd map] in *;
  cbn [exactly before after bound dots unit_form repeat app map fst snd] in *.

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

Lemma wythoff_alone c : In c (wythoff_kinds l) -> wide 2 c = 2.
Proof. intros [<-|[<-|[<-|[]]]]; reflexivity. Qed.

Let wythoff_is_move := alone_is_move 2 _ wythoff_alone (wythoff_until l) both_of move_wythoff.
Let wythoff_move_is := alone_move_is 2 _ wythoff_alone (wythoff_until l) both_of wythoff_move.

Lemma wythoff_until_values x y v : v < most -> (nim_value (G := wythoff_until l) (x, y) = v <-> tells s M [x; y] v).
Proof.
  apply (told_values s 2 (wythoff_kinds l) M most checked (wythoff_until l) both_of wythoff_move_is wythoff_is_move (x, y)).
  reflexivity.
Qed.

Lemma wythoff_until_outcome x y : 0 < most -> (P_position normal (G := wythoff_until l) (x, y) <-> tells s M [x; y] 0).
Proof.
  intros H. apply (told_P_positions s 2 (wythoff_kinds l) M most checked (wythoff_until l) both_of wythoff_move_is wythoff_is_move (x, y)).
  - exact H.
  - reflexivity.
Qed.

End Wythoff.

(** ** The theorems that a certificate uses *)

Theorem vector_values_by_computation s m V M most : stated_checks s m (vector_moves V) M most = true ->
  forall p v, length p = m -> v < most -> (nim_value (G := vectors V) p = v <-> tells s M p v).
Proof. exact (stated_values_by_computation s m (vector_moves V) M most). Qed.

Theorem vector_outcome_by_computation s m V M : stated_checks s m (vector_moves V) M 1 = true ->
  forall p, length p = m -> (P_position normal (G := vectors V) p <-> tells s M p 0).
Proof. exact (stated_outcome_by_computation s m (vector_moves V) M). Qed.

Theorem quota_values_by_computation s k q M most :
  (1 <=? k)%Z && (0 <=? q)%Z && checks s 2 (quota_kinds k q) (table_of s M) most = true ->
  forall n x v, v < most -> (nim_value (G := takeaway (quota k q 1)) (n, x) = v <-> tells s M [n; x] v).
Proof.
  intros C. apply andb_prop in C. destruct C as [P C]. apply andb_prop in P. rewrite !Z.leb_le in P.
  exact (quota_values s k q P M most C).
Qed.

Theorem quota_outcome_by_computation s k q M :
  (1 <=? k)%Z && (0 <=? q)%Z && checks s 2 (quota_kinds k q) (table_of s M) 1 = true ->
  forall n x, P_position normal (G := takeaway (quota k q 1)) (n, x) <-> tells s M [n; x] 0.
Proof.
  intros C. apply andb_prop in C. destruct C as [P C]. apply andb_prop in P. rewrite !Z.leb_le in P.
  intros n x. apply (quota_outcome s k q P M 1 C). lia.
Qed.

Theorem wythoff_values_by_computation l s M most :
  checks s 2 (wythoff_kinds l) (table_of s M) most = true ->
  forall x y v, v < most -> (nim_value (G := wythoff_until l) (x, y) = v <-> tells s M [x; y] v).
Proof. exact (wythoff_until_values l s M most). Qed.

Theorem wythoff_outcome_by_computation l s M :
  checks s 2 (wythoff_kinds l) (table_of s M) 1 = true ->
  forall x y, P_position normal (G := wythoff_until l) (x, y) <-> tells s M [x; y] 0.
Proof. intros C x y. apply (wythoff_until_outcome l s M 1 C). lia. Qed.
