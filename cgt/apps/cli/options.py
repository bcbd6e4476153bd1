"""Arguments and options that several commands share.

Help and completion load every command: what a command works with it loads when it runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Parameter, Token

from cgt.apps.cli.screen import COLUMNS, DOCUMENT, PICTURED
from cgt.core.language import _
from cgt.core.numbers import check_whole, format_value
from cgt.core.outcome import Convention
from cgt.core.reading import parse_size
from cgt.errors import ParseError

if TYPE_CHECKING:
    from cgt.core.game import Game


def complete_ruleset(_context: object) -> list[str]:
    """The names of the games, for completion in the shell."""
    from cgt.families.registry import ruleset_names

    return ruleset_names()


_WHOLE = re.compile(r"\s*[+-]?\d+\s*", re.ASCII)


def _read_whole(_kind: object, tokens: Sequence[Token]) -> int:
    """The whole number of a text, a power such as 10^6 among them; what would have to be rounded is refused."""
    text = tokens[0].value
    if _WHOLE.fullmatch(text):
        return int(text)
    with suppress(ParseError):
        return parse_size(text, text, 0, "")
    if text.lower() in complete_ruleset(None):
        raise ValueError(_("{text} is a game, and the game comes first").format(text=format_value(text)))
    raise ValueError(_("{text} is not a whole number in digits, such as 1000").format(text=format_value(text)))


def _read_count(kind: object, tokens: Sequence[Token]) -> int:
    """The whole number of a text; one below 0 is refused."""
    count = _read_whole(kind, tokens)
    if count < 0:
        raise ValueError(_("{text} is below 0").format(text=format_value(count)))
    return count


def _read_seconds(_kind: object, tokens: Sequence[Token]) -> float:
    """The number of seconds of a text."""
    with suppress(ValueError):
        if (seconds := float(tokens[0].value)) >= 0:
            return seconds
    text = _("{text} is not a number of seconds, such as 60")
    raise ValueError(text.format(text=format_value(tokens[0].value)))


_NEEDS_STOP = "--stop is a whole number of at least {bound}"


def check_stop(stop: int, least: int) -> None:
    """Check the value of `--stop`; raises `NumberError`."""
    check_whole(stop, _NEEDS_STOP, least=least, bound=least)


WHOLE = Parameter(converter=_read_whole)
"""The converter of every option and argument that is a whole number."""

COUNT = Parameter(converter=_read_count)
"""The converter of those that are never below 0."""

RulesetText: TypeAlias = Annotated[
    str,
    Parameter(
        help="The game: name or name(arguments), such as takeaway(2n); `cgt games` lists them.",
        completer=complete_ruleset,
    ),
]
PositionText: TypeAlias = Annotated[
    str | None,
    Parameter(
        help="Heaps separated by commas, quotas after a colon; + joins positions into a sum. Left out where the first "
        "argument names games and positions.",
    ),
]
Stop: TypeAlias = Annotated[int, COUNT, Parameter(name="--stop", help="The first heap left out.")]
"""The one bound of lists, tables, figures and studies."""
OptionalStop: TypeAlias = Annotated[
    int | None, COUNT, Parameter(name="--stop", help="The first heap left out; by default what suits the game.")
]
FAMILY_STOP = 16
"""The size left out by default in a family of positions, since each is searched."""

BOARD_STOP = 6
"""The default number of rows and columns in a table of boards."""

Along: TypeAlias = Annotated[
    str, Parameter(help="A position with {n} for its size, such as 'cycle {n}' or '2x{n}', in place of heaps.")
]
FamilyStart: TypeAlias = Annotated[int, WHOLE, Parameter(help="The first size of such a family.")]
Misere: TypeAlias = Annotated[
    bool, Parameter(negative="", show_default=False, help="Misère play: whoever moves last loses.")
]
AsPlayed: TypeAlias = Annotated[
    bool | None,
    Parameter(
        negative="--normal",
        show_default=False,
        help="Misère play: whoever moves last loses; --normal: wins. By default as the game is played.",
    ),
]
Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON.")]


def _output(*suffixes: str) -> Parameter:
    """The option for a file to write, which may end so."""
    return Parameter(name=["--output", "-o"], help=f"Write to this file: {', '.join(suffixes)}.")


_BFILE = ".txt (OEIS b-file)"
JsonOutput: TypeAlias = Annotated[Path | None, _output(".json")]
ResultOutput: TypeAlias = Annotated[Path | None, _output(*DOCUMENT)]
PicturedOutput: TypeAlias = Annotated[Path | None, _output(*PICTURED)]
RowsOutput: TypeAlias = Annotated[Path | None, _output(*COLUMNS)]
ValuesOutput: TypeAlias = Annotated[Path | None, _output(*COLUMNS, ".npy", ".npz", _BFILE)]
PositionsOutput: TypeAlias = Annotated[Path | None, _output(*COLUMNS, f".npy; one heap also {_BFILE}")]
TableOutput: TypeAlias = Annotated[Path | None, _output(*dict.fromkeys((*COLUMNS, *PICTURED)), ".npy", ".npz")]
BackendName: TypeAlias = Annotated[Literal["auto", "python", "compiled"], Parameter(help="How a table is computed.")]
Threads: TypeAlias = Annotated[
    int | None,
    WHOLE,
    Parameter(help="How many threads may work, where several pay; by default one for each core, at most four."),
]
MaxPositions: TypeAlias = Annotated[
    int, COUNT, Parameter(help="The most positions that a search, or a table, may work out.")
]
MaxSeconds: TypeAlias = Annotated[
    float, Parameter(converter=_read_seconds, help="The most seconds that the work may take, about.")
]


def table_stop(game: Game, usual: int) -> int:
    """The default number of rows in a table; of whole boards, each of which is searched, a small one."""
    return BOARD_STOP if game.wording.table_axes == ("rows", "columns") else usual


def played_convention(game: Game, *, misere: bool | None) -> Convention:
    """The play convention that `--misere` or `--normal` asks for; by default the first of the game's own."""
    return game.conventions[0] if misere is None else convention_of(misere=misere)


def convention_of(*, misere: bool) -> Convention:
    """The play convention that the option `--misere` asks for."""
    return Convention.MISERE if misere else Convention.NORMAL
