"""Bridges of a multigraph: the edges that lie on no cycle, and the parts that are left between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def bridges(count: int, ends: Sequence[tuple[int, int]], root: int) -> tuple[list[int], list[int], list[int]]:
    """A walk in depth first order from a root, for a graph of vertices 0 .. count-1.

    Returns:
        The vertices reached, each after the one it was reached from; for each vertex the edge by which it was reached,
        -1 for the root and what is not reached; and whether that edge is a bridge, as 0 or 1. O(V + E) (Tarjan, 1974).

    >>> bridges(4, [(0, 1), (1, 2), (2, 1), (2, 3)], 0)
    ([0, 1, 2, 3], [-1, 0, 1, 3], [0, 1, 0, 1])
    """
    touching: list[list[int]] = [[] for _ in range(count)]
    for edge, (first, second) in enumerate(ends):
        touching[first].append(edge)
        if first != second:
            touching[second].append(edge)
    both = [first ^ second for first, second in ends]
    number, low = [-1] * count, [0] * count
    via = [-1] * count
    is_bridge = [0] * count
    order = [root]
    number[root] = 0
    waiting = [(root, iter(touching[root]))]
    while waiting:
        vertex, edges = waiting[-1]
        came = via[vertex]
        for edge in edges:
            if edge == came:
                continue
            other = both[edge] ^ vertex  # of the two ends the one that is not this vertex
            if number[other] < 0:
                number[other] = low[other] = len(order)
                via[other] = edge
                order.append(other)
                waiting.append((other, iter(touching[other])))
                break
            if number[other] < low[vertex]:
                low[vertex] = number[other]
        else:
            waiting.pop()
            if waiting:
                above = waiting[-1][0]
                if low[vertex] < low[above]:
                    low[above] = low[vertex]
                is_bridge[vertex] = int(low[vertex] == number[vertex])
    return order, via, is_bridge
