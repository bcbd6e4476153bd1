"""Two rulesets on one position, from the texts of positions alone: who minds the order of heaps, and who does not."""

from functools import cache
from itertools import permutations, product

import pytest

import cgt
from cgt.errors import RulesetError

UNORDERED = ("nim", "wythoff", "subtraction(2,5)")
ORDERED = ("vectors((1,2))", "vectors((0,1),(3,1))", "staircase")
GRAPH_GAMES = ("arc-kayles", "node-kayles", "graph-octal(0.3)")
PAIRS = [*product(UNORDERED, ORDERED), *product(ORDERED, UNORDERED), ("nim", "wythoff"), ("king", "knight")]


ruleset = cache(cgt.parse_ruleset)


def left(rule, text):
    """The texts of the options of a position in one ruleset, one for each move."""
    game = ruleset(rule)
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
def test_each_position_of_two_heaps_is_won_by_whom_its_texts_say(kind, one, other, convention, upto):
    game = cgt.parse_ruleset(f"{kind}({one},{other})")
    wrong = []
    for sizes in product(range(upto(4, full=5)), repeat=2):
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


def taken(heaps):
    return [(*heaps[:at], left, *heaps[at + 1 :]) for at, heap in enumerate(heaps) for left in range(heap)]


def touched(heaps, option):
    return [at for at, heap in enumerate(heaps) if heap != option[at]]


def from_an_end(heaps):
    places = [at for at, heap in enumerate(heaps) if heap]
    return [option for option in taken(heaps) if touched(heaps, option)[0] in {places[0], places[-1]}]


def all_different(heaps):
    return [option for option in taken(heaps) if len(set(option) - {0}) == sum(map(bool, option))]


def from_neighbours(heaps):
    """Those of three heaps at most are all side by side."""
    return [option for option in product(*(range(heap + 1) for heap in heaps)) if len(touched(heaps, option)) in {1, 2}]


def down_the_stairs(heaps):
    return [
        tuple(heap - (at == step) * number + (at == step - 1) * number for at, heap in enumerate(heaps))
        for step, there in enumerate(heaps)
        for number in range(1, there + 1)
    ]


def from_two_heaps(heaps):
    steps = product((0, 1), (0, 1), range(1, max(heaps) + 1))
    options = [(heaps[0] - a * number, heaps[1] - b * number) for a, b, number in steps if a or b]
    return [option for option in options if min(option) >= 0]


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("selective", ("end-nim", from_an_end), ("wythoff", from_two_heaps)),
        ("selective", ("staircase", down_the_stairs), ("end-nim", from_an_end)),
        ("push-the-button", ("end-nim", from_an_end), ("wythoff", from_two_heaps)),
        ("push-the-button", ("end-nim", from_an_end), ("staircase", down_the_stairs)),
        ("push-the-button", ("antonim", all_different), ("wythoff", from_two_heaps)),
        ("push-the-button", ("antonim", all_different), ("staircase", down_the_stairs)),
        ("selective", ("circular-nim(2,shrinking)", from_neighbours), ("staircase", down_the_stairs)),
    ],
)
def test_heaps_stay_in_their_places_when_one_is_gone(kind, one, other):
    @cache
    def wins(heaps, pushed):
        options = [(option, pushed) for option in (other if pushed else one)[1](heaps)]
        if kind == "selective":
            options += [(option, pushed) for option in other[1](heaps)]
        elif not pushed:
            options.append((heaps, True))
        return any(not wins(*option) for option in options)

    game = cgt.parse_ruleset(f"{kind}({one[0]},{other[0]})")
    for heaps in product(range(5), repeat=2):
        if one[0] != "antonim" or heaps[0] != heaps[1]:
            assert (cgt.outcome(game.position(*heaps)) is cgt.Outcome.N) is wins(heaps, pushed=False), heaps


DIVIDE, MIND_THE_ORDER = ("kayles", "grundy", "octal(0.0000000000007)"), ("end-nim", "staircase", "circular-nim(2)")


@pytest.mark.parametrize(("one", "other"), list(product(DIVIDE, MIND_THE_ORDER)))
def test_heaps_are_not_divided_where_their_order_counts(one, other):
    """No rule says which of the two parts stands first."""
    message = f"{one} divides heaps, and the order counts in {other}".replace("(", r"\(").replace(")", r"\)")
    for text in (f"selective({one},{other})", f"enforced({other},{one})", f"push-the-button({one},{other})"):
        with pytest.raises(RulesetError, match=message):
            cgt.parse_ruleset(text)
    cgt.parse_ruleset(f"push-the-button({other},{one})")  # once pushed, the order counts no more
