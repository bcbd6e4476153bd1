"""The rooms of the package, read from the test that holds them apart."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ROOT / "tests" / "unit" / "test_layers.py"


def table() -> str:
    """The storeys from the ground up, each with its rooms and what they say of themselves."""
    lines = ["| Storey | Room | What it holds |", "| --- | --- | --- |"]
    for height, names in enumerate(storeys()):
        for name in sorted(name for name in names if _exists(name)):
            summary = (inspect.getdoc(import_module(f"cgt.{name}")) or "").split("\n\n", maxsplit=1)[0]
            lines.append(f"| {height} | `cgt.{name}` | {' '.join(summary.split())} |")
    return "\n".join(lines)


def _exists(name: str) -> bool:
    return (ROOT / "cgt" / f"{name}.py").exists() or (ROOT / "cgt" / name / "__init__.py").exists()


def storeys() -> list[set[str]]:
    """The names on each storey, from the ground up."""
    for node in ast.parse(LAYERS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "STOREYS":
            return [set(storey) for storey in ast.literal_eval(node.value)]
    raise LookupError(f"{LAYERS} assigns no STOREYS")
