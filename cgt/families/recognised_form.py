"""Closed forms by proved automata: outcome and winning moves of positions of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.game import Game, state_of
from cgt.core.language import _, ngettext
from cgt.core.lazy_moves import listed
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, ClosedForm, Facts, Question, with_conclusion
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.digits.work import DEFAULT_STATES, Work
from cgt.errors import BudgetError, CGTError
from cgt.families.tame_form import TameForm
from cgt.fast.jit import numpy_installed

if TYPE_CHECKING:
    from cgt.core.position import Position
    from cgt.digits.automaton import Automaton
    from cgt.digits.system import NumberSystem
    from cgt.theory.levels import Level

SHALLIT = "J. Shallit, The Logical Approach to Automatic Sequences, Cambridge University Press (2022)"

FEW_POSITIONS = 5_000
"""An automaton is looked for where a position leads to more than so many."""

FEW_MOVES = 500_000
"""An automaton is looked for, too, where a search may try more moves: as many from a position as it has counters."""

LOOK_SECONDS = 20.0
"""Seconds after which an automaton is no longer looked for; where there is one, it takes a few."""

SHORT_TABLES = {1: 400, 2: 96, 3: 16}
"""The limits of the tables from which a sentence for players is guessed, by the count of numbers: a second's work."""

SHORT_STATES = 2_000
"""The most states that an automaton takes on the way to such a sentence."""

LEVELS_OF_ONE, LEVELS_OF_SEVERAL = 64, 8
"""The most levels of nim-values that are looked for, of positions of one number, and of several."""

SHORT_LEVELS = 20_000
"""The limit of the tables of heaps from which levels are guessed."""

MOST_DIGITS_READ = 10_000_000
"""The number of binary digits read, to see where the amounts that may be taken lead to."""

Numbers = tuple[int, ...]


class Recognised:
    """The automata of the lost positions of one game, found at the first question, and the reasons in words."""

    def __init__(self) -> None:
        self.asked = False
        self.lost: Automaton | None = None
        self._reason: str | None = None
        self._strategy: str | None = None
        self._winning: tuple[Automaton, ...] | None = None

    @property
    def nbytes(self) -> int:
        """The bytes that the steps of the automata take."""
        return sum(int(each.steps.nbytes) for each in (self.lost, *(self._winning or ())) if each is not None)

    def look(self, moves: LinearMoves, convention: Convention) -> Automaton | None:
        """The proved automaton of the lost positions, searched for at the first call; None where none is proved."""
        if not self.asked:
            self.asked = True
            with Work(seconds=LOOK_SECONDS).in_hand():
                self.lost = _lost(moves, convention)
        return self.lost

    def strategy(self, moves: LinearMoves, convention: Convention) -> str:
        """A way to win, by a proved sentence for the lost positions in words; empty where short tables show none."""
        if self._strategy is None:
            self._strategy = ""  # also where the look fails
            self._strategy = _strategy(moves, convention)
        return self._strategy

    def reason(self, lost: Automaton, names: Sequence[str]) -> str:
        """The reason for an outcome: a sentence for the lost positions, where one is found; else the automaton."""
        from cgt.digits.description import description

        if self._reason is None:
            sentence = description(lost, names)
            if sentence is None:
                text = ngettext(
                    "an automaton of {states} state, proved for all positions, reads the numbers in {system}",
                    "an automaton of {states} states, proved for all positions, reads the numbers in {system}",
                    lost.states,
                )
                self._reason = text.format(states=format_int(lost.states, group=True), system=lost.system)
            else:
                text = _("the P-positions are those with {sentence}, proved for all numbers")
                self._reason = text.format(sentence=sentence)
        return self._reason

    def winning(self, moves: LinearMoves) -> tuple[Automaton, ...]:
        """The automata of positions with choices that lead to a lost position, for each kind of move."""
        if self._winning is None and self.lost is not None:
            self._winning = _leading_to(moves, self.lost)
        return self._winning or ()


def _leading_to(moves: LinearMoves, wanted: Automaton) -> tuple[Automaton, ...]:
    """The automata of the positions with the choices that lead to a member of a set, one for each kind of move."""
    from cgt.digits.decide import define
    from cgt.digits.formula import Predicate

    member = Predicate("P", wanted)
    return tuple(
        define(each.allowed & member(*each.result), wanted.system, (*moves.names, *each.chosen))
        for each in moves.options
    )


def _lost(
    moves: LinearMoves, convention: Convention, *, limit: int | None = None, states: int = DEFAULT_STATES
) -> Automaton | None:
    """The proved automaton of the lost positions, guessed from numbers up to `limit`; None where none is proved."""
    from cgt.theory.levels import levels, lost_positions

    if convention is Convention.MISERE or moves.needed > 1:
        lost = lost_positions(moves, convention, limit=limit, states=states)
        return lost.automaton if lost.status == "proved" else None
    (won,) = levels(moves, 1, limit=limit, states=states)
    return ~won.automaton if won.automaton is not None and won.status == "proved" else None


