"""The compiled search against the plain ones: values, bounds, loops, interruptions, and rules of one's own."""

from __future__ import annotations

import random
from functools import cache, partial, reduce
from itertools import combinations, count
from operator import xor
from threading import get_ident

import numpy as np
import pytest
from numpy import uint64

import cgt
from cgt.core.game import position_of
from cgt.core.hints import WordRules
from cgt.engine.budget import Budget
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import Nodes
from cgt.errors import BudgetError, LoopError, RulesetError
from cgt.fast import word_table
from cgt.fast.jit import compiled_available, njit_as
from cgt.fast.threads import using
from cgt.fast.word_table import BUSY, WINDOW
from cgt.games import Chomp, Cram, PegDuotaire, word_rules
from cgt.games.boards.square_sets import SquareSets
from cgt.solving import word_loop, word_search
from cgt.solving.word_search import WordSearch

pytestmark = pytest.mark.skipif(not compiled_available(), reason="numba is not installed, or switched off")


@pytest.fixture(autouse=True)
def compiled_at_once(monkeypatch):
    for limit in ("READY", "KEPT", "NEW"):
        monkeypatch.setattr(word_search, limit, 0)


def searches(evaluator):
    return [states.pruned for states in evaluator._nodes._states.values() if states.pruned is not None]


def compiled_search(evaluator):
    """The compiled search of an evaluator that has opened most."""
    search = max(searches(evaluator), key=lambda search: search.visited)
    assert search._words is not None, "nothing was compiled"
    return search


def random_board(rng, squares):
    """A board of at most so many squares, some of them full."""
    rows = rng.randrange(1, 8)
    columns = rng.randrange(1, max(squares // rows, 1) + 1)
    full = rng.random() / 2
    lines = ["".join(".#"[rng.random() < full] for _ in range(columns)) for _ in range(rows)]
    return "/".join(lines)


def nim_value(options, state):
    """By the definition, on sets of bits."""

    @cache
    def worth(state):
        reached = {worth(option) for option in options(state)}
        return next(value for value in range(len(reached) + 1) if value not in reached)

    return worth(state)


def without_pairs(pairs):
    """The options of taking two squares, or vertices, that are joined."""
    return lambda state: [state ^ pair for pair in pairs if state & pair == pair]


def three():
    """The pruned search, the one that opens every option, and the compiled one."""
    return Evaluator(), Evaluator(prune=False), Evaluator(nodes=Nodes(WordSearch))


def compiled_symmetry(rule):
    """A symmetry as the loop calls it."""
    return njit_as(partial(word_loop.symmetry_kind, 1))(rule)


def searched_rules(position):
    """The rules on words by which a position is searched."""
    board, _state = position.game.hints.searched_as(position.state, ())
    return board.hints.word_rules()


def agree(position, value, evaluators=None):
    """That all three say so, and name the same winning moves."""
    pruned, plain, compiled = evaluators or three()
    moves = plain.winning_moves(position)
    for evaluator in (pruned, compiled):
        assert evaluator.winning_moves(position) == moves, position
    for evaluator in (pruned, plain, compiled):
        assert evaluator.nim_value(position) == value, position
        assert (evaluator.outcome(position).value == "P") == (value == 0), position


@pytest.mark.parametrize(("squares", "count"), [(14, 20), pytest.param(20, 2_000, marks=pytest.mark.full)])
def test_cram_against_the_definition(squares, count):
    rng, evaluators = random.Random(squares), three()
    for _ in range(count):
        text = random_board(rng, squares)
        rows = text.split("/")
        width = len(rows[0])
        free = sum(1 << place for place, sign in enumerate("".join(rows)) if sign == ".")
        across = [3 << line * width + place for line in range(len(rows)) for place in range(width - 1)]
        down = [(1 | 1 << width) << place for place in range(width * (len(rows) - 1))]
        agree(cgt.parse_position(f"cram {text}"), nim_value(without_pairs(across + down), free), evaluators)


def dominoes(width, height):
    """The options of squares as bits, eight in a row."""
    places = [8 * row + column for row in range(height) for column in range(width)]
    return without_pairs([3 << place for place in places if place % 8 < width - 1] + [257 << place for place in places])


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.full)])
def test_squares_behind_dead_ends_change_nothing_for_dominoes(count):
    rng, changed = random.Random(count), 0
    for _ in range(count):
        width, height = rng.randrange(1, 6), rng.randrange(1, 5)
        squares = [8 * row + column for row in range(height) for column in range(width)]
        free = sum(1 << place for place in squares if rng.random() < 0.7)
        left = int(word_rules.without_dead_ends(uint64(free), uint64(8)))
        assert left & ~free == 0
        assert nim_value(dominoes(width, height), left) == nim_value(dominoes(width, height), free)
        changed += left != free
    assert changed > count // 10


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.full)])
def test_groups_cut_off_where_no_domino_needs_the_step_are_worth_the_board(count):
    rng, cut = random.Random(count), 0
    data, out = np.array([8], np.uint64), np.zeros(64, np.uint64)
    domino_groups = njit_as(partial(word_loop.rule_kind, 1))(word_rules.domino_groups)
    for _ in range(count):
        width, height = rng.randrange(2, 6), rng.randrange(2, 5)
        squares = [8 * row + column for row in range(height) for column in range(width)]
        free = sum(1 << place for place in squares if rng.random() < 0.8)
        options = dominoes(width, height)
        groups = [int(group) for group in out[: domino_groups(uint64(free), data, out)]]
        assert sum(groups) & ~free == 0
        assert sum(map(int.bit_count, groups)) == sum(groups).bit_count()
        assert reduce(xor, (nim_value(options, group) for group in groups), 0) == nim_value(options, free), bin(free)
        connected = out[: word_rules.connected(word_rules.without_dead_ends(uint64(free), uint64(8)), data, out)]
        cut += len(groups) > sum(int(group).bit_count() > 1 for group in connected)
    assert cut > count // 50


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.full)])
def test_groups_that_half_a_turn_leaves_the_same_are_worth_nothing_for_dominoes(count):
    rng, dropped = random.Random(count), 0
    turn = compiled_symmetry(word_rules.turned_dominoes)
    for _ in range(count):
        width, height = rng.randrange(1, 6), rng.randrange(1, 5)
        half = [(row, column) for row in range(height) for column in range(width) if rng.random() < 0.5]
        both = {*half, *((height - 1 - row, width - 1 - column) for row, column in half)}
        free = sum(1 << 8 * row + column for row, column in both)
        if free:
            left = int(turn(uint64(free), np.array([8], np.uint64)))
            assert left or nim_value(dominoes(width, height), free) == 0
            dropped += not left
    assert dropped > count // 5


