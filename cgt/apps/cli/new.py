"""`cgt new`: a package for a game of one's own, which works at once."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import Json
from cgt.apps.cli.screen import show
from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.errors import PluginError

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

    from cgt.core.atomic import new_folder

    _check(name)
    told = {"name": name, "title": name.replace("_", " ").capitalize()}
    told["class_name"] = "".join(map(str.capitalize, name.split("_")))
    templates = files("cgt.apps.cli") / "package"
    with new_folder(Path(name)) as folder:
        for place, template in PARTS.items():
            path = folder / place.format(name=name)
            path.parent.mkdir(exist_ok=True)
            text = Template((templates / template).read_text(encoding="utf-8")).substitute(told)
            path.write_text(text, encoding="utf-8", newline="\n")
    written = [f"{name}/{place.format(name=name)}" for place in PARTS]
    commands = ['python -m pip install -e ".[test]"', "python -m pytest", f"cgt play {name}-board"]
    text = _("wrote {file}").format(file=", ".join(written))
    following = "\n".join([_("Now try:"), f"  cd {name}", *(f"  {command}" for command in commands)])
    show({"package": name, "files": written}, f"{text}\n{following}", as_json=as_json)


def _check(name: str) -> None:
    """Make sure that the name can be that of a package and of a game; raises `PluginError`."""
    from importlib.util import find_spec

    from cgt.families.registry import ruleset_names

    if not _NAME.fullmatch(name) or iskeyword(name) or len(name) > LONGEST_NAME:
        near = re.sub(r"\W+", "_", name.strip().lower(), flags=re.ASCII).strip("_")
        good = near if near != name and _NAME.fullmatch(near) and len(near) <= LONGEST_NAME else "my_game"
        text = _("{name} cannot be the name of a package: write small letters, digits and _, such as {example}")
        raise PluginError(text.format(name=brief(name), example=good))
    if name in ruleset_names():
        raise PluginError(_("there is a game {name} already: choose another name").format(name=name))
    if name in {*sys.stdlib_module_names, "tests"} or find_spec(name) is not None:
        raise PluginError(_("there is a Python module {name} already: choose another name").format(name=name))
