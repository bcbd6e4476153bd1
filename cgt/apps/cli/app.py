"""The application: its commands."""

from __future__ import annotations

from collections.abc import Sequence

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


class UsageError(CGTError):
    """A command line that names no command, or an option or argument that the command does not take."""


def call_command(arguments: Sequence[str]) -> object:
    """Run the command that the arguments name and return its result; raises `UsageError`."""
    try:
        if not arguments or arguments[0] in LISTS_COMMANDS:
            _load_commands()
        return app(arguments, print_error=False, exit_on_error=False, result_action="return_value")
    except CycloptsError as error:
        names = [name for name in app if not name.startswith("-")]
        raise UsageError(usage_text(error, names, _examples(error))) from error


def _examples(error: CycloptsError) -> list[str]:
    """The examples in the help of the command that was called."""
    if not error.command_chain:
        return []
    lines = (app[error.command_chain[0]].default_command.__doc__ or "").splitlines()
    return [line.strip().removeprefix("Example: ") for line in lines if line.strip().startswith("Example: ")]


def _load_commands() -> None:
    """Load every command, for the list of commands, and the command that completes them in a shell."""
    if COMPLETION not in app:
        from cgt.apps.cli.doctor_commands import completion_of

        app.command(completion_of(app), name=COMPLETION, group=PANELS["The installation"])
    for name in app:
        app[name]
