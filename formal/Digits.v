(** * Nim-values read from digits

    Positions are some numbers.  They are written in one number system, one above the other, and a finite machine
    reads their digits side by side, the greatest place first.  When it tells a value below [most] of each position
    that is worth so much, and [most] of all others, is decided here by two closures: of the pairs of states that the
    machine can be in at a position and at an option, and of the sets of states that it can be in at the options.
    The moves are given by linear conditions on the numbers of a position and those of an option. *)

From Coq Require Import ZArith List Bool Lia FMapPositive.
From Cgt Require Import Game.
Import ListNotations.

(** ** Numbers and digits *)

Inductive system := binary | zeckendorf.

Definition letter := list bool.
Definition word := list letter.

(** What was read is worth [fst v]; with every digit one place lower it is worth [snd v].  The places are 1, 2, 4, 8, …,
    or 1, 2, 3, 5, …; in the second case each place is the sum of the two before it. *)

Definition grow (s : system) (v : Z * Z) (d : Z) : Z * Z :=
  match s with
  | binary => (2 * fst v + d, 0)%Z
  | zeckendorf => (fst v + snd v + d, fst v + d)%Z
  end.

Definition digit (b : bool) : Z := if b then 1%Z else 0%Z.

Definition read (s : system) (u : list bool) : Z * Z := fold_left (fun v b => grow s v (digit b)) u (0, 0)%Z.

Definition number (s : system) (u : list bool) : Z := fst (read s u).

Fixpoint numbers (s : system) (w : word) (tracks : nat) : list Z :=
  match tracks with
  | 0 => []
  | S m => number s (map (hd false) w) :: numbers s (map (@tl bool) w) m
  end.

Definition fits (m : nat) (w : word) : Prop := Forall (fun l => length l = m) w.

Definition spells (s : system) (w : word) (p : list nat) : Prop :=
  fits (length p) w /\ numbers s w (length p) = map Z.of_nat p.

(** ** Machines

    A row for each state, with the next state for each letter; a letter's index has the first track as its greatest
    digit.  What leads to no state is refused.  State 0 is the first. *)

Record machine := { steps : list (list N); outputs : list nat }.

Definition table := PositiveMap.t (list N * nat).

Fixpoint rows (q : N) (l : list (list N)) (o : list nat) : table :=
  match l, o with
  | row :: l, v :: o => PositiveMap.add (N.succ_pos q) (row, v) (rows (N.succ q) l o)
  | _, _ => PositiveMap.empty _
  end.

Definition table_of (M : machine) : table := rows 0 (steps M) (outputs M).

Definition index (l : letter) : nat := fold_left (fun i (b : bool) => 2 * i + if b then 1 else 0) l 0.

Definition output_at (T : table) (q : N) : option nat := option_map snd (PositiveMap.find (N.succ_pos q) T).

Definition step (T : table) (q : N) (l : letter) : option N :=
  match PositiveMap.find (N.succ_pos q) T with
  | Some (row, _) =>
      match nth_error row (index l) with
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

(** What reads the digits of an option, or of several options one above the other: a machine, or several side by side.
    [state_key] is a key for its states. *)

Record reader := {
  state_of : Type;
  same_state : state_of -> state_of -> bool;
  same_state_eq : forall x y, same_state x y = true -> x = y;
  state_key : state_of -> list Z;
  first_state : state_of;
  next_state : state_of -> letter -> option state_of;
  state_value : state_of -> option nat
}.

Arguments same_state {r} x y.
Arguments state_key {r} x.
Arguments next_state {r} x l.
Arguments state_value {r} x.

Definition next_of (R : reader) (q : option (state_of R)) (l : letter) : option (state_of R) :=
  match q with Some q => next_state q l | None => None end.

Definition reading (R : reader) (w : word) : option (state_of R) := fold_left (next_of R) w (Some (first_state R)).

Definition value_read (R : reader) (w : word) : option nat :=
  match reading R w with Some q => state_value q | None => None end.

Definition by_table (T : table) : reader :=
  {| state_of := N; same_state := N.eqb; same_state_eq := fun x y => proj1 (N.eqb_eq x y); state_key := fun q => [Z.of_N q];
     first_state := 0%N; next_state := step T; state_value := output_at T |}.

(** The machine tells [v] of the numbers [p]. *)

Definition tells (s : system) (M : machine) (p : list nat) (v : nat) : Prop :=
  exists w, spells s w p /\ output (table_of M) w = Some v.

(** ** Moves

    A kind of move is a list of conditions: a linear form of the numbers before and after is [bound], or is not less. *)

Record condition := { before : list Z; after : list Z; exactly : bool; bound : Z }.

Definition kind := list condition.

Fixpoint dots (c xs : list Z) : Z :=
  match c, xs with
  | k :: c, x :: xs => (k * x + dots c xs)%Z
  | _, _ => 0%Z
  end.

Definition meets (f : condition) (total : Z) : Prop :=
  if exactly f then total = bound f else (bound f <= total)%Z.

