"""Certificates of misère quotients: finite monoids with all that verifies them.

**What is claimed.** Φ gives each position (each heap 0, 1, …, N of a game) an element of a finite commutative monoid Q,
and a sum the product of its positions. A sum is a misère P-position exactly when its element lies in the P-portion.

**Theorem 1** (Plambeck and Siegel 2008, in the form that is checked here). Let T(h) be the elements of the options of
h, row(x) the set of the y with xy in P, and e(h) the union of the rows of T(h). Suppose that (V0) the identity is not
in P, and Φ(h) is the identity where h has no option; (V1) row(Φ(h)) and e(h) never meet; (V2) every sum outside P that
has an option has one in P. Then every sum is settled rightly: by induction on the play, since V1 says that no option of
a sum in P is in P again.

**The family** proves V2. For a sum X let E(X) hold the y such that some option of X together with y is in P. Then
E(X+h) is the union of {y : Φ(h)y in E(X)} and {y : Φ(X)y in e(h)}. The certificate lists for each element x some sets,
and it is checked that (a) e(h) holds one of Φ(h); (b) for each set f of x and each h, {y : Φ(h)y in f} united with
{y : xy in e(h)} holds a set of xΦ(h); (c) the sets of an x outside P all hold the identity. By induction on the number
of positions E(X) holds a set of Φ(X), so that V2 follows from (c).

**Theorem 2** (Plambeck 2005) extends Φ with its period to all heaps: see `cgt.theory.settled`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.code import HeapCode
from cgt.core.language import _, ngettext
from cgt.core.numbers import format_int, shorten_ints
from cgt.errors import CertificateError, CGTError
from cgt.theory.certificate import Certificate, is_count
from cgt.theory.settled import SettledGame

if TYPE_CHECKING:
    from cgt.core.progress import Progress

MOST_ELEMENTS = 20_000


@attrs.frozen
class QuotientCertificate(Certificate):
    """A misère quotient with its proof.

    Attributes:
        games: the games whose sums it settles; mostly one.
        generators: the position that each generator of the monoid is, as (game, position).
        actions: for each generator, the product with it of every element; element 0 is the identity.
        portion: the elements of the P-portion, ascending.
        family: (element, set of elements) for the sets that prove V2, ascending, and each set ascending.

    >>> import cgt
    >>> certificate = cgt.misere_quotient("0.77").certificate
    >>> certificate.verify()
    >>> QuotientCertificate.from_json(certificate.to_json()) == certificate
    True
    """

    kind = "misere quotient"
    formats = (("cgt misere quotient certificate 1", "games", "generators", "actions", "portion", "family"),)
    compact = True

    games: tuple[SettledGame, ...]
    generators: tuple[tuple[int, int], ...]
    actions: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    portion: tuple[int, ...] = attrs.field(repr=False)
    family: tuple[tuple[int, tuple[int, ...]], ...] = attrs.field(repr=False)

    @property
    def order(self) -> int:
        """The number of elements of the monoid."""
        return len(self.actions[0]) if self.actions else 1

    @property
    def is_whole(self) -> bool:
        """Whether the quotient covers every sum of its games, whatever the heaps."""
        return all(game.is_whole for game in self.games)

    def __str__(self) -> str:
        games = _(" and ").join(
            shorten_ints(str(game.code))
            if game.code
            else ngettext("{count} position", "{count} positions", len(game.elements)).format(count=len(game.elements))
            for game in self.games
        )
        return _("{games}: order {order}, {inside} in the P-portion").format(
            games=games, order=self.order, inside=len(self.portion)
        )

    def verify(self, rule: None = None, progress: Progress | None = None) -> None:
        """Verify the quotient from the rules alone, by `cgt.theory.verify.quotient_check`.

        Raises:
            CertificateError: naming what fails, and a sum that shows it.
        """
        from cgt.theory.verify.quotient_check import check_quotient

        check_quotient(self.games, self.generators, self.actions, self.portion, self.family)

    def fields(self) -> dict[str, Any]:
        return {
            "format": "cgt misere quotient certificate 1",
            "games": [game.record() for game in self.games],
            "generators": self.generators,
            "actions": self.actions,
            "portion": self.portion,
            "family": self.family,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> QuotientCertificate:
        games = tuple(_game(game) for game in _list(record["games"], "games"))
        if not games:
            raise CertificateError("a quotient is of one game at least")
        actions = tuple(_numbers(action, "an action") for action in _list(record["actions"], "actions"))
        order = len(actions[0]) if actions else 1
        if order > MOST_ELEMENTS or any(len(action) != order for action in actions):
            raise CertificateError(
                f"the actions are lists of one length, {format_int(MOST_ELEMENTS, group=True)} at most"
            )
        generators = tuple(_pair(pair) for pair in _list(record["generators"], "generators"))
        if len(generators) != len(actions):
            raise CertificateError(f"there are {len(generators)} generators and {len(actions)} actions")
        for game, position in generators:
            if game >= len(games) or position > games[game].last:
                raise CertificateError(f"the generator ({game}, {position}) is not a settled position")
        portion = _numbers(record["portion"], "the P-portion")
        family = tuple(_set(pair) for pair in _list(record["family"], "family"))
        used = [*portion, *(number for action in actions for number in action)]
        used += [number for game in games for number in game.elements]
        used += [number for element, among in family for number in (element, *among)]
        if max(used, default=0) >= order:
            raise CertificateError(f"there are {order} elements, numbered from 0, and {max(used)} is none of them")
        ordered: list[tuple[Any, ...]] = [portion, family, *(among for _element, among in family)]
        if any(first >= second for numbers in ordered for first, second in pairwise(numbers)):
            raise CertificateError("the P-portion, the family and its sets ascend, and list nothing twice")
        return cls(games, generators, actions, portion, family)


def _game(record: object) -> SettledGame:
    if not isinstance(record, dict) or set(record) not in (
        {"code", "elements", "preperiod", "period"},
        {"options", "elements", "preperiod", "period"},
    ):
        raise CertificateError("a game has a code or options, elements, preperiod and period")
    elements = _numbers(record["elements"], "the elements")
    period = _period(record)
    if "code" not in record:
        if period != (None, None):
            raise CertificateError("only the heaps of a code have a period")
        listed = _list(record["options"], "the options")
        options = tuple(
            tuple(_numbers(option, "an option") for option in _list(given, "the options of a position"))
            for given in listed
        )
        if len(options) != len(elements):
            raise CertificateError(f"there are {len(options)} positions and {len(elements)} elements")
        return SettledGame(None, options, elements)
    if not elements:
        raise CertificateError("the heap 0 has an element at least")
    try:
        code = HeapCode.parse(record["code"])
    except (CGTError, AttributeError) as error:
        raise CertificateError(f"the certificate's code cannot be read: {error}") from None
    return SettledGame(code, (), elements, *period)


def _period(record: Mapping[str, object]) -> tuple[int | None, int | None]:
    preperiod, period = record["preperiod"], record["period"]
    if preperiod is None and period is None:
        return None, None
    if not is_count(preperiod) or not is_count(period) or period == 0:
        raise CertificateError("preperiod and period are whole numbers, or both null")
    return preperiod, period  # type: ignore[return-value]  # whole numbers, as just seen


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise CertificateError(f"{name} in a certificate must be a list")
    return value


def _numbers(value: object, name: str) -> tuple[int, ...]:
    result = _list(value, name)
    if not all(map(is_count, result)):
        raise CertificateError(f"{name} in a certificate must be whole numbers from 0")
    return tuple(result)


def _pair(value: object) -> tuple[int, int]:
    numbers = _numbers(value, "a generator")
    if len(numbers) != 2:
        raise CertificateError("a generator is a game and a position")
    return numbers[0], numbers[1]


def _set(value: object) -> tuple[int, tuple[int, ...]]:
    result = _list(value, "the family")
    if len(result) != 2 or not is_count(result[0]):
        raise CertificateError("the family is a list of pairs: an element, and a set of elements")
    return result[0], _numbers(result[1], "a set of the family")
