"""A discovery as one HTML page: figure, period, proof, misère play, equal codes, OEIS, citations."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from cgt import __version__
from cgt.apps.cli.screen import without_advice
from cgt.apps.show.documents import page
from cgt.core.atomic import versioned
from cgt.core.card import html
from cgt.core.game import Game, rules_text
from cgt.core.language import _
from cgt.errors import CGTError
from cgt.families.capabilities import HasTable, code_of
from cgt.families.quotient_form import quotient_within_reach
from cgt.solving.novelty import Novelty, statement
from cgt.theory.quotient import LARGEST_PRESENTATION
from cgt.theory.theorems import theorem_named

if TYPE_CHECKING:
    from cgt.families.discovery import Discovery
    from cgt.store.oeis import CrossReference

DRAWN_HEAPS, DRAWN_PERIODS = 20_000, 3
"""A figure shows so many heaps at the most, and no more than so many periods."""

DRAWN_TABLE = 48

LONGEST_CERTIFICATE = 400_000
"""The longest certificate that the page embeds, in characters; of a longer one it gives the hash, and the command that
writes it."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2126; --ground: #fdfcfa; --quiet: #5d6470; --line: #d9d6cf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --ground: #1b1d21; --quiet: #a7a297; --line: #3b3e45; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto;
  max-width: 50rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
th { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0; white-space: nowrap; color: var(--quiet); }
td { padding: .15rem 0; overflow-wrap: anywhere; } .quiet { color: var(--quiet); }
figure { margin: 1rem 0; background: #fff; border-radius: 6px; padding: .4rem; }
svg, img { max-width: 100%; height: auto; display: block; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .6rem;
  font-size: .85rem; } @media (max-width: 30rem) { th, td { display: block; } }
"""


def discovery_page(
    ruleset: Game,
    discovery: Discovery,
    references: Sequence[CrossReference] | None = None,
    known: Novelty | None = None,
) -> str:
    """The page as one file: no script, nothing from elsewhere.

    Args:
        ruleset: the game.
        discovery: the result of `cgt.discover`.
        references: its sequence in the OEIS; None where they were not looked for.
        known: where the rule is known from; None where it was not looked for.

    >>> import cgt
    >>> game = cgt.games.Kayles()
    >>> from cgt.solving.novelty import novelty
    >>> discovery = cgt.discover(game, 300)
    >>> page = discovery_page(game, discovery, known=novelty(discovery))
    >>> "Kayles" in page, "@misc" in page, "http" in page
    (True, True, False)
    """
    body = "\n".join(_body(ruleset, discovery, references, known))
    data = json.dumps(versioned(discovery.record())).replace("<", "\\u003c")
    return page(discovery.rule, _STYLE, f'{body}\n<script type="application/json" id="discovery">{data}</script>')


def _body(
    ruleset: Game, discovery: Discovery, references: Sequence[CrossReference] | None, known: Novelty | None
) -> Iterator[str]:
    yield f"<h1>{html(_(ruleset.title))} <small class='quiet'>{html(discovery.rule)}</small></h1>"
    yield f"<p>{html(rules_text(ruleset))}</p>"
    yield _figure(ruleset, discovery)
    yield f"<h2>{_('What was found')}</h2>"
    rows = [*discovery.sections[1:], *([(_("known"), str(known))] if known is not None else ())]
    yield f"<table>{''.join(_rows(rows))}</table>"
    yield from _proof(discovery)
    yield from _misere(ruleset)
    if references is not None:
        yield f"<h2>{_('In the OEIS')}</h2>"
        if references:
            yield "<ul>" + "".join(f"<li>{html(one)}</li>" for one in references) + "</ul>"
        else:
            yield f"<p>{_('The index that was given has no sequence with these terms.')}</p>"
    yield f"<h2>LaTeX</h2><pre>{html(_latex(discovery))}</pre>"
    yield f"<h2>BibTeX</h2><pre>{html(bibtex(ruleset, discovery))}</pre>"
    command = f"cgt discover '{discovery.rule}' -o report.html"
    yield f"<p class='quiet'>cgt {html(__version__)}: <code>{html(command)}</code></p>"


def _rows(sections: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The rows of a table, one for each heading, with its texts."""
    for term, lines in groupby(sections, key=itemgetter(0)):
        description = "<br>".join(html(text) for _term, text in lines)
        yield f"<tr><th scope='row'>{html(term)}</th><td>{description}</td></tr>"


def _figure(ruleset: Game, discovery: Discovery) -> str:
    """The nim-values as an embedded picture; a line where it cannot be drawn, empty without values."""
    try:
        picture = _drawn(ruleset, discovery)
    except ImportError as error:  # matplotlib, or numpy itself
        return f"<p class='quiet'>{html(error)}</p>"
    except CGTError:  # the table would take too long, or the game has none after all
        return ""
    if not picture:
        return ""
    source = f"data:image/svg+xml;base64,{b64encode(picture).decode()}"
    return f'<figure><img alt="{html(_("nim-values"))}" src="{source}"></figure>'


def _drawn(ruleset: Game, discovery: Discovery) -> bytes:
    from cgt.apps.show.plot.axes import svg
    from cgt.apps.show.plot.figures import heatmap, sequence

    without_advice()
    title = _("Nim-values of {game}").format(game=discovery.rule)
    if discovery.period is not None and discovery.period.values:
        pattern = discovery.period.periodicity
        stop = DRAWN_HEAPS if pattern is None else pattern.preperiod + DRAWN_PERIODS * pattern.period
        if pattern is None or discovery.period.status != "proved":
            return svg(sequence(discovery.period.values[: min(stop, DRAWN_HEAPS)], title=title))
        values = [pattern.value(heap, discovery.period.values) for heap in range(max(min(stop, DRAWN_HEAPS), 24))]
        return svg(sequence(values, preperiod=pattern.preperiod, period=pattern.period, title=title))
    if isinstance(ruleset, HasTable):
        from cgt.solving.lists import nim_value_table

        down, across = map(_, ruleset.wording.table_axes)
        rows = nim_value_table(ruleset, DRAWN_TABLE, DRAWN_TABLE)
        return svg(heatmap(rows, title=title, x_label=across, y_label=down))
    return b""


def _proof(discovery: Discovery) -> Iterator[str]:
    """The proved statement, its theorem, the embedded certificate, and the command that verifies it."""
    certificate = discovery.certificate or discovery.base
    if certificate is None:
        return
    yield f"<h2>{_('Certificate')}</h2>"
    theorem = theorem_named(discovery.certificate.theorem) if discovery.certificate else discovery.base
    if theorem is not None:
        yield f"<p>{html(_(theorem.name))}{_(': ')}{html(_(theorem.statement))}</p>"
        yield f"<p class='quiet'>{html(_(theorem.reference))}</p>"
    written = certificate.to_json()
    if len(written) <= LONGEST_CERTIFICATE:
        data = b64encode(written.encode()).decode()
        link = f'<a download="certificate.json" href="data:application/json;base64,{data}">certificate.json</a>'
        save = _("Save {file} and check it again, by code that took no part in finding it:").format(file=link)
        yield f"<p>{save}</p>"
    else:
        yield f"<p>{_('The certificate is too long for a page; these two commands write it and check it again:')}</p>"
        looked = "" if discovery.period is None else f" {discovery.period.checked_to}"
        yield f"<pre>cgt period '{html(discovery.rule)}'{looked} --certificate certificate.json</pre>"
    yield "<pre>cgt verify certificate.json</pre>"
    if discovery.certificate is not None:
        yield f"<p class='quiet'>SHA-256: <code>{html(discovery.certificate.sha256)}</code></p>"


def _misere(ruleset: Game) -> Iterator[str]:
    """The misère quotient found within half a second, presented where it is small."""
    code = code_of(ruleset)
    if code is None:
        return
    quotient = quotient_within_reach(code)
    yield f"<h2>{_('Misère play')}</h2><p>{html(quotient)}</p>"
    if quotient.order <= LARGEST_PRESENTATION:
        yield f"<pre>{html(quotient.presentation)}</pre>"
    yield f"<pre>cgt quotient '{html(ruleset)}' --certificate quotient.json\ncgt verify quotient.json</pre>"
    yield f"<p class='quiet'>SHA-256: <code>{html(quotient.certificate.sha256)}</code></p>"


def _latex(discovery: Discovery) -> str:
    pattern = [discovery.period.card().latex] if discovery.period else []
    return "\n\n".join([statement(discovery), discovery.card().latex, *pattern])


def bibtex(ruleset: Game, discovery: Discovery) -> str:
    r"""The entries of BibTeX for the library, the game's references and the theorem's.

    >>> import cgt
    >>> print(bibtex(cgt.games.Nim(), cgt.discover("nim")).splitlines()[0])
    @software{cgt,
    """
    theorem = theorem_named(discovery.certificate.theorem) if discovery.certificate else None
    sources = [*ruleset.references, *([theorem.reference] if theorem else [])]
    fields = {"title": "cgt: impartial combinatorial games", "author": "{The cgt maintainers}", "version": __version__}
    entries = [_entry("software", "cgt", fields)]
    for number, source in enumerate(dict.fromkeys(sources), start=1):
        years = re.findall(r"\b(1[89]\d\d|20\d\d)\b", source)
        fields = {"note": source.translate(_IN_BIBTEX)} | ({"year": years[-1]} if years else {})
        entries.append(_entry("misc", f"source{number}", fields))
    return "\n\n".join(entries)


_IN_BIBTEX = str.maketrans({"{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_"})


def _entry(kind: str, key: str, fields: dict[str, Any]) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])
