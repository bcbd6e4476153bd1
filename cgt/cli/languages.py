"""The language of a run: `--lang CODE` anywhere on the command line, else the variable CGT_LANG, else English."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cgt.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION = "--lang"
VARIABLE = "CGT_LANG"


def split_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language asked for, and the arguments without the option.

    Raises:
        ParseError: the option is last and names no language.

    >>> split_language(["play", "--lang", "fr", "nim"]), split_language(["--lang=fr"])
    (('fr', ['play', 'nim']), ('fr', []))
    """
    code = os.environ.get(VARIABLE) or "en"
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument == OPTION:
            value = next(waiting, None)
            if value is None:
                raise ParseError(f"{OPTION} needs a language, such as {OPTION} fr")
            code = value
        elif argument.startswith(OPTION + "="):
            code = argument.removeprefix(OPTION + "=")
        else:
            rest.append(argument)
    return code, rest
