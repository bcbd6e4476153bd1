"""Article 000, part A: one heap of matches, at most twice the previous take, whoever takes the last match loses.

A position (a, n) has a matches left, and the previous move took n. All checks are in misère play.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.referee import MISERE, engine, heap, least_take, take_away, wins
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.digits.fibonacci import fibonacci, is_fibonacci, zeckendorf, zeckendorf_places
from cgt.digits.takeaway_base import Base, winning_sequence
from cgt.solving.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cgt.apps.claims.articles.tables import Row


def inserted(term: int, k: int) -> int:
    """How many terms the rule for the quota kn inserts after `term`: the quotient by k, one less for a multiple of k.

    For k = 2 the pupils state no exception; the one term more is the same as its neighbour's own insertion.

    >>> [inserted(term, 3) for term in (3, 4, 6, 8, 15)], [inserted(term, 2) for term in (2, 3, 5, 8)]
    ([0, 1, 1, 2, 4], [0, 1, 2, 4])
    """
    if term <= k:
        return 0
    return term // k - (1 if k > 2 and term % k == 0 else 0)


def insert_at_once(base: Iterable[int], k: int) -> list[int]:
    """The sequence when every number, inserted ones too, has its own terms inserted as soon as it is written.

    Returns the list with the terms of index 1, 2, … from position 0 on, up to and including the last base number; a
    term that the rule leaves without a value is 0.

    >>> insert_at_once([1, 2, 3, 5, 8, 13, 21], 2)
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13, 1, 2, 3, 1, 5, 1, 2, 21]
    """
    numbers = sorted(base)
    last = numbers[-1]
    sequence = [0] * (last + 1)
    for number in numbers:
        sequence[number] = number
    for index in range(1, last + 1):
        count = min(inserted(sequence[index], k), last - index)
        sequence[index + 1 : index + 1 + count] = sequence[1 : count + 1]
    return sequence[1:]


def insert_once(base: Iterable[int], k: int) -> list[int]:
    """The sequence when each base number is followed by its inserted terms, and then by the next base number.

    >>> insert_once([1, 2, 3, 5, 8, 13], 2)
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13, 1, 2, 3, 1, 5, 1]
    """
    sequence: list[int] = []
    for number in base:
        sequence.append(number)
        sequence += sequence[: inserted(number, k)]
    return sequence


RULE = "2n"
SCHWENK = "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970)"
WHINIHAN = "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1 (1963)"
ZECKENDORF = "E. Zeckendorf, Représentation des nombres naturels, Bull. Soc. Roy. Sci. Liège 41 (1972)"
_SHIFT = "in misère play a heap of a behaves as a heap of a - 1 in normal play"


def true_takes(rule_factor: int, stop: int) -> list[int]:
    """What to take from 2, 3, …, stop-1 matches under the rule kn in misère play, by the base numeration."""
    return winning_sequence(Base(lambda take: rule_factor * take), stop - 1)


def check_positions(name: str, rule: str, allowed: Callable[[int], int], last: int) -> Iterator[Finding]:
    """Compare a printed list of positions (a, n) with the engine.

    `allowed(n)` is what may be taken after n, and 1..`last` are the heaps the list is meant to cover. Dots after an
    entry stand for the same verdict up to the next entry of that heap. A printed take must win, the least printed
    winning n must be the least there is, and nothing may be left out or come twice.
    """
    by_heap: dict[int, list[Row]] = {}
    for row in transcribed(name):
        by_heap.setdefault(row.number("a"), []).append(row)
    for a in range(1, max(last, *by_heap) + 1):
        entries = by_heap.get(a, [])
        if a > last:
            yield Finding(f"a = {a}, {entries[0].place}", "a heap of the list", f"the list ends at {last}")
        elif not entries:
            yield Finding(f"a = {a}", "nothing: the heap is left out", _position_text(rule, a, 1, allowed(1)))
        else:
            yield from _check_heap(entries, rule, a, allowed)


def _check_heap(entries: list[Row], rule: str, a: int, allowed: Callable[[int], int]) -> Iterator[Finding]:
    """The entries of one heap, by growing n: each one, and the n between it and the one before."""
    before, dots = 0, None
    for row in entries:
        n = 1 if row.text("n") == "n" else row.number("n")
        if n <= before:
            yield Finding(f"({a},{n}), {row.place}", f"n = {n} after n = {before}", f"n = {before + 1} comes next")
        for between in range(before + 1, n):
            true = _position_text(rule, a, between, allowed(between))
            if dots is None:
                yield Finding(f"({a},{between}), {row.place}", "nothing, and no dots", true)
                break
            if wins(heap(rule, a, allowed(between)), MISERE) != dots.is_winning():
                yield Finding(f"({a},{between}), {dots.place}", f"{dots.text('verdict')} under the dots", true)
        yield from _check_entry(row, rule, (a, n), allowed)
        before, dots = n, row if row.text("dots") else None


def _check_entry(row: Row, rule: str, printed: tuple[int, int], allowed: Callable[[int], int]) -> Iterator[Finding]:
    a, n = printed
    winning = engine(MISERE).winning_moves(heap(rule, a, allowed(n)))
    right = bool(winning) == row.is_winning()
    if right and row.text("take"):
        right = row.number("take") in winning
    if not right:
        says = row.text("verdict") + row.text("take")
        yield Finding(f"({a},{n}), {row.place}", says, _position_text(rule, a, n, allowed(n)))
    elif winning and n > 1 and wins(heap(rule, a, allowed(n - 1)), MISERE):
        yield Finding(f"({a},{n}), {row.place}", f"{n} is the least winning n", f"({a},{n - 1}) wins as well")


def _position_text(rule: str, a: int, n: int, quota: int) -> str:
    winning = engine(MISERE).winning_moves(heap(rule, a, quota))
    return f"({a},{n})G{winning[0]}" if winning else f"({a},{n})P"


def check_sequence(name: str, rule: str) -> Iterator[Finding]:
    """Compare a printed winning sequence with the engine, cell by cell."""
    for row in transcribed(name):
        a = row.number("a")
        true = least_take(rule, a)
        if row.number("take") != true:
            yield Finding(f"a = {a}, {row.place}", row.text("take"), str(true))


def _fifty_matches(_bound: int) -> Iterator[Finding]:
    position = heap(RULE, 50, 2)
    winning = engine(MISERE).winning_moves(position)
    if 2 not in winning:
        yield Finding("(50,1)", "taking 2 wins", f"the winning takes are {winning}")


def _fifty_facts(_bound: int) -> Iterator[Fact]:
    position = heap(RULE, 50, 2)
    yield Fact("all winning first moves", ", ".join(f"take {move}" for move in engine(MISERE).winning_moves(position)))
    form = take_away(RULE).closed_forms()[0]
    yield Fact("the reason", solve(position, MISERE, closed_form=form).explanation)


def _more_quota_never_hurts(bound: int) -> Iterator[Finding]:
    for rule in (RULE, "3n", "n+1"):
        for a in range(1, bound + 1):
            outcomes = [wins(heap(rule, a, quota), MISERE) for quota in range(1, a + 1)]
            if outcomes != sorted(outcomes):
                yield Finding(f"rule {rule}, a = {a}", "a winning position stays winning", f"it does not: {outcomes}")


def compare_sequences(built: list[int], rule_factor: int) -> Iterator[Finding]:
    """Where a built winning sequence leaves the true one, the first term being for 2 matches."""
    for a, (says, true) in enumerate(zip(built, true_takes(rule_factor, len(built) + 2), strict=True), start=2):
        if says != true:
            yield Finding(f"a = {a}", f"take {says}" if says else "nothing", f"take {true}")


def _printed_insertions(_bound: int) -> Iterator[Finding]:
    true = true_takes(2, 60)
    for row in transcribed("000_5_insertions"):
        term = row.number("term")
        if not is_fibonacci(term):
            yield Finding(f"after {term}, {row.place}", f"{term} is a Fibonacci number", "it is not")
        if row.number("inserted") != inserted(term, 2):
            yield Finding(f"after {term}, {row.place}", f"insert {row.text('inserted')}", f"{term} div 2 = {term // 2}")
        built = [int(word) for word in row.text("sequence").split() if word.isdigit()]
        if built != true[: len(built)]:
            yield Finding(f"after {term}, {row.place}", row.text("sequence"), " ".join(map(str, true[: len(built)])))


def _unique_sums(bound: int) -> Iterator[Finding]:
    numbers = [number for number in Base(lambda take: 2 * take).upto(bound) if number < bound]
    places = range(len(numbers))
    times = [0] * (bound + 1)
    for size in range(1, len(numbers) // 2 + 2):
        for chosen in combinations(places, size):
            if all(later - earlier >= 2 for earlier, later in pairwise(chosen)):
                total = 1 + sum(numbers[place] for place in chosen)
                if total <= bound:
                    times[total] += 1
    for a in range(2, bound + 1):
        if times[a] != 1 or 1 + sum(zeckendorf(a - 1)) != a:
            yield Finding(f"a = {a}", "exactly one such sum", f"{times[a]} of them")


def _printed_decompositions(_bound: int) -> Iterator[Finding]:
    for row in transcribed("000_6_decompositions"):
        a = row.number("a")
        printed = tuple(int(index) for index in row.text("indices").split() if index.isdigit())
        true = zeckendorf_places(a - 1)[::-1]
        if printed != true:
            yield Finding(f"a = {a}, {row.place}", _sum_text(printed), _sum_text(true))
        whole = row.text("equal_to")
        is_whole = next((str(place) for place in range(1, 12) if fibonacci(place) == a), "")
        if whole != is_whole:
            yield Finding(f"a = {a}, {row.place}", f"a = F_{whole or '?'}", f"a = F_{is_whole}" if is_whole else "no F")


def _sum_text(places: tuple[int, ...]) -> str:
    return " + ".join(["1", *(f"F_{place}" for place in places)])


def _printed_index_condition(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        places = zeckendorf_places(a - 1)[::-1]
        if any(later <= earlier - 2 for earlier, later in pairwise(places)):
            yield Finding(f"a = {a}", "every p_i > p_(i-1) - 2", f"{_sum_text(places)} has p_i <= p_(i-1) - 2")


def _least_part_decides(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        least = zeckendorf(a - 1)[0]
        for n in range(1, a + 1):
            winning = engine(MISERE).winning_moves(heap(RULE, a, 2 * n))
            if (least <= 2 * n) != bool(winning) or (winning and least not in winning):
                yield Finding(f"({a},{n})", f"the least part is {least}", f"the winning takes are {winning}")


def _first_player(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        says = zeckendorf(a - 1)[0] <= 2
        if says != wins(heap(RULE, a, 2), MISERE):
            yield Finding(f"a = {a}", "the first player " + ("wins" if says else "loses"), "the other way round")


def _first_player_loses(bound: int) -> Iterator[Fact]:
    lost = [a for a in range(1, bound + 1) if a == 1 or zeckendorf(a - 1)[0] > 2]
    yield Fact("heaps that the first player loses", ", ".join(map(str, lost[:20])) + ", …")


CLAIMS = (
    Claim(
        id="000.1",
        kind=Kind.THEOREM,
        statement="With 50 matches under the rule 2n, last match loses, the first player wins by taking 2.",
        how="search of the whole game from (50,1)",
        reference=SCHWENK,
        check=_fifty_matches,
        sentences=sentences.fifty_matches,
        facts=_fifty_facts,
        theorem="the search is exhaustive, and the least-part theorem (000.7) says the same",
        proof="50 - 1 = 34 + 13 + 2. The least part is 2, the first player may take it, and then 48 = 1 + 34 + 13 is "
        "left with a quota of 4, less than 13.",
        french="tas de 50 allumettes, stratégie gagnante",
    ),
    Claim(
        id="000.2",
        kind=Kind.DATA,
        statement="The list of the positions (a, n) for a = 1..50: P is losing, G i is won by taking i.",
        how="every printed entry, and every entry its dots stand for, against search; also that the least printed "
        "winning n is the least there is, and that nothing is left out",
        reference="by search",
        tables=("000_2_positions",),
        check=lambda _bound: check_positions("000_2_positions", RULE, lambda n: 2 * n, 50),
        french="liste des positions gagnantes (G) et perdantes (P)",
    ),
    Claim(
        id="000.3",
        kind=Kind.CONJECTURE,
        statement="If (a, n) is winning, so is (a, n') for every n' > n.",
        how="search of every heap and quota, rules 2n, 3n and n+1",
        reference=SCHWENK,
        bound=100,
        unit="heaps up to {}",
        check=_more_quota_never_hurts,
        theorem="a greater quota only adds moves, and the old winning move is still there",
        proof="The moves allowed after n are allowed after n' as well, and they lead to the same positions. This needs "
        "nothing of the rule: it is true of every quota function.",
        french="couple (a,n)",
        seconds=0.3,
        growth=3.0,
    ),
    Claim(
        id="000.4",
        kind=Kind.DATA,
        statement="The winning sequence for a = 2..56: the least number that wins.",
        how="every term against search",
        reference="by search",
        tables=("000_4_winning_sequence",),
        check=lambda _bound: check_sequence("000_4_winning_sequence", RULE),
        french="la suite gagnante",
    ),
    Claim(
        id="000.5a",
        kind=Kind.ALGORITHM,
        statement="The winning sequence is built by insertion: write the Fibonacci numbers, and after each term A "
        ">= 3, inserted terms included, the first A div 2 terms of the sequence so far.",
        how="the built sequence against the base numeration",
        reference=SCHWENK,
        bound=10_000,
        unit="Fibonacci numbers up to {}",
        check=lambda bound: compare_sequences(insert_at_once(Base(lambda take: 2 * take).upto(bound), 2), 2),
        sentences=lambda _bound: sentences.inserted_at_once(2),
        theorem="induction over the base: see the proof",
        proof="Let A be the least part of i and r <= A div 2 (for the rule kn: k·r < A). The greatest part of r is "
        "too small a take to open A for the opponent, so the parts of i + r are those of i and r, and L(i + r) = "
        "L(r): what is inserted is right. Nothing is left out: the gap after H_j is H_m - 1 long, where m is the "
        "least index with f(H_m) >= H_j. The insertion after H_j reaches the place of H_(m-1) in the gap, and that "
        "term's own insertion, by induction, the rest.",
        french="intercaler, A div 2 = Q",
        seconds=0.003,
        growth=1.0,
    ),
    Claim(
        id="000.5b",
        kind=Kind.ALGORITHM,
        statement="The same, read plainly: only the Fibonacci numbers have terms inserted after them, each once.",
        how="the built sequence against the base numeration",
        reference="the article's own example inserts once more, after the 5 that follows 13",
        bound=10_000,
        unit="Fibonacci numbers up to {}",
        check=lambda bound: compare_sequences(insert_once(Base(lambda take: 2 * take).upto(bound), 2), 2),
        sentences=lambda _bound: sentences.inserted_once(2),
        french="intercaler, A div 2 = Q",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.5c",
        kind=Kind.DATA,
        statement="The four worked insertions, after 3, 5, 8 and 13.",
        how="the quotients, and the sequences against the base numeration",
        reference="by computation",
        tables=("000_5_insertions",),
        check=_printed_insertions,
        french="obtention de la suite gagnante",
    ),
    Claim(
        id="000.6a",
        kind=Kind.THEOREM,
        statement="Every a >= 2 is 1 plus a sum of non-consecutive Fibonacci numbers 1, 2, 3, 5, 8, … in exactly one "
        "way.",
        how="every set of non-consecutive Fibonacci numbers, summed and counted",
        reference=ZECKENDORF,
        bound=1_500,
        unit="a up to {}",
        check=_unique_sums,
        theorem="Zeckendorf's theorem for a - 1",
        proof="Take the greatest Fibonacci number F <= a - 1; what is left is less than the Fibonacci number before "
        "F, so its parts do not touch F. Any other sum without F stays below F: F_(p-1) + F_(p-3) + … = F_p - 1 at "
        "most.",
        french="suite de Fibonacci, décomposition",
        seconds=0.02,
    ),
    Claim(
        id="000.6b",
        kind=Kind.DATA,
        statement="The table of these sums for a = 2..31.",
        how="every row against Zeckendorf's greedy sum",
        reference=ZECKENDORF,
        tables=("000_6_decompositions",),
        check=_printed_decompositions,
        french="décomposition",
    ),
    Claim(
        id="000.6c",
        kind=Kind.THEOREM,
        statement="The indices of that sum satisfy p_i > p_(i-1) - 2 for every i > 1, as the lemma prints it.",
        how="the indices of every sum, the greatest first, as in the article",
        reference="a slip of the sign: the article's proof uses p_i <= p_(i-1) - 2",
        bound=1_500,
        unit="a up to {}",
        check=_printed_index_condition,
        french="lemme",
        seconds=0.001,
        growth=1.0,
    ),
    Claim(
        id="000.7",
        kind=Kind.THEOREM,
        statement="(a, n) is winning if and only if the least part of a's sum is at most 2n, and taking it wins.",
        how="search of every (a, n)",
        reference=f"{WHINIHAN}; {SCHWENK}",
        bound=120,
        unit="heaps up to {}",
        check=_least_part_decides,
        sentences=sentences.least_part_wins,
        theorem=f"Whinihan's theorem for Fibonacci nim; {_SHIFT}",
        proof="Take the least part F: the next part exceeds 2F, so it is out of the opponent's reach. From such a "
        "position a take of m < F leaves F - m, whose least part is at most 2m, within reach of the answer.",
        french="théorème",
        seconds=2,
        growth=3.0,
    ),
    Claim(
        id="000.8",
        kind=Kind.THEOREM,
        statement="The first player, who may take 1 or 2, wins if and only if the sum ends in 1 or 2.",
        how="search of (a, 1)",
        reference=SCHWENK,
        bound=400,
        unit="heaps up to {}",
        check=_first_player,
        sentences=sentences.one_or_two,
        facts=_first_player_loses,
        theorem="the least-part theorem (000.7) with n = 1",
        proof="000.7 with n = 1: the least part must be at most 2.",
        french="corollaire",
        seconds=0.03,
        growth=3.0,
    ),
)
