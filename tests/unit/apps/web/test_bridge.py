"""What the page asks: every game begins, is played to its end, explained; and nothing that is asked breaks it."""

import json
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.apps.play import GameSession, Player
from cgt.apps.play.opponent import Analyst
from cgt.apps.web.board_data import board_of, move_of
from cgt.apps.web.bridge import FIRST_GAMES, Bridge
from cgt.families.registry import example_ruleset, ruleset_names
from cgt.solving.subjects import PositionText, SeveralGames

REQUESTS = ("explain", "games", "hint", "new", "pictures", "play", "redo", "reply", "resume", "state", "undo", "why")

CHARACTERS = st.one_of(st.integers(0, 0x7F), st.integers(0, 0x10FFFF)).map(chr)
"""As in `st.text`, which reads all of Unicode before."""


def texts(most):
    return st.lists(CHARACTERS, max_size=most).map("".join)


@cache
def _listed():
    """The games as the page lists them: every page the same."""
    return {game["name"]: game for game in Bridge().answer({"do": "games"})["games"]}


def _begun(page, name, convention):
    example = _listed()[name]
    if convention not in example["conventions"]:
        pytest.skip("not played under this convention")
    new = {"do": "new", "game": example["text"], "position": example["example"], "convention": convention}
    state = page.answer(new)
    assert "error" not in state, state
    return state


def test_every_game_has_a_picture_to_choose_it_by():
    pictures = Bridge().answer({"do": "pictures"})["pictures"]
    assert [name for name, drawn in pictures.items() if not drawn.startswith("<svg")] == []
    assert {*pictures} == {*ruleset_names()}


def test_the_page_is_given_what_the_arguments_of_each_game_mean():
    given = {name: game["arguments"] for name, game in _listed().items()}
    assert given == {name: example_ruleset(name).argument_form for name in given}
    french = {game["name"]: game["arguments"] for game in Bridge().answer({"do": "games", "lang": "fr"})["games"]}
    assert [name for name in given if bool(given[name]) != bool(french[name])] == []
    assert [name for name in given if given[name] and given[name] == french[name]] == []


MISERE = {"nim", "takeaway", "wythoff", "kayles", "welter", "ruler"}
"""Games that are begun in misère play too by default."""


@pytest.mark.full("compound-normal", "sprouts-normal")
@pytest.mark.parametrize(
    ("name", "convention"),
    [
        # Every other game by default; .ci/run begins each.
        *(
            pytest.param(name, "normal", marks=pytest.mark.full if place % 2 else ())
            for place, name in enumerate(ruleset_names())
        ),
        *(pytest.param(name, "misere", marks=() if name in MISERE else pytest.mark.full) for name in ruleset_names()),
    ],
)
def test_every_game_begins_and_every_question_is_answered(name, convention):
    page = Bridge()
    _begun(page, name, convention)
    for asked in ("explain", "hint", "reply", "why", "undo", "redo"):
        assert "error" not in page.answer({"do": asked}), asked


@pytest.mark.parametrize(
    "name", ["nim", "takeaway", "wythoff", "kayles", "treblecross", "moore-nim", "welter", "ruler"]
)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_game_is_played_to_its_end(name, convention):
    page = Bridge()
    state = _begun(page, name, convention)
    for _turn in range(200):
        if state["over"]:
            break
        state = page.answer(
            {"do": "reply"} if state["computer"] else {"do": "play", "move": state["moves"][-1]["text"]}
        )
        assert "error" not in state, state
    assert state["winner"] in {0, 1}
    assert page.answer({"do": "why"})["text"]


@pytest.mark.parametrize("rule", ["kayles 7 + takeaway(2n) 10:4", "nim 3"])
def test_a_rule_with_its_position_begins_there_whatever_the_field_for_it_says(rule):
    field, empty = (Bridge().answer({"do": "new", "game": rule, "position": text}) for text in ("1,2", ""))
    assert field == empty


