"""The nim-values of Fibonacci nim by one automaton of all proved levels, which ships with the package.

The file is a certificate that `cgt verify` decides again. The machine reads the Zeckendorf digits of the heap and its
quota side by side, the greatest place first. It needs no numpy. The sets of positions worth at least 1, 2, … that it
tells are those which `cgt.theory.levels` proved, and `LevelMachine.automaton` gives each back to be decided again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from cgt.core.concurrency import raised_by_handler
from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.digits.system import zeckendorf
from cgt.errors import BudgetError, TableError
from cgt.fast.jit import numpy_installed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cgt.digits.automaton import Automaton

FILE = "fibonacci-nim-levels.json"
MOST_READINGS = 1_000_000
"""The greatest number of readings of one heap's moves; beyond it the list of its winning moves is given up."""

MANY = 1_000
"""The number of heaps from which an array of them is faster than one after the other."""

ENTRY_STOP = 1 << 63
"""The least number that an array of 64-bit numbers cannot hold."""

Reading: TypeAlias = tuple[int, int, bool, int, int]
"""The heap that is left, the carry of the doubled take, whether the take is still at the quota, its last digit, and the
machine's state."""
Branch: TypeAlias = tuple[int, Reading]
"""A digit of the take, and the reading after it."""


@attrs.frozen
class LevelMachine:
    """An automaton that gives nim-values below `levels`, for heaps and quotas of any size.

    >>> machine = shipped()
    >>> machine.levels, machine.value(12, 3), machine.value(10**1000, 1)
    (7, 3, 0)
    """

    levels: int
    steps: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    values: tuple[int, ...] = attrs.field(repr=False)

    def value(self, heap: int, quota: int) -> int | None:
        """The nim-value; None where it is `levels` or more. O(digits)."""
        if not heap:
            return 0
        system, state, steps = zeckendorf(), 0, self.steps
        length = system.length(heap)
        for high, low in zip(system.digits(heap), system.digits(min(heap, quota), length), strict=True):
            state = steps[state][2 * high + low]
        value = self.values[state]
        return None if value >= self.levels else value

    def nim_values(self, positions: Iterable[tuple[int, int]]) -> list[int | None]:
        """The nim-values of many heaps with their quotas; by arrays for many of at most 63 bits.

        >>> shipped().nim_values([(12, 3), (50, 60)] * 1_000)[-2:]
        [3, None]
        """
        pairs = [(heap, min(heap, quota)) for heap, quota in positions]
        small = [index for index, (heap, _quota) in enumerate(pairs) if heap < ENTRY_STOP]
        if len(small) < MANY or not numpy_installed():
            return [self.value(heap, quota) for heap, quota in pairs]
        import numpy as np

        heaps, quotas = np.array([pairs[index] for index in small], np.int64).T
        results = [None if value < 0 else value for value in self.nim_values_of(heaps, quotas).tolist()]
        if len(small) == len(pairs):
            return results
        values: dict[int, int | None] = dict(zip(small, results, strict=True))
        return [values[index] if index in values else self.value(*pair) for index, pair in enumerate(pairs)]

    def nim_values_of(self, heaps: NDArray[Any], quotas: NDArray[Any]) -> NDArray[np.int64]:
        """The nim-values of two arrays of 64-bit numbers of one shape, by numpy; -1 for `levels` or more.

        >>> import numpy as np
        >>> shipped().nim_values_of(np.array([12, 12, 50]), np.array([3, 1, 60])).tolist()
        [3, 1, -1]
        """
        import numpy as np

        system = zeckendorf()
        high, low = heaps.astype(np.uint64), np.minimum(heaps, quotas).astype(np.uint64)
        steps, state = np.array(self.steps, np.int32), np.zeros(high.shape, np.int32)
        for index in reversed(range(system.length(int(high.max(initial=0))))):
            place = np.uint64(system.place(index))
            one, two = high >= place, low >= place
            high, low = high - place * one, low - place * two
            state = steps[state, 2 * one + two]
        result = np.array(self.values)[state]
        return np.where(result >= self.levels, -1, result)

    def takes_to(self, heap: int, quota: int, value: int) -> Takes:
        """The takes that leave a heap worth `value`, below `levels`, found digit by digit without tries."""
        return Takes.of(self, heap, min(heap, quota), value)

    def automaton(self, level: int) -> Automaton:
        """The set of pairs (heap, quota) worth at least `level`, at most `levels`, as it was proved.

        >>> [shipped().automaton(level).states for level in range(1, 7)]
        [8, 10, 12, 22, 103, 331]
        """
        import numpy as np

        from cgt.digits.automaton import Automaton

        return Automaton.made(zeckendorf(), 2, np.array(self.steps, np.int32), np.array(self.values) >= level)


