"""Make one site of the two that were built: English at its root, French in `fr`, and the page to play on in `play`.

The page to play on has Python for the browser if `npm pack pyodide` has brought it to the repository's root.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from cgt.apps.web.bundle import find_runtime
from cgt.apps.web.page_forms import write_site
from docs.generate.before import ROOT, SITES
from docs.generate.rulesets import can_play

if TYPE_CHECKING:
    from pathlib import Path

SITE = ROOT / "site"


def finish(site: Path = SITE) -> None:
    """Put the built parts together, in place of what was there."""
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(SITES / "en", site)
    shutil.copytree(SITES / "fr", site / "fr")
    missing = site / "fr" / "404.html"  # which the theme has in English alone
    missing.write_text(missing.read_text(encoding="utf-8").replace("Not found", "Page introuvable"), encoding="utf-8")
    if can_play():
        (site / "play").mkdir()
        write_site(site / "play", find_runtime(None, ROOT))
    else:  # a build without Node.js is a right one, only without the page to play on
        sys.stderr.write("the page to play on is left out: `npm pack pyodide` brings Python for the browser\n")


if __name__ == "__main__":
    finish()
