"""The recurrence of a take-away base: proved, exact in its start, and verified again from the definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import floor

import attrs
import pytest

from cgt.digits.takeaway_base import Base
from cgt.errors import BudgetError, CertificateError, RulesetError
from cgt.theory.base_recurrence import Recurrence, linear_recurrence

LINEAR = [(1, 0), (1, 1), (1, 2), (1, 9), (2, 0), (2, 1), (2, -1), (3, 0), (3, -2), (4, 0), (5, 3), (7, 0)]


@pytest.mark.parametrize(("k", "q"), [*LINEAR, (10, 0), (12, 5), (20, 0)])
def test_the_proved_recurrence_holds_and_starts_exactly(k, q):
    recurrence = linear_recurrence(k, q)
    recurrence.verify()
    assert Recurrence.from_json(recurrence.to_json()) == recurrence
    terms = [0, *islice(Base(lambda x: k * x + q), recurrence.start + 600)]
    gap, start = recurrence.gap, recurrence.start
    assert all(terms[p] == terms[p - 1] + terms[p - gap] for p in range(start, len(terms)))
    before = start - 1
    assert before - gap < 1 or terms[before] != terms[before - 1] + terms[before - gap]


@pytest.mark.parametrize(("k", "q", "d"), [(3, 0, 2), (5, 1, 2), (7, -1, 3), (11, -4, 4), (4, 5, 3), (3, 100, 2)])
def test_so_does_one_of_parts(k, q, d):
    recurrence = linear_recurrence(k, q, d)
    recurrence.verify()
    assert Recurrence.from_json(recurrence.to_json()) == recurrence
    gap, start = recurrence.gap, recurrence.start
    terms = [0, 1]
    while len(terms) < start + 60:  # the definition of the base, in fractions
        enough = next(m for m in range(1, len(terms)) if floor(Fraction(k * terms[m] + q, d)) >= terms[-1])
        terms.append(terms[-1] + terms[enough])
    holds = [p for p in range(gap + 1, len(terms)) if terms[p] == terms[p - 1] + terms[p - gap]]
    assert set(range(start, len(terms))) <= set(holds)
    assert start - 1 not in holds


def test_a_quota_divided_by_more_is_found_out():
    true = linear_recurrence(5, 1, 2)
    for lie in (attrs.evolve(true, d=1), attrs.evolve(true, d=3), attrs.evolve(true, d=6)):
        with pytest.raises(CertificateError):
            lie.verify()
    with pytest.raises(CertificateError):
        Recurrence.from_json(true.to_json().replace('"d": 2', '"d": -2'))


def test_recurrences_of_the_articles():
    assert [linear_recurrence(k).gap for k in (1, 2, 3, 4)] == [1, 2, 4, 6]


def test_refusals(monkeypatch):
    with pytest.raises(RulesetError):
        linear_recurrence(0, 3)
    with pytest.raises(RulesetError):
        linear_recurrence(2, -2)
    monkeypatch.setattr("cgt.theory.base_recurrence.MOST_TERMS", 20)
    with pytest.raises(BudgetError):
        linear_recurrence(9)


@pytest.mark.parametrize(("k", "q"), [(2, 0), (3, 0), (5, 3), (2, -1)])
def test_every_lie_in_a_certificate_is_found(k, q):
    true = linear_recurrence(k, q)
    first, last = true.window
    lies = {
        "the gap": attrs.evolve(true, gap=true.gap + 1, window=(first, last + 1)),
        "not only from": attrs.evolve(true, start=true.start + 1),
        "not yet from": attrs.evolve(true, start=true.start - 1),
        "steps or more": attrs.evolve(true, window=(first, last - 1)),
        "endless base": attrs.evolve(true, k=0),
    }
    for told, lie in lies.items():
        with pytest.raises(CertificateError, match=told):
            lie.verify()
    with pytest.raises(CertificateError):
        attrs.evolve(true, k=k + 1).verify()


def test_a_window_without_room_to_spare_proves_nothing():
    true = linear_recurrence(4, 1)
    with pytest.raises(CertificateError, match="room to spare"):
        attrs.evolve(true, window=(true.window[0] - 1, true.window[1] - 1)).verify()


def test_a_file_keeps_it(tmp_path):
    linear_recurrence(4).save(tmp_path / "base.json")
    assert Recurrence.load(tmp_path / "base.json") == linear_recurrence(4)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", linear_recurrence(2).to_json().replace("3", "0"), linear_recurrence(2).to_json() + "1"]
)
def test_what_is_no_certificate_is_refused(text):
    with pytest.raises(CertificateError):
        Recurrence.from_json(text)
