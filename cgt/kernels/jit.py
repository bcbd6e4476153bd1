"""The shim before numba: compiled when it is installed and not switched off, else the same source as plain Python.

Modules named `loops` decorate their loops with `njit` from here. numba is imported when a loop is first called for
which no machine code is kept.
"""

from __future__ import annotations

import importlib.util
import os
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cgt.kernels import machine_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

F = TypeVar("F", bound="Callable[..., Any]")

_one_at_a_time = RLock()
"""Held by the thread that makes a loop ready."""


@cache
def numba_installed() -> bool:
    """Whether numba could be imported; it is not imported to find out."""
    return importlib.util.find_spec("numba") is not None


@cache
def numpy_installed() -> bool:
    """Whether numpy could be imported; it is not imported to find out."""
    return importlib.util.find_spec("numpy") is not None


def jit_disabled() -> bool:
    """Whether the environment variable `NUMBA_DISABLE_JIT` asks for plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in {"", "0"}


def compiled_available() -> bool:
    """Whether the compiled route would run compiled: numba and its numpy are installed, and not switched off."""
    return numba_installed() and numpy_installed() and not jit_disabled()


@cache
def numba_failure() -> str | None:
    """Why numba cannot be imported although it is installed; None if it can. It is imported to find out, once."""
    try:
        import numba  # noqa: F401 - whether it can be
    except Exception as error:  # noqa: BLE001 - a broken installation raises anything
        return f"{type(error).__name__}: {error}"
    return None


def compiled_before() -> bool:
    """Whether code is kept that numba made here."""
    return compiled_available() and machine_code.any_kept(tuple(machine_code.folders()))


def compiled_works() -> bool:
    """As `compiled_available`, and numba works: it made code that is kept, or it has been imported to be sure."""
    return compiled_before() or (compiled_available() and numba_failure() is None)


def njit(function: F) -> F:
    """Compile a loop when it is first called, or hand it back as it is where numba is not to be had.

    The loop releases the interpreter's lock while it runs. Where no folder is writable for its code, it is compiled
    anew in each process.
    """
    return cast("F", Loop(function)) if compiled_available() else function


class Loop:
    """A loop that numba compiles, once for arguments of each kind.

    Its machine code is kept; where that cannot be, numba calls the loop, with its own cache. Other loops may call it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self._ready: dict[object, Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - numbers and arrays
        if not machine_code.can_be_kept():
            return self._by_numba(*arguments)
        try:
            kinds = machine_code.kinds_of(arguments)
        except machine_code.NotKeptError:
            return self._by_numba(*arguments)
        ready = self._ready.get(kinds)
        if ready is None:
            with _one_at_a_time:
                ready = self._ready[kinds] = self._ready.get(kinds) or self._made_ready(arguments, kinds)
        return ready(*arguments)

    def _made_ready(self, arguments: tuple[Any, ...], kinds: tuple[machine_code.Kind, ...]) -> Callable[..., Any]:
        try:
            shelf = machine_code.Shelf(
                f"{self.function.__module__}.{self.function.__qualname__}", b"".join(self._sources())
            )
            return shelf.load(kinds) or shelf.make(self.dispatcher, arguments, kinds)
        except Exception:  # noqa: BLE001 - whatever LLVM and numba raise, numba's own way is left
            return self._by_numba

    def _sources(self) -> Iterator[bytes]:
        """The source of every module whose loops take part."""
        loops, modules = [self], set()
        for loop in loops:
            modules.add(Path(loop.function.__code__.co_filename))
            named = (loop.function.__globals__.get(name) for name in loop.function.__code__.co_names)
            loops += [called for called in named if isinstance(called, Loop) and called not in loops]
        return (path.read_bytes() for path in sorted(modules))

    @cached_property
    def dispatcher(self) -> Any:  # noqa: ANN401 - numba's
        """The one of numba, which keeps nothing."""
        import numba

        return numba.njit(nogil=True)(self.function)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls another
        return self.dispatcher._numba_type_

    @cached_property
    def _by_numba(self) -> Callable[..., Any]:
        """The loop called by numba, or as plain Python where numba cannot be imported."""
        if numba_failure() is not None:
            return self.function
        import numba

        try:
            compiled = numba.njit(cache=True, nogil=True)(self.function)
        except RuntimeError:  # there is no folder for its cache
            return cast("Callable[..., Any]", self.dispatcher)
        _forgive(compiled)
        return cast("Callable[..., Any]", compiled)


def _forgive(compiled: Any) -> None:  # noqa: ANN401 - numba's dispatcher
    """Let a cache that cannot be read be made anew, and one that cannot be written be done without.

    numba reads an index and machine code that it has pickled; what is broken there ends the call otherwise.
    """
    cache = getattr(compiled, "_cache", None)
    load, save = getattr(cache, "load_overload", None), getattr(cache, "save_overload", None)
    if cache is None or load is None or save is None:
        return

    def load_overload(*arguments: object) -> object:
        try:
            return load(*arguments)
        except Exception:  # noqa: BLE001 - what is unpickled raises anything
            with suppress(Exception):
                cache.flush()
            return None

    def save_overload(*arguments: object) -> None:
        with suppress(Exception):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload


def _count_trailing_zeros(word: Any) -> Any:  # noqa: ANN401 - a Python or a numpy integer; a numpy one is needed for shifts
    import numpy as np

    word = int(word)
    return np.uint64((word & -word).bit_length() - 1 if word else 64)


class _TrailingZeros:
    """The machine's own instruction within compiled loops."""

    __call__ = staticmethod(_count_trailing_zeros)

    @cached_property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls it
        from llvmlite import ir
        from numba import types
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:  # noqa: ANN401 - LLVM's objects
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        def typed(_context: object, word: object) -> Any:  # noqa: ANN401, ARG001 - numba reads the parameter's name
            return types.uint64(types.uint64), generate

        counting = intrinsic(cast("Any", typed))
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(counting)


def trailing_zeros_function() -> Callable[[Any], int]:
    """The function that counts the zeros below the lowest one of a 64-bit word (64 for the word 0).

    A compiled loop binds it to a module-level name: `trailing_zeros = trailing_zeros_function()`.

    >>> int(_count_trailing_zeros(0b101000))
    3
    """
    return _TrailingZeros() if compiled_available() else _count_trailing_zeros
