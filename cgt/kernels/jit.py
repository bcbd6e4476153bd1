"""The shim before numba: compiled when it is installed and not switched off, else the same source as plain Python.

Every compiled loop is decorated with `njit` from here. numba is imported when a loop is first called for
which no machine code is kept.
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache, cached_property
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


def compiled_before() -> bool:
    """Whether code is kept that numba made here."""
    if not compiled_available():
        return False
    from cgt.kernels import machine_code

    return machine_code.any_kept(tuple(machine_code.folders()))


def compiled_works() -> bool:
    """As `compiled_available`, and numba works: it made code that is kept, or it has been imported to be sure."""
    return compiled_before() or (compiled_available() and numba_failure() is None)


def njit(function: F) -> F:
    """Compile a loop when it is first called, or hand it back as it is where numba is not to be had.

    The loop releases the interpreter's lock while it runs. Where no folder is writable for its code, it is compiled
    anew in each process.
    """
    if not compiled_available():
        return function
    from cgt.kernels.loop import Loop  # with ctypes and more, which only the compiled route needs

    return cast("F", Loop(function))


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
