"""The genus: the nim-value in both conventions, and the misère nim-values of a game beside heaps of two."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Self
from weakref import WeakKeyDictionary

import attrs

from cgt.core.nimber import mex
from cgt.core.numbers import brief, is_whole
from cgt.core.reading import check_text
from cgt.errors import NumberError, ParseError
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.misere.canonical import MisereForm

LONGEST_TEXT: Final = 1_000


class Species(StrEnum):
    """How far a game in misère play is from nim; see `species_of_form` for the definitions."""

    NIM = "nim heap"
    TAME = "tame"
    REVERSIBLY_TAME = "reversibly tame"
    RESTIVE = "restive"
    RESTLESS = "restless"
    WILD = "wild"

    @property
    def meaning(self) -> str:
        """The class in words."""
        return {
            Species.NIM: _("equal to a nim heap in every sum"),
            Species.TAME: _(
                "every position on the way has a genus of nim, so in sums of such games one plays as in nim"
            ),
            Species.REVERSIBLY_TAME: _(
                "what is not tame on the way can be answered at once, so in sums of tame games one plays as in nim"
            ),
            Species.RESTIVE: _("all options are tame, and beside heaps of nim it is a nim heap of one of two sizes"),
            Species.RESTLESS: _("all options are tame, and no simple rule tells what it is beside heaps of nim"),
            Species.WILD: _("some option is not tame, and cannot be answered at once"),
        }[self]

    @property
    def is_tame(self) -> bool:
        """Whether sums of such games are played as in nim."""
        return self in {Species.NIM, Species.TAME, Species.REVERSIBLY_TAME}


@attrs.frozen
class Genus:
    """The genus g^γ0γ1…γk of a game: its nim-value g, and the misère nim-values γi of the game with i heaps of two.

    The superscripts end with the first pair that alternates for ever. They are written as digits, with commas when one
    is above 9.

    Attributes:
        nim_value: g, the nim-value in normal play.
        misere: γ0, γ1, …, γk; the last two alternate from there on.

    Source: Conway, *On Numbers and Games* (1976), ch. 12; Berlekamp, Conway and Guy, *Winning Ways*, ch. 13.

    >>> genus = Genus.parse("4^146")
    >>> genus.nim_value, genus.misere, genus.is_tame, [genus.at(heaps) for heaps in range(6)]
    (4, (1, 4, 6), False, [1, 4, 6, 4, 6, 4])
    """

    nim_value: int
    misere: tuple[int, ...]

    def __attrs_post_init__(self) -> None:
        numbers = (self.nim_value, *self.misere)
        if len(self.misere) < 2 or not all(is_whole(number) and number >= 0 for number in numbers):
            raise NumberError(f"a genus is a nim-value and two misère nim-values or more, not {brief(numbers)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The genus of a text such as `2^20` or `12^10,12,14`; raises `ParseError`."""
        check_text(text)
        base, hat, superscripts = text.strip().partition("^")
        parts = superscripts.split(",") if "," in superscripts else list(superscripts)
        if len(text) > LONGEST_TEXT or not all(
            part.strip().isascii() and part.strip().isdigit() and len(part) < 20 for part in (base, *parts)
        ):
            raise ParseError(f"a genus is written 2^20 or 12^10,12,14, not {brief(text)}")
        if not hat or len(parts) < 2:
            raise ParseError(f"a genus has a nim-value, ^, and two superscripts or more, not {brief(text)}")
        return cls(int(base), tuple(map(int, parts)))

    @classmethod
    def of_options(cls, options: Iterable[Genus]) -> Self:
        """The genus of a game from those of its options.

        The superscripts follow γi = mex of the options' γi, and from i = 1 on of γ(i-1) and γ(i-1) ⊕ 1 too, the two
        options of a heap of two. Once all options alternate, each step depends on the one before and on the parity of
        i alone: a value that comes again after two steps proves that it alternates for ever.
        """
        known = tuple(options)
        settled = max((len(genus.misere) - 2 for genus in known), default=0)
        found: list[int] = []
        while len(found) < settled + 4 or found[-1] != found[-3]:
            heaps = len(found)
            reached = {genus.at(heaps) for genus in known}
            if heaps:
                reached |= {found[-1], found[-1] ^ 1}
            found.append(mex(reached) if reached else 1)
        while len(found) > 2 and found[-1] == found[-3]:
            found.pop()
        return cls(mex(genus.nim_value for genus in known), tuple(found))

    def at(self, heaps: int) -> int:
        """The misère nim-value of the game beside so many heaps of two."""
        last = len(self.misere) - 1
        return self.misere[heaps if heaps <= last else last - (heaps - last) % 2]

    @property
    def misere_nim_value(self) -> int:
        """γ0, the misère nim-value of the game alone."""
        return self.misere[0]

    @property
    def is_tame(self) -> bool:
        """Whether it is the genus of a sum of nim heaps: 0^120, 1^031, n^n(n⊕2) from 0^02 on."""
        return self in {FICKLE_0, FICKLE_1} or self.misere == (self.nim_value, self.nim_value ^ 2)

    def __str__(self) -> str:
        comma = "," if max(self.misere) > 9 else ""
        return f"{self.nim_value}^{comma.join(map(str, self.misere))}"

    def _repr_latex_(self) -> str:
        return f"${self.nim_value}^{{{str(self).partition('^')[2]}}}$"


