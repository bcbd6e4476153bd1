"""Whether plain Python runs or compiled code.

Plain Python is always there; the compiled backend needs numba. Each family has crossover sizes, which were measured:
below them the start-up of compiled code costs more than it saves. Where numba has not compiled anything yet, it takes
seconds to do so, and a larger size to be worth them.
"""

from __future__ import annotations

from typing import Literal

from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.core.progress import Progress
from cgt.errors import MissingExtraError, ParseError, RulesetError
from cgt.fast.jit import compiled_before, compiled_works, jit_disabled, numba_failure, numba_installed

__all__ = [
    "Backend",
    "ChosenBackend",
    "Progress",
    "choose_backend",
    "refuse_compiled",
]

Backend = Literal["auto", "python", "compiled"]
"""What a caller asks for; `auto` lets the size decide."""

ChosenBackend = Literal["python", "compiled"]
"""What a kernel reports."""


START_UP = 0.65
"""The processor seconds before the first compiled answer: numpy, numba, and code that is kept."""


NOT_YET_COMPILED = 10
"""How many times the crossover size it takes where no compiled code is kept."""


def choose_backend(backend: Backend, crossover: int, size: int) -> ChosenBackend:
    """The backend a kernel takes for `size` items of work; from `crossover` of them on, `auto` runs compiled code.

    `compiled` is also honoured where compilation is switched off by `NUMBA_DISABLE_JIT`: the same source then runs as
    plain Python.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.
        ParseError: no such backend.

    >>> choose_backend("auto", 3_000_000, 100)
    'python'
    """
    if backend == "python":
        return "python"
    if backend == "compiled":
        if not numba_installed() and not jit_disabled():
            raise MissingExtraError(_("the compiled backend needs numba: pip install 'cgt-impartial[fast]'"))
        if not jit_disabled() and not compiled_works():
            raise MissingExtraError(
                _("the compiled backend needs numba, and numba cannot be imported: {value}").format(
                    value=numba_failure()
                )
            )
        return "compiled"
    if backend == "auto":
        pays = size >= crossover and (size >= NOT_YET_COMPILED * crossover or compiled_before())
        return "compiled" if pays and compiled_works() else "python"
    raise ParseError(f"a backend is 'auto', 'python' or 'compiled', not {brief(backend)}")


def refuse_compiled(backend: Backend, subject: object) -> None:
    """Refuse the compiled backend where there is none; raises `RulesetError`."""
    if backend == "compiled":
        raise RulesetError(
            _("no compiled backend tabulates {subject} in this way: leave the backend to 'auto'").format(
                subject=subject
            )
        )
