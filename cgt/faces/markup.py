"""Texts made safe for what they are written into."""

from __future__ import annotations

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
    }
)
_MATHS = {"⊕": r"$\oplus$", "≤": r"$\le$", "≥": r"$\ge$", "×": r"$\times$", "…": r"\dots{}", "→": r"$\to$"}


def html(text: object) -> str:
    """Text for the inside of an HTML or SVG element, or of an attribute in double quotes.

    >>> html('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    from html import escape  # the table of every HTML entity is loaded where one is written

    return escape(str(text))


def latex(text: object) -> str:
    r"""Text for LaTeX outside of mathematics.

    >>> latex("3 ⊕ 5: 50% {a_b}")
    '3 $\\oplus$ 5: 50\\% \\{a\\_b\\}'
    """
    safe = str(text).translate(_LATEX)
    for sign, command in _MATHS.items():
        safe = safe.replace(sign, command)
    return safe
