"""Operators on rulesets, compounds and the sink against their definitions."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.errors import BudgetError, CGTError, PositionError, RulesetError
from tests.crosscheck.test_pegs_and_button import RULES


def mex(values):
    return next(value for value in range(len(values) + 1) if value not in values)


def check_text_and_moves(game, position):
    assert game.parse(str(position)) == position
    moves = list(position.moves())
    for move in moves:
        assert game.wording.read_move(position, game.wording.write_move(position, move)) == move
        assert game.wording.read_move(position, game.wording.move_text(position, move)) == move
    return moves


PAIRS = [("nim", "wythoff"), ("wythoff", "nim")]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_either_ruleset(first, second, upto):
    @cache
    def value(heaps):
        return mex({value(left) for name in (first, second) for left in RULES[name](heaps)})

    game = cgt.parse_ruleset(f"selective({first},{second})")
    for heaps in product(range(upto(4, full=9)), repeat=2):
        position = game.position(*heaps)
        assert cgt.nim_value(position) == value(heaps)
    check_text_and_moves(game, game.position(1, 2))
    assert cgt.parse_ruleset(str(game)) == game


@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_enforced_ruleset(first, second, convention, upto):
    @cache
    def lost(heaps):
        """The opponent finds a ruleset by which no move leads to a lost position; without a move the play is over."""
        options = [list(RULES[name](heaps)) for name in (first, second)]
        if convention == "misere":
            return any(some and not any(map(lost, some)) for some in options)
        return any(not any(map(lost, some)) for some in options)

    game = cgt.parse_ruleset(f"enforced({first},{second})")
    evaluator = cgt.Evaluator(convention)
    for heaps in product(range(upto(4, full=7)), repeat=2):
        position = game.position(*heaps)
        assert (evaluator.outcome(position) is Outcome.P) == lost(heaps), heaps
    position = game.position(1, 2)
    for _turn in range(3):
        position = position.play(check_text_and_moves(game, position)[-1])


def test_forbidden_positions(upto):
    forbidden = {(1, 2), (2, 1), (0, 0)}

    @cache
    def value(heaps):
        return mex({value(left) for left in RULES["wythoff"](heaps) if left not in forbidden})

    game = cgt.parse_ruleset("forbidden(wythoff,[1,2],[0,0])")
    assert str(game) == "forbidden(wythoff,[1,2],[0,0])"
    for heaps in product(range(upto(6, full=10)), repeat=2):
        position = game.position(*heaps)
        assert cgt.nim_value(position) == value(heaps)
    check_text_and_moves(game, game.position(1, 3))


def moves_of_compound(kind, heaps, options):
    """Every way to move in some of the heaps, each by what is left of it: a tuple of heaps."""
    ended = [not options[heap] for heap in heaps]
    if (kind in {"conjunctive", "shortened", "diminished"} and any(ended)) or all(ended):
        return
    stay = None
    choices = []
    for heap in heaps:
        may_stay = kind in {"selective", "shortened", "diminished"} or (kind == "continued" and not options[heap])
        choices.append([*([stay] if may_stay else []), *options[heap]])
    for choice in product(*choices):
        moved = sum(left is not stay for left in choice)
        if moved and (kind != "diminished" or moved == 1):
            parts = ((heap,) if left is stay else left for heap, left in zip(heaps, choice, strict=True))
            yield tuple(sorted(heap for part in parts for heap in (part or (0,))))


@pytest.mark.parametrize("kind", ["conjunctive", "continued", "selective", "shortened", "diminished"])
@pytest.mark.parametrize("name", ["nim", "kayles"])
def test_compounds(kind, name, upto):
    options = {heap: [(left,) for left in range(heap)] for heap in range(12)}
    if name == "kayles":
        options = {n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)] for n in range(12)}
        options = {n: sorted({tuple(filter(None, pair)) for pair in pairs}) for n, pairs in options.items()}

    @cache
    def wins(heaps):
        return any(not wins(left) for left in moves_of_compound(kind, heaps, options))

    game = cgt.parse_ruleset(f"compound({name},{kind})")
    evaluator = cgt.Evaluator()
    for heaps in product(range(upto(4, full=6)), repeat=2):
        position = game.position(*heaps)
        assert (evaluator.outcome(position) is Outcome.N) == wins(tuple(sorted(heaps))), heaps
    check_text_and_moves(game, game.position(1, 2))


@pytest.mark.parametrize("kind", ["conjunctive", "continued", "selective", "shortened", "diminished"])
@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("node-kayles", "a-b,b-c,c-d,d-e"),
        ("cram", "1x5"),
        ("sprouts", "2"),
        ("with-pass(kayles)", "3"),
        ("blocked(nim,2)", "2"),
        ("compound(cram,selective)", "1x5"),
    ],
)
def test_components_that_are_no_heaps_are_read_as_one_compound(name, start, kind, upto):
    """They were joined by `+`, as compounds that are played as a sum: a position that was read back had other moves."""
    game = cgt.parse_ruleset(f"compound({name},{kind})")
    known = {game.parse(start)}
    waiting = list(known)
    while waiting and len(known) < upto(60, full=600):
        reached = set(map(waiting[0].play, waiting.pop(0).moves())) - known
        known |= reached
        waiting += reached
    for position in known:
        assert game.parse(str(position)) == position
        assert cgt.parse_position(f"{game} {position} + nim 3") == position + cgt.games.Nim().position(3)


@pytest.mark.parametrize("amounts", [(1, 3, 4), (2, 5), (3,), (2, 3, 5)])
def test_the_sink(amounts, upto):
    values = [0]
    for size in range(1, upto(50, full=1_000)):
        values.append(mex({values[max(size - amount, 0)] for amount in amounts}))
    game = cgt.games.SinkSubtraction(*amounts)
    assert game.table().values(len(values)) == values
    assert cgt.nim_value(game.position(7, 11)) == values[7] ^ values[11]
    assert cgt.discover(game).proved
    check_text_and_moves(game, game.position(4))


def test_what_makes_no_sense_is_refused():
    for text in (
        "selective(nim)",
        "selective(nim,nim)",
        "enforced(nim,grundy(9))",
        "forbidden(wythoff)",
        "forbidden(wythoff,[x])",
        "compound(nim,sideways)",
        "sink-subtraction(0)",
        "sink-subtraction",
    ):
        with pytest.raises(CGTError):
            cgt.parse_ruleset(text)
    for text in ("3,x", "3,4 by 3"):
        with pytest.raises(CGTError):
            cgt.parse_ruleset("enforced(wythoff,nim)").parse(text)


@pytest.mark.parametrize(
    ("first", "second"), [("with-pass(nim)", "kayles"), ("kayles", "with-pass(nim)"), ("euclid", "kayles")]
)
@pytest.mark.parametrize("operator", ["enforced", "selective"])
def test_rulesets_whose_moves_lead_to_what_the_other_does_not_know_are_refused_together(operator, first, second):
    with pytest.raises(RulesetError) as caught:
        cgt.parse_ruleset(f"{operator}({first},{second})")
    assert str(caught.value).startswith(f"{first} and {second} do not go together: ")


def test_rulesets_that_part_late_in_the_play_are_named_together():
    game = cgt.parse_ruleset("selective(vectors((1,1)),0.0000007)")
    with pytest.raises(RulesetError, match=r"^vectors\(\(1,1\)\) and octal.* do not go together: '4,1,1'"):
        cgt.nim_value(game.position(4, 9))


def test_rulesets_that_both_have_a_pass_go_together():
    assert cgt.outcome(cgt.parse_position("enforced(with-pass(nim),with-pass(kayles)) 1")) is Outcome.N


def test_only_a_position_that_the_other_ruleset_does_not_know_is_refused(monkeypatch):
    """What took too much work is no fault of the position."""
    game = cgt.parse_ruleset("selective(nim,vectors((1,1)))")
    with pytest.raises(PositionError, match="is no position of vectors"):
        game.position(3, 4, 5)

    def too_much(*_args):
        raise BudgetError("the search was stopped")

    monkeypatch.setattr(type(game.other), "parse", too_much)
    with pytest.raises(BudgetError, match="was stopped"):
        game.position(3, 4)


@pytest.mark.parametrize(
    ("rule", "text", "left"),
    [
        ("forbidden(king,[1,2])", "2,2", ["1,1"]),
        ("forbidden(chomp,[3])", "3,1,1", ["2,1,1", "3,1"]),
        ("forbidden(cram,[##/..])", "2x2", []),
    ],
)
def test_images_of_a_forbidden_position_are_forbidden_as_the_rules_say(rule, text, left):
    game = cgt.parse_ruleset(rule)
    position = game.parse(text)
    assert [str(position.play(move)) for move in position.moves()] == left
    assert "a symmetry of the game makes no difference" in game.rules


@pytest.mark.parametrize("rule", ["forbidden(kayles,[1])", "forbidden(kayles,[1,0])"])
def test_an_empty_heap_makes_no_other_position(rule):
    game = cgt.parse_ruleset(rule)
    assert cgt.nim_value(game.parse("2")) == cgt.nim_value(game.parse("2,0")) == cgt.nim_value(game.parse("0,2")) == 1
    assert cgt.outcome(cgt.parse_position("forbidden(kayles,[0])  1")) is cgt.Outcome.P
    assert cgt.outcome(cgt.parse_position("forbidden(kayles,[0,0]) 1")) is cgt.Outcome.P
