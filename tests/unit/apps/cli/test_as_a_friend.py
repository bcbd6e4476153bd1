"""What somebody types who has not read the help, and the line that tells what would be right."""

from __future__ import annotations

import shlex

import pytest

from cgt.apps.cli import main
from cgt.core.language import language
from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names
from cgt.solving.subjects import parse_position


def _error(capsys, *arguments, code=2):
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("nim 3,5", "nim is a game, no command: write cgt solve nim 3,5"),
        ("kayles", "write cgt solve kayles "),
        ("nim 3 5 7", "nim is a game, no command: write cgt solve nim 3,5,7"),
        ("nim 3,5 --misere --verbose", "write cgt solve nim 3,5 --misere\n"),
        ("subtraction 1,2,3", "write cgt solve 'subtraction(1,3,4)' 3,5"),
        ("takeaway(2n) 50", "takeaway is a game, no command: write cgt solve 'takeaway(2n)' 50"),
        ("kayles 7 + nim 3,5", "write cgt solve 'kayles 7 + nim 3,5'"),
        ("0.77 7", "write cgt solve 0.77 7"),
        ("nims 3,5", 'Did you mean "solve nim"?'),
        ("solve nim 3,5 -misere", "Did you mean --misere?"),
        ("solve nim misere 3,5", "misère play is asked for by --misere"),
        ("verify", "needs CERTIFICATE, such as: cgt verify kayles.json"),
        ("help solve", "cgt --help"),
        ("version", "cgt --version"),
        ("list", 'Did you mean "games"?'),
        ("rules wythoff", 'Did you mean "games"?'),
        ("résoudre nim 3", 'Did you mean "solve"?'),
        ("outcome nim 3,5", 'Did you mean "solve"?'),
        ("nim_value kayles 7", 'Did you mean "solve"?'),
        ("nim_values kayles 7", 'Did you mean "values"?'),
        ("winning_moves nim 3", 'Did you mean "solve"?'),
        ("crosscheck wythoff", 'Did you mean "check"?'),
        ("misere_quotient kayles", 'Did you mean "quotient"?'),
        ("nim_value_table wythoff", 'Did you mean "table"?'),
        ("genera kayles", 'Did you mean "genus"?'),
        ("p_position wythoff", 'Did you mean "p-positions"?'),
        ("recognize wythoff", 'Did you mean "recognise"?'),
        ("values", 'cgt values needs RULESET, such as: cgt values "subtraction(1,3,4)" 20'),
        ("lesson nim", "cgt lesson needs --output, such as: cgt lesson"),
        ("decide", "needs SENTENCE, such as: cgt decide"),
        ("solve nim 3 -o", "needs --output, such as: cgt solve nim 3,4,5 -o position.svg"),
        ("sweep 0.0? -o -dash.csv", "-o lacks its value: one that begins with - is written -o=-dash.csv"),
        ("sweep 0.0? -o --json", "needs --output, such as"),
        ("solve nim 3 --route", "--route lacks its value: cgt solve --help tells which it takes"),
        ("values nim 5 --max-positions", "--max-positions lacks its value: cgt values --help"),
        ("--lang de solve nim 3", "no language 'de': write en or fr"),
        ("solve nim", "say a position, too: nim 3,4,5"),
        ("solve marienbad", "did you mean nim?"),
        ("solve northcott", "did you mean nim?"),
        ("solve northcotts-game", "did you mean nim?"),
        ("solve Northcott's", "did you mean nim?"),
        ("solve poker-nim", "did you mean nim?"),
        ("games misère-nim", "did you mean nim?"),
        ("games misère-kayles", "did you mean kayles?"),
        ("games matchsticks", "did you mean bounded-nim(3)?"),
        ("games nim-with-a-pass", "did you mean with-pass(nim)?"),
        ("games nim-with-a-pass-of-restricted-use", "did you mean with-pass(nim)?"),
        ("games Wythoff-with-terminal-set", "did you mean moves?"),
        ("games terminal-set", "did you mean moves?"),
        ("solve quilles 7", "did you mean kayles?"),
        ("solve morpion 3x3", "did you mean notakto?"),
        ("solve allumettes 21", "did you mean bounded-nim(3)?"),
        ("solve dots-and-boxes 2x2", "did you mean nimstring?"),
        ("games dominoes", "did you mean cram?"),
        ("games bâtonnets", "did you mean bounded-nim(3)?"),
        ("games batonnets", "did you mean bounded-nim(3)?"),
        ("games jeu-des-allumettes", "did you mean bounded-nim(3)?"),
        ("solve course-à-20 20", "did you mean bounded-nim(2)?"),
        ("solve tictactoe 3x3", "did you mean notakto?"),
        ("solve domineering 3x3", "both have the same: see cram"),
        ("solve hex 3x3", "it is partizan, each player has moves of their own, and here both have the same"),
        ("solve foo 3", "`cgt games` lists"),
        ("solve dawson’s-chess 9", "did you mean dawsons-chess"),
        ("solve nim 3 4 5", "too many arguments: 4 5; write cgt solve nim 3,4,5"),
        ("solve kayles 7 9 --misere", "write cgt solve kayles 7,9 --misere"),
        ("solve cram 4 5", "too many arguments: 5; write cgt solve cram 4x5"),
        ("solve subtraction 1,2,3 21", "write cgt solve 'subtraction(1,2,3)' 21"),
        ("solve kayles 7 9 --max-positions 10", "too many arguments: 9. Heaps are joined by commas"),
        ("solve nim 3 4 x", "too many arguments: 4 x. Heaps are joined by commas"),
        ("solve nim 3,4 misère", "misère play is asked for by --misere"),
        ("solve 3,4,5 nim", "the game comes first"),
        ("solve 0,77 10", "did you mean 0.77?"),
        ("values 10 kayles", "the game comes first"),
        ("solve nim 1,000,000", "write 1000000 for one heap, or 1,0,0 for several"),
        ("solve bounded-nim(3) 12,050", "write 12050 for one heap, or 12,50 for several"),
        ("solve nim 1.5", "not a whole number"),
        ("values wythoff 10", "`cgt table wythoff` lists"),
        ("table euclid", "`cgt p-positions euclid` lists"),
        ("table wythoff 5 5 5", "too many arguments: 5; write for instance: cgt table wythoff 10 10"),
        ("-v", "Unknown option: -v. Did you mean --version?"),
        ("--versoin", "Unknown option: --versoin. Did you mean --version?"),
        ("--misere", "a command is missing before --misere: cgt --help lists all"),
        ("--json", "a command is missing before --json: cgt --help lists all"),
        ("--misere solve nim 3,4", "a command is missing before --misere: cgt --help lists all"),
        ("-o x.svg solve nim 3,4", "a command is missing before -o: cgt --help lists all"),
        ("solve octal(77) 5", "one digit stands before the point, as in 0.77, at character 8 of 'octal(77)'"),
        ("doctor x", "too many arguments: x; write for instance: cgt doctor"),
        ("lesson nim 3,5 -o l.html", 'in quotes, such as: cgt lesson "takeaway(2n)" -o lesson.html'),
        ("values nim 10^x", "'10^x' is not a whole number in digits, such as 1000"),
        ("values nim 1e6", "'1e6' is not a whole number in digits, such as 1000"),
        ("decide forall n: n >= 0", 'such as: cgt decide "forall n'),
        ("watch nofile", "no sweep"),
        ("play nim --level 0,2", "a probability from 0 to 1, such as 0.2"),
    ],
)
def test_the_answer_is_one_that_a_friend_would_give(capsys, line, advice):
    code = 4 if line.startswith(("values wythoff", "table euclid")) else 2
    assert advice in _error(capsys, *line.split(" "), code=code)


