"""Novelty: a search for a discovery in censuses, tables and the OEIS, and its statement drafted in LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from cgt.core.card import latex
from cgt.core.language import _
from cgt.errors import CGTError, ParseError
from cgt.families.capabilities import code_of
from cgt.solving.subjects import read_rule
from cgt.store.oeis import CrossReference, opened
from cgt.theory.equality import standard_form
from cgt.theory.theorems import theorem_named

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.families.discovery import Discovery

TCZAJKA = "as tabulated in [tczajka/octal-games](https://github.com/tczajka/octal-games)"

PUBLISHED = (
    ("0.77", 12, 70, "Guy and Smith 1956 (Kayles); OEIS A002186"),
    ("0.137", 34, 51, "Guy and Smith 1956 (Dawson's Chess); OEIS A002187"),
    ("0.07", 34, 52, "the same, one heap later (Dawson's Kayles)"),
    ("0.115", 14, 0, "OEIS A125829"),
    ("0.141", 11, 13, "OEIS A125912"),
    ("0.176", 8, 23, "OEIS A125920"),
    ("0.117", 48, 46, "Winning Ways, ch. 4; OEIS A071453"),
    ("0.1377", 24, 140, "Winning Ways, ch. 4; OEIS A071434"),
    ("0.11377", 32, 186, "Winning Ways, ch. 4; OEIS A071452"),
    ("0.177", 20, 496, "Winning Ways, ch. 4; OEIS A071435"),
    ("0.45", 20, 497, f"Winning Ways, ch. 4; {TCZAJKA}"),
    ("0.156", 349, 3_478, f"Kenyon 1967; {TCZAJKA}"),
    ("0.644", 442, 3_255, f"Austin 1976; {TCZAJKA}"),
    ("0.165", 1_550, 5_180, f"Austin 1976; {TCZAJKA}"),
    ("0.356", 142, 7_314, f"Austin 1976; {TCZAJKA}"),
    ("0.127", 4, 46_577, "Gangolli and Plambeck 1989; OEIS A071464"),
    ("0.16", 149_459, 105_350, f"Gangolli and Plambeck 1989; {TCZAJKA}"),
    ("0.56", 144, 326_639, f"Gangolli and Plambeck 1989; {TCZAJKA}"),
)
"""Code, period and last exception as printed, and where."""

LATE = (
    ("0.376", 4, 2_268_247, f"Gangolli and Plambeck 1989; {TCZAJKA}"),
    ("0.354", 1_180, 10_061_915, f"Flammenkamp 2002; {TCZAJKA}"),
)
"""Published periods that take long to be computed."""

OPEN_CODES = (
    "0.6 0.04 0.06 0.14 0.36 0.64 0.74 0.76 0.004 0.005 0.006 0.014 0.015 0.016 0.024 0.026 0.034 0.054 0.064 "
    "0.104 0.106 0.114 0.125 0.126 0.135 0.136 0.142 0.143 0.146 0.161 0.162 0.163 0.164 0.166 0.167 0.172 "
    "0.174 0.204 0.205 0.206 0.207 0.224 0.244 0.245 0.264 0.314 0.324 0.334 0.336 0.342 0.344 0.346 0.362 "
    "0.364 0.366 0.371 0.374 0.404 0.414 0.416 0.444 0.454 0.564 0.604 0.606 0.744 0.764 0.774 0.776 4.004 "
    "4.007 4.026 4.044 4.045 4.324 4.327 4.367 4.404"
)
"""The codes of T. Czajka's list (2021: its repository octal-games) but for the four of `docs/census.md`."""

SHOWN = 5
"""The greatest number of other names that are given."""


@attrs.frozen
class Novelty:
    """The sources in which a rule was found, among those searched.

    Attributes:
        verdict: `known`, `known otherwise` (the same game or sequence under another name), or `in none of these`.
        places: a line each: where, and under what name.
        searched: what was looked at.
    """

    verdict: str
    places: tuple[str, ...]
    searched: tuple[str, ...]

    def __str__(self) -> str:
        searched = ", ".join(self.searched)
        if not self.places:
            return _("in none of these: {searched}").format(searched=searched)
        places = "; ".join(self.places)
        return places if self.verdict == "known" else _("under another name: {places}").format(places=places)


def novelty(
    discovery: Discovery, *, censuses: Sequence[Path] = (), references: Sequence[CrossReference] | None = None
) -> Novelty:
    """The sources, among those given, with a rule, the same game under another code, or its sequence.

    Args:
        discovery: what `cgt.discover` answered of the rule.
        censuses: records of sweeps, `.csv` or `.csv.gz`.
        references: its cross-references in the OEIS; None where nobody looked.

    Raises:
        ParseError: a census cannot be read, or is none.

    >>> import cgt
    >>> print(novelty(cgt.discover("kayles", 100)))
    published tables: 0.77, period 12 (Guy and Smith 1956 (Kayles); OEIS A002186)
    >>> print(novelty(cgt.discover("treblecross", 100)))
    under another name: published tables: 0.04, unsolved (T. Czajka 2021)
    >>> novelty(cgt.discover("4.4", 100)).verdict
    'known otherwise'
    """
    own, equal = _names(discovery)
    searched = [_("published tables"), *(path.name for path in censuses)]
    same, other = list[str](), list[str]()
    for rule, name, text in chain(_published(), *map(_census, censuses)):
        if rule in own:
            same.append(text)
        elif {rule, name} & (own | equal):
            other.append(text)
    if references is not None:
        searched.append("OEIS")
        other += [f"OEIS {reference.number}" for reference in references]
    verdict = "known" if same else "known otherwise" if other else "in none of these"
    return Novelty(verdict, tuple(same or other[:SHOWN]), tuple(searched))