Definition allows_move (k : kind) (p p' : list nat) : Prop :=
  Forall (fun f => meets f (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat p'))%Z) k.

(** ** What is read of a condition *)

Fixpoint dot (c : list Z) (l : letter) : Z :=
  match c, l with
  | k :: c, b :: l => (k * digit b + dot c l)%Z
  | _, _ => 0%Z
  end.

Definition both (f : condition) (x : letter * letter) : Z := (dot (before f) (fst x) + dot (after f) (snd x))%Z.

Definition total (s : system) (f : condition) (z : list (letter * letter)) : Z * Z :=
  fold_left (fun v x => grow s v (both f x)) z (0, 0)%Z.

Fixpoint highest (c : list Z) : Z := match c with [] => 0%Z | k :: c => (Z.max 0 k + highest c)%Z end.

Definition lowest (c : list Z) : Z := (- highest (map Z.opp c))%Z.

Definition most_added (f : condition) : Z := (highest (before f) + highest (after f))%Z.
Definition least_added (f : condition) : Z := (lowest (before f) + lowest (after f))%Z.

Fixpoint letters (m : nat) : list letter :=
  match m with
  | 0 => [[]]
  | S m => map (cons false) (letters m) ++ map (cons true) (letters m)
  end.

Lemma in_letters l : In l (letters (length l)).
Proof.
  induction l as [|b l IH]; [left; reflexivity|]. cbn. apply in_or_app.
  destruct b; [right|left]; apply in_map; exact IH.
Qed.

Inductive mark := Live (a b : Z) | Beyond.

(** Bounds beyond which a form never returns: worked out once, with what each pair of letters adds to it. *)

Record bounds := { high_a : Z; high_b : Z; low_a : Z; low_b : Z }.

Definition bounds_of (s : system) (f : condition) : bounds :=
  let twice := match s with binary => 1 | zeckendorf => 2 end%Z in
  {| high_a := Z.max (- twice * least_added f) (bound f + 1); high_b := - least_added f;
     low_a := Z.min (- twice * most_added f) (bound f - 1); low_b := - most_added f |}.

Definition above (s : system) (g : bounds) (a b : Z) : bool :=
  (high_a g <=? a)%Z && match s with binary => true | zeckendorf => (high_b g <=? b)%Z end.

Definition under (s : system) (g : bounds) (a b : Z) : bool :=
  (a <=? low_a g)%Z && match s with binary => true | zeckendorf => (b <=? low_b g)%Z end.

Definition mark_next (s : system) (e : bool) (g : bounds) (k : mark) (d : Z) : option mark :=
  match k with
  | Beyond => Some Beyond
  | Live a b =>
      let '(a, b) := grow s (a, b) d in
      if above s g a b then (if e then None else Some Beyond)
      else if under s g a b then None else Some (Live a b)
  end.

Definition mark_ends (f : condition) (k : mark) : bool :=
  match k with
  | Beyond => true
  | Live a _ => if exactly f then (a =? bound f)%Z else (bound f <=? a)%Z
  end.

Definition prepared := list (bool * bounds).

Definition prepare (s : system) (k : kind) : prepared := map (fun f => (exactly f, bounds_of s f)) k.

Definition sums (k : kind) (x : letter * letter) : list Z := map (fun f => both f x) k.

Fixpoint marks_next (s : system) (k : prepared) (ms : list mark) (ds : list Z) : option (list mark) :=
  match k, ms, ds with
  | (e, g) :: k, m :: ms, d :: ds =>
      match mark_next s e g m d with
      | Some m => match marks_next s k ms ds with Some ms => Some (m :: ms) | None => None end
      | None => None
      end
  | [], [], [] => Some []
  | _, _, _ => None
  end.

(** Each letter, with all letters of the option and what the two add to the forms. *)

Definition added (tracks wide : nat) (k : kind) : list (letter * list (letter * list Z)) :=
  map (fun l => (l, map (fun l' => (l', sums k (l, l'))) (letters wide))) (letters tracks).

Fixpoint marks_end (k : kind) (ms : list mark) : bool :=
  match k, ms with
  | f :: k, m :: ms => mark_ends f m && marks_end k ms
  | [], [] => true
  | _, _ => false
  end.

Definition first_marks (k : kind) : list mark := map (fun _ => Live 0 0) k.

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

Definition mark_code (m : mark) : list Z := match m with Live a b => [a; b] | Beyond => [1000]%Z end.
Definition marks_code (ms : list mark) : list Z := flat_map mark_code ms.

Definition mark_eqb (m n : mark) : bool :=
  match m, n with
  | Live a b, Live c d => (a =? c)%Z && (b =? d)%Z
  | Beyond, Beyond => true
  | _, _ => false
  end.

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l k : list A) : bool :=
  match l, k with
  | x :: l, y :: k => eqb x y && list_eqb eqb l k
  | [], [] => true
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
  destruct m, n; cbn; try discriminate; [|reflexivity]. rewrite andb_true_iff, !Z.eqb_eq. intros [-> ->]. reflexivity.
Qed.

(** ** The checks *)

Section Checks.

Variable s : system.
Variable tracks : nat.
Variable wide : nat.
Variable kinds : list kind.
Variable T : table.
Variable R : reader.
Variable most : nat.

(** No move joins two positions of the same value below [most]. *)

Definition pair := (N * state_of R * list mark)%type.

Definition pair_eqb (x y : pair) : bool :=
  let '(p, q, m) := x in let '(p', q', m') := y in (p =? p')%N && same_state q q' && list_eqb mark_eqb m m'.

Definition pair_code (x : pair) : list Z := let '(p, q, m) := x in Z.of_N p :: state_key q ++ marks_code m.

Definition pair_nexts (k : prepared) (adds : list (letter * list (letter * list Z))) (x : pair) : list pair :=
  let '(p, q, m) := x in
  flat_map (fun '(l, ls) => match step T p l with
    | None => []
    | Some p' => flat_map (fun '(l', ds) => match marks_next s k m ds with
        | None => []
        | Some m' => match next_state q l' with Some q' => [(p', q', m')] | None => [] end
        end) ls
    end) adds.

Definition pair_good (k : kind) (x : pair) : bool :=
  let '(p, q, m) := x in
  negb (marks_end k m && match output_at T p, state_value q with
    | Some u, Some v => (u =? v)%nat && (u <? most)%nat
    | _, _ => false
    end).

Definition no_move (k : kind) : bool :=
  let adds := added tracks wide k in let pre := prepare s k in
  all_good pair pair_eqb (fun x => hash_of (pair_code x)) (pair_nexts pre adds) (pair_good k) (0%N, first_state R, first_marks k).

(** From a position of value [v] a move leads to each lesser value. *)

Definition arrival := (nat * state_of R * list mark)%type.
Definition stop := (N * letter * list arrival)%type.

Definition arrival_eqb (x y : arrival) : bool :=
  let '(k, q, m) := x in let '(k', q', m') := y in (k =? k')%nat && same_state q q' && list_eqb mark_eqb m m'.

Definition arrival_code (x : arrival) : list Z := let '(k, q, m) := x in Z.of_nat k :: state_key q ++ marks_code m.

Definition stop_eqb (x y : stop) : bool :=
  let '(p, l, r) := x in let '(p', l', r') := y in
  (p =? p')%N && list_eqb Bool.eqb l l' && list_eqb arrival_eqb r r'.

Definition stop_hash (x : stop) : positive :=
  let '(p, l, r) := x in
  hash_of (Z.of_N p :: Z.of_nat (length r) :: map digit l ++ flat_map arrival_code (firstn 6 r)).

(** Each once, in the order of their keys. *)

Definition once (l : list arrival) : list arrival :=
  map snd (PositiveMap.elements
    (fold_left (fun m x => PositiveMap.add (hash_of (arrival_code x)) x m) l (PositiveMap.empty _))).

(** What may still come to a move is kept, by kind of move: the others are not followed.  Nothing hangs on this list but
    the length of the next. *)

Definition ahead := (state_of R * list mark)%type.

Definition ahead_eqb (x y : ahead) : bool := same_state (fst x) (fst y) && list_eqb mark_eqb (snd x) (snd y).

Definition ahead_hash (x : ahead) : positive := hash_of (state_key (fst x) ++ marks_code (snd x)).

Definition ahead_nexts (k : prepared) (adds : list (letter * list (letter * list Z))) (x : ahead) : list ahead :=
  flat_map (fun '(_, ls) => flat_map (fun '(l', ds) => match marks_next s k (snd x) ds with
    | None => []
    | Some m' => match next_state (fst x) l' with Some q' => [(q', m')] | None => [] end
    end) ls) adds.

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

Definition useful (k : kind) : PositiveMap.t unit :=
  let adds := added tracks wide k in let pre := prepare s k in
  let all := flat_map snd (PositiveMap.elements (all_reached ahead ahead_eqb ahead_hash (ahead_nexts pre adds) (first_state R, first_marks k))) in
  let before := fold_left (fun m x => let i := ahead_hash x in
      fold_left (fun m y => let j := ahead_hash y in
        PositiveMap.add j (i :: match PositiveMap.find j m with Some l => l | None => [] end) m) (ahead_nexts pre adds x) m)
    all (PositiveMap.empty _) in
  let ends := filter (fun x => marks_end k (snd x) && match state_value (fst x) with Some v => v <? most | None => false end) all in
  let ends := map ahead_hash ends in
  backwards (N.to_nat 5000) ends before (fold_left (fun m i => PositiveMap.add i tt m) ends (PositiveMap.empty _)).

Definition all_adds := (prepared * list (list (letter * list Z)) * PositiveMap.t unit)%type.

Definition arrival_next (pre : list all_adds) (n : nat) (x : arrival) : list arrival :=
  let '(i, q, m) := x in
  match nth_error pre i with
  | None => []
  | Some (k, adds, kept) => flat_map (fun '(l', ds) => match marks_next s k m ds with
      | None => []
      | Some m' => match next_state q l' with
          | Some q' => if PositiveMap.mem (ahead_hash (q', m')) kept then [(i, q', m')] else []
          | None => []
          end
      end) (nth n adds [])
  end.

Definition all_prepared : list all_adds := map (fun k => (prepare s k, map snd (added tracks wide k), useful k)) kinds.

Definition last_of (l : letter) : letter := match s with binary => [] | zeckendorf => l end.

Fixpoint apart (l l' : letter) : bool :=
  match l, l' with a :: l, b :: l' => negb (a && b) && apart l l' | _, _ => true end.

Definition stop_nexts (pre : list all_adds) (x : stop) : list stop :=
  let '(p, last, r) := x in
  flat_map (fun '(n, l) => match step T p l with
    | None => []
    | Some p' => [(p', last_of l, once (flat_map (arrival_next pre n) r))]
    end) (combine (seq 0 (length (letters tracks))) (letters tracks)).

Definition reaches_value (r : list arrival) (u : nat) : bool :=
  existsb (fun '(i, q, m) => match state_value q, nth_error kinds i with
    | Some v, Some k => (u =? v)%nat && marks_end k m
    | _, _ => false
    end) r.

Definition stop_good (x : stop) : bool :=
  let '(p, last, r) := x in
  match output_at T p with
  | None => false
  | Some v => (v <=? most)%nat && forallb (reaches_value r) (seq 0 v)
  end && forallb (fun l => negb (apart last l) || match step T p l with Some _ => true | None => false end) (letters tracks).

(** A number of the option may be longer than those of the position: some zeros are read first. *)

Definition lead : nat := 3.

Fixpoint first_arrivals (pre : list all_adds) (n : nat) : list arrival :=
  match n with
  | 0 => map (fun i => (i, first_state R, first_marks (nth i kinds []))) (seq 0 (length kinds))
  | S n => once (flat_map (arrival_next pre 0) (first_arrivals pre n))
  end.

Definition first_stop (pre : list all_adds) : stop := (0%N, [], first_arrivals pre lead).

Definition some_move : bool :=
  let pre := all_prepared in all_good stop stop_eqb stop_hash (stop_nexts pre) stop_good (first_stop pre).

Definition starts : bool :=
  match output_at T 0, step T 0 (repeat false tracks), next_state (first_state R) (repeat false wide) with
  | Some _, Some 0%N, Some q => same_state q (first_state R)
  | _, _, _ => false
  end.

Definition closes : bool := starts && forallb no_move kinds && some_move.

End Checks.

(** One machine reads the position and the option. *)

Definition checks (s : system) (tracks : nat) (kinds : list kind) (T : table) (most : nat) : bool :=
  closes s tracks tracks kinds T (by_table T) most.

(** ** Reading on *)

Lemma run_app T w l : run T (w ++ [l]) = step_of T (run T w) l.
Proof. unfold run. rewrite fold_left_app. reflexivity. Qed.

Lemma run_prefix T w w' : run T (w ++ w') <> None -> run T w <> None.
Proof.
  intros H E. apply H. unfold run in *. rewrite fold_left_app, E. clear.
  induction w' as [|l w' IH]; [reflexivity|exact IH].
Qed.

Lemma reading_app R w l : reading R (w ++ [l]) = next_of R (reading R w) l.
Proof. unfold reading. rewrite fold_left_app. reflexivity. Qed.

Lemma reading_prefix R w w' : reading R (w ++ w') <> None -> reading R w <> None.
Proof.
  intros H E. apply H. unfold reading in *. rewrite fold_left_app, E. clear.
  induction w' as [|l w' IH]; [reflexivity|exact IH].