def test_a_move_is_the_sessions_own():
    page = Bridge()
    session = GameSession(cgt.games.Nim(), cgt.games.Nim().position(3, 4, 5), players=(Player(), Player()))
    state = page.answer({"do": "new", "game": "nim", "position": "3,4,5", "who": "two"})
    while not state["over"]:
        move = state["moves"][len(state["moves"]) // 2]
        state = page.answer({"do": "play", "move": move["text"]})
        session.play_text(move["text"])
        assert state["position"] == cgt.games.Nim().wording.position_text(session.position)
    assert state["winner"] == session.winner


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # Whether the heaps that are left stand where they stood.
        ("antonim 1,3,5", False),
        ("end-nim 3,1,2", False),
        ("euclid 7,50", False),
        ("with-pass(nim) 3,5", True),
        ("exact-nim(2) 3,4,5", True),
        ("exact-slow-nim(2) 2,3,4", True),
        ("cyclic-nimhoff(3) 4,7", True),
        ("antonim 1,3 + antonim 2,5", False),
        ("end-nim 3,1 + nim 2,5 + antonim 1,3 + antonim 2,4 + cyclic-nimhoff(3) 1,2", False),
    ],
)
def test_what_a_move_takes_from_heaps_of_numbers_is_what_is_left_of_them(text, kept):
    position = cgt.parse_position(text)

    def heaps(shown):
        return [int(heap["size"]) for heap in board_of(SeveralGames(), shown)["heaps"]]

    for move in position.moves():
        left, takes = heaps(position), move_of(PositionText(position), move)["takes"]
        assert takes or str(move) == "pass"
        for heap, amount in takes or ():
            left[heap] -= int(amount)
        after = heaps(position.play(move))
        assert after == left if kept else sorted(filter(None, after)) == sorted(filter(None, left)), move


@pytest.mark.parametrize(
    ("game", "start", "takes"),
    [
        ("lim", "3,5,6", [[0, "2"], [1, "2"]]),
        ("staircase", "3,7,5", [[1, "4"]]),
        ("delete-nim", "5,2", [[0, "1"], [1, "2"]]),
        ("delete-nim(divide)", "5,2", [[0, "0"], [1, "2"]]),
    ],
)
def test_what_goes_elsewhere_is_taken_too(game, start, takes):
    state = Bridge().answer({"do": "new", "game": game, "position": start, "who": "two"})
    assert state["board"]["kind"] == "heaps"
    assert takes in [move["takes"] for move in state["moves"]]


