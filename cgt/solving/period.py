"""The period of a game by name, by code or by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.errors import NotApplicableError
from cgt.core.language import _
from cgt.core.numbers import check_limit
from cgt.core.progress import Progress, watched
from cgt.families.capabilities import HasPeriod
from cgt.solving.subjects import Rule, read_rule

if TYPE_CHECKING:
    from cgt.theory.period import PeriodReport


@watched("values")
def period(
    rule: Rule,
    stop: int | None = None,
    *,
    progress: Progress | None = None,
) -> PeriodReport:
    """The period of a game's nim-sequence, proved where a theorem covers it.

    Args:
        rule: a ruleset, its text, a bare code such as `0.77`, or a function from a heap to its options.
        stop: the first heap whose nim-value is not looked at; by default what takes a few seconds.
        progress: called with (done, total) now and then.

    Raises:
        NumberError: `stop` is no whole number of at least 0.
        NotApplicableError: the game has no nim-sequence, since its heaps are not independent.

    >>> print(period("kayles"))
    kayles: period 12, from heap 71, proved (Guy-Smith)
    """
    game = read_rule(rule)
    if not isinstance(game, HasPeriod):
        raise NotApplicableError(
            _("{game} is not a game of independent heaps: only those have a nim-sequence with a period").format(
                game=game
            )
        )
    check_limit(stop, "stop")
    return game.period(stop, progress=progress)
