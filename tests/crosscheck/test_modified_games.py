"""Blocking and passing, for any position, against the definition written out here."""

from __future__ import annotations

import pickle
from functools import cache
from inspect import getattr_static
from itertools import combinations_with_replacement, islice, product

import pytest

import cgt
from cgt.core.changed_rules import ASK, PASS
from cgt.core.compounds import Conjunctive, OrdinalSum
from cgt.core.game import position_of
from cgt.core.outcome import Outcome
from cgt.core.position import options
from cgt.engine.evaluator import Evaluator
from cgt.errors import CGTError, IllegalMoveError, NotApplicableError
from cgt.families.capabilities import HasHeaps, HasTable

NIM, KAYLES, WYTHOFF = cgt.games.Nim(), cgt.parse_ruleset("kayles"), cgt.games.Wythoff()
POSITIONS = [
    *(NIM.position(*heaps) for heaps in product(range(4), repeat=2)),
    *(KAYLES.position(size) for size in range(6)),
    *(WYTHOFF.position(*heaps) for heaps in product(range(3), repeat=2)),
    NIM.position(2) + KAYLES.position(2),
    KAYLES.position(2, 4),
    cgt.with_pass(KAYLES.position(1, 3)),
    cgt.parse_ruleset("node-kayles").parse("a-b,b-c"),
]


@cache
def lost(position, count, misere):
    """Whether the player to move loses, when up to count - 1 of his moves are forbidden."""
    after = list(options(position))
    good = sum(lost(option, count, misere) for option in after)
    if not misere:
        return good < count
    # Who has no move wins: the other player leaves at least one of the bad ones.
    return len(after) > 0 and good < count and good < len(after)


@pytest.mark.full("False-2", "True-2")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("misere", [False, True])
def test_blocking_against_the_definition(count, misere):
    convention = "misere" if misere else "normal"
    for position in POSITIONS:
        if count == 3 and len(list(position.moves())) > 4:
            continue  # there are many sets to forbid
        expected = Outcome.P if lost(position, count, misere) else Outcome.N
        assert cgt.outcome(cgt.blocked(position, count), convention) is expected, (position, count)


def test_what_is_forbidden_counts_by_where_it_leads():
    """Equal sums in another order name their moves otherwise."""
    two, four = KAYLES.position(2), KAYLES.position(4)
    assert two + four == four + two
    assert cgt.blocked(two + four, 2, {(0, (0, 0))}) == cgt.blocked(four + two, 2, {(1, (0, 0))})
    assert cgt.blocked(two + four, 2, {(0, (0, 0))}) != cgt.blocked(four + two, 2, {(0, (0, 2))})
    row = KAYLES.position(7)
    pins = [cgt.blocked(row, 2, {KAYLES.wording.read_move(row, pin)}) for pin in ("1", "7", "2")]
    assert pins[0] == pins[1] != pins[2]
    assert hash(pins[0]) == hash(pins[1])


def test_blocking_two_heaps_of_nim():
    """Of each two, one may be forbidden: the P-positions are (0, 0) and (n, n + 1)."""
    found = {
        (a, b) for a in range(5) for b in range(a, 5) if cgt.outcome(cgt.blocked(NIM.position(a, b), 2)) is Outcome.P
    }
    assert found == {(0, 0)} | {(n, n + 1) for n in range(4)}


def test_the_play_of_a_blocked_game():
    asked = cgt.blocked(NIM.position(1, 2), 2).play("ask")
    assert cgt.winning_moves(asked) == (frozenset({(1, 2)}),)
    choosing = asked.play(frozenset({(1, 2)}))
    assert str(choosing) == "1,2 without (1, 2)"
    assert choosing == cgt.blocked(NIM.position(1, 2), 2, {(1, 2)})
    with pytest.raises(IllegalMoveError, match=r"\(1, 2\) is forbidden"):
        choosing.play(((1, 2), frozenset()))
    with pytest.raises(IllegalMoveError, match=r"^the number of forbidden moves is at most 1, not 2$"):
        cgt.blocked(cgt.games.Nim().position(3), 2, [1, 2])
    with pytest.raises(IllegalMoveError, match="not a move, so it cannot be forbidden"):
        choosing.play(((1, 1), frozenset({(5, 5)})))
    assert {move for move, _forbidden in choosing.moves()} == set(NIM.position(1, 2).moves()) - {(1, 2)}


