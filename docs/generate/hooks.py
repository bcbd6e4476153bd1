"""Lets the pages import the generators beside them, and puts the page to play on into the site."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = str(Path(__file__).resolve().parents[2])


def on_startup(**_kwargs: object) -> None:
    """Put the repository's root on the path: pages then say `from docs.generate import …`."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)


def on_post_build(config: Mapping[str, str], **_kwargs: object) -> None:
    """Write `play/`, with Python for the browser if `npm pack pyodide` has brought it to the repository's root."""
    from cgt.errors import WebError
    from cgt.web.bundle import find_runtime
    from cgt.web.pages import write_site

    folder = Path(config["site_dir"], "play")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        write_site(folder, find_runtime(None, Path(ROOT)))
    except WebError as error:
        # No warning: a build without Node.js is a right one, only without the page to play on.
        logging.getLogger("mkdocs").info("the page to play on is left out: %s", error)
        (folder / "index.html").write_text(
            f"<!doctype html><title>cgt: play</title><h1>Not built</h1><p>{error}</p>", encoding="utf-8"
        )
