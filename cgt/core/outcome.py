"""Outcome classes and play conventions."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.errors import ParseError


class Outcome(StrEnum):
    """The outcome class of a position: N, the next player wins, P, the previous one does, or D, a draw.

    >>> Outcome.N.meaning
    'the next player wins'
    """

    N = "N"
    P = "P"
    D = "D"

    @property
    def meaning(self) -> str:
        """The outcome in words."""
        return {
            Outcome.N: _("the next player wins"),
            Outcome.P: _("the previous player wins"),
            Outcome.D: _("neither player can force a win"),
        }[self]


class Convention(StrEnum):
    """The play convention: under `NORMAL` play the last mover wins, under `MISERE` play the last mover loses.

    >>> Convention.of("misère") is Convention.MISERE
    True
    """

    NORMAL = "normal"
    MISERE = "misere"

    @classmethod
    def of(cls, name: str) -> Convention:
        """The convention of that name; `misère` may carry its accent.

        Raises:
            ParseError: neither `normal` nor `misere`.
        """
        if isinstance(name, Convention):
            return name
        try:
            return cls(str(name).replace("è", "e"))
        except ValueError:
            raise ParseError(
                _("unknown convention {name}: it is 'normal' or 'misere'").format(name=format_value(name))
            ) from None

    @property
    def terminal_outcome(self) -> Outcome:
        """The outcome of a position without moves.

        >>> Convention.NORMAL.terminal_outcome, Convention.MISERE.terminal_outcome
        (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
        """
        return Outcome.P if self is Convention.NORMAL else Outcome.N

    @property
    def word(self) -> str:
        """The convention as a word, for texts.

        >>> Convention.MISERE.word
        'misère'
        """
        return _("normal") if self is Convention.NORMAL else _("misère")

    def play_of(self, game: object) -> str:
        """The play of a game or position under this convention, in words.

        >>> Convention.MISERE.play_of("kayles 7")
        'kayles 7 (misère play)'
        """
        played = _("{game} (normal play)") if self is Convention.NORMAL else _("{game} (misère play)")
        return played.format(game=game)

    def title_of(self, game: object) -> str:
        """The play of a game or position under this convention, as a title.

        >>> Convention.MISERE.title_of("kayles 7")
        'kayles 7, misère play'
        """
        played = _("{game}, normal play") if self is Convention.NORMAL else _("{game}, misère play")
        return played.format(game=game)


ConventionLike: TypeAlias = Convention | Literal["normal", "misere", "misère"]
