"""Article 000, parts B.II and the outlook: two and three heaps under one quota, and a third player; rule 2n, misère."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.article_000 import RULE
from cgt.apps.claims.articles.referee import MISERE, engine, heap, heaps, wins
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
from cgt.store.many_heaps import least_quotas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.apps.claims.articles.tables import Row
    from cgt.store.many_heaps import Heaps

LI = "S.-Y. R. Li, N-person Nim and N-person Moore's games, Int. J. Game Theory 7 (1978)"
PROPP = "J. Propp, Three-player impartial games, Theor. Comput. Sci. 233 (2000)"


def _printed_triples(_bound: int) -> Iterator[Finding]:
    by_heaps: dict[tuple[int, int], list[Row]] = {}
    for row in transcribed("000_10_triples"):
        by_heaps.setdefault((row.number("a", 20), row.number("b", 20)), []).append(row)
    for (a, b), rows in sorted(by_heaps.items()):
        for expected, row in enumerate(rows, start=1):
            n = 1 if row.text("n") == "n" else row.number("n", 20)
            winning = engine(MISERE).winning_moves(heaps(RULE, (a, b), 2 * n))
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
    found = f"no third heap up to {far}" if third is None else f"the third heap {third}"
    return f"all pairs below {high}, within the bound; the first that lacks one there, ({low}, {high}), has {found}"


def _spread(cold: list[Heaps]) -> str:
    beyond = [triple for triple in cold if triple[2] > triple[0] + triple[1]]
    return f"greater in {len(beyond)} of {len(cold)}: {_some(beyond, 4)}"


def _three_players(bound: int) -> Iterator[Fact]:
    openings = [heap(RULE, a, 2) for a in range(1, bound + 1)]
    podium, winner = PodiumEvaluator(3, MISERE), WinnerEvaluator(3, MISERE)
    places = [podium.place(position) for position in openings]
    yield Fact("Li's podium rule, the first player's place from 1, 2, 3, … matches", "".join(map(str, places)))
    yield Fact("Li's podium rule, heaps from which the first player comes first", _heaps_with(places, 1))
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


def _heaps_with(places: list[int], place: int) -> str:
    found = [str(a) for a, found in enumerate(places, start=1) if found == place]
    return ", ".join(found[:18]) + (", …" if len(found) > 18 else "")


CLAIMS = (
    Claim(
        id="000.10",
        kind=Kind.DATA,
        statement="Two heaps, one quota for both, rule 2n: the printed positions (a, b, n) and a take that wins.",
        how="every triple, and the take it prints, against search",
        reference="by search",
        tables=("000_10_triples",),
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
        sentences=sentences.equal_heaps,
        theorem="the mirror strategy (000.11b)",
        proof="Induction on a, by the three answers of 000.11b; (2, 2, n) is the base.",
        french="(a,a,n) perdants",
        seconds=0.4,
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
        sentences=sentences.mirrored,
        facts=_mirror_facts,
        theorem="induction: every answer is allowed, and leads to equal heaps or to a single last match",
        proof="He takes j. If a - j >= 2, taking j is allowed (j <= 2j) and leaves equal heaps. If he leaves 1, "
        "that is j = a - 1, the whole other heap may be taken since a <= 2(a - 1), and he must take the last match. "
        "If he takes all a, taking a - 1 is allowed and leaves him the last match.",
        french="jouer le même nombre dans le tas opposé",
        seconds=1,
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
        proof="If (a, b, c) loses under every quota, no (a, b, c') with c' > c does: take c' - c. Two equal "
        "heaps of 2 or more (misère) lose under every quota (000.11), so a third heap beside them may simply be "
        "taken.",
        french="trois tas",
        seconds=0.2,
        growth=3.5,
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
        seconds=0.02,
        growth=3.0,
    ),
)