@pytest.mark.parametrize(
    ("game", "start", "move", "parts"),
    [
        ("chomp", "3,2", "bite 2:1", ["2:1"]),
        ("hackenbush", "ground-a,a-b", "cut a-b", ["a", "a-b", "b"]),
        ("silver-dollar", "1,4,6", "coin from 4 to 2", ["2", "4"]),
        ("chocolate(2)", "2,5", "cut to height 1", ["4,2", "5,2"]),
        ("chocolate(2)", "2,5", "cut to length 2", ["3,0", "3,1"]),
        ("dawsons-pawns", "..#..", "advance on file 4", ["1:4", "2:4", "3:4"]),
        ("sprouts", "0,ab|ab", "join 1 and 3, leaving 1a2a", ["1", "3"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "join A and B", ["A", "B"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "join B with itself, 0 of its arms on one side", ["B"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "join E with itself, 1 of its arms on one side", ["E"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "join E with itself, 0 of its arms on one side, and D", ["D", "E"]),
    ],
)
def test_a_move_is_made_on_parts_of_the_picture(game, start, move, parts):
    state = Bridge().answer({"do": "new", "game": game, "position": start, "who": "two"})
    assert [one["parts"] for one in state["moves"] if one["text"] == move] == [parts]
    assert all(f'data-part="{part}"' in state["board"]["svg"] for part in parts)


def test_lines_that_are_drawn_alike_are_offered_once():
    """From either side of a line between two spots, a second one looks the same and leaves the same."""
    page = Bridge()
    page.answer({"do": "new", "game": "sprouts", "position": "3", "who": "two"})
    state = page.answer({"do": "play", "move": "join 1 and 2"})
    words = [move["words"] for move in state["moves"]]
    assert len(set(words)) == len(words)
    assert {move["text"] for move in state["moves"]} == set(words)
    assert "(1'' 4' 2'' 4')" in page.answer({"do": "play", "move": words[0]})["turns"][1]["from"]


def test_every_move_on_a_picture_can_be_touched(upto):
    games = Bridge().answer({"do": "games"})["games"]
    for game in games[:: upto(3, full=1)]:
        state = Bridge().answer({"do": "new", "game": game["text"], "position": game["example"], "who": "two"})
        if state["board"]["kind"] == "svg":
            assert all(move["parts"] for move in state["moves"]), game["name"]


def test_a_game_with_a_pass_is_drawn_and_played_as_the_game_is():
    state = Bridge().answer({"do": "new", "game": "with-pass(kayles)", "position": "3,5", "who": "two"})
    assert state["board"]["pieces"] == "pins"
    assert [move["places"] for move in state["moves"]][-2:] == [[4, 5], None]


def test_a_blocked_game_is_played_on_the_board_move_by_move():
    """The moves are those of the game behind it; what is forbidden is chosen among the moves that are left."""
    page = Bridge()
    state = page.answer({"do": "new", "game": "blocked(kayles,2)", "position": "3", "who": "two"})
    assert (state["forbids"], state["moves"][0]["takes"]) == (None, None)
    state = page.answer({"do": "play", "move": state["moves"][0]["text"]})
    assert state["forbids"] == {"most": 1, "made": "", "words": ""}
    assert [move["places"] for move in state["moves"]] == [[1], [2], [3], [1, 2], [2, 3]]
    state = page.answer({"do": "play", "move": "", "forbid": [state["moves"][1]["text"]]})
    assert state["forbids"] == {"most": 1, "made": None, "words": "knock down pin 2"}
    assert [move["places"] for move in state["moves"]] == [[1], [3], [1, 2], [2, 3]]
    move = state["moves"][0]["text"]
    after = page.answer({"do": "look", "move": move})
    assert (after["board"]["heaps"][0]["size"], [one["places"] for one in after["moves"]]) == ("2", [[1], [2], [1, 2]])
    assert "error" in page.answer({"do": "play", "move": "pin 2", "forbid": []})
    state = page.answer({"do": "play", "move": move, "forbid": [after["moves"][2]["text"]]})
    assert state["turns"][-1]["words"] == "knock down pin 1, and forbid: knock down pins 1 and 2"
    assert state["record"].endswith("3. knock down pin 1, and forbid 1,2\n")
    assert Bridge().answer({"do": "resume", "record": state["record"]})["turns"] == state["turns"]
    assert [one["places"] for one in state["moves"]] == [[1], [2]]


@pytest.mark.parametrize("written", ["2,2 without bite 1:2", "2,2 without croquer 1:2"])
def test_a_link_to_a_blocked_game_is_read_in_each_language(written):
    """What was forbidden stood in it in the language of the page, which another page refused."""
    asked = {"do": "new", "game": "blocked(chomp,3)", "position": written, "lang": "fr"}
    position = Bridge().answer(asked)["position"]
    assert position == "2,2 without bite 1:2"
    assert Bridge().answer(asked | {"position": position, "lang": "en"})["position"] == position


@pytest.mark.parametrize("name", FIRST_GAMES)
def test_a_first_game_can_be_won_by_whoever_begins(name):
    """The person does, who was told that there was no mistake."""
    game = example_ruleset(name)
    assert cgt.outcome(game.parse(FIRST_GAMES[name]), game.conventions[0]) is cgt.Outcome.N


def test_what_is_taken_back_can_be_played_again():
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "3,5"})
    page.answer({"do": "play", "move": "1 from 1"})
    after = page.answer({"do": "reply"})
    assert page.answer({"do": "undo"})["position"] == "3,5"
    assert page.answer({"do": "redo"})["position"] == after["position"]


def test_a_record_brings_the_game_back():
    page, other = Bridge(), Bridge()
    page.answer({"do": "new", "game": "takeaway(2n)", "position": "21"})
    state = page.answer({"do": "play", "move": "3"})
    again = other.answer({"do": "resume", "record": state["record"]})
    assert again["position"] == state["position"]


def test_a_computer_that_cannot_finish_may_play_at_another_level():
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "3,5", "who": "second"})
    assert page.answer({"do": "reply", "level": "beginner"})["turns"]
    assert "error" in page.answer({"do": "reply", "level": "high"})


