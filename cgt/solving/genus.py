"""Genera of games by name, by code or by rule, heap by heap, and of any position."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, overload

from cgt.core.language import _, grouped
from cgt.core.numbers import check_whole, shortened
from cgt.core.position import check_position
from cgt.errors import BudgetError, RulesetError
from cgt.families.capabilities import HasOptions
from cgt.solving.rules import read_rule
from cgt.theory.genus import FormEvaluator, genus_of_form, species_of_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cgt.core.game import Game
    from cgt.core.position import Position
    from cgt.core.progress import Progress
    from cgt.theory.genus import Genus, Species

    Rule = Game | str | Callable[[int], Iterable[tuple[int, ...]]]

GENUS_LIMIT = 1_000_000
"""How many components are reduced to canonical form unless told otherwise."""


@overload
def genus(game: Position, *, max_positions: int | None = ...) -> Genus: ...


@overload
def genus(
    game: Game | str | Callable[[int], Iterable[tuple[int, ...]]],
    *,
    stop: int,
    max_positions: int | None = ...,
    progress: Progress | None = ...,
) -> list[Genus]: ...


def genus(
    game: Position | Game | str | Callable[[int], Iterable[tuple[int, ...]]],
    *,
    stop: int | None = None,
    max_positions: int | None = GENUS_LIMIT,
    progress: Progress | None = None,
) -> Genus | list[Genus]:
    """The genus of a position, or with `stop` those of a game's heaps 0, 1, …, stop-1.

    The genus g^γ0γ1… tells the nim-value g in normal play, the misère nim-value γ0, and those of the position beside
    one heap of two, two of them, and so on; the place from which they alternate for ever is proved.

    Args:
        game: a position; or with `stop` a ruleset of heaps, its text, a code, or a function from a heap to its options.
        stop: how many heaps.
        max_positions: how many components may be reduced to canonical form.
        progress: called with (heaps done, stop).

    Raises:
        LoopError: the play can go round for ever.
        BudgetError: the position, or a sum of two forms on the way, is too large.
        RulesetError: the game is not one of heaps.

    >>> import cgt
    >>> print(cgt.genus(cgt.parse_ruleset("kayles").position(2, 2)))
    0^02
    >>> print(*cgt.genus("kayles", stop=8))
    0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20
    """
    if stop is None:
        check_position(game)
        return FormEvaluator(max_positions=max_positions).genus(cast("Position", game))
    check_stop(stop, max_positions)
    found = []
    try:
        for known, _species in genera(cast("Rule", game), stop=stop, max_positions=max_positions, progress=progress):
            found.append(known)
    except BudgetError as error:
        raise BudgetError(
            _("{what}; the genera of the heaps below {count} are known: stop there").format(
                what=error.what, count=len(found)
            ),
            error.limit,
        ) from None
    return found


def check_stop(stop: int, max_positions: int | None) -> None:
    """Refuse, before the work, more heaps than any list is made of: a lower `max_positions` is a limit for one heap.

    Raises:
        BudgetError: there are more.
        NumberError: it is no whole number of at least 0.
    """
    check_whole(stop, "stop is a whole number of at least 0")
    if max_positions is not None and stop > (limit := max(max_positions, GENUS_LIMIT)):
        raise BudgetError(
            _("{stop} genera are more than the limit of {limit}").format(stop=shortened(stop), limit=grouped(limit)),
            "max_positions",
        )


def genera(
    game: Rule, *, stop: int, max_positions: int | None = GENUS_LIMIT, progress: Progress | None = None
) -> Iterator[tuple[Genus, Species]]:
    """The genus and the species of a game's heaps 0, 1, …, stop-1, one by one as they are found.

    Args:
        game: a ruleset of heaps, its text, a code, or a function from a heap to its options.
        stop: how many heaps.
        max_positions: how many components may be reduced to canonical form for a heap.
        progress: called with (heaps done, stop).

    Raises:
        BudgetError: a heap, or a sum of two forms on the way, is too large; what came before it stands.
        RulesetError: the game is not one of heaps.

    >>> [(str(known), str(species)) for known, species in genera("kayles", stop=6)][3:]
    [('3^31', 'nim heap'), ('1^031', 'nim heap'), ('4^146', 'restless')]
    """
    check_stop(stop, max_positions)
    ruleset = read_rule(game)
    if not isinstance(ruleset, HasOptions):
        raise RulesetError(
            _("{ruleset} is not a game of heaps: ask for the genus of a position").format(ruleset=ruleset)
        )
    evaluator = FormEvaluator(max_positions=max_positions)
    for heap in range(stop):
        form = evaluator.form(ruleset.position(heap))
        yield genus_of_form(form), species_of_form(form)
        if progress is not None:
            progress(heap + 1, stop)
