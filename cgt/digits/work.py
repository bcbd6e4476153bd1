"""The budget of long work with automata, and the record of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TYPE_CHECKING

import attrs

from cgt.core.numbers import check_whole, format_int
from cgt.errors import BudgetError, NumberError

if TYPE_CHECKING:
    from cgt.core.progress import Progress

DEFAULT_STATES = 4_000_000


@attrs.frozen
class Step:
    """One automaton built on the way: what it stands for, its states when built, and after minimisation."""

    what: str
    made: int
    kept: int

    def __str__(self) -> str:
        return f"{self.what}: states {self.made:,}" + ("" if self.kept == self.made else f", minimised {self.kept:,}")


@attrs.define
class Work:
    """The budget of a piece of work, and the record of its steps.

    Args:
        states: how many states one automaton may have while it is made.
        seconds: how long all may take together; None for as long as it needs.
        progress: called with (states made, states allowed) of the automaton in hand.

    >>> work = Work(states=10)
    >>> work.check(11, "the product")
    Traceback (most recent call last):
    cgt.errors.BudgetError: the product has more than 10 states: nothing is decided; allow more
    """

    states: int = DEFAULT_STATES
    seconds: float | None = None
    progress: Progress | None = None
    steps: list[Step] = attrs.field(init=False, factory=list)
    _start: float = attrs.field(init=False, factory=monotonic)

    def __attrs_post_init__(self) -> None:
        check_whole(self.states, "a budget of states is a whole number of at least 1", least=1)
        if self.seconds is not None and not self.seconds > 0:
            raise NumberError(f"a budget of seconds is above 0, not {self.seconds}")

    def check(self, states: int, what: str) -> None:
        """Report the progress of `what`; raises `BudgetError` beyond the budget, with the states reached."""
        if self.progress is not None:
            self.progress(min(states, self.states), self.states)
        if states > self.states:
            raise BudgetError(
                f"{what} has more than {format_int(self.states, group=True)} states: nothing is decided; allow more"
            )
        self._check_seconds(states, what)
        check_seconds(states, what)

    def _check_seconds(self, states: int, what: str) -> None:
        if self.seconds is not None and monotonic() - self._start > self.seconds:
            raise BudgetError(
                f"{what} was at {format_int(states, group=True)} states after {self.seconds:g} s: "
                "nothing is decided; allow more"
            )

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Bound by these seconds whatever is made inside of the `with` block, the automata that are kept included.

        Without seconds of its own it is bound by those of the work around it, if any.
        """
        token = _in_hand.set(_in_hand.get() if self.seconds is None else self)
        try:
            yield
        finally:
            _in_hand.reset(token)

    def note(self, what: str, made: int, kept: int) -> None:
        """Record a step."""
        self.steps.append(Step(what, made, kept))


_in_hand: ContextVar[Work | None] = ContextVar("cgt_work", default=None)


def check_seconds(states: int, what: str) -> None:
    """Raise `BudgetError` where the work in hand, if any, is beyond its seconds."""
    work = _in_hand.get()
    if work is not None:
        work._check_seconds(states, what)  # noqa: SLF001 - of this module
