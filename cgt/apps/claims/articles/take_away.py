"""Article 000: one heap of matches, at most twice the previous take, and its relatives; the last match loses.

A position (a, n) has a matches left, and the previous move took n. All checks are in misère play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, count, pairwise

from more_itertools import map_reduce

from cgt.apps.claims.articles import decided_claims, printed_programs
from cgt.apps.claims.articles.oracles import (
    MISERE,
    Heaps,
    heap,
    heaps,
    least_quotas,
    least_take,
    true_takes,
    winning_moves,
    wins,
)
from cgt.apps.claims.articles.tables import Row, transcribed
from cgt.apps.claims.claim import Fact, Finding, Trials
from cgt.digits.fibonacci import fibonacci, is_fibonacci, zeckendorf, zeckendorf_places
from cgt.digits.takeaway_base import Base, DoublingRule
from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
from cgt.games.heaps.takeaway import TakeAway
from cgt.solving.solve import solve
from cgt.theory.base_recurrence import linear_recurrence


def inserted(term: int, k: int) -> int:
    """The number of terms that the rule for kn inserts after `term`: the quotient by k, one less for a multiple.

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


def check_positions(name: str, rule: str, allowed: Callable[[int], int], last: int) -> Iterator[Finding]:
    """The findings of a comparison of a printed list of positions (a, n) with the engine.

    `allowed(n)` is what may be taken after n, and 1..`last` are the heaps the list is meant to cover. Dots after an
    entry stand for the same verdict up to the next entry of that heap. A printed take must win, the least printed
    winning n must be the least there is, and nothing may be left out or come twice.
    """
    by_heap = map_reduce(transcribed(name), lambda row: row.number("a"))
    for a in range(1, max(last, *by_heap) + 1):
        entries = by_heap.get(a, [])
        if a > last:
            yield Finding(f"a = {a}, {entries[0].place}", "a heap of the list", f"the list ends at {last}")
        elif not entries:
            yield Finding(f"a = {a}", "nothing: the heap is left out", _position_text(rule, a, 1, allowed(1)))
        else:
            yield from _check_heap(entries, rule, a, allowed)


def _check_heap(entries: list[Row], rule: str, a: int, allowed: Callable[[int], int]) -> Iterator[Finding]:
    """The findings for one heap, by n: each entry, and the n between it and the one before."""
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
    winning = winning_moves(heap(rule, a, allowed(n)), MISERE)
    right = bool(winning) == row.is_winning()
    if right and row.text("take"):
        right = row.number("take") in winning
    if not right:
        says = row.text("verdict") + row.text("take")
        yield Finding(f"({a},{n}), {row.place}", says, _position_text(rule, a, n, allowed(n)))
    elif winning and n > 1 and wins(heap(rule, a, allowed(n - 1)), MISERE):
        yield Finding(f"({a},{n}), {row.place}", f"{n} is the least winning n", f"({a},{n - 1}) wins as well")


def _position_text(rule: str, a: int, n: int, quota: int) -> str:
    winning = winning_moves(heap(rule, a, quota), MISERE)
    return f"({a},{n})G{winning[0]}" if winning else f"({a},{n})P"


def check_sequence(name: str, rule: str) -> Iterator[Finding]:
    """The findings of a comparison of a printed winning sequence with the engine, cell by cell."""
    for row in transcribed(name):
        a = row.number("a")
        true = least_take(rule, a)
        if row.number("take") != true:
            yield Finding(f"a = {a}, {row.place}", row.text("take"), str(true))


def _fifty_matches(_bound: int) -> Iterator[Finding]:
    position = heap(RULE, 50, 2)
    winning = winning_moves(position, MISERE)
    if 2 not in winning:
        yield Finding("(50,1)", "taking 2 wins", f"the winning takes are {winning}")


def _fifty_facts(_bound: int) -> Iterator[Fact]:
    position = heap(RULE, 50, 2)
    yield Fact("all winning first moves", ", ".join(f"take {move}" for move in winning_moves(position, MISERE)))
    form = TakeAway(RULE).closed_forms()[0]
    yield Fact("the reason", solve(position, MISERE, closed_form=form).explanation)


def _more_quota_never_hurts(bound: int) -> Iterator[Finding]:
    for rule in (RULE, "3n", "n+1"):
        for a in range(1, bound + 1):
            outcomes = [wins(heap(rule, a, quota), MISERE) for quota in range(1, a + 1)]
            if outcomes != sorted(outcomes):
                yield Finding(f"rule {rule}, a = {a}", "a winning position stays winning", f"it does not: {outcomes}")


