"""Peg duotaire: pegs on a strip without end hop over each other, and what is hopped over goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import Game, GamePosition, by_weight, position_of
from cgt.core.hints import WordRules, words_for
from cgt.core.language import _
from cgt.core.numbers import check_whole, format_int
from cgt.core.position import Position
from cgt.core.reading import indentation, truth_value, unexpected
from cgt.errors import PositionError
from cgt.games.boards.board_picture import Board
from cgt.games.drawn_game import DrawnGame
from cgt.games.word_game import WordGame

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

MOORE = "C. Moore and D. Eppstein, One-dimensional peg solitaire, and duotaire, More Games of No Chance (2002)"

LONGEST, LONGEST_SAMPLE = 200, 7
"""The longest strip from the first peg to the last, and the longest of the samples, of which there are many."""

Hop = tuple[int, int]
"""The place of a peg in the text, from 1, and its hops: above 0 to the right, below 0 to the left."""


@attrs.frozen
class PegDuotaire(DrawnGame[str, Hop]):
    """Hop with a peg over a neighbouring peg into a hole; that peg is taken. There are holes beyond both ends.

    `peg-duotaire(multihop)`: one peg may hop several times in one move, on and on in its direction.

    >>> import cgt
    >>> [cgt.nim_value(PegDuotaire().parse("o" * pegs)) for pegs in range(1, 8)]
    [0, 1, 1, 0, 0, 1, 1]
    """

    name = "peg-duotaire"
    title = "Peg duotaire"
    references = (MOORE,)
    argument_form = "none, or the word multihop, as in peg-duotaire(multihop): the same peg may hop on in the same move"
    phrase = "the pegs that are drawn"
    position_form = "pegs o and holes . from the first peg to the last, such as ooo.oo"
    example = "ooo.oo"

    many: bool = attrs.field(default=False, validator=truth_value, metadata={"word": "multihop"})

    @property
    def rules(self) -> str:
        """The rules of one hop, or of several."""
        text = _(
            "Hop with a peg over a neighbouring peg into the hole behind it, and take the peg that was hopped over."
        )
        return f"{text} {_('The same peg may hop on in the same move.')}" if self.many else text

    def position(self, pegs: int) -> GamePosition[str, Hop]:
        """The position of `pegs` pegs side by side; other rows are parsed, `parse("oo.o")`. Raises `PositionError`."""
        needs = f"a row, unless it is read as a text such as {self.example}, has 1 to {LONGEST} pegs"
        return GamePosition(self, "o" * check_whole(pegs, needs, least=1, most=LONGEST, error=PositionError))

    def steps(self, state: str) -> Iterator[tuple[Hop, str]]:
        """The hops, peg by peg, to the left and then to the right, with the rows they leave."""
        for place, sign in enumerate(state):
            for step in (-1, 1) if sign == "o" else ():
                pegs = {at for at, peg in enumerate(state) if peg == "o"}
                at, hops = place, 0
                while at + step in pegs and at + 2 * step not in pegs:
                    pegs -= {at, at + step}
                    at += 2 * step
                    pegs.add(at)
                    hops += step
                    yield (place + 1, hops), "".join(".o"[at in pegs] for at in range(min(pegs), max(pegs) + 1))
                    if not self.many:
                        break

    def canonical(self, state: str) -> str:
        """The lesser of the row and its mirror image."""
        return min(state, state[::-1])

    def _searched_as(self, state: str, known: Iterable[Game]) -> tuple[PegBits, int]:
        row = int(state.translate({ord("o"): "1", ord("."): "0"}), 2)
        return PegBits(self.many, words_for(len(state) + 2)), row << 1

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: the rows of up to `bound` places, seven at most, the example and what it leads to."""
        strips = (strip for places in range(min(bound, LONGEST_SAMPLE)) for strip in product(".o", repeat=places))
        rows = {f"o{''.join(strip)}" for strip in strips if not strip or strip[-1] == "o"}
        known = {position_of(self, row) for row in rows} | set(super().sample_positions(bound))
        return by_weight(self, known)

    def read(self, text: str) -> str:
        """Read pegs and holes; holes at the two ends are ignored."""
        entry = text.strip().lower()
        if wrong := re.search(r"[^o.]", entry):
            raise unexpected(self.position_form, text, indentation(text) + wrong.start())
        row = entry.strip(".")
        if not 1 <= len(row) <= LONGEST:
            raise PositionError(
                _("from the first peg to the last there are 1 to {most} places, not {count}").format(
                    most=LONGEST, count=format_int(len(row))
                )
            )
        return row

    def _size(self, state: str) -> tuple[int, ...]:
        return (state.count("o"),)

    def _move_text(self, position: Position, move: Hop) -> str:
        """The move as text: `hop with the peg on place 3 to the right`, or `…, 2 times`."""
        place, hops = move
        text = _("hop with the peg on place {place} {way}")
        text = text.format(place=place, way=_("to the right") if hops > 0 else _("to the left"))
        return text if abs(hops) == 1 else text + _(", {count} times").format(count=abs(hops))

    def _move_parts(self, position: Position, move: Hop) -> Iterator[str]:
        """The squares of the peg, and of the hole that it hops into; beyond the ends, of the last peg hopped over."""
        place, hops = move
        hole = place + 2 * hops
        drawn = 1 <= hole <= len(str(position))
        yield from (f"1:{square}" for square in (place, hole if drawn else hole - (1 if hops > 0 else -1)))

    def sketch(self, state: str) -> Sketch:
        """The drawing of the strip, pegs filled."""
        return Board([state.replace("o", "X")])


