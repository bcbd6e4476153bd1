"""Two rulesets on one position, from the texts of positions alone: who minds the order of heaps, and who does not."""

from functools import cache
from itertools import permutations, product

import pytest

import cgt

UNORDERED = ("nim", "wythoff", "subtraction(2,5)")
ORDERED = ("vectors((1,2))", "vectors((0,1),(3,1))", "staircase")
GRAPH_GAMES = ("arc-kayles", "node-kayles", "graph-octal(0.3)")
PAIRS = [*product(UNORDERED, ORDERED), *product(ORDERED, UNORDERED), ("nim", "wythoff"), ("king", "knight")]


def left(rule, text):
    """The texts of the options of a position in one ruleset, one for each move."""
    game = cgt.parse_ruleset(rule)
    position = game.parse(text)
    return [game.wording.position_text(position.play(move)) for move in position.moves()]


@cache
def is_lost(kind, one, other, text, due, *, misere):
    """Whether the player to move loses, where it is `due` to ask, to enforce or to move by a ruleset, or to push."""
    if kind == "selective":
        options = [(option, None) for rule in (one, other) for option in left(rule, text)]
    elif kind == "enforced" and due is None:
        options = [(text, "asked")]
    elif kind == "enforced" and due == "asked":
        options = [(text, one), (text, other)]
    elif kind == "enforced":
        options = [(option, rule) for option in left(due, text) for rule in (one, other)]
    else:
        options = [(option, due) for option in left(due or one, text)] + ([] if due else [(text, other)])
    lost = [is_lost(kind, one, other, option, then, misere=misere) for option, then in options]
    return not any(lost) if options else not misere


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=map("-".join, PAIRS))
@pytest.mark.parametrize("kind", ["selective", "enforced", "push-the-button"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_each_position_of_two_heaps_is_won_by_whom_its_texts_say(kind, one, other, convention):
    game = cgt.parse_ruleset(f"{kind}({one},{other})")
    wrong = []
    for sizes in product(range(5), repeat=2):
        text = ",".join(map(str, sizes))
        lost = is_lost(kind, one, other, text, None, misere=convention == "misere")
        if (cgt.outcome(game.parse(text), convention) is cgt.Outcome.P) is not lost:
            wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("kind", ["selective", "enforced"])
def test_pairs_are_listed_in_the_order_that_one_ruleset_minds(kind):
    rule = f"{kind}(wythoff,vectors((1,2)))"
    two = ("wythoff", "vectors((1,2))")
    pairs = product(range(5), repeat=2)
    lost = [(x, y) for x, y in pairs if is_lost(kind, *two, f"{x},{y}", None, misere=False)]
    assert cgt.p_positions(rule, 5) == lost
    assert any(pair[0] > pair[1] for pair in lost)


def test_moves_to_mirror_images_are_two_moves():
    """A move is left out only where the other ruleset leaves the same heaps in their places."""
    game = cgt.parse_ruleset("selective(subtraction(1,3),bounded-nim(2))")
    moves = [game.wording.move_text(game.position(5, 5), move) for move in game.position(5, 5).moves()]
    assert {f"bounded-nim(2): take 2 from heap {heap}" for heap in (1, 2)} <= {*moves}
    assert cgt.outcome(cgt.parse_position("blocked(selective(subtraction(3),subtraction(2)),2) 2,2")) is cgt.Outcome.N


@pytest.mark.parametrize(("one", "other"), list(permutations(GRAPH_GAMES, 2)))
@pytest.mark.parametrize("kind", ["selective", "enforced", "push-the-button"])
def test_a_vertex_on_which_one_ruleset_has_no_move_stays_for_the_other(kind, one, other):
    """Arc Kayles leaves lone vertices, which the others take."""
    game = cgt.parse_ruleset(f"{kind}({one},{other})")
    for text in ("a", "a-b,c", "a-b,b-c,c-d", "a-b,b-c,c-d,a-d,d-e"):
        expected = vertex_play(kind, one, other, *edges_and_vertices(text))
        assert (cgt.outcome(game.parse(text)) is cgt.Outcome.N) is expected, text


def edges_and_vertices(text):
    edges = frozenset(frozenset(entry.split("-")) for entry in text.split(",") if "-" in entry)
    return edges, frozenset(text) - {"-", ","}


def cut(rule, edges, vertices):
    """What is left by each move of a ruleset: edges and vertices."""
    near = {vertex: {vertex}.union(*(edge for edge in edges if vertex in edge)) for vertex in vertices}
    if rule == "arc-kayles":
        gone = list(edges)
    elif rule == "node-kayles":
        gone = list(near.values())
    else:  # one vertex that leaves its component in one piece, or takes all of it
        gone = [{vertex} for vertex in vertices if in_one_piece(edges, near[vertex] - {vertex}, vertex)]
    return [(frozenset(edge for edge in edges if not edge & each), vertices - each) for each in gone]


def in_one_piece(edges, wanted, without):
    """Whether vertices are joined to each other by paths without one of them."""
    joined = set(list(wanted)[:1])
    for _ in edges:
        joined |= {end for edge in edges if without not in edge and edge & joined for end in edge}
    return wanted <= joined


@cache
def vertex_play(kind, one, other, edges, vertices, due=None):
    """Whether the player to move wins in normal play, by the definition."""
    if kind == "selective":
        options = [(*left, None) for rule in (one, other) for left in cut(rule, edges, vertices)]
    elif kind == "push-the-button":
        options = [(*left, due) for left in cut(due or one, edges, vertices)]
        options += [] if due else [(edges, vertices, other)]
    elif due is None:  # a ruleset without a move to a lost position is enforced
        return all(vertex_play(kind, one, other, edges, vertices, rule) for rule in (one, other))
    else:
        options = [(*left, None) for left in cut(due, edges, vertices)]
    return any(not vertex_play(kind, one, other, *option) for option in options)
