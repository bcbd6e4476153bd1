"""Plugins: what installed packages offer under an entry-point group, with ours before everybody's.

A stranger's module may do anything while it is imported: what it prints goes to stderr, and whatever it raises is one
`PluginError` that names it, Ctrl-C apart.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from functools import cache
from typing import TYPE_CHECKING

import attrs

from cgt.core.entries import Entry, entry_points
from cgt.core.numbers import brief
from cgt.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

OURS = "cgt-impartial"
"""The name of our own distribution."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@attrs.frozen
class Plugin:
    """One entry of a group: what it is called, and how to load it."""

    what: str
    entry: Entry

    @property
    def name(self) -> str:
        """The name that it is registered under."""
        return self.entry.name

    @property
    def is_ours(self) -> bool:
        """Whether our own package registers it."""
        return self.package == OURS

    @property
    def package(self) -> str | None:
        """The name of the distribution that registers it, where that is known."""
        return self.entry.package

    def __str__(self) -> str:
        return (
            f"the {self.what} {brief(self.name)} ({self.entry.value}{f' from {self.package}' if self.package else ''})"
        )

    def load(self) -> object:
        """What it registers.

        Raises:
            PluginError: it cannot be loaded.
        """
        return guarded(f"{self} cannot be loaded", self.entry.load)


@attrs.frozen
class Plugins:
    """What is registered under a group.

    Attributes:
        found: by name, sorted by it; ours where two have one name.
        refused: for each name that more than one has, or that is none, what is wrong.
    """

    found: dict[str, Plugin]
    refused: dict[str, str]


@cache
def plugins(group: str, what: str) -> Plugins:
    """All entries of a group, `what` being one of them in words; nothing is loaded.

    >>> plugins("cgt.games", "game").found["nim"].is_ours
    True
    """
    return sorted_out(Plugin(what, entry) for entry in entry_points(group))


def sorted_out(entries: Iterable[Plugin]) -> Plugins:
    """The plugins by name: of two with one name ours, else that of the package that comes first in the alphabet."""
    found: dict[str, Plugin] = {}
    refused: dict[str, str] = {}
    for plugin in sorted(entries, key=lambda plugin: (plugin.name, not plugin.is_ours, plugin.package or "")):
        first = found.get(plugin.name)
        if not _NAME.fullmatch(plugin.name):
            refused[plugin.name] = f"{plugin} is left out: a name is letters, digits and hyphens, a letter first"
        elif first is None:
            found[plugin.name] = plugin
        elif (first.package, first.entry.value) != (plugin.package, plugin.entry.value):
            refused[plugin.name] = f"{plugin} is left out: {first} has the same name"
    return Plugins(found, refused)


def guarded(failure: str, work: Callable[[], object]) -> object:
    """What a plugin's code gives; raises `PluginError`, which begins with `failure`, for whatever it raises."""
    try:
        with redirect_stdout(sys.stderr):
            return work()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(f"{failure}: {type(error).__name__}: {error}") from error
