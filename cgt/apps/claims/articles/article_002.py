"""Article 002: Wythoff's game, any number from one heap or the same number from two; its key positions."""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.referee import MISERE, NORMAL, engine, sorted_pairs, wins, wythoff
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind
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
from cgt.store.many_heaps import wythoff_p_positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.apps.claims.articles.tables import Row
    from cgt.core.outcome import Convention
    from cgt.store.many_heaps import Heaps


Pair = tuple[int, int]

WYTHOFF = "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)"
SILBER = "R. Silber, Wythoff's Nim and Fibonacci representations, Fibonacci Quarterly 15 (1977)"
FRAENKEL = "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)"


def is_key(x: int, y: int, convention: Convention = NORMAL) -> bool:
    """Whether (x, y) is lost for the player to move, by search."""
    return not wins(wythoff().position(x, y), convention)


def searched_keys(stop: int, convention: Convention = NORMAL) -> list[Pair]:
    """All key positions x <= y < stop, by search, by growing y."""
    return [pair for pair in sorted_pairs(stop) if is_key(*pair, convention)]


def _by_rank(stop: int, convention: Convention = NORMAL) -> list[Pair]:
    return sorted(searched_keys(stop, convention))


def check_ranked(name: str, convention: Convention) -> Iterator[Finding]:
    """Compare a printed table of key positions with search, rank by rank."""
    rows = transcribed(name)
    # Differences grow with the rank, so twice the rows is beyond the least of each pair, and three times beyond both.
    true = _by_rank(3 * len(rows), convention)
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
            yield Finding(f"({x}, {y})", "key" if says else "no key", "no key" if says else "key")


def _every_number_once(bound: int) -> Iterator[Finding]:
    pairs = list(takewhile(lambda pair: pair[0] <= bound, (wythoff_pair(rank) for rank in count(1))))
    seen = sorted(number for pair in pairs for number in pair if number <= bound)
    for number, found in zip(range(1, bound + 1), seen, strict=False):
        if number != found:
            yield Finding(f"{number}", "appears once", "it does not")
    if len(seen) != bound:
        yield Finding(f"the numbers to {bound}", f"{bound} of them", f"{len(seen)}")


def _mex_construction(bound: int) -> Iterator[Finding]:
    used: set[int] = set()
    least = 0
    for rank in range(bound + 1):
        while least in used:
            least += 1
        built = (least, least + rank)
        used.update(built)
        if built != (true := wythoff_pair(rank)):
            yield Finding(f"rank {rank}", str(built), str(true))


def _printed_pairs(_bound: int) -> Iterator[Finding]:
    sequences: dict[str, list[Row]] = {}
    for row in transcribed("002_3_pairs"):
        sequences.setdefault(row.text("sequence"), []).append(row)
    for rows in sequences.values():
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
                yield Finding(f"({x}, {y})", "key" if says else "no key", "no key" if says else "key")


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
                true = engine(NORMAL).winning_moves(wythoff().position(x, y))
                yield Finding(
                    f"({x}, {y})",
                    f"case {case}: go to ({left_x}, {left_y})",
                    f"out of reach; the winning moves take {_amounts(true)}",
                )


def _amounts(moves: list[object]) -> str:
    return " or ".join(str(move) for move in moves)


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
    """The recipe mended: x ending in an odd number of zeros, and y greater than x needs, is a case of its own."""
    if x and trailing_zeros(x) % 2 == 1:
        return from_notation(to_notation(x)[:-2] + "F"), x
    return three_case_move(x, y)[1]


def _four_cases(bound: int) -> Iterator[Finding]:
    for x, y in sorted_pairs(bound + 1):
        if rank_of_pair(x, y) is None:
            target = _four_case_move(x, y)
            if not _reaches(x, y, target) or rank_of_pair(*target) is None:
                yield Finding(f"({x}, {y})", f"go to {target}", "that is no winning move")


def _reaches(x: int, y: int, target: Pair) -> bool:
    options = (wythoff().position(x, y).play(move) for move in wythoff().position(x, y).moves())
    return any(option in {wythoff().position(*target), wythoff().position(*target[::-1])} for option in options)


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
            yield Finding(f"({x}, {y})", "key" if says else "no key", "no key" if says else "key")


