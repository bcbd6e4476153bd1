(** * What a machine tells of a position, and how many options have which value

    While the digits of a position are read, the options of one kind of move, as far as they are written, are in states:
    that of the machine, and what the conditions of the move still ask.  How many options are in each state, cut at [cap],
    follows from the same before the last digit; so these counts are finitely many, and so are those of all kinds of moves beside the
    machine's state at the position.  Where the machine's value agrees with the counts at all of them, it is right:
    with [cap] 1 it is the nim-value, below [most]. *)

From Coq Require Import ZArith List Bool Lia FMapPositive.
From Cgt Require Import Game Digits.
Import ListNotations.

(** ** Closures *)

Section Closure.

Variable state : Type.
Variable eqb : state -> state -> bool.
Hypothesis eqb_eq : forall x y, eqb x y = true -> x = y.
Variable hash : state -> positive.
Variable nexts : state -> list state.
Variable good : state -> bool.

Definition buckets := PositiveMap.t (list state).

Definition bucket (m : buckets) (x : state) : list state :=
  match PositiveMap.find (hash x) m with Some l => l | None => [] end.

Definition mem (m : buckets) (x : state) : bool := existsb (eqb x) (bucket m x).

Definition insert (found : list state * buckets) (x : state) : list state * buckets :=
  if mem (snd found) x then found else (x :: fst found, PositiveMap.add (hash x) (x :: bucket (snd found) x) (snd found)).

Fixpoint explore (layers : nat) (new : list state) (m : buckets) : buckets :=
  match layers, new with
  | S layers, _ :: _ =>
      let found := fold_left (fun found x => fold_left insert (nexts x) found) new ([], m) in explore layers (fst found) (snd found)
  | _, _ => m
  end.

Definition closed (m : buckets) : bool :=
  forallb (fun l => forallb (fun x => good x && forallb (mem m) (nexts x)) (snd l)) (PositiveMap.elements m).

Definition all_reached (x : state) : buckets :=
  let found := insert ([], PositiveMap.empty _) x in explore (N.to_nat 5000) (fst found) (snd found).

Definition all_good (x : state) : bool := let m := all_reached x in mem m x && closed m.

Inductive reachable (x : state) : state -> Prop :=
  | at_once : reachable x x
  | later y z : reachable x y -> In z (nexts y) -> reachable x z.

Lemma mem_in m x : mem m x = true -> exists i l, In (i, l) (PositiveMap.elements m) /\ In x l.
Proof.
  unfold mem, bucket. destruct (PositiveMap.find (hash x) m) as [l|] eqn:E; [|discriminate].
  intros H. apply existsb_exists in H. destruct H as [y [Hy e]]. apply eqb_eq in e. subst y.
  exists (hash x), l. split; [apply PositiveMap.elements_correct; exact E|exact Hy].
Qed.

Theorem all_good_reachable x y : all_good x = true -> reachable x y -> good y = true /\ forall z, In z (nexts y) -> reachable x z.
Proof.
  unfold all_good. cbv zeta. generalize (all_reached x). intros m H R. apply andb_prop in H. destruct H as [H C].
  split; [|intros z Hz; exact (later x y z R Hz)].
  assert (M : mem m y = true /\ good y = true).
  { unfold closed in C. rewrite forallb_forall in C. induction R as [|y z R IH Hz].
    - split; [exact H|]. destruct (mem_in m x H) as [i [l [Hl Hx]]]. specialize (C _ Hl). cbn [snd] in C.
      rewrite forallb_forall in C. specialize (C _ Hx). apply andb_prop in C. tauto.
    - destruct IH as [My _]. destruct (mem_in m y My) as [i [l [Hl Hy]]]. pose proof (C _ Hl) as C1. cbn [snd] in C1.
      rewrite forallb_forall in C1. specialize (C1 _ Hy). apply andb_prop in C1. destruct C1 as [_ C1].
      rewrite forallb_forall in C1. specialize (C1 _ Hz). split; [exact C1|].
      destruct (mem_in m z C1) as [i' [l' [Hl' Hz']]]. specialize (C _ Hl'). cbn [snd] in C.
      rewrite forallb_forall in C. specialize (C _ Hz'). apply andb_prop in C. tauto. }
  tauto.
Qed.

End Closure.

(** ** Keys *)

Fixpoint append (h p : positive) : positive :=
  match p with
  | xH => xO h
  | xO p => append (xO (xI h)) p
  | xI p => append (xI (xI h)) p
  end.

Definition push (h : positive) (z : Z) : positive :=
  match z with Z0 => xO (xO h) | Zpos p => append (xI (xO h)) p | Zneg p => append (xI h) p end.

Definition hash_of (l : list Z) : positive := fold_left push l xH.

Definition mark_code (m : mark) : list Z := match m with
  | Live a b => [a; b]
  | Beyond => [1000]%Z
  | At q last _ => Z.of_N q :: map digit last
  end.
Definition marks_code (ms : list mark) : list Z := flat_map mark_code ms.

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l k : list A) : bool :=
  match l, k with
  | x :: l, y :: k => eqb x y && list_eqb eqb l k
  | [], [] => true
  | _, _ => false
  end.

Definition mark_eqb (m n : mark) : bool :=
  match m, n with
  | Live a b, Live c d => (a =? c)%Z && (b =? d)%Z
  | Beyond, Beyond => true
  | At q last inside, At q' last' inside' => (q =? q')%N && list_eqb Nat.eqb last last' && Bool.eqb inside inside'
  | _, _ => false
  end.

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) (sound : forall x y, eqb x y = true -> x = y) l :
  forall k, list_eqb eqb l k = true -> l = k.
Proof.
  induction l as [|x l IH]; intros [|y k] H; try discriminate; [reflexivity|].
  cbn in H. apply andb_prop in H. destruct H as [H1 H2]. rewrite (sound _ _ H1), (IH _ H2). reflexivity.
Qed.

Lemma mark_eqb_eq m n : mark_eqb m n = true -> m = n.
Proof.
  destruct m, n; cbn; try discriminate; [|reflexivity|].
  - rewrite andb_true_iff, !Z.eqb_eq. intros [-> ->]. reflexivity.
  - rewrite !andb_true_iff, N.eqb_eq. intros [[-> H] E]. apply Bool.eqb_prop in E. subst.
    apply (list_eqb_eq Nat.eqb (fun a b => proj1 (Nat.eqb_eq a b))) in H. subst. reflexivity.
Qed.

(** ** The checks *)

Definition only {A B} (f : A -> option B) (l : list A) : list B :=
  flat_map (fun x => match f x with Some y => [y] | None => [] end) l.

