"""Article 002: Wythoff's game, any number from one heap or the same number from two; its key positions."""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING

from cgt.apps.claims.articles import sentences
from cgt.apps.claims.articles.referee import NORMAL, sorted_pairs, wins, wythoff
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Claim, Finding, Kind
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.apps.claims.articles.tables import Row
    from cgt.core.outcome import Convention

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
)
