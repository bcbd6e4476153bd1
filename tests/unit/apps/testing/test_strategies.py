"""The hypothesis strategies give what they promise."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import find, given
from hypothesis import strategies as st

import cgt
from cgt.apps.testing.strategies import plays, positions, rulesets
from cgt.core.game import ruleset_of


@given(st.data())
def test_positions_belong_to_their_ruleset(data):
    ruleset = data.draw(rulesets())
    position = data.draw(positions(ruleset, bound=6))
    assert ruleset_of(position) == ruleset


@given(st.data())
def test_plays_are_legal_and_come_to_an_end(data):
    play = data.draw(plays(data.draw(rulesets(["nim", "takeaway", "wythoff"])), bound=6))
    for (before, move), (after, _) in pairwise(play):
        assert move in list(before.moves())
        assert before.play(move) == after
    last, nothing = play[-1]
    assert nothing is None
    assert not list(last.moves())


def test_examples_shrink_to_the_least():
    assert find(positions(cgt.games.TakeAway("2n")), lambda position: position.size >= 5) == cgt.games.TakeAway(
        "2n"
    ).position((5, 1))
