"""Secrets as people write them, "3, 6, 9", "multiples of 3" or "every third", as sets of numbers to test.

Words are read in English and in French, whichever language the page speaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import accumulate, count, cycle, pairwise, takewhile

import attrs

from cgt.core.errors import ParseError
from cgt.core.language import _

LONGEST_SECRET = 400
"""Characters of a secret."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_DIGITS = (
    "one un une first|two deux second seconde deuxieme pair even twos|three trois third troisieme threes|"
    "four quatre fourth quatrieme fours|five cinq fifth cinquieme fives|six sixth sixieme sixes|"
    "seven sept seventh septieme sevens|eight huit eighth huitieme eights|nine neuf ninth neuvieme nines|"
    "ten dix tenth dixieme tens|eleven onze eleventh onzieme|twelve douze twelfth douzieme|thirteen treize|"
    "fourteen quatorze|fifteen quinze|sixteen seize|seventeen|eighteen|nineteen|twenty vingt"
)
_WORDS = {word: number for number, words in enumerate(_DIGITS.split("|"), 1) for word in words.split()}
_WORDS["zero"] = 0
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_ENDING = re.compile(r"(\d)(?:st|nd|rd|th|e|er|eme|s)\b", re.ASCII)

_NONE = re.compile(
    r"\b(none|never|nothing|nowhere|no numbers?|aucune?|jamais|rien|nulle part|pas de nombre|y en a pas)\b|^non?$"
)
_EQUAL = re.compile(r"\b(same|equal\w*|as many|alike|ega\w+|pareil\w*|memes?|autant|identiques?)\b")
_ODD = re.compile(r"\b(odd|impairs?|impaires?)\b")
_EVEN = re.compile(r"\b(evens?|pairs?|paires?)\b")
_DOUBLES = re.compile(r"\b(powers?|puissances?|doubl\w*|twice|2 times the)\b|\b2\s*\^")
_FIBONACCI = re.compile(r"\bfibo\w*|\bsums? of (?:last |previous )?2|\badd\w* (?:last|previous) 2|\bsomme des 2")
_STEP = _any(
    r"multiples? (?:of |de |d'|du )?(\d+)",
    r"\b(\d+) times table",
    r"\btable (?:of |de |des |du )?(\d+)",
    r"\b(?:every|each|all|chaque|tout?e?s?) (\d+)",
    r"\b1 (?:\w+ )?(?:sur|in|of|out of) (?:every )?(\d+)",
    r"\b(?:divisible|divided|divise|dividing|division)\w* (?:by|par) (\d+)",
    r"\bde (\d+) en \d+",
    r"\b(?:steps?|pas|jumps?|bonds?|gaps?|ecarts?) (?:of|de) (\d+)",
    r"\bin (\d+)",
    r"\bmod\w* (\d+)",
    r"\b(\d+)\s*[*×x·]?\s*[nk]\b",
    r"\b[nk]\s*[*×x·]\s*(\d+)",
    r"\b(\d+)x\b",
    r"\b(?:count\w*|by|par) (\d+)",
    r"\b(?:add|adding|plus|ajout\w+) (\d+) (?:each|every|chaque)",
)
_MORE = _any(
    r"(\d+) (?:more|de plus|above|after|apres|au-dessus)",
    r"(?:plus|\+) ?(\d+)",
    r"(?:remainder|rest|reste)\w*(?: of| de)? (\d+)",
    r"leav\w+ (\d+)",
    r"\b(\d+) \(?(?:mod|left)",
)
_LESS = re.compile(r"(\d+) (?:less|fewer|de moins|below|before|avant|under)|(?:minus|moins|-) ?(\d+)")
_FROM = re.compile(
    r"(?:from|start\w*(?: (?:at|with|from))?|begin\w*(?: (?:at|with))?|partir de|commenc\w+ (?:par|a)|des) (\d+)"
    r"|^(\d+),? ?(?:and |then |puis |et )"
)
_RANGE = re.compile(r"(\d+) ?(?:-|to|up to|through|a|jusqu'a|et|and|\.\.+) ?(\d+)")
_SEVERAL = r"\d+(?: ?(?:,|and|or|et|ou) ?\d+)+"
_RESTS = re.compile(rf"{_SEVERAL} (?:more|mod|de plus|above|after|apres)|(?:remainder|reste?)s?(?: of| de)? {_SEVERAL}")
_BEFORE = re.compile(r"(\d+) ?(?:plus|\+) ?_")
_BESIDE = re.compile(r"_ ?(?:,|;|and|or|et|ou)[^_\d]*_?[^_\d]*(\d+)")
_BETWEEN = re.compile(r"\b(?:between|entre)\b")


