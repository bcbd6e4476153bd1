"""Options of the whole suite: `pytest --full` checks to the full bounds and with many examples."""

import gc
import linecache
import os
import signal
import sys
from importlib.util import find_spec

import pytest
from hypothesis import settings
from more_itertools import partition

settings.register_profile("quick", max_examples=10, deadline=None)
settings.register_profile("full", max_examples=150, deadline=None)

# Bytecode is kept while tests run, whatever the environment asks: else each of the workers, and of the hundreds of
# processes that tests start, would compile the package anew, which is half of what it takes to collect the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A product of small arrays takes one thread: those of each process, which the others keep from their core, only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The doctests of the widget are its extra's; its tests say so in one line.
collect_ignore = [] if find_spec("anywidget") else ["cgt/apps/web/explorer.py"]
collect_ignore += [] if find_spec("numba") else ["cgt/fast/wide.py"]
if sys.platform == "win32":
    collect_ignore += ["tests/unit/apps/cli/terminal.py"]  # a pseudo-terminal, which is of POSIX


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="check to the full bounds and with many examples: hours")


def pytest_configure(config):
    gc.disable()  # while tests are collected: almost nothing of it is garbage, and there is more of it each time
    settings.load_profile("full" if config.getoption("--full") else "quick")


def pytest_collection_modifyitems(config, items):
    if hasattr(config, "workerinput"):  # all workers have the tests in the same order
        items.sort(key=lambda item: (item.path, type(item).__name__))
    if not config.getoption("--full"):
        items[:], left_out = map(list, partition(is_of_the_full_run, items))
        config.hook.pytest_deselected(items=left_out)


def is_of_the_full_run(item):
    """Whether a test is marked `full`, or is one of the cases that the mark names: `full("cram", "sprouts")`."""
    return any(not mark.args or item.callspec.id in mark.args for mark in item.iter_markers("full"))


def pytest_collection_finish():
    """Thousands of tests live to the end: the garbage collector need not look at them, nor come as often as it does."""
    linecache.clearcache()  # each doctest asks the system of every file in it whether it has changed
    gc.freeze()
    gc.set_threshold(50_000, 20, 200)
    gc.enable()


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Forget what one test asked before the next, in whatever order they come."""
    kept = sys.modules.get("cgt.core.memory")
    if kept is not None:
        kept.forget()
    yield
    loops = sys.modules.get("cgt.fast.jit")
    if loops is not None and not loops.Loop.keeps:
        pytest.fail("compiled code is no longer kept: each loop would be compiled again in each process")


PATIENCE = 60
"""Processor seconds for what ends in a few thousandths of one: no measure of speed, a guard against what never ends."""


@pytest.fixture
def guarded():
    """Fails a test of hostile input that would go on for ever: what takes squares of the length, or never ends.

    A test of many questions calls it before each of them: the time is that of one.
    """
    if not hasattr(signal, "SIGPROF"):  # Windows
        yield lambda: None
        return

    def give_up(_signal, _frame):
        pytest.fail(f"does not end in {PATIENCE} processor seconds")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    yield lambda: signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.fixture(scope="session")
def upto(request):
    """`upto(60, full=200)` is how far an exhaustive check goes: 60 by default, 200 under `--full`."""
    whole = request.config.getoption("--full")
    return lambda quick, *, full: full if whole else quick
