from __future__ import annotations

import pytest

import cgt
from cgt.core.compounds import ComponentMove
from cgt.core.game import ruleset_of
from cgt.core.outcome import Convention, Outcome
from cgt.core.reading import check_parameter, check_sizes, parse_parameter, parse_size, parse_sizes
from cgt.core.route import Facts, Question
from cgt.errors import IllegalMoveError, ParseError, PositionError, RulesetError
from cgt.families.registry import example_ruleset, parse_ruleset
from cgt.games.heaps.nim import Nim
from cgt.games.heaps.wythoff import Wythoff

FORM = "heaps separated by commas"
NEEDS = "game(m) needs a whole number m of at least 1"


def test_sizes_are_read_strictly():
    assert parse_sizes(" 3,5 ,007", FORM) == [3, 5, 7]
    assert parse_size("1" + "0" * 10_000, "", 0, FORM) == 10**10_000


@pytest.mark.parametrize(
    ("text", "place"),
    [("", 1), ("3,", 3), ("3,x", 3), ("3,-5", 3), ("3,5.0", 3), ("٣", 1), ("1e3", 1), ("+3", 1)],
)
def test_sizes_that_are_none_are_pointed_at(text, place):
    wrong = "is not a whole number of at least 0" if text[place - 1 :] else "a number is missing"
    with pytest.raises(ParseError, match=f"{wrong}.*at character {place} of") as caught:
        parse_sizes(text, FORM)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [-1, 2.0, "3", None, True, (3,)])
def test_sizes_that_cannot_be(wrong):
    with pytest.raises(PositionError, match="whole number of at least 0"):
        check_sizes([3, wrong])
    with pytest.raises(PositionError):
        Nim().position(3, wrong)


@pytest.mark.parametrize("wrong", [0, -1, 1.0, "1", None, True])
def test_parameters_that_cannot_be(wrong):
    with pytest.raises(RulesetError, match="needs a whole number m of at least 1, not "):
        check_parameter(wrong, NEEDS)


@pytest.mark.parametrize("wrong", ["", "0", "-1", "1.0", "m", "1_000", "²", "9" * 5000])
def test_parameter_texts_that_cannot_be(wrong):
    with pytest.raises(RulesetError, match="needs a whole number m of at least 1, not ") as caught:
        parse_parameter(wrong, NEEDS)
    assert len(str(caught.value)) < 120


def test_parameters():
    assert check_parameter(0, NEEDS, least=0) == 0
    assert parse_parameter(" 12 ", NEEDS) == 12


def test_sums_of_positions_are_read_and_written():
    nim = Nim()
    assert nim.parse("3 + 4,5") == nim.position(3, 4, 5)
    wythoff = Wythoff()
    total = wythoff.parse("3,5+1,2")
    assert total == wythoff.position(3, 5) + wythoff.position(1, 2)
    assert wythoff.parse(wythoff.wording.position_text(total)) == total
    with pytest.raises(ParseError):
        nim.parse("3 + ")


def test_moves_of_sums_count_heaps_through():
    nim = Nim()
    total = nim.position(3, 4, 5)
    assert nim.wording.move_record(total, (2, 1)) == {"heap": 2, "amount": 1}
    assert nim.wording.move_text(total, (2, 1)) == "take 1 from heap 3"
    assert nim.wording.move_text(nim.position(5), 2) == "take 2"
    with pytest.raises(IllegalMoveError):
        nim.wording.move_record(total, (3, 1))
    huge = nim.wording.move_text(nim.position(10**9000), 10**8000)
    assert huge == "take 10000000…00000000 (8001 digits)"


