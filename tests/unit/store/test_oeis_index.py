"""Cross-references: what agrees with an index of the OEIS, as its own files `stripped` and `names` are written."""

import gzip

import pytest

from cgt.errors import ParseError
from cgt.store.oeis import cross_references

STRIPPED = """# OEIS Sequence Data
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,
A000079 ,1,2,4,8,16,32,64,128,256,512,
A000012 ,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
A000001 ,0,1,1,1,2,1,2,1,5,2,2,1,
A099999 ,-7,1,2,3,5,8,13,21,34,56,
A999999 ,
"""
NAMES = "# names\nA000045 Fibonacci numbers: F(n) = F(n-1) + F(n-2).\n"


@pytest.fixture
def index(tmp_path):
    (tmp_path / "stripped").write_text(STRIPPED)
    (tmp_path / "names").write_text(NAMES)
    return tmp_path / "stripped"


def test_an_entry_may_have_more_in_front_and_is_named(index):
    (found,) = cross_references([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144], index)
    assert (found.number, found.ours, found.theirs, found.terms) == ("A000045", 0, 2, 10)
    assert str(found) == (
        "A000045 Fibonacci numbers: F(n) = F(n-1) + F(n-2). (10 terms agree, from our term 0 and theirs 2)"
    )


def test_an_entry_may_begin_later(index):
    (found,) = cross_references([9, 9, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], index)
    assert (found.number, found.ours, found.theirs, found.terms) == ("A000079", 2, 0, 10)


def test_one_term_that_differs_is_enough(index):
    assert cross_references([1, 2, 4, 8, 16, 32, 64, 128, 257], index) == []


@pytest.mark.parametrize("terms", [[], [1], [1, 2, 4, 8, 16, 32, 64], [1] * 30])
def test_what_is_short_or_all_alike_has_none(index, terms):
    assert cross_references(terms, index) == []


def test_a_packed_index_is_the_same(tmp_path):
    (tmp_path / "stripped.gz").write_bytes(gzip.compress(STRIPPED.encode()))
    (tmp_path / "names.gz").write_bytes(gzip.compress(NAMES.encode()))
    (found,) = cross_references([0, 1, 1, 2, 3, 5, 8, 13, 21], tmp_path / "stripped.gz")
    assert (found.number, found.name[:9]) == ("A000045", "Fibonacci")


@pytest.mark.parametrize(
    "content", [b"", b"no index", bytes(range(256)) * 50, b"\x1f\x8b", gzip.compress(STRIPPED.encode(), mtime=0)[:60]]
)
def test_what_is_no_index_is_refused(tmp_path, content):
    (tmp_path / "stripped").write_bytes(content)
    with pytest.raises(ParseError):
        cross_references(list(range(1, 20)), tmp_path / "stripped")


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ParseError, match="stripped"):
        cross_references([1, 2], tmp_path / "nothing")
