"""Retrograde analysis: labels of the positions of a graph with cycles, worked back from the ends.

A graph is a list: for each position, numbered from 0, the numbers of its options. An option may stand there twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias, TypeVar

from more_itertools import chunked

Node = TypeVar("Node")

Graph: TypeAlias = Sequence[Sequence[int]]

AT_ONCE: Final = 1 << 16
"""The number of options of one position counted together: a rule may give them without end."""

ENDLESS: Final = -1
"""The remoteness of a draw, and the nim-value of infinity."""


def explore(
    root: Node, options: Callable[[Node], Iterable[Node]], opened: Callable[[int], None]
) -> tuple[list[Node], list[list[int]]]:
    """Every position that can be reached, the root first, and the graph of their options.

    `opened` is called with the number of options of each position, of very many again and again, and may raise to stop.
    """
    index: dict[Node, int] = {root: 0}
    positions, graph = [root], []
    number = index.setdefault
    for position in positions:
        row: list[int] = []
        for some in chunked(options(position), AT_ONCE):
            for option in some:
                at = number(option, len(positions))
                if at == len(positions):
                    positions.append(option)
                row.append(at)
            if len(some) == AT_ONCE:
                opened(AT_ONCE)
        opened(len(row) % AT_ONCE)
        graph.append(row)
    return positions, graph


def predecessors(graph: Graph) -> list[list[int]]:
    """The positions that have each position as an option."""
    predecessors_of: list[list[int]] = [[] for _ in graph]
    for position, options in enumerate(graph):
        for option in options:
            predecessors_of[option].append(position)
    return predecessors_of


def remotenesses(graph: Graph, *, misere: bool = False) -> list[int]:
    """The remoteness of each position, `ENDLESS` where neither player can force an end.

    In normal play the mover wins where the number is odd, in misère play where it is even. Linear in the edges.

    >>> remotenesses([[], [0, 1], [1], [3]]), remotenesses([[], [0, 1]], misere=True)
    ([0, 1, 2, -1], [0, -1])
    """
    before = predecessors(graph)
    left = list(map(len, graph))
    steps_to_end = [ENDLESS] * len(graph)
    layer = [position for position, count in enumerate(left) if not count]
    steps = 0
    while layer:
        for position in layer:
            steps_to_end[position] = steps
        following = []
        wins = steps % 2 == (1 if misere else 0)  # these are P-positions: whoever can move to them wins
        for position in layer:
            for earlier in before[position]:
                if steps_to_end[earlier] == ENDLESS:
                    left[earlier] -= 1
                    if wins or not left[earlier]:
                        steps_to_end[earlier] = steps + 1
                        following.append(earlier)
        layer = following
        steps += 1
    return steps_to_end


def loopy_nim_values(graph: Graph) -> tuple[list[int], list[int]]:
    """The generalised Sprague-Grundy labels: nim-values, `ENDLESS` for infinity; and the turn each was given in.

    A position gets the label m once m is the mex of its labelled options and each unlabelled option has an option
    labelled m. Labels are given in ascending order, each in time linear in the edges. Source: Smith (1966); Fraenkel
    and Perl (1975).

    >>> loopy_nim_values([[], [0], [0, 1, 2]])[0]
    [0, 1, -1]
    """
    before = predecessors(graph)
    labels = [ENDLESS] * len(graph)
    turns = [ENDLESS] * len(graph)
    turn = 0
    # Those that have every lower label among their options.
    candidates: Sequence[int] = range(len(graph))
    label = 0
    while candidates:
        # The options that are unlabelled and not known to have an option with this label, counted; -1 for no candidate.
        open_options = [-1] * len(graph)
        ready = []
        for position in candidates:
            count = 0
            for option in graph[position]:
                count += labels[option] < 0
            open_options[position] = count
            if not count:
                ready.append(position)
        reverting = bytearray(len(graph))  # has an option with this label
        while ready:
            position = ready.pop()
            if reverting[position] or labels[position] >= 0:
                continue
            labels[position], turns[position] = label, turn
            turn += 1
            for earlier in before[position]:
                if not reverting[earlier]:
                    reverting[earlier] = 1
                    if labels[earlier] < 0:
                        for waiting in before[earlier]:
                            open_options[waiting] -= 1
                            if not open_options[waiting] and labels[waiting] < 0:
                                ready.append(waiting)
        candidates = [position for position in candidates if labels[position] < 0 and reverting[position]]
        label += 1
    return labels, turns
