"""Routes that other packages add, through the entry-point group `cgt.routes`."""

from __future__ import annotations

import warnings
from functools import cache

from cgt.core.entries import entry_points
from cgt.core.route import Route
from cgt.errors import PluginWarning

GROUP = "cgt.routes"
"""The entry-point group; an entry is a route, or a class or function that makes one without arguments."""


@cache
def plugin_routes() -> tuple[Route, ...]:
    """The routes of other packages, sorted by name; one that fails to load is warned about and left out."""
    found = []
    for entry in sorted(entry_points(GROUP), key=lambda entry: entry.name):
        try:
            loaded: object = entry.load()
            route = loaded() if isinstance(loaded, type) or not isinstance(loaded, Route) else loaded  # type: ignore[operator]  # what cannot be called is reported below
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's module may do anything while it is imported
            _warn(entry.name, entry.value, f"cannot be loaded: {type(error).__name__}: {error}")
            continue
        if isinstance(route, Route):
            found.append(route)
        else:
            _warn(entry.name, entry.value, "is not a route: it needs a name, cost(question) and answer(question)")
    return tuple(found)


def _warn(name: str, value: str, what: str) -> None:
    warnings.warn(f"the route {name!r} ({value}) {what}", PluginWarning, stacklevel=4)