@attrs.frozen(eq=False)
class Takes:
    """All takes to a nim-value, ascending, lazily, with their number.

    Attributes:
        total: how many there are.
    """

    total: int
    _branches: tuple[dict[Reading, list[Branch]], ...]
    _counts: tuple[dict[Reading, int], ...]
    _places: tuple[int, ...]
    _start: Reading

    @classmethod
    def of(cls, machine: LevelMachine, heap: int, quota: int, value: int) -> Takes:
        """The takes from a heap, at most `quota`, that leave a heap worth `value`.

        Raises:
            BudgetError: there are too many to keep.
        """
        system = zeckendorf()
        length = system.length(2 * heap)  # the doubled take may be longer than the heap
        places = tuple(system.place(index) for index in reversed(range(length)))
        start: Reading = (heap, 0, True, 0, 0)
        layers: list[dict[Reading, list[Branch]]] = []
        reached, kept = {start}, 0
        for place, bound in zip(places, system.digits(quota, length), strict=True):
            layer = {reading: list(_branches(machine, reading, place, bound)) for reading in reached}
            reached = {after for branches in layer.values() for _digit, after in branches}
            layers.append(layer)
            kept += len(layer)
            if kept > MOST_READINGS:
                text = _("the winning moves of a heap of {length} digits need more than {most} readings")
                raise BudgetError(text.format(length=length, most=format_int(MOST_READINGS, group=True)))
        counts: list[dict[Reading, int]] = [
            {each: int(machine.values[each[-1]] == value) for each in reached if each[0] == 0 == each[1]}
        ]
        for layer in reversed(layers):
            after = counts[-1]
            sums = {reading: sum(after.get(to, 0) for _digit, to in branches) for reading, branches in layer.items()}
            counts.append({reading: number for reading, number in sums.items() if number})
        counts.reverse()
        total = counts[0].get(start, 0) - (value == 0)  # taking nothing leaves the quota 0, worth 0, and is no move
        return cls(total, tuple(layers), tuple(counts), places, start)

    def __iter__(self) -> Iterator[int]:
        if not self.total:
            return
        stack = [(0, {self._start}, 0)]
        while stack:
            depth, readings, taken = stack.pop()
            if depth == len(self._places):
                if taken:
                    yield taken
                continue
            good = self._counts[depth + 1]
            for digit in (1, 0):  # the smaller take is popped first
                after = {
                    to
                    for reading in readings
                    for branch, to in self._branches[depth][reading]
                    if branch == digit and to in good
                }
                if after:
                    stack.append((depth + 1, after, taken + digit * self._places[depth]))


def _branches(machine: LevelMachine, reading: Reading, place: int, bound: int) -> Iterator[Branch]:
    """The choices of digits of rest, take and doubled take at this place."""
    left, owed, tight, last, state = reading
    below = place - 1  # the most that the lower places and this one's zero hold
    for rest in (0, 1):
        for taken in (0, 1):
            if (tight and taken > bound) or (taken and last):
                continue
            remaining = left - (rest + taken) * place
            if not 0 <= remaining <= 2 * below:
                continue
            for doubled in (0, 1):
                owing = owed + (2 * taken - doubled) * place
                if not -2 * below <= owing <= below:
                    continue
                after = machine.steps[state][2 * rest + doubled]
                if after >= 0:
                    yield taken, (remaining, owing, tight and taken == bound, taken, after)


@cache
def shipped() -> LevelMachine:
    """The levels of Fibonacci nim that ship with the package.

    Raises:
        TableError: the file is missing, or is not what was written.
    """
    try:
        given: Any = json.loads((files("cgt.games.heaps") / "data" / FILE).read_text(encoding="utf-8"))
        *fields, digest = given.values()
        machine = LevelMachine(given["levels"], tuple(map(tuple, given["steps"])), tuple(given["values"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if raised_by_handler(error):
            raise
        raise TableError(f"{FILE} is missing or cannot be read: it should hold the levels of Fibonacci nim") from None
    if sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest() != digest:
        raise TableError(f"{FILE} was changed: its checksum is another")
    return machine
