"""Article 002: Wythoff's game, any number from one heap or the same number from two; its key positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from more_itertools import map_reduce

from cgt.apps.claims.articles.oracles import (
    MISERE,
    NORMAL,
    Heaps,
    build_pairs,
    sorted_pairs,
    winning_moves,
    wins,
    wythoff_p_positions,
)
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Fact, Finding, Trials
from cgt.core.outcome import Convention
from cgt.digits.fibonacci import (
    fibonacci_like,
    from_notation,
    paired,
    primitive_pairs,
    rank_of_pair,
    to_notation,
    trailing_zeros,
    wythoff_pair,
)
from cgt.games.heaps.wythoff import Wythoff

Pair = tuple[int, int]


def is_key(x: int, y: int, convention: Convention = NORMAL) -> bool:
    """Whether (x, y) is lost for the player to move, by search."""
    return not wins(Wythoff().position(x, y), convention)


def _mismatch(x: int, y: int, says: bool) -> Finding:
    return Finding(f"({x}, {y})", "key" if says else "no key", "no key" if says else "key")


def check_ranked(name: str, convention: Convention) -> Iterator[Finding]:
    """The findings of a comparison of a printed table of key positions with search, rank by rank."""
    rows = transcribed(name)
    # Differences grow with the rank, so twice the rows is beyond the least of each pair, and three times beyond both.
    true = sorted(pair for pair in sorted_pairs(3 * len(rows)) if is_key(*pair, convention))
    for rank, row in enumerate(rows):
        printed = (row.number("x"), row.number("y"))
        if row.number("rank") != rank:
            yield Finding(f"rank {rank}, {row.place}", f"rank {row.text('rank')}", f"rank {rank}")
        if printed != true[rank]:
            yield Finding(f"rank {rank}, {row.place}", str(printed), str(true[rank]))


def _golden_formula(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        says = rank_of_pair(x, y) is not None
        if says != is_key(x, y):
            yield _mismatch(x, y, says)


def _every_number_once(bound: int) -> Iterator[Finding]:
    pairs = list(takewhile(lambda pair: pair[0] <= bound, (wythoff_pair(rank) for rank in count(1))))
    seen = sorted(number for pair in pairs for number in pair if number <= bound)
    for number, result in zip(range(1, bound + 1), seen, strict=False):
        if number != result:
            yield Finding(f"{number}", "appears once", "it does not")
    if len(seen) != bound:
        yield Finding(f"the numbers to {bound}", f"{bound} of them", f"{len(seen)}")


def _mex_construction(bound: int) -> Iterator[Finding]:
    for rank, built in enumerate(build_pairs(1, bound + 1)):
        if built != (true := wythoff_pair(rank)):
            yield Finding(f"rank {rank}", str(built), str(true))


def _printed_pairs(_bound: int) -> Iterator[Finding]:
    for rows in map_reduce(transcribed("002_3_pairs"), lambda row: row.text("sequence")).values():
        start = (rows[0].number("x"), rows[0].number("y"))
        if rows[0].number("sequence") != start[0]:
            yield Finding(f"{start}, {rows[0].place}", f"the sequence from {rows[0].text('sequence')}", "it is not")
        for row, true in zip(rows, paired(fibonacci_like(*start)), strict=False):
            if (row.number("x"), row.number("y")) != true:
                yield Finding(f"pair after {start}, {row.place}", f"({row.text('x')}, {row.text('y')})", str(true))


def _grouped_pairs(bound: int) -> Iterator[Finding]:
    for start in primitive_pairs(bound):
        for x, y in takewhile(lambda pair: pair[0] <= bound, paired(fibonacci_like(*start))):
            if rank_of_pair(x, y) is None:
                yield Finding(f"from {start}", f"({x}, {y}) is a key position", "it is not")


def _printed_primitive(_bound: int) -> Iterator[Finding]:
    rows = transcribed("002_3_primitive_pairs")
    for row, true in zip(rows, primitive_pairs(1_000), strict=False):
        if (row.number("x"), row.number("y")) != true:
            yield Finding(row.place, f"({row.text('x')}, {row.text('y')})", str(true))


def _silber(bound: int) -> Iterator[Finding]:
    primitive = set(primitive_pairs(wythoff_pair(bound)[0] + 1))
    ranks = {wythoff_pair(n)[0] for n in range(1, bound + 1)}
    for rank in range(1, bound + 1):
        says = rank in ranks
        if says != (wythoff_pair(rank) in primitive):
            yield Finding(f"rank {rank}", "primitive" if says else "not primitive", "the other way round")


def _notation_criterion(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        if 0 < x < y:
            says = trailing_zeros(x) % 2 == 0 and to_notation(y) == to_notation(x)[:-1] + "0F"
            if says != (rank_of_pair(x, y) is not None):
                yield _mismatch(x, y, says)


def _printed_notations(_bound: int) -> Iterator[Finding]:
    for row in transcribed("002_5_notation"):
        number, printed = row.number("number"), row.text("notation")
        canonical = "11" not in printed
        right = to_notation(number) == printed if canonical else from_notation(printed) == number
        if not right:
            yield Finding(f"{number}, {row.place}", printed, to_notation(number))


# --- the strategy, misère play, and more heaps


def three_case_move(x: int, y: int) -> tuple[int, Pair]:
    """The case, 1 to 3, and the position that article 002's recipe leads to from x <= y, even when it is out of reach.

    >>> three_case_move(11, 20), three_case_move(19, 20), three_case_move(14, 19), three_case_move(2, 4)
    ((1, (11, 18)), (2, (12, 20)), (3, (8, 13)), (3, (3, 5)))
    """
    appended = from_notation(to_notation(x)[:-1] + "0F")
    if (x == 0 or trailing_zeros(x) % 2 == 0) and y > appended:
        return 1, (x, appended)
    if y and trailing_zeros(y) % 2 == 1 and x > (shortened := from_notation(to_notation(y)[:-2] + "F")):
        return 2, (shortened, y)
    if x == y:
        return 3, (0, 0)  # The rule speaks of d - 1; rank d = 0 is (0, 0).
    # The notation of 0 is empty here, so that 1 is appended to nothing.
    digits = to_notation(y - x - 1)[:-1] if y - x > 1 else ""
    return 3, (from_notation(f"{digits}1F"), from_notation(f"{digits}10F"))


def _three_cases(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        if rank_of_pair(x, y) is None:
            case, (left_x, left_y) = three_case_move(x, y)
            if left_x > x or left_y > y or rank_of_pair(left_x, left_y) is None:
                true = winning_moves(Wythoff().position(x, y))
                yield Finding(
                    f"({x}, {y})",
                    f"case {case}: go to ({left_x}, {left_y})",
                    f"out of reach; the winning moves take {' or '.join(map(str, true))}",
                )


def _missing_case(bound: int) -> Iterator[Fact]:
    missed = [
        (x, y) for x, y in sorted_pairs(bound + 1) if rank_of_pair(x, y) is None and three_case_move(x, y)[1][0] > x
    ]
    odd = sum(1 for x, _ in missed if trailing_zeros(x) % 2 == 1)
    yield Fact(
        "the missing case",
        f"{len(missed)} positions up to {bound} are sent out of reach, and in {odd} of them x ends in an odd number "
        "of zeros: then x is itself the greater of a key pair, and the greater heap is cut down to x without its "
        "last zero",
    )


def _four_case_move(x: int, y: int) -> Pair:
    """The position that the recipe leads to with a fourth case, for x that ends in an odd number of zeros."""
    if x and trailing_zeros(x) % 2 == 1:
        return from_notation(to_notation(x)[:-2] + "F"), x
    return three_case_move(x, y)[1]


def _four_cases(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        if rank_of_pair(x, y) is None:
            target = _four_case_move(x, y)
            if tuple(sorted(target)) not in _options(x, y) or rank_of_pair(*target) is None:
                yield Finding(f"({x}, {y})", f"go to {target}", "that is no winning move")


def _worked_moves(_bound: int) -> Iterator[Finding]:
    for row in transcribed("002_6_moves"):
        x, y = row.number("x"), row.number("y")
        case, target = three_case_move(x, y)
        if case != row.number("case") or target != (row.number("to_x"), row.number("to_y")):
            yield Finding(f"({x}, {y}), {row.place}", f"case {row.text('case')}", f"case {case} to {target}")
        elif row.text("from_x") and (x - row.number("from_x"), y - row.number("from_y")) != target:
            says = f"take {row.text('from_x')} and {row.text('from_y')}"
            yield Finding(f"({x}, {y}), {row.place}", says, f"that does not lead to {target}")
        elif not is_key(*target):
            yield Finding(f"({x}, {y}), {row.place}", f"{target} is a key position", "it is not")


def _misere_theorem(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        rank = rank_of_pair(x, y)
        says = (x, y) in {(0, 1), (2, 2)} or (rank is not None and rank > 1)
        if says != is_key(x, y, MISERE):
            yield _mismatch(x, y, says)


def _misere_play(bound: int, *, in_all: bool) -> Iterator[Finding]:
    """The findings where a misère rule fails: the normal move while enough is left, else to (0, 1) or (2, 2)."""
    for x, y in sorted_pairs(bound + 1):
        if (x, y) == (0, 0) or is_key(x, y, MISERE):
            continue
        options = _options(x, y)
        usual = [(a, b) for a, b in options if rank_of_pair(a, b) is not None]
        kept = [(a, b) for a, b in usual if (a + b if in_all else b) >= 3]
        wrong = [pair for pair in kept if not is_key(*pair, MISERE)]
        if wrong:
            yield Finding(f"({x}, {y})", f"play the usual move to {wrong[0]}", "that loses; go to (0, 1) or (2, 2)")
        elif not kept and not options & {(0, 1), (2, 2)}:
            yield Finding(f"({x}, {y})", "go to (0, 1) or (2, 2)", "neither can be reached")


def _options(x: int, y: int) -> set[Heaps]:
    """The pairs that moves lead to, each with its smaller number first."""
    position = Wythoff().position(x, y)
    return {tuple(sorted(position.play(move).heaps)) for move in position.moves()}


def _misere_examples(_bound: int) -> Iterator[Finding]:
    for before, after in (((3, 4), (0, 1)), ((2, 5), (2, 2))):
        if after not in _options(*before) or not is_key(*after, MISERE):
            yield Finding(str(before), f"go to {after}", "that is no winning move")


def _many_heaps(bound: int) -> Iterator[Fact]:
    half = max(bound // 2, 1)
    for heaps, stop in ((3, bound + 1), (4, half + 1)):
        for name, misere in (("normal play", False), ("misère play", True)):
            result = wythoff_p_positions(heaps, stop, misere=misere)
            full = [position for position in result if position[0] > 0]
            shown = " ".join(str(position) for position in sorted(full, key=lambda p: (sum(p), p))[:10])
            yield Fact(
                f"{heaps} heaps up to {stop - 1}, {name}",
                f"{len(result)} losing positions, {len(full)} of them without an empty heap: {shown} …",
            )
            yield Fact(f"{heaps} equal heaps, {name}", _equal_heaps(result, stop))


def _equal_heaps(heaps: list[Heaps], stop: int) -> str:
    equal = {position[0] for position in heaps if len(set(position)) == 1}
    if equal == set(range(stop)):
        return f"losing for every size up to {stop - 1}"
    missing = sorted(set(range(stop)) - equal)
    if len(missing) <= 3:
        return f"losing for every size up to {stop - 1} but {missing}"
    return f"losing for the sizes {sorted(equal)[:10]}"


TRIALS: Trials = {
    "002.1": {"check": lambda _bound: check_ranked("002_1_key_positions", NORMAL)},
    "002.2a": {"check": _golden_formula},
    "002.2b": {"check": _every_number_once},
    "002.2c": {"check": _mex_construction},
    "002.3a": {"check": _printed_pairs},
    "002.3b": {"check": _grouped_pairs},
    "002.3c": {"check": _printed_primitive},
    "002.4": {"check": _silber},
    "002.5a": {"check": _notation_criterion},
    "002.5b": {"check": _printed_notations},
    "002.6a": {"check": _three_cases, "facts": _missing_case},
    "002.6b": {"check": _worked_moves},
    "002.6c": {"check": _four_cases},
    "002.7a": {"check": lambda _bound: check_ranked("002_7_misere_key_positions", MISERE)},
    "002.7b": {"check": _misere_theorem},
    "002.7c": {"check": lambda bound: _misere_play(bound, in_all=True)},
    "002.7d": {"check": lambda bound: _misere_play(bound, in_all=False)},
    "002.7e": {"check": _misere_examples},
    "002.8": {"facts": _many_heaps},
}
