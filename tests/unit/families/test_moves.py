from itertools import islice, product

import pytest

import cgt
from cgt.core.game import ruleset_of
from cgt.core.language import available_languages, language
from cgt.errors import IllegalMoveError, ParseError
from cgt.families.registry import load_ruleset, ruleset_names

EXAMPLES = {"takeaway": "takeaway(2n)", "global-takeaway": "global-takeaway(2n)"}


def rulesets():
    for name in ruleset_names():
        found = load_ruleset(name)
        try:
            yield found if isinstance(found, cgt.Game) else found.from_arguments()
        except cgt.errors.CGTError:
            if name in EXAMPLES:
                yield cgt.parse_ruleset(EXAMPLES[name])


KAYLES = cgt.HeapRule(
    lambda n: [tuple(filter(None, (i, n - k - i))) for k in (1, 2) for i in range((n - k) // 2 + 1) if n >= k]
)
RULESETS = list(rulesets())


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_move_is_read_as_it_is_written_in_every_language(ruleset, upto):
    for text, code in product((ruleset.example, f"{ruleset.example} + {ruleset.example}"), available_languages()):
        position = ruleset.parse(text)
        with language(code):
            for move in islice(position.moves(), upto(3, full=60)):
                after = position.play(ruleset.wording.read_move(position, ruleset.wording.write_move(position, move)))
                assert after == position.play(move)


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_the_form_shown_is_itself_a_move(ruleset):
    position = ruleset.parse(ruleset.example)
    shown = ruleset.wording.move_form(position).partition(": ")[2]
    assert ruleset.wording.read_move(position, shown) == next(iter(position.moves()))
    assert ruleset.wording.moves_text(position)


@pytest.mark.parametrize(
    "text", ["2 from 2", "take 2 from heap 2", " 2  FROM 2 ", "2 de 2", "2 du tas 2", "prendre 2 dans le tas 2"]
)
def test_people_write_moves_in_many_ways(text):
    assert cgt.games.Nim().wording.read_move(cgt.games.Nim().position(3, 5), text) == (1, 2)


@pytest.mark.parametrize("text", ["nim 3,5", "wythoff 3,5", "moore-nim(2) 3,5,6"])
@pytest.mark.parametrize("written", ["3", "take 3", "1 and 2 from 2"])
def test_an_amount_without_its_heap_means_none_of_several(text, written):
    position = cgt.parse_position(text)
    with pytest.raises(IllegalMoveError, match="from heap 1 take 1 to 3; from heap 2 take 1 to 5"):
        ruleset_of(position).wording.read_move(position, written)


@pytest.mark.parametrize(
    "text", ["", "two", "2 from", "1.5", "-", "2 from 1 and", "2 from 1 and 3 from 1", "²", "9" * 30_000]
)
def test_what_is_no_move_is_told_the_right_form(text):
    with pytest.raises(ParseError, match="write it like this: 1 from 1"):
        cgt.games.Nim().wording.read_move(cgt.games.Nim().position(3, 5), text)


@pytest.mark.parametrize(
    "text", ["6 from 2", "0 from 2", "1 from 3", "1 from 0", "4", "1 from 1 and 1 from 2", "9" * 5000 + " from 1"]
)
def test_what_is_not_allowed_is_told_what_is(text):
    with pytest.raises(IllegalMoveError, match="from heap 1 take 1 to 3; from heap 2 take 1 to 5") as raised:
        cgt.games.Nim().wording.read_move(cgt.games.Nim().position(3, 5), text)
    assert len(str(raised.value)) < 200


def test_a_move_in_a_huge_heap_is_read_at_once():
    game = cgt.games.Nim()
    huge = game.position(10**1000, 3)
    assert game.wording.read_move(huge, "1" + "0" * 999 + " from 1") == (0, 10**999)


def test_a_split_may_be_left_open_only_when_there_is_one():
    row = KAYLES.parse("5")
    with pytest.raises(ParseError, match="fits 3 moves: write 1 leaving"):
        KAYLES.wording.read_move(row, "1")
    assert KAYLES.wording.read_move(row, "1 leaving 2 2") == (2, 2)
    assert KAYLES.wording.read_move(KAYLES.parse("1"), "1") == ()


def test_a_move_in_two_heaps():
    wythoff = cgt.parse_ruleset("wythoff")
    position = wythoff.parse("3,5")
    assert position.play(wythoff.wording.read_move(position, "2 from 1 and 2 from 2")) == wythoff.parse("1,3")
    with pytest.raises(IllegalMoveError):
        wythoff.wording.read_move(position, "1 from 1 and 2 from 2")


def test_a_single_move_is_named_as_such():
    walk = cgt.parse_ruleset("walk")
    texts = [walk.wording.moves_text(walk.parse(position)) for position in ("a: a>b", "a: a>b,a>c")]
    assert texts == ["the only move is go to b", "the moves are go to b, go to c"]


def test_summaries_stay_short_whatever_the_position():
    nim = cgt.games.Nim()
    assert nim.wording.moves_text(nim.position()) == "no move is left"
    assert len(nim.wording.moves_text(nim.position(*[10**60] * 50))) < 1500
    assert (
        cgt.games.Subtraction(1, 3, 4).wording.moves_text(cgt.games.Subtraction(1, 3, 4).position(9))
        == "take 1, 3 or 4"
    )


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("divide heap 2 into 1,6", (1, (1, 6))),
        ("Divide heap 2 into 6, 1", (1, (1, 6))),
        ("partager le tas 2 en 3,4", (1, (3, 4))),
        ("split heap 1 into 2 3", (0, (2, 3))),
    ],
)
def test_a_heap_is_divided_in_words(text, move):
    """Nobody takes 0 from a heap: what is listed, and what one is asked to write, says that it is divided."""
    position = cgt.parse_position("grundy 5,7")
    words = cgt.games.Grundy().wording
    assert words.read_move(position, text) == move
    assert words.moves_text(position).startswith("divide heap 1 into 1, 4; divide heap 1 into 2, 3; divide heap 2 into")
    assert words.move_form(position) == "write it like this: divide heap 1 into 1, 4"
    assert cgt.games.Lasker().wording.moves_text(cgt.parse_position("lasker 4")) == (
        "divide it into 1, 3; divide it into 2, 2; 1 leaving 3; 3 other moves"
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        *(("downright", text, "row") for text in ("down", "bas", "En bas", "go down")),
        *(("downright", text, "column") for text in ("right", "droite", "À droite")),
        *(("lctr", text, "column") for text in ("column", "colonne")),
        *(("lctr", text, "row") for text in ("row", "ligne", "rangée")),
    ],
)
def test_two_moves_are_typed_in_either_language(game, text, move, lang):
    position = cgt.parse_position(f"{game} 5,2,2,1")
    with language(lang):
        if text == "go down":
            text = position.game.wording.move_text(position, "row")
        assert position.game.wording.read_move(position, text) == move
        words = position.game.wording.moves_text(position)
    assert ("droite" in words or "colonne" in words) is (lang == "fr")


@pytest.mark.parametrize(
    ("text", "typed", "move"),
    [
        ("hackenbush ground-a,a-b", "b-a", "cut a-b"),
        ("hackenbush ground-a,a-b", "cut a-ground", "cut ground-a"),
        ("cram 3x3", "1:1 1:2", "cover 1:1 and 1:2"),
        ("cram 3x3", "1:1 and 1:2", "cover 1:1 and 1:2"),
        ("chomp 3x3", "2:2", "bite 2:2"),
    ],
)
def test_a_move_is_named_by_its_squares_or_by_an_edge_from_either_end(text, typed, move):
    position = cgt.parse_position(text)
    words = position.game.wording
    assert words.write_move(position, words.read_move(position, typed)) == move


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("nimstring ground-a,a-b,b-c", "the moves are a-b; ground-a; b-c,ground-a"),
        ("notakto 1x2", "the moves are cross 1:1, cross 1:2"),
    ],
)
def test_moves_with_commas_are_told_apart_by_semicolons(text, listed):
    position = cgt.parse_position(text)
    assert position.game.wording.moves_text(position) == listed
