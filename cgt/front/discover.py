"""From a rule to a strategy that holds for ever, or to an honest account of what was tried and seen."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.errors import BudgetError, CGTError, RulesetError
from cgt.faces.cards import Card
from cgt.files.oeis import Indexed
from cgt.front.lists import p_positions
from cgt.games.heaps.quota import LinearQuota
from cgt.games.heaps.takeaway import TakeAway
from cgt.games.heaps.wythoff import Wythoff
from cgt.heaps.ruleset import HeapRule, HeapRuleset
from cgt.numeration.ostrowski import base as wythoff_base
from cgt.numeration.takeaway_base import Base as QuotaBase
from cgt.numeration.takeaway_base import first_drop, is_covered, is_nondecreasing
from cgt.proofs.base_recurrence import linear_recurrence
from cgt.proofs.equality import Equality, equalities
from cgt.proofs.period import PeriodReport, PeriodStatus
from cgt.rulesets.capabilities import HasHeaps
from cgt.rulesets.registry import parse_ruleset
from cgt.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cgt.proofs.certificate import Certificate

SHOWN_TERMS = 24
SHOWN_VALUES = 120
SHOWN_PERIOD = 40
SHOWN_EXCEPTIONS = 40
BOUND_OF_QUOTAS = 10_000
LISTED_STOPS, LISTED_STOP = {1: 100, 2: 24, 3: 10}, 5
SHOWN_SEARCH = 100_000


@attrs.frozen
class Discovery(Card):
    """What was found about a rule, and what was tried.

    Attributes:
        rule: the rule, as text.
        kind: `heap game`, `quota`, `Wythoff` or `other`.
        values: the start of the nim-sequence of a heap game, else the start of the base or of the P-positions.
        period: of a heap game: the period, with its status and its certificate.
        equalities: of a heap game: the same game, or the same sequence, under another code.
        recurrence: of a quota k·n+q: the base's recurrence, proved.
        strategy: how to play, in words; None when nothing was found.
        proved: whether the strategy holds for every position.
        tried: what was tried, one line each.
        seen: of a heap game without a proof: rare values, the largest value, growth.
    """

    rule: str
    kind: str
    values: tuple[int, ...]
    period: PeriodReport | None = None
    equalities: tuple[Equality, ...] = ()
    recurrence: str | None = None
    strategy: str | None = None
    proved: bool = False
    tried: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()

    @property
    def listing(self) -> str:
        """The values as the OEIS lists them."""
        return Indexed(0 if self.kind == "heap game" else 1, self.values).listing()

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of a proved period, if the rule has a code."""
        return self.period.certificate if self.period else None

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The whole chain as pairs (heading, text), for one screen."""
        rows = [("rule", self.rule), (_LISTED.get(self.kind, "values"), self.listing)]
        if self.period:
            rows.append(("period", _period_text(self.period)))
        if self.recurrence:
            rows.append(("recurrence", self.recurrence))
        rows += [("equal", str(equality)) for equality in self.equalities]
        if self.strategy:
            rows.append(("strategy", self.strategy))
        rows.append(("holds", "for ever, proved" if self.proved else "not proved"))
        rows += [("seen", line) for line in self.seen]
        rows += [("tried", line) for line in self.tried]
        return [(heading, text) for heading, text in rows if text]

    @property
    def card_title(self) -> str:
        """The rule."""
        return self.rule

    @property
    def card(self) -> list[tuple[str, str]]:
        """The sections after the first, which is the title."""
        return self.sections[1:]

    def record(self) -> dict[str, object]:
        """The discovery as JSON-ready data."""
        return {
            "ruleset": self.rule,
            "kind": self.kind,
            "values": list(self.values),
            "period": self.period.record() if self.period else None,
            "equalities": [
                {"other": one.other, "shift": one.shift, "by_rule": one.by_rule, "checked_to": one.checked_to}
                for one in self.equalities
            ],
            "recurrence": self.recurrence,
            "strategy": self.strategy,
            "proved": self.proved,
            "seen": list(self.seen),
            "tried": list(self.tried),
        }

    def __str__(self) -> str:
        return "\n".join(f"{heading}: {text}" for heading, text in self.sections)


def discover(
    rule: Ruleset | str | Callable[[int], Iterable[tuple[int, ...]]],
    limit: int | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Discovery:
    """Everything the library can find out about a rule by itself.

    Args:
        rule: a ruleset, its text, a bare code such as `0.77`, or a function from a heap to its options, each the tuple
            of heaps that remain.
        limit: how many nim-values to look at; by default what takes a few seconds.
        progress: called with (done, total) now and then.

    Raises:
        CGTError: the rule cannot be read, or a function returns what are no smaller heaps.

    >>> found = discover("kayles")
    >>> print(found.strategy)
    modulo 12 a heap is worth 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7 (remainders 0 to 11), except these 14 heaps: \
