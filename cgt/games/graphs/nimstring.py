"""Nimstring: cut strings between coins; whoever frees a coin cuts again, and whoever cannot end his turn loses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import GamePosition
from cgt.core.language import _
from cgt.core.lazy_moves import listed
from cgt.core.memory import MEMORY
from cgt.core.nimber import SHOWN_TERMS, mex, nim_sum, sum_text
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.route import ClosedForm
from cgt.errors import ParseError, PositionError
from cgt.families.state_form import StateForm
from cgt.fast.jit import compiled_works
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import (
    GROUND,
    Edge,
    graph_of,
    named_edges,
    numbering,
    parts_off_ground,
    read_entries,
    short_form,
    standard_graph,
)
from cgt.games.graphs.graph_picture import DrawnGraph
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.core.wording import Wording
    from cgt.families.lesson_words import LessonWords

WINNING_WAYS = winning_ways(16)
ENTAILING = "U. Larsson, R. J. Nowakowski and C. P. Santos, Impartial games with entailing moves (2021)"

Strings = tuple[Edge, ...]
"""The strings in order, parallel ones as often as they are there; the ground is no coin."""

MOST_STRINGS, MOST_COMPILED = 16, 27
"""The closed form values no part with more strings: it has two to that power positions, 134 million compiled."""

BOXES = re.compile(r"(\d{1,12})x(\d{1,12})", re.ASCII)


MOST_IN_A_ROW = 7
"""The greatest number of coins in a row or a ring of a lesson."""


def _row(coins: int) -> list[str]:
    names = "abcdefghij"[:coins]
    return [f"{first}-{second}" for first, second in pairwise(names)]


def row_from_ground(coins: int) -> str:
    """The text of a row of `coins` coins with one end on the ground.

    >>> row_from_ground(3), row_between_grounds(2), ring(3), ring(2)
    ('ground-a,a-b,b-c', 'ground-a,a-b,ground-b', 'a-b,b-c,a-c', '')
    """
    return ",".join(["ground-a", *_row(coins)])


def row_between_grounds(coins: int) -> str:
    """The text of a row of `coins` coins with both ends on the ground."""
    return ",".join([row_from_ground(coins), f"ground-{'abcdefghij'[coins - 1]}"])


def ring(coins: int) -> str:
    """The text of a ring of `coins` coins; empty for fewer than three."""
    return ",".join([*_row(coins), f"a-{'abcdefghij'[coins - 1]}"]) if coins > 2 else ""


@attrs.frozen
class Nimstring(DrawnGame[Strings, str]):
    """Cut a string; as long as that frees a coin, cut another: a turn ends with a cut that frees none.

    A turn that frees the last coin cannot end, so it is no move. All of a position is one game, as dots and boxes is: a
    turn goes on in any part of it, but not in another summand, so nim-values are of whole turns; those of the theory
    are `nimstring_value`. A board of boxes such as `2x3` has a coin for each box, and a string for each line.

    >>> import cgt
    >>> game = Nimstring()
    >>> [cgt.outcome(game.parse(text)).value for text in ("ground-a", "ground-a,a-b", "1x1", "1x3", "2x2")]
    ['P', 'N', 'N', 'N', 'P']
    """

    name = "nimstring"
    title = "Nimstring"
    rules = (
        "Cut a string; whoever frees a coin of its last string must cut again. "
        "Whoever cannot end a turn has lost: it takes a cut that frees no coin."
    )
    references = (WINNING_WAYS, ENTAILING)
    conventions = (Convention.NORMAL,)
    phrase = "the coins and strings that are drawn"
    family = "path {n}"
    position_form = (
        "strings, some from the ground, such as ground-a,a-b,b-c, or 2x3, a board of boxes, or path 4; "
        "0 when none is left"
    )
    example = "ground-a,a-b,a-c,b-c,c-d,d-ground"

    def position(self, strings: object) -> GamePosition[Strings, str]:
        """The position with these strings, or of a graph of networkx, in which `ground` is no coin.

        Raises:
            PositionError: they are no pairs of named coins, or a string joins a coin to itself.
        """
        return GamePosition(self, sorted_strings(named_edges(strings)))

    def steps(self, strings: Strings) -> Iterator[tuple[str, Strings]]:
        """The turns, each by the strings that it cuts, with what is left."""
        seen = {strings}
        waiting: list[tuple[Strings, Strings]] = [((), strings)]
        turns = set[Strings]()
        for cuts, left in waiting:  # more come meanwhile
            if _none_ends(left):
                continue
            for string, rest, frees in _cuts(left):
                turn = tuple(sorted((*cuts, string)))
                if not frees and turn not in turns:
                    turns.add(turn)
                    yield write_strings(turn), rest
                elif frees and rest not in seen:
                    seen.add(rest)
                    waiting.append((turn, rest))

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: rows and rings of coins, and what the example leads to."""
        sizes = range(2, min(bound, MOST_IN_A_ROW) + 1)
        rows = [*map(row_from_ground, sizes[:3]), *map(row_between_grounds, sizes), *map(ring, sizes)]
        return chain(map(self.parse, filter(None, rows)), super().sample_positions(bound))

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words

        coins = range(1, MOST_IN_A_ROW + 1)
        return attrs.evolve(
            written_words("nimstring"),
            columns=(_("coins"), *map(str, coins)),
            lines=(
                (_("row on one ground"), *map(row_from_ground, coins)),
                (_("row between two"), *map(row_between_grounds, coins)),
                (_("ring"), *map(ring, coins)),
            ),
        )

    def canonical(self, strings: Strings) -> Strings:
        """The coins numbered by what is around them."""
        ends = Counter(chain.from_iterable(strings))
        ends[GROUND] = -1
        new = numbering(graph_of(ends, strings), ends) | {GROUND: GROUND}
        return sorted_strings((new[first], new[second]) for first, second in strings)

    def read(self, text: str) -> Strings:
        """Read strings such as `ground-a,a-b`, boxes such as `2x3`, or a short form of a graph."""
        if board := BOXES.fullmatch(text.strip()):
            return boxes(int(board[1]), int(board[2]))
        if (graph := short_form(text)) is not None:
            return sorted_strings(graph[1])
        coins, strings = read_entries(text, self.position_form)
        if coins:
            message = _("{coin} is no string (expected {position_form})")
            raise ParseError(message.format(coin=format_value(coins[0]), position_form=_(self.position_form)), text)
        return sorted_strings(string for string, _place in strings)

    def write(self, state: Strings) -> str:
        """The strings; 0 when none is left."""
        return write_strings(state) or "0"

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, component_notation=lambda _position, move: str(move))

    def _size(self, state: Strings) -> tuple[int, ...]:
        return (len(state),)

    def _move_text(self, position: Position, move: str) -> str:
        """`cut a-b`, or `cut a-b, c-d`: the strings of a turn, of which all but one free a coin."""
        return _("cut {edge}").format(edge=move.replace(",", ", "))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (NimstringValues(self),)

    def sketch(self, strings: Strings) -> Sketch | None:
        return DrawnGraph(graph_of([GROUND], strings)[0], strings, ground=GROUND)


