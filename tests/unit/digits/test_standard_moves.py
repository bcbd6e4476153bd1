"""The moves of games as formulas."""

import pytest

from cgt.digits.formula import formula, variables
from cgt.digits.moves import LinearMoves, LinearOption, takeaway_moves
from cgt.digits.system import kary
from cgt.errors import SentenceError


def test_the_quota_left_by_a_take_is_kt_and_q():
    for heaps in (1, 2):
        assert {str(option.result[-1]) for option in takeaway_moves(3, 2, heaps=heaps).options} == {"3t + 2"}


def test_a_size_that_could_fall_for_ever_is_refused():
    """By x + 1 the size -x falls, and the play never ends: nothing would be wrong with any levels."""
    (x,) = variables("x")
    with pytest.raises(SentenceError, match="the size of a position is a sum of its numbers, not -x"):
        LinearMoves(("x",), kary(), (LinearOption((), formula(value=True), (x + 1,)),), -x)
