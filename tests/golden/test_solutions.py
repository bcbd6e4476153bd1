"""What the front door said before it had a list of routes, it says still: by itself, and by each route asked alone.

`solutions.csv` is a sample of 13,178 questions recorded at commit 718e6b6. Outcome and winning moves (as a set) stay; a
nim-value that was missing may be there now.
"""

import csv
from pathlib import Path

import pytest

import cgt
from cgt.errors import BudgetError, NotApplicableError

SAMPLE = list(csv.DictReader((Path(__file__).parent / "solutions.csv").read_text().splitlines()))
ROUTES = (None, "closed form", "certificate", "table", "components", "search")
GAMES = list(dict.fromkeys(row["game"] for row in SAMPLE))


def plain(move):
    return tuple(map(plain, move)) if isinstance(move, tuple) else move


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_has_changed(game, upto):
    rows = [row for row in SAMPLE if row["game"] == game]
    for row in rows[:: upto(5, full=1)]:
        position = cgt.parse_ruleset(game).parse(row["position"])
        for route in ROUTES:
            limit = 4_000 if route is None else upto(100, full=1_000)
            try:
                found = cgt.solve(position, row["convention"], route=route, max_positions=limit)
            except (NotApplicableError, BudgetError):
                assert route is not None
                continue
            moves = {repr(plain(move)).replace(" ", "") for move in found.winning_moves}
            assert (str(found.outcome), moves) == (row["outcome"], set(row["winning_moves"].split())), (row, route)
            if row["nim_value"]:
                value = int(row["nim_value"])
                assert found.nim_value == value or (route is not None and found.nim_value is None), (row, route)
