(** * Games where the other player forbids some options for one turn

    Before each move the player who has just moved may forbid at most [n] of the options; then the other one moves.  Who
    loses is read from digits by a machine as in [Digits]: what is looked for is [n + 1] options side by side. *)

From Coq Require Import ZArith List Bool Lia.
From Cgt Require Import Game Wythoff Digits Counting Stated Readable.
Import ListNotations.

(** ** The rule *)

Fixpoint choices {A} (n : nat) (l : list A) : list (list A) :=
  match n with
  | 0 => [[]]
  | S n => [] :: flat_map (fun y => map (cons y) (choices n l)) l
  end.

Lemma in_choices {A} n : forall (l b : list A), In b (choices n l) <-> length b <= n /\ incl b l.
Proof.
  induction n as [|n IH]; intros l b; cbn [choices].
  - split.
    + intros [<-|[]]. split; [cbn; lia|intros x []].
    + intros [L _]. destruct b; [left; reflexivity|cbn in L; lia].
  - split.
    + intros [<-|H]; [split; [cbn; lia|intros x []]|]. apply in_flat_map in H. destruct H as [y [Hy H]].
      apply in_map_iff in H. destruct H as [c [<- H]]. apply IH in H. destruct H as [L I]. split; [cbn; lia|].
      intros x [->|Hx]; [exact Hy|exact (I x Hx)].
    + intros [L I]. destruct b as [|y b]; [left; reflexivity|]. right. apply in_flat_map. exists y.
      split; [apply I; left; reflexivity|]. apply in_map. apply IH. split; [cbn in L; lia|].
      intros x Hx. apply I. right. exact Hx.
Qed.

Lemma NoDup_start {A} (a b : list A) : NoDup (a ++ b) -> NoDup a.
Proof.
  induction a as [|x a IH]; intros D; [constructor|]. inversion D as [|? ? D1 D2]; subst. constructor; [|exact (IH D2)].
  intros H. apply D1. apply in_or_app. left. exact H.
Qed.

Section Rule.

Variable G : game.
Variable eq_dec : forall x y : position G, {x = y} + {x <> y}.
Variable n : nat.

Definition allowed (b : list (position G)) (y : position G) : bool := if in_dec eq_dec y b then false else true.

(** A position, and the options that are forbidden there.  A move leads to an option that is not, and forbids some of
    the next ones. *)

Definition blocking : game.
Proof.
  refine (Game (position G * list (position G))
    (fun p => flat_map (fun y => map (fun c => (y, c)) (choices n (options y))) (filter (allowed (snd p)) (options (fst p))))
    (fun p => rank (fst p)) _).
  intros [x b] [y b'] H. cbn [fst snd] in *. apply in_flat_map in H. destruct H as [z [Hz H]].
  apply in_map_iff in H. destruct H as [c [E _]]. injection E as -> ->. apply filter_In in Hz.
  exact (options_lower_rank G x y (proj1 Hz)).
Defined.

(** The player who is not to move can forbid so that the mover loses. *)

Definition lost_with_blocking (x : position G) : Prop :=
  exists b, In b (choices n (options x)) /\ P_position normal (G := blocking) (x, b).

Lemma in_blocking x b y b' : In (y, b') (options (g := blocking) (x, b)) <->
  (In y (options x) /\ ~ In y b) /\ In b' (choices n (options y)).
Proof.
  cbn. rewrite in_flat_map. split.
  - intros [z [Hz H]]. apply in_map_iff in H. destruct H as [c [E Hc]]. injection E as -> ->.
    apply filter_In in Hz. destruct Hz as [H1 H2]. unfold allowed in H2. destruct (in_dec eq_dec y b); [discriminate|]. tauto.
  - intros [[H1 H2] H3]. exists y. split; [|apply in_map; exact H3]. apply filter_In. split; [exact H1|].
    unfold allowed. destruct (in_dec eq_dec y b); [tauto|reflexivity].
Qed.

Lemma lost_where_forbidden x b : P_position normal (G := blocking) (x, b) <->
  forall y, In y (options x) -> lost_with_blocking y -> In y b.
