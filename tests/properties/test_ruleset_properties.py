"""What holds for every position of every registered game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.apps.testing.strategies import plays, positions, rulesets

ENDING = [name for name in cgt.ruleset_names() if name != "walk"]  # whose play may go round: a search has no answer


@given(data=st.data())
def test_the_front_door_says_what_the_search_finds(data, upto):
    ruleset = data.draw(rulesets(ENDING))
    convention = data.draw(st.sampled_from(ruleset.conventions))
    position = data.draw(positions(ruleset, bound=upto(5, full=7)))
    solution = cgt.solve(position, convention)
    evaluator = cgt.Evaluator(convention)
    assert solution.outcome is evaluator.outcome(position)
    assert set(solution.winning_moves) == set(evaluator.winning_moves(position))
    assert solution.nim_value in {None, evaluator.nim_value(position)}


@given(st.data())
def test_every_text_is_read_back(data):
    ruleset = data.draw(rulesets())
    assert cgt.parse_ruleset(str(ruleset)) == ruleset
    for position, _move in data.draw(plays(ruleset, bound=6)):
        assert ruleset.parse(str(position)) == position
        assert ruleset.parse(ruleset.wording.position_text(position)) == position


@given(st.data())
def test_a_sum_of_a_position_with_itself_is_lost(data):
    position = data.draw(positions(data.draw(rulesets(ENDING)), bound=6))
    assert cgt.outcome(cgt.Sum(position, position)) is cgt.Outcome.P
