"""Ctrl-C in long work: what was finished by then is handed out with the exception."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Stopped(KeyboardInterrupt):
    """Ctrl-C in long work; `done` is what was finished by then, of the type that the work gives back.

    >>> try:
    ...     raise Stopped([0, 1, 2])
    ... except KeyboardInterrupt as stopped:
    ...     print(stopped.done)
    [0, 1, 2]
    """

    def __init__(self, done: Any, message: str = "") -> None:  # noqa: ANN401 - each kernel's own result
        super().__init__(message)
        self.done = done


@contextmanager
def stoppable(done: Callable[[], Any]) -> Iterator[None]:
    """Ctrl-C within the block hands out what `done()` says is finished."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Stopped(done()) from interrupt


@contextmanager
def stopped_as(result: Callable[[Any], Any]) -> Iterator[None]:
    """What is handed out when the work within the block is stopped, made into another result."""
    try:
        yield
    except Stopped as stopped:
        raise Stopped(result(stopped.done)) from stopped
