"""The records of a sweep in a file: CSV, packed or not, JSON, or Parquet with the extra `survey`."""

from __future__ import annotations

import gzip
import io
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

import attrs

from cgt.apps.sweep.study import COLUMNS, NUMBERS, Record
from cgt.core.atomic import replacing
from cgt.core.language import _
from cgt.errors import MissingExtraError, OutputError
from cgt.store.oeis import csv_text
from cgt.store.sheet import versioned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SUFFIXES = (".csv", ".csv.gz", ".json", ".parquet")


def check_format(path: Path) -> None:
    """Make sure, before the work, that the suffix names a format that can be written here.

    Raises:
        OutputError: it names none.
        MissingExtraError: it is Parquet, and pyarrow is not installed.
    """
    if _suffix(path) == ".parquet" and find_spec("pyarrow") is None:
        raise MissingExtraError(_("Parquet needs pyarrow: pip install 'cgt-impartial[survey]'"))


def save(records: Sequence[Record], path: Path) -> None:
    """Write the records, whole or not at all, in the format that the suffix names; raises as `check_format` does."""
    check_format(path)
    content = {".csv": _csv, ".csv.gz": _packed, ".json": _json, ".parquet": _parquet}[_suffix(path)](records)
    with replacing(path) as file:
        file.write(content)


def _suffix(path: Path) -> str:
    for suffix in SUFFIXES:
        if path.name.lower().endswith(suffix):
            return suffix
    raise OutputError(
        _("{path}: the suffix names the format, one of {choices}").format(path=path, choices=", ".join(SUFFIXES))
    )


def _csv(records: Sequence[Record]) -> bytes:
    return csv_text(COLUMNS, map(attrs.astuple, records)).encode()


def _packed(records: Sequence[Record]) -> bytes:
    return gzip.compress(_csv(records), mtime=0)  # without the hour, so that the same records are the same bytes


def _json(records: Sequence[Record]) -> bytes:
    record = versioned({"records": [attrs.asdict(record) for record in records]})
    return (json.dumps(record, ensure_ascii=False, indent=0) + "\n").encode()


def _parquet(records: Sequence[Record]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.int64() if name in NUMBERS else pa.string()) for name in COLUMNS])
    columns = {name: [getattr(record, name) for record in records] for name in COLUMNS}
    content = io.BytesIO()
    pq.write_table(pa.table(columns, schema=schema), content)
    return content.getvalue()
