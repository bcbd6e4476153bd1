"""The pruned search of games that give their rules on 64-bit words: plain at first, then compiled.

Small boards wait for no compiler: some thousand components are opened in plain Python, and fewer where the compiled
loop is at hand. What was learnt by then is small beside what follows, and is found again.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.errors import LoopError, RulesetError
from cgt.core.game import WordRules
from cgt.engine.pruned import PrunedSearch
from cgt.fast.jit import Loop, compiled_works, njit_as

if TYPE_CHECKING:
    from cgt.engine.budget import Budget

READY, KEPT, NEW = 500, 3_000, 30_000
"""How many components are opened in plain Python where the loop was compiled in this process, in another, or never."""

SLICE = 1 << 13
"""After how many components the clock, the memory and the keyboard are looked at."""

FIRST_SLOTS = 1 << 13
BYTES_A_SLOT = 18
"""A word, the values excluded, the nim-value and the work it took."""


class WordSearch(PrunedSearch[int]):
    """As `PrunedSearch`, of a game whose states are words."""

    def __init__(self, rules: WordRules, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - those of `PrunedSearch`
        super().__init__(*args, **kwargs)
        self._rules = rules
        self._words: _Words | None = None
        self._patience: float = READY
        self._asked = False

    def __len__(self) -> int:
        return super().__len__() + (0 if self._words is None else self._words.known)

    def known(self, component: int) -> int | None:
        value = super().known(component)
        return self._words.value(component) if value is None and self._words is not None else value

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return super().nbytes + (0 if self._words is None else self._words.nbytes)

    def _run(self, component: int, wanted: int | None, budget: Budget) -> int:
        if self._words is None:
            try:
                return super()._run(component, wanted, budget)
            except _EnoughError:
                self._words = _Words(self._rules, self.table.max_bytes)
        if component == 0 or self._value(component) is not None:
            return super()._run(component, wanted, budget)
        before = self._words.opened
        try:
            return self._words.run(component, wanted, budget)
        except _BeyondError:
            self._words, self._asked, self._patience = None, True, float("inf")
            return super()._run(component, wanted, budget)
        finally:
            self.visited += 0 if self._words is None else self._words.opened - before

    def _decide(self, component: int, wanted: int | None) -> Generator[tuple[int, int | None], int | None, int]:
        if component and self.visited >= self._patience:
            if not self._asked:
                self._asked, self._patience = True, _patience(self._rules)
            if self.visited >= self._patience:
                raise _EnoughError
        return super()._decide(component, wanted)


class _EnoughError(Exception):
    """So many components were opened that compiled code pays."""


class _BeyondError(Exception):
    """A nim-value was met that the compiled sets do not hold."""


def _patience(rules: WordRules) -> float:
    """How many components are opened in plain Python before the compiled loop goes on."""
    if not compiled_works():
        return float("inf")
    loops = _loops(attrs.evolve(rules, data=()))
    if all(loop.is_ready for loop in loops):
        return READY
    return KEPT if all(loop.is_kept for loop in loops) else NEW


@cache
def _loops(rules: WordRules) -> tuple[Loop, ...]:
    """The compiled loop, and the rules, of boards of any size, as loops that it is given."""
    from cgt.solving import word_loop

    rule, symmetry = njit_as(word_loop.RULE), njit_as(word_loop.SYMMETRY)
    found: Any = (
        word_loop.search,
        rule(rules.options),
        word_loop.alone if rules.components is None else rule(rules.components),
        word_loop.itself if rules.canonical is None else symmetry(rules.canonical),
    )
    loops: tuple[Loop, ...] = found
    return loops


class _Words:
    """The arrays in which the compiled loop searches, and what it has found.

    Args:
        rules: the rules on words.
        most: the bytes that the table may take.
    """

    def __init__(self, rules: WordRules, most: int) -> None:
        import numpy as np

        from cgt.solving import word_loop

        self._loop = loop = word_loop
        self._most = most
        self._search, *self._rules = _ready(rules)
        self._data = np.array(rules.data or (0,), np.uint64)
        self._counts = np.zeros(loop.COUNTERS, np.int64)
        self._request = np.zeros(2, np.uint64)
        self._raw, self._found = np.zeros(loop.MOST_OPTIONS, np.uint64), np.zeros(loop.MOST_PARTS, np.uint64)
        self._table = self._new_table(FIRST_SLOTS)
        self._stack = self._new_stack(64)

    @property
    def opened(self) -> int:
        """How many components were opened."""
        return int(self._counts[self._loop.OPENED])

    @property
    def known(self) -> int:
        """How many nim-values are known."""
        return int((self._table[1] >= 0).sum())

    def value(self, component: int) -> int | None:
        """The nim-value of a component, where it is known."""
        keys, values = self._table[:2]
        slot = self._loop.slot_of(keys, keys.dtype.type(component))
        return int(values[slot]) if component and keys[slot] == component and values[slot] >= 0 else None

    @property
    def nbytes(self) -> int:
        """The memory of the arrays."""
        return sum(array.nbytes for array in (*self._table, *self._stack))

    def run(self, component: int, wanted: int | None, budget: Budget) -> int:
        """The nim-value when it is wanted, else that or -1.

        Raises:
            LoopError: a component is its own follower.
            BudgetError: the budget is spent; the table keeps what was learnt.
        """
        loop, counts = self._loop, self._counts
        everything = (1 << 64) - 1
        if wanted is not None and wanted > everything:
            raise _BeyondError
        self._request[:] = component, everything if wanted is None else wanted
        counts[loop.PHASE] = loop.OPENING
        counts[loop.MOST] = counts[loop.OPENED]
        try:
            budget.begin()
            while True:
                found = self._search(
                    *self._rules, self._data, *self._table, counts, self._request, *self._stack, self._raw, self._found
                )
                if found == loop.ANSWERED:
                    return int(counts[loop.ANSWERS])
                if found == loop.PAUSED:
                    counts[loop.MOST] += budget.allot(self._looked(), SLICE)
                elif found == loop.FULL:
                    self._make_room()
                elif found == loop.ROOM:
                    self._deepen()
                elif found == loop.BEYOND:
                    raise _BeyondError
                else:
                    raise self._loop_error()
        finally:
            budget.end(int(counts[loop.MOST] - counts[loop.OPENED]), self._looked())
            self._leave()

    def _looked(self) -> int:
        looked, self._counts[self._loop.LOOKED] = int(self._counts[self._loop.LOOKED]), 0
        return looked

    def _loop_error(self) -> LoopError:
        path = [int(word) for word in self._stack[0][: self._counts[self._loop.DEPTH], self._loop.STATE]]
        return LoopError(tuple(path[path.index(int(self._request[0])) :]))

    def _leave(self) -> None:
        """Mark what is still being searched as not known."""
        loop, counts = self._loop, self._counts
        keys, values = self._table[:2]
        for state in self._stack[0][: counts[loop.DEPTH], loop.STATE]:
            values[loop.slot_of(keys, state)] = loop.UNKNOWN
        counts[[loop.DEPTH, loop.POOL, loop.WAITING]] = 0

    def _new_table(self, slots: int) -> tuple[Any, ...]:
        import numpy as np

        return (
            np.zeros(slots, np.uint64),
            np.full(slots, self._loop.UNKNOWN, np.int8),
            np.zeros(slots, np.uint64),
            np.zeros(slots, np.int8),
        )

    def _make_room(self) -> None:
        """A table four times as large; where that would be too large, the half that took least work goes."""
        import numpy as np

        keys, _values, _excluded, works = self._table
        slots, least = 4 * len(keys), 0
        while slots * BYTES_A_SLOT > self._most and slots > FIRST_SLOTS:
            slots //= 2
        if slots <= len(keys):
            slots = len(keys)
            often = np.bincount(works[keys != 0], minlength=64)
            least = int(np.searchsorted(np.cumsum(often), often.sum() / 2)) + 1
        new = self._new_table(slots)
        self._counts[self._loop.ENTRIES] = self._loop.enter(self._table, least, new)
        self._table = new

    def _new_stack(self, depth: int) -> tuple[Any, ...]:
        import numpy as np

        loop = self._loop
        return (
            np.zeros((depth, loop.WORDS), np.uint64),
            np.zeros((depth, loop.NUMBERS), np.int64),
            np.zeros(loop.MOST_PARTS * (loop.MOST_OPTIONS + 1) + depth * 2048, np.uint64),
            np.zeros((loop.MOST_OPTIONS + depth * 256, loop.FIELDS), np.int64),
        )

    def _deepen(self) -> None:
        """Room for twice as deep a search."""
        new = self._new_stack(2 * len(self._stack[0]))
        for old, longer in zip(self._stack, new, strict=True):
            longer[: len(old)] = old
        self._stack = new


def _ready(rules: WordRules) -> tuple[Any, ...]:
    """The loop and the rules, compiled; raises `RulesetError` where numba does not take them."""
    from numba.core.errors import NumbaError

    try:
        return tuple(loop.dispatcher for loop in _loops(attrs.evolve(rules, data=())))
    except NumbaError as error:
        line = next(iter(str(error).strip().splitlines()), "")
        raise RulesetError(f"the rules on words cannot be compiled: {line}") from error
