import random

import pytest

import cgt
from cgt.apps.play.opponent import Analyst, Choice, Level, Reason, choose_move
from cgt.apps.play.record import read_record, write_record
from cgt.apps.play.session import PERFECT, PERSON, GameSession, Player
from cgt.core.compounds import ComponentMove
from cgt.core.language import language
from cgt.core.wording import plainly_spaced
from cgt.errors import CGTError, IllegalMoveError, NotApplicableError, ParseError
from cgt.families.registry import example_ruleset

KAYLES = cgt.HeapRule(
    lambda n: [tuple(filter(None, (i, n - k - i))) for k in (1, 2) for i in range((n - k) // 2 + 1) if n >= k]
)
FIBONACCI = cgt.games.FibonacciNim()
MISERE = cgt.games.TakeAway("2n")


def session(text="10", **options):
    return GameSession(FIBONACCI, FIBONACCI.parse(text), **options)


def test_a_won_game():
    game = session("4")
    game.play_text("1")
    assert not game.is_over
    game.play_computer()
    game.play_text(str(game.analyst.solution(game.position).winning_moves[0]))
    while not game.is_over:
        game.play_computer()
    assert game.winner == 0
    assert "could not win from the beginning" in game.why_lost()


def test_a_lost_game_names_the_move_that_gave_it_away():
    game = session("10")
    game.play_text("1")
    while not game.is_over:
        game.play(next(iter(game.position.moves()))) if game.player is PERSON else game.play_computer()
    assert game.winner == 1
    mistake = game.mistake(0)
    true = cgt.Evaluator()
    later = [turn for turn in game.turns if turn.mover == 0 and turn.number > mistake.turn.number]
    assert true.outcome(mistake.turn.position) is cgt.Outcome.N
    assert mistake.turn.move not in true.winning_moves(mistake.turn.position)
    assert all(true.outcome(turn.position) is cgt.Outcome.P for turn in later)
    assert game.why_lost().startswith(f"move {mistake.turn.number} gave the win away: take {mistake.turn.move}. ")


@pytest.mark.parametrize(("convention", "winner"), [("normal", 0), ("misere", 1)])
def test_who_wins_depends_on_the_convention(convention, winner):
    game = GameSession(cgt.games.Nim(), cgt.games.Nim().position(1), convention, players=(PERSON, PERSON))
    assert game.winner is None
    assert game.why_lost() == "the game is not over yet"
    game.play_text("1")
    assert (game.is_over, game.winner) == (True, winner)
    assert game.hint() == "the game is over"
    with pytest.raises(IllegalMoveError):
        game.play_computer()


def test_undo_goes_back_to_the_persons_turn_and_redo_forward_again():
    game = session("50")
    assert (game.undo(), game.redo()) == (0, 0)
    game.play_text("1")
    game.play_computer()
    after = game.position
    assert game.undo() == 2
    assert game.position == game.start
    assert game.redo() == 2
    assert game.position == after
    game.undo()
    game.play_text("3")
    assert game.redo() == 0


def test_nothing_to_undo_when_only_the_computer_has_moved():
    game = session("50", players=(PERFECT, PERSON))
    game.play_computer()
    assert game.undo() == 0
    assert len(game.turns) == 1


def test_a_bad_move_changes_nothing():
    game = session("10")
    for text in ("0", "10", "x", "1 from 2"):
        with pytest.raises((ParseError, IllegalMoveError)):
            game.play_text(text)
    for move in (0, 11, "1", None, (0, 1)):
        with pytest.raises(IllegalMoveError):
            game.play(move)
    assert game.turns == ()


def test_hints_win_and_say_why():
    game = session("10")
    assert game.hint() == ("take 2: leave your opponent a Fibonacci number: 8.\nWhy: 10 = 8 + 2: take 2")
    game.play_text("2")
    assert game.hint().startswith(
        "every move loses if the other player answers well; this delays the end: take 1.\nWhy: 8 is one "
        "part, and 8 is more"
    )


def test_a_hint_tells_the_rule_where_a_search_knows_the_move_alone():
    pytest.importorskip("numpy")
    game = cgt.parse_ruleset("moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)")
    text = "this wins: to 5,4. Why: leave numbers x, y such that y ≤ x + 1 and x ≤ y + 1"
    assert plainly_spaced(GameSession(game, game.position(7, 3)).hint()) == text


@pytest.mark.parametrize("ruleset", ["nim", "takeaway(n+1)", "global-takeaway(2n)", "bounded-nim(3)", "wythoff"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_perfect_computer_never_loses_a_won_position(ruleset, convention):
    game = cgt.parse_ruleset(ruleset)
    source = random.Random(5)
    true = cgt.Evaluator(convention)
    for text in ("3,4", "7,2", game.example):
        play = GameSession(
            game, game.parse(text), convention, players=(PERFECT, Player(Level(1.0))), seed=source.random()
        )
        expected = 0 if true.outcome(play.start) is cgt.Outcome.N else None
        while not play.is_over:
            won = true.outcome(play.position) is cgt.Outcome.N
            mover = play.mover
            play.play_computer()
            if mover == 0 and won:
                assert true.outcome(play.position) is cgt.Outcome.P
        assert expected is None or play.winner == expected


def test_errors_are_seeded_by_turn():
    def moves(seed):
        game = session("25", players=(Player(Level(0.5)), Player(Level(0.5))), seed=seed)
        while not game.is_over:
            game.play_computer()
        return [turn.move for turn in game.turns]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_a_beginner_sees_a_win_in_one_move():
    choice = choose_move(Analyst("normal"), cgt.games.Nim().position(9), Level(1.0), random.Random(1))
    assert choice == Choice(9, Reason.WINNING)


def test_a_position_too_large_is_played_without_pretending():
    analyst = Analyst("misere", max_positions=100)
    play = GameSession(KAYLES, KAYLES.parse("60,61,62"), "misere", players=(PERSON, PERFECT), analyst=analyst)
    assert play.hint() == "this position is too large to be sure of a winning move"
    assert play.play_computer().reason is Reason.BLIND
    assert play.mistake(0) is None


@pytest.mark.parametrize("text", ["-0.1", "1.5", "nan", "strong", ""])
def test_levels_are_checked(text):
    with pytest.raises(ParseError, match="perfect, beginner"):
        Level.of(text)


def test_levels_read_back():
    for level in (Level(), Level(0.25), Level(1.0)):
        assert Level.of(str(level)) == level


def test_a_convention_the_game_does_not_know_is_refused():
    class NormalOnly(type(FIBONACCI)):
        conventions = (cgt.Convention.NORMAL,)

    game = NormalOnly()
    with pytest.raises(NotApplicableError):
        GameSession(game, game.parse("10"), "misere")


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        ("takeaway(2n)", "50:2"),
        ("nim", "3,4,5"),
        ("wythoff", "3,5"),
        ("global-takeaway(2n)", "7,5:4"),
    ],
)
def test_a_record_read_back_is_the_same_game(ruleset, text):
    game = cgt.parse_ruleset(ruleset)
    play = GameSession(game, game.parse(text), "misere", players=(PERSON, Player(Level(0.3))), seed=4)
    for _turn in range(3):
        if not play.is_over:
            play.play_computer()
    again = read_record(write_record(play))
    assert (again.ruleset, again.position, again.turns) == (play.ruleset, play.position, play.turns)
    assert (again.players, again.seed, again.convention) == (play.players, play.seed, play.convention)
    while not play.is_over:
        assert play.play_computer() == again.play_computer()


GOOD = write_record(session("10")) + "1. 2\n# well played\n\n2. 1\n"


def test_comments_and_blank_lines_are_passed_over():
    assert str(read_record(GOOD).position) == "7:2"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cgt game", "chess", "line 1: a game record begins with 'cgt game'"),
        ("fibonacci-nim", "fibonaci-nim", "line 2: there is no ruleset 'fibonaci-nim': did you mean fibonacci-nim"),
        ("normal", "abnormal", "line 3: unknown convention 'abnormal': it is 'normal' or 'misere'"),
        ("position: 10", "position: ten", "line 4: 'ten'"),
        ("position", "start", "line 4: 'position: …' was expected"),
        ("person", "parson", "line 5: a player is 'person'"),
        ("perfect", "peerless", "line 6: 'peerless' is no level"),
        ("seed: 0", "seed: seven", "line 7: a seed is a whole number, not 'seven'"),
        ("1. 2", "1. 20", "line 8: '20' is not allowed here: take 1 to 9"),
        ("1. 2", "3. 2", "line 8: move 1 was expected"),
        ("2. 1", "2. 1 2", "line 11: '1 2' is not a move"),
    ],
)
def test_errors_in_a_record_name_the_line(old, new, message):
    with pytest.raises(ParseError) as raised:
        read_record(GOOD.replace(old, new, 1))
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("name", ["antonim", "arc-kayles", "blocked", "cram", "kayles", "queen", "sprouts"])
def test_a_record_is_read_back_in_another_language(name):
    """A record names its moves in English; a move that a person wrote into it is read in that person's language."""
    game = example_ruleset(name)
    play = GameSession(game, game.parse(game.example), players=(PERSON, PERSON))
    while not play.is_over and len(play.turns) < 3:
        play.play(next(iter(play.position.moves())))
    with language("fr"):
        record = write_record(play)
        again = read_record(record)
        french = [f"{turn.number}. {turn.written}" for turn in again.turns]
        by_hand = read_record("\n".join([*record.splitlines()[:7], *french]))
    assert again.turns == by_hand.turns == play.turns