def boxes(rows: int, columns: int) -> Strings:
    """The coins and strings of an empty board of dots and boxes: at its edge a string goes to the ground.

    Raises:
        PositionError: it has more than 26 columns, or too many boxes, or none.

    >>> len(boxes(2, 3))
    17
    """
    if not rows or not columns:
        raise PositionError(_("a board has at least one row and one column"))
    coins, strings = standard_graph("grid", f"{rows}x{columns}")
    number = Counter(chain.from_iterable(strings))
    return sorted_strings([*strings, *((GROUND, coin) for coin in coins for _side in range(4 - number[coin]))])


def write_strings(strings: Strings) -> str:
    """Strings as they are written, `a-b,b-c`."""
    return ",".join(map("-".join, strings))


def sorted_strings(strings: Iterable[Edge]) -> Strings:
    """The strings sorted, each with its ends in order, the ground first; raises `PositionError` for a loop.

    >>> sorted_strings([("b", "a"), ("a", "ground"), ("a", "b")])
    (('a', 'b'), ('a', 'b'), ('ground', 'a'))
    """
    pairs = [(first, second) if _place(first) <= _place(second) else (second, first) for first, second in strings]
    for first, second in pairs:
        if first == second:
            raise PositionError(
                _("a string joins two coins, or a coin and the ground, not {coin} to itself").format(coin=first)
            )
    return tuple(sorted(pairs))


def _place(name: str) -> tuple[bool, str]:
    return name != GROUND, name


def _cuts(strings: Strings) -> Iterator[tuple[Edge, Strings, bool]]:
    """Each string once, what is left when it is cut, and whether that frees a coin."""
    number = Counter(chain.from_iterable(strings))
    for place, string in enumerate(strings):
        if place and strings[place - 1] == string:
            continue
        frees = any(number[end] == 1 and end != GROUND for end in string)
        yield string, strings[:place] + strings[place + 1 :], frees


