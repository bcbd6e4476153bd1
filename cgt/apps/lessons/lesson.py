"""A lesson as plain data: texts, exercises, and answers by the library."""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, TypeVar

import attrs
from more_itertools import first, nth

from cgt.apps.lessons.exercise_positions import FEW_BOARDS, FURTHER, LADDER, SUMS, ExercisePositions
from cgt.apps.lessons.exercise_tables import (
    BOARD,
    Table,
    is_queen,
    listed_table,
    table_of,
    values_of,
)
from cgt.apps.lessons.phrases import NUMBER, drawn_moves, move_in_part, move_text_of, position_text
from cgt.apps.lessons.pictures import (
    Picture,
    pictures_after,
    pictures_asked,
    pictures_at_start,
    pictures_on_paper,
)
from cgt.apps.show.drawings import drawing_after
from cgt.apps.web.links import page_link, site_address
from cgt.core.compounds import components_of
from cgt.core.game import Game, rules_text, state_of, strategy_text
from cgt.core.language import _
from cgt.core.nimber import nim_sum, sum_text
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.errors import NotApplicableError, NumberError
from cgt.families.capabilities import ChangesGame, HasHeaps
from cgt.families.lesson_words import LessonWords, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cgt.solving.solve import Solution

_Named = TypeVar("_Named")

LEAST_START = 9
"""The least heap that is shown on the wall."""

MOST_UNSOLVED = 2
"""The number of positions too long to search after which a step is left out."""

FURTHER_ON = 12
"""The number of positions on either side of its step from which an exercise may come, where the step has none with the
right outcome."""

FITS, DULL, OTHER = range(3)
"""The ranks of a position as an exercise: with the outcome that is wanted, likewise but dull, with another outcome."""

ANSWERED_MOVES = 4
"""To how many moves of a lost position the key lists the answers."""

SHOWN_MOVES = 24
"""The greatest number of winning moves in the key; of more it gives their number."""

_SQUARE = re.compile(r"(\d+):(\d+)")
_UP_TO_NUMBER = re.compile(r"\D*")


@attrs.frozen
class Exercise:
    """A position to be solved, with the answer.

    Attributes:
        part: `ladder`, `further` or `sum`.
        position: the position, in the game's notation.
        text: the position as one says it.
        pictures: of the position, or of each part of a sum; may be empty.
        wins: whether the player to move wins.
        moves: every winning move in words, each after what is said of several in its part of a sum, as `{moves}`.
        reason: why; empty where trying all lines of play says so.
        leaves: what winning moves leave that the reason does not name; of a loss without a reason, how every move is
            answered, where there are few.
        draws: whether neither player can win; then the moves are those that keep it so.
        asked: whether the other player chooses first, such as what is forbidden; then the moves are choices by which
            the player to move loses, where the reason does not name them.
        mirrored: whether a winning move stands for its images in a mirror, which are left out.
    """

    part: str
    position: str
    text: str
    pictures: tuple[Picture, ...]
    wins: bool
    moves: tuple[tuple[str, str], ...]
    reason: str
    leaves: tuple[str, ...] = ()
    mirrored: bool = False
    draws: bool = False
    asked: bool = False

    @property
    def answer(self) -> str:
        """The answer: the winner, and all winning moves, or the first ones and their number."""
        if self.asked and not self.moves:
            return _("W, whatever the other player chooses") if self.wins else _("L, if the other player chooses well")
        if not (self.wins or self.draws or self.asked):
            return _("L: every move loses")
        if not self.moves:
            return _("W: the game is over, and the player to move has won")
        parts = groupby(self.moves[:SHOWN_MOVES], itemgetter(0))
        shown = _("; ").join(
            part.replace("{moves}", _in_a_row([move for _part, move in moves])) for part, moves in parts
        )
        if len(self.moves) > SHOWN_MOVES:
            shown = _("{moves} … ({count} moves in all)").format(moves=shown, count=len(self.moves))
        if self.mirrored:
            shown = _("{moves}; or mirrored").format(moves=shown)
        if self.asked:
            return _("L, if the other player chooses this: {moves}").format(moves=shown)
        return (_("D, a draw: {moves}") if self.draws else _("W: {moves}")).format(moves=shown)


