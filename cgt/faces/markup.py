"""Numbers and texts made safe and short enough for what they are written into."""

from __future__ import annotations

import math
from html import escape

from cgt.language import _

LONG = 10**15
"""From here on a number is shown by its magnitude."""

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


def number(value: int) -> str:
    """A number of at least 0 for a label; past 10^15 only its magnitude.

    >>> number(1234), number(10**400)
    ('1,234', 'about 10^400')
    """
    if value < LONG:
        return f"{value:,}"
    return _("about 10^{exponent}").format(exponent=math.floor(math.log10(value) + 1e-9))


def html(text: object) -> str:
    """Text for the inside of an HTML or SVG element, or of an attribute in double quotes.

    >>> html('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
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
