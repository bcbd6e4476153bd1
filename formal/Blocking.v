(** * Games where the other player forbids some options for one turn

    Before each move the player who has just moved may forbid at most [n] of the options; then the other one moves.  Who
    loses is read from digits by a machine as in [Digits]: what is looked for is [n + 1] options side by side. *)

From Coq Require Import ZArith List Bool Lia.
From Cgt Require Import Game Wythoff Digits Readable.
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
      * rewrite <- S in D. clear -D. revert D. generalize (firstn (Datatypes.S n) l) as a, (skipn (Datatypes.S n) l) as b.
        induction a as [|y a IH]; intros b D; [constructor|]. cbn in D. inversion D as [|? ? D1 D2]; subst. constructor.
        -- intros Hy. apply D1. apply in_or_app. left. exact Hy.
        -- exact (IH b D2).
      * apply firstn_length_le. lia.
      * apply (I y). rewrite <- S. apply in_or_app. left. assumption.
      * apply (I y). rewrite <- S. apply in_or_app. left. assumption.
Qed.

End Rule.

Lemma app_parts {A} (a : list A) : forall b c d, length a = length c -> a ++ b = c ++ d -> a = c /\ b = d.
Proof.
  induction a as [|x a IH]; intros b [|y c] d L E; try discriminate; [split; [reflexivity|exact E]|].
  cbn in L, E. injection E as -> E. destruct (IH b c d ltac:(lia) E) as [-> ->]. split; reflexivity.
Qed.

(** ** Several machines side by side

    A letter of the wide word has the digits of the first option first. *)

Section Several.

Variable T : table.
Variable m : nat.

Fixpoint step_all (qs : list N) (l : letter) : option (list N) :=
  match qs with
  | [] => Some []
  | q :: qs =>
      match step T q (firstn m l) with
      | Some q => option_map (cons q) (step_all qs (skipn m l))
      | None => None
      end
  end.

(** 0 where each machine tells 0. *)

Definition value_of_all (qs : list N) : option nat :=
  if forallb (fun q => match output_at T q with Some 0 => true | _ => false end) qs then Some 0 else Some 1.

Definition several (k : nat) : reader :=
  {| state_of := list N; same_state := list_eqb N.eqb;
     same_state_eq := list_eqb_eq N.eqb (fun a b => proj1 (N.eqb_eq a b));
     state_key := map Z.of_N; first_state := repeat 0%N k; next_state := step_all; state_value := value_of_all |}.

Definition start_of (w : word) : word := map (firstn m) w.
Definition rest_of (w : word) : word := map (skipn m) w.

Lemma read_all k : forall w q qs, fold_left (next_of (several (S k))) w (Some (q :: qs)) =
  match fold_left (step_of T) (start_of w) (Some q) with
  | Some q => option_map (cons q) (fold_left (next_of (several k)) (rest_of w) (Some qs))
  | None => None
  end.
