"""Every link of the built site leads somewhere, and nothing on it is fetched from elsewhere."""

from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from cgt.solving.subjects import parse_position

# What a browser fetches by itself, as opposed to what a reader may click on.
FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src")}
FETCHING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids = set()
        self.links = []
        self.fetched = []
        self.pictures_without_words = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag == "img" and not found.get("alt"):
            self.pictures_without_words.append(found.get("src", "")[:60])
        for kind, name in FETCHED:
            if (
                tag == kind
                and found.get(name)
                and (tag != "link" or FETCHING_LINKS & set(found.get("rel", "").split()))
            ):
                self.fetched.append(found[name])


@cache
def read_pages(site):
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def target_of(site, path, link):
    """The file and the anchor that a link on the page at `path` leads to."""
    parts = urlsplit(link)
    name = unquote(parts.path)
    if not name:
        return path, unquote(parts.fragment)
    target = site / name.lstrip("/") if name.startswith("/") else (path.parent / name).resolve()
    return (target / "index.html" if target.is_dir() else target), unquote(parts.fragment)


def is_local(link):
    return not urlsplit(link).scheme and not urlsplit(link).netloc


def test_every_link_and_anchor_leads_somewhere(site):
    pages = read_pages(site)
    broken, boards = [], set()
    for path, page in pages.items():
        for link in filter(is_local, page.links + page.fetched):
            target, anchor = target_of(site.resolve(), path.resolve(), link)
            if not target.exists():
                broken.append(f"{path.relative_to(site)}: {link} leads nowhere")
            elif anchor and target == site.resolve() / "play" / "index.html":
                boards.add(anchor)
            elif anchor and target in pages and anchor not in pages[target].ids and not anchor.startswith("__"):
                broken.append(f"{path.relative_to(site)}: {link} has no such anchor")
    assert len(pages) > 20
    assert broken == []
    for board in boards:  # the page to play on reads them: game/position
        game, _slash, position = board.partition("/")
        assert str(parse_position(f"{game} {position}")), board


def test_nothing_is_fetched_from_elsewhere(site):
    fetched = {
        f"{path.relative_to(site)}: {link}"
        for path, page in read_pages(site).items()
        for link in page.fetched
        if not is_local(link) and not link.startswith("data:")
    }
    sheets = {
        f"{path.relative_to(site)}: url({scheme}"
        for path in site.rglob("*.css")
        for scheme in ("http://", "https://", "//")
        if f"url({scheme}" in path.read_text(encoding="utf-8")
    }
    assert fetched | sheets == set()


def test_every_picture_has_words(site):
    silent = {
        f"{path.relative_to(site)}: {picture}"
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
    target, anchor = target_of(tmp_path, tmp_path / "index.html", "gone.html#part")
    assert (target.name, anchor, target.exists()) == ("gone.html", "part", False)
