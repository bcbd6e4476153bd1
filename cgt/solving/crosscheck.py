"""Crosschecks: closed forms and other routes against the engine, down to the least counterexample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import attrs

from cgt.core.card import Card, Shown
from cgt.core.game import Game, ruleset_of
from cgt.core.language import language
from cgt.core.numbers import check_limit, check_whole, format_int, format_value
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Position, object_wanted
from cgt.core.progress import reporting, with_progress_bar
from cgt.core.reading import as_list
from cgt.core.route import Answer, ClosedForm, Facts, Question, Route, answer_of
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, IllegalMoveError, NotApplicableError, RulesetError
from cgt.solving.routes import informed_routes
from cgt.solving.solve import read_position
from cgt.solving.subjects import Rule, read_rule

MOST_CHECKED = 500_000
"""The greatest number of positions that a bound may ask for; give the positions themselves to check more."""


@attrs.frozen
class Counterexample:
    """A position on which a closed form, or another route, and the engine disagree.

    Attributes:
        position: the position.
        closed_form: the name of the closed form or route.
        about: `"outcome"`, `"winning moves"` or `"nim-value"`.
        claimed: what it says; in brackets the error of a move that is none.
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
class CrosscheckReport(Shown):
    """The report of a crosscheck.

    Attributes:
        subject: the ruleset or closed form that was checked.
        convention: the play convention.
        checked: how many positions were compared, each with all the routes that cover it.
        skipped: how many positions no route covers.
        counterexample: the least disagreement (by the ruleset's `weight`: fewest matches, then fewest heaps), or None.
        by_route: how many positions were compared with each closed form, or other route, by its name.
    """

    subject: str
    convention: Convention
    checked: int
    skipped: int
    counterexample: Counterexample | None
    by_route: dict[str, int] = attrs.field(factory=dict, hash=False)

    @property
    def agrees(self) -> bool:
        """Whether anything was compared and nothing disagreed."""
        return self.counterexample is None and self.checked > 0

    def __bool__(self) -> bool:
        return self.agrees

    @language("en")
    def __str__(self) -> str:
        agreed = "comparison agrees" if self.checked == 1 else "comparisons agree"
        verdict = str(self.counterexample or f"{format_int(self.checked, group=True)} {agreed}")
        if not self.checked:
            verdict = "no closed form covers any of these positions"
        return f"{self.convention.play_of(self.subject)}: {verdict}"

    def card(self) -> Card:
        """A card of the verdict and the number of comparisons."""
        rows = [
            ("verdict", "no disagreement" if self.agrees else str(self)),
            ("compared", format_int(self.checked, group=True)),
            ("not covered by any closed form", format_int(self.skipped, group=True)),
        ]
        return Card(f"{self.subject} ({self.convention})", rows)


