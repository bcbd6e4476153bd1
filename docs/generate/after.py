"""Make one site of the two that were built: English at its root, French in `fr`, and the page to play on in `play`.

The page to play on has Python for the browser if `npm pack pyodide` has brought it to the repository's root.
"""

from __future__ import annotations

import re
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
    for part in (site, site / "fr"):
        keep_one_index(part)
    if can_play():
        (site / "play").mkdir()
        write_site(site / "play", find_runtime(None, ROOT))
    else:  # a build without Node.js is a right one, only without the page to play on
        sys.stderr.write("the page to play on is left out: `npm pack pyodide` brings Python for the browser\n")


def keep_one_index(part: Path) -> None:
    """Keep the search index once: as a script, which a page opened from a file can read, and a served one too.

    Where the theme chooses in another way than it does now, both forms are kept.
    """
    index = part / "search" / "search_index.json"
    if not index.exists():
        return
    index.with_suffix(".js").write_text(f"var __index = {index.read_text(encoding='utf-8')}", encoding="utf-8")
    (theme,) = (part / "assets" / "javascripts").glob("bundle.*.min.js")
    text, found = _FROM_A_FILE.subn("true?", theme.read_text(encoding="utf-8"))
    if found == 1:
        theme.write_text(text, encoding="utf-8")
        index.unlink()


_FROM_A_FILE = re.compile(r'location\.protocol==="file:"\?(?=\w+\(`\$\{new URL\("search/search_index\.js")')


if __name__ == "__main__":
    finish()
