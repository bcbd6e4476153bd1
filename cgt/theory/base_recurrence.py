"""The linear recurrence of the base of the quota ⌊(kx + q)/d⌋, proved for every later term, with a certificate.

The theorem. Write the step from H_j with its least m as m = j + 1 - g. Suppose g + 1 consecutive steps
j = J-1, …, J+g-1 have the same g and satisfy

    (1)  k·H_m + min(q, 0) >= d·H_j      (2)  k·H_{m-1} + max(q + 1, 0) <= d·H_j      with m = j + 1 - g.

Then H_p = H_{p-1} + H_{p-g} for every later p. For take j' = J + g and m' = j' + 1 - g = J + 1. Steps J-1, J and
J+g-1 of the window give H_J = H_{J-1} + H_{J-g}, H_{m'} = H_{m'-1} + H_{m'-g} and H_{j'} = H_{j'-1} + H_{j'-g}. Adding
(1) for the steps j'-1 and j'-g, both in the window, gives k·H_{m'} + 2·min(q, 0) >= d·H_{j'}, hence (1) for j'; adding
(2) for the same two steps gives k·H_{m'-1} + 2·max(q + 1, 0) <= d·H_{j'}, hence (2) for j'. Now (1) implies
f(H_{m'}) >= H_{j'} and (2) implies f(H_{m'-1}) < H_{j'}: the least m of step j' is m', the step has the same g, and the
window moves on by one. By induction the recurrence holds for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.numbers import check_whole
from cgt.digits.takeaway_base import steady_steps
from cgt.errors import CertificateError
from cgt.theory.certificate import Certificate, read_counts, read_whole

if TYPE_CHECKING:
    from cgt.core.progress import Progress

COUNTS = ("k", "gap", "start", "first", "last")
KEYS = ("k", "q", *COUNTS[1:])
MOST_TERMS = 100_000


@attrs.frozen
class Recurrence(Certificate):
    """H_p = H_{p-1} + H_{p-gap} for every p >= start of the base of the quota ⌊(kx + q)/d⌋; its own certificate.

    Attributes:
        k: of the quota.
        q: of the quota.
        gap: how far back the second term stands.
        start: the least p from which it holds without a gap.
        window: the first and the last of the steps that prove it.
        d: of the quota.

    >>> result = linear_recurrence(3)
    >>> print(result)
    U_p = U_(p-1) + U_(p-4) for every p >= 6
    >>> result.verify()
    >>> Recurrence.from_json(result.to_json()) == result
    True
    """

    kind = "base"
    formats = (
        ("cgt base certificate 1", *KEYS),
        ("cgt base certificate 2", *KEYS, "d"),  # of a quota that is divided
    )

    k: int
    q: int
    gap: int
    start: int
    window: tuple[int, int]
    d: int = 1

    name: ClassVar[str] = "steps of equal gap"
    statement: ClassVar[str] = (
        "gap + 1 consecutive steps of equal gap, with room to spare, make every later step the same"
    )
    reference: ClassVar[str] = "after A. J. Schwenk, Take-away games (1970); the argument stands in the module"

    def __str__(self) -> str:
        step = "2U_(p-1)" if self.gap == 1 else f"U_(p-1) + U_(p-{self.gap})"
        return _("U_p = {step} for every p >= {start}").format(step=step, start=self.start)

    @property
    def quota(self) -> str:
        """The quota as a formula in x, the last take.

        >>> linear_recurrence(3).quota, linear_recurrence(5, 1, 2).quota
        ('3x', '⌊(5x + 1)/2⌋')
        """
        linear = f"{self.k}x" + (f" {'+' if self.q > 0 else '-'} {abs(self.q)}" if self.q else "")
        return linear if self.d == 1 else f"⌊({linear})/{self.d}⌋"

    def verify(self, rule: None = None, progress: Progress | None = None) -> None:
        """Verify the recurrence from the definition of the base, by code that shares nothing with the search.

        O(last · gap) comparisons of numbers of up to `last` digits.

        Raises:
            CertificateError: naming the step that fails.
        """
        from cgt.theory.verify.values import check_recurrence

        check_recurrence(self.k, self.q, self.gap, self.start, self.window, self.d)

    def fields(self) -> dict[str, Any]:
        form, *keys = self.formats[self.d > 1]
        numbers = (self.k, self.q, self.gap, self.start, *self.window, self.d)
        return {"format": form} | dict(zip(keys, numbers, strict=False))

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Recurrence:
        k, gap, start, first, last = read_counts(record, COUNTS)
        if not 0 < first <= last <= MOST_TERMS or not gap:
            raise CertificateError(f"a window is a stretch of the first {MOST_TERMS} steps, and a gap 1 or more")
        d = read_counts(record, ("d",))[0] if "d" in record else 1
        return cls(k, read_whole(record, "q"), gap, start, (first, last), d)


def linear_recurrence(k: int, q: int = 0, d: int = 1) -> Recurrence:
    """The recurrence of the base of the quota f(x) = ⌊(kx + q)/d⌋, proved for every later term.

    Raises:
        NumberError: one of them is no whole number.
        RulesetError: d is below 1, k below d or f(1) below 1: then the base ends, or there is no game.
        BudgetError: no window is found within `MOST_TERMS` terms.

    >>> linear_recurrence(2), linear_recurrence(3).gap, linear_recurrence(4).gap
    (Recurrence(k=2, q=0, gap=2, start=3, window=(3, 5), d=1), 4, 6)
    >>> print(linear_recurrence(5, 1, 2))
    U_p = U_(p-1) + U_(p-3) for every p >= 4
    """
    k, q, d = (check_whole(each, "a quota ⌊(kx + q)/d⌋ has whole numbers k, q and d", least=None) for each in (k, q, d))
    return Recurrence(k, q, *steady_steps(k, q, MOST_TERMS, d), d)
