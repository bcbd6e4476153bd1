"""`cgt quotient`: the misère quotient of a heap game, proved as far as it goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, RulesetText
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _
from cgt.solving.misere import misere_quotient
from cgt.theory.quotient_growth import EFFORT

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
