"""`cgt games` and `cgt new`: the list of games, and a package for a game of one's own."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping
from itertools import filterfalse
from keyword import iskeyword
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated
from unicodedata import combining, normalize

from cyclopts import Parameter
from rich.console import Group
from rich.table import Table
from rich.text import Text

from cgt.apps.cli.options import Json, RowsOutput, complete_ruleset
from cgt.apps.cli.screen import COLUMNS, Sheet, check_output, show
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.errors import PluginError

if TYPE_CHECKING:
    from cgt.core.game import Game


def games(
    name: Annotated[
        str | None,
        Parameter(help="Tell more of this game, or list those that speak of these words.", completer=complete_ruleset),
    ] = None,
    /,
    *,
    output: RowsOutput = None,
    as_json: Json = False,
) -> None:
    """List the games, plugins included, tell the rules of one, or look for one by a word of its rules or sources.

    Example: cgt games
    Example: cgt games wythoff
    Example: cgt games domino
    """
    from cgt.families.registry import iter_rulesets

    check_output(output, COLUMNS)
    games = dict(iter_rulesets()) if name is None else _games_of(name)
    records = [{"name": known, **record_of(game)} for known, game in games.items()]
    text = _details_text(*games.values()) if name is not None and len(games) == 1 else _list_text(games)
    cells = ("name", "title", "rules", "ruleset", "example", "argument_form", "position_form")
    sheet = Sheet({"games": records}, columns={cell: [str(record[cell]) for record in records] for cell in cells})
    show(sheet, text, as_json=as_json, output=output)


def _games_of(name: str) -> dict[str, Game]:
    """The game of that name, blanks for hyphens allowed; else all games that speak of it."""
    from difflib import get_close_matches

    from cgt.errors import CGTError, UnknownNameError
    from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names, rulesets_with

    known = "-".join(name.split())
    known = known if known in ruleset_names() else known.lower()
    try:
        return {known: example_ruleset(known)}
    except UnknownNameError:
        try:  # a game with its arguments, or a code
            return {name: parse_ruleset(name)}
        except CGTError:
            games = dict(rulesets_with(name))
            if not games:
                raise
        # "nims" is part of nimstring, and means nim, too
        near = get_close_matches(known, ruleset_names(), n=1, cutoff=0.8)
        return {known: example_ruleset(known) for known in near} | games


def record_of(game: Game) -> dict[str, object]:
    """The description of a game as JSON-ready data."""
    return {
        "title": game.title,
        "rules": game.rules,
        "ruleset": str(game),
        "example": game.example,
        "argument_form": game.argument_form,
        "position_form": game.position_form,
        "conventions": list(map(str, game.conventions)),
        "references": list(game.references),
    }


def _list_text(games: Mapping[str, Game]) -> Group:
    heads = (_("name"), _("game"), _("for instance"), _("position"))
    shown = heads if get_terminal_size().columns >= FOUR_COLUMNS else heads[:2]  # names are never cut
    table = Table(*shown, box=None, header_style="bold", pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    table.columns[0].no_wrap, table.columns[0].min_width = True, max(map(len, games), default=0)
    for name, game in games.items():
        table.add_row(*map(Text, (name, _(game.title), str(game), game.example)[: len(shown)]))  # 0.[3] is no markup
    return Group(table, Text("\n" + _("`cgt games NAME` tells the rules of one, its positions and its arguments")))


def _details_text(game: Game) -> Text:
    from cgt.core.game import rules_text

    text = Text.assemble((_(game.title), "bold"), f"\n{rules_text(game)}\n\n")
    text.append(_("Positions: {form}").format(form=_(game.position_form)) + "\n")
    if game.argument_form:
        text.append(_("Arguments: {form}").format(form=_(game.argument_form)) + "\n")
    # Quotes that every shell knows; bare stays what none of them reads as a sign.
    position = game.example if shlex.quote(game.example) == game.example else f'"{game.example}"'
    text.append(_("Try: {command}").format(command=f'cgt solve "{game}" {position}\n'))
    return text.append("".join(f"\n{reference}" for reference in game.references), style="dim")


FOUR_COLUMNS = 72
"""The width of a terminal on which the list of games shows how each is asked for, too."""

PARTS = {
    "pyproject.toml": "pyproject.toml.in",
    "README.md": "README.md.in",
    "{name}/__init__.py": "game.py.in",
    "{name}/board.py": "board.py.in",
    "tests/test_{name}.py": "test_game.py.in",
}
"""The files of a package, each with its template."""

LONGEST_NAME = 40
"""Longer names would break the lines of the templates."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def new(
    name: Annotated[str, Parameter(help="The name of the game and of its package: a lower-case Python identifier.")],
    /,
    *,
    as_json: Json = False,
) -> None:
    """Write a package for your own game: rules, closed form, board, tests, page and plugin entry, ready to install.

    Example: cgt new mygame
    """
    from importlib.resources import files
    from string import Template

    from cgt.core.atomic import new_folder

    _check(name)
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    words["class_name"] = "".join(map(str.capitalize, name.split("_")))
    templates = files("cgt.apps.cli") / "package"
    with new_folder(Path(name)) as folder:
        for place, template in PARTS.items():
            path = folder / place.format(name=name)
            path.parent.mkdir(exist_ok=True)
            text = Template((templates / template).read_text(encoding="utf-8")).substitute(words)
            path.write_text(text, encoding="utf-8", newline="\n")
    written = [f"{name}/{place.format(name=name)}" for place in PARTS]
    commands = ['python -m pip install -e ".[test]"', "python -m pytest", f"cgt play {name}-board"]
    text = f"wrote {', '.join(written)}"
    following = "\n".join(["Now try:", f"  cd {name}", *(f"  {command}" for command in commands)])
    show({"package": name, "files": written}, f"{text}\n{following}", as_json=as_json)


def _check(name: str) -> None:
    """Check that a name is valid for a package and for a game; raises `PluginError`."""
    from cgt.core.plugins import installed
    from cgt.families.registry import ruleset_names

    def has_form(name: str) -> bool:
        return bool(_NAME.fullmatch(name)) and not iskeyword(name) and len(name) <= LONGEST_NAME

    def is_module(name: str) -> bool:
        return name in {*sys.stdlib_module_names, "tests"} or installed(name)

    if not has_form(name):
        plain = "".join(filterfalse(combining, normalize("NFKD", name.strip().casefold().replace("œ", "oe"))))
        near = re.sub(r"\W+", "_", plain, flags=re.ASCII).strip("_")
        good = near if has_form(near) and near not in ruleset_names() and not is_module(near) else "my_game"
        what = f"{format_value(name)} cannot be the name of a package"
        raise PluginError(f"{what}: write small letters, digits and _, such as {good}")
    if name in ruleset_names():
        raise PluginError(f"there is a game {name} already: choose another name")
    if is_module(name):
        raise PluginError(f"there is a Python module {name} already: choose another name")
