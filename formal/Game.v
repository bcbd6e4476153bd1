(** * Impartial games: outcome, nim-value, sums

    Two players move in turn; both have the same moves; play ends.  The theorem of Sprague (1935) and
    Grundy (1939) says that the nim-value of a sum is the nim-sum of the nim-values, and that the player
    to move loses exactly where it is 0. *)

From Coq Require Import Arith Bool List Lia.
Import ListNotations.

Global Arguments Nat.lxor : simpl never.

(** A game: each position has a list of options, and a rank that every move lowers. *)

Record game := Game {
  position : Type;
  options : position -> list position;
  rank : position -> nat;
  options_lower_rank : forall x y, In y (options x) -> rank y < rank x
}.

Arguments options {g} x.
Arguments rank {g} x.

(** Induction over play: what holds for a position when it holds for its options, holds for all. *)

Lemma play_induction (G : game) (holds : position G -> Prop) :
  (forall x, (forall y, In y (options x) -> holds y) -> holds x) -> forall x, holds x.
Proof.
  intros step.
  assert (below : forall n x, rank x < n -> holds x).
  { induction n as [|n IH]; intros x Hx; [lia|].
    apply step. intros y Hy. apply IH. pose proof (options_lower_rank G x y Hy). lia. }
  intros x. apply (below (S (rank x))). lia.
Qed.

(** ** Outcome

    In normal play the player who cannot move loses; in misère play that player wins. *)

Inductive convention := normal | misere.

Definition stuck_player_wins (c : convention) : bool :=
  match c with normal => false | misere => true end.

(** Whether the player to move wins, from a position with at most [moves] moves left. *)

Fixpoint mover_wins_within (c : convention) {G : game} (moves : nat) (x : position G) : bool :=
  match options x with
  | [] => stuck_player_wins c
  | ys => match moves with
          | 0 => false
          | S m => existsb (fun y => negb (mover_wins_within c m y)) ys
          end
  end.

Definition mover_wins (c : convention) {G : game} (x : position G) : bool :=
  mover_wins_within c (rank x) x.

(** A P-position: the previous player wins. *)

Definition P_position (c : convention) {G : game} (x : position G) : Prop := mover_wins c x = false.

Lemma mover_wins_within_enough (c : convention) (G : game) : forall (x : position G) m n,
  rank x <= m -> rank x <= n -> mover_wins_within c m x = mover_wins_within c n x.
Proof.
  apply (play_induction G (fun x => forall m n,
    rank x <= m -> rank x <= n -> mover_wins_within c m x = mover_wins_within c n x)).
  intros x IH m n Hm Hn. pose proof (options_lower_rank G x) as lower.
  destruct m as [|m], n as [|n]; cbn [mover_wins_within];
    destruct (options x) as [|y ys]; try reflexivity;
    try (specialize (lower y (or_introl eq_refl)); lia).
  assert (same : forall l, incl l (y :: ys) ->
      existsb (fun z => negb (mover_wins_within c m z)) l = existsb (fun z => negb (mover_wins_within c n z)) l).
  { induction l as [|z l IHl]; intros Hl; [reflexivity|]. cbn [existsb].
    assert (Hz : In z (y :: ys)) by (apply Hl; left; reflexivity).
    specialize (lower z Hz). rewrite (IH z Hz m n) by lia. rewrite IHl; [reflexivity|].
    intros w Hw. apply Hl. right. exact Hw. }
  apply same. apply incl_refl.
Qed.

(** The definition of the outcome, as one reads it in a book. *)

Theorem mover_wins_iff (c : convention) (G : game) (x : position G) :
  mover_wins c x = true <->
  (options x = [] /\ c = misere) \/ exists y, In y (options x) /\ mover_wins c y = false.
