"""`cgt quotient`: the misère quotient of a heap game, proved as far as it goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.cli.options import WHOLE, Json, RulesetText
from cgt.cli.progress import progress_bar
from cgt.cli.screen import check_output, show
from cgt.errors import CertificateError
from cgt.front.misere import misere_quotient
from cgt.language import _, error_text
from cgt.misere.certificate import FORMAT, QuotientCertificate
from cgt.misere.growth import EFFORT
from cgt.misere.quotient import MisereQuotient

LONGEST_PRESENTATION = 40
"""Of a larger monoid the relations are not shown."""


def quotient(
    ruleset: RulesetText,
    /,
    *,
    heap: Annotated[
        int | None, WHOLE, Parameter(name="--heap", help="The greatest heap to settle; by default, all if possible.")
    ] = None,
    effort: Annotated[
        int, WHOLE, Parameter(name="--effort", help="The most work, in units of about a microsecond.")
    ] = EFFORT,
    certificate: Annotated[
        Path | None, Parameter(name="--certificate", help="Write the certificate, for `cgt verify`, to this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the misère quotient of a heap game: it settles every misère sum of its heaps.

    It is proved for the sums of the heaps named, and for those of all heaps where the period theorem applies.

    Example: cgt quotient kayles
    """
    check_output(certificate)
    with progress_bar("heaps") as progress:
        found = misere_quotient(ruleset, heap=heap, effort=effort, progress=progress)
    if certificate is not None:
        found.certificate.save(certificate)
    text = Text(str(found))
    if found.tame:
        text.append("\n" + _("tame: misère play goes as in nim"))
    if found.order <= LONGEST_PRESENTATION:
        text.append(f"\n{found.presentation}")
    if not found.is_proved and (heap is None or found.heaps < heap):
        text.append("\n" + _("more work, with --effort, may settle more heaps"))
    show(found.record(), text, as_json=as_json)


def is_quotient(text: str) -> bool:
    """Whether the text of a certificate says that it is of a misère quotient."""
    return FORMAT in text[:200]


def verify_quotient(text: str, *, as_json: bool) -> int:
    """Check the certificate of a misère quotient again; exit code 1 if it does not hold."""
    given = QuotientCertificate.from_json(text)
    failure = None
    try:
        given.verify()
    except CertificateError as error:
        failure = error_text(error)
    found = MisereQuotient(given)
    record = found.record() | {"holds": failure is None, "failure": failure}
    shown = (
        Text(_("{certificate}: holds").format(certificate=found))
        if failure is None
        else Text(_("refuted: {failure}").format(failure=failure), style="bold red")
    )
    show(record, shown, as_json=as_json)
    return 0 if failure is None else 1
