"""A game in progress: players, turns, legal moves, hints, and the mistake that lost it."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import attrs
from more_itertools import first, unique_everseen

from cgt.apps.play.opponent import Analyst, Choice, Level, Reason, choose_move
from cgt.apps.show.drawings import drawing_after
from cgt.core.game import Game, check_convention, rules_text, ruleset_of, strategy_text
from cgt.core.language import _
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.errors import BudgetError, IllegalMoveError
from cgt.families.matches import heaps_of
from cgt.solving.subjects import PositionText, SeveralGames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.solving.solve import Solution


LOOKED_THROUGH = 200
"""The number of winning moves among which those are looked for that the strategy names."""


@attrs.frozen
class Player:
    """A person, or the computer at some level."""

    level: Level | None = None

    @property
    def is_computer(self) -> bool:
        """Whether the computer plays."""
        return self.level is not None


PERSON, PERFECT = Player(), Player(Level())


@attrs.frozen
class Turn:
    """One move of a game.

    Attributes:
        number: counted from 1.
        mover: 0 for the player who began, 1 for the other.
        position_text: what the mover faced.
        move: what was played.
    """

    number: int
    mover: int
    position_text: PositionText
    move: Move

    @property
    def position(self) -> Position:
        """The position that the mover faced."""
        return self.position_text.position

    @property
    def words(self) -> str:
        """The move in words."""
        return self.position_text.move(self.move)

    @property
    def written(self) -> str:
        """The move as it is typed."""
        return self.position_text.write(self.move)


@attrs.frozen
class Mistake:
    """A turn that gave a win or a draw away, with the moves that did not.

    Attributes:
        turn: the turn.
        solution: what was winning there instead, or that it was a draw.
    """

    turn: Turn
    solution: Solution


class GameSession:
    """A game between two players, each a person or the computer; moves can be taken back and played again.

    Args:
        ruleset: the game.
        start: where it begins.
        convention: `"normal"` or `"misere"`.
        players: who begins, and who answers.
        seed: of the computer's errors; the same seed makes the same errors at the same turns.
        analyst: what finds out about positions.

    Raises:
        NotApplicableError: the game is not played under this convention.

    >>> import cgt
    >>> session = GameSession(cgt.games.FibonacciNim(), cgt.games.FibonacciNim().position(10))
    >>> session.play_text("2").move, str(session.position)
    (2, '8:4')
    >>> session.play_computer().move
    1
    >>> session.undo(), str(session.position)
    (2, '10:9')
    """

    def __init__(
        self,
        ruleset: Game,
        start: Position,
        convention: ConventionLike = Convention.NORMAL,
        *,
        players: tuple[Player, Player] = (PERSON, PERFECT),
        seed: int = 0,
        analyst: Analyst | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.start = start
        self.convention = Convention.of(convention)
        check_convention(start, self.convention)
        self.players = players
        self.seed = seed
        self.analyst = analyst or Analyst(self.convention)
        self._moves: list[Move] = []
        self._position_texts = [self._text(start)]
        self._undone: list[Move] = []

    @property
    def position_text(self) -> PositionText:
        """The current position, in words."""
        return self._position_texts[-1]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.position_text.position

    @property
    def mover(self) -> int:
        """The player to move: 0 for the one who began, 1 for the other."""
        return len(self._moves) % 2

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.mover]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played so far."""
        pairs = zip(self._position_texts, self._moves, strict=False)
        return tuple(Turn(index + 1, index % 2, text, move) for index, (text, move) in enumerate(pairs))

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return is_over(self.position)

    @property
    def winner(self) -> int | None:
        """The player who has won, 0 or 1; None while the game goes on."""
        if not self.is_over:
            return None
        return self.mover if self.convention.terminal_outcome is Outcome.N else 1 - self.mover

    def play(self, move: Move) -> Turn:
        """Play a move for the player to move; raises `IllegalMoveError`, and then nothing has changed."""
        turn = Turn(len(self._moves) + 1, self.mover, self.position_text, move)
        try:
            after = self.position.play(move)
        except (ValueError, TypeError) as error:
            raise IllegalMoveError(str(error)) from error
        self._go(move, after)
        self._undone.clear()
        return turn

    def _go(self, move: Move, after: Position) -> None:
        self._moves.append(move)
        self._position_texts.append(self._text(after))

    def _text(self, position: Position) -> PositionText:
        """The position after the moves so far, in words."""
        return PositionText(position, self.ruleset, drawing_after(self.ruleset, self.start, self._moves))

    def play_text(self, text: str) -> Turn:
        """Play the move that a person wrote; raises `ParseError` or `IllegalMoveError` (see `Ruleset.read_move`)."""
        return self.play(self.position_text.words.read_move(self.position, text))

    def play_computer(self, level: Level | None = None) -> Choice:
        """Play the computer's move at a level: by default its own, or perfectly where it is a person's turn.

        Raises:
            IllegalMoveError: the game is over.
        """
        if self.is_over:
            raise IllegalMoveError(_("the game is over"))
        random = Random(f"{self.seed}:{len(self._moves)}")  # noqa: S311 - errors of play, no secrets
        choice = choose_move(self.analyst, self.position, level or self.player.level or Level(), random)
        self.play(choice.move)
        return choice

    def undo(self) -> int:
        """Take back the last move, and more until it is a person's turn; return the number of moves taken back."""
        turns = range(len(self._moves) - 1, -1, -1)
        wanted = first((turn for turn in turns if not self.players[turn % 2].is_computer), None)
        if wanted is None:
            return 0
        count = len(self._moves) - wanted
        for _turn in range(count):
            self._undone.append(self._moves.pop())
            self._position_texts.pop()
        return count

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be played again."""
        return bool(self._undone)

    def redo(self) -> int:
        """Play again what was taken back, until it is a person's turn; return the number of moves."""
        count = 0
        while self._undone and (count == 0 or self.player.is_computer):
            move = self._undone.pop()
            self._go(move, self.position.play(move))
            count += 1
        return count

    @property
    def rules(self) -> str:
        """The rules in words; of a sum of several games a line for each of them, too."""
        lines = [rules_text(self.ruleset)]
        if isinstance(self.ruleset, SeveralGames):
            games = (ruleset_of(part) for part, _place in self.ruleset.wording.places(self.start))
            lines += [f"{_(game.title)}{_(': ')}{rules_text(game)}" for game in unique_everseen(games) if game]
        return "\n".join(lines)

    @property
    def introduction(self) -> str:
        """The rules and the goal, on a line of its own where the rules have several."""
        rules = self.rules
        return rules + ("\n" if "\n" in rules else " ") + self.ruleset.wording.goal(self.convention)

    def move_summary(self) -> str:
        """The legal moves in one line."""
        return self.position_text.words.moves_text(self.position)

    def winning_moves(self, solution: Solution) -> Iterator[Move]:
        """The winning moves of a solution, the one that its reason names first.

        Where the game has a strategy in words, those alone after which it goes on, if there are some.
        """
        strategy, position = self.ruleset.wording.strategy, solution.position
        if not strategy(position, self.convention):
            return iter(solution.winning_moves)
        looked_at: list[Move] = []
        with suppress(BudgetError):  # the first ones are enough
            looked_at.extend(islice(solution.winning_moves, LOOKED_THROUGH))
        explained = [move for move in looked_at if strategy(position.play(move), self.convention)]
        return iter(sorted(explained, key=lambda move: not self._is_named(solution, move)) or solution.winning_moves)

    def _is_named(self, solution: Solution, move: Move) -> bool:
        """Whether the reason ends with this move."""
        return solution.explanation.endswith(PositionText(solution.position, self.ruleset).move(move))

    def _reason(self, solution: Solution, advised: Move) -> str:
        """The reason for a winning move: the solution's, or the strategy in words for a search or another move."""
        named = first(solution.winning_moves)
        if solution.route != "search" and (named == advised or not self._is_named(solution, named)):
            return solution.explanation
        return strategy_text(self.ruleset, solution.position, self.convention) or solution.explanation

    def exact_reason(self, solution: Solution) -> str:
        """The reason of a solution; where a winning move ends it, with the one that is advised first."""
        named, advised = first(solution.winning_moves, None), first(self.winning_moves(solution), None)
        if named is None or advised is None or not self._is_named(solution, named):
            return solution.explanation
        text = PositionText(solution.position, self.ruleset)
        return solution.explanation.removesuffix(text.move(named)) + text.move(advised)

    def hint_choice(self) -> Choice | None:
        """The choice for a hint: to win, keep a draw, or delay a loss; None if the game is over or not solved."""
        solved = None if self.is_over else self.analyst.solution(self.position)
        if solved is None:
            return None
        never = Random(0)  # noqa: S311 - draws nothing
        winning = first(self.winning_moves(solved), None)
        if winning is not None:
            return Choice(winning, Reason.WINNING)
        choice = choose_move(self.analyst, self.position, Level(), never)
        if choice.reason is Reason.LOST and not self.analyst.delays(self.position, choice.move):
            return Choice(choice.move, Reason.ALIKE)
        return choice

    def hint(self) -> str:
        """A hint: a move and what it leaves, or that nothing wins; in the second line the reason."""
        return self.hint_text(self.hint_choice())

    def hint_text(self, choice: Choice | None) -> str:
        """The hint that gives a choice of `hint_choice`."""
        if self.is_over:
            return _("the game is over")
        solved = self.analyst.solution(self.position)
        if solved is None or choice is None:
            return _("this position is too large to be sure of a winning move")
        move, reason = self.position_text.move(choice.move), solved.explanation
        if choice.reason is Reason.WINNING:
            move, reason = self._advice(choice.move), self._reason(solved, choice.move)
        elif choice.reason is Reason.DRAW:
            move = _("{move} keeps the draw").format(move=move)
        elif choice.reason is not Reason.ALIKE:
            move = _("every move loses if the other player answers well; this delays the end: {move}").format(move=move)
        else:
            move = _("every move loses if the other player answers well; one of them: {move}").format(move=move)
        return _("{move}.\nWhy: {reason}").format(move=move, reason=reason)

    def _advice(self, move: Move) -> str:
        """A winning move in words, with what it leaves where heaps show that."""
        shown = self.position_text.move(move)
        if not heaps_of(self.position.play(move)):
            return _("this wins: {move}").format(move=shown)
        advice = self.ruleset.wording.advice(self.position, move, self.convention)
        return _("{move}: {advice}").format(move=shown, advice=advice)

    def mistake(self, player: int) -> Mistake | None:
        """The last turn in which this player left a win or a draw for what the opponent wins; None if none is known.

        The game is looked at from its end back to the first position that is too large to be solved.
        """
        for turn in reversed(self.turns):
            if turn.mover != player:
                continue
            after = self.analyst.outcome(turn.position.play(turn.move))
            solved = None if after is None else self.analyst.solution(turn.position)
            if solved is None:
                return None
            if solved.outcome is not Outcome.P and after is Outcome.N:
                return Mistake(turn, solved)
        return None

    def better_move(self, mistake: Mistake) -> Move:
        """The move that would have won, or kept the draw."""
        winning = first(self.winning_moves(mistake.solution), None)
        return self.analyst.drawing_move(mistake.turn.position) if winning is None else winning

    def why_lost(self) -> str:
        """The mistake that lost the game: the move that gave the win or the draw away, and what would not have."""
        winner = self.winner
        if winner is None:
            return _("the game is not over yet")
        loser = 1 - winner
        mistake = self.mistake(loser)
        if mistake is not None:
            turn, solved, better = mistake.turn, mistake.solution, self.better_move(mistake)
            drawn = solved.outcome is Outcome.D
            text = _(
                "move {number} gave the win away: {move}. From {position} this would have won: {winning}. Why: {reason}"
            )
            if drawn:
                text = _(
                    "move {number} gave the draw away: {move}. From {position} this would have kept it: {winning}. "
                    "Why: {reason}"
                )
            return text.format(
                number=turn.number,
                move=turn.words,
                position=_short(turn.position_text.description),
                winning=turn.position_text.move(better),
                reason=solved.explanation if drawn else self._reason(solved, better),
            )
        own = [turn for turn in self.turns if turn.mover == loser]
        if any(self.analyst.solution(turn.position) is None for turn in own):
            return _("no mistake is known for sure: some positions were too large to be solved")
        if not own:
            return _("the game was over before the loser could move")
        solved_first = self.analyst.solution(own[0].position)
        reason = "" if solved_first is None else solved_first.explanation
        text = _(
            "there was no mistake: the loser could not win from the beginning, if the other player answers well.\n"
            "Why: {reason}"
        )
        return text.format(reason=reason)


def sentence(text: str) -> str:
    """The text as a sentence, with a capital at its beginning and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
