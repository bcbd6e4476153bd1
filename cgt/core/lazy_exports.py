"""Names that a package offers and that load when they are used; its stub lists them, as type checkers read it.

A stub has one line for a name: `from cgt.core.nimber import mex as mex`. A game is registered by that same line, under
the name behind it: `from cgt.games.heaps.moore import MooreNim as MooreNim  # moore-nim`.

Much else is imported where it is first needed, so that threads import at any time: a fork waits until none does.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from collections.abc import Callable
from importlib import _bootstrap, import_module  # Python's own, which knows who imports what
from time import monotonic, sleep

LONGEST_IMPORT = 30.0
"""Seconds that a fork waits for the imports of other threads; after them it goes on, as it would without."""


def lazy_exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """The `__getattr__`, `__dir__` and `__all__` of a package, read from its stub.

    >>> import cgt.games
    >>> cgt.games.Nim.__module__, "Nim" in dir(cgt.games)
    ('cgt.games.heaps.nim', True)
    """
    module = sys.modules[package]
    home_of = {words[3]: words[1] for words in _lines(package)}

    def load(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        target = import_module(home)
        # Its namespace is looked at, not asked: a package would come here again for a module that is not yet loaded.
        value: object = vars(target)[name] if name in vars(target) else import_module(f"{home}.{name}")
        setattr(module, name, value)
        return value

    names = sorted(home_of)
    return load, lambda: names, names


def registered(package: str) -> dict[str, str]:
    """The entries registered in the stub of a package: `module:class` by name.

    >>> registered("cgt.games")["moore-nim"]
    'cgt.games.heaps.moore:MooreNim'
    """
    return {words[7]: f"{words[1]}:{words[3]}" for words in _lines(package) if words[6:7] == ["#"]}


def _lines(package: str) -> list[list[str]]:
    """The words of the lines of a stub that offer a name."""
    module = sys.modules[package]
    # The loader reads it out of a zip, too.
    stub = module.__loader__.get_data(f"{module.__path__[0]}/__init__.pyi").decode()  # type: ignore[union-attr]  # files
    return [line.split() for line in stub.splitlines() if line.startswith("from ")]


_LOCKS: dict[str, Callable[[], object]] = getattr(_bootstrap, "_module_locks", {})


def _imported_by_others() -> list[str]:
    """The modules that other threads are importing."""
    return [name for name, lock in list(_LOCKS.items()) if getattr(lock(), "owner", None) not in {None, get_ident()}]


def _wait_for_imports() -> None:
    """Wait until other threads have finished their imports."""
    end = monotonic() + LONGEST_IMPORT
    while _imported_by_others() and monotonic() < end:
        sleep(0.001)


def _drop_half_imported() -> None:
    """Drop the modules that a thread was importing when a child process began: their locks would never be free."""
    for name in _imported_by_others():
        del _LOCKS[name]
        sys.modules.pop(name, None)


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(before=_wait_for_imports, after_in_child=_drop_half_imported)
