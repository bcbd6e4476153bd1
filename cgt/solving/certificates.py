"""Certificates of every kind: read from JSON, whichever kind it is, and checked again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cgt.core.atomic import read_text
from cgt.core.errors import CertificateError
from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.families.registry import parse_ruleset
from cgt.solving.sentences import linear_moves
from cgt.theory.base_recurrence import Recurrence
from cgt.theory.certificate import Certificate, read_object
from cgt.theory.levels import LevelCertificate
from cgt.theory.period_certificate import PeriodCertificate, PromiseCertificate
from cgt.theory.quotient_certificate import QuotientCertificate

if TYPE_CHECKING:
    from cgt.core.progress import Progress

KINDS: tuple[type[Certificate], ...] = (
    PeriodCertificate,
    PromiseCertificate,
    Recurrence,
    LevelCertificate,
    QuotientCertificate,
)


def read_certificate(text: str | bytes) -> Certificate:
    """The certificate of a JSON text, of the kind that its `format` names; it is not verified yet.

    The text may also be the record of a discovery, which holds its certificate.

    Raises:
        CertificateError: it is not a certificate, or a discovery without one.

    >>> import cgt
    >>> read_certificate(cgt.period("kayles").certificate.to_json()).kind
    'period'
    """
    record = read_object(text)
    if isinstance(record, dict) and "certificate" in record:
        if record["certificate"] is None:
            raise CertificateError(_("this discovery has no certificate: it rests on a theorem, or on what was seen"))
        record = record["certificate"]
    form = record.get("format") if isinstance(record, dict) else None
    kind = next((kind for kind in KINDS if form in [form for form, *_keys in kind.formats]), None)
    if kind is None:
        known = ", ".join(form for kind in KINDS for form, *_keys in kind.formats)
        raise CertificateError(
            _("a certificate has one of the formats {known}, not {form}").format(known=known, form=brief(form))
        )
    return kind.from_record(record)


def load_certificate(path: Path | str) -> Certificate:
    """The certificate in a file, of any kind; raises `ParseError` or `CertificateError` if it is not one."""
    return read_certificate(read_text(path, "certificate"))


def verify(certificate: Certificate | Path | str, rule: object = None, *, progress: Progress | None = None) -> None:
    """Check a certificate of any kind again from its rule, by code that took no part in finding it.

    Args:
        certificate: what is checked, or the file that keeps it.
        rule: the rule of a promise, which is a function that no file holds; of levels the moves, if not those of the
            game that the certificate names.
        progress: called now and then with (done, total).

    Raises:
        CertificateError: it does not hold, with what shows it; or the file is no certificate.
        BudgetError: the check would take too much work or memory.

    >>> import cgt
    >>> verify(cgt.period("kayles").certificate)
    """
    if not isinstance(certificate, Certificate):
        if not isinstance(certificate, Path | str):
            raise CertificateError(
                _("a certificate is verified, or the file that keeps it, not {value}").format(value=brief(certificate))
            )
        certificate = load_certificate(certificate)
    if rule is None and isinstance(certificate, LevelCertificate):
        rule = linear_moves(parse_ruleset(certificate.ruleset))
    certificate.verify(rule, progress)
