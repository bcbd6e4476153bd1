"""Links to a game and a position on the page, and their QR codes.

The site's address is one setting, `site` in `addresses.toml`, which the package carries as its documentation's URL.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from io import BytesIO
from urllib.parse import quote

from cgt.core.language import active_language
from cgt.core.outcome import Convention

PAGE = "play/index.html"
"""The place of the page on the site."""

READABLE = ",:;()|/=#*.-"
"""Signs of a position that stand in a link as they are; not >, at which a link in a letter ends."""

LONGEST_LINK = 1_200
"""Characters of a link: a QR code of more is too fine for a camera."""


def site_address() -> str | None:
    """The address of the site, with a slash at its end; None where none is set.

    >>> site_address() is None or site_address().endswith("/")
    True
    """
    try:
        urls = metadata("cgt-impartial").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    addresses = dict(url.split(", ", 1) for url in urls if ", " in url)
    site = addresses.get("Documentation", "")
    return f"{site.rstrip('/')}/" if site else None


def page_link(game: str, position: str, convention: Convention = Convention.NORMAL, *, embedded: bool = False) -> str:
    """The part of a link to a position after the site's address.

    >>> page_link("wythoff", "3,5"), page_link("cram", "..#/...", embedded=True)
    ('play/index.html#wythoff/3,5', 'play/index.html?embed=1#cram/..#/...')
    """
    asked = ["embed=1"] * embedded + [f"lang={active_language()}"] * (active_language() != "en")
    search = f"?{'&'.join(asked)}" if asked else ""
    rest = "&convention=misere" if convention is Convention.MISERE else ""
    return f"{PAGE}{search}#{quote(game, READABLE)}/{quote(position, READABLE)}{rest}"


def qr_code(link: str) -> str | None:
    """The QR code of a link as SVG; None for one that is too long, and without segno.

    >>> code = qr_code("https://example.org/play/index.html#nim/3,4,5")
    >>> code is None or "<svg" in code
    True
    """
    try:
        import segno
    except ModuleNotFoundError:
        return None
    if len(link) > LONGEST_LINK:
        return None
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False, nl=False
    )
    return drawn.getvalue().decode()