FICKLE_0: Final = Genus(0, (1, 2, 0))
"""The genus of nothing, and of two heaps of one."""

FICKLE_1: Final = Genus(1, (0, 3, 1))
"""The genus of a nim heap of one."""

_KNOWN: WeakKeyDictionary[MisereForm, tuple[Genus, Species]] = WeakKeyDictionary()


def genus_of_form(form: MisereForm) -> Genus:
    """The genus of a canonical form.

    >>> from cgt.misere.canonical import MisereForm
    >>> print(genus_of_form(MisereForm.parse("{*2,*3}")))
    0^02
    """
    return _examined(form)[0]


def species_of_form(form: MisereForm) -> Species:
    """How far from nim a canonical form is.

    Write (g, γ) for the nim-value and the misère nim-value of a game.

    - A form is *tame* when it and all its followers have a genus of nim: then, in sums of tame games, it is played as
      the nim position of its genus (Conway 1976, theorem 73).
    - It is *restive* or *restless* when all its options are tame and it is not; then just one of g and γ is 0 or 1. It
      is restive when g is, restless when γ is (Conway 1976, "Tame games, and restive and restless games").
    - It is *reversibly tame* when g = γ or both are below 2, the tame options alone would give the same g and γ, and
      each other option has a tame option of the same g and one, perhaps another, of the same γ. Here tame options may
      be reversibly tame themselves (CGSuite's name, D. Hoey 2005).
    - All others are *wild*. *Winning Ways*, ch. 13, calls wild whatever is not tame.

    *Why the reversibly tame play like the tame.* Call a component fickle if its pair is (0, 1) or (1, 0). The rule: a
    sum is P when the nim-sum of all g is 0 or, all components being fickle, 1. Suppose that it holds for shorter sums.
    What matters of a component is γ where all others are fickle, and g else. Out of a sum that the rule calls P, a
    move to a tame option changes that number; a move to another option is answered by one back to the same number. Out
    of one that the rule calls N, the move that wins in nim is a move to a tame option, for these reach all smaller g
    and γ, and one tame option of a game (1, 0) is (0, 1), as one of a game (0, 1) with moves is (1, 0). ∎

    >>> from cgt.misere.canonical import MisereForm
    >>> species_of_form(MisereForm.parse("{0,{*2}}")), species_of_form(MisereForm.parse("{*2,*3}"))
    (<Species.RESTIVE: 'restive'>, <Species.TAME: 'tame'>)
    """
    return _examined(form)[1]


def _examined(form: MisereForm) -> tuple[Genus, Species]:
    waiting = [form]
    while waiting:
        top = waiting[-1]
        if top in _KNOWN:
            waiting.pop()
            continue
        missing = [option for option in top.options if option not in _KNOWN]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        genus = Genus.of_options(_KNOWN[option][0] for option in top.options)
        _KNOWN[top] = genus, _species(top, genus)
    return _KNOWN[form]


def _species(form: MisereForm, genus: Genus) -> Species:
    if form.size is not None:
        return Species.NIM
    if all(_KNOWN[option][1] in {Species.NIM, Species.TAME} for option in form.options):
        if genus.is_tame:
            return Species.TAME
        return Species.RESTIVE if genus.nim_value < 2 else Species.RESTLESS
    return Species.REVERSIBLY_TAME if _is_reversibly_tame(form, _pair(genus)) else Species.WILD


def _is_reversibly_tame(form: MisereForm, pair: tuple[int, int]) -> bool:
    if pair[0] != pair[1] and max(pair) > 1:
        return False
    tame = _tame_pairs(form)
    if not tame or pair != (mex(value for value, _misere in tame), mex(misere for _value, misere in tame)):
        return False
    others = (option for option in form.options if not _KNOWN[option][1].is_tame)
    return all(
        any(value == pair[0] for value, _misere in back) and any(misere == pair[1] for _value, misere in back)
        for back in map(_tame_pairs, others)
    )


def _tame_pairs(form: MisereForm) -> set[tuple[int, int]]:
    """The nim-values, in both conventions, of the options that are tame."""
    return {_pair(_KNOWN[option][0]) for option in form.options if _KNOWN[option][1].is_tame}


def _pair(genus: Genus) -> tuple[int, int]:
    return genus.nim_value, genus.misere_nim_value
