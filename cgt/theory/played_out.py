"""Games with linear moves evaluated on a whole box of positions at once, smallest positions first.

Positions of one size have no move between them, so they are judged together. A move that adds the same to every
position is followed backwards: what is lost marks all positions that lead there. Other moves are tried forwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.core.concurrency import lazy_property
from cgt.core.memory_limit import check_list, check_memory
from cgt.core.outcome import Convention
from cgt.core.progress import Progress, notify, reporting
from cgt.digits.automaton_arrays import different
from cgt.digits.decide import define
from cgt.digits.evaluate import SMALL, Quotient, holds, quotient_for, term_value, without_quantifiers
from cgt.digits.formula import And, Formula, Term, conjuncts, formula, speaks_of_sets
from cgt.digits.recognise import DenseTable
from cgt.errors import NoAdditionError, NotApplicableError, TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.digits.moves import LinearMoves, LinearOption

    Cells = NDArray[np.bool_]
    Indices = NDArray[np.int64]

AT_ONCE = 2_000_000
"""The number of pairs of a position and a choice that are examined together."""

MOST_PAIRS = 4_000_000_000
"""A box that needs more such pairs is not played out."""

STEP_WORK = 1_000
"""A kind of move takes as long at each size of a position as so many pairs."""

MEMBER_WORK = 10
"""A pair whose condition speaks of a set takes as long as so many others."""

NEAR = 16
"""A move that adds the same to all positions, and so little to each number, is marked without a look at the border."""

MOST_MARKS = 255
"""Lost options are counted up to so many."""


@attrs.frozen(eq=False)
class _Kind:
    """A kind of move, with its choices listed.

    Attributes:
        option: the move, its condition without quantifiers.
        chosen: by name, the values of what is chosen, one choice a column.
        rest: what of the condition speaks of the position, and of what is chosen.
        change: what each choice adds to each number of the position; None where that hangs on the position.
        computed: by name, what is chosen where the position leaves no choice.
        allowed: by the index of a position, whether it fits the part of the condition that speaks of it alone.
        shifts: what each choice adds to the index of a position, where all of them stay within the margin.
    """

    option: LinearOption
    chosen: Mapping[str, Indices]
    rest: Formula
    change: tuple[Indices, ...] | None
    computed: Mapping[str, Quotient] = attrs.field(factory=dict)
    allowed: Cells | None = None
    shifts: Indices | None = None

    @property
    def work(self) -> int:
        """The work on one position: the number of choices, and more where each is read digit by digit."""
        return self.count * (MEMBER_WORK if speaks_of_sets(self.rest) else 1)

    @property
    def count(self) -> int:
        """The number of choices."""
        if self.change is not None:
            return len(self.change[0])
        return len(next(iter(self.chosen.values()))) if self.chosen else 1


def lost_below(
    moves: LinearMoves, stop: int, convention: Convention, progress: Progress | None = None
) -> list[tuple[int, ...]]:
    """The P-positions whose numbers are all below a bound, ascending.

    Raises:
        NotApplicableError: they are not counted so: in misère play where moves are forbidden, or in too large a box.
        MemoryBudgetError: they would not fit.

    >>> from cgt.digits.moves import wythoff_moves
    >>> lost_below(wythoff_moves(), 6, Convention.NORMAL)
    [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
    """
    if stop < 1:
        return []
    try:
        lost = PlayedOut(moves, progress).lost(stop, convention)
    except (NoAdditionError, TableError) as error:
        raise NotApplicableError(str(error)) from None
    count = int(np.count_nonzero(lost.answers))
    check_list(count, "P-positions", width=len(moves.names))
    places = np.argwhere(lost.answers)
    results: list[tuple[int, ...]] = []
    for first in range(0, count, AT_ONCE):
        results += map(tuple, places[first : first + AT_ONCE].tolist())
        notify(progress, len(results), count)
    return results


def _merged_kinds(kinds: Sequence[_Kind]) -> list[_Kind]:
    """The kinds of moves that the same positions allow, whatever is chosen, as one: marked at once; and the others."""
    merged: dict[bytes, list[_Kind]] = {}
    others = []
    for kind in kinds:
        if kind.rest.free:
            others.append(kind)
        else:
            merged.setdefault(b"" if kind.allowed is None else kind.allowed.tobytes(), []).append(kind)
    for same in merged.values():
        changes = zip(*(kind.change for kind in same if kind.change is not None), strict=True)
        others.append(attrs.evolve(same[0], chosen={}, change=tuple(map(np.concatenate, changes))))
    return others


def _computed(chosen: Sequence[str], parts: Sequence[Formula]) -> dict[str, Quotient]:
    """The chosen numbers that others determine, each behind those that it is computed from."""
    results: dict[str, Quotient] = {}
    for name in chosen:
        value = quotient_for(name, parts)
        if value is not None and name not in _spoken_of(value, results):
            results[name] = value
    return dict(sorted(results.items(), key=lambda item: len(_spoken_of(item[1], results) & set(results))))


def _spoken_of(value: Quotient, computed: Mapping[str, Quotient]) -> set[str]:
    """The numbers that a quotient is computed from, those behind computed ones included."""
    met = set(value.divided.coefficients)
    for name in met & set(computed):
        met |= _spoken_of(computed[name], computed)
    return met


def _without_choice(computed: Mapping[str, Quotient], names: Sequence[str]) -> dict[str, Quotient]:
    """Those of the computed numbers in which numbers of the position occur."""
    return {name: value for name, value in computed.items() if _spoken_of(value, computed) & set(names)}


class PlayedOut:
    """The positions of a box, all numbers below `stop`, evaluated by the definitions.

    >>> from cgt.digits.moves import wythoff_moves
    >>> PlayedOut(wythoff_moves()).lost(6, Convention.NORMAL).answers.nonzero()
    (array([0, 1, 2, 3, 5]), array([0, 2, 1, 5, 3]))
    """

    def __init__(self, moves: LinearMoves, progress: Progress | None = None) -> None:
        self.moves, self.progress = moves, progress
        self.work: dict[int, int] = {}
        """The work on a table by its size: pairs of a position and a choice, and `STEP_WORK`."""
        self._boxes: dict[int, _Box] = {}

    def at_least(self, value: int, stop: int) -> DenseTable:
        """The table of truth values of "nim-value at least `value`" for the positions of numbers below `stop`."""
        return self._table(stop, lambda box: box.at_least(value))

    def lost(self, stop: int, convention: Convention) -> DenseTable:
        """The table of truth values of "lost" for the positions of numbers below `stop`.

        Raises:
            NotApplicableError: in misère play where moves are forbidden.
        """
        self.moves.check_counted(convention)
        return self._table(stop, lambda box: box.lost(convention))

    def _table(self, stop: int, cells: Callable[[_Box], Cells]) -> DenseTable:
        """The table of the cells that a function gives of the box below `stop`; the last box is kept."""
        if stop not in self._boxes:
            self._boxes = {stop: _Box(self.moves, stop, self.progress)}
        box = self._boxes[stop]
        table = DenseTable(cells(box))
        self.work[stop] = box.work
        return table


class _Box:
    """A box of positions, closed under the moves of the positions below a bound."""

    def __init__(self, moves: LinearMoves, stop: int, progress: Progress | None = None) -> None:
        self.moves, self.stop, self.progress = moves, stop, progress
        self.weights = [moves.size.coefficients.get(name, 0) for name in moves.names]
        self.largest = sum(weight * (stop - 1) for weight in self.weights)
        self.shape = self._shape()
        self.margin = self._margin()
        self.room = tuple(map(add, self.shape, self.margin))
        check_memory(4 * prod(self.room), f"the positions with numbers below {stop:,}")
        self.strides = [prod(self.room[axis + 1 :]) for axis in range(len(self.room))]
        self.kinds = [self._kind(each) for each in moves.options]
        self._exact: list[Cells] = []
        self.work = 0

    def at_least(self, value: int) -> Cells:
        while len(self._exact) < value:
            candidates = np.ones(self.shape, np.bool_)
            for known in self._exact:
                candidates &= ~known
            self._exact.append(self._kernel(candidates))
        worth = np.zeros(self.shape, np.bool_)
        for known in self._exact[:value]:
            worth |= known
        return self._cut(~worth)

    def lost(self, convention: Convention) -> Cells:
        if convention is Convention.NORMAL:
            return ~self.at_least(1)
        return self._cut(self._kernel(self._alive))

    def _cut(self, cells: Cells) -> Cells:
        return cells[(slice(self.stop),) * cells.ndim]

    @lazy_property
    def _alive(self) -> Cells:
        """Whether each position has a move."""
        a_move = self.moves.some_option(lambda _result: formula(value=True))
        alive = define(a_move, self.moves.system, self.moves.names)
        return alive.accepts_box(*self.shape)

    def _shape(self) -> tuple[int, ...]:
        """The sizes of the box that contains all options of its positions."""
        most = dict.fromkeys(self.moves.names, self.stop - 1)
        for _round in range(4):
            larger = dict(most)
            for each in self.moves.options:
                limits = self._limits(each, most)
                for name, weight, result in zip(self.moves.names, self.weights, each.result, strict=True):
                    reached = result.constant + sum(c * limits[v] for v, c in result.coefficients.items() if c > 0)
                    if reached <= most[name] or self._falls(result, name):
                        continue
                    larger[name] = max(larger[name], self.largest // weight if weight else reached)
            if larger == most:
                return tuple(value + 1 for value in most.values())
            most = larger
        raise TableError("the moves lead to numbers without bound")

    def _margin(self) -> tuple[int, ...]:
        """The margin behind each axis, where marks beyond the box fall on either side: the longest near step.

        A number below 0 is read at the end of the row before, or at the end of all.
        """
        margin = [0] * len(self.shape)
        for each in self.moves.options:
            changes = self._changes(each)
            steps = [abs(change.constant) for change in changes]
            if not any(change.coefficients for change in changes) and max(steps) <= NEAR:
                margin = list(map(max, margin, steps))
        return tuple(margin)

    def _changes(self, option: LinearOption) -> list[Term]:
        """The term that a kind of move adds to each number of the position."""
        return [result - Term({name: 1}) for name, result in zip(self.moves.names, option.result, strict=True)]

    def _limits(self, option: LinearOption, most: Mapping[str, int]) -> dict[str, int]:
        """The upper limits of the position's numbers and of the chosen ones."""
        limits = dict(most)
        for bounds in option.choices(self.moves.names, self.moves.system).bounds:
            reached = (
                (term.constant + sum(c * limits[name] for name, c in term.coefficients.items() if c > 0)) // divisor
                for term, divisor in bounds.most
            )
            limits[bounds.name] = max(0, min(reached))
        return limits

    @staticmethod
    def _falls(result: Term, name: str) -> bool:
        """Whether a number never grows by this kind of move."""
        return (
            result.coefficients.get(name, 0) <= 1
            and result.constant <= 0
            and all(c <= 0 for other, c in result.coefficients.items() if other != name)
        )

    def _kind(self, option: LinearOption) -> _Kind:
        condition = without_quantifiers(option.condition, self.moves.system)
        parts = list(conjuncts(condition))
        computed = _computed(option.chosen, parts)
        by_position = _without_choice(computed, self.moves.names)
        names = [name for name in option.chosen if name not in by_position]
        apart = [part for part in parts if part.free and set(part.free) <= set(names)]
        chosen = self._chosen(option, names, computed, apart)
        parts = [part for part in parts if part not in apart]
        changes = self._changes(option)
        if by_position or not all(set(change.coefficients) <= set(names) for change in changes):
            left = And(tuple(parts))
            return _Kind(attrs.evolve(option, condition=left), chosen, left, None, by_position)
        count = len(next(iter(chosen.values()))) if chosen else 1
        added = tuple(np.broadcast_to(term_value(change, chosen), (count,)) for change in changes)
        fits = np.logical_and.reduce([abs(each) < size for each, size in zip(added, self.shape, strict=True)])
        chosen = {name: values[fits] for name, values in chosen.items()}
        alone = [part for part in parts if set(part.free) <= set(self.moves.names)]
        allowed = self._members(And(tuple(alone))) if alone else None
        rest = And(tuple(part for part in parts if part not in alone))
        return _Kind(option, chosen, rest, tuple(each[fits] for each in added), allowed=allowed)

    def _members(self, condition: Formula) -> Cells:
        """Whether a condition on the position alone holds, by the index of each position."""
        axes = np.ogrid[tuple(map(slice, self.room))]
        members = holds(condition, dict(zip(self.moves.names, axes, strict=True)))
        return np.broadcast_to(np.asarray(members, np.bool_), self.room).ravel()

    def _chosen(
        self, option: LinearOption, names: Sequence[str], computed: Mapping[str, Quotient], apart: Sequence[Formula]
    ) -> dict[str, Indices]:
        """The choices within the box that the comparisons between chosen numbers allow."""
        chosen: dict[str, Indices] = {}
        known: set[str] = set()
        limits = self._limits(option, dict(zip(self.moves.names, (size - 1 for size in self.shape), strict=True)))
        enumerated = [name for name in names if name not in computed]
        for name in (*enumerated, *(name for name in computed if name in names)):
            count = len(next(iter(chosen.values()))) if chosen else 1
            if name in computed:
                value = computed[name].at(chosen)
                is_large = isinstance(value, int) and value >= SMALL
                chosen[name] = np.full(count, value, object if is_large else None)
            else:
                if count * limits[name] > AT_ONCE * 10:
                    raise TableError("there are too many choices to play out")
                every = np.arange(limits[name] + 1, dtype=np.int64)
                chosen = {before: np.repeat(values, len(every)) for before, values in chosen.items()}
                chosen[name] = np.tile(every, count)
            known.add(name)
            fits = chosen[name] >= 0
            for part in apart:
                if set(part.free) <= known:
                    fits &= holds(part, chosen)
            chosen = {before: values[fits] for before, values in chosen.items()}
        return chosen

    def _kernel(self, candidates: Cells) -> Cells:
        """The kernel of the candidates: those with fewer than `needed` options in it, from small positions up."""
        flat = np.pad(candidates, [(0, most) for most in self.margin]).ravel()
        marks = np.zeros(flat.shape, np.uint8)
        values = np.zeros(flat.shape, np.bool_)
        needed = self.moves.needed
        if not 1 <= needed <= MOST_MARKS:
            raise TableError("so many options are not counted")
        back = [kind for kind in self.kinds if kind.change is not None]
        forward = [kind for kind in self.kinds if kind.change is None]
        if forward and needed > 1:  # an option by kinds of both sorts is counted once
            back, forward = [], self.kinds
        back = [attrs.evolve(kind, shifts=self._shifts(kind)) for kind in _merged_kinds(back)]
        pairs = 0
        falls = [-np.dot(self.weights, np.stack(kind.change)) for kind in back if kind.change is not None]
        apart = 1 if forward else max(1, min((int(fall.min()) for fall in falls if fall.size), default=1))
        for layer in reporting(self._layers(apart), -(-(self.largest + 1) // apart), self.progress):
            layer = layer[flat[layer] & (marks[layer] < needed)]  # noqa: PLW2901 - narrowed
            self.work += STEP_WORK * len(self.kinds) + len(layer) * sum(kind.work for kind in forward)
            if len(layer) and forward:
                layer = layer[self._counted(layer, forward, values) + marks[layer] < needed]  # noqa: PLW2901 - likewise
            values[layer] = True
            self.work += len(layer) * sum(kind.work for kind in back)
            pairs += len(layer) * sum(kind.count for kind in back)
            if pairs > MOST_PAIRS:
                raise TableError("this box takes too long to play out")
            if len(layer) and back:
                self._mark(layer, back, marks)
        return values.reshape(self.room)[tuple(map(slice, self.shape))]

    def _layers(self, apart: int) -> Iterator[Indices]:
        """The positions by size as indices into the flat box, those of `apart` sizes together."""
        sizes = self._one_size()
        while together := list(islice(sizes, apart)):
            yield np.concatenate(together)

    def _one_size(self) -> Iterator[Indices]:
        """The positions of size 0, 1, … as indices into the flat box."""
        last = max(range(len(self.shape)), key=lambda axis: self.weights[axis])
        weight, length, stride = self.weights[last], self.shape[last], self.strides[last]
        if not weight:  # no move is allowed anywhere: all positions are of one size
            yield np.arange(prod(self.shape))
            return
        others = [axis for axis in range(len(self.shape)) if axis != last]
        part = base = np.zeros(1, np.int64)
        for axis in others:
            along = np.arange(self.shape[axis])
            part = np.add.outer(part, self.weights[axis] * along).ravel()
            base = np.add.outer(base, self.strides[axis] * along).ravel()
        order = np.argsort(part, kind="stable")
        part, base = part[order], base[order]
        for size in range(self.largest + 1):
            begin, end = np.searchsorted(part, (size - weight * (length - 1), size + 1))
            left = size - part[begin:end]
            if weight == 1:
                yield base[begin:end] + left * stride
            else:
                whole = left % weight == 0
                yield base[begin:end][whole] + left[whole] // weight * stride

    def _flat(self, places: Sequence[Indices]) -> Indices:
        return np.asarray(np.dot(self.strides, np.stack(places)), np.int64)

    def _places(self, flat: Indices) -> list[Indices]:
        return [flat // stride % size for stride, size in zip(self.strides, self.room, strict=True)]

    def _mark(self, lost: Indices, kinds: Sequence[_Kind], marks: NDArray[np.uint8]) -> None:
        """Count the lost positions as options of all positions that lead to them, each once."""
        most = max(1, AT_ONCE // (1 + max(kind.count for kind in kinds)))
        for first in range(0, len(lost), most):
            some = lost[first : first + most]
            sources = [self._sources(some, kind) for kind in kinds]
            if self.moves.needed == 1:
                for source, _option in sources:
                    marks[source] = 1
                continue
            pairs = np.concatenate([option * marks.size + source for source, option in sources])
            at, count = np.unique(different(pairs) % marks.size, return_counts=True)
            marks[at] = np.minimum(marks[at] + count, MOST_MARKS)

    def _sources(self, lost: Indices, kind: _Kind) -> tuple[Indices, Indices]:
        """The positions that lead to these by one kind of move, each with the place of the position it leads to."""
        if kind.shifts is not None:
            flat, option = (lost[:, None] - kind.shifts).ravel(), np.repeat(np.arange(len(lost)), kind.count)
        else:
            flat, option = self._far_sources(self._places(lost), kind)
        if kind.allowed is not None:
            right = kind.allowed[flat]
            flat, option = flat[right], option[right]
        return flat, option

    def _far_sources(self, places: Sequence[Indices], kind: _Kind) -> tuple[Indices, Indices]:
        """The positions within the box that lead to these places, each with its place, by a part of the condition."""
        change = kind.change
        if change is None:
            raise AssertionError  # such a kind is tried forwards
        before = [place[:, None] - added for place, added in zip(places, change, strict=True)]
        fits = np.ones(before[0].shape, np.bool_)
        for place, added, size in zip(before, change, self.shape, strict=True):
            if added.size and added.min() < 0:
                fits &= place < size
            if added.size and added.max() > 0:
                fits &= place >= 0
        option, choice = np.nonzero(fits)
        numbers = {name: place[fits] for name, place in zip(self.moves.names, before, strict=True)}
        flat = self._flat([numbers[name] for name in self.moves.names])
        if kind.rest.free:
            numbers |= {name: values[choice] for name, values in kind.chosen.items()}
            right = holds(kind.rest, numbers)
            flat, option = flat[right], option[right]
        return flat, option

    def _shifts(self, kind: _Kind) -> Indices | None:
        """The changes of a position's index by each choice; None where a step is longer than the margin."""
        if kind.change is None or kind.rest.free:
            return None
        near = all(abs(added).max(initial=0) <= most for added, most in zip(kind.change, self.margin, strict=True))
        return np.asarray(np.dot(self.strides, np.stack(kind.change)), np.int64) if near else None

    def _counted(self, cells: Indices, kinds: Sequence[_Kind], counts: Cells) -> Indices:
        """The number of different options of each cell among the positions found."""
        pairs = [self._options(cells, kind, counts) for kind in kinds]
        index = np.concatenate(pairs)
        return np.bincount(different(index) // counts.size, minlength=len(cells)).astype(np.int64)

    def _options(self, cells: Indices, kind: _Kind, answer: Cells) -> Indices:
        """The pairs of a cell's index and an option of it, each as one number: index · size of the box + option."""
        most = max(1, AT_ONCE // max(1, kind.count))
        every = []
        for first in range(0, len(cells), most):
            places = self._places(cells[first : first + most])
            numbers: dict[str, Any] = {
                name: np.broadcast_to(place[:, None], (len(place), kind.count))
                for name, place in zip(self.moves.names, places, strict=True)
            }
            numbers |= {name: values[None, :] for name, values in kind.chosen.items()}
            for name, value in kind.computed.items():
                numbers[name] = value.at(numbers)
            results = [
                np.broadcast_to(term_value(term, numbers), (len(places[0]), kind.count)) for term in kind.option.result
            ]
            right = np.broadcast_to(holds(kind.rest, numbers), results[0].shape).copy()
            if kind.allowed is not None:
                right &= kind.allowed[cells[first : first + most], None]
            for name in kind.computed:
                right &= numbers[name] >= 0
            for result, size in zip(results, self.shape, strict=True):
                right &= (result >= 0) & (result < size)
            option = self._flat([result[right] for result in results])
            good = answer[option]
            every.append((first + np.nonzero(right)[0][good]) * answer.size + option[good])
        return np.concatenate(every)