@pytest.mark.parametrize("name", ruleset_names())
def test_what_is_advised_for_a_game_without_a_command_is_answered(capsys, name):
    advice = _error(capsys, name, "3", "5", "7").partition("write ")[2]
    _cgt, _solve, *arguments = shlex.split(advice)
    assert parse_ruleset(arguments[0]).parse(arguments[1]) if arguments[1:] else parse_position(*arguments)


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["solve", "dawson's kayles", "9"], "did you mean dawsons-kayles"),
        (["solve", "bounded nim(3)", "9"], "did you mean bounded-nim"),
        (["games", "octal(0.8)"], "write hexadecimal(0.8)"),
        (["games", "compound(nim,foo)"], "a compound is one of conjunctive, continued"),
        (["games", "forall n: n == n"], "'forall n: n == n' is not a ruleset"),
        (["solve", "nim 3,4", "--misère"], "Unknown option: --misère. Did you mean --misere?"),
        (["solve", "nim 3,4", "-m"], "Unknown option: -m."),
        (["solve", "nim", "-3"], "'-3' is not a whole number of at least 0"),
        (["solve", "nim", "-3,4"], "'-3' is not a whole number of at least 0"),
        (["play", "nim", "-3x4"], "'-3' is not a whole number of at least 0"),
        (["values", "cram", "4", "--along", "2x{n}"], "--start 1"),
        (["search", "nim", "3,4"], "cgt solve"),
        ([""], 'Unknown command "": cgt --help lists all'),
        (["start"], 'Unknown command "start": cgt --help lists all'),
        (["paper"], 'Unknown command "paper": cgt --help lists all'),
        (["solve", "nim", "1 000"], "write 1000 for one heap, or 1,0 for several"),
        (["solve", "nim 1 000"], "write 1000 for one heap, or 1,0 for several"),
        (["solve", "nim", "1 200"], "numbers are separated by commas: write 1,200"),
        (["solve", "take 1, 2 or 3", "7"], "did you mean subtraction(1,2,3)?"),
        (["solve", "on prend 1, 3 et 4", "7"], "did you mean subtraction(1,3,4)?"),
        (["solve", "1, 2 ou 3", "7"], "1, 2 ou 3 is not a code: did you mean subtraction(1,2,3)?"),
        (["solve", "take 1, 2 or 3 matches", "7"], "did you mean subtraction(1,2,3)?"),
        (["solve", "subtract 1, 4", "7"], "did you mean subtraction(1,4)?"),
        (["solve", "take up to 3 matches", "7"], "did you mean bounded-nim(3)?"),
        (["solve", "take 1 to 3", "7"], "did you mean bounded-nim(3)?"),
        (["solve", "at most 3", "7"], "did you mean bounded-nim(3)?"),
        (["solve", "on prend de 1 à 3 allumettes", "7"], "did you mean bounded-nim(3)?"),
        (["solve", "prendre jusqu'à 3 allumettes", "7"], "did you mean bounded-nim(3)?"),
        (["solve", "take 2 to 5", "7"], "`cgt games` lists"),
        (["solve", "2-5", "7"], "'2-5' is not a ruleset"),
        (["sweep", "kayles 5"], "'kayles 5' is not a ruleset: write `name` or `name(arguments)`"),
        (["solve", "1-3", "10"], "did you mean bounded-nim(3)?"),
        (["solve", "21 game", "10"], "did you mean bounded-nim(3)?"),
        (["solve", "the game of nim", "3,5"], "did you mean nim?"),
        (["solve", "bounded nim 3", "10"], "did you mean bounded-nim(3)?"),
        (["solve", "octal 0.77", "10"], "did you mean octal(0.77)?"),
        (["solve", "kayles 3", "10"], "did you mean kayles?"),
        (["solve", "nim misere", "3,5"], "did you mean nim?"),
        (["solve", "take a prime", "7"], "did you mean take-a-prime?"),
        (["solve", "take one, two or three", "7"], "a sentence, such as moves(n: t mod 2 == 1 -> n - t), which"),
        (["solve", "any number from one heap", "7"], "a sentence, such as moves("),
        (["solve", "take 7 from the left", "7"], "`cgt games` lists"),
        (["solve", "forall n: n == n"], "`cgt decide` decides a sentence"),
        (["discover", " ∀n: n == n"], "`cgt decide` decides a sentence"),
        (["decide", "kayles"], "kayles is a game, and no sentence: `cgt discover` finds its rule"),
        (["decide", "queen(n) <= 3; queen = 10*"], "the sentence should end, at character 10"),
        (["decide", "moves(n: t >= 1 -> n - t)"], "moves is a game, and no sentence: `cgt discover` finds its rule"),
        (["decide", "for all x, x + 1 > x"], "write forall x:"),
        (["decide", "∀x ≥ 1: x + 1 > x"], "a colon was expected after forall x"),
        (["decide", "forall x: x >= 0 and x <= 3"], "write & for and"),
        (["decide", "forall x exists y: y == x"], "a colon"),
        (["decide", "if n > 3 then n > 2"], "write n > 3 => n > 2 for if n > 3 then n > 2"),
        (["solve", "moves(x: t >= 1 & t <= x/2 -> x - t)", "9"], "write 2t <= n for t <= n/2"),
        (["solve", "moves(x, y: t >= 1 -> x - t, y; t >= 1 -> x, y - t)", "3,4"], "write | for ;"),
        (["solve", "moves(x, y: x - 1, y; x, y - 1)", "3,4"], "write | for ;"),
        (["solve", "moves(x; t >= 1 -> x - t)", "3"], "write : for ;"),
        (["solve", "moves(n; q: 1 <= t & t <= q -> n - t, 2t)", "3,2"], "write , for ;"),
        (["solve", "moves(x: t >= 1 & t <= 3; x - t)", "3"], "write -> for ;"),
        (["solve", "moves(x: t >= 1; t <= 3 -> x - t)", "3"], "write & for ;"),
        (["solve", "moves(x: x - 1 | x - 2; terminal x == 1)", "3"], "write ends for terminal"),
        (["solve", "moves(x, y: x - 1, y | x, y - 1; ends (0, 0))", "3,2"], "write x == 0 & y == 0 for (0, 0)"),
        (["solve", "moves(x: forall t: t <= 3 -> x - t)", "3"], "bound by `forall`: leave the quantifier out"),
        (["discover", "x: t >= 1 & t <= 3 -> x - t"], "did you mean moves(x: t >= 1 & t <= 3 -> x - t)?"),
        (["discover", "moves x: x - 1 | x - 2"], "did you mean moves(x: x - 1 | x - 2)?"),
        (["solve", "x, y: x - 1, y", "3"], "did you mean moves(x, y: x - 1, y)?"),
        (["solve", "n: t ≥ 1 → n − t", "3"], "did you mean moves(n: t >= 1 -> n - t)?"),
        (["solve", "moves(x: x - 1; misère)", "3"], "misère play is asked for by --misere"),
        (["solve", "moves(x: x - 1; over x == 1)", "3"], "after a semicolon stands `ends`"),
        (["solve", "moves(x: x - 1 | x - 2; end x <= 3)", "3"], "write ends for end,"),
        (["solve", "moves(x: x - 1 | x - 2; ends when x <= 3)", "3"], "write n <= 3 for when n <= 3"),
        (["solve", "moves(x: x - 1 if x >= 3)", "3"], "write t >= 1 -> n - t for n - t if t >= 1"),
        (["solve", "moves(x: power3(t) -> x - t; base 2)", "3"], "power3 is read in base 3"),
    ],
)
def test_advice_on_what_stands_in_quotes(capsys, arguments, advice):
    code = 4 if arguments[0] == "search" else 2
    assert advice in _error(capsys, *arguments, code=code)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("nim 3,5", "nim est un jeu"),
        ("jeux", "Vouliez-vous dire « games » ?"),
        ("résoudre nim 3", "Vouliez-vous dire « solve » ?"),
        ("values", "par exemple"),
        ("solve nim", "nim 3,4,5"),
    ],
)
def test_a_friend_speaks_french(capsys, line, advice):
    error = _error(capsys, *line.split(" "), "--lang", "fr")
    assert advice in error.replace("\N{NO-BREAK SPACE}", " ")


