"""The language of a run: `--lang CODE` anywhere on the command line, else CGT_LANG, the system's, or English."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cgt.core.language import _, available_languages
from cgt.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION = "--lang"
VARIABLE = "CGT_LANG"


SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says which language its user reads; the first that says anything counts."""


def _of_the_system() -> str:
    said = next(filter(None, map(os.environ.get, SYSTEM)), "")
    code = said.partition("_")[0].partition(".")[0].lower()
    # To look for catalogues takes a while: not for those who read English.
    return code if code not in {"", "c", "posix", "en"} and code in available_languages() else "en"


def split_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language asked for, and the arguments without the option.

    Raises:
        ParseError: the option is last and names no language.

    >>> split_language(["play", "--lang", "fr", "nim"]), split_language(["--lang=fr"])
    (('fr', ['play', 'nim']), ('fr', []))
    """
    code = os.environ.get(VARIABLE) or _of_the_system()
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument == OPTION:
            value = next(waiting, None)
            if value is None:
                raise ParseError(_("{option} needs a language, such as {option} fr").format(option=OPTION))
            code = value
        elif argument.startswith(OPTION + "="):
            code = argument.removeprefix(OPTION + "=")
        else:
            rest.append(argument)
    return code, rest
