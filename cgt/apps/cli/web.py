"""`cgt web`: play in a page, served here or written to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import WHOLE
from cgt.core.language import _


def web(
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=["--output", "-o"],
            help="Write the page instead: one .html file that plays without a network, or a folder for a site.",
        ),
    ] = None,
    runtime: Annotated[
        Path | None,
        Parameter(help="Python for the browser: the folder of Pyodide, or its archive from `npm pack pyodide`."),
    ] = None,
    port: Annotated[int, WHOLE, Parameter(help="Where to serve the page; 0 lets the system choose.")] = 0,
    open_browser: Annotated[bool, Parameter(name="--open", negative="", help="Open it in the browser.")] = False,
) -> None:
    """Play every game in a page of the browser, served on this machine until Ctrl-C.

    With -o nothing is served: the page is written, to be opened from a memory stick or put on a site.

    Example: cgt web --open
    Example: cgt web -o play.html --runtime pyodide-314.0.7.tgz
    """
    if output is not None:
        _write(output, runtime)
        return
    from cgt.apps.web.server import PageServer

    with PageServer(port) as server:
        sys.stdout.write(_("the page is at {address}, until Ctrl-C").format(address=server.address) + "\n")
        sys.stdout.flush()
        if open_browser:
            import webbrowser

            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


def _write(output: Path, runtime: Path | None) -> None:
    from cgt.apps.web.bundle import find_runtime
    from cgt.apps.web.pages import write_single_file, write_site
    from cgt.store.sheet import check_target

    found = find_runtime(runtime, Path.cwd())
    if output.suffix.lower() in {".html", ".htm"}:
        check_target(output, (output.suffix.lower(),))
        write_single_file(output, found)
    else:
        write_site(output, found)
    sys.stdout.write(_("wrote {file}").format(file=output) + "\n")
