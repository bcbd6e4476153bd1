"""Rows as the text of a CSV file."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def csv_text(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    r"""A line for the header and one a row.

    >>> csv_text(["n", "value"], [(1, 5), (2, "a, b")])
    'n,value\n1,5\n2,"a, b"\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
