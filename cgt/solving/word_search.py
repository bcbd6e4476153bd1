"""The pruned search of games with rules on words of 64 or 128 bits: in plain Python first, then compiled.

Small boards wait for no compiler: some thousand components are opened in plain Python, and fewer where the compiled
loop is at hand. What was learnt by then is small beside what follows, and is found again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from cgt.engine.pruned import PrunedSearch
from cgt.errors import LoopError, MissingExtraError, RulesetError
from cgt.fast.jit import Loop, compiled_works, njit_as, numba_failure
from cgt.fast.threads import Run, in_parts, thread_count, workers

if TYPE_CHECKING:
    from cgt.core.hints import WordRules
    from cgt.engine.budget import Budget

READY, KEPT, NEW = 500, 3_000, 30_000
"""The numbers of components opened in plain Python where the loop was compiled in this process, in another, or
never."""

SLICE = 1 << 13
"""The number of components after which the clock, the memory and the keyboard are looked at."""

PROGRESS_DEPTH, PROGRESS_PARTS = 8, 1_000_000
"""The progress of a search looks at so many components on the path, each an option of the one before, and is given in
so many parts: a first option may take hours."""

FIRST_SLOTS = 1 << 15
BYTES_A_WORD = 8
"""An entry of the table takes so many for each 64 bits of a state, and once more for what is known of it."""

ENTRIES_AT_ONCE = 1 << 20
"""Entries of a table that are copied at once, so that saving it takes no second table."""

EVERY_BIT = (1 << 64) - 1

SHARED_FROM = 100_000
"""The number of components opened by one thread alone: less is done before others have begun."""


class WordSearch(PrunedSearch[int]):
    """A `PrunedSearch` of a game whose states are words."""

    def __init__(self, rules: Callable[[], WordRules], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - those of `PrunedSearch`
        super().__init__(*args, **kwargs)
        self._rules = rules
        self._words: CompiledWords | None = None
        self._patience: float = READY if _loops.cache_info().currsize else KEPT
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

    def compiled(self) -> CompiledWords:
        """Switch to the compiled search and return it; raises `MissingExtraError` without numba."""
        if not compiled_works():
            raise MissingExtraError("a compiled search needs numba: pip install 'cgt-impartial[fast]'")
        if self._words is None:
            self._words = CompiledWords(self._rules(), self.table.max_bytes)
        return self._words

    def _run(self, component: int, wanted: int | None, budget: Budget) -> int:
        if self._words is None:
            try:
                return super()._run(component, wanted, budget)
            except _EnoughError:
                self._words = CompiledWords(self._rules(), self.table.max_bytes)
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
                self._asked, self._patience = True, _patience(self._rules())
            if self.visited >= self._patience:
                raise _EnoughError
        return super()._decide(component, wanted)


class _EnoughError(Exception):
    """The signal that so many components were opened that compiled code pays."""


class _BeyondError(Exception):
    """A nim-value above those that the compiled sets hold."""


def _patience(rules: WordRules) -> float:
    """The number of components opened in plain Python before the compiled loop goes on."""
    if not compiled_works():
        return float("inf")
    loops = _loops(attrs.evolve(rules, data=()))
    if all(loop.is_ready for loop in loops):
        return READY
    return KEPT if all(loop.is_kept for loop in loops) else NEW


@cache
def _loops(rules: WordRules) -> tuple[Loop, ...]:
    """The compiled functions of a game: the search, its options, components and representatives."""
    from cgt.solving import word_loop

    rule = njit_as(partial(word_loop.rule_kind, rules.words))
    symmetry = njit_as(partial(word_loop.symmetry_kind, rules.words))
    result: Any = (
        _search_loop(rules.words),
        rule(rules.options),
        rule(rules.components or word_loop.alone),
        symmetry(rules.canonical or word_loop.itself),
    )
    loops: tuple[Loop, ...] = result
    return loops


@cache
def _search_loop(words: int) -> Any:  # noqa: ANN401 - a loop
    from cgt.solving import word_loop

    return njit_as(partial(word_loop.search_kind, words))(word_loop.search)


class _States:
    """Conversions of states to numpy arrays: one 64-bit word a state, or a row of two, the lower first.

    Attributes:
        words: 1, or 2 where a state has up to 128 bits.
        bytes_an_entry: of the table.
    """

    def __init__(self, words: int) -> None:
        import numpy as np

        self._uint64 = np.uint64
        self.words = words
        self.bytes_an_entry = BYTES_A_WORD * (words + 1)

    def array(self, numbers: Sequence[int]) -> Any:  # noqa: ANN401 - an array
        """An array of these numbers."""
        result = self.zeros(len(numbers))
        for at, number in enumerate(numbers):
            self.put(result, at, number)
        return result

    def zeros(self, count: int) -> Any:  # noqa: ANN401 - an array
        """An array of so many zeros."""
        import numpy as np

        return np.zeros(count if self.words == 1 else (count, self.words), np.uint64)

    def put(self, array: Any, at: int, number: int) -> None:  # noqa: ANN401 - an array
        """Write a number into an array."""
        array[at] = number if self.words == 1 else (number & EVERY_BIT, number >> 64)

    def numbers(self, array: Any) -> list[int]:  # noqa: ANN401 - an array
        """The numbers of an array."""
        if self.words == 1:
            return list(array.tolist())
        return [low | high << 64 for low, high in array.tolist()]

    def key(self, number: int) -> tuple[Any, Any, bool]:
        """The lower word of a state, its upper word, and whether states have two words."""
        return self._uint64(number & EVERY_BIT), self._uint64(number >> 64), self.words > 1


class CompiledWords:
    """The table of the compiled search, with the stacks of the threads that search in it.

    Attributes:
        watch: called again and again with (done, total), in options of what is asked about.

    Args:
        rules: the rules on words.
        most: the bytes that the table may take.
    """

    watch: Callable[[int, int], None] | None = None

    def __init__(self, rules: WordRules, most: int) -> None:
        import numpy as np

        from cgt.fast import word_table
        from cgt.solving import word_loop

        self._loop, self._rows = word_loop, word_table
        self._most = most
        self._search, *functions = _ready(rules)
        self._states = _States(rules.words)
        self._rules = (*functions, self._states.array(rules.data or (0,)))
        self._table = self._new_table(FIRST_SLOTS)
        self._entered = 0
        self._stop = np.zeros(1, np.uint64)
        self._team = [_Stack(word_loop, self._states)]

    @property
    def opened(self) -> int:
        """The number of components opened so far."""
        return sum(int(one.run["opened"]) for one in self._team)

    @property
    def known(self) -> int:
        """The number of nim-values in the table."""
        return int(((self._table[:, 1] & self._rows.VALUE_BITS) != 0).sum())

    def value(self, component: int) -> int | None:
        """The nim-value of a component, if it is in the table."""
        value = int(self._rows.value_of(self._rows.known_of(self._table, *self._states.key(component))))
        return value if component and value >= 0 else None

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays."""
        return int(self._table.nbytes) + sum(one.nbytes for one in self._team)

    @property
    def bytes_an_entry(self) -> int:
        """The bytes of an entry."""
        return self._states.bytes_an_entry

    def entries(self) -> Iterator[Any]:
        """The entries of the table, in arrays of rows."""
        for start in range(0, len(self._table), ENTRIES_AT_ONCE):
            rows = self._table[start : start + ENTRIES_AT_ONCE]
            yield rows[rows[:, 1] != 0]

    def learn(self, count: int, entries: Iterable[Any]) -> None:
        """Store `count` earlier entries, in arrays as `entries` gives them, as far as there is room."""
        slots = FIRST_SLOTS
        while slots < 2 * count and 2 * slots * self.bytes_an_entry <= self._most:
            slots *= 2
        self._table = self._new_table(slots)
        self._entered = sum(int(self._rows.move_entries(some, self._table)) for some in entries)

    def run(self, component: int, wanted: int | None, budget: Budget) -> int:
        """The nim-value of a component; perhaps -1 if it is not in the bit set `wanted` (None: any value).

        Raises:
            LoopError: a component is its own follower.
            BudgetError: the budget is spent; the table keeps what was learnt.
        """
        if wanted is not None and wanted > self._loop.EVERYTHING:
            raise _BeyondError
        question = component, self._loop.EVERYTHING if wanted is None else wanted
        self._stop[0] = 0
        team = self._team[: thread_count()]
        for one in team:
            one.begin(*question)
        alone = self.opened + SHARED_FROM
        try:
            budget.begin()
            with ExitStack() as stack:
                together: Run = stack.enter_context(workers(len(team)))
                while True:
                    for one in team:
                        one.allow(budget)
                    reasons = together([partial(self._go_on, one) for one in team])
                    for reason, one in zip(reasons, team, strict=True):
                        if reason == self._loop.ANSWERED:
                            return int(one.run["answer"])
                    self._make_room()
                    if self.watch is not None:
                        self.watch(*team[0].progress())
                    if len(team) < thread_count() and self.opened > alone:
                        team += self._reinforcement(thread_count() - len(team), question)
                        together = stack.enter_context(workers(len(team)))
        finally:
            for one in team:
                one.leave(self._table, budget)

    def _reinforcement(self, count: int, question: tuple[int, int]) -> list[_Stack]:
        """New stacks at the question, `count` of them; from now on the threads mark in the table what they are at."""
        more = [_Stack(self._loop, self._states) for _ in range(count)]
        for one in more:
            one.begin(*question)
        self._team += more
        for one in self._team:
            one.run["shared"] = 1
        return more

    def _go_on(self, one: _Stack) -> int:
        """Search until there is an answer, or the budget must be checked; return the reason."""
        loop = self._loop
        while True:
            reason = self._search(*self._rules, one.runs, self._table, *one.arrays, self._stop)
            if reason == loop.ROOM:
                one.deepen()
            elif reason == loop.BEYOND:
                raise _BeyondError
            else:
                if reason == loop.ANSWERED:
                    self._stop[0] = 1
                return int(reason)

    def _new_table(self, entries: int) -> Any:  # noqa: ANN401 - an array
        import numpy as np

        return np.zeros((entries + self._rows.WINDOW - 1, self._states.words + 1), np.uint64)

    def _make_room(self) -> None:
        """Make room: a table four times as large when half is full; without memory, entries that took least work go."""
        for one in self._team:
            self._entered += int(one.run["entered"])
            one.run["entered"] = 0
        entries = len(self._table) - self._rows.WINDOW + 1
        if 2 * self._entered < entries:
            return
        larger = 4 * entries
        while larger * self.bytes_an_entry > self._most:
            larger //= 2
        if larger > entries:
            before, table, entered = self._table, self._new_table(larger), list[int]()
            in_parts(len(before), lambda part: entered.append(int(self._rows.move_entries(before[part], table))))
            self._table, self._entered = table, sum(entered)