@attrs.frozen(cache_hash=True)
class PegBits(WordGame):
    """Peg duotaire for the search: the pegs as the bits of a number, with one free below them and one above.

    Pegs with at most one hole from each to the next are a group, and there are two holes or more between two groups.
    A group without two pegs side by side never moves. Others get one place beyond their ends, and no further: let a peg
    at place p weigh phi**p. A hop upwards leaves the weight of all pegs as it is, one downwards lowers it, and pegs up
    to place 0 weigh less than phi**2, which a peg at place 2 weighs. One place beyond they do get: the last pegs are
    `oo`, then any number of `.o`, and hop over each other in turn. So groups that move meet exactly where two holes are
    between them, and what never moves may go.

    The weights are those of one-dimensional peg solitaire (Moore and Eppstein, 2002).
    """

    name = title = "peg duotaire on bits"
    components_are_atomic = True

    many: bool
    words: int

    def options(self, state: int) -> Iterator[int]:
        """The rows after each hop, from the lowest pegs on."""
        for first in range(state.bit_length()):
            for two, step in ((0b011, 2), (0b110, -2)):
                row, place = state, first
                while place >= 0 and row >> place & 0b111 == two:
                    row ^= 0b111 << place
                    yield row
                    place = place + step if self.many else -1

    def components(self, state: int) -> list[int]:
        """The parts that never meet and have a hop, each the lesser of its mirror images."""
        moving, more = 0, state & (state << 1 | state >> 1)
        while more != moving:
            moving, more = more, more | (more << 2 | more >> 2) & state
        joined = moving | moving << 1 & (moving >> 1 | moving >> 2) | moving << 2 & moving >> 1
        results = []
        while joined:
            above = joined & joined + (joined & -joined)
            part = moving & (joined ^ above)
            joined = above
            part >>= (part & -part).bit_length() - 1
            results.append(min(part, int(f"{part:b}"[::-1], 2)) << 1)
        return results

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        return WordRules(word_rules.hops, word_rules.apart, word_rules.mirrored_row, (int(self.many),), self.words)


@position_of.register(PegBits)
def _row_of_pegs(bits: PegBits, state: int) -> Position:
    return position_of(PegDuotaire(bits.many), f"{state:b}".translate({ord("1"): "o", ord("0"): "."}).strip("."))
