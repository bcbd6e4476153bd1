"""Drawings of graphs, and the graphs that have none."""

import math
import re

import pytest

import cgt
from cgt.core.sketch import drawing_of, picture_of
from cgt.games.graphs.graph_picture import DrawnGraph


def test_an_empty_graph_has_no_drawing():
    assert (DrawnGraph([], []).text(), DrawnGraph([], []).svg()) == ("", None)


def test_a_grid_is_drawn_in_as_many_lines_as_it_has():
    """Two rows, and the lines between them."""
    game = cgt.parse_ruleset("node-kayles")
    assert drawing_of(game.parse("grid 2x3"), plain=True) == "a1---b1---c1\n|    |    |\na2---b2---c2"


def test_one_spot_is_drawn():
    game = cgt.parse_ruleset("sprouts")
    assert drawing_of(game.parse("1"), plain=True) == "1'''"


def test_an_edge_stands_on_the_ground_below_its_other_end():
    game = cgt.parse_ruleset("hackenbush")
    drawn = picture_of(game.parse("ground-a,ground-b,a-b"))
    edges = {name: path.split() for path, name in re.findall(r'<path d="([^"]+)"[^>]*data-part="(.+?)"', drawn)}
    feet = {name: (path[0].strip("M").split(","), path[-1].split(",")) for name, path in edges.items()}
    (a, b), (a_top, b_top) = (feet[f"ground-{name}"][0] for name in "ab"), feet["a-b"]
    assert (a[0], b[0]) == (a_top[0], b_top[0])
    assert a[1] == b[1] > a_top[1] == b_top[1]


def test_a_picture_holds_all_of_its_vertices():
    """And no more than a vertex's breadth beside them."""
    drawn = DrawnGraph(["a", "b", "c"], [("a", "b"), ("b", "c")]).svg()
    width, height = (int(re.search(rf'{side}="(\d+)"', drawn)[1]) for side in ("width", "height"))
    circles = [tuple(map(float, circle)) for circle in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)]
    assert len(circles) == 3
    assert max(x + r for x, _y, r in circles) <= width <= max(x + 2 * r for x, _y, r in circles) + 1
    assert max(y + r for _x, y, r in circles) <= height <= max(y + 2 * r for _x, y, r in circles) + 1


def test_the_forms_that_nimstring_asks_for_are_read():
    game = cgt.parse_ruleset("nimstring")
    forms = ("ground-a,a-b,b-c", "2x3", "path 4")
    assert (
        game.position_form
        == "strings, some from the ground, such as {}, or {}, a board of boxes, or {}; 0 when none is left".format(
            *forms
        )
    )
    assert all(map(game.parse, forms))


@pytest.mark.parametrize("text", ["a-b", "a-b,c-d,ground-a", "b-c,ground-a", "a-b,a-c,b-c,c-d"])
def test_strings_that_no_path_joins_to_the_ground_are_drawn(text):
    """In Strings and Coins they stay when the strings below them are cut."""
    game = cgt.parse_ruleset("nimstring")
    drawn = picture_of(game.parse(text))
    assert all(f'data-part="{edge}"' in drawn for edge in text.split(","))
    places = set(re.findall(r'<circle cx="([^"]*)" cy="([^"]*)"', drawn))
    assert len(places) == len({end for edge in text.split(",") for end in edge.split("-")} - {"ground"})


def test_a_long_name_fits_into_its_vertex():
    drawn = picture_of(cgt.parse_position("geography marseille: marseille-lyon,lyon-abcdef"))
    assert len(re.findall(r'textLength="22"[^>]*>(marse…|abcdef)<', drawn)) == 2
    assert "textLength" not in picture_of(cgt.parse_position("geography lyon: lyon-b"))


def test_a_game_that_forbids_nothing_says_so():
    assert "nothing is forbidden" in cgt.parse_ruleset("blocked(kayles,1)").rules
    assert "1 at most" in cgt.parse_ruleset("blocked(kayles,2)").rules


@pytest.mark.parametrize("text", ["a<b,a<c,b<d,c<d,e<d", "subsets 3", "chain 4", "chomp 2x3", "a<b,b<c,d<c,e", "a"])
def test_greater_elements_of_an_order_are_drawn_above(text):
    game = cgt.parse_ruleset("poset")
    position = game.parse(text)
    _elements, covers = position.state
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="13"[^>]*data-part="([^"]*)"', picture_of(position))
    places = {name: (float(x), float(y)) for x, y, name in circles}
    assert len(set(places.values())) == len(places) == len(position.state[0])
    assert all(places[upper][1] < places[lower][1] for lower, upper in covers)


def test_the_tip_of_an_arrow_touches_the_ring_that_it_points_at():
    """A triangle whose corner is at the ring of b, and whose side is farther from it."""
    drawn = picture_of(cgt.parse_position("walk a: a>b"))
    rings = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="13"[^>]*data-part="b"', drawn)
    (tip,) = re.findall(r'<path d="M([^"]+) z"', drawn)
    corners = [tuple(map(float, corner.split(","))) for corner in tip.split(" L")]
    near, *far = sorted(math.dist(corner, tuple(map(float, rings[0]))) for corner in corners)
    assert 13 <= near <= 15
    assert all(24 <= one <= 28 for one in far)
