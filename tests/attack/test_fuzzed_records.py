"""Records whose form is right and whose fields are not: certificates, ledgers of sweeps, a page's requests."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import sqlite3
import time

import pytest

import cgt
from cgt.apps.sweep.ledger import Ledger
from cgt.apps.sweep.run import sweep
from cgt.apps.web.bridge import Bridge
from cgt.digits.moves import bounded_moves
from cgt.errors import CGTError
from cgt.families.function_heap_game import TakingRule
from cgt.families.registry import parse_ruleset
from cgt.theory import levels as levels_module
from cgt.theory.base_recurrence import Recurrence, linear_recurrence
from cgt.theory.levels import LevelCertificate, levels
from cgt.theory.period_certificate import PeriodCertificate, PromiseCertificate, SetCertificate, hash_of
from cgt.theory.quotient_certificate import QuotientCertificate

SLOW = 1.0
"""Processor seconds that no reader may take."""

FIELDS = [
    *(None, True, False, 0, 1, -1, 2, 7, 2**31, 2**63 - 1, 10**17, 0.5, 1e308, float("nan")),
    *("", "x", "0.77", "normal", "misere", "zeckendorf", "base 256", "\x1b[31m", "\u202e", "9" * 40),
    *([], {}, [[]], [0], [[0, 0, 1]], {"a": 1}, [None], [[[[]]]]),
]


@pytest.fixture
def worsen_record(chance):
    """Makes of JSON data some that may be wrong: a field or two are changed, left out, doubled or moved."""

    def places(record, path=()):
        yield path
        pairs = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
        for key, value in pairs:
            yield from places(value, (*path, key))

    def worsened(record):
        record = copy.deepcopy(record)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            found = list(places(record))
            # Half of the time a field near the top: there are few, and many numbers below.
            *way, last = chance.choice(
                [path for path in found if len(path) == 1] if chance.random() < 0.5 else found[1:]
            )
            holder = record
            for key in way:
                holder = holder[key]
            kind = chance.randrange(5)
            if kind == 0:
                del holder[last]
            elif kind == 1 and isinstance(holder, list):
                holder.insert(last, copy.deepcopy(holder[chance.randrange(len(holder))]))
            elif kind == 2 and isinstance(holder[last], int):
                holder[last] += chance.choice((-1, 1, 10**6))
            else:
                holder[last] = copy.deepcopy(chance.choice(FIELDS))
            if not record:
                break
        return record

    return worsened


def stamp_period(record):
    record["sha256"] = hash_of(record["values"][: record["window"]])


def stamp_levels(record):
    record["sha256"] = levels_module._hash([value for key, value in record.items() if key != "sha256"])


def level_record():
    found = [level.automaton for level in levels(bounded_moves(2), 2)]
    return LevelCertificate("bounded-nim(2)", cgt.Convention.NORMAL, tuple(found)).to_json()


def period_record():
    return parse_ruleset("0.7").period().certificate.to_json()


def quotient_record():
    return cgt.misere_quotient(parse_ruleset("0.123")).certificate.to_json()


def promise_record():
    return TakingRule(lambda n: [k for k in (2, 3) if k <= n], name="two").period(reach=3).promised.to_json()


def set_record():
    return cgt.period("subtraction(x^2+1)").certificate.to_json()


CERTIFICATES = {
    "period": (period_record, PeriodCertificate.from_json, stamp_period),
    "levels": (level_record, LevelCertificate.from_json, stamp_levels),
    "quotient": (
        quotient_record,
        QuotientCertificate.from_json,
        None,
    ),
    "promise": (promise_record, PromiseCertificate.from_json, None),
    "set": (set_record, SetCertificate.from_json, stamp_period),
    "recurrence": (lambda: linear_recurrence(3).to_json(), Recurrence.from_json, None),
}
VERIFIED = {"levels": lambda given: given.verify(bounded_moves(2)), "quotient": QuotientCertificate.verify}
"""Those that a stranger's words can be checked without going far; the window of a period may be long."""


@pytest.mark.full("levels")
@pytest.mark.parametrize("kind", CERTIFICATES)
def test_a_certificate_with_odd_fields(kind, amount, chance, worsen_record):
    text, read, stamp = CERTIFICATES[kind]
    good = json.loads(text())
    for _ in range(amount(10 if kind in VERIFIED else 40, 4_000 if kind in VERIFIED else 20_000)):
        record = worsen_record(good)
        if stamp is not None and chance.random() < 0.8:
            with contextlib.suppress(LookupError, TypeError, ValueError, OverflowError):
                stamp(record)
        text = json.dumps(record)
        begun = time.process_time()
        try:
            given = read(text)
            assert str(given).isprintable()
            if kind in VERIFIED:
                VERIFIED[kind](given)
        except CGTError as error:
            assert str(error).isprintable(), text[:300]  # noqa: PT017 - both ends are right
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}: {text[:600]}") from error
        assert time.process_time() - begun < SLOW, text[:600]


