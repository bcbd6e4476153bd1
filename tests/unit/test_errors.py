"""Errors keep what they hold across processes, and show no character that moves a terminal's cursor."""

from __future__ import annotations

import pickle

import pytest

from cgt import errors
from cgt.errors import CGTError, LoopError, ParseError, visible


@pytest.mark.parametrize(
    "error",
    [
        ParseError("a number was expected", "12,x", 3),
        ParseError("bad"),
        LoopError(("a", "b")),
        LoopError(()),
        LoopError(("a",), condition="t >= 1"),
    ],
)
def test_errors_with_fields_pickle(error):
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled in this line
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_every_error_pickles():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, CGTError)]
    assert len(kinds) > 10
    for kind in kinds:
        error = kind(("a",)) if kind is LoopError else kind("a message")
        assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - pickled in this line


CONTROLS = "".join(
    map(chr, [*range(9), *range(11, 32), *range(127, 160), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F)])
)
CONTROLS += "".join(map(chr, [*range(0x2066, 0x206A), 0xD800, 0xFEFF]))


def test_what_moves_the_cursor_is_written_out():
    shown = str(CGTError(f"a{CONTROLS}b"))
    assert shown[0] + shown[-1] == "ab"
    assert shown.isprintable()
    assert visible("a\x1b[31mb\u202ec") == r"a\x1b[31mb\u202ec"
    assert visible("3 ⊕ 5, misère\n\ttab") == "3 ⊕ 5, misère\n\ttab"
