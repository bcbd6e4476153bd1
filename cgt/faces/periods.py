"""Periods and their certificates, with the period bracketed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.faces.cards import Card
from cgt.faces.markup import html
from cgt.faces.sequences import sequence_html, sequence_latex
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.proofs.period import PeriodReport
    from cgt.proofs.period_certificate import PeriodCertificate
    from cgt.proofs.periodicity import Periodicity


def certificate_card(certificate: PeriodCertificate) -> Card:
    """What is certified, by which theorem, from how many values."""
    found = certificate.periodicity
    by = _("{theorem}, from {window} values").format(theorem=certificate.theorem, window=certificate.window)
    lines = [
        (_("period"), f"{found.period:,}" + (f", {found.saltus:+,}" if found.saltus else "")),
        (_("preperiod"), f"{found.preperiod:,}"),
        (_("proved by"), by),
        ("sha256", certificate.sha256),
    ]
    title = _("Certificate: {code}").format(code=certificate.code)
    return Card(title, lines, sequence_html(certificate.values, *_pattern(found)))


def period_html(report: PeriodReport) -> str:
    """The finding in a line, and the values with one period bracketed."""
    return f"<div>{html(report)}</div><div>{sequence_html(report.values, *_pattern(report.periodicity))}</div>"


def pattern_latex(values: Iterable[int], periodicity: Periodicity | None) -> str:
    """The values with one period bracketed, as LaTeX."""
    return sequence_latex(values, *_pattern(periodicity))


def _pattern(found: Periodicity | None) -> tuple[int, int, int] | tuple[()]:
    return () if found is None else (found.preperiod, found.period, found.saltus)
