"""Periods: found and proved, decided, and then used for heaps of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from benchmarks.workload import Variant, Workload
from cgt.core.code import HeapCode
from cgt.fast.taking_breaking_values import sequence_of
from cgt.theory.option_automaton import OptionAutomaton, breaking_heap
from cgt.theory.period import period_of_code
from cgt.theory.residues import OptionsWorth

if TYPE_CHECKING:
    from cgt.fast.backend import Backend
    from cgt.theory.period import PeriodReport

SHORT = ("0.77", "0.07", "0.137")
LONG = ("0.45", "0.156", "0.356", "0.165", "0.644")
LONGEST = ("0.16",)
ARITHMETIC = ("4.[3]", "0.3F", "0.9C", "0.28")
HUGE = 10**30


def naive(codes: Sequence[str]) -> Callable[[int], object]:
    """The code that one writes first: values by definition, at each doubling every p tried by Guy and Smith's bound."""

    def prove(code: HeapCode) -> tuple[int, int]:
        values: list[int] = []
        while True:
            for heap in range(len(values), max(16, 2 * len(values))):
                reached = set()
                for taken, digit in enumerate(code.masks or ()):
                    rest = heap - taken
                    if digit & 1 and rest == 0:
                        reached.add(0)
                    if digit & 2 and rest > 0:
                        reached.add(values[rest])
                    if digit & 4:
                        reached |= {values[a] ^ values[rest - a] for a in range(1, rest // 2 + 1)}
                value = 0
                while value in reached:
                    value += 1
                values.append(value)
            for period in range(1, len(values) // 2):
                start = len(values) - period
                while start and values[start - 1] == values[start - 1 + period]:
                    start -= 1
                if 2 * max(start, 1) + 2 * period + (code.last or 0) <= len(values):
                    return start, period

    return lambda size: [prove(HeapCode.parse(text)) for text in codes[:size]]


def proved(codes: Sequence[str], backend: Backend) -> Callable[[int], object]:
    """The reports, each proved."""

    def prove(text: str) -> PeriodReport:
        code = HeapCode.parse(text)
        report = period_of_code(code, 1_000_000, sequence=sequence_of(code, backend=backend))
        if report.certificate is None:
            raise ValueError(f"not proved: {report}")
        return report

    return lambda size: [prove(text) for text in codes[:size]]


def decided(size: int) -> object:
    """Whether arithmetic periods last, the values being known."""
    return [breaking_heap(_automaton(text)) for text in ARITHMETIC[:size]]


def looked_up(size: int) -> object:
    """Heaps of thirty digits by Kayles' certificate."""
    certificate = period_of_code(HeapCode.parse("0.77")).certificate
    return certificate and sum(certificate.nim_value(HUGE + heap) for heap in range(size))


def counted(size: int) -> object:
    """The winning moves of heaps of thirty digits in Kenyon's game, counted by their digits."""
    automaton = _automaton("0.3F")
    return sum(OptionsWorth(automaton, HUGE + heap, 0).count() for heap in range(size))


def _automaton(text: str) -> OptionAutomaton:
    report = period_of_code(HeapCode.parse(text))
    if report.periodicity is None:
        raise ValueError(f"no period: {report}")
    return OptionAutomaton(HeapCode.parse(text), report.periodicity, report.values)


WORKLOADS = (
    Workload(
        name="period proved, " + ", ".join(SHORT),
        variants={
            "naive": Variant(len(SHORT), naive(SHORT)),
            "python": Variant(len(SHORT), proved(SHORT, "python")),
        },
        unit="game",
        mark="0.07 and 0.137 within 10 ms each",
    ),
    Workload(
        name="period proved, " + ", ".join(LONG),
        variants={
            "naive": Variant(1, naive(LONG)),
            "python": Variant(len(LONG), proved(LONG, "python")),
            "compiled": Variant(len(LONG), proved(LONG, "compiled")),
        },
        unit="game",
        mark="each within a second",
    ),
    Workload(
        name="period proved, " + ", ".join(LONGEST),
        variants={"compiled": Variant(len(LONGEST), proved(LONGEST, "compiled"))},
        unit="game",
        mark="within 3 s compiled",
    ),
    Workload(
        name="arithmetic period decided, " + ", ".join(ARITHMETIC),
        variants={"python": Variant(len(ARITHMETIC), decided)},
        unit="game",
    ),
    Workload(
        name="nim-value of a heap of 10^30 by certificate",
        variants={"python": Variant(100_000, looked_up)},
        mark="within 1 ms",
    ),
    Workload(
        name="winning moves of a heap of 10^30 counted, 0.3F",
        variants={"python": Variant(20, counted)},
    ),
)
