"""The help of the command line and its usage errors: the texts of cyclopts, translated by `_`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import filterfalse, pairwise
from typing import TYPE_CHECKING, Any, get_args

import attrs
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from cgt.core.language import _, active_language
from cgt.core.numbers import format_value
from cgt.errors import CGTError, UnknownNameError

if TYPE_CHECKING:
    from cyclopts import CycloptsError
    from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

_PLACEHOLDER = re.compile("[A-Z]{3,}")
"""A word in capitals that stands for a value: RULESET, or PATH."""

_EXAMPLE = "Example:"

_BROKEN = re.compile(r"(?<!\n)\n(?!\n|Example:)")
"""A line break within a paragraph."""


class Help:
    """The help as cyclopts formats it, on our screen; both are loaded when help is asked for."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print one panel: the commands, or the parameters of one."""
        entries = [_translated(entry) for entry in panel.entries]
        _formatter()(_screen(), options, attrs.evolve(panel, title=_(str(panel.title)), entries=entries))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        """Print the usage line."""
        if usage:
            usage_line = _placeholders(str(usage).removeprefix("Usage:").strip())
            line = _("Usage: {usage}").format(usage=usage_line) + "\n"
            _screen().print(line, style="bold", markup=False, no_wrap=options.no_wrap)

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:  # noqa: ANN401 - cyclopts gives what it will
        """Print the description of a command."""
        paragraphs = _BROKEN.sub(" ", _text(description).strip()).split("\n")
        paragraphs_shown = [_(line) for line in paragraphs if line and not line.startswith(_EXAMPLE)]
        if sys.flags.optimize > 1:  # which takes the docstrings out
            paragraphs_shown.append(_("The help of the commands is left out, since Python runs with -OO."))
        examples = [_("Example:") + line.removeprefix(_EXAMPLE) for line in paragraphs if line.startswith(_EXAMPLE)]
        _formatter().render_description(
            _screen(), options, "\n\n".join([*paragraphs_shown, "\n".join(examples)]).rstrip() + "\n"
        )


def _formatter() -> DefaultFormatter:
    from cyclopts.help import DefaultFormatter

    return DefaultFormatter()


def _screen() -> Console:
    """Our screen, whose width has bounds, and which survives a broken pipe."""
    from cgt.apps.cli.console import Screen

    return Screen(soft_wrap=False)


def _translated(entry: HelpEntry) -> HelpEntry:
    """The translated entry of a command or parameter."""
    words = [_(text)] if (text := _text(entry.description)) else []
    if entry.choices:
        words.append(_("[choices: {choices}]").format(choices=", ".join(entry.choices)))
    if entry.default not in {None, "False"}:  # a switch is off, as everybody knows
        words.append(_("[default: {value}]").format(value=entry.default))
    if entry.required:
        words.append(_("[required]"))
    return attrs.evolve(
        entry,
        description=" ".join(words),
        choices=None,
        default=None,
        required=False,
        metavar=entry.metavar and _placeholders(entry.metavar),
        positional_label=entry.positional_label and _placeholders(entry.positional_label),
    )


def _placeholders(text: str) -> str:
    return _PLACEHOLDER.sub(lambda match: _(match[0]), text)


def _text(description: Any) -> str:  # noqa: ANN401 - cyclopts gives what it will
    """The words of a description, given as rich's text or as plain text; empty where a command has none."""
    words = getattr(description, "primary_renderable", description)
    return words if isinstance(words, str) else str(getattr(words, "plain", ""))


IN_OTHER_WORDS = {
    "--version": ("version",),
    "games": ("game", "jeu", "jeux", "list", "ls", "rules", "règles", "regles"),
    "solve": (
        *("win", "wins", "who", "winner", "gagne", "résoudre", "resoudre", "analyse"),
        *("outcome", "nim-value", "winning-moves"),
    ),
    "play": ("jouer",),
    "lesson": ("leçon", "lecon", "fiche", "worksheet"),
    "values": ("valeurs", "nimbers", "nim-values", "grundy-values", "sequence"),
    "table": ("nim-value-table",),
    "check": ("crosscheck",),
    "quotient": ("misere-quotient",),
    "genus": ("genera",),
    "plot": ("draw", "figure", "dessiner"),
    "period": ("période", "periode"),
    "web": ("page", "browser"),
}
"""Other words that people type for a command, or for an option of `cgt` itself; among them the names in Python."""

