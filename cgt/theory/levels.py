"""The nim-values of a game with linear moves, level by level: guessed from a table, proved for all positions, kept.

G_v is the set of positions worth at least v. The definition of the nim-value is a sentence that G_v and G_{v-1} satisfy
and, since every play ends, no other set in place of G_v: see `cgt.digits.moves`. So an automaton that satisfies it is
G_v. Where the number system does not add, what is recognised is only observed. A certificate of levels holds the
automata, which anyone can decide again from the rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from hashlib import sha256
from itertools import count
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import attrs
import numpy as np

from cgt.core.errors import (
    BudgetError,
    CertificateError,
    NoAdditionError,
    NumberError,
    RulesetError,
    SentenceError,
    TableError,
)
from cgt.core.language import _
from cgt.core.numbers import check_whole
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton, side_by_side
from cgt.digits.decide import Decision, decide, define
from cgt.digits.formula import And, Compare, Formula, Not, Or, Predicate, Term, formula
from cgt.digits.linear import no_addition
from cgt.digits.moves import LinearMoves, wythoff_moves
from cgt.digits.recognise import DenseTable, JudgedTuples, recognise, table_of
from cgt.digits.system import NumberSystem, number_system
from cgt.digits.work import DEFAULT_STATES, Work
from cgt.theory.certificate import Certificate, read_counts, read_text_field

if TYPE_CHECKING:
    from cgt.core.progress import Progress


Position = tuple[int, ...]

SMALL = 1 << 31
"""Constants and coefficients below this bound stay within 64 bits."""


def options_of(moves: LinearMoves, position: Position) -> set[Position]:
    """The options, straight from the formulas: every choice up to the size is tried.

    >>> from cgt.digits.moves import takeaway_moves
    >>> sorted(options_of(takeaway_moves(2), (5, 2)))
    [(3, 4), (4, 2)]
    """
    numbers = dict(zip(moves.names, position, strict=True))
    most = int(_value(moves.size, numbers))
    found: set[Position] = set()
    for kind in moves.options:
        grid = np.indices((most + 1,) * len(kind.chosen)).reshape(len(kind.chosen), -1)
        known = {**numbers, **dict(zip(kind.chosen, grid, strict=True))}
        allowed = np.broadcast_to(_holds(kind.allowed, known), grid.shape[1])
        results = [np.broadcast_to(_value(term, known), grid.shape[1])[allowed] for term in kind.result]
        found.update(zip(*(column.tolist() for column in results), strict=True))
    return found


class PlayedOut:
    """Nim-values and P-positions by the definitions, each position once.

    >>> from cgt.digits.moves import takeaway_moves
    >>> PlayedOut(takeaway_moves(2)).nim_value((12, 8))
    6
    """

    def __init__(self, moves: LinearMoves) -> None:
        self.moves = moves
        self._values: dict[Position, int] = {}
        self._lost: dict[Position, bool] = {}

    def nim_value(self, position: Position) -> int:
        """The least number that no option is worth."""
        known = self._values.get(position)
        if known is None:
            worths = {self.nim_value(option) for option in options_of(self.moves, position)}
            known = self._values[position] = next(value for value in count() if value not in worths)
        return known

    def is_lost(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Whether the player to move loses."""
        if convention is Convention.NORMAL:
            return self.nim_value(position) == 0
        known = self._lost.get(position)
        if known is None:
            options = options_of(self.moves, position)
            known = bool(options) and not any(self.is_lost(option, convention) for option in options)
            self._lost[position] = known
        return known

    def at_least(self, value: int, stop: int) -> DenseTable:
        """Which positions of numbers below `stop` are worth at least `value`."""
        return table_of(lambda *position: self.nim_value(position) >= value, len(self.moves.names), stop)

    def lost(self, stop: int, convention: Convention) -> DenseTable:
        """Which positions of numbers below `stop` are lost."""
        return table_of(lambda *position: self.is_lost(position, convention), len(self.moves.names), stop)


