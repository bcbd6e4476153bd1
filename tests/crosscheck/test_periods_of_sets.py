"""Games of infinite sets: their periods, and that some have none, against the definition."""

from __future__ import annotations

from itertools import count, islice, takewhile
from random import Random

import pytest

import cgt
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.digits.number_sets import number_set
from cgt.errors import BudgetError, CertificateError
from cgt.games.heaps.subtraction import PeriodOfSet
from cgt.theory.period import PeriodStatus
from cgt.theory.period_certificate import SetCertificate

POWERS = [(base, more) for base in (2, 3, 5, 8, 12, 1000) for more in (-2, -1, 0, 1, 2, 7)]
ROOTS = [(degree, more) for degree in (2, 3, 4) for more in (-8, -4, -1, 0, 1, 2, 3, 8)]
SETS = [f"{base}^k{more:+d}" for base, more in POWERS] + [f"x^{degree}{more:+d}" for degree, more in ROOTS]
PERIODS = {"2^k": 3, "3^k": 2, "16^k": 17, "2^k+1": 7, "3^k+1": 6, "5^k+2": 10, "2^k-1": 2, "x^2+1": 3, "8^k-1": 14}


def mex(values):
    return next(value for value in count() if value not in values)


def nim_values(amounts, stop):
    """By definition."""
    values = []
    for heap in range(stop):
        values.append(mex({values[heap - take] for take in takewhile(heap.__ge__, amounts)}))
    return values


def remainders_by_definition(text, modulus, most=400):
    """Those of the first terms, by arithmetic modulo the modulus alone: more than twice as many as a cycle is long."""
    base, _sign, degree = text.partition("^k")[0], *text.partition("x^")[1:]
    if degree:
        degree, more = (int(each) for each in degree.replace("+", " +").replace("-", " -").split())
        terms = ((x**degree + more, (pow(x, degree, modulus) + more) % modulus) for x in range(most))
    else:
        base, more = int(base), int(text.partition("^k")[2])
        terms = ((base**k + more, (pow(base, k, modulus) + more) % modulus) for k in range(most))
    least = {}
    for term, remainder in terms:
        if term >= 1:
            least.setdefault(remainder, term)
    return least


@pytest.mark.parametrize("text", SETS)
def test_remainders_are_those_of_all_members(text, upto):
    numbers = number_set(text.removesuffix("+0"))
    for modulus in range(1, upto(40, full=180)):
        assert numbers.remainders(modulus) == remainders_by_definition(text, modulus), modulus


@pytest.mark.parametrize("text", [*SETS, "triangles", "factorials", "fibonacci", "primes", "x*x"])
def test_a_multiple_of_every_number_is_there_where_it_is_claimed_and_not_elsewhere(text, upto):
    numbers = number_set(text.removesuffix("+0"))
    moduli = range(1, upto(60, full=200))
    without = {m for m in moduli if all(member % m for member in islice(numbers.members(), 8 * m + 10))}
    assert bool(without) != numbers.has_multiples, without


@pytest.mark.parametrize("text", PERIODS)
def test_a_proved_period_is_that_of_the_definition(text):
    game = cgt.parse_ruleset(f"subtraction({text})")
    report, values = game.period(), nim_values(list(islice(game.amounts(), 60)), 2_000)
    assert (report.status, report.periodicity.preperiod) == (PeriodStatus.PROVED, 0)
    period = report.periodicity.period
    assert period == PERIODS[text]
    assert all(values[heap] == values[heap - period] for heap in range(period, 2_000))


def test_a_period_that_a_large_amount_ends_is_not_observed():
    """Nothing below 10,000 counters tells: the remainder of 10^k + 1 that refutes it is left by a larger amount."""
    game = cgt.parse_ruleset("subtraction(10^k+1)")
    assert least_periodicity(cgt.nim_values(game, 10_000)).period == 1012
    assert game.period().status is PeriodStatus.NONE


@pytest.mark.parametrize("text", ["x^2+2", "primes", "3^k-1", "2^k+2"])
def test_nothing_is_proved_without_a_reason(text):
    report = cgt.parse_ruleset(f"subtraction({text})").period(3_000)
    assert report.theorem is None
    assert report.status in {PeriodStatus.NONE, PeriodStatus.OBSERVED}


@pytest.mark.parametrize("name", ["square", "cube", "triangle", "factorial", "fibonacci"])
def test_there_is_no_period_where_every_number_has_a_multiple(name):
    report = cgt.parse_ruleset(f"take-a-{name}").period()
    assert (report.status, report.periodicity) == (PeriodStatus.APERIODIC, None)
    assert report.record()["status"] == "aperiodic"


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("text", PERIODS)
def test_heaps_are_worth_what_the_search_says(text, convention, upto):
    game = cgt.parse_ruleset(f"subtraction({text})")
    positions = [game.position(heap) for heap in range(upto(120, full=600))]
    positions += [game.position(one, other) for one in range(15) for other in range(one, 15)]
    report = cgt.crosscheck(PeriodOfSet(game), convention=convention, positions=positions)
    assert (report.counterexample, report.skipped, report.checked) == (None, 0, len(positions))


