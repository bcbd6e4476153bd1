"""A text that is no move is refused at once, however it is made; a move among a thousand million is read at once."""

from __future__ import annotations

import contextlib

import pytest

import cgt
from cgt.errors import CGTError, IllegalMoveError, ParseError

NIM = cgt.games.Nim()
pytestmark = pytest.mark.usefixtures("guarded")
LONG = [
    " ," * 9_999 + "x",
    "5 from" + " " * 19_000 + "x",
    "5" + " " * 19_000 + "x",
    "5" + " and " * 3_900 + "x",
    "1 leaving " + "1 " * 9_000 + "x",
    "1 leaving [" + "1," * 9_000,
    "leaving " * 2_400,
    "1" + "\t\n " * 6_000 + "leaving 3",
    "en " * 6_000,
    "-" * 19_999,
    "9" * 20_000,
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:12])
@pytest.mark.parametrize("position", [NIM.position(30), NIM.position(3, 5)], ids=str)
def test_a_long_text_is_refused_at_once(position, text):
    with contextlib.suppress(CGTError):
        assert NIM.wording.read_move(position, text) in set(position.moves())


@pytest.mark.parametrize("heap", [10**9, 10**30])
@pytest.mark.parametrize(
    ("text", "left"),
    [("2 leaving 5,{rest}", -7), ("leave", None), ("take 2", None), ("1 leaving 7", None)],
)
def test_a_move_of_a_huge_heap(heap, text, left):
    kayles = cgt.parse_ruleset("kayles")
    position = kayles.position(heap)
    text = text.format(rest=heap - 7)
    if left is not None:
        assert kayles.wording.read_move(position, text) == (5, heap - 7)
    else:
        with pytest.raises((ParseError, IllegalMoveError)):
            kayles.wording.read_move(position, text)


@pytest.mark.parametrize(
    "text", ["2 from 2", " 2  from   2 ", "take 2 from heap 2", "TAKE 2 FROM HEAP 2", "2\tfrom\n2", "prends 2 du tas 2"]
)
def test_blanks_do_not_matter(text):
    assert NIM.wording.read_move(NIM.position(3, 5), text) == NIM.wording.read_move(NIM.position(3, 5), "2 from 2")


@pytest.mark.parametrize(
    "text", ["1 leaving 3,4", "1, leaving 3 4", "take 1 en laissant 3, 4", "1->3,4", "1 → [3, 4]", "1 ,leave 4,3"]
)
def test_what_is_left_may_be_written_in_many_ways(text):
    kayles = cgt.parse_ruleset("octal(0.77)")
    assert kayles.wording.read_move(kayles.position(8), text) == (3, 4)
