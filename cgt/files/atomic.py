"""Files written whole or not at all, and texts read back within bounds."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cgt.errors import OutputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_TEXT = 100_000_000
"""More characters than a certificate or a sequence has that anybody keeps."""


@contextmanager
def replacing(target: Path) -> Iterator[IO[bytes]]:
    """A file to write beside the target, which takes its place when the block ends well and vanishes otherwise.

    Raises:
        OutputError: it cannot be written.
    """
    part = beside(target)
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise OutputError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def read_text(path: str | Path, what: str, longest: int = LONGEST_TEXT) -> str:
    """The text of a file that is to be `what`, and no longer than anything of that kind can be.

    A byte order mark, as spreadsheets write it, is skipped.

    Raises:
        OSError: it cannot be read.
        ParseError: it is no text in UTF-8, or longer.
    """
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(longest + 1)
    except UnicodeDecodeError:
        raise ParseError(f"{path} is not text in UTF-8, so it is no {what}") from None
    if len(text) > longest:
        raise ParseError(f"{path} is longer than {longest:,} characters, so it is no {what}")
    return text


def write_text(path: str | Path, text: str) -> None:
    """Write a text, whole or not at all; raises `OutputError` if it cannot be written."""
    with replacing(Path(path)) as file:
        file.write(text.encode())


def beside(target: Path) -> Path:
    """A name beside the target that nothing else has."""
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
