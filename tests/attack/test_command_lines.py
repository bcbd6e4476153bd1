"""Hostile command lines: a documented exit code, no traceback, nothing raw on the screen, no file out of place."""

from __future__ import annotations

import io
import json
import re
import signal
import sys
import time

import pytest

import cgt
from cgt.apps.cli import main

CODES = {0, 1, 2, 3, 4}
"""What a run may end with; 70 is an internal error."""

MOST = dict.fromkeys(("discover", "period"), float("inf"))
"""What may go on for ever when it is told to."""

SLOW = 60
"""Processor seconds that no command line may take without a person in sight."""

PATIENCE = 600
"""Processor seconds after which a command line hangs: the machine may have other things to do."""

COMMANDS = {
    "games": [["R"], []],
    "solve": [
        ["R", "P"],
        ["R", "P", "--misere"],
        ["R", "P", "--max-positions", "2000"],
        ["R", "P", "--certificate", "C"],
    ],
    "values": [["R", "--stop", "N"], ["R", "--stop", "N", "-o", "F"], ["R", "--stop", "N", "--misere"]],
    "compare": [["R", "F"], ["R", "B"]],
    "table": [["R", "N", "N"], ["R", "N", "N", "-o", "F"]],
    "p-positions": [["R", "--stop", "N"], ["R", "--stop", "N", "--heaps", "N", "--max-positions", "2000"]],
    "check": [["R", "--stop", "N", "--max-positions", "2000"]],
    "claims": [["X"], ["--stop", "N", "X"]],
    "play": [["R", "P"], ["R", "P", "--save", "F"], ["--resume", "G"], ["R", "P", "--level", "X", "--seed", "N"]],
    "plot": [["sequence", "R", "-o", "F", "--stop", "N"], ["X", "R", "-o", "F"]],
    "period": [["R", "--stop", "N"], ["R", "--stop", "N", "--certificate", "F"]],
    "discover": [["R", "--stop", "N"]],
    "verify": [["C"], ["F"]],
    "quotient": [
        ["R", "--max-seconds", "N"],
        ["R", "--stop", "N", "--max-seconds", "0.1"],
        ["R", "--certificate", "F"],
    ],
    "doctor": [[]],
    "export": [["R", "P", "-o", "F", "--max-positions", "200"], ["R", "P", "-o", "F", "--sample", "N", "--seed", "N"]],
    "genus": [["R", "--stop", "N"], ["R", "--stop", "N", "-o", "F"], ["R", "--stop", "N", "--max-positions", "2000"]],
    "recognise": [
        ["R", "--level", "1", "--stop", "8"],
        ["R", "--misere", "--stop", "8"],
        ["R", "--level", "1", "--stop", "8", "--certificate", "F"],
    ],
    "decide": [["X"], ["forall n: P(n)", "--game", "R"], ["exists n: n == N", "--base", "X", "--max-states", "N"]],
    "sweep": [
        ["S", "--stop", "N", "--workers", "1"],
        ["S", "--stop", "60", "--workers", "1", "-o", "F", "--ledger", "F"],
    ],
    "new": [["X"], ["R"], ["own"]],
    "lesson": [["R", "-o", "F"], ["R", "-o", "F", "--seed", "N"]],
    "web": [["--port", "-1"], ["--port", "99999999999999999999"], ["-o", "F"], ["-o", "F", "--runtime", "F"]],
    "X": [["R", "P"], []],
}
RULESETS = [
    "nim",
    "takeaway(2n)",
    "wythoff(2)",
    "0.77",
    "4.[3]",
    "subtraction(1,3,4)",
    "moore-nim(2)",
    "fibonacci-nim",
    "grundy",
]
POSITIONS = ["3,5", "50:2", "7", "0", "5,7 + 1,2", "21:2,9:1", "1000000000000", "9,9,9,9"]
NUMBERS = ["0", "1", "7", "30", "-1", "1e3", "1.5", "", "x", "99999999999999999999", "1000000000000", "0x10"]
FILES = ["a.json", "b.csv", "c.npy", "d.npz", "e.txt", "f.svg", "g.gif", "no/such/h.json", ".", "i.NPZ", "j.JSON", ""]
FAMILIES = ["0.0?", "0.#", "subtraction(subsets(1..3))", "takeaway({1..2}n)", "{kayles,x}", "0.??????????", "nim"]
ODDS = ["kayles", "000", "003", "sequence", "-x", "--lang", "fr", "\x1b[31m", "perfect", "0.2"]


