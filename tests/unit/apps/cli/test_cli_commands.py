"""The commands: what they print, as text and as JSON."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cgt
from cgt.apps.cli.app import COMMANDS
from cgt.families.registry import ruleset_names
from cgt.theory.period import PATIENCE_SECONDS

WITHOUT_JSON = {"play", "plot", "web"}  # a conversation and a picture


def test_the_question_of_the_first_article(run):
    code, out, err = run("solve", "takeaway(2n)", "50:2", "--misere")
    assert (code, err) == (0, "")
    assert "winning: take 2" in out
    assert "50 = 1 + 34 + 13 + 2" in out


@pytest.mark.parametrize("position", ["kayles 5", "nim 3,3", "cram 2x3 + nim 4"])
def test_solve_says_the_remoteness_and_the_genus_where_they_are_asked(run, run_json, position):
    said = run("solve", position, "--misere", "--remoteness", "--genus")[1].splitlines()[-2:]
    remoteness, genus = cgt.remoteness(position, "misere"), cgt.genus(position)
    assert said == [f"remoteness {remoteness}", f"genus {genus} ({genus.species})"]
    details = run_json("solve", position, "--misere", "--genus", "--remoteness")["details"]
    assert (details["remoteness"], details["genus"]) == (str(remoteness), f"{genus} ({genus.species})")
    assert "genus" not in run("solve", position)[1]


def test_solve_has_its_keys(run_json):
    record = run_json("solve", "takeaway(2n)", "50:2", "--misere")
    assert list(record) == [
        "ruleset",
        "position",
        "convention",
        "outcome",
        "nim_value",
        "winning_moves",
        "route",
        "reference",
        "explanation",
        "status",
        "components",
        "completed_by",
        "details",
    ]
    assert record["ruleset"] == "takeaway(2n)"
    assert record["position"] == "50:2"
    assert record["convention"] == "misere"
    assert record["outcome"] == "N"
    assert record["winning_moves"] == [{"heap": 0, "amount": 2}]
    assert record["route"] == "closed form"


def test_what_a_search_found_has_no_reason_but_its_route(run):
    out = run("solve", "cram", "3x3")[1]
    assert "because" not in out
    assert "by search: every line of play" in out


def test_solve_counts_heaps_from_0_through_sums(run_json):
    record = run_json("solve", "nim", "1,2 + 7")
    assert record["winning_moves"] == [{"heap": 2, "amount": 4}]
    assert record["nim_value"] == 1 ^ 2 ^ 7


def test_solve_takes_very_long_numbers(run):
    heap = "1" + "0" * 6000
    code, out, err = run("solve", "nim", heap, "--json")
    assert (code, err) == (0, "")
    assert f'"amount": {heap}' in out


def test_a_losing_position_is_called_so(run):
    assert "losing" in run("solve", "nim", "1,2,3")[1]


def test_values(run, run_json):
    assert run_json("values", "nim", "--stop", "5") == {
        "ruleset": "nim",
        "convention": "normal",
        "start": 0,
        "values": [0, 1, 2, 3, 4],
    }
    code, out, err = run("values", "nim", "--stop", "25")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].split() == ["20:", "20", "21", "22", "23", "24"]


@pytest.mark.parametrize("play", [[], ["--misere"]])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "nim", "3"],
        ["values", "nim", "--stop", "3"],
        ["table", "nim", "2", "2"],
        ["p-positions", "nim", "--stop", "3"],
        ["check", "nim", "--stop", "4"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_record_begins_with_the_ruleset_and_names_the_convention(run_json, arguments, play):
    record = run_json(*arguments, *play)
    assert next(iter(record.items())) == ("ruleset", "nim")
    assert record["convention"] == ("misere" if play else "normal")


def test_misere_lists_name_their_convention(run_json):
    # A misère nim heap of 0 is worth 1, of 1 is worth 0, and of n > 1 is worth n.
    assert run_json("values", "nim", "--stop", "4", "--misere") == {
        "ruleset": "nim",
        "convention": "misere",
        "start": 0,
        "values": [1, 0, 2, 3],
    }


def test_table_of_two_heaps(run, run_json):
    rows = [[0, 1, 2], [1, 0, 3]]
    assert run_json("table", "nim", "2", "3") == {"ruleset": "nim", "convention": "normal", "rows": rows}
    assert run("table", "nim", "2", "3")[1].splitlines()[-1].split() == ["1:", "1", "0", "3"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["values", "nim", "--stop", "0"],
        ["table", "wythoff", "0", "3"],
        ["table", "wythoff", "3", "0"],
        ["p-positions", "nim", "--stop", "0"],
    ],
)
def test_an_empty_list_prints_nothing(run, arguments):
    assert run(*arguments) == (0, "", "")


def test_table_of_heap_by_quota(run_json):
    rows = run_json("table", "takeaway(2n)", "6", "6")["rows"]

    def value(heap, quota):
        reached = {value(heap - take, min(heap - take, 2 * take)) for take in range(1, min(heap, quota) + 1)}
        return next(v for v in range(99) if v not in reached)

    assert rows == [[value(heap, quota) for quota in range(6)] for heap in range(6)]


def test_p_positions(run, run_json):
    expected = [0, 1, 2, 3, 5, 8, 13, 21, 34]  # with the Fibonacci numbers, 0 and 1 allow no move
    assert run_json("p-positions", "takeaway(2n)", "--stop", "40") == {
        "ruleset": "takeaway(2n)",
        "convention": "normal",
        "positions": expected,
    }
    assert run("p-positions", "nim", "--stop", "4", "--heaps", "2")[1].splitlines() == ["0,0", "1,1", "2,2", "3,3"]
    triples = run_json("p-positions", "nim", "--stop", "8")["positions"]
    assert [1, 2, 3] in triples
    assert all(a ^ b ^ c == 0 and a <= b <= c for a, b, c in triples)


def test_check(run, run_json):
    record = run_json("check", "takeaway(2n)", "--stop", "13", "--misere")
    assert record == {
        "ruleset": "takeaway(2n)",
        "convention": "misere",
        "checked": 80,
        "agrees": True,
        "counterexample": None,
    }
    assert "80 comparisons agree" in run("check", "takeaway(2n)", "--stop", "13")[1]


def test_the_position_that_is_shown_for_a_board_is_one(run):
    (shown,) = [line for line in run("games", "cram")[1].splitlines() if line.startswith("Positions: ")]
    assert run("solve", "cram", shown.split()[-1])[0] == 0


@pytest.mark.parametrize("game", ["wythoff", "wythoff(2)", "octal", "kayles"])
def test_a_game_with_arguments_says_what_they_mean(run, run_json, game):
    (record,) = run_json("games", game)["games"]
    assert record["argument_form"] == cgt.parse_ruleset(record["ruleset"]).argument_form
    assert (record["argument_form"] == "") == (game == "kayles")
    shown = [line for line in run("games", game)[1].splitlines() if line.startswith("Arguments: ")]
    assert shown == [f"Arguments: {record['argument_form']}"] * (game != "kayles")


def test_the_list_says_how_to_learn_more_of_a_game(run):
    assert run("games")[1].splitlines()[-1].startswith("`cgt games NAME` tells the rules of one")
    code, out, _err = run("--lang", "fr", "games")
    assert code == 0
    assert out.splitlines()[-1].startswith("`cgt games NOM` donne")


def test_games_lists_ours(run, run_json):
    games = {game["name"]: game for game in run_json("games")["games"]}
    assert {"nim", "takeaway", "fibonacci-nim", "global-takeaway"} <= set(games)
    assert games["nim"]["conventions"] == ["normal", "misere"]
    assert games["takeaway"]["ruleset"] == "takeaway(2n)"
    assert "Fibonacci nim" in run("games")[1]
    assert "Bouton" in run("games", "nim")[1]
    assert [game["name"] for game in run_json("games", "nim")["games"]] == ["nim"]


def test_every_listed_example_can_be_solved(run_json, upto):
    """A sixth of them by default: every game's page of questions is asked by the page's own tests."""
    for game in run_json("games")["games"][:: upto(6, full=1)]:
        assert run_json("solve", game["ruleset"], game["example"])["outcome"] in {"N", "P", "D"}


@pytest.mark.parametrize("command", [command.partition(":")[2].replace("_", "-") for command in COMMANDS])
def test_every_command_has_help_with_an_example(run, command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert f"Example: cgt {command}" in out
    assert "--json" in out or command in WITHOUT_JSON
    assert "--empty-" not in out  # the parser gives one to every list


@pytest.mark.parametrize("command", ["period", "discover"])
def test_the_help_says_when_a_search_without_a_limit_ends(run, command):
    """It spoke of a few seconds, and 0.7…7 of 21 digits took 30."""
    assert PATIENCE_SECONDS == 30.0
    assert "of a long code half a minute" in " ".join(run(command, "--help")[1].replace("│", "").split())


@pytest.mark.parametrize("arguments", [("--help",), ("solve", "--help")], ids=str)
def test_help_without_docstrings_says_why_it_has_no_texts(arguments):
    command = [sys.executable, "-OO", "-m", "cgt", *arguments]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "Python runs with -OO" in shown
    assert " object at " not in shown


def test_version(run):
    from cgt import __version__

    assert run("--version") == (0, f"cgt {__version__}\n", "")


def test_games_speak_french(run):
    code, out, err = run("--lang", "fr", "games", "wythoff")
    assert (code, err) == (0, "")
    assert "Jeu de Wythoff" in out
    assert "Positions\N{NO-BREAK SPACE}: deux tas ou plus séparés par des virgules" in out
    assert 'Essayez\N{NO-BREAK SPACE}: cgt solve "wythoff" 3,6' in out
    assert run("--lang", "fr", "games")[1].split()[:2] == ["nom", "jeu"]


def test_lists_take_their_bound_in_its_place_as_tables_do(run):
    assert run("values", "kayles", "20") == run("values", "kayles", "--stop", "20")
    assert run("p-positions", "wythoff", "6")[1].splitlines() == ["0,0", "1,2", "3,5"]
    code, _out, err = run("values", "kayles", "1.5")
    assert code == 2
    assert "'1.5' is not a whole number" in err


@pytest.mark.parametrize("width", ["40", "60", "72", "80", "120"])
def test_a_name_in_the_list_of_games_can_be_typed_back(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    _code, out, _err = run("games")
    table, _blank, _advice = out.partition("\n\n")
    listed = [line.split(" ")[0] for line in table.splitlines()[1:] if not line.startswith(" ")]
    assert listed == ruleset_names()
    assert "…" not in out
    assert max(map(len, table.splitlines())) <= int(width)


def test_a_word_that_is_nearly_a_name_leads_to_that_game_first(run_json):
    assert [game["name"] for game in run_json("games", "nims")["games"]] == ["nim", "nimstring"]