def _is_dull(solved: Solution, *, at_once: bool) -> bool:
    """Whether each of the first moves wins, or one of them ends the play, which is asked for with `at_once`."""
    winning = set(islice(solved.winning_moves, SHOWN_MOVES))
    if not at_once and any(is_over(solved.position.play(move)) for move in winning):
        return True
    return bool(winning) and winning.issuperset(islice(solved.position.moves(), SHOWN_MOVES))


def _in_a_row(moves: Sequence[str]) -> str:
    """Moves in a row as text; words up to a number are written once, and numbers alone are joined by "or".

    >>> _in_a_row(["knock down pin 2", "knock down pin 5", "knock down pins 3 and 4"])
    'knock down pin 2 or 5; knock down pins 3 and 4'
    """
    texts: list[str] = []
    for words, alike in groupby(moves, lambda move: _UP_TO_NUMBER.findall(move)[0]):
        rests = [move.removeprefix(words) for move in alike]
        *earlier, last = rests
        if earlier and all(map(str.isdecimal, rests)):
            texts.append(words + _(" or ").join((", ".join(earlier), last)))
        else:
            texts += [words + rests[0], *(rest or words for rest in rests[1:])]
    return _("; ").join(texts)


@attrs.frozen
class Lesson:
    """A lesson for a class about one game.

    Attributes:
        title: the game.
        level: 1: find the secret; 2: prove it, and add games up.
        rules: the rules and what wins.
        words: story, secret, proof, and what pupils say.
        start: the position to show on the wall, as one says it.
        pictures: of the start, and of the position after one move; may be empty.
        move: that move, in words.
        table: who wins, to fill in; None where neither a heap nor two numbers tell a position.
        values: nim-values, to fill in, at level 2; None where there are none.
        exercises: the ladder first.
        strategy: who wins from the start and how, for the teacher; empty where that would take long.
        advice: how to play from the start, in the game's own words; empty where no strategy is known.
        references: where to read on.
        link: where the start is played; empty where the site has no address.
    """

    title: str
    level: int
    rules: str
    words: LessonWords
    start: str
    pictures: tuple[Picture, ...]
    move: str
    table: Table | None
    values: Table | None
    exercises: tuple[Exercise, ...]
    strategy: str
    references: tuple[str, ...]
    advice: str = ""
    link: str = ""

    @property
    def has_draws(self) -> bool:
        """Whether an exercise is a draw, because the play can go on for ever."""
        return any(exercise.draws for exercise in self.exercises)

    @property
    def has_secret(self) -> bool:
        """Whether the key has a sentence that the class can find."""
        return bool(self.words.statement or self.advice)


def lesson(game: Game, convention: ConventionLike = "normal", *, level: int = 1, seed: int = 0) -> Lesson:
    """The lesson of a game; the same seed gives the same exercises.

    Raises:
        NotApplicableError: the game has no positions that can be asked about.
        NumberError: a level that is neither 1 nor 2.

    >>> import cgt
    >>> sheet = lesson(cgt.games.Nim(), seed=1)
    >>> sheet.exercises[0].part, len(sheet.exercises)
    ('ladder', 12)
    """
    if level not in (1, 2):
        raise NumberError(_("a lesson has level 1 or 2, not {level}").format(level=level))
    chance = Random(seed)  # noqa: S311 - a choice, no secret
    return _Maker(ExercisePositions(game, Convention.of(convention), chance), level).lesson()