@pytest.fixture
def surroundings(tmp_path, monkeypatch):
    """A folder of the test's own, with a certificate, a record and a b-file in it; who plays has little to say."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "good.json").write_text(cgt.parse_ruleset("kayles").period().certificate.to_json())
    (tmp_path / "game.txt").write_text(
        "cgt game\nruleset: nim\nconvention: normal\nposition: 3,5\nfirst: person\nsecond: person\nseed: 7\n"
    )
    (tmp_path / "b.txt").write_text("0 0\n1 1\n2 2\n")
    return tmp_path


class TooLongError(BaseException):
    """Raised by the alarm."""


@pytest.fixture
def run(capsys, monkeypatch):
    def alarmed(_signal, _frame):
        raise TooLongError

    if not hasattr(signal, "SIGPROF"):
        pytest.skip("there is no alarm on Windows to end what would go on for ever")
    before = [signal.signal(number, alarmed) for number in (signal.SIGPROF, signal.SIGALRM)]

    def run(arguments):
        monkeypatch.setattr(sys, "stdin", io.StringIO("?\n1 from 1\nhint\nmoves\nwhy\nundo\nsave x.txt\nquit\n"))
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        signal.alarm(10 * PATIENCE)  # who waits spends nothing
        begun = time.process_time()
        try:
            code = main(arguments)
        except BaseException as error:
            raise AssertionError(f"{type(error).__name__}: {arguments!a}") from error
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.alarm(0)
        out, err = capsys.readouterr()
        return code, out, err, time.process_time() - begun

    yield run
    for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
        signal.signal(number, handler)


def test_whatever_is_typed(amount, chance, worsen, surroundings, run):
    pools = {
        "R": RULESETS,
        "P": POSITIONS,
        "N": NUMBERS,
        "F": FILES,
        "X": ODDS,
        "B": ["b.txt"],
        "C": ["good.json"],
        "G": ["game.txt"],
        "S": FAMILIES,
    }
    for _ in range(amount(14, 1_500)):
        command = chance.choice(list(COMMANDS))
        shape = chance.choice(COMMANDS[command])
        arguments = [chance.choice(pools[piece]) if piece in pools else piece for piece in (command, *shape)]
        for _again in range(chance.choice((0, 1, 1, 2))):
            place = chance.randrange(len(arguments))
            if arguments[0] == "web" or arguments[place] in {"--workers", "1"}:  # no server, and no thousand processes
                continue
            arguments[place] = worsen(arguments[place])[:100_000]
            if "web" in arguments[0] or arguments[place].startswith(("/", "..")):
                arguments[place] = "x"
        # What is long, and allowed to be: it draws a bar on a terminal, and Ctrl-C ends it.
        arguments = [
            "60"
            if re.fullmatch(r"\s*[0-9]{1,4000}\s*", piece) and 60 < int(piece) < MOST.get(command, 10**9)
            else piece
            for piece in arguments
        ]
        if chance.random() < 0.3:
            arguments.append("--json")
        code, out, err, spent = run(arguments)
        assert code in CODES, (arguments, err)
        assert "Traceback" not in out + err
        lines = (out + err).replace("\N{NO-BREAK SPACE}", " ").splitlines()
        assert all(line.isprintable() or "\t" in line for line in lines), (arguments, out, err)
        assert spent < SLOW, (arguments, spent)
        if code in {2, 3, 4}:
            assert err.startswith(('{"schema": 1', "cgt: ") if "--json" in arguments else "cgt: "), (arguments, err)
        if code == 0 and "--json" in arguments and out and not {"-o", "--output", "--help", "-h"} & set(arguments):
            json.loads(out)
    assert not list(surroundings.rglob("*.part"))
