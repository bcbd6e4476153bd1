"""The front page of the reference: every name that `cgt` offers, and a check that no room is forgotten."""

from __future__ import annotations

import inspect
from pathlib import Path

import cgt

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "reference"


def names() -> str:
    """The table of the names that `cgt` itself offers.

    Raises:
        FileNotFoundError: a room of the package is on no page of the reference.
    """
    if forgotten := _rooms() - _documented():
        raise FileNotFoundError(
            f"no page in docs/reference holds {', '.join(f'`::: cgt.{room}`' for room in forgotten)}"
        )
    lines = ["| Name | What it is |", "| --- | --- |"]
    for name in sorted(set(cgt.__all__) - {"__version__"}, key=str.lower):
        value = getattr(cgt, name)
        home = getattr(value, "__module__", "") or ""
        if home.startswith("cgt."):
            lines.append(f"| [`cgt.{name}`][{home}.{name}] | {_summary(value)} |")
        else:  # a type alias belongs to no module
            lines.append(f"| `cgt.{name}` | a type alias: `{value}` |")
    return "\n".join(lines)


def _summary(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n", maxsplit=1)[0].split())


def _rooms() -> set[str]:
    modules = {path.stem for path in (ROOT / "cgt").glob("*.py")} - {"__init__", "__main__"}
    return modules | {path.parent.name for path in (ROOT / "cgt").glob("*/__init__.py")}


def _documented() -> set[str]:
    lines = (line for page in PAGES.glob("*.md") for line in page.read_text(encoding="utf-8").splitlines())
    return {line.removeprefix("::: cgt.").strip() for line in lines if line.startswith("::: cgt.")}
