"""A griffe extension: the examples in docstrings become code blocks, wherever in the text they stand."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object


class FenceDoctests(Extension):
    """Put a fence around every run of lines that starts with `>>>`."""

    def on_instance(self, *, obj: Object, **_kwargs: Any) -> None:  # noqa: ANN401  # griffe's own signature
        """Called for every object that griffe has read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with a fence around each example: from its first prompt to the next empty line."""
    lines: list[str] = []
    indent: str | None = None
    for line in [*text.splitlines(), ""]:
        bare = line.lstrip()
        if indent is None and bare.startswith(">>> "):
            indent = line[: len(line) - len(bare)]
            lines.append(f"{indent}```pycon")
        elif indent is not None and not bare:
            lines.append(f"{indent}```")
            indent = None
        lines.append(line)
    return "\n".join(lines[:-1])