def _strategy(moves: LinearMoves, convention: Convention) -> str:
    from cgt.digits.description import description
    from cgt.digits.words import has_words, sentence_words

    limit = SHORT_TABLES.get(len(moves.names))
    if limit is None:
        return ""
    lost = _lost(moves, convention, limit=limit, states=SHORT_STATES)
    sentence = None if lost is None else description(lost, moves.names)
    if lost is None or sentence is None or not has_words(sentence):
        return ""
    text = ngettext(
        "leave a number {names} such that {sentence}", "leave numbers {names} such that {sentence}", len(moves.names)
    )
    return text.format(names=", ".join(moves.names), sentence=sentence_words(sentence, lost.system))


def strategy_by_sentence(game: Game[Numbers, Numbers], position: Position, convention: Convention) -> str:
    """A way to win from a position of a game with linear moves, in words; empty where none is found soon.

    >>> import cgt
    >>> game = cgt.games.VectorGame((1, 2), (2, 1))
    >>> print(*strategy_by_sentence(game, game.position(4, 3), Convention.NORMAL).split())
    leave numbers x, y such that x ≤ y and x mod 3 = 0, or y ≤ x and y mod 3 = 0, or x = y and x mod 3 = 1
    """
    if state_of(game, position) is None:
        return ""
    with MEMORY.borrow(("automaton", game, convention), Recognised) as known:
        try:
            moves = _linear_moves(game)
            return "" if moves is None else known.strategy(moves, convention)
        except CGTError:
            return ""


@attrs.frozen
class RecognisedForm(ClosedForm):
    """The closed form of a game with linear moves whose lost positions a proved automaton recognises.

    The automaton is looked for when a position is first asked about that is too large to be searched.

    >>> import cgt
    >>> game = cgt.games.FormulaGame("x, y: x - 1, y | x, y - 1 | x - 2, y - 2")
    >>> cgt.solve(game.position(10**1000, 10**1000 + 1)).outcome
    <Outcome.P: 'P'>
    """

    ruleset: Game[Any, Any]

    name = "automaton"
    statement = (
        "A game whose moves are linear formulas, its lost positions being recognised by an automaton and proved."
    )
    reference = SHALLIT

    def numbers(self, position: Position) -> Numbers | None:
        """The numbers of a position, as its moves are stated; None for a position of another game."""
        state: Numbers | None = state_of(self.ruleset, position)
        return state

    def is_searched(self, numbers: Numbers, *, known: bool) -> bool:
        """Whether a position is left to a search: a small one, while it is not known whether there is an automaton."""
        positions = prod(number + 1 for number in numbers)
        return not known and positions <= FEW_POSITIONS and positions * sum(numbers) <= FEW_MOVES

    def answer(self, question: Question) -> Answer | None:
        """The answer for positions too large for a search, where the automaton is proved."""
        numbers = self.numbers(question.position)
        if numbers is None:
            return None
        with MEMORY.borrow(("automaton", self.ruleset, question.convention), Recognised) as known:
            worth = question.convention is Convention.NORMAL and Facts.NIM_VALUE in question.needed
            if self.is_searched(numbers, known=known.asked and not worth):
                return None  # so is the nim-value of a small position, of which levels might be looked for long
            moves = _linear_moves(self.ruleset)
            if moves is None or len(moves.names) != len(numbers):
                return None
            try:
                lost = known.look(moves, question.convention)
            except CGTError:
                return None
            if lost is None:
                return None
            outcome = Outcome.P if lost.accepts(*numbers) else Outcome.N
            reason = partial(known.reason, lost, moves.names)
            return self.answer_with(
                question, numbers, outcome, reason, lambda: _options(moves, known.winning(moves), numbers)
            )

    def answer_with(
        self,
        question: Question,
        numbers: Numbers,
        outcome: Outcome,
        reason: Callable[[], str],
        lost_options: Callable[[], Iterator[Numbers]],
    ) -> Answer:
        """The answer from the outcome, the reason for it and the lost options, each worked out if it is asked for."""

        def winning() -> Sequence[Numbers]:
            return () if outcome is Outcome.P else listed(lost_options, _("the player to move wins"))

        def explanation(winning: Sequence[Numbers]) -> str:
            move_text = next((self.ruleset.wording.move_text(question.position, move) for move in winning), None)
            return with_conclusion(reason(), outcome, move_text)

        value, moves_to = None, None
        if Facts.NIM_VALUE in question.needed and question.convention is Convention.NORMAL:
            value = _worth(self.ruleset, numbers)
            moves_to = partial(_options_worth, self.ruleset, numbers)
        return self.build_answer(question, outcome, winning, explanation, nim_value=value, moves_to=moves_to)


def _options(moves: LinearMoves, machines: Sequence[Automaton], state: Numbers) -> Iterator[Numbers]:
    """The options by the choices that the automata accept, each once."""
    from cgt.digits.evaluate import term_value

    numbers, met = dict(zip(moves.names, state, strict=True)), set[Numbers]()
    for machine, kind in zip(machines, moves.options, strict=True):
        for chosen in machine.completions(*state):
            known = numbers | dict(zip(kind.chosen, chosen, strict=True))
            option = tuple(term_value(term, known) for term in kind.result)
            if option not in met:
                met.add(option)
                yield option


