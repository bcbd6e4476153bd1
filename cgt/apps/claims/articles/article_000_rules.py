"""Article 000, parts B.III and B.IV: one heap under the rules 3n, 4n, kn and n+1; the last match loses."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.article_000 import (
    SCHWENK,
    check_positions,
    check_sequence,
    compare_sequences,
    insert_at_once,
    insert_once,
    inserted,
)
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.digits.takeaway_base import Base, DoublingRule
from cgt.theory.base_recurrence import linear_recurrence

if TYPE_CHECKING:
    from collections.abc import Iterator


HRR = "A. Holshouser, H. Reiter and J. Rudzinski, Dynamic one-pile nim, Fibonacci Quarterly 41 (2003)"
PROVED_BY_PROPAGATION = (
    "the inequalities k·H_m >= H_j > k·H_(m-1) that fix each step are added for two steps of a proved window, which "
    "gives them for the next step; see cgt.theory.base_recurrence"
)


def base_of(k: int, q: int = 0) -> Base:
    """The base of the quota kn + q."""
    return Base(lambda taken: k * taken + q)


# --- the rules 3n, 4n and kn


def _base_claim(name: str, k: int, given: int, gap: int, bound: int) -> Iterator[Finding]:
    """The printed terms of the base sequence, then the printed recurrence from the `given` first terms on."""
    base = base_of(k)
    for row in transcribed(name):
        if row.number("u") != base.term(row.number("p")):
            yield Finding(f"U_{row.text('p')}, {row.place}", row.text("u"), str(base.term(row.number("p"))))
    terms = [base.term(p) for p in range(1, given + 1)]
    for p in range(given + 1, bound + 1):
        terms.append(terms[-1] + terms[-gap])
        if terms[-1] != base.term(p):
            yield Finding(f"U_{p}", str(terms[-1]), str(base.term(p)))


def _insertion(k: int, bound: int) -> Iterator[Finding]:
    return compare_sequences(insert_at_once(base_of(k).upto(bound), k), k)


def _plain_insertion(k: int, bound: int) -> Iterator[Finding]:
    return compare_sequences(insert_once(base_of(k).upto(bound), k), k)


def _editors_note(bound: int) -> Iterator[Finding]:
    for low, high in pairwise(base_of(3).upto(bound)):
        gap, rule = high - low - 1, inserted(low, 3)
        if gap > rule and low < 21:
            yield Finding(
                f"A = {low}", "more terms than the rule gives from A = 21 on", f"{gap} terms, the rule gives {rule}"
            )


def printed_base(k: int, length: int, *, through: bool) -> list[int]:
    """The base that article 000 prints for the rule kn: 1..k+1, then U_(p-1) + U_(p-k), then U_(p-1) + U_(p-2(k-1)).

    The first recurrence stops before p = k(k-1), or with it if `through`.

    >>> printed_base(3, 9, through=False), printed_base(4, 9, through=False)
    ([1, 2, 3, 4, 6, 8, 11, 15, 21], [1, 2, 3, 4, 5, 7, 10, 14, 19])
    """
    terms = list(range(1, k + 2))[:length]
    for p in range(len(terms) + 1, length + 1):
        early = p < k * (k - 1) or (through and p == k * (k - 1))
        terms.append(terms[-1] + terms[-k if early else -2 * (k - 1)])
    return terms


def _general_base(bound: int, *, through: bool) -> Iterator[Finding]:
    for k in range(2, bound + 1):
        length = k * (k - 1) + 100
        for p, says in enumerate(printed_base(k, length, through=through), start=1):
            if says != (true := base_of(k).term(p)):
                yield Finding(f"k = {k}, p = {p}", f"U_{p} = {says}", f"U_{p} = {true}")
                return


def _general_recurrence(bound: int) -> Iterator[Finding]:
    for k in range(2, bound + 1):
        found = linear_recurrence(k)
        if found.gap != 2 * (k - 1) or found.start > k * (k - 1) + 1:
            yield Finding(f"k = {k}", f"U_p = U_(p-1) + U_(p-{2 * (k - 1)}) for p > {k * (k - 1)}", f"{found}, proved")


def _true_recurrences(bound: int) -> Iterator[Fact]:
    for k in range(2, bound + 1):
        found = linear_recurrence(k)
        terms = ", ".join(str(base_of(k).term(p)) for p in range(1, min(k + 8, found.start + 2)))
        first_bad = next(
            (
                p
                for p, says in enumerate(printed_base(k, found.start + 1, through=False), start=1)
                if says != base_of(k).term(p)
            ),
            None,
        )
        printed = "the printed rule agrees" if first_bad is None else f"the printed rule fails at p = {first_bad}"
        yield Fact(f"k = {k}", f"{terms}, …; {found}, proved for all p; {printed}")


def _general_insertion(bound: int) -> Iterator[Finding]:
    for k in range(2, bound + 1):
        for finding in _insertion(k, 3_000):
            yield Finding(f"k = {k}, {finding.where}", finding.says, finding.true)
            return


# --- the rules n+1 and n+q: what to take is read off digits, for the base doubles


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
        id="000.13",
        kind=Kind.DATA,
        statement="Rule 3n: the winning sequence for 2 to 51 matches.",
        how="every term against search",
        reference="by search",
        tables=("000_13_rule_3n",),
        check=lambda _bound: check_sequence("000_13_rule_3n", "3n"),
        french="règle de 3n",
        seconds=0.2,
    ),
    Claim(
        id="000.14a",
        kind=Kind.CONJECTURE,
        statement="Rule 3n: the base sequence is 1 2 3 4 6 and then U_p = U_(p-1) + U_(p-4).",
        how="the printed terms and the recurrence against the base of the game",
        reference=SCHWENK,
        bound=500,
        unit="terms up to U_{}",
        tables=("000_13_base_3n",),
        check=lambda bound: _base_claim("000_13_base_3n", 3, 5, 4, bound),
        sentences=sentences.base_of_3n,
        theorem=PROVED_BY_PROPAGATION,
        proof="Each step is fixed by 3·U_(p-4) >= U_(p-1) > 3·U_(p-5). Adding two such inequalities gives the next.",
        french="suite de base",
        seconds=2,
        growth=1.5,
    ),
    Claim(
        id="000.14b",
        kind=Kind.CONJECTURE,
        statement="Rule 3n: after each number A >= 4, inserted ones too, insert the first A div 3 terms, one less "
        "when 3 divides A.",
        how="the built sequence against the base numeration",
        reference=SCHWENK,
        bound=20_000,
        unit="numbers up to {}",
        check=lambda bound: _insertion(3, bound),
        sentences=lambda _bound: sentences.inserted_at_once(3),
        theorem="the induction of 000.5a, with f(r) = 3r",
        french="règle d'intercalation",
        seconds=0.009,
        growth=1.0,
    ),
    Claim(
        id="000.14c",
        kind=Kind.CONJECTURE,
        statement="The same, read plainly: terms are inserted after the numbers of the base sequence only.",
        how="the built sequence against the base numeration",
        reference="the article's own sequence has five terms between 15 and 21, not four",
        bound=20_000,
        unit="numbers up to {}",
        check=lambda bound: _plain_insertion(3, bound),
        sentences=lambda _bound: sentences.inserted_once(3),
        french="règle d'intercalation",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.14d",
        kind=Kind.CONJECTURE,
        statement="The editors' note: A = 21 is the first base number after which more terms stand than the plain rule "
        "gives.",
        how="the gaps of the base against the rule",
        reference="by computation",
        bound=20_000,
        unit="numbers up to {}",
        check=_editors_note,
        sentences=sentences.editors_note,
        french="note de la rédaction (NDLR)",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.15",
        kind=Kind.DATA,
        statement="Rule 4n: the winning sequence for 2 to 50 matches.",
        how="every term against search",
        reference="by search",
        tables=("000_15_rule_4n",),
        check=lambda _bound: check_sequence("000_15_rule_4n", "4n"),
        french="règle de 4n",
        seconds=0.2,
    ),
    Claim(
        id="000.16a",
        kind=Kind.CONJECTURE,
        statement="Rule 4n: the base sequence is 1 2 3 4 5 7 9 12 and then U_p = U_(p-1) + U_(p-6).",
        how="the printed terms and the recurrence against the base of the game",
        reference=SCHWENK,
        bound=500,
        unit="terms up to U_{}",
        tables=("000_15_base_4n",),
        check=lambda bound: _base_claim("000_15_base_4n", 4, 8, 6, bound),
        theorem=PROVED_BY_PROPAGATION,
        proof="Each step is fixed by 4·U_(p-6) >= U_(p-1) > 4·U_(p-7). Adding two such inequalities gives the next.",
        french="suite de base",
        seconds=0.009,
        growth=1.5,
    ),
    Claim(
        id="000.16b",
        kind=Kind.CONJECTURE,
        statement="Rule 4n: after each number A >= 5, inserted ones too, insert the first A div 4 terms, one less "
        "when 4 divides A.",
        how="the built sequence against the base numeration",
        reference=SCHWENK,
        bound=20_000,
        unit="numbers up to {}",
        check=lambda bound: _insertion(4, bound),
        theorem="the induction of 000.5a, with f(r) = 4r",
        french="règle d'intercalation",
        seconds=0.008,
        growth=1.0,
    ),
    Claim(
        id="000.16c",
        kind=Kind.CONJECTURE,
        statement="The same, read plainly: terms are inserted after the numbers of the base sequence only.",
        how="the built sequence against the base numeration",
        reference="by computation",
        bound=20_000,
        unit="numbers up to {}",
        check=lambda bound: _plain_insertion(4, bound),
        french="règle d'intercalation",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.17a",
        kind=Kind.CONJECTURE,
        statement="Rule kn, k >= 2: the base is 1..k+1, then U_p = U_(p-1) + U_(p-k) while p < k(k-1), then U_p = "
        "U_(p-1) + U_(p-2(k-1)) for ever.",
        how="the first k(k-1) + 100 terms against the base of the game",
        reference=SCHWENK,
        bound=30,
        unit="k up to {}",
        check=lambda bound: _general_base(bound, through=False),
        facts=_true_recurrences,
        proof="The rule contradicts the article's own base for 4n, which has 9 where it gives 10. (For k = 1 it says "
        "U_p = U_(p-1) + U_p, which is nothing; the true base is 1, 2, 4, 8, …)",
        french="généralisation à kn",
        seconds=0.02,
        growth=3.0,
    ),
    Claim(
        id="000.17b",
        kind=Kind.CONJECTURE,
        statement="The same, with the first recurrence used up to p = k(k-1) inclusive.",
        how="the first k(k-1) + 100 terms against the base of the game",
        reference=SCHWENK,
        bound=30,
        unit="k up to {}",
        check=lambda bound: _general_base(bound, through=True),
        proof="Read so, the rule contradicts the article's own base for 3n, which has 8 where it gives 9.",
        french="généralisation à kn",
        seconds=0.003,
        growth=3.0,
    ),
    Claim(
        id="000.17c",
        kind=Kind.CONJECTURE,
        statement="Its last part alone: the base of kn satisfies U_p = U_(p-1) + U_(p-2(k-1)) for every p > k(k-1).",
        how="the proved recurrence of each k",
        reference=SCHWENK,
        bound=30,
        unit="k up to {}",
        check=_general_recurrence,
        proof=f"True for k = 2, 3, 4, 5, with gaps 2, 4, 6, 8; then the gap grows faster than 2(k-1), like k·log k. "
        f"Proved for each k: {PROVED_BY_PROPAGATION}.",
        french="généralisation à kn",
        seconds=0.001,
        growth=3.0,
    ),
    Claim(
        id="000.17d",
        kind=Kind.CONJECTURE,
        statement="Rule kn: from the true base, the insertion rule (A div k, one less when k divides A, from A = k+1) "
        "gives the winning sequence.",
        how="the built sequence to 3,000 for each k",
        reference=SCHWENK,
        bound=30,
        unit="k up to {}",
        check=_general_insertion,
        theorem="the induction of 000.5a, with f(r) = kr",
        french="généralisation à kn",
        seconds=0.06,
        growth=1.0,
    ),
    Claim(
        id="000.18",
        kind=Kind.DATA,
        statement="Rule n+1: the list of the positions (a, n) for a = 1..81.",
        how="every printed entry, and every entry its dots stand for, against search; also that no heap is left out",
        reference="by search",
        tables=("000_18_rule_n_plus_1",),
        check=lambda _bound: check_positions("000_18_rule_n_plus_1", "n+1", lambda n: n + 1, 81),
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
