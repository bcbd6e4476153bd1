"""The application: its commands, the language of a run, exit codes and errors."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import TextIO

from cyclopts import App, CycloptsError, Group

from cgt import __version__
from cgt.apps.cli.help import Help, usage_text
from cgt.apps.cli.screen import complain
from cgt.core.errors import BudgetError, CGTError, NotApplicableError, ParseError, PluginWarning, clipped
from cgt.core.language import _, available_languages, language

GROUPS: dict[str, tuple[str, ...]] = {
    "Commands": (
        "solve_commands:solve",
        "play_commands:play",
        "page_commands:web",
        "page_commands:lesson",
        "period_commands:discover",
        "game_commands:games",
    ),
    "Research": (
        "list_commands:values",
        "list_commands:table",
        "list_commands:p_positions",
        "plot_commands:plot",
        "search_commands:search",
        "search_commands:export",
        "check_commands:check",
        "period_commands:period",
        "misere_commands:quotient",
        "misere_commands:genus",
        "automaton_commands:recognise",
        "automaton_commands:decide",
        "sweep_commands:sweep",
        "sweep_commands:watch",
        "check_commands:verify",
        "list_commands:compare",
        "check_commands:claims",
        "game_commands:new",
    ),
    "The installation": ("doctor_commands:doctor",),
}
"""Every command, in the order of `cgt --help`; its docstring is its help, what it returns its exit code (None is 0)."""

COMMANDS = tuple([f"cgt.apps.cli.{command}" for commands in GROUPS.values() for command in commands])

COMPLETION = "--install-completion"
LISTS_COMMANDS = ("--help", "-h", COMPLETION)
"""The arguments for which every command is loaded; none at all is another case."""

CHECK_FAILED, BAD_INPUT, BUDGET_SPENT, NOT_APPLICABLE = 1, 2, 3, 4
INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE = 70, 130, 141

PANELS = {title: Group(title, sort_key=place) for place, title in enumerate(GROUPS, start=1)}

app = App(
    name="cgt",
    help="""Impartial combinatorial games: solved, audited, proved and explained.

    Example: cgt solve "takeaway(2n)" 50:2 --misere

    --lang fr (or the variable CGT_LANG) speaks French, as it does by itself where the system does.

    With --json a result is one object on stdout, an error one on stderr.

    Exit codes: 0 fine, 1 a check failed, 2 bad input, 3 a budget is spent, 4 the game has no such thing, 70 an internal
    error, 130 interrupted, 141 broken pipe.""",
    help_format="plaintext",
    help_formatter=Help(),
    version=f"cgt {__version__}",
    suppress_keyboard_interrupt=False,
    group_commands=PANELS["Commands"],
)
for title, commands in GROUPS.items():
    for order, command in enumerate(commands):
        # A name: what stands behind it is loaded when it is asked for.
        app.command(f"cgt.apps.cli.{command}", group=PANELS[title], sort_key=order)
for option in (*app.help_flags, *app.version_flags):
    app[option].group = PANELS["The installation"]

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


def run(arguments: Sequence[str]) -> int:
    """Run one command and give the exit code; every error is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no ⊕ shows a question mark instead
    try:
        code, rest = split_language(arguments)
        with language(code):
            return _run(rest)
    except CGTError as error:  # there is no such language
        return complain(error, BAD_INPUT, type(error).__name__, as_json=_wants_json(arguments))


def _wants_json(arguments: Sequence[str]) -> bool:
    return "--json" in takewhile("--".__ne__, arguments)


def _run(arguments: Sequence[str]) -> int:
    def failed(message: object, code: int, kind: str = "") -> int:
        kind = kind or type(sys.exception()).__name__
        return complain(message, code, kind, as_json=_wants_json(arguments))

    try:
        if not arguments or arguments[0] in LISTS_COMMANDS:
            _load_commands()
        with _plugin_warnings(as_json=_wants_json(arguments)):
            result = app(arguments, print_error=False, exit_on_error=False, result_action="return_value")
        sys.stdout.flush()
    except BudgetError as error:
        return failed(_in_words_of_the_command_line(error), BUDGET_SPENT)
    except MemoryError:
        return failed(_("the memory is full"), BUDGET_SPENT)
    except NotApplicableError as error:
        return failed(error, NOT_APPLICABLE)
    except CycloptsError as error:
        return failed(usage_text(error, [name for name in app if not name.startswith("-")]), BAD_INPUT, "UsageError")
    except CGTError as error:
        return failed(error, BAD_INPUT)
    except KeyboardInterrupt as interrupt:
        return failed(str(interrupt) or _("interrupted"), INTERRUPTED)  # a table says what its file keeps
    except BrokenPipeError:
        # Nobody reads on: say nothing, and keep the interpreter from flushing into the closed pipe when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return failed(f"{where}{_(error.strerror)}" if error.strerror else error, BAD_INPUT)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin, or a mistake of ours
        if os.environ.get("CGT_TRACEBACK"):
            import traceback

            traceback.print_exc()
        hint = _("an internal error; set CGT_TRACEBACK=1 to see where")
        return failed(f"{type(error).__name__}: {error} ({hint})", INTERNAL_ERROR)
    return result if isinstance(result, int) else 0


def _in_words_of_the_command_line(error: BudgetError) -> str:
    if error.limit is None:
        return str(error)
    option = "--" + error.limit.replace("_", "-")
    return clipped(_("{what}: a higher {option} allows more").format(what=error.what, option=option))


def _load_commands() -> None:
    """Load every command, for the list of commands, and the command that completes them in a shell."""
    if COMPLETION not in app:
        from cgt.apps.cli.doctor_commands import completion_of

        app.command(completion_of(app), name=COMPLETION, group=PANELS["The installation"])
    for name in app:
        app[name]


@contextmanager
def _plugin_warnings(*, as_json: bool) -> Iterator[None]:
    """Print the games that cannot be loaded on stderr, one line each."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        usual = warnings.showwarning
        named = set[str]()

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, PluginWarning):
                if str(message) in named:  # a game with another one in it asks for that again
                    return
                named.add(str(message))
                text = message if as_json else _("warning: {message}").format(message=message)
                complain(text, 0, category.__name__, as_json=as_json)
            else:
                usual(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield
