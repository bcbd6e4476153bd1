from __future__ import annotations

import json
import pickle

import attrs
import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.repetition import Periodicity
from cgt.errors import CertificateError, MemoryBudgetError
from cgt.theory.period import period_of_code
from cgt.theory.period_certificate import PeriodCertificate, check_least, hash_of
from cgt.theory.theorems import GuySmith
from cgt.theory.verify import values as verify_values

TEXTS = ["0.77", "0.137", "0.303", "0.0303", "0.300[3]", "0.[3]", "0.7!", "0.4=", "0.0", "0.1"]


def certificate(text):
    return period_of_code(HeapCode.parse(text)).certificate


@pytest.mark.parametrize("text", TEXTS)
def test_json_and_verification(text, tmp_path):
    found = certificate(text)
    found.verify()
    assert PeriodCertificate.from_json(found.to_json()) == found
    found.save(tmp_path / "one.json")
    assert PeriodCertificate.load(tmp_path / "one.json") == found
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


def test_a_certificate_asked_for_later_is_of_the_values_that_proved_the_period():
    game = cgt.games.Subtraction(2, 4, 7)
    report, same = game.period(), pickle.loads(pickle.dumps(game.period()))  # noqa: S301 - our own
    game.table().values(50_000)
    assert (report.certificate.window, report.certificate.sha256) == (18, hash_of(report.values))
    assert report.certificate == same.certificate == game.period().certificate
    report.certificate.verify()
    assert game.period(10).certificate is None


def edited(change, text="0.77"):
    record = json.loads(certificate(text).to_json())
    change(record)
    return json.dumps(record)


def put(key, value):
    return lambda record: record.__setitem__(key, value)


def bump(index):
    def change(record):
        record["values"][index] += 1

    return change


@pytest.mark.parametrize("heap", [1, 11, 70, 82])
def test_an_edited_value_is_named(heap):
    with pytest.raises(CertificateError, match=f"heap {heap} "):
        PeriodCertificate.from_json(edited(bump(heap))).verify()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("sha256", "0" * 64), "hash"),
        (put("theorem", "Fermat"), "Fermat"),
        (put("theorem", "repeated window"), "does not decide"),
        (put("code", "0.07"), "heap 1 "),
        (put("window", 60), "too short"),
        (put("window", 150), "hash"),
    ],
)
def test_an_edited_field_is_refused(change, says):
    with pytest.raises(CertificateError, match=says):
        PeriodCertificate.from_json(edited(change)).verify()


@pytest.mark.parametrize(
    "change",
    [
        put("format", "x"),
        put("period", 0),
        put("period", 13),
        put("preperiod", -1),
        put("saltus", 1.5),
        put("values", "no"),
        put("code", "0.7x"),
        put("code", 7),
        put("window", True),
        lambda record: record.pop("sha256"),
        put("extra", 1),
    ],
)
def test_what_is_no_certificate_is_not_read(change):
    with pytest.raises(CertificateError):
        PeriodCertificate.from_json(edited(change))


@pytest.mark.parametrize("text", ["", "[]", "{", "12"])
def test_nor_other_texts(text):
    with pytest.raises(CertificateError):
        PeriodCertificate.from_json(text)


def test_a_period_that_is_true_but_not_least_is_refused():
    found = period_of_code(HeapCode.parse("0.3")).certificate
    record = json.loads(found.to_json())
    assert record["period"] == 2
    record |= {"period": 4, "values": [0, 1, 0, 1], "window": 6}
    record["sha256"] = hash_of([0, 1, 0, 1, 0, 1])
    with pytest.raises(CertificateError, match="2 is one too"):
        PeriodCertificate.from_json(json.dumps(record)).verify()
    record |= {"period": 2, "preperiod": 2, "sha256": hash_of([0, 1] * 3)}
    with pytest.raises(CertificateError, match="heap 1 fits"):
        PeriodCertificate.from_json(json.dumps(record)).verify()


def test_of_a_long_period_few_divisors_are_tried(monkeypatch):
    """A file with 720,720 values took two minutes: each of the 239 divisors was compared with all of them."""
    tried, failure = [], Periodicity.first_failure
    monkeypatch.setattr(Periodicity, "first_failure", lambda part, row: tried.append(part.period) or failure(part, row))
    check_least(Periodicity(0, 5040), [0] * 5039 + [1])
    assert sorted(tried) == [720, 1008, 1680, 2520]


@pytest.mark.parametrize("saltus", [0, 1, 2])
@pytest.mark.parametrize("least", [1, 2, 3, 4, 6])
def test_every_multiple_of_the_least_period_is_refused(least, saltus):
    values = [5 * (heap % least == 1) + heap // least * saltus for heap in range(60 * least)]
    check_least(Periodicity(0, least, saltus), values[:least])
    for times in range(2, 60):
        with pytest.raises(CertificateError, match="the period is not the least"):
            check_least(Periodicity(0, least * times, saltus * times), values[: least * times])


def test_a_huge_heap():
    assert certificate("0.77").nim_value(10**30) == certificate("0.77").values[71 + (10**30 - 71) % 12]
    assert certificate("0.300[3]").nim_value(10**30 + 1) == (10**30 + 1) // 4 * 2 + 1


def test_a_window_that_takes_much_memory_is_refused_before_it_is_filled():
    with pytest.raises(MemoryBudgetError, match=r"100000000 values would take .* GB, and the limit is 1.0 GB"):
        attrs.evolve(certificate("0.77"), window=10**8).verify()


@pytest.mark.parametrize("looks_at_the_end", [False, True])
def test_of_a_longer_window_no_more_is_checked_than_proves_it(monkeypatch, looks_at_the_end):
    found, looked_at = certificate("0.77"), []
    values = [found.nim_value(heap) for heap in range(4 * found.window)]
    monkeypatch.setattr(verify_values, "first_wrong_value", lambda _code, known, _told: looked_at.append(len(known)))
    if looks_at_the_end:
        monkeypatch.setattr(GuySmith, "holds", lambda _self, _code, _periodicity, known: len(known) == len(values))
    attrs.evolve(found, window=len(values), sha256=hash_of(values)).verify()
    assert looked_at == [found.window, len(values)][: 1 + looks_at_the_end]