Qed.

Lemma total_app s f z x : total s f (z ++ [x]) = grow s (total s f z) (both f x).
Proof. unfold total. rewrite fold_left_app. reflexivity. Qed.

Lemma highest_positive c : (0 <= highest c)%Z.
Proof. induction c; cbn; lia. Qed.

Lemma dot_bounds c : forall l, (lowest c <= dot c l <= highest c)%Z.
Proof.
  unfold lowest. induction c as [|k c IH]; intros [|b l]; cbn [dot highest map]; try lia.
  - pose proof (highest_positive c). pose proof (highest_positive (map Z.opp c)). lia.
  - specialize (IH l). destruct b; cbn [digit]; lia.
Qed.

Lemma both_bounds f x : (least_added f <= both f x <= most_added f)%Z.
Proof.
  unfold both, least_added, most_added. pose proof (dot_bounds (before f) (fst x)). pose proof (dot_bounds (after f) (snd x)). lia.
Qed.

Lemma added_around_0 f : (least_added f <= 0 <= most_added f)%Z.
Proof.
  unfold least_added, most_added, lowest. pose proof (highest_positive (before f)). pose proof (highest_positive (after f)).
  pose proof (highest_positive (map Z.opp (before f))). pose proof (highest_positive (map Z.opp (after f))). lia.
Qed.

Lemma above_grows s f a b x : above s (bounds_of s f) a b = true ->
  above s (bounds_of s f) (fst (grow s (a, b) (both f x))) (snd (grow s (a, b) (both f x))) = true.
Proof.
  pose proof (both_bounds f x). pose proof (added_around_0 f). unfold above, bounds_of. cbn [high_a high_b].
  destruct s; cbn [grow fst snd]; rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt; intuition lia.
Qed.

Lemma under_grows s f a b x : under s (bounds_of s f) a b = true ->
  under s (bounds_of s f) (fst (grow s (a, b) (both f x))) (snd (grow s (a, b) (both f x))) = true.
Proof.
  pose proof (both_bounds f x). pose proof (added_around_0 f). unfold under, bounds_of. cbn [low_a low_b].
  destruct s; cbn [grow fst snd]; rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt; intuition lia.
Qed.

Definition goes_on s f (v : Z * Z) z := fold_left (fun v x => grow s v (both f x)) z v.

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
  end.

Lemma mark_alive s f k v x z : agrees s f k v -> meets f (fst (goes_on s f (grow s v (both f x)) z)) ->
  exists k', mark_next s (exactly f) (bounds_of s f) k (both f x) = Some k' /\ agrees s f k' (grow s v (both f x)).
Proof.
  destruct k as [a b|]; cbn [agrees mark_next].
  - intros -> M. destruct (grow s (a, b) (both f x)) as [a' b'] eqn:E.
    destruct (above s (bounds_of s f) a' b') eqn:U.
    + pose proof (above_goes_on s f z (a', b') U) as G. apply above_bound in G. unfold meets in M.
      destruct (exactly f) eqn:X; [lia|]. exists Beyond. split; [reflexivity|]. split; [exact X|exact U].
    + destruct (under s (bounds_of s f) a' b') eqn:D.
      * pose proof (under_goes_on s f z (a', b') D) as G. apply under_bound in G. unfold meets in M.
        destruct (exactly f); lia.
      * exists (Live a' b'). split; reflexivity.
  - intros [X U] _. exists Beyond. split; [reflexivity|]. split; [exact X|]. destruct v as [a b]. apply above_grows. exact U.
Qed.

Lemma mark_real s f k v x k' : agrees s f k v -> mark_next s (exactly f) (bounds_of s f) k (both f x) = Some k' -> agrees s f k' (grow s v (both f x)).
Proof.
  destruct k as [a b|]; cbn [agrees mark_next].
  - intros ->. destruct (grow s (a, b) (both f x)) as [a' b'] eqn:E.
    destruct (above s (bounds_of s f) a' b') eqn:U.
    + destruct (exactly f) eqn:X; [discriminate|]. intros [= <-]. split; [exact X|exact U].
    + destruct (under s (bounds_of s f) a' b'); [discriminate|]. intros [= <-]. reflexivity.
  - intros [X U] [= <-]. split; [exact X|]. destruct v as [a b]. apply above_grows. exact U.
Qed.

Lemma mark_ends_meets s f k v : agrees s f k v -> (mark_ends f k = true <-> meets f (fst v)).
Proof.
  destruct k as [a b|]; cbn [agrees mark_ends]; unfold meets.
  - intros ->. cbn [fst]. destruct (exactly f); [apply Z.eqb_eq|apply Z.leb_le].
  - intros [-> U]. apply above_bound in U. split; [intros _; lia|reflexivity].
Qed.

Definition all_agree (s : system) (k : kind) (ms : list mark) (z : list (letter * letter)) : Prop :=
  Forall2 (fun f m => agrees s f m (total s f z)) k ms.

Lemma marks_alive s k x z rest : forall ms, all_agree s k ms z ->
  Forall (fun f => meets f (fst (total s f ((z ++ [x]) ++ rest)))) k ->
  exists ms', marks_next s (prepare s k) ms (sums k x) = Some ms' /\ all_agree s k ms' (z ++ [x]).
