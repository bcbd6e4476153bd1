"""Walks on directed graphs, whose play may go round, against a fixpoint written out here."""

from __future__ import annotations

from random import Random

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.errors import CGTError

WALK = cgt.parse_ruleset("walk")


def outcomes(edges, vertices, *, misere):
    """N, P or D of each vertex: what is settled by its options is settled, until nothing changes."""
    found = {}
    changed = True
    while changed:
        changed = False
        for vertex in vertices:
            after = [found.get(end) for start, end in edges if start == vertex]
            if vertex in found:
                continue
            if not after:
                found[vertex] = "N" if misere else "P"
            elif "P" in after:
                found[vertex] = "N"
            elif set(after) == {"N"}:
                found[vertex] = "P"
            changed = changed or vertex in found
    return {vertex: found.get(vertex, "D") for vertex in vertices}


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_random_graphs_against_a_fixpoint(convention, upto):
    random = Random(5)
    met = set()
    for _ in range(upto(30, full=600)):
        vertices = "abcdef"[: random.randrange(2, 7)]
        edges = sorted({tuple(random.choices(vertices, k=2)) for _ in range(random.randrange(1, 10))})
        wanted = outcomes(edges, vertices, misere=convention == "misere")
        for vertex in {end for edge in edges for end in edge}:
            position = WALK.position(vertex, edges)
            assert WALK.parse(str(position)) == position
            solution = cgt.solve(position, convention)
            assert str(solution.outcome) == wanted[vertex], position
            assert sorted(solution.winning_moves) == sorted(b for a, b in edges if a == vertex and wanted[b] == "P")
            met.add(wanted[vertex])
    assert met == {"N", "P", "D"}


def test_sums_with_nim_and_with_each_other(upto):
    """Against the fixpoint of the sum's own graph, whose vertices are the pairs."""
    random = Random(7)
    for _ in range(upto(15, full=200)):
        edges = sorted({tuple(random.choices("abcd", k=2)) for _ in range(5)})
        start = edges[0][0]
        heap = random.randrange(1, 4)
        pairs = [(vertex, size) for vertex in "abcd" for size in range(heap + 1)]
        moves = [((a, size), (b, size)) for a, b in edges for size in range(heap + 1)]
        moves += [
            ((vertex, size), (vertex, less)) for vertex in "abcd" for size in range(heap + 1) for less in range(size)
        ]
        wanted = outcomes(moves, pairs, misere=False)
        position = WALK.position(start, edges) + cgt.games.Nim().position(heap)
        assert str(cgt.solve(position).outcome) == wanted[start, heap], position


def test_a_draw_is_told_with_its_certificate():
    solution = cgt.solve(cgt.parse_position("walk a: a>b,b>c,c>a,c>d,d>e"))
    assert solution.outcome is Outcome.D
    assert "5 labels, each checked" in solution.reference
    assert dict(solution.details) == {"value": "∞(∅)", "moves that keep the draw": "go to b"}


def test_the_moves_that_keep_a_draw_are_said_as_winning_moves_are():
    solution = cgt.solve("walk a: a>b,b>a + nim 1")
    assert dict(solution.details)["moves that keep the draw"] == "in walk a: a>b,b>a: go to b; in nim 1: take 1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("walk a", "where the token lies"),
        ("walk z: a>b", "of the graph: one without edges is named among them, such as a: a,b>c, at character 6"),
        ("walk a: a>b,a>b", "stands there twice, at character 13"),
        ("walk a: a>b>c", "character 9"),
        ("walk a: a>,b", "character 9"),
        ("walk a: a-b", "character 9"),
    ],
)
def test_bad_walks_are_refused_with_their_place(text, message):
    with pytest.raises(CGTError, match=message):
        cgt.parse_position(text)


def test_a_walk_of_many_roads(upto):
    last = upto(1_500, full=20_000)
    edges = [(str(number), str(number + 1)) for number in range(1, last)] + [(str(last), "1")]
    assert cgt.solve(WALK.position("1", edges)).outcome is Outcome.D


@pytest.mark.parametrize(
    ("text", "outcome", "value"),
    [
        ("walk a: a>b,a>c,c>a", "N", 1),
        ("walk a: a>b,a>c,c>a + kayles 3", "N", 2),
        pytest.param("walk a: a>b,a>c,c>a + grundy 7,7 + kayles 3", "N", 2, marks=pytest.mark.full),
        ("walk a: a>b,a>c,c>d,d>c", "N", None),
        ("walk a: a>b,b>a", "D", None),
    ],
)
def test_a_finite_value_is_a_nim_value_though_play_may_go_round(text, outcome, value):
    """From c of the first walk one can only go back to a, from which one goes to b: c is worth 0, and a is worth 1."""
    solution = cgt.solve(text)
    assert (solution.outcome.value, solution.nim_value) == (outcome, value)
