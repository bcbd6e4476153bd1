"""`cgt search` and `cgt export`: boards that take hours, and positions with their values for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import COUNT, WHOLE, Json, Misere, PositionText, RulesetText, Threads, convention_of
from cgt.apps.cli.screen import check_output, progress_bar, show, waiting
from cgt.core.language import _
from cgt.core.outcome import Outcome
from cgt.core.position import Position
from cgt.errors import RulesetError

TABLE_BYTES = 1 << 30
"""The memory that the table of a search may take by default, in bytes."""

POSITIONS = 100_000
"""The greatest number of positions of an export."""


def search(
    ruleset: RulesetText,
    position: PositionText = None,
    /,
    *,
    keep: Annotated[
        Path | None, Parameter(help="Keep what is learnt in this file, and go on from it: after Ctrl-C, or a kill.")
    ] = None,
    threads: Threads = None,
    max_bytes: Annotated[
        int, WHOLE, Parameter(help="The memory that the table of the search may take, in bytes.")
    ] = TABLE_BYTES,
    as_json: Json = False,
) -> None:
    """Find the nim-value of a board by a compiled search that may take hours.

    Boards have compiled rules up to 128 squares, of which a free column takes some, and graphs up to 128 vertices.

    Example: cgt search cram 5x9 --keep cram.table --threads 2
    """
    from cgt.core.game import ruleset_of
    from cgt.fast.threads import using
    from cgt.solving.long_search import searched_value

    start = _start(ruleset, position)
    try:
        with using(threads), progress_bar("searching") as progress:
            value = searched_value(start, keep=keep, max_bytes=max_bytes, progress=progress)
    except KeyboardInterrupt:
        kept = "nothing is kept: name a file with --keep"
        if keep is not None and keep.exists():
            kept = f"{keep} keeps what was learnt; the same again goes on from there"
        elif keep is not None:
            kept = "nothing was learnt yet"
        raise KeyboardInterrupt(f"interrupted: {kept}") from None
    outcome = Outcome.N if value else Outcome.P
    record = {"ruleset": str(ruleset_of(start)), "position": str(start), "nim_value": value, "outcome": str(outcome)}
    text = _("nim-value {value}").format(value=value) + _("; ") + outcome.meaning
    show(record, text, as_json=as_json)


def export(
    ruleset: RulesetText,
    position: PositionText = None,
    /,
    *,
    output: Annotated[
        Path, Parameter(name=["--output", "-o"], help="Write to this file: .graphml, .csv, .csv.gz, .parquet, .tex.")
    ],
    sample: Annotated[
        int | None,
        WHOLE,
        Parameter(help="So many positions at random, of a large game from random plays, each with all winning moves."),
    ] = None,
    seed: Annotated[int | None, COUNT, Parameter(help="The same seed gives the same sample.")] = None,
    misere: Misere = False,
    max_positions: Annotated[int, WHOLE, Parameter(help="The most positions that play may lead to.")] = POSITIONS,
    as_json: Json = False,
) -> None:
    """Write all positions that play can lead to, with outcomes, nim-values and moves, for other programs.

    Columns come in two files, NAME.csv with the positions and NAME-moves.csv.

    Example: cgt export kayles 7 -o kayles.graphml
    Example: cgt export cram 5x5 -o cram.csv --sample 100 --seed 1
    """
    from cgt.apps.show.documents import COLUMN_SUFFIXES
    from cgt.apps.show.exports import GRAPH_SUFFIXES, game_graph, position_sample, save_columns

    if sample is None and seed is not None:
        raise RulesetError("--seed is of a sample: give --sample, too, such as --sample 100")
    check_output(output, GRAPH_SUFFIXES if sample is None else COLUMN_SUFFIXES)
    start, convention = _start(ruleset, position), convention_of(misere=misere)
    with waiting("positions"):
        if sample is None:
            graph = game_graph(start, convention, max_positions=max_positions)
            files, count = graph.save(output), len(graph.positions["position"])
        else:
            columns = position_sample(start, sample, convention, seed=seed or 0, max_positions=max_positions)
            save_columns(columns, output)
            files, count = (output,), len(columns["position"])
    names = list(map(str, files))
    text = _("wrote {file}").format(file=", ".join(names))
    show({"positions": count, "files": names}, text, as_json=as_json)


def _start(ruleset: str, position: str | None) -> Position:
    from cgt.families.registry import parse_ruleset
    from cgt.solving.subjects import parse_position

    return parse_position(ruleset) if position is None else parse_ruleset(ruleset).parse(position)
