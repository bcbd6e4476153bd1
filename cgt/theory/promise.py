"""A period proved from a promise: for a taking game given by a function, whose further heaps nobody can look at.

The theorem. A game only takes, at most `reach` counters, and from heap `reach` on the amounts depend on the heap modulo
`modulus` alone. Then G(n), n >= reach, is a function of n mod `modulus` and of the `reach` values before it. So when
the `reach` values from max(n0, reach) on come again P later, P a multiple of the period p and of `modulus`, everything
after them does. That the function keeps the promise is checked for every heap at hand; for the others it is taken on
its author's word, which the certificate says. After S. W. Golomb (1966).
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.memory import MOST_FOR_A_CERTIFICATE, check_memory
from cgt.core.nimber import mex, nim_sum
from cgt.core.numbers import shortened
from cgt.errors import CertificateError, RulesetError
from cgt.theory.certificate import Certificate, read_counts, read_text_field, read_values
from cgt.theory.period_certificate import check_least, hash_of
from cgt.theory.periodicity import Periodicity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cgt.core.progress import Progress
    from cgt.fast.sequence import HeapGame

COUNTS = ("reach", "modulus", "preperiod", "period", "window")


@attrs.frozen
class Promise:
    """A game only takes, at most `reach`, and from heap `reach` on by the heap modulo `modulus` alone.

    >>> Promise(0)
    Traceback (most recent call last):
    cgt.errors.RulesetError: a reach and a modulus are 1 or more, not 0 and 1
    """

    reach: int
    modulus: int = 1

    name: ClassVar[str] = "repeated window, given the promised reach"
    statement: ClassVar[str] = "the last `reach` values, met again a multiple of the modulus later, determine the rest"
    reference: ClassVar[str] = "after S. W. Golomb, A mathematical investigation of games of take-away (1966)"

    def __attrs_post_init__(self) -> None:
        """Refuse what bounds nothing."""
        if self.reach < 1 or self.modulus < 1:
            raise RulesetError(f"a reach and a modulus are 1 or more, not {self.reach} and {self.modulus}")

    def __str__(self) -> str:
        return f"{self.name} {self.reach}" + (f", modulo {self.modulus}" if self.modulus > 1 else "")

    def needed(self, found: Periodicity) -> int:
        """How many values, of the heaps from 0, decide whether this periodicity is proved."""
        return self.reach + found.preperiod + lcm(found.period, self.modulus) + self.reach

    def proves(self, found: Periodicity, values: Sequence[int]) -> bool:
        """Whether these values, of heaps that keep the promise, prove a plain period for ever."""
        return found.saltus == 0 and len(values) >= self.needed(found) and found.first_failure(values) is None

    def checked(self, ruleset: HeapGame) -> CheckedPromise:
        """The promise, to be checked of a game heap by heap."""
        return CheckedPromise(self, ruleset)


class CheckedPromise:
    """A promise that is checked of a game for ever more heaps."""

    def __init__(self, promise: Promise, ruleset: HeapGame) -> None:
        self.promise, self.ruleset = promise, ruleset
        self._checked = 0
        self._takes: dict[int, frozenset[int]] = {}

    def upto(self, stop: int) -> None:
        """Check the heaps below `stop` that were not checked before; raises `RulesetError` where it is broken."""
        for heap in range(self._checked, stop):
            self._check(heap)
        self._checked = max(stop, self._checked)

    def _check(self, heap: int) -> None:
        broken = f"{self.ruleset} breaks its promise"
        reach, modulus = self.promise.reach, self.promise.modulus
        options = [tuple(option) for option in self.ruleset.options(heap)]
        if any(len([size for size in option if size]) > 1 for option in options):
            raise RulesetError(f"{broken}: it divides a heap of {heap}")
        takes = frozenset(heap - sum(option) for option in options)
        if max(takes, default=0) > reach:
            raise RulesetError(f"{broken}: {max(takes)} may be taken from {heap}, more than {reach}")
        if heap >= reach and self._takes.setdefault(heap % modulus, takes) != takes:
            raise RulesetError(
                f"{broken}: what may be taken from {heap} differs from what may be taken from "
                f"smaller heaps alike modulo {modulus}"
            )


@attrs.frozen
class PromiseCertificate(Certificate):
    """A period that holds for every heap if a function keeps a promise.

    Attributes:
        rule: the rule's name; the function itself cannot be written down.
        promise: what is promised of it.
        periodicity: preperiod and period, both least.
        window: how many values, of the heaps from 0, the theorem was applied to.
        values: the values of the heaps 0 .. preperiod + period - 1.
        sha256: the hash of all `window` values, as 8-byte little-endian numbers.

    >>> from cgt.families.rules import TakingRule
    >>> rule = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two-or-three")
    >>> certificate = rule.period(reach=3).promised
    >>> certificate.nim_value(10**30), certificate.verify(rule)
    (0, None)
    >>> PromiseCertificate.from_json(certificate.to_json()) == certificate
    True
    """

    kind = "promise"
    formats: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cgt promise certificate 1": ("rule", *COUNTS, "values", "sha256"),
    }

    rule: str
    promise: Promise
    periodicity: Periodicity
    window: int
    values: tuple[int, ...] = attrs.field(repr=False)
    sha256: str = attrs.field(repr=False)

    @classmethod
    def of(cls, rule: str, promise: Promise, periodicity: Periodicity, values: Sequence[int]) -> PromiseCertificate:
        """The certificate of what a promise proves from these values of the heaps from 0."""
        known = [int(value) for value in values]
        kept = tuple(known[: periodicity.preperiod + periodicity.period])
        return cls(rule, promise, periodicity, len(known), kept, hash_of(known))

    @property
    def theorem(self) -> str:
        """The theorem, in words."""
        return str(self.promise)

    def nim_value(self, heap: int) -> int:
        """The nim-value of a heap of any size, the promise kept."""
        return self.periodicity.value(heap, self.values)

    def verify(self, rule: HeapGame | None = None, progress: Progress | None = None) -> None:
        """Check everything again by the rule itself: each value against its options', the promise, the hash, the least.

        Raises:
            CertificateError: naming the first value that fails, or the hypothesis.
            RulesetError: the rule breaks the promise, or is not given: a file cannot hold a function.
        """
        if rule is None:
            raise RulesetError(f"the promise is of a function, {self.rule}: give the rule itself to check it")
        if self.window < self.promise.needed(self.periodicity):
            raise CertificateError(f"a window of {self.window} values is too short for this period and this promise")
        check_memory(64 * self.window, f"the check of {shortened(self.window)} values", MOST_FOR_A_CERTIFICATE)
        implied = [self.nim_value(heap) for heap in range(self.window)]
        for heap, value in enumerate(implied):
            if value != mex(nim_sum(*(implied[size] for size in option)) for option in rule.options(heap)):
                raise CertificateError(f"the nim-value of heap {heap} under {rule} is not {value}")
        self.promise.checked(rule).upto(self.window)
        if hash_of(implied) != self.sha256:
            raise CertificateError("the hash is not that of the values")
        if not self.promise.proves(self.periodicity, implied):
            raise CertificateError(f"{self.window} values do not meet the hypotheses of the theorem {self.theorem!r}")
        check_least(self.periodicity, self.values)

    def fields(self) -> dict[str, Any]:
        found, promise = self.periodicity, self.promise
        return {
            "format": "cgt promise certificate 1",
            "rule": self.rule,
            "reach": promise.reach,
            "modulus": promise.modulus,
            "preperiod": found.preperiod,
            "period": found.period,
            "window": self.window,
            "values": list(self.values),
            "sha256": self.sha256,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> PromiseCertificate:
        reach, modulus, preperiod, period, window = read_counts(record, COUNTS)
        if not (reach and modulus and period):
            raise CertificateError("reach, modulus and period are 1 or more")
        values = read_values(record, preperiod + period)
        rule, digest = read_text_field(record, "rule"), read_text_field(record, "sha256")
        return cls(rule, Promise(reach, modulus), Periodicity(preperiod, period), window, values, digest)
