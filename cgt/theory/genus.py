"""Genus and species of misère canonical forms, and the evaluator that computes the form of any position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, Self, TypeAlias, cast

import attrs

from cgt.core.card import Card, Shown
from cgt.core.compounds import components_of, option_components
from cgt.core.game import within_limit
from cgt.core.language import _
from cgt.core.nimber import mex
from cgt.core.numbers import check_limit, check_whole, format_value, is_whole
from cgt.core.outcome import Outcome
from cgt.core.position import Position, canonical, check_play, check_position, identity, options_first
from cgt.core.reading import check_text
from cgt.engine.budget import Budget
from cgt.errors import LoopError, NumberError, ParseError
from cgt.theory.misere_form import ZERO, MisereForm, canonical_form

LONGEST_TEXT: Final = 1_000


class Species(StrEnum):
    """The species of a game: its distance from nim in misère play; see `species_of_form`."""

    NIM = "nim heap"
    TAME = "tame"
    REVERSIBLY_TAME = "reversibly tame"
    RESTIVE = "restive"
    RESTLESS = "restless"
    WILD = "wild"

    @property
    def meaning(self) -> str:
        """The species in words."""
        return {
            Species.NIM: _("equal to a nim heap in every sum"),
            Species.TAME: _(
                "all followers of its canonical form have a genus of nim, so in sums of such games one plays as in nim"
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
class Genus(Shown):
    """The genus g^γ0γ1…γk of a game: its nim-value g, and the misère nim-values γi of the game with i heaps of two.

    The superscripts end with the first pair that alternates for ever. They are written as digits, with commas when one
    is above 9.

    Attributes:
        nim_value: g, the nim-value in normal play.
        misere: γ0, γ1, …, γk; the last two alternate from there on.
        species: how far from nim the game is that was looked at; None of a genus alone.

    Source: Conway, *On Numbers and Games* (1976), ch. 12; Berlekamp, Conway and Guy, *Winning Ways*, ch. 13.

    >>> genus = Genus.parse("4^146")
    >>> genus.nim_value, genus.misere, genus.is_tame, [genus.at(heaps) for heaps in range(6)]
    (4, (1, 4, 6), False, [1, 4, 6, 4, 6, 4])
    """

    nim_value: int
    misere: tuple[int, ...]
    species: Species | None = attrs.field(default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        numbers = (self.nim_value, *self.misere)
        if len(self.misere) < 2 or not all(is_whole(number) and number >= 0 for number in numbers):
            raise NumberError(f"a genus is a nim-value and two misère nim-values or more, not {format_value(numbers)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The genus of a text such as `2^20` or `12^10,12,14`; raises `ParseError`."""
        check_text(text)
        base, hat, superscripts = text.strip().partition("^")
        parts = superscripts.split(",") if "," in superscripts else list(superscripts)
        if len(text) > LONGEST_TEXT or not all(
            part.strip().isascii() and part.strip().isdigit() and len(part) < 20 for part in (base, *parts)
        ):
            raise ParseError(f"a genus is written 2^20 or 12^10,12,14, not {format_value(text)}")
        if not hat or len(parts) < 2:
            raise ParseError(f"a genus has a nim-value, ^, and two superscripts or more, not {format_value(text)}")
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
        genera: list[int] = []
        while len(genera) < settled + 4 or genera[-1] != genera[-3]:
            heaps = len(genera)
            reached = {genus.at(heaps) for genus in known}
            if heaps:
                reached |= {genera[-1], genera[-1] ^ 1}
            genera.append(mex(reached) if reached else 1)
        while len(genera) > 2 and genera[-1] == genera[-3]:
            genera.pop()
        return cls(mex(genus.nim_value for genus in known), tuple(genera))

    def at(self, heaps: int) -> int:
        """The misère nim-value of the game beside so many heaps of two; raises `NumberError`."""
        heaps = check_whole(heaps, "the heaps of two are a whole number of at least 0")
        last = len(self.misere) - 1
        return self.misere[heaps if heaps <= last else last - (heaps - last) % 2]

    def card(self) -> Card:
        """A card of the nim-values in both conventions and the species."""
        rows = [(_("nim-value"), str(self.nim_value)), (_("misère nim-value"), str(self.misere_nim_value))]
        if self.species is not None:
            rows.append((_("species"), self.species.meaning))
        return Card(str(self), rows)

    @property
    def misere_nim_value(self) -> int:
        """γ0, the misère nim-value of the game alone."""
        return self.misere[0]

    @property
    def is_tame(self) -> bool:
        """Whether this is the genus of a sum of nim heaps: 0^120, 1^031, n^n(n⊕2) from 0^02 on."""
        return self in {FICKLE_0, FICKLE_1} or self.misere == (self.nim_value, self.nim_value ^ 2)

    def __str__(self) -> str:
        comma = "," if max(self.misere) > 9 else ""
        return f"{self.nim_value}^{comma.join(map(str, self.misere))}"

    def _repr_latex_(self) -> str:
        return f"${self.nim_value}^{{{str(self).partition('^')[2]}}}$"


FICKLE_0: Final = Genus(0, (1, 2, 0))
"""The genus of the empty sum, and of two heaps of one."""

FICKLE_1: Final = Genus(1, (0, 3, 1))
"""The genus of a nim heap of one."""


