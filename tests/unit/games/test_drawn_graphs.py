"""Drawings of graphs, and the graphs that have none."""

import cgt
from cgt.games.graphs.picture import DrawnGraph


def test_an_empty_graph_has_no_drawing():
    assert (DrawnGraph([], []).text(), DrawnGraph([], []).svg()) == ("", None)


def test_a_grid_is_drawn_in_as_many_lines_as_it_has():
    """Two rows, and the lines between them."""
    game = cgt.parse_ruleset("node-kayles")
    assert game.drawing(game.parse("grid 2x3"), plain=True) == "a1---b1---c1\n|    |    |\na2---b2---c2"


def test_one_spot_is_drawn():
    game = cgt.parse_ruleset("sprouts")
    assert game.drawing(game.parse("1"), plain=True) == "1'''"
