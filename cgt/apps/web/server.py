"""The local server of the page, by the standard library, with a process for each page's game."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import signal
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context, parent_process
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from more_itertools import first

from cgt.apps.web.bridge import LONGEST_REQUEST, Bridge
from cgt.apps.web.page_forms import served_page
from cgt.core.language import _
from cgt.core.memory_limit import resident_memory
from cgt.errors import WebError

if TYPE_CHECKING:
    import socket
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from _typeshed import WriteableBuffer

HOST = "127.0.0.1"
"""Nobody else's machine is served."""

LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.ASCII)
"""The names of this machine that a request may call it by: another one is a foreign name that was pointed here."""

MOST_PAGES = 64
"""The most pages that are remembered; the one that was used least lately is forgotten first."""

MOST_PROCESSES = 4
"""The most pages that have a process; the game of any other is a record, from which it goes on when it is asked."""

MOST_CONNECTIONS = 64
"""The most readers that are listened to at once."""

READ_SECONDS = 10.0
"""The seconds in which a request arrives, and its answer leaves."""

ANSWER_SECONDS = 20.0
"""The seconds that a question may take; then its process is ended, and the game goes on from its record."""

LARGEST_PROCESS = 1 << 30
"""Bytes that a page's process may take: one more, and the question is answered with an error."""

LARGEST_MEMORY = 256 << 20
"""Bytes above which a page's process is not kept for the next question: what it remembers is found again."""

BETWEEN_LOOKS = 0.1
"""Seconds between two looks at the memory of a page's process."""

STOPPED = '{"stopped": true}'
"""The answer to a question that took too long, or was stopped by a person."""


class PageServer(ThreadingHTTPServer):
    """A local server of the page; `server_port` is the port, which the system chooses for 0.

    It answers its own page alone: a request that a foreign page makes, or that calls this machine by a foreign name,
    is refused. Each page has its own process, so that a hard question keeps no other page waiting.
    """

    def __init__(self, port: int) -> None:
        page = served_page()
        self.page = page.encode()
        self.policy = _policy(page)
        self._games: OrderedDict[str, PageGame] = OrderedDict()
        self._lock = threading.Lock()
        self._connections = threading.BoundedSemaphore(MOST_CONNECTIONS)
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            raise WebError(_("no page can be served at port {port}: {error}").format(port=port, error=error)) from error

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.server_port}/"

    def game(self, page: str) -> PageGame:
        """The game of a page, a new one for a new page."""
        with self._lock:
            game = self._games.setdefault(page, PageGame())
            self._games.move_to_end(page)
            if len(self._games) > MOST_PAGES:
                self._games.popitem(last=False)[1].stop()
            awake = [other for other in self._games.values() if other.is_awake and other is not game]
            for other in awake[: max(0, len(awake) - MOST_PROCESSES + 1)]:
                other.sleep()
            return game

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Answer a connection in a thread, unless there are too many."""
        if self._connections.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Answer one connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._connections.release()

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Ignore the error of a client that has left."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close the server and end the processes."""
        super().server_close()
        with self._lock:
            while self._games:
                self._games.popitem()[1].stop()


class PageGame:
    """The game of one page: a process that answers, or, without one, the game's record.

    >>> game = PageGame()
    >>> game.is_awake
    False
    """

    def __init__(self) -> None:
        self._record = ""
        self._process: SpawnProcess | None = None
        self._connection: Connection[bytes, bytes] | None = None
        self._asking = threading.Lock()
        self._stopped = threading.Event()

    @property
    def is_awake(self) -> bool:
        """Whether the game has a process."""
        return self._process is not None

    def answer(self, request: str) -> str:
        """The answer to a request; `STOPPED` where it was stopped, or took longer than `ANSWER_SECONDS`."""
        with self._asking:
            self._stopped.clear()
            with suppress(OSError, EOFError):  # it was ended, by a person or for its memory
                connection = self._connection or self._begin()
                connection.send_bytes(request.encode())
                if connection.poll(ANSWER_SECONDS):
                    answer = connection.recv_bytes().decode()
                    self._record = connection.recv_bytes().decode()
                    if connection.recv_bytes() != b"stay":
                        self.stop()
                    return answer
            self.stop()
            return STOPPED

    def sleep(self) -> None:
        """End the process, unless it is answering; the next request starts another."""
        if self._asking.acquire(blocking=False):
            try:
                self.stop()
            finally:
                self._asking.release()

    def stop(self) -> None:
        """End the process, whatever it is doing; the game stays as it was before."""
        self._stopped.set()  # before the process is looked for: one that starts just now looks here after
        process, self._process, self._connection = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def _begin(self) -> Connection[bytes, bytes]:
        context = get_context("spawn")
        here, there = context.Pipe()
        bounds = LARGEST_PROCESS, LARGEST_MEMORY
        process = context.Process(target=_answer_all, args=(there, self._record, *bounds), daemon=True)
        process.start()
        there.close()
        self._process, self._connection = process, here
        if self._stopped.is_set():
            raise EOFError
        return here


