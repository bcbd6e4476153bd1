"""Misère search of heaps beyond what a quotient settles: sums of settled heaps alone are looked up, not searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.errors import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.codes.code import HeapCode
    from cgt.misere.quotient import MisereQuotient

Place = tuple[int, int]
Places = tuple[Place, ...]
"""Heaps, each the number of its game and its size, sorted; empty heaps are left out."""


OPTIONS_A_SUM = 20
"""So many times the most sums, options are looked at."""

HEAPS_A_SUM = 30
"""A sum of more heaps than that counts as several: it takes as much more time and memory."""


class QuotientSearch:
    """Who wins sums of heaps of which some are not settled by the quotient; what is found is remembered.

    The quotient is no more than a table here: while one heap is not settled, settled ones are still told apart by their
    sizes, since a larger heap may tell apart what the settled ones cannot.

    >>> import cgt
    >>> found = cgt.misere_quotient("0.07", heap=24)
    >>> search = QuotientSearch(found, max_positions=10_000)
    >>> search.is_p(((0, 9), (0, 26))), len(search)
    (True, 12)
    """

    def __init__(self, quotient: MisereQuotient, max_positions: int | None = None) -> None:
        self.quotient = quotient
        self.max_positions = max_positions
        self._known: dict[Places, bool] = {}
        self._kept = self._seen = 0

    def __len__(self) -> int:
        """How many sums were searched."""
        return len(self._known)

    def winning_options(self, places: Places, index: int) -> list[tuple[int, ...]]:
        """The options of one heap of a sum that leave a P-position, in the code's order; raises `BudgetError`."""
        game, heap = places[index]
        return [option for option in self._code(game).options(heap) if self.is_p(_after(places, index, option))]

    def is_p(self, places: Places) -> bool:
        """Whether a sum is a P-position; raises `BudgetError` when more than `max_positions` are to be searched."""
        start = tuple(sorted(place for place in places if place[1]))
        verdict = self._look_up(start)
        if verdict is not None:
            return verdict
        path: list[tuple[Places, Iterator[Places]]] = [(start, self._followers(start))]
        moved = [False]
        weight = 1 + len(start) // HEAPS_A_SUM
        while path:
            node, followers = path[-1]
            wins = False
            deeper = None
            for follower in followers:
                moved[-1] = True
                self._seen += weight
                known = self._look_up(follower)
                if known is None:
                    deeper = follower
                    break
                if known:
                    wins = True
                    break
            if deeper is not None:
                self._count(weight)
                path.append((deeper, self._followers(deeper)))
                moved.append(False)
                continue
            self._known[node] = moved.pop() and not wins
            path.pop()
            if self._known[node] and path:  # the sum above it has a winning move
                self._known[path.pop()[0]] = False
                moved.pop()
        return self._known[start]

    def _count(self, weight: int) -> None:
        """One sum more is begun; raises `BudgetError`."""
        limit = self.max_positions
        self._kept += weight
        if limit is not None and (self._kept > limit or self._seen > OPTIONS_A_SUM * limit):
            raise BudgetError(
                f"the search beyond the quotient was stopped at {len(self._known):,} sums", "max_positions"
            )

    def _look_up(self, places: Places) -> bool | None:
        if all(self.quotient.covers(heap, game) for game, heap in places):
            return self.quotient.product(places) in self.quotient.portion
        return self._known.get(places)

    def _followers(self, places: Places) -> Iterator[Places]:
        """The options of a sum, those of the heaps that are not settled first: they lead to the table soonest."""
        order = sorted(range(len(places)), key=lambda index: self.quotient.covers(places[index][1], places[index][0]))
        tried = set()
        for index in order:
            if places[index] not in tried:
                tried.add(places[index])
                game, heap = places[index]
                for option in self._code(game).options(heap):
                    yield _after(places, index, option)

    def _code(self, game: int) -> HeapCode:
        code = self.quotient.certificate.games[game].code
        if code is None:
            raise BudgetError("only the heaps of a code can be searched")
        return code


def _after(places: Places, index: int, option: tuple[int, ...]) -> Places:
    """The sum in which a heap has become an option of it."""
    game = places[index][0]
    left = [(game, heap) for heap in option if heap]
    return tuple(sorted((*places[:index], *places[index + 1 :], *left)))
