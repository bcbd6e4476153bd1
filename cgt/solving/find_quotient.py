"""Misère quotients of games given by name, code or rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.code import HeapCode
from cgt.core.language import _
from cgt.core.numbers import check_seconds, check_whole, format_int, format_value
from cgt.core.progress import Progress, with_progress_bar
from cgt.errors import BudgetError, NotApplicableError, NumberError, RulesetError
from cgt.families.capabilities import code_of
from cgt.families.heap_game import HeapRuleset
from cgt.solving.subjects import Rule, read_rule
from cgt.theory.quotient_growth import EFFORT, quotient_of_codes, quotient_of_options

if TYPE_CHECKING:
    from cgt.theory.quotient import MisereQuotient

UNITS, MOST_SECONDS = 10**6, 10**9
"""The work of a quotient is counted in units of about a microsecond."""


@with_progress_bar("heaps")
def misere_quotient(
    *games: Rule | HeapCode,
    stop: int | None = None,
    max_seconds: float | None = EFFORT / UNITS,
    progress: Progress | None = None,
) -> MisereQuotient:
    """The misère quotient of all sums of heaps of a game, or of several games together.

    It is built heap by heap, each step proved, until the period theorem extends it to every heap; if that does not
    happen, it settles the sums of all smaller heaps, and says so.

    Args:
        games: each a ruleset of independent heaps, its text, a code, or a function from a heap to its options.
        stop: the first heap not to settle one by one; a game without a code needs it.
        max_seconds: the approximate limit of time; the work is counted, so that the same call gives the same result.
            None for no limit.
        progress: called with (heaps settled, greatest heap).

    Raises:
        NumberError: `stop` is no whole number of at least 1, or `max_seconds` below 0, or too large.
        NotApplicableError: a game is not one of independent heaps.
        RulesetError: there are several games and one has no code, or one without a code and no bound; or an option is
            not made of smaller heaps.
        BudgetError: a game without a code needs more than `max_seconds` for all heaps below `stop`.

    >>> print(misere_quotient("kayles"))
    0.77: order 40, 9 in the P-portion, period 12 from heap 71, proved for all heaps
    >>> print(misere_quotient("0.07", stop=25))
    0.07: order 24, 5 in the P-portion, known for heaps to 24
    """
    heap = None if stop is None else check_whole(stop, "stop is a whole number of at least 1", least=1) - 1
    max_seconds = check_seconds(max_seconds)
    if max_seconds is not None and max_seconds >= MOST_SECONDS:
        raise NumberError(f"a quotient may take less than {MOST_SECONDS:,} seconds, not {format_value(max_seconds)}")
    seconds = None if max_seconds is None else float(max_seconds)
    effort = None if seconds is None else int(seconds * UNITS)
    rulesets = [game if isinstance(game, HeapCode) else _heap_game(game) for game in games]
    codes = [game if isinstance(game, HeapCode) else code_of(game) for game in rulesets]
    known = [code for code in codes if code is not None]
    if len(known) == len(codes):
        return quotient_of_codes(known, heap, effort=effort, progress=progress)
    rule = rulesets[0]
    if len(games) > 1 or isinstance(rule, HeapCode):
        raise RulesetError("games share a quotient where each of them has a code: ask for one game alone")
    if heap is None:
        raise RulesetError(
            f"{rule} has no code, and so a quotient only of the heaps below a bound: name a `stop`, such as 8"
        )
    sizes = iter(range(heap + 1))
    try:
        quotient = quotient_of_options(map(rule.heap_options, sizes), effort=effort)
    except BudgetError as error:
        below, settled = heap + 1, next(sizes, heap + 1) - 1
        text = _("the quotient of {game} takes more than {seconds:g} seconds for all heaps below {below}")
        if settled:
            text = _(
                "the quotient of {game} takes more than {seconds:g} seconds for all heaps below {below}, but not for "
                "those below {settled}"
            )
        shown = {"below": format_int(below, group=True), "settled": format_int(settled, group=True)}
        raise BudgetError(text.format(game=rule, seconds=seconds, **shown), "max_seconds") from error
    return attrs.evolve(quotient, open_ended=True)


def _heap_game(game: Rule) -> HeapRuleset:
    ruleset = read_rule(game)
    if not isinstance(ruleset, HeapRuleset):
        text = _("{game} is not a game of independent heaps: only those have a quotient of all their sums")
        raise NotApplicableError(text.format(game=ruleset))
    return ruleset
