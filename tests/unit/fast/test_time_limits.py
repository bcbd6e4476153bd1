"""A time limit set by a signal reaches the caller at any moment, and leaves no wrong value behind."""

from __future__ import annotations

import linecache
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType

import attrs
import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.concurrency import raised_by_handler, undisturbed
from cgt.core.game import GamePosition
from cgt.core.plugins import call_plugin
from cgt.errors import PluginError
from cgt.fast.jit import compiled_available
from cgt.fast.subtraction_values import EndlessSubtraction
from cgt.fast.taking_breaking_values import sequence_of

np = pytest.importorskip("numpy")
compiled = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")
pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers of signals here")


class LimitError(Exception):
    """What the handler raises, which nothing of ours expects."""


PACKAGE = str(Path(cgt.__file__).parent)


def stopped(work, seconds, error=LimitError):
    """Do the work under a limit, as the usual recipe does: where the handler raised, and whether that got lost in ours.

    Python itself drops what is raised in a callback of a weak reference's or of the collector's, and says so to
    `sys.unraisablehook`.
    """
    places, dropped, armed, arrived = [], [], [True], False

    def handler(_number, frame):
        if armed[0]:
            places.append(frame)
            raise error

    hook = sys.unraisablehook
    sys.unraisablehook = lambda lost: dropped.append(lost) if lost.exc_type is error else hook(lost)
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        work()
        armed[0] = False
    except error:
        arrived = True
    finally:
        armed[0] = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook
    ours = [frame for frame in places if frame.f_code.co_filename.startswith(PACKAGE)]
    where = "".join(traceback.format_stack(ours[0])[-3:]) if ours and not arrived and not dropped else ""
    return where, arrived


def stop_at_random(work, again, times):
    """Stop `work` at random moments of its length; `again()` must hold after each."""
    began = time.perf_counter()
    work()
    length = time.perf_counter() - began
    for turn in range(times):
        error = (LimitError, TimeoutError, ValueError)[turn % 3]
        where, _arrived = stopped(work, random.uniform(1e-5, length * 1.1), error)
        assert where == ""
        again()


def test_what_python_itself_drops_is_told_from_what_ours_swallows():
    class Target:
        pass

    def in_a_callback():
        target = Target()
        _watch = weakref.ref(target, lambda _gone: signal.raise_signal(signal.SIGALRM))
        del target

    assert stopped(in_a_callback, 60) == ("", False)

    def swallows():
        with suppress(ValueError):
            signal.raise_signal(signal.SIGALRM)

    ours = FunctionType(swallows.__code__.replace(co_filename=PACKAGE + "/ours.py"), globals())
    where, arrived = stopped(ours, 60, ValueError)
    assert not arrived
    assert "in swallows" in where


CODES = {
    "blocks": ("0.3033", 3_000_000),
    "options": ("all options", 0),
    "all-but": ("0.030303[3]", 400_000),
    "pairs": ("0.137", 12_000),
    "distinct pairs": ("4!.07", 4_000),
    "sparse": ("0.16", 30_000),
    "tail": ("4.[3]", 3_000),
    "three heaps": ("0.0F", 1_200),
}
SETS = {
    "by options": ((1, 70, 200), 1_000_000),
    "by marks": (tuple(range(5, 10_000, 142)), 60_000),
    "by ring": (tuple(range(1, 200, 3)), 2_000_000),
}


def sequences(backend, size=1.0):
    for name, (code, stop) in CODES.items():
        if stop:
            yield name, lambda code=code: sequence_of(HeapCode.parse(code), backend=backend), int(stop * size)
    for name, (amounts, stop) in SETS.items():
        yield name, lambda amounts=amounts: cgt.games.Subtraction(amounts).sequence(backend), int(stop * size)
    squares = lambda: (root * root for root in range(1, 10_000))  # noqa: E731 - given as a value
    yield "endless", lambda: EndlessSubtraction(squares, backend=backend), int(100_000 * size)