def test_a_position_that_a_page_cannot_show_is_refused(upto):
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "3,5"})
    long = ",".join(["3"] * upto(1_001, full=20_000))
    record = page.record.replace("position: 3,5", f"position: {long}")
    for asked in ({"do": "new", "game": "nim", "position": long}, {"do": "resume", "record": record}):
        assert "2000 characters" in page.answer(asked)["error"]
        assert page.answer({"do": "state"})["position"] == "3,5"


def test_it_speaks_french_when_asked():
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "3,5"})
    assert page.answer({"do": "hint", "lang": "fr"})["text"] != page.answer({"do": "hint", "lang": "en"})["text"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["nim", "queen", "chomp", "fibonacci-nim", "hackenbush", "turning-turtles", "welter"])
def test_a_hint_speaks_of_the_board_and_says_no_sums(name, lang):
    page = Bridge()
    _begun(page, name, "normal")
    told = page.answer({"do": "hint", "lang": lang})
    assert told["move"] in [move["text"] for move in page.answer({"do": "state", "lang": lang})["moves"]]
    assert told["does"] in {"winning", "lost"}
    assert not re.search("⊕|somme|sum|\n", told["text"])


def test_a_turn_tells_what_it_was_made_on():
    page = Bridge()
    page.answer({"do": "new", "game": "cram", "position": "2x3", "who": "two"})
    for move in ("cover 1:2 and 2:2", "cover 1:1 and 2:1"):
        state = page.answer({"do": "play", "move": move})
    assert [turn["parts"] for turn in state["turns"]] == [["1:2", "2:2"], ["1:1", "2:1"]]
    assert state["turns"][0]["words"] == "cover row 1, column 2 and row 2, column 2"
    assert state["board"]["pieces"] == "dominoes"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("takeaway(2n) 9 + cram 2x3", "in takeaway(2n) 9:8: take 1"),
        ("takeaway(2n) 9 + chomp 3,3", "in chomp 3,3: bite row 2, column 1"),
    ],
)
def test_a_heap_and_its_quota_are_no_square(game, words):
    """Of a sum the page offered `in takeaway(2n) row 9, column 8: take 1`."""
    assert words in [move["words"] for move in _new(game, "")["moves"]]


def test_a_hint_is_told_in_the_language_of_now():
    page, other = Bridge(), Bridge()
    for each in (page, other):
        each.answer({"do": "new", "game": "bounded-nim(3)", "position": "15"})
    page.answer({"do": "hint", "lang": "en"})
    assert page.answer({"do": "hint", "lang": "fr"}) == other.answer({"do": "hint", "lang": "fr"})


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"do": 3},
        {"do": "play", "move": "1"},
        {"do": "new"},
        {"do": "new", "game": 5},
        {"do": "new", "game": "no such game"},
        {"do": "new", "game": "nim", "position": "x"},
        {"do": "new", "game": "nim", "who": "nobody"},
        {"do": "new", "game": "nim", "level": "high"},
        {"do": "resume", "record": "chess"},
        {"do": "resume", "record": ["cgt game"]},
    ],
)
def test_bad_requests_are_answered_in_one_line(request_):
    answer = Bridge().answer(request_)
    assert set(answer) == {"error"}
    assert "\n" not in answer["error"]


