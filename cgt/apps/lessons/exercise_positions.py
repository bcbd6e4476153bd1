"""The positions that a lesson may ask about, with their answers, each as far as a search of a lesson goes."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import combinations, islice, product
from math import dist
from typing import TYPE_CHECKING

import attrs
from more_itertools import unique_everseen

from cgt.apps.lessons.exercise_tables import (
    HEAPS,
    SIDE,
    Numbering,
    in_rows,
    is_queen,
    numbering_of,
    side_by_side,
    two_numbers,
)
from cgt.apps.lessons.pictures import pictures_asked, pictures_on_paper
from cgt.apps.show.drawings import drawing_after
from cgt.core.compounds import Sum
from cgt.core.game import Game, by_weight, state_of
from cgt.core.lazy_moves import LazyMoves, counted
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.core.route import Answer, Facts, Question
from cgt.core.sketch import picture_of
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import Nodes
from cgt.errors import BudgetError, LoopError
from cgt.families.capabilities import DrawnInPlay, DrawnPosition, HasHeaps, HasQuota
from cgt.families.heap_game import HeapRuleset
from cgt.families.lesson_words import LessonWords, words_of
from cgt.families.matches import heaps_of
from cgt.solving.routes import Routes
from cgt.solving.solve import Solution, solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random


LADDER = (Outcome.N, Outcome.N, Outcome.P, Outcome.N, Outcome.P, Outcome.N)
"""The player who is to win each exercise of the ladder, where there are such positions."""

FURTHER = (Outcome.N, Outcome.P, Outcome.N, Outcome.N, Outcome.P, Outcome.N)
SUMS = FURTHER[:4]
"""The same of the exercises after it: larger positions, or several side by side."""

SAMPLED, BOUND = 600, 24
"""The number of sample positions from which exercises are chosen, and the bound of their sizes."""

CROWDED, CLEAR_BOUND = 40, 10
"""The number of parts of a picture, vertices and edges, that cannot be told apart on paper; and the bound then."""

SEARCHED = 5_000
"""The greatest number of positions searched for one answer."""

WIDEST, HIGHEST = 450, 300
"""The size in pixels of the largest picture of an exercise: on paper the pieces of a larger one cannot be told
apart."""

LARGEST_BOARD = 14
"""The greatest number of squares of a larger board that no symmetry decides."""

LONG_ROWS = range(7, 18)
"""The numbers of pieces in the larger rows."""

DRAWN_STARTS, DRAWN_GAMES, DRAWN_LINES = 4, 4, 5
"""From how many starts, how many times each, and how far a game is played whose positions are drawn on the way."""

NEAREST, HIGHEST_DRAWN = 24, 130
"""The least distance of two spots in a drawing, and its greatest height, in pixels."""

_DOT = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)"')

LOW, FEW_BOARDS = 4, 4
"""The rows of a queen's small boards, and the number of her larger ones: of more, nobody reads the numbers."""

FEW = 6
"""The number of single heaps after which pairs follow, where every heap is a win."""


