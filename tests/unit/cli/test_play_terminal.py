"""`cgt play` driven through a pseudo-terminal by a script, and through pipes."""

import importlib.util
import io
import subprocess
import sys
from pathlib import Path

import pytest

import cgt
from cgt.cli import main
from cgt.language import available_languages
from cgt.play.record import read_record

if sys.platform == "win32":
    pytest.skip("there is no pty here", allow_module_level=True)

# Tests are collected by path, so a helper beside them is loaded by path too.
_spec = importlib.util.spec_from_file_location("terminal", Path(__file__).with_name("terminal.py"))
terminal = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(terminal)
Terminal, RUN = terminal.Terminal, terminal.RUN

needs_french = pytest.mark.skipif("fr" not in available_languages(), reason="no French catalogue is compiled")


def piped(*arguments, text="", **environment):
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        timeout=60,
        env={"PYTHONUTF8": "1", "PATH": "/usr/bin:/bin", **environment},
        check=False,
    )


def test_a_whole_game_won_in_misere_play():
    """50 matches, quota 2n, first quota 2, the last match loses: 50 = 1 + 34 + 13 + 2."""
    game = cgt.TakeAway("2n")
    solver = cgt.Evaluator("misere")
    position = game.parse("23:2")
    with Terminal("play", "takeaway(2n)", "23:2", "--misere") as screen:
        said = screen.until("> $")
        assert "Whoever takes last loses." in said
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
        screen.answer("quit", "Goodbye")
        assert screen.exit_code() == 0


def test_a_lost_game_tells_the_move_that_gave_it_away():
    with Terminal("play", "nim", "1,2", "--seed", "1") as screen:
        screen.until("> $")
        assert "The game is not over yet" in screen.answer("why")
        said = screen.answer("2 from 2")
        assert "The computer plays: take 1 from heap 1" in said
        assert "The computer wins" in said
        assert "the game is over" in screen.answer("1 from 1")
        said = screen.answer("why")
        assert "Move 1, 2 from 2, gave the win away" in said
        assert "from 1,2 the winning move was 1 from 2: the nim-sum is 1 ⊕ 2 = 3: take 1 from heap 2." in " ".join(
            said.split()
        )
        screen.answer("undo")
        assert "The computer plays: take 1 from heap" in screen.answer("1 from 2")
        assert "You win!" in screen.answer("1 from 2")


def test_bad_moves_get_one_line_and_the_right_form():
    with Terminal("play", "nim", "3,5") as screen:
        screen.until("> $")
        for typed, answer in {
            "6 from 2": "'6 from 2' is not allowed here: from heap 1 take 1 to 3; from heap 2 take 1 to 5",
            "banana": "'banana' is not a move: write it like this: 1 from 1",
            "2": "'2' is not allowed here",
            "": "write it like this: 1 from 1",
            "0 from 1": "is not allowed here",
        }.items():
            said = screen.answer(typed)
            assert answer in said
            assert "╿" not in said
            assert len(said.splitlines()) <= 3


def test_undo_redo_hint_and_help():
    with Terminal("play", "fibonacci-nim", "10") as screen:
        screen.until("> $")
        said = screen.answer("hint")
        assert "2 wins: leave your opponent a Fibonacci number: 8." in said
        assert "Why: 10 = 8 + 2: take 2." in said
        assert "hint: a winning move" in screen.answer("?")
        assert "Take 1 to 9." in screen.answer("moves")
        assert "there is nothing to take back" in screen.answer("u")
        screen.answer("2")
        assert "10, at most 9" in screen.answer("undo")
        assert "7, at most" in screen.answer("redo")
        assert "there is nothing to play again" in screen.answer("redo")
        screen.answer("q", "Goodbye")


def test_two_people():
    with Terminal("play", "nim", "1,1", "--two-players") as screen:
        assert "Player 1, your move" in screen.until("> $")
        assert "Player 2, your move" in screen.answer("1 from 1")
        assert "Player 2 wins!" in screen.answer("1 from 2")


def test_ctrl_d_and_ctrl_c_end_cleanly():
    for key, code in (("ctrl-d", 0), ("ctrl-c", 130)):
        with Terminal("play", "nim", "3,5") as screen:
            screen.until("> $")
            screen.press(key)
            assert screen.exit_code(key) == code
            assert "Goodbye." in screen.raw
            assert "Traceback" not in screen.raw


def test_a_huge_position_is_played_on():
    with Terminal("play", "wythoff(1,3)", f"{10**9},{10**9 + 1},{10**9 + 7}") as screen:
        said = screen.until("> $")
        assert "…  1,000,000,000" in said
        assert "too large to be sure" in screen.answer("hint")
        said = screen.answer("1 from 1")
        assert "too large for me to play perfectly" in said
        assert "The computer plays" in said


@needs_french
def test_in_french():
    with Terminal("play", "takeaway(2n)", "4:3", "--lang", "fr") as screen:
        said = screen.until("> $")
        assert "Prenez de 1 à 3." in said
        assert "au plus 3" in said
        assert "gagne" in screen.answer("indice")
        assert "n'est pas un coup" in screen.answer("banane").replace("’", "'")
        said = screen.answer("1").replace("’", "'")
        assert "L'ordinateur joue" in said
        screen.answer("annuler")
        screen.answer("quitter", "Au revoir")
        assert screen.exit_code() == 0


@needs_french
def test_the_variable_chooses_the_language():
    assert "Vous gagnez" in piped("play", "nim", "1", text="1\n", CGT_LANG="fr").stdout.decode()


@needs_french
@pytest.mark.full
def test_the_option_goes_before_the_variable():
    assert "You win" in piped("play", "nim", "1", "--lang", "en", text="1\n", CGT_LANG="fr").stdout.decode()


def test_without_a_terminal_there_is_no_colour_and_the_end_of_input_ends_it():
    result = piped("play", "nim", "3", text="1\n2")
    assert result.returncode == 0
    assert b"\x1b" not in result.stdout
    assert result.stderr == b""
    assert "The computer plays: take 2" in result.stdout.decode()


def test_bytes_that_are_no_text_are_a_bad_move():
    result = piped("play", "nim", "3", text=b"\xff\xfe\n3\n", PYTHONUTF8="0", LC_ALL="C.UTF-8")
    assert result.returncode == 0, result.stderr
    assert "half a character" in result.stdout.decode()
    assert "You win!" in result.stdout.decode()


def test_a_terminal_without_unicode_gets_plain_sticks():
    result = piped("play", "nim", "3", text="3\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "|||  3" in result.stdout.decode("ascii")


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
        (["nim", "3", "--lang", "xx"], "no language 'xx'"),
    ):
        assert main(["play", *arguments]) == 2, arguments
        out, err = capsys.readouterr()
        assert message in err
        assert len(err.splitlines()) == 1
        assert ">" not in out
    assert other.read_text() == "Dear reader\n"
