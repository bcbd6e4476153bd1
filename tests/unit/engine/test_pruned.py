"""The pruned search against plain mex on random games, its table against its bound, and figures of the literature."""

from __future__ import annotations

import random
from functools import cache

import attrs
import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.engine.budget import Budget
from cgt.engine.nodes import States
from cgt.engine.pruned import PrunedSearch, TranspositionTable
from cgt.errors import BudgetError, LoopError, NumberError
from cgt.games import Cram
from cgt.games.boards.square_sets import SquareSets, packed


def random_game(rng, size):
    """For each component its options, each some smaller components."""
    return [
        [[rng.randrange(n) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))] for _ in range(rng.randrange(7)) if n]
        for n in range(size)
    ]


def nim_values(game):
    values = []
    for options in game:
        reached = set()
        for parts in options:
            total = 0
            for part in parts:
                total ^= values[part]
            reached.add(total)
        values.append(next(value for value in range(999) if value not in reached))
    return values


@pytest.mark.parametrize("count", [20, pytest.param(5_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("table_bytes", [1, 2_000, 1 << 29])
def test_pruned_against_plain(count, table_bytes):
    rng = random.Random(count + table_bytes)
    for _ in range(count):
        game = random_game(rng, 14)
        values = nim_values(game)
        pruned = PrunedSearch(game.__getitem__, int, table_bytes=table_bytes)
        for _ in range(5):
            parts = [rng.randrange(14) for _ in range(rng.randrange(4))]
            total = 0
            for part in parts:
                total ^= values[part]
            assert pruned.is_p(parts, Budget(None)) == (total == 0)
        assert [pruned.nim_value(part, Budget(None)) for part in range(14)] == values
        assert all(values[part] == value for part, value in pruned.table.values.items())


def test_the_table_keeps_to_its_bytes_and_what_was_dear():
    table = TranspositionTable(20_000)
    for number in range(10_000):
        table.put((number,), number % 7, work=1_000 if number % 500 == 0 else 1)
        assert table._bytes <= table.max_bytes
    assert all((number,) in table.values for number in range(5_000, 10_000, 500))
    assert len(table) + table.dropped == 10_000
    for size in (0, 1.5, "a", None):
        with pytest.raises(NumberError, match="a table takes at least one byte, not "):
            cgt.Evaluator(table_bytes=size).outcome(Cram().position(2, 3))


def test_the_table_keeps_to_its_bytes_where_its_keys_differ_in_size():
    table = TranspositionTable(3_000)
    for number in range(2):
        table.put(number, 0, work=number)
    for letter in "xy":
        table.put(letter * 1_500, 0, work=50)
        assert table.nbytes <= table.max_bytes
    table.put("z" * 5_000, 0, work=99)  # larger than the table
    assert table.nbytes <= table.max_bytes
    assert list(table.values) == ["y" * 1_500]


def test_rules_may_ask_the_search_itself():
    """For other values: what was being searched is gone on with."""

    def options(size):
        if size > 3:
            search.nim_value(size - 3, Budget(None))
        return [(size - 1,), (size // 2, size // 3)] if size else []

    search = PrunedSearch(options, lambda size: size)
    expected = PrunedSearch(lambda size: [(size - 1,), (size // 2, size // 3)] if size else [], lambda size: size)
    for size in (9, 20):
        assert search.nim_value(size, Budget(None)) == expected.nim_value(size, Budget(None))


def neighbours(rows, columns):
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return {
        cell: frozenset(other for other in cells if abs(other[0] - cell[0]) + abs(other[1] - cell[1]) == 1)
        for cell in cells
    }


@attrs.frozen
class Cells:
    """Node Kayles on a board: take a cell and its neighbours; what is left falls apart."""

    board: dict = attrs.field(eq=False)
    cells: frozenset

    def moves(self):
        return sorted(self.cells)

    def play(self, cell):
        return Cells(self.board, self.cells - {cell} - self.board[cell])

    def components(self):
        found, left = [], set(self.cells)
        while left:
            seen, front = set(), {left.pop()}
            while front:
                seen |= front
                front = {other for cell in front for other in self.board[cell] if other in self.cells} - seen
            left -= seen
            found.append(Cells(self.board, frozenset(seen)))
        return found


@attrs.frozen
class Whole:
    """The same, never taken apart."""

    inner: Cells

    def moves(self):
        return self.inner.moves()

    def play(self, cell):
        return Whole(self.inner.play(cell))


def board(rows, columns):
    return Cells(neighbours(rows, columns), frozenset(neighbours(rows, columns)))


def test_positions_with_components_are_decided_by_pruning():
    for rows in range(1, 5):
        for columns in range(1, 5):
            evaluator, flat = cgt.Evaluator(), cgt.Evaluator()
            position = board(rows, columns)
            assert evaluator.outcome(position) is flat.outcome(Whole(position))
            assert evaluator.winning_moves(position) == flat.winning_moves(Whole(position))
            assert evaluator.visited > 0
            total = cgt.Sum(position, board(2, 2), board(1, 3))
            assert evaluator.outcome(total) is flat.outcome(cgt.Sum(*map(Whole, total.parts)))


def test_pruning_opens_less(upto):
    plain = cgt.Evaluator(prune=False)
    position = board(4, upto(5, full=6))
    value = plain.nim_value(position)
    assert plain.visited >= len(plain)  # every component it knows was opened
    decided, valued = cgt.Evaluator(), cgt.Evaluator()
    assert decided.outcome(position) is (Outcome.N if value else Outcome.P)
    assert valued.nim_value(position) == value
    assert 0 < decided.visited <= valued.visited < len(plain) / 2


@pytest.mark.parametrize("count", [60, pytest.param(3_000, marks=pytest.mark.full)])
def test_nim_values_of_games_with_components_by_both_searches(count):
    rng = random.Random(count)
    for _ in range(count):
        options = random_game(rng, 14)
        values = nim_values(options)
        pieces = cgt.game(
            lambda state, options=options: [tuple(parts) for part in state[:1] for parts in options[part]],
            components=lambda state: [(part,) for part in state],
            example=(1, 2),
        )
        state = tuple(rng.randrange(14) for _ in range(rng.randrange(4)))
        total = 0
        for part in state:
            total ^= values[part]
        evaluator = cgt.Evaluator()
        assert evaluator.nim_value(pieces.position(state)) == total
        assert evaluator.outcome(pieces.position(state)) is (Outcome.N if total else Outcome.P)
        assert cgt.Evaluator(prune=False).nim_value(pieces.position(state)) == total


def test_a_loop_and_a_budget_in_pruned_search():
    ring = cgt.game(lambda n: [(n + 1) % 3], components=lambda n: [n])
    with pytest.raises(LoopError) as caught:
        cgt.Evaluator().outcome(ring.position(1))
    assert {position.state for position in caught.value.loop} == {0, 1, 2}
    evaluator = cgt.Evaluator(max_positions=40)
    for _ in range(100):
        try:
            found = evaluator.outcome(board(4, 4))
            break
        except BudgetError:
            continue
    assert found is cgt.Evaluator().outcome(board(4, 4))


@attrs.frozen
class Dominoes:
    """Cram: cover two neighbouring cells; equal under translation."""

    cells: frozenset

    def moves(self):
        for row, column in sorted(self.cells):
            for other in ((row + 1, column), (row, column + 1)):
                if other in self.cells:
                    yield (row, column), other

    def play(self, move):
        return Dominoes(self.cells - set(move))

    def components(self):
        @cache
        def near(cell):
            row, column = cell
            return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & self.cells

        found, left = [], set(self.cells)
        while left:
            seen, front = set(), {left.pop()}
            while front:
                seen |= front
                front = {other for cell in front for other in near(cell)} - seen
            left -= seen
            found.append(Dominoes(frozenset(seen)))
        return found

    def canonical(self):
        top = min(row for row, _ in self.cells)
        side = min(column for _, column in self.cells)
        cells = [(row - top, column - side) for row, column in self.cells]
        tall, wide = (max(cell[axis] for cell in cells) for axis in (0, 1))
        forms = []
        for flipped in ([(tall - r, c) for r, c in cells], cells):
            for turned in (flipped, [(r, wide - c) for r, c in flipped]):
                forms += [sorted(turned), sorted((c, r) for r, c in turned)]
        return Dominoes(frozenset(min(forms)))


def cram(rows, columns):
    return Dominoes(frozenset((row, column) for row in range(rows) for column in range(columns)))


# Beling's table of Cram nim-values (impartial-games, README), and strips of one row: Dawson's Kayles.
CRAM = {(1, 8): 1, (2, 3): 1, (2, 5): 1, (3, 3): 0, (3, 4): 1, (3, 5): 1, (4, 4): 0}


def test_published_values_of_cram(upto):
    for (rows, columns), value in CRAM.items():
        if rows * columns > upto(12, full=16):
            continue
        evaluator = cgt.Evaluator()
        assert evaluator.nim_value(cram(rows, columns)) == value
        assert evaluator.outcome(cram(rows, columns)) is (Outcome.N if value else Outcome.P)


def test_symmetric_positions_are_kept_under_one_key():
    evaluator = cgt.Evaluator(prune=False)
    evaluator.nim_value(cram(3, 4))
    (states,) = evaluator._nodes._states.values()
    kept = list(states.pruned.table.values)
    assert kept
    assert all(position.canonical() == position and len(position.components()) == 1 for position in kept)


class FromACorner(SquareSets):
    """Cram with its moves in the order of the boards that they leave, which begins at a corner."""

    def options(self, state):
        return sorted(super().options(state))


def test_a_symmetric_board_is_settled_by_its_middle_in_whatever_order_moves_come():
    # The middle domino comes in one form, the others in two or four; listed so, 4 x 7 opened 24,421.
    states = States(FromACorner(Cram(), 8, 8))
    search = PrunedSearch(states.options_in_parts, states.mobility)
    (board,) = states.game.components(packed([0b1111] * 7, 8))
    assert not search.is_p([board], Budget(None))
    assert search.visited < 5_000
