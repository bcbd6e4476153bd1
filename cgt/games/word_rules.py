"""Rules of board and graph games on words of 64 or 128 bits, to be compiled; see `cgt.core.hints.WordRules`.

One source is compiled for both. Numbers of rows, columns and places have 64 bits: out of the data they come by `low`.
"""

from __future__ import annotations

from numpy import uint64

from cgt.fast.bits import ONE, ZERO, Word, bit_length, bits_in, from_the_end, low, lowest, one, trailing_zeros
from cgt.fast.jit import njit_inside


@njit_inside
def _least_mirrored(word: Word, width: Word, height: Word, stride: Word) -> Word:
    """The least of the four mirror images of a board."""
    unused = bits_in(word) - (height - uint64(1)) * stride - width
    row = (uint64(1) << width) - uint64(1)
    upside_down, rest = uint64(0), word
    for _line in range(height):
        upside_down = (upside_down << stride) | (rest & row)
        rest >>= stride
    return min(word, upside_down, from_the_end(word) >> unused, from_the_end(upside_down) >> unused)


@njit_inside
def _transposed(word: Word, width: Word, height: Word, stride: Word) -> Word:
    """The columns as rows; the board is not higher than a row has bits.

    The product of a column, whose squares are `stride` bits apart, with bits that are one less apart has the squares
    side by side, and no two of its terms have the same place.
    """
    result, column, gather = word ^ word, word ^ word, word ^ word
    for _line in range(height):
        column = (column << stride) | one(word)
        gather = (gather << (stride - ONE)) | one(word)
    first, row = (height - ONE) * (stride - ONE), (ONE << height) - ONE
    for place in range(width):
        squares = ((word >> place) & column) * gather >> first
        result |= (squares & row) << (place * stride)
    return result


@njit_inside
def _turned(word: Word, width: Word, height: Word, stride: Word) -> Word:
    """The least of the eight symmetric boards; one that is not square becomes a wide one."""
    if width < height:
        word = _transposed(word, width, height, stride)
        width, height = height, width
    best = _least_mirrored(word, width, height, stride)
    if width > height:
        return best
    return min(best, _least_mirrored(_transposed(word, width, height, stride), width, height, stride))


# Pieces of a board. The data is what `cgt.games.boards.square_sets` makes of its moves, first how many bits a row has.
# The last column has no squares, and a piece is not higher than wide.


@njit_inside
def _size(piece: Word, stride: Word) -> Word:
    """The height of squares in the corner, and the set of their columns."""
    row = (uint64(1) << stride) - uint64(1)
    together, height = uint64(0), uint64(0)
    while piece != uint64(0):
        together |= low(piece) & row
        piece >>= stride
        height += uint64(1)
    return height, together


@njit_inside
def _cornered(piece: Word, stride: Word) -> Word:
    """The squares shifted into the corner, with the width and height that they take."""
    while piece & ((ONE << stride) - ONE) == ZERO:
        piece >>= stride
    height, together = _size(piece, stride)
    first = trailing_zeros(lowest(together))
    return piece >> first, bit_length(together >> first), height


def on_squares(piece: Word, data: Word, out: Word) -> Word:
    """Write what each move leaves of a piece, moves in the middle first; return the number of moves."""
    result, stride = 0, low(data[0])
    height, together = _size(piece, stride)
    at = low(data[(height - uint64(1)) * stride + bit_length(together)])
    for move in range(at + uint64(1), at + uint64(1) + uint64(2) * low(data[at]), 2):
        if piece & data[move] == data[move]:
            out[result] = piece & data[move + 1]
            result += 1
    return result


@njit_inside
def _first_group(free: Word, steps: Word, stride: Word) -> Word:
    """The squares connected with the lowest one, where a step to the right, or back, needs a left square of `steps`."""
    group = lowest(free)
    while True:
        beside = ((group & steps) << ONE) | ((group >> ONE) & steps)
        wider = (group | beside | (group << stride) | (group >> stride)) & free
        if wider == group:
            return group
        group = wider


