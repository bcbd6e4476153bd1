"""The active language: `_` translates a text for pupils, teachers and players, and `ngettext` its plurals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from cgt.errors import UnknownNameError, translator

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ENTRY = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n)+)', re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}

_code: ContextVar[str] = ContextVar("cgt_language_code", default="en")


def _(message: str) -> str:
    """The message in the active language; English stands in the source, so English needs no catalogue.

    >>> _("the heap is empty")
    'the heap is empty'
    """
    return translator.get()(message)


def ngettext(one: str, many: str, number: int) -> str:
    """The singular or the plural of a message in the active language, by a number; French has the singular for 0, too.

    >>> ngettext("{count} move", "{count} moves", 1), ngettext("{count} move", "{count} moves", 0)
    ('{count} move', '{count} moves')
    """
    return _(one if number == 1 or (number == 0 and active_language() == "fr") else many)


def _locales() -> Traversable:
    """The folder of catalogues, wherever the package was loaded from: a zip file will do."""
    from importlib.resources import files  # slow to load, and needless in English

    return files("cgt") / "locale"


@cache
def _catalogue(code: str) -> Callable[[str], str]:
    """The translator of messages into a language, read from its catalogue file: five milliseconds."""
    entries = _ENTRY.findall((_locales() / f"{code}.po").read_text(encoding="utf-8"))
    known = {_unquote(message): _unquote(translation) for message, translation in entries}
    return lambda message: (known.get(message) or message) if message else ""  # the entry of "" tells of the catalogue


def _unquote(lines: str) -> str:
    """The text of a string that is quoted over several lines."""
    text = "".join(line[1:-1] for line in lines.splitlines())
    return _ESCAPED.sub(lambda result: _ESCAPES.get(result[1], result[1]), text)


def available_languages() -> tuple[str, ...]:
    """Codes of the languages there are: English and every catalogue in the package."""
    names = (file.name for file in _locales().iterdir())
    return ("en", *sorted(name.removesuffix(".po") for name in names if name.endswith(".po")))


def active_language() -> str:
    """The code of the active language.

    >>> active_language()
    'en'
    """
    return _code.get()


@contextmanager
def language(code: str) -> Iterator[None]:
    """Make `code` the active language inside a `with` block.

    Raises:
        UnknownNameError: there is no catalogue of that name.

    >>> with language("en"):
    ...     _("the heap is empty")
    'the heap is empty'
    """
    given, code = code, code.lower()
    if code != "en" and code not in available_languages():
        raise UnknownNameError(f"no language {given!r}: write {' or '.join(available_languages())}")
    token, code_token = translator.set(str if code == "en" else _catalogue(code)), _code.set(code)
    try:
        yield
    finally:
        translator.reset(token)
        _code.reset(code_token)
