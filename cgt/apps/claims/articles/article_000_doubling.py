"""Article 000, the rules n+1 and n+q: what to take is read off digits, for the base doubles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.article_000 import check_positions
from cgt.apps.claims.articles.article_000_rules import HRR, base_of
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.digits.takeaway_base import DoublingRule

if TYPE_CHECKING:
    from collections.abc import Iterator


def _printed_rule_n_plus_1(_bound: int) -> Iterator[Finding]:
    return check_positions("000_18_rule_n_plus_1", "n+1", lambda n: n + 1, 81)


def printed_take(a: int) -> int | None:
    """What article 000 says to take from a matches under the rule n+1, by the last two decimal digits; None if nothing.

    >>> [printed_take(a) for a in (10, 7, 8, 9, 6, 11, 21, 41)]
    [1, 1, 2, 3, None, 10, 20, 40]
    """
    units, tens = a % 10, a // 10 % 10
    by_units = {0: 1, 5: 1, 2: 1, 7: 1, 3: 2, 8: 2, 4: 3, 9: 3}
    if units in by_units:
        return by_units[units]
    if units == 6:
        return None
    if tens % 2:
        return 10
    return 20 if tens // 2 % 2 else a - 1


def _digits_rule(bound: int) -> Iterator[Finding]:
    base = base_of(1, 1)
    for a in range(2, bound + 1):
        says, true = printed_take(a), base.least_part(a - 1)
        if says is not None and says != true:
            yield Finding(f"a = {a}", f"take {says}", f"take {true}")


def _digits_rule_complete(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        if printed_take(a) is None:
            yield Finding(f"a = {a}", "nothing about the units digit 6", f"take {base_of(1, 1).least_part(a - 1)}")


def _true_digits_rule(_bound: int) -> Iterator[Fact]:
    yield Fact(
        "the true rule",
        "take 1, 2, 3, 1 when the last digit of a is 2 or 7, 3 or 8, 4 or 9, 5 or 0; when it is 1 or 6, take 5 times "
        "the greatest power of two in (a-1)/5: decimal digits cannot tell that power",
    )
    for q in range(1, 11):
        yield Fact(f"rule n+{q}, n = a - 1", str(DoublingRule.of(q)))


def _doubling_rules(bound: int) -> Iterator[Finding]:
    for q in range(11):
        rule, base = DoublingRule.of(q), base_of(1, q)
        for n in range(1, bound + 1):
            if rule.least_part(n) != base.least_part(n):
                yield Finding(f"n+{q}, a = {n + 1}", f"take {rule.least_part(n)}", f"take {base.least_part(n)}")


CLAIMS = (
    Claim(
        id="000.18",
        kind=Kind.DATA,
        statement="Rule n+1: the list of the positions (a, n) for a = 1..81.",
        how="every printed entry, and every entry its dots stand for, against search; also that no heap is left out",
        reference="by search",
        tables=("000_18_rule_n_plus_1",),
        check=_printed_rule_n_plus_1,
        french="règle de n+1",
        seconds=0.5,
    ),
    Claim(
        id="000.19a",
        kind=Kind.CONJECTURE,
        statement="Rule n+1: what to take is read off the last two decimal digits of a, in the seven printed cases.",
        how="every heap for which a case is printed, against the base numeration",
        reference=HRR,
        bound=2_000,
        unit="heaps up to {}",
        check=_digits_rule,
        facts=_true_digits_rule,
        proof="The base of n+1 is 1, 2, 3, 5, 10, 20, 40, 80, …: from 5 on it doubles. Modulo 5 the decimal digits "
        "know a - 1, but not how often 2 divides (a-1)/5: 100 = 80 + 20.",
        french="règle de n+1, chiffre des unités, chiffre des dizaines",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.19b",
        kind=Kind.CONJECTURE,
        statement="The seven cases cover every heap from 2 on.",
        how="reading the cases",
        reference="by reading the rule",
        bound=2_000,
        unit="heaps up to {}",
        check=_digits_rule_complete,
        french="règle de n+1",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.19c",
        kind=Kind.CONJECTURE,
        statement="The true rule for n+q, q = 0..10: take by a - 1 modulo a fixed number, or that number times a "
        "power of two (this library's, beside the printed one).",
        how="the rule against the base numeration",
        reference=HRR,
        bound=5_000,
        unit="heaps up to {}",
        check=_doubling_rules,
        sentences=sentences.doubling,
        theorem="once a step of the base exceeds q the base doubles for ever: see cgt.digits.takeaway_base",
        proof="If H_j - H_(j-1) > q then H_(j-1) + q < H_j, so the next term is 2·H_j and the next step is greater. "
        "Below the first such term everything is a finite table.",
        french="règle de n+1",
        seconds=3,
        growth=1.0,
    ),
)