OPTIONS = ("--help", "--version", "--lang")
"""The options of `cgt` itself."""

_TAKE_POSITIONS = {"solve", "play", "search", "export"}


def usage_text(error: CycloptsError, commands: Sequence[str], examples: Sequence[str]) -> str:
    """The message of a usage error; `commands` are the existing ones, in order, `examples` those of the one called."""
    from difflib import get_close_matches

    if isinstance(error, UnusedCliTokensError):
        return _too_many(error, examples)
    if isinstance(error, MissingArgumentError):
        for option, value in pairwise(error.unused_tokens or ()):
            if option == error.keyword and value.startswith("-") and not value.startswith("--"):
                text = _("{option} lacks its value: one that begins with - is written {option}={value}")
                return text.format(option=option, value=value)
    if isinstance(error, MissingArgumentError) and error.argument is not None and error.command_chain and examples:
        names = [name for name in error.argument.names if name.startswith("-")]
        example = next((one for one in examples if set(one.split()) & set(names)), None if names else examples[0])
        if example is None:
            text = _("{option} lacks its value: cgt {command} --help tells which it takes")
            return text.format(option=error.keyword or names[0], command=" ".join(error.command_chain))
        text = _("cgt {command} needs {parameter}, such as: {example}")
        return text.format(command=" ".join(error.command_chain), parameter=_(error.argument.name), example=example)
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        return _unknown_command(list(error.unused_tokens), commands)
    if isinstance(error, UnknownOptionError):
        option = error.token.keyword or error.token.value
        if number := re.match(r"-\d+", option, re.ASCII):  # of a position such as -3,4
            return _("{what} is not a whole number of at least 0").format(what=format_value(number[0]))
        names = [name for argument in error.argument_collection for name in argument.names if argument.parse]
        text = _("Unknown option: {option}.")
        if near := get_close_matches(option, names, n=1):
            text = _("Unknown option: {option}. Did you mean {near}?")
        return text.format(option=option, near="".join(near))
    if isinstance(error, CoercionError) and error.msg is not None and error.token is not None:
        name = error.token.keyword or (error.argument.name if error.argument else "")
        return _("Invalid value for {name}: {reason}").format(name=_(name), reason=error.msg)
    if active_language() == "en":
        return str(error)
    if isinstance(error, MissingArgumentError) and error.argument is not None and error.command_chain:
        text = _('Command "{command}" parameter {parameter} requires an argument.')
        parameter = error.keyword or error.argument.name
        return text.format(command=" ".join(error.command_chain), parameter=_(parameter))
    if isinstance(error, CoercionError) and error.token is not None:
        name = error.token.keyword or (error.argument.name.lstrip("-").upper() if error.argument else "")
        if error.msg is None and (choices := get_args(error.target_type)):
            text = _('Invalid value "{value}" for {name}. Choose from: {choices}.')
            return text.format(
                value=error.token.value, name=_(name), choices=", ".join(f'"{choice}"' for choice in choices)
            )
    return str(error)


