"""Cards: what a result displays, as plain data, with renderings as HTML and LaTeX.

A result is a `Shown`: it gives a `Card` of a title, rows and a figure, and a notebook draws that. Who writes cards into
files or onto a screen needs to know no result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeAlias, TypeVar

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int

T = TypeVar("T")

SHOWN_VALUES = 200
"""The greatest number of values of a sequence that are written."""

SHOWN_ROWS, SHOWN_COLUMNS = 32, 32
"""The corner that is shown of a large table."""

_BOX = "display:inline-block;border:1px solid #8888;border-radius:6px;padding:8px 14px;max-width:46em"
_TERM = "padding:1px 12px 1px 0;text-align:left;vertical-align:top;font-weight:600"
_TEXT = "padding:1px 0;text-align:left"
_CELL = "padding:2px 6px;text-align:right"
_MARK = "background:#d1495b;color:#fff;border-radius:3px;padding:0 4px"

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "⊕": r"$\oplus$",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "×": r"$\times$",
        "…": r"\dots{}",
        "→": r"$\to$",
    }
)


def html(text: object) -> str:
    """The text escaped for the inside of an HTML or SVG element, or of an attribute in double quotes.

    >>> html('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    from html import escape  # loads the table of every HTML entity, so only where a page is written

    return escape(str(text))


def svg(width: float, height: float, shapes: str, title: str = "", *, size: int | None = None) -> str:
    """An SVG picture of width times height pixels, with a title for screen readers; `size` is that of its letters."""
    label = f"<title>{html(title)}</title>" if title else ""
    letters = "" if size is None else f' font-size="{size}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif"{letters}>{label}{shapes}</svg>'
    )


def latex(text: object) -> str:
    r"""The text escaped for LaTeX outside of mathematics.

    >>> latex("3 ⊕ 5: 50% {a_b}")
    '3 $\\oplus$ 5: 50\\% \\{a\\_b\\}'
    """
    return str(text).translate(_LATEX)


@attrs.frozen
class Picture:
    """An SVG picture, which LaTeX leaves out."""

    svg: str

    @property
    def html(self) -> str:
        """The picture itself."""
        return self.svg

    @property
    def latex(self) -> str:
        """The empty text: LaTeX leaves pictures out."""
        return ""


@attrs.frozen
class Values:
    r"""The start of a sequence, with one period in brackets.

    Attributes:
        values: nim-values from heap 0 on; `shown` + 1 of them are enough.
        preperiod: how many values come before the period; None when no period is known.
        period: its length; a period that does not fit into what is shown is not bracketed.
        saltus: what the values grow by from one period to the next.
        shown: how many values to write at most.

    >>> str(Values([0, 0, 1, 2, 1, 2], 2, 2)), str(Values([0, 1, 2, 3], 0, 2, 2)), str(Values(range(99), shown=3))
    ('0, 0, (1, 2)', '(0, 1)+2', '0, 1, 2, …')
    >>> Values([0, 0, 1, 2], 2, 2).latex
    '$0,\\, 0,\\, \\overline{(1,\\, 2)}$'
    """

    values: Sequence[int]
    preperiod: int | None = None
    period: int | None = None
    saltus: int = 0
    shown: int = SHOWN_VALUES

    def _text(self, between: str, period: str, jump: str, more: str) -> str:
        """The values as text: `period` and `jump` are templates for the period and its saltus, `more` ends a part."""
        known = [str(value) for value in self.values[: self.shown + 1]]
        if self.preperiod is None or not self.period or self.preperiod + self.period > min(len(known), self.shown):
            return between.join(known[: self.shown] + [more] * (len(known) > self.shown))
        repeated = between.join(known[self.preperiod : self.preperiod + self.period])
        saltus = jump.format(f"{self.saltus:+d}") if self.saltus else ""
        return between.join([*known[: self.preperiod], period.format(repeated, saltus)])

    def __str__(self) -> str:
        return self._text(", ", "({}){}", "{}", "…")

    @property
    def html(self) -> str:
        """The values as code, the period overlined too."""
        line = '<span class="cgt-period">(<span style="text-decoration:overline">{}</span>){}</span>'
        return f"<code>{self._text(', ', line, '<sup>{}</sup>', '…')}</code>"

    @property
    def latex(self) -> str:
        """The values as mathematics."""
        return "$" + self._text(r",\, ", r"\overline{{({})}}{}", "^{{{}}}", r"\dots") + "$"


