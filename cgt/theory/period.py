"""Periods of heap games, found while values are computed and proved as soon as a theorem applies."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Self

import attrs

from cgt.core.card import Card, Shown, Values
from cgt.core.language import _
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_limit, format_int
from cgt.core.progress import thread_seconds
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.fast.taking_breaking_values import sequence_of
from cgt.theory.promise import CheckedPromise, Promise
from cgt.theory.remainders import MOST_NEEDED, MULTIPLES, REMAINDERS, decisive
from cgt.theory.theorems import Theorem, theorems_for

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.digits.number_sets import NumberSet
    from cgt.fast.sequence import HeapGame, NimSequence
    from cgt.theory.period_certificate import PeriodCertificate, PromiseCertificate, SetCertificate

PATIENCE_SECONDS = 30.0
"""Processor seconds after which a search without a limit ends where it is, several times what most take."""

SEARCH_SECONDS = 3.0
"""Processor seconds after which a limit that memory cannot reach is refused: to compile loops takes some, too."""


class PeriodStatus(StrEnum):
    """The status of a period: proved, observed, not seen, or proved not to be."""

    PROVED = "proved"
    OBSERVED = "observed"
    NONE = "none seen"
    APERIODIC = "aperiodic"


@attrs.frozen
class PeriodReport(Shown):
    """The report on the period of a nim-sequence.

    Attributes:
        rule: the rule, as text.
        status: `proved` for every heap, `observed` up to `checked_to`, `none seen`, or `aperiodic`: there is none.
        periodicity: least period, exact preperiod and saltus; None when none was seen.
        theorem: the theorem that proves the period, or that there is none, in words; None otherwise.
        checked_to: the number of values that were computed, for the heaps from 0.
        enough: the number of values that would decide an observed period, if a theorem covers the rule; else None.
        values: the computed values.
        code: the rule's code, if it has one.
        promise: the promise about a function under which the period is looked for.
        amounts: the infinite set of numbers that are taken, if the rule is that.
    """

    rule: str
    status: PeriodStatus
    periodicity: Periodicity | None
    theorem: str | None
    checked_to: int
    enough: int | None
    values: Sequence[int] = attrs.field(repr=False, eq=False)
    code: HeapCode | None = attrs.field(default=None, repr=False)
    promise: Promise | None = attrs.field(default=None, repr=False)
    amounts: str | None = attrs.field(default=None, repr=False)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """The fields, for a copy or another process: the values, a view of what is computed, as an array."""
        values = self.values
        kept = array(values.format, values.tolist()) if isinstance(values, memoryview) else values
        fields = attrs.asdict(self, recurse=False) | {"values": kept}
        return type(self), tuple(fields.values())

    @cached_property
    def exceptions(self) -> list[int]:
        """The heaps below the preperiod that do not fit the periodic pattern."""
        return self.periodicity.exceptions(self.values) if self.periodicity else []

    @cached_property
    def certificate(self) -> PeriodCertificate | SetCertificate | None:
        """The certificate of a proved period, if the rule has a code or takes the numbers of a set."""
        if self.periodicity is None or self.theorem is None:
            return None
        from cgt.theory import period_certificate  # most answers name the theorem alone

        if self.code is not None:
            return period_certificate.PeriodCertificate.proved(self.periodicity, self.values, self.code, self.theorem)
        if self.amounts is not None:
            return period_certificate.SetCertificate.proved(self.periodicity, self.values, self.amounts)
        return None

    @cached_property
    def promised(self) -> PromiseCertificate | None:
        """The certificate of a period that is proved under a promise about a function."""
        if self.promise is None or self.periodicity is None or self.theorem is None:
            return None
        from cgt.theory.period_certificate import PromiseCertificate

        return PromiseCertificate.proved(self.periodicity, self.values, self.rule, self.promise)

    def record(self) -> dict[str, object]:
        """The report as JSON-ready data."""
        periodicity = self.periodicity
        known = dict.fromkeys(("preperiod", "period", "saltus")) if periodicity is None else attrs.asdict(periodicity)
        return {
            "ruleset": self.rule,
            **known,
            "exceptions": None if periodicity is None else self.exceptions,
            "status": str(self.status),
            "theorem": self.theorem,
            "checked_to": self.checked_to,
            "enough": self.enough,
        }

    def card(self) -> Card:
        """A card with the period in a line and the values, one period bracketed."""
        periodicity = self.periodicity
        return Card(
            str(self), figure=Values(self.values) if periodicity is None else periodicity.bracketed(self.values)
        )

    @property
    def finding(self) -> str:
        """The period and whether it is proved, in a line without the rule."""
        if self.status is PeriodStatus.APERIODIC:
            text = _("no period, proved ({theorem})")
        elif self.periodicity is None:
            text = _("no period seen in the first {limit} nim-values")
        elif self.status is PeriodStatus.PROVED:
            text = _("{period}, proved ({theorem})")
        elif self.enough is None:
            text = _("{period}, observed to {limit} only")
        else:
            text = _("{period}, observed to {limit} only; {enough} values would decide")
        return text.format(
            period=self.periodicity,
            theorem=self.promise.in_words() if self.promise else self.theorem and _(self.theorem),
            limit=self.checked_to,
            enough=self.enough,
        )

    def __str__(self) -> str:
        return f"{self.rule}{_(': ')}{self.finding}"


def period_of_code(
    code: HeapCode,
    limit: int | None = None,
    *,
    rule: str | None = None,
    sequence: NimSequence | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> PeriodReport:
    """The period of a code's nim-sequence, proved as soon as a theorem allows.

    At most `limit` values are looked at, by default as many as take a few seconds: a million where only few heaps have
    a rare value, and the loops are compiled. A long code, each of whose heaps costs more, may take half a minute.

    The values come from `sequence`, by default the fastest there is.

    Raises:
        MemoryBudgetError: so many values would not fit.
        NumberError: the limit is no whole number of at least 0.

    >>> from cgt.core.code import HeapCode
    >>> print(period_of_code(HeapCode.parse("0.77")))
    0.77: period 12, from heap 71, proved (Guy-Smith)
    >>> print(period_of_code(HeapCode.parse("0.77"), limit=150))
    0.77: period 12, from heap 71, observed to 150 only; 167 values would decide
    """
    limit = check_limit(limit, "limit")
    return _search(rule or str(code), sequence or sequence_of(code), limit, _CodeJudge(code), progress)


def period_of_ruleset(
    ruleset: HeapGame,
    limit: int | None,
    *,
    reach: int | None,
    modulus: int,
    sequence: NimSequence,
    progress: Callable[[int, int], None] | None,
) -> PeriodReport:
    """The period of any heap game: by its code if it has one, else from its definition.

    A rule given by a function has no code, and what it does beyond the computed heaps is unknown. With `reach` you
    promise: it only ever takes, at most `reach`, and from n >= reach the amounts depend on n mod `modulus` alone. The
    promise is checked for every computed heap, and then a repeated window proves the period.

    The values come from `sequence`, which belongs to the ruleset.

    Raises:
        RulesetError: the function returns heaps that are not smaller, or no heaps, or breaks the promise.
        NumberError: the limit is no whole number of at least 0.
        MemoryBudgetError: so many nim-values do not fit, and the first few seconds' worth proved no period.

    >>> from cgt.families.function_heap_game import TakingRule
    >>> rule = TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two-or-three")
    >>> print(rule.period(400))
    two-or-three: period 5, from heap 0, observed to 400 only
    >>> print(rule.period(400, reach=3))
    two-or-three: period 5, from heap 0, proved (repeated window, given the promised reach 3)
    """
    if ruleset.code is not None:
        return period_of_code(ruleset.code, limit, rule=str(ruleset), sequence=sequence, progress=progress)
    limit = check_limit(limit, "limit")
    judge = _Judge() if reach is None else _PromiseJudge(ruleset, Promise(reach, modulus))
    return _search(str(ruleset), sequence, limit, judge, progress)


def period_of_set(
    numbers: NumberSet,
    limit: int | None,
    *,
    rule: str,
    sequence: NimSequence,
    progress: Callable[[int, int], None] | None,
) -> PeriodReport:
    """The period of the game in which the numbers of an infinite set are taken from a heap.

    It is proved, or that there is none, by a theorem on the remainders of the numbers: see `cgt.theory.remainders`.

    The values come from `sequence`, which belongs to the game.

    Raises:
        NumberError: the limit is no whole number of at least 0.
        MemoryBudgetError: so many nim-values do not fit.

    >>> import cgt
    >>> for text in ("subtraction(x^2+1)", "take-a-square"):
    ...     print(cgt.parse_ruleset(text).period())
    subtraction(x^2+1): period 3, from heap 0, proved (remainders of the amounts)
    take-a-square: no period, proved (every number has a multiple that may be taken)
    """
    limit = check_limit(limit, "limit")
    if not numbers.has_multiples:
        return _search(rule, sequence, limit, _SetJudge(numbers), progress)
    length = sequence.comfortable if limit is None else min(limit, sequence.comfortable)  # to be shown
    sequence.extend_to(length, progress)
    values = sequence.values[:length]
    return PeriodReport(rule, PeriodStatus.APERIODIC, None, MULTIPLES, length, None, values, amounts=numbers.name)


def period_of_sequence(
    rule: str, sequence: NimSequence, limit: int | None, progress: Callable[[int, int], None] | None
) -> PeriodReport:
    """The period of a sequence without a known rule: it is observed and never proved."""
    return _search(rule, sequence, limit, _Judge(), progress)


class _Judge:
    """The tests of a periodicity against the values; this base class observes and proves nothing."""

    code: HeapCode | None = None
    promise: Promise | None = None
    amounts: str | None = None

    def candidate(self, values: Sequence[int]) -> Periodicity | None:
        """A periodicity that the values show."""
        return least_periodicity(values)

    def needed(self, periodicity: Periodicity) -> int | None:
        """The number of values that would prove the periodicity, if it is known."""
        return None

    def proof(self, periodicity: Periodicity, values: Sequence[int]) -> str | None:
        """The theorem, in words, if by it the values prove the periodicity."""
        return None

    def refutes(self, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether the periodicity is known to fail somewhere."""
        return False