def _none_ends(strings: Strings) -> bool:
    """Whether each string frees a coin when it is cut, and so do the others after it: no turn can end."""
    return all(frees for _string, _rest, frees in _cuts(strings))


LOONY = -1
"""The value of a position whose mover wins whatever else is on the table."""


def nimstring_value(strings: Strings) -> int:
    """The value in the sense of Winning Ways: a nimber, or `LOONY`, which wins beside anything.

    A cut that frees a coin, after which the same player goes on, makes the position loony, unless each of them leaves
    one and the same value k, and no other cut leaves k: then the position is worth k. Without such a cut it is worth
    the mex of its options that are not loony. Parts add. Exponential in the strings of a part; of 17 to 27 strings all
    sets are valued at once where that is compiled.

    Source: Winning Ways, chapter 16; Larsson, Nowakowski and Santos (2021).

    >>> nimstring_value((("ground", "a"),)), nimstring_value(boxes(1, 3))
    (0, 1)
    >>> chain = (("a", "b"), ("b", "c"), ("ground", "a"))
    >>> nimstring_value(chain) == LOONY
    True
    """
    return _together(_values(strings))


def _values(strings: Strings) -> list[int]:
    """The values of the parts."""
    return [_value_of_part(part, at_once=_at_once(part)) for part in parts_off_ground(strings)]


def _at_once(part: Strings) -> bool:
    """Whether all sets of the strings of a part are valued at once."""
    return MOST_STRINGS < len(part) <= MOST_COMPILED and compiled_works()


def _together(values: Iterable[int]) -> int:
    """The value of parts together."""
    values = list(values)
    return LOONY if LOONY in values else nim_sum(*values)


@MEMORY.cache("nimstring: values", 1 << 18)
def _value_of_part(strings: Strings, *, at_once: bool) -> int:
    if at_once:
        from cgt.games.graphs.nimstring_table import table_of

        return table_of(strings).value(strings)
    again, after = set[int](), set[int]()
    for _string, rest, frees in _cuts(strings):
        value = _together(_value_of_part(part, at_once=False) for part in parts_off_ground(rest))
        (again if frees else after).add(value)
        if frees and (value == LOONY or len(again) > 1):
            return LOONY
    if not again:
        return mex(after - {LOONY})
    (value,) = again
    return LOONY if value in after else value


@attrs.frozen
class NimstringValues(StateForm[Strings, str]):
    """The closed form by Nimstring values: P exactly when all parts are nimbers with the nim-sum 0."""

    name = "values of Nimstring"
    statement = "A position is lost when its parts' values are nimbers whose sum is 0; one that is loony is won."
    strategy = (
        "play nim with what the parts are worth, and leave no loony part: one in which the other player wins whatever "
        "else is there, such as a row of two coins or more from a free end to the ground"
    )
    reference = WINNING_WAYS

    def covers(self, state: Strings) -> bool:
        """Whether no part has more than `MOST_STRINGS` strings, compiled more than `MOST_COMPILED`."""
        return all(len(part) <= MOST_STRINGS or _at_once(part) for part in parts_off_ground(state))

    def is_p(self, state: Strings, convention: Convention) -> bool:
        return nimstring_value(state) == 0

    def winning_moves(self, state: Strings, convention: Convention) -> Sequence[str]:
        """The turns to P-positions; where a part is large, each part has one table for all of them."""
        parts = parts_off_ground(state)
        if not any(map(_at_once, parts)):
            return super().winning_moves(state, convention)
        from cgt.games.graphs.nimstring_table import table_of

        tables = list(map(table_of, parts))
        return listed(
            lambda: (
                move
                for move, option in self.candidate_steps(state)
                if _together(table.value(option) for table in tables) == 0
            ),
            _("the player to move wins"),
        )

    def reason(self, state: Strings, convention: Convention) -> str:
        """The values of the parts, or that no turn can end."""
        if state and _none_ends(state):
            return _("each cut frees a coin, so that no turn can end")
        values = _values(state)
        if LOONY in values:
            return _("a part is loony: whoever moves wins, whatever else is there")
        shown = sum_text(values[: SHOWN_TERMS + 1], nim_sum(*values)) if values else "0"
        return _("what its parts are worth in Nimstring is {sum}").format(sum=shown)
