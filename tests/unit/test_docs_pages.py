"""No game and no room is left out of the documentation, and no page out of its navigation."""

import re
from pathlib import Path

import pytest

from cgt.rulesets.registry import iter_rulesets

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Found as a third party's game would be, so only ours are asked for.
OURS = {
    name: found
    for name, found in iter_rulesets()
    if getattr(found, "__module__", type(found).__module__).startswith("cgt.")
}


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_page(name):
    page = DOCS / "games" / f"{name}.md"
    if not page.exists():
        page = DOCS / "games" / f"{OURS[name].name}.md"
    assert re.search(r"rulesets\.page\(\"", page.read_text(encoding="utf-8"))


def test_every_room_is_in_the_reference():
    rooms = {path.stem for path in (ROOT / "cgt").glob("*.py")} - {"__init__", "__main__"}
    rooms |= {path.parent.name for path in (ROOT / "cgt").glob("*/__init__.py")}
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md"))
    assert rooms == set(re.findall(r"^::: cgt\.(\w+)$", pages, re.MULTILINE))


def test_no_page_names_another_server():
    """The site is built to be read offline; only links that a reader may click on lead outside."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    assert not re.search(r"<(script|link|img|iframe)[^>]*https?://", pages)


def test_the_navigation_names_every_page():
    named = set(re.findall(r"(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_every_known_period_names_its_source():
    lines = [
        line for line in (DOCS / "generate" / "periods.py").read_text(encoding="utf-8").splitlines() if '("0.' in line
    ]
    assert len(lines) > 5
    assert all(re.search(r"OEIS|Guy|TCZAJKA|heap later", line) for line in lines)
