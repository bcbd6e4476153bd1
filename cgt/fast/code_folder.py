"""The folder in which numba keeps compiled loops: native code, in files that it has pickled.

So nothing is loaded from a folder that anybody but this user could have written. Each state of the sources has a folder
of its own, since code of other sources is of no use; those that were not used for long are removed.
"""

from __future__ import annotations

import os
import re
import stat
from functools import cache
from typing import TYPE_CHECKING

from cgt.core.concurrency import raised_by_handler, suppress_own

if TYPE_CHECKING:
    from pathlib import Path

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
PREFIX = "cgt-"
OTHERS_KEPT = 8
"""The number of folders of other sources that stay, those used last: of other installations, perhaps."""


def code_folder() -> Path | None:
    """The folder for compiled code of these sources, which may not exist yet; None where none is private to this user.

    It lies under `NUMBA_CACHE_DIR`, where that is set, else in the user's folder for caches.
    """
    from pathlib import Path  # which answers without loops do without

    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        place = Path(chosen).absolute() if chosen else Path.home() / ".cache"
        folder = place / f"{PREFIX}{_sources()}"
        there = [each for each in (folder, *folder.parents) if each.exists()]
        return folder if is_ours(there[0]) and all(map(_is_safe, there)) else None
    except (OSError, RuntimeError) as error:  # no HOME, or a folder that cannot be looked at
        if raised_by_handler(error):
            raise
        return None


def made_code_folder() -> Path | None:
    """Create `code_folder`, private to this user, and clear old ones beside it; None where that is impossible."""
    folder = code_folder()
    if folder is not None:
        try:
            new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            return None
        if new:
            clear_old(folder)
    return folder


def clear_old(folder: Path) -> None:
    """Remove older folders of compiled code beside this one, but for the last used and any with foreign files."""
    with suppress_own(OSError):
        others = [other for other in folder.parent.glob(f"{PREFIX}*") if other != folder and _holds_only_code(other)]
        others.sort(key=lambda other: other.stat().st_mtime, reverse=True)
        for other in others[OTHERS_KEPT:]:
            for path in sorted(other.rglob("*"), reverse=True):  # what is inside of a folder before the folder
                path.rmdir() if path.is_dir() else path.unlink()
            other.rmdir()


def _holds_only_code(folder: Path) -> bool:
    """Whether a folder has our name, belongs to this user, and holds nothing but numba's files."""
    if not re.fullmatch(rf"{PREFIX}[0-9a-f]{{16}}", folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    inside = list(folder.rglob("*"))
    return is_ours(folder) and all(
        not path.is_symlink() and is_ours(path) and (path.is_dir() or path.suffix in {".nbi", ".nbc"})
        for path in inside
    )


def is_ours(path: Path) -> bool:
    """Whether the folder or file belongs to this user and nobody else may write in it."""
    if not hasattr(os, "geteuid"):  # Windows, where a user's folders are the user's
        return True
    status = path.stat()
    return status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE


def _is_safe(folder: Path) -> bool:
    """Whether nobody else can replace what lies in a folder."""
    if not hasattr(os, "geteuid"):
        return True
    status = folder.stat()
    sticky = status.st_mode & stat.S_ISVTX
    return status.st_uid in {0, os.geteuid()} and (not status.st_mode & OTHERS_WRITE or bool(sticky))


@cache
def _sources() -> str:
    """A digest of the modules beside this one."""
    from hashlib import sha256
    from pathlib import Path

    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
