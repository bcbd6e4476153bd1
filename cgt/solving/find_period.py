"""The period of a game given by name, code or rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import more_itertools

from cgt.core.function_game import NumberGame
from cgt.core.language import _
from cgt.core.numbers import check_limit
from cgt.core.outcome import Convention
from cgt.core.progress import Progress, with_progress_bar
from cgt.errors import BudgetError, NotApplicableError
from cgt.families.capabilities import HasPeriod
from cgt.solving.subjects import Rule, read_rule

if TYPE_CHECKING:
    from cgt.theory.period import PeriodReport

SAMPLED = 12
"""The count of numbers tried first, to say what is wrong with a function."""

SHOWN_SEARCH = 100_000
"""The greatest number of positions searched for one value that is shown."""


@with_progress_bar("values")
def period(
    rule: Rule,
    stop: int | None = None,
    *,
    progress: Progress | None = None,
) -> PeriodReport:
    """The period of a game's nim-sequence, proved where a theorem covers it.

    Args:
        rule: a ruleset, its text, a bare code such as `0.77`, or a function from a heap to its options; for a game of
            numbers by `cgt.game` a period can only be observed.
        stop: the first heap whose nim-value is not computed; by default as many as a few seconds allow, for a long
            code half a minute.
        progress: called with (done, total) from time to time.

    Raises:
        NumberError: `stop` is no whole number of at least 0.
        CGTError: the rule cannot be read.
        NotApplicableError: the game has no nim-sequence, since its heaps are not independent.
        LoopError, BudgetError: a game of numbers by `cgt.game` can go round for ever, or takes too long to search.

    >>> print(period("kayles"))
    kayles: period 12, from heap 71, proved (Guy-Smith)
    """
    game = read_rule(rule)
    stop = check_limit(stop, "stop")
    if isinstance(game, NumberGame):
        return _of_numbers(game, stop, progress)
    if not isinstance(game, HasPeriod):
        text = _("{game} is not a game of independent heaps: only those have a nim-sequence with a period")
        raise NotApplicableError(text.format(game=game))
    return game.period(stop, progress=progress)


def _of_numbers(game: NumberGame[Any], stop: int | None, progress: Progress | None) -> PeriodReport:
    """The period report on the nim-values of a game whose states are the numbers 0, 1, 2, …."""
    from cgt.engine.evaluator import Evaluator
    from cgt.fast.sequence import DefinitionSequence
    from cgt.solving.routes.by_search import searched_before
    from cgt.theory.period import period_of_sequence

    more_itertools.consume(game.sample_positions(SAMPLED))

    def following(known: Sequence[int]) -> Iterator[int]:
        return (evaluator.nim_value(game.position(number)) for number in count(len(known)))

    with searched_before(game, Convention.NORMAL) as nodes:
        evaluator = Evaluator(max_positions=SHOWN_SEARCH, nodes=nodes)
        try:
            return period_of_sequence(str(game), DefinitionSequence(following), stop, progress)
        except BudgetError as error:
            raise BudgetError(error.what) from error  # `period` has no limit that could be raised
