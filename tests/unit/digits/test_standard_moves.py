"""The moves of games as formulas."""

from cgt.digits.moves import takeaway_moves


def test_the_quota_left_by_a_take_is_kt_and_q():
    for heaps in (1, 2):
        assert {str(option.result[-1]) for option in takeaway_moves(3, 2, heaps=heaps).options} == {"3t + 2"}
