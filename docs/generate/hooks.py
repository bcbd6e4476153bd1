"""Lets the pages import the generators beside them, adds the French pages of the games, and the page to play on."""

from __future__ import annotations

import logging
import sys
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, cast

from mkdocs.plugins import event_priority
from mkdocs.structure.nav import Navigation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

FRENCH = "fr/"
ROOT = str(Path(__file__).resolve().parents[2])


def on_startup(**_kwargs: object) -> None:
    """Put the repository's root on the path: pages then say `from docs.generate import …`."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)


def on_config(config: MkDocsConfig, **_kwargs: object) -> None:
    """Put the French pages of the games behind their index in the navigation."""
    from docs.generate.french import game_pages

    (french,) = (entry["Français"] for entry in config["nav"] if "Français" in entry)
    (games,) = (entry["Jeux"] for entry in french if "Jeux" in entry)
    games += [{page.title: page.path} for page in game_pages()]


def on_files(files: Files, config: MkDocsConfig, **_kwargs: object) -> None:
    """Add the French pages of the games, which nobody has to write."""
    from mkdocs.structure.files import File

    from docs.generate.french import game_pages

    for page in game_pages():
        files.append(File.generated(config, page.path, content=page.content))


def on_page_context(
    context: dict[str, object], page: Page, config: MkDocsConfig, **_kwargs: object
) -> dict[str, object]:
    """Let the theme speak the page's language, the tabs too, and leave out sidebars that lead nowhere."""
    hidden = page.meta.setdefault("hide", [])
    if page.parent is None:  # a sidebar with one entry leads nowhere
        hidden.append("navigation")
    if sum(1 + len(entry.children) for entry in page.toc) < 3:
        hidden.append("toc")
    in_french = page.file.src_uri.startswith(FRENCH)
    config["theme"]["language"] = "fr" if in_french else "en"
    if in_french:
        whole = cast("Navigation", context["nav"])
        (french,) = (item for item in whole.items if item.title == "Français")
        context["nav"] = Navigation(french.children, whole.pages)
    return context


def on_page_content(html: str, page: Page, **_kwargs: object) -> str:
    """Lead to the same page in the other language, where there is one, from its first line."""
    here = page.file.src_uri
    there = here.removeprefix(FRENCH) if here.startswith(FRENCH) else FRENCH + here
    if not _is_page(there):
        return html
    name, code = ("English", "en") if here.startswith(FRENCH) else ("Français", "fr")
    address = relpath(there, Path(here).parent).replace("\\", "/").removesuffix(".md") + ".html"
    return f'<p class="language"><a href="{address}" hreflang="{code}" lang="{code}">{name}</a></p>\n{html}'


def _is_page(path: str) -> bool:
    from docs.generate.french import game_pages

    return Path(ROOT, "docs", path).exists() or any(page.path == path for page in game_pages())


@event_priority(-100)
def on_post_build(config: Mapping[str, str], **_kwargs: object) -> None:
    """Write the search index as a script, for pages opened from a file, and `play/`.

    The page to play on has Python for the browser if `npm pack pyodide` has brought it to the repository's root.
    """
    from cgt.errors import WebError
    from cgt.web.bundle import find_runtime
    from cgt.web.pages import write_site

    index = Path(config["site_dir"], "search", "search_index.json")
    if index.exists():
        found = index.read_text(encoding="utf-8")
        index.with_suffix(".js").write_text(f"var __index = {found}", encoding="utf-8")
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
