"""Games as readable text: written for people, read back with exact errors.

    cgt game
    ruleset: takeaway(2n)
    convention: misere
    position: 50:2
    first: person
    second: computer perfect
    seed: 7
    1. 2
    2. 1

Lines that begin with `#` are comments. Moves are written as one types them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from cgt.apps.play.opponent import Level
from cgt.apps.play.session import GameSession, Player
from cgt.core.language import _, language
from cgt.core.outcome import Convention
from cgt.core.reading import check_text
from cgt.errors import CGTError, ParseError
from cgt.solving.subjects import parse_game

_T = TypeVar("_T")

HEADER = "cgt game"
FIELDS = ("ruleset", "convention", "position", "first", "second", "seed")
_MOVE = re.compile(r"(\d+)\.\s+(.+)", re.ASCII)


def write_record(session: GameSession) -> str:
    """The game as text, up to the current position.

    >>> import cgt
    >>> session = GameSession(cgt.games.Nim(), cgt.games.Nim().position(3, 5), seed=7)
    >>> turn = session.play_text("2 from 2")
    >>> print(write_record(session), end="")
    cgt game
    ruleset: nim
    convention: normal
    position: 3,5
    first: person
    second: computer perfect
    seed: 7
    1. 2 from 2
    """
    values = (
        str(session.ruleset),
        str(session.convention),
        session.ruleset.wording.position_text(session.start),
        *map(_written, session.players),
        str(session.seed),
    )
    lines = [HEADER, *(f"{name}: {value}" for name, value in zip(FIELDS, values, strict=True))]
    with language("en"):
        lines += [f"{turn.number}. {turn.written}" for turn in session.turns]
    return "\n".join(lines) + "\n"


def _written(player: Player) -> str:
    return "person" if player.level is None else f"computer {player.level}"


def read_record(text: str) -> GameSession:
    """The game of a record, with every move played again and so checked.

    Raises:
        ParseError: the text is no record; the message names the line, and what would be right there.

    >>> read_record("a game of chess")
    Traceback (most recent call last):
        ...
    cgt.errors.ParseError: line 1: a game record begins with 'cgt game', not 'a game of chess'
    """
    check_text(text)
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not lines or lines[0][1] != HEADER:
        number, line = lines[0] if lines else (1, "")
        message = _("line {number}: a game record begins with {header!r}, not {line!r}")
        raise ParseError(message.format(number=number, header=HEADER, line=line[:60]))
    last = len(numbered)
    values: dict[str, tuple[int, str]] = {}
    for (number, line), name in zip(lines[1:], FIELDS, strict=False):
        result, colon, value = line.partition(":")
        if result.strip() != name or not colon:
            message = _("line {number}: '{name}: …' was expected, not {line!r}")
            raise ParseError(message.format(number=number, name=name, line=line[:60]))
        values[name] = number, value.strip()
    missing = [name for name in FIELDS if name not in values]
    if missing:
        raise ParseError(
            _("line {last}: the record ends before its {missing}").format(last=last + 1, missing=missing[0])
        )
    ruleset = _at(*values["ruleset"], parse_game)
    start = _at(*values["position"], ruleset.parse)
    players = _at(*values["first"], _player), _at(*values["second"], _player)
    seed = _at(*values["seed"], _seed)
    session = _at(
        *values["convention"],
        lambda text: GameSession(ruleset, start, Convention.of(text), players=players, seed=seed),
    )
    for number, line in lines[1 + len(FIELDS) :]:
        move = _MOVE.fullmatch(line)
        expected = len(session.turns) + 1
        if move is None or move[1] != str(expected):
            message = _("line {number}: move {expected} was expected, written '{expected}. …', not {line!r}")
            raise ParseError(message.format(number=number, expected=expected, line=line[:60]))
        _at(number, move[2], partial(_play, session))
    return session


def _play(session: GameSession, text: str) -> None:
    """Play a move as a record has it, in English, or as a person wrote it into one."""
    try:
        with language("en"):
            session.play_text(text)
    except CGTError:
        session.play_text(text)


def _at(number: int, text: str, read: Callable[[str], _T]) -> _T:
    try:
        return read(text)
    except CGTError as error:
        raise ParseError(_("line {number}: {error}").format(number=number, error=error)) from error


def _player(text: str) -> Player:
    kind, _space, level = text.partition(" ")
    if kind == "person" and not level:
        return Player()
    if kind == "computer" and level:
        return Player(Level.of(level.strip()))
    raise ParseError(
        _("a player is 'person', or 'computer' and a level such as perfect, not {text!r}").format(text=text[:60])
    )


def _seed(text: str) -> int:
    if re.fullmatch(r"-?\d{1,100}", text, re.ASCII) is None:
        raise ParseError(_("a seed is a whole number, not {text!r}").format(text=text[:60]))
    return int(text)