G(0) = 0, G(3) = 3, G(6) = 3, G(9) = 4, G(11) = 6, G(15) = 7, G(18) = 3, G(21) = 4, G(22) = 6, G(28) = 5, G(34) = 6, \
G(39) = 3, G(57) = 4, G(70) = 6; move to nim-sum 0
    >>> found.proved, str(found.equalities[0])
    (True, 'the same game as 4.4: heap n here is heap n + 1 there')
    """
    ruleset = read_rule(rule)
    if isinstance(ruleset, HeapRuleset):
        return _discover_heaps(ruleset, limit, progress)
    if isinstance(ruleset, TakeAway):
        return _discover_quota(ruleset)
    if isinstance(ruleset, Wythoff):
        return _discover_wythoff(ruleset)
    return _discover_other(ruleset)


_LISTED = {"heap game": "nim-sequence", "quota": "base", "Wythoff": "base", "other": "values"}


def read_rule(rule: Ruleset | str | Callable[[int], Iterable[tuple[int, ...]]]) -> Ruleset:
    """The ruleset meant by a ruleset, its text, a bare code, or a function from a heap to its options.

    >>> str(read_rule("0.137")), str(read_rule("kayles"))
    ('octal(0.137)', 'kayles')
    """
    if isinstance(rule, Ruleset):
        return rule
    if not isinstance(rule, str):
        return HeapRule(rule)
    return parse_ruleset(rule)


def _discover_heaps(ruleset: HeapRuleset, limit: int | None, progress: Callable[[int, int], None] | None) -> Discovery:
    code = ruleset.code
    report = ruleset.period(limit, progress=progress)
    proved = report.status is PeriodStatus.PROVED
    start = tuple(int(value) for value in islice(report.values, SHOWN_VALUES))
    if proved and report.periodicity:
        start = tuple(report.periodicity.value(heap, report.values) for heap in range(SHOWN_VALUES))
    same = equalities(code, report.values, report.certificate) if code is not None else []
    same = [one for one in same if one.other != str(ruleset)]
    tried = [f"a period in the first {report.checked_to} nim-values: {report.status}"]
    if code is None:
        tried.append(
            "a rule given by a function can only be observed, unless it is promised never to take more than some amount"
        )
    else:
        tried.append("shifted codes and named games: " + (f"{len(same)} equal" if same else "none equal"))
    return Discovery(
        rule=str(ruleset),
        kind="heap game",
        values=start,
        period=report,
        equalities=tuple(same),
        strategy=_strategy_text(report) if report.periodicity else None,
        proved=proved,
        tried=tuple(tried),
        seen=() if report.periodicity else _what_is_seen(report.values),
    )


def _period_text(report: PeriodReport) -> str:
    if report.periodicity is None:
        return "none seen"
    if report.status is PeriodStatus.PROVED:
        return f"{report.periodicity}; proved by {report.checked_to} values: {report.theorem}"
    more = "" if report.enough is None else f"; {report.enough} values would decide"
    return f"{report.periodicity}; observed to {report.checked_to}{more}"


def _strategy_text(report: PeriodReport) -> str:
    found = report.periodicity
    if found is None:
        return ""
    exceptions = report.exceptions
    if found.period > SHOWN_PERIOD or len(exceptions) > SHOWN_EXCEPTIONS:
        more = f", plus {found.saltus}" if found.saltus else ""
        table = found.preperiod + found.period
        text = f"from heap {table} on, a heap is worth what a heap {found.period} less is{more}"
        text += f"; the table of the first {table} is in the certificate" if report.certificate else ""
        return text + "; move to nim-sum 0"
    if found.period == 1:
        text = f"a heap of n is worth {_linear(found.saltus, *found.residues(report.values))}"
    else:
        residues = ", ".join(map(str, found.residues(report.values)))
        text = f"modulo {found.period} a heap is worth {residues} (remainders 0 to {found.period - 1})"
        text += f", and {found.saltus} more for every whole {found.period}" if found.saltus else ""
    if exceptions:
        shown = ", ".join(f"G({heap}) = {int(report.values[heap])}" for heap in exceptions)
        count = f"these {len(exceptions)} heaps: " if len(exceptions) > 1 else ""
        text += f", except {count}{shown}"
    return text + "; move to nim-sum 0"


def _linear(slope: int, constant: int) -> str:
    """The expression slope·n + constant, as one writes it."""
    if not slope:
        return str(constant)
    text = "n" if slope == 1 else f"{slope}n"
    return text + (f" {'+' if constant > 0 else '-'} {abs(constant)}" if constant else "")


def _what_is_seen(values: Sequence[int]) -> tuple[str, ...]:
    """Largest value, growth, rare values: what a person looks for in a sequence that will not repeat."""
    numbers = [int(value) for value in values]
    if len(numbers) < 8:
        return ()
    largest = max(numbers)
    quarter, half = len(numbers) // 4, len(numbers) // 2
    growth = f"{max(numbers[:quarter])}, {max(numbers[:half])}, {largest}"
    late = Counter(numbers[half:])
    gone = sorted(set(numbers) - set(late))
    lines = [
        f"largest nim-value {largest}, first at heap {numbers.index(largest)}",
        f"largest values of the first quarter, half and whole: {growth}",
        f"last heap of nim-value 0: {len(numbers) - 1 - numbers[::-1].index(0)}",
    ]
    if gone:
        lines.append(f"values that the second half does not take any more: {_some(gone)}")
    rare = sorted(value for value, often in late.items() if often * 200 < half)
    if rare:
        lines.append(f"values rarer than 1 in 200 in the second half: {_some(rare)}")
    return tuple(lines)


def _some(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:12])) + (f", … ({len(numbers)} in all)" if len(numbers) > 12 else "")


def _discover_quota(ruleset: TakeAway) -> Discovery:
    quota = ruleset.quota
    base = QuotaBase(quota)
    linear = isinstance(quota, LinearQuota)
    bound = BOUND_OF_QUOTAS
    covered = linear or is_covered(quota, bound)
    every = linear or is_nondecreasing(quota, bound)
    tried = []
    recurrence = None
    if isinstance(quota, LinearQuota) and quota.k:
        try:
            recurrence = f"{linear_recurrence(quota.k, quota.q)}, proved from the base itself"
        except BudgetError as error:
            tried.append(str(error))
    elif (last := base.ends_at(10**6)) is not None:
        recurrence = f"none: the base ends with {last}, which greedy sums use again and again"
    if not covered:
        tried.append(f"Schwenk's theorem: the quota falls by more than 1 after a take of {first_drop(quota, bound)}")
    strategy = None
    if covered:
        strategy = "write the heap as a greedy sum of base numbers; whoever may take the least part wins by taking it"
        if not every:
            strategy += "; the quota falls at places, so other takes may win as well"
    return Discovery(
        rule=str(ruleset),
        kind="quota",
        values=tuple(islice(base, SHOWN_TERMS)) if covered else (),
        recurrence=recurrence if covered else None,
        strategy=strategy,
        proved=linear,
        tried=tuple(tried if linear else [*tried, f"Schwenk's hypothesis was checked for takes up to {bound}"]),
        seen=() if covered else _lost_positions(ruleset),
    )


def _discover_wythoff(ruleset: Wythoff) -> Discovery:
    if ruleset.heaps != 2:
        tried = ("Fraenkel's numeration is for two heaps: search answers",)
        return Discovery(str(ruleset), "other", (), tried=tried, seen=_lost_positions(ruleset))
    a = ruleset.a
    return Discovery(
        rule=str(ruleset),
        kind="Wythoff",
        values=tuple(wythoff_base(10**6, a)[:SHOWN_TERMS]),
        recurrence=f"p_0 = 1, p_1 = {a + 1}, p_n = {'' if a == 1 else a}p_(n-1) + p_(n-2)",
        strategy=(
            "write both heaps in this base; the player to move loses when the lesser ends in an even number of zeros "
            "and the greater is the lesser with a zero appended"
        ),
        proved=True,
        tried=("Fraenkel (1982): a theorem for two heaps and every slack a >= 1",),
    )


def _discover_other(ruleset: Ruleset) -> Discovery:
    forms = ruleset.closed_forms()
    strategy = "; ".join(f"{form.name} ({form.citation})" for form in forms) or None
    tried = ("no one-heap game, quota or Wythoff game: only its own closed forms were looked up",)
    try:
        example = ruleset.parse(ruleset.example)
    except CGTError as error:
        raise RulesetError(f"{ruleset}: its own example cannot be read: {error}") from error
    applicable = [form for form in forms if form.applies(example)]
    return Discovery(
        str(ruleset),
        "other",
        (),
        strategy=strategy,
        proved=bool(applicable),
        tried=tried,
        seen=_lost_positions(ruleset),
    )


def _lost_positions(ruleset: Ruleset) -> tuple[str, ...]:
    """The first P-positions, for a person to guess from; none where they would take long."""
    if not isinstance(ruleset, HasHeaps):
        return ()
    stop = LISTED_STOPS.get(ruleset.listed_heaps, LISTED_STOP)
    try:
        found = p_positions(ruleset, stop, max_positions=SHOWN_SEARCH)
    except CGTError:
        return ()
    shown = [" ".join(map(str, entry)) if isinstance(entry, tuple) else str(entry) for entry in found]
    more = f", … ({len(shown)} in all)" if len(shown) > SHOWN_TERMS else ""
    return (f"P-positions with heaps below {stop}: " + ", ".join(shown[:SHOWN_TERMS]) + more,)