def _names(discovery: Discovery) -> tuple[set[str], set[str]]:
    """The names of the rule, and of games equal to it."""
    own, equal = {discovery.rule}, {equality.other for equality in discovery.equalities if equality.for_ever}
    try:
        code = code_of(read_rule(discovery.rule))
    except CGTError:  # a function has no text
        code = None
    if code is not None:
        own.add(str(code))
        equal.add(_standard(str(code)))
    return own, equal - own


def _standard(rule: str) -> str:
    """The code in standard form, so that the same game under another code is recognised; of another rule its name."""
    code = code_of(read_rule(rule))
    return rule if code is None else str(standard_form(code)[0])


def _published() -> Iterator[tuple[str, str, str]]:
    """The rules of the published tables, each with the name to compare and with what the table says of it."""
    for code, period, _last, source in (*PUBLISHED, *LATE):
        text = _("published tables: {rule}, period {period} ({source})")
        yield code, code, text.format(rule=code, period=period, source=source)
    for code in ("grundy", *OPEN_CODES.split()):
        yield code, _standard(code), _("published tables: {rule}, unsolved (T. Czajka 2021)").format(rule=code)


def _census(path: Path) -> Iterator[tuple[str, str, str]]:
    """The rules of a sweep's records in a file, each with the name of the same rule and with what the sweep found."""
    with opened(path) as file:
        reader = csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""))
        if not {"rule", "status", "same_as"} <= set(reader.fieldnames or ()):
            raise ParseError(f"{path} is no census: a sweep writes one, by -o census.csv")
        for row in reader:
            yield row["rule"], row["same_as"], f"{path.name}: {row['rule']}, {row['status']}"


def statement(discovery: Discovery) -> str:
    r"""The theorem with its proof, or the conjecture where nothing is proved, drafted in LaTeX.

    >>> import cgt
    >>> print(statement(cgt.discover("0.7", 300)).partition("By ")[0].strip())
    \begin{theorem}
    The nim-sequence of \texttt{octal(0.7)} satisfies $G(n + 2) = G(n)$ for all $n \ge 0$.
    \end{theorem}
    \begin{proof}
    """
    name, report = rf"\texttt{{{latex(discovery.rule)}}}", discovery.period
    periodicity = report.periodicity if report else None
    if periodicity is not None:
        saltus = f" + {periodicity.saltus}" if periodicity.saltus else ""
        law = rf"$G(n + {periodicity.period}) = G(n){saltus}$ for all $n \ge {periodicity.preperiod}$"
        claim = f"The nim-sequence of {name} satisfies {law}."
    elif discovery.recurrence or discovery.strategy:
        claim = f"In {name}: {latex(discovery.recurrence or discovery.strategy)}."
    elif report is not None and report.theorem is not None:
        claim = f"The nim-sequence of {name} is not ultimately periodic, with a saltus or without."
        return f"\\begin{{theorem}}\n{claim}\n\\end{{theorem}}\n\\begin{{proof}}\n{_NO_PERIOD}\n\\end{{proof}}"
    else:
        return f"% of {discovery.rule} nothing was found that could be stated"
    if not discovery.proved:
        seen = f"% observed for {report.checked_to} nim-values only\n" if report else ""
        return f"{seen}\\begin{{conjecture}}\n{claim}\n\\end{{conjecture}}"
    return "\n".join(
        [r"\begin{theorem}", claim, r"\end{theorem}", r"\begin{proof}", *_proof(discovery), r"\end{proof}"]
    )


_NO_PERIOD = r"""Let $G(n + p) = G(n) + s$ for all large $n$. Every number has a multiple that may be taken. If $s = 0$,
a multiple of $p$ leads from a large heap to one of the same value, which no move does. If $s > 0$, the values grow like
$n$; but $G(n)$ is at most the number of amounts that may be taken from $n$, and that is $o(n)$."""
"""The proof where the numbers of a set are taken: see `cgt.theory.remainders.MULTIPLES`."""


def _proof(discovery: Discovery) -> Iterator[str]:
    certificate = discovery.certificate
    if certificate is None:
        yield f"% as cgt has it: {'; '.join(discovery.tried) or discovery.rule}"
        return
    theorem = theorem_named(certificate.theorem)
    source = f" ({latex(theorem.reference)})" if theorem else ""
    yield f"By the theorem ``{latex(certificate.theorem)}''{source},"
    yield rf"from the nim-values of the heaps $0, \dots, {certificate.window - 1}$."
    yield rf"They have the SHA-256 \texttt{{{certificate.sha256}}};"
    yield r"\texttt{cgt verify} checks the certificate from the rule alone."
