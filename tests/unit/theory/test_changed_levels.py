"""Certificates of levels with one thing changed, the hash made anew: refused, or still true of the rule they name."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.errors import CertificateError, CGTError
from cgt.solving.certificates import read_certificate
from cgt.theory.levels import LevelCertificate, _hash, levels, lost_positions

NIM = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t"
CASES = [
    ("subtraction(1,2)", 1, "misere"),
    pytest.param("vectors((1,2),(2,1))", 1, "misere", marks=pytest.mark.full),
    ("takeaway(2n)", 3, "normal"),
    ("moves(n: S(t) -> n - t; S = 10*1; base 2)", 1, "normal"),
    *(
        pytest.param(rule, up_to, "normal", marks=pytest.mark.full)
        for rule, up_to in (
            ("vectors((1,0),(0,1),(2,2))", 3),
            ("blocked(vectors((1,0),(0,1),(2,2)),2)", 1),
            (f"moves({NIM} | t >= 1 -> x - t, y - t; ends x + y <= 1)", 1),
            ("moves(n: G1(t) & t >= 1 -> n - t; game subtraction(1,2,4))", 1),
            (f"moves({NIM}; ends P(x, y); game wythoff)", 1),
            ("blocked(wythoff,3)", 1),
        )
    ),
]


@cache
def proved(rule, up_to, convention):
    game = cgt.parse_ruleset(rule)
    moves, convention = game.linear_moves(), Convention.of(convention)
    found = [lost_positions(moves, convention)] if convention is Convention.MISERE else list(levels(moves, up_to))
    assert {each.status for each in found} == {"proved"}
    return LevelCertificate(str(game), convention, tuple(each.automaton for each in found))


def changes(record, chance):
    """The record with one thing changed, for each thing that can be."""
    state = chance.randrange(len(record["steps"]))
    letter = chance.randrange(len(record["steps"][0]))
    steps, values, text = record["steps"], record["values"], record["ruleset"]
    other = chance.choice([each for each in range(-1, len(steps)) if each != steps[state][letter]])
    yield {
        "steps": [[other if (state, letter) == (s, n) else q for n, q in enumerate(row)] for s, row in enumerate(steps)]
    }
    value = chance.choice([each for each in range(record["levels"] + 1) if each != values[state]])
    yield {"values": [*values[:state], value, *values[state + 1 :]]}
    yield {"steps": steps[:state] + steps[state + 1 :], "values": values[:state] + values[state + 1 :]}
    yield {"levels": record["levels"] + chance.choice([1, -1])}
    yield {"convention": "misere" if record["convention"] == "normal" else "normal"}
    yield {"system": chance.choice([name for name in ("base 2", "base 3", "zeckendorf") if name != record["system"]])}
    yield {"tracks": record["tracks"] + chance.choice([1, -1])}
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    place = chance.choice(places)
    yield {"ruleset": text[:place] + chance.choice([d for d in "01234" if d != text[place]]) + text[place + 1 :]}


@pytest.mark.parametrize(("rule", "up_to", "convention"), CASES)
def test_whatever_is_changed_is_refused_or_true(rule, up_to, convention, upto):
    record = proved(rule, up_to, convention).fields()
    chance, accepted, tried = Random(rule), 0, 0
    for _ in range(upto(1, full=8)):
        for change in changes(record, chance):
            other = record | change
            other["sha256"] = _hash([value for key, value in other.items() if key != "sha256"])
            tried += 1
            try:
                certificate = read_certificate(json.dumps(other))
                cgt.verify(certificate)
            except CGTError:
                continue
            accepted += 1
            assert certificate.automata == proved(other["ruleset"], other["levels"], other["convention"]).automata
    assert accepted <= tried // 8


@pytest.mark.parametrize("base", ["base 4", pytest.param("base 3", marks=pytest.mark.full)])
def test_a_set_that_the_rule_reads_in_other_digits_is_refused(base):
    """The digits 10*1 of base 4 are other numbers; the certificate of base 2 was taken for that of this rule."""
    rule = "moves(n: S(t) -> n - t; S = 10*1; base 2)"
    record = proved(rule, 1, "normal").fields()
    other = record | {"ruleset": rule.replace("base 2", base)}
    other["sha256"] = _hash([value for key, value in other.items() if key != "sha256"])
    with pytest.raises(CertificateError, match="the set S is read in base"):
        cgt.verify(read_certificate(json.dumps(other)))
