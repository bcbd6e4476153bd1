"""Links to the page: an address that a person can read, one setting for the site, the QR code and where it stands."""

from email.message import Message

import pytest

import cgt
from cgt.apps.lessons.lesson import lesson
from cgt.apps.lessons.written import lesson_html
from cgt.apps.web import links
from cgt.apps.web.bridge import FIRST_GAMES, Bridge
from cgt.apps.web.links import LONGEST_LINK, page_link, qr_code, site_address
from cgt.apps.web.page_forms import served_page
from cgt.core.language import language
from cgt.core.outcome import Convention


def test_a_link_can_be_read():
    assert page_link("wythoff", "3,5") == "play/index.html#wythoff/3,5"
    assert page_link("takeaway(2n)", "50:2", Convention.MISERE) == "play/index.html#takeaway(2n)/50:2&convention=misere"
    assert page_link("nim", "3", embedded=True) == "play/index.html?embed=1#nim/3"
    assert page_link("walk", "a: a>b") == "play/index.html#walk/a:%20a%3Eb"
    assert page_link("cram", "é & %") == "play/index.html#cram/%C3%A9%20%26%20%25"
    with language("fr"):
        assert page_link("nim", "3") == "play/index.html?lang=fr#nim/3"


@pytest.fixture
def site(monkeypatch):
    """The address that `addresses.toml` would give to the package."""

    def put(address):
        carried = Message()
        carried["Project-URL"] = "Repository, https://example.org/cgt"
        if address:
            carried["Project-URL"] = f"Documentation, {address}"
        monkeypatch.setattr(links, "metadata", lambda _name: carried)

    return put


@pytest.mark.parametrize("address", ["https://example.org/games", "https://example.org/games/"])
def test_the_site_has_one_address(site, address):
    site("")
    assert site_address() is None
    assert "const SITE = null" in served_page()
    site(address)
    assert site_address() == "https://example.org/games/"
    assert 'const SITE = "https://example.org/games/"' in served_page()


def test_a_code_is_drawn():
    pytest.importorskip("segno")
    code = qr_code("https://example.org/play/index.html#wythoff/3,5")
    assert code.startswith("<svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in code
    assert code != qr_code("https://example.org/play/index.html#wythoff/3,6")
    assert qr_code("x" * (LONGEST_LINK + 1)) is None
    assert Bridge().answer({"do": "link", "link": "https://example.org/"})["code"].startswith("<svg")
    assert "error" in Bridge().answer({"do": "link"})


def test_the_sheet_for_the_wall_carries_the_code_where_the_site_has_an_address(site):
    pytest.importorskip("segno")
    site("")
    assert lesson(cgt.games.Hackenbush()).link == ""
    site("https://example.org/games/")
    sheet = lesson(cgt.games.Nim(), "misere")
    assert sheet.link == "https://example.org/games/play/index.html#nim/3,4,5&convention=misere"
    assert qr_code(sheet.link) in lesson_html(sheet)


def test_the_links_of_the_first_games_fit_a_code():
    for game, position in FIRST_GAMES.items():
        assert len(page_link(game, position)) < 100