@given(texts(40))
def test_any_text_is_answered(text):
    assert "error" in json.loads(Bridge().answer_text(text))


@given(
    st.sampled_from(REQUESTS),
    st.dictionaries(
        st.sampled_from(["game", "position", "move", "record", "lang", "level", "who", "seed", "convention"]),
        st.one_of(st.none(), st.integers(), texts(8), st.lists(st.integers(), max_size=2)),
        max_size=4,
    ),
)
def test_any_request_is_answered(do, rest):
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "2"})
    assert isinstance(page.answer({"do": do, **rest}), dict)


def _places(board):
    """Where the parts of a picture stand."""
    shapes = r'<(?:circle cx|rect x)="([\d.]+)" (?:cy|y)="([\d.]+)"[^>]*data-part="(.*?)"'
    return set(re.findall(shapes, board["svg"]))


@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        ("node-kayles", "a-b,b-c,c-d,d-e,e-f,f-a,a-e", "choose a"),
        ("hackenbush", "ground-a,a-b,ground-c,c-d", "cut ground-a"),
        ("chomp", "5,5,5", "bite 2:3"),
        ("queen", "3,5", "queen to 3,0"),
        ("turning-turtles", "2,3,5", "turn 5"),
    ],
)
def test_what_is_left_stays_where_it_stood(game, position, move):
    page = Bridge()
    before = page.answer({"do": "new", "game": game, "position": position, "who": "two"})["board"]
    after = page.answer({"do": "play", "move": move})["board"]
    assert _places(after) <= _places(before)
    frame = r'viewBox="([^"]*)"'
    assert re.search(frame, after["svg"])[1] == re.search(frame, before["svg"])[1]


def test_what_was_bitten_off_leaves_its_outline():
    page = Bridge()
    page.answer({"do": "new", "game": "chomp", "position": "5,5,5", "who": "two"})
    assert page.answer({"do": "look", "move": "bite 2:3"})["board"]["svg"].count('class="gone"') == 6


def test_a_mistake_is_told_with_its_turn_and_a_move_that_would_have_won():
    page = Bridge()
    page.answer({"do": "new", "game": "kayles", "position": "2", "who": "two"})
    for _pin in range(2):
        page.answer({"do": "play", "move": "1"})
    told = page.answer({"do": "why"})
    assert (told["turn"], told["winning"]["text"], told["outcome"]) == (1, "1,2", "N")


def test_a_sum_of_several_games_is_played():
    page = Bridge()
    state = page.answer({"do": "new", "game": "kayles 2 + nim 1,2", "position": ""})
    assert [heap["size"] for heap in state["board"]["heaps"]] == ["2", "1", "2"]
    assert page.answer({"do": "hint"})["move"] == "2: 1 from 1"  # worth 2 + 1 + 2 = 1, and 0 without the heap of one
    assert (state["began"]["game"], state["began"]["position"]) == ("sum", "kayles 2 + nim 1,2")
    again = page.answer({"do": "new", **state["began"]})
    assert (again["position"], again["moves"]) == (state["position"], state["moves"])
    while not state["over"]:
        state = page.answer({"do": "play", "move": page.answer({"do": "hint"})["move"]})
        state = state if state["over"] else page.answer({"do": "reply"})
    assert state["winner"] == 0


