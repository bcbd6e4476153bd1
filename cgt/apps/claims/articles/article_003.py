"""Article 003: Wythoff's game in which the amounts taken from the two heaps may differ by at most d = 0, 1, 2.

It is Fraenkel's game with slack a = d + 1: k and l with |k - l| < a. Whoever takes the last match wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.referee import NORMAL, engine, sorted_pairs, wins, wythoff
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
from cgt.digits.fibonacci import rank_of_pair, wythoff_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FRAENKEL = "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)"
SLACK = 2
"""The a of the article's main game, d = 1."""


def second_player_wins(x: int, y: int, a: int = SLACK) -> bool:
    """Whether (x, y) is lost for the player to move, by search."""
    return not wins(wythoff(a).position(x, y))


def _winner(second: bool) -> str:
    return "the second player wins" if second else "the first player wins"


def check_table(name: str, a: int) -> Iterator[Finding]:
    """Compare a printed table of losing positions with the formula, pair by pair and difference by difference.

    The first pairs are compared with search as well. A table that begins with (1, …) leaves (0, 0) out.
    """
    rows = transcribed(name)
    start = 0 if rows[0].number("heap_1") == 0 else 1
    for rank, row in enumerate(rows, start=start):
        printed = (row.number("heap_1"), row.number("heap_2"), row.number("difference"))
        low, high = wythoff_pair(rank, a)
        if printed != (low, high, a * rank):
            yield Finding(f"pair {rank}, {row.place}", _pair_text(printed), _pair_text((low, high, a * rank)))
        elif high <= 30 and not second_player_wins(low, high, a):
            yield Finding(f"pair {rank}, {row.place}", _pair_text(printed), "the first player wins, by search")


def _pair_text(row: tuple[int, int, int]) -> str:
    return f"({row[0]}, {row[1]}), difference {row[2]}"


def _table_claim(letter: str, table: str, what: str, a: int) -> Claim:
    name = f"003_1_table_{table}"
    return Claim(
        id=f"003.1{letter}",
        kind=Kind.DATA,
        statement=what,
        how="every pair and difference against Fraenkel's formula, heaps up to 30 against search as well",
        reference=FRAENKEL,
        tables=(name,),
        check=lambda _bound: check_table(name, a),
        sentences=lambda _bound: sentences.printed_pairs(name, a),
        french=f"tableau {table.upper()}, situations gagnantes pour le second joueur",
        seconds=0.3,
    )


# The printed winning moves: from (n, n + difference) take these.
_METHODS: tuple[tuple[str, int, Callable[[int], tuple[int, int]]], ...] = (
    ("(n, n)", 0, lambda n: (n, n)),
    ("(n, n-1)", -1, lambda n: (n, n - 1)),
    ("(n, n+1)", 1, lambda n: (n, n + 1)),
    ("(n, n+2)", 2, lambda n: (n - 1, n - 1)),
    ("(n, n+3)", 3, lambda n: (n - 1, n)),
)


def _methods(bound: int) -> Iterator[Finding]:
    for n in range(1, bound + 1):
        for form, difference, method in _METHODS:
            if form == "(n, n+2)" and n == 1:
                continue
            x, y = n, n + difference
            taken = method(n)
            left = (x - taken[0], y - taken[1])
            allowed = abs(taken[0] - taken[1]) < SLACK or 0 in taken
            if not allowed or min(left) < 0 or not second_player_wins(*left):
                yield Finding(f"{form}, n = {n}", f"take {taken}", "that does not win")


def _special_case(_bound: int) -> Iterator[Finding]:
    if not second_player_wins(1, 3):
        yield Finding("(1, 3)", "the second player wins", "the first player wins")


def _always_first(form: Callable[[int], tuple[int, int]], name: str, bound: int) -> Iterator[Finding]:
    for n in range(1, bound + 1):
        if second_player_wins(*form(n)):
            yield Finding(f"{name}, n = {n}", _winner(second=False), _winner(second=True))


