"""The genus of a position, and the genera of a game's heaps."""

from __future__ import annotations

from cgt.core.card import ShownList
from cgt.core.compounds import components_of
from cgt.core.function_game import NumberGame
from cgt.core.game import check_convention
from cgt.core.language import _
from cgt.core.numbers import check_limit, check_whole, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.progress import Progress, notify, with_progress_bar
from cgt.core.route import GENUS_LIMIT
from cgt.engine.rule_faults import explaining
from cgt.errors import BudgetError, NotApplicableError
from cgt.families.heap_game import HeapRuleset
from cgt.families.tame_sum import tame_pair
from cgt.solving.solve import read_position
from cgt.solving.subjects import Rule, read_rule
from cgt.theory.genus import FormEvaluator, Genus, genus_of_nim


def genus(position: Position | str, *, max_positions: int | None = GENUS_LIMIT) -> Genus:
    """The genus g^γ0γ1… of a position, with its species, the distance from nim in misère play.

    It tells the nim-value g in normal play, the misère nim-value γ0, and those of the position beside one heap of two,
    two of them, and so on; the index from which they alternate for ever is proved.

    Args:
        position: a position, or its text.
        max_positions: the limit of components that are reduced to canonical form.

    Raises:
        LoopError: the play can go round for ever.
        BudgetError: the position, or a sum of two forms on the way, is too large.
        ParseError, UnknownNameError: the text is not a position.
        PositionError: `position` is neither a position nor text.
        NotApplicableError: one of its games has no misère play.

    >>> result = genus("kayles 5")
    >>> print(result, result.species)
    4^146 restless
    """
    position = read_position(position)
    check_convention(position, Convention.MISERE)
    with explaining(position):
        return _genus(position, FormEvaluator(max_positions=max_positions))


def _genus(position: Position, evaluator: FormEvaluator) -> Genus:
    """The genus of tame heaps by their nim-values, else by the canonical form.

    Each tame heap equals a nim heap in misère play. It does where all smaller ones do: one worth 1 or more has an
    option worth 0, one worth 0 with moves an option worth 1, for its misère nim-value is 1; from the greater nim heaps
    among its options one can move back to the mex.
    """
    sizes = []
    for part in components_of(position):
        known = tame_pair(part)
        if known is None:
            return evaluator.genus(position)
        sizes.append(known[0][0])
    return genus_of_nim(sizes)


@with_progress_bar("heaps")
def genera(
    rule: Rule, stop: int, *, max_positions: int | None = GENUS_LIMIT, progress: Progress | None = None
) -> list[Genus]:
    """The genera of a game's heaps 0, 1, …, stop-1, as a list that a notebook shows as a card.

    Args:
        rule: a ruleset of heaps, its text, a code, or a function from a heap to its options.
        stop: the first heap left out.
        max_positions: the limit of components that are reduced to canonical form for each heap.
        progress: called with (heaps done, stop).

    Raises:
        BudgetError: a heap, or a sum of two forms on the way, is too large; `partial` has the genera before it.
        NotApplicableError: the game is not one of heaps.
        NumberError: `stop` is no whole number of at least 0.
        CGTError: the rule cannot be read.

    >>> print(*genera("kayles", 8))
    0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20
    """
    stop = check_whole(stop, "stop is a whole number of at least 0")
    max_positions = check_limit(max_positions)
    ruleset = read_rule(rule)
    if not isinstance(ruleset, HeapRuleset | NumberGame):
        text = _(
            "{game} is not a game of independent heaps: `cgt solve` with --genus, in Python `cgt.genus`, "
            "has that of a position"
        )
        raise NotApplicableError(text.format(game=ruleset))
    # A lower `max_positions` is a limit for one heap.
    if max_positions is not None and stop > (limit := max(max_positions, GENUS_LIMIT)):
        text = _("{count} genera are more than the limit of {most}")
        raise BudgetError(text.format(count=format_int(stop), most=format_int(limit, group=True)), "max_positions")
    evaluator = FormEvaluator(max_positions=max_positions)
    result: list[Genus] = ShownList((), _("{game}: genera of heaps").format(game=ruleset))
    for heap in range(stop):
        try:
            result.append(_genus(ruleset.position(heap), evaluator))
        except BudgetError as error:
            if not result:
                raise
            text = _("{what}; the genera of the heaps below {count} are known: stop there")
            cut = BudgetError(text.format(what=error.what, count=heap), error.limit)
            cut.partial = result
            raise cut from None
        notify(progress, heap + 1, stop)
    return result
