"""One run of the command line: its language, its exit code, and its errors, each a line."""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import filterfalse, takewhile
from typing import Any

from cgt.apps.cli.screen import complain
from cgt.core.language import _, available_languages, language
from cgt.core.outcome import Convention
from cgt.errors import (
    BudgetError,
    CGTError,
    MissingExtraError,
    NotApplicableError,
    ParseError,
    PluginWarning,
    TableWarning,
    clipped,
)

CHECK_FAILED, BAD_INPUT, BUDGET_SPENT, NOT_APPLICABLE = 1, 2, 3, 4
INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE = 70, 130, 141

SWITCHES = frozenset({"--misere", "--json"})
"""The options without a value of `cgt solve`."""

OPTION = "--lang"
VARIABLE = "CGT_LANG"

SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name the user's language; the first one that is set counts."""


def _of_the_system() -> str:
    setting = next(filter(None, map(os.environ.get, SYSTEM)), "")
    code = setting.partition("_")[0].partition(".")[0].lower()
    # To look for catalogues takes a while: not for those who read English.
    return code if code not in {"", "c", "posix", "en"} and code in available_languages() else "en"


def split_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language option, and the arguments without it.

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


_PLAINLY = "cgt.plainly"
"""The name by which streams know `_plainly`."""

_PLAIN = {"\N{NO-BREAK SPACE}": " ", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "≤": "<=", "≥": ">=", "≠": "!="}


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Plainer signs for those that a terminal has not, or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error(_PLAINLY, _plainly)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give the exit code; every error is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAINLY)
    try:
        code, rest = split_language(arguments)
        with language(code):
            return _run(rest)
    except CGTError as error:  # there is no such language
        return complain(error, BAD_INPUT, type(error).__name__, as_json=_wants_json(arguments))


def _wants_json(arguments: Sequence[str]) -> bool:
    return "--json" in takewhile("--".__ne__, arguments)


def _run(arguments: Sequence[str]) -> int:
    def failed(message: object, code: int) -> int:
        return complain(message, code, type(sys.exception()).__name__, as_json=_wants_json(arguments))

    try:
        with _our_warnings(as_json=_wants_json(arguments)):
            result = _called(arguments)
        sys.stdout.flush()
    except BudgetError as error:
        return failed(_in_words_of_the_command_line(error, arguments[0]), BUDGET_SPENT)
    except MemoryError:
        return failed(_("the memory is full"), BUDGET_SPENT)
    except NotApplicableError as error:
        return failed(error, NOT_APPLICABLE)
    except CGTError as error:
        return failed(error, BAD_INPUT)
    except KeyboardInterrupt as interrupt:
        return failed(str(interrupt) or _("interrupted"), INTERRUPTED)  # a table says what its file keeps
    except BrokenPipeError:
        # Nobody reads on: say nothing, and keep the interpreter from flushing into the closed pipe when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        reason = _(error.strerror) if error.strerror else error
        if error.strerror and error.filename:
            reason = _("{path}: {error}").format(path=error.filename, error=reason)
        return failed(reason, BAD_INPUT)
    except BaseException as error:  # noqa: BLE001 - a plugin, where a panic of Rust is no Exception, or a mistake of ours
        import traceback

        if os.environ.get("CGT_TRACEBACK"):
            traceback.print_exc()
        code, hint = _blamed(error)
        return failed(f"{''.join(traceback.format_exception_only(error)).strip()} ({hint})", code)
    return result if isinstance(result, int) else 0


def _blamed(error: BaseException) -> tuple[int, str]:
    """The exit code of an error that nobody expected, and a hint: at a game of another package, or at us."""
    from traceback import walk_tb

    from cgt.families.registry import loaded_strangers

    strangers = loaded_strangers()
    packages = {plugin.module.partition(".")[0] for plugin in strangers}
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if frame.f_globals.get("__name__", "").partition(".")[0] in packages:
            return BAD_INPUT, f"in {frame.f_code.co_name}, line {line} of {frame.f_code.co_filename}"
    if strangers:
        what = f"an error of {' or '.join(plugin.name for plugin in strangers)}, or an internal one"
        return INTERNAL_ERROR, f"{what}; check_ruleset of cgt.apps.testing tells more, CGT_TRACEBACK=1 all"
    return INTERNAL_ERROR, "an internal error; set CGT_TRACEBACK=1 to see where"


def _called(arguments: Sequence[str]) -> object:
    """Call the command; a position is solved without the application, which takes longer to load than many answers."""
    command, *rest = arguments or ("",)
    switches = SWITCHES.intersection(rest)
    texts = list(filterfalse(switches.__contains__, rest))
    has_options = " -" in " ".join(["", *texts]) or len(texts) + len(switches) < len(rest)
    if command == "solve" and 1 <= len(texts) <= 2 and not has_options:
        from cgt.apps.cli.solutions import show_solution

        convention = Convention.MISERE if "--misere" in switches else Convention.NORMAL
        show_solution(*texts, convention=convention, as_json="--json" in switches)
        return None
    try:
        from cgt.apps.cli.app import call_command
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"cyclopts", "rich"}:
            raise
        raise MissingExtraError(f"the command line needs {error.name}: pip install 'cgt-impartial[cli]'") from error
    return call_command(arguments)


def _in_words_of_the_command_line(error: BudgetError, command: str) -> str:
    if error.limit is None:
        return str(error)
    if command != "solve" and not _has_option(command, error.limit):  # `cgt solve` may have run without the application
        return error.what
    option = "--" + error.limit.replace("_", "-")
    return clipped(_("{what}: a higher {option} allows more").format(what=error.what, option=option))


def _has_option(command: str, parameter: str) -> bool:
    """Whether a command has the option for this parameter."""
    from inspect import signature

    from cgt.apps.cli.app import app

    function = app[command].default_command if command in app else None
    return function is not None and parameter in signature(function).parameters


@contextmanager
def _our_warnings(*, as_json: bool) -> Iterator[None]:
    """Print the games that cannot be loaded, and the tables that cannot be written, on stderr, one line each."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        warnings.simplefilter("always", TableWarning)
        usual = warnings.showwarning
        named = set[str]()

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:  # noqa: ANN401 - handed on
            if issubclass(category, PluginWarning | TableWarning):
                if str(message) in named:  # a game with another one in it asks for that again, a search writes again
                    return
                named.add(str(message))
                text = message if as_json else _("warning: {message}").format(message=message)
                complain(text, 0, category.__name__, as_json=as_json)
            else:
                usual(message, category, *place, **more)

        warnings.showwarning = show
        yield
