"""`position(...)` of every game: what is no position is refused by name, and what is one is written and read again."""

from __future__ import annotations

import math
from inspect import signature
from itertools import islice

import pytest

import cgt
from cgt.core.language import language
from cgt.errors import IllegalMoveError, PositionError, visible
from cgt.families.registry import example_ruleset

NAMES = cgt.ruleset_names()


class Foreign:
    """A position of a class of its own."""

    def moves(self):
        return ()

    def play(self, move):
        raise AssertionError(move)


JUNK = [
    None,
    -1,
    1.5,
    True,
    math.nan,
    10**400,
    "x",
    "",
    "3,4",
    b"",
    (),
    [],
    {},
    set(),
    frozenset({1}),
    (1, 2, 3),
    (3, 1, 2),
    (0, 0),
    [[1]],
    ((1, 2), (3,)),
    (((),),),
    ("a", "b"),
    [],
    [("a", "b")],
    [(1, 2), (2, 3)],
    [(0, 1), (1, 0)],
    [({}, 1)],
    {"a": "b"},
    object(),
    Foreign(),
    cgt.parse_position("kayles 3"),
    cgt.parse_position("wythoff 3,5 + nim 2"),
    range(3),
    iter([1]),
    len,
]


def made(game, *arguments):
    """The position that a game makes, None where it refuses by name; any other error goes through."""
    try:
        return game.position(*arguments)
    except PositionError as error:
        message = str(error)
    assert len(message.splitlines()) == 1
    assert len(message) < 400
    assert message == visible(message)
    return None


def takes(game, arguments):
    """Whether `position` takes so many arguments."""
    try:
        signature(game.position).bind(*arguments)
    except TypeError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_junk_is_refused_by_name_or_is_a_position(name):
    """What is accepted is read from its text again, so that `position` takes nothing that `parse` refuses."""
    game = example_ruleset(name)
    for junk in JUNK:
        for arguments in filter(lambda given: takes(game, given), ((junk,), (junk, junk), (3, junk))):
            position = made(game, *arguments)
            assert position is None or game.parse(game.wording.position_text(position)) == position, arguments


@pytest.mark.parametrize("name", NAMES)
def test_a_lone_state_is_refused_or_is_what_a_person_says(name):
    """A state as the search has it, or one that is none, never becomes another position in silence."""
    game = example_ruleset(name)
    for position in list(game.sample_positions(3))[:40]:
        state = getattr(position, "state", None)
        if isinstance(state, tuple) and all(type(number) is int for number in state):
            again = made(game, state)
            assert again is None or game.parse(str(again)) == again


SAID = [
    ("cram", (3, 4), "3x4"),
    ("notakto", (3, 3), "3x3"),
    ("chomp", (4, 3, 3), "4,3,3"),
    ("euclid", (3, 5), "3,5"),
    ("lim", (3, 5, 6), "3,5,6"),
    ("sprouts", (3,), "3"),
    ("brussels-sprouts", (2,), "4,4"),
    ("dawsons-pawns", (9,), "9"),
    ("nim", (3, 5), "3,5"),
    ("takeaway(2n)", (50, 2), "50:49,2:1"),
    ("ruler", (2, 5), "2,5"),
    ("tartan(ruler,twins)", ((1, 3), (2, 2)), "1:3,2:2"),
    ("kotzig(10,1,2)", (5, [0, 3]), "5: 0,3"),
    ("node-kayles", ([("a", "b"), ("b", "c")], ["d"]), "a-b,b-c,d"),
    ("arc-kayles", ([(1, 2)],), "1-2"),
    ("hackenbush", ([("ground", "a"), ("a", "b")],), "ground-a,a-b"),
    ("poset", ([("a", "b")], ["c"]), "a<b,c"),
    ("geography", ("a", [("a", "b")]), "a: a-b"),
    ("walk", ("a", [("a", "b"), ("b", "a")]), "a: a>b,b>a"),
    ("with-pass(nim)", (3, 5), "3,5"),
    ("blocked(wythoff,2)", (3, 5), "3,5"),
]


@pytest.mark.parametrize(("name", "arguments", "text"), SAID)
def test_positions_are_made_as_they_are_said(name, arguments, text):
    game = cgt.parse_ruleset(name)
    assert game.position(*arguments) == game.parse(text)
    assert game.wording.position_text(game.position(*arguments)) == game.wording.position_text(game.parse(text))


@pytest.mark.parametrize(
    ("name", "arguments", "advice"),
    [
        ("cram", ((3, 4),), "position(3, 4)"),
        ("chomp", ((3, 2, 1),), "position(3, 2, 1)"),
        ("nim", ([3, 5],), "position(3, 5)"),
        ("wythoff", ((3, 5),), "position(3, 5)"),
        ("ruler", ((2, 5),), "position(2, 5)"),
    ],
)
def test_advice_works(name, arguments, advice):
    game = cgt.parse_ruleset(name)
    with pytest.raises(PositionError) as refusal:
        game.position(*arguments)
    assert str(refusal.value).endswith(advice)
    assert game.position(*arguments[0]) == game.parse(("x" if name == "cram" else ",").join(map(str, arguments[0])))


