"""The application: its commands."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from cyclopts import App, CycloptsError, Group

from cgt import __version__
from cgt.apps.cli.help import Help, usage_text
from cgt.errors import CGTError

GROUPS: dict[str, tuple[str, ...]] = {
    "Commands": (
        "solve_commands:solve",
        "play_commands:play",
        "page_commands:web",
        "page_commands:lesson",
        "discovery_commands:discover",
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
        "discovery_commands:period",
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

COMPLETION = "doctor_commands:install_completion"

PANELS = {title: Group(title, sort_key=place) for place, title in enumerate(GROUPS, start=1)}


def _application(*, listed: bool = False) -> App:
    """The application; commands are loaded when they are called, and with `listed` for their lines in the list."""
    application = App(
        name="cgt",
        help="""Impartial combinatorial games: solved, audited, proved and explained.

        Example: cgt solve "takeaway(2n)" 50:2 --misere

        --lang fr (or the variable CGT_LANG) speaks French, as it does by itself where the system does.

        With --json a result is one object on stdout, an error one on stderr.

        Exit codes: 0 fine, 1 a check failed, 2 bad input, 3 a budget is spent, 4 the game has no such thing, 70 an
        internal error, 130 interrupted, 141 broken pipe.""",
        help_format="plaintext",
        help_formatter=Help(),
        version=f"cgt {__version__}",
        suppress_keyboard_interrupt=False,
        group_commands=PANELS["Commands"],
    )
    for title, commands in GROUPS.items():
        for order, command in enumerate(commands):
            summary = _summary(command) if listed else None
            application.command(f"cgt.apps.cli.{command}", help=summary, group=PANELS[title], sort_key=order)
    last = PANELS["The installation"]
    summary = _summary(COMPLETION) if listed else None
    application.command(f"cgt.apps.cli.{COMPLETION}", name="--install-completion", help=summary, group=last)
    for option in (*application.help_flags, *application.version_flags):
        application[option].group = last
    return application


def _summary(command: str) -> str:
    """The first line of what a command says of itself; its options are not looked at."""
    module, _separator, name = command.partition(":")
    return (getattr(import_module(f"cgt.apps.cli.{module}"), name).__doc__ or "").partition("\n")[0]


app = _application()


class UsageError(CGTError):
    """A command line that names no command, or an option or argument that the command does not take."""


def call_command(arguments: Sequence[str]) -> object:
    """Run the command that the arguments name and return its result; raises `UsageError`."""
    called = _application(listed=True) if not arguments or arguments[0] in app.help_flags else app
    try:
        return called(arguments, print_error=False, exit_on_error=False, result_action="return_value")
    except CycloptsError as error:
        names = [name for name in app if not name.startswith("-")]
        raise UsageError(usage_text(error, names, _examples(error))) from error


def _examples(error: CycloptsError) -> list[str]:
    """The examples in the help of the command that was called."""
    if not error.command_chain:
        return []
    lines = (app[error.command_chain[0]].default_command.__doc__ or "").splitlines()
    return [line.strip().removeprefix("Example: ") for line in lines if line.strip().startswith("Example: ")]
