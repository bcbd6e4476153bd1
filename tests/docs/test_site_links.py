"""Every link of the built site leads somewhere, and nothing on it is fetched from elsewhere."""

import os
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from cgt.solving.subjects import parse_position

etree = pytest.importorskip("lxml.etree", reason="lxml is not installed: see the group `docs`")

# What a browser fetches by itself, as opposed to what a reader may click on.
FETCHED = ["//script/@src", "//img/@src", "//iframe/@src", "//source/@src", "//video/@src"]
FETCHING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload"}


class Page:
    """What a page links to, fetches, names and shows; its text is not kept."""

    def __init__(self, text):
        tree = etree.HTML(text, etree.HTMLParser(encoding="utf-8", huge_tree=True))
        self.ids = {str(name) for name in tree.xpath("//@id | //@name")}
        self.links = [str(link) for link in dict.fromkeys(tree.xpath("//a/@href"))]
        fetching = [link for link in tree.xpath("//link[@href]") if FETCHING_LINKS & set(link.get("rel", "").split())]
        self.fetched = [str(link) for path in FETCHED for link in tree.xpath(path)]
        self.fetched += [link.get("href") for link in fetching]
        self.pictures_without_words = [one.get("src", "")[:60] for one in tree.xpath("//img[not(@alt) or @alt='']")]


@cache
def read_pages(site):
    return {path: Page(path.read_bytes()) for path in sorted(site.resolve().rglob("*.html"))}


@cache
def file_at(site, folder, name):
    """The file that a path names, from a folder of the site or from its root; its page where it is a folder."""
    target = site / name.lstrip("/") if name.startswith("/") else Path(os.path.normpath(folder / name))
    file = target / "index.html" if target.is_dir() else target
    return file, file.exists()


def target_of(site, path, link):
    """The file and the anchor that a link on the page at `path` leads to, and whether the file is there."""
    parts = urlsplit(link)
    name = unquote(parts.path)
    file, exists = file_at(site, path.parent, name) if name else (path, True)
    return file, unquote(parts.fragment), exists


def is_local(link):
    return not urlsplit(link).scheme and not urlsplit(link).netloc


def test_every_link_and_anchor_leads_somewhere(site):
    site = site.resolve()
    pages = read_pages(site)
    broken, boards = [], set()
    for path, page in pages.items():
        for link in filter(is_local, page.links + page.fetched):
            target, anchor, exists = target_of(site, path, link)
            if not exists:
                broken.append(f"{path.relative_to(site)}: {link} leads nowhere")
            elif anchor and target == site / "play" / "index.html":
                boards.add(anchor)
            elif anchor and target in pages and anchor not in pages[target].ids and not anchor.startswith("__"):
                broken.append(f"{path.relative_to(site)}: {link} has no such anchor")
    assert len(pages) > 20
    assert broken == []
    for board in boards:  # the page to play on reads them: game/position
        place, *options = board.split("&")
        assert options in ([], ["convention=misere"]), board
        game, _slash, position = place.partition("/")
        assert str(parse_position(f"{game} {position}")), board


def test_nothing_is_fetched_from_elsewhere(site):
    fetched = {
        f"{path.relative_to(site.resolve())}: {link}"
        for path, page in read_pages(site).items()
        for link in page.fetched
        if not is_local(link) and not link.startswith("data:")
    }
    sheets = {
        f"{path.relative_to(site.resolve())}: url({scheme}"
        for path in site.rglob("*.css")
        for scheme in ("http://", "https://", "//")
        if f"url({scheme}" in path.read_text(encoding="utf-8")
    }
    assert fetched | sheets == set()


def test_every_picture_has_words(site):
    silent = {
        f"{path.relative_to(site.resolve())}: {picture}"
        for path, page in read_pages(site).items()
        for picture in page.pictures_without_words
        if not picture.endswith(("logo.svg", "favicon.svg"))  # the theme's own, beside the site's name
    }
    assert silent == set()


def test_a_broken_link_would_be_seen(tmp_path):
    (tmp_path / "index.html").write_text('<a href="gone.html">x</a><a href="#here">y</a><b id="there"></b>')
    page = read_pages(tmp_path)[tmp_path / "index.html"]
    assert page.links == ["gone.html", "#here"]
    assert page.ids == {"there"}
    target, anchor, exists = target_of(tmp_path, tmp_path / "index.html", "gone.html#part")
    assert (target.name, anchor, exists) == ("gone.html", "part", False)
    (tmp_path / "empty").mkdir()
    assert not target_of(tmp_path, tmp_path / "index.html", "empty/")[2]
