"""Names that a package offers and that load when they are used; its stub lists them, as type checkers read it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def offered(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """The `__getattr__`, `__dir__` and `__all__` of a package, read from its stub.

    A stub has one line for a name: `from cgt.core.nimber import mex as mex`.

    >>> import cgt.games
    >>> cgt.games.Nim.__module__, "Nim" in dir(cgt.games)
    ('cgt.games.heaps.nim', True)
    """
    module = sys.modules[package]
    # The loader reads it out of a zip, too.
    stub = module.__loader__.get_data(f"{module.__path__[0]}/__init__.pyi").decode()  # type: ignore[union-attr]  # files
    imports = (line.split() for line in stub.splitlines() if line.startswith("from "))
    home_of = {words[-1]: words[1] for words in imports}

    def load(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = import_module(home)
        # Its namespace is looked at, not asked: a package would come here again for a module that is not yet loaded.
        value: object = vars(found)[name] if name in vars(found) else import_module(f"{home}.{name}")
        setattr(module, name, value)
        return value

    names = sorted(home_of)
    return load, lambda: names, names