@attrs.define
class _Maker:
    """The builder of one lesson."""

    positions: ExercisePositions
    level: int
    _asked: set[Position] = attrs.field(init=False, factory=set)

    @property
    def game(self) -> Game:
        """The game."""
        return self.positions.game

    def lesson(self) -> Lesson:
        game = self.game
        start = self._start()
        move = self._shown_move(start)
        values = values_of(game, self.positions.nim_value) if self.level == 2 and self._adds_up else None
        exercises = self._chosen("ladder", self.positions.small(), self._wanted(LADDER))
        if len(exercises) < len(LADDER):
            text = _("{ruleset} has too few positions for a lesson: {count} with a move")
            raise NotApplicableError(text.format(ruleset=game, count=len(exercises)))
        self._asked.add(start)
        if self.level == 2 and self._adds_up:
            exercises += self._chosen("sum", self.positions.sums(), SUMS)
        else:
            exercises += self._chosen(
                "further", self.positions.large(), FURTHER[:FEW_BOARDS] if is_queen(game) else self._wanted(FURTHER)
            )
        return Lesson(
            title=_(game.title),
            level=self.level,
            rules=f"{rules_text(game)} {game.wording.goal(self.positions.convention)}",
            words=words_of(
                game,
                self.positions.convention,
                draws=any(exercise.draws for exercise in exercises),
                asked=any(exercise.asked for exercise in exercises),
            ),
            start=position_text(game, start),
            pictures=pictures_at_start(game, start) + (() if move is None else pictures_after(game, start, move)),
            move="" if move is None else self._move_text(start, move),
            table=listed_table(game, self.positions.words, self.positions.outcome)
            if self.positions.words.lines
            else table_of(game, self.positions.outcome),
            values=values,
            exercises=tuple(exercises),
            strategy="" if self.positions.solved(start) is None else self._exercise("", start).answer,
            references=game.references,
            advice=strategy_text(game, start, self.positions.convention),
            link=self._link(start),
        )

    def _link(self, start: Position) -> str:
        if (site := site_address()) is None:
            return ""
        return site + page_link(str(self.game), self.game.wording.position_text(start), self.positions.convention)

    @property
    def _adds_up(self) -> bool:
        """Whether nim-values add up here: in normal play that ends."""
        return self.positions.convention is Convention.NORMAL and all(
            self.positions.nim_value(position) is not None and self._choice(position) is None
            for position in islice(self.positions.small(), 4)
        )

    def _start(self) -> Position:
        """The position on the wall: the example, or of a game on one heap its largest heap alone."""
        game, example = self.game, self.game.parse(self.positions.words.start or self.game.example)
        if isinstance(game, HasHeaps) and game.listed_heaps == 1:
            start: Position = game.position(max((LEAST_START, *game.sizes(example))))
            return start
        return example

    def _choice(self, position: Position) -> Position | None:
        """The position in which the other player chooses, where that is all that the first move asks for."""
        game, moves = self.game, list(islice(position.moves(), 2))
        if not isinstance(game, ChangesGame) or len(moves) != 1:
            return None
        after = position.play(moves[0])
        here, there = state_of(game, position), state_of(game, after)
        if here is None or there is None or game.plain(here) != game.plain(there):
            return None
        return after

    def _shown_move(self, start: Position) -> Move | None:
        """The move that is demonstrated: an early one that does not win, where there is one."""
        if self._choice(start) is not None:
            return None
        solved = self.positions.solved(start)
        winning = () if solved is None else tuple(islice(solved.winning_moves, SHOWN_MOVES))
        moves = list(islice(start.moves(), SHOWN_MOVES))
        others = [move for move in moves if move not in winning] or moves
        return nth(others, 2, first(others, None))

    def _move_text(self, position: Position, move: Move) -> str:
        """A move in words, by the names in the drawing where there is one."""
        drawing = drawing_after(self.game, position, ())
        return move_text_of(self.game, position, move) if drawing is None else drawing.move_text(move)

    def _wanted(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """The outcomes that exercises are to have, a third of them draws where there are any."""
        if not any(self.positions.outcome(one) is Outcome.D for one in islice(self.positions.small(), len(LADDER) * 2)):
            return outcomes
        return [Outcome.D if step % 3 == 0 and step else outcome for step, outcome in enumerate(outcomes, start=1)]

    def _chosen(self, part: str, pool: Sequence[Position], wanted: Sequence[Outcome]) -> list[Exercise]:
        """The exercises of a part, one for each wanted outcome, ascending; fewer from a small pool."""
        chosen: list[Position] = []
        for step, outcome in enumerate(wanted):
            begin, end = (place * len(pool) // len(wanted) for place in (step, step + 1))
            window = self.positions.random.sample(pool[begin:end], end - begin)
            others = [*pool[end : end + FURTHER_ON], *reversed(pool[max(0, begin - FURTHER_ON) : begin])]
            position = self._best_of(part, outcome, window, others)
            if position is not None:
                self._asked.add(position)  # and so it is not asked again in a later part
                chosen.append(position)
        return [self._exercise(part, position) for position in sorted(chosen, key=list(pool).index)]

    def _best_of(
        self, part: str, outcome: Outcome, window: Sequence[Position], others: Sequence[Position]
    ) -> Position | None:
        """The first position with this outcome that is not dull; else one with it, from the window first; else any.

        None where none is left, or too many would take long.
        """
        best, rank, unsolved = None, OTHER + 1, 0
        for place, position in enumerate((*window, *others)):
            if unsolved > MOST_UNSOLVED or rank == FITS or (rank == DULL and place >= len(window)):
                break
            known = None if position in self._asked else self.positions.outcome(position)
            if position in self._asked or (known not in {None, outcome} and rank == OTHER):
                continue  # it would serve no better
            solved = None if known is None else self.positions.solved(position)
            if solved is None:
                unsolved += 1
                continue
            dull = solved.outcome is outcome and _is_dull(solved, at_once=part == "ladder")
            here = OTHER if solved.outcome is not outcome else DULL if dull else FITS
            if here < rank:
                best, rank = position, here
        return best

    def _exercise(self, part: str, position: Position) -> Exercise:
        game, solved = self.game, self.positions.solved(position)
        assert solved is not None  # noqa: S101 - it was chosen because it is solved
        drawing, words = self.positions.drawings.get(str(position)), position_text(game, position)
        if (choice := self._choice(position)) is not None:
            return self._asked_exercise(part, solved, choice)
        reason = (self._in_values(position) if part == "sum" else "") or self._in_words(solved)
        best = (move_in_part(game, position, move) for move in self._best_moves(solved))
        moves = dict.fromkeys(best if drawing is None else drawn_moves(drawing, solved))
        different = tuple(self._unmirrored(position, moves, itemgetter(1)))
        return Exercise(
            part=part,
            position=game.wording.position_text(position),
            text=words,
            pictures=pictures_asked(game, position) if drawing is None else pictures_on_paper(drawing, words),
            wins=solved.outcome is Outcome.N,
            draws=solved.outcome is Outcome.D,
            moves=different,
            reason=reason or self.positions.words.untold,
            leaves=()
            if part == "sum" or drawing is not None
            else self._leaves(solved, reason) or self._replies(solved, reason),
            mirrored=len(different) < len(moves),
        )

    def _asked_exercise(self, part: str, solved: Solution, choice: Position) -> Exercise:
        """The exercise at a position where the other player chooses first: by a search of the choices, or counted."""
        game, position = self.game, solved.position
        counted = "" if solved.route == "search" else solved.explanation
        chosen = None if counted else self.positions.solved(choice)
        loses = () if chosen is None else islice(chosen.winning_moves, SHOWN_MOVES)
        return Exercise(
            part=part,
            position=game.wording.position_text(position),
            text=position_text(game, position),
            pictures=pictures_asked(game, position),
            wins=solved.outcome is Outcome.N,
            asked=True,
            moves=tuple(move_in_part(game, choice, move) for move in loses),
            reason=counted or self.positions.words.untold,
            leaves=() if chosen is None else self._replies(chosen, counted),
        )

    def _best_moves(self, solved: Solution) -> Iterable[Move]:
        """The moves to answer with: the winning moves, or in a draw those that keep it a draw."""
        if solved.outcome is not Outcome.D:
            return solved.winning_moves
        position = solved.position
        return (move for move in position.moves() if self.positions.outcome(position.play(move)) is Outcome.D)

    def _unmirrored(
        self, position: Position, moves: Iterable[_Named], words: Callable[[_Named], str]
    ) -> Iterator[_Named]:
        """The moves; on an empty board with mirror symmetry, without mirror images of earlier ones."""
        text = self.game.wording.position_text(position)
        if not self.positions.words.mirrors or not BOARD.fullmatch(text):
            yield from moves
            return
        down, across = map(int, NUMBER.findall(text))
        seen = set[frozenset[tuple[int, int]]]()
        for move in moves:
            squares = [(int(row), int(column)) for row, column in _SQUARE.findall(words(move))]
            if frozenset(squares) not in seen:
                yield move
            flipped = [(down + 1 - row, column) for row, column in squares]
            seen |= {
                frozenset((row, across + 1 - column if turned else column) for row, column in some)
                for some in (squares, flipped)
                for turned in (False, True)
            }

    def _in_words(self, solved: Solution) -> str:
        """The reason in words: the library's where a lesson may use it, else the strategy in the game's own words."""
        answer = solved.answer
        by_theorem = not answer.components and answer.route not in {"search", "table"}
        if self.positions.words.explained and by_theorem and not (self.level == 1 and "⊕" in solved.explanation):
            return solved.explanation
        strategy = strategy_text(self.game, solved.position, self.positions.convention)
        if not strategy or solved.outcome is Outcome.N:
            return strategy
        return _("for whoever is second: {strategy}").format(strategy=strategy)

    def _leaves(self, solved: Solution, reason: str) -> tuple[str, ...]:
        """The positions in words that winning moves leave and no reason names; none where they are only drawn."""
        position, texts, ended = solved.position, [], 0
        winning = islice(solved.winning_moves, SHOWN_MOVES)
        for move in self._unmirrored(position, winning, partial(move_text_of, self.game, position)):
            move_text, left = move_text_of(self.game, position, move), position.play(move)
            if move_text and self.positions.words.explained and move_text in reason:
                continue
            if is_over(left):
                texts.append(_("{move}: then no move is left").format(move=move_text))
                ended += 1
                continue
            numbers = NUMBER.findall(text := position_text(self.game, left))
            if numbers and not is_queen(self.game) and numbers != NUMBER.findall(move_text):  # else the move says it
                texts.append(_("{move} leaves {position}").format(move=move_text, position=text))
        different = tuple(dict.fromkeys(texts))
        return (_("after each of these no move is left"),) if ended == len(different) > 1 else different

    def _replies(self, solved: Solution, reason: str) -> tuple[str, ...]:
        """The answer to each of a few moves, in words; none where a reason is at hand, or moves are many."""
        position = solved.position
        different = self._unmirrored(position, position.moves(), partial(move_text_of, self.game, position))
        moves = list(islice(different, ANSWERED_MOVES + 1))
        if solved.outcome is not Outcome.P or len(moves) > ANSWERED_MOVES or reason:
            return ()
        texts = []
        for move in moves:
            left = position.play(move)
            if is_over(left):  # whoever moves last loses
                texts.append(_("{move}: then no move is left").format(move=move_text_of(self.game, position, move)))
                continue
            reply = first(answer.winning_moves, None) if (answer := self.positions.solved(left)) else None
            if reply is None:
                return ()
            words = move_text_of(self.game, position, move), move_text_of(self.game, left, reply)
            texts.append(_("{move} is answered: {reply}").format(move=words[0], reply=words[1]))
        return tuple(texts)

    def _in_values(self, position: Position) -> str:
        """The nim-values of the parts and their sum, as text; empty where one takes long."""
        components = components_of(position)
        values = [value for value in map(self.positions.nim_value, components) if value is not None]
        if len(values) < len(components):
            return ""
        return _("nim-values {sum}").format(sum=sum_text(values, nim_sum(*values)))
