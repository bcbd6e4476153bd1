"""Moves as people write them: `2`, `3 from 2`, `2 from 1 and 2 from 2`, `1 leaving 3,4`; read, written, summarised.

People count heaps from 1; the moves and their records count them from 0, as Python does.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import attrs
from more_itertools import consecutive_groups, first

from cgt.core.compounds import ComponentMove, Sum, component_move, components_of
from cgt.core.language import _
from cgt.core.numbers import from_decimal, is_whole, shortened, to_decimal
from cgt.core.reading import check_text
from cgt.errors import IllegalMoveError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.position import Move, Position

LISTED = 2_000
"""How many moves of one component a summary looks at."""

SEARCHED = 2_000
"""How many moves are looked through for one that is written in an unusual way: a tenth of a second."""

LONGEST = 20_000
"""The longest text that is read as a move."""

_FROM = r"(?:from|of|in|de|du|dans|sur|@)\s*(?:the\s+|le\s+|la\s+)?(?:heap|row|tas|rang[ée]e)?\s*"
_TAKE = re.compile(rf"(?:take|prendre|prends|retirer|-)?\s*(?P<amount>\d+)\s*(?:{_FROM}(?P<heap>\d+))?", re.ASCII)
_AND = re.compile(r"\s*(?:\band\b|\bet\b|&|;)\s*")
_LEAVING = re.compile(r"leaving|leave|laissant|laisser|->|→")
_SIZES = re.compile(r"\d+(?:[ ,]+\d+)*|\[[\d ,]*\]|\([\d ,]*\)", re.ASCII)


Taken = tuple[dict[int, int] | None, tuple[int, ...] | None]
"""What a move takes from which heap, and the heaps it leaves, as far as they are named."""


class TakesFromHeaps(Protocol):
    """This is a Protocol: a game in which a move takes from heaps, or divides them."""

    def heap_count(self, component: Position, /) -> int:
        """How many heaps one component shows."""
        ...

    def moves_leaving(self, component: Position, heaps: tuple[int, ...], /) -> Iterable[Move]:
        """The moves of one component that may leave these heaps, whether legal or not."""
        ...

    def component_move_record(self, position: Position, move: Move, /) -> dict[str, object]:
        """`heap` and `amount`, or `heaps` and `amounts`; `leaves` where the heaps left must be named."""
        ...

    def move_record(self, position: Position, move: Move, /) -> dict[str, object]:
        """The same in any position, heaps counted through."""
        ...

    def move_text(self, position: Position, move: Move, /) -> str:
        """The move in words."""
        ...

    def write_move(self, position: Position, move: Move, /) -> str:
        """The move as one types it."""
        ...

    def move_form(self, position: Position, /) -> str:
        """How to write a move here."""
        ...

    def moves_text(self, position: Position, /) -> str:
        """What may be played."""
        ...


def move_record(game: TakesFromHeaps, position: Position, move: Move) -> dict[str, object]:
    """The move as JSON-ready data: `heap` (index from 0) and `amount`, or `heaps` and `amounts` for several."""
    if not isinstance(position, Sum):
        return game.component_move_record(position, move)
    component, inner = component_move(move, len(position.parts))
    before = sum(game.heap_count(part) for part in position.parts[:component])
    record = game.component_move_record(position.parts[component], inner)
    return {key: _shift(value, before) if key in {"heap", "heaps"} else value for key, value in record.items()}


def _shift(value: object, by: int) -> object:
    if isinstance(value, list):
        return [entry + by for entry in value]
    return value + by if isinstance(value, int) else value


def move_text(game: TakesFromHeaps, position: Position, move: Move) -> str:
    """The move in words, with heaps counted from 1 where there are several."""
    record = game.move_record(position, move)
    if "heaps" in record:
        heaps, amounts = record["heaps"], record["amounts"]
        pairs = zip(heaps, amounts, strict=True) if isinstance(heaps, list) and isinstance(amounts, list) else ()
        return _("take {what}").format(
            what=_(" and ").join(_("{amount} from heap {heap}").format(amount=_brief(a), heap=h + 1) for h, a in pairs)
        )
    leaves, amount, heap = record.get("leaves"), record["amount"], _shift(record.get("heap"), 1)
    is_alone = _heap_count(game, position) == 1
    heaps = ", ".join(map(_brief, leaves)) if isinstance(leaves, list) else ""
    if heaps and amount == 0:
        text = _("divide it into {heaps}") if is_alone else _("divide heap {heap} into {heaps}")
    else:
        text = _("take {amount}") if is_alone else _("take {amount} from heap {heap}")
        text += _(", leaving {heaps}") if heaps else ""
    return text.format(amount=_brief(amount), heap=heap, heaps=heaps)


def _brief(amount: object) -> str:
    return shortened(amount) if is_whole(amount) else str(amount)


@attrs.frozen
class _Wanted:
    """What a text asks for: an amount by heap, from 0 (None: the only one), and the heaps to be left, if it says so."""

    amounts: dict[int | None, int]
    leaves: tuple[int, ...] | None


def read_move(game: TakesFromHeaps, position: Position, text: str) -> Move:
    """The legal move that a text stands for.

    Raises:
        ParseError: the text cannot be read, or fits several moves; the message shows the right form.
        IllegalMoveError: it can, but the rules do not allow the move here; the message says what they allow.

    >>> import cgt
    >>> game = cgt.games.Nim()
    >>> read_move(game, game.position(3, 5), "2 from 2")
    ComponentMove(component=1, move=2)
    """
    check_text(text)
    wanted = _read(text)
    if wanted is not None:
        found = list(_candidates(game, position, wanted))
        if len(found) == 1:
            return found[0]
    written = " ".join(text.split()).casefold()
    exact, fitting = [], []
    looked_at = list(islice(position.moves(), SEARCHED + 1))
    for move in looked_at[:SEARCHED]:
        if written in {game.write_move(position, move).casefold(), _in_words(game, position, move), str(move)}:
            exact.append(move)
        elif wanted is not None and _fits(game, position, move, wanted):
            fitting.append(move)
    if len(exact or fitting) == 1:
        return (exact or fitting)[0]
    if fitting:
        several = _("; ").join(game.write_move(position, move) for move in fitting[:4])
        raise ParseError(
            _("{text!r} fits {count} moves: write {moves}").format(text=text, count=len(fitting), moves=several)
        )
    shown = text.strip() if len(text) <= 40 else text[:40] + "…"
    if wanted is None:
        raise ParseError(_("{text!r} is not a move: {form}").format(text=shown, form=game.move_form(position)))
    if len(looked_at) > SEARCHED and wanted.leaves is None and isinstance(_inner(looked_at[0]), tuple):
        raise ParseError(
            _("{text!r} does not say what is left, and there are too many ways: {form}").format(
                text=shown, form=game.move_form(position)
            )
        )
    allowed = game.moves_text(position)
    raise IllegalMoveError(_("{text!r} is not allowed here: {allowed}").format(text=shown, allowed=allowed))


def _read(text: str) -> _Wanted | None:
    """What the text asks for; None when it does not have the form of a move."""
    if len(text) > LONGEST:
        return None
    rest = " ".join(text.split()).casefold()  # blanks one by one: what is matched below is matched in one pass
    leaves = None
    ending = _LEAVING.search(rest)
    if ending is not None and _SIZES.fullmatch(rest[ending.end() :].strip()):
        leaves = _sizes(rest[ending.end() :])
        rest = rest[: ending.start()].rstrip(" ,").removesuffix(" en")
    amounts: dict[int | None, int] = {}
    for part in _AND.split(rest):
        take = _TAKE.fullmatch(part.strip())
        if take is None:
            return None
        heap = None if take["heap"] is None else from_decimal(take["heap"]) - 1
        if heap in amounts:
            return None
        amounts[heap] = from_decimal(take["amount"])
    return _Wanted(amounts, leaves)


def _sizes(text: str) -> tuple[int, ...]:
    """The numbers of a text."""
    return tuple(map(from_decimal, re.findall(r"\d+", text, re.ASCII)))


def _candidates(game: TakesFromHeaps, position: Position, wanted: _Wanted) -> Iterator[Move]:
    """The moves that can be put together from the text without walking through all there are."""
    amounts = wanted.amounts
    count = _heap_count(game, position)
    if None in amounts:
        if len(amounts) > 1 or count != 1:
            return
        amounts = {0: amounts[None]}
    heaps = {heap: amount for heap, amount in amounts.items() if heap is not None}
    if any(not 0 <= heap < count for heap in heaps):
        return
    for move in _shapes(game, position, heaps, wanted.leaves):
        try:
            position.play(move)
        except (ValueError, TypeError):
            continue
        if _fits(game, position, move, wanted):
            yield move
            return


def _inner(move: Move) -> Move:
    return move.move if isinstance(move, ComponentMove) else move


def _shapes(
    game: TakesFromHeaps, position: Position, heaps: dict[int, int], leaves: tuple[int, ...] | None
) -> Iterator[Move]:
    """The ways in which games write the move that takes these amounts: a number, a pair, a tuple, the heaps left."""
    if isinstance(position, Sum):
        start = 0
        for index, part in enumerate(position.parts):
            stop = start + game.heap_count(part)
            if all(start <= heap < stop for heap in heaps):
                inside = {heap - start: amount for heap, amount in heaps.items()}
                yield from (ComponentMove(index, move) for move in _shapes(game, part, inside, leaves))
            start = stop
        return
    count = game.heap_count(position)
    if len(heaps) == 1:
        ((heap, amount),) = heaps.items()
        yield ComponentMove(heap, amount) if count > 1 else amount
        if leaves is not None:
            moves = (leaves,) if count > 1 else game.moves_leaving(position, leaves)
            yield from (ComponentMove(heap, move) if count > 1 else move for move in moves)
    yield tuple(heaps.get(heap, 0) for heap in range(count))


def _fits(game: TakesFromHeaps, position: Position, move: Move, wanted: _Wanted) -> bool:
    """Whether a legal move does what a text asks for."""
    taken, leaves = _taken(game, position, move)
    amounts = dict(wanted.amounts)
    if None in amounts:
        if len(amounts) > 1 or _heap_count(game, position) != 1:
            return False
        amounts = {0: amounts[None]}
    return taken == amounts and (wanted.leaves is None or tuple(sorted(wanted.leaves)) == leaves)


def _taken(game: TakesFromHeaps, position: Position, move: Move) -> Taken:
    """The amount taken from each heap, None when the game's moves are no such thing; and the heaps left, if named."""
    record = game.move_record(position, move)
    leaves = record.get("leaves")
    left = tuple(sorted(leaves)) if isinstance(leaves, list) else None
    heaps = record.get("heaps", [record.get("heap")])
    amounts = record.get("amounts", [record.get("amount")])
    if not isinstance(heaps, list) or not isinstance(amounts, list) or len(heaps) != len(amounts):
        return None, left
    if not all(map(is_whole, (*heaps, *amounts))):
        return None, left
    return dict(zip(heaps, amounts, strict=True)), left


