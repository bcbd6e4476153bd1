"""The page served on this machine by the standard library's server, one game for each page that is open."""

from __future__ import annotations

import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from more_itertools import first

from cgt.errors import WebError
from cgt.web.bridge import LONGEST_REQUEST, Bridge
from cgt.web.pages import served_page

HOST = "127.0.0.1"
"""Nobody else's machine is served."""

MOST_PAGES = 64
"""How many pages are remembered; the one that was opened first is forgotten first."""


class PageServer(ThreadingHTTPServer):
    """A server of the page on this machine; `server_port` tells the port, which the system chooses for 0."""

    daemon_threads: ClassVar[bool] = True  # type: ignore[misc]  # the base declares a plain attribute

    def __init__(self, port: int) -> None:
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            raise WebError(f"no page can be served at port {port}: {error}") from error
        self.page = served_page().encode()
        self._bridges: dict[str, Bridge] = {}
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where a browser finds the page."""
        return f"http://{HOST}:{self.server_port}/"

    def answer(self, page: str, text: str) -> str:
        """The answer to a page's request, one at a time."""
        with self._lock:
            if page not in self._bridges:
                if len(self._bridges) >= MOST_PAGES:
                    del self._bridges[first(self._bridges)]
                self._bridges[page] = Bridge()
            return self._bridges[page].answer_text(text)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page; nothing else is here."""
        if urlsplit(self.path).path in {"/", "/index.html"}:
            self._give(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)
        else:
            self._give(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"there is only the page\n")

    def do_POST(self) -> None:
        """A request of the page."""
        try:
            length = int(self.headers.get("Content-Length", "0"))
        except ValueError:
            length = -1
        asked = urlsplit(self.path)
        # Another site's page may not play here: it could not set this content type without asking first.
        known = asked.path == "/answer" and self.headers.get_content_type() == "application/json"
        if not known or not 0 < length <= LONGEST_REQUEST:
            self._give(HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", b"a request is a JSON object\n")
            return
        text = self.rfile.read(length).decode(errors="replace")
        answer = self.server.answer(first(parse_qs(asked.query).get("page", []), ""), text)
        self._give(HTTPStatus.OK, "application/json", answer.encode())

    def _give(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:  # quiet: the terminal is a person's
        pass
