"""The choice between plain Python and compiled code for tables, and the results of work that Ctrl-C stops.

Plain Python is always there; the compiled backend needs numba. Each family has crossover sizes, which were measured:
below them the start-up of compiled code costs more than it saves. Where numba has not compiled anything yet, it takes
seconds to do so, and a larger size to be worth them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from cgt.core.numbers import format_value
from cgt.errors import MissingExtraError, ParseError, RulesetError
from cgt.fast.jit import compiled_before, compiled_works, jit_disabled, numba_failure, numba_installed

Backend = Literal["auto", "python", "compiled"]
"""The backend that a caller asks for; `auto` lets the size decide."""

ChosenBackend = Literal["python", "compiled"]
"""The backend that computed a table."""

CROSSOVER = {
    "subtraction": 4_000_000,
    "all-but": 400_000,
    "taking-breaking": 24_000,
    "taking-breaking-sparse": 150_000,
    "taking-breaking-tail": 18_000,
    "taking-breaking-many": 900,
    "quota-table": 24_000,
    "quota-look-up": 12_000_000,
    "wythoff-table": 1_300_000,
    "wythoff-p-positions": 40_000_000,
}
"""The numbers of heaps, look-ups, cells or ranks from which `auto` compiles; `python -m benchmarks.compare` finds them.

Of taking-and-breaking games: with pairs alone, where few heaps are rare, with a tail, and where a move may leave three
heaps or more.
"""

NOT_YET_COMPILED = {"taking-breaking": 3, "taking-breaking-tail": 3, "taking-breaking-many": 3}
"""The multiple of the crossover size from which loops are compiled for the first time, if not 10: less where twice as
many heaps take four times as long."""


def choose_backend(backend: Backend, family: str, size: int) -> ChosenBackend:
    """The backend for `size` items of work of a family in `CROSSOVER`.

    `compiled` is also honoured where compilation is switched off by `NUMBA_DISABLE_JIT`: the same source then runs as
    plain Python.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.
        ParseError: no such backend.

    >>> choose_backend("auto", "all-but", 100)
    'python'
    """
    if backend == "python":
        return "python"
    if backend == "compiled":
        if not numba_installed() and not jit_disabled():
            raise MissingExtraError("the compiled backend needs numba: pip install 'cgt-impartial[fast]'")
        if not jit_disabled() and not compiled_works():
            raise MissingExtraError(
                f"the compiled backend needs numba, and numba cannot be imported: {numba_failure()}"
            )
        return "compiled"
    if backend == "auto":
        crossover = CROSSOVER[family]
        pays = size >= crossover and (size >= NOT_YET_COMPILED.get(family, 10) * crossover or compiled_before())
        return "compiled" if pays and compiled_works() else "python"
    raise _no_backend(backend)


def refuse_compiled(backend: Backend, subject: object) -> None:
    """Refuse the compiled backend where there is none; raises `RulesetError`, or `ParseError` for no backend at all."""
    if backend == "compiled":
        raise RulesetError(f"no compiled backend tabulates {subject} in this way: leave the backend to 'auto'")
    if backend not in ("auto", "python"):
        raise _no_backend(backend)


def _no_backend(backend: object) -> ParseError:
    return ParseError(f"a backend is 'auto', 'python' or 'compiled', not {format_value(backend)}")


class Stopped(KeyboardInterrupt):
    """Ctrl-C in long work; `done` is the part that is finished, of the same type as the whole result.

    >>> try:
    ...     raise Stopped([0, 1, 2])
    ... except KeyboardInterrupt as stopped:
    ...     print(stopped.done)
    [0, 1, 2]
    """

    def __init__(self, done: Any, message: str = "") -> None:  # noqa: ANN401 - each loop's own result
        super().__init__(message)
        self.done = done


@contextmanager
def stoppable(done: Callable[[], Any]) -> Iterator[None]:
    """Turn Ctrl-C within the block into `Stopped`, with the finished part that `done()` returns."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Stopped(done()) from interrupt


@contextmanager
def stopped_as(result: Callable[[Any], Any]) -> Iterator[None]:
    """Raise `Stopped` from the block again, with its finished part converted by `result`."""
    try:
        yield
    except Stopped as stopped:
        raise Stopped(result(stopped.done)) from stopped
