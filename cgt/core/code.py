"""The codes of taking-and-breaking games: parsing, printing, comparison, moves, and the codes of named games.

A code is `d0.d1d2d3…`: digit d_k says into how many heaps the rest may be left when k counters are taken away (d0: when
the heap is only split). The grammar, after Guy and Smith (1956), *Winning Ways* (chapter 4) and CGSuite's notation:

- a digit `0`–`9`, `A`–`F`: the sum of 1 (nothing is left), 2 (one heap), 4 (two heaps), 8 (three heaps);
- a set `{0,2,5}` of heap counts, the way to allow more than three; `{2+}` is two or more;
- a constraint behind a digit, or behind a count in a set, on the heaps when they are two or more: `=` all of one size,
  `!` all of different sizes, `?` not all of one size;
- `[…]` at the end: those digits repeat for ever, so `0.[3]` is nim.

Codes that mean the same game move by move compare equal: `0.770`, `.77` and `0.77`; `0.3[33]` and `0.[3]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from operator import attrgetter

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.core.reading import SignReader, check_text, indentation
from cgt.errors import ParseError, PositionError

HEX = "0123456789ABCDEF"


class Constraint(Enum):
    """A condition on the sizes of the heaps left, when they are two or more."""

    ANY = ""
    EQUAL = "="
    DISTINCT = "!"
    UNEQUAL = "?"


@attrs.frozen(cache_hash=True)
class Digit:
    """The counts of heaps that may be left: `allowed[c]` for c heaps (None: not allowed), `more` beyond.

    Built in its one normal form: a constraint on fewer than two heaps says nothing, two unequal heaps are distinct,
    and counts at the end that `more` covers are dropped.

    >>> Digit.of({1: Constraint.ANY, 2: Constraint.UNEQUAL}) == Digit.of({1: Constraint.ANY, 2: Constraint.DISTINCT})
    True
    """

    allowed: tuple[Constraint | None, ...] = ()
    more: Constraint | None = None

    @classmethod
    def of(cls, counts: dict[int, Constraint], more: Constraint | None = None) -> Digit:
        """The digit that allows these counts of heaps under their constraints, and `more` above the greatest count."""
        normal = {heaps: _normal(heaps, constraint) for heaps, constraint in counts.items()}
        greatest = max(normal, default=-1)
        if more:
            normal |= {heaps: _normal(heaps, more) for heaps in range(greatest + 1, 3)}
            greatest = max(greatest, 2)
        allowed = [normal.get(heaps) for heaps in range(greatest + 1)]
        while allowed and allowed[-1] is more:
            allowed.pop()
        return cls(tuple(allowed), more)

    @classmethod
    def of_mask(cls, mask: int, constraint: Constraint = Constraint.ANY) -> Digit:
        """The digit written as a number: bit c allows c heaps."""
        return _digit_of_mask(mask, constraint)

    def constraint(self, heaps: int) -> Constraint | None:
        """The constraint on so many heaps; None if so many may not be left."""
        return self.allowed[heaps] if heaps < len(self.allowed) else self.more

    @cached_property
    def mask(self) -> int | None:
        """The digit as a plain number, or None if it carries a constraint or allows any number of heaps."""
        if self.more or any(constraint not in {None, Constraint.ANY} for constraint in self.allowed):
            return None
        return sum(1 << heaps for heaps, constraint in enumerate(self.allowed) if constraint)

    @cached_property
    def most(self) -> int | None:
        """The greatest number of heaps that may be left (0 for the digit 0), or None without a bound."""
        return None if self.more else max(len(self.allowed) - 1, 0)

    def __bool__(self) -> bool:
        return bool(self.allowed or self.more)

    def __str__(self) -> str:
        kinds = {constraint for constraint in self.allowed[2:] if constraint}
        if not self.more and len(self.allowed) <= 4 and len(kinds) <= 1:
            value = sum(1 << heaps for heaps, constraint in enumerate(self.allowed) if constraint)
            return HEX[value] + "".join(constraint.value for constraint in kinds)
        written = [f"{heaps}{constraint.value}" for heaps, constraint in enumerate(self.allowed) if constraint]
        if self.more:
            written.append(f"{len(self.allowed)}{self.more.value}+")
        return "{" + ",".join(written) + "}"


NOTHING = Digit()


@lru_cache(maxsize=1 << 10)
def _digit_of_mask(mask: int, constraint: Constraint) -> Digit:
    return Digit.of({heaps: constraint for heaps in range(mask.bit_length()) if mask >> heaps & 1})


def _normal(heaps: int, constraint: Constraint) -> Constraint:
    if heaps < 2:
        return Constraint.ANY
    return Constraint.DISTINCT if heaps == 2 and constraint is Constraint.UNEQUAL else constraint


def partitions(total: int, heaps: int, constraint: Constraint = Constraint.ANY) -> Iterator[tuple[int, ...]]:
    """The ways to divide `total` into so many heaps, none empty, each way ascending; lazily, in lexicographic order.

    >>> list(partitions(6, 3)), list(partitions(6, 2, Constraint.DISTINCT)), list(partitions(6, 3, Constraint.UNEQUAL))
    ([(1, 1, 4), (1, 2, 3), (2, 2, 2)], [(1, 5), (2, 4)], [(1, 1, 4), (1, 2, 3)])
    """
    if heaps == 0:
        return iter([()] if total == 0 else [])
    if constraint is Constraint.EQUAL:
        return iter([(total // heaps,) * heaps] if total and total % heaps == 0 else [])
    if constraint is Constraint.UNEQUAL and heaps > 1:
        return (part for part in _ascending(total, heaps, 1, 0) if part[0] != part[-1])
    return _ascending(total, heaps, 1, 1 if constraint is Constraint.DISTINCT else 0)


def _ascending(total: int, heaps: int, least: int, step: int) -> Iterator[tuple[int, ...]]:
    """The ascending sequences of heaps from `least` up with this sum, each at least `step` above the one before."""
    if heaps == 1:
        if total >= least:
            yield (total,)
        return
    if heaps == 2:
        yield from ((first, total - first) for first in range(least, (total - step) // 2 + 1))
        return
    for first in count(least):
        # The heaps can be no smaller than first, first + step, first + 2·step, …
        if first * heaps + step * heaps * (heaps - 1) // 2 > total:
            return
        for rest in _ascending(total - first, heaps - 1, first + step, step):
            yield (first, *rest)


MOST_PARTS = 64
LONGEST = 100_000
"""The longest text that is read as a code: half a second."""


@attrs.frozen(repr=False, cache_hash=True)
class HeapCode:
    """A taking-and-breaking game of one heap: `digits[k]` for taking k counters, `tail` repeating after them.

    Read one with `HeapCode.parse`; `str` writes the shortest equal code.

    >>> code = HeapCode.parse("0.77")
    >>> list(code.options(4))
    [(3,), (1, 2), (2,), (1, 1)]
    >>> HeapCode.parse(".7700") == code, str(HeapCode.parse("0.3[33]")), str(HeapCode.parse("0.{3}{2!}"))
    (True, '0.[3]', '0.84!')
    """

    digits: tuple[Digit, ...]
    tail: tuple[Digit, ...] = ()

    def __repr__(self) -> str:
        return f"HeapCode.parse({str(self)!r})"

    @classmethod
    def of(cls, digits: Iterable[Digit], tail: Iterable[Digit] = ()) -> HeapCode:
        """The code of these digits, d0 first, in its one normal form."""
        kept, repeated = list(digits), _least_repeat(tuple(tail))
        if not any(repeated):
            while kept and not kept[-1]:
                kept.pop()
            return cls(tuple(kept))
        turned, size = 0, len(repeated)
        while len(kept) > 1 and kept[-1] == repeated[-1 - turned % size]:
            kept.pop()
            turned += 1
        cut = size - turned % size
        return cls(tuple(kept), repeated[cut:] + repeated[:cut])

    @classmethod
    def parse(cls, text: str) -> HeapCode:
        """Read a code.

        Raises:
            ParseError: pointing at the first character that cannot be; also for a d0 whose moves would never end.
        """
        check_text(text)
        if len(text) > LONGEST:
            raise ParseError(
                _("a code has at most {longest} characters, not {count}").format(longest=LONGEST, count=len(text))
            )
        try:
            return _read(text.strip())
        except ParseError as error:
            raise error.within(text, indentation(text)) from None

    @classmethod
    def of_subtraction(cls, takes: Iterable[int]) -> HeapCode:
        """The code of the game of taking one of `takes`, never breaking.

        >>> str(HeapCode.of_subtraction({1, 3, 4}))
        '0.3033'
        """
        allowed, taken = set(takes), Digit.of_mask(3)
        return cls(tuple([taken if take in allowed else NOTHING for take in range(max(allowed, default=-1) + 1)]))

    @classmethod
    def of_all_but(cls, excepted: Iterable[int]) -> HeapCode:
        """The code of the game of taking any number that is not one of `excepted`, never breaking.

        >>> str(HeapCode.of_all_but({2, 3}))
        '0.300[3]'
        """
        never, taken = {0, *excepted}, Digit.of_mask(3)
        return cls.of([NOTHING if take in never else taken for take in range(max(never) + 1)], [taken])

    def digit(self, taken: int) -> Digit:
        """The digit d_k for k counters taken."""
        if taken < len(self.digits):
            return self.digits[taken]
        return self.tail[(taken - len(self.digits)) % len(self.tail)] if self.tail else NOTHING

    @property
    def last(self) -> int | None:
        """The greatest number of counters a move can take, or None without a bound."""
        return None if self.tail else max(len(self.digits) - 1, 0)

    @cached_property
    def most_parts(self) -> int | None:
        """The greatest number of heaps a move can leave, or None without a bound."""
        mosts = {*map(attrgetter("most"), self.digits), *map(attrgetter("most"), self.tail)}
        return None if None in mosts else max(mosts, default=0)

    @cached_property
    def masks(self) -> tuple[int, ...] | None:
        """The digits d0, d1, … as plain numbers, or None if there is a tail, a constraint or a digit without bound."""
        masks = tuple(map(attrgetter("mask"), self.digits))
        return None if self.tail or None in masks else masks

    @property
    def is_octal(self) -> bool:
        """Finite, without constraints, and never more than two heaps left."""
        return self.masks is not None and max(self.masks, default=0) < 8

    @property
    def is_hexadecimal(self) -> bool:
        """Finite, without constraints, and never more than three heaps left."""
        return self.masks is not None and max(self.masks, default=0) < 16

    @property
    def is_taking(self) -> bool:
        """Whether no move leaves more than one heap."""
        most = self.most_parts
        return most is not None and most < 2

    @cached_property
    def first_step(self) -> int | None:
        """A number k such that the first option of every heap n >= k contains a heap of at least n - k, or None.

        None without such a number: where the first option divides all that is left into equal heaps.

        >>> [HeapCode.parse(code).first_step for code in ("0.007", "4!.0", "0.0[3]", "4=.3")]
        [4, 3, 3, None]
        """
        for taken, digit in enumerate((*self.digits, *self.tail)):
            for heaps in range(1, len(digit.allowed) + 2):
                if constraint := digit.constraint(heaps):
                    # The others are 1, 2, 3, … at the most.
                    return None if constraint is Constraint.EQUAL else taken + heaps * (heaps + 1) // 2
        return None

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """The heaps left by each move from a heap, lazily: fewest counters taken first, each option ascending.

        Raises:
            PositionError: the heap is negative.
        """
        for rest, heaps, constraint in self.divisions(heap):
            yield from partitions(rest, heaps, constraint)

    def divisions(self, heap: int) -> Iterator[tuple[int, int, Constraint]]:
        """The triples (counters left, number of heaps, constraint on them) of a heap, lazily; raises as `options`."""
        if heap < 0:
            raise PositionError(f"a heap holds 0 or more, not {format_value(heap)}")
        for taken in range(heap + 1 if self.tail else min(heap + 1, len(self.digits))):
            digit, rest = self.digit(taken), heap - taken
            for heaps in range(rest + 1 if digit.more else min(rest + 1, len(digit.allowed))):
                constraint = digit.constraint(heaps)
                if constraint is not None:
                    yield rest, heaps, constraint

    def __str__(self) -> str:
        head = str(self.digits[0]) if self.digits else "0"
        after = "".join(map(str, self.digits[1:]))
        repeated = f"[{''.join(map(str, self.tail))}]" if self.tail else ""
        return f"{head}.{after}{repeated}" if after or repeated else f"{head}.0"


def _least_repeat(digits: tuple[Digit, ...]) -> tuple[Digit, ...]:
    for length in range(1, len(digits)):
        if len(digits) % length == 0 and digits == digits[:length] * (len(digits) // length):
            return digits[:length]
    return digits


@lru_cache(maxsize=64)  # in a loop one code is read again and again
def _read(text: str) -> HeapCode:
    return _CodeReader(text).read()


class _CodeReader(SignReader):
    """Reads one code."""

    def read(self) -> HeapCode:
        head = NOTHING if self.sign == "." else self.digit()
        if not self.takes("."):
            raise self.error(_("one digit stands before the point, as in 0.77"))
        for heaps in (0, 1):
            if head.constraint(heaps) is not None:
                left = (_("no heap"), _("one heap"))[heaps]
                raise self.error(
                    _("d0 may not leave {left}: with nothing taken the play would not end").format(left=left), 0
                )
        digits, tail = [head, *self.run()], []
        if self.takes("["):
            opened = self.at - 1
            tail = list(self.run())
            if not self.takes("]"):
                raise self.error(_("the repeating part is closed by ]"))
            if not tail:
                raise self.error(_("the repeating part needs a digit"), opened)
        if self.sign:
            raise self.error(
                _("a digit 0-9 or A-F, a set {…}, or [ was expected") if not tail else _("nothing follows ]")
            )
        return HeapCode.of(digits, tail)

    def run(self) -> Iterator[Digit]:
        while self.sign not in {"", "[", "]"}:
            yield self.digit()

    def digit(self) -> Digit:
        start, sign = self.at, self.sign
        if sign == "{":
            return self.heap_set()
        value = HEX.find(sign.upper()) if sign else -1
        if value < 0:
            letter = _("a digit 0-9 or A-F was expected; more than three heaps are written as a set, such as {4,5}")
            raise self.error(letter if sign.isalpha() else _("a digit 0-9 or A-F was expected"))
        self.at += 1
        constraint = self.constraint()
        digit = Digit.of_mask(value, constraint)
        if constraint is not Constraint.ANY and len(digit.allowed) <= 2:
            raise self.error(
                _("{value} asks for a digit that leaves two heaps or more").format(value=constraint.value), start
            )
        return digit

    def constraint(self) -> Constraint:
        constraint = Constraint(self.takes("=", "!", "?"))
        if constraint is not Constraint.ANY and self.sign in {"=", "!", "?"}:
            raise self.error(_("one constraint is enough"))
        return constraint

    def heap_set(self) -> Digit:
        opened = self.at
        counts: dict[int, Constraint] = {}
        more: Constraint | None = None
        while self.takes("{", ","):
            start = self.at
            heaps = self.number()
            constraint = self.constraint()
            if heaps in counts:
                raise self.error(_("{heaps} stands twice in the set").format(heaps=heaps), start)
            if constraint is not Constraint.ANY and heaps < 2:
                raise self.error(_("{value} asks for two heaps or more").format(value=constraint.value), start)
            counts[heaps] = constraint
            if self.takes("+"):
                more = constraint
                break
        if not self.takes("}"):
            raise self.error(_("a set is closed by }") if more else _("a set reads {0,2,4} or {2+}"))
        if more is not None and heaps != max(counts):
            raise self.error(_("+ belongs to the greatest count, {counts}").format(counts=max(counts)), start)
        outer = self.constraint()
        if outer is not Constraint.ANY:
            if any(constraint is not Constraint.ANY for constraint in counts.values()):
                raise self.error(_("a set is constrained as a whole or count by count, not both"), opened)
            if more is None and max(counts) < 2:
                raise self.error(_("{value} asks for a set with two heaps or more").format(value=outer.value), opened)
            counts = dict.fromkeys(counts, outer)
            more = outer if more is not None else None
        return Digit.of(counts, more)

    def number(self) -> int:
        start, digits = self.at, self.decimal()
        if not digits:
            raise self.error(_("a number of heaps was expected"))
        if len(digits) > 2 or int(digits) > MOST_PARTS:
            raise self.error(_("a set names at most {most} heaps").format(most=MOST_PARTS), start)
        return int(digits)


WINNING_WAYS = "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 4"
GUY_SMITH = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"


@attrs.frozen
class NamedCode:
    """A game's registry name, its title, its rule in a sentence, its code and its reference."""

    name: str
    title: str
    rule: str
    written: str
    reference: str

    @property
    def code(self) -> HeapCode:
        return HeapCode.parse(self.written)


