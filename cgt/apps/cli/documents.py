"""Positions and tables written for reading: the file's suffix says whether as a picture, a page, Markdown or LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.atomic import replacing
from cgt.show.documents import written
from cgt.store.sheet import TO_READ

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.card import Card
    from cgt.show.documents import Table


def is_to_read(output: Path | None) -> bool:
    """Whether the file is one for reading, and not for programs."""
    return output is not None and output.suffix.lower() in TO_READ


def save(thing: Card | Table, output: Path) -> None:
    """Write the file, whole or not at all; raises `OutputError`, or `MissingExtraError` (PNG needs matplotlib)."""
    suffix = output.suffix.lower()
    if suffix == ".png":
        from cgt.show.plot.pictures import png_of

        content = png_of(written(thing, ".svg"))
    else:
        content = written(thing, suffix).encode()
    with replacing(output) as file:
        file.write(content)
