"""Games given by formulas: moves are linear terms, each under a first-order condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, permutations, product
from operator import sub
from typing import TYPE_CHECKING, ClassVar, cast

import attrs

from cgt.core.compounds import parts_of
from cgt.core.concurrency import lazy_property
from cgt.core.game import position_of, within_limit
from cgt.core.language import _, ngettext
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import check_whole, exact_repr, format_value, from_decimal
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import as_list, check_text, text_form, typed_signs
from cgt.core.route import ClosedForm
from cgt.errors import BudgetError, LoopError, NotApplicableError, ParseError, RulesetError
from cgt.families.recognised_form import SHALLIT, RecognisedForm, strategy_by_sentence
from cgt.families.registry import parse_ruleset
from cgt.fast.jit import numpy_installed
from cgt.games.heaps.number_rows import HeapNumbers, Numbers, numbers_in, replaced

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.core.wording import Wording
    from cgt.digits.choices import Choices
    from cgt.digits.formula import Term
    from cgt.digits.moves import LinearMoves
    from cgt.digits.rules import Rules
    from cgt.digits.system import NumberSystem
    from cgt.theory.levels import LevelCertificate

RIGO = "A. Renard and M. Rigo, Variants of Wythoff's game with terminal positions, arXiv 2512.11601 (2025)"

OTHERS = (
    "S. Kimura and T. Yamashita, On variations of Yama nim and triangular nim, arXiv 2310.06610 (2023)",
    "T. Abuku and others, Combinatorial games and the golden ratio on digraphs (triangle game), arXiv 2509.04943, 2025",
)
"""Papers whose games are sentences; docs/concepts/your-rule.md has them."""

OTHER_SYSTEMS = ("zeckendorf", "ostrowski(2)", "base 3", "ostrowski(3)")
"""Looked in after base 2, where no number system is named and no set needs one."""

OWN_BASES = {*range(5, 37)} - {2**3, 3**2, 2**4, 3**3, 2**5}
"""Looked in last, where they are factors in the formulas; powers of 2 and of 3 read no more than these themselves."""

MOST_OWN_BASES = 2

FEW = 3
"""The numbers below this are tried with a condition that may be missing."""


def _plain(text: str) -> str:
    """The text with the signs of a keyboard, one blank for several, none before a comma, and one behind it."""
    check_text(text)
    return re.sub(r"\s*,\s*", ", ", " ".join(typed_signs(text).split()))


class StatedGame(HeapNumbers[Numbers]):
    """The base of games on numbers whose moves are formulas: write `text`, which `cgt.digits.rules` reads.

    A move is named by the numbers that it leaves.
    """

    references: ClassVar[tuple[str, ...]] = (RIGO, SHALLIT)
    ordered_heaps = True

    @property
    def text(self) -> str:
        """The formulas as text."""
        raise NotImplementedError

    @lazy_property
    def parsed(self) -> Rules:
        """The rules of the text."""
        from cgt.digits.rules import parse_rules
        from cgt.families.game_sets import game_sets

        return parse_rules(self.text, game_sets)

    @property
    def borrowed(self) -> LevelCertificate | None:
        """The certificate for the sets of another game's positions that the rules use; None if they use none."""
        from cgt.families.game_sets import certificate_of_sets

        if self.parsed.game is None or not self.parsed.sets:
            return None
        return certificate_of_sets(parse_ruleset(self.parsed.game), self.parsed.sets, self.parsed.system)

    @property
    def rules(self) -> str:
        """The rules in words, or the formulas themselves where there are none."""
        from cgt.digits.words import rule_words

        text = _("From ({names}) move as is stated: {text}. Nothing falls below 0.")
        names = ", ".join(self.parsed.names)
        return rule_words(self.parsed, self.system) or text.format(names=names, text=self.text)

    @property
    def position_form(self) -> str:
        """The form of a position: the numbers that the formulas name."""
        text = ngettext(
            "the number {names}, such as {example}",
            "the numbers {names} separated by commas, such as {example}",
            len(self.parsed.names),
        )
        return text.format(names=", ".join(self.parsed.names), example=self.example)

    @property
    def example(self) -> str:
        """The example, `5,7` and so on."""
        return ",".join(str(5 + 2 * place) for place in range(self.listed_heaps))

    @property
    def counts(self) -> range:
        """The number of heaps, that of the names in the formulas."""
        return range(self.listed_heaps, self.listed_heaps + 1)

    @property
    def listed_heaps(self) -> int:
        """The number of heaps of a position."""
        return len(self.parsed.names)

    @property
    def system(self) -> NumberSystem:
        """The number system that the text names or its sets need; else base 2."""
        from cgt.digits.system import kary

        return self.parsed.system or kary(2)

    @lazy_property
    def size(self) -> Term:
        """A sum of the numbers that every move makes smaller; raises `LoopError` or `RulesetError` where none is."""
        from cgt.digits.termination import falling_size
        from cgt.errors import SentenceError

        try:
            return falling_size(self.parsed.names, self.parsed.options, self.system)
        except SentenceError as error:
            raise RulesetError(str(error)) from None
        except LoopError as error:
            states = cast("tuple[Numbers, ...]", error.loop)
            condition = self._missing_at(*states) if len(states) == 1 else ""
            raise LoopError(tuple(position_of(self, state) for state in states), condition=condition) from None

    @lazy_property
    def kinds(self) -> tuple[Choices, ...]:
        """The choices of each kind of move."""
        return tuple(each.choices(self.parsed.names, self.system) for each in self.parsed.options)

    def linear_moves(self) -> LinearMoves:
        """The moves as linear formulas; those of a take-away game with its number system and tables."""
        from cgt.digits.moves import LinearMoves
        from cgt.digits.system import number_system
        from cgt.games.heaps.linear_moves import quota_of

        others = () if self.parsed.system else tuple(map(number_system, (*OTHER_SYSTEMS, *self._own_bases())))
        moves = LinearMoves(self.parsed.names, self.system, self.parsed.options, self.size, systems=others)
        quota = None if self.parsed.system else quota_of(moves)
        if quota is None:
            return moves
        from cgt.games.heaps.global_takeaway import GlobalTakeAway
        from cgt.games.heaps.takeaway import TakeAway

        try:
            own = (TakeAway(quota) if self.listed_heaps == 2 else GlobalTakeAway(quota)).linear_moves()
        except BudgetError:  # no recurrence of its base is proved
            return moves
        return moves if own is None else attrs.evolve(own, names=moves.names, options=moves.options, size=moves.size)

    def _own_bases(self) -> list[str]:
        """The bases of the factors in the formulas, such as 10 in `n // 10`, the smallest first."""
        from cgt.digits.moves import terms_in

        factors = {abs(factor) for term in terms_in(self.parsed.options) for factor in term.coefficients.values()}
        return [f"base {factor}" for factor in sorted(factors & OWN_BASES)[:MOST_OWN_BASES]]

    def check(self, state: Numbers) -> None:
        """Check the numbers, and that every play ends or is seen to go round, which `cgt.LoopyEvaluator` takes."""
        super().check(state)
        with suppress(LoopError):
            self.size  # noqa: B018 - a play of which neither is known is refused before it begins

    def steps(self, state: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The moves, each the tuple of numbers that it leaves, once, with that state."""
        met: set[Numbers] = set()
        for option in self.options(state):
            if option not in met:
                met.add(option)
                yield option, option

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """The options; some may occur twice."""
        from cgt.digits.evaluate import term_value

        numbers = dict(zip(self.parsed.names, state, strict=True))
        for kind, option in zip(self.kinds, self.parsed.options, strict=True):
            for chosen in kind.at(numbers):
                yield tuple(term_value(term, chosen) for term in option.result)

    def components(self, state: Numbers) -> Sequence[Numbers]:
        """The parts of the numbers that no kind of move joins, each with zeros in place of the others."""
        parts = [part for part in self._parts if any(state[place] for place in part)]
        if len(parts) < 2:
            return (state,)
        return [tuple(number if place in part else 0 for place, number in enumerate(state)) for part in parts]

    @lazy_property
    def _parts(self) -> tuple[frozenset[int], ...]:
        """The places of the numbers, apart where no kind of move joins them; none where all zeros have a move."""
        names, parts = self.parsed.names, [frozenset([place]) for place in range(self.listed_heaps)]
        if any(next(kind.at(dict.fromkeys(names, 0)), None) is not None for kind in self.kinds):
            return ()
        for option in self.parsed.options:
            changes = [(name, term) for name, term in zip(names, option.result, strict=True) if term.variable != name]
            spoken = {*option.condition.free, *chain(*((name, *term.coefficients) for name, term in changes))}
            joint = {names.index(name) for name in spoken if name in names}
            meeting = [part for part in parts if part & joint]
            parts = [part for part in parts if part not in meeting] + [frozenset().union(*meeting)]
        return tuple(parts)

    def moves(self, state: Numbers) -> Iterable[Numbers]:
        """The moves, computed as one walks along them."""
        return LazyMoves(lambda: (move for move, _after in within_limit(self, self.steps(state))))

    def after(self, state: Numbers, move: Move) -> Numbers:
        """The numbers of the move, if some choice leads there; raises `KeyError` for an illegal move."""
        if not isinstance(move, tuple) or len(move) != len(state) or not all(type(number) is int for number in move):
            raise KeyError(move)
        numbers = dict(zip((*self.parsed.names, *self._left), (*state, *move), strict=True))
        if any(next(kind.at(numbers), None) is not None for kind in self._reached):
            return move
        raise KeyError(move)

    @lazy_property
    def _left(self) -> tuple[str, ...]:
        return tuple(f"{name}'" for name in self.parsed.names)

    @lazy_property
    def _reached(self) -> tuple[Choices, ...]:
        """The choices that lead to given numbers, for each kind of move."""
        from cgt.digits.choices import Choices
        from cgt.digits.evaluate import without_quantifiers
        from cgt.digits.formula import And, Term

        results = []
        for each in self.parsed.options:
            there = (term == Term({name: 1}) for term, name in zip(each.result, self._left, strict=True))
            allowed = without_quantifiers(And((each.allowed, *there)), self.system)
            results.append(Choices.of(allowed, (*self.parsed.names, *self._left), each.chosen))
        return tuple(results)

    def _least_positions(self, position: Position) -> int:
        """The length of the line of play in which the first moves are made, while these change the numbers alike."""
        from cgt.digits.evaluate import term_value
        from cgt.digits.formula import Compare, conjuncts

        least, names, numbers = 0, self.parsed.names, self.sizes(position)
        for kind, option in zip(self.kinds, self.parsed.options, strict=True):
            alike = all(
                {other: c for other, c in term.coefficients.items() if other not in option.chosen} == {name: 1}
                for term, name in zip(option.result, names, strict=True)
            )
            simple = len(option.chosen) <= 1 and all(isinstance(part, Compare) for part in conjuncts(option.condition))
            if not alike or not simple or set(option.condition.free) & set(names):
                break
            chosen = next(kind.at(dict(zip(names, numbers, strict=True))), None)
            if chosen is None:
                continue
            falls = [number - term_value(term, chosen) for term, number in zip(option.result, numbers, strict=True)]
            if min(falls) < 0 or not any(falls):
                break
            times = min(number // fall for number, fall in zip(numbers, falls, strict=True) if fall)
            least += times
            numbers = tuple(number - times * fall for number, fall in zip(numbers, falls, strict=True))
            if option.chosen:  # others may be chosen now
                break
        return least

    def samples(self, bound: int) -> Iterator[Numbers]:
        """Sample states: all with numbers up to a share of the bound."""
        count = self.listed_heaps
        self.size  # noqa: B018 - as in `check`
        return product(range(bound // count + 1), repeat=count)

    def table_position(self, row: int, column: int) -> Position:
        """The position of two numbers; raises `NotApplicableError` where a position has more or fewer."""
        if self.listed_heaps != 2:
            raise NotApplicableError(
                _("a table is of positions with two numbers, here they have {count}").format(count=self.listed_heaps)
            )
        return self.position(row, column)

    @property
    def wording(self) -> Wording:
        """The words, with the names of the two numbers."""
        first, *others = self.parsed.names
        axes = first, others[0] if others else ""
        return attrs.evolve(super().wording, missing_condition=self._missing_condition, table_axes=axes)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy by the sentence that tells the P-positions."""
        return strategy_by_sentence(self, position, convention)

    def _missing_condition(self, position: Position) -> str:
        return next(filter(None, (self._missing_at(tuple(self.sizes(part))) for part in parts_of(position))), "")

    def _missing_at(self, sizes: Numbers) -> str:
        """The condition that what is chosen, or else replaced, is not 0, where only with 0 all is left as it is."""
        names = self.parsed.names
        for place, option in enumerate(self.parsed.options):
            left = {name for term in option.result for name in term.coefficients}
            amounts = [name for name in self.parsed.chosen(place) if name in left]
            texts = zip(names, self.parsed.texts[place][1], sizes, strict=True)
            missing = amounts or [name for name, text, size in texts if text != name and not size]
            if missing and any(not any(map(chosen.get, amounts)) for chosen in self._idle(place, sizes)):
                small = product(range(FEW), repeat=len(names))
                if not any(any(map(chosen.get, missing)) for each in small for chosen in self._idle(place, each)):
                    return " + ".join(missing) + " >= 1"
        return ""

    def _idle(self, place: int, sizes: Numbers) -> Iterator[dict[str, int]]:
        """The numbers of position and mover with which moves of this kind leave all as it is."""
        from cgt.digits.evaluate import term_value

        for chosen in self.kinds[place].at(dict(zip(self.parsed.names, sizes, strict=True))):
            if tuple(term_value(term, chosen) for term in self.parsed.options[place].result) == sizes:
                yield chosen

    def p_positions(self, stop: int, convention: Convention, progress: Progress | None = None) -> list[Numbers]:
        """The P-positions with numbers below `stop`, evaluated together; a list of one number for one.

        Raises:
            NotApplicableError: there are too many, or numpy is not installed.
        """
        if not numpy_installed():
            raise NotApplicableError("without numpy positions are not played out all at once")
        from cgt.theory.played_out import lost_below

        return lost_below(self.linear_moves(), stop, convention, progress)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (RecognisedForm(self),)

    def _move_record(self, position: Position, move: Numbers) -> dict[str, object]:
        """The record of a move: the amount from each heap; where a number grows, or none falls, those left, as `to`."""
        sizes = self.sizes(position)
        if move == sizes or any(left > before for left, before in zip(move, sizes, strict=True)):
            return {"to": list(move)}
        return super()._move_record(position, move)

    def _move_text(self, position: Position, move: Numbers) -> str:
        """The move as text: `take 2 from heap 1`, or `to 3,5`."""
        if "to" in self._move_record(position, move):
            return _("to {numbers}").format(numbers=self.write(move))
        return super()._move_text(position, move)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves a text may mean: numbers left, or amounts and heaps: `take 2 from heap 1 and 3 from heap 2`."""
        results, state = numbers_in(text), self.sizes(position)
        if text.lstrip().lower().startswith(_("take")) or " from " in text:
            results = results if len(state) > 1 or len(results) != 1 else [*results, 1]
            for amount, heap in zip(results[::2], results[1::2], strict=False):
                if 1 <= heap <= len(state):
                    state = replaced(state, heap - 1, state[heap - 1] - amount)
            yield state
        else:
            yield tuple(results)


@attrs.frozen
class FormulaGame(StatedGame):
    """A game on some whole numbers whose moves are given by formulas.

    A kind of moves is a condition, an arrow, and what the move leaves: `t >= 1 -> x - t, y`. What is not a number of
    the position is chosen by the mover. Nothing may fall below 0. Kinds are separated by `|`; after a semicolon stand
    `ends x + y <= 3` for positions where the play is over, `base zeckendorf` for a number system to prove it in, sets
    by a regular expression over digits, `S = 10*1`, and `game wythoff` for a game whose P-positions are `P(x, y)`, and
    whose positions of nim-value 1 are `G1(x, y)`.

    Raises:
        ParseError: the text cannot be read, with the place.
        RulesetError: later, a number that the mover chooses has no bound, so that a position would have options without
            end, or it is not known that every play ends.
        LoopError: later, a nim-value or a list is asked for, and the play can go round; an outcome may be a draw.

    >>> import cgt
    >>> game = FormulaGame("x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t; ends x + y <= 1")
    >>> cgt.p_positions(game, 5)
    [(0, 0), (0, 1), (1, 0), (2, 4), (4, 2)]
    >>> cgt.solve(game.position(3, 5)).winning_moves
    ((2, 4),)
    """

    name = "moves"
    title = "Your rule as a sentence"
    references = (*StatedGame.references, *OTHERS)
    example_arguments = ("x", "y: t >= 1 -> x - t", "y | t >= 1 -> x", "y - t | t >= 1 -> x - t", "y - t")
    argument_form = (
        "letters for the numbers of a position, a colon, and what a move leaves of them, such as moves(n: t mod 2 == "
        "1 -> n - t): before the arrow stands a condition, a new letter such as t is a number that the player "
        "chooses, and | stands between kinds of moves"
    )
    text: str = attrs.field(converter=_plain)

    def __attrs_post_init__(self) -> None:
        self.parsed  # noqa: B018 - what cannot be read is refused at once

    @classmethod
    def from_arguments(cls, *arguments: str) -> FormulaGame:
        """The text, which the reader of rulesets has split at its commas."""
        if not any(map(str.strip, arguments)):
            message = _("a game is stated by its numbers and their moves, such as {example}")
            raise RulesetError(message.format(example=cls(", ".join(cls.example_arguments))))
        return cls(", ".join(arguments))

    def __str__(self) -> str:
        return text_form(self.name, [self.text])


Vector = tuple[int, ...]

NAMES = ("x", "y", "z", "u", "v", "w")


def _vectors(given: Iterable[Iterable[int]]) -> tuple[Vector, ...]:
    """The vectors, each once, ascending; raises `RulesetError`."""
    needs = "a vector is a list of whole numbers, such as (1, 0)"
    listed = [as_list(vector, f"{needs}, not {{value}}", error=RulesetError) for vector in given]
    vectors = ([check_whole(one, needs, least=None, error=RulesetError) for one in vector] for vector in listed)
    results = sorted(set(map(tuple, vectors)))
    if not results or len({len(vector) for vector in results}) > 1 or len(results[0]) not in range(1, len(NAMES) + 1):
        message = _("all vectors have as many numbers as a position, 1 to {most}, and there is one at least")
        raise RulesetError(message.format(most=len(NAMES)))
    return tuple(results)


def _less(name: str, amount: int) -> str:
    """The text of `name - amount`, such as `x - 2`, `x + 1` for the amount -1, or `x` for 0."""
    return f"{name} {'-' if amount > 0 else '+'} {exact_repr(abs(amount))}" if amount else name


@attrs.frozen(init=False, repr=False)
class VectorGame(StatedGame):
    """Vector subtraction: take from the heaps one of finitely many vectors; a number below 0 adds to its heap.

    Raises:
        RulesetError: the vectors are not all of one length; later, it is not known that every play ends.
        LoopError: later, a nim-value or a list is asked for, and the play can go round; an outcome may be a draw.

    >>> import cgt
    >>> game = VectorGame((1, 0), (0, 1), (2, 2))
    >>> str(game), cgt.p_positions(game, 4)
    ('vectors((0,1),(1,0),(2,2))', [(0, 0), (0, 2), (1, 1), (1, 3), (2, 0), (3, 1)])
    >>> from cgt.theory.levels import levels
    >>> print(next(levels(game.linear_moves(), 1)))
    level 1: 15 states, proved for all positions
    """

    name = "vectors"
    title = "Vector subtraction"
    references = (
        "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)",
        "U. Larsson and J. Wästlund, From heaps of matches to the limits of computability, EJC 20 (2013)",
        SHALLIT,
    )
    example_arguments = ("(1,0)", "(0,1)", "(2,2)")
    argument_form = (
        "the moves, each as what it takes from the heaps in order, such as vectors((1,0),(0,1),(3,3)); a number below "
        "0 adds to its heap"
    )

    vectors: tuple[Vector, ...] = attrs.field(converter=_vectors)

    def __init__(self, *vectors: Iterable[int]) -> None:
        self.__attrs_init__(vectors)

    def __repr__(self) -> str:
        return f"VectorGame({', '.join(map(exact_repr, self.vectors))})"

    @classmethod
    def from_arguments(cls, *arguments: str) -> VectorGame:
        """Vectors such as `(1,0)`; of one number `(2)`."""
        results = []
        for argument in arguments:
            typed = typed_signs(argument).strip()
            if not _VECTOR.fullmatch(typed):
                message = _("a vector is written as (1,0), not {text}")
                raise ParseError(message.format(text=format_value(argument)))
            results.append(tuple(map(_entry, filter(None, map(str.strip, typed[1:-1].split(","))))))
        return cls(*results)

    def __str__(self) -> str:
        return text_form(self.name, self._texts)

    @property
    def _texts(self) -> list[str]:
        return [f"({','.join(map(exact_repr, vector))})" for vector in self.vectors]

    @property
    def renumbered(self) -> VectorGame:
        """The first of the same games with the heaps in another order.

        >>> VectorGame((1, 0), (2, 3)).renumbered
        VectorGame((0, 1), (3, 2))
        """
        columns = zip(*self.vectors, strict=True)
        orders = permutations(columns)
        return VectorGame(*min(sorted(zip(*columns, strict=True)) for columns in orders))

    @property
    def rules(self) -> str:
        """The vectors."""
        text = _("Take from the heaps, in their order, one of {vectors}.")
        if min(map(min, self.vectors)) < 0:
            text = _("Take from the heaps, in their order, one of {vectors}; a number below 0 is added.")
        return text.format(vectors=", ".join(self._texts))

    @property
    def text(self) -> str:
        """The formulas, one kind of move for each vector."""
        names = NAMES[: len(self.vectors[0])]
        terms = (", ".join(map(_less, names, vector)) for vector in self.vectors)
        return f"{', '.join(names)}: {' | '.join(terms)}"

    def options(self, state: Numbers) -> Iterator[Numbers]:
        """The options; some may occur twice."""
        for vector in self.vectors:
            option = tuple(map(sub, state, vector))
            if min(option) >= 0:
                yield option


def _entry(text: str) -> int:
    return -from_decimal(text[1:]) if text.startswith("-") else from_decimal(text)


_VECTOR = re.compile(r"\(\s*-?\d+\s*(,\s*-?\d+\s*)*,?\s*\)", re.ASCII)