def parametrized(backend, size=1.0):
    """Each loop; by default few of the compiled ones, which have to be compiled first."""
    few = {"blocks", "all-but", "by marks"}
    return [
        pytest.param(
            make,
            stop,
            id=f"{backend} {name}",
            marks=pytest.mark.full if backend == "compiled" and name not in few else (),
        )
        for name, make, stop in sequences(backend, size)
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@compiled
@pytest.mark.parametrize(("make", "stop"), [*parametrized("compiled", 0.3), *parametrized("python", 0.01)])
def test_a_stopped_sequence_goes_on_rightly(make, stop, upto):
    fresh = make()
    fresh.extend_to(stop)
    expected = fresh.values.tolist()
    sequence = []

    def work():
        sequence[:] = [make()]
        for part in (stop // 3, stop // 2, stop):
            sequence[0].extend_to(part)

    def again():
        known = sequence[0].values.tolist()
        assert known == expected[: len(known)]
        sequence[0].extend_to(stop)
        assert sequence[0].values.tolist()[:stop] == expected

    stop_at_random(work, again, upto(3, full=30))


def stopped_at_line(work, number, error):
    """Do the work until so many lines of ours have been run, and raise there: how many were, and whether it arrived.

    A block of `with` comes back to its first line before it is left. No signal falls there, and the lock of the block
    would be held for ever; so what falls on such a line is raised at the next one.
    """
    lines = 0

    def trace(frame, event, _argument):
        nonlocal lines
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            lines += 1
            if 0 < number <= lines and not linecache.getline(
                frame.f_code.co_filename, frame.f_lineno
            ).lstrip().startswith("with "):
                sys.settrace(None)
                raise error
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except error:
        return lines, True
    finally:
        sys.settrace(before)
    return lines, False


QUESTIONS = {
    "nim-values": lambda: cgt.nim_values("all-but(1,3,7,20)", 300_000),
    "take-away": lambda: cgt.nim_value("takeaway(2n) 3000:2"),
    "cram": lambda: cgt.nim_value("cram 3x4"),
    "cram 5x5": lambda: cgt.nim_value("cram 5x5"),
    "misère": lambda: cgt.outcome("kayles 12,14", convention="misère"),
    "genera": lambda: [str(genus) for genus in cgt.genera("kayles", 14)],
    "turning": lambda: cgt.nim_value("mock-turtles 40,61,90"),
    "lost options": lambda: cgt.outcome("chomp 6x7"),
}


@pytest.mark.full("nim-values", "cram 5x5")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file just opened is left unclosed
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_stopped_question_leaves_nothing_wrong_in_the_memory(question, upto):
    cgt.forget()
    expected = question()

    def work():
        cgt.forget()
        question()

    def again():
        assert question() == expected

    stop_at_random(work, again, upto(3, full=30))


SHORT_QUESTIONS = {
    "all-but": lambda: cgt.nim_values("all-but(1,3,7,20)", 500),
    "code": lambda: cgt.nim_values("0.137", 500),
    "table under a quota": lambda: cgt.nim_value_table("takeaway(2n)", 20, 8),
    "table of pairs": lambda: cgt.nim_value_table("wythoff", 12, 30),
    "cyclic": lambda: cgt.nim_value_table("cyclic-nimhoff(3)", 12, 12),
    "take-away": lambda: [cgt.nim_value("takeaway(2n) 60:2"), str(cgt.outcome("takeaway(3n) 40:9"))],
    "board": lambda: cgt.nim_value("cram 3x3"),
    "genera": lambda: [str(genus) for genus in cgt.genera("kayles", 6)],
    "period": lambda: str(cgt.period("subtraction(2,5,7)")),
    "quotient": lambda: str(cgt.misere_quotient("0.123")),
}


@pytest.mark.parametrize("question", SHORT_QUESTIONS.values(), ids=SHORT_QUESTIONS)
def test_a_question_stopped_at_any_line_is_answered_rightly_again(question, upto):
    """A timer falls where the time goes; this falls on every line with the same chance, also where counts are kept."""
    cgt.forget()
    expected = question()

    def work():
        cgt.forget()
        question()

    total, _arrived = stopped_at_line(work, 0, LimitError)
    for turn in range(upto(3, full=100)):
        number = random.randint(1, total)
        _lines, arrived = stopped_at_line(work, number, (LimitError, TimeoutError, ValueError, KeyError)[turn % 4])
        assert arrived or number > total - 100  # a second run may take fewer lines
        assert question() == expected


SLOW_START = """
import signal, sys
from cgt.fast.jit import numba_failure
from cgt.fast.bits import count

class LimitError(Exception): pass

def handler(*_):
    raise LimitError

signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, float(sys.argv[1]))
try:
    assert count(7) == 3
except LimitError:
    print("raised")
signal.setitimer(signal.ITIMER_REAL, 0)
assert numba_failure() is None
assert count(7) == 3 and count.is_ready
"""


@compiled
@pytest.mark.parametrize("seconds", [0.15, pytest.param(0.3, marks=pytest.mark.full)])
def test_a_limit_while_numba_is_imported_or_compiles_switches_nothing_off(seconds, tmp_path):
    command = [sys.executable, "-c", SLOW_START, str(seconds)]
    environment = {"NUMBA_CACHE_DIR": str(tmp_path), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("raised\n" if seconds < 0.5 else done.stdout)


def test_a_limit_is_no_fault_of_a_plugin():
    for error in (LimitError, SystemExit):
        assert stopped(lambda: call_plugin("a plugin fails", lambda: time.sleep(5)), 0.02, error)[1]
    with pytest.raises(PluginError, match="a plugin fails: TimeoutError"):
        call_plugin("a plugin fails", raising)


def raising():
    raise TimeoutError


class Handler:
    def method(self, _number, _frame):
        raise LimitError

    def __call__(self, number, frame):
        self.method(number, frame)


@pytest.mark.parametrize(
    "handler", [Handler().method, Handler(), lambda *_: raising()], ids=["method", "object", "lambda"]
)
def test_what_a_handler_raises_is_known_for_it(handler):
    before = signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises((LimitError, TimeoutError)) as caught:
            signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert raised_by_handler(caught.value)


def test_undisturbed_work_is_done_where_no_thread_is_left(monkeypatch):
    def refused(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert undisturbed(lambda: 5) == 5


def test_undisturbed_work_goes_on_to_its_end():
    done = []

    def work():
        time.sleep(0.1)
        done.append(True)

    assert stopped(lambda: undisturbed(work), 0.02)[1]
    assert not done
    time.sleep(0.3)
    assert done
    with pytest.raises(TimeoutError):
        undisturbed(raising)


@contextmanager
def handler_raising(error):
    """While a handler of the alarm raises this error."""

    def out_of_time(_signal, _frame):
        raise error

    before = signal.signal(signal.SIGALRM, out_of_time)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_time_limit_while_a_state_is_checked_reaches_the_caller():
    """`position` asks a game's own `read`, which may raise anything; what a handler raises is no fault of the state."""

    @attrs.frozen
    class Slow(cgt.Game):
        name, title, rules, position_form, example = "slow", "Slow", "None.", "a number", "1"

        def read(self, text):
            signal.raise_signal(signal.SIGALRM)
            return int(text)

        def options(self, state):
            return range(state)

    with handler_raising(TimeoutError), pytest.raises(TimeoutError):
        Slow().position(3)


def test_a_key_error_of_a_time_limit_is_no_illegal_move():
    """A rule says with a KeyError that a move is illegal; one that a handler raised in it is the caller's own."""

    @attrs.frozen
    class Slow(cgt.Game):
        name, title, rules, position_form, example = "slow", "Slow", "None.", "a number", "1"

        def options(self, state):
            if rings.pop():
                signal.raise_signal(signal.SIGALRM)
            return range(state)

    rings = [False, True]  # once
    position = GamePosition(Slow(), 3)
    with handler_raising(KeyError), pytest.raises(KeyError):
        position.play(1)
