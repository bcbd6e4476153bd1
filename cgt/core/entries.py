"""Entry points of installed packages, read from where they lie.

`importlib.metadata` tells the same. But it loads the parsers of mail, of archives and of sockets, and reads the
metadata of every package there is, so that it is asked only where packages may lie elsewhere than in directories of
`sys.path`.
"""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

_VALUE = re.compile(r"\s*([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:\[.*\]\s*)?")
_INFO = re.compile(r"([^-]+)(?:-.*)?\.(?:dist|egg)-info")


@attrs.frozen
class Entry:
    """One entry point: its name, what it refers to as `module:object`, and the package that registers it."""

    name: str
    value: str
    package: str | None = None

    def load(self) -> object:
        """What it refers to; raises whatever its module raises, and `ValueError` for what is no reference."""
        found = _VALUE.fullmatch(self.value)
        if found is None:
            raise ValueError(f"{self.value!r} is not of the form module:object")
        module, inside = found.groups()
        loaded: object = import_module(module)
        return attrgetter(inside)(loaded) if inside else loaded


def entry_points(group: str) -> list[Entry]:
    """All entry points of a group, of every package that Python finds; of two places of one package the first counts.

    >>> {"nim", "wythoff"} <= {entry.name for entry in entry_points("cgt.games")}
    True
    """
    places = tuple(sys.path)
    if not all(map(_is_plain, places)) or any(map(_finds_packages, sys.meta_path)):
        return _told(group)
    return [
        Entry(name, value, package) for package, text in _texts(places) for name, value in _section(text, f"[{group}]")
    ]


def _is_plain(place: str) -> bool:
    """Whether packages are directories there, or none are."""
    return not place.endswith(".egg") and (os.path.isdir(place or ".") or not os.path.exists(place))  # noqa: PTH110, PTH112 - pathlib loads slowly


def _finds_packages(finder: object) -> bool:
    """Whether it is a custom finder of packages, as frozen programs have."""
    return hasattr(finder, "find_distributions") and getattr(finder, "__module__", "") != "_frozen_importlib_external"


@lru_cache(maxsize=1)
def _texts(places: tuple[str, ...]) -> list[tuple[str, str]]:
    """The packages with entry points, by name, each with the file that lists them."""
    found: dict[str, str] = {}
    for place in places:
        try:
            names = os.listdir(place or ".")  # noqa: PTH208 - as above
        except OSError:
            continue
        for name in names:
            info = _INFO.fullmatch(name)
            package = _normal(info[1]) if info else ""
            if package and package not in found:
                found[package] = _read(os.path.join(place, name, "entry_points.txt"))  # noqa: PTH118 - as above
    return [(package, text) for package, text in found.items() if text]


def _read(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123 - as above
            return stream.read()
    except OSError:
        return ""


def _section(text: str, heading: str) -> Iterator[tuple[str, str]]:
    inside = False
    for line in map(str.strip, text.splitlines() if heading in text else ()):
        if line.startswith("["):
            inside = line == heading
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _equals, value = line.partition("=")
            yield name.strip(), value.strip()


def _told(group: str) -> list[Entry]:
    """What the standard library knows."""
    from importlib import metadata

    found = metadata.entry_points(group=group)
    return [Entry(entry.name, entry.value, _normal(entry.dist.name) if entry.dist else None) for entry in found]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
