"""Maximum matchings, and the vertices that every maximum matching covers (Edmonds; Gallai)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TypeAlias

Neighbours: TypeAlias = "Sequence[Sequence[int]]"
NONE = -1


def maximum_matching(neighbours: Neighbours) -> tuple[list[int], set[int]]:
    """A maximum matching of a simple graph, and the vertices that some maximum matching leaves out.

    Vertices of degree 1 are matched first (Karp and Sipser, 1981), which leaves little for Edmonds' search (1965).
    O(V E) at worst; on sparse graphs of 10^4 vertices a fraction of a second. That of networkx takes 0.3 s for 10^3
    vertices, grows with their square, and does not tell the vertices that can be left out, as the game asks.

    Returns:
        The partner of each vertex, -1 for none; and the vertices that an alternating path of even length joins to a
        vertex without partner, the first class of Gallai's decomposition (1964).

    >>> maximum_matching([[1], [0, 2], [1]])
    ([-1, 2, 1], {0, 2})
    """
    partner = _by_least_degree(neighbours)
    search = _Search(neighbours, partner)
    # A tree from which no path was found stays useless after every other path: it is grown once (Gabow, 1976).
    for root in range(len(neighbours)):
        if partner[root] == NONE:
            search.augment(root)
    return partner, search.outer


def _by_least_degree(neighbours: Neighbours) -> list[int]:
    partner = [NONE] * len(neighbours)
    degree = [len(others) for others in neighbours]
    pending = deque(sorted(range(len(neighbours)), key=degree.__getitem__))
    leaves = [vertex for vertex in pending if degree[vertex] == 1]
    while pending or leaves:
        vertex = leaves.pop() if leaves else pending.popleft()
        if partner[vertex] != NONE:
            continue
        free = [other for other in neighbours[vertex] if partner[other] == NONE]
        if not free:
            continue
        mate = min(free, key=degree.__getitem__)
        partner[vertex], partner[mate] = mate, vertex
        for gone in (vertex, mate):
            for other in neighbours[gone]:
                degree[other] -= 1
                if degree[other] == 1 and partner[other] == NONE:
                    leaves.append(other)
    return partner


class _Search:
    """Edmonds' search for augmenting paths, tree by tree; trees without one are kept.

    Attributes:
        outer: the vertices of the kept trees at even distance from their root, counting all of each blossom.
    """

    def __init__(self, neighbours: Neighbours, partner: list[int]) -> None:
        count = len(neighbours)
        self.outer: set[int] = set()
        self._kept: set[int] = set()  # every vertex of the kept trees
        self._neighbours = neighbours
        self._partner = partner
        self._base = list(range(count))  # of each vertex the base of its blossom, as a union-find structure
        self._back = [NONE] * count  # where the path back to the root goes on
        self._is_outer = [False] * count
        self._is_inner = [False] * count

    def augment(self, root: int) -> None:
        """Search for an augmenting path from an unmatched vertex, and use it; else keep the tree."""
        partner, is_outer = self._partner, self._is_outer
        is_outer[root] = True
        tree = [root]
        waiting = deque([root])
        while waiting:
            vertex = waiting.popleft()
            for other in self._neighbours[vertex]:
                if other in self._kept:
                    continue
                if is_outer[other]:
                    if self._find(other) != self._find(vertex):
                        base = self._common_base(vertex, other)
                        self._shrink(vertex, other, base, waiting)
                        self._shrink(other, vertex, base, waiting)
                elif not self._is_inner[other]:
                    self._back[other] = vertex
                    tree.append(other)
                    mate = partner[other]
                    if mate == NONE:
                        self._flip(other)
                        self._forget(tree)
                        return
                    self._is_inner[other] = is_outer[mate] = True
                    tree.append(mate)
                    waiting.append(mate)
        self._kept.update(tree)
        self.outer.update(vertex for vertex in tree if is_outer[vertex])

    def _find(self, vertex: int) -> int:
        base = self._base
        while base[vertex] != vertex:
            base[vertex] = base[base[vertex]]
            vertex = base[vertex]
        return vertex

    def _shrink(self, vertex: int, other: int, base: int, waiting: deque[int]) -> None:
        """Shrink one half of a blossom, from an outer vertex down to its base: inner vertices become outer, too."""
        while self._find(vertex) != base:
            self._back[vertex] = other
            other = self._partner[vertex]
            if not self._is_outer[other]:
                self._is_outer[other] = True
                waiting.append(other)
            for inside in (vertex, other):
                if self._base[inside] == inside:
                    self._base[inside] = base
            vertex = self._back[other]

    def _common_base(self, first: int, second: int) -> int:
        """The base of the blossom that an edge between two outer vertices closes."""
        passed = set()
        while first != NONE:
            first = self._find(first)
            passed.add(first)
            mate = self._partner[first]
            first = self._back[mate] if mate != NONE else NONE
        second = self._find(second)
        while second not in passed:
            second = self._find(self._back[self._partner[second]])
        return second

    def _flip(self, vertex: int) -> None:
        """Match along the path back from an unmatched vertex."""
        while vertex != NONE:
            before = self._back[vertex]
            following = self._partner[before]
            self._partner[vertex], self._partner[before] = before, vertex
            vertex = following

    def _forget(self, tree: list[int]) -> None:
        for vertex in tree:
            self._base[vertex], self._back[vertex] = vertex, NONE
            self._is_outer[vertex] = self._is_inner[vertex] = False
