"""What every attack shares: how much of it is run, from which seed, and how a good text is made a bad one.

By default each attack takes a second or two; `pytest --full tests/attack` is the whole campaign. The variables
CGT_ATTACK_SEED and CGT_ATTACK_TIMES change what is tried, and multiply how much. The last lines of a run say how many
cases its passed tests tried.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

SEED = int(os.environ.get("CGT_ATTACK_SEED", "718"))
TIMES = float(os.environ.get("CGT_ATTACK_TIMES", "1"))

ODD = [
    *"0123456789abnxAF.,:;+-*/=!?[](){}<>@#%&|'\"\\ \t\n\r_",
    *"\0\x07\x1b\x7f\x9b\u00b2\u00e9\u0661\u200e\u202e\u2028\ufeff\uff15\U0001f600\ud800",
    "None", "null", "true", "-0", "1e9", "NaN", "../", "{2+}", "[3]", "from", "leaving", "\x1b[2J", "9" * 30,
]  # fmt: skip


KINDS = {
    "test_whatever_is_typed": "command lines",
    "test_a_kill_leaves_the_old_file_or_the_new": "kills",
    "test_two_writers_at_once_keep_the_longer_table": "rounds of two writers",
    "test_whatever_is_requested": "requests to the page's server",
}
"""What the cases of these tests are; those of the others are fuzzed inputs."""


@pytest.fixture
def amount(request):
    """How many cases are tried: the few of the default run, or the many of the whole campaign."""

    def amount(few, many):
        cases = max(1, round((many if request.config.getoption("--full") else few) * TIMES))
        request.node.user_properties.append(("attacked", cases))
        return cases

    return amount


def pytest_terminal_summary(terminalreporter):
    """Say how many cases of each kind were tried by the tests that passed, in whichever process."""
    tried = Counter()
    for report in terminalreporter.stats.get("passed", ()):
        name = report.nodeid.rpartition("::")[2].partition("[")[0]
        tried[KINDS.get(name, "fuzzed inputs")] += dict(report.user_properties).get("attacked", 0)
    for kind, cases in tried.items():
        if cases:
            terminalreporter.write_line(f"attack: {cases:,} {kind}, all withstood")


@pytest.fixture
def chance(request):
    """The test's own source of chance, the same at every run."""
    return random.Random(f"{SEED} {request.node.name}")


@pytest.fixture
def worsen(chance):
    """Makes of a good text one that may be bad: a few cuts, repetitions and odd characters, rarely a long stretch."""

    def worsened(text):
        for _ in range(chance.choice((1, 1, 2, 3, 5))):
            start = chance.randrange(len(text) + 1)
            stop = min(len(text), start + chance.choice((0, 0, 1, 2, 5, 20)))
            kind = chance.random()
            if kind < 0.5:
                piece = chance.choice(ODD)
            elif kind < 0.7:
                piece = ""
            elif kind < 0.9:
                piece = text[start:stop] * chance.choice((2, 2, 3, 9))
            elif kind < 0.995:
                piece = str(chance.choice((0, 1, 2**31, 2**63, 2**64, 10**18, 10**40, chance.randrange(10**6))))
            else:
                piece = (chance.choice(ODD) + chance.choice(ODD)) * chance.choice((300, 3_000, 12_000))
            text = text[:start] + piece + text[stop:]
        return text

    return worsened


@pytest.fixture
def terminal():
    """A device that the test has made: no other is attacked."""
    if not hasattr(os, "openpty"):  # Windows
        yield None
        return
    ours, theirs = os.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)
