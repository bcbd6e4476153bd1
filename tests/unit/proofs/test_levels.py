"""Certificates of levels: decided again, and refused when one arrow is changed."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.errors import CertificateError
from cgt.proofs.level_certificate import LevelCertificate
from cgt.proofs.levels import levels, lost_positions


@pytest.fixture(scope="module")
def fibonacci():
    moves = cgt.TakeAway("2n").linear_moves()
    automata = tuple(level.automaton for level in levels(moves, 4, limit=20_000))
    return moves, LevelCertificate("takeaway(2n)", Convention.NORMAL, automata)


def test_it_is_decided_again_by_the_second_way(fibonacci):
    moves, certificate = fibonacci
    certificate.verify(moves)
    assert LevelCertificate.from_json(certificate.to_json()) == certificate


def test_one_arrow_changed_is_refused_with_a_position(fibonacci):
    moves, certificate = fibonacci
    record = json.loads(certificate.to_json())
    arrows = record["automata"][3][5]
    arrows[1] = (arrows[1] + 1) % 22
    with pytest.raises(CertificateError, match="not those of the hash"):
        LevelCertificate.from_json(json.dumps(record))
    record["sha256"] = sha256(json.dumps(record["automata"], separators=(",", ":")).encode()).hexdigest()
    with pytest.raises(CertificateError, match=r"does not satisfy its definition at n = |digits|zeros in front"):
        LevelCertificate.from_json(json.dumps(record)).verify(moves)


@pytest.mark.parametrize("name", ["takeaway(n)", "subtraction(1,3,4)", "bounded-nim(4)"])
def test_other_games_are_decided_again(name):
    moves = cgt.parse_ruleset(name).linear_moves()
    automata = tuple(level.automaton for level in levels(moves, 2, limit=3_000))
    LevelCertificate(name, Convention.NORMAL, automata).verify(moves)
    with pytest.raises(CertificateError, match="level 1 does not satisfy"):
        LevelCertificate(name, Convention.NORMAL, automata[1:]).verify(moves)


def test_misere_play_is_decided_again():
    moves = cgt.TakeAway("2n").linear_moves()
    level = lost_positions(moves, Convention.MISERE)
    certificate = LevelCertificate("takeaway(2n)", Convention.MISERE, (level.automaton,))
    certificate.verify(moves)
    normal = LevelCertificate("takeaway(2n)", Convention.NORMAL, (~level.automaton,))
    with pytest.raises(CertificateError, match="level 1"):
        normal.verify(moves)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"convention": "sideways"}, "normal or misere"),
        ({"tracks": 0}, "tracks are 1 to 6"),
        ({"automata": []}, "changed"),
        ({"system": "nothing"}, "cannot be read"),
        ({"format": "other"}, "format"),
    ],
)
def test_what_is_no_certificate_is_refused(fibonacci, change, complaint):
    record = {**json.loads(fibonacci[1].to_json()), **change}
    with pytest.raises(CertificateError, match=complaint):
        LevelCertificate.from_json(json.dumps(record))