def _answer_all(connection: Connection[bytes, bytes], record: str, largest: int, kept: int) -> None:
    """Answer requests in a page's process, until the server ends it or it ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    _bound_memory(largest)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    bridge = Bridge()
    if record:
        bridge.answer({"do": "resume", "record": record})
    while True:
        try:
            request = connection.recv_bytes().decode(errors="replace")
        except EOFError:
            return
        connection.send_bytes(bridge.answer_text(request).encode())
        connection.send_bytes(bridge.record.encode())
        connection.send_bytes(b"stay" if resident_memory() < kept else b"end")


def _end_with_the_server() -> None:
    if server := parent_process():
        server.join()
        os._exit(1)


def _bound_memory(largest: int) -> None:
    """Limit the process's memory by the system where it can, and end the process if it exceeds the limit."""
    with suppress(ImportError):  # Windows
        import resource

        _soft, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = largest if most == resource.RLIM_INFINITY else min(largest, most)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))
    threading.Thread(target=_end_above, args=(largest,), daemon=True).start()


def _end_above(largest: int) -> None:
    while resident_memory() <= largest:
        sleep(BETWEEN_LOOKS)
    os._exit(1)


def _policy(page: str) -> str:
    """The content security policy of the page: its one script, requests to this server, and nothing else."""
    script = page.partition("<script>")[2].rpartition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; manifest-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class _Timed(io.RawIOBase):
    """The bytes of a socket until a deadline, however slowly they arrive."""

    def __init__(self, reader: socket.socket, seconds: float) -> None:
        self._reader = reader
        self._deadline = monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        left = self._deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        self._reader.settimeout(left)
        return self._reader.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """One connection for one request, so that no body can be taken for the next request."""

    server: PageServer

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Timed(self.connection, READ_SECONDS))

    def do_GET(self) -> None:
        """Answer with the page; there are no other files."""
        if self._is_foreign():
            return
        if self.path.partition("?")[0] in {"/", "/index.html"}:
            self._give(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is only the page")

    def do_POST(self) -> None:
        """Answer a request of the page."""
        lengths = self.headers.get_all("Content-Length", [])
        length = int(lengths[0]) if len(lengths) == 1 and re.fullmatch(r"\d{1,9}", lengths[0], re.ASCII) else 0
        body = self.rfile.read(min(length, LONGEST_REQUEST))
        if self._is_foreign():
            return
        if len(body) < length:
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if length > LONGEST_REQUEST else HTTPStatus.BAD_REQUEST
            self._refuse(status, f"a request has at most {LONGEST_REQUEST} bytes, and all that it says it has")
            return
        path, _mark, query = self.path.partition("?")
        pages = parse_qs(query).get("page", [])
        if not length or self.headers.get_content_type() != "application/json" or len(first(pages, "")) > 80:
            self._refuse(HTTPStatus.BAD_REQUEST, "a request is a JSON object")
        elif path == "/answer":
            answer = self.server.game(first(pages, "")).answer(body.decode(errors="replace"))
            self._give(HTTPStatus.OK, "application/json", answer.encode())
        elif path == "/stop":
            self.server.game(first(pages, "")).stop()
            self._give(HTTPStatus.OK, "application/json", b"{}")
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is only the page")

    def _is_foreign(self) -> bool:
        """Whether another site asks, or a foreign host name points at this machine; such requests are refused."""
        hosts = self.headers.get_all("Host", [])
        here = len(hosts) == 1 and LOOPBACK.fullmatch(hosts[0].lower()) is not None
        ours = all(origin == f"http://{hosts[0]}" for origin in self.headers.get_all("Origin", [])) if here else False
        asked_by = set(self.headers.get_all("Sec-Fetch-Site", []))
        if here and ours and asked_by <= {"same-origin", "none"}:
            return False
        self._refuse(HTTPStatus.FORBIDDEN, "only the page that is served here may ask")
        return True

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._give(status, "text/plain; charset=utf-8", f"{why}\n".encode())

    def _give(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.connection.settimeout(READ_SECONDS)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Content-Security-Policy", self.server.policy)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:  # quiet: the terminal is a person's
        pass
