"""`cgt verify`: certificates of every kind, checked again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.cli.options import Json
from cgt.cli.progress import progress_bar
from cgt.cli.quotient import is_quotient, verify_quotient
from cgt.cli.recognise import verify_levels
from cgt.cli.screen import show
from cgt.errors import CertificateError
from cgt.files.atomic import read_text
from cgt.language import _, error_text
from cgt.proofs.base_recurrence import Recurrence, is_base_certificate
from cgt.proofs.certificate import Certificate
from cgt.proofs.level_certificate import is_level_certificate


def verify(
    certificate: Annotated[
        Path,
        Parameter(help="A file that `cgt period`, `cgt quotient` or `cgt recognise` wrote, or that a report holds."),
    ],
    *,
    as_json: Json = False,
) -> int:
    """Check a certificate again from its rule alone; exit code 1 if it does not hold.

    Example: cgt verify kayles.json
    """
    written = read_text(certificate, "certificate")
    if is_level_certificate(written):
        return verify_levels(written, as_json=as_json)
    if is_quotient(written):
        return verify_quotient(written, as_json=as_json)
    if is_base_certificate(written):
        return _verify_base(written, as_json=as_json)
    given = Certificate.from_json(written)
    failure = None
    with progress_bar("nim-values") as progress:
        try:
            given.verify(progress)
        except CertificateError as error:
            failure = error_text(error)
    found = given.periodicity
    record = {
        "code": str(given.code),
        "preperiod": found.preperiod,
        "period": found.period,
        "saltus": found.saltus,
        "theorem": given.theorem,
        "window": given.window,
        "holds": failure is None,
        "failure": failure,
    }
    said = _("{code}: {period}, holds for every heap ({theorem}; {count} values checked)")
    text = Text(said.format(code=given.code, period=found, theorem=_(given.theorem), count=given.window))
    show(record, text if failure is None else _refuted(failure), as_json=as_json)
    return 0 if failure is None else 1


def _verify_base(text: str, *, as_json: bool) -> int:
    """Check the recurrence of a take-away base again; exit code 1 if it does not hold."""
    given = Recurrence.from_json(text)
    failure = None
    try:
        given.verify()
    except CertificateError as error:
        failure = error_text(error)
    record = {"quota": given.quota, "recurrence": str(given), "holds": failure is None, "failure": failure}
    said = _("{recurrence}, in the base of the quota {quota}: holds for ever")
    shown = Text(said.format(recurrence=given, quota=given.quota))
    show(record, shown if failure is None else _refuted(failure), as_json=as_json)
    return 0 if failure is None else 1


def _refuted(failure: str) -> Text:
    return Text(_("refuted: {failure}").format(failure=failure), style="bold red")
