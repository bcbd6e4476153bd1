"""The theorems there are: ours in order, then those of others, by the entry-point group `cgt.theorems` or by hand."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from cgt.core.numbers import brief
from cgt.errors import PluginError, PluginWarning
from cgt.proofs.theorem import Theorem
from cgt.proofs.theorems.binary_automaton import BinaryAutomaton
from cgt.proofs.theorems.guy_smith import GuySmith, GuySmithConstrained
from cgt.proofs.theorems.no_saltus import NoSaltus
from cgt.proofs.theorems.repeated_window import RepeatedWindow
from cgt.proofs.theorems.unspent_values import UnspentValues

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
    found: list[Theorem] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            found.append(_loaded(entry, (*THEOREMS, *found)))
        except PluginError as error:
            warnings.warn(str(error), PluginWarning, stacklevel=2)
    return tuple(found)


def _loaded(entry: EntryPoint, others: tuple[Theorem, ...]) -> Theorem:
    origin = f"the theorem {entry.name!r} ({entry.value}{f' from {entry.dist.name}' if entry.dist else ''})"
    try:
        theorem: object = entry.load()
        if isinstance(theorem, type):
            theorem = theorem()
    except (Exception, SystemExit) as error:  # a stranger's module may do anything while it is imported
        raise PluginError(f"{origin} cannot be loaded: {type(error).__name__}: {error}") from error
    return _check(theorem, others, origin)


def _check(theorem: object, others: tuple[Theorem, ...], origin: str) -> Theorem:
    if isinstance(theorem, type) or not isinstance(theorem, Theorem):
        raise PluginError(f"{origin} is no theorem: {brief(theorem)} has not all of what cgt.proofs.theorem asks for")
    if any(theorem.name == other.name for other in others):
        raise PluginError(f"{origin} is called {theorem.name!r}, as another theorem is: certificates go by the name")
    return theorem
