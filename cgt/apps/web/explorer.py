"""A widget for notebooks (Jupyter, VS Code, marimo): the page to play on, with the outcome beside the board.

This module alone imports anywidget.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypedDict

import attrs

from cgt.apps.play.opponent import PLAY_LIMIT
from cgt.apps.play.session import PERSON, GameSession
from cgt.apps.web.bridge import Answer, Bridge
from cgt.apps.web.page_forms import widget_page
from cgt.core.card import Card
from cgt.core.game import ruleset_of
from cgt.core.language import _
from cgt.core.outcome import ConventionLike
from cgt.core.position import Position
from cgt.core.route import STRATEGY, Facts, Question
from cgt.errors import BudgetError, LoopError, MissingExtraError
from cgt.solving.routes import Routes
from cgt.solving.solve import Solution, read_position
from cgt.solving.subjects import PositionText, SeveralGames

try:
    from anywidget import AnyWidget
    from traitlets import Unicode, validate
except ModuleNotFoundError as error:
    raise MissingExtraError("a widget needs anywidget: pip install 'cgt-impartial[notebook]'") from error


class _Page(Bridge):
    """The page's questions and answers, with the position's name and its solution for each state of the board."""

    def __init__(self, position: Position | str, convention: ConventionLike) -> None:
        super().__init__()
        self.go_to(position, convention)

    def go_to(self, position: Position | str, convention: ConventionLike | None = None) -> None:
        """Begin from a position, for two people, by default under the same convention."""
        start = read_position(position)
        game = ruleset_of(start) or SeveralGames()
        self._begin(GameSession(game, start, convention or self._game.convention, players=(PERSON, PERSON)))

    @property
    def named(self) -> str:
        """The current position, with its game."""
        return PositionText(self._game.position).name

    @property
    def solution(self) -> Solution | None:
        """The solution of the current position, with its nim-value if that is quick."""
        asked = Question(
            self._game.position, self._game.convention, STRATEGY | Facts.NIM_VALUE, max_positions=PLAY_LIMIT
        )
        with suppress(BudgetError, LoopError):
            return Solution(asked, Routes().ask(asked))
        return self._game.analyst.solution(self._game.position)

    def _state(self) -> Answer:
        solved = self.solution
        too_large = Card(_("this position is too large to be sure of a winning move"))
        card = too_large if solved is None else attrs.evolve(solved.card(), figure=None)
        return {**super()._state(), "named": self.named, "beside": card.html}


class Asked(TypedDict):
    """A message from a view of the widget: a question of the page, and the number for its answer."""

    id: str
    what: dict[str, object]


class Explorer(AnyWidget):
    """A position to play on by hand, for both players, beside its outcome, nim-value and winning moves.

    Args:
        position: any position, or its text.
        convention: `"normal"` or `"misere"`.

    Attributes:
        position: the position now, as text; a text that is set moves the board there.

    Raises:
        ParseError: the text is not a position.
        NotApplicableError: the game is not played under this convention.

    >>> explorer = Explorer("nim 3,4,5")
    >>> explorer.position, explorer.solution.move_texts()
    ('nim 3,4,5', ['take 2 from heap 1'])
    >>> explorer.position = "kayles 7 + nim 3"
    >>> print(explorer.solution.nim_value)
    1
    """

    _esm = Path(__file__).with_name("page") / "transport" / "widget.js"
    _page = Unicode().tag(sync=True)
    _seen = Unicode().tag(sync=True)
    position = Unicode().tag(sync=True)

    def __init__(self, position: Position | str, convention: ConventionLike = "normal") -> None:
        self._bridge = _Page(position, convention)
        super().__init__(_page=widget_page(), position=self._bridge.named)
        self.on_msg(self._answer)

    @property
    def solution(self) -> Solution | None:
        """The solution of the current position; None where it would take too long."""
        return self._bridge.solution

    @validate("position")
    def _go_to(self, proposal: dict[str, str]) -> str:
        """Move the board to the position of a text; a text that is no position is refused, and nothing changes."""
        if proposal["value"] != self._bridge.named:
            self._bridge.go_to(proposal["value"])
        return self._bridge.named

    def _answer(self, _widget: AnyWidget, asked: Asked, _buffers: object) -> None:
        self.send({"id": asked["id"], "answer": self._bridge.answer(asked["what"])})
        self.position = self._bridge.named
