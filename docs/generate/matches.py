"""The game on the first page: the board, with a table of the winning takes that the library has written."""

from __future__ import annotations

import json
from html import escape

import cgt
from cgt.core.language import language
from docs.generate.french import say

RULE, HEAP, QUOTA = "takeaway(2n)", 20, 2
WORDS = {
    "take": "take {count}",
    "begin": "Take 1 or 2. Then each of us takes at most twice what the other took. The last match loses.",
    "answer": "I take {count}. You may take up to {most}.",
    "lost": "You took the last match: you lose.",
    "won": "I have to take the last match: you win!",
    "again": "Again",
}


def takes() -> list[list[int]]:
    """By matches left, then by quota from 1 on: the least take that wins, or 0; whoever takes the last match loses."""
    game = cgt.parse_ruleset(RULE)
    return [
        [
            min(cgt.winning_moves(game.position((left, quota)), "misere"), default=0)
            for quota in range(1, max(left, QUOTA) + 1)
        ]
        for left in range(HEAP + 1)
    ]


def board(code: str = "en") -> str:
    """The board as HTML, in one language."""
    with language(code):
        words = {name: say(text, count="{count}", most="{most}") for name, text in WORDS.items()}
    table, said = (escape(json.dumps(value, ensure_ascii=False)) for value in (takes(), words))
    up = "" if code == "en" else "../"
    return (
        f'<div class="matches" data-takes="{table}" data-words="{said}" data-quota="{QUOTA}">'
        f'<p role="status"></p><div></div></div>\n<script src="{up}assets/matches.js" defer></script>'
    )