def compare_sequences(built: list[int], rule_factor: int) -> Iterator[Finding]:
    """The findings where a built winning sequence differs from the true one; its first term is for 2 matches."""
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
    numbers = [number for number in base_of(2).upto(bound) if number < bound]
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
            winning = winning_moves(heap(RULE, a, 2 * n), MISERE)
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


# Parts B.III and B.IV: one heap under the rules 3n, 4n, kn and n+1.


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
    """The base that article 000 prints for kn: 1..k+1, then U_(p-1) + U_(p-k), then U_(p-1) + U_(p-2(k-1)).

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
        result = linear_recurrence(k)
        if result.gap != 2 * (k - 1) or result.start > k * (k - 1) + 1:
            yield Finding(f"k = {k}", f"U_p = U_(p-1) + U_(p-{2 * (k - 1)}) for p > {k * (k - 1)}", f"{result}, proved")


def _true_recurrences(bound: int) -> Iterator[Fact]:
    for k in range(2, bound + 1):
        result = linear_recurrence(k)
        terms = ", ".join(str(base_of(k).term(p)) for p in range(1, min(k + 8, result.start + 2)))
        numbered = enumerate(printed_base(k, result.start + 1, through=False), start=1)
        first_bad = next((p for p, says in numbered if says != base_of(k).term(p)), None)
        printed = "the printed rule agrees" if first_bad is None else f"the printed rule fails at p = {first_bad}"
        yield Fact(f"k = {k}", f"{terms}, …; {result}, proved for all p; {printed}")


def _general_insertion(bound: int) -> Iterator[Finding]:
    for k in range(2, bound + 1):
        for finding in _insertion(k, 3_000):
            yield Finding(f"k = {k}, {finding.where}", finding.says, finding.true)
            return


# --- the rules n+1 and n+q: what to take is read off digits, for the base doubles


def printed_take(a: int) -> int | None:
    """The take from a matches in article 000, under the rule n+1, by the last two digits; None for none.

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


# Part B.II and the outlook: two and three heaps under one quota, and a third player; rule 2n.


def _printed_triples(_bound: int) -> Iterator[Finding]:
    by_heaps = map_reduce(transcribed("000_10_triples"), lambda row: (row.number("a", 20), row.number("b", 20)))
    for (a, b), rows in sorted(by_heaps.items()):
        for expected, row in enumerate(rows, start=1):
            n = 1 if row.text("n") == "n" else row.number("n", 20)
            winning = winning_moves(heaps(RULE, (a, b), 2 * n), MISERE)
            says = " ".join(filter(None, (row.text("verdict"), row.text("answer"))))
            if not _is_right(row, winning):
                yield Finding(f"({a},{b},{row.text('n')}), {row.place}", says, _answers(winning))
            if n != expected:
                yield Finding(f"({a},{b},{n}), {row.place}", f"n = {n} once more", f"({a},{b},{expected}) is left out")


def _is_right(row: Row, winning: list[object]) -> bool:
    if bool(winning) != row.is_winning():
        return False
    # The print's 1 is scanned as an I throughout.
    amount, letter = row.text("answer")[:-1].replace("I", "1"), row.text("answer")[-1:]
    if not winning:
        return not letter
    return amount.isdecimal() and letter in {"A", "B"} and ("AB".index(letter), int(amount)) in winning


def _answers(winning: list[object]) -> str:
    pairs = [move for move in winning if isinstance(move, tuple)]
    return "G " + " or ".join(f"{amount}{'AB'[index]}" for index, amount in pairs) if pairs else "P"


def _equal_heaps(bound: int) -> Iterator[Finding]:
    for a in range(2, bound + 1):
        position = heaps(RULE, (a, a), a)
        if wins(position, MISERE):
            yield Finding(f"({a},{a},n)", "losing whatever n is", _answers(winning_moves(position, MISERE)))


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
            if (1, answer) not in winning_moves(after, MISERE):
                yield Finding(f"({a},{a}), {taken} taken", f"{reason}: answer {answer}", "that does not win")


def _three_heaps(bound: int) -> Iterator[Fact]:
    for name, misere in (("normal play", False), ("misère play", True)):
        table = least_quotas(3, bound + 1, lambda taken: 2 * taken, misere=misere)
        cold = [triple for triple, quota in table.items() if quota is None and triple[0] > 0]
        opening = [triple for triple, quota in table.items() if (quota is None or quota > 2) and triple[0] > 0]
        yield Fact(f"losing under every quota, {name}", f"{len(cold)} triples without an empty heap: {_some(cold, 14)}")
        yield Fact(f"losing for the first player, who may take 1 or 2, {name}", f"{len(opening)}: {_some(opening, 8)}")
        yield Fact(f"two of the heaps determine the third, {name} (proved)", _pair_pattern(cold))
        yield Fact(f"which two different heaps have a third, {name} (observed)", _completed(cold, bound, misere=misere))
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


