"""One caller at a time: an evaluator's memo is shared by threads, and a search in progress is no loop."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager


class Lockable(Protocol):
    """This is a Protocol: an object with a re-entrant lock of its own."""

    @property
    def _lock(self) -> AbstractContextManager[object]: ...


Self = TypeVar("Self", bound=Lockable)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def locked(
    method: Callable[Concatenate[Self, Arguments], Result],
) -> Callable[Concatenate[Self, Arguments], Result]:
    """The method, run by one thread at a time; others wait."""

    @wraps(method)
    def alone(self: Self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with self._lock:
            return method(self, *args, **kwargs)

    return cast("Callable[Concatenate[Self, Arguments], Result]", alone)
