"""A lesson as plain data: texts, exercises, and answers by the library."""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby, islice, product
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, TypeVar

import attrs
from more_itertools import first, nth, unique_everseen

from cgt.apps.lessons.exercise_tables import (
    BOARD,
    HEAPS,
    NUMBERS,
    SIDE,
    Numbered,
    Table,
    in_rows,
    is_queen,
    listed_table,
    numbered,
    row_of,
    table_of,
    two_numbers,
    values_of,
)
from cgt.apps.web.board_data import drawing_of, picture_left_of
from cgt.apps.web.links import page_link, site_address
from cgt.core.compounds import Sum, component_move, components_of
from cgt.core.errors import BudgetError, CGTError, LoopError, NotApplicableError, NumberError
from cgt.core.game import rules_text, state_of, strategy_text
from cgt.core.language import _
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.core.route import Facts, Question
from cgt.core.sketch import picture_of
from cgt.engine.evaluator import Evaluator
from cgt.families.capabilities import DrawnInPlay, DrawnPosition, HasHeaps, HasQuota
from cgt.families.heap_game import HeapRuleset
from cgt.families.lesson_words import LessonWords, words_of
from cgt.families.matches import heaps_of, quotas_of
from cgt.families.matchsticks import Matches, matchsticks_svg
from cgt.families.registry import parse_ruleset
from cgt.families.rows import rows_svg
from cgt.solving.routes import Routes
from cgt.solving.routes.by_search import searched_before
from cgt.solving.solve import Solution, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cgt.core.game import Game

_Named = TypeVar("_Named")

LADDER = (Outcome.N, Outcome.N, Outcome.P, Outcome.N, Outcome.P, Outcome.N)
"""The player who is to win each exercise of the ladder, where there are such positions."""

FURTHER = (Outcome.N, Outcome.P, Outcome.N, Outcome.N, Outcome.P, Outcome.N)
SUMS = FURTHER[:4]
"""The same of the exercises after it: larger positions, or several side by side."""

LEAST_START = 9
"""The least heap that is shown on the wall."""

SAMPLED, BOUND = 600, 24
"""The number of sample positions from which exercises are chosen, and the bound of their sizes."""

CROWDED, CLEAR_BOUND = 40, 10
"""The number of parts of a picture, vertices and edges, that cannot be told apart on paper; and the bound then."""

SEARCHED = 5_000
"""The greatest number of positions searched for one answer."""

MOST_UNSOLVED = 2
"""The number of positions too long to search after which a step is left out."""

WIDEST, HIGHEST = 450, 300
"""The size in pixels of the largest picture of an exercise: on paper the pieces of a larger one cannot be told
apart."""

LARGEST_BOARD = 14
"""The greatest number of squares of a larger board that no symmetry decides."""

LONG_ROWS = range(7, 18)
"""The numbers of pieces in the larger rows."""

DRAWN_STARTS, DRAWN_GAMES, DRAWN_LINES = 4, 4, 5
"""From how many starts, how many times each, and how far a game is played whose positions are drawn on the way."""

LOW, FEW_BOARDS = 4, 4
"""The rows of a queen's small boards, and the number of her larger ones: of more, nobody reads the numbers."""

FEW = 6
"""After how many single heaps pairs follow, where every heap is a win."""

FURTHER_ON = 12
"""The number of positions beyond its step from which an exercise may come, where the step has none with the right
outcome."""

ANSWERED_MOVES = 4
"""To how many moves of a lost position the key lists the answers."""

SHOWN_MOVES = 24
"""The greatest number of winning moves in the key; of more it gives their number."""

_SIZE = re.compile(r'<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"')
_SQUARE = re.compile(r"(\d+):(\d+)")
_UP_TO_NUMBER = re.compile(r"\D*")
NUMBER = re.compile(r"\d+")
"""A number in words, which say a position without its picture then."""


