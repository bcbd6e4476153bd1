"""The checker of quotients: every planted error is refused, and a sum shows it where one can."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import chain, cycle, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.code import HeapCode
from cgt.errors import BudgetError, CertificateError
from cgt.theory.quotient_certificate import QuotientCertificate
from cgt.theory.settled import SettledGame, heaps_needed, proved_period
from cgt.theory.verify import quotient_check
from cgt.theory.verify.quotient_check import _last_heap_wanted


@cache
def text_of(code, heap=None):
    return cgt.misere_quotient(code, stop=None if heap is None else heap + 1).certificate.to_json()


def refused(change, code="0.75", heap=None):
    record = json.loads(text_of(code, heap))
    change(record)
    with pytest.raises(CertificateError) as caught:
        QuotientCertificate.from_json(json.dumps(record)).verify()
    return str(caught.value)


@pytest.mark.parametrize("code", ["0.75", "0.123"])
def test_every_changed_product_is_refused(code):
    record = json.loads(text_of(code))
    for place in product(range(len(record["actions"])), range(len(record["actions"][0]))):
        generator, element = place

        def change(record, generator=generator, element=element):
            row = record["actions"][generator]
            row[element] = (row[element] + 1) % len(row)

        assert refused(change, code)


@pytest.mark.parametrize(
    "code", ["0.75", "0.123", *(pytest.param(code, marks=pytest.mark.full) for code in ("0.77", "0.71"))]
)
def test_every_changed_member_of_the_portion_is_refused_with_a_sum(code):
    for element in range(len(json.loads(text_of(code))["actions"][0])):

        def change(record, element=element):
            record["portion"] = sorted({element} ^ set(record["portion"]))

        message = refused(change, code)
        assert element == 0 or re.search(r"sums? \d", message), message


def test_a_member_of_the_portion_is_listed_once():
    """How many there are is part of what is claimed."""
    assert "twice" in refused(lambda record: record["portion"].append(record["portion"][-1]))


def test_the_sum_that_is_shown_is_settled_wrongly():
    """0.75 with one member of P taken out: the sum named is a P-position, by the definition of misère play."""

    def change(record):
        record["portion"].remove(record["games"][0]["elements"][1])

    message = refused(change)
    assert message.startswith("the sum 1 is outside the P-portion, and so is every option")


@pytest.mark.parametrize("heap", [1, 3, 5, 8, 9, 17, 19])
def test_a_changed_element_of_a_heap_is_refused(heap):
    def change(record):
        record["games"][0]["elements"][heap] ^= 1

    assert refused(change)


def test_a_wrong_period_is_refused():
    def shorter(record):
        record["games"][0]["period"] = 1

    def earlier(record):
        record["games"][0]["preperiod"] = 1

    def fewer(record):
        del record["games"][0]["elements"][-1]

    assert "not a period" in refused(shorter)
    assert "differ" in refused(earlier)
    assert "too few" in refused(fewer)


def test_a_missing_set_of_the_family_is_refused(upto):
    count = len(json.loads(text_of("0.75"))["family"])
    for number in range(0, count, upto(4, full=1)):

        def change(record, number=number):
            del record["family"][number]

        assert "lacks" in refused(change)


def test_a_monoid_that_is_not_reduced_is_refused():
    """The product of a right quotient and of a cycle that changes nothing: right, but not the quotient."""
    one = cgt.misere_quotient("0.3").certificate
    assert (one.order, one.portion) == (2, (1,))
    game = one.games[0]
    # a³ = a and not a² = 1: elements 1, a, a².
    doubled = QuotientCertificate(
        (SettledGame(game.code, (), (0, 1), None, None),),
        ((0, 1),),
        ((1, 2, 1),),
        (1,),
        ((0, (0, 2)), (1, (1,)), (2, (0, 2))),
    )
    with pytest.raises(CertificateError, match="not reduced"):
        doubled.verify()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1]", "has the keys"),
        ("{", "JSON object"),
        ("[" * 100_000, "JSON object"),
        (json.dumps({"format": 1}), "has the keys"),
    ],
)
def test_what_is_no_certificate(text, says):
    with pytest.raises(CertificateError, match=says):
        QuotientCertificate.from_json(text)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("format", "other", "format"),
        ("games", [], "one game"),
        ("games", 3, "list"),
        ("games", [{"code": "0.9z", "elements": [0], "preperiod": None, "period": None}], "cannot be read"),
        ("games", [{"code": 5, "elements": [0], "preperiod": None, "period": None}], "cannot be read"),
        ("games", [{"code": "0.7", "elements": [0], "preperiod": 1, "period": 0}], "whole numbers"),
        ("games", [{"code": "0.7", "elements": [10**15] * 9, "preperiod": 1, "period": 1}], "none of them"),
        ("actions", [[0], [0, 1]], "one length"),
        ("actions", [["a"]], "whole numbers"),
        ("actions", [], "generators"),
        ("generators", [[0, 99]] * 3, "not a settled position"),
        ("generators", [[0]] * 3, "a game and a position"),
        ("portion", [-1], "whole numbers"),
        ("portion", [True], "whole numbers"),
        ("family", [[0]], "pairs"),
    ],
)
def test_malformed_certificates(key, value, says):
    record = json.loads(text_of("0.75"))
    record[key] = value
    with pytest.raises(CertificateError, match=says):
        QuotientCertificate.from_json(json.dumps(record))


def test_a_proof_has_one_text():
    """A set with an element twice, or in another order, was the same proof with another hash."""
    text = text_of("0.75")
    sets = [pair for pair in json.loads(text)["family"] if len(pair[1]) > 1]
    assert sets
    for change in (
        lambda record: record["portion"].reverse(),
        lambda record: record["family"].reverse(),
        lambda record: record["family"].append(record["family"][-1]),
        *(lambda record, place=place: record["family"][place][1].reverse() for place in range(len(sets))),
        lambda record: record["family"][0][1].append(record["family"][0][1][-1]),
    ):
        record = json.loads(text)
        change(record)
        if record != json.loads(text):
            with pytest.raises(CertificateError, match="ascend"):
                QuotientCertificate.from_json(json.dumps(record))


def test_files(tmp_path):
    found = cgt.misere_quotient("0.123").certificate
    found.save(tmp_path / "q.json")
    assert QuotientCertificate.load(tmp_path / "q.json") == found


@pytest.mark.parametrize("text", ["0.77", "4.7", "8.3", "0.[3]", "0.4=", "4!.3", "4!.37", "0.34!", "8!.3", "0.{2+}"])
def test_the_verifier_asks_for_as_many_heaps_as_the_theorem(text):
    """Both are read off the digits, by code that is not shared; where a move leaves unequal heaps they are more."""
    code = HeapCode.parse(text)
    for start, period in ((1, 1), (3, 2), (5, 7)):
        assert _last_heap_wanted(code, start, period) == heaps_needed(code, start, period)


def test_options_are_bounded(monkeypatch):
    """A heap of 100 has 190,569,291 options where it is only divided, and a certificate had them all looked at."""
    monkeypatch.setattr(quotient_check, "MOST_OPTIONS", 1_000)
    game = SettledGame(HeapCode.parse("{2+}.0"), (), (0,) * 101)
    with pytest.raises(BudgetError, match="stopped after 1,000 options"):
        QuotientCertificate((game,), (), (), (), ()).verify()


def least_period_by_definition(code, elements):
    last = len(elements) - 1
    for period, start in product(range(1, last + 1), repeat=2):
        needed = heaps_needed(code, start, period)
        again = elements[start + period :] == elements[start : max(start, last + 1 - period)]
        if needed is not None and needed <= last and again:
            return start, period
    return None


@given(
    st.sampled_from(["0.77", "0.3", "0.07", "4.3", "0.777", "4!.0", "0.7!", "0.7=", "0.8"]),
    st.lists(st.integers(0, 2), max_size=9),
    st.lists(st.integers(0, 2), min_size=1, max_size=5),
    st.integers(1, 40),
)
def test_the_least_period_is_the_one_of_the_theorem(code, begins, again, heaps):
    code = HeapCode.parse(code)
    elements = tuple(islice(chain(begins, cycle(again)), heaps))
    assert proved_period(code, elements) == least_period_by_definition(code, elements)
