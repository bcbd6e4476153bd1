"""Games given by one function: the engine against the cached function that a user would write, and pruned search."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import _lru_cache_wrapper, cache, partial
from typing import TYPE_CHECKING

from benchmarks.workload import Variant, Workload
from cgt.core.function_game import FunctionGame, game
from cgt.core.outcome import Outcome
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import Nodes
from cgt.engine.retrograde import loopy_nim_values, remotenesses
from cgt.solving.subjects import parse_position
from cgt.solving.word_search import WordSearch

if TYPE_CHECKING:
    Options = Callable[[int], Iterable[int]]

IGS, MCGS = "igs (Rust)", "MCGS (C++)"
"""The other programs, as docs/concepts/search.md says which: measured once, on 2026-11-22 or before."""


def _neighbours(rows: int, columns: int) -> list[int]:
    """The cells beside each cell of a board, as bits."""
    found = []
    for row in range(rows):
        for column in range(columns):
            near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            found.append(sum(1 << r * columns + c for r, c in near if 0 <= r < rows and 0 <= c < columns))
    return found


def cram(rows: int, columns: int) -> Options:
    """Cover two free neighbouring cells; a state holds the free cells as bits."""
    cells = _neighbours(rows, columns)
    dominoes = [1 << a | 1 << b for a, near in enumerate(cells) for b in range(a) if near >> b & 1]

    def options(free: int) -> list[int]:
        return [free ^ domino for domino in dominoes if free & domino == domino]

    return options


def node_kayles(rows: int, columns: int) -> Options:
    """Take a cell with its neighbours; a state holds the cells that are left as bits."""
    taken = [(1 << cell, ~(near | 1 << cell)) for cell, near in enumerate(_neighbours(rows, columns))]

    def options(left: int) -> list[int]:
        return [left & rest for cell, rest in taken if left & cell]

    return options


def chomp(bars: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Bite off a square with all to the right and below; the first one is poisoned. A state holds the rows' lengths."""
    for row, length in enumerate(bars):
        for left in range(length):
            if left:
                yield bars[:row] + tuple(min(other, left) for other in bars[row:])
            elif row:
                yield bars[:row]


def connected(rows: int, columns: int) -> Callable[[int], list[int]]:
    """The connected pieces of two cells and more, as bits, found by growing all sides of a piece at once."""
    left_edge = sum(1 << row * columns for row in range(rows))
    right_edge = left_edge << columns - 1

    def pieces(cells: int) -> list[int]:
        found = []
        while cells:
            piece, grown = 0, cells & -cells
            while grown != piece:
                piece = grown
                sides = (piece & ~right_edge) << 1 | (piece & ~left_edge) >> 1
                grown = (piece | sides | piece << columns | piece >> columns) & cells
            cells ^= piece
            found.append(piece)
        return found

    return pieces


