(** * Games of heaps

    A position is a list of heaps.  A move replaces one heap by others, as a rule says.  The nim-value of
    a position is the nim-sum of the nim-values of its heaps. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game.
Import ListNotations.

(** A rule: into which lists of heaps a heap may be changed.  A weight, lowered by each move, ends play. *)

Record rule := Rule {
  moves : nat -> list (list nat);
  weight : nat -> nat;
  moves_lower_weight : forall n hs, In hs (moves n) -> list_sum (map weight hs) < weight n
}.

Fixpoint move_one (r : rule) (hs : list nat) : list (list nat) :=
  match hs with
  | [] => []
  | h :: rest => map (fun new => new ++ rest) (moves r h) ++ map (cons h) (move_one r rest)
  end.

Theorem in_move_one (r : rule) (x y : list nat) : In y (move_one r x) <->
  exists l h new rest, x = l ++ h :: rest /\ In new (moves r h) /\ y = l ++ new ++ rest.
Proof.
  revert y. induction x as [|h x IH]; intros y; cbn [move_one].
  - split; [intros []|]. intros [[|a l] [h [new [rest [E _]]]]]; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[new [<- Hn]]|[y' [<- Hy]]].
      * exists [], h, new, x. tauto.
      * apply IH in Hy. destruct Hy as [l [k [new [rest [-> [Hn ->]]]]]]. exists (h :: l), k, new, rest. tauto.
    + intros [[|a l] [k [new [rest [E [Hn ->]]]]]]; cbn in E; inversion E; subst.
      * left. exists new. tauto.
      * right. exists (l ++ new ++ rest). split; [reflexivity|]. apply IH. exists l, k, new, rest. tauto.
Qed.

Definition heaps (r : rule) : game.
Proof.
  refine (Game (list nat) (move_one r) (fun hs => list_sum (map (weight r) hs)) _).
  induction x as [|h rest IH]; intros y Hy; [destruct Hy|].
  cbn in Hy. apply in_app_or in Hy. destruct Hy as [Hy|Hy]; apply in_map_iff in Hy; destruct Hy as [new [<- Hn]].
  - apply moves_lower_weight in Hn. rewrite map_app, list_sum_app. unfold list_sum in *. cbn in *. lia.
  - apply IH in Hn. unfold list_sum in *. cbn in *. lia.
Defined.

(** The nim-value of one heap. *)

Definition nim (r : rule) (n : nat) : nat := nim_value (G := heaps r) [n].

Definition nim_sum (l : list nat) : nat := fold_right Nat.lxor 0 l.

Lemma nim_sum_app l m : nim_sum (l ++ m) = Nat.lxor (nim_sum l) (nim_sum m).
Proof.
  unfold nim_sum. induction l as [|x l IH]; cbn; [symmetry; apply Nat.lxor_0_l|].
  rewrite IH. symmetry. apply Nat.lxor_assoc.
Qed.

(** The values that the moves of a heap of [n] reach when the heaps have the values [v]. *)

Definition reaches (r : rule) (v : nat -> nat) (n u : nat) : Prop :=
  exists hs, In hs (moves r n) /\ nim_sum (map v hs) = u.

(** [v] satisfies the recurrence of nim-values. *)

Definition nim_sequence (r : rule) (v : nat -> nat) : Prop := forall n, is_mex (reaches r v n) (v n).

Lemma sums_of_sequence (r : rule) (v : nat -> nat) : nim_sequence r v ->
  forall hs : position (heaps r), is_mex (reached (fun x : position (heaps r) => nim_sum (map v x)) hs) (nim_sum (map v hs)).
Proof.
  intros Hv. induction hs as [|h rest IH].
  - split; [intros [y [[] _]]|intros u Hu; cbn in Hu; lia].
  - destruct (lxor_mex _ _ _ _ (Hv h) IH) as [out below]. split.
    + intros [y [Hy E]]. apply out. cbn in Hy. apply in_app_or in Hy.
      destruct Hy as [Hy|Hy]; apply in_map_iff in Hy; destruct Hy as [new [<- Hn]].
      * left. exists (nim_sum (map v new)). split; [exists new; tauto|].
        cbv beta in E. rewrite map_app, nim_sum_app in E. symmetry. exact E.
      * right. exists (nim_sum (map v new)). split; [exists new; tauto|]. symmetry. exact E.
    + intros u Hu. destruct (below u Hu) as [[x [[new [Hn E]] Eu]]|[x [[new [Hn E]] Eu]]].
      * exists (new ++ rest). rewrite map_app, nim_sum_app. split; [|rewrite E; symmetry; exact Eu].
        cbn. apply in_or_app. left. apply in_map_iff. exists new. tauto.
      * exists (h :: new). split; [|cbv beta in E; rewrite <- E in Eu; symmetry; exact Eu].
        cbn. apply in_or_app. right. apply in_map_iff. exists new. tauto.
Qed.

Theorem nim_sequence_unique (r : rule) (v : nat -> nat) : nim_sequence r v -> forall n, nim r n = v n.
Proof.
  intros Hv n. unfold nim.
  rewrite (nim_value_unique (heaps r) (fun hs => nim_sum (map v hs)) (sums_of_sequence r v Hv)).
  cbn. apply Nat.lxor_0_r.
Qed.

(** Some function satisfies the recurrence, by induction on the weight; hence [nim] does. *)

Fixpoint value_within (r : rule) (depth n : nat) : nat :=
  match depth with
  | 0 => 0
  | S d => mex (map (fun hs => nim_sum (map (value_within r d) hs)) (moves r n))
  end.

Lemma in_list_sum n l : In n l -> n <= list_sum l.
Proof. unfold list_sum. induction l as [|m l IH]; cbn; [tauto|]. intros [->|H]; [lia|apply IH in H; lia]. Qed.

Theorem nim_is_sequence (r : rule) : nim_sequence r (nim r).
Proof.
  assert (enough : forall k n d e, weight r n < k -> weight r n < d -> weight r n < e ->
            value_within r d n = value_within r e n).
  { induction k as [|k IH]; intros n [|d] [|e] Hk Hd He; try lia. cbn [value_within]. f_equal.
    apply map_ext_in. intros hs Hhs. f_equal. apply map_ext_in. intros h Hh.
    pose proof (moves_lower_weight r n hs Hhs). pose proof (in_list_sum (weight r h) _ (in_map (weight r) _ _ Hh)).
    apply IH; lia. }
  assert (some : nim_sequence r (fun n => value_within r (S (weight r n)) n)).
  { intros n. cbn [value_within].
    destruct (mex_is_mex (map (fun hs => nim_sum (map (value_within r (weight r n)) hs)) (moves r n))) as [out below].
    assert (same : forall hs, In hs (moves r n) ->
      nim_sum (map (fun m => mex (map (fun gs => nim_sum (map (value_within r (weight r m)) gs)) (moves r m))) hs)
      = nim_sum (map (value_within r (weight r n)) hs)).
    { intros hs Hhs. f_equal. apply map_ext_in. intros h Hh.
      pose proof (moves_lower_weight r n hs Hhs). pose proof (in_list_sum (weight r h) _ (in_map (weight r) _ _ Hh)).
      apply (enough (S (weight r h)) h (S (weight r h)) (weight r n)); lia. }
    split.
    - intros [hs [Hhs E]]. apply out. rewrite (same hs Hhs) in E. apply in_map_iff. exists hs. tauto.
    - intros u Hu. specialize (below u Hu). apply in_map_iff in below. destruct below as [hs [E Hhs]].
      exists hs. split; [exact Hhs|]. rewrite (same hs Hhs). exact E. }
  intros n. pose proof (nim_sequence_unique r _ some) as E.
  specialize (some n). cbv beta in some.
  destruct some as [out below]. rewrite E.
  assert (iff : forall u, reaches r (nim r) n u <-> reaches r (fun m => value_within r (S (weight r m)) m) n u).
  { intros u. split; intros [hs [Hhs Eu]]; exists hs; (split; [exact Hhs|]); rewrite <- Eu; f_equal;
      apply map_ext; intros h; [symmetry|]; apply E. }
  split; [intros H; apply out, iff, H|intros u Hu; apply iff, below, Hu].
Qed.

(** The theorem of Sprague and Grundy for heaps: of any number, and of any rule. *)

Theorem nim_value_of_heaps (r : rule) (hs : list nat) : nim_value (G := heaps r) hs = nim_sum (map (nim r) hs).
Proof.
  exact (nim_value_unique (heaps r) (fun hs => nim_sum (map (nim r) hs))
    (sums_of_sequence r (nim r) (nim_is_sequence r)) hs).
Qed.

Corollary heaps_lost_iff (r : rule) (hs : list nat) :
  P_position normal (G := heaps r) hs <-> nim_sum (map (nim r) hs) = 0.
Proof. rewrite P_position_iff_nim_value_0, nim_value_of_heaps. reflexivity. Qed.
