"""The size of the package, and the part of it that a question enters: `python -m docs.generate.marks`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import cgt
from cgt.apps.cli import main
from cgt.core.position import is_position
from docs.generate.layers import layers

if TYPE_CHECKING:
    from types import FrameType

PACKAGE = Path(cgt.__file__).parent
OURS = f"{PACKAGE}{os.sep}"

LAYERS = layers()
LAYER = {package: height for height, packages in enumerate(LAYERS) for package in packages}

OWN_CLASS = """
import sys, cgt
class Heap(int):
    def moves(self): return range(1, min(3, self) + 1)
    def play(self, take): return Heap(self - take)
assert cgt.nim_value(Heap(7)) == 3
print(sum(name.partition(".")[0] == "cgt" for name in sys.modules))
"""

COMMAND = ("solve", "takeaway(2n)", "50:2", "--misere")
QUESTION = "kayles 7 + nim 3,5"

COLD = """
import sys
from contextlib import redirect_stdout
from io import StringIO
import cgt
calls = []
def called(frame, event, _argument):
    if event == "call" and frame.f_code.co_filename.startswith({ours!r}):
        calls.append((frame.f_code.co_filename, frame.f_code.co_qualname))
with redirect_stdout(StringIO()):
    sys.setprofile(called)
    {question}
    sys.setprofile(None)
print(len({{file for file, _name in calls}}), len(set(calls)), len(calls))
"""


@attrs.frozen
class Flow:
    """The functions, calls and modules that one question enters.

    Attributes:
        functions: how many of ours.
        calls: how many calls of them.
        modules: how many modules they stand in.
        changes: how often a call goes on in another module than the last one.
        handed: how often a position is handed to a function of another module.
        upwards: how often of these the other module is of a higher layer.
    """

    functions: int
    calls: int
    modules: int
    changes: int
    handed: int
    upwards: int


@attrs.frozen
class Cold:
    """The code of ours that the first question of a new process enters, what it loads among it.

    Attributes:
        modules: the number of modules.
        functions: the number of functions, the bodies of modules and classes among them.
        calls: the number of calls.
    """

    modules: int
    functions: int
    calls: int

    def __str__(self) -> str:
        return f"{self.modules}, {self.functions}, {self.calls:,}"


def cold(question: str) -> Cold:
    """Ask a question, a line of Python, in a new process."""
    code = COLD.format(ours=OURS, question=question)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return Cold(*map(int, done.stdout.split()))


def cold_command() -> Cold:
    """`cgt solve "takeaway(2n)" 50:2 --misere` in a new process."""
    return cold(f"from cgt.apps.cli import main; main({COMMAND!r})")


def cold_value() -> Cold:
    """`cgt.nim_value("kayles 7 + nim 3,5")` in a new process."""
    return cold(f"cgt.nim_value({QUESTION!r})")


def flow_of(question: Callable[[], object]) -> Flow:
    """Ask a question and look on."""
    calls: list[tuple[str, str]] = []
    handed: list[tuple[str, str]] = []

    def called(frame: FrameType, event: str, _argument: object) -> None:
        module = _module_of(frame)
        if event != "call" or module is None:
            return
        code = frame.f_code
        calls.append((module, code.co_qualname))
        caller = _caller_of(frame)
        given = (frame.f_locals[name] for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        if caller is not None and caller != module and any(map(is_position, given)):
            handed.append((caller, module))

    sys.setprofile(called)
    try:
        question()
    finally:
        sys.setprofile(None)
    modules = [module for module, _name in calls]
    return Flow(
        len(set(calls)),
        len(calls),
        len(set(modules)),
        sum(one != other for one, other in pairwise(modules)) + 1,
        len(handed),
        sum(LAYER[one.split(".")[0]] < LAYER[other.split(".")[0]] for one, other in handed),
    )


def _module_of(frame: FrameType) -> str | None:
    """The module of ours that a frame's code stands in, without the package; None for what attrs writes."""
    file = frame.f_code.co_filename
    return file[len(OURS) :].removesuffix(".py").replace(os.sep, ".") if file.startswith(OURS) else None


