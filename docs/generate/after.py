"""Make one site of the two that were built: English at its root, French in `fr`, and the page to play on in `play`.

The page to play on has Python for the browser if `npm pack pyodide` has brought it to the repository's root.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from cgt.errors import WebError
from cgt.web.bundle import find_runtime
from cgt.web.pages import write_site
from docs.generate.before import ROOT, SITES

if TYPE_CHECKING:
    from pathlib import Path

SITE = ROOT / "site"


def finish(site: Path = SITE) -> None:
    """Put the built parts together, in place of what was there."""
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(SITES / "en", site)
    shutil.copytree(SITES / "fr", site / "fr")
    for index in site.rglob("search/search_index.json"):  # as a script, for pages opened from a file
        index.with_suffix(".js").write_text(f"var __index = {index.read_text(encoding='utf-8')}", encoding="utf-8")
    folder = site / "play"
    folder.mkdir()
    try:
        write_site(folder, find_runtime(None, ROOT))
    except WebError as error:  # a build without Node.js is a right one, only without the page to play on
        sys.stderr.write(f"the page to play on is left out: {error}\n")
        (folder / "index.html").write_text(
            f"<!doctype html><title>cgt: play</title><h1>Not built</h1><p>{error}</p>", encoding="utf-8"
        )


if __name__ == "__main__":
    finish()
