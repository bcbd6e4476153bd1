"""What is no ruleset, no text, no convention or no number is named in an error of the library's own, never later."""

from __future__ import annotations

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.digits import fibonacci
from cgt.digits.takeaway_base import Base
from cgt.errors import CGTError, MemoryBudgetError
from cgt.families.registry import parse_ruleset

JUNK = [None, True, 2.5, float("nan"), b"x", (), [1], {}, object(), -(10**5000), cgt.games.Nim, type]
BASE = Base(lambda taken: 2 * taken)

ASKED = {
    "nim_values": lambda junk: cgt.nim_values(junk, 5),
    "nim_value_table": lambda junk: cgt.nim_value_table(junk, 2, 2),
    "p_positions": lambda junk: cgt.p_positions(junk, 5),
    "crosscheck": lambda junk: cgt.crosscheck(junk, 3),
    "solve": cgt.solve,
    "verify": cgt.verify,
    "Sum": cgt.Sum,
    "a convention": lambda junk: cgt.solve(cgt.games.Nim().position(3), junk),
    "a convention of outcome": lambda junk: cgt.outcome(cgt.games.Nim().position(3), junk),
    "Evaluator": cgt.Evaluator,
    "a family": lambda junk: cgt.nim_values("nim", 5, along=junk or 1),
    "a closed form": lambda junk: cgt.solve("nim 3", closed_form=junk or "Bouton's rule"),
    "a class of closed forms": lambda junk: cgt.solve("nim 3", closed_form=cgt.ClosedForm),
    "an evaluator": lambda junk: cgt.solve("cram 2x3", evaluator=junk or cgt.LoopyEvaluator()),
    "routes": lambda junk: cgt.solve("nim 3", routes=junk or ["search"]),
    "parse": lambda junk: cgt.games.Nim().parse(junk),
    "parse_ruleset": parse_ruleset,
    "HeapCode": HeapCode.parse,
    "TakingBreaking": cgt.games.TakingBreaking,
    "GraphOctal": cgt.games.GraphOctal,
    "FormulaGame": cgt.games.FormulaGame,
    "a promised reach": lambda junk: cgt.TakingRule(lambda n: [1] if n else []).period(50, reach=junk or 0),
    "a promised modulus": lambda junk: cgt.TakingRule(lambda n: [1] if n else []).period(50, reach=1, modulus=junk),
    "an opening": lambda junk: cgt.games.TakeAway("2n", junk),
    "sizes": lambda junk: cgt.games.Nim().sizes(junk),
    "zeckendorf": fibonacci.zeckendorf,
    "to_notation": fibonacci.to_notation,
    "fibonacci": fibonacci.fibonacci,
    "digits": fibonacci.digits,
    "wythoff_pair": fibonacci.wythoff_pair,
    "is_wythoff_pair": lambda junk: fibonacci.is_wythoff_pair(junk, 3),
    "parts": BASE.parts,
    "term": BASE.term,
    "least_part": BASE.least_part,
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_junk_is_refused_by_name(ask):
    for junk in JUNK:
        with pytest.raises(CGTError) as refusal:
            ask(junk)
        assert len(str(refusal.value)) <= 600, type(junk)


def test_a_class_is_no_ruleset_and_the_error_says_what_is():
    with pytest.raises(CGTError, match=r"is not a ruleset: give an object, such as cgt.games.Nim\(\)"):
        cgt.nim_values(cgt.games.Nim, 5)


def test_a_route_that_is_none():
    for junk in (3, -(10**5000), "quick"):
        with pytest.raises(CGTError):
            cgt.nim_values(cgt.games.Nim(), 5, backend=junk)
        with pytest.raises(CGTError):
            cgt.solve(cgt.games.Nim().position(3), route=junk)


def test_a_fibonacci_number_that_no_memory_holds():
    with pytest.raises(MemoryBudgetError):
        fibonacci.fibonacci(10**30)
