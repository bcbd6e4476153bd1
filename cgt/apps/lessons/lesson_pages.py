"""The pages of a lesson, as plain data for HTML and PDF.

There are a double page for the pupil, the key, the teacher's page, and the page for the wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import attrs
from more_itertools import chunked

from cgt.apps.lessons.phrases import NUMBER
from cgt.apps.lessons.pictures import Picture
from cgt.apps.play.session import sentence
from cgt.apps.web.links import qr_code
from cgt.core.language import _
from cgt.families.lesson_words import other_chooses

if TYPE_CHECKING:
    from cgt.apps.lessons.exercise_tables import Table
    from cgt.apps.lessons.lesson import Lesson

NARROW = 260
"""A picture is narrow up to so many pixels."""

SHEET = 620
"""The width of a sheet that pictures of exercises have, in pixels."""

LOWEST = 57
"""The height of such a picture on a sheet that has room for no more, in pixels: 15 mm."""

_GAP = re.compile(r"\[\[(.*?)\]\]")


@attrs.frozen
class Text:
    """A paragraph; text in double brackets is a gap on a sheet, and shown in the key.

    Attributes:
        text: the words.
        filled: whether the gaps are filled.
        small: whether it is a remark.
        number: in front of it, or 0.

    >>> Text("12 is [[4]] times 3.").runs
    (('12 is ', False), ('4', True), (' times 3.', False))
    """

    text: str
    filled: bool = False
    small: bool = False
    number: int = 0

    @property
    def runs(self) -> tuple[tuple[str, bool], ...]:
        """The text in pieces, each with whether it belongs to a gap."""
        parts = _GAP.split(self.text)
        return tuple((part, bool(place % 2)) for place, part in enumerate(parts) if part)


@attrs.frozen
class Heading:
    """The title of a part of a page."""

    text: str


@attrs.frozen
class Pictures:
    """Pictures in a row, with a word between each and the next; of a large one, the first alone."""

    pictures: tuple[Picture, ...]
    between: str = ""
    large: bool = False
    low: bool = False
    """Whether they are no higher than a few lines, so that a key fits on its page in letters that can be read."""


@attrs.frozen
class Grid:
    """A table line by line; the first line and, if asked for, the first column are headings; `wide` is for prose."""

    lines: tuple[tuple[str, ...], ...]
    side: bool = False
    wide: bool = False


@attrs.frozen
class Task:
    """An exercise: its number, the position, pictures, and the number of lines to write on."""

    number: int
    question: str
    pictures: tuple[Picture, ...]
    lines: int

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of its pictures side by side, in pixels."""
        sizes = [picture.size for picture in self.pictures]
        return sum(width for width, _height in sizes), max((height for _width, height in sizes), default=0)


@attrs.frozen
class Tasks:
    """Exercises side by side."""

    tasks: tuple[Task, ...]

    @property
    def across(self) -> int:
        """The number of tasks side by side: three where all pictures are narrow."""
        widest = max(task.size[0] for task in self.tasks)
        return 2 if widest > NARROW or len(self.tasks) % 3 else 3

    @property
    def room(self) -> int:
        """The number of pixels by which its rows can grow until all pictures are as large as they fit."""
        fits = SHEET / self.across
        heights = [height * min(1, fits / max(width, 1)) for width, height in (task.size for task in self.tasks)]
        return round(sum(max(0, max(row) - LOWEST) for row in chunked(heights, self.across)))


@attrs.frozen
class Space:
    """Dotted lines to write on, to the end of the page."""

    least: int = 2


Block: TypeAlias = Text | Heading | Pictures | Grid | Tasks | Space


@attrs.frozen
class Page:
    """One page: its purpose (`sheet`, `key`, `teacher` or `wall`), its title, and its blocks.

    A sheet has a line for the pupil's name; a key has two columns; the wall is shown by a projector, large and across.
    """

    kind: str
    title: str
    blocks: tuple[Block, ...]


def pages_of(lesson: Lesson) -> tuple[Page, ...]:
    """All pages, in the order of printing.

    >>> import cgt
    >>> from cgt.apps.lessons.lesson import lesson
    >>> [page.kind for page in pages_of(lesson(cgt.games.Nim()))]
    ['sheet', 'sheet', 'key', 'teacher', 'wall']
    """
    made = [
        ("sheet", lesson.title, _find(lesson)),
        ("sheet", _("The secret") if lesson.has_secret else _("Reasons"), _prove(lesson)),
        ("key", _("Answers"), _key(lesson)),
        ("teacher", _("For the teacher"), _teacher(lesson)),
        ("wall", lesson.title, _wall(lesson)),
    ]
    return tuple(Page(kind, title, tuple(blocks)) for kind, title, blocks in made)


