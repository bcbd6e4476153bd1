"""The words of moves on heaps: `2`, `3 from 2`, `2 from 1 and 2 from 2`, `1 leaving 3,4`; in rows `3,4`.

People count heaps from 1; the moves and their records count them from 0, as Python does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import ComponentMove
from cgt.core.language import _, ngettext
from cgt.core.numbers import as_shown, exact_repr, format_int, format_value, from_decimal, is_whole, shorten_ints
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.wording import SHOWN_MOVES, Place, Wording, choice_text, cut_text, is_legal
from cgt.errors import CGTError, IllegalMoveError, ParseError

if TYPE_CHECKING:
    from cgt.families.rows import Row

SUMMARISED_MOVES = 2_000
"""The greatest number of moves of one component in a summary."""

LONGEST = 20_000
"""The longest text that is read as a move on heaps or in a row."""

SHOWN_HEAPS = 8
"""The greatest number of heaps in a summary."""

_FROM = r"(?:from|of|in|de|du|dans|sur|@)\s*(?:the\s+|le\s+|la\s+)?(?:heap|row|tas|rang[ée]e)?\s*"
_TAKE = rf"(?a)(?:take|prendre|prends|retirer|-)?\s*(?P<amount>\d+)\s*(?:{_FROM}(?P<heap>\d+))?"
_AND = r"\s*(?:\band\b|\bet\b|&|;)\s*"
_LEAVING = r"leaving|leave|laissant|laisser|->|→"
_DIVIDE = r"(?a)(?:le )?(?:divide|split|partager|partage|diviser|couper)\b\D*?(?P<heap>\d+)?\s*(?:\binto\b|\ben\b|:)"
_SIZES = r"(?a)\d+(?:[ ,]+\d+)*|\[[\d ,]*\]|\([\d ,]*\)"
_PLACES = (
    r"(?a)(?:(?:pins?|cells?|files?|quilles?|cases?|colonnes?)\s)?"
    r"(?P<places>\d+(?:(?: ?[,;-] ?| (?:and|et|to|à) | )\d+)*)"
    r"(?:(?: ?, ?(?=row|rang)| (?:from|of|in|de|du|dans) )(?:the |le |la )?(?:heap|row|tas|rang[ée]e)? ?(?P<row>\d+))?"
)
_RANGE = r"(?a)(\d+) ?(?:-|to|à) ?(\d+)"
"""Patterns of moves: texts, compiled when a move is read, which most answers do without."""

Taken = dict[int | None, int]
"""The heap, from 0, and the amount of a move; None stands for the only heap."""


@attrs.frozen
class _DescribedMove:
    """The move that a text describes: amounts by heap, and the heaps left in the order of the text, where named."""

    amounts: Taken
    leaves: tuple[int, ...] | None

    def within(self, place: Place) -> dict[int, int] | None:
        """The amounts by the heaps of one component; None where a heap stands in another one, or is not named."""
        if None in self.amounts and (len(self.amounts) > 1 or place.heaps != 1):
            return None
        return {(heap or 0) - place.first: amount for heap, amount in self.amounts.items()}


@attrs.frozen
class HeapWording(Wording):
    """The words of games whose moves take from heaps or divide them; heaps are numbered through all components.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> words, position = nim.wording, nim.position(3, 5)
    >>> words.write_move(position, (1, 2)), words.read_move(position, "2 from 2")
    ('2 from 2', ComponentMove(component=1, move=2))
    """

    sizes: Callable[[Position], tuple[int, ...]] = attrs.field(kw_only=True)
    """The heaps that a position shows."""
    moves_leaving: Callable[[Position, tuple[int, ...]], Iterable[Move]] = attrs.field(kw_only=True)
    """The moves of one component that may leave these heaps, whether legal or not."""
    table_axes: tuple[str, str] = ("heap", "heap")
    searched: int = 2_000  # a tenth of a second

    def heaps(self, component: Position) -> int:
        return len(self.sizes(component))

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """Advice on a winning move that leaves nothing, two equal heaps, or a pattern that the game knows."""
        left = [size for size in self.sizes(position.play(move)) if size]
        if not left:
            return _("take what is left")
        if len(left) == 2 and left[0] == left[1]:
            return _("leave your opponent two equal heaps, {heaps}").format(heaps=",".join(map(format_value, left)))
        return super().advice(position, move, convention)

    def record_at(self, component: Position, move: Move, place: Place) -> dict[str, object]:
        """The record of a move: `heap` (from 0) and `amount`, or `heaps` and `amounts`; `leaves` where it is needed."""
        record = self.component_record(component, move)
        shifted = record.keys() & {"heap", "heaps"} if place.first else ()
        return record | {key: _shift(record[key], place.first) for key in shifted} if shifted else record

    def text_at(self, component: Position, move: Move, place: Place) -> str:
        """The move in words, with heaps counted from 1 where there are several."""
        record = self.record_at(component, move, place)
        if "heaps" in record:
            return taken_text(record)
        leaves, amount, heap = record.get("leaves"), record["amount"], _shift(record.get("heap"), 1)
        is_alone = place.heaps == 1
        heaps_left = ", ".join(map(exact_repr, leaves)) if isinstance(leaves, list) else ""
        if heaps_left and amount == 0:
            text = _("divide it into {heaps}") if is_alone else _("divide heap {heap} into {heaps}")
        else:
            text = _("take {amount}") if is_alone else _("take {amount} from heap {heap}")
            text += _(", leaving {heaps}") if heaps_left else ""
        return text.format(amount=exact_repr(amount), heap=heap, heaps=heaps_left)

    def notation_at(self, component: Position, move: Move, place: Place) -> str:
        """The amounts as text to be typed, with heaps where there are several, and the heaps left where needed."""
        taken, leaves = self.taken(component, move)
        if taken is None:
            return as_shown(self.whole_move(component, move, place))
        if place.heaps == 1 and len(taken) == 1:
            text = exact_repr(next(iter(taken.values())))
        else:
            one, shift = _("{amount} from {heap}"), place.first + 1
            pairs = (one.format(amount=exact_repr(amount), heap=heap + shift) for heap, amount in taken.items())
            text = _(" and ").join(pairs)
        # A heap that is taken whole leaves nothing to name.
        return text + _(" leaving {heaps}").format(heaps=", ".join(map(exact_repr, leaves))) if leaves else text

    def spellings(self, component: Position, move: Move, place: Place) -> set[str]:
        """The spellings of a move: in writing, in words, and by `str`."""
        text = self.text_at(component, move, place)
        shown = as_shown(self.whole_move(component, move, place))
        return {self.notation_at(component, move, place), text, shorten_ints(text), shown}

    def taken(self, component: Position, move: Move) -> tuple[dict[int, int] | None, tuple[int, ...] | None]:
        """The amounts by heap, None for moves that take none, and the heaps left where the record names them."""
        record = self.component_record(component, move)
        leaves = record.get("leaves")
        left = tuple(sorted(leaves)) if isinstance(leaves, list) else None
        return taken_by(record), left

    def candidates_at(self, component: Position, text: str, place: Place) -> Iterator[Move]:
        """The move that takes the amounts of the text, built without a walk through all moves."""
        described = _read(text)
        taken = None if described is None else described.within(place)
        count = self.heaps(component)
        if described is None or taken is None or not all(0 <= heap < count for heap in taken):
            yield from super().candidates_at(component, text, place)
            return
        shapes = self._shapes(component, taken, count, described.leaves)
        moves = (move for move in shapes if is_legal(component, move) and self._does(component, move, place, described))
        yield from islice(moves, 1)

    def _shapes(
        self, component: Position, heaps: dict[int, int], count: int, leaves: tuple[int, ...] | None
    ) -> Iterator[Move]:
        """The forms of a move that takes these amounts: a number, a pair, a tuple, the heaps left."""
        if len(heaps) == 1:
            ((heap, amount),) = heaps.items()
            yield from (amount, ComponentMove(heap, amount))
            left = leaves or ()  # a heap that is taken whole leaves nothing to name
            moves = (left,) if count > 1 else self.moves_leaving(component, left)
            yield from (ComponentMove(heap, move) if count > 1 else move for move in moves)
        yield tuple(heaps.get(heap, 0) for heap in range(count))

    def _does(self, component: Position, move: Move, place: Place, described: _DescribedMove) -> bool:
        """Whether a legal move is the one that a text describes."""
        taken, leaves = self.taken(component, move)
        left = described.leaves is None or tuple(sorted(described.leaves)) == leaves
        return left and taken is not None and taken == described.within(place)

    def fitting(self, position: Position, text: str, moves: Sequence[Move]) -> list[Move]:
        described = _read(text)
        return (
            [] if described is None else [move for move in moves if self._does(*self.locate(position, move), described)]
        )

    def refusal(self, position: Position, text: str, moves: Sequence[Move]) -> CGTError:
        shown, described = cut_text(text), _read(text)
        if described is None:
            return ParseError(_("{text!r} is not a move: {form}").format(text=shown, form=self.move_form(position)))
        if len(moves) == self.searched and described.leaves is None and isinstance(_inner(moves[0]), tuple):
            return ParseError(
                _("{text!r} does not say what is left, and there are too many ways: {form}").format(
                    text=shown, form=self.move_form(position)
                )
            )
        return self.not_allowed(position, shown)

    def moves_text(self, position: Position) -> str:
        """The legal moves in words, as ranges of amounts.

        >>> import cgt
        >>> game = cgt.games.TakeAway("2n")
        >>> game.wording.moves_text(game.parse("50:4")), game.wording.moves_text(game.parse("50:4,9:1"))
        ('take 1 to 4', 'from heap 1 take 1 to 4; from heap 2 take 1')
        """
        lines = [line for component, place in self.places(position) for line in self._summary(component, place)]
        shown = lines[:SHOWN_HEAPS] + (["…"] if len(lines) > SHOWN_HEAPS else [])
        return _("; ").join(shown) or _("no move is left")

    def _typed_form(self, component: Position, move: Move, place: Place) -> str:
        """The move as it is typed; in words where it takes nothing, and divides a heap."""
        taken, _leaves = self.taken(component, move)
        takes = taken is None or any(taken.values())
        return (self.notation_at if takes else self.text_at)(component, move, place)

    def move_form(self, position: Position) -> str:
        for move in position.moves():
            return _("write it like this: {move}").format(move=self._typed_form(*self.locate(position, move)))
        return super().move_form(position)

    def _summary(self, component: Position, place: Place) -> Iterator[str]:
        moves = component.moves()
        if isinstance(moves, range) and moves.step == 1:
            if moves:
                yield _line(_any_of(_span(moves.start, moves.stop - 1)), 0, place)
            return
        from more_itertools import consecutive_groups

        listed = list(islice(moves, SUMMARISED_MOVES + 1))
        amounts: dict[int, list[int]] = {}
        others = []
        for move in listed[:SUMMARISED_MOVES]:
            taken, leaves = self.taken(component, move)
            if taken is None or len(taken) != 1 or leaves is not None:
                others.append(move)
            else:
                heap, amount = next(iter(taken.items()))
                amounts.setdefault(heap, []).append(amount)
        more = len(listed) > SUMMARISED_MOVES
        for heap, takes in amounts.items():
            groups = map(list, consecutive_groups(sorted(takes)))
            spans = [span for group in groups for span in _span(group[0], group[-1])]
            yield _line(_any_of(spans[:6], more=len(spans) > 6 or more), heap, place)
        if others:
            text = (self._typed_form(component, move, place) for move in others[:3])
            yield from text if place.heaps == 1 else map(shorten_ints, text)
            if len(others) > 3 and not more:
                left = len(others) - 3
                yield ngettext("{count} other move", "{count} other moves", left).format(
                    count=format_int(left, group=True)
                )
        if more:
            yield _("and more")


def taken_by(record: Mapping[str, object]) -> dict[int, int] | None:
    """The amounts that a move takes, by heap, from its record; None where it takes none from heaps.

    >>> taken_by({"heaps": [0, 2], "amounts": [1, 4]}), taken_by({"heap": 0, "amount": 3}), taken_by({"move": "pass"})
    ({0: 1, 2: 4}, {0: 3}, None)
    """
    heaps, amounts = record.get("heaps", [record.get("heap")]), record.get("amounts", [record.get("amount")])
    if not isinstance(heaps, list) or not isinstance(amounts, list) or len(heaps) != len(amounts):
        return None
    return dict(zip(heaps, amounts, strict=True)) if all(map(is_whole, (*heaps, *amounts))) else None


def taken_text(record: Mapping[str, object], *, alone: bool = False) -> str:
    """The amounts of a move in words, from its record; heaps are counted from 1 unless there is only one.

    >>> taken_text({"heaps": [0, 2], "amounts": [1, 4]}), taken_text({"heap": 0, "amount": 3}, alone=True)
    ('take 1 from heap 1 and 4 from heap 3', 'take 3')
    """
    pairs = (taken_by(record) or {}).items()
    one = "{amount}" if alone else _("{amount} from heap {heap}")
    what = _(" and ").join(one.format(amount=exact_repr(amount), heap=heap + 1) for heap, amount in pairs)
    return _("take {what}").format(what=what)


@attrs.frozen
class RowWording(HeapWording):
    """The words of games on rows of pieces with places: a move names the pieces it takes, `3,4 of row 2`.

    >>> import cgt
    >>> kayles = cgt.games.Kayles()
    >>> words, rows = kayles.wording, kayles.position(7, 2)
    >>> words.write_move(rows, (0, (2, 3))), words.move_text(rows, (1, (0, 0))), words.read_move(rows, "1 of row 1")
    ('3,4 of row 1', 'knock down pins 1 and 2, row 2', ComponentMove(component=0, move=(0, 6)))
    """

    row: Row = attrs.field(kw_only=True)

    def _named(self, component: Position, move: Move) -> range:
        """The places of the pieces that a move names; raises `IllegalMoveError`."""
        (size,) = self.sizes(component)
        pair = self.row.read(size, move)
        if pair is None:
            raise IllegalMoveError(
                f"{format_value(move)} is not a move in a row of {format_int(size)}: "
                "name a pair, how many pieces stand before "
                "those that are named, and how many behind them"
            )
        return self.row.places(size, pair)

    def notation_at(self, component: Position, move: Move, place: Place) -> str:
        """The places of a move, with the row where there are several: `3,4`, `3,4 of row 2`."""
        places = self._named(component, move)
        numbers = list(map(exact_repr, places))
        text = ",".join(numbers) if len(numbers) < 4 else f"{numbers[0]}-{numbers[-1]}"
        return text if place.component is None else _("{places} of row {row}").format(places=text, row=place.first + 1)

    def text_at(self, component: Position, move: Move, place: Place) -> str:
        """The move in words."""
        places = self._named(component, move)
        if self.row.pieces == "cells":
            text = _("put a cross in cell {places}")
        elif self.row.pieces == "files":
            text = _("take file {places} with its neighbours")
        else:
            text = _("knock down pin {places}") if len(places) == 1 else _("knock down pins {places}")
        shown = list(map(exact_repr, places))
        result = _(" and ").join(shown) if len(shown) < 3 else _("{low} to {high}").format(low=shown[0], high=shown[-1])
        text = text.format(places=result)
        return text if place.component is None else _("{move}, row {row}").format(move=text, row=place.first + 1)

    def candidates_at(self, component: Position, text: str, place: Place) -> Iterator[Move]:
        """The move that the text names by places; else the candidates by amounts."""
        move = self._read_places(component, text, place)
        if move is not None and is_legal(component, move):
            yield move
        else:
            yield from super().candidates_at(component, text, place)

    def _read_places(self, component: Position, text: str, place: Place) -> Move | None:
        match = re.fullmatch(_PLACES, text.casefold()) if len(text) <= LONGEST else None
        if match is None:
            return None
        row = place.first + 1 if match["row"] is None and place.heaps == 1 else from_decimal(match["row"] or "0")
        if row != place.first + 1:
            return None
        (size,) = self.sizes(component)
        named = sorted(map(from_decimal, re.findall(r"\d+", match["places"], re.ASCII)))
        low, high = named[0], named[-1]
        if re.fullmatch(_RANGE, match["places"]) is None and named != [low + step for step in range(len(named))]:
            return None
        return self.row.read(size, (low - 1, size - high))

    def moves_text(self, position: Position) -> str:
        """The legal moves in words, by examples."""
        listed = list(islice(position.moves(), SUMMARISED_MOVES + 1))
        if not listed:
            return _("no move is left")
        few = len(listed) <= SHOWN_MOVES
        shown = [self.write_move(position, move) for move in (listed if few else (*listed[:2], listed[-1]))]
        return choice_text(shown, _("; ").join(shown if few else (*shown[:2], "…", shown[2])))


def _shift(value: object, by: int) -> object:
    if isinstance(value, list):
        return [entry + by for entry in value]
    return value + by if isinstance(value, int) else value


def _inner(move: Move) -> Move:
    return move.move if isinstance(move, ComponentMove) else move


def _read(text: str) -> _DescribedMove | None:
    """The move that a text describes; None when it does not have the form of a move."""
    if len(text) > LONGEST:
        return None
    rest = text.casefold()  # blanks are single: what is matched below is matched in one pass
    leaves = None
    divided = re.match(_DIVIDE, rest)
    if divided is not None and re.fullmatch(_SIZES, rest[divided.end() :].strip()):
        where = f" from {divided['heap']}" if divided["heap"] else ""
        rest = f"0{where} leaving {rest[divided.end() :]}"
    ending = re.search(_LEAVING, rest)
    if ending is not None and re.fullmatch(_SIZES, rest[ending.end() :].strip()):
        leaves = tuple(map(from_decimal, re.findall(r"\d+", rest[ending.end() :], re.ASCII)))
        rest = rest[: ending.start()].rstrip(" ,").removesuffix(" en")
    amounts: Taken = {}
    for part in re.split(_AND, rest):
        take = re.fullmatch(_TAKE, part.strip())
        if take is None:
            return None
        heap = None if take["heap"] is None else from_decimal(take["heap"]) - 1
        if heap in amounts:
            return None
        amounts[heap] = from_decimal(take["amount"])
    return _DescribedMove(amounts, leaves)


def _span(low: int, high: int) -> list[str]:
    if high - low < 2:
        return list(map(format_int, range(low, high + 1)))
    return [_("{low} to {high}").format(low=format_int(low), high=format_int(high))]


def _any_of(amounts: Sequence[str], *, more: bool = False) -> str:
    *before, last = amounts
    if more or not before:
        return ", ".join([*amounts, *(["…"] if more else [])])
    return _("{amounts} or {last}").format(amounts=", ".join(before), last=last)


def _line(amounts: str, heap: int, place: Place) -> str:
    if place.heaps == 1:
        return _("take {amounts}").format(amounts=amounts)
    return _("from heap {heap} take {amounts}").format(heap=place.first + heap + 1, amounts=amounts)
