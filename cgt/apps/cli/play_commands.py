"""`cgt play`: a game against the computer, or between two people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import COUNT, AsPlayed, complete_ruleset, played_convention
from cgt.core.language import _
from cgt.errors import ParseError, RulesetError

if TYPE_CHECKING:
    from cgt.apps.play.session import GameSession

PERFECT = "perfect"
"""The default level of the computer."""

LONGEST_RECORD = 10_000_000
"""The length of the longest record that is read, in characters."""


def play(
    ruleset: Annotated[
        str | None,
        Parameter(help="The game, such as takeaway(2n); `cgt games` lists them.", completer=complete_ruleset),
    ] = None,
    position: Annotated[str | None, Parameter(help="Where it begins; by default the game's example.")] = None,
    /,
    *,
    misere: AsPlayed = None,
    level: Annotated[
        str, Parameter(help="The computer: perfect, beginner, or the probability of an error, such as 0.2.")
    ] = PERFECT,
    seed: Annotated[int | None, COUNT, Parameter(help="Repeats the computer's errors.")] = None,
    two_players: Annotated[bool, Parameter(negative="", help="Two people, no computer.")] = False,
    second: Annotated[bool, Parameter(negative="", help="Let the computer begin.")] = False,
    save: Annotated[
        Path | None, Parameter(help="Keep the game's record in this file, move by move, in place of an earlier one.")
    ] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with the game that this file records.")] = None,
) -> int:
    """Play a game against the computer, or two people against each other; type ? for help while playing.

    With --lang fr the game speaks French.

    Example: cgt play "takeaway(2n)" 21 --misere --level 0.2

    Example: cgt play "kayles 7 + nim 3,5"
    """
    import secrets

    from cgt.apps.cli.console import Screen
    from cgt.apps.cli.terminal_board import Board, ask_beginning, check_record_path
    from cgt.apps.play.opponent import Level
    from cgt.apps.play.session import GameSession, Player
    from cgt.solving.subjects import parse_beginning

    if resume is not None:
        if ruleset is not None or misere is not None or two_players or second or seed is not None or level != PERFECT:
            raise RulesetError(
                _(
                    "--resume takes the game and its players from the file: name no ruleset with it, and no option but "
                    "--save"
                )
            )
        session = _resumed(resume)
    else:
        if ruleset is None:
            try:
                chosen = ask_beginning(Screen(soft_wrap=False))
            except EOFError:
                raise RulesetError(_("name a ruleset, such as nim, or a record with --resume FILE")) from None
            ruleset, second = str(chosen.game), second or chosen.computer_begins
            misere = chosen.misere if misere is None else misere
        computer = Player(Level.of(level))
        players = (Player(), Player()) if two_players else (computer, Player()) if second else (Player(), computer)
        game, start = parse_beginning(ruleset, position)
        chosen_seed = secrets.randbelow(10**6) if seed is None else seed
        session = GameSession(game, start, played_convention(game, misere=misere), players=players, seed=chosen_seed)
    if save is not None:
        check_record_path(save)
    return Board(session, Screen(soft_wrap=False), save).run()


def _resumed(path: Path) -> GameSession:
    from cgt.apps.play.record import read_record
    from cgt.core.atomic import read_text

    try:
        text = read_text(path, "game record", LONGEST_RECORD)
    except ParseError as error:
        raise ParseError(_("{path} is no game record").format(path=path)) from error
    try:
        return read_record(text)
    except ParseError as error:
        raise ParseError(_("{path}: {error}").format(path=path, error=error)) from error