def _heap_count(game: TakesFromHeaps, position: Position) -> int:
    return sum(game.heap_count(part) for part in components_of(position))


def _in_words(game: TakesFromHeaps, position: Position, move: Move) -> str:
    return game.move_text(position, move).casefold()


def write_move(game: TakesFromHeaps, position: Position, move: Move) -> str:
    """The move in the form that `read_move` reads.

    >>> import cgt
    >>> game = cgt.games.Nim()
    >>> write_move(game, game.position(3, 5), (1, 2)), write_move(game, game.position(3), 2)
    ('2 from 2', '2')
    """
    taken, leaves = _taken(game, position, move)
    if taken is None:
        return str(move)
    if _heap_count(game, position) == 1 and len(taken) == 1:
        text = to_decimal(first(taken.values()))
    else:
        pairs = (
            _("{amount} from {heap}").format(amount=to_decimal(amount), heap=heap + 1) for heap, amount in taken.items()
        )
        text = _(" and ").join(pairs)
    # A heap that is taken whole leaves nothing to name.
    return text + _(" leaving {heaps}").format(heaps=", ".join(map(to_decimal, leaves))) if leaves else text


def summarise_moves(game: TakesFromHeaps, position: Position) -> str:
    """What may be played, in one line, whatever the number of moves.

    >>> import cgt
    >>> game = cgt.games.TakeAway("2n")
    >>> summarise_moves(game, game.parse("50:4")), summarise_moves(game, game.parse("50:4,9:1"))
    ('take 1 to 4', 'from heap 1 take 1 to 4; from heap 2 take 1')
    """
    single = _heap_count(game, position) == 1
    lines: list[str] = []
    start = 0
    for part in position.parts if isinstance(position, Sum) else (position,):
        lines += _summary(game, part, start, single)
        start += game.heap_count(part)
    return _("; ").join(lines[:8] + (["…"] if len(lines) > 8 else [])) or _("no move is left")


