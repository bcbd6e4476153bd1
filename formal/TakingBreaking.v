(** * Taking and breaking: octal and hexadecimal games, subtraction games

    A code d0.d1d2d3… says what may be done with one heap: take k counters and leave exactly c heaps,
    none of them empty, where the digit dk has the bit 2^c.  Kayles is 0.77.  With digits up to 7 the game
    is octal, with digits up to 15 hexadecimal; a subtraction game has only digits 0 and 3.

    The theorem of Guy and Smith (1956) says how many values prove a period for ever.  It is proved here for any number
    of heaps that a move may leave. *)

From Coq Require Import Arith Bool List Lia.
From Cgt Require Import Game Heaps.
Import ListNotations.

(** The digits, that before the point first: [[0; 7; 7]] is 0.77. *)

Definition code := list nat.

(** The ways to write [m] as a sum of [c] numbers, none of them 0, in every order. *)

Fixpoint parts (c m : nat) : list (list nat) :=
  match c with
  | 0 => match m with 0 => [[]] | S _ => [] end
  | S c' => flat_map (fun b => map (cons b) (parts c' (m - b))) (seq 1 m)
  end.

Lemma in_parts c : forall m hs,
  In hs (parts c m) <-> length hs = c /\ list_sum hs = m /\ Forall (fun b => 1 <= b) hs.
Proof.
  induction c as [|c IH]; intros m hs; cbn [parts].
  - split.
    + intros H. destruct m as [|m]; [|destruct H]. destruct H as [<-|[]]. repeat split. constructor.
    + intros [len [tot _]]. destruct hs; [|discriminate]. cbn in tot. subst m. left. reflexivity.
  - rewrite in_flat_map. split.
    + intros [b [Hb H]]. apply in_seq in Hb. apply in_map_iff in H. destruct H as [t [<- Ht]].
      apply IH in Ht. destruct Ht as [len [tot pos]]. unfold list_sum in *. cbn. repeat split; try lia.
      constructor; [lia|exact pos].
    + intros [len [tot pos]]. destruct hs as [|b t]; [discriminate|]. unfold list_sum in *. cbn in len, tot.
      inversion pos; subst. exists b. split; [apply in_seq; lia|]. apply in_map_iff. exists t.
      split; [reflexivity|]. apply IH. unfold list_sum. repeat split; try lia. assumption.
Qed.

(** Taking nothing is a move only where it divides the heap. *)

Definition allows (g : code) (k c : nat) : bool :=
  Nat.testbit (nth k g 0) c && (1 <=? k + (c - 1)).

(** So many heaps at the most may be left. *)

Definition most_heaps (g : code) : nat := fold_right max 0 (map Nat.log2 g).

Definition take (g : code) (n : nat) : list (list nat) :=
  flat_map (fun k => flat_map (fun c => if allows g k c then parts c (n - k) else []) (seq 0 (S (most_heaps g))))
    (seq 0 (min (S n) (length g))).

Lemma allows_bounds g k c : allows g k c = true -> k < length g /\ c <= most_heaps g.
Proof.
  unfold allows. intros H. apply andb_prop in H. destruct H as [H _].
  destruct (Nat.le_gt_cases (length g) k) as [L|L].
  - rewrite nth_overflow, Nat.bits_0 in H by exact L. discriminate.
  - split; [exact L|].
    assert (c <= Nat.log2 (nth k g 0)).
    { destruct (Nat.le_gt_cases c (Nat.log2 (nth k g 0))) as [M|M]; [exact M|].
      rewrite Nat.bits_above_log2 in H by exact M. discriminate. }
    enough (Nat.log2 (nth k g 0) <= most_heaps g) by lia.
    unfold most_heaps. clear - L. revert k L. induction g as [|d g IH]; intros k L; cbn in *; [lia|].
    destruct k as [|k]; [lia|]. specialize (IH k). lia.
Qed.

(** What a move is, in one line. *)

Theorem in_take g n hs : In hs (take g n) <->
  exists k, allows g k (length hs) = true /\ k + list_sum hs = n /\ Forall (fun b => 1 <= b) hs.
