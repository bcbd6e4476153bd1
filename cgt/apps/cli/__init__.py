"""The command line: each command parses, calls the library and renders.

To add a command, write a function in a module of this package and name it in `cgt.apps.cli.app.COMMANDS`.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from types import FrameType


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `cgt` with these arguments, by default the process's own, and give the exit code.

    0: fine; 1: a check failed; 2: bad input; 3: a budget is spent; 4: the game has no such thing;
    70: an internal error; 130: interrupted; 141: broken pipe.
    """
    try:
        if arguments is None:  # else the signals are the caller's
            _end_at_the_first_signal()
        return _main(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while modules are still being loaded; later the application says it
        sys.stderr.write("cgt: interrupted\n")
        return 130


def _end_at_the_first_signal() -> None:
    """End the command in order at Ctrl-C or SIGTERM; a second Ctrl-C does not break that off, a second SIGTERM may."""
    import signal

    def end(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        raise KeyboardInterrupt

    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) is usual:  # what a shell has started behind `&` ignores Ctrl-C
            signal.signal(number, end)


def _main(arguments: Sequence[str]) -> int:
    _open_closed_streams()
    if list(arguments) == ["--version"] and _version_printed():
        return 0
    from cgt.apps.cli.runs import run

    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # numbers of any length are printed, in JSON too
    try:
        return run(arguments)
    finally:
        sys.set_int_max_str_digits(digits)


def _version_printed() -> bool:
    """Print the version without loading anything else; False where that fails, and the application reports why."""
    from cgt import __version__

    try:
        sys.stdout.write(f"cgt {__version__}\n")
        sys.stdout.flush()
    except OSError:
        return False
    return True


class _ClosedOutput(io.TextIOBase):
    """A standard output that the shell has closed: writing to it is an error."""

    encoding = "utf-8"
    errors = None
    newlines = None

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")


def _open_closed_streams() -> None:
    """Replace the standard streams that a shell has closed, as with `>&-`, so that no answer is lost in silence."""
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open as long as we run
