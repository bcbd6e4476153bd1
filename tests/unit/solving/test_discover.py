from __future__ import annotations

import json
import re
from functools import cache

import pytest

import cgt
from cgt.errors import CGTError, RulesetError
from cgt.solving.discover import discover as discover_anew

discover = cache(discover_anew)


def test_a_heap_game_with_a_proof():
    found = discover("0.07")
    assert found.proved
    assert found.certificate.periodicity.period == 34
    assert found.period.status == "proved"
    assert {(one.other, one.shift) for one in found.equalities} >= {("0.137", -1), ("0.4", 1), ("dawsons-kayles", 0)}
    assert found.listing.startswith("0, 0, 1, 1, 2, 0, 3, 1, 1, 0")
    assert json.loads(json.dumps(found.record()))["proved"] is True
    assert "strategy" in dict(found.sections)


def test_a_heap_game_without_one(upto):
    found = discover("grundy", upto(100, full=500))
    assert not found.proved
    assert found.certificate is None
    assert found.strategy is None
    assert any("largest nim-value" in line for line in found.seen)
    assert any("none seen" in line for line in found.tried)
    assert "not proved" in str(found)


def test_an_observed_arithmetic_period(upto):
    """No theorem speaks of any number of heaps."""
    found = discover("{2+}.0", upto(100, full=200))
    assert (found.period.periodicity.period, found.period.periodicity.saltus) == (1, 1)
    assert not found.proved
    assert found.strategy == "a heap of n is worth n - 1, except G(0) = 0; move to nim-sum 0"


def test_no_pattern_is_observed_that_computed_values_refute():
    """Automata of the first 4,000 values were named where 10,000 are computed; the value of 5,050 is after the OEIS."""
    discovery = cgt.discover("take-a-factorial")
    assert discovery.period is not None
    assert discovery.period.values[5050] == 4
    assert not any("automatic" in line for line in discovery.seen)


def test_a_proved_arithmetic_period():
    found = discover("kenyons")
    assert found.proved
    assert found.strategy.startswith("modulo 6 a heap is worth 0, 1, 2, 0, 1, 2 (remainders 0 to 5), and 3 more for")
    assert found.equalities == ()
    (same,) = discover("0.3F").equalities
    assert str(same) == "the same game as kenyons"


@pytest.mark.parametrize(
    "text",
    [
        "kayles",
        "lasker",
        pytest.param("0.8B", marks=pytest.mark.full),
        "0.07",
        "subtraction(2,5,7)",
        "all-but(2,5)",
        pytest.param("0.AA", marks=pytest.mark.full),
    ],
)
def test_the_strategy_in_words_is_the_period(text):
    """A heap's remainder, the whole periods and the exceptions, read from the sentence, give every nim-value."""
    found = discover(text)
    if found.strategy.startswith("a heap of n"):
        assert found.strategy.startswith("a heap of n is worth n - 1, except G(0) = 0")
        residues, period, saltus = [-1], 1, 1
    else:
        words = re.match(r"modulo (\d+) a heap is worth ([-\d, ]+) \(.*?\)(?:, and (\d+) more)?", found.strategy)
        period, saltus = int(words[1]), int(words[3] or 0)
        residues = [int(value) for value in words[2].split(", ")]
    exceptions = {int(heap): int(value) for heap, value in re.findall(r"G\((\d+)\) = (\d+)", found.strategy)}
    for heap, value in enumerate(found.values):
        assert value == exceptions.get(heap, residues[heap % period] + heap // period * saltus)


@pytest.mark.full("1-1", "3-4")
@pytest.mark.parametrize(
    ("k", "gap"),
    [(1, 1), (2, 2), (3, 4), *(pytest.param(*known, marks=pytest.mark.full) for known in [(4, 6), (5, 8)])],
)
def test_quotas_have_a_proved_recurrence(k, gap):
    found = discover(cgt.games.TakeAway(f"{k}n"))
    assert found.proved
    assert f"U_(p-{gap})" in found.recurrence
    assert found.values[: k + 1] == tuple(range(1, k + 2)) if k > 1 else found.values[:4] == (1, 2, 4, 8)


def test_other_quotas():
    assert discover("takeaway(3)").values == (1, 2, 3, 4)
    uncovered = discover("takeaway([3,1,8])")
    assert not uncovered.proved
    assert uncovered.strategy is None
    assert any("falls by more than 1 after a take of 1" in line for line in uncovered.tried)
    dips = discover("takeaway([3,2,8])")
    assert not dips.proved
    assert "other takes may win" in dips.strategy


def test_wythoff():
    found = discover("wythoff(2)")
    assert found.proved
    base = [1, 3]  # Fraenkel (1982): p_n = a p_(n-1) + p_(n-2), here as far as a million
    while 2 * base[-1] + base[-2] <= 10**6:
        base.append(2 * base[-1] + base[-2])
    assert found.values == tuple(base)
    assert not discover("wythoff(1,3)").proved


def test_functions_are_only_observed():
    found = discover(lambda n: [(n - k,) for k in (1, 2) if k <= n])
    assert not found.proved
    assert found.period.periodicity.period == 3
    assert any("function" in line for line in found.tried)
    with pytest.raises(RulesetError):
        discover(lambda n: [(n + 1,)])


@pytest.mark.parametrize("text", ["0.7x", "7.7", "no-such-game", "", "0."])
def test_bad_rules(text):
    if text == "0.":
        assert discover(text).proved
        return
    with pytest.raises(CGTError):
        discover(text)


def test_many_exceptions_are_not_cut_short():
    """0.45 has period 20, and more exceptions than one would list: the last heaps that repeat are named instead."""
    assert len(cgt.games.TakingBreaking("0.45").period().exceptions) > 40
    strategy = discover("0.45").strategy
    assert strategy.startswith(
        "from heap 518 on, a heap is worth what a heap 20 less is; the table of the first 518 is"
    )


@pytest.mark.full(
    "global-takeaway(2n)-0 0, 0 1, 0 2, 0 3, 0 5, 0 8, 0 13, 0 21, 1 1, 2 2, ",
    "with-pass(kayles)-0, 3, 6, 9, 13, 16, 20$",
)
@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("wythoff(1,3)", "0 0 0, 0 1 2, 0 3 5, 0 4 7, 1 1 1, "),
        ("takeaway([3,1,8])", "0, 1, 2, 3"),
        ("with-pass(kayles)", "0, 3, 6, 9, 13, 16, 20$"),  # of 100 heaps, as elsewhere, it would take long
        ("global-takeaway(2n)", "0 0, 0 1, 0 2, 0 3, 0 5, 0 8, 0 13, 0 21, 1 1, 2 2, "),
    ],
)
def test_where_there_is_no_sequence_the_lost_positions_are_seen(text, lost):
    (line,) = discover(text).seen
    assert re.match(r"P-positions with heaps below \d+: " + lost, line)