Proof.
  unfold P_position. pose proof (mover_wins_iff normal blocking (x, b)) as W. split.
  - intros H y Hy [b' [Hb L]]. destruct (in_dec eq_dec y b) as [I|I]; [exact I|]. exfalso.
    assert (mover_wins normal (G := blocking) (x, b) = true); [|congruence].
    apply W. right. exists (y, b'). split; [apply in_blocking; tauto|exact L].
  - intros H. destruct (mover_wins normal (G := blocking) (x, b)) eqn:E; [|reflexivity]. exfalso.
    destruct (proj1 W eq_refl) as [[_ F]|[[y b'] [Hy L]]]; [discriminate|]. apply in_blocking in Hy.
    destruct Hy as [[H1 H2] H3]. apply H2. apply H; [exact H1|]. exists b'. split; assumption.
Qed.

Definition lost_bool (x : position G) : bool := existsb (fun b => negb (mover_wins normal (G := blocking) (x, b))) (choices n (options x)).

Lemma lost_bool_is x : lost_bool x = true <-> lost_with_blocking x.
Proof.
  unfold lost_bool, lost_with_blocking, P_position. rewrite existsb_exists. split; intros [b [H1 H2]]; exists b;
    (split; [exact H1|]); destruct (mover_wins normal (G := blocking) (x, b)); cbn in *; congruence.
Qed.

(** A position is lost where fewer than [n + 1] different options are lost. *)

Theorem lost_with_blocking_iff x : lost_with_blocking x <->
  ~ exists l, NoDup l /\ length l = S n /\ forall y, In y l -> In y (options x) /\ lost_with_blocking y.
Proof.
  split.
  - intros [b [Hb L]] [l [D [E H]]]. apply in_choices in Hb. pose proof (proj1 (lost_where_forbidden x b) L) as F.
    assert (I : incl l b) by (intros y Hy; destruct (H y Hy); apply F; assumption).
    pose proof (NoDup_incl_length D I). lia.
  - intros H. set (l := nodup eq_dec (filter lost_bool (options x))).
    assert (I : forall y, In y l <-> In y (options x) /\ lost_with_blocking y).
    { intros y. unfold l. rewrite nodup_In, filter_In, lost_bool_is. tauto. }
    assert (D : NoDup l) by apply NoDup_nodup.
    destruct (le_lt_dec (length l) n) as [L|L].
    + exists l. split; [apply in_choices; split; [exact L|intros y Hy; apply (I y), Hy]|].
      apply lost_where_forbidden. intros y H1 H2. apply I. tauto.
    + exfalso. apply H. exists (firstn (S n) l). assert (S := firstn_skipn (S n) l). repeat split.
      * rewrite <- S in D. exact (NoDup_start _ _ D).
      * apply firstn_length_le. lia.
      * apply (I y). rewrite <- S. apply in_or_app. left. assumption.
      * apply (I y). rewrite <- S. apply in_or_app. left. assumption.
Qed.

End Rule.

(** ** The theorem *)

Lemma related {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> forall b, In b l' -> exists a, In a l /\ R a b.
Proof.
  induction 1 as [|a b l l' H F IH]; intros x Hx; [destruct Hx|]. destruct Hx as [<-|Hx]; [exists a; cbn; tauto|].
  destruct (IH x Hx) as [a' [Ha R']]. exists a'. cbn. tauto.
Qed.

Lemma related_length {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. induction 1; cbn; congruence. Qed.

Lemma NoDup_across {A B} (R : A -> B -> Prop) l l' : NoDup l -> Forall2 R l l' ->
  (forall a a' b, In a l -> In a' l -> R a b -> R a' b -> a = a') -> NoDup l'.
Proof.
  intros D F U. induction F as [|a b l l' H F IH]; [constructor|]. inversion D as [|? ? D1 D2]; subst. constructor.
  - intros I. destruct (related R l l' F b I) as [a' [Ha R']]. apply D1.
    rewrite (U a a' b (or_introl eq_refl) (or_intror Ha) H R'). exact Ha.
  - apply IH; [exact D2|]. intros x x' y Hx Hx'. apply U; right; assumption.
Qed.

Definition blocking_agrees (n v : nat) (c : nat -> nat) : bool := Bool.eqb (v =? 0) (c 0 <? S n).

Definition blocking_checks (s : system) (tracks : nat) (kinds : list kind) (n : nat) (T : table) : bool :=
  counts_check s tracks T 1 (S n) (blocking_agrees n) kinds.

Section Blocked.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable n : nat.
Variable M : machine.
Hypothesis checked : blocking_checks s tracks kinds n (table_of s M) = true.

Variable G : game.
Variable eq_dec : forall x y : position G, {x = y} + {x <> y}.
Variable written_as : position G -> list nat.
Hypothesis written_once : forall x y, written_as x = written_as y -> x = y.
Hypothesis all_tracks : forall x, length (written_as x) = tracks.
Hypothesis move_is : forall x y, In y (options x) -> exists k, In k kinds /\ allows_move k (written_as x) (written_as y).
Hypothesis is_move : forall x p k, length p = tracks -> In k kinds -> allows_move k (written_as x) p ->
  exists y, In y (options x) /\ written_as y = p.

(** No option comes of two kinds of moves. *)

Hypothesis kinds_NoDup : NoDup kinds.
Hypothesis one_kind : forall k k' p p', length p = tracks -> length p' = tracks -> In k kinds -> In k' kinds ->
  allows_move k p p' -> allows_move k' p p' -> k = k'.

Let T := table_of s M.

Hypothesis alone : forall k, In k kinds -> wide tracks k = tracks.

Let is_move_too := alone_is_move tracks kinds alone G written_as (fun x p k _ => is_move x p k).

Let move_is_too := alone_move_is tracks kinds alone G written_as (fun x y _ H => conj (all_tracks y) (move_is x y H)).

Notation lost := (lost_with_blocking G eq_dec n).
Notation words_at := (all_found s tracks kinds M 1 0).

Lemma spells_once w p p' : length p = length p' -> spells s w p -> spells s w p' -> p = p'.
Proof.
  intros L [_ E] [_ E']. rewrite L in E. rewrite E in E'. revert E'. clear. revert p'.
  induction p as [|i p IH]; intros [|j p'] H; try discriminate; [reflexivity|]. cbn in H. injection H as H1 H2. f_equal; [lia|apply IH; exact H2].
Qed.

Lemma lost_word_narrow k y w : In k kinds -> In w (found s tracks T 1 k 0 y) -> narrow tracks w = w.
Proof. intros Hk H. apply in_found in H. apply (narrow_all s). rewrite <- (alone k Hk). apply H. Qed.

Lemma option_of_lost_word x w d k u : spells s w (written_as x) -> In k kinds -> In u (found s tracks T 1 k 0 (zeros d tracks ++ w)) ->
  exists y, In y (options x) /\ spells s u (written_as y) /\ output T u = Some 0 /\ allows_move k (written_as x) (written_as y).
Proof.
  intros W Hk H. destruct (option_of_word s tracks kinds M 1 _ _ checked G written_as is_move_too x w d k 0 u (all_tracks x) W Hk H)
    as [y [p [Hy [_ [S [O [L [E A]]]]]]]]. rewrite (lost_word_narrow k _ u Hk H) in S, O. exists y. rewrite E in S |- *.
  rewrite (alone k Hk) in L. rewrite <- L, firstn_all in S |- *. tauto.
Qed.

Lemma lost_words_NoDup x w d : spells s w (written_as x) -> NoDup (words_at (zeros d tracks ++ w)).
Proof.
  intros W. apply NoDup_flat_map; [exact kinds_NoDup|intros; apply found_NoDup|]. intros k k' u Hk Hk' H H'.
  destruct (option_of_lost_word x w d k u W Hk H) as [y [_ [S [_ A]]]].
  destruct (option_of_lost_word x w d k' u W Hk' H') as [y' [_ [S' [_ A']]]].
  assert (E : written_as y' = written_as y) by (apply (spells_once u); try assumption; rewrite !all_tracks; reflexivity).
  rewrite E in A'. exact (one_kind k k' _ _ (all_tracks x) (all_tracks y) Hk Hk' A A').
Qed.

Theorem told_lost x : lost x <-> tells s M (written_as x) 0.
Proof.
  revert x. apply (play_induction G (fun x => lost x <-> tells s M (written_as x) 0)). intros x IH.
  (* The words are those of the lost options. *)
  assert (to_options : forall w d us, spells s w (written_as x) -> incl us (words_at (zeros d tracks ++ w)) ->
    exists l, Forall2 (fun u y => length u = length (zeros d tracks ++ w) /\ spells s u (written_as y) /\ output T u = Some 0) us l /\
      forall y, In y l -> In y (options x) /\ lost y).
  { intros w d us W. induction us as [|u us IHu]; intros I; [exists []; split; [constructor|intros y []]|].
    destruct (IHu (fun z Hz => I z (or_intror Hz))) as [l [F H]]. assert (Hu := I u (or_introl eq_refl)).
    unfold all_found in Hu. apply in_flat_map in Hu. destruct Hu as [k [Hk Hu]].
    destruct (option_of_lost_word x w d k u W Hk Hu) as [y [Hy [S [O _]]]].
    apply in_found in Hu. exists (y :: l). split; [constructor; [tauto|exact F]|]. intros z [<-|Hz]; [|exact (H z Hz)].
    split; [exact Hy|]. apply (IH y Hy). exists u. split; [exact S|exact O]. }
  assert (to_words : forall w l, spells s w (written_as x) -> (forall y, In y l -> In y (options x) /\ lost y) -> exists d0, forall d, d0 <= d ->
    exists us, Forall2 (fun y u => spells s u (written_as y)) l us /\ incl us (words_at (zeros d tracks ++ w))).
  { intros w l W. induction l as [|y l IHl]; intros H; [exists 0; intros d _; exists []; split; [constructor|intros z []]|].
    destruct (IHl (fun z Hz => H z (or_intror Hz))) as [d0 H0]. destruct (H y (or_introl eq_refl)) as [Hy Ly]. apply (IH y Hy) in Ly.
    destruct (word_of_option s tracks kinds M 1 _ _ checked G written_as move_is_too x w y 0 (all_tracks x) W Hy Ly ltac:(lia)) as [d1 H1].
    exists (Nat.max d0 d1). intros d Hd. destruct (H0 d ltac:(lia)) as [us [F I]]. destruct (H1 d ltac:(lia)) as [u [Iu Su]].
    assert (N : narrow tracks u = u) by (apply in_flat_map in Iu; destruct Iu as [k [Hk Iu]]; exact (lost_word_narrow k _ u Hk Iu)). rewrite N in Su.
    exists (u :: us). split; [constructor; assumption|]. intros z [<-|Hz]; [exact Iu|exact (I z Hz)]. }
  assert (told : forall w v, spells s w (written_as x) -> output T w = Some v -> (lost x <-> v = 0)).
  { intros w v W O. assert (F := proj1 W). rewrite all_tracks in F.
    assert (V := told_valid s tracks kinds M 1 _ _ checked w v F O).
    assert (counts : forall d, v = 0 <-> length (words_at (zeros (d + lead) tracks ++ w)) < S n).
    { intros d. destruct (told_counts s tracks kinds M 1 _ _ checked w d F V) as [v' [c [O' [A C]]]].
      assert (v' = v) as -> by (unfold T in O; congruence). unfold blocking_agrees in A. apply Bool.eqb_prop in A. rewrite (C 0 ltac:(lia)) in A.
      rewrite <- Nat.eqb_eq, A, Nat.ltb_lt. lia. }
    rewrite lost_with_blocking_iff. split.
    - intros N. apply (counts 0). destruct (le_lt_dec (S n) (length (words_at (zeros (0 + lead) tracks ++ w)))) as [L|L]; [|exact L]. exfalso. apply N.
      set (ws := words_at (zeros (0 + lead) tracks ++ w)) in *. assert (D : NoDup ws) by exact (lost_words_NoDup x w _ W).
      assert (Sp := firstn_skipn (S n) ws). assert (D1 : NoDup (firstn (S n) ws)) by (rewrite <- Sp in D; exact (NoDup_start _ _ D)).
      destruct (to_options w (0 + lead) (firstn (S n) ws) W) as [l [F2 H]]; [intros u Hu; fold ws; rewrite <- Sp; apply in_or_app; left; exact Hu|].
      exists l. split; [|split; [|exact H]].
      + apply (NoDup_across _ _ _ D1 F2). intros u u' y Hu Hu' [L1 [S1 O1]] [L2 [S2 O2]]. apply (one_word s u u' (written_as y)); try assumption; [congruence| |].
        * apply (told_valid s tracks kinds M 1 _ _ checked u 0); [rewrite <- (all_tracks y); apply S1|exact O1].
        * apply (told_valid s tracks kinds M 1 _ _ checked u' 0); [rewrite <- (all_tracks y); apply S2|exact O2].
      + rewrite <- (related_length _ _ _ F2). apply firstn_length_le. exact L.
    - intros Hv [l [D [L H]]]. destruct (to_words w l W H) as [d0 H0]. destruct (H0 (d0 + lead) ltac:(lia)) as [us [F2 I]].
      apply (proj1 (counts d0)) in Hv. assert (D2 : NoDup us).
      { apply (NoDup_across _ _ _ D F2). intros y y' u _ _ S1 S2. apply written_once. apply (spells_once u); try assumption. rewrite !all_tracks. reflexivity. }
      pose proof (NoDup_incl_length D2 I). pose proof (related_length _ _ _ F2). lia. }
  split.
  - intros N. destruct (spelled s (written_as x)) as [w [W V]]. assert (F := proj1 W). rewrite all_tracks in F.
    destruct (told_counts s tracks kinds M 1 _ _ checked w 0 F V) as [v [_ [O _]]]. exists w. split; [exact W|]. fold T in O |- *. rewrite O. f_equal.
    apply (told w v W O). exact N.
  - intros [w [W O]]. apply (told w 0 W O). reflexivity.
Qed.

End Blocked.

(** The check at work: one heap, one or two are taken, one option may be forbidden. The mover wins where the heap is 2
    more than a multiple of 3; a machine that says 1 more is refused. *)

Definition one_or_two : list kind :=
  [[Compares {| before := [1]; after := [-1]; exactly := true; bound := 1 |}]; [Compares {| before := [1]; after := [-1]; exactly := true; bound := 2 |}]]%Z.

Definition modulo_3 (tells : list nat) : machine := {| steps := [[0; 1]; [2; 0]; [1; 2]]%N; outputs := tells |}.

Example accepted : blocking_checks (base 2) 1 one_or_two 1 (table_of (base 2) (modulo_3 [0; 0; 1])) = true.
Proof. vm_compute. reflexivity. Qed.

Example refused : blocking_checks (base 2) 1 one_or_two 1 (table_of (base 2) (modulo_3 [0; 1; 0])) = false.
Proof. vm_compute. reflexivity. Qed.

(** ** Wythoff's game where n options are forbidden *)

Definition pair_eq_dec : forall x y : nat * nat, {x = y} + {x <> y}.
Proof. decide equality; decide equality. Defined.

Lemma wythoff_kinds_NoDup l : NoDup (wythoff_kinds l).
Proof.
  repeat constructor; cbn [In]; intros H; repeat (destruct H as [H|H]; [discriminate H|]); exact H.
Qed.

Lemma one_wythoff_kind l k k' p p' : length p = 2 -> length p' = 2 -> In k (wythoff_kinds l) -> In k' (wythoff_kinds l) ->
  allows_move k p p' -> allows_move k' p p' -> k = k'.
Proof.
  intros L L' Hk Hk' A A'. destruct p as [|x1 [|x2 [|? ?]]]; try discriminate. destruct p' as [|y1 [|y2 [|? ?]]]; try discriminate.
  destruct Hk as [<-|[<-|[<-|[]]]]; destruct Hk' as [<-|[<-|[<-|[]]]]; try reflexivity; exfalso; unfold allows_move, holds in A, A';
    rewrite !Forall_cons_iff in A, A'; unfold playable, less, meets in A, A'; cbn [exactly before after bound dots unit_form repeat app map fst snd] in A, A'; lia.
Qed.

Theorem blocked_wythoff_outcome_by_computation l n s M :
  blocking_checks s 2 (wythoff_kinds l) n (table_of s M) = true ->
  forall x y, lost_with_blocking (wythoff_until l) pair_eq_dec n (x, y) <-> tells s M [x; y] 0.
Proof.
  intros C x y. apply (told_lost s 2 (wythoff_kinds l) n M C (wythoff_until l) pair_eq_dec both_of).
  - intros [a b] [c d] E. cbn in E. injection E as -> ->. reflexivity.
  - reflexivity.
  - intros a b H. exact (proj2 (wythoff_move l a b eq_refl H)).
  - intros a p k L. exact (move_wythoff l a p k eq_refl L).
  - apply wythoff_kinds_NoDup.
  - apply one_wythoff_kind.
  - apply wythoff_alone.
Qed.
