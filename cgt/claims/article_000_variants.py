"""Article 000, part B: two and three heaps under one quota, the rules 3n, 4n, kn and n+1, and a third player.

All checks are in misère play: whoever takes the last match loses.
"""

from __future__ import annotations

from itertools import count, pairwise
from typing import TYPE_CHECKING

from cgt.claims.article_000 import RULE, SCHWENK, check_positions, check_sequence, compare_sequences
from cgt.claims.claim import Claim, Fact, Finding, Kind
from cgt.claims.insertion import insert_at_once, insert_once, inserted
from cgt.claims.referee import MISERE, engine, heap, heaps, wins
from cgt.claims.transcription import transcribed
from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
from cgt.numeration.doubling_rule import DoublingRule
from cgt.numeration.takeaway_base import Base, linear_recurrence
from cgt.tables.many_heaps import least_quotas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.tables.many_heaps import Heaps

HRR = "A. Holshouser, H. Reiter and J. Rudzinski, Dynamic one-pile nim, Fibonacci Quarterly 41 (2003)"
LI = "S.-Y. R. Li, N-person Nim and N-person Moore's games, Int. J. Game Theory 7 (1978)"
PROPP = "J. Propp, Three-player impartial games, Theor. Comput. Sci. 233 (2000)"
PROVED_BY_PROPAGATION = (
    "the inequalities k·H_m >= H_j > k·H_(m-1) that fix each step are added for two steps of a proved window, which "
    "gives them for the next step; see cgt.numeration.takeaway_base.linear_recurrence"
)


def base_of(k: int, q: int = 0) -> Base:
    """The base of the quota kn + q."""
    return Base(lambda taken: k * taken + q)


# --- two and three heaps under one quota


def _printed_triples(_bound: int) -> Iterator[Finding]:
    seen = set()
    for row in sorted(transcribed("000_10_triples"), key=lambda row: (row.number("a"), row.number("b"), row.line)):
        a, b = row.number("a"), row.number("b")
        n = 1 if row.text("n") == "n" else row.number("n")
        if (a, b, n) in seen:
            yield Finding(f"({a},{b},{n}), {row.place}", "the same triple again", f"({a},{b},{n + 1}) is left out")
            continue
        seen.add((a, b, n))
        position = heaps(RULE, (a, b), 2 * n)
        winning = engine(MISERE).winning_moves(position)
        # The print's 1 is scanned as an I throughout.
        amount, letter = row.text("answer")[:-1].replace("I", "1"), row.text("answer")[-1:]
        says = " ".join(filter(None, (row.text("verdict"), row.text("answer"))))
        right = bool(winning) == (row.text("verdict") == "G")
        if right and winning:
            right = amount.isdigit() and ("AB".index(letter), int(amount)) in winning
        if not right:
            yield Finding(f"({a},{b},{row.text('n')}), {row.place}", says, _answers(winning))


def _answers(winning: list[object]) -> str:
    pairs = [move for move in winning if isinstance(move, tuple)]
    return "G " + " or ".join(f"{amount}{'AB'[index]}" for index, amount in pairs) if pairs else "P"


