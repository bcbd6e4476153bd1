"""`cgt play` driven through a pseudo-terminal by a script, through a pipe, and within the test."""

import importlib.util
import io
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.play.opponent import Analyst
from cgt.apps.play.record import read_record
from cgt.core.language import available_languages

if sys.platform == "win32":
    pytest.skip("there is no pty here", allow_module_level=True)

# Tests are collected by path, so a helper beside them is loaded by path too.
_spec = importlib.util.spec_from_file_location("terminal", Path(__file__).with_name("terminal.py"))
terminal = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(terminal)
Terminal, RUN = terminal.Terminal, terminal.RUN

needs_french = pytest.mark.skipif("fr" not in available_languages(), reason="there is no French catalogue")


@pytest.fixture
def typed(capsys, monkeypatch):
    """Play a game whose lines are typed beforehand: what it said up to each prompt, and when it was left."""

    def typed(*arguments, lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out.split("> ")

    return typed


def test_a_whole_game_won_in_misere_play():
    """50 matches, quota 2n, first quota 2, the last match loses: 50 = 1 + 34 + 13 + 2."""
    game = cgt.games.TakeAway("2n")
    solver = cgt.Evaluator("misere")
    position = game.parse("23:2")
    with Terminal("play", "takeaway(2n)", "23:2", "--misere") as screen:
        said = screen.until("> $")
        assert "Whoever moves last loses." in said
        assert said.count("╿") == 23
        for _turn in range(40):
            (move, *_others) = solver.winning_moves(position)
            position = position.play(move)
            said = screen.answer(str(move))
            if "You win!" in said:
                break
            answer = int(said.partition("The computer plays: take ")[2].split()[0])
            position = position.play(answer)
        assert "You win!" in said
        assert "Player" not in said
        screen.press("ctrl-d")
        assert screen.exit_code("ctrl-d") == 0
        assert "Goodbye." in screen.raw


@pytest.mark.parametrize(
    ("arguments", "legend"),
    [
        (["turning-turtles", "THH"], "● is a coin that shows heads, ○ one that shows tails."),
        (["turning-turtles", "H"], "● is a coin that shows heads"),
        (["rugs", "1:3,2:2"], "● is a coin that shows heads"),
        (["turning-turtles", "THH", "--lang", "fr"], "● est une pièce côté face, ○ une pièce côté pile."),
    ],
)
def test_without_colour_it_is_said_which_coins_show_heads(typed, arguments, legend):
    assert legend in typed(*arguments, lines=[])[0]


@pytest.mark.parametrize("game", ["nim", "silver-dollar", "peg-duotaire"])
def test_other_pieces_are_no_coins_that_show_heads(typed, game):
    assert "heads" not in typed(game, lines=[])[0]


@pytest.mark.parametrize(("width", "lines"), [("100", 4), ("40", 7)])
def test_in_a_narrow_terminal_the_help_has_a_line_for_each_command(typed, monkeypatch, width, lines):
    """Two in a line were broken within the second."""
    monkeypatch.setenv("COLUMNS", width)
    assert typed("nim", lines=["?"])[1].rstrip().count("\n") == lines


def test_a_game_without_a_move_was_lost_nowhere(typed):
    over, _left = typed("nim", "0", lines=["quit"])
    assert "The computer wins." in over
    assert "why to see" not in over


def test_a_lost_game_tells_the_move_that_gave_it_away(typed):
    lines = ["why", "2 from 2", "1 from 1", "why", "undo", "1 from 2", "1 from 2"]
    _rules, begun, lost, over, why, undone, again, won, _left = typed("nim", "1,2", "--seed", "1", lines=lines)
    assert "The game is not over yet" in begun
    assert "The computer plays: take 1 from heap 1" in lost
    assert "The computer wins. Type why to see where the win was lost." in lost
    assert "the game is over" in over
    assert "Move 1 gave the win away: take 2 from heap 2." in why
    reason = "From 1,2 this would have won: take 1 from heap 2. Why: the nim-sum is 1 ⊕ 2 = 3: take 1 from heap 2."
    assert reason in " ".join(why.split())
    assert "Your move" in undone
    assert "The computer plays: take 1 from heap" in again
    assert "You win!" in won


def test_bad_moves_get_one_line_and_the_right_form(typed):
    answers = {
        "6 from 2": "'6 from 2' is not allowed here: from heap 1 take 1 to 3; from heap 2 take 1 to 5",
        "banana": "'banana' is not a move: write it like this: 1 from 1",
        "2": "'2' is not allowed here",
        "": "write it like this: 1 from 1",
        "0 from 1": "is not allowed here",
    }
    _rules, *said, _left = typed("nim", "3,5", lines=answers)
    for told, answer in zip(said, answers.values(), strict=True):
        assert answer in told
        assert "╿" not in told
        assert len(told.splitlines()) <= 3


def test_undo_redo_hint_and_help(typed):
    lines = ["hint", "?", "moves", "u", "2", "undo", "redo", "redo", "q"]
    _rules, hint, help_text, moves, nothing, _played, undone, redone, last, left = typed(
        "fibonacci-nim", "10", lines=lines
    )
    assert "Take 2: leave your opponent a Fibonacci number: 8." in hint
    assert "Why: 10 = 8 + 2: take 2." in hint
    assert "hint: a winning move" in help_text
    assert "Take 1 to 9." in moves
    assert "there is nothing to take back" in nothing
    assert "10, at most 9" in undone
    assert "7, at most" in redone
    assert "there is nothing to play again" in last
    assert left == "Goodbye.\n"


@pytest.mark.parametrize(
    ("game", "start", "count", "last"),
    [
        ("cram", "3x9", 42, "cover 3:8 and 3:9"),
        ("treblecross", "30", 30, "30"),
        ("nim + cram", "nim 3 + cram 3x5", 25, "2: cover 3:4 and 3:5"),
    ],
)
def test_every_move_is_listed_when_asked_for(typed, game, start, count, last):
    arguments = [start] if "+" in game else [game, start]
    begun, listed, _left = typed(*arguments, lines=["moves", "quit"])
    assert "…" in begun
    moves = re.split("[,;] ", listed.partition("The moves are ")[2].partition(".")[0])
    assert (len(moves), moves[-1]) == (count, last)


def test_more_moves_than_anybody_reads_are_summed_up(typed):
    _begun, listed, _left = typed("treblecross", "2000", lines=["moves", "quit"])
    assert "The moves are 1; 2; …; 2000." in listed


def test_two_people(typed):
    first, second, end, _left = typed("nim", "1,1", "--two-players", lines=["1 from 1", "1 from 2"])
    assert "Player 1, your move" in first
    assert "Player 2, your move" in second
    assert "Player 2 wins!" in end


def test_sprouts_is_played_as_it_is_drawn_on_paper(typed):
    """Spots keep their numbers; a move says what lies beside its line, which may be left out if the rest tells it."""
    lines = ["join 1 with itself", "join 1 with itself: 2 on one side, 3 on the other", "join 2 and 4", "quit"]
    begun, which, loop, joined, _left = typed("sprouts", "3", "--two-players", lines=lines)
    assert "Draw it on paper" in begun
    assert "1'''  2'''  3'''" in begun
    assert "fits 2 moves: write join 1 with itself: nothing on one side, 2, 3 on the other; join 1" in which
    assert "(1' 4')  3'''\n(1' 4')  2'''\n" in loop
    assert "1'  3'''\n(2'' 5' 1' 5')\n" in joined
    assert "leaving" not in begun + which + loop + joined


def test_the_boards_of_a_sum_are_drawn_under_their_numbers(typed):
    (said, _left) = typed("notakto", "3x3 + .../.x./...", lines=["quit"])
    assert "1:\n  1 2 3\n1 □ □ □\n2 □ □ □\n3 □ □ □\n2:\n  1 2 3\n1 □ □ □\n2 □ ▣ □\n3 □ □ □\n" in said
    (said, _left) = typed("chomp 1x3 + nim 1,2", lines=["quit"])
    assert "1: Chomp\n1 2 3\n☠ □ □\n2: Nim\n1  ╿  1\n2  ╿╿  2\n" in said


def test_the_heaps_of_a_sum_are_numbered_in_each_game_as_moves_name_them(typed):
    """Drawn together they were counted through: what stood in row 3 was taken by `2: 1 from 1`."""
    said, moved, _left = typed("kayles 3 + nim 4,5", "--two-players", lines=["2: 4 from 1", "quit"])
    assert "1: Kayles\n╿ ╿ ╿\n1 2 3\n2: Nim\n1  ╿╿╿╿  4\n2  ╿╿╿╿╿  5\n" in said
    assert "2: Nim\n1  empty\n2  ╿╿╿╿╿  5\n" in moved


@pytest.mark.parametrize(
    ("game", "start", "move", "told"),
    [
        ("push-the-button(nim,wythoff)", "1,2", "push the button", "1,2, with the button pushed"),
        ("with-pass(nim)", "1,2", "pass", "1,2, without a pass left"),
        ("blocked(nim,2)", "1,2 without -", "take 2 from heap 2, and forbid 1 from 1", "forbidden: take 1 from heap 1"),
    ],
)
def test_what_a_picture_does_not_show_is_written_below_it(typed, game, start, move, told):
    begun, after, _left = typed(game, start, "--two-players", lines=[move, "quit"])
    assert "1  ╿  1\n2  ╿╿  2\nThe moves are" in begun
    assert told in after
    assert "1  ╿  1\n" in after


@pytest.mark.parametrize("game", ["takeaway(2n+1)", "takeaway(n + 1)", "moves(x, y: t >= 1 -> x - t, y)"])
def test_a_game_whose_text_has_a_plus_or_a_space_begins_with_its_example(typed, game):
    assert "Your move" in "".join(typed(game, "--lang", "en", lines=["quit"]))


def test_moves_in_several_components_are_told_apart(typed):
    said = typed("compound(nim,selective)", "1,1", "--lang", "en", lines=["quit"])[0]
    assert "The moves are 2: 1 | 1: 1 | 1: 1; 2: 1." in said


def test_what_follows_a_comma_may_be_left_out(typed):
    _rules, which, played, _left = typed(
        "with-pass(kayles)", "1,3", "--two-players", lines=["knock down pin 1", "knock down pin 3", "quit"]
    )
    assert "fits 2 moves: write knock down pin 1, row 1; knock down pin 1, row 2" in which
    assert "╿ ╿\n" in played


@pytest.mark.parametrize(
    ("game", "start", "text"),
    [
        ("kayles", "1,5", "5"),
        ("kayles", "3,5", "1"),
        ("triplets", "HHH", "turn 1"),
        ("graph-octal(0.33)", "a-b,b-c,c-d", "take b"),
        ("nimstring", "ground-a,a-b", "a-b"),
    ],
)
def test_a_text_that_names_less_than_a_move_makes_is_no_move(typed, game, start, text):
    _rules, said, _left = typed(game, start, "--two-players", lines=[text, "quit"])
    assert "not allowed here" in said or "did you mean" in said


def test_ctrl_c_ends_cleanly():
    with Terminal("play", "nim", "3,5") as screen:
        screen.until("> $")
        screen.press("ctrl-c")
        assert screen.exit_code("ctrl-c") == 130
        assert "Goodbye." in screen.raw
        assert "Traceback" not in screen.raw


def test_a_huge_position_is_played_on(typed, monkeypatch):
    monkeypatch.setattr("cgt.apps.play.session.Analyst", partial(Analyst, max_positions=500))
    heaps = f"{10**9},{10**9 + 1},{10**9 + 7}"
    rules, hint, played, _left = typed("wythoff(1,3)", heaps, lines=["hint", "1 from 1"])
    assert "…  1,000,000,000" in rules
    assert "too large to be sure" in hint
    assert "too large for me to play perfectly" in played
    assert "The computer plays" in played


@needs_french
def test_in_french(typed):
    lines = ["indice", "banane", "1", "annuler", "quitter"]
    said = typed("takeaway(2n)", "4:3", "--lang", "fr", lines=lines)
    rules, hint, no_move, played, _undone, left = (text.replace("’", "'") for text in said)
    assert "Prenez de 1 à 3." in rules
    assert "au plus 3" in rules
    assert "laissez" in hint
    assert "n'est pas un coup" in no_move
    assert "L'ordinateur joue" in played
    assert "Au revoir" in left


@pytest.mark.parametrize(("game", "position"), [("node-kayles", "a-b,b-c,c-d,d-e"), ("poset", "a<b,b<c,d")])
def test_the_letter_of_a_vertex_is_a_move_and_no_command(typed, game, position):
    """After `d` the letter `a` took that move back, though `b` and `c` were moves; `q` left the game."""
    assert "Player 2 wins!" in typed(game, position, "--two-players", lines=["d", "a", "quit"])[2]
    taken_back = typed(game, position, "--two-players", lines=["d", "u", "quit"])[2]
    assert "choose d" in taken_back


def test_the_letter_of_a_command_is_one_where_no_vertex_has_it(typed):
    assert "Player 1 wins!" in typed("node-kayles", "q-r", "--two-players", lines=["q", "quit"])[1]
    assert len(typed("node-kayles", "a-b", "--two-players", lines=["q"])) == 2


def test_a_game_is_played_by_default_as_its_books_do(typed):
    """Notakto is a misère game: whoever kills the last board loses."""
    (said, _left) = typed("notakto", lines=["quit"])
    assert "Whoever kills the last board loses." in said
    assert "  1 2 3\n1 □ □ □\n2 □ □ □\n3 □ □ □" in said
    assert "Whoever kills the last board wins." in typed("notakto", "--normal", lines=["quit"])[0]
    assert "Whoever moves last wins." in typed("nim", lines=["quit"])[0]


@pytest.mark.parametrize("game", ["grundy", "couples-are-forever", "taking-breaking(4!.0)"])
def test_where_nothing_is_taken_nobody_takes_last(typed, game):
    assert "Whoever moves last wins." in typed(game, lines=["quit"])[0]


@needs_french
def test_one_game_in_one_argument_is_that_game_and_several_are_a_sum(typed):
    for lang in ("en", "fr"):
        options = ("--lang", lang, "--seed", "1")
        lines = ["m", "1:3", "quit"]
        assert typed("chomp 3x4", *options, lines=lines) == typed("chomp", "3x4", *options, lines=lines)
        assert typed("nim 3 + nim 5", *options, lines=["quit"]) == typed("nim", "3,5", *options, lines=["quit"])
    (said, _left) = typed("chomp 3x4 + nim 3", "--lang", "fr", lines=["quitter"])
    assert said.startswith("Une somme de plusieurs jeux. Jouer dans l’un des jeux, selon ses règles.")


@needs_french
def test_the_option_goes_before_the_variable_that_chooses_the_language(typed, monkeypatch):
    monkeypatch.setenv("CGT_LANG", "fr")
    assert "Vous gagnez" in typed("nim", "1", lines=["1"])[1]
    assert "You win" in typed("nim", "1", "--lang", "en", lines=["1"])[1]


def test_in_a_pipe_there_is_no_colour_and_bytes_that_are_no_text_are_a_bad_move():
    result = subprocess.run(
        [sys.executable, "-c", RUN, "play", "nim", "3"],
        input=b"\xff\xfe\n1\n2",
        capture_output=True,
        timeout=60,
        env={"PYTHONUTF8": "0", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\x1b" not in result.stdout
    assert "half a character" in result.stdout.decode()
    assert "The computer plays: take 2" in result.stdout.decode()


HOSTILE = [
    *(
        "\0",
        "\x1b[31m",
        "\u202e1 from 1",
        "1 from \ud800",
        "１ from １",
        "-1",
        "{}",
        "%s%n",
        "1 from 1;1 from 1",
        "9" * 100_000,
    ),
    *("1 from " + "9" * 6_000, "undo" * 1_000, "hint " * 10_000, "()" * 50_000, "[" * 100_000, "a" * 1_000_000),
    *("save", "save .", "save /dev/full", "save \0", "save " + "a/" * 5_000, "redo", "undo", "undo"),
]


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("game", ["nim 3,5", "cram 3x3", "hackenbush ground-a,a-b", "blocked(nim,2) 2,3"])
def test_whatever_is_typed_the_game_goes_on(typed, capsys, game):
    """Every line gets an answer of a few printable lines, and the game is still there."""
    said = typed(*game.split(), lines=[*HOSTILE, "moves"])
    assert len(said) == len(HOSTILE) + 3
    assert all(line.isprintable() and len(line) < 1_000 for answer in said for line in answer.splitlines())
    assert max(map(len, said)) < 3_000
    assert capsys.readouterr().err == ""


def test_a_terminal_without_unicode_gets_plain_sticks(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["play", "nim", "3"]) == 0
    sys.stdout.flush()
    assert "|||  3" in sys.stdout.buffer.getvalue().decode("ascii")


@pytest.mark.parametrize("name", ["g 2.txt", "'g 2.txt'", '"g 2.txt"', "~/g 2.txt", '"~/g 2.txt"'])
def test_a_name_is_saved_under_as_a_shell_reads_it(tmp_path, monkeypatch, name):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"save ~nobody-has-this/g.txt\nsave {name}\n"))
    main(["play", "nim", "3,5"])
    assert [path.name for path in tmp_path.iterdir()] == ["g 2.txt"]


def test_save_and_resume(tmp_path, monkeypatch):
    record = tmp_path / "game.txt"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 from 1\n"))
    assert main(["play", "nim", "3,5", "--save", str(record), "--seed", "3"]) == 0
    saved = read_record(record.read_text())
    assert [turn.number for turn in saved.turns] == [1, 2]
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"save {tmp_path / 'copy.txt'}\n"))
    assert main(["play", "--resume", str(record)]) == 0
    assert (tmp_path / "copy.txt").read_text() == record.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.txt", "game.txt"]


