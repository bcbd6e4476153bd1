"""The words of a lesson: a teacher's texts about a game, the game's own or general ones."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import attrs

from cgt.core.game import Game
from cgt.core.language import _
from cgt.core.outcome import Convention


@attrs.frozen
class LessonWords:
    """The words of a lesson; text in double brackets is a gap on the sheet, filled in the key.

    Attributes:
        story: before the rules; may be empty.
        notice: what to look for in the table.
        statement: the secret; empty where the class is to find its own words.
        proof: its steps.
        values: what there is to see in the nim-values.
        heard: what pupils say, and an answer to each.
        change: how the rule may be changed.
        changed: what comes of it, for the teacher.
        start: the position to begin with; empty for the game's example.
        explained: whether the library's reasons are in the words of the lesson.
        untold: what is said of a position that no reason explains; may be empty.
        columns: the heads of a table of positions that no numbers tell, what they count first; may be empty.
        lines: its lines, the head and then positions in the game's notation, empty where there is none.
        mirrors: whether a board of rows and columns is the same when it is mirrored: one move stands for its images.
    """

    story: str
    notice: str
    statement: str
    proof: tuple[str, ...]
    values: str
    heard: tuple[tuple[str, str], ...]
    change: str
    changed: str
    start: str = ""
    explained: bool = False
    untold: str = ""
    columns: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    mirrors: bool = False


@runtime_checkable
class HasLessonWords(Protocol):
    """A game with lesson words of its own."""

    def lesson_words(self) -> LessonWords | None:
        """The words for a lesson in normal play; None for parameters without words of their own."""
        ...


def words_of(game: Game, convention: Convention, *, draws: bool = False, asked: bool = False) -> LessonWords:
    """The lesson words for a game: its own, which are for normal play, or general ones, with draws if there are some.

    `asked` tells that the other player chooses before each move, such as what is forbidden.

    >>> import cgt
    >>> words_of(cgt.games.Nim(), Convention.NORMAL).values[:33], words_of(cgt.games.Nim(), Convention.MISERE).story
    ('A heap of n has the nim-value [[n', '')
    """
    own = game.lesson_words() if isinstance(game, HasLessonWords) and convention is Convention.NORMAL else None
    return own or _words_for_any_game(game, convention, draws=draws, asked=asked)


def _words_for_any_game(game: Game, convention: Convention, *, draws: bool, asked: bool) -> LessonWords:
    change = _("Change one rule of your own. Which positions are L now?")
    if convention is Convention.MISERE and Convention.NORMAL in game.conventions:
        change = _("Change one rule: what happens if whoever moves last wins?")
    elif Convention.MISERE in game.conventions:
        change = _("Change one rule: what happens if whoever moves last loses?")
    misere = convention is Convention.MISERE
    nothing_left = _(
        "Only if somebody makes a mistake. Nothing is left to chance: each position is {letters} before we play."
    )
    return LessonWords(
        story="",
        notice=_("Mark every L. How do they lie? What have they in common? Say it in one sentence."),
        statement="",
        proof=(
            *((other_chooses(),) if asked else ()),
            *(_misere_rule() if misere else (_("A position is L when every move from it leads to a [[W]]."),)),
            _("A position is W when at least one move from it leads to an [[L]]."),
            *(_steps_with_draws() if draws else _misere_steps() if misere else _steps()),
        ),
        values=_("A position is L exactly when its nim-value is [[0]]."),
        heard=(
            (
                _("“Whoever begins wins.”"),
                _("Begin yourself, from one of the L’s that you found; I answer. Is there a way out?"),
            ),
            (
                _("“It depends on who plays better.”"),
                nothing_left.format(letters=_("W, L or D") if draws else _("W or L")),
            ),
            (
                _("“I found a rule: it was right three times.”"),
                _("Try it on one more position. One counterexample is enough, three examples are not."),
            ),
        ),
        change=change,
        changed="",
    )


def other_chooses() -> str:
    """The step before the others where the other player chooses first: an L may have moves to an L that he forbids."""
    return _("Before each move the other player chooses, as well as he can. The moves here are those he [[leaves]].")


def _steps() -> tuple[str, ...]:
    """The last steps of the proof of a sentence where every play ends."""
    return (
        _("So two things prove your sentence. From every position that it calls L, no move leads to [[another L]]."),
        _("And from every position that it calls W, some move leads to [[an L]]."),
    )


def _misere_rule() -> tuple[str, ...]:
    """The rule for L in misère play, where the end of the play is no L."""
    return (
        _("Where no move is left, the player to move has won: that is [[W]]."),
        _("Any other position is L when every move from it leads to a [[W]]."),
    )


def _misere_steps() -> tuple[str, ...]:
    """The last steps in misère play; without the first of them, they hold of the sentence of normal play as well."""
    return (
        _("So three things prove your sentence. Where no move is left, it says [[W]]."),
        _("From every position that it calls L, no move leads to [[another L]]."),
        _("And from every other position that has a move, some move leads to [[an L]]."),
    )


def _steps_with_draws() -> tuple[str, ...]:
    """The last steps where play may go round: a sentence is proved from the end of the play only."""
    return (
        _(
            "Every other position is D, a [[draw]]: no move from it leads to an L, but some move leads to another "
            "[[D]]. So nobody has to leave the D’s."
        ),
        _(
            "The steps before do not prove a sentence where the play may go round. Find the letters one after the "
            "other, from the end of the play: after that each W leads to an L that was found [[before]] it, and each L "
            "only to W’s that were found before it."
        ),
    )
