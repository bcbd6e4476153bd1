from __future__ import annotations

from functools import partial
from itertools import islice

import attrs
import pytest

import cgt
from cgt.core.compounds import ComponentMove, Sum
from cgt.core.outcome import Convention
from cgt.engine.evaluator import Evaluator
from cgt.errors import IllegalMoveError, PositionError, RulesetError
from cgt.families.function_heap_game import HeapRule, TakingRule
from cgt.families.heap_game import Heap, HeapRuleset, _lost_by, by_definition, heap_sizes, own_sizes
from cgt.games.heaps.nim import Nim
from cgt.games.heaps.subtraction import Subtraction

# Grundy's game: split a heap into two unequal ones.
GRUNDY = HeapRule(lambda n: [(part, n - part) for part in range(1, (n + 1) // 2)], name="grundy-of-ours")
EVEN = TakingRule(lambda n: range(2, n + 1, 2), name="take-evenly")


def test_a_heap_that_splits():
    # OEIS A002188.
    assert GRUNDY.table().values(20) == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]
    position = GRUNDY.position(7)
    assert list(position.moves()) == [(1, 6), (2, 5), (3, 4)]
    after = position.play((2, 5))
    assert after == Sum(Heap(GRUNDY, (5,)), Heap(GRUNDY, (2,)))
    assert GRUNDY.wording.position_text(after) == "2,5"
    assert GRUNDY.wording.move_record(position, (2, 5)) == {"heap": 0, "amount": 0, "leaves": [2, 5]}
    for wrong in ((5, 2), (7,), 3, (3, 3), None):
        with pytest.raises(IllegalMoveError, match="is not what a heap of 7 may become under grundy-of-ours"):
            position.play(wrong)


@pytest.mark.parametrize("ruleset", [GRUNDY, EVEN, Subtraction(1, 3, 4), Nim()], ids=str)
def test_the_table_says_what_the_engine_says(ruleset):
    evaluator = Evaluator()
    values = ruleset.table().values(25)
    assert [evaluator.nim_value(ruleset.position(size)) for size in range(25)] == values
    total = ruleset.position(24, 11, 7)
    table = ruleset.table()
    assert table.entries(total) == 25
    table.extend_to(total)
    assert table(total) == evaluator.nim_value(total) == values[24] ^ values[11] ^ values[7]


def test_values_without_end():
    assert list(islice(by_definition(EVEN), 8)) == EVEN.table().values(8) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert EVEN.table().values(0) == []


@pytest.mark.parametrize("option", [(5,), (6,), (-1,), (1.0,), (2, 5)])
def test_heaps_must_get_smaller(option):
    ruleset = HeapRule(lambda n: [option] if n == 5 else [], name="wrong")
    with pytest.raises(RulesetError, match=r"wrong: a heap of 5 may not become .*: heaps must get smaller"):
        ruleset.table().values(6)


class Grows(HeapRuleset):
    name = title = "grows"

    def heap_options(self, size):
        return [(size + 1,), (size - 1,)] if size else []


@pytest.mark.parametrize(
    "ask", [cgt.nim_value, cgt.genus, *(partial(cgt.solve, convention=one) for one in ("normal", "misere"))]
)
def test_a_heap_that_grows_in_a_class_of_ones_own_is_refused_at_once(ask):
    with pytest.raises(RulesetError, match=r"grows: a heap of . may not become .*: heaps must get smaller"):
        ask(Grows().position(3))


@pytest.mark.parametrize("option", [4, "4", None, {4}])
def test_an_option_that_is_no_tuple_is_refused(option):
    ruleset = HeapRule(lambda n: [option] if n == 5 else [], name="wrong")
    for ask in (lambda: ruleset.table().values(6), lambda: cgt.solve(ruleset.position(5)), lambda: ruleset.period(6)):
        with pytest.raises(RulesetError, match=r"wrong: a heap of 5 may not become .*: an option is the tuple of the"):
            ask()


@pytest.mark.parametrize(
    "ruleset",
    [
        HeapRule(lambda n: [[n - 1]] if n else [], name="one-by-one"),
        type(
            "OneByOne", (cgt.HeapRuleset,), {"name": "own", "heap_options": lambda _self, n: [[n - 1]] if n else []}
        )(),
    ],
)
def test_options_may_be_lists(ruleset):
    assert ruleset.table().values(5) == [0, 1, 0, 1, 0]
    assert list(cgt.solve(ruleset.position(5)).winning_moves) == [(4,)]


@pytest.mark.parametrize("said", [3, None])
@pytest.mark.parametrize("kind", [HeapRule, TakingRule])
def test_a_function_that_lists_nothing_is_refused(kind, said):
    ruleset = kind(lambda n: said, name="wrong")
    for ask in (
        lambda: ruleset.table().values(6),
        lambda: cgt.solve(ruleset.position(5)),
        lambda: cgt.discover(ruleset),
    ):
        with pytest.raises(RulesetError, match=r"wrong: for a heap of \d a list is asked for, not"):
            ask()


def named(kind, **rules):
    """A game of a class of one's own, with these rules."""
    return type("Own", (kind,), {"name": "own", "title": "Own", "rules": "As said.", **rules})()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (named(cgt.TakingRuleset, take=lambda self, size: [1]), r"own has no rules: write takes\(size\)"),
        (named(cgt.HeapRuleset), r"own has no rules: write heap_options\(size\)"),
        (named(cgt.TakingRuleset, takes=lambda self, size: None), "own: for a heap of . a list is asked for, not None"),
        (named(cgt.HeapRuleset, heap_options=lambda self, size: 3), "own: for a heap of . a list is asked for, not 3"),
        (named(cgt.HeapRuleset, heap_options=lambda self, size: [0] * size), "an option is the tuple of the heaps"),
        (named(cgt.TakingRuleset, takes=lambda self, size: [1, 2]), "from a heap of 0 nothing is taken, not 1"),
    ],
)
def test_a_class_whose_rules_are_none_is_told_what_they_are(game, said):
    with pytest.raises(RulesetError, match=said):
        cgt.solve(game.position(4))


