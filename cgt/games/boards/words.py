"""The rules of board games on 64-bit words, to be compiled; see `cgt.core.game.WordRules`."""

from __future__ import annotations

from numpy import uint64

from cgt.fast.bits import Word, count, lowest, place
from cgt.fast.jit import njit


@njit
def _from_the_end(word: Word) -> Word:
    """All 64 bits in the other order."""
    for shift, mask in (
        (1, 0x5555555555555555),
        (2, 0x3333333333333333),
        (4, 0x0F0F0F0F0F0F0F0F),
        (8, 0x00FF00FF00FF00FF),
        (16, 0x0000FFFF0000FFFF),
    ):
        word = ((word >> uint64(shift)) & uint64(mask)) | ((word & uint64(mask)) << uint64(shift))
    return (word >> uint64(32)) | (word << uint64(32))


@njit
def _least_mirrored(word: Word, width: Word, height: Word, stride: Word) -> Word:
    """The least of the four ways to mirror a board."""
    unused = uint64(64) - (height - uint64(1)) * stride - width
    row = (uint64(1) << width) - uint64(1)
    upside_down, rest = uint64(0), word
    for _line in range(height):
        upside_down = (upside_down << stride) | (rest & row)
        rest >>= stride
    return min(word, upside_down, _from_the_end(word) >> unused, _from_the_end(upside_down) >> unused)


@njit
def _transposed(word: Word, stride: Word) -> Word:
    """The columns as rows."""
    if stride == uint64(8):
        for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
            moved = (word ^ (word >> uint64(shift))) & uint64(mask)
            word ^= moved ^ (moved << uint64(shift))
        return word
    found, row, line = uint64(0), (uint64(1) << stride) - uint64(1), uint64(0)
    while word != uint64(0):
        squares = word & row
        while squares != uint64(0):
            square = lowest(squares)
            squares ^= square
            found |= uint64(1) << (place(square) * stride + line)
        word >>= stride
        line += uint64(1)
    return found


@njit
def _turned(word: Word, width: Word, height: Word, stride: Word) -> Word:
    """The least of the eight ways to turn and mirror a board; one that is not square becomes one that is high."""
    if width > height:
        word = _transposed(word, stride)
        width, height = height, width
    best = _least_mirrored(word, width, height, stride)
    return best if width < height else min(best, _least_mirrored(_transposed(word, stride), width, height, stride))


# Dominoes. The data is how many bits a row has; the last column has no squares, and no board is wider than high.


def dominoes(free: Word, data: Word, out: Word) -> Word:
    """Without two free squares side by side, or one above the other."""
    found = 0
    for step in (uint64(1), data[0]):
        pairs = free & (free >> step)
        while pairs != uint64(0):
            pair = lowest(pairs)
            pairs ^= pair
            out[found] = free ^ (pair | (pair << step))
            found += 1
    return found


def places_for_dominoes(free: Word, data: Word) -> Word:
    """How many there are."""
    return count(free & (free >> uint64(1))) + count(free & (free >> data[0]))


def connected(free: Word, data: Word, out: Word) -> Word:
    """The connected groups of at least two squares."""
    found = 0
    while free != uint64(0):
        group = lowest(free)
        while True:
            wider = group | (group << uint64(1)) | (group >> uint64(1)) | (group << data[0]) | (group >> data[0])
            if wider & free == group:
                break
            group = wider & free
        free ^= group
        if group & (group - uint64(1)) != uint64(0):
            out[found] = group
            found += 1
    return found


def turned_piece(piece: Word, data: Word) -> Word:
    """The least of the ways to turn and mirror a group of squares, pushed into the corner."""
    stride = data[0]
    row = (uint64(1) << stride) - uint64(1)
    while piece & row == uint64(0):
        piece >>= stride
    together, height, rest = uint64(0), uint64(0), piece
    while rest != uint64(0):
        together |= rest & row
        rest >>= stride
        height += uint64(1)
    first = place(lowest(together))
    width = uint64(0)
    while (together >> first) >> width != uint64(0):
        width += uint64(1)
    return _turned(piece >> first, width, height, stride)


# Chomp: the edge of the board from below, 0 a step to the right and 1 a step up.


def bites(edge: Word, data: Word, out: Word) -> Word:  # noqa: ARG001 - each rule is given the data
    """After each bite but that of the poison, as `ChompEdge.options` has them."""
    found, one = 0, uint64(1)
    column, at_column = one, uint64(0)
    while column <= edge and column != uint64(0):
        if edge & column == uint64(0):
            left, rest = edge & (column - one), edge >> at_column
            up, rows = rest, uint64(0)
            while up != uint64(0):
                step = lowest(up)
                up ^= step
                rows += one
                # What is after the step; nothing is after the last of 64.
                after = rest & ~((step - one) | step)
                if at_column != uint64(0):
                    out[found] = left | ((after | ((one << rows) - one)) << at_column)
                    found += 1
                elif up != uint64(0):
                    out[found] = after >> rows
                    found += 1
        column <<= one
        at_column += one
    return found


def mirrored_edge(edge: Word, data: Word) -> Word:  # noqa: ARG001 - likewise
    """The lesser of the board and its mirror image."""
    steps = uint64(0)
    while steps < uint64(64) and edge >> steps != uint64(0):
        steps += uint64(1)
    return min(edge, _from_the_end(~edge) >> (uint64(64) - steps))
