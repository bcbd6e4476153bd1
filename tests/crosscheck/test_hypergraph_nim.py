"""Hypergraph nim, exact and slow, and circular nim, against their definitions and published P-positions."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.errors import CGTError


def value_of(options):
    """The nim-value of a state by its options, each option tried."""

    @cache
    def value(state):
        reached = {value(option) for option in options(state)}
        return next(number for number in range(len(reached) + 1) if number not in reached)

    return value


def by_edges(edges, slow):
    def options(heaps):
        for edge in edges:
            ranges = [
                ((heap - 1,) if slow else range(heap)) if place in edge else (heap,) for place, heap in enumerate(heaps)
            ]
            if all(heaps[place] for place in edge):
                yield from product(*ranges)

    return options


def on_a_circle(most, shrinking):
    def options(heaps):
        count = len(heaps)
        for start in range(count):
            window = {(start + step) % count for step in range(most)}
            for left in product(*(range(heap + 1) if place in window else (heap,) for place, heap in enumerate(heaps))):
                if left != heaps:
                    yield tuple(filter(None, left)) if shrinking else left

    return options


@pytest.mark.parametrize("edges", ["1-2,2-3,1-3", "1,2-3", "1,2,3", "1-2-3,1", "1-2,3-4,2-3"])
@pytest.mark.parametrize("slow", [False, True])
def test_hypergraphs_by_definition(edges, slow, upto):
    game = cgt.parse_ruleset(f"hypergraph-nim({edges}{',slow' * slow})")
    sets = [{int(heap) - 1 for heap in edge.split("-")} for edge in edges.split(",")]
    value, count = value_of(by_edges(sets, slow)), game.counts[0]
    for heaps in product(range(upto(4 if count < 4 else 3, full=6)), repeat=count):
        position = game.position(*heaps)
        assert cgt.nim_value(position) == value(heaps), heaps
        won = [move for move in position.moves() if value(position.play(move).state) == 0]
        assert list(cgt.winning_moves(position)) == won
        assert game.parse(str(position)) == position
    assert str(cgt.parse_ruleset(str(game))) == str(game)


def test_known_cases_of_hypergraphs():
    """Sets of one heap are nim, all sets of up to k heaps Moore's nim, all sets of k heaps exact nim, slow or not."""
    pairs, ones = ["1-2", "1-3", "2-3"], ["1", "2", "3"]
    for heaps in product(range(4), repeat=3):
        for edges, slow, name in [
            (ones, False, "nim"),
            ([*ones, *pairs], False, "moore-nim(2)"),
            (pairs, False, "exact-nim(2)"),
            (pairs, True, "exact-slow-nim(2)"),
        ]:
            game = cgt.parse_ruleset(f"hypergraph-nim({','.join(edges)}{',slow' * slow})")
            known = cgt.parse_ruleset(name)
            assert cgt.outcome(game.position(*heaps)) is cgt.outcome(known.position(*heaps)), (name, heaps)


@pytest.mark.parametrize(
    ("most", "shrinking", "count"),
    [(1, False, 3), (2, False, 4), (2, True, 4), (2, True, 5), (3, False, 5), (3, True, 4)],
)
def test_circles_by_definition(most, shrinking, count, upto):
    game = cgt.parse_ruleset(f"circular-nim({most}{',shrinking' * shrinking})")
    value = value_of(on_a_circle(most, shrinking))
    for heaps in product(range(upto(3, full=4)), repeat=count):
        state = tuple(filter(None, heaps)) if shrinking else heaps
        assert cgt.nim_value(game.position(*heaps)) == value(state), heaps


LOST = {
    (3, 2): lambda a, b, c: a == b == c,
    (4, 2): lambda a, b, c, d: (a, b) == (c, d),
    (4, 3): lambda a, b, c, d: a == b == c == d,
    (5, 2): lambda *h: any(
        h[i] == max(h) and h[(i + 1) % 5] == h[(i + 4) % 5] and h[i] + h[(i + 1) % 5] == h[(i + 2) % 5] + h[(i + 3) % 5]
        for i in range(5)
    ),
    (5, 3): lambda *h: any(
        h[i] == 0 and h[(i + 1) % 5] == h[(i + 4) % 5] == h[(i + 2) % 5] + h[(i + 3) % 5] for i in range(5)
    ),
    (6, 3): lambda a, b, c, d, e, f: a + b == d + e and b + c == e + f,
}
"""M. Dufour and S. Heubach, Circular nim games (2013), by the number of heaps and of neighbours."""


@pytest.mark.parametrize(("count", "most"), sorted(LOST))
def test_published_lost_positions_of_circular_nim(count, most, upto):
    game, evaluator = cgt.parse_ruleset(f"circular-nim({most})"), cgt.Evaluator()
    stop = upto(5 if count < 5 else 4 if count == 5 else 3, full=6 if count < 6 else 4)
    for heaps in product(range(stop), repeat=count):
        assert (evaluator.outcome(game.position(*heaps)) is Outcome.P) == LOST[count, most](*heaps), heaps


def test_what_is_no_hypergraph_is_refused():
    for text in (
        "hypergraph-nim",
        "hypergraph-nim(slow)",
        "hypergraph-nim(0-1)",
        "hypergraph-nim(1-a)",
        "circular-nim(0)",
    ):
        with pytest.raises(CGTError):
            cgt.parse_ruleset(text)
    triangle = cgt.parse_ruleset("hypergraph-nim(1-2,2-3,1-3)")
    for heaps in ((1, 2), (1, 2, 3, 4), (-1, 2, 3)):
        with pytest.raises(CGTError):
            triangle.position(*heaps)
    assert triangle.edges == tuple(combinations(range(3), 2))


def test_a_set_of_heaps_stays_in_one_line_of_the_rules():
    """On a phone "2-3" was broken at its hyphen."""
    rules = cgt.parse_ruleset("hypergraph-nim(1-2,2-3)").rules
    assert rules.endswith(": 1\N{NON-BREAKING HYPHEN}2, 2\N{NON-BREAKING HYPHEN}3.")
