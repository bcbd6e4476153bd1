"""Questions asked one by one in a loop, against the list, the table or the evaluator that knows them all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs

from benchmarks.workload import Variant, Workload
from cgt.core.position import Position
from cgt.engine.evaluator import Evaluator
from cgt.games.heaps.fibonacci_nim import FibonacciNim
from cgt.games.heaps.taking_breaking import Octal
from cgt.games.heaps.wythoff import Wythoff
from cgt.solving.solve import nim_value


@attrs.frozen
class Pile:
    """A class of a user's own: five amounts may be taken."""

    size: int

    def moves(self) -> list[int]:
        """The amounts."""
        return [take for take in (1, 2, 5, 7, 9) if take <= self.size]

    def play(self, take: int) -> Pile:
        """The position after the move."""
        return Pile(self.size - take)


def _asked(positions: Iterator[Position]) -> list[int]:
    return list(map(nim_value, positions))


def _heaps(count: int) -> Iterator[Position]:
    return (Octal("0.007").position(heap) for heap in range(count))


def _by_evaluator(count: int) -> list[int]:
    evaluator = Evaluator()
    return [evaluator.nim_value(Pile(size)) for size in range(count)]


def _pairs(count: int) -> Iterator[Position]:
    numbers, wythoff = random.Random(1), Wythoff()  # noqa: S311 - no secret
    return (wythoff.position(numbers.randrange(60), numbers.randrange(60)) for _ in range(count))


def _sums(count: int) -> Iterator[Position]:
    numbers, game = random.Random(1), FibonacciNim()  # noqa: S311 - likewise
    for _ in range(count):
        yield game.position(*((10**6 - numbers.randrange(1_000), numbers.randrange(1, 300)) for _ in range(3)))


WORKLOADS = (
    Workload(
        "in a loop: 0.007, heap by heap",
        {
            "the list": Variant(2_000, lambda count: Octal("0.007").table().values(count)),
            "one by one": Variant(2_000, lambda count: _asked(_heaps(count))),
        },
        unit="question",
        mark="0.1 s one by one",
    ),
    Workload(
        "in a loop: a class of one's own, five moves",
        {
            "evaluator": Variant(300, _by_evaluator),
            "one by one": Variant(300, lambda count: _asked(map(Pile, range(count)))),
        },
        unit="question",
        mark="0.02 s one by one",
    ),
    Workload(
        "in a loop: Wythoff's game below 60",
        {
            "the table": Variant(60, lambda side: Wythoff().table().arrays(side, side)),
            "one by one": Variant(400, lambda count: _asked(_pairs(count))),
        },
        unit="question",
        mark="0.1 s for 400 one by one",
    ),
    Workload(
        "in a loop: three Fibonacci-nim heaps near 10^6",
        {
            "the first": Variant(1, lambda count: _asked(_sums(count))),
            "and more": Variant(101, lambda count: _asked(_sums(count))),
        },
        unit="question",
        mark="the first 0.6 s, each later one 0.001 s",
    ),
)
