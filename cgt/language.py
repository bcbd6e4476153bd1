"""The language that explanations and play speak; every string a person reads goes through `_`."""

from __future__ import annotations

import gettext
from contextlib import contextmanager
from contextvars import ContextVar
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
