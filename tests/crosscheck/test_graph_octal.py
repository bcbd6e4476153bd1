"""Octal games on graphs against their definition, on paths against heaps, and on subdivided stars as published."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

import pytest

import cgt
from cgt.errors import RulesetError

GRAPHS = ["path 5", "cycle 6", "star 4", "complete 4", "grid 2x3", "a-b,b-c,c-d,b-e,e-f", "a-b,c,d-e", "cube 3"]


def components(vertices, edges):
    """The sets of vertices that hang together."""
    left, found = set(vertices), []
    while left:
        part = {left.pop()}
        while more := {b for a, b in edges if a in part and b in left} | {
            a for a, b in edges if b in part and a in left
        }:
            part |= more
            left -= more
        found.append(frozenset(part))
    return found


def value_by_definition(vertices, edges, digits):
    """The nim-value: every set of vertices is tried, and what is left is counted."""

    @cache
    def value(left):
        total = 0
        for part in components(left, edges):
            reached = set()
            for taken, digit in enumerate(digits, start=1):
                for chosen in map(frozenset, combinations(part, taken)):
                    rest = part - chosen
                    if len(components(chosen, edges)) == 1 and digit >> len(components(rest, edges)) & 1:
                        reached.add(value(rest))
            total ^= next(number for number in range(len(reached) + 1) if number not in reached)
        return total

    return value(frozenset(vertices))


@pytest.mark.parametrize("text", GRAPHS)
@pytest.mark.parametrize("code", ["0.33", "0.07", "0.3", "0.137", "0.26"])
def test_graphs_by_definition(code, text):
    game = cgt.games.GraphOctal(code)
    position = game.parse(text)
    vertices, edges = position.state
    digits = [int(digit) for digit in code.removeprefix("0.")]
    assert cgt.nim_value(position) == value_by_definition(vertices, edges, digits)
    for move in position.moves():
        left = position.play(move).state
        assert set(left[0]) == set(vertices) - set(move.split(","))
        assert game.wording.read_move(position, game.wording.write_move(position, move)) == move


@pytest.mark.parametrize("code", ["0.33", "0.07", "0.137", "0.6", "0.35", "0.777"])
def test_paths_are_heaps(code, upto):
    game, heaps = cgt.games.GraphOctal(code), cgt.parse_ruleset(code)
    for length in range(1, upto(9, full=13)):
        assert cgt.nim_value(game.parse(f"path {length}")) == cgt.nim_value(heaps.position(length))


def subdivided_star(*lengths):
    """A vertex with a path of each length hung on it."""
    edges = []
    for arm, length in enumerate(lengths):
        edges += pairwise(["c", *(f"{'abdefg'[arm]}{step}" for step in range(length))])
    return edges


def test_arms_of_stars_count_modulo_three(upto):
    """L. Beaudou and others: in 0.33 an arm may be shortened by three. So the value is that of arms of 0, 1 and 2."""
    game, evaluator = cgt.games.GraphOctal("0.33"), cgt.Evaluator()

    def value(*lengths):
        return evaluator.nim_value(game.position(subdivided_star(*lengths), ["c"]))

    most = upto(4, full=6)
    for lengths in ((a, b, c) for a in range(most) for b in range(a, most) for c in range(b, most)):
        assert value(*lengths) == value(*(length % 3 for length in lengths)), lengths


def test_codes_that_are_none_on_graphs_are_refused():
    for code in ("4.0", "0.3[3]", "0.6!", f"0.{'3' * 21}"):
        with pytest.raises(RulesetError):
            cgt.games.GraphOctal(code)
