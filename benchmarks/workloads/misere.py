"""Misère play: quotients found, checked and played by, beside the search that one writes first."""

from __future__ import annotations

from functools import cache
from itertools import islice

from benchmarks.workload import Variant, Workload
from cgt.codes.code import HeapCode
from cgt.core.outcome import Convention
from cgt.engine.evaluator import Evaluator
from cgt.games.heaps.taking_breaking import KAYLES
from cgt.misere.form import QuotientForm
from cgt.misere.growth import quotient_of_codes

THREE = (9, 10, 11)
PROVED = ("0.77", "0.15", "0.123", "0.71", "0.75", "0.44")
HUGE = 10**30


def naive(size: int) -> object:
    """Kayles 9+10+11 by remembering who wins which sorted heaps."""

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted(filter(None, (*heaps[:at], *heaps[at + 1 :], left, heap - pins - left))))
            for at, heap in enumerate(heaps)
            for pins in (1, 2)
            for left in range((heap - pins) // 2 + 1)
        ]
        return not after or not all(map(wins, after))

    return [wins(THREE) for _ in range(size)]


def searched(size: int) -> object:
    """The same by the evaluator."""
    return [Evaluator("misere").outcome(KAYLES.position(*THREE)) for _ in range(size)]


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
    position = KAYLES.position(*(HUGE + heap for heap in range(size)))
    form = QuotientForm((KAYLES,))
    moves = form.winning_moves(position, Convention.MISERE)
    return form.outcome(position, Convention.MISERE), moves and list(islice(moves, 1))


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
        variants={"python": Variant(1000, answered)},
        mark="a thousand within 20 ms",
    ),
)
