"""Pins and cells by number: the number said is the piece that goes, counted on the row itself."""

import pytest

import cgt
from cgt.errors import IllegalMoveError, ParseError
from cgt.families.rows import Row, rows_text


def standing(row):
    """The lengths of the stretches of a row of booleans, ascending."""
    return tuple(sorted(len(part) for part in "".join("x" if one else " " for one in row).split()))


@pytest.mark.parametrize(
    ("name", "size", "text", "gone"),
    [
        ("kayles", 7, "3", {3}),
        ("kayles", 7, "3,4", {3, 4}),
        ("kayles", 7, "pins 6 and 7", {6, 7}),
        ("double-kayles", 9, "2-5", {2, 3, 4, 5}),
        ("dawsons-kayles", 5, "quilles 1 et 2", {1, 2}),
        ("dawsons-chess", 6, "1", {1, 2}),
        ("dawsons-chess", 6, "file 3", {2, 3, 4}),
        ("treblecross", 9, "4", {2, 3, 4, 5, 6}),
        ("treblecross", 9, "case 9", {7, 8, 9}),
    ],
)
def test_pieces_are_named_by_their_place(name, size, text, gone):
    game = cgt.parse_ruleset(name)
    row = game.position(size)
    after = row.play(game.read_move(row, text))
    expected = standing(place not in gone for place in range(1, size + 1))
    assert tuple(sorted(heap for heap in game.sizes(after) if heap)) == expected
    assert row.play(game.read_move(row, game.move_text(row, game.read_move(row, text)))) == after
    rows = game.position(1, size)
    assert game.read_move(rows, f"{text} of row 2").component == 1


@pytest.mark.parametrize("text", ["0", "8", "1,3", "1,2,3", "6-8", "4-2-1", "1 of row 2", "1 of row 0", "9" * 500])
def test_places_that_are_no_move(text):
    game = cgt.parse_ruleset("kayles")
    with pytest.raises((ParseError, IllegalMoveError)):
        game.read_move(game.position(7), text)


def test_a_board_of_treblecross_has_as_many_cells_as_it_says():
    """Played out with crosses; six cells are lost for the player to move."""
    game = cgt.parse_ruleset("treblecross")

    def wins(cells):  # a cross in any cell that is not within two of another one
        free = [place for place, cell in enumerate(cells) if not any(cells[max(place - 2, 0) : place + 3])]
        return any(not wins((*cells[:place], True, *cells[place + 1 :])) for place in free)

    expected = ["N" if wins((False,) * size) else "P" for size in range(13)]
    assert [cgt.outcome(game.position(size)) for size in range(13)] == expected
    assert expected[6] == "P"


def test_rows_are_drawn_with_their_numbers():
    game = cgt.parse_ruleset("kayles")
    assert game.drawing(game.position(3, 2), plain=True) == "1  | | |\n   1 2 3\n2  | |\n   1 2"
    assert game.picture(game.position(12)).count(">12<") == 1
    assert len(game.drawing(game.position(10**9))) < 100


def test_a_row_is_drawn_where_it_fits_the_width():
    """Fifteen pins with numbers of two digits take 45 signs, and two rows a margin of three."""
    pins = Row("pins")
    assert rows_text(pins, (15,), width=45) is not None
    assert rows_text(pins, (15,), width=44) is None
    assert rows_text(pins, (15, 2), width=48) is not None
    assert rows_text(pins, (15, 2), width=47) is None