Proof.
  unfold mover_wins at 1. pose proof (options_lower_rank G x) as lower.
  assert (step : mover_wins_within c (rank x) x =
    match options x with [] => stuck_player_wins c
    | ys => existsb (fun y => negb (mover_wins_within c (pred (rank x)) y)) ys end).
  { destruct (rank x) eqn:E; cbn [mover_wins_within]; destruct (options x) as [|y ys]; try reflexivity.
    specialize (lower y (or_introl eq_refl)). lia. }
  rewrite step. destruct (options x) as [|z zs].
  - destruct c; cbn; split; intros H; try tauto; try discriminate.
    + destruct H as [[_ H]|[y [[] _]]]. discriminate.
  - rewrite existsb_exists. split.
    + intros [y [Hy Hw]]. right. exists y. split; [exact Hy|]. unfold mover_wins.
      specialize (lower y Hy).
      rewrite (mover_wins_within_enough c G y (rank y) (pred (rank x))) by lia.
      destruct (mover_wins_within c (pred (rank x)) y); [discriminate|reflexivity].
    + intros [[H _]|[y [Hy Hw]]]; [discriminate|]. exists y. split; [exact Hy|].
      specialize (lower y Hy). unfold mover_wins in Hw.
      rewrite (mover_wins_within_enough c G y (pred (rank x)) (rank y)) by lia.
      rewrite Hw. reflexivity.
Qed.

(** A set that no move joins and that every other position can reach is the set of P-positions.
    The terminal positions are in it in normal play and outside it in misère play.  It is enough to look among positions
    that no move leaves. *)

Theorem P_positions_among (c : convention) (G : game) (among inP : position G -> Prop)
  (closed : forall x y, among x -> In y (options x) -> among y)
  (decided : forall x, inP x \/ ~ inP x)
  (terminal : forall x, among x -> options x = [] -> (inP x <-> c = normal))
  (no_way_back : forall x y, among x -> inP x -> In y (options x) -> ~ inP y)
  (way_in : forall x, among x -> ~ inP x -> options x <> [] -> exists y, In y (options x) /\ inP y) :
  forall x : position G, among x -> (P_position c x <-> inP x).
Proof.
  apply (play_induction G (fun x => among x -> (P_position c x <-> inP x))). intros x IH Hx.
  unfold P_position in *. pose proof (mover_wins_iff c G x) as def. split.
  - intros lost. destruct (decided x) as [H|H]; [exact H|exfalso].
    assert (won : mover_wins c x = true).
    { apply def.
      assert (E : options x = [] \/ options x <> []) by (destruct (options x); [left|right]; congruence).
      destruct E as [E|E].
      - left. split; [exact E|]. specialize (terminal x Hx E). destruct c; tauto.
      - right. destruct (way_in x Hx H E) as [z [Hz Pz]]. exists z. split; [exact Hz|].
        apply (IH z Hz (closed x z Hx Hz)), Pz. }
    congruence.
  - intros H. destruct (mover_wins c x) eqn:E; [exfalso|reflexivity].
    apply (mover_wins_iff c G x) in E. destruct E as [[E C]|[y [Hy Py]]].
    + apply (terminal x Hx E) in H. rewrite H in C. discriminate.
    + apply (no_way_back x y Hx H Hy). apply (IH y Hy (closed x y Hx Hy)), Py.
Qed.

Corollary P_positions_are (c : convention) (G : game) (inP : position G -> Prop)
  (decided : forall x, inP x \/ ~ inP x)
  (terminal : forall x, options x = [] -> (inP x <-> c = normal))
  (no_way_back : forall x y, inP x -> In y (options x) -> ~ inP y)
  (way_in : forall x, ~ inP x -> options x <> [] -> exists y, In y (options x) /\ inP y) :
  forall x : position G, P_position c x <-> inP x.
Proof.
  intros x. apply (P_positions_among c G (fun _ => True) inP); auto. intros y z _. apply no_way_back.
Qed.

(** ** Mex and nim-value *)

(** [m] is the least number that is not in the set [S]. *)

Definition is_mex (S : nat -> Prop) (m : nat) : Prop := ~ S m /\ forall u, u < m -> S u.

