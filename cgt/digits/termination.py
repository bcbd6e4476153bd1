"""The reason why every play of a game with linear moves ends: a sum that each move makes smaller; or a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count, islice, product, takewhile
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.core.position import options_first
from cgt.digits.choices import Bounds, Choices, at_most_0
from cgt.digits.evaluate import term_value, without_quantifiers
from cgt.digits.formula import Term, cases, conjuncts
from cgt.digits.moves import LinearMoves, LinearOption
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from cgt.digits.system import NumberSystem

Position = tuple[int, ...]

SAMPLED = {1: 40, 2: 10, 3: 5}
"""The bounds of the numbers in sample positions, by how many numbers a position has; 3 for all others."""

HEAVIEST = {1: 1, 2: 9, 3: 5}
"""The greatest factor that a number of the position may have in the sum; else 2."""

MOST_OPTIONS = 400
MOST_REACHED = 3_000
MOST_TRIED = 60_000
"""The most options that are looked at for a loop, about a second's work."""

MOST_BOUNDS = 200
"""The most choices of a bound for each number that are tried to see that a sum falls."""

FARTHEST = (50, 10**9)
"""The play is not followed beyond such numbers, first the smaller: short loops are seen soon, far steps are slow."""


def falling_size(names: Sequence[str], options: Sequence[LinearOption], system: NumberSystem) -> Term:
    """A sum of multiples of the position's numbers that every move makes smaller; decided for all positions.

    Raises:
        LoopError: the play can come back to a position.
        SentenceError: there is no loop near zero, and no such sum is found.

    >>> from cgt.digits.rules import parse_rules
    >>> from cgt.digits.system import kary
    >>> rules = parse_rules("x, y: x - 1, y + 2 | x, y - 1")
    >>> falling_size(rules.names, rules.options, kary())
    3x + y
    """
    choices = [(each.choices(names, system), each.result) for each in options]
    kinds = _kinds(names, options, system)

    def reached(position: Position) -> Iterable[Position]:
        numbers = dict(zip(names, position, strict=True))
        for kind, result in choices:
            for chosen in islice(kind.at(numbers), MOST_OPTIONS):
                yield tuple(term_value(term, chosen) for term in result)

    samples = list(product(range(SAMPLED.get(len(names), 3)), repeat=len(names)))

    @cache
    def changes() -> set[Position]:
        """The changes of the numbers by the moves of sample positions."""
        return {
            tuple(after - before for after, before in zip(option, position, strict=True))
            for position in samples
            for option in reached(position)
        }

    most = HEAVIEST.get(len(names), 2)
    weights = filter(any, product(range(most + 1), repeat=len(names)))
    # If each number counts, none grows beyond bounds: tables have all that is reached from a box.
    for factors in sorted(weights, key=lambda each: (0 in each, max(each), -min(each), each)):
        size = Term({name: factor for name, factor in zip(names, factors, strict=True) if factor})
        if all(_falls(size, names, kind, result) for kind, result in kinds):
            return size
        if all(sum(f * c for f, c in zip(factors, change, strict=True)) < 0 for change in changes()):
            from cgt.digits.decide import decide  # which works on arrays

            if decide(LinearMoves(tuple(names), system, tuple(options), size).ends(), system):
                return size
    _look_for_a_loop(samples, reached)
    raise SentenceError(
        _("no sum of the numbers is found that every move makes smaller, so it is not known that every play ends")
    )


def falls_by_bounds(moves: LinearMoves) -> bool:
    """Whether bounds alone show that every move makes the size smaller; where they do not, it may be so, too."""
    try:
        kinds = _kinds(moves.names, moves.options, moves.system)
    except SentenceError:  # something chosen has no bound
        return False
    return all(_falls(moves.size, moves.names, kind, result) for kind, result in kinds)


def _kinds(
    names: Sequence[str], options: Sequence[LinearOption], system: NumberSystem
) -> list[tuple[Choices, tuple[Term, ...]]]:
    """The choices in each case of each kind of move, and what they lead to."""
    return [
        (Choices.of(case, names, each.chosen), each.result)
        for each in options
        for case in cases(without_quantifiers(each.allowed, system))
    ]


def _falls(size: Term, names: Sequence[str], kind: Choices, result: Sequence[Term]) -> bool:
    """Whether the bounds of the numbers alone show that every move of this kind makes the sum smaller."""
    fall = size
    for name, term in zip(names, result, strict=True):
        fall -= term * size.coefficients.get(name, 0)
    at_least_0 = [-term for term in at_most_0(conjuncts(kind.required))]
    for bound in kind.bounds:  # 1 <= t and t <= q: 1 <= q
        at_least_0 += [most * by - low * d for (most, d), (low, by) in product(bound.most, bound.least)]
    least = dict.fromkeys(names, 0)
    for term in at_least_0:
        for name, factor in term.coefficients.items() if len(term.coefficients) == 1 else ():
            if name in least and factor > 0:
                least[name] = max(least[name], -(term.constant // factor))
    return any(_is_positive(low, least) for low in islice(_at_least(fall, kind.bounds), MOST_BOUNDS))


def _is_positive(term: Term, least: Mapping[str, int]) -> bool:
    """Whether a term is above 0 by the lower bounds of its numbers."""
    return all(factor > 0 for factor in term.coefficients.values()) and (
        term.constant + sum(factor * least[name] for name, factor in term.coefficients.items()) > 0
    )


def _at_least(term: Term, bounds: Sequence[Bounds]) -> Iterator[Term]:
    """Terms without chosen numbers: a term is above 0 where one of them is."""
    if not bounds:
        yield term
        return
    *before, last = bounds
    factor = term.coefficients.get(last.name, 0)
    rest = term.replaced(last.name, Term({}))
    known = last.most if factor < 0 else ((Term({}), 1), *last.least)
    for bound, divisor in known if factor else ((Term({}), 1),):
        yield from _at_least(rest * divisor + bound * factor, before)


def _look_for_a_loop(starts: Sequence[Position], reached: Callable[[Position], Iterable[Position]]) -> None:
    """Follow the play from each start, to a few thousand positions in all; raises `LoopError` where it comes back."""
    for farthest in FARTHEST:
        left, tried = count(MOST_REACHED, -1), count(MOST_TRIED, -1)
        known: set[Position] = set()
        for start in starts:
            known.update(options_first(start, partial(_counted, reached, farthest, left, tried), known))


def _counted(
    reached: Callable[[Position], Iterable[Position]],
    farthest: int,
    left: Iterator[int],
    tried: Iterator[int],
    position: Position,
) -> Iterable[Position]:
    """The options of a position that is not too far, as many as are left to be looked at."""
    if max(position) > farthest or next(left) <= 0:
        return ()
    return takewhile(lambda _option: next(tried) > 0, reached(position))
