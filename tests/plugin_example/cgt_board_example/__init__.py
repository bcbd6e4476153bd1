"""A board by `cgt.game`, as a third party would write it: dominoes on 3 rows of 4, the free squares as bits."""

import re

import cgt
from cgt.errors import ParseError

PAIRS = {f"{a}-{b}": 1 << a | 1 << b for a in range(12) for b in (a + 1, a + 4) if b < 12 and (b > a + 1 or b % 4)}


def dominoes(free: int) -> list[str]:
    return [name for name, pair in PAIRS.items() if free & pair == pair]


def covered(free: int) -> list[int]:
    return [free ^ PAIRS[name] for name in dominoes(free)]


def read(text: str) -> int:
    if not re.fullmatch(r"[.#]{4}(/[.#]{4}){2}", text):
        raise ParseError("write 3 rows of 4 squares, . free and # full, such as ..../.##./....")
    return sum(1 << at for at, square in enumerate(text.replace("/", "")) if square == ".")


def write(free: int) -> str:
    return "/".join("".join("#."[free >> at & 1] for at in range(row, row + 4)) for row in (0, 4, 8))


RULES = "Put a domino on two free squares side by side; the squares are counted from 0, row by row."
BOARD = cgt.game(covered, moves=dominoes, read=read, write=write, example=0xFFF, name="board-example", rules=RULES)
