"""The budget of a search: positions, options, processor seconds and memory; and estimates of memory in use."""

from __future__ import annotations

import gc
import math
import os
import sys
import time
from collections.abc import Iterator
from itertools import chain, islice, repeat
from operator import length_hint
from threading import get_ident
from typing import Any, ClassVar, Final

from cgt.core.language import _
from cgt.core.memory import size_of
from cgt.core.memory_limit import resident_memory
from cgt.core.numbers import check_limit, format_int, measurable
from cgt.errors import BudgetError

OPTIONS_PER_POSITION = 20
"""The budget of options looked at, as a multiple of the budget of positions, so that wide games end in time too."""

NUMBERED_PER_POSITION = 5
"""The budget of options of a sum's components that are numbered and kept, which takes time and memory."""

SLICE = 256
"""The number of positions, of sixteen options each, after which the clock and the memory are looked at."""

OPTIONS_PER_LOOK = 1 << 16
"""The number of options after which the clock is looked at, where no position is opened meanwhile."""

PAUSE, MOST_HALVINGS = 0.02, 8
"""The processor seconds between two looks above which a slice is halved, and how often: slow positions are few."""

DEFAULT_BYTES: Final = 1 << 29
"""The default size of a table of nim-values, in bytes."""

SLOTS: Final = 2 * 104
"""The size of an entry in two dicts, without its key: slots are at most two thirds and at least one third full."""

_SAMPLE = 8
"""The number of entries at either end of a dict that stand for all of them when its size is estimated."""

_NO_LIMIT = sys.maxsize  # what an iterator counts to: less where Python runs in a browser