def _find(lesson: Lesson) -> Iterator[Block]:
    """The left page: play, try, fill in, notice."""
    yield Text(lesson.words.story or lesson.rules)
    if lesson.pictures:
        yield Pictures(lesson.pictures, between=lesson.move)
    yield Text(_("Play three games in pairs. At the start: {start}. Take turns to begin.").format(start=lesson.start))
    blank = ("", "", "")
    yield Grid(((_("Game"), "1", "2", "3"), (_("Who began?"), *blank), (_("Who won?"), *blank)), side=True, wide=True)
    yield Heading(_("Step by step"))
    yield Text(_("Does the player to move win (W) or lose (L)? If it is a win, write a move that wins."))
    if lesson.has_draws:
        yield Text(_("Write D, a draw, where neither can win, because the play can go on for ever."))
    yield Tasks(tuple(_tasks(lesson, "ladder", lines=1)))
    if lesson.table:
        yield Heading(_("A table to fill in"))
        yield Text(_("Write W where the player to move wins, and L where that player loses."))
        yield from _grid(lesson.table, filled=False)
    yield Heading(_("What do you notice?"))
    yield Text(lesson.words.notice)
    yield Space(2)


def _prove(lesson: Lesson) -> Iterator[Block]:
    """The right page: say it, prove it, use it; at level 2 sums."""
    if lesson.words.statement:
        yield Text(_("Complete:"), small=True)
        yield Text(lesson.words.statement)
    else:
        asked = _("Which positions are L for sure? Write some, and why.")
        yield Text(_("The player to move loses exactly when …") if lesson.has_secret else asked)
        yield Space(2)
    yield Heading(_("Why? Prove it, step by step"))
    yield from (Text(step, number=number) for number, step in enumerate(lesson.words.proof, start=1))
    if _has_sums(lesson):
        yield Heading(_("Several games at once: nim-values"))
        about = _(
            "The nim-value of a position is the least of the numbers 0, 1, 2, … that no move leads to. Where no move "
            "is left it is 0. From values 0, 1 and 3, say, the least one missing is 2."
        )
        added = _(
            "Put games side by side, and add their nim-values so: write each as a sum of 1, 2, 4, 8, …; what occurs "
            "twice cancels. So 3 and 5 give 6, for 3 = 2 + 1 and 5 = 4 + 1. The player to move loses exactly when 0 "
            "comes out."
        )
        yield from map(Text, (about, added))
        if lesson.values:
            yield from _grid(lesson.values, filled=False)
        yield Text(lesson.words.values)
        yield Heading(_("Sums"))
        yield Text(_("A move is made in one of the parts. Who wins? Write every move that wins."))
        yield Tasks(tuple(_tasks(lesson, "sum", lines=1)))
    elif further := tuple(_tasks(lesson, "further", lines=2)):
        yield Heading(_("Use it"))
        checked = _("Who wins? Write every move that wins, and check it with your sentence.")
        yield Text(checked if lesson.has_secret else _("Who wins? Write every move that wins."))
        yield Tasks(further)
    yield Heading(_("Go on"))
    yield Text(lesson.words.change)
    yield Space(2)


def _has_sums(lesson: Lesson) -> bool:
    return any(exercise.part == "sum" for exercise in lesson.exercises)


def _key(lesson: Lesson) -> Iterator[Block]:
    """The key: all exercises with every winning move."""
    yield Heading(_("Exercises"))
    if not all(exercise.reason or exercise.leaves for exercise in lesson.exercises):
        yield Text(_("What no reason explains was found by trying all lines of play."), small=True)
    first: dict[str, int] = {}
    for number, exercise in enumerate(lesson.exercises, start=1):
        yield Text(f"{exercise.text} — {exercise.answer}", number=number)
        if exercise.pictures and not NUMBER.search(exercise.text):
            yield Pictures(exercise.pictures, low=True)
        before = first.setdefault(exercise.reason, number)
        reason = exercise.reason if before == number else _("as in {number}").format(number=before)
        if reasons := [*filter(None, (reason if exercise.reason else "", *exercise.leaves))]:
            yield Text(_("; ").join(reasons), small=True)
    if lesson.table:
        yield Heading(_("The table"))
        yield from _filled(lesson.table)
    yield Heading(_("The secret") if lesson.has_secret else _("The game on the wall"))
    if lesson.words.statement:
        yield Text(lesson.words.statement, filled=True)
    else:
        if lesson.advice:
            yield Text(sentence(lesson.advice))
        yield Text(f"{lesson.start}{_(': ')}{lesson.strategy}")
    yield from (Text(step, filled=True, number=number) for number, step in enumerate(lesson.words.proof, start=1))
    if _has_sums(lesson):
        yield Heading(_("Nim-values"))
        if lesson.values:
            yield from _grid(lesson.values, filled=True)
        yield Text(lesson.words.values, filled=True)
    yield Heading(_("Notes"))
    yield Space(2)


