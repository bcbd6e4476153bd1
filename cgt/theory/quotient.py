"""Misère quotients as people use them: the elements by name, play by residues, and search beyond what is settled."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.card import Card, Shown
from cgt.core.digit import Constraint
from cgt.core.language import _, grouped
from cgt.core.numbers import shortened
from cgt.core.outcome import Outcome
from cgt.errors import BudgetError, NotApplicableError
from cgt.theory.monoid import Monoid, Presentation, product_text

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from cgt.core.code import HeapCode
    from cgt.theory.quotient_certificate import QuotientCertificate
    from cgt.theory.settled import SettledGame

LARGEST_PRESENTATION = 40
"""Up to this order a quotient's presentation is short enough to be shown."""


@attrs.frozen
class MisereQuotient(Shown):
    """A misère quotient: it settles every sum of the positions it knows, by one product in a finite monoid.

    `certificate` holds the quotient and what proves it; make one with `cgt.misere_quotient`.

    >>> import cgt
    >>> kayles = cgt.misere_quotient("0.77")
    >>> print(kayles)
    0.77: order 40, 9 in the P-portion, period 12 from heap 71, proved for all heaps
    >>> kayles.outcome(10**30, 5), kayles.word(kayles.element_of(10**30, 5))
    (<Outcome.N: 'N'>, 'a b^2 c')
    """

    certificate: QuotientCertificate
    open_ended: bool = attrs.field(default=False, repr=False)
    """Whether there are further heaps that no certificate covers: those of a game without a code."""

    @property
    def game(self) -> SettledGame:
        """The one game, or the first of several."""
        return self.certificate.games[0]

    @property
    def order(self) -> int:
        """How many elements the monoid has."""
        return self.certificate.order

    @property
    def p_order(self) -> int:
        """How many of them are in the P-portion."""
        return len(self.certificate.portion)

    @property
    def heaps(self) -> int:
        """The greatest heap that was settled one by one (of the first game)."""
        return self.game.last

    @property
    def preperiod(self) -> int | None:
        """The heap from which the elements are proved to repeat, or None."""
        return self.game.preperiod

    @property
    def period(self) -> int | None:
        """The proved period of the elements, or None."""
        return self.game.period

    @property
    def is_proved(self) -> bool:
        """Whether every sum is settled, whatever the heaps; else those of heaps up to `heaps` are."""
        return self.certificate.is_whole and not self.open_ended

    @property
    def status(self) -> str:
        """`"proved"` for all heaps, or `"observed"`: proved only for the heaps that were settled."""
        return "proved" if self.is_proved else "observed"

    @property
    def tame(self) -> bool:
        """Whether it is the quotient of sums of nim-heaps: misère play goes as in nim then.

        Tame quotients have 1, 2, 6, 10, 18, … elements: 2^k + 2, two in the P-portion (Plambeck and Siegel 2008).
        """
        even = self.order - 2
        return self.order <= 2 or (self.p_order == 2 and even & (even - 1) == 0)

    @cached_property
    def monoid(self) -> Monoid:
        """The monoid; element 0 is the identity."""
        return Monoid.spanned(self.certificate.actions)[0]

    @cached_property
    def portion(self) -> frozenset[int]:
        """The P-portion."""
        return frozenset(self.certificate.portion)

    @cached_property
    def form(self) -> str:
        """The same 64 hexadecimal digits for isomorphic quotients, P-portion and all: the SHA-256 of their table.

        >>> import cgt
        >>> cgt.misere_quotient("0.023").form == cgt.misere_quotient("nim", stop=3).form
        True
        """
        table = self.monoid.isomorphism_class(self.portion)
        return sha256(";".join(",".join(map(str, row)) for row in table).encode()).hexdigest()

    def covers(self, heap: int, game: int = 0) -> bool:
        """Whether a heap, or position, is settled."""
        return self.certificate.games[game].covers(heap)

    def element_of(self, *heaps: int) -> int:
        """The element of a sum of heaps, or of positions by number, of the first game.

        Raises:
            NotApplicableError: a heap is not settled.
        """
        return self.product((0, heap) for heap in heaps)

    def product(self, places: Iterable[tuple[int, int]]) -> int:
        """The element of a sum of positions, each given as (game, heap); raises `NotApplicableError`."""
        product = self.monoid.product
        element = 0
        for game, heap in places:
            known = self.certificate.games[game]
            if not known.covers(heap):
                name = known.code or "these positions"
                raise NotApplicableError(
                    _("the quotient of {name} settles {last} and less, not {heap}").format(
                        name=name, last=known.last, heap=shortened(heap)
                    )
                )
            element = product(known.element(heap), element)
        return element

    def outcome(self, *heaps: int) -> Outcome:
        """Who wins a sum of heaps of the first game in misère play; raises `NotApplicableError`."""
        return Outcome.P if self.element_of(*heaps) in self.portion else Outcome.N

    def word(self, element: int) -> str:
        """An element as a product of generators, such as `a b^2 c`; the identity is 1."""
        return product_text(self.monoid.words[element])

    @property
    def presentation(self) -> Presentation:
        """Generators, relations and the P-portion."""
        games, several = self.certificate.games, len(self.certificate.games) > 1
        positions = [
            f"{position} of {games[game].code}" if several else str(position)
            for game, position in self.certificate.generators
        ]
        return Presentation.of(self.monoid, positions, self.certificate.portion)

    def verify(self) -> None:
        """Check the certificate again; raises `CertificateError`."""
        self.certificate.verify()

    def record(self) -> dict[str, Any]:
        """The quotient as plain data."""
        found: dict[str, Any] = {
            "codes": [str(game.code) if game.code is not None else None for game in self.certificate.games],
            "order": self.order,
            "p_order": self.p_order,
            "heaps": self.heaps,
            "preperiod": self.preperiod,
            "period": self.period,
            "status": self.status,
            "tame": self.tame,
        }
        return found

    def card(self) -> Card:
        """Its order and period, a presentation and class where it is small, and the hash of the certificate."""
        is_small = self.order <= LARGEST_PRESENTATION
        shown = [(_("presentation"), str(self.presentation)), (_("class"), self.form[:12])] if is_small else []
        return Card(str(self), [*shown, ("sha256", self.certificate.sha256)])

    def __str__(self) -> str:
        text = str(self.certificate)
        if not self.is_proved:
            return text + _(", known for heaps to {heap}").format(heap=self.heaps)
        if self.game.code is None:
            return text
        return text + _(", period {period} from heap {preperiod}, proved for all heaps").format(
            period=self.period, preperiod=self.preperiod
        )


