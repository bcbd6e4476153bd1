"""That the process remembers changes no answer: questions asked again, and in another order, are answered the same."""

import csv
import random
from pathlib import Path

import cgt
from cgt.core.memory import DEFAULT_BYTES
from cgt.errors import CGTError

SAMPLE = list(csv.DictReader((Path(__file__).parent / "solutions.csv").read_text().splitlines()))
ASKED = (cgt.outcome, cgt.nim_value, cgt.winning_moves)


def told(row):
    position = cgt.parse_ruleset(row["game"]).parse(row["position"])
    found = []
    for ask in ASKED if row["convention"] == "normal" else (cgt.outcome, cgt.winning_moves):
        try:
            answer = ask(position, row["convention"])
        except CGTError:
            continue  # beyond the limit, which what is known may move
        found.append((ask.__name__, [*map(repr, answer)] if isinstance(answer, tuple) else str(answer)))
    return dict(found)


def solved(row):
    position = cgt.parse_ruleset(row["game"]).parse(row["position"])
    solution = cgt.solve(position, row["convention"])
    total = getattr(solution.winning_moves, "total", None)
    moves = sorted(map(repr, solution.winning_moves)) if total is None or total < 1_000 else total
    return solution.outcome, solution.nim_value, moves, solution.route, solution.explanation


def test_questions_asked_again_and_in_another_order(upto):
    rows = SAMPLE[:: upto(9, full=1)]
    alone = []
    for row in rows:
        cgt.forget()
        alone.append((solved(row), told(row)))
    cgt.forget()
    for seed, most in enumerate((DEFAULT_BYTES, 1_000_000, DEFAULT_BYTES)):
        cgt.memory(most)
        order = list(range(len(rows)))
        random.Random(seed).shuffle(order)
        for number in order:
            solution, facts = solved(rows[number]), told(rows[number])
            assert solution == alone[number][0], rows[number]
            assert all(facts.get(name, fact) == fact for name, fact in alone[number][1].items()), rows[number]
        assert cgt.memory().nbytes <= most