Proof.
  induction k as [|f k IH]; intros ms A M; inversion A as [|? m ? ms1 A1 A2]; subst; [exists []; split; constructor|].
  inversion M as [|? ? M1 M2]; subst. destruct (IH ms1 A2 M2) as [ms' [E A']].
  assert (M1' : meets f (fst (goes_on s f (grow s (total s f z) (both f x)) rest))).
  { unfold total in M1. rewrite fold_left_app in M1. fold (total s f (z ++ [x])) in M1. rewrite total_app in M1. exact M1. }
  destruct (mark_alive s f m _ x rest A1 M1') as [m' [E1 A1']]. exists (m' :: ms'). cbn [marks_next prepare sums map] in *. rewrite E1. unfold prepare, sums in E. rewrite E.
  split; [reflexivity|]. constructor; [rewrite total_app; exact A1'|exact A'].
Qed.

Lemma marks_real s k x z : forall ms ms', all_agree s k ms z -> marks_next s (prepare s k) ms (sums k x) = Some ms' -> all_agree s k ms' (z ++ [x]).
Proof.
  induction k as [|f k IH]; intros ms ms' A E; inversion A as [|? m ? ms1 A1 A2]; subst.
  - cbn in E. injection E as <-. constructor.
  - cbn [marks_next prepare sums map] in E. fold (prepare s k) (sums k x) in E.
    destruct (mark_next s (exactly f) (bounds_of s f) m (both f x)) as [m'|] eqn:E1; [|discriminate].
    destruct (marks_next s (prepare s k) ms1 (sums k x)) as [ms2|] eqn:E2; [|discriminate]. injection E as <-.
    constructor; [rewrite total_app; exact (mark_real s f m _ x m' A1 E1)|exact (IH _ _ A2 E2)].
Qed.

Lemma marks_end_meets s k z : forall ms, all_agree s k ms z ->
  (marks_end k ms = true <-> Forall (fun f => meets f (fst (total s f z))) k).
Proof.
  induction k as [|f k IH]; intros ms A; inversion A as [|? m ? ms1 A1 A2]; subst; cbn [marks_end].
  - split; [constructor|reflexivity].
  - rewrite andb_true_iff, (mark_ends_meets s f m _ A1), (IH _ A2). split.
    + intros [H1 H2]. constructor; assumption.
    + intros H. inversion H. split; assumption.
Qed.

Lemma first_marks_agree s k : all_agree s k (first_marks k) [].
Proof. induction k as [|f k IH]; cbn; constructor; [reflexivity|exact IH]. Qed.

(** ** A form of the digits is the form of the numbers *)

Definition plus (u v : Z * Z) : Z * Z := (fst u + fst v, snd u + snd v)%Z.
Definition times (k : Z) (v : Z * Z) : Z * Z := (k * fst v, k * snd v)%Z.

Definition form s c (w : word) : Z * Z := fold_left (fun v l => grow s v (dot c l)) w (0, 0)%Z.

Lemma form_app s c w l : form s c (w ++ [l]) = grow s (form s c w) (dot c l).
Proof. unfold form. rewrite fold_left_app. reflexivity. Qed.

Lemma read_app s u b : read s (u ++ [b]) = grow s (read s u) (digit b).
Proof. unfold read. rewrite fold_left_app. reflexivity. Qed.

Lemma total_forms s f z : total s f z = plus (form s (before f) (map fst z)) (form s (after f) (map snd z)).
Proof.
  induction z as [|x z IH] using rev_ind; [reflexivity|].
  rewrite total_app, !map_app. cbn [map]. rewrite !form_app, IH. unfold both, plus.
  destruct s; cbn [grow fst snd]; f_equal; lia.
Qed.

Lemma form_cons s k c w : form s (k :: c) w = plus (times k (read s (map (hd false) w))) (form s c (map (@tl bool) w)).
Proof.
  induction w as [|l w IH] using rev_ind; [unfold form, read, plus, times; cbn; f_equal; lia|].
  rewrite form_app, !map_app. cbn [map]. rewrite read_app, form_app, IH.
  assert (E : dot (k :: c) l = (k * digit (hd false l) + dot c (tl l))%Z).
  { destruct l as [|b l]; [|reflexivity]. destruct c; cbn; lia. }
  rewrite E. unfold plus, times, word, letter in *. destruct s; cbn [grow fst snd]; f_equal; ring.
Qed.

Lemma form_nothing s c w : fits 0 w -> form s c w = (0, 0)%Z.
Proof.
  induction w as [|l w IH] using rev_ind; intros H; [reflexivity|]. apply Forall_app in H. destruct H as [H1 H2].
  rewrite form_app, (IH H1). inversion H2 as [|? ? H3 _]; subst. destruct l; [|discriminate].
  destruct c, s; reflexivity.
Qed.

Lemma form_dots s : forall m c w, fits m w -> fst (form s c w) = dots c (numbers s w m).
Proof.
  induction m as [|m IH]; intros c w H.
  - rewrite form_nothing by exact H. destruct c; reflexivity.
  - destruct c as [|k c].
    + cbn. assert (form s [] w = (0, 0)%Z) as ->; [|reflexivity]. clear.
      induction w as [|l w IH] using rev_ind; [reflexivity|]. rewrite form_app, IH. destruct s; reflexivity.
    + rewrite form_cons. cbn [numbers dots plus times fst]. rewrite IH; [reflexivity|].
      unfold fits in *. rewrite Forall_map. revert H. apply Forall_impl. intros [|b l] E; cbn in *; lia.
Qed.

Lemma total_dots s f z m : fits m (map fst z) -> fits m (map snd z) -> fst (total s f z) =
  (dots (before f) (numbers s (map fst z) m) + dots (after f) (numbers s (map snd z) m))%Z.
Proof. intros H1 H2. rewrite total_forms. cbn [plus fst]. rewrite !(form_dots s m) by assumption. reflexivity. Qed.

Lemma read_positive s u : (0 <= fst (read s u) /\ 0 <= snd (read s u))%Z.
Proof.
  induction u as [|b u IH] using rev_ind; [cbn; lia|]. rewrite read_app.
  destruct s, b; cbn [grow fst snd digit]; lia.
Qed.

Lemma numbers_positive s m : forall w, Forall (fun x => (0 <= x)%Z) (numbers s w m).
Proof.
  induction m as [|m IH]; intros w; cbn; constructor; [|apply IH]. unfold number. apply read_positive.
Qed.

Lemma numbers_length s m : forall w, length (numbers s w m) = m.
Proof. induction m as [|m IH]; intros w; cbn; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma spells_something s m w : fits m w -> exists p, length p = m /\ spells s w p.
Proof.
  intros H. exists (map Z.to_nat (numbers s w m)). rewrite map_length, numbers_length. split; [reflexivity|].
  split; rewrite map_length, numbers_length; [exact H|]. rewrite map_map.
  pose proof (numbers_positive s m w) as P. revert P. generalize (numbers s w m) as l.
  induction l as [|x l IH]; intros P; [reflexivity|]. inversion P; subst. cbn. rewrite Z2Nat.id by assumption. f_equal. auto.
Qed.

(** ** Leading zeros *)

Definition zeros (n m : nat) : word := repeat (repeat false m) n.

Lemma read_zeros s n u : read s (repeat false n ++ u) = read s u.
Proof.
  unfold read. rewrite fold_left_app. f_equal. induction n as [|n IH]; [reflexivity|]. cbn [repeat fold_left].
  replace (grow s (0, 0) (digit false))%Z with (0, 0)%Z by (destruct s; reflexivity). exact IH.
Qed.

Lemma numbers_zeros s n : forall m w, numbers s (zeros n m ++ w) m = numbers s w m.
Proof.
  unfold zeros. induction m as [|m IH]; intros w; [reflexivity|]. cbn [numbers]. rewrite !map_app. f_equal.
  - unfold number. f_equal. etransitivity; [|apply (read_zeros s n)]. do 2 f_equal.
    clear. induction n as [|n IH]; cbn; [reflexivity|]. f_equal. exact IH.
  - etransitivity; [|apply IH]. do 2 f_equal. clear. induction n as [|n IH]; cbn; [reflexivity|]. f_equal. exact IH.
Qed.

Lemma spells_zeros s n w p : spells s w p -> spells s (zeros n (length p) ++ w) p.
Proof.
  intros [F E]. split; [|rewrite numbers_zeros; exact E]. apply Forall_app. split; [|exact F].
  unfold zeros. apply Forall_forall. intros l H. apply repeat_spec in H. subst l. apply repeat_length.
Qed.

Lemma run_zeros T n m w : step T 0 (repeat false m) = Some 0%N -> run T (zeros n m ++ w) = run T w.
Proof.
  intros E. unfold run, zeros. rewrite fold_left_app. f_equal. induction n as [|n IH]; [reflexivity|].
  cbn [repeat fold_left step_of]. rewrite E. exact IH.
Qed.

(** ** Every number is written *)

Fixpoint carried s n (v : Z * Z) : Z * Z := match n with 0 => v | S n => grow s (carried s n v) 0%Z end.
Definition place s n : Z := fst (carried s n (grow s (0, 0)%Z 1%Z)).

Lemma read_from s u : forall v, fold_left (fun v b => grow s v (digit b)) u v = plus (carried s (length u) v) (read s u).
Proof.
  induction u as [|b u IH] using rev_ind; intros v.
  - destruct v. unfold plus. cbn. f_equal; lia.
  - rewrite fold_left_app, app_length, Nat.add_comm, read_app. cbn [fold_left length Nat.add carried].
    rewrite IH. unfold plus. destruct s; cbn [grow fst snd]; f_equal; lia.
Qed.

Lemma number_cons s b u : number s (b :: u) = (digit b * place s (length u) + number s u)%Z.
Proof.
  unfold number, read. cbn [fold_left]. rewrite read_from. unfold plus. cbn [fst]. f_equal.
  unfold place. destruct b; cbn [digit]; [lia|]. rewrite Z.mul_0_l.
  replace (grow s (0, 0)%Z 0%Z) with (0, 0)%Z by (destruct s; reflexivity).
  assert (E : forall n, carried s n (0, 0)%Z = (0, 0)%Z).
  { induction n as [|n IH]; [reflexivity|]. cbn [carried]. rewrite IH. destruct s; reflexivity. }
  rewrite E. reflexivity.
Qed.

Lemma place_binary n : place binary (S n) = (2 * place binary n)%Z.
Proof. unfold place. cbn [carried grow fst]. lia. Qed.

Lemma place_zeckendorf n : place zeckendorf (S (S n)) = (place zeckendorf (S n) + place zeckendorf n)%Z.
Proof. unfold place. cbn [carried grow fst snd]. lia. Qed.

Lemma place_positive s n : (1 <= place s n /\ place s n < place s (S n))%Z.
Proof.
  induction n as [|n [IH1 IH2]]; [destruct s; cbv; split; congruence|].
  destruct s; [rewrite (place_binary (S n))|rewrite (place_zeckendorf n)]; lia.
Qed.

Lemma place_above s n : (Z.of_nat n < place s n)%Z.
Proof. induction n as [|n IH]; [pose proof (place_positive s 0)|pose proof (place_positive s n)]; lia. Qed.

Lemma place_monotone s m n : m <= n -> (place s m <= place s n)%Z.
Proof. induction 1 as [|n _ IH]; [lia|]. pose proof (place_positive s n). lia. Qed.

(** No two digits side by side, in the second system. *)

Fixpoint single (s : system) (a : bool) (u : list bool) : Prop :=
  match u with
  | [] => True
  | b :: u => (s = zeckendorf -> a && b = false) /\ single s b u
  end.

Lemma written s : forall n x, (0 <= x < place s n)%Z -> exists u, length u = n /\ single s false u /\ number s u = x.
Proof.
  induction n as [n IH] using lt_wf_ind. intros x Hx. destruct n as [|n].
  - exists []. assert (place s 0 = 1%Z) by (destruct s; reflexivity). cbn. repeat split; lia.
  - destruct (Z_lt_le_dec x (place s n)) as [L|L].
    + destruct (IH n ltac:(lia) x ltac:(lia)) as [u [H1 [H2 H3]]]. exists (false :: u). cbn [length single].
      rewrite number_cons. cbn [digit]. repeat split; [lia|exact H2|lia].
    + destruct s.
      * rewrite place_binary in Hx. destruct (IH n ltac:(lia) (x - place binary n)%Z ltac:(lia)) as [u [H1 [H2 H3]]].
        exists (true :: u). cbn [length single]. rewrite number_cons. cbn [digit]. rewrite H1.
        repeat split; try lia. destruct u as [|b u]; [exact I|]. cbn in *. split; [discriminate|apply H2].
      * destruct n as [|n].
        -- exists [true]. cbn in Hx, L. cbn. repeat split; lia.
        -- rewrite place_zeckendorf in Hx.
           destruct (IH n ltac:(lia) (x - place zeckendorf (S n))%Z ltac:(lia)) as [u [H1 [H2 H3]]].
           exists (true :: false :: u). cbn [length single]. rewrite !number_cons. cbn [digit length]. rewrite H1.
           repeat split; try exact H2; lia.
Qed.

Fixpoint valid (s : system) (last : letter) (w : word) : Prop :=
  match w with
  | [] => True
  | l :: w => apart last l = true /\ valid s (last_of s l) w
  end.

Definition beside (u : list bool) (w : word) : word := map (fun x => fst x :: snd x) (combine u w).

Lemma beside_heads u : forall w, length u = length w -> map (hd false) (beside u w) = u.
Proof. induction u as [|b u IH]; intros [|l w] H; try discriminate; [reflexivity|]. cbn in *. f_equal. apply IH. lia. Qed.

Lemma beside_tails u : forall w, length u = length w -> map (@tl bool) (beside u w) = w.
Proof. induction u as [|b u IH]; intros [|l w] H; try discriminate; [reflexivity|]. cbn in *. f_equal. apply IH. lia. Qed.

Lemma beside_fits m u : forall w, fits m w -> fits (S m) (beside u w).
Proof.
  induction u as [|b u IH]; intros [|l w] H; try constructor; inversion H; subst; [reflexivity|apply IH; assumption].
Qed.

Lemma beside_valid u : forall a last w, length u = length w -> single zeckendorf a u -> valid zeckendorf last w ->
  valid zeckendorf (a :: last) (beside u w).
Proof.
  induction u as [|b u IH]; intros a last [|l w] H S V; try discriminate; [exact I|].
  cbn in S, V |- *. destruct S as [S1 S2], V as [V1 V2]. rewrite (S1 eq_refl), V1. split; [reflexivity|].
  apply IH; [cbn in H; lia|exact S2|exact V2].
Qed.

Lemma spelled_in s n p : Forall (fun x => (Z.of_nat x < place s n)%Z) p -> exists w, length w = n /\
  fits (length p) w /\ numbers s w (length p) = map Z.of_nat p /\
  (s = zeckendorf -> valid s (repeat false (length p)) w).
Proof.
  induction p as [|x p IH]; intros H.
  - exists (repeat [] n). repeat split; [apply repeat_length|apply Forall_forall; intros l Hl; apply repeat_spec in Hl; subst; reflexivity|].
    intros ->. cbn. induction n as [|n IHn]; [exact I|]. split; [reflexivity|]. apply IHn; constructor.
  - inversion H as [|? ? H1 H2]; subst. destruct (IH H2) as [w [W1 [W2 [W3 W4]]]].
    destruct (written s n (Z.of_nat x) ltac:(lia)) as [u [U1 [U2 U3]]].
    exists (beside u w). assert (E : length u = length w) by lia. repeat split.
    + unfold beside. rewrite map_length, combine_length. lia.
    + apply beside_fits. exact W2.
    + cbn [numbers length map]. rewrite beside_heads, beside_tails, U3, W3 by exact E. reflexivity.
    + intros ->. apply beside_valid; [exact E|exact U2|apply W4; reflexivity].
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
  - specialize (W3 eq_refl). destruct w as [|l w]; [exact I|]. destruct W3 as [_ W3]. split; [reflexivity|exact W3].
Qed.

(** ** What the checks mean *)

Section Meaning.

Variable s : system.
Variable tracks : nat.
Variable wide : nat.
Variable kinds : list kind.
Variable T : table.
Variable R : reader.
Variable most : nat.
Hypothesis checked : closes s tracks wide kinds T R most = true.

Lemma pair_eqb_eq x y : pair_eqb R x y = true -> x = y.
Proof.
  destruct x as [[p q] m], y as [[p' q'] m']. cbn. rewrite !andb_true_iff, !N.eqb_eq. intros [[-> E] H].
  apply same_state_eq in E. apply (list_eqb_eq mark_eqb mark_eqb_eq) in H. congruence.
Qed.

Lemma arrival_eqb_eq x y : arrival_eqb R x y = true -> x = y.
Proof.
  destruct x as [[p q] m], y as [[p' q'] m']. cbn. rewrite !andb_true_iff, Nat.eqb_eq. intros [[-> E] H].
  apply same_state_eq in E. apply (list_eqb_eq mark_eqb mark_eqb_eq) in H. congruence.
Qed.

Lemma stop_eqb_eq x y : stop_eqb R x y = true -> x = y.
Proof.
  destruct x as [[p l] r], y as [[p' l'] r']. cbn. rewrite !andb_true_iff, !N.eqb_eq. intros [[-> H1] H2].
  apply (list_eqb_eq Bool.eqb (fun a b => proj1 (Bool.eqb_true_iff a b))) in H1.
  apply (list_eqb_eq (arrival_eqb R) arrival_eqb_eq) in H2. congruence.
Qed.

Definition fit (z : list (letter * letter)) : Prop := fits tracks (map fst z) /\ fits wide (map snd z).

Lemma pairs_run k : In k kinds -> forall rest z p q ms,
  reachable (pair R) (pair_nexts s T R (prepare s k) (added tracks wide k)) (0%N, first_state R, first_marks k) (p, q, ms) ->
  run T (map fst z) = Some p -> reading R (map snd z) = Some q -> all_agree s k ms z -> fit rest ->
  run T (map fst (z ++ rest)) <> None -> reading R (map snd (z ++ rest)) <> None ->
  Forall (fun f => meets f (fst (total s f (z ++ rest)))) k ->
  exists p q ms, reachable (pair R) (pair_nexts s T R (prepare s k) (added tracks wide k)) (0%N, first_state R, first_marks k) (p, q, ms) /\
    run T (map fst (z ++ rest)) = Some p /\ reading R (map snd (z ++ rest)) = Some q /\ all_agree s k ms (z ++ rest).
Proof.
  intros Hk. assert (checked' := checked). unfold closes in checked'. apply andb_prop in checked'. destruct checked' as [C _].
  apply andb_prop in C. destruct C as [_ C]. rewrite forallb_forall in C. specialize (C k Hk). unfold no_move in C.
  induction rest as [|[l l'] rest IH]; intros z p q ms reach Ep Eq A F Np Nq M.
  - rewrite app_nil_r. exists p, q, ms. tauto.
  - replace (z ++ (l, l') :: rest) with ((z ++ [(l, l')]) ++ rest) in * by (rewrite <- app_assoc; reflexivity).
    destruct F as [F1 F2]. inversion F1 as [|? ? L1 F1']; subst. inversion F2 as [|? ? L2 F2']; subst.
    cbn [map fst snd] in *.
    assert (Np1 := Np). rewrite map_app in Np1. apply run_prefix in Np1.
    assert (Nq1 := Nq). rewrite map_app in Nq1. apply reading_prefix in Nq1.
    rewrite map_app in Np1, Nq1. cbn [map fst snd] in Np1, Nq1. rewrite run_app in Np1. rewrite reading_app in Nq1. rewrite Ep in Np1.
    rewrite Eq in Nq1. cbn [step_of next_of] in Np1, Nq1.
    destruct (step T p l) as [p'|] eqn:Sp; [|congruence]. destruct (next_state q l') as [q'|] eqn:Sq; [|congruence].
    destruct (marks_alive s k (l, l') z rest ms A M) as [ms' [Em A']].
    apply (IH _ p' q' ms'); try assumption; try (split; assumption).
    + destruct (all_good_reachable _ _ pair_eqb_eq _ _ _ _ _ C reach) as [_ On]. apply On.
      unfold pair_nexts. apply in_flat_map. eexists. split; [unfold added; apply (in_map _ _ l); rewrite <- L1; apply in_letters|].
      cbv beta iota. rewrite Sp. apply in_flat_map. eexists.
      split; [apply (in_map _ _ l'); rewrite <- L2; apply in_letters|]. cbv beta iota. rewrite Em, Sq. left. reflexivity.
    + rewrite map_app. cbn [map fst]. rewrite run_app, Ep. exact Sp.
    + rewrite map_app. cbn [map snd]. rewrite reading_app, Eq. exact Sq.
Qed.

Lemma never_joined k z v : In k kinds -> fit z -> v < most ->
  output T (map fst z) = Some v -> value_read R (map snd z) = Some v ->
  ~ Forall (fun f => meets f (fst (total s f z))) k.
Proof.
  intros Hk F Lv Op Oq M.
  assert (S : starts tracks wide T R = true).
  { assert (C := checked). unfold closes in C. apply andb_prop in C. destruct C as [C _]. apply andb_prop in C. tauto. }
  assert (C : no_move s tracks wide T R most k = true).
  { assert (C := checked). unfold closes in C. apply andb_prop in C. destruct C as [C _]. apply andb_prop in C.
    destruct C as [_ C]. rewrite forallb_forall in C. exact (C k Hk). }
  destruct (pairs_run k Hk z [] 0%N (first_state R) (first_marks k)) as [p [q [ms [reach [Ep [Eq A]]]]]].
  - apply at_once.
  - reflexivity.
  - reflexivity.
  - apply first_marks_agree.
  - exact F.
  - cbn [app]. unfold output in Op. destruct (run T (map fst z)); congruence.
  - cbn [app]. unfold value_read in Oq. destruct (reading R (map snd z)); congruence.
  - exact M.
  - cbn [app] in *. unfold no_move in C. destruct (all_good_reachable _ _ pair_eqb_eq _ _ _ _ _ C reach) as [G _].
    unfold pair_good in G. unfold output in Op. unfold value_read in Oq. rewrite Ep in Op. rewrite Eq in Oq. rewrite Op, Oq in G.
    rewrite (proj2 (marks_end_meets s k z ms A) M), Nat.eqb_refl in G. apply Nat.ltb_lt in Lv. rewrite Lv in G. discriminate.
Qed.

Definition real (y : word) (x : arrival R) : Prop :=
  let '(i, q, m) := x in exists z k, map fst z = y /\ fits wide (map snd z) /\ reading R (map snd z) = Some q /\
    nth_error kinds i = Some k /\ all_agree s k m z.

Lemma once_in x l : In x (once R l) -> In x l.
Proof.
  unfold once. rewrite in_map_iff. intros [[i y] [<- H]]. apply PositiveMap.elements_complete in H. cbn [snd].
  assert (G : forall l m, PositiveMap.find i (fold_left (fun m x => PositiveMap.add (hash_of (arrival_code R x)) x m) l m)
      = Some y -> In y l \/ PositiveMap.find i m = Some y).
  { clear. induction l as [|x l IH]; intros m H; [right; exact H|]. cbn in H. apply IH in H. destruct H as [H|H]; [left; right; exact H|].
    destruct (Pos.eq_dec i (hash_of (arrival_code R x))) as [->|N].
    - rewrite PositiveMap.gss in H. injection H as ->. left. left. reflexivity.
    - rewrite PositiveMap.gso in H by exact N. right. exact H. }
  apply G in H. destruct H as [H|H]; [exact H|]. rewrite PositiveMap.gempty in H. discriminate.
Qed.

Lemma arrival_real y n l x x' : nth_error (letters tracks) n = Some l -> real y x ->
  In x' (arrival_next s R (all_prepared s tracks wide kinds R most) n x) -> real (y ++ [l]) x'.
Proof.
  intros En. destruct x as [[i q] m]. cbn [real arrival_next]. intros [z [k [E1 [E2 [E3 [E4 A]]]]]]. unfold all_prepared.
  rewrite (map_nth_error _ i kinds E4). intros H.
  assert (Ea : nth n (map snd (added tracks wide k)) [] = map (fun l' => (l', sums k (l, l'))) (letters wide)).
  { apply nth_error_nth. unfold added. rewrite map_map. cbn [snd]. rewrite (map_nth_error _ n (letters tracks) En). reflexivity. }
  rewrite Ea in H. apply in_flat_map in H. destruct H as [[l0 ds] [Hl H]]. apply in_map_iff in Hl.
  destruct Hl as [l' [Hl' Hl]]. injection Hl' as <- <-.
  destruct (marks_next s (prepare s k) m (sums k (l, l'))) as [m'|] eqn:Em; [|destruct H].
  destruct (next_state q l') as [q'|] eqn:Sq; [|destruct H].
  destruct (PositiveMap.mem _ _) in H; [|destruct H]. destruct H as [<-|[]].
  exists (z ++ [(l, l')]), k. rewrite !map_app. cbn [map fst snd]. repeat split.
  - rewrite E1. reflexivity.
  - apply Forall_app. split; [exact E2|]. constructor; [|constructor].
    clear -Hl. revert l' Hl. induction wide as [|n IH]; intros l' H; cbn in H; [destruct H as [<-|[]]; reflexivity|].
    apply in_app_or in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as [t [<- H]]; cbn; f_equal; apply IH; exact H.
  - rewrite reading_app, E3. exact Sq.
  - exact E4.
  - exact (marks_real s k (l, l') z m m' A Em).
Qed.

Let stop_reachable := reachable (stop R) (stop_nexts s tracks T R (all_prepared s tracks wide kinds R most)) (first_stop s kinds R (all_prepared s tracks wide kinds R most)).

Lemma moves_checked : all_good (stop R) (stop_eqb R) (stop_hash R) (stop_nexts s tracks T R (all_prepared s tracks wide kinds R most)) (stop_good tracks kinds T R most) (first_stop s kinds R (all_prepared s tracks wide kinds R most)) = true.
Proof. assert (C := checked). unfold closes in C. apply andb_prop in C. exact (proj2 C). Qed.

Lemma letter_at l : length l = tracks -> exists n, nth_error (letters tracks) n = Some l /\
  In (n, l) (combine (seq 0 (length (letters tracks))) (letters tracks)).
Proof.
  intros <-. destruct (In_nth_error _ _ (in_letters l)) as [n E]. exists n. split; [exact E|].
  assert (L : n < length (letters (length l))) by (apply nth_error_Some; unfold letter in *; congruence).
  apply (nth_error_In _ n). rewrite (nth_error_nth' _ (0, [])) by (rewrite combine_length, seq_length; lia).
  rewrite combine_nth by (rewrite seq_length; reflexivity). rewrite seq_nth by exact L. rewrite (nth_error_nth _ _ [] E). reflexivity.
Qed.

Lemma stop_after p last r n l p' : stop_reachable (p, last, r) -> step T p l = Some p' ->
  In (n, l) (combine (seq 0 (length (letters tracks))) (letters tracks)) ->
  stop_reachable (p', last_of s l, once R (flat_map (arrival_next s R (all_prepared s tracks wide kinds R most) n) r)).
Proof.
  intros reach E Hn. destruct (all_good_reachable _ _ stop_eqb_eq _ _ _ _ _ moves_checked reach) as [_ On]. apply On.
  unfold stop_nexts. apply in_flat_map. exists (n, l). split; [exact Hn|]. rewrite E. left. reflexivity.
Qed.

Lemma stops_run : forall rest y p last r, stop_reachable (p, last, r) -> run T y = Some p ->
  (forall x, In x r -> real y x) -> fits tracks rest -> run T (y ++ rest) <> None ->
  exists p last r, stop_reachable (p, last, r) /\ run T (y ++ rest) = Some p /\ forall x, In x r -> real (y ++ rest) x.
Proof.
  induction rest as [|l rest IH]; intros y p last r reach E A F N.
  - rewrite app_nil_r. exists p, last, r. tauto.
  - replace (y ++ l :: rest) with ((y ++ [l]) ++ rest) in * by (rewrite <- app_assoc; reflexivity).
    assert (L := Forall_inv F). assert (F' := Forall_inv_tail F). cbn beta in L. assert (N1 := N). apply run_prefix in N1. rewrite run_app, E in N1. cbn [step_of] in N1.
    destruct (step T p l) as [p'|] eqn:Sp; [|congruence]. destruct (letter_at l L) as [n [En Hn]].
    apply (IH _ p' (last_of s l) (once R (flat_map (arrival_next s R (all_prepared s tracks wide kinds R most) n) r))); try assumption.
    + exact (stop_after p last r n l p' reach Sp Hn).
    + rewrite run_app, E. exact Sp.
    + intros x Hx. apply once_in, in_flat_map in Hx. destruct Hx as [x0 [H0 Hx]]. exact (arrival_real y n l x0 x En (A _ H0) Hx).
Qed.

Lemma valid_runs : forall rest y p last r, stop_reachable (p, last, r) -> run T y = Some p ->
  fits tracks rest -> valid s last rest -> run T (y ++ rest) <> None.
Proof.
  induction rest as [|l rest IH]; intros y p last r reach E F V.
  - rewrite app_nil_r, E. discriminate.
  - replace (y ++ l :: rest) with ((y ++ [l]) ++ rest) by (rewrite <- app_assoc; reflexivity).
    assert (L := Forall_inv F). assert (F' := Forall_inv_tail F). cbn beta in L. destruct V as [V1 V2].
    destruct (all_good_reachable _ _ stop_eqb_eq _ _ _ _ _ moves_checked reach) as [G _]. unfold stop_good in G.
    apply andb_prop in G. destruct G as [_ G]. rewrite forallb_forall in G. specialize (G l ltac:(rewrite <- L; apply in_letters)). rewrite V1 in G.
    cbn [negb orb] in G. destruct (step T p l) as [p'|] eqn:Sp; [|discriminate]. destruct (letter_at l L) as [n [En Hn]].
    apply (IH _ p' (last_of s l) (once R (flat_map (arrival_next s R (all_prepared s tracks wide kinds R most) n) r))); try assumption.
    + exact (stop_after p last r n l p' reach Sp Hn).
    + rewrite run_app, E. exact Sp.
Qed.

Lemma letters_first m : nth_error (letters m) 0 = Some (repeat false m).
Proof.
  assert (E : exists r, letters m = repeat false m :: r); [|destruct E as [r ->]; reflexivity].
  induction m as [|m [r IH]]; [exists []; reflexivity|]. cbn [letters]. rewrite IH. cbn. eexists. reflexivity.
Qed.

Lemma first_real : forall n x, In x (first_arrivals s kinds R (all_prepared s tracks wide kinds R most) n) -> real (zeros n tracks) x.
Proof.
  induction n as [|n IH]; intros x H.
  - cbn in H. apply in_map_iff in H. destruct H as [i [<- H]]. apply in_seq in H. exists [], (nth i kinds []).
    repeat split; [constructor|apply nth_error_nth'; lia|apply first_marks_agree].
  - cbn [first_arrivals] in H. apply once_in, in_flat_map in H. destruct H as [x0 [H0 H]].
    replace (zeros (S n) tracks) with (zeros n tracks ++ [repeat false tracks]) by (unfold zeros; rewrite <- repeat_cons; reflexivity).
    exact (arrival_real (zeros n tracks) 0 (repeat false tracks) x0 x (letters_first tracks) (IH x0 H0) H).
Qed.

Lemma zeros_stay n w : run T (zeros n tracks ++ w) = run T w.
Proof.
  apply run_zeros. assert (C := checked). unfold closes, starts in C. apply andb_prop in C. destruct C as [C _].
  apply andb_prop in C. destruct C as [C _]. destruct (output_at T 0); [|discriminate].
  destruct (step T 0 (repeat false tracks)) as [[|]|]; congruence.
Qed.

Lemma zeros_run n : run T (zeros n tracks) = Some 0%N.
Proof. rewrite <- (app_nil_r (zeros n tracks)), zeros_stay. reflexivity. Qed.

Lemma output_of_valid w : fits tracks w -> valid s [] w -> exists v, output T w = Some v.
Proof.
  intros F V. pose proof (valid_runs w (zeros lead tracks) 0%N [] _ (at_once _ _ _) (zeros_run lead) F V) as N.
  destruct (stops_run w (zeros lead tracks) 0%N [] _ (at_once _ _ _) (zeros_run lead) (first_real lead) F N)
    as [p [last [r [reach [E _]]]]]. rewrite zeros_stay in E.
  destruct (all_good_reachable _ _ stop_eqb_eq _ _ _ _ _ moves_checked reach) as [G _]. unfold stop_good in G.
  unfold output. rewrite E. destruct (output_at T p) as [v|]; [exists v; reflexivity|]. cbn in G. discriminate.
Qed.

Lemma moves_to_less w v : fits tracks w -> output T w = Some v -> v <= most /\ forall u, u < v ->
  exists z k, In k kinds /\ map fst z = zeros lead tracks ++ w /\ fit z /\ value_read R (map snd z) = Some u /\
    Forall (fun f => meets f (fst (total s f z))) k.
Proof.
  intros F O. assert (N : run T (zeros lead tracks ++ w) <> None).
  { rewrite zeros_stay. unfold output in O. destruct (run T w); congruence. }
  destruct (stops_run w (zeros lead tracks) 0%N [] _ (at_once _ _ _) (zeros_run lead) (first_real lead) F N)
    as [p [last [r [reach [E A]]]]]. rewrite zeros_stay in E.
  destruct (all_good_reachable _ _ stop_eqb_eq _ _ _ _ _ moves_checked reach) as [G _]. unfold stop_good in G.
  unfold output in O. rewrite E in O. rewrite O in G. apply andb_prop in G. destruct G as [G _]. apply andb_prop in G.
  destruct G as [G1 G2]. split; [apply Nat.leb_le; exact G1|]. intros u Hu. rewrite forallb_forall in G2.
  specialize (G2 u ltac:(apply in_seq; lia)). apply existsb_exists in G2. destruct G2 as [[[i q] m] [Hx G2]].
  specialize (A _ Hx). cbn [real] in A. destruct A as [z [k [Z1 [Z2 [Z3 [Z4 Z5]]]]]].
  destruct (state_value q) as [u'|] eqn:Oq; [|discriminate]. rewrite Z4 in G2. apply andb_prop in G2. destruct G2 as [G2 G3].
  apply Nat.eqb_eq in G2. subst u'. exists z, k. split; [exact (nth_error_In _ _ Z4)|]. split; [exact Z1|].
  split; [split; [rewrite Z1; apply Forall_app; split; [|exact F]|exact Z2]|].
  { unfold zeros. apply Forall_forall. intros l H. apply repeat_spec in H. subst l. apply repeat_length. } split; [unfold value_read; rewrite Z3; exact Oq|].
  apply (marks_end_meets s k z m Z5). exact G3.
Qed.

End Meaning.

(** ** The theorem *)

Section Game.

Variable s : system.
Variable tracks : nat.
Variable kinds : list kind.
Variable M : machine.
Variable most : nat.
Hypothesis checked : checks s tracks kinds (table_of M) most = true.

Variable G : game.
Variable written_as : position G -> list nat.
Hypothesis move_is : forall x y, length (written_as x) = tracks -> In y (options x) ->
  length (written_as y) = tracks /\ exists k, In k kinds /\ allows_move k (written_as x) (written_as y).
Hypothesis is_move : forall x p k, length (written_as x) = tracks -> length p = tracks -> In k kinds ->
  allows_move k (written_as x) p -> exists y, In y (options x) /\ written_as y = p.

Let T := table_of M.

Lemma combined (a : word) : forall b : word, length a = length b ->
  map fst (combine a b) = a /\ map snd (combine a b) = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [split; reflexivity|].
  destruct (IH b ltac:(cbn in E; lia)) as [H1 H2]. cbn. rewrite H1, H2. split; reflexivity.
Qed.

Lemma meets_moves z k p p' : fit tracks tracks z -> spells s (map fst z) p -> spells s (map snd z) p' ->
  length p = tracks -> length p' = tracks ->
  (Forall (fun f => meets f (fst (total s f z))) k <-> allows_move k p p').
Proof.
  intros [F1 F2] [_ E1] [_ E2] L1 L2. rewrite L1 in E1. rewrite L2 in E2. unfold allows_move.
  assert (E : forall f, fst (total s f z) = (dots (before f) (map Z.of_nat p) + dots (after f) (map Z.of_nat p'))%Z).
  { intros f. rewrite (total_dots s f z tracks F1 F2), E1, E2. reflexivity. }
  split; apply Forall_impl; intros f; rewrite E; tauto.
Qed.

Lemma padded w w' p p' : spells s w p -> spells s w' p' -> length p = tracks -> length p' = tracks ->
  exists z, fit tracks tracks z /\ spells s (map fst z) p /\ spells s (map snd z) p' /\
    output T (map fst z) = output T w /\ output T (map snd z) = output T w'.
Proof.
  intros W W' L L'. assert (S : step T 0 (repeat false tracks) = Some 0%N).
  { assert (C := checked). unfold checks, closes, starts in C. apply andb_prop in C. destruct C as [C _]. apply andb_prop in C.
    destruct C as [C _]. fold T in C. destruct (output_at T 0); [|discriminate].
    destruct (step T 0 (repeat false tracks)) as [[|]|]; congruence. }
  set (a := zeros (length w' - length w) tracks ++ w). set (b := zeros (length w - length w') tracks ++ w').
  assert (E : length a = length b) by (unfold a, b, zeros; rewrite !app_length, !repeat_length; lia).
  destruct (combined a b E) as [Ea Eb].
  exists (combine a b). rewrite Ea, Eb.
  assert (Sa : spells s a p) by (unfold a; rewrite <- L; apply spells_zeros; exact W).
  assert (Sb : spells s b p') by (unfold b; rewrite <- L'; apply spells_zeros; exact W').
  repeat split; try apply Sa; try apply Sb.
  - rewrite Ea, <- L. apply Sa.
  - rewrite Eb, <- L'. apply Sb.
  - unfold output, a. rewrite (run_zeros T _ _ w S). reflexivity.
  - unfold output, b. rewrite (run_zeros T _ _ w' S). reflexivity.
Qed.

Theorem told_values : forall x v, length (written_as x) = tracks -> v < most ->
  (nim_value x = v <-> tells s M (written_as x) v).
Proof.
  assert (claim : forall x, length (written_as x) = tracks -> forall v, v < most ->
    (nim_value x = v <-> tells s M (written_as x) v)); [|intros x v Lx; exact (claim x Lx v)].
  apply (play_induction G (fun x => length (written_as x) = tracks -> forall v, v < most ->
    (nim_value x = v <-> tells s M (written_as x) v))).
  intros x IH' all_tracks.
  assert (IH : forall y, In y (options x) -> forall v, v < most -> (nim_value y = v <-> tells s M (written_as y) v)).
  { intros y Hy. apply (IH' y Hy). apply (move_is x y all_tracks Hy). }
  destruct (nim_value_is_mex G x) as [unreached below].
  (* A word of x that outputs v allows each lesser value, and v itself where it is below the bound. *)
  assert (lesser : forall w v, spells s w (written_as x) -> output T w = Some v ->
    v <= most /\ forall u, u < v -> reached nim_value x u).
  { intros w v W O. assert (F := proj1 W). rewrite all_tracks in F.
    destruct (moves_to_less s tracks tracks kinds T (by_table T) most checked w v F O) as [H1 H2]. split; [exact H1|]. intros u Hu.
    destruct (H2 u Hu) as [z [k [Hk [Z1 [[Z2 Z3] [Z4 Z5]]]]]].
    destruct (spells_something s tracks (map snd z) Z3) as [p [P1 P2]].
    assert (A : allows_move k (written_as x) p).
    { apply (meets_moves z k); try assumption; [split; assumption|].
      rewrite Z1, <- all_tracks. apply spells_zeros. exact W. }
    destruct (is_move x p k all_tracks P1 Hk A) as [y [Hy Ey]]. exists y. split; [exact Hy|]. apply (IH y Hy u ltac:(lia)).
    exists (map snd z). rewrite Ey. split; [exact P2|exact Z4]. }
  assert (same : forall w v, spells s w (written_as x) -> output T w = Some v -> v < most -> ~ reached nim_value x v).
  { intros w v W O Lv [y [Hy Vy]]. apply (IH y Hy v Lv) in Vy. destruct Vy as [w' [W' O']].
    destruct (move_is x y all_tracks Hy) as [all_tracks' [k [Hk A]]].
    destruct (padded w w' _ _ W W' all_tracks all_tracks') as [z [Z1 [Z2 [Z3 [Z4 Z5]]]]].
    apply (never_joined s tracks tracks kinds T (by_table T) most checked k z v Hk Z1 Lv).
    - rewrite Z4. exact O.
    - exact (eq_trans Z5 O').
    - apply (meets_moves z k (written_as x) (written_as y)); assumption. }
  intros v Lv. split.
  - intros E. destruct (spelled s (written_as x)) as [w [W V]].
    assert (F := proj1 W). rewrite all_tracks in F.
    destruct (output_of_valid s tracks tracks kinds T (by_table T) most checked w F V) as [o O]. exists w. split; [exact W|].
    destruct (lesser w o W O) as [Lo Ho]. unfold T in *. rewrite O. f_equal.
    destruct (lt_eq_lt_dec o v) as [[H|H]|H]; [|exact H|].
    + exfalso. apply (same w o W O ltac:(lia)). apply below. lia.
    + exfalso. apply unreached. rewrite E. apply Ho. exact H.
  - intros [w [W O]]. destruct (lesser w v W O) as [_ H].
    destruct (lt_eq_lt_dec (nim_value x) v) as [[L|L]|L]; [|exact L|].
    + exfalso. apply unreached. apply H. exact L.
    + exfalso. apply (same w v W O Lv). apply below. exact L.
Qed.

Theorem told_P_positions x : 0 < most -> length (written_as x) = tracks ->
  (P_position normal x <-> tells s M (written_as x) 0).
Proof. intros H L. rewrite P_position_iff_nim_value_0. apply told_values; assumption. Qed.

End Game.