@attrs.frozen
class Verdict:
    """The verdict on a secret.

    Attributes:
        holds: whether it is true as far as it is tested.
        wrong: the smallest number at which it is not; None where all that was written is true.
    """

    holds: bool
    wrong: int | None = None


def verdict_on(text: str, losing: Collection[int], least: int, most: int, other: int | None = None) -> Verdict:
    """The verdict on what a person wrote about the losing numbers; of the ways to read it, that of the best.

    Nobody is asked about 0, nor below `least`. Numbers that are true as far as they go, with no way to go on that is,
    are `Verdict(False, None)`: more are to be written. "The same as the other" is `other`, if there is one.

    Raises:
        ParseError: there is neither a number nor a rule in it.

    >>> verdict_on("3 6 9", range(0, 61, 3), 0, 60), verdict_on("every third", range(0, 61, 3), 0, 60)
    (Verdict(holds=True, wrong=None), Verdict(holds=True, wrong=None))
    >>> verdict_on("3", range(0, 61, 3), 0, 60), verdict_on("3, 6, 10", range(0, 61, 3), 0, 60)
    (Verdict(holds=False, wrong=None), Verdict(holds=False, wrong=9))
    """
    first = max(least, 1)
    asked = {number for number in losing if first <= number <= most}
    listed, readings = read_secret(text, other)
    apart = [asked ^ set(_between(numbers(), first, most)) for numbers in readings]
    if not all(apart):
        return Verdict(True)
    if listed is None:
        return Verdict(False, min(apart[0]))
    written = {number for number in listed if number >= first}
    last = max(written, default=0)
    return Verdict(False, min((one for one in asked ^ written if one <= last), default=None))


def read_secret(text: str, other: int | None = None) -> tuple[list[int] | None, list[Callable[[], Iterator[int]]]]:
    """The numbers that a person listed, or None where a rule says them; and each way to go on, ascending for ever."""
    words = _plain(text)
    if other is not None and _EQUAL.search(words):
        return None, [lambda: iter((other,))]
    if rules := _rules(words):
        return None, rules
    listed = _listed(words)
    if listed is None:
        raise ParseError(_("I read numbers, such as 10, 20, 30, and rules, such as multiples of 10"))
    return listed, [lambda: iter(listed), *_ways_on(listed)]


def _between(numbers: Iterator[int], least: int, most: int) -> Iterator[int]:
    return (number for number in takewhile(lambda one: one <= most, numbers) if number >= least)


def _plain(text: str) -> str:
    """The text in lower case without accents, number words as digits."""
    small = unicodedata.normalize("NFKD", text[:LONGEST_SECRET].lower().replace("\u2019", "'"))
    small = "".join(one for one in small if not unicodedata.combining(one))
    small = re.sub(r"[\u2010-\u2015\u2212]", "-", small)
    small = re.sub(r"\bevery other\b", "every second", small)
    small = re.sub(r"[a-z]+", lambda word: str(_WORDS[word[0]]) if _is_number(word[0]) else word[0], small)
    return re.sub(r"\b(?:the|les|always|toujours)\b\s?|\bqu'", "", _ENDING.sub(r"\1", small)).strip()


