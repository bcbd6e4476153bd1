"""The registry: rulesets by name, found as plugins through the entry-point group `cgt.games`.

Our own games enter by the same door as anybody's. A plugin is loaded only when its name is asked for; one that fails to
load is reported by name and harms no other.
"""

from __future__ import annotations

import re
import warnings
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from cgt.core.numbers import brief
from cgt.core.reading import check_text, indentation
from cgt.errors import CGTError, ParseError, PluginError, PluginWarning, RulesetError, UnknownNameError
from cgt.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUP = "cgt.games"
"""The entry-point group; an entry is a `Ruleset` class, or a ready-made ruleset."""


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def ruleset_names() -> list[str]:
    """The registered names, sorted; nothing is loaded.

    >>> {"nim", "takeaway", "wythoff"} <= set(ruleset_names())
    True
    """
    return list(_entry_points())


@cache
def load_ruleset(name: str) -> type[Ruleset] | Ruleset:
    """What is registered under a name: a `Ruleset` class, or a ready-made ruleset.

    Raises:
        UnknownNameError: nothing is; the message lists near matches.
        PluginError: something is, but it cannot be imported or is not a ruleset.
    """
    entry = _entry_points().get(name)
    if entry is None:
        near = get_close_matches(name, ruleset_names(), n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "`cgt games` lists what there is"
        raise UnknownNameError(f"there is no ruleset {brief(name)}: {hint}")
    origin = f"the game {name!r} ({entry.value}{f' from {entry.dist.name}' if entry.dist else ''})"
    try:
        found: object = entry.load()
    except (Exception, SystemExit) as error:  # a stranger's module may do anything while it is imported
        raise PluginError(f"{origin} cannot be loaded: {type(error).__name__}: {error}") from error
    if isinstance(found, Ruleset) or (isinstance(found, type) and issubclass(found, Ruleset)):
        return found
    raise PluginError(f"{origin} is not a Ruleset: register a Ruleset class or object")


def iter_rulesets() -> Iterator[tuple[str, Ruleset]]:
    """A typical game of every registered family, by name; one that fails is warned about with `PluginWarning`."""
    for name in ruleset_names():
        try:
            yield name, example_ruleset(name)
        except PluginError as error:
            warnings.warn(str(error), PluginWarning, stacklevel=2)


def example_ruleset(name: str) -> Ruleset:
    """A typical game of the family registered under a name, made with its `example_arguments`.

    Raises:
        UnknownNameError, PluginError: as `load_ruleset`.

    >>> print(example_ruleset("takeaway"))
    takeaway(2n)
    """
    found = load_ruleset(name)
    if isinstance(found, Ruleset):
        return found
    try:
        return found.from_arguments(*found.example_arguments)
    except Exception as error:  # a stranger's class may raise anything
        raise PluginError(
            f"the game {name!r} cannot be made with its example_arguments {found.example_arguments!r}: "
            f"{type(error).__name__}: {error}"
        ) from error


_CODE = re.compile(r"\s*[0-9.{][^(]*$")
_FORM = re.compile(r"\s*([A-Za-z][\w-]*)\s*(?:\((.*)\)\s*)?", re.DOTALL)


def parse_ruleset(text: str) -> Ruleset:
    """The ruleset that a text such as `nim` or `takeaway(2n)` names, or a bare code such as `0.77`.

    Raises:
        ParseError: the text does not have the form `name` or `name(arguments)`, or an argument cannot be read; the
            error points at the place in the whole text.
        UnknownNameError: no such ruleset.
        RulesetError: its arguments make no sense.
        PluginError: it cannot be loaded.

    >>> parse_ruleset("takeaway(2n)") == parse_ruleset("takeaway( 2n )")
    True
    >>> print(parse_ruleset("wythoff(2)"), parse_ruleset("0.77"))
    wythoff(2) octal(0.77)
    """
    check_text(text)
    if _CODE.match(text):
        return _parse_code(text)
    form = _FORM.fullmatch(text)
    if form is None:
        raise ParseError(f"{brief(text)} is not a ruleset: write `name` or `name(arguments)`, such as takeaway(2n)")
    name, inside = form.groups()
    pieces = _split_arguments(inside, form.start(2)) if inside is not None and inside.strip() else []
    arguments = [argument for _start, argument in pieces]
    found = load_ruleset(name)
    if isinstance(found, Ruleset):
        if arguments:
            raise RulesetError(f"{name} takes no arguments, got {', '.join(arguments)}")
        return found
    try:
        return found.from_arguments(*arguments)
    except ParseError as error:
        start = next((start for start, argument in pieces if argument == error.text), None)
        raise (error if start is None else error.within(text, start)) from None
    except CGTError:
        raise
    except TypeError as error:
        raise RulesetError(f"{name} does not take the arguments {', '.join(arguments) or '(none)'}: {error}") from error


def _parse_code(text: str) -> Ruleset:
    """The taking-and-breaking game of a bare code such as `0.77`."""
    family = load_ruleset("taking-breaking")
    return family if isinstance(family, Ruleset) else family.from_arguments(text)


def _split_arguments(text: str, start: int) -> list[tuple[int, str]]:
    """The arguments of a text that begins at `start`, each with its own place: split at commas outside brackets."""
    pieces, begin, depth = [], 0, 0
    for place, character in enumerate(f"{text},"):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and (depth == 0 or place == len(text)):
            piece = text[begin:place]
            pieces.append((start + begin + indentation(piece), piece.strip()))
            begin = place + 1
    return pieces
