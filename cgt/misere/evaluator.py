"""The misère canonical form of any position, found by a search whose sums are additions of forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cgt.core.compounds import components_of, option_components
from cgt.core.position import Position, canonical, check_position
from cgt.engine.budget import Budget
from cgt.errors import LoopError
from cgt.misere.canonical import ZERO, MisereForm, canonical_form
from cgt.misere.genus import Genus, Species, genus_of_form, species_of_form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.core.outcome import Outcome

Key: TypeAlias = tuple[type, Position]


class FormEvaluator:
    """Misère canonical forms, genera and outcomes of positions; what is known is shared by all calls.

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
        self.max_positions = max_positions
        self.max_options = max_options
        self._forms: dict[Key, MisereForm] = {}

    def form(self, position: Position) -> MisereForm:
        """The canonical form."""
        check_position(position)
        budget = Budget(self.max_positions)
        return self._total(self._component(part, budget) for part in components_of(position))

    def genus(self, position: Position) -> Genus:
        """The genus."""
        return genus_of_form(self.form(position))

    def species(self, position: Position) -> Species:
        """How far from nim: nim heap, tame, reversibly tame, restive, restless or wild."""
        return species_of_form(self.form(position))

    def outcome(self, position: Position) -> Outcome:
        """Who wins in misère play."""
        return self.form(position).outcome

    def _component(self, component: Position, budget: Budget) -> MisereForm:
        root = _key(component)
        path: dict[Key, list[list[Key]]] = {}
        waiting = [root]
        while root not in self._forms:
            key = waiting[-1]
            if key in self._forms:
                waiting.pop()
                continue
            options = path.get(key)
            if options is None:
                budget.check()
                options = path[key] = [list(map(_key, parts)) for parts in option_components(key[1])]
                budget.opened(len(options))
                missing = [part for parts in options for part in parts if part not in self._forms]
                for part in missing:
                    if part in path:
                        keys = list(path)
                        raise LoopError(tuple(position for _, position in keys[keys.index(part) :]))
                waiting.extend(missing)
                if missing:
                    continue
            self._forms[key] = canonical_form([self._total(self._forms[part] for part in parts) for parts in options])
            del path[key]
            waiting.pop()
        return self._forms[root]

    def _total(self, forms: Iterable[MisereForm]) -> MisereForm:
        total = ZERO
        for form in forms:
            total = total.plus(form, self.max_options)
        return total


def _key(position: Position) -> Key:
    representative = canonical(position)
    return type(representative), representative
