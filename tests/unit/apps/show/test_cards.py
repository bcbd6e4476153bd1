import xml.etree.ElementTree as ET

import pytest

import cgt
from cgt.core.card import SHOWN_COLUMNS, SHOWN_ROWS, Card, Grid, Values
from cgt.core.language import available_languages
from cgt.families.matchsticks import SHOWN_HEAPS, SHOWN_MATCHES, matchsticks_svg, matchsticks_text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("heaps", [[], [0], [1], [7, 0, 12], [10**400], list(range(100))])
@pytest.mark.parametrize("quotas", [[], [3]])
def test_a_picture_is_valid_svg_with_a_title_and_nothing_outside_it(heaps, quotas):
    picture = ET.fromstring(matchsticks_svg(heaps, quotas, title="a < b"))
    assert picture.tag == f"{SVG}svg"
    assert picture.find(f"{SVG}title").text == "a < b"
    width, height = float(picture.get("width")), float(picture.get("height"))
    assert width < 900
    for circle in picture.iter(f"{SVG}circle"):
        assert 0 < float(circle.get("cx")) < width
        assert 0 < float(circle.get("cy")) < height


def test_a_small_heap_has_a_head_for_every_match():
    for size in range(SHOWN_MATCHES + 1):
        picture = ET.fromstring(matchsticks_svg([size]))
        assert len(list(picture.iter(f"{SVG}circle"))) == size


def test_what_is_too_large_is_summarised():
    picture = matchsticks_svg([SHOWN_MATCHES + 1])
    assert picture.count("<circle") == SHOWN_MATCHES
    assert f"… {SHOWN_MATCHES + 1}" in picture
    many = matchsticks_text([1] * (SHOWN_HEAPS + 5), (), width=72, stick="|")
    assert "… 5 more heaps …" in many
    assert len(many.splitlines()) == SHOWN_HEAPS + 1


@pytest.mark.parametrize("width", [40, 60, 72])
@pytest.mark.parametrize("size", [0, 1, 4, 5, 6, 23, 24, 25, 47, 48, 59, 1000, 10**30])
def test_text_keeps_to_its_width_and_counts_right(size, width):
    line = matchsticks_text([size], (), width=width, stick="|")
    assert len(line) <= width
    sticks = line.count("|")
    assert sticks == size or (sticks < size and "…" in line)


def test_a_table_marks_its_cells_and_parses():
    table = ET.fromstring(Card("a < b", figure=Grid([[0, 1], [1, 0]], (2, 2))).html)
    assert [mark.text for mark in table.iter("mark")] == ["0", "0"]
    assert [cell.get("scope") for cell in table.iter("th")] == ["col", "col", "row", "row"]
    assert table.find("strong").text == "a < b"


def test_a_large_table_shows_its_first_corner():
    page = Grid([[1] * (SHOWN_COLUMNS + 1)] * (SHOWN_ROWS + 1), (SHOWN_ROWS + 1, SHOWN_COLUMNS + 1)).html
    table = ET.fromstring(page)
    assert len(list(table.iter("tr"))) == SHOWN_ROWS + 1
    assert f"rows: {SHOWN_ROWS + 1}; columns: {SHOWN_COLUMNS + 1}" in page


def test_a_period_is_bracketed_only_when_it_fits():
    assert str(Values([0, 1, 2, 1, 2], 1, 2)) == "0, (1, 2)"
    assert str(Values(range(100), 0, 80, shown=4)) == "0, 1, 2, 3, …"
    assert str(Values([])) == ""
    assert str(Values([4, 5])) == "4, 5"
    page = ET.fromstring(f"<p>{Values([0, 1, 2], 1, 2, 3).html}</p>")
    assert "".join(page.itertext()) == "0, (1, 2)+3"
    assert Values([0, 1, 2], 1, 2, 3).latex == r"$0,\, \overline{(1,\, 2)}^{+3}$"


def test_a_card_escapes_what_it_says():
    card = ET.fromstring(Card("<b>", [("why", "1 < 2 & 3")]).html)
    assert "1 < 2 & 3" in "".join(card.itertext())
    assert r"50\%" in Card("t", [("why", "50%")]).latex


def test_english_is_always_there():
    assert available_languages()[0] == "en"


def test_a_solution_names_its_game():
    for text, title in (
        ("nim 3,4", "nim 3,4"),
        ("kayles 3 + nim 7", "kayles 3 + nim 7"),
        ("notakto 3x3", "notakto 3x3"),
    ):
        solution = cgt.solve(text)
        assert solution.card().title == f"{title}, normal play"
        assert str(solution).startswith(f"{title} (normal play): ")
