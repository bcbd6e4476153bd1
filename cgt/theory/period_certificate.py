"""Certificates of proved periods: of a code or a set, checked by the rule alone, and of a function, by its promise."""

from __future__ import annotations

import sys
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, Self

import attrs
from more_itertools import factor

from cgt.core.card import Card
from cgt.core.code import LONGEST, HeapCode
from cgt.core.language import _
from cgt.core.memory_limit import MOST_FOR_A_CERTIFICATE, check_memory
from cgt.core.nimber import mex, nim_sum
from cgt.core.numbers import format_int
from cgt.core.repetition import Periodicity
from cgt.digits.number_sets import number_set
from cgt.errors import BudgetError, CertificateError, ParseError, RulesetError
from cgt.fast.row import as_integers, shared_integers
from cgt.theory.certificate import Certificate, read_counts, read_text_field, read_values
from cgt.theory.promise import CheckedPromise, Promise
from cgt.theory.remainders import LONGEST_PATTERN, REMAINDERS
from cgt.theory.theorems import reference_of, theorem_named

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.fast.sequence import HeapGame

PERIODIC = ("code", "preperiod", "period", "saltus", "theorem", "window", "values", "sha256")
OF_A_SET = ("set", "period", "window", "values", "sha256")
PROMISED = ("reach", "modulus", "preperiod", "period", "window")

MOST_MOVES = 100_000_000
"""The most moves that a check by the definition tries: half a minute."""

HASHED_AT_ONCE = 1 << 16
"""The number of values packed at a time: a packed copy of millions would take 8 bytes each."""


@attrs.frozen
class ValuesCertificate(Certificate):
    """A plain or arithmetic period that finitely many values prove, with those values.

    Attributes:
        periodicity: preperiod, period and saltus, all least.
        window: how many values, of the heaps from 0, the theorem was applied to.
        values: the values of the heaps 0 .. preperiod + period - 1: with the periodicity, all there is to know.
        sha256: the hash of all `window` values, as 8-byte little-endian numbers.
    """

    periodicity: Periodicity
    window: int
    values: tuple[int, ...] = attrs.field(repr=False)
    sha256: str = attrs.field(repr=False)

    @classmethod
    def proved(cls, periodicity: Periodicity, values: Iterable[int], *rule: Any) -> Self:  # noqa: ANN401 - as the kind has
        """The certificate of a periodicity that these values of the heaps from 0 prove."""
        known = values if isinstance(values, memoryview | Sequence) else list(values)
        kept = shared_integers(known[: periodicity.preperiod + periodicity.period])
        return cls(periodicity, len(known), kept, hash_of(known), *rule)

    @abstractmethod
    def in_words(self) -> tuple[str, str]:
        """The rule, and the theorem in the reader's language."""

    def __str__(self) -> str:
        rule, theorem = self.in_words()
        text = _("{rule}: {period}, certified by {window} values ({theorem})")
        window = format_int(self.window, group=True)
        return text.format(rule=rule, period=self.periodicity, window=window, theorem=theorem)

    def card(self) -> Card:
        """The card of the certificate: the claim, its theorem, and the number of values."""
        periodicity = self.periodicity
        rule, theorem = self.in_words()
        saltus = f", +{format_int(periodicity.saltus, group=True)}" if periodicity.saltus else ""
        proof = _("{theorem}, from {window} values").format(theorem=theorem, window=format_int(self.window, group=True))
        rows = [
            (_("period"), format_int(periodicity.period, group=True) + saltus),
            (_("preperiod"), format_int(periodicity.preperiod, group=True)),
            (_("proved by"), proof),
            ("sha256", self.sha256),
        ]
        return Card(_("Certificate: {code}").format(code=rule), rows, periodicity.bracketed(self.values))

    def nim_value(self, heap: int) -> int:
        """The nim-value of a heap of any size; O(1) operations on its digits."""
        return self.periodicity.value(heap, self.values)

    def check(
        self,
        rule: str,
        theorem: str,
        needed: Callable[[], int],
        first_wrong: Callable[[list[int]], int | None],
        is_covered: Callable[[list[int]], bool],
    ) -> None:
        """Check that the period is the least, that the values implied are right, and that the theorem covers them.

        Where as many values as are needed prove the period, they prove the rest of a longer window, too.

        Raises:
            CertificateError: naming the first that is not so.
            MemoryBudgetError: the window is too long for the memory.
        """
        result, window = self.periodicity, self.window
        wanted = result.preperiod + result.period
        if result.period < 1 or result.preperiod < 0 or len(self.values) != wanted:
            raise CertificateError(f"{len(self.values)} values are given, preperiod and period ask for {wanted}")
        if window < wanted:
            raise CertificateError(f"a window of {window} values is too short for this period")
        check_least(result, self.values)
        check_memory(64 * window, f"the check of {format_int(window)} values", MOST_FOR_A_CERTIFICATE)
        implied = [self.nim_value(heap) for heap in range(window)]
        for stop in sorted({min(max(needed(), wanted), window), window}):
            known = implied[:stop]
            wrong = first_wrong(known)
            if wrong is not None:
                raise CertificateError(f"the nim-value of heap {wrong} under {rule} is not {format_int(known[wrong])}")
            if hash_of(implied) != self.sha256:
                raise CertificateError("the hash is not that of the values")
            if is_covered(known):
                break
        else:
            raise CertificateError(f"{window} values do not meet the hypotheses of the theorem {theorem!r}")


