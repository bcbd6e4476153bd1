"""Helpers that are safe with signals, threads and forks: locks, lazy properties, uninterruptible work.

A signal handler may raise anything, in the main thread, between any two instructions: a time limit is commonly set by
`signal.setitimer` and a handler that raises `TimeoutError`. Such an exception belongs to the caller. Whoever catches
what foreign code raises asks `raised_by_handler`, and work that must not be left half done runs `undisturbed`.

A child of `fork` has one thread, and a copy of everything else: a lock that another thread held would never be free
there, and what that thread was at is half done. So all that threads share is guarded by a `ForkSafeLock`.
"""

from __future__ import annotations

import os
from _thread import RLock  # `threading.RLock` is a function that makes one
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from itertools import pairwise
from threading import Thread, current_thread, main_thread
from types import MethodType
from typing import Any, ClassVar, Self, TypeVar
from weakref import WeakMethod, ref

T = TypeVar("T")


def raised_by_handler(error: BaseException) -> bool:
    """Whether a signal handler raised the error, and not the code that was running.

    A handler is called with the frame that it stops, which is how one is known in the traceback.

    >>> try:
    ...     raise TimeoutError
    ... except TimeoutError as error:
    ...     raised_by_handler(error)
    False
    """
    frames, step = [], error.__traceback__
    while step is not None:
        frames.append(step.tb_frame)
        step = step.tb_next
    return any(
        value is outer or (isinstance(value, tuple) and any(item is outer for item in value))  # of `def handler(*_)`
        for outer, inner in pairwise(frames)
        for value in inner.f_locals.values()
    )


@contextmanager
def suppress_own(*kinds: type[Exception]) -> Iterator[None]:
    """Like `contextlib.suppress`, but what a signal handler raises reaches the caller: `TimeoutError` is an `OSError`.

    >>> with suppress_own(OSError):
    ...     raise TimeoutError
    """
    try:
        yield
    except kinds as error:
        if raised_by_handler(error):
            raise


def undisturbed(work: Callable[[], T]) -> T:
    """The result of `work()`, which no signal handler can stop halfway: it runs in a thread of its own.

    Where a handler raises meanwhile, the caller gets that exception at once, and the work goes on to its end.

    >>> undisturbed(lambda: 2 + 3)
    5
    """
    if current_thread() is not main_thread():  # handlers run in the main thread alone
        return work()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            errors.append(error)

    thread = Thread(target=run, name="cgt")
    try:
        thread.start()
    except RuntimeError:  # the system has no thread left: rather stopped halfway than not done
        return work()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


class ForkSafeLock(RLock):  # type: ignore[misc]  # final for type checkers alone
    """A reentrant lock, which a child of `fork` finds free unless the thread that forked holds it.

    It is entered by the lock's own code: a signal handler cannot raise between taking it and the block that frees it.

    Args:
        drop: called in the child where another thread held the lock, to drop what that thread has half done.
        waits: a fork waits until the lock is free, for what cannot be dropped.

    >>> lock = ForkSafeLock()
    >>> with lock, lock:
    ...     pass
    """

    _drop: Callable[[], Callable[[], object] | None] = staticmethod(lambda: None)
    # No `WeakSet`: it removes by functions of Python's, in which the exception of a signal handler is lost.
    _all: ClassVar[list[ref[ForkSafeLock]]] = []
    _tidying: ClassVar[RLock] = RLock()
    _tidy_at: ClassVar[int] = 64

    def __new__(cls, *_arguments: object, **_options: object) -> Self:
        return super().__new__(cls)

    def __init__(self, drop: Callable[[], object] | None = None, *, waits: bool = False) -> None:
        if drop is not None:  # a lock keeps its owner no longer alive than others do
            self._drop = WeakMethod(drop) if isinstance(drop, MethodType) else lambda: drop
        with self._tidying:
            self._all.append(ref(self))
            if len(self._all) > ForkSafeLock._tidy_at:
                self._all[:] = [known for known in self._all if known() is not None]
                ForkSafeLock._tidy_at = 64 + 2 * len(self._all)
        if waits and hasattr(os, "register_at_fork"):  # not on Windows
            os.register_at_fork(before=self.acquire, after_in_parent=self.release, after_in_child=self.release)

    @classmethod
    def all(cls) -> list[ForkSafeLock]:
        """All locks of this class that still exist, whether held or free."""
        return [lock for known in cls._all if (lock := known()) is not None]

    def _renew(self) -> None:
        if self.acquire(blocking=False):  # free, or held by this thread
            self.release()
        else:
            self._at_fork_reinit()  # type: ignore[attr-defined]  # as `threading` and `logging` make theirs anew
            if (drop := self._drop()) is not None:
                drop()

    @classmethod
    def _renew_all(cls) -> None:
        cls._tidying = RLock()
        for lock in cls.all():
            lock._renew()  # noqa: SLF001 - its own class


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=ForkSafeLock._renew_all)  # noqa: SLF001 - of this module


class lazy_property(cached_property[T]):  # noqa: N801 - a decorator, like its base
    """A `cached_property` without the lock of Python 3.11, which a child of `fork` might find held."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        super().__init__(function)
        self.lock = nullcontext()
