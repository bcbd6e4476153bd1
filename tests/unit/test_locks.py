"""Every lock of the package is safe for forks: a child finds it free, and nothing half done behind it."""

from __future__ import annotations

import ast
import functools
import gc
import os
import pkgutil
import sys
import time
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from threading import Event, Thread

import pytest

import cgt
from cgt.core import atomic, concurrency, lazy_exports
from cgt.core.concurrency import ForkSafeLock
from cgt.core.memory import MEMORY
from cgt.engine.budget import Budget
from cgt.engine.evaluator import Evaluator
from cgt.engine.loopy import LoopyEvaluator
from cgt.engine.players import PodiumEvaluator
from cgt.theory.theorems import theorems

PACKAGE = Path(cgt.__file__).parent
LOCKS = {"Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore", "Event", "Barrier"}
WITHOUT_THE_HELPER = {
    "core/concurrency.py": "the helper itself",
    "core/memory.py": "the locks of its entries, which it drops after a fork itself",
    "fast/threads.py": "of threads that end with the block in which it is made",
    "apps/web/server.py": "of the server alone: its processes are begun anew, not forked",
}
fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


def test_no_lock_is_made_without_the_helper():
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text if "threading" in text else "")
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if names & LOCKS:
            assert path.relative_to(PACKAGE).as_posix() in WITHOUT_THE_HELPER


def test_no_property_has_a_lock_of_its_own():
    """Those of `functools.cached_property` in Python 3.11 are of a class, and held while a value is found."""
    for module in pkgutil.walk_packages(cgt.__path__, "cgt."):
        if not module.name.endswith("__main__"):
            for name, kind in vars(import_module(module.name)).items():
                if isinstance(kind, type) and kind.__module__ == module.name:
                    cached = [value for value in vars(kind).values() if isinstance(value, functools.cached_property)]
                    assert all(isinstance(value, concurrency.lazy_property) for value in cached), (module.name, name)


QUESTIONS = {
    "genera": lambda: [str(genus) for genus in cgt.genera("kayles", 12)],
    "coins": lambda: cgt.nim_value("moebius 5,9,14"),
    "take-away": lambda: cgt.outcome("takeaway(2n) 1000:30"),
    "values": lambda: list(cgt.nim_values("0.137", 500)),
    "search": lambda: cgt.nim_value("cram 4x4"),
    "misère": lambda: cgt.outcome("kayles 9,10", convention="misère"),
    "theorems": lambda: len(theorems()),
}
EVALUATORS = [Evaluator("misere"), Evaluator(), LoopyEvaluator(), PodiumEvaluator()]
SEQUENCE = cgt.parse_ruleset("0.77").sequence()


def ask_all():
    position = cgt.parse_ruleset("0.77").position(12)
    yield from (question() for question in QUESTIONS.values())
    misere, normal, loopy, podium = EVALUATORS
    yield misere.outcome(position), normal.nim_value(position), str(loopy.value(position)), podium.place(position)
    SEQUENCE.extend_to(len(SEQUENCE.values) + 50)
    yield SEQUENCE.values[12]


def in_a_child(work):
    """Whether the work holds in a child of this process, within some seconds."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False


def all_locks():
    return [lock for lock in ForkSafeLock.all() if lock is not import_module("cgt.fast.jit")._one_at_a_time]


@fork
def test_a_child_answers_whatever_lock_a_thread_holds():
    expected = list(ask_all())
    held, done = Event(), Event()

    def hold():
        with ExitStack() as stack:
            for lock in all_locks():
                assert lock.acquire(timeout=10), f"held by what went before: {lock!r}, which drops by {lock._drop!r}"
                stack.callback(lock.release)
            for key, _size in MEMORY.held():
                stack.enter_context(MEMORY.borrow(key, dict))
            held.set()
            done.wait(60)

    thread = Thread(target=hold)
    thread.start()
    try:
        assert held.wait(20)
        assert in_a_child(lambda: list(ask_all()) == expected)
    finally:
        done.set()
        thread.join()


@fork
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_child_answers_while_threads_ask(name, upto):
    """Forked at any moment, also while what is asked for is being found."""
    question = QUESTIONS[name]
    cgt.forget()
    expected = question()
    going = True

    def ask():
        while going:
            cgt.forget()
            question()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(upto(1, full=12)):
            assert in_a_child(lambda: question() == expected)
    finally:
        going = False
        for thread in threads:
            thread.join()


@fork
@pytest.mark.parametrize("waits", [True, False])
def test_a_child_imports_what_a_thread_was_importing(waits, tmp_path, monkeypatch):
    """Much is imported when it is first asked for, under locks of Python's own. Where no fork waits, it is dropped."""
    monkeypatch.setattr(lazy_exports, "LONGEST_IMPORT", lazy_exports.LONGEST_IMPORT if waits else 0)
    (tmp_path / "imported_slowly.py").write_text("import sys, time\nsys.begun.set()\ntime.sleep(0.1)\nwhole = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "begun", Event(), raising=False)
    thread = Thread(target=import_module, args=("imported_slowly",))
    thread.start()
    assert sys.begun.wait(20)
    assert in_a_child(lambda: import_module("imported_slowly").whole)
    thread.join()
    assert sys.modules.pop("imported_slowly").whole


@fork
def test_what_was_half_done_is_dropped_in_the_child():
    dropped = []
    lock = ForkSafeLock(lambda: dropped.append(True))
    held, done = Event(), Event()

    def hold():
        with lock:
            held.set()
            done.wait(60)

    thread = Thread(target=hold)
    thread.start()
    assert held.wait(20)
    assert in_a_child(lambda: dropped == [True] and lock.acquire(blocking=False))
    done.set()
    thread.join()
    assert not dropped


def test_cycles_are_collected_again_after_a_search_that_a_signal_kept_from_its_end():
    """It was never begun again: each search found that another one had paused it."""
    Budget(None).begin()
    assert not gc.isenabled()
    Evaluator().nim_value(cgt.game(range).position(9))
    assert gc.isenabled()


@fork
def test_a_child_collects_cycles_though_a_search_has_paused_that():
    searched, done = Event(), Event()

    def slow(size):
        if size == 9:  # the smallest numbers are looked at before a search begins
            searched.set()
            done.wait(60)
        return []

    thread = Thread(target=Evaluator().nim_value, args=(cgt.game(slow).position(9),))
    thread.start()
    try:
        assert searched.wait(20)
        assert not gc.isenabled()
        assert in_a_child(gc.isenabled)
    finally:
        done.set()
        thread.join()
    assert gc.isenabled()


@fork
def test_a_child_does_not_keep_the_lock_of_a_folder(tmp_path):
    locked, done = Event(), Event()

    def hold():
        with atomic.lock(tmp_path):
            locked.set()
            done.wait(60)

    thread = Thread(target=hold)
    thread.start()
    assert locked.wait(20)
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    try:
        done.set()
        thread.join()
        begin = time.monotonic()
        with atomic.lock(tmp_path) as alone:
            assert alone
        assert time.monotonic() - begin < atomic.LOCK_SECONDS / 2
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


@fork
def test_the_thread_that_forks_keeps_its_lock():
    lock = ForkSafeLock(lambda: pytest.fail("nothing is half done"))

    def leave():
        lock.__exit__()
        with lock:
            return True

    with lock:
        assert in_a_child(leave)
