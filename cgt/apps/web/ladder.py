"""A ladder of games: on each level one plays, predicts who wins, and writes the secret, which the engine tests.

A level is a family of positions with one number that varies; its secret is the numbers at which whoever begins loses.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from cgt.core.outcome import Convention, Outcome
from cgt.families.registry import parse_ruleset
from cgt.solving import solve as solution

if TYPE_CHECKING:
    from random import Random

LARGEST_ASKED = 24
"""The largest number whose winner is to be predicted."""


@attrs.frozen
class Rung:
    """One level of the ladder.

    Attributes:
        title: its name.
        news: what is new in it.
        game: the ruleset.
        form: a position, with `{n}` where the number stands.
        start: the number to play from.
        least: the smallest number.
        most: the largest number that a secret is tested at.
        convention: who wins.
        beside: the numbers that stand beside it; by default those that its form names.
    """

    title: str
    news: str
    game: str
    form: str
    start: int
    least: int = 0
    most: int = 60
    convention: Convention = Convention.NORMAL
    beside: tuple[int, ...] = attrs.field()

    @beside.default
    def _named_in_form(self) -> tuple[int, ...]:
        return tuple(map(int, re.findall(r"\d+", self.form)))

    def position(self, number: int) -> str:
        """The position with this number, as text.

        >>> LADDER[7].position(10)
        '7,10'
        """
        return self.form.format(n=number)

    @cached_property
    def losing(self) -> tuple[int, ...]:
        """The numbers at which the first player loses, by the engine.

        >>> LADDER[0].losing[:4]
        (0, 3, 6, 9)
        """
        game = parse_ruleset(self.game)
        positions = {number: game.parse(self.position(number)) for number in range(self.least, self.most + 1)}
        return tuple(
            number
            for number, position in positions.items()
            if solution.solve(position, self.convention).outcome is Outcome.P
        )


def question(rung: Rung, random: Random) -> int:
    """A number whose winner is to be predicted: in half of the cases one at which the first player loses.

    >>> from random import Random
    >>> question(LADDER[7], Random(2)) in range(1, 61)
    True
    """
    asked = range(max(rung.least, 1), min(rung.most, LARGEST_ASKED) + 1)  # both kinds: a large number tells nothing
    lost = [number for number in rung.losing if number in asked]
    won = [number for number in asked if number not in lost]
    return random.choice(lost) if lost and random.random() < 0.5 else random.choice(won)


def _misere(title: str, news: str, game: str, form: str, start: int, most: int = 60) -> Rung:
    return Rung(title, news, game, form, start, most=most, convention=Convention.MISERE)


LADDER = (
    Rung("Seven matches", "Take one or two. Do you want to begin?", "bounded-nim(2)", "{n}", 7),
    Rung("One more", "New: you may take up to three.", "bounded-nim(3)", "{n}", 14),
    Rung("Got it", "New: up to four, and a longer row.", "bounded-nim(4)", "{n}", 23),
    _misere("Hot potato", "New: up to three, and whoever takes the last match loses.", "bounded-nim(3)", "{n}", 15),
    Rung("Odd ones", "New: take one, three or five.", "subtraction(1,3,5)", "{n}", 14),
    Rung("Doubles", "New: take one, two or four. Does the four help?", "subtraction(1,2,4)", "{n}", 16),
    Rung("A gap", "New: take one, three or four.", "subtraction(1,3,4)", "{n}", 18),
    Rung("Two heaps", "New: take as many as you like, from one heap. One heap has seven.", "nim", "7,{n}", 10),
    Rung("Three heaps", "New: a third heap. Three, five, and how many?", "nim", "3,5,{n}", 4),
    _misere("Hot heaps", "New: whoever takes the last match loses.", "nim", "1,1,{n}", 5),
    Rung(
        "The queen", "New: left, down or diagonally, as far as you like, to the corner.", "queen", "7,{n}", 9, most=20
    ),
    Rung("The queen again", "New: from another line of the board.", "queen", "6,{n}", 8, most=20),
    Rung(
        "Euclid",
        "New: take a multiple of the smaller heap from the larger, and leave at least one.",
        "euclid",
        "8,{n}",
        21,
        least=1,
        most=40,
    ),
    Rung("Skittles", "New: knock down one pin, or two that stand side by side.", "kayles", "{n}", 9, most=40),
    Rung(
        "Three crosses",
        "New: put a cross in a cell, never next to a cross nor next but one.",
        "treblecross",
        "{n}",
        9,
        most=20,
    ),
    Rung(
        "Chocolate",
        "New: bite off a square with all right of it and below; nobody bites the poisoned one.",
        "chomp",
        "8,{n}",
        5,
        least=1,
        most=8,
    ),
    Rung("A corner of chocolate", "New: a bar that has two arms.", "chomp", "{n},1,1,1,1,1", 8, 1, 12, beside=(6,)),
    Rung(
        "No more than I",
        "New: at most as many as were just taken; the first move leaves something.",
        "takeaway(n)",
        "{n}",
        20,
        least=2,
        most=100,
    ),
    Rung(
        "Fibonacci nim", "New: at most twice as many as were just taken.", "fibonacci-nim", "{n}", 20, least=2, most=100
    ),
    _misere("The last pin", "Skittles again: whoever knocks down the last pin loses.", "kayles", "{n}", 10, most=40),
)
"""The levels, easy ones first; each changes one rule."""