@cache
def worth(position, passes):
    reached = {worth(option, passes) for option in options(position)}
    if reached and passes:
        reached.add(worth(position, passes - 1))
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def misere_wins(position, passes):
    after = [(option, passes) for option in options(position)]
    if after and passes:
        after.append((position, passes - 1))
    return not after or not all(misere_wins(*option) for option in after)


@pytest.mark.parametrize("passes", [1, 2])
def test_a_pass_against_the_definition(passes):
    for position in POSITIONS:
        game = cgt.with_pass(position, passes)
        assert cgt.nim_value(game) == worth(position, passes)
        assert (cgt.outcome(game, "misere") is Outcome.N) == misere_wins(position, passes)
        assert {str(move) for move in game.moves()} == {str(m) for m in position.moves()} | (
            {"pass"} if list(position.moves()) else set()
        )


def test_golden_values_with_a_pass():
    """Computed twice for this project; one heap as Morrison, Friedman and Landsberg (2012) have it."""
    assert [cgt.nim_value(cgt.with_pass(NIM.position(n))) for n in range(8)] == [0, 2, 1, 4, 3, 6, 5, 8]
    assert [cgt.nim_value(cgt.with_pass(NIM.position(2, n))) for n in range(6)] == [1, 0, 2, 5, 7, 3]


def test_the_registered_game_is_the_wrapped_one(upto):
    game = cgt.parse_ruleset("with-pass(nim)")
    stop = upto(5, full=9)
    for heaps in product(range(stop), repeat=2):
        for used in (False, True):
            wrapped = NIM.position(*heaps) if used else cgt.with_pass(NIM.position(*heaps))
            position = position_of(game, wrapped)
            assert cgt.nim_value(position) == worth(NIM.position(*heaps), 0 if used else 1)
            assert cgt.outcome(position, "misere") is cgt.outcome(wrapped, "misere")
            assert game.parse(str(position)) == position
            if used or 0 in heaps:
                solution = cgt.solve(position, closed_form=game.closed_forms()[0])
                assert solution.nim_value == cgt.nim_value(position)
                won = {move for move in position.moves() if cgt.nim_value(position.play(move)) == 0}
                assert set(solution.winning_moves) == won
    for size in range(40):
        solution = cgt.solve(game.position(size), closed_form=game.closed_forms()[0])
        assert solution.nim_value == worth(NIM.position(size), 1)


@pytest.mark.parametrize("text", ["with-pass(nim,2)", "with-pass(kayles)"])
def test_the_formula_is_of_nim_with_one_pass(text):
    assert cgt.parse_ruleset(text).closed_forms() == ()


