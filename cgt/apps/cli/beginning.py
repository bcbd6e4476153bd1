"""What bare `cgt play` asks first: which game, who begins, and whether the last move wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.errors import CGTError
from cgt.families.registry import parse_ruleset

if TYPE_CHECKING:
    from rich.console import Console

    from cgt.core.game import Game

OFFERED = ("nim", "takeaway(2n)", "wythoff", "kayles", "treblecross", "end-nim", "ruler")
"""The games in the list; any other is named."""


@attrs.frozen
class Beginning:
    """What was chosen."""

    game: Game
    computer_begins: bool
    misere: bool


def ask_beginning(console: Console) -> Beginning:
    """Ask the three questions; an empty line takes the first answer. Raises `EOFError` when nobody answers."""
    offered = [parse_ruleset(text) for text in OFFERED]
    for number, game in enumerate(offered, start=1):
        console.print(f"{number}. {_(game.title)}", highlight=False, markup=False)
    game = _game(console, offered)
    first = _yes(console, _("Do you begin? (yes/no)"))
    wins = _yes(console, _("Does the last move win? (yes/no)")) if len(game.conventions) > 1 else True
    return Beginning(game, computer_begins=not first, misere=not wins)


def _game(console: Console, offered: list[Game]) -> Game:
    while True:
        typed = console.input(_("Which game? A number, or a name that cgt games lists") + "> ", markup=False).strip()
        if not typed:
            return offered[0]
        if typed.isdecimal() and 1 <= int(typed[:9]) <= len(offered):
            return offered[int(typed) - 1]
        try:
            return parse_ruleset(typed)
        except CGTError as error:
            console.print(str(error), style="red", highlight=False, markup=False)


def _yes(console: Console, question: str) -> bool:
    while True:
        typed = console.input(question + "> ", markup=False).strip().casefold()
        if typed in {"", "y", "yes", "o", "oui"}:
            return True
        if typed in {"n", "no", "non"}:
            return False
