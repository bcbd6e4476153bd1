"""Codes of any length are read or refused, in time that grows with their length and not with its square."""

from __future__ import annotations

import pytest

from cgt.core.code import LONGEST, HeapCode
from cgt.errors import ParseError
from cgt.games.heaps.quota import parse_quota
from cgt.theory.period_certificate import PeriodCertificate

pytestmark = pytest.mark.usefixtures("guarded")


@pytest.mark.parametrize(
    ("once", "again"),
    [("3", ""), ("7", ""), ("3", "3"), ("31", "31"), ("", "70"), ("0", "7")],
    ids=lambda digits: digits or "no",
)
def test_a_long_code_is_read_at_once(once, again, upto):
    length = upto(LONGEST // 10, full=LONGEST) // 2 // max(len(once), len(again)) - 5
    text = "0." + once * length + (f"[{again * length}]" if again else once * length)
    code = HeapCode.parse(text)
    assert HeapCode.parse(str(code)) == code


def test_the_longest_code_is_read():
    code = HeapCode.parse("0." + "0" * (LONGEST - 10) + "7")
    assert str(code.digit(LONGEST - 9)) == "7"


@pytest.mark.parametrize("text", ["0." + "3" * 10**6, " " * 10**6 + "0.7", "0.{" + "1," * 10**6, "0." + "{" * 10**6])
def test_a_longer_one_is_refused_at_once(text):
    with pytest.raises(ParseError):
        HeapCode.parse(text)


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
    from cgt.theory.period import period_of_code

    found = period_of_code(certificate).certificate
    assert PeriodCertificate.from_json(found.to_json()) == found


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
    with pytest.raises(ParseError):
        parse_quota(text)