Proof.
  unfold take. rewrite in_flat_map. split.
  - intros [k [Hk H]]. apply in_seq in Hk. apply in_flat_map in H. destruct H as [c [Hc H]].
    destruct (allows g k c) eqn:A; [|destruct H]. apply in_parts in H. destruct H as [<- [tot pos]].
    exists k. repeat split; [exact A|lia|exact pos].
  - intros [k [A [tot pos]]]. pose proof (allows_bounds _ _ _ A). exists k. split; [apply in_seq; lia|].
    apply in_flat_map. exists (length hs). split; [apply in_seq; lia|]. rewrite A. apply in_parts.
    repeat split; [lia|exact pos].
Qed.

Lemma parts_weight hs : Forall (fun b => 1 <= b) hs ->
  list_sum (map (fun n => 2 * n - 1) hs) + length hs = 2 * list_sum hs.
Proof.
  induction 1 as [|b hs Hb _ IH]; [reflexivity|]. unfold list_sum in *. cbn [map fold_right length]. lia.
Qed.

(** A code as a rule. *)

Definition taking_breaking (g : code) : rule.
Proof.
  refine (Rule (take g) (fun n => 2 * n - 1) _).
  intros n hs H. apply in_take in H. destruct H as [k [A [tot pos]]].
  pose proof (parts_weight hs pos) as W. unfold allows in A. apply andb_prop in A. destruct A as [_ A].
  apply Nat.leb_le in A. lia.
Defined.

(** ** The theorem of Guy and Smith *)