Lemma is_mex_unique (S T : nat -> Prop) m n : (forall u, S u <-> T u) -> is_mex S m -> is_mex T n -> m = n.
Proof.
  intros ST [Sm bm] [Tn bn]. destruct (lt_eq_lt_dec m n) as [[H|H]|H]; [|exact H|]; exfalso.
  - apply Sm, ST, bn, H.
  - apply Tn, ST, bm, H.
Qed.

(** The mex of a list: try 0, 1, 2, … as often as the list has entries. *)

Fixpoint mex_from (start tries : nat) (l : list nat) : nat :=
  match tries with
  | 0 => start
  | S t => if existsb (Nat.eqb start) l then mex_from (S start) t l else start
  end.

Definition mex (l : list nat) : nat := mex_from 0 (length l) l.

Lemma mem_nat n l : existsb (Nat.eqb n) l = true <-> In n l.
Proof.
  rewrite existsb_exists. split.
  - intros [m [H E]]. apply Nat.eqb_eq in E. subst. exact H.
  - intros H. exists n. split; [exact H|apply Nat.eqb_refl].
Qed.

Lemma mex_is_mex (l : list nat) : is_mex (fun u => In u l) (mex l).
Proof.
  assert (general : forall t s, (forall u, u < s -> In u l) -> length l <= s + t ->
            is_mex (fun u => In u l) (mex_from s t l)).
  { induction t as [|t IH]; intros s below enough; cbn [mex_from].
    - split; [|exact below]. intros Hs.
      assert (len : length (seq 0 (S s)) <= length l).
      { apply NoDup_incl_length; [apply seq_NoDup|]. intros u Hu. apply in_seq in Hu.
        destruct (Nat.eq_dec u s) as [->|Ne]; [exact Hs|apply below; lia]. }
      rewrite seq_length in len. lia.
    - destruct (existsb (Nat.eqb s) l) eqn:E.
      + apply mem_nat in E. apply IH; [|lia]. intros u Hu.
        destruct (Nat.eq_dec u s) as [->|Ne]; [exact E|apply below; lia].
      + split; [|exact below]. intros H. apply mem_nat in H. congruence. }
  apply general; lia.
Qed.

Fixpoint nim_value_within {G : game} (moves : nat) (x : position G) : nat :=
  match moves with
  | 0 => 0
  | S m => mex (map (nim_value_within m) (options x))
  end.

Definition nim_value {G : game} (x : position G) : nat := nim_value_within (S (rank x)) x.

(** The definition of the nim-value, as one reads it in a book. *)

Theorem nim_value_mex (G : game) (x : position G) : nim_value x = mex (map nim_value (options x)).
Proof.
  assert (enough : forall (y : position G) m n, rank y < m -> rank y < n ->
            nim_value_within m y = nim_value_within n y).
  { apply (play_induction G (fun y => forall m n, rank y < m -> rank y < n ->
      nim_value_within m y = nim_value_within n y)).
    intros y IH [|m] [|n] Hm Hn; try lia. cbn [nim_value_within]. f_equal.
    apply map_ext_in. intros z Hz. pose proof (options_lower_rank G y z Hz). apply IH; [exact Hz|lia|lia]. }
  unfold nim_value at 1. cbn [nim_value_within]. f_equal. apply map_ext_in. intros y Hy.
  pose proof (options_lower_rank G x y Hy). apply enough; lia.
Qed.

Definition reached {G : game} (v : position G -> nat) (x : position G) (u : nat) : Prop :=
  exists y, In y (options x) /\ v y = u.

Lemma nim_value_is_mex (G : game) (x : position G) : is_mex (reached nim_value x) (nim_value x).
Proof.
  rewrite nim_value_mex. destruct (mex_is_mex (map nim_value (options x))) as [out below].
  split; [intros [y [Hy E]]|intros u Hu; specialize (below u Hu)].
  - apply out. rewrite <- E. apply in_map. exact Hy.
  - apply in_map_iff in below. destruct below as [y [E Hy]]. exists y. split; assumption.
Qed.

(** It is the only function of the kind. *)

Theorem nim_value_unique (G : game) (v : position G -> nat) :
  (forall x, is_mex (reached v x) (v x)) -> forall x, nim_value x = v x.
