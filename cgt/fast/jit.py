"""The shim before numba: compiled when it is installed and not switched off, else the same source as plain Python.

Every compiled loop is decorated with `njit` from here. numba is imported when a loop is first called. What it compiles
it keeps in a folder of its own, and reads it there again: native code, in files that it has pickled. So nothing is
loaded from a folder that anybody but this user could have written.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from functools import cache, partial, update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, TypeVar, cast

from cgt.core.plugins import installed

F = TypeVar("F", bound="Callable[..., Any]")

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_one_at_a_time = RLock()
"""Held by the thread that makes a loop ready."""


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
    try:
        import numba  # noqa: F401 - whether it can be
    except Exception as error:  # noqa: BLE001 - a broken installation raises anything
        return f"{type(error).__name__}: {error}"
    return None


def cache_folder() -> Path | None:
    """Where compiled code of these very sources is kept; None where no folder is this user's alone.

    `NUMBA_CACHE_DIR` says where, else it is the user's folder for caches. Nothing is made yet.
    """
    told = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        place = Path(told).absolute() if told else Path.home() / ".cache"
        found = place / f"cgt-{_sources()}"
        there = [folder for folder in (found, *found.parents) if folder.exists()]
        return found if is_ours(there[0]) and all(map(_is_safe, there)) else None
    except (OSError, RuntimeError):  # no HOME, or a folder that cannot be looked at
        return None


def is_ours(folder: Path) -> bool:
    """Whether the folder belongs to this user and nobody else may write in it."""
    if not hasattr(os, "geteuid"):  # Windows, where a user's folders are the user's
        return True
    told = folder.stat()
    return told.st_uid == os.geteuid() and not told.st_mode & OTHERS_WRITE


def _is_safe(folder: Path) -> bool:
    """Whether nobody else can put another folder in the place of what lies in this one."""
    if not hasattr(os, "geteuid"):
        return True
    told = folder.stat()
    sticky = told.st_mode & stat.S_ISVTX
    return told.st_uid in {0, os.geteuid()} and (not told.st_mode & OTHERS_WRITE or bool(sticky))


@cache
def _sources() -> str:
    """A digest of our modules here: code that was compiled of others is of no use."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def compiled_before() -> bool:
    """Whether numba kept code of these loops here, when this was first asked."""
    if not compiled_available():
        return False
    folder = cache_folder()
    return folder is not None and folder.is_dir() and any(folder.rglob("*.nbi"))


def compiled_works() -> bool:
    """As `compiled_available`, and numba works: it made code that is kept, or it has been imported to be sure."""
    return compiled_before() or (compiled_available() and numba_failure() is None)


def njit(function: F) -> F:
    """Compile a loop when it is first called, or return it unchanged without numba.

    The loop releases the interpreter's lock while it runs. Where no folder is safe for its code, it is compiled anew in
    each process.
    """
    return cast("F", Loop(function)) if compiled_available() else function


def njit_as(signature: str) -> Callable[[F], F]:
    """As `njit`, for arguments of one kind alone: such a loop can be handed to another as an argument."""

    def compiled(function: F) -> F:
        return cast("F", Loop(function, signature)) if compiled_available() else function

    return compiled


def njit_inside(function: F) -> F:
    """As `njit`, for a part of a loop: its code is put where it is called, which saves handing on a dozen arrays."""
    return cast("F", Loop(function, inside=True)) if compiled_available() else function


class Loop:
    """A loop that numba compiles when it is called, once for arguments of each kind; other loops may call it."""

    made: ClassVar[list[Loop]] = []
    keeps: ClassVar[bool] = True

    def __init__(self, function: Callable[..., Any], signature: str | None = None, *, inside: bool = False) -> None:
        update_wrapper(self, function)
        self.function = function
        self.signature = signature
        self.inside = inside
        self._compiled: Any = None

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - numbers and arrays
        if numba_failure():
            return self.function(*arguments)
        try:
            return self.dispatcher(*arguments)
        except (ArithmeticError, MemoryError):
            raise
        except Exception:  # what is kept may be broken, and a full disk refuses more: then nothing is kept
            if not Loop.keeps:
                raise
            with _one_at_a_time:
                Loop.keeps = False
                for loop in Loop.made:
                    loop._compiled = None  # noqa: SLF001 - another of this class
            return self.dispatcher(*arguments)

    @property
    def is_ready(self) -> bool:
        """Whether it was compiled in this process already."""
        return self._compiled is not None

    @property
    def is_kept(self) -> bool:
        """Whether there is code of it that was compiled before; for one of a single kind of arguments."""
        folder = cache_folder()
        name = f"{self.function.__module__.rpartition('.')[2]}.{self.function.__qualname__}-*.nbi"
        return folder is not None and folder.is_dir() and any(folder.rglob(name))

    @property
    def dispatcher(self) -> Any:  # noqa: ANN401 - numba's
        """The loop as numba calls it."""
        return self._compiled or self._made_ready()

    def _made_ready(self) -> Any:  # noqa: ANN401 - numba's
        import numba

        with _one_at_a_time:
            if self._compiled is None:
                folder = _made_folder() if Loop.keeps else None
                compiler = partial(numba.njit, self.signature, nogil=True, forceinline=self.inside)
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
            return self._compiled

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls another
        return self.dispatcher._numba_type_


def _made_folder() -> Path | None:
    """`cache_folder`, there and open to this user alone; None where that cannot be."""
    folder = cache_folder()
    if folder is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return None
    return folder
