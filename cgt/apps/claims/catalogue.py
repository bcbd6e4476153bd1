"""The catalogue of claims: selection by name, verdicts within a time, and the recorded verdicts.

The wrong cells of the tables and the counterexamples of 000.14, 000.17, 000.19, 002.6, 002.7 and 003.4 were first found
by brute force over the rules of each game, written for the purpose and sharing nothing with the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import attrs
from attrs.filters import exclude

from cgt.apps.claims.articles import ARTICLES
from cgt.apps.claims.articles.tables import Row, read_table
from cgt.apps.claims.claim import Claim, Figure, Finding, Verdict, VerdictStatus
from cgt.core.card import Card, Shown
from cgt.core.numbers import check_whole
from cgt.core.progress import notify
from cgt.errors import BudgetError, ParseError, TableError, UnknownNameError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


FIGURES: Mapping[str, Figure] = {figure.name: figure for article in ARTICLES for figure in article.figures}
"""The articles' figures, by name."""


def claims(article: str | None = None) -> tuple[Claim, ...]:
    """All claims in the order of the articles, or the claims of one article.

    Raises:
        UnknownNameError: no such article.

    >>> [claim.id for claim in claims("001")][:3]
    ['001.1', '001.2', '001.3a']
    """
    results = [one for one in ARTICLES if article in {None, one.number}]
    if not results:
        numbers = ", ".join(one.number for one in ARTICLES)
        raise UnknownNameError(f"no article {article!r}: there are {numbers}")
    return tuple(claim for one in results for claim in one.claims)


def get(claim_id: str) -> Claim:
    """The claim of that id.

    Raises:
        UnknownNameError: there is none; the message lists near matches, the readings of a claim that has several first.

    >>> print(get("002.4").kind)
    theorem
    """
    for claim in claims():
        if claim.id == claim_id:
            return claim
    raise _unknown(claim_id)


def select(name: str) -> tuple[Claim, ...]:
    """The claims that a name stands for: one claim, all readings of `001.5`, or the whole article `001`.

    Raises:
        UnknownNameError: it stands for none; the message lists near matches.

    >>> [claim.id for claim in select("003.2")]
    ['003.2a', '003.2b', '003.2c', '003.2d']
    """
    results = tuple(claim for claim in claims() if name in {claim.id, claim.part_of, claim.article})
    if not results:
        raise _unknown(name)
    return results


def _unknown(name: str) -> UnknownNameError:
    readings = [claim.id for claim in claims() if claim.part_of == name]
    known = [claim.id for claim in claims()]
    near = readings or get_close_matches(name, known, n=4, cutoff=0.6)
    hint = f"did you mean {', '.join(near)}?" if near else "ids run from 000.1 to 004.8"
    return UnknownNameError(f"no claim {name!r}: {hint}")


FOLDER: Traversable = files("cgt.apps.claims")
FILE = "recorded.csv"
COLUMNS = ["id", "status", "bound", "fails_from", "findings", "where", "says", "true"]
MOST_BOUND = 10**8


@attrs.frozen
class Recorded:
    """A recorded verdict, with the bound it was reached at; None for a table or an example."""

    status: VerdictStatus
    bound: int | None
    fails_from: int = 0
    """The least bound that finds the counterexample of a refuted claim."""
    findings: int = 0
    """The number of wrong places: every wrong cell of a table counts, any other claim has one."""
    counterexample: Finding | None = None


@cache
def recorded() -> Mapping[str, Recorded]:
    """The recorded verdicts, by claim id.

    Raises:
        TableError: the file is missing or a line cannot be read.

    >>> print(recorded()["000.17a"].counterexample)
    k = 4, p = 7: it says U_7 = 10; true is U_7 = 9
    """
    return {row.text("id"): _verdict(row) for row in read_table(FOLDER / FILE, ",".join(COLUMNS), len(claims()))}


def _verdict(row: Row) -> Recorded:
    status = row.text("status")
    if status not in set(VerdictStatus):
        raise TableError(f"{row.place}: {status!r} is no verdict")
    bound = row.number("bound", MOST_BOUND) if row.text("bound") else None
    if status != VerdictStatus.REFUTED:
        return Recorded(VerdictStatus(status), bound)
    finding = Finding(row.text("where"), row.text("says"), row.text("true"))
    counts = row.number("fails_from", MOST_BOUND), row.number("findings", MOST_BOUND)
    return Recorded(VerdictStatus(status), bound, *counts, finding)


def agrees(claim: Claim, verdict: Verdict) -> bool:
    """Whether a verdict equals the recorded one; a bound below the recorded counterexample finds none.

    >>> from cgt.apps.claims import get
    >>> claim = get("000.19a")
    >>> agrees(claim, claim.verdict(100)), agrees(claim, claim.verdict(101))
    (True, True)
    """
    known = recorded().get(claim.id)
    if known is None:
        return False
    if known.status is VerdictStatus.REFUTED and verdict.bound < known.fails_from:
        return not verdict.findings or not all(verdict.decisions)  # a sentence speaks of all numbers
    return (verdict.status, len(verdict.findings), verdict.counterexample) == (
        known.status,
        known.findings,
        known.counterexample,
    )


LONG_CHECK_SECONDS = 600.0
"""A run that is expected to take more seconds has to be confirmed."""

_UNITS = ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


@attrs.frozen
class Result(Shown):
    """The verdict on a claim, and whether it is the recorded one."""

    claim: Claim
    verdict: Verdict
    agrees: bool

    def card(self) -> Card:
        """A card of the statement, the verdict and its evidence."""
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
        return Card(f"{claim.id} ({claim.kind})", [(term, text) for term, text in rows if text])

    def to_record(self) -> dict[str, object]:
        """The result as JSON-ready data; the bound is None for a table or an example, which is checked whole."""
        counterexample = self.verdict.counterexample
        return {
            "id": self.claim.id,
            "statement": self.claim.statement,
            "verdict": str(self.verdict.status),
            "bound": self.verdict.bound if self.claim.unit else None,
            "counterexample": None if counterexample is None else attrs.asdict(counterexample),
            "reference": self.claim.reference,
            "theorem": self.claim.theorem if self.verdict.status is VerdictStatus.PROVED else None,
            "decided": [attrs.asdict(decision, filter=exclude("steps")) for decision in self.verdict.decisions],
            "no_sentence": self.claim.no_sentence or None,
            "findings": [attrs.asdict(finding) for finding in self.verdict.findings],
            "facts": [attrs.asdict(fact) for fact in self.verdict.facts],
            "agrees": self.agrees,
        }


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
        patient: run even when it is expected to take more than `LONG_CHECK_SECONDS` seconds.
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
        raise ParseError(f"{names}: finite, so checked whole; there is no bound to set")
    if bound is not None:
        check_whole(bound, "the bound of a claim is a whole number of at least 1", least=1, error=ParseError)
    expected = sum(claim.estimate(bound if claim.unit else None) for claim in chosen)
    if expected > LONG_CHECK_SECONDS and not patient:
        raise BudgetError(f"that would take {duration(expected)} or so: say --yes to run it, or choose a lower bound")
    results = []
    for done, claim in enumerate(chosen):
        notify(progress, done, len(chosen))
        verdict = claim.verdict(bound if claim.unit else None)
        results.append(Result(claim, verdict, agrees(claim, verdict)))
    notify(progress, len(chosen), len(chosen))
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
