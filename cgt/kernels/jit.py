"""The shim before numba: compiled when it is installed and not switched off, else the same source as plain Python.

Modules under `cgt.kernels.compiled` decorate their loops with `njit` from here. They are imported only on the compiled
route, so that numba (about a second to import) is never loaded by anyone who does not use it.
"""

from __future__ import annotations

import importlib.util
import os
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


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


def compiled_works() -> bool:
    """As `compiled_available`, and numba has been imported to be sure."""
    return compiled_available() and numba_failure() is None


def njit(function: F) -> F:
    """Compile a loop with `numba.njit(cache=True)`, or hand it back as it is where numba is not to be had.

    The loop releases the interpreter's lock while it runs. Where no directory is writable for numba's cache, it is
    compiled anew in each process.
    """
    if not compiled_works():
        return function
    import numba

    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return cast("F", numba.njit(nogil=True)(function))
    _forgive(compiled)
    return cast("F", compiled)


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


def _compiled_trailing_zeros() -> Callable[[Any], int]:
    """The machine's own instruction, for use inside compiled loops."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:  # noqa: ANN401 - LLVM's objects
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    def typed(_context: object, word: object) -> Any:  # noqa: ANN401, ARG001 - numba reads the parameter's name
        return types.uint64(types.uint64), generate

    return cast("Callable[[Any], int]", intrinsic(cast("Any", typed)))


def trailing_zeros_function() -> Callable[[Any], int]:
    """The function that counts the zeros below the lowest one of a 64-bit word (64 for the word 0).

    A compiled loop binds it to a module-level name: `trailing_zeros = trailing_zeros_function()`.

    >>> int(_count_trailing_zeros(0b101000))
    3
    """
    return _compiled_trailing_zeros() if compiled_works() else _count_trailing_zeros
