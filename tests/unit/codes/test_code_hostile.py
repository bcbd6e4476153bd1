"""Codes of any length are read at once or refused at once."""

from __future__ import annotations

import time

import pytest

from cgt.codes.code import LONGEST, HeapCode
from cgt.errors import ParseError
from cgt.games.heaps.quota import parse_quota
from cgt.proofs.certificate import Certificate

LONG = LONGEST - 10


def seconds(work):
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.parametrize(
    "text",
    [
        "0." + "3" * LONG,
        "0." + "3!" * 0 + "7" * LONG,
        "0." + "3" * (LONG // 2) + "[" + "3" * (LONG // 2) + "]",
        "0." + "31" * (LONG // 4) + "[" + "31" * (LONG // 4 - 1) + "]",
        "0.[" + "70" * (LONG // 2) + "]",
        "0." + "0" * LONG + "7",
    ],
    ids=lambda text: f"{text[:6]}…{text[-3:]}",
)
def test_a_long_code_is_read_at_once(text):
    assert seconds(lambda: HeapCode.parse(text)) < 1
    assert HeapCode.parse(str(HeapCode.parse(text))) == HeapCode.parse(text)


@pytest.mark.parametrize("text", ["0." + "3" * 10**6, " " * 10**6 + "0.7", "0.{" + "1," * 10**6, "0." + "{" * 10**6])
def test_a_longer_one_is_refused_at_once(text):
    def work():
        with pytest.raises(ParseError):
            HeapCode.parse(text)

    assert seconds(work) < 0.5


def test_what_repeats_is_written_once():
    for digits, tail in [
        ("31", "31"),
        ("131", "31"),
        ("3", "133"),
        ("0", "0"),
        ("70", "077"),
        ("7", "7777"),
        ("", "12"),
    ]:
        code = HeapCode.parse(f"0.{digits}[{tail}]")
        for taken in range(1, 40):
            written = digits[taken - 1] if taken <= len(digits) else tail[(taken - 1 - len(digits)) % len(tail)]
            assert str(code.digit(taken)) == written
        shortest = str(code)
        for cut in range(len(digits)):
            for end in range(1, len(tail)):
                other = HeapCode.parse(f"0.{digits[:cut]}[{tail[:end]}]")
                assert other == code or any(other.digit(taken) != code.digit(taken) for taken in range(40))
        assert len(shortest) <= len(f"0.{digits}[{tail}]")


def test_the_certificate_of_a_long_code_is_read():
    certificate = HeapCode.of_subtraction({1, 3000})
    from cgt.proofs.period import period_of_code

    found = period_of_code(certificate).certificate
    assert Certificate.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    "text",
    [
        "5" + " " * 50_000 + "x",
        "[" + "1," * 10**6,
        "[1" + " " * 10**5 + "x",
        "9" * 10**6,
        "n+" + "9" * 10**5,
        " " * 10**6,
    ],
    ids=lambda text: text[:5],
)
def test_a_long_quota_is_refused_at_once(text):
    def work():
        with pytest.raises(ParseError):
            parse_quota(text)

    assert seconds(work) < 0.5