def test_a_class_that_cannot_be_remembered_is_told_how():
    @attrs.frozen
    class Several(cgt.TakingRuleset):
        name, title, rules = "several", "Several", "Take one of several amounts."
        amounts: tuple[int, ...]

        def takes(self, size):
            return [amount for amount in self.amounts if amount <= size]

    several = Several([1, 2])
    for ask in (
        lambda: cgt.nim_values(several, 5),
        lambda: cgt.solve(several.position(4)),
        lambda: cgt.discover(several),
    ):
        with pytest.raises(RulesetError, match=r"several cannot be remembered: .* a tuple in place"):
            ask()


def test_only_amounts_that_may_be_taken_are_told():
    for size, allowed in ((2, "take 1, 2"), (0, "there is no move")):
        with pytest.raises(IllegalMoveError, match=f"3 may not be taken from a heap of {size} under own: {allowed}$"):
            named(cgt.TakingRuleset, takes=lambda self, size: [-1, 1, 2, 3, 0.5]).position(size).play(3)


def test_an_option_that_is_no_tuple_is_no_move():
    game = named(cgt.HeapRuleset, heap_options=lambda self, size: [2] if size else [])
    with pytest.raises(RulesetError, match=r"own: a heap of 3 may not become .*: an option is the tuple of the heaps"):
        game.position(3).play(2)


def test_positions_of_another_game():
    mixed = Sum(Nim().position(3), EVEN.position(4))
    assert own_sizes(Nim(), mixed) is None
    assert own_sizes(EVEN, Nim().position(3)) is None
    assert own_sizes(Nim(), Nim().position(3, 4)) == (3, 4)
    with pytest.raises(PositionError, match="is not a position of nim"):
        heap_sizes(Nim(), mixed)


def test_no_heap_is_the_empty_heap():
    assert Nim().position() == Nim().position(0)
    assert list(Nim().position().moves()) == []


def test_huge_heaps_can_be_written_and_played():
    heap = Nim().position(10**5000)
    assert len(str(heap)) == 5001
    assert "state=(1000" in repr(heap)
    assert heap.play(10**5000) == Nim().position(0)
    assert Subtraction(1, 3).table().entries(Subtraction(1, 3).position(10**30)) is None
    with pytest.raises(IllegalMoveError, match=r"under nim: take 1, 2, 3, 4, 5, …$") as caught:
        heap.play(10**5000 + 1)
    assert len(str(caught.value)) < 200