Proof.
  assert (none : forall k w, fold_left (next_of (several k)) w None = None) by (intros k' w; induction w; auto).
  assert (none' : forall w, fold_left (step_of T) w None = None) by (induction w; auto).
  induction w as [|l w IH]; intros q qs; [reflexivity|].
  cbn [fold_left start_of rest_of map next_of step_of several next_state step_all].
  destruct (step T q (firstn m l)) as [q'|]; [|rewrite none, none'; reflexivity].
  destruct (step_all qs (skipn m l)) as [qs'|]; cbn [option_map].
  - apply IH.
  - rewrite !none. destruct (fold_left (step_of T) _ (Some q')); reflexivity.
Qed.

Fixpoint parts (k : nat) (w : word) : list word :=
  match k with 0 => [] | S k => start_of w :: parts k (rest_of w) end.

(** All machines tell 0. *)

Lemma value_of_parts k : forall w, value_read (several k) w = Some 0 <-> Forall (fun u => output T u = Some 0) (parts k w).
Proof.
  assert (G : forall k w, (exists qs, reading (several k) w = Some qs /\
      forallb (fun q => match output_at T q with Some 0 => true | _ => false end) qs = true) <->
      Forall (fun u => output T u = Some 0) (parts k w)).
  { clear k. induction k as [|k IH]; intros w.
    - cbn [parts]. split; [constructor|]. intros _. exists []. split; [|reflexivity]. unfold reading. cbn [several first_state repeat].
      induction w as [|l w IHw]; [reflexivity|exact IHw].
    - cbn [parts]. rewrite Forall_cons_iff, <- IH. unfold reading at 1. cbn [several first_state repeat].
      rewrite read_all. unfold output, run, reading. cbn [several first_state].
      destruct (fold_left (step_of T) (start_of w) (Some 0%N)) as [q|].
      + destruct (fold_left (next_of (several k)) (rest_of w) (Some (repeat 0%N k))) as [qs|] eqn:E; cbn [option_map].
        * split.
          -- intros [qs' [[= <-] H]]. cbn [forallb] in H. apply andb_prop in H. destruct H as [H1 H2].
             split; [destruct (output_at T q) as [[|]|]; congruence|]. exists qs. split; [exact E|exact H2].
          -- intros [H1 [qs' [E' H2]]]. assert (qs' = qs) as -> by (unfold state_of in *; cbn in *; congruence).
             exists (q :: qs). split; [reflexivity|]. cbn [forallb]. rewrite H1, H2. reflexivity.
        * split; [intros [qs' [H _]]; discriminate|]. intros [_ [qs' [H _]]]. cbn in *. congruence.
      + split; [intros [qs' [H _]]; discriminate|intros [H _]; discriminate]. }
  intros w. rewrite <- G. unfold value_read. cbn [several state_value]. unfold value_of_all.
  destruct (reading (several k) w) as [qs|]; [|split; [discriminate|intros [qs [H _]]; discriminate]].
  destruct (forallb _ qs) eqn:E.
  - split; [intros _; exists qs; split; [reflexivity|exact E]|reflexivity].
  - split; [discriminate|]. intros [qs' [[= <-] H]]. congruence.
Qed.

(** ** Numbers side by side *)

Variable s : system.

Lemma numbers_app : forall (a b : nat) (w : word),
  numbers s w (a + b) = numbers s (map (firstn a) w) a ++ numbers s (map (skipn a) w) b.
Proof.
  induction a as [|a IH]; intros b w.
  - cbn [Nat.add numbers app]. f_equal. symmetry. etransitivity; [|apply map_id]. apply map_ext. reflexivity.
  - cbn [Nat.add numbers app]. rewrite IH, !map_map. f_equal; [|f_equal].
    + f_equal. apply map_ext. intros [|b' l]; reflexivity.
    + f_equal. apply map_ext. intros [|b' l]; [destruct a; reflexivity|reflexivity].
    + f_equal. apply map_ext. intros [|b' l]; [rewrite skipn_nil; reflexivity|reflexivity].
Qed.

Lemma parts_spell k : forall w ps, fits (k * m) w -> length ps = k -> Forall (fun p => length p = m) ps ->
  numbers s w (k * m) = map Z.of_nat (concat ps) -> Forall2 (spells s) (parts k w) ps.
Proof.
  induction k as [|k IH]; intros w [|p ps] F L A E; cbn in L; try lia; [constructor|].
  apply Forall_cons_iff in A. destruct A as [A1 A2]. cbn [parts Nat.mul concat] in *.
  rewrite numbers_app, map_app in E.
  assert (H : numbers s (map (firstn m) w) m = map Z.of_nat p /\ numbers s (map (skipn m) w) (k * m) = map Z.of_nat (concat ps)).
  { apply app_parts; [|exact E]. rewrite numbers_length, map_length. lia. }
  destruct H as [E1 E2]. unfold fits in F. rewrite Forall_forall in F. constructor.
  - split; [|rewrite A1; exact E1]. unfold fits, start_of. rewrite Forall_map, Forall_forall. intros l Hl.
    specialize (F l Hl). rewrite A1. apply firstn_length_le. lia.
  - apply IH; try assumption; [|lia]. unfold fits, rest_of. rewrite Forall_map, Forall_forall. intros l Hl.
    specialize (F l Hl). rewrite skipn_length. lia.
Qed.

(** Words of one length, put side by side. *)

Definition join (u w : word) : word := map (fun x => fst x ++ snd x) (combine u w).

Lemma join_length u w : length u = length w -> length (join u w) = length w.
Proof. intros E. unfold join. rewrite map_length, combine_length. lia. Qed.

Lemma start_join u : forall w, fits m u -> length u = length w -> start_of (join u w) = u.
Proof.
  induction u as [|l u IH]; intros [|l' w] F E; try discriminate; [reflexivity|].
  assert (F1 := Forall_inv F). assert (F2 := Forall_inv_tail F). cbn in F1, E |- *. f_equal; [|apply IH; [exact F2|lia]].
  rewrite <- F1, firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r.
Qed.

Lemma rest_join u : forall w, fits m u -> length u = length w -> rest_of (join u w) = w.
Proof.
  induction u as [|l u IH]; intros [|l' w] F E; try discriminate; [reflexivity|].
  assert (F1 := Forall_inv F). assert (F2 := Forall_inv_tail F). cbn in F1, E |- *. f_equal; [|apply IH; [exact F2|lia]].
  rewrite <- F1, skipn_app, Nat.sub_diag, skipn_all. reflexivity.
Qed.

Lemma join_fits a u : forall w, fits m u -> fits a w -> fits (m + a) (join u w).
Proof.
  induction u as [|l u IH]; intros [|l' w] F1 F2; try constructor; inversion F1; inversion F2; subst;
    [apply app_length|apply IH; assumption].
Qed.

Hypothesis stays : step T 0 (repeat false m) = Some 0%N.

Lemma joined ps : Forall (fun p => length p = m) ps -> Forall (fun p => exists w, spells s w p /\ output T w = Some 0) ps ->
  exists n, forall n', n <= n' -> exists w, length w = n' /\ fits (length ps * m) w /\
    numbers s w (length ps * m) = map Z.of_nat (concat ps) /\ Forall (fun u => output T u = Some 0) (parts (length ps) w).
Proof.
  induction ps as [|p ps IH]; intros A O.
  - exists 0. intros n' _. exists (repeat [] n'). repeat split; [apply repeat_length| |constructor].
    apply Forall_forall. intros l H. apply repeat_spec in H. subst l. reflexivity.
  - apply Forall_cons_iff in A. apply Forall_cons_iff in O. destruct A as [A1 A2], O as [[w [W O1]] O2].
    destruct (IH A2 O2) as [n H]. exists (Nat.max (length w) n). intros n' L.
    destruct (H n' ltac:(lia)) as [w' [L' [F' [E' O']]]].
    set (u := zeros (n' - length w) m ++ w).
    assert (U : spells s u p) by (unfold u; rewrite <- A1; apply spells_zeros; exact W).
    assert (Lu : length u = length w') by (unfold u, zeros; rewrite app_length, repeat_length; lia).
    assert (Fu : fits m u) by (rewrite <- A1; apply U).
    exists (join u w'). repeat split.
    + rewrite join_length by exact Lu. exact L'.
    + cbn [length Nat.mul]. apply join_fits; assumption.
    + cbn [length Nat.mul concat]. rewrite numbers_app, map_app. fold (start_of (join u w')) (rest_of (join u w')).
      rewrite start_join, rest_join by assumption. f_equal; [|exact E']. destruct U as [_ U]. rewrite A1 in U. exact U.
    + cbn [length parts]. rewrite start_join, rest_join by assumption. constructor; [|exact O'].
      unfold output, u. rewrite (run_zeros T _ _ w stays). exact O1.
Qed.

End Several.

(** ** The theorem *)

Definition blocking_checks (s : system) (tracks : nat) (kinds : list kind) (n : nat) (T : table) : bool :=
  closes s tracks (S n * tracks) kinds T (several T tracks (S n)) 1.

Section Blocked.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable n : nat.
Variable M : machine.
Hypothesis checked : blocking_checks s tracks kinds n (table_of M) = true.

Variable G : game.
Variable eq_dec : forall x y : position G, {x = y} + {x <> y}.
Variable written_as : position G -> list nat.
Hypothesis all_tracks : forall x, length (written_as x) = tracks.

(** A kind of move leads to [n + 1] different options, and all sets of so many are met. *)

Hypothesis moves_are : forall x l, NoDup l -> length l = S n -> (forall y, In y l -> In y (options x)) ->
  exists l' k, (forall y, In y l' -> In y l) /\ length l' = S n /\ In k kinds /\
    allows_move k (written_as x) (concat (map written_as l')).
Hypothesis are_moves : forall x p k, length p = S n * tracks -> In k kinds -> allows_move k (written_as x) p ->
  exists l, NoDup l /\ length l = S n /\ (forall y, In y l -> In y (options x)) /\ concat (map written_as l) = p.

Let T := table_of M.
Let R := several T tracks (S n).

Lemma written_length l : length (concat (map written_as l)) = length l * tracks.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite app_length, all_tracks, IH. reflexivity. Qed.

Lemma zeros_at_start : step T 0 (repeat false tracks) = Some 0%N /\
  next_state (first_state R) (repeat false (S n * tracks)) = Some (first_state R).
Proof.
  assert (C := checked). unfold blocking_checks, closes, starts in C. apply andb_prop in C. destruct C as [C _].
  apply andb_prop in C. destruct C as [C _]. fold T R in C. destruct (output_at T 0); [|discriminate].
  destruct (step T 0 (repeat false tracks)) as [[|]|]; try discriminate.
  destruct (next_state (first_state R) (repeat false (S n * tracks))) as [q|]; [|discriminate].
  apply same_state_eq in C. subst q. split; reflexivity.
Qed.

Lemma meets_options z k p p' : fit tracks (S n * tracks) z -> numbers s (map fst z) tracks = map Z.of_nat p ->
  numbers s (map snd z) (S n * tracks) = map Z.of_nat p' ->
  (Forall (fun f => meets f (fst (total s f z))) k <-> allows_move k p p').
Proof.
  intros [F1 F2] E1 E2. unfold allows_move.
  assert (E : forall f, fst (total s f z) = (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat p'))%Z).
  { intros f. rewrite total_forms. cbn [plus fst]. rewrite (form_dots s tracks) by exact F1.
    rewrite (form_dots s (S n * tracks)) by exact F2. rewrite E1, E2. reflexivity. }
  split; apply Forall_impl; intros f; rewrite E; tauto.
Qed.

Notation lost := (lost_with_blocking G eq_dec n).

Theorem told_lost x : lost x <-> tells s M (written_as x) 0.
Proof.
  revert x. apply (play_induction G (fun x => lost x <-> tells s M (written_as x) 0)). intros x IH.
  destruct zeros_at_start as [stays stays'].
  assert (won : forall w, spells s w (written_as x) -> output T w = Some 1 -> ~ lost x).
  { intros w W O. assert (F := proj1 W). rewrite all_tracks in F.
    destruct (moves_to_less s tracks (S n * tracks) kinds T R 1 checked w 1 F O) as [_ H].
    destruct (H 0 ltac:(lia)) as [z [k [Hk [Z1 [[Z2 Z3] [Z4 Z5]]]]]].
    destruct (spells_something s (S n * tracks) (map snd z) Z3) as [p [P1 [P2 P3]]]. rewrite P1 in P3.
    assert (A : allows_move k (written_as x) p).
    { apply (meets_options z k); try assumption; [split; assumption|].
      rewrite Z1, numbers_zeros. destruct W as [_ W]. rewrite all_tracks in W. exact W. }
    destruct (are_moves x p k P1 Hk A) as [l [D [L [I E]]]]. rewrite lost_with_blocking_iff. intros N. apply N.
    exists l. split; [exact D|]. split; [exact L|]. intros y Hy. split; [exact (I y Hy)|]. apply (IH y (I y Hy)).
    apply value_of_parts in Z4.
    assert (S2 : Forall2 (spells s) (parts tracks (S n) (map snd z)) (map written_as l)).
    { apply parts_spell; [exact Z3|rewrite map_length; exact L| |rewrite E; exact P3].
      rewrite Forall_map, Forall_forall. intros a _. apply all_tracks. }
    clear -S2 Z4 Hy. revert S2 Z4. generalize (parts tracks (S n) (map snd z)) as us. intros us S2. revert us S2.
    induction l as [|a l IHl]; intros us S2 Z4; [destruct Hy|]. cbn [map] in S2. inversion S2 as [|u ? us' ? U1 U2]; subst.
    inversion Z4 as [|? ? V1 V2]; subst. destruct Hy as [->|Hy]; [exists u; tauto|]. exact (IHl Hy us' U2 V2). }
  assert (kept : forall w, spells s w (written_as x) -> output T w = Some 0 -> lost x).
  { intros w W O. apply lost_with_blocking_iff. intros [l [D [L H]]].
    destruct (moves_are x l D L (fun y Hy => proj1 (H y Hy))) as [l' [k [I' [L' [Hk A]]]]].
    destruct (joined T tracks s stays (map written_as l')) as [n0 J].
    { rewrite Forall_map, Forall_forall. intros a _. apply all_tracks. }
    { rewrite Forall_map, Forall_forall. intros a Ha. apply I' in Ha. destruct (H a Ha) as [Ha1 Ha2].
      apply (IH a Ha1) in Ha2. exact Ha2. }
    rewrite map_length, L' in J. destruct (J (Nat.max n0 (length w)) ltac:(lia)) as [w' [J1 [J2 [J3 J4]]]].
    set (u := zeros (length w' - length w) tracks ++ w).
    assert (E : length u = length w') by (unfold u, zeros; rewrite app_length, repeat_length; lia).
    destruct (combined u w' E) as [Ea Eb].
    assert (U : spells s u (written_as x)) by (unfold u; rewrite <- (all_tracks x); apply spells_zeros; exact W).
    destruct U as [U1 U2]. rewrite all_tracks in U1, U2.
    apply (never_joined s tracks (S n * tracks) kinds T R 1 checked k (combine u w') 0 Hk).
    - split; [rewrite Ea; exact U1|rewrite Eb; exact J2].
    - lia.
    - rewrite Ea. unfold output, u. rewrite (run_zeros T _ _ w stays). exact O.
    - rewrite Eb. apply value_of_parts. exact J4.
    - apply (meets_options (combine u w') k (written_as x) (concat (map written_as l'))).
      + split; [rewrite Ea; exact U1|rewrite Eb; exact J2].
      + rewrite Ea. exact U2.
      + rewrite Eb. exact J3.
      + exact A. }
  split.
  - intros N. destruct (spelled s (written_as x)) as [w [W V]]. assert (F := proj1 W). rewrite all_tracks in F.
    destruct (output_of_valid s tracks (S n * tracks) kinds T R 1 checked w F V) as [o O]. exists w. split; [exact W|].
    destruct (moves_to_less s tracks (S n * tracks) kinds T R 1 checked w o F O) as [Lo _].
    destruct o as [|[|o]]; [exact O| |lia]. exfalso. exact (won w W O N).
  - intros [w [W O]]. exact (kept w W O).
Qed.

End Blocked.

(** The check at work: one heap, one or two are taken, one option may be forbidden. The mover wins where the heap is 2
    more than a multiple of 3; a machine that says 1 more is refused. *)

Definition one_or_two : list kind :=
  [[{| before := [1]; after := [-1]; exactly := true; bound := 2 |};
    {| before := [1]; after := [0; -1]; exactly := true; bound := 1 |}]]%Z.

Definition modulo_3 (tells : list nat) : machine := {| steps := [[0; 1]; [2; 0]; [1; 2]]%N; outputs := tells |}.

Example accepted : blocking_checks binary 1 one_or_two 1 (table_of (modulo_3 [0; 0; 1])) = true.
Proof. vm_compute. reflexivity. Qed.

Example refused : blocking_checks binary 1 one_or_two 1 (table_of (modulo_3 [0; 1; 0])) = false.
Proof. vm_compute. reflexivity. Qed.

(** ** Wythoff's game with one option forbidden

    Two options side by side are four numbers.  Two of one kind are in the order of what they leave. *)

Definition form_is (b a : list Z) : condition := {| before := b; after := a; exactly := true; bound := 0 |}.
Definition at_least_1 (b a : list Z) : condition := {| before := b; after := a; exactly := false; bound := 1 |}.

Definition not_over (l : nat) : kind := match l with 0 => [] | S _ => [playable l] end.

Definition pairs_of_moves (l : nat) : list kind :=
  (let first_left := form_is [0; 1] [0; -1] in let second_left := form_is [1; 0] [-1] in
   let other_first_left := form_is [0; 1] [0; 0; 0; -1] in let other_second_left := form_is [1; 0] [0; 0; -1] in
   let both_left := form_is [1; -1] [-1; 1] in let other_both_left := form_is [1; -1] [0; 0; -1; 1] in
   map (app (not_over l))
   [[first_left; other_first_left; at_least_1 [] [-1; 0; 1]; at_least_1 [1; 0] [0; 0; -1]];
    [second_left; other_second_left; at_least_1 [] [0; -1; 0; 1]; at_least_1 [0; 1] [0; 0; 0; -1]];
    [both_left; other_both_left; at_least_1 [] [-1; 0; 1]; at_least_1 [1; 0] [0; 0; -1]];
    [first_left; other_second_left; at_least_1 [1; 0] [-1]; at_least_1 [0; 1] [0; 0; 0; -1]];
    [first_left; other_both_left; at_least_1 [1; 0] [-1]; at_least_1 [1; 0] [0; 0; -1]];
    [second_left; other_both_left; at_least_1 [0; 1] [0; -1]; at_least_1 [1; 0] [0; 0; -1]]])%Z.

Definition pair_eq_dec : forall x y : nat * nat, {x = y} + {x <> y}.
Proof. decide equality; decide equality. Defined.

(** The three kinds of moves. *)

Definition of_kind (i : nat) (x y : nat * nat) : Prop :=
  match i with
  | 0 => snd y = snd x /\ fst y < fst x
  | 1 => fst y = fst x /\ snd y < snd x
  | _ => fst y < fst x /\ snd y < snd x /\ fst x - fst y = snd x - snd y
  end.

Lemma move_of_kind l x y : In y (options (g := wythoff_until l) x) <->
  l < fst x + snd x /\ exists i, i < 3 /\ of_kind i x y.
Proof.
  destruct x as [x1 x2], y as [y1 y2]. rewrite in_wythoff_until, in_wythoff. cbn [fst snd]. split.
  - intros [L [a [b [H1 [H2 [H3 [H4 E]]]]]]]. split; [exact L|]. injection E as -> ->.
    destruct H4 as [->|[->|H4]]; [exists 1|exists 0|exists 2]; cbn; lia.
  - intros [L [[|[|[|i]]] [Hi H]]]; cbn in H; try lia; (split; [exact L|]); exists (x1 - y1), (x2 - y2);
      repeat split; try lia; f_equal; lia.
Qed.

Ltac stated := unfold allows_move; repeat (apply Forall_cons; [unfold meets; cbn [exactly before after bound form_is at_least_1 dots concat map app fst snd both_of]; lia|]); apply Forall_nil.

Lemma stated_over l x p k : l < fst x + snd x -> allows_move k (both_of x) p -> allows_move (not_over l ++ k) (both_of x) p.
Proof.
  intros L A. destruct l as [|l]; [exact A|]. apply Forall_cons; [|exact A]. destruct x as [x1 x2]. unfold meets, playable, both_of.
  cbn [exactly before after bound dots map fst snd] in *. lia.
Qed.

Lemma over_stated l x p k : 0 < fst x + snd x -> allows_move (not_over l ++ k) (both_of x) p -> l < fst x + snd x /\ allows_move k (both_of x) p.
Proof.
  intros P A. destruct l as [|l]; [split; [exact P|exact A]|]. apply Forall_cons_iff in A. destruct A as [A1 A2]. split; [|exact A2].
  destruct x as [x1 x2]. unfold meets, playable, both_of in A1. cbn [exactly before after bound dots map fst snd] in *. lia.
Qed.

Lemma two_moves l x o : NoDup o -> length o = 2 -> (forall y, In y o -> In y (options (g := wythoff_until l) x)) ->
  exists o' k, (forall y, In y o' -> In y o) /\ length o' = 2 /\ In k (pairs_of_moves l) /\
    allows_move k (both_of x) (concat (map both_of o')).
Proof.
  destruct o as [|y [|z [|]]]; try discriminate. intros D _ H.
  assert (Hy := H y ltac:(left; reflexivity)). assert (Hz := H z ltac:(right; left; reflexivity)).
  apply move_of_kind in Hy. apply move_of_kind in Hz. destruct Hy as [L [i [Hi Ky]]], Hz as [_ [j [Hj Kz]]].
  assert (N : y <> z). { inversion D as [|? ? D1 _]; subst. intros ->. apply D1. left. reflexivity. }
  assert (N' : fst y <> fst z \/ snd y <> snd z).
  { destruct y as [y1 y2], z as [z1 z2]. cbn. destruct (Nat.eq_dec y1 z1); [|tauto]. right. intros ->. apply N. f_equal. assumption. }
  clear D N H. destruct x as [x1 x2], y as [y1 y2], z as [z1 z2]. cbn [fst snd] in *.
  assert (wanted : exists o' n, (o' = [(y1, y2); (z1, z2)] \/ o' = [(z1, z2); (y1, y2)]) /\ n < 6 /\
    allows_move (nth n (pairs_of_moves 0) []) (both_of (x1, x2)) (concat (map both_of o'))).
  { destruct i as [|[|[|i]]]; [| | |lia]; (destruct j as [|[|[|j]]]; [| | |lia]); cbn [of_kind fst snd] in *.
    - destruct (lt_dec y1 z1); [exists [(y1, y2); (z1, z2)]|exists [(z1, z2); (y1, y2)]]; exists 0; (split; [tauto|]); (split; [lia|]); cbn [pairs_of_moves not_over map app nth]; stated.
    - exists [(y1, y2); (z1, z2)], 3. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - exists [(y1, y2); (z1, z2)], 4. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - exists [(z1, z2); (y1, y2)], 3. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - destruct (lt_dec y2 z2); [exists [(y1, y2); (z1, z2)]|exists [(z1, z2); (y1, y2)]]; exists 1; (split; [tauto|]); (split; [lia|]); cbn [pairs_of_moves not_over map app nth]; stated.
    - exists [(y1, y2); (z1, z2)], 5. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - exists [(z1, z2); (y1, y2)], 4. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - exists [(z1, z2); (y1, y2)], 5. split; [tauto|]. split; [lia|]. cbn [pairs_of_moves not_over map app nth]. stated.
    - destruct (lt_dec y1 z1); [exists [(y1, y2); (z1, z2)]|exists [(z1, z2); (y1, y2)]]; exists 2; (split; [tauto|]); (split; [lia|]); cbn [pairs_of_moves not_over map app nth]; stated. }
  destruct wanted as [o' [n [Ho [Hn A]]]]. exists o', (not_over l ++ nth n (pairs_of_moves 0) []). repeat split.
  - destruct Ho as [->| ->]; cbn; tauto.
  - destruct Ho as [->| ->]; reflexivity.
  - unfold pairs_of_moves. cbv zeta. destruct n as [|[|[|[|[|[|n]]]]]]; try lia; cbn [map not_over app nth]; cbn [In]; tauto.
  - apply stated_over; [exact L|exact A].
Qed.

Lemma moves_two l x p k : length p = 4 -> In k (pairs_of_moves l) -> allows_move k (both_of x) p ->
  exists o, NoDup o /\ length o = 2 /\ (forall y, In y o -> In y (options (g := wythoff_until l) x)) /\ concat (map both_of o) = p.
Proof.
  intros Lp Hk A. destruct p as [|a [|b [|c [|d [|]]]]]; try discriminate. destruct x as [x1 x2].
  assert (two : l < x1 + x2 -> forall i j, i < 3 -> j < 3 -> of_kind i (x1, x2) (a, b) -> of_kind j (x1, x2) (c, d) -> (a <> c \/ b <> d) ->
    exists o, NoDup o /\ length o = 2 /\ (forall y, In y o -> In y (options (g := wythoff_until l) (x1, x2))) /\ concat (map both_of o) = [a; b; c; d]).
  { intros L i j Hi Hj Ki Kj N. exists [(a, b); (c, d)]. repeat split.
    - constructor; [|constructor; [intros []|constructor]]. intros [E|[]]. injection E as -> ->. lia.
    - intros y [<-|[<-|[]]]; apply move_of_kind; (split; [exact L|]); [exists i|exists j]; tauto. }
  unfold pairs_of_moves in Hk. cbv zeta in Hk. apply in_map_iff in Hk. destruct Hk as [k' [<- Hk]].
  assert (P : 0 < x1 + x2 \/ x1 + x2 = 0) by lia. destruct P as [P|P].
  - apply (over_stated l (x1, x2) _ k' P) in A. destruct A as [L A]. cbn [fst snd] in L.
    destruct Hk as [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; unfold allows_move in A; rewrite !Forall_cons_iff in A;
      unfold meets in A; cbn [exactly before after bound form_is at_least_1 dots map fst snd both_of] in A; destruct A as [A1 [A2 [A3 [A4 _]]]].
    + apply (two L 0 0); cbn; lia.
    + apply (two L 1 1); cbn; lia.
    + apply (two L 2 2); cbn; lia.
    + apply (two L 0 1); cbn; lia.
    + apply (two L 0 2); cbn; lia.
    + apply (two L 1 2); cbn; lia.
  - exfalso. assert (x1 = 0 /\ x2 = 0) as [-> ->] by lia. apply Forall_app in A. destruct A as [_ A].
    destruct Hk as [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; unfold allows_move in A; rewrite !Forall_cons_iff in A;
      unfold meets in A; cbn [exactly before after bound form_is at_least_1 dots map fst snd both_of] in A; destruct A as [A1 [A2 [A3 [A4 _]]]]; lia.
Qed.

Theorem blocked_wythoff_outcome_by_computation l s M :
  blocking_checks s 2 (pairs_of_moves l) 1 (table_of M) = true ->
  forall x y, lost_with_blocking (wythoff_until l) pair_eq_dec 1 (x, y) <-> tells s M [x; y] 0.
Proof.
  intros C x y. apply (told_lost s 2 (pairs_of_moves l) 1 M C (wythoff_until l) pair_eq_dec both_of).
  - reflexivity.
  - exact (two_moves l).
  - exact (moves_two l).
Qed.
