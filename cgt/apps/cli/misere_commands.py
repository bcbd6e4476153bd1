"""`cgt genus` and `cgt quotient`: heaps in misère play, and misère quotients of their sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import (
    WHOLE,
    Json,
    MaxPositions,
    MaxSeconds,
    ResultOutput,
    RowsOutput,
    RulesetText,
    Stop,
    check_stop,
)
from cgt.apps.cli.screen import COLUMNS, DOCUMENT, Sheet, check_output, progress_bar, show
from cgt.core.language import _
from cgt.core.route import GENUS_LIMIT
from cgt.errors import BudgetError

if TYPE_CHECKING:
    from cgt.theory.genus import Species

GENERA_PER_LINE = 10

RUN = 2
"""A longer run of heaps is written as one range."""


def genus(
    ruleset: RulesetText,
    /,
    stop: Stop = 20,
    *,
    max_positions: MaxPositions = GENUS_LIMIT,
    output: RowsOutput = None,
    as_json: Json = False,
) -> None:
    """List the genera of the heaps 0, 1, 2, … below STOP: the nim-value, and the misère nim-values beside heaps of two.

    2^20 says: worth 2 in normal play; in misère play 2 alone, 0 beside a heap of two, and so on for ever. Below, the
    heaps that are not tame, by how far they are from it. Where a heap is too large, the list ends before it.

    Example: cgt genus kayles 20
    Example: cgt genus 0.07 30 --json
    """
    from more_itertools import chunked

    from cgt.families.registry import parse_ruleset
    from cgt.solving.genera import genera
    from cgt.theory.genus import Genus

    game = parse_ruleset(ruleset)
    check_output(output, COLUMNS)
    stopped: BudgetError | None = None
    with progress_bar("genera") as progress:
        try:
            known_genera = genera(game, stop, max_positions=max_positions, progress=progress)
        except BudgetError as error:
            known_genera = [known for known in error.partial if isinstance(known, Genus)]
            if not known_genera:
                raise
            stopped = error
    texts = [str(genus) for genus in known_genera]
    species = [species for genus in known_genera if (species := genus.species) is not None]
    sheet = Sheet(
        {
            "ruleset": str(game),
            "start": 0,
            "genus": texts,
            "species": list(map(str, species)),
            "complete": stopped is None,
            "stopped": None if stopped is None else stopped.what,
        },
        columns={
            "heap": range(len(known_genera)),
            "nim_value": [genus.nim_value for genus in known_genera],
            "misere_nim_value": [genus.misere_nim_value for genus in known_genera],
        },
    )
    lines = [*map(" ".join, chunked(texts, GENERA_PER_LINE)), *_species_lines(species)]
    if stopped is not None:
        lines.append(
            _("known below heap {heap}, and no further: {reason}").format(heap=len(known_genera), reason=stopped.what)
        )
    show(sheet, "\n".join(lines), as_json=as_json, output=output)


def _species_lines(species: Sequence[Species]) -> list[str]:
    """The heaps that are not tame, by species; empty where all are tame."""
    from cgt.theory.genus import Species

    return [
        _("{kind}: {heaps}").format(
            kind=_(kind.value), heaps=_ranges(heap for heap, each in enumerate(species) if each is kind)
        )
        for kind in (Species.REVERSIBLY_TAME, Species.RESTIVE, Species.RESTLESS, Species.WILD)
        if kind in species
    ]


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as text, with three or more in a row as one range: 3, 7-12."""
    from more_itertools import consecutive_groups

    runs = map(list, consecutive_groups(numbers))
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > RUN else ", ".join(map(str, run)) for run in runs)


LONGEST_PRESENTATION = 40
"""The order of the largest monoid whose relations are shown."""


def quotient(
    ruleset: RulesetText,
    /,
    stop: Annotated[
        int | None, WHOLE, Parameter(name="--stop", help="The first heap not to settle; by default all if possible.")
    ] = None,
    *,
    max_seconds: MaxSeconds = 3.0,
    certificate: Annotated[
        Path | None, Parameter(help="Write the certificate, for `cgt verify`, to this file.")
    ] = None,
    output: ResultOutput = None,
    as_json: Json = False,
) -> None:
    """Find the misère quotient of a heap game: it settles every misère sum of its heaps.

    It is proved for the sums of the heaps named, and for those of all heaps where the period theorem applies.

    Example: cgt quotient kayles
    Example: cgt quotient 0.07 25 --max-seconds 10
    """
    from cgt.solving.find_quotient import misere_quotient

    check_output(certificate)
    check_output(output, DOCUMENT)
    if stop is not None:
        check_stop(stop, 1)
    with progress_bar("heaps") as progress:
        result = misere_quotient(ruleset, stop=stop, max_seconds=max_seconds, progress=progress)
    if certificate is not None:
        result.certificate.save(certificate)
    text = Text(str(result))
    if result.tame and result.is_proved:
        text.append("\n" + _("tame: misère play goes as in nim"))
    elif result.tame:
        text.append("\n" + _("tame so far: misère play of these heaps goes as in nim"))
    if result.order <= LONGEST_PRESENTATION:
        text.append(f"\n{result.presentation}")
    if not result.is_proved and (stop is None or result.heaps < stop - 1):
        text.append("\n" + _("more work, with --max-seconds, may settle more heaps"))
    document = None if output is None else result.card()
    show(Sheet(result.record(), document=document), text, as_json=as_json, output=output)