@njit_inside
def _groups(free: Word, data: Word, out: Word, alone: Word) -> Word:
    """Write the connected groups of squares, single ones if `alone`; return their number."""
    result, stride = 0, low(data[0])
    while free != uint64(0):
        group = _first_group(free, ~(free ^ free), stride)  # every step, in a word as wide as this one
        free ^= group
        if alone or group & (group - uint64(1)) != uint64(0):
            out[result] = group
            result += 1
    return result


def connected(free: Word, data: Word, out: Word) -> Word:
    """Write the connected groups of squares."""
    return _groups(free, data, out, True)


@njit_inside
def without_dead_ends(free: Word, stride: Word) -> Word:
    """The squares less those of no effect with dominoes: each of their neighbours has another dead end.

    A dead end is a square with a single neighbour. Proof that such a square u may go, by induction on the squares: let
    v be a neighbour, with the dead end e. The dominoes uv and ev leave the same game: after uv, e is alone and ends;
    after ev, all neighbours left of u still have their dead ends, since these go with their neighbours alone, so u may
    go there. And after any other domino u may go for the same reason. So every option with u has its value without u.

    Of several dead ends of one square all but one are such squares. Those that go at the same time do not need each
    other: none is a dead end that is kept, and none has a dead end that is kept, whose only neighbour it would be.
    Source: P. Beling and M. Rogalski's program, impartial-games (2026), which does both.
    """
    while True:
        up, down = (free << stride) & free, (free >> stride) & free
        left, right = (free << ONE) & free, (free >> ONE) & free
        twice = up & down
        once = up ^ down
        twice |= once & left
        once ^= left
        twice |= once & right
        once ^= right
        ends = once & ~twice
        # Squares by where the dead end is that they keep.
        above = (ends << stride) & free
        below = (ends >> stride) & free & ~above
        before = (ends << ONE) & free & ~above & ~below
        after = (ends >> ONE) & free & ~above & ~below & ~before
        kept = (above >> stride) | (below << stride) | (before >> ONE) | (after << ONE)
        others = free & ~(above | below | before | after)
        near = (others << stride) | (others >> stride) | (others << ONE) | (others >> ONE)
        dropped = free & ~kept & ~near & (up | down | left | right)
        if dropped == ZERO:
            return free
        free ^= dropped


@njit_inside
def needless_steps(free: Word, stride: Word) -> Word:
    """The left squares of dominoes of no effect across: others leave the same game, now and later.

    Of a block of four free squares, a and b over c and d, let a and d have no other neighbours. They are twins, with
    the neighbours b and c. Then neither ab nor cd is needed. Proof by induction on the squares: ab leaves what db
    leaves, with the name of the twin changed, and cd what ca leaves. A domino that covers neither b nor c leaves such a
    block. One that covers b beside another square leaves a and d as dead ends of c, or without cd, one dead end and
    one square alone: the same game, since of two dead ends of c one changes nothing. So does one that covers c.

    The same with b and c for a and d. Of the four dominoes the two upright ones stay.
    Source: P. Beling and M. Rogalski's program, impartial-games (2026).
    """
    above, below = (free << stride) & free, (free >> stride) & free
    before, after = (free << ONE) & free, (free >> ONE) & free
    upper, lower = below & ~above, above & ~below
    first, last = after & ~before, before & ~after
    falling = ((upper & first) << stride) & ((lower & last) >> ONE)
    rising = ((upper & last) << stride >> ONE) & lower & first
    under = (falling | rising) & free
    return under | (under >> stride)


def domino_groups(free: Word, data: Word, out: Word) -> Word:
    """Write the groups of at least two squares, connected by steps that some domino needs, without needless squares."""
    stride = low(data[0])
    free = without_dead_ends(free, stride)
    if needless_steps(free, stride) == ZERO:
        return _groups(free, data, out, False)
    out[0] = free
    result, done = 1, 0
    while done < result:
        free = out[done]
        group = _first_group(free, ~needless_steps(free, stride), stride)
        rest = free ^ group
        if rest != ZERO:
            # A part that is cut off has other dead ends, and other blocks, than the squares it was cut from.
            out[done] = without_dead_ends(group, stride)
            out[result] = without_dead_ends(rest, stride)
            result += 1
        elif group & (group - ONE) == ZERO:
            result -= 1
            out[done] = out[result]
        else:
            done += 1
    return result