def test_huge_heaps_with_a_pass():
    """Answered by the formula, played by the rule, and refused in one line where a search would be too long."""
    game, far = cgt.parse_ruleset("with-pass(nim)"), 10**30
    one, two = game.parse(str(far)), game.parse(f"{far},5")
    assert cgt.nim_value(one) == far - 1
    assert cgt.winning_moves(one) == (far,)
    assert cgt.winning_moves(game.parse(f"{far},5 used")) == ((0, far - 5),)
    move = (0, far // 3)
    for text in (game.wording.write_move(two, move), game.wording.move_text(two, move)):
        assert game.wording.read_move(two, text) == move
    assert two.play(game.wording.read_move(two, "pass")) == game.parse(f"{far},5 used")
    with pytest.raises(CGTError, match="a search opens at least"):
        cgt.nim_value(two)
    for wrong in ((0, far + 1), (2, 1), "x", None):
        with pytest.raises(IllegalMoveError):
            two.play(wrong)


def test_a_pass_within_a_pass_is_listed_once():
    position = cgt.parse_position("with-pass(with-pass(nim)) 1,2")
    assert [move for move in position.moves() if move is PASS] == [PASS]
    assert cgt.nim_value(position) == worth(NIM.position(1, 2), 2)


def test_passes_of_passes_are_counted_together():
    twice = cgt.with_pass(cgt.with_pass(NIM.position(3)))
    assert twice == cgt.with_pass(NIM.position(3), 2)
    assert twice.play(PASS).play(PASS) == NIM.position(3)
    with pytest.raises(IllegalMoveError, match="nobody may pass"):
        cgt.with_pass(NIM.position(0)).play(PASS)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cgt.with_pass("3"), "not a position"),
        (lambda: cgt.with_pass(NIM.position(1), 0), "at least 1, not 0"),
        (lambda: cgt.blocked(NIM.position(1), 0), "at least 1, not 0"),
        (lambda: cgt.blocked(NIM.position(1), 2, {(0, 1), (0, 2)}), "forbidden moves is at most 1, not 2"),
        (lambda: cgt.blocked(NIM.position(1), 2).play(3), "the only one is 'ask'"),
        (lambda: cgt.parse_ruleset("with-pass(nim)").parse("3,5 wasted"), "at character 3"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(CGTError, match=message):
        make()


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("name", ["nim", "kayles", "wythoff", "node-kayles"])
def test_registered_blocking_against_the_definition(name, count, misere, upto):
    game = cgt.parse_ruleset(f"blocked({name},{count})")
    convention = "misere" if misere else "normal"
    engine = Evaluator(convention)
    for position in game.game.sample_positions(upto(3, full=6)):
        start = position_of(game, game.changed(position))
        solution = cgt.solve(start, convention)
        assert solution.outcome is (Outcome.P if lost(position, count, misere) else Outcome.N), (position, count)
        assert solution.route == "counted options"
        if count < 4:
            assert solution.nim_value == engine.nim_value(start), position


@pytest.mark.full("bounded-nim(4)-3", "wythoff-2")
@pytest.mark.parametrize(("name", "count"), [("wythoff", 2), ("wythoff", 3), ("bounded-nim(4)", 3)])
def test_automata_of_blocked_games_against_the_definition(name, count, monkeypatch, upto):
    monkeypatch.setattr("cgt.families.recognised_form.FEW_POSITIONS", 0)
    game = cgt.parse_ruleset(f"blocked({name},{count})")
    for position in game.game.sample_positions(upto(6, full=20)):
        if len(game.game.sizes(position)) == game.listed_heaps:
            solution = cgt.solve(position_of(game, game.changed(position)))
            assert solution.outcome is (Outcome.P if lost(position, count, False) else Outcome.N), position
            assert (solution.route, solution.nim_value) == ("closed form", int(solution.outcome is Outcome.N))
            winning = [after for after in map(position.play, position.moves()) if lost(after, count, False)]
            first, _, last = solution.explanation.partition(": moves to ")[2].partition(" win, of which")
            assert {text for text in first.split("; ") if text not in {"", "…"}} <= set(map(str, winning))
            assert bool(last) == bool(winning)
            assert ("…" in first) == (len(set(winning)) > 3)


def test_a_pair_of_hundreds_of_digits_is_answered_where_a_move_is_forbidden():
    game = cgt.parse_ruleset("blocked(wythoff,2)")
    position = game.position(10**400, 10**401)
    solution = cgt.solve(position)
    assert (solution.outcome, solution.nim_value, solution.winning_moves) == ("N", 1, (ASK,))
    assert solution.route == "closed form"
    assert f"{10**400},{2 * 10**400 + 1}" in solution.explanation
    (move,) = cgt.winning_moves(position + NIM.position(3))
    assert (position + NIM.position(3)).play(move) == position + NIM.position(1)
    with pytest.raises(CGTError, match="a search opens at least"):
        cgt.solve(position, "misere")


@pytest.mark.parametrize(
    ("rule", "heaps"), [("takeaway(2n)", 1), ("global-takeaway(2n)", 2), ("subtraction(2^k)", 1), ("wythoff", 2)]
)
def test_a_list_of_a_blocked_game_is_of_heaps_alone(rule, heaps):
    """The moves of take-away games are formulas of the quota, too: what is listed are the heaps to begin with."""
    game = cgt.parse_ruleset(f"blocked({rule},2)")
    found = cgt.p_positions(game, 6)
    every = [",".join(map(str, sizes)) for sizes in combinations_with_replacement(range(6), heaps)]
    expected = [text for text in every if lost(game.game.parse(text), 2, False)]
    assert [",".join(map(str, each)) if heaps > 1 else str(each) for each in found] == expected


@pytest.mark.parametrize("rule", ["subtraction(1,2)", "bounded-nim(3)"])
def test_a_game_that_is_blocked_twice_is_not_the_one_that_is_blocked_once(rule):
    game = cgt.parse_ruleset(f"blocked(blocked({rule},2),2)")
    expected = [n for n in range(6) if lost(game.game.parse(str(n)), 2, False)]
    assert cgt.p_positions(game, 6) == expected == [n for n in range(6) if cgt.outcome(game.parse(str(n))) == "P"]


def test_a_list_of_blocked_games_counts_options(upto):
    """By turns, as the definition has them, this table of 10 × 10 takes minutes."""
    stop = upto(6, full=10)
    table = cgt.nim_value_table("blocked(kayles,2)", stop, stop)
    position = KAYLES.position
    assert table == [[int(not lost(position(row, col), 2, False)) for col in range(stop)] for row in range(stop)]
    assert cgt.nim_values("blocked(kayles,2)", stop + 2) == table[0] + [
        int(not lost(position(n), 2, False)) for n in (stop, stop + 1)
    ]


@pytest.mark.parametrize("passes", [1, 2])
@pytest.mark.parametrize("name", ["nim", "kayles", "wythoff", "euclid", "node-kayles", "takeaway(2n)", "grundy"])
def test_registered_passing_against_the_definition(name, passes, upto):
    game = cgt.parse_ruleset(f"with-pass({name},{passes})")
    for position in game.game.sample_positions(upto(3, full=6)):
        beginning = position_of(game, game.changed(position))
        assert cgt.nim_value(beginning) == worth(position, passes), position
        assert (cgt.outcome(position_of(game, game.changed(position)), "misere") is Outcome.N) == misere_wins(
            position, passes
        ), position


@pytest.mark.parametrize(
    "text",
    [
        *(
            "with-pass(nim) 3,5",
            "with-pass(nim) 3,5 used",
            "with-pass(kayles,3) 7 2 used",
            "with-pass(takeaway(2n)) 9:4",
        ),
        *("blocked(nim,2) 3,4", "blocked(nim,2) 3,4 asked", "blocked(nim,3) 3,4 without 1 from 1; 2 from 2"),
        *("blocked(wythoff,2) 1,2 without -", "with-pass(node-kayles) a-b,b-c", "with-pass(takeaway(2n)) 9:4"),
    ],
)
def test_the_texts_of_changed_games(text, upto):
    position = cgt.parse_position(text)
    game = position.game
    assert f"{game} {position}" == text
    for move in islice(position.moves(), upto(4, full=12)):
        assert game.wording.read_move(position, game.wording.write_move(position, move)) == move
        after = position.play(move)
        assert game.parse(str(after)) == after


def test_a_changed_game_in_a_sum():
    total = cgt.solve(cgt.parse_position("with-pass(nim) 3 + kayles 2 + blocked(nim,2) 1,2"))
    assert total.nim_value == worth(NIM.position(3), 1) ^ 2 ^ cgt.nim_value(cgt.blocked(NIM.position(1, 2), 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("with-pass(nim) 3,x", "at character 18"),
        ("with-pass(nim) 3 2 used", "2 passes are more than"),
        ("with-pass(nosuch) 3", "no ruleset 'nosuch'"),
        ("with-pass(nim,0) 3", "at least 1"),
        ("blocked(nim) 3", "blocked got nim; it takes a game"),
        ("blocked(nim,2) 3 without 5", "not allowed here"),
    ],
)
def test_bad_texts_of_changed_games(text, message):
    with pytest.raises(CGTError, match=message):
        cgt.parse_position(text)


@pytest.mark.parametrize(
    ("text", "heaps", "table"),
    [
        ("with-pass(nim)", True, True),
        ("blocked(kayles,2)", True, True),
        ("with-pass(chomp)", True, True),
        ("with-pass(staircase)", True, False),
        ("with-pass(with-pass(cram))", False, True),
        ("with-pass(cram)", False, True),
        ("blocked(node-kayles,2)", False, False),
        ("selective(nim,wythoff)", True, True),
        ("enforced(nim,wythoff)", True, True),
        ("forbidden(node-kayles,[a-b])", False, False),
        ("compound(node-kayles,selective)", False, False),
    ],
)
def test_heaps_and_a_table_are_attributes_where_the_game_has_them(text, heaps, table):
    game = cgt.parse_ruleset(text)
    for one in (game, pickle.loads(pickle.dumps(game))):  # noqa: S301 - our own bytes
        # As Protocols look from Python 3.12 on: a property would be seen, and not asked.
        assert (getattr_static(one, "listed_heaps", None) is not None) == isinstance(one, HasHeaps) == heaps
        assert (getattr_static(one, "table_position", None) is not None) == isinstance(one, HasTable) == table
        assert (one, hash(one), str(one)) == (game, hash(game), text)


@pytest.mark.parametrize(
    "rule",
    [
        "with-pass(nimstring)",
        "blocked(sylver,2)",
        "forbidden(sylver,[4])",
        "compound(sylver,selective)",
        "with-pass(blocked(sylver,2))",
        "selective(sylver,forbidden(sylver,[4]))",
        "push-the-button(nim,sylver)",
    ],
)
def test_a_game_made_of_others_is_played_under_the_conventions_that_they_share(rule):
    game = cgt.parse_ruleset(rule)
    assert game.conventions == (cgt.Convention.NORMAL,)
    with pytest.raises(NotApplicableError, match="is not played under the misère convention"):
        cgt.outcome(game.parse(game.example), "misere")


def test_the_first_convention_is_that_of_the_game():
    assert cgt.parse_ruleset("with-pass(notakto)").conventions == cgt.parse_ruleset("notakto").conventions


@pytest.mark.parametrize(
    "made",
    [
        cgt.with_pass,
        lambda one: cgt.blocked(one, 2),
        lambda one: NIM.position(1) + Conjunctive(NIM.position(2), one),
        lambda one: OrdinalSum(NIM.position(1), one),
    ],
)
def test_so_is_a_position_made_of_others(made):
    with pytest.raises(NotApplicableError, match="sylver is not played under the misère convention"):
        cgt.outcome(made(cgt.parse_position("sylver 4,5")), "misere")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("blocked(kayles,2) 3", Outcome.N),
        ("blocked(octal(0.77),2) 3", Outcome.P),
        ("blocked(hackenbush,2) ground-a,ground-a", Outcome.P),
    ],
)
def test_moves_that_are_written_differently_are_forbidden_one_by_one(text, outcome):
    """Of three pins the left or the right one, which leave the same; of parallel edges, written alike, one."""
    assert cgt.outcome(cgt.parse_position(text)) is outcome
