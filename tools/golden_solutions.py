"""Record what the front door answers for thousands of positions, and compare two records.

    python tools/golden_solutions.py record FILE [GAME…]  # with the cgt that this Python imports; by default all games
    python tools/golden_solutions.py compare OLD NEW      # of the games in NEW; ends with 1 when an answer has changed

Outcome, nim-value and winning moves (as a set) must stay; a nim-value that was missing may come. Routes, references and
texts that changed are counted, for a person to look at, with one text of each game in both wordings. Run it before and
after any change to the routes or to the words; it takes minutes.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cgt
from cgt.errors import CGTError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUTES = (None, "closed form", "table", "search")
SEARCHED, LISTED_MOVES = 4_000, 300
HEAPS = (
    *map(str, [*range(13), 20, 33, 50, 100, 1000]),
    *(f"{a},{b}" for a, b in combinations_with_replacement(range(1, 8), 2)),
    *("10,12", "9,20", "100,161", "1,1,1", "1,2,3", "2,3,4", "3,4,5", "3,5,7", "1,1,2,2", "4,4,4", "5,9,12"),
    *("5:3", "10:4", "12:1", "21:20", "50:2", "3:1 + 5:2", "10:4 + 7:3", "20:9 + 31:5", "1000:7 + 400:3", "6,6:4"),
)
MORE = (
    *("takeaway(2n)", "takeaway(3n)", "takeaway(2n+1)", "global-takeaway(2n)", "bounded-nim(3)", "moore-nim(2)"),
    *("subtraction(1,2)", "subtraction(1,3,4)", "subtraction(2,5,6,9)", "all-but(1,3)", "wythoff(2)", "octal(0.6)"),
    *("octal(0.77)", "hexadecimal(0.3F)", "taking-breaking(4!.0)", "exact-nim(2)", "exact-slow-nim(2)", "chocolate(2)"),
    *("cyclic-nimhoff(3)", "kotzig(10,1,2)", "leaper(3,1)", "tartan(ruler,twins)", "with-pass(nim)"),
    *("with-pass(kayles)", "blocked(nim,2)", "blocked(kayles,2)"),
)


def answers(names: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """One record a question: game, position, convention and route asked for, and what was said."""
    for name in names or (*cgt.ruleset_names(), *MORE):
        try:
            game = cgt.parse_ruleset(name)
        except CGTError:
            continue  # it needs arguments
        for text in dict.fromkeys((getattr(game, "example", "3"), *HEAPS)):
            try:
                position = game.parse(text)
            except CGTError:
                continue  # not a position of this game
            for convention in game.conventions:
                for route in ROUTES:
                    said = _said(position, convention, route)
                    yield {"game": name, "position": text, "convention": str(convention), "asked": route, **said}


def _said(position: Any, convention: Any, route: Any) -> dict[str, Any]:  # noqa: ANN401 - of old versions, too
    try:
        solved = cgt.solve(position, convention, route=route, max_positions=SEARCHED)
        total = getattr(solved.winning_moves, "total", None)
        total = len(solved.winning_moves) if total is None else total
        return {
            "outcome": str(solved.outcome),
            "nim_value": solved.nim_value,
            "moves": sorted(repr(_plain(move)) for move in solved.winning_moves) if total <= LISTED_MOVES else total,
            "route": str(solved.route),
            "reference": solved.reference,
            "text": str(solved),
        }
    except CGTError as error:
        return {"error": type(error).__name__}


def _plain(move: Any) -> Any:  # noqa: ANN401 - likewise
    return tuple(map(_plain, move)) if isinstance(move, tuple) else move


def compare(old: Path, new: Path) -> int:
    """Print what changed; 1 when an answer did, 0 when only routes and references did."""
    before, after = (
        {_key(line): line for line in map(json.loads, path.read_text().splitlines())} for path in (old, new)
    )
    broken, seen, texts = 0, Counter[str](), dict[str, str]()
    games = {line["game"] for line in after.values()}
    left_out = sorted({line["game"] for line in before.values()} - games)
    for key, was in before.items():
        if was["game"] in left_out:
            continue
        now = after.get(key, {"error": "no record"})
        if any(was.get(fact) not in (None, now.get(fact)) for fact in ("outcome", "moves", "nim_value")):
            broken += 1
            print(f"changed: {was} -> {now}")  # noqa: T201 - a tool prints
        for fact in ("route", "reference", "error"):
            if was.get(fact) != now.get(fact):
                seen[f"{fact}: {was.get(fact)} -> {now.get(fact)} (asked {was['asked']}, {was['game']})"] += 1
        if was.get("text") and now.get("text") not in (None, was["text"]):
            seen[f"text ({was['game']})"] += 1
            texts.setdefault(was["game"], f"{was['text']}\n-- now\n{now['text']}")
    for text in texts.values():
        print(text, end="\n\n")  # noqa: T201 - likewise
    print(f"{len(before):,} questions, {broken} answers changed; not asked: {', '.join(left_out) or 'none'}")  # noqa: T201
    for change, count in seen.most_common():
        print(f"{count:6} {change}")  # noqa: T201 - likewise
    return int(broken > 0)


def _key(line: dict[str, Any]) -> tuple[Any, ...]:
    return line["game"], line["position"], line["convention"], line["asked"]


if __name__ == "__main__":
    if sys.argv[1] == "compare":
        sys.exit(compare(Path(sys.argv[2]), Path(sys.argv[3])))
    with Path(sys.argv[2]).open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(answer) + "\n" for answer in answers(sys.argv[3:]))