def test_an_error_in_a_record_is_said_in_the_language_of_the_person():
    with language("fr"), pytest.raises(ParseError, match=r"ligne 8.: .20. n’est pas permis ici.: prenez de 1 à 9"):
        read_record(GOOD.replace("1. 2", "1. 20", 1))


@pytest.mark.parametrize("lines", range(7))
def test_a_truncated_record_is_refused(lines):
    with pytest.raises(CGTError, match="line"):
        read_record("\n".join(GOOD.splitlines()[:lines]))


def test_a_draw_that_was_given_away_is_a_mistake():
    """It was told that every position was lost from the beginning."""
    walk = cgt.parse_ruleset("walk")
    play = GameSession(walk, walk.parse("a: a>b,b>a,a>c,c>d"), players=(PERSON, PERSON))
    for move in ("b", "a", "c", "d"):
        play.play_text(f"go to {move}")
    assert play.winner == 1
    mistake = play.mistake(0)
    assert (mistake.turn.number, play.better_move(mistake)) == (3, play.turns[0].move)
    told = play.why_lost()
    assert told.startswith(
        "move 3 gave the draw away: go to c. From a: a>b,a>c,b>a,c>d this would have kept it: go to b. Why: "
    )


@pytest.mark.parametrize(("game", "text"), [("brussels-sprouts", "3"), ("brussels-sprouts", "4,4"), ("nim", "1,1")])
def test_where_every_play_lasts_equally_long_no_move_delays_the_end(game, text):
    game = cgt.parse_ruleset(game)
    hint = GameSession(game, game.parse(text)).hint()
    assert hint.startswith("every move loses if the other player answers well; one of them: ")


