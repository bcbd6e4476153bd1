"""The server on this machine: it answers its own page, bounds what it is asked, and hears nobody else."""

import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from multiprocessing import Pipe
from multiprocessing.context import SpawnProcess

import pytest

from cgt.apps.cli import main
from cgt.apps.web import server as module
from cgt.apps.web.server import PageGame, PageServer

NEW = {"do": "new", "game": "nim", "position": "3,5"}
HARD = {"do": "new", "game": "cram", "position": "9x9"}


@pytest.fixture
def served():
    with PageServer(0) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()  # it asks so often for its end
        yield server
        server.shutdown()


def _ask(server, path, what, kind="application/json", method="POST"):
    with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=30)) as connection:
        body = None if what is None else json.dumps(what)
        connection.request(method, path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read()


def _played(server, page, what):
    status, answer = _ask(server, f"/answer?page={page}", what)
    assert status == 200
    return json.loads(answer)


def _raw(server, *parts, pause=0.0):
    """All that comes back until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        for part in parts:
            connection.sendall(part)
            time.sleep(pause)
        got = b""
        while True:
            try:
                piece = connection.recv(65536)
            except ConnectionResetError:
                return got
            if not piece:
                return got
            got += piece


def _post(body, path="/answer?page=1", **headers):
    """The bytes of a request; a header that is None is left out."""
    fields = {"Host": "127.0.0.1", "Content-Type": "application/json", "Content-Length": str(len(body))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in fields.items() if value is not None]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode() + body


def _statuses(answer):
    return [line.split()[1].decode() for line in answer.split(b"\r\n") if line.startswith(b"HTTP/")]


def test_only_the_page_may_ask(served):
    assert _ask(served, "/answer", {"do": "games"}, "text/plain")[0] == 400
    assert _ask(served, "/other", {"do": "games"})[0] == 404
    assert _ask(served, "/../secret", None, method="GET")[0] == 404
    assert _ask(served, "/?game=nim", None, method="GET")[0] == 200
    assert _ask(served, "/", None, method="PUT")[0] == 501


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "127.0.0.1@evil.example"},
        {"Host": None},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "other"},
    ],
)
def test_a_foreign_page_is_refused_and_begins_no_game(served, headers):
    assert _statuses(_raw(served, _post(json.dumps(NEW).encode(), **headers))) == ["403"]
    get = _post(b"", path="/", **headers).replace(b"POST", b"GET", 1)
    assert _statuses(_raw(served, get)) == ["403"]
    assert not served._games


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.1:8000"])
def test_this_machine_may_be_called_by_its_names(served, monkeypatch, host):
    monkeypatch.setattr(PageGame, "answer", lambda _game, _request: "{}")  # no process is needed for it
    request = _post(json.dumps(NEW).encode(), Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin")
    assert _statuses(_raw(served, request)) == ["200"]


def test_no_body_is_taken_for_the_next_request(served, monkeypatch):
    """A refused request, and one that is answered, end their connection."""
    asked = []
    monkeypatch.setattr(PageGame, "answer", lambda _game, request: asked.append(request) or "{}")
    hidden = _post(json.dumps(NEW).encode())
    for headers in ({"Content_Type": "text/plain"}, {"Host": "evil.example"}, {"Content_Length": "0"}, {}):
        assert len(_statuses(_raw(served, _post(hidden, **headers)))) == 1
        assert len(_statuses(_raw(served, _post(b"{}", **headers) + hidden))) == 1
    chunked = _post(b"2\r\n{}\r\n0\r\n\r\n" + hidden, Content_Length=None, Transfer_Encoding="chunked")
    assert _statuses(_raw(served, chunked)) == ["400"]
    assert asked == [hidden.decode(), "{}"]


@pytest.mark.parametrize("length", ["-1", "+2", "x", "1e3", "9" * 5000, " ", "\u0663"])
def test_a_length_that_is_none_is_refused(served, length):
    request = _post(b"{}", path="/answer", Content_Length="?").replace(b"?", length.encode())
    assert _statuses(_raw(served, request)) == ["400"]


def test_two_lengths_are_refused(served):
    assert _statuses(_raw(served, _post(b"{}").replace(b"\r\n\r\n", b"\r\nContent-Length: 40\r\n\r\n"))) == ["400"]


def test_a_long_request_is_refused_unread(served):
    assert _statuses(_raw(served, _post(b"{}", Content_Length=str(10**9 - 1)) + b" " * 400_000)) == ["413"]


def test_a_browser_is_told_what_the_page_may_do(served):
    head = _raw(served, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").partition(b"\r\n\r\n")[0].decode()
    for wanted in ("frame-ancestors 'none'", "default-src 'none'", "script-src 'sha256-", "nosniff", "no-store"):
        assert wanted in head
    assert "unsafe-inline" not in head.partition("script-src")[2].partition(";")[0]


@pytest.mark.parametrize("request_", [b"POST /answer HTTP/1.1\r\nHo", _post(b"{}", Content_Length="50")])
def test_a_slow_reader_is_not_waited_for(served, monkeypatch, request_):
    """Bytes that drip in do not prolong the time."""
    monkeypatch.setattr(module, "READ_SECONDS", 0.2)
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.server_port), timeout=10) as connection:
        connection.sendall(request_)
        connection.settimeout(0.05)
        with suppress(ConnectionError):
            while True:
                try:
                    if not connection.recv(100):
                        break
                except TimeoutError:
                    connection.sendall(b" ")
    assert 0.15 < time.monotonic() - began < 5


def test_a_reader_who_leaves_is_no_error(served, capfd):
    for _time in range(5):
        connection = socket.create_connection(("127.0.0.1", served.server_port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.close()  # a reset
    assert _ask(served, "/", None, method="GET")[0] == 200
    time.sleep(0.2)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("path", ["http://[::1", "//[x/", "/?page=[", "http://127.0.0.1/"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_path_that_is_no_address_is_answered(served, method, path, capfd):
    answer = _raw(served, _post(b"{}", path).replace(b"POST", method.encode(), 1))
    assert _statuses(answer) == ["200" if (method, path[:2]) == ("GET", "/?") else "404"]
    assert capfd.readouterr() == ("", "")


def test_too_many_readers_are_turned_away_and_the_rest_served(served):
    served._connections = threading.BoundedSemaphore(2)  # not undone: a reader may release it after the test
    held = [socket.create_connection(("127.0.0.1", served.server_port)) for _each in range(2)]
    time.sleep(0.2)
    assert _raw(served, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
    for connection in held:
        connection.close()
    time.sleep(0.2)
    assert _ask(served, "/", None, method="GET")[0] == 200


def test_a_hard_question_keeps_no_other_page_waiting_and_can_be_stopped(served):
    """Each page has its own game."""
    state = _played(served, "hard", HARD | {"who": "two"})
    _played(served, "easy", NEW)
    assert _played(served, "hard", {"do": "state"}) == state
    answers = []
    asking = threading.Thread(target=lambda: answers.append(_played(served, "hard", {"do": "explain"})))
    asking.start()
    time.sleep(0.1)
    assert _played(served, "easy", {"do": "play", "move": "2 from 2"})["position"] == "3,3"
    assert answers == []
    _ask(served, "/stop?page=hard", {})
    asking.join(20)
    assert answers == [{"stopped": True}]
    assert _played(served, "hard", {"do": "state"}) == state


def test_a_question_has_a_limit(served, monkeypatch):
    """Of a process that never answers."""
    game, process, (here, there) = served.game("1"), Running(), Pipe()
    game._process, game._connection = process, here
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.1)
    assert _played(served, "1", {"do": "explain"}) == {"stopped": True}
    assert there.poll(0), "it was asked"
    assert process.ended
    assert not game.is_awake


@pytest.mark.full  # by default a question that is stopped by hand, and the limit of one that is never answered
def test_a_question_has_a_limit_and_the_game_goes_on(served, monkeypatch):
    state = _played(served, "1", HARD | {"who": "two"})
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.1)
    assert _played(served, "1", {"do": "explain"}) == {"stopped": True}
    monkeypatch.setattr(module, "ANSWER_SECONDS", 20.0)
    assert _played(served, "1", {"do": "state"}) == state


@pytest.mark.full  # by default one that sleeps for its memory, below
def test_a_page_that_sleeps_goes_on_from_its_record(served, monkeypatch):
    monkeypatch.setattr(module, "MOST_PROCESSES", 1)
    _played(served, "1", NEW)
    state = _played(served, "1", {"do": "play", "move": "1 from 2"})
    _played(served, "2", NEW)
    assert not served.game("1").is_awake
    assert _played(served, "1", {"do": "state"}) == state


class Running:
    """A process that only says that it runs."""

    ended = False

    def kill(self):
        self.ended = True

    def join(self):
        assert self.ended


def test_as_many_pages_keep_their_process_as_are_meant(served):
    for count, page in enumerate("abcdef", 1):
        served.game(page)._process = Running()
        awake = [name for name in "abcdef"[:count] if served._games[name].is_awake]
        assert awake == list("abcdef"[max(0, count - module.MOST_PROCESSES) : count])


def test_a_stop_while_a_process_starts_ends_it(monkeypatch):
    game, answers, start = PageGame(), [], SpawnProcess.start
    starting, stopped = threading.Event(), threading.Event()

    def slowly(process):
        starting.set()
        assert stopped.wait(10)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    asking = threading.Thread(target=lambda: answers.append(game.answer(json.dumps(NEW))))
    asking.start()
    assert starting.wait(10)
    game.stop()
    stopped.set()
    asking.join(20)
    assert answers == [module.STOPPED]
    assert not game.is_awake
    assert json.loads(game.answer(json.dumps(NEW)))["position"] == "3,5"
    game.stop()


def test_pages_are_bounded(served, monkeypatch, upto):
    monkeypatch.setattr(module, "MOST_PAGES", 2)
    processes = [Running() for _page in "123"]
    for page, process in zip("123", processes, strict=True):
        served.game(page)._process = process
    assert list(served._games) == ["2", "3"]
    assert [process.ended for process in processes] == [True, False, False]
    if upto(False, full=True):
        for page in "123":
            served.game(page).stop()
            _played(served, page, NEW)
        assert "error" in _played(served, "1", {"do": "state"})
    assert _ask(served, "/answer?page=" + "x" * 100, NEW)[0] == 400


def test_memory_is_bounded_and_the_game_goes_on_from_its_record(served, monkeypatch, upto):
    with monkeypatch.context() as bounds:
        bounds.setattr(module, "LARGEST_MEMORY", 1)
        assert _played(served, "3", NEW)["position"] == "3,5"
        assert not served.game("3").is_awake
    state = _played(served, "3", {"do": "play", "move": "2 from 2"})
    assert state["position"] == "3,3"
    monkeypatch.setattr(module, "MOST_PROCESSES", 1)
    served.game("2")._process = Running()
    assert not served.game("3").is_awake
    if upto(False, full=True):
        with monkeypatch.context() as bounds:
            bounds.setattr(module, "LARGEST_PROCESS", 1)
            starved = _played(served, "3", {"do": "explain"})
            assert starved == {"stopped": True} or "error" in starved
        assert _played(served, "3", {"do": "state"}) == state


def test_a_page_has_a_bound_where_the_system_sets_none():
    """Windows has no `resource`, and macOS lets a process outgrow it."""
    program = """
import sys, time
sys.modules["resource"] = None
from cgt.apps.web import server
server.BETWEEN_LOOKS = 0.01
server._bound_memory(100 << 20)
taken = []
for _ in range(100):
    taken.append(b"x" * (20 << 20))
    time.sleep(0.02)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 1


def test_a_port_that_is_taken_is_told(served, capsys):
    assert main(["web", "--port", str(served.server_port)]) == 2
    assert "no page can be served" in capsys.readouterr().err
    assert main(["web", "--port", "99999999"]) == 2