def _equal_heaps(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        position = heaps(RULE, (a, a), a)
        if wins(position, MISERE):
            yield Finding(f"({a},{a},n)", "losing whatever n is", _answers(engine(MISERE).winning_moves(position)))


def mirror_answer(heap_size: int, taken: int) -> tuple[int, str]:
    """The answer to a take from one of two equal heaps (rule 2n, misère), in the other heap, with the reason.

    >>> mirror_answer(50, 3), mirror_answer(7, 7), mirror_answer(7, 6)
    ((3, 'mirror'), (6, 'he emptied a heap: leave 1'), (7, 'he left 1: empty the other heap'))
    """
    left = heap_size - taken
    if left >= 2:
        return taken, "mirror"
    if left == 1:
        return heap_size, "he left 1: empty the other heap"
    return heap_size - 1, "he emptied a heap: leave 1"


def _mirror(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        for taken in range(1, a + 1):
            after = heaps(RULE, (a - taken, a), 2 * taken)
            answer, reason = mirror_answer(a, taken)
            if (1, answer) not in engine(MISERE).winning_moves(after):
                yield Finding(f"({a},{a}), {taken} taken", f"{reason}: answer {answer}", "that does not win")


def _mirror_facts(_bound: int) -> Iterator[Fact]:
    yield Fact(
        "the end-game",
        "while both heaps keep 2 or more, take the same from the other heap; when he leaves 1, empty the other heap; "
        "when he empties a heap, leave 1 in the other: each time he is left with the last match",
    )


def _three_heaps(bound: int) -> Iterator[Fact]:
    for name, misere in (("normal play", False), ("misère play", True)):
        table = least_quotas(3, bound + 1, lambda taken: 2 * taken, misere=misere)
        cold = [triple for triple, quota in table.items() if quota is None and triple[0] > 0]
        opening = [triple for triple, quota in table.items() if (quota is None or quota > 2) and triple[0] > 0]
        yield Fact(f"losing under every quota, {name}", f"{len(cold)} triples without an empty heap: {_some(cold, 14)}")
        yield Fact(f"losing for the first player, who may take 1 or 2, {name}", f"{len(opening)}: {_some(opening, 8)}")
        yield Fact(f"two of the heaps determine the third, {name} (proved)", _pair_pattern(cold))
        yield Fact(f"every two different heaps have a third, {name} (observed)", _completed(cold))
        yield Fact(f"the greatest heap against the sum of the others, {name} (observed)", _spread(cold))


def _some(triples: list[Heaps], number: int) -> str:
    shown = [f"({', '.join(map(str, triple))})" for triple in sorted(triples, key=lambda t: (sum(t), t))[:number]]
    return " ".join(shown) + (" …" if len(triples) > number else "")


def _pairs_of(cold: list[Heaps]) -> list[tuple[int, int]]:
    return [pair for a, b, c in cold for pair in {(a, b), (a, c), (b, c)}]


def _pair_pattern(cold: list[Heaps]) -> str:
    pairs = _pairs_of(cold)
    twice = len(pairs) - len(set(pairs))
    equal = [triple for triple in cold if len(set(triple)) < 3]
    return (
        f"{twice or 'no'} pair is in two of these triples, for a longer third heap could be cut down to the shorter; "
        f"equal heaps: {_some(equal, 5) or 'in none of them'}"
    )


def _completed(cold: list[Heaps]) -> str:
    pairs = set(_pairs_of(cold))
    high = next(high for high in count(2) if any((low, high) not in pairs for low in range(1, high)))
    low = next(low for low in range(1, high) if (low, high) not in pairs)
    return f"all pairs below {high} do within the bound; the first that does not is ({low}, {high})"


def _spread(cold: list[Heaps]) -> str:
    beyond = [triple for triple in cold if triple[2] > triple[0] + triple[1]]
    return f"greater in {len(beyond)} of {len(cold)}: {_some(beyond, 4)}"


# --- the rules 3n, 4n and kn


def _printed_rule_3n(_bound: int) -> Iterator[Finding]:
    return check_sequence("000_13_rule_3n", "3n")


def _printed_rule_4n(_bound: int) -> Iterator[Finding]:
    return check_sequence("000_15_rule_4n", "4n")


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


def _base_3n(bound: int) -> Iterator[Finding]:
    return _base_claim("000_13_base_3n", 3, 5, 4, bound)


def _base_4n(bound: int) -> Iterator[Finding]:
    return _base_claim("000_15_base_4n", 4, 8, 6, bound)


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


def _general_base_before(bound: int) -> Iterator[Finding]:
    return _general_base(bound, through=False)


def _general_base_through(bound: int) -> Iterator[Finding]:
    return _general_base(bound, through=True)


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


# --- the rule n+1


def _printed_rule_n_plus_1(_bound: int) -> Iterator[Finding]:
    return check_positions("000_18_rule_n_plus_1", "n+1", {n: n + 1 for n in range(1, 82)}, 81)


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


# --- three players


def _three_players(bound: int) -> Iterator[Fact]:
    openings = [heap(RULE, a, 2) for a in range(1, bound + 1)]
    podium, winner = PodiumEvaluator(3, MISERE), WinnerEvaluator(3, MISERE)
    places = [podium.place(position) for position in openings]
    yield Fact("Li's podium rule, the first player's place from 1, 2, 3, … matches", "".join(map(str, places)))
    yield Fact("Li's podium rule, heaps from which the first player comes first", _heaps_with(places, 1))
    fifty = heap(RULE, 50, 2)
    yield Fact("Li's podium rule, 50 matches", f"place {podium.place(fifty)}, by taking {podium.best_moves(fifty)}")
    seats = [winner.winner(position) for position in openings]
    decided = [f"{a}: player {seat + 1}" for a, seat in enumerate(seats, start=1) if seat is not None]
    yield Fact("Propp's rule, heaps from which somebody can force the win", "; ".join(decided) + "; no other heap")
    yield Fact(
        "what the two rules suppose",
        "Li: everyone plays for the best place, the last mover comes last, whoever would move next comes first; Propp: "
        "only the player who would move next wins, and the others may do anything",
    )


def _heaps_with(places: list[int], place: int) -> str:
    found = [str(a) for a, found in enumerate(places, start=1) if found == place]
    return ", ".join(found[:18]) + (", …" if len(found) > 18 else "")


def _lost_plot(_bound: int) -> Iterator[Fact]:
    yield Fact("the figure", "cgt.plot.articles.take_against_matches draws it; the points are those of 000.4")


CLAIMS = (
    Claim(
        id="000.10",
        kind=Kind.DATA,
        statement="Two heaps, one quota for both, rule 2n: the printed positions (a, b, n) and a take that wins.",
        how="every triple, and the take it prints, against search",
        reference="by search",
        check=_printed_triples,
        french="deux tas, triplet (a,b,n)",
    ),
    Claim(
        id="000.11a",
        kind=Kind.THEOREM,
        statement="All (a, a, n) with a >= 2 are losing.",
        how="search with every take allowed, which decides every n at once",
        reference="article 000, part B.II",
        bound=60,
        unit="heaps up to {}",
        check=_equal_heaps,
        theorem="the mirror strategy (000.11b)",
        proof="Induction on a, by the three answers of 000.11b; (2, 2, n) is the base.",
        french="(a,a,n) perdants",
        seconds=1.5,
        growth=4.0,
    ),
    Claim(
        id="000.11b",
        kind=Kind.ALGORITHM,
        statement="From (a, a, n) the second player wins by taking the same number from the other heap while both keep "
        "2 or more; when a heap is left with 1, by emptying the other; when a heap is emptied, by leaving 1.",
        how="the answer to every take from every pair of equal heaps, against search",
        reference="article 000, part B.II",
        bound=60,
        unit="heaps up to {}",
        check=_mirror,
        facts=_mirror_facts,
        theorem="induction: every answer is allowed, and leads to equal heaps or to a single last match",
        proof="He takes j. If a - j >= 2, taking j is allowed (j <= 2j) and leaves equal heaps. If he leaves 1, "
        "that is j = a - 1, the whole other heap may be taken since a <= 2(a - 1), and he must take the last match. "
        "If he takes all a, taking a - 1 is allowed and leaves him the last match.",
        french="jouer le même nombre dans le tas opposé",
        seconds=1.5,
        growth=4.0,
    ),
    Claim(
        id="000.12",
        kind=Kind.QUESTION,
        statement="Three heaps under one quota, rule 2n: which positions are losing?",
        how="the least winning quota of every triple, in normal and in misère play",
        reference="by computation; nothing is known in general",
        bound=40,
        unit="heaps up to {}",
        facts=_three_heaps,
        proof="If (a, b, c) loses under every quota, so does no (a, b, c') with c' > c: take c' - c. Two equal "
        "heaps of 2 or more (misère) lose under every quota (000.11), so a third heap beside them may simply be "
        "taken.",
        french="trois tas",
        seconds=0.4,
        growth=3.5,
    ),
    Claim(
        id="000.13",
        kind=Kind.DATA,
        statement="Rule 3n: the winning sequence for 2 to 51 matches.",
        how="every term against search",
        reference="by search",
        check=_printed_rule_3n,
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
        check=_base_3n,
        theorem=PROVED_BY_PROPAGATION,
        proof="Each step is fixed by 3·U_(p-4) >= U_(p-1) > 3·U_(p-5). Adding two such inequalities gives the next.",
        french="suite de base",
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
        theorem="the induction of 000.5a, with f(r) = 3r",
        french="règle d'intercalation",
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
        french="règle d'intercalation",
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
        french="note de la rédaction (NDLR)",
        growth=1.0,
    ),
    Claim(
        id="000.15",
        kind=Kind.DATA,
        statement="Rule 4n: the winning sequence for 2 to 50 matches.",
        how="every term against search",
        reference="by search",
        check=_printed_rule_4n,
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
        check=_base_4n,
        theorem=PROVED_BY_PROPAGATION,
        proof="Each step is fixed by 4·U_(p-6) >= U_(p-1) > 4·U_(p-7). Adding two such inequalities gives the next.",
        french="suite de base",
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
        check=_general_base_before,
        facts=_true_recurrences,
        proof="The rule contradicts the article's own base for 4n, which has 9 where it gives 10. (For k = 1 it says "
        "U_p = U_(p-1) + U_p, which is nothing; the true base is 1, 2, 4, 8, …)",
        french="généralisation à kn",
        seconds=0.5,
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
        check=_general_base_through,
        proof="Read so, the rule contradicts the article's own base for 3n, which has 8 where it gives 9.",
        french="généralisation à kn",
        seconds=0.3,
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
        seconds=0.3,
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
        seconds=0.3,
        growth=1.0,
    ),
    Claim(
        id="000.18",
        kind=Kind.DATA,
        statement="Rule n+1: the list of the positions (a, n) for a = 1..81.",
        how="every printed entry, and every entry its dots stand for, against search; also that no heap is left out",
        reference="by search",
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
        theorem="once a step of the base exceeds q the base doubles for ever: see cgt.numeration.doubling_rule",
        proof="If H_j - H_(j-1) > q then H_(j-1) + q < H_j, so the next term is 2·H_j and the next step is greater. "
        "Below the first such term everything is a finite table.",
        french="règle de n+1",
        seconds=0.3,
        growth=1.0,
    ),
    Claim(
        id="000.20",
        kind=Kind.QUESTION,
        statement="Three players, one heap, rule 2n: what then?",
        how="every opening position under two named models of what a player wants",
        reference=f"{LI}; {PROPP}",
        bound=60,
        unit="heaps up to {}",
        facts=_three_players,
        proof="With three players the rules do not say what a player who cannot win will do; each model is an "
        "answer of its own, and neither is called the right one.",
        french="un troisième joueur",
        seconds=0.6,
        growth=3.0,
    ),
    Claim(
        id="000.21",
        kind=Kind.QUESTION,
        statement="A plot of the number to take against the matches left is mentioned, and lost.",
        how="drawn again from the winning sequence",
        reference="this library",
        facts=_lost_plot,
        french="graphique",
    ),
)
