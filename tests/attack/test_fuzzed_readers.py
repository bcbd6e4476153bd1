"""Every reader of text and of files: whatever it is given, it raises an error of ours, within a second, or reads it."""

from __future__ import annotations

import contextlib
import io
import json
import time
import warnings
from itertools import islice

import numpy as np
import pytest

import cgt
from cgt.apps.play.opponent import Level
from cgt.apps.play.record import read_record
from cgt.apps.sweep.families import rules_of
from cgt.core.code import HeapCode
from cgt.digits.expressions import nim_sum_sets
from cgt.digits.fibonacci import from_notation
from cgt.digits.formula import Predicate
from cgt.digits.grammar import parse_sentence
from cgt.digits.linear import linear
from cgt.digits.moves import bounded_moves
from cgt.digits.system import kary, number_system, zeckendorf
from cgt.errors import CGTError, ParseError
from cgt.families.function_heap_game import TakingRule
from cgt.families.registry import example_ruleset, parse_ruleset, ruleset_names
from cgt.games.heaps.quota import parse_quota
from cgt.solving.subjects import parse_position
from cgt.store.oeis import parse_bfile, parse_csv
from cgt.store.pair_table import PairTable
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable
from cgt.theory.base_recurrence import Recurrence, linear_recurrence
from cgt.theory.genus import Genus
from cgt.theory.levels import LevelCertificate, levels
from cgt.theory.misere_form import MisereForm
from cgt.theory.period_certificate import PeriodCertificate, PromiseCertificate, SetCertificate
from cgt.theory.quotient_certificate import QuotientCertificate

SLOW = 1.0
"""Processor seconds that no reader may take."""

RECORD = """cgt game
ruleset: takeaway(2n)
convention: misere
position: 21:2
first: person
second: computer perfect
seed: 7
1. 2
2. 1
"""
RULESETS = [
    "nim",
    "takeaway(2n)",
    "takeaway([3,1,8], 2)",
    "wythoff(2)",
    "0.77",
    "4.[3]",
    "subtraction(1,3,4)",
    "octal(0.137)",
]
CODES = ["0.77", "4!.0", "0.3F", "0.{0,2,5}{2+}", "4.[3]", "0.8=7!", "0.3[03]", "{2+}.0", "C.32[1]"]
QUOTAS = ["2n", "n+1", "2n-1", "3", "[3,1,8]", "3*n"]
MOVES = ["2 from 1", "1 leaving 3,4", "take 2 from heap 0 and 1 from heap 1", "prends 2 du tas 1", "(1, 2)", "1->3 4"]
POSITIONS = ["3,5", "50:2", "5,7 + 1,2", "nim 3,5 + wythoff 1,2", "kayles 5 + 0.77 6", "21:2,9:1"]
GAMES = {name: example_ruleset(name) for name in ruleset_names()}
GRAPHS = ["path 7", "cycle 6", "star 5", "grid 3x4", "petersen", "chain 5", "subsets 3", "chomp 2x3", "a-b,b-c,c-a,d"]
SENTENCES = [
    "forall n: exists m: n == 2m | n == 2*m + 1",
    "exists x, y: ~(x < y) & (3x - 2y >= 7 => x != y) <=> P(x, y + 1)",
    "forall x y: (x + 2y) mod 3 != y mod 2 | 1 <= 4x mod 5 < 3",
    "exists x y z: x + 1 xor 2y xor z == 3 & 2 <= x xor y mod 3 < 5",
]
PREDICATES = {"P": Predicate("P", linear(zeckendorf(), (1, -1), 0, at_most=True))} | nim_sum_sets(kary())


def promise():
    return TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two").period(reach=3).promised.to_json()


def quotient():
    return cgt.misere_quotient(parse_ruleset("0.123")).certificate.to_json()


def kayles_move(text):
    game = parse_ruleset("kayles")
    return game.wording.read_move(game.position(9), text)


def nim_move(text):
    return cgt.games.Nim().wording.read_move(cgt.games.Nim().position(3, 5), text)


def every_position(text):
    for game in GAMES.values():
        with contextlib.suppress(CGTError):
            game.parse(text)


def named_position(text):
    """A text of a game and, behind the first bar, a position of it."""
    name, _bar, rest = check_form(text).partition("|")
    (GAMES.get(name) or GAMES["nim"]).parse(rest)


def named_move(text):
    """A text of a game and, behind the first bar, a move of its example."""
    name, _bar, rest = check_form(text).partition("|")
    game = GAMES.get(name) or GAMES["nim"]
    game.wording.read_move(game.parse(game.example), rest)


def check_form(text):
    if not isinstance(text, str):
        raise ParseError("no text")
    return text


def moves_of_all():
    moves = []
    for name, game in GAMES.items():
        start = game.parse(game.example)
        moves += [f"{name}|{game.wording.move_text(start, move)}" for move in islice(start.moves(), 3)]
    return moves


def level_certificate():
    found = [level.automaton for level in levels(bounded_moves(2), 2)]
    return LevelCertificate("bounded-nim(2)", cgt.Convention.NORMAL, tuple(found)).to_json()


