"""The pages of the articles, made from the claims: statement, verdict, counterexample, figure and proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING

from cgt.apps.claims import ARTICLES, Article, Claim, Figure, Verdict, VerdictStatus, claims, get, transcribed
from cgt.apps.claims.catalogue import agrees
from docs.generate.figures import picture

if TYPE_CHECKING:
    from cgt.apps.claims import Row

# A single letter, an underscore, and a word or an expression in brackets, which may hold brackets itself.
_SUBSCRIPT = re.compile(r"\b([A-Za-z])_(?:\(((?:[^()]|\([^()]*\))*)\)|([a-z0-9]+))")
WORD = {
    VerdictStatus.DECIDED: "decided",
    VerdictStatus.PROVED: "proved",
    VerdictStatus.HOLDS: "holds",
    VerdictStatus.REFUTED: "refuted",
    VerdictStatus.OPEN: "open question",
}


SPLIT = {"000": ((1, 9), (10, 16), (17, 21))}
"""Articles whose claims stand on several pages, each with its first and its last number."""


@cache
def _verdicts() -> dict[str, Verdict]:
    """Every verdict at the claim's own bound, once a build, the dear ones first, by two processes.

    Raises:
        ValueError: a verdict is not the one on record.
    """
    by_cost = sorted((claim for article in ARTICLES for claim in claims(article.number)), key=Claim.estimate)
    ids = [claim.id for claim in reversed(by_cost)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        verdicts = dict(zip(ids, pool.map(_verdict, ids), strict=True))
    if differing := [name for name in ids if not agrees(get(name), verdicts[name])]:
        raise ValueError(f"the verdicts on {', '.join(differing)} are not those on record")
    return verdicts


def _verdict(name: str) -> Verdict:
    return get(name).verdict()


def verdict_of(claim: Claim) -> Verdict:
    """The verdict at the claim's own bound."""
    return _verdicts()[claim.id]


def overview() -> str:
    """The table of the articles for the section's first page."""
    rows = []
    for article in ARTICLES:
        counts = Counter(verdict_of(claim).status for claim in claims(article.number))
        cells = [str(counts[status]) for status in VerdictStatus]
        link = f"[{article.number}: {article.title}]({article.number}.html)"
        rows.append([link, f"*{article.french}*", *cells])
    return "\n".join(_table(["article", "in the original", *(WORD[status] for status in VerdictStatus)], rows))


def page(number: str, part: int = 1) -> str:
    """The page of one article in Markdown, or one of its pages, counted from 1."""
    article = next(article for article in ARTICLES if article.number == number)
    return "\n".join(_page(article) if part == 1 else _claims(article, part))


def _page(article: Article) -> Iterator[str]:
    yield f"*{article.french}* — {escape(article.source)}"
    yield ""
    yield f"**The game.** {escape(article.rules)}"
    yield ""
    yield "**The words of the original.**"
    yield ""
    yield from _table(["French", "here"], [[f"*{escape(french)}*", escape(here)] for french, here in article.words])
    yield ""
    yield "## All claims at a glance"
    yield ""
    found = [(claim, verdict_of(claim)) for claim in claims(article.number)]
    yield from _table(
        ["claim", "kind", "statement", "verdict"],
        [
            [f"[{claim.id}]({_place(claim)})", claim.kind, escape(claim.statement), _badge(verdict)]
            for claim, verdict in found
        ],
    )
    yield ""
    yield from _claims(article, 1)


def _claims(article: Article, part: int) -> Iterator[str]:
    parts = SPLIT.get(article.number, ())
    low, high = parts[part - 1] if parts else (0, 10**6)
    yield f"## One by one: {low} to {high}" if parts else "## One by one"
    for claim in claims(article.number):
        if low <= claim.number <= high:
            yield ""
            yield from _section(claim, verdict_of(claim), [one for one in article.figures if one.claim == claim.id])
    if part < len(parts):
        low, high = parts[part]
        yield ""
        yield f"[Claims {low} to {high}]({article.number}-{part + 1}.html)"


def _place(claim: Claim) -> str:
    """The address of a claim, seen from the first page of its article."""
    for part, (low, high) in enumerate(SPLIT.get(claim.article, ()), start=1):
        if part > 1 and low <= claim.number <= high:
            return f"{claim.article}-{part}.html#{_anchor(claim)}"
    return f"#{_anchor(claim)}"