@pytest.mark.full("sprouts")
@pytest.mark.parametrize("name", ["sprouts", "geography", "poset", "nimstring", "cram"])
def test_the_lost_positions_that_an_example_leads_to_are_followers_of_it(name):
    game = cgt.parse_ruleset(name)
    (line,) = cgt.discover(name).seen
    start, _, listed = line.removeprefix("some P-positions that ").partition(" leads to: ")
    assert start == game.example
    met, waiting = set(), [game.parse(start)]
    while waiting:
        fresh = {position.play(move) for position in waiting for move in position.moves()} - met
        met |= fresh
        waiting = [*fresh]
    assert {*listed.split("; ")} <= {*map(str, met)}


@pytest.mark.full
def test_a_period_too_long_to_be_told_points_to_its_table():
    found = discover("0.156")
    assert "from heap 3828 on, a heap is worth what a heap 349 less is; the table of the first 3828" in found.strategy
    assert len(found.certificate.values) == 3828


def test_codes_of_a_hundred_digits_are_shortened_in_words_alone():
    """They filled half of the screen; the record keeps them."""
    study = cgt.discover("subtraction(3,100)")
    words = [text for _heading, text in study.sections if "0.0" in text or "0.1" in text]
    assert any(
        "the same game as 0.11300000…00000113 (100 digits): heap n here is heap n - 2 there" in text for text in words
    )
    assert any("quotient of 0.00300000…00000003 (100 digits): order 6" in text for text in words)
    assert all(len(one.other) > 99 for one in study.equalities)


def test_the_misere_side():
    assert discover("kayles").misere == (
        "quotient of 0.77: order 40, 9 in the P-portion, period 12 from heap 71, proved for all heaps (wild)"
    )
    assert "tame" in discover("subtraction(1,3,4)").misere
    assert dict(discover("0.07").sections)["misère play"].endswith("(wild)")  # what is wild once, stays so
    assert discover("nim").misere is None
    assert discover("wythoff").misere is None


@pytest.mark.full("takeaway(n+1)-in base 2: level 1: 13 states, proved for all positions")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("takeaway(2n)", "in zeckendorf: level 1: 8 states, proved for all positions"),
        ("takeaway(n+1)", "in base 2: level 1: 13 states, proved for all positions"),
        ("wythoff", "in zeckendorf: level 1: 13 states, proved for all positions"),
    ],
)
def test_what_automata_recognise_is_told(text, line):
    (said,) = discover(text).recognised
    assert line in said
    assert discover("kayles").recognised == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("subtraction(1,38)", "modulo 39 a heap is worth 0, 1, 0"),
        ("subtraction(1,40)", "from heap 41 on, a heap"),
        pytest.param("bounded-nim(39)", "modulo 40 a heap is worth 0, 1, 2", marks=pytest.mark.full),
        pytest.param("bounded-nim(40)", "from heap 41 on, a heap", marks=pytest.mark.full),
    ],
)
def test_a_long_period_is_not_written_out(text, words):
    assert discover(text, 200).strategy.startswith(words)


PROVED = {
    **dict.fromkeys(("aliquot", "dim", "prim", "mark(3)", "geography"), True),
    **dict.fromkeys(("saliquant", "edge-geography", "take-a-square"), False),
    **dict.fromkeys(("mogul", "moebius"), False),
    **dict.fromkeys(("moore-nim(2)", "exact-nim(1)", "exact-slow-nim(1)"), True),
    **dict.fromkeys(("antonim", "exact-nim(2)", "exact-nim(5)", "exact-slow-nim(2)", "exact-slow-nim(3)"), False),
}


@pytest.mark.full("moebius", "mogul", "take-a-square")
@pytest.mark.parametrize("rule", PROVED)
def test_closed_forms_are_a_proof_where_they_answer_each_sample(rule):
    """Aliquot was "not proved" beside its theorem; edge geography was proved, by one for graphs without odd cycles.

    The theorem on antonim is that on three heaps, that on exact nim on fewer than 2k; the
    nim-values of mogul are known for 48 coins.
    """
    result = discover(rule)
    assert result.proved is PROVED[rule]
    assert not result.proved or result.strategy


@pytest.mark.parametrize(
    ("rule", "name"),
    [("prim", "least prime divisor"), ("delete-nim", "ones of either heap"), ("euclid", "Nivasch's formula")],
)
def test_closed_forms_of_misere_play_are_no_strategy_of_normal_play(rule, name):
    """The strategy of delete nim was `ones of either heap (…); one of three (…)`, the latter of misère play alone."""
    strategy = discover(rule, 200).strategy
    assert strategy.startswith(f"{name} (")
    assert "; " not in strategy
