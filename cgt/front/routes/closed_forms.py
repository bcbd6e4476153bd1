"""The route by a closed form: a theorem, a conjecture, or the certificate of a period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.closed_form import ClosedForm
from cgt.core.outcome import Outcome
from cgt.core.route import Answer, Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.core.closed_form import Status
    from cgt.core.position import Move, Position
    from cgt.core.route import Question

CLOSED_FORM, CERTIFICATE = "closed form", "certificate"


@attrs.frozen
class FormRoute:
    """One closed form of a ruleset as a route.

    >>> import cgt
    >>> from cgt.core.route import Question
    >>> game = cgt.Nim()
    >>> FormRoute(game.closed_forms()[0]).answer(Question(game.position(3, 5))).winning_moves
    (ComponentMove(component=1, move=2),)
    """

    form: ClosedForm

    @property
    def name(self) -> str:
        """`certificate` for a form that speaks from one, else `closed form`."""
        return CERTIFICATE if hasattr(type(self.form), "certificate") else CLOSED_FORM

    @property
    def label(self) -> str:
        """The form's own name, for an audit."""
        return self.form.name

    @property
    def also_called(self) -> tuple[str, ...]:
        """A certificate's form is a closed form, too."""
        return (CLOSED_FORM,)

    @property
    def reference(self) -> str:
        """The theorem's source."""
        return self.form.citation

    @property
    def status(self) -> Status:
        """The form's."""
        return self.form.status

    def cost(self, question: Question) -> float | None:
        """Nothing, where the form applies; a form that never tells nim-values is not asked for them alone."""
        if question.needed is Facts.NIM_VALUE and type(self.form).nim_value is ClosedForm.nim_value:
            return None
        return 0.0 if self.form.applies(question.position, question.convention) else None

    def answer(self, question: Question) -> Answer:
        """What the form says; raises `NotApplicableError` where it does not apply."""
        form, position, convention = self.form, question.position, question.convention
        outcome = form.outcome(position, convention)
        value = form.nim_value(position, convention) if question.wants(Facts.NIM_VALUE) else None
        if value is None and outcome is Outcome.P:
            value = 0  # in both conventions a P-position is one whose nim-value is 0
        return Answer(
            self.name,
            self.reference,
            self.status,
            outcome,
            value,
            form.winning_moves(position, convention) if question.wants(Facts.WINNING_MOVES) else None,
            form.explain(position, convention) if question.wants(Facts.EXPLANATION) else "",
        )

    def nim_values(self, question: Question) -> Callable[[Position], int | None] | None:
        """The form's nim-values; None for a position that it does not cover, or does not value."""
        return lambda position: self.form.nim_value(position) if self.form.applies(position) else None

    def moves_to(self, question: Question, value: int) -> Sequence[Move] | None:
        return self.form.moves_to(question.position, value)
