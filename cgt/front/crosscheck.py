"""Crosschecks: closed forms against the engine, position by position, down to the least counterexample."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.core.closed_form import ClosedForm
from cgt.core.numbers import check_limit, check_whole, shortened
from cgt.core.outcome import Convention, ConventionLike
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, RulesetError
from cgt.rulesets.ruleset import check_ruleset, ruleset_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cgt.core.position import Position
    from cgt.rulesets.ruleset import Ruleset

MOST_CHECKED = 500_000
"""How many positions a bound may ask for; give the positions themselves to check more."""


@attrs.frozen
class Counterexample:
    """A position on which a closed form and the engine disagree.

    Attributes:
        position: the position.
        closed_form: the name of the closed form.
        about: `"outcome"`, `"winning moves"`, `"nim-value"` or `"error"`.
        claimed: what the closed form says.
        true: what the engine finds.
    """

    position: Position
    closed_form: str
    about: str
    claimed: object
    true: object

    def __str__(self) -> str:
        return f"{self.position}: {self.closed_form} says {self.about} {self.claimed}, but it is {self.true}"


@attrs.frozen
class CrosscheckReport:
    """What a crosscheck found.

    Attributes:
        subject: the ruleset or closed form that was checked.
        convention: the play convention.
        checked: how many pairs of position and closed form were compared.
        skipped: how many positions no closed form covers.
        counterexample: the least disagreement (by the ruleset's `weight`: fewest matches, then fewest heaps), or None.
    """

    subject: str
    convention: Convention
    checked: int
    skipped: int
    counterexample: Counterexample | None

    @property
    def agrees(self) -> bool:
        """Whether something was compared and nothing disagreed."""
        return self.counterexample is None and self.checked > 0

    def __str__(self) -> str:
        verdict = str(self.counterexample) if self.counterexample else f"{self.checked:,} comparisons agree"
        if not self.checked:
            verdict = "no closed form covers any of these positions"
        return f"{self.subject} ({self.convention} play): {verdict}"

    def _repr_html_(self) -> str:
        from cgt.faces.reports import crosscheck_card

        return crosscheck_card(self).html

    def _repr_latex_(self) -> str:
        from cgt.faces.reports import crosscheck_card

        return crosscheck_card(self).latex


def crosscheck(
    subject: Ruleset | ClosedForm,
    bound: int = 20,
    convention: ConventionLike = "normal",
    *,
    positions: Iterable[Position] | None = None,
    progress: Callable[[int, int], None] | None = None,
    max_positions: int | None = None,
) -> CrosscheckReport:
    """Compare closed forms with the engine: outcome, every winning move, and the nim-value where it is claimed.

    Positions are taken in order of their ruleset's `weight` (of heaps: matches, then heaps), so the counterexample
    reported is the least there is.

    Args:
        subject: a ruleset, for all its closed forms, or one closed form (with `positions`, or with a `ruleset`).
        bound: the ruleset's `sample_positions(bound)` are checked: usually all positions with heaps up to `bound`.
        convention: `"normal"` or `"misere"`.
        positions: check these instead.
        progress: called with (done, total) now and then.
        max_positions: the engine's limit; see `cgt.Evaluator`.

    Raises:
        RulesetError: there is no closed form to check, or no positions to check it on.
        NumberError: the bound is negative.
        BudgetError: the bound asks for more than `MOST_CHECKED` positions, or the engine's limit was reached.

    >>> import cgt
    >>> print(crosscheck(cgt.TakeAway("2n"), 30, "misere"))
    takeaway(2n) (misere play): 467 comparisons agree
    """
    convention = Convention.of(convention)
    check_limit(max_positions)
    if not isinstance(subject, ClosedForm):
        check_ruleset(subject)
    ruleset: Ruleset | None = getattr(subject, "ruleset", None) if isinstance(subject, ClosedForm) else subject
    forms: Sequence[ClosedForm] = (subject,) if isinstance(subject, ClosedForm) else subject.closed_forms()
    name = subject.name if isinstance(subject, ClosedForm) else str(subject)
    if not forms:
        raise RulesetError(f"{name} has no closed form to check")
    if positions is None:
        if ruleset is None:
            raise RulesetError(f"{name} does not name its ruleset: give the positions to check it on")
        positions = _samples(ruleset, bound)
    todo = sorted(positions, key=_size)
    evaluator = Evaluator(convention, max_positions=max_positions)
    checked = skipped = 0
    least: Counterexample | None = None
    # Least first, so that the first counterexample is the least one.
    for done, position in enumerate(todo, start=1):
        covering = [form for form in forms if form.applies(position, convention)]
        skipped += not covering
        for form in covering:
            checked += 1
            least = least or _compare(form, position, convention, evaluator)
        if progress is not None and (done % 256 == 0 or done == len(todo)):
            progress(done, len(todo))
        if least is not None:
            break
    return CrosscheckReport(name, convention, checked, skipped, least)


def _samples(ruleset: Ruleset, bound: int) -> list[Position]:
    check_whole(bound, "the bound is a whole number of at least 0")
    samples = list(islice(ruleset.sample_positions(bound), MOST_CHECKED + 1)) if bound <= MOST_CHECKED else []
    if bound > MOST_CHECKED or len(samples) > MOST_CHECKED:
        raise BudgetError(
            f"the bound {shortened(bound)} asks for more than {MOST_CHECKED:,} positions: choose a smaller one"
        )
    return samples


def _size(position: Position) -> tuple[tuple[int, ...], str]:
    ruleset = ruleset_of(position)
    text = str(position)
    return (len(text),) if ruleset is None else ruleset.weight(position), text


def _compare(
    form: ClosedForm, position: Position, convention: Convention, evaluator: Evaluator
) -> Counterexample | None:
    true_outcome = evaluator.outcome(position)
    claimed_outcome = form.outcome(position, convention)
    if claimed_outcome is not true_outcome:
        return Counterexample(position, form.name, "outcome", str(claimed_outcome), str(true_outcome))
    true_moves = evaluator.winning_moves(position)
    claimed_moves = list(form.winning_moves(position, convention))
    if len(claimed_moves) != len(true_moves) or set(claimed_moves) != set(true_moves):
        return Counterexample(position, form.name, "winning moves", claimed_moves, true_moves)
    claimed_value = form.nim_value(position, convention)
    if claimed_value is not None and claimed_value != (true_value := evaluator.nim_value(position)):
        return Counterexample(position, form.name, "nim-value", claimed_value, true_value)
    return None