def _linear_moves(game: Game[Any, Any]) -> LinearMoves | None:
    """The moves of a game as formulas; None where they are not linear, or without numpy."""
    return game.linear_moves() if numpy_installed() and isinstance(game, HasLinearMoves) else None


@MEMORY.cache("levels by automata", 64)
def _proved_levels(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The levels of nim-values that are proved one after another, at most to the first that is empty."""
    from cgt.theory.levels import levels

    moves = _linear_moves(game)
    results: list[Level] = []
    if moves is not None:
        most = LEVELS_OF_ONE if len(moves.names) == 1 else LEVELS_OF_SEVERAL
        # There may be too many states, or the set is not added in its number system.
        with suppress(CGTError), Work(seconds=LOOK_SECONDS).in_hand():
            for level in levels(moves, most, limit=None if moves.table is None else SHORT_LEVELS):
                if level.status != "proved":
                    break
                results.append(level)
                if not level.automaton:
                    break
    return tuple(results)


def _are_all(levels: Sequence[Level]) -> bool:
    """Whether nothing is worth more than these levels tell."""
    return bool(levels) and not levels[-1].automaton


def _worth(game: Game[Any, Any], numbers: Numbers) -> int | None:
    """The nim-value of a position, where the proved levels tell it."""
    levels = enumerate(level.automaton for level in _proved_levels(game))
    return next((value for value, each in levels if each is not None and not each.accepts(*numbers)), None)


@MEMORY.cache("moves to nim-values by automata", 256)
def _machines_to(game: Game[Any, Any], value: int) -> tuple[Automaton, ...]:
    """The automata of the choices that lead to a nim-value below the proved levels, one for each kind of move."""
    moves = _linear_moves(game)
    automata = [level.automaton for level in _proved_levels(game)[: value + 1] if level.automaton is not None]
    wanted = automata[-2] - automata[-1] if value else ~automata[0]
    return () if moves is None else _leading_to(moves, wanted)


def _options_worth(game: Game[Any, Any], numbers: Numbers, value: int) -> Sequence[Numbers] | None:
    """The options of a nim-value; None where the proved levels do not tell."""
    levels, moves = _proved_levels(game), _linear_moves(game)
    if moves is None or value >= len(levels):
        return () if _are_all(levels) else None
    return listed(lambda: _options(moves, _machines_to(game, value), numbers))


@MEMORY.cache("machines of levels", 64)
def _machine(game: Game[Any, Any]) -> tuple[NumberSystem, list[list[int]], list[int]]:
    """One automaton of all levels: its number system, its steps, and by state the nim-value of a heap."""
    from cgt.digits.automaton import side_by_side

    automata = [level.automaton for level in _proved_levels(game) if level.automaton is not None]
    steps, values = side_by_side(automata)
    return automata[0].system, steps.tolist(), values.tolist()


@MEMORY.cache("sentences for levels by automata", 64)
def _sentences(game: Game[Any, Any]) -> tuple[str | None, ...]:
    """By nim-value, a sentence for the heaps that are worth it; None where none is found."""
    from cgt.theory.levels import descriptions

    return tuple(descriptions(_proved_levels(game), ["n"]))


@attrs.frozen
class RecognisedTakes(TameForm):
    """The closed form for both conventions of a game of fixed takes whose nim-values automata recognise, all proved.

    The automata are looked for when a heap is first asked about that is too large for a small table.

    >>> import cgt
    >>> print(cgt.solve("subtraction(3^k+4) 1000000").explanation)
    automata, proved for all numbers, read that a heap of 1000000 is worth 0: every move can be answered
    """

    name = "levels by automata"
    statement = (
        "A game of fixed takes whose heaps of each nim-value are recognised by an automaton and proved, in both "
        "conventions: its heaps are tame."
    )
    reference = SHALLIT

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether a heap is too large for a small table, and all levels are proved."""
        return max(sizes, default=0) > FEW_POSITIONS and _are_all(_proved_levels(self.ruleset))

    def value(self, size: int) -> int:
        (system, steps, values), state = _machine(self.ruleset), 0
        for digit in system.digits(size):
            state = steps[state][digit]
        return values[state]

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        """The amounts, ascending; raises `BudgetError` where there are more than are tried."""
        if value >= len(_proved_levels(self.ruleset)) or value == self.value(size):
            return
        amounts = (take for take in self.ruleset.moves((size,)) if isinstance(take, int))
        for tried, take in enumerate(amounts):
            if tried * size.bit_length() > MOST_DIGITS_READ:
                text = _("{size} has more moves than are tried one by one")
                raise BudgetError(text.format(size=format_int(size)))
            if self.value(size - take) == value:
                yield take

    def describe(self, size: int) -> str:
        value = self.value(size)
        sentence = _sentences(self.ruleset)[value]
        if sentence is None:
            text = _("automata, proved for all numbers, read that a heap of {size} is worth {value}")
        else:
            text = _("the heaps worth {value} are those with {sentence}, proved for all numbers")
        return text.format(size=format_int(size), value=value, sentence=sentence)
