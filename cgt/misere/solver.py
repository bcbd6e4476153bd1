"""Misère quotients, position by position: each step is proved before the next one begins.

The algorithm: a new position is given an element of the monoid that is there, when that can be proved right; else the
monoid is enlarged, and sums that refute it say which positions it has to keep apart. What is proved is Theorem 1 of
`cgt.misere.certificate`, after T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", J. Combin.
Theory A 115 (2008) 593-622.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from cgt.core.numbers import brief, is_whole
from cgt.errors import RulesetError
from cgt.misere.effort import Effort
from cgt.misere.expansion import TRIVIAL, Options, Pretension, Product
from cgt.misere.family import Family

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cgt.misere.monoid import Mask


class Solver:
    """The misère quotient of the positions added so far, numbered from 0 as they come.

    Attributes:
        options: the options of each position.
        pretension: the monoid, its P-portion, and the element of each position.
        family: the invariant that proves it.

    >>> solver = Solver()
    >>> for heap in range(4):  # nim
    ...     solver.add([(left,) for left in range(heap)])
    >>> solver.pretension.monoid.order, solver.pretension.elements
    (6, (0, 1, 2, 3))
    """

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = Effort(None) if effort is None else effort
        self.options: list[Options] = []
        self.pretension = TRIVIAL
        self.family = Family(TRIVIAL.monoid, TRIVIAL.portion, self.effort)

    def add(self, options: Iterable[tuple[int, ...]]) -> None:
        """One more position, by its options: each a tuple of positions added before, whose sum it is.

        Raises:
            RulesetError: an option holds a position that was not added before.
            BudgetError: the effort is spent; everything is as it was before.
        """
        position = len(self.options)
        listed: dict[tuple[int, ...], None] = {}
        for option in options:
            self.effort.spend(1)
            listed[tuple(option)] = None
        given = tuple(listed)
        for option in given:
            if not all(is_whole(part) and 0 <= part < position for part in option):
                raise RulesetError(
                    f"position {position} may not become {brief(option)}: options are sums of earlier positions"
                )
        self.options.append(given)
        try:
            self._settle(position, given)
        except BaseException:
            del self.options[position:]
            raise

    def _settle(self, position: int, given: Options) -> None:
        if not given:
            self._know(position, 0)
            return
        mask = self.pretension.opened(given)
        self.effort.spend(self.pretension.monoid.order)
        candidates = self._candidates(mask)
        for element in candidates:
            if self.family.covers(element, mask):
                self._know(position, element)
                return
        for element in candidates:
            family = self.family.copy()
            if family.add([(element, mask, position)]) is None:
                self._know(position, element)
                self.family = family
                return
        self._expand(position)

    def _know(self, position: int, element: int) -> None:
        known = self.pretension
        elements = (*known.elements[:position], element)
        self.pretension = Pretension(known.monoid, known.generators, known.portion, elements)

    def _candidates(self, mask: Mask) -> list[int]:
        """The elements that a position with this set of its options may have, as far as one more position tells."""
        monoid = self.pretension.monoid
        allowed = (1 << 8 * monoid.order) // 255  # every element
        shut = 0
        inside = mask.to_bytes(monoid.order, "little")
        if not inside[0]:
            allowed &= self.pretension.portion
        for element, sets in enumerate(self.family.sets):
            if inside[element]:
                shut |= self.pretension.row(element)
            else:
                for least in sets:
                    allowed &= least | self.pretension.row(element)
        return monoid.elements(allowed & ~shut)

    def _expand(self, position: int) -> None:
        """Find a monoid with an element for the new position: the quotient through it."""
        before = self.pretension
        free = {position: 3}
        indices = dict(free)
        table = Product(before, self.options, free, self.effort)
        while True:
            pretension = table.reduced()
            self.effort.spend(
                table.size * len(table.actions) + len(pretension.elements) * pretension.monoid.order // 16
            )
            found = self._prove(pretension)
            if isinstance(found, Family):
                self.pretension, self.family = pretension, found
                return
            table = self._separate(pretension, found, position, indices)

    def _separate(
        self, pretension: Pretension, failing: Sequence[int], position: int, indices: dict[int, int]
    ) -> Product:
        """A table in which the failing sum is labelled rightly, with as few positions made free as will do."""
        counts = Counter(failing)
        heaps = sorted(counts, key=lambda heap: (heap == position, heap))
        wanted = {heap: max(indices.get(heap, 0), counts[heap] - 1, 1) + 1 for heap in heaps}
        table = None
        for size in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, size):
                free = {heap: wanted[heap] for heap in chosen}
                table = Product(pretension, self.options, free, self.effort)
                if table.agrees(failing):
                    indices.update(free)
                    return table
        assert table is not None  # noqa: S101 - a failing sum has a position; this tells the type checker
        indices.update(wanted)
        return table

    def _prove(self, pretension: Pretension) -> Family | list[int]:
        """The invariant that proves a pretension for the positions so far, or a sum that refutes it."""
        atoms: dict[tuple[int, Mask], int] = {}
        for position, options in enumerate(self.options):
            if not options:
                continue
            element = pretension.elements[position]
            mask = pretension.opened(options)
            if clash := pretension.row(element) & mask:
                return self._clash(pretension, position, clash)
            atoms.setdefault((element, mask), position)
        family = Family(pretension.monoid, pretension.portion, self.effort)
        failing = family.add((element, mask, position) for (element, mask), position in atoms.items())
        return family if failing is None else failing

    def _clash(self, pretension: Pretension, position: int, clash: Mask) -> list[int]:
        """A sum in the P-portion with an option in it: the position and the word of an element of `clash`."""
        words = (pretension.monoid.words[element] for element in pretension.monoid.elements(clash))
        word = min(words, key=sum)
        others = [heap for heap, count in zip(pretension.generators, word, strict=True) for _ in range(count)]
        return sorted([*others, position])
