"""Pins and cells by number: the number said is the piece that goes, counted on the row itself."""

import pytest

import cgt
from cgt.core.sketch import drawing_of, picture_of
from cgt.errors import CGTError, IllegalMoveError, NotApplicableError, ParseError
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
    after = row.play(game.wording.read_move(row, text))
    expected = standing(place not in gone for place in range(1, size + 1))
    assert tuple(sorted(heap for heap in game.sizes(after) if heap)) == expected
    assert (
        row.play(game.wording.read_move(row, game.wording.move_text(row, game.wording.read_move(row, text)))) == after
    )
    rows = game.position(1, size)
    assert game.wording.read_move(rows, f"{text} of row 2").component == 1


@pytest.mark.parametrize("text", ["0", "8", "1,3", "1,2,3", "6-8", "4-2-1", "1 of row 2", "1 of row 0", "9" * 500])
def test_places_that_are_no_move(text):
    game = cgt.parse_ruleset("kayles")
    with pytest.raises((ParseError, IllegalMoveError)):
        game.wording.read_move(game.position(7), text)


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
    assert drawing_of(game.position(3, 2), plain=True) == "1  | | |\n   1 2 3\n2  | |\n   1 2"
    assert picture_of(game.position(12)).count(">12<") == 1
    assert [picture_of(game.position(*sizes)).count("<text") for sizes in ((5,), (3, 2))] == [5, 5 + 2]
    assert len(drawing_of(game.position(10**9))) < 100


@pytest.mark.parametrize(
    ("size", "told"),
    [(0, "no move is left"), (1, "the only move is 1"), (3, "1; 2; 3; 1,2; 2,3"), (9, "1; 2; …; 8,9")],
)
def test_what_may_be_played_is_told_by_a_dozen_moves_or_by_examples(size, told):
    game = cgt.parse_ruleset("kayles")
    assert game.wording.moves_text(game.position(size)).removeprefix("the moves are ") == told


def test_a_row_is_drawn_where_it_fits_the_width():
    """Fifteen pins with numbers of two digits take 45 signs, and two rows a margin of three."""
    pins = Row("pins")
    assert rows_text(pins, (15,), width=45, plain=False) is not None
    assert rows_text(pins, (15,), width=44, plain=False) is None
    assert rows_text(pins, (15, 2), width=48, plain=False) is not None
    assert rows_text(pins, (15, 2), width=47, plain=False) is None


def plays_in_a_row(name, size):
    """The rule said once more: which pieces go by each play, and which play it is, told by the pieces named."""
    row = range(1, size + 1)
    if name in {"dawsons-chess", "treblecross"}:
        reach = 1 if name == "dawsons-chess" else 2
        return {(place,): {near for near in row if abs(near - place) <= reach} for place in row}
    counts = {"kayles": (1, 2), "double-kayles": (1, 2, 3, 4), "dawsons-kayles": (2,)}[name]
    runs = (tuple(range(place, place + count)) for count in counts for place in row if place + count - 1 <= size)
    return {run: set(run) for run in runs}


ROWS = ["kayles", "double-kayles", "dawsons-kayles", "dawsons-chess", "treblecross"]


@pytest.mark.parametrize("name", ROWS)
def test_every_move_that_a_person_can_make_is_listed_and_played_as_itself(name, upto):
    game = cgt.parse_ruleset(name)
    for size in range(1, upto(9, full=14)):
        position, plays = game.position(size), plays_in_a_row(name, size)
        moves = list(position.moves())
        assert len(moves) == len(set(moves)) == len(plays)
        for named, gone in plays.items():
            move = game.wording.read_move(position, ",".join(map(str, named)))
            assert move in moves
            assert game.wording.write_move(position, move).replace("-", ",").split(",")[0] == str(named[0])
            assert game.wording.read_move(position, game.wording.move_text(position, move)) == move
            standing_now = "".join(" " if place in gone else "x" for place in range(1, size + 1)).split()
            assert [heap for heap in game.sizes(position.play(move)) if heap] == list(map(len, standing_now))
            assert game.wording.move_record(position, move)["places"] == list(named)
        assert sorted(map(standing_after(size), plays.values())) == sorted(
            tuple(sorted(heap for heap in game.sizes(position.play(move)) if heap)) for move in moves
        )
        # The search looks at each once all the same.
        assert len(list(game.heap_options(size))) == len(set(map(standing_after(size), plays.values())))


