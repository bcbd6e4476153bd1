"""Secrets as people write them, "3, 6, 9", "multiples of 3" or "every third", as sets of numbers to test.

Words are read in English and in French, whichever language the page speaks: `secret_words` puts a few words in
capitals, the same for both languages, in their place, and `_RULES` reads those. A text in which any word is left over
is not read: a part of it would be another rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import accumulate, cycle, pairwise, takewhile
from math import isqrt

import attrs

from cgt.apps.web.secret_words import secret_words
from cgt.core.language import _
from cgt.core.nimber import nim_sum
from cgt.digits.fibonacci import fibonacci_like
from cgt.errors import ParseError

_LIST = r"\d+(?:(?: ,| AND| OR| THEN)* \d+)*"
_LISTED = re.compile(rf"(?:N )?{_LIST}(?: ,| AND| ETC)*")
_NUMBER = re.compile(r"\d+", re.ASCII)

Numbers = frozenset[int]


@attrs.frozen
class Verdict:
    """The verdict on a secret.

    Attributes:
        holds: whether it is true as far as it is tested.
        wrong: the smallest number at which it is not; None where all that was written is true.
    """

    holds: bool
    wrong: int | None = None


def verdict_on(text: str, losing: Collection[int], least: int, most: int, beside: Sequence[int] = ()) -> Verdict:
    """The verdict on what a person wrote about the losing numbers; of the ways to read it, that of the best.

    Nobody is asked about 0, nor below `least`. Numbers that are true as far as they go, with no way to go on that is,
    are `Verdict(False, None)`: more are to be written.

    Args:
        text: what was written.
        losing: the numbers at which whoever begins loses.
        least: the smallest number that is asked about.
        most: the largest.
        beside: the numbers that stand beside it, with which "the same as the other" is compared.

    Raises:
        ParseError: there is neither a number nor a rule in it, or a word that is not read.

    >>> verdict_on("3 6 9", range(0, 61, 3), 0, 60), verdict_on("every third", range(0, 61, 3), 0, 60)
    (Verdict(holds=True, wrong=None), Verdict(holds=True, wrong=None))
    >>> verdict_on("3", range(0, 61, 3), 0, 60), verdict_on("3, 6, 10", range(0, 61, 3), 0, 60)
    (Verdict(holds=False, wrong=None), Verdict(holds=False, wrong=9))
    """
    asked = set(range(max(least, 1), most + 1))
    lost = asked & set(losing)
    words = secret_words(text)
    listed, readings = _read(words, most, beside)
    apart = [lost ^ (asked & reading) for reading in readings]
    if not all(apart):
        return Verdict(True)
    if listed is None:
        return Verdict(False, min(apart[0]))
    written = {number for number in listed if number >= min(asked)}
    last = max(written, default=0)
    return Verdict(False, min((one for one in lost ^ written if one <= last), default=None))


def _read(words: str, most: int, beside: Sequence[int]) -> tuple[list[int] | None, list[Numbers]]:
    """The numbers that a person listed, or None where a rule says them; and each way to read it, up to `most`."""
    reader = _Reader(most, beside)
    if len(set(beside)) == 1:
        compared = re.sub(r"(?<!\d )\b(MORE|LESS)(?= OTHER)", lambda sign: {"MORE": "GT", "LESS": "LT"}[sign[0]], words)
        words = re.sub(r"(?:(?<=GE)|(?<=LE))(?: SAME)? OTHER|\bOTHER", f" {beside[0]}", compared).replace("  ", " ")
    if _LISTED.fullmatch(listed := re.sub(r"^LOSE | LOSE$", "", words)):
        numbers = _numbers(listed)
        return sorted(set(numbers)), [*_last_heap_of(numbers, beside), *_continued(numbers, reader.top)]
    if not re.search("[a-z]", words) and (readings := reader.rule(words)):
        return None, readings
    raise ParseError(_("I read numbers, such as 10, 20, 30, and rules, such as multiples of 10"))


def _numbers(words: str) -> list[int]:
    return [int(number[:6]) for number in _NUMBER.findall(words)]


class _Reader:
    """A reader of words in capitals as sets of numbers below `top`: each method gives the ways to read, best first."""

    def __init__(self, most: int, beside: Sequence[int]) -> None:
        self.beside = beside
        self.top = 2 * most + 2  # more than is asked about: what is read may be made less
        self.all = frozenset(range(self.top))
        self.rule: Callable[[str], list[Numbers]] = cache(self._rule)

    def _rule(self, words: str) -> list[Numbers]:
        """The ways to read a rule; none if a word of it is not read."""
        for pattern, build in _RULES:
            if (match := pattern.fullmatch(words)) and (readings := build(self, *match.groups())):
                return readings
        for joint, join in _JOINTS:
            for place in re.finditer(joint, words):
                parts = [part.strip(" ,") for part in (words[: place.start()], words[place.end() :])]
                first, second = map(self.numbers, parts)
                if first and second:
                    return self.joined(parts, join) if joint == " AND " else self.combined(parts, join)
        return []

    def numbers(self, words: str) -> list[Numbers]:
        """The ways to read a list, which goes on where it says so, or a rule."""
        if re.fullmatch(f"(?:N )?{_LIST}", words):
            return [frozenset(_numbers(words))]
        if _LISTED.fullmatch(words):
            return list(_continued(_numbers(words), self.top))[1:]
        return self.rule(words)

    def combined(self, parts: Sequence[str | None], join: Callable[[Numbers, Numbers], Numbers]) -> list[Numbers]:
        first, second = map(self.numbers, filter(None, parts))
        return [join(one, other) for one in first for other in second]

    def both(self, *parts: str | None) -> list[Numbers]:
        """The numbers with two properties; none if there are none, since nobody says such a rule."""
        return [common for common in self.combined(parts, frozenset.__and__) if common]

    def joined(self, parts: Sequence[str], union: Callable[[Numbers, Numbers], Numbers]) -> list[Numbers]:
        """Two rules joined by "and": numbers of both kinds, or with both properties."""
        if any(re.fullmatch(_LIST, part) for part in parts):
            return self.combined(parts, union)
        if any(map(_PROPERTY.fullmatch, parts)) and (common := self.both(*parts)):
            return common
        if any(part in {"ODD", "EVEN"} for part in parts):
            return self.both(*parts) + self.combined(parts, union)
        return self.combined(parts, union)

    def where(self, holds: Callable[[int], bool]) -> list[Numbers]:
        return [frozenset(filter(holds, self.all))]

    def complement(self, words: str) -> list[Numbers]:
        listed = re.fullmatch(_LIST, words)
        return [self.all - one for one in (_continued(_numbers(words), self.top) if listed else self.numbers(words))]

    def multiples(self, sizes: str) -> list[Numbers]:
        """The multiples of any of the sizes; where they are "4 and 1", perhaps the multiples of 4, and 1."""
        numbers = _numbers(sizes)
        steps = {*numbers} - {0}
        result = self.where(lambda number: any(number % step == 0 for step in steps)) if steps else []
        if " AND " in sizes and len(numbers) == 2:
            result = result[1 in steps :] + self.and_number(f"MULT {numbers[0]}", str(numbers[1]))
        return result

    def and_number(self, words: str, number: str) -> list[Numbers]:
        """The numbers of a rule and one more number, or those that are more by it."""
        return [one | {int(number)} for one in self.rule(words)] + self.shifted(words, 0, int(number))

    def shifted(self, words: str, *amounts: int) -> list[Numbers]:
        """The numbers of a rule, more by any of the amounts."""
        return [frozenset(number + by for number in one for by in amounts) for one in self.rule(words)]

    def with_shifted(self, words: str, joint: str | None, amount: str | None, sign: str) -> list[Numbers]:
        """Those of a rule and those that are more or less; "multiples of 7 and 2 more" may mean these alone."""
        by = _signed(sign, amount or "1")
        return self.shifted(words, 0, by) + (self.shifted(words, by) if joint == "AND" and amount else [])

    def scaled(self, size: str, words: str) -> list[Numbers]:
        return [frozenset(int(size) * number for number in one) for one in self.numbers(words)]

    def grown(self, start: int, base: str) -> list[Numbers]:
        """The start times the powers of the base."""
        powers = frozenset(start * int(base) ** power for power in range(self.top.bit_length()))
        return [powers] if int(base) > 1 and start else []

    def walked(self, start: int, steps: str) -> list[Numbers]:
        amounts = [amount for amount in _numbers(steps) if amount]
        return [frozenset(_walk(start, amounts, self.top))] if amounts else []

    def rests(self, before: str | None, size: str, after: str | None) -> list[Numbers]:
        """The numbers whose remainder is as the words before and after the divisor say; without any, is not 0."""
        modulus, sides = int(size), f"{before or ''} {after or ''}"
        words = re.sub(r"\b(?:REST|N|SAME|THEN)\b", "", sides)
        words = re.sub(r"^(?:AND|,) | (?:AND|,)$", "", " ".join(words.split()))
        listed = re.fullmatch(_LIST, words) is not None
        if re.search(r"\d (?:AND|OR|,) REST", sides) or all(map(_NUMBER.search, (before or "", after or ""))):
            return []  # 5, and those with a rest of 2; a rest of 2, and 5
        if listed and len(numbers := _numbers(words)) > 1 and max(numbers) >= modulus:
            return []
        if not modulus or not (listed or re.fullmatch(rf"(?:NOT )?(?:{_LIST}|{_BOUNDED}|ODD|EVEN)|", words)):
            return []
        readings = self.numbers(words) if words else [self.all - {0}]
        kept = [{rest % modulus for rest in one if listed or rest < modulus} for one in readings]
        return [frozenset(number for number in self.all if number % modulus in rests) for rests in kept]

    def beside_by(self, by: int) -> list[Numbers]:
        """The number beside it, more by so much, where it is one alone."""
        return [frozenset({self.beside[0] + by})] if len(set(self.beside)) == 1 else []

    def last_heap(self, words: str) -> list[Numbers]:
        return [*_last_heap_of(_numbers(words), self.beside), *self.numbers(words)]


def _signed(sign: str, amount: str) -> int:
    return int(amount) if sign in {"MORE", "ADD", "GT"} else -int(amount)


_JOINTS: tuple[tuple[str, Callable[[Numbers, Numbers], Numbers]], ...] = (
    (" BUT ", frozenset.__sub__),
    (" OR ", frozenset.__or__),
    (" AND ", frozenset.__or__),
    (" , ", frozenset.__or__),
    (" NOT ", frozenset.__sub__),
)
_BOUNDED = r"(?:(?:GT|GE|LT|LE) \d+|(?:STRICT )?BETWEEN \d+ AND \d+|(?:FROM )?\d+ TO \d+)"
_PROPERTY = re.compile(rf"(?:NOT )?(?:{_BOUNDED}|BY \d+|NOT .+)(?: {_BOUNDED})*|N .+")
_ONE = r"(?:(?! (?:AND|OR|BUT|,) ).)+?"
"""Words that are not joined."""
_EITHER = r"\d+(?:(?: ,| OR)+ \d+)*"
_KIND = rf"(?:(?:ODD|EVEN) )?[A-Z]+(?: {_EITHER})?"
_SOME = rf"(?:{_KIND} (?:{_BOUNDED}|FROM \d+)|{_BOUNDED} {_KIND})"
"""Numbers of a kind with bounds of their own."""
_WHERE = r"(?:(?!\b(?:WIN|LOSE)\b).)+"
_THEN = r"(?: ,| AND| THEN| ETC)*"

Build = Callable[..., list[Numbers]]


def _rules(*pairs: tuple[str, Build]) -> tuple[tuple[re.Pattern[str], Build], ...]:
    return tuple((re.compile(pattern), build) for pattern, build in pairs)


# The rules, each with the ways to read what its groups hold; the first that has any is taken.
_RULES = _rules(
    (r"(.*?) ?\bONLY\b ?(.*)", lambda r, one, other: r.last_heap(f"{one} {other}".strip(" ,"))),
    (rf"({_LIST}){_THEN} NONE", lambda r, numbers: r.numbers(numbers)),
    # who wins
    (
        r"WIN|(?:NONE|(?:ALL )?NOT) LOSE|NOT(?: ALL| 1)?|NONE(?: ALL)?",
        lambda _r: [frozenset()],
    ),
    (r"ALL|LOSE|(?:NONE|NOT) WIN|N|WHOLE", lambda r: [r.all]),
    (rf"(?:WIN|NOT LOSE) ({_WHERE})|({_WHERE}?) (?:WIN|NOT LOSE)", lambda r, a, b: r.complement(a or b)),
    (rf"(?:LOSE|NOT WIN) ({_WHERE})|({_WHERE}?) (?:LOSE|NOT WIN)", lambda r, a, b: r.numbers(a or b)),
    (
        r"(?:ALL )?(?:BUT|NOT|NONE) ((?:(?!BUT).)+)|ALL BUT (.+)",
        lambda r, a, b: [r.all - one for one in r.numbers(a or b)],
    ),
    # a property of the number, or of another that it gives
    (r"N (?!MORE|LESS|OVER|ADD|TAKE)(.+)|(.+) N", lambda r, a, b: r.numbers(a or b)),
    (
        r"DIGITSUM (.+)|(.+) DIGITSUM",
        lambda r, a, b: [frozenset(n for n in r.all if sum(map(int, str(n))) in one) for one in r.numbers(a or b)],
    ),
    (rf"ENDS ({_LIST})", lambda r, ends: r.where(lambda n: n % 10 in _numbers(ends))),
    (r"(?:MULT|BY) (\d+) REST 0|REST 0 (?:MULT|BY) (\d+)", lambda r, a, b: r.multiples(a or b)),
    (r"(.*?) ?MOD (\d+) ?((?:(?!MOD).)*)", lambda r, *parts: r.rests(*parts)),
    (r"(.*REST.*?) ?BY (\d+) ?(.*)", lambda r, *parts: r.rests(*parts)),
    (r"(.*?) ?BY (\d+) ?(.*REST.*)", lambda r, *parts: r.rests(*parts)),
    (r"REST (.+)|(.+) REST", lambda r, a, b: r.numbers(a or b)),
    (
        rf"({_SOME})(?: ,)? (AND|OR|,) ({_SOME})",
        lambda r, a, joint, b: r.combined((a, b), frozenset.__or__) + (r.both(a, b) if joint == "AND" else []),
    ),
    # growth
    (r"(\d+) TIMES (\d+)", lambda _r, a, b: [frozenset({int(a) * int(b)})]),
    (r"SQUARE", lambda r: r.where(lambda n: isqrt(n) ** 2 == n)),
    (r"PRIME", lambda r: r.where(lambda n: n > 1 and all(n % d for d in range(2, n)))),
    (r"FIB", lambda r: [frozenset(takewhile(lambda n: n < r.top, fibonacci_like(1, 2)))]),
    (
        rf"(?:(?:FROM )?1{_THEN} 2{_THEN} )?(?:ALL |1 )*(?=.*2)(?=.*BEFORE)(?=.*(SUM|ADD))(?:(?:SUM|ADD|BEFORE|2) ?)+",
        lambda r, _sum: r.rule("FIB"),
    ),
    (r"POW (\d+)|(?:ALL |1 )?(\d+) TIMES(?: 1)?(?: BEFORE)?(?: THEN)?", lambda r, a, b: r.grown(1, a or b)),
    (r"TIMES (\d+)", lambda r, base: r.grown(1, base) + r.multiples(base)),
    (
        rf"(?:FROM )?({_LIST}){_THEN} (?:TIMES (\d+)|(\d+) TIMES(?: BEFORE)?)",
        lambda r, a, b, c: [one for one in r.grown(_numbers(a)[0], b or c) if one.issuperset(_numbers(a))],
    ),
    (
        r"(?:(?:POW|TIMES) (\d+)|(\d+) TIMES(?: BEFORE)?) FROM (\d+)",
        lambda r, b, c, start: r.grown(int(start), b or c),
    ),
    (r"N OVER (\d+) (.+)|(\d+) TIMES (.+)", lambda r, a, b, c, d: r.scaled(a or c, b or d)),
    (rf"({_ONE}) TIMES (\d+)", lambda r, words, size: r.scaled(size, words)),
    # steps
    (
        rf"({_LIST}){_THEN} (?:(?:(?:STEP|ADD) )+(\d+(?:(?: ,| THEN| AND| ADD)* \d+)*)(?: MORE)?|(\d+) MORE)",
        lambda r, a, b, c: [one.union(_numbers(a)) for one in r.walked(_numbers(a)[-1], b or c)],
    ),
    (rf"FROM (\d+){_THEN} (?:(?:STEP|ADD|MORE) )+(\d+)", lambda r, start, step: r.walked(int(start), step)),
    (rf"(?:(?:STEP|ADD|MORE) )+(\d+){_THEN} FROM (\d+)", lambda r, step, start: r.walked(int(start), step)),
    (
        r"(?:(?:STEP|ADD|MORE) )+(\d+(?:(?: ,| THEN| AND| STEP| ADD| MORE)* \d+)*)",
        lambda r, steps: r.walked(0, steps),
    ),
    (
        rf"FROM (\d+){_THEN} ([A-Z].*)|(.+) FROM (\d+)",
        lambda r, a, b, c, d: [frozenset(n for n in one if n >= int(a or d)) for one in r.rule(b or c)],
    ),
    # multiples
    (rf"(?:MULT|BY) ({_EITHER})|MULT ({_LIST})", lambda r, a, b: r.multiples(a or b)),
    (
        r"BY (\d+) AND (?:BY )?(\d+)",
        lambda r, a, b: [first & second for first in r.multiples(a) for second in r.multiples(b)],
    ),
    # more or less than those of a rule
    (
        r"N (MORE|LESS) (\d+)(?: AND)? (.+)|(?:N )?(ADD|TAKE) (\d+)(?: AND| ,| THEN)* (.+)",
        lambda r, a, b, c, d, e, f: r.shifted(c or f, -_signed(a or d, b or e)),
    ),
    (
        rf"({_ONE}){_THEN} (ADD|TAKE) (\d+)|({_ONE})(?: ,)? (MORE|LESS) (\d+)",
        lambda r, a, b, c, d, e, f: r.shifted(a or d, _signed(b or e, c or f)),
    ),
    (rf"({_ONE}) (\d+) (MORE|LESS)", lambda r, words, by, sign: r.shifted(words, _signed(sign, by))),
    (
        rf"({_EITHER}) (MORE|LESS) ({_KIND})",
        lambda r, amounts, sign, words: r.shifted(words, *(_signed(sign, str(by)) for by in _numbers(amounts))),
    ),
    (
        rf"(\d+) (MORE|LESS) (?:OR|AND) (\d+) (MORE|LESS) ({_KIND})",
        lambda r, a, sign, b, turned, words: r.shifted(words, _signed(sign, a), _signed(turned, b)),
    ),
    (r"(MORE|LESS) ([A-Z].*)", lambda r, sign, words: r.shifted(words, _signed(sign, "1"))),
    (r"NEXT (.+)", lambda r, words: r.shifted(words, -1, 1)),
    (
        rf"({_ONE}) (?:(AND)|(?:OR|,)(?= \d))(?: (\d+))? (MORE|LESS)(?: 1| SAME)?",
        lambda r, *parts: r.with_shifted(*parts),
    ),
    (rf"({_ONE}) AND(?: THEN)? (\d+)", lambda r, words, number: r.and_number(words, number)),
    # between bounds
    (
        r"(\d+) (?:MORE|GT) (\d+)",
        lambda _r, a, b: [frozenset({int(a) + int(b)}), frozenset({int(a), int(b)})],
    ),
    (r"(\d+) (?:LESS|LT) (\d+)", lambda _r, a, b: [frozenset({abs(int(a) - int(b))})]),
    (
        r"(\d+) TO (\d+)",
        lambda r, a, b: r.where(lambda n: int(a) <= n <= int(b)) if int(a) < int(b) else r.rule(f"{a} LESS {b}"),
    ),
    (rf"({_LIST}) ETC ,? ?(\d+)", lambda r, begun, last: r.both(f"{begun} ETC", f"LE {last}")),
    (r"GT (\d+)", lambda r, bound: r.where(lambda n: n > int(bound))),
    (r"(?:GE|FROM) (\d+)", lambda r, bound: r.where(lambda n: n >= int(bound))),
    (r"LT (\d+)", lambda r, bound: r.where(lambda n: n < int(bound))),
    (r"LE (\d+)", lambda r, bound: r.where(lambda n: n <= int(bound))),
    (
        r"STRICT BETWEEN (\d+) AND (\d+)|BETWEEN (\d+) AND (\d+) STRICT",
        lambda r, a, b, c, d: r.where(lambda n: int(a or c) < n < int(b or d)),
    ),
    (
        r"BETWEEN (\d+) AND (\d+)",
        lambda r, a, b: [*r.rule(f"{a} TO {b}"), *r.rule(f"STRICT BETWEEN {a} AND {b}")],
    ),
    (r"ODD", lambda r: r.where(lambda n: n % 2 == 1)),
    (r"EVEN", lambda r: r.where(lambda n: n % 2 == 0)),
    (rf"ALL ({_BOUNDED})|(N )?({_BOUNDED}) N", lambda r, a, _n, b: r.rule(a or b)),
    (rf"({_BOUNDED})(?: AND| ,)* (.+)|(ODD|EVEN) (.+)", lambda r, *parts: r.both(*parts)),
    (rf"(.+?)(?<!ALL)(?: AND| ,)* ({_BOUNDED})|(.+?) (ODD|EVEN)", lambda r, *parts: r.both(*parts)),
    # other heaps
    (r"(?:ALL )?SAME(?: OTHER| SAME| ALL)*", lambda r: r.beside_by(0)),
    (r"SAME (\d+)|ALL (\d+)", lambda _r, a, b: [frozenset({int(a or b)})]),
    (
        r"(\d+) (MORE|LESS)(?: OTHER)?",
        lambda r, by, sign: r.beside_by(_signed(sign, by)) if r.beside else r.walked(0, by),
    ),
    (r"(?:XOR )?(\d+ (?:XOR|AND) \d+)", lambda _r, words: [frozenset({nim_sum(*_numbers(words))})]),
    (r"XOR (?:0|OTHER(?: 2)?)", lambda r: [frozenset({nim_sum(*r.beside)})] if r.beside else []),
    (r"XOR NOT 0", lambda r: [r.all - one for one in r.rule("XOR 0")]),
)


def _last_heap_of(numbers: Sequence[int], beside: Sequence[int]) -> list[Numbers]:
    """The reading as the last heap of a position written in full, such as 7,4; empty for other lists."""
    count = len(beside)
    return [frozenset(numbers[-1:])] if count and len(numbers) == count + 1 and [*numbers[:count]] == [*beside] else []


def _continued(numbers: Sequence[int], most: int) -> Iterator[Numbers]:
    """The listed numbers, and what they are with each way to go on: by equal steps, steps in turn, or growth."""
    listed = sorted(set(numbers))
    yield frozenset(listed)
    steps = [after - before for before, after in pairwise(listed)]
    for period in range(1, len(steps) + 1):
        again = steps[:period]
        if all(one == again[place % period] for place, one in enumerate(steps)):
            yield frozenset(_walk(listed[0], again, most))
            break
    own = [number for number in listed if number]
    if len(own) > 2 and all(after == 2 * before for before, after in pairwise(own)):
        yield frozenset(own[0] << power for power in range(most.bit_length()))
    fibonacci = list(takewhile(lambda one: one <= max([most, *listed]), fibonacci_like(1, 2)))
    if len(own) > 3 and own == sorted({one for one in fibonacci if own[0] <= one <= own[-1]}):
        yield frozenset(number for number in fibonacci if number >= own[0])


def _walk(start: int, steps: Sequence[int], most: int) -> Iterator[int]:
    return takewhile(lambda one: one <= most, accumulate(cycle(steps), initial=start))