def turned_piece(piece: Word, data: Word) -> Word:
    """The least of the symmetric forms of a group of squares, shifted into the corner."""
    stride = low(data[0])
    piece, width, height = _cornered(piece, stride)
    return _turned(piece, width, height, stride)


def turned_dominoes(piece: Word, data: Word) -> Word:
    """The least symmetric form of a piece; 0 where a symmetry answers each domino, so that it is worth 0.

    The image under half a turn is another domino, apart from the first, unless the first covers the centre: a square,
    or the line between two. Where these are not free, the second player has an answer to every domino, and wins.
    """
    stride = low(data[0])
    piece, width, height = _cornered(piece, stride)
    if piece == from_the_end(piece) >> (bits_in(piece) - (height - ONE) * stride - width):
        middle = (height - ONE >> ONE) * stride + (width - ONE >> ONE)
        if (height | width) & ONE == ZERO or piece >> middle & ONE == ZERO:
            return ZERO
    return _turned(piece, width, height, stride)


# Notakto: the free squares of a board, 0 where it is dead. The data is its width, height and stride, then the lines
# that kill it.


def crosses(free: Word, data: Word, out: Word) -> Word:
    """Write the boards with one more cross; 0 where it fills a line."""
    result, rest = 0, free
    while rest != uint64(0):
        cross = lowest(rest)
        rest ^= cross
        left = free ^ cross
        for line in range(3, len(data)):
            if data[line] & left == ZERO:
                left = ZERO
                break
        out[result] = left
        result += 1
    return result


def turned_board(free: Word, data: Word) -> Word:
    """The least of the symmetric forms of a board that is at least as wide as high."""
    return _turned(free, low(data[0]), low(data[1]), low(data[2]))


# Geography: the last 7 bits tell the token's vertex, the others what it can reach. The data is the number of vertices;
# of each, where its steps begin, and at last where they all end; of each the bits of its steps; of each of the 57
# or 121 other bits those of the steps that may come next; and the steps, each as its bit and the vertex it leads to.


def steps(state: Word, data: Word, out: Word) -> Word:
    """Write the states after each step, without what the token can no longer reach."""
    left, start, vertices = state >> uint64(7), low(state) & uint64(127), low(data[0])
    firsts = uint64(2) + vertices
    near = firsts + vertices
    result = 0
    for step in range(low(data[ONE + start]), low(data[ONE + start + ONE]), 2):
        bit, target = data[step], low(data[step + 1])
        if left & bit != ZERO:
            rest = left ^ bit
            new = data[firsts + target] & rest
            reached = new
            while new != ZERO:
                thing = lowest(new)
                added = data[near + trailing_zeros(thing)] & rest & ~reached
                reached |= added
                new = (new ^ thing) | added
            out[result] = (reached << uint64(7)) | target
            result += 1
    return result


# Chomp: the edge of the board from below, 0 a step to the right and 1 a step up.


def bites(edge: Word, data: Word, out: Word) -> Word:  # noqa: ARG001 - each rule is given the data
    """Write the states after each bite but that of the poison, as `ChompEdge.options` has them."""
    result, step_right = 0, one(edge)
    column, at_column = step_right, uint64(0)
    while column <= edge and column != uint64(0):
        if edge & column == uint64(0):
            left, rest = edge & (column - ONE), edge >> at_column
            up, rows = rest, uint64(0)
            while up != uint64(0):
                step = lowest(up)
                up ^= step
                rows += ONE
                # The bits after the step; nothing is after the last of all bits.
                after = rest & ~((step - ONE) | step)
                if at_column != uint64(0):
                    out[result] = left | ((after | ((step_right << rows) - ONE)) << at_column)
                    result += 1
                elif up != uint64(0):
                    out[result] = after >> rows
                    result += 1
        column <<= ONE
        at_column += ONE
    return result


