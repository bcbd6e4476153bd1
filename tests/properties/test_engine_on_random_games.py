"""Random games that break heaps: the evaluator against the definition, played flat, move by move."""

from __future__ import annotations

from functools import cache

import attrs
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.outcome import Outcome
from cgt.engine.evaluator import Evaluator

HEAPS = 6


@st.composite
def games(draw):
    """For each heap what it may become: some multisets of smaller heaps, of two heaps at most."""

    def option(heap):
        return st.lists(st.integers(0, heap - 1), max_size=2).map(lambda parts: tuple(sorted(parts)))

    return ((), *(tuple(draw(st.lists(option(heap), max_size=4))) for heap in range(1, HEAPS)))


@attrs.frozen
class Falling:
    """A heap that says in its `play` alone what it falls into."""

    game: tuple
    heap: int

    def moves(self):
        return range(len(self.game[self.heap]))

    def play(self, move):
        return cgt.Sum(*(type(self)(self.game, heap) for heap in self.game[self.heap][move]))


@attrs.frozen
class Broken(cgt.Game):
    """The same heaps as states of one game: a heap, or the heaps that a move leaves."""

    table: tuple
    name = "broken"

    def moves(self, heap):
        return range(len(self.table[heap]))

    def after(self, heap, move):
        return self.table[heap][move]

    def components(self, state):
        return state if isinstance(state, tuple) else (state,)


def state_of(game, heap):
    return Broken(game).position(heap)


def definition(game):
    """Outcome (is it won), nim-value and remoteness of a multiset of heaps, by the definitions."""

    def options(heaps):
        for at, heap in enumerate(heaps):
            for left in game[heap]:
                yield tuple(sorted(heaps[:at] + left + heaps[at + 1 :]))

    @cache
    def solved(heaps, misere):
        after = [solved(option, misere) for option in options(heaps)]
        wins = any(not won for won, _, _ in after) if after else misere
        values = {value for _, value, _ in after}
        nim_value = next(value for value in range(99) if value not in values) if after or not misere else 1
        quick = [steps for won, _, steps in after if not won]
        remoteness = 1 + (min(quick) if quick else max(steps for _, _, steps in after)) if after else 0
        return wins, nim_value, remoteness

    return solved


@given(games(), st.lists(st.integers(0, HEAPS - 1), max_size=3), st.sampled_from(["normal", "misere"]))
def test_sums_of_heaps_that_break(game, heaps, convention):
    solved = definition(game)
    evaluators = Evaluator(convention), Evaluator(convention)
    for kind, evaluator in zip((Falling, state_of), evaluators, strict=True):
        for asked in (heaps, *([heap] for heap in heaps)):
            position = cgt.Sum(*(kind(game, heap) for heap in asked))
            expected = solved(tuple(sorted(asked)), convention == "misere")
            found = (
                evaluator.outcome(position) is Outcome.N,
                evaluator.nim_value(position),
                evaluator.remoteness(position),
            )
            assert found == expected, (kind, asked)
            assert evaluator.winning_moves(position) == [
                (index, move)
                for index, heap in enumerate(asked)
                for move, left in enumerate(game[heap])
                if not solved(tuple(sorted([*asked[:index], *left, *asked[index + 1 :]])), convention == "misere")[0]
            ]
