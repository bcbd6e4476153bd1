"""Plugins: the entries of installed packages under an entry-point group, beside our own list, which comes first.

A stranger's module may do anything while it is imported: what it prints goes to stderr, and whatever it raises is one
`PluginError` that names it, Ctrl-C apart.

Entry points are read from where they lie. `importlib.metadata` tells the same. But it loads the parsers of mail, of
archives and of sockets, and reads the metadata of every package there is, so that it is asked only where packages may
lie elsewhere than in directories of `sys.path`.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter, itemgetter
from typing import TypeVar

import attrs

from cgt.core.concurrency import raised_by_handler
from cgt.core.numbers import format_value
from cgt.errors import PluginError, PluginWarning

T = TypeVar("T")

OURS = "cgt-impartial"
"""The name of our own distribution."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_VALUE = re.compile(r"\s*([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:\[.*\]\s*)?")
_SEPARATORS = re.compile(r"[-_.]+")
_INFO = re.compile(r"([^-]+)(?:-.*)?\.(?:dist|egg)-info")


@attrs.frozen
class Plugin:
    """One entry point of a group.

    Attributes:
        what: what the group holds, in words.
        name: what it is registered under.
        value: what it refers to, as `module:object`.
        package: the name of the distribution that registers it, where that is known.
    """

    what: str
    name: str
    value: str
    package: str | None = None

    def __str__(self) -> str:
        origin = f" from {self.package}" if self.package else ""
        return f"the {self.what} {format_value(self.name)} ({self.value}{origin})"

    @property
    def module(self) -> str:
        """The name of the module that it refers to."""
        return self.value.partition(":")[0].strip()

    def load(self) -> object:
        """The object that is registered; raises `PluginError` where it cannot be loaded."""
        return call_plugin(f"{self} cannot be loaded", self._loaded)

    def made(self, kind: type) -> object:
        """The registered object if it is a `kind`, else what it returns when it is called without arguments."""
        loaded = self.load()
        if isinstance(loaded, kind) and not isinstance(loaded, type):
            return loaded
        return call_plugin(f"{self} cannot be made", loaded) if callable(loaded) else loaded

    def _loaded(self) -> object:
        match = _VALUE.fullmatch(self.value)
        if match is None:
            raise ValueError(f"{self.value!r} is not of the form module:object")
        module, inside = match.groups()
        loaded: object = import_module(module)
        return attrgetter(inside)(loaded) if inside else loaded


@attrs.frozen
class Plugins:
    """The plugins registered under a group.

    Attributes:
        by_name: sorted by name; ours where two have one name.
        refused: for each name that more than one has, or that is none, what is wrong.
    """

    by_name: dict[str, Plugin]
    refused: dict[str, str]


@cache
def plugins(group: str, what: str, home: str | None = None) -> Plugins:
    """All entries of a group, where `what` is the word for one of them; nothing is loaded.

    Ours, where there are any, are the `RULESETS` of the module `home`.

    >>> plugins("cgt.games", "game", "cgt.games").by_name["nim"].package
    'cgt-impartial'
    """
    ours = import_module(home).RULESETS.items() if home else ()
    strangers = [Plugin(what, *entry) for entry in entry_points(group) if entry[2] != OURS]
    return without_duplicates([*[Plugin(what, name, value, OURS) for name, value in ours], *strangers])


def plugin_objects(group: str, what: str, make: Callable[[Plugin], T]) -> tuple[T, ...]:
    """The objects made of the entries of a group, sorted by name; one that fails is warned about and left out."""
    registered = plugins(group, what)
    problems, made = list(registered.refused.values()), list[T]()
    for plugin in registered.by_name.values():
        try:
            made.append(make(plugin))
        except PluginError as error:
            problems.append(str(error))
    for problem in problems:
        warnings.warn(problem, PluginWarning, stacklevel=4)
    return tuple(made)


def without_duplicates(entries: Iterable[Plugin]) -> Plugins:
    """The plugins by name: of two with one name ours, else that of the package that is first in the alphabet."""
    results: dict[str, Plugin] = {}
    refused: dict[str, str] = {}
    ordered = [(plugin.name, plugin.package != OURS, plugin.package or "", plugin) for plugin in entries]
    for *_order, plugin in sorted(ordered, key=itemgetter(0, 1, 2)):
        first = results.get(plugin.name)
        if not _NAME.fullmatch(plugin.name):
            refused[plugin.name] = f"{plugin} is left out: a name is letters, digits and hyphens, a letter first"
        elif first is None:
            results[plugin.name] = plugin
        elif (first.package, first.value) != (plugin.package, plugin.value):
            refused[plugin.name] = f"{plugin} is left out: {first} has the same name"
    return Plugins(results, refused)


def call_plugin(failure: str, work: Callable[[], object]) -> object:
    """The result of calling a plugin's code; raises `PluginError`, which begins with `failure`, for whatever it raises.

    Ctrl-C and what another signal handler raises are no fault of the plugin's, and reach the caller.
    """
    try:
        with redirect_stdout(sys.stderr):
            return work()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if raised_by_handler(error):
            raise
        raise PluginError(f"{failure}: {type(error).__name__}: {error}") from error


def installed(*packages: str) -> bool:
    """Whether packages can be imported, found out without importing them.

    >>> installed("attrs"), installed("attrs", "no_such_package")
    (True, False)
    """
    return all(map(find_spec, packages))


def entry_points(group: str) -> list[tuple[str, str, str | None]]:
    """All entry points of a group, of every package that Python finds: name, value and package.

    Of two places of one package the first counts.

    >>> ("cgt", "cgt.apps.cli:main", "cgt-impartial") in entry_points("console_scripts")
    True
    """
    texts = None if any(map(_finds_packages, sys.meta_path)) else _texts(tuple(sys.path))
    if texts is None:
        return _from_metadata(group)
    heading = f"[{group}]"
    return [
        (name, value, package) for package, text in texts if heading in text for name, value in _section(text, heading)
    ]


def _is_plain(place: str) -> bool:
    """Whether the packages at a place are plain directories."""
    return not place.endswith(".egg") and (os.path.isdir(place or ".") or not os.path.exists(place))  # noqa: PTH110, PTH112 - pathlib loads slowly


def _finds_packages(finder: object) -> bool:
    """Whether an import finder is a custom one that finds packages, as in frozen programs."""
    return hasattr(finder, "find_distributions") and getattr(finder, "__module__", "") != "_frozen_importlib_external"


@lru_cache(maxsize=1)
def _texts(places: tuple[str, ...]) -> list[tuple[str, str]] | None:
    """The pairs (package, text of `entry_points.txt`); None if an entry of the import path is no plain folder."""
    if not all(map(_is_plain, places)):
        return None
    results: dict[str, str] = {}
    for place in places:
        try:
            names = os.listdir(place or ".")  # noqa: PTH208 - as above
        except OSError as error:
            if raised_by_handler(error):  # else the packages there would be taken for none from now on
                raise
            continue
        for name in names:
            if (info := _INFO.fullmatch(name)) and (package := _SEPARATORS.sub("-", info[1]).lower()) not in results:
                results[package] = ""
                file = os.path.join(place, name, "entry_points.txt")  # noqa: PTH118 - as above
                if not os.path.isfile(file):  # noqa: PTH113 - as above
                    continue
                try:
                    with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123 - as above
                        results[package] = stream.read()
                except OSError as error:
                    if raised_by_handler(error):
                        raise
    return [(package, text) for package, text in results.items() if text]


def _section(text: str, heading: str) -> list[tuple[str, str]]:
    """The pairs (name, value) under a heading in the text of an `entry_points.txt`."""
    inside, lines = False, []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == heading
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _equals, value = line.partition("=")
            lines.append((name.strip(), value.strip()))
    return lines


def _from_metadata(group: str) -> list[tuple[str, str, str | None]]:
    """All entry points of a group, by the standard library."""
    from importlib import metadata

    entries = metadata.entry_points(group=group)
    packages = [_SEPARATORS.sub("-", entry.dist.name).lower() if entry.dist else None for entry in entries]
    return [(entry.name, entry.value, package) for entry, package in zip(entries, packages, strict=True)]