def _teacher(lesson: Lesson) -> Iterator[Block]:
    """The page for the teacher, to read before the lesson."""
    yield Heading(_("Aim"))
    yield Text(
        _(
            "The class finds out by itself which positions are lost, says it in one sentence, and gives reasons for "
            "it: as long as the play goes on, every move from a lost position leads to a won one, and some move from a "
            "won position to a lost one."
        )
    )
    if any(exercise.asked for exercise in lesson.exercises):
        yield Text(other_chooses(), filled=True)
    yield Heading(_("What is needed"))
    yield Text(
        _(
            "For two pupils one double page, and something to play with: matches, coins or squared paper. The last "
            "page is for the wall."
        )
    )
    yield Heading(_("55 minutes"))
    yield Grid(((_("Minutes"), _("What happens"), _("What to say")), *_script(lesson)), wide=True)
    yield Heading(_("What pupils say"))
    yield Grid(((_("Heard"), _("Answer by a game")), *lesson.words.heard), wide=True)
    if lesson.strategy:
        yield Heading(_("The game on the wall"))
        yield Text(f"{lesson.start} — {lesson.strategy}")
    yield Heading(_("To go on"))
    yield Text(lesson.words.change)
    if lesson.words.changed:
        yield Text(lesson.words.changed)
    yield from (Text(reference, small=True) for reference in lesson.references)


def _script(lesson: Lesson) -> Iterator[tuple[str, str, str]]:
    """The lesson step by step: minutes, actions, and words to say."""
    table = _("The table. Each cell follows from the ones before it.")
    letters = _("W, L or D") if lesson.has_draws else _("W or L")
    steps = [
        (
            _("The page for the wall. One game against the class; you begin, or let the class choose."),
            _("“Watch, and tell me the rule. Who has an idea what I am doing?”"),
        ),
        (
            _("Games in pairs, three at least."),
            _("“At the start {start}: who won? Would the other one win next time?”").format(start=lesson.start),
        ),
        (
            _("Step by step: exercises 1 to 6, alone, then compared with a neighbour."),
            _("“Begin with the small ones. From where can you only lose?”"),
        ),
        (
            table if lesson.table else _("More small positions, {letters}.").format(letters=letters),
            _("“While the play goes on: L if every move leads to a W; W if one move leads to an L; else D.”")
            if lesson.has_draws
            else _("“While the play goes on: L if every move leads to a W; W if one move leads to an L.”"),
        ),
        (
            _("“What do you notice?” Sentences on the board; the class tests them."),
            _("“One example against it is enough. Who finds one?”"),
        ),
    ]
    why = _("“Why can the other one never leave you an L?”")
    if _has_sums(lesson):
        ends: tuple[int, ...] = (5, 12, 20, 26, 31, 37, 45, 52, 55)
        steps += [
            (_("The second page: the sentence and the reasons."), why),
            (
                _("Nim-values: the first ones together, the others alone."),
                _("“To which numbers does a move lead? Which is the least one missing?”"),
            ),
            (_("The sums."), _("“What is each part worth? What do you want to leave?”")),
        ]
    else:
        ends = (5, 15, 25, 33, 40, 52, 55)
        steps.append((_("The second page: the sentence, the reasons, the exercises."), why))
    steps.append(
        (
            _("A last game against the class, which now wins. The changed rule is for home."),
            _("“Will you begin, or shall I?”"),
        )
    )
    for (begin, end), step in zip(pairwise((0, *ends)), steps, strict=True):
        yield f"{begin}–{end}", *step


def _wall(lesson: Lesson) -> Iterator[Block]:
    yield Text(lesson.words.story or lesson.rules)
    if lesson.pictures:
        yield Pictures(lesson.pictures[:1], large=True)
    yield Text(lesson.start)
    yield Text(_("Who wins? What is the first move?"))
    if lesson.link and (code := qr_code(lesson.link)):
        yield Pictures((Picture(code, _("the link to the game")),))
        yield Text(lesson.link, small=True)


def _filled(table: Table) -> Iterator[Block]:
    """The table of outcomes, filled in; of a single row the losses alone."""
    if len(table.rows) > 1 or _("D") in table.cells[0]:
        yield from _grid(table, filled=True)
    else:
        lost = [size for size, cell in zip(table.columns, table.cells[0], strict=True) if cell == _("L")]
        yield Text(_("L: {lost}. All others are W.").format(lost=", ".join(lost)))


def _grid(table: Table, *, filled: bool) -> Iterator[Block]:
    """The table, with the names of its rows and columns."""
    if len(table.rows) > 1:
        yield Text(table.axes, small=True)
    yield Grid(table.lines(filled=filled), side=True)


def _tasks(lesson: Lesson, part: str, lines: int) -> Iterable[Task]:
    return (
        Task(number, exercise.text, exercise.pictures, lines)
        for number, exercise in enumerate(lesson.exercises, start=1)
        if exercise.part == part
    )