class Budget:
    """The budget that is left: positions to open, options to examine, positions to keep, seconds.

    Args:
        positions: positions to open; None for no limit.
        seconds: processor seconds of this process from the first search on.
        memory: bytes by which this process may grow from the first look on, where the operating system tells them.
        deadline: the processor time of this process at which the seconds end, if that is sooner.
    """

    paused_by: ClassVar[int | None] = None
    """The thread that has paused the collection of cycles."""

    def __init__(
        self,
        positions: int | None,
        *,
        seconds: float | None = None,
        memory: int | None = None,
        deadline: float = math.inf,
    ) -> None:
        self.limit = positions = check_limit(positions)
        self.seconds = None if seconds is None else measurable(seconds)
        self.memory = memory
        self.positions = positions if positions is not None else _NO_LIMIT
        self.numbered = self.positions * NUMBERED_PER_POSITION
        # Options are counted by this iterator, which costs next to nothing, or by the length of a list.
        self._left = repeat(True, min(self.positions * OPTIONS_PER_POSITION, _NO_LIMIT))
        self._listed = 0
        self._halvings = 0 if seconds is None else MOST_HALVINGS
        self._looked = 0.0
        self._countdown = SLICE >> self._halvings
        self._collects = False
        # Both are set when they are first looked at: the system is slow to tell them, and what is known needs neither.
        self._latest = deadline
        self._deadline: float | None = None
        self._memory: int | None = None

    def begin(self) -> Iterator[bool]:
        """Begin a search: an iterator gives True for each option that may be examined, then raises `BudgetError`.

        Unreachable cycles are now looked for among what is young alone: Python looks through everything again and again
        while a memo grows, which takes longer than the search.
        """
        if gc.isenabled():
            self._collects, Budget.paused_by = True, get_ident()
            gc.disable()
        blocks = map(self._next_block, repeat(OPTIONS_PER_LOOK))
        return chain(islice(self._left, OPTIONS_PER_LOOK), chain.from_iterable(blocks))

    def end(self, allotted: int = 0, examined: int = 0) -> None:
        """End a search: give back the `allotted` positions that were not opened, and count the `examined` options.

        Cycles are collected again, also where an earlier search of this thread never got here: what a signal's handler
        raises may come at the very call.
        """
        self.positions += allotted
        self._countdown += allotted
        self._listed += examined
        if self._collects or Budget.paused_by == get_ident():
            self._collects, Budget.paused_by = False, None
            gc.enable()

    def _next_block(self, options: int) -> Iterator[bool]:
        """The next options, after a look at the clock: on the way back no position is opened; raises `BudgetError`."""
        if not length_hint(self._left):
            raise self.error()
        self.check_clock()
        return islice(self._left, options)

    def check(self) -> None:
        """Check that one position more may be opened; raises `BudgetError`."""
        if self.positions <= 0:
            raise self.error()
        self._countdown -= 1
        if self._countdown <= 0:
            self.check_clock_and_memory()

    def allot(self, examined: int, most: int = SLICE) -> int:
        """The number of positions, at most `most`, to open before the next call; counts the `examined` options.

        Raises:
            BudgetError: no position is left, or no option, time or memory.
        """
        self._listed += examined
        if self.positions <= 0 or self._listed > length_hint(self._left):
            raise self.error()
        self._countdown -= examined >> 4
        if self._countdown <= 0:
            self.check_clock_and_memory()
        else:
            self.check_clock()
        # The rest is left to what the options need.
        allotted = min(max(most >> self._halvings, 1), (self.positions + 1) // 2)
        self.positions -= allotted
        self._countdown -= allotted
        return allotted

    def opened(self, options: int) -> None:
        """Count one position opened, and its options; raises `BudgetError`."""
        self.check()
        self.positions -= 1
        self._countdown -= options >> 4
        self._listed += options
        if self._listed > length_hint(self._left):
            raise self.error()

    def check_clock_and_memory(self) -> None:
        """Check the clock; after many positions, or slow ones, also the memory, and collect cycles.

        Raises:
            BudgetError: the time or the memory is spent.
        """
        is_slow = self.check_clock()
        self._countdown = SLICE >> self._halvings
        if self._halvings and not is_slow:
            return
        if self._collects:
            gc.collect(1)
        if self.memory is not None:
            taken = resident_memory()
            if self._memory is None:
                self._memory = taken + self.memory
            elif taken > self._memory:
                raise self.error(f"{self.memory / 1e6:,.0f} MB", "max_bytes")

    def check_clock(self) -> bool:
        """Whether it has been long since the last look at the clock; raises `BudgetError` where no time is left."""
        if self.seconds is None:
            return False
        now = time.process_time()
        if self._deadline is None:
            self._deadline = min(now + self.seconds, self._latest)
        if now > self._deadline:
            raise self.error(f"{self.seconds:g} s", "max_seconds")
        is_slow = now - self._looked > PAUSE
        self._halvings = min(self._halvings + 1, MOST_HALVINGS) if is_slow else max(self._halvings - 1, 0)
        self._looked = now
        return is_slow

    def error(self, limit: str = "", parameter: str = "max_positions") -> BudgetError:
        """The error of a spent budget, with the parameter that allows more."""
        if not limit:
            text = _("{positions} positions or {times} times as many options")
            limit = text.format(positions=format_int(self.limit or 0, group=True), times=OPTIONS_PER_POSITION)
        return BudgetError(_("the search was stopped at its limit of {limit}").format(limit=limit), parameter)


def _collect_again() -> None:
    """Collect cycles again in a child of `fork`, where the thread that has paused that is gone."""
    if Budget.paused_by not in {None, get_ident()}:
        Budget.paused_by = None
        gc.enable()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_collect_again)


def size_of_words(words: dict[Any, Any]) -> int:
    """About how many bytes a dict takes, estimated from its first and last entries.

    >>> size_of_words({}), size_of_words({heap: 1 for heap in range(1000)}) > 1000 * 100
    (0, True)
    """
    if not words:
        return 0
    sample = [*islice(words.items(), _SAMPLE), *islice(reversed(words.items()), _SAMPLE)]
    return len(words) * (SLOTS // 2 + sum(map(size_of, chain.from_iterable(sample))) // len(sample))
