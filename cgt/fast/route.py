"""Which route a kernel takes, what it may spend and how it reports: the decisions every kernel shares.

A route is pure Python (always there) or compiled (numba). Each family has its crossover sizes, measured: under them
the compiled route's start-up costs more than it saves. Where numba has not compiled anything here yet, it takes seconds
to do so, and a larger size to be worth them.
"""

from __future__ import annotations

from typing import Literal

from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.core.progress import Progress
from cgt.errors import MissingExtraError, ParseError, RulesetError
from cgt.fast.jit import compiled_before, compiled_works, jit_disabled, numba_failure, numba_installed

__all__ = [
    "ChosenRoute",
    "KernelRoute",
    "Progress",
    "choose_route",
    "refuse_compiled",
]

KernelRoute = Literal["auto", "python", "compiled"]
"""What a caller asks for; `auto` lets the size decide."""

ChosenRoute = Literal["python", "compiled"]
"""What a kernel reports."""


START_UP = 0.65
"""The processor seconds before the first compiled answer: numpy, numba, and code that is kept."""


NOT_YET_COMPILED = 10
"""How many times the crossover size it takes where no compiled code is kept."""


def choose_route(route: KernelRoute, crossover: int, size: int) -> ChosenRoute:
    """The route a kernel takes for `size` items of work; from `crossover` of them on, `auto` runs compiled code.

    `compiled` is also honoured where compilation is switched off by `NUMBA_DISABLE_JIT`: the same source then runs as
    plain Python.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.
        ParseError: no such route.

    >>> choose_route("auto", 3_000_000, 100)
    'python'
    """
    if route == "python":
        return "python"
    if route == "compiled":
        if not numba_installed() and not jit_disabled():
            raise MissingExtraError(_("the compiled route needs numba: pip install 'cgt-impartial[fast]'"))
        if not jit_disabled() and not compiled_works():
            raise MissingExtraError(
                _("the compiled route needs numba, and numba cannot be imported: {value}").format(value=numba_failure())
            )
        return "compiled"
    if route == "auto":
        pays = size >= crossover and (size >= NOT_YET_COMPILED * crossover or compiled_before())
        return "compiled" if pays and compiled_works() else "python"
    raise ParseError(f"a route is 'auto', 'python' or 'compiled', not {brief(route)}")


def refuse_compiled(route: KernelRoute, subject: object) -> None:
    """Refuse the compiled route where there is none; raises `RulesetError`."""
    if route == "compiled":
        raise RulesetError(
            _("no compiled route tabulates {subject} in this way: leave the route to 'auto'").format(subject=subject)
        )