class _CodeJudge(_Judge):
    """The tests by the theorems on a code, in their order."""

    code: HeapCode

    def __init__(self, code: HeapCode) -> None:
        self.code = code
        self.theorem: Theorem | None = None

    def candidate(self, values: Sequence[int]) -> Periodicity | None:
        for theorem in theorems_for(self.code):
            periodicity = theorem.candidate(self.code, values)
            if periodicity is not None:
                self.theorem = theorem
                return periodicity
        self.theorem = None
        # If two heaps at most are left after finitely many takes, nothing arithmetic can last.
        bounded = self.code.last is not None and (self.code.most_parts or 9) < 3
        return None if bounded else least_periodicity(values)

    def needed(self, periodicity: Periodicity) -> int | None:
        return self.theorem.needed(self.code, periodicity) if self.theorem else None

    def proof(self, periodicity: Periodicity, values: Sequence[int]) -> str | None:
        theorem = self.theorem
        return theorem.name if theorem and theorem.proves(self.code, periodicity, values) else None

    def refutes(self, periodicity: Periodicity, values: Sequence[int]) -> bool:
        return any(theorem.refutes(self.code, periodicity, values) for theorem in theorems_for(self.code))


class _PromiseJudge(_Judge):
    """The tests under a promise about a function, which is checked for every heap."""

    promise: Promise

    def __init__(self, ruleset: HeapGame, promise: Promise) -> None:
        self.promise = promise
        self.checked = CheckedPromise(promise, ruleset)

    def candidate(self, values: Sequence[int]) -> Periodicity | None:
        self.checked.upto(len(values))
        return least_periodicity(values, window=self.promise.reach, plain=True)

    def needed(self, periodicity: Periodicity) -> int:
        return self.promise.needed(periodicity)

    def proof(self, periodicity: Periodicity, values: Sequence[int]) -> str | None:
        return str(self.promise) if self.promise.proves(periodicity, values) else None


