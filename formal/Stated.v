(** * Games whose moves are stated by linear forms

    A position is some numbers.  In a move some more are chosen, under conditions, and each number that is left is a
    linear form of these and those.  What is chosen is mostly seen from the numbers before and after; so the moves are
    conditions on these, as in [Digits], and on what is not seen.  That a sum falls and no choice is too great is computed. *)

From Coq Require Import ZArith List Bool Lia FMapPositive.
From Cgt Require Import Game Digits Counting.
Import ListNotations.

(** ** The rule

    Of a form the first number is the constant; then come the factors of the numbers of the position, and those of what
    is chosen.  So [[-1; 0; 1]] is t - 1 and [[0; 1; -1]] is n - t, for a position of one number n and a choice t.  A choice,
    by its place among them, may have to be in a set. *)

Definition value (f : list Z) (xs : list nat) : Z := dots f (1%Z :: map Z.of_nat xs).

Record linear_option := {
  chosen : nat;
  at_least_0 : list (list Z);
  equal_to_0 : list (list Z);
  in_sets : list membership;
  result : list (list Z)
}.

Definition leads (o : linear_option) (p p' : list nat) : Prop := exists c, length c = chosen o /\
  Forall (fun f => 0 <= value f (p ++ c))%Z (at_least_0 o) /\ Forall (fun f => value f (p ++ c) = 0)%Z (equal_to_0 o) /\
  Forall (fun e => belongs e (nth (member e) c 0)) (in_sets o) /\ map Z.of_nat p' = map (fun f => value f (p ++ c)) (result o).

(** The kinds of moves; factors of a sum that they make smaller; and a number: nothing that is chosen is more than so many
    times 1 and the numbers of the position. *)

Record linear_moves := { linear_options : list linear_option; size : list nat; reach : nat }.

Definition allowed_by (M : linear_moves) (p p' : list nat) : Prop := exists o, In o (linear_options M) /\ leads o p p'.

(** As a game: all choices are tried, up to that number; a move that does not make the sum smaller is none. *)

Fixpoint tuples (r most : nat) : list (list nat) :=
  match r with
  | 0 => [[]]
  | S r => flat_map (fun x => map (cons x) (tuples r most)) (seq 0 (S most))
  end.

Definition chosen_to (o : linear_option) (p c : list nat) : list (list nat) :=
  let xs := map (fun f => value f (p ++ c)) (result o) in
  if forallb (fun f => 0 <=? value f (p ++ c))%Z (at_least_0 o) && forallb (fun f => value f (p ++ c) =? 0)%Z (equal_to_0 o)
    && forallb (fun e => is_member e (nth (member e) c 0)) (in_sets o) && forallb (fun x => 0 <=? x)%Z xs
  then [map Z.to_nat xs] else [].

Definition most_chosen (M : linear_moves) (p : list nat) : nat := reach M * fold_right Nat.add 1 p.

Fixpoint weighed (w p : list nat) : nat :=
  match w, p with
  | k :: w, x :: p => k * x + weighed w p
  | _, _ => 0
  end.

Definition stated (M : linear_moves) : game.
Proof.
  refine (Game (list nat) (fun p => filter (fun p' => weighed (size M) p' <? weighed (size M) p)
    (flat_map (fun o => flat_map (chosen_to o p) (tuples (chosen o) (most_chosen M p))) (linear_options M)))
    (weighed (size M)) _).
  intros p p' H. apply filter_In in H. destruct H as [_ H]. apply Nat.ltb_lt. exact H.
Defined.

Lemma in_tuples r most : forall c, In c (tuples r most) <-> length c = r /\ Forall (fun x => x <= most) c.
Proof.
  induction r as [|r IH]; intros c; cbn [tuples].
  - split; [intros [<-|[]]; split; [reflexivity|constructor]|]. intros [L _]. destruct c; [left; reflexivity|discriminate].
  - rewrite in_flat_map. split.
    + intros [x [Hx H]]. apply in_map_iff in H. destruct H as [c' [<- H]]. apply IH in H. destruct H as [L F].
      apply in_seq in Hx. split; [cbn; lia|]. constructor; [lia|exact F].
    + intros [L F]. destruct c as [|x c]; [discriminate|]. inversion F; subst. exists x. split; [apply in_seq; lia|].
      apply in_map. apply IH. cbn in L. split; [lia|assumption].
Qed.

Lemma in_chosen_to o p c p' : forallb is_set (in_sets o) = true -> In p' (chosen_to o p c) <->
  Forall (fun f => 0 <= value f (p ++ c))%Z (at_least_0 o) /\ Forall (fun f => value f (p ++ c) = 0)%Z (equal_to_0 o) /\
  Forall (fun e => belongs e (nth (member e) c 0)) (in_sets o) /\ map Z.of_nat p' = map (fun f => value f (p ++ c)) (result o).
Proof.
  intros Z. rewrite forallb_forall in Z. unfold chosen_to. rewrite !Forall_forall. set (xs := map (fun f => value f (p ++ c)) (result o)).
  destruct (forallb _ (at_least_0 o)) eqn:A; [|split; [intros []|intros [H _]]; exfalso].
  2:{ assert (forallb (fun f => 0 <=? value f (p ++ c))%Z (at_least_0 o) = true); [|congruence].
      apply forallb_forall. intros f Hf. apply Z.leb_le. apply H. exact Hf. }
  destruct (forallb _ (equal_to_0 o)) eqn:B; [|split; [intros []|intros [_ [H _]]]; exfalso].
  2:{ assert (forallb (fun f => value f (p ++ c) =? 0)%Z (equal_to_0 o) = true); [|congruence].
      apply forallb_forall. intros f Hf. apply Z.eqb_eq. apply H. exact Hf. }
  destruct (forallb _ (in_sets o)) eqn:D; [|split; [intros []|intros [_ [_ [H _]]]]; exfalso].
  2:{ assert (forallb (fun e => is_member e (nth (member e) c 0)) (in_sets o) = true); [|congruence].
      apply forallb_forall. intros e He. apply (is_member_iff e _ (Z e He)). apply H. exact He. }
  rewrite forallb_forall in A, B, D. cbn [andb]. destruct (forallb _ xs) eqn:C.
  - rewrite forallb_forall in C. split.
    + intros [<-|[]]. split; [intros f Hf; apply Z.leb_le, A, Hf|]. split; [intros f Hf; apply Z.eqb_eq, B, Hf|].
      split; [intros e He; apply (is_member_iff e _ (Z e He)), D, He|].
      rewrite map_map. rewrite <- (map_id xs) at 2. apply map_ext_in. intros x Hx. apply Z2Nat.id. apply Z.leb_le, C, Hx.
    + intros [_ [_ [_ E]]]. left. rewrite <- E, map_map. rewrite <- (map_id p') at 2. apply map_ext. apply Nat2Z.id.
  - split; [intros []|]. intros [_ [_ [_ E]]]. exfalso. assert (forallb (fun x => 0 <=? x)%Z xs = true); [|congruence].
    rewrite <- E. apply forallb_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [<- _]]. apply Z.leb_le. lia.
Qed.

Lemma in_stated M p p' : In p' (options (g := stated M) p) <-> weighed (size M) p' < weighed (size M) p /\
  exists o c, In o (linear_options M) /\ length c = chosen o /\ Forall (fun x => x <= most_chosen M p) c /\ In p' (chosen_to o p c).
Proof.
  cbn [options stated]. rewrite filter_In, Nat.ltb_lt, in_flat_map. split.
  - intros [[o [Ho H]] L]. apply in_flat_map in H. destruct H as [c [Hc H]]. apply in_tuples in Hc. split; [exact L|]. exists o, c. tauto.
  - intros [L [o [c [Ho [Lc [Hc H]]]]]]. split; [|exact L]. exists o. split; [exact Ho|]. apply in_flat_map. exists c.
    rewrite in_tuples. tauto.
Qed.

(** ** What was chosen, seen from the numbers before and after *)

Fixpoint plus_form (f g : list Z) : list Z :=
  match f, g with
  | k :: f, l :: g => (k + l)%Z :: plus_form f g
  | [], g => g
  | f, [] => f
  end.

Definition times_form (k : Z) : list Z -> list Z := map (Z.mul k).

Fixpoint combined (f : list Z) (F : list (list Z)) : list Z :=
  match f, F with
  | k :: f, g :: F => plus_form (times_form k g) (combined f F)
  | _, _ => []
  end.

(** The form with forms in place of all but its first [n] numbers. *)

Definition with_forms (n : nat) (F : list (list Z)) (f : list Z) : list Z := plus_form (firstn n f) (combined (skipn n f) F).

Definition unit_form (i : nat) : list Z := repeat 0%Z i ++ [1%Z].

Definition is_zero (f : list Z) : bool := forallb (fun k => k =? 0)%Z f.

Lemma dots_nothing f : dots f [] = 0%Z.
Proof. destruct f; reflexivity. Qed.

Lemma dots_plus f : forall g xs, dots (plus_form f g) xs = (dots f xs + dots g xs)%Z.
Proof.
  induction f as [|k f IH]; intros g xs; [reflexivity|]. destruct g as [|l g]; cbn [plus_form].
  - cbn [dots]. lia.
  - destruct xs as [|x xs]; cbn [dots]; [reflexivity|]. rewrite IH. lia.
Qed.

Lemma dots_times k f : forall xs, dots (times_form k f) xs = (k * dots f xs)%Z.
Proof. unfold times_form. induction f as [|l f IH]; intros [|x xs]; cbn [map dots]; [lia..|]. rewrite IH. lia. Qed.

Lemma dots_app f xs ys : dots f (xs ++ ys) = (dots (firstn (length xs) f) xs + dots (skipn (length xs) f) ys)%Z.
Proof.
  revert f. induction xs as [|x xs IH]; intros f; cbn [app length firstn skipn]; [cbn [dots]; lia|].
  destruct f as [|k f]; cbn [dots]; [lia|]. rewrite IH. lia.
Qed.

Lemma dots_combined f : forall F xs, dots (combined f F) xs = dots f (map (fun g => dots g xs) F).
Proof.
  induction f as [|k f IH]; intros [|g F] xs; cbn [combined map dots]; try reflexivity. rewrite dots_plus, dots_times, IH. reflexivity.
Qed.

Lemma dots_zero f : is_zero f = true -> forall xs, dots f xs = 0%Z.
Proof.
  unfold is_zero. induction f as [|k f IH]; intros H [|x xs]; cbn [dots]; try reflexivity. cbn in H. apply andb_prop in H.
  destruct H as [H1 H2]. apply Z.eqb_eq in H1. rewrite (IH H2). lia.
Qed.

Lemma dots_firstn n f : forall xs ys, length xs = n -> dots (firstn n f) (xs ++ ys) = dots (firstn n f) xs.
Proof.
  intros xs ys <-. revert f. induction xs as [|x xs IH]; intros [|k f]; cbn [length firstn app dots]; try reflexivity.
  rewrite IH. reflexivity.
Qed.

Lemma dots_with_forms n F f xs ys : length xs = n -> dots (with_forms n F f) (xs ++ ys) = dots f (xs ++ map (fun g => dots g (xs ++ ys)) F).
Proof.
  intros L. unfold with_forms. rewrite dots_plus, dots_combined, dots_firstn by exact L.
  rewrite (dots_app f xs), L. reflexivity.
Qed.

Lemma dots_unit_form i : forall xs, dots (unit_form i) xs = nth i xs 0%Z.
Proof.
  unfold unit_form. induction i as [|i IH]; intros [|x xs]; cbn [repeat app dots nth]; [reflexivity|destruct xs; lia|reflexivity|].
  rewrite IH. lia.
Qed.

(** The form that a choice is, where it is the only one in some number that is left, or all others there are known.  One
    that is not seen so stands behind the numbers of the option, as one more; and so does one that has to be in a set, whose
    digits are read. *)

Section Solved.

Variable m : nat.
Variable o : linear_option.

Definition factor (f : list Z) (j : nat) : Z := nth (S m + j) f 0%Z.

Definition known_form (known : list (option (list Z))) (j : nat) : option (list Z) := nth j known None.

Definition solved_from (known : list (option (list Z))) (j i : nat) (f : list Z) : option (list Z) :=
  let others := filter (fun j' => negb (j' =? j) && negb (factor f j' =? 0)%Z) (seq 0 (chosen o)) in
  let k := factor f j in
  if (Z.abs k =? 1)%Z && forallb (fun j' => match known_form known j' with Some _ => true | None => false end) others then
    Some (times_form k (plus_form (unit_form (S m + i)) (times_form (-1) (plus_form (firstn (S m) f)
      (fold_right (fun j' g => plus_form (times_form (factor f j') (match known_form known j' with Some h => h | None => [] end)) g) [] others)))))
  else None.

Definition solved_once (known : list (option (list Z))) : list (option (list Z)) :=
  map (fun j => match known_form known j with
    | Some f => Some f
    | None => fold_right (fun x g => match g with Some _ => g | None => solved_from known j (fst x) (snd x) end) None (with_places (result o))
    end) (seq 0 (chosen o)).

Fixpoint solved_in (rounds : nat) : list (option (list Z)) :=
  match rounds with 0 => map (fun _ => None) (seq 0 (chosen o)) | S n => solved_once (solved_in n) end.

Definition seen : list (option (list Z)) := solved_in (chosen o).

Definition is_one_of (l : list nat) (j : nat) : bool := existsb (Nat.eqb j) l.

Definition unseen : list nat := filter (fun j => match known_form seen j with
  | Some _ => is_one_of (map member (in_sets o)) j
  | None => true
  end) (seq 0 (chosen o)).

Definition solved : list (list Z) := map (fun j =>
  if is_one_of unseen j then unit_form (S m + m + length (filter (fun i => i <? j) unseen))
  else match known_form seen j with Some f => f | None => [] end) (seq 0 (chosen o)).

Definition with_unseen : linear_option :=
  {| chosen := chosen o; at_least_0 := at_least_0 o; equal_to_0 := equal_to_0 o; in_sets := in_sets o;
     result := result o ++ map (fun j => unit_form (S m + j)) unseen |}.

Definition width : nat := m + length unseen.

(** The check: with the numbers that are left as forms of the position and the choice, each choice is itself. *)

Definition is_solved (n : nat) (F : list (list Z)) : bool :=
  (length (result o) =? n) && (length F =? chosen o) &&
  forallb (fun x => is_zero (plus_form (with_forms (S m) (result o) (snd x)) (times_form (-1) (unit_form (S m + fst x))))) (with_places F).

(** The conditions on the numbers before and after. *)

Definition condition_of (sure : bool) (k : Z) (f : list Z) : condition :=
  {| before := firstn m (tl f); after := skipn m (tl f); exactly := sure; bound := (k - hd 0 f)%Z |}.

Definition all_conditions (F : list (list Z)) : list condition :=
  map (condition_of false 0) (map (with_forms (S m) F) (at_least_0 o) ++ F) ++
  map (condition_of true 0) (map (with_forms (S m) F) (equal_to_0 o) ++
    map (fun x => plus_form (with_forms (S m) F (snd x)) (times_form (-1) (unit_form (S m + fst x)))) (with_places (result o))).

(** A choice that has to be in a set is one of the numbers after. *)

Definition placed (F : list (list Z)) (e : membership) : membership :=
  {| member := length (nth (member e) F []) - S (S m); in_system := in_system e; read_by := read_by e |}.

Definition is_placed (F : list (list Z)) (e : membership) : bool :=
  list_eqb Z.eqb (nth (member e) F []) (unit_form (S m + member (placed F e))).

Definition all_demands (F : list (list Z)) : kind := map Compares (all_conditions F) ++ map Belongs (map (placed F) (in_sets o)).

End Solved.

Definition all_met (k : list condition) (p p' : list nat) : Prop :=
  Forall (fun f => meets f (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat p'))%Z) k.

Lemma allows_all_met k p p' : allows_move (map Compares k) p p' <-> all_met k p p'.
Proof. unfold allows_move, all_met. rewrite Forall_map. reflexivity. Qed.

Lemma all_read_linear s k : forallb (is_read s) (map Compares k) = true.
Proof. induction k as [|f k IH]; [reflexivity|exact IH]. Qed.

Lemma condition_of_meets m sure k f p p' : length p = m ->
  (meets (condition_of m sure k f) (dots (firstn m (tl f)) (map Z.of_nat p) + dots (skipn m (tl f)) (map Z.of_nat p'))%Z <->
   if sure then value f (p ++ p') = k else (k <= value f (p ++ p'))%Z).
Proof.
  intros L. unfold value. rewrite map_app. unfold meets, condition_of. cbn [exactly bound].
  assert (E : dots f (1%Z :: map Z.of_nat p ++ map Z.of_nat p') =
    (hd 0 f + (dots (firstn m (tl f)) (map Z.of_nat p) + dots (skipn m (tl f)) (map Z.of_nat p')))%Z).
  { destruct f as [|k' f]; cbn [dots hd tl]; [rewrite firstn_nil, skipn_nil; reflexivity|]. rewrite dots_app, map_length, L. lia. }
  rewrite E. destruct sure; lia.
Qed.

Lemma with_places_in {A} (l : list A) i x : In (i, x) (with_places l) <-> nth_error l i = Some x.
Proof.
  unfold with_places. assert (G : forall n, In (i, x) (combine (seq n (length l)) l) <-> n <= i /\ nth_error l (i - n) = Some x).
  { induction l as [|y l IH]; intros n; cbn [length seq combine In].
    - split; [intros []|]. intros [_ H]. destruct (i - n); discriminate.
    - rewrite IH. split.
      + intros [H|[H1 H2]]; [injection H as -> ->; rewrite Nat.sub_diag; split; [lia|reflexivity]|].
        split; [lia|]. replace (i - n) with (S (i - S n)) by lia. exact H2.
      + intros [H1 H2]. destruct (Nat.eq_dec n i) as [->|Ne].
        * left. rewrite Nat.sub_diag in H2. cbn in H2. congruence.
        * right. split; [lia|]. replace (i - n) with (S (i - S n)) in H2 by lia. exact H2. }
  rewrite G, Nat.sub_0_r. split; [tauto|]. intros H. split; [lia|exact H].
Qed.

Lemma Forall_iff {A} (P Q : A -> Prop) l : (forall x, P x <-> Q x) -> (Forall P l <-> Forall Q l).
Proof. intros H. split; apply Forall_impl; intros x; apply H. Qed.

Lemma chosen_is m n o F p p' c : is_solved m o n F = true -> length p = m -> length c = chosen o ->
  map Z.of_nat p' = map (fun f => value f (p ++ c)) (result o) -> map (fun g => value g (p ++ p')) F = map Z.of_nat c.
Proof.
  unfold is_solved. rewrite !andb_true_iff, !Nat.eqb_eq, forallb_forall. intros [[R C] S] L Lc H.
  apply (nth_ext _ _ 0%Z 0%Z); [rewrite !map_length; lia|]. intros j Hj. rewrite map_length in Hj.
  destruct (nth_error F j) as [f|] eqn:E; [|apply nth_error_None in E; lia].
  specialize (S (j, f) (proj2 (with_places_in _ _ _) E)). cbn [fst snd] in S.
  assert (LX : length (1%Z :: map Z.of_nat p) = Datatypes.S m) by (cbn; rewrite map_length; lia).
  apply (fun Q => dots_zero _ Q ((1%Z :: map Z.of_nat p) ++ map Z.of_nat c)) in S.
  rewrite dots_plus, dots_times, dots_with_forms, dots_unit_form, app_nth2 in S by lia.
  replace (Datatypes.S m + j - length (1%Z :: map Z.of_nat p)) with j in S by lia.
  rewrite (nth_indep _ 0%Z (value f (p ++ p'))) by (rewrite map_length; exact Hj).
  rewrite (map_nth (fun f => value f (p ++ p')) F f j), (nth_error_nth _ _ _ E).
  assert (V : map (fun g => dots g ((1%Z :: map Z.of_nat p) ++ map Z.of_nat c)) (result o) = map Z.of_nat p').
  { rewrite H. apply map_ext. intros g. unfold value. rewrite map_app. reflexivity. }
  rewrite V in S. unfold value. rewrite map_app. cbn [app] in S. lia.
Qed.

Theorem leads_iff m n o F p p' : is_solved m o n F = true -> forallb (is_placed m F) (in_sets o) = true -> length p = m -> length p' = n ->
  (leads o p p' <-> allows_move (all_demands m o F) p p').
Proof.
  intros S P L L'. unfold all_demands, allows_move. rewrite Forall_app. fold (allows_move (map Compares (all_conditions m o F)) p p').
  rewrite allows_all_met, !Forall_map. assert (RC := S). unfold is_solved in RC. rewrite !andb_true_iff, !Nat.eqb_eq in RC. destruct RC as [[R C] _].
  set (X := (1%Z :: map Z.of_nat p)). assert (LX : length X = Datatypes.S m) by (unfold X; cbn; rewrite map_length; lia).
  assert (V : forall f xs, value f (p ++ xs) = dots f (X ++ map Z.of_nat xs)).
  { intros f xs. unfold value, X. rewrite map_app. reflexivity. }
  assert (U : forall i xs, dots (unit_form (Datatypes.S m + i)) (X ++ map Z.of_nat xs) = nth i (map Z.of_nat xs) 0%Z).
  { intros i xs. rewrite dots_unit_form, app_nth2 by lia. f_equal. lia. }
  assert (N : forall G f xs, value (with_forms (Datatypes.S m) G f) (p ++ xs) = dots f (X ++ map (fun g => value g (p ++ xs)) G)).
  { intros G f xs. rewrite V, dots_with_forms by exact LX. do 2 f_equal. apply map_ext. intros g. symmetry. apply V. }
  (* The conditions say that the forms F are a choice which leads there. *)
  assert (M : all_met (all_conditions m o F) p p' <->
    (Forall (fun f => 0 <= value (with_forms (Datatypes.S m) F f) (p ++ p'))%Z (at_least_0 o) /\ Forall (fun f => 0 <= value f (p ++ p'))%Z F) /\
    Forall (fun f => value (with_forms (Datatypes.S m) F f) (p ++ p') = 0%Z) (equal_to_0 o) /\
    map (fun f => value (with_forms (Datatypes.S m) F f) (p ++ p')) (result o) = map Z.of_nat p').
  { unfold all_met, all_conditions. rewrite Forall_app, !Forall_map, !Forall_app, !Forall_map.
    rewrite !(Forall_iff _ _ _ (fun f => condition_of_meets m _ _ _ p p' L)).
    enough (E : Forall (fun x => value (plus_form (with_forms (Datatypes.S m) F (snd x)) (times_form (-1) (unit_form (Datatypes.S m + fst x)))) (p ++ p') = 0%Z)
      (with_places (result o)) <-> map (fun f => value (with_forms (Datatypes.S m) F f) (p ++ p')) (result o) = map Z.of_nat p') by tauto.
    rewrite Forall_forall. split.
    - intros H. apply (nth_ext _ _ 0%Z 0%Z); [rewrite !map_length; lia|]. intros i Hi. rewrite map_length in Hi.
      destruct (nth_error (result o) i) as [f|] eqn:E; [|apply nth_error_None in E; lia].
      specialize (H (i, f) (proj2 (with_places_in _ _ _) E)). cbn [fst snd] in H. rewrite V, dots_plus, dots_times, U, <- V in H.
      rewrite (nth_indep _ 0%Z (value (with_forms (Datatypes.S m) F f) (p ++ p'))) by (rewrite map_length; exact Hi).
      rewrite (map_nth (fun f => value (with_forms (Datatypes.S m) F f) (p ++ p')) (result o) f i).
      rewrite (nth_error_nth _ _ _ E). lia.
    - intros H [i f] Hi. apply with_places_in in Hi. cbn [fst snd]. rewrite V, dots_plus, dots_times, U, <- V, <- H.
      assert (Li : i < length (result o)) by (apply nth_error_Some; congruence).
      rewrite (nth_indep _ 0%Z (value (with_forms (Datatypes.S m) F f) (p ++ p'))) by (rewrite map_length; exact Li).
      rewrite (map_nth (fun f => value (with_forms (Datatypes.S m) F f) (p ++ p')) (result o) f i).
      rewrite (nth_error_nth _ _ _ Hi). lia. }
  assert (B : forall c, map (fun g => value g (p ++ p')) F = map Z.of_nat c ->
    (Forall (fun e => belongs e (nth (member e) c 0)) (in_sets o) <-> Forall (fun e => holds p p' (Belongs (placed m F e))) (in_sets o))).
  { intros c E. rewrite forallb_forall in P. rewrite !Forall_forall.
    assert (Q : forall e, In e (in_sets o) -> nth (member e) c 0 = nth (member (placed m F e)) p' 0).
    { intros e He. specialize (P e He). apply (list_eqb_eq Z.eqb (fun a b => proj1 (Z.eqb_eq a b))) in P.
      assert (G : nth (member e) (map (fun g => value g (p ++ p')) F) (value [] (p ++ p')) = nth (member e) (map Z.of_nat c) (Z.of_nat 0)) by (rewrite E; reflexivity).
      rewrite (map_nth (fun g => value g (p ++ p'))), P, V, U, map_nth in G. change 0%Z with (Z.of_nat 0) in G. rewrite map_nth in G. lia. }
    split; intros H e He; specialize (H e He); specialize (Q e He); cbn [holds] in *; unfold belongs, set_table in *; cbn [placed in_system read_by] in *;
      rewrite Q in * || rewrite <- Q; exact H. }
  rewrite M. clear M. split.
  - intros [c [Lc [H1 [H2 [H4 H3]]]]].
    assert (E := chosen_is m n o F p p' c S L Lc H3). apply (B c E) in H4.
    assert (W : forall f, value (with_forms (Datatypes.S m) F f) (p ++ p') = value f (p ++ c)).
    { intros f. rewrite N, E, V. reflexivity. }
    repeat split.
    + revert H1. apply Forall_impl. intros f. rewrite W. tauto.
    + apply Forall_forall. intros f Hf. apply (in_map (fun g => value g (p ++ p'))) in Hf. rewrite E in Hf. apply in_map_iff in Hf.
      destruct Hf as [x [Hx _]]. lia.
    + revert H2. apply Forall_impl. intros f. rewrite W. tauto.
    + rewrite H3. apply map_ext. intros f. apply W.
    + exact H4.
  - intros [[[H1 H0] [H2 H3]] H4]. exists (map Z.to_nat (map (fun g => value g (p ++ p')) F)).
    assert (E : map (fun g => value g (p ++ p')) F = map Z.of_nat (map Z.to_nat (map (fun g => value g (p ++ p')) F))).
    { rewrite !map_map. apply map_ext_in. intros g Hg. rewrite Forall_forall in H0. specialize (H0 g Hg). lia. }
    assert (W : forall f, value (with_forms (Datatypes.S m) F f) (p ++ p') = value f (p ++ map Z.to_nat (map (fun g => value g (p ++ p')) F))).
    { intros f. rewrite N, V. rewrite <- E. reflexivity. }
    repeat split.
    + rewrite !map_length. exact C.
    + revert H1. apply Forall_impl. intros f. rewrite W. tauto.
    + revert H2. apply Forall_impl. intros f. rewrite W. tauto.
    + exact (proj2 (B _ E) H4).
    + rewrite <- H3. apply map_ext. intros f. apply W.
Qed.

Lemma leads_unseen m o p p' : length p = m -> length p' = length (result o) ->
  (leads o p p' <-> exists h, length h = length (unseen m o) /\ leads (with_unseen m o) p (p' ++ h)).
Proof.
  intros L L'. assert (U : forall c j, value (unit_form (S m + j)) (p ++ c) = Z.of_nat (nth j c 0)).
  { intros c j. unfold value. rewrite map_app. change (1%Z :: map Z.of_nat p ++ map Z.of_nat c) with ((1%Z :: map Z.of_nat p) ++ map Z.of_nat c).
    rewrite dots_unit_form, app_nth2 by (cbn; rewrite map_length; lia). cbn [length]. rewrite map_length.
    replace (S m + j - S (length p)) with j by lia. change 0%Z with (Z.of_nat 0). apply map_nth. }
  split.
  - intros [c [H0 [H1 [H2 [H4 H3]]]]]. exists (map (fun j => nth j c 0) (unseen m o)). split; [apply map_length|]. exists c.
    repeat split; try assumption. cbn [with_unseen result]. rewrite !map_app, H3, !map_map. f_equal. apply map_ext. intros j. symmetry. apply U.
  - intros [h [Lh [c [H0 [H1 [H2 [H4 H3]]]]]]]. exists c. repeat split; try assumption. cbn [with_unseen result] in H3. rewrite !map_app in H3.
    apply (f_equal (firstn (length p'))) in H3. rewrite !firstn_app, !map_length, <- L', Nat.sub_diag in H3. cbn [firstn] in H3.
    rewrite !app_nil_r in H3. rewrite !firstn_all2 in H3 by (rewrite map_length; lia). exact H3.
Qed.

(** ** Conditions that no numbers satisfy

    All states of the conditions are looked at, while the digits of two positions are read in base 2. *)

Section Never.

Variables m n : nat.
Variable k : kind.

Definition marks_hash (ms : list mark) : positive := hash_of (marks_code ms).

Definition pairs : list (list Z) := flat_map (fun l => map (fun l' => sums (base 2) k (l, l')) (letters (base 2) n)) (letters (base 2) m).

Definition marks_nexts (pre : prepared) (adds : list (list Z)) (ms : list mark) : list (list mark) := only (marks_next (base 2) pre ms) adds.

Definition never : bool :=
  all_good (list mark) (list_eqb mark_eqb) marks_hash (marks_nexts (prepare (base 2) k) pairs) (fun ms => negb (marks_end k ms)) (first_marks k).

Lemma never_allows p p' : forallb (is_read (base 2)) k = true -> never = true -> length p = m -> length p' = n -> ~ allows_move k p p'.
Proof.
  intros R0 C L L' A. destruct (spelled (base 2) p) as [w [W _]]. destruct (spelled (base 2) p') as [w' [W' _]].
  apply (spells_zeros (base 2) (length w')) in W. apply (spells_zeros (base 2) (length w)) in W'. rewrite L in W. rewrite L' in W'.
  set (y := zeros (length w') m ++ w) in *. set (y' := zeros (length w) n ++ w') in *.
  assert (E : length y' = length y) by (unfold y, y', zeros; rewrite !app_length, !repeat_length; lia).
  apply (moves_met (base 2) y y' k p p' R0 W W' E (valid_base 2 y')) in A.
  assert (F : Forall (fun x => In (fst x) (letters (base 2) m) /\ In (snd x) (letters (base 2) n)) (combine y y')).
  { destruct W as [W _], W' as [W' _]. rewrite L in W. rewrite L' in W'. unfold fits in W, W'. rewrite Forall_forall in *.
    intros [l l'] H. cbn [fst snd]. split.
    - apply in_combine_l in H. apply in_letters. exact (W l H).
    - apply in_combine_r in H. apply in_letters. exact (W' l' H). }
  assert (G : forall z1 z2, combine y y' = z1 ++ z2 -> exists ms, reachable _ (marks_nexts (prepare (base 2) k) pairs) (first_marks k) ms /\
    all_agree (base 2) k ms z1).
  { induction z1 as [|x z1 IH] using rev_ind; intros z2 Z.
    - exists (first_marks k). split; [apply at_once|apply first_marks_agree].
    - rewrite <- app_assoc in Z. destruct (IH ([x] ++ z2) Z) as [ms [R G]]. rewrite Z, app_assoc in A.
      destruct (marks_alive (base 2) k x z1 z2 ms G A) as [ms' [N G']]. exists ms'. split; [|exact G'].
      apply (later _ _ _ ms ms' R). unfold marks_nexts. apply in_only. exists (sums (base 2) k x). split; [|exact N].
      rewrite Z in F. apply Forall_app in F. destruct F as [_ F]. apply Forall_inv in F. unfold pairs. apply in_flat_map.
      exists (fst x). split; [apply F|]. apply in_map_iff. exists (snd x). split; [destruct x; reflexivity|apply F]. }
  destruct (G (combine y y') [] (eq_sym (app_nil_r _))) as [ms [R H]].
  apply (all_good_reachable _ _ (list_eqb_eq mark_eqb mark_eqb_eq) _ _ _ _ _ C) in R. destruct R as [R _].
  apply (marks_end_meets (base 2) k _ ms H) in A. rewrite A in R. discriminate.
Qed.

End Never.

(** ** Fewer conditions

    Left out are those that hold anyway, and those that another one says. *)

Definition forms_eqb (f g : condition) : bool := list_eqb Z.eqb (before f) (before g) && list_eqb Z.eqb (after f) (after g).

Definition implied (g f : condition) : bool :=
  forms_eqb f g && if exactly f then exactly g && (bound f =? bound g)%Z else (bound f <=? bound g)%Z.

Definition holds_anyway (f : condition) : bool :=
  is_zero (before f) && is_zero (after f) && if exactly f then (bound f =? 0)%Z else (bound f <=? 0)%Z.

Fixpoint fewer (k : list condition) : list condition :=
  match k with
  | [] => []
  | f :: k => let k := fewer k in
      if holds_anyway f || existsb (fun g => implied g f) k then k else f :: filter (fun g => negb (implied f g)) k
  end.

Lemma implied_meets g f p p' : implied g f = true ->
  meets g (dots (before g) p + dots (after g) p')%Z -> meets f (dots (before f) p + dots (after f) p')%Z.
Proof.
  unfold implied, forms_eqb, meets. rewrite !andb_true_iff. intros [[H1 H2] H].
  apply (list_eqb_eq Z.eqb (fun a b => proj1 (Z.eqb_eq a b))) in H1, H2. rewrite H1, H2.
  destruct (exactly f); [apply andb_prop in H; destruct H as [-> H]; lia|]. destruct (exactly g); lia.
Qed.

Lemma fewer_met k p p' : all_met (fewer k) p p' <-> all_met k p p'.
Proof.
  induction k as [|f k IH]; [reflexivity|]. unfold all_met in *. rewrite Forall_cons_iff, <- IH. clear IH. cbn [fewer].
  destruct (holds_anyway f) eqn:Z; cbn [orb]; [|destruct (existsb (fun g => implied g f) (fewer k)) eqn:E].
  - split; [|tauto]. intros H. split; [|exact H]. unfold holds_anyway in Z. rewrite !andb_true_iff in Z. destruct Z as [[Z1 Z2] Z].
    unfold meets. rewrite (dots_zero _ Z1), (dots_zero _ Z2). destruct (exactly f); lia.
  - split; [|tauto]. intros H. split; [|exact H]. apply existsb_exists in E. destruct E as [g [Hg E]].
    rewrite Forall_forall in H. exact (implied_meets g f _ _ E (H g Hg)).
  - rewrite Forall_cons_iff. split; intros [H1 H]; (split; [exact H1|]); rewrite Forall_forall in *.
    + intros g Hg. destruct (implied f g) eqn:I; [exact (implied_meets f g _ _ I H1)|]. apply H. apply filter_In. rewrite I. tauto.
    + intros g Hg. apply filter_In in Hg. apply H. apply Hg.
Qed.

(** ** The check of a rule, and the theorems *)

Definition comparisons (m : nat) (o : linear_option) : list condition := fewer (all_conditions m (with_unseen m o) (solved m o)).

Definition conditions (m : nat) (o : linear_option) : kind :=
  map Compares (comparisons m o) ++ map Belongs (map (placed m (solved m o)) (in_sets o)).

Lemma conditions_allow m o p p' : allows_move (conditions m o) p p' <-> allows_move (all_demands m (with_unseen m o) (solved m o)) p p'.
Proof.
  unfold conditions, comparisons, all_demands, allows_move. rewrite !Forall_app. fold (allows_move (map Compares (fewer (all_conditions m (with_unseen m o) (solved m o)))) p p').
  fold (allows_move (map Compares (all_conditions m (with_unseen m o) (solved m o))) p p'). rewrite !allows_all_met, fewer_met. reflexivity.
Qed.

Definition factors (w : list nat) : list Z := map Z.of_nat w.

(** No move leaves the sum as it is or makes it greater, and nothing is chosen that is too great. *)

Definition rises (w : list nat) : condition :=
  {| before := map Z.opp (factors w); after := factors w; exactly := false; bound := 0%Z |}.

Definition too_great (m n : nat) (f : list Z) : condition :=
  condition_of m false 1 (plus_form f (repeat (- Z.of_nat n)%Z (S m))).

(** No form has a factor without a number: it would say nothing, and be read as if it did. *)

Definition are_forms (m : nat) (o : linear_option) : bool :=
  forallb (fun f => length f <=? S m + chosen o) (at_least_0 o ++ equal_to_0 o ++ result o).

Definition option_checks (m : nat) (w : list nat) (n : nat) (o : linear_option) : bool :=
  is_solved m (with_unseen m o) (width m o) (solved m o) && (length (result o) =? m) && (wide m (conditions m o) =? width m o) &&
  never m (width m o) (map Compares (rises w :: comparisons m o)) &&
  forallb (fun f => never m (width m o) (map Compares (too_great m n f :: comparisons m o))) (solved m o) && are_forms m o &&
  forallb (is_placed m (solved m o)) (in_sets o) && forallb is_set (in_sets o).

Definition moves_check (m : nat) (M : linear_moves) : bool :=
  (length (size M) <=? m) && forallb (option_checks m (size M) (reach M)) (linear_options M).

Lemma dots_factors w : forall p, dots (factors w) (map Z.of_nat p) = Z.of_nat (weighed w p).
Proof. unfold factors. induction w as [|k w IH]; intros [|x p]; cbn [map dots weighed]; try reflexivity. rewrite IH. lia. Qed.

Lemma dots_opposite c : forall xs, dots (map Z.opp c) xs = (- dots c xs)%Z.
Proof. induction c as [|k c IH]; intros [|x xs]; cbn; try reflexivity. rewrite IH. lia. Qed.

Lemma dots_repeat k n : forall xs ys, length xs = n -> dots (repeat k n) (xs ++ ys) = (k * fold_right Z.add 0 xs)%Z.
Proof.
  induction n as [|n IH]; intros [|x xs] ys L; try discriminate; cbn [repeat dots app fold_right]; [lia|]. rewrite IH by (cbn in L; lia). lia.
Qed.

Lemma sum_of_numbers p : fold_right Z.add 0%Z (map Z.of_nat p) = (Z.of_nat (fold_right Nat.add 1%nat p) - 1)%Z.
Proof. induction p as [|x p IH]; cbn [map fold_right]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma weighed_app w : forall p h, length w <= length p -> weighed w (p ++ h) = weighed w p.
Proof.
  induction w as [|k w IH]; intros [|x p] h L; cbn in *; try reflexivity; [lia|]. rewrite IH by lia. reflexivity.
Qed.

Section Stated.

Variable m : nat.
Variable M : linear_moves.
Hypothesis checked : moves_check m M = true.

Lemma option_checked o : In o (linear_options M) -> is_solved m (with_unseen m o) (width m o) (solved m o) = true /\
  length (result o) = m /\ wide m (conditions m o) = width m o /\
  (forall p q, length p = m -> length q = width m o -> allows_move (conditions m o) p q -> weighed (size M) q < weighed (size M) p) /\
  (forall p q f, length p = m -> length q = width m o -> allows_move (conditions m o) p q -> In f (solved m o) ->
    (value f (p ++ q) <= Z.of_nat (most_chosen M p))%Z) /\
  forallb (is_placed m (solved m o)) (in_sets o) = true /\ forallb is_set (in_sets o) = true.
Proof.
  intros Ho. unfold moves_check in checked. rewrite andb_true_iff, forallb_forall in checked. destruct checked as [_ C].
  specialize (C o Ho). unfold option_checks in C. rewrite !andb_true_iff, !Nat.eqb_eq, forallb_forall in C.
  destruct C as [[[[[[[S R] B] W] T] _] P] Z]. rewrite forallb_forall in P, Z. rewrite !forallb_forall.
  split; [exact S|]. split; [exact R|]. split; [exact B|].
  assert (N : forall f p q, length p = m -> length q = width m o -> allows_move (conditions m o) p q ->
    never m (width m o) (map Compares (f :: comparisons m o)) = true -> ~ meets f (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat q))%Z).
  { intros f p q L L' A N H. apply (never_allows _ _ _ p q (all_read_linear _ (f :: comparisons m o)) N L L').
    apply allows_all_met. constructor; [exact H|]. apply allows_all_met. unfold conditions, allows_move in A. rewrite Forall_app in A. apply A. }
  split; [|split; [|split; [exact P|exact Z]]].
  - intros p q L L' A. destruct (lt_dec (weighed (size M) q) (weighed (size M) p)) as [H|H]; [exact H|]. exfalso.
    apply (N _ p q L L' A W). unfold meets, rises. cbn [before after exactly bound].
    rewrite dots_opposite, !dots_factors. lia.
  - intros p q f L L' A Hf. destruct (Z_le_gt_dec (value f (p ++ q)) (Z.of_nat (most_chosen M p))) as [H|H]; [exact H|]. exfalso.
    apply (N _ p q L L' A (T f Hf)). unfold too_great.
    apply (condition_of_meets m false 1 _ p q L). unfold value in *. rewrite dots_plus.
    change (1 :: map Z.of_nat (p ++ q))%Z with ((1%Z :: nil) ++ map Z.of_nat (p ++ q)) in *. rewrite map_app in *.
    rewrite app_assoc in *. rewrite dots_repeat by (cbn; rewrite map_length; lia). cbn [app fold_right]. rewrite sum_of_numbers.
    unfold most_chosen in H. cbn [app] in H. rewrite Nat2Z.inj_mul in H. nia.
Qed.

(** The conditions are met where some numbers stand behind those of the option. *)

Lemma leads_conditions o p p' : In o (linear_options M) -> length p = m -> length p' = m ->
  (leads o p p' <-> exists h, length (p' ++ h) = wide m (conditions m o) /\ allows_move (conditions m o) p (p' ++ h)).
Proof.
  intros Ho L L'. destruct (option_checked o Ho) as [S [R [B [_ [_ [P _]]]]]]. rewrite (leads_unseen m o p p' L ltac:(lia)), B.
  assert (E : forall h, length h = length (unseen m o) ->
    (leads (with_unseen m o) p (p' ++ h) <-> allows_move (conditions m o) p (p' ++ h))).
  { intros h Lh. rewrite conditions_allow. apply (leads_iff m (width m o)); [exact S|exact P|exact L|].
    rewrite app_length. unfold width. lia. }
  split; intros [h [Lh H]]; exists h.
  - split; [rewrite app_length; unfold width; lia|]. apply E; assumption.
  - assert (Lh' : length h = length (unseen m o)) by (rewrite app_length in Lh; unfold width in Lh; lia).
    split; [exact Lh'|]. apply E; assumption.
Qed.

Lemma leads_length o p p' : In o (linear_options M) -> leads o p p' -> length p' = m.
Proof.
  intros Ho [c [_ [_ [_ [_ E]]]]]. apply (f_equal (@length Z)) in E. rewrite !map_length in E. destruct (option_checked o Ho) as [_ [R _]]. lia.
Qed.

Theorem stated_moves p p' : length p = m -> (In p' (options (g := stated M) p) <-> allowed_by M p p').
Proof.
  intros L. rewrite in_stated. unfold allowed_by. split.
  - intros [_ [o [c [Ho [Lc [_ H]]]]]]. exists o. split; [exact Ho|]. destruct (option_checked o Ho) as [_ [_ [_ [_ [_ [_ K]]]]]].
    apply (in_chosen_to o p c p' K) in H. exists c. tauto.
  - intros [o [Ho H]]. assert (L' := leads_length o p p' Ho H). destruct (option_checked o Ho) as [S [R [B [W [T [P K]]]]]].
    assert (G := proj1 (leads_unseen m o p p' L ltac:(lia)) H). destruct G as [h [Lh G]].
    assert (Lq : length (p' ++ h) = width m o) by (rewrite app_length; unfold width; lia).
    assert (A := proj1 (leads_iff m (width m o) (with_unseen m o) (solved m o) p (p' ++ h) S P L Lq) G).
    apply conditions_allow in A. split.
    + specialize (W p (p' ++ h) L Lq A). rewrite weighed_app in W; [exact W|]. unfold moves_check in checked.
      apply andb_prop in checked. destruct checked as [Z _]. apply Nat.leb_le in Z. lia.
    + destruct G as [c [Lc [H1 [H2 [H4 H3]]]]]. exists o, c. split; [exact Ho|]. split; [exact Lc|]. split.
      * assert (E := chosen_is m (width m o) (with_unseen m o) (solved m o) p (p' ++ h) c S L Lc H3). apply Forall_forall. intros x Hx.
        apply (in_map Z.of_nat) in Hx. rewrite <- E in Hx. apply in_map_iff in Hx. destruct Hx as [f [Ef Hf]].
        specialize (T p (p' ++ h) f L Lq A Hf). lia.
      * apply (in_chosen_to o p c p' K). split; [exact H1|]. split; [exact H2|]. split; [exact H4|]. cbn [with_unseen result] in H3. rewrite !map_app in H3.
        apply (f_equal (firstn (length p'))) in H3. rewrite !firstn_app, !map_length, R, L', Nat.sub_diag in H3. cbn [firstn] in H3.
        rewrite !app_nil_r in H3. rewrite !firstn_all2 in H3 by (rewrite map_length; lia). exact H3.
Qed.

End Stated.

(** ** The theorems that a certificate uses *)

Definition stated_checks (s : system) (m : nat) (M : linear_moves) (A : machine) (most : nat) : bool :=
  moves_check m M && checks s m (map (conditions m) (linear_options M)) (table_of s A) most.

Theorem stated_moves_by_computation m M : moves_check m M = true ->
  forall p p', length p = m -> (In p' (options (g := stated M) p) <-> allowed_by M p p').
Proof. exact (stated_moves m M). Qed.

Lemma stated_move m M : moves_check m M = true -> forall p p', length p = m -> In p' (options (g := stated M) p) -> length p' = m /\
  exists k h, In k (map (conditions m) (linear_options M)) /\ length (p' ++ h) = wide m k /\ allows_move k p (p' ++ h).
Proof.
  intros C p p' L H. apply (stated_moves m M C p p' L) in H. destruct H as [o [Ho H]].
  assert (L' := leads_length m M C o p p' Ho H). split; [exact L'|]. apply (leads_conditions m M C o p p' Ho L L') in H.
  destruct H as [h [Lh A]]. exists (conditions m o), h. split; [apply in_map; exact Ho|]. tauto.
Qed.

Lemma move_stated m M : moves_check m M = true -> forall p q k, length p = m -> length q = wide m k ->
  In k (map (conditions m) (linear_options M)) -> allows_move k p q -> exists y, In y (options (g := stated M) p) /\ y = firstn m q.
Proof.
  intros C p q k L Lq Hk A. apply in_map_iff in Hk. destruct Hk as [o [<- Ho]]. exists (firstn m q). split; [|reflexivity].
  assert (B := tracks_wide m (conditions m o)). assert (L' : length (firstn m q) = m) by (apply firstn_length_le; lia).
  apply (stated_moves m M C p _ L). exists o. split; [exact Ho|]. apply (leads_conditions m M C o p _ Ho L L').
  exists (skipn m q). rewrite firstn_skipn. tauto.
Qed.

Theorem stated_values_by_computation s m M A most : stated_checks s m M A most = true ->
  forall p v, length p = m -> v < most -> (nim_value (G := stated M) p = v <-> tells s A p v).
Proof.
  intros H. apply andb_prop in H. destruct H as [C H].
  exact (told_values s m _ A most H (stated M) (fun p => p) (stated_move m M C) (move_stated m M C)).
Qed.

Theorem stated_outcome_by_computation s m M A : stated_checks s m M A 1 = true ->
  forall p, length p = m -> (P_position normal (G := stated M) p <-> tells s A p 0).
Proof.
  intros H p L. apply andb_prop in H. destruct H as [C H].
  exact (told_P_positions s m _ A 1 H (stated M) (fun p => p) (stated_move m M C) (move_stated m M C) p (le_n 1) L).
Qed.

Definition stated_misere_checks (s : system) (m : nat) (M : linear_moves) (A : machine) : bool :=
  moves_check m M && misere_checks s m (map (conditions m) (linear_options M)) (table_of s A).

Theorem stated_misere_outcome_by_computation s m M A : stated_misere_checks s m M A = true ->
  forall p, length p = m -> (P_position misere (G := stated M) p <-> tells s A p 0).
Proof.
  intros H. apply andb_prop in H. destruct H as [C H].
  exact (told_misere_P_positions s m _ A H (stated M) (fun p => p) (stated_move m M C) (move_stated m M C)).
Qed.
