"""`check_ruleset`: all that a ruleset promises, tried on its sample positions."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING

import attrs

from cgt.apps.testing import laws
from cgt.core.compounds import components_of
from cgt.core.outcome import Convention, Outcome
from cgt.engine.evaluator import Evaluator
from cgt.errors import LawError, NotApplicableError, PositionError
from cgt.families.capabilities import HasHeaps, ListsPPositions
from cgt.solving.crosscheck import CrosscheckReport, crosscheck
from cgt.solving.routes.asking import informed_routes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.core.game import Game
    from cgt.core.position import Position

LISTED_STOP = 8
"""The P-positions that a formula lists are compared with a search up to this heap."""


@attrs.frozen
class RulesetReport:
    """What `check_ruleset` looked at; it raises when anything is wrong.

    Attributes:
        ruleset: the ruleset's text.
        positions: how many positions the laws were tried on.
        crosschecks: closed forms against the engine, a report for each convention.
    """

    ruleset: str
    positions: int
    crosschecks: tuple[CrosscheckReport, ...]

    def __str__(self) -> str:
        compared = [f"{report.checked:,} comparisons in {report.convention} play" for report in self.crosschecks]
        verdict = ", ".join(compared) or "no closed form to compare"
        return f"{self.ruleset}: the laws hold on {self.positions:,} positions; {verdict}"


def check_ruleset(
    ruleset: Game,
    *,
    bound: int = 12,
    max_positions: int | None = 200_000,
    progress: Callable[[int, int], None] | None = None,
) -> RulesetReport:
    """Check a ruleset: its texts, positions, moves and symmetry, its tables and closed forms against the engine.

    For the tests of a plugin: `check_ruleset(MyGame())` passes, or says what is wrong at which position.

    Args:
        ruleset: any ruleset.
        bound: the laws are tried on `ruleset.sample_positions(bound)`: usually all positions with heaps up to it.
        max_positions: the engine's limit; see `cgt.Evaluator`.
        progress: called with (done, total) during the comparison with the engine.

    Raises:
        LawError: the ruleset breaks a law; the message names it and the position.
        BudgetError: the engine's limit was reached: choose a smaller bound.
        LoopError: the play can go round for ever.

    >>> import cgt
    >>> print(check_ruleset(cgt.games.TakeAway("2n"), bound=8))
    takeaway(2n): the laws hold on 38 positions; 38 comparisons in normal play, 38 comparisons in misere play
    """
    laws.check_texts(ruleset)
    positions = list(islice(ruleset.sample_positions(bound), laws.MOST_POSITIONS))
    if not positions:
        raise LawError(f"{ruleset}: sample_positions({bound}) gives no position to check")
    for position in positions:
        laws.check_position(ruleset, position)
        laws.check_moves(ruleset, position)
    laws.check_closed_forms(ruleset, positions)
    _check_table(ruleset, positions, max_positions)
    for convention in ruleset.conventions:
        laws.check_shortcuts(ruleset, positions, convention)
        _check_listed(ruleset, convention, max_positions)
    return RulesetReport(str(ruleset), len(positions), tuple(_crosschecks(ruleset, bound, max_positions, progress)))


def _crosschecks(
    ruleset: Game, bound: int, max_positions: int | None, progress: Callable[[int, int], None] | None
) -> Sequence[CrosscheckReport]:
    reports = []
    for convention in ruleset.conventions if informed_routes(ruleset) else ():
        report = crosscheck(ruleset, bound, convention, max_positions=max_positions, progress=progress)
        if report.counterexample is not None:
            raise LawError(f"{ruleset}, {convention} play: a closed form is wrong: {report.counterexample}")
        reports.append(report)
    return reports


def _check_table(ruleset: Game, positions: Sequence[Position], max_positions: int | None) -> None:
    """A table's nim-values are the engine's, component by component."""
    evaluator = Evaluator(max_positions=max_positions)
    table = ruleset.table()
    for position in positions if table is not None else ():
        if table is None or table.entries(position) is None:
            continue
        table.extend_to(position)
        for part in components_of(position):
            said, true = table(part), evaluator.nim_value(part)
            if said != true:
                raise LawError(f"{ruleset}: table() says that {part} has the nim-value {said}, but it is {true}")


def _check_listed(ruleset: Game, convention: Convention, max_positions: int | None) -> None:
    """P-positions listed by a formula are those that a search finds."""
    if not isinstance(ruleset, ListsPPositions) or not isinstance(ruleset, HasHeaps):
        return
    try:
        listed = list(ruleset.p_positions(LISTED_STOP, convention))
    except NotApplicableError:
        return
    evaluator = Evaluator(convention, max_positions=max_positions)
    found = []
    for sizes in combinations_with_replacement(range(LISTED_STOP), ruleset.listed_heaps):
        with suppress(PositionError):  # such as an empty heap where heaps stay positive
            if evaluator.outcome(ruleset.position(*sizes)) is Outcome.P:
                found.append(sizes)
    if listed != found:
        raise LawError(f"{ruleset}, {convention} play: p_positions({LISTED_STOP}) gives {listed}, but they are {found}")
