"""`cgt values`, `cgt table` and `cgt p-positions`: many positions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from more_itertools import chunked
from rich.text import Text

from cgt import listing
from cgt.cli.options import Json, MaxPositions, Misere, RulesetText, Stop, convention_of, tagged
from cgt.cli.progress import progress_bar
from cgt.cli.screen import show
from cgt.registry import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.core.ruleset import Ruleset

VALUES_PER_LINE = 20


def values(
    ruleset: RulesetText,
    /,
    *,
    stop: Stop,
    misere: Misere = False,
    max_positions: MaxPositions = listing.LIST_LIMIT,
    as_json: Json = False,
) -> None:
    """List the nim-values of the heaps 0, 1, 2, …, N-1; of take-away heaps as the game begins with them.

    Example: cgt values "subtraction(1,3,4)" --stop 20
    """
    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    with progress_bar("nim-values") as progress:
        found = listing.nim_values(game, stop, convention, max_positions=max_positions, progress=progress)
    record = tagged({"ruleset": str(game), "start": 0, "values": found}, convention)
    show(record, _values_text(found), as_json=as_json)


def table(
    ruleset: RulesetText,
    rows: Annotated[int, Parameter(help="How many rows: heaps from 0.")],
    columns: Annotated[int, Parameter(help="How many columns: the other heap, or the quota, from 0.")],
    /,
    *,
    misere: Misere = False,
    max_positions: MaxPositions = listing.LIST_LIMIT,
    as_json: Json = False,
) -> None:
    """Tabulate nim-values by two heaps, or by heap (rows) and quota (columns) for take-away games.

    Example: cgt table wythoff 10 10
    """
    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    with progress_bar("nim-values") as progress:
        found = listing.nim_value_table(game, rows, columns, convention, max_positions=max_positions, progress=progress)
    record = tagged({"ruleset": str(game), "rows": found}, convention)
    show(record, _table_text(game, found), as_json=as_json)


def p_positions(
    ruleset: RulesetText,
    /,
    *,
    stop: Stop,
    heaps: Annotated[int | None, Parameter(help="How many heaps; by default as many as the game asks for.")] = None,
    misere: Misere = False,
    max_positions: MaxPositions = listing.LIST_LIMIT,
    as_json: Json = False,
) -> None:
    """List the P-positions, lost for the player to move, whose heaps are all below N.

    Example: cgt p-positions wythoff --stop 30
    """
    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    with progress_bar("positions") as progress:
        found = listing.p_positions(game, stop, convention, heaps=heaps, max_positions=max_positions, progress=progress)
    record = tagged({"ruleset": str(game), "positions": found}, convention)
    lines = (",".join(map(str, entry)) if isinstance(entry, tuple) else str(entry) for entry in found)
    show(record, Text("\n".join(lines)), as_json=as_json)


def _values_text(found: Sequence[int]) -> Text:
    """Twenty values a line, the first heap of the line in front."""
    width = len(str(max(found, default=0)))
    label = len(str(len(found)))
    return Text("\n").join(
        Text.assemble((f"{VALUES_PER_LINE * line:>{label}}:", "dim"), *_cells(chunk, width))
        for line, chunk in enumerate(chunked(found, VALUES_PER_LINE))
    )


def _table_text(ruleset: Ruleset, rows: Sequence[Sequence[int]]) -> Text:
    """The rows under a line of column numbers, each with its own number in front."""
    across = len(rows[0]) if rows else 0
    width = max(len(str(max(map(max, rows), default=0))) if across else 1, len(str(across)))
    label = len(str(len(rows)))
    down_axis, across_axis = ruleset.table_axes
    lines = [Text(f"{down_axis} down, {across_axis} across", style="dim")]
    lines.append(Text(" " * (label + 1) + "".join(f" {column:>{width}}" for column in range(across)), style="dim"))
    for number, row in enumerate(rows):
        lines.append(Text.assemble((f"{number:>{label}}:", "dim"), *_cells(row, width)))
    return Text("\n").join(lines)


def _cells(values: Sequence[int], width: int) -> list[tuple[str, str]]:
    """Values in a column each; the P-positions, worth 0, stand out."""
    return [(f" {value:>{width}}", "default" if value else "bold green") for value in values]