def standing_after(size):
    return lambda gone: standing(place not in gone for place in range(1, size + 1))


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_all_winning_moves_are_given_by_every_route(name, convention, upto):
    """A move wins when its mirror image does; no route leaves one out, in one row or in two."""
    game = cgt.parse_ruleset(name)
    for heaps in [(size,) for size in range(1, upto(9, full=12))] + [(3, 6), (5, 8), (7, 7)][: upto(2, full=3)]:
        position = game.position(*heaps)
        expected = [move for move in position.moves() if cgt.outcome(position.play(move), convention) is cgt.Outcome.P]
        for route in (None, "closed form", "table", "components", "search"):
            try:
                solved = cgt.solve(position, convention, route=route)
            except NotApplicableError:
                continue
            assert sorted(solved.winning_moves) == sorted(expected), (heaps, route)
            assert len(solved.winning_moves) == len(expected)
            assert getattr(solved.winning_moves, "total", None) in {None, len(expected)}


def test_pin_9_is_pin_9():
    game = cgt.parse_ruleset("kayles")
    row = game.position(9)
    move = game.wording.read_move(row, "9")
    assert (game.wording.write_move(row, move), game.wording.move_text(row, move)) == ("9", "knock down pin 9")
    after = row.play(game.wording.read_move(row, "3"))
    assert game.wording.position_text(after) == "2,6"
    assert game.wording.position_text(row.play(game.wording.read_move(row, "7"))) == "6,2"


@pytest.mark.parametrize(
    ("game", "size", "text", "pins"),
    [
        ("kayles", 7, "1 leaving 6", "1"),
        ("kayles", 7, "2 leaving 2,3", "3,4"),
        ("kayles", 7, "2 leaving 3,2", "4,5"),
        ("kayles", 10**20, f"1 leaving {10**20 - 1}", "1"),
        ("dawsons-chess", 8, "3 leaving 2,3", "4"),
        ("treblecross", 9, "3 leaving 6", "1"),
    ],
)
def test_what_is_left_tells_a_move_too(game, size, text, pins):
    """From left to right, as it is said; of both ends the left one."""
    game = cgt.parse_ruleset(game)
    row = game.position(size)
    assert game.wording.write_move(row, game.wording.read_move(row, text)) == pins


@pytest.mark.parametrize("game", ["kayles", "treblecross"])
def test_no_move_leaves_three_rows(game):
    game = cgt.parse_ruleset(game)
    row = game.position(9)
    with pytest.raises(CGTError):
        game.wording.read_move(row, "1 leaving 3,3,2")


@pytest.mark.parametrize("text", ["2 92233720368547758081", "1 1000000000000", "1-1000000000000"])
def test_places_far_apart_are_no_move(text):
    game = cgt.parse_ruleset("kayles")
    with pytest.raises(CGTError):
        game.wording.read_move(game.position(9), text)


def test_kayles_21_is_won_by_three_pins():
    game = cgt.parse_ruleset("kayles")
    row = game.position(21)
    assert [game.wording.write_move(row, move) for move in cgt.winning_moves(row)] == ["5", "11", "17"]
    assert [game.wording.write_move(row, move) for move in cgt.solve(row).winning_moves] == ["5", "11", "17"]
    assert cgt.solve(row).winning_moves == ((4, 16), (10, 10), (16, 4))


def test_a_game_of_the_same_code_has_moves_of_its_own():
    """Equal codes are equal games; each component of a sum is played and told in its own words."""
    for text in ("kayles 5 + octal(0.77) 4", "octal(0.137) 6 + dawsons-chess 6", "dawsons-chess 4 + octal(0.137) 7"):
        total = cgt.parse_position(text)
        for convention in ("normal", "misere"):
            solved = cgt.solve(total, convention)
            expected = [move for move in total.moves() if cgt.outcome(total.play(move), convention) is cgt.Outcome.P]
            assert sorted(map(str, solved.winning_moves)) == sorted(map(str, expected))
            assert not solved.components or all(part.route != "search" for part in solved.components)


def dominoes(wide, high):
    return high * (wide - 1) + wide * (high - 1)


@pytest.mark.parametrize(
    ("position", "plays"),
    [
        ("cram 4x5", dominoes(4, 5)),
        ("cram 2x2", dominoes(2, 2)),
        ("notakto 3x3", 9),
        ("chomp 4,4,4,4", 15),
        ("dawsons-pawns 9", 9),
        ("node-kayles a-b,b-c,c-d,a-d", 4),
        ("arc-kayles a-b,b-c,c-d,a-d", 4),
        ("hackenbush ground-a,a-b,ground-c,c-d", 4),
        ("poset a<b,c<d", 4),
        ("queen 3,3", 3 + 3 + 3),
        ("wythoff 3,3", 3 + 3 + 3),
        ("nim 3,3", 3 + 3),
        ("kayles 3,3", 2 * (3 + 2)),
        ("turning-turtles HH", 3),
    ],
)
def test_positions_with_symmetries_list_every_play(position, plays):
    """Boards, graphs and equal heaps: a play and its image under a symmetry are two."""
    start = cgt.parse_position(position)
    assert len(list(start.moves())) == len(set(start.moves())) == plays