def _summary(game: TakesFromHeaps, part: Position, start: int, single: bool) -> Iterator[str]:
    moves = part.moves()
    if isinstance(moves, range) and moves.step == 1:
        if moves:
            yield _line(_span(moves.start, moves.stop - 1), start, single)
        return
    listed = list(islice(moves, LISTED + 1))
    amounts: dict[int, list[int]] = {}
    others = []
    for move in listed[:LISTED]:
        taken, leaves = _taken(game, part, move)
        if taken is None or len(taken) != 1 or leaves is not None:
            others.append(move)
        else:
            heap, amount = first(taken.items())
            amounts.setdefault(heap, []).append(amount)
    more = len(listed) > LISTED
    for heap, takes in amounts.items():
        spans = [_span(group[0], group[-1]) for group in map(list, consecutive_groups(sorted(takes)))]
        shown = ", ".join(spans[:6]) + (", …" if len(spans) > 6 or more else "")
        yield _line(shown, start + heap, single)
    if others:
        examples = _("; ").join(_with_offset(game, part, move, start, single) for move in others[:3])
        text = _("{count} moves such as {examples}") if amounts or len(others) > 3 else "{examples}"
        count = f"{len(others):,}" + ("+" if more else "")
        yield text.format(count=count, examples=examples)
    if more:
        yield _("and more")


def _with_offset(game: TakesFromHeaps, part: Position, move: Move, start: int, single: bool) -> str:
    """A move of a component as it is written in the whole position."""
    taken, leaves = _taken(game, part, move)
    if taken is None:
        return str(move)
    if single:
        return game.write_move(part, move)
    text = _(" and ").join(
        _("{amount} from {heap}").format(amount=shortened(amount), heap=heap + start + 1)
        for heap, amount in taken.items()
    )
    return text + _(" leaving {heaps}").format(heaps=", ".join(map(shortened, leaves))) if leaves else text


def _span(low: int, high: int) -> str:
    if high - low < 2:
        return ", ".join(map(shortened, range(low, high + 1)))
    return _("{low} to {high}").format(low=shortened(low), high=shortened(high))


def _line(amounts: str, heap: int, single: bool) -> str:
    if single:
        return _("take {amounts}").format(amounts=amounts)
    return _("from heap {heap} take {amounts}").format(heap=heap + 1, amounts=amounts)
