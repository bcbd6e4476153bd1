"""The reference: a page for each package of the library, and a front page of every name that `cgt` itself offers."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules

import cgt

FIRST = ("solve", "outcome", "nim_value", "winning_moves", "parse_ruleset", "parse_position", "crosscheck", "discover")
"""What a reader looks for first."""


def packages() -> list[str]:
    """The packages directly below `cgt`, such as `cgt.core`."""
    return [f"cgt.{module.name}" for module in iter_modules(cgt.__path__) if not module.name.startswith("_")]


def pages() -> dict[str, str]:
    """A page for each, by its path in the site."""
    return {page_of(name): f"# {name}\n\n::: {name}\n" for name in packages()}


def page_of(name: str) -> str:
    """Where a name of the library is documented: on the page of its package.

    >>> page_of("cgt.core.outcome.Outcome")
    'reference/core.md'
    """
    return f"reference/{name.split('.')[1]}.md"


def navigation() -> list[dict[str, str]]:
    """The pages of the reference, by name."""
    return [{name: page_of(name)} for name in packages()]


def contents() -> str:
    """The packages, each with what it says of itself."""
    lines = ["| Package | What it holds |", "| --- | --- |"]
    lines += [
        f"| [`{name}`]({page_of(name).removeprefix('reference/').removesuffix('.md')}.html) "
        f"| {_summary(import_module(name))} |"
        for name in packages()
    ]
    return "\n".join(lines)


def names() -> str:
    """The table of the names that `cgt` itself offers."""
    lines = ["| Name | What it is |", "| --- | --- |"]
    rest = sorted(set(cgt.__all__) - {"__version__", *FIRST}, key=str.lower)
    for name in (*FIRST, *rest):
        value = getattr(cgt, name)
        home = getattr(value, "__module__", "") or ""
        if inspect.ismodule(value):
            lines.append(f"| `cgt.{name}` | {_summary(value)} |")
        elif home.startswith("cgt."):
            lines.append(f"| [`cgt.{name}`][{home}.{name}] | {_summary(value)} |")
        else:  # a type alias belongs to no module
            lines.append(f"| `cgt.{name}` | a type alias: `{value}` |")
    return "\n".join(lines)


def _summary(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n", maxsplit=1)[0].split())