@pytest.fixture
def ledger(tmp_path):
    path = tmp_path / "a.ledger"
    sweep("0.0?", 60, ledger=path)
    with contextlib.closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_a_broken_ledger_is_refused_or_used(ledger, amount, chance):
    good = ledger.read_bytes()
    wanted = sweep("0.0?", 60).records
    for _ in range(amount(12, 2_000)):
        content = bytearray(good)
        kind, place = chance.randrange(4), chance.randrange(len(good))
        if kind == 0:
            del content[place:]
        elif kind == 1:
            content[place : place + 8] = chance.randbytes(8)
        elif kind == 2:
            content[chance.randrange(100)] ^= 1 << chance.randrange(8)
        else:
            content[place : place + 300] = chance.randbytes(300)
        for left in ledger.parent.glob("a.ledger*"):
            left.unlink()
        ledger.write_bytes(content)
        try:
            found = list(sweep("0.0?", 60, ledger=ledger).records)
        except CGTError:
            continue
        assert [record.rule for record in found] == [record.rule for record in wanted]


def test_a_ledger_whose_own_words_are_no_text_is_refused(ledger):
    """The error of SQLite then shows bytes that Python cannot read."""
    content = ledger.read_bytes()
    made = content.index(b"CREATE TABLE")
    ledger.write_bytes(content[:made] + b"CREATE \x93\x94\xff" + content[made + 10 :])
    with pytest.raises(CGTError):
        sweep("0.0?", 60, ledger=ledger)


def test_a_ledger_with_odd_records_is_refused_or_used(ledger, amount, chance, worsen_record):
    with contextlib.closing(sqlite3.connect(ledger)) as base:
        good = base.execute("SELECT rule, record FROM studies").fetchall()
        for _ in range(amount(12, 2_000)):
            rule, text = chance.choice(good)
            odd = (
                json.dumps(worsen_record(json.loads(text)))
                if chance.random() < 0.7
                else chance.choice(("", "[", "7", b"x"))
            )
            with contextlib.suppress(sqlite3.OperationalError):  # what is no JSON is refused by the file itself
                base.execute("UPDATE studies SET record = ? WHERE rule = ?", (odd, rule))
            base.commit()
            with contextlib.suppress(CGTError):
                list(sweep("0.0?", 60, ledger=ledger).records)
            base.execute("UPDATE studies SET record = ? WHERE rule = ?", (text, rule))
            base.commit()


@pytest.mark.parametrize(
    "what", ["folder", "nul", "surrogate", "text", "absent/x", *(["device", "pipe"] if hasattr(os, "mkfifo") else [])]
)
def test_what_can_be_no_ledger_is_refused(what, terminal, tmp_path):
    paths = {"folder": tmp_path, "nul": tmp_path / "a\0b", "surrogate": tmp_path / "a\ud800", "device": terminal}
    path = paths.get(what, tmp_path / what)
    if what == "text":
        path.write_text("no ledger at all, but longer than a header is\n" * 9)
    if what == "pipe":
        os.mkfifo(path)
    with pytest.raises(CGTError):
        Ledger(path)


REQUESTS = [
    {"do": "games"},
    {
        "do": "new",
        "game": "nim",
        "position": "3,5",
        "convention": "misere",
        "level": "perfect",
        "who": "two",
        "seed": 7,
    },
    {"do": "new", "game": "takeaway(2n)", "lang": "fr"},
    {"do": "new", "game": "node-kayles", "position": "path 5", "who": "second"},
    {"do": "play", "move": "1 from 0"},
    *({"do": name} for name in ("explain", "hint", "record", "redo", "reply", "state", "undo", "why")),
    {
        "do": "resume",
        "record": "cgt game\nruleset: nim\nconvention: normal\nposition: 3,5\nfirst: person\nsecond: person\nseed: 7\n",
    },
]


def test_a_page_may_ask_anything(amount, chance, worsen, worsen_record):
    page = Bridge()
    for _ in range(amount(12, 5_000)):
        request = chance.choice(REQUESTS)
        kind = chance.random()
        text = json.dumps(request)
        if kind < 0.3:
            text = worsen(text)
        elif kind < 0.7:
            text = json.dumps(worsen_record(request))
        elif kind < 0.9:
            key = chance.choice([key for key in request if key != "do"] or ["do"])
            text = json.dumps({**request, key: worsen(str(request[key]))})
        begun = time.process_time()
        answer = page.answer_text(text)
        assert time.process_time() - begun < 10, text
        answer.encode()
        found = json.loads(answer)
        assert isinstance(found, dict), text
        assert not re.match(r"[A-Z]\w*(Error|Exception): ", found.get("error", "")), (text, found)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"do":' * 100_000, "9" * 100_000, '"\\ud800"', "", "null", "NaN"])
def test_a_page_that_asks_for_nothing(text):
    assert "error" in json.loads(Bridge().answer_text(text))
