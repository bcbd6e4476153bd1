"""Discoveries: the results of `cgt.discover` on a game, and the record of what was tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.core.card import Card, Shown
from cgt.core.language import _
from cgt.store.oeis import Indexed

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.core.progress import Progress
    from cgt.core.repetition import Periodicity
    from cgt.families.heap_game import HeapRuleset
    from cgt.theory.base_recurrence import Recurrence
    from cgt.theory.equality import Equality
    from cgt.theory.levels import LevelCertificate
    from cgt.theory.period import PeriodReport
    from cgt.theory.period_certificate import PeriodCertificate, SetCertificate


@attrs.frozen
class Discovery(Shown):
    """The results of `cgt.discover` on a rule, and the record of what was tried.

    Attributes:
        rule: the rule, as text.
        kind: the family, such as `heap game`, `quota` or `Wythoff`; `other` if only closed forms were looked up.
        values: the start of the sequence that solves the game, such as its nim-sequence; empty if none is known.
        period: of a heap game: the period, with its status and its certificate.
        equalities: of a heap game: the same game, or the same sequence, under another code.
        recurrence: of a quota (k·n+q)/d: the base's recurrence, proved.
        base: the same as a certificate, where there is one.
        recognised: what finite automata read from the digits of a position, a line each, and whether it is proved.
        levels: the same as a certificate, where it is proved.
        strategy: how to play, in words; None if none was found.
        proved: whether the strategy holds for every position.
        tried: what was tried, one line each.
        seen: observations without proof: of a heap game rare values, the largest value, growth; else the first
            P-positions.
        listed: the name of the sequence in `values`, such as `nim-sequence` or `base`.
        first: the index of the first of the values.
        misere: the results on misère play: the quotient, and how far it is proved.
    """

    rule: str
    kind: str
    values: tuple[int, ...]
    period: PeriodReport | None = None
    equalities: tuple[Equality, ...] = ()
    recurrence: str | None = None
    strategy: str | None = None
    proved: bool = False
    tried: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    listed: str = "values"
    first: int = 1
    misere: str | None = None
    base: Recurrence | None = None
    recognised: tuple[str, ...] = ()
    levels: LevelCertificate | None = None

    @property
    def listing(self) -> str:
        """The values as the OEIS lists them."""
        return Indexed(self.first, self.values).listing()

    @property
    def certificate(self) -> PeriodCertificate | SetCertificate | None:
        """The certificate of a proved period, if the rule has a code or takes the numbers of a set."""
        return self.period.certificate if self.period else None

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The sections of the report as pairs (heading, text), for one screen."""
        rows = [
            (_("rule"), self.rule),
            (_(self.listed), self.listing),
            (_("period"), self.period.finding if self.period else None),
            (_("recurrence"), self.recurrence),
            *((_("equal"), str(equality)) for equality in self.equalities),
            (_("strategy"), self.strategy),
            *((_("recognised"), line) for line in self.recognised),
            (_("holds"), self._holds),
            (_("misère play"), self.misere),
            *((_("seen"), line) for line in self.seen),
            *((_("tried"), line) for line in self.tried),
        ]
        return [(heading, text) for heading, text in rows if text]

    @property
    def _holds(self) -> str | None:
        """Whether it is proved; None where all there is to say is that there is no period."""
        if self.proved:
            return _("for every size, proved")
        is_aperiodic = self.period is not None and self.period.periodicity is None and self.period.theorem
        return None if is_aperiodic else _("not proved")

    def __repr__(self) -> str:
        return f"<Discovery of {self.rule}, {self.kind}: {'proved' if self.proved else 'not proved'}>"

    def card(self) -> Card:
        """A card of the report, from the rule to its strategy."""
        return Card(self.rule, self.sections[1:])  # the first is the title

    def record(self) -> dict[str, object]:
        """The discovery as JSON-ready data, with its certificate, which `cgt verify` checks."""
        evidence = self.certificate or self.base or self.levels
        return {
            "ruleset": self.rule,
            "kind": self.kind,
            "values": list(self.values),
            "period": self.period.record() if self.period else None,
            "equalities": [
                {"other": one.other, "shift": one.shift, "by_rule": one.by_rule, "checked_to": one.checked_to}
                for one in self.equalities
            ],
            "recurrence": self.recurrence,
            "strategy": self.strategy,
            "proved": self.proved,
            "misere": self.misere,
            "recognised": list(self.recognised),
            "seen": list(self.seen),
            "tried": list(self.tried),
            "certificate": evidence and evidence.fields(),
        }

    def __str__(self) -> str:
        return "\n".join(f"{heading}{_(': ')}{text}" for heading, text in self.sections)


SHOWN_VALUES = 120
SHOWN_PERIOD = 40
SHOWN_EXCEPTIONS = 40


def study_of_heaps(
    game: HeapRuleset,
    limit: int | None,
    *,
    larger: tuple[HeapCode, int] | None = None,
    progress: Progress | None = None,
) -> Discovery:
    """The study of a heap game whose period is searched first, within `limit` values; for `larger` see `study`."""
    return study(str(game), game.code, game.period(limit, progress=progress), larger)


