"""The drawing of an automaton: arrows go from ring to ring, and their tips stay outside."""

import math
import re

import numpy as np

from cgt.digits.automaton import RADIUS, drawing


def test_an_arrow_ends_just_outside_the_ring_it_points_at():
    """From a ring to one beside it, and to the one below that."""
    drawn = drawing(np.array([[1, 2], [2, -1], [-1, -1]]), np.array([False, False, True]), ["0", "1"])
    rings = [tuple(map(float, place)) for place in re.findall(rf'cx="([^"]+)" cy="([^"]+)" r="{RADIUS}"', drawn)]
    arrows = re.findall(r'd="M (\S+) (\S+) Q (\S+) (\S+) (\S+) (\S+)"', drawn)
    assert len(rings) == len(arrows) == 3
    for (source, target), arrow in zip(((0, 1), (0, 2), (1, 2)), arrows, strict=True):
        *begin, bend_x, bend_y, x, y = map(float, arrow)
        (left, top), (right, bottom) = rings[source], rings[target]
        assert abs(math.dist(begin, (left, top)) - RADIUS) < 1
        assert abs(math.dist((x, y), (right, bottom)) - (RADIUS + 2)) < 1
        # The bend lies beside the middle, at a right angle.
        across, down = bend_x - (left + right) / 2, bend_y - (top + bottom) / 2
        assert abs(math.hypot(across, down) - 0.18 * math.dist(rings[source], rings[target])) < 1
        assert abs(across * (right - left) + down * (bottom - top)) < math.dist(rings[source], rings[target])


def test_a_drawing_says_what_it_is_to_those_who_do_not_see_it():
    for states, words in (
        (1, "automaton of 1 state"),
        (2, "automaton of 2 states"),
        (41, "41 states: too many to draw"),
    ):
        assert f"<title>{words}</title>" in drawing(np.full((states, 1), -1), np.zeros(states, dtype=bool), ["0"])


def test_every_ring_lies_within_the_drawing():
    """Six states in a row, and three one below the other."""
    for steps in ([[state + 1] for state in range(5)] + [[-1]], [[1, 2, 3], *[[-1, -1, -1]] * 3]):
        drawn = drawing(np.array(steps), np.zeros(len(steps), dtype=bool), "012"[: len(steps[0])])
        width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', drawn).groups())
        rings = re.findall(rf'cx="([^"]+)" cy="([^"]+)" r="{RADIUS}"', drawn)
        assert len(rings) == len(steps)
        assert all(RADIUS < float(x) < width - RADIUS and RADIUS < float(y) < height - RADIUS for x, y in rings)


def test_no_letters_lie_on_others():
    """A ring with a loop below another ring, whose arrow comes from there, as in the winning pairs of takeaway(n)."""
    steps = np.array([[0, 1, 0, 2], [1, 1, 2, 2], [2, 2, 2, 2]])
    drawn = drawing(steps, np.array([False, False, True]), ["00", "01", "10", "11"])
    letters = re.findall(r'<text x="([^"]+)" y="([^"]+)" font-size="11"[^>]*>([^<]+)<', drawn)
    assert sorted(label for _x, _y, label in letters) == ["00 01", "00 01 10 11", "00 10", "01", "10 11", "11"]
    boxes = [(float(x), float(y), 3.2 * len(label)) for x, y, label in letters]  # the middle, and half the width
    for one, (x, y, half) in enumerate(boxes):
        for to_x, to_y, other in boxes[one + 1 :]:
            assert abs(x - to_x) > half + other or abs(y - to_y) > 11
    height = float(re.search(r'viewBox="0 0 \S+ (\S+)"', drawn)[1])
    lowest = max(y for _x, y, _half in boxes)
    assert lowest < height < lowest + 40  # and there is no empty strip below