@attrs.frozen
class PeriodCertificate(ValuesCertificate):
    """A periodicity of a code's nim-sequence that a theorem extends to every heap.

    Attributes:
        code: the rule.
        theorem: the name of the theorem, one of `cgt.theory.theorems`.

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
    formats = (("cgt period certificate 1", *PERIODIC),)

    code: HeapCode
    theorem: str

    @property
    def reference(self) -> str:
        """The source of the theorem."""
        return reference_of(self.theorem)

    def in_words(self) -> tuple[str, str]:
        return str(self.code), _(self.theorem)

    def verify(self, rule: None = None, progress: Progress | None = None) -> None:
        """Verify the certificate from the rule alone, by code that shares nothing with the search.

        That period and preperiod are least is checked, then each of the values that the theorem needs against the
        values of the heap's options (see `cgt.theory.verify.values`), the hypotheses, and the hash of the whole window.
        What an automaton decided is decided again by another (see `cgt.theory.verify.pattern`).

        Raises:
            CertificateError: naming the first value that fails, or the hypothesis.
            MemoryBudgetError: the window is too long for the memory.
        """
        from cgt.theory.verify.values import first_wrong_value

        theorem = theorem_named(self.theorem)
        if theorem is None:
            raise CertificateError(f"no theorem is called {self.theorem!r}")

        def needed() -> int:
            if not (theorem.covers(self.code) and theorem.affordable(self.code, self.periodicity)):
                raise CertificateError(f"the theorem {self.theorem!r} does not decide this period of {self.code}")
            return theorem.needed(self.code, self.periodicity)

        def first_wrong(implied: list[int]) -> int | None:
            # No play from n counters has more than 2n moves: each takes a counter, or makes one heap more of them.
            too_great = next((heap for heap, value in enumerate(implied) if value > 2 * heap), None)
            return first_wrong_value(self.code, implied, progress) if too_great is None else too_great

        def is_covered(implied: list[int]) -> bool:
            return theorem.verifies(self.code, self.periodicity, implied)

        self.check(str(self.code), self.theorem, needed, first_wrong, is_covered)

    def fields(self) -> dict[str, Any]:
        periodicity = self.periodicity
        return {
            "format": "cgt period certificate 1",
            "code": str(self.code),
            "preperiod": periodicity.preperiod,
            "period": periodicity.period,
            "saltus": periodicity.saltus,
            "theorem": self.theorem,
            "window": self.window,
            "values": list(self.values),
            "sha256": self.sha256,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> PeriodCertificate:
        preperiod, period, saltus, window = read_counts(record, ("preperiod", "period", "saltus", "window"))
        if not period:
            raise CertificateError("a period is 1 or more")
        values = read_values(record, preperiod + period)
        theorem, digest = read_text_field(record, "theorem"), read_text_field(record, "sha256")
        try:
            code = HeapCode.parse(read_text_field(record, "code", LONGEST))
        except ParseError as error:
            raise CertificateError(f"the certificate's code cannot be read: {error}") from None
        return cls(Periodicity(preperiod, period, saltus), window, values, digest, code, theorem)


@attrs.frozen
class PromiseCertificate(ValuesCertificate):
    """The certificate of a period that holds for every heap if a function keeps a promise.

    Attributes:
        rule: the rule's name; the function itself cannot be written down.
        promise: what is promised of it.

    >>> from cgt.families.function_heap_game import TakingRule
    >>> rule = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two-or-three")
    >>> certificate = rule.period(reach=3).promised
    >>> certificate.nim_value(10**30), certificate.verify(rule)
    (0, None)
    >>> PromiseCertificate.from_json(certificate.to_json()) == certificate
    True
    """

    kind = "promise"
    formats = (("cgt promise certificate 1", "rule", *PROMISED, "values", "sha256"),)

    rule: str
    promise: Promise

    @property
    def theorem(self) -> str:
        """The theorem, in English."""
        return str(self.promise)

    def in_words(self) -> tuple[str, str]:
        return self.rule, self.promise.in_words()

    def verify(self, rule: HeapGame | None = None, progress: Progress | None = None) -> None:
        """Verify by the rule itself: each value against its options', the promise, the hash, the least period.

        Raises:
            CertificateError: naming the first value that fails, or the hypothesis.
            RulesetError: the rule breaks the promise, or is not given: a file cannot hold a function.
        """
        if rule is None:
            raise RulesetError(f"the promise is of a function, {self.rule}: give the rule itself to check it")
        if str(rule) != self.rule:
            raise CertificateError(f"the promise is of {self.rule}, and the rule given is {rule}")

        def needed() -> int:
            return self.promise.needed(self.periodicity)

        def first_wrong(implied: list[int]) -> int | None:
            for heap, value in enumerate(implied):
                if value != mex(nim_sum(*(implied[size] for size in option)) for option in rule.heap_options(heap)):
                    return heap
            return None

        def is_covered(implied: list[int]) -> bool:
            CheckedPromise(self.promise, rule).upto(self.window)
            return self.promise.proves(self.periodicity, implied)

        self.check(str(rule), self.theorem, needed, first_wrong, is_covered)

    def fields(self) -> dict[str, Any]:
        result, promise = self.periodicity, self.promise
        return {
            "format": "cgt promise certificate 1",
            "rule": self.rule,
            "reach": promise.reach,
            "modulus": promise.modulus,
            "preperiod": result.preperiod,
            "period": result.period,
            "window": self.window,
            "values": list(self.values),
            "sha256": self.sha256,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> PromiseCertificate:
        reach, modulus, preperiod, period, window = read_counts(record, PROMISED)
        if not (reach and modulus and period):
            raise CertificateError("reach, modulus and period are 1 or more")
        values = read_values(record, preperiod + period)
        rule, digest = read_text_field(record, "rule"), read_text_field(record, "sha256")
        return cls(Periodicity(preperiod, period), window, values, digest, rule, Promise(reach, modulus))


@attrs.frozen
class SetCertificate(ValuesCertificate):
    """The certificate of a period of a game in which the numbers of an infinite set are taken.

    Attributes:
        set: the name of the set, for `cgt.digits.number_sets.number_set`.

    >>> import cgt
    >>> certificate = cgt.period("subtraction(x^2+1)").certificate
    >>> certificate.nim_value(10**30), certificate.verify()
    (1, None)
    >>> print(certificate)
    subtraction(x^2+1): period 3, from heap 0, certified by 16 values (remainders of the amounts)
    >>> SetCertificate.from_json(certificate.to_json()) == certificate
    True
    """

    kind = "set"
    formats = (("cgt set certificate 1", *OF_A_SET),)
    theorem = REMAINDERS

    set: str

    def in_words(self) -> tuple[str, str]:
        return f"subtraction({self.set})", _(self.theorem)

    def verify(self, rule: None = None, progress: Progress | None = None) -> None:
        """Verify by the definition: each value against its options', the theorem, the hash, the least period.

        Raises:
            CertificateError: naming the first value that fails, or the hypothesis.
            BudgetError: the window has more than 100 million moves, or is too long for the memory.
        """
        numbers, period = number_set(self.set), self.periodicity.period
        every = numbers.remainders(period) if period <= LONGEST_PATTERN else None
        if every is None:
            raise CertificateError(f"the theorem {self.theorem!r} does not decide this period of {self.in_words()[0]}")
        most = MOST_MOVES // max(self.window, 1)
        amounts = list(takewhile(self.window.__gt__, islice(numbers.members(), most + 1)))
        if len(amounts) > most:
            raise BudgetError(f"the check of {format_int(self.window)} values takes too long")

        def first_wrong(implied: list[int]) -> int | None:
            for heap, value in enumerate(implied):
                if value != mex(implied[heap - take] for take in takewhile(heap.__ge__, amounts)):
                    return heap
            return None

        def is_covered(implied: list[int]) -> bool:
            near = {take % period for take in takewhile(len(implied).__ge__, numbers.members())}
            return len(implied) >= period and all(
                mex(implied[(place - remainder) % period] for remainder in near) == value
                and all(implied[(place - remainder) % period] != value for remainder in every)
                for place, value in enumerate(implied[:period])
            )

        self.check(self.in_words()[0], self.theorem, lambda: self.window, first_wrong, is_covered)

    def fields(self) -> dict[str, Any]:
        return {
            "format": "cgt set certificate 1",
            "set": self.set,
            "period": self.periodicity.period,
            "window": self.window,
            "values": list(self.values),
            "sha256": self.sha256,
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> SetCertificate:
        period, window = read_counts(record, ("period", "window"))
        if not period:
            raise CertificateError("a period is 1 or more")
        values = read_values(record, period)
        name, digest = read_text_field(record, "set"), read_text_field(record, "sha256")
        try:
            numbers = number_set(name)
        except ParseError as error:
            raise CertificateError(f"the certificate's set cannot be read: {error}") from None
        return cls(Periodicity(0, period), window, values, digest, numbers.name)


def check_least(periodicity: Periodicity, values: Sequence[int]) -> None:
    """Check that period and preperiod are the least; raises `CertificateError`.

    >>> check_least(Periodicity(0, 4), [0, 1, 0, 1])
    Traceback (most recent call last):
    cgt.errors.CertificateError: the period is not the least: 2 is one too
    """
    last = periodicity.preperiod - 1
    if periodicity.preperiod and values[last] + periodicity.saltus == periodicity.value(
        last + periodicity.period, values
    ):
        raise CertificateError(f"the preperiod is not the least: heap {last} fits the pattern too")
    for prime in sorted(set(factor(periodicity.period)), reverse=True):
        divisor = periodicity.period // prime  # of each lesser period, one of these is a multiple
        if periodicity.saltus % prime == 0:
            part = Periodicity(periodicity.preperiod, divisor, periodicity.saltus // prime)
            stretch = [
                periodicity.value(heap, values) for heap in range(periodicity.preperiod + periodicity.period + divisor)
            ]
            if part.first_failure(stretch) is None:
                raise CertificateError(f"the period is not the least: {divisor} is one too")


def hash_of(values: Sequence[int]) -> str:
    """The SHA-256 of the values as 8-byte little-endian numbers.

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
