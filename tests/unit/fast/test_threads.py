"""Work for several threads: in order, and over when the block is left."""

from __future__ import annotations

from threading import Event, Thread, get_ident

import pytest

from cgt.errors import NumberError
from cgt.fast.threads import in_step, thread_count, using, workers


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_results_come_in_order(threads):
    with workers(threads) as run:
        for count in (0, 1, 2, 7):
            assert run([lambda n=n: n * n for n in range(count)]) == [n * n for n in range(count)]


@pytest.mark.parametrize("left", [0, 1])
def test_where_the_system_has_too_few_threads_left_one_does_the_work(monkeypatch, left):
    start, started = Thread.start, []

    def refused(thread):
        if len(started) == left:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", refused)
    with workers(3) as run:
        assert run([get_ident] * 3) == [get_ident()] * 3
    done = []
    steps = in_step(3, 4, lambda line: range(line, 4), lambda thread, line, step: done.append((thread, line, step)))
    assert list(steps) == [1, 2, 3, 4]
    assert done == [(0, line, step) for line in range(4) for step in range(line, 4)]
    assert not any(thread.is_alive() for thread in started)


def test_several_pieces_are_done_at_once_and_one_by_this_thread():
    met = [Event(), Event()]

    def meet(mine):
        met[mine].set()
        assert met[1 - mine].wait(60)
        return get_ident()

    with workers(2) as run:
        here, there = run([lambda: meet(0), lambda: meet(1)])
    assert here == get_ident() != there


def test_an_error_comes_when_nobody_works_any_more():
    begun, done = Event(), []

    def slow():
        begun.wait(60)
        done.append("slow")

    def failing():
        begun.set()
        raise KeyboardInterrupt

    with workers(2) as run, pytest.raises(KeyboardInterrupt):
        run([failing, slow])
    assert done == ["slow"]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_step_comes_after_the_same_step_of_the_line_above(threads):
    done = []

    def do(thread, line, step):
        above = [(line - 1, earlier) for earlier in range(max(line - 1, 0), step + 1)] if line else []
        before = [(line, earlier) for earlier in range(line, step)]
        assert {*above, *before} <= set(done)
        done.append((line, step))

    for _ in range(20):
        done.clear()
        told = [(lines, len(done)) for lines in in_step(threads, 7, lambda line: range(line, 9), do)]
        assert sorted(done) == [(line, step) for line in range(7) for step in range(line, 9)]
        assert [lines for lines, _ in told] == sorted({lines for lines, _ in told})
        assert told[-1] == (7, len(done))
        assert all(steps >= sum(9 - line for line in range(lines)) for lines, steps in told)


def test_lines_are_done_at_once():
    met = [Event(), Event()]

    def meet(thread, line, step):
        if step == 1 - line:
            met[line].set()
            assert met[1 - line].wait(60)

    assert list(in_step(2, 2, lambda line: range(2), meet)) == [1, 2]


@pytest.mark.parametrize("where", [(0, 2), (1, 2), (4, 0)])
def test_an_error_in_a_step_ends_all_of_them(where):
    def do(thread, line, step):
        if (line, step) == where:
            raise MemoryError

    with pytest.raises(MemoryError):
        list(in_step(2, 5, lambda line: range(3), do))


def test_left_early_no_step_is_begun_any_more():
    done = []
    lines = in_step(2, 1_000, lambda line: range(3), lambda *step: done.append(step))
    assert next(lines) == 1
    lines.close()
    count = len(done)
    assert count < 3_000
    assert count == len(done)


def test_how_many_threads():
    assert 1 <= thread_count() <= 4
    for wrong in (0, -1, 1.5):
        with pytest.raises(NumberError, match="one thread or more"), using(wrong):
            pass


def test_a_default_lasts_as_long_as_its_block():
    usual = thread_count()
    with using(3):
        assert thread_count() == 3
        with using(None):
            assert thread_count() == 3
        with using(7):
            assert thread_count() == 7
        assert thread_count() == 3
    assert thread_count() == usual
