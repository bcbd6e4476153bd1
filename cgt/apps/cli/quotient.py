"""`cgt quotient`: the misère quotient of a heap game, proved as far as it goes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, MaxSeconds, RulesetText
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _, grouped
from cgt.core.numbers import check_whole
from cgt.errors import NumberError

LONGEST_PRESENTATION = 40

UNITS, MOST_SECONDS = 10**6, 10**9
"""The work of a quotient is counted in units of about a microsecond."""
"""Of a larger monoid the relations are not shown."""


def quotient(
    ruleset: RulesetText,
    /,
    stop: Annotated[
        int | None, WHOLE, Parameter(name="--stop", help="The first heap not to settle; by default all if possible.")
    ] = None,
    *,
    max_seconds: MaxSeconds = 3.0,
    certificate: Annotated[
        Path | None, Parameter(name="--certificate", help="Write the certificate, for `cgt verify`, to this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the misère quotient of a heap game: it settles every misère sum of its heaps.

    It is proved for the sums of the heaps named, and for those of all heaps where the period theorem applies.

    Example: cgt quotient kayles
    Example: cgt quotient 0.07 25 --max-seconds 10
    """
    from cgt.solving.misere import misere_quotient

    check_output(certificate)
    if stop is not None:
        check_whole(stop, _("{name} is a whole number of at least 1").format(name="--stop"), least=1)
    if not 0 <= max_seconds < MOST_SECONDS:
        raise NumberError(_("--max-seconds is between 0 and {most}").format(most=grouped(MOST_SECONDS)))
    with progress_bar("heaps") as progress:
        found = misere_quotient(ruleset, stop=stop, effort=int(max_seconds * UNITS), progress=progress)
    if certificate is not None:
        found.certificate.save(certificate)
    text = Text(str(found))
    if found.tame:
        text.append("\n" + _("tame: misère play goes as in nim"))
    if found.order <= LONGEST_PRESENTATION:
        text.append(f"\n{found.presentation}")
    if not found.is_proved and (stop is None or found.heaps < stop - 1):
        text.append("\n" + _("more work, with --max-seconds, may settle more heaps"))
    show(found.record(), text, as_json=as_json)