def mirrored_edge(edge: Word, data: Word) -> Word:  # noqa: ARG001 - likewise
    """The lesser of the board and its mirror image."""
    return min(edge, from_the_end(~edge) >> (bits_in(edge) - bit_length(edge)))


# Peg duotaire: the pegs of a row, with a free place below and above. The data is 1 where a peg may hop on, else 0.


def hops(row: Word, data: Word, out: Word) -> Word:
    """Write the rows after each hop, from the lowest pegs on."""
    result, many, two = 0, data[0] != ZERO, uint64(2)
    first = one(row)
    while first << two != ZERO:
        left, place = row, first
        while place << two != ZERO and left & (place << two | place << ONE | place) == place << ONE | place:
            left ^= place << two | place << ONE | place
            out[result] = left
            result += 1
            place = place << two if many else ZERO & place
        left, place = row, first
        while place != ZERO and left & (place << two | place << ONE | place) == place << two | place << ONE:
            left ^= place << two | place << ONE | place
            out[result] = left
            result += 1
            place = place >> two if many else ZERO & place
        first <<= ONE
    return result


def apart(row: Word, data: Word, out: Word) -> Word:  # noqa: ARG001 - likewise
    """Write the parts that never meet and have a hop, as `PegBits.components` has them."""
    result, two = 0, uint64(2)
    moving, more = ZERO & row, row & (row << ONE | row >> ONE)
    while more != moving:
        moving, more = more, more | (more << two | more >> two) & row
    joined = moving | moving << ONE & (moving >> ONE | moving >> two) | moving << two & moving >> ONE
    while joined != ZERO:
        above = joined & (joined + lowest(joined))
        out[result] = moving & (joined ^ above)
        joined = above
        result += 1
    return result


def mirrored_row(row: Word, data: Word) -> Word:  # noqa: ARG001 - likewise
    """The lesser of the row and its mirror image, each with one place free below."""
    image = from_the_end(row)
    return min(row >> trailing_zeros(row), image >> trailing_zeros(image)) << ONE


# Graphs: a word is a set of vertices, and the data the neighbours of each vertex.


def node_options(left: Word, data: Word, out: Word) -> Word:
    """Write the sets without a vertex and its neighbours."""
    result, rest = 0, left
    while rest != uint64(0):
        vertex = lowest(rest)
        rest ^= vertex
        out[result] = left & ~(vertex | data[trailing_zeros(vertex)])
        result += 1
    return result


def arc_options(left: Word, data: Word, out: Word) -> Word:
    """Write the sets without the two ends of an edge."""
    result, rest = 0, left
    while rest != uint64(0):
        first = lowest(rest)
        rest ^= first
        seconds = data[trailing_zeros(first)] & rest
        while seconds != uint64(0):
            second = lowest(seconds)
            seconds ^= second
            out[result] = left ^ (first | second)
            result += 1
    return result


@njit_inside
def _group(left: Word, data: Word) -> Word:
    """The component of the lowest vertex."""
    group = lowest(left)
    new = group
    while new != uint64(0):
        reached = uint64(0)
        while new != uint64(0):
            vertex = lowest(new)
            new ^= vertex
            reached |= data[trailing_zeros(vertex)]
        new = reached & left & ~group
        group |= new
    return group


@njit_inside
def _components(left: Word, data: Word, out: Word, alone: Word) -> Word:
    """Write the connected components, single vertices if `alone`; return their number."""
    result = 0
    while left != uint64(0):
        group = _group(left, data)
        left ^= group
        if alone or group & (group - uint64(1)) != uint64(0):
            out[result] = group
            result += 1
    return result


def components(left: Word, data: Word, out: Word) -> Word:
    """Write the connected components."""
    return _components(left, data, out, True)


def components_with_edges(left: Word, data: Word, out: Word) -> Word:
    """Write the connected components of at least two vertices."""
    return _components(left, data, out, False)
