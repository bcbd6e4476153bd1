(** * Nim-values read from digits

    Positions are some numbers.  They are written in one number system, one above the other, and a finite machine
    reads their digits side by side, the greatest place first.  The moves are given by linear conditions on the numbers of
    a position and those of an option.  Whether the machine tells the nim-values is decided in [Counting]. *)

From Coq Require Import ZArith List Bool Lia FMapPositive.
From Cgt Require Import Game.
Import ListNotations.

(** ** Numbers and digits *)

Inductive system := base (b : Z) | ostrowski (a : Z).

Definition zeckendorf := ostrowski 1.

Definition letter := list nat.
Definition word := list letter.

(** Digits are below the radix.  There is no base below 2, and no greatest digit below 1. *)

Definition radix (s : system) : Z := match s with base b => Z.max 2 b | ostrowski a => (1 + Z.max 1 a)%Z end.

Definition top (s : system) : Z := (radix s - 1)%Z.

Definition digit (d : nat) : Z := Z.of_nat d.

(** What was read is worth [fst v]; with every digit one place lower it is worth [snd v].  The places are 1, b, b^2, …,
    or 1, a + 1, …; in the second case each place is a times the one before it plus the one before that. *)

Definition grow (s : system) (v : Z * Z) (d : Z) : Z * Z :=
  match s with
  | base _ => (radix s * fst v + d, 0)%Z
  | ostrowski _ => (top s * fst v + snd v + d, fst v + d)%Z
  end.

Definition read (s : system) (u : list nat) : Z * Z := fold_left (fun v d => grow s v (digit d)) u (0, 0)%Z.

Definition number (s : system) (u : list nat) : Z := fst (read s u).

Fixpoint numbers (s : system) (w : word) (tracks : nat) : list Z :=
  match tracks with
  | 0 => []
  | S m => number s (map (hd 0) w) :: numbers s (map (@tl nat) w) m
  end.

Definition digits (s : system) (u : list nat) : Prop := Forall (fun d => digit d < radix s)%Z u.

Definition fits (s : system) (m : nat) (w : word) : Prop := Forall (fun l => length l = m /\ digits s l) w.

Definition spells (s : system) (w : word) (p : list nat) : Prop :=
  fits s (length p) w /\ numbers s w (length p) = map Z.of_nat p.

(** Only 0 stands behind a greatest digit, in each track; in a base, nothing is asked of the digits. *)

Definition full (s : system) (d : nat) : nat := if (top s <=? digit d)%Z then 1 else 0.

Definition last_of (s : system) (l : letter) : letter := match s with base _ => [] | ostrowski _ => map (full s) l end.

