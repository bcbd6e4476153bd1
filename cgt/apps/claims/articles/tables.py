"""The articles' printed tables, in the CSV files of `data`."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from cgt.apps.claims.transcription import Row, read_table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

FOLDER: Traversable = files("cgt.apps.claims.articles") / "data"

# The columns of each table, and how many rows were transcribed.
TABLES: Mapping[str, tuple[str, int]] = {
    "000_2_positions": ("a,n,verdict,take,dots", 106),
    "000_4_winning_sequence": ("a,take", 55),
    "000_5_insertions": ("term,inserted,sequence", 4),
    "000_6_decompositions": ("a,indices,equal_to", 30),
    "000_10_triples": ("a,b,n,verdict,answer", 50),
    "000_13_base_3n": ("p,u", 12),
    "000_13_rule_3n": ("a,take", 50),
    "000_15_base_4n": ("p,u", 13),
    "000_15_rule_4n": ("a,take", 49),
    "000_18_rule_n_plus_1": ("a,n,verdict,take,dots", 113),
    "002_1_key_positions": ("rank,x,y", 9),
    "002_3_pairs": ("sequence,x,y", 7),
    "002_3_primitive_pairs": ("x,y", 4),
    "002_5_notation": ("number,notation", 18),
    "002_6_moves": ("x,y,case,from_x,from_y,to_x,to_y", 3),
    "002_7_misere_key_positions": ("rank,x,y", 9),
    "003_1_table_0": ("heap_1,heap_2,difference", 57),
    "003_1_table_1": ("heap_1,heap_2,difference", 57),
    "003_1_table_2": ("heap_1,heap_2,difference", 57),
    "003_1_table_t": ("heap_1,heap_2,difference", 8),
    "003_5_answers": ("heap_1,heap_2,take_1,take_2", 12),
    "004_3_line_of_play": ("coins,quota,take", 5),
}


def transcribed(name: str) -> tuple[Row, ...]:
    """The rows of a table, as printed.

    Raises:
        TableError: the file is missing, a line has too few or too many cells, or lines were added or lost.

    >>> row = transcribed("003_1_table_2")[51]
    >>> row.number("heap_1"), row.number("heap_2"), row.place
    (66, 218, '003_1_table_2.csv, line 53')
    """
    header, expected = TABLES[name]
    return read_table(FOLDER / f"{name}.csv", header, expected)
