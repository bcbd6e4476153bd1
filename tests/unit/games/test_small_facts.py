"""Facts of single games that closed forms, reasons and readers rest on, each against what it says."""

from __future__ import annotations

from itertools import combinations, product
from math import gcd

import pytest

import cgt
from cgt.core.game import rules_text
from cgt.core.language import language
from cgt.core.memory import size_of
from cgt.core.numbers import first_few
from cgt.core.sketch import drawing_of
from cgt.digits.system import takeaway
from cgt.digits.takeaway_base import Base
from cgt.engine.budget import SLOTS
from cgt.engine.pruned import TranspositionTable
from cgt.errors import CGTError, ParseError, RulesetError
from cgt.families.function_heap_game import HeapRule
from cgt.fast.quota_values import quota_values
from cgt.games.graphs.sprouts import canonical_text
from cgt.games.heaps.bounded_nim import ParityRule
from cgt.games.heaps.divisors import LeastPrime


def test_takes_to_every_value_of_a_least_prime():
    form = LeastPrime(cgt.parse_ruleset("prim"))
    for size in range(2, 60):
        left = [size - take for take in range(1, size) if gcd(size, take) == 1]
        for value in range(5):
            wanted = {size - rest for rest in left if form.value(rest) == value and (rest or value == 0)}
            assert set(form.takes_to(size, value)) == wanted


@pytest.mark.parametrize(
    ("game", "told", "untold"),
    [
        ("notakto(4)", "; 4 crosses in a row", "three"),
        ("with-pass(nim,2)", "2 times in the play", "once"),
        ("fibonacci-nim", "The first move in a heap may not take all of it.", "any number"),
        ("fibonacci-nim(unlimited)", "The first move in a heap may take any number.", "not take all"),
        ("takeaway(3n,2)", "at most 3n. The first move in a heap may take at most 2.", "not take all"),
        ("takeaway([3,1,8])", "at most the n-th of the numbers 3,1,8, or the last of them.", "[3,1,8]"),
        ("global-takeaway(2n)", "The first move may not take the whole of the largest heap.", "in a heap"),
        ("circular-nim(2,shrinking)", "When a heap is gone, those beside it stand side by side.", "shrinking"),
        ("hypergraph-nim(1-2,slow)", "exactly one match from each of its heaps: 1\N{NON-BREAKING HYPHEN}2.", "slow"),
        ("peg-duotaire(multihop)", "The same peg may hop on in the same move.", "multihop"),
        ("mark(3)", "Take up to 2 from a heap, or leave 1/3 of it, rounded down.", ": 3"),
        ("euclid(zero)", "Whoever makes a 0 has moved last.", "stay positive"),
        ("delete-nim(divide)", "divide the other in two heaps that are not empty.", "take one counter"),
        ("wythoff(2)", "the two amounts differing by less than 2.", "same"),
    ],
)
def test_rules_are_told_of_the_very_game_and_in_french(game, told, untold):
    """Of notakto(4) they said three in a row, of two passes once, of an open opening that it may not take all."""
    rules = rules_text(cgt.parse_ruleset(game))
    assert told in rules
    assert untold not in rules
    with language("fr"):
        assert rules_text(cgt.parse_ruleset(game)) != rules


def test_six_values_are_told_and_seven_are_cut():
    assert first_few(range(6)) == "0, 1, 2, 3, 4, 5"
    assert first_few(range(7)) == "0, 1, 2, 3, 4, …"


def test_the_place_of_a_wrong_quota():
    with pytest.raises(ParseError) as told:
        cgt.games.TakeAway("2n").parse("21:4,10:x,3")
    assert told.value.index == len("21:4,10:")


@pytest.mark.parametrize(("k", "q", "name"), [(2, 0, "zeckendorf"), (1, 0, "base 2"), (3, 0, "takeaway(3n)")])
def test_the_name_of_a_system(k, q, name):
    assert takeaway(k, q).name == name


def test_a_rule_that_leaves_no_tuple_is_refused_where_it_is_taken_apart():

    class Careless(HeapRule):
        """Whose options are not looked at when they are made."""

        def heap_options(self, size):
            yield size - 1

    with pytest.raises(CGTError):
        cgt.outcome(Careless(lambda n: [(n - 1,)] if n else [], name="careless").position(5).play(4))


def test_what_is_no_state_is_none():
    game = cgt.parse_ruleset("delete-nim")
    assert game.is_state((5, 2))
    assert not game.is_state((5, 2, 1))
    assert not game.is_state((-1, 2))


def test_heaps_are_drawn_if_there_are_any():
    game = cgt.parse_ruleset("delete-nim")
    assert game.sketch(game.parse("5,2").state).svg() is not None


@pytest.mark.parametrize("constant", [0, 7, 2**31 - 1, 2**31, 2**63, 10**30])
def test_a_quota_of_any_size(constant):
    assert quota_values((2, constant), 6).tolist() == [0, *(min(2 * k + constant, 6) for k in range(1, 7))]
    assert quota_values((2, constant), 6).dtype.kind == "i"