class _SetJudge(_Judge):
    """The tests of a game in which the numbers of a set are taken, by their remainders."""

    def __init__(self, numbers: NumberSet) -> None:
        self.numbers = numbers
        self.amounts = numbers.name
        self._decisive: dict[int, float] = {}
        """By the period, the number of values that proves it: see `decisive`."""

    def candidate(self, values: Sequence[int]) -> Periodicity | None:
        periodicity = least_periodicity(values, plain=True)
        if periodicity is not None and not periodicity.preperiod and periodicity.period not in self._decisive:
            self._decisive[periodicity.period] = decisive(self.numbers, values[: periodicity.period])
        return periodicity

    def needed(self, periodicity: Periodicity) -> int | None:
        number = 0 if periodicity.preperiod else self._decisive[periodicity.period]
        return int(number) if 0 < number <= MOST_NEEDED else None

    def proof(self, periodicity: Periodicity, values: Sequence[int]) -> str | None:
        needed = self.needed(periodicity)
        return REMAINDERS if needed is not None and needed <= len(values) else None

    def refutes(self, periodicity: Periodicity, values: Sequence[int]) -> bool:
        return not periodicity.preperiod and not self._decisive[periodicity.period]


def _search(
    rule: str,
    sequence: NimSequence,
    limit: int | None,
    judge: _Judge,
    progress: Callable[[int, int], None] | None,
) -> PeriodReport:
    """The report of a search: extend the values, to as many as the candidate needs, until it is proved or at the limit.

    Raises:
        MemoryBudgetError: the comfortable part proved nothing, or a few seconds, and a byte for each value up to the
            limit is too much.
    """
    begin = thread_seconds()
    # A sequence may tell where to look, and the theorems are asked there, as for any other.
    stop = sequence.comfortable if limit is None else limit
    periodicity, enough = None, sequence.prove_period(stop, progress)
    length = max(min(enough or 1, stop) - 1, 0)
    while length < (stop := sequence.comfortable if limit is None else limit):
        if limit is not None and (length >= sequence.comfortable or thread_seconds() - begin > SEARCH_SECONDS):
            check_memory(limit, f"nim-values of {format_int(limit)} heaps")  # say so now, not after hours
        length = min(_next_length(length, enough), stop)
        sequence.extend_to(length, None if progress is None else lambda done, _total: progress(done, stop))
        values = sequence.values[:length]
        periodicity = judge.candidate(values)
        enough = judge.needed(periodicity) if periodicity else None
        if periodicity and (theorem := judge.proof(periodicity, values)):
            return PeriodReport(
                rule,
                PeriodStatus.PROVED,
                periodicity,
                theorem,
                length,
                None,
                values,
                judge.code,
                judge.promise,
                judge.amounts,
            )
        if limit is None and thread_seconds() - begin > PATIENCE_SECONDS:
            break  # each heap costs more than was thought: of many digits, say
    values = sequence.values[:length]
    if periodicity is None or judge.refutes(periodicity, values):
        return PeriodReport(rule, PeriodStatus.NONE, None, None, length, None, values, amounts=judge.amounts)
    return PeriodReport(rule, PeriodStatus.OBSERVED, periodicity, None, length, enough, values, amounts=judge.amounts)


def _next_length(length: int, enough: int | None) -> int:
    """The next length: a sixteenth more, at least 16 more, or what proves the candidate if that is near."""
    if enough is not None and length < enough <= 3 * length // 2 + 8:
        return enough
    return length + max(16, length // 16)
