"""Why every sum that is no P-position has a move to one: an invariant, closed under adding any position.

For a sum X write E(X) for the set of elements y such that some option of X, together with y, lies in the P-portion.
Then E(X + h) is the union of E(X) pulled back along h and E(h) pulled back along X, and X has an option in the
P-portion exactly when E(X) holds the identity. The family keeps, for every element x, the least of the sets E(X) of
the sums X that come to x. It is small, which makes both proving and checking cheap.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from cgt.core.language import _, grouped
from cgt.errors import BudgetError
from cgt.theory.monoid import BYTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.theory.monoid import Mask, Monoid


class Effort:
    """A limit of work, counted in units of about a microsecond.

    It is not timed, so that every machine gives the same answer.

    >>> effort = Effort(5)
    >>> effort.spend(3); effort.left
    2
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.spent = 0

    @property
    def left(self) -> int | None:
        """What may still be spent; None without a limit."""
        return None if self.limit is None else self.limit - self.spent

    def spend(self, units: int) -> None:
        """Spend so many units; raises `BudgetError` when fewer are left."""
        self.spent += units
        if self.limit is not None and self.spent > self.limit:
            raise BudgetError(_("more than {limit} units of work would be needed").format(limit=grouped(self.limit)))


Atom = tuple[int, "Mask"]
"""One position with options: its element x, and its set E."""


