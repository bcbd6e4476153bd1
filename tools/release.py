"""The needs of a release: `python tools/release.py v1.0.0` tells what is missing, and writes the changelog's section.

The tag is the version, which is the same in every file; the changelog has its section, dated; the owner's addresses are
known, and CITATION.cff and the recipe say them. The section goes to stdout, what is missing to stderr, exit code 1.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def read(name: str) -> str:
    """The text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(version: str) -> str:
    """The words of the changelog on a version, "" where it says nothing; a candidate's is that of its version."""
    heading = re.escape(re.sub(r"rc\d+$", "", version))
    found = re.search(rf"^## {heading}\b[^\n]*\n(.*?)(?=^## |\Z)", read("CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def missing(tag: str) -> Iterator[str]:
    """The obstacles to releasing this tag, a line each."""
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    if tag != f"v{version}":
        yield f"the tag {tag} is not v{version}, the version in pyproject.toml"
    for name, pattern in {
        "cgt/__init__.py": '__version__ = "{}"',
        "CITATION.cff": "version: {}\n",
        "conda/recipe.yaml": "version: {}\n",
    }.items():
        if pattern.format(version) not in read(name):
            yield f"{name} has another version than pyproject.toml"
    if not section(version):
        yield f"CHANGELOG.md has no section {version}"
    dated = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)"
    if "rc" not in version and not re.search(dated, read("CHANGELOG.md"), re.MULTILINE):
        yield f"CHANGELOG.md does not say the day of {version}"
    addresses = tomllib.loads(read("addresses.toml"))
    yield from (f"addresses.toml has no {name}" for name, address in addresses.items() if not address)
    repository = addresses["repository"]
    if repository and f"repository-code: {repository}\n" not in read("CITATION.cff"):
        yield f"CITATION.cff does not say repository-code: {repository}"
    if repository and f"repository: {repository}\n" not in read("conda/recipe.yaml"):
        yield f"conda/recipe.yaml does not say repository: {repository}, under about"


def main(tag: str) -> int:
    """Tell what is missing, or print the section of the changelog."""
    lines = list(missing(tag))
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    sys.stdout.write(section(tag.removeprefix("v")) + "\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
