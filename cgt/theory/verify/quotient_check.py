"""The verification of misère quotients from their certificates and the rules alone.

Shares no code with the solver that finds quotients: products are walked out from the generators' actions, sets are
Python sets, and each condition of `cgt.theory.quotient_certificate` is looked at as it is written there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING

from cgt.core.code import Constraint, HeapCode
from cgt.core.progress import Effort
from cgt.errors import CertificateError

if TYPE_CHECKING:
    from cgt.theory.settled import SettledGame

Place = tuple[int, int]
"""A position: the number of its game, and its own."""

MOST_OPTIONS = 10_000_000
"""The number of options that are looked at: some twenty seconds."""

SUMS_TRIED = 200_000
"""The number of sums examined to show by an example what is wrong."""


Family = Sequence[tuple[int, tuple[int, ...]]]
"""Elements, each with a set of elements."""


def check_quotient(
    games: Sequence[SettledGame],
    generators: Sequence[Place],
    actions: Sequence[Sequence[int]],
    portion: Sequence[int],
    family: Family,
) -> None:
    """Check every condition of Theorem 1, that the quotient is reduced, and Theorem 2 where a period is claimed.

    O(order² + family · order · kinds of positions) for the quotient, besides the listing of the options.

    Raises:
        CertificateError: naming what fails, and a sum of positions that shows it.
        BudgetError: too many options would be looked at, of codes that leave many heaps.
    """
    checker = _Checker(games, generators, actions, portion)
    checker.check_settled()
    checker.check_family(family)
    checker.check_reduced()
    for number, game in enumerate(games):
        _check_period(number, game)


class _Checker:
    def __init__(
        self,
        games: Sequence[SettledGame],
        generators: Sequence[Place],
        actions: Sequence[Sequence[int]],
        portion: Sequence[int],
    ) -> None:
        self.games = games
        self.generators = generators
        self.actions = actions
        self.order = len(actions[0]) if actions else 1
        self.elements = {
            (number, position): element
            for number, game in enumerate(games)
            for position, element in enumerate(game.elements)
        }
        self.words: list[tuple[Place, ...]] = [()] * self.order
        self.times = self._products()
        self.portion, self.listed = frozenset(portion), len(portion)
        self.effort = Effort(MOST_OPTIONS, "the check was stopped after {limit} options")
        self.rows = [frozenset(y for y, xy in enumerate(row) if xy in self.portion) for row in self.times]
        self.reached: dict[Place, frozenset[int]] = {}
        self.openings: dict[Place, frozenset[int]] = {}
        unions: dict[frozenset[int], frozenset[int]] = {}
        for place in self.elements:
            self.reached[place] = after = frozenset(self._options(place))
            if after not in unions:
                unions[after] = frozenset[int]().union(*(self.rows[element] for element in after))
            self.openings[place] = unions[after]

    def _products(self) -> list[list[int]]:
        """The product table: walked from the identity by actions that commute, so that it is a monoid."""
        generators, actions, order = self.generators, self.actions, self.order
        for place, action in zip(generators, actions, strict=True):
            if action[0] != self.elements[place]:
                raise CertificateError(f"the action of {self.text([place])} does not take the identity to its element")
        times: list[list[int]] = [[]] * order
        times[0] = list(range(order))
        waiting = [0]
        for element in waiting:
            for place, action in zip(generators, actions, strict=True):
                further = action[element]
                if not times[further]:
                    times[further] = [action[product] for product in times[element]]
                    self.words[further] = (*self.words[element], place)
                    waiting.append(further)
        if len(waiting) != order:
            raise CertificateError(f"the generators make {len(waiting)} elements of {order}")
        for first, one in enumerate(actions):
            for second, other in enumerate(actions[:first]):
                for element in range(order):
                    if one[other[element]] != other[one[element]]:
                        pair = [generators[first], generators[second]]
                        shown = self.text([*self.words[element], *pair])
                        raise CertificateError(f"the products are wrong: the sum {shown} comes to two elements")
        return times

    def _options(self, place: Place) -> Iterator[int]:
        """The elements of a position's options."""
        number, position = place
        game = self.games[number]
        elements, times = game.elements, self.times
        for option in game.options[position] if game.code is None else game.code.options(position):
            self.effort.spend(1)
            element = 0
            for part in option:
                if part >= position:
                    raise CertificateError(f"position {position} may not become {option}: options come before it")
                element = times[element][elements[part]]
            yield element

    def check_settled(self) -> None:
        """Check the conditions V0 and V1."""
        if len(self.portion) != self.listed:
            raise CertificateError("the P-portion lists an element twice")
        if 0 in self.portion:
            raise CertificateError("the empty sum is in the P-portion, and it is won by the player to move")
        for place, element in self.elements.items():
            if not self.reached[place] and element != 0:
                raise CertificateError(f"{self.text([place])} has no option, and its element is not the identity")
            both = self.rows[element] & self.openings[place]
            if both:
                others = min((self.words[other] for other in both), key=len)
                raise CertificateError(
                    f"the sum {self.text([*others, place])} is in the P-portion, and so is one of its options"
                )

    def check_family(self, family: Family) -> None:
        """Check the condition V2, by the family."""
        sets: list[list[frozenset[int]]] = [[] for _ in self.times]
        for element, listed in family:
            if element not in self.portion and 0 not in listed:
                self._fail(f"a set of the element {self.word(element)}, outside the P-portion, lacks the identity")
            sets[element].append(frozenset(listed))
        # A fact about one position holds for every other of its element that opens more.
        kinds: dict[int, dict[frozenset[int], Place]] = {}
        for place, opened in self.openings.items():
            if self.reached[place]:
                kinds.setdefault(self.elements[place], {}).setdefault(opened, place)
        least = [
            (element, opened, place)
            for element, opens in kinds.items()
            for opened, place in opens.items()
            if not any(other < opened for other in opens)
        ]
        for element, opened, place in least:
            if not any(members <= opened for members in sets[element]):
                self._fail(f"the family lacks a set for {self.text([place])}")
        for factor, opened, place in least:
            by = self.times[factor]
            for element, known in enumerate(sets):
                row, wanted = self.times[element], sets[by[element]]
                for members in known:
                    if not any(all(by[y] in members or row[y] in opened for y in other) for other in wanted):
                        self._fail(f"the family lacks a set for {self.word(element)} and {self.text([place])} together")

    def check_reduced(self) -> None:
        """Check that no two elements are equivalent, so that the monoid is reduced."""
        first: dict[frozenset[int], int] = {}
        for element, row in enumerate(self.rows):
            if row in first:
                pair = f"{self.word(first[row])} and {self.word(element)}"
                raise CertificateError(f"the monoid is not reduced: nothing tells the sums {pair} apart")
            first[row] = element

    def _fail(self, reason: str) -> None:
        """Raise an error, with a sum of wrong outcome if a small one is found."""
        places = list(dict.fromkeys(self.generators)) + list(self.elements)
        sums = (chosen for size in range(1, 5) for chosen in combinations_with_replacement(dict.fromkeys(places), size))
        for chosen in islice(sums, SUMS_TRIED):
            inside, wins = self._verdicts(chosen)
            if inside == wins and any(self.reached[place] for place in chosen):
                where, options = ("in", "one of its options") if inside else ("outside", "every option")
                shown = self.text(chosen)
                raise CertificateError(f"the sum {shown} is {where} the P-portion, and so is {options}; {reason}")
        raise CertificateError(reason)

    def _verdicts(self, chosen: tuple[Place, ...]) -> tuple[bool, bool]:
        """Whether a sum is in the P-portion, and whether an option of it is."""
        wins = False
        whole = 0
        for index, place in enumerate(chosen):
            rest = 0
            for other in chosen[:index] + chosen[index + 1 :]:
                rest = self.times[rest][self.elements[other]]
            wins = wins or rest in self.openings[place]
            whole = self.times[whole][self.elements[place]]
        return whole in self.portion, wins

    def word(self, element: int) -> str:
        """A sum with this element."""
        return self.text(self.words[element]) if element else "0"

    def text(self, places: Sequence[Place]) -> str:
        """A sum as text, its positions named by number."""
        games = self.games
        named = sorted(places)
        if len(games) == 1:
            return " + ".join(str(position) for _, position in named)
        return " + ".join(f"{position} ({games[game].code or f'game {game + 1}'})" for game, position in named)


