"""Requests to the page's server on this machine, bent byte by byte: each is answered, and the page goes on."""

from __future__ import annotations

import json
import re
import socket
import threading
import time

from cgt.apps.web.server import PageServer

PLAYED = [
    {"do": "new", "game": "nim", "position": "3,5", "who": "two"},
    {"do": "play", "move": "1 from 0"},
    *({"do": name} for name in ("explain", "hint", "record", "redo", "reply", "state", "undo", "why", "games")),
]
PATHS = ["/answer?page=1", "/answer?page=2", "/answer?page=1", "/stop?page=9", "/", "/index.html", "/none"]
KNOWN = {b"200", b"400", b"403", b"404", b"413", b"414", b"431", b"501", b"505"}
PAUSE = 60
"""Seconds after which a request counts as one that hangs."""


def bytes_of(chance):
    """A request as a page sends it, or nearly."""
    body = json.dumps(chance.choice(PLAYED))
    method = chance.choice(["POST"] * 6 + ["GET", "GET", "PUT", "HEAD", "OPTIONS"])
    fields = {"Host": "127.0.0.1", "Content-Type": "application/json", "Content-Length": str(len(body))}
    head = [f"{method} {chance.choice(PATHS)} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*head, "", body])


def answered(port, request):
    """All that comes back, after what was sent has ended."""
    with socket.create_connection(("127.0.0.1", port), timeout=PAUSE) as connection:
        parts = []
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                parts.append(part)
        except TimeoutError:
            raise
        except OSError:  # more was sent than is read: the connection is gone
            pass
        return b"".join(parts)


def test_whatever_is_requested(amount, chance, worsen, capfd):
    with PageServer(0) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        before = threading.active_count()
        for _ in range(amount(6, 20_000)):
            text = bytes_of(chance)
            if chance.random() < 0.8:
                text = worsen(text)
            answer = answered(server.server_port, text.encode(errors="surrogatepass"))
            status = re.match(rb"HTTP/1\.0 (\d\d\d) ", answer)  # none where the request was of HTTP/0.9
            assert status is None or status[1] in KNOWN, (text, answer)
            assert b"Traceback" not in answer, (text, answer)
        last = bytes_of(chance).partition("\r\n\r\n")[0].splitlines()[1:3]
        body = json.dumps(PLAYED[0])
        head = ["POST /answer?page=1 HTTP/1.1", *last, f"Content-Length: {len(body)}", "", body]
        assert b'"position": "3,5"' in answered(server.server_port, "\r\n".join(head).encode())
        end = time.monotonic() + 10
        while threading.active_count() > before and time.monotonic() < end:
            time.sleep(0.05)
        assert threading.active_count() <= before
        server.shutdown()
    assert capfd.readouterr() == ("", "")
