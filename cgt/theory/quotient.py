"""Misère quotients for users: elements of positions, outcomes, presentations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from math import lcm
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.card import Card, Shown
from cgt.core.language import _
from cgt.core.numbers import check_whole, format_int
from cgt.core.outcome import Outcome
from cgt.errors import NotApplicableError
from cgt.theory.monoid import Monoid, Presentation, product_text

if TYPE_CHECKING:
    from cgt.theory.quotient_certificate import QuotientCertificate
    from cgt.theory.settled import SettledGame

LARGEST_PRESENTATION = 40
"""The greatest order of a quotient whose presentation is short enough to be shown."""


@attrs.frozen
class MisereQuotient(Shown):
    """A misère quotient: it gives the outcome of every sum of its positions, by one product in a finite monoid.

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
        """The number of elements of the monoid."""
        return self.certificate.order

    @property
    def p_order(self) -> int:
        """The number of elements of the P-portion."""
        return len(self.certificate.portion)

    @property
    def heaps(self) -> int:
        """The greatest heap that was settled one by one: of the first game, or the least of games without a period."""
        return min((game.last for game in self.certificate.games if game.period is None), default=self.game.last)

    @property
    def preperiod(self) -> int | None:
        """The heap from which the elements of every game are proved to repeat, or None."""
        known = [game.preperiod for game in self.certificate.games if game.preperiod is not None]
        return max(known) if len(known) == len(self.certificate.games) else None

    @property
    def period(self) -> int | None:
        """The proved period of the elements, of all games together, or None."""
        known = [game.period for game in self.certificate.games if game.period is not None]
        return lcm(*known) if len(known) == len(self.certificate.games) else None

    @property
    def is_proved(self) -> bool:
        """Whether it is proved for heaps of any size; else for those up to `heaps`."""
        return self.certificate.is_whole and not self.open_ended

    @property
    def status(self) -> str:
        """`"proved"` for all heaps, or `"observed"`: proved only for the heaps that were settled."""
        return "proved" if self.is_proved else "observed"

    @property
    def tame(self) -> bool:
        """Whether this is the quotient of sums of nim heaps, so that misère play is as in nim.

        Tame quotients have 1, 2, 6, 10, 18, … elements: 1, a with a² = 1, and a group of 2^k elements in which every
        x² is the same; the P-portion is a and that square (Plambeck and Siegel 2008). Generators are enough to tell.
        """
        actions = self.certificate.actions
        squares = {action[action[0]] for action in actions}
        units = {action[0] for action in actions if action[action[0]] == 0} - {0}
        cubes = all(action[action[action[0]]] == action[0] for action in actions)
        portion = tuple(sorted(units | squares - {0}))
        return self.order <= 2 or (cubes and len(units) == 1 and self.certificate.portion == portion)

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
        """The isomorphism class: the SHA-256 of a table that isomorphic quotients share, P-portion included.

        >>> import cgt
        >>> cgt.misere_quotient("0.023").form == cgt.misere_quotient("nim", stop=3).form
        True
        """
        table = self.monoid.isomorphism_class(self.portion)
        return sha256(";".join(",".join(map(str, row)) for row in table).encode()).hexdigest()

    def covers(self, heap: int, game: int = 0) -> bool:
        """Whether a heap, or position, is settled; raises `NumberError` for what is no size of a heap, or no game."""
        most = len(self.certificate.games) - 1
        game = check_whole(game, "the number of a game is from 0 to {last}", most=most, last=most)
        return self.certificate.games[game].covers(
            check_whole(heap, "the size of a heap is a whole number of at least 0")
        )

    def element_of(self, *heaps: int) -> int:
        """The element of a sum of heaps, or of numbered positions, of the first game.

        Raises:
            NumberError: a heap is no whole number of at least 0.
            NotApplicableError: a heap is not settled.
        """
        return self.product((0, heap) for heap in heaps)

    def product(self, places: Iterable[tuple[int, int]]) -> int:
        """The element of a sum of positions, each given as (game, heap); raises as `element_of`."""
        product = self.monoid.product
        element = 0
        for game, heap in places:
            is_settled, known = self.covers(heap, game), self.certificate.games[game]
            if not is_settled:
                name = known.code or "these positions"
                raise NotApplicableError(
                    f"the quotient of {name} settles {known.last} and less, not {format_int(heap)}"
                )
            element = product(known.element(heap), element)
        return element

    def outcome(self, *heaps: int) -> Outcome:
        """The outcome of a sum of heaps of the first game in misère play; raises as `element_of`."""
        return Outcome.P if self.element_of(*heaps) in self.portion else Outcome.N

    def word(self, element: int) -> str:
        """An element as a product of generators, such as `a b^2 c`; the identity is 1. Raises `NumberError`."""
        most = self.order - 1
        element = check_whole(element, "an element is a whole number from 0 to {last}", most=most, last=most)
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
        """Verify the certificate; raises `CertificateError`."""
        self.certificate.verify()

    def record(self) -> dict[str, Any]:
        """The quotient as plain data."""
        return {
            "codes": [str(game.code) if game.code is not None else None for game in self.certificate.games],
            "order": self.order,
            "p_order": self.p_order,
            "heaps": self.heaps,
            "preperiod": self.preperiod,
            "period": self.period,
            "status": self.status,
            "tame": self.tame,
        }

    def card(self) -> Card:
        """A card of order and period, a presentation and class where it is small, and the certificate's hash."""
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
