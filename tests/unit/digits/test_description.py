"""Sentences that describe the set of an automaton: exactly its numbers, or no sentence at all."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import product
from operator import eq, ge, le, lt, ne, or_, xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.outcome import Convention
from cgt.digits import linear
from cgt.digits.automaton import Automaton
from cgt.digits.decide import define
from cgt.digits.description import description
from cgt.digits.expressions import named_sets, recognised_by
from cgt.digits.grammar import parse_sentence
from cgt.digits.rules import Clauses
from cgt.digits.system import kary, number_system, ostrowski, zeckendorf
from cgt.solving.sentences import decide_sentence
from cgt.theory.levels import descriptions, levels, lost_positions

RELATIONS = {"==": eq, "!=": ne, "<=": le, ">=": ge, "<": lt}


def value(side, numbers):
    """A side of a comparison at some numbers, read by nothing of the library."""
    if " xor " in side:
        return reduce(xor, (value(each, numbers) for each in side.split(" xor ")))
    divided, _mod, divisor = side.strip().partition(" mod ")
    total = 0
    for sign, factor, name in re.findall(r"([+-]?) ?(\d*)([a-z]?)", divided.strip("()")):
        if factor or name:
            total += int(sign + "1") * int(factor or 1) * (numbers[name] if name else 1)
    return total % int(divisor) if divisor else total


def holds(sentence, numbers):
    """Whether a description holds at some numbers."""

    def compared(text):
        left, sign, right = re.split(r" (==|!=|<=|>=|<) ", text)
        return RELATIONS[sign](value(left, numbers), value(right, numbers))

    return any(all(compared(part) for part in case.split(" & ")) for case in sentence.split(" | "))


@pytest.mark.parametrize(
    "sentence",
    [
        "x == y",
        "x mod 3 == 0",
        "(x + y) mod 2 == 0",
        "(x + 2y) mod 4 <= 1",
        "x <= y & x mod 5 <= 1 | y <= x & y mod 5 <= 1",
        "x < y & x mod 3 == 0 | y < x & y mod 3 == 1",
        "x <= 2y & x mod 4 == 0 | 2y <= x & (x + y) mod 2 == 0",
    ],
)
@pytest.mark.parametrize("system", [kary(), kary(3), zeckendorf()], ids=str)
@pytest.mark.full(
    "base 2-x < y & x mod 3 == 0 | y < x & y mod 3 == 1",
    "base 3-x == y",
    "base 3-(x + y) mod 2 == 0",
    "base 3-(x + 2y) mod 4 <= 1",
    "base 3-x <= y & x mod 5 <= 1 | y <= x & y mod 5 <= 1",
    "base 3-x < y & x mod 3 == 0 | y < x & y mod 3 == 1",
    "base 3-x <= 2y & x mod 4 == 0 | 2y <= x & (x + y) mod 2 == 0",
    "zeckendorf-x == y",
    "zeckendorf-(x + y) mod 2 == 0",
    "zeckendorf-(x + 2y) mod 4 <= 1",
    "zeckendorf-x <= 2y & x mod 4 == 0 | 2y <= x & (x + y) mod 2 == 0",
    "zeckendorf-x < y & x mod 3 == 0 | y < x & y mod 3 == 1",
)
def test_a_set_is_described_as_it_was_made(sentence, system):
    automaton = define(parse_sentence(f"({sentence}) & x + y >= 0"), system, ("x", "y"))
    assert description(automaton, ("x", "y")) == sentence


@pytest.mark.full(
    "47 <= n & n mod 4 == 2 | n <= 45 & n mod 5 == 0-n",
    "dopey(n) | n == 0-n",
    "n <= 4 | n mod 5 == 4 & power2((n + 1) // 5)-n",
    "n <= 700 | n mod 4 == 0-n",
    "n <= 9 | n mod 101 == 3-n",
    "n mod 1001 <= 4-n",
    "n mod 128 == 0-n",
    "n mod 2500 == 3-n",
    "n mod 7 <= 2-n",
    "power2(7n + 1)-n",
    "x mod 31 == y mod 31-xy",
    "x xor y == 5-xy",
)
@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("n mod 7 <= 2", "n"),
        ("n mod 4 == 0 | n <= 5", "n"),
        ("n mod 51 == 0", "n"),
        ("n mod 1001 <= 4", "n"),
        ("n mod 128 == 0", "n"),
        ("n mod 2500 == 3", "n"),
        ("n <= 9 | n mod 101 == 3", "n"),
        ("n <= 700 | n mod 4 == 0", "n"),
        ("dopey(n) & ~power2(n) | vile(n) & power2(n)", "n"),
        ("dopey(n) | n == 0", "n"),
        ("evil(n // 2)", "n"),
        ("power2(7n + 1)", "n"),
        ("n mod 3 == 2 & power2((n + 1) // 3)", "n"),
        ("n <= 4 | n mod 5 == 4 & power2((n + 1) // 5)", "n"),
        ("200 <= n & n <= 300 | n mod 4 == 0", "n"),
        ("47 <= n & n mod 4 == 2 | n <= 45 & n mod 5 == 0", "n"),
        ("x mod 3 == y mod 3", "xy"),
        ("x mod 31 == y mod 31", "xy"),
        ("x + y == z", "xyz"),
        ("(x + y + z) mod 2 == 0", "xyz"),
        ("x xor y == 5", "xy"),
        ("x xor y xor z == 3", "xyz"),
    ],
)
def test_sets_of_one_number_and_of_three_are_described(sentence, names):
    assert description(define(parse_sentence(sentence, named_sets(kary())), kary(), tuple(names)), names) == sentence


@pytest.mark.parametrize("most", [3, pytest.param(9, marks=pytest.mark.full)])
def test_two_heaps_of_which_so_many_may_be_taken_are_described_by_remainders(most):
    up_to = f"t >= 1 & t <= {most}"
    moves = cgt.parse_ruleset(f"moves(x, y: {up_to} -> x - t, y | {up_to} -> x, y - t)").linear_moves()
    assert next(descriptions(levels(moves, 1), moves.names)) == f"x mod {most + 1} == y mod {most + 1}"


def test_three_heaps_of_nim_are_described_as_bouton_does(upto):
    kinds = "t >= 1 -> x - t, y, z | t >= 1 -> x, y - t, z | t >= 1 -> x, y, z - t"
    moves = cgt.parse_ruleset(f"moves(x, y, z: {kinds})").linear_moves()
    known = list(levels(moves, upto(2, full=3)))
    sentences = [f"x xor y xor z == {value}" for value in range(len(known))]
    assert list(descriptions(known, moves.names)) == sentences
    (misere,) = descriptions([lost_positions(moves, Convention.MISERE)], moves.names)
    for heaps in product(range(7), repeat=3):  # C. L. Bouton (1902): in misère play the same, until all heaps are ones
        is_lost = reduce(xor, heaps) == (0 if max(heaps) > 1 else 1)
        assert holds(misere, dict(zip("xyz", heaps, strict=True))) == is_lost, heaps


def lost(vectors, side):
    """The pairs below `side` from which the player who moves loses, from the definition."""
    results = set()
    for x, y in product(range(side), repeat=2):
        if not any((x - a, y - b) in results for a, b in vectors if a <= x and b <= y):
            results.add((x, y))
    return results


def described(vectors):
    """The sentence for the lost positions of a game of vectors on two heaps; None where there is none."""
    game = cgt.parse_ruleset(f"vectors({','.join(f'({a},{b})' for a, b in sorted(vectors))})")
    level = lost_positions(game.linear_moves(), Convention.NORMAL, limit=48)
    return description(level.automaton, ("x", "y")) if level.status == "proved" else None


def check(sentence, vectors):
    told = {(x, y) for x, y in product(range(60), repeat=2) if holds(sentence, {"x": x, "y": y})}
    assert told == lost(vectors, 60), sentence


@pytest.mark.parametrize(
    "vectors",
    [
        pytest.param([(1, 0), (2, 1), (3, 2)], id="two_slopes"),
        pytest.param([(1, 2), (2, 2), (3, 2)], id="both_sides"),
        pytest.param([(0, 1), (1, 2), (2, 1)], id="a_sum"),
        pytest.param([(0, 3), (1, 1), (1, 3)], id="an_edge"),
    ],
)
@pytest.mark.full("a_sum", "an_edge", "two_slopes")
def test_a_game_is_described(vectors):
    check(described(vectors), vectors)


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=1, max_size=3))
@pytest.mark.full
def test_what_is_said_of_any_game_is_so(vectors):
    if sentence := described(vectors):
        check(sentence, vectors)


@pytest.mark.full("base 2-dopey", "base 2-evil")
@pytest.mark.parametrize(
    ("system", "name"), [(kary(), "power2"), (kary(), "evil"), (kary(), "dopey"), (zeckendorf(), "lower")], ids=str
)
def test_a_set_with_a_name_is_called_by_it(system, name):
    known = named_sets(system)[name].automaton
    assert description(known, ("n",)) == f"{name}(n)"
    assert (
        description(define(parse_sentence(f"{name}(y + 2)", named_sets(system)), system, ("x", "y")), "xy")
        == f"{name}(y + 2)"
    )


def pairs_of_wythoff(slack, most):
    """The lost positions, by the least number that is in no pair yet (A. S. Fraenkel, 1982)."""
    met, pairs = set(), {(0, 0)}
    for count in range(1, most):
        lesser = next(number for number in range(1, 3 * most) if number not in met)
        met |= {lesser, lesser + slack * count}
        pairs |= {(lesser, lesser + slack * count), (lesser + slack * count, lesser)}
    return pairs


@pytest.mark.full("1-zeckendorf", "3-ostrowski(3)")
@pytest.mark.parametrize(("slack", "base"), [(1, "zeckendorf"), (2, "ostrowski(2)"), (3, "ostrowski(3)")])
def test_wythoffs_pairs_are_described_by_their_digits(slack, base):
    """As Fraenkel has it: the lesser ends in an even number of zeros, and the greater is it with a zero appended."""
    apart = f"s >= 1 & t >= 1 & s - t < {slack} & t - s < {slack} -> x - s, y - t"
    rule = f"moves(x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | {apart})"
    moves = cgt.parse_ruleset(rule).linear_moves()
    sentence = next(descriptions(levels(moves, 1), moves.names))
    assert sentence == f"vile(x) & shift(x, y) | vile(y) & shift(y, x) | x + y == 0; base {base}"
    lost, system = sentence.partition(";")[0], number_system(base)
    automaton, pairs = define(parse_sentence(lost, named_sets(system)), system, ("x", "y")), pairs_of_wythoff(slack, 40)
    assert all(automaton.accepts(x, y) == ((x, y) in pairs) for x, y in product(range(40), repeat=2))
    assert decide_sentence(f"forall x y: P(x, y) <=> ({lost})", base, game=rule)


@pytest.mark.parametrize("slack", [4, pytest.param(7, marks=pytest.mark.full)])
def test_pairs_of_a_great_slack_are_described_like_those_of_a_small_one(slack):
    """Below 24 there was no pair but those of the first digits, which say nothing of the others."""
    lost = "vile(x) & shift(x, y) | vile(y) & shift(y, x) | x + y == 0"
    system = ostrowski(slack)
    automaton = define(parse_sentence(lost, named_sets(system)), system, ("x", "y"))
    pairs = pairs_of_wythoff(slack, 40)
    assert all(automaton.accepts(x, y) == ((x, y) in pairs) for x, y in product(range(40), repeat=2))
    assert description(automaton, ("x", "y")) == f"{lost}; base ostrowski({slack})"


@pytest.mark.full("2t - 1-", "3t-; base takeaway(3n)", "t-")
@pytest.mark.parametrize(
    ("quota", "base"), [("t", ""), ("2t", "; base zeckendorf"), ("3t", "; base takeaway(3n)"), ("2t - 1", "")]
)
def test_a_take_away_game_is_described_as_schwenk_does(quota, base):
    """The player to move loses where no part of the heap may be taken: A. J. Schwenk (1970)."""
    rule = f"moves(n, q: t >= 1 & t <= q -> n - t, {quota})"
    moves = cgt.parse_ruleset(rule).linear_moves()
    sentence = next(descriptions(levels(moves, 1), moves.names))
    assert sentence.startswith("below(q, n)")
    assert sentence.endswith(base)
    (misere,) = descriptions([lost_positions(moves, Convention.MISERE)], moves.names)
    assert misere.startswith("1 <= q & below(q, n - 1)")  # one counter fewer, as if the last were not there
    for text, convention in ((sentence, "normal"), (misere, "misere")):
        lost, system = Clauses.of(text), number_system(base.removeprefix("; base ") or moves.system.name)
        automaton = define(lost.sentence(named_sets(system)), system, ("n", "q"))
        for n, q in product(range(14), range(5)):
            assert automaton.accepts(n, q) == (not first_wins(n, q, quota, convention)), (n, q)


@cache
def first_wins(heap, most, quota, convention):
    """Whether the player to move wins a take-away game, by the definition."""
    factor, more = {"t": (1, 0), "2t": (2, 0), "3t": (3, 0), "2t - 1": (2, -1)}[quota]
    taken = range(1, min(heap, most) + 1)
    if not taken:
        return convention == "misere"
    return any(not first_wins(heap - t, factor * t + more, quota, convention) for t in taken)


@pytest.mark.full
def test_a_number_system_is_named_where_a_sentence_needs_it():
    for system, clause in ((kary(), ""), (kary(3), "; base 3"), (ostrowski(2), "; base ostrowski(2)")):
        sets = named_sets(system)
        for called in ("vile(n)", "dopey(n + 1) & n >= 5"):
            automaton = define(parse_sentence(called, sets), system, ("n",))
            sentence = description(automaton, ("n",))
            assert sentence.endswith(clause)
            assert Clauses.of(sentence).system() == system
            assert define(Clauses.of(sentence).sentence(sets), system, ("n",)) == automaton
    # In misère play the first pairs are others; a rule that ends early shifts them.
    wythoff = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t"
    for rule, convention in ((wythoff, Convention.MISERE), (f"{wythoff}; ends x + y <= 1", Convention.NORMAL)):
        lost = lost_positions(cgt.parse_ruleset(f"moves({rule})").linear_moves(), convention)
        sentence = description(lost.automaton, ("x", "y"))
        assert "shift(" in sentence
        clauses = Clauses.of(sentence)
        assert define(clauses.sentence(named_sets(zeckendorf())), clauses.system(), ("x", "y")) == lost.automaton


@pytest.mark.full("system0-1(0011)*", "system2-1(0000)*")
@pytest.mark.parametrize(
    ("system", "expression"), [(kary(), "1(0011)*"), (kary(3), "1(201)*"), (zeckendorf(), "1(0000)*")]
)
def test_what_no_short_sentence_tells_has_none(system, expression):
    assert description(recognised_by(expression, system).automaton, ("n",)) is None


@pytest.mark.full("base 3-1*-power3(2n + 1)")
@pytest.mark.parametrize(
    ("system", "expression", "sentence"),
    [
        (kary(), "1(01)*", "1 <= n & power2(3n + 1)"),
        (kary(3), "1*", "power3(2n + 1)"),
        (zeckendorf(), "1(000)*", "fib(n) & upper(n // 2) | n == 1"),
    ],
    ids=str,
)
def test_a_set_with_a_name_may_hold_of_a_multiple_or_a_quotient(system, expression, sentence):
    assert description(recognised_by(expression, system).automaton, ("n",)) == sentence


def test_of_two_sentences_as_short_the_same_is_told_in_every_run():
    """As `y mod 5 == 2 | y mod 5 == 3` is: the order of a set of texts is another in each run."""
    middle = define(parse_sentence("2 <= y mod 5 & y mod 5 <= 3"), kary())
    assert description(middle, ("y",)) == "y mod 5 >= 2 & y mod 5 <= 3"


@pytest.mark.parametrize(
    ("sentence", "names", "told"),
    [
        ("x == y + 2 & x mod 2 == 1", "xy", "x == y + 2 & x mod 2 == 1"),
        ("n mod 4 == 0 | n mod 4 == 3", "n", "n mod 4 == 0 | n mod 4 == 3"),
        ("x + y == 2 & x != y | x == y & x >= 5", "xy", "5 <= x & x == y | x + y == 2 & x mod 2 == 0"),
        pytest.param("x + 1 == y & x mod 3 != 0", "xy", "x + 1 == y & x mod 3 != 0", marks=pytest.mark.full),
        ("x == 0 | y == 0", "xy", "x == 0 | y == 0"),
        pytest.param("x == 1 & y == 2", "xy", "x == 1 & y == 2", marks=pytest.mark.full),
    ],
)
def test_of_sentences_as_long_the_plainer_is_told(sentence, names, told):
    """With `==` rather than `!=`, with a comparison rather than a set, and x before y."""
    assert description(define(parse_sentence(sentence), kary(), tuple(names)), names) == told


def test_sets_of_four_numbers_and_empty_ones_have_none():
    everything = Automaton.everything(kary(), 4)
    assert description(everything, ("w", "x", "y", "z")) is None
    assert description(Automaton.nothing(kary(), 2), ("x", "y")) is None


def test_a_sentence_with_too_many_states_is_passed_over(monkeypatch):
    """As a remainder is in takeaway(3n), with more than 100,000."""
    system = ostrowski(4)
    linear.addition(system)
    monkeypatch.setattr(linear, "MOST_STATES", 10)
    few = reduce(or_, (linear.number_automaton(system, number) for number in range(3, 160, 19)))
    assert description(few, ("x",)) is None