READERS = {
    "ruleset": (parse_ruleset, RULESETS),
    "code": (HeapCode.parse, CODES),
    "quota": (parse_quota, QUOTAS),
    "position of every game": (every_position, ["3,5", "50:2", "7", "21:2,9:1", "a-b,b-c"]),
    "position of a game": (
        named_position,
        [f"{name}|{text}" for name in GAMES for text in (GAMES[name].example, *GRAPHS)],
    ),
    "position of any sum": (parse_position, POSITIONS),
    "move of a game": (named_move, moves_of_all),
    "move of nim": (nim_move, MOVES),
    "move of kayles": (kayles_move, MOVES),
    "record": (read_record, [RECORD]),
    "certificate": (
        PeriodCertificate.from_json,
        lambda: [cgt.parse_ruleset(text).period().certificate.to_json() for text in ("0.7", "4.[3]")],
    ),
    "promise": (PromiseCertificate.from_json, lambda: [promise()]),
    "set": (SetCertificate.from_json, lambda: [cgt.period("subtraction(x^2+1)").certificate.to_json()]),
    "recurrence": (Recurrence.from_json, lambda: [linear_recurrence(3).to_json()]),
    "quotient": (QuotientCertificate.from_json, lambda: [quotient()]),
    "levels": (LevelCertificate.from_json, lambda: [level_certificate()]),
    "sentence": (lambda text: parse_sentence(text, PREDICATES), SENTENCES),
    "canonical form": (MisereForm.parse, ["*1 + *2", "{0,*2,{*2}}", "{*2,{*2}} + {0,*}", "{{{*3,*2},*},0}"]),
    "genus": (Genus.parse, ["2^20", "12^10,12,14", "0^02"]),
    "family": (
        lambda text: list(islice(rules_of(text), 9)),
        ["0.???", "0.#3", "takeaway({1..5}n+{0..2})", "subtraction(subsets(1..9,3))"],
    ),
    "b-file": (parse_bfile, ["# A1\n1 1\n2 2\n3 -3\n", "0 0\n1 1\n"]),
    "csv": (parse_csv, ["n,value\n0,4\n1,5\n", '"0","4"\r\n"1","5"\r\n']),
    "Fibonacci notation": (from_notation, ["1010F", "100000F"]),
    "number system": (number_system, ["zeckendorf", "base(2)", "ostrowski(2)", "takeaway(2n)"]),
    "level": (Level.of, ["perfect", "beginner", "0.2"]),
}
SHARE = {
    "record": 0.02,
    "certificate": 0.6,
    "position of every game": 0.06,
    "move of a game": 0.1,
    "move of kayles": 0.1,
    "move of nim": 0.3,
    "levels": 0.3,
    "Walnut's automaton": 0.3,
}
"""How many are tried of the readers that take longer."""


@pytest.mark.full("levels")
@pytest.mark.parametrize("name", READERS)
def test_a_text_is_read_or_refused(name, amount, chance, worsen):
    read, good = READERS[name]
    good = good() if callable(good) else good
    for _ in range(amount(60 * SHARE.get(name, 1), 60_000 * SHARE.get(name, 1))):
        text = worsen(chance.choice(good))
        begun = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                read(text)
        except CGTError as error:
            assert "\x1b" not in str(error), ascii(text)[:300]  # noqa: PT017 - both ends are right
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}: {ascii(text)[:300]}") from error
        assert time.process_time() - begun < SLOW, ascii(text)[:300]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("thing", [None, 3, b"0.77", 2.5, ["0.77"], object()], ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_is_refused(name, thing):
    read, _good = READERS[name]
    try:
        read(thing)
    except CGTError:
        pass
    else:
        assert name == "position of every game"


def tables():
    """A table of every kind, with the ending of its file."""
    return [
        (SequenceTable(np.arange(200) % 7, ruleset="bounded nim 6"), "npz"),
        (SequenceTable(np.arange(200) % 7, ruleset="bounded nim 6"), "npy"),
        (PairTable.wythoff(6, 8), "npz"),
        (QuotaTable.build((2, 0), 30), "npz"),
    ]


@pytest.mark.parametrize("which", range(4))
def test_a_broken_table_is_refused_or_the_same(which, amount, chance, tmp_path):
    """Bytes cut off, flipped, doubled and put in; what is read nevertheless is the table that was saved."""
    table, ending = tables()[which]
    path = tmp_path / f"table.{ending}"
    table.save(path)
    good = path.read_bytes()
    refused = 0
    for _ in range(amount(60, 6_000)):
        content = bytearray(good)
        kind, place = chance.randrange(4), chance.randrange(len(good))
        if kind == 0:
            del content[place:]
        elif kind == 1:
            content[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            content[place:place] = content[place : place + chance.randrange(1, 60)]
        else:
            content[place : place + 8] = chance.randbytes(8)
        path.write_bytes(content)
        begun = time.process_time()
        try:
            found = type(table).load(path)
        except CGTError:
            refused += 1
        else:
            assert vars_of(found) == vars_of(table)
        assert time.process_time() - begun < SLOW
    assert refused


def vars_of(table):
    content = io.BytesIO()
    header, arrays = table._contents()
    np.savez(content, **arrays)
    return json.dumps(header, sort_keys=True), [array.tolist() for array in arrays.values()]
