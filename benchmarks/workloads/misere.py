"""Misère play: quotients found, checked and played by, beside the search that one writes first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, islice

from benchmarks.workload import Variant, Workload
from cgt.core.code import HeapCode
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.engine.evaluator import Evaluator
from cgt.families.quotient_form import QuotientForm
from cgt.families.tame_sum import TameSum
from cgt.games.heaps.nim import Nim
from cgt.games.heaps.taking_breaking import Kayles
from cgt.games.heaps.wythoff import Wythoff
from cgt.solving.genera import genera
from cgt.solving.solve import solve
from cgt.theory.quotient_growth import quotient_of_codes

THREE = (9, 10, 11)
PROVED = ("0.77", "0.15", "0.123", "0.71", "0.75", "0.44")
HUGE = 10**30


def remembered() -> Callable[[tuple[int, ...]], bool]:
    """A function for the winner of misère Kayles on sorted heaps, which remembers nothing yet."""

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted(filter(None, (*heaps[:at], *heaps[at + 1 :], left, heap - pins - left))))
            for at, heap in enumerate(heaps)
            for pins in (1, 2)
            for left in range((heap - pins) // 2 + 1)
        ]
        return not after or not all(map(wins, after))

    return wins


def naive(size: int) -> object:
    """Kayles 9+10+11 by remembering who wins which sorted heaps."""
    wins = remembered()
    return [wins(THREE) for _ in range(size)]


def searched(size: int) -> object:
    """The same by the evaluator."""
    return [Evaluator("misere").outcome(Kayles().position(*THREE)) for _ in range(size)]


def multiplied(size: int) -> object:
    """The same by the quotient, found anew each time."""
    code = HeapCode.parse("0.77")
    return [quotient_of_codes([code], max(THREE)).outcome(*THREE) for _ in range(size)]


def found(codes: tuple[str, ...], heap: int | None = None) -> object:
    """The quotients of these codes."""
    return [quotient_of_codes([HeapCode.parse(text)], heap, effort=None).order for text in codes]


def checked(size: int) -> object:
    """Kayles' certificate by the independent checker."""
    certificate = quotient_of_codes([HeapCode.parse("0.77")]).certificate
    for _ in range(size):
        certificate.verify()
    return size


def answered(size: int) -> object:
    """A sum of so many heaps of thirty digits: who wins, how many moves win, and the first of them."""
    position = Kayles().position(*(HUGE + heap for heap in range(size)))
    form = QuotientForm((Kayles(),))
    solution = solve(position, Convention.MISERE, closed_form=form)
    return solution.outcome, list(islice(solution.winning_moves, 1))


def classes(size: int) -> object:
    """The number of different sums of Kayles heaps to 4: up to `size` heaps, told apart by other sums, as defined."""
    wins = remembered()
    sums = [chosen for count in range(size + 1) for chosen in combinations_with_replacement(range(1, 5), count)]
    return len({tuple(wins(tuple(sorted(one + other))) for other in sums) for one in sums})


def quotient_to_four(size: int) -> object:
    """The same number by the solver."""
    return size and quotient_of_codes([HeapCode.parse("0.77")], 4).order


def searched_sum(size: int) -> object:
    """Kayles heaps of 9, 10, 11, … by the evaluator."""
    return Evaluator("misere").outcome(Kayles().position(*range(9, 9 + size)))


def tame_by_search(size: int) -> object:
    """Wythoff 3,5 beside heaps of nim of this size, by the evaluator."""
    return Evaluator("misere").outcome(mixed(size))


def tame_by_theorem(size: int) -> object:
    """The same by Conway's theorem, with all winning moves."""
    total = TameSum.of(mixed(size))
    return total and (total.outcome, total.winning_moves())


def mixed(size: int) -> Position:
    """Wythoff 3,5 beside two heaps of nim."""
    return Wythoff().position(3, 5) + Nim().position(size, size + 1)


def genera_by_forms(size: int) -> object:
    """The genera of so many Kayles heaps by canonical forms."""
    return list(map(str, genera("kayles", size)))


def genera_as_defined(size: int) -> object:
    """The same from the definition: misère nim-values beside heaps of two, by a search of the sums."""
    evaluator, nim = Evaluator("misere"), Nim()
    return [
        [evaluator.nim_value(Kayles().position(heap) + nim.position(*[2] * twos)) for twos in range(5)]
        for heap in range(size)
    ]


WORKLOADS = (
    Workload(
        name="misère Kayles 9+10+11",
        variants={
            "naive": Variant(1, naive),
            "search": Variant(1, searched),
            "python": Variant(1, multiplied),
        },
        unit="game",
        mark="0.3 s by search",
    ),
    Workload(
        name="misère classes of Kayles heaps to 4",
        variants={"naive": Variant(3, classes), "python": Variant(3, quotient_to_four)},
        unit="game",
    ),
    Workload(
        name="misère quotient of Kayles proved for all heaps",
        variants={"python": Variant(1, lambda size: found(("0.77",) * size))},
        unit="game",
        mark="within 0.2 s after import",
    ),
    Workload(
        name="misère quotient of 0.07 to heap 33 (order 638)",
        variants={"python": Variant(33, lambda size: found(("0.07",), size))},
        mark="within 5 s",
    ),
    Workload(
        name="genera of Kayles heaps",
        variants={"naive": Variant(10, genera_as_defined), "python": Variant(30, genera_by_forms)},
    ),
    Workload(
        name="misère sum of Wythoff 3,5 and two heaps of nim",
        variants={"naive": Variant(30, tame_by_search), "python": Variant(10**30, tame_by_theorem)},
    ),
    Workload(
        name="misère quotient proved, " + ", ".join(PROVED),
        variants={"python": Variant(len(PROVED), lambda size: found(PROVED[:size]))},
        unit="game",
        mark="Kayles within 0.2 s, 0.44 within 0.3 s",
    ),
    Workload(
        name="misère quotient of 0.07 to heap 30 (order 360)",
        variants={"python": Variant(30, lambda size: found(("0.07",), size))},
        mark="within 1 s",
    ),
    Workload(
        name="certificate of Kayles' misère quotient checked",
        variants={"python": Variant(10, checked)},
        unit="check",
        mark="within 0.1 s",
    ),
    Workload(
        name="misère sum of Kayles heaps of 10^30",
        variants={"naive": Variant(4, searched_sum), "python": Variant(1000, answered)},
        mark="a thousand within 20 ms",
    ),
)
