"""What is installed here: versions, extras, compiled routes, and where compiled code is kept."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import attrs

from cgt import __version__
from cgt.core.errors import PluginError
from cgt.core.language import _, available_languages
from cgt.core.memory import default_memory_limit
from cgt.families.registry import example_ruleset, refused_rulesets, ruleset_names
from cgt.fast.backend import CROSSOVER
from cgt.fast.jit import cache_folder, compiled_available, jit_disabled, numba_failure, numba_installed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

EXTRAS = {
    "core": ("attrs", "more-itertools", "numpy"),
    "fast": ("numba", "llvmlite"),
    "cli": ("cyclopts", "rich"),
    "plot": ("matplotlib",),
}
"""The packages that each extra brings; `core` is always needed."""

_COMPILED_CODE = ("*.nbi", "*.nbc")


@attrs.frozen
class Cache:
    """A place where compiled code is kept between runs."""

    place: Path
    files: int
    bytes: int


@attrs.frozen
class Installation:
    """What is installed.

    Attributes:
        version: of this library.
        python: its version and implementation.
        packages: the version of each package of `EXTRAS`, None for one that is missing.
        compiled: why kernels run compiled, or why not.
        crossovers: the size from which each family of kernels is compiled; empty when none is.
        memory_limit: how many bytes a table may take, unless it is told another limit.
        caches: where compiled code is kept.
        games: how many games are registered and can be made.
        broken: what is wrong with each of the others.
        languages: that explanations are there in.
    """

    version: str
    python: str
    packages: dict[str, str | None]
    compiled: str
    crossovers: dict[str, int]
    memory_limit: int
    caches: tuple[Cache, ...]
    games: int
    broken: tuple[str, ...]
    languages: tuple[str, ...]

    def has_extra(self, extra: str) -> bool:
        """Whether all packages of an extra are there."""
        return all(self.packages[name] is not None for name in EXTRAS[extra])


def installation() -> Installation:
    """Look around; numba is imported, to see whether it can be.

    >>> found = installation()
    >>> found.has_extra("core"), found.games > 10
    (True, True)
    """
    broken = list(_broken_games())
    return Installation(
        version=__version__,
        python=f"{platform.python_version()} ({platform.python_implementation()}, {platform.system()})",
        packages={name: _version(name) for names in EXTRAS.values() for name in names},
        compiled=_compiled(),
        crossovers=dict(CROSSOVER) if compiled_available() else {},
        memory_limit=default_memory_limit(),
        caches=tuple(_caches()),
        games=len(ruleset_names()) - len(broken) + len(refused_rulesets()),
        broken=tuple(broken),
        languages=available_languages(),
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _compiled() -> str:
    if not numba_installed():
        return _("no: numba is not installed (pip install 'cgt-impartial[fast]')")
    if not jit_disabled() and numba_failure():
        return _("no: numba cannot be imported ({reason})").format(reason=numba_failure())
    return _("no: switched off by NUMBA_DISABLE_JIT") if jit_disabled() else _("yes, by numba")


def _broken_games() -> Iterable[str]:
    yield from refused_rulesets()
    for name in ruleset_names():
        try:
            example_ruleset(name)
        except PluginError as error:
            yield str(error)


def _caches() -> Iterable[Cache]:
    """Where compiled code of this version is kept; nowhere, if no folder is this user's alone."""
    place = cache_folder()
    if place is not None:
        files = [file for pattern in _COMPILED_CODE for file in place.rglob(pattern)] if place.is_dir() else []
        yield Cache(place, len(files), sum(file.stat().st_size for file in files))
