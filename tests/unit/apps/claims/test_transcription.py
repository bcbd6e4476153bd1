"""The printed tables: found, read, and a clear word when they cannot be."""

from __future__ import annotations

import shutil
from pathlib import Path

import attrs
import pytest

from cgt.apps.claims import claims, get
from cgt.apps.claims.articles import tables as printed_tables
from cgt.apps.claims.claim import VerdictStatus
from cgt.errors import TableError

DATA = Path(printed_tables.__file__).parent / "data"


@pytest.fixture
def tables(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    monkeypatch.setattr(printed_tables, "FOLDER", folder)
    return folder


def searched(claim_id):
    """The claim without its sentences, which speak of no table: what is left reads the cells."""
    return attrs.evolve(get(claim_id), sentences=None)


def edit(path, line, old, new):
    lines = path.read_text().split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_text("\n".join(lines))


@pytest.mark.parametrize("name", printed_tables.TABLES)
def test_every_table_is_there(name):
    assert printed_tables.transcribed(name)


def test_every_table_belongs_to_a_claim():
    assert sorted(name for claim in claims() for name in claim.tables) == sorted(printed_tables.TABLES)


def test_no_file_is_forgotten():
    assert {path.stem for path in DATA.glob("*.csv")} == set(printed_tables.TABLES)


@pytest.mark.parametrize(
    ("claim", "table", "line", "old", "new", "where"),
    [
        ("000.2", "000_2_positions", 4, "48,1,P", "48,1,G", "(48,1)"),
        pytest.param("000.2", "000_2_positions", 10, "G,13", "G,12", "(48,7)", marks=pytest.mark.full),
        pytest.param("000.2", "000_2_positions", 10, "48,7", "48,8", "(48,8)", marks=pytest.mark.full),
        ("000.4", "000_4_winning_sequence", 20, "20,1", "20,2", "a = 20"),
        ("000.5c", "000_5_insertions", 4, "8,4", "8,3", "after 8"),
        ("000.6b", "000_6_decompositions", 18, "6 3 1", "6 3 2", "a = 18"),
        ("000.13", "000_13_rule_3n", 6, ",1", ",2", "a = 6"),
        ("000.14a", "000_13_base_3n", 7, "8", "9", "U_6"),
        ("000.15", "000_15_rule_4n", 30, ",5", ",4", "a = 30"),
        ("000.16a", "000_15_base_4n", 9, "12", "13", "U_8"),
        ("002.1", "002_1_key_positions", 5, "4,7", "4,8", "rank 3"),
        ("002.3c", "002_3_primitive_pairs", 4, "6,10", "6,11", "002_3_primitive_pairs.csv, line 4"),
        ("002.5b", "002_5_notation", 2, "1010001F", "1010010F", "30"),
        ("002.6b", "002_6_moves", 2, "0,2", "0,3", "(11, 20)"),
        ("002.7a", "002_7_misere_key_positions", 3, "2,2", "1,2", "rank 1"),
        ("003.1a", "003_1_table_0", 20, "47", "48", "pair 18"),
        ("003.1b", "003_1_table_1", 58, "112", "111", "pair 56"),
        ("003.1d", "003_1_table_t", 9, "27", "28", "pair 8"),
        ("003.5c", "003_5_answers", 2, "1,0", "0,1", "(2, 3)"),
        ("004.3a", "004_3_line_of_play", 4, "6,4,1", "6,4,2", "turn 3"),
    ],
)
def test_one_flipped_cell_turns_the_claim(tables, claim, table, line, old, new, where):
    assert searched(claim).verdict().status is not VerdictStatus.REFUTED
    edit(tables / f"{table}.csv", line, old, new)
    verdict = searched(claim).verdict()
    assert verdict.status is VerdictStatus.REFUTED
    found = [str(finding) for finding in verdict.findings]
    assert any(where in text and f"{table}.csv, line" in text for text in found), found


@pytest.mark.parametrize(
    ("claim", "table", "line", "old", "new"),
    [
        pytest.param("000.18", "000_18_rule_n_plus_1", 59, "40,1,G", "40,1,P", marks=pytest.mark.full),
        pytest.param("000.10", "000_10_triples", 21, "IB", "2B", marks=pytest.mark.full),
        ("002.3a", "002_3_pairs", 2, "1,2", "1,3"),
        ("003.1c", "003_1_table_2", 8, "25", "26"),
    ],
)
def test_a_claim_with_slips_gets_one_more(tables, claim, table, line, old, new):
    before = searched(claim).verdict().findings
    edit(tables / f"{table}.csv", line, old, new)
    assert len(searched(claim).verdict().findings) > len(before) > 0


def mutated(cell):
    """Another cell of the same form, or None for one that says nothing."""
    if cell.isdigit():
        return str(int(cell) + 1)
    if cell in {"G", "P"}:
        return "GP".replace(cell, "")
    if cell[:-1] in {"I", "2", "3", "4", "5"}:
        return "7" + cell[-1]
    *others, last = cell.split() or [""]
    return " ".join([*others, str(int(last) + 1)]) if last.isdigit() else None


@pytest.mark.full("000_18_rule_n_plus_1")
@pytest.mark.parametrize("name", printed_tables.TABLES)
def test_no_cell_goes_unchecked(tables, name, upto):
    """Of every table a spread of cells is changed, one at a time: each change is an error or alters the findings."""
    path = tables / f"{name}.csv"
    text = path.read_text()
    rows = [line.split(",") for line in text.splitlines()]
    about = [attrs.evolve(claim, sentences=None) for claim in claims() if name in claim.tables]
    before = [claim.verdict().findings for claim in about]
    cells = [(line, column) for line in range(1, len(rows)) for column, cell in enumerate(rows[line]) if mutated(cell)]
    for line, column in cells[:: max(1, len(cells) // upto(2, full=10))]:
        changed = [list(row) for row in rows]
        changed[line][column] = mutated(rows[line][column])
        path.write_text("\n".join(map(",".join, changed)) + "\n")
        try:
            after = [claim.verdict().findings for claim in about]
        except TableError:
            continue
        assert after != before, f"line {line + 1}: {rows[line][column]} became {changed[line][column]}"
    path.write_text(text)


def test_mending_the_slip_mends_the_claim(tables):
    edit(tables / "003_1_table_2.csv", 53, "218", "219")
    assert searched("003.1c").verdict().status is VerdictStatus.HOLDS
    edit(tables / "002_3_pairs.csv", 5, "24", "34")
    assert get("002.3a").verdict().status is VerdictStatus.HOLDS


def test_a_missing_table_is_named(tables):
    (tables / "000_13_rule_3n.csv").unlink()
    with pytest.raises(TableError, match=r"000_13_rule_3n\.csv is missing: .* 50 rows"):
        get("000.13").verdict()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\n6,1\n", "\n6;1\n", r"line 6: 2 cells are wanted"),
        ("\n6,1\n", "\n6,one\n", r"line 6: take should be a number up to 300, not 'one'"),
        ("\n6,1\n", "\n", r"line 50: the table ends after 49 rows, not 50"),
        ("a,take", "a,takes", r"line 1: the header should be 'a,take'"),
    ],
)
def test_an_edited_table_is_named_with_its_line(tables, old, new, message):
    path = tables / "000_13_rule_3n.csv"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(TableError, match=r"000_13_rule_3n\.csv, " + message):
        get("000.13").verdict()


def test_a_table_that_is_no_text(tables):
    path = tables / "000_13_rule_3n.csv"
    path.write_bytes(path.read_bytes()[:20] + b"\xff\xfe")
    with pytest.raises(TableError, match=r"000_13_rule_3n\.csv, line \d+: not UTF-8"):
        get("000.13").verdict()
