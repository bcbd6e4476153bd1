"""The generic engine: against a loop written by hand for the same positions, and what taking sums apart gains."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from benchmarks.workload import Variant, Workload
from benchmarks.workloads.states import by_cached_function
from cgt.core.position import Position
from cgt.engine.evaluator import Evaluator
from cgt.games.heaps.taking_breaking import Kayles


@attrs.frozen
class TwoHeaps:
    """Wythoff's position as a user would write it."""

    low: int
    high: int

    def moves(self) -> Iterator[tuple[int, int]]:
        """Any number from one heap, or the same from both."""
        for amount in range(1, self.low + 1):
            yield amount, 0
        for amount in range(1, self.high + 1):
            yield 0, amount
        for amount in range(1, min(self.low, self.high) + 1):
            yield amount, amount

    def play(self, move: tuple[int, int]) -> TwoHeaps:
        """The position after the move."""
        return TwoHeaps(self.low - move[0], self.high - move[1])


@attrs.frozen
class Row:
    """All of Kayles' rows as one position, never taken apart: the flat search."""

    rows: tuple[int, ...]

    def moves(self) -> Iterator[tuple[int, int, int]]:
        """The row, the number of pins on its left that stay, and how many fall."""
        for row, pins in enumerate(self.rows):
            for fall in (1, 2):
                for left in range(max(pins - fall, -1) // 2 + 1):
                    yield row, left, fall

    def play(self, move: tuple[int, int, int]) -> Row:
        """The rows that are left, sorted."""
        row, left, fall = move
        rest = (left, self.rows[row] - fall - left)
        return Row(tuple(sorted([*self.rows[:row], *self.rows[row + 1 :], *filter(None, rest)])))


def nim_value_by_hand(root: Position) -> int:
    """The nim-value by a dict and a stack, as one writes it for one game: no sums, no loops, no budget."""
    memo: dict[Position, int] = {root: 0}
    stack: list[tuple[Position, Iterator[object], int]] = [(root, iter(root.moves()), 0)]
    while stack:
        position, moves, union = stack.pop()
        for move in moves:
            option = position.play(move)
            word = memo.get(option)
            if word is None:
                memo[option] = 0
                stack.append((position, moves, union))
                stack.append((option, iter(option.moves()), 0))
                break
            union |= word
        else:
            word = memo[position] = ~union & (union + 1)
            if stack:
                parent, waiting, collected = stack.pop()
                stack.append((parent, waiting, collected | word))
    return memo[root].bit_length() - 1


def _edges(size: int) -> float:
    """The number of options that all positions up to (size, size) have together."""
    return sum(low + high + min(low, high) for low in range(size + 1) for high in range(size + 1))


@attrs.frozen
class Steps:
    """Two heaps with five moves, as a user would write them."""

    low: int
    high: int

    def moves(self) -> Iterator[tuple[int, int]]:
        """The amounts taken from each heap."""
        for taken in ((1, 0), (0, 1), (2, 1), (1, 2), (3, 0)):
            if taken[0] <= self.low and taken[1] <= self.high:
                yield taken

    def play(self, move: tuple[int, int]) -> Steps:
        """The position after the move."""
        return Steps(self.low - move[0], self.high - move[1])


def _followers(position: Steps) -> list[Steps]:
    return [position.play(move) for move in position.moves()]


WORKLOADS = (
    Workload(
        name="engine, a plain class of two heaps of 999 with five moves",
        variants={
            "cached function": Variant(999, lambda size: by_cached_function(_followers, Steps(size, size))),
            "engine": Variant(999, lambda size: Evaluator().nim_value(Steps(size, size))),
        },
        unit="position",
        work=lambda size: (size + 1) ** 2,
        checksum=lambda value: value if isinstance(value, int) else -1,
        mark="150,000 positions a second, and no slower than the cached function",
    ),
    Workload(
        name="engine, two heaps of 100, every option looked up",
        variants={
            "written by hand": Variant(100, lambda size: nim_value_by_hand(TwoHeaps(size, size))),
            "engine": Variant(100, lambda size: Evaluator().nim_value(TwoHeaps(size, size))),
        },
        unit="option",
        work=_edges,
        checksum=lambda value: value if isinstance(value, int) else -1,
        mark="the engine within 1.2 times the loop written by hand",
    ),
    Workload(
        name="engine, Kayles with 40 pins, flat and taken apart",
        variants={
            "flat": Variant(40, lambda size: Evaluator().nim_value(Row((size,)))),
            "taken apart": Variant(40, lambda size: Evaluator().nim_value(Kayles().position(size))),
        },
        unit="pin",
        checksum=lambda value: value if isinstance(value, int) else -1,
        mark="taken apart more than 1000 times faster than flat",
    ),
)
