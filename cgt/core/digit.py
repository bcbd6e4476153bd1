"""A digit of a code: into how many heaps the rest may be left, and what is asked of their sizes."""

from __future__ import annotations

from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from typing import TYPE_CHECKING

import attrs
from more_itertools import rstrip

if TYPE_CHECKING:
    from collections.abc import Iterator

HEX = "0123456789ABCDEF"


class Constraint(Enum):
    """What is asked of the sizes of the heaps left, when they are two or more."""

    ANY = ""
    EQUAL = "="
    DISTINCT = "!"
    UNEQUAL = "?"


@attrs.frozen(cache_hash=True)
class Digit:
    """How many heaps may be left: `allowed[c]` for c heaps (None: not allowed), and `more` for every count beyond.

    Built in its one normal form: a constraint on fewer than two heaps says nothing, two unequal heaps are distinct,
    and counts at the end that `more` covers are dropped.

    >>> Digit.of({1: Constraint.ANY, 2: Constraint.UNEQUAL}) == Digit.of({1: Constraint.ANY, 2: Constraint.DISTINCT})
    True
    """

    allowed: tuple[Constraint | None, ...] = ()
    more: Constraint | None = None

    @classmethod
    def of(cls, counts: dict[int, Constraint], more: Constraint | None = None) -> Digit:
        """The digit that allows these counts under their constraints, and `more` above the greatest of them."""
        normal = {heaps: _normal(heaps, constraint) for heaps, constraint in counts.items()}
        greatest = max(normal, default=-1)
        if more:
            normal |= {heaps: _normal(heaps, more) for heaps in range(greatest + 1, 3)}
            greatest = max(greatest, 2)
        allowed = (normal.get(heaps) for heaps in range(greatest + 1))
        return cls(tuple(rstrip(allowed, lambda constraint: constraint is more)), more)

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
    """Heaps from `least` up that sum to `total`, each at least `step` above the one before."""
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
