"""The page in its three forms: served beside the library, one file with everything inside, or a folder for a site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from cgt.apps.web.bridge import FIRST_GAMES, Bridge
from cgt.apps.web.bundle import library_archive, read_runtime
from cgt.core.atomic import replacing
from cgt.core.language import available_languages
from cgt.families.registry import example_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKED = "assets"
"""The folder of a site's page that holds Python and the library, each part packed by gzip."""

INSTALLED = '<link rel="manifest" href="manifest.webmanifest">'

MANIFEST = {
    "name": "cgt: play",
    "short_name": "cgt",
    "start_url": "./index.html",
    "display": "standalone",
    "background_color": "#fbfaf7",
    "theme_color": "#1f5f8b",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
"""What a device is told that installs the page."""

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="18" fill="#fbfaf7"/>'
    '<g fill="#b9792a"><path d="M20 30h12v48H20zM42 30h12v48H42zM64 30h12v48H64z"/></g>'
    '<g fill="#b3402e"><path d="M20 18h12v14H20zM42 18h12v14H42zM64 18h12v14H64z"/></g></svg>'
)


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
    """Write the page for a site: `index.html`, a folder of assets, and what lets it be installed and open offline.

    Raises as `write_single_file` does.
    """
    assets = folder / PACKED
    assets.mkdir(parents=True, exist_ok=True)
    packed = _packed(runtime)
    names = ",".join(f'"{name}"' for name in packed)
    script = f"""const loadAssets = async () => Object.fromEntries(await Promise.all([{names}].map(async (name) => {{
  const got = await fetch(`{PACKED}/${{name}}.gz`);
  if (!got.ok) throw new Error(`${{name}}: ${{got.status}}`);
  return [name, new Uint8Array(await got.arrayBuffer())];
}})));
if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("offline.js");
"""
    page = _page(_worker() + script + _part("by_worker.js")).replace("<!--head-->", INSTALLED).encode()
    parts = {"index.html": page, "icon.svg": ICON.encode(), "manifest.webmanifest": json.dumps(MANIFEST).encode()}
    parts |= {f"{PACKED}/{name}.gz": data for name, data in packed.items()}
    digest = hashlib.sha256(b"".join(parts.values())).hexdigest()[:16]
    kept = f'const NAME = "cgt-{digest}", PARTS = {json.dumps(["./", *parts])};\n'
    for name, data in {**parts, "offline.js": (kept + _part("offline.js")).encode()}.items():
        with replacing(folder / name) as file:
            file.write(data)


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
    return (files("cgt.apps.web") / "page" / name).read_text(encoding="utf-8")
