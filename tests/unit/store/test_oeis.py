from __future__ import annotations

import pytest

import cgt
from cgt.errors import ParseError
from cgt.store.oeis import Indexed, compare, load, parse_bfile, parse_csv

# OEIS A125829, values of 0.115 from index 1.
A125829 = [1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2]


@pytest.mark.parametrize("offset", [0, 1, 7, -3])
def test_round_trips(tmp_path, offset):
    stretch = Indexed(offset, [0, 1, 5, -2, 12345678901234567890])
    assert parse_bfile(stretch.to_bfile()) == stretch
    assert parse_csv(stretch.to_csv()) == stretch
    for name in ("b000000.txt", "values.csv"):
        stretch.save(tmp_path / name)
        assert load(tmp_path / name) == stretch
    assert stretch.at(offset + 2) == 5
    with pytest.raises(IndexError):
        stretch.at(offset - 1)


def test_a_sequence_of_the_oeis():
    ours = cgt.parse_ruleset("octal(0.115)").table().values(200)
    assert compare(ours, Indexed(1, A125829)).agrees
    shifted = compare(ours, Indexed(0, A125829))
    assert shifted.difference == (0, 0, 1)
    changed = [*A125829]
    changed[20] += 1
    assert str(compare(ours, Indexed(1, changed))) == "first difference at 21: 1 here, 2 there"
    assert not compare(ours, Indexed(500, A125829)).agrees


@pytest.mark.parametrize(
    ("read", "text", "line"),
    [
        (parse_bfile, "0 1\n2 5\n", 2),
        (parse_bfile, "0 1\n1\n", 2),
        (parse_bfile, "0 1\n\n1 x\n", 3),
        (parse_bfile, "0 1 2\n", 1),
        (parse_csv, "n,value\n0,1\n0,1\n", 3),
        (parse_csv, "n,value\n0;1\n", 2),
    ],
)
def test_errors_name_the_line(read, text, line):
    with pytest.raises(ParseError, match=f"line {line} "):
        read(text)


def test_listing_stops_at_the_width():
    assert Indexed(0, [10] * 65).listing() == Indexed(0, [10] * 99).listing() == ", ".join(["10"] * 65)
    assert Indexed(0, [10**259, 1]).listing() == str(10**259)
    assert Indexed(0, [10**260, 1]).listing() == ""
    assert Indexed(0, []).listing() == ""


@pytest.mark.parametrize(("name", "text"), [("b.txt", "1 1\r\n2 2\r\n"), ("b.csv", "n,value\n1,1\n2,2\n")])
def test_a_byte_order_mark_is_skipped(tmp_path, name, text):
    """Spreadsheets write one."""
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load(tmp_path / name) == Indexed(1, (1, 2))


@pytest.mark.parametrize(
    "text", ["0,1\r2,3", "1\r\n2\r3", "x" * 200_000, f'"{"9" * 140_000}",1', "\0,1", "0,1\n\ud800,2", "0,1,2\n"]
)
def test_text_that_is_no_csv_is_one_error_of_ours(text):
    with pytest.raises(ParseError):
        parse_csv(text)


@pytest.mark.parametrize("text", ["1 " + "9" * 5000, "\x1b[31m 2", "0 0\n" + "1" * 4000 + " 0", "a b c d " * 100_000])
def test_text_that_is_no_bfile_is_one_short_error(text):
    with pytest.raises(ParseError) as told:
        parse_bfile(text)
    assert len(str(told.value)) < 300
    assert str(told.value).isprintable()


@pytest.mark.parametrize("read", [parse_csv, parse_bfile])
@pytest.mark.parametrize("text", [None, 3, b"0 1"])
def test_what_is_no_text_is_refused(read, text):
    with pytest.raises(ParseError, match="only text"):
        read(text)


def test_a_suffix_in_capitals_is_one(tmp_path):
    Indexed(0, (5, 6)).save(tmp_path / "a.CSV")
    assert (tmp_path / "a.CSV").read_text() == "n,value\n0,5\n1,6\n"
    assert load(tmp_path / "a.CSV") == Indexed(0, (5, 6))


@pytest.mark.parametrize("name", ["a.csv.gz", "a.npz"])
def test_what_is_no_text_is_told_what_is_read(name, tmp_path):
    (tmp_path / name).write_bytes(b"\x1f\x8b\x08\x00\xff")
    with pytest.raises(ParseError, match=r"no sequence in an OEIS b-file or a \.csv file"):
        load(tmp_path / name)
