"""The words of the games' lessons, a file for each game: its fields are those of `LessonWords`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from cgt.core.language import _
from cgt.families.lesson_words import LessonWords


def written_words(name: str, **numbers: int) -> LessonWords:
    """The words in the file of this name, in the active language, with these numbers in them.

    >>> written_words("nim").start, written_words("bounded-nim", most=3, cycle=4, next=5, after=9, start=13).changed
    ('5,8', '1, 5, 9, …: leave one more than a multiple of 4.')
    """
    words = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))

    def translated(part: Any) -> Any:  # noqa: ANN401 - a text, a list of texts, or what is none
        if isinstance(part, list):
            return tuple(map(translated, part))
        return _(part).format(**numbers) if part and isinstance(part, str) else part

    return LessonWords(**{field: translated(part) for field, part in words.items()})
