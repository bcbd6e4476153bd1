"""The output of a command, run while the site is built."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from tempfile import TemporaryDirectory
from textwrap import TextWrapper

PROMPT = "> "
WIDTH = 80
"""Columns that a page shows without cutting them; longer lines are broken between words, as a terminal does."""


def show(command: str, *, typed: tuple[str, ...] = (), code: int = 0) -> str:
    """The command, what it prints, and what was typed at its prompts, as a code block.

    Raises:
        RuntimeError: the command did not end with the exit code `code`.
    """
    return _block(_run(command, typed, code))


def session(*commands: str) -> str:
    """Several commands in one directory, which is empty at first, as one code block.

    Raises:
        RuntimeError: a command failed.
    """
    with TemporaryDirectory() as directory:
        return _block(*(_run(command, directory=directory) for command in commands))


def _block(*transcripts: str) -> str:
    return "\n".join(["```console", *transcripts, "```"])


def _run(command: str, typed: tuple[str, ...] = (), code: int = 0, directory: str | None = None) -> str:
    environment = os.environ | {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=directory,
        check=False,
    )
    if done.returncode != code:
        raise RuntimeError(f"`{command}` ended with {done.returncode}, not {code}: {done.stderr}")
    printed = _with_answers(done.stdout + done.stderr, typed)
    lines = (line.rstrip() for line in printed.strip("\n").splitlines())
    return "\n".join([f"$ {command}", *(part for line in lines for part in wrap(line) or [""])])


wrap = TextWrapper(WIDTH, drop_whitespace=True, replace_whitespace=False, break_on_hyphens=False).wrap


def _with_answers(printed: str, typed: tuple[str, ...]) -> str:
    """The transcript with each answer written after its prompt, as one sees it on a screen."""
    pieces = printed.split(PROMPT)
    answers = [*(f"{PROMPT}{line}\n" for line in typed), *[PROMPT] * len(pieces)]
    return "".join(
        piece + (answer if index + 1 < len(pieces) else "")
        for index, (piece, answer) in enumerate(zip(pieces, answers, strict=False))
    )