def test_bad_options_fail_before_the_game(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    other = tmp_path / "letter.txt"
    other.write_text("Dear reader\n")
    broken = tmp_path / "broken.txt"
    broken.write_text("cgt game\nruleset: chess\n")
    for arguments, message in (
        (["nim", "3", "--save", str(tmp_path / "no" / "game.txt")], "there is no folder"),
        (["nim", "3", "--save", str(other)], "exists and is no game record"),
        (["nim", "3", "--level", "2"], "from 0 to 1"),
        (["nim", "x"], "'x' is not a whole number"),
        (["--resume", str(tmp_path / "none.txt")], "No such file"),
        (["--resume", str(broken)], "line 3: the record ends before its convention"),
        (["nim", "--resume", str(broken)], "name no ruleset"),
        (["--resume", str(broken), "--misere"], "no option but --save"),
        (["--resume", str(broken), "--second"], "no option but --save"),
        (["--resume", str(broken), "--two-players"], "no option but --save"),
        (["--resume", str(broken), "--seed", "0"], "no option but --save"),
        (["--resume", str(broken), "--level", "beginner"], "no option but --save"),
        (["nim", "3", "--lang", "xx"], "no language 'xx'"),
    ):
        assert main(["play", *arguments]) == 2, arguments
        out, err = capsys.readouterr()
        assert message in err
        assert len(err.splitlines()) == 1
        assert ">" not in out
    assert other.read_text() == "Dear reader\n"
