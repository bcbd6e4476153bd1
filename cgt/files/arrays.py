"""Tables on disk: numpy's own files, a small header in JSON, a checksum over both.

An `.npz` holds any number of arrays, the header among them. An `.npy` holds one array, with the header behind the data,
where numpy does not look: so it opens with `numpy.load`, and is mapped instead of read when it is large. Nothing is
pickled. A file is written beside its target and moved there when complete, so an interrupted save leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt import __version__
from cgt.errors import TableError
from cgt.files.atomic import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Header = dict[str, Any]
    Arrays = dict[str, NDArray[Any]]

FORMAT = 1
MAPPED_FROM = 64 << 20
"""Bytes from which the array of an `.npy` file is mapped into memory instead of read."""

ONLY = "values"  # the name of an .npy file's array
MARK = b"cgt-table"  # the end of an .npy file: header, its length in eight bytes, this mark


def save(path: str | Path, kind: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays of integers with a header, whole or not at all.

    Args:
        path: ends in `.npz`, or in `.npy` if the only array is named `values`.
        kind: what sort of table it is; `load` asks for it again.
        header: what JSON can hold.
        arrays: of integers, by name.

    Raises:
        ValueError: the path's ending is neither, or is `.npy` for more than one array.
        OutputError: the file cannot be written.
    """
    target = Path(path)
    whole: Header = {
        **header,
        "kind": kind,
        "format": FORMAT,
        "version": __version__,
        "arrays": {name: {"dtype": a.dtype.str, "shape": list(a.shape)} for name, a in arrays.items()},
    }
    whole["checksum"] = _checksum(whole, arrays)
    text = json.dumps(whole, sort_keys=True).encode()
    if target.suffix == ".npz":
        with replacing(target) as file:
            np.savez(file, header=np.frombuffer(text, np.uint8), **arrays)  # type: ignore[arg-type]  # arrays, not its flag
    elif target.suffix == ".npy" and set(arrays) == {ONLY}:
        with replacing(target) as file:
            np.save(file, arrays[ONLY], allow_pickle=False)
            file.write(text + len(text).to_bytes(8, "little") + MARK)
    else:
        endings = ".npz or .npy" if set(arrays) == {ONLY} else ".npz"
        raise ValueError(f"{target.name}: a table of this kind is saved as {endings}")


def load(
    path: str | Path, kind: str, *, ruleset: str | None = None, map_from: int = MAPPED_FROM
) -> tuple[Header, Arrays]:
    """Read a table's header and arrays, checked against its checksum.

    Args:
        path: the file, `.npz` or `.npy`.
        kind: the sort of table that is wanted.
        ruleset: the ruleset it must be of, if that matters.
        map_from: bytes from which an `.npy` is mapped (read-only) instead of read.

    Raises:
        TableError: not a table, truncated, altered, from a newer version, or not the one that was asked for.
        FileNotFoundError: there is no such file.
    """
    source = Path(path)
    try:
        header, arrays = _read_npy(source, map_from) if source.suffix == ".npy" else _read_npz(source)
        stored = {name: (np.dtype(form["dtype"]), tuple(form["shape"])) for name, form in header["arrays"].items()}
        found, newer = header["kind"], header["format"] > FORMAT
    except (FileNotFoundError, IsADirectoryError, PermissionError):
        raise
    except Exception as error:  # what a broken file provokes in numpy and zipfile is no closed list
        raise TableError(f"{source} is not a table of this library, or is truncated: {error}") from error
    if newer:
        raise TableError(f"{source} was written in format {header['format']}; this version reads up to {FORMAT}")
    if found != kind:
        raise TableError(f"{source} holds a table of kind {found!r}, not {kind!r}")
    if stored != {name: (array.dtype, array.shape) for name, array in arrays.items()}:
        raise TableError(f"{source} is altered: its arrays are not those its header names")
    if header.pop("checksum", None) != _checksum(header, arrays):
        raise TableError(f"{source} is altered: its contents do not match its checksum")
    if ruleset is not None and header.get("ruleset") != ruleset:
        raise TableError(f"{source} is a table of {header.get('ruleset')!r}, not of {ruleset!r}")
    return header, arrays


def digest(array: NDArray[Any]) -> str:
    """A checksum of an array's numbers, whatever integer type holds them."""
    return hashlib.sha256(np.ascontiguousarray(array, "<i8").data).hexdigest()


def _checksum(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    found = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        found.update(np.ascontiguousarray(arrays[name]).reshape(-1).view(np.uint8).data)
    return found.hexdigest()


def _read_npz(source: Path) -> tuple[Header, Arrays]:
    with source.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    return json.loads(arrays.pop("header").tobytes()), arrays


def _read_npy(source: Path, map_from: int) -> tuple[Header, Arrays]:
    size = source.stat().st_size
    with source.open("rb") as file:
        file.seek(max(0, size - len(MARK) - 8))
        length, mark = int.from_bytes(file.read(8), "little"), file.read()
        if mark != MARK or length > size:
            raise ValueError("it does not end in a header")
        file.seek(size - len(MARK) - 8 - length)
        header = json.loads(file.read(length))
    array = np.load(source, mmap_mode="r" if size >= map_from else None, allow_pickle=False)
    return header, {ONLY: array}