def genus_of_nim(sizes: Iterable[int]) -> Genus:
    """The genus of a sum of nim heaps, by their nim-sum (Conway 1976, ch. 12), with its species.

    Two heaps above 1 or more, with any of 1 beside them, are no nim heap: none of their options is 0, so that they
    could only simplify to 0, and every option would need the option 0. From two heaps of two alone this holds, which
    are P, and 0 is N.

    >>> genus = genus_of_nim([10**30])
    >>> genus.species, str(genus_of_nim([1, 1])), str(genus_of_nim([2, 3])), genus_of_nim([2, 3]).species
    (<Species.NIM: 'nim heap'>, '0^120', '1^13', <Species.TAME: 'tame'>)
    """
    total = large = 0
    for size in sizes:
        total ^= size
        large += size > 1
    genus = Genus(total, (total, total ^ 2)) if large else (FICKLE_0, FICKLE_1)[total]
    return attrs.evolve(genus, species=Species.TAME if large > 1 else Species.NIM)


class _Genera:
    """A cache of genera by canonical form."""

    def __contains__(self, form: object) -> bool:
        return isinstance(form, MisereForm) and form.known_genus is not None

    def __getitem__(self, form: MisereForm) -> Genus:
        return cast("Genus", form.known_genus)


_GENERA: Final = _Genera()


def genus_of_form(form: MisereForm) -> Genus:
    """The genus of a canonical form.

    >>> from cgt.theory.misere_form import MisereForm
    >>> print(genus_of_form(MisereForm.parse("{*2,*3}")))
    0^02
    """
    for part in options_first(form, lambda part: part.options, _GENERA):
        genus = Genus.of_options(_GENERA[option] for option in part.options)
        part.known_genus = attrs.evolve(genus, species=_species(part, genus))
    return _GENERA[form]


def species_of_form(form: MisereForm) -> Species:
    """The species of a canonical form: its distance from nim.

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

    >>> from cgt.theory.misere_form import MisereForm
    >>> species_of_form(MisereForm.parse("{0,{*2}}")), species_of_form(MisereForm.parse("{*2,*3}"))
    (<Species.RESTIVE: 'restive'>, <Species.TAME: 'tame'>)
    """
    species = genus_of_form(form).species
    assert species is not None  # noqa: S101 - that of a form always has one; this tells the type checker
    return species


def _species(form: MisereForm, genus: Genus) -> Species:
    if form.size is not None:
        return Species.NIM
    if all(_GENERA[option].species in {Species.NIM, Species.TAME} for option in form.options):
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
    others = (option for option in form.options if not species_of_form(option).is_tame)
    return all(
        any(value == pair[0] for value, _misere in back) and any(misere == pair[1] for _value, misere in back)
        for back in map(_tame_pairs, others)
    )


def _tame_pairs(form: MisereForm) -> set[tuple[int, int]]:
    """The pairs of nim-values, in both conventions, of the options that are tame."""
    return {_pair(_GENERA[option]) for option in form.options if species_of_form(option).is_tame}


def _pair(genus: Genus) -> tuple[int, int]:
    return genus.nim_value, genus.misere_nim_value


Key: TypeAlias = tuple[type, Position]


class FormEvaluator:
    """Misère canonical forms, genera and outcomes of positions, with a memory that all calls share.

    Each component is reduced to its canonical form once, so that a sum of components is quick even where a search of
    its positions is not. Every method raises `LoopError` where the play can go round, and `BudgetError` where the
    budget is spent, or a sum of two forms is too large.

    Args:
        max_positions: how many new components one call may open, and twenty times that how many options it may look at.
        max_options: how many options of smaller sums one addition of two forms may look at; a million by default.

    >>> import cgt
    >>> evaluator = FormEvaluator()
    >>> kayles = cgt.parse_ruleset("0.77")
    >>> print(evaluator.form(kayles.position(4)), evaluator.genus(kayles.position(5)))
    * 4^146
    >>> evaluator.outcome(kayles.position(9, 10, 11)), evaluator.species(kayles.position(5))
    (<Outcome.P: 'P'>, <Species.RESTLESS: 'restless'>)
    """

    def __init__(self, *, max_positions: int | None = None, max_options: int | None = None) -> None:
        self.max_positions = check_limit(max_positions)
        self.max_options = max_options
        self._forms: dict[Key, MisereForm] = {}

    def form(self, position: Position) -> MisereForm:
        """The canonical form."""
        check_position(position)
        for part in components_of(position):
            check_play(part)
        budget = Budget(self.max_positions)
        return self._total((self._component(part, budget) for part in components_of(position)), budget)

    def genus(self, position: Position) -> Genus:
        """The genus."""
        return genus_of_form(self.form(position))

    def species(self, position: Position) -> Species:
        """The species: nim heap, tame, reversibly tame, restive, restless or wild."""
        return species_of_form(self.form(position))

    def outcome(self, position: Position) -> Outcome:
        """The outcome in misère play."""
        return self.form(position).outcome

    def _component(self, component: Position, budget: Budget) -> MisereForm:
        root = _key(component)
        opened: dict[Key, list[list[Key]]] = {}

        def reached(key: Key) -> Iterator[Key]:
            budget.check()
            opened[key] = [list(map(_key, parts)) for parts in within_limit(key[1], option_components(key[1]))]
            budget.opened(len(opened[key]))
            return (part for parts in opened[key] for part in parts)

        try:
            for key in options_first(root, reached, self._forms):
                options = [self._total(map(self._forms.__getitem__, parts), budget) for parts in opened.pop(key)]
                self._forms[key] = canonical_form(options)
        except LoopError as error:
            raise LoopError(tuple(position for _kind, position in cast("tuple[Key, ...]", error.loop))) from None
        return self._forms[root]

    def _total(self, forms: Iterable[MisereForm], budget: Budget) -> MisereForm:
        total = ZERO
        for form in forms:
            budget.check_clock()
            total = total.plus(form, self.max_options)
        return total


def _key(position: Position) -> Key:
    return identity(canonical(position))
