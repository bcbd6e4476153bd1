"""The shim before numba: loops are compiled where it is installed and switched on, and else run as plain Python.

Every compiled loop is decorated with `njit` from here. numba is imported when a loop is first called. What it compiles
it keeps in the folder of `cgt.fast.code_folder`, and reads it there again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial, update_wrapper
from typing import Any, ClassVar, TypeVar, cast

from cgt.core.concurrency import ForkSafeLock, undisturbed
from cgt.core.plugins import installed
from cgt.fast.code_folder import code_folder, made_code_folder

F = TypeVar("F", bound="Callable[..., Any]")

_one_at_a_time = ForkSafeLock(waits=True)
"""Held by the thread that imports numba or makes a loop ready, neither of which can be given up halfway."""


@cache
def numba_installed() -> bool:
    """Whether numba could be imported; it is not imported to find out."""
    return installed("numba")


@cache
def numpy_installed() -> bool:
    """Whether numpy could be imported; it is not imported to find out."""
    return installed("numpy")


def jit_disabled() -> bool:
    """Whether the environment variable `NUMBA_DISABLE_JIT` asks for plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in {"", "0"}


def compiled_available() -> bool:
    """Whether the compiled backend would run compiled: numba and its numpy are installed, and not switched off."""
    return numba_installed() and numpy_installed() and not jit_disabled()


@cache
def numba_failure() -> str | None:
    """Why numba cannot be imported although it is installed; None if it can. It is imported to find out, once."""
    return undisturbed(_import_failure)


def _import_failure() -> str | None:
    with _one_at_a_time:
        try:
            import numba  # noqa: F401 - whether it can be
        except Exception as error:  # noqa: BLE001 - a broken installation raises anything
            return f"{type(error).__name__}: {error}"
        return None


@cache
def compiled_before() -> bool:
    """Whether compiled code of these loops was on disk when this was first asked."""
    if not compiled_available():
        return False
    folder = code_folder()
    return folder is not None and folder.is_dir() and any(folder.rglob("*.nbi"))


def compiled_works() -> bool:
    """Whether numba compiles here: `compiled_available`, and there is code on disk or it could be imported."""
    return compiled_before() or (compiled_available() and numba_failure() is None)


def njit(function: F) -> F:
    """Compile a loop when it is first called; without numba return it unchanged.

    The loop releases the interpreter's lock while it runs. Where no folder is safe for its code, it is compiled anew in
    each process.
    """
    return cast("F", Loop(function)) if compiled_available() else function


def njit_as(signature: Callable[[], Any]) -> Callable[[F], F]:
    """Decorate a loop to be compiled for one signature alone, so that it can be an argument of another loop.

    The kind is numba's signature, asked for when the loop is compiled.
    """

    def compiled(function: F) -> F:
        return cast("F", Loop(function, signature)) if compiled_available() else function

    return compiled


def njit_inside(function: F) -> F:
    """Decorate a function to be inlined into the loops that call it, which saves passing a dozen arrays."""
    return cast("F", Loop(function, inside=True)) if compiled_available() else function


def _kinds(arguments: tuple[Any, ...]) -> tuple[object, ...]:
    """The types of numbers, of arrays by their entries, and of tuples of these."""
    return tuple(
        [_kinds(each) if isinstance(each, tuple) else getattr(each, "dtype", None) or type(each) for each in arguments]
    )


class Loop:
    """A loop that numba compiles when it is called, once for each tuple of argument types; other loops may call it."""

    made: ClassVar[list[Loop]] = []
    keeps: ClassVar[bool] = True

    def __init__(
        self, function: Callable[..., Any], signature: Callable[[], Any] | None = None, *, inside: bool = False
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.signature = signature
        self.inside = inside
        self._compiled: Any = None
        self._by_kinds: dict[tuple[object, ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - numbers and arrays
        kinds = _kinds(arguments)
        compiled = self._by_kinds.get(kinds)
        if compiled is None:
            if numba_failure():
                return self.function(*arguments)
            compiled = self._by_kinds[kinds] = undisturbed(partial(self._made_ready_for, arguments))
        return compiled(*arguments)  # called here alone, and once: a loop writes into the arrays that it is given

    def _made_ready_for(self, arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401 - numba's
        """The numba dispatcher, compiled for these arguments."""
        import numba

        kinds = tuple(map(numba.typeof, arguments))
        with _one_at_a_time:
            try:
                return self._made_ready(kinds)
            except Exception:  # what is kept may be broken, and a full disk refuses more: then nothing is kept
                if not Loop.keeps:
                    raise
                Loop.keeps = False
                for loop in Loop.made:
                    loop._compiled = None  # noqa: SLF001 - another of this class
                return self._made_ready(kinds)

    @property
    def is_ready(self) -> bool:
        """Whether the loop has been compiled in this process."""
        return self._compiled is not None

    @property
    def is_kept(self) -> bool:
        """Whether compiled code of the loop is on disk; for a loop with a single signature."""
        folder = code_folder()
        name = f"{self.function.__module__.rpartition('.')[2]}.{self.function.__qualname__}-*.nbi"
        return folder is not None and folder.is_dir() and any(folder.rglob(name))

    @property
    def dispatcher(self) -> Any:  # noqa: ANN401 - numba's
        """The numba dispatcher of the loop."""
        return self._compiled or undisturbed(self._made_ready)

    def _made_ready(self, kinds: tuple[Any, ...] = ()) -> Any:  # noqa: ANN401 - numba's
        import numba

        with _one_at_a_time:
            if self._compiled is None:
                folder = made_code_folder() if Loop.keeps else None
                # Such a loop makes no arrays: to count who holds those it is given would take half of its time.
                lean = {"_nrt": False} if self.inside or self.signature else {}
                signature = None if self.signature is None else self.signature()
                compiler = partial(numba.njit, signature, nogil=True, forceinline=self.inside, **lean)
                config: Any = numba.config
                before = config.CACHE_DIR
                config.CACHE_DIR = str(folder or "")  # read while a loop is decorated
                try:
                    self._compiled = compiler(cache=folder is not None)(self.function)
                except RuntimeError:  # the source is gone, so that numba could not tell whether it was changed
                    self._compiled = compiler()(self.function)
                finally:
                    config.CACHE_DIR = before
                Loop.made.append(self)
            if self.signature is None and kinds:
                self._compiled.compile(kinds)
            return self._compiled

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls another
        return self.dispatcher._numba_type_
