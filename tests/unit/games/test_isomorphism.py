"""Isomorphic graphs become the same graph: always with nauty, never wrongly without it."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import cgt
from cgt.games.graphs import graph as graphs
from cgt.games.graphs.graph import graph_of, read_graph


@pytest.fixture(params=["nauty", "refinement"])
def numbered_by(request, monkeypatch):
    if request.param == "nauty":
        pytest.importorskip("pynauty")
    else:
        monkeypatch.setattr(graphs, "_nauty", lambda: None)
    return request.param


def random_graph(rng, count):
    names = [str(number) for number in range(1, count + 1)]
    return graph_of(names, [(a, b) for a in names for b in names if int(a) < int(b) and rng.random() < 0.5])


def shuffled(rng, graph):
    names = list(graph[0])
    rng.shuffle(names)
    new = dict(zip(graph[0], names, strict=True))
    return graph_of(names, [(new[a], new[b]) for a, b in graph[1]])


def least_form(graph):
    """The least list of edges over all numberings: the definition of the same up to names."""
    forms = []
    for order in permutations(range(len(graph[0]))):
        new = dict(zip(graph[0], order, strict=True))
        forms.append(sorted(tuple(sorted((new[a], new[b]))) for a, b in graph[1]))
    return len(graph[0]), min(forms)


def test_equal_names_mean_isomorphic_and_with_nauty_the_other_way_round(numbered_by, upto):
    rng = random.Random(7)
    known = {}
    for _ in range(upto(60, full=600)):
        graph = random_graph(rng, rng.randrange(1, 6))
        found = graphs.relabelled(graph)
        assert graphs.relabelled(found) == found
        assert least_form(found) == least_form(graph)
        if numbered_by == "nauty":
            assert known.setdefault(repr(least_form(graph)), found) == found
            assert graphs.relabelled(shuffled(rng, graph)) == found


@pytest.mark.parametrize("text", ["0", "a", "a-b,c-d", "petersen", "cube 3", "grid 2x4"])
def test_what_has_symmetries_is_its_own_representative_then(numbered_by, text):
    found = graphs.relabelled(read_graph(text))
    assert graphs.relabelled(found) == found


# Grids of Node Kayles and the Petersen graph: computed twice outside of this library.
@pytest.mark.parametrize(("text", "value"), [("grid 3x4", 0), ("grid 3x3", 1), ("grid 3x5", 3), ("petersen", 1)])
def test_the_numbering_changes_no_value(numbered_by, text, value):
    assert cgt.Evaluator().nim_value(cgt.parse_position(f"node-kayles {text}")) == value
