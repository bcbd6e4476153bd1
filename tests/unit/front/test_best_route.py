"""The best route by default: what is asked first is not much dearer than any other route that answers."""

from __future__ import annotations

import pytest

import cgt
from cgt.core.route import Facts, Question
from cgt.errors import BudgetError
from cgt.front.routes.asking import Routes


def test_two_heaps_of_wythoff_are_tabulated():
    """The nim-values by the definition, written out, on the way to (45, 50)."""
    values = {}
    for i in range(46):
        for j in range(51):
            reached = {values[k, j] for k in range(i)} | {values[i, k] for k in range(j)}
            reached |= {values[i - k, j - k] for k in range(1, min(i, j) + 1)}
            values[i, j] = next(value for value in range(i + j + 1) if value not in reached)
    game = cgt.Wythoff()
    answer = Routes().ask(Question(game.position(45, 50), needed=Facts.NIM_VALUE))
    assert ([more.route for more in answer.completed_by], answer.nim_value) == (["table"], values[45, 50])
    total = game.position(45, 50) + game.position(30, 40)
    assert cgt.nim_value(total) == values[45, 50] ^ values[30, 40]


@pytest.mark.parametrize(
    ("text", "position"),
    [("wythoff", "200000,200000"), ("treblecross", "3000000"), ("fibonacci-nim", "50000000:9000000")],
)
def test_what_is_too_large_is_refused_at_once_with_its_size(text, position):
    game = cgt.parse_ruleset(text)
    with pytest.raises(BudgetError, match="a table of"):
        cgt.nim_value(game.parse(position))