class Family:
    """The least sets E of all sums of the atoms given so far.

    Attributes:
        monoid: the monoid.
        portion: the P-portion, as a set of its elements.
        sets: for each element the least sets E of the sums that come to it; none is part of another.
    """

    def __init__(self, monoid: Monoid, portion: Mask, effort: Effort) -> None:
        self.monoid = monoid
        self.portion = portion
        self.sets: list[list[Mask]] = [[] for _ in range(monoid.order)]
        self._effort = effort
        self._outside = [not there for there in portion.to_bytes(monoid.order, "little")]
        self._atoms: dict[Atom, int] = {}
        self._active: dict[Atom, None] = {}
        self._pulled: dict[Mask, dict[int, Mask]] = {}
        self._made_by: dict[Atom, tuple[Atom | None, int]] = {}
        self._stacked: tuple[tuple[Atom, ...], Any, Any, Any] = ((), None, None, None)

    def covers(self, element: int, mask: Mask) -> bool:
        """Whether a set of that element is part of this one."""
        return any(known | mask == mask for known in self.sets[element])

    def copy(self) -> Family:
        """The same family, to grow on its own."""
        other = Family(self.monoid, self.portion, self._effort)
        other.sets = [list(sets) for sets in self.sets]
        other._atoms, other._active, other._made_by = dict(self._atoms), dict(self._active), dict(self._made_by)
        other._pulled = self._pulled  # true of the monoid, whatever the family
        return other

    def add(self, atoms: Iterable[tuple[int, Mask, int]]) -> list[int] | None:
        """Close the family under more atoms, each an element, a set and the number of its position.

        Returns the positions of a sum outside the P-portion of which no option lies in it, or None if there is none.

        Raises:
            BudgetError: the effort is spent.
        """
        fresh: list[Atom] = []
        for element, mask, position in atoms:
            if (element, mask) not in self._atoms:
                self._atoms[element, mask] = position
                fresh.append((element, mask))
        fresh = [atom for atom in fresh if self._keep(atom)]
        for element, mask in fresh:
            self._active[element, mask] = None
            self._pulled.setdefault(mask, {})
        waiting: deque[Atom] = deque()
        old = [(element, mask) for element, masks in enumerate(self.sets) for mask in masks]
        for atom in fresh:
            if not self._enter(atom, None, self._atoms[atom], waiting):
                return self._sum(atom)
        for made in old:
            if (failing := self._extend(made, tuple(fresh), waiting)) is not None:
                return self._sum(failing)
        everything = tuple(self._active)
        while waiting:
            made = waiting.popleft()
            if made[1] in self.sets[made[0]] and (failing := self._extend(made, everything, waiting)) is not None:
                return self._sum(failing)
        return None

    def _keep(self, atom: Atom) -> bool:
        """Leave out an atom that holds another one's set: whatever follows for the other follows for it."""
        element, mask = atom
        if any(other[0] == element and other[1] != mask and other[1] | mask == mask for other in self._atoms):
            del self._atoms[atom]
            return False
        for other in [other for other in self._active if other[0] == element and other[1] | mask == other[1]]:
            del self._atoms[other], self._active[other]
        return True

    def _extend(self, made: Atom, atoms: tuple[Atom, ...], waiting: deque[Atom]) -> Atom | None:
        """Add each atom to a sum; the sum that fails, if one does."""
        element = made[0]
        factors = len({factor for factor, _ in atoms})
        missing = [opened for opened in {opened for _, opened in atoms} if element not in self._pulled[opened]]
        self._effort.spend(factors + (factors + len(missing)) * (1 + self.monoid.order // 200))
        larger = self._by_arrays if self.monoid.order > BYTE else self._by_bytes
        for atom, further in zip(atoms, larger(made, atoms, missing), strict=True):
            target, mask = further
            # As `_enter` does first of all; most sets end here.
            for least in self.sets[target]:
                if least | mask == mask:
                    break
            else:
                if not self._enter(further, made, self._atoms[atom], waiting):
                    return further
        return None

    def _by_bytes(self, made: Atom, atoms: tuple[Atom, ...], missing: Iterable[Mask]) -> Iterator[Atom]:
        """The element and the set of a sum with each of these atoms."""
        element, mask = made
        monoid = self.monoid
        for opened in missing:
            self._pulled[opened][element] = monoid.pull(element, opened)
        pulled = {factor: monoid.pull(factor, mask) for factor in {factor for factor, _ in atoms}}
        row = monoid.row(element)
        return ((int(row[factor]), pulled[factor] | self._pulled[opened][element]) for factor, opened in atoms)

    def _by_arrays(self, made: Atom, atoms: tuple[Atom, ...], missing: Iterable[Mask]) -> Iterator[Atom]:
        """The same for a large monoid: all atoms at once, where there is numpy."""
        try:
            import numpy as np
        except ImportError:
            return self._by_bytes(made, atoms, missing)
        element, mask = made
        monoid, order = self.monoid, self.monoid.order
        for opened in missing:
            self._pulled[opened][element] = 0  # counted; it is pulled with all the others below
        if self._stacked[0] is not atoms:
            factors = np.array([factor for factor, _ in atoms])
            rows = np.stack([np.asarray(monoid.row(factor)) for factor, _ in atoms])
            joined = b"".join(opened.to_bytes(order, "little") for _, opened in atoms)
            self._stacked = (atoms, factors, rows, np.frombuffer(joined, np.uint8).reshape(len(atoms), order))
        _atoms, factors, rows, stack = self._stacked
        row = np.asarray(monoid.row(element))
        there = np.frombuffer(mask.to_bytes(order, "little"), np.uint8)
        sets = (there.take(rows) | stack.take(row, axis=1)).tobytes()
        masks = (int.from_bytes(sets[start : start + order], "little") for start in range(0, len(sets), order))
        return zip(row[factors].tolist(), masks, strict=True)

    def _enter(self, made: Atom, before: Atom | None, position: int, waiting: deque[Atom]) -> bool:
        """Add the set of a sum unless a smaller one is there; returns whether the sum is right."""
        element, mask = made
        known = self.sets[element]
        if any(least | mask == mask for least in known):
            return True
        self._made_by[made] = (before, position)
        if self._outside[element] and not mask & 1:
            return False
        self.sets[element] = [least for least in known if least | mask != least]
        self.sets[element].append(mask)
        waiting.append(made)
        return True

    def _sum(self, made: Atom | None) -> list[int]:
        """The positions of the sum that a set was made from."""
        positions = []
        while made is not None:
            made, position = self._made_by[made]
            positions.append(position)
        return sorted(positions)