def _misere_play(bound: int, *, in_all: bool) -> Iterator[Finding]:
    """Play the normal game's move while it leaves enough, else go to (0, 1) or (2, 2): does it win from everywhere?"""
    for x, y in sorted_pairs(bound + 1):
        if (x, y) == (0, 0) or is_key(x, y, MISERE):
            continue
        options = {tuple(sorted(option)) for option in _options(x, y)}
        usual = [(a, b) for a, b in options if rank_of_pair(a, b) is not None]
        kept = [(a, b) for a, b in usual if (a + b if in_all else b) >= 3]
        wrong = [pair for pair in kept if not is_key(*pair, MISERE)]
        if wrong:
            yield Finding(f"({x}, {y})", f"play the usual move to {wrong[0]}", "that loses; go to (0, 1) or (2, 2)")
        elif not kept and not options & {(0, 1), (2, 2)}:
            yield Finding(f"({x}, {y})", "go to (0, 1) or (2, 2)", "neither can be reached")


def _options(x: int, y: int) -> Iterator[Pair]:
    position = wythoff().position(x, y)
    for move in position.moves():
        left, right = position.play(move).heaps
        yield left, right


def _misere_examples(_bound: int) -> Iterator[Finding]:
    for before, after in (((3, 4), (0, 1)), ((2, 5), (2, 2))):
        if after not in {tuple(sorted(option)) for option in _options(*before)} or not is_key(*after, MISERE):
            yield Finding(str(before), f"go to {after}", "that is no winning move")


