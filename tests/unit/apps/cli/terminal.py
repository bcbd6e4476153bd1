"""A scripted terminal: a command behind a pseudo-terminal, and what it says."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time

RUN = "import sys; from cgt.apps.cli import main; sys.exit(main(sys.argv[1:]))"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def _own_the_terminal():
    """Make the terminal the controlling one, so that Ctrl-C typed there interrupts, whatever started the tests."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """`cgt` with some arguments at a terminal of 100 columns; `typed` says when it has answered."""

    def __init__(self, *arguments, patience=30, **environment):
        self.patience = patience
        master, slave = pty.openpty()
        self.master = master
        variables = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "PYTHONUTF8": "1", **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=variables,
            start_new_session=True,
            preexec_fn=_own_the_terminal,  # noqa: PLW1509 - the tests start no threads
        )
        os.close(slave)
        self.raw = ""
        self._seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def _read(self):
        ready, _, _ = select.select([self.master], [], [], 0.05)
        if not ready:
            return b""
        try:
            return os.read(self.master, 65536)
        except OSError:  # Linux's way to say that the other side has closed
            return b""

    def until(self, pattern):
        """What it says up to the pattern; fails when it does not come."""
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            text = ESCAPES.sub("", self.raw).replace("\r\n", "\n")
            found = re.compile(pattern).search(text, self._seen)
            if found:
                said, self._seen = text[self._seen : found.end()], found.end()
                return said
            ended = self.process.poll() is not None
            more = self._read()
            self.raw += more.decode("utf-8", "replace")
            if ended and not more:
                break
        raise AssertionError(f"{pattern!r} did not come; it said:\n{text[self._seen :]}")

    def answer(self, line, pattern="> $"):
        """Type a line, and what it says up to the next prompt."""
        os.write(self.master, (line + "\n").encode())
        return self.until(pattern)

    def press(self, key):
        os.write(self.master, {"ctrl-c": b"\x03", "ctrl-d": b"\x04"}[key])

    def exit_code(self, key=None):
        """The exit code, None if it does not end; a key is pressed again each second.

        While the prompt changes the terminal's mode a key can be lost, and a person presses it again.
        """
        deadline, again = time.monotonic() + self.patience, time.monotonic() + 1
        while self.process.poll() is None and time.monotonic() < deadline:
            if key is not None and time.monotonic() > again:
                again = time.monotonic() + 1
                self.press(key)
            self.raw += self._read().decode("utf-8", "replace")
        while more := self._read():
            self.raw += more.decode("utf-8", "replace")
        return self.process.returncode
