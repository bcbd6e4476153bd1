"""The reference: a page for each module of the library, and a front page of every name that `cgt` itself offers."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import Any

import cgt

FIRST = ("solve", "outcome", "nim_value", "winning_moves", "parse_ruleset", "parse_position", "crosscheck", "discover")
"""The names that a reader looks for first."""


def packages() -> list[str]:
    """The packages directly below `cgt`, such as `cgt.core`."""
    return [f"cgt.{module.name}" for module in iter_modules(cgt.__path__) if not module.name.startswith("_")]


@cache
def modules() -> tuple[str, ...]:
    """Every package and module below `cgt`, each package before what it holds."""
    inside = (module.name for module in walk_packages(cgt.__path__, "cgt."))
    return tuple(name for name in inside if not name.rpartition(".")[2].startswith("_"))


def pages() -> dict[str, str]:
    """A page for each module, by its path in the site; that of a package lists what it holds."""
    return {page_of(name): f"# {name}\n\n::: {name}\n{_inside(name)}" for name in modules()}


def _inside(package: str) -> str:
    inside = [name for name in modules() if name.rpartition(".")[0] == package]
    if not inside:
        return ""
    lines = ["", "| Module | What it holds |", "| --- | --- |"]
    folder = page_of(package).removesuffix("index.md")
    lines += [
        f"| [`{name}`]({page_of(name).removeprefix(folder)}) | {_summary(import_module(name))} |" for name in inside
    ]
    return "\n".join([*lines, ""])


def page_of(name: str) -> str:
    """The page on which a name of the library is documented: that of its module.

    >>> page_of("cgt.core.outcome.Outcome"), page_of("cgt.core")
    ('reference/core/outcome.md', 'reference/core/index.md')
    """
    while name not in modules():
        name = name.rpartition(".")[0]
    path = "/".join(name.split(".")[1:])
    return (
        f"reference/{path}/index.md"
        if any(other.startswith(f"{name}.") for other in modules())
        else f"reference/{path}.md"
    )


def navigation() -> list[dict[str, Any]]:
    """The pages of the reference, each package with its modules."""
    return [{package: _entries(package)} for package in packages()]


def _entries(package: str) -> list[Any]:
    inside = [name for name in modules() if name.rpartition(".")[0] == package]
    entries = [page_of(package)]
    return entries + [
        {name: _entries(name)}  # in full: a section is a landmark, and no other section may have its name
        if page_of(name).endswith("/index.md")
        else {name.removeprefix(f"{package}."): page_of(name)}
        for name in inside
    ]


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
            lines.append(f"| [`cgt.{name}`][{value.__name__}] | {_summary(value)} |")
        elif home.startswith("cgt."):
            lines.append(f"| [`cgt.{name}`][{home}.{name}] | {_summary(value)} |")
        else:  # a type alias belongs to no module
            lines.append(f"| `cgt.{name}` | A type alias of `{home}.{value.__name__}`. |")
    return "\n".join(lines)


def _summary(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n", maxsplit=1)[0].split())