class _Stack:
    """The stack of components that one thread is searching."""

    def __init__(self, loop: Any, states: _States) -> None:  # noqa: ANN401 - the module, which loads numpy
        import numpy as np

        self._loop = loop
        self._states = states
        self.runs = np.zeros(1, loop.RUN)
        self.run = self.runs[0]
        self.arrays = self._new_arrays(64)

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays."""
        return sum(array.nbytes for array in self.arrays)

    def begin(self, component: int, wanted: int) -> None:
        """Request a component."""
        self._states.put(self._path, 0, component)
        self.run["wanted"], self.run["step"] = wanted, self._loop.OPENING
        self.run["allowed"] = self.run["opened"]

    def allow(self, budget: Budget) -> None:
        """Allow some more components to be opened; raises `BudgetError`."""
        self.run["allowed"] += budget.allot(self._looked(), SLICE)

    def leave(self, table: Any, budget: Budget) -> None:  # noqa: ANN401 - an array
        """Abandon the search, and give back the unused part of the budget."""
        budget.end(int(self.run["allowed"] - self.run["opened"]), self._looked())
        if self.run["shared"]:
            from cgt.fast import word_table

            for state in self._states.numbers(self._path[: self.run["depth"]]):
                key = self._states.key(state)
                known = int(word_table.known_of(table, *key)) & ~word_table.BUSY
                # An entry that says nothing would be an empty one, which hides those behind it.
                word_table.enter(table, *key, table.dtype.type(known or 1 << word_table.WORK_AT))
        for field in ("depth", "options", "parts"):
            self.run[field] = 0

    def progress(self) -> tuple[int, int]:
        """The millionths of the question that are done, of 1,000,000: its options, then those of the one at hand."""
        done, share = 0, PROGRESS_PARTS**3
        for frame in self.arrays[0][: min(int(self.run["depth"]), PROGRESS_DEPTH)]:
            options = max(1, int(frame["stop"] - frame["first"]))
            done += share * int(frame["at"] - frame["first"]) // options
            share //= options
        return done // PROGRESS_PARTS**2, PROGRESS_PARTS

    def deepen(self) -> None:
        """Make room for a search twice as deep; raises `LoopError` where play has a cycle."""
        *path, state = self._states.numbers(self._path[: self.run["depth"] + 1])
        for begin, seen in enumerate(path):
            if seen in path[begin + 1 :] or seen == state:
                end = path.index(seen, begin + 1) if seen in path[begin + 1 :] else len(path)
                raise LoopError(tuple(path[begin:end]))
        arrays = self._new_arrays(2 * len(self.arrays[0]))
        for old, longer in zip(self.arrays, arrays, strict=True):
            longer[: len(old)] = old
        self.arrays = arrays

    @property
    def _path(self) -> Any:  # noqa: ANN401 - an array
        """The components that are being searched, and the one that is requested."""
        return self.arrays[2]

    def _looked(self) -> int:
        looked, self.run["looked"] = int(self.run["looked"]), 0
        return looked

    def _new_arrays(self, depth: int) -> tuple[Any, ...]:
        import numpy as np

        loop, zeros = self._loop, self._states.zeros
        most_options, most_parts = (self._states.words * most for most in (loop.MOST_OPTIONS, loop.MOST_PARTS))
        return (
            np.zeros(depth, loop.FRAME),
            np.zeros(most_options + depth * 256, loop.OPTION),
            zeros(depth + 1),
            zeros(most_parts * (most_options + 1) + depth * 2048),
            zeros(most_options),
            zeros(most_parts),
        )


def _ready(rules: WordRules) -> tuple[Any, ...]:
    """The loop and the rules, compiled; raises `RulesetError` where numba cannot compile them."""
    loops = _loops(attrs.evolve(rules, data=()))
    numba_failure()  # which imports it undisturbed
    from numba.core.errors import NumbaError

    try:
        return tuple(loop.dispatcher for loop in loops)
    except NumbaError as error:
        line = next(iter(str(error).strip().splitlines()), "")
        raise RulesetError(f"the rules on words cannot be compiled: {line}") from error