def _check_period(number: int, game: SettledGame) -> None:
    if game.code is None or game.preperiod is None or game.period is None:
        return
    start, period, last = game.preperiod, game.period, game.last
    wanted = _last_heap_wanted(game.code, start, period)
    if start < 1 or wanted is None or last < wanted:
        raise CertificateError(f"{last + 1} heaps are too few for the period theorem to speak of {game.code}")
    for heap in range(start, last + 1 - period):
        if game.elements[heap] != game.elements[heap + period]:
            raise CertificateError(
                f"game {number + 1}: the heaps {heap} and {heap + period} differ, and {period} is not a period"
            )


def _last_heap_wanted(code: HeapCode, start: int, period: int) -> int | None:
    """The bound of Theorem 2, computed again from the digits."""
    if code.tail:
        return None
    most, strict = 1, False
    for digit in code.digits:
        if digit.more:
            return None
        for heaps, parts in enumerate(digit.allowed):
            if parts is None or heaps < 2:
                continue
            most = max(most, heaps)
            if parts is Constraint.EQUAL:
                return None
            strict = strict or parts is not Constraint.ANY
    taken = max(len(code.digits) - 1, 0)
    if not strict:
        return most * (start + period) + taken - most
    return 2 * start + 3 * period + taken - 1 if most == 2 else None