def _too_many(error: UnusedCliTokensError, examples: Sequence[str]) -> str:
    """The message where there are more arguments than the command takes."""
    tokens = " ".join(error.unused_tokens or ())
    command = " ".join(error.command_chain or ())
    if {"misere", "misère"} & {token.lower() for token in error.root_input_tokens or ()}:
        return _("too many arguments: {tokens}; misère play is asked for by --misere").format(tokens=tokens)
    typed = (error.root_input_tokens or ())[1:]
    if command == "solve" and (call := _position_call(typed, typed)):
        return _("too many arguments: {tokens}; write {call}").format(tokens=tokens, call=call)
    if command in _TAKE_POSITIONS or not examples:
        return _(
            "too many arguments: {tokens}. Heaps are joined by commas, such as 3,5,7; what has spaces is put in quotes"
        ).format(tokens=tokens)
    example = max(examples, key=lambda one: (" -" not in one, '"' in one, len(one.split())))
    text = _("too many arguments: {tokens}. What has spaces is put in quotes, such as: {example}")
    if '"' not in example:
        text = _("too many arguments: {tokens}; write for instance: {example}")
    return text.format(tokens=tokens, example=example)


def _unknown_command(tokens: Sequence[str], commands: Sequence[str]) -> str:
    """The message where the first argument is no command: it may be a game, or another word for a command."""
    from difflib import get_close_matches

    from cgt.families.registry import ruleset_names

    name = next(filterfalse(_is_option, tokens), "")
    if call := _solving(tokens):
        return _("{name} is a game, no command: write {call}").format(name=re.split("[ (]", name)[0], call=call)
    if all(map(_is_option, tokens)) or (_is_option(tokens[0]) and not {*tokens}.isdisjoint(commands)):
        option = tokens[0]
        near = {"-v": ["--version"]}.get(option.lower()) or get_close_matches(option, OPTIONS, n=1, cutoff=0.7)
        if near:
            return _("Unknown option: {option}. Did you mean {near}?").format(option=option, near=near[0])
        return _("a command is missing before {option}: cgt --help lists all").format(option=option)
    if name in {"help", "aide"}:
        return _("cgt --help lists the commands, and cgt solve --help tells of one")
    meant = {game: f"solve {game}" for game in ruleset_names()} | {command: command for command in commands}
    meant |= {word: command for command, words in IN_OTHER_WORDS.items() for word in words}
    text = _('Unknown command "{command}": cgt --help lists all')
    near = get_close_matches(name.lower().replace("_", "-"), meant, n=1, cutoff=0.75)
    if near:
        text = _('Unknown command "{command}". Did you mean "{near}"? cgt --help lists all')
    if near == ["version"]:
        text = _('Unknown command "{command}". Write cgt {near}')
    return text.format(command=name, near="".join(map(meant.__getitem__, near)))


def _is_option(token: str) -> bool:
    return token.startswith("-")


def _solving(tokens: Sequence[str]) -> str:
    """The call of `cgt solve` for a game, and maybe a position, without a command; empty where there is no game."""
    from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names

    texts = [*filterfalse(_is_option, tokens)]
    if call := _position_call(texts, tokens):
        return call
    name = "".join(texts[:1])
    with suppress(CGTError):
        game = example_ruleset(name) if name.lower() in ruleset_names() else parse_ruleset(name)
        return _solve_call([str(game), game.example], tokens)
    return ""


def _position_call(texts: Sequence[str], tokens: Sequence[str]) -> str:
    """The call of `cgt solve` for a game and a position in one text or several; empty where there is another option."""
    from cgt.solving.subjects import parse_position

    name, *rest = [*filterfalse({"--", "--json", "--misere"}.__contains__, texts)] or [""]
    if any(map(_is_option, rest)):
        return ""
    with_arguments = f"{name}({','.join(rest[:-1])})"
    for words in ([name, *rest], [name, ",".join(rest)], [name, "x".join(rest)], [with_arguments, *rest[-1:]]):
        try:
            parse_position(" ".join(words))
        except UnknownNameError:  # which is that of each of them
            return ""
        except CGTError:
            continue
        return _solve_call(words if len(words) == 2 else [" ".join(words)], tokens)
    return ""


def _solve_call(words: Sequence[str], tokens: Sequence[str]) -> str:
    """The call of `cgt solve` with these words, in misère play if the tokens ask for it."""
    return shlex.join(["cgt", "solve", *words, *filter("--misere".__eq__, tokens)])
