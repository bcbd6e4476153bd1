"""Claims of the literature as executable tests, and their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, TypeAlias, TypedDict

import attrs
from more_itertools import take

from cgt.core.numbers import check_whole, format_int
from cgt.errors import ParseError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cgt.digits.decide import Decision


class Kind(StrEnum):
    """The kind of statement that a claim is."""

    THEOREM = "theorem"
    CONJECTURE = "conjecture"
    TABLE = "table"
    ALGORITHM = "algorithm"
    QUESTION = "question"


class VerdictStatus(StrEnum):
    """The status of a verdict."""

    DECIDED = "decided"
    """True for every case: it is a sentence in a number system, and automata decided it."""
    PROVED = "proved"
    """True for every case: a theorem or a certificate covers what no finite check can."""
    HOLDS = "holds"
    """True as far as it was checked, or a finite table that is right in every cell."""
    REFUTED = "refuted"
    """False; the counterexample is the least."""
    OPEN = "open"
    """A question; the verdict's facts are what computing can say about it."""


@attrs.frozen
class Finding:
    """A difference between what a claim says and what is true, in one place."""

    where: str
    says: str
    true: str

    def __str__(self) -> str:
        return f"{self.where}: it says {self.says}; true is {self.true}"


@attrs.frozen
class Fact:
    """A computed fact about a claim: the right statement beside a wrong one, or data on a question."""

    about: str
    value: str

    def __str__(self) -> str:
        return f"{self.about}: {self.value}"


@attrs.frozen
class Verdict:
    """The verdict on a claim up to `bound`.

    `findings` are all the wrong cells of a table, and the one least counterexample of any other claim.
    """

    status: VerdictStatus
    bound: int
    extent: str
    findings: tuple[Finding, ...] = ()
    facts: tuple[Fact, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """The decisions of the claim's sentences, in order."""

    @property
    def counterexample(self) -> Finding | None:
        """The least counterexample, None unless the claim is refuted."""
        return self.findings[0] if self.findings else None


class Trial(TypedDict, total=False):
    """The test of a claim: functions of a bound, each of them optional."""

    check: Callable[[int], Iterable[Finding]]
    """Findings against the claim, least first."""
    sentences: Callable[[int], Iterable[Decision]]
    """Sentences in a number system that say the same, decided."""
    facts: Callable[[int], Iterable[Fact]]
    """Further results of the library on the claim."""


Trials: TypeAlias = "dict[str, Trial]"
"""The trials, by the ids of the claims."""


@attrs.frozen
class Claim:
    """One statement of an article, with its test.

    `check(bound)` yields the findings against the claim, least first; a claim that gets none is proved when `theorem`
    names what covers all cases, and holds otherwise. `sentences(bound)` decides sentences that say the same: a claim
    that they and the check find true is decided, and one that they find false is refuted. `facts(bound)` yields what
    the library can say besides. A claim without a check is a question.

    >>> from cgt.apps.claims import get
    >>> claim = get("000.19a")
    >>> print(claim.verdict(100).status, claim.verdict(200).status)
    holds refuted
    >>> print(claim.verdict(200).counterexample)
    a = 101: it says take 100; true is take 20
    """

    id: str
    kind: Kind = attrs.field(converter=Kind)
    statement: str
    how: str
    reference: str
    bound: int = 1
    """The default bound; `unit` says of what."""
    unit: str = ""
    """The unit of the bound, with `{}` for the number; empty for a table or an example, which has no bound."""
    check: Callable[[int], Iterable[Finding]] | None = None
    facts: Callable[[int], Iterable[Fact]] | None = None
    sentences: Callable[[int], Iterable[Decision]] | None = None
    no_sentence: str = ""
    """Why it is no sentence in a number system, where it has none."""
    tables: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    """The transcribed tables it is about."""
    theorem: str = ""
    """The theorem or certificate that covers all cases; empty when there is none."""
    proof: str = ""
    """A short proof, or what to read instead, for the page of the article."""
    french: str = ""
    """The words of the original."""
    seconds: float = 0.1
    """Roughly what the check takes at the default bound, on one core."""
    growth: float = 2.0
    """The exponent by which that grows with the bound."""

    @property
    def article(self) -> str:
        """The article's number, the three digits before the dot."""
        return self.id.partition(".")[0]

    @property
    def part_of(self) -> str:
        """The id in the article's list: the claim's own without the letter of its reading.

        >>> from cgt.apps.claims import get
        >>> get("001.5b").part_of
        '001.5'
        """
        return self.id.rstrip("abcdefgh")

    @property
    def number(self) -> int:
        """The number in the article's list: 5 for 001.5b."""
        return int(self.part_of.partition(".")[2])

    def estimate(self, bound: int | None = None) -> float:
        """Roughly how many seconds a verdict to `bound` takes."""
        if bound is None:
            return self.seconds
        try:
            return self.seconds * float((bound / self.bound) ** self.growth)
        except OverflowError:
            return inf

    def verdict(self, bound: int | None = None) -> Verdict:
        """The verdict up to `bound`, by default the claim's own.

        Raises:
            ParseError: a bound below 1, or one for a claim that is a table or an example and has none.
            TableError: a transcribed table is missing or cannot be read.
        """
        if bound is not None and not self.unit:
            raise ParseError(f"{self.id} is a finite {self.kind}: it is checked whole and takes no bound")
        if bound is None:
            bound = self.bound
        else:
            check_whole(bound, "the bound of a claim is a whole number of at least 1", least=1, error=ParseError)
        findings: tuple[Finding, ...] = ()
        if self.check is not None:
            least_only = self.kind is not Kind.TABLE
            findings = tuple(take(1, self.check(bound)) if least_only else self.check(bound))
        decisions = tuple(self.sentences(bound)) if self.sentences is not None else ()
        if not findings:
            findings = tuple(_against(decision) for decision in decisions if not decision)[:1]
        return Verdict(
            status=self._status(findings),
            bound=bound,
            extent=self.unit.format(f"{bound:,}") if self.unit else "all of it",
            findings=findings,
            facts=tuple(self.facts(bound)) if self.facts is not None else (),
            decisions=decisions,
        )

    def _status(self, findings: tuple[Finding, ...]) -> VerdictStatus:
        if findings:
            return VerdictStatus.REFUTED
        if self.sentences is not None:
            return VerdictStatus.DECIDED
        if self.check is None:
            return VerdictStatus.OPEN
        return VerdictStatus.PROVED if self.theorem else VerdictStatus.HOLDS


def _against(decision: Decision) -> Finding:
    numbers = ", ".join(f"{name} = {format_int(number)}" for name, number in (decision.counterexample or {}).items())
    return Finding(numbers or "as a whole", decision.sentence, "it does not hold")


@attrs.frozen
class Figure:
    """A figure of an article: `draw(axes=None, *, stop=…)` gives back the Axes it drew on, by default new ones."""

    name: str
    claim: str
    """The id of the claim that it goes with."""
    draw: Callable[..., Axes]
    caption: str
    alt_text: str
    """The contents of the figure in words, for readers who do not see it."""


def _pairs(words: Iterable[Iterable[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((theirs, ours) for theirs, ours in words)


@attrs.frozen
class Article:
    """An article: its game, its claims in its own order, its figures."""

    number: str
    title: str
    french: str
    """Its title in the original."""
    source: str
    rules: str
    """The game, in a sentence or two."""
    words: tuple[tuple[str, str], ...] = attrs.field(converter=_pairs)
    """The original's words with the ones used here."""
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...] = ()
