"""Families of rules as one text: `0.???`, `{0,4}.?#`, `takeaway({1..5}n+{0..2})`, `subtraction(subsets(1..16))`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from cgt.core.errors import BudgetError, ParseError
from cgt.core.language import _, grouped
from cgt.core.numbers import shortened
from cgt.core.reading import check_text

if TYPE_CHECKING:
    Piece: TypeAlias = "Sequence[str] | range | _Subsets"

MOST_RULES = 5_000_000
"""More rules than any sweep can study."""

LARGE = 1_000
"""A piece with more choices is made lazily."""

OCTAL, HEXADECIMAL = "01234567", "0123456789ABCDEF"

_PIECE = re.compile(
    r"\{(\d{1,9})\.\.(\d{1,9})\}|subsets\((\d{1,4})\.\.(\d{1,4})(?:,(\d{1,4}))?\)|([?#])|\{([^{}]*,[^{}]*)\}"
)


def rules_of(family: str) -> Iterator[str]:
    """The rules of a family, in order; a text without a place to fill in is one rule.

    Places: `?` an octal digit, `#` a hexadecimal one; `{a..b}` a whole number from a to b, `{a,b,c}` one of these;
    `subsets(a..b)` every nonempty set of numbers from a to b, `subsets(a..b,k)` those of k numbers.

    Raises:
        ParseError: a range is empty, or a bracket has no form that is known.
        BudgetError: there are more than `MOST_RULES` rules.

    >>> list(rules_of("0.0?"))[:3], list(rules_of("wythoff({1..3})"))
    (['0.00', '0.01', '0.02'], ['wythoff(1)', 'wythoff(2)', 'wythoff(3)'])
    >>> list(rules_of("0.{16,56}")), list(rules_of("{kayles,grundy}"))
    (['0.16', '0.56'], ['kayles', 'grundy'])
    >>> list(rules_of("subtraction(subsets(1..3,2))"))
    ['subtraction(1,2)', 'subtraction(1,3)', 'subtraction(2,3)']
    """
    check_text(family)
    pieces: list[Piece] = []
    start, total = 0, 1
    for found in _PIECE.finditer(family):
        pieces += [(family[start : found.start()],), _choices(found, family)]
        total *= _count(pieces[-1])
        if total > MOST_RULES:
            _too_many(total)
        start = found.end()
    rest = family[start:]
    if "{" in rest or "subsets" in rest:
        place = start + min(rest.find(sign) for sign in ("{", "subsets") if sign in rest)
        raise ParseError(_("a range is written {1..5}, a choice {a,b}, subsets are subsets(1..9)"), family, place)
    return _texts((*pieces, (rest,)))


def _texts(pieces: Sequence[Piece]) -> Iterator[str]:
    """The texts of one choice from each piece, in order, a large piece being made as one walks on."""
    large = next((place for place, piece in enumerate(pieces) if _count(piece) > LARGE), None)
    if large is None:
        return map("".join, product(*(map(str, piece) for piece in pieces)))
    before, after = pieces[:large], pieces[large + 1 :]
    return (f"{first}{text}{rest}" for first in _texts(before) for text in pieces[large] for rest in _texts(after))


def _count(piece: Piece) -> int:
    return piece.count_all() if isinstance(piece, _Subsets) else len(piece)


def _choices(found: re.Match[str], family: str) -> Piece:
    low, high, least, greatest, size, sign, choice = found.groups()
    if sign:
        return OCTAL if sign == "?" else HEXADECIMAL
    if choice:
        return [text.strip() for text in choice.split(",")]
    first, last = int(low or least), int(high or greatest)
    if first > last:
        raise ParseError(
            _("the range from {first} to {last} is empty").format(first=first, last=last), family, found.start()
        )
    if low:
        return range(first, last + 1)
    return _Subsets(range(first, last + 1), int(size) if size else None)


def _too_many(count: int) -> NoReturn:
    raise BudgetError(
        _("the family has {count} rules or more, and at most {most} are studied: choose a smaller one").format(
            count=shortened(count), most=grouped(MOST_RULES)
        )
    )


class _Subsets:
    """The nonempty sets of some numbers, or those of one size, as texts; counted without making them."""

    def __init__(self, numbers: range, size: int | None) -> None:
        self.numbers = numbers
        self.sizes: Iterable[int] = range(1, len(numbers) + 1) if size is None else (size,)
        if len(numbers) > 60 and size is None:
            _too_many(2 ** len(numbers) - 1)

    def count_all(self) -> int:
        """How many there are, which may be more than `len` can say."""
        from math import comb

        return sum(comb(len(self.numbers), size) for size in self.sizes)

    def __iter__(self) -> Iterator[str]:
        sets = chain.from_iterable(combinations(self.numbers, size) for size in self.sizes)
        return (",".join(map(str, chosen)) for chosen in sets)
