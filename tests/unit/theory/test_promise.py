"""A period proved from a promise: the certificate holds what was promised, and every lie in it is found."""

from __future__ import annotations

import json

import attrs
import pytest

import cgt
from cgt.core.language import language
from cgt.core.repetition import Periodicity
from cgt.errors import CertificateError, RulesetError
from cgt.families.function_heap_game import HeapRule, TakingRule
from cgt.theory.period import PeriodStatus
from cgt.theory.period_certificate import PromiseCertificate
from cgt.theory.promise import Promise

TWO_OR_THREE = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two-or-three")
BY_PARITY = TakingRule(lambda n: [k for k in ((1, 2) if n % 2 else (1, 4)) if k <= n], name="by-parity")


@pytest.mark.parametrize(("rule", "reach", "modulus"), [(TWO_OR_THREE, 3, 1), (TWO_OR_THREE, 5, 1), (BY_PARITY, 4, 2)])
def test_what_is_proved_goes_on_and_is_verified(rule, reach, modulus):
    report = rule.period(600, reach=reach, modulus=modulus)
    assert report.status is PeriodStatus.PROVED
    found = report.promised
    assert found.promise == Promise(reach, modulus)
    assert str(found.promise) == report.theorem
    values = rule.table().values(4 * found.window)
    assert [found.nim_value(heap) for heap in range(4 * found.window)] == values
    found.verify(rule)
    assert PromiseCertificate.from_json(found.to_json()) == found


def test_a_file_keeps_it(tmp_path):
    found = TWO_OR_THREE.period(reach=3).promised
    found.save(tmp_path / "promise.json")
    assert PromiseCertificate.load(tmp_path / "promise.json") == found


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (HeapRule(lambda n: [(1, 1)] if n == 5 else []), "divides a heap of 5"),
        (TakingRule(lambda n: [4] if n == 4 else []), "4 may be taken from 4, more than 3"),
        (TakingRule(lambda n: [1] if n % 5 == 1 else []), "differs from what may be taken"),
        (TakingRule(lambda n: [3] if n == 3 else [1][:n]), "from 4 differs from what may be taken"),
    ],
)
def test_a_broken_promise_is_told(rule, told):
    with pytest.raises(RulesetError, match=told):
        rule.period(40, reach=3)


def test_every_lie_is_found():
    true = TWO_OR_THREE.period(reach=3).promised
    wrong = (*true.values[:-1], true.values[-1] + 1)
    lies = [
        (attrs.evolve(true, values=wrong), "is not"),
        (attrs.evolve(true, sha256="0" * 64), "hash"),
        (attrs.evolve(true, window=true.window - 1), "hash"),
        (attrs.evolve(true, promise=Promise(30)), "hypotheses"),
    ]
    doubled = attrs.evolve(true, periodicity=Periodicity(0, 10), values=true.values * 2)
    twice = PromiseCertificate.proved(doubled.periodicity, doubled.values * 3, true.rule, true.promise)
    lies.append((twice, "least: 5"))
    for lie, told in lies:
        with pytest.raises(CertificateError, match=told):
            lie.verify(TWO_OR_THREE)
    with pytest.raises(CertificateError, match="the rule given is"):
        true.verify(BY_PARITY)
    with pytest.raises(RulesetError, match="more than 2"):
        attrs.evolve(true, promise=Promise(2)).verify(TWO_OR_THREE)


@pytest.mark.parametrize(
    ("key", "value"),
    [("reach", 0), ("reach", True), ("period", 0), ("values", [1]), ("values", 3), ("rule", None), ("format", "x")],
)
def test_what_is_no_certificate_is_refused(key, value):
    record = json.loads(TWO_OR_THREE.period(reach=3).promised.to_json())
    with pytest.raises(CertificateError):
        PromiseCertificate.from_json(json.dumps(record | {key: value}))


def test_a_promise_tells_its_modulus_where_it_has_one():
    assert str(Promise(3)).endswith("reach 3")
    assert str(Promise(3, 2)).endswith("reach 3, modulo 2")


@pytest.mark.parametrize(("rule", "reach", "modulus"), [(TWO_OR_THREE, 3, 1), (BY_PARITY, 4, 2)])
def test_a_report_says_what_was_promised_in_the_readers_language(rule, reach, modulus):
    report = rule.period(600, reach=reach, modulus=modulus)
    assert f"proved ({report.promised.promise})" in str(report)
    with language("fr"):
        assert f"portée promise de {reach}" in str(report)
        assert "window" not in str(report)


@pytest.mark.parametrize("certificate", [TWO_OR_THREE.period(reach=3).promised, cgt.period("kayles").certificate])
def test_a_certificate_says_what_it_claims_in_the_readers_language(certificate):
    with language("fr"):
        claim, card = str(certificate), str(certificate.card())
    assert f"certifiée par {certificate.window} valeurs" in claim
    assert "démontré par" in card
    assert not any(word in claim + card for word in ("window", "values", "Guy-Smith", "Promise"))
