"""The compiled search in two words against plain rules: states on both sides of the border between the words."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial, reduce
from operator import xor

import pytest
from numpy import uint64

import cgt
from cgt.core.game import GamePosition
from cgt.core.hints import WordRules
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import Nodes
from cgt.errors import LoopError, TableError
from cgt.fast.bits import ONE, as_words, one
from cgt.fast.jit import Loop, compiled_available, njit, njit_as
from cgt.fast.threads import using
from cgt.games import word_rules
from cgt.games.boards.chomp import Chomp
from cgt.games.boards.cram import Cram
from cgt.games.boards.notakto import Notakto
from cgt.games.boards.pegs import PegDuotaire
from cgt.games.boards.square_sets import SquareSets, cornered, least_piece, pieces
from cgt.games.graphs.graph import graph_of
from cgt.games.graphs.kayles import ArcKayles, ArcVertices, NodeKayles, NodesOnSquares, NodeVertices
from cgt.solving import long_search, word_loop, word_search
from cgt.solving.long_search import searched_value
from cgt.solving.word_search import WordSearch
from tests.unit.solving.test_word_search import nim_value, searches, without_pairs

pytestmark = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")

GOLDEN = 0x9E3779B97F4A7C15

BORDER = range(50, 81)
"""Bits on both sides of the border between the words."""


@pytest.fixture(autouse=True)
def compiled_at_once(monkeypatch):
    for limit in ("READY", "KEPT", "NEW"):
        monkeypatch.setattr(word_search, limit, 0)


def compiled():
    return Evaluator(nodes=Nodes(WordSearch))


def check_two_words(evaluator):
    """That each search of an evaluator was compiled, in two words."""
    assert searches(evaluator)
    for search in searches(evaluator):
        assert search._words is not None, "nothing was compiled"
        assert search._words._table.shape[1] == 3


def without_neighbours(near):
    """The options of taking a bit with those near it."""
    return lambda state: [state & ~(1 << at | near[at]) for at in near if state >> at & 1]


def sides(places, stride):
    """The pairs of squares side by side among these."""
    return [1 << at | 1 << at + step for at in places for step in (1, stride) if at + step in places]


def wide_board(rng, stride, squares):
    """Some squares of a board of so many bits a row, around the border between the words."""
    row, column = divmod(64, stride)
    high = rng.randrange(1, 5)
    top, first = max(row - high // 2, 0), min(max(column - rng.randrange(4), 0), stride - 6)
    rows = range(top, min(top + high + 1, 128 // stride, stride - 1))
    places = [stride * row + first + column for row in rows for column in range(5) if rng.random() < 0.8]
    return rng.sample(places, min(squares, len(places)))


@pytest.mark.parametrize("count", [4, pytest.param(1_500, marks=pytest.mark.full)])
def test_boards_across_the_border_against_the_definition(count):
    rng, evaluator, plain = random.Random(count), compiled(), Evaluator()
    across = 0
    for _ in range(count):
        stride = rng.randrange(9, 50)
        places = wide_board(rng, stride, 16)
        state = sum(1 << at for at in places)
        across += 0 < state & (1 << 64) - 1 < state
        pairs = sides(places, stride)
        near = {at: sum(pair ^ 1 << at for pair in pairs if pair >> at & 1) for at in places}
        for game, value in (
            (Cram(), nim_value(without_pairs(pairs), state)),
            (NodesOnSquares(), nim_value(without_neighbours(near), state)),
        ):
            board = SquareSets(game, stride, 128 // stride)
            assert board.words == 2
            position = GamePosition(board, state)
            assert plain.nim_value(position) == value
            assert evaluator.nim_value(position) == value, (stride, places)
            assert (evaluator.outcome(position).value == "P") == (value == 0)
    assert across > count * 3 // 4
    for search in searches(evaluator):
        assert search._words is None or search._words._table.shape[1] == 3
    assert any(search._words is not None for search in searches(evaluator))


def rule_on(rule, result):
    """A rule on words of 128 bits as a function of Python: of a state and the data, to a state or a list of states."""
    import numpy as np

    loop = njit_as(partial(result, 2))(rule)

    @njit
    def one_of(rows, data):
        words = as_words(rows)
        words[0] = loop(words[0], as_words(data))

    @njit
    def many_of(rows, data):
        words = as_words(rows)
        return loop(words[0], as_words(data), words[1:])

    def asked(state, *data):
        rows, numbers = np.zeros((1000, 2), np.uint64), np.zeros((len(data), 2), np.uint64)
        rows[0] = state & (1 << 64) - 1, state >> 64
        numbers[:, 0] = data
        if result is word_loop.symmetry_kind:
            one_of(rows, numbers)
            return int(rows[0, 0]) | int(rows[0, 1]) << 64
        count = many_of(rows, numbers)
        return [low | high << 64 for low, high in rows[1 : count + 1].tolist()]

    return asked


@pytest.mark.full
@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.full)])
def test_pieces_and_their_symmetric_forms_are_those_of_the_plain_rules(count, monkeypatch):
    import numpy as np

    monkeypatch.setattr(Loop, "keeps", False)  # numba cannot pickle what these loops close over
    rng = random.Random(count)
    turned = rule_on(word_rules.turned_piece, word_loop.symmetry_kind)
    turned_dominoes = rule_on(word_rules.turned_dominoes, word_loop.symmetry_kind)
    connected = rule_on(word_rules.connected, word_loop.rule_kind)
    dominoes = rule_on(word_rules.domino_groups, word_loop.rule_kind)
    in_one_word, narrow = njit_as(partial(word_loop.rule_kind, 1))(word_rules.domino_groups), np.zeros(64, np.uint64)
    tall = across = symmetric = 0
    for _ in range(count):
        stride = rng.randrange(9, 43)
        height = min(129 // stride, stride - 1)
        wide = rng.randrange(1, stride)
        places = [stride * row + column for row in range(height) for column in range(wide) if rng.random() < 0.75]
        state = sum(1 << at for at in places)
        if rng.random() < 0.3:  # one that half a turn leaves as it is
            state |= turn_by_half(state, wide, height, stride)
        groups = pieces(state, stride)
        assert sorted(connected(state, stride)) == sorted(groups)
        assert sum(dominoes(state, stride)) | state == state
        half = state & (1 << 64) - 1  # which one word holds as well
        many = in_one_word(np.uint64(half), np.array([stride], np.uint64), narrow)
        assert dominoes(half, stride) == narrow[:many].tolist(), (half, stride)
        for group in groups:
            form = least_piece(group, stride)
            assert turned(group, stride) == form, (group, stride)
            if group & (group - 1):
                found = turned_dominoes(group, stride)
                symmetric += found != form
                assert found == form or (
                    found == 0 and turn_by_half(*cornered(group, stride), stride) == cornered(group, stride)[0]
                )
            tall += form >> 64 > 0
            across += 0 < group & (1 << 64) - 1 < group
    assert min(tall, across) > count // 4
    assert symmetric > count // 100


def turn_by_half(state, width, height, stride):
    """The squares of a board in the corner after half a turn."""
    places = [at for at in range(128) if state >> at & 1]
    return sum(1 << stride * (height - 1 - at // stride) + width - 1 - at % stride for at in places)


@pytest.mark.full
@pytest.mark.parametrize("count", [25, pytest.param(800, marks=pytest.mark.full)])
def test_graphs_across_the_border_against_the_definition(count):
    rng = random.Random(count)
    for _ in range(count):
        density = rng.uniform(0.05, 0.4)
        names = [f"v{at:03}" for at in range(100)]
        edges = [(a, b) for a in range(100) for b in range(a) if rng.random() < density]
        graph = graph_of(names, [(names[a], names[b]) for a, b in edges])
        state = sum(1 << at for at in rng.sample(BORDER, rng.randrange(1, 13)))
        pairs = [1 << a | 1 << b for a, b in edges if state >> a & 1 and state >> b & 1]
        near = dict.fromkeys(BORDER, 0)
        for a, b in edges:
            if a in near and b in near:
                near[a] |= 1 << b
                near[b] |= 1 << a
        evaluator = compiled()
        for board, rule in (
            (NodeVertices(NodeKayles(), graph), without_neighbours(near)),
            (ArcVertices(ArcKayles(), graph), without_pairs(pairs)),
        ):
            position, value = GamePosition(board, state), nim_value(rule, state)
            assert Evaluator().nim_value(position) == value
            assert evaluator.nim_value(position) == value
            parts = reduce(xor, (evaluator.nim_value(GamePosition(board, part)) for part in board.components(state)), 0)
            assert parts == value


@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.full)])
def test_chomp_geography_and_notakto_in_two_words_agree_with_plain_search(count, monkeypatch):
    """The same rules serve both widths; small boards are made to take two words."""
    for module in ("boards.chomp", "boards.square_sets", "graphs.geography"):
        monkeypatch.setattr(f"cgt.games.{module}.words_for", lambda _bits: 2)
    rng, evaluator, plain = random.Random(count), compiled(), Evaluator()
    for _ in range(count):
        rows = tuple(sorted((rng.randrange(1, 7) for _ in range(rng.randrange(1, 6))), reverse=True))
        order = rng.randrange(2, 8)
        edges = {(a, b) for b in range(order) for a in range(b) if rng.random() < 0.6} | {(0, 1)}
        graph = ",".join(f"v{a}-v{b}" for a, b in sorted(edges))
        crosses = "/".join("".join(rng.choice("..x") for _ in range(4)) for _ in range(3))
        for position in (
            Chomp().position(*rows),
            cgt.parse_position(f"geography v0: {graph}"),
            cgt.parse_position(f"edge-geography v1: {graph}"),
            Notakto(4).parse(crosses),
        ):
            assert evaluator.nim_value(position) == plain.nim_value(position), position
    assert {search._words._table.shape[1] for search in searches(evaluator) if search._words is not None} == {3}


@pytest.mark.full
def test_long_states_of_chomp_geography_and_notakto_agree_with_plain_search():
    """States of more than 64 bits with few states behind them."""
    evaluator, plain = compiled(), Evaluator()
    path = ",".join(f"v{at:02}-v{at + 1:02}" for at in range(80))
    # On every line of eleven one free square, and on some two.
    free = {(row, 3 * row % 11) for row in range(11)} | {(1, 1), (4, 4), (7, 9), (9, 9), (10, 2)}
    board = "/".join("".join("x."[(row, column) in free] for column in range(11)) for row in range(11))
    for position in (
        Chomp().position(80, 3),
        Chomp().position(*[2] * 70),
        Chomp().position(3, 2, *[1] * 62),
        cgt.parse_position(f"geography v40: {path}"),
        cgt.parse_position(f"edge-geography v33: {path},v02-v40,v10-v70"),
        cgt.parse_ruleset("notakto(11)").parse(board),
    ):
        assert evaluator.nim_value(position) == plain.nim_value(position), position
    check_two_words(evaluator)


@pytest.mark.parametrize("many", [False, True])
def test_long_rows_of_pegs_agree_with_plain_search(many, upto):
    """Rows of 61 to 64 places need one word or two, and from 127 on they are searched in plain Python."""
    evaluator, plain = compiled(), Evaluator()
    for row in (
        "o" * 126,
        "oo.oo" + ".oo" * 19,
        *("oo." * pairs + "oooo" for pairs in upto((19, 21), full=range(18, 41))),
    ):
        position = PegDuotaire(many).parse(row)
        board, state = position.game.hints.searched_as(position.state, ())
        assert (board.hints.word_rules is None) == (len(row) > 126)
        assert board.components(state) == [state]
        assert evaluator.nim_value(position) == plain.nim_value(position), row
    assert all(search._words is not None for search in searches(evaluator))


@pytest.mark.parametrize("columns", [62, 63, 64, 65, 128])
def test_a_long_row_of_notakto_agrees_with_plain_search(columns):
    """From 64 columns on a row fills a word, and every turned board was 0, a dead one."""
    row = "".join("x."[column % 12 == 5] for column in range(columns))
    position = cgt.parse_ruleset("notakto(20)").parse(row)
    evaluator = compiled()
    for board in (position, position.play(next(iter(position.moves())))):
        assert evaluator.nim_value(board) == Evaluator().nim_value(board)


# The loops on heaps, which know no board.
def test_a_row_of_cram_is_dawsons_kayles_and_a_path_dawsons_chess(upto):
    kayles, chess = cgt.nim_values("0.07", 129), cgt.nim_values("0.137", 129)
    evaluator, rows = compiled(), compiled()
    for squares in upto((33, 53, 62, 63, 100), full=range(33, 128)):  # from 63 on in plain Python
        assert rows.nim_value(Cram().position(1, squares)) == kayles[squares], squares
    for vertices in upto((65,), full=(65, 66, 79, *range(80, 129))):
        path = cgt.parse_position(f"node-kayles path {vertices}")
        assert evaluator.nim_value(path) == chess[vertices], vertices
        # A move on a cycle takes three vertices and leaves a path.
        ring = cgt.parse_position(f"node-kayles cycle {vertices}")
        assert evaluator.nim_value(ring) == (0 if chess[vertices - 3] else 1), vertices
        pairs = cgt.parse_position(f"arc-kayles path {vertices}")
        assert evaluator.nim_value(pairs) == kayles[vertices], vertices
    check_two_words(evaluator)


# An even number of rows and columns is answered by half a turn; where one is odd, that begins with the middle.
@pytest.mark.full("38", "41", "42", "43")
@pytest.mark.parametrize("columns", [32, 33, 38, 41, 42, 43])
def test_two_rows_of_cram(columns):
    evaluator = compiled()
    value = evaluator.nim_value(Cram().position(2, columns))
    assert value == columns % 2
    check_two_words(evaluator)


# Of larger boards, whose entries replace one another, either width opens what the other has kept, in another order.
@pytest.mark.parametrize(
    ("size", "all_kept"),
    [
        ((3, 9), True),
        ((4, 6), True),
        ((5, 5), True),
        ((4, 7), False),
        pytest.param((5, 7), False, marks=pytest.mark.full),
    ],
)
def test_both_widths_open_the_same_components(size, all_kept, monkeypatch):
    one, two = compiled(), compiled()
    with using(1):  # threads that share a table open some components twice
        value = one.nim_value(Cram().position(*size))
        monkeypatch.setattr("cgt.games.boards.square_sets.words_for", lambda _bits: 2)
        assert two.nim_value(Cram().position(*size)) == value
    check_two_words(two)
    assert searches(one)[0]._words._table.shape[1] == 2
    if all_kept:
        assert two.visited == one.visited
        assert len(two) == len(one)


@pytest.mark.parametrize("count", [4, pytest.param(500, marks=pytest.mark.full)])
def test_threads_with_one_table_agree_with_one_thread(count, monkeypatch):
    monkeypatch.setattr(word_search, "SHARED_FROM", 0)
    monkeypatch.setattr(word_search, "SLICE", 16)
    rng, alone, together = random.Random(count), compiled(), compiled()
    board = SquareSets(Cram(), 18, 7)
    for _ in range(count):
        places = [18 * row + column for row in range(2, 5) for column in range(6, 14) if rng.random() < 0.85]
        position = GamePosition(board, sum(1 << at for at in places))
        with using(1):
            value = alone.nim_value(position)
        with using(2):
            assert together.nim_value(position) == value, places
    assert len(searches(together)[0]._words._team) == 2
    assert len(searches(alone)[0]._words._team) == 1


# 0.07 and 0.137 by the loops on heaps; an odd number of columns of even rows begins with the middle.
@pytest.mark.full("node-kayles path 70-1")
@pytest.mark.parametrize(("text", "value"), [("cram 2x33", 1), ("arc-kayles path 66", 3), ("node-kayles path 70", 1)])
def test_a_long_search_stopped_goes_on_from_its_file(text, value, tmp_path, monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 16)
    monkeypatch.setattr(word_search, "ENTRIES_AT_ONCE", 100)
    monkeypatch.setattr(long_search, "ENTRIES_AT_ONCE", 100)
    keep, position, looks = tmp_path / "a.table", cgt.parse_position(text), []
    assert position.game.hints.searched_as(position.state, ())[0].hints.word_rules().words == 2

    def stop(done, total):
        looks.append((done, total))
        if len(looks) == 5:
            raise KeyboardInterrupt

    with using(1):
        with pytest.raises(KeyboardInterrupt):
            searched_value(position, keep=keep, progress=stop)
        assert all(0 <= done <= total for done, total in looks)
        again, whole = [], []
        assert searched_value(position, keep=keep, progress=lambda *both: again.append(both)) == value
        assert searched_value(position, progress=lambda *both: whole.append(both)) == value
    assert len(again) < len(whole)
    once_more = []
    with using(2):
        assert searched_value(position, keep=keep, progress=lambda *both: once_more.append(both)) == value
    assert len(once_more) <= 1
    keep.write_bytes(keep.read_bytes()[:-16])
    with pytest.raises(TableError, match="cut short"):
        searched_value(position, keep=keep)


KILLED = """
import sys
from pathlib import Path
import cgt
from cgt.solving import long_search, word_search
word_search.SLICE, long_search.SAVED_EVERY, write = 512, 0.0, long_search._write
def saved(*arguments):
    write(*arguments)
    print("kept", flush=True)
