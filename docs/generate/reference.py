"""The front page of the reference: every name that `cgt` itself offers."""

from __future__ import annotations

import inspect

import cgt

FIRST = ("solve", "outcome", "nim_value", "winning_moves", "parse_ruleset", "parse_position", "crosscheck", "discover")
"""What a reader looks for first."""


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
