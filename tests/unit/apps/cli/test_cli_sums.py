"""`cgt solve` with sums of several games, and with a route that is insisted on."""

import json

import pytest


def test_at_the_command_line(run):
    code, out, _err = run("solve", "kayles 7 + nim 3,5 + wythoff 1,2")
    assert code == 0
    assert "in nim 3,5: take 4 from heap 2" in out
    code, out, _err = run("solve", "kayles 7 + nim 3,5 + wythoff 1,2", "--json")
    record = json.loads(out)
    assert (code, record["ruleset"], record["nim_value"]) == (0, None, 2 ^ 3 ^ 5 ^ 0)
    assert record["winning_moves"] == [{"summand": 1, "heap": 1, "amount": 4}]
    assert [part["nim_value"] for part in record["components"]] == [2, 3, 5, 0]


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["wythoff", "3,4", "--route", "table"], 4, "there is no answer by table"),
        (["wythoff", "3,4", "--route", "tabel"], 2, "unknown route"),
        (["kayles 7 + 5"], 2, "is not a game and a position"),
        (["kayles 7 + *3"], 2, "write nim 3 for *3, at character 12"),
        (["star"], 2, "write nim 1 for star"),
        (["nim"], 2, "say a position, too"),
        (
            ["kayles", "900", "--route", "table", "--max-positions", "100"],
            3,
            "901 nim-values is beyond the limit of 100 positions: a higher --max-positions allows",
        ),
        (["cram", "6x6", "--misere", "--max-positions", "100"], 3, "a higher --max-positions allows more"),
        pytest.param(
            ["grundy", "60", "--misere", "--max-positions", "50"],
            3,
            "sums: a higher --max-positions allows more",
            marks=pytest.mark.full,
        ),
    ],
)
def test_how_it_ends_where_there_is_no_answer(run, arguments, code, word):
    ended, out, err = run("solve", *arguments)
    assert (ended, out) == (code, "")
    assert word in err
    assert err.count("\n") == 1