Proof.
  intros Hv. apply (play_induction G (fun x => nim_value x = v x)). intros x IH.
  apply (is_mex_unique (reached nim_value x) (reached v x)); [|apply nim_value_is_mex|apply Hv].
  intros u. split; intros [y [Hy E]]; exists y; (split; [exact Hy|]); rewrite <- E;
    [symmetry|]; apply IH, Hy.
Qed.

(** In normal play the player to move loses exactly at nim-value 0. *)

Theorem P_position_iff_nim_value_0 (G : game) (x : position G) : P_position normal x <-> nim_value x = 0.
Proof.
  revert x. apply (P_positions_are normal G (fun x => nim_value x = 0)); intros x.
  - destruct (Nat.eq_dec (nim_value x) 0); tauto.
  - intros E. rewrite nim_value_mex, E. cbn. tauto.
  - intros y E Hy E'. destruct (nim_value_is_mex G x) as [out _]. apply out. rewrite E. exists y. tauto.
  - intros E _. destruct (nim_value_is_mex G x) as [_ below].
    destruct (below 0) as [y H]; [lia|]. exists y. exact H.
Qed.

(** ** Nim-sum

    [Nat.lxor] adds in base 2 without carrying. *)

Lemma lxor_lowers a d : d <> 0 -> Nat.testbit a (Nat.log2 d) = true -> Nat.lxor a d < a.
Proof.
  intros Hd Ha. set (k := Nat.log2 d) in *.
  assert (d1 : Nat.shiftr d k = 1).
  { rewrite Nat.shiftr_div_pow2. destruct (Nat.log2_spec d) as [lo hi]; [lia|]. fold k in lo, hi.
    cbn [Nat.pow] in hi. symmetry. apply Nat.div_unique with (r := d - 2 ^ k); lia. }
  assert (odd : Nat.testbit (Nat.shiftr a k) 0 = true) by (rewrite Nat.shiftr_spec, Nat.add_0_l; [exact Ha|lia]).
  destruct (Nat.le_gt_cases a (Nat.lxor a d)) as [le|lt]; [exfalso|exact lt].
  apply (Nat.div_le_mono _ _ (2 ^ k)) in le; [|apply Nat.pow_nonzero; lia].
  rewrite <- !Nat.shiftr_div_pow2, Nat.shiftr_lxor, d1 in le.
  generalize dependent (Nat.shiftr a k). intros m odd le.
  rewrite Nat.bit0_odd in odd. apply Nat.odd_spec in odd. destruct odd as [q ->].
  assert (E : Nat.lxor (2 * q + 1) 1 = 2 * q).
  { apply Nat.bits_inj. intros [|i]; rewrite Nat.lxor_spec.
    - rewrite !Nat.bit0_odd, Nat.odd_add_mul_2 || rewrite Nat.testbit_odd_0, Nat.testbit_even_0. reflexivity.
    - rewrite Nat.testbit_odd_succ, Nat.testbit_even_succ by lia.
      replace 1 with (2 * 0 + 1) at 1 by lia. rewrite Nat.testbit_odd_succ, Nat.bits_0 by lia.
      apply xorb_false_r. }
  lia.
Qed.

Lemma lxor_cancel a b c : Nat.lxor a b = Nat.lxor c b -> a = c.
Proof.
  intros E. apply (f_equal (fun x => Nat.lxor x b)) in E.
  rewrite !Nat.lxor_assoc, Nat.lxor_nilpotent, !Nat.lxor_0_r in E. exact E.
Qed.

(** The heart of Sprague and Grundy: the nim-sum of two mexes is the mex of what one change reaches. *)

Lemma lxor_mex (A B : nat -> Prop) a b : is_mex A a -> is_mex B b ->
  is_mex (fun u => (exists x, A x /\ u = Nat.lxor x b) \/ (exists y, B y /\ u = Nat.lxor a y)) (Nat.lxor a b).
