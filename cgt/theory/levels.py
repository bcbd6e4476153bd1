"""Levels of nim-values of a game with linear moves: guessed from tables, proved for all positions, certified.

G_v is the set of positions worth at least v. The definition of the nim-value is a sentence that G_v and G_{v-1} satisfy
and, since every play ends, no other set in place of G_v: see `cgt.digits.moves`. So an automaton that satisfies it is
G_v. Where the number system does not add, what is recognised is only observed. A certificate of levels holds the
automata, which anyone can decide again from the rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs

from cgt.core.arrays import np
from cgt.core.language import _, ngettext
from cgt.core.numbers import check_whole, format_int, is_whole
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton, side_by_side
from cgt.digits.decide import Decision, decide, define
from cgt.digits.formula import Formula, Predicate, formula
from cgt.digits.linear import no_addition
from cgt.digits.moves import LinearMoves, wythoff_moves
from cgt.digits.recognise import MOST_CLASSES, DenseTable, Guesses, JudgedTuples
from cgt.digits.system import NumberSystem, number_system
from cgt.digits.termination import falls_by_bounds
from cgt.digits.work import DEFAULT_STATES, Work
from cgt.errors import (
    BudgetError,
    CertificateError,
    MemoryBudgetError,
    NoAdditionError,
    NumberError,
    RulesetError,
    TableError,
)
from cgt.theory.certificate import Certificate, read_counts, read_text_field
from cgt.theory.played_out import PlayedOut

if TYPE_CHECKING:
    from cgt.core.progress import Progress


LevelStatus: TypeAlias = Literal["proved", "observed", "none seen"]

FIRST_PLAYED_OUT = 24
"""The size to which positions are played out first, then twice it, until a guess holds or the work is too much."""

FIRST_CELLS = 8_000_000
"""The first box is smaller where it would hold more positions: of six heaps."""

MOST_PLAYED_OUT = 80_000_000
"""A size predicted to take more work is not begun: about 0.1 microseconds each."""

LOOK_WORK = 300
"""The work of a look at a box of positions, when an automaton is guessed."""

MANY_TIMES = 2
"""A number system is given up where it tells so many times more states apart than one before it."""

QUICK_WORK = 4_000_000
"""A guess is compared with a table of about so many pairs of a position and a choice before it is decided."""


@attrs.frozen
class Level:
    """One level: the positions of nim-value at least v, as far as they are known.

    Attributes:
        value: v; 0 for the P-positions of misère play.
        automaton: of the positions worth at least v, or lost; None when none was seen.
        status: `proved` for all positions, `observed` on a table, or `none seen`.
        limit: how large the table was; 0 where there was none.
        decision: of the sentence that proves it, None when it was not decided.
        note: why it is not proved, or not looked for, or where the proof is kept.
    """

    value: int
    automaton: Automaton | None
    status: LevelStatus
    limit: int
    decision: Decision | None = attrs.field(default=None, repr=False)
    note: str = ""

    def __str__(self) -> str:
        if self.automaton is None:
            if not self.limit:
                return _("level {value}: none seen ({note})").format(value=self.value, note=self.note)
            return _("level {value}: none seen to {limit}").format(
                value=self.value, limit=format_int(self.limit, group=True)
            )
        states = self.automaton.states
        if self.status == "proved":
            text = ngettext(
                "level {value}: {states} state, proved for all positions",
                "level {value}: {states} states, proved for all positions",
                states,
            )
        else:
            text = ngettext(
                "level {value}: {states} state, observed to {limit}",
                "level {value}: {states} states, observed to {limit}",
                states,
            )
        numbers = {"states": format_int(states, group=True), "limit": format_int(self.limit, group=True)}
        shown = text.format(value=self.value, **numbers)
        return f"{shown} ({self.note})" if self.note else shown


def levels(
    moves: LinearMoves,
    up_to: int,
    *,
    limit: int | None = None,
    states: int = DEFAULT_STATES,
    progress: Progress | None = None,
) -> Iterator[Level]:
    """The levels 1, 2, …, `up_to`, one by one; ends early after a level that is not proved.

    Levels whose certificate ships with the package are taken from there, unless a limit is given.

    Args:
        moves: of the game.
        up_to: the highest level, at least 1.
        limit: the largest table to guess from.
        states: how many states an automaton may have on the way, by default four million.
        progress: called with (states made, states allowed).

    Raises:
        NumberError: `up_to` is below 1.

    >>> from cgt.digits.moves import bounded_moves
    >>> for level in levels(bounded_moves(2), 2):
    ...     print(level)
    level 1: 3 states, proved for all positions
    level 2: 3 states, proved for all positions
    """
    up_to = check_whole(up_to, "levels count from 1", least=1)
    if moves.needed > 1:
        up_to = 1  # where moves are forbidden for one turn there are outcomes, and no nim-values
    search = _Search(moves, limit, states, progress)
    below: Predicate | None = None
    least = 0
    kept = moves.kept() if moves.kept is not None and limit is None else ()
    known = [each for each in kept if each.system == moves.system][:up_to]
    for value, automaton in enumerate(known, 1):
        yield Level(value, automaton, "proved", 0, note=_("by the certificate that ships with the package"))
        below = Predicate(f"G{value}", automaton)
    for value in range(len(known) + 1, up_to + 1):
        level = search.level(value, below, least)
        yield level
        if level.automaton is None or level.status != "proved":
            return
        below = Predicate(f"G{value}", level.automaton)
        least = level.limit  # a table too small for one level has been too small for the next


def lost_positions(
    moves: LinearMoves,
    convention: Convention = Convention.NORMAL,
    *,
    limit: int | None = None,
    states: int = DEFAULT_STATES,
    progress: Progress | None = None,
) -> Level:
    """The P-positions of normal or misère play, guessed from tables of positions and proved.

    >>> from cgt.digits.moves import bounded_moves
    >>> print(lost_positions(bounded_moves(3), Convention.MISERE))
    level 0: 3 states, proved for all positions
    """
    return _Search(moves, limit, states, progress).lost(convention)


def descriptions(levels: Iterable[Level], names: Sequence[str]) -> Iterator[str | None]:
    """The sentence for the positions worth one less than each level's value, or for the P-positions of misère play.

    None where a level is not proved, or no sentence is found: see `cgt.digits.description`.

    Args:
        levels: the levels 1, 2, …, or the P-positions alone.
        names: of the numbers of a position.

    >>> from cgt.digits.moves import bounded_moves
    >>> list(descriptions(levels(bounded_moves(2), 2), ["n"]))
    ['n mod 3 == 0', 'n mod 3 == 1']
    """
    from cgt.digits.description import description

    above: Automaton | None = None
    for level in levels:
        here = level.automaton if level.status == "proved" else None
        if here is None:
            yield None
            continue
        if above is None:
            above = Automaton.everything(here.system, here.tracks)
        yield description(above - here if level.value else here, names)
        above = here


Sentences = Callable[[Automaton, LinearMoves], Formula]
"""The sentence that a guess has to satisfy, the moves being read in one number system."""


@attrs.define
class _Search:
    moves: LinearMoves
    limit: int | None
    states: int
    progress: Progress | None
    _ways: list[LinearMoves] = attrs.field(init=False)
    """The moves in each number system that is still looked in: one alone once something is recognised in it."""
    _notes: dict[str, str] = attrs.field(init=False, factory=dict)
    """The reasons why nothing can be proved, by number system, empty for none."""
    _played: PlayedOut = attrs.field(init=False)
    _guesses: list[Guesses] | None = attrs.field(init=False, default=None)
    """The guesses from the last table that was looked at."""
    _repeated: list[Guesses] = attrs.field(init=False, factory=list)
    """Those from the same table, read as if a period that it shows went on."""

    def __attrs_post_init__(self) -> None:
        self._ways = [attrs.evolve(self.moves, system=system) for system in (self.moves.system, *self.moves.systems)]
        self._played = PlayedOut(self.moves)

    def level(self, value: int, below: Predicate | None, least: int) -> Level:
        """The level of `value`, where the one below is proved; guessed from tables of size `least` or more."""

        def sentences(guess: Automaton, moves: LinearMoves) -> Formula:
            return (moves.sentences or moves.level)(Predicate(f"G{value}", guess), below)

        table = partial(self.moves.table or self._played.at_least, value)
        return self._recognise(value, table, sentences, played=self.moves.table is None, least=least)

    def lost(self, convention: Convention) -> Level:
        """The P-positions of a convention."""

        def sentences(guess: Automaton, moves: LinearMoves) -> Formula:
            return moves.lost(Predicate("P", guess), convention)

        won = self.moves.won_table
        if won is None:
            return self._recognise(0, lambda size: self._played.lost(size, convention), sentences, played=True)
        a_move = self.moves.some_option(lambda _result: formula(value=True))

        def lost(won: Automaton) -> Automaton:
            if convention is Convention.NORMAL:
                return ~won
            return define(a_move, self.moves.system, self.moves.names) - won

        result = self._recognise(
            0, lambda size: won(size, convention), lambda guess, moves: sentences(lost(guess), moves)
        )
        return result if result.automaton is None else attrs.evolve(result, automaton=lost(result.automaton))

    def _sizes(self, least: int, *, played: bool) -> Iterator[int]:
        """The sizes of tables to guess from, ascending, up to the limit or while computing them is quick."""
        last = self.limit or 0
        if played:
            first = min(FIRST_PLAYED_OUT, int(FIRST_CELLS ** (1 / len(self.moves.names))))
            sizes: Iterable[int] = self._while_quick(max(least, first))
        else:
            sizes = (size for size in self.moves.sizes if size >= least)
        for size in sizes:
            if last and size >= last:
                break
            yield size
        if last >= least and last:
            yield last

    def _while_quick(self, size: int) -> Iterator[int]:
        """Growing sizes of tables, while the work on the last one allows the next, or up to the limit.

        Work is counted and not timed: a busy machine sees what any other does.
        """
        count = len(self.moves.names)
        factor = 2.0 if count <= 2 else 1.5
        before = repeated = 0
        while True:
            yield size
            if self._guesses is None:
                return  # what cannot be played out is not played out further
            work = self._played.work[size] + size**count + LOOK_WORK * sum(each.looks for each in self._guesses)
            growth = work / before if before else factor ** (1 + count)
            # A period that is seen once need not be seen again: what it took says nothing of the next table.
            repeated += LOOK_WORK * sum(each.looks for each in self._repeated)
            if not self.limit and repeated + work * growth > MOST_PLAYED_OUT:
                return
            before, size = work, int(size * factor)

    def _recognise(
        self,
        value: int,
        table: Callable[[int], JudgedTuples],
        sentences: Sentences,
        *,
        played: bool = False,
        least: int = 0,
    ) -> Level:
        refusal = ""
        seen, quick = 0, int(QUICK_WORK ** (1 / (1 + len(self.moves.names)))) if played else 0
        for size in self._sizes(least, played=played):
            self._guesses = None
            try:
                answers = table(size)
            except (TableError, MemoryBudgetError) as error:
                refusal = str(error)
                continue
            seen, self._guesses, self._repeated = size, [], []
            further = cache(partial(table, quick)) if size < quick else None
            for judged, begun in zip(_as_it_is_and_repeated(answers), (self._guesses, self._repeated), strict=False):
                for moves, suggested in self._simplest(judged, begun):
                    level = self._proved(value, size, suggested, moves, sentences, further)
                    if level is not None:
                        self._ways = [moves]
                        return level
        note = next(filter(None, self._notes.values()), "") if seen else refusal
        return Level(value, None, "none seen", seen, note=note)

    def _simplest(self, answers: JudgedTuples, begun: list[Guesses]) -> list[tuple[LinearMoves, Iterator[Automaton]]]:
        """The guesses in each number system, few states first; a later number system must save many states."""
        suggested = []
        most = MOST_CLASSES
        for place, moves in enumerate(self._ways):
            with suppress(TableError):  # too short to guess from
                guesses = Guesses(answers, moves.system, most=most)
                begun.append(guesses)
                every = iter(guesses)
                first = next(every, None)
                if first is not None:
                    suggested.append((first.states * (1 + place), place, chain([first], every)))
                most = min(most, max(MANY_TIMES * guesses.states, FIRST_PLAYED_OUT))
        return [(self._ways[place], every) for _weight, place, every in sorted(suggested, key=itemgetter(0, 1))]

    def _proved(
        self,
        value: int,
        size: int,
        suggested: Iterator[Automaton],
        moves: LinearMoves,
        sentences: Sentences,
        further: Callable[[], JudgedTuples] | None = None,
    ) -> Level | None:
        """The level of the first guess that is proved, or of the first where nothing can be proved.

        Deciding may take long where a guess is wrong, so it is first compared with the table `further`.
        """
        note = self._note(moves)
        for guess in suggested:
            if note:
                return Level(value, guess, "observed", size, note=note)
            if further is not None:
                with suppress(TableError, MemoryBudgetError):
                    if further().first_difference(guess) is not None:
                        continue
            work = Work(states=self.states, progress=self.progress)
            try:
                decision = decide(sentences(guess, moves), moves.system, work=work)
            except (BudgetError, NoAdditionError) as error:
                note = self._notes[moves.system.name] = str(error)
                return Level(value, guess, "observed", size, note=note)
            if decision:
                return Level(value, guess, "proved", size, decision)
        return None

    def _note(self, moves: LinearMoves) -> str:
        """The reason why nothing can be proved in this number system; empty where it can."""
        name = moves.system.name
        if name not in self._notes:
            reason = no_addition(moves.system)
            if reason is None and not falls_by_bounds(moves) and not decide(moves.ends(), moves.system):
                reason = _("a move does not make the position smaller")
            self._notes[name] = reason or ""
        return self._notes[name]


def _as_it_is_and_repeated(table: JudgedTuples) -> Iterator[JudgedTuples]:
    """A table, then the table repeated for ever if it shows a period: for many residues it may be too short."""
    yield table
    if isinstance(table, DenseTable) and (repeated := table.repeated()) is not None:
        yield repeated


MOST_LEVELS = 1_000


@attrs.frozen
class LevelCertificate(Certificate):
    """Automata of the positions worth at least 1, 2, …, or in misère play of the P-positions, with their proof.

    On paper they are one machine: `steps` by state and letter, as those of an `Automaton`, and `values`, by state, how
    many of the sets a word is in that ends there.

    Attributes:
        ruleset: as text.
        convention: misère play has one automaton, of the P-positions.
        automata: in the order of the levels.

    >>> from cgt.digits.moves import bounded_moves
    >>> from cgt.theory.levels import levels
    >>> moves = bounded_moves(3)
    >>> result = LevelCertificate("bounded-nim(3)", Convention.NORMAL, tuple(x.automaton for x in levels(moves, 1)))
    >>> result.verify(moves)
    >>> LevelCertificate.from_json(result.to_json()) == result
    True
    """

    kind = "level"
    formats = (
        ("cgt level certificate 2", "ruleset", "convention", "system", "tracks", "levels", "values", "steps", "sha256"),
    )
    compact = True

    ruleset: str
    convention: Convention
    automata: tuple[Automaton, ...] = attrs.field(repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse sets that do not belong to the convention."""
        if not self.automata or (self.convention is Convention.MISERE and len(self.automata) > 1):
            raise CertificateError("there are levels, and in misère play there is one set, the P-positions")

    def __str__(self) -> str:
        sizes = ", ".join(f"{automaton.states:,}" for automaton in self.automata)
        levels = len(self.automata)
        if levels > 1:
            what = f"values below {levels} for all positions, by automata"
        elif self.convention is Convention.MISERE:
            what = "misère P-positions of any size, by an automaton"
        else:
            what = "P-positions of any size, by an automaton"
        return f"{self.ruleset}: {what} of {sizes} states in {self.automata[0].system}"

    def verify(self, rule: LinearMoves | None = None, progress: Progress | None = None) -> None:
        """Verify the sets from the moves, by a procedure that shares no code with the proof.

        For Wythoff's game other sentences take the place of the definition, and small heaps are played out as well.

        Raises:
            CertificateError: it does not hold; with a position at which it shows.
            BudgetError: it is too large for the second procedure.
            RulesetError: the moves are not given: the file only names the game.
        """
        from cgt.theory.verify.level_check import check_levels, check_lost, check_pairs

        if rule is None:
            raise RulesetError(f"the levels are of {self.ruleset}: give its moves to check them")
        if any(each.tracks != len(rule.names) for each in self.automata):
            raise CertificateError(f"a position of {self.ruleset} is read on {len(rule.names)} tracks")
        moves = attrs.evolve(rule, system=self.automata[0].system)
        wythoff = attrs.evolve(wythoff_moves(), system=moves.system)
        if self.convention is Convention.NORMAL and repr(moves) == repr(wythoff):  # terms have no plain ==
            check_pairs(self.automata, moves.system, progress)
        elif self.convention is Convention.NORMAL:
            check_levels(moves, self.automata, progress)
        else:
            (lost,) = self.automata
            check_lost(moves, lost, self.convention, progress)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the other fields."""
        return str(self.fields()["sha256"])

    def fields(self) -> dict[str, Any]:
        first = self.automata[0]
        rows, counts = side_by_side(self.automata)
        fields = {
            "format": "cgt level certificate 2",
            "ruleset": self.ruleset,
            "convention": self.convention.value,
            "system": first.system.name,
            "tracks": first.tracks,
            "levels": len(self.automata),
            "values": counts.tolist(),
            "steps": rows.tolist(),
        }
        return fields | {"sha256": _hash(fields.values())}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> LevelCertificate:
        ruleset, convention = read_text_field(record, "ruleset"), read_text_field(record, "convention")
        tracks, levels = read_counts(record, ("tracks", "levels"))
        values, steps = record["values"], record["steps"]
        if convention not in {"normal", "misere"} or tracks not in range(1, 7) or levels not in range(1, MOST_LEVELS):
            raise CertificateError("a convention is normal or misere, the tracks are 1 to 6, and there are levels")
        if not (isinstance(values, list) and isinstance(steps, list)):
            raise CertificateError("the values and the steps are lists")
        if record["sha256"] != _hash([record["format"], *(record[key] for key in cls.formats[0][1:-1])]):
            raise CertificateError("this is not what the hash was taken of: the certificate was changed")
        if not all(is_whole(value) and 0 <= value <= levels for value in values):
            raise CertificateError(f"a state is in 0 to {levels} of the sets")
        try:
            system = number_system(read_text_field(record, "system"))
            guess = tuple(_automaton(system, tracks, values, steps, level) for level in range(1, levels + 1))
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise CertificateError(f"the automata cannot be read: {error}") from None
        return cls(ruleset, Convention(convention), guess)


def _automaton(
    system: NumberSystem, tracks: int, values: Sequence[int], steps: Sequence[Sequence[int]], level: int
) -> Automaton:
    """The automaton of one level."""
    if not all(is_whole(number) for row in (values, *steps) for number in row):
        raise NumberError("a state is a row of whole numbers, and has a value")
    return Automaton.of(system, tracks, steps, np.array(values) >= level)


def _hash(fields: Iterable[object]) -> str:
    return sha256(json.dumps(list(fields), separators=(",", ":")).encode()).hexdigest()
