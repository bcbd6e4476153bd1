"""Article 001: several rows of matches, take 1, 2 or 3 from one row, whoever takes the last match wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, combinations_with_replacement

from cgt.apps.claims.articles.oracles import winning_moves, wins
from cgt.apps.claims.claim import Fact, Finding, Trials
from cgt.core.nimber import nim_sum
from cgt.games.heaps.bounded_nim import BoundedNim

Rows = tuple[int, ...]


def winning_answers(rows: Rows, m: int = 3) -> list[tuple[int, int]]:
    """All winning moves (row from 0, amount), by search."""
    position = BoundedNim(m).position(*rows)
    moves = winning_moves(position)
    if len(rows) == 1:
        return [(0, move) for move in moves if isinstance(move, int)]
    return [(move[0], move[1]) for move in moves if isinstance(move, tuple)]


def is_losing(rows: Rows, m: int = 3) -> bool:
    """Whether the player to move loses, by search."""
    return not wins(BoundedNim(m).position(*rows))


def residue_counts(rows: Iterable[int], m: int = 3) -> Rows:
    """The numbers n_1, …, n_m of rows that leave 1, …, m matches modulo m+1.

    >>> residue_counts((1, 5, 7, 8))
    (2, 0, 1)
    """
    counts = Counter(row % (m + 1) for row in rows)
    return tuple(counts[residue] for residue in range(1, m + 1))


def _all_rows(most_rows: int, longest: int) -> Iterator[Rows]:
    for number in range(1, most_rows + 1):
        yield from combinations_with_replacement(range(1, longest + 1), number)


def _result(losing: bool) -> str:
    return "losing" if losing else "winning"


def _have_one_parity(counts: Rows) -> bool:
    """Whether all the counts have the same parity."""
    return len({count % 2 for count in counts}) == 1


def _one_row(bound: int) -> Iterator[Finding]:
    for length in range(1, bound + 1):
        answers = winning_answers((length,))
        expected = [(0, length % 4)] if length % 4 else []
        if answers != expected:
            yield Finding(f"row {length}", f"answers {expected}", f"answers {answers}")


def _parity_rule(bound: int) -> Iterator[Finding]:
    for rows in _all_rows(4, bound):
        says = _have_one_parity(residue_counts(rows))
        if says != (true := is_losing(rows)):
            yield Finding(f"rows {rows}", _result(says), _result(true))


def _odd_counts(bound: int, *, odd_ones: int) -> Iterator[Finding]:
    """The findings against the answer to one odd count, to take its residue, or to two, to take the difference."""
    for rows in _all_rows(4, bound):
        odd = [residue for residue, count in enumerate(residue_counts(rows), start=1) if count % 2]
        if len(odd) == odd_ones:
            answers, amount = winning_answers(rows), odd[-1] - sum(odd[:-1])
            for index, row in enumerate(rows):
                if row % 4 == odd[-1] and (index, amount) not in answers:
                    yield Finding(f"rows {rows}", f"take {amount} from row {index}", f"that is not among {answers}")


def _one_row_any_m(bound: int) -> Iterator[Finding]:
    for m in range(1, bound + 1):
        for length in range(1, 4 * (m + 1) + 1):
            if is_losing((length,), m) != (length % (m + 1) == 0):
                yield Finding(f"m = {m}, row {length}", "losing iff a multiple of m+1", "the other way round")


def _small_rows(m: int) -> Iterator[Rows]:
    """The positions of rows of 1..m, at most two alike: enough for every pattern of parities."""
    rows = range(1, m + 1)
    for number in range(1, 4):
        yield from combinations_with_replacement(rows, number)
    yield tuple(rows)


def _all_even(bound: int) -> Iterator[Finding]:
    for m in range(1, bound + 1):
        pairs = (tuple(sorted(half * 2)) for half in _all_rows(2, m + 2))
        # Rows of one residue need not be equal, and multiples of m+1 have no count.
        others = (rows for rows in _all_rows(3, m + 3) if not any(count % 2 for count in residue_counts(rows, m)))
        for rows in chain(pairs, others):
            if not is_losing(rows, m):
                yield Finding(f"m = {m}, rows {rows}", "losing", "winning")


def _all_odd(bound: int) -> Iterator[Finding]:
    for m in range(1, bound + 1):
        rows = tuple(range(1, m + 1))
        if not is_losing(rows, m):
            index, amount = winning_answers(rows, m)[0]
            true = f"winning: take {amount} from the row of {rows[index]}"
            yield Finding(f"m = {m}, rows {rows}", "losing", true)


def _same_parity(bound: int) -> Iterator[Finding]:
    for m in range(1, bound + 1):
        for rows in _small_rows(m):
            counts = residue_counts(rows, m)
            says = _have_one_parity(counts)
            if says != (true := is_losing(rows, m)):
                yield Finding(f"m = {m}, rows {rows}", f"{_result(says)}, the counts are {counts}", _result(true))


def _which_m_all_odd(bound: int) -> Iterator[Fact]:
    holds = [str(m) for m in range(1, bound + 1) if is_losing(tuple(range(1, m + 1)), m)]
    yield Fact(f"reading (b) holds for m up to {bound}", f"{', '.join(holds) or 'none'}: those with m mod 4 = 3")


def _which_m_same_parity(bound: int) -> Iterator[Fact]:
    holds = [
        str(m)
        for m in range(1, bound + 1)
        if all(is_losing(rows, m) == _have_one_parity(residue_counts(rows, m)) for rows in _small_rows(m))
    ]
    yield Fact(f"reading (c) holds for m up to {bound}", ", ".join(holds) or "none")


def _residue_nim_sum(bound: int) -> Iterator[Finding]:
    for m in range(1, bound + 1):
        for rows in _all_rows(3, m + 3):
            total = nim_sum(*(row % (m + 1) for row in rows))
            if (total == 0) != (true := is_losing(rows, m)):
                yield Finding(f"m = {m}, rows {rows}", _result(total == 0), _result(true))


def _answer_in_the_same_row(_bound: int) -> Iterator[Finding]:
    answers = winning_answers((1, 3))
    if answers != [(1, 2)]:
        yield Finding("rows (1, 5), two taken from the second", "take two from the same row", f"answers {answers}")


def _one_or_two_parities(bound: int) -> Iterator[Finding]:
    for row in range(1, bound + 1):
        for amount in range(1, min(3, row) + 1):
            before, after = residue_counts((row,)), residue_counts((row - amount,))
            changed = sum((x - y) % 2 for x, y in zip(before, after, strict=True))
            if changed not in {1, 2}:
                yield Finding(f"row {row}, take {amount}", "one or two parities change", f"{changed} change")


TRIALS: Trials = {
    "001.1": {"check": _one_row},
    "001.2": {"check": _parity_rule},
    "001.3a": {"check": partial(_odd_counts, odd_ones=1)},
    "001.3b": {"check": partial(_odd_counts, odd_ones=2)},
    "001.4": {"check": _one_row_any_m},
    "001.5a": {"check": _all_even},
    "001.5b": {"check": _all_odd, "facts": _which_m_all_odd},
    "001.5c": {"check": _same_parity, "facts": _which_m_same_parity},
    "001.5d": {"check": _residue_nim_sum},
    "001.6a": {"check": _answer_in_the_same_row},
    "001.6b": {"check": _one_or_two_parities},
}
