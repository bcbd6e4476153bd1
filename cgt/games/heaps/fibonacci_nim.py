"""Fibonacci nim: take at most twice what was taken before; the first move may not take the whole heap (article 004)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial

import attrs

from cgt.core.compounds import ComponentMove, Sum, move_in
from cgt.core.hints import SearchHints
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.reading import text_form
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.digits.fibonacci import zeckendorf
from cgt.errors import BudgetError, RulesetError
from cgt.games.heaps.level_machine import Takes, shipped
from cgt.games.heaps.quota import LinearQuota, Opening, Pile, read_opening
from cgt.games.heaps.takeaway import LISTED_MOVES, BaseNumeration, TakeAway

SHOWN_HEAPS = 12
"""The greatest number of heaps whose values a reason gives."""


@attrs.frozen(init=False)
class FibonacciNim(TakeAway):
    """Take-away with the quota 2n (Whinihan, 1963; the invention is credited to Gaskell).

    >>> import cgt
    >>> cgt.outcome(FibonacciNim().position(21)), cgt.winning_moves(FibonacciNim().position(10))
    (<Outcome.P: 'P'>, (2,))
    """

    name = "fibonacci-nim"
    title = "Fibonacci nim"
    references = (
        "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1 (1963)",
        "C. Allen and V. Ponomarenko, Fibonacci nim and a full characterization of winning moves, Involve 7 (2014)",
        "U. Larsson and S. Rubinstein-Salzedo, Grundy values of Fibonacci nim, Int. J. Game Theory 45 (2016)",
    )
    example_arguments = ()
    argument_form = (
        "none, or the most that the first move in a heap may take, such as fibonacci-nim(2), or "
        "fibonacci-nim(unlimited); by default all but one"
    )
    example = "21,10"

    def __init__(self, opening: Opening = "all but one") -> None:
        self.__attrs_init__(LinearQuota(2), opening)

    @property
    def rules(self) -> str:
        """The rules with the opening."""
        return (
            f"{_('Take at least one match and at most twice what was last taken from that heap.')} {self._opening_text}"
        )

    def __str__(self) -> str:
        return text_form(self.name, self._opening_texts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.opening == 'all but one' else exact_repr(self.opening)})"

    @classmethod
    def from_arguments(cls, *arguments: str) -> FibonacciNim:
        if len(arguments) > 1:
            text = _("{name} takes an opening rule or nothing, got {arguments}")
            raise RulesetError(text.format(name=cls.name, arguments=", ".join(arguments)))
        return cls(read_opening(arguments[0])) if arguments else cls()

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """Sample positions: every heap up to `bound` under every quota, and every two opening heaps up to it."""
        yield from super().sample_positions(bound)
        for high in range(bound + 1):
            for low in range(high + 1):
                yield self.position(low, high)

    @property
    def hints(self) -> SearchHints:
        return attrs.evolve(super().hints, tame_pair=self.tame_pair)

    def tame_pair(self, position: Pile, value: int) -> tuple[int, int]:
        """The nim-values of a heap in normal and in misère play; each heap is tame, as automata decide.

        In two sentences, for all heaps and quotas. A heap worth 2 or more has an option worth 0 that is over or has an
        option worth 1, and so is (0, 1). A heap worth 1 has no other option worth 0. What is worth 0 and no (0, 1) is
        (0, 0); that asks for the quota 1, which no move leaves of a heap above 1.

        >>> game = FibonacciNim()
        >>> [game.tame_pair(game.position((size, 1)), 0) for size in (2, 3, 5, 8)]
        [(0, 1), (0, 0), (0, 1), (0, 0)]
        """
        size, quota = position.state
        if value == 0 and quota == 1 and size > 1 and small_nim_value(size - 1, 2) != 1:
            return 0, 0
        return value, value if value > 1 else 1 - value

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (ZeckendorfRule(self), SmallNimValues(self), ProvedLevels(self), BeyondLevels(self))


@attrs.frozen
class ZeckendorfRule(BaseNumeration):
    """The closed form for one heap: take the least Zeckendorf part if the quota allows it (Whinihan, 1963)."""

    name = "Zeckendorf's sum"
    statement = "One heap: take the least Zeckendorf part if the quota allows it (Whinihan, 1963)."
    reference = FibonacciNim.references[0]

    def nim_value(self, size: int, quota: int) -> int | None:
        """The nim-value when it is at most 3; None where no closed form is known."""
        return small_nim_value(size, quota)


def value_thresholds(size: int) -> list[int | None]:
    """The least quotas with which a heap is worth more than 0, 1, 2 and 3, from its Zeckendorf parts; None for never.

    Source: Larsson and Rubinstein-Salzedo (2016).

    >>> value_thresholds(50), value_thresholds(21)
    ([3, 3, 3, 12], [21, 21, 21, 21])
    """
    parts = zeckendorf(size)
    first, second, third = (*parts, None, None, None)[:3]
    if first is None:
        return [None] * 4
    fourth: int | None
    if first == 1:
        fourth = third if second == 3 else second
    elif first == 2:
        fourth = second
    elif first == 3:
        fourth = None if second is None else second - 1
    else:
        fourth = first
    return [first, second if first == 1 else first, second if first <= 2 else first, fourth]


def small_nim_value(size: int, quota: int) -> int | None:
    """The nim-value of a heap when it is at most 3, else None.

    >>> [small_nim_value(10, quota) for quota in range(1, 11)]
    [0, 2, 2, 2, 2, 2, 2, None, None, None]
    """
    for value, threshold in enumerate(value_thresholds(size)):
        if threshold is None or quota < threshold:
            return value
    return None


def _worth(piles: Sequence[Pile], values: Sequence[int], total: int) -> str:
    """The nim-values of the first heaps with their quotas, and of the sum, as text."""
    one = _("{size}, of which {quota} may be taken, is worth {value}")
    results = [
        one.format(size=format_int(pile.size), quota=format_int(pile.quota), value=value)
        for pile, value in zip(piles[:SHOWN_HEAPS], values, strict=False)
    ]
    return _("; ").join([*results, *["…"] * (len(piles) > SHOWN_HEAPS)]) + _("; the nim-sum is {total}").format(
        total=total
    )


class KnownValues(ClosedForm):
    """The base of closed forms for heaps with a quota each, in normal play, where their nim-values are known."""

    ruleset: TakeAway

    @abstractmethod
    def values(self, piles: Sequence[Pile]) -> Sequence[int | None]:
        """The nim-value of each heap, None where it is not known."""

    @abstractmethod
    def winning(self, position: Position, piles: Sequence[Pile], wanted: Sequence[int]) -> Sequence[Move]:
        """The moves that give a heap the value wanted of it."""

    def reaches(self, wanted: Sequence[int]) -> bool:
        """Whether the moves to these values are known; by default always."""
        return True

    def moves_to(self, position: Position, value: int) -> Sequence[Move] | None:
        """The takes from one heap to a nim-value; None, the default, where each has to be tried."""
        return None

    def answer(self, question: Question) -> Answer | None:
        """The answer in normal play, if the values of all heaps are known, and the moves to those wanted of them."""
        position, piles = question.position, self.ruleset.piles(question.position)
        if question.convention is not Convention.NORMAL or piles is None:
            return None
        known = self.values(piles)
        values = [value for value in known if value is not None]
        total = nim_sum(*values)
        wanted = [value ^ total for value in values]
        if len(values) < len(known) or not self.reaches(wanted):
            return None
        outcome = Outcome.N if total else Outcome.P

        def reason(winning: Sequence[Move]) -> str:
            move_text = self.ruleset.wording.move_text(position, winning[0]) if total else None
            return with_conclusion(_worth(piles, values, total), outcome, move_text)

        return self.build_answer(
            question,
            outcome,
            lambda: self.winning(position, piles, wanted) if total else (),
            reason,
            nim_value=total,
            moves_to=partial(self.moves_to, position),
        )


@attrs.frozen
class SmallNimValues(KnownValues):
    """The closed form for heaps with a quota each, in normal play, while all nim-values needed are at most 3."""

    ruleset: TakeAway
    name = "small nim-values"
    statement = "Several heaps with a quota each, in normal play, while every nim-value that matters is at most 3."
    reference = FibonacciNim.references[2]

    def values(self, piles: Sequence[Pile]) -> list[int | None]:
        return [small_nim_value(pile.size, pile.quota) for pile in piles]

    def winning(self, position: Position, piles: Sequence[Pile], wanted: Sequence[int]) -> tuple[Move, ...]:
        """The winning moves, by trying every option of a heap."""
        if sum(pile.quota for pile in piles) > LISTED_MOVES:
            text = _("{position} allows more than {listed_moves} moves: too many to look through")
            raise BudgetError(text.format(position=position, listed_moves=format_int(LISTED_MOVES, group=True)))
        results = (
            (index, take)
            for index, (pile, value) in enumerate(zip(piles, wanted, strict=True))
            for take in pile.moves()
            if small_nim_value(pile.size - take, min(pile.size - take, 2 * take)) == value
        )
        return tuple(move_in(position, index, take) for index, take in results)


@attrs.frozen
class ProvedLevels(KnownValues):
    """The closed form for heaps with a quota each, in normal play, within the levels that are proved.

    >>> import cgt
    >>> game = cgt.games.FibonacciNim()
    >>> cgt.solve(game.parse("21:4,10:3,1000000:50"), closed_form=ProvedLevels(game)).nim_value
    2
    """

    ruleset: TakeAway
    name = "proved levels"
    statement = (
        "Heaps with a quota each, in normal play, while what they are worth is within the levels that were proved."
    )
    reference = "decided by automata: cgt.theory.levels, and cgt.games.heaps.level_machine"

    def values(self, piles: Sequence[Pile]) -> list[int | None]:
        return shipped().nim_values((pile.size, pile.quota) for pile in piles)

    def reaches(self, wanted: Sequence[int]) -> bool:
        return all(value < shipped().levels for value in wanted)

    def winning(self, position: Position, piles: Sequence[Pile], wanted: Sequence[int]) -> LazyMoves[Move]:
        """The winning moves by the automaton, counted, and listed lazily."""
        results = [
            (index, takes)
            for index, (pile, value) in enumerate(zip(piles, wanted, strict=True))
            if (takes := shipped().takes_to(pile.size, pile.quota, value)).total
        ]
        walk = partial(_moves, results, in_sum=isinstance(position, Sum))
        return LazyMoves(walk, total=sum(takes.total for _index, takes in results))

    def moves_to(self, position: Position, value: int) -> Sequence[Move] | None:
        """The takes from one heap to a nim-value below the proved levels."""
        if not isinstance(position, Pile) or value >= shipped().levels:
            return None
        takes = shipped().takes_to(position.size, position.quota, value)
        return LazyMoves(takes.__iter__, total=takes.total)


def _moves(results: Sequence[tuple[int, Takes]], *, in_sum: bool) -> Iterator[Move]:
    for index, takes in results:
        for take in takes:
            yield ComponentMove(index, take) if in_sum else take


@attrs.frozen
class BeyondLevels(ClosedForm):
    """The outcome N where one heap exceeds all proved levels and the others do not, whatever it is worth.

    Which moves win may hang on its value, which a table tells.
    """

    ruleset: TakeAway
    name = "proved levels"
    statement = "One heap above all proved levels, the others within them: N, whatever that heap is worth."
    kinds = ()
    reference = "levels decided by automata: cgt.theory.levels"

    def answer(self, question: Question) -> Answer | None:
        """The outcome with its reason."""
        piles = self.ruleset.piles(question.position)
        if question.convention is not Convention.NORMAL or piles is None:
            return None
        values = shipped().nim_values((pile.size, pile.quota) for pile in piles)
        rest = nim_sum(*(value for value in values if value is not None))
        if values.count(None) != 1 or rest >= shipped().levels:
            return None
        why = _("{heap} is worth {levels} or more, and the other heaps together {rest}: the nim-sum is not 0").format(
            heap=piles[values.index(None)], levels=shipped().levels, rest=rest
        )
        return Answer(self.name, _(self.reference), self.status, Outcome.N, explanation=why)
