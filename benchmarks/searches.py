"""Count what each idea of the search saves: `python -m benchmarks.searches`, the tables of docs/concepts/search.md.

Components opened and processor seconds, in plain Python.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs

from benchmarks.workloads.states import forget_options
from cgt.core.game import Game, position_of
from cgt.engine import pruned
from cgt.engine.budget import Budget
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import States
from cgt.engine.pruned import PrunedSearch
from cgt.games.boards.cram import Cram
from cgt.games.boards.square_sets import SquareSets
from cgt.games.graphs.graph import relabelled
from cgt.games.graphs.kayles import NodesOnSquares
from cgt.solving.subjects import parse_position

if TYPE_CHECKING:
    Count = tuple[int, int]
    """The answer, and how many components were opened."""

CRAM = ("cram 4x5", "cram 3x7", "cram 5x5", "cram 4x7", "cram 5x6")
KAYLES = tuple(f"node-kayles grid {size}" for size in ("4x7", "5x6", "6x6", "6x7"))


def random_graph(vertices: int, density: float) -> str:
    """Node Kayles on a graph, the same each time."""
    rng = random.Random(vertices)  # noqa: S311 - nothing secret
    edges = [f"v{a}-v{b}" for a, b in combinations(range(vertices), 2) if rng.random() < density]
    return "node-kayles " + ",".join(edges)


def searched(text: str) -> tuple[Game[Any, Any], Any]:
    """The game as the search sees it, and the one component of a position."""
    position: Any = parse_position(text)
    game, state = position.game.hints.searched_as(position.state, ())
    (part,) = game.components(state)
    return game, part


def asked(text: str, question: str, *, prune: bool) -> Count:
    """The answer of a fresh evaluator."""
    evaluator = Evaluator(prune=prune)
    found = getattr(evaluator, question)(parse_position(text))
    return found, evaluator.visited or len(evaluator)


def pruned_value(game: Game[Any, Any], part: object, *, singly: int = pruned.SINGLE_VALUES) -> Count:
    """The nim-value by the library's search: asked for {0}, {1}, … up to so many, then for any value."""
    search = PrunedSearch(States(game).options_in_parts, States(game).mobility)
    for value in range(singly):
        if (found := search._run(part, 1 << value, Budget(None))) >= 0:  # noqa: SLF001 - one question alone
            return found, search.visited
    return search._run(part, None, Budget(None)), search.visited  # noqa: SLF001 - likewise


def by_couples(game: Game[Any, Any], part: object) -> Count:
    """The nim-value by couples of a position and a number (Lemoine and Viennot): is the sum with a heap lost?"""
    values: dict[object, int] = {}
    refused: dict[object, int] = {}
    visited = 0

    def value_of(state: object) -> int:
        return values[state] if state in values else next(n for n in range(1 << 12) if lost(state, n))

    def lost(state: object, number: int) -> bool:
        nonlocal visited
        if state in values:
            return values[state] == number
        visited += 1
        waiting, seen = [], set()
        for option in States(game).options_in_parts(state):
            total, unknown = 0, []
            for other in pruned._odd_parts(option):  # noqa: SLF001 - it is the library's
                if other in values:
                    total ^= values[other]
                else:
                    unknown.append(other)
            if unknown:
                waiting.append((total, sorted(unknown, key=States(game).mobility)))
            else:
                seen.add(total)
                if total == number:
                    return False
        waiting.sort(key=lambda option: (States(game).mobility(option[1][-1]), len(option[1])))
        for least in range(refused.get(state, 0), number + 1):
            for total, unknown in () if least in seen else waiting:
                for other in unknown[:-1]:
                    total ^= value_of(other)  # noqa: PLW2901 - what is known of the option grows
                if lost(unknown[-1], least ^ total):
                    break
            else:
                if least not in seen:
                    values[state] = least
                    return least == number
            refused[state] = least + 1
        return False

    return value_of(part), visited


class FromTheCorner(SquareSets):
    """Cram with the dominoes in the order of their squares, first those that lie along a row."""

    def options(self, state: int) -> Iterator[int]:
        for step in (1, self.stride):
            pairs = state & state >> step
            while pairs:
                pair = pairs & -pairs
                pairs ^= pair
                yield state ^ (pair | pair << step)


def up_to_isomorphism(game: Game[Any, Any], part: int) -> tuple[Game[Any, Any], int]:
    """The same with one component for all isomorphic ones, as nauty names them."""
    graphs = SquareSets(NodesOnSquares(), game.stride, game.height) if isinstance(game, SquareSets) else game
    kind: Any = type(game)
    first: dict[object, int] = {}

    @cache
    def representative(part: int) -> int:
        position: Any = position_of(graphs, part)
        return first.setdefault(relabelled(position.state), part)

    class OneForAll(kind):  # type: ignore[misc]  # whichever that is
        def components(self, state: int) -> list[int]:
            return [representative(part) for part in super().components(state)]

    return OneForAll(*(getattr(game, field.name) for field in attrs.fields(kind) if field.init)), part


def won(game: Game[Any, Any], part: object) -> Count:
    """The outcome, by the pruned search."""
    search = PrunedSearch(States(game).options_in_parts, States(game).mobility)
    return search.is_p([part], Budget(None)), search.visited


def won_up_to_isomorphism(text: str) -> Count:
    """The outcome, likewise, with isomorphic components named by nauty."""
    return won(*up_to_isomorphism(*searched(text)))


def table(title: str, columns: Sequence[str], rows: dict[str, Sequence[Callable[[], Count] | None]]) -> None:
    """Print a table in Markdown, a row as soon as it is known; all counts of a row are of the same answer."""
    sys.setrecursionlimit(10_000)
    print(f"\n| {title} | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for name, counts in rows.items():
        cells = []
        for count in counts:
            forget_options()
            began = time.process_time()
            cells.append("" if count is None else f"{count()[1]:,}, {time.process_time() - began:.2g} s")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """All tables."""
    graphs = {f"random graph {n}, density {p}": random_graph(n, p) for n, p in ((28, 0.15), (30, 0.3), (40, 0.15))}
    ideas = {name: name for name in (*KAYLES, *CRAM)} | graphs
    slow = {"node-kayles grid 6x7", "cram 4x7", "cram 5x6", "random graph 40, density 0.15"}
    table(
        "position",
        ("nim-value by the definition", "nim-value pruned", "who wins, pruned"),
        {
            name: (
                None if name in slow else partial(asked, text, "nim_value", prune=False),
                None if name in graphs and name in slow else partial(asked, text, "nim_value", prune=True),
                partial(asked, text, "outcome", prune=True),
            )
            for name, text in ideas.items()
        },
    )
    table(
        "nim-value of",
        ("couples", "any value", "{0}, {1}, …"),
        {
            name: (
                partial(by_couples, *searched(name)),
                partial(pruned_value, *searched(name), singly=0),
                partial(pruned_value, *searched(name)),
            )
            for name in (*CRAM[:-1], *KAYLES)
        },
    )
    table(
        "nim-value of",
        ("from a corner", "from the middle"),
        {
            name: (
                partial(pruned_value, FromTheCorner(Cram(), 8, 8), searched(name)[1]),
                partial(pruned_value, *searched(name)),
            )
            for name in CRAM
        },
    )
    table(
        "who wins",
        ("symmetries of the board", "nauty"),
        {
            name: (partial(won, *searched(text)), partial(won_up_to_isomorphism, text))
            for name, text in ({name: name for name in (*KAYLES[1:], *CRAM[:3])} | graphs).items()
        },
    )


if __name__ == "__main__":
    main()
