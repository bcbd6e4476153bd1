"""`cgt genus`: how a game's heaps behave in misère play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from more_itertools import chunked
from rich.text import Text

from cgt.cli.options import Json, MaxPositions, Output, RulesetText, Stop
from cgt.cli.progress import progress_bar
from cgt.cli.screen import check_output, show
from cgt.files.sheet import FORMATS, Sheet
from cgt.front.genus import GENUS_LIMIT
from cgt.front.genus import genus as genera
from cgt.rulesets.registry import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

GENERA_PER_LINE = 10


def genus(
    ruleset: RulesetText,
    /,
    *,
    stop: Stop,
    max_positions: MaxPositions = GENUS_LIMIT,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """List the genera of the heaps 0, 1, 2, …, N-1: the nim-value, and the misère nim-values beside heaps of two.

    2^20 says: worth 2 in normal play; in misère play 2 alone, 0 beside a heap of two, and so on for ever.

    Example: cgt genus kayles --stop 20
    Example: cgt genus 0.07 --stop 20 --json
    """
    game = parse_ruleset(ruleset)
    check_output(output, FORMATS)
    with progress_bar("genera") as progress:
        found = genera(game, stop=stop, max_positions=max_positions, progress=progress)
    texts = list(map(str, found))
    sheet = Sheet(
        {"ruleset": str(game), "start": 0, "genus": texts},
        columns={
            "heap": range(len(found)),
            "nim_value": [genus.nim_value for genus in found],
            "misere_nim_value": [genus.misere_nim_value for genus in found],
        },
    )
    show(sheet, Text(_lines(texts)), as_json=as_json, output=output)


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(" ".join(line) for line in chunked(texts, GENERA_PER_LINE))