def folded(rows: int, columns: int) -> Callable[[int], int]:
    """One of the pieces that are equal by shifts, turns by half and reflections: the least number of the four."""
    left_edge, top_edge = sum(1 << row * columns for row in range(rows)), (1 << columns) - 1
    mirrored = [int(format(row, f"0{columns}b")[::-1], 2) for row in range(1 << columns)]

    def cornered(piece: int) -> int:
        while not piece & top_edge:
            piece >>= columns
        while not piece & left_edge:
            piece >>= 1
        return piece

    def number(lines: Iterable[int]) -> int:
        return cornered(sum(line << columns * at for at, line in enumerate(lines)))

    @cache
    def least(piece: int) -> int:
        if not piece:
            return 0
        there = cornered(piece)
        lines = [there >> columns * row & top_edge for row in range(there.bit_length() // columns + 1)]
        while not lines[-1]:
            lines.pop()
        turned = [mirrored[line] for line in lines]
        return min(there, number(lines[::-1]), number(turned), number(turned[::-1]))

    return least


def by_cached_function(options: Callable[..., Iterable[object]], state: object) -> int:
    """The nim-value as one writes it for one game in six lines."""

    @cache
    def value(here: object) -> int:
        reached = {value(option) for option in options(here)}
        mex = 0
        while mex in reached:
            mex += 1
        return mex

    sys.setrecursionlimit(10_000)
    return value(state)


def by_engine(options: Callable[..., Iterable[object]], state: object) -> int:
    """The same through `cgt.game`."""
    return Evaluator().nim_value(game(options, example=state).position(state))


def _duel(name: str, options: Callable[..., Iterable[object]], state: object) -> Workload:
    return Workload(
        name=f"a game of states, {name}",
        variants={
            "cached function": Variant(1, lambda _: by_cached_function(options, state)),
            "engine": Variant(1, lambda _: by_engine(options, state)),
        },
        unit="game",
        checksum=lambda value: value if isinstance(value, int) else -1,
        mark="the engine no slower than the cached function",
    )


def _pieces_game(options: Options, rows: int, columns: int, *, least: int) -> FunctionGame:
    pieces = connected(rows, columns)

    def components(cells: int) -> list[int]:
        return [piece for piece in pieces(cells) if piece.bit_count() >= least]

    return game(options, components=components, canonical=folded(rows, columns))


def decided(board: FunctionGame, cells: int, *, pruned: bool) -> tuple[Outcome, int]:
    """The outcome, and the number of components that were opened."""
    evaluator, position = Evaluator(prune=pruned), board.position((1 << cells) - 1)
    outcome = evaluator.outcome(position)
    return outcome, evaluator.visited or len(evaluator)


def _board(name: str, options: Options, rows: int, columns: int, *, least: int, mark: str) -> Workload:
    board = _pieces_game(options, rows, columns, least=least)
    return Workload(
        name=f"who wins {name} on {rows} x {columns}",
        variants={
            "plain": Variant(rows * columns, partial(decided, board, pruned=False)),
            "pruned": Variant(rows * columns, partial(decided, board, pruned=True)),
        },
        unit="cell",
        checksum=lambda answer: int(isinstance(answer, tuple) and answer[0] is Outcome.N),
        mark=mark,
    )


def forget_options() -> None:
    """Begin anew: the boards keep the options and the pieces that they met last."""
    for name, module in list(sys.modules.items()):
        if name.startswith("cgt.games."):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()


def valued(text: str, *, compiled: bool) -> tuple[int, int]:
    """The nim-value of a position of the library, and how many components were opened."""
    forget_options()
    evaluator = Evaluator(nodes=Nodes(WordSearch if compiled else None))
    return evaluator.nim_value(parse_position(text)), evaluator.visited or len(evaluator)


def won(text: str) -> tuple[int, int]:
    """Whether the player to move wins, and how many components were opened."""
    forget_options()
    evaluator = Evaluator()
    return int(evaluator.outcome(parse_position(text)) is Outcome.N), evaluator.visited or len(evaluator)


def _won_by(text: str) -> Callable[[int], tuple[int, int]]:
    """The question `won` at any size."""
    return lambda _size: won(text)


def _asked(question: str, variants: Mapping[str, Callable[[int], tuple[int, int]]], mark: str) -> Workload:
    """A question about a board of the library."""
    return Workload(
        name=f"boards: {question}",
        variants={name: Variant(1, run) for name, run in variants.items()},
        unit="game",
        checksum=lambda answer: answer[0] if isinstance(answer, tuple) else -1,
        opened=lambda answer: answer[1] if isinstance(answer, tuple) else 0,
        mark=mark,
    )


def _value(text: str, mark: str, *, plain: bool = True, cached: tuple[Options, int] | None = None) -> Workload:
    """The nim-value of a position, plain and compiled; beside a cached function where that comes to an end."""
    variants: dict[str, Callable[[int], tuple[int, int]]] = {}
    if cached is not None:
        options, state = cached
        variants["cached function"] = lambda _: (by_cached_function(options, state), 0)
    if plain:
        variants["plain"] = lambda _: valued(text, compiled=False)
    variants["compiled"] = lambda _: valued(text, compiled=True)
    return _asked(f"nim-value of {text}", variants, mark)


@cache
def _random_graph(size: int) -> list[list[int]]:
    rng = random.Random(1)  # noqa: S311 - the same graph each time, nothing secret
    return [[rng.randrange(size) for _ in range(rng.choice((0, 1, 2, 3, 4)))] for _ in range(size)]


WORKLOADS = (
    _duel("Cram 4 x 5", cram(4, 5), (1 << 20) - 1),
    _duel("Node Kayles 5 x 5", node_kayles(5, 5), (1 << 25) - 1),
    _duel("Chomp 7 x 8", chomp, (8,) * 7),
    _board("Node Kayles", node_kayles(6, 6), 6, 6, least=1, mark="under 5 s in plain Python"),
    _board("Cram", cram(5, 6), 5, 6, least=2, mark="under 10 s in plain Python"),
    _value("cram 4x5", f"0.06 s plain; {IGS} 0.001 s, {MCGS} 0.2 s", cached=(cram(4, 5), (1 << 20) - 1)),
    _value("cram 5x5", f"0.15 s plain; {IGS} 0.002 s, {MCGS} 0.4 s"),
    _value("cram 4x7", f"2 s plain; {IGS} 0.03 to 0.09 s, {MCGS} 6.0 s"),
    _value("cram 5x6", f"6 s plain, 0.5 s compiled; {IGS} 0.08 to 0.25 s"),
    _value("cram 5x7", f"10 s compiled; {IGS} 4.1 s", plain=False),
    _value("node-kayles grid 4x7", "0.012 s plain"),
    _value("node-kayles grid 6x7", "2.3 s plain"),
    _value("node-kayles grid 7x7", "compiled", plain=False),
    _value("cram 2x33", "66 squares: 11 s plain, fifty times as long as compiled, in two words"),
    _value("chomp 9x9", f"2.5 s plain; {IGS} 0.08 s"),
    _value("chomp 11x11", "60 s compiled", plain=False),
    *(
        _asked(f"who wins sprouts {spots}", {"plain": _won_by(f"sprouts {spots}")}, mark)
        for spots, mark in ((5, "1 s"), (6, "2 s"), (7, "20 s"))
    ),
    Workload(
        name="a loopy game of random moves, labels",
        variants={
            "outcomes": Variant(1_000_000, lambda size: remotenesses(_random_graph(size))),
            "values": Variant(1_000_000, lambda size: loopy_nim_values(_random_graph(size))[0]),
        },
        unit="position",
        mark="a million positions within 10 s (the graph is made within the time, about 4 s)",
    ),
)
