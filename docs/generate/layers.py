"""The layers of the package, read from the test that checks them."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEST = ROOT / "tests" / "unit" / "test_layers.py"


def table() -> str:
    """The layers from the lowest up, each with its packages and their first lines."""
    lines = ["| Layer | Package | What it holds |", "| --- | --- | --- |"]
    for height, names in enumerate(layers()):
        for name in sorted(names):
            summary = (inspect.getdoc(import_module(f"cgt.{name}")) or "").split("\n\n", maxsplit=1)[0]
            lines.append(f"| {height} | `cgt.{name}` | {' '.join(summary.split())} |")
    return "\n".join(lines)


def layers() -> list[set[str]]:
    """The packages of each layer, from the lowest up."""
    for node in ast.parse(TEST.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "LAYERS":
            return [set(layer) for layer in ast.literal_eval(node.value)]
    raise LookupError(f"{TEST} assigns no LAYERS")
