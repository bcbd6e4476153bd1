"""A lesson as plain data: what is told, what is asked, and the answers that the library gives."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import attrs
from more_itertools import first

from cgt.apps.lessons.table import Table, table_of
from cgt.core.card import picture_of
from cgt.core.language import _
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.errors import BudgetError, LoopError, NotApplicableError
from cgt.families.matches import heaps_of
from cgt.solving.solve import solve

if TYPE_CHECKING:
    from cgt.core.game import Game
    from cgt.core.position import Position
    from cgt.solving.solve import Solution

LEVELS = 3
EACH = 4
"""How many exercises each level has."""

MIXED = {
    1: {Outcome.N: 2, Outcome.P: 2},
    2: {Outcome.N: 3, Outcome.P: 1},
    3: {Outcome.N: 4, Outcome.P: 0},
}
"""How many exercises of each level the player to move wins, and loses, where there are so many."""

LONGEST = 30
"""The longest position that is asked about in words; a longer one is drawn."""

SAMPLED, BOUND = 600, 24
"""How many sample positions, up to which bound, exercises are chosen from."""

SEARCHED = 20_000
"""How many positions are searched for one answer."""


MOST_UNSOLVED = 12
"""How many positions of a level may be too long to search, before fewer exercises do."""


@attrs.frozen
class Exercise:
    """A question, its picture, and the answer.

    Attributes:
        level: 1: who wins? 2: which move wins? 3: every winning move, and why.
        position: the position, as text.
        question: what is asked.
        picture: SVG, or None.
        answer: who wins, and by which moves.
        reason: why.
    """

    level: int
    position: str
    question: str
    picture: str | None
    answer: str
    reason: str


@attrs.frozen
class Lesson:
    """A sheet for a class.

    Attributes:
        title: the game.
        rules: the rules and what wins.
        picture: of the example, SVG, or None.
        example: the position to show on the wall, as text.
        first_moves: what may be played there, in one line.
        table: who wins, to fill in; None where neither a heap nor two numbers tell a position.
        exercises: by level.
        strategy: what is known, for the teacher.
        references: where to read on.
    """

    title: str
    rules: str
    picture: str | None
    example: str
    first_moves: str
    table: Table | None
    exercises: tuple[Exercise, ...]
    strategy: str
    references: tuple[str, ...]


def lesson(ruleset: Game, convention: ConventionLike = "normal", *, seed: int = 0) -> Lesson:
    """The lesson of a game; the same seed gives the same exercises.

    Raises:
        NotApplicableError: the game has no positions that can be asked about.

    >>> import cgt
    >>> sheet = lesson(cgt.games.Nim(), seed=1)
    >>> sheet.exercises[0].level, len(sheet.exercises)
    (1, 12)
    """
    convention = Convention.of(convention)
    example = ruleset.parse(ruleset.example)
    solved = _solved(example, convention)
    return Lesson(
        title=_("{title}: {game}").format(title=_(ruleset.title), game=ruleset)
        if "(" in str(ruleset)
        else _(ruleset.title),
        rules=f"{ruleset.rules_text()} {ruleset.goal(convention)}",
        picture=picture_of(example),
        example=ruleset.format(example),
        first_moves=ruleset.moves_text(example),
        table=table_of(ruleset, lambda position: _solved(position, convention)),
        exercises=tuple(_exercises(ruleset, convention, Random(seed))),  # noqa: S311 - a choice of exercises, no secret
        strategy="" if solved is None else solved.explanation,
        references=ruleset.references,
    )


def _solved(position: Position, convention: Convention) -> Solution | None:
    try:
        return solve(position, convention, max_positions=SEARCHED)
    except (BudgetError, LoopError):
        return None


def _exercises(ruleset: Game, convention: Convention, random: Random) -> list[Exercise]:
    """Some positions of each level: the smallest third of the samples, the middle one, the largest."""
    seen = list(islice(ruleset.sample_positions(BOUND), SAMPLED))
    samples = sorted(
        (position for position in seen if first(position.moves(), None) is not None and 0 not in heaps_of(position)),
        key=lambda position: (ruleset.weight(position), str(position)),
    )
    if len(samples) < LEVELS * EACH:
        raise NotApplicableError(
            _("{ruleset} has too few positions for a lesson: {count} with a move").format(
                ruleset=ruleset, count=len(samples)
            )
        )
    third = len(samples) // LEVELS
    found = []
    for level in range(1, LEVELS + 1):
        pool = samples[(level - 1) * third : level * third]
        chosen: list[Exercise] = []
        wanted = dict(MIXED[level])
        spare: list[Exercise] = []
        unsolved = 0
        for position in random.sample(pool, len(pool)):
            solved = _solved(position, convention)
            unsolved += solved is None
            if unsolved > MOST_UNSOLVED:
                break
            if solved is None or solved.outcome not in wanted:
                continue
            exercise = _exercise(ruleset, level, position, solved)
            if wanted[solved.outcome]:
                wanted[solved.outcome] -= 1
                chosen.append(exercise)
            elif len(spare) < EACH:
                spare.append(exercise)
            if not any(wanted.values()):
                break
        found += random.sample(chosen, len(chosen)) + spare[: EACH - len(chosen)]
    return found


def _exercise(ruleset: Game, level: int, position: Position, solved: Solution) -> Exercise:
    text, drawn = ruleset.format(position), picture_of(position)
    shown = _("the position that is drawn") if drawn and len(text) > LONGEST else text
    questions = {
        1: _("Who wins from {position}, the player to move or the other one?"),
        2: _("From {position}: find a move that wins, or show that there is none."),
        3: _("From {position}: find every move that wins, and say why."),
    }
    moves = [ruleset.move_text(position, move) for move in islice(solved.winning_moves, 6)]
    if solved.outcome is Outcome.N:
        more = ", …" if len(moves) == 6 else ""
        answer = _("the player to move wins: {moves}").format(moves=_("; ").join(moves) + more)
        if not moves:
            answer = _("the player to move has won already")
    else:
        answer = _("the other player wins, whatever is played")
    return Exercise(level, shown, questions[level].format(position=shown), drawn, answer, solved.explanation)
