"""What is wrong with a command line, in the active language: cyclopts knows what, and says it in English alone."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, get_args

from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from cgt.core.language import _, active_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import CycloptsError

LISTED_COMMANDS = 8


def usage_text(error: CycloptsError, commands: Sequence[str]) -> str:
    """The message of a usage error; `commands` are those there are, in order."""
    if isinstance(error, UnusedCliTokensError):
        return _(
            "too many arguments: {tokens}. Heaps are joined by commas, such as 3,5,7; what has spaces is put in quotes"
        ).format(tokens=" ".join(error.unused_tokens or ()))
    if active_language() == "en":
        return str(error)
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        command = error.unused_tokens[0]
        listed = ", ".join(commands[:LISTED_COMMANDS]) + (", ..." if len(commands) > LISTED_COMMANDS else ".")
        text = _('Unknown command "{command}". Available commands: {listed}')
        if near := get_close_matches(command, commands, n=1):
            text = _('Unknown command "{command}". Did you mean "{near}"? Available commands: {listed}')
        return text.format(command=command, near="".join(near), listed=listed)
    if isinstance(error, UnknownOptionError):
        option = error.token.keyword or error.token.value
        names = [name for argument in error.argument_collection for name in argument.names if argument.parse]
        text = _("Unknown option: {option}.")
        if near := get_close_matches(option, names, n=1):
            text = _("Unknown option: {option}. Did you mean {near}?")
        return text.format(option=option, near="".join(near))
    if isinstance(error, MissingArgumentError) and error.argument is not None and error.command_chain:
        text = _('Command "{command}" parameter {parameter} requires an argument.')
        parameter = error.keyword or error.argument.name
        return text.format(command=" ".join(error.command_chain), parameter=_(parameter))
    if isinstance(error, CoercionError) and error.token is not None:
        name = error.token.keyword or (error.argument.name.lstrip("-").upper() if error.argument else "")
        if error.msg is not None and error.token.keyword is not None:
            return _("Invalid value for {name}: {reason}").format(name=name, reason=error.msg)
        if error.msg is None and (choices := get_args(error.target_type)):
            text = _('Invalid value "{value}" for {name}. Choose from: {choices}.')
            return text.format(
                value=error.token.value, name=_(name), choices=", ".join(f'"{choice}"' for choice in choices)
            )
    return str(error)