def _section(claim: Claim, verdict: Verdict, figures: Iterable[Figure]) -> Iterator[str]:
    yield f"### {claim.id}: {WORD[verdict.status]} {{ #{_anchor(claim)} }}"
    yield ""
    yield f"> {escape(claim.statement)}"
    yield ""
    words = f" In the original: *{escape(claim.french)}*." if claim.french else ""
    article = "An" if claim.kind[0] in "aeiou" else "A"
    yield f"{article} {claim.kind}.{words}"
    yield ""
    yield f"**Verdict.** {_sentence(claim, verdict)}"
    yield ""
    if verdict.decisions:
        yield "```text"
        for decision in verdict.decisions:
            yield f"[{decision.system}]  {decision.sentence}{'' if decision else '   (false)'}"
        yield "```"
        yield ""
    if verdict.findings:
        yield from _table(
            ["where", "it says", "true is"],
            [[escape(one.where), escape(one.says), escape(one.true)] for one in verdict.findings],
        )
        yield ""
    for name in claim.tables:
        yield from _printed(name, verdict)
        yield ""
    if claim.proof:
        yield f"**Why.** {escape(claim.proof)}"
        yield ""
    if verdict.facts:
        yield from _table(["computed", ""], [[escape(fact.about), escape(fact.value)] for fact in verdict.facts])
        yield ""
    for one in figures:
        yield picture(one.draw(), one.alt_text, caption=one.caption)
        yield ""
    yield f"**How it was checked.** {_capital(escape(claim.how))}. *Reference:* {escape(claim.reference)}."
    if claim.no_sentence:
        yield ""
        yield f"Not [decided by automata](../concepts/decided.html): {escape(claim.no_sentence)}."


def _printed(name: str, verdict: Verdict) -> Iterator[str]:
    """The table as the article prints it, folded away, its wrong rows in bold."""
    rows = transcribed(name)
    yield f'??? note "As printed ({len(rows)} rows)"'
    yield ""
    columns = [column for column in rows[0].cells if any(row.text(column) for row in rows)]
    cells = [[_cell(row, column, verdict) for column in columns] for row in rows]
    for line in _table([escape(column.replace("_", " ")) for column in columns], cells):
        yield f"    {line}"


def _cell(row: Row, column: str, verdict: Verdict) -> str:
    text = escape(row.text(column)) or " "
    wrong = any(one.where.endswith(row.place) for one in verdict.findings)
    return f"**{text}**" if wrong and text.strip() else text


def _sentence(claim: Claim, verdict: Verdict) -> str:
    if verdict.status is VerdictStatus.DECIDED:
        besides = f" Checked besides: {escape(verdict.extent)}." if claim.unit else ""
        many = len(verdict.decisions)
        what = "a sentence" if many == 1 else f"{many} sentences"
        return f"Decided by automata, for all numbers: [{what}](../concepts/decided.html), below.{besides}"
    if verdict.status is VerdictStatus.PROVED:
        besides = f" Checked besides: {escape(verdict.extent)}." if claim.unit else ""
        return f"Proved: {escape(claim.theorem)}.{besides}"
    if verdict.status is VerdictStatus.HOLDS:
        return f"Holds, checked for {escape(verdict.extent)}." if claim.unit else "Holds, in every place."
    if verdict.status is VerdictStatus.REFUTED:
        many = len(verdict.findings)
        return "Refuted, with the least counterexample:" if many == 1 else f"Refuted, in {many} places:"
    extent = f" for {escape(verdict.extent)}" if claim.unit else ""
    return f"Open; this is what computing can say{extent}:"


def _badge(verdict: Verdict) -> str:
    return f"**{WORD[verdict.status]}**"


def escape(text: str) -> str:
    """Text that Markdown shows as it is, with U_p and U_(p-1) as subscripts and the signs of a printed page."""
    text = text.replace(">=", "≥").replace("<=", "≤").replace(" - ", " − ")
    text = _SUBSCRIPT.sub(lambda found: f"{found[1]}\x01{found[2] or found[3]}\x02", text)
    for character in "\\*_|<[]":
        text = text.replace(character, "&lt;" if character == "<" else f"\\{character}")
    return text.replace("\x01", "<sub>").replace("\x02", "</sub>")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _anchor(claim: Claim) -> str:
    return f"claim-{claim.id.replace('.', '-')}"


def _table(header: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"| {' | '.join('---' for _ in header)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"