@pytest.mark.parametrize(
    ("request_", "titles", "touched"),
    [
        ({"game": "cram 2x2 + nim 3"}, ["1. Cram", "2. Nim"], [["1/1:1", "1/1:2"], ["1/1:1", "1/2:1"]]),
        ({"game": "notakto", "position": "1x1 + 1x1"}, ["1. Notakto", "2. Notakto"], [["1/1:1"], ["2/1:1"]]),
    ],
)
def test_the_components_of_a_sum_are_drawn_below_each_other_and_touched(request_, titles, touched):
    state = Bridge().answer({"do": "new", **request_})
    board = state["board"]
    assert re.findall(r">(\d\. [^<]*)</text>", board["svg"]) == titles
    assert board["pieces"] == "components"
    assert [move["parts"] for move in state["moves"]][:2] == touched
    assert set().union(*(move["parts"] for move in state["moves"])) <= set(
        re.findall('data-part="([^"]*)"', board["svg"])
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_error_of_the_page_advises_a_command(lang):
    page = Bridge()
    record = page.answer({"do": "new", "game": "nim"})["record"].replace("ruleset: nim", "ruleset: zzzzzz")
    asked = [
        {"do": "new", "game": "nim 3,5 + zzzzzz 4"},
        {"do": "new", "game": "zzzzzz"},
        {"do": "resume", "record": record},
    ]
    errors = [page.answer({**one, "lang": lang})["error"] for one in asked]
    assert all("cgt games" not in error and error[-1] not in ":; \u00a0" for error in errors)
    assert all(name in error for name, error in zip(("zzzzzz", "zzzzzz", "zzzzzz"), errors, strict=True))


@pytest.mark.parametrize("rule", ["n: t >= 1 & t <= 3 -> n - t", "x, y : x - 1, y | x, y - 2"])
def test_a_rule_without_its_name_is_no_game_with_a_position(rule):
    """Of `n: t >= 1 -> n - t` it was said that `n:` is no ruleset."""
    page = Bridge()
    error = page.answer({"do": "new", "game": rule, "position": "21"})["error"]
    assert error.endswith(f"did you mean moves({rule})?")


def test_no_position_is_searched_for_its_length_before_one_that_is_too_large(monkeypatch):
    """A position leads to all those after it; each took a search, which cost a page seconds."""
    asked = []
    monkeypatch.setattr(Analyst, "lasts", lambda _self, position: asked.append(str(position)) or None)
    page = Bridge()
    page.answer({"do": "new", "game": "nim", "position": "9,9", "who": "two"})
    for move in ("1 from 1", "1 from 2", "1 from 1"):
        page.answer({"do": "play", "move": move})
    history = page.answer({"do": "history"})["history"]
    assert [place["winner"] for place in history] == [1, 1, 1, 1]
    assert len(asked) == 1


def test_a_draw_is_told_in_the_history_and_as_what_was_given_away():
    page = Bridge()
    page.answer({"do": "new", "game": "walk", "position": "a: a>b,b>a,a>c,c>d", "who": "two"})
    page.answer({"do": "play", "move": "go to c"})
    page.answer({"do": "play", "move": "go to d"})
    drawn, won, _end = page.answer({"do": "history"})["history"]
    assert (drawn["winner"], drawn["draw"]) == (None, True)
    assert (won["winner"], won["draw"]) == (1, False)
    told = page.answer({"do": "why"})
    assert (told["turn"], told["winning"]["text"], told["outcome"]) == (1, "go to b", "D")


def test_a_hint_delays_the_end_only_where_something_does():
    page = Bridge()
    for game, position, does in (("nim", "1,1", "alike"), ("brussels-sprouts", "3", "alike"), ("nim", "3,3", "lost")):
        page.answer({"do": "new", "game": game, "position": position})
        assert page.answer({"do": "hint"})["does"] == does


def test_who_plays_is_one_of_three():
    request = {"do": "new", "game": "nim", "who": "bar"}
    assert Bridge().answer(request)["error"] == "who plays is 'first', 'second' or 'two', not 'bar'"
    assert Bridge().answer(request | {"lang": "fr"})["error"] == "qui joue est 'first', 'second' ou 'two', et non 'bar'"


@pytest.mark.parametrize("game", ["grundy", "guiles", "kayles", "antonim"])
def test_of_long_moves_fewer_are_told(game):
    """Each move of a heap of a thousand digits names what it leaves: 600 of them were a megabyte."""
    state = _new(game, "1" + "0" * 999)
    assert len(json.dumps(state)) < 150_000
    assert 20 < len(state["moves"]) < 600
    assert state["more"]


def test_short_moves_are_all_told():
    assert [len(_new(game, "150")["moves"]) for game in ("nim", "kayles")] == [150, 299]


def _new(game, position):
    return Bridge().answer({"do": "new", "game": game, "position": position})


@pytest.mark.parametrize(
    ("game", "position", "winning", "reason"),
    [
        ("cram", "3x4", ["cover 2:2 and 2:3"], "Cover the two squares in the middle, then answer every domino"),
        ("kayles", "9", ["5"], "Begin in the middle, then do on one side what the other player does"),
        ("nim", "3,4,5", ["2 from 1"], "Think of each heap as a sum of 1, 2, 4, 8, …"),
        ("grundy", "12", None, "I worked out all smaller positions: after this move, whatever the other does"),
        ("grundy", "4", [], "I worked out all smaller positions: whatever is played"),
        ("octal(0.77)", "12", None, "This is proved for every size: after this move"),
        ("sprouts", "3", None, "I tried all games from here: after this move"),
        ("hackenbush", "ground-a,a-b", None, "A cycle counts as if its edges grew from one point"),
        ("king", "3,5", None, "Reach a square of two even numbers"),
        ("delete-nim", "3,5", None, "Leave two even heaps"),
    ],
)
def test_who_wins_is_told_as_to_a_friend_and_exactly_besides(game, position, winning, reason):
    page = Bridge()
    page.answer({"do": "new", "game": game, "position": position})
    answer = page.answer({"do": "explain"})
    assert answer["reason"].startswith(reason)
    assert len(answer["winning"]) <= 3
    assert winning is None or [move["text"] for move in answer["winning"]] == winning
    assert answer["exactly"]
    assert answer["source"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.full if place % 8 else ()) for place, name in enumerate(ruleset_names())],
)
def test_a_reason_has_no_signs_of_the_field_and_no_citation(name):
    page = Bridge()
    _begun(page, name, "normal")
    answer = page.answer({"do": "explain"})
    assert not re.search(r"[⊕⊗≡]|mex|\(\d{4}\)", answer["reason"]), answer["reason"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("notakto .../.../...", "I worked out all such positions: after this move"),
        ("kayles 9", "I worked out all such positions: whatever is played"),
        ("dim 12,8", "I worked out each component by itself: after this move"),
        ("kayles 7 + nim 3,5", "I worked out each component by itself: after this move"),
    ],
)
def test_a_reason_in_misere_play_names_no_quotient(text, reason):
    """Who lost a first game of Notakto was told `d is outside the P-portion`; that is told as what is exact."""
    page, (game, _space, start) = Bridge(), text.partition(" ") if "+" not in text else (text, "", "")
    page.answer({"do": "new", "game": game, "position": start, "convention": "misere"})
    assert page.answer({"do": "explain"})["reason"].startswith(reason)


