"""Every error this library raises by name, each also a built-in's subclass.

Catch `CGTError` for all of them, or the built-in you would expect: a malformed text is a `ValueError`, an unknown
name a `LookupError`, a budget that ran out a `RuntimeError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import partial

translator: ContextVar[Callable[[str], str]] = ContextVar("cgt_spoken", default=str)
"""The function that translates a text into the active language; `cgt.core.language` sets it."""

LONGEST_MESSAGE = 600
"""A longer message is cut in the middle: what is wrong stands at its beginning, what would be right at its end."""

LONGEST_EXCERPT = 60
"""The length of the excerpt around the place of an error in a text, in characters."""


class CGTError(Exception):
    """The base of every error raised by name in this library; its message is short, whatever input it tells of."""

    def __str__(self) -> str:
        return visible(clipped(super().__str__()))


class PositionError(CGTError, ValueError):
    """A position that cannot be: a negative size, a quota of 0, too few heaps."""


class IllegalMoveError(CGTError, ValueError):
    """A move that the rules do not allow from this position."""


class RulesetError(CGTError, ValueError):
    """Parameters of a ruleset that make no sense."""


class NumberError(CGTError, ValueError):
    """A number outside the domain of an arithmetic: a negative nimber, a heap below 0, a rank that is no rank."""


class ParseError(CGTError, ValueError):
    """A text that cannot be read; the message points at the place: `index`, from 0, in `text`.

    >>> print(ParseError("a number was expected", "12,x", 3))
    a number was expected, at character 4 of '12,x'
    """

    def __init__(self, message: str, text: str = "", index: int | None = None) -> None:
        self.message = message
        self.text = text
        self.index = index
        if index is not None:
            _ = translator.get()
            message = _("{message}, at character {place} of {excerpt!r}").format(
                message=message, place=index + 1, excerpt=_excerpt(text, index)
            )
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.text, self.index)

    def within(self, text: str, start: int) -> ParseError:
        """The same error in the longer text that a user typed, of which the text read begins at `start`.

        >>> print(ParseError("a number was expected", "12,x", 3).within("5 + 12,x", 4))
        a number was expected, at character 8 of '5 + 12,x'
        """
        return ParseError(self.message, text, None if self.index is None else start + self.index)


class UnknownNameError(CGTError, LookupError):
    """A name that nobody has registered: of a ruleset, a claim, a figure. The message lists near matches."""


class PluginError(CGTError, ImportError):
    """A plugin that is registered but cannot be loaded."""


class PluginWarning(UserWarning):
    """The warning that a plugin cannot be loaded and is left out; everything else works."""


class TableWarning(UserWarning):
    """The warning that a stored table is not all it might be, and the work goes on.

    It is accepted for a function although only some of its values were compared, or what a search learnt could not be
    written to it.
    """


class MissingExtraError(CGTError, ImportError):
    """A missing optional dependency that a named feature needs; the message names the extra to install."""


class NotApplicableError(CGTError, ValueError):
    """A question to a closed form about a position that its theorem does not cover."""


class LoopError(CGTError, RuntimeError):
    """Play that can return to an earlier position, so that a nim-value, or the remoteness of a draw, is not defined.

    `loop` holds the positions of the cycle in order; the last one leads back to the first. `cgt.LoopyEvaluator` tells
    wins, losses and draws of such games; for a `draw`, which is told already, the message says that it is one. The
    `condition` is the one without which a move leaves all as it is, where it is known.
    """

    def __init__(self, loop: tuple[object, ...], *, draw: bool = False, condition: str = "") -> None:
        self.loop = loop
        self.draw = draw
        self.condition = condition
        shown = " -> ".join(str(position) for position in loop[:6])
        more = f" -> … ({len(loop)} positions)" if len(loop) > 6 else ""
        _ = translator.get()
        text = _("the play can go round in a loop: {shown} -> {first}; cgt.LoopyEvaluator tells wins, losses and draws")
        if draw:
            text = _(
                "the play can go round in a loop: {shown} -> {first}; neither player can force an end: a draw has no "
                "remoteness"
            )
        elif condition:
            text = _(
                "the play can go round in a loop: {shown} -> {first}, as no condition says {condition}; "
                "cgt.LoopyEvaluator tells wins, losses and draws"
            )
        super().__init__(text.format(shown=shown + more, first=loop[0] if loop else "", condition=condition))

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), draw=self.draw, condition=self.condition), (self.loop,)


class NumberSystemError(CGTError, ValueError):
    """Numbers written in two number systems where one is needed."""


class SentenceError(CGTError, ValueError):
    """A sentence that cannot be decided as it stands: a variable that is not bound, a term that is not linear."""


class NoAdditionError(CGTError, ValueError):
    """A number system in which no finite automaton is known to add; the message says why, and what still works."""


class BudgetError(CGTError, RuntimeError):
    """Work that would need more than it is allowed; what an evaluator or a table has computed so far is kept.

    Attributes:
        what: what was spent.
        limit: the parameter that allows more, where there is one; each face has its own words for it.
        partial: of a list, what was computed before.

    >>> print(BudgetError("the search was stopped at 100 positions", "max_positions"))
    the search was stopped at 100 positions: a higher max_positions allows more
    """

    def __init__(self, what: str, limit: str | None = None) -> None:
        self.what = what
        self.limit = limit
        self.partial: Sequence[object] = ()
        text = translator.get()("{what}: a higher {option} allows more")
        super().__init__(what if limit is None else text.format(what=what, option=limit))


class MemoryBudgetError(BudgetError, MemoryError):
    """A table that would not fit into the memory it may take; the message gives the estimate."""


class TableError(CGTError, ValueError):
    """A stored table that is truncated, altered, or not the one that was asked for."""


class CertificateError(CGTError, ValueError):
    """A certificate of a period that does not verify; the message names the first value that fails."""


class LawError(CGTError, AssertionError):
    """A ruleset that breaks a law of all rulesets; the message names the law and the position where it fails."""


class OutputError(CGTError, OSError):
    """A file that cannot be written, or not in the format that its suffix names."""


class WorkerError(CGTError, RuntimeError):
    """A worker process or machine of a sweep that was killed; what was finished is kept."""


class WebError(CGTError, RuntimeError):
    """The page cannot be built or served: Python for the browser is missing, or a port is taken."""


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def visible(text: str) -> str:
    r"""The text with what moves a cursor or changes the direction of writing escaped; newlines and tabs stay.

    >>> visible("\x1b[31mred")
    '\\x1b[31mred'
    """
    return _CONTROLS.sub(lambda result: ascii(result[0])[1:-1], text)


def clipped(message: str) -> str:
    """The message, cut in the middle when it is long.

    >>> clipped("x" * 10**6).count("x")
    599
    """
    if len(message) <= LONGEST_MESSAGE:
        return message
    tail = LONGEST_MESSAGE // 3
    return f"{message[: LONGEST_MESSAGE - 1 - tail]}…{message[-tail:]}"


def _excerpt(text: str, index: int) -> str:
    """The text around an index, with … where it is cut."""
    start = max(0, min(index - LONGEST_EXCERPT // 2, len(text) - LONGEST_EXCERPT))
    stop = start + LONGEST_EXCERPT
    return f"{'…' if start else ''}{text[start:stop]}{'…' if stop < len(text) else ''}"
