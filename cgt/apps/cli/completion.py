"""`cgt --install-completion`: the shell completes commands, games, figures and claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from cgt.apps.cli.options import Output
from cgt.apps.cli.screen import show
from cgt.core.language import _
from cgt.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cyclopts import App

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