def _is_number(word: str) -> bool:
    return word in _WORDS and word not in {"pair", "even"}


def _rules(words: str) -> list[Callable[[], Iterator[int]]]:
    """The numbers that a rule in words gives, in each way to read it; empty where there is none."""
    if _NONE.search(words):
        return [lambda: iter(())]
    listed = [int(number) for number in _NUMBER.findall(words)]
    if _FIBONACCI.search(words):
        return [_fibonacci]
    if _DOUBLES.search(words) and listed in ([], [2], [1], [1, 2]):
        return [lambda: accumulate(cycle([2]), lambda number, _two: 2 * number, initial=1)]
    if _ODD.search(words):
        return [lambda: _steps(1, 2)]
    if _EVEN.search(words) and not listed:
        return [lambda: _steps(2, 2)]
    step = _STEP.search(words)
    return [] if step is None or (size := _amount(step)) < 1 else _stepping(words, step, size)


def _stepping(words: str, step: re.Match[str], size: int) -> list[Callable[[], Iterator[int]]]:
    """The rules of equal steps: from where they begin, or with some remainders."""
    begin, end = step.span(step.lastindex or 0)
    remainder = step[0].startswith("mod")  # what stands after it, = 0, is no number of the rule
    around = f"{words[:begin]}_{'' if remainder else words[end:]}"
    if start := _FROM.search(around):
        return [lambda: _steps(_amount(start), size)]
    if several := _RESTS.search(around):  # 0 or 2 more than a multiple of 7
        rests = {int(number) % size for number in _NUMBER.findall(several[0])}
        return [lambda: _with_rests(rests, size)]
    compact = _STEP.sub("_", words)
    more, less = _MORE.search(around) or _BEFORE.search(compact), _LESS.search(around)
    by = (_amount(more) - (0 if more else _amount(less))) % size
    beside = {0, _amount(_BESIDE.search(compact)) % size}  # the multiples of 7, and 2 more
    return [lambda: _steps(by, size), *([lambda: _with_rests(beside, size)] if by in beside - {0} else [])]


def _with_rests(rests: Collection[int], size: int) -> Iterator[int]:
    """The numbers with such remainders."""
    return (number for number in count() if number % size in rests)


def _amount(match: re.Match[str] | None) -> int:
    return 0 if match is None else int(next(filter(None, match.groups())))


def _listed(words: str) -> list[int] | None:
    """The numbers of a list, ascending, with ranges such as 5 to 12 filled in; None without numbers."""
    single = _RANGE.search(words) if len(_NUMBER.findall(words)) == 2 else None
    if single and (_BETWEEN.search(words) or not re.search(r"\b(et|and)\b", single[0])):
        first, last = int(single[1]), int(single[2])
        return list(range(first, min(last, first + 10_000) + 1))
    numbers = sorted({int(number) for number in _NUMBER.findall(words)})
    return numbers or None


def _ways_on(listed: Sequence[int]) -> Iterator[Callable[[], Iterator[int]]]:
    """The continuations of listed numbers: by the same steps, by doubling, or by the sum of the two before."""
    steps = [after - before for before, after in pairwise(listed)]
    for period in range(1, len(steps) + 1):
        again = steps[:period]
        if all(one == again[place % period] for place, one in enumerate(steps)):
            yield partial(accumulate, cycle(again), initial=listed[0])
            break
    own = [number for number in listed if number]
    if len(own) > 2 and all(after == 2 * before for before, after in pairwise(own)):
        yield lambda: accumulate(cycle([2]), lambda number, _two: 2 * number, initial=own[0])
    if len(own) > 3 and own == list(_between(_fibonacci(), own[0], own[-1])):
        yield lambda: (number for number in _fibonacci() if number >= own[0])


def _steps(first: int, by: int) -> Iterator[int]:
    return accumulate(cycle([by]), initial=first)


def _fibonacci() -> Iterator[int]:
    before, number = 1, 1
    while True:
        yield number
        before, number = number, before + number
