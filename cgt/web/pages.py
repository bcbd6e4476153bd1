"""The page in its three forms: served beside the library, one file with everything inside, or a folder for a site."""

from __future__ import annotations

import base64
import gzip
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from cgt.files.atomic import replacing
from cgt.language import available_languages
from cgt.rulesets.registry import example_ruleset
from cgt.web.bridge import FIRST_GAMES, Bridge
from cgt.web.bundle import library_archive, read_runtime

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKED = "assets"
"""The folder of a site's page that holds Python and the library, each part packed by gzip."""


def served_page() -> str:
    """The page for `cgt web`, whose library answers on the machine that serves it.

    >>> "<script>" in served_page()
    True
    """
    return _page(_part("by_server.js"))


def write_single_file(path: Path, runtime: Path) -> None:
    """Write one HTML file that plays without a network: the page, Python for the browser, and the library.

    Args:
        path: the file.
        runtime: Pyodide: its folder, or the archive that `npm pack pyodide` gives.

    Raises:
        OutputError: it cannot be written.
        WebError: the runtime is not complete.
    """
    packed = {name: base64.b64encode(data).decode() for name, data in _packed(runtime).items()}
    inside = ",".join(f'"{name}":"{data}"' for name, data in packed.items())
    script = f"const ASSETS={{{inside}}};\nconst loadAssets = async () => ASSETS;\n"
    with replacing(path) as file:
        file.write(_page(_worker() + script + _part("by_worker.js")).encode())


def write_site(folder: Path, runtime: Path) -> None:
    """Write the page for a site: `index.html` and a folder of assets beside it; raises as `write_single_file` does."""
    assets = folder / PACKED
    assets.mkdir(parents=True, exist_ok=True)
    packed = _packed(runtime)
    for name, data in packed.items():
        with replacing(assets / f"{name}.gz") as file:
            file.write(data)
    names = ",".join(f'"{name}"' for name in packed)
    script = f"""const loadAssets = async () => Object.fromEntries(await Promise.all([{names}].map(async (name) => {{
  const got = await fetch(`{PACKED}/${{name}}.gz`);
  if (!got.ok) throw new Error(`${{name}}: ${{got.status}}`);
  return [name, new Uint8Array(await got.arrayBuffer())];
}})));
"""
    with replacing(folder / "index.html") as file:
        file.write(_page(_worker() + script + _part("by_worker.js")).encode())


def _packed(runtime: Path) -> Mapping[str, bytes]:
    parts = {**read_runtime(runtime), "library.zip": library_archive()}
    return {name: gzip.compress(data, compresslevel=9, mtime=0) for name, data in parts.items()}


def _worker() -> str:
    return f'const WORKER = "{base64.b64encode(_part("worker.mjs").encode()).decode()}";\n'


def _page(transport: str) -> str:
    page = _part("play.html").replace("/*style*/", _part("play.css"))
    first = f"const FIRST = {json.dumps(_first(), ensure_ascii=False)};\n"
    return page.replace("/*script*/", (first + transport).replace("</", "<\\/") + _part("play.js"))


@cache
def _first() -> Mapping[str, object]:
    """The games and the position that a page shows before the library answers, in each language."""
    bridge = Bridge()
    first = {}
    for code in available_languages():
        games = bridge.answer({"do": "games", "lang": code})["games"]
        name, start = next(iter(FIRST_GAMES.items()))
        new = {"do": "new", "game": str(example_ruleset(name)), "position": start, "level": "0.2", "lang": code}
        first[code] = {"games": games, "state": bridge.answer(new)}
    return first


def _part(name: str) -> str:
    return (files("cgt.web") / "page" / name).read_text(encoding="utf-8")
