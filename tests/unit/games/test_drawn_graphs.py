"""Drawings of graphs, and the graphs that have none."""

from cgt.games.graphs.picture import DrawnGraph


def test_an_empty_graph_has_no_drawing():
    assert (DrawnGraph([], []).text(), DrawnGraph([], []).svg()) == ("", None)
