"""The page in three forms: served by the library, one file with everything inside, or a folder for a site."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.bundle import RUNTIME, library_archive, read_runtime
from cgt.apps.web.early import first_tables, random_numbers
from cgt.apps.web.links import site_address
from cgt.core.atomic import replacing
from cgt.core.language import available_languages

if TYPE_CHECKING:
    from pathlib import Path

PACKED = "assets"
"""The folder of a site's page that holds Python and the library, each part packed by gzip."""

LIBRARY, DRAWS, PICTURES = "library.zip", "draws.json", "pictures.json"
"""The parts beside Python and the tables of the first games."""

IN_WORKER = (*RUNTIME, LIBRARY)
"""The parts that a worker plays with."""

IN_BROWSER = ("unpack.js", "python.mjs")
"""The scripts that start Python in a browser; on a site they are a module, so that other pages have it, too."""

AT_HAND = (DRAWS, "first-0.json")
"""The parts that the script itself holds, as the first game is played without waiting for anything."""

SCRIPT = (
    *("page", "choosing", "board", "pieces", "touching", "heaps", "rows", "picture", "turns", "menu", "links", "forms"),
    *("home", "levels", "look_back", "history", "start"),
)
"""The parts of the page's own script, in the order in which they run."""

BEFORE, AFTER = "<!--before-->", "<!--after-->"
"""The places of the parts in the single file."""

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
"""The manifest for a device that installs the page."""

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="18" fill="#fbfaf7"/>'
    '<g fill="#b9792a"><path d="M20 30h12v48H20zM42 30h12v48H42zM64 30h12v48H64z"/></g>'
    '<g fill="#b3402e"><path d="M20 18h12v14H20zM42 18h12v14H42zM64 18h12v14H64z"/></g></svg>'
)


def served_page() -> str:
    """The page for `cgt web`, which asks the server that serves it.

    >>> "<script>" in served_page()
    True
    """
    return _page(_transport("by_server.js"))


def widget_page() -> str:
    """The page in a notebook, which asks the kernel.

    >>> "frameElement" in widget_page()
    True
    """
    return _page(_transport("by_widget.js"))


def write_single_file(path: Path, runtime: Path) -> None:
    """Write one HTML file that works offline: the page, Python for the browser, and the library.

    Args:
        path: the file.
        runtime: Pyodide: its folder, or its archive.

    Raises:
        OutputError: it cannot be written.
        WebError: the runtime is not complete.
    """
    packed = _packed(runtime)
    page = _page(_by_worker(_transport("inside.js")))
    for name, data in packed.items():  # what is large comes last: the page plays before it is read
        place = AFTER if name in IN_WORKER else BEFORE
        text = f'<script type="text/plain" id="{name}">{base64.b64encode(data).decode()}</script>\n'
        page = page.replace(place, text + place)
    with replacing(path) as file:
        file.write(page.encode())


def write_site(folder: Path, runtime: Path) -> None:
    """Write the page for a site: `index.html`, a folder of assets, and the files to install it and open it offline.

    Raises as `write_single_file` does.
    """
    packed = _packed(runtime)
    (folder / PACKED).mkdir(parents=True, exist_ok=True)
    load = _constants({"PACKED": PACKED}) + _transport("site.js")
    page = _page(_by_worker(load)).replace("<!--head-->", INSTALLED).encode()
    parts = {"index.html": page, "icon.svg": ICON.encode(), "manifest.webmanifest": json.dumps(MANIFEST).encode()}
    parts |= {f"{PACKED}/{name}.gz": data for name, data in packed.items()}
    parts[f"{PACKED}/python.js"] = _transport(*IN_BROWSER).encode()
    digest = hashlib.sha256(b"".join(parts.values())).hexdigest()[:16]
    kept = f'const NAME = "cgt-{digest}", PARTS = {json.dumps(["./", *parts])};\n'
    for name, data in {**parts, "offline.js": (kept + _transport("offline.js")).encode()}.items():
        with replacing(folder / name) as file:
            file.write(data)


def _packed(runtime: Path) -> Mapping[str, bytes]:
    python = read_runtime(runtime)  # before all that takes long
    pictures = Bridge().answer_text('{"do": "pictures"}').encode()
    parts = {**python, LIBRARY: library_archive(), PICTURES: pictures, **_of_first_games()}
    return {name: gzip.compress(data, compresslevel=9, mtime=0) for name, data in parts.items() if name not in AT_HAND}


def _of_first_games() -> Mapping[str, bytes]:
    """The tables of the first games, and the random numbers of the computer's errors, as JSON."""
    tables = {_table_name(place): table for place, table in enumerate(first_tables().values())}
    return {DRAWS: json.dumps(random_numbers()).encode(), **tables}


def _by_worker(load: str) -> str:
    """The transport of a page with Python inside, which loads its parts by the function `load`."""
    worker = base64.b64encode(_transport(*IN_BROWSER, "worker.mjs").encode()).decode()
    known = {
        "WORKER": worker,
        "IN_WORKER": IN_WORKER,
        "AT_HAND": {name: json.loads(_of_first_games()[name]) for name in AT_HAND},
        "TABLES": {game: _table_name(place) for place, game in enumerate(first_tables())},
    }
    return _constants(known) + load + _transport("unpack.js", "early.js", "by_worker.js")


def _constants(values: Mapping[str, object]) -> str:
    """The values as constants of a script."""
    return "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in values.items())


def _table_name(place: int) -> str:
    return f"first-{place}.json"


def _page(transport: str) -> str:
    page = _part("play.html").replace("/*style*/", _part("play.css"))
    results = {
        "SAY": json.loads(_part("words.json")),
        "GAMES": _in_each_language("games"),
        "LADDER": _in_each_language("ladder"),
        "SITE": site_address(),
    }
    known = _constants(results).replace("<", "\\u003c")  # a plugin's title ends no script, and begins no comment
    script = "".join(_part(f"script/{name}.js") for name in SCRIPT)
    return page.replace("/*script*/", known + transport.replace("</", "<\\/") + script)


@cache
def _in_each_language(what: str) -> Mapping[str, object]:
    """The games of a page, or the levels of its ladder, in each language."""
    bridge = Bridge()
    return {code: bridge.answer({"do": what, "lang": code})[what] for code in available_languages()}


def _transport(*names: str) -> str:
    """The scripts that bring questions to the library and answers back."""
    return "".join(_part(f"transport/{name}") for name in names)


def _part(name: str) -> str:
    return (files("cgt.apps.web") / "page" / name).read_text(encoding="utf-8")