def test_an_illegal_move_is_told_what_is_allowed():
    with pytest.raises(IllegalMoveError, match=r"2 may not be taken from a heap of 7 .*: take 1, 3, 4$"):
        Subtraction(1, 3, 4).position(7).play(2)
    with pytest.raises(IllegalMoveError, match="there is no move"):
        Subtraction(3).position(2).play(1)
    with pytest.raises(IllegalMoveError, match=r": \(1, 6\), \(2, 5\), \(3, 4\)$"):
        GRUNDY.position(7).play((7,))


@pytest.mark.parametrize(
    "game",
    [
        cgt.games.Nim(),
        cgt.games.BoundedNim(3),
        cgt.games.Subtraction(2, 5, 7),
        cgt.games.Subtraction(1, 5000),
        cgt.games.AllBut(1, 3),
        cgt.games.TakeASquare(),
        cgt.games.TakeAPrime(),
        cgt.games.TakeAFibonacci(),
        cgt.parse_ruleset("grundy"),
    ],
    ids=str,
)
def test_every_way_to_the_nim_values_agrees_with_the_definition(game, upto):
    expected = list(islice(by_definition(game), upto(300, full=700)))
    for stop in (0, 1, 2, 90, len(expected)):
        assert game.table().values(stop) == expected[:stop]
        assert all(type(value) is int for value in game.table().values(stop))


def test_sparse_amounts_are_looked_up_and_dense_ones_kept_in_sets(upto):
    stop = upto(4_000, full=12_000)
    for game in (cgt.games.TakeASquare(), cgt.games.Subtraction(3, 11, 1300)):
        values = game.table("python").values(stop)
        for size in (stop - 1, stop - 1_000, 1_300):
            assert values[size] == cgt.mex(values[size - take] for take in game.takes(size))


def test_progress_of_nim_values_reaches_the_end():
    for game in (cgt.games.Nim(), cgt.games.TakeASquare(), EVEN, cgt.games.AllBut(1, 30_000)):
        seen = []
        game.table().values(600, progress=lambda done, total, seen=seen: seen.append((done, total)))
        assert seen[-1] == (600, 600)


def test_a_game_without_a_code_has_no_compiled_route():
    with pytest.raises(RulesetError, match=f"no compiled backend tabulates {EVEN}"):
        EVEN.table("compiled").values(10)


def test_a_losing_heap_every_second_time_is_a_rule():
    lost = {take: _lost_by(cgt.games.Subtraction(take), Convention.NORMAL) for take in (1, 2)}
    assert lost == {1: (2, 0), 2: (0, 0)}
    assert _lost_by(cgt.games.BoundedNim(4), Convention.MISERE) == (5, 1)


def test_no_pattern_is_looked_for_where_misere_play_goes_on_as_a_sum():
    """Kayles' 40 heaps by their sums would take minutes, for a hint."""
    assert _lost_by(cgt.games.Kayles(), Convention.MISERE) == (0, 0)
    assert _lost_by(cgt.games.Octal("0.33"), Convention.MISERE) == (3, 1)


def test_a_move_of_one_of_two_large_heaps_is_put_together_from_its_text():
    game = cgt.games.Nim()
    for heaps in ((10**12, 5), (5, 10**12), (10**12, 5, 6)):
        position, place = game.position(*heaps), heaps.index(10**12)
        assert game.wording.read_move(position, f"{10**11} from {place + 1}") == ComponentMove(place, 10**11)
    both = cgt.parse_ruleset("global-takeaway(2n)")
    position = both.parse(f"{10**12},5:{10**12}")
    assert both.wording.read_move(position, f"{10**11} from 1") == ComponentMove(0, 10**11)


def test_the_moves_of_many_heaps_are_told_of_eight():
    game = cgt.games.TakeAway("2n")
    for heaps in (7, 8, 9, 20):
        told = game.wording.moves_text(game.parse(",".join(["5:2"] * heaps))).split("; ")
        assert told == [f"from heap {heap} take 1 or 2" for heap in range(1, min(heaps, 8) + 1)] + ["…"] * (heaps > 8)
    kayles = cgt.games.Octal("0.77")
    for position in (kayles.position(3, 4), kayles.position(3) + kayles.position(4)):
        assert kayles.wording.moves_text(position).startswith(
            "1 from 1 leaving 2; 1 from 1 leaving 1, 1; 2 from 1 leaving 1"
        )