@attrs.frozen
class Picture:
    """An SVG picture with a description in words."""

    svg: str
    alt: str

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height, in pixels."""
        match = _SIZE.search(self.svg)
        return (float(match[1]), float(match[2])) if match else (300.0, 60.0)


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

    @property
    def answer(self) -> str:
        """The answer: the winner, and all winning moves, or the first ones and their number."""
        if not (self.wins or self.draws):
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
        return (_("D, a draw: {moves}") if self.draws else _("W: {moves}")).format(moves=shown)


def _in_a_row(moves: Sequence[str]) -> str:
    """Moves in a row as text; words up to a number are written once.

    >>> _in_a_row(["knock down pin 2", "knock down pin 5", "knock down pins 3 and 4"])
    'knock down pin 2; 5; knock down pins 3 and 4'
    """
    texts, before = [], ""
    for move in moves:
        start = _UP_TO_NUMBER.match(move)
        words = start.group() if start else ""
        texts.append(move.removeprefix(words) if words == before != move else move)
        before = words
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
    return _Maker(game, Convention.of(convention), level, Random(seed)).lesson()  # noqa: S311 - a choice, no secret


@attrs.define
class _Maker:
    """The builder of one lesson."""

    game: Game
    convention: Convention
    level: int
    random: Random
    _solved: dict[str, Solution | None] = attrs.field(init=False, factory=dict)
    _outcomes: dict[str, Outcome | None] = attrs.field(init=False, factory=dict)
    _asked: set[Position] = attrs.field(init=False, factory=set)
    _drawings: dict[str, DrawnPosition] = attrs.field(init=False, factory=dict)

    def lesson(self) -> Lesson:
        game = self.game
        start = self._start()
        move = self._shown_move(start)
        values = values_of(game, self.nim_value) if self.level == 2 and self._adds_up else None
        exercises = self._chosen("ladder", self._small(), self._wanted(LADDER))
        if len(exercises) < len(LADDER):
            raise NotApplicableError(
                _("{ruleset} has too few positions for a lesson: {count} with a move").format(
                    ruleset=game, count=len(exercises)
                )
            )
        self._asked.add(start)
        if self.level == 2 and self._adds_up:
            exercises += self._chosen("sum", self._sums(), SUMS)
        else:
            exercises += self._chosen(
                "further", self._large(), FURTHER[:FEW_BOARDS] if is_queen(game) else self._wanted(FURTHER)
            )
        return Lesson(
            title=_(game.title),
            level=self.level,
            rules=f"{rules_text(game)} {game.wording.goal(self.convention)}",
            words=self.words,
            start=position_text(game, start),
            pictures=_pictures_at_start(game, start) + (() if move is None else _pictures_after(game, start, move)),
            move="" if move is None else self._move_text(start, move),
            table=listed_table(game, self.words, self.outcome) if self.words.lines else table_of(game, self.outcome),
            values=values,
            exercises=tuple(exercises),
            strategy="" if self.solved(start) is None else self._exercise("", start).answer,
            references=game.references,
            advice=strategy_text(game, start, self.convention),
            link=self._link(start),
        )

    def _link(self, start: Position) -> str:
        site = site_address()
        return (
            ""
            if site is None
            else site + page_link(str(self.game), self.game.wording.position_text(start), self.convention)
        )

    @property
    def _adds_up(self) -> bool:
        """Whether nim-values add up here: in normal play that ends."""
        return self.convention is Convention.NORMAL and all(
            self.nim_value(position) is not None for position in islice(self._small(), 4)
        )

    def solved(self, position: Position) -> Solution | None:
        """The solution; None where it would take long, or play has cycles."""
        text = self.game.wording.position_text(
            position
        )  # equal sums may have their parts in another order, and so other moves
        if text not in self._solved:
            try:
                self._solved[text] = solve(position, self.convention, max_positions=SEARCHED)
            except (BudgetError, LoopError):
                self._solved[text] = None
        return self._solved[text]

    def outcome(self, position: Position) -> Outcome | None:
        """The outcome alone, which may be known without winning moves; None where it would take long."""
        text = self.game.wording.position_text(position)
        if text not in self._outcomes:
            question = Question(position, self.convention, Facts.OUTCOME, max_positions=SEARCHED)
            try:
                self._outcomes[text] = Routes().ask(question).outcome
            except (BudgetError, LoopError):
                self._outcomes[text] = None
        return self._outcomes[text]

    def nim_value(self, position: Position) -> int | None:
        """The nim-value; None where it would take long, or play has cycles."""
        try:
            with searched_before(position, Convention.NORMAL) as nodes:
                return Evaluator(max_positions=SEARCHED, nodes=nodes).nim_value(position)
        except (BudgetError, LoopError):
            return None

    @property
    def words(self) -> LessonWords:
        """The lesson words for the game."""
        return words_of(self.game, self.convention)

    def _start(self) -> Position:
        """The position on the wall: the example, or of a game on one heap its largest heap alone."""
        game, example = self.game, self.game.parse(self.words.start or self.game.example)
        if isinstance(game, HasHeaps) and game.listed_heaps == 1:
            start: Position = game.position(max((LEAST_START, *game.sizes(example))))
            return start
        return example

    def _shown_move(self, start: Position) -> Move | None:
        """The move that is demonstrated: an early one that does not win, where there is one."""
        solved = self.solved(start)
        winning = () if solved is None else tuple(islice(solved.winning_moves, SHOWN_MOVES))
        moves = list(islice(start.moves(), SHOWN_MOVES))
        others = [move for move in moves if move not in winning] or moves
        return nth(others, 2, first(others, None))

    def _move_text(self, position: Position, move: Move) -> str:
        """A move in words, by the names in the drawing where there is one."""
        drawing = drawing_of(self.game, position, ())
        return move_text_of(self.game, position, move) if drawing is None else drawing.move_text(move)

    def _wanted(self, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """The outcomes that exercises are to have, a third of them draws where there are any."""
        if not any(self.outcome(one) is Outcome.D for one in islice(self._small(), len(LADDER) * 2)):
            return outcomes
        return [Outcome.D if step % 3 == 0 and step else outcome for step, outcome in enumerate(outcomes, start=1)]

    def _small(self) -> list[Position]:
        """The small positions for the ladder, ascending: by heap or two numbers, or samples where these are too few."""
        by = numbered(self.game)
        results = [] if by is None else self._numbered(by)
        if len(results) > len(LADDER):
            return results
        samples = self._samples()
        return samples[: max(self._few(samples), len(LADDER))]

    def _few(self, samples: Sequence[Position]) -> int:
        """The number of the small ones: a third, or half where a table lists more."""
        return len(samples) // (2 if self.words.lines else 3)

    def _numbered(self, by: Numbered) -> list[Position]:
        """The positions of one heap, or of two small numbers; where every heap is a win, pairs after the first few."""
        if len(by.axes) == 1:
            single = _with_moves(by.at(size) for size in range(1, HEAPS - 4))
            pairs = two_numbers(self.game)
            if pairs is None or any(self.outcome(position) is Outcome.P for position in single):
                return single
            return single[:FEW] + _with_moves(pairs.at(low, high) for high in range(1, 5) for low in range(1, high + 1))
        sizes = range(max(by.first, int(isinstance(self.game, HasHeaps))), by.first + min(by.sides[0], 6))
        if is_queen(self.game):  # her board is the same the other way round, and lower so
            low = [(x, y) for x, y in product(range(1, by.sides[0] - 1), range(1, LOW)) if x >= y]
            return _with_moves(by.at(*pair) for pair in sorted(low, key=lambda pair: (sum(pair), pair)))
        single = [self.game.position(size) for size in (2, 4, 5)] if isinstance(self.game, HeapRuleset) else []
        squares = sorted(product(sizes, repeat=2), key=lambda pair: (sum(pair), pair))
        return _with_moves((*single, *(by.at(*pair) for pair in squares)))

    def _large(self) -> list[Position]:
        """The positions beyond the table, ascending."""
        by = numbered(self.game)
        if by is None:
            samples = self._samples()
            return samples[self._few(samples) :]
        return self._beyond(by) or self._samples()

    def _beyond(self, by: Numbered) -> list[Position]:
        """The positions that numbers describe beyond the table, as long as their pictures are legible on paper."""
        if len(by.axes) == 1:
            sizes = range(HEAPS, 2 * HEAPS)
            heaps: list[Position | None] = [by.at(size) for size in sizes]
            if isinstance(self.game, HasQuota):
                heaps = [self.game.under_quota(1 + size // self.random.randint(2, 6), size) for size in sizes]
            if in_rows(self.game):
                # What symmetry decides: a row of odd length, and two equal rows.
                heaps = [by.at(size) if size % 2 else self.game.position(size // 2, size // 2) for size in LONG_ROWS]
            return [one for one in _with_moves(heaps) if self._is_clear(one)]
        if by.sides[0] < SIDE:  # boards: long ones, and larger ones that symmetry decides
            sizes = range(1, 2 * by.sides[0])
            boards = [(low, high) for low, high in product(sizes, repeat=2) if low <= high and high > by.sides[0]]
            few = sorted((pair for pair in boards if not sum(pair) % 2 or pair[0] * pair[1] <= LARGEST_BOARD), key=sum)
            return [one for one in _with_moves(by.at(*pair) for pair in few) if self._is_clear(one)]
        sizes = range(SIDE // 2, 2 * SIDE)
        pairs = sorted((pair for pair in product(sizes, repeat=2) if max(pair) >= SIDE), key=sum)
        if is_queen(self.game):
            pairs = [(x, y) for x, y in pairs if x >= y]
        return [one for one in _with_moves(by.at(*pair) for pair in pairs) if self._is_clear(one)]

    def _is_clear(self, position: Position) -> bool:
        sizes = [picture.size for picture in pictures_asked(self.game, position)]
        return all(width <= WIDEST and height <= HIGHEST for width, height in sizes)

    def _sums(self) -> list[Position]:
        """The positions side by side, as sums, ascending."""
        game = self.game
        if isinstance(game, HeapRuleset) or (isinstance(game, HasHeaps) and game.listed_heaps == 1):
            heaps = [size for size in range(1, 12) if _with_moves([game.position(size)])]
            few: list[tuple[int, ...]] = [(low, high) for low in heaps for high in heaps if low < high]
            many = [(*pair, high) for pair in few for high in heaps[:7] if pair[1] < high]
            return [
                game.position(*sizes) for sizes in sorted((*few, *many), key=lambda sizes: (len(sizes), sum(sizes)))
            ]
        parts = [part for part in islice(self._small(), 12) if self.nim_value(part) and not isinstance(part, Sum)]
        return [Sum(low, high) for place, low in enumerate(parts) for high in parts[place + 1 :]]

    def _samples(self) -> list[Position]:
        """The sample positions with a move, ascending; of those that differ by names or by symmetry one, if enough."""
        game = self.game
        samples = list(islice(game.sample_positions(BOUND), SAMPLED))
        largest = max(samples, key=game.wording.weight, default=None)
        if largest is not None and (picture_of(largest) or "").count("data-part") > CROWDED:
            samples = list(islice(game.sample_positions(CLEAR_BOUND), SAMPLED))
        results = sorted(
            (
                one
                for one in _with_moves(self._played(samples) if isinstance(game, DrawnInPlay) else samples)
                if 0 not in heaps_of(one)
            ),
            key=lambda position: (game.wording.weight(position), str(position)),
        )
        different = list(unique_everseen(results, key=self._canonical))
        return different if len(different) >= len(LADDER) + len(FURTHER) else results

    def _canonical(self, position: Position) -> object:
        state = state_of(self.game, position)
        return position if state is None else self.game.canonical(state)

    def _played(self, samples: Iterable[Position]) -> list[Position]:
        """The positions of random games that are drawn as they are played, and so have their drawings."""
        results: dict[str, Position] = {}
        starts = [one for one in samples if drawing_of(self.game, one, ()) is not None]
        for start in starts[:DRAWN_STARTS]:
            for _game in range(DRAWN_GAMES):
                position, moves = start, list[Move]()
                while len(moves) < DRAWN_LINES and not is_over(position):
                    drawing = drawing_of(self.game, start, moves)
                    if drawing is None:
                        break
                    results.setdefault(str(position), position)
                    self._drawings.setdefault(str(position), drawing)
                    moves.append(self.random.choice(list(position.moves())))
                    position = position.play(moves[-1])
        return list(results.values())

    def _chosen(self, part: str, pool: Sequence[Position], wanted: Sequence[Outcome]) -> list[Exercise]:
        """One position for each wanted outcome, each larger than the one before; fewer in a small pool."""
        positions: list[Position] = []
        used = self._asked
        for step, outcome in enumerate(wanted):
            begin, end = (place * len(pool) // len(wanted) for place in (step, step + 1))
            window = self.random.sample(pool[begin:end], end - begin)
            spare, unsolved = None, 0
            for position in (*window, *pool[end : end + FURTHER_ON]):
                outcome_there = None if position in used else self.outcome(position)
                if outcome_there is not None and outcome_there is not outcome and spare is not None:
                    continue  # it would serve no better
                solved = None if outcome_there is None else self.solved(position)
                unsolved += solved is None
                if unsolved > MOST_UNSOLVED:
                    break
                if solved is not None and solved.outcome is outcome:
                    spare = position
                    break
                spare = position if spare is None and solved is not None else spare
            if spare is not None:
                used.add(spare)  # and so it is not asked again in a later part
                positions.append(spare)
        return [self._exercise(part, position) for position in sorted(positions, key=list(pool).index)]

    def _exercise(self, part: str, position: Position) -> Exercise:
        game, solved = self.game, self.solved(position)
        assert solved is not None  # noqa: S101 - it was chosen because it is solved
        drawing, words = self._drawings.get(str(position)), position_text(game, position)
        reason = (self._in_values(position) if part == "sum" else "") or self._in_words(solved)
        moves = dict.fromkeys(
            [_in_part(game, position, move) for move in self._right(solved)]
            if drawing is None
            else _drawn_moves(drawing, solved)
        )
        different = tuple(self._unmirrored(position, moves, itemgetter(1)))
        return Exercise(
            part=part,
            position=game.wording.position_text(position),
            text=words,
            pictures=pictures_asked(game, position) if drawing is None else _on_paper(drawing, words),
            wins=solved.outcome is Outcome.N,
            draws=solved.outcome is Outcome.D,
            moves=different,
            reason=reason or self.words.untold,
            leaves=()
            if part == "sum" or drawing is not None
            else self._leaves(solved, reason) or self._replies(solved, reason),
            mirrored=len(different) < len(moves),
        )

    def _right(self, solved: Solution) -> Iterable[Move]:
        """The winning moves; in a draw those that leave one."""
        if solved.outcome is not Outcome.D:
            return solved.winning_moves
        position = solved.position
        return (move for move in position.moves() if self.outcome(position.play(move)) is Outcome.D)

    def _unmirrored(
        self, position: Position, moves: Iterable[_Named], words: Callable[[_Named], str]
    ) -> Iterator[_Named]:
        """The moves on an empty board, one of each that are mirror images; all where a mirror changes the game."""
        text = self.game.wording.position_text(position)
        if not self.words.mirrors or not BOARD.fullmatch(text):
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
        if self.words.explained and by_theorem and not (self.level == 1 and "⊕" in solved.explanation):
            return solved.explanation
        strategy = strategy_text(self.game, solved.position, self.convention)
        if not strategy or solved.outcome is Outcome.N:
            return strategy
        return _("for whoever is second: {strategy}").format(strategy=strategy)

    def _leaves(self, solved: Solution, reason: str) -> tuple[str, ...]:
        """The positions in words that winning moves leave and no reason names; none where they are only drawn."""
        position, texts, ended = solved.position, [], 0
        winning = islice(solved.winning_moves, SHOWN_MOVES)
        for move in self._unmirrored(position, winning, partial(move_text_of, self.game, position)):
            move_text, left = move_text_of(self.game, position, move), position.play(move)
            if move_text and self.words.explained and move_text in reason:
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
            reply = first(answer.winning_moves, None) if (answer := self.solved(left)) else None
            if reply is None:
                return ()
            words = move_text_of(self.game, position, move), move_text_of(self.game, left, reply)
            texts.append(_("{move} is answered: {reply}").format(move=words[0], reply=words[1]))
        return tuple(texts)

    def _in_values(self, position: Position) -> str:
        """The nim-values of the parts and their sum, as text; empty where one takes long."""
        values = [self.nim_value(component) for component in components_of(position)]
        if None in values:
            return ""
        shown = " ⊕ ".join(map(str, values))
        return _("nim-values {values} = {total}").format(values=shown, total=self.nim_value(position))


def _with_moves(positions: Iterable[Position | None]) -> list[Position]:
    return [one for one in positions if one is not None and not is_over(one)]


def position_text(game: Game, position: Position) -> str:
    """A position in words, without the signs of its notation.

    >>> import cgt
    >>> fibonacci = cgt.games.FibonacciNim()
    >>> position_text(fibonacci, fibonacci.position(21)), position_text(fibonacci, fibonacci.parse("10:4"))
    ('a heap of 21', 'a heap of 10, at most 4 may be taken')
    >>> position_text(cgt.games.Nim(), cgt.games.Nim().position(3, 4, 5))
    'heaps of 3, 4 and 5'
    """
    heaps, text = heaps_of(position), game.wording.position_text(position)
    if isinstance(position, Sum) and not isinstance(game, HeapRuleset) and not isinstance(game, HasQuota):
        if not heaps and not NUMBERS.search(text):
            return _("the positions that are drawn")
        return _(" beside ").join(position_text(game, part) for part in position.parts)
    if is_queen(game) and len(heaps) == 2:
        return _("the queen on {x}, {y}").format(x=heaps[0], y=heaps[1])
    if BOARD.fullmatch(text):
        down, across = text.split("x")
        return _("a board of {rows} by {columns}").format(rows=down, columns=across)
    if game.wording.phrase and not heaps:
        return _(game.wording.phrase).format(sizes=_listed(text.split(",")), text=text)
    if not heaps:
        state = state_of(game, position)
        sketch = None if state is None else game.sketch(state)
        heaps = sketch.heaps if isinstance(sketch, Matches) else heaps
    if not heaps:
        if NUMBERS.fullmatch(text):
            return _listed(text.split(","))
        drawn = picture_of(position) is not None
        return _("the position that is drawn") if drawn else text
    rows = in_rows(game)
    begun = any(quota is not None for quota in quotas_of(position)) and not _as_it_begins(game, position, heaps)
    if begun:
        one = _("{heap}, at most {quota} may be taken")
        sizes = [one.format(heap=heap, quota=quota) for heap, quota in zip(heaps, quotas_of(position), strict=True)]
        return _("a heap of {sizes}").format(sizes=_("; ").join(sizes))
    if len(heaps) == 1:
        return (_("a row of {sizes}") if rows else _("a heap of {sizes}")).format(sizes=heaps[0])
    sizes_text = _listed(map(str, heaps))
    return (_("rows of {sizes}") if rows else _("heaps of {sizes}")).format(sizes=sizes_text)


def _in_part(game: Game, position: Position, move: Move) -> tuple[str, str]:
    """The part of a sum in which a move is made, as a phrase with a place for the moves; and the move there."""
    if not isinstance(position, Sum):
        return "{moves}", move_text_of(game, position, move)
    index, inner = component_move(move, len(position.parts))
    part = position.parts[index]
    where = "{moves} ({part})"
    if not NUMBER.search(position_text(game, part)) and len(components_of(position)) == len(position.parts):
        where = _("{moves} in picture {number}").replace("{number}", str(index + 1))
    if heaps_of(part) and not is_queen(game):
        where = _("{moves} in {part}") if in_rows(game) else _("{moves} from {part}")
    return where.replace("{part}", position_text(game, part)), move_text_of(game, part, inner)


def move_text_of(game: Game, position: Position, move: Move) -> str:
    """A move in words: for a queen, where she goes."""
    if not is_queen(game) or isinstance(position, Sum):
        return game.wording.move_text(position, move)
    return _("to {square}").format(square=", ".join(map(str, heaps_of(position.play(move)))))


def _drawn_moves(drawing: DrawnPosition, solved: Solution) -> Iterator[tuple[str, str]]:
    """The winning moves by the names in a drawing; of what can be drawn in several ways, whether all of them win."""
    winning = list(solved.winning_moves)
    losing = {drawing.move_text(move) for move in solved.position.moves() if move not in winning}
    for text in dict.fromkeys(map(drawing.move_text, winning)):
        yield "{moves}", _("{move}, in one of the ways to do it").format(move=text) if text in losing else text


def _listed(sizes: Iterable[str]) -> str:
    *before, final = sizes
    return _("{sizes} and {last}").format(sizes=", ".join(before), last=final) if before else final


def _as_it_begins(game: Game, position: Position, heaps: Sequence[int]) -> bool:
    try:
        return bool(game.position(*heaps) == position)
    except CGTError:
        return False


def pictures(game: Game, position: Position) -> tuple[Picture, ...]:
    """The pictures of a position, one for each part of a sum without its own; none where nothing can be drawn.

    Two heaps that a queen can stand for are drawn as her board.
    """
    whole = _drawn(game, position)
    if whole:
        return (Picture(whole, position_text(game, position)),)
    parts = [(part, _drawn(game, part)) for part in components_of(position)]
    if len(parts) < 2 or not all(drawn for _part, drawn in parts):
        return ()
    return tuple(Picture(drawn, position_text(game, part)) for part, drawn in parts if drawn)


def pictures_asked(game: Game, position: Position) -> tuple[Picture, ...]:
    """The pictures of an exercise: heaps without the amounts allowed, which stand above them in words."""
    heaps, words = heaps_of(position), position_text(game, position)
    if not isinstance(game, HasQuota) or not heaps:
        return pictures(game, position)
    return (Picture(matchsticks_svg(heaps, title=words), words),)


def _pictures_at_start(game: Game, position: Position) -> tuple[Picture, ...]:
    """The pictures of the start, drawn as the game's moves are, where these are drawn."""
    drawing, words = drawing_of(game, position, ()), position_text(game, position)
    return pictures(game, position) if drawing is None else _on_paper(drawing, words)