def _odd_difference(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        if (y - x) % 2 and second_player_wins(x, y):
            yield Finding(f"({x}, {y})", _winner(second=False), _winner(second=True))


def _plus_p_for_all(bound: int) -> Iterator[Finding]:
    for y in range(5, bound + 1):
        for x in range(1, y - 3):
            if not second_player_wins(x, y):
                yield Finding(f"({x}, {y}), p = {y - x}", _winner(second=True), _winner(second=False))


def _plus_p_for_some(bound: int) -> Iterator[Finding]:
    for p in range(4, bound + 1):
        if not any(rank_of_pair(n, n + p, SLACK) is not None for n in range(1, 4 * p)):
            yield Finding(f"(n, n+{p})", "the second player wins for some n", "the first player wins for every n")


def _which_p(bound: int) -> Iterator[Fact]:
    pairs = [f"p = {p}: n = {wythoff_pair(p // 2, SLACK)[0]}" for p in range(4, min(bound, 16) + 1, 2)]
    yield Fact(
        "the right statement",
        f"for odd p never, by 003.3; for even p exactly one n: {', '.join(pairs)}, …: n = ⌊p/√2⌋",
    )


def _each_number_once(bound: int) -> Iterator[Finding]:
    partners: dict[int, int] = {}
    for x, y in sorted_pairs(3 * bound + 1):
        if x and second_player_wins_by_formula(x, y):
            for number, partner in ((x, y), (y, x)):
                if number in partners:
                    yield Finding(f"{number}", "is in one losing pair", f"is with {partners[number]} and {partner}")
                partners[number] = partner
    for number in range(1, bound + 1):
        if number not in partners:
            yield Finding(f"{number}", "is in one losing pair", "is in none")


def second_player_wins_by_formula(x: int, y: int, a: int = SLACK) -> bool:
    """The same by Fraenkel's formula."""
    return rank_of_pair(x, y, a) is not None


def _differences(bound: int) -> Iterator[Finding]:
    losing = sorted(pair for pair in sorted_pairs(bound + 1) if second_player_wins(*pair))
    for rank, (x, y) in enumerate(losing):
        # Pairs whose greater heap lies beyond the bound are missing: stop at the first gap there.
        if y - x != 2 * rank:
            if wythoff_pair(rank, SLACK)[1] > bound:
                return
            yield Finding(f"pair {rank}, ({x}, {y})", f"difference {2 * rank}", f"difference {y - x}")


def _worked_answers(_bound: int) -> Iterator[Finding]:
    for row in transcribed("003_5_answers"):
        x, y = row.number("heap_1"), row.number("heap_2")
        taken = (row.number("take_1"), row.number("take_2"))
        left = (x - taken[0], y - taken[1])
        allowed = abs(taken[0] - taken[1]) < SLACK or 0 in taken
        if not allowed or min(left) < 0 or not second_player_wins(*left):
            moves = engine(NORMAL).winning_moves(wythoff(SLACK).position(x, y))
            yield Finding(f"({x}, {y}), {row.place}", f"take {taken}", f"winning: {moves}")


def build_pairs(a: int, number: int) -> list[tuple[int, int]]:
    """The article's construction: x the least number not used, y = x + a·rank.

    >>> build_pairs(3, 5)
    [(0, 0), (1, 4), (2, 8), (3, 12), (5, 17)]
    """
    used: set[int] = set()
    pairs = []
    least = 0
    for rank in range(number):
        while least in used:
            least += 1
        pairs.append((least, least + a * rank))
        used.update(pairs[-1])
    return pairs


def _every_d(bound: int) -> Iterator[Finding]:
    for a in range(1, bound + 2):
        for rank, built in enumerate(build_pairs(a, 300)):
            if built != (true := wythoff_pair(rank, a)):
                yield Finding(f"d = {a - 1}, pair {rank}", str(built), str(true))
        built_pairs = set(build_pairs(a, 31))
        for x, y in sorted_pairs(31):
            if ((x, y) in built_pairs) != (second := second_player_wins(x, y, a)):
                yield Finding(f"d = {a - 1}, ({x}, {y})", _winner(not second), _winner(second))


CLAIMS = (
    _table_claim("a", "0", "Table 0: the first 57 losing positions for d = 0, with their differences.", 1),
    _table_claim("b", "1", "Table 1: the first 57 losing positions for d = 1, with their differences.", 2),
    _table_claim("c", "2", "Table 2: the first 57 losing positions for d = 2, with their differences.", 3),
    _table_claim("d", "t", "Table T: the first eight losing positions other than (0, 0) for d = 1.", 2),
    Claim(
        id="003.2a",
        kind=Kind.CONJECTURE,
        statement="d = 1: the first player wins (n, n), (n, n-1), (n, n+1), (n, n+2) for n other than 1, and (n, "
        "n+3), by the printed moves.",
        how="the printed move from each, by search",
        reference=FRAENKEL,
        bound=40,
        unit="n up to {}",
        check=_methods,
        sentences=sentences.near_pairs,
        theorem="the moves lead to (0, 0) or to (1, 3)",
        proof="The first three may be emptied at once; from (n, n+2) take n - 1 and n - 1, from (n, n+3) take n - 1 "
        "and n: both leave (1, 3).",
        french="le premier joueur gagne, méthodes A à E",
        seconds=0.001,
        growth=3.0,
    ),
    Claim(
        id="003.2b",
        kind=Kind.CONJECTURE,
        statement="d = 1: (1, 3) is the exception, won by the second player.",
        how="by search",
        reference=FRAENKEL,
        check=_special_case,
        sentences=sentences.exception,
        theorem="the search is exhaustive",
        french="cas particulier",
    ),
    Claim(
        id="003.2c",
        kind=Kind.CONJECTURE,
        statement="d = 1: the first player wins (n, 2n) for every n >= 1.",
        how="by search",
        reference=FRAENKEL,
        bound=40,
        unit="n up to {}",
        check=lambda bound: _always_first(lambda n: (n, 2 * n), "(n, 2n)", bound),
        sentences=sentences.doubles,
        theorem="a losing pair (x, 2x) would need a rank r with x = 2r and x = ⌊r√2⌋",
        proof="A losing pair of rank r is (⌊r√2⌋, ⌊r√2⌋ + 2r). For (n, 2n) both n and the difference are ⌊r√2⌋ = 2r, "
        "but ⌊r√2⌋ is less than 2r.",
        french="situation F",
        seconds=0.5,
        growth=3.0,
    ),
    Claim(
        id="003.2d",
        kind=Kind.CONJECTURE,
        statement="d = 1: for n < 7 the first player wins (n, n+11).",
        how="by search; the other printed form, (n, n+1), is already among the five of 003.2a",
        reference=FRAENKEL,
        check=lambda _bound: _always_first(lambda n: (n, n + 11), "(n, n+11)", 6),
        sentences=sentences.eleven_apart,
        theorem="the difference is odd (003.3), so it is true for every n, not only for n < 7",
        proof="11 is odd.",
        french="situations G et H",
        seconds=0.2,
    ),
    Claim(
        id="003.3",
        kind=Kind.CONJECTURE,
        statement="d = 1: if the difference of the heaps is odd, the first player wins.",
        how="search of every such position",
        reference=FRAENKEL,
        bound=80,
        unit="heaps up to {}",
        check=_odd_difference,
        sentences=sentences.odd_differences,
        theorem="Fraenkel 1982: the losing pairs have the differences 2r",
        proof="The losing pairs are (⌊r√2⌋, ⌊r√2⌋ + 2r).",
        french="différence impaire",
        seconds=1,
        growth=3.0,
    ),
    Claim(
        id="003.4a",
        kind=Kind.CONJECTURE,
        statement="d = 1: the second player wins (n, n+p) for every p >= 4 and every n >= 1.",
        how="search of every such position",
        reference=FRAENKEL,
        bound=30,
        unit="heaps up to {}",
        check=_plus_p_for_all,
        sentences=sentences.lost_at_every_distance,
        facts=_which_p,
        french="situations gagnantes pour le second joueur, n+p",
        seconds=0.001,
        growth=3.0,
    ),
    Claim(
        id="003.4b",
        kind=Kind.CONJECTURE,
        statement="d = 1: for every p >= 4 the second player wins (n, n+p) for some n.",
        how="every n below 4p, by the formula",
        reference=FRAENKEL,
        bound=100,
        unit="p up to {}",
        check=_plus_p_for_some,
        sentences=sentences.lost_at_some_distance,
        facts=_which_p,
        proof="Odd differences never lose (003.3); an even one, p = 2r, has exactly the one n = ⌊r√2⌋.",
        french="situations gagnantes pour le second joueur, n+p",
        seconds=0.001,
    ),
    Claim(
        id="003.5a",
        kind=Kind.THEOREM,
        statement="d = 1: every number is in exactly one losing pair.",
        how="every pair, by the formula",
        reference=FRAENKEL,
        bound=150,
        unit="numbers up to {}",
        check=_each_number_once,
        sentences=sentences.in_one_pair,
        theorem="Fraenkel 1982 (and Beatty 1926)",
        proof="Two losing pairs with a common number would be joined by a move in one heap; and a number in no pair "
        "could be paired with any of infinitely many others, of which only finitely many can reach a losing pair.",
        french="énoncés 1 et 2",
        seconds=0.08,
    ),
    Claim(
        id="003.5b",
        kind=Kind.THEOREM,
        statement="d = 1: the differences of the losing pairs are 0, 2, 4, 6, …",
        how="by search",
        reference=FRAENKEL,
        bound=60,
        unit="heaps up to {}",
        check=_differences,
        sentences=sentences.even_differences,
        theorem="Fraenkel 1982",
        proof="Differences of two losing pairs that are equal or differ by 1 would let a move join them.",
        french="énoncé 2",
        seconds=0.5,
        growth=3.0,
    ),
    Claim(
        id="003.5c",
        kind=Kind.DATA,
        statement="The printed answers from the pairs tried for 2, 4 and 5.",
        how="each answer against search",
        reference="by search",
        tables=("003_5_answers",),
        check=_worked_answers,
        french="comment construire le tableau",
    ),
    Claim(
        id="003.6",
        kind=Kind.CONJECTURE,
        statement="The same construction gives the losing pairs for every d, with differences that grow by d + 1.",
        how="the construction against the formula for 300 ranks, and against search to 30",
        reference=FRAENKEL,
        bound=5,
        unit="d up to {}",
        check=_every_d,
        sentences=sentences.every_slack,
        theorem="Fraenkel 1982",
        proof="The pairs (x, x + a·rank), a = d + 1, with x the least unused number, cannot be joined by a move; "
        "and from any other position one of them is within reach.",
        french="généralisation",
        seconds=0.6,
        growth=1.5,
    ),
)