@pytest.mark.parametrize("square", [(x, y) for x in range(6) for y in range(6) if x + y])
@pytest.mark.parametrize(
    ("game", "is_left"),
    [
        ("king", lambda x, y: x % 2 == y % 2 == 0),
        ("knight", lambda x, y: max(x % 4, y % 4) < 2),
        ("rook", lambda x, y: x == y),
        ("delete-nim", lambda x, y: x % 2 == y % 2 == 0),
        ("cyclic-nimhoff(3)", lambda x, y: x // 3 == y // 3 and (x + y) % 3 == 0),
    ],
)
def test_who_follows_the_strategy_in_words_wins(game, is_left, square):
    assert (cgt.outcome(f"{game} {square[0]},{square[1]}") is cgt.Outcome.P) is is_left(*square)


def test_why_shows_the_board_at_the_move_that_lost():
    page = Bridge()
    page.answer({"do": "new", "game": "bounded-nim(3)", "position": "5"})
    page.answer({"do": "play", "move": "2"})
    page.answer({"do": "reply"})
    answer = page.answer({"do": "why"})
    assert (answer["turn"], answer["winning"]["text"], answer["board"]["heaps"][0]["size"]) == (1, "1", "5")
    assert [move["text"] for move in answer["moves"]] == ["1", "2", "3"]
    assert answer["reason"].startswith("Leave a multiple of 4")


@pytest.mark.parametrize(
    "text", ["kayles 6", "kayles 9", "kayles 10", "wythoff 5,5", "wythoff 5,7", "cram 3x4", "chomp 4,4,4,4"]
)
def test_a_hint_why_and_who_wins_name_one_move_and_no_other(text):
    """Kayles: the table's reason names another winning move than the strategy, of which one is told first."""
    page, (game, start) = Bridge(), text.split()
    page.answer({"do": "new", "game": game, "position": start, "who": "two"})
    advised = page.answer({"do": "hint"})["move"]
    explained = page.answer({"do": "explain"})
    assert explained["winning"][0]["text"] == advised
    session = GameSession(cgt.parse_ruleset(game), cgt.parse_ruleset(game).parse(start))
    reason, solution = session.hint().partition("Why: ")[2], cgt.solve(session.position)
    named = [move for move in solution.winning_moves if reason.endswith(f": {session.position_text.move(move)}")]
    assert named in ([], [session.hint_choice().move])
    exactly = explained["exactly"].removesuffix(".")
    named = [move for move in solution.winning_moves if exactly.endswith(f": {session.position_text.move(move)}")]
    assert named in ([], [session.hint_choice().move])
    losing = next(move for move in session.position.moves() if move not in solution.winning_moves)
    page.answer({"do": "play", "move": session.position_text.write(losing)})
    while not page.answer({"do": "state"})["over"]:
        page.answer({"do": "reply", "level": "perfect"})
    why = page.answer({"do": "why"})
    assert (why["turn"], why["winning"]["text"]) == (1, advised)


def test_a_move_in_several_rows_of_one_game_of_a_sum_has_the_heaps_of_that_game():
    position = cgt.parse_position("nim 4 + compound(kayles,selective) 3,2")
    moves = [move_of(PositionText(position), move) for move in position.moves()]
    joined = [[step["takes"][0][0] for step in move["joined"]] for move in moves if "joined" in move]
    assert len(joined) == 5 * 3
    assert set(map(tuple, joined)) == {(1, 2)}


def test_a_move_in_several_rows_has_the_heap_of_each_and_its_rules_are_told(upto):
    page = Bridge()
    start = {"do": "new", "game": "compound(kayles,selective)", "position": "3,2", "lang": "fr"}
    begun = page.answer(start)
    assert begun["rules"].startswith("Jouer dans une composante ou dans plusieurs")
    moves = {move["text"]: move for move in begun["moves"]}
    assert moves["1: 2; 2: 1,2"]["joined"] == [
        {"takes": [[0, "1"]], "leaves": ["1", "1"], "places": [2]},
        {"takes": [[1, "2"]], "leaves": [], "places": [1, 2]},
    ]
    assert "joined" not in moves["1: 2"]
    page.answer({"do": "new", "game": "compound(wythoff,continued)", "position": "3,5", "who": "two"})
    assert page.answer({"do": "play", "move": "1: 1 from 1 and 1 from 2"})["turns"][0]["takes"] == [[0, "1"], [1, "1"]]
    heaps, moves = upto(("3,3", 6**2 - 1), full=("5,5,5", 10**3 - 1))
    many = page.answer({**start, "position": heaps})
    assert (len(many["moves"]), many["more"]) == (moves, False)
