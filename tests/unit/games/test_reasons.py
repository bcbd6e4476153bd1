"""What a solution says in words: the reason is the one that holds of the position."""

from __future__ import annotations

import re
from functools import reduce
from itertools import product
from operator import xor

import pytest

import cgt


@pytest.mark.parametrize(
    ("ruleset", "position", "convention", "words"),
    [
        ("queen", "0,0", "misere", "the queen is in the corner"),
        ("queen", "1,0", "normal", "the queen reaches one of Wythoff's pairs"),
        ("queen", "1,2", "normal", "the square is one of Wythoff's pairs"),
        ("queen", "2,2", "misere", "0,1 and 2,2 in place of 0,0 and 1,2: every move can be answered"),
        ("queen", "1,2", "misere", "0,1 and 2,2 in place of 0,0 and 1,2: queen to"),
        ("rook", "1,1", "misere", "1 ⊕ 1 = 0; in misère play the rook should be on 0,1 or 1,0 in the end"),
        ("chomp", "100,1,1,1", "normal", "the arms are heaps of nim, 99 ⊕ 3 = 96"),
        ("hackenbush", "ground-a,a-b,b-c,ground-d,d-d", "normal", "what stands on the ground is worth 3 ⊕ 2 = 1"),
        ("staircase", "3,7,5", "normal", "the odd steps have the nim-sum 3 ⊕ 5 = 6"),
        ("silver-dollar", "1,4,6", "normal", "the nim-sum of every second gap is 1 ⊕ 1 = 0: every move can"),
        ("turning-corners", "1:3,2:2", "normal", "⊕ 1⊗1 = 1: turn 1:1, 1:2, 2:1 and 2:2"),
        ("euclid(zero)", "0,5", "normal", "a number is 0"),
        ("euclid(zero)", "1,5", "normal", "5/1 is more than the golden ratio"),
        ("euclid(zero)", "2,3", "misere", "3/2 is less than the golden ratio"),
        (
            "cyclic-nimhoff(3)",
            "8,5",
            "normal",
            "the quotients have the nim-sum 3 and the remainders' sum leaves 1",
        ),
        (
            "kayles",
            "3,3,1",
            "normal",
            "; 3 is worth 3; 1 is worth 1; the nim-sum is 3 ⊕ 3 ⊕ 1 = 1: knock down pin",
        ),
        ("kayles", "1,1,1,1,1,1,1", "normal", "; 1 is worth 1; the nim-sum is 1 ⊕ 1 ⊕ 1 ⊕ 1 ⊕ 1 ⊕ 1 ⊕ 1 = 1: knock"),
        ("dim", "4,4,1", "misere", "for each part in misère play: dim 4 as 3, dim 1 as 1: a move leaves what"),
        ("leaper(2,1)", "5,3", "normal", "in blocks of four the square is 1,3, of nim-value 3: to"),
        ("leaper(4,2)", "10,6", "normal", "with both numbers divided by 2, in blocks of four the square is 1,3, of"),
        ("leaper(3,3)", "7,9", "normal", "the play lasts 2 more moves, whatever is played: every move can be"),
        ("leaper(2,0)", "7,5", "normal", "the play lasts 5 more moves, whatever is played: to 5,5"),
        ("end-nim", "3,1,2", "normal", "only a last heap of 3 loses, and it is 2: take 1 from heap 1"),
        ("end-nim", "3,1,1", "misere", "only a last heap of 3 loses, and it is 1: take 2 from heap 1"),
        ("end-nim", "3", "misere", "alone only a heap of 1 loses, and it is 3: take 2"),
        ("end-nim", "3,1,3", "normal", "only a last heap of 3 loses, and it is 3: every move can be answered"),
        ("delete-nim", "5,2", "normal", "together the heaps have the binary digits 111; the number of ones at the end"),
        ("delete-nim(divide)", "6,3", "normal", "together the heaps, each less 1, have the binary digits 111;"),
        ("king", "3,5", "normal", "the king reaches two even coordinates: king to 2,4"),
        (
            "king",
            "3,5",
            "misere",
            "the king reaches two even coordinates other than 0, or an odd square of an edge: king",
        ),
        ("king", "2,2", "misere", "both coordinates are even, and neither is 0: every move can be answered"),
        ("king", "0,3", "misere", "it is an odd square of an edge: every move can be answered"),
        ("king", "0,0", "misere", "the king is in the corner: no move is left, and the player to move has won"),
        ("king", "0,0", "normal", "the king is in the corner: no move is left, and the player to move has lost"),
        ("nimstring", "ground-a,ground-a,ground-b,ground-b", "normal", "in Nimstring is 1 ⊕ 1 = 0: every move can"),
        ("nimstring", "a-b,b-c", "normal", "each cut frees a coin, so that no turn can end: no move is left"),
        (
            "nimstring",
            ",".join(f"a{n}-b{n}" for n in range(40)),
            "normal",
            "each cut frees a coin, so that no turn can",
        ),
        ("global-takeaway(2n)", "7,5:4", "normal", "the difference is 2, so the least winning quota is 2: take 2 from"),
        ("poset", ",".join("abcdefghijkl"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " = 0"),
        ("poset", ",".join("abcdefghijklm"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " ⊕ … = 1"),
    ],
)
def test_the_reason_is_one_of_the_position(ruleset, position, convention, words):
    game = cgt.parse_ruleset(ruleset)
    assert words in cgt.solve(game.parse(position), convention).explanation


@pytest.mark.parametrize(
    ("ruleset", "form", "words"),
    [
        ("queen", 0, "in misère play 0,1 and 2,2 take the place of 0,0 and 1,2"),
        ("king", 0, "in misère play"),
        ("moore-nim(2)", 0, "in misère play"),
        ("antonim", 0, "or no heap is left"),
        ("euclid(zero)", 0, "N in normal play"),
        ("arc-kayles", 0, "in Arc Kayles of n - 1"),
    ],
)
def test_a_statement_is_true_at_its_edges(ruleset, form, words):
    """It said of the queen that 1,2 is lost in misère play, of Antonim without heaps that it is won."""
    assert words in cgt.parse_ruleset(ruleset).closed_forms()[form].statement


def test_a_hop_is_told_by_the_place_of_its_peg():
    game = cgt.parse_ruleset("peg-duotaire")
    position = game.parse("ooo.oo")
    told = {game.wording.move_text(position, move) for move in position.moves()}
    assert "hop with the peg on place 3 to the left" not in told
    assert "hop with the peg on place 2 to the right" in told


def test_a_closed_line_tells_what_it_shuts_in():
    game = cgt.parse_ruleset("brussels-sprouts")
    position = game.parse("4,4")
    told = [game.wording.move_text(position, move) for move in position.moves() if len(move) == 3 and move[1] == 0]
    alone, shut = "join {0} with itself, 0 of its arms on one side", ", and {1}"
    assert told == [text.format(*ends) for ends in ("AB", "BA") for text in (alone, alone + shut)]


def test_drawings_that_are_alike_are_joined_each_by_its_letter():
    game = cgt.parse_ruleset("brussels-sprouts")
    position = game.parse("1,4 | 3 | 4,4,4")
    told = {game.wording.move_text(position, move): move for move in position.moves()}
    assert {"join D and E", "join D and F", "join E and F"} <= told.keys()
    assert "join E with itself, 1 of its arms on one side, and D" in told
    assert all(game.wording.read_move(position, text) == move for text, move in told.items())
    many = game.position(21)
    assert str(many.play(game.wording.read_move(many, "join U with itself, 0 of its arms on one side, and B,C,D,E")))


def by_kinds(region):
    """What a line leaves of a region of Brussels sprouts, by the free arms of its drawings alone."""
    for place, arms in enumerate(region):
        rest = region[:place] + region[place + 1 :]
        for other, more in enumerate(rest):
            yield [(*rest[:other], *rest[other + 1 :], arms + more)]
        for few in range(arms - 1):
            for sides in product((False, True), repeat=len(rest)):
                inside = [one for one, within in zip(rest, sides, strict=True) if within]
                outside = [one for one, within in zip(rest, sides, strict=True) if not within]
                yield [(*inside, few + 1), (*outside, arms - 1 - few)]


@pytest.mark.parametrize("region", [(4,), (1, 4), (2, 2, 3), (4, 4, 4), (1, 1, 5, 6)])
def test_brussels_sprouts_lead_where_the_rule_leads(region):
    game = cgt.parse_ruleset("brussels-sprouts")
    wanted = {str(game.position(*left)) for left in by_kinds(region)}
    assert {str(game.position(region).play(move)) for move in game.position(region).moves()} == wanted
    assert {game.write(left) for left in game.options(game.position(region).state)} == wanted


def test_the_moves_that_can_be_forbidden_are_counted():
    game = cgt.parse_ruleset("blocked(kayles,2)")
    assert "of which 1 can be forbidden" in cgt.solve(game.parse("5")).explanation
    assert cgt.solve("blocked(nim,2) 1", "misere").explanation == "no move wins"


@pytest.mark.parametrize("position", ["3,5,6", "2,4,7", "1,1,1"])
def test_the_reason_of_lim_adds_up(position):
    text = cgt.solve(f"lim {position}").explanation
    sums, total = re.match(r"the sums of two heaps are ([\d, ]+), whose nim-sum is (\d+)", text).groups()
    assert reduce(xor, map(int, sums.split(", "))) == int(total)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fibonacci-nim 5:4", "5 is one part, and 5 is more than the 4 that may be taken"),
        ("takeaway(2n) 8:8", "8 is one part: take 8"),
        ("fibonacci-nim 20", "20 = 13 + 5 + 2: take 2"),
        ("global-takeaway(2n) 7,2:4", "the difference is 5, so the least winning quota is 5, more than the 4"),
        ("global-takeaway(2n) 7,3:4", "the difference is 4 = 3 + 1, so the least winning quota is 1"),
    ],
)
def test_a_number_of_one_part_is_not_said_to_be_itself(text, reason):
    assert cgt.solve(text).explanation.startswith(reason)


@pytest.mark.parametrize("text", ["leaper(1,0)", "leaper(2,2)", "leaper(4,2)"])
def test_the_reason_of_a_leaper_is_short_on_a_square_of_thousands_of_digits(text):
    position = cgt.parse_ruleset(text).position(10**5_000, 3 * 10**5_001)
    assert len(cgt.solve(position).explanation) < 250


@pytest.mark.parametrize("rule", ["bounded-nim(7)", "subtraction(1,3,4)", "all-but(2)", "take-a-square", "kayles"])
def test_a_reason_describes_a_dozen_heaps_of_many(rule):
    game = cgt.parse_ruleset(rule)
    for convention in ("normal", "misere"):
        assert len(cgt.solve(game.position(*range(1, 300)), convention).explanation) < 1_000


def test_a_heap_is_described_behind_a_dozen_that_are_alike():
    text = cgt.solve(cgt.parse_ruleset("kayles").position(*[1] * 12, 3)).explanation
    assert "; 1 is worth 1; 3 is worth 3; the nim-sum is " in text
