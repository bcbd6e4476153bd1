"""Any game with blocking: the player who has moved forbids the other one some moves, for one turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from more_itertools import take

from cgt.core.compounds import parts_of
from cgt.core.errors import BudgetError, RulesetError
from cgt.core.language import _, grouped
from cgt.core.modified import ASK, Blocked, BlockedMoves, Blocking, blocked
from cgt.core.numbers import written
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, canonical
from cgt.core.reading import WholeNumber
from cgt.core.route import Answer, Facts, Question, Rank, Route, Status
from cgt.games.modified import ChangedGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


HOLSHOUSER = "A. Holshouser and H. Reiter, Blocking nim (2001)"
LARSSON = "U. Larsson, Blocking Wythoff nim, Electronic Journal of Combinatorics 18 (2011)"
MOST_POSITIONS = 100_000
"""How many positions are looked at where no budget is given."""
DEEPEST = 2
"""How often a game may be blocked: a move of one that is blocked names sets of moves, then sets of such sets."""

_ASKED, _WITHOUT = " asked", " without "


@attrs.frozen
class BlockingGame(ChangedGame):
    """A game in which the player who has moved forbids the other one up to k - 1 of his moves, for one turn.

    The play begins with two turns before the first move: one player asks, and the other one forbids. So a position is
    won in normal play exactly when at least k of its options are lost for the other player.

    >>> import cgt
    >>> game = BlockingGame("nim", 2)
    >>> cgt.outcome(game.parse("3,4")), cgt.outcome(game.parse("4,4"))
    (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """

    name = "blocked"
    title = "Any game with blocking"
    rules = (
        "Move as in the game, and forbid the other player up to k - 1 of his next moves, where k is the number given."
    )
    references = (HOLSHOUSER, LARSSON)
    example_arguments = ("kayles", "2")

    count: int = attrs.field(
        repr=written,
        validator=WholeNumber(
            "blocked(game, k) needs a whole number k of at least 1, of which up to k - 1 moves are forbidden"
        ),
    )

    def __attrs_post_init__(self) -> None:
        inner, depth = self.game, 1
        while isinstance(inner, ChangedGame):
            inner, depth = inner.game, depth + isinstance(inner, BlockingGame)
        if depth > DEEPEST:
            message = _("a game is blocked at most {most} times: more would forbid sets of sets of moves")
            raise RulesetError(message.format(most=DEEPEST))

    def changed(self, position: Position) -> Position:
        """Before anything is forbidden."""
        return blocked(position, self.count)

    def plain(self, state: Position) -> Position:
        """The position that is blocked."""
        return state.position if isinstance(state, Blocked | Blocking | BlockedMoves) else state

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """Each move with what it leads to, none of them checked again."""
        return iter(state.steps()) if isinstance(state, Blocking | BlockedMoves) else super().steps(state)

    def read(self, text: str) -> Position:
        """Read a position of the game; behind it `asked`, or `without` and what is forbidden, `;` between."""
        if text.rstrip().endswith(_ASKED):
            return Blocking(self.game.parse(text.rstrip().removesuffix(_ASKED)), self.count)
        start, without, moves = text.partition(_WITHOUT)
        position = self.game.parse(start)
        if not without:
            return self.changed(position)
        told = [move for move in moves.split(";") if move.strip() not in {"", "-"}]
        return blocked(position, self.count, [self.game.read_move(position, move) for move in told])

    def write(self, state: Position) -> str:
        """The position of the game, and what is forbidden, `-` for nothing."""
        position = self.plain(state)
        text = self.game.format(position)
        if isinstance(state, BlockedMoves):
            return text + _WITHOUT + ("; ".join(self._told(position, state.forbidden)) or "-")
        return text + (_ASKED if isinstance(state, Blocking) else "")

    def routes(self) -> tuple[Route, ...]:
        return (CountedOptions(self),)

    def component_move_text(self, position: Position, move: Move) -> str:
        """`ask what is forbidden`, `forbid 2 from 1`, `take 1, and forbid 2`."""
        state = self.state(position)
        if state is None or not isinstance(move, tuple | frozenset):
            return _("ask what is forbidden")
        plain = self.plain(state)
        if isinstance(move, frozenset):
            return self._forbidding(plain, move)
        made, forbidden = move
        text = self.game.move_text(plain, made)
        return _("{move}, and {forbid}").format(move=text, forbid=self._forbidding(plain.play(made), forbidden))

    def _forbidding(self, position: Position, forbidden: Iterable[Move]) -> str:
        told = self._told(position, forbidden)
        return _("forbid {moves}").format(moves="; ".join(told)) if told else _("forbid nothing")

    def _told(self, position: Position, moves: Iterable[Move]) -> list[str]:
        return sorted(self.game.write_move(position, move) for move in moves)


@attrs.frozen
class CountedOptions:
    """The route that asks of each position behind how many options are lost, and never lists sets of moves.

    In misère play a player without a move wins, and whoever forbids moves has to leave one of the bad ones.
    """

    ruleset: BlockingGame

    name = "counted options"
    reference = HOLSHOUSER
    status = Status.COMPUTED
    rank = Rank.TABLE

    def answer(self, question: Question) -> Answer | None:
        """Before anything is forbidden, who wins, and the moves of which one will be left.

        None where a nim-value is needed. Raises `BudgetError` where there are too many positions: a search of the
        turns in which moves are forbidden would look at more.
        """
        state = self.ruleset.state(question.position)
        if not isinstance(state, Blocked) or Facts.NIM_VALUE in question.needed:
            return None
        position = self.ruleset.plain(state)
        followers = _Followers(self.ruleset.count, question.convention, question.max_positions or MOST_POSITIONS)
        lost = followers.lost(position)
        moves = list(position.moves())
        winning = [move for move in moves if followers.lost(position.play(move))]
        forbidden = min(self.ruleset.count - 1, max(len(moves) - (question.convention is Convention.MISERE), 0))
        text = _("{count} of {all} moves win, of which {forbidden} can be forbidden")
        reason = text.format(count=len(winning), all=len(moves), forbidden=forbidden)
        told = "; ".join(self.ruleset.game.move_text(position, move) for move in winning[:3])
        outcome = Outcome.P if lost else Outcome.N
        asked = (ASK,) if outcome is Outcome.N else ()
        return Answer(
            self.name,
            self.reference,
            self.status,
            outcome,
            winning_moves=asked,
            explanation=reason + (_(": ") + told if told else ""),
        )


@attrs.frozen
class _Followers:
    """Which positions are lost, each known by its parts: of a part, which sums share, the options are made once."""

    count: int
    convention: Convention
    most: int
    _numbers: dict[tuple[type, Position], int] = attrs.field(init=False, factory=dict)
    _parts: list[Position] = attrs.field(init=False, factory=list)
    _options: dict[int, list[tuple[int, ...]]] = attrs.field(init=False, factory=dict)
    _lost: dict[tuple[int, ...], bool] = attrs.field(init=False, factory=dict)

    def lost(self, position: Position) -> bool:
        """Whether a position is lost; raises `BudgetError` where more than `most` positions or moves are looked at."""
        start = self._numbered(position)
        waiting = [start]
        while waiting:
            state = waiting[-1]
            after = self._after(state)
            if len(self._lost) + len(waiting) > self.most:
                text = _("the search was stopped at {count} positions")
                raise BudgetError(text.format(count=grouped(self.most)), "max_positions")
            unknown = [option for option in after if option not in self._lost]
            if unknown:
                waiting += unknown
            else:
                waiting.pop()
                good = sum(self._lost[option] for option in after)
                played = self.convention is Convention.NORMAL or len(after) > good
                self._lost[state] = played and good < self.count
        return self._lost[start]

    def _after(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The options, each by its parts: as many as there are moves, up to `most` of a part."""
        return [
            tuple(sorted((*state[:place], *option, *state[place + 1 :])))
            for place, part in enumerate(state)
            for option in self._options_of(part)
        ]

    def _options_of(self, part: int) -> list[tuple[int, ...]]:
        if part not in self._options:
            position = self._parts[part]
            moves = take(self.most, position.moves())
            if len(moves) == self.most:
                text = _("{part} has more than {count} moves to try")
                raise BudgetError(text.format(part=position, count=grouped(self.most)))
            self._options[part] = [self._numbered(position.play(move)) for move in moves]
        return self._options[part]

    def _numbered(self, position: Position) -> tuple[int, ...]:
        """The numbers of the parts of a sum, or of the position itself, each by its representative, in order."""
        numbers = []
        for part in map(canonical, parts_of(position)):
            number = self._numbers.setdefault((type(part), part), len(self._parts))
            if number == len(self._parts):
                self._parts.append(part)
            numbers.append(number)
        return tuple(sorted(numbers))