def _many_heaps(bound: int) -> Iterator[Fact]:
    half = max(bound // 2, 1)
    for heaps, stop in ((3, bound + 1), (4, half + 1)):
        for name, misere in (("normal play", False), ("misère play", True)):
            found = wythoff_p_positions(heaps, stop, misere=misere)
            full = [position for position in found if position[0] > 0]
            shown = " ".join(str(position) for position in sorted(full, key=lambda p: (sum(p), p))[:10])
            yield Fact(
                f"{heaps} heaps up to {stop - 1}, {name}",
                f"{len(found)} losing positions, {len(full)} of them without an empty heap: {shown} …",
            )
            yield Fact(f"{heaps} equal heaps, {name}", _equal_heaps(found, stop))


def _equal_heaps(found: list[Heaps], stop: int) -> str:
    equal = {position[0] for position in found if len(set(position)) == 1}
    if equal == set(range(stop)):
        return f"losing for every size up to {stop - 1}"
    missing = sorted(set(range(stop)) - equal)
    if len(missing) <= 3:
        return f"losing for every size up to {stop - 1} but {missing}"
    return f"losing for the sizes {sorted(equal)[:10]}"


CLAIMS = (
    Claim(
        id="002.1",
        kind=Kind.DATA,
        statement="The key positions of rank 0 to 8.",
        how="every pair against search",
        reference="by search",
        tables=("002_1_key_positions",),
        check=lambda _bound: check_ranked("002_1_key_positions", NORMAL),
        french="positions clés",
    ),
    Claim(
        id="002.2a",
        kind=Kind.THEOREM,
        statement="The key positions are (⌊nφ⌋, ⌊nφ²⌋): from a key position none can be reached, from any other one "
        "can.",
        how="search of every position",
        reference=WYTHOFF,
        bound=80,
        unit="heaps up to {}",
        check=_golden_formula,
        sentences=sentences.golden_pairs,
        theorem="Wythoff's theorem",
        proof="The pairs (x_n, x_n + n) have all differences once, so no diagonal move joins two; they contain "
        "every number once, so no move in one heap does. From any other position one of the three kinds of move "
        "reaches one.",
        french="nombre d'or, partie entière",
        seconds=0.7,
        growth=3.0,
    ),
    Claim(
        id="002.2b",
        kind=Kind.THEOREM,
        statement="Every positive integer appears exactly once in the x_n or the y_n.",
        how="the formula, in exact integers",
        reference="S. Beatty, Problem 3173, Amer. Math. Monthly 33 (1926)",
        bound=20_000,
        unit="numbers up to {}",
        check=_every_number_once,
        sentences=sentences.every_number_once,
        theorem="Beatty's theorem, since 1/φ + 1/φ² = 1",
        proof="Below any N there are ⌊N/φ⌋ numbers of one kind and ⌊N/φ²⌋ of the other, N - 1 together.",
        french="une fois et une seule",
        seconds=0.007,
        growth=1.0,
    ),
    Claim(
        id="002.2c",
        kind=Kind.THEOREM,
        statement="The table can be built: x is the least number not yet used, y = x + rank.",
        how="the construction against the formula",
        reference=WYTHOFF,
        bound=5_000,
        unit="ranks up to {}",
        check=_mex_construction,
        sentences=sentences.least_unused,
        theorem="Wythoff's theorem",
        proof="Both sequences increase and fill the integers without a gap, so the least unused number is the next x.",
        french="le plus petit nombre pas trouvé",
        seconds=0.003,
        growth=1.0,
    ),
    Claim(
        id="002.3a",
        kind=Kind.DATA,
        statement="The printed pairs of the Fibonacci sequence and of the sequence from (4, 7).",
        how="every pair against the sequence",
        reference="by computation",
        tables=("002_3_pairs",),
        check=_printed_pairs,
        french="suites de Fibonacci groupées par paires",
    ),
    Claim(
        id="002.3b",
        kind=Kind.THEOREM,
        statement="Grouping the Fibonacci numbers in pairs gives key positions, and so does every sequence of that "
        "kind that starts with a primitive pair.",
        how="every pair of every such sequence against the formula",
        reference=SILBER,
        bound=5_000,
        unit="numbers up to {}",
        check=_grouped_pairs,
        sentences=sentences.grouped_pairs,
        theorem="(x, y) becomes (x + y, x + 2y): two zeros are appended to x in Fibonacci notation",
        proof="By 002.5 a key pair is x with an even number of final zeros, and x with one more; x + y is x with "
        "two more.",
        french="positions primitives",
        seconds=0.009,
        growth=1.0,
    ),
    Claim(
        id="002.3c",
        kind=Kind.DATA,
        statement="The first primitive pairs: (1,2), (4,7), (6,10), (9,15).",
        how="against the definition: pairs in no sequence of an earlier pair",
        reference=SILBER,
        tables=("002_3_primitive_pairs",),
        check=_printed_primitive,
        french="positions primitives",
    ),
    Claim(
        id="002.4",
        kind=Kind.THEOREM,
        statement="Silber: a pair is primitive if and only if its rank is one of the x_n.",
        how="the definition against the formula",
        reference=SILBER,
        bound=5_000,
        unit="ranks up to {}",
        check=_silber,
        sentences=sentences.silber,
        theorem="Silber's theorem",
        proof="In Fibonacci notation x_n is n - 1 with a 1 appended. The pair is primitive when the canonical x_n "
        "ends in 1, that is when n - 1 ends in 0; and n - 1 ends in 0 exactly when n ends in an even number of "
        "zeros, so when n is an x.",
        french="paire primitive",
        seconds=0.01,
        growth=1.0,
    ),
    Claim(
        id="002.5a",
        kind=Kind.THEOREM,
        statement="(x, y), x < y, is key if and only if x ends in an even number of zeros in Fibonacci notation and "
        "y is x with a zero appended.",
        how="every pair against the formula",
        reference=FRAENKEL,
        bound=300,
        unit="heaps up to {}",
        check=_notation_criterion,
        sentences=sentences.notation,
        theorem="Silber 1977 and Fraenkel 1982",
        proof="The numbers with an even number of final zeros and those with an odd number share out the integers; "
        "appending a zero makes the differences 1, 2, 3, …",
        french="notation de Fibonacci",
        seconds=0.3,
    ),
    Claim(
        id="002.5b",
        kind=Kind.DATA,
        statement="The numbers written in Fibonacci notation, in the text and its examples.",
        how="every notation read and written",
        reference="by computation",
        tables=("002_5_notation",),
        check=_printed_notations,
        french="notation de Fibonacci, Fits",
    ),
    Claim(
        id="002.6a",
        kind=Kind.ALGORITHM,
        statement="From any other position the three cases give a move to a key position.",
        how="the recipe from every position (equal heaps: d = 0, rank 0)",
        reference="by computation",
        bound=60,
        unit="heaps up to {}",
        check=_three_cases,
        sentences=sentences.three_cases,
        facts=_missing_case,
        proof="From (2, 4): 2 = 10F ends in one zero and 4 = 101F in none, so only the third case is left; it asks "
        "for (3, 5). The winning move is to (2, 1), x being the greater of a key pair: that fourth case is missing.",
        french="trois cas",
        seconds=0.02,
    ),
    Claim(
        id="002.6b",
        kind=Kind.DATA,
        statement="The three worked examples, (11,20), (19,20) and (14,19).",
        how="the recipe and search",
        reference="by search",
        tables=("002_6_moves",),
        check=_worked_moves,
        french="exemples",
    ),
    Claim(
        id="002.6c",
        kind=Kind.ALGORITHM,
        statement="With a fourth case in front (x ends in an odd number of zeros: cut y down to x without its last "
        "zero) the recipe always wins (this library's, beside the article's).",
        how="the recipe from every position",
        reference=FRAENKEL,
        bound=60,
        unit="heaps up to {}",
        check=_four_cases,
        sentences=sentences.four_cases,
        theorem="the four cases cover every position: see the proof",
        proof="If x is the greater of a key pair (w, x), then w < x <= y, and y may be cut to w. If not, x = x_n "
        "for some n. For y > y_n cut y to y_n. For y < y_n the difference d is less than n, so the pair of rank d "
        "lies below (x, y) on the same diagonal.",
        french="trois cas",
        seconds=0.8,
        growth=3.0,
    ),
    Claim(
        id="002.7a",
        kind=Kind.DATA,
        statement="Misère play: the key positions of rank 0 to 8.",
        how="every pair against search",
        reference="by search",
        tables=("002_7_misere_key_positions",),
        check=lambda _bound: check_ranked("002_7_misere_key_positions", MISERE),
        french="qui perd gagne",
    ),
    Claim(
        id="002.7b",
        kind=Kind.THEOREM,
        statement="Misère play: the key positions are those of normal play, but (0, 1) and (2, 2) instead of (0, 0) "
        "and (1, 2).",
        how="search of every position",
        reference=FRAENKEL,
        bound=80,
        unit="heaps up to {}",
        check=_misere_theorem,
        sentences=sentences.misere_pairs,
        theorem="Fraenkel 1982, for a = 1",
        proof="The new pairs use the numbers 0, 1, 2 and the differences 0 and 1, the same as the old ones, so "
        "everything beyond is as before.",
        french="qui perd gagne",
        seconds=0.9,
        growth=3.0,
    ),
    Claim(
        id="002.7c",
        kind=Kind.ALGORITHM,
        statement="Misère play: play as usual while the move leaves at least 3 matches in all, otherwise go to (0, "
        "1) or (2, 2).",
        how="every position that can be won, by search",
        reference="the article's own example changes (1, 2), which has 3 matches",
        bound=60,
        unit="heaps up to {}",
        check=lambda bound: _misere_play(bound, in_all=True),
        sentences=sentences.three_left_in_all,
        french="au moins 3 allumettes",
        seconds=0.001,
        growth=3.0,
    ),
    Claim(
        id="002.7d",
        kind=Kind.ALGORITHM,
        statement="The same, read as at least 3 matches in one heap.",
        how="every position that can be won, by search",
        reference=FRAENKEL,
        bound=60,
        unit="heaps up to {}",
        check=lambda bound: _misere_play(bound, in_all=False),
        sentences=sentences.three_left_in_a_heap,
        theorem="002.7b: with 3 or more in a heap the key positions are the usual ones, and 0, 1, 2 are within reach",
        proof="If no usual move leaves 3 in a heap, the usual move went to (0, 0) or (1, 2), by a row, a column or "
        "a diagonal; (0, 1) and (2, 2) stand on the same rows, columns and diagonals.",
        french="au moins 3 allumettes",
        seconds=1,
        growth=3.0,
    ),
    Claim(
        id="002.7e",
        kind=Kind.ALGORITHM,
        statement="The two worked examples: (3, 4) goes to (0, 1), and (2, 5) to (2, 2).",
        how="by search",
        reference="by search",
        check=_misere_examples,
        sentences=sentences.misere_examples,
        theorem="the search is exhaustive",
        french="qui perd gagne",
    ),
    Claim(
        id="002.8",
        kind=Kind.QUESTION,
        statement="Three heaps or more are allowed by the rule, and no strategy is given.",
        how="all losing positions of three heaps, and of four heaps to half the bound",
        reference="by computation; nothing is known in general",
        bound=40,
        unit="three heaps up to {}",
        facts=_many_heaps,
        proof="Three equal heaps are losing in normal play: whatever is taken from one or from two of them, take "
        "the same from the rest.",
        french="deux tas ou plus",
        seconds=0.1,
        growth=3.0,
    ),
)