@attrs.define
class ExercisePositions:
    """The positions of one game in one convention from which exercises are chosen, ascending.

    Attributes:
        game: the game.
        convention: how it ends.
        random: the source of random plays and allowances.
        drawings: the drawings of the positions that are drawn as they were played, by their texts.
    """

    game: Game
    convention: Convention
    random: Random
    drawings: dict[str, DrawnPosition] = attrs.field(init=False, factory=dict)
    _solved: dict[str, Solution | None] = attrs.field(init=False, factory=dict)
    _outcomes: dict[str, Outcome | None] = attrs.field(init=False, factory=dict)
    _routes: dict[Convention, Routes] = attrs.field(init=False)

    @_routes.default
    def _with_a_memo_of_its_own(self) -> dict[Convention, Routes]:
        # What the process remembers, or a faster machine, would let a search get further: the same seed would give
        # other exercises.
        return {play: Routes(Evaluator(play, max_positions=SEARCHED, nodes=Nodes())) for play in Convention}

    @cached_property
    def words(self) -> LessonWords:
        """The lesson words for the game."""
        return words_of(self.game, self.convention)

    def solved(self, position: Position) -> Solution | None:
        """The solution; None where it would take long, or play has cycles."""
        # Equal sums may have their parts in another order, and so other moves: they are known by their texts.
        text = self.game.wording.position_text(position)
        if text not in self._solved:
            try:
                self._solved[text] = solve(
                    position, self.convention, max_positions=SEARCHED, routes=self._routes[self.convention]
                )
            except (BudgetError, LoopError):
                self._solved[text] = None
        return self._solved[text]

    def outcome(self, position: Position) -> Outcome | None:
        """The outcome alone, which may be known without winning moves; None where it would take long."""
        text = self.game.wording.position_text(position)
        if text not in self._outcomes:
            answer = self._answer(position, self.convention, Facts.OUTCOME)
            self._outcomes[text] = None if answer is None else answer.outcome
        return self._outcomes[text]

    def nim_value(self, position: Position) -> int | None:
        """The nim-value; None where it would take long, or play has cycles."""
        answer = self._answer(position, Convention.NORMAL, Facts.NIM_VALUE)
        return None if answer is None else answer.nim_value

    def _answer(self, position: Position, convention: Convention, needed: Facts) -> Answer | None:
        """The answer of the best route; None where it would take long, or play has cycles."""
        try:
            return self._routes[convention].ask(Question(position, convention, needed, max_positions=SEARCHED))
        except (BudgetError, LoopError):
            return None

    @cached_property
    def _by(self) -> Numbering | None:
        """The numbering of positions, unless each of them is a win: there, all exercises would have one answer."""
        by = numbering_of(self.game)
        won = by is not None and all(self.outcome(position) is Outcome.N for position in self._numbered(by))
        return None if won else by

    def small(self) -> list[Position]:
        """The small positions for the ladder, ascending: by heap or two numbers, or samples where these are too few."""
        results = [] if self._by is None else self._numbered(self._by)
        if len(results) > len(LADDER):
            return results
        samples = self._samples
        return samples[: max(self._small_count(samples), len(LADDER))]

    def _small_count(self, samples: Sequence[Position]) -> int:
        """The number of samples that count as small: a third, or half if the lesson lists positions in a table."""
        return len(samples) // (2 if self.words.lines else 3)

    def _numbered(self, by: Numbering) -> list[Position]:
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

    def large(self) -> list[Position]:
        """The positions beyond the table, ascending."""
        if self._by is None:
            samples = self._samples
            return samples[self._small_count(samples) :]
        return self._beyond(self._by) or self._samples

    def _beyond(self, by: Numbering) -> list[Position]:
        """The positions that numbers describe beyond the table, as long as their pictures are legible on paper."""
        if len(by.axes) == 1:
            sizes = range(HEAPS, 2 * HEAPS)
            heaps: list[Position | None] = [by.at(size) for size in sizes]
            if isinstance(self.game, HasQuota):
                heaps = [self.game.under_quota(1 + size // self.random.randint(2, 6), size) for size in sizes]
            if in_rows(self.game):
                # Decided by symmetry: a row of odd length, and two equal rows.
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

    def sums(self) -> list[Position]:
        """The positions side by side, as sums, ascending."""
        game = self.game
        if isinstance(game, HeapRuleset) or (isinstance(game, HasHeaps) and game.listed_heaps == 1):
            heaps = [size for size in range(1, 12) if _with_moves([game.position(size)])]
            few: list[tuple[int, ...]] = [(low, high) for low in heaps for high in heaps if low < high]
            many = [(*pair, high) for pair in few for high in heaps[:7] if pair[1] < high]
            rows = sorted((*few, *many), key=lambda sizes: (len(sizes), sum(sizes)))
            return [side_by_side(game, *sizes) for sizes in rows]
        parts = [part for part in islice(self.small(), 12) if self.nim_value(part) and not isinstance(part, Sum)]
        return [Sum(low, high) for place, low in enumerate(parts) for high in parts[place + 1 :]]

    @cached_property  # drawn at random: what is small and what is large is of one list
    def _samples(self) -> list[Position]:
        """The sample positions with a move, ascending; of those that differ by names or by symmetry one, if enough."""
        game = self.game
        samples = list(islice(game.sample_positions(BOUND), SAMPLED))
        largest = max(samples, key=game.wording.weight, default=None)
        if largest is not None and (picture_of(largest) or "").count("data-part") > CROWDED:
            samples = list(islice(game.sample_positions(CLEAR_BOUND), SAMPLED))
        samples = self._from_random_play(samples) if isinstance(game, DrawnInPlay) else samples
        results = by_weight(game, [one for one in _with_moves(samples) if 0 not in heaps_of(one)])
        different = list(unique_everseen(results, key=self._canonical))
        return different if len(different) >= len(LADDER) + len(FURTHER) else results

    def _canonical(self, position: Position) -> object:
        state = state_of(self.game, position)
        return position if state is None else self.game.canonical(state)

    def _from_random_play(self, samples: Iterable[Position]) -> list[Position]:
        """The positions met in random play of a game that draws its moves; their drawings are stored."""
        results: dict[str, Position] = {}
        starts = [one for one in samples if drawing_after(self.game, one, ()) is not None]
        for start in starts[:DRAWN_STARTS]:
            for _game in range(DRAWN_GAMES):
                position, moves = start, list[Move]()
                while len(moves) < DRAWN_LINES and not is_over(position):
                    drawing = drawing_after(self.game, start, moves)
                    if drawing is None:
                        break
                    if _is_legible(drawing):
                        results.setdefault(str(position), position)
                        self.drawings.setdefault(str(position), drawing)
                    moves.append(self.random.choice(list(position.moves())))
                    position = position.play(moves[-1])
        return list(results.values())


def _is_legible(drawing: DrawnPosition) -> bool:
    """Whether no spot touches another one, and the numbers can be read where the picture is made as low as a task's."""
    drawn = pictures_on_paper(drawing, "")[0]
    dots = [(float(x), float(y)) for x, y in _DOT.findall(drawn.svg)]
    return drawn.size[1] <= HIGHEST_DRAWN and all(dist(*pair) >= NEAREST for pair in combinations(dots, 2))


def _with_moves(positions: Iterable[Position | None]) -> list[Position]:
    """The positions that have moves, and whose moves end: a search of others would take long, and find nothing."""
    return [one for one in positions if one is not None and not is_over(one) and not _has_endless_moves(one)]


def _has_endless_moves(position: Position) -> bool:
    moves = position.moves()
    return isinstance(moves, LazyMoves) and counted(moves) is None