@pytest.mark.parametrize(
    ("game", "heaps", "move", "text"),
    [
        ("kayles", [7], (2, 3), "knock down pins 3 and 4"),
        ("kayles", [7], (0, 5), "knock down pins 1 and 2"),
        ("kayles", [2], (0, 0), "knock down pins 1 and 2"),
        ("kayles", [7, 2], (1, (0, 0)), "knock down pins 1 and 2, row 2"),
        ("kayles", [7, 8], (1, (3, 4)), "knock down pin 4, row 2"),
        ("kayles", [9], (8, 0), "knock down pin 9"),
        ("treblecross", [4], (2, 1), "put a cross in cell 3"),
        ("dawsons-chess", [7], (3, 3), "take file 4 with its neighbours"),
        ("treblecross", [7, 9], (1, (4, 4)), "put a cross in cell 5, row 2"),
        ("octal(0.77)", [7, 8], (1, (3, 4)), "take 1 from heap 2, leaving 3, 4"),
        ("grundy", [7], (3, 4), "divide it into 3, 4"),
        ("grundy", [7, 5], (1, (1, 4)), "divide heap 2 into 1, 4"),
        ("taking-breaking({4}.0)", [9], (1, 1, 3, 4), "divide it into 1, 1, 3, 4"),
    ],
)
def test_what_a_move_leaves_is_told_in_words(game, heaps, move, text):
    ruleset = parse_ruleset(game)
    position = ruleset.position(*heaps)
    assert ruleset.wording.move_text(position, move) == text
    move = move if len(heaps) == 1 else ComponentMove(*move)
    assert ruleset.wording.read_move(position, text) == move


def test_a_game_without_arguments():
    assert str(Nim()) == "nim"
    assert Nim.from_arguments() == Nim()
    with pytest.raises(RulesetError, match="nim takes no arguments, got 3"):
        Nim.from_arguments("3")


def test_a_sum_belongs_to_the_ruleset_that_its_parts_share():
    one, other, another = Wythoff(), Wythoff(), Wythoff(2)
    assert one is not other
    assert ruleset_of(one.position(1, 2) + other.position(3, 4)) == one
    assert ruleset_of(one.position(1, 2) + another.position(3, 4)) is None
    assert ruleset_of(one.position(1, 2)) is one


def test_a_theorem_that_names_no_move_answers_where_it_speaks_and_is_silent_elsewhere():
    """Chomp's strategy is stolen on a whole rectangle; of another board the theorem says nothing."""
    game = cgt.parse_ruleset("chomp")
    (theorem,) = (route for route in game.closed_forms() if route.name == "stolen strategy")
    for board, speaks in (("30x40", True), ("2x3", True), ("5,3,1", False), ("1x1", False)):
        said = theorem.answer(Question(game.parse(board), Convention.NORMAL, Facts.OUTCOME))
        assert (None if said is None else said.outcome) == (Outcome.N if speaks else None)
        assert theorem.answer(Question(game.parse(board), Convention.MISERE, Facts.OUTCOME)) is None
    assert cgt.outcome(game.parse("30x40")) is Outcome.N


def changed(base, **rules):
    return type("Changed", (base,), rules)


@pytest.mark.parametrize(
    "game",
    [
        changed(cgt.games.Nim, takes=lambda self, size: range(1, min(size, 2) + 1)),
        changed(cgt.games.Kayles, heap_options=lambda self, size: [(size - 1,)] if size else []),
        lambda: changed(cgt.games.Subtraction, takes=lambda self, size: [1] if size else [])(1, 3),
    ],
)
@pytest.mark.parametrize(
    "ask", [cgt.outcome, cgt.nim_value, cgt.solve, cgt.winning_moves, lambda position: position.game.table()]
)
def test_what_is_known_of_other_moves_is_not_inherited(game, ask):
    with pytest.raises(RulesetError, match=r"Changed has moves of its own, \w+, and from \w+ what is known of others"):
        ask(game().position(4))


def test_a_game_of_a_code_has_no_other_name():
    with pytest.raises(RulesetError, match=r"'mine' is no name of a code: derive .* from cgt\.HeapRuleset"):
        changed(cgt.games.Kayles, name="mine")()


def test_no_class_of_ours_changes_the_moves_of_a_game():
    def below(kind):
        return {kind, *(deeper for one in kind.__subclasses__() for deeper in below(one))}

    for name in cgt.ruleset_names():
        example_ruleset(name)
    ours = {kind for kind in below(cgt.Game) if kind.__module__.startswith("cgt.games.")}
    named = {kind for kind in ours if any(isinstance(vars(base).get("name"), str) for base in kind.__mro__[1:])}
    moves = {"steps", "moves", "after", "options", "takes", "heap_options"}
    assert {kind.__name__ for kind in named if moves & {*vars(kind)}} <= {
        "NodeVertices",
        "ArcVertices",
    }  # of the search
    assert len(named) > 20
