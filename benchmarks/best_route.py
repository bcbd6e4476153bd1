"""Does any answer cost three times the best route? `python -m benchmarks.best_route [GAME…]`, on a quiet machine.

Every registered game, or those named, is asked for the nim-value of heaps of 10 to 10^6; what took longer than nobody
minds is asked of every other route too. Prints one line for each answer that took too long.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from cgt.core.game import Game
from cgt.core.position import Position
from cgt.core.route import Facts, Question
from cgt.errors import CGTError
from cgt.families.capabilities import HasHeaps
from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names
from cgt.solving.routes import Routes

SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
UNNOTICED = 0.3
"""Seconds that nobody minds."""

WARM_UP = ("octal(0.66)", "takeaway(5n)", "takeaway(2n-1)", "subtraction(2,7,40)", "all-but(2,9)", "wythoff(3)", "4!.6")
"""Games whose tables load what is loaded once, numpy and numba among it; who is asked has tables of its own."""


def seconds(position: Position, only: str | None = None) -> float | None:
    """The seconds that the nim-value takes, by one route or the best; None where it does not answer."""
    gc.collect()  # what others have left behind is not this answer's
    question = Question(position, needed=Facts.NIM_VALUE, max_positions=150_000)
    begun = time.process_time()
    try:
        Routes().ask(question, only)
    except CGTError:
        return None
    return time.process_time() - begun


def positions(ruleset: Game[Any, Any], sizes: Sequence[int]) -> Iterator[tuple[int, Position]]:
    """Equal heaps of each size, as many as a list shows; nothing where a game has no heaps."""
    if isinstance(ruleset, HasHeaps):
        yield from ((size, ruleset.position(*[size] * ruleset.listed_heaps)) for size in sizes)


def main() -> None:
    """Go through all games and sizes."""
    for text in WARM_UP:
        for _size, position in positions(parse_ruleset(text), (200, 30_000)):
            with suppress(CGTError):
                Routes().ask(Question(position, max_positions=150_000))
    for name in sys.argv[1:] or ruleset_names():
        for size, position in positions(example_ruleset(name), SIZES):
            taken = seconds(position)
            if taken is None or taken < UNNOTICED:
                continue
            routes = {route.name for route in Routes().routes(Question(position, needed=Facts.NIM_VALUE))}
            best = min(found for route in routes if (found := seconds(position, route)) is not None)
            if taken > 3 * best + UNNOTICED:
                print(f"{name} at {size:,}: {taken:.2f} s, and {best:.2f} s by another route", flush=True)


if __name__ == "__main__":
    main()