def test_an_advice_works_when_it_is_followed(capsys):
    for arguments in (["solve", "kayles", "7"], ["values", "cram", "4", "--along", "2x{n}", "--start", "1"]):
        assert main(arguments) == 0
    assert main(["table", "wythoff"]) == 0
    assert capsys.readouterr().err == ""


def test_a_family_without_a_size_is_listed_as_far_as_a_search_goes(capsys):
    """Paths of a changed game do not fall apart: to 100, as heaps are listed, it did not end."""
    assert main(["values", "blocked(node-kayles,2)", "--along", "path {n}"]) == 0
    assert capsys.readouterr().out == "0: 0 0 1 1 1 0 0 1 1 1 0 0 1 1 1 0\n"


@pytest.mark.parametrize("name", ["Wythoff", "wythoff", "0.77", "takeaway(2n)"])
def test_the_rules_of_a_game_by_any_of_its_names(capsys, name):
    assert main(["games", name]) == 0
    assert "Try: cgt solve" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["walk", "geography", "poset", "takeaway", "nim", "dawsons-pawns"])
def test_what_is_to_be_tried_is_one_argument_for_the_shell(name, capsys):
    """`>` would write into a file, and a blank would end the position."""
    assert main(["games", name]) == 0
    tried = capsys.readouterr().out.partition("Try: ")[2].partition("\n")[0]
    words = list(shlex.shlex(tried, posix=True, punctuation_chars=True))
    assert words[:2] == ["cgt", "solve"]
    game = example_ruleset(name)
    assert shlex.split(tried)[2:] == [str(game), game.example]
    assert not {"<", ">", "|", ";", "&", "(", ")"} & set(words)


def test_the_rules_of_a_game_from_sentences_are_told_once():
    import cgt
    from cgt.core.game import rules_text

    game = cgt.parse_ruleset("moves(x: t >= 1 & t <= 3 -> x - t)")
    assert " ".join(rules_text(game).split()).count("x − t") == 1


def test_a_figure_of_a_board_without_a_size_is_a_small_one(tmp_path, monkeypatch):
    """A board of 60 by 60 squares was begun, and the command was never seen to end."""
    from cgt.apps.cli import plot_commands

    asked = []

    def interrupted(*given):
        asked.append(given[2])
        raise KeyboardInterrupt

    monkeypatch.setattr(plot_commands, "_of_game", interrupted)
    assert main(["plot", "cram", "-o", str(tmp_path / "cram.svg")]) == 130
    assert asked == [6]


def test_no_game_is_meant_by_a_word_like_none(capsys):
    with language("en"):
        assert "rook" not in _error(capsys, "solve", "foo", "3")
