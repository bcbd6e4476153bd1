"""The rules of games on graphs on 64-bit words, to be compiled; see `cgt.core.game.WordRules`.

A word is a set of vertices, and the data the neighbours of each vertex.
"""

from __future__ import annotations

from numpy import uint64

from cgt.fast.bits import Word, lowest, place
from cgt.fast.jit import njit


def node_options(left: Word, data: Word, out: Word) -> Word:
    """Without a vertex and its neighbours."""
    found, rest = 0, left
    while rest != uint64(0):
        vertex = lowest(rest)
        rest ^= vertex
        out[found] = left & ~(vertex | data[place(vertex)])
        found += 1
    return found


def arc_options(left: Word, data: Word, out: Word) -> Word:
    """Without the two ends of an edge."""
    found, rest = 0, left
    while rest != uint64(0):
        first = lowest(rest)
        rest ^= first
        seconds = data[place(first)] & rest
        while seconds != uint64(0):
            second = lowest(seconds)
            seconds ^= second
            out[found] = left ^ (first | second)
            found += 1
    return found


@njit
def _group(left: Word, data: Word) -> Word:
    """The component of the lowest vertex."""
    group = lowest(left)
    new = group
    while new != uint64(0):
        reached = uint64(0)
        while new != uint64(0):
            vertex = lowest(new)
            new ^= vertex
            reached |= data[place(vertex)]
        new = reached & left & ~group
        group |= new
    return group


def components(left: Word, data: Word, out: Word) -> Word:
    """The connected components."""
    found = 0
    while left != uint64(0):
        out[found] = _group(left, data)
        left ^= out[found]
        found += 1
    return found


def components_with_edges(left: Word, data: Word, out: Word) -> Word:
    """The connected components of two vertices and more."""
    found = 0
    while left != uint64(0):
        group = _group(left, data)
        left ^= group
        if group & (group - uint64(1)) != uint64(0):
            out[found] = group
            found += 1
    return found
