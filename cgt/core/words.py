"""Which move a text means, and what may be played, for the moves of any game."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice, product
from typing import TYPE_CHECKING

from cgt.core.compounds import ComponentMove, Sum, component_move
from cgt.core.language import _
from cgt.core.reading import check_text
from cgt.errors import IllegalMoveError, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol

    from cgt.core.position import Move, Position

    class _Speaker(Protocol):
        """What a game says of a move."""

        def write_move(self, position: Position, move: Move) -> str: ...
        def move_text(self, position: Position, move: Move) -> str: ...
        def component_move_text(self, position: Position, move: Move) -> str: ...
        def meant_moves(self, position: Position, text: str) -> Iterable[Move]: ...
        def moves_text(self, position: Position) -> str: ...


SEARCHED_MOVES = 20_000
"""How many moves are looked through for the one that a text means, where its numbers do not tell it."""

COMPARED_MOVES = 1_000
"""How many of them are looked at for one that is nearly what was written."""

SHOWN_MOVES = 12
"""How many moves a line lists of those that may be played."""


def read_move(game: _Speaker, position: Position, text: str) -> Move:
    """The legal move that a text stands for: as the game writes it, in either case; see `Game.read_move`."""
    check_text(text)
    wanted = " ".join(text.split())
    folds: tuple[Callable[[str], str], ...] = (str, str.casefold)
    for meant, fold in product((True, False), folds):
        moves = _legal_meant(game, position, wanted) if meant else islice(position.moves(), SEARCHED_MOVES)
        fitting = [move for move in moves if fold(wanted) in map(fold, _spellings(game, position, move))]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise ParseError(
                _("{text!r} fits {count} moves: write {moves}").format(
                    text=wanted,
                    count=len(fitting),
                    moves="; ".join(game.write_move(position, move) for move in fitting[:4]),
                )
            )
    compared = [game.write_move(position, move) for move in islice(position.moves(), COMPARED_MOVES)]
    shown = wanted if len(wanted) <= 40 else wanted[:40] + "…"
    from difflib import get_close_matches

    if near := get_close_matches(shown, compared, n=4):
        raise ParseError(
            _("{text!r} is not a move here: did you mean {moves}?").format(text=shown, moves=", ".join(near))
        )
    raise IllegalMoveError(
        _("{text!r} is not allowed here: {allowed}").format(text=shown, allowed=game.moves_text(position))
    )


def moves_text(game: _Speaker, position: Position) -> str:
    """What may be played, in one line, whatever the number of moves."""
    listed = [game.write_move(position, move) for move in islice(position.moves(), SHOWN_MOVES + 1)]
    if not listed:
        return _("no move is left")
    return _("play {moves}").format(moves=", ".join(listed[:SHOWN_MOVES] + ["…"] * (len(listed) > SHOWN_MOVES)))


def plain(move: Move) -> object:
    """A move as JSON can hold it: numbers and texts as they are, tuples as lists, anything else as `str` shows it."""
    if isinstance(move, tuple):
        return list(map(plain, move))
    return move if move is None or isinstance(move, int | str) else str(move)


def _legal_meant(game: _Speaker, position: Position, text: str) -> Iterator[Move]:
    moves = game.meant_moves(position, text)
    if isinstance(position, Sum):
        parts = enumerate(position.parts)
        moves = (ComponentMove(index, move) for index, part in parts for move in game.meant_moves(part, text))
    for move in dict.fromkeys(moves):
        with suppress(IllegalMoveError):
            position.play(move)
            yield move


def _spellings(game: _Speaker, position: Position, move: Move) -> set[str]:
    spellings = {game.write_move(position, move), game.move_text(position, move), str(move)}
    if isinstance(position, Sum):
        index, inner = component_move(move, len(position.parts))
        spellings |= {game.component_move_text(position.parts[index], inner), str(inner)}
    return {" ".join(spelling.split()) for spelling in spellings}
