"""Write what the site is built from: the pages, by hand and from the code, and a configuration for each language.

`docs/_generated/en` and `docs/_generated/fr` hold Markdown for any builder; `en.yml` and `fr.yml` beside them are
its settings. A game needs no page by hand. `docs/games/NAME.md` may add words: its text before the first heading comes
first, the rest last, and `rulesets` in its front matter names the rulesets to show.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from os.path import relpath
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

import yaml

from cgt.apps.web.bridge import FIRST_GAMES
from cgt.apps.web.page_forms import IN_WORKER
from cgt.core.language import language
from docs.generate import games, reference
from docs.generate.finding import with_front_matter
from docs.generate.french import say
from docs.generate.rulesets import can_play

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TARGET = DOCS / "_generated"
SITES = TARGET / "site"
SETTINGS = ROOT / "mkdocs.yml"
CODES = {"en": "English", "fr": "Français"}
FRENCH = "fr/"
ATLAS = "<!-- the atlas -->"
"""The place of the cards of the games on their first page."""
LIVE = (
    "start.md",
    "guide/own-game.md",
    "guide/pupil.md",
    "concepts/nim-value.md",
    "concepts/periods.md",
    "concepts/decided.md",
)
LIVE += tuple(FRENCH + path for path in LIVE if (DOCS / FRENCH / path).exists())
"""Pages whose examples can be changed and run in the page, where Python for the browser is at hand."""
LIVE_WORDS = {"run": "Run", "stop": "Stop", "wait": "Python is loading …", "line": "line"}
PICTURED = ("gallery.md", "fr/gallery.md")
"""Pages that show their pictures first."""
OF_THE_SITE = (".css", ".js", ".svg")
"""Files of `docs/assets` that every page needs, in any language."""


def write(target: Path = TARGET) -> None:
    """Write everything, from nothing."""
    shutil.rmtree(target, ignore_errors=True)
    with ProcessPoolExecutor() as pool:
        written = dict(zip(games.names(), pool.map(games.written, games.names()), strict=True))
    pages = {path: (DOCS / path).read_text(encoding="utf-8") for path in by_hand()} | reference.pages()
    for code, folder in games.FOLDERS.items():
        cards = {name: found.cards[code] for name, found in written.items()}
        index = f"{folder}/index.md"
        pages[index] = pages[index].replace(ATLAS, games.atlas(cards, code))
    for found in written.values():
        pages |= found.pages
    for path, text in pages.items():
        _put(target, path, text)
    for code in CODES:
        for source in (DOCS / "assets").rglob("*"):
            if source.is_file() and (code == "en" or source.suffix in OF_THE_SITE):
                copy = target / code / source.relative_to(DOCS)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)
        settings = yaml.safe_dump(configuration(code), allow_unicode=True, sort_keys=False)
        (target / f"{code}.yml").write_text(settings, encoding="utf-8")


def by_hand() -> list[str]:
    """The pages that somebody wrote, by their paths below `docs`; the words about single games are no pages."""
    found = (path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md")) if TARGET not in path.parents)
    return [path for path in found if dirname(path).removeprefix(FRENCH) != "games" or path.endswith("/index.md")]


@cache
def paths() -> frozenset[str]:
    """Every page of the site."""
    return frozenset((*by_hand(), *reference.pages(), *games.paths("en"), *games.paths("fr")))


def configuration(code: str) -> dict[str, Any]:
    """The settings of `mkdocs.yml` for one language, with the generated pages in the navigation.

    An entry that ends in `/` stands for the pages that are generated into this folder.
    """
    settings = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))
    settings["nav"] = list(_navigation(settings["nav"], code))
    settings |= {"docs_dir": code, "site_dir": f"site/{code}"}
    settings["theme"]["language"] = code
    if site := tomllib.loads((ROOT / "addresses.toml").read_text(encoding="utf-8"))["site"]:
        settings["site_url"] = f"{site.rstrip('/')}/" + (FRENCH if code == "fr" else "")
    for plugin in settings["plugins"]:
        if "search" in plugin:
            plugin["search"]["lang"] = code
        if "mkdocstrings" in plugin:
            python = plugin["mkdocstrings"]["handlers"]["python"]
            python["paths"] = [str(ROOT)]
            python["options"]["extensions"] = [str(DOCS / "generate" / "doctests.py")]
    for extension in settings["markdown_extensions"]:
        if "pymdownx.snippets" in extension:
            extension["pymdownx.snippets"]["base_path"] = [str(ROOT)]
    return settings


def _navigation(entries: Iterable[Any], code: str) -> Iterator[Any]:
    """The entries of one language: of the French section its own ones, with paths as they are below `fr`."""
    for entry in entries:
        title, inside = next(iter(entry.items())) if isinstance(entry, dict) else (None, entry)
        if title == CODES["fr"]:
            if code == "fr":
                yield from _expanded(inside, code)
        elif code == "en":
            yield from _expanded([entry], code)


def _expanded(entries: Iterable[Any], code: str) -> Iterator[Any]:
    for entry in entries:
        if isinstance(entry, dict):
            ((title, inside),) = entry.items()
            yield {title: list(_expanded(inside, code)) if isinstance(inside, list) else inside.removeprefix(FRENCH)}
        elif entry.endswith("games/"):
            yield from games.navigation(code)
        elif entry.endswith("reference/"):
            yield from reference.navigation()
        else:
            yield entry.removeprefix(FRENCH)


def _put(target: Path, path: str, text: str) -> None:
    code = "fr" if path.startswith(FRENCH) else "en"
    file = target / code / path.removeprefix(FRENCH)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(with_front_matter(path, finished(path, text), frozenset(FIRST_GAMES)), encoding="utf-8")


def finished(path: str, text: str) -> str:
    """The page with a line that leads to the other language, and with links that leave its own language as plain ones.

    >>> finished("fr/concepts/x.md", "[a](../../periods.md#b) [c](y.md)")
    '<a href="../../periods.html#b">a</a> [c](y.md)'
    """
    text = _WHERE_IT_PLAYS.sub(lambda found: found["there" if can_play() else "not"] or "", text)
    other = path.removeprefix(FRENCH) if path.startswith(FRENCH) else FRENCH + path
    if path.startswith(FRENCH):
        text = _OUTWARD.sub(lambda found: _plain(path, found), text)
        text = _TO_CODE.sub(lambda found: _to_code(path, found), text)
    if other in paths():
        code = "en" if path.startswith(FRENCH) else "fr"
        link = f'<a href="{_address(path, other)}" hreflang="{code}" lang="{code}">{CODES[code]}</a>'
        leading = f'<p class="language" data-search-exclude>{link}</p>'
        text = _TITLE.sub(lambda found: f"{found[0]}\n\n{leading}", text, count=1)
    if path in PICTURED:
        text += f'\n<script src="{_up(path)}assets/gallery.js" defer></script>\n'
    if path in LIVE and can_play():
        text += f"\n{_live(path)}\n"
    return text


def _up(path: str) -> str:
    """From a page to the root of its language."""
    return "../" * path.removeprefix(FRENCH).count("/")


def _live(path: str) -> str:
    """The script that runs the examples of a page in the page."""
    french = path.startswith(FRENCH)
    with language("fr" if french else "en"):
        words = {name: say(text) for name, text in LIVE_WORDS.items()}
    data = {"play": _up(path) + "../" * french + "play/", "parts": " ".join(IN_WORKER), **words}
    told = " ".join(f'data-{name}="{text}"' for name, text in data.items())
    return f'<script src="{_up(path)}assets/live.js" {told}></script>'


_WHERE_IT_PLAYS = re.compile(
    r"<!-- where it plays -->\n(?P<there>.*?)(?:<!-- else -->\n(?P<not>.*?))?<!-- end -->\n", re.DOTALL
)
"""The words of a page where the site has its page to play on, and those where it has none."""
_TITLE = re.compile(r"^# .*$", re.MULTILINE)
_OUTWARD = re.compile(r"\[([^]]*)\]\((\.\.[^)#]*\.md)(#[^)]*)?\)")
_TO_CODE = re.compile(r"\[([^]]*)\]\[(cgt[\w.]*)\]")


def _plain(path: str, found: re.Match[str]) -> str:
    target = normpath(join(dirname(path), found[2]))
    return (
        found[0] if target.startswith(FRENCH) else f'<a href="{_address(path, target)}{found[3] or ""}">{found[1]}</a>'
    )


def _to_code(path: str, found: re.Match[str]) -> str:
    return f'<a href="{_address(path, reference.page_of(found[2]))}#{found[2]}">{found[1]}</a>'


def _address(path: str, target: str) -> str:
    """The address of one page as the other names it."""
    return relpath(target, dirname(path) or ".").replace("\\", "/").removesuffix(".md") + ".html"


if __name__ == "__main__":
    write()
    sys.stdout.write(f"{TARGET.relative_to(ROOT)}: en.yml and fr.yml are to be built\n")
