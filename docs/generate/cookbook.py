"""The cookbook: its pieces of code, each with the published answer below it, and the table of what it holds."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import attrs

import cgt

PAGE = Path(__file__).resolve().parents[1] / "cookbook.md"
_PROBLEM = re.compile(r"^### (?P<title>.+)\n\n(?P<said>(?:.+\n)+)(?P<rest>(?:(?!##).*\n)*)", re.MULTILINE)
_PIECE = re.compile(r"^```python\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```", re.MULTILINE)


@attrs.frozen
class Problem:
    """A problem of the page: what it is called, where it is from, its game, the code, and the published answer."""

    title: str
    source: str
    game: str
    code: str
    answer: str

    @property
    def lines(self) -> int:
        """The lines of code that are not empty."""
        return sum(bool(line.strip()) for line in self.code.splitlines())

    def run(self) -> str:
        """The output of the code, each line without spaces at its end."""
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(self.code, self.title, "exec"), {"cgt": cgt})  # noqa: S102 - the page's own code
        return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())


@cache
def problems() -> list[Problem]:
    """The problems in the order of the page."""
    found = []
    for match in _PROBLEM.finditer(PAGE.read_text(encoding="utf-8")):
        said = match["said"].replace("\n", " ")
        source, game = re.match(r"\*(.+?)\.\*", said), re.search(r"Game: `([^`]+)`", said)
        if source is None or game is None:
            raise ValueError(f"{match['title']}: name its source in the first words, and its game")
        code, answer = map("".join, zip(*_PIECE.findall(match["rest"]), strict=True))
        found.append(Problem(match["title"], source[1], game[1], code, answer))
    return found


def table() -> str:
    """Problem, game, lines; raises `ValueError` where the code does not give the published answer."""
    lines = ["| Problem | From | Game | Lines |", "| --- | --- | --- | ---: |"]
    for problem in problems():
        if problem.run() != problem.answer:
            raise ValueError(f"{problem.title}: published is {problem.answer!r}, found {problem.run()!r}")
        anchor = re.sub(r"[^\w -]", "", problem.title.lower()).replace(" ", "-")
        lines.append(f"| [{problem.title}](#{anchor}) | {problem.source} | `{problem.game}` | {problem.lines} |")
    return "\n".join(lines)