@attrs.frozen
class Grid:
    r"""A table of nim-values with its indices as headings; P-positions, worth 0, are marked, which LaTeX leaves out.

    Attributes:
        rows: the values, or the first corner of a large table; `SHOWN_ROWS` and `SHOWN_COLUMNS` are enough.
        size: rows and columns of the whole table.

    >>> Grid([[0, 1]], (1, 2)).html.count("<mark")
    1
    >>> ["the first ones are shown" in Grid([[1] * width], (1, width)).html for width in (32, 33)]
    [False, True]
    >>> print(Grid([[0, 1], [1, 0]], (2, 2)).latex)
    \begin{tabular}{r|*{2}{@{ }r}}
     & 0 & 1\\
    \hline
    0 & 0 & 1\\
    1 & 1 & 0\\
    \end{tabular}
    """

    rows: Sequence[Sequence[int]]
    size: tuple[int, int]

    @property
    def html(self) -> str:
        """An HTML table."""
        height, width = self.size
        rows = [row[:SHOWN_COLUMNS] for row in self.rows[:SHOWN_ROWS]]
        heads = [_head(column, "col") for column in range(min(width, SHOWN_COLUMNS))]
        lines = [["<td></td>", *heads]]
        lines += [[_head(index, "row"), *map(_cell, row)] for index, row in enumerate(rows)]
        end = "<td>…</td></tr>" if width > SHOWN_COLUMNS else "</tr>"
        table = "".join(f"<tr>{''.join(line)}{end}" for line in lines)
        foot = ""
        if height > SHOWN_ROWS or width > SHOWN_COLUMNS:
            text = _("rows: {rows}; columns: {columns}; the first ones are shown")
            shown = text.format(rows=format_int(height, group=True), columns=format_int(width, group=True))
            foot = f"<p>{html(shown)}</p>"
        return f'<div><table style="border-collapse:collapse">{table}</table>{foot}</div>'

    @property
    def latex(self) -> str:
        """A table of as many rows and columns as the one in HTML."""
        rows = [row[:SHOWN_COLUMNS] for row in self.rows[:SHOWN_ROWS]]
        width = min(self.size[1], SHOWN_COLUMNS)
        lines = [("", *range(width)), *((index, *row) for index, row in enumerate(rows))]
        head, *body = [" & ".join(map(str, line)) + r"\\" for line in lines]
        return "\n".join([rf"\begin{{tabular}}{{r|*{{{width}}}{{@{{ }}r}}}}", head, r"\hline", *body, r"\end{tabular}"])


def _head(index: int, scope: str) -> str:
    return f'<th scope="{scope}" style="{_CELL}">{index}</th>'


def _cell(value: int) -> str:
    text = str(value) if value else f'<mark style="{_MARK}">0</mark>'
    return f'<td style="{_CELL}">{text}</td>'


Figure: TypeAlias = Picture | Values | Grid


@attrs.frozen
class Card:
    r"""A title, rows of facts in words, and perhaps a figure: the contents of a result for display.

    Attributes:
        title: what stands over the card.
        rows: pairs (term, text).
        figure: what is shown under the title, if anything.

    >>> card = Card("10", [("outcome", "N < P")])
    >>> card.html.count("&lt;")
    1
    >>> print(card)
    10
      outcome  N < P
    >>> print(card.latex)
    \textbf{10}\\
    \begin{tabular}{lp{0.7\linewidth}}
    outcome & N < P\\
    \end{tabular}
    """

    title: str
    rows: Sequence[tuple[str, str]] = ()
    figure: Figure | None = None

    def __str__(self) -> str:
        width = max((len(term) for term, _text in self.rows), default=0)
        return "\n".join([self.title, *(f"  {term:{width}}  {text}" for term, text in self.rows)])

    @property
    def html(self) -> str:
        """The card as HTML."""
        rows = "".join(
            f'<tr><th scope="row" style="{_TERM}">{html(term)}</th><td style="{_TEXT}">{html(text)}</td></tr>'
            for term, text in self.rows
        )
        drawn = f'<div style="overflow-x:auto">{self.figure.html}</div>' if self.figure else ""
        table = f"<table>{rows}</table>" if rows else ""
        return f'<div style="{_BOX}"><strong>{html(self.title)}</strong>{drawn}{table}</div>'

    @property
    def latex(self) -> str:
        """The figure where LaTeX has one, else the rows as a table of two columns under a bold title."""
        if self.figure and self.figure.latex:
            return self.figure.latex
        rows = [rf"{latex(term)} & {latex(text)}\\" for term, text in self.rows]
        head = [rf"\textbf{{{latex(self.title)}}}\\", r"\begin{tabular}{lp{0.7\linewidth}}"]
        return "\n".join([*head, *rows, r"\end{tabular}"])


class Shown:
    """The base class of results that a notebook displays as a card."""

    __slots__ = ()

    def card(self) -> Card:
        """The card of this result."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.card().html

    def _repr_latex_(self) -> str:
        return self.card().latex


class ShownList(list[T], Shown):
    """A list that a notebook shows as a card: lists of numbers as a table, anything else item by item.

    >>> "<table" in ShownList([[0, 1], [1, 0]], "nim")._repr_html_(), ShownList(["a"], "letters").card().rows
    (True, [('0', 'a')])
    """

    def __init__(self, items: Iterable[T], title: str) -> None:
        super().__init__(items)
        self.title = title

    def card(self) -> Card:
        """The first rows, or the first items with their places."""
        rows = [item for item in self[:SHOWN_ROWS] if isinstance(item, list)]
        if rows:
            return Card(self.title, figure=Grid(rows, (len(self), len(rows[0]))))
        return Card(self.title, first_rows(((str(place), str(item)) for place, item in enumerate(self)), len(self)))


def first_rows(rows: Iterable[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """The first of `count` rows of a card, followed by a row with the number of those left out, if any."""
    shown = list(islice(rows, SHOWN_ROWS))
    left = count - len(shown)
    return [*shown, ("…", _("{count} more").format(count=format_int(left, group=True)))] if left else shown
