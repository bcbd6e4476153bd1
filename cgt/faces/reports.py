"""What an audit, a discovery and a claim put to the test found, each as a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.claims.claim import VerdictStatus
from cgt.faces.cards import Card
from cgt.language import _

if TYPE_CHECKING:
    from cgt.claims.session import Result
    from cgt.front.crosscheck import CrosscheckReport
    from cgt.rulesets.discovery import Discovery


def crosscheck_card(report: CrosscheckReport) -> Card:
    """The verdict, and how much was compared.

    >>> import cgt
    >>> crosscheck_card(cgt.crosscheck(cgt.Nim(), 4)).title
    'nim (normal)'
    """
    return Card(
        f"{report.subject} ({report.convention})",
        [
            (_("verdict"), _("no disagreement") if report.agrees else str(report)),
            (_("compared"), f"{report.checked:,}"),
            (_("not covered by any closed form"), f"{report.skipped:,}"),
        ],
    )


def discovery_card(discovery: Discovery) -> Card:
    """The whole chain from the rule to its strategy."""
    return Card(discovery.rule, discovery.sections[1:])  # the first is the title


def claim_card(result: Result) -> Card:
    """The statement, the verdict and what it rests on."""
    claim, verdict = result.claim, result.verdict
    differs = "" if result.agrees else " (not the verdict on record)"
    lines = [
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
    return Card(f"{claim.id} ({claim.kind.word})", [(term, text) for term, text in lines if text])
