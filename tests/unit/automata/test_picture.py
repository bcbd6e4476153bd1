"""The drawing of an automaton: arrows go from ring to ring, and their tips stay outside."""

import math
import re

import numpy as np

from cgt.automata.picture import RADIUS, svg


def test_an_arrow_ends_just_outside_the_ring_it_points_at():
    drawn = svg(np.array([[1, -1], [-1, 0]]), np.array([False, True]), ["0", "1"])
    rings = [tuple(map(float, place)) for place in re.findall(rf'cx="([^"]+)" cy="([^"]+)" r="{RADIUS}"', drawn)]
    arrows = re.findall(r'd="M (\S+) (\S+) Q \S+ \S+ (\S+) (\S+)"', drawn)
    assert len(rings) == len(arrows) == 2
    for (source, target), (*begin, x, y) in zip(((0, 1), (1, 0)), (map(float, arrow) for arrow in arrows), strict=True):
        assert (
            math.dist(begin, rings[source]) == np.float64(RADIUS) or abs(math.dist(begin, rings[source]) - RADIUS) < 1
        )
        assert abs(math.dist((x, y), rings[target]) - (RADIUS + 2)) < 1
