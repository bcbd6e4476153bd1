"""Certificates of every kind: reading from JSON, and verification."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cgt.core.atomic import read_text
from cgt.core.numbers import format_value
from cgt.errors import CertificateError, RulesetError
from cgt.families.capabilities import BorrowsSets
from cgt.families.registry import parse_ruleset
from cgt.theory.base_recurrence import Recurrence
from cgt.theory.certificate import Certificate, read_object
from cgt.theory.period_certificate import PeriodCertificate, PromiseCertificate, SetCertificate
from cgt.theory.quotient_certificate import QuotientCertificate

if TYPE_CHECKING:
    from cgt.core.progress import Progress

KINDS: tuple[type[Certificate], ...] = (
    PeriodCertificate,
    PromiseCertificate,
    SetCertificate,
    Recurrence,
    QuotientCertificate,
)

LEVELS = "cgt level certificate"
"""The beginning of the format of the certificates that need numpy, which is loaded where one is met."""


def read_certificate(text: str | bytes) -> Certificate:
    """The certificate of a JSON text, whose `format` names the kind; it is not verified yet.

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
            raise CertificateError("this discovery has no certificate: it rests on a theorem, or on what was seen")
        record = record["certificate"]
    form = record.get("format") if isinstance(record, dict) else None
    kinds = (*KINDS, *_kind_of_levels()) if str(form).startswith(LEVELS) else KINDS
    kind = next((kind for kind in kinds if form in [form for form, *_keys in kind.formats]), None)
    if kind is None:
        known = ", ".join([*(form for kind in KINDS for form, *_keys in kind.formats), f"{LEVELS} 2"])
        raise CertificateError(f"a certificate has one of the formats {known}, not {format_value(form)}")
    return kind.from_record(record)


def _kind_of_levels() -> tuple[type[Certificate]]:
    from cgt.theory.levels import LevelCertificate

    return (LevelCertificate,)


def load_certificate(path: Path | str) -> Certificate:
    """The certificate in a file, of any kind; raises `ParseError` or `CertificateError` for other files."""
    if isinstance(path, str) and re.match(r'\s*\{\s*"', path):
        raise CertificateError(
            "this is the text of a certificate, not the name of its file: "
            "give what cgt.solving.certificates.read_certificate makes of it"
        )
    text = read_text(path, "certificate")
    if text.lstrip().startswith("<"):
        raise CertificateError(
            f"{path} is a page: open it in a browser, and save the certificate from there, if it has one"
        )
    return read_certificate(text)


def verify(certificate: Certificate | Path | str, rule: object = None, *, progress: Progress | None = None) -> None:
    """Verify a certificate of any kind from its rule, by code that is independent of the search.

    Args:
        certificate: the certificate, or the file that has it.
        rule: the function of a promise, which a file cannot contain. All other kinds name their rule, and take no
            `rule`.
        progress: called with (done, total) from time to time.

    Raises:
        CertificateError: the certificate is wrong, with the reason; or the file is no certificate.
        OSError: the file cannot be read.
        BudgetError: the check would take too much work or memory.
        RulesetError: a promise without its rule, or a rule for a certificate that takes none.

    >>> import cgt
    >>> verify(cgt.period("kayles").certificate)
    """
    if not isinstance(certificate, Certificate):
        if not isinstance(certificate, Path | str):
            raise CertificateError(
                f"a certificate is verified, or the file that keeps it, not {format_value(certificate)}"
            )
        certificate = load_certificate(certificate)
    if rule is not None and not isinstance(certificate, PromiseCertificate):
        raise RulesetError(f"a certificate of the kind {certificate.kind!r} names its rule: give no other")
    if certificate.kind == "level":
        from cgt.families.game_sets import linear_moves

        game = parse_ruleset(certificate.ruleset)  # type: ignore[attr-defined]  # of this kind
        rule = linear_moves(game)
        borrowed = game.borrowed if isinstance(game, BorrowsSets) else None
        if borrowed is not None:
            verify(borrowed, progress=progress)
    certificate.verify(rule, progress)
