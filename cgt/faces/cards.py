"""A result as a small card: a title and what there is to say, term by term."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.faces.markup import html, latex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BOX = "display:inline-block;border:1px solid #8888;border-radius:6px;padding:8px 14px;max-width:46em"
_TERM = "padding:1px 12px 1px 0;text-align:left;vertical-align:top;font-weight:600"
_TEXT = "padding:1px 0;text-align:left"


@attrs.frozen
class Card:
    """A title, and what there is to say.

    Attributes:
        title: what stands over the card.
        lines: pairs (term, text).
        picture: SVG or HTML to show under the title; empty for none.
    """

    title: str
    lines: Sequence[tuple[str, str]]
    picture: str = ""

    @property
    def html(self) -> str:
        """As HTML."""
        return card_html(self.title, self.lines, picture=self.picture)

    @property
    def latex(self) -> str:
        """As LaTeX, without the picture."""
        return card_latex(self.title, self.lines)


def card_html(title: str, lines: Iterable[tuple[str, str]], *, picture: str = "") -> str:
    """The title and the lines, pairs (term, text), as HTML; `picture` is SVG or HTML to show under the title.

    >>> card_html("10", [("outcome", "N < P")]).count("&lt;")
    1
    """
    rows = "".join(
        f'<tr><th scope="row" style="{_TERM}">{html(term)}</th><td style="{_TEXT}">{html(text)}</td></tr>'
        for term, text in lines
    )
    drawn = f"<div>{picture}</div>" if picture else ""
    return f'<div style="{_BOX}"><strong>{html(title)}</strong>{drawn}<table>{rows}</table></div>'


def card_latex(title: str, lines: Iterable[tuple[str, str]]) -> str:
    r"""The same as LaTeX: a table of two columns under a bold title.

    >>> print(card_latex("10", [("outcome", "N")]))
    \textbf{10}\\
    \begin{tabular}{ll}
    outcome & N\\
    \end{tabular}
    """
    rows = [rf"{latex(term)} & {latex(text)}\\" for term, text in lines]
    return "\n".join([rf"\textbf{{{latex(title)}}}\\", r"\begin{tabular}{ll}", *rows, r"\end{tabular}"])
