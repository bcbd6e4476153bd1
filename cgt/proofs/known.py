"""The theorems there are: ours in order, then those of others, by the entry-point group `cgt.theorems` or by hand."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING

from cgt.core.numbers import brief
from cgt.core.plugins import Plugin, guarded, plugins
from cgt.errors import PluginError, PluginWarning
from cgt.proofs.theorem import Theorem
from cgt.proofs.theorems.binary_automaton import BinaryAutomaton
from cgt.proofs.theorems.guy_smith import GuySmith, GuySmithConstrained
from cgt.proofs.theorems.no_saltus import NoSaltus
from cgt.proofs.theorems.repeated_window import RepeatedWindow
from cgt.proofs.theorems.unspent_values import UnspentValues

if TYPE_CHECKING:
    from cgt.codes.code import HeapCode

GROUP = "cgt.theorems"
"""The entry-point group; an entry is a `Theorem`, or a class of them that is made without arguments."""

THEOREMS: tuple[Theorem, ...] = (
    RepeatedWindow(),
    GuySmith(),
    GuySmithConstrained(),
    UnspentValues(),
    BinaryAutomaton(),
    NoSaltus(),
)
"""The theorems of the library, in the order in which they are asked."""

_added: list[Theorem] = []


def theorems() -> tuple[Theorem, ...]:
    """Every theorem, in the order in which they are asked: ours, those of installed packages, those added by hand."""
    return (*THEOREMS, *_installed(), *_added)


def add_theorem(theorem: Theorem) -> None:
    """Add a theorem for as long as Python runs; a package names it under `[project.entry-points."cgt.theorems"]`.

    Answers that were found before stay as they are.

    Raises:
        PluginError: it is no theorem, or another one has its name.
    """
    _check(theorem, theorems(), "the theorem added")
    _added.append(theorem)


def theorem_named(name: str) -> Theorem | None:
    """The theorem of that name, or None.

    >>> theorem_named("Guy-Smith").name
    'Guy-Smith'
    """
    return next((theorem for theorem in theorems() if theorem.name == name), None)


def theorems_for(code: HeapCode) -> tuple[Theorem, ...]:
    """The theorems that speak of a code.

    >>> from cgt.codes.code import HeapCode
    >>> [theorem.name for theorem in theorems_for(HeapCode.parse("0.77"))]
    ['Guy-Smith', 'no saltus for two heaps']
    """
    return tuple(theorem for theorem in theorems() if theorem.covers(code))


@cache
def _installed() -> tuple[Theorem, ...]:
    """The theorems of other packages; one that cannot be had is warned about and left out."""
    registered = plugins(GROUP, "theorem")
    problems, found = list(registered.refused.values()), list[Theorem]()
    for plugin in registered.found.values():
        try:
            found.append(_loaded(plugin, (*THEOREMS, *found)))
        except PluginError as error:
            problems.append(str(error))
    for problem in problems:
        warnings.warn(problem, PluginWarning, stacklevel=2)
    return tuple(found)


def _loaded(plugin: Plugin, others: tuple[Theorem, ...]) -> Theorem:
    found = plugin.load()
    return _check(guarded(f"{plugin} cannot be made", found) if isinstance(found, type) else found, others, str(plugin))


def _check(theorem: object, others: tuple[Theorem, ...], origin: str) -> Theorem:
    if isinstance(theorem, type) or not isinstance(theorem, Theorem):
        raise PluginError(f"{origin} is no theorem: {brief(theorem)} has not all of what cgt.proofs.theorem asks for")
    if any(theorem.name == other.name for other in others):
        raise PluginError(f"{origin} is called {theorem.name!r}, as another theorem is: certificates go by the name")
    return theorem
