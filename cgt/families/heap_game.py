"""One-heap games, given by the options of one heap; sums, tables and parsing follow."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import attrs

from cgt.core.compounds import Sum, parts_of
from cgt.core.concurrency import lazy_property
from cgt.core.game import check_class, position_of, within_limit
from cgt.core.language import _
from cgt.core.memory import MEMORY, rules_of
from cgt.core.memory_limit import check_list
from cgt.core.nim_table import NimTable
from cgt.core.nimber import mex
from cgt.core.numbers import check_whole, first_few, format_int, format_value, is_whole, plain_ints
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import check_sizes, refuse_list
from cgt.errors import IllegalMoveError, NotApplicableError, NumberError, PositionError, RulesetError
from cgt.families.matches import MatchPosition, MatchRuleset, heaps_of, largest_heap
from cgt.fast.backend import Backend, refuse_compiled
from cgt.fast.row import as_integers
from cgt.fast.sequence import DefinitionSequence, NimSequence

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.code import HeapCode
    from cgt.core.hints import SearchHints
    from cgt.core.progress import Progress
    from cgt.core.wording import Wording
    from cgt.digits.recognise import DenseTable
    from cgt.theory.period import PeriodReport

LARGEST_TABLE = 10**9
"""The size of a heap from which on no table is tried."""

EXTRA_PART = 4
"""A sequence that is continued goes on by this part of what is known, at the least."""

EXTRA_HEAPS = 10_000
"""The most heaps by which it goes on."""

MOST_LOOKED_AT = 1_000
"""The number of amounts or options that are looked through to say what was wrong with a move."""

PATTERN_HEAPS = 40
"""The number of heaps among which a pattern of losing ones is looked for, to advise a move."""

LONG_LIST_VALUES = 5_000
"""The number of values from which a proved period is copied where heaps may break."""

Heaps = tuple[int, ...]
Value = TypeVar("Value")


class HeapRuleset(MatchRuleset[Heaps, Move]):
    """A game on independent heaps, given by the options of one heap.

    Write `heap_options(n)`: each option is the tuple of heaps that remain, empty heaps left out. A move is that tuple.
    A state is a tuple of heaps; a position has one heap, and several are the `Sum` of such positions.

    >>> import cgt
    >>> halve = cgt.HeapRule(lambda n: [(n // 2,)] if n else [], name="halve")
    >>> halve.table().values(8)
    [0, 1, 0, 0, 1, 1, 1, 1]
    """

    position_form = "heaps separated by commas, such as 5,7"
    breaks: ClassVar[bool] = True
    """Whether a move may leave several heaps of one."""

    @abstractmethod
    def heap_options(self, size: int, /) -> Iterable[Heaps]:
        """The options of a heap of `size`, each a tuple of the heaps that remain."""
        raise RulesetError(f"{self} has no rules: write heap_options(size)")

    def options(self, state: Heaps, /) -> Iterable[Heaps]:
        """The heaps that each move in the one heap leaves; raises `RulesetError` as `smaller_heaps`."""
        (size,) = state
        options = self.heap_options(size)
        return options if type(self).__module__.startswith("cgt.") else smaller_heaps(self, size, options)

    def moves(self, state: Heaps, /) -> Iterable[Move]:
        """The moves in the heap; by default the options themselves."""
        (size,) = state
        return check_iterable(self, size, self.options(state))

    def after(self, state: Heaps, move: Move, /) -> Heaps:
        """The heaps that a move leaves of the heap; raises `IllegalMoveError`."""
        (size,) = state
        if isinstance(move, tuple) and all(map(is_whole, move)) and self._may_leave(size, move):
            return move
        allowed = first_few(self.options(state)) or "there is no move"
        raise IllegalMoveError(
            f"{format_value(move)} is not what a heap of {format_int(size)} may become under {self}: {allowed}"
        )

    def _may_leave(self, size: int, heaps: Heaps) -> bool:
        """Whether a move may leave these heaps of one; by default they are looked for among all options."""
        return heaps in self.options((size,))

    def components(self, state: Heaps, /) -> Sequence[Heaps]:
        """The heaps one by one; for no heap at all, the empty heap."""
        if len(state) == 2:  # a search asks so most often
            first, second = state
            return (first,), (second,)
        return (state,) if len(state) == 1 else [(size,) for size in state] or ((0,),)

    def position(self, *heaps: int | tuple[int, ...]) -> Heap | Sum:
        """One heap, or the sum of several; no heap at all is the empty heap."""
        refuse_list(self.position, heaps)
        return position_of_heaps(self, check_sizes(heaps))

    @property
    def code(self) -> HeapCode | None:
        """The taking-and-breaking code of this game, if it has one: theorems on periods refer to codes."""
        return None

    def period(
        self,
        limit: int | None = None,
        *,
        reach: int | None = None,
        modulus: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> PeriodReport:
        """The period of the nim-sequence, proved where a theorem applies; see `cgt.theory.period.period_of_ruleset`.

        >>> import cgt
        >>> print(cgt.games.Subtraction({1, 3, 4}).period())
        subtraction(1,3,4): period 7, from heap 0, proved (repeated window)
        """
        from cgt.theory.period import period_of_ruleset

        with self.table().borrow() as sequence:
            return period_of_ruleset(self, limit, reach=reach, modulus=modulus, sequence=sequence, progress=progress)

    @lazy_property
    def hints(self) -> SearchHints:
        return attrs.evolve(super().hints, prunes=False, components_are_atomic=True, is_whole=not self.breaks)

    def _least_positions(self, position: Position) -> int:
        """A lower bound on the positions that a search opens: the largest heap divided by the first step."""
        step = self._first_step
        return 0 if step is None else largest_heap(position) // step

    @property
    def _first_step(self) -> int | None:
        """By first options a heap goes down by so many at a time at most, on average; None where unknown."""
        return None if self.code is None else self.code.first_step

    def _moves_leaving(self, component: Position, heaps: Heaps) -> Iterable[Move]:
        """The moves that leave these heaps: the heaps themselves, or in a row its moves, in the order of their text."""
        if self.row is None:
            return super()._moves_leaving(component, heaps)
        (size,) = heaps_of(component)
        return self.row.moves_to(size, heaps)

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, separator=",")

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The amount that leaves the heap, and the heaps it leaves where the heap splits."""
        (size,) = heaps_of(position)
        remaining = self.after((size,), move)
        record: dict[str, object] = {"heap": 0, "amount": size - sum(remaining)}
        if len(remaining) > 1 or isinstance(move, tuple):
            record["leaves"] = list(remaining)
        if self.row is not None and (pair := self.row.read(size, move)) is not None:
            record["places"] = list(self.row.places(size, pair))
        return record

    def _advice(self, position: Position, move: Move, convention: Convention) -> str | None:
        """The advice that names the pattern of losing heaps which a winning move reaches; None where there is none.

        >>> import cgt
        >>> cgt.games.BoundedNim(3).wording.advice(cgt.games.BoundedNim(3).position(15), 3, cgt.Convention.NORMAL)
        'leave your opponent a multiple of 4: 12'
        """
        left = [size for size in heaps_of(position.play(move)) if size]
        step, rest = _lost_by(self, convention) if len(left) == 1 else (0, 0)
        if not step or left[0] % step != rest:
            return None
        text = _("leave your opponent a multiple of {step}: {heap}")
        if rest:
            text = _("leave your opponent {rest} more than a multiple of {step}: {heap}")
        return text.format(step=step, rest=rest, heap=format_value(left[0]))

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """A new sequence of the nim-values of the heaps 0, 1, 2, …, by the loops of the code, else from the options.

        Raises:
            RulesetError: there is no compiled way to the values of this game.
        """
        if self.code is not None:
            from cgt.fast.taking_breaking_values import sequence_of  # many positions are answered without

            return sequence_of(self.code, backend=backend)
        refuse_compiled(backend, self)
        return DefinitionSequence(partial(by_definition, self))

    def table(self, backend: Backend = "auto") -> HeapTable:
        """A table of nim-values by the size of the heap, from the game's `sequence`.

        >>> import cgt
        >>> cgt.games.Subtraction({1, 3, 4}).table().values(10)
        [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
        """
        check_class(self)
        return HeapTable(self, backend)


def _lost_by(ruleset: HeapRuleset, convention: Convention) -> tuple[int, int]:
    """Modulus and remainder of the losing heaps, where the small ones are an arithmetic progression; else (0, 0)."""
    lost: list[int] = []
    if convention is Convention.NORMAL:
        lost += (size for size, value in enumerate(ruleset.table().values(PATTERN_HEAPS)) if value == 0)
    else:
        for size in range(PATTERN_HEAPS):
            options = list(ruleset.heap_options(size))
            if any(sum(map(bool, option)) > 1 for option in options):  # whose play goes on as a sum
                return 0, 0
            if options and not any(sum(option) in lost for option in options):
                lost.append(size)
    step = lost[1] - lost[0] if len(lost) > 1 else 0
    if step < 2 or lost != list(range(lost[0], PATTERN_HEAPS, step)) or lost[0] >= step:
        return 0, 0
    return step, lost[0]


def by_definition(game: HeapRuleset, known: Iterable[int] = ()) -> Iterator[int]:
    """The nim-values of the heaps 0, 1, 2, … by the definition, without end; options must be smaller heaps.

    With the values of the first heaps `known`, those of the heaps after them.

    Raises:
        RulesetError: an option holds a heap that is not smaller, or is not a heap.

    >>> from itertools import islice
    >>> import cgt
    >>> list(islice(by_definition(cgt.games.Kayles()), 8))
    [0, 1, 2, 3, 1, 4, 3, 2]
    """
    values = list(known)
    while True:
        size = len(values)
        reached = set()
        for option in smaller_heaps(game, size, game.heap_options(size)):
            value = 0
            for heap in option:
                value ^= values[heap]
            reached.add(value)
        values.append(mex(reached))
        yield values[-1]


class HeapTable(NimTable):
    """The nim-values of the heaps of a game, by the sequence in the process's memory or by one of its own.

    Args:
        ruleset: the game.
        backend: with `"auto"` the sequence that the process keeps of this game is asked, and continued there.

    >>> import cgt
    >>> kayles = cgt.games.Kayles()
    >>> table, heap = kayles.table(), kayles.position(4)
    >>> table.extend_to(heap)
    >>> table(heap), list(table.moves_to(heap, 0)), table.values(6)
    (1, [(1, 1)], [0, 1, 2, 3, 1, 4])
    """

    shares: ClassVar[bool] = True

    def __init__(self, ruleset: HeapRuleset, backend: Backend) -> None:
        self.ruleset = ruleset
        self._backend = backend
        self._values = memoryview(b"")

    @lazy_property
    def _own(self) -> NimSequence:
        return self.ruleset.sequence(self._backend)

    def borrow(self) -> AbstractContextManager[NimSequence]:
        """The sequence in the process's memory, borrowed for this thread; with a backend named, the table's own."""
        if self._backend != "auto":
            return nullcontext(self._own)
        rules = rules_of(self.ruleset) if self.ruleset.code is None else self.ruleset.code
        return MEMORY.borrow(("nim-sequence", rules, None), self.ruleset.sequence)

    def entries(self, position: Position) -> int | None:
        size = max(heap_sizes(self.ruleset, position), default=0)
        return size + 1 if size < LARGEST_TABLE else None

    @property
    def nbytes(self) -> int:
        return self._values.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        self.known(max(heap_sizes(self.ruleset, position), default=0) + 1, progress)

    def known(self, stop: int, progress: Progress | None = None) -> memoryview:
        """The nim-values of the heaps from 0 that are known, computed first up to heap stop-1 if need be.

        It calls `progress` with (0, stop) before any are computed, then with how far it has come.

        >>> import cgt
        >>> list(cgt.games.Kayles().table().known(5)[:5])
        [0, 1, 2, 3, 1]
        """
        if stop > len(self._values):
            with self.borrow() as sequence:
                known = len(sequence.values)
                if stop > known:
                    if progress is not None:
                        progress(0, stop)
                    # A little further, so that heaps asked one after another do not each go on by one; rules that a
                    # user wrote are asked of no heap that nobody asked about.
                    ahead = min(known // EXTRA_PART, EXTRA_HEAPS)
                    more = max(stop, known + ahead) if self.ruleset.code is not None else stop
                    sequence.extend_to(more, progress)
                self._values = sequence.values
        return self._values

    def __call__(self, position: Position) -> int:
        return self._worth(heap_sizes(self.ruleset, position))

    def moves_to(self, component: Position, value: int) -> Iterator[Move]:
        """The moves to nim-value `value`, each tried without making the position it leads to."""
        (size,) = heap_sizes(self.ruleset, component)
        left = _left_by(self.ruleset)
        for move in self.ruleset.moves((size,)):
            if self._worth(left(size, move)) == value:
                yield move

    def values(self, stop: int, progress: Progress | None = None) -> list[int]:
        """The nim-values of heaps 0 .. stop-1, continued by a proved period; with a backend named, each computed.

        Raises:
            NumberError: `stop` is no whole number of at least 0.
            MemoryBudgetError: the list would not fit; nothing was allocated.
        """
        stop = check_whole(stop, "stop is a whole number of at least 0")
        check_list(stop, "nim-values")
        code = self.ruleset.code
        with self.borrow() as sequence:
            known = len(sequence.values)
            patient = self._backend == "auto" and self.ruleset.breaks and stop >= max(LONG_LIST_VALUES, known + 1)
            if patient and code is not None:
                from cgt.theory.period import period_of_code

                # The list needs as well what this computes, so looking for a period costs little.
                certificate = period_of_code(code, stop // 8, sequence=sequence, progress=progress).certificate
                if certificate is not None:
                    return certificate.periodicity.continued(certificate.values, stop)
            sequence.extend_to(stop, progress)
            return list(as_integers(sequence.values[:stop]))

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """The nim-values of pairs of heaps: nim-sums of those of one heap."""
        values = self.values(max(rows, columns), progress)
        return [[values[row] ^ values[column] for column in range(columns)] for row in range(rows)]

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        if len(sizes) != 1:
            raise NotApplicableError("a file keeps the heaps of such a game, and no pairs of them")
        from cgt.store.sequence_table import SequenceTable

        SequenceTable.build(self.ruleset, sizes[0], path=path, backend=self._backend, progress=progress)

    def _worth(self, heaps: Iterable[int]) -> int:
        total, values = 0, self._values
        for size in heaps:
            total ^= values[size]
        return total


class Heap(MatchPosition[Heaps, Move]):
    """One heap of a `HeapRuleset`, made by `game.position(size)`: the class checks nothing. The state is `(size,)`.

    >>> import cgt
    >>> heap = cgt.games.Subtraction({1, 3, 4}).position(4)
    >>> list(heap.moves()), str(heap.play(3))
    ([1, 3, 4], '1')
    """

    __slots__ = ()

    game: HeapRuleset

    @property
    def size(self) -> int:
        """The number of counters in the heap."""
        return self.state[0]


@position_of.register(HeapRuleset)
def position_of_heaps(game: HeapRuleset, state: Heaps) -> Heap | Sum:
    """The heap, or the sum of several."""
    return Heap(game, state or (0,)) if len(state) < 2 else Sum(*(Heap(game, (size,)) for size in state))


def own_sizes(game: HeapRuleset, position: Position) -> Heaps | None:
    """The heap sizes of a heap of a game, or of a sum of such heaps; None for any other position."""
    parts = parts_of(position)
    sizes = tuple([part.size for part in parts if isinstance(part, Heap) and (part.game is game or part.game == game)])
    return sizes if len(sizes) == len(parts) else None


def heap_sizes(game: HeapRuleset, position: Position) -> Heaps:
    """The heap sizes of a position of a game; raises `PositionError` for a position of another."""
    sizes = own_sizes(game, position)
    if sizes is None:
        raise PositionError(f"{format_value(position)} is not a position of {game}")
    return sizes


def games_of(position: Position) -> list[HeapRuleset]:
    """The game of each heap of a position: equal games may name their moves in different ways."""
    parts = parts_of(position)
    return [part.game for part in parts if isinstance(part, Heap)]


class TakingRuleset(HeapRuleset):
    """A game in which a move takes some matches from one heap and leaves the rest together: a move is the amount."""

    breaks = False

    @abstractmethod
    def takes(self, size: int) -> Iterable[int]:
        """The amounts that may be taken from a heap of `size`, each from 1 to `size`, ascending."""
        raise RulesetError(f"{self} has no rules: write takes(size)")

    def allows(self, size: int, take: int) -> bool:
        """Whether `take` may be taken from a heap of `size`."""
        return take in self.takes(size)

    def heap_options(self, size: int, /) -> Iterable[Heaps]:
        """The options, one heap each, smaller by the amount taken; the empty heap is written 0.

        Raises:
            RulesetError: an amount is no whole number from 1 to `size`.
        """
        for take in check_iterable(self, size, self.takes(size)):
            yield (size - (take if type(take) is int and 1 <= take <= size else check_amount(self, size, take)),)

    def moves(self, state: Heaps, /) -> Iterable[int]:
        """The amounts that may be taken from the heap, numpy's numbers as Python's."""
        (size,) = state
        takes = check_iterable(self, size, self.takes(size))
        return takes if isinstance(takes, range) else map(plain_ints, takes)

    def after(self, state: Heaps, move: Move, /) -> Heaps:
        """The heap less the amount; raises `IllegalMoveError` when that amount may not be taken."""
        (size,) = state
        if not is_whole(move) or not 1 <= move <= size or not self.allows(size, move):
            given = islice(check_iterable(self, size, self.takes(size)), MOST_LOOKED_AT)
            takes = first_few(take for take in given if is_whole(take) and 1 <= take <= size)
            allowed = f"take {takes}" if takes else "there is no move"
            raise IllegalMoveError(
                f"{format_value(move)} may not be taken from a heap of {format_int(size)} under {self}: {allowed}"
            )
        return (size - move,)

    def _level_table(self, value: int, limit: int) -> DenseTable:
        """Whether each heap below the limit is worth at least the value: from it, automata are guessed."""
        from cgt.digits.recognise import DenseTable

        return DenseTable([worth >= value for worth in self.table().values(limit)])


# Moves and the options that they lead to.


def moves_into(game: HeapRuleset, size: int, options: Iterable[Heaps]) -> Iterable[Move]:
    """The moves from a heap that leave one of these options; in a row few of them in the order of `moves`.

    >>> import cgt
    >>> list(moves_into(cgt.games.Subtraction(1, 3), 7, [(6,)])), list(moves_into(cgt.games.Kayles(), 7, [(6,)]))
    ([1], [(0, 6), (6, 0)])
    """
    if game.row is not None:
        return game.row.moves_into(size, options)
    return (size - sum(option) for option in options) if isinstance(game, TakingRuleset) else options


def count_into(game: HeapRuleset, size: int, options: int | None, fits: Callable[[Heaps], bool]) -> int | None:
    """The number of moves to the options for which `fits` holds, given their number; None where it is unknown.

    In a row a move and its mirror image lead to one option, but for the moves that are their own image.

    >>> import cgt
    >>> kayles = cgt.games.Kayles()
    >>> count_into(kayles, 7, 7, lambda option: True), len(list(kayles.moves((7,))))
    (13, 13)
    """
    if game.row is None or options is None:
        return options
    last = None if game.code is None else game.code.last
    most = min(last or size, size) if game.row.reach is None else 1
    own_image = 0
    for count in range(1, most + 1):
        half, odd = divmod(size - count, 2)
        with suppress(IllegalMoveError):
            own_image += count <= size and not odd and fits(game.after((size,), (half, half)))
    return 2 * options - own_image


def _left_by(game: HeapRuleset) -> Callable[[int, Any], Heaps]:
    """The function from a heap and a legal move to the heaps left, without validation where the move gives them."""
    kind = type(game)
    if (row := game.row) is not None:
        return lambda _size, move: row.left(move)
    if isinstance(game, TakingRuleset) and kind.after is TakingRuleset.after:
        return lambda size, move: (size - move,)
    if kind.moves is HeapRuleset.moves:
        return lambda _size, move: move
    return lambda size, move: game.after((size,), move)


# Faults of rules that a user wrote.


def check_amount(ruleset: HeapRuleset, size: int, amount: object) -> int:
    """An amount that may be taken, numpy's numbers as Python's; raises `RulesetError` unless it is from 1 to `size`."""
    limits = f"one takes a whole number from 1 to {format_int(size)}" if size else "nothing is taken"
    needs = f"{ruleset}: from a heap of {format_int(size)} {limits}"
    return check_whole(amount, needs, least=1, most=size, error=RulesetError)


def smaller_heaps(ruleset: HeapRuleset, size: int, options: Iterable[Heaps]) -> Iterator[Heaps]:
    """The options of a heap as tuples; raises `RulesetError` for one that is no tuple or list of smaller heaps."""
    for option in check_iterable(ruleset, size, options):
        for heap in option if type(option) is tuple else (None,):
            if type(heap) is not int or not 0 <= heap < size:  # nearly all are right: no call
                yield _heaps_left(ruleset, size, option)
                break
        else:
            yield option


def _heaps_left(ruleset: HeapRuleset, size: int, option: object) -> Heaps:
    """The heaps of an option, numpy's numbers as Python's; raises `RulesetError` unless all are smaller."""
    refused = f"{ruleset}: a heap of {format_int(size)} may not become {format_value(option)}"
    if not isinstance(option, tuple | list):
        needs = "an option is the tuple of the heaps that remain, such as (4,) or (1, 3)"
        raise RulesetError(f"{refused}: {needs}")
    try:
        return tuple(check_whole(heap, "", most=size - 1) for heap in option)
    except NumberError:
        needs = "heaps must get smaller, and each is a whole number of at least 0"
        raise RulesetError(f"{refused}: {needs}") from None


def check_iterable(ruleset: HeapRuleset, size: int, values: Iterable[Value]) -> Iterable[Value]:
    """The iterable that a user's function gives for a heap, and an end to one that has none.

    Raises:
        RulesetError: it is no iterable.
        BudgetError: as one walks along, there are too many.
    """
    if not isinstance(values, Iterable):
        raise RulesetError(
            f"{ruleset}: for a heap of {format_int(size)} a list is asked for, not {format_value(values)}"
        )
    return values if isinstance(values, Sized) else within_limit(ruleset, values)