def _on_paper(drawing: DrawnPosition, words: str) -> tuple[Picture, ...]:
    return (Picture(drawing.svg(title=words, cut=True), words),)


def _pictures_after(game: Game, position: Position, move: Move) -> tuple[Picture, ...]:
    """The pictures of what a move leaves, with the taken pieces' places where the move names fewer."""
    row, heaps, left = row_of(game), heaps_of(position), position.play(move)
    if row is not None and row.reach and len(heaps) == 1 and (named := row.read(heaps[0], move)):
        drawn = rows_svg(row, heaps, title=position_text(game, left), crossed=row.places(heaps[0], named))
        return () if drawn is None else (Picture(drawn, position_text(game, left)),)
    if isinstance(game, DrawnInPlay) and (drawing := drawing_of(game, position, [move])) is not None:
        return _on_paper(drawing, position_text(game, left))
    words = position_text(game, left)
    if is_queen(game):
        aligned = picture_left_of(parse_ruleset("queen"), _queen_at(left), _queen_at(position), title=words)
    else:
        aligned = picture_left_of(game, left, position, title=words)
    return pictures(game, left) if aligned is None else (Picture(aligned, words),)


def _drawn(game: Game, position: Position) -> str | None:
    if not is_queen(game):
        return picture_of(position)
    heaps = heaps_of(position)
    if isinstance(position, Sum) or len(heaps) != 2:
        return None
    return picture_of(_queen_at(position))


def _queen_at(position: Position) -> Position:
    """The queen on the square whose coordinates are the heaps of a position."""
    return parse_ruleset("queen").parse(",".join(map(str, heaps_of(position))))
