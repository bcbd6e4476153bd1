"""The records of a sweep in a file: CSV, JSON, or Parquet with the extra `survey`."""

from __future__ import annotations

import io
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

import attrs

from cgt.errors import MissingExtraError, OutputError
from cgt.files.atomic import replacing
from cgt.files.rows import csv_text
from cgt.files.sheet import versioned
from cgt.sweep.study import COLUMNS, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SUFFIXES = (".csv", ".json", ".parquet")

_TEXTS = {"rule", "status", "theorem", "certificate", "same_as", "error"}


def check_format(path: Path) -> None:
    """Make sure, before the work, that the suffix names a format that can be written here.

    Raises:
        OutputError: it names none.
        MissingExtraError: it is Parquet, and pyarrow is not installed.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise OutputError(f"{path}: the suffix names the format, one of {', '.join(SUFFIXES)}")
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise MissingExtraError("Parquet needs pyarrow: pip install 'cgt-impartial[survey]'")


def save(records: Sequence[Record], path: Path) -> None:
    """Write the records, whole or not at all, in the format that the suffix names; raises as `check_format` does."""
    check_format(path)
    content = {".csv": _csv, ".json": _json, ".parquet": _parquet}[path.suffix.lower()](records)
    with replacing(path) as file:
        file.write(content)


def _csv(records: Sequence[Record]) -> bytes:
    return csv_text(COLUMNS, map(attrs.astuple, records)).encode()


def _json(records: Sequence[Record]) -> bytes:
    record = versioned({"records": [attrs.asdict(record) for record in records]})
    return (json.dumps(record, ensure_ascii=False, indent=0) + "\n").encode()


def _parquet(records: Sequence[Record]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.string() if name in _TEXTS else pa.int64()) for name in COLUMNS])
    columns = {name: [getattr(record, name) for record in records] for name in COLUMNS}
    content = io.BytesIO()
    pq.write_table(pa.table(columns, schema=schema), content)
    return content.getvalue()
