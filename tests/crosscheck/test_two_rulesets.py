"""Two rulesets on one position, from the texts of positions alone: who minds the order of heaps, and who does not."""

from functools import cache
from itertools import product

import pytest

import cgt

UNORDERED = ("nim", "wythoff", "subtraction(2,5)")
ORDERED = ("vectors((1,2))", "vectors((0,1),(3,1))", "staircase")
PAIRS = [*product(UNORDERED, ORDERED), *product(ORDERED, UNORDERED), ("nim", "wythoff"), ("king", "knight")]


def left(rule, text):
    """The texts of the options of a position in one ruleset, one for each move."""
    game = cgt.parse_ruleset(rule)
    position = game.parse(text)
    return [game.wording.position_text(position.play(move)) for move in position.moves()]


@cache
def is_lost(kind, one, other, text, due, *, misere):
    """Whether the player to move loses, where it is `due` to ask, to enforce or to move by a ruleset, or to push."""
    if kind == "selective":
        options = [(option, None) for rule in (one, other) for option in left(rule, text)]
    elif kind == "enforced" and due is None:
        options = [(text, "asked")]
    elif kind == "enforced" and due == "asked":
        options = [(text, one), (text, other)]
    elif kind == "enforced":
        options = [(option, rule) for option in left(due, text) for rule in (one, other)]
    else:
        options = [(option, due) for option in left(due or one, text)] + ([] if due else [(text, other)])
    lost = [is_lost(kind, one, other, option, then, misere=misere) for option, then in options]
    return not any(lost) if options else not misere


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=map("-".join, PAIRS))
@pytest.mark.parametrize("kind", ["selective", "enforced", "push-the-button"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_each_position_of_two_heaps_is_won_by_whom_its_texts_say(kind, one, other, convention):
    game = cgt.parse_ruleset(f"{kind}({one},{other})")
    wrong = []
    for sizes in product(range(5), repeat=2):
        text = ",".join(map(str, sizes))
        lost = is_lost(kind, one, other, text, None, misere=convention == "misere")
        if (cgt.outcome(game.parse(text), convention) is cgt.Outcome.P) is not lost:
            wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("kind", ["selective", "enforced"])
def test_pairs_are_listed_in_the_order_that_one_ruleset_minds(kind):
    rule = f"{kind}(wythoff,vectors((1,2)))"
    two = ("wythoff", "vectors((1,2))")
    pairs = product(range(5), repeat=2)
    lost = [(x, y) for x, y in pairs if is_lost(kind, *two, f"{x},{y}", None, misere=False)]
    assert cgt.p_positions(rule, 5) == lost
    assert any(pair[0] > pair[1] for pair in lost)


def test_moves_to_mirror_images_are_two_moves():
    """A move is left out only where the other ruleset leaves the same heaps in their places."""
    game = cgt.parse_ruleset("selective(subtraction(1,3),bounded-nim(2))")
    moves = [game.wording.move_text(game.position(5, 5), move) for move in game.position(5, 5).moves()]
    assert {f"bounded-nim(2): take 2 from heap {heap}" for heap in (1, 2)} <= {*moves}
    assert cgt.outcome(cgt.parse_position("blocked(selective(subtraction(3),subtraction(2)),2) 2,2")) is cgt.Outcome.N
