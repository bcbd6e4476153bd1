"""Imports go downwards: a room imports only rooms that stand below it, and never in a circle."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "cgt"

# Each room with its storey: a room may import lower storeys and itself. The package's own `__init__` stands above all.
STOREYS = [
    {"errors"},
    {"language", "export"},
    {"render"},
    {"core"},
    {"engine", "numeration", "kernels"},
    {"heaps"},
    {"tables"},
    {"games"},
    {"registry"},
    {"solution", "audit", "discovery"},
    {"listing", "installation"},
    {"claims", "plot", "play"},
    {"testing"},
    {"cli"},
]
STOREY = {room: height for height, rooms in enumerate(STOREYS) for room in rooms}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(parts: tuple[str, ...]) -> str:
    return parts[0] if parts else "__init__"


def imports_of(path: Path) -> set[str]:
    """Every `cgt` room the module imports, at whatever depth; imports for type checking alone count too."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" if node.module == "cgt" else node.module for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        rooms |= {name.split(".")[1] for name in names if name and name.startswith("cgt.")}
    return rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path):
    relative = path.relative_to(PACKAGE).with_suffix("").parts
    room = room_of(relative[:-1] or relative)
    if room in {"__init__", "__main__"}:
        return
    assert room in STOREY, f"{room} has no storey: give it one here"
    for imported in imports_of(path) - {room, "__version__"}:
        assert imported in STOREY, f"{path.name} imports the unknown room {imported}"
        assert STOREY[imported] < STOREY[room], f"{room} may not import {imported}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*.py")), ids=lambda path: path.name)
def test_games_and_their_closed_forms_never_touch_the_engine(path):
    """An oracle that shares code with what it is checked against proves nothing."""
    assert not imports_of(path) & {"engine", "kernels"}