def study(
    rule: str, code: HeapCode | None, report: PeriodReport, larger: tuple[HeapCode, int] | None = None
) -> Discovery:
    """The study of a heap game from its period report: strategy, equal games, and patterns if there is no period.

    Args:
        rule: the game, as text.
        code: its code, if it has one.
        report: its period, or what was looked at for one.
        larger: a code of the same game on heaps that are larger by so many, where it has none heap for heap.
    """
    from cgt.theory.equality import equalities, relatives, same_sequences
    from cgt.theory.period import PeriodStatus

    proved = report.status is PeriodStatus.PROVED
    start = tuple(int(value) for value in islice(report.values, SHOWN_VALUES))
    if proved and report.periodicity:
        start = tuple(report.periodicity.value(heap, report.values) for heap in range(SHOWN_VALUES))
    if code is not None:
        same = equalities(code, report.values, report.certificate)
    else:
        same = same_sequences(report.values) if larger is None else relatives(*larger)
    same = [one for one in same if one.other != rule]
    looked = _("a period in the first {limit} nim-values: {status}")
    is_looked_for = report.status is not PeriodStatus.APERIODIC
    tried = [looked.format(limit=report.checked_to, status=_(report.status))] if is_looked_for else []
    if code is None and report.amounts is None:
        tried.append(
            _(
                "a rule given by a function can only be observed, "
                "unless it is promised never to take more than some amount"
            )
        )
    if code is not None:
        discovery = (
            _("shifted codes and named games: {count} equal")
            if same
            else _("shifted codes and named games: none equal")
        )
        tried.append(discovery.format(count=len(same)))
    return Discovery(
        rule=rule,
        kind="heap game",
        listed="nim-sequence",
        first=0,
        values=start,
        period=report,
        equalities=tuple(same),
        strategy=_strategy_text(report, report.periodicity) if report.periodicity else None,
        proved=proved,
        tried=tuple(tried),
        seen=() if report.periodicity else _what_is_seen(report.values),
    )


def _strategy_text(report: PeriodReport, periodicity: Periodicity) -> str:
    exceptions = report.exceptions
    if periodicity.period > SHOWN_PERIOD or len(exceptions) > SHOWN_EXCEPTIONS:
        table = periodicity.preperiod + periodicity.period
        text = _("from heap {table} on, a heap is worth what a heap {period} less is").format(
            table=table, period=periodicity.period
        )
        text += _(", plus {saltus}").format(saltus=periodicity.saltus) if periodicity.saltus else ""
        text += _("; the table of the first {table} is in the certificate").format(table=table) * bool(
            report.certificate
        )
        return text + _("; move to nim-sum 0")
    if periodicity.period == 1:
        text = _("a heap of n is worth {value}").format(
            value=_linear(periodicity.saltus, *periodicity.residues(report.values))
        )
    else:
        text = _("modulo {period} a heap is worth {residues} (remainders 0 to {last})").format(
            period=periodicity.period,
            residues=", ".join(map(str, periodicity.residues(report.values))),
            last=periodicity.period - 1,
        )
        more = _(", and {saltus} more for every whole {period}").format(
            saltus=periodicity.saltus, period=periodicity.period
        )
        text += more if periodicity.saltus else ""
    if exceptions:
        shown = ", ".join(f"G({heap}) = {int(report.values[heap])}" for heap in exceptions)
        result = _(", except these {count} heaps: {shown}") if len(exceptions) > 1 else _(", except {shown}")
        text += result.format(count=len(exceptions), shown=shown)
    return text + _("; move to nim-sum 0")


def _linear(slope: int, constant: int) -> str:
    """The expression slope·n + constant as text."""
    if not slope:
        return str(constant)
    text = "n" if slope == 1 else f"{slope}n"
    return text + (f" {'+' if constant > 0 else '-'} {abs(constant)}" if constant else "")


def _what_is_seen(values: Sequence[int]) -> tuple[str, ...]:
    """Lines of text on the largest value, the growth and the rare values of a sequence without a period."""
    numbers = [int(value) for value in values]
    if len(numbers) < 8:
        return ()
    largest = max(numbers)
    quarter, half = len(numbers) // 4, len(numbers) // 2
    growth = f"{max(numbers[:quarter])}, {max(numbers[:half])}, {largest}"
    late = Counter(numbers[half:])
    gone = sorted(set(numbers) - set(late))
    lines = [
        _("largest nim-value {largest}, first at heap {heap}").format(largest=largest, heap=numbers.index(largest)),
        _("largest values of the first quarter, half and whole: {growth}").format(growth=growth),
        _("last heap of nim-value 0: {heap}").format(heap=len(numbers) - 1 - numbers[::-1].index(0)),
    ]
    if gone:
        lines.append(_("values that the second half does not take any more: {values}").format(values=_some(gone)))
    rare = sorted(value for value, often in late.items() if often * 200 < half)
    if rare:
        lines.append(_("values rarer than 1 in 200 in the second half: {values}").format(values=_some(rare)))
    return tuple(lines)


def _some(numbers: Sequence[int]) -> str:
    more = _(", … ({count} in all)").format(count=len(numbers)) if len(numbers) > 12 else ""
    return ", ".join(map(str, numbers[:12])) + more