Definition with_places {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.

Definition same_option {A} (eqb : A -> A -> bool) (x y : option A) : bool :=
  match x, y with Some x, Some y => eqb x y | None, None => true | _, _ => false end.

Fixpoint map2 {A B C} (f : A -> B -> C) (l : list A) (k : list B) : list C :=
  match l, k with x :: l, y :: k => f x y :: map2 f l k | _, _ => [] end.

(** States with numbers: a list for each key. *)

Section Numbered.

Variable state : Type.
Variable eqb : state -> state -> bool.
Variable hash : state -> positive.

Definition numbering := PositiveMap.t (list (state * positive)).

Fixpoint beside_it (x : state) (l : list (state * positive)) : option positive :=
  match l with [] => None | (y, c) :: l => if eqb x y then Some c else beside_it x l end.

Definition number_of (m : numbering) (x : state) : option positive :=
  match PositiveMap.find (hash x) m with Some l => beside_it x l | None => None end.

Definition all_with (good : state -> positive -> bool) (m : numbering) : bool :=
  forallb (fun b => forallb (fun x => good (fst x) (snd x)) (snd b)) (PositiveMap.elements m).

Definition numbered (m : buckets state) : numbering :=
  snd (fold_left (fun t b => fold_left (fun t x => (Pos.succ (fst t),
      PositiveMap.add (fst b) ((x, fst t) :: match PositiveMap.find (fst b) (snd t) with Some l => l | None => [] end) (snd t))) (snd b) t)
    (PositiveMap.elements m) (2%positive, PositiveMap.empty _)).

Definition renumbered (f : positive -> positive) (m : numbering) : numbering := PositiveMap.map (map (fun x => (fst x, f (snd x)))) m.

End Numbered.

(** The states at an option, with numbers, 1 for those that come to no end; of each number, the next ones for each letter of
    the position, one for each letter of the option, and the value told there where all conditions are met. *)

Record graph := { states : numbering (N * list mark); arrows : PositiveMap.t (list (list positive) * option nat) }.

(** The states of a position for one kind of move, with numbers; of each number, the next for each letter, and how many
    options have which value. *)

Definition tally := list (positive * nat).

Record line := { spots : numbering (letter * tally); entries : PositiveMap.t (list positive * list nat) }.

Definition arrow (g : graph) (n : nat) (i : positive) : list positive :=
  match PositiveMap.find i (arrows g) with Some (rows, _) => nth n rows [] | None => [] end.

Definition arrow_end (g : graph) (i : positive) : option nat :=
  match PositiveMap.find i (arrows g) with Some (_, v) => v | None => None end.

Definition entry (h : line) (n : nat) (c : positive) : positive :=
  match PositiveMap.find c (entries h) with Some (row, _) => nth n row xH | None => xH end.

Definition entry_counts (h : line) (c : positive) : list nat :=
  match PositiveMap.find c (entries h) with Some (_, counts) => counts | None => [] end.

Section Checks.

Variable s : system.
Variable tracks : nat.
Variable T : table.
Variable most : nat.
Variable cap : nat.
Variable agree : nat -> (nat -> nat) -> bool.

(** *** The states at an option

    The conditions of a kind of moves may speak of more numbers than those of the option: such have only to be. *)

Definition read_to (f : demand) : nat := match f with Compares f => length (after f) | Belongs e => S (member e) end.

Definition wide (k : kind) : nat := fold_right (fun f n => Nat.max (read_to f) n) tracks k.

(** Sets are read in the system of the machine. *)

Definition system_eqb (s s' : system) : bool :=
  match s, s' with base b, base b' => (b =? b')%Z | ostrowski a, ostrowski a' => (a =? a')%Z | _, _ => false end.

Definition is_read (f : demand) : bool := match f with Compares _ => true | Belongs e => system_eqb (in_system e) s && is_set e end.

Definition ahead := (N * list mark)%type.

Definition ahead_eqb (x y : ahead) : bool := (fst x =? fst y)%N && list_eqb mark_eqb (snd x) (snd y).

Definition ahead_hash (x : ahead) : positive := hash_of (Z.of_N (fst x) :: marks_code (snd x)).

Definition ahead_next (k : prepared) (x : ahead) (y : letter * list Z) : option ahead :=
  match marks_next s k (snd x) (snd y) with
  | Some m => match step T (fst x) (firstn tracks (fst y)) with Some q => Some (q, m) | None => None end
  | None => None
  end.

Definition ahead_rows (k : prepared) (adds : list (letter * list (letter * list Z))) (x : ahead) : list (list ahead) :=
  map (fun y => only (ahead_next k x) (snd y)) adds.

Definition ahead_end (k : kind) (x : ahead) : option nat :=
  if marks_end k (snd x) then
    match output_at T (fst x) with Some v => if v <? most then Some v else None | None => None end
  else None.

Definition first_ahead (k : kind) : ahead := (0%N, first_marks k).

Definition number_at (g : graph) : ahead -> option positive := number_of ahead ahead_eqb ahead_hash (states g).

Definition alive (g : graph) (x : ahead) : option positive :=
  match number_at g x with Some c => if (c =? 1)%positive then None else Some c | None => None end.

Definition ahead_good (k : kind) (pre : prepared) (adds : list (letter * list (letter * list Z))) (g : graph) (x : ahead) (c : positive) : bool :=
  let rows := ahead_rows pre adds x in
  same_option Nat.eqb (arrow_end g c) (ahead_end k x) &&
  forallb (forallb (fun y => match number_at g y with Some _ => true | None => false end)) rows &&
  forallb (fun y => list_eqb Pos.eqb (arrow g (fst y) c) (only (alive g) (snd y))) (with_places rows).

Definition graph_checks (k : kind) (g : graph) : bool :=
  forallb is_read k && match PositiveMap.find 1%positive (arrows g) with None => true | Some _ => false end &&
  match number_at g (first_ahead k) with Some _ => true | None => false end &&
  all_with ahead (ahead_good k (prepare s k) (added s tracks (wide k) k) g) (states g).

(** *** The states of a position for one kind of move *)

Fixpoint put (j : positive) (c : nat) (t : tally) : tally :=
  match t with
  | [] => [(j, Nat.min cap c)]
  | (i, d) :: t' =>
      match Pos.compare j i with
      | Lt => (j, Nat.min cap c) :: t
      | Eq => (i, Nat.min cap (c + d)) :: t'
      | Gt => (i, d) :: put j c t'
      end
  end.

Definition put_all (js : list positive) (c : nat) (t : tally) : tally := fold_right (fun j t => put j c t) t js.

Definition tally_next (g : graph) (n : nat) (t : tally) : tally := fold_right (fun x r => put_all (arrow g n (fst x)) (snd x) r) [] t.

Definition worth_at (g : graph) (u : nat) (i : positive) : nat :=
  match arrow_end g i with Some v => if (v =? u)%nat then 1 else 0 | None => 0 end.

Definition tally_sum (f : positive -> nat) (t : tally) : nat := fold_right (fun x r => snd x * f (fst x) + r) 0 t.

Definition tally_counts (g : graph) (t : tally) : list nat := map (fun u => Nat.min cap (tally_sum (worth_at g u) t)) (seq 0 most).

Definition spot := (letter * tally)%type.

Definition spot_eqb (x y : spot) : bool :=
  list_eqb Nat.eqb (fst x) (fst y) && list_eqb (fun a b => Pos.eqb (fst a) (fst b) && Nat.eqb (snd a) (snd b)) (snd x) (snd y).

Definition spot_hash (x : spot) : positive :=
  let '(a, b) := fold_left (fun v y => (fst v + Z.of_nat (snd y) * Z.pos (fst y), snd v + Z.pos (fst y) * Z.pos (fst y)))%Z (snd x) (0, 0)%Z in
  hash_of (map digit (fst x) ++ [a; b]).

Definition spot_next (g : graph) (x : spot) (y : nat * letter) : option spot :=
  if apart (fst x) (snd y) then Some (last_of s (snd y), tally_next g (fst y) (snd x)) else None.

Definition class_at (h : line) : spot -> option positive := number_of spot spot_eqb spot_hash (spots h).

Definition spot_good (g : graph) (h : line) (x : spot) (c : positive) : bool :=
  list_eqb Nat.eqb (entry_counts h c) (tally_counts g (snd x)) &&
  forallb (fun y => match spot_next g x y with
    | Some x' => same_option Pos.eqb (class_at h x') (Some (entry h (fst y) c))
    | None => true
    end) (with_places (letters s tracks)).

(** A number of the option may be longer than those of the position: some zeros are read first. *)

Definition lead : nat := 3.

Fixpoint tally_of_zeros (g : graph) (first : option positive) (n : nat) : tally :=
  match n with
  | 0 => match first with Some i => [(i, Nat.min cap 1)] | None => [] end
  | S n => tally_next g 0 (tally_of_zeros g first n)
  end.

Definition first_spot (k : kind) (g : graph) : spot := ([], tally_of_zeros g (alive g (first_ahead k)) lead).

Definition line_checks (k : kind) (g : graph) (h : line) : bool :=
  match class_at h (first_spot k g) with Some _ => true | None => false end && all_with spot (spot_good g h) (spots h).

(** *** All of them side by side *)

Definition plan := (kind * graph * line)%type.

Definition plan_checks (x : plan) : bool := let '(k, g, h) := x in graph_checks k g && line_checks k g h.

Definition first_class (x : plan) : positive :=
  let '(k, g, h) := x in match class_at h (first_spot k g) with Some c => c | None => xH end.

Definition joint := (N * letter * list positive)%type.

Definition joint_eqb (x y : joint) : bool :=
  let '(p, l, cs) := x in let '(p', l', cs') := y in (p =? p')%N && list_eqb Nat.eqb l l' && list_eqb Pos.eqb cs cs'.

Definition joint_hash (x : joint) : positive :=
  let '(p, l, cs) := x in hash_of (Z.of_N p :: map digit l ++ map Z.pos cs).

Definition joint_next (ps : list plan) (x : joint) (y : nat * letter) : option joint :=
  let '(p, l, cs) := x in
  match step T p (snd y) with
  | Some p' => Some (p', last_of s (snd y), map2 (fun x c => entry (snd x) (fst y) c) ps cs)
  | None => None
  end.

Definition joint_nexts (ps : list plan) (x : joint) : list joint := only (joint_next ps x) (with_places (letters s tracks)).

Definition joint_count (ps : list plan) (cs : list positive) (u : nat) : nat :=
  Nat.min cap (fold_right Nat.add 0 (map2 (fun x c => nth u (entry_counts (snd x) c) 0) ps cs)).

Definition joint_good (ps : list plan) (x : joint) : bool :=
  let '(p, l, cs) := x in
  match output_at T p with Some v => agree v (joint_count ps cs) | None => false end &&
  forallb (fun l' => Bool.eqb (apart l l') (match step T p l' with Some _ => true | None => false end)) (letters s tracks).

Definition first_joint (ps : list plan) : joint := (0%N, [], map first_class ps).

Definition joint_checks (ps : list plan) : bool :=
  match step T 0 (repeat 0 tracks) with Some 0%N => true | _ => false end &&
  all_good joint joint_eqb joint_hash (joint_nexts ps) (joint_good ps) (first_joint ps).

Definition plans_check (ps : list plan) : bool := forallb plan_checks ps && joint_checks ps.

(** Nothing hangs on how the numbers are given. *)

Fixpoint backwards (layers : nat) (new : list positive) (before : PositiveMap.t (list positive)) (kept : PositiveMap.t unit)
    : PositiveMap.t unit :=
  match layers, new with
  | S layers, _ :: _ =>
      let found := fold_left (fun found i =>
        fold_left (fun found j => if PositiveMap.mem j (snd found) then found else (j :: fst found, PositiveMap.add j tt (snd found)))
          match PositiveMap.find i before with Some l => l | None => [] end found) new ([], kept) in
      backwards layers (fst found) before (snd found)
  | _, _ => kept
  end.

Definition graph_of (k : kind) : graph :=
  let adds := added s tracks (wide k) k in let pre := prepare s k in
  let m := numbered ahead (all_reached ahead ahead_eqb ahead_hash (fun x => concat (ahead_rows pre adds x)) (first_ahead k)) in
  let rows := map (fun x => (x, map (only (number_of ahead ahead_eqb ahead_hash m)) (ahead_rows pre adds (fst x))))
    (flat_map snd (PositiveMap.elements m)) in
  let before := fold_left (fun t '(x, row) =>
    fold_left (fun t j => PositiveMap.add j (snd x :: match PositiveMap.find j t with Some l => l | None => [] end) t) (concat row) t)
    rows (PositiveMap.empty (list positive)) in
  let ends := flat_map (fun x => match ahead_end k (fst (fst x)) with Some _ => [snd (fst x)] | None => [] end) rows in
  let kept := backwards (N.to_nat 5000) ends before (fold_left (fun m i => PositiveMap.add i tt m) ends (PositiveMap.empty _)) in
  let living := fun j => PositiveMap.mem j kept in
  {| states := renumbered ahead (fun i => if living i then i else xH) m;
     arrows := fold_left (fun t '(x, row) =>
         if living (snd x) then PositiveMap.add (snd x) (map (filter living) row, ahead_end k (fst x)) t else t)
       rows (PositiveMap.empty _) |}.

Definition class_in (m : PositiveMap.t positive) (i : positive) : positive := match PositiveMap.find i m with Some c => c | None => xH end.

Definition by_codes (codes : list (positive * positive)) : positive * PositiveMap.t positive :=
  let '(n, _, m) := fold_left (fun '(n, seen, m) '(i, code) => match PositiveMap.find code seen with
    | Some c => (n, seen, PositiveMap.add i c m)
    | None => (Pos.succ n, PositiveMap.add code n seen, PositiveMap.add i n m)
    end) codes (xH, PositiveMap.empty positive, PositiveMap.empty positive) in (n, m).

(** States that no letters tell apart have one number. *)

Fixpoint refine (layers : nat) (rows : list (positive * list (option positive))) (n : positive) (m : PositiveMap.t positive) : PositiveMap.t positive :=
  match layers with
  | 0 => m
  | S layers =>
      let '(n', m') := by_codes (map (fun '(i, row) => (i, hash_of (Z.pos (class_in m i) ::
        map (fun j => match j with Some j => Z.pos (class_in m j) | None => 0%Z end) row))) rows) in
      if (n' =? n)%positive then m' else refine layers rows n' m'
  end.

Definition line_of (k : kind) (g : graph) : line :=
  let ls := with_places (letters s tracks) in
  let all := numbered spot (all_reached spot spot_eqb spot_hash (fun x => only (spot_next g x) ls) (first_spot k g)) in
  let rows := map (fun x => (x, map (fun y => match spot_next g (fst x) y with Some x' => number_of spot spot_eqb spot_hash all x' | None => None end) ls))
    (flat_map snd (PositiveMap.elements all)) in
  let '(n, m) := by_codes (map (fun x => (snd (fst x), hash_of (map Z.of_nat (tally_counts g (snd (fst (fst x))))))) rows) in
  let m := refine (N.to_nat 5000) (map (fun x => (snd (fst x), snd x)) rows) n m in
  {| spots := renumbered spot (class_in m) all;
     entries := fold_left (fun t '(x, row) => PositiveMap.add (class_in m (snd x))
       (map (fun j => match j with Some j => class_in m j | None => xH end) row, tally_counts g (snd (fst x))) t) rows (PositiveMap.empty _) |}.

Definition plan_of (k : kind) : plan := let g := graph_of k in (k, g, line_of k g).

Definition counts_check (kinds : list kind) : bool := plans_check (map plan_of kinds).

End Checks.

(** ** Lists *)

Lemma in_only {A B} (f : A -> option B) l y : In y (only f l) <-> exists x, In x l /\ f x = Some y.
Proof.
  unfold only. rewrite in_flat_map. split; intros [x [H1 H2]]; exists x; (split; [exact H1|]);
    destruct (f x); cbn in *; intuition congruence.
Qed.

Lemma only_app {A B} (f : A -> option B) l k : only f (l ++ k) = only f l ++ only f k.
Proof. unfold only. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite IH, app_assoc. reflexivity. Qed.

Lemma only_map {A B C} (f : B -> option C) (g : A -> B) l : only f (map g l) = only (fun x => f (g x)) l.
Proof. unfold only. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite IH. reflexivity. Qed.

Lemma only_only {A B C} (f : B -> option C) (g : A -> option B) l :
  only f (only g l) = only (fun x => match g x with Some y => f y | None => None end) l.
Proof.
  unfold only. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite flat_map_app, IH.
  destruct (g x); cbn; rewrite ?app_nil_r; reflexivity.
Qed.

Lemma only_ext {A B} (f g : A -> option B) l : (forall x, In x l -> f x = g x) -> only f l = only g l.
Proof.
  unfold only. induction l as [|x l IH]; intros H; [reflexivity|]. cbn. rewrite (H x) by (left; reflexivity). f_equal.
  apply IH. intros y Hy. apply H. right. exact Hy.
Qed.

Lemma only_none {A B} (f : A -> option B) l : (forall x, In x l -> f x = None) -> only f l = [].
Proof.
  unfold only. induction l as [|x l IH]; intros H; [reflexivity|]. cbn. rewrite (H x) by (left; reflexivity).
  apply IH. intros y Hy. apply H. right. exact Hy.
Qed.

Lemma in_places {A} (l : list A) n x : nth_error l n = Some x -> In (n, x) (with_places l).
Proof.
  intros E. unfold with_places. assert (L : n < length l) by (apply nth_error_Some; congruence).
  apply (nth_error_In _ n). rewrite (nth_error_nth' _ (0, x)) by (rewrite combine_length, seq_length; lia).
  rewrite combine_nth by apply seq_length. rewrite seq_nth by exact L. rewrite (nth_error_nth _ _ x E). reflexivity.
Qed.

Lemma same_option_eq {A} (eqb : A -> A -> bool) (sound : forall x y, eqb x y = true -> x = y) x y :
  same_option eqb x y = true -> x = y.
Proof. destruct x, y; cbn; try congruence. intros H. f_equal. apply sound. exact H. Qed.

(** ** Numbers given to states *)

Section Numbered.

Variable state : Type.
Variable eqb : state -> state -> bool.
Hypothesis eqb_eq : forall x y, eqb x y = true -> x = y.
Variable hash : state -> positive.

Lemma all_with_number good m x c : all_with state good m = true -> number_of state eqb hash m x = Some c -> good x c = true.
Proof.
  unfold all_with, number_of. intros C E. destruct (PositiveMap.find (hash x) m) as [l|] eqn:F; [|discriminate].
  rewrite forallb_forall in C. specialize (C _ (PositiveMap.elements_correct _ _ F)). cbn [snd] in C.
  rewrite forallb_forall in C. clear F. induction l as [|[y d] l IH]; [discriminate|]. cbn in E. destruct (eqb x y) eqn:Q.
  - apply eqb_eq in Q. subst y. injection E as ->. exact (C (x, c) (or_introl eq_refl)).
  - apply IH; [|exact E]. intros z Hz. apply C. right. exact Hz.
Qed.

End Numbered.

(** ** Words *)

Section Words.

Variable s : system.

Fixpoint words (m n : nat) : list word :=
  match n with 0 => [[]] | S n => flat_map (fun w => map (fun l => w ++ [l]) (letters s m)) (words m n) end.

Lemma in_words m n : forall w, In w (words m n) <-> length w = n /\ fits s m w.
Proof.
  induction n as [|n IH]; intros w; cbn [words].
  - split; [intros [<-|[]]; split; [reflexivity|constructor]|]. intros [H _]. destruct w; [left; reflexivity|discriminate].
  - rewrite in_flat_map. split.
    + intros [u [Hu H]]. apply in_map_iff in H. destruct H as [l [<- Hl]]. apply IH in Hu. apply in_letters in Hl.
      destruct Hu as [L F]. split; [rewrite app_length; cbn; lia|]. apply Forall_app. split; [exact F|]. constructor; [exact Hl|constructor].
    + intros [L F]. destruct (exists_last (l := w)) as [u [l ->]]; [intros ->; discriminate|].
      apply Forall_app in F. destruct F as [F1 F2]. exists u. split.
      * apply IH. rewrite app_length in L. cbn in L. split; [lia|exact F1].
      * apply in_map_iff. exists l. split; [reflexivity|]. apply in_letters. exact (Forall_inv F2).
Qed.

End Words.

Lemma NoDup_app_both {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> In x b -> False) -> NoDup (a ++ b).
Proof.
  induction a as [|x a IH]; intros Na Nb D; [exact Nb|]. inversion Na; subst. cbn. constructor.
  - rewrite in_app_iff. intros [H|H]; [tauto|]. exact (D x (or_introl eq_refl) H).
  - apply IH; try assumption. intros y Hy Hy'. exact (D y (or_intror Hy) Hy').
Qed.

Lemma NoDup_map_injective {A B} (f : A -> B) l : (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|x l IH]; intros I N; [constructor|]. inversion N; subst. cbn. constructor.
  - rewrite in_map_iff. intros [y [E Hy]]. assert (y = x) by (apply I; cbn; auto). subst. tauto.
  - apply IH; [|assumption]. intros a b Ha Hb. apply I; right; assumption.
Qed.

Lemma NoDup_flat_map {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction l as [|x l IH]; intros N F D; [constructor|]. inversion N; subst. cbn. apply NoDup_app_both.
  - apply F. left. reflexivity.
  - apply IH; [assumption|intros y Hy; apply F; right; exact Hy|]. intros a b z Ha Hb. apply D; right; assumption.
  - intros z Hx Hz'. apply in_flat_map in Hz'. destruct Hz' as [y [Hy Hz]].
    assert (x = y) by (apply (D x y z); cbn; auto). subst. tauto.
Qed.

Lemma letters_NoDup s m : NoDup (letters s m).
Proof.
  induction m as [|m IH]; cbn [letters]; [constructor; [intros []|constructor]|]. apply NoDup_flat_map.
  - apply seq_NoDup.
  - intros d _. apply NoDup_map_injective; [intros x y _ _ E; congruence|exact IH].
  - intros d e z _ _ H1 H2. apply in_map_iff in H1, H2. destruct H1 as [a [<- _]], H2 as [b [E _]]. congruence.
Qed.

Lemma words_NoDup s m n : NoDup (words s m n).
Proof.
  induction n as [|n IH]; cbn; [constructor; [intros []|constructor]|]. apply NoDup_flat_map.
  - exact IH.
  - intros w _. apply NoDup_map_injective; [|apply letters_NoDup]. intros x y _ _ E. apply app_inj_tail in E. tauto.
  - intros x y z _ _ H1 H2. apply in_map_iff in H1, H2. destruct H1 as [a [<- _]], H2 as [b [E _]]. apply app_inj_tail in E. symmetry. tauto.
Qed.

(** ** What the checks mean *)

Section Meaning.

Variable s : system.
Variable tracks : nat.
Variable T : table.
Variable most : nat.
Variable cap : nat.
Variable agree : nat -> (nat -> nat) -> bool.

Notation cut := (Nat.min cap).

Lemma ahead_eqb_eq x y : ahead_eqb x y = true -> x = y.
Proof.
  destruct x as [q m], y as [q' m']. unfold ahead_eqb. cbn [fst snd]. rewrite andb_true_iff, N.eqb_eq. intros [-> H].
  apply (list_eqb_eq mark_eqb mark_eqb_eq) in H. congruence.
Qed.

Lemma spot_eqb_eq x y : spot_eqb x y = true -> x = y.
Proof.
  destruct x as [l t], y as [l' t']. unfold spot_eqb. cbn [fst snd]. rewrite andb_true_iff. intros [H1 H2].
  apply (list_eqb_eq Nat.eqb (fun a b => proj1 (Nat.eqb_eq a b))) in H1.
  apply list_eqb_eq in H2; [congruence|]. intros [a b] [c d] H. cbn [fst snd] in H. apply andb_prop in H. destruct H as [H H'].
  apply Pos.eqb_eq in H. apply Nat.eqb_eq in H'. congruence.
Qed.

Lemma joint_eqb_eq x y : joint_eqb x y = true -> x = y.
Proof.
  destruct x as [[p l] cs], y as [[p' l'] cs']. cbn. rewrite !andb_true_iff, !N.eqb_eq. intros [[-> H1] H2].
  apply (list_eqb_eq Nat.eqb (fun a b => proj1 (Nat.eqb_eq a b))) in H1.
  apply (list_eqb_eq Pos.eqb (fun a b => proj1 (Pos.eqb_eq a b))) in H2. congruence.
Qed.

(** *** The options of a position *)

Notation wide := (wide tracks).
Notation narrow := (narrow tracks).

Lemma narrow_app (z z' : list (letter * letter)) : narrow (map snd (z ++ z')) = narrow (map snd z) ++ narrow (map snd z').
Proof. unfold Digits.narrow. rewrite !map_app. reflexivity. Qed.

Definition trace (k : kind) (z : list (letter * letter)) : option ahead :=
  fold_left (fun x y => match x with Some x => ahead_next s tracks T (prepare s k) x (snd y, sums s k y) | None => None end) z (Some (first_ahead k)).

Lemma trace_app k z y : trace k (z ++ [y]) =
  match trace k z with Some x => ahead_next s tracks T (prepare s k) x (snd y, sums s k y) | None => None end.
Proof. unfold trace. rewrite fold_left_app. reflexivity. Qed.

Lemma trace_real k z : forall q m, trace k z = Some (q, m) -> run T (narrow (map snd z)) = Some q /\ all_agree s k m z.
Proof.
  induction z as [|y z IH] using rev_ind; intros q m E.
  - injection E as <- <-. split; [reflexivity|apply first_marks_agree].
  - rewrite trace_app in E. destruct (trace k z) as [[q0 m0]|]; [|discriminate]. destruct (IH q0 m0 eq_refl) as [H1 H2].
    unfold ahead_next in E. cbn [fst snd] in E.
    destruct (marks_next s (prepare s k) m0 (sums s k y)) as [m1|] eqn:E1; [|discriminate].
    destruct (step T q0 (firstn tracks (snd y))) as [q1|] eqn:E2; [|discriminate]. injection E as <- <-.
    split; [rewrite narrow_app; etransitivity; [apply run_app|]; rewrite H1; exact E2|exact (marks_real s k y z _ _ H2 E1)].
Qed.

Lemma trace_on k : forall rest z x, trace k z = Some x -> run T (narrow (map snd (z ++ rest))) <> None ->
  Forall (met s (z ++ rest)) k -> trace k (z ++ rest) <> None.
Proof.
  induction rest as [|y rest IH]; intros z [q m] E N M; [rewrite app_nil_r, E; discriminate|].
  replace (z ++ y :: rest) with ((z ++ [y]) ++ rest) in * by (rewrite <- app_assoc; reflexivity).
  destruct (trace_real k z q m E) as [H1 H2].
  assert (N1 := N). rewrite narrow_app in N1. apply run_prefix in N1. rewrite narrow_app in N1. change (narrow (map snd [y])) with [firstn tracks (snd y)] in N1. rewrite run_app, H1 in N1.
  cbn [step_of] in N1. destruct (step T q (firstn tracks (snd y))) as [q'|] eqn:S; [|congruence].
  destruct (marks_alive s k y z rest m H2 M) as [m' [E' _]].
  apply (IH (z ++ [y]) (q', m')); try assumption. rewrite trace_app, E. unfold ahead_next. cbn [fst snd]. rewrite E', S. reflexivity.
Qed.

Definition found (k : kind) (u : nat) (y : word) : list word :=
  filter (fun w => match trace k (combine y w) with
    | Some x => match ahead_end T most k x with Some v => (v =? u)%nat | None => false end
    | None => false
    end) (words s (wide k) (length y)).

Lemma combined_words (a : word) : forall b : word, length a = length b -> map fst (combine a b) = a /\ map snd (combine a b) = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [split; reflexivity|].
  destruct (IH b ltac:(cbn in E; lia)) as [H1 H2]. cbn. rewrite H1, H2. split; reflexivity.
Qed.

Lemma in_found k u y w : In w (found k u y) <-> length w = length y /\ fits s (wide k) w /\ output T (narrow w) = Some u /\ u < most /\
  Forall (met s (combine y w)) k.
Proof.
  unfold found. rewrite filter_In, in_words. split.
  - intros [[L F] H]. destruct (combined_words y w (eq_sym L)) as [_ E].
    destruct (trace k (combine y w)) as [[q m]|] eqn:Tr; [|discriminate]. destruct (trace_real _ _ _ _ Tr) as [H1 H2]. rewrite E in H1.
    unfold ahead_end in H. cbn [fst snd] in H. destruct (marks_end k m) eqn:M; [|discriminate].
    destruct (output_at T q) as [v|] eqn:O; [|discriminate]. destruct (Nat.ltb_spec v most); [|discriminate].
    apply Nat.eqb_eq in H. subst v. repeat split; try assumption.
    + unfold output. rewrite H1. exact O.
    + apply (marks_end_meets s k _ m H2). exact M.
  - intros [L [F [O [B M]]]]. split; [split; assumption|]. destruct (combined_words y w (eq_sym L)) as [_ E].
    destruct (trace k (combine y w)) as [[q m]|] eqn:Tr.
    + destruct (trace_real _ _ _ _ Tr) as [H1 H2]. rewrite E in H1. unfold ahead_end. cbn [fst snd].
      rewrite (proj2 (marks_end_meets s k _ m H2) M). unfold output in O. rewrite H1 in O. rewrite O.
      destruct (Nat.ltb_spec u most); [apply Nat.eqb_refl|lia].
    + exfalso. apply (trace_on k (combine y w) [] (first_ahead k)); [reflexivity| | |exact Tr]; cbn [app].
      * rewrite E. unfold output in O. destruct (run T (narrow w)); congruence.
      * exact M.
Qed.

Lemma found_NoDup k u y : NoDup (found k u y).
Proof. apply NoDup_filter, words_NoDup. Qed.

(** *** A graph follows them *)

Definition sum_of (f : positive -> nat) (l : list positive) : nat := fold_right (fun i r => f i + r) 0 l.

Lemma sum_of_app f l k : sum_of f (l ++ k) = sum_of f l + sum_of f k.
Proof. unfold sum_of. induction l as [|x l IH]; [reflexivity|]. cbn [app fold_right]. rewrite IH. lia. Qed.

Section Graph.

Variable k : kind.
Variable g : graph.
Hypothesis checked : graph_checks s tracks T most k g = true.

Lemma parts_of_check : PositiveMap.find 1%positive (arrows g) = None /\ (exists c, number_at g (first_ahead k) = Some c) /\
  all_with ahead (ahead_good s tracks T most k (prepare s k) (added s tracks (wide k) k) g) (states g) = true.
Proof.
  assert (C := checked). unfold graph_checks in C. rewrite !andb_true_iff in C. destruct C as [[[_ C1] C2] C3]. repeat split.
  - destruct (PositiveMap.find _ _); [discriminate|reflexivity].
  - destruct (number_at g (first_ahead k)) as [c|]; [exists c; reflexivity|discriminate].
  - exact C3.
Qed.

Lemma arrow_dead n : arrow g n 1 = [].
Proof. unfold arrow. rewrite (proj1 parts_of_check). reflexivity. Qed.

Lemma arrow_end_dead : arrow_end g 1 = None.
Proof. unfold arrow_end. rewrite (proj1 parts_of_check). reflexivity. Qed.

Lemma nth_added n l : nth_error (letters s tracks) n = Some l ->
  nth_error (added s tracks (wide k) k) n = Some (l, map (fun l' => (l', sums s k (l, l'))) (letters s (wide k))).
Proof. intros E. unfold added. exact (map_nth_error (fun l => (l, map (fun l' => (l', sums s k (l, l'))) (letters s (wide k)))) n _ E). Qed.

Lemma number_on x c n l : number_at g x = Some c -> nth_error (letters s tracks) n = Some l ->
  arrow_end g c = ahead_end T most k x /\
  arrow g n c = only (alive g) (only (fun l' => ahead_next s tracks T (prepare s k) x (l', sums s k (l, l'))) (letters s (wide k))) /\
  forall l' x', In l' (letters s (wide k)) -> ahead_next s tracks T (prepare s k) x (l', sums s k (l, l')) = Some x' -> exists c', number_at g x' = Some c'.
Proof.
  intros E En. assert (G := all_with_number ahead ahead_eqb ahead_eqb_eq ahead_hash _ _ x c (proj2 (proj2 parts_of_check)) E).
  unfold ahead_good in G. cbv zeta in G. rewrite !andb_true_iff, !forallb_forall in G. destruct G as [[G1 G2] G3].
  set (ls := map (fun l' => (l', sums s k (l, l'))) (letters s (wide k))).
  assert (Er : nth_error (ahead_rows s tracks T (prepare s k) (added s tracks (wide k) k) x) n = Some (only (ahead_next s tracks T (prepare s k) x) ls)).
  { unfold ahead_rows. exact (map_nth_error (fun y => only (ahead_next s tracks T (prepare s k) x) (snd y)) n _ (nth_added n l En)). }
  assert (Eo : only (ahead_next s tracks T (prepare s k) x) ls = only (fun l' => ahead_next s tracks T (prepare s k) x (l', sums s k (l, l'))) (letters s (wide k)))
    by apply only_map.
  split; [apply (same_option_eq Nat.eqb (fun a b => proj1 (Nat.eqb_eq a b))); exact G1|]. split.
  - specialize (G3 _ (in_places _ _ _ Er)). cbn [fst snd] in G3.
    apply (list_eqb_eq Pos.eqb (fun a b => proj1 (Pos.eqb_eq a b))) in G3. rewrite G3, Eo. reflexivity.
  - intros l' x' Hl H. specialize (G2 _ (nth_error_In _ _ Er)). rewrite forallb_forall in G2. specialize (G2 x').
    rewrite Eo in G2. assert (I : In x' (only (fun l' => ahead_next s tracks T (prepare s k) x (l', sums s k (l, l'))) (letters s (wide k))))
      by (apply in_only; exists l'; tauto).
    specialize (G2 I). destruct (number_at g x') as [c'|]; [exists c'; reflexivity|discriminate].
Qed.

Lemma trace_numbered z : fits s tracks (map fst z) -> fits s (wide k) (map snd z) -> forall x, trace k z = Some x -> exists c, number_at g x = Some c.
Proof.
  induction z as [|[l l'] z IH] using rev_ind; intros F1 F2 x E.
  - injection E as <-. apply parts_of_check.
  - rewrite map_app in F1, F2. apply Forall_app in F1, F2. destruct F1 as [F1 L1], F2 as [F2 L2].
    rewrite trace_app in E. destruct (trace k z) as [x0|]; [|discriminate]. destruct (IH F1 F2 x0 eq_refl) as [c Hc].
    assert (Hl : In l (letters s tracks)) by (apply in_letters; exact (Forall_inv L1)).
    destruct (In_nth_error _ _ Hl) as [n En]. destruct (number_on x0 c n l Hc En) as [_ [_ H]].
    apply (H l' x); [apply in_letters; exact (Forall_inv L2)|exact E].
Qed.

Definition leaf (y w : word) : option positive := match trace k (combine y w) with Some x => alive g x | None => None end.

Definition leaves (y : word) : list positive := only (leaf y) (words s (wide k) (length y)).

Lemma combine_last (y : word) l : forall (w : word) l', length w = length y -> combine (y ++ [l]) (w ++ [l']) = combine y w ++ [(l, l')].
Proof.
  induction y as [|a y IH]; intros [|b w] l' L; try discriminate; [reflexivity|]. cbn. f_equal. apply IH. cbn in L. lia.
Qed.

Lemma leaves_next y n l : fits s tracks y -> nth_error (letters s tracks) n = Some l -> leaves (y ++ [l]) = flat_map (arrow g n) (leaves y).
Proof.
  intros F En. unfold leaves. rewrite app_length. cbn [length]. rewrite Nat.add_1_r. cbn [words].
  assert (W : forall w, In w (words s (wide k) (length y)) -> length w = length y /\ fits s (wide k) w) by (intros w H; apply in_words; exact H).
  revert W. generalize (words s (wide k) (length y)) as ws. induction ws as [|w ws IH]; intros W; [reflexivity|].
  destruct (W w (or_introl eq_refl)) as [L Fw]. specialize (IH (fun v H => W v (or_intror H))).
  cbn [flat_map]. rewrite only_app, IH, only_map.
  replace (only (leaf y) (w :: ws)) with (only (leaf y) [w] ++ only (leaf y) ws) by (rewrite <- only_app; reflexivity).
  rewrite flat_map_app. f_equal. clear IH W ws.
  rewrite (only_ext _ (fun l' => match trace k (combine y w) with
      | Some x => match ahead_next s tracks T (prepare s k) x (l', sums s k (l, l')) with Some x' => alive g x' | None => None end
      | None => None end)).
  2: { intros l' _. unfold leaf. rewrite combine_last by exact L. rewrite trace_app. destruct (trace k (combine y w)); reflexivity. }
  unfold only at 2. cbn [flat_map]. unfold leaf. destruct (combined_words y w (eq_sym L)) as [E1 E2].
  destruct (trace k (combine y w)) as [x|] eqn:Tr; [|cbn; apply only_none; reflexivity].
  destruct (trace_numbered (combine y w) ltac:(rewrite E1; exact F) ltac:(rewrite E2; exact Fw) x Tr) as [c Hc].
  destruct (number_on x c n l Hc En) as [_ [H _]]. rewrite only_only in H.
  unfold alive at 2. rewrite Hc. destruct (Pos.eqb_spec c 1) as [->|N]; cbn [app flat_map].
  - rewrite arrow_dead in H. symmetry. exact H.
  - rewrite app_nil_r. symmetry. exact H.
Qed.

Lemma leaves_first : leaves [] = match alive g (first_ahead k) with Some i => [i] | None => [] end.
Proof. unfold leaves, only. cbn. unfold leaf. cbn. destruct (alive g (first_ahead k)); reflexivity. Qed.

Lemma leaves_found u y : fits s tracks y -> nth_error (letters s tracks) 0 <> None -> sum_of (worth_at g u) (leaves y) = length (found k u y).
Proof.
  intros F En. destruct (nth_error (letters s tracks) 0) as [l|] eqn:El; [clear En|congruence]. unfold leaves, found.
  assert (W : forall w, In w (words s (wide k) (length y)) -> length w = length y /\ fits s (wide k) w) by (intros w H; apply in_words; exact H).
  revert W. generalize (words s (wide k) (length y)) as ws. induction ws as [|w ws IH]; intros W; [reflexivity|].
  destruct (W w (or_introl eq_refl)) as [L Fw]. specialize (IH (fun v H => W v (or_intror H))).
  replace (only (leaf y) (w :: ws)) with (only (leaf y) [w] ++ only (leaf y) ws) by (rewrite <- only_app; reflexivity).
  rewrite sum_of_app, IH. unfold only at 1. cbn [flat_map filter]. unfold leaf. destruct (combined_words y w (eq_sym L)) as [E1 E2].
  destruct (trace k (combine y w)) as [x|] eqn:Tr; [|reflexivity].
  destruct (trace_numbered (combine y w) ltac:(rewrite E1; exact F) ltac:(rewrite E2; exact Fw) x Tr) as [c Hc].
  destruct (number_on x c 0 l Hc El) as [H _]. rewrite <- H. unfold alive. rewrite Hc.
  destruct (Pos.eqb_spec c 1) as [->|N]; cbn [app sum_of fold_right].
  - rewrite arrow_end_dead. reflexivity.
  - unfold worth_at. destruct (arrow_end g c) as [v|]; [|reflexivity]. destruct (v =? u)%nat; cbn; lia.
Qed.

End Graph.

(** *** Sums that are cut *)

Lemma cut_product c f r : cut (cut c * f + r) = cut (c * f + r).
Proof. destruct (Nat.min_spec cap c) as [[H ->]|[H ->]]; [|reflexivity].
  destruct f as [|f]; [rewrite !Nat.mul_0_r; reflexivity|]. rewrite !Nat.mul_succ_r.
  generalize (cap * f), (c * f). intros a b. rewrite !Nat.min_l by lia. reflexivity.
Qed.

Lemma cut_plus a x y : cut x = cut y -> cut (a + x) = cut (a + y).
Proof. lia. Qed.

Lemma put_sum f j c t : cut (tally_sum f (put cap j c t)) = cut (c * f j + tally_sum f t).
Proof.
  induction t as [|[i d] t IH]; cbn [put].
  - cbn [tally_sum fold_right fst snd]. apply cut_product.
  - destruct (Pos.compare_spec j i) as [->|H|H]; cbn [tally_sum fold_right fst snd].
    + rewrite cut_product. f_equal. lia.
    + apply cut_product.
    + fold (tally_sum f (put cap j c t)) (tally_sum f t). rewrite (cut_plus _ _ _ IH). f_equal. lia.
Qed.

Lemma put_all_sum f c t : forall js, cut (tally_sum f (put_all cap js c t)) = cut (c * sum_of f js + tally_sum f t).
Proof.
  induction js as [|j js IH]; [cbn [put_all fold_right sum_of]; rewrite Nat.mul_0_r; reflexivity|]. cbn [put_all fold_right sum_of]. fold (put_all cap js c t) (sum_of f js).
  rewrite put_sum, (cut_plus _ _ _ IH). f_equal. lia.
Qed.

Lemma tally_next_sum g n f t : cut (tally_sum f (tally_next cap g n t)) = cut (tally_sum (fun i => sum_of f (arrow g n i)) t).
Proof.
  induction t as [|[i c] t IH]; [reflexivity|].
  change (cut (tally_sum f (put_all cap (arrow g n i) c (tally_next cap g n t))) =
    cut (c * sum_of f (arrow g n i) + tally_sum (fun i => sum_of f (arrow g n i)) t)). rewrite put_all_sum. apply cut_plus. exact IH.
Qed.

Lemma sum_of_flat f g n l : sum_of f (flat_map (arrow g n) l) = sum_of (fun i => sum_of f (arrow g n i)) l.
Proof. induction l as [|i l IH]; [reflexivity|]. cbn [flat_map]. rewrite sum_of_app, IH. reflexivity. Qed.

Definition stands (t : tally) (l : list positive) : Prop := forall f, cut (tally_sum f t) = cut (sum_of f l).

Lemma stands_next g n t l : stands t l -> stands (tally_next cap g n t) (flat_map (arrow g n) l).
Proof. intros H f. rewrite tally_next_sum, sum_of_flat. apply H. Qed.

(** *** Plans *)

Variable ps : list plan.
Hypothesis checked : plans_check s tracks T most cap agree ps = true.

Definition on_line (last : letter) (y : word) (x : plan) (c : positive) : Prop :=
  let '(k, g, h) := x in exists t, class_at h (last, t) = Some c /\ stands t (leaves k g y).

Lemma plans_checked x : In x ps -> plan_checks s tracks T most cap x = true.
Proof. intros H. assert (C := checked). unfold plans_check in C. apply andb_prop in C. destruct C as [C _]. rewrite forallb_forall in C. auto. Qed.

Lemma joints : all_good joint joint_eqb joint_hash (joint_nexts s tracks T ps) (joint_good s tracks T cap agree ps) (first_joint cap ps) = true.
Proof. assert (C := checked). unfold plans_check, joint_checks in C. rewrite !andb_true_iff in C. tauto. Qed.

Lemma stays : step T 0 (repeat 0 tracks) = Some 0%N.
Proof.
  assert (C := checked). unfold plans_check, joint_checks in C. rewrite !andb_true_iff in C. destruct C as [_ [C _]].
  destruct (step T 0 (repeat 0 tracks)) as [[|]|]; congruence.
Qed.

Let joint_reachable := reachable joint (joint_nexts s tracks T ps) (first_joint cap ps).

Lemma line_next x last y c n l : In x ps -> fits s tracks y -> nth_error (letters s tracks) n = Some l -> apart last l = true ->
  on_line last y x c -> on_line (last_of s l) (y ++ [l]) x (entry (snd x) n c).
Proof.
  intros Hx F En A. apply plans_checked in Hx. destruct x as [[k g] h]. cbn [plan_checks on_line snd] in *. apply andb_prop in Hx. destruct Hx as [G L].
  intros [t [E S]]. unfold line_checks in L. apply andb_prop in L. destruct L as [_ L].
  assert (H := all_with_number spot spot_eqb spot_eqb_eq spot_hash _ _ (last, t) c L E). unfold spot_good in H. apply andb_prop in H. destruct H as [_ H].
  rewrite forallb_forall in H. specialize (H _ (in_places _ _ _ En)). unfold spot_next in H. cbn [fst snd] in H. rewrite A in H.
  apply (same_option_eq Pos.eqb (fun a b => proj1 (Pos.eqb_eq a b))) in H. exists (tally_next cap g n t). split; [exact H|].
  rewrite (leaves_next k g G y n l F En). apply stands_next. exact S.
Qed.

Lemma lines_next n l last y : fits s tracks y -> nth_error (letters s tracks) n = Some l -> apart last l = true -> forall xs cs, incl xs ps ->
  Forall2 (on_line last y) xs cs -> Forall2 (on_line (last_of s l) (y ++ [l])) xs (map2 (fun x c => entry (snd x) n c) xs cs).
Proof.
  intros F En A xs cs I H. revert I. induction H as [|x c xs cs H1 H2 IH]; intros I; [constructor|]. cbn [map2]. constructor.
  - apply (line_next x last y c n l); try assumption. apply I. left. reflexivity.
  - apply IH. intros z Hz. apply I. right. exact Hz.
Qed.

Lemma joint_next_reachable p last cs n l p' : joint_reachable (p, last, cs) -> nth_error (letters s tracks) n = Some l -> step T p l = Some p' ->
  joint_reachable (p', last_of s l, map2 (fun x c => entry (snd x) n c) ps cs).
Proof.
  intros R En E. destruct (all_good_reachable _ _ joint_eqb_eq _ _ _ _ _ joints R) as [_ H]. apply H.
  unfold joint_nexts. apply in_only. exists (n, l). split; [exact (in_places _ _ _ En)|]. cbn. rewrite E. reflexivity.
Qed.

Lemma joint_steps p last cs l : joint_reachable (p, last, cs) -> (length l = tracks /\ digits s l) -> (apart last l = true <-> exists p', step T p l = Some p').
Proof.
  intros R L. destruct (all_good_reachable _ _ joint_eqb_eq _ _ _ _ _ joints R) as [H _]. unfold joint_good in H.
  apply andb_prop in H. destruct H as [_ H]. rewrite forallb_forall in H. specialize (H l (proj2 (in_letters s tracks l) L)).
  apply Bool.eqb_prop in H. rewrite H. destruct (step T p l) as [p'|]; split; try congruence; [intros _; exists p'; reflexivity|intros [? ?]; congruence].
Qed.

Lemma run_valid : forall rest y p last cs, joint_reachable (p, last, cs) -> run T y = Some p -> fits s tracks rest ->
  run T (y ++ rest) <> None -> valid s last rest.
Proof.
  induction rest as [|l rest IH]; intros y p last cs R E F N; [exact I|].
  replace (y ++ l :: rest) with ((y ++ [l]) ++ rest) in * by (rewrite <- app_assoc; reflexivity).
  assert (L := Forall_inv F). assert (F' := Forall_inv_tail F). cbn beta in L.
  assert (N1 := N). apply run_prefix in N1. rewrite run_app, E in N1. cbn [step_of] in N1.
  destruct (step T p l) as [p'|] eqn:S; [|congruence]. destruct (In_nth_error _ _ (proj2 (in_letters s tracks l) L)) as [n En]. split.
  - apply (proj2 (joint_steps p last cs l R L)). exists p'. exact S.
  - apply (IH (y ++ [l]) p' _ _ (joint_next_reachable p last cs n l p' R En S)); try assumption. rewrite run_app, E. exact S.
Qed.

Lemma output_valid w v : fits s tracks w -> output T w = Some v -> valid s [] w.
Proof.
  intros F O. apply (run_valid w [] 0%N [] _ (at_once _ _ _)); [reflexivity|exact F|]. cbn [app]. unfold output in O. destruct (run T w); congruence.
Qed.

Lemma joints_run : forall rest y p last cs, joint_reachable (p, last, cs) -> run T y = Some p -> fits s tracks y ->
  Forall2 (on_line last y) ps cs -> fits s tracks rest -> valid s last rest ->
  exists p last cs, joint_reachable (p, last, cs) /\ run T (y ++ rest) = Some p /\ Forall2 (on_line last (y ++ rest)) ps cs.
Proof.
  induction rest as [|l rest IH]; intros y p last cs R E Fy H F V; [rewrite app_nil_r; exists p, last, cs; tauto|].
  replace (y ++ l :: rest) with ((y ++ [l]) ++ rest) by (rewrite <- app_assoc; reflexivity).
  assert (L := Forall_inv F). assert (F' := Forall_inv_tail F). cbn beta in L. destruct V as [V1 V2].
  destruct (proj1 (joint_steps p last cs l R L) V1) as [p' S]. destruct (In_nth_error _ _ (proj2 (in_letters s tracks l) L)) as [n En].
  apply (IH (y ++ [l]) p' _ _ (joint_next_reachable p last cs n l p' R En S)); try assumption.
  - rewrite run_app, E. exact S.
  - apply Forall_app. split; [exact Fy|]. constructor; [exact L|constructor].
  - apply (lines_next n l last y); try assumption. apply incl_refl.
Qed.

Lemma letters_zeros m : nth_error (letters s m) 0 = Some (repeat 0 m).
Proof.
  assert (E : exists r, letters s m = repeat 0 m :: r); [|destruct E as [r ->]; reflexivity].
  induction m as [|m [r IH]]; [exists []; reflexivity|]. cbn [letters]. rewrite IH. pose proof (radix_2 s) as R.
  destruct (Z.to_nat (radix s)) as [|n] eqn:E; [lia|]. cbn. eexists. reflexivity.
Qed.

Lemma zeros_fit n m : fits s m (zeros n m).
Proof. unfold fits, zeros. apply Forall_forall. intros l H. apply repeat_spec in H. subst l. apply nothing_fits. Qed.

Lemma zeros_last n m : zeros (S n) m = zeros n m ++ [repeat 0 m].
Proof. unfold zeros. cbn [repeat]. apply repeat_cons. Qed.

Lemma zeros_stand k g : graph_checks s tracks T most k g = true -> forall n,
  stands (tally_of_zeros cap g (alive g (first_ahead k)) n) (leaves k g (zeros n tracks)).
Proof.
  intros G. induction n as [|n IH].
  - change (zeros 0 tracks) with (@nil letter). rewrite leaves_first. cbn [tally_of_zeros]. destruct (alive g (first_ahead k)) as [i|]; intros f; [|reflexivity].
    cbn [tally_sum sum_of fold_right fst snd]. rewrite cut_product. f_equal. lia.
  - rewrite zeros_last. apply (eq_ind_r (stands _) (stands_next g 0 _ _ IH) (leaves_next k g G _ 0 _ (zeros_fit n tracks) (letters_zeros tracks))).
Qed.

Lemma first_lines xs : incl xs ps -> Forall2 (on_line [] (zeros lead tracks)) xs (map (first_class cap) xs).
Proof.
  induction xs as [|x xs IH]; intros I; [constructor|]. cbn [map]. constructor; [|apply IH; intros z Hz; apply I; right; exact Hz].
  assert (Hx := plans_checked x (I x (or_introl eq_refl))). destruct x as [[k g] h]. cbn [plan_checks first_class on_line] in *.
  apply andb_prop in Hx. destruct Hx as [G L]. unfold line_checks in L. apply andb_prop in L. destruct L as [L _].
  destruct (class_at h (first_spot cap k g)) as [c|] eqn:E; [|discriminate]. eexists. split; [exact E|]. apply zeros_stand. exact G.
Qed.

Lemma line_count u y : u < most -> fits s tracks y -> forall last xs cs, incl xs ps -> Forall2 (on_line last y) xs cs ->
  cut (fold_right Nat.add 0 (map2 (fun x c => nth u (entry_counts (snd x) c) 0) xs cs)) =
  cut (fold_right Nat.add 0 (map (fun x => length (found (fst (fst x)) u y)) xs)).
Proof.
  intros Hu F last xs cs I H. revert I. induction H as [|x c xs cs H1 H2 IH]; intros I; [reflexivity|]. cbn [map2 map fold_right].
  specialize (IH (fun z Hz => I z (or_intror Hz))). assert (Hx := plans_checked x (I x (or_introl eq_refl))).
  destruct x as [[k g] h]. cbn [plan_checks on_line fst snd] in *. apply andb_prop in Hx. destruct Hx as [G L].
  destruct H1 as [t [E S]]. unfold line_checks in L. apply andb_prop in L. destruct L as [_ L].
  assert (H := all_with_number spot spot_eqb spot_eqb_eq spot_hash _ _ (last, t) c L E). unfold spot_good in H. apply andb_prop in H. destruct H as [H _].
  apply (list_eqb_eq Nat.eqb (fun a b => proj1 (Nat.eqb_eq a b))) in H. rewrite H. unfold tally_counts. cbn [snd].
  rewrite (nth_indep _ 0 (cut (tally_sum (worth_at g 0) t))) by (rewrite map_length, seq_length; exact Hu).
  rewrite (map_nth (fun u => cut (tally_sum (worth_at g u) t)) (seq 0 most) 0 u), seq_nth by exact Hu. cbn [Nat.add].
  rewrite <- (leaves_found k g G u y F) by (rewrite letters_zeros; discriminate). rewrite (S (worth_at g u)). lia.
Qed.

(** What was checked: after a word, at whose start there are zeros, the machine tells what agrees with the numbers of the
    options of each value. *)

Theorem counted w n : fits s tracks w -> valid s [] w -> let y := zeros (n + lead) tracks ++ w in exists v c, output T y = Some v /\ agree v c = true /\
  forall u, u < most -> c u = cut (fold_right Nat.add 0 (map (fun x => length (found (fst (fst x)) u y)) ps)).
Proof.
  intros F V y.
  assert (Z : exists last cs, joint_reachable (0%N, last, cs) /\ (forall l, length l = tracks -> apart last l = true) /\ Forall2 (on_line last (zeros (lead + n) tracks)) ps cs).
  { induction n as [|n IH].
    - exists [], (map (first_class cap) ps). split; [apply at_once|]. split; [reflexivity|]. apply first_lines. apply incl_refl.
    - destruct IH as [last [cs [R [A H]]]]. exists (last_of s (repeat 0 tracks)), (map2 (fun x c => entry (snd x) 0 c) ps cs).
      split; [exact (joint_next_reachable _ _ _ 0 _ _ R (letters_zeros tracks) stays)|]. split.
      + intros l _. clear. destruct s; [reflexivity|]. cbn [last_of]. generalize tracks as m. intros m. revert l. induction m as [|m IH]; intros [|b l]; try reflexivity. cbn [repeat map apart]. rewrite full_0. apply IH.
      + replace (lead + S n) with (S (lead + n)) by lia. rewrite zeros_last. apply (lines_next 0 _ last); try assumption; [apply zeros_fit|apply letters_zeros|apply A; apply repeat_length|apply incl_refl]. }
  destruct Z as [last [cs [R [A H]]]].
  assert (V' : valid s last w). { destruct w as [|l w]; [exact I|]. destruct V as [_ V]. split; [apply A; exact (proj1 (Forall_inv F))|exact V]. }
  destruct (joints_run w (zeros (lead + n) tracks) 0%N last cs R) as [p [last' [cs' [R' [E' H']]]]]; try assumption; [|apply zeros_fit|].
  { rewrite <- (app_nil_r (zeros _ _)), (run_zeros T _ _ [] stays). reflexivity. }
  unfold y. rewrite (Nat.add_comm n lead). destruct (all_good_reachable _ _ joint_eqb_eq _ _ _ _ _ joints R') as [Good _]. unfold joint_good in Good.
  apply andb_prop in Good. destruct Good as [Good _]. unfold output. rewrite E'. destruct (output_at T p) as [v|]; [|discriminate].
  exists v, (joint_count cap ps cs'). split; [reflexivity|]. split; [exact Good|]. intros u Hu. unfold joint_count.
  apply (line_count u _ Hu) with (last := last'); [apply Forall_app; split; [apply zeros_fit|exact F]|apply incl_refl|exact H'].
Qed.

End Meaning.

(** ** What is met by words holds of the numbers *)

Lemma system_eqb_eq s s' : system_eqb s s' = true -> s = s'.
Proof. destruct s, s'; cbn; try discriminate; intros H; apply Z.eqb_eq in H; congruence. Qed.

Lemma met_holds s y w p p' f : is_read s f = true -> spells s y p -> spells s w p' -> length w = length y ->
  (met s (combine y w) f -> holds p p' f) /\ (valid s [] w -> holds p p' f -> met s (combine y w) f).
Proof.
  intros R [F1 E1] S L. destruct (combined_words y w (eq_sym L)) as [C1 C2]. destruct f as [f|e]; cbn [met holds].
  - destruct S as [F2 E2]. rewrite (total_dots s f _ (length p) (length p')), C1, C2, E1, E2; [tauto| |]; rewrite ?C1, ?C2; assumption.
  - cbn [is_read] in R. apply andb_prop in R. destruct R as [R Z]. apply system_eqb_eq in R. rewrite C2.
    apply (track_spells s w p' (member e)) in S. split.
    + intros [V O]. rewrite <- R in *. apply (belongs_by e (track (member e) w)); assumption.
    + intros V B. apply (track_valid s (member e)) in V. split; [exact V|]. rewrite <- R in *. apply (belongs_by e _ (nth (member e) p' 0)); assumption.
Qed.

Lemma met_moves s y w k p p' : forallb (is_read s) k = true -> spells s y p -> spells s w p' -> length w = length y ->
  Forall (met s (combine y w)) k -> allows_move k p p'.
Proof.
  intros R S S' L. rewrite forallb_forall in R. unfold allows_move. rewrite !Forall_forall. intros H f Hf.
  apply (met_holds s y w p p' f (R f Hf) S S' L), H, Hf.
Qed.

Lemma moves_met s y w k p p' : forallb (is_read s) k = true -> spells s y p -> spells s w p' -> length w = length y -> valid s [] w ->
  allows_move k p p' -> Forall (met s (combine y w)) k.
Proof.
  intros R S S' L V. rewrite forallb_forall in R. unfold allows_move. rewrite !Forall_forall. intros H f Hf.
  apply (met_holds s y w p p' f (R f Hf) S S' L); [exact V|]. apply H, Hf.
Qed.

(** ** The options of a game *)

Section Game.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable M : machine.
Variable most : nat.
Variable cap : nat.
Variable agree : nat -> (nat -> nat) -> bool.
Hypothesis checked : counts_check s tracks (table_of s M) most cap agree kinds = true.

Variable G : game.
Variable written_as : position G -> list nat.
Hypothesis move_is : forall x y, length (written_as x) = tracks -> In y (options x) -> length (written_as y) = tracks /\
  exists k h, In k kinds /\ length (written_as y ++ h) = wide tracks k /\ allows_move k (written_as x) (written_as y ++ h).
Hypothesis is_move : forall x p k, length (written_as x) = tracks -> length p = wide tracks k -> In k kinds ->
  allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = firstn tracks p.

Let T := table_of s M.

Notation found := (found s tracks T most).

Definition all_found (u : nat) (y : word) : list word := flat_map (fun k => found k u y) kinds.

Lemma length_all_found u y : length (all_found u y) = fold_right Nat.add 0 (map (fun k => length (found k u y)) kinds).
Proof.
  unfold all_found. generalize kinds as ks. induction ks as [|k ks IH]; [reflexivity|]. cbn. rewrite app_length, IH. reflexivity.
Qed.

Lemma told_valid w v : fits s tracks w -> output T w = Some v -> valid s [] w.
Proof. exact (output_valid s tracks T most cap agree _ checked w v). Qed.

Lemma told_counts w n : fits s tracks w -> valid s [] w -> exists v c, output T w = Some v /\ agree v c = true /\
  forall u, u < most -> c u = Nat.min cap (length (all_found u (zeros (n + lead) tracks ++ w))).
Proof.
  intros F V. destruct (counted s tracks T most cap agree _ checked w n F V) as [v [c [O [A H]]]]. exists v, c. split; [|split; [exact A|]].
  - rewrite <- O. unfold output. rewrite (run_zeros T _ _ w (stays s tracks T most cap agree _ checked)). reflexivity.
  - intros u Hu. rewrite (H u Hu), length_all_found, map_map. reflexivity.
Qed.

Lemma all_read k : In k kinds -> forallb (is_read s) k = true.
Proof.
  intros Hk. assert (C := plans_checked s tracks T most cap agree _ checked (plan_of s tracks T most cap k) (in_map _ _ _ Hk)).
  unfold plan_checks, plan_of, graph_checks in C. rewrite !andb_true_iff in C. tauto.
Qed.

Lemma tracks_wide k : tracks <= wide tracks k.
Proof. unfold wide. induction k as [|f k IH]; cbn [fold_right]; lia. Qed.

Lemma option_of_word x w n k u w' : length (written_as x) = tracks -> spells s w (written_as x) -> In k kinds ->
  In w' (found k u (zeros n tracks ++ w)) -> exists y p, In y (options x) /\ length (written_as y) = tracks /\
    spells s (narrow tracks w') (written_as y) /\ output T (narrow tracks w') = Some u /\
    length p = wide tracks k /\ written_as y = firstn tracks p /\ allows_move k (written_as x) p.
Proof.
  intros L W Hk H. apply in_found in H. destruct H as [H1 [H2 [H3 [_ H5]]]].
  destruct (spells_something s (wide tracks k) w' H2) as [p [P1 P2]].
  assert (S := spells_zeros s n w _ W). rewrite L in S.
  assert (A : allows_move k (written_as x) p) by (apply (met_moves s (zeros n tracks ++ w) w' k); try assumption; apply all_read; exact Hk).
  destruct (is_move x p k L P1 Hk A) as [y [Hy E]]. exists y, p. assert (B := tracks_wide k).
  assert (L' : length (firstn tracks p) = tracks) by (apply firstn_length_le; lia). rewrite E. repeat split; try assumption;
    apply (spells_narrow s tracks w' p ltac:(lia) P2).
Qed.

Lemma word_of_option x w y u : length (written_as x) = tracks -> spells s w (written_as x) -> In y (options x) ->
  tells s M (written_as y) u -> u < most -> exists n0, forall n, n0 <= n -> exists w',
    In w' (all_found u (zeros n tracks ++ w)) /\ spells s (narrow tracks w') (written_as y).
Proof.
  intros L W Hy [w0 [W0 O0]] Hu. destruct (move_is x y L Hy) as [L' [k [h [Hk [Lh A]]]]].
  destruct (spelled s h) as [w1 [W1 V1]]. exists (length w0 + length w1). intros n Hn.
  set (N := n + length w).
  set (v0 := zeros (N - length w0) tracks ++ w0). set (v1 := zeros (N - length w1) (length h) ++ w1).
  assert (S0 : spells s v0 (written_as y)) by (unfold v0; rewrite <- L'; apply spells_zeros; exact W0).
  assert (S1 : spells s v1 h) by (apply spells_zeros; exact W1).
  assert (N0 : length v0 = N) by (unfold v0, zeros, N; rewrite app_length, repeat_length; lia).
  assert (N1 : length v1 = N) by (unfold v1, zeros, N; rewrite app_length, repeat_length; lia).
  assert (F0 := proj1 S0). rewrite L' in F0.
  assert (E : narrow tracks (joined v0 v1) = v0) by (apply (narrow_joined s); [exact F0|lia]).
  exists (joined v0 v1). rewrite E. split; [|exact S0].
  assert (S := spells_joined s v0 v1 _ _ ltac:(lia) S0 S1).
  assert (Ln : length (joined v0 v1) = length (zeros n tracks ++ w)).
  { rewrite joined_length by lia. unfold zeros. rewrite app_length, repeat_length. exact N0. }
  unfold all_found. apply in_flat_map. exists k. split; [exact Hk|].
  apply in_found. split; [exact Ln|]. split; [rewrite <- Lh; exact (proj1 S)|]. split; [|split; [exact Hu|]].
  - rewrite E. unfold output, v0. rewrite (run_zeros T _ _ w0 (stays s tracks T most cap agree _ checked)). exact O0.
  - apply (moves_met s _ _ k (written_as x) (written_as y ++ h)); try assumption; [apply all_read; exact Hk| |].
    + assert (Z := spells_zeros s n w _ W). rewrite L in Z. exact Z.
    + apply (valid_joined s tracks (length h)); [exact F0|exact (proj1 S1)|lia| |].
      * apply valid_lead. apply (told_valid w0 u); [|exact O0]. assert (F := proj1 W0). rewrite L' in F. exact F.
      * apply valid_lead. exact V1.
Qed.

End Game.

(** ** The theorem *)

Definition values_agree (most v : nat) (c : nat -> nat) : bool :=
  (v <=? most) && forallb (fun u => 0 <? c u) (seq 0 v) && ((most <=? v) || (c v =? 0)).

Definition checks (s : system) (tracks : nat) (kinds : list kind) (T : table) (most : nat) : bool :=
  counts_check s tracks T most 1 (values_agree most) kinds.

Section Values.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s tracks kinds (table_of s M) most = true.

Variable G : game.
Variable written_as : position G -> list nat.
Hypothesis move_is : forall x y, length (written_as x) = tracks -> In y (options x) -> length (written_as y) = tracks /\
  exists k h, In k kinds /\ length (written_as y ++ h) = wide tracks k /\ allows_move k (written_as x) (written_as y ++ h).
Hypothesis is_move : forall x p k, length (written_as x) = tracks -> length p = wide tracks k -> In k kinds ->
  allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = firstn tracks p.

Let T := table_of s M.

Theorem told_values : forall x v, length (written_as x) = tracks -> v < most ->
  (nim_value x = v <-> tells s M (written_as x) v).
Proof.
  assert (claim : forall x, length (written_as x) = tracks -> forall v, v < most ->
    (nim_value x = v <-> tells s M (written_as x) v)); [|intros x v Lx; exact (claim x Lx v)].
  apply (play_induction G (fun x => length (written_as x) = tracks -> forall v, v < most ->
    (nim_value x = v <-> tells s M (written_as x) v))).
  intros x IH' L.
  assert (IH : forall y, In y (options x) -> forall v, v < most -> (nim_value y = v <-> tells s M (written_as y) v)).
  { intros y Hy. apply (IH' y Hy). apply (move_is x y L Hy). }
  destruct (nim_value_is_mex G x) as [unreached below].
  (* A word of x that tells v: each lesser value is reached, and v itself is not where it is below the bound. *)
  assert (told : forall w v, spells s w (written_as x) -> output T w = Some v ->
    v <= most /\ (forall u, u < v -> reached nim_value x u) /\ (v < most -> ~ reached nim_value x v)).
  { intros w v W O. assert (F := proj1 W). rewrite L in F.
    assert (V := told_valid s tracks kinds M most 1 _ checked w v F O).
    assert (told : forall n, v <= most /\ (forall u, u < v -> 0 < length (all_found s tracks kinds M most u (zeros (n + lead) tracks ++ w))) /\
      (v < most -> length (all_found s tracks kinds M most v (zeros (n + lead) tracks ++ w)) = 0)).
    { intros n. destruct (told_counts s tracks kinds M most 1 _ checked w n F V) as [v' [c [O' [A C]]]].
      assert (v' = v) as -> by (unfold T in O; congruence). unfold values_agree in A. rewrite !andb_true_iff, forallb_forall, orb_true_iff, !Nat.leb_le, Nat.eqb_eq in A.
      destruct A as [[A1 A2] A3]. split; [exact A1|]. split.
      - intros u Hu. specialize (A2 u ltac:(apply in_seq; lia)). apply Nat.ltb_lt in A2. rewrite C in A2 by lia. lia.
      - intros Hv. destruct A3 as [A3|A3]; [lia|]. rewrite C in A3 by exact Hv. lia. }
    split; [apply (told 0)|]. split.
    - intros u Hu. destruct (told 0) as [B [H _]]. specialize (H u Hu).
      destruct (all_found _ _ _ _ _ _ _) as [|w' ws] eqn:E in H; [cbn in H; lia|].
      assert (I : In w' (all_found s tracks kinds M most u (zeros (0 + lead) tracks ++ w))) by (rewrite E; left; reflexivity).
      unfold all_found in I. apply in_flat_map in I. destruct I as [k [Hk I]].
      destruct (option_of_word s tracks kinds M most 1 _ checked G written_as is_move x w _ k u w' L W Hk I) as [y [p [Hy [Ly [S [O' _]]]]]].
      exists y. split; [exact Hy|]. apply (IH y Hy u ltac:(lia)). exists (narrow tracks w'). split; [exact S|exact O'].
    - intros Hv [y [Hy E]]. apply (IH y Hy v Hv) in E.
      destruct (word_of_option s tracks kinds M most 1 _ checked G written_as move_is x w y v L W Hy E Hv) as [n0 H].
      destruct (H (n0 + lead) ltac:(lia)) as [w' [I _]]. destruct (told n0) as [_ [_ Z]]. specialize (Z Hv).
      destruct (all_found _ _ _ _ _ _ _); [destruct I|discriminate]. }
  intros v Lv. split.
  - intros E. destruct (spelled s (written_as x)) as [w [W V]]. assert (F := proj1 W). rewrite L in F.
    destruct (told_counts s tracks kinds M most 1 _ checked w 0 F V) as [o [_ [O _]]]. exists w. split; [exact W|].
    destruct (told w o W O) as [Lo [Ho No]]. fold T in O |- *. rewrite O. f_equal.
    destruct (lt_eq_lt_dec o v) as [[H|H]|H]; [|exact H|].
    + exfalso. apply (No ltac:(lia)). apply below. lia.
    + exfalso. apply unreached. rewrite E. apply Ho. exact H.
  - intros [w [W O]]. destruct (told w v W O) as [_ [H N]].
    destruct (lt_eq_lt_dec (nim_value x) v) as [[H'|H']|H']; [|exact H'|].
    + exfalso. apply unreached. apply H. exact H'.
    + exfalso. apply (N Lv). apply below. exact H'.
Qed.

Theorem told_P_positions x : 0 < most -> length (written_as x) = tracks ->
  (P_position normal x <-> tells s M (written_as x) 0).
Proof. intros H L. rewrite P_position_iff_nim_value_0. apply told_values; assumption. Qed.

End Values.

(** ** Misère play

    The machine tells 0 of the P-positions and 1 of the others: of a P-position some option is told, and none is told 0. *)

Definition misere_agrees (v : nat) (c : nat -> nat) : bool := (v <? 2) && Bool.eqb (v =? 0) ((c 0 =? 0) && (0 <? c 1)).

Definition misere_checks (s : system) (tracks : nat) (kinds : list kind) (T : table) : bool :=
  counts_check s tracks T 2 1 misere_agrees kinds.

Section Misere.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable M : machine.
Hypothesis checked : misere_checks s tracks kinds (table_of s M) = true.

Variable G : game.
Variable written_as : position G -> list nat.
Hypothesis move_is : forall x y, length (written_as x) = tracks -> In y (options x) -> length (written_as y) = tracks /\
  exists k h, In k kinds /\ length (written_as y ++ h) = wide tracks k /\ allows_move k (written_as x) (written_as y ++ h).
Hypothesis is_move : forall x p k, length (written_as x) = tracks -> length p = wide tracks k -> In k kinds ->
  allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = firstn tracks p.

Let T := table_of s M.

Notation words_of := (all_found s tracks kinds M 2).

Lemma misere_counts w v n : fits s tracks w -> output T w = Some v -> v < 2 /\
  (v = 0 <-> length (words_of 0 (zeros (n + lead) tracks ++ w)) = 0 /\ 0 < length (words_of 1 (zeros (n + lead) tracks ++ w))).
Proof.
  intros F O. assert (V := told_valid s tracks kinds M 2 1 _ checked w v F O).
  destruct (told_counts s tracks kinds M 2 1 _ checked w n F V) as [v' [c [O' [A C]]]].
  assert (v' = v) as -> by (unfold T in O; congruence). unfold misere_agrees in A. apply andb_prop in A. destruct A as [B A].
  apply Nat.ltb_lt in B. split; [exact B|]. apply Bool.eqb_prop in A. rewrite <- Nat.eqb_eq, A, andb_true_iff, Nat.eqb_eq, Nat.ltb_lt.
  rewrite !C by lia. lia.
Qed.

Theorem told_misere_P_positions x : length (written_as x) = tracks -> (P_position misere x <-> tells s M (written_as x) 0).
Proof.
  revert x. apply (play_induction G (fun x => length (written_as x) = tracks -> (P_position misere x <-> tells s M (written_as x) 0))).
  intros x IH L. assert (IHy : forall y, In y (options x) -> (P_position misere y <-> tells s M (written_as y) 0)).
  { intros y Hy. apply (IH y Hy). apply (move_is x y L Hy). }
  assert (P : P_position misere x <-> options x <> [] /\ forall y, In y (options x) -> ~ P_position misere y).
  { pose proof (mover_wins_iff misere G x) as W. unfold P_position at 1. split.
    - intros E. split; [intros N; assert (mover_wins misere x = true) by (apply W; left; split; [exact N|reflexivity]); congruence|].
      intros y Hy Q. assert (mover_wins misere x = true) by (apply W; right; exists y; split; assumption). congruence.
    - intros [N Q]. destruct (mover_wins misere x); [|reflexivity]. destruct (proj1 W eq_refl) as [[E _]|[y [Hy E]]]; [tauto|].
      exfalso. exact (Q y Hy E). }
  (* An option that is found, and a word of each option. *)
  assert (some : forall w d u, spells s w (written_as x) -> 0 < length (words_of u (zeros d tracks ++ w)) ->
    exists y, In y (options x) /\ tells s M (written_as y) u).
  { intros w d u W H. destruct (words_of u (zeros d tracks ++ w)) as [|w' ws] eqn:E; [cbn in H; lia|].
    assert (I : In w' (words_of u (zeros d tracks ++ w))) by (rewrite E; left; reflexivity).
    unfold all_found in I. apply in_flat_map in I. destruct I as [k [Hk I]].
    destruct (option_of_word s tracks kinds M 2 1 _ checked G written_as is_move x w d k u w' L W Hk I) as [y [p [Hy [_ [S [O _]]]]]].
    exists y. split; [exact Hy|]. exists (narrow tracks w'). tauto. }
  assert (word : forall w y u, spells s w (written_as x) -> In y (options x) -> tells s M (written_as y) u -> u < 2 ->
    exists d, 0 < length (words_of u (zeros (d + lead) tracks ++ w))).
  { intros w y u W Hy E Hu. destruct (word_of_option s tracks kinds M 2 1 _ checked G written_as move_is x w y u L W Hy E Hu) as [n0 H].
    exists n0. destruct (H (n0 + lead) ltac:(lia)) as [w' [I _]]. destruct (words_of u (zeros (n0 + lead) tracks ++ w)); [destruct I|cbn; lia]. }
  assert (claim : forall w v, spells s w (written_as x) -> output T w = Some v -> (P_position misere x <-> v = 0)).
  { intros w v W O. assert (F := proj1 W). rewrite L in F. rewrite P. split.
    - intros [N Q]. destruct (options x) as [|y ys] eqn:Oy; [tauto|]. rewrite <- Oy in *.
      assert (Hy : In y (options x)) by (rewrite Oy; left; reflexivity).
      assert (E1 : tells s M (written_as y) 1).
      { destruct (spelled s (written_as y)) as [w0 [W0 V0]]. assert (F0 := proj1 W0).
        destruct (move_is x y L Hy) as [Ly _]. rewrite Ly in F0.
        destruct (told_counts s tracks kinds M 2 1 _ checked w0 0 F0 V0) as [v0 [_ [O0 _]]].
        destruct (misere_counts w0 v0 0 F0 O0) as [B0 _]. exists w0. split; [exact W0|]. fold T in O0 |- *. rewrite O0. f_equal.
        destruct v0 as [|v0]; [|lia]. exfalso. apply (Q y Hy). apply (IHy y Hy). exists w0. split; [exact W0|exact O0]. }
      destruct (word w y 1 W Hy E1 ltac:(lia)) as [d H]. apply (misere_counts w v d F O). split; [|exact H].
      destruct (length (words_of 0 (zeros (d + lead) tracks ++ w))) eqn:E; [reflexivity|]. exfalso.
      destruct (some w (d + lead) 0 W ltac:(lia)) as [z [Hz Tz]]. apply (Q z Hz). apply (IHy z Hz). exact Tz.
    - intros Hv. split.
      + destruct (proj1 (proj2 (misere_counts w v 0 F O)) Hv) as [_ H]. destruct (some w (0 + lead) 1 W H) as [z [Hz _]].
        intros E. rewrite E in Hz. destruct Hz.
      + intros y Hy Q. apply (IHy y Hy) in Q. destruct (word w y 0 W Hy Q ltac:(lia)) as [d H].
        destruct (proj1 (proj2 (misere_counts w v d F O)) Hv) as [Z _]. lia. }
  split.
  - intros Q. destruct (spelled s (written_as x)) as [w [W V]]. assert (F := proj1 W). rewrite L in F.
    destruct (told_counts s tracks kinds M 2 1 _ checked w 0 F V) as [v [_ [O _]]]. exists w. split; [exact W|].
    fold T in O |- *. rewrite O. f_equal. apply (claim w v W O). exact Q.
  - intros [w [W O]]. apply (claim w 0 W O). reflexivity.
Qed.

End Misere.

(** ** Moves that are conditions on the numbers before and after alone *)

Section Alone.

Variable tracks : nat.
Variable kinds : list kind.
Hypothesis alone : forall k, In k kinds -> wide tracks k = tracks.
Variable G : game.
Variable written_as : position G -> list nat.

Lemma alone_move_is : (forall x y, length (written_as x) = tracks -> In y (options x) ->
    length (written_as y) = tracks /\ exists k, In k kinds /\ allows_move k (written_as x) (written_as y)) ->
  forall x y, length (written_as x) = tracks -> In y (options x) -> length (written_as y) = tracks /\
    exists k h, In k kinds /\ length (written_as y ++ h) = wide tracks k /\ allows_move k (written_as x) (written_as y ++ h).
Proof.
  intros H x y L Hy. destruct (H x y L Hy) as [L' [k [Hk A]]]. split; [exact L'|]. exists k, []. rewrite app_nil_r, (alone k Hk). tauto.
Qed.

Lemma alone_is_move : (forall x p k, length (written_as x) = tracks -> length p = tracks -> In k kinds ->
    allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = p) ->
  forall x p k, length (written_as x) = tracks -> length p = wide tracks k -> In k kinds ->
    allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = firstn tracks p.
Proof.
  intros H x p k L Lp Hk A. rewrite (alone k Hk) in Lp. destruct (H x p k L Lp Hk A) as [y [Hy E]]. exists y. split; [exact Hy|].
  rewrite <- Lp, firstn_all. exact E.
Qed.

End Alone.
