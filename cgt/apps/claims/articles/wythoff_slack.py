"""Article 003: Wythoff's game in which the amounts taken from the two heaps may differ by at most d = 0, 1, 2.

It is Fraenkel's game with slack a = d + 1: k and l with |k - l| < a. Whoever takes the last match wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cgt.apps.claims.articles import decided_claims
from cgt.apps.claims.articles.oracles import build_pairs, sorted_pairs, winning_moves, wins
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Fact, Finding, Trial, Trials
from cgt.digits.fibonacci import rank_of_pair, wythoff_pair
from cgt.games.heaps.wythoff import Wythoff

SLACK = 2
"""The a of the article's main game, d = 1."""


def second_player_wins(x: int, y: int, a: int = SLACK) -> bool:
    """Whether (x, y) is lost for the player to move, by search."""
    return not wins(Wythoff(a).position(x, y))


def _winner(second: bool) -> str:
    return "the second player wins" if second else "the first player wins"


def check_table(name: str, a: int) -> Iterator[Finding]:
    """The findings of a comparison of a printed table of losing positions with the formula.

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


def _table_trial(name: str, a: int) -> Trial:
    return {
        "check": lambda _bound: check_table(name, a),
        "sentences": lambda _bound: decided_claims.printed_pairs(name, a),
    }


# The printed winning moves: from (n, n + difference) take these.
_METHODS: tuple[tuple[str, int, Callable[[int], tuple[int, int]]], ...] = (
    ("(n, n)", 0, lambda n: (n, n)),
    ("(n, n-1)", -1, lambda n: (n, n - 1)),
    ("(n, n+1)", 1, lambda n: (n, n + 1)),
    ("(n, n+2)", 2, lambda n: (n - 1, n - 1)),
    ("(n, n+3)", 3, lambda n: (n - 1, n)),
)


def _wins(heaps: tuple[int, int], taken: tuple[int, int]) -> bool:
    """Whether it is allowed to take so much of both heaps, and wins."""
    left = (heaps[0] - taken[0], heaps[1] - taken[1])
    allowed = abs(taken[0] - taken[1]) < SLACK or 0 in taken
    return allowed and min(left) >= 0 and second_player_wins(*left)


def _methods(bound: int) -> Iterator[Finding]:
    for n in range(1, bound + 1):
        for form, difference, method in _METHODS:
            if form == "(n, n+2)" and n == 1:
                continue
            taken = method(n)
            if not _wins((n, n + difference), taken):
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
        if x and rank_of_pair(x, y, SLACK) is not None:
            for number, partner in ((x, y), (y, x)):
                if number in partners:
                    yield Finding(f"{number}", "is in one losing pair", f"is with {partners[number]} and {partner}")
                partners[number] = partner
    for number in range(1, bound + 1):
        if number not in partners:
            yield Finding(f"{number}", "is in one losing pair", "is in none")


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
        if not _wins((x, y), taken):
            moves = winning_moves(Wythoff(SLACK).position(x, y))
            yield Finding(f"({x}, {y}), {row.place}", f"take {taken}", f"winning: {moves}")


def _every_d(bound: int) -> Iterator[Finding]:
    for a in range(1, bound + 2):
        for rank, built in enumerate(build_pairs(a, 300)):
            if built != (true := wythoff_pair(rank, a)):
                yield Finding(f"d = {a - 1}, pair {rank}", str(built), str(true))
        built_pairs = set(build_pairs(a, 31))
        for x, y in sorted_pairs(31):
            if ((x, y) in built_pairs) != (second := second_player_wins(x, y, a)):
                yield Finding(f"d = {a - 1}, ({x}, {y})", _winner(not second), _winner(second))


TRIALS: Trials = {
    "003.1a": _table_trial("003_1_table_0", 1),
    "003.1b": _table_trial("003_1_table_1", 2),
    "003.1c": _table_trial("003_1_table_2", 3),
    "003.1d": _table_trial("003_1_table_t", 2),
    "003.2a": {"check": _methods},
    "003.2b": {"check": _special_case},
    "003.2c": {"check": lambda bound: _always_first(lambda n: (n, 2 * n), "(n, 2n)", bound)},
    "003.2d": {"check": lambda _bound: _always_first(lambda n: (n, n + 11), "(n, n+11)", 6)},
    "003.3": {"check": _odd_difference},
    "003.4a": {"check": _plus_p_for_all, "facts": _which_p},
    "003.4b": {"check": _plus_p_for_some, "facts": _which_p},
    "003.5a": {"check": _each_number_once},
    "003.5b": {"check": _differences},
    "003.5c": {"check": _worked_answers},
    "003.6": {"check": _every_d, "sentences": decided_claims.every_slack},
}
