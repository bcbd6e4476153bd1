"""A proved period on paper, which anyone can check again from nothing but the rule."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.card import Card
from cgt.core.code import LONGEST, HeapCode
from cgt.core.language import _
from cgt.core.memory import MOST_FOR_A_CERTIFICATE, check_memory
from cgt.core.numbers import shortened
from cgt.errors import CertificateError, ParseError
from cgt.fast.row import as_integers, shared_integers
from cgt.theory.certificate import Certificate, read_counts, read_text_field, read_values
from cgt.theory.periodicity import Periodicity
from cgt.theory.theorems import theorem_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cgt.core.progress import Progress
    from cgt.theory.theorem import Theorem

HASHED_AT_ONCE = 1 << 16
"""So many values are packed at a time, since a packed copy of a long period's millions would take 8 bytes each."""


@attrs.frozen
class PeriodCertificate(Certificate):
    """A periodicity of a code's nim-sequence that a theorem extends to every heap.

    Attributes:
        code: the rule.
        periodicity: preperiod, period and saltus, all least.
        theorem: the name of the theorem, one of `cgt.theory.theorems`.
        window: how many values, of the heaps from 0, the theorem was applied to.
        values: the values of the heaps 0 .. preperiod + period - 1: with the periodicity, all there is to know.
        sha256: the hash of all `window` values, as 8-byte little-endian numbers.

    >>> from cgt.theory.period import period_of_code
    >>> certificate = period_of_code(HeapCode.parse("0.77")).certificate
    >>> certificate.nim_value(10**30), certificate.window
    (1, 167)
    >>> print(certificate)
    0.77: period 12, from heap 71, certified by 167 values (Guy-Smith)
    >>> certificate.verify()
    >>> PeriodCertificate.from_json(certificate.to_json()) == certificate
    True
    """

    kind = "period"
    formats: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cgt period certificate 1": (
            *("code", "preperiod", "period", "saltus"),
            *("theorem", "window", "values", "sha256"),
        )
    }

    code: HeapCode
    periodicity: Periodicity
    theorem: str
    window: int
    values: tuple[int, ...] = attrs.field(repr=False)
    sha256: str = attrs.field(repr=False)

    @classmethod
    def of(cls, code: HeapCode, periodicity: Periodicity, theorem: Theorem, values: Iterable[int]) -> PeriodCertificate:
        """The certificate of what a theorem proves from these values of the heaps from 0."""
        known = values if isinstance(values, memoryview | Sequence) else list(values)
        kept = shared_integers(known[: periodicity.preperiod + periodicity.period])
        return cls(code, periodicity, theorem.name, len(known), kept, hash_of(known))

    def nim_value(self, heap: int) -> int:
        """The nim-value of a heap of any size; O(1) operations on its digits."""
        return self.periodicity.value(heap, self.values)

    @property
    def reference(self) -> str:
        """The source of the theorem."""
        theorem = theorem_named(self.theorem)
        return self.theorem if theorem is None else theorem.reference

    def __str__(self) -> str:
        return f"{self.code}: {self.periodicity}, certified by {self.window} values ({self.theorem})"

    def card(self) -> Card:
        """What is certified, by which theorem, from how many values."""
        found = self.periodicity
        rows = [
            (_("period"), f"{found.period:,}" + (f", {found.saltus:+,}" if found.saltus else "")),
            (_("preperiod"), f"{found.preperiod:,}"),
            (_("proved by"), _("{theorem}, from {window} values").format(theorem=self.theorem, window=self.window)),
            ("sha256", self.sha256),
        ]
        return Card(_("Certificate: {code}").format(code=self.code), rows, found.bracketed(self.values))

    def verify(self, rule: None = None, progress: Progress | None = None) -> None:
        """Check everything again from the rule alone, by code that took no part in finding it.

        Each of the `window` values that the certificate implies is checked against the values of the heap's options
        (see `cgt.theory.verify.values`), then the hash, the hypotheses, and that the period and preperiod are least.
        What an automaton decided is decided again by another (see `cgt.theory.verify.pattern`).

        Raises:
            CertificateError: naming the first value that fails, or the hypothesis.
            MemoryBudgetError: the window is too long for the memory.
        """
        from cgt.theory.verify.values import first_wrong_value

        wanted = self.periodicity.preperiod + self.periodicity.period
        if self.periodicity.period < 1 or self.periodicity.preperiod < 0 or len(self.values) != wanted:
            raise CertificateError(
                _("{count} values are given, preperiod and period ask for {wanted}").format(
                    count=len(self.values), wanted=wanted
                )
            )
        if self.window < wanted:
            raise CertificateError(
                _("a window of {window} values is too short for this period").format(window=self.window)
            )
        check_memory(64 * self.window, f"the check of {shortened(self.window)} values", MOST_FOR_A_CERTIFICATE)
        implied = [self.nim_value(heap) for heap in range(self.window)]
        # No play from n counters has more than 2n moves: each takes a counter, or makes one heap more of them.
        too_great = next((heap for heap, value in enumerate(implied) if value > 2 * heap), None)
        if too_great is not None:
            raise CertificateError(
                _("the nim-value of heap {too_great} is not {implied}").format(
                    too_great=too_great, implied=shortened(implied[too_great])
                )
            )
        wrong = first_wrong_value(self.code, implied, progress)
        if wrong is not None:
            raise CertificateError(
                _("the nim-value of heap {wrong} under {code} is not {implied}").format(
                    wrong=wrong, code=self.code, implied=implied[wrong]
                )
            )
        if hash_of(implied) != self.sha256:
            raise CertificateError(_("the hash is not that of the values"))
        theorem = theorem_named(self.theorem)
        if theorem is None:
            raise CertificateError(_("no theorem is called {theorem!r}").format(theorem=self.theorem))
        if not theorem.verifies(self.code, self.periodicity, implied):
            raise CertificateError(
                _("{window} values do not meet the hypotheses of the theorem {theorem!r}").format(
                    window=self.window, theorem=self.theorem
                )
            )
        check_least(self.periodicity, self.values)

    def fields(self) -> dict[str, Any]:
        found = self.periodicity
        return {
            "format": "cgt period certificate 1",
            "code": str(self.code),
            "preperiod": found.preperiod,
            "period": found.period,
            "saltus": found.saltus,
            "theorem": self.theorem,
            "window": self.window,
            "values": list(self.values),
            "sha256": self.sha256,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> PeriodCertificate:
        preperiod, period, saltus, window = read_counts(record, ("preperiod", "period", "saltus", "window"))
        if not period:
            raise CertificateError(_("a period is 1 or more"))
        values = read_values(record, preperiod + period)
        theorem, digest = read_text_field(record, "theorem"), read_text_field(record, "sha256")
        try:
            code = HeapCode.parse(read_text_field(record, "code", LONGEST))
        except ParseError as error:
            raise CertificateError(_("the certificate's code cannot be read: {error}").format(error=error)) from None
        return cls(code, Periodicity(preperiod, period, saltus), theorem, window, values, digest)


def check_least(found: Periodicity, values: Sequence[int]) -> None:
    """Make sure that period and preperiod are the least; raises `CertificateError`.

    >>> check_least(Periodicity(0, 4), [0, 1, 0, 1])
    Traceback (most recent call last):
    cgt.errors.CertificateError: the period is not the least: 2 is one too
    """
    last = found.preperiod - 1
    if found.preperiod and values[last] + found.saltus == found.value(last + found.period, values):
        raise CertificateError(_("the preperiod is not the least: heap {last} fits the pattern too").format(last=last))
    for divisor in range(1, found.period):
        if found.period % divisor == 0 and (found.saltus * divisor) % found.period == 0:
            part = Periodicity(found.preperiod, divisor, found.saltus * divisor // found.period)
            stretch = [found.value(heap, values) for heap in range(found.preperiod + found.period + divisor)]
            if part.first_failure(stretch) is None:
                raise CertificateError(_("the period is not the least: {divisor} is one too").format(divisor=divisor))


def hash_of(values: Sequence[int]) -> str:
    """SHA-256 of the values as 8-byte little-endian numbers.

    >>> hash_of([0, 1])[:8]
    '9d34149f'
    """
    digest = sha256()
    for start in range(0, len(values), HASHED_AT_ONCE):
        stretch = values[start : start + HASHED_AT_ONCE]
        if isinstance(stretch, memoryview) and stretch.format == "B":
            wide = bytearray(8 * len(stretch))
            wide[::8] = stretch
            digest.update(wide)
            continue
        numbers = array("q", as_integers(stretch))
        if sys.byteorder == "big":
            numbers.byteswap()
        digest.update(numbers)
    return digest.hexdigest()