def test_a_table_that_drops_half_knows_what_is_left():
    table = TranspositionTable(max_bytes=8_000)
    for number in range(400):
        table.put((number,), number % 7, number)
        assert table._bytes == sum(SLOTS + size_of((number,)) for (number,) in table.values) <= 8_000
    assert table.dropped


def test_a_million_parts_are_listed_and_one_more_is_not():
    base = Base(lambda _taken: 1)
    last = max(part for part, _often in base.expansion(1_000))
    assert len(base.parts(last * 1_000_000)) == 1_000_000
    with pytest.raises(CGTError, match="more than 1,000,000 parts"):
        base.parts(last * 1_000_001)


def test_rows_are_counted_by_what_they_leave():
    game = cgt.games.BoundedNim(3)
    form = ParityRule(game)
    for rows, words in (((2, 2), "all even"), ((1, 2, 3), "all odd"), ((2, 2, 2), "not all odd nor all even")):
        assert words in cgt.solve(game.position(*rows), closed_form=form).explanation


@pytest.mark.parametrize(
    ("drawn", "mirrored"),
    [
        ("1a1a,bc|1bc", "a1a1,cb|1bc"),
        ("1a1ab|b,cd|cd", "ba1a1|b,cd|cd"),
        ("1ab|1cdc|ab,d", "1ab|cdc1|ab,d"),
        ("1ab|ac|bc,de|de", "ba1|ac|bc,de|de"),
        ("1b1b,a|1cac", "1b1b,a|cac1"),
    ],
)
def test_a_region_of_sprouts_may_be_mirrored(drawn, mirrored):
    assert canonical_text(drawn) == canonical_text(mirrored)


def test_each_coin_has_the_moves_that_bring_its_gap_right():
    game = cgt.parse_ruleset("silver-dollar")
    (form,) = (form for form in game.closed_forms() if form.name == "every second gap")
    for count in (2, 3, 4):
        for coins in combinations(range(9), count):
            steps = [(move, form.value(left)) for move, left in game.steps(coins)]
            for value in {0, *(worth for _move, worth in steps)}:
                found = [move for move, left in form.candidate_steps(coins, value) if form.value(left) == value]
                assert sorted(found) == sorted(move for move, worth in steps if worth == value)


def test_a_strip_is_drawn_up_to_its_last_coin():
    game = cgt.parse_ruleset("welter")
    assert drawing_of(game.parse("0,2,5"), plain=True) == "X . X . . X\n0 1 2 3 4 5"
    assert drawing_of(game.parse("100000"), plain=True) == ""


def test_the_samples_are_all_small_states():
    """Of two numbers up to half of the bound, of three up to a third; one region with arms up to the bound."""
    found = [position.state for position in cgt.parse_ruleset("staircase").sample_positions(4)]
    assert found == [*product(range(5)), *product(range(3), repeat=2), *product(range(2), repeat=3)]
    assert {"4", "1,3"} <= set(map(str, cgt.parse_ruleset("brussels-sprouts").sample_positions(4)))


def test_the_token_of_downright_is_drawn_and_goes_where_it_is_touched():
    game = cgt.games.Downright()
    position = game.position(5, 2, 2, 1)
    assert game.sketch(position.state).rows == ["B....", "..", "..", "."]
    touched = {
        game.wording.move_text(position, move): list(game.wording.move_parts(position, move))
        for move in position.moves()
    }
    assert touched == {"go to the right": ["1:2"], "go down": ["2:1"]}
    assert position.play(game.wording.read_move(position, "go down")) == game.position(2, 2, 1)


def test_the_edges_of_a_hypergraph_are_sets():
    game = cgt.games.HypergraphNim([{8, 1}, (1, 0), [0, 1]])
    assert game == cgt.parse_ruleset("hypergraph-nim(2-9,1-2)")
    assert len(list(cgt.games.HypergraphNim([(0, 1), (1, 0)]).position(1, 1).moves())) == 1
    for edges in ([(0, 30)], [(1, 1)], [()], []):
        with pytest.raises(RulesetError, match="edges are sets of heaps, counted from 0 to 29"):
            cgt.games.HypergraphNim(edges)
    with pytest.raises(RulesetError, match="from 1 to 30, such as 1-2, not '31-32'"):
        cgt.parse_ruleset("hypergraph-nim(1-2,31-32)")


def test_forbidden_positions_are_a_list_of_texts():
    game = cgt.games.ForbiddenPositions("nim", ["3"])
    assert cgt.parse_ruleset(str(game)) == game
    assert cgt.outcome(game.position(3)) is cgt.Outcome.N
    for positions in ("12", (), 3):  # the text was read as the two positions 1 and 2
        with pytest.raises(RulesetError, match="a list of texts, such as"):
            cgt.games.ForbiddenPositions("nim", positions)


def test_a_truth_value_is_one():
    np = pytest.importorskip("numpy")
    euclid = cgt.games.Euclid(np.True_)
    assert str(euclid) == "euclid(zero)"
    for wrong in ("no", 1, None, np.array([True, False])):
        with pytest.raises(RulesetError, match="to_zero is True or False, not"):
            cgt.games.Euclid(wrong)