def _value(term: Term, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, or an array of them
    if max(map(abs, (term.constant, *term.coefficients.values()))) < SMALL:
        return term.constant + sum(c * numbers[name] for name, c in term.coefficients.items())
    exact = {name: np.asarray(numbers[name], object) for name in term.coefficients}  # beyond the machine's integers
    return term.constant + sum(c * exact[name] for name, c in term.coefficients.items())


def _holds(formula: Formula, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an answer, or an array of them
    if isinstance(formula, Compare):
        value = _value(formula.term, numbers)
        return value <= 0 if formula.at_most else value == 0
    if isinstance(formula, And):
        return reduce(np.logical_and, (_holds(part, numbers) for part in formula.parts), True)
    if isinstance(formula, Or):
        return reduce(np.logical_or, (_holds(part, numbers) for part in formula.parts), False)
    if isinstance(formula, Not):
        return np.logical_not(_holds(formula.body, numbers))
    raise SentenceError(f"the condition of a move compares numbers, and nothing more: not {formula}")


LevelStatus: TypeAlias = Literal["proved", "observed", "none seen"]

FIRST_PLAYED_OUT = 24
"""Positions are played out to this size first, then to twice the size, until a guess holds or the time is over."""

PLAYED_OUT_SECONDS = 10.0
"""A size predicted to take more processor seconds is not begun."""


@attrs.frozen
class Level:
    """One level of nim-values, as far as it is known.

    Attributes:
        value: v; 0 for the P-positions of misère play.
        automaton: of the positions worth at least v, or lost; None when none was seen.
        status: `proved` for all positions, `observed` on a table, or `none seen`.
        limit: how large the table was.
        decision: of the sentence that proves it, None when it was not decided.
        note: why it is not proved.
    """

    value: int
    automaton: Automaton | None
    status: LevelStatus
    limit: int
    decision: Decision | None = attrs.field(default=None, repr=False)
    note: str = ""

    def __str__(self) -> str:
        if self.automaton is None:
            return _("level {value}: none seen to {limit}").format(value=self.value, limit=f"{self.limit:,}")
        if self.status == "proved":
            text = _("level {value}: {states} states, proved for all positions")
        else:
            text = _("level {value}: {states} states, observed to {limit}")
        shown = text.format(value=self.value, states=f"{self.automaton.states:,}", limit=f"{self.limit:,}")
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

    Args:
        moves: of the game.
        up_to: the highest level, at least 1.
        limit: the largest table to guess from.
        states: how many states an automaton may have on the way, by default four million.
        progress: called with (states made, states allowed).

    Raises:
        NumberError: `up_to` is below 1.

    >>> from cgt.digits.moves import bounded_moves
    >>> for level in levels(bounded_moves(3), 4):
    ...     print(level)
    level 1: 3 states, proved for all positions
    level 2: 4 states, proved for all positions
    level 3: 3 states, proved for all positions
    level 4: 1 states, proved for all positions
    """
    up_to = check_whole(up_to, "levels count from 1", least=1)
    search = _Search(moves, limit, states, progress)
    below: Predicate | None = None
    least = 0
    for value in range(1, up_to + 1):
        found = search.level(value, below, least)
        yield found
        if found.automaton is None or found.status != "proved":
            return
        below = Predicate(f"G{value}", found.automaton)
        least = found.limit  # a table too small for one level has been too small for the next


def lost_positions(
    moves: LinearMoves,
    convention: Convention = Convention.NORMAL,
    *,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Level:
    """The P-positions of normal or misère play, guessed from positions played out and proved.

    >>> from cgt.digits.moves import bounded_moves
    >>> print(lost_positions(bounded_moves(3), Convention.MISERE))
    level 0: 3 states, proved for all positions
    """
    return _Search(moves, limit, DEFAULT_STATES, progress).lost(convention)


def audit(moves: LinearMoves, lost: Automaton, convention: Convention = Convention.NORMAL) -> Decision:
    """Decide whether an automaton is the set of P-positions of a game in which every play ends.

    >>> from cgt.digits.moves import bounded_moves
    >>> from cgt.digits.decide import define
    >>> from cgt.digits.formula import exists, variables
    >>> n, m = variables("n m")
    >>> audit(bounded_moves(3), define(exists("m", n == 5 * m), bounded_moves(3).system)).counterexample
    {'n': 4}
    """
    if not decide(moves.ends(), moves.system):
        raise NumberError("a move does not make the position smaller: a play may go on for ever")
    return decide(moves.lost(Predicate("P", lost), convention), moves.system)


@attrs.frozen
class _Search:
    moves: LinearMoves
    limit: int | None
    states: int
    progress: Progress | None

    @cached_property
    def _reason(self) -> str | None:
        """The reason why nothing can be proved, or None."""
        reason = no_addition(self.moves.system)
        if reason is None and not decide(self.moves.ends(), self.moves.system):
            return "a move does not make the position smaller"
        return reason

    @cached_property
    def _played(self) -> PlayedOut:
        return PlayedOut(self.moves)

    def level(self, value: int, below: Predicate | None, least: int) -> Level:
        """The level of that value, the one below it proved; guessed from tables of size `least` or more."""

        def sentence(guess: Automaton) -> Decision:
            formula = (self.moves.stated or self.moves.level)(Predicate(f"G{value}", guess), below)
            return decide(formula, self.moves.system, work=self._fresh())

        played = self.moves.table is None
        return self._recognised(value, lambda size: self._table(value, size), sentence, played=played, least=least)

    def lost(self, convention: Convention) -> Level:
        """The P-positions."""

        def sentence(guess: Automaton) -> Decision:
            formula = self.moves.lost(Predicate("P", guess), convention)
            return decide(formula, self.moves.system, work=self._fresh())

        won = self.moves.won_table
        if won is None:
            return self._recognised(0, lambda size: self._played.lost(size, convention), sentence, played=True)
        a_move = self.moves.some_option(lambda _result: formula(value=True))

        def lost(won: Automaton) -> Automaton:
            if convention is Convention.NORMAL:
                return ~won
            return define(a_move, self.moves.system, self.moves.names) - won

        found = self._recognised(0, lambda size: won(size, convention), lambda guess: sentence(lost(guess)))
        return found if found.automaton is None else attrs.evolve(found, automaton=lost(found.automaton))

    def _fresh(self) -> Work:
        return Work(states=self.states, progress=self.progress)

    def _table(self, value: int, size: int) -> JudgedTuples:
        if self.moves.table is not None:
            return self.moves.table(value, size)
        return self._played.at_least(value, size)

    def _sizes(self, least: int, *, played: bool) -> Iterator[int]:
        """The sizes of tables to guess from, ascending, up to the limit, or while playing out is quick."""
        last = self.limit or 0
        if played:
            sizes: Iterable[int] = self._while_quick(max(least, FIRST_PLAYED_OUT))
        else:
            sizes = (size for size in self.moves.sizes if size >= least)
        for size in sizes:
            if last and size >= last:
                break
            yield size
        if last >= least and last:
            yield last

    def _while_quick(self, size: int) -> Iterator[int]:
        """Sizes twice as large each, while the time that the last one took allows it."""
        while True:
            start = process_time()
            yield size
            if (process_time() - start) * 2 ** (1 + len(self.moves.names)) > PLAYED_OUT_SECONDS:
                return
            size *= 2

    def _recognised(
        self,
        value: int,
        table: Callable[[int], JudgedTuples],
        sentence: Callable[[Automaton], Decision],
        *,
        played: bool = False,
        least: int = 0,
    ) -> Level:
        decisions: list[Decision] = []

        def proved(guess: Automaton) -> bool:
            decisions.append(sentence(guess))
            return bool(decisions[-1])

        size, note = 0, self._reason or ""
        for size in self._sizes(least, played=played):
            try:
                found = recognise(table(size), self.moves.system, agrees=None if note else proved)
            except (TableError, RecursionError):  # too short to guess from, or played out too deep
                continue
            except (BudgetError, NoAdditionError) as error:
                note = str(error)
                found = recognise(table(size), self.moves.system)
            if found is not None and not note:
                return Level(value, found, "proved", size, decisions[-1])
            if found is not None:
                return Level(value, found, "observed", size, note=note)
        return Level(value, None, "none seen", size, note=note)


MOST_LEVELS = 1_000


@attrs.frozen
class LevelCertificate(Certificate):
    """The sets of positions worth at least 1, 2, …, or in misère play the set of P-positions, as automata.

    On paper they are one machine: `steps` by state and letter, as those of an `Automaton`, and `values`, by state, how
    many of the sets a word is in that ends there.

    Attributes:
        ruleset: as text.
        convention: misère play has one automaton, of the P-positions.
        automata: in the order of the levels.

    >>> from cgt.digits.moves import bounded_moves
    >>> from cgt.theory.levels import levels
    >>> moves = bounded_moves(3)
    >>> found = LevelCertificate("bounded-nim(3)", Convention.NORMAL, tuple(x.automaton for x in levels(moves, 2)))
    >>> found.verify(moves)
    >>> LevelCertificate.from_json(found.to_json()) == found
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

    def __str__(self) -> str:
        sizes = ", ".join(f"{automaton.states:,}" for automaton in self.automata)
        what = f"values below {len(self.automata)}" if self.convention is Convention.NORMAL else "misère P-positions"
        return f"{self.ruleset}: {what} for all positions, by automata of {sizes} states in {self.automata[0].system}"

    def verify(self, rule: LinearMoves | None = None, progress: Progress | None = None) -> None:
        """Decide from the moves again, by a procedure that shares no code with the one that proved it.

        For Wythoff's game other sentences take the place of the definition, and small heaps are played out as well.

        Raises:
            CertificateError: it does not hold; with a position at which it shows.
            BudgetError: it is too large for the second procedure.
            RulesetError: the moves are not given: the file only names the game.
        """
        from cgt.theory.verify.levels import check_levels, check_lost, check_pairs

        if rule is None:
            raise RulesetError(
                _("the levels are of {ruleset}: give its moves to check them").format(ruleset=self.ruleset)
            )
        if any(each.tracks != len(rule.names) for each in self.automata):
            raise CertificateError(
                _("a position of {ruleset} is read on {count} tracks").format(
                    ruleset=self.ruleset, count=len(rule.names)
                )
            )
        moves = attrs.evolve(rule, system=self.automata[0].system)
        if self.convention is Convention.NORMAL and repr(moves.options) == repr(wythoff_moves().options):
            check_pairs(self.automata, moves.system, progress)
        elif self.convention is Convention.NORMAL:
            check_levels(moves, self.automata, progress)
        else:
            check_lost(moves, self.automata[0], self.convention, progress)

    @property
    def sha256(self) -> str:
        """The hash of the other fields' values."""
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
            raise CertificateError(_("a convention is normal or misere, the tracks are 1 to 6, and there are levels"))
        if not (isinstance(values, list) and isinstance(steps, list)):
            raise CertificateError(_("the values and the steps are lists"))
        if record["sha256"] != _hash([record["format"], *(record[key] for key in cls.formats[0][1:-1])]):
            raise CertificateError(_("this is not what the hash was taken of: the certificate was changed"))
        try:
            system = number_system(read_text_field(record, "system"))
            found = tuple(_automaton(system, tracks, values, steps, level) for level in range(1, levels + 1))
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise CertificateError(_("the automata cannot be read: {error}").format(error=error)) from None
        return cls(ruleset, Convention(convention), found)


def _automaton(
    system: NumberSystem, tracks: int, values: Sequence[int], steps: Sequence[Sequence[int]], level: int
) -> Automaton:
    """The automaton of one level."""
    if not all(isinstance(number, int) for row in (values, *steps) for number in row):
        raise NumberError(_("a state is a row of whole numbers, and has a value"))
    return Automaton.of(system, tracks, steps, np.array(values) >= level)


def _hash(fields: Iterable[object]) -> str:
    return sha256(json.dumps(list(fields), separators=(",", ":")).encode()).hexdigest()
