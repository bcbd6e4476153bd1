"""What a teacher tells of a game: its story, the secret with gaps to fill in, the proof in steps, and what pupils say.

Seven games have words of their own, in normal play; every other game has the ones that fit any game. What stands in
double brackets is a gap on the sheet and is filled in the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.outcome import Convention

if TYPE_CHECKING:
    from cgt.core.game import Game


@attrs.frozen
class Told:
    """The words of a lesson.

    Attributes:
        story: before the rules; may be empty.
        notice: what to look for in the table.
        statement: the secret; empty where the class is to find its own words.
        proof: its steps.
        values: what there is to see in the nim-values.
        heard: what pupils say, and an answer to each.
        change: how the rule may be changed.
        explained: whether the library's reasons are in the words of the lesson.
    """

    story: str
    notice: str
    statement: str
    proof: tuple[str, ...]
    values: str
    heard: tuple[tuple[str, str], ...]
    change: str
    explained: bool = False


def told(game: Game, convention: Convention) -> Told:
    """The words for a game: its own, or the ones for any game."""
    if convention is not Convention.NORMAL:
        return _any()
    if game.name == "bounded-nim" and game.arguments != ("1",):
        return _bounded_nim(int(game.arguments[0]))
    own = {
        "nim": _nim,
        "fibonacci-nim": _fibonacci_nim,
        "takeaway(2n)": _fibonacci_nim,
        "kayles": _kayles,
        "wythoff": _wythoff,
        "chomp": _chomp,
        "treblecross": _treblecross,
    }.get(str(game))
    return _any() if own is None else own()


def _any() -> Told:
    return Told(
        story="",
        notice=_("Mark every L. How do they lie? What have they in common? Say it in one sentence."),
        statement="",
        proof=(
            _("A position is L when every move from it leads to a [[W]]."),
            _("A position is W when at least one move from it leads to an [[L]]."),
            _(
                "So two things prove your sentence. From every position that it calls L, no move leads to [[another "
                "L]]."
            ),
            _("And from every position that it calls W, some move leads to [[an L]]."),
        ),
        values=_("A position is L exactly when its nim-value is [[0]]."),
        heard=(
            (
                _("“Whoever begins wins.”"),
                _("Begin yourself, from one of the L’s of the table; I answer. Is there a way out?"),
            ),
            (
                _("“It depends on who plays better.”"),
                _(
                    "Only if somebody makes a mistake. Nothing is left to chance: each position is W or L before we "
                    "play."
                ),
            ),
            (
                _("“I found a rule: it was right three times.”"),
                _("Try it on the next line of the table. One counterexample is enough, three examples are not."),
            ),
        ),
        change=_("Change one rule: what happens if whoever moves last loses?"),
        explained=True,
    )


def _bounded_nim(most: int) -> Told:
    cycle, numbers = most + 1, {"most": most, "cycle": most + 1, "next": most + 2}
    return Told(
        story=_(
            "A row of matches lies between two players. Each in turn takes 1 to {most} of them. Whoever takes the last "
            "match wins."
        ).format(**numbers),
        notice=_("Circle every L. How far is it from one to the next?"),
        statement=_(
            "The player to move loses exactly when the number of matches is a multiple of [[{cycle}]]. From any other "
            "number the winning move leaves [[a multiple of {cycle}]]: it takes the [[remainder]]."
        ).format(**numbers),
        proof=(
            _("In the end there are 0 matches, a multiple of [[{cycle}]], and the player to move has lost.").format(
                **numbers
            ),
            _("From a multiple of {cycle}, taking 1 to {most} never leaves [[a multiple of {cycle}]].").format(
                **numbers
            ),
            _("From any other number the remainder is between 1 and [[{most}]]: I may take it.").format(**numbers),
            _("Whoever gets a multiple of {cycle} gets one every time, and at last [[0]].").format(**numbers),
        ),
        values=_("The nim-value of a row is the [[remainder]] when its number is divided by [[{cycle}]].").format(
            **numbers
        ),
        heard=(
            (
                _("“Whoever begins wins.”"),
                _("Begin with {cycle} matches. Whatever you take, I take the rest up to {cycle}.").format(**numbers),
            ),
            (
                _("“I take as many as I can.”"),
                _("Take {most} of {next}: 2 are left, and I take both. Take 1, and see what I can do.").format(
                    **numbers
                ),
            ),
            (
                _("“It is decided at the end.”"),
                _(
                    "Play from {start}, and say before each move who will win. Who can say it from the beginning?"
                ).format(start=3 * cycle + 1),
            ),
        ),
        change=_("Change one rule: whoever takes the last match loses. Which numbers are L now?"),
        explained=True,
    )


def _nim() -> Told:
    return Told(
        story=_(
            "Some heaps of matches. Each move takes as many as desired, at least one, from one heap. Whoever takes the "
            "last match wins. One heap is easy, two have a trick, three keep a secret that was found in 1901."
        ),
        notice=_("Circle every L. Where do they lie? What do you do from a W beside them?"),
        statement=_(
            "With two heaps the player to move loses exactly when the heaps are [[equal]]. "
            "Otherwise the winning move makes them [[equal]]."
        ),
        proof=(
            _("From two equal heaps, every move leaves two heaps that are [[not equal]]."),
            _("From two heaps that are not equal, I take the [[difference]] from the larger one: they are [[equal]]."),
            _(
                "In the end both heaps are empty, which is equal too. So the player who leaves equal heaps moves "
                "[[last]]."
            ),
        ),
        values=_(
            "A heap of n has the nim-value [[n]]. For three heaps, write each number as a sum of 1, 2, 4, 8 …: the "
            "player to move loses exactly when each of these occurs [[an even number of times]]."
        ),
        heard=(
            (
                _("“I lose if the total is even.”"),
                _("Look at 1 and 3: four matches, and taking 2 of the 3 wins."),
            ),
            (
                _("“With three heaps I make two of them equal.”"),
                _("Then I take the third one whole, and you have two equal heaps."),
            ),
            (
                _("“Copying is no plan, one only reacts.”"),
                _("It is the best of plans: whoever copies always has an answer, and so makes the last move."),
            ),
        ),
        change=_(
            "Change one rule: whoever takes the last match loses. What changes with two heaps, and what does not?"
        ),
    )


def _fibonacci_nim() -> Told:
    return Told(
        story=_(
            "One heap of matches. The first player takes as many as desired, but not all. From then on nobody may take "
            "more than twice what was taken just before. Whoever takes the last match wins."
        ),
        notice=_("Circle every L from 1 on. How does each come from the two before it?"),
        statement=_(
            "The first player loses exactly when the heap is 1, 2, 3, 5, 8, [[13]], [[21]], …: each number is the "
            "[[sum]] of the two before it. Every other number is a sum of such numbers, no two of them next to each "
            "other in the list: 20 = 13 + 5 + 2. The winning move takes the [[smallest]] of them: here [[2]]."
        ),
        proof=(
            _(
                "I take the smallest part of the sum. The next part is more than [[twice]] as large, since its "
                "neighbour in the list is left out: my opponent may not take it."
            ),
            _(
                "My opponent takes x, less than that part. The rest of the part is a sum of such numbers again, and "
                "its smallest one is at most [[2x]]: I may take it."
            ),
            _("So I can take the smallest part [[every time]], and in the end the last match."),
            _(
                "A heap of 13 is one part alone: the first player may not take it whole, and is the [[opponent]] in "
                "step 2."
            ),
        ),
        values=_("A heap is worth 0 exactly when the smallest part of its sum is [[more]] than may be taken."),
        heard=(
            (
                _("“Whoever begins wins.”"),
                _(
                    "Begin with 8. If you take 3 or more, I take all the rest; if you take 1 or 2, I leave 5 and you "
                    "may take few."
                ),
            ),
            (
                _("“I take many, so that it ends soon.”"),
                _("The more you take, the more I may take. Small moves keep the other one small."),
            ),
            (
                _("“10 matches are a win.”"),
                _(
                    "It depends on how many may be taken: with at most 1 you lose, with 2 you win. Always say both "
                    "numbers."
                ),
            ),
        ),
        change=_("Change one rule: nobody may take more than was taken just before. Which heaps are L now?"),
        explained=True,
    )


def _kayles() -> Told:
    return Told(
        story=_(
            "Pins stand in a row. A ball knocks down one pin, or two pins that stand side by side. A gap never closes: "
            "where a pin has fallen, the row is in two parts. Whoever knocks down the last pin wins."
        ),
        notice=_("The table is of two rows. Which L’s did you expect? Which ones surprise you?"),
        statement=_(
            "With one row, however long, the player who [[begins]] wins: knock down the pin in the [[middle]], or "
            "the two there, and then [[copy]] on one side what the other player does on the other side."
        ),
        proof=(
            _("If the number of pins is odd, [[one]] pin stands in the middle; if it is even, [[two]] do."),
            _("When they have fallen, two rows are left that are [[equal]]."),
            _("Whatever the other player knocks down in one row, I can knock down in [[the other]]."),
            _("So I always have an answer, and the last pin is [[mine]]."),
        ),
        values=_("Two rows are L exactly when their nim-values are equal: 1 and [[4]], 2 and [[7]], 3 and [[6]]."),
        heard=(
            (
                _("“Two rows are lost only if they are equal.”"),
                _("Play rows of 1 and 4 against me, and begin."),
            ),
            (
                _("“An even number of pins is lost.”"),
                _("Show 4 pins: knock down the two in the middle, one is left on each side."),
            ),
            (
                _("“The pins on the two sides of a gap are neighbours now.”"),
                _("Draw the two parts with a wall between them: the ball hits real neighbours only."),
            ),
        ),
        change=_(
            "Change one rule: only two pins side by side may be knocked down. Does the first player still always win?"
        ),
    )


def _wythoff() -> Told:
    return Told(
        story=_(
            "A queen stands on a board. Each move takes her any number of squares to the left, down, or along the "
            "diagonal towards the corner. Whoever reaches the corner wins. With matches: take any number from one of "
            "two heaps, or the same number from both."
        ),
        notice=_("Mark every L. Along which lines do they lie? For each, how far apart are its two numbers?"),
        statement=_(
            "The L’s are 0 and 0, 1 and 2, 3 and 5, 4 and [[7]], [[6]] and [[10]], … and the same the other way round. "
            "Their differences are 0, 1, 2, 3, [[4]], … Each pair begins with the least number that is [[not used "
            "yet]]."
        ),
        proof=(
            _(
                "A straight move keeps one number, and each number is in one pair only; a diagonal move keeps the "
                "[[difference]], and no two pairs have the same. So from an L no move leads to [[another L]]."
            ),
            _(
                "Take any other square, and let x be its smaller number. If y is more than the partner of x, take y "
                "down to [[this partner]]."
            ),
            _(
                "If y is less, the difference of x and y is that of an earlier pair: the [[diagonal]] leads to that "
                "pair."
            ),
        ),
        values=_(
            "In the first row, the nim-value is the [[number]] of the column. For the rest nobody knows a formula."
        ),
        heard=(
            (
                _("“Two equal heaps are lost, as in nim.”"),
                _("The diagonal leads from there to the corner in one move."),
            ),
            (
                _("“The L’s are random.”"),
                _("Join them: they lie close to two straight lines, whose slopes come from the golden ratio."),
            ),
            (
                _("“Far away from the corner one cannot know.”"),
                _("Write the list of pairs on: each follows from the ones before it, as far as you like."),
            ),
        ),
        change=_("Change one rule: a rook in place of the queen. Where are the L’s now?"),
    )


def _chomp() -> Told:
    return Told(
        story=_(
            "A bar of chocolate whose first square is poisoned. A bite takes one square with everything to the right "
            "of it and below it: “2:3” bites the third square of the second row. Whoever has nothing left but the "
            "poison loses."
        ),
        notice=_("The table is of bars with two rows. Where do the L’s lie?"),
        statement=_(
            "With two rows the player to move loses exactly when the second row is [[one square]] shorter than the "
            "first."
        ),
        proof=(
            _(
                "From such a bar no bite leaves such a bar: a bite in the first row leaves rows that are [[equal]], "
                "one in the second row makes it shorter by at least [[two]]."
            ),
            _("If the rows are equal, I bite off the last square of the [[second]] row."),
            _(
                "If the second row is shorter by two or more, I bite the first row down to [[one square more]] than "
                "the second."
            ),
            _(
                "For whole bars of any size: could the other player answer a bite at the last corner and win, I "
                "could have made that answer [[first]]. So the first player wins; how, nobody knows in general."
            ),
        ),
        values=_("One row of n squares has the nim-value [[n − 1]]: without the poison it is a heap of nim."),
        heard=(
            (
                _("“A square bar is fair: the other one can copy.”"),
                _("The first player bites the square diagonally beside the poison, and does the copying."),
            ),
            (
                _("“Whoever bites off much wins.”"),
                _("From two equal rows, only the smallest bite of all wins."),
            ),
            (
                _("“A bite takes one square.”"),
                _("Lay a sheet of paper over the bar, its corner on the square: everything below it is gone."),
            ),
        ),
        change=_("Change the bar: three rows. Which L’s do you find? 3, 1 and 1 is one."),
    )


def _treblecross() -> Told:
    return Told(
        story=_(
            "A row of cells, and only one sign, the cross. Three crosses in a row win. So a cross next to another "
            "one, or next but one, would lose at once: nobody puts it there. Whoever puts the last cross wins."
        ),
        notice=_("Circle every L. Do you find one at an odd number?"),
        statement=_(
            "With an odd number of cells the player who [[begins]] wins: the first cross goes into the [[middle]], "
            "and then I [[copy]] on one side what the other player does on the other side."
        ),
        proof=(
            _("A cross in the middle leaves two rows that are [[equal]], and no cross of one touches the other."),
            _("Whatever the other player does on one side, I can do on [[the other side]]."),
            _("So I always have an answer, and the last cross is [[mine]]."),
            _("With an even number there is no middle: one has to try. From 2 to 16 the L’s are [[6]] and [[12]]."),
        ),
        values=_("Two rows are L exactly when their nim-values are [[equal]]: the sum of the two is then 0."),
        heard=(
            (
                _("“A cross takes one cell.”"),
                _("It takes up to five: shade two cells on each side of it as well."),
            ),
            (
                _("“With an even number the second player can copy.”"),
                _("Let the first one begin beside the middle: the copy would stand right next to that cross."),
            ),
            (
                _("“Even numbers are lost.”"),
                _("Put one cross into a row of 2: it is over, and the first player has won."),
            ),
        ),
        change=_(
            "Change one rule: a cross may stand next but one to another, only not next to it. Which numbers are L now?"
        ),
    )
