"""Tables on disk: numpy's own files, a small header in JSON, a checksum over both.

An `.npz` holds any number of arrays, the header among them. An `.npy` holds one array, with the header behind the data,
where numpy does not look: so it opens with `numpy.load`, and is mapped instead of read when it is large. Nothing is
pickled. A file is written beside its target and moved there when complete, so an interrupted save leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from math import prod
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZipFile

from cgt import __version__
from cgt.core.arrays import np
from cgt.core.atomic import parse_json, path_of, replacing, suffix_of
from cgt.core.concurrency import raised_by_handler
from cgt.core.numbers import format_value
from cgt.errors import TableError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Header = dict[str, Any]
    Arrays = dict[str, NDArray[Any]]

FORMAT = 1
MAPPED_FROM = 64 << 20
"""Bytes from which the array of an `.npy` file is mapped into memory instead of read."""

MOST_HEADER = 1 << 20
"""Bytes of the longest header that is read."""

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
        OutputError: the path's ending is neither, or is `.npy` for more than one array; the file cannot be written.
    """
    suffix = suffix_of(path, (".npz", ".npy") if set(arrays) == {ONLY} else (".npz",))
    whole: Header = {
        **header,
        "kind": kind,
        "format": FORMAT,
        "version": __version__,
        "arrays": {name: {"dtype": a.dtype.str, "shape": list(a.shape)} for name, a in arrays.items()},
    }
    whole["checksum"] = _checksum(whole, arrays)
    text = json.dumps(whole, sort_keys=True).encode()
    with replacing(path) as file:
        if suffix == ".npz":
            np.savez(file, header=np.frombuffer(text, np.uint8), **arrays)  # type: ignore[arg-type]  # arrays, not its flag
        else:
            np.save(file, arrays[ONLY], allow_pickle=False)
            file.write(text + len(text).to_bytes(8, "little") + MARK)


def load(path: str | Path, kind: str, *, ruleset: str | None = None) -> tuple[Header, Arrays]:
    """Read a table's header and arrays, checked against its checksum.

    Args:
        path: the file, `.npz` or `.npy`.
        kind: the sort of table that is wanted.
        ruleset: the ruleset it must be of, if that matters.

    Raises:
        TableError: not a table, truncated, altered, from a newer version, or not the one that was asked for.
        FileNotFoundError: there is no such file.
    """
    source = path_of(path, TableError)
    try:
        header, arrays = _read_npy(source) if source.suffix.lower() == ".npy" else _read_npz(source)
        stored = {name: (np.dtype(form["dtype"]), tuple(form["shape"])) for name, form in header["arrays"].items()}
        actual = {name: (array.dtype, array.shape) for name, array in arrays.items()}
        loaded, newer = str(header["kind"]), int(header["format"]) > FORMAT
    except (FileNotFoundError, IsADirectoryError, PermissionError):
        raise
    except Exception as error:  # a broken file makes numpy and zipfile raise errors of many kinds
        if raised_by_handler(error):
            raise
        raise TableError(
            f"{source} is not a table of this library, or is truncated: {format_value(str(error))}"
        ) from error
    if newer:
        form = format_value(header["format"])
        raise TableError(f"{source} was written in format {form}; this version reads up to {FORMAT}")
    if loaded != kind:
        raise TableError(f"{source} holds a table of kind {loaded!r}, not {kind!r}")
    if stored != actual:
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
    sha256 = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        sha256.update(np.ascontiguousarray(arrays[name]).reshape(-1).view(np.uint8).data)
    return sha256.hexdigest()


def _parse_header(text: bytes) -> Header:
    header = parse_json(text)
    if not isinstance(header, dict) or not isinstance(header["arrays"], dict):
        raise TypeError("its header is none of ours")
    return header


def _read_npz(source: Path) -> tuple[Header, Arrays]:
    with source.open("rb") as opened, ZipFile(opened) as members:
        # We store without compression: a compressed file is not one of ours.
        if sum(member.file_size for member in members.infolist()) > source.stat().st_size:
            raise ValueError("its members are larger than the file")
        with members.open("header.npy") as member:
            text = _read_array(member, MOST_HEADER, {"u"}).tobytes()
        header = _parse_header(text)
        names = sorted(name for name in members.namelist() if name != "header.npy")
        if names != sorted(f"{name}.npy" for name in header["arrays"]):
            raise ValueError("its arrays are not those its header names")
        arrays = {}
        for name in header["arrays"]:
            with members.open(f"{name}.npy") as member:
                arrays[name] = _read_array(member, members.getinfo(f"{name}.npy").file_size)
    return header, arrays


def _read_array(file: IO[bytes], most: int, kinds: Collection[str] = frozenset("iu")) -> NDArray[Any]:
    """One array of integers of at most so many bytes, in numpy's own form."""
    major, _minor = np.lib.format.read_magic(file)
    if major > 2:
        raise ValueError("it names fields, and integers have none")
    read = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
    shape, fortran, kind = read(file)
    size = prod(shape) * kind.itemsize
    if kind.kind not in kinds or size > most or (fortran and len(shape) > 1 and min(shape) > 1):
        raise ValueError(f"it is no array of integers of at most {most} bytes")
    return np.frombuffer(bytearray(file.read(size)), kind).reshape(shape)


def _read_npy(source: Path) -> tuple[Header, Arrays]:
    size = source.stat().st_size
    with source.open("rb") as file:
        file.seek(max(0, size - len(MARK) - 8))
        length, mark = int.from_bytes(file.read(8), "little"), file.read()
        if mark != MARK or length > min(size, MOST_HEADER):
            raise ValueError("it does not end in a header")
        file.seek(size - len(MARK) - 8 - length)
        header = _parse_header(file.read(length))
        file.seek(0)
        if size < MAPPED_FROM:
            return header, {ONLY: _read_array(file, size)}
    return header, {ONLY: np.load(source, mmap_mode="r", allow_pickle=False)}
