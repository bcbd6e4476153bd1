"""`cgt values`, `cgt table` and `cgt p-positions`: lists of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import (
    COUNT,
    FAMILY_STOP,
    WHOLE,
    Along,
    BackendName,
    FamilyStart,
    Json,
    MaxPositions,
    Misere,
    OptionalStop,
    PositionsOutput,
    RulesetText,
    TableOutput,
    Threads,
    ValuesOutput,
    convention_of,
    table_stop,
)
from cgt.apps.cli.screen import (
    COLUMNS,
    PICTURED,
    Sheet,
    Styled,
    check_output,
    has_colour,
    plain,
    progress_bar,
    show,
    show_written,
)
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.core.route import LIST_LIMIT
from cgt.errors import BudgetError, NotApplicableError, OutputError

if TYPE_CHECKING:
    from cgt.core.game import Game

VALUES_PER_LINE = 20

LISTED_VALUES = 100
"""The number of nim-values that are listed by default, at most."""

UNNAMED_PART = 10
"""The part of the positions allowed that a list takes whose end is not named, which is wanted at once."""

TABLE_ROWS = 10
"""The default number of rows in a table."""

KEPT = ".npz"
"""The suffix of tables that go on from where they stopped."""


def values(
    ruleset: RulesetText,
    /,
    stop: OptionalStop = None,
    *,
    along: Along = "",
    start: FamilyStart = 0,
    misere: Misere = False,
    backend: BackendName = "auto",
    max_positions: MaxPositions = LIST_LIMIT,
    threads: Threads = None,
    output: ValuesOutput = None,
    as_json: Json = False,
) -> None:
    """List the nim-values of the heaps 0, 1, 2, … below STOP; of take-away heaps as the game begins with them.

    Without STOP the list ends before a heap whose search would take long.

    An .npz keeps the table of a heap game, also when Ctrl-C stops the work; the same again goes on from there.

    Example: cgt values "subtraction(1,3,4)" 20
    Example: cgt values node-kayles 16 --along "cycle {n}" --start 3
    Example: cgt values kayles 1000 --output b002186.txt
    Example: cgt values grundy 1000000 --output grundy.npz
    """
    from cgt.families.registry import parse_ruleset
    from cgt.fast.threads import using
    from cgt.solving.lists import nim_values
    from cgt.store.oeis import Indexed

    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    named = stop is not None
    if stop is None:
        stop = FAMILY_STOP if along else LISTED_VALUES
        max_positions = min(max_positions, max(stop, max_positions // UNNAMED_PART))
    suffix = check_output(output, (*COLUMNS, ".npy", ".txt", KEPT))
    if output is not None and suffix == KEPT:
        refusal = f"{KEPT} keeps the nim-values of heap games in normal play: see `cgt table` for take-away"
        if along or start:
            raise OutputError(refusal)
        _keep(game, convention, backend, threads, output, stop, refusal=refusal)
        show_written(output, as_json=as_json)
        return
    with using(threads), progress_bar("nim-values") as progress:
        try:
            values = nim_values(
                game,
                stop,
                convention,
                along=along,
                start=start,
                backend=backend,
                max_positions=max_positions,
                progress=progress,
            )
        except BudgetError as error:
            values = [value for value in error.partial if isinstance(value, int)]
            if named or not values:
                raise
    sheet = Sheet(
        {"ruleset": str(game), "convention": str(convention), "start": start, "values": values},
        columns={"heap": range(start, start + len(values)), "nim_value": values},
        array=values,
        terms=Indexed(start, values),
    )
    text = _values_text(values, start)
    if (next_one := start + len(values)) < stop:
        text.append(("\n" + _("the next value takes long: --stop {stop} asks for it").format(stop=next_one + 1), ""))
    show(sheet, text, as_json=as_json, output=output)


def _keep(
    game: Game,
    convention: Convention,
    backend: BackendName,
    threads: int | None,
    output: Path,
    *sizes: int,
    refusal: str,
) -> None:
    """Save the table to a file; raises `OutputError` with the text `refusal` where none can be kept."""
    from cgt.fast.threads import using

    table = game.table(backend) if convention is Convention.NORMAL else None
    if table is None:
        raise OutputError(refusal)
    try:
        with using(threads), progress_bar("nim-values") as progress:
            table.keep(output, *sizes, progress=progress)
    except NotApplicableError:
        raise OutputError(refusal) from None


def compare(
    ruleset: RulesetText,
    file: Annotated[Path, Parameter(help="An OEIS b-file, or a .csv file with a line `index,value` each.")],
    /,
    *,
    backend: BackendName = "auto",
    max_positions: MaxPositions = LIST_LIMIT,
    as_json: Json = False,
) -> int:
    """Compare the nim-values of a game's heaps with a file's, index by index; exit code 1 if they differ.

    Example: cgt compare kayles b002186.txt
    """
    from cgt.families.registry import parse_ruleset
    from cgt.solving.lists import nim_values
    from cgt.store import oeis

    game, theirs = parse_ruleset(ruleset), oeis.load(file)
    with progress_bar("nim-values") as progress:
        ours = nim_values(game, max(theirs.stop, 0), backend=backend, max_positions=max_positions, progress=progress)
    compared = oeis.compare(ours, theirs)
    index, here, there = compared.difference or (None, None, None)
    record = {
        "ruleset": str(game),
        "start": compared.start,
        "stop": compared.stop,
        "agrees": compared.agrees,
        "difference": None if index is None else {"index": index, "here": here, "there": there},
    }
    show(record, [(str(compared), "" if compared.agrees else "bold red")], as_json=as_json)
    return 0 if compared.agrees else 1


def table(
    ruleset: RulesetText,
    rows: Annotated[
        int | None, COUNT, Parameter(help="How many rows: heaps from 0; by default 10, of boards 6.")
    ] = None,
    columns: Annotated[
        int | None, COUNT, Parameter(help="How many columns, by default as many: the other heap, or the quota, from 0.")
    ] = None,
    /,
    *,
    misere: Misere = False,
    backend: BackendName = "auto",
    max_positions: MaxPositions = LIST_LIMIT,
    threads: Threads = None,
    output: TableOutput = None,
    as_json: Json = False,
) -> None:
    """Tabulate nim-values by two heaps, or by heap (rows) and quota (columns) for take-away games.

    An .npz keeps the table (of take-away under every quota), also when Ctrl-C stops the work; the same again goes on
    from there.

    Example: cgt table wythoff 10 10
    Example: cgt table "takeaway(2n)" 100 100 --output table.csv
    Example: cgt table wythoff 5000 5000 --output wythoff.npz
    Example: cgt table wythoff 10 10 -o table.tex
    """
    from cgt.apps.show.documents import Table, check_size
    from cgt.families.registry import parse_ruleset
    from cgt.fast.threads import using
    from cgt.solving.lists import nim_value_table, with_table

    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    rows = table_stop(game, TABLE_ROWS) if rows is None else rows
    columns = rows if columns is None else columns
    suffix = check_output(output, (*dict.fromkeys((*COLUMNS, *PICTURED)), ".npy", KEPT))
    to_read = suffix in PICTURED and suffix != ".json"
    if to_read:
        check_size(rows, columns)
    if output is not None and suffix == KEPT:
        refusal = f"{KEPT} keeps the tables of take-away and of Wythoff's game in normal play"
        _keep(game, convention, backend, threads, output, rows, columns, refusal=refusal)
        show_written(output, as_json=as_json)
        return
    with using(threads), progress_bar("nim-values") as progress:
        table_rows = nim_value_table(
            game, rows, columns, convention, backend=backend, max_positions=max_positions, progress=progress
        )
    axes = with_table(game).wording.table_axes
    title = _("Nim-values of {game}").format(game=convention.title_of(game))
    sheet = Sheet(
        {"ruleset": str(game), "convention": str(convention), "rows": table_rows},
        columns={axes[0]: range(rows)} | {str(at): [row[at] for row in table_rows] for at in range(columns)},
        array=table_rows,
        document=Table(title, (_(axes[0]), _(axes[1])), table_rows) if to_read else None,
    )
    show(sheet, _table_text(axes, table_rows), as_json=as_json, output=output)


def p_positions(
    ruleset: RulesetText,
    /,
    stop: OptionalStop = None,
    *,
    heaps: Annotated[
        int | None, WHOLE, Parameter(help="How many heaps; by default as many as the game asks for.")
    ] = None,
    misere: Misere = False,
    max_positions: MaxPositions = LIST_LIMIT,
    output: PositionsOutput = None,
    as_json: Json = False,
) -> None:
    """List the P-positions, lost for the player to move, whose heaps are all below STOP.

    Example: cgt p-positions wythoff
    Example: cgt p-positions nim 8 --heaps 3
    """
    from cgt.families.registry import parse_ruleset
    from cgt.solving import lists as listing
    from cgt.store.oeis import Indexed

    game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
    count = listing.with_heaps(game).listed_heaps if heaps is None else heaps
    stop = listing.usual_stop(count) if stop is None else stop
    check_output(output, (*COLUMNS, ".npy", ".txt") if count == 1 else (*COLUMNS, ".npy"))
    with progress_bar("positions") as progress:
        positions = listing.p_positions(
            game, stop, convention, heaps=heaps, max_positions=max_positions, progress=progress
        )
    rows = [entry if isinstance(entry, tuple) else (entry,) for entry in positions]
    names = ["heap"] if count == 1 else [f"heap_{index}" for index in range(count)]
    sheet = Sheet(
        {"ruleset": str(game), "convention": str(convention), "positions": positions},
        columns={name: [row[index] for row in rows] for index, name in enumerate(names)},
        array=positions,
        terms=Indexed(0, [size for (size,) in rows]) if count == 1 else None,
    )
    show(sheet, "\n".join(",".join(map(str, row)) for row in rows), as_json=as_json, output=output)


def _values_text(values: Sequence[int], start: int) -> Styled:
    """The values as text, twenty a line, behind the first heap of the line."""
    from more_itertools import chunked

    starts = range(start, start + len(values), VALUES_PER_LINE)
    return _lines(starts, chunked(values, VALUES_PER_LINE), len(str(max(values, default=0))))


def _table_text(axes: tuple[str, str], rows: Sequence[Sequence[int]]) -> Styled:
    """The rows as text under a line of column numbers, each behind its own number."""
    across = len(rows[0]) if rows else 0
    if not across:
        return []
    width = max(len(str(max(map(max, rows)))), len(str(across)))
    down_axis, across_axis = axes
    head = _("{down} down, {across} across").format(down=_(down_axis), across=_(across_axis)) + "\n"
    head += " " * (len(str(len(rows))) + 1) + "".join(f" {column:>{width}}" for column in range(across)) + "\n"
    return [(head, "dim"), *_lines(range(len(rows)), rows, width)]


def _lines(labels: Sequence[int], rows: Iterable[Sequence[int]], width: int) -> Styled:
    """The rows as aligned columns behind their labels, P-positions in colour where there is colour."""
    label_width = len(str(labels[-1])) if labels else 1
    lines: Styled = []
    coloured = has_colour()
    for label, row in zip(labels, rows, strict=True):
        line = [(f" {value:>{width}}", "" if value else "bold green") for value in row]
        lines += [("\n" if lines else "", ""), (f"{label:>{label_width}}:", "dim")]
        lines += line if coloured else [(plain(line), "")]
    return lines