Proof.
  intros [notA belowA] [notB belowB]. split.
  - intros [[x [Hx E]]|[y [Hy E]]].
    + apply lxor_cancel in E. subst. contradiction.
    + rewrite (Nat.lxor_comm a b), (Nat.lxor_comm a y) in E. apply lxor_cancel in E. subst. contradiction.
  - intros u Hu. set (d := Nat.lxor u (Nat.lxor a b)).
    assert (Hd : d <> 0) by (intros Z; apply Nat.lxor_eq in Z; lia).
    assert (top : Nat.testbit d (Nat.log2 d) = true) by (apply Nat.bit_log2; exact Hd).
    assert (in_sum : Nat.testbit (Nat.lxor a b) (Nat.log2 d) = true).
    { destruct (Nat.testbit (Nat.lxor a b) (Nat.log2 d)) eqn:E; [reflexivity|exfalso].
      assert (Hu' : Nat.testbit u (Nat.log2 d) = true).
      { unfold d at 1 in top. rewrite Nat.lxor_spec, E, xorb_false_r in top. exact top. }
      apply (lxor_lowers u d Hd) in Hu'. unfold d in Hu'.
      rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l in Hu'. lia. }
    assert (back : forall x y, Nat.lxor (Nat.lxor x d) y = u <-> Nat.lxor x y = Nat.lxor u d).
    { intros x y. rewrite Nat.lxor_assoc, (Nat.lxor_comm d y), <- Nat.lxor_assoc.
      split; intros E; [rewrite <- E|rewrite E]; rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r;
        reflexivity. }
    assert (sum : Nat.lxor a b = Nat.lxor u d).
    { unfold d. rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. reflexivity. }
    rewrite Nat.lxor_spec in in_sum. destruct (Nat.testbit a (Nat.log2 d)) eqn:Ea.
    + left. exists (Nat.lxor a d). split; [apply belowA, lxor_lowers; assumption|].
      symmetry. apply back. exact sum.
    + right. exists (Nat.lxor b d). split; [apply belowB, lxor_lowers; [exact Hd|destruct (Nat.testbit b (Nat.log2 d)); [reflexivity|discriminate in_sum]]|].
      symmetry. rewrite Nat.lxor_comm. apply back. rewrite Nat.lxor_comm. exact sum.
Qed.

(** ** The sum of two games: move in one of them. *)

Definition sum (G H : game) : game.
Proof.
  refine (Game (position G * position H)
    (fun '(x, y) => map (fun x' => (x', y)) (options x) ++ map (fun y' => (x, y')) (options y))
    (fun '(x, y) => rank x + rank y) _).
  intros [x y] z Hz. apply in_app_or in Hz. destruct Hz as [Hz|Hz]; apply in_map_iff in Hz;
    destruct Hz as [w [<- Hw]]; apply options_lower_rank in Hw; lia.
Defined.

Theorem Sprague_Grundy (G H : game) (x : position G) (y : position H) :
  nim_value (G := sum G H) (x, y) = Nat.lxor (nim_value x) (nim_value y).
Proof.
  apply (nim_value_unique (sum G H) (fun '(x, y) => Nat.lxor (nim_value x) (nim_value y))).
  clear x y. intros [x y].
  destruct (lxor_mex _ _ _ _ (nim_value_is_mex G x) (nim_value_is_mex H y)) as [out below].
  split.
  - intros [[x' y'] [Hz E]]. apply out. cbn in Hz. apply in_app_or in Hz.
    destruct Hz as [Hz|Hz]; apply in_map_iff in Hz; destruct Hz as [w [Ew Hw]]; inversion Ew; subst.
    + left. exists (nim_value x'). split; [exists x'; tauto|congruence].
    + right. exists (nim_value y'). split; [exists y'; tauto|congruence].
  - intros u Hu. destruct (below u Hu) as [[v [[x' [Hx E]] Eu]]|[v [[y' [Hy E]] Eu]]].
    + exists (x', y). split; [|congruence]. cbn. apply in_or_app. left. apply in_map_iff. exists x'. tauto.
    + exists (x, y'). split; [|congruence]. cbn. apply in_or_app. right. apply in_map_iff. exists y'. tauto.
Qed.
