"""Sequences of nim-values with their period bracketed, as text, HTML and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from more_itertools import take

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOWN_VALUES = 200
"""How many values are written at most."""


def _split(
    values: Iterable[int], preperiod: int | None, period: int | None, shown: int
) -> tuple[list[str], list[str], bool]:
    """The values before the period, those of one period, and whether they break off."""
    known = [str(value) for value in take(shown + 1, values)]
    if preperiod is None or not period or preperiod + period > min(len(known), shown):
        return known[:shown], [], len(known) > shown
    return known[:preperiod], known[preperiod : preperiod + period], False


def sequence_text(
    values: Iterable[int],
    preperiod: int | None = None,
    period: int | None = None,
    saltus: int = 0,
    *,
    shown: int = SHOWN_VALUES,
) -> str:
    """The values with one period in brackets, and the saltus that each further period adds.

    Args:
        values: nim-values from heap 0 on; as many as are needed are taken.
        preperiod: how many values come before the period; None when no period is known.
        period: its length; a period that does not fit into what is shown is not bracketed.
        saltus: what the values grow by from one period to the next.
        shown: how many values to write at most.

    >>> sequence_text([0, 0, 1, 2, 1, 2], 2, 2), sequence_text([0, 1, 2, 3], 0, 2, 2), sequence_text(range(99), shown=3)
    ('0, 0, (1, 2)', '(0, 1)+2', '0, 1, 2, …')
    """
    before, repeated, broken = _split(values, preperiod, period, shown)
    entries = [*before, f"({', '.join(repeated)})" + (f"{saltus:+d}" if saltus else "")] if repeated else before
    return ", ".join([*entries, "…"] if broken else entries)


def sequence_html(
    values: Iterable[int],
    preperiod: int | None = None,
    period: int | None = None,
    saltus: int = 0,
    *,
    shown: int = SHOWN_VALUES,
) -> str:
    """`sequence_text` as HTML: the period bracketed and overlined.

    >>> "<span" in sequence_html([0, 1, 2], 0, 3)
    True
    """
    before, repeated, broken = _split(values, preperiod, period, shown)
    entries = list(before)
    if repeated:
        jump = f"<sup>{saltus:+d}</sup>" if saltus else ""
        line = f'<span style="text-decoration:overline">{", ".join(repeated)}</span>'
        entries.append(f'<span class="cgt-period">({line}){jump}</span>')
    return f"<code>{', '.join([*entries, '…'] if broken else entries)}</code>"


def sequence_latex(
    values: Iterable[int],
    preperiod: int | None = None,
    period: int | None = None,
    saltus: int = 0,
    *,
    shown: int = SHOWN_VALUES,
) -> str:
    r"""`sequence_text` as LaTeX mathematics.

    >>> sequence_latex([0, 0, 1, 2], 2, 2)
    '$0,\\, 0,\\, \\overline{(1,\\, 2)}$'
    """
    before, repeated, broken = _split(values, preperiod, period, shown)
    entries = list(before)
    if repeated:
        inside = r",\, ".join(repeated)
        entries.append(rf"\overline{{({inside})}}" + (f"^{{{saltus:+d}}}" if saltus else ""))
    return "$" + r",\, ".join([*entries, r"\dots"] if broken else entries) + "$"
