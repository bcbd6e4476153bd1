"""Quotients against their definition: sums are alike when no third sum tells them apart. Nothing here is shared."""

from __future__ import annotations

import csv
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import attrs
import pytest

import cgt
from cgt.errors import LoopError, NotApplicableError
from cgt.theory.quotient_growth import quotient_of_positions

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def octal_options(text, heap):
    for taken, digit in enumerate(int(digit) for digit in text.replace(".", "")):
        rest = heap - taken
        if digit & 1 and rest == 0:
            yield ()
        if digit & 2 and rest > 0:
            yield (rest,)
        if digit & 4:
            yield from ((part, rest - part) for part in range(1, rest // 2 + 1))


def brute_classes(text, last, size):
    """How many sums of up to `size` heaps differ, tested by all sums of up to `size` heaps."""

    @cache
    def wins(heaps):
        after = [
            tuple(sorted(heaps[:at] + heaps[at + 1 :] + option))
            for at, heap in enumerate(heaps)
            for option in octal_options(text, heap)
        ]
        return not after or any(not wins(one) for one in after)

    sums = [chosen for count in range(size + 1) for chosen in combinations_with_replacement(range(1, last + 1), count)]
    return {tuple(wins(tuple(sorted(one + other))) for other in sums) for one in sums}


@pytest.mark.full("0.53-6-3")
@pytest.mark.parametrize(
    ("text", "last", "size"),
    [("0.77", 2, 4), ("0.77", 4, 3), ("0.75", 4, 3), ("0.3", 5, 2), ("0.312", 4, 4), ("0.53", 6, 3)],
)
def test_as_many_elements_as_sums_that_differ(text, last, size):
    assert len(brute_classes(text, last, size)) == cgt.misere_quotient(text, stop=last + 1).order


@pytest.mark.full
@pytest.mark.parametrize(("text", "last", "size"), [("0.77", 5, 5), ("0.71", 5, 6), ("0.123", 5, 7), ("0.15", 6, 4)])
def test_more_elements_and_longer_sums(text, last, size):
    assert len(brute_classes(text, last, size)) == cgt.misere_quotient(text, stop=last + 1).order


@attrs.frozen
class Board:
    """Notakto: whoever completes three in a row loses that board."""

    crosses: frozenset = frozenset()

    def moves(self):
        dead = any(self.crosses.issuperset(row) for row in ROWS)
        return () if dead else [square for square in range(9) if square not in self.crosses]

    def play(self, square):
        return Board(self.crosses | {square})


def test_notakto():
    """Order 18 with 4 in the P-portion: Plambeck and Whitehead, The secrets of Notakto (2013). All 512 boards."""
    found = quotient_of_positions([Board()])
    assert (found.quotient.order, len(found.quotient.portion)) == (18, 4)
    found.quotient.verify()
    assert str(found.outcome(Board())) == "N"
    assert found.winning_moves(Board()) == [4]
    searched = cgt.Evaluator("misere").outcome(cgt.Sum(Board(frozenset({0, 1, 5})), Board(frozenset({4, 1, 8}))))
    assert found.outcome(Board(frozenset({0, 1, 5})), Board(frozenset({4, 1, 8}))) == searched
    # The paper's table: a cross in the centre is c², one anywhere else is 1.
    assert found.element_of(Board(frozenset({4}))) in found.quotient.portion
    assert {found.element_of(Board(frozenset({square}))) for square in (0, 1, 2, 3, 5, 6, 7, 8)} == {0}
    with pytest.raises(NotApplicableError, match="not made for"):
        found.outcome(cgt.games.Nim().position(3))


def test_loops_are_refused():
    @attrs.frozen
    class Ring:
        place: int

        def moves(self):
            return [1]

        def play(self, step):
            return Ring((self.place + step) % 3)

    with pytest.raises(LoopError):
        quotient_of_positions([Ring(0)])


def census():
    path = Path(__file__).resolve().parents[3] / "docs" / "assets" / "misere-census.csv"
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_census():
    rows = {row["code"]: row for row in census()}
    octal = [row for code, row in rows.items() if code.startswith("0.") and len(code) <= 5]
    proved = [row for row in octal if row["period"]]
    assert (len(octal), len(proved), sum(row["tame"] == "False" for row in proved)) == (511, 177, 52)
    # Plambeck and Siegel (2008): the order of a quotient is even, or 1.
    assert all(int(row["order"]) % 2 == 0 or row["order"] == "1" for row in rows.values())
    # As tczajka/octal-games corrects the published tables: 0.27 is 0.26 and not 0.06, 0.314 is not 0.31.
    assert [rows["0.27"][key] for key in ("order", "p_order")] == [rows["0.26"][key] for key in ("order", "p_order")]


@pytest.mark.full("4.6")
@pytest.mark.parametrize("code", ["0.77", "0.144", "0.152", "0.72", "0.3131", "4.6", "0.3"])
def test_rows_of_the_census_found_again(code):
    row = next(row for row in census() if row["code"] == code)
    found = cgt.misere_quotient(code)
    assert [str(found.order), str(found.p_order), str(found.period)] == [row["order"], row["p_order"], row["period"]]
    assert found.certificate.sha256 == row["sha256"]
