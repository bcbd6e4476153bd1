"""The largest boards that are taken, and the next ones, which are not."""

from __future__ import annotations

import pytest

import cgt
from cgt.errors import PositionError, RulesetError
from cgt.games.graphs.brussels_sprouts import MOST_ARMS
from cgt.games.graphs.sprouts import MOST_SPOTS


@pytest.mark.parametrize(
    ("ruleset", "largest", "beyond"),
    [
        ("sprouts", str(MOST_SPOTS), str(MOST_SPOTS + 1)),
        ("brussels-sprouts", str(MOST_ARMS), str(MOST_ARMS + 1)),
        ("notakto", "/".join(["." * 20] * 20), "/".join(["." * 20] * 21)),
        ("notakto", "20x20", "20x21"),
        ("poset", "chomp 26x2", "chomp 27x2"),
    ],
)
def test_the_largest_and_the_next(ruleset, largest, beyond):
    game = cgt.parse_ruleset(ruleset)
    assert game.write(game.parse(largest).state)
    with pytest.raises(PositionError, match=r"at most|1 to"):
        game.parse(beyond)


def test_the_longest_code_on_a_graph_and_the_next():
    assert cgt.parse_ruleset(f"graph-octal(0.{'3' * 20})")
    with pytest.raises(RulesetError, match="takes 1 to 20 vertices"):
        cgt.parse_ruleset(f"graph-octal(0.{'3' * 21})")


@pytest.mark.parametrize("misere", [False, True])
def test_the_one_way_round_kotzigs_circle(misere):
    """With one step there is one line of play: as many moves as new squares are met."""
    for size in range(3, 13):
        for step in range(1, size):
            at, been = 0, {0}
            while (at := (at + step) % size) not in been:
                been.add(at)
            lost = (len(been) - 1) % 2 == misere
            found = cgt.solve(cgt.parse_ruleset(f"kotzig({size},{step})").parse("0"), "misere" if misere else "normal")
            assert (found.outcome is cgt.Outcome.P) == lost
            assert found.route == "closed form"


def test_the_only_amount_of_a_heap_may_leave_nothing():
    for take, other in ((2, 5), (1, 4), (3, 7)):
        (form,) = (
            form for form in cgt.games.Subtraction(take, other).closed_forms() if form.name == "period of two amounts"
        )
        for size in range(30):
            values = [form.value(left) for left in range(size)]
            for value in range(3):
                wanted = [amount for amount in (take, other) if amount <= size and values[size - amount] == value]
                assert list(form.takes_to(size, value)) == wanted


@pytest.mark.parametrize(
    ("game", "numbers", "wanted"),
    [
        ("circular-nim(2)", 400, "at most 30 numbers, not 400"),
        ("sylver", 1000, "at most 999 numbers, not 1000"),
        ("lctr", 0, "at least 1 number, not 0"),
        ("euclid", 3, "played on 2 numbers, not 3"),
    ],
)
def test_too_many_numbers_are_refused_as_too_many(game, numbers, wanted):
    with pytest.raises(PositionError, match=wanted):
        cgt.parse_ruleset(game).position(*[3] * numbers)
