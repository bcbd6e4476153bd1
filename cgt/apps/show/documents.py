"""Positions, tables and columns of numbers as files: SVG, HTML, Markdown, LaTeX, CSV, Parquet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from more_itertools import first

from cgt.core.card import Card, Picture, html, latex, svg
from cgt.core.language import _, active_language
from cgt.core.numbers import format_int
from cgt.errors import OutputError

COLUMN_SUFFIXES = (".csv", ".csv.gz", ".parquet", ".tex")
"""The formats of columns: for programs, packed, for data frames, for a paper."""

LARGEST = 200
"""The most rows and the most columns of a table that is written for reading."""

_STYLE = """
body { background: #fff; color: #222; font: 12pt/1.45 Georgia, serif; }
body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }
h1 { font: 600 1.3rem system-ui, sans-serif; } svg { height: auto; max-width: 100%; }
table { border-collapse: collapse; } caption { text-align: left; }
td, th { border: 1px solid #999; padding: .2rem .5rem; text-align: right; } .text td, .text th { text-align: left; }
td.p { background: #f4d9a6; font-weight: 700; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
@page { margin: 18mm; }
"""

# A table's measures in pixels.
_ROW, _DIGIT, _GAP, _TOP = 24, 8, 12, 26


@attrs.frozen
class Table:
    """A table of values with headings, in which the P-positions, worth 0, are marked.

    Attributes:
        title: what it shows.
        axes: what the rows and the columns count.
        rows: the values.
    """

    title: str
    axes: tuple[str, str]
    rows: Sequence[Sequence[int]]

    def cells(self) -> list[list[str]]:
        """All cells as text, headings included."""
        width = len(first(self.rows, ()))
        down, across = self.axes
        head = [f"{down} \\ {across}", *map(str, range(width))]
        return [head, *([str(index), *map(str, row)] for index, row in enumerate(self.rows))]


def check_size(rows: int, columns: int) -> None:
    """Refuse a table too large to read, or an empty one; raises `OutputError`."""
    if rows == 0 or columns == 0:
        raise OutputError(_("a table to be read has a row and a column at least"))
    if rows > LARGEST or columns > LARGEST:
        text = _(
            "a table to be read has at most {largest} rows and {largest} columns, not {rows} and {columns}: "
            "write .csv or .npy"
        )
        raise OutputError(
            text.format(largest=LARGEST, rows=format_int(rows, group=True), columns=format_int(columns, group=True))
        )


def written(thing: Card | Table, suffix: str) -> str:
    r"""The content of a card or a table in the format of the suffix, `.svg`, `.html`, `.md` or `.tex`.

    >>> print(written(Table("nim", ("heap", "heap"), [[0, 1]]), ".md"))
    **nim**
    <BLANKLINE>
    | heap \\ heap | 0 | 1 |
    | ---: | ---: | ---: |
    | 0 | **0** | 1 |
    <BLANKLINE>
    """
    if isinstance(thing, Table):
        return {".svg": _table_svg, ".html": _table_html, ".md": _table_markdown, ".tex": _table_latex}[suffix](thing)
    return {".svg": _card_svg, ".html": _card_html, ".md": _card_markdown, ".tex": _card_latex}[suffix](thing)


def columns_file(columns: Mapping[str, Sequence[int | str | None]], suffix: str) -> bytes:
    r"""The content of columns of one length in one of the formats of `COLUMN_SUFFIXES`.

    In Parquet, which takes pyarrow, a column of whole numbers has 64 bits; one with a larger number is text.

    >>> columns_file({"heap": range(2), "nim_value": [0, 1]}, ".csv")
    b'heap,nim_value\n0,0\n1,1\n'
    """
    from cgt.store.oeis import csv_text

    rows = zip(*columns.values(), strict=True)
    if suffix == ".parquet":
        return _columns_parquet(columns)
    if suffix == ".tex":
        lines = [" & ".join(latex("" if cell is None else cell) for cell in row) + r"\\" for row in rows]
        head = " & ".join(map(latex, columns)) + r"\\ \hline"
        text = "\n".join([rf"\begin{{tabular}}{{{'r' * len(columns)}}}", head, *lines, r"\end{tabular}"])
        return f"{text}\n".encode()
    table = csv_text(columns, rows).encode()
    if suffix == ".csv":
        return table
    import gzip

    return gzip.compress(table, mtime=0)  # without the hour, so that the same columns are the same bytes


def _columns_parquet(columns: Mapping[str, Sequence[int | str | None]]) -> bytes:
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    def column(cells: Sequence[int | str | None]) -> object:
        if all(cell is None or (isinstance(cell, int) and abs(cell) < 1 << 63) for cell in cells):
            return pa.array(cells, pa.int64())
        return pa.array([cell if cell is None else str(cell) for cell in cells], pa.string())

    content = io.BytesIO()
    pq.write_table(pa.table({name: column(cells) for name, cells in columns.items()}), content)
    return content.getvalue()


def page(title: str, style: str, body: str, language: str | None = None) -> str:
    """An HTML page as one file without links to others, by default in the active language."""
    return (
        f'<!doctype html>\n<html lang="{html(language or active_language())}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{html(title)}</title>'
        f"<style>{style}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _page(title: str, body: str) -> str:
    return page(title, _STYLE, f"<h1>{html(title)}</h1>\n{body}")


def _card_svg(card: Card) -> str:
    if not isinstance(card.figure, Picture):
        raise OutputError(_("this position has no picture: write .html, .md or .tex"))
    return card.figure.svg + "\n"


def _card_html(card: Card) -> str:
    rows = "".join(f"<tr><th>{html(term)}</th><td>{html(text)}</td></tr>" for term, text in card.rows)
    figure = card.figure.html if card.figure else ""
    return _page(card.title, f'<figure>{figure}</figure><table class="text">{rows}</table>')


def _card_markdown(card: Card) -> str:
    lines = "".join(f"- **{_escaped(term)}**{_(': ')}{_escaped(text)}\n" for term, text in card.rows)
    return f"**{_escaped(card.title)}**\n\n{lines}"


def _card_latex(card: Card) -> str:
    return card.latex + "\n"


def _escaped(text: str) -> str:
    """The text with Markdown's signs escaped."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#" else sign for sign in " ".join(text.split()))


def _table_markdown(table: Table) -> str:
    head, *body = table.cells()
    lines = [[_escaped(cell) for cell in head], ["---:"] * len(head)]
    lines += [[row[0], *(f"**{cell}**" if cell == "0" else cell for cell in row[1:])] for row in body]
    return f"**{_escaped(table.title)}**\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _table_latex(table: Table) -> str:
    head, *body = table.cells()
    lines = [" & ".join(map(latex, head)) + r"\\ \hline"]
    lines += [
        " & ".join([row[0], *(rf"\textbf{{{cell}}}" if cell == "0" else cell for cell in row[1:])]) + r"\\"
        for row in body
    ]
    columns = "r|" + "r" * (len(head) - 1)
    text = "\n".join(lines)
    return f"\\textbf{{{latex(table.title)}}}\n\n\\begin{{tabular}}{{{columns}}}\n{text}\n\\end{{tabular}}\n"


def _table_html(table: Table) -> str:
    head, *body = table.cells()
    lines = ["".join(f"<th>{html(cell)}</th>" for cell in head)]
    for row in body:
        cells = (f'<td class="p">{cell}</td>' if cell == "0" else f"<td>{cell}</td>" for cell in row[1:])
        lines.append(f"<th>{row[0]}</th>" + "".join(cells))
    return _page(table.title, f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>")


def _table_svg(table: Table) -> str:
    head, *body = table.cells()
    first_width = max(len(row[0]) for row in (head, *body)) * _DIGIT + _GAP
    step = max(len(cell) for row in (head, *body) for cell in row[1:]) * _DIGIT + _GAP
    width, height = first_width + step * (len(head) - 1), _TOP + _ROW * (len(body) + 1)
    drawn = [
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>',
        _text(4, 17, table.title, "start"),
    ]
    for place, row in enumerate((head, *body)):
        top = _TOP + _ROW * place
        drawn.append(_text(first_width - 6, top + 17, row[0], "end", "#7a7a7a"))
        for column, cell in enumerate(row[1:]):
            x = first_width + step * column
            if place and cell == "0":
                drawn.append(f'<rect x="{x}" y="{top}" width="{step}" height="{_ROW}" fill="#f4d9a6"/>')
            drawn.append(_text(x + step - 6, top + 17, cell, "end", "#222222" if place else "#7a7a7a"))
    return svg(width, height, "".join(drawn), table.title, size=13) + "\n"


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#222222") -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}">{html(text)}</text>'
