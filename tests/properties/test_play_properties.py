"""Whatever a person types is a legal move or one clear line; whatever is undone can be played again."""

from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.apps.play import GameSession, Player, read_record, write_record
from cgt.core.language import language
from cgt.errors import IllegalMoveError, ParseError

GAMES = (
    "nim",
    "takeaway(2n)",
    "global-takeaway(2n)",
    "wythoff",
    "kayles",
    "grundy",
    "moore-nim(2)",
    "subtraction(2,5)",
)
words = st.sampled_from(
    [
        "1",
        "2",
        "3",
        "0",
        "from",
        "and",
        "leaving",
        "de",
        "et",
        "tas",
        "take",
        "prendre",
        ",",
        "-",
        "1.5",
        "²",
        "heap",
        "…",
    ]
)
# as `st.text`, which looks all of Unicode through before its first character
characters = st.one_of(st.integers(0, 0x7F), st.integers(0, 0x10FFFF)).map(chr)
typed = st.one_of(st.lists(characters, max_size=30).map("".join), st.lists(words, max_size=8).map(" ".join))


def new_session(name, heaps):
    game = cgt.parse_ruleset(name)
    return GameSession(game, game.position(*heaps), players=(Player(), Player()))


sessions = st.builds(new_session, st.sampled_from(GAMES), st.lists(st.integers(0, 9), min_size=2, max_size=3))


@given(sessions, typed, st.sampled_from(["en", "fr"]))
def test_what_is_typed_is_a_legal_move_or_an_error_of_one_line(session, text, code):
    before = session.position
    options = {before.play(move) for move in before.moves()}
    refusal = None
    with language(code):
        try:
            session.play_text(text)
        except (ParseError, IllegalMoveError) as error:
            refusal = str(error)
    if refusal is None:
        assert session.position in options
    else:
        assert session.position is before
        assert len(refusal.splitlines()) == 1


@given(sessions, st.lists(st.sampled_from(["play", "undo", "redo"]), max_size=12), st.integers(0, 5))
def test_undo_and_redo_walk_one_line_of_play(session, steps, seed):
    line, place = [session.position], 0
    for step in steps:
        if step == "play" and not session.is_over:
            moves = list(session.position.moves())
            session.play(moves[seed % len(moves)])
            line, place = [*line[: place + 1], session.position], place + 1
        elif step == "undo":
            place -= session.undo()
        elif step == "redo":
            place += session.redo()
        assert session.position == line[place]
        assert len(session.turns) == place
    assert read_record(write_record(session)).position == session.position
