"""The parts of a page that works alone: Python for the browser, and this library with what it needs."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from cgt.core.language import _
from cgt.errors import WebError

STDLIB = "python_stdlib.zip"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB, "pyodide-lock.json")
"""The files of Pyodide that are needed."""

ARCHIVES = ("pyodide-*.tgz", "pyodide-core-*.tar.bz2")
"""The names of Pyodide as an archive: of `npm pack pyodide`, and of its releases."""

NEEDED = ("attr", "attrs", "more_itertools")
"""The packages that the library needs; without numpy it answers by plain Python."""

WELCOME = ("segno",)
"""The packages that go along where they are installed: for QR codes."""

LARGEST = 64 << 20
"""Bytes that no file of the runtime reaches."""

LEFT_OUT = ("__pycache__", "compiled", "cli", "claims", "lessons", "sweep", "plot", "rocq", "testing")
"""Folders that a page has no use for."""

READ = {True: {".py", ".pyi", ".po", ".json", ".csv", ".txt"}, False: {".py"}}
"""The kinds of files that are read: of the library, which reads its own stub, and of another package."""


def find_runtime(given: Path | None, here: Path) -> Path:
    """The runtime given, or that of `node_modules` or the newest archive of Pyodide in a folder.

    Raises:
        WebError: there is none.
    """
    if given is not None:
        return given
    installed = here / "node_modules" / "pyodide"
    packed = [*chain.from_iterable(map(here.glob, ARCHIVES))]
    if installed.is_dir():
        return installed
    if packed:
        return max(packed, key=lambda archive: [*map(int, re.findall(r"\d+", archive.name))])  # 0.29.10 is after 0.29.9
    text = _(
        "Python for the browser is not here: `npm pack pyodide` fetches it, or a browser, as pyodide-core-….tar.bz2 "
        "from {releases}; then name it with --runtime, or call again in its folder"
    )
    raise WebError(text.format(releases="https://github.com/pyodide/pyodide/releases"))


def read_runtime(runtime: Path) -> dict[str, bytes]:
    """The files of Pyodide from its folder, or from an archive: of `npm pack pyodide`, or of a release.

    Raises:
        WebError: one is missing, or the archive cannot be read.
    """
    try:
        if runtime.is_file():
            archive = _from_archive(runtime)
        else:
            archive = {name: (runtime / name).read_bytes() for name in RUNTIME if (runtime / name).is_file()}
        archive |= {STDLIB: _stored(archive[STDLIB])} if STDLIB in archive else {}
    except (OSError, tarfile.TarError, EOFError, zipfile.BadZipFile) as error:
        raise WebError(
            _("{runtime} cannot be read as Pyodide: {error}").format(runtime=runtime, error=error)
        ) from error
    missing = [name for name in RUNTIME if name not in archive]
    if missing:
        raise WebError(
            _("{runtime} is not Pyodide: {files} is missing").format(runtime=runtime, files=", ".join(missing))
        )
    return archive


def _from_archive(archive: Path) -> dict[str, bytes]:
    results = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            name = Path(member.name).name
            file = tar.extractfile(member) if name in RUNTIME and 0 < member.size < LARGEST else None
            if file is not None:
                results[name] = file.read()
    return results


def _stored(content: bytes) -> bytes:
    """A zip without compression of its files: compressed as a whole it is smaller by an eighth."""
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(stored, "w", zipfile.ZIP_STORED) as copy:
        for name in archive.namelist():
            copy.writestr(_entry(name), archive.read(name))
    return stored.getvalue()


def library_archive() -> bytes:
    """The library and what it needs, as a zip that Python can import."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for package in ("cgt", *NEEDED, *filter(find_spec, WELCOME)):
            with as_file(files(package)) as folder:
                for path in sorted(folder.rglob("*")):
                    place = path.relative_to(folder)
                    wanted = path.suffix in READ[package == "cgt"] and not {*place.parts} & {*LEFT_OUT}
                    if wanted and path.is_file():
                        archive.writestr(_entry(f"{package}/{place.as_posix()}"), _without_places(path))
    return content.getvalue()


def _without_places(path: Path) -> bytes:
    """The bytes of a file; of a catalogue without its comments, which say where each text is used."""
    content = path.read_bytes()
    return re.sub(rb"(?m)^#.*\n", b"", content) if path.suffix == ".po" else content


def _entry(name: str) -> zipfile.ZipInfo:
    """An archive entry with a fixed date, so that the same library gives the same archive."""
    return zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
