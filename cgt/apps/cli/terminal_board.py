"""A game at the terminal: questions of bare `cgt play`, the drawn position, prompts, commands besides moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import attrs
from rich.text import Text

from cgt.apps.play.opponent import Reason
from cgt.apps.play.record import write_record
from cgt.apps.play.session import GameSession, sentence
from cgt.core.atomic import check_writable, write_text
from cgt.core.game import Game, ruleset_of
from cgt.core.language import _
from cgt.core.sketch import drawing_of
from cgt.errors import CGTError
from cgt.families.capabilities import ChangesGame, plain_position
from cgt.families.registry import parse_ruleset
from cgt.solving.subjects import SeveralGames

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console


ENDED, INTERRUPTED = 0, 130

PIECES = "╿▣■●♛♜♚♞♟♙"
"""The signs of a drawing that are shown in colour."""

# The words that may be typed beside a move, in either language.
COMMANDS = {
    "help": ("help", "?", "aide"),
    "hint": ("hint", "h", "indice", "i"),
    "moves": ("moves", "m", "coups"),
    "undo": ("undo", "u", "annuler", "a"),
    "redo": ("redo", "r", "refaire"),
    "why": ("why", "w", "pourquoi"),
    "save": ("save", "s", "enregistrer"),
    "quit": ("quit", "q", "exit", "quitter"),
}
_COMMAND_OF = {word: command for command, words in COMMANDS.items() for word in words}


class Board:
    """One game between the players of a session, at a console.

    Args:
        session: the game.
        console: where it is shown, and where a person's moves come from.
        save: the file that holds the record after every move, if any.
    """

    def __init__(self, session: GameSession, console: Console, save: Path | None = None) -> None:
        self.session = session
        self.console = console
        self.save = save
        self._changed = True
        self._announced_blind = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hint": lambda _rest: self._say(sentence(session.hint()), style="green"),
            "moves": self._moves,
            "undo": lambda _rest: self._go(session.undo(), _("there is nothing to take back")),
            "redo": lambda _rest: self._go(session.redo(), _("there is nothing to play again")),
            "why": lambda _rest: self._say(sentence(session.why_lost()), style="magenta"),
            "save": self._save,
        }

    def run(self) -> int:
        """Play until the game is left; return the exit code."""
        self._say(f"{_(self.session.ruleset.title)}. {self.session.introduction}", style="bold")
        if self.session.position_text.drawn:
            self._say(_("Draw it on paper: a line here is a region, with the spots that one meets going round in it."))
        if "●" in self._drawn():  # no colour tells which is which
            self._say(_("● is a coin that shows heads, ○ one that shows tails."))
        try:
            while self._turn():
                pass
        except EOFError:
            self._say("\n" + _("Goodbye."))
            return ENDED
        except KeyboardInterrupt:
            self._say("\n" + _("Goodbye."))
            return INTERRUPTED
        self._say(_("Goodbye."))
        return ENDED

    def _turn(self) -> bool:
        """Do one turn, or one line of input; return False to leave."""
        session = self.session
        if self._changed:
            if self.save is not None:
                write_text(self.save, write_record(session))
            self._draw()
            self._changed = False
        if not session.is_over and session.player.is_computer:
            self._computer()
            return True
        typed = self._ask().strip()
        word, _space, rest = typed.partition(" ")
        command = None if self._is_vertex(typed) else _COMMAND_OF.get(word.casefold())
        if command == "quit":
            return False
        if command is not None:
            self._commands[command](rest.strip())
        elif session.is_over:
            self._say(_("the game is over: type why, undo, save FILE or quit"))
        elif typed:
            try:
                session.play_text(typed)
                self._changed = True
            except CGTError as error:
                self._say(str(error), style="red")
        else:
            self._say(session.position_text.words.move_form(session.position))
        return True

    def _is_vertex(self, typed: str) -> bool:
        """Whether one letter is a move here, as the name of a vertex is; each command has a longer word, too."""
        if len(typed) != 1 or self.session.is_over:
            return False
        try:
            self.session.position_text.words.read_move(self.session.position, typed)
        except CGTError:
            return False
        return True

    def _computer(self) -> None:
        session = self.session
        before = session.position_text
        choice = session.play_computer()
        if choice.reason is Reason.BLIND and not self._announced_blind:
            self._announced_blind = True
            self._say(_("This position is too large for me to play perfectly; I play on as well as I can."))
        self._say(_("The computer plays: {move}").format(move=before.move(choice.move)), style="cyan")
        self._changed = True

    def _draw(self) -> None:
        session = self.session
        self.console.print()
        if drawn := self._drawn():
            picture = Text(drawn)
            picture.highlight_regex(f"[{PIECES}]+", "yellow")
            self.console.print(picture, soft_wrap=True)
        else:
            self._say(session.ruleset.wording.position_text(session.position))
        if session.is_over:
            self._announce()
        elif not session.player.is_computer:
            self._say(sentence(session.move_summary()), style="dim")

    def _drawn(self) -> str:
        """The position as lines of text; of a sum each component under its number, where it is not drawn as a whole."""
        ruleset, position, text = self.session.ruleset, self.session.position, self.session.position_text
        width, plain = min(self.console.width, 100), "utf" not in self.console.encoding.casefold()
        drawn = partial(drawing_of, width=width, plain=plain)
        if isinstance(ruleset, ChangesGame) and (inner := plain_position(position)) is not None:
            plain_text = ruleset.game.wording.position_text(inner)
            described = text.description if text.description != plain_text else ""  # what a picture does not show
            whole = f"{drawn(inner)}\n{described}".strip("\n")
        else:
            whole = drawn(position) if text.drawn is None else text.drawn.text(width=width, plain=plain)
        several = isinstance(ruleset, SeveralGames)  # whose rows are counted in each game, as moves name them
        components = [part for part, _place in text.words.places(position)] if several or not whole else []
        parts = list(map(drawn, components))
        if len(parts) < 2 or not all(parts):
            return whole
        names = [_(game.title) if several and (game := ruleset_of(part)) else "" for part in components]
        heads = (f"{number}{_(': ')}{name}".rstrip() for number, name in enumerate(names, start=1))
        return "\n".join(f"{head}\n{part}" for head, part in zip(heads, parts, strict=True))

    def _announce(self) -> None:
        session = self.session
        winner = session.winner or 0
        people = [not player.is_computer for player in session.players]
        if all(people):
            text = _("Player {number} wins!").format(number=winner + 1)
        elif people[winner]:
            text = _("You win!")
        else:
            text = _("The computer wins.")
            if session.turns:
                text += " " + _("Type why to see where the win was lost.")
        self._say(text, style="bold green" if people[winner] else "bold magenta")

    def _ask(self) -> str:
        session = self.session
        people = [not player.is_computer for player in session.players]
        if session.is_over:
            prompt = _("why, undo or quit")
        elif all(people):
            prompt = _("Player {number}, your move (? for help)").format(number=session.mover + 1)
        else:
            prompt = _("Your move (? for help)")
        try:
            return self.console.input(f"{prompt}> ", markup=False)
        except UnicodeDecodeError:
            return "�"

    def _help(self, _rest: str) -> None:
        session = self.session
        lines = [
            _("A move: {form}").format(form=session.position_text.words.move_form(session.position)),
            _("hint: a winning move, and why    moves: what may be played"),
            _("undo, redo: take back, play again    why: what lost the game"),
            _("save FILE: write the game down    quit: leave"),
        ]
        fits = max(map(len, lines)) <= self.console.width
        self._say("\n".join(lines) if fits else "\n".join(lines).replace("    ", "\n"))

    def _moves(self, _rest: str) -> None:
        text = self.session.position_text
        self._say(sentence(text.words.all_moves_text(text.position)))

    def _go(self, turns: int, otherwise: str) -> None:
        """Show the position after so many turns were taken back or played again; say otherwise that there are none."""
        self._changed = bool(turns)
        if not turns:
            self._say(otherwise)

    def _save(self, rest: str) -> None:
        from pathlib import Path

        try:
            path = Path(rest.strip("'\"")).expanduser() if rest else self.save  # as one writes it for a shell
            if path is None:
                self._say(_("name a file: save FILE"))
                return
            check_record_path(path)
            write_text(path, write_record(self.session))
        except (OSError, CGTError, ValueError, RuntimeError) as error:  # the last of a ~ that is nobody's
            self._say(_("not saved: {error}").format(error=error), style="red")
        else:
            self._say(_("saved to {file}").format(file=path))

    def _say(self, text: str, style: str = "") -> None:
        # A terminal breaks lines between words; what goes into a pipe stays as it is.
        self.console.print(Text(text, style=style), soft_wrap=not self.console.is_terminal)


def check_record_path(path: Path) -> None:
    """Check, before the game, that a record can be written to the path without replacing another file.

    Raises:
        OSError: it cannot be written.
        ParseError: a file is there that is no game record.
    """
    from cgt.apps.play.record import HEADER
    from cgt.errors import ParseError

    target = check_writable(path)
    if target.exists() and target.stat().st_size:
        with target.open(encoding="utf-8", errors="replace") as file:
            if file.readline(len(HEADER) + 80).strip() != HEADER:
                raise ParseError(_("{file} exists and is no game record: name another file").format(file=path))


OFFERED = ("nim", "takeaway(2n)", "wythoff", "kayles", "treblecross", "end-nim", "ruler")
"""The games in the list; any other is named."""


@attrs.frozen
class Beginning:
    """The answers to the questions of bare `cgt play`."""

    game: Game
    computer_begins: bool
    misere: bool


def ask_beginning(console: Console) -> Beginning:
    """Ask the three questions; an empty line takes the first answer. Raises `EOFError` at the end of input."""
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
