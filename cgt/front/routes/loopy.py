"""What the route by search says of a position whose play can go round for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.closed_form import Status
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer
from cgt.engine.loopy import LoopyEvaluator
from cgt.errors import BudgetError
from cgt.language import _

if TYPE_CHECKING:
    from cgt.core.route import Question

SHOWN_MOVES = 12
"""How many moves that keep a draw are named."""

CHECKED_POSITIONS = 20_000
"""Up to how many positions a certificate is made, and checked, besides."""


def loopy_answer(question: Question, name: str) -> Answer:
    """Win, loss or draw by retrograde analysis of all positions that can be reached, with all winning moves.

    The quickest win comes first: who plays any winning move again and again may go round.

    Raises:
        BudgetError: more positions can be reached than may be looked at.

    >>> import cgt
    >>> roads = cgt.game([[], [0], [3, 1], [2]].__getitem__)
    >>> solution = cgt.solve(roads.position(2))
    >>> solution.outcome, solution.explanation, dict(solution.details)["moves that keep the draw"]
    (<Outcome.D: 'D'>, 'the play can go round for ever, and neither player can force an end', '3')
    """
    evaluator, position = LoopyEvaluator(question.convention, max_positions=question.max_positions), question.position
    outcome = evaluator.outcome(position)
    steps = None if outcome is Outcome.D else evaluator.remoteness(position)
    details = []
    if question.convention is Convention.NORMAL:
        details.append((_("value"), str(evaluator.value(position))))
    if outcome is Outcome.D:
        explanation = _("the play can go round for ever, and neither player can force an end")
        kept = evaluator.drawing_moves(position)
        more = [] if len(kept) <= SHOWN_MOVES else ["…"]
        details.append((_("moves that keep the draw"), "; ".join([*map(str, kept[:SHOWN_MOVES]), *more])))
    else:
        explanation = _("the play can go round for ever, but here an end is forced within {count} moves").format(
            count=steps
        )
    return Answer(
        name,
        _("retrograde analysis of all positions that can be reached") + _checked(question),
        Status.COMPUTED,
        outcome,
        0 if outcome is Outcome.P else None,
        tuple(
            sorted(evaluator.winning_moves(position), key=lambda move: evaluator.remoteness(position.play(move)) or 0)
        ),
        explanation,
        details=tuple(details),
    )


def _checked(question: Question) -> str:
    """How many labels were checked one by one against those of the options; nothing where they are too many."""
    try:
        evaluator = LoopyEvaluator(question.convention, max_positions=CHECKED_POSITIONS)
        certificate = evaluator.certificate(question.position)
    except BudgetError:
        return ""
    certificate.check()
    return ", " + _("{count} labels, each checked by those of its options").format(count=len(certificate.remoteness))
