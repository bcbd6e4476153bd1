"""Work for several threads: in order, and over when the block is left."""

from __future__ import annotations

from threading import Event, get_ident

import pytest

from cgt.errors import NumberError
from cgt.kernels.threads import thread_count, using, workers


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_results_come_in_order(threads):
    with workers(threads) as run:
        for count in (0, 1, 2, 7):
            assert run([lambda n=n: n * n for n in range(count)]) == [n * n for n in range(count)]


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


def test_how_many_threads():
    assert thread_count(5) == 5
    assert 1 <= thread_count(None) <= 4
    for wrong in (0, -1, 1.5):
        with pytest.raises(NumberError):
            thread_count(wrong)


def test_a_default_lasts_as_long_as_its_block():
    usual = thread_count(None)
    with using(3):
        assert thread_count(None) == 3
        with using(None):
            assert thread_count(None) == 3
        with using(7):
            assert thread_count(None) == 7
        assert thread_count(None) == 3
    assert thread_count(None) == usual
    with pytest.raises(NumberError, match="one thread or more"), using(0):
        pass