@pytest.mark.parametrize(("most", "count"), [(8, 5), pytest.param(12, 400, marks=pytest.mark.full)])
def test_graphs_against_the_definition(most, count):
    rng = random.Random(most)
    for _ in range(count):
        order, density = rng.randrange(1, most + 1), rng.random()
        edges = [pair for pair in combinations(range(order), 2) if rng.random() < density]
        near = [sum(1 << a + b - vertex for a, b in edges if vertex in {a, b}) for vertex in range(order)]

        def without_neighbours(state, near=near):
            return [state & ~(1 << v | near[v]) for v in range(len(near)) if state >> v & 1]

        everything = (1 << order) - 1
        text = ",".join([f"v{a}-v{b}" for a, b in edges] + [f"v{v}" for v in range(order) if not near[v]])
        agree(cgt.parse_position(f"node-kayles {text}"), nim_value(without_neighbours, everything))
        pairs = [1 << a | 1 << b for a, b in edges]
        agree(cgt.parse_position(f"arc-kayles {text}"), nim_value(without_pairs(pairs), everything))


@pytest.mark.parametrize(("squares", "count"), [(12, 12), pytest.param(18, 2_000, marks=pytest.mark.full)])
def test_what_is_left_of_grids_against_the_definition(squares, count):
    """Such graphs are searched as boards, with their symmetries: other than graphs with other names."""
    rng, evaluators = random.Random(squares), three()
    for _ in range(count):
        signs = random_board(rng, squares).split("/")
        cells = [(row, column) for row, line in enumerate(signs) for column, sign in enumerate(line) if sign == "."]
        edges = [
            (a, b) for a, b in combinations(range(len(cells)), 2) if abs(complex(*cells[a]) - complex(*cells[b])) == 1
        ]
        near = [sum(1 << a + b - vertex for a, b in edges if vertex in {a, b}) for vertex in range(len(cells))]
        names = [f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}" for row, column in cells]

        def without_neighbours(state, near=near):
            return [state & ~(1 << v | near[v]) for v in range(len(near)) if state >> v & 1]

        everything = (1 << len(cells)) - 1
        text = ",".join([f"{names[a]}-{names[b]}" for a, b in edges] + names) or "0"
        agree(cgt.parse_position(f"node-kayles {text}"), nim_value(without_neighbours, everything), evaluators)
        pairs = [1 << a | 1 << b for a, b in edges]
        agree(cgt.parse_position(f"arc-kayles {text}"), nim_value(without_pairs(pairs), everything), evaluators)
    found = {str(states.game.game) for evaluator in evaluators for states in evaluator._nodes._states.values()}
    assert found == {"NodesOnSquares()", "cram"}