Heaps = tuple[int, ...]

MOST_LISTED = 1_000_000
"""How many options are listed at most to count those of a larger heap."""


class QuotientPlay:
    """The options of the heaps of one settled game, by their elements.

    Where the elements repeat with period p from heap n0, the number of options of a heap that come to an element is a
    quasi-polynomial in the heap: with t parts at most and k counters taken at most, its period is p·lcm(1, …, t), its
    degree t - 1, and it holds from t(n0 + p) + k on. (Heaps below n0 and those of each residue have rational generating
    functions; a multiset of j of one residue has the denominator (1 - x^p)(1 - x^2p)…(1 - x^jp).) So t small heaps of
    the same residue tell the number for any larger one.

    >>> import cgt
    >>> kayles = cgt.misere_quotient("0.77")
    >>> play = QuotientPlay(kayles.game, kayles.monoid)
    >>> play.count(10**30, kayles.portion), next(play.options(10**30, kayles.portion))
    (83333333333333333333333333338, (1, 999999999999999999999999999997))
    """

    def __init__(self, game: SettledGame, monoid: Monoid) -> None:
        self.game = game
        self.monoid = monoid
        self._histograms: dict[int, Counter[int]] = {}
        self._differences: dict[int, list[Counter[int]]] = {}
        self._sums: dict[tuple[int, object], list[int]] = {}
        code = game.code
        self._parts = max(code.most_parts or 1, 1) if code is not None else 1
        self._preperiod, self._period = game.preperiod or 0, game.period or 1
        self._turn = self._period * lcm(*range(1, self._parts + 1))
        # The heap from which the quasi-polynomial holds; None where every heap is counted by listing.
        self._base: int | None = None
        if code is not None and game.period is not None:
            self._base = self._parts * (self._preperiod + self._period) + (code.last or 0)

    def element(self, heaps: Iterable[int]) -> int:
        """The element of a sum of heaps."""
        element = 0
        for heap in heaps:
            element = self.monoid.product(self.game.element(heap), element)
        return element

    def listed(self, heap: int) -> Iterator[Heaps]:
        """The options of a heap, one by one."""
        game = self.game
        yield from game.options[heap] if game.code is None else game.code.options(heap)

    def count(self, heap: int, wanted: frozenset[int]) -> int | None:
        """How many options of `heap` come to wanted elements; None where only listing them would tell."""
        base = self._base
        if base is None or heap < base:
            return sum(number for element, number in self._histogram(heap).items() if element in wanted)
        turn, place = divmod(heap - base, self._turn)
        key = (place, wanted)
        if key not in self._sums:
            found = self._differences_at(base + place)
            if found is None:
                return None
            self._sums[key] = [sum(number for element, number in row.items() if element in wanted) for row in found]
        return sum(comb(turn, degree) * number for degree, number in enumerate(self._sums[key]))

    def options(self, heap: int, wanted: Container[int]) -> Iterator[Heaps]:
        """The options of `heap` that come to wanted elements, in the order of `HeapCode.options`, lazily."""
        code = self.game.code
        if code is None or heap <= self.game.last:
            yield from (option for option in self.listed(heap) if self.element(option) in wanted)
            return
        for taken, digit in enumerate(code.digits):
            for heaps in range(len(digit.allowed)):
                constraint = digit.constraint(heaps)
                if constraint is not None:
                    yield from self._divisions(heap - taken, heaps, constraint, wanted)

    def _divisions(self, rest: int, heaps: int, constraint: Constraint, wanted: Container[int]) -> Iterator[Heaps]:
        """The ways to leave so many heaps; the heap is beyond the last one settled, and so greater than any bound."""
        if heaps == 0:
            return
        if heaps == 1:
            yield from ((rest,) for _ in range(self.game.element(rest) in wanted))
        elif heaps == 2:
            least = 1 if constraint is Constraint.ANY else 0
            yield from self._pairs(rest, wanted, 0, 1, (rest - 1 + least) // 2)
        else:
            yield from self._several(rest, heaps, wanted, 0, 1)

    def _several(self, rest: int, heaps: int, wanted: Container[int], before: int, least: int) -> Iterator[Heaps]:
        """Ways to leave heaps of at least `least`, ascending, that come to a wanted element with `before`."""
        if heaps == 2:
            yield from self._pairs(rest, wanted, before, least, rest // 2)
            return
        # A part in the period may give one period to the greatest part: where no small first part serves, none does.
        last_first = max(least, self._preperiod) + self._period
        found = False
        for start in range(least, rest // heaps + 1):
            element = self.monoid.product(self.game.element(start), before)
            for others in self._several(rest - start, heaps - 1, wanted, element, start):
                found = True
                yield (start, *others)
            if start >= last_first and not found:
                return

    def _pairs(self, rest: int, wanted: Container[int], before: int, least: int, half: int) -> Iterator[Heaps]:
        """Pairs with the lesser heap from `least` to `half`: tried one by one before the period, by residues after."""

        def serves(lesser: int) -> bool:
            pair = self.monoid.product(self.game.element(lesser), self.game.element(rest - lesser))
            return self.monoid.product(pair, before) in wanted

        block, period = max(least, self._preperiod), self._period
        yield from ((lesser, rest - lesser) for lesser in range(least, min(block, half + 1)) if serves(lesser))
        good = [offset for offset in range(period) if block + offset <= half and serves(block + offset)]
        while good and block <= half:
            yield from ((block + offset, rest - block - offset) for offset in good if block + offset <= half)
            block += period

    def _histogram(self, heap: int) -> Counter[int]:
        if heap not in self._histograms:
            self._histograms[heap] = Counter(map(self.element, self.listed(heap)))
        return self._histograms[heap]

    def _differences_at(self, heap: int) -> list[Counter[int]] | None:
        """The forward differences of the histograms of a heap and those one turn, two turns, … further."""
        if heap not in self._differences:
            greatest = heap + (self._parts - 1) * self._turn
            if greatest ** max(self._parts - 1, 1) > MOST_LISTED:
                return None
            rows = [self._histogram(heap + degree * self._turn) for degree in range(self._parts)]
            found = []
            while rows:
                found.append(rows[0])
                rows = [_less(later, row) for row, later in pairwise(rows)]
            self._differences[heap] = found
        return self._differences[heap]


def _less(one: Counter[int], other: Counter[int]) -> Counter[int]:
    difference = Counter(one)
    difference.subtract(other)
    return difference


Place = tuple[int, int]
Places = tuple[Place, ...]
"""Heaps, each the number of its game and its size, sorted; empty heaps are left out."""


OPTIONS_A_SUM = 20
"""A search may look at so many options for each sum that it may keep."""

HEAPS_A_SUM = 30
"""A sum of more heaps counts as several: it takes more time and memory."""


class QuotientSearch:
    """Search sums of heaps of which the quotient does not settle some; results are remembered.

    The quotient is no more than a table here: while one heap is not settled, settled ones are still told apart by their
    sizes, since a larger heap may tell apart what the settled ones cannot.

    >>> import cgt
    >>> found = cgt.misere_quotient("0.07", stop=25)
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
        """Count one more sum; raises `BudgetError`."""
        limit = self.max_positions
        self._kept += weight
        if limit is not None and (self._kept > limit or self._seen > OPTIONS_A_SUM * limit):
            raise BudgetError(
                _("the search beyond the quotient was stopped at {count} sums").format(count=grouped(len(self._known))),
                "max_positions",
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
            raise BudgetError(_("only the heaps of a code can be searched"))
        return code


def _after(places: Places, index: int, option: tuple[int, ...]) -> Places:
    """The sum in which a heap has become an option of it."""
    game = places[index][0]
    left = [(game, heap) for heap in option if heap]
    return tuple(sorted((*places[:index], *places[index + 1 :], *left)))
