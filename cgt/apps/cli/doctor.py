"""`cgt doctor`: what is installed, and what runs compiled; `cgt --install-completion`: what the shell completes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import attrs
from cyclopts import App, Parameter
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from cgt.apps.cli.options import Json, Output
from cgt.apps.cli.screen import check_output, show
from cgt.core.errors import UnknownNameError
from cgt.core.language import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgt.solving.installation import Installation


def doctor(*, output: Output = None, as_json: Json = False) -> int:
    """Tell what is installed and which routes are compiled; exit code 1 for a plugin that fails.

    Example: cgt doctor
    """
    from cgt.solving.installation import installation

    check_output(output)
    found = installation()
    show(record_of(found), _text_of(found), as_json=as_json, output=output)
    return 1 if found.broken else 0


def record_of(found: Installation) -> dict[str, object]:
    """The installation as JSON-ready data."""
    from cgt.solving.installation import EXTRAS

    caches = [{**attrs.asdict(cache), "place": str(cache.place)} for cache in found.caches]
    return {**attrs.asdict(found), "extras": {extra: found.has_extra(extra) for extra in EXTRAS}, "caches": caches}


def _text_of(found: Installation) -> Table:
    from cgt.solving.installation import EXTRAS

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")

    def add(name: str, told: str) -> None:
        table.add_row(name, Text(told))  # no markup: [fast] is an extra

    add("cgt", found.version)
    add("Python", found.python)
    for extra, names in EXTRAS.items():
        versions = ", ".join(f"{name} {found.packages[name] or _('missing')}" for name in names)
        hint = "" if found.has_extra(extra) else f": pip install 'cgt-impartial[{extra}]'"
        add(_("needs") if extra == "core" else _("extra {name}").format(name=extra), versions + hint)
    add(_("compiled"), found.compiled)
    for family, size in found.crossovers.items():
        add("", _("{family} from {size}").format(family=family, size=f"{size:,}"))
    add(_("memory"), _("{size} for a table at most").format(size=decimal(found.memory_limit)))
    for cache in found.caches:
        kept = _("{place}: {count} files, {size}")
        add(_("cache"), kept.format(place=cache.place, count=cache.files, size=decimal(cache.bytes)))
    add(_("games"), _("{count}, see cgt games").format(count=found.games))
    for problem in found.broken:
        table.add_row(_("broken"), Text(problem), style="red")
    add(_("languages"), ", ".join(found.languages))
    return table


Shell = Literal["zsh", "bash", "fish", "powershell"]


def completion_of(app: App) -> Callable[..., None]:
    """The command for an application."""

    def install_completion(
        *,
        shell: Annotated[Shell | None, Parameter(help="The shell; by default the one that runs.")] = None,
        startup: Annotated[bool, Parameter(negative="", show_default=False, help="Name it in the start file.")] = False,
        output: Output = None,
    ) -> None:
        """Write the completion of your shell to where it looks; with --startup name it in its start file."""
        from cyclopts.completion.detect import ShellDetectionError, detect_shell

        try:
            chosen = shell or detect_shell()
        except ShellDetectionError:
            raise UnknownNameError(_("which shell runs cannot be told: name it with --shell")) from None
        if output is None:
            path = app.install_completion(shell=chosen, add_to_startup=startup)
        else:
            from cgt.core.atomic import write_text

            write_text(output, app.generate_completion(shell=chosen))
            path = output
        show({}, _("the completion for {shell} is in {file}").format(shell=chosen, file=path), as_json=False)

    return install_completion