@pytest.mark.parametrize("name", ["moore-nim(2)", "exact-nim(2)", "exact-slow-nim(2)", "cyclic-nimhoff(3)"])
def test_no_heaps_are_the_empty_heap(name):
    game = cgt.parse_ruleset(name)
    assert game.position() == game.parse("0") == game.position(0)
    assert cgt.games.GlobalTakeAway("2n").position() == cgt.games.GlobalTakeAway("2n").parse("0")


def test_graphs_of_networkx_are_taken_where_edges_may_be_parallel_or_have_a_direction():
    networkx = pytest.importorskip("networkx")
    edges = [("ground", "a"), ("ground", "a"), ("a", "b")]
    bush = cgt.games.Hackenbush()
    assert bush.position(networkx.MultiGraph(edges)) == bush.position(edges)
    assert cgt.games.Nimstring().position(networkx.MultiGraph(edges)) == cgt.games.Nimstring().position(edges)
    order = networkx.DiGraph([(0, 1), (1, 2)])
    assert str(cgt.games.Poset().position(order)) == "1<2,2<3"  # networkx numbers from 0, and 0 is no name
    assert str(cgt.games.Nimstring().position(networkx.path_graph(3))) == "1-2,2-3"
    assert str(bush.position([("ground", 0), (0, 1)])) == "ground-1,1-2"
    order = networkx.DiGraph([("a", "b")])
    order.add_node("c")
    assert cgt.games.Poset().position(order) == cgt.games.Poset().position([("a", "b")], ["c"])
    with pytest.raises(PositionError, match="undirected"):
        bush.position(order)
    with pytest.raises(PositionError, match="directed"):
        cgt.games.Poset().position(networkx.path_graph(3))


def test_a_move_that_is_none_is_refused_with_some_that_are():
    with pytest.raises(IllegalMoveError, match=r"1 is not a move of chomp from '2': its moves are \(1, 2\)"):
        cgt.games.Chomp().position(2).play(1)
    with pytest.raises(IllegalMoveError, match="there is none"):
        cgt.games.Cram().position(1, 1).play(1)


def test_what_is_wrong_with_the_numbers_comes_before_how_they_are_given():
    with pytest.raises(PositionError, match="no row is longer"):
        cgt.games.Chomp().position((1, 2, 3))


def test_a_game_of_functions_refuses_other_states():
    halving = cgt.game(lambda n: [n - 1, n // 2] if n else [])
    pairs = cgt.game(lambda pair: [], example=(7, 9), name="pairs")
    sets = cgt.game(lambda kept: [kept - {one} for one in kept], example=frozenset({1, 2}))
    for game, state in ((halving, 10), (pairs, (1, 2)), (sets, frozenset({3}))):
        assert game.position(state).state == state
    for game in (halving, pairs, sets):
        for junk in (None, -1, 1.5, True, math.nan, "x", b"", [[1]], {}, object(), ((1, 2), (3,))):
            with pytest.raises(PositionError):
                game.position(junk)
    with pytest.raises(PositionError, match=r"example=\(5, 2\)"):
        halving.position((5, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("all-but", r"such as all-but\(1,3,4\)$"),
        ("hypergraph-nim", r"such as hypergraph-nim\(1-2,2-3,1-3\)$"),
        ("hypergraph-nim(0)", "not '0'"),
        ("hexadecimal(0.3,0.7)", "not 2 arguments"),
    ],
)
def test_arguments_that_are_none_are_shown_as_they_were_written(text, message):
    with pytest.raises(cgt.errors.RulesetError, match=message):
        cgt.parse_ruleset(text)


def test_a_missing_number_is_called_so():
    with pytest.raises(cgt.errors.ParseError, match=r"a number is missing .* at character 3"):
        cgt.games.Nim().parse("3,,4")


@pytest.mark.parametrize("text", ["euclid 21,8", "euclid(zero) 5,5", "antonim 5,1,3", "end-nim 3,1,2"])
def test_heaps_stay_where_they_were_put(text):
    """What is taken from heap 2 leaves heap 1 where it is; only heaps that are gone move up."""
    position = cgt.parse_position(text)
    heaps = [int(heap) for heap in text.split()[1].split(",")]
    assert str(position) == text.split()[1]
    for move in position.moves():
        record = position.game.wording.move_record(position, move)
        left = [heap - (place == record["heap"]) * record["amount"] for place, heap in enumerate(heaps)]
        assert [*filter(None, position.play(move).state)] == [*filter(None, left)]


@pytest.mark.full("circular-nim", "compound", "hypergraph-nim")
@pytest.mark.parametrize("name", NAMES)
def test_a_french_move_is_read_without_its_accents(name):
    game = example_ruleset(name)
    position = game.parse(game.example)
    with language("fr"):
        for move in islice(position.moves(), 40):
            text = game.wording.move_text(position, move)
            typed = text.translate(str.maketrans("àâéèêëîïôùûç’É", "aaeeeeiiouuc'E"))
            assert game.wording.read_move(position, typed) == game.wording.read_move(position, text)