def _caller_of(frame: FrameType) -> str | None:
    back = frame.f_back
    while back is not None and _module_of(back) is None:
        back = back.f_back
    return None if back is None else _module_of(back)


def own_class() -> Any:  # noqa: ANN401 - a class of one's own
    """A new class of positions, of which nothing is remembered."""

    class Heap(int):
        def moves(self) -> range:
            return range(1, min(3, self) + 1)

        def play(self, take: int) -> Heap:
            return type(self)(self - take)

    return Heap


def nim_value_of_ones_own() -> Flow:
    """The nim-value of a heap of a class of one's own, when another class was asked about before.

    The least of several: where the machine halts between two looks at the clock, more is looked at.
    """
    cgt.nim_value(own_class()(7))
    heaps = [own_class()(7) for _turn in range(5)]
    return min((flow_of(partial(cgt.nim_value, heap)) for heap in heaps), key=attrgetter("functions"))


def loaded_for_ones_own() -> int:
    """The number of modules of ours that a fresh interpreter loads for that."""
    return int(subprocess.run([sys.executable, "-c", OWN_CLASS], capture_output=True, text=True, check=True).stdout)


def command_line() -> Flow:
    """`cgt solve "takeaway(2n)" 50:2 --misere`, when it was asked before."""

    def ask() -> None:
        with redirect_stdout(StringIO()):
            main(COMMAND)

    ask()
    return flow_of(ask)


def lines_of(*modules: str) -> int:
    """The number of lines of these modules."""
    return sum(len((PACKAGE / f"{module}.py").read_text(encoding="utf-8").splitlines()) for module in modules)


def names_of(kind: type) -> int:
    """The number of names without an underscore that a class defines itself."""
    return sum(not name.startswith("_") for name in vars(kind))


def methods_of(kind: type) -> int:
    """The number of these that are methods or properties."""
    own = (value for name, value in vars(kind).items() if not name.startswith("_"))
    return sum(callable(value) or hasattr(value, "__get__") for value in own)


def table() -> str:
    """The marks that were set, and where things stand."""
    modules = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]
    lines = sum(len(module.read_text(encoding="utf-8").splitlines()) for module in modules)
    packages = sum((folder / "__init__.py").exists() for folder in PACKAGE.iterdir())
    own, asked = nim_value_of_ones_own(), command_line()
    board, form = lines_of("games/boards/cram", "games/boards/squares"), lines_of("families/state_form")
    rows = [
        ("layers; imports upwards, circles, exemptions", "8; none", f"{len(LAYERS)}; none"),
        ("packages at the top, modules, lines", "10, 260, 45,000", f"{packages}, {len(modules)}, {lines:,}"),
        (
            "names of `cgt.Game`; methods of `cgt.HeapRuleset`",
            "24; 12",
            f"{names_of(cgt.Game)}; {methods_of(cgt.HeapRuleset)}",
        ),
        (
            "nim-value of a class of one's own: modules loaded, functions entered",
            "20, 30",
            f"{loaded_for_ones_own()}, {own.functions}",
        ),
        (
            '`cgt solve "takeaway(2n)" 50:2 --misere`: modules, calls, changes of module; positions handed up',
            "18, 115, 75; 5",
            f"{asked.modules}, {asked.calls}, {asked.changes}; {asked.upwards}",
        ),
        ("the same in a new process: modules, functions, calls", "30, 130, 350", str(cold_command())),
        (f'`cgt.nim_value("{QUESTION}")` in a new process: likewise', "40, 250, 1,500", str(cold_value())),
        (
            "read to write a game on a board (`cram` and what it imports of boards); a closed form (`state_form`)",
            "2, 350; 1, 120",
            f"2, {board}; 1, {form}",
        ),
    ]
    return "\n".join(["| What | Mark | Now |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