Fixpoint apart (l l' : letter) : bool :=
  match l, l' with d :: l, e :: l' => (d * e =? 0) && apart l l' | _, _ => true end.

Fixpoint valid (s : system) (last : letter) (w : word) : Prop :=
  match w with
  | [] => True
  | l :: w => apart last l = true /\ valid s (last_of s l) w
  end.

(** ** Machines

    A row for each state, with the next state for each letter; a letter's index has the first track as its greatest
    digit.  What leads to no state is refused.  State 0 is the first. *)

Record machine := { steps : list (list N); outputs : list nat }.

Definition table := (nat * PositiveMap.t (list N * nat))%type.

Fixpoint rows (q : N) (l : list (list N)) (o : list nat) : PositiveMap.t (list N * nat) :=
  match l, o with
  | row :: l, v :: o => PositiveMap.add (N.succ_pos q) (row, v) (rows (N.succ q) l o)
  | _, _ => PositiveMap.empty _
  end.

Definition table_of (s : system) (M : machine) : table := (Z.to_nat (radix s), rows 0 (steps M) (outputs M)).

Definition index (r : nat) (l : letter) : nat := fold_left (fun i d => r * i + d) l 0.

Definition output_at (T : table) (q : N) : option nat := option_map snd (PositiveMap.find (N.succ_pos q) (snd T)).

Definition step (T : table) (q : N) (l : letter) : option N :=
  match PositiveMap.find (N.succ_pos q) (snd T) with
  | Some (row, _) =>
      match nth_error row (index (fst T) l) with
      | Some q' => match output_at T q' with Some _ => Some q' | None => None end
      | None => None
      end
  | None => None
  end.

Definition step_of (T : table) (q : option N) (l : letter) : option N :=
  match q with Some q => step T q l | None => None end.

Definition run (T : table) (w : word) : option N := fold_left (step_of T) w (Some 0%N).

Definition output (T : table) (w : word) : option nat :=
  match run T w with Some q => output_at T q | None => None end.

(** The machine tells [v] of the numbers [p]. *)

Definition tells (s : system) (M : machine) (p : list nat) (v : nat) : Prop :=
  exists w, spells s w p /\ output (table_of s M) w = Some v.

(** ** Sets

    A machine tells 1 of the members of a set.  Which number is one is said by its place among others. *)

Record membership := { member : nat; in_system : system; read_by : machine }.

Definition set_table (e : membership) : table := table_of (in_system e) (read_by e).

Definition belongs (e : membership) (x : nat) : Prop :=
  exists w, spells (in_system e) w [x] /\ valid (in_system e) [] w /\ output (set_table e) w = Some 1.

(** ** Moves

    A kind of move is a list of demands: a linear form of the numbers before and after is [bound], or is not less; or one
    of the numbers after is in a set. *)

Record condition := { before : list Z; after : list Z; exactly : bool; bound : Z }.

Inductive demand := Compares (f : condition) | Belongs (e : membership).

Definition kind := list demand.

Fixpoint dots (c xs : list Z) : Z :=
  match c, xs with
  | k :: c, x :: xs => (k * x + dots c xs)%Z
  | _, _ => 0%Z
  end.

Definition meets (f : condition) (total : Z) : Prop :=
  if exactly f then total = bound f else (bound f <= total)%Z.

Definition holds (p p' : list nat) (f : demand) : Prop :=
  match f with
  | Compares f => meets f (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat p'))%Z
  | Belongs e => belongs e (nth (member e) p' 0)
  end.

Definition allows_move (k : kind) (p p' : list nat) : Prop := Forall (holds p p') k.

(** ** What is read of a condition

    A digit that is none counts as the greatest: so the bounds below need not ask. *)

Fixpoint dot (s : system) (c : list Z) (l : letter) : Z :=
  match c, l with
  | k :: c, d :: l => (k * Z.min (digit d) (top s) + dot s c l)%Z
  | _, _ => 0%Z
  end.

Definition both (s : system) (f : condition) (x : letter * letter) : Z := (dot s (before f) (fst x) + dot s (after f) (snd x))%Z.

Definition total (s : system) (f : condition) (z : list (letter * letter)) : Z * Z :=
  fold_left (fun v x => grow s v (both s f x)) z (0, 0)%Z.

Fixpoint highest (c : list Z) : Z := match c with [] => 0%Z | k :: c => (Z.max 0 k + highest c)%Z end.

Definition lowest (c : list Z) : Z := (- highest (map Z.opp c))%Z.

Definition most_added (f : condition) : Z := (highest (before f) + highest (after f))%Z.
Definition least_added (f : condition) : Z := (lowest (before f) + lowest (after f))%Z.

Fixpoint letters (s : system) (m : nat) : list letter :=
  match m with
  | 0 => [[]]
  | S m => flat_map (fun d => map (cons d) (letters s m)) (seq 0 (Z.to_nat (radix s)))
  end.

Lemma radix_2 s : (2 <= radix s)%Z.
Proof. destruct s; cbn [radix]; lia. Qed.

Lemma radix_top s : radix s = (1 + top s)%Z.
Proof. unfold top. lia. Qed.

Lemma in_letters s m : forall l, In l (letters s m) <-> length l = m /\ digits s l.
Proof.
  induction m as [|m IH]; intros l; cbn [letters].
  - split; [intros [<-|[]]; split; [reflexivity|constructor]|]. intros [H _]. destruct l; [left; reflexivity|discriminate].
  - pose proof (radix_2 s). rewrite in_flat_map. split.
    + intros [d [Hd H']]. apply in_map_iff in H'. destruct H' as [l' [<- H']]. apply IH in H'. destruct H' as [L D]. apply in_seq in Hd.
      split; [cbn; lia|]. constructor; [unfold digit; lia|exact D].
    + intros [L D]. destruct l as [|d l]; [discriminate|]. inversion D as [|? ? D1 D2]; subst. exists d.
      split; [unfold digit in D1; apply in_seq; lia|]. apply in_map. apply IH. cbn in L. split; [lia|exact D2].
Qed.

(** Of a set, the mark is the state of its machine, the last digit where it is a greatest one, and whether 1 is told. *)

Inductive mark := Live (a b : Z) | Beyond | At (q : N) (last : letter) (inside : bool).

(** Bounds beyond which a form never returns: worked out once, with what each pair of letters adds to it. *)

Record bounds := { high_a : Z; high_b : Z; low_a : Z; low_b : Z }.

Definition bounds_of (s : system) (f : condition) : bounds :=
  let times := match s with base _ => 1 | ostrowski _ => radix s end%Z in
  {| high_a := Z.max (- times * least_added f) (bound f + 1); high_b := - least_added f;
     low_a := Z.min (- times * most_added f) (bound f - 1); low_b := - most_added f |}.

Definition above (s : system) (g : bounds) (a b : Z) : bool :=
  (high_a g <=? a)%Z && match s with base _ => true | ostrowski _ => (high_b g <=? b)%Z end.

Definition under (s : system) (g : bounds) (a b : Z) : bool :=
  (a <=? low_a g)%Z && match s with base _ => true | ostrowski _ => (b <=? low_b g)%Z end.

Definition mark_next (s : system) (e : bool) (g : bounds) (k : mark) (d : Z) : option mark :=
  match k with
  | At _ _ _ => None
  | Beyond => Some Beyond
  | Live a b =>
      let '(a, b) := grow s (a, b) d in
      if above s g a b then (if e then None else Some Beyond)
      else if under s g a b then None else Some (Live a b)
  end.

Definition mark_ends (f : condition) (k : mark) : bool :=
  match k with
  | At _ _ _ => false
  | Beyond => true
  | Live a _ => if exactly f then (a =? bound f)%Z else (bound f <=? a)%Z
  end.

Definition is_told (T : table) (q : N) : bool := match output_at T q with Some 1 => true | _ => false end.

Definition set_next (s : system) (T : table) (k : mark) (d : nat) : option mark :=
  match k with
  | At q last _ =>
      if apart last [d] then
        match step T q [d] with Some q => Some (At q (last_of s [d]) (is_told T q)) | None => None end
      else None
  | _ => None
  end.

Inductive ready := Bounded (e : bool) (g : bounds) | Reads (T : table).

Definition prepared := list ready.

Definition ready_of (s : system) (f : demand) : ready :=
  match f with Compares f => Bounded (exactly f) (bounds_of s f) | Belongs e => Reads (set_table e) end.

Definition prepare (s : system) (k : kind) : prepared := map (ready_of s) k.

Definition adds (s : system) (x : letter * letter) (f : demand) : Z :=
  match f with Compares f => both s f x | Belongs e => digit (nth (member e) (snd x) 0) end.

Definition sums (s : system) (k : kind) (x : letter * letter) : list Z := map (adds s x) k.

Definition goes_to (s : system) (r : ready) (m : mark) (d : Z) : option mark :=
  match r with Bounded e g => mark_next s e g m d | Reads T => set_next s T m (Z.to_nat d) end.

Fixpoint marks_next (s : system) (k : prepared) (ms : list mark) (ds : list Z) : option (list mark) :=
  match k, ms, ds with
  | r :: k, m :: ms, d :: ds =>
      match goes_to s r m d with
      | Some m => match marks_next s k ms ds with Some ms => Some (m :: ms) | None => None end
      | None => None
      end
  | [], [], [] => Some []
  | _, _, _ => None
  end.

(** Each letter, with all letters of the option and what the two add to the forms. *)

Definition added (s : system) (tracks wide : nat) (k : kind) : list (letter * list (letter * list Z)) :=
  map (fun l => (l, map (fun l' => (l', sums s k (l, l'))) (letters s wide))) (letters s tracks).

Definition ends (f : demand) (m : mark) : bool :=
  match f with Compares f => mark_ends f m | Belongs _ => match m with At _ _ inside => inside | _ => false end end.

Fixpoint marks_end (k : kind) (ms : list mark) : bool :=
  match k, ms with
  | f :: k, m :: ms => ends f m && marks_end k ms
  | [], [] => true
  | _, _ => false
  end.

Definition first_mark (f : demand) : mark :=
  match f with Compares _ => Live 0 0 | Belongs e => At 0 [] (is_told (set_table e) 0) end.

Definition first_marks (k : kind) : list mark := map first_mark k.

(** ** Reading on *)

Lemma run_app T w l : run T (w ++ [l]) = step_of T (run T w) l.
Proof. unfold run. rewrite fold_left_app. reflexivity. Qed.

Lemma run_prefix T w w' : run T (w ++ w') <> None -> run T w <> None.
Proof.
  intros H E. apply H. unfold run in *. rewrite fold_left_app, E. clear.
  induction w' as [|l w' IH]; [reflexivity|exact IH].
Qed.

Lemma total_app s f z x : total s f (z ++ [x]) = grow s (total s f z) (both s f x).
Proof. unfold total. rewrite fold_left_app. reflexivity. Qed.

Lemma highest_positive c : (0 <= highest c)%Z.
Proof. induction c; cbn; lia. Qed.

Lemma top_1 s : (1 <= top s)%Z.
Proof. unfold top. pose proof (radix_2 s). lia. Qed.

Lemma dot_bounds s c : forall l, (top s * lowest c <= dot s c l <= top s * highest c)%Z.
Proof.
  pose proof (top_1 s) as P. unfold lowest. induction c as [|k c IH]; intros [|d l]; cbn [dot highest map]; try nia.
  - pose proof (highest_positive c). pose proof (highest_positive (map Z.opp c)). nia.
  - specialize (IH l). assert (D : (0 <= Z.min (digit d) (top s) <= top s)%Z) by (unfold digit; lia).
    destruct (Z.max_spec 0 k) as [[? ->]|[? ->]]; destruct (Z.max_spec 0 (- k)) as [[? ->]|[? ->]]; nia.
Qed.

Lemma both_bounds s f x : (top s * least_added f <= both s f x <= top s * most_added f)%Z.
Proof.
  unfold both, least_added, most_added. pose proof (dot_bounds s (before f) (fst x)). pose proof (dot_bounds s (after f) (snd x)). lia.
Qed.

Lemma added_around_0 f : (least_added f <= 0 <= most_added f)%Z.
Proof.
  unfold least_added, most_added, lowest. pose proof (highest_positive (before f)). pose proof (highest_positive (after f)).
  pose proof (highest_positive (map Z.opp (before f))). pose proof (highest_positive (map Z.opp (after f))). lia.
Qed.

Lemma above_grows s f a b x : above s (bounds_of s f) a b = true ->
  above s (bounds_of s f) (fst (grow s (a, b) (both s f x))) (snd (grow s (a, b) (both s f x))) = true.
Proof.
  pose proof (both_bounds s f x) as [L U]. pose proof (added_around_0 f) as [N M]. pose proof (top_1 s) as P. pose proof (radix_top s) as R.
  unfold above, bounds_of. cbn [high_a high_b]. rewrite !andb_true_iff.
  destruct s as [r|m]; cbn [grow fst snd]; rewrite ?Z.leb_le; [intros [A _]; split; [|reflexivity]; nia|]. intros [A B].
  set (t := top (ostrowski m)) in *. rewrite R in *. split; nia.
Qed.

Lemma under_grows s f a b x : under s (bounds_of s f) a b = true ->
  under s (bounds_of s f) (fst (grow s (a, b) (both s f x))) (snd (grow s (a, b) (both s f x))) = true.
Proof.
  pose proof (both_bounds s f x) as [L U]. pose proof (added_around_0 f) as [N M]. pose proof (top_1 s) as P. pose proof (radix_top s) as R.
  unfold under, bounds_of. cbn [low_a low_b]. rewrite !andb_true_iff.
  destruct s as [r|m]; cbn [grow fst snd]; rewrite ?Z.leb_le; [intros [A _]; split; [|reflexivity]; nia|]. intros [A B].
  set (t := top (ostrowski m)) in *. rewrite R in *. split; nia.
Qed.

Definition goes_on s f (v : Z * Z) z := fold_left (fun v x => grow s v (both s f x)) z v.

Lemma above_goes_on s f z : forall v, above s (bounds_of s f) (fst v) (snd v) = true ->
  above s (bounds_of s f) (fst (goes_on s f v z)) (snd (goes_on s f v z)) = true.
Proof.
  induction z as [|x z IH]; intros [a b] H; [exact H|]. cbn [goes_on fold_left]. apply IH. apply above_grows. exact H.
Qed.

Lemma under_goes_on s f z : forall v, under s (bounds_of s f) (fst v) (snd v) = true ->
  under s (bounds_of s f) (fst (goes_on s f v z)) (snd (goes_on s f v z)) = true.
Proof.
  induction z as [|x z IH]; intros [a b] H; [exact H|]. cbn [goes_on fold_left]. apply IH. apply under_grows. exact H.
Qed.

Lemma above_bound s f a b : above s (bounds_of s f) a b = true -> (bound f < a)%Z.
Proof. unfold above, bounds_of. cbn [high_a]. rewrite andb_true_iff, Z.leb_le. lia. Qed.

Lemma under_bound s f a b : under s (bounds_of s f) a b = true -> (a < bound f)%Z.
Proof. unfold under, bounds_of. cbn [low_a]. rewrite andb_true_iff, Z.leb_le. lia. Qed.

Definition agrees (s : system) (f : condition) (k : mark) (v : Z * Z) : Prop :=
  match k with
  | Live a b => v = (a, b)
  | Beyond => exactly f = false /\ above s (bounds_of s f) (fst v) (snd v) = true
  | At _ _ _ => False
  end.

Lemma mark_alive s f k v x z : agrees s f k v -> meets f (fst (goes_on s f (grow s v (both s f x)) z)) ->
  exists k', mark_next s (exactly f) (bounds_of s f) k (both s f x) = Some k' /\ agrees s f k' (grow s v (both s f x)).
Proof.
  destruct k as [a b| |q last i]; cbn [agrees mark_next]; [| |intros []].
  - intros -> M. destruct (grow s (a, b) (both s f x)) as [a' b'] eqn:E.
    destruct (above s (bounds_of s f) a' b') eqn:U.
    + pose proof (above_goes_on s f z (a', b') U) as G. apply above_bound in G. unfold meets in M.
      destruct (exactly f) eqn:X; [lia|]. exists Beyond. split; [reflexivity|]. split; [exact X|exact U].
    + destruct (under s (bounds_of s f) a' b') eqn:D.
      * pose proof (under_goes_on s f z (a', b') D) as G. apply under_bound in G. unfold meets in M.
        destruct (exactly f); lia.
      * exists (Live a' b'). split; reflexivity.
  - intros [X U] _. exists Beyond. split; [reflexivity|]. split; [exact X|]. destruct v as [a b]. apply above_grows. exact U.
Qed.

Lemma mark_real s f k v x k' : agrees s f k v -> mark_next s (exactly f) (bounds_of s f) k (both s f x) = Some k' -> agrees s f k' (grow s v (both s f x)).
Proof.
  destruct k as [a b| |q last i]; cbn [agrees mark_next]; [| |intros []].
  - intros ->. destruct (grow s (a, b) (both s f x)) as [a' b'] eqn:E.
    destruct (above s (bounds_of s f) a' b') eqn:U.
    + destruct (exactly f) eqn:X; [discriminate|]. intros [= <-]. split; [exact X|exact U].
    + destruct (under s (bounds_of s f) a' b'); [discriminate|]. intros [= <-]. reflexivity.
  - intros [X U] [= <-]. split; [exact X|]. destruct v as [a b]. apply above_grows. exact U.
Qed.

Lemma mark_ends_meets s f k v : agrees s f k v -> (mark_ends f k = true <-> meets f (fst v)).
Proof.
  destruct k as [a b| |q last i]; cbn [agrees mark_ends]; unfold meets; [| |intros []].
  - intros ->. cbn [fst]. destruct (exactly f); [apply Z.eqb_eq|apply Z.leb_le].
  - intros [-> U]. apply above_bound in U. split; [intros _; lia|reflexivity].
Qed.

(** A machine reads one of the numbers after. *)

Definition track (i : nat) (w : word) : word := map (fun l => [nth i l 0]) w.

Definition lasts (s : system) (w : word) (last : letter) : letter := fold_left (fun _ l => last_of s l) w last.

Lemma valid_app s w : forall last w', valid s last (w ++ w') <-> valid s last w /\ valid s (lasts s w last) w'.
Proof. unfold lasts. induction w as [|l w IH]; intros last w'; cbn [app valid fold_left]; [tauto|]. rewrite IH. tauto. Qed.

Lemma track_app i w w' : track i (w ++ w') = track i w ++ track i w'.
Proof. apply map_app. Qed.

Definition met (s : system) (z : list (letter * letter)) (f : demand) : Prop :=
  match f with
  | Compares f => meets f (fst (total s f z))
  | Belongs e => let w := track (member e) (map snd z) in valid s [] w /\ output (set_table e) w = Some 1
  end.

Definition stands_for (s : system) (z : list (letter * letter)) (f : demand) (m : mark) : Prop :=
  match f with
  | Compares f => agrees s f m (total s f z)
  | Belongs e => let w := track (member e) (map snd z) in
      exists q, m = At q (lasts s w []) (is_told (set_table e) q) /\ run (set_table e) w = Some q /\ valid s [] w
  end.

Lemma mark_goes_on s f m x z rest : stands_for s z f m -> met s ((z ++ [x]) ++ rest) f ->
  exists m', goes_to s (ready_of s f) m (adds s x f) = Some m' /\
    stands_for s (z ++ [x]) f m'.
Proof.
  destruct f as [f|e]; cbn [stands_for met goes_to adds ready_of].
  - intros A M. rewrite total_app. apply (mark_alive s f m _ x rest A).
    unfold total in M. rewrite fold_left_app in M. fold (total s f (z ++ [x])) in M. rewrite total_app in M. exact M.
  - intros [q [-> [R V]]] [V' O]. rewrite !map_app, !track_app in V', O. cbn [map track snd] in V', O.
    rewrite valid_app in V'. destruct V' as [V' _]. rewrite valid_app in V'. destruct V' as [_ [A _]].
    unfold set_next, digit. rewrite Nat2Z.id, A.
    assert (N : run (set_table e) ((track (member e) (map snd z) ++ [[nth (member e) (snd x) 0]]) ++ track (member e) (map snd rest)) <> None).
    { unfold output in O. intros E. unfold track in *. rewrite E in O. discriminate. }
    apply run_prefix in N. rewrite run_app, R in N. cbn [step_of] in N.
    destruct (step (set_table e) q [nth (member e) (snd x) 0]) as [q'|] eqn:S; [|congruence].
    eexists. split; [reflexivity|]. exists q'. rewrite !map_app, !track_app. cbn [map track snd]. split; [|split].
    + f_equal. unfold lasts. rewrite fold_left_app. reflexivity.
    + rewrite run_app, R. exact S.
    + apply valid_app. split; [exact V|]. split; [exact A|exact I].
Qed.

Lemma mark_went_on s f m x z m' : stands_for s z f m ->
  goes_to s (ready_of s f) m (adds s x f) = Some m' ->
  stands_for s (z ++ [x]) f m'.
Proof.
  destruct f as [f|e]; cbn [stands_for goes_to adds ready_of].
  - intros A E. rewrite total_app. exact (mark_real s f m _ x m' A E).
  - intros [q [-> [R V]]]. unfold set_next, digit. rewrite Nat2Z.id.
    destruct (apart _ _) eqn:A; [|discriminate]. destruct (step _ _ _) as [q'|] eqn:S; [|discriminate]. intros [= <-].
    exists q'. rewrite !map_app, !track_app. cbn [map track snd]. split; [|split].
    + f_equal. unfold lasts. rewrite fold_left_app. reflexivity.
    + rewrite run_app, R. exact S.
    + apply valid_app. split; [exact V|]. split; [exact A|exact I].
Qed.

Lemma is_told_1 T q : is_told T q = true <-> output_at T q = Some 1.
Proof. unfold is_told. destruct (output_at T q) as [[|[|v]]|]; split; congruence. Qed.

Lemma ends_met s f m z : stands_for s z f m -> (ends f m = true <-> met s z f).
Proof.
  destruct f as [f|e]; cbn [stands_for met ends]; [apply mark_ends_meets|].
  intros [q [-> [R V]]]. unfold output. rewrite R, is_told_1. tauto.
Qed.

Definition all_agree (s : system) (k : kind) (ms : list mark) (z : list (letter * letter)) : Prop := Forall2 (stands_for s z) k ms.

Lemma marks_alive s k x z rest : forall ms, all_agree s k ms z -> Forall (met s ((z ++ [x]) ++ rest)) k ->
  exists ms', marks_next s (prepare s k) ms (sums s k x) = Some ms' /\ all_agree s k ms' (z ++ [x]).
Proof.
  induction k as [|f k IH]; intros ms A M; inversion A as [|? m ? ms1 A1 A2]; subst; [exists []; split; constructor|].
  inversion M as [|? ? M1 M2]; subst. destruct (IH ms1 A2 M2) as [ms' [E A']].
  destruct (mark_goes_on s f m x z rest A1 M1) as [m' [E1 A1']]. exists (m' :: ms'). cbn [marks_next prepare sums map] in *. rewrite E1.
  unfold prepare, sums in E. rewrite E. split; [reflexivity|]. constructor; [exact A1'|exact A'].
Qed.

Lemma marks_real s k x z : forall ms ms', all_agree s k ms z -> marks_next s (prepare s k) ms (sums s k x) = Some ms' -> all_agree s k ms' (z ++ [x]).
Proof.
  induction k as [|f k IH]; intros ms ms' A E; inversion A as [|? m ? ms1 A1 A2]; subst.
  - cbn in E. injection E as <-. constructor.
  - cbn [marks_next prepare sums map] in E. fold (prepare s k) (sums s k x) in E.
    destruct (goes_to s _ m (adds s x f)) as [m'|] eqn:E1; [|discriminate].
    destruct (marks_next s (prepare s k) ms1 (sums s k x)) as [ms2|] eqn:E2; [|discriminate]. injection E as <-.
    constructor; [exact (mark_went_on s f m x z m' A1 E1)|exact (IH _ _ A2 E2)].
Qed.

Lemma marks_end_meets s k z : forall ms, all_agree s k ms z -> (marks_end k ms = true <-> Forall (met s z) k).
Proof.
  induction k as [|f k IH]; intros ms A; inversion A as [|? m ? ms1 A1 A2]; subst; cbn [marks_end].
  - split; [constructor|reflexivity].
  - rewrite andb_true_iff, (ends_met s f m z A1), (IH _ A2), Forall_cons_iff. tauto.
Qed.

Lemma first_marks_agree s k : all_agree s k (first_marks k) [].
Proof.
  induction k as [|f k IH]; constructor; [|exact IH]. destruct f as [f|e]; cbn; [reflexivity|]. exists 0%N. repeat split.
Qed.

(** ** A form of the digits is the form of the numbers *)

Definition plus (u v : Z * Z) : Z * Z := (fst u + fst v, snd u + snd v)%Z.
Definition times (k : Z) (v : Z * Z) : Z * Z := (k * fst v, k * snd v)%Z.

Definition form s c (w : word) : Z * Z := fold_left (fun v l => grow s v (dot s c l)) w (0, 0)%Z.

Lemma form_app s c w l : form s c (w ++ [l]) = grow s (form s c w) (dot s c l).
Proof. unfold form. rewrite fold_left_app. reflexivity. Qed.

Lemma read_app s u d : read s (u ++ [d]) = grow s (read s u) (digit d).
Proof. unfold read. rewrite fold_left_app. reflexivity. Qed.

Lemma grow_plus s u v d e : grow s (plus u v) (d + e) = plus (grow s u d) (grow s v e).
Proof. unfold plus. destruct s; cbn [grow fst snd]; f_equal; ring. Qed.

Lemma grow_times s k v d : grow s (times k v) (k * d) = times k (grow s v d).
Proof. unfold times. destruct s; cbn [grow fst snd]; f_equal; ring. Qed.

Lemma total_forms s f z : total s f z = plus (form s (before f) (map fst z)) (form s (after f) (map snd z)).
Proof.
  induction z as [|x z IH] using rev_ind; [reflexivity|].
  rewrite total_app, !map_app. cbn [map]. rewrite !form_app, IH. apply grow_plus.
Qed.

Lemma heads_digits s m w : fits s (S m) w -> digits s (map (hd 0) w).
Proof.
  unfold fits, digits. rewrite Forall_map. apply Forall_impl. intros [|d l] [L D]; [discriminate|]. exact (Forall_inv D).
Qed.

Lemma tails_fit s m w : fits s (S m) w -> fits s m (map (@tl nat) w).
Proof.
  unfold fits. rewrite Forall_map. apply Forall_impl. intros [|d l] [L D]; [discriminate|]. split; [cbn in *; lia|exact (Forall_inv_tail D)].
Qed.

Lemma form_cons s k c m w : fits s (S m) w -> form s (k :: c) w = plus (times k (read s (map (hd 0) w))) (form s c (map (@tl nat) w)).
Proof.
  induction w as [|l w IH] using rev_ind; intros F; [unfold form, read, plus, times; cbn; f_equal; lia|].
  apply Forall_app in F. destruct F as [F1 F2]. apply Forall_inv in F2. destruct l as [|d l]; [destruct F2; discriminate|].
  destruct F2 as [_ D]. apply Forall_inv in D.
  rewrite form_app, !map_app. cbn [map hd tl]. rewrite read_app, form_app, (IH F1). cbn [dot].
  rewrite Z.min_l by (unfold top; lia). rewrite grow_plus. f_equal. apply grow_times.
Qed.

Lemma form_nothing s c w : fits s 0 w -> form s c w = (0, 0)%Z.
Proof.
  induction w as [|l w IH] using rev_ind; intros H; [reflexivity|]. apply Forall_app in H. destruct H as [H1 H2].
  rewrite form_app, (IH H1). inversion H2 as [|? ? [H3 _] _]; subst. destruct l; [|discriminate].
  replace (dot s c []) with 0%Z by (destruct c; reflexivity). destruct s; cbn [grow fst snd]; f_equal; lia.
Qed.

Lemma form_dots s : forall m c w, fits s m w -> fst (form s c w) = dots c (numbers s w m).
Proof.
  induction m as [|m IH]; intros c w H.
  - rewrite form_nothing by exact H. destruct c; reflexivity.
  - destruct c as [|k c].
    + cbn. assert (form s [] w = (0, 0)%Z) as ->; [|reflexivity]. clear.
      induction w as [|l w IH] using rev_ind; [reflexivity|]. rewrite form_app, IH. destruct s; cbn [grow dot fst snd]; f_equal; lia.
    + rewrite (form_cons s k c m) by exact H. cbn [numbers dots plus times fst]. rewrite IH; [reflexivity|]. apply tails_fit. exact H.
Qed.

Lemma total_dots s f z m n : fits s m (map fst z) -> fits s n (map snd z) -> fst (total s f z) =
  (dots (before f) (numbers s (map fst z) m) + dots (after f) (numbers s (map snd z) n))%Z.
Proof. intros H1 H2. rewrite total_forms. cbn [plus fst]. rewrite (form_dots s m), (form_dots s n) by assumption. reflexivity. Qed.

Lemma read_positive s u : (0 <= fst (read s u) /\ 0 <= snd (read s u))%Z.
Proof.
  pose proof (radix_2 s). pose proof (top_1 s). induction u as [|d u IH] using rev_ind; [cbn; lia|]. rewrite read_app. unfold digit.
  destruct s; cbn [grow fst snd]; split; nia.
Qed.

Lemma numbers_positive s m : forall w, Forall (fun x => (0 <= x)%Z) (numbers s w m).
Proof.
  induction m as [|m IH]; intros w; cbn; constructor; [|apply IH]. unfold number. apply read_positive.
Qed.

Lemma numbers_length s m : forall w, length (numbers s w m) = m.
Proof. induction m as [|m IH]; intros w; cbn; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma spells_something s m w : fits s m w -> exists p, length p = m /\ spells s w p.
Proof.
  intros H. exists (map Z.to_nat (numbers s w m)). rewrite map_length, numbers_length. split; [reflexivity|].
  split; rewrite map_length, numbers_length; [exact H|]. rewrite map_map.
  pose proof (numbers_positive s m w) as P. revert P. generalize (numbers s w m) as l.
  induction l as [|x l IH]; intros P; [reflexivity|]. inversion P; subst. cbn. rewrite Z2Nat.id by assumption. f_equal. auto.
Qed.

(** ** Words side by side *)

Definition narrow (m : nat) (w : word) : word := map (firstn m) w.

Lemma narrow_all s m w : fits s m w -> narrow m w = w.
Proof.
  intros F. unfold narrow. rewrite <- (map_id w) at 2. apply map_ext_in. intros l H. unfold fits in F. rewrite Forall_forall in F.
  rewrite <- (proj1 (F l H)). apply firstn_all.
Qed.

Lemma numbers_narrow s : forall m n w, m <= n -> numbers s (narrow m w) m = firstn m (numbers s w n).
Proof.
  unfold narrow. induction m as [|m IH]; intros n w H; [reflexivity|]. destruct n as [|n]; [lia|]. cbn [numbers firstn].
  rewrite <- (IH n) by lia. rewrite !map_map. f_equal.
  - f_equal. apply map_ext. intros [|b l]; reflexivity.
  - f_equal. apply map_ext. intros [|b l]; cbn [firstn tl]; rewrite ?firstn_nil; reflexivity.
Qed.

Lemma spells_narrow s m w p : m <= length p -> spells s w p -> spells s (narrow m w) (firstn m p).
Proof.
  intros H [F E]. assert (L : length (firstn m p) = m) by (apply firstn_length_le; exact H). split.
  - rewrite L. unfold narrow, fits in *. rewrite Forall_map. revert F. apply Forall_impl. intros l [Hl D]. split; [apply firstn_length_le; lia|].
    unfold digits in *. rewrite <- (firstn_skipn m l) in D. apply Forall_app in D. apply D.
  - rewrite L, (numbers_narrow s m (length p)), E by exact H. apply firstn_map.
Qed.

Definition joined (w w' : word) : word := map (fun x => fst x ++ snd x) (combine w w').

Lemma joined_length w w' : length w = length w' -> length (joined w w') = length w.
Proof. intros H. unfold joined. rewrite map_length, combine_length. lia. Qed.

Lemma narrow_joined s m w : forall w', fits s m w -> length w = length w' -> narrow m (joined w w') = w.
Proof.
  unfold narrow, joined. induction w as [|l w IH]; intros [|l' w'] F L; try discriminate; [reflexivity|]. cbn.
  rewrite IH; [|exact (Forall_inv_tail F)|cbn in L; lia]. f_equal. rewrite <- (proj1 (Forall_inv F)), firstn_app, Nat.sub_diag, firstn_all.
  apply app_nil_r.
Qed.

Lemma numbers_joined s n : forall m w w', fits s m w -> length w = length w' -> numbers s (joined w w') (m + n) = numbers s w m ++ numbers s w' n.
Proof.
  unfold joined. induction m as [|m IH]; intros w w' F L.
  - cbn [numbers app Nat.add]. f_equal. revert w' L. induction w as [|l w IH]; intros [|l' w'] L; try discriminate; [reflexivity|].
    cbn. rewrite IH; [|exact (Forall_inv_tail F)|cbn in L; lia]. assert (H := proj1 (Forall_inv F)). destruct l; [reflexivity|discriminate].
  - cbn [numbers app Nat.add]. rewrite !map_map. f_equal.
    + f_equal. revert w' L. induction w as [|l w IHw]; intros [|l' w'] L; try discriminate; [reflexivity|].
      cbn. rewrite IHw; [|exact (Forall_inv_tail F)|cbn in L; lia]. assert (H := proj1 (Forall_inv F)). destruct l; [discriminate|reflexivity].
    + rewrite <- IH.
      * f_equal. revert w' L. induction w as [|l w IHw]; intros [|l' w'] L; try discriminate; [reflexivity|].
        cbn. rewrite IHw; [|exact (Forall_inv_tail F)|cbn in L; lia]. assert (H := proj1 (Forall_inv F)). destruct l; [discriminate|reflexivity].
      * apply tails_fit. exact F.
      * rewrite map_length. exact L.
Qed.

Lemma spells_joined s w w' p p' : length w = length w' -> spells s w p -> spells s w' p' -> spells s (joined w w') (p ++ p').
Proof.
  intros L [F E] [F' E']. split; rewrite app_length; [|rewrite numbers_joined, E, E', map_app by assumption; reflexivity].
  unfold joined, fits in *. rewrite Forall_forall in *. intros l H. apply in_map_iff in H. destruct H as [[a b] [<- H]].
  cbn [fst snd].
  destruct (F a (in_combine_l _ _ _ _ H)) as [La Da], (F' b (in_combine_r _ _ _ _ H)) as [Lb Db].
  split; [rewrite app_length; lia|]. apply Forall_app. split; assumption.
Qed.

(** ** Leading zeros *)

Definition zeros (n m : nat) : word := repeat (repeat 0 m) n.

Lemma grow_nothing s : grow s (0, 0)%Z 0%Z = (0, 0)%Z.
Proof. destruct s; cbn [grow fst snd]; f_equal; lia. Qed.

Lemma read_zeros s n u : read s (repeat 0 n ++ u) = read s u.
Proof.
  unfold read. rewrite fold_left_app. f_equal. induction n as [|n IH]; [reflexivity|]. cbn [repeat fold_left].
  change (digit 0) with 0%Z. rewrite grow_nothing. exact IH.
Qed.

Lemma numbers_zeros s n : forall m w, numbers s (zeros n m ++ w) m = numbers s w m.
Proof.
  unfold zeros. induction m as [|m IH]; intros w; [reflexivity|]. cbn [numbers]. rewrite !map_app. f_equal.
  - unfold number. f_equal. etransitivity; [|apply (read_zeros s n)]. do 2 f_equal.
    clear. induction n as [|n IH]; cbn; [reflexivity|]. f_equal. exact IH.
  - etransitivity; [|apply IH]. do 2 f_equal. clear. induction n as [|n IH]; cbn; [reflexivity|]. f_equal. exact IH.
Qed.

Lemma nothing_fits s m : length (repeat 0 m) = m /\ digits s (repeat 0 m).
Proof.
  split; [apply repeat_length|]. apply Forall_forall. intros d H. apply repeat_spec in H. subst d. pose proof (radix_2 s). cbn. lia.
Qed.

Lemma spells_zeros s n w p : spells s w p -> spells s (zeros n (length p) ++ w) p.
Proof.
  intros [F E]. split; [|rewrite numbers_zeros; exact E]. apply Forall_app. split; [|exact F].
  unfold zeros. apply Forall_forall. intros l H. apply repeat_spec in H. subst l. apply nothing_fits.
Qed.

Lemma run_zeros T n m w : step T 0 (repeat 0 m) = Some 0%N -> run T (zeros n m ++ w) = run T w.
Proof.
  intros E. unfold run, zeros. rewrite fold_left_app. f_equal. induction n as [|n IH]; [reflexivity|].
  cbn [repeat fold_left step_of]. rewrite E. exact IH.
Qed.

(** ** Every number is written *)

Fixpoint carried s n (v : Z * Z) : Z * Z := match n with 0 => v | S n => grow s (carried s n v) 0%Z end.
Definition place s n : Z := fst (carried s n (grow s (0, 0)%Z 1%Z)).

Lemma read_from s u : forall v, fold_left (fun v d => grow s v (digit d)) u v = plus (carried s (length u) v) (read s u).
Proof.
  induction u as [|d u IH] using rev_ind; intros v.
  - destruct v. unfold plus. cbn. f_equal; lia.
  - rewrite fold_left_app, app_length, Nat.add_comm, read_app. cbn [fold_left length Nat.add carried].
    rewrite IH, <- grow_plus. f_equal.
Qed.

Lemma carried_times s k n v : carried s n (times k v) = times k (carried s n v).
Proof. induction n as [|n IH]; cbn [carried]; [reflexivity|]. rewrite IH, <- grow_times. f_equal. lia. Qed.

Lemma number_cons s d u : number s (d :: u) = (digit d * place s (length u) + number s u)%Z.
Proof.
  unfold number, read. cbn [fold_left]. rewrite read_from. unfold plus. cbn [fst]. f_equal. unfold place.
  assert (E : grow s (0, 0)%Z (digit d) = times (digit d) (grow s (0, 0)%Z 1%Z)).
  { rewrite <- grow_times. unfold times. cbn [fst snd]. rewrite Z.mul_0_r, Z.mul_1_r. reflexivity. }
  rewrite E, carried_times. reflexivity.
Qed.

Lemma place_base b n : place (base b) (S n) = (radix (base b) * place (base b) n)%Z.
Proof. unfold place. cbn [carried]. cbn [grow fst]. lia. Qed.

Lemma place_ostrowski a n : place (ostrowski a) (S (S n)) = (top (ostrowski a) * place (ostrowski a) (S n) + place (ostrowski a) n)%Z.
Proof. unfold place. cbn [carried grow fst snd]. lia. Qed.

Lemma place_0 s : place s 0 = 1%Z.
Proof. unfold place. destruct s; cbn [carried grow fst snd]; lia. Qed.

Lemma place_1 a : place (ostrowski a) 1 = radix (ostrowski a).
Proof. rewrite radix_top. unfold place. cbn [carried grow fst snd]. lia. Qed.

Lemma place_positive s n : (1 <= place s n /\ place s n < place s (S n))%Z.
Proof.
  pose proof (radix_2 s). pose proof (top_1 s). induction n as [|n [IH1 IH2]].
  - rewrite place_0. destruct s; [rewrite place_base, place_0; lia|rewrite place_1, radix_top; lia].
  - destruct s as [b|a]; [rewrite (place_base b (S n)); nia|rewrite (place_ostrowski a n); nia].
Qed.

Lemma place_above s n : (Z.of_nat n < place s n)%Z.
Proof. induction n as [|n IH]; [pose proof (place_positive s 0)|pose proof (place_positive s n)]; lia. Qed.

Lemma place_monotone s m n : m <= n -> (place s m <= place s n)%Z.
Proof. induction 1 as [|n _ IH]; [lia|]. pose proof (place_positive s n). lia. Qed.

(** In the second system, digits are valid where only 0 stands behind a greatest one. *)

Definition sparse (s : system) : Prop := match s with base _ => False | ostrowski _ => True end.

Lemma full_0 s : full s 0 = 0.
Proof. unfold full, digit. pose proof (top_1 s). destruct (Z.leb_spec (top s) (Z.of_nat 0)); [lia|reflexivity]. Qed.

Fixpoint single (s : system) (a : nat) (u : list nat) : Prop :=
  match u with
  | [] => True
  | d :: u => (digit d < radix s)%Z /\ (sparse s -> a * d = 0) /\ single s (full s d) u
  end.

Lemma single_digits s : forall u a, single s a u -> digits s u.
Proof. induction u as [|d u IH]; intros a H; [constructor|]. destruct H as [H1 [_ H2]]. constructor; [exact H1|exact (IH _ H2)]. Qed.

Lemma single_loose s u : forall a, (sparse s -> a = 0) -> single s 0 u -> single s a u.
Proof. destruct u as [|d u]; intros a A S; [exact I|]. destruct S as [D [_ S]]. split; [exact D|]. split; [intros H; rewrite (A H); reflexivity|exact S]. Qed.

Lemma written s : forall n x, (0 <= x < place s n)%Z -> exists u, length u = n /\ single s 0 u /\ number s u = x.
Proof.
  induction n as [n IH] using lt_wf_ind. intros x Hx. destruct n as [|n].
  - exists []. rewrite place_0 in Hx. cbn. repeat split; lia.
  - pose proof (place_positive s n) as [P _]. pose proof (radix_top s) as R. pose proof (top_1 s) as O. set (P0 := place s n) in *.
    pose proof (Z.mod_pos_bound x P0 ltac:(lia)) as M. pose proof (Z.div_mod x P0 ltac:(lia)) as E.
    assert (Q : (0 <= x / P0)%Z) by (apply Z.div_pos; lia).
    assert (L : (x / P0 <= top s)%Z).
    { apply Z.lt_succ_r, Z.div_lt_upper_bound; [lia|]. destruct s as [b|a]; [rewrite place_base in Hx; fold P0 in Hx; lia|].
      destruct n as [|n]; [rewrite place_1 in Hx; unfold P0; rewrite place_0; lia|]. rewrite place_ostrowski in Hx. fold P0 in Hx.
      pose proof (place_positive (ostrowski a) n). lia. }
    assert (C : (sparse s -> x / P0 < top s)%Z \/ (exists a, s = ostrowski a) /\ (x / P0 = top s)%Z).
    { destruct s as [b|a]; [left; intros []|]. destruct (Z.eq_dec (x / P0) (top (ostrowski a))); [right; eauto|left; lia]. }
    destruct C as [C|[[a ->] T]].
    + destruct (IH n ltac:(lia) (x mod P0)%Z M) as [u [H1 [H2 H3]]]. exists (Z.to_nat (x / P0) :: u). cbn [length single].
      rewrite number_cons, H1, H3. fold P0. unfold digit. rewrite Z2Nat.id by lia. repeat split; try lia.
      apply single_loose; [|exact H2]. intros C'. unfold full, digit. rewrite Z2Nat.id by lia.
      specialize (C C'). destruct (Z.leb_spec (top s) (x / P0)); [lia|reflexivity].
    + destruct n as [|n].
      * exists [Z.to_nat x]. unfold P0 in *. rewrite place_0, Z.div_1_r in *. rewrite number_cons. cbn [length single]. rewrite place_0.
        unfold digit. rewrite Z2Nat.id by lia. repeat split; try lia. cbn. lia.
      * rewrite place_ostrowski in Hx. fold P0 in Hx.
        destruct (IH n ltac:(lia) (x mod P0)%Z ltac:(nia)) as [u [H1 [H2 H3]]].
        exists (Z.to_nat (x / P0) :: 0 :: u). cbn [length single]. rewrite !number_cons. cbn [length]. rewrite H1, H3. fold P0.
        unfold digit. rewrite Z2Nat.id by lia. repeat split; try lia. apply single_loose; [|exact H2].
        intros _. apply full_0.
Qed.

Definition beside (u : list nat) (w : word) : word := map (fun x => fst x :: snd x) (combine u w).

Lemma beside_heads u : forall w, length u = length w -> map (hd 0) (beside u w) = u.
Proof. induction u as [|b u IH]; intros [|l w] H; try discriminate; [reflexivity|]. cbn in *. f_equal. apply IH. lia. Qed.

Lemma beside_tails u : forall w, length u = length w -> map (@tl nat) (beside u w) = w.
Proof. induction u as [|b u IH]; intros [|l w] H; try discriminate; [reflexivity|]. cbn in *. f_equal. apply IH. lia. Qed.

Lemma beside_fits s m u : forall w, digits s u -> fits s m w -> fits s (S m) (beside u w).
Proof.
  unfold fits, beside. intros w D F. rewrite Forall_map. rewrite Forall_forall in *. unfold digits in D. rewrite Forall_forall in D.
  intros [d l] H. cbn [fst snd]. destruct (F l (in_combine_r _ _ _ _ H)) as [L D']. split; [cbn; lia|].
  constructor; [exact (D d (in_combine_l _ _ _ _ H))|exact D'].
Qed.

Lemma beside_valid m u : forall a last w, length u = length w -> single (ostrowski m) a u -> valid (ostrowski m) last w ->
  valid (ostrowski m) (a :: last) (beside u w).
Proof.
  induction u as [|b u IH]; intros a last [|l w] H S V; try discriminate; [exact I|].
  cbn [single valid beside combine map apart fst snd] in S, V |- *. destruct S as [_ [S1 S2]], V as [V1 V2]. rewrite (S1 I), V1. split; [reflexivity|].
  apply IH; [cbn in H; lia|exact S2|exact V2].
Qed.

Lemma spelled_in s n p : Forall (fun x => (Z.of_nat x < place s n)%Z) p -> exists w, length w = n /\
  fits s (length p) w /\ numbers s w (length p) = map Z.of_nat p /\
  (sparse s -> valid s (repeat 0 (length p)) w).
Proof.
  induction p as [|x p IH]; intros H.
  - exists (repeat [] n). repeat split; [apply repeat_length|apply Forall_forall; intros l Hl; apply repeat_spec in Hl; subst; split; [reflexivity|constructor]|].
    intros C. cbn. induction n as [|n IHn]; [exact I|]. split; [reflexivity|]. destruct s; [destruct C|]. apply IHn; constructor.
  - inversion H as [|? ? H1 H2]; subst. destruct (IH H2) as [w [W1 [W2 [W3 W4]]]].
    destruct (written s n (Z.of_nat x) ltac:(lia)) as [u [U1 [U2 U3]]].
    exists (beside u w). assert (E : length u = length w) by lia. repeat split.
    + unfold beside. rewrite map_length, combine_length. lia.
    + apply beside_fits; [exact (single_digits s u 0 U2)|exact W2].
    + cbn [numbers length map]. rewrite beside_heads, beside_tails, U3, W3 by exact E. reflexivity.
    + intros C. destruct s; [destruct C|]. apply beside_valid; [exact E|exact U2|exact (W4 C)].
Qed.

Theorem spelled s p : exists w, spells s w p /\ valid s [] w.
Proof.
  set (n := fold_right Nat.max 0 p).
  assert (H : Forall (fun x => (Z.of_nat x < place s n)%Z) p).
  { apply Forall_forall. intros x Hx. assert (x <= n).
    { unfold n. clear -Hx. induction p as [|y p IH]; cbn in *; [tauto|]. destruct Hx as [->|Hx]; [lia|]. specialize (IH Hx). lia. }
    pose proof (place_above s x). pose proof (place_monotone s x n H). lia. }
  destruct (spelled_in s n p H) as [w [_ [W1 [W2 W3]]]]. exists w. split; [split; assumption|].
  destruct s.
  - clear. induction w as [|l w IH]; [exact I|]. split; [reflexivity|exact IH].
  - specialize (W3 I). destruct w as [|l w]; [exact I|]. destruct W3 as [_ W3]. split; [reflexivity|exact W3].
Qed.

(** ** One word of a length for each number *)

Lemma single_below s : forall u a, single s a u ->
  (number s u < place s (length u))%Z /\ (sparse s -> a = 1 -> forall n, length u = S n -> (number s u < place s n)%Z).
Proof.
  induction u as [|d u IH]; intros a S.
  - cbn [length]. rewrite place_0. split; [unfold number, read; cbn; lia|]. intros _ _ n H. discriminate.
  - destruct S as [D [S1 S2]]. destruct (IH _ S2) as [H1 H2]. cbn [length]. rewrite number_cons. unfold digit in *.
    pose proof (place_positive s (length u)) as [P1 P2]. split.
    + destruct s as [b|m]; [rewrite place_base; nia|]. rewrite radix_top in D. destruct u as [|d' u].
      * cbn [length]. rewrite place_0, place_1, radix_top. change (number (ostrowski m) []) with 0%Z. lia.
      * cbn [length] in *. rewrite place_ostrowski. pose proof (place_positive (ostrowski m) (length u)).
        unfold full, digit in H2. destruct (Z.leb_spec (top (ostrowski m)) (Z.of_nat d)); [|nia].
        specialize (H2 I eq_refl _ eq_refl). nia.
    + intros C -> n [= <-]. specialize (S1 C). assert (d = 0) as -> by lia. lia.
Qed.

Lemma number_positive s u : (0 <= number s u)%Z.
Proof. unfold number. apply read_positive. Qed.

Lemma single_unique s : forall u u' a a', length u = length u' -> single s a u -> single s a' u' -> number s u = number s u' -> u = u'.
Proof.
  induction u as [|d u IH]; intros [|d' u'] a a' L S S' E; try discriminate; [reflexivity|].
  destruct S as [_ [_ S]], S' as [_ [_ S']]. cbn [length] in L. injection L as L. rewrite !number_cons, L in E.
  pose proof (proj1 (single_below s u _ S)) as B. pose proof (proj1 (single_below s u' _ S')) as B'. rewrite L in B.
  pose proof (number_positive s u). pose proof (number_positive s u'). unfold digit in E.
  assert (d = d') by (destruct (lt_eq_lt_dec d d') as [[C|C]|C]; [exfalso; nia|exact C|exfalso; nia]). subst d'. f_equal.
  apply (IH u' _ _ L S S'). lia.
Qed.

Lemma valid_tracks k m : forall w a last, fits (ostrowski k) (S m) w -> valid (ostrowski k) (a :: last) w ->
  single (ostrowski k) a (map (hd 0) w) /\ valid (ostrowski k) last (map (@tl nat) w).
Proof.
  induction w as [|l w IH]; intros a last F V; [split; exact I|].
  assert (F1 := Forall_inv F). assert (F2 := Forall_inv_tail F). destruct l as [|b l]; [destruct F1; discriminate|].
  destruct V as [V1 V2]. cbn [apart last_of map] in V1, V2. apply andb_prop in V1. destruct V1 as [V0 V1].
  destruct (IH _ _ F2 V2) as [H1 H2]. cbn [map hd tl single valid last_of]. repeat split; try assumption.
  - exact (Forall_inv (proj2 F1)).
  - intros _. apply Nat.eqb_eq. exact V0.
Qed.

Lemma single_base b : forall u a, digits (base b) u -> single (base b) a u.
Proof.
  induction u as [|d u IH]; intros a D; [exact I|]. inversion D as [|? ? D1 D2]; subst. split; [exact D1|]. split; [intros []|exact (IH _ D2)].
Qed.

Lemma split_word s m : forall w w', fits s (S m) w -> fits s (S m) w' -> map (hd 0) w = map (hd 0) w' -> map (@tl nat) w = map (@tl nat) w' -> w = w'.
Proof.
  induction w as [|l w IH]; intros [|l' w'] F F' H T; try discriminate; [reflexivity|].
  destruct (Forall_inv F) as [F1 _]. assert (F2 := Forall_inv_tail F). destruct (Forall_inv F') as [F1' _]. assert (F2' := Forall_inv_tail F').
  destruct l as [|b l], l' as [|b' l']; try discriminate. cbn [map hd tl] in H, T. injection H as -> H. injection T as -> T.
  f_equal. apply IH; assumption.
Qed.

Lemma same_numbers s m : forall w w' last last', length last = m -> length last' = m -> length w = length w' -> fits s m w -> fits s m w' ->
  (sparse s -> valid s last w /\ valid s last' w') -> numbers s w m = numbers s w' m -> w = w'.
Proof.
  induction m as [|m IH]; intros w w' last last' La La' L F F' V E.
  - clear -L F F'. revert w' L F'. induction w as [|l w IH]; intros [|l' w'] L F'; try discriminate; [reflexivity|].
    destruct (Forall_inv F) as [F1 _]. destruct (Forall_inv F') as [F1' _]. destruct l, l'; try discriminate. f_equal.
    apply IH; [exact (Forall_inv_tail F)|cbn in L; lia|exact (Forall_inv_tail F')].
  - destruct last as [|a last], last' as [|a' last']; try discriminate. cbn [numbers] in E. injection E as E1 E2.
    assert (S : (single s a (map (hd 0) w) /\ single s a' (map (hd 0) w')) /\
      (sparse s -> valid s last (map (@tl nat) w) /\ valid s last' (map (@tl nat) w'))).
    { destruct s as [b|k]; [split; [split; apply single_base; apply (heads_digits _ m); assumption|intros []]|]. destruct (V I) as [V1 V2].
      apply (valid_tracks k m) in V1; [|exact F]. apply (valid_tracks k m) in V2; [|exact F']. tauto. }
    destruct S as [[S1 S2] S3]. apply (split_word s m); try assumption.
    + apply (single_unique s _ _ a a'); try assumption. rewrite !map_length. exact L.
    + apply (IH _ _ last last'); try (apply tails_fit; assumption); try assumption; cbn in La, La'; try lia.
      rewrite !map_length. exact L.
Qed.

Lemma valid_zeros s m w : valid s [] w -> valid s (repeat 0 m) w.
Proof.
  destruct w as [|l w]; intros V; [exact I|]. destruct V as [_ V]. split; [|exact V].
  clear. revert l. induction m as [|m IH]; intros [|b l]; try reflexivity. cbn. apply IH.
Qed.

Theorem one_word s w w' p : spells s w p -> spells s w' p -> length w = length w' -> valid s [] w -> valid s [] w' -> w = w'.
Proof.
  intros [F E] [F' E'] L V V'. apply (same_numbers s (length p) w w' (repeat 0 (length p)) (repeat 0 (length p)));
    try apply repeat_length; try assumption; [|congruence].
  intros _. split; apply valid_zeros; assumption.
Qed.

(** ** Whether a number is in a set

    Its greatest digits are taken first: that word is valid. *)

Fixpoint greedy (s : system) (n : nat) (x : Z) : list nat :=
  match n with 0 => [] | S n => Z.to_nat (x / place s n) :: greedy s n (x mod place s n) end.

Lemma greedy_length s n : forall x, length (greedy s n x) = n.
Proof. induction n as [|n IH]; intros x; cbn; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma greedy_number s n : forall x, (0 <= x < place s n)%Z -> number s (greedy s n x) = x.
Proof.
  induction n as [|n IH]; intros x H; [rewrite place_0 in H; cbn; lia|]. cbn [greedy]. pose proof (place_positive s n) as [P _].
  rewrite number_cons, greedy_length, IH by (apply Z.mod_pos_bound; lia). unfold digit.
  rewrite Z2Nat.id by (apply Z.div_pos; lia). rewrite (Z.div_mod x (place s n)) at 3 by lia. lia.
Qed.

Lemma greedy_single s n : forall x, (0 <= x < place s n)%Z -> single s 0 (greedy s n x).
Proof.
  induction n as [|n IH]; intros x H; [exact I|]. cbn [greedy single]. pose proof (place_positive s n) as [P _].
  pose proof (Z.mod_pos_bound x (place s n) ltac:(lia)) as M. pose proof (Z.div_mod x (place s n) ltac:(lia)) as E.
  pose proof (Z.div_pos x (place s n) ltac:(lia) ltac:(lia)) as Q. unfold full, digit. rewrite Z2Nat.id by lia. pose proof (radix_top s) as R.
  assert (L : (x / place s n <= top s)%Z).
  { apply Z.lt_succ_r, Z.div_lt_upper_bound; [lia|]. destruct s as [b|a]; [rewrite place_base in H; lia|].
    destruct n as [|n]; [rewrite place_1 in H; rewrite place_0; lia|]. rewrite place_ostrowski in H.
    pose proof (place_positive (ostrowski a) n). lia. }
  split; [lia|]. split; [reflexivity|]. specialize (IH _ M). destruct (Z.leb_spec (top s) (x / place s n)) as [T|T]; [|exact IH].
  destruct n as [|n]; [exact I|]. cbn [greedy single] in *. destruct IH as [D [_ IH]]. split; [exact D|]. split; [|exact IH].
  intros C. destruct s as [b|a]; [destruct C|]. rewrite place_ostrowski in H. pose proof (place_positive (ostrowski a) n) as [P' _].
  assert (x / place (ostrowski a) (S n) = top (ostrowski a))%Z as Ex by lia. rewrite Ex in E.
  rewrite Z.div_small by nia. reflexivity.
Qed.

Definition column (u : list nat) : word := map (fun d => [d]) u.

Lemma column_spells s u x : digits s u -> number s u = Z.of_nat x -> spells s (column u) [x].
Proof.
  intros D N. unfold column. split; [|cbn [numbers length map]; rewrite map_map, map_id, N; reflexivity].
  unfold fits. rewrite Forall_map. revert D. apply Forall_impl. intros d Hd. split; [reflexivity|]. constructor; [exact Hd|constructor].
Qed.

Lemma column_valid s u : single s 0 u -> valid s [] (column u).
Proof.
  assert (H : forall a b, single s a u -> (a = 0 -> b = 0) -> valid s (match s with base _ => [] | ostrowski _ => [b] end) (column u)).
  { induction u as [|d u IH]; intros a b S B; [exact I|]. destruct S as [_ [S1 S2]]. cbn [column map valid]. destruct s as [r|m].
    - split; [reflexivity|]. exact (IH _ 0 S2 (fun _ => eq_refl)).
    - specialize (S1 I). split; [cbn [apart]; rewrite andb_true_r; apply Nat.eqb_eq; apply Nat.eq_mul_0 in S1; destruct S1 as [E| ->]; [rewrite (B E)|]; lia|].
      exact (IH _ _ S2 (fun E => E)). }
  intros S. specialize (H 0 0 S (fun E => E)). destruct s; [exact H|]. destruct u as [|d u]; [exact I|]. split; [reflexivity|apply H].
Qed.

Definition is_member (e : membership) (x : nat) : bool :=
  match output (set_table e) (column (greedy (in_system e) (S x) (Z.of_nat x))) with Some 1 => true | _ => false end.

(** Nothing hangs on zeros that are read first. *)

Definition is_set (e : membership) : bool := match step (set_table e) 0 [0] with Some 0%N => true | _ => false end.

Lemma set_zeros e n w : is_set e = true -> output (set_table e) (zeros n 1 ++ w) = output (set_table e) w.
Proof.
  unfold is_set, output. intros H. rewrite run_zeros; [reflexivity|]. cbn [repeat]. destruct (step _ _ _) as [[|]|]; congruence.
Qed.

Lemma valid_base b w : valid (base b) [] w.
Proof. induction w as [|l w IH]; [exact I|]. split; [reflexivity|exact IH]. Qed.

Lemma valid_lead s n m w : valid s [] w -> valid s [] (zeros n m ++ w).
Proof.
  intros V. apply (valid_zeros s m) in V. destruct s as [b|a]; [apply valid_base|].
  assert (H : valid (ostrowski a) (repeat 0 m) (zeros n m ++ w)).
  { unfold zeros. induction n as [|n IH]; [exact V|]. cbn [repeat app valid]. split.
    - clear. induction m as [|m IH]; [reflexivity|exact IH].
    - replace (last_of (ostrowski a) (repeat 0 m)) with (repeat 0 m); [exact IH|]. cbn [last_of]. clear.
      induction m as [|m IH]; [reflexivity|]. cbn [repeat map]. rewrite full_0, <- IH. reflexivity. }
  destruct (zeros n m ++ w) as [|l v]; [exact I|]. split; [reflexivity|apply H].
Qed.

(** Any valid word of a number will do. *)

Lemma belongs_by e w x : is_set e = true -> spells (in_system e) w [x] -> valid (in_system e) [] w ->
  (output (set_table e) w = Some 1 <-> belongs e x).
Proof.
  intros Z S V. split; [intros O; exists w; tauto|]. intros [w' [S' [V' O]]].
  rewrite <- (set_zeros e (length w') w Z). rewrite <- (set_zeros e (length w) w' Z) in O.
  rewrite (one_word (in_system e) (zeros (length w') 1 ++ w) (zeros (length w) 1 ++ w') [x]); [exact O|apply (spells_zeros _ _ _ [x] S)|
    apply (spells_zeros _ _ _ [x] S')| |apply valid_lead; exact V|apply valid_lead; exact V'].
  unfold zeros. rewrite !app_length, !repeat_length. lia.
Qed.

Theorem is_member_iff e x : is_set e = true -> (is_member e x = true <-> belongs e x).
Proof.
  intros Z. set (s := in_system e). pose proof (place_above s x) as P. pose proof (place_positive s x) as [_ Q].
  assert (H : (0 <= Z.of_nat x < place s (S x))%Z) by lia. pose proof (greedy_single s (S x) _ H) as G.
  rewrite <- (belongs_by e (column (greedy s (S x) (Z.of_nat x))) x Z).
  - unfold is_member. fold s. destruct (output _ _) as [[|[|v]]|]; split; congruence.
  - apply column_spells; [exact (single_digits _ _ _ G)|]. apply greedy_number. exact H.
  - apply column_valid. exact G.
Qed.

(** ** A number of a word *)

Lemma nth_numbers s i : forall m w, fits s m w -> nth i (numbers s w m) 0%Z = number s (map (fun l => nth i l 0) w).
Proof.
  induction i as [|i IH]; intros m w F.
  - destruct m as [|m]; cbn [numbers nth].
    + symmetry. etransitivity; [|exact (f_equal fst (read_zeros s (length w) []))]. unfold number. do 2 f_equal. rewrite app_nil_r.
      induction w as [|l w IH]; [reflexivity|]. destruct (Forall_inv F) as [L _]. destruct l; [|discriminate]. cbn. f_equal. exact (IH (Forall_inv_tail F)).
    + f_equal. apply map_ext. intros [|d l]; reflexivity.
  - destruct m as [|m]; cbn [numbers nth].
    + symmetry. etransitivity; [|exact (f_equal fst (read_zeros s (length w) []))]. unfold number. do 2 f_equal. rewrite app_nil_r.
      clear IH. induction w as [|l w IH]; [reflexivity|]. destruct (Forall_inv F) as [L _]. destruct l; [|discriminate]. cbn. f_equal. exact (IH (Forall_inv_tail F)).
    + rewrite IH by (apply tails_fit; exact F). f_equal. rewrite map_map. apply map_ext. intros [|d l]; [destruct i|]; reflexivity.
Qed.

Lemma track_spells s w p i : spells s w p -> spells s (track i w) [nth i p 0].
Proof.
  intros [F E]. replace (track i w) with (column (map (fun l => nth i l 0) w)) by apply map_map. apply column_spells.
  - unfold digits. rewrite Forall_map. revert F. apply Forall_impl. intros l [_ D]. unfold digits in D. rewrite Forall_forall in D.
    destruct (nth_in_or_default i l 0) as [H| ->]; [exact (D _ H)|]. pose proof (radix_2 s). cbn. lia.
  - rewrite <- (nth_numbers s i _ w F), E. change 0%Z with (Z.of_nat 0). apply map_nth.
Qed.

Lemma track_valid s i w : valid s [] w -> valid s [] (track i w).
Proof.
  assert (H : forall last, valid s last w -> valid s (match s with base _ => [] | ostrowski _ => [nth i last 0] end) (track i w)).
  { induction w as [|l w IH]; intros last V; [exact I|]. destruct V as [A V]. cbn [track map valid]. specialize (IH _ V). destruct s as [b|a].
    - split; [reflexivity|exact IH].
    - split.
      + cbn [apart]. rewrite andb_true_r. clear -A. revert l A. generalize i as j. induction last as [|d last IH]; intros [|j] [|e l] A; cbn in *;
          rewrite ?Nat.mul_0_r; try reflexivity; apply andb_prop in A; [tauto|apply IH; tauto].
      + cbn [last_of map] in *. rewrite <- (full_0 (ostrowski a)), map_nth in IH. exact IH. }
  intros V. specialize (H [] V). destruct s as [b|a]; [exact H|]. destruct w as [|l w]; [exact I|]. split; [reflexivity|apply H].
Qed.

Lemma valid_joined s m n w : forall w', fits s m w -> fits s n w' -> length w = length w' -> valid s [] w -> valid s [] w' -> valid s [] (joined w w').
Proof.
  intros w' F F' L V V'. destruct s as [b|a]; [apply valid_base|].
  assert (H : forall last last', length last = m -> valid (ostrowski a) last w -> valid (ostrowski a) last' w' -> valid (ostrowski a) (last ++ last') (joined w w')).
  { clear V V'. unfold joined. revert w' F' L. induction w as [|l w IH]; intros [|l' w'] F' L last last' Ll V V'; try discriminate; [exact I|].
    destruct V as [A V], V' as [A' V']. destruct (Forall_inv F) as [Le _]. cbn [combine map valid fst snd]. split.
    - clear -A A' Le Ll. revert l A Le. revert m Ll. induction last as [|d last IH]; intros m Ll [|e l] A Le; cbn in *; try lia; [exact A'|].
      apply andb_prop in A. destruct A as [A1 A]. rewrite A1. destruct m as [|m]; [lia|]. cbn [andb]. apply (IH m); [lia|exact A|lia].
    - cbn [last_of]. rewrite map_app. apply IH; try assumption; [exact (Forall_inv_tail F)|exact (Forall_inv_tail F')|cbn in L; lia|].
      rewrite map_length. exact Le. }
  apply (valid_zeros _ m) in V. specialize (H (repeat 0 m) [] (repeat_length 0 m) V V'). destruct (joined w w') as [|l v]; [exact I|].
  split; [reflexivity|apply H].
Qed.
