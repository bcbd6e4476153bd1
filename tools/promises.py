"""The public names, a line each: `python tools/promises.py` writes it anew to tests/unit/promises.txt.

A test compares it. A line that changes or goes is a break that `docs/stability.md` promises not to make lightly; a new
line is a promise more. Names, signatures without types, what games are made of, the commands with their options, exit
codes, certificates and the version of the JSON.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import cgt
import cgt.games
from cgt.apps.cli.app import COMMANDS
from cgt.core.atomic import versioned
from cgt.core.plugins import OURS, plugins
from cgt.solving.certificates import KINDS
from cgt.theory.levels import LevelCertificate

RECORD = Path(__file__).resolve().parents[1] / "tests" / "unit" / "promises.txt"


FOR_AUTHORS = (
    "cgt.apps.testing.check_ruleset",
    "cgt.core.compounds.Summable",
    "cgt.core.game.position_of",
    "cgt.core.hints.SearchHints",
    "cgt.core.hints.WordRules",
    "cgt.core.nim_table.NimTable",
    "cgt.core.reading.WholeNumber",
    "cgt.core.route.Answer",
    "cgt.core.route.Question",
    "cgt.core.wording.Wording",
    "cgt.families.lesson_words.LessonWords",
    "cgt.families.matches.MatchRuleset",
    "cgt.families.tame_form.TameForm",
    "cgt.games.boards.board_picture.Board",
)
"""Further names: of the guide to a game of one's own, and of the imports that `cgt new` writes."""


STARS: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def signature(thing: object) -> str:
    """The form of a call: names of arguments, a star where they are given by name, `=` where there is a default."""
    parts, starred = [], False
    for name, parameter in inspect.signature(thing).parameters.items():  # type: ignore[arg-type]  # it is called
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        star = STARS.get(parameter.kind, "")
        starred = starred or star == "*"
        parts.append(star + name + ("" if parameter.default is inspect.Parameter.empty else "="))
    return f"({', '.join(part for part in parts if part not in {'self', 'cls'})})"


def of_class(name: str, kind: type) -> Iterator[str]:
    """A class: how it is made, and its public members, but for what Python's own classes give."""
    if issubclass(kind, Enum):
        yield f"{name}: {', '.join(kind.__members__)}"
    else:
        yield name + signature(kind)
    bases = [base for base in kind.__mro__ if base.__module__ not in {"builtins", "enum"}]
    own = {member for base in bases for member in (*vars(base), *vars(base).get("__annotations__", ()))}
    for member in sorted(own):
        if not member.startswith("_") and (not issubclass(kind, Enum) or member not in kind.__members__):
            found = inspect.getattr_static(kind, member, None)  # of a name that authors give, its annotation alone
            inner = getattr(found, "__func__", found)
            yield f"{name}.{member}{signature(inner) if inspect.isfunction(inner) else ''}"


def promises() -> Iterator[str]:
    """Everything, in order."""
    for name in vars(cgt)["__all__"]:
        found = getattr(cgt, name)
        if inspect.ismodule(found) or found is Any:
            yield f"cgt.{name}"
        elif isinstance(found, type):
            yield from of_class(f"cgt.{name}", found)
        else:
            yield f"cgt.{name}{signature(found)}"
    for name in FOR_AUTHORS:
        module, _dot, last = name.rpartition(".")
        found = getattr(import_module(module), last)
        if isinstance(found, type):
            yield from of_class(name, found)
        else:
            yield name + signature(found)
    for name, kind in sorted(vars(cgt.errors).items()):
        if isinstance(kind, type) and kind.__module__ == cgt.errors.__name__:
            bases = ", ".join(base.__name__ for base in kind.__mro__[1:-1] if base is not BaseException)
            yield f"cgt.errors.{name}: {bases}"
    for name, plugin in plugins("cgt.games", "game", "cgt.games").by_name.items():
        if plugin.package == OURS:
            kind = plugin.load()
            yield f"game {name}: cgt.games.{kind.__name__}{signature(kind)}"  # type: ignore[attr-defined]  # a class
    for target in COMMANDS:
        module, _colon, function = target.rpartition(":")
        command = getattr(__import__(module, fromlist=[function]), function)
        yield f"command {function.replace('_', '-')}{signature(command)}"
    for formats in (*(kind.formats for kind in KINDS), LevelCertificate.formats):
        for form, *keys in formats:
            yield f"certificate {form}: {', '.join(keys)}"
    yield f"JSON schema {versioned({})['schema']}"


def text() -> str:
    """The record."""
    return "".join(f"{line}\n" for line in promises())


if __name__ == "__main__":
    RECORD.write_text(text(), encoding="utf-8")