def _completed(cold: list[Heaps], bound: int, *, misere: bool) -> str:
    pairs = set(_pairs_of(cold))
    high = next(high for high in count(2) if any((low, high) not in pairs for low in range(1, high)))
    low = next(low for low in range(1, high) if (low, high) not in pairs)
    far = 10 * bound
    table = least_quotas(3, high + 1, lambda taken: 2 * taken, misere=misere, last_stop=far + 1)
    third = next((last for last in range(high, far + 1) if table[low, high, last] is None), None)
    text = f"no third heap up to {far}" if third is None else f"the third heap {third}"
    return f"all pairs below {high}, within the bound; the first that lacks one there, ({low}, {high}), has {text}"


def _spread(cold: list[Heaps]) -> str:
    beyond = [triple for triple in cold if triple[2] > triple[0] + triple[1]]
    return f"greater in {len(beyond)} of {len(cold)}: {_some(beyond, 4)}"


def _three_players(bound: int) -> Iterator[Fact]:
    openings = [heap(RULE, a, 2) for a in range(1, bound + 1)]
    podium, winner = PodiumEvaluator(3, MISERE), WinnerEvaluator(3, MISERE)
    places = [podium.place(position) for position in openings]
    yield Fact("Li's podium rule, the first player's place from 1, 2, 3, … matches", "".join(map(str, places)))
    yield Fact("Li's podium rule, heaps from which the first player comes first", _firsts(places))
    yield Fact(
        "Li's podium rule, the least number one must be allowed to take to come first, from 3, 4, 5, … matches",
        ", ".join(str(_least_for_first(podium, a)) for a in range(3, min(bound, 40) + 1)) + ", …",
    )
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


def _least_for_first(podium: PodiumEvaluator, a: int) -> int | None:
    return next((quota for quota in range(1, a + 1) if podium.place(heap(RULE, a, quota)) == 1), None)


def _firsts(places: list[int]) -> str:
    """The heaps from which the first player gets the first place."""
    results = [str(a) for a, place in enumerate(places, start=1) if place == 1]
    return ", ".join(results[:18]) + (", …" if len(results) > 18 else "")


TRIALS: Trials = {
    "000.1": {"check": _fifty_matches, "facts": _fifty_facts},
    "000.2": {"check": lambda _bound: check_positions("000_2_positions", RULE, lambda n: 2 * n, 50)},
    "000.3": {"check": _more_quota_never_hurts},
    "000.4": {"check": lambda _bound: check_sequence("000_4_winning_sequence", RULE)},
    "000.5a": {"check": lambda bound: _insertion(2, bound)},
    "000.5b": {"check": lambda bound: _plain_insertion(2, bound)},
    "000.5c": {"check": _printed_insertions},
    "000.6a": {"check": _unique_sums},
    "000.6b": {"check": _printed_decompositions},
    "000.6c": {"check": _printed_index_condition},
    "000.7": {"check": _least_part_decides},
    "000.8": {"check": _first_player, "facts": _first_player_loses},
    **printed_programs.TRIALS,
    "000.13": {"check": lambda _bound: check_sequence("000_13_rule_3n", "3n")},
    "000.14a": {"check": lambda bound: _base_claim("000_13_base_3n", 3, 5, 4, bound)},
    "000.14b": {"check": lambda bound: _insertion(3, bound)},
    "000.14c": {"check": lambda bound: _plain_insertion(3, bound)},
    "000.14d": {"check": _editors_note},
    "000.15": {"check": lambda _bound: check_sequence("000_15_rule_4n", "4n")},
    "000.16a": {"check": lambda bound: _base_claim("000_15_base_4n", 4, 8, 6, bound)},
    "000.16b": {"check": lambda bound: _insertion(4, bound)},
    "000.16c": {"check": lambda bound: _plain_insertion(4, bound)},
    "000.17a": {"check": lambda bound: _general_base(bound, through=False), "facts": _true_recurrences},
    "000.17b": {"check": lambda bound: _general_base(bound, through=True)},
    "000.17c": {"check": _general_recurrence},
    "000.17d": {"check": _general_insertion},
    "000.18": {"check": lambda _bound: check_positions("000_18_rule_n_plus_1", "n+1", lambda n: n + 1, 81)},
    "000.19a": {"check": _digits_rule, "facts": _true_digits_rule},
    "000.19b": {"check": _digits_rule_complete},
    "000.19c": {"check": _doubling_rules, "sentences": decided_claims.doubling},
    "000.10": {"check": _printed_triples},
    "000.11a": {"check": _equal_heaps},
    "000.11b": {"check": _mirror},
    "000.12": {"facts": _three_heaps},
    "000.20": {"facts": _three_players},
}