@with_progress_bar("positions")
def crosscheck(
    subject: Rule | Route,
    stop: int = 21,
    convention: ConventionLike = "normal",
    *,
    positions: Iterable[Position | str] | None = None,
    progress: Callable[[int, int], None] | None = None,
    max_positions: int | None = None,
) -> CrosscheckReport:
    """The report of a comparison of routes with the engine: outcome, winning moves and nim-value, where claimed.

    Closed forms are compared, and the other routes that do not search: the ruleset's own, and those of other packages.

    Positions are taken in order of their ruleset's `weight` (of heaps: matches, then heaps), so the counterexample
    reported is the least there is.

    Args:
        subject: a ruleset or its text, for all its routes; or one closed form or route, with `positions`, or with a
            `ruleset`.
        stop: the ruleset's `sample_positions(stop - 1)` are checked: usually all positions with heaps below `stop`.
        convention: `"normal"` or `"misere"`.
        positions: check these, or the positions of these texts, instead.
        progress: called with (done, total) from time to time.
        max_positions: the engine's limit; see `cgt.Evaluator`.

    Raises:
        NotApplicableError: there is no closed form to check.
        RulesetError: there are no positions to check it on, or the closed form is a class, or gives what is no answer.
        PositionError: one of `positions` is none.
        NumberError: `stop` is no whole number of at least 1.
        BudgetError: `stop` asks for more than `MOST_CHECKED` positions, or the engine's limit was reached.

    >>> print(crosscheck("takeaway(2n)", 31, "misere"))
    takeaway(2n) (misère play): 467 comparisons agree
    """
    convention = Convention.of(convention)
    max_positions = check_limit(max_positions)
    routes: Sequence[Route]
    ruleset: Game | None
    _check_form(subject)
    if isinstance(subject, Route):
        routes, ruleset, name = [subject], getattr(subject, "ruleset", None), subject.name
    else:
        ruleset = read_rule(subject)
        routes, name = informed_routes(ruleset), str(ruleset)
    if not routes:
        raise NotApplicableError(
            f"{name} has no closed form to compare with the search: give closed_forms() to its class, or check a "
            "form of yours, crosscheck(form, positions=…)"
        )
    if positions is None:
        if ruleset is None:
            raise RulesetError(f"{name} does not name its ruleset: give the positions to check it on")
        positions = _samples(ruleset, stop)
    needs = "positions are given as a list, such as ['nim 3,5'], not as {value}"
    every = [positions] if isinstance(positions, str) else as_list(positions, needs)
    todo = sorted(map(read_position, every), key=_size)
    evaluator = Evaluator(convention, max_positions=max_positions)
    checked = skipped = 0
    by_route: Counter[str] = Counter()
    least: Counterexample | None = None
    # Least first, so that the first counterexample is the least one.
    for position in reporting(todo, len(todo), progress):
        question = Question(position, convention, Facts.OUTCOME | Facts.WINNING_MOVES | Facts.NIM_VALUE)
        answered = 0
        for route in routes:
            try:
                if (answer := answer_of(route, question)) is None:
                    continue
                found = _compare(route.name, position, answer, evaluator)
            except IllegalMoveError as error:
                true_moves = evaluator.winning_moves(position)
                found = Counterexample(position, route.name, "winning moves", f"({error})", true_moves)
            answered += 1
            by_route[route.name] += 1
            least = least or found
        checked += bool(answered)
        skipped += not answered
        if least is not None:
            break
    return CrosscheckReport(name, convention, checked, skipped, least, dict(by_route))


def _check_form(subject: object) -> None:
    """Check that what may be an author's own closed form is an object."""
    if isinstance(subject, type) and issubclass(subject, ClosedForm):
        raise RulesetError(f"{format_value(subject)} is not a closed form: {object_wanted(subject)}")


def _samples(ruleset: Game, stop: int) -> list[Position]:
    bound = check_whole(stop, "stop is a whole number of at least 1", least=1) - 1
    samples = list(islice(ruleset.sample_positions(bound), MOST_CHECKED + 1)) if bound <= MOST_CHECKED else []
    if bound > MOST_CHECKED or len(samples) > MOST_CHECKED:
        raise BudgetError(
            f"positions below {format_int(stop)} are more than {format_int(MOST_CHECKED, group=True)}: "
            "choose a smaller bound"
        )
    return samples


def _size(position: Position) -> tuple[tuple[int, ...], str]:
    ruleset = ruleset_of(position)
    text = str(position)
    return (len(text),) if ruleset is None else ruleset.wording.weight(position), text


def _compare(name: str, position: Position, claimed: Answer, evaluator: Evaluator) -> Counterexample | None:
    if claimed.outcome is not None and claimed.outcome is not (true_outcome := evaluator.outcome(position)):
        return Counterexample(position, name, "outcome", str(claimed.outcome), str(true_outcome))
    if claimed.winning_moves is not None:
        true_moves, claimed_moves = evaluator.winning_moves(position), list(claimed.winning_moves)
        if len(claimed_moves) != len(true_moves) or set(claimed_moves) != set(true_moves):
            return Counterexample(position, name, "winning moves", claimed_moves, true_moves)
    follows = claimed.outcome is Outcome.P and claimed.nim_value == 0
    if claimed.nim_value is not None and not follows and claimed.nim_value != (value := evaluator.nim_value(position)):
        return Counterexample(position, name, "nim-value", claimed.nim_value, value)
    return None
