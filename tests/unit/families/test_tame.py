"""What is said of misère play where no heap is worth more than 1, and only there."""

import pytest

import cgt


@pytest.mark.parametrize(("heaps", "said"), [((1, 1), True), ((1, 1, 1), True), ((1, 2), False), ((2, 2), False)])
def test_ones_are_spoken_of_where_there_are_ones_alone(heaps, said):
    explanation = cgt.solve(cgt.games.Nim().position(*heaps), "misere").explanation
    assert ("no heap is worth more than 1" in explanation) is said