@pytest.mark.parametrize("text", [text for text in PERIODS if "x" not in text])
def test_a_huge_heap_is_worth_what_its_options_say(text, upto):
    game, random = cgt.parse_ruleset(f"subtraction({text})"), Random(text)
    form = PeriodOfSet(game)
    for _ in range(upto(5, full=100)):
        heap = random.randrange(10**80)
        worth = {take: form.value(heap - take) for take in game.takes(heap)}
        assert form.value(heap) == mex(set(worth.values()))
        for value in range(4):
            assert list(form.takes_to(heap, value)) == [take for take, left in worth.items() if left == value]


def test_a_heap_with_countless_moves_is_answered_at_once():
    """From 10^30 counters, 10^15 squares and one more may be taken; the question was refused."""
    won = cgt.solve("subtraction(x^2+1) 10^30")
    assert (won.nim_value, list(won.winning_moves[:4])) == (1, [1, 10, 37, 82])
    assert all(take % 3 == 1 for take in won.winning_moves[:100])
    lost = cgt.solve(f"subtraction(x^2+1) {3 * 10**30}")
    assert (lost.outcome, list(lost.winning_moves)) == (cgt.Outcome.P, [])


@pytest.mark.parametrize("text", PERIODS)
def test_a_certificate_is_verified_by_the_definition(text):
    certificate = cgt.period(f"subtraction({text})").certificate
    certificate.verify()
    assert certificate.nim_value(10**30) == PeriodOfSet(cgt.parse_ruleset(f"subtraction({text})")).value(10**30)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("x^2", [0, 1]),
        ("x^2+2", [0, 0, 1, 1]),
        ("2^k+2", [0, 0, 0, 1, 1, 1, 0]),
        ("primes", [0, 0, 1, 1]),
        ("3^k", [0]),
    ],
)
def test_what_is_no_period_for_ever_is_not_verified(text, pattern):
    """Some of the windows are so short that all of their values are right."""
    values = nim_values(list(islice(number_set(text).members(), 60)), 60)
    for stop in range(len(pattern), 60):
        claimed = [pattern[heap % len(pattern)] for heap in range(stop)]
        with pytest.raises(CertificateError):
            SetCertificate.proved(Periodicity(0, len(pattern)), claimed, text).verify()
    assert any(values[heap] != pattern[heap % len(pattern)] for heap in range(60))


def test_a_pattern_that_a_large_amount_ends_is_not_verified():
    values = cgt.nim_values("subtraction(10^k+1)", 10_000)
    assert all(values[heap] == values[heap % 1012] for heap in range(10_000))
    with pytest.raises(CertificateError, match="do not meet the hypotheses"):
        SetCertificate.proved(Periodicity(0, 1012), values, "10^k+1").verify()


@pytest.mark.parametrize("text", ["take-a-square", "subtraction(x^2+1)", "subtraction(10^k+1)", "take-a-prime"])
def test_a_set_is_not_called_a_function(text):
    """What was tried said that a rule given by a function can only be observed."""
    assert not any("function" in line for line in cgt.discover(text, 2_000).tried)


@pytest.mark.parametrize(
    ("text", "period", "window", "error"),
    [
        ("primes", 2, 10**7, "does not decide"),
        ("x^2+1", 2_001, 2_001, "does not decide"),
        ("x^2+1", 3, 10**7, "takes too long"),
        ("2^k", 3, 10**7, "takes too long"),
    ],
)
def test_what_cannot_be_verified_is_refused_before_its_values_are_compared(text, period, window, error, monkeypatch):
    """A file of ten lines was refused after half a minute."""
    monkeypatch.setattr(SetCertificate, "check", lambda *_claim: pytest.fail("the values are compared"))
    with pytest.raises((CertificateError, BudgetError), match=error):
        SetCertificate(Periodicity(0, period), window, tuple(range(period)), "0" * 64, text).verify()


@pytest.mark.parametrize(("base", "more"), POWERS)
def test_the_powers_are_those_of_the_definition(base, more):
    members = islice(number_set(f"{base}^k{more:+d}").members(), 100)
    assert list(members) == [term for k in range(110) if (term := base**k + more) >= 1][:100]


def test_a_proof_that_there_is_no_period_is_not_called_unproved():
    """Below "no period, proved" stood "not proved", and a period that was tried."""
    shown = [heading for heading, _text in cgt.discover("take-a-square", 500).sections]
    assert "period" in shown
    assert not {"holds", "tried"} & set(shown)
    assert "holds" in [heading for heading, _text in cgt.discover("take-a-prime", 500).sections]
