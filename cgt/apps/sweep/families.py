"""Families of rules as one text: `0.???`, `{0,4}.?#`, `takeaway({1..5}n+{0..2})`, `subtraction(subsets(1..16))`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from math import prod
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from cgt.core.numbers import format_int
from cgt.core.reading import check_text, split_outside_brackets
from cgt.digits.rules import MOST_NUMBERS
from cgt.errors import BudgetError, ParseError

if TYPE_CHECKING:
    Piece: TypeAlias = "Sequence[str] | range | _Subsets"

MOST_RULES = 50_000_000
"""More rules than any sweep can study."""

TOGETHER = 10_000
"""The most texts that are put together at once, those of the last few pieces."""

OCTAL, HEXADECIMAL = "01234567", "0123456789ABCDEF"

_PIECE = re.compile(
    r"\{(\d{1,9})\.\.(\d{1,9})\}|subsets\((\d{1,4})\.\.(\d{1,4})(?:,(\d{1,4}))?\)|([?#])|\{([^{}]*,[^{}]*)\}"
    r"|vectorsets\((\d),(\d{1,2}),(\d)\)"
)


def rules_of(family: str, start: int = 0) -> Iterator[str]:
    """The rules of a family, in order from `start` on; a text without places to fill in is one rule.

    Places: `?` an octal digit, `#` a hexadecimal one; `{a..b}` a whole number from a to b, `{a,b,c}` one of these;
    `subsets(a..b)` every nonempty set of numbers from a to b, `subsets(a..b,k)` those of k numbers;
    `vectorsets(heaps,most,k)` every set of k vectors with entries from 0 to `most`.

    Raises:
        ParseError: a place has nothing to fill in, or a bracket has no form that is known.
        BudgetError: there are more than `MOST_RULES` rules.

    >>> list(rules_of("0.0?"))[:3], list(rules_of("wythoff({1..3})"))
    (['0.00', '0.01', '0.02'], ['wythoff(1)', 'wythoff(2)', 'wythoff(3)'])
    >>> list(rules_of("0.{16,56}")), list(rules_of("{kayles,grundy}"))
    (['0.16', '0.56'], ['kayles', 'grundy'])
    >>> next(rules_of("0.????????", 16_777_215))
    '0.77777777'
    >>> list(rules_of("subtraction(subsets(1..3,2))"))
    ['subtraction(1,2)', 'subtraction(1,3)', 'subtraction(2,3)']
    >>> list(rules_of("vectors(vectorsets(2,1,2))"))
    ['vectors((0,1),(1,0))', 'vectors((0,1),(1,1))', 'vectors((1,0),(1,1))']
    """
    return _texts(_pieces(family), start)


def rule_count(family: str) -> int:
    """The number of rules of a family, without listing them; raises as `rules_of`.

    >>> rule_count("0.???"), rule_count("subtraction(subsets(1..16))")
    (512, 65535)
    """
    return prod(map(_count, _pieces(family)))


def _pieces(family: str) -> Sequence[Piece]:
    """The lists of choices, of which each rule of a family combines one from each."""
    check_text(family)
    pieces: list[Piece] = []
    start, total = 0, 1
    for match in _PIECE.finditer(family):
        pieces += [(family[start : match.start()],), _choices(match, family)]
        if not _count(pieces[-1]):
            raise ParseError(f"{match[0]} is empty", family, match.start())
        total *= _count(pieces[-1])
        if total > MOST_RULES:
            _too_many(total)
        start = match.end()
    rest = family[start:]
    if "{" in rest or "subsets" in rest or "vectorsets" in rest:
        place = start + min(rest.find(sign) for sign in ("{", "subsets", "vectorsets") if sign in rest)
        raise ParseError("a range is written {1..5}, a choice {a,b}, subsets are subsets(1..9)", family, place)
    return (*pieces, (rest,))


def _texts(pieces: Sequence[Piece], start: int) -> Iterator[str]:
    """The texts of one choice from each piece, in order from `start` on; the last pieces are combined in advance."""
    place, together = len(pieces), 1
    while place and together * _count(pieces[place - 1]) <= TOGETHER:
        place -= 1
        together *= _count(pieces[place])
    ends = list(map("".join, product(*(map(str, piece) for piece in pieces[place:]))))
    if not ends:
        return
    skipped, within = divmod(start, len(ends))
    for beginning in _beginnings(pieces[:place], skipped):
        for end in islice(ends, within, None):
            yield beginning + end
        within = 0


def _beginnings(pieces: Sequence[Piece], start: int) -> Iterator[str]:
    if not pieces:
        yield from [""][start:]
        return
    *before, last = pieces
    skipped, within = divmod(start, _count(last))
    for beginning in _beginnings(before, skipped):
        for text in islice(last, within, None) if isinstance(last, _Subsets) else last[within:]:
            yield f"{beginning}{text}"
        within = 0


def _count(piece: Piece) -> int:
    return piece.count_all() if isinstance(piece, _Subsets) else len(piece)


def _choices(match: re.Match[str], family: str) -> Piece:
    low, high, least, greatest, size, sign, choice, *sets = match.groups()
    if sets[0]:
        if not 1 <= int(sets[0]) <= MOST_NUMBERS:
            raise ParseError(f"vectors have 1 to {MOST_NUMBERS} numbers, not {sets[0]}", family, match.start())
        return _Subsets(_vectors(int(sets[0]), int(sets[1])), int(sets[2]))
    if sign:
        return OCTAL if sign == "?" else HEXADECIMAL
    if choice:
        return list(dict.fromkeys(text.strip() for _place, text in split_outside_brackets(choice, ",")))
    numbers = range(int(low or least), int(high or greatest) + 1)
    return numbers if low else _Subsets(numbers, int(size) if size else None)


def _too_many(count: int) -> NoReturn:
    raise BudgetError(
        f"the family has {format_int(count)} rules or more, and at most "
        f"{format_int(MOST_RULES, group=True)} are studied: choose a smaller one"
    )


def _vectors(heaps: int, most: int) -> list[str]:
    """The vectors with `heaps` entries from 0 to `most`, not all of them 0."""
    if (most + 1) ** heaps > MOST_RULES:
        _too_many((most + 1) ** heaps)
    entries = list(product(range(most + 1), repeat=heaps))[1:]
    return [f"({','.join(map(str, entry))})" for entry in entries]


class _Subsets:
    """The nonempty subsets, or those of one size, as texts, counted without listing them."""

    def __init__(self, numbers: Sequence[int | str], size: int | None) -> None:
        self.numbers = numbers
        self.sizes: Iterable[int] = range(1, len(numbers) + 1) if size is None else (size,) * (size > 0)
        if len(numbers) > 60 and size is None:
            _too_many(2 ** len(numbers) - 1)

    def count_all(self) -> int:
        """The number of sets, which may exceed what `len` can return."""
        from math import comb

        return sum(comb(len(self.numbers), size) for size in self.sizes)

    def __iter__(self) -> Iterator[str]:
        sets = chain.from_iterable(combinations(self.numbers, size) for size in self.sizes)
        return (",".join(map(str, chosen)) for chosen in sets)
