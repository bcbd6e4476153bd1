"""A certificate with anything in it changed is refused, or what it claims is still true: every kind, every field."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.outcome import Convention
from cgt.digits.takeaway_base import Base
from cgt.errors import CGTError
from cgt.families.function_heap_game import TakingRule
from cgt.solving.certificates import read_certificate, verify
from cgt.theory.base_recurrence import linear_recurrence
from cgt.theory.levels import LevelCertificate, PlayedOut, levels, lost_positions
from cgt.theory.period_certificate import hash_of
from cgt.theory.quotient import MisereQuotient

ONE_OR_FOUR = TakingRule(lambda n: [k for k in (1, 4) if k <= n], name="one-or-four")


def moves_of(name):
    return cgt.parse_ruleset(name).linear_moves()


def level_certificate(name, up_to):
    automata = tuple(level.automaton for level in levels(moves_of(name), up_to))
    return LevelCertificate(name, Convention.NORMAL, automata)


def misere_certificate(name):
    return LevelCertificate(name, Convention.MISERE, (lost_positions(moves_of(name), Convention.MISERE).automaton,))


def as_a_period(given):
    values = cgt.nim_values(str(given.code), 200)
    return all(given.nim_value(heap) == values[heap] for heap in range(200))


def as_a_promise(given):
    values = cgt.nim_values(ONE_OR_FOUR, 200)
    return given.rule == str(ONE_OR_FOUR) and all(given.nim_value(heap) == values[heap] for heap in range(200))


def as_a_set(given):
    values = cgt.nim_values(f"subtraction({given.set})", 2_000)
    return all(given.nim_value(heap) == value for heap, value in enumerate(values))


def as_a_base(given):
    base = Base(lambda x: (given.k * x + given.q) // given.d)
    return all(base.term(p) == base.term(p - 1) + base.term(p - given.gap) for p in range(given.start, 80))


def as_levels(given):
    played = PlayedOut(moves_of(given.ruleset))
    stop = 25 if len(played.moves.names) == 1 else 9
    positions = list(product(range(stop), repeat=len(played.moves.names)))
    if given.convention is Convention.MISERE:
        lost = played.lost(stop, Convention.MISERE).answers
        return all(len(given.automata) == 1 and given.automata[0].accepts(*each) == lost[each] for each in positions)
    return all(
        automaton.accepts(*each) == played.at_least(value, stop).answers[each]
        for value, automaton in enumerate(given.automata, 1)
        for each in positions
    )


def as_a_quotient(given):
    quotient, ruleset = MisereQuotient(given), cgt.parse_ruleset(str(given.games[0].code))
    settled = [heap for heap in range(1, 12) if quotient.covers(heap)]
    sums = (heaps for size in range(4) for heaps in combinations_with_replacement(settled, size))
    right = (quotient.outcome(*heaps) is cgt.outcome(ruleset.position(*heaps), "misere") for heaps in sums)
    return len(set(given.portion)) == len(given.portion) and all(right)


KINDS = {
    "period": (lambda: cgt.period("0.07").certificate, as_a_period),
    "saltus": (lambda: cgt.period("all-but(1,3)").certificate, as_a_period),
    "promise": (lambda: ONE_OR_FOUR.period(reach=4).promised, as_a_promise),
    "set": (lambda: cgt.period("subtraction(2^k+1)").certificate, as_a_set),
    "set of roots": (lambda: cgt.period("subtraction(x^2+1)").certificate, as_a_set),
    "base": (lambda: linear_recurrence(3), as_a_base),
    "divided base": (lambda: linear_recurrence(5, 1, 2), as_a_base),
    "levels": (lambda: level_certificate("bounded-nim(2)", 2), as_levels),
    "levels of pairs": (lambda: level_certificate("takeaway(n)", 2), as_levels),
    "misere levels": (lambda: misere_certificate("bounded-nim(2)"), as_levels),
    "misere levels of pairs": (lambda: misere_certificate("takeaway(n)"), as_levels),
    "quotient": (lambda: cgt.misere_quotient("0.123").certificate, as_a_quotient),
}


RULES = ["0.77", "0.07", "all-but(1,3)", "0.33", "bounded-nim(2)", "bounded-nim(3)", "takeaway(n)", "nim", "one-or-two"]
TEXTS = st.sampled_from([*RULES, "Guy-Smith", "repeated window", "normal", "misere", "base 2", "zeckendorf", "base 3"])
SETS = st.sampled_from(
    ["2^k", "2^k+1", "2^k-1", "2^k+2", "3^k+1", "8^k+1", "x^2", "x^2+1", "x^3+1", "primes", "fibonacci"]
)


@cache
def genuine(kind):
    return json.dumps(KINDS[kind][0]().fields())


@st.composite
def places(draw, record):
    """The holder of a field, or of an entry of a list within one, and its key there."""
    holder, key = record, draw(st.sampled_from([key for key in record if key not in {"format", "sha256"}]))
    while isinstance(holder[key], list | dict) and holder[key] and draw(st.integers(0, 3)):
        holder = holder[key]
        key = draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
    return holder, key


def changes_of(value):
    """What may stand in a field's place."""
    if isinstance(value, str):
        return TEXTS | SETS
    if value is None or isinstance(value, int | float):
        near = st.sampled_from([-2, -1, 1, 2]).map(lambda by: (value or 0) + by)
        return near | st.integers(-1, 30) | st.sampled_from([None, True, 99, 2 * (value or 0), 1.0])
    if isinstance(value, dict):
        return st.sampled_from([{}, [], None])
    return st.permutations(value) | st.sampled_from([value[:-1], value[1:], [*value, *value[-1:]], [*value, 0]])


def hashed(record):
    """The record with the hash that belongs to it, so that the hash alone refuses nothing."""
    if record["format"].startswith("cgt level"):
        *fields, _digest = record.values()
        return record | {"sha256": sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest()}
    if "window" in record and "values" in record:
        try:
            certificate = read_certificate(json.dumps(record))
            return record | {"sha256": hash_of([certificate.nim_value(heap) for heap in range(record["window"])])}
        except (CGTError, OverflowError):
            return record
    return record


@pytest.mark.full("levels", "levels of pairs", "misere levels of pairs")
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_what_is_changed_is_refused_or_still_true(kind, data):
    record = json.loads(genuine(kind))
    for _ in range(data.draw(st.integers(1, 2))):
        holder, key = data.draw(places(record))
        holder[key] = data.draw(changes_of(holder[key]))
    try:
        changed = read_certificate(json.dumps(hashed(record)))
        verify(changed, ONE_OR_FOUR if kind == "promise" else None)
    except CGTError:
        return
    assert KINDS[kind][1](changed), str(changed)
    if isinstance(changed, LevelCertificate):
        assert set(record["values"]) <= set(range(record["levels"] + 1))


@pytest.mark.full("levels of pairs", "misere levels of pairs")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_changed_holds(kind):
    certificate = read_certificate(genuine(kind))
    verify(certificate, ONE_OR_FOUR if kind == "promise" else None)
    assert KINDS[kind][1](certificate)