Lemma a_large_part hs : hs <> [] -> exists l b r, hs = l ++ b :: r /\ list_sum hs <= length hs * b.
Proof.
  induction hs as [|h hs IH]; [congruence|]. intros _. destruct hs as [|h' hs].
  - exists [], h, []. cbn. split; [reflexivity|lia].
  - destruct IH as [l [b [r [E B]]]]; [discriminate|]. rewrite E in *. clear E.
    destruct (Nat.le_gt_cases h b) as [L|L].
    + exists (h :: l), b, r. split; [reflexivity|]. unfold list_sum in *. cbn [fold_right length]. nia.
    + exists [], h, (l ++ b :: r). split; [reflexivity|]. unfold list_sum in *. cbn [fold_right length app].
      enough (length (l ++ b :: r) * b <= length (l ++ b :: r) * h) by lia. apply Nat.mul_le_mono_l. lia.
Qed.

(** Replace one of the parts: the number of parts stays, the sum changes by the difference. *)

Lemma list_sum_middle l b r : list_sum (l ++ b :: r) = b + list_sum (l ++ r).
Proof. rewrite !list_sum_app. unfold list_sum. cbn. lia. Qed.

Lemma map_middle {A} (v : nat -> A) l b c r : v b = v c -> map v (l ++ b :: r) = map v (l ++ c :: r).
Proof. intros E. rewrite !map_app. cbn. rewrite E. reflexivity. Qed.

Lemma parts_middle l b c r : 1 <= c -> Forall (fun x => 1 <= x) (l ++ b :: r) -> Forall (fun x => 1 <= x) (l ++ c :: r).
Proof.
  rewrite !Forall_app. intros Hc [Hl Hr]. inversion Hr; subst. split; [exact Hl|]. constructor; assumption.
Qed.

(** A part is smaller than the heap it comes from. *)

Lemma part_smaller g k l b r n : allows g k (length (l ++ b :: r)) = true -> k + list_sum (l ++ b :: r) = n ->
  Forall (fun x => 1 <= x) (l ++ b :: r) -> b < n.
Proof.
  intros A tot pos. rewrite list_sum_middle in tot. unfold allows in A. apply andb_prop in A. destruct A as [_ A].
  apply Nat.leb_le in A. rewrite app_length in A. cbn [length] in A.
  destruct k as [|k]; [|lia]. destruct l as [|x l]; [destruct r as [|x r]; [cbn in A; lia|]|];
    unfold list_sum in tot; cbn in tot.
  - apply Forall_app in pos. destruct pos as [_ pos]. inversion pos as [|? ? ? pos']. inversion pos'. lia.
  - inversion pos. lia.
Qed.

Lemma parts_smaller g n hs b : In hs (take g n) -> In b hs -> b < n.
Proof.
  intros H Hb. apply in_take in H. destruct H as [k [A [tot pos]]].
  apply in_split in Hb. destruct Hb as [l [r ->]]. exact (part_smaller g k l b r n A tot pos).
Qed.

(** Let the moves of [g] take at most [k] counters and leave at most [t] heaps, and let [v] repeat below [n].  Then the
    heaps [n] and [n + p] have options of the same values, when [n] is large. *)

Lemma moves_repeat {A} (g : code) (v : nat -> A) (t k n0 p n : nat) :
  length g <= S k -> most_heaps g <= t -> 1 <= t -> 1 <= n0 -> 1 <= p -> t * (n0 + p) + k - t < n + p ->
  (forall m, n0 <= m < n -> v (m + p) = v m) ->
  (forall hs, In hs (take g (n + p)) -> exists hs', In hs' (take g n) /\ map v hs' = map v hs) /\
  (forall hs, In hs (take g n) -> exists hs', In hs' (take g (n + p)) /\ map v hs' = map v hs).
Proof.
  intros last most Ht Hn0 Hp large IH.
  split; intros hs Hhs; apply in_take in Hhs;
    destruct Hhs as [k' [A' [tot pos]]]; pose proof (allows_bounds _ _ _ A') as [Hk Hc].
  - destruct hs as [|h0 hs0] eqn:Ehs; [cbn in tot; nia|]. rewrite <- Ehs in *.
    destruct (a_large_part hs) as [l [b [r [-> B]]]]; [rewrite Ehs; discriminate|].
    assert (Hb : n0 + p <= b) by nia.
    pose proof (part_smaller g k' l b r _ A' tot pos) as Hb'.
    exists (l ++ (b - p) :: r). split.
    + apply in_take. exists k'. rewrite app_length in A' |- *. cbn [length] in A' |- *.
      split; [exact A'|]. rewrite list_sum_middle in *. split; [lia|]. apply (parts_middle l b); [lia|exact pos].
    + apply map_middle. symmetry. replace b with (b - p + p) at 1 by lia. apply IH; lia.
  - destruct hs as [|h0 hs0] eqn:Ehs; [cbn in tot; nia|]. rewrite <- Ehs in *.
    destruct (a_large_part hs) as [l [b [r [-> B]]]]; [rewrite Ehs; discriminate|].
    assert (Hb : n0 <= b) by nia.
    pose proof (part_smaller g k' l b r _ A' tot pos) as Hb'.
    exists (l ++ (b + p) :: r). split.
    + apply in_take. exists k'. rewrite app_length in A' |- *. cbn [length] in A' |- *.
      split; [exact A'|]. rewrite list_sum_middle in *. split; [lia|]. apply (parts_middle l b); [lia|exact pos].
    + apply map_middle. apply IH; lia.
Qed.

(** Let [v] be the nim-sequence of a code whose digits after [d_k] are 0 and whose moves leave at most [t] heaps.  If
    [v (n + p) = v n] for all [n] from [n0] to [t * (n0 + p) + k - t - p], it holds for all [n] from [n0] on. *)

Theorem Guy_Smith (g : code) (v : nat -> nat) (t k n0 p : nat) :
  nim_sequence (taking_breaking g) v ->
  length g <= S k -> most_heaps g <= t -> 1 <= t -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n -> n + p <= t * (n0 + p) + k - t -> v (n + p) = v n) ->
  forall n, n0 <= n -> v (n + p) = v n.
Proof.
  intros Hv last most Ht Hn0 Hp start n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (Nat.le_gt_cases (n + p) (t * (n0 + p) + k - t)) as [small|large]; [apply start; assumption|].
  destruct (moves_repeat g v t k n0 p n last most Ht Hn0 Hp large) as [down up].
  { intros m Hm. apply IH; lia. }
  apply (is_mex_unique (reaches (taking_breaking g) v (n + p)) (reaches (taking_breaking g) v n)); try apply Hv.
  intros u. split; intros [hs [Hhs E]]; [destruct (down hs Hhs) as [hs' [H' E']]|destruct (up hs Hhs) as [hs' [H' E']]];
    exists hs'; rewrite E'; (split; [exact H'|exact E]).
Qed.
