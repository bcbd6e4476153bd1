"""A certificate's kind is found by its format, whatever the kind, and one function verifies them all."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.digits.moves import bounded_moves
from cgt.errors import CertificateError, NotApplicableError, RulesetError
from cgt.families.function_heap_game import TakingRule
from cgt.solving.certificates import KINDS, load_certificate, read_certificate, verify
from cgt.theory.base_recurrence import linear_recurrence
from cgt.theory.levels import LevelCertificate, levels

ASSETS = Path(__file__).parents[3] / "docs" / "assets" / "certificates"
TWO_OR_THREE = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two-or-three")


@cache
def two_levels():
    return tuple(level.automaton for level in levels(bounded_moves(2), 2))


def level_certificate(ruleset="bounded-nim(2)"):
    return LevelCertificate(ruleset, Convention.NORMAL, two_levels())


CERTIFICATES = {
    "period": lambda: cgt.period("kayles").certificate,
    "promise": lambda: TWO_OR_THREE.period(reach=3).promised,
    "set": lambda: cgt.period("subtraction(x^2+1)").certificate,
    "base": lambda: linear_recurrence(3),
    "base of a divided quota": lambda: linear_recurrence(5, 1, 2),
    "level": level_certificate,
    "misere quotient": lambda: cgt.misere_quotient("0.77").certificate,
}


@pytest.mark.full("level")
@pytest.mark.parametrize("kind", CERTIFICATES)
def test_every_kind_is_known_again_and_verified(kind, tmp_path):
    given = CERTIFICATES[kind]()
    rule = TWO_OR_THREE if kind == "promise" else None
    for read in (read_certificate(given.to_json()), read_certificate(json.dumps(given.fields(), indent=2))):
        assert read == given
        assert type(read) is type(given)
        assert kind.startswith(read.kind)
        verify(read, rule)
    given.save(tmp_path / "a.json")
    assert load_certificate(tmp_path / "a.json") == given
    assert len(given.sha256) == 64
    form, *keys = given.fields()
    assert form == "format"
    assert (given.fields()["format"], *keys) in given.formats


def test_every_kind_is_tried_here():
    assert {type(make()) for make in CERTIFICATES.values()} == {*KINDS, LevelCertificate}


@pytest.mark.parametrize("path", sorted(ASSETS.glob("*.json")), ids=lambda path: path.stem)
def test_files_written_before_are_read(path):
    given = load_certificate(path)
    assert given.kind == "period"
    assert given.fields() == json.loads(path.read_text())


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", '{"format": []}', '{"format": "cgt period certificate 2"}'])
def test_what_is_no_certificate_is_refused(text):
    with pytest.raises(CertificateError):
        read_certificate(text)


def test_a_file_of_another_kind_is_refused():
    with pytest.raises(CertificateError, match="has the keys"):
        type(linear_recurrence(3)).from_json(CERTIFICATES["period"]().to_json())


def test_what_a_file_cannot_hold_is_asked_for():
    with pytest.raises(RulesetError, match="give the rule itself"):
        verify(CERTIFICATES["promise"]())
    with pytest.raises(RulesetError, match="give its moves"):
        level_certificate().verify()


def test_a_rule_that_would_not_be_looked_at_is_refused():
    """Levels found for one game are not those of the game that the file names."""
    named_otherwise = level_certificate("bounded-nim(3)")
    with pytest.raises(RulesetError, match="names its rule"):
        verify(named_otherwise, bounded_moves(2))
    with pytest.raises(CertificateError, match="level 1"):
        verify(named_otherwise)


def test_a_promise_of_another_rule_is_refused():
    other = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="another")
    with pytest.raises(CertificateError, match="of two-or-three, and the rule given is another"):
        verify(CERTIFICATES["promise"](), other)


def test_levels_of_a_game_without_linear_moves_are_refused():
    with pytest.raises(NotApplicableError):
        verify(level_certificate("kayles"))


def test_a_certificate_that_does_not_hold_is_refused():
    record = CERTIFICATES["misere quotient"]().fields() | {"portion": [0, 1]}
    with pytest.raises(CertificateError):
        verify(read_certificate(json.dumps(record)))


def test_the_text_of_a_certificate_is_not_taken_for_the_name_of_a_file():
    text = cgt.period("kayles").certificate.to_json()
    with pytest.raises(CertificateError, match=r"cgt\.solving\.certificates\.read_certificate"):
        cgt.verify(text)
    with pytest.raises(FileNotFoundError):
        cgt.verify("{kayles}.json")
    cgt.verify(read_certificate(text))