def test_a_sum_of_several_games_is_played_and_recorded():
    from cgt.solving.subjects import SeveralGames

    games = SeveralGames()
    session = GameSession(games, games.parse("kayles 7 + nim 3,5 + cram 2x2"), "misere")
    with pytest.raises(ParseError, match="fits 2 moves: write 1: 1; 2: 1"):
        GameSession(games, games.parse("kayles 3 + nim 3")).play_text("1")
    with pytest.raises(IllegalMoveError, match="not allowed here: 1: "):
        session.play_text("9 from 9")
    session.play_text("4 from 2")
    assert games.wording.position_text(session.position) == "kayles 7 + nim 3,1 + cram 2x2"
    session.play_text("1: 3,4")
    session.play_text("cover 1:1 and 1:2")
    assert games.wording.position_text(session.position) == "kayles 2,3 + nim 3,1 + cram ##/.."
    again = read_record(write_record(session))
    assert again.position == session.position
    while not again.is_over:
        again.play_computer()
    assert again.winner is not None


def test_the_rules_of_a_sum_are_those_of_each_of_its_games_once():
    """`Move in one of the games, as its rules say` sent to rules that stood nowhere."""
    from cgt.solving.subjects import SeveralGames

    games = SeveralGames()
    session = GameSession(games, games.parse("kayles 7 + nim 3 + kayles 2 + takeaway(3n) 9"))
    first, *others = session.rules.split("\n")
    assert first == "Move in one of the games, as its rules say."
    assert [one.partition(": ")[0] for one in others] == ["Kayles", "Nim", "Take-away"]
    assert others[0] == "Kayles: Knock down one pin or two neighbouring pins of a row."
    assert "at most 3n" in others[2]
    nim = cgt.games.Nim()
    assert GameSession(nim, nim.position(3, 4)).rules == "Take any number of matches, at least one, from one heap."


def test_a_move_names_the_heaps_of_its_own_position():
    """Equal positions may have their heaps in another order."""
    analyst = Analyst("normal")
    assert [analyst.solution(cgt.games.Nim().position(*heaps)).winning_moves[0] for heaps in ((2, 5), (5, 2))] == [
        ComponentMove(1, 3),
        ComponentMove(0, 3),
    ]


@pytest.mark.parametrize(
    ("game", "text", "description"),
    [
        ("blocked(nim,1)", "3,5 without -", "3,5"),
        ("blocked(nim,1)", "3,5 asked", "3,5"),
        ("blocked(nim,2)", "3,5 without 2 from 1", "3,5, where this is forbidden: take 2 from heap 1"),
        ("enforced(nim,wythoff)", "3,5 by 2", "3,5, to be moved by wythoff"),
        ("enforced(nim,wythoff)", "3,5 asked", "3,5"),
        ("with-pass(nim)", "3,5 used", "3,5, without a pass left"),
        ("with-pass(nim,2)", "3,5 used", "3,5, with passes left: 1"),
        ("push-the-button(nim,wythoff)", "3,5 pushed", "3,5, with the button pushed"),
        ("push-the-button(nim,wythoff)", "3,5", "3,5"),
        ("nim", "3,5", "3,5"),
    ],
)
def test_a_position_is_told_without_the_signs_of_its_text(game, text, description):
    game = cgt.parse_ruleset(game)
    assert game.wording.description(game.parse(text)) == description
    assert str(game.parse(text)) == text


def test_what_lost_a_blocked_game_is_told_without_the_signs_of_its_text():
    game = cgt.parse_ruleset("blocked(nim,1)")
    session = GameSession(game, game.parse("1,2 without -"), players=(Player(), Player()))
    session.play_text("take 2 from heap 2, and forbid nothing")
    while not session.is_over:
        session.play_computer()
    assert "From 1,2 this would have won: take 1 from heap 2" in session.why_lost()
