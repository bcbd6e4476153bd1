"""Certificates of levels: decided again, and refused when one arrow is changed."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count, product
from pathlib import Path

import attrs
import pytest

import cgt
from cgt.apps.cli import main
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton
from cgt.digits.decide import define
from cgt.digits.formula import Predicate, variables
from cgt.digits.system import kary, zeckendorf
from cgt.digits.work import DEFAULT_STATES
from cgt.errors import BudgetError, CertificateError, NotApplicableError, TableError
from cgt.games.heaps.level_machine import FILE
from cgt.games.heaps.linear_moves import shipped_levels
from cgt.solving.certificates import read_certificate
from cgt.theory import levels as proof_of_levels
from cgt.theory.levels import LevelCertificate, levels, lost_positions
from cgt.theory.played_out import PlayedOut
from cgt.theory.verify import sentence_check
from cgt.theory.verify.sentence_check import _kinds


@pytest.fixture(scope="module")
def fibonacci(upto):
    moves = cgt.games.TakeAway("2n").linear_moves()
    automata = tuple(level.automaton for level in levels(moves, upto(3, full=4), limit=3_000))
    return moves, LevelCertificate("takeaway(2n)", Convention.NORMAL, automata)


@cache
def misere_fibonacci():
    """The P-positions of misère play, and their certificate."""
    level = lost_positions(cgt.games.TakeAway("2n").linear_moves(), Convention.MISERE)
    return level, LevelCertificate("takeaway(2n)", Convention.MISERE, (level.automaton,))


def rehashed(record):
    """The JSON with the hash that belongs to it, so that the hash is not what refuses it."""
    *fields, _digest = record.values()
    return json.dumps(record | {"sha256": sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest()})


def test_it_is_decided_again_by_the_second_way(fibonacci):
    moves, certificate = fibonacci
    certificate.verify(moves)
    assert LevelCertificate.from_json(certificate.to_json()) == certificate


def test_one_arrow_changed_is_refused_with_a_position(fibonacci):
    moves, certificate = fibonacci
    record = json.loads(certificate.to_json())
    arrows = record["steps"][5]
    arrows[1] = (arrows[1] + 1) % len(record["steps"])
    with pytest.raises(CertificateError, match="the certificate was changed"):
        LevelCertificate.from_json(json.dumps(record))
    with pytest.raises(CertificateError, match=r"does not satisfy its definition at n = |digits|zeros in front"):
        LevelCertificate.from_json(rehashed(record)).verify(moves)


@pytest.mark.full("bounded-nim(4)-3000", "takeaway(n)-3000")
@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("takeaway(n)", 3_000),
        ("subtraction(1,3,4)", 3_000),
        ("bounded-nim(4)", 3_000),
        pytest.param("wythoff(2)", 400, marks=pytest.mark.full),
        pytest.param("takeaway(3n)", 3_000, marks=pytest.mark.full),
    ],
)
def test_other_games_are_decided_again(name, limit):
    moves = cgt.parse_ruleset(name).linear_moves()
    automata = tuple(level.automaton for level in levels(moves, 2, limit=limit))
    LevelCertificate(name, Convention.NORMAL, automata).verify(moves)
    with pytest.raises(CertificateError, match="level 1 does not satisfy"):
        LevelCertificate(name, Convention.NORMAL, automata[1:]).verify(moves)


@pytest.mark.parametrize("up_to", [3, pytest.param(7, marks=pytest.mark.full)])
def test_the_levels_that_ship_are_a_certificate(up_to):
    shipped = LevelCertificate.from_json((files("cgt.games.heaps") / "data" / FILE).read_text())
    assert len(shipped.automata) == 7
    attrs.evolve(shipped, automata=shipped.automata[:up_to]).verify(cgt.parse_ruleset(shipped.ruleset).linear_moves())


def test_misere_play_is_decided_again():
    moves = cgt.games.TakeAway("2n").linear_moves()
    level, certificate = misere_fibonacci()
    certificate.verify(moves)
    normal = LevelCertificate("takeaway(2n)", Convention.NORMAL, (~level.automaton,))
    with pytest.raises(CertificateError, match="level 1"):
        normal.verify(moves)


def test_misere_play_has_one_set_and_no_other():
    """What stands behind the P-positions would not be looked at."""
    level, certificate = misere_fibonacci()
    record = json.loads(certificate.to_json())
    for change in ({"levels": 2}, {"levels": 2, "values": [2 * value for value in record["values"]]}):
        with pytest.raises(CertificateError, match="one set, the P-positions"):
            LevelCertificate.from_json(rehashed(record | change))
    with pytest.raises(CertificateError, match="one set, the P-positions"):
        LevelCertificate("takeaway(2n)", Convention.MISERE, (level.automaton, ~level.automaton))


def test_misere_play_with_forbidden_moves_is_not_decided():
    """From 3 one takes 1 or 2: where both are forbidden the mover is stuck, and has won; it was proved a P-position."""
    ruleset = "blocked(bounded-nim(2),3)"
    moves = cgt.parse_ruleset(ruleset).linear_moves()
    assert cgt.p_positions(ruleset, 7, "misere") == [1, 2, 4, 5]
    nothing = Automaton.nothing(kary(2), 1)
    for ask in (
        lambda: lost_positions(moves, Convention.MISERE),
        lambda: moves.lost(Predicate("P", nothing), Convention.MISERE),
    ):
        with pytest.raises(NotApplicableError, match="not decided by counting lost options"):
            ask()
    with pytest.raises(CertificateError, match="not decided by counting lost options"):
        cgt.verify(LevelCertificate(ruleset, Convention.MISERE, (nothing,)))


@pytest.mark.full("-1")
@pytest.mark.parametrize("value", [-1, 4, 99, True, None])
def test_a_state_is_in_as_many_sets_as_there_are_or_fewer(fibonacci, value):
    record = json.loads(attrs.evolve(fibonacci[1], automata=fibonacci[1].automata[:3]).to_json())
    least, most = (record["values"].index(each) for each in (0, 3))
    place = least if value == -1 else most
    record["values"][place] = value
    with pytest.raises(CertificateError, match="in 0 to 3 of the sets"):
        LevelCertificate.from_json(rehashed(record))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"convention": "sideways"}, "normal or misere"),
        ({"tracks": 0}, "tracks are 1 to 6"),
        ({"steps": []}, "cannot be read"),
        ({"steps": 7}, "lists"),
        ({"values": [1]}, "cannot be read"),
        ({"levels": 0}, "there are levels"),
        ({"system": "nothing"}, "cannot be read"),
        ({"format": "other"}, "format"),
    ],
)
def test_what_is_no_certificate_is_refused(fibonacci, change, complaint):
    record = {**json.loads(fibonacci[1].to_json()), **change}
    with pytest.raises(CertificateError, match=complaint):
        LevelCertificate.from_json(rehashed(record))


def test_what_leads_to_no_end_is_alike_wherever_it_stands():
    """The row of a stop says where each letter leads, -1 to no stop; the last stop is the one that is accepted."""
    nowhere, ahead = [-1, -1], [2, 2]
    assert _kinds([nowhere, [0, -1], ahead], [False, False, True]) == [-1, -1, 0]
    assert len(set(_kinds([[1, -1], ahead, ahead], [False, False, True]))) == 3


@pytest.mark.parametrize("up_to", [1, pytest.param(2, marks=pytest.mark.full)])
def test_wythoffs_game_is_decided_again_by_pairs(up_to):
    given = LevelCertificate.from_json((files("cgt.games.heaps") / "data" / "wythoff-levels.json").read_text())
    moves = cgt.games.Wythoff().linear_moves()
    automata = given.automata[:up_to]
    attrs.evolve(given, automata=automata).verify(moves)
    system = moves.system
    x, y = variables("x y")
    late = define((x == 322) & (y == 520), system, "x y")  # beyond what is played out
    early = define((x == 2) & (y == 1), system, "x y")
    for one, complaint in ((late, "level .: that .* is not so at"), (early, "satisfy its definition at x = 2, y = 1")):
        for wrong in (automata[-1] | one, automata[-1] - one):
            if wrong != automata[-1]:
                with pytest.raises(CertificateError, match=complaint):
                    attrs.evolve(given, automata=(*automata[:-1], wrong)).verify(moves)


def test_the_second_procedure_ends_when_its_time_is_over(fibonacci, monkeypatch):
    moves, certificate = fibonacci
    monkeypatch.setattr(sentence_check, "MOST_SECONDS", 0.0)
    with pytest.raises(BudgetError, match=r"after 0 s: the sentence is not checked again"):
        attrs.evolve(certificate, automata=certificate.automata[:1]).verify(moves)


@pytest.mark.parametrize(
    "rule", ["blocked(bounded-nim(2),100000)", "blocked(vectors((1,0),(0,1),(1,1),(1,2),(2,1),(3,1),(1,3)),16)"]
)
def test_more_forbidden_moves_than_a_sentence_can_tell_are_refused(rule):
    moves = cgt.parse_ruleset(rule).linear_moves()
    given = LevelCertificate(rule, Convention.NORMAL, (Automaton.everything(kary(), len(moves.names)),))
    with pytest.raises(BudgetError, match=r"a sentence about 1\S+ options that differ is not checked again: 16 are"):
        given.verify(moves)


@pytest.mark.full("2")
@pytest.mark.parametrize("a", [1, 2, pytest.param(3, marks=pytest.mark.full)])
def test_misere_wythoff_is_proved_for_every_slack(a):
    """Fraenkel 1982: for a >= 2 the pairs are (mex, mex + an + 1); for a = 1 two pairs of normal play change."""
    level = lost_positions(cgt.games.Wythoff(a=a).linear_moves(), Convention.MISERE)
    assert level.status == "proved"
    used, pairs, rank = set(), set(), 0
    while len(pairs) < 60:
        low = next(x for x in count() if x not in used)
        high = low + a * rank + (1 if a > 1 or rank == 0 else 0)
        if (a, rank) == (1, 1):
            high = low  # (2, 2)
        pairs.add((low, high))
        used |= {low, high}
        rank += 1
    expected = {(x, y) for x, y in pairs if y < 60} | {(y, x) for x, y in pairs if y < 60}
    assert set(level.automaton.members(60)) == expected


def test_another_number_system_is_played_out_until_a_guess_stands(upto):
    most, states = upto((2, 18), full=(3, 32))
    moves = attrs.evolve(cgt.parse_ruleset(f"bounded-nim({most})").linear_moves(), system=zeckendorf())
    (level,) = levels(moves, 1)
    assert (level.status, level.automaton.states) == ("proved", states)
    assert level.limit > 96


def test_what_is_dear_to_play_out_is_given_up_in_time(monkeypatch):
    monkeypatch.setattr(proof_of_levels, "MOST_PLAYED_OUT", 0)
    moves = attrs.evolve(cgt.parse_ruleset("bounded-nim(3)").linear_moves(), system=zeckendorf())
    (level,) = levels(moves, 1)
    assert str(level) == "level 1: none seen to 24"


def test_a_level_without_a_table_tells_why():
    """`cgt recognise "global-takeaway(2n)"` said of level 2 that none was seen to 0."""
    moves = cgt.parse_ruleset("global-takeaway(2n)").linear_moves()
    first, second = levels(moves, 3)
    assert (first.status, second.status) == ("proved", "none seen")
    reason = "under one quota only the outcome is tabulated, not the nim-values"
    assert (str(second), second.note) == (f"level 2: none seen ({reason})", reason)


def test_a_table_that_cannot_be_made_was_not_looked_at():
    """`cgt recognise wythoff 100000000 --base "base 3"` said that there is none to 99,999,999."""
    moves = cgt.parse_ruleset("wythoff").linear_moves()

    def table(value, size):
        if size > 100:
            raise TableError("too large")
        return moves.table(value, size)

    (level,) = levels(attrs.evolve(moves, system=kary(3), systems=(), sizes=(100,), table=table), 1, limit=10**8)
    assert (level.status, level.limit) == ("none seen", 100)


def test_two_heaps_under_one_quota_in_misere_play(upto):
    """Won as the definition says; no automaton is seen."""
    moves = cgt.parse_ruleset("global-takeaway(2n)").linear_moves()
    table = moves.won_table(12, Convention.MISERE)

    @cache
    def is_won(a, b, q):
        takes = range(1, q + 1)
        after = {(a - t, b, 2 * t) for t in takes if t <= a} | {(a, b - t, 2 * t) for t in takes if t <= b}
        return not after or not all(is_won(*option) for option in after)

    played = PlayedOut(moves).lost(12, Convention.MISERE)
    for position in product(range(upto(5, full=10)), range(10), range(1, 8)):
        assert played.holds(position) is not is_won(*position)
        if any(position[:2]):
            assert table.holds(position) is is_won(*position)
    assert lost_positions(moves, Convention.MISERE, limit=upto(30, full=60)).status == "none seen"


def test_a_certificate_says_of_what_kind_it_is(fibonacci):
    assert isinstance(read_certificate(fibonacci[1].to_json()), LevelCertificate)
    assert not isinstance(read_certificate(cgt.period("kayles").certificate.to_json()), LevelCertificate)


def test_the_next_level_is_guessed_from_a_table_as_large_as_the_last():
    moves = cgt.games.Wythoff().linear_moves()
    search = proof_of_levels._Search(moves, None, DEFAULT_STATES, None)
    for place, size in enumerate(moves.sizes):
        assert list(search._sizes(size, played=False)) == list(moves.sizes[place:])
    limited = proof_of_levels._Search(moves, moves.sizes[1], DEFAULT_STATES, None)
    assert list(limited._sizes(moves.sizes[0], played=False)) == list(moves.sizes[:2])


def test_levels_that_ship_are_taken_from_there(capsys):
    """Nothing is guessed and nothing is decided for them; a limit, or another number system, asks for a guess."""
    moves = cgt.games.Wythoff().linear_moves()
    first, second = levels(moves, 2)
    kept = [(level.status, level.decision, level.automaton.states) for level in (first, second)]
    assert kept == [("proved", None, 13), ("proved", None, 885)]
    assert next(levels(moves, 1, limit=100)).decision
    in_base_2 = attrs.evolve(cgt.games.TakeAway("2n").linear_moves(), system=kary(2), sizes=(30,))
    assert next(levels(in_base_2, 1)).status == "none seen"
    assert main(["decide", "forall x: x >= 1 => ~G1(x, 2x)", "--game", "wythoff"]) == 1
    assert "false: it fails for x = 3" in capsys.readouterr().out
    assert cgt.nim_value("wythoff 3,6") == 1


@pytest.mark.parametrize("page", ["docs/concepts/decided.md", "docs/fr/concepts/decided.md"])
def test_the_pages_give_the_states_that_ship(page):
    """A row of the table is made from what it speaks of."""
    lines = (Path(__file__).parents[3] / page).read_text().splitlines()
    for row, name in (("takeaway(2n)", FILE), ("wythoff(1)", "wythoff-levels.json")):
        states = next(line for line in lines if line.startswith(f"| {row}")).split("|")[3]
        told = [int(re.sub(r"\D", "", number)) for number in states.split(", ")]
        assert told == [automaton.states for automaton in shipped_levels(name)]


@pytest.mark.parametrize(("heaps", "size"), [(2, 24), (5, 24), (6, 14)])
def test_the_first_box_of_many_heaps_is_smaller(heaps, size, monkeypatch):
    """That of six heaps, whatever the rule, took 3.4 GB and 43 seconds."""
    sizes = []

    def play(_self, _value, stop):
        sizes.append(stop)
        raise TableError("enough")

    monkeypatch.setattr(PlayedOut, "at_least", play)
    game = cgt.parse_ruleset(f"vectors(({'0,' * (heaps - 1)}1))")
    assert next(levels(game.linear_moves(), 1)).automaton is None
    assert sizes == [size]


@pytest.mark.full
def test_a_period_seen_too_early_does_not_end_the_look():
    """What it took to guess from it was taken for what the next table would take."""
    level = next(levels(cgt.parse_ruleset("moves(n: n >= 1 -> n // 5 | n - 1)").linear_moves(), 1))
    assert (level.status, level.automaton.states, level.automaton.system.name) == ("proved", 6, "base 5")
