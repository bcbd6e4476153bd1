"""Imports go downwards: a package imports only packages that stand below it, and never in a circle."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[2] / "cgt"

# Each package with its layer: it may import lower layers and itself. The package's own `__init__` stands above all.
LAYERS = [
    {"errors"},
    {"core"},
    {"digits", "engine"},
    {"fast"},
    {"store", "theory"},
    {"families"},
    {"games"},
    {"solving"},
    {"apps"},
]
LAYER = {package: height for height, packages in enumerate(LAYERS) for package in packages}
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = {".".join(("cgt", *path.relative_to(PACKAGE).with_suffix("").parts)): path for path in MODULES}


def package_of(parts: tuple[str, ...]) -> str:
    return parts[0] if parts else "__init__"


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement below this one."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for child in getattr(node, part, ()):
            yield child
            yield from statements(child)


@cache
def tree_of(path: Path) -> ast.Module:
    """Parsed once for all tests: it takes a second or two for the whole package."""
    return ast.parse(path.read_text())


@cache
def modules_imported(path: Path) -> set[str]:
    """Every module of `cgt` that the module imports, at whatever depth; imports for type checking alone count too."""
    return modules_in(tree_of(path))


def modules_in(tree: ast.AST) -> set[str]:
    """The modules of `cgt` in the import statements of a tree, and the names that are taken from them."""
    modules = set()
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            modules |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    return {module for module in modules if module.startswith("cgt.")}


def imports_of(path: Path) -> set[str]:
    """Every package that the module imports."""
    return {module.split(".")[1] for module in modules_imported(path)}


def test_imports_go_downwards():
    for path in MODULES:
        relative = path.relative_to(PACKAGE)
        package = package_of(relative.parent.parts or (relative.stem,))
        if package in {"__init__", "__main__"}:
            continue
        assert package in LAYER, f"{package} has no layer: give it one here"
        for imported in imports_of(path) - {package, "__version__"}:
            assert imported in LAYER, f"{relative} imports the unknown package {imported}"
            assert LAYER[imported] < LAYER[package], f"{relative}: {package} may not import {imported}"


def test_no_modules_stand_in_a_circle():
    """Within a package too, and whether a name is taken at once, later, or for type checking alone."""
    graph = {
        name: modules_imported(path) & NAMES.keys() for name, path in NAMES.items() if not name.endswith("__init__")
    }
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)


def test_a_name_of_a_module_occurs_once():
    names = Counter(path.stem for path in MODULES if not path.stem.startswith("__"))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_articles_are_reached_through_the_claims():
    """Whoever wants what they own asks `cgt.apps.claims`."""
    package, project = PACKAGE / "apps" / "claims", PACKAGE.parent
    everywhere = [*MODULES, *(project / "docs").rglob("*.py"), *(project / "docs").rglob("*.md")]
    everywhere += [*(project / "tools").glob("*.py"), *(project / "benchmarks").glob("*.py")]
    everywhere = [path for path in everywhere if "_generated" not in path.parts]  # the reference has every module
    assert not [path for path in everywhere if "claims.articles" in path.read_text() and package not in path.parents]
    for path in (package / "articles").glob("*.py"):
        assert "cgt.apps.claims.catalogue" not in modules_imported(path)


ASKS_WHAT_A_GAME_CAN = [
    path
    for package in ("solving", "apps/show", "apps/lessons", "apps/play", "apps/testing", "apps/web", "apps/cli")
    for path in sorted((PACKAGE / package).rglob("*.py"))
] + sorted((PACKAGE.parent / "docs" / "generate").glob("*.py"))


def test_no_package_that_serves_every_game_knows_one():
    """A plugin gets what our own games get: these packages ask for capabilities, never for a class."""
    for path in ASKS_WHAT_A_GAME_CAN:
        assert not {module for module in modules_imported(path) if module.startswith("cgt.games")}, path


@cache
def loaded_by(path: Path) -> frozenset[str]:
    """Every module of `cgt` that the module itself loads, now or later; not what is for type checking alone."""
    body = [node for node in tree_of(path).body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node))]
    return frozenset(modules_in(ast.Module(body, [])) & NAMES.keys())


def reached_from(path: Path) -> set[str]:
    """The same, and by way of others."""
    reached: set[str] = set()
    waiting = [path]
    while waiting:
        new = loaded_by(waiting.pop()) - reached
        reached |= new
        waiting += [NAMES[name] for name in new]
    return reached


def test_games_and_their_closed_forms_never_touch_the_engine():
    """An oracle that shares code with what it is checked against proves nothing, even if it shares it indirectly."""
    for path in (PACKAGE / "games").rglob("*.py"):
        assert not [name for name in reached_from(path) if name.startswith("cgt.engine")], path


def test_kernels_go_by_the_rule_and_never_by_the_options_that_audit_them():
    """A closed form may rest on a loop of `fast`; it is audited by the options of each position, another code."""
    for path in (PACKAGE / "fast").rglob("*.py"):
        reached = [name for name in reached_from(path) if name.startswith(("cgt.engine", "cgt.families", "cgt.games"))]
        assert not reached, path
        names = {node.attr for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute)}
        imported = {name.rpartition(".")[2] for name in modules_imported(path)}
        assert not (names | imported) & {"options", "partitions"}, path
