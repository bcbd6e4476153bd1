# ruff: noqa: INP001 - a part of tools/mutate.py
"""Mutants that need no fresh start: the tests are collected once, and each mutant is a fork with changed functions.

What a mistake changes inside a function is its code object, which can be put in the place of the old one while the
program runs. A mistake among a module's or a class's own statements, or in what numba has compiled, cannot.
"""

from __future__ import annotations

import ast
import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

UNKNOWN = 0.05
"""Processor seconds that a test is taken to need which has not run yet."""

WAITING = 20
"""The multiple of its processor seconds that a test may take by the clock: what waits for ever spends none."""


def set_clocks(seconds: float) -> None:
    """End this process after so many processor seconds from now, within compiled code too, or where it only waits."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.alarm(int(WAITING * seconds))


def changed_codes(source: str, mutated: str, path: str) -> list[tuple[CodeType, CodeType]] | None:
    """The code objects of functions that a mistake changes, each with what takes its place; None if others change.

    Args:
        source: the module's text.
        mutated: the text with the mistake, as Python unparses it.
        path: the module's file.
    """
    found: list[tuple[CodeType, CodeType]] = []
    live, plain, new = (compile(text, path, "exec") for text in (source, ast.unparse(ast.parse(source)), mutated))
    return found if _compared(live, plain, new, found) and found else None


def _compared(live: CodeType, plain: CodeType, new: CodeType, found: list[tuple[CodeType, CodeType]]) -> bool:
    """Note the functions that differ; False where a module's or class's own statements do."""
    if plain == new:
        return True
    is_function = bool(live.co_flags & 0x1)  # CO_OPTIMIZED: neither a module nor a class
    if not is_function and _own(plain) != _own(new):
        return False
    if is_function:
        found.append((live, new))
        return True
    inner = [[const for const in code.co_consts if isinstance(const, CodeType)] for code in (live, plain, new)]
    return all(_compared(*codes, found) for codes in zip(*inner, strict=True))  # type: ignore[call-arg]  # three codes


def _own(code: CodeType) -> tuple[object, ...]:
    consts = tuple("code" if isinstance(const, CodeType) else repr(const) for const in code.co_consts)
    return code.co_code, consts, code.co_names


class Forks:
    """A plugin of pytest: after the collection, one fork for each mutant, in which the tests chosen for it run."""

    def __init__(self, work: Callable[[Forks], None], journal: Path, seconds: float) -> None:
        self.work, self.journal, self.seconds = work, journal, seconds
        self.functions: dict[str, list[FunctionType]] = {}
        self.items: dict[str, list[pytest.Item]] = {}
        self.took: dict[str, float] = {}
        self.is_child = False
        self.begun = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Find the functions while they can be found, run all forks, and leave nothing for this process to run."""
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions.setdefault(thing.__code__.co_filename, []).append(thing)
        for item in session.items:
            self.items.setdefault(str(item.path), []).append(item)
        self.session = session
        self.work(self)
        if not self.is_child:
            session.items[:] = []

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Set the clocks again: a test that takes too long ends the process."""
        self._note(f"begun {nodeid}")
        set_clocks(self.seconds)
        self.begun = sum(os.times()[:2])

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Note what it took."""
        self._note(f"took {sum(os.times()[:2]) - self.begun:.4f} {nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what failed."""
        if report.failed:
            self._note(f"failed {report.nodeid}")

    def _note(self, line: str) -> None:
        with self.journal.open("a") as file:
            file.write(line + "\n")

    def expected(self, item: pytest.Item) -> float:
        """The processor seconds that a test took last, or a guess."""
        return self.took.get(item.nodeid, UNKNOWN)

    def killer(self, changed: list[tuple[CodeType, CodeType]], chosen: list[pytest.Item], budget: float) -> str | None:
        """The test that fails, or never ends, when these codes are changed; None if all pass. At once, in a fork.

        Of the tests as many are run as are expected to take no longer than the budget, in processor seconds.
        """
        self.journal.write_text("")
        child = os.fork()
        if child == 0:
            self._become_child(changed, chosen, budget)
            raise _ChildGoesOn
        _child, status = os.waitpid(child, 0)
        lines = [line.partition(" ") for line in self.journal.read_text().splitlines()]
        for what, _blank, rest in lines:
            if what == "took":
                seconds, _blank, nodeid = rest.partition(" ")
                self.took[nodeid] = float(seconds)
        if status == 0:
            return None
        named = [rest for what, _blank, rest in lines if what == "failed"] or [
            rest for what, _blank, rest in lines if what == "begun"
        ]
        return named[-1] if named else ""

    def _become_child(self, changed: list[tuple[CodeType, CodeType]], chosen: list[pytest.Item], budget: float) -> None:
        self.is_child = True
        for old, new in changed:
            for function in self.functions.get(old.co_filename, ()):
                if function.__code__ == old:
                    function.__code__ = new
        self.session.items[:] = self._within(chosen, budget)

    def _within(self, chosen: list[pytest.Item], budget: float) -> Iterator[pytest.Item]:
        for item in chosen:
            budget -= self.expected(item)
            if budget < 0:
                return
            yield item


class _ChildGoesOn(BaseException):
    """Raised through the work of the parent, of which the child has a copy and must not go on with."""


def run(tests: list[str], work: Callable[[Forks], None], journal: Path, seconds: float, options: list[str]) -> int:
    """Collect the tests, then do the work, which asks for killers; the exit code of pytest."""

    def guarded(forks: Forks) -> None:
        try:
            work(forks)
        except _ChildGoesOn:
            output = os.open(journal.with_suffix(".out"), os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            for stream in range(3):
                os.dup2(output, stream)

    forks = Forks(guarded, journal, seconds)
    code = 1
    try:
        code = int(pytest.main([*options, *tests], plugins=[forks]))
    except BaseException:  # noqa: BLE001 - whatever it is, a child must end here
        traceback.print_exc()
    if forks.is_child:
        sys.stdout.flush()
        os._exit(0 if code == pytest.ExitCode.OK else 1)
    return code
