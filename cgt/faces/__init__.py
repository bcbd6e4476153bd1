"""Plain numbers and texts as text, SVG, HTML and LaTeX; this room knows nothing of games."""

from __future__ import annotations

from cgt.faces.cards import card_html, card_latex
from cgt.faces.sequences import sequence_html, sequence_latex, sequence_text
from cgt.faces.tables import table_html

__all__ = [
    "card_html",
    "card_latex",
    "sequence_html",
    "sequence_latex",
    "sequence_text",
    "table_html",
]
