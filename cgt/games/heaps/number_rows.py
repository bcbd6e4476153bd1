"""Games on a row of numbers, and games whose moves may take from several heaps."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, pairwise, permutations, product
from operator import index, sub
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import GamePosition, M, limited_steps, position_of, state_of
from cgt.core.language import _, ngettext
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import as_shown, check_whole, exact_repr, format_int, format_value, from_decimal, is_whole
from cgt.core.position import Move, Position
from cgt.core.reading import check_sizes, parse_sizes, refuse_list
from cgt.errors import IllegalMoveError, PositionError
from cgt.families.heap_wording import taken_text
from cgt.families.matches import MatchPosition, MatchRuleset
from cgt.families.matchsticks import Matches
from cgt.games.drawn_game import DrawnGame

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.core.wording import Wording

Numbers = tuple[int, ...]
Change = tuple[int, int]
"""A move: the place of a number, and the new number."""

_NEEDS = "{name} is played on whole numbers of at least {bound} ({position_form})"

_LONGEST, _MOST_NUMBERS = 20_000, 12
"""The most characters, and numbers in them, that are looked at where a text means a move."""


class NumbersRuleset(DrawnGame[Numbers, M]):
    """A game whose state is a tuple of whole numbers; a move is by default the pair (place, new number).

    Write `steps(state)`, lazily, and `after(state, move)` by the rule: a huge state has too many moves for a list.
    """

    phrase: ClassVar[str] = ""
    """A position as one says it, with `{sizes}` for its numbers or `{text}`."""

    @property
    def example(self) -> str:
        """The example of two numbers."""
        return "3,5"

    @property
    def position_form(self) -> str:
        """The form of a position: numbers separated by commas."""
        return "heaps separated by commas, such as 3,5"

    @property
    def least(self) -> int:
        """The least number that a state may contain: by default 0."""
        return 0

    @property
    def counts(self) -> range:
        """The lengths that a state may have: by default 1 to a million."""
        return range(1, 10**6)

    @property
    def sampled(self) -> Sequence[int]:
        """The lengths of the sample positions: by default one, two and three, where a state may be so long."""
        return [count for count in (1, 2, 3) if count in self.counts]

    def position(self, *numbers: int) -> GamePosition[Numbers, M]:
        """The position of these numbers; raises `PositionError`."""
        refuse_list(self.position, numbers)
        return GamePosition(self, self._state(numbers))

    def _state(self, numbers: Sequence[int]) -> Numbers:
        self.check(tuple(numbers))
        return self.arrange(tuple(map(index, numbers)))

    def check(self, state: Numbers) -> None:
        """Check that these can be the numbers of a position, in any order.

        Raises:
            PositionError: they are no whole numbers, too small, or not as many as there should be.
        """
        names = {"name": self.name, "bound": self.least, "position_form": _(self.position_form)}
        for number in state if isinstance(state, tuple) else (state,):
            check_whole(number, _NEEDS, least=self.least, most=None, error=PositionError, **names)
        if len(state) not in self.counts:
            few = len(state) < self.counts[0]
            count = self.counts[0] if few else self.counts[-1]
            bound = _("at least {count}") if few else _("at most {count}")
            wanted = (bound if len(self.counts) > 1 else "{count}").format(count=format_int(count, group=True))
            text = ngettext(
                "{name} is played on {wanted} number, not {count} ({position_form})",
                "{name} is played on {wanted} numbers, not {count} ({position_form})",
                count,
            )
            raise PositionError(
                text.format(name=self.name, wanted=wanted, count=len(state), position_form=_(self.position_form))
            )

    def arrange(self, numbers: Numbers) -> Numbers:
        """The checked numbers in the order of states, such as ascending; by default as they are."""
        return numbers

    def read(self, text: str) -> Numbers:
        """Read numbers such as `3,5`."""
        return self._state(parse_sizes(text, self.position_form))

    def write(self, state: Numbers) -> str:
        """The numbers, separated by commas; 0 where none is left."""
        return ",".join(map(exact_repr, state)) or "0"

    def sizes(self, position: Position) -> Numbers:
        """The numbers of a position, as `HasHeaps` asks for them."""
        return state_of(self, position) or ()

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: all of numbers up to the bound, up to half of it for two, a third for three, and so on."""
        return (position_of(self, state) for state in self.samples(bound))

    def samples(self, bound: int) -> Iterator[Numbers]:
        """The states of `sample_positions`."""
        for place, count in enumerate(self.sampled):
            for numbers in product(range(self.least, bound // (place + 1) + 1), repeat=count):
                if self.is_state(numbers):
                    yield numbers

    def moves(self, state: Numbers) -> Iterable[M]:
        """The moves, lazily; a walk that is too long ends with a `BudgetError`."""
        return LazyMoves(lambda: (move for move, _after in limited_steps(self, state)))

    def is_state(self, numbers: Numbers) -> bool:
        """Whether these numbers are a state."""
        try:
            self.check(numbers)
        except PositionError:
            return False
        return self.arrange(numbers) == numbers

    def _move_text(self, position: Position, move: M) -> str:
        """The move as text; by default as it is."""
        return as_shown(move)

    def _size(self, state: Numbers) -> tuple[int, ...]:
        """The sum of the numbers, then their count."""
        return sum(state), len(state)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves that the numbers of a text may mean, by places and numbers or by amounts and heaps."""
        numbers = numbers_in(text)
        yield from numbers
        yield from product((0, 1), numbers)
        for one, other in permutations(numbers, 2):
            yield from ((one, other), (one - 1, other))
        yield tuple(numbers)


class JointRuleset(MatchRuleset[Numbers, Numbers]):
    """A taking game whose moves may take from several heaps; the order of the heaps must not matter.

    Write `moves(heaps)` and `allows(heaps, amounts)`. A move is the tuple of what is taken from each heap.
    """

    @abstractmethod
    def moves(self, heaps: Numbers, /) -> Iterable[Numbers]:
        """Every legal move, lazily."""

    def after(self, heaps: Numbers, move: Numbers, /) -> Numbers:
        """The heaps less the amounts; raises `IllegalMoveError`."""
        if (
            not isinstance(move, tuple)
            or len(move) != len(heaps)
            or not all(is_whole(amount) and 0 <= amount <= heap for amount, heap in zip(move, heaps, strict=True))
            or not self.allows(heaps, move)
        ):
            raise IllegalMoveError(
                f"{format_value(move)} may not be taken from the heaps {', '.join(map(format_int, heaps))} "
                f"under {self}: give an amount for each heap, none more than its heap. {self.rules}"
            )
        return less(heaps, move)

    def options(self, heaps: Numbers, /) -> Iterator[Numbers]:
        """The heaps less the amounts of each move."""
        return (less(heaps, move) for move in self.moves(heaps))

    def canonical(self, heaps: Numbers, /) -> Numbers:
        """The heaps ascending: their order does not matter."""
        return tuple(sorted(heaps))

    @abstractmethod
    def allows(self, heaps: Numbers, amounts: Numbers) -> bool:
        """Whether a move is legal, given one amount for each heap, none negative and none more than its heap."""

    def position(self, *heaps: int | tuple[int, ...]) -> JointHeaps:
        """The position with these heaps, an empty one where none is given; raises `PositionError`."""
        refuse_list(self.position, heaps)
        return JointHeaps(self, check_sizes(heaps) or (0,))

    def read(self, text: str) -> Numbers:
        """Read heaps such as `3,5`."""
        return self.position(*parse_sizes(text, self.position_form)).state

    def sample_positions(self, bound: int) -> Iterable[JointHeaps]:
        """Sample positions: one heap up to `bound`, two up to half of it, three up to a third."""
        for count in (1, 2, 3):
            for heaps in combinations_with_replacement(range(bound // count + 1), count):
                yield self.position(*heaps)

    @property
    def listed_heaps(self) -> int:
        """2, the least number of heaps that a move can take from together."""
        return 2

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of a move: `heap` and `amount`, or `heaps` and `amounts` for several heaps."""
        return taken_record(move if isinstance(move, tuple) else ())

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The move with the amounts of a text, one for each heap."""
        yield tuple(numbers_in(text))


class JointHeaps(MatchPosition[Numbers, Numbers]):
    """Heaps of a `JointRuleset`; the state is their sizes.

    >>> import cgt
    >>> heaps = cgt.games.Wythoff().position(3, 5)
    >>> print(heaps, "->", heaps.play((2, 2)))
    3,5 -> 1,3
    """

    __slots__ = ()


position_of.register(JointRuleset, JointHeaps)


class HeapNumbers(NumbersRuleset[M]):
    """Numbers that are heaps, with the words and the drawing of heaps."""

    table_axes = ("first heap", "second heap")

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, component_record=self._move_record)

    def _move_record(self, position: Position, move: M) -> dict[str, object]:
        """The record of a move: `heap` and `amount`, or `heaps` and `amounts`.

        >>> import cgt
        >>> cgt.games.Staircase().wording.move_record(cgt.games.Staircase().position(3, 7, 5), (2, 4))
        {'heap': 1, 'amount': 4}
        """
        heaps = state_of(self, position) or ()
        return taken_record(map(sub, heaps, self.after(heaps, move)))

    def _move_text(self, position: Position, move: M) -> str:
        """The move as text: `take 2 from heap 1`; without the heap where there is one."""
        return taken_text(self._move_record(position, move), alone=len(state_of(self, position) or ()) == 1)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves that a text may mean, also by amounts, with or without the heap's place."""
        yield from super()._candidate_moves(position, text)
        heaps, result = state_of(self, position) or (), numbers_in(text)
        for amount, heap in permutations(result, 2) if len(heaps) > 1 else product(result, (1,)):
            if 1 <= heap <= len(heaps):
                left = heaps[heap - 1] - amount
                yield from (left, (heap - 1, left))

    def sketch(self, state: Numbers) -> Sketch:
        """The drawing of the heaps as rows of matches."""
        return Matches(state)


def numbers_in(text: str) -> list[int]:
    """The first whole numbers of a text."""
    return [from_decimal(number) for number in re.findall(r"\d+", text[:_LONGEST], re.ASCII)[:_MOST_NUMBERS]]


def taken_record(amounts: Iterable[int]) -> dict[str, object]:
    """The record `heap` and `amount`, or `heaps` and `amounts` for several heaps, from one amount for each heap."""
    taken = [(heap, amount) for heap, amount in enumerate(amounts) if amount > 0]
    if len(taken) == 1:
        return {"heap": taken[0][0], "amount": taken[0][1]}
    return {"heaps": [heap for heap, _ in taken], "amounts": [amount for _, amount in taken]}


def taken_from(heaps: Numbers, chosen: Sequence[int], amounts: Numbers = ()) -> Iterator[Numbers]:
    """The choices of at least 1 from each chosen heap, the last one varying first; from the others `amounts`, or 0.

    >>> list(taken_from((2, 7, 2), [0, 2]))
    [(1, 0, 1), (1, 0, 2), (2, 0, 1), (2, 0, 2)]
    """
    amounts = amounts or (0,) * len(heaps)
    index, *rest = chosen
    before, behind = amounts[:index], amounts[index + 1 :]
    every = ((*before, amount, *behind) for amount in range(1, heaps[index] + 1))
    if not rest:
        yield from every
        return
    for some in every:
        yield from taken_from(heaps, rest, some)


def taken_from_one(heaps: Numbers) -> Iterator[Numbers]:
    """The moves of nim, heap by heap."""
    return chain.from_iterable(taken_from(heaps, (place,)) for place in range(len(heaps)))


def less(heaps: Numbers, amounts: Numbers) -> Numbers:
    """The heaps less the amounts taken."""
    return tuple(map(sub, heaps, amounts))


def check_rows(lengths: Numbers) -> None:
    """Check that no row of a board is longer than the one above it; raises `PositionError`."""
    for above, row in pairwise(lengths):
        if row > above:
            text = _("no row is longer than the one above it: {row} is below {above}")
            raise PositionError(text.format(row=format_value(row), above=format_value(above)))


def replaced(numbers: Numbers, place: int, number: int) -> Numbers:
    """The numbers with another number at a place."""
    return (*numbers[:place], number, *numbers[place + 1 :])


def nonempty(heaps: Numbers) -> Numbers:
    """The heaps that are left, in their order."""
    return tuple(filter(None, heaps))


def whole_numbers(move: Move, count: int) -> Numbers:
    """The move, if it is `count` whole numbers of at least 0; raises `KeyError` for anything else."""
    if isinstance(move, tuple) and len(move) == count and all(type(number) is int and number >= 0 for number in move):
        return move
    raise KeyError(move)


def lowered_by(numbers: Numbers, move: Move) -> Numbers:
    """The state after a move of `lowered`; raises `KeyError` for an illegal move."""
    place, smaller = whole_numbers(move, 2)
    if place >= len(numbers) or smaller >= numbers[place]:
        raise KeyError(move)
    return replaced(numbers, place, smaller)


def lowered(numbers: Numbers) -> Iterator[tuple[Change, Numbers]]:
    """The moves of nim: each number made smaller, one at a time."""
    for place, number in enumerate(numbers):
        for smaller in range(number):
            yield (place, smaller), replaced(numbers, place, smaller)
