"""The second procedure for sentences: a comparison that changes only beyond the places looked at one by one."""

from __future__ import annotations

import pytest

from cgt.digits.decide import define
from cgt.digits.formula import Predicate, Term, exists, forall, iff, variables
from cgt.digits.system import kary, number_system
from cgt.errors import BudgetError
from cgt.theory.verify import sentence_check
from cgt.theory.verify.sentence_check import PLACES_AHEAD, refutation


def test_what_changes_only_beyond_the_places_looked_at_is_not_settled_before(monkeypatch, upto):
    system = number_system(upto("takeaway(5n)", full="takeaway(12n)"))
    (n,) = variables("n")
    ahead = upto(20, full=PLACES_AHEAD)
    monkeypatch.setattr(sentence_check, "PLACES_AHEAD", ahead)
    far = 4 * system.place(max(ahead, len(system.first)))
    constant = Term({}, far)
    for sentence, least in (
        (n <= far, far + 1),
        (~(n == far), far),
        (~(constant - n == 0), far),
        (~(constant <= n), far),
    ):
        assert refutation(forall("n", sentence), system) == {"n": least}, sentence
    for sentence in (-n <= 0, ~(n == -far), ~(-n == far), -n - far <= 0):
        assert refutation(forall("n", sentence), system) is None, sentence


def test_a_recurrence_that_begins_late_is_followed():
    system = number_system("takeaway(20n)")
    (n,) = variables("n")
    assert len(system.first) > len(system.recurrence) > PLACES_AHEAD
    assert refutation(forall("n", n <= system.place(99)), system) == {"n": system.place(99) + 1}


@pytest.mark.parametrize("system", [kary(), kary(3), number_system("zeckendorf")], ids=str)
def test_a_predicate_speaks_of_terms(system):
    """The multiples of 3, asked of sums; a term below 0 is no member."""
    n, m = variables("n m")
    threes = Predicate("P", define(exists("m", n == 3 * m), system))
    assert refutation(forall("n", ~threes(n + 1)), system) == {"n": 2}
    assert refutation(forall("n", iff(threes(n), threes(n + 3))), system) is None
    assert refutation(forall("n m", ~(threes(n) & threes(m)) | threes(n + m)), system) is None
    assert refutation(forall("n", ~threes(n - 4)), system) == {"n": 4}


@pytest.mark.parametrize("sentence", ["n", "n m"])
def test_too_many_letters_are_refused_at_once(sentence):
    n, m = variables("n m")
    body = n <= m if "m" in sentence else exists("m", n <= m)
    with pytest.raises(BudgetError, match=r"2 numbers in base 1000 have 1,000,000 letters, more than 65,536"):
        refutation(forall(sentence, body), kary(1000))
    assert refutation(forall("n", n >= 0), kary(1000)) is None


def test_a_bound_beyond_all_stops_is_refused_at_once_and_a_difference_is_not(monkeypatch):
    """Each number below the bound is a stop: without a look ahead the clock ends it."""
    monkeypatch.setattr(sentence_check, "MOST_SECONDS", 10.0)
    n, m = variables("n m")
    for sentence in (n <= 10**12, m <= 2 * n + 10**12, n + 10**12 <= m):
        with pytest.raises(BudgetError, match="more than 2,000,000 stops"):
            refutation(forall("n m", sentence), kary())
    assert refutation(forall("n", ~(n == 10**12)), kary()) == {"n": 10**12}
    assert refutation(forall("n", exists("m", m == n + 10**12)), kary()) is None
