"""Outcomes of misère sums by the canonical forms of their components; where a sum's form is too large, by a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import inf
from sys import getsizeof
from typing import Any, Final, TypeAlias

from cgt.core.compounds import components_of
from cgt.core.nimber import mex
from cgt.core.outcome import Outcome
from cgt.core.position import Position, is_over, options
from cgt.engine.budget import Budget
from cgt.engine.search import N_WORD, P_WORD, misere_outcome, search
from cgt.errors import BudgetError
from cgt.theory.genus import FormEvaluator, genus_of_form
from cgt.theory.misere_form import BYTES_A_FORM, ZERO, MisereForm

MOST_COMPONENTS: Final = 500
"""The greatest number of components that one question reduces: heaps have fewer, and boards are searched quicker."""

MOST_JOINED: Final = 2_000
"""The most options that an addition of two forms in a sum may look at: beyond, to search the sum is quicker."""

OPTIONS_A_SECOND: Final = 100_000
"""The options that one addition of forms may look at for each second of a question: a third of what it can."""

MOST_BYTES: Final = 1 << 29
"""The most bytes by which the process grows during a question."""

BYTES_A_SUM: Final = 300
"""About how many bytes a searched sum takes, or two forms that are not added."""

Forms: TypeAlias = tuple[MisereForm, ...]
"""The forms that a sum consists of, sorted by identity; none is 0, and no two are easily added."""


class FormSums(FormEvaluator):
    """The outcomes and nim-values of misère sums, by the canonical forms of their components.

    What is found is kept. Each method raises `BudgetError` where the seconds are spent, or the components are too many
    or too large, and `LoopError` where the play can go round.

    >>> import cgt
    >>> sums = FormSums()
    >>> grundy = cgt.parse_ruleset("grundy")
    >>> [heap for heap in range(20) if sums.is_p(grundy.position(heap))], sums.misere_nim_value(grundy.position(9, 18))
    ([3, 6, 9, 12, 15, 18], 1)
    """

    def __init__(self) -> None:
        super().__init__()
        self._words = _Outcomes()
        self._apart: set[Forms] = set()
        self._counted: set[MisereForm] = {ZERO}
        self._bytes_of_forms = 0
        self.begin()

    def begin(self, most: int | None = None, *, seconds: float = 10.0, deadline: float = inf) -> None:
        """Begin a question.

        Args:
            most: how many sums are searched, and components reduced, at most.
            seconds: the processor seconds that it may take.
            deadline: the processor time of the process at which it ends, if that is sooner.
        """
        components = MOST_COMPONENTS if most is None else min(most, MOST_COMPONENTS)
        self._reduced = Budget(components, seconds=seconds, memory=MOST_BYTES, deadline=deadline)
        self._searched = Budget(most, seconds=seconds, memory=MOST_BYTES, deadline=deadline)
        self.max_options = int(seconds * OPTIONS_A_SECOND)

    @property
    def nbytes(self) -> int:
        """About how many bytes the forms take, with all of their followers, and the searched sums."""
        waiting = [form for form in self._forms.values() if form not in self._counted]
        for form in waiting:
            if form not in self._counted:
                self._counted.add(form)
                self._bytes_of_forms += BYTES_A_FORM + getsizeof(form.options)
                waiting.extend(option for option in form.options if option not in self._counted)
        return self._bytes_of_forms + BYTES_A_SUM * (len(self._forms) + len(self._words) + len(self._apart))

    def is_p(self, position: Position) -> bool:
        """Whether the position is a P-position in misère play."""
        return self._is_p(self._forms_of(position))

    def misere_nim_value(self, position: Position) -> int:
        """The misère nim-value."""
        if is_over(position):
            return 1
        return mex(self._nim_value(self._forms_of(option)) for option in options(position))

    def _is_p(self, forms: Forms) -> bool:
        return search(forms, self._options, self._words, self._searched, misere_outcome, cut=P_WORD) == P_WORD

    def _nim_value(self, forms: Forms) -> int:
        if len(forms) < 2:
            return genus_of_form(forms[0] if forms else ZERO).misere_nim_value
        heaps = map(MisereForm.nim_heap, count())
        return next(size for size, heap in enumerate(heaps) if self._is_p(self._joined([*forms, heap])))

    def _forms_of(self, position: Position) -> Forms:
        return self._joined([self._component(part, self._reduced) for part in components_of(position)])

    def _options(self, forms: Forms) -> Iterator[Forms]:
        for place, form in enumerate(forms):
            if place and form is forms[place - 1]:
                continue
            for option in form.options:
                yield self._joined([*forms[:place], *forms[place + 1 :], option])

    def _joined(self, forms: list[MisereForm]) -> Forms:
        """The forms, with those added that are quickly added."""
        joined: list[MisereForm] = []
        while forms:
            self._searched.check_clock()
            form = forms.pop()
            for place, other in enumerate(joined):
                total = self._sum(form, other)
                if total is not None:
                    del joined[place]
                    forms.append(total)
                    break
            else:
                if form is not ZERO:
                    joined.append(form)
        return tuple(sorted(joined, key=id))

    def _sum(self, one: MisereForm, other: MisereForm) -> MisereForm | None:
        """The sum of two forms; None where it takes long."""
        pair = (one, other) if id(one) <= id(other) else (other, one)
        if pair in self._apart:
            return None
        try:
            return one.plus(other, MOST_JOINED)
        except BudgetError:
            self._apart.add(pair)
            return None


class _Outcomes(dict[Forms, int]):
    """The encoded outcomes of sums: of those searched, and of all that are one form."""

    def get(self, forms: Forms, default: Any = None) -> Any:  # noqa: ANN401 - as of every dict
        if len(forms) > 1:
            return super().get(forms, default)
        return P_WORD if forms and forms[0].outcome is Outcome.P else N_WORD
