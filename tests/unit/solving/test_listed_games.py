"""Lists and tables of games that a user gives, of games with a rule changed, and of boards by their size."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import cgt
from cgt.errors import NotApplicableError, NumberError, ParseError, PositionError

WYTHOFF = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t"


def queen(position):
    x, y = position
    found = [(x - t, y) for t in range(1, x + 1)] + [(x, y - t) for t in range(1, y + 1)]
    return found + [(x - t, y - t) for t in range(1, min(x, y) + 1)]


def test_a_function_of_pairs_is_listed_and_tabulated():
    game = cgt.game(queen, example=(7, 9))
    expected = cgt.nim_value_table("wythoff", 9, 9)
    assert cgt.nim_value_table(game, 9, 9) == expected
    assert cgt.p_positions(game, 9) == [(x, y) for x, y in product(range(9), repeat=2) if expected[x][y] == 0]
    assert cgt.p_positions(game, 9, "misere")[:3] == [(0, 1), (1, 0), (2, 2)]
    assert game.position(1, 2) == game.position((1, 2))


def test_a_function_of_triples_has_lists_and_no_table():
    game = cgt.game(lambda p: [(*p[:2], left) for left in range(p[2])], example=(1, 2, 3))
    assert cgt.p_positions(game, 3) == [(x, y, 0) for x, y in product(range(3), repeat=2)]
    with pytest.raises(NotApplicableError, match="here they have 3"):
        cgt.nim_value_table(game, 3, 3)


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_positions_of_sentences_are_listed_all_at_once(convention):
    @cache
    def is_lost(position):
        after = queen(position)
        return bool(after or convention == "normal") and not any(map(is_lost, after))

    expected = [position for position in product(range(30), repeat=2) if is_lost(position)]
    assert cgt.p_positions(f"moves({WYTHOFF})", 30, convention) == expected


def test_games_with_a_pass_and_blocked_games_are_listed():
    passing = cgt.parse_ruleset("with-pass(nim)")
    every = combinations_with_replacement(range(6), 2)
    expected = [heaps for heaps in every if cgt.outcome(passing.position(*heaps)) == "P"]
    assert cgt.p_positions("with-pass(nim)", 6, heaps=2) == expected
    blocked = cgt.parse_ruleset("blocked(wythoff,2)")
    every = combinations_with_replacement(range(6), 2)
    expected = [heaps for heaps in every if cgt.outcome(blocked.position(*heaps)) == "P"]
    assert cgt.p_positions("blocked(wythoff,2)", 6) == expected
    every = combinations_with_replacement(range(5), 2)
    expected = [heaps for heaps in every if cgt.outcome(cgt.parse_ruleset("blocked(nim,2)").position(*heaps)) == "P"]
    assert cgt.p_positions("blocked(nim,2)", 5, heaps=2) == expected
    table = cgt.nim_value_table("with-pass(wythoff)", 3, 3)
    assert table[1][2] == cgt.nim_value(cgt.parse_ruleset("with-pass(wythoff)").position(1, 2))
    with pytest.raises(NotApplicableError, match="no heaps to list"):
        cgt.p_positions("with-pass(cram)", 3)


def test_boards_are_tabulated_by_their_size():
    cram = cgt.nim_value_table("cram", 4, 5)
    assert cram[0] == [0, 0, 0, 0, 0]
    assert cram[3][4] == cram[2][3] == 1
    assert cram[1] == cgt.nim_values("0.07", 5)
    chomp = cgt.nim_value_table("chomp", 4, 4)
    assert all(chomp[row][column] for row, column in product(range(1, 4), repeat=2) if row * column > 1)


def test_moves_of_sentences_are_said_and_read():
    game = cgt.games.VectorGame((2, -1), (0, 1), (1, 1))
    position = game.position(4, 5)
    words = [game.wording.move_text(position, move) for move in position.moves()]
    assert words == ["take 1 from heap 2", "take 1 from heap 1 and 1 from heap 2", "to 2,6"]
    assert [game.wording.read_move(position, text) for text in words] == list(position.moves())


def node_kayles(vertices, joined):
    @cache
    def value(left):
        after = {value(left - {v} - {w for w in left if joined(v, w)}) for v in left}
        return next(number for number in range(len(after) + 1) if number not in after)

    return value(frozenset(vertices))


def test_values_along_a_family_of_graphs_or_boards():
    squares = [list(product(range(n), repeat=2)) for n in range(1, 4)]
    kings = [node_kayles(board, lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1) for board in squares]
    assert cgt.nim_values("node-kayles", 4, along="king {n}x{n}", start=1) == kings
    wheels = [
        node_kayles(range(-1, n), lambda a, b, n=n: -1 in (a, b) or (a - b) % n in (1, n - 1)) for n in range(3, 8)
    ]
    assert cgt.nim_values("node-kayles", 8, along="wheel {n}", start=3) == wheels
    assert cgt.nim_values("cram", 6, along="1x{n}", start=1) == cgt.nim_values("0.07", 6)[1:]
    assert cgt.nim_values("nim", 3, along="{n},1") == [1, 0, 3]


def test_a_family_has_its_place_and_its_sizes():
    with pytest.raises(ParseError, match=r"\{n\} for its size"):
        cgt.nim_values("node-kayles", 4, along="cycle 5")
    with pytest.raises(PositionError, match="at least 3 vertices"):
        cgt.nim_values("node-kayles", 4, along="cycle {n}")
    with pytest.raises(NumberError, match="from 0 on"):
        cgt.nim_values("kayles", 4, start=2)


@pytest.mark.parametrize(
    ("of", "game", "why"),
    [
        (cgt.nim_values, "antonim", "no heaps to list"),
        (cgt.nim_values, "wythoff", "no positions of one heap to list"),
        (cgt.genera, "wythoff", "not a game of independent heaps"),
    ],
)
def test_what_no_limit_allows_is_not_refused_for_its_length(of, game, why):
    """`cgt values antonim 10^30` said that a higher --max-positions allows more."""
    with pytest.raises(NotApplicableError, match=why):
        of(game, 10**30)