long_search._write = saved
long_search.searched_value(cgt.parse_position("cram 3x30"), keep=Path(sys.argv[1]))
"""


@pytest.mark.full
def test_what_a_killed_search_has_written_is_true_and_is_gone_on_from(tmp_path):
    keep, position = tmp_path / "a.table", cgt.parse_position("cram 3x30")
    with subprocess.Popen([sys.executable, "-c", KILLED, str(keep)], stdout=subprocess.PIPE, text=True) as running:
        for _write in range(20):
            assert running.stdout.readline() == "kept\n"
        running.kill()
    board, _state = position.game.hints.searched_as(position.state, ())
    count, entries = long_search._read(keep, f"{long_search.FORMAT} {board!r}", "a board", 24)
    rows = [row for some in entries for row in some.tolist()]
    assert len(rows) == count > 1_000
    plain, checked, tall = Evaluator(), 0, 0
    for low, knowledge, high in rows:
        state = low ^ knowledge | (high ^ knowledge * GOLDEN % (1 << 64)) << 64
        tall += state >> 64 > 0
        if state.bit_count() <= 24:
            value = plain.nim_value(GamePosition(board, state))
            found = knowledge % 128 - 1
            assert found == value or (found < 0 and not knowledge >> 14 + value & 1), state
            checked += 1
    assert checked > 1_000
    assert tall > 100
    two_boards = Cram().parse("/".join(["." * 8 + "#" * 15 + "." * 7] * 3))
    assert searched_value(two_boards, keep=keep) == plain.nim_value(two_boards)


def test_a_loop_is_found_in_two_words():
    ring = cgt.game(lambda n: [(2 if n == 1 << 70 else 1) << 70], compiled=WordRules(go_round, words=2), name="ring")
    with pytest.raises(LoopError):
        Evaluator(nodes=Nodes(WordSearch)).outcome(ring.position(2 << 70))


def go_round(word, data, out):
    out[0] = one(word) << uint64(70)
    if word == out[0]:
        out[0] <<= ONE
    return 1


@pytest.mark.parametrize("leaves", [70, 99, 126, 127])
def test_a_star_falls_into_more_parts_than_a_word_has_bits(leaves):
    """The middle leaves nothing, a leaf the others alone."""
    evaluator = compiled()
    assert evaluator.nim_value(cgt.parse_position(f"node-kayles star {leaves}")) == (2 if leaves % 2 == 0 else 1)
    check_two_words(evaluator)