NAMED = {
    game.name: game
    for game in (
        NamedCode(
            "kayles",
            "Kayles",
            "knock down one pin or two neighbouring pins of a row",
            "0.77",
            f"H. E. Dudeney, The Canterbury Puzzles (1907), no. 73; {GUY_SMITH}; "
            "W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20 (1992)",
        ),
        NamedCode(
            "double-kayles",
            "Double Kayles",
            "knock down one to four neighbouring pins of a row",
            "0.7777",
            WINNING_WAYS,
        ),
        NamedCode(
            "dawsons-kayles",
            "Dawson's Kayles",
            "knock down two neighbouring pins of a row",
            "0.07",
            f"T. R. Dawson, Caissa's Wild Roses (1935); {GUY_SMITH}",
        ),
        NamedCode(
            "dawsons-chess",
            "Dawson's Chess",
            "on a row of files, take a file together with its neighbours",
            "0.137",
            f"T. R. Dawson, Caissa's Wild Roses (1935); {GUY_SMITH}",
        ),
        NamedCode(
            "officers",
            "Officers",
            "take one counter and leave the rest of its heap in one heap or two",
            "0.6",
            WINNING_WAYS,
        ),
        NamedCode(
            "guiles",
            "Guiles",
            "take one or two counters when they are the whole heap, or take two and leave two heaps",
            "0.15",
            WINNING_WAYS,
        ),
        NamedCode(
            "kenyons",
            "Kenyon's game",
            "take one counter, or take two and leave no heap, one, two or three",
            "0.3F",
            WINNING_WAYS,
        ),
        NamedCode(
            "nim",
            "Nim, as a code",
            "take any number of counters",
            "0.[3]",
            "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        ),
        NamedCode(
            "lasker",
            "Lasker's Nim",
            "take any number of counters, or divide a heap in two",
            "4.[3]",
            "E. Lasker, Brettspiele der Völker (1931)",
        ),
        NamedCode(
            "grundy",
            "Grundy's game",
            "divide a heap into two of different sizes",
            "4!.0",
            "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
        ),
    )
}
