"""Several claims put to the test in one go, with an eye on the time it will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.apps.claims.claim import VerdictStatus
from cgt.apps.claims.recorded import agrees
from cgt.core.card import Card, Shown
from cgt.core.language import _
from cgt.core.numbers import check_whole
from cgt.errors import BudgetError, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.apps.claims.claim import Claim, Verdict

PATIENCE = 600.0
"""How many seconds a run may be expected to take before it has to be asked for twice."""

_UNITS = ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


@attrs.frozen
class Result(Shown):
    """A claim with its verdict, and whether that is the one on record."""

    claim: Claim
    verdict: Verdict
    agrees: bool

    def card(self) -> Card:
        """The statement, the verdict and what it rests on."""
        claim, verdict = self.claim, self.verdict
        differs = "" if self.agrees else " (not the verdict on record)"
        rows = [
            ("statement", claim.statement),
            ("verdict", f"{verdict.status}{differs}"),
            *(
                ("decided" if decision else "decided false", f"{decision.sentence} [{decision.system}]")
                for decision in verdict.decisions
            ),
            ("not decided", claim.no_sentence),
            ("by", claim.theorem if verdict.status is VerdictStatus.PROVED else ""),
            ("checked", f"{claim.how}; {verdict.extent}"),
            *(("but", str(finding)) for finding in verdict.findings),
            *(("besides", str(fact)) for fact in verdict.facts),
            ("reference", claim.reference),
        ]
        return Card(f"{claim.id} ({claim.kind.word})", [(term, text) for term, text in rows if text])

    def to_record(self) -> dict[str, object]:
        """The result as JSON-ready data; the bound is None for a table or an example, which is checked whole."""
        found = self.verdict.counterexample
        return {
            "id": self.claim.id,
            "statement": self.claim.statement,
            "verdict": str(self.verdict.status),
            "bound": self.verdict.bound if self.claim.unit else None,
            "counterexample": None if found is None else attrs.asdict(found),
            "reference": self.claim.reference,
            "theorem": self.claim.theorem if self.verdict.status is VerdictStatus.PROVED else None,
            "decided": [attrs.asdict(decision, filter=_told) for decision in self.verdict.decisions],
            "no_sentence": self.claim.no_sentence or None,
            "findings": [attrs.asdict(finding) for finding in self.verdict.findings],
            "facts": [attrs.asdict(fact) for fact in self.verdict.facts],
            "agrees": self.agrees,
        }


def _told(attribute: attrs.Attribute[object], _value: object) -> bool:
    return attribute.name != "steps"


def judge(
    chosen: Sequence[Claim],
    bound: int | None = None,
    *,
    patient: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """The verdicts on the claims, in order, up to `bound` where given; claims of a fixed size are checked whole.

    Args:
        chosen: claims, as `cgt.apps.claims.select` gives them.
        bound: for all of them that take one; by default each claim's own.
        patient: run even when it is expected to take more than `PATIENCE` seconds.
        progress: called with (claims done, claims in all).

    Raises:
        ParseError: a bound below 1, or none of the claims takes one.
        BudgetError: the run is expected to take long, and `patient` is not set; the message has the estimate.
        TableError: a transcribed table is missing or cannot be read.

    >>> from cgt.apps.claims import select
    >>> [(result.claim.id, str(result.verdict.status)) for result in judge(select("001.6"))]
    [('001.6a', 'proved'), ('001.6b', 'decided')]
    """
    if bound is not None and not any(claim.unit for claim in chosen):
        names = ", ".join(claim.id for claim in chosen)
        raise ParseError(_("{names}: finite, so checked whole; there is no bound to set").format(names=names))
    if bound is not None:
        check_whole(bound, "the bound of a claim is a whole number of at least 1", least=1, error=ParseError)
    expected = sum(claim.estimate(bound if claim.unit else None) for claim in chosen)
    if expected > PATIENCE and not patient:
        raise BudgetError(
            _("that would take {value} or so: say --yes to run it, or choose a lower bound").format(
                value=duration(expected)
            )
        )
    results = []
    for done, claim in enumerate(chosen):
        if progress is not None:
            progress(done, len(chosen))
        verdict = claim.verdict(bound if claim.unit else None)
        results.append(Result(claim, verdict, agrees(claim, verdict)))
    if progress is not None:
        progress(len(chosen), len(chosen))
    return results


def duration(seconds: float) -> str:
    """A time in the unit a person would use.

    >>> duration(90), duration(20_000), duration(float("inf"))
    ('90 seconds', '6 hours', 'thousands of years')
    """
    if seconds > 1000 * _UNITS[0][0]:
        return "thousands of years"
    size, unit = next((size, unit) for size, unit in _UNITS if seconds >= 2 * size or size == 1)
    return f"{seconds / size:.0f} {unit}"
