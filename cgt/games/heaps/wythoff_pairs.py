"""The losing pairs of Wythoff's game with slack: by rank, by one of their heaps, and as reasons in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import isqrt

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention
from cgt.digits.fibonacci import digits, from_digits, from_notation, to_notation, wythoff_pair
from cgt.errors import NumberError

Pair = tuple[int, int]


def losing_pairs(a: int, convention: Convention) -> Iterator[Pair]:
    """The P-positions (x, y), x <= y, of two heaps, ascending, without end.

    >>> from itertools import islice
    >>> list(islice(losing_pairs(1, Convention.MISERE), 4)), list(islice(losing_pairs(2, Convention.MISERE), 4))
    ([(0, 1), (2, 2), (3, 5), (4, 7)], [(0, 1), (2, 5), (3, 8), (4, 11)])
    """
    if convention is Convention.MISERE and a == 1:
        yield (0, 1)
        yield (2, 2)
        yield from (wythoff_pair(rank) for rank in count(2))
    else:
        yield from (pair_of_rank(rank, a, convention) for rank in count())


def pair_of_rank(rank: int, a: int, convention: Convention) -> Pair:
    """The P-position of that rank: its lesser heap is the least number in no pair before, the heaps are a·rank apart.

    In misère play with a >= 2 they are a·rank + 1 apart, and with α = (2 - a + √(a² + 4)) / 2 the lesser heap is
    ⌊rank·α + 1/α⌋ (Fraenkel 1984), here in integers. In misère play with a = 1 the pairs are those of normal play but
    for the first two; they are listed by their difference, so ranks 0 and 1 are (2, 2) and (0, 1).
    """
    if convention is Convention.NORMAL:
        return wythoff_pair(rank, a)
    if a == 1:
        return ((2, 2), (0, 1))[rank] if rank < 2 else wythoff_pair(rank)
    # α = (2 - a + s) / 2 and 1/α = (a - 2 + s) / 2a with s = √(a² + 4).
    scale = a * rank + 1
    low = (isqrt(scale * scale * (a * a + 4)) + (a - 2) * (1 - a * rank)) // (2 * a)
    return low, low + scale


def partner(heap: int, a: int, convention: Convention) -> int:
    """The size that makes a P-position with `heap`.

    In normal play read off the digits of Fraenkel's numeration: a lesser heap ends in an even number of zeros, and the
    greater one is the lesser with a zero appended.

    >>> [partner(heap, 1, Convention.NORMAL) for heap in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    if convention is Convention.MISERE and a > 1:
        return _misere_partner(heap, a)
    if convention is Convention.MISERE and heap < 3:
        return (1, 0, 2)[heap]
    if heap == 0:
        return 0
    written = digits(heap, a)
    zeros = next(zeros for zeros, digit in enumerate(reversed(written)) if digit)
    return from_digits((*written, 0) if zeros % 2 == 0 else written[:-1], a)


def _misere_partner(heap: int, a: int) -> int:
    """The partner in misère play: with ⌊heap/α⌋ known, a few ranks are left to try."""
    below = (isqrt(heap * heap * (a * a + 4)) + heap * (a - 2)) // (2 * a)
    for rank in range(max(0, below - 1), below + 2):
        low, high = pair_of_rank(rank, a, Convention.MISERE)
        if low == heap:
            return high
    # 1/α + 1/β = 1, so ⌊heap/β⌋ is what remains.
    beyond = max(0, heap - 1 - below)
    for rank in range(max(0, beyond - 1), beyond + 1):
        low, high = pair_of_rank(rank, a, Convention.MISERE)
        if high == heap:
            return low
    raise NumberError(f"{heap} is in no losing pair, though every number of at least 0 should be")


def winning_takes(x: int, y: int, a: int, convention: Convention) -> list[Pair]:
    """All winning moves (taken from x, taken from y): from x alone, from y alone, from both."""
    takes = []
    if (left := partner(y, a, convention)) < x:
        takes.append((x - left, 0))
    if (left := partner(x, a, convention)) < y:
        takes.append((0, y - left))
    both = {(x - u, y - v) for u, v in _pairs_near(y - x, a, convention)}
    takes += sorted((one, two) for one, two in both if min(one, two) >= 1 and abs(one - two) < a)
    return takes


def _pairs_near(difference: int, a: int, convention: Convention) -> Iterator[Pair]:
    """The losing pairs (u, v), in either order, with v - u near `difference`, and perhaps a few more."""
    apart = abs(difference)
    extra = int(convention is Convention.MISERE and a > 1)
    below = (apart - extra) // a
    for rank in (below, below + 1):
        if rank >= 0:
            low, high = pair_of_rank(rank, a, convention)
            yield (low, high) if difference >= 0 else (high, low)
    # The closest pair may also lie the other way round.
    low, high = pair_of_rank(0, a, convention)
    yield (high, low) if difference >= 0 else (low, high)


def notation_reason(x: int, y: int) -> tuple[str, list[Pair]]:
    """The reason in Wythoff's game in normal play, by Fibonacci notation, with a winning move if there is one."""
    swapped = x > y
    lesser, greater = min(x, y), max(x, y)
    reason, take = _notation_case(lesser, greater)
    return reason, [take[::-1] if swapped else take] if take is not None else []


def _notation_case(lesser: int, greater: int) -> tuple[str, Pair | None]:
    """The reason by the cases of article 002, for lesser <= greater, greater >= 1, and by the case missing there."""
    if lesser == 0:
        return _("one heap is empty"), (0, greater)
    if lesser == greater:
        return _("the heaps are equal"), (lesser, greater)
    short, long = to_notation(lesser), to_notation(greater)
    even = _zeros(short) % 2 == 0
    mate = from_notation(short[:-1] + "0" if even else short[:-2])
    facts = {"lesser": _shown(lesser), "greater": _shown(greater), "mate": _shown(mate)}
    if greater == mate:
        text = _("{lesser} ends in an even number of zeros, and {greater} is the same with a zero appended")
        return text.format(**facts), None
    if even and greater > mate:
        text = _("{lesser} ends in an even number of zeros; with one more it is {mate}, and {greater} is larger")
        return text.format(**facts), (0, greater - mate)
    if not even:
        text = _("{lesser} ends in an odd number of zeros; with one fewer it is {mate}, and {greater} is larger")
        return text.format(**facts), (0, greater - mate)
    if _zeros(long) % 2 and lesser > (mate := from_notation(long[:-2])):
        text = _("{greater} ends in an odd number of zeros; with one fewer it is {mate}, and {lesser} is larger")
        return text.format(lesser=_shown(lesser), greater=_shown(greater), mate=_shown(mate)), (lesser - mate, 0)
    apart = greater - lesser
    tail = to_notation(apart - 1)
    target = from_notation(tail[:-1] + "1")
    text = _(
        "the heaps differ by {apart}, and {apart} - 1 = {tail}; with a 1 appended that is {low}, with a 0 more {high}"
    )
    shown = {
        "apart": format_int(apart),
        "tail": _cut(tail),
        "low": format_int(target),
        "high": format_int(target + apart),
    }
    return text.format(**shown), (lesser - target, lesser - target)


def pair_reason(x: int, y: int, takes: list[Pair], a: int, convention: Convention) -> str:
    """The reason by the losing pair that the heaps are, or that the first winning move leads to."""
    one, two = takes[0] if takes else (0, 0)
    low, high = sorted((x - one, y - two))
    facts = {"low": format_int(low), "high": format_int(high), "a": format_int(a)}
    if convention is Convention.MISERE and a == 1:
        return misere_pairs_text() + _("; leave {low},{high}").format(**facts) if takes else misere_pairs_text()
    extra = int(convention is Convention.MISERE)
    facts["rank"] = format_int((high - low - extra) // a)
    text = _("leave losing pair {rank}") if takes else _("this is losing pair {rank}")
    text += _(": {low} is the least number in no pair before, and {high} = {low} + {a}·{rank}")
    return text.format(**facts) + (" + 1" if extra else "")


def misere_pairs_text() -> str:
    """The losing pairs of Wythoff's own game in misère play, in words."""
    return _("the losing pairs are those of normal play, but 0,1 and 2,2 in place of 0,0 and 1,2")


def _zeros(notation: str) -> int:
    digits_only = notation.removesuffix("F")
    return len(digits_only) - len(digits_only.rstrip("0"))


def _shown(number: int) -> str:
    """A number with its Fibonacci notation, both shortened when they are long."""
    return f"{format_int(number)} = {_cut(to_notation(number))}"


def _cut(notation: str) -> str:
    return notation if len(notation) <= 24 else f"{notation[:6]}…{notation[-12:]}"