@pytest.mark.parametrize(("size", "count"), [(4, 30), pytest.param(6, 300, marks=pytest.mark.full)])
def test_chomp_against_the_definition(size, count):
    rng, evaluators = random.Random(size), three()

    def bites(rows):
        for line, row in enumerate(rows):
            for place in range(0 if line else 1, row):
                left = rows[:line] + tuple(min(other, place) for other in rows[line:])
                yield tuple(filter(None, left))

    for _ in range(count):
        rows = tuple(sorted((rng.randrange(1, size + 2) for _ in range(rng.randrange(1, size + 1))), reverse=True))
        agree(Chomp().position(*rows), nim_value(bites, rows), evaluators)


@pytest.mark.parametrize("count", [6, pytest.param(400, marks=pytest.mark.full)])
def test_notakto_against_the_definition(count):
    rng, evaluators = random.Random(5), three()
    for _ in range(count):
        rows, columns, many = rng.randrange(1, 5), rng.randrange(1, 5), rng.randrange(2, 5)
        squares = [(row, column) for row in range(rows) for column in range(columns)]
        lines = [
            {(row + down * at, column + across * at) for at in range(many)}
            for row, column in squares
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        lines = [line for line in lines if line <= set(squares)]
        crossed = frozenset(rng.sample(squares, rng.randrange(max(len(squares) - 9, 0), len(squares))))

        def crosses(state, lines=lines, squares=squares):
            dead = any(line <= state for line in lines)
            return [] if dead else [state | {square} for square in squares if square not in state]

        text = "/".join("".join(".x"[(row, column) in crossed] for column in range(columns)) for row in range(rows))
        agree(cgt.parse_ruleset(f"notakto({many})").parse(text), nim_value(crosses, crossed), evaluators)
    assert {str(states.game.title) for states in evaluators[2]._nodes._states.values()} == {"notakto on squares"}


@pytest.mark.parametrize("count", [8, pytest.param(1_000, marks=pytest.mark.full)])
def test_geography_against_the_definition(count):
    rng = random.Random(6)
    for _ in range(count):
        order = rng.randrange(2, 7)
        edges = frozenset(pair for pair in combinations(range(order), 2) if rng.random() < 0.6) | {(0, 1)}
        start = rng.choice(sorted(edges))[0]

        def leave_the_vertex(state):
            at, left = state
            ends = [sum(edge) - at for edge in left if at in edge]
            return [(end, frozenset(edge for edge in left if at not in edge)) for end in ends]

        def take_the_edge(state):
            at, left = state
            return [(sum(edge) - at, left - {edge}) for edge in left if at in edge]

        graph = ",".join(f"v{a}-v{b}" for a, b in sorted(edges))
        for name, rule in (("geography", leave_the_vertex), ("edge-geography", take_the_edge)):
            agree(cgt.parse_position(f"{name} v{start}: {graph}"), nim_value(rule, (start, edges)))


def test_files_of_pawns_against_the_definition():
    rng = random.Random(7)

    def without_a_file(state):
        return [state & ~(1 << f | 1 << f + 1 | 1 << f >> 1) for f in range(state.bit_length()) if state >> f & 1]

    for _ in range(40):
        files = rng.randrange(1, 1 << 12)
        position = cgt.parse_position("dawsons-pawns " + f"{files:b}".replace("1", ".").replace("0", "#"))
        agree(position, nim_value(without_a_file, files))


@pytest.mark.parametrize("count", [15, pytest.param(1_000, marks=pytest.mark.full)])
def test_rows_of_pegs_against_the_definition(count):
    rng, evaluators = random.Random(8), three()

    def one_hop(many):
        def hops(pegs):
            for peg in range(pegs.bit_length()):
                for step in (1, -1):
                    at, left = peg, pegs
                    while left >> at & 1 and left >> at + step & 1 and not left >> at + 2 * step & 1:
                        left ^= 1 << at | 1 << at + step | 1 << at + 2 * step
                        yield left
                        at += 2 * step if many else 1_000

        return hops

    for _ in range(count):
        row = "o" + "".join(rng.choice("ooo.") for _ in range(rng.randrange(14))) + "o"
        pegs = sum(1 << place for place, sign in enumerate(row, start=16) if sign == "o")
        for many in (False, True):
            agree(PegDuotaire(many).parse(row), nim_value(one_hop(many), pegs), evaluators)


# Beling's table of nim-values (impartial-games, README).
def test_published_values_of_chomp():
    evaluator = Evaluator(nodes=Nodes(WordSearch))
    found = [
        evaluator.nim_value(Chomp().position(*[columns] * rows)) for rows, columns in ((3, 4), (4, 5), (5, 6), (6, 7))
    ]
    assert found == [9, 13, 21, 28]


def test_every_graph_that_play_leaves_is_searched_on_the_same_vertices():
    evaluator = Evaluator()
    position = cgt.parse_position("node-kayles cycle 9")
    evaluator.winning_moves(position)
    evaluator.nim_value(position.play("1").play("5"))
    assert len(evaluator._nodes._states) == 1
    evaluator.nim_value(cgt.parse_position("node-kayles a1-b1,b1-c1,c1-a1"))
    assert len(evaluator._nodes._states) == 2
    for left in ("grid 3x4", "a1-b1,c3-d3", "b2", "a1-a2,a2-b2,a1-b1,b1-b2"):
        evaluator.nim_value(cgt.parse_position(f"node-kayles {left}"))
    assert len(evaluator._nodes._states) == 3


def test_a_long_grid_that_is_laid_down_can_be_named():
    """Its columns had letters, of which there are 26."""
    long = cgt.parse_position("node-kayles grid 30x3")
    board, word = long.game.hints.searched_as(long.state, ())
    assert isinstance(board, SquareSets)
    assert position_of(board, word) == long


@pytest.mark.parametrize(("columns", "in_words"), [(62, 1), (63, None), (100, None)])
def test_a_row_longer_than_a_word_is_not_compiled(columns, in_words):
    board, _word = Cram().hints.searched_as(Cram().position(1, columns).state, ())
    rules = board.hints.word_rules
    assert (None if rules is None else rules().words) == in_words


@pytest.mark.parametrize(
    ("size", "searched", "in_words"),
    [
        ("7x7", "SquareSets", 1),
        ("8x8", "SquareSets", 2),
        ("5x12", "SquareSets", 1),
        ("5x13", "SquareSets", 2),
        ("10x11", "SquareSets", 2),
        ("11x11", "NodeVertices", 2),
    ],
)
def test_a_grid_is_searched_in_words_where_it_can_be(size, searched, in_words):
    position = cgt.parse_position(f"node-kayles grid {size}")
    board, _word = position.game.hints.searched_as(position.state, ())
    assert type(board).__name__ == searched
    assert board.hints.word_rules().words == in_words


def test_a_graph_of_more_vertices_than_two_words_hold_is_searched_as_it_was():
    scattered = ",".join(f"{column}{row}" for column in "acegikmoq" for row in range(1, 40, 2))
    position = cgt.parse_position(f"node-kayles {scattered}")
    board, _word = position.game.hints.searched_as(position.state, ())
    assert type(board).__name__ == "SquareSets"
    assert board.hints.word_rules is None


def test_a_board_beyond_a_word_is_searched_in_the_general_way():
    """What is left of it falls apart into small pieces."""
    rows = ["." * 4 + "#" * 9] * 4 + ["#" * 13] * 4 + ["#" * 9 + "." * 4] * 2
    position = cgt.parse_position("cram " + "/".join(rows))
    evaluator = Evaluator(nodes=Nodes(WordSearch))
    assert evaluator.nim_value(position) == 0 ^ cgt.nim_value(cgt.parse_position("cram 2x4"))
    ((board, states),) = evaluator._nodes._states.items()
    assert board.hints.word_rules is None
    assert not states.compiles


# Beling's table of Cram nim-values (impartial-games, README).
@pytest.mark.parametrize(("rows", "columns", "value"), [(4, 5, 2), (3, 9, 1), (5, 5, 0), (4, 7, 3), (4, 8, 0)])
def test_published_values_of_cram(rows, columns, value):
    assert Evaluator(nodes=Nodes(WordSearch)).nim_value(Cram().position(rows, columns)) == value


def test_what_is_known_is_not_opened_again():
    """The plain search opens nothing again that it knows, too; but it has needless squares and steps."""
    position = cgt.parse_position("cram 3x7")
    pruned, _plain, compiled = three()
    assert pruned.nim_value(position) == compiled.nim_value(position) == 1
    assert pruned.visited * 3 // 4 < compiled.visited < pruned.visited


def test_the_table_keeps_to_its_bytes_and_the_values_stay(monkeypatch):
    monkeypatch.setattr(word_search, "FIRST_SLOTS", 1 << 10)
    evaluator = Evaluator(nodes=Nodes(WordSearch), table_bytes=word_search.FIRST_SLOTS * 16)
    assert evaluator.nim_value(Cram().position(4, 7)) == 3
    search = compiled_search(evaluator)
    assert len(search._words._table) == word_search.FIRST_SLOTS + WINDOW - 1
    assert search.visited > 2 * word_search.FIRST_SLOTS
    large = Evaluator(nodes=Nodes(WordSearch))
    assert large.nim_value(Cram().position(4, 7)) == 3
    assert len(compiled_search(large)) > len(search) > 0
    assert compiled_search(large).nbytes > search.nbytes


def test_a_budget_stops_it_and_the_next_call_goes_on(monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 64)
    evaluator, stops = Evaluator(nodes=Nodes(WordSearch), max_positions=1_000), 0
    position = Cram().position(4, 7)
    with pytest.raises(BudgetError, match="nim-values known"):
        evaluator.nim_value(position)
    found = None
    while found is None:
        try:
            found = evaluator.nim_value(position)
        except BudgetError:
            stops += 1
    assert found == 3
    assert 2 < stops < 200


@pytest.mark.parametrize("slots", [1 << 6, 1 << 8])
def test_a_table_that_is_far_too_small_costs_time_alone(slots, monkeypatch):
    large = Evaluator(nodes=Nodes(WordSearch))
    assert large.nim_value(Cram().position(5, 5)) == 0
    monkeypatch.setattr(word_search, "FIRST_SLOTS", slots)
    evaluator = Evaluator(nodes=Nodes(WordSearch), table_bytes=slots * 16)
    assert evaluator.nim_value(Cram().position(5, 5)) == 0
    assert len(compiled_search(evaluator)) <= slots + WINDOW
    assert evaluator.visited > large.visited > 1_000


@pytest.mark.parametrize(("squares", "count"), [(22, 5), pytest.param(26, 1_000, marks=pytest.mark.full)])
def test_threads_with_one_table_agree_with_one_thread(squares, count, monkeypatch):
    monkeypatch.setattr(word_search, "SHARED_FROM", 0)
    monkeypatch.setattr(word_search, "SLICE", 16)
    rng, together = random.Random(squares), Evaluator(nodes=Nodes(WordSearch))
    alone = Evaluator(nodes=Nodes(WordSearch))
    for _ in range(count):
        position = cgt.parse_position("cram " + random_board(rng, squares))
        with using(1):
            value, moves = alone.nim_value(position), alone.winning_moves(position)
        with using(3):
            assert (together.nim_value(position), together.winning_moves(position)) == (value, moves), position
    assert len(compiled_search(together)._words._team) == 3
    assert len(compiled_search(alone)._words._team) == 1
    busy = compiled_search(together)._words._table[:, 1] & uint64(BUSY) != 0
    assert busy.sum() <= 3  # where two threads write at once, an entry may be left that nobody asks for


def test_an_abandoned_search_hides_nothing_that_is_known():
    # What a thread was at became an empty entry, and those behind it were found no more.
    words = word_search.CompiledWords(searched_rules(Cram().position(4, 5)), 1 << 20)
    homes: dict[int, int] = {}
    for second in count(1):
        first = homes.setdefault(int(word_table._place(words._table, uint64(second), uint64(0), False)), second)
        if first != second:
            break
    for state, knowledge in ((first, BUSY), (second, 3)):
        word_table.enter(words._table, uint64(state), uint64(0), False, uint64(knowledge))
    (stack,) = words._team
    stack.begin(first, 1)
    stack.run["shared"], stack.run["depth"] = 1, 1
    stack.leave(words._table, Budget(None))
    assert words.value(second) == 2
    assert not (words._table[:, 1] & uint64(BUSY)).any()


def test_threads_work_at_each_question_and_no_more_than_are_allowed(monkeypatch):
    # Is it worth 0, is it worth 1: the second question was once searched by all stacks in one thread.
    monkeypatch.setattr(word_search, "SHARED_FROM", 0)
    monkeypatch.setattr(word_search, "SLICE", 1)
    at_work: list[set[int]] = []
    go_on, run = word_search.CompiledWords._go_on, word_search.CompiledWords.run

    def watched_run(self, *question):
        at_work.append(set())
        return run(self, *question)

    def watched(self, one):
        at_work[-1].add(get_ident())
        return go_on(self, one)

    monkeypatch.setattr(word_search.CompiledWords, "run", watched_run)
    monkeypatch.setattr(word_search.CompiledWords, "_go_on", watched)
    evaluator = Evaluator(nodes=Nodes(WordSearch))
    with using(2):
        assert evaluator.nim_value(Cram().position(4, 5)) == 2
    assert [len(threads) for threads in at_work] == [1, 2, 2]  # not 0: a first look shows a mirror image
    with using(1):
        assert evaluator.nim_value(Cram().position(5, 5)) == 0
    assert [len(threads) for threads in at_work] == [1, 2, 2, 1]


def test_a_table_that_grows_by_two_threads_keeps_what_is_known(monkeypatch):
    monkeypatch.setattr(word_search, "FIRST_SLOTS", 1 << 8)
    monkeypatch.setattr(word_search, "SHARED_FROM", 0)
    monkeypatch.setattr(word_search, "SLICE", 64)
    kept: list[tuple[int, int]] = []
    make_room = word_search.CompiledWords._make_room

    def watched(self):
        before, size = self.known, len(self._table)
        make_room(self)
        if len(self._table) > size:
            kept.append((before, self.known))

    monkeypatch.setattr(word_search.CompiledWords, "_make_room", watched)
    evaluator = Evaluator(nodes=Nodes(WordSearch))
    with using(2):
        assert evaluator.nim_value(Cram().position(5, 5)) == 0
    assert len(kept) >= 2
    # Two threads that write one entry at the same moment may lose it.
    assert all(0 < 9 * before <= 10 * after <= 10 * before for before, after in kept)


def test_an_interrupted_search_goes_on(monkeypatch):
    monkeypatch.setattr(word_search, "SLICE", 64)
    evaluator, position = Evaluator(nodes=Nodes(WordSearch)), Cram().position(4, 7)
    monkeypatch.setattr("cgt.engine.evaluator.Budget", lambda *_limits, **_others: Interrupted())
    found, stops = None, 0
    while found is None:
        try:
            found = evaluator.nim_value(position)
        except KeyboardInterrupt:
            stops += 1
            assert not (compiled_search(evaluator)._words._table[:, 1] & uint64(BUSY)).any()
    assert found == 3
    assert stops > 2


class Interrupted(Budget):
    """A budget within which somebody presses Ctrl-C."""

    def __init__(self):
        super().__init__(None)
        self.looks = 0

    def check_clock_and_memory(self):
        self.looks += 1
        if self.looks == 10:
            raise KeyboardInterrupt


def kayles_options(word):
    for place in range(word.bit_length()):
        if word >> place & 1:
            yield word ^ 1 << place
            if word >> place & 2:
                yield word ^ 3 << place


def kayles_runs(word):
    found = []
    while word:
        length = (~(word // (word & -word)) & ((word // (word & -word)) + 1)).bit_length() - 1
        run = ((1 << length) - 1) * (word & -word)
        found.append(run)
        word ^= run
    return found


def take_pins(word, data, out):
    found, bit = 0, uint64(1)
    for _place in range(64):
        if word & bit != uint64(0):
            out[found] = word ^ bit
            found += 1
            if word & (bit << uint64(1)) != uint64(0):
                out[found] = word ^ (bit | (bit << uint64(1)))
                found += 1
        bit <<= uint64(1)
    return found


def runs(word, data, out):
    found = 0
    while word != uint64(0):
        run = word & (~word + uint64(1))
        while (run << uint64(1)) & word & ~run != uint64(0):
            run |= (run << uint64(1)) & word
        out[found] = run
        word ^= run
        found += 1
    return found


def to_the_corner(run, data):
    while run & uint64(1) == uint64(0):
        run >>= uint64(1)
    return run


def test_rules_of_ones_own_are_compiled(upto):
    rules = WordRules(take_pins, runs, to_the_corner)
    kayles = cgt.game(kayles_options, components=kayles_runs, compiled=rules, name="pins", example=7)
    values = cgt.nim_values("kayles", 65)
    for pins in upto(range(0, 65, 8), full=range(65)):
        assert Evaluator(nodes=Nodes(WordSearch)).nim_value(kayles.position((1 << pins) - 1)) == values[pins]
    assert cgt.solve(kayles.position(0b1111011)).nim_value == values[4] ^ values[2]


def test_a_game_that_does_not_fall_apart_and_values_beyond_the_sets():
    def options(word):
        return range(word)

    heap = cgt.game(options, compiled=WordRules(smaller), name="heap")
    evaluator = Evaluator(nodes=Nodes(WordSearch))
    for size in (0, 1, 40, 62, 63, 64, 65, 100, 126, 127, 128, 200):
        assert evaluator.nim_value(heap.position(size)) == size
        assert evaluator.outcome(heap.position(size)).value == ("N" if size else "P")
        (search,) = searches(evaluator)
        assert (search._words is None) == (size in {0, 127, 128, 200}), size


def test_values_above_the_first_word_are_passed_over_by_who_wins():
    # From 200 on a move leads to one of the heaps 70 to 99, which are above all that is wanted, or to heap 0 or 1.
    heap = cgt.game(heaps_or_far, compiled=WordRules(compiled_heaps_or_far), name="far heap")
    for size, value in ((99, 99), (201, 1), (202, 2), (203, 0)):
        assert Evaluator(nodes=Nodes(WordSearch)).nim_value(heap.position(size)) == value
        evaluator = Evaluator(nodes=Nodes(WordSearch))
        assert evaluator.nim_value(heap.position(99)) == 99
        assert evaluator.outcome(heap.position(size)).value == ("N" if value else "P")
        compiled_search(evaluator)


def heaps_or_far(word):
    if word < 200:
        return range(word)
    return [*range(70, 100), *{201: [0], 202: [0, 1], 203: [2]}[word]]


def compiled_heaps_or_far(word, data, out):
    if word < uint64(200):
        for number in range(word):
            out[number] = number
        return word
    for number in range(70, 100):
        out[number - 70] = number
    out[30] = uint64(2) if word == uint64(203) else uint64(0)
    out[31] = uint64(1)
    return 32 if word == uint64(202) else 31


def smaller(word, data, out):
    for number in range(word):
        out[number] = number
    return word


def go_round(word, data, out):
    out[0] = word % uint64(3) + uint64(1)
    return 1


def test_a_loop_is_found():
    ring = cgt.game(lambda n: [n % 3 + 1], compiled=WordRules(go_round), name="ring")
    with pytest.raises(LoopError) as caught:
        Evaluator(nodes=Nodes(WordSearch)).outcome(ring.position(2))
    assert {position.state for position in caught.value.loop} == {1, 2, 3}


def no_rule(word, data, out):
    return word.missing + data + out


def test_what_numba_does_not_take_is_said():
    game = cgt.game(lambda n: [n - 1] if n else [], compiled=WordRules(no_rule), name="broken")
    with pytest.raises(RulesetError, match="cannot be compiled"):
        Evaluator(nodes=Nodes(WordSearch)).nim_value(game.position(5))
    with pytest.raises(RulesetError, match="compiled is WordRules"):
        cgt.game(lambda n: [], compiled=no_rule)


def test_misere_play_and_boards_beyond_two_words_take_the_plain_search():
    evaluator, plain = Evaluator("misere", nodes=Nodes(WordSearch)), Evaluator("misere")
    for text in ("3x4", "..#./..../.#..", "2x5"):
        position = cgt.parse_position(f"cram {text}")
        assert evaluator.outcome(position) is plain.outcome(position)
        assert evaluator.remoteness(position) == plain.remoteness(position)
    rows = ["#" * 13] * 12
    rows[3], rows[4], rows[10] = "#.....#######", "##...########", "###########.."
    position = cgt.parse_position("cram " + "/".join(rows))
    compiled = Evaluator(nodes=Nodes(WordSearch))
    assert compiled.nim_value(position) == Evaluator(prune=False).nim_value(position)
    assert all(type(search) is not WordSearch for search in searches(compiled))
