"""Why every sum that is no P-position has a move to one: an invariant, closed under adding any position.

For a sum X write E(X) for the set of elements y such that some option of X, together with y, lies in the P-portion.
Then E(X + h) is the union of E(X) pulled back along h and E(h) pulled back along X, and X has an option in the
P-portion exactly when E(X) holds the identity. The family keeps, for every element x, the least of the sets E(X) of
the sums X that come to x. It is small, which makes both proving and checking cheap.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.misere.effort import Effort
    from cgt.misere.monoid import Mask, Monoid

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
        element, mask = made
        monoid = self.monoid
        factors = tuple({factor: None for factor, _ in atoms})
        pulled = dict(zip(factors, monoid.pull_by_all(factors, mask), strict=True))
        moved = {opened: self._pulled[opened] for _, opened in atoms}
        missing = [opened for opened, known in moved.items() if element not in known]
        for opened, found in zip(missing, monoid.pull_all(element, missing), strict=True):
            moved[opened][element] = found
        self._effort.spend(len(factors) + (len(factors) + len(missing)) * (1 + monoid.order // 200))
        for atom in atoms:
            factor, opened = atom
            further = (monoid.product(factor, element), pulled[factor] | moved[opened][element])
            if not self._enter(further, made, self._atoms[atom], waiting):
                return further
        return None

    def _enter(self, made: Atom, before: Atom | None, position: int, waiting: deque[Atom]) -> bool:
        """Take up the set of a sum unless a smaller one is there; whether the sum is right."""
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
