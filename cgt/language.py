"""The language that explanations and play speak; every string a person reads goes through `_`.

The messages of errors are English where they are raised. `error_text` says them in the active language: it knows each
message as the f-string that made it, `there is no ruleset {0}: {1}`, and what fills a hole stays or is a message too.
"""

from __future__ import annotations

import gettext
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cgt.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCALES = Path(__file__).parent / "locale"
_active: ContextVar[gettext.NullTranslations | None] = ContextVar("cgt_language", default=None)
_code: ContextVar[str] = ContextVar("cgt_language_code", default="en")


def _(message: str) -> str:
    """The message in the active language; English stands in the source, so English needs no catalogue.

    >>> _("the heap is empty")
    'the heap is empty'
    """
    translations = _active.get()
    return message if translations is None else translations.gettext(message)


_HOLE = re.compile(r"\{(\d)\}")
_NAMED = re.compile(r'"(\{\d\})"')
_QUOTED = re.compile("'[^']*'|\"[^\"]*\"")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")


def error_text(error: object) -> str:
    r"""The message of an error in the active language; in English where it has no translation.

    >>> error_text(UnknownNameError("there is no ruleset 'nimm': did you mean nim?"))
    "there is no ruleset 'nimm': did you mean nim?"
    >>> with language("fr"):
    ...     error_text(UnknownNameError("there is no ruleset 'nimm': did you mean nim?"))
    "il n’y a pas de jeu 'nimm'\xa0: vouliez-vous dire nim\xa0?"
    """
    return _said(str(error), active_language())


def _said(message: str, code: str) -> str:
    if _QUOTED.fullmatch(message):
        return message  # as it was typed
    for pattern, translated in _error_messages(code):
        if found := pattern.fullmatch(message):
            return _filled(translated, [_said(part, code) for part in found.groups()])
    if _GROUPED.fullmatch(message):
        return message.replace(",", "\N{NO-BREAK SPACE}") if code == "fr" else message
    return _(message) if message else message  # a form of positions, say; the catalogue's header stands under ""


def _filled(text: str, parts: list[str]) -> str:
    return _HOLE.sub(lambda hole: parts[int(hole[1])], text)


@cache
def _error_messages(code: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What error messages look like, each with its translation; those that say more by themselves come first."""
    file = LOCALES / code / "errors.json"
    if code == "en" or not file.exists():
        return ()
    import json

    messages: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    said = sorted(filter(messages.get, messages), key=lambda message: -len(_HOLE.sub("", message)))
    return tuple((_pattern(message), _NAMED.sub(r"\1", messages[message])) for message in said)


def _pattern(message: str) -> re.Pattern[str]:
    """What fills a hole between quotes keeps them: a command's name is no word to translate. A French colon is none."""
    named = re.sub(r'"\\\{\d\\\}"', '(".*?")', re.escape(message)).replace(":", "(?<!\N{NO-BREAK SPACE}):")
    return re.compile(re.sub(r"\\\{\d\\\}", "(.*?)", named), re.DOTALL)


def available_languages() -> tuple[str, ...]:
    """Codes of the languages there are: English and every catalogue in the package."""
    return ("en", *sorted(path.parent.parent.name for path in LOCALES.glob("*/LC_MESSAGES/cgt.mo")))


def active_language() -> str:
    """The code of the language that is spoken now.

    >>> active_language()
    'en'
    """
    return _code.get()


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak the language `code` inside a `with` block.

    Raises:
        UnknownNameError: there is no catalogue of that name.

    >>> with language("en"):
    ...     _("the heap is empty")
    'the heap is empty'
    """
    if code not in available_languages():
        raise UnknownNameError(f"no language {code!r}: there is {', '.join(available_languages())}")
    english = code == "en"
    token, code_token = (
        _active.set(None if english else gettext.translation("cgt", LOCALES, languages=[code])),
        _code.set(code),
    )
    try:
        yield
    finally:
        _active.reset(token)
        _code.reset(code_token)
