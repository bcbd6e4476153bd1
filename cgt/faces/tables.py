"""Tables of values as HTML, with some cells marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.faces.markup import html
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

SHOWN_ROWS, SHOWN_COLUMNS = 32, 32

_CELL = "padding:2px 6px;text-align:right"
_MARK = "background:#d1495b;color:#fff;border-radius:3px;padding:0 4px"


def table_html(
    rows: Sequence[Sequence[object]],
    marked: Container[tuple[int, int]] = (),
    *,
    caption: str = "",
    row_heads: Sequence[object] | None = None,
    column_heads: Sequence[object] | None = None,
    size: tuple[int, int] | None = None,
) -> str:
    """An HTML table; marked cells, pairs (row, column), stand in `<mark>`. Large tables show their first corner.

    Args:
        rows: the cells, row by row.
        marked: which of them to mark.
        caption: what the table shows.
        row_heads: one heading a row; by default its index.
        column_heads: one heading a column; by default its index.
        size: rows and columns of the whole table when `rows` is only its first corner.

    >>> table_html([[0, 1]], {(0, 0)}).count("<mark")
    1
    """
    columns = max(map(len, rows[:SHOWN_ROWS]), default=0)
    shown = min(columns, SHOWN_COLUMNS)
    height, width = size or (len(rows), columns)
    across = list(range(shown)) if column_heads is None else list(column_heads[:shown])
    lines = [_row([_head("")] + [_head(head, "col") for head in across], width > shown)]
    for index, row in enumerate(rows[:SHOWN_ROWS]):
        head = _head(index if row_heads is None else row_heads[index], "row")
        cells = [_cell(value, (index, column) in marked) for column, value in enumerate(row[:shown])]
        lines.append(_row([head, *cells], width > shown))
    foot = ""
    if height > min(len(rows), SHOWN_ROWS) or width > shown:
        text = _("{rows} rows and {columns} columns, of which the first are shown")
        foot = f"<p>{html(text.format(rows=f'{height:,}', columns=f'{width:,}'))}</p>"
    title = f"<caption>{html(caption)}</caption>" if caption else ""
    return f'<div><table style="border-collapse:collapse">{title}{"".join(lines)}</table>{foot}</div>'


def _row(cells: Sequence[str], continued: bool) -> str:
    return f"<tr>{''.join(cells)}{'<td>…</td>' if continued else ''}</tr>"


def _head(text: object, scope: str = "") -> str:
    return f'<th scope="{scope}" style="{_CELL}">{html(text)}</th>' if scope else "<td></td>"


def _cell(value: object, marked: bool) -> str:
    text = html(value)
    return f'<td style="{_CELL}">{f"""<mark style="{_MARK}">{text}</mark>""" if marked else text}</td>'
